"""The Pied Piper's choices in words: questions, labels, effects, and the names of parts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import (
    BACK,
    BLUE,
    DOUBLE,
    FORWARD,
    ORDER,
    PIPER,
    PLUS,
    RED,
    SEWER,
    GoFirst,
    Laid,
    PlaceCard,
    State,
)
from tests.games.pied_piper import own
from tests.games.pied_piper.speakers import EN, NAMES, WORDS, at_the_table, prepared, with_hand

# --- questions, labels, effects ---


def test_the_mover_is_asked_for_a_card() -> None:
    state = at_the_table()
    assert EN.ask(own(state)) == "Place your first card below a Character card."
    after = GAME.play(state, GAME.legal(state)[0])
    assert EN.ask(own(after)) == "Place your second card below a different Character card."
    assert EN.ask(GAME.conceal(state, None), NAMES[:3]) == f"{NAMES[state.active]} is choosing."
    assert EN.ask(GAME.conceal(state, None)) == "Bakehouse is choosing."
    assert EN.ask(own(replace(state, turn=0, to_place=1))).startswith("Place one card")
    secret = at_the_table(secret=True)
    assert EN.ask(own(secret)).endswith("It may lie face down.")


def test_a_placement_is_labelled_with_card_and_character() -> None:
    state = prepared(at_the_table(), (RED, BLUE, PIPER, RED), {})
    assert EN.action(own(state), PlaceCard(PLUS, 2)) == "+1 below the Piper"
    assert EN.action(own(state), PlaceCard(BACK, 1, True)) == "Back face down below the blue rat"
    assert EN.action(own(state), PlaceCard(BACK, 3)) == "Back below the red rat (slot 4)"
    assert EN.action(own(state), GoFirst(1)) == "The blue rat goes first"


def test_the_first_card_waits() -> None:
    state = with_hand(prepared(at_the_table(), (RED, BLUE, PIPER, RED), {}), FORWARD, BACK)
    assert EN.effects(own(state), PlaceCard(FORWARD, 0)) == ["Forward waits for a second card."]


def test_a_second_card_below_a_character_announces_its_move() -> None:
    state = with_hand(
        prepared(at_the_table(), (RED, BLUE, PIPER, RED), {1: FORWARD}), FORWARD, BACK
    )
    assert EN.effects(own(state), PlaceCard(FORWARD, 1)) == [
        "The blue rat activates once you have placed your second card."
    ]


def with_a_sewer_to_lay(line: tuple[int, ...], **changes: object) -> State:
    """The second card of the turn, below the first Character, leads it on through the sewer."""
    state = prepared(at_the_table(), line, {0: FORWARD}, to_place=1, used=3, **changes)
    return with_hand(state, BACK, SEWER)


def test_the_effects_of_a_move_are_foreseen_house_by_house() -> None:
    state = with_a_sewer_to_lay(
        (PIPER, BLUE, PIPER, PIPER), where=(1, 1, 0, 1, -1, -1, 0), levels=(3, 2, 1)
    )
    assert EN.effects(own(state), PlaceCard(SEWER, 0), NAMES[:3]) == [
        "The Piper walks through the mill house: 3 → 2.",
        "The Piper slips under your house.",
        "A new Character card is turned up: which one?",
    ]


def test_an_elimination_is_foreseen_up_to_the_end_of_the_game() -> None:
    state = with_a_sewer_to_lay(
        (RED, BLUE, PIPER, PIPER), where=(0, 1, 0, 1, -1, -1, 0), levels=(6, 2, 3)
    )
    assert EN.effects(own(state), PlaceCard(SEWER, 0), NAMES[:3]) == [
        "The red rat walks through the mill house: 6 → 7.",
        "Ada is out, and the mill house leaves the ring.",
        "You take the tracker of the mill house.",
        "You win with the lower tracker: 2 to 3!",
    ]


def test_a_strangers_face_down_card_ends_in_a_question() -> None:
    state = at_the_table(secret=True)
    hidden = (Laid(FORWARD, 0, face_down=True),)
    state = replace(state, laid=(hidden, (), (), ()), to_place=1, used=3)
    state = with_hand(state, BACK, SEWER)
    for language, words in WORDS.items():
        last = words.effects(own(state), PlaceCard(BACK, 0))[-1]
        assert last.endswith("？" if language == "zh-Hant" else "?")
    assert EN.effects(own(state), PlaceCard(BACK, 0)) == [
        "The face-down card in slot 1 is turned over: which one?"
    ]


def test_a_choice_of_order_is_announced() -> None:
    state = with_hand(
        prepared(at_the_table(), (RED, BLUE, PIPER, RED), {0: FORWARD, 1: BACK}, to_place=2),
        FORWARD,
        BACK,
    )
    after = GAME.play(state, PlaceCard(FORWARD, 0))
    assert EN.effects(own(after), PlaceCard(BACK, 1)) == [
        "Two characters activate: you choose which goes first."
    ]
    choosing = GAME.play(after, PlaceCard(BACK, 1))
    assert choosing.phase == ORDER
    assert EN.ask(own(choosing)) == "Two characters activate: which goes first?"


# --- parts ---


def test_parts_say_what_lies_there() -> None:
    state = at_the_table(secret=True)
    cards = (Laid(FORWARD, 0, face_down=False), Laid(BACK, 1, face_down=True))
    state = replace(
        with_hand(state, DOUBLE, DOUBLE),
        line=(RED, PIPER, BLUE, BLUE),
        laid=(cards, (), (), ()),
        where=(0, 1, 2, -1, -1, -1, 0),
        levels=(3, 0, 0),
        holders=(-1, -1, 0),
    )
    mine, hers, nobodys = (GAME.conceal(state, viewer) for viewer in (1, 0, None))
    names = NAMES[:3]
    assert EN.part(mine, "hand:F2") == "Double step: 2 in your hand"
    assert EN.part(nobodys, "hand:F2") == "Double step"
    assert (
        EN.part(mine, "slot:0", names)
        == "Slot 1: the red rat, with Forward (Ada) and Back face down (yours)"
    )
    assert (
        EN.part(hers, "slot:0", names)
        == "Slot 1: the red rat, with Forward (yours) and a card face down (bo)"
    )
    assert EN.part(hers, "slot:1") == "Slot 2: the Piper, no cards"
    assert EN.part(nobodys, "house:0") == "The mill house: level 3, roof at 7, trackers taken: 1"
    assert EN.part(hers, "house:0").startswith("Your house: level 3")
    assert EN.part(hers, "gap:0") == "Gap to the left of your house: the red rat and the Piper"
    assert EN.part(nobodys, "figure:red") == "The red rat, in the gap to the left of the mill house"
    assert EN.part(nobodys, "figure:green") == "The green rat, not in play"
    with pytest.raises(ValueError, match="no part"):
        EN.part(nobodys, "moon:1")
