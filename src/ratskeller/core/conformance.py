"""The ten laws that every game keeps, as a suite that anyone can run on any game.

    from ratskeller.core.conformance import check_walk, walk
    for step in walk(game, seats=3, options=Options(), rng=random.Random(1)): ...

A walk is a match played at random; a law looks at each position of it (`Spot`) and raises
`LawBroken` where it does not hold. Rooms that render a view (words, pictures) hand their renderers
in, so that the law of non-interference covers them too, and this file still imports none of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Generic, Protocol

import msgspec
from msgspec import Struct

from ratskeller.core.chance import Seal
from ratskeller.core.course import at_random, course
from ratskeller.core.game import (
    CHANCE,
    Action,
    AnyView,
    Game,
    Mark,
    Mover,
    Refused,
    Seat,
    State,
    View,
    field_marks,
    option_sets,
    watch,
)
from ratskeller.core.match import Entry, Match, Player, TableEvent

_EVERY_SPOT: Final = 150  # positions of a match that are all held against the laws

Renderer = Callable[[AnyView], str]
"""Something a person gets to see of a view: a text, a picture."""


class LawBroken(AssertionError):
    """A game does not keep a law; the message says which, where and how."""

    def __init__(self, law: int, what: str) -> None:
        super().__init__(f"law {law}: {what}")
        self.law = law


class Spot(Struct, Generic[State, Action], frozen=True):
    """One position of a walk, with the action taken there."""

    game: Game[State, Action]
    seats: int
    state: State
    mover: Mover
    action: Action
    number: int  # actions before it
    turns: int  # players' turns completed before it


def require(law: int, holds: object, what: str) -> None:
    if not holds:
        raise LawBroken(law, what)


# --- walking -----------------------------------------------------------------------------------


def walk(
    game: Game[State, Action], seats: int, options: Any, rng: random.Random
) -> Iterator[Spot[State, Action]]:
    """Play a match at random, one spot an action; checks that it ends within the bound (law 9)."""
    positions = course(game, game.start(seats, options), at_random(game, seats, rng))
    for number, (state, mover, action) in enumerate(positions):
        if mover is None:
            check_end(game, state, seats)
            return
        require(9, number < game.meta.bound, f"random play goes on after {number} actions")
        yield Spot(game, seats, state, mover, action, number, game.turns(state))


def check_end(game: Game[State, Action], state: State, seats: int) -> None:
    """Laws 3 and 9 at the end of a match: nothing is legal, and every seat has a rank."""
    require(3, not game.legal(state), "something is legal after the end")
    outcome = game.outcome(state)
    require(9, outcome is not None, "the game is over but has no outcome")
    assert outcome is not None
    require(9, len(outcome.ranks) == seats, "the outcome does not rank every seat")
    require(9, min(outcome.ranks) == 1, "nobody is first")
    require(9, outcome.scores is None or len(outcome.scores) == seats, "a seat has no score")


def viewers(seats: int) -> list[Seat | None]:
    """Everybody who may look: a spectator and every seat."""
    return [None, *range(seats)]


# --- the laws ----------------------------------------------------------------------------------


def law_2_legal_plays_and_the_rest_is_refused(
    spot: Spot[State, Action], rng: random.Random
) -> None:
    """Every legal action plays; anything else is refused with a rule id and changes nothing."""
    game, state = spot.game, spot.state
    if spot.mover == CHANCE:
        return
    legal = game.legal(state)
    before = msgspec.json.encode(state)
    for action in legal:
        game.play(state, action)
    view = game.conceal(state, spot.mover)
    paths = [game.path(state, action) for action in legal]
    openings = {path[:length] for path in paths for length in range(len(path) + 1)}
    for _ in range(3):
        action = game.from_index(rng.randrange(game.index_size))
        if action in legal:
            continue
        try:
            parts = game.path(state, action)
        except ValueError:
            continue
        refusal = game.why_not(view, parts)
        if parts not in openings:
            require(2, refusal is not None, f"{action} is not legal, but nothing is against it")
    for parts in openings:
        require(2, game.why_not(view, parts) is None, f"{parts} leads to something but is refused")
    require(2, msgspec.json.encode(state) == before, "a refusal changed the state")


def law_3_legal_is_empty_exactly_at_chance(spot: Spot[State, Action], _rng: random.Random) -> None:
    """Stable order, no duplicates, empty exactly where no seat is to act."""
    legal = list(spot.game.legal(spot.state))
    require(3, bool(legal) == (spot.mover != CHANCE), f"{len(legal)} legal actions at {spot.mover}")
    require(3, len(set(legal)) == len(legal), "the legal list holds something twice")
    require(3, legal == list(spot.game.legal(spot.state)), "the legal list changes its order")
    if spot.mover == CHANCE:
        actions, weights = spot.game.odds(spot.state)
        require(3, len(actions) == len(weights), "outcomes and weights differ in number")
        require(3, sum(weights) > 0 and min(weights) >= 0, "chance has nothing to draw")
        require(3, spot.game.stream(spot.state), "a draw belongs to no stream")
    paths = [spot.game.path(spot.state, action) for action in legal]
    starts = {path[:length] for path in paths for length in range(1, len(path))}
    require(3, len(set(paths)) == len(paths), "two actions are played on the same parts")
    require(3, not starts & set(paths), "the parts of one action begin those of another")


def law_4_play_is_pure(spot: Spot[State, Action], _rng: random.Random) -> None:
    """`play` never changes its input; the last of `steps` equals `play`."""
    before = msgspec.json.encode(spot.state)
    after = spot.game.play(spot.state, spot.action)
    steps = list(spot.game.steps(spot.state, spot.action))
    require(4, msgspec.json.encode(spot.state) == before, f"{spot.action} changed its input")
    require(4, steps, f"{spot.action} has no step")
    require(4, steps[-1].state == after, f"the last step of {spot.action} is not its result")


def law_5_everything_survives_the_wire(spot: Spot[State, Action], _rng: random.Random) -> None:
    """State, view, action, event and entry through JSON and msgpack; notation and index."""
    game, state, action = spot.game, spot.state, spot.action
    view = game.conceal(state, 0)
    entry = Entry(1, 0.0, None, "chance", action)
    events = [step.event for step in game.steps(state, action)]
    state_type: Any = game.state_type
    action_type: Any = game.action_type
    things = [
        (state, state_type),
        (view, View[state_type]),
        (action, action_type),
        (entry, Entry[action_type]),
        *((event, game.event_type) for event in events),
    ]
    for thing, kind in things:
        for wire in (msgspec.json, msgspec.msgpack):
            again = _decoder(wire.Decoder, kind).decode(wire.encode(thing))
            require(5, again == thing, f"{wire.__name__} changes {thing}")
    require(5, game.parse(game.notation(action)) == action, f"the notation of {action}")
    index = game.index(action)
    require(5, 0 <= index < game.index_size, f"the index {index} of {action} is out of range")
    require(5, game.from_index(index) == action, f"the index of {action}")


@cache
def _decoder(decoder: Any, kind: Any) -> Any:
    return decoder(kind)


def law_6_non_interference(
    spot: Spot[State, Action], rng: random.Random, renderers: Mapping[str, Renderer] | None = None
) -> None:
    """What a viewer may not know changes nothing that the viewer gets."""
    game = spot.game
    for viewer in viewers(spot.seats):
        other = game.scramble(spot.state, viewer, rng)
        here, there = game.conceal(spot.state, viewer), game.conceal(other, viewer)
        who = "a spectator" if viewer is None else f"seat {viewer}"
        same = msgspec.json.encode(here) == msgspec.json.encode(there)
        require(6, same, f"the view of {who} tells two worlds apart")
        if spot.mover == viewer:
            legal = list(game.legal(spot.state))
            require(6, legal == list(game.legal(here.seen)), "legal differs on the mover's view")
            require(6, legal == list(game.legal(other)), "a secret changes the mover's legal list")
        for name, render in (renderers or {}).items():
            require(6, render(here) == render(there), f"{name} for {who} tells two worlds apart")
        _compare_worlds(spot, other, viewer, who)
        _compare_actions(spot, viewer, who, rng)


def _compare_worlds(spot: Spot[State, Action], other: State, viewer: Seat | None, who: str) -> None:
    """The same thing done in two worlds looks the same, up to what it openly reveals."""
    if spot.action in possible(spot.game, other):
        _compare_sightings(spot.game, viewer, who, (spot.state, spot.action), (other, spot.action))


def _compare_actions(
    spot: Spot[State, Action], viewer: Seat | None, who: str, rng: random.Random
) -> None:
    """Two things that differ only in what the viewer may not know look the same.

    They are found by their results: different whole states with the same view of them.
    """
    game, state = spot.game, spot.state
    after = game.play(state, spot.action)
    seen = game.conceal(after, viewer)
    others = [action for action in possible(game, state) if action != spot.action]
    for action in rng.sample(others, min(3, len(others))):
        instead = game.play(state, action)
        if instead != after and game.conceal(instead, viewer) == seen:
            _compare_sightings(game, viewer, who, (state, spot.action), (state, action))


def _compare_sightings(
    game: Game[State, Action],
    viewer: Seat | None,
    who: str,
    here: tuple[State, Action],
    there: tuple[State, Action],
) -> None:
    shown, instead = (game.conceal_action(*deed, viewer) for deed in (here, there))
    require(6, shown == instead, f"an entry tells {who} a secret: {shown}")
    left_seen, right_seen = (watch(game, game.steps(*deed), viewer) for deed in (here, there))
    for left, right in zip(left_seen, right_seen, strict=False):
        if left.reveals or right.reveals:
            return
        require(6, left == right, f"{type(left.event).__name__} tells {who} a secret")


def possible(game: Game[State, Action], state: State) -> list[Action]:
    """What can happen next: legal actions, or the draws that have some weight."""
    if game.to_act(state) != CHANCE:
        return list(game.legal(state))
    actions, weights = game.odds(state)
    return [action for action, weight in zip(actions, weights, strict=True) if weight]


def law_7_imagined_worlds_are_possible(spot: Spot[State, Action], rng: random.Random) -> None:
    """An imagined world looks the same to its viewer and holds the same pieces."""
    game = spot.game
    pieces = game.pieces(spot.state)
    for viewer in viewers(spot.seats):
        view = game.conceal(spot.state, viewer)
        world = game.imagine(view, rng)
        again = game.conceal(world, viewer)
        require(7, again == view, f"seat {viewer} imagines what it cannot see")
        require(7, game.to_act(world) == spot.mover, "an imagined world has another mover")
        require(7, game.pieces(world) == pieces, f"seat {viewer} imagines other pieces")
        if spot.mover == viewer:
            require(7, list(game.legal(world)) == list(game.legal(spot.state)), "other legal list")


def law_8_pieces_are_conserved(spot: Spot[State, Action], _rng: random.Random) -> None:
    """Cards, chips, rats and markers add up after every step."""
    pieces = spot.game.pieces(spot.state)
    for step in spot.game.steps(spot.state, spot.action):
        now = spot.game.pieces(step.state)
        require(8, now == pieces, f"{type(step.event).__name__}: {pieces} became {now}")


def law_10_nothing_is_learnt_before_a_barrier(
    spot: Spot[State, Action], rng: random.Random
) -> None:
    """Without a barrier the mover sees the same after an action in every imagined world."""
    game, mover = spot.game, spot.mover
    if mover == CHANCE:
        return
    view = game.conceal(spot.state, mover)
    world = game.imagine(view, rng)
    for action in game.legal(spot.state):
        here = list(game.steps(spot.state, action))
        if any(s.reveals or game.to_act(s.state) != mover for s in here):
            continue
        there = list(game.steps(world, action))
        barrier = any(s.reveals or game.to_act(s.state) != mover for s in there)
        require(10, not barrier, f"{action} is a barrier in another world only")
        left = game.conceal(here[-1].state, mover)
        right = game.conceal(there[-1].state, mover)
        require(10, left == right, f"{action} teaches the mover something, and could be undone")
        foreseen = list(game.steps(view.seen, action))[-1].state
        require(10, View(mover, foreseen) == left, f"{action} cannot be foreseen from the view")


class Law(Protocol):
    """What every game must keep, looked for at one spot; raises `LawBroken`."""

    def __call__(self, spot: Spot[State, Action], rng: random.Random, /) -> None: ...


SPOT_LAWS: Final[tuple[Law, ...]] = (
    law_2_legal_plays_and_the_rest_is_refused,
    law_3_legal_is_empty_exactly_at_chance,
    law_4_play_is_pure,
    law_5_everything_survives_the_wire,
    law_6_non_interference,
    law_7_imagined_worlds_are_possible,
    law_8_pieces_are_conserved,
    law_10_nothing_is_learnt_before_a_barrier,
)


# --- laws about a whole game or match ----------------------------------------------------------


def check_marks(game: Game[State, Action]) -> None:
    """Every field of the state says who may know it (part of law 6)."""
    for name, mark in field_marks(game.state_type).items():
        require(6, mark is not None, f"the field {name} of the state carries no visibility mark")


def secret_fields(game: Game[State, Action]) -> list[str]:
    """The fields that somebody may not see."""
    marks = field_marks(game.state_type)
    return [name for name, mark in marks.items() if mark not in (None, Mark.OPEN)]


def check_imagination(
    game: Game[State, Action], seats: int, state: State, rng: random.Random
) -> None:
    """Law 7: where several worlds are possible, a hundred imaginings give more than one.

    One world alone is right only where the viewer can deduce everything: then it is the truth.
    """
    truth = msgspec.json.encode(state)
    for viewer in viewers(seats):
        view = game.conceal(state, viewer)
        worlds = {msgspec.json.encode(game.imagine(view, rng)) for _ in range(100)}
        several = len(worlds) > 1 or worlds == {truth}
        require(7, several, f"seat {viewer} can imagine one world only, and not the true one")


def check_match(game: Game[State, Action], seats: int, options: Any, rng: random.Random) -> None:
    """Laws 1, 2 and 10 on a match: any prefix folds the same, restart restores, refusals hold."""
    seal = Seal(
        "law", rng.randbytes(32).hex(), tuple(rng.randbytes(16).hex() for _ in range(seats))
    )
    players = [Player(f"player {seat}") for seat in range(seats)]
    match = Match.begin(game, seats, options, players, seal, now=0.0)
    folded = [match.state_at(0)]
    while not match.over:
        mover = match.to_act
        assert mover is not None
        _check_restart(match, mover, rng)
        match.choose(mover, rng.choice(match.legal(mover)), now=0.0)
    for entry in match.entries:
        state = folded[-1]
        if not isinstance(entry.body, TableEvent):
            state = game.play(state, entry.body)
        folded.append(state)
    for number in rng.sample(range(len(folded)), min(5, len(folded))):
        require(1, match.state_at(number) == folded[number], f"folding {number} entries differs")
    require(1, folded[-1] == match.state, "the fold of the whole log is not the state")


def _check_restart(match: Match[State, Action], mover: Seat, rng: random.Random) -> None:
    """Restart restores the state at the last barrier exactly (law 10)."""
    if match.drafted:
        return
    before = msgspec.json.encode(match.view(mover))
    count = len(match.entries)
    while not match.awaits_commit and rng.random() < 0.7:
        match.choose(mover, rng.choice(match.legal(mover)), now=0.0, hold=True)
    if match.drafted:
        match.restart(mover)
    require(10, msgspec.json.encode(match.view(mover)) == before, "restart does not restore")
    require(10, len(match.entries) == count, "a draft left entries in the log")
    anything = match.game.from_index(rng.randrange(match.game.index_size))
    try:
        match.choose(mover, anything, now=0.0, hold=True)
    except Refused as refused:
        require(2, refused.refusal.rule, "a refusal names no rule")
    else:
        match.restart(mover)


def settings(game: Game[State, Action]) -> list[tuple[int, Any]]:
    """Every seat count with every option set that goes with it."""
    return [(seats, options) for seats in game.meta.seats for options in option_sets(game, seats)]


def check_walk(
    game: Game[State, Action],
    seats: int,
    options: Any,
    rng: random.Random,
    renderers: Mapping[str, Renderer] | None = None,
    laws: Sequence[Law] = SPOT_LAWS,
) -> int:
    """Walk one match and hold its positions against the laws; how many it had."""
    spots = 0
    seen_in_turn: set[bytes] = set()
    turn = -1
    for spot in walk(game, seats, options, rng):
        spots += 1
        if spot.turns != turn:
            turn, seen_in_turn = spot.turns, set()
        position = msgspec.json.encode(spot.state)
        require(9, position not in seen_in_turn, "a position comes back within a turn")
        seen_in_turn.add(position)
        if not _worth_a_look(spot.number, rng):
            continue
        for law in laws:
            law(spot, rng)
        if renderers:
            law_6_non_interference(spot, rng, renderers)
    return spots


def _worth_a_look(number: int, rng: random.Random) -> bool:
    """Every one of the first positions, then fewer and fewer: long matches repeat themselves."""
    return number < _EVERY_SPOT or rng.random() < _EVERY_SPOT / number
