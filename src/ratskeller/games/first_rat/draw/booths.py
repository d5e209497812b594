"""The three booths, drawn: an umbrella each, its keeper, the price, a shelf for what is on offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.games.first_rat.draw.goods import Drawing, placed
from ratskeller.games.first_rat.draw.layout import SPACES, STALLS

UMBRELLA_INKS: Final[Mapping[str, str]] = {"hamster": "rust", "frog": "moss", "crow": "plum"}

_CANOPY: Final = "M-50 0C-46 -34 -22 -46 0 -46C22 -46 46 -34 50 0C42 -7 33 -7 25 0C17 -7 8 -7 0 0C-8 -7 -17 -7 -25 0C-33 -7 -42 -7 -50 0Z"
_PANELS: Final = "M-25 0C-24 -24 -10 -42 0 -46C-30 -44 -46 -24 -50 0C-42 -7 -33 -7 -25 0ZM25 0C24 -24 10 -42 0 -46C-1 -30 0 -14 0 0C8 -7 17 -7 25 0Z"


def draw_booths(prices: Mapping[str, int]) -> Iterable[Element]:
    """Return all booths; prices are numbers of cheese."""
    for name in STALLS:
        yield from _shelf(name)
        yield _booth(name, prices[name])


def parasols(spaces: Mapping[str, int]) -> Iterable[Element]:
    """Return a small umbrella on the edge of every space that has a booth beside it."""
    for name, space in spaces.items():
        x, y = SPACES[space]
        yield group(
            path("M0 -2V26", stroke_width=3),
            group(_umbrella(name), transform="scale(.46)"),
            transform=f"translate({x + 50:g} {y - 42:g}) rotate(14)",
        )


def _umbrella(name: str) -> Drawing:
    return (
        path(_CANOPY, "line fill-paper", stroke_width=3),
        path(_PANELS, f"fill-{UMBRELLA_INKS[name]}"),
        path(_CANOPY, stroke_width=3),
        path("M0 -46V-53", stroke_width=4),
    )


def _shelf(name: str) -> Iterable[Element]:
    points = STALLS[name].shelf
    left, right = points[0][0] - 34, points[-1][0] + 34
    y = points[0][1] + 36
    if name == "crow":
        left, right, y = points[0][0] - 30, points[-1][0] + 28, points[0][1] + 30
    yield path(f"M{left} {y}H{right}V{y + 9}H{left}Z", "line fill-timber", stroke_width=2.4)
    yield path(f"M{left + 14} {y + 9}V{y + 22}M{right - 14} {y + 9}V{y + 22}", stroke_width=4)


def _booth(name: str, price: int) -> Element:
    """Return umbrella, keeper and price; the keeper stands in front of the pole."""
    stall = STALLS[name]
    return group(
        path("M0 0V-58", stroke_width=5),
        placed(_KEEPERS[name](), 0, -20, 0.92),
        group(_umbrella(name), transform="translate(0 -43)"),
        _price(price),
        transform=f"translate({stall.x:g} {stall.y:g})",
    )


def _price(price: int) -> Element:
    return group(
        path("M-29 -14H29V14H-29Z", "line fill-paper", stroke_width=2.4),
        el("text", str(price), class_="word word-bold", x=-11, y=8, font_size=23),
        use("ware-cheese", 14, 0, 25, 25),
        transform="translate(0 6)",
    )


# --- keepers ------------------------------------------------------------------------------------


def _hamster() -> Drawing:
    return (
        path("M-24 18C-30 2 -24 -8 -16 -12C-22 -22 -10 -26 -6 -17C-2 -18.6 2 -18.6 6 -17"
             "C10 -26 22 -22 16 -12C24 -8 30 2 24 18Z", "line fill-ochre", stroke_width=2.4),
        path("M-20 6C-14 -2 -4 0 0 4C4 0 14 -2 20 6C18 14 8 17 0 14C-8 17 -18 14 -20 6Z",
             "line fill-paper", stroke_width=1.8),
        path("M-9 -6A2.6 2.6 0 1 0 -9 -5.9ZM13 -6A2.6 2.6 0 1 0 13 -5.9Z", "fill-den"),
        path("M-3 4H3L0 7.4Z", "fill-den"),
        path("M-2 9V13H2V9", "line fill-pane", stroke_width=1.4),
    )  # fmt: skip


def _frog() -> Drawing:
    return (
        path("M-26 16C-28 2 -24 -6 -18 -8C-20 -20 -6 -21 -5 -11C-2 -12 2 -12 5 -11"
             "C6 -21 20 -20 18 -8C24 -6 28 2 26 16Z", "line fill-moss", stroke_width=2.4),
        path("M-12 -16A4.4 4.4 0 1 0 -12 -7.2A4.4 4.4 0 1 0 -12 -16ZM12 -16A4.4 4.4 0 1 0 12 -7.2"
             "A4.4 4.4 0 1 0 12 -16Z", "line fill-eye", stroke_width=1.6),
        path("M-12 -13.6V-9.6M12 -13.6V-9.6", "line line-den", stroke_width=2.6),
        path("M-19 3C-10 11 10 11 19 3", "line line-den", stroke_width=2.4),
    )  # fmt: skip


def _crow() -> Drawing:
    return (
        path("M-20 18C-24 -2 -16 -18 -2 -19C10 -20 17 -13 18 -5L34 2L18 6C20 11 21 15 21 18Z",
             "line fill-soot", stroke_width=2.4),
        path("M17 -6L34 2L17 6C14 2 14 -3 17 -6Z", "line fill-ochre", stroke_width=2.2),
        path("M4 -11A4.4 4.4 0 1 0 4 -2.2A4.4 4.4 0 1 0 4 -11Z", "line fill-eye", stroke_width=1.6),
        path("M5 -6.8A1.6 1.6 0 1 0 5 -6.7Z", "fill-den"),
        path("M-8 -19L-12 -27L-3 -21L-1 -29L4 -19Z", "line fill-soot", stroke_width=2),
    )  # fmt: skip


_KEEPERS: Final[Mapping[str, Callable[[], Drawing]]] = {
    "hamster": _hamster,
    "frog": _frog,
    "crow": _crow,
}
