"""The laws of the house on random matches, for every seat count and option set."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from ratskeller.core.conformance import (
    check_imagination,
    check_marks,
    check_match,
    check_walk,
    secret_fields,
    settings,
    walk,
)
from ratskeller.core.game import CHANCE, BadNotation
from ratskeller.games.ratzentanz import GAME, Ratzentanz
from ratskeller.games.ratzentanz.rules import walks
from ratskeller.games.ratzentanz.rules.state import Options, Walk
from ratskeller.games.ratzentanz.rules.town import Town
from ratskeller.games.ratzentanz.rules.walks import walks_from
from tests.rules.ratzentanz.positions import doubled

pytestmark = pytest.mark.heavy


@pytest.mark.parametrize(("seats", "options"), settings(GAME))
def test_random_matches_keep_the_laws(seats: int, options: Any) -> None:
    rng = random.Random(repr((seats, options)))
    short = replace(options, turn_cap=20)
    check_walk(GAME, seats, short, rng)
    check_match(GAME, seats, short, rng)


def test_a_match_to_the_cap_keeps_the_laws() -> None:
    check_walk(GAME, 4, Options(turn_cap=120), random.Random(4))


def test_nothing_is_secret() -> None:
    check_marks(GAME)
    assert secret_fields(GAME) == []
    check_imagination(GAME, 2, GAME.start(2, Options()), random.Random(1))


def test_whatever_is_not_legal_is_refused_with_a_rule() -> None:
    rng = random.Random(2)
    for spot in walk(GAME, 3, Options(turn_cap=25), rng):
        if spot.mover == CHANCE:
            continue
        legal = set(GAME.legal(spot.state))
        view = GAME.conceal(spot.state, spot.mover)
        for index in rng.sample(range(GAME.index_size - 42), 60):
            action = GAME.from_index(index)
            if action in legal:
                continue
            refusal = GAME.why_not(view, GAME.path(spot.state, action))
            assert refusal is not None, (action, spot.state)
            assert refusal.rule.startswith("RT-")


def test_a_turn_takes_seven_actions_at_most() -> None:
    actions = Counter(spot.turns for spot in walk(GAME, 2, Options(turn_cap=200), random.Random(5)))
    del actions[0]  # the throw for the start is played before the first turn
    assert max(actions.values()) <= 7
    assert GAME.meta.bound == 84 + 7 * 10_000


def test_every_action_has_a_notation_and_an_index_of_its_own() -> None:
    every = [GAME.from_index(index) for index in range(GAME.index_size)]
    assert len(set(every)) == len(every) == 1626
    notations = [GAME.notation(action) for action in every]
    assert len(set(notations)) == len(notations)
    assert [GAME.parse(notation) for notation in notations] == every
    assert [GAME.index(action) for action in every] == list(range(1626))


@pytest.mark.parametrize(
    "text", ["", "6>b4", "1>b99", "1>d5", "1>b4>b5", "cat>h7", "piper>b1", "*7"]
)
def test_what_is_no_move_is_answered_with_examples(text: str) -> None:
    with pytest.raises(BadNotation, match="2>k3"):
        GAME.parse(text)


def test_for_a_doubled_six_in_the_middle_of_the_town_every_way_is_walked_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Hundreds of moves from a few walks, which are kept. (`bench.waiting` measures it.)"""
    walked: list[tuple[int, int]] = []

    def counted(town: Town, start: int, steps: int, *, loops: bool = False) -> Any:
        walked.append((start, steps))
        return walks_from(town, start, steps, loops=loops)

    monkeypatch.setattr(walks, "walks_from", counted)
    game = Ratzentanz(GAME.data)
    rats = {f"0.{rat}": square for rat, square in enumerate(("i7", "g7", "h7", "e4", "k10"), 1)}
    state = doubled(6, rats, piper="h5", cat="h2")
    legal = game.legal(state)
    assert sum(isinstance(action, Walk) for action in legal) > 500
    assert len(walked) == len(set(walked)) == 10, "of each rat the half and the whole"
    assert game.legal(state) == legal
    assert len(walked) == 10, "what was walked once is known"
