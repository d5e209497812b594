"""What moves or changes in the junkyard: tiles, bulbs, garments, markers, rats, signs of the turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from ratskeller.draw.glyphs import glyph
from ratskeller.draw.hatch import hatched
from ratskeller.draw.palette import TONES, Tone
from ratskeller.draw.pieces import pieces
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Caption, Symbol, symbol
from ratskeller.games.first_rat.draw.goods import (
    COLOUR_INKS,
    Drawing,
    beacon,
    outline,
    placed,
    ring,
    swatch,
)
from ratskeller.games.first_rat.draw.items import comic_sign
from ratskeller.games.first_rat.draw.layout import STAND, TALLY_CHANGE, TALLY_ROW, TILE
from ratskeller.games.first_rat.rules.state import COLOURS, COMICS, GOODS, KINDS, RATS, SUPER_RATS

SEAT_TONES: Final[tuple[Tone, ...]] = TONES[:5]
"""Ink and glyph of every seat; soot is left to what blocks a track for nobody."""
_USUAL_MARKERS, _MOST_MARKERS = 8, 10
HIGHLIGHT: Final = 0.3
"""How strongly a lamp shines on the line that matters now."""
SEVERAL: Final = "several"
"""The sign of a rat that carries more than one token."""


@cache
def piece_symbols() -> tuple[Symbol, ...]:
    """Return every symbol of this file."""
    return (
        *(_tile(colour) for colour in COLOURS),
        *(_load(kind) for kind in KINDS),
        *(_tag(kind) for kind in KINDS),
        symbol("load", 68, 44, ()),
        *_lights(),
        *_garments(),
        *_rats(),
        *_markers(),
        *_signs(),
    )


@cache
def stock_symbols() -> tuple[Symbol, ...]:
    """Return `stock-<kind>` for all that a player can have a number of."""
    return tuple(_bin(kind) for kind in (*KINDS[:GOODS], "mouldy", "award"))


# --- tiles --------------------------------------------------------------------------------------

_SIZE: Final = 2 * TILE + 8
LIFT: Final = STAND + 16
"""How far above the feet of rats the goods of a space are drawn."""


def _tile(colour: str) -> Symbol:
    """Return a lid, a crate, a tyre, a hatch or a plate: one shape for each colour."""
    ink, hatch = COLOUR_INKS[colour]
    middle = f"translate({_SIZE / 2:g} {_SIZE / 2:g})"
    shape = outline(colour, TILE)
    return Symbol(
        id=f"tile-{colour}",
        width=_SIZE,
        height=_SIZE,
        drawing=(
            group(
                path(shape, "fill-den", transform="translate(2 4)"),
                *hatched(shape, hatch, f"fill-{ink}"),
                path(shape, stroke_width=3),
                *_TRIM[colour],
                el("circle", class_="line fill-paper", cx=-43, cy=-40, r=17, stroke_width=2),
                transform=middle,
            ),
        ),
        caption=Caption(x=-43, y=-40, size=22.5, bold=True),
    )


_TRIM: Final[dict[str, Drawing]] = {
    "blue": (el("circle", class_="line", cx=0, cy=0, r=TILE - 6, stroke_width=1.6),),
    "yellow": (
        path("M-46 -34H46M-46 34H46", stroke_width=1.8),
        path("M-41 -42.6V-38M41 -42.6V-38M-41 38V42.6M41 38V42.6", stroke_width=3),
    ),
    "orange": (el("circle", class_="line", cx=0, cy=0, r=TILE - 8, stroke_width=1.8),),
    "green": (path(outline("green", TILE - 6), stroke_width=1.6),),
    "white": (
        path(outline("white", TILE - 6), "line line-den", stroke_width=1.4),
        path("M-38 -30V-20M38 -30V-20M38 20V30", "line line-den", stroke_width=2.6),
    ),
}


def _load(kind: str) -> Symbol:
    """Return the label pasted on a tile: goods on the left, their number on the right."""
    return Symbol(
        id=f"load-{kind}",
        width=68,
        height=44,
        drawing=(
            el("rect", class_="line fill-paper", x=1, y=1 - LIFT, width=66, height=42, rx=5,
               stroke_width=2.2),
            use(f"ware-{kind}", 22, 22 - LIFT, 35, 35),
        ),
        caption=Caption(x=17, y=-LIFT, size=31, bold=True),
    )  # fmt: skip


def _tag(kind: str) -> Symbol:
    """Return the label of a tile on which so many rats stand that it has to stick out above them."""
    rise = STAND + 45
    return Symbol(
        id=f"load-{kind}-tag",
        width=60,
        height=32,
        drawing=(
            el("rect", class_="line fill-paper", x=11, y=1 - rise, width=58, height=30, rx=5,
               stroke_width=2.2),
            use(f"ware-{kind}", 27, 16 - rise, 25, 25),
        ),
        caption=Caption(x=25, y=-rise, size=25, bold=True),
    )  # fmt: skip


# --- the light string ---------------------------------------------------------------------------

_GLASS: Final = "M-5 -8C-10 -4 -10.6 2 -9 6C-7 11 7 11 9 6C10.6 2 10 -4 5 -8Z"
_RAYS: Final = "M-15 -5L-20 -8M-16 5H-21M-12 13L-16 17M0 17V22M12 13L16 17M16 5H21M15 -5L20 -8"


def _lights() -> Iterable[Symbol]:
    for name, lit in (("bulb-off", False), ("bulb-on", True)):
        rays = (path(_RAYS, "line line-glow", stroke_width=2.6),) if lit else ()
        halo = (el("circle", class_="fill-glow", cx=0, cy=2, r=15, opacity=0.35),) if lit else ()
        bulb = (
            *halo,
            *rays,
            path("M-5 -15H5V-8H-5Z", "line fill-soot", stroke_width=2),
            path(_GLASS, f"line {'fill-glow' if lit else 'fill-pane'}", stroke_width=2.2),
            path("M-3 4L0 -2L3 4", "line line-den" if lit else "line line-soot", stroke_width=1.5),
        )
        yield symbol(name, 44, 44, (group(*bulb, transform="translate(22 22)"),))
    for name, lit in (("beacon-off", False), ("beacon-on", True)):
        lamp = beacon()
        if not lit:
            lamp = (
                el("circle", class_="line fill-pane", cx=0, cy=-9, r=11.4, stroke_width=2.3),
                *beacon()[1:],
            )
        rays = (
            (path("M-15 -17L-20 -21M-6 -25L-8 -31M6 -25L8 -31M15 -17L20 -21M-17 -8H-23M17 -8H23",
                  "line line-glow", stroke_width=2.8),) if lit else ()
        )  # fmt: skip
        yield symbol(name, 50, 50, (group(*rays, *lamp, transform="translate(25 25)"),))


# --- laundry ------------------------------------------------------------------------------------

_SHAPES: Final = {
    "shirt": "M-9 -25C-5 -21 5 -21 9 -25L18 -19L15 -8L11 -10V25H-11V-10L-15 -8L-18 -19Z",
    "towel": "M-15 -25H15V25C10 22 5 27 0 25C-5 23 -10 27 -15 25Z",
    "skirt": "M-10 -25H10L17 25C10 21 5 26 0 24C-5 22 -10 26 -17 25Z",
    "sock": "M-11 -25H11V2C11 10 17 13 17 19C17 25 12 26 6 26H-4C-10 26 -11 22 -11 16Z",
    "sheet": "M-20 -25H20V25C14 21 7 28 0 25C-7 22 -14 28 -20 25Z",
}
GARMENTS: Final = ("shirt", "skirt", "towel", "sock", "sheet")
"""One for each space of a track; the last is a sheet, since it holds any number of pieces."""
_PEGS: Final = "M-8 -30V-20M8 -30V-20"


def _garments() -> Iterable[Symbol]:
    for name, shape in _SHAPES.items():
        yield Symbol(
            id=f"garment-{name}",
            width=44,
            height=60,
            drawing=(
                group(
                    path(shape, "line fill-pane", stroke_width=2.2),
                    path(_PEGS, "line line-rust", stroke_width=4),
                    transform="translate(22 30)",
                ),
            ),
            caption=Caption(y=-11, size=22, width=27, bold=True),
        )
        yield symbol(
            f"rag-{name}",
            44,
            60,
            (
                group(
                    *hatched(shape, "cross", "fill-soot"),
                    path(shape, stroke_width=2.2),
                    path("M-9 -9L9 9M9 -9L-9 9", "line line-paper", stroke_width=8),
                    path("M-9 -9L9 9M9 -9L-9 9", stroke_width=4),
                    path(_PEGS, "line line-rust", stroke_width=4),
                    transform="translate(22 30)",
                ),
            ),
        )
    yield Symbol(
        id="plate",
        width=44,
        height=36,
        drawing=(
            path("M2 2H42V34H2Z", "line fill-pane", stroke_width=2.2),
            path("M6 6.1A.8 .8 0 1 0 6 6ZM38 6.1A.8 .8 0 1 0 38 6Z", "line", stroke_width=1.4),
        ),
        caption=Caption(size=25, bold=True),
    )
    yield symbol(
        "hatch-shut",
        56,
        56,
        (
            el("circle", class_="line fill-soot", cx=28, cy=28, r=23, stroke_width=2.4),
            el("circle", cx=28, cy=28, r=23, fill="url(#hatch-cross)"),
            path("M17 17L39 39M39 17L17 39", "line line-paper", stroke_width=9),
            path("M17 17L39 39M39 17L17 39", stroke_width=4.6),
        ),
    )


# --- rats ---------------------------------------------------------------------------------------

LIGHT: Final = "own-light"
PAWN_WIDTH, PAWN_HEIGHT = 74.0, 61.7
"""A rat as it stands on a space."""


def _rats() -> Iterable[Symbol]:
    """Return rats of five families: running, asleep, and in a space suit; and those with a token."""
    yield _light()
    tones = [tone.name for tone in SEAT_TONES]
    poses = ("run", "astronaut", "sit")
    yield from pieces(f"rat-{pose}-{tone}" for pose in poses for tone in tones)
    for pose in poses:
        for tone in tones:
            yield symbol(f"pawn-{pose}-{tone}", PAWN_WIDTH, PAWN_HEIGHT, (_rat(pose, tone),))
    for token in (*COMICS[:SUPER_RATS], SEVERAL):
        yield _token(token)
        medal = use(f"token-{token}", 10, 51, 33, 33)
        for pose in ("run", "astronaut"):
            for tone in tones:
                yield symbol(f"pawn-{pose}-{tone}-{token}", PAWN_WIDTH, PAWN_HEIGHT,
                             (_rat(pose, tone), medal))  # fmt: skip


def _light() -> Symbol:
    """Return the light of a lantern, in which a seat sees its own rats stand."""
    light = (
        el("ellipse", class_="line fill-ground", cx=37, cy=47, rx=42, ry=19, stroke_width=2),
        el("ellipse", class_="line fill-glow", cx=37, cy=47, rx=36, ry=14, stroke_width=3),
    )
    return symbol(LIGHT, PAWN_WIDTH, PAWN_HEIGHT, light)


def _rat(pose: str, tone: str) -> Element:
    return use(f"rat-{pose}-{tone}", PAWN_WIDTH / 2, PAWN_HEIGHT / 2, PAWN_WIDTH, PAWN_HEIGHT)


def _token(token: str) -> Symbol:
    """Return the token of a super rat, a lid with its picture that lies at the rat's feet."""
    sign: Drawing = (
        (path(ring(5, 17, 7.4, 0.5), "line fill-rust", stroke_width=2.2),)
        if token == SEVERAL
        else comic_sign(token)
    )
    return symbol(
        f"token-{token}",
        52,
        52,
        (
            el("circle", class_="line fill-glow", cx=26, cy=26, r=24, stroke_width=3.4),
            el("circle", class_="line fill-paper", cx=26, cy=26, r=19, stroke_width=2),
            placed(sign, 26, 26, 0.74),
        ),
    )


