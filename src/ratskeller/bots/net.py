"""The bot that learned: it plays what its network likes best, without looking ahead.

Its weights lie in the game's folder, one file a number of seats (`weights/2.npz`). Where a game hides something, a
second network beside it (`weights/2-open.npz`) says what a whole position is worth: for worlds that were imagined. Where
planes go seat by seat, the one for two plays with more (`bots.growing`). They know the game as it was trained: with
other data, other rules, other options, where nobody has trained one, or without NumPy, the bot searches instead, and
`plays_by` says so. So it does where only one of the two fits.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from ratskeller.bots import Budget
from ratskeller.bots.growing import TAUGHT, grown
from ratskeller.bots.levels import patience
from ratskeller.bots.network import Network, Places, places_of, think
from ratskeller.bots.search import SearchBot
from ratskeller.bots.weights import (
    ForeignWeights,
    check_card,
    check_fit,
    check_open_fit,
    read_weights,
)
from ratskeller.bots.worth import log_odds
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState
from ratskeller.games.parts import (
    game_answers,
    game_is_usual,
    game_open_rows,
    game_order,
    game_plane_groups,
    game_pointing,
    game_rows,
)

_FOLDER: Final = "weights"
_INSTEAD: Final = 1200  # positions, in a game that has no players who search


class Opinion(NamedTuple):
    """What a network makes of a position."""

    liking: list[float]  # of each action that can be chosen
    shares: list[float]  # of the win, by seat


class Learned(NamedTuple):
    """What somebody has learned of a game with so many seats."""

    network: Network
    judge: Network | None = None  # of whole positions, where something is hidden
    grown: bool = False  # from one for two seats: it never learned what to expect


class NetBot:
    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.instead = SearchBot(game)
        self.patience = Budget(patience(game) or _INSTEAD)

    def learned(self, seats: int) -> Learned:
        """What it plays by. Raises `ForeignWeights`, which says why it plays by none."""
        found = _shipped(self.game, seats)
        if isinstance(found, str):
            raise ForeignWeights(found)
        return found

    def plays_by(self, seats: int, options: Any) -> str:
        """How it plays such a match: "network", or why it searches."""
        return self.plays_from(self.game.start(seats, options))

    def plays_from(self, state: GameState) -> str:
        """The same of a match that has begun; the state may be concealed."""
        try:
            self.learned(state.seats)
        except ForeignWeights as reason:
            return f"it searches: {reason}"
        if not game_is_usual(self.game)(state):
            return "it searches: its network has learned the game without variants"
        return "network"

    def foresees(self, state: GameState) -> bool:
        """Whether it has learned what to expect of such a match; the state may be concealed."""
        return self.plays_from(state) == "network" and not self.learned(state.seats).grown

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        if len(legal) == 1:
            return legal[0]
        liking = self.liking(view, legal)
        if liking is None:
            return self.instead.choose(view, legal, budget if budget.nodes else self.patience, rng)
        return legal[max(range(len(legal)), key=liking.__getitem__)]

    def leanings(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> list[float]:
        """How much the network likes each; where it searches, the odds that the search sees."""
        liking = self.liking(view, legal)
        if liking is not None:
            return liking
        wanted = budget if budget.nodes else self.patience
        return [log_odds(float(one)) for one in self.instead.judge(view, legal, wanted, rng)]

    def liking(self, view: AnyView, legal: Sequence[GameAction]) -> list[float] | None:
        """How much the network likes each legal action; None where it has not learned such a match."""
        if self.plays_from(view.seen) != "network":
            return None
        (thought,) = self.thoughts([view], [legal])
        return thought.liking

    def shares(self, views: Sequence[AnyView]) -> list[list[float]]:
        """What `thoughts` says of each view's expectations."""
        return [thought.shares for thought in self.thoughts(views, [()] * len(views))]

    def thoughts(
        self, views: Sequence[AnyView], choices: Sequence[Sequence[GameAction]]
    ) -> list[Opinion]:
        """What the network thinks of some views of one match, all at once, as each view's own seat is
        about to choose. Only for matches that it plays by its network (`plays_by`).
        """
        import numpy as np  # noqa: PLC0415  (who does not play with networks needs none)

        game, seats = self.game, views[0].seen.seats
        planes = game_rows(game)(np, views)
        network = self.learned(seats).network
        likes, prizes = think(np, network, planes, _pointed_at(game, seats))
        answers = _answers(game, seats)
        asked = [
            row[[answers[view.viewer or 0][game.index(action)] for action in legal]].tolist()
            for row, view, legal in zip(likes, views, choices, strict=True)
        ]
        return [Opinion(*both) for both in zip(asked, self._by_seat(views, prizes), strict=True)]

    def imagined(
        self, states: Sequence[GameState], choices: Sequence[Sequence[GameAction]]
    ) -> list[Opinion]:
        """The same of some imagined positions: each mover likes what it would by what it sees, but what everybody
        can expect is told by all that the position hides, too.
        """
        game = self.game
        views = [game.conceal(state, game.to_act(state)) for state in states]
        thoughts = self.thoughts(views, choices)
        judge, rows = self.learned(states[0].seats).judge, game_open_rows(game)
        if judge is None or rows is None:
            return thoughts
        import numpy as np  # noqa: PLC0415

        shares = self._by_seat(views, think(np, judge, rows(np, states))[1])
        return [Opinion(mine.liking, all_) for mine, all_ in zip(thoughts, shares, strict=True)]

    def _by_seat(self, views: Sequence[AnyView], prizes: Any) -> list[list[float]]:
        """Prizes in the order of play as shares of the win by seat. A prize is 1 for who wins alone, and all together
        make 0 (`learn.selfplay.prizes`).
        """
        import numpy as np  # noqa: PLC0415

        seats, order = views[0].seen.seats, game_order(self.game)
        orders = np.stack([order(view) for view in views])
        shares = np.take_along_axis((prizes * (seats - 1) + 1) / seats, orders, -1).clip(0)
        by_seat: list[list[float]] = (shares / shares.sum(-1, keepdims=True)).tolist()
        return by_seat


