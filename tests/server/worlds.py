"""Twin worlds: two matches that differ only in what one viewer may not know.

A match is played at random. Then two draws of its log are exchanged, and the log is folded again:

    true world    ... draw X ...... draw Y ...          every entry is possible in both, and between
    other world   ... draw Y ...... draw X ...          the two draws nothing differs but secrets

Or a card is laid face down that could have been another one, and nobody turns it over:

    true world    ... lays X face down ...
    other world   ... lays Y face down ...              as far as both worlds go the same way

What differs is judged by the visibility marks of the state's fields, never by `conceal`: a leaky
`conceal` would vouch for itself.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from ratskeller.core.chance import Seal
from ratskeller.core.game import CHANCE, AnyGame, Mark, Seat, field_marks
from ratskeller.core.match import AnyMatch, Match, Player, Seated, TableEvent
from ratskeller.server.audience import Log
from ratskeller.server.change import TableChange
from ratskeller.server.handlers import hear
from ratskeller.server.listener import Listener
from ratskeller.server.messages import See
from ratskeller.server.schema import PERSON, PlayerRow, TableRow
from ratskeller.server.table import Table

NOW = 1_700_000_000.0


class ScriptedTable(Table):
    """A table where luck follows a script."""

    script: Sequence[int] = ()

    def seal(self, players: Sequence[PlayerRow]) -> Seal:
        nonces = super().seal(players).nonces
        return _Replayed(self.row.id, self.row.seed, nonces, list(self.script))


class _Replayed(Seal, frozen=True):
    """Draws the outcomes of a log, in their order."""

    luck: list[int]

    def outcome(self, stream: str, number: int, weights: Sequence[int]) -> int:
        del stream, number, weights
        return self.luck.pop(0)


def play_at_random(game: AnyGame, seats: int, options: Any, rng: random.Random) -> AnyMatch:
    nonces = tuple(rng.randbytes(16).hex() for _ in range(seats))
    seal = Seal("worlds", rng.randbytes(32).hex(), nonces)
    people = [Player(f"Player {number}") for number in range(seats)]
    match = Match.begin(game, seats, options, people, seal, now=NOW)
    while not match.over:
        mover = match.to_act
        assert mover is not None
        match.choose(mover, rng.choice(match.legal(mover)), now=NOW)
    return match


def bodies_of(match: AnyMatch) -> list[Any]:
    return [entry.body for entry in match.entries if not isinstance(entry.body, TableEvent)]


def other_world(
    match: AnyMatch,
    viewer: Seat | None,
    rng: random.Random,
    *,
    lasting: bool = False,
    tries: int = 3000,
) -> list[Any] | None:
    """The log of a world that the viewer cannot tell from the true one, or None if none is found.

    If it is to last, somebody is asked something before the worlds are one again.
    """
    game, bodies = match.game, bodies_of(match)
    states = states_of(match, bodies)
    draws = [n for n, state in enumerate(states[:-1]) if game.to_act(state) == CHANCE]
    for _ in range(tries):
        first, second = sorted(rng.sample(draws, 2))
        if bodies[first] == bodies[second]:
            continue
        if lasting and not any(_asks(game, state) for state in states[first + 1 : second + 1]):
            continue
        swapped = list(bodies)
        swapped[first], swapped[second] = bodies[second], bodies[first]
        if _is_twin(game, swapped, states, viewer, first, second):
            return swapped
    return None


def twin_positions(
    match: AnyMatch, viewer: Seat | None, rng: random.Random
) -> Iterator[tuple[list[Any], list[Any]]]:
    """Beginnings of logs that lead to positions which only what is hidden tells apart."""
    game, bodies = match.game, bodies_of(match)
    if other := other_world(match, viewer, rng, lasting=True):
        pairs = zip(states_of(match, bodies), states_of(match, other), strict=True)
        differ = [n for n, (one, two) in enumerate(pairs) if one != two and _asks(game, one)]
        number = rng.choice(differ)
        yield bodies[:number], other[:number]
    if covered := _other_card_face_down(match, viewer, rng):
        yield bodies[: len(covered)], covered


def _other_card_face_down(
    match: AnyMatch, viewer: Seat | None, rng: random.Random
) -> list[Any] | None:
    """The beginning of a log in which somebody has laid another card face down."""
    game, bodies = match.game, bodies_of(match)
    states = states_of(match, bodies)
    hidden = [n for n, body in enumerate(bodies) if getattr(body, "face_down", False)]
    rng.shuffle(hidden)
    for number in hidden:
        if game.to_act(states[number]) == viewer:
            continue
        for action in rng.sample(legal := list(game.legal(states[number])), len(legal)):
            if action == bodies[number] or not getattr(action, "face_down", False):
                continue
            other = [*bodies[:number], action]
            state = game.play(states[number], action)
            if not _only_secrets_differ(state, states[number + 1], viewer):
                continue
            for body in bodies[number + 1 :]:
                if body not in _possible(game, state):
                    break
                state = game.play(state, body)
                if not _only_secrets_differ(state, states[len(other) + 1], viewer):
                    break
                other.append(body)
            while not _asks(game, states[len(other)]):
                other.pop()
            if len(other) > number:
                return other
    return None


def states_of(match: AnyMatch, bodies: Sequence[Any]) -> list[Any]:
    """The states of a log, the one before it included."""
    states = [match.state_at(0)]
    for body in bodies:
        states.append(match.game.play(states[-1], body))
    return states


def _asks(game: AnyGame, state: Any) -> bool:
    return game.to_act(state) not in (None, CHANCE)


def _is_twin(
    game: AnyGame,
    bodies: Sequence[Any],
    states: Sequence[Any],
    viewer: Seat | None,
    first: int,
    second: int,
) -> bool:
    state = states[first]
    for number in range(first, second + 1):
        if bodies[number] not in _possible(game, state):
            return False
        state = game.play(state, bodies[number])
        if not _only_secrets_differ(state, states[number + 1], viewer):
            return False
    return bool(state == states[second + 1])


def _possible(game: AnyGame, state: Any) -> list[Any]:
    mover = game.to_act(state)
    if mover != CHANCE:
        return list(game.legal(state)) if mover is not None else []
    actions, weights = game.odds(state)
    return [action for action, weight in zip(actions, weights, strict=True) if weight]


@cache
def _marks(state: Any) -> dict[str, Mark | None]:
    return field_marks(state)


def _only_secrets_differ(left: Any, right: Any, viewer: Seat | None) -> bool:
    for name, mark in _marks(left.__class__).items():
        one, other = getattr(left, name), getattr(right, name)
        if one == other or mark is Mark.NOBODY:
            continue
        if mark is Mark.PLACER:
            if _covered(one, viewer) != _covered(other, viewer):
                return False
            continue
        if mark is not Mark.OWNER or (viewer is not None and one[viewer] != other[viewer]):
            return False
    return True


def _covered(laid: Any, viewer: Seat | None) -> Any:
    """Rows of cards as whoever did not lay them sees them: a card that lies face down is a back."""
    return [[(c.seat,) if c.face_down and c.seat != viewer else c for c in cards] for cards in laid]


# --- what a socket hears in a world -------------------------------------------------------------


def heard(
    game: AnyGame,
    match: AnyMatch,
    bodies: Sequence[Any],
    viewer: Seat | None,
    language: str = "en",
    *,
    replay: bool = False,
) -> list[bytes]:
    """Everything that the viewer's socket receives while a world is played at a table, and the
    replay after it.
    """
    table = _table(game, match)
    decisions, table.script = _sorted_out(game, table, bodies)
    table.adopt(table.begin(table.players), stored=0)
    listener = Listener(None if viewer is None else viewer + 1, language)
    table.audience.listeners.add(listener)
    table.audience.greet(listener, "", 0)
    lines = _drain(listener)
    for action in decisions:
        _play(table, action)
        lines += _drain(listener)
    if replay:
        lines.append(msgspec.json.encode(table.audience.replay(viewer, language)))
    return lines


def told_at(game: AnyGame, match: AnyMatch, number: int, state: Any, viewer: Seat | None) -> bytes:
    """What a socket that arrives after an entry is told of board and table, if `state` is true."""
    table = stopped_at(game, match, number, state)
    table.audience._logs[viewer, "en"] = Log([], number)  # the log is the twin worlds' affair
    listener = _arrived(table, viewer)
    table.audience.greet(listener, "", 0)
    return b"".join(_drain(listener))


def seen_at(game: AnyGame, match: AnyMatch, number: int, state: Any, viewer: Seat) -> bytes:
    """What a socket gets that asks after an entry what its seat sees, if `state` is true."""
    table = stopped_at(game, match, number, state)
    listener = _arrived(table, viewer)
    listener.seat = viewer
    house: Any = None  # whoever only looks needs no house
    asyncio.run(hear(house, table, listener, See()))
    return b"".join(_drain(listener))


def stopped_at(game: AnyGame, match: AnyMatch, number: int, state: Any) -> ScriptedTable:
    """A table after an entry of a match, with `state` for the truth."""
    table = _table(game, match)
    stopped: AnyMatch = Match(game, match.header, match.seal)
    stopped.entries = list(match.entries[:number])
    stopped.state = state
    table.adopt(stopped, stored=number)
    return table


def table_after(game: AnyGame, match: AnyMatch, bodies: Sequence[Any]) -> ScriptedTable:
    """A table where a match has come so far."""
    table = _table(game, match)
    played: AnyMatch = Match(game, match.header, match.seal)
    seated = Seated(tuple(range(match.header.seats)), drawn=False)
    for entry, body in zip(match.entries, [seated, *bodies], strict=False):
        played.entries.append(msgspec.structs.replace(entry, body=body))
        played.apply(body)
    table.adopt(played, stored=len(played.entries))
    return table


def _arrived(table: Table, viewer: Seat | None) -> Listener:
    listener = Listener(None if viewer is None else viewer + 1, "en")
    table.audience.listeners.add(listener)
    return listener


def fields_that_differ(left: Any, right: Any) -> set[str]:
    return {name for name in left.__struct_fields__ if getattr(left, name) != getattr(right, name)}


def _table(game: AnyGame, match: AnyMatch) -> ScriptedTable:
    seats = match.header.seats
    row = TableRow(
        id="worlds",
        game=game.meta.id,
        options=msgspec.json.encode(match.header.options).decode(),
        created=NOW,
        host=1,
        seed=match.seal.seed if match.seal else "",
        invitation="TWINTWIN",
        seating="fixed",
    )
    players = [
        PlayerRow(
            table_id="worlds",
            number=seat,
            kind=PERSON,
            name=f"Player {seat}",
            guest=seat + 1,
            nonce=match.header.nonces[seat],
        )
        for seat in range(seats)
    ]
    return ScriptedTable(row, players, game, lambda: NOW)


def _sorted_out(game: AnyGame, table: Table, bodies: Sequence[Any]) -> tuple[list[Any], list[int]]:
    """People's decisions, and the numbers of the outcomes that chance draws."""
    state = game.start(len(table.players), table.options)
    decisions, luck = [], []
    for body in bodies:
        if game.to_act(state) == CHANCE:
            luck.append(list(game.odds(state)[0]).index(body))
        else:
            decisions.append(body)
        state = game.play(state, body)
    return decisions, luck


def _play(table: Table, action: Any) -> None:
    """What a handler does with a choice, without the disk."""
    match = table.playing()
    mover = match.to_act
    assert mover is not None
    known = len(match.drafted)
    if happened := table.choose(mover, action, hold=False):
        change = TableChange(happened=happened, mover=mover, known=known)
    else:
        change = TableChange(only=mover if known else None)
    table.audience.publish(change)


def _drain(listener: Listener) -> list[bytes]:
    lines = []
    while listener._outbox:
        line = listener._outbox.popleft()
        assert line is not None
        lines.append(line)
    return lines
