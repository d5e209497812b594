"""Simulations, traces and the check of the laws."""

from __future__ import annotations

import csv
import json
import subprocess
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller import games
from ratskeller.arena import simulate as simulation
from ratskeller.arena.intervals import share, share_of_wins
from ratskeller.arena.playing import streams_of
from ratskeller.arena.simulate import Plan, simulate
from ratskeller.arena.trace import trace
from ratskeller.bots import find_bot
from ratskeller.cli import main
from ratskeller.cli.check import check_one
from ratskeller.core.game import CHANCE, Outcome
from ratskeller.games.parts import game_board
from ratskeller.games.pied_piper import PiedPiper
from ratskeller.games.pied_piper.rules.state import State
from tests.cli.terminal import COMMAND, environment, run
from tests.kinds import as_a

TIMES = ("seconds", "moves_per_second")
FIRST = "tests.bots.owners:First"


def report(*arguments: str) -> dict[str, Any]:
    ended = run("simulate", "pied_piper", "--json", *arguments)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in TIMES}


def test_a_simulation_counts_everything() -> None:
    found = report("--games", "60", "--seats", "3", "--bots", "greedy,random,random")
    assert found["games"] == 60
    assert sum(found["wins"]) + found["draws"] == 60
    assert sum(found["reasons"].values()) == 60
    assert found["wins"][0] > 30, "the greedy bot beats those that play at random"
    assert found["moves_mean"] > found["turns_mean"] > 3
    assert found["moves_per_second"] > 100
    assert "scores_mean" not in found, "The Pied Piper has no points"


def test_a_seed_has_one_result_however_many_processes_share_the_work() -> None:
    arguments = ("--games", "37", "--seats", "4", "--option", "secret=true", "--seed", "9")
    alone, shared = report(*arguments), report(*arguments, "--jobs", "2")
    assert timeless(alone) == timeless(shared)
    assert timeless(alone) != timeless(report(*arguments[:-1], "10"))


def test_every_match_has_luck_of_its_own() -> None:
    plan = Plan("pied_piper", ("random", "random"), seed=3)
    few, many = simulate(plan, 5), simulate(plan, 6)
    assert many.games == few.games + 1
    assert sum(many.wins) + many.draws == sum(few.wins) + few.draws + 1
    assert all(late - early in (0, 1) for early, late in zip(few.wins, many.wins, strict=True))


def test_progress_is_told_match_by_match() -> None:
    told: list[int] = []
    simulate(Plan("pied_piper", ("random",) * 3), 20, progress=told.append)
    assert sum(told) == 20


def test_points_are_averaged_where_a_game_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    real = PiedPiper.outcome

    def scored(state: State) -> Outcome | None:
        outcome = real(state)
        return outcome and msgspec.structs.replace(outcome, scores=(10, 20, 30))

    monkeypatch.setattr(PiedPiper, "outcome", staticmethod(scored))
    found = msgspec.to_builtins(simulate(Plan("pied_piper", ("random",) * 3), 4))
    assert found["scores_mean"] == (10, 20, 30)
    assert 10 <= found["winner_score_mean"] <= 30


@pytest.mark.parametrize("wins", [0, 3, 10])
def test_a_share_of_wins_is_the_share_of_values(wins: int) -> None:
    assert share_of_wins(wins, 10, 1 / 3) == share([1.0] * wins + [0.0] * (10 - wins), 1 / 3)


def test_a_simulation_is_kept_as_a_table_or_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["simulate", "first_rat", "--games", "5", "--bots", f"{FIRST},random", "--json"]
    assert main([*command, "--out", str(tmp_path / "seats.csv")]) == 0
    assert main([*command, "--out", str(tmp_path / "all.json")]) == 0
    whole = json.loads((tmp_path / "all.json").read_text())
    assert timeless(whole) == timeless(json.loads(capsys.readouterr().out.splitlines()[-1]))
    with (tmp_path / "seats.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["bot"] for row in rows] == [FIRST, "random"]
    assert [int(row["wins"]) for row in rows] == whole["wins"]
    assert [float(row["low"]) for row in rows] == [one["low"] for one in whole["shares"]]
    assert [float(row["points_mean"]) for row in rows] == whole["scores_mean"]
    for wrong in ("seats.csv", "seats.txt", "nowhere/seats.csv"):
        assert main([*command, "--out", str(tmp_path / wrong)]) != 0
        assert "--out" in capsys.readouterr().err


def test_without_json_a_simulation_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "pied_piper", "--games", "10", "--lang", "de"]) == 0
    shown = capsys.readouterr().out
    assert "Aktionen je Sekunde" in shown
    assert "Siege" in shown


