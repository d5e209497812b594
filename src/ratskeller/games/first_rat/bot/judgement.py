"""What a position of First Rat is worth to a seat: the judgement that bots share.

Everything is counted in points of the final score. What lies on the tracks counts as it is; the
rest counts for what it may still bring in the turns that are left:

    points now + rats on their way + goods for parts + lights + burrow + items + turns to come

so the estimate of how near the end is (`turns_left`) decides whether a backpack is worth a theft or
goods are worth keeping. Rivals are judged alike, since a race is won by a lead.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final

from ratskeller.core.game import Seat
from ratskeller.games.first_rat.rules.scoring import count_on, ranks, score, scores
from ratskeller.games.first_rat.rules.state import (
    ARNOLD,
    CAPS,
    DISCOUNT,
    FRUGAL_CAP,
    GOODS,
    LAST_SPACE,
    LAUNCHPAD,
    LEGS,
    LIGHTS,
    LOLA,
    MOVE,
    NEIL,
    NO_TOLL,
    NURSERY,
    OVER,
    PARTS,
    PROVISIONS,
    RATS,
    RATTRONAUT,
    RATWOMAN,
    RED_SHORTCUTS,
    ROCKET,
    STOOD_STILL,
    STORED_FOOD,
    THINGS_CAP,
    TRACKS,
    TWO_COLOURS,
    YELLOW_SHORTCUTS,
    Node,
    State,
    Track,
)
from ratskeller.games.first_rat.rules.tables import (
    LARDER,
    LIBRARY,
    NURSERY_DOOR,
    Tables,
    tables_of,
)

SCALE: Final = 9.4  # points of lead that make a win likely (`bench.calibration`, 300 matches)

# There is little luck, so it pays to see what a turn prepares: with two turns ahead the search won by
# 22 points, with none by 10 (12 matches against greedy each), with four by 9. Half a turn is hard to
# judge: with a beam of 48 it won 50 % of 22 matches. Six turns looked at evenly play better for as many
# positions, but at five seats take longer than the second that a player will wait.
SEARCH: Final = {
    "whole_turns": True,
    "now": {"beam": 400, "turns": 16},
    "later": {"beam": 16, "turns": 4},
    "ahead": 2,
    "curiosity": 0.2,
    "open_at_first": 1,
}

_WON: Final = 1000.0
_DOUBT: Final = 0.25  # a turn that is still to come
_LONGEST: Final = 20.0  # turns that anybody thinks ahead

# How fast a seat gets on. Pace and marking are the means of 16 matches of this bot (5.5 to 5.7 spaces,
# 2.7 to 2.9 turns); how long a rat sleeps on is a guess.
_PACE: Final = 5.6  # spaces a turn
_MARKING: Final = 2.8  # turns for each marker
_NAP: Final = 4.0  # turns until a sleeping rat is up

# What things are worth in points while there are turns to use them. Most are estimates from the
# prices and points of the board. Tried in 80 to 100 matches of two: SPACE 0.16 won 36 % against
# 0.26, and 0.36 won 55 %; _SOON 0.2 won 59 % against 0, 0.5 won 46 %, 1 won 42 %; _DOUBT makes no
# difference between equals, but without it a sure win is dragged on. Items follow a regression of
# the final lead on what seats have (500 matches): backpacks at a third of the worth they had, comics
# at twice, drinks fading sooner won 71 % of 80 matches against that. The same regression would pay
# less for goods that are not used soon, but that won 33 %. What is within 10 % of a half may be luck.
WORTH: Final = (0.55, 1.0, 1.3, 2.0, 2.6, 0.9, 0.7)  # by kind, bulbs and cores too
_ENOUGH: Final = (12, 6, 5, 3, 3)  # by kind: what a part, a donation or a bottle cap needs
_GLUT: Final = 0.45  # of its worth for what is beyond that
SPACE: Final = 0.3  # each space a rat has come
_HOME: Final = 2.0  # a rat that will be aboard in time
_NEIL: Final = 4.0  # he counts twice there
_WORK: Final = (0.0, 2.2, 3.2, 3.9, 4.4)  # a turn's yield, by the number of rats awake
_SOON: Final = 0.2  # of what the very next turn can collect
_LAUNCH: Final = 3.0  # for sending a rat to the rocket in that turn
LIT: Final = 0.05  # each bulb on the string, a turn
_BEACON: Final = 0.8  # of the points of a construction light for the whole way to it
_CORE: Final = 0.1  # of a room's worth is lost for each core on the way there
_OTHER_ROOMS: Final = 0.3  # of what all three are worth, besides the best
_LIBRARY: Final = 4.0
_NURSERY: Final = 8.0
DRINK: Final = 5.0
CAP: Final = 2.0  # a bottle cap, for reasons alone: what it may come to count hangs on the table
_PACKS: Final = (0.13, 0.13, 0.12, 0.12, 0.12)  # by kind, a turn
_COMICS: Final = {
    NEIL: 9.5, LOLA: 7.5, ARNOLD: 7.5, RATWOMAN: 9.5, YELLOW_SHORTCUTS: 5.5, RED_SHORTCUTS: 5.5,
    NO_TOLL: 4.0, LEGS: 7.5, TWO_COLOURS: 7.5, DISCOUNT: 11.5,
}  # fmt: skip
_MOST_PARTS: Final = 6  # that a seat builds
_EVERY: Final = {
    RATTRONAUT: 6.0, LIGHTS: 12.0, PROVISIONS: 9.0, STORED_FOOD: 12.0, ROCKET: 20.0,
    **dict.fromkeys(PARTS, 10.0),
}  # fmt: skip
"""Turns from one piece of a seat to the next on a track."""


def evaluate(state: State, seat: Seat) -> float:
    """The lead over the best rival, in points as far as they can be foreseen."""
    if state.phase == OVER:
        final = scores(state)
        return _WON * (1.5 - ranks(state)[seat]) + final[seat]
    tables = tables_of(state)
    ahead = horizon(state)
    values = [prospects(tables, state, s, turns_left(state, s, ahead)) for s in range(state.seats)]
    lead = values.pop(seat) - max(values)
    # A lead counts more the fewer turns are left to lose it: whoever leads seeks the end.
    return lead / math.sqrt(1 + _DOUBT * turns_left(state, seat, ahead))


# --- how near the end is -----------------------------------------------------------------------


def horizon(state: State) -> float:
    """Turns that whoever is nearest to one of the two ends still needs (FR-80)."""
    return min(_LONGEST, *[_turns_to_end(state, seat) for seat in range(state.seats)])


def _turns_to_end(state: State, seat: Seat) -> float:
    spaces = state.rats[RATS * seat : RATS * (seat + 1)]
    way = sum([LAUNCHPAD - space for space in spaces if space <= LAUNCHPAD])
    asleep = spaces.count(NURSERY)
    by_rats = (way + LAUNCHPAD * asleep) / _PACE + _NAP * asleep
    return min(by_rats, 1 + _MARKING * state.markers[seat])


def turns_left(state: State, seat: Seat, ahead: float) -> float:
    """Turns that a seat has still to come; one that has just begun is among them."""
    if state.last_round:
        begins = state.mover == seat and state.phase == MOVE and state.walked == STOOD_STILL
        return state.last_round - state.round + (state.mover < seat or begins)
    return max(1.0, ahead)


# --- what a seat may hope for ------------------------------------------------------------------


def prospects(tables: Tables, state: State, seat: Seat, turns: float) -> float:
    """A seat's points in the end, roughly, if the game goes on for so many of its turns."""
    value = float(score(state, seat))
    if turns <= 0:
        return value
    spaces = state.rats[RATS * seat : RATS * (seat + 1)]
    return (
        value
        + _rats(tables, state, seat, spaces, turns)
        + _goods(state, seat, turns)
        + _lights(tables, state, seat, turns)
        + _burrow(tables, state, seat, spaces, turns)
        + _items(tables, state, seat, turns)
    )


