"""The front door: what a newcomer tries first works in one line, and says what is wrong."""

from __future__ import annotations

import doctest
import importlib
import random
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ratskeller
from ratskeller import games
from ratskeller.core.match import Abandoned
from tests.adapters.settings import short

DOCUMENTED = [
    "ratskeller",
    "ratskeller.front",
    "ratskeller.games",
    "ratskeller.bots",
    "ratskeller.bots.own",
]


def played(game_id: str, decisions: int, **options: Any) -> ratskeller.Match:
    match = ratskeller.new(game_id, seats=3, seed=5, **options)
    rng = random.Random(5)
    for _ in range(decisions):
        if match.moves():
            match.push(rng.choice(match.moves()))
    return match


@pytest.mark.parametrize("module", DOCUMENTED)
def test_the_examples_in_the_docstrings_are_true(module: str) -> None:
    found = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize("game_id", games.shelf())
def test_a_match_is_played_to_its_end_by_moves_and_push(game_id: str) -> None:
    match = ratskeller.new(game_id, seats=2, seed=3, **short(game_id))
    rng = random.Random(3)
    while moves := match.moves():
        move = rng.choice(moves)
        match.push(move if rng.random() < 0.5 else match.game.notation(move))
    assert match.over
    assert repr(match).startswith(f"<Match: {match.game.meta.title}, 2 seats, won by seat")
    assert ratskeller.rate(match) == []


def test_undo_takes_back_the_last_move_of_an_unfinished_turn() -> None:
    match = ratskeller.new("pied_piper", seats=3, seed=1284)
    match.push("F2>3")
    before = match.moves()
    match.push("B1>1")
    assert match.moves() != before
    match.undo()
    assert match.moves() == before
    with pytest.raises(ratskeller.Refused, match=r"nothing to take back \(TB-03\)\. Only moves"):
        match.undo()
    match.push("B1>1")
    match.restart()
    assert match.moves() == before


def test_a_bad_move_is_refused_with_the_rule_and_what_would_be_right() -> None:
    match = ratskeller.new("pied_piper", seats=3, seed=1284)
    with pytest.raises(ratskeller.Refused) as refused:
        match.push("M>1")
    text = str(refused.value)
    assert text.startswith("You do not have Melody in your hand (PP-63). Legal now: F2>1, F2>2,")
    assert refused.value.refusal.rule == "PP-63"
    with pytest.raises(ratskeller.BadNotation, match=r"“hop” is no move.*Legal now: F2>1"):
        match.push("hop")
    with pytest.raises(ratskeller.Refused, match=r"not your turn \(TB-01\)\. Seat 0 is to move\."):
        match.choose(1, match.moves()[0])
    assert len(match.drafted) == 0


def test_many_legal_moves_are_not_all_named() -> None:
    match = ratskeller.new("pied_piper", seats=2, seed=1284)
    with pytest.raises(ratskeller.BadNotation, match=r" and \d+ more\.$"):
        match.push("")


def test_after_the_end_a_move_is_refused_in_a_sentence() -> None:
    match = ratskeller.new("pied_piper", seats=2, seed=1)
    move = match.moves()[0]
    match.note(Abandoned(), None)
    assert repr(match) == "<Match: The Pied Piper, 2 seats, stopped>"
    with pytest.raises(ratskeller.Refused, match=r"^The match is over \(TB-02\)\.$"):
        match.push(move)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seats": 6}, r"for 2 to 5 players, not for 6 \(PP-62\)\.$"),
        ({"rugrats": True, "secret": True}, r"\(PP-54\)\.$"),
    ],
)
def test_a_set_up_against_the_rules_names_the_rule(options: Any, sentence: str) -> None:
    with pytest.raises(ratskeller.Refused, match=sentence):
        ratskeller.new("pied_piper", **options)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"roof": 9}, "“9” does not fit the option “roof”. Possible: 7 or 8."),
        ({"secret": "maybe"}, "“maybe” does not fit the option “secret”. Possible: False or True."),
        (
            {"wings": 2},
            "There is no option “wings”. Options: rugrats, secret, elimination and roof.",
        ),
    ],
)
def test_a_bad_option_is_answered_with_what_is_possible(options: Any, sentence: str) -> None:
    for ask in (ratskeller.new, ratskeller.simulate):
        with pytest.raises(ratskeller.BadOption) as bad:
            ask("pied_piper", **options)
        assert str(bad.value) == sentence


