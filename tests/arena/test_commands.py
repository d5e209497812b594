"""`ratskeller arena` and `ratskeller lab`, as a person types them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from ratskeller.arena import pools, standings
from ratskeller.cli import main
from tests.cli.terminal import COMMAND, environment

ARENA = ["arena", "pied_piper", "--bots", "greedy~0.8,random", "--games", "6", "--seats", "2"]
LAB = ["lab", "pied_piper", "--bots", "random", "--games", "10", "--seats", "2"]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_table_says_everything_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    table = answer(capsys, *ARENA)
    assert table["matches"] == 6
    assert table["deals"] == 3
    assert {rating["bot"] for rating in table["ratings"]} == {"greedy~0.8", "random"}
    assert len(table["encounters"]) == 2
    assert len(table["seats"]) == 2


def test_the_table_is_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(ARENA) == 0
    shown = capsys.readouterr().out
    for word in ("rating", "points against", "greedy~0.8", "±", "seat"):
        assert word in shown


def test_a_file_goes_on_where_it_stopped_and_the_table_is_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "contest.jsonl"
    kept = answer(capsys, *ARENA, "--out", str(path))
    content = path.read_bytes()
    path.write_bytes(content[:-60])
    assert answer(capsys, *ARENA, "--out", str(path), "--jobs", "2") == kept
    assert answer(capsys, *ARENA) == kept
    assert sorted(path.read_bytes().splitlines()) == sorted(content.splitlines())


def test_fewer_matches_than_the_file_holds_are_counted_as_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "contest.jsonl")
    answer(capsys, *ARENA, "--out", path)
    fewer = [*ARENA[:5], "4", *ARENA[6:]]
    assert answer(capsys, *fewer, "--out", path) == answer(capsys, *fewer)


def test_a_report_and_its_pictures_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, plots = tmp_path / "report.html", tmp_path / "plots"
    assert main([*ARENA, "--report", str(page), "--plots", str(plots)]) == 0
    assert "Pied Piper: a contest of bots" in page.read_text("utf-8")
    names = {path.name for path in plots.iterdir()}
    assert {"ladder.png", "seats.png", "length.png", "leads.png"} <= names
    capsys.readouterr()


def test_the_laboratory_answers_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "lab.html"
    assert main([*LAB, "--vary", "roof=7,8", "--report", str(page)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "With roof=8 instead of roof=7:" in shown
    assert "roof=7" in page.read_text("utf-8")
    found = answer(capsys, *LAB, "--vary", "action_cards.forward=10,12,14")
    assert len(found["sentences"]) == 2
    assert found["findings"][0][0]["difference"] is None


def test_ctrl_c_leaves_a_good_file_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "contest.jsonl"
    arguments = ["arena", "pied_piper", "--bots", "greedy,random", "--games", "20000"]
    command = [*COMMAND, *arguments, "--out", str(path), "--jobs", "2"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, env=environment(), start_new_session=True, encoding="utf-8"
    ) as process:
        while not path.exists() or path.read_bytes().count(b"\n") < 5:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # what a terminal does
        _, told = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "the same command goes on from there" in told
    assert "Traceback" not in told
    lines = path.read_text("utf-8").splitlines()
    assert f"Stopped after {len(lines) - 1} of 20000 matches" in told
    assert all(json.loads(line) for line in lines)


# --- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([*ARENA[:3], "greedy,clever"], "There is no bot “clever”."),
        ([*ARENA[:3], "greedy,greedy"], "--bots names a bot twice"),
        ([*ARENA[:3], "greedy,"], "There is no bot “”."),
        ([*ARENA[:7], "9"], "not for 9. (PP-62)"),
        ([*ARENA, "--jobs", "0"], "“0” does not fit --jobs"),
        ([*ARENA, "--seed", "x"], "“x” does not fit --seed"),
        ([*ARENA, "--option", "roof=9"], "Possible: 7 or 8."),
        ([*ARENA, "--out", "/nowhere/contest.jsonl"], "“/nowhere/contest.jsonl” cannot be written"),
        ([*ARENA, "--report", "/nowhere/report.html"], "“/nowhere/report.html” cannot be written"),
        ([*ARENA, "--plots", "/nowhere/at/all"], "“/nowhere/at/all” cannot be written"),
        ([*ARENA, "--ray", "127.0.0.1:1"], "No Ray cluster answers at that address."),
        ([*ARENA, "--ray", "nonsense", "--out", "a.jsonl"], "No Ray cluster answers"),
        ([*LAB, "--vary", "roof=7,8", "--ray", "ray://127.0.0.1:99999"], "No Ray cluster answers"),
        ([*ARENA[:2]], "Something is missing"),
        ([*LAB, "--vary", "roof"], "“roof” does not fit --vary"),
        ([*LAB, "--vary", "roof=7"], "write a name and two or more values, such as roof=7,8."),
        ([*LAB, "--vary", "roof=7,7"], "“roof=7,7” does not fit --vary"),
        ([*LAB, "--vary", "roof=7,9"], "“roof” cannot be “9”."),
        ([*LAB, "--vary", "cellar=1,2"], "Nothing is called “cellar” in this game."),
        (
            [*LAB, "--vary", "action_cards.forward=10,100"],
            "The game refuses that number: [action_cards] forward must be a whole number from 0",
        ),
        ([*LAB, "--vary", "secret=true,false", "--variant", "rugrats"], "(PP-54)"),
    ],
    ids=lambda value: " ".join(value)[-40:] if isinstance(value, list) else "",
)
def test_bad_input_is_answered_in_one_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_foreign_file_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary\n", "utf-8")
    assert main([*ARENA, "--out", str(diary)]) == 2
    assert "is not the file of a contest, so it stays as it is" in capsys.readouterr().err
    assert diary.read_text("utf-8") == "Dear diary\n"


def test_the_file_of_another_contest_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "contest.jsonl"
    assert main([*ARENA, "--out", str(path)]) == 0
    before = path.read_bytes()
    assert main([*ARENA, "--out", str(path), "--seed", "1"]) == 2
    assert "holds another contest (seed is different)" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_without_the_libraries_one_sentence_says_which_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(standings, "find_spec", lambda _: None)
        assert main(ARENA) == 2
    assert "pip install 'ratskeller[arena]'" in capsys.readouterr().err
    with monkeypatch.context() as patch:
        patch.setattr(pools, "find_spec", lambda _: None)
        assert main([*ARENA, "--ray", "local"]) == 2
    assert "pip install 'ratskeller[ray]'" in capsys.readouterr().err
