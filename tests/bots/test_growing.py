"""A network of First Rat that learned with two seats plays with more: the same towards each other seat."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise
from typing import Any

import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.bots import Budget, find_bot
from ratskeller.bots import net as learned_player
from ratskeller.bots.growing import TAUGHT, grown
from ratskeller.bots.net import NetBot, weights_of
from ratskeller.bots.network import Layer, Network, think
from ratskeller.bots.weights import ForeignWeights, check_fit, read_weights
from ratskeller.core.chance import past_chance
from ratskeller.games.parts import game_plane_groups, game_planes
from tests.batch.yards import one_seat_on, strewn

GAME: Any = games.find("first_rat")
MATCHES = 16
MORE = [seats for seats in GAME.meta.seats if seats > TAUGHT]


def taught() -> Network:
    return read_weights(weights_of(GAME) / "2.npz")[1]


def groups(seats: int) -> list[tuple[str, int]]:
    return list(game_plane_groups(GAME, seats) or ())


def grown_to(seats: int) -> Network:
    return grown(taught(), groups(TAUGHT), groups(seats), seats)


def some_states(seats: int, count: int = 8) -> list[Any]:
    change, rng = strewn(GAME, seats), random.Random(seats)
    start = GAME.start(seats, GAME.meta.options())
    return [change(past_chance(GAME, start, rng)) for _ in range(count)]


def test_by_no_other_seat_it_grows_to_what_it_was() -> None:
    same, before = grown_to(TAUGHT), taught()
    planes = np.stack([seen(state, state.mover) for state in some_states(TAUGHT)])
    assert np.array_equal(same.first.weights, before.first.weights)
    for one, other in zip(think(np, same, planes), think(np, before, planes), strict=True):
        assert np.array_equal(one, other)


def seen(state: Any, viewer: int) -> Any:
    return game_planes(GAME)(np, GAME.conceal(state, viewer))


@pytest.mark.parametrize("seats", MORE)
def test_the_groups_are_all_planes_and_a_grown_network_fits_them(seats: int) -> None:
    planes = seen(GAME.start(seats, GAME.meta.options()), 0)
    assert sum(width for _, width in groups(seats)) == planes.size
    assert [name for name, _ in groups(seats)] == [name for name, _ in groups(TAUGHT)]
    check_fit(grown_to(seats), GAME, seats)
    with pytest.raises(ForeignWeights, match="in another way"):
        check_fit(taught(), GAME, seats)


@pytest.mark.parametrize("seats", MORE)
def test_two_of_the_others_may_change_places(seats: int) -> None:
    """What it is told of them, group by group: it likes the same, and expects the same for everybody."""
    network = grown_to(seats)
    planes = np.stack([seen(state, state.mover) for state in some_states(seats)])
    swapped, changed = swap(planes, seats, 1, seats - 1), 0
    for one, other in zip(think(np, network, planes), think(np, network, swapped), strict=True):
        assert one == pytest.approx(other, abs=2e-4)
    changed += not np.array_equal(planes, swapped)
    assert changed
    values = think(np, network, planes)[1]
    assert all(np.array_equal(values[:, 1], values[:, place]) for place in range(2, seats))
    with_own = swap(planes, seats, 0, 1, own=True)
    assert np.abs(think(np, network, with_own)[0] - think(np, network, planes)[0]).max() > 0.1


def swap(planes: Any, seats: int, one: int, other: int, *, own: bool = False) -> Any:
    """The planes with two seats exchanged, the viewer's the first; in the groups where others are all that there
    is they are counted from the one after the viewer.
    """
    swapped = planes.copy()
    ends = accumulate(width for _, width in groups(seats))
    for (begin, end), (_, few) in zip(pairwise([0, *ends]), groups(TAUGHT), strict=True):
        width = end - begin
        if width == few:
            continue
        every = width * TAUGHT == few * seats
        if own and not every:
            continue
        block = width // (seats if every else seats - 1)
        here, there = (begin + (place - (not every)) * block for place in (one, other))
        swapped[:, here : here + block] = planes[:, there : there + block]
        swapped[:, there : there + block] = planes[:, here : here + block]
    return swapped


@pytest.mark.parametrize("seats", MORE)
def test_the_same_table_is_judged_alike_from_every_seat_but_the_first(seats: int) -> None:
    """Who begins is told apart, as it had been learned; which of the others it is has not been."""
    network, first = grown_to(seats), 0
    for state in some_states(seats):
        likings = []
        turned, viewer = state, state.mover
        for _ in range(seats):
            likings.append((viewer, think(np, network, seen(turned, viewer))))
            turned, viewer = one_seat_on(turned), (viewer + 1) % seats
        (beginner,) = (said for seat, said in likings if seat == 0)
        others = [said for seat, said in likings if seat != 0]
        for said in others[1:]:
            assert said[0] == pytest.approx(others[0][0], abs=2e-4)
            assert said[1] == pytest.approx(others[0][1], abs=1e-5)
        first += np.abs(beginner[0] - others[0][0]).max() > 0.01
    assert first


def test_what_is_told_of_the_table_counts_as_it_was_learned_and_each_other_seat_less() -> None:
    """By hand: a plane of the table, one of each seat, one of each other."""
    first = Layer(np.array([[1.0], [2.0], [3.0], [4.0]]), np.zeros(1))
    value = Layer(np.array([[5.0, 6.0]]), np.array([0.5, 0.25]))
    small = Network(first, (), Layer(np.ones((1, 2)), np.zeros(2)), value)
    few = [("table", 1), ("seats", 2), ("others", 1)]
    many = [("table", 1), ("seats", 5), ("others", 4)]
    large = grown(small, few, many, 5)
    assert large.first.weights[:, 0].tolist() == [1, 2, *[3 / 2] * 4, *[4 / 2] * 4]
    assert large.value.weights.tolist() == [[5, 6, 6, 6, 6]]
    assert large.value.bias.tolist() == [0.5, *[0.25] * 4]


@pytest.mark.parametrize("seats", MORE)
def test_it_plays_by_its_network_with_any_number_of_seats(seats: int) -> None:
    net = NetBot(GAME)
    assert net.plays_by(seats, GAME.meta.options()) == "network"
    assert net.plays_by(seats, GAME.meta.options(lit="last")).startswith("it searches")


def test_a_game_whose_planes_do_not_say_how_they_grow_is_searched() -> None:
    town = games.find("ratzentanz")
    told = NetBot(town).plays_by(3, town.meta.options())
    assert told == "it searches: nobody has trained a network for 3 seats yet"
    assert learned_player._grown(GAME, 3).first.weights.shape[0] > taught().first.weights.shape[0]


def test_what_weights_are_for_is_known_before_it_is_asked_how_planes_grow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Planes of other data may not even be there."""

    def asked(*_: object) -> None:
        raise AssertionError("nobody may ask this")

    monkeypatch.setattr(learned_player, "game_plane_groups", asked)
    with monkeypatch.context() as without:
        without.setattr(learned_player, "find_spec", lambda _: None)
        with pytest.raises(ForeignWeights, match="a network thinks with numpy"):
            learned_player._grown(GAME, 3)
    card, network = read_weights(weights_of(GAME) / "2.npz")
    other = msgspec.structs.replace(card, data_hash="0" * 16)
    monkeypatch.setattr(learned_player, "read_weights", lambda _: (other, network))
    with pytest.raises(ForeignWeights, match="other numbers in its data file"):
        learned_player._grown(GAME, 3)


