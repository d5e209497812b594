"""Commands that count and are done: simulations, traces, checks of the laws."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

import msgspec

from ratskeller import games
from ratskeller.arena import simulate as arena
from ratskeller.arena import trace as tracing
from ratskeller.arena.endings import reasons_text
from ratskeller.arena.pools import Pool
from ratskeller.cli import choices
from ratskeller.cli.check import CheckedMatch, check_game, setting_text
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.running import at_work, pool_for
from ratskeller.cli.screen import Screen
from ratskeller.core.conformance import settings
from ratskeller.core.game import AnyGame
from ratskeller.words.platform_words import PlatformWords

CSV: Final = ".csv"
JSON: Final = ".json"
COLUMNS: Final = [
    "game",
    "seed",
    "seat",
    "bot",
    "matches",
    "wins",
    "share",
    "low",
    "high",
    "points_mean",
]
BROKEN: Final = 1
"""The exit status where the program works and what it looked at does not."""


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
    ray: str | None,
    as_json: bool,
    out: Path | None,
) -> int:
    plan = _plan(say, game_id, seats, bots, options, variants, seed)
    count = choices.whole_number(say, "--games", matches)
    if out is not None:
        _check_place(say, out)
    with at_work(say, say._("Matches"), count, pool_for(say, jobs, ray)) as (pool, progress):
        result = arena.simulate(plan, count, pool=pool, progress=progress)
    if as_json:
        print(msgspec.json.encode(result).decode())
    else:
        _show(say, result)
    if out is not None:
        _keep(result, out)
    return 0


def _check_place(say: PlatformWords, out: Path) -> None:
    """Before anything is played: what is there already is not lost."""
    if out.suffix not in (CSV, JSON):
        endings = say.either((CSV, JSON))
        raise Mistake(say._("Name a file that ends in {endings} with --out.", endings=endings))
    if out.exists() or not out.parent.is_dir():
        raise Mistake(say._("Name a file that does not exist yet with --out."))


def _keep(result: arena.SimulationResult, out: Path) -> None:
    """All of it as JSON, or a row for each seat."""
    if out.suffix == JSON:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(result)))
        return
    with out.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for seat, one in enumerate(result.shares):
            scores = result.scores_mean
            points = "" if scores is msgspec.UNSET else scores[seat]
            wins = (result.wins[seat], one.mean, one.low, one.high)
            rows.writerow(
                (result.game, result.seed, seat + 1, result.bots[seat], result.games, *wins, points)
            )


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


def _show(say: PlatformWords, result: arena.SimulationResult) -> None:
    _ = say.gettext
    screen = Screen()
    screen.pairs(
        [
            (_("matches"), str(result.games)),
            (_("turns a match, mean"), f"{result.turns_mean:.1f}"),
            (_("moves a match, mean"), f"{result.moves_mean:.1f}"),
            (_("moves a second"), f"{result.moves_per_second:,.0f}"),
            (_("seconds"), f"{result.seconds:.2f}"),
            (_("draws"), f"{result.draws} ({result.draws / result.games:.1%})"),
            (_("reasons"), reasons_text(say, result.game, result.reasons)),
        ]
    )
    headings = [_("seat"), _("bot"), _("wins"), _("share"), _("95 % interval")]
    rows: list[list[Any]] = [
        [seat + 1, bot, wins, f"{one.mean:.1%}", f"{one.low:.1%} – {one.high:.1%}"]
        for seat, (bot, wins, one) in enumerate(
            zip(result.bots, result.wins, result.shares, strict=True)
        )
    ]
    if result.scores_mean is not msgspec.UNSET:
        headings.append(_("points, mean"))
        rows = [[*row, mean] for row, mean in zip(rows, result.scores_mean, strict=True)]
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
    say: PlatformWords,
    game_id: str | None,
    matches: str | None,
    seed: str,
    jobs: str,
    ray: str | None,
) -> int:
    """Hold the games against the laws; the exit status says whether all were kept."""
    shelf = games.shelf() if game_id is None else (game_id,)
    chosen = [choices.game_of(say, name) for name in shelf]
    first = choices.whole_number(say, "--seed", seed, 0)
    count = None if matches is None else choices.whole_number(say, "--games", matches)
    return max(_check_game(say, game, count, first, pool_for(say, jobs, ray)) for game in chosen)


def _check_game(
    say: PlatformWords,
    game: AnyGame,
    matches: int | None,
    seed: int,
    pool: AbstractContextManager[Pool],
) -> int:
    count = matches or len(settings(game))
    checked: dict[int, tuple[int, int]] = {}
    broken: CheckedMatch | None = None
    with at_work(say, game.meta.id, count, pool) as (workers, progress):
        for match in check_game(game.meta.id, range(seed, seed + count), workers):
            progress(1)
            if match.law:
                broken = match
                break
            matches_so_far, positions = checked.get(match.setting, (0, 0))
            checked[match.setting] = (matches_so_far + 1, positions + match.positions)
    headings = [say._("setting"), say._("matches"), say._("positions")]
    rows = [[setting_text(game, place), *checked[place]] for place in sorted(checked)]
    screen = Screen()
    screen.say(choices.title_of(say, game), "bold")
    screen.table(headings, rows)
    if broken is None:
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
            law=broken.law,
            setting=setting_text(game, broken.setting),
            seed=broken.seed,
        ),
        "bold red",
    )
    screen.say(broken.problem)
    screen.say(
        say._(
            "To see it again: {command}",
            command=f"ratskeller check {game.meta.id} --games 1 --seed {broken.seed}",
        )
    )
    return BROKEN
