"""The `lab` command: what another rule does to a game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

import msgspec

from ratskeller.arena.contest import Contest, deals_for, options_of, rules_of
from ratskeller.arena.findings import lab_charts, lab_page, overview, sentence
from ratskeller.arena.lab import Finding, UnfitValue, UnknownKey, Variant, findings, variants
from ratskeller.arena.records import Records
from ratskeller.cli import INTERRUPTED, choices
from ratskeller.cli.contests import (
    Wishes,
    check_extra,
    check_places,
    contest_of,
    play_all,
    write_plots,
)
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.running import pool_for
from ratskeller.cli.screen import Screen
from ratskeller.core.game import BadData
from ratskeller.words.platform_words import PlatformWords

_LEAST_DEALS: Final = 2  # one alone says nothing of the spread


class LabWishes(Wishes, frozen=True, kw_only=True):
    vary: str


def lab(say: PlatformWords, wishes: LabWishes) -> int:
    base = contest_of(say, wishes)
    compared = _variants(say, base, wishes.vary)
    games = choices.whole_number(say, "--games", wishes.games)
    deals = max(_LEAST_DEALS, deals_for(base, games))
    pool = pool_for(say, wishes.jobs, wishes.ray)
    check_extra(say)
    check_places(say, wishes)
    with ExitStack() as all_records:
        kept = [all_records.enter_context(Records(variant.contest)) for variant in compared]
        if not play_all(say, kept, deals, pool):
            return INTERRUPTED
    found = findings(
        [(variant, records.sorted()) for variant, records in zip(compared, kept, strict=True)]
    )
    if wishes.report:
        page = lab_page(say, choices.title_of(say, rules_of(base)), _facts(say, base, deals), found)
        wishes.report.write_text(page, "utf-8")
    if wishes.plots:
        write_plots(wishes.plots, lab_charts(say, found))
    _tell(say, found, as_json=wishes.as_json)
    return 0


def _variants(say: PlatformWords, base: Contest, text: str) -> list[Variant]:
    """`roof=7,8` as two contests that the rules allow."""
    key, _, list_of_values = text.partition("=")
    values = [value.strip() for value in list_of_values.split(",")]
    if not key or len(values) < 2 or not all(values) or len(set(values)) < len(values):
        raise Mistake(
            say._(
                "“{text}” does not fit --vary: write a name and two or more values, such as "
                "{example}.",
                text=text,
                example="roof=7,8",
            )
        )
    try:
        found = variants(base, key.strip(), values)
    except UnknownKey as unknown:
        raise Mistake(
            say._(
                "Nothing is called “{key}” in this game. What can be varied: {keys}.",
                key=unknown.key,
                keys=say.both(unknown.keys),
            )
        ) from None
    except UnfitValue as unfit:
        raise Mistake(
            say._("“{key}” cannot be “{value}”.", key=key.strip(), value=str(unfit))
        ) from None
    except BadData as bad:
        raise Mistake(say._("The game refuses that number: {reason}.", reason=str(bad))) from None
    for variant in found:
        _check_start(say, variant.contest)
    return found


def _check_start(say: PlatformWords, contest: Contest) -> None:
    game = rules_of(contest)
    if refusal := game.why_not_start(contest.seats, options_of(contest)):
        raise Mistake(choices.refused(say, game, refusal))


def _facts(say: PlatformWords, base: Contest, deals: int) -> list[tuple[str, str]]:
    _ = say.gettext
    return [
        (_("bots"), say.both(base.bots)),
        (_("seats"), str(base.seats)),
        (_("seed"), str(base.seed)),
        (_("deals"), str(deals)),
    ]


def _tell(say: PlatformWords, found: Sequence[Sequence[Finding]], *, as_json: bool) -> None:
    base = found[0][0].variant
    sentences = [sentence(say, base, of_variant) for of_variant in found[1:]]
    if as_json:
        print(msgspec.json.encode({"findings": found, "sentences": sentences}).decode())
        return
    screen = Screen()
    screen.table(*overview(say, found))
    for text in sentences:
        screen.line()
        screen.say(text)
