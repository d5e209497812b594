"""How many turns a rat needs, on average: what a network is told."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ratskeller import games
from ratskeller.games.ratzentanz.rules.data import Box
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.journeys import AFAR, SHARES, turns_of
from ratskeller.games.ratzentanz.rules.observe import NESTS, looks
from ratskeller.games.ratzentanz.rules.state import DOUBLE, KINDS
from ratskeller.games.ratzentanz.rules.walks import WHOLE

GAME: Any = games.find("ratzentanz")


def best_ends(square: int, turns: list[int], paces: tuple[int, ...]) -> int:
    """The fewest turns that are left after a walk at one of the paces, or after none."""
    ways = GAME.ground.walks["no_square_twice"].ways
    ends: set[int] = {walk.to for pace in paces for walk in ways(square, pace, 0).walks[1]}
    return min(turns[end] for end in (square, *ends))


def test_a_turn_leads_to_the_best_end_of_each_throw() -> None:
    """The equation by which they are defined holds at each square, but for what was rounded away."""
    ground = GAME.ground
    double = ground.box.symbol_faces[DOUBLE - 1] / sum(ground.box.symbol_faces)
    for turns in ([row[goal] for row in turns_of(ground)] for goal in range(NESTS + KINDS)):
        for square in range(len(ground.town.names)):
            if not turns[square]:
                continue
            left = sum(
                (1 - double) * best_ends(square, turns, (number,))
                + double * best_ends(square, turns, (number, number + WHOLE))
                for number in range(1, 7)
            )
            assert abs(turns[square] - (SHARES + left / 6)) <= 1, ground.town.names[square]


def test_only_the_goal_is_there_and_nothing_in_the_town_is_out_of_reach() -> None:
    town, rows = GAME.ground.town, turns_of(GAME.ground)
    goals = [*town.nests, *(town.storeroom(kind) for kind in range(1, KINDS + 1))]
    for place, goal in enumerate(goals):
        turns = [row[place] for row in rows[:-1]]
        assert [square for square, left in enumerate(turns) if not left] == [goal]
        assert min(left for left in turns if left) >= SHARES
        assert max(turns) < AFAR
    assert set(rows[-1]) == {AFAR}  # a rat that is nowhere


def test_the_way_to_a_nest_is_as_long_from_wherever_it_is_seen() -> None:
    rows = turns_of(GAME.ground)
    for look in looks(GAME.ground):
        for square, row in enumerate(rows[:-1]):
            seen = rows[look.squares[square]]
            assert [seen[corner] for corner in look.corners] == list(row[:NESTS])
            storerooms = [seen[NESTS + look.kinds[k] - 1] for k in range(1, KINDS + 1)]
            assert storerooms == list(row[NESTS:])


def test_a_place_that_cannot_be_reached_is_as_far_as_can_be_told() -> None:
    """A town where a wall is built around the second nest and its gate."""
    box: Box = GAME.ground.box
    town = box.town
    nest, gate = town.nests[1], town.gates[1]
    links = [tuple(there for there in near if there != gate) for near in town.links]
    links[nest], links[gate] = (gate,), (nest,)
    walled = Ground(replace(box, town=replace(town, links=tuple(links))))
    rows = turns_of(walled)
    assert rows[nest][1] == 0 < rows[gate][1] < AFAR
    others = [row[1] for square, row in enumerate(rows) if square not in (nest, gate)]
    assert set(others) == {AFAR}
