"""Words instead of eyes: a line to type in, which answers, and changes nothing on the page (A12)."""

from __future__ import annotations

import pytest

from ratskeller.core.match import AnyMatch
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import SHORT, at_turn, every_game, my_turn
from tests.browser.test_dice import BY_HAND, THROW, laid, sit, true_faces
from tests.statements import statement

LABELS = """(sheet) => [...document.querySelectorAll(`#sheet-${sheet} [data-part][aria-label]`)]
  .map((node) => node.getAttribute("aria-label"))"""
STILL = """() => document.getAnimations().every((one) => one.playState !== "running"
  || one.effect.getComputedTiming().iterations === Infinity)"""
"""Cards that can be chosen have risen."""
ROOMS = """() => [...document.querySelectorAll(".dock, .dock *, .people, .panels, .sheet-board")]
  .filter((node) => node.checkVisibility()).map((node) => JSON.stringify(node.getBoundingClientRect())).join()"""


def later(match: AnyMatch) -> bool:
    """The first seat begins a turn, and another one has had one."""
    return my_turn(match) and any(entry.seat == 1 for entry in match.entries)


def ask(person: Person, question: str) -> str:
    """Type a question; the answer."""
    answers = person.one("#answers li")
    count = answers.count()
    person.page.keyboard.type(question)
    person.keys("Enter")
    expect(answers).to_have_count(count + 1)
    return answers.last.locator("p").inner_text()


@statement("A12")
@every_game
def test_everything_can_be_asked_by_keys_alone(house: House, invite: Invite, game: str) -> None:
    ada = invite(by="keys", settings={"speed": "0", "language": "en", "dice": "off"})
    at_turn(house, ada, game=game, options=SHORT[game], wanted=later)
    ada.keys("b")
    focused = ada.page.evaluate("document.activeElement.dataset.place")
    ada.keys("/")
    expect(ada.one("#asking-text")).to_be_focused()
    assert ask(ada, "turn") == ada.look()["banner"]
    last = ask(ada, "last").splitlines()
    log = ada.one("#log li > a:not(.cite)").all_inner_texts()
    assert set(last[:-1]) <= set(log)
    assert last[-1] in log or last[-1].endswith("more: “more”.")
    for sheet in ("hand", "always"):
        hand = ask(ada, "hand")
        for label in ada.page.evaluate(LABELS, sheet)[:3]:
            assert label in hand
    named = ada.page.evaluate(LABELS, "board")[-1]
    assert named in ask(ada, f"where {named}")
    assert "Ben" in ask(ada, "scores")
    assert "clock" in ask(ada, "clock")
    options = ask(ada, "options")
    assert str(int(ada.one("#moves-count").inner_text())) in options
    assert ask(ada, "repeat") == options
    assert "where is …" in ask(ada, "abracadabra")
    assert "where is …" in ask(ada, "help")
    ada.keys("ArrowUp", "ArrowUp")
    assert ada.one("#asking-text").input_value() == "abracadabra"
    ada.keys("Escape")
    expect(ada.one("#asking")).to_be_hidden()
    assert ada.page.evaluate("document.activeElement.dataset.place") == focused
    assert ada.mouse_events() == 0


@pytest.mark.parametrize("window", [{"viewport": {"width": 1366, "height": 768}}, PHONE])
def test_what_is_asked_moves_nothing(
    house: House, invite: Invite, window: dict[str, object]
) -> None:
    ada = invite(**window)  # type: ignore[arg-type]
    at_turn(house, ada)
    ada.wait_for(STILL)
    before = ada.page.evaluate(ROOMS)
    ada.keys("/")
    ask(ada, "help")
    ask(ada, "where rat")
    ada.wait_for(STILL)
    assert ada.page.evaluate(ROOMS) == before
    box, view = ada.one("#asking").bounding_box(), ada.page.viewport_size
    assert box
    assert view
    assert 0 <= box["x"] <= view["width"] - box["width"]
    assert 0 <= box["y"] <= view["height"] - box["height"]


def test_the_announcement_of_a_turn_can_be_heard_once_more(house: House, ada: Person) -> None:
    at_turn(house, ada)
    ada.keys("/")
    assert ask(ada, "repeat") == ada.heard("assertive")[-1]


def test_dice_that_are_covered_are_not_told(house: House, invite: Invite) -> None:
    ada, match = invite(settings=BY_HAND), laid()
    sit(house, ada, match)
    number = true_faces(match)["die:number"].removeprefix("#die-")
    ada.keys("/")
    assert ask(ada, "options") == THROW
    assert "used up" in ask(ada, "hand")  # as they lay before
    ada.keys("Escape")
    expect(ada.one("#asking")).to_be_hidden()
    ada.do(lambda: ada.keys(" "))
    expect(ada.one("#throw")).to_be_hidden()
    ada.keys("/")
    hand = ask(ada, "hand")
    assert f"Number die: {number}" in hand
    assert "used up" not in hand


def test_nobody_reads_what_was_answered_to_who_sat_there_before(house: House, ada: Person) -> None:
    """Several people on one device."""
    ada.open(ada.lay("me", "here", "bot"))
    ada.wait_for("() => document.getElementById('curtain')?.open")
    ada.click("#curtain-open")
    ada.asked()
    ada.keys("/")
    assert "in your hand" in ask(ada, "hand")
    ada.keys("Escape")
    turns = 0
    while not ada.look()["curtain"] and turns < 60:
        ada.act(unless="curtain")
        turns += 1
    assert ada.one("#answers li").count() == 0
    assert "in your hand" not in ada.one("#asking").inner_html()


def test_the_line_opens_from_the_menu_where_single_keys_are_off(
    house: House, invite: Invite
) -> None:
    ada = invite(settings={"speed": "0", "language": "de", "keys": "off"})
    at_turn(house, ada)
    ada.keys("/")
    expect(ada.one("#asking")).to_be_hidden()
    ada.click("#open-menu")
    ada.click("#open-asking")
    expect(ada.one("#asking-text")).to_be_focused()
    assert "Ben" in ask(ada, "wo ist ben?")
