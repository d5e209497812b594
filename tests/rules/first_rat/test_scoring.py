"""First Rat, points: FR-70, FR-81, FR-82."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.scoring import Line, score, sheet
from ratskeller.games.first_rat.rules.state import OVER, State
from tests.rules import rule
from tests.rules.first_rat.positions import N, R, position

TRACKS = {
    "thruster": (0, 1, 0),
    "cargo": (0, 0),
    "cockpit": (1, 0),
    "lights": (0, 0, 0),
    "provisions": (0,),
    "stored_food": (1, 0, 0),
    "rocket": (0,),
}


def line(state: State, source: str, seat: int = 0) -> Line:
    return next(line for line in sheet(state, seat) if line.source == source)


@rule("FR-70")
@pytest.mark.parametrize(
    ("cap", "count", "points"),
    [
        ("frugal", 5, 2),
        ("things", 6, 12),
        ("stored_food", 2, 8),
        ("provisions", 1, 5),
        ("lights", 3, 12),
        ("cockpit", 1, 4),
        ("cargo", 2, 10),
        ("thruster", 2, 10),
        ("rocket", 1, 6),
        ("rattronaut", 2, 8),
    ],
)
def test_each_bottle_cap_counts_its_own_thing(cap: str, count: int, points: int) -> None:
    state = position(
        (R, R, 3, N),
        caps=cap,
        packs="green cheese",
        comics="legs",
        drinks=1,
        empties=1,
        tracks=TRACKS,
    )
    assert line(state, f"cap:{cap}") == Line(f"cap:{cap}", count, points)


@rule("FR-70")
def test_the_frugal_cap_is_never_below_zero() -> None:
    state = position((3, 4, N, N), caps="frugal", tracks={"cockpit": (0,) * 7})
    assert line(state, "cap:frugal").points == 0
    assert line(position((3, 4, N, N), caps="frugal"), "cap:frugal").points == 12


@rule("FR-70")
def test_the_things_cap_counts_itself_and_other_caps() -> None:
    state = position((3, 4, N, N), caps="things cargo")
    assert line(state, "cap:things") == Line("cap:things", 2, 4)


@rule("FR-81")
def test_tracks_are_worth_the_spaces_of_ones_own_pieces() -> None:
    state = position((3, 4, N, N), tracks=TRACKS)
    assert line(state, "track:thruster") == Line("track:thruster", 2, 9 + 5)
    assert line(state, "track:thruster", 1).points == 7  # the second piece lies on the third space
    assert line(state, "track:lights").points == 7 + 5 + 4
    assert line(state, "track:stored_food").points == 5 + 4


@rule("FR-81")
def test_awards_mouldy_cheese_and_leftovers() -> None:
    state = position((3, 4, N, N), goods="3 cheese 1 vinegar 1 soda 1 tin 1 calculator")
    state = replace(state, awards=(2, 0), mouldy=(3, 0))
    assert line(state, "awards").points == 6
    assert line(state, "mouldy").points == -6
    assert line(state, "leftovers") == Line("leftovers", 7, 1)
    assert score(state, 0) == 1


@rule("FR-82")
def test_most_points_win_then_more_rattronauts_then_the_win_is_shared() -> None:
    even = position((3, 4, N, N), (3, 4, N, N), phase=OVER, ending="rocket", goods="1 cheese")
    outcome = GAME.outcome(even)
    assert outcome is not None
    assert outcome.ranks == (1, 1)
    assert outcome.winners == (0, 1)
    ahead = GAME.outcome(replace(even, awards=(0, 1)))
    assert ahead is not None
    assert ahead.ranks == (2, 1)
    assert ahead.scores == (0, 3)
    rats = position((R, 4, N, N), phase=OVER, ending="rocket", mouldy=5, goods="1 cheese")
    flown = GAME.outcome(rats)  # ten points for the rat, ten off for the mould
    assert flown is not None
    assert flown.scores == (0, 0)
    assert flown.ranks == (1, 2)
