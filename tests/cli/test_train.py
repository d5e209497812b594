"""`ratskeller train`: what a person sees of a training, and what lies in its folder afterwards."""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from ratskeller import games
from ratskeller.arena import plots
from ratskeller.arena import yardstick as room
from ratskeller.arena.charts import Chart
from ratskeller.arena.yardstick import Yardstick
from ratskeller.bots.net import weights_of
from ratskeller.bots.weights import read_weights
from ratskeller.cli import main
from ratskeller.learn import recipe, trainer
from ratskeller.learn.curve import COLUMNS, CURVE, read_curve
from ratskeller.learn.devices import UnevenMatches
from ratskeller.learn.ppo import TrainingReport
from ratskeller.learn.recipe import TrainingRecipe
from ratskeller.learn.trainer import BrokenCheckpoint, Progress, Trainer

pytestmark = pytest.mark.heavy

LINES = ("1,0.5,512,0.1,0.3,2.0,nan,nan", "2,1.0,1024,0.1,0.2,1.9,0.25,0.125")
SMALL = TrainingRecipe(matches=16, steps=2, width=8, depth=1, yardstick=2)
REPORT: Any = TrainingReport(0.1, 0.2, 1.9)  # type: ignore[arg-type]


def pretend(
    self: Trainer,
    *,
    minutes: float,
    tell: Callable[[Progress], None],
    saved: Callable[[int], None],
    until: Callable[[Path], bool] = lambda _: True,
) -> None:
    """A run of two iterations that nobody had to compute."""
    assert minutes == 1
    self.run.mkdir(exist_ok=True)
    self._keep_recipe()
    copyfile(weights_of(self.game) / "2.npz", self.run / "weights.npz")
    (self.run / CURVE).write_text("\n".join((",".join(COLUMNS), *LINES)) + "\n")
    saved(2)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        tell(Progress(2, 1.0, 0.5, 1024, 1e6, REPORT, 0.25, 0.125))
        if until(self.run):
            break
        time.sleep(0.05)
    saved(3)


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(recipe, "recipe_of", lambda *_: SMALL)
    monkeypatch.setattr(Trainer, "train", pretend)
    monkeypatch.setattr(room, "_DEALS", range(2))
    run = str(tmp_path / "run")
    return ["train", "pied_piper", "--seats", "2", "--minutes", "1", "--out", run]


