"""A doubled six has hundreds of moves, and they are on the screen before one has looked up."""

from __future__ import annotations

import statistics

import pytest

from ratskeller.games.ratzentanz.rules.state import NOWHERE
from tests.browser.conftest import House
from tests.browser.people import Person, expect
from tests.browser.test_ratzentanz import sit, sq, walks
from tests.yardstick import stretch

MANY = 180  # moves
LIMIT = 150.0  # milliseconds
TIMES = 5

LIT = """() => new Promise((done) => {
  const undo = document.getElementById("undo");
  const began = performance.now();
  const look = () =>
    undo.hidden && document.querySelector(".part.lit, .place.lit")
      ? requestAnimationFrame(() => done(performance.now() - began))
      : setTimeout(look, 1);
  undo.click();
  look();
})"""
"""Milliseconds from taking a move back until everything that can be done instead is lit."""


@pytest.mark.alone
def test_hundreds_of_moves_are_lit_within_150_ms(house: House, ada: Person) -> None:
    match = sit(house, ada.prefer(speed="0"), lambda match: len(walks(match)) >= MANY)
    walk = next(walk for walk in walks(match) if walk.via == NOWHERE)
    times, stretches = [], [1.0]
    for _ in range(TIMES):
        ada.point(f"rat:0.{walk.rat}")
        ada.point(sq(walk.to))
        expect(ada.one("#undo")).to_be_visible()
        times.append(ada.page.evaluate(LIT))
        stretches.append(stretch())
    slow = statistics.mean(stretches)
    print(f"{len(walks(match))} moves: {statistics.median(times):.0f} ms, x{slow:.1f}")
    assert statistics.median(times) < LIMIT * slow
