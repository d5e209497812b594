r"""Faces: a rat looks at you, and its hat, ears and eyes say who it is.

       _    ___    _
      ( `--´   `--´ )     a face is built in layers, as a printer would: ears and what hangs behind
       \   o   o   /      them, the head, eyes and what is worn over them, snout, hat. Each layer is
     ---\    .    /---    chosen by a word, so that a game can bring faces as data.
         `--(_)--´

Drawings name their inks by class, so one drawing serves day and night.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from ratskeller.draw.palette import TONES, Theme, drawing_css, theme_css
from ratskeller.draw.pen import cuts
from ratskeller.draw.svg import Element, el, group, path, write

SIZE: Final = 100.0
_OUTLINE: Final = 3.0
_FINE: Final = 2.0

Drawing: TypeAlias = tuple[Element, ...]
Drawer: TypeAlias = Callable[[], Drawing]


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """The features of a face by their names; what is left out is plain."""

    hat: str = "none"
    ears: str = "whole"
    eyes: str = "round"
    glasses: str = "none"
    mouth: str = "smile"
    whiskers: str = "long"
    scar: str = "none"
    tone: str = "red"


class UnknownFeature(ValueError):
    """A face asks for something nobody can draw; the message says what can be drawn."""


def face(features: Face) -> Drawing:
    """Return a face in a box of 100 by 100. Raises `UnknownFeature`."""
    tones = {tone.name: () for tone in TONES}
    _known("tone", features.tone, tones)
    front, behind = _chosen("hat", features.hat, HATS), _BEHIND.get(features.hat)
    return (
        el("circle", class_="line fill-shade", cx=50, cy=50, r=47.5, stroke_width=_OUTLINE),
        group(
            *(behind() if behind else ()),
            *_chosen("ears", features.ears, EARS),
            path(_HEAD, "line fill-paper", stroke_width=_OUTLINE),
            _shading(),
            *_chosen("whiskers", features.whiskers, WHISKERS),
            *_chosen("mouth", features.mouth, MOUTHS),
            path(_NOSE, "line fill-tone", stroke_width=_FINE),
            *_chosen("eyes", features.eyes, EYES),
            *_chosen("scar", features.scar, SCARS),
            *front,
            *_chosen("glasses", features.glasses, GLASSES),
            class_=f"tone-{features.tone}",
        ),
    )


_DROPS: Final = 8
"""Bytes of a print; each decides a feature."""


@lru_cache(1 << 10)  # the names at a table are the same with every move
def print_of(name: str) -> str:
    """Return what is left of a name to draw a face by; the name cannot be read from it."""
    return hashlib.sha256(name.encode()).digest()[:_DROPS].hex()


def likeness(name: str, tone: str) -> Face:
    """Return the face of a person: always the same one for a name."""
    return face_of(print_of(name), tone)


def face_of(print_: str, tone: str) -> Face:
    """Return the face that a print stands for."""
    drops = iter(bytes.fromhex(print_))

    def picked(drawers: Mapping[str, Drawer]) -> str:
        return list(drawers)[next(drops) % len(drawers)]

    return Face(
        hat=picked(HATS),
        ears=picked(EARS),
        eyes=picked(EYES),
        glasses=picked(GLASSES),
        mouth=picked(MOUTHS),
        whiskers=picked(WHISKERS),
        tone=tone,
    )


@cache
def portrait(features: Face, theme: Theme | None = None) -> str:
    """Return a stand-alone SVG; without a theme it follows the reader's system."""
    css = f"{theme_css('.face')}\n{drawing_css()}"
    return write(
        el(
            "svg",
            el("style", css),
            *face(features),
            xmlns="http://www.w3.org/2000/svg",
            viewBox="0 0 100 100",
            class_="face",
            data_theme=theme,
        )
    )


def _chosen(feature: str, name: str, drawers: Mapping[str, Drawer]) -> Drawing:
    _known(feature, name, drawers)
    return drawers[name]()


def _known(feature: str, name: str, known: Mapping[str, object]) -> None:
    if name not in known:
        raise UnknownFeature(f"{feature} “{name}” cannot be drawn; possible: {', '.join(known)}")


def _nothing() -> Drawing:
    return ()


# --- the head -----------------------------------------------------------------------------------

_HEAD: Final = """
    M50 93 C42 93 37 88 33 80 C24 72 19 62 20 51 C21 36 34 28 50 28 C66 28 79 36 80 51
    C81 62 76 72 67 80 C63 88 58 93 50 93 Z"""
