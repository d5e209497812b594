"""First Rat, the burrow: FR-27 to FR-30, and the tokens of FR-64."""

from __future__ import annotations

from ratskeller.games.first_rat.rules.state import (
    COMIC,
    FORK,
    RAISE,
    SCORE,
    BurrowMoved,
    ComicTaken,
    MarkerMissing,
    MarkerPlaced,
    TokenPlaced,
)
from tests.rules import rule
from tests.rules.first_rat.positions import (
    N,
    R,
    do,
    events,
    node,
    options,
    pieces,
    position,
    refusal,
)


@rule("FR-27")
def test_a_core_is_one_node() -> None:
    assert node(do(position((5, N, N, N)), "a>6", "take")) == "R_top"
    assert node(do(position((5, N, N, N), burrow="F_top"), "a>6", "take")) == "F_bot"


@rule("FR-27")
def test_at_a_fork_the_player_chooses() -> None:
    state = do(position((5, N, N, N), burrow="R_bot"), "a>6", "take")
    assert state.phase == FORK
    assert options(state) == ["up", "on"]
    assert node(do(state, "on")) == "M_bot"
    assert node(do(state, "up")) == "R_mid"
    assert refusal(state, "burrow:L_top") == ("FR-27", "choose_way")


@rule("FR-27", "FR-85")
def test_whoever_stops_on_a_fork_chooses_with_the_next_core() -> None:
    state = do(position((5, N, N, N), burrow="F_bot"), "a>6", "take")
    assert node(state) == "R_bot"
    assert state.phase == SCORE


@rule("FR-27")
def test_two_forks_in_one_walk_are_two_questions() -> None:
    state = do(position((11, N, N, N), burrow="R_bot"), "a>12", "take", "on")
    assert state.phase == FORK
    state = do(state, "on")
    assert node(state) == "L_mid"
    assert pieces(state, "stored_food") == (0,)


@rule("FR-27", "FR-28")
def test_passing_the_library_is_enough_and_the_walk_goes_on() -> None:
    state = do(position((8, N, N, N), burrow="R_bot"), "a>9", "take", "up")
    assert state.phase == COMIC
    state = do(state, "comic legs")
    assert node(state) == "R_top"


@rule("FR-28")
def test_a_comic_may_be_taken_or_not() -> None:
    state = do(position((5, N, N, N), burrow="R_bot", library="red legs"), "a>6", "take", "up")
    assert options(state) == ["comic red", "comic legs", "no comic"]
    after = do(state, "comic legs")
    assert after.library == state.library - (1 << 7)
    assert after.comics[0] == 1 << 7
    assert do(state, "no comic").comics[0] == 0
    assert refusal(state, "comic:toll") == ("FR-28", "not_in_library")


@rule("FR-28", "FR-85")
def test_an_empty_library_asks_nothing() -> None:
    state = do(position((5, N, N, N), burrow="R_bot", library=""), "a>6", "take", "up")
    assert state.phase == SCORE


@rule("FR-28", "FR-53")
def test_a_comic_does_not_work_in_the_turn_it_is_taken() -> None:
    state = position((5, N, N, N), burrow="R_bot", goods="2 calculator 2 tin")
    now = do(state, "a>6", "take", "up", "comic discount")
    assert options(now) == ["cockpit", "end"]
    later = do(now, "end", "a>1", "take", "end", "a>8", "take")
    assert options(later) == ["cockpit-tin", "cockpit-calculator", "end"]


@rule("FR-28", "FR-65", "FR-68")
def test_a_fresh_token_does_not_forbid_a_theft() -> None:
    for name in ("neil", "ratwoman"):
        state = do(position((7, N, N, N), burrow="R_bot"), "a>9", "take", "up", f"comic {name}>a")
        assert "steal pack:green" in options(state)
        assert "buy pack:green" not in options(state)


@rule("FR-29")
def test_the_nursery_may_wake_a_rat() -> None:
    state = do(position((5, N, N, R), burrow="M_bot"), "a>6", "take", "up")
    assert state.phase == RAISE
    assert options(state) == ["raise", "sleep"]
    assert do(state, "raise").rats[:4] == (6, 0, N, R)
    assert do(state, "sleep").rats[:4] == (6, N, N, R)
    assert refusal(state, "rat:0") == ("FR-29", "raise_or_not")


@rule("FR-29", "FR-85")
def test_an_empty_nursery_asks_nothing() -> None:
    state = do(position((5, 0, 0, R), burrow="M_bot"), "a>6", "take", "up")
    assert state.phase == SCORE


@rule("FR-29")
def test_a_rat_that_was_woken_cannot_be_woken_again() -> None:
    state = position((24, N, R, R), burrow="M_bot")
    state = do(state, "a>26", "take", "up", "raise")
    assert state.rats[1] == 0
    assert state.phase in (FORK, SCORE)


@rule("FR-30")
def test_stored_food_is_marked_each_time() -> None:
    state = position((5, N, N, N), burrow="L_bot", tracks={"stored_food": (1,)})
    told = events(state, "a>6", "take")
    assert told[-2:] == [BurrowMoved(0, 8, 9), MarkerPlaced(0, 6, 2, 5)]
    assert pieces(do(state, "a>6", "take"), "stored_food") == (1, 0)


@rule("FR-30", "FR-51")
def test_stored_food_needs_a_marker() -> None:
    state = position((5, N, N, N), burrow="L_bot", markers=0)
    assert MarkerMissing(0, 6) in events(state, "a>6", "take")


@rule("FR-64")
def test_a_super_rat_comic_puts_its_token_on_a_rat_that_is_awake() -> None:
    state = do(position((5, 14, N, R), burrow="R_bot", library="lola"), "a>6", "take", "up")
    assert options(state) == ["comic lola>a", "comic lola>b", "no comic"]
    told = events(state, "comic lola>b")
    assert told[:2] == [ComicTaken(0, 1), TokenPlaced(1, 1)]
    assert do(state, "comic lola>b").tokens == (-1, 1, -1, -1)
    assert refusal(state, "comic:lola", "rat:2") == ("FR-64", "cannot_carry")
    assert refusal(state, "comic:lola", "rat:3") == ("FR-64", "cannot_carry")
    assert refusal(state, "comic:lola", "rat:4") == ("FR-64", "not_your_rat")
    assert refusal(state, "comic:lola", "no_rat") == ("FR-64", "choose_carrier")


@rule("FR-64")
def test_a_rat_on_the_launchpad_can_still_get_a_token() -> None:
    state = do(position((24, 25, N, N), burrow="R_bot", library="neil"), "a>26", "b>27", "take")
    assert "comic neil>b" in options(do(state, "up"))


@rule("FR-64")
def test_one_rat_may_carry_several_tokens() -> None:
    state = position((5, N, N, N), burrow="R_bot", library="lola", tokens={"neil": 0})
    assert do(state, "a>6", "take", "up", "comic lola>a").tokens == (0, 0, -1, -1)


@rule("FR-19", "FR-64")
def test_equal_rats_on_start_are_one_choice_for_a_token() -> None:
    state = position((5, 0, 0, N), burrow="R_bot", library="lola")
    state = do(state, "a>6", "take", "up")
    assert options(state) == ["comic lola>a", "comic lola>b", "no comic"]
    assert refusal(state, "comic:lola", "rat:2") == ("FR-19", "same_rat")
