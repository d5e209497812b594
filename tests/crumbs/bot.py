"""Leaving a multiple of four is good at two seats."""

from tests.crumbs import State


def evaluate(state: State, seat: int) -> float:
    return float(state.crumbs % 4 == 0)
