"""Matches played by the product and by a batch engine, side by side.

Forward: the product plays at random, and the engine gets its decisions and its chance. Backward: the
engine plays at random, and the product gets the engine's. At every decision both must have the same
table, the same mover, the same legal actions, and at the end the same ranks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
from numpy.typing import NDArray

from ratskeller.batch.devices import RULES_APART, on_processor
from ratskeller.batch.engine import NOBODY, BatchEngine
from ratskeller.batch.luck import NOT_DUE
from ratskeller.core.chance import outcome_of
from ratskeller.core.game import CHANCE, GameState
from ratskeller.games.parts import game_planes

Change = Callable[[GameState], GameState]


class Differs(AssertionError):
    """The engine and the product do not agree; the message says where."""


# Few matches are played here, and compiling takes longer than playing.
_PLAINLY = {"xla_backend_optimization_level": 0, **RULES_APART} if on_processor() else {}


def compiled(rule: Callable[..., Any]) -> Callable[..., Any]:
    return jax.jit(rule, compiler_options=_PLAINLY)


class Runner:
    """An engine, compiled once for both directions."""

    def __init__(self, engine: BatchEngine[Any]) -> None:
        self.engine, self.game = engine, engine.game
        self.start = compiled(engine.start_told)
        self.step = compiled(engine.step_told)
        self.look = compiled(
            lambda t: (engine.legal(t), engine.mover(t), engine.ranks(t), engine.observe(t))
        )
        self.pick = compiled(engine.at_random)
        self.tidy = compiled(engine.in_order)

    def free(self, matches: int, *, setting_up: bool) -> NDArray[np.int32]:
        """Chance that is left to luck."""
        sites = self.engine.start_sites if setting_up else self.engine.step_sites
        return np.full(
            (matches, max((p.stop for p in sites.values()), default=0)), NOT_DUE, np.int32
        )


class Reference:
    """One match of the product, decision by decision."""

    def __init__(self, runner: Runner, options: Any) -> None:
        self.game, self.engine = runner.game, runner.engine
        self.state = self.game.start(self.engine.seats, options)

    def chance(
        self, row: NDArray[np.int32], *, setting_up: bool, rng: random.Random | None = None
    ) -> None:
        """Play all chance that is due: at random, noted in the row; or as the row says."""
        sites = self.engine.start_sites if setting_up else self.engine.step_sites
        left = {stream: iter(points) for stream, points in sites.items()}
        used = 0
        while self.game.to_act(self.state) == CHANCE:
            actions, weights = self.game.odds(self.state)
            site = next(left[self.game.stream(self.state)])
            if rng is not None:
                row[site] = outcome_of(rng.randrange(sum(weights)), weights)
            if row[site] == NOT_DUE or not weights[row[site]]:
                raise Differs(f"chance point {site}: {row[site]} cannot come from {weights}")
            self.state = self.game.play(self.state, actions[row[site]])
            used += 1
        if used != np.count_nonzero(row != NOT_DUE):
            raise Differs(f"the engine drew more than the product: {row}")

    def play(self, index: int) -> None:
        action = self.game.from_index(index)
        if action not in self.game.legal(self.state):
            raise Differs(f"{self.game.notation(action)} is not legal")
        self.state = self.game.play(self.state, action)


Course = Generator[int, None, list[Reference]]


def forward(
    runner: Runner, options: Sequence[Any], seed: int, change: Change | None = None
) -> Course:
    """The engine follows the product; yields how many matches still run, after each decision.

    `change` is made to every table right after the set-up, on both sides.
    """
    engine, game = runner.engine, runner.game
    rngs = [random.Random(f"{seed} {number}") for number in range(len(options))]
    matches = [Reference(runner, chosen) for chosen in options]
    forced = runner.free(len(matches), setting_up=True)
    for match, row, rng in zip(matches, forced, rngs, strict=True):
        match.chance(row, setting_up=True, rng=rng)
    codes = jnp.array([engine.code_of(chosen) for chosen in options], jnp.int32)
    table, _ = runner.start(codes, engine.luck(seed, len(options)), forced)
    if change:
        table = changed(engine, matches, table, change)
    compare(runner, table, matches)
    while running := [m for m in matches if game.to_act(m.state) is not None]:
        yield len(running)
        actions = np.zeros(len(matches), np.int32)
        forced = runner.free(len(matches), setting_up=False)
        for number, (match, rng) in enumerate(zip(matches, rngs, strict=True)):
            if game.to_act(match.state) is not None:
                actions[number] = game.index(rng.choice(list(game.legal(match.state))))
                match.play(int(actions[number]))
                match.chance(forced[number], setting_up=False, rng=rng)
        table, _ = runner.step(table, actions, forced)
        compare(runner, table, matches)
    return matches


def backward(
    runner: Runner, options: Sequence[Any], seed: int, change: Change | None = None
) -> Course:
    """The product follows the engine, set-up included; yields how many matches still run."""
    engine, game = runner.engine, runner.game
    matches = [Reference(runner, chosen) for chosen in options]
    count = len(matches)
    codes = jnp.array([engine.code_of(chosen) for chosen in options], jnp.int32)
    table, told = runner.start(codes, engine.luck(seed, count), runner.free(count, setting_up=True))
    for match, row in zip(matches, np.asarray(told), strict=True):
        match.chance(row, setting_up=True)
    compare(runner, table, matches)
    if change:
        table = changed(engine, matches, table, change)
        compare(runner, table, matches)
    while running := [m for m in matches if game.to_act(m.state) is not None]:
        yield len(running)
        table, actions = runner.pick(table)
        table, told = runner.step(table, actions, runner.free(count, setting_up=False))
        for match, action, row in zip(matches, np.asarray(actions), np.asarray(told), strict=True):
            if game.to_act(match.state) is not None:
                match.play(int(action))
                match.chance(row, setting_up=False)
        compare(runner, table, matches)
    return matches


def whole(course: Course) -> tuple[int, list[Reference]]:
    """Play to the end: how many decisions there were, and the matches then."""
    decisions = 0
    while True:
        try:
            decisions += next(course)
        except StopIteration as end:
            return decisions, end.value


def changed(
    engine: BatchEngine[Any], matches: Sequence[Reference], table: Any, change: Change
) -> Any:
    """The same change on both sides; the luck stays."""
    for match in matches:
        match.state = change(match.state)
    return together(engine, matches)._replace(luck=table.luck)


def together(engine: BatchEngine[Any], matches: Sequence[Reference]) -> Any:
    """The tables of the product's states, as the engine would hold them."""
    return jax.tree.map(lambda *each: np.stack(each), *[engine.pack(m.state) for m in matches])


