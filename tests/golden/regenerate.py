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
    # Random rats hardly ever bring four kinds home, so these matches are cut short.
    Setting("ratzentanz-2", "ratzentanz", seats=2, seed=1, options={"turn_cap": 40}),
    Setting("ratzentanz-3", "ratzentanz", seats=3, seed=2, options={"turn_cap": 40}),
    Setting("ratzentanz-4", "ratzentanz", seats=4, seed=3, options={"turn_cap": 40}),
    Setting(
        "ratzentanz-5-kinds-4", "ratzentanz", seats=4, seed=4, options={"turn_cap": 40, "kinds": 5}
    ),
    Setting("first_rat-2", "first_rat", seats=2, seed=1),
    Setting("first_rat-3", "first_rat", seats=3, seed=2),
    Setting("first_rat-4", "first_rat", seats=4, seed=3),
    Setting("first_rat-5", "first_rat", seats=5, seed=4),
    Setting("first_rat-standard-3", "first_rat", seats=3, seed=5, options={"board": "standard"}),
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
