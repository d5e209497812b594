"""What everybody may know and what is hidden."""

from __future__ import annotations

import pytest

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import CardDrawn, State
from tests.rules import rule
from tests.rules.pied_piper.positions import activate, cards, events, play

OPEN = [
    "levels",
    "where",
    "ring",
    "line",
    "laid",
    "discard",
    "character_deck",
    "character_discard",
    "holders",
    "out",
    "active",
    "turn",
]

EVERYBODY = pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])


def table() -> State:
    """A game under way, with something on every pile."""
    return position(
        5,
        active=1,
        out=[4],
        held={4: 0},
        levels=[1, 2, 3, 4],
        line=["red F1@0", "piper M@2"],
        deck=["M", "F1", "F1"],
        character_deck=["red", "piper"],
    )


@rule("PP-37")
@EVERYBODY
@pytest.mark.parametrize("field", OPEN)
def test_everybody_sees_what_lies_open(viewer: int | None, field: str) -> None:
    state = table()
    assert getattr(GAME.conceal(state, viewer).seen, field) == getattr(state, field)


@rule("PP-37")
@EVERYBODY
def test_who_laid_each_card_is_open(viewer: int | None) -> None:
    laid = GAME.conceal(table(), viewer).seen.laid
    assert [card.seat for under in laid for card in under] == [0, 2]


@rule("PP-37")
@EVERYBODY
def test_a_hand_is_seen_by_its_owner_only_but_its_size_by_all(viewer: int | None) -> None:
    state = table()
    seen = GAME.conceal(state, viewer).seen
    for seat, hand in enumerate(state.hands):
        if seat == viewer:
            assert seen.hands[seat] == hand
        else:
            assert cards(seen.hands[seat]) == ["?"] * sum(hand)


@rule("PP-37")
@EVERYBODY
def test_of_the_action_deck_only_the_size_is_known(viewer: int | None) -> None:
    assert cards(GAME.conceal(table(), viewer).seen.deck) == ["?", "?", "?"]


@rule("PP-37")
def test_only_the_drawer_learns_which_card_was_drawn() -> None:
    state = play(position(hand=["F1", "F2"]), "F1>1", "F2>2")
    (event,) = events(state, "draw M")
    assert isinstance(event, CardDrawn)
    assert GAME.conceal_event(event, 0) == event
    draw = GAME.parse("draw M")
    for viewer in (1, 2, 3, None):
        told = GAME.conceal_event(event, viewer)
        assert isinstance(told, CardDrawn)
        assert cards([int(kind == told.card) for kind in range(7)]) == ["?"]
        assert GAME.notation(GAME.conceal_action(state, draw, viewer)) == "draw ?"


@rule("PP-37", "PP-18")
def test_the_hand_of_a_player_who_is_out_is_laid_open() -> None:
    state = position(
        active=2,
        levels=[6],
        line=["red F1"],
        hand=["S1"],
        hands={0: ["M", "M", "M", "M"]},
        where={"red": 0},
    )
    seen = GAME.conceal(activate(state, "S1>1"), 3).seen
    assert cards(seen.discard).count("M") == 4


@rule("PP-37")
@EVERYBODY
def test_at_the_end_of_the_game_everything_is_shown(viewer: int | None) -> None:
    state = position(
        4, active=2, out=[3], levels=[6], line=["red F1"], hand=["S1"], where={"red": 0}
    )
    state = activate(state, "S1>1")
    assert GAME.outcome(state)
    assert GAME.conceal(state, viewer).seen == state
