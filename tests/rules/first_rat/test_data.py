"""The data file of First Rat: provenance beside every number, and nothing damaged is accepted."""

from __future__ import annotations

import random
import re

import pytest

from ratskeller.core.course import playout
from ratskeller.core.game import BadData
from ratskeller.games.first_rat import GAME, FirstRat
from ratskeller.games.first_rat.rules.data import default_data
from ratskeller.games.first_rat.rules.state import Options
from tests.rules import rule

DATA = default_data()


def test_every_number_says_where_it_comes_from() -> None:
    for line in DATA.splitlines():
        fact, _, comment = line.partition("#")
        if re.search(r"=.*\d", fact) or fact.startswith("5 = []"):
            assert re.search(r"\b(rulebook|source|inferred|reconstructed)\b", comment), line


@rule("FR-03")
def test_the_strip_of_our_own_is_marked_as_such() -> None:
    assert re.search(r"^spare = .*# reconstructed", DATA, re.MULTILINE)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[path]", "[path", "not TOML.*line 10"),
        ("copies = 2 ", "copies = two ", "line"),
        ("copies = 2 ", 'copies = "2" ', r"\$\.setup\.copies"),
        ("awake = 2 ", "", "awake"),
        ("[points]", "[ponts]", "ponts|points"),
        ('1 = ["A", "blue", "bulb", 1]', '1 = ["A", "pink", "bulb", 1]', r"\[path\] 1 .*pink"),
        ('1 = ["A", "blue", "bulb", 1]', '1 = ["A", "blue", "beer", 1]', r"\[path\] 1 .*beer"),
        ('1 = ["A", "blue", "bulb", 1]', '1 = ["A", "blue", "bulb", 0]', r"\[path\] 1 .*not 0"),
        ('1 = ["A", "blue", "bulb", 1]', '1 = ["a", "blue", "bulb", 1]', r"\[path\] 1 .*letter"),
        ('26 = ["E"', '27 = ["E"', r"\[path\] 26 is missing"),
        ("from = 3, to = 12", "from = 3, to = 2", r"\[shortcuts\] R1.to"),
        ("from = 3, to = 12", "from = 9, to = 12", r"\[shortcuts\].*order"),
        ('pays = "tin"', 'pays = "cheese"', r"\[shortcuts\] Y2.pays"),
        ("R1 = {", "Red = {", r"\[shortcuts\] Red"),
        ('colour = "grey"', 'colour = "blue"', r"shortcuts"),
        ("space = 15", "space = 9", r"\[booths\].*different"),
        ("price = 6", "price = -6", r"\[booths\] hamster.price"),
        ("10 = [10, 11]", "10 = [11]", r"\[light_string\] 10"),
        ("construction = [15", "construction = [50", r"\[light_string\] construction"),
        ('F_top = { next = ["F_bot"] }', 'F_top = { next = ["F_low"] }', r"\[burrow\] F_top"),
        ('next = ["R_mid", "M_bot"]', 'next = ["M_bot"]', r"\[burrow\] R_mid.*reached"),
        ('["R_mid", "M_bot"] }', '["R_mid", "M_bot"], effect = "nursery" }', r"\[burrow\] R_bot"),
        ('["R_mid", "M_bot"] }', "[] }", r"\[burrow\] R_bot"),
        ('effect = "library"', 'effect = "nursery"', r"\[burrow\] library"),
        ("cockpit = { tin = 1,", "cockpit = { cheese = 1,", r"\[costs\] cockpit.cheese"),
        ("{ cheese = 10 }", "{}", r"\[costs\] provisions"),
        ("spare = [8, 7,", "spare = [7, 8,", r"\[strips\] spare"),
        ("spare = [8, 7, 6, 5, 5]", "spare = [8, 7]", r"strips"),
        ("2 = [2, 4]  ", "2 = [5]  ", r"\[blocked\] 2"),
        ("backpacks = [5, 6, 7, 9]", "backpacks = [5, 6, 7, 11]", r"\[setup\] backpacks"),
        ("comics = 6", "comics = 11", r"\[setup\] comics"),
        ("leftovers = 4", "leftovers = 0", r"\[points\] leftovers"),
        ("part = 2", "parts = 2", r"\[caps\] part is missing"),
        ("part = 2", "part = 2\nparts = 2", r"\[caps\] parts is not known"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line_or_key(old: str, new: str, complaint: str) -> None:
    assert old in DATA
    with pytest.raises(BadData, match=complaint):
        FirstRat(DATA.replace(old, new, 1))


def test_an_owner_of_the_box_can_correct_a_line() -> None:
    edited = FirstRat(DATA.replace("spare = [8, 7, 6, 5, 5]", "spare = [9, 9, 9, 9, 9]"))
    assert edited.data_hash != GAME.data_hash
    state = edited.start(3, Options())
    assert state.edition != GAME.start(3, Options()).edition
    rng = random.Random(1)
    outcome = edited.outcome(playout(edited, state, rng, [rng] * state.seats)[0])
    assert outcome is not None


def test_a_board_with_other_shortcuts_has_other_moves_and_another_index() -> None:
    grey = 'G1 = { from = 20, to = 24, pays = "vinegar", colour = "grey" }'
    assert grey in DATA
    fewer = FirstRat(DATA.replace(grey, ""))
    assert fewer.index_size < GAME.index_size
    rng = random.Random(2)
    assert playout(fewer, fewer.start(2, Options()), rng, [rng] * 2)[0].phase == 15
