"""A game with rules and nothing else is played, served, shown and held against the laws."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ratskeller import games, new
from ratskeller.bots import Budget, find_bot
from ratskeller.cli import main
from ratskeller.cli.check import check_one
from ratskeller.coach.adjusting import luck_judge
from ratskeller.coach.evaluators import network_of
from ratskeller.core.game import Mark, View
from ratskeller.draw.show import picture_of
from ratskeller.draw.table import HAND, MAIN
from ratskeller.games.parts import game_board
from ratskeller.notebook import show
from ratskeller.plain.fields import Fact, fields_of, spelled, written
from ratskeller.server import repertoire
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import game_words
from tests.cli.terminal import run
from tests.nuts import GAME, UNKNOWN, Deal, Keep, NutDealt, NutShown, Show, State
from tests.server.harness import running

NAMES = ("Ada", "Ben", "Cleo")
NUTS: Any = GAME  # for rooms that serve any game
IN_WORK = "nuts=tests.nuts"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the game there as its author would, for this process and those that it starts."""
    monkeypatch.setenv("RATSKELLER_GAMES", IN_WORK)
    monkeypatch.syspath_prepend(str(ROOT))
    games._packages.cache_clear()
    repertoire.repertoire.cache_clear()
    yield
    games._packages.cache_clear()
    repertoire.repertoire.cache_clear()


def dealt() -> State:
    """Three seats with the nuts 1, 3 and 2; the first is to act."""
    return State(3, 3, (0, 0, 0), (1, 3, 2))


# --- words ---


@pytest.mark.parametrize(
    ("language", "seat", "event", "asked", "waits", "ending"),
    [
        ("en", "Seat 2", "Ben: nut shown (nut 3).", "It is your turn.", "It is Ada’s turn.", "Ben wins."),
        ("fr", "Place 2", "Ben\u202f: nut shown (nut 3).", "C’est à vous.", "C’est à Ada.", "Ben gagne."),
        ("de", "Platz 2", "Ben: nut shown (nut 3).", "Du bist am Zug.", "Ada ist am Zug.", "Ben gewinnt."),
        ("zh-Hant", "2 號座位", "Ben：nut shown（nut 3）。", "輪到你了。", "輪到 Ada。", "Ben 獲勝。"),
    ],
)  # fmt: skip
def test_the_house_speaks_for_a_game_without_words(
    language: str, seat: str, event: str, asked: str, waits: str, ending: str
) -> None:
    words = game_words(GAME, language)
    assert words.title == "Nuts"
    assert words.seat_name(1) == seat
    assert words.event(NutShown(1, 3), NAMES, 0) == event
    assert words.ask(GAME.conceal(dealt(), 0), NAMES) == asked
    assert words.ask(GAME.conceal(dealt(), 1), NAMES) == waits
    assert words.action(GAME.conceal(dealt(), 0), Show()) == "show"
    over = replace(dealt(), decisions=6, shown=(0, 3, 2))
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert words.ending(outcome, NAMES, 0, GAME.conceal(over, 0)) == ending
    assert words.rulebook().rules == ()


def test_names_of_programmers_are_spelled_out() -> None:
    assert spelled("RatMoved") == "Rat moved"
    assert spelled("last_crumb") == "last crumb"
    assert spelled("hand:F2") == "hand F2"


def test_values_are_written_as_short_as_they_can_be_read() -> None:
    assert written((1, (2, 3), ())) == "1 (2 3) (–)"
    assert written(NutShown(0, 3)) == "seat 0, nut 3"
    assert [written(value) for value in (None, True, "", Mark.OPEN)] == ["–", "✓", "–", "open"]


# --- what is shown ---


