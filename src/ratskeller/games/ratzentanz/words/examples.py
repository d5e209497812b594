"""Ratzentanz in pictures: positions of two players, and what a throw makes of them.

You are seat 0 with the nest at the upper left (a1); the other nest lies at the lower right (o13).
Squares are named as on the map (`town.txt`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.chips import ONE
from ratskeller.games.ratzentanz.rules.state import NOWHERE, RATS, THROW, Kind, Options, State
from ratskeller.words.lessons import Example, Gettext, Opening

SEATS: Final = 2
THROWN: Final = (1, -1)  # the dice lie there; everything is carried out
NOTHING: Final[Mapping[int, str]] = MappingProxyType({})


def town(
    rats: Mapping[str, str], nests: Mapping[int, str] = NOTHING, *, piper: str = "", cat: str = ""
) -> State:
    """You are about to throw.

    `rats["0.1"] = "c5*6"`: your rat 1 is on c5 with a chip of kind 6; rats that are not named are spare.
    `nests[1] = "23"`: chips of the kinds 2 and 3 lie in the nest of seat 1. All others are in store.
    """
    blank, ground = GAME.start(SEATS, Options()), GAME.ground
    at, load, lying = [NOWHERE] * (RATS * SEATS), [0] * (RATS * SEATS), list(blank.lying)

    def out_of_store(kind: str) -> Kind:
        lying[ground.town.storeroom(int(kind))] -= ONE[int(kind)]
        return int(kind)

    for who, where in rats.items():
        seat, rat = map(int, who.split("."))
        square, _, kind = where.partition("*")
        at[seat * RATS + rat - 1] = ground.number_of[square]
        load[seat * RATS + rat - 1] = out_of_store(kind) if kind else 0
    for seat, kinds in nests.items():
        lying[ground.homes[SEATS][seat]] = sum(ONE[out_of_store(kind)] for kind in kinds)
    return replace(
        blank,
        phase=THROW,
        throws=(),
        at=tuple(at),
        load=tuple(load),
        lying=tuple(lying),
        piper=ground.number_of[piper] if piper else NOWHERE,
        cat=ground.number_of[cat] if cat else NOWHERE,
    )


def opening(_: Gettext) -> Opening:
    return Opening(
        Example(
            id="goal",
            rule="RT-120",
            text=_(
                "Bring food out of the storerooms into your nest. Whoever is the first to have four "
                "different kinds there wins."
            ),
            before=town(
                {"0.1": "h2*1", "0.2": "d4", "1.1": "l9", "1.2": "n13*4"}, {0: "26", 1: "3"}
            ),
        ),
        Example(
            id="turn",
            rule="RT-10",
            text=_(
                "Throw both dice and carry out both, in the order you like: a rat walks exactly as many "
                "steps as the number says, and the symbol does what it shows."
            ),
            before=town({"0.1": "a1", "0.2": "a1", "1.1": "f7"}),
            play=("6+cat", "number", "1>c5"),
            moments=THROWN,
            at=("sq:a1", "sq:e1", "sq:c7"),
        ),
        Example(
            id="end",
            rule="RT-120",
            text=_("Cheese comes home, the fourth kind in your nest: you win at once."),
            before=town({"0.1": "b2*3", "0.2": "e4", "1.1": "f7"}, {0: "126"}),
            play=("2+back", "number", "1>a1"),
            moments=THROWN,
            at=("sq:a1", "sq:e1", "sq:c7"),
        ),
    )


def examples(_: Gettext) -> tuple[Example, ...]:
    return (*_walks(_), *_travels(_), *_food(_), *_symbols(_), *_doubled(_))


def _walks(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="exact",
        rule="RT-20",
        text=_(
            "With a 6 a rat gets from the nest into the storeroom: six steps exactly, none left."
        ),
        before=town({"0.1": "a1", "0.2": "a1"}),
        play=("6+back", "number", "1>c5"),
        moments=THROWN,
        at=("sq:a1", "sq:e7"),
    )
    yield Example(
        id="building",
        rule="RT-23",
        text=_("In by one door and out by the other: the building is one square, so this is a 2."),
        before=town({"0.1": "c1", "1.1": "e4"}),
        play=("2+back", "number", "1>b3"),
        moments=THROWN,
        at=("sq:b1", "sq:e4"),
    )
    yield Example(
        id="together",
        rule="RT-22",
        text=_("Rats do not block and do not catch each other: any number of them share a square."),
        before=town({"0.1": "b4", "0.2": "b6", "1.1": "b5", "1.2": "b6"}),
        play=("2+back", "number", "1>b6"),
        moments=THROWN,
        at=("sq:b3", "sq:e7"),
    )


def _travels(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="canal",
        rule="RT-30",
        text=_(
            "A 1 leads to the canal, so the rat must travel on: it surfaces at one of the three other "
            "entrances, whichever you like."
        ),
        before=town({"0.1": "d4"}),
        play=("1+back", "number", "1>d5>l9"),
        moments=THROWN,
        at=("sq:d4", "sq:l9"),
    )
    yield Example(
        id="stairs",
        rule="RT-40",
        text=_(
            "Your rat steps on the stairs and goes across to the right. All other rats on stairs make the "
            "same move: they change sides, too."
        ),
        before=town({"0.1": "f1", "0.2": "f12", "1.1": "j2", "1.2": "j12"}),
        play=("1+back", "number", "1>f2>j2"),
        moments=THROWN,
        at=("sq:f1", "sq:j13"),
    )


def _food(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="take",
        rule="RT-101",
        text=_(
            "The rat ends its walk in the storeroom and sits on a chip. From now on it carries it along."
        ),
        before=town({"0.1": "b4", "0.2": "a1"}),
        play=("2+back", "number", "1>c5", "*6"),
        moments=THROWN,
        at=("sq:b3", "sq:e6"),
    )
    yield Example(
        id="home",
        rule="RT-107",
        text=_("Home by exact count: the chip stays in the nest by itself."),
        before=town({"0.1": "b2*6", "1.1": "d1"}, {0: "2"}),
        play=("2+back", "number", "1>a1"),
        moments=THROWN,
        at=("sq:a1", "sq:e6"),
    )
    yield Example(
        id="rob",
        rule="RT-108",
        text=_(
            "In the nest of another player your rat sits on the fish. The chip does not count for its "
            "owner any more, though the thief is still there."
        ),
        before=town({"0.1": "m13", "1.1": "k10"}, {1: "43"}),
        play=("2+back", "number", "1>o13", "*4"),
        moments=THROWN,
        at=("sq:o13", "sq:k10"),
    )


def _symbols(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="piper",
        rule="RT-60",
        text=_(
            "The Piper is put on an alley square without a rat. Here he closes the way to the storeroom."
        ),
        before=town({"0.1": "e4", "1.1": "h4"}),
        play=("1+piper", "symbol", "piper>h1"),
        moments=THROWN,
        at=("sq:e1", "sq:k4"),
    )
    yield Example(
        id="sacrifice",
        rule="RT-63",
        text=_(
            "A rat that runs past the Piper follows him and is lost. It is a sacrifice: nobody has to make "
            "it. Its chip stays where the walk began."
        ),
        before=town({"0.1": "e1*6", "1.1": "h4"}, piper="f1"),
        play=("3+back", "number", "1>x"),
        moments=THROWN,
        at=("sq:c1", "sq:h4"),
    )
    yield Example(
        id="flute",
        rule="RT-70",
        text=_(
            "The flute: all rats in the alleys are lost, yours and theirs. In the building, in the "
            "storeroom, at the canal and in the nest they are safe."
        ),
        before=town({"0.1": "b2", "0.2": "d5", "0.3": "a1", "1.1": "c2", "1.2": "e4", "1.3": "c5"}),
        play=("1+flute", "symbol"),
        moments=THROWN,
        at=("sq:a1", "sq:e6"),
    )
    yield Example(
        id="cat",
        rule="RT-75",
        text=_(
            "The cat lies down at a storeroom: nobody gets in or out. The rat inside must wait until she is "
            "moved."
        ),
        before=town({"0.1": "e4", "1.1": "c5*6", "1.2": "b5"}),
        play=("1+cat", "symbol", "cat>c5"),
        moments=THROWN,
        at=("sq:b3", "sq:e6"),
    )
    yield Example(
        id="new-blood",
        rule="RT-80",
        text=_("New blood: everybody puts a spare rat into the nest, the other players, too."),
        before=town({"0.1": "a1", "0.2": "c4", "1.1": "o13"}),
        play=("1+new", "symbol"),
        moments=THROWN,
        at=("sq:a1", "sq:e6"),
    )
    yield Example(
        id="call-home",
        rule="RT-86",
        text=_(
            "Back to the nest: one of your rats that has a chip goes straight home, however far it is."
        ),
        before=town({"0.1": "h4*1", "0.2": "e7"}),
        play=("1+back", "symbol", "0.1>home"),
        moments=THROWN,
        at=("sq:a1", "sq:h4"),
    )
    yield Example(
        id="out-of-my-nest",
        rule="RT-89",
        text=_(
            "Or you send a thief out of your nest. The rat goes home, and the chip stays with you."
        ),
        before=town({"0.1": "d1", "1.1": "a1*6"}, {0: "2"}),
        play=("1+back", "symbol", "1.1>home"),
        moments=THROWN,
        at=("sq:a1", "sq:e6"),
    )


def _doubled(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="double",
        rule="RT-50",
        text=_("A 3 and 2x: one rat goes six steps in one single move."),
        before=town({"0.1": "a1", "0.2": "d4"}),
        play=("3+2x", "1>>c5"),
        moments=THROWN,
        at=("sq:a1", "sq:e5"),
    )
    yield Example(
        id="double-two",
        rule="RT-50",
        text=_("Or two different rats go three steps each."),
        before=town({"0.1": "a1", "0.2": "d4"}),
        play=("3+2x", "1>d1", "2>b5"),
        moments=THROWN,
        at=("sq:a1", "sq:e5"),
    )
    yield Example(
        id="run-on",
        rule="RT-52",
        text=_(
            "With the first half of a 2x the rat reaches the canal and surfaces; with the second half it "
            "runs on from there."
        ),
        before=town({"0.1": "d4"}),
        play=("1+2x", "1>d5>l5", "1>l4"),
        moments=THROWN,
        at=("sq:d4", "sq:l5", "sq:h9"),
    )
