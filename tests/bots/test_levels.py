"""The players of the house: five or six for every game, each with a name, a sentence and a face."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from ratskeller import games
from ratskeller.bots import Budget, UnknownBot, find_bot
from ratskeller.bots.levels import level_ids, levels, recipe_of
from ratskeller.bots.recipes import Recipe, RecipeBot, read_recipe
from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE, AnyGame, AnyView
from ratskeller.draw.faces import Face, UnknownFeature, face, portrait
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import game_words
from tests.crumbs import GAME as CRUMBS

SHELF = [games.find(name) for name in games.shelf()]


def first_question(game: AnyGame) -> tuple[AnyView, list[Any]]:
    """The first decision of a match with a choice in it, as its mover sees it."""
    rng = random.Random(1)
    state = game.start(2, game.meta.options())
    while (mover := game.to_act(state)) == CHANCE or len(game.legal(state)) < 2:
        assert mover is not None
        action = roll(game, state, rng) if mover == CHANCE else game.legal(state)[0]
        state = game.play(state, action)
    view = game.conceal(state, mover)
    return view, list(game.legal(view.seen))


@pytest.mark.parametrize("game", SHELF, ids=games.shelf())
def test_every_game_has_five_or_six_players_and_one_of_them_sits_down_unasked(game: Any) -> None:
    ids = level_ids(game)
    assert len(ids) == len(set(ids))
    assert len(ids) in (5, 6)
    assert sum(level.default for level in levels(game)) == 1
    assert not levels(game)[0].default
    assert not levels(game)[-1].default


@pytest.mark.parametrize("game", SHELF, ids=games.shelf())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_and_a_character_in_every_language(game: Any, language: str) -> None:
    characters = game_words(game, language).characters()
    assert tuple(characters) == level_ids(game)
    assert len({character.name for character in characters.values()}) == len(characters)
    for character in characters.values():
        assert 1 <= len(character.name) <= 24
        assert character.calling
        assert character.manner.endswith("。" if language == "zh-Hant" else ".")


def test_no_two_players_of_the_house_have_the_same_face() -> None:
    faces = [msgspec.convert(level.face, Face) for game in SHELF for level in levels(game)]
    assert len({face(one) for one in faces}) == len(faces) >= 5 * len(SHELF)
    for one in faces:
        for theme in (None, "light", "dark"):
            assert portrait(one, theme).startswith("<svg")


def test_a_feature_that_nobody_can_draw_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UnknownFeature, match="bonnet, cap"):
        face(Face(hat="wig"))
    with pytest.raises(UnknownFeature, match="tone"):
        face(Face(tone="beige"))


def test_a_bot_is_found_by_level_by_name_and_by_recipe() -> None:
    game = games.find("pied_piper")
    konrad = find_bot("konrad", game)
    assert isinstance(konrad, RecipeBot)
    assert konrad.recipe == recipe_of("konrad", game)
    assert not isinstance(find_bot("search", game), RecipeBot)
    assert recipe_of("search:200~0.5", game) == Recipe("search", 200, 0.5)
    assert recipe_of("search:200@0.3~0.5", game) == Recipe("search", 200, 0.5, 0.3)
    wrongs = ("crumb", "sorcery", "search:0", "search:", "greedy~2", "konrad:500", "")
    for wrong in (*wrongs, "greedy@", "greedy@warm", "greedy@-1", "greedy~0.1@0.3"):
        assert recipe_of(wrong, game) is None
        with pytest.raises(UnknownBot, match="random, greedy, search, net, look, guided, gret"):
            find_bot(wrong, game)


@pytest.mark.parametrize(
    "text",
    ["greedy", "search:2000", "greedy~0.25", "search:500~0.1", "greedy@0.0001", "net:9@12.5~0.1"],
)
def test_a_recipe_reads_as_it_is_written(text: str) -> None:
    assert str(read_recipe(text)) == text


@pytest.mark.parametrize("game", SHELF, ids=games.shelf())
def test_every_level_can_be_made_and_its_recipe_says_all_of_it(game: Any) -> None:
    for level in levels(game):
        assert read_recipe(str(level.recipe)) == level.recipe
        find_bot(level.id, game)


def test_noise_leaves_its_share_of_the_decisions_to_luck() -> None:
    game = games.find("pied_piper")
    view, legal = first_question(game)
    asked = 0

    class Counting:
        def choose(self, view: Any, legal: Any, budget: Any, rng: Any) -> Any:
            nonlocal asked
            asked += 1
            return legal[0]

    cook, rng = RecipeBot(Recipe("greedy", noise=0.25), Counting()), random.Random(1)
    for _ in range(1000):
        assert cook.choose(view, legal, Budget(), rng) in legal
    assert 700 < asked < 800


def test_a_game_without_levels_is_played_by_the_plain_bots() -> None:
    assert [level.id for level in levels(CRUMBS)] == ["random", "greedy"]
    assert level_ids(CRUMBS) == ()
    assert recipe_of("gret", CRUMBS) is None
