"""Looking back at a match: it adds up, comes in order, is the same again, and knows no more than a seat."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev

import msgspec
import pytest
from msgspec.structs import replace

import ratskeller
from ratskeller import games
from ratskeller.cli import main
from ratskeller.coach import telling
from ratskeller.coach.analysis import NotFinished, _Coach, add_up, analyse, search, stretches
from ratskeller.coach.evaluators import evaluator_of, network_of
from ratskeller.coach.findings import Analysis, Finding, Others, Outline, OwnChoice, Stroke
from ratskeller.coach.judging import Depth, SeatJudge
from ratskeller.core.game import CHANCE
from ratskeller.core.match import Abandoned
from ratskeller.words.languages import LANGUAGES
from tests.coach.matches import finished

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analyse(finished(), 0)


def test_start_luck_choices_and_residual_make_the_result(found: Analysis) -> None:
    sums, outcome = found.sums, finished().outcome
    parts = (sums.start, sums.luck, sums.own, sums.others, sums.residual)
    assert sum(part.amount for part in parts) == pytest.approx(sums.result)
    assert outcome is not None
    assert sums.result == (outcome.winners == (0,))
    for part, kind in ((sums.luck, Stroke), (sums.own, OwnChoice), (sums.others, Others)):
        of_kind = [one for one in found.findings if isinstance(one, kind)]
        assert part.amount == pytest.approx(sum(one.amount for one in of_kind))
        assert part.error > 0


@pytest.mark.parametrize("game_id", ["pied_piper", "ratzentanz"])  # by decisions, and by turns
def test_the_sums_alone_are_those_of_the_whole_look_back(game_id: str) -> None:
    """Found all at once and without looking for anything better. The last digits of a network hang on how many
    positions it is asked about.
    """
    depth = Depth(first=1, closer=1, compared=1, outlook=2, deals=2, outcomes=1)
    match = finished(game_id, bot="greedy~0.2")
    parts, sums = add_up(match, 1, seed=5, depth=depth), analyse(match, 1, seed=5, depth=depth).sums
    assert parts.own
    for part in ("start", "luck", "own", "others", "residual"):
        assert getattr(parts, part) == pytest.approx(getattr(sums, part).amount, abs=1e-5)
    assert parts.result == sums.result


def test_a_draw_of_which_some_outcomes_are_looked_at_brings_no_luck_on_average_either() -> None:
    """What is expected is then itself drawn by luck, but not more luckily than what comes."""
    match = finished("ratzentanz")
    game, rng = match.game, random.Random(7)
    thrown = next(
        one.before
        for one in stretches(match, whole_turns=True)
        if one.mover == CHANCE and game.turns(one.before) > 4
    )
    view, evaluator = game.conceal(thrown, 0), evaluator_of(game, 2, game.meta.options())
    some = SeatJudge(game, evaluator, 0, Depth(outcomes=4))
    expected = SeatJudge(game, evaluator, 0).outlook(view, rng).value.mean
    found = [some.outlook(view, random.Random(seed)) for seed in range(60)]
    assert {len(one.values) for one in found} == {4}
    off = [one.value.mean - expected for one in found]
    assert abs(fmean(off)) < 3 * stdev(off) / len(off) ** 0.5
    assert stdev(off) > 0


def test_the_first_thing_found_says_how_much_follows_in_the_order_of_play() -> None:
    outline, *findings, whole = search(finished(), 0)
    assert isinstance(outline, Outline)
    assert isinstance(whole, Analysis)
    assert outline.steps == len(findings) == len(whole.findings)
    assert list(whole.findings) == findings
    entries = [one.entry for one in whole.findings]
    assert entries == sorted(set(entries))


def test_the_same_seed_finds_the_same_and_another_one_something_near(found: Analysis) -> None:
    assert analyse(finished(), 0) == found
    other = analyse(finished(), 0, seed=1)
    assert other != found
    for one, two in zip(found.findings, other.findings, strict=True):
        assert (type(one), one.entry) == (type(two), two.entry)


def test_every_own_entry_is_judged_once_and_draws_of_others_stay_hidden(found: Analysis) -> None:
    match = finished()
    own = [entry.number for entry in match.entries if entry.seat == 0]
    choices = [one for one in found.findings if isinstance(one, OwnChoice)]
    assert [one.entry + n for one in choices for n in range(one.entries)] == own
    for luck in (one for one in found.findings if isinstance(one, Stroke)):
        told, _ = next(iter(match.sightings(0, luck.entry - 1)))
        assert told.body == match.entries[luck.entry - 1].body


def test_forced_decisions_cost_nothing(found: Analysis) -> None:
    match = finished()
    for one in found.findings:
        if isinstance(one, OwnChoice):
            legal = match.game.legal(match.state_at(one.entry - 1))
            assert (one.kind == "forced") == (len(legal) == 1)
            assert one.kind != "forced" or one.loss == one.error == 0


def test_at_most_three_moments_that_cost_most_and_one_thing_done_well(found: Analysis) -> None:
    assert 0 < len(found.moments) <= 3
    moments = [found.findings[place] for place in found.moments]
    assert all(isinstance(one, OwnChoice) and one.verdict == "worse" for one in moments)
    rest = [one for one in found.choices if one.verdict == "worse" and one not in moments]
    assert all(one.loss <= min(m.loss for m in moments) for one in rest)  # type: ignore[union-attr]
    if found.well is not None:
        well = found.findings[found.well]
        assert isinstance(well, OwnChoice)
        assert (well.kind, well.verdict) == ("real", "best")


def test_what_was_found_survives_json(found: Analysis) -> None:
    text = msgspec.json.encode(found)
    assert msgspec.json.decode(text, type=Analysis) == found
    assert len(text) < 100_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moment_is_told_in_every_language(found: Analysis, language: str) -> None:
    match = finished()
    told = {
        telling.moment(match, 0, one, language)
        for one in found.findings
        if isinstance(one, OwnChoice) and one.kind == "real"
    }
    assert len(told) > 1
    assert all("{" not in text for text in told)


@pytest.mark.parametrize("game_id", games.shelf())
def test_every_game_can_be_looked_back_at_with_every_kind_of_finding(game_id: str) -> None:
    first = list(islice(search(finished(game_id), 1), 8))
    assert {type(one) for one in first} >= {Outline, Stroke, Others, OwnChoice}
    for one in first[1:]:
        assert 0 <= one.after <= 1  # type: ignore[union-attr]
        assert -1 <= one.amount <= 1  # type: ignore[union-attr]


def test_a_match_without_weights_is_judged_by_search() -> None:
    outline = next(search(finished(secret=True), 0))
    assert isinstance(outline, Outline)
    assert outline.evaluator == "judgement"


def test_a_network_judges_only_where_its_expectations_were_held_against_results() -> None:
    """With three seats that of First Rat plays, and nobody has measured what it expects there."""
    game = games.find("first_rat")
    usual = game.meta.options()
    found = {seats: evaluator_of(game, seats, usual).name for seats in game.meta.seats}
    assert found == {2: "network", 3: "judgement", 4: "judgement", 5: "judgement"}
    assert all(network_of(game, seats, usual) for seats in game.meta.seats)
    match = finished("first_rat", seats=3)
    outline = next(search(match, 0))
    assert isinstance(outline, Outline)
    assert outline.evaluator == "judgement"


def test_a_draw_brings_no_luck_on_average(found: Analysis) -> None:
    """Whatever the evaluator thinks: every outcome counts as often as it comes up."""
    match = finished()
    game = match.game
    judge = SeatJudge(game, evaluator_of(game, 2, game.meta.options()), 0)
    turned = [one for one in found.findings if isinstance(one, Stroke) and "char" in one.stream]
    for stroke in turned[:5]:
        state = match.state_at(stroke.entry - 1)
        outlook = judge.outlook(game.conceal(state, 0), random.Random(2))
        total = 0.0
        for outcome, weight in zip(*game.odds(state), strict=True):
            luck = outlook.luck(outcome)
            total += weight * luck.mean if luck else 0.0
        assert total == pytest.approx(0, abs=1e-9)
    assert len(turned) > 5


# --- secrets -----------------------------------------------------------------------------------


def test_a_running_match_is_refused_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = ratskeller.new("pied_piper", seats=2, seed=3)
    with pytest.raises(NotFinished, match="the match is not over: until then only the seats know"):
        ratskeller.analyse(match, 0)
    match.save(tmp_path / "running.json")
    assert main(["analyse", str(tmp_path / "running.json"), "--lang", "en"]) != 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "has no result: only a match that was played to its end is analysed." in told.err
    match.note(Abandoned(), None)
    with pytest.raises(NotFinished, match="the match was stopped without a result"):
        search(match, 0)


def test_twin_worlds_are_judged_alike() -> None:
    """The same view with other hidden hands: all but hindsight must be the same, to the last digit."""
    match, seat = finished(), 0
    game = match.game
    evaluator = evaluator_of(game, 2, game.meta.options())
    rng, twins = random.Random(4), 0
    for stretch in list(stretches(match, whole_turns=False))[1:24]:
        true = _Coach(game, SeatJudge(game, evaluator, seat), 0)
        if stretch.mover == -1 and not true.sees(stretch):
            continue
        world = game.imagine(game.conceal(stretch.before, seat), rng)
        (action,) = stretch.actions
        due = game.odds(world)[0] if stretch.mover == -1 else game.legal(world)
        if world == stretch.before or action not in due:
            continue
        after = game.play(world, action)
        if game.conceal(after, seat) != game.conceal(stretch.after, seat):
            continue
        twins += 1
        other = _Coach(game, SeatJudge(game, evaluator, seat), 0)
        twin = other.find(stretch._replace(before=world, after=after), 0.5)
        assert _before_the_end(twin) == _before_the_end(true.find(stretch, 0.5))
    assert twins > 5


def _before_the_end(finding: Finding) -> Finding:
    return replace(finding, hindsight=None) if isinstance(finding, OwnChoice) else finding


# --- the command -------------------------------------------------------------------------------


def test_the_command_prints_sums_and_moments_or_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], found: Analysis
) -> None:
    file, kept = tmp_path / "match.json", tmp_path / "analysis.json"
    finished().save(file)
    assert main(["analyse", str(file), "--seat", "1", "--out", str(kept), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    for word in ("chance at the start", "luck", "own choices", "others’ choices", "unexplained"):
        assert word in told
    assert msgspec.json.decode(kept.read_bytes(), type=Analysis) == found
    assert main(["analyse", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outline"]["seat"] == 0
    assert main(["analyse", str(file), "--seat", "3", "--lang", "en"]) != 0
    assert "There is no seat 3: seats go from 1 to 2." in capsys.readouterr().err
