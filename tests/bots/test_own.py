"""Somebody's own bot: found by address, by name or handed over; checked; sent to other processes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import ratskeller
from ratskeller import games
from ratskeller.arena.contest import Contest
from ratskeller.arena.fingerprint import players_of
from ratskeller.arena.pools import pool_of
from ratskeller.arena.records import Records
from ratskeller.arena.running import run
from ratskeller.bots import HOUSE_BOTS, Bot, BotFailed, Budget, UnknownBot, bot_names, find_bot, own
from ratskeller.bots.hints import judgement
from ratskeller.bots.own import CannotTravel, OwnBot
from ratskeller.cli import main
from ratskeller.core.match import Player
from ratskeller.server.repertoire import card, plays
from tests.bots.owners import READY, Broken, Cheat, First, Last
from tests.bots.test_levels import first_question

PIED_PIPER = games.find("pied_piper")
HERE = "tests.bots.owners"
ROOT = Path(__file__).parent.parent.parent


def choice_of(bot: Bot) -> Any:
    view, legal = first_question(PIED_PIPER)
    return legal.index(bot.choose(view, legal, Budget(), random.Random(1)))


@pytest.mark.parametrize("bot", [First, First(), READY, f"{HERE}:First", f"{HERE}:READY"])
def test_an_own_bot_is_a_class_an_object_or_an_address(bot: Any) -> None:
    assert choice_of(find_bot(bot, PIED_PIPER)) == 0


@pytest.mark.parametrize("bot", [Last, Last(PIED_PIPER), f"{HERE}:Last", f"{HERE}:Last:50~0.0"])
def test_a_class_that_wants_the_game_is_made_with_it(bot: Any) -> None:
    _, legal = first_question(PIED_PIPER)
    assert choice_of(find_bot(bot, PIED_PIPER)) == len(legal) - 1


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("nowhere:First", "there is no module “nowhere”"),
        (f"{HERE}:Nobody", "has no “Nobody”"),
        (f"{HERE}:NoBot", r"no method choose\(view, legal, budget, rng\)"),
        (f"{HERE}:Demanding", "cannot be made: TypeError.*network"),
        (object(), "it has no method choose"),
        ("tests.bots.owners", "there is no bot “tests.bots.owners”.*module:Class"),
    ],
)
def test_what_is_no_bot_is_said_in_a_sentence(bot: Any, problem: str) -> None:
    with pytest.raises(UnknownBot, match=problem):
        find_bot(bot, PIED_PIPER)


def test_a_bot_says_which_games_it_plays() -> None:
    with pytest.raises(UnknownBot, match="does not play first_rat, but pied_piper"):
        find_bot(Last, games.find("first_rat"))


def test_a_bot_that_breaks_or_cheats_is_named_in_a_sentence() -> None:
    with pytest.raises(BotFailed, match=r"owners:Broken” broke: ZeroDivisionError: out of cheese$"):
        choice_of(find_bot(Broken, PIED_PIPER))
    with pytest.raises(
        BotFailed, match=r"owners:Cheat” chose Unheard\(\), which is none of the \d"
    ):
        choice_of(find_bot(Cheat, PIED_PIPER))
    for jobs in (1, 2):
        with pytest.raises(BotFailed, match="out of cheese"):
            ratskeller.simulate("pied_piper", [Broken, "random"], matches=2, jobs=jobs)


def test_an_own_bot_cannot_change_the_list_it_is_offered() -> None:
    class Shortening(First):
        def choose(self, view: Any, legal: Any, budget: Any, rng: Any) -> Any:
            legal.pop()

    legal = list(first_question(PIED_PIPER)[1])
    with pytest.raises(BotFailed, match="tuple"):
        choice_of(find_bot(Shortening(), PIED_PIPER))
    assert legal == first_question(PIED_PIPER)[1]


# --- judgement ---------------------------------------------------------------------------------


def test_a_hint_asks_the_bots_own_judgement() -> None:
    view, legal = first_question(PIED_PIPER)
    judged = judgement(f"{HERE}:Last", PIED_PIPER, view, legal, random.Random(1))
    assert [one.number for one in judged] == list(reversed(range(len(legal))))
    assert judged[0].value == (len(legal) - 1) / len(legal)


def test_of_a_bot_without_judgement_its_choice_comes_first() -> None:
    match = ratskeller.new("pied_piper", seats=2, seed=1)
    found = ratskeller.rate(match, First)
    assert found[0].action == match.moves()[0]
    assert {move.value for move in found} == {0.5}


def test_a_judgement_that_does_not_fit_is_named_in_a_sentence() -> None:
    view, legal = first_question(PIED_PIPER)
    with pytest.raises(BotFailed, match=rf"judged {len(legal)} legal actions with \[2\.0\]"):
        judgement(Broken(), PIED_PIPER, view, legal, random.Random(1))


# --- travelling --------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [Last, Last(PIED_PIPER), f"{HERE}:Last"])
def test_an_own_bot_plays_the_same_in_two_processes(bot: Any) -> None:
    alone = ratskeller.simulate("pied_piper", [bot, "random"], matches=6, seed=3)
    shared = ratskeller.simulate("pied_piper", [bot, "random"], matches=6, seed=3, jobs=2)
    assert alone.bots == (f"{HERE}:Last", "random")
    assert (alone.wins, alone.moves_mean) == (shared.wins, shared.moves_mean)


def test_a_bot_that_cannot_travel_says_so_before_anything_starts() -> None:
    class Local(First):
        pass

    with pytest.raises(CannotTravel, match=r"cannot be sent to other processes .*jobs=1"):
        ratskeller.simulate("pied_piper", [Local(), "random"], matches=2, jobs=2)
    assert ratskeller.simulate("pied_piper", [Local(), "random"], matches=2).games == 2


def test_a_bot_of_a_session_stays_in_it() -> None:
    code = f"""
