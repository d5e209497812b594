"""The four rulebooks say the same: the same rules sent for, the same numbers of everything."""

from __future__ import annotations

import re

import pytest

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import Options
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.rulebook import Rulebook, read_rulebook
from ratskeller.words.speech import package_of
from tests.rules import rule


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return read_rulebook(package_of(GAME), request.param)


ENGLISH = read_rulebook(package_of(GAME), "en")


def text_of(book: Rulebook, rule_id: str) -> str:
    found = book.find(rule_id)
    assert found, f"{rule_id} is missing"
    return found.text


def numbers(text: str) -> set[str]:
    return set(re.findall(r"(?<![-\d])\d+", text))


def test_every_rule_sends_for_the_same_rules_in_every_language(book: Rulebook) -> None:
    for one in ENGLISH.rules:
        sent = set(re.findall(r"PP-\d\d", text_of(book, one.id)))
        assert sent == set(re.findall(r"PP-\d\d", one.text)), one.id


@rule("PP-62", "PP-01")
def test_players_age_minutes_and_what_is_in_the_box_stand_in_every_language(book: Rulebook) -> None:
    assert {"2", "5", "8", "20"} <= numbers(book.intro)
    box = numbers(text_of(book, "PP-62"))
    assert {"5", "7", "6", "21", "50"} <= box, "houses, floors, rats, Characters, Action cards"
    for seats in GAME.meta.seats:
        state = GAME.start(seats, Options())
        houses = len(state.ring)
        characters = (houses + 1) * GAME.box.rat_cards + GAME.box.piper_cards
        assert {str(houses), str(houses + 1), str(characters), str(4 * seats)} <= box
    split = numbers(text_of(book, "PP-01"))
    assert {str(count) for count in GAME.box.actions if count} <= split


@rule("PP-66")
def test_who_wins_a_tie_stands_with_the_rule_of_ties_in_every_language(book: Rulebook) -> None:
    """Who wins it in general, and what that means for three players."""
    tie = book.find("PP-66")
    assert tie
    general, of_three = tie.paragraphs
    assert len(re.findall(r"[.!。！]", general)) >= 4
    assert of_three
