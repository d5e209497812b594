"""Print the speed of every game on the shelf beside python-chess, measured in one run.

Timings on shared machines move by tens of percent, so the claim is the ratio: rounds of both are
interleaved, and the medians are compared.

    python -m bench [--seconds 1.0] [--rounds 5] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import chess
import msgspec
from rich.console import Console
from rich.table import Table

from ratskeller import games, new
from ratskeller.core.chance import playout_counted
from ratskeller.core.game import Game

PLIES = 200  # chess games are cut here: random ones can go on for very long


def chess_plies_per_second(seconds: float, rng: random.Random) -> float:
    """List the legal moves, push one."""
    plies, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        board = chess.Board()
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(rng.random() * len(moves))])
            plies += 1
    return plies / (time.process_time() - begin)


def actions_per_second(
    game: Game[Any, Any], seats: int, seconds: float, rng: random.Random
) -> float:
    """Whole games at random, every action counted: players' and chance's."""
    actions, begin = 0, time.process_time()
    options = game.meta.options()
    while time.process_time() - begin < seconds:
        actions += playout_counted(game, game.start(seats, options), rng)[1]
    return actions / (time.process_time() - begin)


def microseconds(work: Callable[[], object], times: int) -> float:
    begin = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begin) / times * 1e6


def middle_state(game: Game[Any, Any], seats: int) -> Any:
    """A position in the middle of a random game, with a seat to act."""
    rng = random.Random(1284)
    state = game.start(seats, game.meta.options())
    states = [state]
    while (mover := game.to_act(state)) is not None:
        if mover < 0:
            actions, weights = game.odds(state)
            action = rng.choices(list(actions), list(weights))[0]
        else:
            action = rng.choice(game.legal(state))
        state = game.play(state, action)
        states.append(state)
    middle = len(states) // 2
    return next(s for s in states[middle:] if (game.to_act(s) or 0) >= 0)


def fold_milliseconds(game_id: str, seats: int) -> tuple[float, int]:
    """Time to fold a finished match from its log, and the number of its entries."""
    match = new(game_id, seats=seats, seed=1284)
    rng = random.Random(1)
    while not match.over:
        seat = match.to_act
        assert seat is not None
        match.choose(seat, rng.choice(match.legal(seat)))
    entries = len(match.entries)
    return microseconds(lambda: match.state_at(entries), 20) / 1000, entries


def measure(game_id: str, seconds: float, rounds: int) -> dict[str, Any]:
    game = games.find(game_id)
    seats = 4
    rng = random.Random(1)
    ours, theirs = [], []
    actions_per_second(game, seats, seconds / 4, rng)  # warm the caches
    for _ in range(rounds):
        ours.append(actions_per_second(game, seats, seconds, rng))
        theirs.append(chess_plies_per_second(seconds, rng))
    state = middle_state(game, seats)
    mover = game.to_act(state)
    view = game.conceal(state, mover)
    fold, entries = fold_milliseconds(game_id, seats)
    return {
        "game": game_id,
        "seats": seats,
        "actions_per_second": round(statistics.median(ours)),
        "chess_plies_per_second": round(statistics.median(theirs)),
        "ratio": round(statistics.median(ours) / statistics.median(theirs), 1),
        "bytes_per_state": len(msgspec.json.encode(state)),
        "conceal_us": round(microseconds(lambda: game.conceal(state, mover), 5000), 1),
        "imagine_us": round(microseconds(lambda: game.imagine(view, rng), 2000), 1),
        "fold_ms": round(fold, 2),
        "fold_entries": entries,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    wishes = parser.parse_args()
    rows = [measure(game_id, wishes.seconds, wishes.rounds) for game_id in games.shelf()]
    if wishes.json:
        print(json.dumps(rows, indent=1))
        return
    table = Table(title="Random play in one process, four seats")
    for heading in rows[0]:
        table.add_column(heading.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(
            *(f"{value:,}" if isinstance(value, int) else str(value) for value in row.values())
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
