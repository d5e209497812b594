"""What others do is followed beat by beat, and what happened is leafed through on the board.

Time is the page's own, and the stories turn its clock: so a busy machine changes nothing.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from ratskeller.core.match import AnyMatch
from tests.browser.conftest import House, Invite
from tests.browser.people import Person, expect
from tests.browser.prepared import SHORT, every_game, prepare
from tests.browser.test_after import shown
from tests.lengths import often
from tests.statements import statement

TURNS = often(2, 1000)  # of the person; at night the whole match
NORMAL = {"speed": "250", "language": "en"}
LEAST = 600
WIDE = {"viewport": {"width": 1366, "height": 768}}

WATCH = """() => {
  window.beats = [];
  window.ways = [];
  const rail = () => [...document.querySelectorAll(".chip")].map((one) => [...one.querySelectorAll("li")].map((fact) => fact.textContent));
  const marked = () => document.querySelector(".chip.turn")?.dataset.seat ?? null;
  const note = (text) => window.beats.push({ at: performance.now(), text, rail: rail(), marked: marked() });
  const said = document.getElementById("said");
  new MutationObserver(() => said.textContent && note(said.textContent)).observe(said, { childList: true });
  const main = document.getElementById("main");
  let asked = main.classList.contains("asked");
  new MutationObserver(() => {
    if (!asked && main.classList.contains("asked")) note("");
    asked = main.classList.contains("asked");
  }).observe(main, { attributeFilter: ["class"] });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, timing) {
    if (this.dataset.part && Array.isArray(steps)) window.ways.push([this.dataset.part, steps.map((one) => one.transform)]);
    return animate.call(this, steps, timing);
  };
}"""
"""Notes when each sentence appears and what the cards of the players say then; and every way."""


def in_the_middle(match: AnyMatch) -> bool:
    """The first seat begins a turn and has played some before."""
    played = sum(entry.seat == 0 for entry in match.entries)
    return match.to_act == 0 and not match.drafted and played > 8


def table_of(house: House, person: Person, game: str) -> str:
    """With a bot, before a turn of the person."""
    options = SHORT[game]
    return prepare(house, person, "random", game=game, options=options, wanted=in_the_middle)


def at_a_table(house: House, person: Person, game: str) -> Person:
    """Before a turn, with a bot, the clock of the page in our hands."""
    person.page.clock.install()
    person.open(table_of(house, person, game)).seated().asked()
    person.page.evaluate(WATCH)
    return person


def play_a_turn(person: Person) -> None:
    """My whole turn, then turn the clock until it is my turn again or the match is over."""
    while person.look()["asked"]:
        person.act()
    while not (person.look()["asked"] or person.look()["over"]):
        person.page.clock.run_for(100)


def frames_of(person: Person) -> list[dict[str, Any]]:
    return [frame for update in person.updates for frame in json.loads(update)["frames"]]


@every_game
@pytest.mark.parametrize("system", ["no-preference", "reduce"])
def test_each_beat_has_its_sentence_long_enough_to_read(
    house: House, invite: Invite, game: str, system: str
) -> None:
    """Also where motion is reduced: then nothing moves, and all is there to be read."""
    ada = at_a_table(house, invite(settings=NORMAL, reduced_motion=system, **WIDE), game)
    for _ in range(TURNS if system == "no-preference" else 1):
        play_a_turn(ada)
        if ada.look()["over"]:
            break
    beats: list[dict[str, Any]] = ada.page.evaluate("() => window.beats")
    frames = frames_of(ada)
    told = [frame for frame in frames if frame["text"]]
    assert [one["text"] for one in beats if one["text"]] == [one["text"] for one in told]
    assert {frame["seat"] for frame in told} >= {0, 1}
    head = iter(told)
    for one, after in pairwise(beats):
        frame = next(head) if one["text"] else None
        if frame and frame["kind"] and frame["seat"] == 1:
            assert after["at"] - one["at"] >= LEAST - 1, one["text"]
    check_the_rail(beats, [json.loads(update) for update in ada.updates])
    ways = ada.page.evaluate("() => window.ways")
    if system == "reduce":
        assert ways == []
    else:
        check_the_ways(ada, frames, ways)


def check_the_rail(beats: list[dict[str, Any]], updates: list[dict[str, Any]]) -> None:
    """Cards and mark are those of the beat, not of what comes after it."""
    sentences = iter([beat for beat in beats if beat["text"]])
    cards: dict[int, list[str]] = {}
    for update in updates:
        for frame in update["frames"]:
            cards |= dict(frame["facts"])
            if not frame["text"]:
                continue
            beat = next(sentences)
            assert {seat: beat["rail"][seat] for seat in cards} == cards, frame["text"]
            if frame["seat"] is not None:
                assert beat["marked"] == str(frame["seat"]), frame["text"]
        cards = {seat["seat"]: seat["facts"] for seat in update["now"]["seats"]}


def check_the_ways(person: Person, frames: list[dict[str, Any]], ways: list[Any]) -> None:
    """Each way of the server was walked, over all its places and in their order."""
    places = person.page.evaluate(
        "() => JSON.parse(document.getElementById('geometry').textContent).places"
    )
    motions = [
        motion
        for frame in frames
        for motion in frame["change"]["motions"]
        if motion["how"] in ("walk", "dive", "glide") and frame["milliseconds"]
    ]
    assert motions
    assert [part for part, _ in ways] == [motion["part"] for motion in motions]
    for motion, (_, steps) in zip(motions, ways, strict=True):
        walked = [[float(one) for one in re.findall(r"-?[\d.]+(?=px)", step)] for step in steps]
        for place, spot in zip(motion["places"][1:-1], walked[1:], strict=False):
            assert spot == pytest.approx(places[place][1:3]), motion


@statement("A18")
def test_a_click_skips_what_others_do(house: House, invite: Invite) -> None:
    """No time passes: it is the click that ends it, and nothing was chosen by it."""
    ada = at_a_table(house, invite(settings=NORMAL, **WIDE), "pied_piper")
    while ada.look()["asked"]:
        ada.act()
    expect(ada.one("#skip")).to_be_visible()
    heard = "(lines) => document.querySelectorAll('#log li').length >= lines"
    ada.page.wait_for_timeout(1)
    while not ada.look()["asked"]:
        if ada.look()["moving"]:
            ada.one("#sheet-board").click(position={"x": 5, "y": 5})
        ada.page.wait_for_function("() => true")
    lines = sum(len(json.loads(update)["log"]) for update in ada.updates)
    ada.wait_for(heard, lines)
    assert ada.one(".ring-chosen").count() == 0


@every_game
def test_at_once_there_are_no_waits(house: House, invite: Invite, game: str) -> None:
    """The clock of the page stands still, and a bot's turn is told all the same."""
    ada = invite(settings={"speed": "0", "language": "en"}, **WIDE)
    ada.page.clock.install()
    ada.open(table_of(house, ada, game)).seated().asked()
    ada.page.clock.pause_at(ada.page.evaluate("() => Date.now()") + 1)
    log = ada.look()["log"]
    while ada.look()["asked"] and ada.look()["log"] == log:
        ada.act()
    ada.wait_for(
        "() => document.querySelector('main.asked') || !document.getElementById('result').hidden"
    )
    assert ada.look()["log"] > log
    expect(ada.one("#skip")).to_be_hidden()


