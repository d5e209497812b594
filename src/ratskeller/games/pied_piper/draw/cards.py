"""What is printed for The Pied Piper alone: Action cards, piles, and the sign of every trade.

The five houses bear the signs of their trades. A sign is also what marks a player beside a name:
seats borrow five of the six inks that the rats have, so a seat must never be told by ink alone, and
no rat ever wears a trade sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from ratskeller.draw import icons
from ratskeller.draw.palette import TONES
from ratskeller.draw.pieces import card_front
from ratskeller.draw.posters import POSTER_HEIGHT, POSTER_WIDTH
from ratskeller.draw.prints import CARD_HEIGHT, CARD_WIDTH, card_back
from ratskeller.draw.svg import Element, el, group, path
from ratskeller.draw.symbol import Symbol, symbol
from ratskeller.draw.town import SHIELD
from ratskeller.games.pied_piper.rules.state import (
    BACK,
    DOUBLE,
    FORWARD,
    MELODY,
    PLUS,
    SEWER,
    UNKNOWN,
    Card,
)

# --- trades -------------------------------------------------------------------------------------

TRADES: Final = ("mill", "loaf", "anvil", "mug", "hide")
"""The sign of every house: mill house, bakehouse, smithy, brewhouse, tannery."""
SEAT_INKS: Final = ("teal", "ochre", "rust", "moss", "plum")
"""The ink of every seat; soot is left to the houses that belong to nobody."""

_SIGNS: Final[Mapping[str, str]] = {
    "mill": (
        "M10.6 10.6L4.2 8.2L1.6 3.6L3.6 1.6L8.2 4.2L12 9.4L13.4 10.6L15.8 4.2L20.4 1.6L22.4 3.6"
        "L19.8 8.2L14.6 12L13.4 13.4L19.8 15.8L22.4 20.4L20.4 22.4L15.8 19.8L12 14.6L10.6 13.4"
        "L8.2 19.8L3.6 22.4L1.6 20.4L4.2 15.8L9.4 12Z"
    ),
    "loaf": (
        "M2 15.5C1.2 8.8 6.4 5.4 12 5.4C17.6 5.4 22.8 8.8 22 15.5C21.8 18.2 20.4 19.2 18.4 19.2"
        "H5.6C3.6 19.2 2.2 18.2 2 15.5ZM7 8.4L9 13.4M11.4 7.6L13.4 12.8M15.8 8L17.8 12.8"
    ),
    "anvil": (
        "M1.6 6.4L7 5.2H20.6C22 5.2 22.4 6.2 21.8 7.2C20.4 9.6 17.8 11.2 14.8 11.6V14.4L18.8 18.2"
        "V20.6H6V18.2L10 14.4V11.8C6.2 11.6 3 9.8 1.6 6.4Z"
    ),
    "mug": (
        "M3.6 3.4H16V6.6H18.2C21.4 6.6 22.4 8.6 22.4 11.6C22.4 15.4 20.4 17.2 16 17.2V20.8H3.6Z"
        "M16 9.8V14C18.2 14 19.2 13.2 19.2 11.6C19.2 10.2 18.8 9.8 16 9.8ZM7.4 7.6V16.8M12 7.6V16.8"
    ),
    "hide": (
        "M8.4 1.8C9.6 4.4 14.4 4.4 15.6 1.8L18.6 4C17.4 7 19.2 8.8 22.4 8.8V13C19.2 13 18 15.4 19.2"
        " 19.4L16.2 22C15 18.8 9 18.8 7.8 22L4.8 19.4C6 15.4 4.8 13 1.6 13V8.8C4.8 8.8 6.6 7 5.4 4Z"
    ),
}


def trade_glyph(trade: str) -> Element:
    """Return the sign of a trade in a square of 24, coloured by the tone around it."""
    return path(_SIGNS[trade], "line fill-tone", stroke_width=1.8)


@cache
def trade_symbols() -> tuple[Symbol, ...]:
    """Return `glyph-mill` and so on."""
    return tuple(symbol(f"glyph-{trade}", 24, 24, (trade_glyph(trade),)) for trade in TRADES)


@cache
def house_symbols() -> tuple[Symbol, ...]:
    """Return the hanging sign of every house, and its tracker once somebody has taken it."""
    tones = {tone.ink: tone.name for tone in TONES}
    signs: list[Symbol] = []
    for trade, ink in zip(TRADES, SEAT_INKS, strict=True):
        signs.append(symbol(f"trade-{trade}", 60, 60, _hanging(trade, tones[ink])))
        signs.append(symbol(f"trade-{trade}-neutral", 60, 60, _hanging(trade, tones["soot"])))
        signs.append(symbol(f"taken-{trade}", 60, 66, _taken(trade, tones[ink])))
    return (*trade_symbols(), *signs)


_WINDOW: Final = 15.0
_ROOFS: Final = (7, 8)


@cache
def floor_symbols() -> tuple[Symbol, ...]:
    """Return `floors-3-7` and so on: seven windows in a row, three of them with eyes; the last is the roof's."""
    return tuple(
        symbol(f"floors-{level}-{roof}", _WINDOW * roof, 22, _windows(level, roof))
        for roof in _ROOFS
        for level in range(roof + 1)
    )


