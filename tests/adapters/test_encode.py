"""A view as numbers: as many as the game says, within their bounds, all that the viewer knows and
nothing else.

That nothing is left out is tested by changing a view: one number higher, one flag turned, two
neighbours swapped, wherever it can be done, and the code must change too.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratskeller import games
from ratskeller.core import conformance
from ratskeller.core.conformance import viewers, walk
from ratskeller.core.encoding import bounds, flags, padded, turned
from ratskeller.core.game import CHANCE, AnyGame, AnyView, View
from ratskeller.games.pied_piper import PiedPiper
from tests.core.test_archive import EDITED
from tests.crumbs import Crumbs
from tests.lengths import often

pytestmark = pytest.mark.heavy


QUIET = settings(
    deadline=None,
    max_examples=often(2, 40),
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
Code: TypeAlias = tuple[int, ...]
Place: TypeAlias = tuple[str | int, ...]

# Fields that do not change within a match, and are no news.
FIXED = {
    "first_rat": {"edition", "seats"},
    "pied_piper": {"box", "seats"},
    "ratzentanz": {"seats"},
}
# Lists that stand in one order only, or whose order means nothing: pieces share a track's last space.
ORDERLESS = {"first_rat": {"tracks"}, "pied_piper": {"ring", "waiting"}, "ratzentanz": set()}


@pytest.mark.parametrize("game_id", games.shelf())
@QUIET
@given(choice=st.integers(0, 10**6), luck=st.integers(0, 2**32))
def test_the_code_keeps_its_length_and_bounds_and_no_two_views_share_one(
    game_id: str, choice: int, luck: int
) -> None:
    game = games.find(game_id)
    ways = conformance.settings(game)
    seats, options = ways[choice % len(ways)]
    highest = bounds(game.spans(seats))
    known: dict[Code, AnyView] = {}
    for spot in walk(game, seats, options, random.Random(luck)):
        for viewer in viewers(seats):
            view = game.conceal(spot.state, viewer)
            code = game.encode(view)
            assert len(code) == len(highest)
            assert all(0 <= number <= high for number, high in zip(code, highest, strict=True))
            assert known.setdefault(code, view) == view


def test_the_code_holds_the_last_position_and_many_reshuffles_too() -> None:
    game = PiedPiper(EDITED)
    for luck in range(4):
        state: Any = None
        highest = bounds(game.spans(2))
        for spot in walk(game, 2, game.meta.options(secret=True), random.Random(luck)):
            state = game.play(spot.state, spot.action)
            code = game.encode(game.conceal(state, 1))
            assert len(code) == len(highest)
            assert all(0 <= number <= high for number, high in zip(code, highest, strict=True))
        assert game.outcome(state)


@pytest.mark.parametrize("game_id", games.shelf())
def test_worlds_that_a_viewer_cannot_tell_apart_have_one_code(game_id: str) -> None:
    game = games.find(game_id)
    rng = random.Random(7)
    for seats, options in conformance.settings(game)[::5]:
        for spot in list(walk(game, seats, options, rng))[::7]:
            for viewer in viewers(seats):
                twin = game.scramble(spot.state, viewer, rng)
                here, there = game.conceal(spot.state, viewer), game.conceal(twin, viewer)
                assert game.encode(here) == game.encode(there)


@pytest.mark.parametrize("game_id", games.shelf())
def test_positions_with_one_code_give_the_mover_one_legal_list(game_id: str) -> None:
    game = games.find(game_id)
    seats = min(game.meta.seats)
    legal: dict[Code, Any] = {}
    for luck in range(3):
        for spot in walk(game, seats, game.meta.options(), random.Random(luck)):
            if spot.mover != CHANCE:
                code = game.encode(game.conceal(spot.state, spot.mover))
                mine = list(game.legal(spot.state))
                assert legal.setdefault(code, mine) == mine


@pytest.mark.parametrize("game_id", games.shelf())
def test_whatever_changes_in_a_view_changes_its_code(game_id: str) -> None:
    game = games.find(game_id)
    changed: set[str | int] = set()
    for seats, options in conformance.settings(game)[::7]:
        rng = random.Random(seats)
        spots = list(walk(game, seats, options, rng))
        last_of_each_phase = {
            msgspec.structs.asdict(spot.state)["phase"]: spot for spot in spots
        }.values()
        for spot in (*last_of_each_phase, *rng.sample(spots, 5)):
            for viewer in (None, seats - 1):
                changed |= changes_that_count(game, game.conceal(spot.state, viewer))
    fields = {field.name for field in msgspec.structs.fields(game.state_type)}
    assert changed == fields - FIXED[game_id] - {"ending"}


def changes_that_count(game: AnyGame, view: AnyView) -> set[str | int]:
    """Change the view wherever it can be changed; the fields where it was, each seen in the code."""
    code = game.encode(view)
    found: set[str | int] = set()
    plain = msgspec.json.decode(msgspec.json.encode(view.seen))
    for place, other in variations(plain):
        swapped = isinstance(other, list)
        if place[0] in FIXED[game.meta.id] or (swapped and place[0] in ORDERLESS[game.meta.id]):
            continue
        try:
            seen = msgspec.convert(put(plain, place, other), game.state_type)
            again = game.encode(View(view.viewer, seen))
        except (msgspec.ValidationError, IndexError, AssertionError):
            continue  # no such thing can lie on a table
        assert again != code, f"{place} = {other} cannot be seen in the code"
        found.add(place[0])
    return found


def variations(thing: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every place within a plain structure, with something else that might stand there."""
    if isinstance(thing, bool):
        yield place, not thing
    elif isinstance(thing, int):
        yield place, thing + 1
    elif isinstance(thing, dict):
        for key, inner in thing.items():
            yield from variations(inner, (*place, key))
    elif isinstance(thing, list):
        for number, inner in enumerate(thing):
            yield from variations(inner, (*place, number))
        for number, (one, next_one) in enumerate(pairwise(thing)):
            if one != next_one:
                yield place, [*thing[:number], next_one, one, *thing[number + 2 :]]


