"""The Pied Piper's words are silent about secrets."""

from __future__ import annotations

import random

import pytest

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import RED, UNKNOWN, CardDrawn, CardPlaced, Options
from ratskeller.games.pied_piper.words.game_words import PiedPiperWords
from tests.games.pied_piper.speakers import NAMES, WORDS
from tests.games.spoken import everything_said
from tests.games.walks import walk


@pytest.mark.parametrize("options", [Options(), Options(secret=True)], ids=str)
def test_texts_of_two_worlds_that_differ_in_secrets_are_the_same(options: Options) -> None:
    rng = random.Random(7)
    names = NAMES[:3]
    for number, (state, _) in enumerate(walk(GAME, 3, options, seed=11)):
        if number % 7:
            continue
        for viewer in (None, *range(3)):
            worlds = [GAME.scramble(state, viewer, rng) for _ in range(2)]
            for words in WORDS.values():
                texts = [
                    list(everything_said(words, GAME.conceal(w, viewer), names)) for w in worlds
                ]
                assert texts[0] == texts[1]


def test_concealed_events_sound_alike_whatever_the_card(words: PiedPiperWords) -> None:
    for viewer in (None, 1):
        drawn = [CardDrawn(0, card) for card in range(UNKNOWN)]
        hidden = [CardPlaced(0, 2, RED, card, face_down=True) for card in range(UNKNOWN)]
        for events in (drawn, hidden):
            seen = [GAME.conceal_event(event, viewer) for event in events]
            assert len({words.event(event, NAMES, viewer) for event in seen}) == 1
