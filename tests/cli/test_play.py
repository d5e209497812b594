"""Playing at the terminal: whole matches, commands, the curtain, and leaving."""

from __future__ import annotations

import random
import re
import stat
from pathlib import Path

import pytest

from ratskeller.cli.news import seal_sentence
from ratskeller.core.archive import Verification
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.platform_words import platform_words
from tests.cli.terminal import WIPE, Terminal, run

pytestmark = pytest.mark.heavy


def play_to_the_end(terminal: Terminal, language: str, luck: random.Random) -> str:
    """Choose at random from the list until the record of the match is offered."""
    say = platform_words(language)
    sealed = seal_sentence(say, Verification(7, ())).partition("7")[0]
    shown = terminal.read()
    for _ in range(600):
        last = shown.rsplit("\n", 1)[-1]
        if last.startswith("> ") or last == ">":
            numbers = re.findall(r"^ +(\d) \S", shown, re.MULTILINE) or ["1"]
            shown = terminal.type(luck.choice(numbers[-4:]))
        elif last.endswith("] "):
            shown = terminal.type(say.label("yes"))
        elif sealed in shown:
            return shown
        else:
            shown = terminal.type("")  # the curtain, or a turn to confirm
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_plays_a_whole_match_in_every_language(language: str, tmp_path: Path) -> None:
    arguments = ["play", "--seats", "3", "--name", "Ada", "--seed", "7", "--lang", language]
    with Terminal(arguments, tmp_path) as terminal:
        end = play_to_the_end(terminal, language, random.Random(language))
        assert "Traceback" not in terminal.screen
        assert re.search(r"^1 +(Ada|Agnes|Berthold)", end, re.MULTILINE)
        assert re.search(r"^3 +(Ada|Agnes|Berthold)", end, re.MULTILINE)
        terminal.type("match.json")
        assert terminal.status == 0
    assert run("verify", "match.json", "--lang", language, cwd=tmp_path).returncode == 0
    replayed = run("replay", "match.json", "--at", "9", "--lang", language, cwd=tmp_path)
    assert replayed.returncode == 0
    assert "╱" in replayed.stdout


def test_no_line_is_wider_than_the_screen() -> None:
    shown = run("play", "--seed", "3", "--seats", "5", stdin="1\n1\nmoves\nhelp\nlog\n").stdout
    assert max(len(line) for line in shown.splitlines()) <= 82  # a prompt stands before some


def test_without_people_the_bots_play_to_the_end() -> None:
    shown = run("play", "--humans", "0", "--seats", "2", "--bots", "random,greedy", "--seed", "1")
    assert shown.returncode == 0
    assert "The seal holds" in shown.stdout
    assert "(you)" not in shown.stdout


def test_the_same_seed_brings_the_same_match() -> None:
    one = run("play", "--humans", "0", "--seed", "4").stdout
    assert one == run("play", "--humans", "0", "--seed", "4").stdout
    assert one != run("play", "--humans", "0", "--seed", "5").stdout


def test_a_move_is_taken_back_until_the_turn_is_over() -> None:
    shown = run("play", "--seed", "3", stdin="1\n1\nundo\nundo\n").stdout
    first, second, *_ = re.findall(r"Place your (first|second) card", shown)
    assert (first, second) == ("first", "second")
    assert shown.count("Place your first card") == 2
    assert "There is nothing to take back. (TB-03)" in shown


def test_a_held_turn_waits_for_confirmation() -> None:
    script = "F2>1\nB1>2\nrestart\nF2>1\nB1>2\nM>1\n5\n\n"
    shown = run("play", "--seed", "3", "--hold", stdin=script).stdout
    assert shown.count("Enter confirms it") == 2
    assert "Your turn is complete: confirm it or take it back. (TB-08)" in shown
    assert "There is nothing to choose" in shown
    assert "You place Double step below the green rat (slot 1)." in shown


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", "Type the number of a move, or “help”."),
        ("99", "There is no number 99 in the list: it goes from 1 to 3."),
        ("dance", "“dance” is no number of the list, no move and no command"),
        ("F1>1", "You do not have Forward in your hand. (PP-63)"),
        ("F2>1*", "At this table all cards are placed face up. (PP-50)"),
        ("why", "“why” needs a move."),
        ("why F1>1", "You do not have Forward in your hand. (PP-63)"),
        ("why F2>1", "That is a legal move."),
        ("rules PP-31", "Two different cards"),
        ("rules 31", "Two different cards"),
        ("rules", "PP-62  The ring"),
        ("rules PP-99", "There is no rule “PP-99”."),
        ("log", "Order of play, drawn by lot"),
        ("back", "The list is at its beginning already."),
        ("moves", "M>4"),
        ("help", "keep the match, to go on another time"),
        ("help", "You can also ask: turn, last move, options, where is …"),
        ("where is the Piper?", "The Piper, in the gap to the left of"),
        ("hand", "in your hand"),
        ("where card\nmore", "That was all."),
        ("scores", ": level 0/7, 4 cards"),
        ("clock", "There is no clock here: take all the time you like."),
        ("save /", "“/” is a folder."),
        ("save /nowhere/at/all", "“/nowhere/at/all” cannot be written"),
    ],
)
def test_everything_typed_gets_a_clear_answer(typed: str, answer: str) -> None:
    shown = run("play", "--seed", "3", stdin=f"{typed}\n")
    assert answer in shown.stdout.replace("\n", " ")
    assert shown.returncode == 0
    assert shown.stderr == ""


