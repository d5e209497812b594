"""OpenSpiel's information-set search plays The Pied Piper against two random players.

python docs/examples/open_spiel_search.py
"""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import ratskeller.adapters.open_spiel  # noqa: F401  (registers the games)

game = pyspiel.load_game("python_ratskeller_pied_piper(players=3)")
luck = np.random.RandomState(1284)
searcher = ismcts.ISMCTSBot(
    game,
    mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck),
    uct_c=2.0,
    max_simulations=40,
    random_state=luck,
    use_observation_string=True,  # the view is all a player needs to remember
)

state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        action = luck.choice(outcomes, p=odds)
    elif state.current_player() == 0:
        action = searcher.step(state)
        print(state.action_to_string(action), end=" ")
    else:
        action = luck.choice(state.legal_actions())
    state.apply_action(action)

print()
print("returns", [float(value) for value in state.returns()])
