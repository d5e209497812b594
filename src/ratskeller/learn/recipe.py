"""How a network is trained: every number that was chosen, and what the training began with. A run keeps its
recipe, and so do the weights.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

import msgspec
from msgspec import Struct

from ratskeller.bots.network import Network
from ratskeller.bots.weights import WeightsCard
from ratskeller.core.game import AnyGame

_FILE: Final = "training.toml"


class TrainingRecipe(Struct, frozen=True, forbid_unknown_fields=True):
    """Masked PPO by self-play."""

    seed: int = 1284
    width: int = 512  # of each layer
    depth: int = 3  # layers before the answers
    features: int = 48  # of a place, where answers point at places
    open_width: int = (
        240  # of a judge of open hands: with a player of up to four seats it stays below 2 MB
    )

    matches: int = 16_384  # played side by side
    steps: int = 64  # decisions of each in an iteration
    minibatches: int = 16
    epochs: int = 2

    rate: float = 1e-3  # of learning; it falls to nothing
    entropy_first: float = 0.02  # how much trying out is worth, at first
    entropy_last: float = 0.002  # and at the end
    clip: float = 0.2  # how far the policy may move by one iteration
    value_weight: float = 0.5
    horizon: float = 0.95  # lambda: how far ahead an advantage looks
    longest: float = 1.0  # of a step, as the norm of all gradients

    options: dict[str, Any] = {}  # of the matches, where they are not the usual ones
    promised: float = 0.0  # how much of what a position promises counts as won, at first
    promised_until: float = 0.5  # the share of the run by which only winning counts

    yardstick: int = 20  # iterations between two looks at how strong it is
    measured: int = 200  # decisions of a match of the yardstick, at most

    past_share: float = 0.125  # of the matches are played against a network of the past
    past_kept: int = 8  # networks
    past_every: int = 25  # iterations between them
    averaged: float = 0.99  # of the weights that are kept, an iteration
    half: bool = True  # products in bfloat16

    again: tuple[
        dict[str, Any], ...
    ] = ()  # what differs in the second training, the third ...; the last holds for those after it
    begun: WeightsCard | None = None  # of the network that it began with; None: with nothing


def recipe_of(game: AnyGame, seats: int) -> TrainingRecipe:
    """The recipe in the game's folder, `training.toml`, with what it says of so many seats; what it does not say is
    as usual.
    """
    file = resources.files(type(game).__module__).joinpath(_FILE)
    said = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    of_seats = said.pop("seats", {})
    return msgspec.convert(said | of_seats.get(str(seats), {}), TrainingRecipe)


def trainings(card: WeightsCard) -> int:
    """How many have made these weights, one after the other."""
    before = card.recipe.get("begun")
    return 1 + (trainings(msgspec.convert(before, WeightsCard)) if before else 0)


def going_on(recipe: TrainingRecipe, card: WeightsCard, network: Network) -> TrainingRecipe:
    """The recipe of a training that begins with this network: the network keeps its shape, and it knows how
    matches are won, so that what a position promises counts no more.
    """
    differs = recipe.again[: trainings(card)][-1] if recipe.again else {}
    return msgspec.structs.replace(
        msgspec.convert(msgspec.to_builtins(recipe) | differs, TrainingRecipe),
        width=network.first.bias.size,
        depth=1 + len(network.hidden),
        features=network.hand.seeing.bias.shape[-1] if network.hand else recipe.features,
        promised=0.0,
        begun=card,
    )
