"""Ratzentanz in words: names, and a sentence for whatever happened."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ratskeller.core.game import Outcome, Refusal, View
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    NEW_BLOOD,
    Born,
    FlutePlayed,
    Lost,
    Mirrored,
    SatOn,
    Starts,
    Stored,
    Thrown,
    TurnEnded,
    Walked,
)
from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords
from ratskeller.words.check import domains, problems
from tests.games.ratzentanz.speakers import APPLES, CHEESE, EN, HAM, NAMES, WORDS, moved
from tests.rules.ratzentanz.positions import position, sq

# --- names ---


def test_no_entry_is_missing_from_any_catalogue() -> None:
    (domain,) = [found for found in domains() if found.locale.parent.name == "ratzentanz"]
    assert problems(domain) == []


def test_large_numbers_are_grouped_as_the_language_does() -> None:
    said = {name: words.option_value("turn_cap", 1000) for name, words in WORDS.items()}
    assert said["en"] == "draw after 1,000 turns"
    assert said["fr"] == "partie nulle après 1\u202f000 tours"
    assert said["de"] == "unentschieden nach 1.000 Zügen"


def test_every_gang_has_the_name_of_its_colour() -> None:
    assert EN.seat_name(0) == "Red gang"


def test_every_square_has_a_name_of_its_own(words: RatzentanzWords) -> None:
    for seats in GAME.meta.seats:
        for form in range(4):
            places = [
                words.nouns.place(square, seats, 0) for square in range(len(GAME.ground.town.names))
            ]
            assert len({place[form] for place in places}) == len(places)


def test_food_is_called_what_the_rulebook_calls_it(words: RatzentanzWords) -> None:
    rule = words.rulebook().find("RT-01")
    assert rule is not None
    for kind in range(1, 7):
        assert words.nouns.food("label", kind) in str(rule)


def test_a_game_given_away_is_confirmed_by_name() -> None:
    caution = Refusal("RT-120", "gives_the_game", {"seat": 0})
    assert EN.refusal(caution, NAMES, 1) == "With this move Ada wins the game."
    assert EN.refusal(caution) == "With this move Red gang wins the game."
    sacrifice = Refusal("RT-61", "sacrifice", {"seat": 0, "rat": 1})
    assert EN.refusal(sacrifice).startswith("This is a sacrifice")


# --- sentences ---


@pytest.mark.parametrize(
    ("language", "yours", "hers"),
    [
        (
            "en",
            "You walk a rat from your nest to the bakery.",
            "Ada walks a rat from the red nest to the bakery.",
        ),
        (
            "fr",
            "Vous déplacez un rat de votre nid à la boulangerie.",
            "Ada déplace un rat du nid rouge à la boulangerie.",
        ),
        (
            "de",
            "Du ziehst eine Ratte aus deinem Nest in die Backstube.",
            "Ada zieht eine Ratte aus dem roten Nest in die Backstube.",
        ),
        ("zh-Hant", "你的老鼠從你的鼠窩走到麵包坊。", "Ada 的老鼠從紅色鼠窩走到麵包坊。"),
    ],
)
def test_a_walk_is_told_from_where_to_where(language: str, yours: str, hers: str) -> None:
    event = Walked(0, 1, (sq("a1"), sq("b1"), sq("c1"), sq("c2")))
    assert WORDS[language].event(event, NAMES, 0) == yours
    assert WORDS[language].event(event, NAMES, 1) == hers
    assert WORDS[language].event(event, NAMES, None) == hers


@pytest.mark.parametrize(
    ("language", "lost", "along", "born"),
    [
        (
            "en",
            "The flute sounds, and one rat is lost: a red rat in alley b4.",
            "The other rat on the stairs moves along: a red rat to the north-east stairs.",
            "New blood: one more rat for Ada.",
        ),
        (
            "de",
            "Das Flötenspiel ertönt, und eine Ratte ist verloren: eine rote Ratte in der Gasse b4.",
            "Die andere Ratte auf den Zaubertreppen zieht mit: eine rote Ratte auf die Zaubertreppe im Nordosten.",
            "Nachwuchs für alle: eine Ratte mehr für Ada.",
        ),
    ],
)
def test_one_rat_is_not_told_as_several(language: str, lost: str, along: str, born: str) -> None:
    words = WORDS[language]
    for event, text in (
        (FlutePlayed((moved(0, 1, "b4", ""),)), lost),
        (Mirrored((moved(0, 1, "f2", "j2"),)), along),
        (Born((moved(0, 4, "", "a1"),)), born),
    ):
        assert words.event(event, NAMES, None) == text


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            (
                "The flute sounds, and 3 rats are lost: 2 red rats in alley b4 and one of your rats at "
                "the north-east gate (left behind: cheese)."
            ),
        ),
        (
            "fr",
            (
                "La flûte se fait entendre, et 3 rats sont perdus\u202f: 2 rats rouges dans la ruelle "
                "b4 et un de vos rats à la porte nord-est (jeton laissé\u202f: fromage)."
            ),
        ),
        (
            "de",
            (
                "Das Flötenspiel ertönt, und 3 Ratten sind verloren: 2 rote Ratten in der Gasse b4 und eine "
                "deiner Ratten am Tor im Nordosten (zurückgelassen: Käse)."
            ),
        ),
        (
            "zh-Hant",
            (
                "笛聲響起，3 隻老鼠離場：在巷道 b4 的 2 隻紅老鼠和在東北城門口的你的 1 隻老鼠"
                "（留下：起司）。"
            ),
        ),
    ],
)
def test_the_flute_is_told_with_all_that_it_takes(language: str, expected: str) -> None:
    rats = (moved(0, 1, "b4", ""), moved(0, 2, "b4", ""), moved(1, 1, "n1", "", CHEESE))
    assert WORDS[language].event(FlutePlayed(rats), NAMES[:3], 1) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ada throws 3 and “new blood”."),
        ("fr", "Ada obtient 3 et «\u202fSang neuf\u202f»."),
        ("de", "Ada würfelt 3 und „Nachwuchs für alle“."),
        ("zh-Hant", "Ada 擲出 3 和「新血」。"),
    ],
)
def test_a_throw_names_both_dice(language: str, expected: str) -> None:
    assert WORDS[language].event(Thrown(0, 3, NEW_BLOOD), NAMES, None) == expected


def test_nests_bear_the_colours_of_those_who_play() -> None:
    there = SatOn(0, 1, HAM, sq("o13"))
    assert EN.event(there, NAMES[:2], 0) == "You take ham in the yellow nest."
    assert EN.event(there, NAMES[:2], 1) == "Ada takes ham in your nest."
    assert EN.event(there, NAMES[:3], 0) == "You take ham in the blue nest."
    unused = SatOn(0, 1, HAM, sq("a13"))
    assert EN.event(unused, NAMES[:3], 0) == "You take ham in the unused south-west nest."


def test_a_loss_to_the_piper_is_called_a_sacrifice() -> None:
    event = Lost(0, 1, (sq("b4"), sq("b5")), APPLES)
    assert EN.event(event, NAMES, 0) == (
        "You sacrifice a rat in alley b4: it leaves apples there and follows the Piper."
    )
    assert EN.event(replace(event, kind=0), NAMES, 1) == (
        "Ada sacrifices a rat in alley b4: it follows the Piper."
    )


def test_the_next_in_turn_is_named() -> None:
    assert EN.event(TurnEnded(2), NAMES[:3], None) == "It is Ada’s turn."
    assert EN.event(TurnEnded(2), NAMES[:3], 0) == "It is your turn."


def test_names_stay_as_they_are_written() -> None:
    for words in WORDS.values():
        assert "bo" in words.event(Starts(1), NAMES, None)
        assert "Bo" not in words.event(Stored(1, 1, HAM, sq("o1")), NAMES, None)
        assert "{food}" in words.event(Stored(3, 1, HAM, sq("a13")), NAMES, None)


def test_chinese_names_stand_without_spaces() -> None:
    chinese = WORDS["zh-Hant"]
    assert chinese.event(Starts(2), NAMES, None) == "由小明先開始。"
    assert chinese.event(Starts(0), NAMES, None) == "由 Ada 先開始。"


# --- endings ---


def test_an_ending_says_who_won_and_in_whose_turn() -> None:
    won = Outcome((1, 2, 3), "kinds", (4, 2, 1))
    names = NAMES[:3]
    assert EN.ending(won, names, 0) == "You have enough kinds of food in your nest: you win!"
    in_own_turn = View(None, position({}, seats=3, seat=0))
    in_bos_turn = View(None, position({}, seats=3, seat=1))
    told = {
        (in_own_turn, 0): "You win with 4 kinds of food in your nest!",
        (in_own_turn, 1): "Ada wins with 4 kinds of food in the nest!",
        (in_bos_turn, 0): "In bo’s turn you win with 4 kinds of food in your nest!",
        (in_bos_turn, 1): "In your turn Ada wins with 4 kinds of food in the nest!",
        (in_bos_turn, 2): "In bo’s turn Ada wins with 4 kinds of food in the nest!",
    }
    for (view, viewer), expected in told.items():
        assert EN.ending(won, names, viewer, view) == expected


def test_at_the_cap_it_is_a_draw_for_everyone(words: RatzentanzWords) -> None:
    draw = Outcome((1, 1, 1), "turn_cap", (3, 2, 1))
    capped = View(None, position({}, seats=3, turn=1000))
    assert words.ending(draw, NAMES[:3])
    assert "000" in words.ending(draw, NAMES[:3], None, capped)
    assert EN.ending(draw, NAMES[:3], 0, capped) == (
        "After 1,000 turns nobody has enough kinds of food: a draw for everyone."
    )
