"""Around the game: language, settings, rules, phones, talk, and people who go."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from ratskeller.core.match import AnyMatch
from ratskeller.words.languages import LANGUAGES, TRANSLATED
from ratskeller.words.platform_words import platform_words
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import every_game_and, my_turn, over, prepare
from tests.statements import statement

BOTS = ("random", "random")
XSS = "<img src=x onerror=alert(1)><script>alert(2)</script> & \u202eolleh"
TOO_WIDE = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide <= 0) return [];
  return [`${wide}px`, ...[...document.querySelectorAll("main *, header *")]
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 1 && !node.closest(".stage"))
    .slice(0, 5).map((node) => node.outerHTML.slice(0, 120))];
}"""


# --- language and settings ---


def test_the_language_changes_at_the_table_without_a_reload(house: House, ada: Person) -> None:
    ada.open(prepare(house, ada, *BOTS)).seated().asked()
    ada.page.evaluate("() => { window.sameWindow = true; }")
    english = ada.look()["banner"]
    ada.click("#open-settings")
    for language in TRANSLATED:
        word = platform_words(language).gettext("Settings")
        ada.click(f"#settings label[lang='{language}']")
        expect(ada.one("html")).to_have_attribute("lang", language)
        expect(ada.one("#open-settings")).to_have_text(re.compile(word, re.IGNORECASE))
        expect(ada.one("#settings-dialog")).to_be_visible()
        ada.wait_for("(old) => document.getElementById('banner').textContent !== old", english)
    ada.click("#settings label[lang='en']")
    expect(ada.one("#banner")).to_have_text(english)
    ada.one("#settings-dialog button:has-text('Close')").click()
    assert ada.page.evaluate("() => window.sameWindow"), "the page was loaded anew"
    ada.seated().asked()
    assert ada.act()


@statement("A25")
def test_settings_are_kept_and_take_effect_at_once(ada: Person) -> None:
    ada.open("/settings")
    ada.click("#settings label:has([value=dark])")
    expect(ada.one("html")).to_have_attribute("data-theme", "dark")
    expect(ada.one("#settings-saved")).to_have_text("Saved.")
    dark = ada.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    ada.click("#settings label:has([name=large])")
    expect(ada.one("html")).to_have_attribute("data-large", "on")
    ada.click("#settings label:has([name=motion][value=less])")
    ada.click("#settings label:has([name=speed][value='120'])")
    ada.open("/")
    expect(ada.one("html")).to_have_attribute("data-theme", "dark")
    expect(ada.one("html")).to_have_attribute("data-large", "on")
    expect(ada.one("html")).to_have_attribute("data-motion", "less")
    assert ada.page.evaluate("() => getComputedStyle(document.body).backgroundColor") == dark
    ada.open("/settings")
    expect(ada.one("[name=speed][value='120']")).to_be_checked()
    ada.click("#settings label:has([name=theme][value=light])")
    assert ada.page.evaluate("() => getComputedStyle(document.body).backgroundColor") != dark


