"""A move that cannot be made is refused by the rule it breaks."""

from __future__ import annotations

import pytest

import ratskeller
from ratskeller.core.game import Refused
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import State
from tests.kinds import as_a
from tests.rules import rule
from tests.rules.pied_piper.positions import cards, play


def refusal(state: State, seat: int, *parts: str) -> tuple[str, str] | None:
    found = GAME.why_not(GAME.conceal(state, seat), parts)
    return (found.rule, found.reason) if found else None


@rule("PP-63")
def test_a_legal_placement_is_not_refused() -> None:
    assert refusal(position(hand=["F1"]), 0, "hand:F1", "slot:0") is None
    assert refusal(position(hand=["F1"]), 0, "hand:F1") is None


@rule("PP-63")
def test_it_is_not_your_turn() -> None:
    state = position(hands={1: ["F1"]})
    assert refusal(state, 1, "hand:F1", "slot:0") == ("PP-63", "not_your_turn")


@rule("PP-63")
def test_a_card_must_be_in_the_hand() -> None:
    state = position(hand=["F1", "F1", "F1", "F1"])
    assert refusal(state, 0, "hand:M") == ("PP-63", "not_in_hand")
    state = play(position(hand=["M", "F1", "F1", "F1"]), "M>1")
    assert refusal(state, 0, "hand:M", "slot:2") == ("PP-63", "not_in_hand")


@rule("PP-31")
def test_the_second_card_must_not_go_below_the_same_character() -> None:
    state = play(position(hand=["F1", "F2"]), "F1>2")
    assert refusal(state, 0, "hand:F2", "slot:1") == ("PP-31", "same_character")


@rule("PP-30")
def test_where_two_characters_wait_one_of_them_goes_first() -> None:
    state = position(line=["red F1", "blue F1"], hand=["F1", "F1"])
    state = play(state, "F1>1", "F1>2")
    assert refusal(state, 0, "slot:3") == ("PP-30", "choose_order")
    assert refusal(state, 0, "slot:1") is None


@rule("PP-50")
def test_without_the_variant_a_face_down_card_is_refused() -> None:
    state = position(hand=["F1"])
    assert refusal(state, 0, "hand:F1", "slot:0", "down") == ("PP-50", "no_face_down")


@rule("PP-31")
def test_a_match_refuses_the_same_character_by_its_rule() -> None:
    match = ratskeller.new("pied_piper", seats=3, seed=31)
    match.choose(0, match.legal(0)[0])
    first, second = (
        GAME.parse(f"{code}>1") for code in cards(as_a(State, match.state).hands[1])[:2]
    )
    match.choose(1, first)
    with pytest.raises(Refused, match="PP-31"):
        match.choose(1, second)
