"""The rim of the map: desks for the players, the tray for the dice, and who waits outside the walls.

Both dice lie in sight all turn. The one that is being carried out lies on a lit tray, and what is
used up is struck through; of a 2x two pegs show how many halves are still to be walked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

from ratskeller.draw.glyphs import glyph
from ratskeller.draw.hatch import hatched
from ratskeller.draw.palette import Tone
from ratskeller.draw.pen import cut, cuts
from ratskeller.draw.pieces import pieces
from ratskeller.draw.prints import DIE
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Caption, Symbol, symbol
from ratskeller.draw.town import Front, town_symbols
from ratskeller.games.ratzentanz.larder import SEAT_TONES
from ratskeller.games.ratzentanz.layout import DESK, RIM, SLOT, Layout
from ratskeller.games.ratzentanz.state import (
    BACK,
    CAT,
    DOUBLE,
    FLUTE,
    KINDS,
    NEW_BLOOD,
    PIPER,
    SYMBOLS,
)
from ratskeller.games.ratzentanz.state import Symbol as Face

_WOOD: Final = (
    (46.0, 66.0), (98.0, 112.0), (150.0, 58.0), (196.0, 122.0), (252.0, 78.0), (300.0, 120.0),
    (352.0, 56.0), (398.0, 116.0), (446.0, 72.0), (500.0, 112.0),
)  # fmt: skip
SIGN: Final = (298.0, 58.0)


@cache
def rim_symbols() -> tuple[Symbol, ...]:
    """Return dice, signs, pennants and marks."""
    lantern = next(one for one in town_symbols(Front(7, 138, 2)) if one.id == "lantern")
    numbers = ["die", *(f"die-{pips}" for pips in range(1, 7))]
    return (
        *pieces([*numbers, "piper", "cat", "cat-awake", "rat-sit-red"]),
        *(Symbol(id=f"face-{face}", width=DIE, height=DIE, drawing=_face(face), caption=_NAME)
          for face in SYMBOLS),
        Symbol(id="face-0", width=DIE, height=DIE, drawing=_face(None), caption=_NAME),
        *(_used_up(f"die-{pips}") for pips in range(1, 7)),
        *(_used_up(f"face-{face}", _NAME) for face in SYMBOLS),
        symbol("tray", 108, 108, _tray(lit=False)),
        symbol("tray-lit", 108, 108, _tray(lit=True)),
        symbol("peg", 26, 26, _peg("fill-glow")),
        symbol("peg-used", 26, 26, _peg("fill-ground")),
        symbol("bars", 132, 106, _bars()),
        symbol("spell", 150, 150, _spell()),
        *(_sign(tone) for tone in SEAT_TONES),
        *(symbol(f"pennant-{tone.name}", 84, 108, _pennant(tone)) for tone in SEAT_TONES),
        Symbol(id="threat", width=84, height=76, drawing=_threat(),
               caption=Caption(y=15, size=30, width=78, bold=True)),
        lantern,
    )  # fmt: skip


def rim(layout: Layout, corners: Iterable[int]) -> tuple[Element, ...]:
    """Return the still parts of the rim: a desk at these corners, the tray, the hill."""
    taken = set(corners)
    drawn = [
        part
        for corner in range(len(layout.town.nests))
        for part in (_desk if corner in taken else _wood)(layout, corner)
    ]
    return (*drawn, *_table(layout), *_hill(layout))


# --- dice ---------------------------------------------------------------------------------------

_NAME: Final = Caption(x=-5, y=60, size=25, width=150)
"""The name of the symbol stands under the die."""


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


# --- desks --------------------------------------------------------------------------------------


def _desk(layout: Layout, corner: int) -> tuple[Element, ...]:
    """Return a plank with the larder's six niches; empty where nobody plays."""
    left, top, _, _ = layout.desk(corner)
    x, y = layout.slot(corner, 1)
    shelf = f"M{x - 40:g} {y + 37:g}h{(KINDS - 1) * SLOT + 80:g}"
    grain = cuts(((left + 3, top + 16), (left + 3, top + 60)), (46, 1), 4, 2.2)
    grain += cuts(((left + DESK - 3, top + 104), (left + DESK - 3, top + 150)), (-50, -1), 4, 2.2)
    return (
        el("rect", class_="line line-timber fill-ground", x=left, y=top, width=DESK,
           height=RIM - 26, rx=10, stroke_width=2.4),
        path(grain, "fill-cobble"),
        path(shelf, "line line-timber", stroke_width=5),
        path(shelf, "line", stroke_width=1.4, transform="translate(0 3)"),
    )  # fmt: skip


def _wood(layout: Layout, corner: int) -> tuple[Element, ...]:
    """Return trees at a corner where nobody sits."""
    left, top, _, _ = layout.desk(corner)
    return tuple(
        use("hamelin-bush", left + x, top + y + 14, 44, 32)
        if at % 4 == 3
        else use("hamelin-tree", left + x, top + y, 48, 58)
        for at, (x, y) in enumerate(_WOOD)
    )


