"""How much other programs slow this one down right now: limits of time are stretched by it."""

from __future__ import annotations

import time


def stretch() -> float:
    """How much longer a piece of work takes than the processor spends on it; 1 on a quiet machine."""
    began, spent = time.perf_counter(), time.process_time()
    while time.process_time() - spent < 0.01:
        pass
    return (time.perf_counter() - began) / (time.process_time() - spent)
