"""How many ways a game can go on from a few positions, counted to depth four.

A change of the rules that no other test notices usually changes one of these numbers. If the change
is meant, print the new ones:

    python -m tests.rules.pied_piper.test_perft
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ratskeller.core.game import CHANCE
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import State
from tests.rules import rule
from tests.rules.pied_piper.positions import settle

DEPTH = 4
COMMAND = "python -m tests.rules.pied_piper.test_perft"
ROOT = Path(__file__).parents[3]


def opening() -> State:
    """Three players, dealt: the start player lays the first card of the game."""
    return settle(position(3, turn=0, hand=["F1", "F2", "B1", "M"]))


def crowded_line() -> State:
    """Secret Life, four players: every Character has a card, and house 1 is nearly full."""
    return position(
        4,
        secret=True,
        active=1,
        levels=[3, 6, 2, 5],
        where={"red": 1, "blue": 1, "piper": 0, "green": 3},
        line=["red F1", "blue M*@2", "red B1*@3", "piper +1"],
        hand=["F1", "F2", "+1", "M"],
        character_deck=["purple"],
    )


def last_floor() -> State:
    """Rugrats, three players, decks run out: every house is one floor below the roof."""
    return position(
        3,
        rugrats=True,
        elimination="immediate",
        active=2,
        levels=[6, 6, 6],
        where={"red": 0, "blue": 1, "piper": 2, "green": 2},
        line=["red S1", "piper F2", "green", "blue B1"],
        hand=["F1", "F2", "B1", "S1"],
        deck=["F1"],
        character_deck=[],
    )


WAYS: dict[Callable[[], State], tuple[int, ...]] = {
    opening: (16, 96, 1536, 13824),
    crowded_line: (32, 432, 864, 816),
    last_floor: (16, 39, 375, 497),
}


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many actions; a game that is over counts as none."""
    if depth == 0:
        return 1
    if GAME.to_act(state) == CHANCE:
        actions, weights = GAME.odds(state)
        going_on = [action for action, weight in zip(actions, weights, strict=True) if weight]
    else:
        going_on = list(GAME.legal(state))
    return sum(perft(GAME.play(state, action), depth - 1) for action in going_on)


def ways(state: State) -> tuple[int, ...]:
    return tuple(perft(state, depth) for depth in range(1, DEPTH + 1))


@rule("PP-32", "PP-63")
@pytest.mark.parametrize("start", WAYS, ids=lambda start: start.__name__)
def test_a_position_can_go_on_in_so_many_ways(start: Callable[[], State]) -> None:
    assert ways(start()) == WAYS[start], f"if this is meant: {COMMAND}"


def printed() -> str:
    return "".join(f"    {start.__name__}: {ways(start())},\n" for start in WAYS)


def test_the_numbers_do_not_depend_on_the_order_of_hashes() -> None:
    command = [sys.executable, *COMMAND.split()[1:]]
    other = {**os.environ, "PYTHONHASHSEED": "4711"}
    told = subprocess.run(command, cwd=ROOT, env=other, capture_output=True, check=True)
    assert told.stdout.decode() == printed()


if __name__ == "__main__":
    sys.stdout.write(printed())