@pytest.mark.parametrize("game_id", games.shelf())
def test_a_saved_match_is_loaded_as_it_was_and_read_by_its_owner_alone(
    game_id: str, tmp_path: Path
) -> None:
    match, file = played(game_id, 9), tmp_path / "match.json"
    match.save(file)
    match.save(str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]
    again = ratskeller.load(file)
    assert again.to_bytes() == match.to_bytes()
    assert again.moves() == match.moves()
    again.push(again.moves()[0])


def test_what_is_no_whole_match_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(played("pied_piper", 4).export(None))
    with pytest.raises(ratskeller.BadFile, match="what one viewer saw of a running match"):
        ratskeller.load(file)
    file.write_bytes(b"no match")
    with pytest.raises(ratskeller.BadFile, match="this is not a whole match file"):
        ratskeller.load(file)


@pytest.mark.parametrize("game_id", games.shelf())
def test_a_match_describes_and_draws_itself_as_a_spectator_sees_it(game_id: str) -> None:
    match = played(game_id, 8)
    other = played(game_id, 8)
    other.state = other.game.scramble(match.state, None, random.Random(2))
    for one in (match, other):
        one._clear_draft()
    for face in (repr, str, ratskeller.Match._repr_svg_):
        assert face(match) == face(other)
    assert str(match) == ratskeller.show(match)
    assert match._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("bot", ["random", "greedy:200", "search:100"])
def test_a_rating_judges_every_move_of_the_seat_to_move(game_id: str, bot: str) -> None:
    match = played(game_id, 4)
    found = ratskeller.rate(match, bot)
    assert sorted(move.notation for move in found) == sorted(
        match.game.notation(action) for action in match.moves()
    )
    for move in found:
        assert move.action == match.game.parse(move.notation)
        assert 0 <= move.value <= 1
        assert str(move) == f"{move.value:.2f}  {move.notation}  {move.label}"


def test_a_rating_knows_what_the_seat_knows_and_no_more() -> None:
    """The same view in another world, the same judgement; the bot is never shown a state."""
    match = played("pied_piper", 6, secret=True)
    assert match.to_act is not None
    other = played("pied_piper", 6, secret=True)
    other.state = other.game.scramble(match.state, match.to_act, random.Random(3))
    for one in (match, other):
        one._clear_draft()
    assert other.state != match.state
    assert ratskeller.rate(match, "search:60") == ratskeller.rate(other, "search:60")


def test_a_simulation_is_one_line_and_the_same_in_two_processes() -> None:
    alone = ratskeller.simulate("pied_piper", "random", matches=16, seats=3, seed=4)
    shared = ratskeller.simulate("pied_piper", ["random"] * 3, matches=16, seed=4, jobs=2)
    assert alone.games == 16
    assert (alone.wins, alone.moves_mean) == (shared.wins, shared.moves_mean)
    with pytest.raises(ValueError, match="0 matches are too few"):
        ratskeller.simulate("pied_piper", matches=0)
    with pytest.raises(ValueError, match="2 bots for 3 seats: name one for all, or one for each"):
        ratskeller.simulate("pied_piper", ["random", "greedy"], seats=3)


def test_a_game_says_what_it_is() -> None:
    assert repr(games.find("pied_piper")) == "<Game: The Pied Piper (pied_piper), 2 to 5 seats>"


def test_the_usual_number_of_seats_needs_no_mention() -> None:
    assert ratskeller.new("pied_piper").header.seats == 4
    people = [ratskeller.Player("Ada"), ratskeller.Player("Bo")]
    assert ratskeller.new("pied_piper", players=people).header.seats == 2


def test_everything_at_the_front_door_is_there_and_documented() -> None:
    for name in ratskeller.__all__:
        assert getattr(ratskeller, name) is not None
    for name in ("new", "load", "bot", "simulate", "rate", "analyse", "show"):
        assert ">>> " in (getattr(ratskeller, name).__doc__ or "")


def test_the_front_door_is_light() -> None:
    code = "import ratskeller, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    heavy = {"starlette", "sqlalchemy", "typer", "rich", "jinja2", "babel", "numpy", "asyncio"}
    assert not loaded & heavy
    assert not {"ratskeller.arena", "ratskeller.draw"} & set(run.stdout.split())
