"""A note for everything: it comes when somebody rests on a thing, and lies in nobody's way.

The clock of the page stands still: it goes on only as far as a story says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator

from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import BOTS, at_turn, every_game, my_turn, over, prepare
from tests.browser.test_axe import faults

pytestmark = pytest.mark.new_windows

REST, HOLD = 400, 500  # ms, as in notes.js

EVERYTHING = """async () => {
  const app = document.querySelector("script[type=module]").src;
  const [notes, board] = await Promise.all(["notes.js", "board.js"].map((one) => import(app.replace("app.js", one))));
  const known = await (await fetch(`/api/tables/${document.querySelector("main").dataset.table}/notes`)).json();
  const things = [...board.parts.keys(), ...board.spots.keys()].map((id) => notes.namesOf(id));
  const signs = [...document.querySelectorAll("[data-note]")].map(notes.namesOfSign);
  return [...things, ...signs].map((names) => [names, notes.find(known, names) ?? null]);
}"""
INSIDE = """(node) => { const { left, right } = node.getBoundingClientRect(); return left >= 0 && right <= innerWidth; }"""
APART = """(node) => {
  const [a, b] = [node, document.getElementById("note")].map((one) => one.getBoundingClientRect());
  const inside = b.left >= 0 && b.top >= 0 && b.right <= innerWidth && b.bottom <= innerHeight;
  return inside && (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
}"""


def stopped(person: Person) -> Person:
    """Somebody on whose page time passes only when the story says so."""
    person.page.clock.install()
    return person


def stop(person: Person) -> Person:
    """A second from now at most: else the page would take its line for dead."""
    person.page.clock.pause_at(person.page.evaluate("() => Date.now()") / 1000 + 1)
    return person


def waits(person: Person, milliseconds: int) -> None:
    person.page.clock.run_for(milliseconds)


def rests_on(person: Person, thing: str | Locator) -> Locator:
    """The note of what the mouse rests on."""
    spot = person.spot(thing) if isinstance(thing, str) else thing
    spot.hover(force=True)
    waits(person, REST)
    expect(person.one("#note")).to_be_visible()
    return person.one("#note")


def chosen(person: Person) -> int:
    return person.one(".ring-chosen").count()


@every_game
def test_everything_on_the_page_has_a_note_with_a_rule(
    house: House, ada: Person, game: str
) -> None:
    at_turn(house, ada, game=game)
    found = ada.page.evaluate(EVERYTHING)
    assert len(found) > 50
    assert [names for names, note in found if not note] == []
    assert all(re.fullmatch(r"[A-Z]{2}-\d+", note["rule"]) for _, note in found)


@every_game
def test_who_rests_on_a_thing_reads_what_it_is_what_it_does_and_its_rule(
    house: House, invite: Invite, game: str
) -> None:
    ada = stop(at_turn(house, stopped(invite()), game=game))
    note, (lit, *_) = ada.one("#note"), ada.look()["lit"]
    ada.spot(lit).hover(force=True)
    waits(ada, REST - 1)
    expect(note).to_be_hidden()
    waits(ada, 1)
    expect(note).to_be_visible()
    expect(note.locator("b").first).not_to_be_empty()
    expect(note).to_contain_text(re.compile(r"Rule [A-Z]{2}-\d+"))
    expect(note.locator("strong")).to_have_count(0)
    assert ada.spot(lit).evaluate(APART)
    ada.page.mouse.move(3, 3)
    expect(note).to_be_hidden()
    rests_on(ada, lit)
    ada.keys("Escape")
    expect(note).to_be_hidden()
    rests_on(ada, ada.one(".chip [data-note]").last)
    expect(note).to_contain_text(re.compile(r"Rule [A-Z]{2}-\d+"))


@every_game
def test_what_cannot_be_chosen_says_why_at_rest_and_when_pressed(
    house: House, invite: Invite, game: str
) -> None:
    ada = stop(at_turn(house, stopped(invite()), game=game))
    dim = {"pied_piper": "discard:action", "ratzentanz": "cat", "first_rat": "space:27"}[game]
    reason = rests_on(ada, dim).locator("strong")
    expect(reason).not_to_be_empty()
    told = reason.inner_text()
    ada.point(dim)
    expect(ada.one("#note")).to_be_hidden()
    expect(ada.one("#why strong")).to_have_text(told)
    expect(ada.one("#why a.cite").first).to_be_visible()
    assert told in ada.heard("polite")[-1]


def test_a_note_covers_nothing_of_its_thing_and_swallows_no_press(
    house: House, invite: Invite
) -> None:
    for width, height in ((1280, 800), (360, 740)):
        ada = stop(at_turn(house, stopped(invite(viewport={"width": width, "height": height}))))
        for thing in (
            "house:0",
            "gap:1",
            "slot:3",
            "deck:action",
            "figure:piper",
            ada.look()["lit"][0],
        ):
            rests_on(ada, thing)
            assert ada.spot(thing).evaluate(APART), thing
            ada.page.mouse.move(1, 1)
        note = rests_on(ada, ada.look()["lit"][0])
        box = note.bounding_box()
        assert box
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        covers = "([x, y]) => document.elementFromPoint(x, y)?.closest('#note') !== null"
        assert not ada.page.evaluate(covers, middle)
        ada.point(ada.look()["lit"][0])
        expect(note).to_be_hidden()
        expect(ada.one(".ring-chosen").first).to_be_attached()


def test_a_note_stays_in_a_window_that_gets_smaller(house: House, ada: Person) -> None:
    """As it comes, and as it is kept."""
    at_turn(house, stopped(ada))
    stop(ada)
    thing = ada.one(".chip li[data-note]").last
    rests_on(ada, thing)
    for width in (1100, 1000):
        ada.page.set_viewport_size({"width": width, "height": 700})
        expect(ada.one("#note")).to_be_visible()
        ada.wait_for(f"() => innerWidth === {width}")
        ada.wait_for(APART, thing.element_handle())
    thing.click(button="right", force=True)
    expect(ada.one("#why")).to_be_visible()
    ada.page.set_viewport_size({"width": 420, "height": 700})
    ada.wait_for("() => innerWidth === 420")
    ada.wait_for(INSIDE, ada.one("#why").element_handle())


def test_what_is_focused_is_explained_and_read_out(house: House, invite: Invite) -> None:
    ada = stop(at_turn(house, stopped(invite(by="keys"))))
    note = ada.one("#note")
    ada.keys("b")
    waits(ada, REST)
    expect(note).to_be_visible()
    assert note.locator("p").last.inner_text() in ada.heard("polite")[-1]
    before = note.inner_text()
    ada.keys("ArrowLeft")
    expect(note).to_be_hidden()
    waits(ada, REST)
    expect(note).to_be_visible()
    assert note.inner_text() != before
    ada.keys("Escape")
    expect(note).to_be_hidden()
    assert ada.page.evaluate("() => document.activeElement.matches('[data-part], [data-place]')")
    ada.tab_to(".chip li[data-note]")
    ada.keys("ArrowRight")
    waits(ada, REST)
    expect(note.locator("b").first).to_have_text("Cards in hand")
    ada.keys("ContextMenu")
    expect(ada.one("#why a.cite").first).to_be_focused()


@contextmanager
def finger(person: Person, thing: str) -> Iterator[None]:
    """It stays on a thing for as long as the block lasts."""
    box = person.spot(thing).bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    line = person.context.new_cdp_session(person.page)

    def send(kind: str, *points: Any) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", point)
    yield
    send("touchEnd")


@every_game
def test_a_finger_that_stays_asks_what_a_thing_is_and_chooses_nothing(
    house: House, invite: Invite, game: str
) -> None:
    ada = stop(at_turn(house, stopped(invite(by="finger", **PHONE)), game=game))
    lit = ada.look()["lit"][0]
    ada.spot(lit).scroll_into_view_if_needed()
    before = ada.look()["print"]
    with finger(ada, lit):
        waits(ada, HOLD - 1)
        expect(ada.one("#note")).to_be_hidden()
        waits(ada, 1)
        expect(ada.one("#note")).to_be_visible()
    waits(ada, 1)
    expect(ada.one("#why a.cite").last).to_be_in_viewport()
    expect(ada.one("#note")).to_be_hidden()
    assert ada.look()["print"] == before
    ada.point(lit)
    ada.wait_for("(before) => document.querySelector('.ring-chosen, #undo:not([hidden])') !== null")


def test_a_hidden_card_says_that_it_is_hidden(house: House, invite: Invite) -> None:
    def laid(match: Any) -> bool:
        line = match.view(0).seen.laid
        hidden = [card for cards in line for card in cards if card.face_down and card.seat != 0]
        return my_turn(match) and bool(hidden)

    ada = stop(at_turn(house, stopped(invite()), wanted=laid, options={"secret": True}))
    back = ada.one("[data-part^='card:']:has([href='#card-back'])").first
    note = rests_on(ada, back)
    expect(note.locator("b").first).to_have_text("Hidden card")
    expect(note).to_contain_text("Only whoever placed it may look at it")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_note_does_not_move(house: House, invite: Invite, motion: str) -> None:
    ada = stop(at_turn(house, stopped(invite(reduced_motion=motion))))
    assert rests_on(ada, "house:0").evaluate("(note) => note.getAnimations().length") == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_notes(house: House, invite: Invite, theme: str) -> None:
    ada = at_turn(house, invite(settings={"theme": theme, "speed": "0", "language": "en"}))
    ada.spot("house:0").hover(force=True)
    expect(ada.one("#note")).to_be_visible()
    assert faults(ada) == []
    ada.point("house:0")
    expect(ada.one("#why strong")).to_be_visible()
    assert faults(ada) == []


def test_notes_are_there_in_a_replay_too(house: House, invite: Invite) -> None:
    ada = stopped(invite())
    address = prepare(house, ada, *BOTS, wanted=over)
    ada.open(f"{address}/5")
    expect(ada.one(".chip").first).to_be_visible()
    stop(ada)
    expect(rests_on(ada, "house:0").locator("b").first).to_have_text("House")
