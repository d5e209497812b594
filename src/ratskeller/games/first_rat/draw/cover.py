"""The picture of First Rat for the front page: by moonlight a family of rats runs to its rocket."""

from __future__ import annotations

from typing import Final

from ratskeller.draw.cover import cover as printed
from ratskeller.draw.pen import cuts, smooth
from ratskeller.draw.pieces import pieces
from ratskeller.draw.svg import Element, group, path, use
from ratskeller.draw.symbol import Symbol
from ratskeller.games.first_rat.draw.goods import goods_symbols
from ratskeller.games.first_rat.draw.layout import PORTHOLES, ROCKET_X
from ratskeller.games.first_rat.draw.pieces import piece_symbols
from ratskeller.games.first_rat.draw.scenery import moon, star_field
from ratskeller.games.first_rat.draw.tracks import rocket

_SLOPE: Final = ((-20.0, 372.0), (110.0, 352.0), (230.0, 330.0), (350.0, 300.0), (470.0, 296.0),
                 (660.0, 290.0))  # fmt: skip
_RATS: Final = (
    ("rat-run-purple", 62.0, 326.0, 88.0, 7.0),
    ("rat-carry-yellow", 158.0, 308.0, 96.0, -8.0),
    ("rat-run-blue", 258.0, 288.0, 88.0, -11.0),
    ("rat-climb-red", 352.0, 250.0, 92.0, 4.0),
)
"""Symbol, middle, width and tilt."""
_WIRE: Final = ((-10.0, 96.0), (70.0, 150.0), (150.0, 168.0), (232.0, 158.0), (310.0, 120.0),
                (390.0, 136.0), (474.0, 118.0))  # fmt: skip
_WARES: Final = (
    ("ware-core", 262.0, 366.0, 34.0, 24.0),
    ("ware-calculator", 326.0, 356.0, 40.0, 14.0),
    ("ware-vinegar", 390.0, 352.0, 42.0, -10.0),
    ("ware-cheese", 456.0, 352.0, 42.0, 6.0),
    ("ware-tin", 522.0, 348.0, 42.0, -14.0),
    ("ware-soda", 586.0, 350.0, 40.0, 8.0),
)


_ROCKET: Final = 531 - 0.74 * ROCKET_X
"""How far the rocket of the yard is moved to stand in this picture."""


def cover(title: str) -> str:
    """Return a stand-alone picture."""
    return printed(title, _scene(), _symbols())


def _symbols() -> tuple[Symbol, ...]:
    wanted = {"bulb-on", "sign-rattronaut", *(name for name, *_ in _WARES)}
    own = (one for one in (*goods_symbols(), *piece_symbols()) if one.id in wanted)
    rats = (*(name for name, *_ in _RATS), "rat-astronaut-green", "rat-astronaut-red")
    return (*pieces(rats), *own)


def _scene() -> tuple[Element, ...]:
    """Return night, heap, string of lights, rocket and rats."""
    return (
        star_field(((60, 52, 6), (214, 40, 7), (300, 78, 5), (396, 46, 6), (604, 64, 7),
                    (420, 190, 5), (36, 210, 6), (330, 190, 5), (612, 180, 5))),
        *moon(128, 92, 56),
        *_heap(),
        *_lights(),
        group(rocket(), transform=f"translate({_ROCKET:g} 6) scale(.74)"),
        use("sign-rattronaut", PORTHOLES[0][0] * 0.74 + _ROCKET, 55, 30, 30),
        *_crew(),
        *_slope(),
        *(_turned(*ware) for ware in _WARES),
        *(_turned(*rat) for rat in _RATS),
    )  # fmt: skip


def _crew() -> tuple[Element, ...]:
    """Return two rats that are there already, each in its porthole."""
    return tuple(
        use(name, PORTHOLES[at][0] * 0.74 + _ROCKET, PORTHOLES[at][1] * 0.74 + 6, 40, 33)
        for at, name in ((1, "rat-astronaut-green"), (2, "rat-astronaut-red"))
    )


def _heap() -> tuple[Element, ...]:
    ridge = (
        "M0 400V250L40 226L84 236L120 206L170 214L214 190L250 204L300 176L352 196L400 180L452 212"
        "L520 204L580 220L640 200V400Z"
    )
    return (path(ridge, "line fill-shade line-cobble", stroke_width=3),)


def _slope() -> tuple[Element, ...]:
    edge = smooth(_SLOPE)
    shade = "".join(
        cuts(((x, y), (x + 40, y - 4)), (3, 22), 5, 4)
        for x, y in ((20, 372), (380, 305), (560, 297))
    )
    return (
        path(f"{edge}V420H-20Z", "line fill-den", stroke_width=3.4),
        path(shade, "fill-timber"),
    )


def _lights() -> tuple[Element, ...]:
    wire = smooth(_WIRE)
    return (
        path(wire, stroke_width=2.6),
        *(use("bulb-on", x, y + 15, 46, 46) for x, y in _WIRE[1:-1]),
    )


def _turned(name: str, x: float, y: float, width: float, turn: float) -> Element:
    height = width if name.startswith("ware") else width * 100 / 120
    return group(
        use(name, 0, 0, width, height), transform=f"translate({x:g} {y:g}) rotate({turn:g})"
    )
