"""The players of the house: five or six for every game, each with a name, a sentence and a face."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any, cast

import msgspec
import pytest

from ratskeller import games
from ratskeller.bots import Budget, UnknownBot, find_bot
from ratskeller.bots.greedy import GreedyBot
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
    for wrong in ("crumb", "sorcery", "search:0", "greedy~2", "greedy@", "greedy@-1", "konrad:500"):
        assert recipe_of(wrong, game) is None
        with pytest.raises(UnknownBot, match="random, greedy, search, net, look, guided, gret"):
            find_bot(wrong, game)


@pytest.mark.parametrize(
    "text",
    ["greedy", "search:2000", "greedy~0.25", "search:500~0.1", "greedy@0.3", "net:9@1.5~0.1"],
)
def test_a_recipe_reads_as_it_is_written(text: str) -> None:
    assert str(read_recipe(text)) == text


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


class Leaning:
    """Says how much it is for each move, and is asked for nothing else."""

    def __init__(self, *leanings: float) -> None:
        self.said = leanings

    def choose(self, view: Any, legal: Any, budget: Any, rng: Any) -> Any:
        raise AssertionError("a bot with a temperature is drawn from")

    def leanings(self, view: Any, legal: Any, budget: Any, rng: Any) -> Any:
        return self.said


def drawn(temperature: float, *leanings: float) -> list[float]:
    """How often each of some moves is played."""
    cook = RecipeBot(Recipe("greedy", temperature=temperature), Leaning(*leanings))
    moves, rng, view = list(range(len(leanings))), random.Random(1), cast("Any", None)
    found = Counter(cook.choose(view, cast("Any", moves), Budget(), rng) for _ in range(4000))
    return [found[cast("Any", move)] / 4000 for move in moves]


def test_a_temperature_errs_between_moves_that_look_alike() -> None:
    best, close, terrible = drawn(0.5, 1.0, 0.8, -4.0)
    assert close / best == pytest.approx(math.exp(-0.4), abs=0.05)
    assert terrible < 0.001  # noise that errs as often would play it ten times as often and more
    assert drawn(0.001, 1.0, 0.8, -4.0) == [1, 0, 0]
    assert drawn(99, 1.0, 0.8, -4.0) == pytest.approx([1 / 3] * 3, abs=0.04)


@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("bot", ["greedy", "net"])
def test_a_cold_bot_plays_what_it_would_play_without_a_temperature(game_id: str, bot: str) -> None:
    game = games.find(game_id)
    view, legal = first_question(game)
    plain, cold = (find_bot(one, game) for one in (f"{bot}:50", f"{bot}:50@0.0001"))
    usual, drawn = (one.choose(view, legal, Budget(), random.Random(3)) for one in (plain, cold))
    if bot == "greedy":  # of moves that look the same either may come
        looks = GreedyBot(game).leanings(view, legal, Budget(50), random.Random(3))
        assert looks[legal.index(drawn)] == looks[legal.index(usual)] == max(looks)
    else:
        assert drawn == usual


@pytest.mark.parametrize("bot", ["random", "look"])
def test_who_does_not_compare_moves_has_no_temperature(bot: str) -> None:
    with pytest.raises(UnknownBot, match=rf"“{bot}” does not say what each move is worth.*@0.3"):
        find_bot(f"{bot}@0.3", games.find("pied_piper"))


def test_a_game_without_levels_is_played_by_the_plain_bots() -> None:
    assert [level.id for level in levels(CRUMBS)] == ["random", "greedy"]
    assert level_ids(CRUMBS) == ()
    assert recipe_of("gret", CRUMBS) is None