def test_a_view_is_shown_by_the_marks_of_its_fields() -> None:
    own = list(fields_of(GAME.conceal(dealt(), 1)))
    assert own == [
        Fact("decisions", "3"),
        Fact("shown", "0 0 0", ("0", "0", "0")),
        Fact("nuts", "3", owner=1),
    ]
    assert [field.name for field in fields_of(GAME.conceal(dealt(), None))] == [
        "decisions",
        "shown",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_has_a_place_for_every_part_and_a_hand_for_who_holds_one(language: str) -> None:
    board = game_board(GAME, language)
    for viewer in (None, 0, 2):
        view = GAME.conceal(dealt(), viewer)
        sheets = board.sheets(view, NAMES)
        assert set(sheets) == ({MAIN} if viewer is None else {MAIN, HAND})
        places = {place.id for sheet in sheets.values() for place in sheet.places}
        parts = board.parts(view, NAMES)
        assert {part.place for part in parts} <= places
        assert all(part.label for part in parts)
        for action in GAME.legal(view.seen):
            assert all(board.button(view, part) for part in GAME.path(view.seen, action))
    assert board.sheets(GAME.conceal(dealt(), 0), NAMES) == board.sheets(
        GAME.conceal(replace(dealt(), decisions=5, shown=(1, 0, 0)), 0), NAMES
    )
    assert board.cover().startswith("<svg")


def test_a_notebook_shows_positions_and_matches() -> None:
    match = new("nuts", 3, seed=1)
    picture = show(match.view(0))
    assert "data-part" in picture._repr_svg_()  # type: ignore[union-attr]
    assert "nut dealt" in show(match)._repr_html_()  # type: ignore[union-attr]


# --- secrets ---


def test_the_laws_hold_for_plain_words_and_boards() -> None:
    for seed in range(8):
        finding = check_one("nuts", seed)
        assert (finding.law, finding.problem) == (0, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_even_a_view_that_knows_too_much_is_shown_by_the_marks_alone(language: str) -> None:
    words, board = game_words(GAME, language), game_board(GAME, language)
    draw = games.part("nuts", "terminal").draw
    for viewer in (None, 0):
        leaks = [View(viewer, replace(dealt(), nuts=nuts)) for nuts in ((1, 3, 2), (1, 2, 3))]
        assert len({draw(leak, words, NAMES).markup for leak in leaks}) == 1
        assert len({picture_of(board, leak, NAMES) for leak in leaks}) == 1


def test_a_stranger_never_reads_a_nut() -> None:
    event = GAME.conceal_event(NutDealt(1, 3), 0)
    assert "3" not in game_words(GAME, "en").event(event, NAMES, 0)
    assert GAME.conceal_action(State(3, 1, (0, 0, 0), (1, 0, 0)), Deal(3), 0) == Deal(UNKNOWN)


# --- players ---


def test_without_a_judgement_a_bot_wins_where_it_can_and_plays_at_random_otherwise() -> None:
    last = replace(dealt(), decisions=5, nuts=(1, 1, 2), shown=(1, 1, 0))
    greedy = find_bot("greedy", games.find("nuts"))
    for seed in range(10):
        view = GAME.conceal(last, 2)
        assert greedy.choose(view, GAME.legal(last), Budget(), random.Random(seed)) == Show()
    first = GAME.conceal(dealt(), 0)
    chosen = {
        type(greedy.choose(first, GAME.legal(dealt()), Budget(), random.Random(seed)))
        for seed in range(20)
    }
    assert chosen == {Show, Keep}


# --- tables ---


def test_a_game_of_rules_alone_is_played_to_its_end_at_the_terminal(tmp_path: Path) -> None:
    done = run(
        "play", "nuts", "--seats", "3", "--name", "Ada", "--seed", "3",
        stdin="rules\nhelp\nlog\nshow\n\nmatch.json\n", cwd=tmp_path,
        RATSKELLER_GAMES=IN_WORK, PYTHONPATH=f"{ROOT}:{ROOT / 'src'}",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "▶● Ada" in done.stdout
    assert "Ada: nut shown" in done.stdout
    assert "The seal holds" in done.stdout


def test_a_game_of_rules_alone_is_served_and_played_to_its_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            listed = (await ada.http.get("/api/games")).json()
            card = next(card for card in listed if card["id"] == "nuts")
            assert card["playable"]
            assert card["blurb"] == "A game for 2 or 3 players."
            for page in ("/", "/new/nuts", "/rules/nuts"):
                assert (await ada.http.get(page)).status_code == 200, page
            made = await ada.lay("me", "open", "bot:greedy", game="nuts")
            await ben.join(made, "Ben")
            async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
                rng = random.Random(4)
                await asyncio.gather(one.play(rng), other.play(rng))
                for line in (one, other):
                    assert line.now.status == "over"
                    assert line.now.result.text
                    hand = line.parts["field:nuts"]
                    assert hand.text in ("1", "2", "3")
            table = await ada.http.get(f"/t/{made['table']}")
            assert table.status_code == 200
            assert 'data-part="field:decisions"' in table.text

    asyncio.run(story())


# --- where nobody has learned it ---


@pytest.mark.parametrize("kind", ["net", "look", "guided"])
def test_those_who_learn_search_it_and_say_so(kind: str) -> None:
    """It shows nothing to networks, and nobody asks what."""
    bot: Any = find_bot(kind, NUTS)
    told = bot.plays_by(3, GAME.meta.options())
    assert told == "it searches: nobody has trained a network for 3 seats yet"
    state = dealt()
    legal = GAME.legal(state)
    assert bot.choose(GAME.conceal(state, 0), legal, Budget(20), random.Random(1)) in legal


def test_its_luck_is_judged_without_a_network() -> None:
    assert network_of(NUTS, 2, GAME.meta.options()) is None
    assert luck_judge(NUTS, 2, GAME.meta.options()).name == "judgement"


def test_there_is_nobody_to_watch_who_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["train", "nuts", "--seats", "2", "--out", "never", "--open-hands", "--lang", "en"])
        == 2
    )
    told = "No network for 2 seats comes with Nuts, so there is nobody to watch.\n"
    assert capsys.readouterr().err == told


# --- the recipe ---


def test_the_commands_of_the_recipe_work_on_the_small_game() -> None:
    recipe = (ROOT / "docs" / "new-game.md").read_text("utf-8")
    commands = re.findall(r'RATSKELLER_GAMES="(nuts=[^"]+)" ratskeller (.+)', recipe)
    assert [line.split()[0] for _, line in commands] == ["check", "simulate", "play", "serve"]
    for in_work, line in commands[:-1]:  # the served one is played above
        done = run(
            *line.split(), stdin="show\n\n", RATSKELLER_GAMES=in_work,
            PYTHONPATH=f"{ROOT}:{ROOT / 'src'}",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "Nuts" in done.stdout or "largest nut" in done.stdout
