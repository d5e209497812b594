"""Writes the corpus: `python -m tests.corpus.make`.

It writes for games that have none, a new one. A file that exists stays as it is: what was stored by
an older program cannot be made by a newer one.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterator
from typing import Any

from ratskeller import Player, games, seal_of
from ratskeller.bots import Budget, find_bot
from ratskeller.core.game import AnyGame, option_sets
from ratskeller.core.match import (
    Abandoned,
    AnyMatch,
    Covered,
    Hinted,
    Match,
    Resigned,
    Returned,
    TableEvent,
)
from tests.corpus import GAMES, Kept, file_of, kept_of, packed

FINISHED = 44  # or one for each set-up, where there are more
WITH_DRAFTS = 6
LINEUPS = (("greedy",), ("random",), ("greedy", "random"), ("search:40", "greedy"))
# Random rats hardly ever bring four kinds home, so in Ratzentanz they get so many turns.
SHORT = {"ratzentanz": {"turn_cap": 30}}


def matches(game: AnyGame) -> Iterator[AnyMatch]:
    """Every set-up at least once, finished; one abandoned; and a few with a draft."""
    setups = [(seats, options) for seats in game.meta.seats for options in option_sets(game, seats)]
    count = max(FINISHED, len(setups))
    lineups = itertools.cycle(LINEUPS)
    for number, (seats, options) in enumerate(itertools.islice(itertools.cycle(setups), count)):
        match = begin(game, seats, options, next(lineups), number)
        play(match, number)
        yield match
    for number in range(count, count + WITH_DRAFTS + 1):
        seats, options = setups[number * 5 % len(setups)]
        match = begin(game, seats, options, ("greedy",), number)
        play(match, number, decisions=3 * (number - count + 1))
        if number == count:
            match.note(Abandoned(), None, now=float(number))
        else:
            draft(match, 1 + number % 2)
        yield match


def begin(
    game: AnyGame, seats: int, options: Any, lineup: tuple[str, ...], number: int
) -> AnyMatch:
    if "random" in lineup:
        options = type(options)(**{**as_dict(options), **SHORT.get(game.meta.id, {})})
    bots = itertools.islice(itertools.cycle(lineup), seats)
    players = [Player(f"Player {seat + 1}", bot) for seat, bot in enumerate(bots)]
    seal = seal_of(seats, seed=number, table=f"corpus-{number}")
    return Match.begin(game, seats, options, players, seal, now=float(number))


def as_dict(options: Any) -> dict[str, Any]:
    return {name: getattr(options, name) for name in options.__struct_fields__}


def play(match: AnyMatch, number: int, decisions: int = 10**6) -> None:
    """Let the bots play; now and then something happens at the table besides."""
    rng = random.Random(number)
    names = [match.header.players[player].bot for player in match.order]
    bots = [find_bot(name, match.game) for name in names]
    events: Iterator[TableEvent] = iter(
        [Hinted(), Covered("greedy"), Returned(), Resigned("greedy")] * (number % 3 == 0)
    )
    while (seat := match.to_act) is not None and decisions:
        if rng.random() < 0.05 and not match.drafted and (event := next(events, None)):
            match.note(event, 0, now=float(number))
        choice = bots[seat].choose(match.view(seat), match.legal(seat), Budget(), rng)
        match.choose(seat, choice, now=float(number), by=f"bot:{names[seat]}")
        decisions -= 1


def draft(match: AnyMatch, actions: int) -> None:
    """Choose something and leave it lying: up to so many actions, the last one held perhaps."""
    seat = match.to_act
    assert seat is not None
    while len(match.drafted) < actions and not match.awaits_commit:
        match.choose(seat, match.legal(seat)[-1], hold=True)


def main() -> None:
    for game_id in GAMES:
        if file_of(game_id).exists():
            sys.stdout.write(f"{file_of(game_id).name} exists and stays as it is\n")
            continue
        kept: list[Kept] = [kept_of(match) for match in matches(games.find(game_id))]
        file_of(game_id).write_bytes(packed(kept))
        size = file_of(game_id).stat().st_size
        sys.stdout.write(f"{file_of(game_id).name}: {len(kept)} matches, {size} bytes\n")


if __name__ == "__main__":
    main()
