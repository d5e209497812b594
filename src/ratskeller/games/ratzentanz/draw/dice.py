"""The dice on their strip, which stays in sight while the town scrolls.

    +----------------------------------------------------------+
    |  flag   [ 6 ]  [ flute ]   the name of the symbol        |
    +----------------------------------------------------------+

The die that is being carried out lies on a lit tray, and what is used up is struck through; of a 2x
two pegs show how many halves are still to be walked. The flag is that of whoever has thrown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from ratskeller.draw.board import Board, Place
from ratskeller.draw.glyphs import glyph
from ratskeller.draw.hatch import hatched
from ratskeller.draw.palette import Tone
from ratskeller.draw.pen import cuts
from ratskeller.draw.pieces import pieces
from ratskeller.draw.prints import DIE
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Caption, Symbol, symbol
from ratskeller.games.ratzentanz.draw.food import SEAT_TONES
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CAT,
    DOUBLE,
    FLUTE,
    NEW_BLOOD,
    PIPER,
    SYMBOLS,
)
from ratskeller.games.ratzentanz.rules.state import Symbol as Face

STRIP: Final = (552.0, 128.0)
"""Width and height. The page gives it 280 to 480 pixels; then a die is 44 pixels wide or more."""
_SPOTS: Final[Mapping[str, tuple[float, float]]] = {
    "pennant": (-252.0, 0.5),
    "rim:number": (-170.0, 1.16),
    "rim:symbol": (-38.0, 1.16),
}
"""Where things lie along the strip, and how large."""
_PEGS: Final = -104.0


@cache
def dice_strip() -> Board:
    """Return the sheet with the dice."""
    width, height = STRIP
    places = [
        Place(id=name, shape="", region="dice", x=x, scale=scale)
        for name, (x, scale) in _SPOTS.items()
    ]
    places += [
        Place(id=f"peg:{peg}", shape="", region="dice", x=_PEGS, y=20 - 40 * peg)
        for peg in range(2)
    ]
    table = (
        el("rect", class_="line fill-shade", x=4 - width / 2, y=4 - height / 2, width=width - 8,
           height=height - 8, rx=16, stroke_width=3),
        el("rect", class_="line line-timber", x=11 - width / 2, y=11 - height / 2,
           width=width - 22, height=height - 22, rx=11, stroke_width=1.8),
    )  # fmt: skip
    return Board(
        background=table,
        places=tuple(places),
        symbols=dice_symbols(),
        view_box=(-width / 2, -height / 2, width, height),
    )


@cache
def number_dice() -> tuple[Symbol, ...]:
    """Return the die that shows numbers; desks need it, too, for the throw for the start."""
    return tuple(pieces(["die", *(f"die-{pips}" for pips in range(1, 7))]))


@cache
def dice_symbols() -> tuple[Symbol, ...]:
    """Return both dice, as good as new and used up, with trays, pegs and flags."""
    found = (
        *number_dice(),
        *pieces(["piper", "cat-awake", "rat-sit-red"]),
        *(Symbol(id=f"face-{face}", width=DIE, height=DIE, drawing=_face(face), caption=_NAME)
          for face in SYMBOLS),
        Symbol(id="face-0", width=DIE, height=DIE, drawing=_face(None), caption=_NAME),
        *(_used_up(f"die-{pips}") for pips in range(1, 7)),
        *(_used_up(f"face-{face}", _NAME) for face in SYMBOLS),
        symbol("tray", 108, 108, _tray(lit=False)),
        symbol("tray-lit", 108, 108, _tray(lit=True)),
        symbol("peg", 26, 26, _peg("fill-glow")),
        symbol("peg-used", 26, 26, _peg("fill-ground")),
        *(symbol(f"pennant-{tone.name}", 84, 108, _pennant(tone)) for tone in SEAT_TONES),
    )  # fmt: skip
    return tuple({one.id: one for one in found}.values())


# --- dice ---------------------------------------------------------------------------------------

_NAME: Final = Caption(x=157, size=34, width=186, bold=True)
"""The name of the symbol stands beside the die."""


def _face(face: Face | None) -> tuple[Element, ...]:
    """Return a die with one symbol on its front, whose middle is (37, 48)."""
    blank = use("die", DIE / 2, DIE / 2, DIE, DIE)
    return (blank,) if face is None else (blank, *_FACES[face]())


def _new_blood() -> tuple[Element, ...]:
    """A rat and a plus."""
    return (
        use("rat-sit", 34, 51, 56, 47),
        path("M53 21h7v6h6v7h-6v6h-7v-6h-6v-7h6Z", "line fill-moss", stroke_width=2),
    )


def _back() -> tuple[Element, ...]:
    """An arrow into the mouth of a burrow."""
    return (
        path("M12 74V50C12 27 62 27 62 50V74Z", "line fill-den", stroke_width=2.4),
        path("M20 74V52C20 36 54 36 54 52V74Z", "fill-soot"),
        path("M31 22H43V46H53L37 66L21 46H31Z", "line fill-ochre", stroke_width=2.6),
    )


def _double() -> tuple[Element, ...]:
    """2x, drawn: it is the same in all our languages."""
    two = "M13 36C13 24 35 23 35 37C35 46 24 52 22 58H36V66H12C11 54 26 46 26 38C26 33 21 33 21 38Z"
    times = "M42 43L47 38L53 44L59 38L64 43L58 49L64 55L59 60L53 54L47 60L42 55L48 49Z"
    return (path(two + times, "line fill-rust", stroke_width=2.2),)


def _cat() -> tuple[Element, ...]:
    return (use("cat-awake", 37, 49, 58, 43.5),)


def _piper() -> tuple[Element, ...]:
    return (use("piper", 37, 48, 48, 57),)


def _flute() -> tuple[Element, ...]:
    """A flute and the note that comes out of it."""
    return (
        path("M12 70L9 64L52 34L58 43Z", "line fill-ochre", stroke_width=2.6),
        path("M24 57l3 5M33 51l3 5M42 45l3 5", "line", stroke_width=2.6),
        path("M48 33C46 37 38 38 37 33C37 28 44 27 45 29L45 19L60 16V28C59 33 51 34 50 29"
             "C50 25 56 23 57 25V21L48 23Z", "line fill-plum", stroke_width=1.8),
    )  # fmt: skip


_FACES: Final[Mapping[Face, Callable[[], tuple[Element, ...]]]] = {
    NEW_BLOOD: _new_blood,
    BACK: _back,
    DOUBLE: _double,
    CAT: _cat,
    PIPER: _piper,
    FLUTE: _flute,
}


def _tray(*, lit: bool) -> tuple[Element, ...]:
    """Return where a die lies; a light is under the one that is being carried out."""
    if not lit:
        return (
            el("rect", class_="line line-cobble", x=8, y=8, width=92, height=92, rx=14,
               stroke_width=1.8, stroke_dasharray="5 5"),
        )  # fmt: skip
    return (
        el("rect", class_="line fill-glow", x=3, y=3, width=102, height=102, rx=16,
           stroke_width=2.6),
        el("rect", class_="line line-den", x=8.5, y=8.5, width=91, height=91, rx=11,
           stroke_width=1.2, stroke_dasharray="2.5 5"),
    )  # fmt: skip


def _used_up(name: str, caption: Caption = Caption()) -> Symbol:  # noqa: B008
    """Return a die that has been carried out: still to be read, but struck through."""
    drawing = (
        use(name, DIE / 2, DIE / 2, DIE, DIE),
        path("M1 79L76 1L83 8L8 84Z", "line fill-rust", stroke_width=2.6),
        path(cuts(((12, 77), (70, 16)), (4, 3), 6, 2), "fill-paper"),
    )
    return Symbol(id=f"{name}-used", width=DIE, height=DIE, drawing=drawing, caption=caption)


def _peg(fill: str) -> tuple[Element, ...]:
    return (el("circle", class_=f"line {fill}", cx=13, cy=13, r=11, stroke_width=3),)


def _pennant(tone: Tone) -> tuple[Element, ...]:
    """Return the flag of whoever throws."""
    cloth = "M14 8H80L66 34L80 60H14Z"
    return (
        path("M10 4V106", "line line-timber", stroke_width=6),
        group(*hatched(cloth, tone.hatch), path(cloth, "line", stroke_width=3),
              el("circle", class_="line fill-paper", cx=40, cy=34, r=19, stroke_width=2),
              glyph(tone.glyph, 40, 34, 27), class_=f"tone-{tone.name}"),
    )  # fmt: skip
