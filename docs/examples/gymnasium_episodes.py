"""Ten episodes of Gymnasium: a player who takes the first legal action against a greedy bot.

python docs/examples/gymnasium_episodes.py
"""

from __future__ import annotations

import gymnasium
import numpy as np

import ratskeller.adapters.gymnasium  # noqa: F401  (registers the environments)

env = gymnasium.make("ratskeller/PiedPiper-v0", seats=2, bots=("greedy",))
total = 0.0
for episode in range(10):
    observation, info = env.reset(seed=episode)
    over = False
    while not over:
        action = np.flatnonzero(info["action_mask"])[0]
        observation, reward, over, cut_off, info = env.step(action)
    total += float(reward)

print(f"observations of {observation.size} numbers, {info['action_mask'].size} actions")
print(f"reward over ten episodes: {total:+.0f}")
