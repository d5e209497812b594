"""Who meets whom: rotations, line-ups, and the same luck for all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

import pytest

from ratskeller import games
from ratskeller.arena.contest import Contest, Pairing, deals_for, matches_a_deal, pairings
from ratskeller.arena.playing import luck_of, play
from ratskeller.core.game import CHANCE


def seatings(bots: str, seats: int, deal: int = 0) -> list[tuple[str, ...]]:
    contest = Contest("pied_piper", tuple(bots.split()), seats)
    return [pairing.bots for pairing in pairings(contest, deal)]


def test_two_bots_play_a_deal_in_both_orders() -> None:
    assert set(seatings("a b", 2)) == {("a", "b"), ("b", "a")}


def test_four_bots_at_four_seats_sit_on_every_seat_once_a_deal() -> None:
    found = seatings("a b c d", 4)
    assert len(found) == 4
    for seat in range(4):
        assert {seating[seat] for seating in found} == set("abcd")


def test_with_more_bots_than_seats_everybody_meets_everybody_in_both_orders() -> None:
    assert sorted(seatings("a b c", 2)) == sorted(permutations("abc", 2))


def test_two_bots_share_four_seats_and_no_seating_is_played_twice() -> None:
    assert set(seatings("a b", 4)) == {("a", "b", "a", "b"), ("b", "a", "b", "a")}
    assert len(seatings("a b", 4)) == 2
    assert seatings("a", 4) == [("a",) * 4]


@pytest.mark.parametrize(("bots", "seats"), [("a b", 3), ("a b c", 4), ("a b c", 5), ("a b", 5)])
def test_bots_fewer_than_the_seats_fill_them_evenly(bots: str, seats: int) -> None:
    found = seatings(bots, seats)
    assert len(set(found)) == len(found)
    for seat in range(seats):
        sat_there = Counter(seating[seat] for seating in found)
        assert set(sat_there) == set(bots.split())
        assert len(set(sat_there.values())) == 1, "each as often as any other"


def test_neighbours_change_from_deal_to_deal() -> None:
    rings = {seatings("a b c d", 4, deal)[0] for deal in range(20)}
    assert len(rings) > 4, "rotations of one ring alone would be four"


def test_matches_are_rounded_up_to_whole_deals() -> None:
    contest = Contest("pied_piper", ("a", "b", "c"), 2)
    assert matches_a_deal(contest) == 6
    assert [deals_for(contest, count) for count in (1, 6, 7, 12)] == [1, 1, 2, 2]


# --- luck --------------------------------------------------------------------------------------


class Draw(NamedTuple):
    stream: str
    number: int  # of its stream
    weights: Sequence[int]
    place: int  # of the outcome
    action: Any


def draws_of(
    contest: Contest, pairing: Pairing, monkeypatch: pytest.MonkeyPatch
) -> dict[str, list[Draw]]:
    """What chance brought in a match, as the rules saw it, stream by stream."""
    game = games.find(contest.game)
    seen: dict[str, list[Draw]] = defaultdict(list)
    resolve = game.play

    def watched(state: Any, action: Any) -> Any:
        if game.to_act(state) == CHANCE:
            (actions, weights), stream = game.odds(state), game.stream(state)
            place = list(actions).index(action)
            seen[stream].append(Draw(stream, len(seen[stream]), weights, place, action))
        return resolve(state, action)

    with monkeypatch.context() as patch:
        patch.setattr(game, "play", watched, raising=False)
        play(contest, pairing)
    return seen


def test_all_rotations_of_a_deal_get_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest("ratzentanz", ("random", "greedy~0.9"), 2, options={"turn_cap": 30})
    first, second = (draws_of(contest, pairing, monkeypatch) for pairing in pairings(contest, 0))
    dice = [stream for stream in first if stream.startswith("dice")]
    assert len(dice) == 2, "each seat has a stream of its own"
    for stream in dice:
        common = min(len(first[stream]), len(second[stream]))
        assert common >= 10
        assert first[stream][:common] == second[stream][:common]


def test_draw_n_of_a_stream_is_fixed_whatever_other_streams_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contest = Contest("pied_piper", ("random", "greedy~0.9"), 3)
    luck = luck_of(contest, 0)
    for pairing in pairings(contest, 0):
        streams = draws_of(contest, pairing, monkeypatch)
        assert len(streams) > 1
        for draw in (draw for draws in streams.values() for draw in draws):
            assert draw.place == luck.outcome(draw.stream, draw.number, draw.weights)


def test_another_deal_and_another_seed_bring_other_luck() -> None:
    contest = Contest("ratzentanz", ("random",), 2)
    other_seed = Contest("ratzentanz", ("random",), 2, seed=1)
    seals = [luck_of(contest, 0), luck_of(contest, 1), luck_of(other_seed, 0)]
    rolls = [tuple(seal.ticket("dice:0", n, 6) for n in range(20)) for seal in seals]
    assert len(set(rolls)) == 3


def test_the_luck_of_a_deal_does_not_hang_on_who_plays() -> None:
    one = Contest("pied_piper", ("random", "greedy"), 2, seed=4)
    other = Contest("pied_piper", ("random",), 2, seed=4)
    assert luck_of(one, 7) == luck_of(other, 7)


def test_a_match_is_the_same_whatever_was_played_before() -> None:
    contest = Contest("pied_piper", ("greedy", "random"), 3)
    work = list(pairings(contest, 0))
    forwards = [play(contest, pairing) for pairing in work]
    backwards = [play(contest, pairing) for pairing in reversed(work)]
    assert forwards == backwards[::-1]


def test_a_record_tells_what_the_charts_need() -> None:
    contest = Contest("first_rat", ("random", "greedy~0.5"), 2)
    record = play(contest, next(pairings(contest, 0)))
    assert record.moves > record.turns > 5
    assert len(record.leads) == len(record.decisions) <= record.turns
    assert set(record.leads) <= {-1, 0, 1}
    assert record.leads[-1] in record.winners
    assert record.scores is not None
    assert sum(record.decisions) > record.turns
