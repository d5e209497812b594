"""The measurement of the ladder: its claims, when it stops, what the report says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from bench import strength
from bench.strength import Line, file_of, lines, read, records_of, table_of
from ratskeller import games
from ratskeller.arena.contest import pairings
from ratskeller.arena.fingerprint import players_of
from ratskeller.arena.pools import ThisProcess
from ratskeller.arena.records import heading_of, read_records
from ratskeller.arena.running import run
from ratskeller.bots.levels import level_ids
from tests.arena.matches import match


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(strength, "FOLDER", tmp_path)


LINE = Line("pied_piper", "greedy", "random")


def points_of(line: Line, wins: str) -> None:
    """Write the matches of some deals: in each the first wins both (2), one (1) or none (0)."""
    bot, rival = line.contest.bots
    with records_of(line.contest) as records:
        for deal, won in enumerate(wins):
            records.add(
                [
                    match(deal, f"{bot} {rival}", "12" if won != "0" else "21"),
                    match(deal, f"{rival} {bot}", "21" if won == "2" else "12", rotation=1),
                ]
            )


def chapter(game_id: str = "pied_piper") -> str:
    strength.write_report([game_id])
    return (strength.FOLDER / "report.md").read_text("utf-8")


@pytest.mark.parametrize("game_id", games.shelf())
def test_the_ladder_claims_every_step(game_id: str) -> None:
    ids = level_ids(games.find(game_id))
    claims = [(line.bot, line.rival) for line in lines(game_id)]
    assert ("greedy", "random") in claims
    assert claims[2:] == [(ids[at + 1], ids[at]) for at in range(len(ids) - 1)]
    assert table_of(game_id).seats == 4


def test_a_line_stops_as_soon_as_it_is_settled() -> None:
    points_of(LINE, "2" * 60)
    with records_of(LINE.contest) as records:
        reading = read(LINE, records.sorted())
    assert reading.settled
    assert reading.trial.verdict == "reached"
    assert reading.trial.deals < 20
    assert reading.points is not None
    assert reading.points.deals == reading.trial.deals, "later deals do not count"


def test_a_line_without_a_verdict_ends_at_the_most_deals() -> None:
    points_of(LINE, "1" * strength.MOST_DEALS)
    with records_of(LINE.contest) as records:
        assert read(LINE, records.sorted()).settled


def test_the_report_says_reached_and_not_reached_honestly() -> None:
    points_of(LINE, "2" * 30)
    strongest = table_of("pied_piper").bots[-1]
    points_of(Line("pied_piper", strongest, "greedy"), "0" * 30)
    text = chapter()
    (greedy,) = (row for row in text.splitlines() if row.startswith("| greedy beats random "))
    (search,) = (row for row in text.splitlines() if f"`{strongest}`, `greedy`" in row)
    assert greedy.endswith("| reached |")
    assert search.endswith("| not reached |")
    assert "not played" in text
    assert (strength.FOLDER / "pied_piper.png").read_bytes().startswith(b"\x89PNG")


def play_table(order: Sequence[str], deals: int) -> None:
    """All levels meet, and always end in this order, the weakest last."""
    contest = table_of("pied_piper")
    with records_of(contest) as records:
        for deal in range(deals):
            for pairing in pairings(contest, deal):
                best_first = sorted(pairing.bots, key=order.index, reverse=True)
                ranks = "".join(str(best_first.index(bot) + 1) for bot in pairing.bots)
                played = match(deal, " ".join(pairing.bots), ranks, rotation=pairing.rotation)
                records.add([replace(played, lineup=pairing.lineup)])


def test_wins_in_the_order_of_the_ladder_are_called_so() -> None:
    play_table(table_of("pied_piper").bots, 2)
    assert "The wins come in the order of the ladder." in chapter()


def test_wins_in_another_order_are_named() -> None:
    first, second, *others = table_of("pied_piper").bots
    play_table([second, first, *others], 2)
    lower, upper, *_ = level_ids(games.find("pied_piper"))
    text = chapter()
    assert f"do not come in the order of the ladder: {lower} before {upper}." in text


def test_a_deal_that_was_cut_short_does_not_count() -> None:
    points_of(LINE, "22")
    bot, rival = LINE.contest.bots
    with records_of(LINE.contest) as records:
        records.add([match(2, f"{bot} {rival}", "21")])
        reading = read(LINE, records.sorted())
    assert reading.trial.deals == 2
    assert reading.points is not None
    assert reading.points.mean == 1


def test_bots_that_were_changed_begin_anew_and_the_report_says_so() -> None:
    points_of(LINE, "2" * 30)
    path = file_of(LINE.contest)
    now = players_of("pied_piper", frozenset({"greedy", "random"}))
    path.write_text(path.read_text("utf-8").replace(now, "f" * len(now)), "utf-8")
    assert "| reached, by earlier bots |" in chapter()
    with records_of(LINE.contest) as records:
        assert records.sorted() == []
    assert "earlier" not in chapter()


def test_time_ends_the_playing_and_the_next_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "lines", lambda _: [LINE])
    console = Console(quiet=True)
    strength.play(["pied_piper"], ThisProcess(), 0.0, console)
    assert not file_of(LINE.contest).exists(), "no time, no match"
    assert not strength._play_batch(LINE, ThisProcess(), console)
    for _ in range(4):
        if strength._play_batch(LINE, ThisProcess(), console):
            break
    with records_of(LINE.contest) as records:
        assert read(LINE, records.sorted()).trial.verdict == "reached"


# --- code that has moved -----------------------------------------------------------------------


def stale_file() -> Path:
    """Matches that the bots of now have played, under the fingerprint of earlier ones."""
    with records_of(LINE.contest) as records:
        run(records, range(3), ThisProcess())
    path = file_of(LINE.contest)
    now = players_of("pied_piper", frozenset({"greedy", "random"}))
    path.write_text(path.read_text("utf-8").replace(now, "f" * len(now)), "utf-8")
    return path


def test_a_file_is_renewed_where_its_matches_come_out_as_they_did() -> None:
    path = stale_file()
    _, *before = path.read_bytes().splitlines(keepends=True)
    assert strength.renew([path], 3, ThisProcess(), Console(quiet=True)) == []
    _, *after = path.read_bytes().splitlines(keepends=True)
    assert read_records(path)[0] == heading_of(LINE.contest)
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
    assert [one.deal for one in strength._spread(every, 3)] == [0, 4, 8]
    assert [one.deal for one in strength._spread(every[:1], 3)] == [0]
    assert [one.deal for one in strength._spread(every, 1)] == [0]
