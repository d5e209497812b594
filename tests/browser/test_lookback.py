"""Looking back at a match that is over: the line of chances, the moments, the way into the replay."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from ratskeller.coach.findings import VERSION, Finding, Others, Outline, OwnChoice, Stroke, conclude
from ratskeller.core.match import AnyMatch
from ratskeller.server.schema import LookbackRow
from tests.browser.conftest import House
from tests.browser.people import Person, expect
from tests.browser.prepared import BOTS, found, insert, levels, over, put

pytestmark = pytest.mark.heavy


def looked_back_at(house: House, person: Person) -> tuple[str, OwnChoice]:
    """A match that is over and was looked back at: its address, and a mistake in it."""
    chairs = (person, *BOTS)
    match = found(len(chairs), over, {}, levels(chairs))
    address = put(house, chairs, match, match.entries)
    findings: list[Finding] = [Stroke(1, "deal", 0.1, 0.01, 0.43)]
    for choice in islice(choices(match), 5):
        findings += [choice, Others(choice.entry + 1, 1, 1, -0.04, 0.01, choice.after - 0.04)]
        findings.append(Stroke(choice.entry + 1, "cards", 0.07, 0.01, choice.after + 0.03))
    outline = Outline(VERSION, match.header.game, 0, 3, "network", 0, len(findings), 0.33, 0.01)
    whole = msgspec.json.encode(conclude(outline, findings, 1.0)).decode()
    table = address.rpartition("/")[2]
    with closing(sqlite3.connect(house.db, timeout=300)) as store, store:
        (chain,) = store.execute("SELECT chain FROM tables WHERE id = ?", (table,)).fetchone()
        row = LookbackRow(
            table_id=table, seat=0, guest=person.guest, version=VERSION, chain=chain, analysis=whole
        )
        insert(store, "lookbacks", row)
    mistake = findings[1]
    assert isinstance(mistake, OwnChoice)
    return address, mistake


def choices(match: AnyMatch) -> Iterator[OwnChoice]:
    """Own decisions of the match: the first cost most, the others were found."""
    game, worse = match.game, True
    for entry in match.entries:
        before: Any = match.state_at(entry.number - 1)
        legal = game.legal(before) if game.to_act(before) == 0 else ()
        if len(legal) < 2 or entry.body not in legal:
            continue
        body: Any = entry.body
        played = (game.notation(body),)
        other = (game.notation(next(one for one in legal if one != body)),)
        yield OwnChoice(
            entry=entry.number, entries=1, kind="real", before=0.5, after=0.35 if worse else 0.5,
            played=played, best=other if worse else played, loss=0.15 if worse else 0.0, error=0.02,
            amount=-0.1 if worse else 0.0, amount_error=0.02, verdict="worse" if worse else "best",
            second=() if worse else other, lead=0.1, lead_error=0.02,
        )  # fmt: skip
        worse = False


def test_a_moment_that_mattered_opens_its_position(house: House, ada: Person) -> None:
    address, mistake = looked_back_at(house, ada)
    ada.open(address).seated().click("#look-back")
    expect(ada.one("#look")).to_have_attribute("data-done", "yes")
    expect(ada.one(".verdict")).to_contain_text("33")
    expect(ada.one("#look .chances a")).to_have_count(2)
    expect(ada.one(".moments li")).to_have_count(2)
    moment = ada.one(".moments a").first
    expect(moment).to_contain_text("15 percentage points better")
    grave = [
        one
        for one in Axe().run(ada.page).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert not grave, [(one["id"], one["nodes"][0]["html"][:120]) for one in grave]
    moment.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.one("#number")).to_contain_text(f"{mistake.entry - 1} of")
    expect(ada.one(".moments a[aria-current]")).to_contain_text("percentage points better")


@pytest.mark.parametrize("width", [360, 1366])
def test_nothing_is_wider_than_the_screen(house: House, ada: Person, width: int) -> None:
    address, _ = looked_back_at(house, ada)
    ada.page.set_viewport_size({"width": width, "height": 800})
    ada.open(f"{address}/lookback")
    expect(ada.one("#look .chances")).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= width


def test_nobody_looks_back_from_the_seat_of_somebody_else(
    house: House, ada: Person, ben: Person
) -> None:
    address, _ = looked_back_at(house, ada)
    asked = ben.context.request.get(f"{ben.base}{address}/lookback/0")
    assert asked.status == 403
    ben.open(address).seated()
    expect(ben.one("#result")).to_be_visible()
    expect(ben.one("#look-back")).to_be_hidden()