# --- what happened ------------------------------------------------------------------------------


def position(person: Person) -> list[str]:
    person.wait_for("() => !document.querySelector('.part.gone')")
    return shown(person)


@every_game
def test_what_happened_is_stepped_through_and_left(house: House, ada: Person, game: str) -> None:
    ada.open(table_of(house, ada, game)).seated().asked()
    now, lit, said = position(ada), ada.look()["lit"], ada.one("#said").inner_text()
    ada.click("#earlier")
    expect(ada.one("main.past")).to_be_visible()
    assert ada.look()["lit"] == []
    seen = [(ada.one("#said").inner_text(), position(ada))]
    for _ in range(6):
        ada.keys(",")
        seen.append((ada.one("#said").inner_text(), position(ada)))
    assert len({sentence for sentence, _ in seen}) > 2
    assert any(board != now for _, board in seen)
    for sentence, board in reversed(seen[:-1]):
        ada.keys(".")
        assert ada.one("#said").inner_text() == sentence
        assert position(ada) == board, "forwards it is the same as backwards"
    ada.keys(".")
    assert position(ada) == now
    ada.keys(".")
    expect(ada.one("main.past")).to_have_count(0)
    assert (position(ada), ada.look()["lit"], ada.one("#said").inner_text()) == (now, lit, said)


