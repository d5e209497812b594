"""The measurement of strength: what is claimed, on which deals, when a claim is judged, what the report says."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from bench import strength
from bench.claims import (
    EVEN,
    FIRST_CLAIM,
    LEVEL,
    Line,
    ahead,
    all_hold,
    deals_for,
    fresh,
    lines,
    verdict,
)
from bench.samples import spread
from bench.strength import contest_of, file_of, read, records_of, table_of
from ratskeller import games
from ratskeller.arena.charts import Dots
from ratskeller.arena.contest import Contest, pairings
from ratskeller.arena.fingerprint import players_of
from ratskeller.arena.intervals import Estimate, share
from ratskeller.arena.pools import ThisProcess
from ratskeller.arena.records import heading_of, read_records
from ratskeller.arena.running import run
from ratskeller.bots import net
from ratskeller.bots.levels import level_ids
from tests.arena.matches import match

pytestmark = pytest.mark.heavy


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(strength, "FOLDER", tmp_path)


LINE = Line("pied_piper", "greedy", "random", 0.9, 0.98)


def wins_of(line: Line, wins: str) -> None:
    """Write the matches of some deals: in each the first wins both (2), one (1) or none (0)."""
    contest = contest_of(line)
    bot, rival = contest.bots
    with records_of(contest) as records:
        for deal, won in enumerate(wins):
            records.add(
                [
                    match(deal, f"{bot} {rival}", "12" if won != "0" else "21"),
                    match(deal, f"{rival} {bot}", "21" if won == "2" else "12", rotation=1),
                ]
            )


def report(game_id: str = "pied_piper") -> str:
    strength.write_report([game_id])
    return (strength.FOLDER / "report.md").read_text("utf-8")


def row(text: str, recipes: str) -> str:
    (found,) = (one for one in text.splitlines() if recipes in one and "| 2 |" in one)
    return found


# --- claims ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", games.shelf())
def test_every_step_of_the_ladder_is_claimed_and_no_pair_twice(game_id: str) -> None:
    found = lines(game_id)
    pairs = [(line.recipes, line.seats) for line in found]
    assert len(set(pairs)) == len(pairs)
    ladder = table_of(game_id).bots
    assert {((upper, lower), 2) for lower, upper in pairwise(ladder)} <= set(pairs)
    assert (("greedy", "random"), 2) in pairs
    assert table_of(game_id).seats == 4


def test_intervals_are_wide_enough_for_all_lines() -> None:
    count = sum(len(lines(game_id)) for game_id in games.shelf())
    assert all_hold(30) == pytest.approx(0.95)
    assert 0.94 <= all_hold(count) < 0.96
    assert share([EVEN, 1.0] * 50, level=LEVEL).margin > share([EVEN, 1.0] * 50).margin


@pytest.mark.parametrize(("claim", "expected"), [(0.5, 0.6), (0.7, 0.75), (0.9, 0.98)])
def test_as_many_deals_are_played_as_show_a_claim_in_nine_of_ten_cases(
    claim: float, expected: float
) -> None:
    deals, line = deals_for(claim, expected), Line("pied_piper", "a", "b", claim, expected)

    def shown(truth: float, series: int) -> int:
        rng = random.Random(f"{truth}")
        values = (
            [((rng.random() < truth) + (rng.random() < truth)) / 2 for _ in range(deals)]
            for _ in range(series)
        )
        return sum(verdict(line, share(some, level=LEVEL)) == "reached" for some in values)

    assert 430 <= shown(expected, 500) <= 480
    assert shown(claim, 500) <= 3


@pytest.mark.parametrize(
    ("low", "said"),
    [(0.71, "reached"), (0.7, "reached"), (0.69, "above even"), (0.5, "not shown")],
)
def test_a_verdict_is_what_the_interval_of_all_deals_bears(low: float, said: str) -> None:
    line = Line("pied_piper", "a", "b", 0.7, 0.8)
    assert verdict(line, Estimate(0.8, low, 0.9, line.deals)) == said
    one_less = line.deals - 1
    early = verdict(line, Estimate(0.8, low, 0.9, one_less))
    assert early == f"{one_less} of {line.deals} deals played, no verdict"
    assert verdict(line, None) == f"0 of {line.deals} deals played, no verdict"


def test_the_deals_of_a_claim_belong_to_its_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bots get the same deals; others, or the same with other code or weights, get others."""
    plans = [
        Contest("pied_piper", ("net", "greedy"), 2),
        Contest("pied_piper", ("look", "greedy"), 2),
        Contest("pied_piper", ("net", "greedy"), 4),
        Contest("ratzentanz", ("net", "greedy"), 2),
    ]
    seeds = [fresh(plan).seed for plan in plans]
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) >= FIRST_CLAIM
    assert fresh(fresh(plans[0])).seed == seeds[0]
    monkeypatch.setattr("ratskeller.arena.records.players_of", lambda *_: "f" * 16)
    assert fresh(plans[0]).seed != seeds[0]


