"""The inks of the print, for day and for night, and the sums that prove they can be told apart.

A broadsheet has few inks.  They live here as data and nowhere else: drawings name an ink by a CSS
class, never by a number, so that switching the theme needs no new drawing, and so that the tests
can measure every pair that ever meets on the page.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

Theme: TypeAlias = Literal["light", "dark"]
Deficiency: TypeAlias = Literal["protanopia", "deuteranopia", "tritanopia"]
Hex: TypeAlias = str
"""A colour written ``#RRGGBB``."""

Rgb: TypeAlias = tuple[float, float, float]
Lab: TypeAlias = tuple[float, float, float]


class Tone(NamedTuple):
    """What marks a player or a tail: never a colour alone (WCAG 1.4.1)."""

    name: str
    ink: str
    glyph: str
    hatch: str


TONES: Final[tuple[Tone, ...]] = (
    Tone("red", "rust", "circle", "plain"),
    Tone("yellow", "ochre", "star", "dots"),
    Tone("blue", "teal", "triangle", "waves"),
    Tone("green", "moss", "leaf", "upright"),
    Tone("purple", "plum", "crescent", "slanting"),
    Tone("black", "soot", "square", "cross"),
)

TONE_INKS: Final[tuple[str, ...]] = tuple(tone.ink for tone in TONES)

SURFACES: Final[tuple[str, ...]] = ("ground", "paper", "shade", "plaster", "pane")
"""Everything an outline or a word may lie on."""

_LIGHT: Final[dict[str, Hex]] = {
    # the sheet
    "ground": "#F3E9D2",
    "ink": "#241F1A",
    # the six inks
    "rust": "#BC2C0C",
    "ochre": "#C98B1B",
    "teal": "#228791",
    "moss": "#5C7453",
    "plum": "#693975",
    "soot": "#3A393D",
    # tints of the sheet: a card, a cobbled lane, a plastered wall, a window
    "paper": "#FCF7E9",
    "shade": "#E5D7B8",
    "plaster": "#F8EFD9",
    "pane": "#FFFDF4",
    # a window with rats behind it, and their eyes
    "den": "#241F1A",
    "eye": "#F7C95C",
    # beams, leaves, the joints between cobbles, a lit lantern, a human face
    "timber": "#5A3D28",
    "foliage": "#8C9A66",
    "cobble": "#D2C096",
    "glow": "#F2C14E",
    "flesh": "#F7DDB8",
    # what is white by day and by night, too
    "enamel": "#FFFDF4",
}

_DARK: Final[dict[str, Hex]] = {
    "ground": "#17151C",
    "ink": "#F1E6CF",
    "rust": "#DE6F53",
    "ochre": "#EBB30B",
    "teal": "#64DFF3",
    "moss": "#B6E19D",
    "plum": "#B37DB9",
    "soot": "#AEA9AD",
    "paper": "#2B2733",
    "shade": "#221F2A",
    "plaster": "#332E3B",
    "pane": "#4A4453",
    "den": "#0C0A10",
    "eye": "#FFD873",
    "timber": "#8B7660",
    "foliage": "#44573F",
    "cobble": "#322C3D",
    "glow": "#FFD166",
    "flesh": "#D8B08A",
    "enamel": "#DCD5C6",
}

INKS: Final[Mapping[Theme, Mapping[str, Hex]]] = MappingProxyType(
    {"light": MappingProxyType(_LIGHT), "dark": MappingProxyType(_DARK)}
)

_FORCED: Final[dict[str, str]] = {
    "ground": "Canvas",
    "paper": "Canvas",
    "shade": "Canvas",
    "plaster": "Canvas",
    "pane": "Canvas",
    "den": "CanvasText",
    "eye": "Canvas",
    "ink": "CanvasText",
}
"""Inks given back to the system in forced-colours mode; the six tones stay, outlined by ``ink``."""


# --- style sheets -------------------------------------------------------------------------------


def theme_css(scope: str = ":root") -> str:
    """Return the custom properties of both themes and the ``tone-*`` classes.

    A page uses the default scope and switches with ``data-theme`` on any element.  A stand-alone
    drawing passes its own class, so that a notebook with many drawings is not repainted by one.
    """
    dark = "[data-theme=dark]" if scope == ":root" else f"{scope}[data-theme=dark]"
    light = "[data-theme=light]" if scope == ":root" else f"{scope}[data-theme=light]"
    by_day, by_night = _declarations(_LIGHT), _declarations(_DARK)
    dusk = f"{scope}:not([data-theme=light]){{{by_night}}}"
    forced = f"{scope},{light},{dark}{{forced-color-adjust:none;{_declarations(_FORCED)}}}"
    rules = [
        f"{scope}{{{by_day}}}",
        f"@media (prefers-color-scheme:dark){{{dusk}}}",
        f"{light}{{{by_day}}}",
        f"{dark}{{{by_night}}}",
        f"@media (forced-colors:active){{{forced}}}",
        *(f".tone-{tone.name}{{--tone:var(--{tone.ink})}}" for tone in TONES),
    ]
    return "\n".join(rules)


