"""Weights of a network as a file: half precision, with a card that says what they were made for.

A network knows the game that it was trained on and no other: weights of another game, of other rules, of
other numbers in the data file or of another number of seats are refused with a sentence, and so are those
that have learned to see the game in another way.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ratskeller.bots.network import Hand, Layer, Network, places_of, think
from ratskeller.core.game import AnyGame
from ratskeller.games.parts import game_open_rows, game_planes, game_pointing


class WeightsCard(Struct, frozen=True, kw_only=True):
    """What weights belong to, and how they were made."""

    game: str
    seats: int
    rules_version: int
    data_hash: str
    recipe: dict[str, Any] = {}
    iterations: int = 0
    minutes: float = 0.0
    device: str = ""


class ForeignWeights(ValueError):
    """Weights that were not made for this game; the message says for what they were."""


def write_weights(file: Path, card: WeightsCard, network: Network) -> None:
    """All layers in the order of `Network`, in half precision, and the card as JSON."""
    import numpy as np  # noqa: PLC0415  (who does not play with networks needs none)

    arrays = {"card": np.frombuffer(msgspec.json.encode(card), np.uint8)}
    for number, layer in enumerate([network.first, *network.hidden, network.policy, network.value]):
        arrays[f"weights{number}"] = np.asarray(layer.weights).astype(np.float16)
        arrays[f"bias{number}"] = np.asarray(layer.bias).astype(np.float16)
    for name, layer in network.hand._asdict().items() if network.hand else ():
        arrays[f"{name}_weights"] = np.asarray(layer.weights).astype(np.float16)
        arrays[f"{name}_bias"] = np.asarray(layer.bias).astype(np.float16)
    with file.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)


def read_weights(file: Path) -> tuple[WeightsCard, Network]:
    """The card and the network, in single precision: a processor computes quicker with it.

    Raises `ForeignWeights` where it is no such file.
    """
    import numpy as np  # noqa: PLC0415

    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as found:
            card = msgspec.json.decode(found["card"].tobytes(), type=WeightsCard)
            count = sum(name.startswith("weights") for name in found.files)

            def layer(weights: str, bias: str) -> Layer:
                return Layer(found[weights].astype(np.float32), found[bias].astype(np.float32))

            layers = [layer(f"weights{n}", f"bias{n}") for n in range(count)]
            hand = (
                Hand(*(layer(f"{name}_weights", f"{name}_bias") for name in Hand._fields))
                if f"{Hand._fields[0]}_weights" in found.files
                else None
            )
            first, *hidden, policy, value = layers
    except Exception as error:  # noqa: BLE001  what is damaged breaks zip, zlib, NumPy and JSON, each in its own way
        why = getattr(error, "strerror", None) or error  # without the path once more
        raise ForeignWeights(f"{file.name} holds no weights of a network: {why}") from None
    return card, Network(first, tuple(hidden), policy, value, hand)


def check_card(card: WeightsCard, game: AnyGame, seats: int) -> None:
    """Raises `ForeignWeights` where the weights are not for this game, as it is, with so many seats."""
    made_for = f"these weights were trained for {card.game} with {card.seats} seats"
    if (card.game, card.seats) != (game.meta.id, seats):
        raise ForeignWeights(f"{made_for}, not for {game.meta.id} with {seats}")
    if card.rules_version != game.version:
        raise ForeignWeights(
            f"{made_for} by version {card.rules_version} of its rules, not {game.version}"
        )
    if card.data_hash != game.data_hash:
        raise ForeignWeights(f"{made_for} and other numbers in its data file than this one has")


def check_fit(network: Network, game: AnyGame, seats: int) -> None:
    """Raises `ForeignWeights` where the network has learned to see the game in another way, or to answer
    otherwise: it is tried on the first position of a match.
    """
    import numpy as np  # noqa: PLC0415

    begun = game.conceal(game.start(seats, game.meta.options()), 0)
    planes, pointing = game_planes(game)(np, begun), game_pointing(game, seats)
    try:
        liking, values = think(np, network, planes, pointing and places_of(pointing))
        fits = (liking.size, values.size) == (game.index_size, seats)
    except ValueError:  # of NumPy, where arrays are of different lengths
        fits = False
    if not fits:
        raise _shown_otherwise(game)


def check_open_fit(network: Network, game: AnyGame, seats: int) -> None:
    """The same of a network that judges whole positions: it answers nothing, but expects something of each seat."""
    import numpy as np  # noqa: PLC0415

    rows = game_open_rows(game)
    try:
        begun = rows and rows(np, [game.start(seats, game.meta.options())])
        fits = begun is not None and think(np, network, begun)[1].shape == (1, seats)
    except ValueError:
        fits = False
    if not fits:
        raise _shown_otherwise(game)


def _shown_otherwise(game: AnyGame) -> ForeignWeights:
    return ForeignWeights(
        f"these weights were trained when {game.meta.id} was shown to networks in another way"
    )
