"""What a network is asked, and when a bot that has one plays by it."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.bots import Budget, find_bot
from ratskeller.bots import net as learned_player
from ratskeller.bots.net import NetBot, weights_of
from ratskeller.bots.network import Layer, Network
from ratskeller.bots.weights import WeightsCard, read_weights, write_weights
from ratskeller.cli import main
from ratskeller.core.chance import past_chance
from ratskeller.games.parts import game_planes, game_rows
from tests.bots.learned import judged_openly, learned

SHELF = games.shelf()


def views_of(game: Any, count: int) -> list[Any]:
    """What the movers of a match see, decision after decision."""
    rng = random.Random(7)
    views: list[Any] = []
    state = past_chance(game, game.start(2, game.meta.options()), rng)
    while len(views) < count:
        views.append(game.conceal(state, game.to_act(state)))
        state = past_chance(game, game.play(state, rng.choice(game.legal(state))), rng)
    return views


@pytest.mark.parametrize("game_id", learned())
def test_a_match_without_variants_is_played_by_the_network(game_id: str) -> None:
    """Whether or not a state holds the options it was begun with."""
    game: Any = games.find(game_id)
    net, (view,) = NetBot(game), views_of(game, 1)
    assert net.plays_by(2, game.meta.options()) == net.plays_from(view.seen) == "network"
    assert net.liking(view, game.legal(view.seen)) is not None


def test_a_variant_that_only_the_state_tells_of_is_searched() -> None:
    game: Any = games.find("first_rat")
    assert NetBot(game).plays_by(2, game.meta.options(lit="last")).startswith("it searches")
    assert NetBot(game).plays_by(2, game.meta.options(board="standard")) == "network"


@pytest.mark.parametrize("game_id", learned())
def test_many_views_at_once_are_thought_of_as_each_alone(game_id: str) -> None:
    game: Any = games.find(game_id)
    net, views = NetBot(game), views_of(game, 9)
    choices = [game.legal(view.seen) for view in views]
    together = net.thoughts(views, choices)
    for view, legal, thought in zip(views, choices, together, strict=True):
        (alone,) = net.thoughts([view], [legal])
        assert thought.liking == pytest.approx(alone.liking, abs=1e-3)
        assert thought.shares == pytest.approx(alone.shares, abs=1e-4)
        assert len(thought.liking) == len(legal)
        assert sum(thought.shares) == pytest.approx(1)
    rows = game_rows(game)(np, views)
    assert all(
        np.array_equal(row, game_planes(game)(np, view))
        for row, view in zip(rows, views, strict=True)
    )


@pytest.mark.parametrize(("game_id", "seats"), judged_openly())
def test_the_judge_of_open_hands_is_asked_about_imagined_worlds(game_id: str, seats: int) -> None:
    """It leaves what each mover likes as it is; what can be expected hangs on what is hidden from the mover."""
    game: Any = games.find(game_id)
    net, rng = NetBot(game), random.Random(2)
    state = past_chance(game, game.start(seats, game.meta.options()), rng)
    mover = game.to_act(state)
    worlds = [game.imagine(game.conceal(state, mover), rng) for _ in range(6)]
    legal = game.legal(state)
    plain = net.thoughts([game.conceal(world, mover) for world in worlds], [legal] * 6)
    told = net.imagined(worlds, [legal] * 6)
    assert [thought.liking for thought in told] == [thought.liking for thought in plain]
    assert all(sum(thought.shares) == pytest.approx(1) for thought in told)
    spread = [max(own) - min(own) for own in zip(*(t.shares for t in told), strict=True)]
    assert min(spread) > 0.005
    same = [max(own) - min(own) for own in zip(*(t.shares for t in plain), strict=True)]
    assert max(same) < 1e-6


def test_where_nothing_is_hidden_imagined_positions_are_thought_of_like_seen_ones() -> None:
    game: Any = games.find("first_rat")
    net, views = NetBot(game), views_of(game, 4)
    choices = [game.legal(view.seen) for view in views]
    assert net.imagined([view.seen for view in views], choices) == net.thoughts(views, choices)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of weights instead of those that come with a game."""
    monkeypatch.setattr(learned_player, "weights_of", lambda _: tmp_path)
    learned_player._shipped.cache_clear()
    yield tmp_path
    learned_player._shipped.cache_clear()


