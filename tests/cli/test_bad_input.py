"""Bad input: one clear sentence on the standard error, exit status 2, nothing written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ratskeller import new
from ratskeller.cli import main
from ratskeller.words.languages import TRANSLATED
from tests.cli.terminal import run

MISTAKES = [
    (["dance"], "There is no command “dance”. The commands: play, games"),
    (["play", "chess"], "There is no game “chess”. On the shelf:"),
    (["play", "--seats", "9"], "The Pied Piper is for 2 to 5 players, not for 9. (PP-62)"),
    (["play", "--seats", "0"], "not for 0. (PP-62)"),
    (["play", "--seats", "two"], "“two” does not fit --seats: it takes a whole number"),
    (["play", "--seats", "-3"], "“-3” does not fit --seats"),
    (["play", "--seats", "3", "--humans", "4"], "4 people need more than 3 seats"),
    (["play", "--humans", "x"], "“x” does not fit --humans"),
    (["play", "--humans", "1", "--name", "A", "--name", "B"], "There are 2 names for 1 people"),
    (["play", "--name", ""], "“” cannot be a name"),
    (["play", "--name", "a\x1b[2Jb"], "“a[2Jb” cannot be a name"),
    (["play", "--name", "A", "--name", "A"], "Two players have the same name"),
    (["play", "--bots", "clever"], "There is no bot “clever”. The bots: random, greedy"),
    (["play", "--bots", "random,greedy"], "--bots lists 2 bots, but 3 seats are theirs"),
    (["play", "--variant", "roof"], "There is no variant “roof”. Variants: rugrats and secret."),
    (["play", "--variant", "secret", "--variant", "rugrats"], "cannot be played together. (PP-54)"),
    (["play", "--option", "roof=9"], "“9” does not fit the option “roof”. Possible: 7 or 8."),
    (["play", "--option", "roof"], "“roof” says no value. Write it like this: roof=7 or roof=8."),
    (["play", "--option", "cellar=1"], "There is no option “cellar”. Options: rugrats, secret"),
    (["play", "--option", "secret=perhaps"], "Possible: false or true."),
    (["play", "--seed", "luck"], "“luck” does not fit --seed"),
    (["play", "--seats"], "--seats needs a value"),
    (["play", "--chairs", "4"], "There is no option --chairs; “ratskeller play --help” lists"),
    (["play", "pied_piper", "now"], "The arguments do not fit"),
    (["play", "--lang", "tlh"], "There is no language “tlh”. Choose en (English), fr (Français)"),
    (["play", "--lang"], "There is no language “”."),
    (["play", "--resume", "nothing.json"], "There is no file “nothing.json”."),
    (["rules"], "Something is missing; “ratskeller rules --help” says what."),
    (["rules", "chess"], "There is no game “chess”."),
    (["rules", "pied_piper", "PP-99"], "There is no rule “PP-99”. Rules are named like PP-01"),
    (["verify", "nothing.json"], "There is no file “nothing.json”."),
    (["verify", "."], "“.” is damaged or not a match file."),
    (["replay", "x" * 300], "cannot be read."),
    (["simulate", "chess"], "There is no game “chess”."),
    (["simulate", "pied_piper", "--games", "0"], "“0” does not fit --games"),
    (["simulate", "pied_piper", "--jobs", "0"], "“0” does not fit --jobs"),
    (["simulate", "pied_piper", "--bots", "x"], "There is no bot “x”."),
    (
        ["simulate", "pied_piper", "--bots", "look@0.3"],
        "The bot “look@0.3” cannot play: the bot “look”",
    ),
    (["simulate", "pied_piper", "--bots", "greedy@hot"], "There is no bot “greedy@hot”."),
    (["check", "chess"], "There is no game “chess”."),
    (["check", "--games", "many"], "“many” does not fit --games"),
    (["trace", "pied_piper", "--seats", "1"], "not for 1. (PP-62)"),
]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def complaint(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a mistake is told in."""
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith("\n")
    assert told.err.count("\n") == 1
    assert not list(Path().iterdir())
    return told.err


@pytest.mark.parametrize(
    ("arguments", "sentence"), MISTAKES, ids=[" ".join(a)[:40] for a, _ in MISTAKES]
)
def test_a_mistake_is_told_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in complaint(arguments, capsys)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_mistake_is_told_in_the_language_of_the_person(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, _ in MISTAKES:
        if "--lang" not in arguments:
            english = complaint(arguments, capsys)
            assert complaint([*arguments, f"--lang={language}"], capsys) != english


def test_the_language_of_the_environment_is_spoken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Es gibt keinen Befehl „tanz“." in complaint(["tanz"], capsys)


@pytest.mark.parametrize(
    "arguments", [["play", "--seats", "9"], ["verify", "README"], ["play", "--resume", "/dev/zero"]]
)
def test_a_real_process_ends_with_status_2_and_no_traceback(arguments: list[str]) -> None:
    ended = run(*arguments)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


# --- damaged and foreign files -----------------------------------------------------------------


def saved(**changes: object) -> bytes:
    content = json.loads(new("pied_piper", seats=3, seed=1).to_bytes())
    return json.dumps({**content, **changes}).encode()


DAMAGED = {
    "empty": b"",
    "half": saved()[:500],
    "text": b"Es war einmal eine Ratte",
    "binary": bytes(range(256)),
    "a list": b"[1, 2, 3]",
    "another format": saved(format=99),
    "no entries": saved(entries=[]),
    "a game that nobody has": saved(header={"game": "chess"}),
    "a bad seed": saved(seed="not hexadecimal"),
}


@pytest.mark.parametrize("kind", DAMAGED)
@pytest.mark.parametrize("command", [["play", "--resume"], ["verify"], ["replay"]])
def test_a_damaged_file_is_refused_and_left_alone(
    kind: str,
    command: list[str],
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path_factory.mktemp("elsewhere") / "match.json"
    file.write_bytes(DAMAGED[kind])
    assert "is damaged or not a match file" in complaint([*command, str(file)], capsys)
    assert file.read_bytes() == DAMAGED[kind]


def test_a_match_of_newer_rules_is_not_played_on(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("elsewhere") / "match.json"
    content = json.loads(saved())
    content["header"]["rules_version"] = 99
    file.write_text(json.dumps(content))
    for command in (["play", "--resume"], ["verify"], ["replay"]):
        assert "is played by newer rules" in complaint([*command, str(file)], capsys)


def test_the_record_of_a_running_match_cannot_be_played_on(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("elsewhere") / "match.json"
    file.write_bytes(new("pied_piper", seats=3, seed=1).export(1))
    for command in (["play", "--resume"], ["verify"]):
        assert "holds what one viewer saw" in complaint([*command, str(file)], capsys)
    assert main(["replay", str(file)]) == 0
    assert "(you)" in capsys.readouterr().out
    assert "leave out --seat" in complaint(["replay", str(file), "--seat", "1"], capsys)


def test_a_resumed_match_knows_its_game(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("elsewhere") / "match.json"
    file.write_bytes(saved())
    told = complaint(["play", "first_rat", "--resume", str(file)], capsys)
    assert "is a match of pied_piper" in told


def test_a_replay_names_entries_and_seats_that_exist(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("elsewhere") / "match.json"
    file.write_bytes(saved())
    assert "there is no entry 999" in complaint(["replay", str(file), "--at", "999"], capsys)
    assert "“0” does not fit --at" in complaint(["replay", str(file), "--at", "0"], capsys)
    assert "seats go from 1 to 3" in complaint(["replay", str(file), "--seat", "4"], capsys)
