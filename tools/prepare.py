"""Fills the environment this runs in: what a lock file pins, and the house itself.

    .venv/bin/python tools/prepare.py requirements-play.lock

It runs before anything is installed, so it needs the standard library alone. The lock is complete and
has hashes, so pip resolves nothing. Nor does pip compile: Python does that for what is imported, and
half of pip's work went into modules that nobody loads.

The house is not built and installed but linked: a line in a `.pth` file and a launcher. That takes no
build tool, and a changed file is a changed house.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TextIO

ROOT: Final = Path(__file__).resolve().parent.parent
PIP: Final = ("-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off")
LOCKED: Final = ("--no-deps", "--no-compile", "--require-hashes", "-r")
LAUNCHER: Final = """#!{python}
import sys
from ratskeller.cli import main
if __name__ == "__main__":  # other processes of a contest begin by reading this file
    sys.exit(main())
"""

_PINNED: Final = re.compile(r"^[A-Za-z0-9._-]+(?:\[[a-z,]+\])?==", re.MULTILINE)
_TAKEN: Final = re.compile(  # by its name, or as a file of some folder
    r"(?:Collecting|Processing|Requirement already satisfied:) (?:\S*/)?([A-Za-z0-9._-]+?)(?:==|-\d)"
)


class PipFailed(Exception):
    """pip gave up; what it said comes along."""


def pinned(lock: str) -> int:
    """How many packages a lock names, those for other systems included."""
    return len(_PINNED.findall(lock))


def tell(lines: Iterable[str], total: int, out: TextIO) -> list[str]:
    """Count pip's packages on the screen while they come; all that pip said, for the case of need.

    On a terminal the count stays on one line; in a log it is told at every tenth package.
    """
    said, count = [], 0
    for line in lines:
        said.append(line)
        found = _TAKEN.match(line)
        count += found is not None
        total -= line.startswith("Ignoring ")  # it is for another system
        if found and out.isatty():
            out.write(f"\r\x1b[K  {count} of {total}: {found[1]}")
        elif found and count % 10 == 0:
            out.write(f"  {count} of {total}\n")
        elif line.startswith("Installing collected"):
            out.write("\r\x1b[K" if out.isatty() else "")
            out.write(f"  {count} are here, and are unpacked\n")
        out.flush()
    return said


def install(lock: Path, out: TextIO = sys.stdout) -> None:
    """Install exactly what the lock says. Raises `PipFailed`."""
    total = pinned(lock.read_text("utf-8"))
    print(f"Fetching the packages of {lock.name}:", file=out, flush=True)
    with subprocess.Popen(
        [sys.executable, *PIP, *LOCKED, str(lock)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as pip:
        assert pip.stdout is not None
        said = tell(pip.stdout, total, out)
    if pip.returncode:
        raise PipFailed("".join(said[-20:]))


def link(root: Path = ROOT) -> None:
    """Let this environment import the house from `src` and start it by its name."""
    packages, scripts = (Path(sysconfig.get_path(name)) for name in ("purelib", "scripts"))
    (packages / "ratskeller.pth").write_text(f"{root / 'src'}\n", "utf-8")
    launcher = scripts / "ratskeller"
    launcher.write_text(LAUNCHER.format(python=sys.executable), "utf-8")
    launcher.chmod(0o755)


def main(lock: str) -> int:
    try:
        install(ROOT / lock)
    except PipFailed as failed:
        print(f"{failed}\npip could not install {lock}; its last words are above.", file=sys.stderr)
        return 1
    link()
    print("The house is ready.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
