"""The variant "A Happy Life is a Secret Life": one card a turn may lie face down."""

from __future__ import annotations

import pytest

from ratskeller.core.game import CHANCE, Step
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.actions import CARD_CODES
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import (
    UNKNOWN,
    CardPlaced,
    CardRevealed,
    CharacterActivated,
    State,
)
from tests.rules import rule
from tests.rules.pied_piper.positions import activate, events, gap, play, possible, ranks

FORWARD, SEWER, MELODY = (CARD_CODES.index(code) for code in ("F1", "S1", "M"))


def seen_below(state: State, slot: int, viewer: int | None) -> list[str]:
    """What a viewer reads of the cards below a Character."""
    laid = GAME.conceal(state, viewer).seen.laid[slot - 1]
    return [CARD_CODES[card.card] for card in laid]


# --- placing face down -------------------------------------------------------------------------


@rule("PP-50")
def test_without_the_variant_no_card_lies_face_down() -> None:
    assert not [move for move in possible(position()) if move.endswith("*")]


@rule("PP-50", "PP-32")
def test_every_placement_can_be_made_either_way() -> None:
    state = position(secret=True, hand=["F1", "F1", "F1", "M"])
    assert len(possible(state)) == 2 * 4 * 2


@rule("PP-50")
def test_at_most_one_card_of_a_turn_lies_face_down() -> None:
    state = play(position(secret=True, hand=["F1", "F2"]), "F1>1*")
    assert "F2>2" in possible(state)
    assert not [move for move in possible(state) if move.endswith("*")]


@rule("PP-50", "PP-51")
def test_it_may_be_the_second_card() -> None:
    state = play(position(secret=True, hand=["F1", "F2"]), "F1>1")
    assert {"F2>2", "F2>2*"} <= set(possible(state))


@rule("PP-50")
def test_it_need_not_be_any_card() -> None:
    state = play(position(secret=True, hand=["F1", "F2"]), "F1>1", "F2>2")
    assert not any(card.face_down for under in state.laid for card in under)


@rule("PP-50")
def test_the_next_turn_may_hide_a_card_again() -> None:
    state = play(position(secret=True, hand=["F1", "F2"]), "F1>1*", "F2>2", "draw F1", "draw F1")
    assert [move for move in possible(state) if move.endswith("*")]


@rule("PP-50", "PP-33")
def test_the_single_card_of_the_first_turn_may_lie_face_down() -> None:
    state = play(position(secret=True, turn=0, hand=["F1"]), "F1>1*")
    assert state.laid[0][0].face_down
    assert GAME.to_act(state) == CHANCE


@rule("PP-50")
def test_a_second_face_down_card_is_refused_by_its_rule() -> None:
    state = play(position(secret=True, hand=["F1", "F2"]), "F1>1*")
    refusal = GAME.why_not(GAME.conceal(state, 0), ("hand:F2", "slot:1", "down"))
    assert refusal
    assert (refusal.rule, refusal.reason) == ("PP-50", "one_face_down")


# --- which card --------------------------------------------------------------------------------


@rule("PP-51")
@pytest.mark.parametrize("card", ["F1", "F2", "B1", "S1", "+1", "M"])
def test_every_kind_of_card_may_lie_face_down(card: str) -> None:
    state = play(position(secret=True, hand=[card]), f"{card}>1*")
    assert seen_below(state, 1, 3) == ["?"]


@rule("PP-51", "PP-64")
def test_a_face_down_card_that_completes_a_character_is_turned_over_in_the_same_turn() -> None:
    state = position(secret=True, line=["red B1"], hand=["F2", "S1"], where={"red": 0})
    told = events(state, "F2>3", "S1>1*")
    assert CardRevealed(0, 1, 0, SEWER) in told
    state = play(state, "F2>3", "S1>1*")
    assert (gap(state, "red"), state.levels) == (0, (0, 0, 0, 1))


@rule("PP-51")
def test_two_face_down_cards_of_different_turns_may_meet() -> None:
    state = position(secret=True, line=["red F1*"], hand=["M", "S1"], where={"red": 0, "blue": 0})
    told = events(state, "S1>3", "M>1*")
    revealed = [(e.position, e.card) for e in told if isinstance(e, CardRevealed)]
    assert revealed == [(0, FORWARD), (1, MELODY)]
    assert play(state, "S1>3", "M>1*").levels == (2, 0, 0, 0)


