"""Before the first turn: houses, rats, the first line, the deal."""

from __future__ import annotations

import pytest

import ratskeller
from ratskeller.core.game import BadData, Refused
from ratskeller.games.pied_piper import GAME, PiedPiper
from ratskeller.games.pied_piper.rules.actions import FIGURE_CODES
from ratskeller.games.pied_piper.rules.state import AT_HOME, NOWHERE, PIPER, Options, State
from tests.kinds import as_a
from tests.rules import rule
from tests.rules.pied_piper.positions import (
    cards,
    characters,
    events,
    gap,
    line_of,
    play,
    possible,
    settle,
)

COUNTS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def start(seats: int, options: Options | None = None) -> State:
    return GAME.start(seats, options or Options())


def with_rats(seats: int) -> State:
    """Rats have come in the order of their colours; the first line is due."""
    houses = len(start(seats).ring)
    return play(start(seats), *(f"enter {rat}" for rat in FIGURE_CODES[: houses + 1]))


@rule("PP-62")
@pytest.mark.parametrize(
    ("seats", "houses", "rats", "characters_in_play", "dealt"),
    [(2, 4, 5, 18, 8), (3, 3, 4, 15, 12), (4, 4, 5, 18, 16), (5, 5, 6, 21, 20)],
)
def test_houses_rats_and_cards_follow_from_the_number_of_players(
    seats: int, houses: int, rats: int, characters_in_play: int, dealt: int
) -> None:
    state = settle(start(seats))
    assert len(state.ring) == houses
    assert sum(place != NOWHERE for place in state.where[:PIPER]) == rats
    assert len(line_of(state)) + len(characters(state.character_deck)) == characters_in_play
    assert sum(sum(hand) for hand in state.hands) == dealt


@rule("PP-62")
@COUNTS
def test_every_gap_holds_one_rat_and_three_figures_face_the_start_players_house(seats: int) -> None:
    state = settle(start(seats))
    standing = [state.where.count(house) for house in state.ring]
    assert standing == [3] + [1] * (len(state.ring) - 1)
    assert gap(state, "piper") == 0


@rule("PP-62", "PP-60")
def test_two_players_sit_opposite_each_other_with_a_neutral_house_on_each_side() -> None:
    assert start(2).ring == (0, 2, 1, 3)
    assert len(start(2).levels) == 2


@rule("PP-62")
@pytest.mark.parametrize("seats", [1, 6])
def test_neither_one_nor_six_can_play(seats: int) -> None:
    with pytest.raises(Refused, match="PP-62"):
        ratskeller.new("pied_piper", seats=seats)


@rule("PP-61")
@COUNTS
def test_every_tracker_starts_at_level_0_at_home(seats: int) -> None:
    state = settle(start(seats))
    assert state.levels == (0,) * seats
    assert state.holders == (AT_HOME,) * seats


@rule("PP-01")
def test_the_fifty_action_cards_are_ten_of_each_basic_kind_and_five_of_each_special() -> None:
    assert cards(start(4).deck) == (
        ["F1"] * 10 + ["F2"] * 10 + ["B1"] * 10 + ["S1"] * 10 + ["+1"] * 5 + ["M"] * 5
    )


@rule("PP-01")
def test_another_split_of_the_cards_is_a_matter_of_the_data_file() -> None:
    game = PiedPiper(GAME.data.replace("forward = 10", "forward = 14"))
    assert cards(game.start(4, Options()).deck).count("F1") == 14


@rule("PP-05")
def test_chance_chooses_among_all_rats_that_are_not_yet_out() -> None:
    state = play(start(3), "enter black", "enter green")
    actions, weights = GAME.odds(state)
    odds = {GAME.notation(action): weight for action, weight in zip(actions, weights, strict=True)}
    assert odds == {
        "enter red": 1,
        "enter yellow": 1,
        "enter blue": 1,
        "enter green": 0,
        "enter purple": 1,
        "enter black": 0,
    }


@rule("PP-05", "PP-62")
def test_rats_take_the_gaps_in_order_and_the_last_one_joins_the_first() -> None:
    state = play(start(3), "enter black", "enter green", "enter red", "enter blue")
    assert [gap(state, rat) for rat in ("black", "green", "red", "blue")] == [0, 1, 2, 0]


@rule("PP-05")
def test_a_rat_that_stays_in_the_box_takes_its_character_cards_with_it() -> None:
    state = play(start(3), "enter black", "enter green", "enter red", "enter blue")
    assert gap(state, "yellow") == NOWHERE
    assert characters(state.character_deck) == (
        ["red"] * 3 + ["blue"] * 3 + ["green"] * 3 + ["black"] * 3 + ["piper"] * 3
    )


@rule("PP-05")
def test_the_same_seed_sets_out_the_same_rats_and_another_seed_others() -> None:
    def rats(seed: int) -> tuple[int, ...]:
        return as_a(State, ratskeller.new("pied_piper", seats=3, seed=seed).state).where

    assert rats(1) == rats(1)
    assert len({rats(seed) for seed in range(8)}) > 4


