"""Every game of the shelf as an environment of Gymnasium: one seat for you, bots on the others.

    import gymnasium
    import ratskeller.adapters.gymnasium

    env = gymnasium.make("ratskeller/PiedPiper-v0", seats=3, bots=("greedy",), secret=True)
    observation, info = env.reset(seed=1284)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, over, cut_off, info = env.step(action)

An observation is what the seat may know (`Game.encode` of its view); actions are numbered by
`Game.index`, and `info["action_mask"]` says which are legal. Chance and the bots play by themselves.
The reward comes at the end, by rank. An action against the rules is not played: the reward is -1,
the episode is over, and `info["illegal"]` is True.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from ratskeller import games
from ratskeller.adapters import lacking
from ratskeller.adapters.common import (
    RENDER_MODES,
    highest,
    mask_of,
    observed,
    rendered,
    rewards,
)
from ratskeller.bots import Bot, BotLike, Budget, find_bot
from ratskeller.core.chance import past_chance
from ratskeller.core.game import AnyView, GameState, Seat
from ratskeller.front import chosen_options

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

Observation: TypeAlias = NDArray[np.int32]
ILLEGAL: Final = -1.0  # the reward of an action against the rules
_SEEDS: Final = 2**62


def env_id(game_id: str) -> str:
    """`ratskeller/PiedPiper-v0` for `pied_piper`."""
    name = "".join(word.capitalize() for word in game_id.split("_"))
    return f"ratskeller/{name}-v0"


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of one game."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game_id: str,
        *,
        seats: int | None = None,
        seat: Seat | None = None,
        bots: Sequence[BotLike] = ("greedy",),
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Sit down: `seat` is drawn anew for each match unless given.

        `bots` are recipes (`greedy`, `search:2000`, the id of a level) or your own: one for all other seats, or
        one for each of them in the order of play.
        """
        self.game = games.find(game_id)
        self.seats = seats or min(self.game.meta.seats)
        self.options = chosen_options(self.game, self.seats, options)
        self.bots = self._seated(bots)
        self.wished_seat = seat
        self.render_mode = render_mode
        high = highest(self.game, self.seats)
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.int32)
        self.action_space = spaces.Discrete(self.game.index_size)

    def _seated(self, bots: Sequence[BotLike]) -> list[Bot]:
        others = self.seats - 1
        if len(bots) not in (1, others):
            raise ValueError(f"give one bot for all, or {others} bots; not {len(bots)}")
        return [find_bot(bots[number % len(bots)], self.game) for number in range(others)]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Set up, deal, and let the others play until your first decision."""
        super().reset(seed=seed, options=options)
        self.luck = random.Random(int(self.np_random.integers(_SEEDS)))
        drawn = int(self.np_random.integers(self.seats))
        self.seat = drawn if self.wished_seat is None else self.wished_seat
        self.state = self._until_my_turn(self.game.start(self.seats, self.options))
        return self._observation(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:  # fmt: skip
        """Play an action, then the others', up to your next decision or the end."""
        chosen = self.game.from_index(int(action))
        if self.game.to_act(self.state) != self.seat or chosen not in self.game.legal(self.state):
            return self._observation(), ILLEGAL, True, False, {**self._info(), "illegal": True}
        self.state = self._until_my_turn(self.game.play(self.state, chosen))
        outcome = self.game.outcome(self.state)
        reward = rewards(outcome)[self.seat] if outcome else 0.0
        return self._observation(), reward, outcome is not None, False, self._info()

    def render(self) -> str | None:
        """The table as your seat sees it: letters, or a picture."""
        if self.render_mode is None:
            return None
        return rendered(self.render_mode, self.game, self._view(), self.seats)

    def _until_my_turn(self, state: GameState) -> GameState:
        """Chance and the bots play; each bot is shown its own view."""
        game = self.game
        state = past_chance(game, state, self.luck)
        while (mover := game.to_act(state)) not in (self.seat, None):
            assert mover is not None
            bot = self.bots[(mover - self.seat) % self.seats - 1]
            view = game.conceal(state, mover)
            action = bot.choose(view, game.legal(state), Budget(), self.luck)
            state = past_chance(game, game.play(state, action), self.luck)
        return state

    def _view(self) -> AnyView:
        return self.game.conceal(self.state, self.seat)

    def _observation(self) -> Observation:
        return observed(self.game, self._view())

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(self.game, self.state)}


for _game_id in games.shelf():
    gymnasium.register(
        env_id(_game_id), entry_point=f"{__name__}:SeatEnv", kwargs={"game_id": _game_id}
    )