@rule("PP-51", "PP-64")
def test_a_face_down_card_acts_in_the_order_it_was_laid() -> None:
    # Under first, then back: house 0. The other way round it would be house 3.
    state = position(secret=True, line=["red S1*"], hand=["B1"], where={"red": 0})
    assert activate(state, "B1>1").levels == (1, 0, 0, 0)


# --- turning over ------------------------------------------------------------------------------


def two_with_hidden_cards() -> State:
    """Two Characters activate; below each lies a stranger's card face down."""
    state = position(
        secret=True,
        active=2,
        line=["red F1*@0", "blue B1*@1"],
        hand=["F1", "S1"],
        where={"red": 0, "blue": 2},
    )
    return play(state, "F1>1")


@rule("PP-52")
def test_all_face_down_cards_are_shown_before_the_order_is_chosen() -> None:
    state = play(two_with_hidden_cards(), "S1>2")
    assert possible(state) == ["first 1", "first 2"]
    assert seen_below(state, 1, 3) == ["F1", "F1"]
    assert seen_below(state, 2, 3) == ["B1", "S1"]
    assert state.levels == (0, 0, 0, 0)


@rule("PP-52")
def test_nothing_moves_before_every_card_is_shown() -> None:
    told = events(two_with_hidden_cards(), "S1>2", "first 1")
    kinds = [type(e) for e in told if isinstance(e, CardRevealed | CharacterActivated)]
    assert kinds[:2] == [CardRevealed, CardRevealed]
    assert CardRevealed not in kinds[2:]


@rule("PP-52")
def test_a_face_down_card_stays_hidden_while_its_character_waits() -> None:
    state = position(secret=True, active=2, line=["red F1*@0", "blue B1*@1"], hand=["F1"])
    state = activate(state, "F1>1")
    assert seen_below(state, 2, 3) == ["?"]
    assert state.laid[1][0].face_down


@rule("PP-52")
def test_turning_over_is_a_point_of_no_return() -> None:
    steps: list[Step[State]] = list(GAME.steps(two_with_hidden_cards(), GAME.parse("S1>2")))
    assert [s.reveals for s in steps if isinstance(s.event, CardRevealed)] == [True, True]


# --- looking -----------------------------------------------------------------------------------


@rule("PP-53", "PP-37")
def test_only_the_placer_can_look_at_a_face_down_card() -> None:
    state = position(secret=True, active=2, line=["red M*@0"])
    assert seen_below(state, 1, 0) == ["M"]
    for viewer in (1, 2, 3, None):
        assert seen_below(state, 1, viewer) == ["?"]
        assert GAME.conceal(state, viewer).seen.laid[0][0].seat == 0  # who laid it is open


@rule("PP-53")
def test_the_others_are_not_told_which_card_was_laid_face_down() -> None:
    state = position(secret=True, hand=["M"])
    (event,) = events(state, "M>1*")
    told = GAME.conceal_event(event, 3)
    assert isinstance(told, CardPlaced)
    assert (told.card, told.face_down, told.slot) == (UNKNOWN, True, 0)
    assert GAME.conceal_event(event, 0) == event
    move = GAME.parse("M>1*")
    assert GAME.notation(GAME.conceal_action(state, move, 3)) == "?>1*"
    assert GAME.conceal_action(state, move, 0) == move


@rule("PP-53")
def test_a_card_laid_face_up_is_told_to_everybody() -> None:
    state = position(secret=True, hand=["M"])
    (event,) = events(state, "M>1")
    assert GAME.conceal_event(event, 3) == event


@rule("PP-53", "PP-18")
def test_a_face_down_card_of_a_player_who_is_out_stays_hidden() -> None:
    state = position(
        secret=True,
        active=2,
        levels=[6],
        line=["red F1", "blue M*@0"],
        hand=["S1"],
        where={"red": 0},
    )
    state = activate(state, "S1>1")
    assert state.out == (0,)
    assert seen_below(state, 2, 3) == ["?"]
    assert seen_below(state, 2, 0) == ["M"]


@rule("PP-53", "PP-37")
def test_at_the_end_of_the_game_every_face_down_card_is_shown() -> None:
    state = position(
        3,
        secret=True,
        active=2,
        levels=[6, 1, 4],
        line=["red F1", "blue M*@0"],
        hand=["S1"],
        where={"red": 0},
    )
    state = activate(state, "S1>1")
    assert ranks(state) == (3, 1, 2)
    assert seen_below(state, 2, 1) == ["M"]
