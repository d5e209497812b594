"""A network in training is held against plain bots by other processes, and nobody waits for them."""

from __future__ import annotations

import errno
import multiprocessing
import os
import random
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from shutil import copyfile
from typing import Any

import jax
import numpy as np
import pytest

from ratskeller import games
from ratskeller.arena import yardstick as room
from ratskeller.arena.intervals import Estimate
from ratskeller.arena.pools import background
from ratskeller.arena.yardstick import Reading, TrainedBot, Yardstick, readings_in, yardstick
from ratskeller.bots import Budget, net
from ratskeller.bots.net import Learned, NetBot, weights_of
from ratskeller.core.chance import past_chance
from ratskeller.games.parts import game_planes, game_pointing
from ratskeller.learn.ppo import new_network
from ratskeller.learn.recipe import TrainingRecipe

GAME = games.find("pied_piper")
SHIPPED = weights_of(GAME) / "2.npz"


class Desk:
    """Work that is done when a test says so."""

    def __init__(self) -> None:
        self.handed_in: list[tuple[Any, Future[Any]]] = []

    def submit(self, _task: Callable[..., Any], *about: Any) -> Future[Any]:
        work = Future[Any]()
        self.handed_in.append((about, work))
        return work

    def finish(self, result: float = 0.5) -> None:
        for _, work in self.handed_in:
            if not work.done():
                work.set_result(result)

    def asked(self) -> list[tuple[str, int, int]]:
        """Rival, deal and iteration of all that was handed in."""
        return [(c.bots[1], deal, iteration) for (c, deal, _, iteration), _ in self.handed_in]


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Weights as a trainer leaves them, and few deals to play."""
    monkeypatch.setattr(room, "_DEALS", range(3))
    copyfile(SHIPPED, tmp_path / "weights.npz")
    return tmp_path / "weights.npz"


def test_it_looks_at_the_newest_weights_when_it_has_done_with_those_before(weights: Path) -> None:
    desk = Desk()
    stick = Yardstick(GAME, 2, weights, desk.submit)
    assert stick.readings() == []
    assert not desk.handed_in  # there is nothing to look at yet
    stick.show(10)
    assert stick.readings() == []
    assert desk.asked() == [(r, d, 10) for r in ("greedy", "search:200") for d in range(3)]
    for newer in (20, 30):
        stick.show(newer)
        assert stick.readings() == []
    assert len(desk.handed_in) == 6  # it is still busy
    desk.finish(2 / 3)
    found = stick.readings()
    assert [(reading.iteration, reading.rival, reading.wins.deals) for reading in found] == [
        (10, "greedy", 3),
        (10, "search:200", 3),
    ]
    assert found[0].wins.mean == pytest.approx(2 / 3, abs=1e-3)
    assert {iteration for _, _, iteration in desk.asked()[6:]} == {30}  # 20 is out of date
    desk.finish()
    found += stick.readings()
    assert readings_in(weights.with_name("yardstick.csv")) == found


def test_weights_that_are_replaced_meanwhile_are_played_to_the_end(weights: Path) -> None:
    desk = Desk()
    stick = Yardstick(GAME, 2, weights, desk.submit)
    stick.show(1)
    stick.readings()
    weights.write_bytes(b"newer")
    (contest, deal, file, iteration), _ = desk.handed_in[0]
    assert 0 <= room.part_of(contest, deal, file, iteration) <= 1


def test_where_its_processes_break_the_training_goes_on(weights: Path) -> None:
    desk = Desk()
    stick = Yardstick(GAME, 2, weights, desk.submit)
    stick.show(1)
    stick.readings()
    for _, work in desk.handed_in:
        work.set_exception(BrokenExecutor("a process has died"))
    stick.show(2)
    assert stick.readings() == []
    assert stick.problem == "a process has died"
    assert len(desk.handed_in) == 6  # it does not try again
    assert not weights.with_name("yardstick.csv").exists()


def test_where_the_disk_is_full_the_training_goes_on(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is the copy of the weights that finds no place, or what was found."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    desk = Desk()
    with monkeypatch.context() as at_first:
        at_first.setattr(room, "copyfile", full)
        stick = Yardstick(GAME, 2, weights, desk.submit)
        stick.show(1)
        assert stick.readings() == []
        assert "No space left" in stick.problem
    stick = Yardstick(GAME, 2, weights, desk.submit)
    stick.show(1)
    stick.readings()
    desk.finish()
    monkeypatch.setattr(room, "_write", full)
    assert [reading.rival for reading in stick.readings()] == ["greedy", "search:200"]
    assert "No space left" in stick.problem
    stick.show(2)
    assert stick.readings() == []
    assert len(desk.handed_in) == 6  # it does not try again


def test_what_finds_no_place_leaves_what_was_found_before(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    desk = Desk()
    stick = Yardstick(GAME, 2, weights, desk.submit)
    for iteration in (1, 2):
        stick.show(iteration)
        stick.readings()
        desk.finish()
        if iteration == 1:
            before = stick.readings()
    monkeypatch.setattr(os, "replace", full)  # whoever writes a file whole comes by here
    assert len(stick.readings()) == 2
    assert "No space left" in stick.problem
    assert readings_in(stick.file) == before
    names = {file.name for file in weights.parent.iterdir()}
    assert names == {"weights.npz", "yardstick.npz", "yardstick.csv"}


def test_at_the_end_it_tells_what_it_found_and_begins_nothing(weights: Path) -> None:
    desk = Desk()
    stick = Yardstick(GAME, 2, weights, desk.submit)
    stick.show(1)
    stick.readings()
    stick.show(2)
    desk.finish()
    found = stick.last_readings()
    assert [(reading.iteration, reading.rival) for reading in found] == [
        (1, "greedy"),
        (1, "search:200"),
    ]
    assert readings_in(stick.file) == found
    assert len(desk.handed_in) == 6


@pytest.mark.parametrize(
    "torn", ["5,greedy,50", "5,greedy,50,0.5,0.4,0.6", "5,greedy,50\n", "5,greedy,,,,\n", "5\0\n"]
)
def test_rows_that_are_not_whole_are_passed_over_and_gone_on_behind(
    torn: str, weights: Path
) -> None:
    """In a last line without its end even the last number may be cut short."""
    file = weights.with_name("yardstick.csv")
    head = "iteration,rival,deals,share,low,high\n"
    file.write_text(f"{head}4,greedy,3,0.5,0.25,0.75\n{torn}")
    before = [Reading(4, "greedy", Estimate(0.5, 0.25, 0.75, 3))]
    assert readings_in(file) == before
    desk = Desk()
    stick = Yardstick(GAME, 2, weights, desk.submit)
    stick.show(6)
    stick.readings()
    desk.finish()
    found = stick.readings()
    assert len(found) == 2
    assert readings_in(file) == [*before, *found]


def test_what_a_process_finds_is_known_when_it_is_there_and_not_waited_for(weights: Path) -> None:
    with yardstick(GAME, 2, weights, 1) as stick:
        stick.show(7)
        assert stick.readings() == []
        assert stick.readings() == []  # under way: who waited would have found something
        found: list[Reading] = []
        deadline = time.monotonic() + 120
        while len(found) < 2 and time.monotonic() < deadline:
            found += stick.readings()
            time.sleep(0.05)
        assert stick.problem == ""
    assert [(reading.iteration, reading.rival) for reading in found] == [
        (7, "greedy"),
        (7, "search:200"),
    ]
    assert found[0].wins.mean > 0.5
    assert readings_in(weights.with_name("yardstick.csv")) == found


def test_processes_in_the_background_stand_back_and_end_at_once() -> None:
    before = set(multiprocessing.active_children())
    with background(1) as submit:
        assert submit(os.nice, 0).result() == min(os.nice(0) + 10, 19)
        asleep = [submit(time.sleep, 600) for _ in range(2)]
    assert all(one.cancelled() or one.exception() for one in asleep), "none slept on to its end"
    assert set(multiprocessing.active_children()) == before


@pytest.mark.heavy
@pytest.mark.parametrize(("game_id", "seats"), [("pied_piper", 3), ("ratzentanz", 2)])
def test_it_plays_a_network_as_the_bot_of_the_house_will_play_it(
    game_id: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where answers are turned towards the mover, and point at places."""
    game, rng = games.find(game_id), random.Random(3)
    width = game_planes(game)(np, game.conceal(game.start(seats, game.meta.options()), 0)).size
    recipe = TrainingRecipe(width=8, depth=1, features=4)
    pointing = game_pointing(game, seats)
    made = new_network(jax.random.key(1), width, game.index_size, seats, recipe, pointing)
    network = jax.tree.map(np.asarray, made)
    monkeypatch.setattr(net, "_shipped", lambda *_: Learned(network))
    shipped, trained = NetBot(game), TrainedBot(game, network)
    state = past_chance(game, game.start(seats, game.meta.options()), rng)
    compared, movers = 0, set[int]()
    while (mover := game.to_act(state)) is not None and compared < 60:
        legal, view = game.legal(state), game.conceal(state, mover)
        if len(legal) > 1:
            compared, movers = compared + 1, movers | {mover}
            liking = trained.liking(view, legal)
            assert liking == shipped.liking(view, legal)
            assert len(set(liking or ())) > 1
        assert trained.choose(view, legal, Budget(), rng) in legal
        state = past_chance(game, game.play(state, rng.choice(legal)), rng)
    assert compared > 20
    assert len(movers) == seats