# --- markers ------------------------------------------------------------------------------------

_PIN: Final = "M29 2C44 2 56 13 56 27C56 40 44 48 29 60C14 48 2 40 2 27C2 13 14 2 29 2Z"


def _markers() -> Iterable[Symbol]:
    """Return a pin for the light string, a paw for the burrow, a cube for score tracks."""
    for tone in SEAT_TONES:
        toned = f"tone-{tone.name}"
        yield symbol(
            f"pin-{tone.name}", 58, 62,
            (path(_PIN, "line fill-paper", stroke_width=3),
             group(glyph(tone.glyph, 29, 26, 36), class_=toned)),
        )  # fmt: skip
        yield symbol(
            f"paw-{tone.name}", 66, 66,
            (el("circle", class_="line fill-paper", cx=33, cy=33, r=31, stroke_width=3),
             group(glyph(tone.glyph, 33, 33, 42), class_=toned)),
        )  # fmt: skip
        yield symbol(
            f"cube-{tone.name}", 52, 52,
            (path("M2 10L9 2H50V43L43 50H2Z", "line fill-shade", stroke_width=2.8),
             path("M2 10H43V50H2Z", "line fill-paper", stroke_width=2.8),
             path("M43 10L50 2", stroke_width=2.8),
             group(glyph(tone.glyph, 22.5, 30, 32), class_=toned)),
        )  # fmt: skip


