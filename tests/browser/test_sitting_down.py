"""From the front page to a seat: alone with bots, with friends, on one device, only to watch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ratskeller.words.languages import LANGUAGES
from tests.browser.conftest import House, Invite, serving
from tests.browser.people import LOOK, Person, expect, play_out
from tests.browser.prepared import over, prepare
from tests.statements import statement

SHOWN = f"""(log) => {{
  const one = ({LOOK})();
  return one.log > log && !one.moving && (one.over || document.querySelector(".chip.turn[data-seat='0']"));
}}"""
"""The others have moved, and a spectator has seen it all."""

HAND = "[data-part^='hand:']"


def test_a_newcomer_is_in_a_game_with_one_click(invite: Invite) -> None:
    ada = invite(settings={})
    ada.open("/").click("[data-quick=pied_piper]")
    ada.seated()
    expect(ada.one("#sheet-board [data-part]").first).to_be_visible()
    expect(ada.one(HAND).first).to_be_attached()
    expect(ada.one(".chip")).to_have_count(3)
    expect(ada.one(".chip:has-text('bot')")).to_have_count(2)


def test_whoever_was_picked_sits_down_with_neighbours_and_is_remembered(ada: Person) -> None:
    ada.open("/")
    expect(ada.one("[name=rival_pied_piper]")).to_have_count(6)
    expect(ada.one("[name=rival_pied_piper][value=mechthild]")).to_be_checked()
    ada.one("[name=rival_pied_piper][value=konrad]").locator("xpath=..").click()
    ada.click("[data-quick=pied_piper]")
    ada.seated()
    names = ada.one(".chip .name").all_inner_texts()
    assert {"Konrad", "Mechthild"} < {name.strip() for name in names}
    faces = ada.one(".chip img").evaluate_all("(all) => all.map((one) => one.getAttribute('src'))")
    assert len(faces) == len(set(faces)) == 3
    ada.open("/")
    expect(ada.one("[name=rival_pied_piper][value=konrad]")).to_be_checked()
    expect(ada.one("[name=rival_first_rat][value=dynamo]")).to_be_checked()
    ada.open("/new/pied_piper")
    ada.click("label:has([name=count][value='5'])")
    chosen = ada.one("#seat-rows select").evaluate_all("(all) => all.map((one) => one.value)")
    assert chosen == ["me", "bot:konrad", "bot:mechthild", "bot:adelheid", "bot:jost"]


def test_a_house_is_chosen_before_the_match_and_remembered(ada: Person, ben: Person) -> None:
    tannery = ".looks label:has-text('Tannery')"
    ada.open("/new/pied_piper").click(tannery)
    ada.click("label:has([name=count][value='2'])")
    expect(ada.one(".looks label:has-text('Smithy')")).to_be_hidden()  # it stands empty (PP-60)
    ada.one("#seat-rows select").nth(1).select_option("open")
    ada.click("#start")
    expect(ada.one("#seats li.open")).to_have_count(1)
    ben.page.goto(ada.one("#link").input_value())
    expect(ben.one(tannery)).to_have_count(0)
    ben.click(".looks label:has-text('Bakehouse')")
    ben.click("#sit")
    for person in (ada, ben):
        person.seated()
        assert person.one(".chip use[href='#glyph-hide']").count() == 1
        assert person.one(".chip use[href='#glyph-loaf']").count() == 1
    ada.open("/new/pied_piper")
    expect(ada.one(f"{tannery} input")).to_be_checked()
    ada.open("/").click("[data-quick=pied_piper]")
    ada.seated()
    expect(ada.one(".chip use[href='#glyph-hide']")).to_have_count(1)


@statement("A25")
def test_who_waits_changes_settings_and_house_without_going_away(ada: Person, ben: Person) -> None:
    ada.open(ada.lay("me", "open", "open"))
    expect(ada.one("#seats li.open")).to_have_count(2)
    ada.click("#open-settings")
    ada.click("#settings label:has([name=theme][value=dark])")
    expect(ada.one("html")).to_have_attribute("data-theme", "dark")
    ada.click("#settings label:has([name=language][value=de])")
    expect(ada.one("h1")).to_have_text("Es fehlen noch Mitspielende")
    ada.click("#settings-dialog .main-act")
    with ada.page.expect_response("**/look"):
        ada.click(".looks label:has-text('Gerberei')")
    ben.page.goto(ada.one("#link").input_value())
    expect(ben.one("#looks")).to_be_visible()
    expect(ben.one(".looks label:has-text('Tannery')")).to_have_count(0)
    ben.click("#sit")
    ben.wait_for(
        "() => document.body.dataset.page === 'waiting' && document.querySelector('#seats li')"
    )
    ben.expect_noise("409")
    ben.click(".looks label:has-text('Tannery')")
    expect(ben.one("#problem")).to_contain_text("Somebody else at this table has that already.")
    expect(ben.one(".looks [value='']")).to_be_checked()
    ben.click(".looks label:has-text('Smithy')")
    expect(ben.one("#problem")).to_be_empty()
    ada.click(".looks label:has-text('Mühlenhaus')")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_can_be_begun_without_scrolling(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    """On the screen of a common notebook, with the games of the house alone."""
    with serving(tmp_path / "house.db", extra="") as house:
        window = browser.new_context(viewport={"width": 1366, "height": 768})
        ada = Person(window, house.base).prefer(language=language).open("/")
        for css in (".rivals label", "[data-quick]"):
            ends = ada.one(css).evaluate_all(
                "(all) => all.map((one) => one.getBoundingClientRect().bottom)"
            )
            assert len(ends) in (3, 17)
            assert max(ends) <= 768, css
        assert ada.trouble == []
        window.close()


def test_a_friend_with_the_link_sits_down_with_one_click(ada: Person, ben: Person) -> None:
    ada.open(ada.lay("me:Ada", "open", "bot:random"))
    expect(ada.one("#seats li.open")).to_have_count(1)
    expect(ada.one(".qr svg")).to_be_visible()
    assert ada.one("[data-part]").count() == 0, "something is dealt before all are seated"
    ben.page.goto(ada.one("#link").input_value())
    expect(ben.one("h1")).to_have_text("Ada invites you to The Pied Piper")
    ben.click("#sit")
    ben.seated()
    ada.seated()
    ben.open(ada.invitation).seated()  # who has a seat and opens the link again is at the table


def test_a_link_can_be_copied_renewed_and_locked(ada: Person, ben: Person) -> None:
    ben.expect_noise("404", "403", "409")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.open(ada.lay("me", "open"))
    old = ada.one("#link").input_value()
    ada.click("#copy")
    expect(ada.one("#copy")).to_have_text("Copied")
    assert ada.page.evaluate("() => navigator.clipboard.readText()") == old
    ada.click("#renew")
    expect(ada.one("#link")).not_to_have_value(old)
    ben.page.goto(old)
    expect(ben.one("h1")).to_have_text("That did not work")
    new = ada.one("#link").input_value()
    ada.click("#lock")
    expect(ada.one("main")).to_contain_text("The table is locked")
    ben.page.goto(new)
    expect(ben.one("h1")).to_have_text("That did not work")
    ada.click("#lock")
    expect(ada.one("#link")).to_be_visible()


def test_several_people_on_one_device_with_a_curtain(ada: Person, ben: Person) -> None:
    address = ada.lay("me:Ada", "here:Eve", "bot:random")
    ada.open(address)
    ben.open(address).seated()
    seen: set[str] = set()
    hands: list[set[str]] = []
    for _ in range(2):
        expect(ada.one("#curtain")).to_be_visible()
        assert ada.one(HAND).count() == 0, "a hand is in the page behind the curtain"
        assert private_lines(ada, ben) == set()
        for words in ("#moves", "#preview", "#polite", "#recap-list"):
            assert not any(card in ada.one(words).inner_text() for card in seen if card)
        name = re.search(r"I am (\w+)", ada.one("#curtain-open").inner_text())
        assert name
        assert name.group(1) in ("Ada", "Eve")
        ada.click("#curtain-open")
        ada.asked()
        expect(ada.one("#curtain")).to_be_hidden()
        hands.append(cards(ada))
        seen |= private_lines(ada, ben)
        ada.keys("Escape")
        while not ada.look()["curtain"] and not ada.look()["over"]:
            if not ada.act(unless="curtain"):
                ada.page.wait_for_timeout(50)
    assert all(hands)


def test_a_double_click_does_not_open_the_curtain(ada: Person) -> None:
    ada.open(ada.lay("me:Ada", "here:Eve"))
    expect(ada.one("#curtain")).to_be_visible()
    hit = """(curtain) => {
      curtain.close();
      curtain.getBoundingClientRect(); // it was drawn closed
      curtain.showModal();
      const { x, y, width, height } = document.getElementById("curtain-open").getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2).id;
    }"""
    assert ada.one("#curtain").evaluate(hit) != "curtain-open"
    ada.click("#curtain-open")  # a moment later it can be pressed
    expect(ada.one("#curtain")).to_be_hidden()


def cards(person: Person) -> set[str]:
    labels: list[str] = person.page.eval_on_selector_all(
        HAND, "(cards) => cards.map((card) => card.ariaLabel)"
    )
    return set(labels)


def private_lines(player: Person, spectator: Person) -> set[str]:
    """What the log tells a player and not everybody."""
    count = "(lines) => document.querySelectorAll('#log li').length >= lines"
    spectator.wait_for(count, player.one("#log li").count())
    known = set(spectator.one("#log li").all_inner_texts())
    return {line for line in player.one("#log li").all_inner_texts() if line not in known}


def test_who_has_no_seat_watches_by_the_link(house: House, invite: Invite) -> None:
    ada, eve = invite(), invite()
    address = prepare(house, ada, "random", "random")
    ada.open(address).seated().asked()
    eve.open(address).seated()
    expect(eve.one(".chip")).to_have_count(3)
    assert eve.one(HAND).count() == 0
    assert eve.look()["lit"] == []
    expect(eve.one(".mine").first).to_be_hidden()
    log = eve.look()["log"]
    ada.play_a_turn()
    eve.wait_for(SHOWN, log)  # while moves are shown, a click only skips them
    eve.point("house:1")
    expect(eve.one("#why")).to_be_visible()
    assert eve.one("#why strong").count() == 0, "nothing is refused to who only watches"


def test_a_rematch_keeps_the_table_together(house: House, invite: Invite) -> None:
    ada, ben = invite(), invite()
    address = prepare(house, ada, ben, "random", wanted=over)
    for person in (ada, ben):
        person.open(address).seated()
        expect(person.one("#result")).to_be_visible()
    ada.click("#rematch")
    expect(ben.one("#rematch")).to_have_text("To the next match")
    ben.click("#rematch")
    for person in (ada, ben):
        person.wait_for("(old) => !location.pathname.endsWith(old)", address)
        person.seated()
        names = person.one(".chip .name").all_inner_texts()
        assert sorted(name.strip() for name in names) == ["Ada", "Ben", "Cleo"]


@pytest.mark.parametrize(
    ("game", "title", "ending"),
    [
        ("crumbs", "Crumbs", "takes the last crumb and wins"),
        ("nuts", "Nuts", re.compile(r"wins?\.|share the victory")),
    ],
    ids=["with words and a board", "of rules alone"],
)
def test_a_game_of_a_hundred_lines_gets_a_playable_table(
    ada: Person, game: str, title: str, ending: str | re.Pattern[str]
) -> None:
    ada.open("/")
    expect(ada.one(f"[data-game={game}] h2")).to_have_text(title)
    ada.click(f"[data-game={game}] [data-quick]")
    ada.seated()
    play_out([ada])
    expect(ada.one("#banner")).to_contain_text(ending)
    ada.click("#to-replay")
    expect(ada.one("#number")).to_contain_text("1 of")


@pytest.mark.parametrize("path", ["/t/nosuchtable1", "/i/AAAABBBB", "/nowhere", "/rules/chess"])
def test_a_wrong_address_gets_one_sentence(ada: Person, path: str) -> None:
    ada.expect_noise("404")
    ada.open(path)
    expect(ada.one("h1")).to_have_text("That did not work")
    assert "Traceback" not in ada.page.content()
    ada.click("a.main-act")
    expect(ada.one("h1")).to_have_text("Ratskeller")


def test_a_wrong_code_is_told_where_it_was_typed(ada: Person) -> None:
    ada.expect_noise("404")
    ada.open("/")
    ada.one("#code").fill("ZZZZ-9999")
    ada.one("form[action='/join'] button").click()
    expect(ada.one(".problem")).to_be_visible()
    expect(ada.one("#code")).to_have_value("ZZZZ-9999")


@statement("S20")
def test_names_cannot_break_the_page(ada: Person, ben: Person) -> None:
    evil = "<img src=x onerror=alert(1)>"
    ada.open("/new/pied_piper")
    ada.one("#seat-rows li").nth(0).locator("input").fill(evil[:24])
    ada.one("#seat-rows li").nth(1).locator("select").select_option("open")
    ada.click("#start")
    ada.page.wait_for_url("**/t/*")
    ben.page.goto(ada.one("#link").input_value())
    expect(ben.one("h1")).to_contain_text(evil[:24])
    ben.one("#name").fill("\u202eneB\u0316\u0317")
    ben.click("#sit")
    for person in (ada.seated(), ben.seated()):
        expect(person.one(".chips")).to_contain_text(evil[:20])
        assert person.one("main img:not(.face)").count() == 0
