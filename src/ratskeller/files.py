"""Files that are written whole or not at all.

A file is written beside its place, brought to the disk, and then put there in one step: whoever
pulls the plug has the old file or the new one.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""The mode of a saved match. It holds the seed: whoever reads it knows every draw to come."""


def write_atomically(path: Path, content: bytes, mode: int) -> None:
    """Put a file in its place in one step; on failure nothing is left behind."""
    place = Path(os.path.realpath(path))  # a link keeps pointing where it did
    descriptor, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)  # noqa: PTH101
        os.replace(name, place)  # noqa: PTH105  the one call that does it in one step
    except BaseException:
        with suppress(OSError):
            os.unlink(name)  # noqa: PTH108
        raise
    bring_to_disk(place.parent)


def bring_to_disk(folder: Path) -> None:
    """The new name, too, must outlive a power cut; not every system lets us ask for that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
