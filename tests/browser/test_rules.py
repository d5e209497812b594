"""The rules beside the board: a drawer that opens at the rule that was clicked, and leaves the board alone."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import at_turn, every_game

HERE = "() => document.activeElement.id"
SEEN = """(id) => {
  const box = (one) => one.getBoundingClientRect();
  const [rule, drawer] = [box(document.getElementById(id)), box(document.getElementById("drawer"))];
  return rule.top >= drawer.top && rule.top < drawer.bottom - 40;
}"""
OVERLAP = """(css) => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [thing, drawer] = [box(css), box("#drawer")];
  return Math.min(thing.right, drawer.right) > Math.max(thing.left, drawer.left)
    && Math.min(thing.bottom, drawer.bottom) > Math.max(thing.top, drawer.top);
}"""


def asked_why_not(house: House, person: Person) -> None:
    """Press something that cannot be chosen, and the rule that forbids it."""
    at_turn(house, person)
    person.point("slot:0")
    person.click("#why a.cite[href$='PP-63']")
    expect(person.one("#drawer")).to_be_visible()


def test_a_rule_that_is_cited_opens_beside_the_board_and_is_in_sight(
    house: House, ada: Person
) -> None:
    asked_why_not(house, ada)
    expect(ada.one("#why")).to_be_hidden()
    expect(ada.one("#PP-63")).to_be_focused()
    assert ada.page.evaluate(SEEN, "PP-63")
    ada.click("#PP-64 h3 a")  # a link within the rules stays within them
    expect(ada.one("#PP-64")).to_be_focused()
    assert len(ada.context.pages) == 1


def test_rules_are_searched_in_the_drawer_and_a_link_shows_all_again(
    house: House, ada: Person
) -> None:
    at_turn(house, ada)
    ada.keys("i")
    expect(ada.one("#rule-id")).to_be_focused()
    ada.page.keyboard.type("melody")
    shown = ada.one("#drawer article:visible")
    expect(ada.one("#PP-24")).to_be_visible()
    expect(ada.one("#PP-03")).to_be_hidden()
    few = shown.count()
    assert 0 < few < 20
    expect(ada.one("#found")).to_contain_text(str(few))
    ada.one("#PP-27 h3 a").click()
    expect(ada.one("#PP-03")).to_be_visible()
    expect(ada.one("#PP-27")).to_be_focused()


def test_escape_closes_the_drawer_and_the_focus_is_where_it_was(house: House, ada: Person) -> None:
    at_turn(house, ada)
    ada.keys("b")
    before = ada.page.evaluate("() => document.activeElement.outerHTML")
    ada.keys("i")
    expect(ada.one("#rule-id")).to_be_focused()
    ada.page.keyboard.press("Escape")
    expect(ada.one("#drawer")).to_be_hidden()
    assert ada.page.evaluate("() => document.activeElement.outerHTML") == before
    ada.keys("i", "Tab")
    ada.click("[data-act=close-rules]")
    expect(ada.one("#drawer")).to_be_hidden()


@every_game
def test_at_1366_the_board_is_played_on_while_the_rules_are_open(
    house: House, invite: Invite, game: str
) -> None:
    ada = invite(viewport={"width": 1366, "height": 768})
    at_turn(house, ada, game=game)
    ada.keys("i")
    expect(ada.one("#rule-id")).to_be_focused()
    for css in (".sheet-board svg", "#dock", ".people", "#banner"):
        assert not ada.page.evaluate(OVERLAP, css), css
    assert ada.one(".sheet-board svg").bounding_box()["width"] > 500  # type: ignore[index]
    before = ada.look()
    assert ada.act()
    ada.wait_for("() => !document.querySelector('main').matches('.busy')")
    assert ada.look() != before
    expect(ada.one("#drawer")).to_be_visible()


def test_on_a_phone_the_rules_are_a_sheet_over_the_lower_part(house: House, invite: Invite) -> None:
    ada = invite(by="finger", **PHONE)
    at_turn(house, ada)
    ada.one("nav a[data-key=i]").tap()
    expect(ada.one("#rule-id")).to_be_focused()
    box, height = ada.one("#drawer").bounding_box(), ada.page.viewport_size
    assert box
    assert height
    assert box["x"] == 0
    assert box["width"] == height["width"]
    assert box["y"] > 0.3 * height["height"]
    assert ada.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    ada.one("[data-act=close-rules]").tap()
    expect(ada.one("#drawer")).to_be_hidden()


@pytest.mark.parametrize("path", ["/rules/pied_piper", "/rules/ratzentanz", "/rules/first_rat"])
def test_pictures_come_when_they_are_scrolled_to(ada: Person, path: str) -> None:
    """All of the opening at once; of the examples only those that are near."""
    ada.open(path)
    ada.wait_for(
        "() => [...document.querySelectorAll('.opening img')].every((one) => one.naturalWidth)"
    )
    loaded = (
        "() => [...document.querySelectorAll('.example img')].filter((one) => one.complete).length"
    )
    assert ada.page.evaluate(loaded) < ada.one(".example img").count() / 2
    last = ada.one(".example img").last
    last.scroll_into_view_if_needed()
    ada.wait_for("() => [...document.querySelectorAll('.example img')].at(-1).naturalWidth")