@rule("PP-06")
def test_seat_0_begins_and_who_sits_there_is_drawn() -> None:
    matches = [ratskeller.new("pied_piper", seats=4, seed=seed) for seed in range(12)]
    assert {match.to_act for match in matches} == {0}
    assert {match.order[0] for match in matches} == {0, 1, 2, 3}


@rule("PP-07")
def test_of_three_pipers_in_the_first_line_the_leftmost_stays() -> None:
    state = play(with_rats(4), "turn red", "turn piper", "turn piper", "turn piper")
    assert line_of(state) == ["red", "piper", "-", "-"]


@rule("PP-07")
def test_replacements_fill_the_first_line_from_the_left() -> None:
    state = play(with_rats(4), "turn piper", "turn piper", "turn red", "turn piper")
    assert line_of(play(state, "turn blue")) == ["piper", "blue", "red", "-"]
    assert line_of(play(state, "turn blue", "turn green")) == ["piper", "blue", "red", "green"]


@rule("PP-07")
def test_a_piper_among_the_replacements_is_replaced_again() -> None:
    state = play(with_rats(4), "turn piper", "turn red", "turn red", "turn piper", "turn piper")
    assert line_of(state) == ["piper", "red", "red", "-"]
    assert line_of(play(state, "turn blue")) == ["piper", "red", "red", "blue"]


@rule("PP-07")
def test_pipers_set_aside_cannot_come_back_before_the_line_is_complete() -> None:
    state = play(with_rats(4), "turn piper", "turn piper", "turn piper", "turn red")
    assert "turn piper" not in possible(state)
    state = play(state, "turn red", "turn blue")
    assert characters(state.character_deck).count("piper") == 2


@rule("PP-07")
def test_one_piper_set_aside_leaves_the_other_in_the_deck() -> None:
    state = play(with_rats(4), "turn piper", "turn piper", "turn red", "turn red")
    assert "turn piper" in possible(state)


@rule("PP-07")
def test_a_first_line_without_a_piper_and_with_one_rat_three_times_is_fine() -> None:
    state = play(with_rats(4), "turn red", "turn red", "turn red", "turn blue")
    assert line_of(state) == ["red", "red", "red", "blue"]
    assert possible(state)[0].startswith("draw")


@rule("PP-07")
def test_a_single_piper_in_the_first_line_is_left_alone() -> None:
    told = events(with_rats(4), "turn red", "turn blue", "turn green", "turn piper")
    assert [type(event).__name__ for event in told] == ["CharacterTurnedUp"] * 4


# --- data files that cannot be played ----------------------------------------------------------


def data(**numbers: int) -> str:
    """A data file with so many cards of each kind, none of the kinds not named."""
    kinds = ("forward", "double", "back", "sewer", "plus", "melody")
    table = "\n".join(f"{kind} = {numbers.get(kind, 0)}" for kind in kinds)
    rat = numbers.get("rat", 3)
    return f"[action_cards]\n{table}\n[character_cards]\nrat = {rat}\npiper = 3\n"


@rule("PP-36")
@pytest.mark.parametrize(("seats", "needed"), [(2, 12), (3, 16), (4, 20), (5, 24)])
def test_a_deck_needs_four_cards_for_each_player_and_four_more(seats: int, needed: int) -> None:
    enough = PiedPiper(data(forward=needed))
    assert enough.why_not_start(seats, Options()) is None
    refusal = PiedPiper(data(forward=needed - 1)).why_not_start(seats, Options())
    assert refusal
    assert (refusal.rule, refusal.reason) == ("PP-36", "few_cards")


@rule("PP-36", "PP-40")
def test_in_rugrats_only_the_basic_cards_count_for_the_size_of_the_deck() -> None:
    game = PiedPiper(data(forward=19, plus=5, melody=5))
    assert game.why_not_start(4, Options()) is None
    refusal = game.why_not_start(4, Options(rugrats=True))
    assert refusal
    assert refusal.args == {"cards": 19, "needed": 20}


@rule("PP-36")
def test_a_deck_in_which_nobody_ever_walks_through_a_house_is_refused() -> None:
    refusal = PiedPiper(data(sewer=40, plus=5, melody=5)).why_not_start(3, Options())
    assert refusal
    assert refusal.reason == "no_walking_cards"
    for kind in ("forward", "double", "back"):
        game = PiedPiper(data(sewer=40, **{kind: 1}))
        assert game.why_not_start(3, Options()) is None


@rule("PP-36")
def test_a_box_without_rat_characters_is_refused() -> None:
    with pytest.raises(BadData, match="rat"):
        PiedPiper(data(forward=40, rat=0))


@rule("PP-54")
@COUNTS
def test_rugrats_and_secret_life_exclude_each_other(seats: int) -> None:
    with pytest.raises(Refused, match="PP-54"):
        ratskeller.new("pied_piper", seats=seats, rugrats=True, secret=True)