def weights_of(game: AnyGame) -> Path:
    """The folder where the game's weights lie, if it has any."""
    return Path(str(resources.files(type(game).__module__).joinpath(_FOLDER)))


@cache
def _answers(game: AnyGame, seats: int) -> list[list[int]]:
    """For each seat the answer of a network that stands for each action."""
    return [
        sorted(range(game.index_size), key=meant.__getitem__) for meant in game_answers(game, seats)
    ]


@cache
def _pointed_at(game: AnyGame, seats: int) -> Places | None:
    pointing = game_pointing(game, seats)
    return pointing and places_of(pointing)


@cache
def _shipped(game: AnyGame, seats: int) -> Learned | str:
    """What has come with the game; or why nothing of it fits, which is asked for at every decision, too."""
    try:
        of_its_own = _file_for(game, seats).is_file()
        return Learned(_network(game, seats), _judge(game, seats), grown=not of_its_own)
    except ForeignWeights as reason:
        return str(reason)


def _file_for(game: AnyGame, seats: int) -> Path:
    return weights_of(game) / f"{seats}.npz"


def _network(game: AnyGame, seats: int) -> Network:
    file = _file_for(game, seats)
    network = _read(file, game, seats) if file.is_file() else _grown(game, seats)
    check_fit(network, game, seats)
    return network


def _grown(game: AnyGame, seats: int) -> Network:
    """The network for two, where it can play with more. What a game shows to networks is asked last: only where
    one has learned it is it there, and known to be for the game as it is.
    """
    nobody = ForeignWeights(f"nobody has trained a network for {seats} seats yet")
    file = _file_for(game, TAUGHT)
    if not file.is_file():
        raise nobody
    network = _read(file, game, TAUGHT)
    check_fit(network, game, TAUGHT)
    taught, wanted = (game_plane_groups(game, count) for count in (TAUGHT, seats))
    if taught is None or wanted is None:
        raise nobody
    return grown(network, taught, wanted, seats)


def _judge(game: AnyGame, seats: int) -> Network | None:
    """Who judges whole positions; None where nothing is hidden, or nobody has trained one."""
    file = weights_of(game) / f"{seats}-open.npz"
    if not file.is_file():
        return None
    try:
        network = _read(file, game, seats)
        check_open_fit(network, game, seats)
    except ForeignWeights as reason:
        raise ForeignWeights(f"{reason} ({file.name})") from None
    return network


def _read(file: Path, game: AnyGame, seats: int) -> Network:
    if find_spec("numpy") is None:
        raise ForeignWeights("a network thinks with numpy, which is not installed")
    card, network = read_weights(file)
    check_card(card, game, seats)
    return network
