"""Print how well each game's judgement of positions knows who will win.

Greedy plays two-seat matches; before each turn the judgement says what the odds are, and in the end
somebody wins. The slope is what its values must be multiplied by to fit the outcomes best: 1 where a
value is what it says, less where it is too sure of itself. The loss is the mean surprise in nats,
0.693 for who knows nothing.

    python -m bench.calibration [--games GAME ...] [--matches 100] [--seed 0] [--json]
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.json import encode
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import find_bot
from ratskeller.bots.search import SearchBot
from ratskeller.bots.worth import squash
from ratskeller.core.game import CHANCE

Judged = tuple[float, float]
"""What a position was worth to the seat to move, and the share of the win that it got."""

_STEPS: Final = 20  # Newton's; a handful does
_SURE: Final = 1e-6  # nobody is surprised by more than its logarithm


class Calibration(Struct, frozen=True):
    """How the values of a game fit the outcomes."""

    game: str
    matches: int
    positions: int
    slope: float
    loss: float  # of the values as they are
    best_loss: float  # with the slope


def measure(game_id: str, matches: int, seed: int) -> Calibration:
    judged = [one for number in range(matches) for one in _match(game_id, seed, number)]
    best = slope(judged)
    return Calibration(
        game=game_id,
        matches=matches,
        positions=len(judged),
        slope=round(best, 3),
        loss=round(loss(judged, 1.0), 4),
        best_loss=round(loss(judged, best), 4),
    )


def _match(game_id: str, seed: int, number: int) -> Iterator[Judged]:
    """The first position of each turn of one match."""
    game = games.find(game_id)
    judge = SearchBot(game)
    values: list[tuple[int, float]] = []
    last, turn = None, -1
    bots = [find_bot("greedy", game)] * 2
    for last, mover, _ in play_match(game, game.meta.options(), bots, seed, number):
        if mover is not None and mover != CHANCE and game.turns(last) != turn:
            turn = game.turns(last)
            values.append((mover, judge.evaluate(last, mover) / judge.scale))
    assert last is not None
    outcome = game.outcome(last)
    assert outcome is not None
    won = 1 / len(outcome.winners)
    for seat, value in values:
        yield value, won if seat in outcome.winners else 0.0


def slope(judged: Sequence[Judged]) -> float:
    """What the values are to be multiplied by: logistic regression without an intercept."""
    found = 0.0
    for _ in range(_STEPS):
        chances = [squash(found * value) for value, _ in judged]
        pairs = list(zip(judged, chances, strict=True))
        pull = sum([value * (won - chance) for (value, won), chance in pairs])
        bend = sum([value * value * chance * (1 - chance) for (value, _), chance in pairs])
        if bend == 0:
            break
        found += pull / bend
    return found


def loss(judged: Sequence[Judged], by: float) -> float:
    """The mean surprise at the outcomes, if the values are multiplied by this."""
    total = 0.0
    for value, won in judged:
        chance = min(1 - _SURE, max(_SURE, squash(by * value)))
        total -= won * math.log(chance) + (1 - won) * math.log(1 - chance)
    return total / len(judged)


def show(console: Console, rows: Sequence[Calibration]) -> None:
    table = Table("game", "matches", "positions", "slope", "loss", "loss with the slope")
    for row in rows:
        figures = (row.matches, row.positions, row.slope, row.loss, row.best_loss)
        table.add_row(row.game, *map(str, figures))
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", dest="as_json")
    wishes = parser.parse_args()
    rows = [measure(game_id, wishes.matches, wishes.seed) for game_id in wishes.games]
    if wishes.as_json:
        print(encode(rows).decode())
    else:
        show(Console(), rows)


if __name__ == "__main__":
    main()
