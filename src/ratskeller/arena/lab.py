"""The rule laboratory: the same bots with the same luck under other rules.

A variant changes one thing: an option of the game, or a number of its data file (`table.key`, as in
`action_cards.forward`). All variants are played with the same deals, so their differences are
taken deal by deal, and much of the luck falls out.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ratskeller.arena.contest import Contest, rules_of
from ratskeller.arena.drama import decided, lead_changes, won
from ratskeller.arena.intervals import Estimate, mean, share
from ratskeller.arena.playing import MatchRecord
from ratskeller.arena.standings import by_deal
from ratskeller.core.game import AnyGame, option_choices


class UnknownKey(LookupError):
    """Neither an option of the game nor a line of its data file; `keys` are those that exist."""

    def __init__(self, key: str, keys: Sequence[str]) -> None:
        super().__init__(f"nothing is called “{key}”")
        self.key, self.keys = key, keys


class UnfitValue(ValueError):
    """A value that an option cannot take, or that is not of the kind that the data file has."""


class Variant(Struct, frozen=True):
    """One of the rules to compare, by the text it was asked for with."""

    text: str  # "roof=8"
    contest: Contest


def variants(base: Contest, key: str, values: Sequence[str]) -> list[Variant]:
    """A contest for each value.

    Raises `UnknownKey`, `UnfitValue`, and `BadData` where the game itself refuses the number.
    """
    return [Variant(f"{key}={value}", _changed(base, key, value)) for value in values]


def _changed(base: Contest, key: str, text: str) -> Contest:
    game = rules_of(base)
    options = option_choices(game.meta.options)
    if key in options:
        return replace(base, options={**base.options, key: _option(game, key, text)})
    numbers = keys_of(tomllib.loads(game.data))
    if key not in numbers:
        raise UnknownKey(key, [*options, *numbers])
    data = with_number(game.data, key, text)
    if data == game.data:
        return base
    changed = replace(base, data=data)
    rules_of(changed)  # the game's own check of its data
    return changed


# --- options -----------------------------------------------------------------------------------


def _option(game: AnyGame, name: str, text: str) -> Any:
    plain = text.strip().casefold()
    choices = option_choices(game.meta.options)[name]
    for value in choices:
        if plain == str(value).casefold():
            return value
    try:  # an open number, such as a cap on turns
        return getattr(msgspec.convert({name: int(plain)}, game.meta.options), name)
    except (ValueError, msgspec.ValidationError):
        raise UnfitValue(text) from None


# --- numbers of the data file ------------------------------------------------------------------


def keys_of(tables: dict[str, Any], prefix: str = "") -> list[str]:
    """Every whole number of a data file by its dotted key."""
    found = []
    for name, value in tables.items():
        if isinstance(value, dict):
            found += keys_of(value, f"{prefix}{name}.")
        elif isinstance(value, int) and not isinstance(value, bool):
            found.append(f"{prefix}{name}")
    return found


def with_number(data: str, key: str, text: str) -> str:
    """The data file with one number changed, and every other letter as it was.

    Numbers stand on lines of their own or in braces (`frog = { price = 2 }`). So each place that
    says `price = 2` is tried, and the right one is where nothing else changes.
    """
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise UnfitValue(text)
    value = str(int(text))
    wanted = _with_value(tomllib.loads(data), key.split("."), int(text))
    name = re.escape(key.rpartition(".")[2])
    for found in re.finditer(rf"\b{name}\s*=\s*(-?\d+)", data):
        changed = data[: found.start(1)] + value + data[found.end(1) :]
        if tomllib.loads(changed) == wanted:
            return changed
    raise UnknownKey(key, [])


def _with_value(tables: dict[str, Any], way: Sequence[str], value: int) -> dict[str, Any]:
    first, *rest = way
    return {**tables, first: _with_value(tables[first], rest, value) if rest else value}


# --- what is compared --------------------------------------------------------------------------


class Measure(Struct, frozen=True):
    """Something that a rule may change, as one number a match."""

    name: str
    of: Callable[[MatchRecord], float]
    is_share: bool  # between 0 and 1


MEASURES: Final = (
    Measure("turns", lambda match: match.turns, is_share=False),
    Measure("first_seat", lambda match: won(match, 0), is_share=True),
    Measure("draws", lambda match: len(match.winners) > 1, is_share=True),
    Measure("lead_changes", lead_changes, is_share=False),
    Measure("decided", decided, is_share=True),
)


class Finding(Struct, frozen=True):
    """What a variant did to a measure: its value, and the difference to the first variant."""

    variant: str
    measure: str
    value: Estimate
    difference: Estimate | None  # None: this is the first variant

    @property
    def measurable(self) -> bool:
        return self.difference is not None and not self.difference.holds(0)


def findings(played: Sequence[tuple[Variant, Sequence[MatchRecord]]]) -> list[list[Finding]]:
    """For each variant a finding of every measure, in the order of `MEASURES`."""
    _, base = played[0]
    return [
        [_finding(measure, variant, matches, None if number == 0 else base) for measure in MEASURES]
        for number, (variant, matches) in enumerate(played)
    ]


def _finding(
    measure: Measure,
    variant: Variant,
    matches: Sequence[MatchRecord],
    base: Sequence[MatchRecord] | None,
) -> Finding:
    values = _by_deal(measure, matches)
    even = 1 / variant.contest.seats if measure.name == "first_seat" else 0.5
    difference = None
    if base is not None:
        pairs = zip(values, _by_deal(measure, base), strict=True)
        difference = mean([value - before for value, before in pairs])
    value = share(values, even) if measure.is_share else mean(values)
    return Finding(variant.text, measure.name, value, difference)


def _by_deal(measure: Measure, matches: Sequence[MatchRecord]) -> list[float]:
    return [fmean(measure.of(match) for match in deal) for deal in by_deal(matches)]