def test_weights_are_part_of_who_a_learned_bot_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def seen_with(text: str) -> list[str]:
        (tmp_path / "2.npz").write_text(text, "utf-8")
        players_of.cache_clear()
        return [
            players_of("pied_piper", frozenset({kind}))
            for kind in ("net", "look", "guided", "search")
        ]

    monkeypatch.setattr(net, "weights_of", lambda _: tmp_path)
    before, after = seen_with("some"), seen_with("others")
    players_of.cache_clear()
    assert [one == other for one, other in zip(before, after, strict=True)] == [
        False,
        False,
        False,
        True,
    ]


def test_who_is_ahead_is_as_likely_as_the_deals_say() -> None:
    assert ahead([0.5] * 9, [0.5] * 9) == EVEN
    assert ahead([0.6] * 9, [0.1] * 9) > 0.95
    assert ahead([0.1] * 9, [0.6] * 9) < 0.05
    assert EVEN < ahead([0.4, 0.2, 0.3], [0.2, 0.3, 0.2]) < 0.9


# --- lines and the report ----------------------------------------------------------------------


def test_a_line_is_judged_when_all_its_deals_are_played_and_not_before() -> None:
    wins_of(LINE, "2" * (LINE.deals - 1))
    early = row(report(), "`greedy`, `random`")
    assert f"{LINE.deals - 1} of {LINE.deals} deals played, no verdict" in early
    assert not (strength.FOLDER / "pied_piper.png").exists(), "and nothing is drawn"
    file_of(contest_of(LINE)).unlink()
    wins_of(LINE, "2" * LINE.deals + "0" * 50)
    assert f"| **reached**, {LINE.deals} deals |" in row(report(), "`greedy`, `random`")
    reading = read(LINE, strength.kept_matches(contest_of(LINE)))
    assert reading.won is not None
    assert reading.won.mean == 1, "more deals than planned do not count"


