"""First Rat's choices in words: questions, labels, and every gain and cost in its place."""

from __future__ import annotations

from msgspec.structs import replace

from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import MOVE, Options
from ratskeller.words.languages import SPACED
from tests.games.first_rat import own
from tests.games.first_rat.speakers import EN, NAMES, WORDS, effects, label
from tests.games.walks import walk
from tests.rules.first_rat.positions import N, do, position

# --- questions ---


def test_every_question_names_its_step() -> None:
    state = position((8, 3, N, N), goods="6 cheese")
    assert EN.ask(own(state)).startswith("Step 1, moving: one rat up to 5, or several up to 3")
    state = do(state, "a>9")
    assert EN.ask(own(state)) == "Step 1, moving: another rat to a white space, or collect."
    assert EN.ask(GAME.conceal(state, None), NAMES[:2]) == "Step 1: Ada is moving."
    assert EN.ask(GAME.conceal(state, 1)) == "Step 1: Kettle is moving."
    state = do(state, "take")
    assert EN.ask(own(state)) == "Step 3, booths: do you take an item? (Harry Hamster)"
    assert EN.ask(GAME.conceal(state, 1), NAMES[:2]) == "Step 3: Ada is at the booths."
    state = do(state, "pass")
    assert EN.ask(own(state)).startswith("Step 4, scoring: nothing to build")
    assert EN.ask(GAME.conceal(state, 1), NAMES[:2]) == "Step 4: Ada is scoring."


def test_with_longer_legs_several_rats_go_further() -> None:
    state = position((8, 3, N, N), comics="legs")
    assert "several up to 4 spaces" in EN.ask(own(state))


def test_a_rat_that_must_make_room_is_named() -> None:
    state = do(position((13, 16, N, N), comics="colours"), "a>16")
    assert EN.ask(own(state)) == "Step 1, moving: rat b must move on."


def test_where_colours_mix_no_colour_is_asked_for() -> None:
    state = do(position((13, 17, N, N), comics="colours"), "a>16")
    assert EN.ask(own(state)) == "Step 1, moving: another rat, or collect."


def test_a_rat_that_went_far_ends_step_one() -> None:
    state = do(position((8, 3, N, N)), "a>13")
    assert EN.ask(own(state)).startswith("Step 2, collecting: take everything")


def test_the_burrow_asks_for_the_way_and_counts_the_cores() -> None:
    state = do(position((11, N, N, N), burrow="R_bot"), "a>12", "take")
    assert EN.ask(own(state)) == "Step 2, burrow: which way? 3 apple cores are left."
    assert EN.ask(GAME.conceal(state, 1), NAMES[:2]) == "Step 2: Ada is collecting."
    assert label(state, "up") == "Up, to the Library"
    assert label(state, "on") == "Straight on, to the second intersection"
    assert EN.ask(own(do(state, "up"))) == "Step 2, Library: which comic do you take?"


def test_three_booths_make_the_longest_question() -> None:
    state = do(position((8, N, N, N)), "a>9", "take")
    for language in SPACED:
        assert len(WORDS[language].ask(own(replace(state, booths=7))).split()) <= 20


# --- labels and effects ---


def test_a_move_is_labelled_with_rat_and_space() -> None:
    state = position((4, 0, N, N), goods="1 soda 1 tin", tokens={"lola": 0})
    assert label(state, "a>9") == "Rat a (Lola Rat) to space 9"
    assert label(state, "b>3") == "Rat b to space 3"
    assert label(state, "a>10+Y1") == "Rat a (Lola Rat) to space 10, by the yellow shortcut 5–10"
    assert label(state, "a>9", "zh-Hant") == "讓老鼠 a（蘿拉）走到第 9 格"


def test_what_a_move_brings_is_seen_before_it_is_made() -> None:
    state = position((7, N, N, N), packs="bulbs", light=13)
    assert effects(state, "a>8") == [
        "You collect 5 light bulbs: space 8 +2, light +1 and backpack +2.",
        "You move your light marker to light 15.",
        "You place a score marker on the construction lights track: 7 points.",
        "You move your light marker to light 18.",
    ]


def test_what_a_move_costs_comes_first() -> None:
    state = position((4, N, N, N), (10, N, N, N), seats=3, goods="1 soda")
    assert effects(state, "a>10+Y1") == [
        "You pay 1 baking soda for the yellow shortcut 5–10.",
        "Without cheese to pay with, you take 1 mouldy cheese and 3 cheese.",
        "You give bo 1 cheese for sharing space 10.",
        "You collect 1 baking soda.",
    ]


def test_tolls_to_one_player_are_added_up() -> None:
    state = position((4, N, N, N), (5, 5, N, N), goods="3 cheese")
    assert effects(state, "a>5")[0] == "You give bo 2 cheese for sharing space 5."


