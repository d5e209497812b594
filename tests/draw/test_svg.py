"""The builder writes what it was given, and refuses what the page could not show."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from ratskeller.draw.pen import cut, polygon, rectangle, smooth, taper
from ratskeller.draw.svg import el, group, number, path, tidy, use, write


def test_text_and_attributes_come_back_as_they_went_in() -> None:
    nasty = 'Rats & <b>"cats"</b> \'til 老鼠 ]]>'
    node = ET.fromstring(write(el("text", nasty, aria_label=nasty)))
    assert node.text == nasty
    assert node.get("aria-label") == nasty


def test_characters_that_xml_cannot_hold_are_dropped() -> None:
    assert write(el("text", "a\x00b\x0bc")) == "<text>abc</text>"


@pytest.mark.parametrize("name", ["style", "onclick", "onLoad", "style_"])
def test_what_the_csp_forbids_cannot_be_written(name: str) -> None:
    with pytest.raises(ValueError, match="forbidden"):
        el("g", **{name: "x"})


def test_names_are_checked() -> None:
    with pytest.raises(ValueError, match="not a name"):
        el("g><script")


def test_numbers_are_short() -> None:
    assert [number(value) for value in (1.0, 0.126, -0.001, 1 / 3)] == ["1", "0.13", "0", "0.33"]
    assert tidy("M1.23456  -0.00001\n L 2 3") == "M1.23 0 L 2 3"


def test_attributes_keep_their_order_and_nothing_is_left_out_but_none() -> None:
    node = el("use", el("title", "t"), href="#a", class_="b", stroke_width=0, data_x=None)
    assert write(node) == '<use href="#a" class="b" stroke-width="0"><title>t</title></use>'


def test_a_use_is_centred() -> None:
    assert write(use("rat", 10, 10, 4, 2)) == '<use href="#rat" x="8" y="9" width="4" height="2"/>'


def test_groups_flatten_what_they_are_given() -> None:
    both = group((path("M0 0") for _ in range(2)), path("M1 1"))
    assert len(both.children) == 3


def test_the_knife_makes_closed_shapes() -> None:
    line = ((0.0, 0.0), (10.0, 5.0), (20.0, 0.0))
    for d in (taper(line, 6, 2), cut(line[0], line[1], 2), smooth(line, closed=True)):
        assert d.startswith("M")
        assert d.endswith("Z")
    assert rectangle(0, 0, 2, 2) == "M-1 -1h2v2h-2Z"
    assert polygon(line) == "M0 0L10 5L20 0Z"


def test_a_curve_needs_two_points() -> None:
    with pytest.raises(ValueError, match="two points"):
        smooth(((0, 0),))
