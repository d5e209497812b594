"""Every game of the shelf as a turn-based environment of PettingZoo.

    from ratskeller.adapters.pettingzoo import pied_piper_v0

    env = pied_piper_v0.env(seats=3, secret=True)
    env.reset(seed=1284)
    for agent in env.agent_iter():
        observation, reward, over, cut_off, info = env.last()
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))

An observation is what the agent may know (`Game.encode` of its view) with a mask of its legal actions,
which are numbered by `Game.index`. Chance plays by itself. Rewards come at the end, by rank.
"""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from ratskeller import games
from ratskeller.adapters import lacking
from ratskeller.adapters.common import (
    RENDER_MODES,
    highest,
    mask_of,
    observed,
    rendered,
    rewards,
    seat_to_act,
)
from ratskeller.core.chance import past_chance
from ratskeller.front import chosen_options

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

Agent: TypeAlias = str
Observation: TypeAlias = dict[str, NDArray[Any]]

_VERSION = "_v0"


class Family:
    """The environments of one game, as PettingZoo keeps them in a module of its own."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id

    def raw_env(self, **wishes: Any) -> HouseEnv:
        """The environment itself; an action against the rules is an error."""
        return HouseEnv(self.game_id, **wishes)

    def env(self, **wishes: Any) -> Any:
        """The environment for use: an action against the rules costs 1 and ends the match."""
        guarded = wrappers.TerminateIllegalWrapper(self.raw_env(**wishes), illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def __getattr__(name: str) -> Family:
    """`pied_piper_v0` and so on, for whatever is on the shelf."""
    game_id = name.removesuffix(_VERSION)
    if game_id == name or game_id not in games.shelf():
        raise AttributeError(f"there is no environment “{name}”; there are {', '.join(__dir__())}")
    return Family(game_id)


def __dir__() -> list[str]:
    return [f"{game_id}{_VERSION}" for game_id in games.shelf()]


class HouseEnv(AECEnv[Agent, Observation, int], EzPickle):
    """One game; its seats are the agents `player_0`, `player_1` and so on, in the order of play."""

    def __init__(
        self, game_id: str, *, seats: int | None = None, render_mode: str | None = None, **options: Any
    ) -> None:  # fmt: skip
        """`seats` is the smallest number the game allows unless given; `options` are the game's."""
        EzPickle.__init__(self, game_id, seats=seats, render_mode=render_mode, **options)
        super().__init__()
        self.game = games.find(game_id)
        self.seats = seats or min(self.game.meta.seats)
        self.options = chosen_options(self.game, self.seats, options)
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{game_id}{_VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents: list[Agent] = []
        high, size = highest(self.game, self.seats), self.game.index_size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (size,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space = self.observation_spaces[self.possible_agents[0]]["observation"]
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Set up and deal. With a seed the same luck comes again."""
        self.luck = random.Random(seed)
        start = self.game.start(self.seats, self.options)
        self.position = past_chance(self.game, start, self.luck)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[seat_to_act(self.game, self.position)]

    def observe(self, agent: Agent) -> Observation:
        """What the agent may know; the mask is all zeros where it has nothing to decide."""
        view = self.game.conceal(self.position, self.possible_agents.index(agent))
        to_act = self.game.to_act(view.seen) == view.viewer
        none = np.zeros(self.game.index_size, dtype=np.int8)
        mask = mask_of(self.game, view.seen) if to_act else none
        return {"observation": observed(self.game, view), "action_mask": mask}

    def state(self) -> NDArray[Any]:
        """What everybody may know, as a spectator sees it: no hand of anybody."""
        return observed(self.game, self.game.conceal(self.position, None))

    def step(self, action: int | None) -> None:
        """Play the agent's action, then chance's, up to the next decision."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{agent} has a decision to take"
        chosen = self.game.from_index(action)
        if chosen not in self.game.legal(self.position):
            raise ValueError(f"{self.game.notation(chosen)} is not legal now; use the action mask")
        self._cumulative_rewards[agent] = 0
        self.position = past_chance(self.game, self.game.play(self.position, chosen), self.luck)
        if outcome := self.game.outcome(self.position):
            self.rewards = dict(zip(self.possible_agents, rewards(outcome), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[seat_to_act(self.game, self.position)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as a spectator sees it: letters, or a picture."""
        if self.render_mode is None:
            return None
        view = self.game.conceal(self.position, None)
        return rendered(self.render_mode, self.game, view, self.seats)

    def close(self) -> None:
        """Nothing is held open."""
