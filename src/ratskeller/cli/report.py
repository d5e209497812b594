"""Commands that count and are done: simulations, traces, checks of the laws.

Progress goes to the standard error, results to the standard output.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ratskeller import games
from ratskeller.arena import simulate as arena
from ratskeller.arena import trace as tracing
from ratskeller.arena.endings import reasons_text
from ratskeller.cli import choices
from ratskeller.cli.check import check_game, setting_text
from ratskeller.cli.screen import Screen
from ratskeller.core.conformance import settings
from ratskeller.core.game import AnyGame
from ratskeller.words.platform_words import PlatformWords

BROKEN: Final = 1
"""The exit status where the program works and what it looked at does not."""


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on the standard error while a terminal is there to see it."""
    console = Console(stderr=True)
    what = TextColumn("{task.description}")
    columns = (what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.advance(task, done)


# --- simulations -------------------------------------------------------------------------------


def simulate(
    say: PlatformWords,
    game_id: str,
    *,
    seats: str | None,
    matches: str,
    bots: str,
    options: Sequence[str],
    variants: Sequence[str],
    seed: str,
    jobs: str,
    as_json: bool,
) -> int:
    plan = _plan(say, game_id, seats, bots, options, variants, seed)
    count = choices.whole_number(say, "--games", matches)
    workers = choices.whole_number(say, "--jobs", jobs)
    with progress_bar(say._("Matches"), count) as progress:
        report = arena.simulate(plan, count, jobs=workers, progress=progress)
    if as_json:
        print(msgspec.json.encode(report).decode())
        return 0
    _show_report(say, report)
    return 0


def _plan(
    say: PlatformWords,
    game_id: str,
    seats: str | None,
    bots: str,
    options: Sequence[str],
    variants: Sequence[str],
    seed: str,
) -> arena.Plan:
    game = choices.game_of(say, game_id)
    if seats is None and "," in bots:  # the list says how many
        seats = str(len(bots.split(",")))
    count, chosen = choices.setting_of(say, game, seats, options, variants)
    levels = choices.bots_of(say, game, bots, count)
    number = choices.whole_number(say, "--seed", seed, 0)
    return arena.Plan(game.meta.id, levels, number, msgspec.to_builtins(chosen))


def _show_report(say: PlatformWords, report: arena.Report) -> None:
    _ = say.gettext
    screen = Screen()
    screen.pairs(
        [
            (_("matches"), str(report.games)),
            (_("turns a match, mean"), f"{report.turns_mean:.1f}"),
            (_("moves a match, mean"), f"{report.moves_mean:.1f}"),
            (_("moves a second"), f"{report.moves_per_second:,.0f}"),
            (_("seconds"), f"{report.seconds:.2f}"),
            (_("draws"), f"{report.draws} ({report.draws / report.games:.1%})"),
            (_("reasons"), reasons_text(say, report.game, report.reasons)),
        ]
    )
    headings = [_("seat"), _("bot"), _("wins"), _("share")]
    rows: list[list[Any]] = [
        [seat + 1, report.bots[seat], wins, f"{wins / report.games:.1%}"]
        for seat, wins in enumerate(report.wins)
    ]
    if report.scores_mean is not msgspec.UNSET:
        headings.append(_("points, mean"))
        rows = [[*row, mean] for row, mean in zip(rows, report.scores_mean, strict=True)]
    screen.line()
    screen.table(headings, rows)


def trace(
    say: PlatformWords,
    game_id: str,
    *,
    seats: str | None,
    matches: str,
    bots: str,
    options: Sequence[str],
    variants: Sequence[str],
    seed: str,
) -> int:
    """One JSON line for every action; whole states, for machines."""
    plan = _plan(say, game_id, seats, bots, options, variants, seed)
    count = choices.whole_number(say, "--games", matches)
    encoder = msgspec.json.Encoder()
    for row in tracing.trace(plan, count):
        sys.stdout.write(encoder.encode(row).decode() + "\n")
    sys.stdout.flush()
    return 0


# --- the laws ----------------------------------------------------------------------------------


def check(
    say: PlatformWords, game_id: str | None, matches: str | None, seed: str, jobs: str
) -> int:
    """Hold the games against the laws; the exit status says whether all were kept."""
    shelf = games.shelf() if game_id is None else (game_id,)
    chosen = [choices.game_of(say, name) for name in shelf]
    first = choices.whole_number(say, "--seed", seed, 0)
    workers = choices.whole_number(say, "--jobs", jobs)
    count = None if matches is None else choices.whole_number(say, "--games", matches)
    statuses = [_check_game(say, game, count, first, workers) for game in chosen]
    return max(statuses)


def _check_game(
    say: PlatformWords, game: AnyGame, matches: int | None, seed: int, jobs: int
) -> int:
    count = matches or len(settings(game))
    checked: dict[int, tuple[int, int]] = {}
    screen = Screen()
    with progress_bar(game.meta.id, count) as progress:
        for finding in check_game(game.meta.id, count, seed, jobs):
            progress(1)
            if finding.law:
                break
            games_so_far, positions = checked.get(finding.setting, (0, 0))
            checked[finding.setting] = (games_so_far + 1, positions + finding.positions)
        else:
            finding = None
    headings = [say._("setting"), say._("matches"), say._("positions")]
    rows = [[setting_text(game, place), *checked[place]] for place in sorted(checked)]
    screen.say(choices.title_of(say, game), "bold")
    screen.table(headings, rows)
    if finding is None:
        screen.say(
            say._(
                "All laws are kept: {matches} matches, {positions} positions.",
                matches=count,
                positions=sum(positions for _, positions in checked.values()),
            )
        )
        return 0
    screen.say(
        say._(
            "Law {law} is broken in the setting “{setting}”, seed {seed}.",
            law=finding.law,
            setting=setting_text(game, finding.setting),
            seed=finding.seed,
        ),
        "bold red",
    )
    screen.say(finding.problem)
    screen.say(
        say._(
            "To see it again: {command}",
            command=f"ratskeller check {game.meta.id} --games 1 --seed {finding.seed}",
        )
    )
    return BROKEN
