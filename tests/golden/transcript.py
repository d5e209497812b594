"""A whole match as text. Nothing here knows a particular game.

    17 seat 2    F1>3            1 of 12
       CardPlaced(seat=2, slot=2, figure=4, card=0, face_down=False)
    18 chance    draw B1         7 of 31
       CardDrawn(seat=2, card=2)
    --- after 3 turns
        levels = (0, 1, 0, 2)

Each entry of the log: its number, who, what in notation, how likely it was (a seat: one of so many
legal actions; chance: its weight of the sum), and the events. Now and then the position: every
field of the state that has changed since it was last told.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

import ratskeller
from ratskeller.core.game import CHANCE, AnyGame
from ratskeller.core.match import AnyMatch, TableEvent

TURNS_BETWEEN_POSITIONS = 3


class Setting(Struct, frozen=True):
    """What is played: `name` is that of the file."""

    name: str
    game: str
    seats: int
    seed: int
    options: dict[str, Any] = {}


def transcript(setting: Setting) -> str:
    match = play_out(setting)
    return "".join(f"{line}\n" for line in _lines(setting, match))


def play_out(setting: Setting) -> AnyMatch:
    """A match of players who choose anything that is legal."""
    match = ratskeller.new(setting.game, seats=setting.seats, seed=setting.seed, **setting.options)
    rng = random.Random(setting.seed)
    while (seat := match.to_act) is not None:
        legal = match.legal(seat)
        # Not rng.choice: what it picks may differ between versions of Python.
        match.choose(seat, legal[int(rng.random() * len(legal))])
    return match


def _lines(setting: Setting, match: AnyMatch) -> Iterator[str]:
    game, state = match.game, match.state_at(0)
    options = ", ".join(f"{name}={value}" for name, value in setting.options.items())
    yield f"{setting.game}, {setting.seats} players, seed {setting.seed}"
    yield f"options: {options or 'none'}"
    told: dict[str, str] = {}
    told_at = 0
    yield from _position("before the first draw", state, told)
    for entry in match.entries:
        if isinstance(entry.body, TableEvent):
            yield f"{entry.number:4} table     {entry.body}"
            continue
        who = "chance" if entry.seat is None else f"seat {entry.seat}"
        what = game.notation(entry.body)
        yield f"{entry.number:4} {who:9} {what:15} {_odds(game, state, entry.body)}"
        for step in game.steps(state, entry.body):
            yield f"     {step.event}"
        state = game.play(state, entry.body)
        turns = game.turns(state)
        if turns >= told_at + TURNS_BETWEEN_POSITIONS and game.to_act(state) != CHANCE:
            told_at = turns
            yield from _position(f"after {turns} turns", state, told)
    yield from _position("at the end", state, told)
    yield f"outcome: {match.outcome}"


def _odds(game: AnyGame, state: Any, action: Any) -> str:
    """How many ways there were to go on."""
    if game.to_act(state) != CHANCE:
        return f"1 of {len(game.legal(state))}"
    actions, weights = game.odds(state)
    return f"{weights[list(actions).index(action)]} of {sum(weights)}"


def _position(when: str, state: Struct, told: dict[str, str]) -> Iterator[str]:
    """The fields that differ from what was told before; nothing where none does."""
    now = {field: repr(getattr(state, field)) for field in state.__struct_fields__}
    changed = [field for field in now if told.get(field) != now[field]]
    told.update(now)
    if changed:
        yield f"--- {when}"
        yield from (f"     {field} = {now[field]}" for field in changed)
