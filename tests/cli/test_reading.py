"""The shelf, the rules, replays and seals."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ratskeller import games, new
from ratskeller.cli import main
from ratskeller.cli.frames import in_language
from ratskeller.core.match import AnyMatch
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words
from tests.cli.terminal import environment

COMMANDS = [
    "play", "games", "doctor", "rules", "replay", "analyse", "verify", "simulate", "check", "trace", "puzzles",
]  # fmt: skip


def finished() -> AnyMatch:
    match, luck = new("pied_piper", seats=3, seed=5, secret=True), random.Random(1)
    while not match.over:
        mover = match.to_act
        assert mover is not None
        match.choose(mover, luck.choice(match.legal(mover)))
    return match


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "match.json"
    file.write_bytes(finished().export(None))
    return file


def shown(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_lists_every_game_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = shown(["games", "--lang", language], capsys)
    assert [line.split()[0] for line in listed.splitlines()] == list(games.shelf())


def test_the_shelf_answers_without_loading_what_it_does_not_need() -> None:
    script = (
        "import sys; from ratskeller.cli import main; main(['games', '--lang', 'en']); "
        "print(*(m for m in ('rich', 'babel', 'multiprocessing', 'readline') if m in sys.modules))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env=environment(), check=True
    )
    assert ended.stdout.decode().splitlines()[-1] == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_explains_itself_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    helps = set()
    for command in COMMANDS:
        helps.add(shown([command, "--help", "--lang", language], capsys))
    assert len(helps) == len(COMMANDS)
    assert all("--lang" in text for text in helps)
    usage = platform_words(language).gettext("Usage: {command}", command="ratskeller")
    assert all(text.startswith(usage) for text in helps)
    frames = re.compile(r"^(Usage|Commands):|Show this message|\[default:", re.MULTILINE)
    assert [text for text in helps if frames.search(text)] == ([] if language != "en" else [*helps])


def test_a_default_on_the_next_line_has_its_frame_in_the_language_too() -> None:
    text = "  --bots LEVEL  Who plays.  [default:\n                greedy]\n"
    assert in_language(text, platform_words("zh-Hant")) == text.replace("[default:", "[預設：")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.shelf())
def test_the_whole_rulebook_is_shown(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(["rules", game, "--lang", language], capsys)
    for rule in game_words(games.find(game), language).rulebook().rules:
        assert f"\n{rule.id} " in text
    makers = platform_words(language).credits(games.find(game).meta.credits)
    assert " ".join(makers.split()) in " ".join(text.split())


def test_one_rule_is_found_by_its_id_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    upper = shown(["rules", "pied_piper", "PP-31", "--lang", "en"], capsys)
    assert upper.startswith("PP-31 Two different cards")
    assert upper == shown(["rules", "pied-piper", "pp-31", "--lang", "en"], capsys)
    assert upper == shown(["rules", "pied_piper", "31", "--lang", "en"], capsys)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_replay_shows_any_entry_in_every_language(
    language: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = len(finished().entries)
    for number in (1, 5, 30, last):
        text = shown(["replay", str(record), "--at", str(number), "--lang", language], capsys)
        assert str(number) in text.splitlines()[0]
        assert "╱" in text


def test_a_replay_shows_a_hand_only_to_the_seat_that_asks(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["replay", str(record), "--at", "30", "--lang", "en"]
    assert "Your hand" not in shown(at, capsys)
    assert "Your hand" in shown([*at, "--seat", "2"], capsys)


def test_an_honest_seal_is_confirmed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draws = sum(entry.by == "chance" for entry in finished().entries)
    text = shown(["verify", str(record), "--lang", "en"], capsys)
    assert text == f"The seal holds: all {draws} draws check.\n"


def test_a_forged_draw_breaks_the_seal(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = json.loads(record.read_bytes())
    rats = [e["body"] for e in content["entries"] if e["body"].get("type") == "enter"]
    rats[0]["rat"], rats[1]["rat"] = rats[1]["rat"], rats[0]["rat"]
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(content))
    assert main(["verify", str(forged), "--lang", "en"]) == 1
    assert "The seal is broken: 2 things do not fit the seed." in capsys.readouterr().out
