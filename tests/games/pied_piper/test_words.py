"""The Pied Piper in words: a sentence for whatever happened."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from ratskeller.core.course import at_random, course
from ratskeller.core.game import Outcome, Refusal, View
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import (
    BLUE,
    DOUBLE,
    FIGURES,
    FORWARD,
    PIPER,
    PLACE,
    RED,
    UNKNOWN,
    CardDrawn,
    CardPlaced,
    CharacterDiscarded,
    GameOver,
    HandDiscarded,
    HouseCrossed,
    HouseLeft,
    HousePassedUnder,
    Options,
    State,
    TrackersClaimed,
    TurnBegan,
)
from ratskeller.games.pied_piper.words.game_words import PiedPiperWords
from tests.games.pied_piper.speakers import EN, NAMES, WORDS, at_the_table


def test_every_figure_has_a_name(words: PiedPiperWords) -> None:
    assert len({words.nouns.figure("subject", figure) for figure in range(FIGURES)}) == FIGURES


def test_a_caution_names_everybody_who_would_be_out_and_oneself_first() -> None:
    both = Refusal("PP-02", "flees", {"seats": "0 1"})
    assert EN.refusal(both, NAMES, 1) == "With this move you are out yourself, and so is Ada."
    assert EN.refusal(both, NAMES, 2) == "With this move Ada and bo are out."
    three = Refusal("PP-02", "flees", {"seats": "2 0 1"})
    assert EN.refusal(three, NAMES, 0).startswith("With this move you are out yourself, and so are")
    for words in WORDS.values():
        assert all(NAMES[seat] in words.refusal(three, NAMES, 0) for seat in (1, 2))


def test_a_caution_names_whoever_would_be_out() -> None:
    caution = Refusal("PP-02", "flees", {"seats": "0"})
    assert EN.refusal(caution, NAMES, 1) == "With this move Ada is out."
    assert EN.refusal(caution, NAMES, 0) == "With this move you are out yourself."
    assert EN.refusal(caution) == "With this move Mill house is out."


# --- sentences ---


def test_of_two_cards_with_the_same_rat_the_log_says_which_one_is_meant() -> None:
    """Otherwise it reads as if both cards of a turn lay below one Character (PP-31)."""
    event = CardPlaced(0, 1, RED, DOUBLE, face_down=False, twin=True)
    assert EN.event(event, NAMES, 1) == "Ada places Double step below the red rat (slot 2)."
    state = next(
        state
        for state, mover, _ in course(GAME, GAME.start(4, Options()), at_random(GAME, 4, Random(7)))
        if state.phase == PLACE and len({*state.line}) < 4
    )
    (double,) = {figure for figure in state.line if state.line.count(figure) == 2}
    for action in GAME.legal(state):
        placed = next(GAME.steps(state, action)).event
        assert isinstance(placed, CardPlaced)
        assert placed.twin == (placed.figure == double)


def test_the_first_cards_are_dealt_and_later_ones_drawn() -> None:
    assert EN.event(CardDrawn(1, UNKNOWN, "deal"), NAMES, 0) == "bo is dealt a card."
    assert EN.event(CardDrawn(1, FORWARD, "deal"), NAMES, 1) == "You are dealt Forward."
    assert EN.event(CardDrawn(1, FORWARD), NAMES, 1) == "You draw Forward."


def test_equal_cards_are_counted_when_they_are_discarded() -> None:
    event = CharacterDiscarded(0, RED, (FORWARD, FORWARD))
    assert EN.event(event, NAMES, 0) == "Discarded: the red rat and 2 × Forward."


def test_a_tie_is_told_where_it_decides() -> None:
    won = GameOver("two_left", (1, 2, 3), "tie")
    assert EN.event(won, NAMES, 0) == (
        "Only two players are left, at the same level: you win with more trackers taken!"
    )
    assert "Ada wins with more trackers" in EN.event(won, NAMES, 1)
    drawn = GameOver("two_left", (1, 1, 3), "tie")
    assert EN.event(drawn, NAMES, 2).startswith("Only two players are left: a draw")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "The red rat walks through the mill house: 3 → 4."),
        ("fr", "Le rat rouge traverse la maison du moulin\u202f: 3 → 4."),
        ("de", "Die rote Ratte läuft durch das Mühlenhaus: 3 → 4."),
        ("zh-Hant", "紅老鼠穿過磨坊：3 → 4。"),
    ],
)
def test_a_rat_walks_through_a_house(language: str, expected: str) -> None:
    event = HouseCrossed((RED,), 0, 1, 3, 4)
    assert WORDS[language].event(event, NAMES, None) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "The red rat, the blue rat and the Piper slip under the smithy."),
        ("fr", "Le rat rouge, le rat bleu et le joueur de flûte se faufilent sous la forge."),
        (
            "de",
            "Die rote Ratte, die blaue Ratte und der Rattenfänger schlüpfen unter der Schmiede hindurch.",
        ),
        ("zh-Hant", "紅老鼠、藍老鼠和吹笛人從鐵匠鋪底下溜過去。"),
    ],
)
def test_a_group_slips_under_a_house(language: str, expected: str) -> None:
    event = HousePassedUnder((RED, BLUE, PIPER), 2, 3)
    assert WORDS[language].event(event, NAMES, None) == expected


@pytest.mark.parametrize(
    ("language", "yours", "hers"),
    [
        ("en", "You place Double step below the Piper.", "Ada places Double step below the Piper."),
        (
            "fr",
            "Vous posez «\u202fDouble pas\u202f» sous le joueur de flûte.",
            "Ada pose «\u202fDouble pas\u202f» sous le joueur de flûte.",
        ),
        (
            "de",
            "Du legst „Doppelschritt“ unter den Rattenfänger.",
            "Ada legt „Doppelschritt“ unter den Rattenfänger.",
        ),
        ("zh-Hant", "你把「雙步」放在吹笛人下方。", "Ada 把「雙步」放在吹笛人下方。"),
    ],
)
def test_the_reader_is_told_you(language: str, yours: str, hers: str) -> None:
    event = CardPlaced(0, 1, PIPER, DOUBLE, face_down=False)
    assert WORDS[language].event(event, NAMES, 0) == yours
    assert WORDS[language].event(event, NAMES, 1) == hers
    assert WORDS[language].event(event, NAMES, None) == hers


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ada places a card face down below the red rat."),
        ("fr", "Ada pose une carte face cachée sous le rat rouge."),
        ("de", "Ada legt eine Karte verdeckt unter die rote Ratte."),
        ("zh-Hant", "Ada 把一張卡蓋著放在紅老鼠下方。"),
    ],
)
def test_a_concealed_card_is_a_card(language: str, expected: str) -> None:
    event = CardPlaced(0, 1, RED, UNKNOWN, face_down=True)
    assert WORDS[language].event(event, NAMES, None) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ada takes the trackers of the bakehouse and the tannery."),
        ("fr", "Ada récupère les compteurs Rat du fournil et de la tannerie."),
        ("de", "Ada bekommt die Rattenzeiger des Backhauses und der Gerberei."),
        ("zh-Hant", "Ada 取得麵包坊和製革坊的鼠患指示物。"),
    ],
)
def test_trackers_are_taken(language: str, expected: str) -> None:
    assert WORDS[language].event(TrackersClaimed(0, (1, 4)), NAMES, None) == expected


def test_ones_own_house_is_your_house() -> None:
    event = HouseCrossed((RED,), 0, 1, 6, 7)
    assert EN.event(event, NAMES, 0) == "The red rat walks through your house: 6 → 7."
    assert EN.event(HouseLeft(0, 1), NAMES, 0) == "You are out, and your house leaves the ring."
    assert EN.event(HouseLeft(0, 1), NAMES, 1) == "Ada is out, and the mill house leaves the ring."


def test_a_neutral_house_has_no_tracker_to_speak_of() -> None:
    event = HouseCrossed((RED,), 2, 1, 0, 0)
    assert EN.event(event, NAMES[:2], None) == "The red rat walks through the neutral smithy."
    assert EN.event(event, NAMES[:3], None) == "The red rat walks through the smithy: still 0."


def test_names_stay_as_they_are_written() -> None:
    for words in WORDS.values():
        assert "bo" in words.event(TurnBegan(1), NAMES, None)
        assert "Bo" not in words.event(CardDrawn(1, UNKNOWN), NAMES, None)
        assert "{card}" in words.event(CardDrawn(3, FORWARD), NAMES, None)


def test_chinese_names_stand_without_spaces() -> None:
    assert WORDS["zh-Hant"].event(TurnBegan(2), NAMES, None) == "輪到小明。"
    assert WORDS["zh-Hant"].event(TurnBegan(0), NAMES, None) == "輪到 Ada。"


def test_a_hand_is_counted() -> None:
    event = HandDiscarded(0, (2, 0, 1, 0, 0, 1, 0))
    assert EN.event(event, NAMES, None) == "Ada’s hand is discarded: 2 × Forward, Back and Melody."
    assert (
        WORDS["zh-Hant"].event(event, NAMES, 0) == "你棄掉手牌：「前進」2 張、「後退」和「旋律」。"
    )


# --- endings ---


def last_view(levels: tuple[int, ...], holders: tuple[int, ...]) -> View[State]:
    state = replace(at_the_table(), levels=levels, holders=holders)
    return View(None, state)


def test_an_ending_says_who_won_and_by_how_much() -> None:
    won = Outcome((1, 2, 3), "two_left")
    assert EN.ending(won, NAMES[:3]) == "Only two players are left, and Ada wins!"
    assert EN.ending(won, NAMES[:3], 0) == "Only two players are left, and you win!"
    lower = last_view((2, 5, 7), (-1, -1, 0))
    assert EN.ending(won, NAMES[:3], None, lower) == "Ada wins with the lower tracker: 2 to 5!"
    assert EN.ending(won, NAMES[:3], 0, lower) == "You win with the lower tracker: 2 to 5!"
    tied = last_view((5, 5, 7), (-1, -1, 0))
    assert (
        EN.ending(won, NAMES[:3], 1, tied) == "Ada wins the tie with more trackers taken: 1 to 0!"
    )
    assert EN.ending(won, NAMES[:3], 0, tied).startswith("You win the tie")


def test_a_draw_names_all_who_share_it() -> None:
    draw = Outcome((1, 1, 3), "two_left")
    assert EN.ending(draw, NAMES[:3]) == "Only two players are left: a draw between Ada and bo."
    assert EN.ending(draw, NAMES[:3], 1) == "Only two players are left: a draw between Ada and you."
    capped = Outcome((1, 1, 1), "turn_cap")
    assert EN.ending(capped, NAMES[:3]).endswith("a draw between Ada, bo and 小明.")
    assert "zwischen dir und bo" in WORDS["de"].ending(draw, NAMES[:3], 0)


def test_the_first_on_the_roof_loses_between_two() -> None:
    won = Outcome((2, 1), "roof")
    assert EN.ending(won, NAMES[:2]) == "Ada reaches the roof: bo wins!"
    assert EN.ending(won, NAMES[:2], 1) == "Ada reaches the roof: you win!"
    assert EN.ending(won, NAMES[:2], 0) == "You reach the roof: bo wins!"


def test_every_ending_is_told_in_every_language(words: PiedPiperWords) -> None:
    lower, tied = last_view((2, 5, 7), (-1, -1, 0)), last_view((5, 5, 7), (-1, -1, 0))
    for viewer in (None, 0, 1, 2):
        said = {
            words.ending(Outcome((1, 2, 3), "two_left"), NAMES[:3], viewer),
            words.ending(Outcome((1, 2, 3), "two_left"), NAMES[:3], viewer, lower),
            words.ending(Outcome((1, 2, 3), "two_left"), NAMES[:3], viewer, tied),
            words.ending(Outcome((1, 1, 3), "two_left"), NAMES[:3], viewer, tied),
            words.ending(Outcome((1, 1, 1), "turn_cap"), NAMES[:3], viewer, tied),
        }
        assert len(said) == 5
