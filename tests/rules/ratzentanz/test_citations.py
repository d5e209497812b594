"""Every line of the log cites the rule that speaks of it: whole logs of all settings are read.

`TABLE` is written from the rulebook, and `circumstance` finds the row of an event by what lay on the
table before it, without a look at the cause that the event itself carries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace

from ratskeller.core.conformance import settings
from ratskeller.core.game import union_members
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    DOUBLE,
    NEW_BLOOD,
    NOWHERE,
    RATS,
    Action,
    Event,
    GameOver,
    Handle,
    Lapsed,
    Lost,
    Passed,
    SatOn,
    State,
    Stored,
    Surfaced,
    Throw,
    Walk,
    Walked,
)
from tests.games.ratzentanz.speakers import by_malice
from tests.games.walks import walk
from tests.lengths import often
from tests.rules import rule

TURNS = often(500, 2000)

TABLE: Final[Mapping[str, Mapping[str, str]]] = {
    "StartThrown": {"": "RT-04"},
    "StartTied": {"": "RT-04"},
    "Starts": {"": "RT-04"},
    "Thrown": {"": "RT-10"},
    "DieChosen": {"": "RT-10"},
    "Lapsed": {
        "no rat can walk so far": "RT-11",
        "no rat is on the board": "RT-14",
        "nobody is left for the second half": "RT-51",
        "all are behind the cat": "RT-76",
        "everybody has five rats": "RT-80",
        "nobody to call or to send away": "RT-85",
        "no square for the Piper": "RT-60",
    },
    "Passed": {"rather than a sacrifice": "RT-11", "nobody called home": "RT-85"},
    "PutDown": {"": "RT-102"},
    "SatOn": {
        "after the walk": "RT-101",
        "before the walk": "RT-102",
        "in a nest": "RT-108",
    },
    "LeftLying": {"": "RT-101"},
    "Walked": {"by the number": "RT-20", "by 2x": "RT-50", "on from where it surfaced": "RT-52"},
    "Surfaced": {"from the canal": "RT-30", "on the stairs": "RT-40"},
    "Mirrored": {"": "RT-40"},
    "Stored": {"on foot": "RT-107", "called home": "RT-90"},
    "Lost": {
        "on a walk": "RT-63",
        "on from where it surfaced": "RT-65",
        "on the way home": "RT-88",
    },
    "CatPut": {"": "RT-75"},
    "PiperPut": {"": "RT-60"},
    "FlutePlayed": {"": "RT-70"},
    "Born": {"": "RT-80"},
    "Fetched": {"": "RT-86"},
    "Evicted": {"": "RT-89"},
    "TurnEnded": {"": "RT-04"},
    "GameOver": {"enough kinds": "RT-120", "the turns are used up": "RT-122"},
}
NOT_IN_THIS_TOWN: Final = {("Lapsed", "no square for the Piper")}  # it has 97 alley squares


class Line(NamedTuple):
    """An event, the action that it came of, and what lay there before each of them."""

    event: Event
    action: Action
    before: State
    just_before: State


def lines() -> Iterator[Line]:
    """The whole logs of matches of all settings."""
    for seed, (seats, options) in enumerate(settings(GAME)):
        short = replace(options, turn_cap=TURNS)
        for before, action in walk(GAME, seats, short, seed=seed, choose=by_malice):
            state = before
            for step in GAME.steps(before, action):
                assert isinstance(step.event, Event)
                yield Line(step.event, action, before, state)
                state = step.state


def circumstance(line: Line) -> str:
    event, before, marks = line.event, line.before, GAME.ground.town.marks
    match event:
        case Lapsed():
            return _lapsed(line)
        case Passed():
            symbol = before.phase == CALL_HOME
            return "nobody called home" if symbol else "rather than a sacrifice"
        case SatOn(square=square):
            if square in GAME.ground.homes[before.seats]:
                return "in a nest"
            return "before the walk" if isinstance(line.action, Handle) else "after the walk"
        case Walked(rat=rat):
            if rat == before.used:
                return "on from where it surfaced"
            return "by 2x" if before.symbol == DOUBLE else "by the number"
        case Surfaced(via=via):
            return "from the canal" if marks[via] == "C" else "on the stairs"
        case Stored():
            return "on foot" if isinstance(line.action, Walk) else "called home"
        case Lost(rat=rat):
            if before.phase == CALL_HOME:
                return "on the way home"
            return "on from where it surfaced" if rat == before.used else "on a walk"
        case GameOver(winner=winner):
            return "enough kinds" if winner >= 0 else "the turns are used up"
    return ""


def _lapsed(line: Line) -> str:
    state = line.just_before
    if line.event == replace(line.event, die="symbol"):
        symbols = {NEW_BLOOD: "everybody has five rats", BACK: "nobody to call or to send away"}
        return symbols.get(state.symbol, "no square for the Piper")
    if state.symbol == DOUBLE and not isinstance(line.action, Throw):
        return "nobody is left for the second half"
    mine = {square for square in state.at[state.seat * RATS :][:RATS] if square != NOWHERE}
    if not mine:
        return "no rat is on the board"
    return "all are behind the cat" if mine == {state.cat} else "no rat can walk so far"


@pytest.mark.heavy
@rule("RT-30", "RT-40", "RT-52", "RT-65", "RT-88", "RT-90", "RT-108", "RT-122")
def test_every_line_of_the_log_cites_the_rule_that_speaks_of_it() -> None:
    met = set()
    for line in lines():
        row = type(line.event).__name__, circumstance(line)
        assert GAME.cite(line.event) == TABLE[row[0]][row[1]], f"{row}: {line.event}"
        met.add(row)
    rows = {(name, cause) for name, causes in TABLE.items() for cause in causes}
    assert rows - met == NOT_IN_THIS_TOWN


def test_the_table_knows_every_event_and_every_rule_that_is_cited() -> None:
    assert set(TABLE) == {event.__name__ for event in union_members(GAME.event_type)}
    for event, cited in GAME.citations.items():
        rules = [cited] if isinstance(cited, str) else list(cited.values())
        assert sorted(rules) == sorted(TABLE[event.__name__].values())
