"""What a lesson answers to another choice is true: each sentence is looked up in what the engine then does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import pytest
from msgspec import Struct

from ratskeller import games
from ratskeller.core.game import GameAction
from ratskeller.core.match import AnyMatch
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import KINDS, RATS, Action, Square, State, Take, Walk
from ratskeller.words import LANGUAGES
from ratskeller.words.lessons import Lesson
from ratskeller.words.speech import game_words
from tests.games.ratzentanz.speakers import EN, WORDS
from tests.games.test_lessons import PUPIL, other_choices, positions

SHELVED = games.find("ratzentanz")  # the same game and words, as any room knows them
SPOKEN = game_words(SHELVED, "en")


class Deed(Struct, frozen=True):
    """A choice, played: before and after it, and what the log then tells."""

    before: State
    after: State
    action: GameAction
    log: list[str]


def kinds_at(state: State, square: Square) -> set[int]:
    """The kinds that lie free there, digit by digit."""
    digits = reversed(f"{state.lying[square]:0{KINDS}}")
    return {kind for kind, count in enumerate(digits, 1) if count != "0"}


def larders(state: State) -> list[int]:
    return [len(kinds_at(state, home)) for home in GAME.ground.homes[state.seats]]


def takes(deed: Deed) -> set[int]:
    legal = GAME.legal(deed.after)
    return {action.kind for action in legal if isinstance(action, Take) and action.kind}


def runs_on(deed: Deed) -> bool:
    legal = GAME.legal(deed.after)
    moved = cast(Walk, deed.action).rat
    return any(isinstance(action, Walk) and action.rat == moved for action in legal)


def opens(deed: Deed, found: re.Match[str]) -> bool:
    """What is named was shut by the Piper or the cat, and is not any more."""
    was = [deed.before.cat, *GAME.ground.town.links[max(deed.before.piper, 0)]]
    names = {EN.nouns.place(square, deed.before.seats, PUPIL).name for square in was if square >= 0}
    moved = (deed.before.piper, deed.before.cat) != (deed.after.piper, deed.after.cat)
    return moved and set(found["places"].split(" and ")) <= names


def fills(deed: Deed, found: re.Match[str]) -> bool:
    """The nest that is named has so many kinds before and after."""
    seat = 0 if found["nest"] == "Your" else 1
    counted = larders(deed.before)[seat], larders(deed.after)[seat]
    return counted == (int(found["old"]), int(found["new"]))


def closes(deed: Deed, found: re.Match[str]) -> bool:
    """The Piper stands beside every place that is named, and beside no other."""
    links = GAME.ground.town.links
    behind = [square for square in links[deed.after.piper] if links[square] == (deed.after.piper,)]
    names = [EN.nouns.place(square, deed.after.seats, PUPIL).name for square in behind]
    return " and ".join(names) == found["places"]


WITNESSES: list[tuple[str, Callable[[Deed, re.Match[str]], bool]]] = [
    (r"Locked in: .*", lambda deed, _: deed.after.cat in deed.after.at),
    (r"Closed: (?P<places>.*)\.", closes),
    (r"Open again: (?P<places>.*)\.", opens),
    (r"(?P<nest>Your|.*) nest.*: (?P<old>\d) → (?P<new>\d) of 4 kinds\.", fills),
    (
        r"That kind is there already.*",
        lambda deed, _: larders(deed.before) == larders(deed.after),
    ),
    (
        r"Then you may take (?P<foods>.*)\.",
        lambda deed, found: (
            {EN.nouns.food("object", kind) for kind in takes(deed)}
            == set(found["foods"].split(" or "))
        ),
    ),
    (r"Then this rat may run on\.", lambda deed, _: runs_on(deed)),
    (r"Then this rat does not run on\.", lambda deed, _: not runs_on(deed)),
]


def holds(sentence: str, deed: Deed) -> bool:
    """Whether the log tells it, or a witness finds it so."""
    if sentence in deed.log:
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
        before = cast(State, whole)
        steps = list(GAME.steps(before, cast(Action, action)))
        log = [EN.event(step.event, match.names, PUPIL) for step in steps]
        deed = Deed(before, steps[-1].state, action, log)
        said = SPOKEN.effects(match.view(PUPIL), action, match.names)
        assert all(holds(sentence, deed) for sentence in said), (SHELVED.notation(action), said)
        pairs = zip(larders(before), larders(deed.after), strict=True)
        assert sum(old != new for old, new in pairs) == sum("→" in one for one in said)
        assert bool(takes(deed)) == any(one.startswith("Then you may take") for one in said)


def pointed_at(match: AnyMatch, part: str) -> set[int]:
    """The kinds of food that are there: in a storeroom, as a chip, under a rat, in a larder."""
    state = cast(State, match.view(PUPIL).seen)
    what, _, where = part.partition(":")
    if what == "sq":
        return kinds_at(state, GAME.ground.number_of[where])
    if what == "chip":
        return {int(where[-1])}
    if what == "rat":
        seat, rat = map(int, where.split("."))
        return {state.load[seat * RATS + rat - 1]}
    if what == "larder":
        return kinds_at(state, GAME.ground.homes[state.seats][int(where)])
    return set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_remark_points_at_the_food_that_it_names(language: str) -> None:
    words = WORDS[language]
    foods = {kind: words.nouns.food("label", kind).lower() for kind in range(1, KINDS + 1)}
    for lesson in words.course().lessons:
        for step, match in positions(SHELVED, lesson):
            text = step.text.lower()
            named = {kind for kind, food in foods.items() if food in text}
            there = set().union(*(pointed_at(match, part) for part in step.at))
            assert named <= there, step