def _fade(turns: float, needed: float) -> float:
    """How sure something is that takes so many turns: 0 to 1."""
    return turns / (turns + needed)


def next_points(tables: Tables, state: State, track: Track) -> int:
    """What the next piece on a track will be worth."""
    return tables.strips[state.strips[track]][tables.slot(state.seats, len(state.tracks[track]))]


def _rats(tables: Tables, state: State, seat: Seat, spaces: tuple[int, ...], turns: float) -> float:
    value = 0.0
    awake = 0
    seat_in_rocket = next_points(tables, state, RATTRONAUT)
    for n, space in enumerate(spaces):
        if space == LAUNCHPAD:  # it takes its seat when the turn ends
            value += seat_in_rocket
        elif space < LAUNCHPAD:
            awake += 1
            value += SPACE * space
            home = (LAUNCHPAD - space) / 5.0  # turns by itself
            if turns > home:
                value += _HOME * _fade(turns - home, 3.0)
            if state.tokens[NEIL] == RATS * seat + n:
                value += _NEIL
    legs = state.comics[seat] >> LEGS & 1
    soon = _next_turn(tables, state.path, state.lit, state.light[seat], legs, spaces)
    return value + _WORK[awake] * turns + _SOON * soon


@lru_cache(maxsize=1 << 14)
def _next_turn(
    tables: Tables,
    path: tuple[int, ...],
    lit: int,
    light: int,
    legs: int,
    spaces: tuple[int, ...],
) -> float:
    """What the best turn from here would collect, without shortcuts: rats in step are free to
    land together on one colour.
    """
    worths = space_worths(tables, path)
    lit_at, faces = tables.lit_at[lit], tables.faces
    together = [0.0] * 5
    alone = launch = 0.0
    for space in spaces:
        if space > LAST_SPACE:
            continue
        best = [0.0] * 5
        near = space + 3 + legs
        for end in range(space + 1, min(space + 5, LAST_SPACE) + 1):
            plain, unit = worths[end]
            worth = plain + unit if light >= lit_at[end] else plain
            if end <= near:
                colour = faces[path[end]].colour
                if worth > best[colour]:
                    best[colour] = worth
            if worth > alone:
                alone = worth
        if near >= LAUNCHPAD and not launch:
            launch = _LAUNCH
        for colour in range(5):
            together[colour] += best[colour]
    return max(alone, max(together) + launch)


