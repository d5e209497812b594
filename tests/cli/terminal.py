"""A person at a real terminal: starts the command in a pseudo-terminal, reads, types."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

COMMAND = (sys.executable, "-c", "import sys; from ratskeller.cli import main; sys.exit(main())")
WIPE = "\x1b[H\x1b[2J\x1b[3J"

_PROMPT = re.compile(r"(> |\] |: |） |\. |。 )\Z")
_QUIET = 0.03  # seconds without output after what looks like a prompt
_PATIENCE = 300.0


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    return {**kept, "LANG": "C.UTF-8", "TERM": "dumb", "COLUMNS": "80", **changes}


def run(
    *arguments: str, stdin: str = "", cwd: Path | None = None, **changes: str
) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, without a terminal."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env=environment(**changes),
        cwd=cwd,
        timeout=_PATIENCE,
        check=False,
    )


class Terminal:
    """The command in a pseudo-terminal. `screen` is all that was ever written there."""

    def __init__(self, arguments: Sequence[str], cwd: Path | None = None) -> None:
        self.screen = ""
        master, slave = pty.openpty()
        self._master = master
        self._bytes = b""
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(),
            cwd=cwd,
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    @property
    def status(self) -> int:
        """The exit status, once the command has ended."""
        return self._process.wait(_PATIENCE)

    def read(self) -> str:
        """What is written until the command asks for something anew or ends."""
        start = len(self.screen)
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            if not self._more(_QUIET) and (self._asks(start) or self._process.poll() is not None):
                if not self._more(_QUIET):
                    return self.screen[start:]
        raise TimeoutError(f"no prompt; the screen ends with {self.screen[-300:]!r}")

    def type(self, text: str) -> str:
        """Type a line, and read what comes of it."""
        return self.press(text.encode() + b"\n")

    def press(self, keys: bytes) -> str:
        os.write(self._master, keys)
        return self.read()

    def interrupt(self) -> str:
        """What Ctrl-C does at a keyboard."""
        self._process.send_signal(signal.SIGINT)
        return self.read()

    @property
    def over(self) -> bool:
        return self._process.poll() is not None

    def _asks(self, start: int) -> bool:
        return bool(_PROMPT.search(self.screen, start))

    def _more(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            chunk = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            return False
        self._bytes += chunk
        self.screen = self._bytes.decode("utf-8", "ignore").replace("\r\n", "\n")
        return bool(chunk)
