"""Samples that are kept: a long measurement is cut short at any time, and the next one goes on with it.

A file begins with the study, which says what the figures hang on; then it has a sample a line, its number
first. What belongs to another study (other bots, other constants) is thrown away, not added up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller.arena.pools import pool_of

FOLDER: Final = Path(__file__).parent.parent / "docs" / "coach" / "results"
_DIGITS: Final = 5

Sample: TypeAlias = Sequence[float]
_LINE: Final = msgspec.json.Decoder(tuple[int, list[float]])


class Study(Struct, frozen=True):
    """What is measured."""

    table: str
    game: str
    seats: int
    bots: tuple[str, ...]
    by: str  # the evaluator with its constants, and how closely it looks

    @property
    def evaluator(self) -> str:
        return self.by.partition(" ")[0]

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.table}-{self.game}-{self.seats}-{self.evaluator}.jsonl"


Measure: TypeAlias = Callable[[Study, int], Sample]


class Effort(Struct, frozen=True):
    """How much is measured at most, the samples of before included."""

    samples: int
    minutes: float
    jobs: int = 1


def kept(study: Study) -> dict[int, Sample]:
    """By number; none where the file belongs to another study."""
    if not study.path.exists():
        return {}
    first, *lines = study.path.read_bytes().splitlines()
    if msgspec.json.decode(first, type=Study) != study:
        return {}
    return dict(_LINE.decode(line) for line in lines if line.endswith(b"]]"))


def gather(study: Study, measure: Measure, effort: Effort) -> list[Sample]:
    """All samples in the order of their numbers, after some more were measured."""
    found = kept(study)
    if missing := [number for number in range(effort.samples) if number not in found]:
        study.path.parent.mkdir(parents=True, exist_ok=True)
        lines = (study, *found.items())  # without a line that was torn
        study.path.write_bytes(msgspec.json.Encoder().encode_lines(lines))
        pieces = _in_time(missing, time.monotonic() + 60 * effort.minutes)
        with pool_of(effort.jobs) as pool, study.path.open("ab") as file:
            for number, sample in pool.run(partial(_measured, study, measure), pieces):
                found[number] = sample
                file.write(msgspec.json.encode((number, sample)) + b"\n")
                file.flush()
    return [found[number] for number in sorted(found)]


def _in_time(numbers: Sequence[int], deadline: float) -> Iterator[int]:
    for number in numbers:
        if time.monotonic() > deadline:
            return
        yield number


def _measured(study: Study, measure: Measure, number: int) -> tuple[int, Sample]:
    return number, [round(one, _DIGITS) for one in measure(study, number)]
