"""The report: every chart, with its numbers beside it, and not one request to anywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest

from ratskeller.arena.charts import Bars, Boxes, Chart, Curves, Dots, charts
from ratskeller.arena.contest import Contest
from ratskeller.arena.playing import MatchRecord
from ratskeller.arena.plots import png, svg
from ratskeller.arena.report import contest_page
from ratskeller.arena.standings import standings
from ratskeller.words import LANGUAGES
from ratskeller.words.platform_words import platform_words
from tests.arena.matches import match

pytestmark = pytest.mark.heavy

CONTEST = Contest("first_rat", ("a", "b"), 2)
NAMES = ["ladder", "seats", "length", "scores", "endings", "decisions", "leads", "decided"]

MATCHES = [
    match(
        deal,
        order,
        "12",
        rotation=rotation,
        turns=20 + 3 * deal + rotation,
        leads=(rotation, 1, 0, deal % 2, 0),
        decisions=(1, 2, 2, deal),
        scores=(90 + deal, 70),
        reason="markers" if deal % 3 else "rocket",
    )
    for deal in range(12)
    for rotation, order in enumerate(("a b", "b a"))
]


def drawn(matches: Sequence[MatchRecord] = MATCHES, language: str = "en") -> list[Chart]:
    return charts(platform_words(language), standings(CONTEST, matches), matches)


def page(language: str = "en", title: str = "First Rat") -> str:
    table = standings(CONTEST, MATCHES)
    return contest_page(platform_words(language), title, table, MATCHES)


class Outline(HTMLParser):
    """What a page is made of: its tags with their attributes, and its ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def test_a_report_has_every_chart() -> None:
    found = drawn()
    assert [chart.name for chart in found] == NAMES
    text = page()
    for chart in found:
        assert f"<h2>{chart.title}</h2>" in text
    assert Outline(text).count("svg") == len(NAMES)


def test_every_chart_has_its_numbers_as_a_table() -> None:
    outline = Outline(page())
    assert outline.count("table") == len(NAMES) + 1, "and each against each"
    for chart in drawn():
        assert not isinstance(chart.picture, Curves), "those are for files, not for a report"
        assert len(chart.rows) == len(chart.picture.labels) if chart.picture else not chart.rows
        assert all(len(row) == len(chart.headings) for row in chart.rows)


def test_a_report_asks_nothing_of_any_server() -> None:
    text = page()
    for tag, attributes in Outline(text).tags:
        assert tag not in ("script", "link", "iframe", "img", "object", "embed")
        for name, value in attributes.items():
            if name in ("src", "href", "xlink:href", "srcset"):
                assert (value or "").startswith("#"), f"{tag} {name}={value}"
    assert "@import" not in text
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", text))


def test_ids_are_used_once_and_every_reference_finds_its_own() -> None:
    tags = Outline(page()).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    wanted = {(a.get("xlink:href") or "#")[1:] for _, a in tags if "xlink:href" in a}
    assert wanted
    assert wanted <= set(ids)


def test_drawings_follow_the_theme_of_the_page() -> None:
    text = page()
    assert "prefers-color-scheme:dark" in text
    for chart in drawn():
        drawing = svg(chart)
        colours = set(re.findall(r"#[0-9a-f]{6}\b", drawing))
        assert not colours, f"{chart.name} keeps {colours}"
        assert "var(--ink)" in drawing


def test_pictures_are_named_for_those_who_cannot_see_them() -> None:
    for tag, attributes in Outline(page()).tags:
        if tag == "svg":
            assert attributes["role"] == "img"
            assert attributes["aria-label"]


def test_names_of_bots_cannot_break_the_page() -> None:
    text = page(title="<script>alert(1)</script> & sons")
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_the_same_matches_give_the_same_bytes() -> None:
    assert page() == page()
    assert png(drawn()[0]) == png(drawn()[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_speaks_the_language_that_was_asked_for(language: str) -> None:
    text = page(language)
    assert f'<html lang="{language}">' in text
    assert ("The ladder" in text) == (language == "en")


def test_every_chart_is_a_png_of_some_size() -> None:
    for chart in drawn():
        picture = png(chart)
        assert picture.startswith(b"\x89PNG\r\n")
        width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
        assert width > 1000
        assert height > 200


def test_a_game_without_points_says_so_instead_of_drawing() -> None:
    plain = [match(deal, "a b", "12", leads=(0, 0)) for deal in range(3)]
    (scores,) = (chart for chart in drawn(plain) if chart.name == "scores")
    assert scores.picture is None
    assert scores.note == "Points are not counted in this game."


# --- what the charts count ---------------------------------------------------------------------


def chart_of(name: str) -> Chart:
    return next(chart for chart in drawn() if chart.name == name)


def test_bars_count_every_match_once() -> None:
    for name in ("length", "endings", "leads", "decided"):
        picture = chart_of(name).picture
        assert isinstance(picture, Bars)
        assert sum(picture.counts) == len(MATCHES)


def test_decisions_are_counted_by_turn() -> None:
    picture = chart_of("decisions").picture
    assert isinstance(picture, Bars)
    assert sum(picture.counts) == 4 * len(MATCHES)
    assert picture.labels[0] == "0"
    assert picture.counts[2] == 2 * 24 + 2, "two of four turns, and the deal with number 2"


def test_long_scales_put_several_numbers_in_a_bar() -> None:
    picture = chart_of("length").picture
    assert isinstance(picture, Bars)
    assert picture.labels[0] == "20–21"
    assert len(picture.labels) <= 24


def test_points_spread_by_place() -> None:
    picture = chart_of("scores").picture
    assert isinstance(picture, Boxes)
    first, second = picture.fives
    assert list(first) == [90, 92.75, 95.5, 98.25, 101]
    assert list(second) == [70] * 5


def test_seats_are_compared_with_what_would_be_even() -> None:
    picture = chart_of("seats").picture
    assert isinstance(picture, Dots)
    assert picture.reference == 0.5
    assert [value.mean for value in picture.values] == [1, 0]
