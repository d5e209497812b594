"""A game that is not one of ours gets all adapters without a line of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

PETTINGZOO = """
from pettingzoo.test import api_test
from ratskeller.adapters.pettingzoo import crumbs_v0
api_test(crumbs_v0.env(seats=3, render_mode="svg"), num_cycles=50)
"""
GYMNASIUM = """
import gymnasium
from gymnasium.utils.env_checker import check_env
import ratskeller.adapters.gymnasium
env = gymnasium.make("ratskeller/Crumbs-v0", bots=("random",), render_mode="svg")
check_env(env.unwrapped)
env.reset()
assert env.render().startswith("<svg")
"""
OPEN_SPIEL = """
import pyspiel
import ratskeller.adapters.open_spiel
game = pyspiel.load_game("python_ratskeller_crumbs(players=3)")
pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
"""
NOTEBOOK = """
import ratskeller
from ratskeller.notebook import show
match = ratskeller.new("crumbs", 2, seed=1)
match.choose(0, match.game.parse("2"))
assert "takes 2" in show(match).html
assert show(match.state).svg.startswith("<svg")
"""


@pytest.mark.parametrize(
    "script",
    [PETTINGZOO, GYMNASIUM, OPEN_SPIEL, NOTEBOOK],
    ids=["pettingzoo", "gymnasium", "open_spiel", "notebook"],
)
def test_a_fourth_game_is_served_like_the_others(script: str) -> None:
    environment = {**os.environ, "RATSKELLER_GAMES": "crumbs=tests.crumbs"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
