"""A board puts parts where their places are, and says what they are."""

from __future__ import annotations

from itertools import combinations
from math import dist
from xml.etree import ElementTree as ET

import pytest

from ratskeller.draw.board import Board, Part, Place, Seating, fan, picture, seat
from ratskeller.draw.pieces import pieces
from ratskeller.draw.svg import path
from ratskeller.draw.symbol import Caption, Symbol

SVG = "{http://www.w3.org/2000/svg}"
SIGN = Symbol(
    id="sign", width=90, height=20, drawing=(path("M0 0"),), caption=Caption(size=20, width=80)
)
BOARD = Board(
    background=(),
    places=(
        Place(id="alley", shape="M0 0h9v9z", x=50, y=60, pitch=40, label="The alley"),
        Place(id="shelf", shape="", x=10, y=20, angle=180),
        Place(id="mirror", shape="", x=10, y=20, angle=20, flip=True, scale=0.5),
    ),
    symbols=(*pieces(["cat", "rat-run-red", "rat-run-blue"]), SIGN),
    view_box=(0, 0, 100, 100),
)


def test_a_picture_is_one_complete_svg_with_title_and_description() -> None:
    root = ET.fromstring(picture(BOARD, [], "dark", title="Ä & B", description="<nothing>"))
    assert root.tag == f"{SVG}svg"
    assert root.get("data-theme") == "dark"
    assert [root[0].text, root[1].text] == ["Ä & B", "<nothing>"]
    assert "--ink:" in (root.findtext(f"{SVG}style") or "")


def test_a_picture_without_a_theme_follows_the_system() -> None:
    assert "data-theme=" not in picture(BOARD, []).split("<style>")[0]


def test_the_order_in_which_parts_are_given_does_not_matter() -> None:
    parts = [Part(id=name, symbol="cat", place="alley", layer=at % 2)
             for at, name in enumerate("abcde")]  # fmt: skip
    assert picture(BOARD, parts) == picture(BOARD, parts[::-1])


def test_layers_lie_in_their_order() -> None:
    parts = [Part(id="top", symbol="cat", place="alley", layer=2, label="Cat"),
             Part(id="low", symbol="cat", place="alley")]  # fmt: skip
    text = picture(BOARD, parts)
    assert text.index('data-part="low"') < text.index('data-part="top"')
    assert 'role="img" aria-label="Cat"' in text
    assert 'aria-label="The alley"' in text


def test_one_part_sits_on_the_anchor_and_several_share_it() -> None:
    alone = seat(BOARD, [Part(id="a", symbol="cat", place="alley")])
    assert alone["a"] == Seating(50, 60, 0, False, 1)
    crowd = seat(BOARD, [Part(id=name, symbol="cat", place="alley") for name in "abc"])
    assert sum(one.x for one in crowd.values()) == pytest.approx(150)
    assert all(one.scale < 1 for one in crowd.values())


@pytest.mark.parametrize("count", range(1, 13))
def test_a_crowd_never_stands_on_one_spot(count: int) -> None:
    spots = fan(count, 10)
    assert len(spots) == count
    assert all(dist(one, other) >= 8.8 for one, other in combinations(spots, 2))


def test_without_a_pitch_parts_lie_on_top_of_each_other() -> None:
    pile = seat(BOARD, [Part(id=name, symbol="cat", place="shelf") for name in "ab"])
    assert pile["a"] == pile["b"]


def test_words_never_stand_on_their_heads() -> None:
    text = picture(BOARD, [Part(id="a", symbol="sign", place="shelf", text="Hi")])
    assert 'transform="translate(10 20) rotate(180) scale(1)"' in text
    assert '<g transform="translate(0 0) rotate(180)"><text' in text


def test_words_are_not_mirrored_with_their_place() -> None:
    text = picture(BOARD, [Part(id="a", symbol="sign", place="mirror", text="Hi")])
    assert "rotate(20) scale(-0.5 0.5)" in text
    assert '<g transform="translate(0 0) scale(-1 1)"><text' in text


def test_long_names_are_set_smaller_and_then_cut() -> None:
    def lettering(name: str) -> tuple[str, float]:
        root = ET.fromstring(
            picture(BOARD, [Part(id="a", symbol="sign", place="shelf", text=name)])
        )
        (text,) = root.iter(f"{SVG}text")
        return text.text or "", float(text.get("font-size") or 0)

    assert lettering("Anna") == ("Anna", 20)
    words, size = lettering("Bartolo")
    assert (words, size) == ("Bartolo", 20)
    words, size = lettering("Bartolomea")
    assert words == "Bartolomea"
    assert 12 < size < 20
    words, size = lettering("老鼠老鼠老鼠老鼠老鼠老鼠")
    assert words.endswith("…")


def test_a_number_is_shown_unless_it_is_one() -> None:
    def numbers(count: int) -> list[str | None]:
        part = Part(id="a", symbol="cat", place="alley", count=count)
        root = ET.fromstring(picture(BOARD, [part]))
        return [node.text for node in root.iter(f"{SVG}text")]

    assert [numbers(count) for count in (0, 1, 12)] == [["0"], [], ["12"]]


def test_what_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="no place 'moon'"):
        picture(BOARD, [Part(id="a", symbol="cat", place="moon")])
    with pytest.raises(KeyError, match="no symbol 'dog'"):
        picture(BOARD, [Part(id="a", symbol="dog", place="alley")])
