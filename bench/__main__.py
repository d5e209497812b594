"""Print how fast every game on the shelf is, beside python-chess and games of OpenSpiel, in one run.

Timings on shared machines move by tens of percent, so the claim is the ratio: the rounds of all are
interleaved, and the medians are compared. For our own games the table also says what a state, a view
and a log cost.

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

import msgspec
from rich.console import Console
from rich.table import Table

from bench.runners import SEATS, Runner, moves_per_second, runners
from ratskeller import games, new
from ratskeller.core.course import at_random, course
from ratskeller.core.game import AnyGame


def compare(contestants: list[Runner], seconds: float, rounds: int) -> list[dict[str, Any]]:
    """A row for each: moves a second, how many times python-chess that is, the share of the engine."""
    speeds: list[list[float]] = [[] for _ in contestants]
    for runner in contestants:
        moves_per_second(runner.play, seconds / 4)  # warm the caches
    for _ in range(rounds):
        for runner, measured in zip(contestants, speeds, strict=True):
            measured.append(moves_per_second(runner.play, seconds))
    medians = [statistics.median(measured) for measured in speeds]
    by_name = {one.name: median for one, median in zip(contestants, medians, strict=True)}
    return [
        {
            "game": runner.name,
            "rules": runner.rules,
            "moves_per_second": round(median),
            "ratio": round(median / medians[0], 2),
            **(
                {"share_of_engine": round(median / by_name[runner.engine], 3)}
                if runner.engine
                else {}
            ),
            **(costs(runner.game_id) if runner.game_id else {}),
        }
        for runner, median in zip(contestants, medians, strict=True)
    ]


# --- what our own games cost -------------------------------------------------------------------


def costs(game_id: str) -> dict[str, Any]:
    """Bytes of a state in the middle of a match, and the time of what rooms ask of it."""
    game = games.find(game_id)
    state = middle_state(game)
    mover = game.to_act(state)
    view = game.conceal(state, mover)
    rng = random.Random(1)
    fold, entries = fold_milliseconds(game_id)
    return {
        "bytes_per_state": len(msgspec.json.encode(state)),
        "conceal_us": round(microseconds(lambda: game.conceal(state, mover), 5000), 1),
        "imagine_us": round(microseconds(lambda: game.imagine(view, rng), 2000), 1),
        "encode_us": round(microseconds(lambda: game.encode(view), 2000), 1),
        "fold_ms": round(fold, 2),
        "fold_entries": entries,
    }


def microseconds(work: Callable[[], object], times: int) -> float:
    begin = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begin) / times * 1e6


def middle_state(game: AnyGame) -> Any:
    """A position in the middle of a random game, with a seat to act."""
    rng = random.Random(1284)
    start = game.start(SEATS, game.meta.options())
    states = [state for state, _, _ in course(game, start, at_random(game, SEATS, rng))]
    middle = len(states) // 2
    return next(s for s in states[middle:] if (game.to_act(s) or 0) >= 0)


def fold_milliseconds(game_id: str) -> tuple[float, int]:
    """Time to fold a finished match from its log, and the number of its entries."""
    match = new(game_id, seats=SEATS, seed=1284)
    rng = random.Random(1)
    while not match.over:
        seat = match.to_act
        assert seat is not None
        match.choose(seat, rng.choice(match.legal(seat)))
    entries = len(match.entries)
    return microseconds(lambda: match.state_at(entries), 20) / 1000, entries


# --- the table ---------------------------------------------------------------------------------


def show(rows: list[dict[str, Any]]) -> None:
    headings = list(dict.fromkeys(heading for row in rows for heading in row))
    table = Table(title=f"Random play in one process; our games with {SEATS} seats")
    for heading in headings:
        table.add_column(
            heading.replace("_", " "), justify="left" if heading in ("game", "rules") else "right"
        )
    for row in rows:
        table.add_row(*(_written(row.get(heading, "")) for heading in headings))
    Console(width=160).print(table)


def _written(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    wishes = parser.parse_args()
    rows = compare(runners(), wishes.seconds, wishes.rounds)
    if wishes.json:
        print(json.dumps(rows, indent=1))
    else:
        show(rows)


if __name__ == "__main__":
    main()
