"""The signs of the houses: what is baked, forged, brewed or taught there.

Houses are named in reading order of the map, and so are these; `nouns.py` calls them by the same
trades.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ratskeller.draw.svg import Element, el, group, path

TRADES: Final = (
    "bakery",
    "smithy",
    "town hall",
    "church",
    "mill",
    "brewery",
    "inn",
    "school",
    "tannery",
    "pottery",
)

_SIGNS: Final[Mapping[str, str]] = {
    "bakery": ("M0 3C-3 8 -9 8 -10 2C-11 -4 -4 -6 1 1L6 8M0 3C3 8 9 8 10 2C11 -4 4 -6 -1 1L-6 8"),
    "smithy": (
        "M-11 -6L-6 -7H8C10 -7 11 -6 10 -4C9 -2 6 -1 3 0V3L7 6V9H-7V6L-3 3V0C-7 0 -10 -2 -11 -6Z"
    ),
    "town hall": "M-9 8V-3L-9 -8L-4 -3L0 -9L4 -3L9 -8V8ZM-9 4H9",
    "church": "M-2 -10H2V-5H7V-1H2V10H-2V-1H-7V-5H-2Z",
    "mill": (
        "M-1 -1L-8 -3L-10 -9L-3 -8ZM1 -1L3 -8L9 -10L8 -3ZM1 1L8 3L10 9L3 8ZM-1 1L-3 8L-9 10L-8 3Z"
    ),
    "brewery": "M-8 -8H4V-5H7C10 -5 10 5 6 5H4V9H-8ZM4 -2V2H6C7 2 7 -2 6 -2ZM-4 -4V5M0 -4V5",
    "inn": "M-5 -9A4 4 0 1 1 -5 -1A4 4 0 1 1 -5 -9ZM-2 -3L8 7M5 4L8 1M2 1L4 -1",
    "school": "M0 -5C-3 -8 -8 -8 -11 -7V6C-8 5 -3 5 0 8C3 5 8 5 11 6V-7C8 -8 3 -8 0 -5ZM0 -5V8",
    "tannery": (
        "M-4 -10C-3 -7 3 -7 4 -10L7 -8C6 -5 7 -3 10 -3V2C7 2 6 4 7 8L4 10C3 7 -3 7 -4 10L-7 8"
        "C-6 4 -7 2 -10 2V-3C-7 -3 -6 -5 -7 -8Z"
    ),
    "pottery": "M-4 -9H4L3 -5C8 -3 8 5 4 9H-4C-8 5 -8 -3 -3 -5ZM4 -5C9 -6 10 0 6 1M-6 1H6",
}
_OPEN: Final = ("bakery",)
"""Signs that are one bent line, not a filled shape."""


def emblem(trade: str, x: float, y: float) -> Element:
    """Return the sign of a trade on a round shield, centred on a point."""
    sign = _SIGNS[trade]
    drawn = (
        (path(sign, "line", stroke_width=5), path(sign, "line line-ochre", stroke_width=2.2))
        if trade in _OPEN
        else (path(sign, "line fill-ochre", stroke_width=1.7),)
    )
    return group(
        el("circle", class_="line fill-paper", r=17.5, stroke_width=2.6),
        *drawn,
        transform=f"translate({x:g} {y:g})",
    )
