"""What holds for the words of every game on the shelf.

A game's own tests bring a `Speech`. What only that game says is tested there.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from ratskeller import games
from ratskeller.core.conformance import viewers
from ratskeller.core.game import GameEvent, Refusal, option_choices, union_members, watch
from ratskeller.words.languages import LANGUAGES, SPACED
from ratskeller.words.platform_words import TABLE_REFUSALS, table_refusal
from ratskeller.words.speech import game_words
from tests.games.spoken import check_language, everything_said, speech_of
from tests.games.walks import walk
from tests.statements import statement

NAMES = ("Ada", "bo", "小明")
ENDS = ".!?。！？"

each_game = pytest.mark.parametrize("game_id", games.shelf())
each_language = pytest.mark.parametrize("language", LANGUAGES)


def all_brought(name: str) -> list[Any]:
    return [
        pytest.param(game_id, one, id=f"{game_id}-{number}-{type(one).__name__}")
        for game_id in games.shelf()
        for number, one in enumerate(getattr(speech_of(game_id), name))
    ]


def in_every_language(game_id: str) -> list[Any]:
    return [game_words(games.find(game_id), language) for language in LANGUAGES]


@each_game
@each_language
def test_title_and_blurb_are_those_of_the_rulebook(game_id: str, language: str) -> None:
    words = game_words(games.find(game_id), language)
    assert words.title == words.rulebook().title
    assert words.blurb[-1] in ENDS


@each_game
def test_the_words_of_a_language_are_made_once(game_id: str) -> None:
    game = games.find(game_id)
    found = game_words(game, "fr")
    assert isinstance(found, games.part(game_id, "words").WORDS)
    assert found.language == "fr"
    assert game_words(game, "fr") is found


@each_game
@each_language
def test_every_option_and_each_of_its_values_has_a_label(game_id: str, language: str) -> None:
    game = games.find(game_id)
    words = game_words(game, language)
    for name, values in option_choices(game.meta.options).items():
        assert words.option(name)
        assert len({words.option_value(name, value) for value in values}) == len(values)


@each_game
def test_every_reason_for_an_end_has_a_few_words_of_its_own_in_every_language(game_id: str) -> None:
    endings = [one for one in speech_of(game_id).samples if type(one).__name__ == "GameOver"]
    reasons = {ending.reason for ending in endings}  # type: ignore[attr-defined]
    assert len(reasons) > 1
    said = {words.reason(reason) for words in in_every_language(game_id) for reason in reasons}
    assert len(said) == len(reasons) * len(LANGUAGES)
    assert not said & {reason.replace("_", " ") for reason in reasons}


@each_game
@each_language
def test_every_seat_has_a_name(game_id: str, language: str) -> None:
    game = games.find(game_id)
    words = game_words(game, language)
    seats = max(game.meta.seats)
    assert len({words.seat_name(seat) for seat in range(seats)}) == seats


@each_game
@each_language
def test_help_with_notation_uses_what_can_be_parsed(game_id: str, language: str) -> None:
    game = games.find(game_id)
    text = game_words(game, language).notation_help()
    for notation in speech_of(game_id).notations:
        assert notation in text
        assert game.notation(game.parse(notation)) == notation


# --- events ---


@each_game
def test_the_samples_hold_every_kind_of_event(game_id: str) -> None:
    kinds = {type(event) for event in speech_of(game_id).samples}
    assert kinds == set(union_members(games.find(game_id).event_type))


@pytest.mark.parametrize(("game_id", "event"), all_brought("samples"))
def test_every_event_is_a_sentence_of_its_own_in_every_language(
    game_id: str, event: GameEvent
) -> None:
    names = NAMES[: len(getattr(event, "ranks", NAMES))]
    for viewer in (None, *range(len(names))):
        said = [words.event(event, names, viewer) for words in in_every_language(game_id)]
        assert len(set(said)) == len(LANGUAGES)
        assert all(text[-1] in ENDS for text in said)
        assert not any("{" in text for text in said)


# --- refusals ---


@pytest.mark.parametrize(("game_id", "refusal"), all_brought("refusals"))
def test_every_refusal_is_a_sentence(game_id: str, refusal: Refusal) -> None:
    said = [words.refusal(refusal) for words in in_every_language(game_id)]
    assert len(set(said)) == len(LANGUAGES)
    for text in said:
        assert text[-1] in ".。"
        assert "{" not in text
        assert not text[0].islower()
        assert refusal.rule not in text  # rooms show it


@each_game
def test_every_reason_in_the_code_has_a_sentence(game_id: str) -> None:
    folder = Path(str(games.part(game_id, "rules").__file__)).parents[1]
    prefix = games.find(game_id).meta.rule_prefix
    found = [reasons_in(module.read_text("utf-8"), prefix) for module in folder.rglob("*.py")]
    assert set().union(*found) == {one.reason for one in speech_of(game_id).refusals}


def reasons_in(source: str, prefix: str) -> set[str]:
    """The second value of every `Refusal`, and of every pair that begins with a rule and ends with none."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        values: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            values = node.args[1:2] if node.func.id == "Refusal" else []
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
            first = node.elts[0]
            if isinstance(first, ast.Constant) and str(first.value).startswith(f"{prefix}-"):
                values = node.elts[1:]
        for value in values:
            constants = (n.value for n in ast.walk(value) if isinstance(n, ast.Constant))
            texts = {text for text in constants if isinstance(text, str)}
            found |= {text for text in texts if not text.startswith(f"{prefix}-")}
    return found


@each_game
@each_language
def test_the_tables_refusals_and_unknown_ones_are_answered_too(game_id: str, language: str) -> None:
    game = games.find(game_id)
    words = game_words(game, language)
    for reason in TABLE_REFUSALS:
        assert words.refusal(table_refusal(reason))
    unknown = f"{game.meta.rule_prefix}-99"
    assert unknown in words.refusal(Refusal(unknown, "from_the_future"))


# --- whole matches ---


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("game_id", "seats", "options"),
    [
        pytest.param(game_id, seats, options, id=f"{game_id}-{number}")
        for game_id in games.shelf()
        for number, (seats, options) in enumerate(speech_of(game_id).tables)
    ],
)
def test_a_whole_match_is_told_to_everybody(game_id: str, seats: int, options: Any) -> None:
    game, speech = games.find(game_id), speech_of(game_id)
    names = ("Ada", "bo", "小明", "Q9", "Zoë")[:seats]
    for number, (state, action) in enumerate(walk(game, seats, options, seats, speech.choose)):
        for viewer in viewers(seats):
            steps = game.steps(state, action)
            events = [sighting.event for sighting in watch(game, steps, viewer)]
            view = game.conceal(state, viewer)
            for words in in_every_language(game_id):
                said = [words.event(event, names, viewer) for event in events]
                said.append(words.action(view, game.conceal_action(state, action, viewer)))
                if number % speech.every == 0:
                    said += everything_said(words, view, names)
                for text in said:
                    check_language(words, text, names)


@statement("A23")
@each_game
def test_no_question_is_longer_than_twenty_words(game_id: str) -> None:
    """Chinese is not written in words."""
    game = games.find(game_id)
    for state in speech_of(game_id).questions():
        for language in SPACED:
            for viewer in viewers(state.seats):
                text = game_words(game, language).ask(game.conceal(state, viewer))
                assert 0 < len(text.split()) <= 20, text
