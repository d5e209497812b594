"""Where a training lies: its matches spread over all devices, the network the same on each of them.

The compiler sees one program over all matches (`jax.sharding`) and adds what devices have to tell each other. So
nothing that is drawn, mixed or summed up hangs on how many there are, but for the last digits of sums that are
added up in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ratskeller.learn import lacking

try:
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

_MATCHES: Final = "matches"  # the axis of the mesh


class UnevenMatches(ValueError):
    """Matches that cannot be shared out evenly among the devices."""

    def __init__(self, matches: int, devices: int) -> None:
        super().__init__(
            f"{matches} matches cannot be shared out evenly among {devices} devices; "
            "train with another number of them"
        )
        self.matches, self.devices = matches, devices


class DeviceLayout:
    """Some devices side by side; one of them is no special case."""

    def __init__(self, devices: Sequence[jax.Device], matches: int, minibatch: int) -> None:
        """Raises `UnevenMatches` where all matches or those of a minibatch cannot be shared out."""
        for together in (matches, minibatch):
            if together % len(devices):
                raise UnevenMatches(together, len(devices))
        mesh = Mesh(np.array(devices), (_MATCHES,))
        by_axis: Any = PartitionSpec  # it comes without types
        self.devices = len(devices)
        self.spread = NamedSharding(mesh, by_axis(_MATCHES))  # by the first axis
        self.learned = NamedSharding(
            mesh, by_axis(None, _MATCHES)
        )  # by the second: steps come first
        self.same = NamedSharding(mesh, by_axis())
        kind = devices[0].device_kind
        self.kind = kind if self.devices == 1 else f"{self.devices} x {kind}"

    def whole(self, matches: int) -> int:
        """So many matches, or a few less where the devices could not share them."""
        return matches // self.devices * self.devices
