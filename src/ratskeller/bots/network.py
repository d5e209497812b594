"""A network that plays: layers of weights, and one function that thinks with them, in NumPy or in JAX.

It sees the planes of a view (`games.parts.game_rows`) and says how much it likes each action of the
index space, and what each seat can expect, in the order of play from the mover on: 1 is won, -1 is lost.
"""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

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


class Network(NamedTuple):
    first: Layer
    hidden: tuple[Layer, ...]  # each adds to what came before it
    policy: Layer
    value: Layer


def think(xp: ModuleType, network: Network, planes: Numbers) -> tuple[Numbers, Numbers]:
    """The liking of each action, before any is ruled out, and the expectation of each seat.

    Products are as exact as the weights are; the answers are float32.
    """
    kind = network.first.weights.dtype
    inner = xp.maximum(planes.astype(kind) @ network.first.weights + network.first.bias, 0)
    for layer in network.hidden:
        inner = inner + xp.maximum(inner @ layer.weights + layer.bias, 0)
    policy = (inner @ network.policy.weights).astype(xp.float32) + network.policy.bias
    value = (inner @ network.value.weights).astype(xp.float32) + network.value.bias
    return policy, xp.tanh(value)