def test_a_booth_and_a_rat_in_the_way_are_announced() -> None:
    state = position((6, 9, N, N))
    assert effects(state, "a>9") == [
        "You move rat b from space 9 to space 12.",
        "You collect 5 apple cores: space 9 +2 and space 12 +3.",
        "You move your burrow marker 4 spaces, to the first intersection.",
        "Harry Hamster’s booth: backpacks for 6 cheese each.",
        "You can only steal there: a thief goes back to Start.",
        "With one apple core left, you choose the way at the intersection.",
    ]
    crowd = position((13, 16, N, N), comics="colours")
    assert effects(crowd, "a>16") == ["Rat b must move on then.", "You collect 1 tin can."]


def test_a_drink_doubles_each_kind() -> None:
    state = do(position((10, N, N, N), drinks=1, packs="cheese"), "a>11")
    assert effects(state, "take") == [
        "You collect 4 cheese: space 11 +2 and backpack +2.",
        "You may double what you collect with an energy drink.",
    ]
    state = do(state, "take")
    assert effects(state, "drink") == [
        "You collect 8 cheese: space 11 +2, backpack +2 and energy drink ×2."
    ]
    assert effects(state, "dry") == ["You collect 4 cheese: space 11 +2 and backpack +2."]


def test_the_extra_of_a_colour_backpack_is_announced() -> None:
    state = do(position((1, 5, N, N), packs="orange"), "a>3", "b>7")
    assert effects(state, "take") == [
        "You collect 1 baking soda.",
        "You collect 1 vinegar.",
        "Your backpack adds 1, of a kind you are collecting.",
    ]
    state = do(state, "take")
    assert EN.ask(own(state)).endswith("of which kind is the extra for the orange backpack?")
    assert label(state, "+soda") == "1 baking soda more"
    assert effects(state, "+soda") == [
        "You collect 2 baking soda: space 3 +1 and backpack +1.",
        "You collect 1 vinegar.",
    ]


def test_the_launchpad_rewards_with_an_award_or_a_rat() -> None:
    state = position((26, N, N, N))
    assert effects(state, "a>27") == [
        "Reward of the Launchpad: an award, or a rat from the Nursery to Start."
    ]
    state = do(state, "a>27")
    assert label(state, "rat") == "Rat b from the Nursery to Start"
    assert effects(state, "rat") == []
    assert effects(state, "award") == ["You get an award, worth 3 points."]
    caution = GAME.caution(own(state), GAME.parse("award"))
    assert caution is not None
    assert EN.refusal(caution).endswith("you will never move again.")


def test_an_item_is_bought_or_stolen_with_open_eyes() -> None:
    state = do(position((8, N, N, N), goods="6 cheese"), "a>9", "take")
    assert label(state, "buy pack:cheese") == "Buy the cheese backpack for 6 cheese"
    assert effects(state, "buy pack:cheese") == [
        "Whenever you collect cheese, 2 more in all.",
        "You pay 6 cheese for the cheese backpack.",
    ]
    assert label(state, "steal pack:cheese", "de") == "Den Käse-Rucksack stehlen"
    assert effects(state, "steal pack:cheese")[-1] == (
        "The thief must go back: you move rat a from space 9 to Start."
    )
    free = do(position((8, N, N, N), tokens={"ratwoman": 0}), "a>9", "take")
    assert label(free, "buy pack:cheese") == "Take the cheese backpack for nothing"


def test_a_comic_is_taken_with_what_it_does() -> None:
    state = do(position((11, N, N, N), burrow="R_bot"), "a>12", "take", "up")
    assert label(state, "comic lola>a") == "Take the comic “Lola Rat”, with the token on rat a"
    assert effects(state, "comic toll")[:2] == [
        "You pay nothing for sharing a space with other rats.",
        "It works from your next turn on.",
    ]


def test_a_part_that_completes_the_rocket_brings_two_markers() -> None:
    state = do(
        position(
            (1, N, N, N),
            goods="1 tin 2 calculator",
            tracks={"thruster": (0,), "cargo": (0,)},
        ),
        "a>2",
        "take",
    )
    assert effects(state, "cockpit") == [
        "You pay 1 tin can and 2 calculators for the cockpit.",
        "You place a score marker on the cockpit track: 8 points.",
        "You place a score marker on the Rocket track: 5 points.",
    ]


def test_the_discount_tells_its_choices_apart() -> None:
    state = do(position((1, N, N, N), goods="1 tin 2 calculator", comics="discount"), "a>2", "take")
    assert label(state, "cockpit-tin") == "Build the cockpit, 1 tin can less"
    assert label(state, "cockpit-calculator") == "Build the cockpit, 1 calculator less"


def test_no_two_legal_actions_share_a_label() -> None:
    for state, _ in walk(GAME, 4, Options(), seed=12):
        if state.phase < MOVE:
            actions = list(GAME.odds(state)[0])
        else:
            actions = list(GAME.legal(state))
        for words in WORDS.values():
            labels = {words.action(own(state), action) for action in actions}
            assert len(labels) == len(actions)