def test_the_report_says_what_was_not_reached_honestly() -> None:
    wins_of(LINE, "1" * LINE.deals)
    text = report()
    assert "not shown" in row(text, "`greedy`, `random`")
    assert "0 of" in row(text, "`look`, `search:10000`")
    assert (strength.FOLDER / "pied_piper.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_draws_the_threshold_of_each_line() -> None:
    readings = [
        strength.Reading(line, Estimate(0.8, 0.7, 0.9, line.deals))
        for line in (LINE, Line("pied_piper", "jost", "gret"))
    ]
    picture = strength._picture("", readings).picture
    assert isinstance(picture, Dots)
    assert picture.marks == [0.9, 0.5]


def test_levels_at_four_seats_come_with_how_likely_each_is_ahead_of_the_next() -> None:
    contest = table_of("pied_piper")
    with records_of(contest) as records:
        for deal in range(6):
            for pairing in pairings(contest, deal):
                best_first = sorted(pairing.bots, key=contest.bots.index, reverse=True)
                ranks = "".join(str(best_first.index(bot) + 1) for bot in pairing.bots)
                played = match(deal, " ".join(pairing.bots), ranks, rotation=pairing.rotation)
                records.add([replace(played, lineup=pairing.lineup)])
    ids = level_ids(games.find("pied_piper"))
    text = report()
    assert f"6 deals of {strength.TABLE_DEALS}" in text
    rows = [
        one.split(" | ")
        for one in text.splitlines()
        if one.startswith(tuple(f"| {i} | " for i in ids))
    ]
    assert [one[0] for one in rows] == [f"| {level}" for level in reversed(ids)], "strongest first"
    assert rows[-1][-1] == "– |"
    assert float(rows[0][-1].removesuffix("% |")) > 90


def test_a_deal_that_was_cut_short_does_not_count() -> None:
    wins_of(LINE, "22")
    contest = contest_of(LINE)
    bot, rival = contest.bots
    with records_of(contest) as records:
        records.add([match(2, f"{bot} {rival}", "21")])
        reading = read(LINE, records.sorted())
    assert reading.won is not None
    assert (reading.won.deals, reading.won.mean) == (2, 1)


def make_stale(path: Path) -> None:
    now = players_of("pied_piper", frozenset({"greedy", "random"}))
    path.write_text(path.read_text("utf-8").replace(now, "f" * len(now)), "utf-8")


def test_matches_of_bots_that_were_changed_count_for_nothing() -> None:
    wins_of(LINE, "2" * LINE.deals)
    assert "reached" in row(report(), "`greedy`, `random`")
    make_stale(file_of(contest_of(LINE)))
    assert "| 0 of" in row(report(), "`greedy`, `random`")
    with records_of(contest_of(LINE)) as records:
        assert records.sorted() == []


def test_time_ends_the_playing_and_the_next_run_goes_on() -> None:
    line = Line("pied_piper", "greedy", "random", 0.55, 0.99)  # a claim of few deals
    console, path = Console(quiet=True), file_of(contest_of(line))
    strength.play([line], [], ThisProcess(), 0.0, console)
    assert not path.exists(), "no time, no match"
    assert not strength._play_batch(line, ThisProcess(), console)
    before = path.read_bytes()
    while not strength._play_batch(line, ThisProcess(), console):
        pass
    assert path.read_bytes().startswith(before)
    assert len(read_records(path)[1]) == 2 * line.deals


def test_only_what_some_bots_play_among_themselves_is_played() -> None:
    wanted, tables = strength._wanted(["first_rat"], {"greedy", "random"})
    assert {line.bot for line in wanted} == {"greedy", "hubcap", "dynamo", "gasket"}
    assert tables == []


# --- code that has moved -----------------------------------------------------------------------


def stale_file() -> Path:
    """Matches that the bots of now have played, under the fingerprint of earlier ones."""
    contest = contest_of(LINE)
    with records_of(contest) as records:
        run(records, range(3), ThisProcess())
    make_stale(file_of(contest))
    return file_of(contest)


def test_a_file_is_renewed_where_its_matches_come_out_as_they_did() -> None:
    path = stale_file()
    _, *before = path.read_bytes().splitlines(keepends=True)
    assert strength.renew([path], 3, ThisProcess(), Console(quiet=True)) == []
    _, *after = path.read_bytes().splitlines(keepends=True)
    heading = read_records(path)[0]
    assert heading == heading_of(heading.contest)
    assert contest_of(LINE) == heading.contest, "it goes on with its own deals"
    assert after == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("old", "new"), [('"turns":', '"turns":1'), ('"deal":2', '"deal":9'), ('"seed":', '"seed":1')]
)
def test_a_file_of_other_play_stays_as_it_is(old: str, new: str) -> None:
    path = stale_file()
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    before = path.read_bytes()
    assert strength.renew([path], 3, ThisProcess(), Console(quiet=True)) == [path]
    assert path.read_bytes() == before


def test_other_rules_cannot_be_renewed() -> None:
    path = stale_file()
    path.write_text(
        path.read_text("utf-8").replace('"rules_version":', '"rules_version":9'), "utf-8"
    )
    before = path.read_bytes()
    assert strength.renew([path], 1, ThisProcess(), Console(quiet=True)) == [path]
    assert path.read_bytes() == before


def test_matches_to_be_played_again_come_from_all_parts_of_a_file() -> None:
    every = [match(deal, "a b", "12") for deal in range(9)]
    assert [one.deal for one in spread(every, 3)] == [0, 4, 8]
    assert [one.deal for one in spread(every[:1], 3)] == [0]
    assert [one.deal for one in spread(every, 1)] == [0]
