"""The figures of the coach: those of `coach.toml` are the ones that were measured, and sums over samples say what
they should of samples whose truth is known.
"""

from __future__ import annotations

import math
import random
from pathlib import Path
from statistics import fmean

import pytest
from msgspec.structs import replace

from bench import coach, samples
from bench.chances import BINS, bins_of
from bench.coach import added_up, doubt_of, read_ladder, read_sums, studies
from bench.samples import Effort, Sample, Study, gather, kept, recorded, renew
from ratskeller import games
from ratskeller.arena.fingerprint import players_of
from ratskeller.bots.levels import level_ids
from ratskeller.coach.evaluators import measured

every_game = pytest.mark.parametrize("game_id", games.shelf())


def measured_before(study: Study) -> list[Sample]:
    """Also under the code of earlier players: `python -m bench.coach renew` says whether it is theirs."""
    found, of_study = recorded(study.path)
    assert replace(found, players=study.players) == study
    return [of_study[number] for number in sorted(of_study)]


@every_game
def test_the_house_players_lose_what_was_measured(game_id: str) -> None:
    (study,) = studies("ladder", [game_id])
    means = [round(fmean(column), 4) for column in zip(*measured_before(study), strict=True)]
    ladder = measured(games.find(game_id)).ladder
    assert list(ladder) == list(level_ids(games.find(game_id)))
    assert list(ladder.values()) == means


@every_game
def test_a_doubt_that_is_written_down_is_none_that_was_ruled_out(game_id: str) -> None:
    by_evaluator = {study.evaluator: study for study in studies("doubt", [game_id])}
    for evaluator, doubt in measured(games.find(game_id)).doubt.items():
        found = doubt_of(measured_before(by_evaluator[evaluator])).square
        assert found.low <= doubt**2 <= found.high


def test_doubt_is_what_sampling_does_not_explain() -> None:
    luck = random.Random(1)
    for truth in (0.0, 0.1):
        found: list[Sample] = []
        for _ in range(4000):
            right, errors = luck.uniform(0, 0.3), (luck.uniform(0, 0.05), luck.uniform(0.02, 0.08))
            said = luck.gauss(right + luck.gauss(0, truth), errors[0])
            found.append([said, errors[0], luck.gauss(right, errors[1]), errors[1]])
        assert doubt_of(found).amount == pytest.approx(truth, abs=0.02)


def test_levels_are_compared_decision_by_decision() -> None:
    """What all lose alike is no difference, however far it spreads."""
    luck = random.Random(2)
    levels = level_ids(games.find("ratzentanz"))
    found = []
    for _ in range(50):
        hard = luck.random()
        found.append([hard + 0.01 * place + luck.gauss(0, 0.005) for place in range(len(levels))])
    study = Study("ladder", "ratzentanz", 2, (), "")
    rows = list(read_ladder(study, [one[::-1] for one in found]))
    assert [row["told apart"] for row in rows] == ["", "yes", "yes", "yes", "yes"]
    assert [row["told apart"] for row in read_ladder(study, found)][1:] == ["no"] * 4


def test_seats_of_one_match_are_one_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one of two wins the other loses: no number of matches makes that sure luck."""
    monkeypatch.setattr(coach, "_SUMMED", 40)
    luck = random.Random(4)
    first = [[0.5, 0.0, 0.0, 0.0, won - 0.5, won] for won in luck.choices([0.0, 1.0], k=40)]
    second = [[0.5, 0.0, 0.0, 0.0, -one[4], 1 - one[5]] for one in first]
    study = Study("sums", "first_rat", 2, ("net", "net"), "network")
    (half,), (whole,) = (list(read_sums(study, found)) for found in (first, first + second))
    assert (half["matches"], half["seats"], whole["matches"], whole["seats"]) == (40, 40, 40, 80)
    assert whole["residual"] == "+0.0000 ± 0.0000" != half["residual"]


def test_more_samples_look_at_the_same_match_from_the_next_seat() -> None:
    (study,) = studies("sums", ["pied_piper"])
    one, other = (added_up(study, number) for number in (3, 10_003))
    assert one[-1] + other[-1] == 1
    assert one != other


def test_chances_that_come_true_lie_within_their_intervals() -> None:
    luck = random.Random(3)
    found: list[Sample] = []
    for _ in range(600):
        chance = luck.random()
        share = float(luck.random() < chance)
        bins = [[0.0] * 3 for _ in range(BINS)]
        bins[int(BINS * chance)] = [4.0, 4 * chance, 4 * share]  # four positions that hang together
        found.append([figure for one in bins for figure in one])
    bins_found = list(bins_of(found))
    assert len(bins_found) == BINS
    assert sum(one.came.low <= one.said <= one.came.high for one in bins_found) >= BINS - 2
    middle = bins_found[BINS // 2]
    assert middle.came.margin == pytest.approx(1.96 * 0.5 / math.sqrt(middle.matches), rel=0.1)


def test_a_measurement_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "FOLDER", tmp_path)
    asked: list[int] = []

    def measure(_: Study, number: int) -> Sample:
        asked.append(number)
        return [number / 3, 1.0]

    study = Study("sums", "g", 2, ("a", "b"), "judgement 1.0")
    assert gather(study, measure, Effort(3, 1)) == [[0.0, 1.0], [0.33333, 1.0], [0.66667, 1.0]]
    with study.path.open("ab") as file:
        file.write(b"[3,[0.4")  # somebody pulled the plug
    assert len(kept(study)) == 3
    other = Study("sums", "g", 2, ("a", "b"), "judgement 2.0")
    assert kept(other) == {}
    assert gather(study, measure, Effort(5, 0)) == [[0.0, 1.0], [0.33333, 1.0], [0.66667, 1.0]]
    assert asked == [0, 1, 2]
    assert len(gather(study, measure, Effort(5, 1))) == 5
    assert asked == [0, 1, 2, 3, 4]
    assert len(kept(study)) == 5
    assert len(gather(other, measure, Effort(2, 1))) == 2
    assert kept(study) == {}


# --- who played and who judged -----------------------------------------------------------------

OLD = Study("sums", "g", 2, ("a", "b"), "judgement 1.0")
NOW = replace(OLD, players="f" * 16)


@pytest.fixture
def measured_by_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file from when studies did not say who played: five samples, and a line that was torn."""
    monkeypatch.setattr(samples, "FOLDER", tmp_path)
    gather(OLD, lambda _, number: [number / 3], Effort(5, 1))
    lines = OLD.path.read_bytes().replace(b',"players":""', b"")
    OLD.path.write_bytes(lines + b"[5,[1.6")
    return OLD.path