@every_game
def test_what_others_did_since_my_last_turn_is_played(
    house: House, invite: Invite, game: str
) -> None:
    ada = invite(settings=NORMAL, **WIDE)
    ada.page.clock.install()
    ada.open(table_of(house, ada, game)).seated().asked()
    now = position(ada)
    ada.page.evaluate(WATCH)
    ada.keys("p")
    expect(ada.one("#since")).to_have_attribute("aria-pressed", "true")
    for _ in range(600):
        if ada.one("#since").get_attribute("aria-pressed") == "false":
            break
        ada.page.clock.run_for(100)
    beats = [beat for beat in ada.page.evaluate("() => window.beats") if beat["text"]]
    others = ada.one("#recap-list li > a:not(.cite)").all_inner_texts()
    assert any(line in beat["text"] for beat in beats[1:] for line in others)
    assert all(after["at"] - one["at"] >= LEAST - 1 for one, after in pairwise(beats[1:]))
    ada.keys("Escape")
    expect(ada.one("main.past")).to_have_count(0)
    assert position(ada) == now


@every_game
def test_a_line_of_the_log_shows_its_moment(house: House, ada: Person, game: str) -> None:
    """With the mouse or the keyboard; it is read out; and it stays a link for who wants one."""
    ada.open(table_of(house, ada, game)).seated().asked()
    now = position(ada)
    lines = ada.one("#log li[data-seat] > a:not(.cite)")
    for number in range(lines.count() - 8, lines.count()):
        line = lines.nth(number)
        if number % 2:
            line.click()
        else:
            line.focus()
            ada.keys("Enter")
        expect(ada.one("main.past")).to_be_visible()
        entry = line.evaluate("(link) => link.parentNode.dataset.entry")
        expect(ada.one(f"#log li.here[data-entry='{entry}']").first).to_be_in_viewport()
        assert ada.heard("polite")[-1] == ada.one("#said").inner_text()
        assert (line.get_attribute("href") or "").endswith(f"/{entry}")
    ada.click("#to-now")
    assert position(ada) == now


def test_the_sentence_of_a_deed_is_that_of_its_line(house: House, ada: Person) -> None:
    ada.open(table_of(house, ada, "pied_piper")).seated().asked()
    lines = ada.one(
        "#log li > a:not(.cite)",
    ).filter(has_text=re.compile("places|walks through"))
    for number in range(lines.count() - 6, lines.count()):
        lines.nth(number).click()
        expect(ada.one("#said")).to_contain_text(lines.nth(number).inner_text())


def test_what_happens_meanwhile_is_shown_to_who_comes_back(house: House, invite: Invite) -> None:
    ada, ben = invite(), invite()
    address = prepare(house, ben, ada)
    ada.open(address).seated()
    ben.open(address).seated().asked()
    ada.click("#earlier")
    expect(ada.one("main.past")).to_be_visible()
    log, heard = ada.look()["log"], len(ada.updates)
    while ben.look()["asked"]:
        ben.act()
    while len(ada.updates) == heard or '"asks":true' not in ada.updates[-1]:
        ada.page.wait_for_timeout(20)
    assert ada.look()["log"] == log
    assert not ada.look()["asked"]
    ada.point("house:0")
    expect(ada.one("main.past")).to_have_count(0)
    ada.asked()
    assert ada.look()["log"] > log
    assert position(ada) == position(ben)
