"""One process owns a file of tables: two would each write what the other does not know.

The lock hangs on an open file beside the tables, so the system takes it back from a process that dies,
however it dies.
"""

from __future__ import annotations

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without it: there whoever runs the house sees to it
    fcntl = None  # type: ignore[assignment]


class Taken(Exception):
    """Another process has the file."""


class Ownership:
    """Held from `take` to `release`, or to the end of the process."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}-owner")
        self._file = -1

    def take(self) -> None:
        """Raises `Taken`, and `OSError` where nothing can be written."""
        file = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise Taken from None
        self._file = file

    def release(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
