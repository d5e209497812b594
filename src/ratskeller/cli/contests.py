"""What `arena` and `lab` share: the wishes that make a contest, who plays it, and where it is kept.

Everything that can be wrong is found before the first match, so nothing is left half done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
from msgspec import Struct

from ratskeller.arena.charts import Chart
from ratskeller.arena.contest import Contest, matches_a_deal
from ratskeller.arena.plots import NoPlots, check_plots, png
from ratskeller.arena.pools import Pool
from ratskeller.arena.records import Records
from ratskeller.arena.running import missing, run
from ratskeller.arena.standings import NoRatings, check_ratings
from ratskeller.cli import choices
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.running import at_work
from ratskeller.core.game import AnyGame
from ratskeller.words.platform_words import PlatformWords


class Wishes(Struct, frozen=True, kw_only=True):
    """What was typed."""

    game: str
    bots: str
    games: str
    seats: str | None
    jobs: str
    ray: str | None
    options: Sequence[str]
    variants: Sequence[str]
    seed: str
    report: Path | None
    plots: Path | None
    as_json: bool


def contest_of(say: PlatformWords, wishes: Wishes) -> Contest:
    game = choices.game_of(say, wishes.game)
    bots = choices.bots_of(say, game, wishes.bots, wishes.bots.count(",") + 1)
    if len(set(bots)) < len(bots):
        raise Mistake(say._("--bots names a bot twice: name each once, they meet anyway."))
    wanted = wishes.seats or str(_usual_seats(game, len(bots)))
    seats, options = choices.setting_of(say, game, wanted, wishes.options, wishes.variants)
    seed = choices.whole_number(say, "--seed", wishes.seed, 0)
    return Contest(game.meta.id, bots, seats, seed, msgspec.to_builtins(options))


def _usual_seats(game: AnyGame, bots: int) -> int:
    """A seat for each bot, as far as the game has seats for so many."""
    return min(game.meta.seats, key=lambda seats: abs(seats - bots))


def check_extra(say: PlatformWords) -> None:
    try:
        check_ratings()
        check_plots()
    except (NoRatings, NoPlots):
        raise Mistake(
            say._(
                "The arena needs libraries that are not installed: {command}.",
                command="pip install 'ratskeller[arena]'",
            )
        ) from None


def check_places(say: PlatformWords, wishes: Wishes) -> None:
    """Whether a report and a folder of pictures could be written, before hours are spent."""
    report, plots = wishes.report, wishes.plots
    for place in filter(None, (report, plots)):
        folder = place if place == plots and place.exists() else place.parent
        fits = place.is_dir() if place == plots and place.exists() else not place.is_dir()
        if not (fits and folder.is_dir() and os.access(folder, os.W_OK)):
            raise Mistake(say._("“{path}” cannot be written.", path=str(place)))


# --- playing -----------------------------------------------------------------------------------


def play_all(
    say: PlatformWords, kept: Sequence[Records], deals: int, pool: AbstractContextManager[Pool]
) -> bool:
    """Play what is missing; False where the person stopped it."""
    total = sum(deals * matches_a_deal(records.contest) for records in kept)
    left = _left(kept, deals)
    if not left:
        return True
    try:
        with at_work(say, say._("Matches"), total, pool) as (workers, progress):
            progress(total - left)
            for records in kept:
                run(records, range(deals), workers, progress)
    except KeyboardInterrupt:
        done = total - _left(kept, deals)
        print(_stopped(say, kept[0].path, done, total), file=sys.stderr)
        return False
    return True


def _left(kept: Sequence[Records], deals: int) -> int:
    return sum(len(missing(records, range(deals))) for records in kept)


def _stopped(say: PlatformWords, path: Path | None, done: int, total: int) -> str:
    if path is None:
        return say._("Stopped. Nothing was kept.")
    return say._(
        "Stopped after {done} of {total} matches. They are in “{path}”; the same command goes on "
        "from there.",
        done=done,
        total=total,
        path=str(path),
    )


def write_plots(folder: Path, drawn: Iterable[Chart]) -> None:
    """A PNG file for each chart that has something to draw."""
    folder.mkdir(exist_ok=True)
    for chart in drawn:
        if chart.picture is not None:
            (folder / f"{chart.name}.png").write_bytes(png(chart))
