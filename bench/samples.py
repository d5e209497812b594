"""Samples that are kept: a long measurement is cut short at any time, and the next one goes on with it.

A file begins with the study, which says what the figures hang on; then it has a sample a line, its number
first. What belongs to another study (other bots, other constants) is thrown away, not added up. Where code has
moved and nobody plays or judges otherwise, some of its samples are measured again, and the file is renewed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from ratskeller.arena.pools import pool_of

FOLDER: Final = Path(__file__).parent.parent / "docs" / "coach" / "results"
_DIGITS: Final = 5
_RENEWABLE: Final = {"by", "players"}  # what may be told anew where nothing comes out otherwise
_ROUNDING: Final = (
    1e-3  # processors round differently; who plays or judges otherwise differs by more
)

_Kind = TypeVar("_Kind")

Sample: TypeAlias = Sequence[float]
_LINE: Final = msgspec.json.Decoder(tuple[int, list[float]])


class Study(Struct, frozen=True):
    """What is measured."""

    table: str
    game: str
    seats: int
    bots: tuple[str, ...]
    by: str  # the evaluator with its constants, and how closely it looks
    players: str = ""  # the fingerprint of who plays and of who judges

    @property
    def evaluator(self) -> str:
        return self.by.partition(" ")[0]

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.table}-{self.game}-{self.seats}-{self.evaluator}.jsonl"


Measure: TypeAlias = Callable[[Study, int], Sample]


class Renewal(NamedTuple):
    """What has become of a file."""

    said: str
    stale: bool = False


class Effort(Struct, frozen=True):
    """How much is measured at most, the samples of before included."""

    samples: int
    minutes: float
    jobs: int = 1


def kept(study: Study) -> dict[int, Sample]:
    """By number; none where the file belongs to another study."""
    if not study.path.exists():
        return {}
    found, samples = recorded(study.path)
    return samples if found == study else {}


def recorded(path: Path) -> tuple[Study, dict[int, Sample]]:
    """What a file holds, whoever plays now: to look at, not to go on with. Without a line that was torn."""
    first, *lines = path.read_bytes().splitlines()
    samples: dict[int, Sample] = dict(_LINE.decode(line) for line in lines if line.endswith(b"]]"))
    return msgspec.json.decode(first, type=Study), samples


def gather(study: Study, measure: Measure, effort: Effort) -> list[Sample]:
    """All samples in the order of their numbers, after some more were measured."""
    found = kept(study)
    if missing := [number for number in range(effort.samples) if number not in found]:
        _write(study, found)
        pieces = _in_time(missing, time.monotonic() + 60 * effort.minutes)
        with pool_of(effort.jobs) as pool, study.path.open("ab") as file:
            for number, sample in pool.run(partial(_measured, study, measure), pieces):
                found[number] = sample
                file.write(msgspec.json.encode((number, sample)) + b"\n")
                file.flush()
    return [found[number] for number in sorted(found)]


def renew(study: Study, measure: Measure, count: int, jobs: int = 1) -> Renewal:
    """Give a file the study of today, if nothing but who plays and how it is judged is told in another way, and
    so many of its samples come out as they did. Else it stays, and is thrown away when more is measured.
    """
    found, samples = recorded(study.path)
    differs = [
        part for part in Study.__struct_fields__ if getattr(found, part) != getattr(study, part)
    ]
    if not differs:
        return Renewal("up to date")
    others = [part for part in differs if part not in _RENEWABLE]
    if others or not samples:
        what = ", ".join(others) or "a file without samples"
        return Renewal(f"stays, since {what} cannot be renewed", stale=True)
    with pool_of(jobs) as pool:
        chosen = spread(sorted(samples), count)
        for number, sample in pool.run(partial(_measured, study, measure), chosen):
            if not _same(sample, samples[number]):
                said = f"stays: sample {number} was {samples[number]}, now it is {sample}"
                return Renewal(said, stale=True)
    _write(study, samples)
    return Renewal("renewed, the samples measured again are the same")


def _same(now: Sample, then: Sample) -> bool:
    return len(now) == len(then) and all(
        math.isclose(one, other, rel_tol=0, abs_tol=_ROUNDING)
        for one, other in zip(now, then, strict=True)
    )


def spread(all_of_them: Sequence[_Kind], count: int) -> list[_Kind]:
    """So many of them, from the first to the last at even distances."""
    last, steps = len(all_of_them) - 1, max(1, count - 1)
    places = {step * last // steps for step in range(count)}
    return [all_of_them[place] for place in sorted(places)]


def _write(study: Study, samples: Mapping[int, Sample]) -> None:
    """The file is whole or as it was before."""
    study.path.parent.mkdir(parents=True, exist_ok=True)
    new = study.path.with_suffix(".new")
    new.write_bytes(msgspec.json.Encoder().encode_lines((study, *samples.items())))
    new.replace(study.path)


def _in_time(numbers: Sequence[int], deadline: float) -> Iterator[int]:
    for number in numbers:
        if time.monotonic() > deadline:
            return
        yield number


def _measured(study: Study, measure: Measure, number: int) -> tuple[int, Sample]:
    return number, [round(one, _DIGITS) for one in measure(study, number)]
