"""Writes the golden playthroughs: `python -m tests.golden.regenerate`. Review what changes."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.golden.transcript import Setting, transcript

FOLDER = Path(__file__).parent / "playthroughs"
COMMAND = "python -m tests.golden.regenerate"

SETTINGS = (
    Setting("pied_piper-2", "pied_piper", seats=2, seed=1),
    Setting("pied_piper-3", "pied_piper", seats=3, seed=3),
    Setting("pied_piper-4", "pied_piper", seats=4, seed=3),
    Setting("pied_piper-5", "pied_piper", seats=5, seed=24),
    Setting("pied_piper-rugrats-3", "pied_piper", seats=3, seed=1, options={"rugrats": True}),
    Setting("pied_piper-secret-4", "pied_piper", seats=4, seed=3, options={"secret": True}),
)


def file_of(setting: Setting) -> Path:
    return FOLDER / f"{setting.name}.txt"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for setting in SETTINGS:
        text = transcript(setting).encode()
        file_of(setting).write_bytes(text)
        sys.stdout.write(f"{file_of(setting).name}: {len(text)} bytes\n")


if __name__ == "__main__":
    main()