def _sign(tone: Tone) -> Symbol:
    """Return a hanging sign: the glyph of a seat, its hatch, and room for a name."""
    w, h = SIGN
    board = f"M6 4L{w - 5} 3Q{w - 2} 3 {w - 2} 7L{w - 3} {h - 7}Q{w - 3} {h - 3} {w - 7} {h - 3}L7 {h - 3}Q3 {h - 3} 3 {h - 7}L3 7Q3 4 6 4Z"
    return Symbol(
        id=f"sign-{tone.name}",
        width=w,
        height=h,
        drawing=(
            path(board, "line fill-paper", stroke_width=2.8),
            group(*hatched(f"M4 5H58V{h - 4}H4Z", tone.hatch),
                  path(f"M58 4V{h - 4}", "line", stroke_width=2.2),
                  el("circle", class_="line fill-paper", cx=31, cy=h / 2, r=20, stroke_width=2),
                  glyph(tone.glyph, 31, h / 2, 29),
                  class_=f"tone-{tone.name}"),
            path(board, "line", stroke_width=2.8),
        ),
        caption=Caption(x=29, size=30, width=222, bold=True),
    )  # fmt: skip


def _threat() -> tuple[Element, ...]:
    """Return an eye over the numbers with which somebody can get in."""
    return (
        path("M4 12Q4 4 12 4H72Q80 4 80 12V64Q80 72 72 72H12Q4 72 4 64Z",
             "line line-rust fill-paper", stroke_width=4),
        path("M20 20C30 9 54 9 64 20C54 30 30 30 20 20Z", "line fill-eye line-den",
             stroke_width=2.2),
        el("ellipse", class_="fill-den", cx=42, cy=20, rx=4, ry=7),
    )  # fmt: skip


def _bars() -> tuple[Element, ...]:
    """Return the planks nailed across the front of the storeroom that the cat has locked."""
    up, down = "M2 84L12 98L130 22L120 8Z", "M2 22L12 8L130 84L120 98Z"
    return (
        path(up, "line fill-timber", stroke_width=4),
        path(down, "line fill-timber", stroke_width=4),
        *(el("circle", class_="fill-paper", cx=x, cy=y, r=4) for x in (14, 118) for y in (20, 86)),
    )


def _spell() -> tuple[Element, ...]:
    """Return the tune around the Piper: no rat gets past it."""
    return (
        el("circle", class_="line fill-paper", cx=75, cy=75, r=66, stroke_width=3),
        el("circle", class_="line line-plum", cx=75, cy=75, r=58, stroke_width=6,
           stroke_dasharray="16 9"),
        el("circle", class_="line line-plum", cx=75, cy=75, r=47, stroke_width=3,
           stroke_dasharray="9 9"),
    )  # fmt: skip


def _pennant(tone: Tone) -> tuple[Element, ...]:
    """Return the flag of whoever throws."""
    cloth = "M14 8H80L66 34L80 60H14Z"
    return (
        path("M10 4V106", "line line-timber", stroke_width=6),
        group(*hatched(cloth, tone.hatch), path(cloth, "line", stroke_width=3),
              el("circle", class_="line fill-paper", cx=40, cy=34, r=19, stroke_width=2),
              glyph(tone.glyph, 40, 34, 27), class_=f"tone-{tone.name}"),
    )  # fmt: skip


# --- the middle of both strips ------------------------------------------------------------------


def _table(layout: Layout) -> tuple[Element, ...]:
    """Return the table on which the dice fall."""
    y = layout.rim(below=False)
    return (
        el("rect", class_="line fill-shade", x=layout.middle - 206, y=y - RIM / 2 + 18, width=412,
           height=RIM - 26, rx=18, stroke_width=3),
        el("rect", class_="line line-timber", x=layout.middle - 199, y=y - RIM / 2 + 25, width=398,
           height=RIM - 40, rx=12, stroke_width=1.8),
    )  # fmt: skip


def _hill(layout: Layout) -> tuple[Element, ...]:
    """Return the hill outside the walls on which Piper and cat wait for their call."""
    x, y = layout.middle, layout.rim(below=True)
    foot = y + RIM / 2 - 20
    hill = (
        f"M{x - 196:g} {foot:g}C{x - 150:g} {foot - 44:g} {x - 70:g} {foot - 60:g} {x:g} "
        f"{foot - 52:g}S{x + 160:g} {foot - 40:g} {x + 196:g} {foot:g}Z"
    )
    marks = "".join(
        cut((x + dx, foot - 4), (x + dx + 8, foot - 34), 3.4, 1) for dx in range(-150, 160, 22)
    )
    return (
        path(hill, "line fill-shade", stroke_width=2.6),
        path(marks, "fill-cobble"),
        use("hamelin-tree", x - 4, foot - 76, 48, 58),
        use("hamelin-bush", x + 176, foot - 18, 44, 32),
        use("hamelin-bush", x - 178, foot - 18, 44, 32),
    )
