"""How a network is trained: every number that was chosen. A run keeps its recipe, and so do the weights."""

from __future__ import annotations

from msgspec import Struct


class TrainingRecipe(Struct, frozen=True, forbid_unknown_fields=True):
    """Masked PPO by self-play."""

    seed: int = 1284
    width: int = 512  # of each layer
    depth: int = 3  # layers before the answers

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

    past_share: float = 0.125  # of the matches are played against a network of the past
    past_kept: int = 8  # networks
    past_every: int = 25  # iterations between them
    averaged: float = 0.99  # of the weights that are kept, an iteration
    half: bool = True  # products in bfloat16