@statement("A10")
def test_single_keys_can_be_switched_off(house: House, ada: Person) -> None:
    ada.prefer(speed="0", keys="off")
    ada.open(prepare(house, ada, *BOTS)).seated().asked()
    ada.keys("m")
    expect(ada.one("#panel-moves")).not_to_have_attribute("open", "")
    ada.prefer(speed="0", keys="on")
    ada.keys("m")
    expect(ada.one("#panel-moves")).to_have_attribute("open", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_anchors_and_can_be_searched(ada: Person, language: str) -> None:
    ada.prefer(language=language)
    ada.open("/rules/pied_piper#PP-63")
    expect(ada.one("html")).to_have_attribute("lang", language)
    expect(ada.one("#PP-63")).to_be_in_viewport()
    ids = ada.page.eval_on_selector_all("article[id]", "(all) => all.map((one) => one.id)")
    assert len(ids) == len(set(ids)) > 30
    broken = ada.page.eval_on_selector_all(
        "main a[href^='#']",
        "(all) => all.map((one) => one.hash.slice(1)).filter((id) => !document.getElementById(id))",
    )
    assert broken == []
    ada.wait_for("() => document.getElementById('rule-id').oninput")
    ada.one("#rule-id").fill("pp-14")
    expect(ada.one("article:visible")).to_have_count(1)
    expect(ada.one("#PP-14")).to_be_visible()
    ada.one("#rule-id").fill("")
    expect(ada.one("article:visible")).to_have_count(len(ids))


# --- phones ---


@pytest.mark.parametrize("language", TRANSLATED)
def test_on_a_phone_nothing_but_the_board_scrolls_sideways(
    house: House, invite: Invite, language: str
) -> None:
    ada = invite(settings={"speed": "0", "language": language}, **PHONE)
    running, finished = prepare(house, ada, *BOTS), prepare(house, ada, *BOTS, wanted=over)
    waiting = ada.lay("me", "open")
    paths = ("/", "/new/pied_piper", running, finished, f"{finished}/9", waiting)
    for path in (*paths, "/rules/pied_piper", "/settings", "/help"):
        ada.open(path)
        if path in (running, finished):
            ada.seated()
        assert ada.page.evaluate(TOO_WIDE) == [], path


def test_on_a_phone_hand_and_actions_lie_in_the_thumb_zone(house: House, invite: Invite) -> None:
    ada = invite(**PHONE)
    ada.open(prepare(house, ada, *BOTS)).seated().asked()
    box = ada.one("#dock").bounding_box()
    assert box
    assert box["y"] + box["height"] == pytest.approx(740, abs=2)
    for card in ada.one("[data-part^='hand:']").all():
        expect(card).to_be_in_viewport()
    ada.page.mouse.wheel(0, 2000)
    box = ada.one("#dock").bounding_box()
    assert box
    assert box["y"] + box["height"] == pytest.approx(740, abs=2)


def test_a_turn_by_touch(house: House, invite: Invite) -> None:
    """A finger asks for a confirmation at the end of the turn."""
    ada = invite("finger", **PHONE)
    ada.open(prepare(house, ada, *BOTS)).seated().asked()
    while ada.act(unless="confirm"):
        pass
    expect(ada.one("#confirm")).to_be_in_viewport()
    log = ada.look()["log"]
    ada.one("#confirm").tap()
    ada.agree(log)


# --- talk, and people who go ---


@statement("S20")
def test_what_people_say_is_shown_as_text(house: House, ada: Person, ben: Person) -> None:
    address = prepare(house, ada, ben, "random")
    for person in (ada, ben):
        person.open(address).seated()
        person.click("#panel-chat > summary")
    ada.one("#say-text").fill(XSS)
    ada.keys("Enter")
    for person in (ada, ben):
        expect(person.one("#chat li")).to_contain_text("<img src=x onerror=alert(1)>")
        assert person.one("main img:not(.face), #chat img, #chat script").count() == 0
    expect(ada.one("#say-text")).to_have_value("")


@statement("S42")
def test_who_is_muted_is_read_no_more_until_unmuted(house: House, ada: Person, ben: Person) -> None:
    address = prepare(house, ada, ben, "random")
    for person in (ada, ben):
        person.open(address).seated()
        person.click("#panel-chat > summary")

    def say(person: Person, text: str) -> None:
        person.one("#say-text").fill(text)
        person.keys("Enter")

    say(ben, "first")
    expect(ada.one("#chat li:visible")).to_have_text(["Ben: first"])
    ada.one("#muting button:has-text('Mute Ben')").click()
    expect(ada.one("#chat li:visible")).to_have_count(0)
    say(ben, "second")
    say(ada, "third")
    expect(ada.one("#chat li:visible")).to_have_text(["Ada: third"])
    ada.page.reload()  # it is remembered
    ada.seated()
    ada.click("#panel-chat > summary")
    expect(ada.one("#chat li:visible")).to_have_text(["Ada: third"])
    ada.one("#muting [aria-pressed=true]").click()
    expect(ada.one("#chat li:visible")).to_have_text(["Ben: first", "Ben: second", "Ada: third"])
    expect(ben.one("#chat li:visible")).to_have_count(3)


def test_talk_can_be_switched_off(house: House, ada: Person) -> None:
    ada.open(prepare(house, ada, *BOTS)).seated()
    expect(ada.one("#panel-chat")).to_be_visible()
    ada.click("#open-settings")
    ada.click("#settings label:has([name=chat])")
    ada.one("#settings-dialog button:has-text('Close')").click()
    ada.page.reload()
    ada.seated()
    expect(ada.one("#panel-chat")).to_be_hidden()


def test_a_bot_covers_for_who_is_away_until_they_return(
    house: House, ada: Person, ben: Person
) -> None:
    address = prepare(house, ada, ben, "random", cover_after=0)
    ben.open(address).seated()
    ada.open(address).seated().asked()
    ben.page.goto("about:blank")
    cover = ada.one(".chip[data-seat='1'] button:has-text('Let a bot step in')")
    expect(cover).to_be_visible()
    cover.click()
    chip = ada.one(".chip[data-seat='1']")
    expect(chip).to_contain_text("a bot steps in")
    by_bot = ada.one("#log li[data-seat='1'] small:has-text('played by a bot')")
    while not by_bot.count():  # a quick bot is done before anybody sees that it was to move
        if not ada.act():
            ada.page.wait_for_timeout(20)
    ben.open(address).seated()
    ben.one(".chip[data-seat='1'] button:has-text('Take my seat back')").click()
    expect(chip).not_to_contain_text("a bot steps in")


@statement("A24")
def test_to_leave_for_good_is_asked_about_once(house: House, ada: Person, ben: Person) -> None:
    address = prepare(house, ada, ben, "random")
    for person in (ada, ben):
        person.open(address).seated()
    ada.click("#open-menu")
    ada.click("#resign")
    expect(ada.one("#ask")).to_contain_text("A bot takes your seat")
    ada.click("#ask-no")
    expect(ben.one(".chip[data-seat='0']")).not_to_contain_text("has left")
    ada.click("#open-menu")
    ada.click("#resign")
    ada.click("#ask-yes")
    expect(ben.one(".chip[data-seat='0']")).to_contain_text("has left")
    expect(ada.one("[data-part^='hand:']")).to_have_count(0)
    assert ada.look()["lit"] == []


def test_a_match_is_stopped_when_all_agree(house: House, ada: Person, ben: Person) -> None:
    address = prepare(house, ada, ben, "random")
    for person in (ada, ben):
        person.open(address).seated()
    for person in (ada, ben):
        person.click("#open-menu")
        person.click("#stop")
        expect(person.one("#ask")).to_contain_text("nobody wins")
        person.click("#ask-yes")
        if person is ada:
            expect(ben.one(".chip[data-seat='0']")).to_contain_text("would stop")
    for person in (ada, ben):
        expect(person.one("#result")).to_be_visible()
        expect(person.one("#ranks li")).to_have_count(0)


def test_a_seat_moves_to_another_device(house: House, ada: Person, ben: Person) -> None:
    address = prepare(house, ada, *BOTS)
    ada.open(address).seated().asked()
    ada.click("#open-menu")
    ada.click("#move-seat")
    expect(ada.one("#why")).to_contain_text("Type this code")
    code = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}", ada.one("#why").inner_text())
    assert code
    ada.keys("Escape")
    ben.open("/")
    ben.one("#code").fill(code.group().lower())
    ben.keys("Enter")
    ben.click("#sit")
    ben.seated().asked()
    expect(ada.one("[data-part^='hand:']")).to_have_count(0)


