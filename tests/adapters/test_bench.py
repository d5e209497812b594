"""The benchmark compares everything in one run."""

from __future__ import annotations

import json

import pytest

from bench.__main__ import compare, show
from bench.runners import runners
from ratskeller import games


@pytest.mark.heavy
def test_one_table_holds_our_games_chess_and_openspiel(capsys: pytest.CaptureFixture[str]) -> None:
    rows = compare(runners(), seconds=0.01, rounds=1)
    assert json.loads(json.dumps(rows)) == rows
    by_name = {row["game"]: row for row in rows}
    assert by_name["python-chess"]["ratio"] == 1
    titles = [games.find(game_id).meta.title for game_id in games.shelf()]
    theirs = ["OpenSpiel backgammon", "OpenSpiel hearts", "OpenSpiel gin_rummy"]
    ours_there = [f"{title} in OpenSpiel" for title in titles]
    simulated = [f"{title}, simulated" for title in titles]
    assert set(by_name) == {"python-chess", *titles, *simulated, *theirs, *ours_there}
    assert all(by_name[name]["share_of_engine"] > 0 for name in simulated)
    assert all(row["moves_per_second"] > 100 for row in rows)
    assert all("encode_us" in by_name[title] for title in titles)
    show(rows)
    assert "gin_rummy" in capsys.readouterr().out