def test_a_network_that_was_shown_the_game_in_another_way_is_refused_and_the_bot_searches(
    folder: Path,
) -> None:
    """Its card is right, but it has learned one plane less, or answers that there are not."""
    game: Any = games.find("ratzentanz")
    card = WeightsCard(
        game=game.meta.id, seats=2, rules_version=game.version, data_hash=game.data_hash
    )
    (view,) = views_of(game, 1)
    width = game_planes(game)(np, view).size

    def said_of(inputs: int, actions: int) -> str:
        first, policy, value = (
            Layer(np.zeros(shape, np.float32), np.zeros(shape[1], np.float32))
            for shape in ((inputs, 4), (4, actions), (4, 2))
        )
        write_weights(folder / "2.npz", card, Network(first, (), policy, value))
        learned_player._shipped.cache_clear()
        return NetBot(game).plays_by(2, game.meta.options())

    assert said_of(width, game.index_size) == "network"
    told = "these weights were trained when ratzentanz was shown to networks in another way"
    assert said_of(width - 1, game.index_size) == f"it searches: {told}"
    assert said_of(width, game.index_size - 1) == f"it searches: {told}"


@pytest.mark.parametrize("kind", ["net", "look", "guided"])
@pytest.mark.parametrize("fault", ["data", "planes", "seats"])
def test_a_judge_of_open_hands_that_does_not_fit_is_found_out_before_it_is_asked(
    kind: str, fault: str, folder: Path
) -> None:
    game: Any = games.find("pied_piper")
    shipped = weights_of(game)
    copyfile(shipped / "2.npz", folder / "2.npz")
    card, judge = read_weights(shipped / "2-open.npz")
    if fault == "data":
        card = replace(card, data_hash="0" * 16)
    elif fault == "planes":
        judge = judge._replace(first=judge.first._replace(weights=judge.first.weights[1:]))
    else:
        value = judge.value
        judge = judge._replace(value=Layer(value.weights[:, :1], value.bias[:1]))
    write_weights(folder / "2-open.npz", card, judge)
    bot: Any = find_bot(kind, game)
    told = bot.plays_by(2, game.meta.options())
    assert told.startswith("it searches: these weights were trained")
    assert told.endswith(" (2-open.npz)")
    (view,) = views_of(game, 1)
    legal, few = game.legal(view.seen), Budget(16)
    searched = find_bot("search", game).choose(view, legal, few, random.Random(5))
    assert bot.choose(view, legal, few, random.Random(5)) == searched


def test_why_weights_do_not_fit_is_found_out_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that is searched for that reason asks at every decision."""
    game: Any = games.find("pied_piper")
    copyfile(weights_of(game) / "3.npz", folder / "2.npz")
    read: list[Path] = []

    def noted(file: Path) -> tuple[WeightsCard, Network]:
        read.append(file)
        return read_weights(file)

    monkeypatch.setattr(learned_player, "read_weights", noted)
    told = {NetBot(game).plays_by(2, game.meta.options()) for _ in range(3)}
    made_for = "these weights were trained for pied_piper with 3 seats"
    assert told == {f"it searches: {made_for}, not for pied_piper with 2"}
    assert read == [folder / "2.npz"]


@pytest.mark.parametrize(("said", "kept"), [(None, "1"), ("4", "4")])
def test_the_command_thinks_in_one_thread_unless_somebody_says_otherwise(
    said: str | None, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = "OPENBLAS_NUM_THREADS"
    monkeypatch.setenv(threads, said or "")
    if said is None:
        monkeypatch.delenv(threads)
    assert main(["games", "--lang", "en"]) == 0
    assert os.environ[threads] == kept


def test_who_has_not_learned_searches_as_long_as_the_best_who_search() -> None:
    patience = {game_id: NetBot(games.find(game_id)).patience.nodes for game_id in SHELF}
    assert patience == {"first_rat": 16000, "pied_piper": 10000, "ratzentanz": 24000}
