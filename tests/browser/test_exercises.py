"""Exercises: a moment of a look back, to be tried once more, and puzzles."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import msgspec
import pytest
from playwright.sync_api import Route

from ratskeller.coach import analysis
from ratskeller.coach.findings import VERSION, Analysis, Finding, Outline, OwnChoice, conclude
from ratskeller.core.match import AnyMatch
from ratskeller.server.schema import LookbackRow
from ratskeller.words.platform_words import platform_words
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import BOTS, found, insert, levels, over, put

pytestmark = pytest.mark.heavy


def missed(house: House, person: Person) -> tuple[str, OwnChoice]:
    """A match that is over, and was looked back at up to the first choice that cost something: the
    address of that choice.
    """
    chairs = (person, *BOTS)
    match = found(len(chairs), over, {}, levels(chairs))
    table = put(house, chairs, match, match.entries).rpartition("/")[2]
    outline, findings = looked_at(match)
    with closing(sqlite3.connect(house.db, timeout=300)) as store, store:
        (chain,) = store.execute("SELECT chain FROM tables WHERE id = ?", (table,)).fetchone()
        whole = msgspec.json.encode(conclude(outline, findings, 1.0)).decode()
        row = LookbackRow(
            table_id=table, seat=0, guest=person.guest, version=VERSION, chain=chain, analysis=whole
        )
        insert(store, "lookbacks", row)
    choice = findings[-1]
    assert isinstance(choice, OwnChoice)
    return f"/t/{table}/lookback/0/{choice.entry - 1}", choice


def looked_at(match: AnyMatch) -> tuple[Outline, list[Finding]]:
    findings: list[Finding] = []
    search = analysis.search(match, 0)
    outline = next(search)
    assert isinstance(outline, Outline)
    for one in search:
        assert not isinstance(one, Outline | Analysis)
        findings.append(one)
        if isinstance(one, OwnChoice) and (one.kind, one.verdict) == ("real", "worse"):
            break
    return outline, findings


def press(person: Person, notation: str) -> None:
    """One of the moves that are offered as buttons."""
    person.one(f'#moves [data-notation="{notation}"]').first.click()


def test_a_wrong_try_is_shown_and_taken_back_and_then_the_better_one_counts(
    house: House, ada: Person
) -> None:
    address, choice = missed(house, ada)
    ada.open(address.rpartition("/")[0]).click(f'a[href="{address}"]')
    (played,), (best,) = choice.played, choice.best
    offered = ada.one("#moves button")
    expect(offered.first).to_be_visible()
    count, lying = offered.count(), ada.one(".part").count()
    named = ada.one(f'#moves [data-notation="{best}"]').first.evaluate(
        "(node) => node.firstChild.textContent"
    )
    press(ada, played)
    expect(ada.one("#verdict-text")).to_contain_text("percentage points")
    expect(ada.one("#verdict")).not_to_contain_text(named)
    expect(ada.one("#leads-to li")).not_to_have_count(0)
    expect(offered).to_have_count(0)
    assert any("percentage points" in words for words in ada.heard("polite"))
    expect(ada.one("#again")).to_be_focused()
    ada.keys("Enter")
    expect(ada.one("#verdict")).to_be_hidden()
    expect(offered).to_have_count(count)
    expect(ada.one(".part")).to_have_count(lying)
    press(ada, best)
    expect(ada.one("#verdict")).to_have_attribute("data-verdict", "best")
    expect(ada.one("#verdict-text")).to_contain_text(named)
    ada.click("#done")
    expect(ada.one("#look")).to_be_visible()


def test_on_a_phone_in_german_the_best_is_shown_to_who_asks(house: House, invite: Invite) -> None:
    ada = invite("finger", {"speed": "0", "sound": "off", "language": "de"}, **PHONE)
    address, choice = missed(house, ada)
    ada.open(address)
    expect(ada.one("#moves button").first).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360
    press(ada, choice.played[0])
    ada.one("#confirm").tap()
    expect(ada.one("#verdict-text")).to_contain_text("Prozentpunkte")
    ada.one("#reveal").tap()
    begins = platform_words("de").gettext("The best is this: {move}.", move="…").partition("…")[0]
    expect(ada.one("#advice")).to_contain_text(begins)
    expect(ada.one(".ring-advice").first).to_be_attached()


# --- puzzles: those of a small game, in which whoever takes the last crumb wins -----------------


def test_a_puzzle_is_solved_by_keys_alone_and_remembered(house: House, invite: Invite) -> None:
    ada = invite("keys")
    ada.open("/puzzles/crumbs/crumbs-001")
    expect(ada.one("#moves button")).to_have_count(3)
    ada.keys("h")
    expect(ada.one("#advice")).to_contain_text("Take a closer look here")
    ada.keys("b", "ArrowRight", "Enter")  # from the first pile that is lit to the second
    expect(ada.one("#verdict-text")).to_contain_text("40 percentage points")
    expect(ada.one("#again")).to_be_focused()
    ada.keys("Enter")
    expect(ada.one('[data-place="pile:1"]')).to_be_focused()
    ada.keys("Enter")
    expect(ada.one("#verdict")).to_have_attribute("data-verdict", "best")
    expect(ada.one("#done")).to_be_focused()
    ada.tab_to("#refute")
    ada.keys("Enter")
    expect(ada.one("#leads-to")).to_contain_text("takes 2")
    assert any("That is the best" in words for words in ada.heard("polite"))
    assert ada.mouse_events() == 0
    ada.tab_to("#done")
    ada.keys("Enter")
    ada.page.wait_for_url("**/crumbs-002")
    ada.open("/puzzles")
    expect(ada.one(".puzzles .solved")).to_have_count(1)


def test_a_try_that_is_refused_lies_there_until_it_is_confirmed_once_more(ada: Person) -> None:
    refusals = [{"rule": "TB-29", "text": "That is very fast. Go on in 2 seconds."}]

    def refuse_once(route: Route) -> None:
        if refusals and '"commit"' in (route.request.post_data or ""):
            route.fulfill(status=429, json=refusals.pop())
        else:
            route.continue_()

    ada.page.route("**/api/puzzles/crumbs/*", refuse_once)
    ada.open("/puzzles/crumbs/crumbs-001")
    press(ada, "1")
    expect(ada.one("#why")).to_contain_text("in 2 seconds")
    expect(ada.one("#undo")).to_be_visible()
    ada.click("#confirm")
    expect(ada.one("#verdict")).to_have_attribute("data-verdict", "best")
    expect(ada.one("#confirm")).to_be_hidden()
    assert "429" in ada.trouble.pop()  # which the browser notes by itself


def test_a_puzzle_in_chinese_on_a_phone(house: House, invite: Invite) -> None:
    ada = invite("finger", {"speed": "0", "sound": "off", "language": "zh-Hant"}, **PHONE)
    ada.open("/").one('.title-sheet a[href="/puzzles"]').tap()
    expect(ada.one("h1")).to_have_text("謎題")
    ada.one('a[href="/puzzles/crumbs/crumbs-003"]').tap()
    expect(ada.one("#moves button").first).to_be_visible()
    ada.point("pile:3")
    ada.one("#confirm").tap()
    expect(ada.one("#verdict")).to_have_attribute("data-verdict", "best")
    expect(ada.one("#verdict-title")).to_have_text("就是這個！")
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_hints_for_a_puzzle_begin_with_its_idea_and_end_with_the_move(ada: Person) -> None:
    ada.open("/puzzles/pied_piper/pied_piper-001")
    expect(ada.one("#moves button").first).to_be_visible()
    for words in ("It is about this", "Take a closer look here", "The best is this"):
        ada.keys("h")
        expect(ada.one("#advice")).to_contain_text(words)
