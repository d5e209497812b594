"""The table: points of each against each, seats, ratings, drama."""

from __future__ import annotations

import random

import pytest

from ratskeller.arena.contest import Contest
from ratskeller.arena.drama import decided, lead_changes
from ratskeller.arena.standings import by_deal, points, standings
from tests.arena.matches import match

CONTEST = Contest("pied_piper", ("a", "b"), 2)


def test_points_are_counted_by_deal() -> None:
    played = [
        match(0, "a b", "12"),
        match(0, "b a", "12", rotation=1),
        match(1, "a b", "12"),
        match(1, "b a", "21", rotation=1),
        match(2, "a b", "11"),
    ]
    assert points("a", "b", by_deal(played)) == [0.5, 1.0, 0.5]
    assert points("b", "a", by_deal(played)) == [0.5, 0.0, 0.5]


def test_a_seat_of_several_counts_against_every_seat_of_the_rival() -> None:
    assert points("a", "b", [[match(0, "a b a b", "1234")]]) == [0.75]


def test_the_interval_is_over_deals_and_not_over_matches() -> None:
    """Luck decides every deal for the same seat: the points of a deal are always one half."""
    lucky = [
        match(deal, order, "12", rotation=rotation)
        for deal in range(50)
        for rotation, order in enumerate(("a b", "b a"))
    ]
    (encounter, _) = standings(CONTEST, lucky).encounters
    assert encounter.points.mean == 0.5
    assert encounter.points.deals == 50
    assert encounter.points.margin < 0.05, "single matches would give 0.098"


def test_wins_by_seat_are_those_of_whoever_sat_there() -> None:
    played = [match(0, "a b", "12"), match(0, "b a", "12", rotation=1), match(1, "a b", "11")]
    first, second = standings(CONTEST, played).seats
    assert (first.mean, second.mean) == (0.75, 0.25)


def test_draws_and_reasons_are_counted() -> None:
    played = [match(0, "a b", "11"), match(1, "a b", "12", reason="cap")]
    table = standings(CONTEST, played)
    assert table.draws.mean == 0.5
    assert table.reasons == {"cap": 1, "roof": 1}


def test_ratings_follow_strength() -> None:
    rng = random.Random(1)
    contest = Contest("pied_piper", ("weak", "strong", "middling"), 3)
    weight = {"weak": 1, "middling": 3, "strong": 9}
    played = []
    for deal in range(60):
        seats = rng.sample(contest.bots, 3)
        order = sorted(seats, key=lambda bot: rng.random() ** (1 / weight[bot]), reverse=True)
        ranks = "".join(str(order.index(bot) + 1) for bot in seats)
        played.append(match(deal, " ".join(seats), ranks))
    ratings = standings(contest, played).ratings
    assert [rating.bot for rating in ratings] == ["strong", "middling", "weak"]
    assert all(rating.matches == 60 and 0 < rating.margin < 10 for rating in ratings)
    assert ratings[0].wins.mean > 0.5 > ratings[2].wins.mean


def test_a_bot_on_all_seats_stays_where_it_began() -> None:
    contest = Contest("pied_piper", ("a",), 2)
    table = standings(contest, [match(deal, "a a", "12") for deal in range(10)])
    assert table.ratings[0].value == pytest.approx(25, abs=0.001)
    assert table.encounters == []


# --- drama -------------------------------------------------------------------------------------


def test_standing_equal_is_no_change_of_the_lead() -> None:
    assert lead_changes(match(0, "a b", "12", leads=(0, -1, 0, 1, -1, 0, 0))) == 2
    assert lead_changes(match(0, "a b", "12", leads=(-1, -1))) == 0


def test_a_match_is_decided_when_the_winner_leads_for_good() -> None:
    assert decided(match(0, "a b", "12", leads=(1, 0, 1, 0, 0))) == 0.6
    assert decided(match(0, "a b", "12", leads=(0, 0, 0, 0))) == 0
    assert decided(match(0, "a b", "11", leads=(1, 0, -1, 0))) == 0.75
    assert decided(match(0, "a b", "12")) == 0
