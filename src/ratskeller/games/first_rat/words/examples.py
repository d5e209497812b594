"""First Rat in pictures: positions of two players on the standard board, and what a turn makes of them.

You are seat 0. These are the spaces of the standard board:

 1 blue bulb      2 yellow cheese  3 orange soda R1  4 green vinegar   5 yellow cheese Y1
 6 white core     7 orange vinegar 8 blue 2 bulbs    9 white 2 cores, backpacks
10 green soda    11 yellow 2 cheese Y2              12 white 3 cores  13 orange vinegar R2
14 blue 2 bulbs  15 yellow 2 cheese, drinks         16 green tin      17 blue 3 bulbs
18 orange calculator              19 green soda     20 white 3 cores G1
21 yellow 3 cheese, caps          22 blue 4 bulbs   23 orange tin     24 yellow 4 cheese
25 green calculator               26 white 4 cores  27 Launchpad

Shortcuts: R1 3-12 calculator, Y1 5-10 soda, Y2 11-19 tin, R2 13-17 vinegar, G1 20-24 vinegar
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    COMICS,
    GOODS,
    KINDS,
    MOVE,
    NO_RAT,
    NURSERY,
    PACKS,
    RATS,
    ROCKET_SHIP,
    SUPER_RATS,
    TRACKS,
    Options,
    Space,
    State,
)
from ratskeller.words.lessons import Example, Gettext, Opening

SEATS: Final = 2
N: Final = NURSERY
R: Final = ROCKET_SHIP
HOME: Final = (0, 0, N, N)
ON_SALE: Final = ("things", "provisions", "lights", "cockpit", "thruster", "rattronaut")
TO_READ: Final = ("lola", "ratwoman", "red", "toll", "legs", "colours")
NOTHING: Final[Mapping[str, Sequence[int]]] = MappingProxyType({})


def yard(
    mine: Sequence[Space],
    theirs: Sequence[Space] = HOME,
    goods: str = "",
    *,
    comics: Mapping[str, int] = MappingProxyType({}),
    tracks: Mapping[str, Sequence[int]] = NOTHING,
    light: int = 0,
    burrow: str = "M_top",
) -> State:
    """You are about to move. `mine` and `theirs` are the spaces of the four rats, `goods` yours ("2 tin 1
    cheese"), `comics` yours with the rat that bears the token (-1: none), `tracks` the markers by seat.
    """
    blank = GAME.start(SEATS, Options(board="standard"))
    words = goods.split()
    stock = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    placed = [tuple(tracks.get(name, ())) for name in TRACKS]
    library = sum(1 << COMICS.index(name) for name in TO_READ)
    owned = sum(1 << COMICS.index(name) for name in comics)
    state = replace(
        blank,
        phase=MOVE,
        round=4,
        rats=(*mine, *theirs),
        goods=(*(stock.get(kind, 0) for kind in KINDS[:GOODS]), *blank.goods[GOODS:]),
        tokens=tuple(comics.get(name, NO_RAT) for name in COMICS[:SUPER_RATS]),
        comics=(owned, 0),
        library=library & ~owned,
        shelf_packs=(1,) * len(PACKS),
        shelf_caps=sum(1 << CAPS.index(name) for name in ON_SALE),
        tracks=tuple(placed),
        markers=tuple(
            count - sum(track.count(seat) for track in placed[1:])
            for seat, count in enumerate(blank.markers)
        ),
        light=(light, 0),
        burrow=(GAME.tables.nodes.index(burrow), 0),
    )
    assert len(state.rats) == RATS * SEATS
    assert GAME.pieces(state) == GAME.pieces(blank), "a piece was lost"
    return state


def spaces(*numbers: int) -> tuple[str, ...]:
    return tuple(f"space:{number}" for number in numbers)


def opening(_: Gettext) -> Opening:
    return Opening(
        Example(
            id="goal",
            rule="FR-81",
            text=_(
                "Your rats run over the junkyard to the rocket. What they collect becomes markers on the "
                "tracks, and markers and Rattronauts are points: the most of them win."
            ),
            before=yard(
                (5, 14, 21, N),
                (3, 8, N, N),
                "4 cheese 1 tin",
                tracks={"cockpit": (0,), "provisions": (1,), "lights": (0,)},
                light=16,
            ),
        ),
        Example(
            id="turn",
            rule="FR-06",
            text=_(
                "Move one rat up to five spaces, or several up to three, all to one colour. Then collect what "
                "the spaces give, visit a booth, and build or donate."
            ),
            before=yard((2, 8, N, N), (3, 6, N, N), "2 cheese"),
            play=("a>5", "b>11"),
            at=spaces(2, 8, 11, 13),
        ),
        Example(
            id="end",
            rule="FR-80",
            text=_(
                "When the fourth rat of a player is on the Launchpad, or an eighth marker is placed, the game "
                "is nearly over. Then all points are counted."
            ),
            before=yard((25, R, R, R), (3, 8, N, N), "2 cheese", tracks={"rattronaut": (1, 2, 3)}),
            play=("a>27", "end"),
            at=("space:26", "track:rattronaut", "space:24"),
        ),
    )


def examples(_: Gettext) -> tuple[Example, ...]:
    return (*_moving(_), *_collecting(_), *_booths(_), *_scoring(_), *_comics(_))


def _moving(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="one-rat",
        rule="FR-10",
        text=_("One rat alone goes up to five spaces, to whichever colour you like."),
        before=yard((1, 0, N, N)),
        play=("a>6",),
        at=spaces(1, 7),
    )
    yield Example(
        id="one-colour",
        rule="FR-11",
        text=_("Two rats move: both end on yellow, on different spaces."),
        before=yard((1, 3, N, N)),
        play=("a>2", "b>5"),
        at=spaces(1, 6),
    )
    yield Example(
        id="shortcut",
        rule="FR-15",
        text=_("Through the red pipe from 3 to 12 in one step, for 1 calculator."),
        before=yard((2, 0, N, N), HOME, "1 calculator 2 cheese"),
        play=("a>12+R1",),
        at=spaces(1, 4, 12),
    )
    yield Example(
        id="toll",
        rule="FR-16",
        text=_("Another rat sits on the space: you give its owner 1 cheese."),
        before=yard((2, 0, N, N), (6, 1, N, N), "2 cheese"),
        play=("a>6",),
        at=spaces(2, 7),
    )
    yield Example(
        id="mouldy",
        rule="FR-17",
        text=_("You have no cheese to pay with: take 1 mouldy cheese and 3 cheese, then pay."),
        before=yard((2, 0, N, N), (6, 1, N, N)),
        play=("a>6",),
        at=spaces(2, 7),
    )


def _collecting(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="light-bonus",
        rule="FR-21",
        text=_(
            "Your light marker has passed this space, so it gives 1 more: 2 baking soda instead of 1."
        ),
        before=yard((6, 0, N, N), HOME, "2 cheese", light=12),
        play=("a>10", "take"),
        at=spaces(5, 8, 12),
    )
    yield Example(
        id="bulbs",
        rule="FR-26",
        text=_("Each light bulb moves your light marker one light further."),
        before=yard((5, 0, N, N), light=3),
        play=("a>8", "take"),
        at=spaces(2, 8, 12),
    )
    yield Example(
        id="cores",
        rule="FR-27",
        text=_("Each apple core moves your burrow marker one space, along the arrows."),
        before=yard((7, 0, N, N)),
        play=("a>12", "take"),
        at=("burrow:M_top", "burrow:F_bot", "burrow:L_top"),
    )
    yield Example(
        id="library",
        rule="FR-28",
        text=_("Past the Library you take one of the comics that are left."),
        before=yard((7, 0, N, N), burrow="R_bot"),
        play=("a>12", "take", "up", "comic legs"),
        at=("burrow:M_top", "burrow:F_bot", "burrow:L_top"),
    )
    yield Example(
        id="nursery",
        rule="FR-29",
        text=_("Past the Nursery one of your rats wakes up and goes to Start."),
        before=yard((7, 0, N, N), burrow="M_bot"),
        play=("a>12", "take", "up", "raise"),
        at=("space:0", "burrow:F_bot", "burrow:L_bot"),
    )


def _booths(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="buy",
        rule="FR-40",
        text=_("At Harry Hamster’s booth you buy a backpack for 6 cheese."),
        before=yard((6, 0, N, N), HOME, "7 cheese"),
        play=("a>9", "take", "buy pack:bulbs"),
        at=("space:7", "space:9", "booth:hamster"),
    )
    yield Example(
        id="steal",
        rule="FR-41",
        text=_("Or the rat steals it: it pays nothing, but goes back to Start."),
        before=yard((6, 4, N, N), HOME, "1 cheese"),
        play=("a>9", "take", "steal pack:bulbs"),
        at=("space:0", "space:9", "booth:hamster"),
    )


def _scoring(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="build",
        rule="FR-50",
        text=_(
            "For 1 tin can and 2 calculators you build a cockpit: your marker goes to the leftmost space "
            "that is free."
        ),
        before=yard((2, 0, N, N), HOME, "1 tin 2 calculator", tracks={"cockpit": (1,)}),
        play=("a>4", "take", "cockpit"),
        at=("track:cockpit", "track:lights", "track:rocket"),
    )
    yield Example(
        id="blocked",
        rule="FR-07",
        text=_(
            "With two players the second and the fourth space of every track are blocked: this marker goes to the third."
        ),
        before=yard((2, 0, N, N), HOME, "10 cheese", tracks={"provisions": (1,)}),
        play=("a>4", "take", "donate"),
        at=("track:cockpit", "track:lights", "track:rocket"),
    )
    yield Example(
        id="set",
        rule="FR-52",
        text=_(
            "Cockpit, cargo bay and thruster are a set: one more marker goes on the Rocket track, at no cost."
        ),
        before=yard(
            (2, 0, N, N),
            HOME,
            "1 tin 2 calculator",
            tracks={"cargo": (0,), "thruster": (0,)},
        ),
        play=("a>4", "take", "cockpit"),
        at=("track:cockpit", "track:lights", "track:rocket"),
    )
    yield Example(
        id="rattronaut",
        rule="FR-54",
        text=_(
            "At the end of your turn the rat on the Launchpad climbs into the rocket, to the best seat that is free."
        ),
        before=yard((25, 9, N, N), HOME, "2 cheese"),
        play=("a>27", "take", "award", "end"),
        at=("space:26", "track:rattronaut", "space:24"),
    )


def _comics(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="longer-legs",
        rule="FR-62",
        text=_(
            "With this comic, rats that move together go up to four spaces each instead of three."
        ),
        before=yard((1, 0, N, N), HOME, "1 cheese", comics={"legs": -1}),
        play=("a>5", "b>2"),
        at=spaces(1, 6),
    )
    yield Example(
        id="lola",
        rule="FR-66",
        text=_("Lola runs 2 spaces further: 7 instead of 5."),
        before=yard((1, 0, N, N), HOME, "1 cheese", comics={"lola": 0}),
        play=("a>8",),
        at=spaces(1, 8),
    )