_NOSE: Final = "M43.5 77 C43.5 73 56.5 73 56.5 77 C56.5 81 53 84 50 84 C47 84 43.5 81 43.5 77 Z"
_EAR: Final = "M30 40 C17 42 8 33 9 22 C10 11 22 7 31 13 C38 18 41 26 40 33 C38 37 34 39 30 40 Z"
_INNER: Final = "M29 34 C20 35 14 29 15 22 C16 16 23 13 29 17 C33 20 35 26 34 30 Z"
_TORN: Final = (
    "M30 40 C17 42 8 33 9 22 C10 17 13 13 17 11 L22 19 L26 11 C33 13 41 24 40 33 "
    "C38 37 34 39 30 40 Z"
)
_MIRROR: Final = "translate(100 0) scale(-1 1)"


def _ear(outline: str = _EAR) -> Drawing:
    return (
        path(outline, "line fill-paper", stroke_width=_OUTLINE),
        path(_INNER, "fill-tone"),
    )


def _both(drawing: Drawing) -> Drawing:
    """Return a drawing of the left side, and the same on the right."""
    return (*drawing, group(*drawing, transform=_MIRROR))


def _one_torn() -> Drawing:
    torn = (
        path(_TORN, "line fill-paper", stroke_width=_OUTLINE),
        path("M29 34 C20 35 14 29 15 23 L21 26 L27 22 C32 23 35 27 34 30 Z", "fill-tone"),
    )
    return (*torn, group(*_ear(), transform=_MIRROR))


def _one_ringed() -> Drawing:
    ring = el("circle", class_="line line-ink fill-none", cx=12, cy=33, r=5.2, stroke_width=2.4)
    gold = el("circle", class_="line line-ochre", cx=12, cy=33, r=5.2, stroke_width=1.4)
    return (*_both(_ear()), ring, gold)


def _shading() -> Element:
    left = cuts(((22.5, 58), (31, 75)), (7, -1.5), 5, 2.3)
    return group(*_both((path(left, "fill-ink"),)))


EARS: Final[dict[str, Drawer]] = {
    "whole": lambda: _both(_ear()),
    "torn": _one_torn,
    "ring": _one_ringed,
}

# --- eyes, and what is worn over them -----------------------------------------------------------


def _round_eye() -> Drawing:
    return (
        el("ellipse", class_="fill-ink", cx=37, cy=54, rx=4.6, ry=5.6),
        el("circle", class_="fill-paper", cx=38.6, cy=51.8, r=1.7),
    )


def _wide_eye() -> Drawing:
    return (
        el("circle", class_="line fill-enamel", cx=37, cy=54, r=7.4, stroke_width=_FINE),
        el("circle", class_="fill-den", cx=38, cy=54.5, r=3.8),
        el("circle", class_="fill-enamel", cx=39.4, cy=52.8, r=1.3),
    )


def _keen_eye() -> Drawing:
    return (
        path("M29 55 C32 48 41 48 45 56 C40 60 33 60 29 55 Z", "line fill-eye", stroke_width=_FINE),
        el("ellipse", class_="fill-den", cx=37.6, cy=54.6, rx=2, ry=4),
        path("M27 48 C33 43.5 41 45 46 50.5", stroke_width=_OUTLINE),
    )


def _sleepy_eye() -> Drawing:
    return (
        path("M29.5 53 H45 C44 60 31 60 29.5 53 Z", "line fill-enamel", stroke_width=_FINE),
        path("M33.5 53 H41 C41 58 34 58 33.5 53 Z", "fill-den"),
        path("M28 52.6 C33 48.5 41 48.5 46 52.6", stroke_width=_OUTLINE),
    )


def _laughing_eye() -> Drawing:
    return (path("M30 56 C33 49 41 49 44 56", stroke_width=_OUTLINE),)


EYES: Final[dict[str, Drawer]] = {
    "round": lambda: _both(_round_eye()),
    "wide": lambda: _both(_wide_eye()),
    "keen": lambda: _both(_keen_eye()),
    "sleepy": lambda: _both(_sleepy_eye()),
    "laughing": lambda: _both(_laughing_eye()),
}


