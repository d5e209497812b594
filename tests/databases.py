"""A PostgreSQL server for tests, out of a wheel: it is started when the first test needs it, and goes with it."""

from __future__ import annotations

import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg


class Databases:
    """A server that has an empty database for whoever asks."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._numbers = count()

    def new(self) -> str:
        """The address of a database of one's own."""
        name = f"house{next(self._numbers)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}")
        address: str = self._server.get_uri(database=name)
        return address


@contextmanager
def databases() -> Iterator[Databases]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a machine without a folder for running programs
        from pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="ratskeller-"))  # the name of a socket must be short
    while True:
        try:
            server = get_server(folder / "data", cleanup_mode="delete")
            break
        except subprocess.TimeoutExpired:  # a busy machine: it is still starting
            continue
    try:
        yield Databases(server)
    finally:
        server.cleanup()
        folder.rmdir()