import ratskeller
from {HERE} import First
class Mine(First): pass
print(ratskeller.simulate("pied_piper", [Mine, "random"], matches=2).games)
ratskeller.simulate("pied_piper", [Mine, "random"], matches=2, jobs=2)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout == "2\n"
    assert done.stderr.splitlines()[-1] == (
        "ratskeller.bots.own.CannotTravel: the bot “__main__:Mine” cannot be sent to other "
        "processes, which do not have this session: put its class into a module, or play with jobs=1"
    )


def test_a_contest_takes_own_bots_and_knows_when_their_code_changes(tmp_path: Path) -> None:
    contest = Contest("pied_piper", ("mine", "random"), seats=2)
    with Records(contest) as records, pool_of(1) as pool:
        run(records, range(3), pool, own={"mine": First()})
    assert [match.bots for match in records.sorted()][:2] == [
        ("mine", "random"),
        ("random", "mine"),
    ]
    named = Contest("pied_piper", (f"{HERE}:First", "random"), seats=2)
    with Records(named, tmp_path / "contest.jsonl") as kept, pool_of(1) as pool:
        run(kept, range(1), pool)
        assert len(kept.matches) == 2
    both = [frozenset({bot, "random"}) for bot in (f"{HERE}:First", "random")]
    assert len({players_of("pied_piper", kinds) for kinds in both}) == 2


# --- names -------------------------------------------------------------------------------------


def test_an_invited_bot_has_a_name_here_and_in_other_processes() -> None:
    assert own.invite(f"eager={HERE}:First") == "eager"
    assert own.invite(f"{HERE}:Last") == "last"
    assert own.invite(f"{HERE}:Last") == "last"
    assert bot_names() == (*HOUSE_BOTS, "eager", "last")
    assert os.environ["RATSKELLER_BOTS"] == f"eager={HERE}:First,{HERE}:Last"
    shared = ratskeller.simulate("pied_piper", ["eager", "last~0.5"], matches=4, jobs=2)
    assert shared.bots == ("eager", "last~0.5")
    with pytest.raises(UnknownBot, match="cannot be a bot's name"):
        own.invite(f"My Bot={HERE}:First")


def test_an_entry_point_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    point = metadata.EntryPoint("eager", f"{HERE}:First", "ratskeller.bots")
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point] * (group == point.group))
    own._invited.cache_clear()
    found = find_bot("eager", PIED_PIPER)
    own._invited.cache_clear()
    assert isinstance(found, OwnBot)
    assert isinstance(found.bot, First)


# --- at the tables -----------------------------------------------------------------------------


def test_a_table_offers_the_bots_that_its_host_has_brought_and_no_others() -> None:
    first_rat = games.find("first_rat")
    assert not plays(f"{HERE}:First", PIED_PIPER), "a guest cannot make the house run any module"
    own.invite(f"{HERE}:First")
    own.invite(f"{HERE}:Last")
    assert plays("first", PIED_PIPER)
    assert plays("last", PIED_PIPER)
    assert not plays("last", first_rat)
    assert not plays(f"{HERE}:First", PIED_PIPER)
    assert [level.id for level in card(PIED_PIPER, "en").levels][-2:] == ["first", "last"]
    assert [level.id for level in card(first_rat, "en").levels][6:] == ["first"]


def test_a_match_file_cannot_make_the_machine_run_any_module(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    players = [Player("Ann"), Player("Ben", f"{HERE}:First")]
    ratskeller.new("pied_piper", players=players, seed=1).save(file)
    assert main(["--lang", "en", "play", "--resume", str(file)]) == 2
    assert f"There is no bot “{HERE}:First” here to go on with." in capsys.readouterr().err


def test_the_commands_take_addresses_from_the_folder_one_stands_in(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(
        "class Cautious:\n"
        "    def choose(self, view, legal, budget, rng):\n"
        "        return legal[0]\n"
        "class Careless:\n"
        "    def choose(self, view, legal, budget, rng):\n"
        "        return None\n",
        "utf-8",
    )

    command = "import sys; del sys.path[0]; from ratskeller.cli import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    def said(bots: str, *more: str) -> tuple[int, str]:
        line = ["simulate", "pied_piper", "--games", "3", "--bots", bots, "--lang", "en", *more]
        done = subprocess.run(
            [sys.executable, "-c", command, *line],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    status, text = said("my_bots:Cautious,random", "--jobs", "2")
    assert status == 0, text
    assert "my_bots:Cautious" in text
    status, text = said("my_bots:Careless,random")
    assert status == 2
    assert text.startswith("A bot of your own has failed: the bot “my_bots:Careless” chose None, ")
    assert len(text.splitlines()) == 1
    status, text = said("my_bots:Reckless,random")
    assert (status, len(text.splitlines())) == (2, 1)
    assert "cannot play: the module “my_bots” has no “Reckless”." in text
