"""What a house counts of itself, for whoever watches over it."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)  # seconds


class Meter:
    """Numbers that only rise."""

    bounds = BOUNDS

    def __init__(self) -> None:
        self.entries = 0  # written into logs
        self.troubles = 0  # changes that could not be written
        self.damaged = 0  # tables that could not be opened
        self.writes = [0] * (len(BOUNDS) + 1)  # how many took up to each bound, and longer
        self.seconds = 0.0  # all of them together

    def wrote(self, entries: int, seconds: float) -> None:
        """A change is on the disk, with so many entries, after so long."""
        self.entries += entries
        self.writes[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds
