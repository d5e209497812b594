"""Puzzles: what is shipped can be read, solved from the view alone, and is as clear as it says."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from ratskeller import games
from ratskeller.cli import main
from ratskeller.coach import mining
from ratskeller.coach.evaluators import TurnJudge
from ratskeller.coach.ideas import idea_of
from ratskeller.coach.judging import SeatJudge, Value
from ratskeller.coach.mining import FLOOR, SURE_GAP, added, check, corrected, graded, in_turn, mine
from ratskeller.coach.puzzles import (
    PUZZLE_LEVELS,
    Puzzle,
    puzzle,
    puzzles_of,
    read,
    view_of,
    written,
)
from ratskeller.core.game import AnyGame, GameAction, GameState
from ratskeller.words.languages import ENGLISH
from ratskeller.words.speech import game_words
from tests.coach.matches import finished

EACH = 20  # of a level
LARGEST = 300_000  # bytes

every_game = pytest.mark.parametrize(
    "game", [games.find(one) for one in games.shelf()], ids=games.shelf()
)


def played(game: AnyGame, state: GameState, line: tuple[str, ...]) -> GameState:
    """Where a line leads from a whole state; every move of it must be legal there."""
    for text in line:
        action = game.parse(text)
        assert action in game.legal(state), text
        state = game.play(state, action)
    return state


def a_puzzle(game: AnyGame, number: int = 0) -> Puzzle:
    return puzzles_of(game)[number]


# --- what is shipped ----------------------------------------------------------------------------


@every_game
def test_there_are_as_many_of_each_level_with_ids_of_their_own(game: AnyGame) -> None:
    shipped = puzzles_of(game)
    assert Counter(one.level for one in shipped) == dict.fromkeys(PUZZLE_LEVELS, EACH)
    assert len({one.id for one in shipped}) == len(shipped)
    assert len({bytes(one.view) for one in shipped}) == len(shipped)
    for one in shipped:
        assert one.id.startswith(f"{game.meta.id}-")
        assert puzzle(game, one.id) is one
    assert puzzle(game, f"{game.meta.id}-none") is None


@every_game
def test_the_file_is_small_and_of_these_very_rules_and_numbers(game: AnyGame) -> None:
    content = resources.files(type(game).__module__).joinpath("puzzles.jsonl").read_bytes()
    assert len(content) < LARGEST
    assert read(game, content) == puzzles_of(game)
    assert written(game, puzzles_of(game)) == content
    assert read(game, content.replace(game.data_hash.encode(), b"0" * 64)) == ()


@every_game
def test_a_view_is_what_the_mover_sees_and_no_more(game: AnyGame) -> None:
    for one in puzzles_of(game):
        view, rng = view_of(game, one), random.Random(one.id)
        assert (view.viewer, game.to_act(view.seen), view.seen.seats) == (
            one.seat,
            one.seat,
            one.seats,
        )
        assert game.conceal(game.imagine(view, rng), one.seat) == view
        assert msgspec.json.encode(view) == bytes(one.view)


@every_game
def test_best_and_second_are_legal_and_lead_to_different_ends(game: AnyGame) -> None:
    for one in puzzles_of(game):
        world = game.imagine(view_of(game, one), random.Random(one.id))
        best, second = played(game, world, one.best), played(game, world, one.second)
        assert best != second
        assert one.answer == one.best[: len(one.answer)] != ()
        assert one.answer != one.second[: len(one.answer)]
        legal = [game.legal(played(game, world, one.answer[:at])) for at in range(len(one.answer))]
        assert any(len(moves) > 1 for moves in legal), "nothing was to be decided"


@every_game
def test_every_puzzle_is_about_an_idea_of_the_course_and_many_are_covered(game: AnyGame) -> None:
    known = {idea.id for idea in game_words(game, ENGLISH).course().ideas}
    ideas = Counter(one.idea for one in puzzles_of(game))
    assert set(ideas) <= known
    assert len(ideas) >= 5
    for one in puzzles_of(game):
        line = tuple(map(game.parse, one.answer))
        assert idea_of(game, view_of(game, one), line) == one.idea


@every_game
def test_gaps_are_clear_and_levels_go_by_how_many_find_the_answer(game: AnyGame) -> None:
    shares: dict[str, list[float]] = {}
    for one in puzzles_of(game):
        assert one.gap >= max(FLOOR, SURE_GAP * one.error)
        shares.setdefault(one.level, []).append(one.found)
    assert min(shares["easy"]) >= max(shares["middling"])
    assert min(shares["middling"]) >= max(shares["hard"])


@pytest.mark.heavy
@every_game
def test_some_hold_when_they_are_looked_at_again(game: AnyGame) -> None:
    for one in puzzles_of(game)[::30]:
        assert check(game, one).clear, one.id


@pytest.mark.heavy
@every_game
def test_a_puzzle_with_a_worse_answer_is_refused(game: AnyGame) -> None:
    one = a_puzzle(game)
    wrong = replace(one, best=one.second, second=one.best, decisive=0)
    found = check(game, wrong)
    assert not found.best
    assert not found.clear
    assert not found.held


# --- finding them -------------------------------------------------------------------------------


@pytest.mark.heavy
def test_mining_finds_the_same_again_and_only_what_is_clear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = finished("pied_piper", bot="greedy", seed=1)
    states = [match.state_at(number) for number in range(len(match.entries))][-16:]
    options = match.game.meta.options()
    found = list(mine(match.game, options, states))
    assert found
    assert found == list(mine(match.game, options, states))
    for one in found:
        assert one.gap >= max(FLOOR, SURE_GAP * one.error)
        assert (one.id, one.seats, one.options) == ("", 2, {})
    monkeypatch.setattr(mining, "FLOOR", 1.01)
    assert list(mine(match.game, options, states)) == []


def test_a_collection_takes_no_position_twice() -> None:
    game = games.find("pied_piper")
    one = replace(a_puzzle(game), id="")
    elsewhere = replace(one, view=Raw(b"{}"))
    about_nothing = replace(one, idea="", view=Raw(b"[]"))
    kept = added(game, [], [one, one, elsewhere, about_nothing])
    assert [two.id for two in kept] == ["pied_piper-001", "pied_piper-002"]
    assert [two.view for two in kept] == [one.view, elsewhere.view]
    assert added(game, kept, [one]) == kept


def test_no_lesson_is_taught_twice_and_one_that_falls_takes_no_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = a_puzzle(games.find("pied_piper"))
    some = [replace(one, id=name) for name in ("fallen", "kept", "again")]
    some.append(replace(one, id="other", best=("M>4",)))
    monkeypatch.setattr(mining, "vouched", lambda _, of, **__: of if of.id != "fallen" else None)
    monkeypatch.setattr(mining, "tried", lambda _, of: replace(of, found=0.5))
    found = mining.sound(games.find("pied_piper"), some)
    assert [(two.id, two.found) for two in found] == [("kept", 0.5), ("other", 0.5)]


def test_levels_are_three_equal_parts_by_how_many_find_the_answer() -> None:
    one = a_puzzle(games.find("pied_piper"))
    some = [replace(one, found=share) for share in (0.0, 0.9, 0.5, 0.1, 1.0, 0.4)]
    assert [(two.level, two.found) for two in graded(some)] == [
        ("easy", 1.0),
        ("easy", 0.9),
        ("middling", 0.5),
        ("middling", 0.4),
        ("hard", 0.1),
        ("hard", 0.0),
    ]


def test_ideas_come_in_turn_and_the_clearest_of_each_first() -> None:
    one = a_puzzle(games.find("pied_piper"))
    some = [
        replace(one, idea=idea, gap=gap)
        for idea, gap in (("roof", 0.2), ("roof", 0.4), ("roof", 0.3), ("piper", 0.1))
    ]
    told = [(two.idea, two.gap) for two in in_turn(some)]
    assert told == [("piper", 0.1), ("roof", 0.4), ("roof", 0.3), ("roof", 0.2)]


@pytest.mark.parametrize(
    ("ends", "gap"),
    [
        (None, 0.2575),  # nobody can play it: as far below what was looked at as other luck may be
        (Value(0.2, 0.02), 0.1151),
        (Value(0.4, 0.03), 0.2575),  # no more than the look vouches for
        (Value(0.2, 0.03), None),  # by so much less it is not clear
        (Value(-0.3, 0.03), None),
    ],
)
def test_nothing_is_vouched_for_that_does_not_win_when_it_is_played_out(
    ends: Value | None, gap: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.find("first_rat")
    one = a_puzzle(game)

    def said(value: Value | None, shaken: float = 0.0) -> Callable[..., mining.Checked | None]:
        return lambda *_, **__: (
            value and mining.Checked(one, value.mean > 0, value, shaken or value.error)
        )

    monkeypatch.setattr(mining, "check", said(Value(0.3, 0.04), 0.01))
    monkeypatch.setattr(mining, "to_the_end", said(ends))
    found = mining.vouched(game, one)
    assert (found.gap if found else None) == gap


@pytest.mark.parametrize(
    ("roughly", "asked", "kept"), [(0.04, 1, False), (0.06, 2, False), (0.6, 1, True)]
)
def test_who_is_not_ahead_after_a_few_matches_is_out_and_who_is_sure_needs_no_more(
    roughly: float, asked: int, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.find("first_rat")
    one, asked_for = a_puzzle(game), list[int]()

    def played_out(*_: object, times: int, **__: object) -> mining.Checked:
        asked_for.append(times)
        return mining.Checked(one, best=True, gap=Value(roughly, 0.05), shaken=0.05)

    sure = mining.Checked(one, best=True, gap=Value(0.9, 0.0), shaken=0.0)
    monkeypatch.setattr(mining, "check", lambda *_, **__: sure)
    monkeypatch.setattr(mining, "to_the_end", played_out)
    assert (mining.vouched(game, one, times=10) is not None) == kept
    assert asked_for == [2, 10][:asked]


def test_the_worse_answer_wins_fewer_matches() -> None:
    game = games.find("first_rat")
    one = max(puzzles_of(game), key=lambda one: one.gap)
    wrong = replace(one, best=one.second, second=one.best, decisive=0)
    found = [mining.to_the_end(game, each) for each in (one, wrong)]
    assert [end.best for end in found if end] == [True, False]
    assert all(end.gap.error >= 1 / mining.CLOSE.closer for end in found if end)


def test_what_is_written_down_is_what_a_closer_look_vouches_for() -> None:
    one = replace(a_puzzle(games.find("pied_piper")), gap=0.3, error=0.05)
    looked = mining.Checked(one, best=True, gap=Value(0.35, 0.04), shaken=0.02)
    assert (corrected(looked).gap, corrected(looked).error) == (0.2651, 0.04)
    assert looked.sure
    assert looked.held
    assert not mining.Checked(one, best=True, gap=Value(0.25, 0.04), shaken=0.02).held
    barely = mining.Checked(one, best=True, gap=Value(0.19, 0.04), shaken=0.02)
    assert (barely.clear, barely.sure) == (True, False)  # with other luck it may not be


@pytest.mark.parametrize("game_id", games.shelf())
def test_only_luck_shakes_and_not_the_doubt(game_id: str) -> None:
    """What is not over is doubted the same by whatever luck."""
    game = games.find(game_id)
    looked = [check(game, one) for one in puzzles_of(game)[::20]]
    assert all(0 <= one.shaken <= one.gap.error for one in looked)
    assert any(one.shaken < one.gap.error for one in looked)


def test_what_is_reached_in_another_order_is_the_same_answer() -> None:
    """In First Rat two rats go on, whichever first."""
    match = finished("first_rat")
    game, states = match.game, map(match.state_at, range(len(match.entries)))
    world, there = next(
        (state, (one, other))
        for state in states
        for one, other in itertools.permutations(game.legal(state), 2)
        if same_in_any_order(game, state, one, other)
    )
    back, seat = there[::-1], game.to_act(world)
    assert seat is not None
    another = (next(one for one in game.legal(world) if one not in there),)
    judge = SeatJudge(game, TurnJudge(game), seat)
    assert judge._divided(world, [back, another], there) == ([back], [another])


def same_in_any_order(game: AnyGame, state: GameState, one: GameAction, other: GameAction) -> bool:
    after, instead = game.play(state, one), game.play(state, other)
    if other not in game.legal(after) or one not in game.legal(instead):
        return False
    return game.play(after, other) == game.play(instead, one)


# --- the command --------------------------------------------------------------------------------


@pytest.mark.heavy
def test_the_command_mines_from_a_file_picks_and_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, file, pool = (
        finished("pied_piper", bot="greedy", seed=1),
        tmp_path / "m.json",
        tmp_path / "p",
    )
    match.save(file)
    surest = sorted(puzzles_of(match.game), key=lambda one: one.gap, reverse=True)[:3]
    ready = [replace(one, id="", found=0.0) for one in surest]
    monkeypatch.setattr(mining, "mine", lambda *_, **__: ready)
    assert main(["puzzles", "mine", "pied_piper", "--from", str(file), "--out", str(pool)]) == 0
    mined = read(match.game, pool.read_bytes())
    assert len(mined) == 3
    assert {one.found for one in mined} == {0.0}  # who finds it is asked of those that are kept
    assert main(["puzzles", "mine", "ratzentanz", "--from", str(file)]) != 0
    assert "holds a match of another game." in capsys.readouterr().err
    picked = tmp_path / "picked"
    some, more = tmp_path / "some", tmp_path / "more"  # one has the number of another
    some.write_bytes(written(match.game, mined[:2]))
    more.write_bytes(written(match.game, [replace(mined[2], id=mined[0].id)]))
    where = ["--from", str(some), "--from", str(more), "--out", str(picked), "--each", "1"]
    assert main(["puzzles", "pick", "pied_piper", *where]) == 0
    kept = read(match.game, picked.read_bytes())
    assert {bytes(mined[at].view) for at in (0, 2)} <= {bytes(one.view) for one in kept}
    assert len({one.id for one in kept}) == len(kept)
    assert any(one.found for one in kept)
    assert Counter(one.level for one in kept) == dict.fromkeys(PUZZLE_LEVELS, 1)
    capsys.readouterr()
    assert main(["puzzles", "check", "pied_piper", "--from", str(picked), "--lang", "en"]) == 0
    assert capsys.readouterr().out.split()[:3] == ["level", "checked", "still"]
    wrong = [replace(one, best=one.second, second=one.best) for one in kept[:1]]
    picked.write_bytes(written(match.game, wrong))
    assert main(["puzzles", "check", "pied_piper", "--from", str(picked)]) == 1
    assert wrong[0].id in capsys.readouterr().out
    picked.write_bytes(b"something else")
    assert main(["puzzles", "check", "pied_piper", "--from", str(picked), "--lang", "en"]) != 0
    assert "is no file of puzzles." in capsys.readouterr().err
    assert main(["puzzles", "solve", "pied_piper"]) != 0