def _windows(level: int, roof: int) -> tuple[Element, ...]:
    eyes = "M{0:g} 11a1.7 1.7 0 1 0 .1 0ZM{1:g} 11a1.7 1.7 0 1 0 .1 0Z"
    panes = []
    for floor in range(roof):
        x = _WINDOW * floor + 1.5
        ink = ("rust" if floor == roof - 1 else "glow") if floor < level else "pane"
        panes.append(el("rect", class_=f"line fill-{ink}", x=x, y=3, width=_WINDOW - 3, height=16,
                        rx=1.5, stroke_width=1.6))  # fmt: skip
        if floor < level:
            panes.append(path(eyes.format(x + 3.6, x + 8.4), "fill-den"))
    return tuple(panes)


def _hanging(trade: str, tone: str) -> tuple[Element, ...]:
    return (
        el("circle", class_="line fill-paper", cx=30, cy=30, r=27, stroke_width=3.2),
        _sign(trade, tone, 30, 30),
    )


def _taken(trade: str, tone: str) -> tuple[Element, ...]:
    return (path(SHIELD, "line fill-paper", stroke_width=3.6), _sign(trade, tone, 30, 30))


def _sign(trade: str, tone: str, x: float, y: float) -> Element:
    drawing = path(_SIGNS[trade], "line fill-tone", stroke_width=1.6)
    return group(
        drawing, class_=f"tone-{tone}", transform=f"translate({x:g} {y:g}) scale(1.6) "
        "translate(-12 -12)",
    )  # fmt: skip


# --- Action cards -------------------------------------------------------------------------------

CARD_NAMES: Final = ("forward", "double", "back", "sewer", "plus", "melody")
"""By kind of card; the names are those of the data file."""

_INKS: Final = ("moss", "moss", "rust", "teal", "ochre", "plum")


def card_symbol(card: Card, *, face_down: bool = False) -> str:
    """Return the id of a card's symbol. What nobody may look at has one back for all."""
    if card == UNKNOWN:
        return "card-back"
    return f"{'veiled' if face_down else 'action'}-{CARD_NAMES[card]}"


@cache
def card_symbols() -> tuple[Symbol, ...]:
    """Return `action-forward` and so on, `veiled-forward` and so on, and the back they share."""
    fronts = (
        card_front(f"action-{name}", ink, drawing)
        for name, ink, drawing in zip(CARD_NAMES, _INKS, _drawings(), strict=True)
    )
    veiled = (
        symbol(f"veiled-{name}", CARD_WIDTH, CARD_HEIGHT, _veiled(drawing))
        for name, drawing in zip(CARD_NAMES, _drawings(), strict=True)
    )
    return (*fronts, *veiled, card_back())


def _drawings() -> tuple[tuple[Element, ...], ...]:
    drawn: Mapping[Card, tuple[Element, ...]] = {
        FORWARD: (icons.arrow_forward(),),
        DOUBLE: (icons.arrow_forward(-17, 0.88), icons.arrow_forward(17, 0.88)),
        BACK: (icons.arrow_back(),),
        SEWER: icons.sewer(),
        PLUS: icons.plus_one(),
        MELODY: icons.melody(),
    }
    return tuple(drawn[card] for card in range(UNKNOWN))


def _veiled(drawing: Iterable[Element]) -> tuple[Element, ...]:
    """Return one's own face-down card: the back that others see, with a hole to look through."""
    return (
        el("rect", class_="line fill-soot", x=1.5, y=1.5, width=101, height=77, rx=7,
           stroke_width=2.6),
        el("path", d="M6 6H98V74H6Z", fill="url(#hatch-slanting)"),
        el("ellipse", class_="line fill-paper", cx=52, cy=40, rx=41, ry=30, stroke_width=2.4),
        el("g", *drawing, transform="translate(52 43) scale(.72)"),
    )  # fmt: skip


# --- discards -----------------------------------------------------------------------------------


@cache
def pile_symbols() -> tuple[Symbol, ...]:
    """Return the two discard piles. Nobody knows which card lies on top, so none is drawn."""
    return (
        symbol("discards-action", CARD_WIDTH, CARD_HEIGHT, _strewn(CARD_WIDTH, CARD_HEIGHT)),
        symbol(
            "discards-character", POSTER_WIDTH, POSTER_HEIGHT, _strewn(POSTER_WIDTH, POSTER_HEIGHT)
        ),
    )


def _strewn(width: float, height: float) -> tuple[Element, ...]:
    """Return three printed sheets, each turned a little."""
    w, h = width - 14, height - 14
    sheet = f"M{-w / 2} {-h / 2}H{w / 2}V{h / 2}H{-w / 2}Z"
    middle = f"translate({width / 2:g} {height / 2:g})"
    border = f"M{8 - w / 2} {8 - h / 2}H{w / 2 - 8}V{h / 2 - 8}H{8 - w / 2}Z"
    return (
        *(
            path(sheet, "line fill-paper", stroke_width=2.6, transform=f"{middle} rotate({turn})")
            for turn in (-7, 6, 0)
        ),
        path(border, "line line-cobble", stroke_width=3.4, transform=middle),
    )