def _spectacles() -> Drawing:
    glass = (el("circle", class_="line", cx=36.5, cy=54, r=10.5, stroke_width=2.4),)
    return (*_both(glass), path("M47 52 C49 50 51 50 53 52 M26 51 L20 48 M74 51 L80 48"))


def _monocle() -> Drawing:
    return (
        el("circle", class_="line line-ochre", cx=63, cy=54, r=10.8, stroke_width=4),
        el("circle", class_="line", cx=63, cy=54, r=12.4, stroke_width=1.4),
        path("M73.5 60 C80 70 80 80 76 90", stroke_width=1.6),
    )


def _patch() -> Drawing:
    return (
        path("M21 44 L78 61", stroke_width=2.6),
        path("M27 47 C33 44 43 47 46 52 C46 60 41 65 36 64 C30 63 26 55 27 47 Z",
             "line fill-soot", stroke_width=_FINE),
    )  # fmt: skip


GLASSES: Final[dict[str, Drawer]] = {
    "none": _nothing,
    "round": _spectacles,
    "monocle": _monocle,
    "patch": _patch,
}

# --- snout --------------------------------------------------------------------------------------


def _tooth() -> Drawing:
    return (
        path("M46.5 86 H53.5 V91.5 H46.5 Z M50 86 V91.5", "line fill-enamel", stroke_width=1.6),
        path("M40 84 C43 87.5 57 87.5 60 84", stroke_width=_FINE),
    )


MOUTHS: Final[dict[str, Drawer]] = {
    "smile": lambda: (path("M50 83 V86 M50 86 C47 90 41 89 39 84.5 M50 86 C53 90 59 89 61 84.5",
                           stroke_width=_FINE),),
    "teeth": _tooth,
    "smirk": lambda: (path("M50 83 V86 C53 89.5 60 88 62.5 82 M50 86 L43 86.5",
                           stroke_width=_FINE),),
    "stern": lambda: (path("M50 83 V87 M43 88.5 C46 86 54 86 57 88.5", stroke_width=_FINE),),
}  # fmt: skip

_LONG: Final = "M35 79 C26 77 16 77 6 80 M35 82.5 C27 83 18 86 10 91"
_SHORT: Final = "M35 79 L25 77.5 M35 82.5 L26 85"
_CURLED: Final = "M36 80 C26 76 14 76 11 82 C9.5 86 14 88.5 16.5 85.5 M36 83.5 C30 84 25 87 23 91"

WHISKERS: Final[dict[str, Drawer]] = {
    "long": lambda: _both((path(_LONG, stroke_width=1.6),)),
    "short": lambda: _both((path(_SHORT, stroke_width=1.6),)),
    "curled": lambda: _both((path(_CURLED, stroke_width=2.2),)),
}

SCARS: Final[dict[str, Drawer]] = {
    "none": _nothing,
    "cheek": lambda: (path("M64 62 L73 71 M65 68 L69 63.5 M69.5 72 L73.5 67.5",
                           stroke_width=_FINE),),
    "brow": lambda: (path("M30 40 L40 66", "line line-paper", stroke_width=4.5),
                     path("M31 41 L36 49 M38.6 60 L41 66", stroke_width=_FINE)),
}  # fmt: skip

# --- hats ---------------------------------------------------------------------------------------


