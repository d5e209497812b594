"""The rules and their words with every Python that the project promises and this machine has.

    make matrix

For each version of `PROMISED` an interpreter is looked for on the path and where pyenv and uv keep
theirs; nothing is downloaded. Each gets an environment of its own in `.matrix/` from the lock. A
version that is not here is named and not tested. The run fails where a test fails, or where no
interpreter was found.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PROMISED: Final = ("3.11", "3.12", "3.13", "3.14")
TESTS: Final = ("tests/core", "tests/rules", "tests/words")
TOOLS: Final = ("hypothesis", "pytest", "pytest-cov", "pytest-timeout", "pytest-xdist")

_WHERE: Final = (".pyenv/versions/{version}*/bin", ".local/share/uv/python/cpython-{version}*/bin")


def find(version: str) -> Path | None:
    """An interpreter of that version which starts, and has what `venv` needs."""
    name = f"python{version}"
    homes = [place for where in _WHERE for place in Path.home().glob(where.format(version=version))]
    for folder in (*os.get_exec_path(), *map(str, sorted(homes, reverse=True))):
        python = shutil.which(name, path=folder)
        if python and _version(python) == version:
            return Path(python)
    return None


def _version(python: str) -> str:
    """What an interpreter says it is; a shim of pyenv may be there without its Python."""
    ask = "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"
    asked = subprocess.run([python, "-c", ask], capture_output=True, encoding="utf-8", check=False)
    return asked.stdout.strip()


def passes(version: str, python: Path) -> bool:
    """Set up an environment for an interpreter and run the tests in it."""
    home = ROOT / ".matrix" / version
    uv = (sys.executable, "-m", "uv", "--quiet")
    locked = ("--constraint", "requirements.lock", "-r", "requirements-play.lock")
    commands = (
        (*uv, "venv", "--allow-existing", "--python", str(python), str(home)),
        (*uv, "pip", "install", "--python", str(home / "bin" / "python"), *locked, *TOOLS),
        (str(home / "bin" / "python"), "-m", "pytest", "-q", "-n", "2", "--no-cov", *TESTS),
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return all(
        subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0
        for command in commands
    )


def main() -> int:
    found = {version: find(version) for version in PROMISED}
    verdicts = {}
    for version, python in found.items():
        if python:
            print(f"--- Python {version}: {python}", flush=True)
            verdicts[version] = passes(version, python)
    print("\nThe tests of the core, the rules and the words:")
    for version in PROMISED:
        verdict = {None: "not on this machine, not tested", True: "passed", False: "FAILED"}
        print(f"  Python {version}  {verdict[verdicts.get(version)]}")
    return 0 if verdicts and all(verdicts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
