"""Twin worlds: two matches that differ only in what one viewer may not know.

A match is played at random. Then two draws of its log are exchanged, and the log is folded again:

    true world    ... draw X ...... draw Y ...          every entry is possible in both, and between
    other world   ... draw Y ...... draw X ...          the two draws nothing differs but secrets

What differs is judged by the visibility marks of the state's fields, never by `conceal`: a leaky
`conceal` would vouch for itself.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from ratskeller.core.chance import Seal
from ratskeller.core.game import CHANCE, Game, Mark, Seat, field_marks
from ratskeller.core.match import Match, Player, TableEvent
from ratskeller.server.listener import Listener
from ratskeller.server.schema import PERSON, PlayerRow, TableRow
from ratskeller.server.telling import LiveTable, News

NOW = 1_700_000_000.0


class ScriptedTable(LiveTable):
    """A table where luck follows a script."""

    script: Sequence[int] = ()

    def seal(self) -> Seal:
        return _Replayed(self.row.id, self.row.seed, super().seal().nonces, list(self.script))


class _Replayed(Seal, frozen=True):
    """Draws the outcomes of a log, in their order."""

    luck: list[int]

    def outcome(self, stream: str, number: int, weights: Sequence[int]) -> int:
        del stream, number, weights
        return self.luck.pop(0)


def play_at_random(
    game: Game[Any, Any], seats: int, options: Any, rng: random.Random
) -> Match[Any, Any]:
    nonces = tuple(rng.randbytes(16).hex() for _ in range(seats))
    seal = Seal("worlds", rng.randbytes(32).hex(), nonces)
    people = [Player(f"Player {number}") for number in range(seats)]
    match = Match.begin(game, seats, options, people, seal, now=NOW)
    while not match.over:
        mover = match.to_act
        assert mover is not None
        match.choose(mover, rng.choice(match.legal(mover)), now=NOW)
    return match


def bodies_of(match: Match[Any, Any]) -> list[Any]:
    return [entry.body for entry in match.entries if not isinstance(entry.body, TableEvent)]


def other_world(
    match: Match[Any, Any], viewer: Seat | None, rng: random.Random, tries: int = 60
) -> list[Any] | None:
    """The log of a world that the viewer cannot tell from the true one, or None if none is found."""
    game, bodies = match.game, bodies_of(match)
    states = [match.state_at(0)]
    for body in bodies:
        states.append(game.play(states[-1], body))
    draws = [n for n, state in enumerate(states[:-1]) if game.to_act(state) == CHANCE]
    for _ in range(tries):
        first, second = sorted(rng.sample(draws, 2))
        if bodies[first] == bodies[second]:
            continue
        swapped = list(bodies)
        swapped[first], swapped[second] = bodies[second], bodies[first]
        if _is_twin(game, swapped, states, viewer, first, second):
            return swapped
    return None


def _is_twin(
    game: Game[Any, Any],
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


def _possible(game: Game[Any, Any], state: Any) -> list[Any]:
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
        if mark is not Mark.OWNER or (viewer is not None and one[viewer] != other[viewer]):
            return False
    return True


# --- what a socket hears in a world -------------------------------------------------------------


def heard(
    game: Game[Any, Any],
    match: Match[Any, Any],
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
    table.adopt(table.begin(), stored=0)
    listener = Listener(None if viewer is None else viewer + 1, language)
    table.listeners.add(listener)
    table.greet(listener, "", 0)
    lines = _drain(listener)
    for action in decisions:
        _play(table, action)
        lines += _drain(listener)
    if replay:
        lines.append(msgspec.json.encode(table.replay(viewer, language)))
    return lines


def told_at(
    game: Game[Any, Any], match: Match[Any, Any], number: int, state: Any, viewer: Seat | None
) -> bytes:
    """What a socket that arrives after an entry is told of board and table, if `state` is true."""
    table = _table(game, match)
    stopped: Match[Any, Any] = Match(game, match.header, match.seal)
    stopped.entries = list(match.entries[:number])
    stopped.state = stopped._draft = state
    table.adopt(stopped, stored=number)
    table._logs[viewer, "en"] = []  # the log is the twin worlds' affair
    listener = Listener(None if viewer is None else viewer + 1, "en")
    table.listeners.add(listener)
    table.greet(listener, "", 0)
    return b"".join(_drain(listener))


def _table(game: Game[Any, Any], match: Match[Any, Any]) -> ScriptedTable:
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


def _sorted_out(
    game: Game[Any, Any], table: LiveTable, bodies: Sequence[Any]
) -> tuple[list[Any], list[int]]:
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


def _play(table: LiveTable, action: Any) -> None:
    """What `deeds` does with a choice, without the disk."""
    match = table.playing()
    mover = match.to_act
    assert mover is not None
    count, state, known = len(match.entries), match.state, len(match.drafted)
    table.choose(mover, action, hold=False)
    if len(match.entries) > count:
        table.publish(News(happened=table.moments(count, state), mover=mover, known=known))
    else:
        table.publish(News(), only=mover if known else None)


def _drain(listener: Listener) -> list[bytes]:
    lines = []
    while listener._outbox.qsize():
        line = listener._outbox.get_nowait()
        assert line is not None
        lines.append(line)
    return lines
