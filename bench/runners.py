"""What is compared: each runner plays at random for some seconds and says how many moves it made.

Our games are played twice: by the engine alone, and as `ratskeller simulate` plays them, with luck
of its own for every match, and the result counted. `share of engine` says what that
leaves of the engine's speed.

A move is one action played, chance's included, after the list to choose from was made. All runners
are driven from Python in one process; time is the processor's, not the clock's.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeAlias

import chess
import pyspiel
from msgspec import Struct

from ratskeller import games
from ratskeller.adapters.open_spiel import short_name
from ratskeller.arena.simulate import Plan, play_matches
from ratskeller.core.course import playout
from ratskeller.core.game import AnyGame

SHARE = 64  # matches that `simulate` is given at a time, as with a thousand of them
PLIES = 200  # chess games are cut here: random ones can go on for very long
SEATS = 4

Match: TypeAlias = Callable[[], int]
"""Play one match or some at random; how many moves that took."""


class Runner(Struct, frozen=True):
    """One line of the table."""

    name: str
    rules: str  # what language they are written in, and through what they are called
    play: Match
    game_id: str = ""  # of ours, played directly
    engine: str = ""  # the game whose engine this one should come close to


def moves_per_second(match: Match, seconds: float) -> float:
    moves, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        moves += match()
    return moves / spent


def runners() -> list[Runner]:
    """Python-chess first: it is what the others are compared with."""
    rng = random.Random(1)
    theirs = ("backgammon", "hearts", "gin_rummy")
    return [
        Runner("python-chess", "Python", lambda: chess_match(rng)),
        *(one for game in map(games.find, games.shelf()) for one in _ours(game, rng)),
        *(
            Runner(f"OpenSpiel {name}", "C++", _spiel(pyspiel.load_game(name), rng))
            for name in theirs
        ),
        *(
            Runner(
                f"{games.find(game_id).meta.title} in OpenSpiel",
                "Python, through C++",
                _spiel(pyspiel.load_game(short_name(game_id), {"players": SEATS}), rng),
            )
            for game_id in games.shelf()
        ),
    ]


def chess_match(rng: random.Random) -> int:
    """List the legal moves, push one."""
    board = chess.Board()
    for ply in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(moves[int(rng.random() * len(moves))])
    return PLIES


def _ours(game: AnyGame, rng: random.Random) -> Iterator[Runner]:
    """The engine alone and, right after it, since machines change their pace, simulated."""
    title, options, minds = game.meta.title, game.meta.options(), [rng] * SEATS
    engine = lambda: playout(game, game.start(SEATS, options), rng, minds)[1]  # noqa: E731
    yield Runner(title, "Python", engine, game.meta.id)
    yield Runner(f"{title}, simulated", "Python", _simulated(game.meta.id), engine=title)


def _simulated(game_id: str) -> Match:
    plan, starts = Plan(game_id, ("random",) * SEATS), count(step=SHARE)

    def matches() -> int:
        start = next(starts)
        return play_matches(plan, range(start, start + SHARE)).moves

    return matches


def _spiel(game: Any, rng: random.Random) -> Match:
    """Any game of OpenSpiel, its own or ours: chance by its odds, players by their legal actions."""

    def match() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = _drawn(outcomes, rng.random())
            else:
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
            state.apply_action(action)
            moves += 1
        return moves

    return match


def _drawn(outcomes: list[tuple[int, float]], luck: float) -> int:
    for action, odds in outcomes:
        luck -= odds
        if luck < 0:
            return action
    return outcomes[-1][0]
