"""The bot that learned: it plays what its network likes best, without looking ahead.

Its weights lie in the game's folder, one file a number of seats (`weights/2.npz`). They know the game as it
was trained: with other data, other rules, other options, where nobody has trained one, or without NumPy, the
bot searches instead, and `plays_by` says so.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ratskeller.bots import Bot, Budget
from ratskeller.bots.network import Network, think
from ratskeller.bots.search import SearchBot
from ratskeller.bots.weights import ForeignWeights, check_card, read_weights
from ratskeller.core.game import AnyGame, AnyView, GameAction
from ratskeller.games.parts import game_answers, game_order, game_planes

_FOLDER: Final = "weights"
_INSTEAD: Final = Budget(1200)  # how long it searches where it has not learned


class NetBot:
    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.instead: Bot = SearchBot(game)

    def plays_by(self, seats: int, options: Any) -> str:
        """How it plays such a match: "network", or why it searches."""
        if options != self.game.meta.options():
            return "it searches: its network has learned the game without variants"
        try:
            _network(self.game, seats)
        except ForeignWeights as reason:
            return f"it searches: {reason}"
        return "network"

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        if len(legal) == 1:
            return legal[0]
        liking = self.liking(view, legal)
        if liking is None:
            return self.instead.choose(view, legal, budget if budget.nodes else _INSTEAD, rng)
        return legal[max(range(len(legal)), key=liking.__getitem__)]

    def liking(self, view: AnyView, legal: Sequence[GameAction]) -> list[float] | None:
        """How much the network likes each legal action; None where it has not learned such a match."""
        import numpy as np  # noqa: PLC0415  (who does not play with networks needs none)

        options: Any = getattr(view.seen, "options", None)
        if self.plays_by(view.seen.seats, options) != "network":
            return None
        network = _network(self.game, view.seen.seats)
        likes, _ = think(np, network, game_planes(self.game)(np, view))
        place = _places(self.game, view.seen.seats)[view.viewer or 0]
        return [float(likes[place[self.game.index(action)]]) for action in legal]

    def shares(self, views: Sequence[AnyView]) -> list[list[float]]:
        """By seat the share of the win that the network expects, as each view's own seat is about to
        move. Only for matches that it plays by its network (`plays_by`).
        """
        import numpy as np  # noqa: PLC0415

        observe, order, seats = game_planes(self.game), game_order(self.game), views[0].seen.seats
        planes = np.stack([observe(np, view) for view in views])
        _, prizes = think(np, _network(self.game, seats), planes)
        # a prize is 1 for who wins alone, and all together make 0 (`learn.selfplay.prizes`)
        orders = np.stack([order(view) for view in views])
        shares = np.take_along_axis((prizes * (seats - 1) + 1) / seats, orders, -1).clip(0)
        by_seat: list[list[float]] = (shares / shares.sum(-1, keepdims=True)).tolist()
        return by_seat


def _folder(game: AnyGame) -> Path:
    return Path(str(resources.files(type(game).__module__).joinpath(_FOLDER)))


@cache
def _places(game: AnyGame, seats: int) -> list[list[int]]:
    """For each seat the answer of a network that stands for each action."""
    return [
        sorted(range(game.index_size), key=meant.__getitem__) for meant in game_answers(game, seats)
    ]


@cache
def _network(game: AnyGame, seats: int) -> Network:
    file = _folder(game) / f"{seats}.npz"
    if not file.is_file():
        raise ForeignWeights(f"nobody has trained a network for {seats} seats yet")
    if find_spec("numpy") is None:
        raise ForeignWeights("a network thinks with numpy, which is not installed")
    card, network = read_weights(file)
    check_card(card, game, seats)
    return network
