"""My progress on a phone: a chart and a table for each game, in every language, by day and by night."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from ratskeller import games
from ratskeller.coach.findings import VERSION, Finding, Outline, OwnChoice, Stroke, conclude
from ratskeller.server.schema import LookbackRow
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import BOTS, found, insert, levels, over, put, unused_name
from tests.browser.test_around import TOO_WIDE
from tests.browser.test_axe import GRAVE, THEMES

pytestmark = pytest.mark.heavy
MATCHES = 6


def look_back(house: House, person: Person, game_id: str, matches: int) -> None:
    """So many matches of a game with what might have been found in them."""
    chairs, luck = (person, *BOTS), random.Random(game_id)
    match = found(len(chairs), over, {}, levels(chairs), game_id)
    ideas = game_words(games.find(game_id), "en").course().ideas
    for _ in range(matches):
        table = unused_name()
        put(house, chairs, match, match.entries, table)
        findings: list[Finding] = [Stroke(1, "deal", luck.gauss(0, 0.15), 0.02, 0.4)]
        findings += [a_choice(luck.choice(ideas[-6:]).id, luck.random() / 8) for _ in range(12)]
        outline = Outline(VERSION, game_id, 0, 3, "network", 0, len(findings), 0.33, 0.01)
        whole = msgspec.json.encode(conclude(outline, findings, 1.0)).decode()
        with closing(sqlite3.connect(house.db, timeout=300)) as store, store:
            (chain,) = store.execute("SELECT chain FROM tables WHERE id = ?", (table,)).fetchone()
            row = LookbackRow(
                table_id=table,
                seat=0,
                guest=person.guest,
                version=VERSION,
                chain=chain,
                analysis=whole,
            )
            insert(store, "lookbacks", row)


def a_choice(idea: str, loss: float) -> OwnChoice:
    return OwnChoice(
        entry=5, entries=1, kind="real", before=0.5, after=0.4, played=("a",), best=("b",), loss=loss,
        error=0.02, amount=-loss / 3, amount_error=0.02, verdict="worse", idea=idea,
    )  # fmt: skip


def test_it_is_found_from_the_matches_and_fits_a_phone_in_every_language(
    house: House, invite: Invite
) -> None:
    ada = invite(reduced_motion="reduce", **PHONE)
    look_back(house, ada, "pied_piper", MATCHES)
    look_back(house, ada, "first_rat", 2)
    ada.open("/matches").click("main a[href='/progress']")
    expect(ada.one("section.progress")).to_have_count(2)
    expect(ada.one("#pied_piper ~ figure svg.race circle")).to_have_count(2 * MATCHES)
    expect(ada.one("#first_rat ~ figure")).to_have_count(0)
    for language in LANGUAGES:
        ada.prefer(language=language).open("/progress")
        expect(ada.one("h1")).to_have_text(platform_words(language).gettext("My progress"))
        assert ada.page.evaluate(TOO_WIDE) == [], language
        assert ada.page.evaluate("() => document.documentElement.scrollWidth") == 360, language
    for theme in THEMES:
        ada.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        violations = Axe().run(ada.page).response["violations"]
        assert [one["id"] for one in violations if one["impact"] in GRAVE] == [], theme
