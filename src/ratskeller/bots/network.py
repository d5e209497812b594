"""A network that plays: layers of weights, and one function that thinks with them, in NumPy or in JAX.

It sees the planes of a view (`games.parts.game_rows`) and says how much it likes each action of the
index space, and what each seat can expect, in the order of play from the mover on: 1 is won, -1 is lost.

Where answers point at places (`games.parts.game_pointing`), places are looked at one by one, all with the same
weights, and each finger asks for what it likes:

    seen[place] = what the planes tell of it, in some features        asked[finger] = features that are wanted
    liking[finger, place] = seen[place] . asked[finger]
"""

from __future__ import annotations

import os
from bisect import bisect_right
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from ratskeller.core.encoding import Pointing

Numbers: TypeAlias = Any
"""Arrays of NumPy or of JAX."""


def think_in_one_thread() -> None:
    """For a process that has not loaded NumPy yet, and its children: a product of some rows is over before
    another thread has woken up, and where the other cores are busy it is waited for a hundred times as long.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class Layer(NamedTuple):
    weights: Numbers  # [inputs, outputs]
    bias: Numbers  # [outputs]


class Hand(NamedTuple):
    """What points."""

    asking: Layer  # [inner, fingers * features]
    seeing: (
        Layer  # weights [columns, features], bias [places, features]: what is always so of a place
    )


class Network(NamedTuple):
    first: Layer
    hidden: tuple[Layer, ...]  # each adds to what came before it
    policy: Layer  # weights for the answers that do not point, bias for all
    value: Layer
    hand: Hand | None = None


class Places(NamedTuple):
    """The `Pointing` of a game, made ready to think with."""

    columns: Numbers  # [places, columns]
    plain: int  # answers that do not point
    cuts: tuple[int, ...]  # where the row of the plain answers and all scores is cut into pieces
    order: tuple[int, ...]  # and the pieces in the order in which they make the row of all answers


def places_of(pointing: Pointing) -> Places:
    """Scores are put into the order of answers by pieces: a graphics processor learns through them quickly."""
    import numpy as np  # noqa: PLC0415  (who does not play with networks needs none)

    plain = sum(aim is None for aim in pointing.aims)
    numbers = iter(range(plain))
    cells = [
        next(numbers) if aim is None else plain + aim[0] * len(pointing.columns) + aim[1]
        for aim in pointing.aims
    ]
    begins = [cell for before, cell in pairwise([-2, *cells]) if cell != before + 1]
    ends = [cell + 1 for cell, after in pairwise([*cells, -2]) if after != cell + 1]
    cuts = sorted({*begins, *ends} - {0})
    order = [bisect_right(cuts, begin) for begin in begins]
    return Places(np.array(pointing.columns), plain, tuple(cuts), tuple(order))


def think(
    xp: ModuleType, network: Network, planes: Numbers, places: Places | None = None
) -> tuple[Numbers, Numbers]:
    """The liking of each action, before any is ruled out, and the expectation of each seat.

    Products are as exact as the weights are; the answers are float32. A network with a hand needs the places.
    """
    planes = planes.astype(network.first.weights.dtype)
    inner = xp.maximum(planes @ network.first.weights + network.first.bias, 0)
    for layer in network.hidden:
        inner = inner + xp.maximum(inner @ layer.weights + layer.bias, 0)
    liking = (inner @ network.policy.weights).astype(xp.float32)
    if network.hand is not None:
        if places is None or liking.shape[-1] != places.plain:
            raise ValueError("this network points at other places than it is told of")
        scores = _pointed_at(xp, network.hand, inner, planes[..., places.columns])
        both = xp.concatenate([liking, scores.astype(xp.float32)], axis=-1)
        pieces = xp.split(both, places.cuts, axis=-1)
        liking = xp.concatenate([pieces[piece] for piece in places.order], axis=-1)
    policy = liking + network.policy.bias
    value = (inner @ network.value.weights).astype(xp.float32) + network.value.bias
    return policy, xp.tanh(value)


def _pointed_at(xp: ModuleType, hand: Hand, inner: Numbers, told: Numbers) -> Numbers:
    """How much each finger likes each place, flat; from what is told of places, `[..., places, columns]`.

    Features of all places are the largest array here. Where it can be changed it is: fresh memory takes longer than
    the arithmetic.
    """
    seen = told @ hand.seeing.weights
    seen += hand.seeing.bias
    seen *= seen > 0
    features = seen.shape[-1]
    asked = inner @ hand.asking.weights + hand.asking.bias
    asked = asked.reshape(*inner.shape[:-1], -1, features) / features**0.5
    liking = asked @ xp.swapaxes(seen, -1, -2)  # [..., fingers, places]
    return liking.reshape(*inner.shape[:-1], -1)
