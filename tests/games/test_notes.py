"""A note for everything: what lies on a table, what can be pressed there, and each sign beside a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from ratskeller import games
from ratskeller.core.conformance import viewers
from ratskeller.core.game import CHANCE, AnyGame, View, option_sets
from ratskeller.server.cards import LEADS
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import Note, game_words
from tests.corpus import corpus, opened
from tests.games.drawn import NAMES, board_of, drawing_of
from tests.games.walks import some, states
from tests.lengths import often

pytestmark = pytest.mark.heavy

ALWAYS_THERE = ("seat", "score", LEADS)
"""What every ticket can show, whatever the game."""

ENDS = ".!?。！？"
Names = tuple[str, ...]  # what a thing is looked up by, the first that is known counts
each_game = pytest.mark.parametrize("game_id", games.shelf())


def beginnings(name: str) -> Iterator[str]:
    """A name, then ever less of it."""
    while name:
        yield name
        name = re.sub(r"[-:.]?[^-:.]*$", "", name)


def found(notes: Mapping[str, Note], names: Names) -> Note | None:
    """As `notes.js` looks it up: a test in the browser asks it for everything on a page."""
    known = (key for name in names for key in beginnings(name) if key in notes)
    return notes.get(names[-1]) or notes.get(next(known, ""))


def notes_at(game: AnyGame, state: Any, language: str = "en") -> Mapping[str, Note]:
    return game_words(game, language).notes(game.conceal(state, None))


def things_of(game_id: str, view: View[Any]) -> Iterator[Names]:
    """Whatever somebody could rest on in a position, by what it is looked up."""
    board, names = board_of(game_id), NAMES[: view.seen.seats]
    for sheet in board.sheets(view, names).values():
        yield from (("", place.id) for place in sheet.places if place.shape)
    for part in board.parts(view, names):
        yield part.symbol, part.id
    for seat in range(view.seen.seats):
        for number, fact in enumerate(board.seat_facts(view, seat)):
            words = "none" if number else "score"
            yield (f"fact-{fact.icon}", fact.icon, "") if fact.icon else (words, "")
    yield from ((name, "") for name in ALWAYS_THERE)


def positions(game_id: str) -> Iterator[tuple[AnyGame, Any]]:
    """Of every setting the first position and what a match makes of it; matches of the corpus; ends."""
    game = games.find(game_id)
    for seats in game.meta.seats:
        for options in option_sets(game, seats):
            yield game, game.start(seats, options)
    for number, (seats, options) in enumerate(drawing_of(game_id).tables):
        every = list(states(game, seats, options, seed=90 + number))
        step = max(1, len(every) // often(40, 400))
        yield from ((game, state) for state in (*every[::step], every[-1]))
    for kept in corpus(game_id)[:: often(60, 4)]:
        match = opened(bytes(kept.file))
        yield match.game, match.state


@each_game
def test_everything_that_a_match_can_show_has_a_note(game_id: str) -> None:
    lacking, shown = set[Names](), 0
    for game, state in positions(game_id):
        notes = notes_at(game, state)
        for viewer in {None, state.seats - 1}:
            for names in things_of(game_id, game.conceal(state, viewer)):
                shown += 1
                if found(notes, names) is None:
                    lacking.add(names)
    assert not lacking
    assert shown > 1000


@each_game
def test_no_note_is_written_for_nothing(game_id: str) -> None:
    """Each is found by a symbol of the sheets, by a part or place, or by a sign beside a name."""
    shown, notes = set[str](), dict[str, Note]()
    for game, state in positions(game_id):
        view = game.conceal(state, state.seats - 1)
        notes |= notes_at(game, state)
        for sheet in board_of(game_id).sheets(view, NAMES[: state.seats]).values():
            shown |= {symbol.id for symbol in sheet.symbols} | {place.id for place in sheet.places}
        shown |= {name for names in things_of(game_id, view) for name in names}
    used = {key for name in shown for key in beginnings(name)}
    assert notes.keys() <= used | {"none"}


@each_game
def test_every_note_has_a_name_a_sentence_and_a_rule_in_every_language(game_id: str) -> None:
    game = games.find(game_id)
    rules = {rule.id for rule in game_words(game, "en").rulebook().rules}
    for seats in game.meta.seats:
        for options in option_sets(game, seats):
            state = game.start(seats, options)
            said = [notes_at(game, state, language) for language in LANGUAGES]
            for key, note in said[0].items():
                assert note.rule in rules, key
                told = [notes[key] for notes in said]
                assert {one.rule for one in told} == {note.rule}
                assert all(one.name and one.name[-1] not in ENDS for one in told), key
                assert all(one.text[-1] in ENDS for one in told), key
                assert len({one.text for one in told}) == len(LANGUAGES), key


@each_game
def test_notes_hang_on_the_table_and_not_on_what_has_happened(game_id: str) -> None:
    """So one answer serves everybody for a whole match, and can tell nobody a secret."""
    game = games.find(game_id)
    seats, options = drawing_of(game_id).tables[0]
    every = some(game, seats, options, seed=17, count=6)
    words = game_words(game, "en")
    views = [game.conceal(state, viewer) for state in every for viewer in viewers(seats)]
    assert all(words.notes(view) == words.notes(views[0]) for view in views)


@each_game
def test_what_cannot_be_chosen_says_why_as_the_engine_does(game_id: str) -> None:
    """Whatever is pressed first: it begins something legal, or is refused with a rule and a sentence."""
    game, asked = games.find(game_id), 0
    words = game_words(game, "en")
    rules = {rule.id for rule in words.rulebook().rules}
    seats, options = drawing_of(game_id).tables[0]
    tried = [state for state in states(game, seats, options, seed=5) if decides(game, state)]
    everything = {game.path(state, one) for state in tried[:200] for one in game.legal(state)}
    for state in tried[:: max(1, len(tried) // often(12, 120))]:
        mover = game.to_act(state)
        view, legal = game.conceal(state, mover), game.legal(state)
        begun = {game.path(state, action)[0] for action in legal}
        for *_, thing in things_of(game_id, view):
            if not thing:
                continue
            refusal = game.why_not(view, (thing,))
            assert (refusal is None) == (thing in begun), thing
            if refusal is not None:
                asked += 1
                assert refusal.rule in rules or refusal.rule.startswith("TB"), thing
                assert words.refusal(refusal, NAMES[:seats], mover)[-1] in ENDS
        paths = {game.path(state, action) for action in legal}
        for path in sorted(everything - paths)[:: often(9, 1)]:
            assert game.why_not(view, path) is not None, path
    assert asked > 100


def decides(game: AnyGame, state: Any) -> bool:
    return game.to_act(state) not in (None, CHANCE)
