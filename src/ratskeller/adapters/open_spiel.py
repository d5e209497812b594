"""Every game of the shelf as a Python game of OpenSpiel.

    import pyspiel
    import ratskeller.adapters.open_spiel

    game = pyspiel.load_game("python_ratskeller_pied_piper(players=3,secret=True)")

Actions and the outcomes of chance are numbered by `Game.index`. A player's observation string is its
view; the information state string is what it has been told since the start and then its view. The
tensor is `Game.encode` of the view. Returns come at the end, by rank, and add up to zero.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final

import msgspec

from ratskeller import games
from ratskeller.adapters import lacking
from ratskeller.adapters.common import rewards
from ratskeller.core.encoding import bounds
from ratskeller.core.game import (
    CHANCE,
    AnyGame,
    GameState,
    Mark,
    Seat,
    field_marks,
    option_choices,
)
from ratskeller.front import chosen_options

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

_PLAYERS: Final = "players"
_SEEDS: Final = 2**53


def short_name(game_id: str) -> str:
    """`python_ratskeller_pied_piper` for `pied_piper`."""
    return f"python_ratskeller_{game_id}"


def game_type(game: AnyGame) -> pyspiel.GameType:
    """What an algorithm must know before it applies."""
    defaults = game.meta.options()
    hidden = any(mark != Mark.OPEN for mark in field_marks(game.state_type).values())
    kind = pyspiel.GameType
    return kind(
        short_name=short_name(game.meta.id),
        long_name=game.meta.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if hidden
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.meta.seats),
        min_num_players=min(game.meta.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            _PLAYERS: min(game.meta.seats),
            **{name: getattr(defaults, name) for name in option_choices(game.meta.options)},
        },
    )


class HouseGame(pyspiel.Game):
    """A game of the shelf with its number of players and its options; each has a class of its own."""

    game_id: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules = games.find(self.game_id)
        kind = game_type(self.rules)
        wishes = {**kind.parameter_specification, **(params or {})}
        self.seats: int = wishes.pop(_PLAYERS)
        self.options = chosen_options(self.rules, self.seats, wishes)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.index_size,
            max_chance_outcomes=self.rules.index_size,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.meta.bound,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> HouseState:
        return HouseState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.rules.meta.bound

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class Position:
    """A state of ours within one of OpenSpiel's, and what led to it as far as anybody may know.

    OpenSpiel clones its states by copying whatever they hold; this cannot change, so it is its own
    copy. The moves since `base` are in OpenSpiel's history.
    """

    __slots__ = ("base", "state", "told")

    def __init__(self, state: GameState, base: GameState, told: tuple[str, ...]) -> None:
        self.state = state
        self.base = base
        self.told = told  # by seat, the spectator last: what they were told before `base`

    def __deepcopy__(self, _memo: Any) -> Position:
        return self


class HouseState(pyspiel.State):
    """A position of a match."""

    def __init__(self, game: HouseGame) -> None:
        super().__init__(game)
        start = game.rules.start(game.seats, game.options)
        self.game_id = game.rules.meta.id  # the rules themselves cannot be pickled
        self.position = Position(start, start, ("",) * (game.seats + 1))

    @property
    def rules(self) -> AnyGame:
        return games.find(self.game_id)

    # --- the course of the game ---

    def current_player(self) -> int:
        mover = self.rules.to_act(self.position.state)
        if mover is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def _legal_actions(self, player: Seat) -> list[int]:  # noqa: ARG002
        rules = self.rules
        return sorted([rules.index(action) for action in rules.legal(self.position.state)])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        rules = self.rules
        actions, weights = rules.odds(self.position.state)
        total = sum(weights)
        return [
            (rules.index(action), weight / total)
            for action, weight in zip(actions, weights, strict=True)
            if weight
        ]

    def _apply_action(self, index: int) -> None:
        rules, now = self.rules, self.position
        after = rules.play(now.state, rules.from_index(index))
        self.position = Position(after, now.base, now.told)

    def is_terminal(self) -> bool:
        return self.rules.to_act(self.position.state) is None

    def returns(self) -> list[float]:
        outcome = self.rules.outcome(self.position.state)
        return rewards(outcome) if outcome else [0.0] * self.num_players()

    # --- texts ---

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self.rules.notation(self.rules.from_index(action))

    def __str__(self) -> str:
        """The whole state; a player's part is the observation string."""
        return msgspec.json.encode(self.position.state).decode()

    # --- secrets ---

    def told(self, viewer: Seat | None) -> str:
        """Every move as the viewer was shown it, a line each."""
        rules, state = self.rules, self.position.base
        lines = [self.position.told[-1 if viewer is None else viewer]]
        for index in self.history():
            action = rules.from_index(index)
            shown = rules.conceal_action(state, action, viewer)
            lines.append(f"{rules.to_act(state)} {msgspec.json.encode(shown).decode()}")
            state = rules.play(state, action)
        return "\n".join(lines)

    def resample_from_infostate(self, player: Seat, sampler: Any) -> HouseState:
        """Another state that the player must think possible, after the same moves as it saw them.

        Nothing of the true state goes along: what the others were told is only what all were.
        """
        rules = self.rules
        rng = random.Random(int(sampler() * _SEEDS))
        view = rules.conceal(self.position.state, player)
        world = rules.imagine(view, rng)
        public, own = self.told(None), self.told(player)
        told = tuple(own if seat == player else public for seat in range(self.num_players()))
        other: HouseState = self.get_game().new_initial_state()
        other.position = Position(world, world, (*told, public))
        return other


class Observer:
    """What a player sees, as a text and as numbers."""

    def __init__(self, game: HouseGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of this game take no parameters, not {params}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a view is what one player, or everybody, may know; no other is made")
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.perfect_recall = kind.perfect_recall
        self.tensor = np.zeros(len(bounds(game.rules.spans(game.seats))), np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: HouseState, player: Seat) -> None:
        rules = state.rules
        self.tensor[:] = rules.encode(rules.conceal(state.position.state, self._viewer(player)))

    def string_from(self, state: HouseState, player: Seat) -> str:
        viewer = self._viewer(player)
        view = state.rules.conceal(state.position.state, viewer)
        seen = msgspec.json.encode(view).decode()
        return f"{state.told(viewer)}\n{seen}" if self.perfect_recall else seen

    def _viewer(self, player: Seat) -> Seat | None:
        return None if self.public else player


def register(game_id: str) -> None:
    """Make a game known to `pyspiel.load_game`.

    OpenSpiel keeps what it is given beyond the end of Python, where a function cannot be let go of;
    a class never is.
    """
    own_class = type(short_name(game_id), (HouseGame,), {"game_id": game_id})
    pyspiel.register_game(game_type(games.find(game_id)), own_class)


for _game_id in games.shelf():
    register(_game_id)