def test_samples_that_come_out_as_they_did_belong_to_the_players_of_now(
    measured_by_others: Path,
) -> None:
    asked: list[int] = []

    def measure(_: Study, number: int) -> Sample:
        asked.append(number)
        return [number / 3]

    before = kept(OLD)
    assert len(before) == 5
    assert kept(NOW) == {}
    assert renew(NOW, measure, 3) == ("renewed, the samples measured again are the same", False)
    assert asked == [0, 2, 4], "from all parts of the file"
    assert kept(NOW) == before
    assert renew(NOW, measure, 3) == ("up to date", False)
    assert list(measured_by_others.parent.iterdir()) == [measured_by_others]


def test_a_file_of_which_one_sample_comes_out_otherwise_stays_stale(
    measured_by_others: Path,
) -> None:
    before = measured_by_others.read_bytes()
    found = renew(NOW, lambda _, number: [number / 3 if number < 4 else 0.0], 3)
    assert found == ("stays: sample 4 was [1.33333], now it is [0.0]", True)
    assert measured_by_others.read_bytes() == before


def test_judges_that_are_told_of_in_another_way_are_who_they_were_if_they_judge_alike(
    measured_by_others: Path,
) -> None:
    """Other processors round otherwise."""
    anew = replace(NOW, by="judgement 1.0 compared 5")
    assert renew(anew, lambda _, number: [number / 3 + 0.01], 3).stale
    assert not renew(anew, lambda _, number: [number / 3 + 0.00002], 3).stale
    assert len(kept(anew)) == 5
    assert measured_by_others.exists()


def test_what_others_have_played_or_nobody_has_is_not_renewed(
    measured_by_others: Path,
) -> None:
    def nobody(*_: object) -> Sample:
        raise AssertionError("nothing is measured")

    others = replace(NOW, by="judgement 2.0", bots=("c", "b"))
    assert renew(others, nobody, 3) == ("stays, since bots cannot be renewed", True)
    measured_by_others.write_bytes(measured_by_others.read_bytes().splitlines()[0])
    assert renew(NOW, nobody, 3).stale


def test_the_command_renews_every_file_of_a_game_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(samples, "FOLDER", tmp_path)
    part = coach.PARTS["exact"]._replace(measure=lambda _, number: [float(number)])
    monkeypatch.setattr(coach, "PARTS", {"exact": part})
    (study,) = studies("exact", ["first_rat"])
    gather(replace(study, players="0" * 16), part.measure, Effort(2, 1))
    monkeypatch.setattr("sys.argv", ["coach", "renew", "--games", "first_rat", "pied_piper"])
    with pytest.raises(SystemExit) as ended:
        coach.main()
    assert ended.value.code == 0
    assert capsys.readouterr().out == (
        f"{study.path.name}: renewed, the samples measured again are the same\n"
    )
    assert kept(study) == {0: [0.0], 1: [1.0]}


@pytest.mark.parametrize(
    ("table", "moves"), [("doubt", True), ("ladder", True), ("exact", True), ("adjusted", False)]
)
def test_samples_hang_on_the_constants_of_who_judges(
    table: str, moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(studies(table, ["ratzentanz"]))
    others = replace(measured(games.find("ratzentanz")), compared=2, beam=1)
    monkeypatch.setattr(coach, "constants_of", lambda _: others)
    assert (list(studies(table, ["ratzentanz"])) != before) == moves


@pytest.mark.parametrize(
    ("table", "game_id", "moves"),
    [
        ("reliability", "pied_piper", True),
        ("sums", "first_rat", True),
        ("exact", "first_rat", True),
        ("ladder", "pied_piper", True),
        ("adjusted", "ratzentanz", True),  # a network plays, and says what luck was worth
        ("doubt", "ratzentanz", True),  # a network plays to the end
        ("ladder", "ratzentanz", False),
        ("sums", "ratzentanz", False),
    ],
)
def test_samples_hang_on_the_networks_that_play_or_judge_and_on_no_others(
    table: str, game_id: str, moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(studies(table, [game_id]))
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda file: read(file) + b"!" * (file.suffix == ".npz")
    )
    players_of.cache_clear()
    after = list(studies(table, [game_id]))
    players_of.cache_clear()
    assert [one.players for one in before] != ["" for _ in before]
    assert [replace(one, players="") for one in after] == [
        replace(one, players="") for one in before
    ]
    changed = [one.players != other.players for one, other in zip(before, after, strict=True)]
    assert changed == [moves for _ in before]
