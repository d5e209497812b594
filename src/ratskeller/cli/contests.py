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
from ratskeller.arena.crews import Crew, NoRay, check_ray, crew_of, ray_crew
from ratskeller.arena.ledger import Ledger
from ratskeller.arena.plots import NoPlots, check_plots, png
from ratskeller.arena.running import missing, run
from ratskeller.arena.standings import NoRatings, check_ratings
from ratskeller.cli import choices
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.report import progress_bar
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


def crew_for(say: PlatformWords, wishes: Wishes) -> AbstractContextManager[Crew]:
    """Who plays: so many processes here, or a Ray cluster."""
    count = choices.whole_number(say, "--jobs", wishes.jobs)
    if wishes.ray is None:
        return crew_of(count)
    try:
        check_ray(wishes.ray)
    except NoRay:
        raise Mistake(
            say._(
                "--ray needs a library that is not installed: {command}.",
                command="pip install 'ratskeller[ray]'",
            )
        ) from None
    except ConnectionError:
        raise Mistake(_no_cluster(say)) from None
    return ray_crew(wishes.ray, count)


def _no_cluster(say: PlatformWords) -> str:
    return say._("No Ray cluster answers at that address.")


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
    say: PlatformWords, ledgers: Sequence[Ledger], deals: int, crew: AbstractContextManager[Crew]
) -> bool:
    """Play what is missing; False where the person stopped it."""
    total = sum(deals * matches_a_deal(ledger.contest) for ledger in ledgers)
    left = _left(ledgers, deals)
    if not left:
        return True
    try:
        with progress_bar(say._("Matches"), total) as progress, crew as players:
            progress(total - left)
            for ledger in ledgers:
                run(ledger, range(deals), players, progress)
    except ConnectionError:
        raise Mistake(_no_cluster(say)) from None
    except KeyboardInterrupt:
        done = total - _left(ledgers, deals)
        print(_stopped(say, ledgers[0].path, done, total), file=sys.stderr)
        return False
    return True


def _left(ledgers: Sequence[Ledger], deals: int) -> int:
    return sum(len(missing(ledger, range(deals))) for ledger in ledgers)


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