def test_commands_are_understood_in_english_and_in_the_language_of_the_table() -> None:
    french = run("play", "--seed", "3", "--lang", "fr", stdin="règles 31\nrules 31\nAIDE\n").stdout
    assert french.count("PP-31") == 2
    assert "enregistrer [FICHIER]" in french


def test_an_elimination_is_confirmed_by_name() -> None:
    with Terminal(["play", "--seats", "2", "--seed", "2", "--bots", "random"]) as terminal:
        shown, luck = terminal.read(), random.Random(2)
        while "Play it all the same?" not in shown:
            assert "The seal holds" not in shown, "this match has no elimination by the person"
            shown = terminal.type(str(luck.randint(1, 4)))
        assert re.search(r"With this move (Agnes is|you are) out", shown)
        assert "Nothing was played." in terminal.type("")


# --- several people ----------------------------------------------------------------------------


def test_between_two_people_nothing_of_a_hand_stays_on_the_screen() -> None:
    arguments = ["play", "--seats", "3", "--name", "Ada", "--name", "Bo", "--seed", "5"]
    with Terminal(arguments) as terminal:
        terminal.read()
        for _ in range(4):
            curtain = terminal.screen.rsplit(WIPE, 1)[-1]
            assert re.fullmatch(r"Pass the keyboard to (Ada|Bo), then press Enter\. ", curtain)
            shown = terminal.type("")
            assert "Your hand" in shown
            while "Pass the keyboard" not in shown:
                shown = terminal.type("1" if not shown.endswith("] ") else "yes")
        assert "Your hand" in terminal.type("")
        goodbye = terminal.press(b"\x04").rsplit(WIPE, 1)[-1]
        assert "Nothing was saved." in goodbye
        assert "Your hand" not in goodbye


# --- leaving and coming back -------------------------------------------------------------------


def test_the_end_of_input_saves_nothing_and_says_how_to_resume(tmp_path: Path) -> None:
    left = run("play", "--seed", "3", cwd=tmp_path)
    assert left.returncode == 0
    assert "Nothing was saved." in left.stdout
    assert "--resume" in left.stdout
    assert not list(tmp_path.iterdir())


def test_control_c_saves_nothing_and_says_how_to_resume(tmp_path: Path) -> None:
    with Terminal(["play", "--seed", "3"], tmp_path) as terminal:
        terminal.read()
        assert "Nothing was saved." in terminal.interrupt()
        assert terminal.status == 130
    assert not list(tmp_path.iterdir())


def test_a_saved_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    left = run("play", "--seed", "3", stdin="save my.json\nF2>1\nquit\n", cwd=tmp_path)
    assert "ratskeller play --resume my.json" in left.stdout.replace("\n", " ")
    file = tmp_path / "my.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    back = run("play", "--resume", "my.json", stdin="undo\n", cwd=tmp_path)
    assert "Place your second card" in back.stdout  # the draft is there, and can be taken back
    assert "Place your first card" in back.stdout
    assert "is still there" in back.stdout.replace("\n", " ")


def test_a_finished_match_that_is_resumed_shows_its_result(tmp_path: Path) -> None:
    with Terminal(["play", "--seats", "2", "--seed", "2"], tmp_path) as terminal:
        terminal.read()
        terminal.type("save kept.json")
        play_to_the_end_after_save(terminal)
    shown = run("play", "--resume", "kept.json", cwd=tmp_path)
    assert "The seal holds" in shown.stdout
    assert shown.returncode == 0


def play_to_the_end_after_save(terminal: Terminal) -> None:
    terminal.type("board")
    luck = random.Random(1)
    shown = terminal.type("1")
    for _ in range(600):
        if "The seal holds: all" in shown:
            terminal.type("")
            return
        shown = terminal.type("yes" if shown.endswith("] ") else str(luck.randint(1, 3)))
    raise AssertionError("the match does not end")


def test_a_level_plays_under_its_own_name() -> None:
    shown = run(
        "play", "--humans", "0", "--seats", "3", "--bots", "gret,gret,greedy", "--seed", "1"
    )
    assert shown.returncode == 0
    for bot in ("Gret (goose girl)", "Gret 2 (goose girl)", "Agnes (greedy)"):
        assert bot in shown.stdout
    german = run("play", "--humans", "0", "--seats", "2", "--bots", "gret", "--lang", "de")
    assert "Gret (Gänsemagd)" in german.stdout