@lru_cache(maxsize=256)
def space_worths(tables: Tables, path: tuple[int, ...]) -> tuple[tuple[float, float], ...]:
    """By space: what its goods are worth, and one more of them."""
    return tuple(
        (WORTH[face.kind] * face.amount, WORTH[face.kind]) if face.kind >= 0 else (0.0, 0.0)
        for face in (tables.faces[number] for number in path)
    )


def _goods(state: State, seat: Seat, turns: float) -> float:
    """Goods for parts and donations, as far as there are markers; what nothing needs soon, less."""
    markers = state.markers[seat]
    sure = _fade(turns, 1.5) * (1.0 if markers > 1 else markers / 2)
    return _stock(state.goods[GOODS * seat : GOODS * (seat + 1)]) * sure


@lru_cache(maxsize=1 << 14)
def _stock(goods: tuple[int, ...]) -> float:
    value = 0.0
    for kind, count in enumerate(goods):
        enough = _ENOUGH[kind]
        value += WORTH[kind] * (min(count, enough) + _GLUT * max(0, count - enough))
    return value


def _lights(tables: Tables, state: State, seat: Seat, turns: float) -> float:
    light = state.light[seat]
    value = LIT * light * turns
    before = 0
    for goal in tables.construction:
        if light < goal:
            if state.markers[seat]:
                part = (light - before) / (goal - before)
                value += next_points(tables, state, LIGHTS) * part * _BEACON * _fade(turns, 2.0)
            break
        before = goal
    return value


def _burrow(
    tables: Tables, state: State, seat: Seat, spaces: tuple[int, ...], turns: float
) -> float:
    """The best of the three rooms, less for each core that leads there."""
    rooms = [0.0] * 4
    if state.library:
        rooms[LIBRARY] = _LIBRARY * _fade(turns, 4.0)
    if NURSERY in spaces:
        rooms[NURSERY_DOOR] = _NURSERY * _fade(turns, 4.0)
    if state.markers[seat]:
        rooms[LARDER] = next_points(tables, state, STORED_FOOD)
    ways = distances(tables, state.burrow[seat])
    found = [rooms[e] * (1 - _CORE * ways[e]) for e in (LIBRARY, NURSERY_DOOR, LARDER)]
    return (max(found) + _OTHER_ROOMS * sum(found)) * _fade(turns, 1.5)


@lru_cache(maxsize=256)
def distances(tables: Tables, node: Node) -> tuple[int, ...]:
    """By effect: cores from a node to the room that has it, when it is entered (again)."""
    steps = [0] * 4
    reached, front, count = set[Node](), [node], 0
    while front:
        count += 1
        front = [n for at in front for n in tables.exits[at] if n not in reached]
        for n in front:
            reached.add(n)
            if tables.effects[n] and not steps[tables.effects[n]]:
                steps[tables.effects[n]] = count
    return tuple(steps)


def _items(tables: Tables, state: State, seat: Seat, turns: float) -> float:
    value = DRINK * state.drinks[seat] * _fade(turns, 6.0)
    value += packs_worth(state.packs[seat]) * turns
    value += comics_worth(state.comics[seat]) * _fade(turns, 8.0)
    if caps := state.caps[seat]:
        for cap in range(len(CAPS)):
            if caps >> cap & 1:
                value += _cap(tables, state, seat, cap, turns)
    return value


@cache
def packs_worth(packs: int) -> float:
    return sum([worth for pack, worth in enumerate(_PACKS) if packs >> pack & 1])


@cache
def comics_worth(comics: int) -> float:
    return sum([worth for comic, worth in _COMICS.items() if comics >> comic & 1])


def _cap(tables: Tables, state: State, seat: Seat, cap: int, turns: float) -> float:
    """What a bottle cap may still come to count beyond what it counts now (FR-70)."""
    worth = tables.box.caps
    if cap == FRUGAL_CAP:
        built = sum([count_on(state, seat, part) for part in PARTS])
        return -worth["part"] * min(max(0, _MOST_PARTS - built), turns / 4)
    if cap == THINGS_CAP:
        return worth["things"] * turns / 6
    track = TRACKS.index(CAPS[cap])
    return worth[CAPS[cap]] * turns / _EVERY[track]