def test_who_sees_the_game_in_another_way_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a plane too many all that lie behind it would be taken for others."""
    card, network = read_weights(weights_of(GAME) / "2.npz")
    weights = np.insert(network.first.weights, 3, 0, axis=0)
    odd = network._replace(first=network.first._replace(weights=weights))
    monkeypatch.setattr(learned_player, "read_weights", lambda _: (card, odd))
    with pytest.raises(ForeignWeights, match="in another way"):
        learned_player._grown(GAME, 3)


def test_at_four_seats_two_of_them_win_clearly_more_than_their_half_against_greedy() -> None:
    won = 0.0
    for number in range(MATCHES):
        rng = random.Random(number)
        net, greedy = find_bot("net", GAME), find_bot("greedy", GAME)
        own = {number % 2, number % 2 + 2}
        state = past_chance(GAME, GAME.start(4, GAME.meta.options()), rng)
        while (mover := GAME.to_act(state)) is not None:
            bot = net if mover in own else greedy
            view, legal = GAME.conceal(state, mover), GAME.legal(state)
            action = bot.choose(view, legal, Budget(), rng)
            state = past_chance(GAME, GAME.play(state, action), rng)
        winners = GAME.outcome(state).winners
        won += len(own & set(winners)) / len(winners)
    assert won > 0.65 * MATCHES


@pytest.mark.parametrize("name", ["look", "guided"])
def test_who_looks_ahead_asks_it_only_what_it_likes(name: str) -> None:
    """What it expects with more seats it has never learned: whoever went by that lost to greedy at four."""
    bot, net, rng = find_bot(name, GAME), NetBot(GAME), random.Random(1)
    for state in some_states(4):
        view, legal = GAME.conceal(state, GAME.to_act(state)), GAME.legal(state)
        chosen = bot.choose(view, legal, Budget(), rng)
        assert chosen == net.choose(view, legal, Budget(), rng)
    assert NetBot(GAME).foresees(some_states(2)[0])
