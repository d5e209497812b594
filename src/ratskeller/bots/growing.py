"""A network that has learned a game with few seats plays it with more.

Its planes come in groups (`rules.observe.plane_groups`). A group that is as wide with any number of seats tells
of the table; one that widens with them tells of each seat in turn, or of each seat but the viewer's. What was
learned of the one other seat holds for each of the others, less as they become more: together they would else
outshout everything that tells of the table. The same goes for what each of them can expect.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from ratskeller.bots.network import Layer, Network, Numbers

PlaneGroups: TypeAlias = Sequence[tuple[str, int]]
"""The groups of a row of planes with their widths, in their order."""

TAUGHT = 2
"""The seats that a network has learned with which grows."""


def grown(network: Network, taught: PlaneGroups, wanted: PlaneGroups, seats: int) -> Network:
    """The network for so many seats, from the one for two."""
    import numpy as np  # noqa: PLC0415  (who does not play with networks needs none)

    rows, begin = list[Numbers](), 0
    for (_, width), (_, wider) in zip(taught, wanted, strict=True):
        learned = network.first.weights[begin : begin + width]
        begin += width
        if wider == width:
            rows.append(learned)
            continue
        own = width // TAUGHT if wider * TAUGHT == width * seats else 0
        fainter = learned[own:] / math.sqrt(seats - 1)
        rows += [learned[:own], *[fainter] * (seats - 1)]
    value = network.value
    own_value, others = value.weights[:, :1], [value.weights[:, 1:]] * (seats - 1)
    return network._replace(
        first=network.first._replace(weights=np.concatenate(rows)),
        value=Layer(
            np.concatenate([own_value, *others], axis=1),
            np.concatenate([value.bias[:1], *[value.bias[1:]] * (seats - 1)]),
        ),
    )