@pytest.mark.parametrize("game_id", games.shelf())
def test_random_play_that_nobody_watches_is_the_same_play(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans = [Plan(game_id, ("random",) * seats, 4) for seats in games.find(game_id).meta.seats[:2]]
    unseen = [timeless(msgspec.to_builtins(simulate(plan, 3))) for plan in plans]
    monkeypatch.setattr(simulation, "_unseen", simulation._seen)
    assert [timeless(msgspec.to_builtins(simulate(plan, 3))) for plan in plans] == unseen


def test_who_plays_at_random_shares_a_generator_and_nobody_else_does() -> None:
    game = games.find("pied_piper")
    bots = [find_bot(name, game) for name in ("greedy", "random", "greedy~0.5", "random")]
    assert streams_of(bots) == ["luck", "0", "1", "2", "1"]


# --- traces ------------------------------------------------------------------------------------


def test_a_trace_is_a_chain_of_states_that_the_rules_confirm() -> None:
    ended = run("trace", "pied_piper", "--seats", "2", "--games", "2", "--seed", "3")
    assert ended.stderr == ""
    game = games.find("pied_piper")
    rows = [json.loads(line) for line in ended.stdout.splitlines()]
    starts = 0
    for number, row in enumerate(rows):
        assert list(row) == ["before", "legal", "action", "after"]
        before = msgspec.convert(row["before"], game.state_type)
        action = msgspec.convert(row["action"], game.action_type)
        assert game.play(before, action) == msgspec.convert(row["after"], game.state_type)
        assert row["action"] in row["legal"]
        starts += number == 0 or row["before"] != rows[number - 1]["after"]
    assert starts == 2


def test_a_trace_shows_whole_states_and_the_draws_of_chance() -> None:
    game = games.find("pied_piper")
    rows = list(trace(Plan("pied_piper", ("random",) * 3), 1))
    drawn = [row for row in rows if game.to_act(row.before) == CHANCE]
    assert len(drawn) > 20
    assert all(as_a(State, row.before).hands != () and row.legal for row in rows)


def test_a_trace_that_nobody_reads_to_the_end_ends_quietly() -> None:
    process = subprocess.Popen(
        [*COMMAND, "trace", "pied_piper", "--games", "50"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(20) == 1


# --- the laws ----------------------------------------------------------------------------------


@pytest.mark.heavy
def test_the_laws_are_checked_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "pied_piper", "--games", "3", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "All laws are kept: 3 matches" in shown
    assert "2 elimination=immediate" in shown


def test_the_laws_are_checked_by_several_processes() -> None:
    ended = run("check", "pied_piper", "--games", "4", "--jobs", "2", "--seed", "20")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "4 matches" in ended.stdout


def test_the_drawn_board_is_held_against_the_law_of_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A board that shows anything else than the view: here, how often it was drawn."""
    drawn = count()
    board = type(game_board(games.find("pied_piper"), "en"))
    monkeypatch.setattr(board, "seat_facts", lambda *_: [str(next(drawn))])
    found = check_one("pied_piper", 3)
    assert found.law == 6
    assert "drawn board" in found.problem


BROKEN_GAME = '''
from msgspec.structs import replace
from ratskeller.core.game import View
from ratskeller.games.parts import game_board
from ratskeller.games.pied_piper import PiedPiper

class Gossip(PiedPiper):
    """A game that shows everybody's hand to everybody."""

    meta = replace(PiedPiper.meta, id="gossip")

    @staticmethod
    def conceal(state, viewer):
        return View(viewer, replace(PiedPiper.conceal(state, viewer).seen, hands=state.hands))

GAME = Gossip()
'''


@pytest.fixture
def gossip(tmp_path: Path) -> str:
    """A folder to put on the path: a game that somebody else wrote, with one thing wrong."""
    package, facts = tmp_path / "gossip", tmp_path / "gossip-1.0.dist-info"
    package.mkdir()
    facts.mkdir()
    (package / "__init__.py").write_text(BROKEN_GAME)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: gossip\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[ratskeller.games]\ngossip = gossip\n")
    return str(tmp_path)


def test_a_broken_law_is_named_with_its_setting_and_its_seed(gossip: str) -> None:
    ended = run("check", "gossip", "--games", "5", "--seed", "30", PYTHONPATH=gossip)
    assert ended.returncode == 1
    assert "Law 6 is broken in the setting “4 " in ended.stdout
    assert "seed 30." in ended.stdout
    assert "tells two worlds apart" in ended.stdout
    assert "ratskeller check gossip --games 1 --seed 30" in ended.stdout
    again = run("check", "gossip", "--games", "1", "--seed", "30", PYTHONPATH=gossip)
    assert again.returncode == 1


def test_a_game_of_rules_alone_is_listed_shown_and_played(gossip: str) -> None:
    assert "gossip  The Pied Piper" in run("games", PYTHONPATH=gossip).stdout
    played = run("play", "gossip", PYTHONPATH=gossip)
    assert played.returncode == 0
    assert "character deck" in played.stdout, "a plain table, field by field"
    assert "It is your turn." in played.stdout
    assert run("simulate", "gossip", "--games", "3", PYTHONPATH=gossip).returncode == 0


def test_levels_and_recipes_are_bots_too() -> None:
    found = report("--games", "4", "--bots", "gret,greedy~0.25,search:50")
    assert found["bots"] == ["gret", "greedy~0.25", "search:50"]
    assert sum(found["wins"]) + found["draws"] == 4