def compare(runner: Runner, table: Any, matches: Sequence[Reference]) -> None:
    """Every word, the mover, the mask and, where it is over, the ranks."""
    expected = together(runner.engine, matches)
    for name, one, other in zip(table._fields, runner.tidy(table), expected, strict=True):
        if name != "luck" and not np.array_equal(np.asarray(one), np.asarray(other)):
            raise Differs(f"{name} differs")
    legal, mover, ranks, planes = (np.asarray(each) for each in runner.look(table))
    observe = game_planes(runner.game)
    for number, match in enumerate(matches):
        game, state = runner.game, match.state
        due = game.to_act(state)
        if mover[number] != (NOBODY if due is None else due):
            raise Differs("the mover differs")
        if due is not None and not np.array_equal(
            planes[number], observe(np, game.conceal(state, due))
        ):
            raise Differs("what the mover sees differs")
        indices = [game.index(action) for action in game.legal(state)]
        if sorted(indices) != np.flatnonzero(legal[number]).tolist():
            raise Differs("the legal actions differ")
        outcome = game.outcome(state)
        if outcome and tuple(ranks[number].tolist()) != outcome.ranks:
            raise Differs("the ranks differ")


def late(turn: int) -> Change:
    """As if so many turns had been played."""
    return lambda state: msgspec.structs.replace(state, turn=turn)
