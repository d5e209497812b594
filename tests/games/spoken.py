"""All that is said of a match, and what a game's own tests bring to those for every game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from msgspec import Struct

from ratskeller.core.game import Action, GameEvent, Refusal, State, View
from ratskeller.words.speech import GameWords

FEW = 32  # effects are told of so many actions of a position; labels of all

ENGLISH = re.compile(
    r"\b(the|below|cards?|rat walks|through|and|is|yours?|you|space|from|marker on|nest of|chips?|with)\b"
)
"""Words that neither French nor German has."""


class Speech(Struct, frozen=True, kw_only=True):
    """What is to be known of a game's words: `SPEECH` in the `samples` module of its tests."""

    samples: Sequence[GameEvent]  # one event or more of each kind
    refusals: Sequence[Refusal]  # one or more for each reason
    notations: Sequence[str]  # the moves that the help with notation shows
    tables: Sequence[tuple[int, Any]]  # seats and options of the matches that are told
    questions: Callable[[], Iterable[Any]]  # positions in which somebody is asked
    parts: Callable[[Any], Iterable[str]]  # all that has a name in a position
    marks: str = "(?!)"  # what is written in Latin letters in every language: a pattern
    choose: Callable[[random.Random, Sequence[Any]], Any] = random.Random.choice  # who plays them
    every: int  # all that can be said is said of one position in so many


def speech_of(game_id: str) -> Speech:
    speech: Speech = import_module(f"tests.games.{game_id}.samples").SPEECH
    return speech


def everything_said(
    words: GameWords[State, Action], view: View[State], names: Sequence[str]
) -> Iterator[str]:
    """All that a room may show of a view."""
    game, state = words.game, view.seen
    yield words.ask(view, names)
    for part in speech_of(game.meta.id).parts(state):
        yield words.part(view, part, names)
    if game.to_act(state) != view.viewer:
        return
    legal = game.legal(state)
    labels = [words.action(view, action) for action in legal]
    assert len(set(labels)) == len(labels), "two actions share a label"
    yield from labels
    for action in random.Random(game.turns(state)).sample(legal, min(FEW, len(legal))):
        yield from words.effects(view, action, names)
        for part in game.path(state, action):
            yield words.part(view, part, names)
        if caution := game.caution(view, action):
            yield words.refusal(caution, names, view.viewer)


def check_language(words: GameWords[State, Action], text: str, names: Sequence[str]) -> None:
    """Nothing of another language is left in a text, and nothing that was to be filled in."""
    assert text
    assert text == text.strip(), text
    assert "  " not in text, text
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    if words.language == "zh-Hant":
        marks = speech_of(words.game.meta.id).marks
        assert not re.search("[A-Za-z]", re.sub(marks, "", text)), text
        assert not re.search("[\u4e00-\u9fff] [\u4e00-\u9fff]", text), text
    elif words.language != "en":
        assert not ENGLISH.search(text), text
    assert "{" not in text, text
