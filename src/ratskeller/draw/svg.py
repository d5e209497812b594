"""A tiny, honest SVG builder: elements are values, and writing them is one pure function.

Two promises are kept here so that nobody else has to remember them: whatever text comes in is
escaped, and neither ``style`` nor ``on…`` attributes can be written, because the content security
policy of the table forbids both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

Value: TypeAlias = str | int | float | None
Node: TypeAlias = "Element | str"

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*\Z")
_NUMBER: Final = re.compile(r"-?\d+\.\d+")
_UNPRINTABLE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CAMEL: Final = frozenset({"viewBox", "patternUnits", "patternTransform", "preserveAspectRatio"})


@dataclass(frozen=True, slots=True)
class Element:
    """One SVG element; attributes keep the order in which they were given."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return write(self)


def el(tag: str, *children: Node | Iterable[Element], **attributes: Value) -> Element:
    """Return an element; ``class_`` means class, ``stroke_width`` means stroke-width.

    Attributes that are ``None`` are left out.  Numbers are rounded to two decimals, which at the
    scale of our boards is a hundredth of a pixel.
    """
    pairs = tuple(
        (_attribute(name), _value(value)) for name, value in attributes.items() if value is not None
    )
    return Element(_checked(tag), pairs, tuple(_flatten(children)))


def group(*children: Node | Iterable[Element], **attributes: Value) -> Element:
    """Return a ``<g>``."""
    return el("g", *children, **attributes)


def path(d: str, class_: str = "line", **attributes: Value) -> Element:
    """Return a ``<path>``; numbers inside ``d`` are rounded as everywhere."""
    return el("path", class_=class_, d=tidy(d), **attributes)


def use(symbol: str, x: float, y: float, width: float, height: float, **more: Value) -> Element:
    """Return a ``<use>`` of a symbol centred on a point."""
    left, top = x - width / 2, y - height / 2
    return el("use", href=f"#{symbol}", x=left, y=top, width=width, height=height, **more)


def number(value: float) -> str:
    """Return a number with at most two decimals and without a tail of zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tidy(d: str) -> str:
    """Round every decimal in path data and collapse its white space."""
    return " ".join(_NUMBER.sub(lambda match: number(float(match[0])), d).split())


def write(node: Node) -> str:
    """Return the text of an element and all that is in it."""
    if isinstance(node, str):
        return escape(node)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes)
    if not node.children:
        return f"<{node.tag}{attributes}/>"
    inside = "".join(write(child) for child in node.children)
    return f"<{node.tag}{attributes}>{inside}</{node.tag}>"


def escape(text: str) -> str:
    """Escape text for element content and quoted attributes; drop what XML cannot hold at all."""
    text = _UNPRINTABLE.sub("", text)
    for plain, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(plain, safe)
    return text


def _flatten(children: tuple[Node | Iterable[Element], ...]) -> Iterable[Node]:
    for child in children:
        if isinstance(child, str | Element):
            yield child
        else:
            yield from child


def _attribute(name: str) -> str:
    name = name.rstrip("_")
    if name not in _CAMEL:
        name = name.replace("_", "-")
    if name == "style" or name.lower().startswith("on"):
        raise ValueError(f"the attribute {name!r} is forbidden by our CSP; use a class")
    return _checked(name)


def _checked(name: str) -> str:
    if not _NAME.match(name):
        raise ValueError(f"{name!r} is not a name in XML")
    return name


def _value(value: Value) -> str:
    return number(value) if isinstance(value, int | float) else str(value)