def test_a_training_leaves_a_picture_of_its_curve(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--yardstick", "0"]) == 0
    run, told = tmp_path / "run", capsys.readouterr()
    assert told.out.splitlines() == [str(run / "weights.npz"), str(run / "curve.png")]
    assert "value 0.2000  entropy 1.900  random +0.250  past +0.125" in told.err
    assert (run / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert not (run / "yardstick.csv").exists()
    assert read_curve(run)["value_loss"] == [0.3, 0.2]


def test_what_the_yardstick_finds_is_in_its_file_the_line_and_the_picture(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Any] = []

    def draw(chart: Chart) -> bytes:
        drawn.append(chart)
        return b""

    monkeypatch.setattr("ratskeller.cli.train.png", draw)

    def until(run: Path) -> bool:
        file = run / "yardstick.csv"
        return file.exists() and "search:200" in file.read_text()

    def patient(self: Trainer, **wishes: Any) -> None:
        pretend(self, **wishes, until=until)

    monkeypatch.setattr(Trainer, "train", patient)
    assert main([*command, "--yardstick", "1"]) == 0
    heading, greedy, search = (tmp_path / "run" / "yardstick.csv").read_text().splitlines()
    assert heading == "iteration,rival,deals,share,low,high"
    assert greedy.startswith("2,greedy,2,")
    assert search.startswith("2,search:200,2,")
    assert "search:200" in capsys.readouterr().err.splitlines()[-1]
    before, after = (chart.picture.panels for chart in drawn)
    assert [len(panels) for panels in (before, after)] == [3, 4]
    assert [curve.label for curve in after[2].curves] == ["against luck", "against its past"]
    assert after[2].curves[0].values == (0.25,)  # where nobody looked nothing is drawn
    assert [curve.label for curve in after[3].curves] == ["greedy", "search:200"]
    low, high = after[3].curves[0].intervals[0]
    assert low <= after[3].curves[0].values[0] <= high


@pytest.mark.parametrize("breaks", [False, True])
def test_what_the_yardstick_finds_last_is_told_and_drawn(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    breaks: bool,
) -> None:
    """When the last iteration has been told of already; nothing is begun any more."""
    handed_in: list[Future[float]] = []

    def submit(*_: object) -> Future[float]:
        handed_in.append(Future())
        return handed_in[-1]

    @contextmanager
    def desk(game: Any, seats: int, weights: Path, _jobs: int) -> Iterator[Yardstick]:
        yield Yardstick(game, seats, weights, submit)

    def done_at_last(self: Trainer, **wishes: Any) -> None:
        pretend(self, **wishes)
        for work in handed_in:
            if breaks:
                work.set_exception(ValueError("a process has died"))
            else:
                work.set_result(0.5)

    drawn: list[Any] = []

    def draw(chart: Chart) -> bytes:
        drawn.append(chart)
        return b""

    monkeypatch.setattr("ratskeller.cli.train.png", draw)
    monkeypatch.setattr("ratskeller.cli.train.yardstick", desk)
    monkeypatch.setattr(Trainer, "train", done_at_last)
    assert main([*command, "--yardstick", "1"]) == 0
    last = capsys.readouterr().err.splitlines()[-1]
    assert len(handed_in) == 4  # two deals against each
    if breaks:
        assert last == "The yardstick broke: a process has died."
        return
    assert last.startswith("greedy 50")
    assert "search:200 50" in last
    assert [reading.iteration for reading in room.readings_in(tmp_path / "run" / room.FILE)] == [
        2,
        2,
    ]
    assert len(drawn[-1].picture.panels) == 4


def test_a_run_that_is_done_and_has_lost_its_curve_has_no_picture(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def done(self: Trainer, **wishes: Any) -> None:
        self.run.mkdir()
        (self.run / CURVE).write_text(",".join(COLUMNS) + "\n")
        wishes["saved"](2)

    monkeypatch.setattr(Trainer, "train", done)
    assert main([*command, "--yardstick", "0"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / "run" / "weights.npz")]


def test_without_matplotlib_a_sentence_says_how_to_get_the_picture(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda _: None)
    assert main([*command, "--yardstick", "0"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == [str(tmp_path / "run" / "weights.npz")]
    assert told.err.splitlines()[-1] == (
        "The curve would be drawn, too, with a library that is not installed: "
        "pip install 'ratskeller[arena]'."
    )
    assert not (tmp_path / "run" / "curve.png").exists()


def test_a_folder_of_another_run_is_left_alone(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*command, "--yardstick", "0"]) == 0
    monkeypatch.setattr(recipe, "recipe_of", lambda *_: TrainingRecipe(matches=32))
    capsys.readouterr()
    assert main([*command, "--yardstick", "0"]) == 2
    assert "holds a run of another game or another recipe" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether it is a file, or the disk is full in the midst of it."""
    said = f"“{tmp_path / 'run'}” cannot be written.\n"
    (tmp_path / "run").write_text("a file")
    assert main([*command, "--yardstick", "0"]) == 2
    assert capsys.readouterr().err == said

    def full(self: Trainer, **_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Trainer, "train", full)
    assert main([*command, "--yardstick", "0"]) == 2
    assert capsys.readouterr().err == said


def test_who_reads_along_and_goes_is_no_full_disk(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(self: Trainer, **_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(Trainer, "train", gone)
    monkeypatch.setattr(os, "dup2", lambda *_: None)  # it would take the output of this very test
    assert main([*command, "--yardstick", "0"]) == 1


def test_a_checkpoint_that_is_not_whole_is_told(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Trainer, **_: object) -> None:
        raise BrokenCheckpoint(Path("checkpoint.npz"))

    monkeypatch.setattr(Trainer, "train", broken)
    assert main([*command, "--yardstick", "0"]) == 2
    assert capsys.readouterr().err == (
        "“checkpoint.npz” cannot be read: delete it to begin anew, or name another folder.\n"
    )


def test_a_game_that_cannot_be_trained_is_named_as_everywhere(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError

    monkeypatch.setattr(trainer, "game_batch", missing)
    assert main([*command, "--lang", "de"]) == 2
    assert capsys.readouterr().err == (
        "Es gibt noch keine Engine, die viele Partien von Der Rattenfänger zugleich spielt.\n"
    )


def test_the_yardstick_takes_the_cores_that_training_may_use_and_leaves_alone(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    @contextmanager
    def counted(*wishes: Any) -> Iterator[None]:
        asked.append(wishes[-1])
        yield

    monkeypatch.setattr("ratskeller.cli.train.yardstick", counted)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 4, 5}, raising=False)
    assert main(command) == 0
    assert asked == [2]


def test_devices_that_cannot_share_the_matches_are_told(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def uneven(*_: object) -> None:
        raise UnevenMatches(16, 3)

    monkeypatch.setattr(trainer, "DeviceLayout", uneven)
    assert main(command) == 2
    assert capsys.readouterr().err == (
        "16 matches cannot be shared out evenly among 3 devices: train on another number of them.\n"
    )


@pytest.mark.parametrize("number", ["-1", "all", "1.5"])
def test_a_yardstick_is_a_number_of_processes(
    command: list[str], number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--yardstick", number]) == 2
    assert f"“{number}” does not fit --yardstick" in capsys.readouterr().err


# --- a judge of open hands, and a network to begin with ----------------------------------------


def watching(self: Trainer, **wishes: Any) -> None:
    """A run of one iteration of a judge of open hands."""
    self.run.mkdir(exist_ok=True)
    self._keep_recipe()
    (self.run / CURVE).write_text("\n".join((",".join(COLUMNS), "2,1.0,512,nan,0.3,nan,nan,nan")))
    nothing = float("nan")
    report = REPORT._replace(policy_loss=nothing, entropy=nothing)
    wishes["tell"](Progress(2, 1.0, 0.5, 1024, 1e6, report, nothing, nothing))
    wishes["saved"](2)


def test_a_judge_of_open_hands_watches_the_network_that_comes_with_the_game(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has no policy of which a line could tell, and no yardstick is laid to it."""
    monkeypatch.setattr(Trainer, "train", watching)
    assert main([*command, "--open-hands"]) == 0
    run, told = tmp_path / "run", capsys.readouterr()
    assert told.err.splitlines() == [" 50%  2  1 s  1.00 M/s  value 0.2000"]
    assert (run / "curve.png").exists()
    assert not (run / "yardstick.csv").exists()
    kept = json.loads((run / "recipe.json").read_text())
    shipped, _ = read_weights(weights_of(games.find("pied_piper")) / "2.npz")
    assert kept["watched"]["iterations"] == shipped.iterations
    assert kept["recipe"]["width"] == SMALL.open_width
    assert main(command) == 2  # who plays is another run
    assert "holds a run of another game or another recipe" in capsys.readouterr().err


def test_where_there_are_no_open_hands_to_judge_a_sentence_says_why(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*words: str) -> str:
        assert main([*words, "--open-hands"]) == 2
        return capsys.readouterr().err

    nothing = ["train", "first_rat", *command[2:]]
    assert said(*nothing) == ("Nothing is hidden in First Rat: there are no hands to lay open.\n")
    both = "--begin and --open-hands do not go together: choose one of them.\n"
    assert said(*command, "--begin", "2.npz") == both
    assert said(*command, "--yardstick", "1") == (
        "A judge of open hands plays no matches that could be measured: leave --yardstick out.\n"
    )
    monkeypatch.setattr("ratskeller.cli.train.weights_of", lambda _: Path("nowhere"))
    assert said(*command) == (
        "No network for 2 seats comes with The Pied Piper, so there is nobody to watch.\n"
    )


def test_a_training_begins_with_weights_that_fit_and_with_no_others(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = weights_of(games.find("pied_piper"))
    assert main([*command, "--yardstick", "0", "--begin", str(weights / "2.npz")]) == 0
    kept = json.loads((tmp_path / "run" / "recipe.json").read_text())
    shipped, _ = read_weights(weights / "2.npz")
    assert kept["recipe"]["begun"]["minutes"] == shipped.minutes
    assert kept["recipe"]["promised"] == 0
    capsys.readouterr()
    for file, problem in {
        "4.npz": "these weights were trained for pied_piper with 4 seats, not for pied_piper with 2.",
        "2-open.npz": "these weights were trained when pied_piper was shown to networks in another way.",
        "../data.toml": "data.toml holds no weights of a network",
    }.items():
        assert main([*command, "--begin", str(weights / file)]) == 2
        assert f"“{weights / file}” does not fit: {problem}" in capsys.readouterr().err
    assert main([*command, "--begin", "none.npz"]) == 2
    assert capsys.readouterr().err == "There is no file “none.npz”.\n"
