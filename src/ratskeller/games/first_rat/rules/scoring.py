"""Score tracks and points: placing markers, the two ends they bring, the score sheet."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ratskeller.core.counts import put
from ratskeller.core.game import Outcome, Seat
from ratskeller.games.first_rat.rules.changes import Record
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    FRUGAL_CAP,
    GOODS,
    LAUNCHPAD,
    NEIL,
    NO_KIND,
    OVER,
    PARTS,
    RATS,
    RATTRONAUT,
    ROCKET_SHIP,
    STOOD_STILL,
    THINGS_CAP,
    TRACKS,
    GameOver,
    LastRoundSet,
    MarkerMissing,
    MarkerPlaced,
    Rat,
    RattronautSeated,
    State,
    Track,
)
from ratskeller.games.first_rat.rules.tables import Tables, tables_of

# --- placing -----------------------------------------------------------------------------------


def place_marker(tables: Tables, state: State, track: Track, record: Record) -> State:
    """The mover's marker goes to the leftmost free space of a track, if there is one left (FR-50,
    FR-51); the eighth brings one more round after this one (FR-80).
    """
    seat = state.mover
    left = state.markers[seat]
    if not left:
        if record:
            record(MarkerMissing(seat, track), state)
        return state
    pieces = state.tracks[track]
    state = replace(
        state,
        tracks=put(state.tracks, track, (*pieces, seat)),
        markers=put(state.markers, seat, left - 1),
    )
    if record:
        slot = tables.slot(state.seats, len(pieces))
        points = tables.strips[state.strips[track]][slot]
        record(MarkerPlaced(seat, track, slot, points), state)
    if left == 1 and not state.last_round:
        state = replace(state, last_round=state.round + 1, ending="markers")
        if record:
            record(LastRoundSet(seat, "markers", state.last_round), state)
    return state


def board_rocket(tables: Tables, state: State, record: Record) -> State:
    """At the end of a turn the rat on the Launchpad takes its seat in the Rocket (FR-54); the
    fourth makes this round the last (FR-80).
    """
    seat = state.mover
    first = RATS * seat
    spaces = state.rats[first : first + RATS]
    if LAUNCHPAD not in spaces:
        return state
    rat = first + spaces.index(LAUNCHPAD)
    pieces = state.tracks[RATTRONAUT]
    state = replace(
        state,
        rats=put(state.rats, rat, ROCKET_SHIP),
        tracks=put(state.tracks, RATTRONAUT, (*pieces, rat)),
    )
    if record:
        slot = tables.slot(state.seats, len(pieces))
        points = tables.strips[state.strips[RATTRONAUT]][slot]
        if state.tokens[NEIL] == rat:  # FR-65
            record(RattronautSeated(rat, slot, 2 * points, "neil"), state)
        else:
            record(RattronautSeated(rat, slot, points, "plain"), state)
    if spaces.count(ROCKET_SHIP) == RATS - 1 and state.last_round != state.round:
        state = replace(state, last_round=state.round, ending="rocket")
        if record:
            record(LastRoundSet(seat, "rocket", state.round), state)
    return state


def finish(state: State, record: Record) -> State:
    state = replace(state, phase=OVER, walked=STOOD_STILL, left=0, extra=NO_KIND, fresh=0)
    if record:
        record(GameOver(state.ending, ranks(state), scores(state)), state)
    return state


# --- points ------------------------------------------------------------------------------------


class Line(Struct, frozen=True):
    """One line of a score sheet: so many pieces of a source make so many points."""

    source: str  # "track:cockpit", "cap:rocket", "awards", "mouldy" or "leftovers"
    count: int
    points: int


def sheet(state: State, seat: Seat) -> tuple[Line, ...]:
    """A seat's points by source if the game ended now (FR-70, FR-81). Every source has a line."""
    tables = tables_of(state)
    points = tables.box.points
    neil, caps = state.tokens[NEIL], state.caps[seat]
    lines = track_lines(tables, state.seats, seat, state.tracks, state.strips, neil)
    if caps:
        lines += cap_lines(tables, state, seat, [line.count for line in lines])
    stock = sum(state.goods[GOODS * seat : GOODS * (seat + 1)])
    return (
        *lines,
        Line("awards", state.awards[seat], state.awards[seat] * points.award),
        Line("mouldy", state.mouldy[seat], state.mouldy[seat] * points.mouldy),
        Line("leftovers", stock, stock // points.leftovers),
    )


@lru_cache(maxsize=4096)  # bots count the same pieces again and again
def track_lines(
    tables: Tables,
    seats: int,
    seat: Seat,
    tracks: tuple[tuple[int, ...], ...],
    strips: tuple[int, ...],
    neil: Rat,
) -> tuple[Line, ...]:
    """What a seat's pieces on each track are worth; Neil counts twice in the Rocket (FR-65)."""
    lines = []
    for track, pieces in enumerate(tracks):
        strip = tables.strips[strips[track]] if strips[track] >= 0 else (0,) * 5
        points = [
            strip[tables.slot(seats, number)] * (2 if track == RATTRONAUT and piece == neil else 1)
            for number, piece in enumerate(pieces)
            if owner_of(track, piece) == seat
        ]
        lines.append(Line(f"track:{TRACKS[track]}", len(points), sum(points)))
    return tuple(lines)


def owner_of(track: Track, piece: int) -> Seat:
    """Whose a piece on a track is; on the first one they are rats."""
    return piece // RATS if track == RATTRONAUT else piece


def count_on(state: State, seat: Seat, track: Track) -> int:
    return sum([owner_of(track, piece) == seat for piece in state.tracks[track]])


def cap_lines(tables: Tables, state: State, seat: Seat, pieces: list[int]) -> tuple[Line, ...]:
    lines = []
    for cap, name in enumerate(CAPS):
        if state.caps[seat] >> cap & 1:
            count = cap_count(state, seat, cap, pieces)
            lines.append(Line(f"cap:{name}", count, cap_points(tables, cap, count)))
    return tuple(lines)


def cap_count(state: State, seat: Seat, cap: int, pieces: list[int]) -> int:
    """What a bottle cap counts (FR-70)."""
    if cap == FRUGAL_CAP:
        return sum([pieces[part] for part in PARTS])
    if cap == THINGS_CAP:
        masks = (state.packs[seat], state.caps[seat], state.comics[seat])
        things = sum([mask.bit_count() for mask in masks])
        return things + state.drinks[seat] + state.empties[seat]
    return pieces[TRACKS.index(CAPS[cap])]


def cap_points(tables: Tables, cap: int, count: int) -> int:
    values = tables.box.caps
    if cap == FRUGAL_CAP:
        return max(0, values["frugal"] - values["part"] * count)
    return values[CAPS[cap]] * count


def score(state: State, seat: Seat) -> int:
    return sum([line.points for line in sheet(state, seat)])


def scores(state: State) -> tuple[int, ...]:
    return tuple([score(state, seat) for seat in range(state.seats)])


def ranks(state: State) -> tuple[int, ...]:
    """Most points, then most rattronauts, else a shared place (FR-82)."""
    standing = [
        (score(state, seat), count_on(state, seat, RATTRONAUT)) for seat in range(state.seats)
    ]
    return tuple([1 + sum([other > own for other in standing]) for own in standing])


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    return Outcome(ranks(state), state.ending, scores(state))
