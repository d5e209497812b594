"""After the match: the result, the replay, the seal."""

from __future__ import annotations

import json
import re
import struct
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import House
from tests.browser.people import Person, expect
from tests.browser.prepared import SHORT, every_game, over, prepare

BOTS = ("random", "random")


@pytest.fixture
def finished(house: House, ada: Person) -> str:
    return prepare(house, ada, *BOTS, wanted=over)


def shown(person: Person) -> list[str]:
    """What lies where on the board."""
    parts: list[str] = person.page.eval_on_selector_all(
        "#sheet-board [data-part]",
        "(parts) => parts.map((one) => `${one.dataset.part} ${one.style.transform} ${one.ariaLabel}`).sort()",
    )
    return parts


def entry(person: Person) -> int:
    match = re.match(r"(\d+) of", person.one("#number").inner_text())
    assert match
    return int(match.group(1))


def test_the_result_says_who_won_and_why(ada: Person, finished: str) -> None:
    ada.open(finished).seated()
    expect(ada.one("#result")).to_be_visible()
    expect(ada.one("#ranks li")).to_have_count(3)
    expect(ada.one("#ranks li.won").first).to_be_visible()
    assert re.search(r"wins?\b|draw", ada.one("#banner").inner_text())
    with ada.page.expect_download() as saved:
        ada.click("#result a[href$=export]")
    content = json.loads(saved.value.path().read_bytes())
    assert content["seed"], "the match file of a finished match holds the seed"


@every_game
def test_the_end_is_saved_as_a_drawing_and_as_a_picture(
    house: House, ada: Person, game: str
) -> None:
    """The picture shows the whole drawing, twice as large, and is not empty."""
    ada.open(prepare(house, ada, *BOTS, game=game, wanted=over, options=SHORT[game])).seated()
    with ada.page.expect_download() as saved:
        ada.click("#result a[href$='end.svg']")
    drawing = ET.fromstring(saved.value.path().read_text())
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert saved.value.suggested_filename == f"{game}-{ada.table()}.svg"
    with ada.page.expect_download() as saved:
        ada.click("#picture")
    assert saved.value.suggested_filename == f"{game}-{ada.table()}.png"
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    size = struct.unpack(">II", picture[16:24])
    drawn = (float(drawing.attrib[one]) for one in ("width", "height"))  # a page knows whole pixels
    assert all(
        2 * (side - 1) < pixels < 2 * (side + 1) for pixels, side in zip(size, drawn, strict=True)
    )
    assert len(picture) > size[0] * size[1] / 100, "an empty sheet would take less"


def test_the_replay_follows_slider_and_keys(ada: Person, finished: str) -> None:
    ada.open(f"{finished}/1")
    expect(ada.one("#number")).to_contain_text("1 of")
    first = shown(ada)
    last = int(ada.one("#slider").get_attribute("max") or 0)
    ada.click("h1")
    ada.keys("ArrowRight", "ArrowRight", "ArrowRight")
    assert entry(ada) == 4
    ada.keys("ArrowLeft")
    assert entry(ada) == 3
    whole(ada)
    ada.keys("End")
    assert entry(ada) == last
    ada.wait_for("() => !document.querySelector('.part.gone')")
    end = shown(ada)
    assert end != first
    expect(ada.one("#log li.here").first).to_be_in_viewport()
    ada.one("#slider").focus()
    ada.keys("Home")
    assert entry(ada) == 0
    ada.one("#slider").fill("1")
    assert shown(ada) == first, "going back shows what was there"
    assert ada.page.url.endswith(f"{finished}/1")
    ada.open(ada.one("#permalink").get_attribute("href") or "")
    expect(ada.one("#number")).to_contain_text("1 of")


