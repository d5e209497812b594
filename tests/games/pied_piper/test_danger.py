"""What could still cross a house: held against the engine, with every card that could come."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from ratskeller.core.game import View
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.draw.danger import raised
from ratskeller.games.pied_piper.rules.state import (
    BASIC,
    DOUBLE,
    FORWARD,
    NO_SLOT,
    PLACE,
    SLOTS,
    UNKNOWN,
    HouseCrossed,
    Laid,
    Options,
    PlaceCard,
    Slot,
    State,
)
from tests.games.pied_piper.drawn import hand, parts_of, position
from tests.games.walks import walk


def raised_by_the_engine(state: State, slot: Slot) -> set[int]:
    """Every house that rises when any one card is laid below a Character, and nothing else moves."""
    laid = tuple(cards if at == slot else () for at, cards in enumerate(state.laid))
    found = set()
    for card in BASIC if state.options.rugrats else range(UNKNOWN):
        hands = tuple(hand(card) for _ in range(state.seats))
        quiet = replace(
            state, laid=laid, hands=hands, to_place=1, used=NO_SLOT, levels=(0,) * state.seats
        )
        for step in GAME.steps(quiet, PlaceCard(card, slot)):
            if isinstance(step.event, HouseCrossed) and step.event.after > step.event.before:
                found.add(step.event.house)
    return found


@pytest.mark.parametrize("rugrats", [False, True])
@pytest.mark.parametrize("seats", range(2, 6))
def test_a_character_counts_where_some_card_would_let_it_raise_the_house(
    seats: int, rugrats: bool
) -> None:
    options = Options(rugrats=rugrats)
    choosing = (s for s, _ in walk(GAME, seats, options, seed=seats) if s.phase == PLACE)
    looked_at = 0
    for state in islice(choosing, 4, 60, 5):
        for slot in range(SLOTS):
            cards = state.laid[slot]
            if len(cards) == 1 or (rugrats and not cards):
                expected = raised_by_the_engine(state, slot)
                assert {h for h in range(seats) if h in raised(state)[slot]} == expected
                looked_at += 1
    assert looked_at > 5


def laid_under_red(*cards: int) -> State:
    """The red rat of the first slot before house 0, and cards below it."""
    laid = (tuple(Laid(card, 1, False) for card in cards), (), (), ())
    return position(4, laid=laid, line=(0, 1, 2, 3), where=(0, 1, 2, 3, 3, 3, 2))


def threatened(state: State) -> list[bool]:
    return [any(house in houses for houses in raised(state)) for house in range(4)]


def test_a_character_without_a_card_threatens_nobody_yet() -> None:
    assert not any(raised(laid_under_red()))


def test_a_card_that_leads_forward_spares_the_house_behind() -> None:
    assert threatened(laid_under_red(DOUBLE)) == [True] * 4
    assert threatened(laid_under_red(FORWARD)) == [True, True, True, False]


def test_what_lies_face_down_could_be_any_card() -> None:
    hidden = laid_under_red(UNKNOWN)
    assert all(threatened(hidden))


def test_a_roof_tells_what_is_left_and_warns_where_it_could_be_the_end() -> None:
    state = replace(laid_under_red(FORWARD), levels=(6, 3, 0, 6))
    parts = parts_of(View(None, state))
    assert [parts[f"left:{house}"].text for house in range(4)] == ["1", "4", "7", "1"]
    assert [parts[f"raisers:{house}"].text for house in range(4)] == ["1", "1", "1", "0"]
    symbols = [parts[f"raisers:{house}"].symbol for house in range(4)]
    assert symbols == ["raisers-grave", "raisers", "raisers", "raisers"]
    assert parts["left:0"].layer > parts["roof:0"].layer
    assert parts["left:0"].label == "1 level left to the roof"
    assert parts["raisers:0"].label == (
        "1 Character that has a card already could drive rats through"
    )


def test_a_house_that_is_out_and_one_of_nobody_have_no_such_tags() -> None:
    parts = parts_of(View(None, position(2)))
    assert {part for part in parts if part.startswith(("left", "raisers"))} == {
        "left:0",
        "left:1",
        "raisers:0",
        "raisers:1",
    }
