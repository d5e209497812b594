"""The junkyard of First Rat in the browser: colours, landings foreseen, steps, tally, the last round."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from ratskeller.core.match import AnyMatch
from ratskeller.games.first_rat.rules.scoring import count_on, score
from ratskeller.games.first_rat.rules.state import (
    COLOURS,
    LAUNCHPAD,
    RATTRONAUT,
    START,
    MouldTaken,
    Move,
    State,
    TollPaid,
)
from ratskeller.games.first_rat.rules.tables import tables_of
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import found, levels, my_turn, put
from tests.kinds import as_a

GHOSTS = "[data-over=badges] .badge"


def sit(
    house: House, person: Person, wanted: Callable[[AnyMatch], bool], seats: int = 3, seat: int = 0
) -> AnyMatch:
    """At a table where the wanted is the case; the match as it was played up to there."""
    chairs: list[Person | str] = ["random"] * seats
    chairs[seat] = person
    match = found(seats, wanted, {}, levels(chairs), "first_rat")
    person.open(put(house, chairs, match, match.entries, confirm=True)).seated().asked()
    return match


def moves(match: AnyMatch) -> list[Move]:
    if match.to_act != 0:
        return []
    return [action for action in match.legal(0) if isinstance(action, Move)]


def colour_of(state: State, space: int) -> str:
    return COLOURS[tables_of(state).faces[state.path[space]].colour]


# --- moving ---


def test_a_second_rat_is_shown_only_the_colours_still_possible(house: House, ada: Person) -> None:
    def second(match: AnyMatch) -> bool:
        """One rat has moved in this turn, and another one could."""
        return len(match.drafted) == 1 and bool(moves(match))

    match = sit(house, ada, second)
    state = as_a(State, match.view(0).seen)
    (first,) = match.drafted
    assert isinstance(first, Move)
    colour = colour_of(state, first.space)
    rats = [thing for thing in ada.look()["lit"] if thing.startswith("rat:")]
    assert rats
    assert f"rat:{first.rat}" not in rats
    for rat in rats:
        ada.point(rat)
        lit = [thing for thing in ada.look()["lit"] if thing.startswith("space:")]
        assert lit
        shown = {
            ada.spot(f"tile:{space[6:]}").locator("use").get_attribute("href") for space in lit
        }
        assert shown == {f"#tile-{colour}"}
        ada.click("#back")


def test_every_landing_shows_what_it_brings_and_costs_before_it_is_chosen(
    house: House, ada: Person
) -> None:
    match = sit(house, ada, lambda match: my_turn(match) and len(moves(match)) > 5)
    for rat in sorted({move.rat for move in moves(match)}):
        ada.point(f"rat:{rat}")
        spaces = [thing for thing in ada.look()["lit"] if thing.startswith("space:")]
        assert spaces
        for space in spaces:
            ada.spot(space).hover(force=True)
            if ada.one("#preview").inner_text():  # empty where the way is still to be chosen
                expect(ada.one(GHOSTS).first).to_be_attached()
                expect(ada.one("[data-over=walk] .way")).to_have_count(1)
                if space != f"space:{LAUNCHPAD}":
                    expect(ada.one("#preview")).to_contain_text(re.compile(r"\+|pay|get|collect"))
        ada.click("#back")


def test_a_toll_is_told_with_whom_it_goes_to(house: House, ada: Person) -> None:
    def tolls(match: AnyMatch) -> list[tuple[Move, TollPaid]]:
        """Moves without a choice of ways that cost cheese, each with its first toll."""
        ways = [(move.rat, move.space) for move in moves(match)]
        return [
            (move, step.event)
            for move in moves(match)
            if ways.count((move.rat, move.space)) == 1
            for step in match.game.steps(match.view(0).seen, move)
            if isinstance(step.event, TollPaid)
        ]

    match = sit(house, ada, lambda match: my_turn(match) and bool(tolls(match)))
    move, toll = tolls(match)[0]
    ada.point(f"rat:{move.rat}")
    ada.spot(f"space:{move.space}").hover(force=True)
    name = match.header.players[toll.to].name
    expect(ada.one("#preview")).to_contain_text(re.compile(rf"cheese.*{name}|{name}.*cheese"))
    expect(ada.one("#preview .signs")).to_contain_text(re.compile(rf"{name} \+\d"))


# --- the turn ---

STEPS = "() => [1, 2, 3, 4].map((n) => document.querySelector(`[data-part='step:${n}']`).ariaLabel)"


def test_the_steps_of_the_turn_are_ticked_off(house: House, ada: Person) -> None:
    sit(house, ada, my_turn)
    assert ada.page.evaluate(STEPS) == [
        "1 Move: now",
        "2 Collect: to come",
        "3 Booths: to come",
        "4 Build, donate: to come",
    ]
    while "1 Move: now" in ada.page.evaluate(STEPS):
        assert ada.asked().act()
        ada.asked()
    told = ada.page.evaluate(STEPS)
    assert told[0] == "1 Move: done"
    assert sum(step.endswith(": now") for step in told) == 1
    ada.click("#restart") if ada.one("#restart").is_visible() else ada.click("#undo")
    expect(ada.one("#undo")).to_be_hidden()
    assert ada.page.evaluate(STEPS)[0] == "1 Move: now"


# --- how far everybody is ---


def test_the_slate_shows_points_markers_and_rats_in_the_rocket(house: House, ada: Person) -> None:
    def far(match: AnyMatch) -> bool:
        state = as_a(State, match.view(0).seen)
        return (
            my_turn(match)
            and min(state.markers) < 6
            and any(count_on(state, s, RATTRONAUT) for s in range(3))
        )

    match = sit(house, ada, far)
    state = as_a(State, match.state)
    for seat in range(3):
        assert ada.spot(f"gauge:{seat}").locator("use").get_attribute("href") == (
            f"#gauge-{state.markers[seat]}"
        )
        assert ada.spot(f"crew:{seat}").locator("use").get_attribute("href") == (
            f"#crew-{count_on(state, seat, RATTRONAUT)}"
        )
        sheet = ada.spot(f"tally:{seat}").get_attribute("aria-label") or ""
        assert re.search(rf"{score(state, seat)} points?".replace("-", "[-−]"), sheet)
        ada.point(f"tally:{seat}")
        expect(ada.one("#why")).to_contain_text(sheet)
        ada.keys("Escape")


HIGH_SCORES = """async (points) => {
  const board = await import(document.querySelector("script[type=module]").src.replace("app.js", "board.js"));
  board.change({ move: points.map((text, seat) => ({ ...board.parts.get(`tally:${seat}`), text })) }, 0);
}"""
HIDDEN_ON_THE_SLATE = """(seats) => {
  const box = (node) => node.getBoundingClientRect();
  const rows = [...Array(seats).keys()].map((seat) => box(document.querySelector(`[data-place="row:${seat}"]`)));
  const all = (css) => [...document.querySelectorAll(css)];
  const shown = [
    ...rows.map(({ left, top, bottom, width }) => ["sign", { left, top, bottom, right: left + width / 7 }]),
    ...all("[data-part^='tally:'] text, [data-part^='gauge:'], [data-part^='crew:']").map((node) => [node.textContent || node.dataset.part, box(node)]),
  ];
  const badges = all("[data-over=badges] .badge rect").map(box)
    .filter(({ left, top, bottom }) => rows.some((row) => row.left < left && row.top < (top + bottom) / 2 && (top + bottom) / 2 < row.bottom));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return { badges: badges.length, hidden: shown.filter(([, one]) => badges.some((badge) => meet(badge, one))).map(([name]) => name) };
}"""


@pytest.mark.parametrize("window", [{"viewport": {"width": 1440, "height": 900}}, PHONE])
def test_what_a_move_changes_on_the_slate_hides_nothing_that_stands_there(
    house: House, invite: Invite, window: dict[str, Any]
) -> None:
    """With five seats and points of three digits, the longest that can come."""

    def dear(match: AnyMatch) -> list[Move]:
        """Moves without a choice of ways that cost points, and cheese for somebody else."""
        ways = [(move.rat, move.space) for move in moves(match)]
        costs = {MouldTaken, TollPaid}
        return [
            move
            for move in moves(match)
            if ways.count((move.rat, move.space)) == 1
            and costs <= {type(step.event) for step in match.game.steps(match.view(0).seen, move)}
        ]

    ada = invite(**window)
    match = sit(house, ada, lambda match: my_turn(match) and bool(dear(match)), seats=5)
    ada.page.evaluate(HIGH_SCORES, ["104", "−12", "100", "−10", "188"])
    move = dear(match)[0]
    ada.point(f"rat:{move.rat}")
    ada.spot(f"space:{move.space}").hover(force=True)
    slate = ada.page.evaluate(HIDDEN_ON_THE_SLATE, 5)
    assert slate["badges"] >= 2
    assert slate["hidden"] == []


def test_the_last_round_is_announced_on_the_board(house: House, ada: Person) -> None:
    """By whoever sits last: a round ends where it began."""
    sit(
        house,
        ada,
        lambda match: match.to_act == 2 and bool(as_a(State, match.state).last_round),
        seat=2,
    )
    banner = ada.one("[data-part='last-round']")
    expect(banner).to_have_attribute("aria-label", re.compile("Last round|One more round"))
    expect(banner).to_contain_text(re.compile("Last round|One more round"))


def test_before_the_end_is_in_sight_no_round_is_called_the_last(house: House, ada: Person) -> None:
    sit(house, ada, my_turn)
    expect(ada.one("[data-part='last-round']")).to_have_count(0)


# --- crowds ---


@pytest.mark.parametrize("phone", [False, True])
def test_a_crowd_hides_neither_a_rat_nor_the_goods_of_its_space(
    house: House, invite: Invite, phone: bool
) -> None:
    def crowded(match: AnyMatch) -> bool:
        on_path = [space for space in as_a(State, match.state).rats if START < space < LAUNCHPAD]
        return my_turn(match) and any(on_path.count(space) >= 4 for space in on_path)

    ada = invite("finger", **PHONE) if phone else invite()
    match = sit(house, ada, crowded, seats=5)
    on_path = [space for space in as_a(State, match.state).rats if START < space < LAUNCHPAD]
    space = max(on_path, key=on_path.count)
    ada.spot(f"load:{space}").scroll_into_view_if_needed()
    covered = ada.page.evaluate(COVERED, f"load:{space}")
    assert covered < 0.25, f"{covered:.0%} of the goods are hidden"
    for rat, at in enumerate(as_a(State, match.state).rats):
        if at == space:
            assert ada.page.evaluate(POINTED, f"rat:{rat}"), f"rat:{rat} lies under the others"


COVERED = """(part) => {
  const top = (x, y) => document.elementFromPoint(x, y)?.closest("[data-part]")?.dataset.part;
  const { x, y, width, height } = document.querySelector(`[data-part="${part}"]`).getBoundingClientRect();
  const steps = [...Array(9).keys()].map((step) => (step + 1) / 10);
  const seen = steps.flatMap((a) => steps.map((b) => top(x + a * width, y + b * height) === part));
  return seen.filter((one) => !one).length / seen.length;
}"""
"""How much of a part lies under others."""
POINTED = """(part) => {
  const hits = ([x, y]) => document.elementFromPoint(x, y)?.closest("[data-part]")?.dataset.part === part;
  const { x, y, width, height } = document.querySelector(`[data-part="${part}"]`).getBoundingClientRect();
  const steps = [...Array(9).keys()].map((step) => (step + 1) / 10);
  return steps.flatMap((a) => steps.map((b) => [x + a * width, y + b * height])).find(hits) ?? null;
}"""
