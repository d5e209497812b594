"""Three random players at a table of PettingZoo, with face-down cards.

python docs/examples/pettingzoo_match.py
"""

from __future__ import annotations

from ratskeller.adapters.pettingzoo import pied_piper_v0

env = pied_piper_v0.env(seats=3, secret=True, render_mode="ansi")
env.reset(seed=1284)
for number, agent in enumerate(env.possible_agents):
    env.action_space(agent).seed(number)

returns = dict.fromkeys(env.possible_agents, 0.0)
for agent in env.agent_iter():
    observation, reward, over, cut_off, info = env.last()
    returns[agent] += reward
    if over or cut_off:
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))

print(env.render())
print(returns)
