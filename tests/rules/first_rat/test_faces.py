"""First Rat: notation, parts and refusals that no other file asks about."""

from __future__ import annotations

import pytest

from ratskeller.core.game import BadNotation, option_sets
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    MOVE,
    Build,
    Extra,
    Move,
    Options,
    Reward,
    Steal,
    TakeComic,
)
from tests.rules import rule
from tests.rules.first_rat.positions import N, do, options, position, refusal


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("b>14", Move(1, 14)),
        (" B > 19 + y1 + y2 ", Move(1, 19, 0b00110)),
        ("+soda", Extra(2)),
        ("comic Lola>b", TakeComic(1, 1)),
        ("no  comic", TakeComic(-1)),
        ("steal CAP:rocket", Steal(14)),
        ("cockpit-tin", Build(3, 3)),
        ("award", Reward(wake=False)),
    ],
)
def test_notation_is_read_with_any_spaces_and_capitals(text: str, action: object) -> None:
    assert GAME.parse(text) == action


@pytest.mark.parametrize("text", ["", "e>4", "a>28", "a>0", "a>4+Y1", "a>12+Q7", "buy rat", "+x"])
def test_what_is_no_notation_is_answered_with_an_example(text: str) -> None:
    with pytest.raises(BadNotation, match="b>14"):
        GAME.parse(text)


def test_every_index_is_an_action_with_a_notation_of_its_own() -> None:
    actions = [GAME.from_index(number) for number in range(GAME.index_size)]
    assert [GAME.index(action) for action in actions] == list(range(GAME.index_size))
    notations = [GAME.notation(action) for action in actions]
    assert len(set(notations)) == GAME.index_size == 753
    assert [GAME.parse(text) for text in notations] == actions


def test_all_option_sets_are_offered_to_every_number_of_seats() -> None:
    assert all(len(option_sets(GAME, seats)) == 4 for seats in GAME.meta.seats)
    assert option_sets(GAME, 2)[0] == Options()


def test_the_parts_of_every_kind_of_action() -> None:
    state = position((8, N, N, N), goods="6 cheese", burrow="R_bot", library="lola red")

    def parts(*texts: str) -> set[tuple[str, ...]]:
        after = do(state, *texts)
        return {GAME.path(after, action) for action in GAME.legal(after)}

    assert ("rat:0", "space:9") in parts()
    assert parts("a>9") == {("take",), ("leave", "space:9")}
    assert parts("a>9", "take") == {("burrow:R_mid",), ("burrow:M_bot",)}
    assert parts("a>9", "take", "up") == {("comic:lola", "rat:0"), ("comic:red",), ("no_comic",)}
    assert parts("a>9", "take", "on", "up") == {("rat:1",), ("sleep",)}
    shopping = parts("a>9", "take", "up", "no comic")
    assert {("pack:green", "buy"), ("pack:green", "steal"), ("pass",)} < shopping
    assert parts("a>9", "take", "up", "no comic", "pass") == {("end",)}


@rule("FR-13")
def test_a_rat_whose_landings_all_fail_is_refused_as_a_whole() -> None:
    state = do(position((1, 9, N, N)), "a>3")
    assert refusal(state, "rat:1") == ("FR-13", "nowhere_to_go")


@rule("FR-15")
def test_a_way_that_does_not_lead_there_is_refused() -> None:
    state = position((13, N, N, N), goods="1 vinegar")
    assert refusal(state, "rat:0", "space:17", "way:G1") == ("FR-15", "no_such_way")


@rule("FR-10", "FR-40", "FR-50")
def test_parts_that_have_nothing_to_do_with_the_question_are_refused() -> None:
    state = position((8, N, N, N))
    assert refusal(state, "pass") == ("FR-10", "choose_rat")
    assert refusal(state, "rat:99") == ("FR-10", "choose_rat")
    assert refusal(state, "rat:0", "awards") == ("FR-10", "choose_space")
    assert refusal(do(state, "a>9", "take"), "end") == ("FR-40", "choose_item")
    assert refusal(do(state, "a>9", "take", "pass"), "pass") == ("FR-50", "only_end")


def test_every_refusal_of_any_action_names_a_rule_of_this_game() -> None:
    spots = [position((8, 3, N, N), goods="1 soda", drinks=1)]
    for texts in (("a>9",), ("a>9", "take"), ("a>9", "take", "drink"), ("b>4", "take", "dry")):
        spots.append(do(spots[0], *texts))
    for state in spots:
        legal = set(GAME.legal(state))
        for number in range(GAME.index_size - 58):
            action = GAME.from_index(number)
            if action in legal:
                continue
            parts = GAME.path(state, action)
            found = GAME.why_not(GAME.conceal(state, 0), parts)
            if found is None:  # other words for something legal: waking a rat, twice named
                assert parts in {GAME.path(state, other) for other in legal}
            else:
                assert found.rule.startswith("FR-")


def test_asking_for_nothing_is_no_mistake() -> None:
    for state in (position((8, N, N, N)), do(position((8, N, N, N)), "a>9", "take")):
        assert state.phase in (MOVE, BOOTH)
        assert options(state)
        assert GAME.why_not(GAME.conceal(state, 0), ()) is None
