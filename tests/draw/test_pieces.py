"""Every piece is well-formed, wears no colour of its own, and differs from the others."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from ratskeller.draw.glyphs import OUTLINES, glyph_symbols
from ratskeller.draw.hatch import hatch_defs
from ratskeller.draw.palette import INKS, TONES
from ratskeller.draw.pieces import POSES, all_pieces, pieces
from ratskeller.draw.posters import poster_symbols
from ratskeller.draw.svg import write
from ratskeller.draw.town import Front, town_defs, town_symbols

SYMBOLS = (*all_pieces().values(), *poster_symbols(), *town_symbols(Front(7, 200, 3)))
TEXTS = {
    **{symbol.id: write(symbol.element()) for symbol in SYMBOLS},
    **{f"hatch {at}": write(node) for at, node in enumerate(hatch_defs())},
    **{f"glyph {at}": write(node) for at, node in enumerate(glyph_symbols())},
    "town": write(town_defs()),
}
NAMED_CLASSES = re.compile(r"(fill|line|tone)-([a-z]+)")


@pytest.mark.parametrize("name", TEXTS)
def test_a_piece_is_well_formed_and_has_no_colour_style_or_script(name: str) -> None:
    text = TEXTS[name]
    ET.fromstring(text)
    assert "style=" not in text
    assert not re.search(r"\son[a-z]+=", text)
    assert not re.search(r'="(#[0-9A-Fa-f]{3,8}|rgb)\b', text.replace('href="#', ""))


@pytest.mark.parametrize("name", TEXTS)
def test_a_piece_uses_only_inks_that_exist(name: str) -> None:
    inks = {*INKS["light"], "tone", "none"}
    for attribute in re.findall(r'class="([^"]*)"', TEXTS[name]):
        for kind, ink in NAMED_CLASSES.findall(attribute):
            assert kind == "tone" or ink in inks, attribute


def test_a_rat_of_every_tone_wears_its_glyph_in_every_pose() -> None:
    for pose in POSES:
        for tone in TONES:
            text = TEXTS[f"rat-{pose}-{tone.name}"]
            assert OUTLINES[tone.glyph] in text
            assert f"tone-{tone.name}" in text


def test_without_colour_no_two_rats_look_alike() -> None:
    """The words ``tone-red`` taken away, the drawings still differ (A01)."""
    for pose in POSES:
        grey = {re.sub(r"tone-\w+|id=\"[^\"]*\"", "", TEXTS[f"rat-{pose}-{t.name}"]) for t in TONES}
        assert len(grey) == len(TONES)


def test_posters_tell_rats_apart_by_hatch() -> None:
    for tone in TONES:
        assert f"url(#hatch-{tone.hatch})" in TEXTS[f"poster-{tone.name}"]


def test_asking_for_a_rat_brings_its_pose_along() -> None:
    assert [piece.id for piece in pieces(["rat-run-red", "rat-run-blue"])] == [
        "rat-run",
        "rat-run-red",
        "rat-run-blue",
    ]


def test_an_unknown_piece_is_named_in_the_error() -> None:
    with pytest.raises(KeyError, match="rat-fly"):
        pieces(["rat-fly"])


def test_the_same_piece_is_drawn_the_same_way_twice() -> None:
    all_pieces.cache_clear()
    again = {name: write(piece.element()) for name, piece in all_pieces().items()}
    assert all(TEXTS[name] == text for name, text in again.items())