def put(thing: Any, place: Place, value: Any) -> Any:
    """A copy of a plain structure with something else at one place."""
    if not place:
        return value
    copy: Any = dict(thing) if isinstance(thing, dict) else list(thing)
    copy[place[0]] = put(thing[place[0]], place[1:], value)
    return copy


def test_how_a_game_ended_is_in_its_code() -> None:
    for game_id, endings in (("pied_piper", {"two_left", "roof"}), ("first_rat", {"rocket"})):
        game = games.find(game_id)
        state = game.start(3, game.meta.options())
        codes = {
            game.encode(View(0, msgspec.structs.replace(state, ending=ending)))
            for ending in {"", *endings}
        }
        assert len(codes) == len(endings) + 1


def test_every_seat_is_encoded_as_if_it_were_the_first() -> None:
    """Turning the table of a position by a seat leaves the code as it is, but for the seat itself."""
    game = Crumbs()
    state = game.play(game.start(3, None), game.parse("1"))
    turns = [game.encode(View(seat, state))[1] for seat in range(3)]
    assert turns == [1, 0, 2]
    piper = games.find("pied_piper")
    start = piper.start(4, piper.meta.options())
    one = msgspec.structs.replace(start, levels=(1, 2, 3, 4), where=(0, 1, 2, 3, -1, -1, 0))
    other = msgspec.structs.replace(
        start, levels=(4, 1, 2, 3), where=(1, 2, 3, 0, -1, -1, 1), active=1
    )
    assert piper.encode(View(0, one))[1:] == piper.encode(View(1, other))[1:]


def test_the_helpers_do_what_their_names_say() -> None:
    assert turned((1, 2, 3), 1) == (2, 3, 1)
    assert flags(0b101, 4) == [1, 0, 1, 0]
    assert padded([7], 3) == (7, 0, 0)
    with pytest.raises(AssertionError):
        padded([1, 2], 1)


def test_the_table_of_the_document_counts_right() -> None:
    document = Path(__file__).parent.parent.parent / "docs" / "adapters.md"
    for game_id in games.shelf():
        game = games.find(game_id)
        (row,) = re.findall(
            rf"^\| `{game_id}` \|(.*)\|$", document.read_text("utf-8"), re.MULTILINE
        )
        sizes = [len(bounds(game.spans(seats))) for seats in game.meta.seats]
        assert [int(cell) for cell in row.split("|") if cell.strip()] == [game.index_size, *sizes]
