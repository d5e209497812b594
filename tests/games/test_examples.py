"""Drawn examples are played again: the engine accepts each, and makes of it what its words say."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import pytest

from ratskeller import games
from ratskeller.core.game import CHANCE, AnyGame, GameState
from ratskeller.games.parts import game_board
from ratskeller.server.examples import all_examples, drawn, moments, picture, ways
from ratskeller.words import LANGUAGES
from ratskeller.words.lessons import Example
from ratskeller.words.speech import game_words

pytestmark = pytest.mark.heavy

FEWEST = 12  # a game
WORDS = 40  # that a caption may have at most
WALK = 25  # decisions that are made from a position on

PERMITS = {"FR-06", "FR-07", "FR-11", "FR-62", "PP-11", "PP-31", "RT-22", "RT-23"}
"""Rules that say what may be done or is not done: no event follows from them."""

SHOWN: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "first_rat": {
        "turn": {"rat:0": "space:5", "rat:1": "space:11"},
        "end": {"last-round": "banner", "rat:0": "slot:rattronaut:4"},
        "one-rat": {"rat:0": "space:6"},
        "one-colour": {"rat:0": "space:2", "rat:1": "space:5"},
        "shortcut": {"rat:0": "space:12", "goods:0:calculator": "0"},
        "toll": {"rat:0": "space:6", "rat:4": "space:6", "goods:0:cheese": "1"},
        "mouldy": {"rat:0": "space:6", "mine:mouldy": "1", "goods:0:cheese": "2"},
        "light-bonus": {"rat:0": "space:10", "goods:0:soda": "2"},
        "bulbs": {"rat:0": "space:8", "pin:0": "light:5"},
        "cores": {"rat:0": "space:12", "paw:0": "burrow:F_bot"},
        "library": {"comic:legs": "", "mine:comic:legs": "kit:4"},
        "nursery": {"rat:2": "family:0"},
        "buy": {"rat:0": "space:9", "mine:pack:bulbs": "kit:4", "goods:0:cheese": "1"},
        "steal": {"rat:0": "family:0", "mine:pack:bulbs": "kit:4", "goods:0:cheese": "1"},
        "build": {"cube:cockpit:01": "slot:cockpit:2", "goods:0:tin": "0", "goods:0:calculator": "0"},
        "blocked": {"cube:provisions:01": "slot:provisions:2", "goods:0:cheese": "0"},
        "set": {"cube:cockpit:00": "slot:cockpit:0", "cube:rocket:00": "slot:rocket:0"},
        "rattronaut": {"rat:0": "slot:rattronaut:0"},
        "longer-legs": {"rat:0": "space:5", "rat:1": "space:2"},
        "lola": {"rat:0": "space:8"},
    },
    "pied_piper": {
        "turn": {"figure:red": "gap:2", "level:1": "5"},
        "end": {"level:0": "3", "level:1": "4", "level:2": "trophies:0"},
        "older-first": {"figure:red": "gap:2", "level:0": "3", "level:1": "3"},
        "forward-and-back": {"figure:red": "gap:0", "level:0": "4"},
        "piper": {"figure:piper": "gap:1", "level:0": "3"},
        "empty-house": {"figure:piper": "gap:1", "level:0": "0"},
        "twice-in-the-line": {"figure:red": "gap:1", "level:1": "4", "level:2": "5"},
        "plus-one": {"figure:red": "gap:2", "level:0": "3", "level:1": "4"},
        "plus-one-back": {"figure:red": "gap:1", "level:1": "4", "level:2": "5"},
        "plus-one-sewer": {"figure:red": "gap:2", "level:0": "2", "level:1": "3", "level:2": "4"},
        "around": {"figure:red": "gap:0", "level:0": "3", "level:1": "4", "level:2": "5"},
        "melody": {"figure:red": "gap:2", "figure:blue": "gap:2", "figure:green": "gap:1", "level:0": "4"},
        "group": {"figure:piper": "gap:1", "figure:red": "gap:1", "figure:blue": "gap:1", "level:0": "3"},
        "melody-alone": {"figure:red": "gap:1", "level:0": "3"},
        "two-specials": {"figure:red": "gap:0", "level:0": "2"},
        "house-goes": {"level:1": "trophies:0", "figure:blue": "gap:2", "figure:green": "gap:2"},
        "neutral": {"figure:red": "gap:2", "level:0": "3"},
        "rugrats": {"figure:red": "gap:1", "level:0": "3", "card:0:0": "nail:0:0"},
        "secret": {"figure:red": "gap:0", "level:2": "6"},
    },
    "ratzentanz": {
        "turn": {"rat:0.1": "sq:c5"},
        "end": {"chip:a1.3": "chip-3", "rat:0.1": "sq:a1"},
        "exact": {"rat:0.1": "sq:c5"},
        "building": {"rat:0.1": "sq:b3"},
        "together": {"rat:0.1": "sq:b6", "rat:0.2": "sq:b6", "rat:1.2": "sq:b6"},
        "canal": {"rat:0.1": "sq:l9"},
        "stairs": {"rat:0.1": "sq:j2", "rat:0.2": "sq:j12", "rat:1.1": "sq:f2", "rat:1.2": "sq:f12"},
        "take": {"rat:0.1": "hamelin-rat-red-6"},
        "home": {"rat:0.1": "sq:a1", "chip:a1.6": "chip-6"},
        "rob": {"rat:0.1": "hamelin-rat-red-4", "chip:o13.4": "lack-4"},
        "piper": {"piper": "sq:h1"},
        "sacrifice": {"rat:0.1": "spare:0.1", "chip:e1.6": "sq:e1"},
        "flute": {"rat:0.1": "spare:0.1", "rat:1.2": "spare:1.2", "rat:1.1": "sq:c2", "rat:1.3": "sq:c5", "rat:0.2": "sq:d5", "rat:0.3": "sq:a1"},
        "cat": {"cat": "door:c5", "rat:1.1": "sq:c5"},
        "new-blood": {"rat:0.3": "sq:a1", "rat:1.2": "sq:o13"},
        "call-home": {"rat:0.1": "sq:a1", "chip:a1.1": "chip-1"},
        "out-of-my-nest": {"rat:1.1": "sq:o13", "chip:a1.6": "chip-6"},
        "double": {"rat:0.1": "sq:c5", "rat:0.2": "sq:d4"},
        "double-two": {"rat:0.1": "sq:d1", "rat:0.2": "sq:b5"},
        "run-on": {"rat:0.1": "sq:l4"},
    },
}  # fmt: skip
"""What is seen in the second picture: of parts that the words speak of the place, the text or the symbol; "": gone."""

PLAYED = [
    pytest.param(game_id, name, id=f"{game_id}-{name}")
    for game_id in SHOWN
    for name in SHOWN[game_id]
]
each_game = pytest.mark.parametrize("game_id", games.shelf())


def example_of(game_id: str, name: str, language: str = "en") -> Example:
    return all_examples(games.find(game_id), language)[name]


def possible(game: AnyGame, state: GameState) -> list[str]:
    """What may be played, or be thrown or drawn."""
    if game.to_act(state) == CHANCE:
        outcomes, weights = game.odds(state)
        return [game.notation(one) for one, n in zip(outcomes, weights, strict=True) if n]
    return [game.notation(action) for action in game.legal(state)]


def accepts(game: AnyGame, state: GameState) -> None:
    """The position has all pieces, is as its mover sees it, survives the wire, and the match goes on from it."""
    options = getattr(state, "options", game.meta.options())
    pieces = game.pieces(game.start(state.seats, options))
    assert game.pieces(state) == pieces
    for seat in range(state.seats):
        assert game.pieces(game.imagine(game.conceal(state, seat), random.Random(1))) == pieces
    luck = random.Random(7)
    for _ in range(WALK):
        texts = possible(game, state)
        if not texts:
            assert game.outcome(state)
            return
        state = game.play(state, game.parse(luck.choice(texts)))
        assert game.pieces(state) == pieces


@each_game
def test_every_example_is_a_position_that_the_engine_accepts(game_id: str) -> None:
    game = games.find(game_id)
    for example in all_examples(game, "en").values():
        accepts(game, example.before)
        state = example.before
        for text in example.play:
            assert text in possible(game, state), (example.id, text)
            state = game.play(state, game.parse(text))
        assert moments(game, example)[-1] == state, example.id


@each_game
def test_every_example_shows_a_rule_that_the_engine_followed(game_id: str) -> None:
    game = games.find(game_id)
    written = {rule.id for rule in game_words(game, "en").rulebook().rules}
    for example in all_examples(game, "en").values():
        state, cited = example.before, set()
        for text in example.play:
            steps = list(game.steps(state, game.parse(text)))
            cited |= {game.cite(step.event) for step in steps}
            state = steps[-1].state
        assert example.rule in written, example.id
        assert not example.play or example.rule in cited | PERMITS, (example.id, cited)


def parts_after(game: AnyGame, example: Example) -> dict[str, tuple[str, str, str]]:
    """Place, text and symbol of every part in the second picture."""
    view = game.conceal(moments(game, example)[example.moments[-1]], example.seat)
    names = [f"Player {seat}" for seat in range(view.seen.seats)]
    parts = game_board(game, "en").parts(view, names)
    return {part.id: (part.place, part.text, part.symbol) for part in parts}


@pytest.mark.parametrize(("game_id", "name"), PLAYED)
def test_the_second_picture_shows_what_the_words_say(game_id: str, name: str) -> None:
    found = parts_after(games.find(game_id), example_of(game_id, name))
    for part, seen in SHOWN[game_id][name].items():
        assert seen in found.get(part, ("",)), (part, found.get(part))


@each_game
def test_there_are_enough_and_all_of_them_are_checked_here(game_id: str) -> None:
    game = games.find(game_id)
    words = game_words(game, "en")
    assert len(words.examples()) >= FEWEST
    opening = words.opening()
    assert opening
    every = [*opening, *words.examples()]
    assert len(all_examples(game, "en")) == len(every), "two have the same name"
    assert {one.id for one in every if one.play} == set(SHOWN[game_id])


@pytest.mark.parametrize("language", LANGUAGES)
@each_game
def test_captions_are_short_and_their_pictures_hold_what_they_speak_of(
    game_id: str, language: str
) -> None:
    game = games.find(game_id)
    for name, example in all_examples(game, language).items():
        assert len(example.text.split()) <= WORDS, example.text
        size = drawn(game, name, language).views[0][1]
        assert size.width >= size.height * 0.75, "too slim for a page"
        assert all(len(way) > 1 for way in ways(game, example, language))


def test_a_picture_has_two_views_and_nothing_that_nobody_sees() -> None:
    game = games.find("pied_piper")
    svg = picture(game, "melody", "en", "dark")
    assert re.findall(r'<view id="(\w+)"', svg) == ["before", "after"]
    assert 'data-theme="dark"' in svg
    used = set(re.findall(r'href="#([\w-]+)"', svg))
    kept = set(re.findall(r'<symbol[^>]* id="([\w-]+)"', svg))
    assert used - {"ground"} <= kept | {f"glyph-{name}" for name in ("circle", "star")}
    assert "aria-label" not in svg


def test_a_picture_shows_no_hidden_card_before_it_is_turned_over() -> None:
    """A neighbour has laid it; in the first view nobody can tell Back from another card."""
    svg = picture(games.find("pied_piper"), "secret", "en", None)
    before, after = re.findall(r'data-part="card:0:0"[^>]*><use href="#([\w-]+)"', svg)
    assert (before, after) == ("card-back", "action-back")
