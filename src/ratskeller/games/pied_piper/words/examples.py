"""The Pied Piper in pictures: positions, and what the cards make of them.

You are seat 0, the mill house, which stands below; the bakehouse is on the right, the smithy on the
left. A rat in gap 0 stands on the left of your house and looks at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.words.lessons import Example, Gettext, Opening

_ACTS: Final = (2, -2)  # both cards lie there; everything has moved, and nothing is cleaned up yet
_NEAR: Final = ("gap:0", "gap:1", "slot:0")  # your house and what lies beside it


def opening(_: Gettext) -> Opening:
    levels = [2, 4, 5]
    return Opening(
        Example(
            id="goal",
            rule="PP-61",
            text=_(
                "Rats move into the houses. If yours is full up to the roof, you are out; when two "
                "players are left, the one with fewer rats wins."
            ),
            before=position(3, levels=levels, where={"red": 0, "blue": 1, "black": 2}),
        ),
        Example(
            id="turn",
            rule="PP-63",
            text=_(
                "Lay two cards below two different Characters. A Character with two cards moves: rats "
                "bring a tracker one floor up, the Piper one floor down."
            ),
            before=position(
                3, levels=levels, where={"red": 0, "blue": 1}, line=["red S1"], hand=["F1", "M"]
            ),
            play=("M>4", "F1>1"),
            moments=_ACTS,
        ),
        Example(
            id="end",
            rule="PP-19",
            text=_(
                "The smithy is full and leaves the ring. Two are left, and the game is over: your "
                "tracker is lower, so you win."
            ),
            before=position(
                3, levels=[3, 4, 6], where={"red": 2}, line=["red F1"], hand=["B1", "S1"]
            ),
            play=("S1>4", "B1>1"),
            moments=(2, -1),
        ),
    )


def examples(_: Gettext) -> tuple[Example, ...]:
    return (*_basics(_), *_specials(_), *_out(_), *_variants(_))


def _basics(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="older-first",
        rule="PP-64",
        text=_(
            "The red rat has Forward, and Sewer is laid below it. The older card acts first: the rat "
            "walks through your house, and then slips under the bakehouse."
        ),
        before=position(3, levels=[2, 3, 4], where={"red": 0}, line=["red F1"], hand=["S1", "M"]),
        play=("M>4", "S1>1"),
        moments=_ACTS,
    )
    yield Example(
        id="forward-and-back",
        rule="PP-11",
        text=_("Forward and Back are two actions: twice through your house, two floors up."),
        before=position(3, levels=[2, 3, 4], where={"red": 0}, line=["red F1"], hand=["B1", "M"]),
        play=("M>4", "B1>1"),
        moments=_ACTS,
        at=_NEAR,
    )
    yield Example(
        id="piper",
        rule="PP-29",
        text=_("The Piper walks through your house: one floor down."),
        before=position(
            3, levels=[4, 3, 4], where={"piper": 0, "red": 1}, line=["piper F1"], hand=["M", "S1"]
        ),
        play=("S1>4", "M>1"),
        moments=_ACTS,
        at=_NEAR,
    )
    yield Example(
        id="empty-house",
        rule="PP-03",
        text=_("At level 0 the Piper finds nothing to take. Nothing changes."),
        before=position(
            3, levels=[0, 3, 4], where={"piper": 0, "red": 1}, line=["piper F1"], hand=["M", "S1"]
        ),
        play=("S1>4", "M>1"),
        moments=_ACTS,
        at=_NEAR,
    )
    yield Example(
        id="twice-in-the-line",
        rule="PP-31",
        text=_(
            "The red rat lies in the line twice: two different cards, so you may lay one below each. "
            "Both activate, and the rat moves for one and then for the other."
        ),
        before=position(
            3, levels=[2, 3, 4], where={"red": 0}, line=["red S1", "red F1"], hand=["S1", "F1"]
        ),
        play=("F1>1", "S1>2", "first 1"),
        moments=(2, -3),
    )


def _specials(_: Gettext) -> Iterator[Example]:
    def special(name: str, rule: str, text: str, cards: tuple[str, str], **more: Any) -> Example:
        first, second = cards
        at = more.pop("at", ())
        where = {"red": 0, **more.pop("where", {})}
        state = position(
            3,
            levels=[2, 3, 4],
            where=where,
            line=[f"red {first}"],
            hand=[second, "S1", "B1"],
            **more,
        )
        idle = "S1" if second != "S1" else "B1"
        return Example(
            id=name,
            rule=rule,
            text=text,
            before=state,
            play=(f"{idle}>4", f"{second}>1"),
            moments=_ACTS,
            at=at,
        )

    yield special(
        "plus-one",
        "PP-27",
        _("Forward with +1: one house further. Both trackers go up."),
        ("F1", "+1"),
    )
    yield special(
        "plus-one-back", "PP-21", _("Back with +1: through two houses behind it."), ("+1", "B1")
    )
    yield special(
        "plus-one-sewer",
        "PP-20",
        _("Sewer with +1: under two houses. No tracker moves."),
        ("+1", "S1"),
    )
    yield special(
        "around",
        "PP-28",
        _("Double step with +1 in a ring of three: every house once, and back where it began."),
        ("F2", "+1"),
    )
    yield special(
        "melody",
        "PP-24",
        _(
            "Melody: the blue rat stands in the same gap and goes along. The green rat, which they meet "
            "on the way, stays."
        ),
        ("M", "F2"),
        where={"blue": 0, "green": 1},
    )
    yield special(
        "group",
        "PP-23",
        _(
            "Two rats and the Piper go together: two up and one down, so your tracker goes up by one."
        ),
        ("M", "F1"),
        where={"blue": 0, "piper": 0},
        at=_NEAR,
    )
    yield special(
        "melody-alone",
        "PP-25",
        _("The red rat is alone in its gap: Melody adds nothing, Forward acts as usual."),
        ("M", "F1"),
        at=_NEAR,
    )
    yield special(
        "two-specials",
        "PP-26",
        _("Two special cards and no basic one: nothing moves."),
        ("M", "+1"),
        at=_NEAR,
    )


def _out(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="house-goes",
        rule="PP-14",
        text=_(
            "The house on your right is full and leaves the ring. The gaps beside it are one now, and "
            "all figurines from both stand there."
        ),
        before=position(
            4,
            levels=[2, 6, 3, 1],
            where={"red": 1, "blue": 2, "green": 1},
            line=["red +1"],
            hand=["F1", "S1"],
        ),
        play=("S1>4", "F1>1"),
        moments=_ACTS,
    )
    yield Example(
        id="neutral",
        rule="PP-60",
        text=_(
            "With two players, the red rat walks through a neutral house, where nothing is counted, and "
            "through yours."
        ),
        before=position(2, levels=[2, 3], where={"red": 3}, line=["red F1"], hand=["F1", "S1"]),
        play=("S1>4", "F1>1"),
        moments=_ACTS,
    )


def _variants(_: Gettext) -> Iterator[Example]:
    yield Example(
        id="rugrats",
        rule="PP-40",
        text=_(
            "In Rugrats a card acts as soon as it lies there, and stays until the second one has acted."
        ),
        before=position(
            3, levels=[2, 3, 4], where={"red": 0}, line=["red"], hand=["F1"], rugrats=True
        ),
        play=("F1>1",),
        at=_NEAR,
    )
    yield Example(
        id="secret",
        rule="PP-52",
        text=_(
            "A neighbour’s card lies face-down. It is turned over when the Character activates: Back, and "
            "after it your Forward."
        ),
        before=position(
            3, levels=[2, 3, 4], where={"red": 0}, line=["red B1*"], hand=["F1", "S1"], secret=True
        ),
        play=("S1>4", "F1>1"),
        moments=_ACTS,
    )