def _bonnet() -> Drawing:
    """Return a goose girl's kerchief, knotted under the chin."""
    return (
        path("M17 52 C14 28 30 15 50 15 C70 15 86 28 83 52 C76 38 66 33 50 33 C34 33 24 38 17 52 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        path("M24 36 C32 26 40 23 50 23 C60 23 68 26 76 36", "line line-paper", stroke_width=2.2),
        *_both((path("M34 24 L36 28 M46 18.5 L46.5 22.5", "line line-paper", stroke_width=1.8),)),
    )  # fmt: skip


def _cap() -> Drawing:
    """Return a baker's cap, soft and floury."""
    return (
        path("M27 33 C16 30 16 16 29 15 C32 5 47 3 53 9 C62 3 75 8 74 18 C84 20 83 33 73 34 Z",
             "line fill-enamel", stroke_width=_OUTLINE),
        path("M27 30 C40 25 60 25 73 31 L72 40 C60 34 40 34 28 39 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        path(cuts(((36, 24), (62, 22)), (1, -9), 4, 2), "fill-den"),
    )  # fmt: skip


def _wimple() -> Drawing:
    """Return a widow's cloth: white around the face, and a band."""
    return (
        path("M19 50 C17 28 32 15 50 15 C68 15 83 28 81 50 C73 38 64 34 50 34 C36 34 27 38 19 50 Z",
             "line fill-enamel", stroke_width=_OUTLINE),
        path("M21 41 C30 29 39 26 50 26 C61 26 70 29 79 41", "line line-tone", stroke_width=4),
    )  # fmt: skip


def _beret() -> Drawing:
    """Return a clerk's cap with a quill in it."""
    return (
        path("M74 32 C84 26 90 14 88 3 C78 7 69 17 68 29 Z",
             "line fill-enamel", stroke_width=_FINE),
        path("M70 31 C77 22 82 14 86 6 M76 23 L82 23 M79 17 L85 17", stroke_width=1.4),
        path("M23 38 C12 32 18 14 42 13 C66 11 84 20 78 38 C62 32 40 31 23 38 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        path(cuts(((28, 34), (30, 22)), (10, -1), 4, 2.4), "fill-ink"),
    )  # fmt: skip


def _veil() -> Drawing:
    """Return the front of an abbess's veil."""
    return (
        path("M20 48 C19 28 33 16 50 16 C67 16 81 28 80 48 C76 36 66 32 50 32 C34 32 24 36 20 48 Z",
             "line fill-enamel", stroke_width=_FINE),
        path("M15 56 C8 26 28 8 50 8 C72 8 92 26 85 56 C84 34 70 22 50 22 C30 22 16 34 15 56 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        path("M50 9.5 V20.5 M45.5 14 H54.5", "line line-ochre", stroke_width=2.6),
    )  # fmt: skip


def _veil_behind() -> Drawing:
    return (
        path("M15 50 C6 70 8 84 14 90 C30 99 70 99 86 90 C92 84 94 70 85 50 Z",
             "line fill-tone", stroke_width=_OUTLINE),
    )  # fmt: skip


def _kerchief() -> Drawing:
    """Return a bandana with its knot at the side."""
    return (
        path("M81 40 L95 35 L90 45 L96 52 L81 47 Z", "line fill-tone", stroke_width=_FINE),
        path("M21 44 C23 27 36 22 50 22 C64 22 77 27 79 44 C66 36 34 36 21 44 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        *(el("circle", class_="fill-paper", cx=x, cy=y, r=2)
          for x, y in ((33, 33), (44, 29), (56, 29), (67, 33), (50, 34))),
    )  # fmt: skip


def _leaf() -> Drawing:
    """Return a leaf for a hat; a nestling has no other."""
    return (
        path("M26 35 C28 17 50 8 76 18 C72 34 50 42 26 35 Z",
             "line fill-foliage", stroke_width=_OUTLINE),
        path("M28 34 C42 31 58 26 73 19 M41 31 L43 22 M52 27.5 L53 19 M44 30.5 L51 34 M56 26 L62 29",
             stroke_width=1.6),
        path("M26 35 C21 37 18 40 17 44", stroke_width=2.6),
    )  # fmt: skip


def _thimble() -> Drawing:
    """Return a thimble, worn like a bowler."""
    dots = ((40, 16), (50, 15), (60, 16), (38, 23), (46, 22), (54, 22), (62, 23))
    return (
        path("M34 32 L37 10 C40 4 60 4 63 10 L66 32 Z", "line fill-soot", stroke_width=_OUTLINE),
        path("M30 31 C40 27 60 27 70 31 C72 36 68 38 66 37 C56 33 44 33 34 37 C31 38 28 36 30 31 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        *(el("circle", class_="fill-paper", cx=x, cy=y, r=1.6) for x, y in dots),
    )  # fmt: skip


def _crown() -> Drawing:
    return (
        path("M28 36 L24 12 L37 23 L50 7 L63 23 L76 12 L72 36 C60 31 40 31 28 36 Z",
             "line fill-ochre", stroke_width=_OUTLINE),
        path("M29 31 C40 26.5 60 26.5 71 31", stroke_width=_FINE),
        *(el("circle", class_="line fill-tone", cx=x, cy=y, r=2.8, stroke_width=1.6)
          for x, y in ((24, 11), (50, 6.5), (76, 11))),
    )  # fmt: skip


def _feathered() -> Drawing:
    """Return a roof runner's pointed hat with a feather."""
    return (
        path("M70 27 C84 25 92 12 88 3 C78 5 68 12 64 24 Z",
             "line fill-foliage", stroke_width=_FINE),
        path("M67 27 C74 21 81 14 86 6", stroke_width=1.4),
        path("M26 34 C30 18 42 6 60 6 C66 12 72 24 74 34 C60 28 40 28 26 34 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        path("M16 41 C28 27 72 27 84 41 C86 46 80 46 76 43 C62 35 38 35 24 43 C20 46 14 46 16 41 Z",
             "line fill-tone", stroke_width=_OUTLINE),
    )  # fmt: skip


def _tin() -> Drawing:
    """Return the lid of a tin, a little bent."""
    return (
        path("M20 36 C28 22 72 16 82 26 C84 31 80 35 76 36 C60 34 40 36 26 42 C20 43 18 40 20 36 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        path("M27 35 C38 27 64 23 75 28", "line line-paper", stroke_width=_FINE),
        path("M64 24 C62 14 74 10 77 17 C79 23 72 25 70 21", stroke_width=_OUTLINE),
    )  # fmt: skip


def _goggles() -> Drawing:
    """Return goggles pushed up on the forehead."""
    glass = (
        el("circle", class_="line fill-pane", cx=38, cy=31, r=10.5, stroke_width=_OUTLINE),
        el("circle", class_="line line-tone", cx=38, cy=31, r=7.6, stroke_width=2.6),
        path("M34 31 C34 28 36 26 39 26", stroke_width=1.6),
    )
    return (
        path("M19 43 C30 25 70 25 81 43", "line", stroke_width=8),
        path("M20 42 C31 26 69 26 80 42", "line line-tone", stroke_width=4),
        *_both(glass),
        path("M48.5 31 H51.5", stroke_width=_OUTLINE),
    )


def _lamp() -> Drawing:
    """Return a miner's helmet with its lamp lit."""
    return (
        path("M20 42 C18 20 34 9 50 9 C66 9 82 20 80 42 C66 34 34 34 20 42 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        path("M50 10 V20 M34 14 C30 20 28 26 28 33 M66 14 C70 20 72 26 72 33", stroke_width=1.8),
        el("circle", class_="line fill-glow", cx=50, cy=26, r=8.5, stroke_width=_OUTLINE),
        path("M50 22.5 V29.5 M46.5 26 H53.5", stroke_width=1.6),
    )  # fmt: skip


def _wrench() -> Drawing:
    """Return a mechanic's cap, peak up, with a nut for a badge."""
    return (
        path("M20 40 C18 20 34 11 50 11 C66 11 82 20 80 40 C66 32 34 32 20 40 Z",
             "line fill-tone", stroke_width=_OUTLINE),
        path("M27 37 C30 46 70 46 73 37 C62 32 38 32 27 37 Z",
             "line fill-soot", stroke_width=_OUTLINE),
        path("M50 16 L56.5 19.5 V26.5 L50 30 L43.5 26.5 V19.5 Z", "line fill-paper",
             stroke_width=_FINE),
        el("circle", class_="line fill-tone", cx=50, cy=23, r=2.6, stroke_width=1.6),
    )  # fmt: skip


def _headset() -> Drawing:
    """Return a flight director's headset and a star for a brooch."""
    return (
        path("M17 46 C15 24 32 12 50 12 C68 12 85 24 83 46", stroke_width=7),
        path("M17 46 C15 24 32 12 50 12 C68 12 85 24 83 46", "line line-tone", stroke_width=3),
        *_both((path("M11 46 C11 41 22 41 23 46 V60 C22 65 12 65 11 60 Z", "line fill-tone",
                     stroke_width=_OUTLINE),)),
        path("M17 64 C17 78 26 86 37 87", stroke_width=2.6),
        el("circle", class_="line fill-soot", cx=38, cy=87, r=3.2, stroke_width=1.6),
    )  # fmt: skip


HATS: Final[dict[str, Drawer]] = {
    "none": _nothing,
    "bonnet": _bonnet,
    "cap": _cap,
    "wimple": _wimple,
    "beret": _beret,
    "veil": _veil,
    "kerchief": _kerchief,
    "leaf": _leaf,
    "thimble": _thimble,
    "crown": _crown,
    "feather": _feathered,
    "tin": _tin,
    "goggles": _goggles,
    "lamp": _lamp,
    "mechanic": _wrench,
    "headset": _headset,
}
_BEHIND: Final[dict[str, Drawer]] = {"veil": _veil_behind}
