"""Matches: the log is the truth, the draft is the mover's own, nothing committed comes back."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ratskeller
from ratskeller import Player, Refused
from ratskeller.core.game import CHANCE
from ratskeller.core.match import Abandoned, AnyMatch, Covered, Match, Seated
from ratskeller.games.pied_piper.rules.state import FORWARD, Action, Draw, GoFirst, PlaceCard, State
from tests.kinds import as_a


def new(seats: int = 3, seed: int = 7, **options: Any) -> AnyMatch:
    return ratskeller.new("pied_piper", seats=seats, seed=seed, **options)


def play_on(match: AnyMatch, rng: random.Random, decisions: int = 10**6) -> None:
    while not match.over and decisions:
        seat = match.to_act
        assert seat is not None
        match.choose(seat, rng.choice(match.legal(seat)))
        decisions -= 1


def after_first_turn(**options: Any) -> AnyMatch:
    match = new(**options)
    play_on(match, random.Random(1), decisions=1)
    return match


def placements(match: AnyMatch, seat: int) -> list[PlaceCard]:
    return [as_a(PlaceCard, action) for action in match.legal(seat)]


def test_a_new_match_is_dealt_and_waits_for_seat_0() -> None:
    match = new()
    assert match.to_act == 0
    assert [sum(hand) for hand in as_a(State, match.state).hands] == [4, 4, 4]
    assert match.entries[0].by == "table"
    assert {entry.by for entry in match.entries[1:]} == {"chance"}


def test_who_sits_where_is_the_first_draw() -> None:
    seatings = set()
    for seed in range(40):
        match = new(seed=seed)
        body = match.entries[0].body
        assert isinstance(body, Seated)
        assert match.seal is not None
        assert body.order == match.seal.order("seats", 3)
        seatings.add(body.order)
        assert match.names == tuple(f"Player {player + 1}" for player in body.order)
    assert len(seatings) == 6


def test_a_rematch_rotates_the_start() -> None:
    game = ratskeller.games.find("pied_piper")
    players = [Player("Ann"), Player("Ben"), Player("Cleo")]
    names = [
        Match.begin(
            game,
            3,
            game.meta.options(),
            players,
            ratskeller.seal_of(3, seed=1),
            seating="fixed",
            start=start,
        ).names
        for start in range(3)
    ]
    assert names == [("Ann", "Ben", "Cleo"), ("Ben", "Cleo", "Ann"), ("Cleo", "Ann", "Ben")]


@pytest.mark.parametrize("game_id", ["pied_piper", "first_rat"])
def test_who_sat_second_begins_the_rematch_of_a_game_that_draws_its_start(game_id: str) -> None:
    """TB-31 stands in for PP-06 and FR-06; Ratzentanz throws its dice again (RT-04)."""
    game = ratskeller.games.find(game_id)
    players = [Player("Ann"), Player("Ben"), Player("Cleo")]
    seal = ratskeller.seal_of(3, seed=1)
    again = Match.begin(game, 3, game.meta.options(), players, seal, seating="fixed", start=1)
    assert again.to_act is not None
    assert again.names[again.to_act] == "Ben"


def test_the_first_placement_of_a_turn_is_a_draft_that_only_the_mover_sees() -> None:
    match = after_first_turn()
    seat = match.to_act
    assert seat is not None
    entries = len(match.entries)
    others = [match.view(viewer) for viewer in (None, 0, 2)]
    match.choose(seat, match.legal(seat)[0])
    assert len(match.entries) == entries
    assert len(match.drafted) == 1
    assert as_a(State, match.view(seat).seen).to_place == 1
    assert [match.view(viewer) for viewer in (None, 0, 2)] == others


def test_undo_and_restart_give_back_exactly_what_was_there() -> None:
    match = after_first_turn()
    seat = match.to_act
    assert seat is not None
    before = match.view(seat)
    match.choose(seat, match.legal(seat)[0])
    match.undo(seat)
    assert match.view(seat) == before
    match.choose(seat, match.legal(seat)[0])
    match.choose(seat, match.legal(seat)[0], hold=True)
    assert match.awaits_commit
    match.restart(seat)
    assert match.view(seat) == before
    assert not match.drafted


def test_a_turn_is_committed_as_a_whole_with_the_draws_that_follow() -> None:
    match = after_first_turn()
    seat = match.to_act
    assert seat is not None
    entries = len(match.entries)
    match.choose(seat, match.legal(seat)[0], request="a")
    match.choose(seat, match.legal(seat)[0], request="b")
    added = match.entries[entries:]
    assert [entry.seat for entry in added[:2]] == [seat, seat]
    assert added[0].request == "b", "the request that completed the draft made both entries"
    assert {entry.by for entry in added[2:]} <= {"chance", "person"}
    assert match.to_act != seat


def test_a_held_turn_waits_for_the_commit_and_shows_only_what_can_be_foreseen() -> None:
    match = after_first_turn()
    seat = match.to_act
    assert seat is not None
    entries = len(match.entries)
    match.choose(seat, match.legal(seat)[0], hold=True)
    match.choose(seat, match.legal(seat)[0], hold=True)
    assert match.awaits_commit
    assert match.legal(seat) == ()
    assert len(match.entries) == entries
    assert sum(as_a(State, match.view(seat).seen).hands[seat]) == 2, "the refill has not happened"
    with pytest.raises(Refused, match="TB-08"):
        match.choose(seat, PlaceCard(FORWARD, 0))
    match.commit(seat)
    assert len(match.entries) > entries


def test_what_is_committed_is_never_undone() -> None:
    match = after_first_turn()
    for seat in range(3):
        with pytest.raises(Refused):
            match.undo(seat)
    with pytest.raises(Refused, match="TB-03"):
        match.undo(match.to_act or 0)
    with pytest.raises(Refused, match="TB-03"):
        match.restart(match.to_act or 0)


def test_a_strangers_face_down_card_is_a_barrier_and_never_foreseen() -> None:
    """Laying a second card on it shows the card: that cannot be taken back."""
    rng = random.Random(5)
    for seed in range(200):
        match = new(seats=3, seed=seed, secret=True)
        match.choose(0, next(a for a in placements(match, 0) if a.face_down))
        hidden = next(slot for slot, cards in enumerate(as_a(State, match.state).laid) if cards)
        openly = [a for a in placements(match, 1) if not a.face_down]
        match.choose(1, next(a for a in openly if a.slot != hidden))
        openly = [a for a in placements(match, 1) if not a.face_down]
        last = next(a for a in openly if a.slot == hidden)
        match.choose(1, last, hold=True)
        assert match.awaits_commit
        shown = as_a(State, match.view(1).seen).laid[hidden][0]
        assert shown.card == 6, "the mover must not see the card before the commit"
        match.undo(1)
        play_on(match, rng, decisions=3)


@pytest.mark.parametrize(
    ("seat", "rule"), [(0, "TB-01"), (2, "TB-01"), (7, "TB-01")], ids=["0", "2", "nobody"]
)
def test_only_the_mover_may_move(seat: int, rule: str) -> None:
    match = after_first_turn()
    before = match.to_bytes()
    with pytest.raises(Refused, match=rule):
        match.choose(seat, match.legal(1)[0])
    assert match.to_bytes() == before


@pytest.mark.parametrize("action", [GoFirst(0), Draw(FORWARD)], ids=["order", "chance's"])
def test_an_illegal_action_is_refused_and_changes_nothing(action: Action) -> None:
    match = after_first_turn()
    before = match.to_bytes()
    with pytest.raises(Refused) as refused:
        match.choose(1, action)
    assert refused.value.refusal.rule
    assert match.to_bytes() == before


def test_two_cards_under_one_character_are_refused_with_the_rule() -> None:
    match = after_first_turn()
    first = placements(match, 1)[0]
    match.choose(1, first)
    left = next(card for card, n in enumerate(as_a(State, match.view(1).seen).hands[1]) if n)
    with pytest.raises(Refused, match="PP-31"):
        match.choose(1, PlaceCard(left, first.slot))


def test_after_the_end_nothing_can_be_done() -> None:
    match = new()
    play_on(match, random.Random(3))
    assert match.outcome is not None
    assert match.to_act is None
    with pytest.raises(Refused, match="TB-02"):
        match.choose(0, PlaceCard(FORWARD, 0))


def test_any_prefix_of_the_log_folds_to_the_state_of_that_moment() -> None:
    match = new(secret=True)
    rng, states = random.Random(11), {}
    while not match.over:
        states[len(match.entries)] = match.state
        play_on(match, rng, decisions=1)
    assert len(states) > 10
    for number, state in states.items():
        assert match.state_at(number) == state


def test_an_abandoned_match_is_over_and_has_no_outcome() -> None:
    match = after_first_turn()
    match.note(Covered("greedy"), 1)
    match.note(Abandoned(), None)
    assert match.over
    assert match.outcome is None
    assert match.to_act is None


def test_a_set_up_against_the_rules_is_refused_with_the_rule() -> None:
    with pytest.raises(Refused, match="PP-54"):
        new(rugrats=True, secret=True)
    with pytest.raises(Refused, match="PP-62"):
        new(seats=6)


def test_viewers_get_concealed_entries_and_their_own_cards() -> None:
    match = new()
    play_on(match, random.Random(2), decisions=6)
    assert match.to_act not in (None, CHANCE)
    for viewer in (None, 0, 1, 2):
        for entry, sightings in match.sightings(viewer):
            if not isinstance(entry.body, Draw):
                continue
            drawer = sightings[0].event.seat  # type: ignore[attr-defined]
            assert (entry.body.card == 6) == (drawer != viewer)


def test_the_same_seed_gives_the_same_match() -> None:
    one, other = new(seed=5), new(seed=5)
    play_on(one, random.Random(1))
    play_on(other, random.Random(1))
    assert one.to_bytes() == other.to_bytes()
