"""What others do is followed beat by beat, and what happened is leafed through on the board.

Time is the page's own, and the stories turn its clock: so a busy machine changes nothing.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from ratskeller.core.match import AnyMatch
from tests.browser.conftest import House, Invite
from tests.browser.people import Person, expect
from tests.browser.prepared import BOTS, SHORT, every_game, over, prepare
from tests.browser.test_after import shown
from tests.lengths import often

pytestmark = pytest.mark.new_windows

TURNS = often(2, 1000)  # of the person; at night the whole match
NORMAL = {"speed": "250", "language": "en"}
LEAST = 600
TICK = 50  # ms
SECONDS = often(10, 60)  # that the replay plays
Cards = dict[int, list[str]]
WIDE: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}

WATCH = """() => {
  window.beats = [];
  window.ways = [];
  const rail = () => [...document.querySelectorAll(".chip")].map((one) => [...one.querySelectorAll("li")].map((fact) => (fact.querySelector(".unseen") ?? fact).textContent));
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
    """Before a turn, with a bot, the clock of the page in our hands: it stands until we turn it."""
    person.page.clock.install()
    person.open(table_of(house, person, game)).seated().asked()
    person.page.clock.pause_at(person.page.evaluate("() => Date.now()") + 1)
    person.page.evaluate(WATCH)
    return person


def play_a_turn(person: Person) -> None:
    """My whole turn; then the clock is turned until it is my turn again or the match is over."""
    is_done = False
    while not (seen := person.look())["over"]:
        is_done = is_done or not seen["asked"]
        if seen["moving"]:
            person.page.clock.run_for(TICK)
        elif not seen["asked"]:
            person.page.wait_for_timeout(5)  # the others think
        elif is_done:
            return
        else:
            person.act()


@pytest.mark.parametrize(
    ("game", "system"), [*((game, "no-preference") for game in SHORT), ("pied_piper", "reduce")]
)
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
    updates = [json.loads(update) for update in ada.updates]
    told = seen_and_told(beats, updates)
    check_the_pace(beats, told)
    check_the_rail(told)
    ways = ada.page.evaluate("() => window.ways")
    if system == "reduce":
        assert ways == []
    else:
        check_the_ways(ada, [frame for update in updates for frame in update["frames"]], ways)


def seen_and_told(
    beats: list[dict[str, Any]], updates: list[dict[str, Any]]
) -> list[tuple[dict[str, Any], dict[str, Any], Cards]]:
    """Each sentence as it was seen, its frame, and what the cards of the seats should say with it.

    Only what the viewer did, and what takes no time, may be overtaken by what follows.
    """
    said = [beat for beat in beats if beat["text"]]
    found = []
    for frame, cards in frames_with_cards(updates):
        if said and said[0]["text"] == frame["text"]:
            found.append((said.pop(0), frame, cards))
        else:
            assert (frame["seat"], frame["milliseconds"]) == (0, 0), f"not seen: {frame['text']}"
    assert said == []
    return found


def frames_with_cards(updates: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Cards]]:
    """The frames that say something; cards are known from what the house has told of them."""
    cards: Cards = {}
    for update in updates:
        for frame in update["frames"]:
            cards = cards | {seat: words(facts) for seat, facts in frame["facts"]}
            if frame["text"]:
                yield frame, cards
        cards = {seat["seat"]: words(seat["facts"]) for seat in update["now"]["seats"]}


def words(facts: list[dict[str, str]]) -> list[str]:
    return [one["text"] for one in facts]


def check_the_pace(beats: list[dict[str, Any]], told: list[Any]) -> None:
    """What another does is seen long enough, before more is said and before anything is asked."""
    after = {one["at"]: two["at"] for one, two in pairwise(beats)}
    others = [beat for beat, frame, _ in told if frame["kind"] and frame["seat"] != 0]
    assert others
    for beat in others:
        assert after.get(beat["at"], math.inf) - beat["at"] >= LEAST, beat["text"]


def check_the_rail(told: list[Any]) -> None:
    """Cards and mark are those of the beat, not of what comes after it."""
    for beat, frame, cards in told:
        if not frame["milliseconds"]:
            continue  # what comes after it is seen at the same time
        assert {seat: beat["rail"][seat] for seat in cards} == cards, frame["text"]
        if frame["seat"] is not None:
            assert beat["marked"] == str(frame["seat"]), frame["text"]


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


@every_game
def test_at_once_there_are_no_waits(house: House, invite: Invite, game: str) -> None:
    """The clock of the page stands still, and a bot's turn is told all the same."""
    ada = invite(settings={"speed": "0", "language": "en"}, **WIDE)
    ada.page.clock.install()
    ada.open(table_of(house, ada, game)).seated().asked()
    ada.page.clock.pause_at(ada.page.evaluate("() => Date.now()") + 1)
    log = ada.play_a_turn()
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
    ada = at_a_table(house, invite(settings=NORMAL, **WIDE), game)
    now = position(ada)
    ada.keys("p")
    expect(ada.one("#since")).to_have_attribute("aria-pressed", "true")
    while ada.one("#since").get_attribute("aria-pressed") == "true":
        ada.page.clock.run_for(TICK)
    beats = [beat for beat in ada.page.evaluate("() => window.beats") if beat["text"]]
    others = ada.one("#recap-list li > a:not(.cite)").all_inner_texts()
    assert any(line in beat["text"] for beat in beats[1:] for line in others)
    assert all(after["at"] - one["at"] >= LEAST for one, after in pairwise(beats[1:]))
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
        item = line.locator("..")
        expect(item).to_have_class(re.compile("here"))
        expect(item).to_be_in_viewport()
        entry = item.get_attribute("data-entry")
        assert ada.heard("polite")[-1] == ada.one("#said").inner_text()
        assert (line.get_attribute("href") or "").endswith(f"/{entry}")
    ada.click("#to-now")
    assert position(ada) == now


@every_game
def test_the_replay_gives_each_moment_its_time(house: House, invite: Invite, game: str) -> None:
    """Moment by moment when it plays; and a line of the log tells its move once more."""
    ada = invite(settings=NORMAL, **WIDE)
    ada.page.clock.install()
    ada.open(f"{prepare(house, ada, *BOTS, game=game, wanted=over, options=SHORT[game])}/20")
    expect(ada.one("#number")).to_contain_text("20 of")
    ada.page.clock.pause_at(ada.page.evaluate("() => Date.now()") + 1)
    ada.page.evaluate(WATCH.replace('"said"', '"banner"'))
    ada.click("#autoplay")
    for _ in range(SECONDS * 1000 // TICK):
        ada.page.clock.run_for(TICK)
    ada.click("#autoplay")
    beats = ada.page.evaluate("() => window.beats")
    assert len(beats) > SECONDS // 3
    assert all(after["at"] - one["at"] >= LEAST for one, after in pairwise(beats))
    line = ada.one("#log li[data-seat]:not(.here) > a:not(.cite)").nth(30)
    entry = line.locator("..").get_attribute("data-entry")
    line.click()
    expect(ada.one("#number")).to_contain_text(f"{entry} of")
    ada.page.clock.run_for(20_000)
    assert position(ada) == position(at_entry(ada, int(entry or 0)))


def at_entry(person: Person, entry: int) -> Person:
    """The replay after a leap to a move."""
    person.one("#slider").fill("0")
    person.one("#slider").fill(f"{entry}")
    return person


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
    now = position(ada)
    assert position(ada.open(address).seated().asked()) == now
