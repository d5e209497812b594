"""How long the long runs are: a short run of each in `make test`, a long one in `make nightly`.

Both are the same code. What grows with the luck that is tried (laws, leaks, nonsense) asks here.
"""

from __future__ import annotations

import os
from typing import Final

NIGHTLY: Final = bool(os.environ.get("RATSKELLER_NIGHTLY"))


def often(short: int, nightly: int) -> int:
    """How often something is tried."""
    return nightly if NIGHTLY else short