_FACE: Final = (
    'font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",'
    '"Noto Serif TC","Songti TC",Georgia,serif'
)


def drawing_css() -> str:
    """Return the classes through which every drawing gets its ink."""
    names = sorted({*_LIGHT, "tone"})
    rules = [
        ".line{fill:none;stroke:var(--ink);stroke-linejoin:round;stroke-linecap:round}",
        *(f".fill-{name}{{fill:var(--{name})}}" for name in names),
        *(f".line-{name}{{stroke:var(--{name})}}" for name in names),
        ".fill-none{fill:none}",
        ".place{fill:none;pointer-events:all}",
        f".word{{fill:var(--ink);text-anchor:middle;font-variant-numeric:tabular-nums;{_FACE}}}",
        ".word-bold{font-weight:700}",
        "@media (max-width:560px){.fine{display:none}}",
    ]
    return "\n".join(rules)


def _declarations(inks: Mapping[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in inks.items())


# --- contrast -----------------------------------------------------------------------------------


def contrast(one: Hex, other: Hex) -> float:
    """Return the WCAG 2 contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Hex) -> float:
    """Return the relative luminance of WCAG 2, from 0 (black) to 1 (white)."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def distance(one: Hex, other: Hex, deficiency: Deficiency | None = None) -> float:
    """Return the CIEDE2000 distance of two colours, as seen with a colour deficiency if given."""
    return _ciede2000(_lab(_seen(one, deficiency)), _lab(_seen(other, deficiency)))


_MACHADO: Final[Mapping[Deficiency, tuple[Rgb, Rgb, Rgb]]] = MappingProxyType(
    {
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)
"""Machado, Oliveira and Fernandes 2009, severity 1.0, on linear sRGB."""

DEFICIENCIES: Final[tuple[Deficiency, ...]] = tuple(_MACHADO)


def _seen(colour: Hex, deficiency: Deficiency | None) -> Rgb:
    """Return the linear sRGB that an eye with this deficiency takes from a colour."""
    rgb = _linear(colour)
    if deficiency is None:
        return rgb
    red, green, blue = (_clamp(_dot(row, rgb)) for row in _MACHADO[deficiency])
    return red, green, blue


def _linear(colour: Hex) -> Rgb:
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"a colour is written #RRGGBB, not {colour!r}")
    red, green, blue = (_expand(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _expand(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _clamp(channel: float) -> float:
    return min(1.0, max(0.0, channel))


def _dot(row: Rgb, rgb: Rgb) -> float:
    return row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]


_D65: Final[Rgb] = (0.95047, 1.0, 1.08883)


def _lab(rgb: Rgb) -> Lab:
    """Return CIE L*a*b* under D65 of a linear sRGB colour."""
    x = _bend(_dot((0.4124564, 0.3575761, 0.1804375), rgb) / _D65[0])
    y = _bend(_dot((0.2126729, 0.7151522, 0.0721750), rgb) / _D65[1])
    z = _bend(_dot((0.0193339, 0.1191920, 0.9503041), rgb) / _D65[2])
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bend(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _ciede2000(one: Lab, other: Lab) -> float:
    """Return the distance of Sharma, Wu and Dalal 2005 (their notation, their order)."""
    l1, a1, b1 = one
    l2, a2, b2 = other
    c_mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(c_mean**7 / (c_mean**7 + 25**7)))
    c1, h1 = _polar((1 + g) * a1, b1)
    c2, h2 = _polar((1 + g) * a2, b2)
    l_step, c_step = l2 - l1, c2 - c1
    h_turn = _turn(h1, h2) if c1 * c2 else 0.0
    h_step = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(h_turn / 2))
    l_mid, c_mid = (l1 + l2) / 2, (c1 + c2) / 2
    h_mid = (h1 + h_turn / 2) % 360 if c1 * c2 else h1 + h2
    s_l = 1 + 0.015 * (l_mid - 50) ** 2 / math.sqrt(20 + (l_mid - 50) ** 2)
    s_c = 1 + 0.045 * c_mid
    s_h = 1 + 0.015 * c_mid * _hue_weight(h_mid)
    lightness, chroma, hue = l_step / s_l, c_step / s_c, h_step / s_h
    return math.sqrt(
        lightness**2 + chroma**2 + hue**2 + _blue_rotation(c_mid, h_mid) * chroma * hue
    )


def _polar(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _turn(start: float, end: float) -> float:
    """Return the shorter way round from one hue to another, in degrees."""
    turn = end - start
    if turn > 180:
        return turn - 360
    return turn + 360 if turn < -180 else turn


def _hue_weight(hue: float) -> float:
    return (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )


def _blue_rotation(chroma: float, hue: float) -> float:
    spread = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    strength = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    return -math.sin(math.radians(2 * spread)) * strength