def test_a_long_match_is_leafed_through_before_all_of_it_has_come(
    house: House, ada: Person
) -> None:
    address = prepare(
        house, ada, *BOTS, game="ratzentanz", wanted=over, options=SHORT["ratzentanz"]
    )
    asked: list[Route] = []

    def hold_the_second(route: Route) -> None:
        asked.append(route)
        if len(asked) != 2:
            route.continue_()

    ada.page.route("**/replay?*", hold_the_second)
    ada.open(f"{address}/1")
    expect(ada.one("#number")).to_contain_text("1 of")
    last = int(ada.one("#slider").get_attribute("max") or 0)
    ada.click("h1")
    ada.keys("ArrowRight")
    assert entry(ada) == 2, "one can step where it has come"
    ada.wait_for("() => !document.querySelector('.part.gone')")
    here = shown(ada)
    ada.keys("End")
    assert entry(ada) == last, "what is wanted is noted"
    assert shown(ada) == here
    expect(ada.one("#log")).to_have_attribute("aria-busy", "true")
    asked[1].continue_()
    whole(ada)
    assert entry(ada) == last
    ada.wait_for("() => !document.querySelector('.part.gone')")
    came = shown(ada)
    lines = ada.one("#log li").all_inner_texts()
    ada.open(f"{address}/{last}")
    whole(ada)
    assert shown(ada) == came != here
    assert ada.one("#log li").all_inner_texts() == lines
    ada.keys("Home")
    assert entry(ada) == 0


def whole(person: Person) -> None:
    """Wait until all of a match has come."""
    expect(person.one("#log")).not_to_have_attribute("aria-busy", "true")


def test_step_by_step_leads_where_a_leap_leads(ada: Person, finished: str) -> None:
    ada.open(f"{finished}/0")
    expect(ada.one("#number")).to_contain_text("0 of")
    for _ in range(40):
        ada.click("#after")
    ada.wait_for("() => !document.querySelector('.part.gone')")
    stepped, number = shown(ada), entry(ada)
    ada.open(f"{finished}/{number}")
    expect(ada.one("#number")).to_contain_text(f"{number} of")
    assert shown(ada) == stepped


def test_the_replay_plays_by_itself_and_stops(ada: Person, finished: str) -> None:
    ada.open(f"{finished}/1")
    expect(ada.one("#number")).to_contain_text("1 of")
    ada.click("#autoplay")
    expect(ada.one("#autoplay")).to_have_attribute("aria-pressed", "true")
    ada.wait_for("() => parseInt(document.getElementById('number').textContent) > 3")
    ada.click("#autoplay")
    expect(ada.one("#autoplay")).to_have_attribute("aria-pressed", "false")
    stopped = entry(ada)
    ada.page.wait_for_timeout(500)
    assert entry(ada) == stopped


def test_a_line_of_the_log_leads_to_its_position(ada: Person, finished: str) -> None:
    ada.open(finished).seated()
    line = ada.one("#log li a:not(.cite)").nth(20)
    number = line.evaluate("(link) => link.parentNode.dataset.entry")
    ada.open(line.get_attribute("href") or "")
    expect(ada.one("#number")).to_contain_text(f"{number} of")
    whole(ada)
    other = ada.one("#log li a:not(.cite)").nth(10)
    number = other.evaluate("(link) => link.parentNode.dataset.entry")
    other.click()
    expect(ada.one("#number")).to_contain_text(f"{number} of")


def test_every_draw_is_checked_in_the_page(ada: Person, finished: str) -> None:
    ada.open(f"{finished}/1")
    expect(ada.one("#number")).to_contain_text("1 of")
    ada.click("#check-seal")
    seal = ada.one("#seal")
    expect(seal).to_have_text(re.compile(r"^All \d+ draws check"))


def test_a_seal_that_was_tampered_with_is_noticed(ada: Person, finished: str) -> None:
    def forge(route: Route) -> None:
        answer: dict[str, Any] = route.fetch().json()
        draw = next(one for one in answer["draws"] if sum(weight > 0 for weight in one[2]) > 1)
        draw[3] = next(n for n, weight in enumerate(draw[2]) if weight and n != draw[3])
        route.fulfill(json=answer)

    ada.page.route("**/api/tables/*/seal", forge)
    ada.open(f"{finished}/1")
    expect(ada.one("#number")).to_contain_text("1 of")
    ada.click("#check-seal")
    expect(ada.one("#seal")).to_contain_text("does not match the seal")


def test_the_replay_of_a_running_match_shows_no_more_than_the_table(
    house: House, ada: Person, ben: Person
) -> None:
    address = prepare(house, ada, *BOTS)
    ben.open(f"{address}/1").page.wait_for_selector("#log li")
    whole(ben)
    ben.keys("End")
    assert ben.one("[data-part^='hand:']").count() == 0
    assert ben.one("#check-seal").count() == 0
