"""The page of all one's matches: found from everywhere, read on a phone, and left for good."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from ratskeller.words.languages import LANGUAGES
from ratskeller.words.platform_words import platform_words
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import my_turn, over, prepare
from tests.browser.test_around import TOO_WIDE
from tests.browser.test_axe import GRAVE
from tests.statements import statement

BOTS = ("mechthild", "konrad")


def test_the_list_is_reached_from_everywhere_and_leads_to_table_and_replay(
    house: House, ada: Person
) -> None:
    done, going = prepare(house, ada, *BOTS, wanted=over), prepare(house, ada, *BOTS)
    ada.open(done).seated().click("#result a[href='/matches']")
    expect(ada.one("h1")).to_have_text("My matches")
    expect(ada.one("#running ~ .matches .stamp")).to_have_text("your turn")
    expect(ada.one(f"#running ~ .matches a[href='{going}']")).to_be_visible()
    expect(ada.one(".record tbody tr")).to_have_count(3)
    ada.click(f"a[href='{done}/1']")
    expect(ada.one("body")).to_have_attribute("data-page", "replay")
    ada.open("/").click("main a[href='/matches']")
    ada.click(f"#running ~ .matches a[href='{going}']")
    ada.seated().asked()
    ada.open("/help").click(".masthead a[href='/matches']")
    expect(ada.one("h1")).to_have_text("My matches")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_fits_a_phone_and_names_the_day_as_one_does_there(
    house: House, invite: Invite, language: str
) -> None:
    ada = invite(settings={"language": language}, **PHONE)
    prepare(house, ada, *BOTS, wanted=my_turn)
    prepare(house, ada, *BOTS, wanted=over)
    prepare(house, ada, "dynamo", wanted=over, game="first_rat")
    ada.open("/matches")
    expect(ada.one("h1")).to_have_text(platform_words(language).gettext("My matches"))
    named = "(lang) => [...document.querySelectorAll('time')].every((one) => one.textContent === "
    named += "new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })"
    ada.wait_for(f"{named}.format(new Date(one.dateTime)))", language)
    assert ada.page.evaluate(TOO_WIDE) == []
    assert ada.page.evaluate("() => document.documentElement.scrollWidth") == 360


@statement("A15", "A05")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_is_found_on_it(house: House, invite: Invite, theme: str) -> None:
    ada = invite(settings={"theme": theme, "language": "en"})
    prepare(house, ada, *BOTS)
    prepare(house, ada, *BOTS, wanted=over)
    ada.open("/matches")
    grave = [one for one in faults(ada) if one.partition(" ")[0] in GRAVE]
    assert grave == []
    ada.click("#forget")
    assert [one for one in faults(ada) if one.partition(" ")[0] in GRAVE] == []


def faults(person: Person) -> list[str]:
    found = Axe().run(person.page, options={"resultTypes": ["violations"]})
    return [
        f"{one['impact']} {one['id']}: {[node['html'][:110] for node in one['nodes'][:3]]}"
        for one in found.response["violations"]
    ]


@statement("S44")
def test_all_matches_come_in_one_file(house: House, ada: Person) -> None:
    done, going = prepare(house, ada, *BOTS, wanted=over), prepare(house, ada, *BOTS)
    ada.open("/matches")
    with ada.page.expect_download() as saving:
        ada.click("a[href='/matches/download']")
    found = json.loads(Path(saving.value.path()).read_text("utf-8"))["matches"]
    assert [f"/t/{one['header']['table']}" for one in found] == [going, done]
    assert [bool(one.get("seed")) for one in found] == [False, True]


@statement("S44")
def test_who_wants_to_be_forgotten_is_asked_twice(house: House, invite: Invite) -> None:
    ada = invite(settings={"name": "Zerlinde", "language": "en"})
    done = prepare(house, ada, *BOTS, wanted=over)
    ada.open("/matches").click("#forget")
    expect(ada.one("#forget-ask")).to_be_visible()
    ada.click("#forget-ask [data-keep]")
    expect(ada.one("dialog[open]")).to_have_count(0)
    ada.click("#forget")
    ada.click("#forget-go-on")
    expect(ada.one("#forget-sure")).to_contain_text("One match")
    ada.click("#forget-sure [data-keep]")
    expect(ada.one(f"a[href='{done}/1']")).to_be_visible()
    ada.click("#forget")
    ada.click("#forget-go-on")
    ada.click("#forget-now")
    expect(ada.one("main")).to_contain_text("You have not played here yet")
    assert ada.context.cookies() == []
    ada.open(done)
    expect(ada.one(".watching")).to_be_attached()
    with closing(sqlite3.connect(house.db)) as store:
        query = "SELECT count(*) FROM players WHERE guest = ?"
        assert store.execute(query, (ada.guest,)).fetchone() == (0,)
