"""What a lesson answers to another choice is true: each sentence is looked up in what the engine then does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import pytest
from msgspec import Struct

from ratskeller import games
from ratskeller.core.game import GameAction, GameEvent
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.scoring import sheet
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    CALCULATOR,
    CHEESE,
    COLLECT,
    DRINK,
    FORK,
    KINDS,
    LAUNCHPAD,
    MOVE,
    RATS,
    REWARD,
    ROCKET_SHIP,
    STOOD_STILL,
    Action,
    BurrowMoved,
    Buy,
    Collect,
    Drink,
    Gained,
    Move,
    State,
    Steal,
    TakeComic,
)
from ratskeller.words.lessons import Lesson
from ratskeller.words.speech import game_words
from tests.games.first_rat.speakers import EN
from tests.games.test_lessons import PUPIL, other_choices, positions

SHELVED = games.find("first_rat")  # the same game and words, as any room knows them
SPOKEN = game_words(SHELVED, "en")
BOOTHS = {"Harry Hamster": "hamster", "Zippy the Frog": "frog", "The Madcap Crow": "crow"}


class Deed(Struct, frozen=True):
    """A choice, played, and what is collected after it: what happened, and how it is then."""

    action: GameAction
    events: list[GameEvent]
    asked: list[int]  # the phases on the way
    after: State

    def moved(self) -> list[GameEvent]:
        return [event for event in self.events if isinstance(event, BurrowMoved)]

    def gained(self, goods: str) -> int:
        """How much of a kind came in, by its name in the singular or the plural."""
        gains = [event for event in self.events if isinstance(event, Gained)]
        return sum(gain.amount for gain in gains if goods in names_of(gain.kind))


def names_of(kind: int) -> set[str]:
    return {EN.nouns.goods(kind, count).partition(" ")[2] for count in (1, 2)}


def done(state: State, action: Action) -> Deed:
    """Move, then collect all of it without an energy drink; further choices stay open."""
    events: list[GameEvent] = []
    asked: list[int] = []
    following: Action | None = action
    while following is not None:
        steps = list(GAME.steps(state, following))
        events += [step.event for step in steps]
        state = steps[-1].state
        asked.append(state.phase)
        may_collect = state.phase == COLLECT or (
            state.phase == MOVE and state.walked != STOOD_STILL and state.mover == PUPIL
        )
        following = Collect() if may_collect and Collect() in GAME.legal(state) else None
        if state.phase == DRINK:
            following = Drink(use=False)
    return Deed(action, events, asked, state)


def text_of(deed: Deed) -> list[str]:
    """What is printed on the thing that was taken."""
    match deed.action:
        case Buy(item) | Steal(item):
            return [EN.items.item_text(item)]
        case TakeComic(comic):
            return [EN.items.comic_text(comic)]
    return []


def stands_at(deed: Deed, found: re.Match[str]) -> bool:
    booth = GAME.tables.box.booths[BOOTHS[found["whose"]]]
    here = cast(Move, deed.action).space
    return (booth.space, booth.price) == (here, int(found["price"]))


def walks(deed: Deed, found: re.Match[str]) -> bool:
    node = EN.nouns.node("to", deed.after.burrow[PUPIL])
    count = 1 if found["count"] == "one" else int(found["count"])
    return (len(deed.moved()), node) == (count, found["where"])


def may(deed: Deed, kind: type[Action]) -> bool:
    """Whether it is among the choices when the booths are reached."""
    state = deed.after
    while COLLECT < state.phase < BOOTH:
        state = GAME.play(state, GAME.legal(state)[-1])
    return any(isinstance(action, kind) for action in GAME.legal(state))


def flies(deed: Deed) -> bool:
    return LAUNCHPAD in deed.after.rats[RATS * PUPIL : RATS * (PUPIL + 1)]


WITNESSES: list[tuple[str, Callable[[Deed, re.Match[str]], bool]]] = [
    (
        r"You collect (?P<count>\d+) (?P<goods>[^:]*?)(: .*)?\.",
        lambda deed, found: deed.gained(found["goods"]) == int(found["count"]),
    ),
    (
        r"You move your light marker to light (?P<light>\d+)\.",
        lambda deed, found: deed.after.light[PUPIL] == int(found["light"]),
    ),
    (r"You move your burrow marker (?P<count>\w+) spaces?, (?P<where>.*)\.", walks),
    (
        r"With (?P<count>\w+) apple cores? left, you choose the way at the intersection\.",
        lambda deed, found: (
            deed.after.phase == FORK and deed.after.cores == int(found["count"].replace("one", "1"))
        ),
    ),
    (r"(?P<whose>.*)’s booth: .* for (?P<price>\d+) cheese each\.", stands_at),
    (r"You can only steal there.*", lambda deed, _: may(deed, Steal) and not may(deed, Buy)),
    (r"You can pay there, or steal.*", lambda deed, _: may(deed, Steal) and may(deed, Buy)),
    (r"You may double what you collect.*", lambda deed, _: DRINK in deed.asked),
    (r"Reward of the Launchpad: .*", lambda deed, _: deed.after.phase == REWARD),
    (r"The reward of the Launchpad comes last\.", lambda deed, _: flies(deed)),
    (r"It works from your next turn on\.", lambda deed, _: bool(deed.after.fresh)),
]


def holds(sentence: str, deed: Deed, log: list[str]) -> bool:
    """Whether the log tells it, or it is printed on the thing, or a witness finds it so."""
    if sentence in log or sentence in text_of(deed):
        return True
    asked = [
        (ask, found) for pattern, ask in WITNESSES if (found := re.fullmatch(pattern, sentence))
    ]
    assert len(asked) == 1, f"nobody can tell whether “{sentence}” is true"
    ((ask, found),) = asked
    return ask(deed, found)


@pytest.mark.parametrize("lesson", EN.course().lessons, ids=lambda lesson: lesson.id)
def test_whatever_is_answered_to_another_choice_comes_true(lesson: Lesson) -> None:
    for match, whole, action in other_choices(SHELVED, lesson):
        deed = done(cast(State, whole), cast(Action, action))
        log = [EN.event(event, match.names, PUPIL) for event in deed.events]
        said = SPOKEN.effects(match.view(PUPIL), action, match.names)
        assert all(holds(sentence, deed, log) for sentence in said), (
            SHELVED.notation(action),
            said,
        )
        if isinstance(action, Move):
            kinds = {event.kind for event in deed.events if isinstance(event, Gained)}
            told = " ".join(said)
            for kind in kinds:
                assert any(f" {name}" in told for name in names_of(kind)), (KINDS[kind], said)


def stock(kind: int) -> Callable[[State], int]:
    return lambda state: state.goods[kind]


CLAIMS: list[tuple[str, Callable[[State], int], int]] = [
    ("and you have 3.", stock(CHEESE), 3),
    ("reaches light 5.", lambda state: state.light[PUPIL], 5),
    ("Then you have 7.", stock(CHEESE), 7),
    ("then you have two calculators.", stock(CALCULATOR), 2),
    ("first space: 8 points.", lambda state: line(state, "track:cockpit"), 8),
    ("you have placed six of", lambda state: state.markers[PUPIL], 8 - 6),
    ("you have 15.", stock(CHEESE), 15),
    ("has three rats in the rocket.", lambda state: state.rats.count(ROCKET_SHIP), 3 + 1),
    ("that makes 10.", stock(CHEESE), 10),
    ("is your eighth score marker.", lambda state: state.markers[PUPIL], 0),
]
"""What remarks say is the case; where a move is asked for, after it."""


def line(state: State, source: str) -> int:
    """The points of the pupil from one source."""
    return next(one.points for one in sheet(state, PUPIL) if one.source == source)


def test_the_numbers_in_a_remark_are_those_of_the_match() -> None:
    told: list[tuple[str, State]] = []
    for lesson in EN.course().lessons:
        text = ""
        for step, match in positions(SHELVED, lesson):
            state = cast(State, match.view(PUPIL).seen)
            if text:
                told.append((text, state))
            text = step.text if step.play else ""
            if step.text and not step.play:
                told.append((step.text, state))
    for claim, count, number in CLAIMS:
        ((_, state),) = [one for one in told if claim in one[0]]
        assert count(state) == number, claim
