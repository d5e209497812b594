"""`ratskeller play`: seats the players of a new match, or of a saved one, and opens the table."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path

from ratskeller import seal_of
from ratskeller.cli import choices, files
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.screen import Screen
from ratskeller.cli.session import Session
from ratskeller.core.match import Match
from ratskeller.words.platform_words import PlatformWords


def begin(
    say: PlatformWords,
    game_id: str,
    *,
    seats: str | None,
    humans: str | None,
    names: Sequence[str],
    bots: str,
    variants: Sequence[str],
    options: Sequence[str],
    seed: str | None,
    hold: bool,
    color: bool,
) -> int:
    game = choices.game_of(say, game_id)
    count, chosen = choices.setting_of(say, game, seats, options, variants)
    players = choices.players_of(say, game, count, humans, names, bots)
    number = None if seed is None else choices.whole_number(say, "--seed", seed, 0)
    match = Match.begin(game, count, chosen, players, seal_of(count, number), now=time.time())
    # The bots' moods come from the seed, too: the same number brings the same match.
    rng = random.Random() if number is None else random.Random(f"bots {number}")
    words = choices.words_of(say, game)
    return Session(match, say, words, Screen(color=color), rng, hold=hold).play()


def resume(say: PlatformWords, path: Path, game_id: str | None, *, hold: bool, color: bool) -> int:
    match = files.read_whole_match(say, path)
    if game_id is not None and game_id.replace("-", "_") != match.header.game:
        raise Mistake(
            say._(
                "“{path}” is a match of {game}; leave out the name of the game.",
                path=str(path),
                game=match.header.game,
            )
        )
    words = choices.words_of(say, match.game)
    screen = Screen(color=color)
    return Session(match, say, words, screen, random.Random(), hold=hold, origin=path).play()