# --- signs of the turn --------------------------------------------------------------------------


def _signs() -> Iterable[Symbol]:
    """Return the legend, the lines of the board of steps, the rows of the slate, the banner."""
    for colour in COLOURS:
        yield Symbol(
            id=f"legend-{colour}",
            width=106,
            height=36,
            drawing=(placed(swatch(colour, 12), 14, 18),),
            caption=Caption(x=15, size=23, width=72),
        )
    marks = {
        "ahead": el("circle", class_="line fill-ground", cx=22, cy=17, r=9, stroke_width=2.2),
        "now": group(
            path("M2 1H268V33H2Z", "fill-glow", opacity=HIGHLIGHT),
            path("M10 6L34 17L10 28L16 17Z", "line fill-rust", stroke_width=2.4),
        ),
        "done": path("M11 17L19 26L34 7", "line line-moss", stroke_width=5),
    }
    for name, mark in marks.items():
        yield Symbol(
            id=f"step-{name}",
            width=270,
            height=34,
            drawing=(mark,),
            caption=Caption(x=18, size=24, width=216, bold=name == "now"),
        )
    yield Symbol(
        id="last-round",
        width=276,
        height=38,
        drawing=(
            path("M2 2H274L262 19L274 36H2L14 19Z", "line fill-rust", stroke_width=2.6),
            path("M24 2H252V36H24Z", "line fill-paper", stroke_width=2.2),
        ),
        caption=Caption(size=23, width=220, bold=True),
    )
    yield from _tally()


