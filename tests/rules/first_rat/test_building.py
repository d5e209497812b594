"""First Rat, step 4: FR-50 to FR-54."""

from __future__ import annotations

from ratskeller.games.first_rat.rules.state import (
    SCORE,
    MarkerMissing,
    MarkerPlaced,
    RattronautSeated,
    Spent,
    State,
)
from tests.rules import rule
from tests.rules.first_rat.positions import (
    N,
    R,
    do,
    events,
    goods,
    options,
    pieces,
    position,
    refusal,
)


def scoring(**fields: object) -> State:
    """Seat 0 in step 4; its rat has nothing to do with it."""
    return position((3, N, N, N), phase=SCORE, **fields)  # type: ignore[arg-type]


@rule("FR-50")
def test_parts_cost_what_is_printed() -> None:
    state = scoring(goods="5 vinegar 5 soda 3 tin 2 calculator")
    assert options(state) == ["thruster", "cargo", "cockpit", "end"]
    assert goods(do(state, "thruster")) == "3 soda 3 tin 2 calculator"
    assert goods(do(state, "cargo")) == "5 vinegar 2 soda 1 tin 2 calculator"
    assert goods(do(state, "cockpit")) == "5 vinegar 5 soda 2 tin"
    assert goods(do(state, "thruster", "cargo", "cockpit")) == ""


@rule("FR-50")
def test_ten_cheese_are_a_donation_as_often_as_one_likes() -> None:
    state = do(scoring(goods="21 cheese"), "donate", "donate")
    assert goods(state) == "1 cheese"
    assert pieces(state, "provisions") == (0, 0)
    assert options(state) == ["end"]
    assert events(scoring(goods="10 cheese"), "donate")[0] == Spent(0, 0, 10, "donation", 5)


@rule("FR-50", "FR-07")
def test_a_marker_goes_to_the_leftmost_free_space_and_the_last_holds_any_number() -> None:
    told = [
        events(scoring(goods="10 cheese", tracks={"provisions": (1,) * n}), "donate")[1]
        for n in range(5)
    ]
    slots = [event.slot for event in told if isinstance(event, MarkerPlaced)]
    points = [event.points for event in told if isinstance(event, MarkerPlaced)]
    assert slots == [0, 2, 4, 4, 4]  # two players: the second and fourth are blocked
    assert points == [7, 6, 5, 5, 5]


@rule("FR-50")
def test_what_is_short_is_named() -> None:
    state = scoring(goods="1 tin 1 calculator")
    assert options(state) == ["end"]
    assert refusal(state, "track:cockpit") == ("FR-50", "goods_short")
    assert refusal(state, "track:provisions") == ("FR-50", "goods_short")
    assert refusal(state, "track:rocket") == ("FR-52", "not_for_goods")
    assert refusal(state, "rat:0") == ("FR-10", "moving_is_over")


@rule("FR-51")
def test_without_a_marker_nothing_can_be_bought() -> None:
    state = scoring(goods="30 cheese", markers=0)
    assert options(state) == ["end"]
    assert refusal(state, "track:provisions") == ("FR-51", "no_marker")


@rule("FR-52")
def test_a_complete_set_is_marked_on_the_rocket_track_at_once() -> None:
    state = scoring(goods="1 tin 2 calculator", tracks={"thruster": (0,), "cargo": (1, 0)})
    told = events(state, "cockpit")
    assert told[-2:] == [MarkerPlaced(0, 3, 0, 8), MarkerPlaced(0, 7, 0, 5)]
    assert do(state, "cockpit").markers[0] == 6


@rule("FR-52")
def test_a_part_that_completes_no_set_is_just_a_part() -> None:
    tracks = {"thruster": (0,), "cargo": (0,), "cockpit": (0,), "rocket": (0,)}
    state = do(scoring(goods="1 tin 2 calculator", tracks=tracks), "cockpit")
    assert pieces(state, "rocket") == (0,)


@rule("FR-52")
def test_a_second_set_is_marked_again() -> None:
    tracks = {"thruster": (0, 0), "cargo": (0, 1, 0), "cockpit": (0,), "rocket": (0,)}
    state = do(scoring(goods="1 tin 2 calculator", tracks=tracks), "cockpit")
    assert pieces(state, "rocket") == (0, 0)


@rule("FR-52", "FR-51", "FR-80")
def test_a_set_completed_by_the_last_marker_is_lost_for_the_rocket_track() -> None:
    tracks = {"thruster": (0,), "cargo": (0,)}
    state = scoring(goods="2 tin 4 calculator", tracks=tracks, markers=1)
    told = events(state, "cockpit")
    assert MarkerMissing(0, 7) in told
    after = do(state, "cockpit")
    assert pieces(after, "rocket") == ()
    assert after.last_round == after.round + 1
    # In the extra round there are markers again, but the set stays lost.
    extra = do(after, "end", "a>1", "take", "end", "a>4", "take")
    assert extra.markers == (2, 10)
    assert pieces(do(extra, "cockpit"), "rocket") == ()


@rule("FR-53")
def test_the_discount_is_one_less_of_one_material() -> None:
    state = scoring(goods="5 vinegar 1 soda 1 tin 1 calculator", comics="discount")
    assert options(state) == ["thruster-soda", "cockpit-calculator", "end"]
    assert goods(do(state, "thruster-soda")) == "1 tin 1 calculator"
    assert goods(do(state, "cockpit-calculator")) == "5 vinegar 1 soda"
    assert refusal(state, "track:cockpit", "goods:0:vinegar") == ("FR-53", "wrong_discount")


@rule("FR-53")
def test_the_discount_is_had_for_every_part_but_not_for_provisions() -> None:
    state = scoring(goods="9 cheese 1 tin 3 calculator", comics="discount")
    after = do(state, "cockpit-tin")
    assert goods(after) == "9 cheese 1 tin 1 calculator"
    assert goods(do(after, "cockpit-calculator")) == "9 cheese"
    assert "donate" not in options(state)


@rule("FR-53")
def test_without_the_comic_there_is_no_discount() -> None:
    state = scoring(goods="1 tin 1 calculator")
    assert refusal(state, "track:cockpit", "goods:0:calculator") == ("FR-53", "no_discount")
    state = scoring(goods="10 cheese")
    assert refusal(state, "track:provisions", "goods:0:cheese") == ("FR-50", "choose_track")


@rule("FR-54")
def test_at_the_end_of_the_turn_the_rat_on_the_launchpad_boards_the_rocket() -> None:
    state = do(position((25, 3, N, N), (R, 0, N, N)), "a>27", "take", "award")
    assert state.rats[0] == 27
    told = events(state, "end")
    assert told[0] == RattronautSeated(0, 2, 7, "plain")
    after = do(state, "end")
    assert after.rats[0] == R
    assert pieces(after, "rattronaut") == (4, 0)


@rule("FR-54", "FR-07")
def test_the_last_space_of_the_rattronaut_track_holds_any_number() -> None:
    state = do(position((25, R, R, 3), (R, R, 0, 0)), "a>27", "take")
    assert events(state, "end")[0] == RattronautSeated(0, 4, 6, "plain")