def test_a_problem_is_reported_with_position_and_build(house: House, ada: Person) -> None:
    ada.open(prepare(house, ada, *BOTS)).seated()
    ada.click("#open-menu")
    with ada.page.expect_download() as saved:
        ada.click("#menu a[href$=report]")
    text = saved.value.path().read_text("utf-8")
    assert not json.loads(text)["match"]["seed"], "the seed is out before the end"
    assert "Chrom" in text


def test_title_and_favicon_say_whose_turn_it_is(house: House, ada: Person) -> None:
    ada.open(prepare(house, ada, *BOTS)).seated().asked()
    assert "Your turn!" in ada.page.title()
    assert "favicon-turn" in (ada.one("#favicon").get_attribute("href") or "")


def test_after_the_others_a_recap_says_what_happened(house: House, ada: Person) -> None:
    ada.open(prepare(house, ada, *BOTS)).seated().asked()
    recap = ada.one("#recap")
    expect(recap).to_be_visible()
    expect(recap).to_contain_text("Since your last turn")
    assert recap.locator("li").count() >= 2
    log = ada.one("#log li").all_inner_texts()
    assert set(recap.locator("li").all_inner_texts()) <= set(log)


SHARES = """() => {
  const box = (css) => document.querySelector(css).getBoundingClientRect();
  const [recap, board, dock] = [box("#recap"), box("#sheet-board"), box("#dock")];
  return { recap: recap.height / innerHeight, board: (recap.top - board.top) / (dock.top - board.top) };
}"""
"""What the recap takes of the window, and what it leaves of the board above the dock."""
HAND_HELD: tuple[dict[str, Any], ...] = (PHONE, {"viewport": {"width": 768, "height": 1024}})


def well_on(match: AnyMatch) -> bool:
    """Everybody has had a turn, in every game."""
    return my_turn(match) and len(match.entries) > 120


@every_game_and("window", HAND_HELD)
def test_an_opened_recap_leaves_the_board_in_sight(
    house: House, invite: Invite, window: dict[str, Any], game: str
) -> None:
    ada = invite(**window)
    ada.open(prepare(house, ada, *BOTS, wanted=well_on, game=game)).seated().asked()
    expect(ada.one("#recap")).to_have_attribute("open", "")
    shares = ada.page.evaluate(SHARES)
    assert shares["recap"] <= 0.25
    assert shares["board"] >= 0.5


@pytest.mark.parametrize("window", HAND_HELD, ids=["phone", "tablet"])
def test_what_the_recap_has_no_room_for_is_scrolled_to_with_keys(
    house: House, invite: Invite, window: dict[str, Any]
) -> None:
    ada = invite(**window)
    ada.open(prepare(house, ada, *BOTS, wanted=well_on, game="first_rat")).seated().asked()
    lines = ada.page.get_by_role("list", name="Since your last turn")
    assert lines.evaluate("(one) => one.scrollHeight > one.clientHeight")
    ada.one("#recap > summary").focus()
    place = ada.page.evaluate("() => scrollY")  # so far that what can be chosen is in sight
    ada.keys("Tab")
    expect(lines).to_be_focused()
    assert lines.evaluate("(one) => parseFloat(getComputedStyle(one).outlineWidth)") >= 2
    ada.keys("End")
    last = lines.locator("li").last
    expect(last).to_be_in_viewport()
    assert ada.page.evaluate("() => scrollY") == place, "the page stays where it is"
