"""Why matches ended, in the words of their game."""

from __future__ import annotations

from collections.abc import Mapping

from ratskeller import games
from ratskeller.words.platform_words import PlatformWords
from ratskeller.words.speech import game_words


def reasons(say: PlatformWords, game_id: str, counted: Mapping[str, int]) -> dict[str, int]:
    """Each reason with how often it was one, the most frequent first."""
    game = games.find(game_id)
    ranked = sorted(counted, key=counted.__getitem__, reverse=True)
    words = game_words(game, say.language)
    return {words.reason(reason): counted[reason] for reason in ranked}


def reasons_text(say: PlatformWords, game_id: str, counted: Mapping[str, int]) -> str:
    """The same in a line."""
    found = reasons(say, game_id, counted)
    return say.both(
        [say._("{event} ({details})", event=why, details=n) for why, n in found.items()]
    )
