"""The Pied Piper's words in every language, and positions to ask them about."""

from __future__ import annotations

from msgspec.structs import replace

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import KINDS, PLACE, SLOTS, Laid, Options, State
from ratskeller.games.pied_piper.words.game_words import PiedPiperWords
from ratskeller.words import LANGUAGES
from tests.games.walks import walk

NAMES = ("Ada", "bo", "小明", "{card}", "Zoë")
WORDS = {language: PiedPiperWords(GAME, language) for language in LANGUAGES}
EN = WORDS["en"]


def at_the_table(seats: int = 3, **options: object) -> State:
    """The first position in which a player is asked for two cards."""
    for state, _ in walk(GAME, seats, Options(**options), seed=1):  # type: ignore[arg-type]
        if state.phase == PLACE and state.turn == 1:
            return state
    raise AssertionError("a match has a second turn")


def with_hand(state: State, *cards: int) -> State:
    hand = tuple(cards.count(card) for card in range(KINDS))
    hands = tuple(hand if s == state.active else h for s, h in enumerate(state.hands))
    return replace(state, hands=hands)


def prepared(
    state: State, line: tuple[int, ...], cards: dict[int, int], **changes: object
) -> State:
    """A position with this line and one face-up card below some of its slots."""
    under = tuple(
        (Laid(cards[slot], 0, face_down=False),) if slot in cards else () for slot in range(SLOTS)
    )
    return replace(state, line=line, laid=under, **changes)