def _tally() -> Iterable[Symbol]:
    """Return the rows of the slate: seat, points, a free column for what changes, two gauges."""
    width, height = TALLY_ROW
    lamp = path(f"M0 1H{width:g}V{height - 1:g}H0Z", "fill-glow", opacity=HIGHLIGHT)
    for tone, now in ((tone, now) for tone in SEAT_TONES for now in (False, True)):
        yield Symbol(
            id=f"tally-{'now-' if now else ''}{tone.name}",
            width=width,
            height=height,
            drawing=(
                *((lamp,) if now else ()),
                group(glyph(tone.glyph, 17, height / 2, 30), class_=f"tone-{tone.name}"),
                path(f"M4 {height - 1:g}H{width - 4:g}", "line line-cobble", stroke_width=1.6),
                path(
                    "".join(f"M{x:g} 9V{height - 10:g}" for x in TALLY_CHANGE),
                    "line line-cobble",
                    stroke_width=1.4,
                    stroke_dasharray="2 5",
                ),
            ),
            caption=Caption(x=57 - width / 2, size=30, width=46, bold=True),
        )
    for count in range(_MOST_MARKERS + 1):
        yield symbol(f"gauge-{count}", _GAUGE, 25, (_in_row(_gauge(count), -10.5),))
    for count in range(RATS + 1):
        yield symbol(f"crew-{count}", _GAUGE, 17, (_in_row(_crew(count), 13.5),))


_GAUGE: Final = 66.0
"""How wide the gauges are at the right end of a row of the tally."""


def _in_row(drawing: Drawing, rise: float) -> Element:
    """Return what stands at the right end of a row of the tally, of which it is a part."""
    return group(*drawing, transform=f"translate({(TALLY_ROW[0] - _GAUGE) / 2 - 1:g} {rise:g})")


def _gauge(left: int) -> Drawing:
    """Return the markers of a seat: a full square for each that may still be placed."""
    count = max(_USUAL_MARKERS, left)
    across = -(-count // 2)
    squares = [
        f"M{13.2 * (at % across) + 1:g} {13 * (at // across) + 1:g}h9.8v9.8h-9.8Z"
        for at in range(count)
    ]
    return (
        path("".join(squares[left:]), "line", stroke_width=1.5),
        path("".join(squares[:left]), "line fill-ink", stroke_width=1.5),
    )


def _crew(aboard: int) -> Drawing:
    """Return four seats in the rocket: a full one for each rat that has taken its own."""
    middles = [16.4 * at + 8.4 for at in range(RATS)]
    seats = [f"M{x:g} 1A7.4 7.4 0 1 1 {x - 0.1:g} 1Z" for x in middles]
    visors = "".join(f"M{x - 4.6:g} 8.4C{x - 4:g} 4.6 {x + 4:g} 4.6 {x + 4.6:g} 8.4"
                     f"C{x + 4:g} 11.6 {x - 4:g} 11.6 {x - 4.6:g} 8.4Z"
                     for x in middles[:aboard])  # fmt: skip
    return (
        path("".join(seats[aboard:]), "line", stroke_width=1.5, stroke_dasharray="2.6 2.6"),
        path("".join(seats[:aboard]), "line fill-glow", stroke_width=1.6),
        path(visors, "fill-den"),
    )


def _bin(kind: str) -> Symbol:
    """Return a stock in one's own kit; the number stands below the goods."""
    name = "award" if kind == "award" else f"ware-{kind}"
    return Symbol(
        id=f"stock-{kind}",
        width=104,
        height=112,
        drawing=(
            el("rect", class_="line fill-paper", x=2, y=2, width=100, height=108, rx=10,
               stroke_width=2.6),
            use(name, 52, 38, 57, 57),
        ),
        caption=Caption(y=33, size=36, bold=True),
    )  # fmt: skip
