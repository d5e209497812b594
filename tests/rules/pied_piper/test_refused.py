"""Thousands of forbidden things, each refused by a rule that forbids it, in a sentence that is true.

`FORBIDS` is a plain list beside the engine: what each rule forbids, read off a position and the
parts that somebody chose. It shares nothing with `why_not`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import pytest
from msgspec.structs import replace

from ratskeller.core.conformance import settings
from ratskeller.core.course import at_random, course
from ratskeller.core.game import CHANCE, Refusal, Seat
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import (
    ORDER,
    OVER,
    PLACE,
    TURN_CAP,
    GoFirst,
    Options,
    PlaceCard,
    State,
)
from ratskeller.words.speech import game_words
from tests.lengths import often
from tests.refused import attempts_at

pytestmark = pytest.mark.heavy

CODES: Final = ("F1", "F2", "B1", "S1", "+1", "M")
SLOTS: Final = ("slot:0", "slot:1", "slot:2", "slot:3")
PARTS: Final = (
    *(f"hand:{code}" for code in (*CODES, "?")),
    *SLOTS,
    *("up", "down", "house:0", "gap:1", "figure:red", "deck:action", "discard:character"),
)


class Wish(NamedTuple):
    """Parts that a seat chose one after the other, and what it was told."""

    state: State
    seat: Seat
    path: tuple[str, ...]
    refusal: Refusal

    @property
    def card(self) -> int | None:
        code = self.path[0].removeprefix("hand:")
        return CODES.index(code) if code in CODES else None

    @property
    def slot(self) -> int | None:
        return SLOTS.index(self.path[1]) if self.path[1:2] and self.path[1] in SLOTS else None

    @property
    def held(self) -> int:
        return 0 if self.card is None else self.state.hands[self.seat][self.card]

    @property
    def may_hide(self) -> bool:
        """Whether one card may still go face down in this turn."""
        return self.state.options.secret and not self.state.hid


Holds: TypeAlias = Callable[[Wish], bool]


def _over(wish: Wish, *, ending: str) -> bool:
    return wish.state.phase == OVER and wish.state.ending == ending


def _no_step_of_a_turn(wish: Wish) -> bool:
    """Not one's turn, not a card of one's hand, not below a Character, or more than that."""
    if wish.state.phase == OVER or wish.seat != wish.state.active:
        return wish.state.phase != OVER
    if wish.state.phase != PLACE:
        return False
    below = len(wish.path) == 1 or wish.slot is not None
    return not wish.held or not below or (len(wish.path) > 2 and not wish.may_hide)


def _no_order(wish: Wish) -> bool:
    waiting = [(f"slot:{slot}",) for slot in wish.state.waiting]
    return wish.state.phase == ORDER and wish.path not in waiting


def _same_card_twice(wish: Wish) -> bool:
    placed = wish.state.phase == PLACE and wish.state.to_place == 1 and wish.state.used >= 0
    return placed and wish.slot == wish.state.used


def _face(wish: Wish) -> bool:
    if wish.state.phase != PLACE or len(wish.path) < 3:
        return False
    right = wish.path[2] in ("up", "down") and len(wish.path) == 3
    return not right if wish.may_hide else wish.path[2] == "down"


FORBIDS: Final[Mapping[str, Holds]] = {
    "PP-13": lambda wish: _over(wish, ending="roof"),
    "PP-19": lambda wish: _over(wish, ending="two_left"),
    "PP-68": lambda wish: _over(wish, ending="turn_cap"),
    "PP-30": _no_order,
    "PP-31": _same_card_twice,
    "PP-50": _face,
    "PP-63": _no_step_of_a_turn,
}

TRUE: Final[Mapping[str, Holds]] = {
    "over": lambda wish: wish.state.phase == OVER,
    "not_your_turn": lambda wish: wish.state.active != wish.seat,
    "choose_order": lambda wish: len(wish.state.waiting) == 2,
    "card_first": lambda wish: wish.path[0] in SLOTS,
    "not_a_card": lambda wish: wish.card is None,
    "not_in_hand": lambda wish: not wish.held and wish.refusal.args == {"card": wish.card},
    "not_a_character": lambda wish: wish.slot is None,
    "same_character": lambda wish: (
        wish.refusal.args == {"figure": wish.state.line[wish.state.used]}
    ),
    "one_face_down": lambda wish: wish.state.options.secret and wish.state.hid,
    "no_face_down": lambda wish: not wish.state.options.secret,
    "which_face": lambda wish: wish.may_hide,
    "too_many_parts": lambda wish: not wish.may_hide and len(wish.path) > 2,
}
"""What the sentence of each reason says of the position."""


def advised(wish: Wish) -> Sequence[PlaceCard | GoFirst]:
    """What somebody would do who follows the sentence; nothing where it gives no advice."""
    state, card, slot = wish.state, wish.card, wish.slot
    match wish.refusal.reason:
        case "choose_order":
            return [GoFirst(slot) for slot in state.waiting]
        case "card_first" | "not_a_card":
            held = [card for card, count in enumerate(state.hands[wish.seat]) if count]
            return [PlaceCard(one, slot) for one in held for slot in _open(state)]
        case "not_a_character" | "same_character":
            assert card is not None
            return [PlaceCard(card, slot) for slot in _open(state)]
        case "one_face_down" | "no_face_down" | "too_many_parts":
            assert card is not None
            assert slot is not None
            return [PlaceCard(card, slot)]
        case "which_face":
            assert card is not None
            assert slot is not None
            return [PlaceCard(card, slot), PlaceCard(card, slot, face_down=True)]
    return []


def _open(state: State) -> list[int]:
    return [slot for slot in range(4) if slot != state.used]


# --- drawing them ------------------------------------------------------------------------------


def _tried(state: State, rng: random.Random, tries: int) -> Iterator[Wish]:
    """Illegal actions and clicks of the seat to act and of another one."""
    for seat in (state.active, (state.active + 1) % state.seats):
        for one in attempts_at(GAME, state, seat, rng, tries):
            yield Wish(state, seat, GAME.path(state, one.action), one.refusal)
        view = GAME.conceal(state, seat)
        for _ in range(tries):
            path = tuple(rng.choices(PARTS, k=rng.randint(1, 4)))
            if rng.random() < 0.7:  # most clicks begin as they should
                path = (f"hand:{rng.choice(CODES)}", rng.choice(SLOTS), *path)[: len(path)]
            if refusal := GAME.why_not(view, path):
                yield Wish(state, seat, path, refusal)


@cache
def wishes() -> list[Wish]:
    """Tried in matches of every setting, and at their ends; one match is near the last turn."""
    rng = random.Random("refused")
    found: list[Wish] = []
    starts = [GAME.start(seats, options) for seats, options in settings(GAME)]
    late = next(s for s in _course(GAME.start(3, Options()), rng) if s.phase == PLACE)
    for start in (*starts, replace(late, turn=TURN_CAP - 2)):
        for state in _course(start, rng):
            if GAME.to_act(state) != CHANCE:
                found += _tried(state, rng, often(2, 20))
    return found


def _course(start: State, rng: random.Random) -> Iterator[State]:
    return (state for state, _, _ in course(GAME, start, at_random(GAME, start.seats, rng)))


# --- what holds of all of them -----------------------------------------------------------------


def test_thousands_are_tried_and_every_rule_and_reason_is_met() -> None:
    assert len(wishes()) > 5000
    assert {wish.refusal.rule for wish in wishes()} == FORBIDS.keys()
    assert {wish.refusal.reason for wish in wishes()} == TRUE.keys()


def test_the_rule_that_is_cited_forbids_it() -> None:
    for wish in wishes():
        broken = [rule for rule, forbids in FORBIDS.items() if forbids(wish)]
        assert wish.refusal.rule in broken, (wish.path, wish.refusal, broken)


def test_the_sentence_is_true_of_the_position() -> None:
    for wish in wishes():
        assert TRUE[wish.refusal.reason](wish), (wish.path, wish.refusal)


def test_what_is_advised_is_not_refused_in_turn() -> None:
    for wish in wishes():
        legal = GAME.legal(wish.state)
        assert all(action in legal for action in advised(wish)), (wish.path, wish.refusal)


def test_the_sentence_names_the_card_and_the_character_that_are_meant() -> None:
    words = game_words(GAME, "en")
    figures = ("red rat", "yellow rat", "blue rat", "green rat", "purple rat", "black rat", "Piper")
    cards = ("Forward", "Double step", "Back", "Sewer", "+1", "Melody")
    for wish in wishes():
        said = words.refusal(wish.refusal)
        if wish.refusal.reason == "same_character":
            assert figures[wish.state.line[wish.state.used]] in said
        if wish.refusal.reason == "not_in_hand":
            assert wish.card is not None
            assert cards[wish.card] in said
