"""Print how strong the learned players are where nothing is claimed (`bench/claims.py`): share of the wins,
with its 95 % interval.

Every line has its own deals, which nothing was tuned on, and so many of them as were chosen before they
were played. Each deal is played in every rotation of the seats; a win of several is divided. With more seats
than bots the two fill them in turn, and half of the wins is even. Intervals are over deals and not corrected
for the number of lines.

    python -m bench.players [--game pied_piper] [--player net look] [--against greedy] [--seats 2 3] [--jobs 2]

They take some minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from ratskeller.arena.contest import Contest
from ratskeller.arena.intervals import Estimate
from ratskeller.arena.pools import Pool, pool_of
from ratskeller.arena.records import Records
from ratskeller.arena.running import run
from ratskeller.arena.standings import standings


class Line(Struct, frozen=True):
    """A learned player against another bot, on deals of its own."""

    game: str
    seats: int
    player: str
    against: str
    deals: int
    seed: int


LINES = (
    Line("pied_piper", 3, "net", "greedy", 100, 91341),
    Line("pied_piper", 4, "net", "greedy", 300, 91241),
    Line("pied_piper", 5, "net", "greedy", 60, 91351),
)


def share_of_wins(line: Line, pool: Pool) -> Estimate:
    """What the learned player won of its matches."""
    contest = Contest(line.game, (line.player, line.against), line.seats, line.seed)
    with Records(contest, results_only=True) as records:
        run(records, range(line.deals), pool)
        ratings = standings(contest, records.sorted()).ratings
    return next(rating.wins for rating in ratings if rating.bot == line.player)


def chosen(asked: argparse.Namespace) -> Iterator[Line]:
    """The lines that were asked for; where nothing is named, all are."""
    wanted = {name: getattr(asked, name) for name in ("game", "seats", "player", "against")}
    for line in LINES:
        if all(not some or getattr(line, name) in some for name, some in wanted.items()):
            yield line


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", nargs="*", default=[])
    parser.add_argument("--player", nargs="*", default=[])
    parser.add_argument("--against", nargs="*", default=[])
    parser.add_argument("--seats", nargs="*", type=int, default=[])
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    table = Table("game", "seats", "player", "against", "deals", "share of the wins")
    with pool_of(asked.jobs) as pool:
        for line in chosen(asked):
            won = share_of_wins(line, pool)
            said = f"{won.mean:.1%} [{100 * won.low:.1f}, {100 * won.high:.1f}]"
            table.add_row(
                line.game, str(line.seats), line.player, line.against, str(won.deals), said
            )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
