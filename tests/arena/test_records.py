"""The file of a contest: interrupted, torn, foreign."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from unittest.mock import Mock

import pytest

from ratskeller import games
from ratskeller.arena import fingerprint
from ratskeller.arena.contest import Contest
from ratskeller.arena.fingerprint import imports_of, meaning_of, players_of
from ratskeller.arena.playing import MatchRecord
from ratskeller.arena.pools import ThisProcess
from ratskeller.arena.records import ForeignFile, OtherContest, Records
from ratskeller.arena.running import missing, run
from ratskeller.arena.standings import standings

pytestmark = pytest.mark.heavy

CONTEST = Contest("pied_piper", ("greedy~0.7", "random"), 2, seed=5)
DEALS = range(6)


def play_all(path: Path) -> list[MatchRecord]:
    with Records(CONTEST, path) as records:
        run(records, DEALS, ThisProcess())
        return records.sorted()


def stop_after(path: Path, matches: int) -> None:
    """A run that the person stops."""
    left = matches

    def progress(done: int) -> None:
        nonlocal left
        left -= done
        if left <= 0:
            raise KeyboardInterrupt

    with Records(CONTEST, path) as records, pytest.raises(KeyboardInterrupt):
        run(records, DEALS, ThisProcess(), progress)


def test_an_interrupted_contest_ends_like_any_other(tmp_path: Path) -> None:
    whole = play_all(tmp_path / "whole.jsonl")
    cut = tmp_path / "cut.jsonl"
    stop_after(cut, 3)
    stop_after(cut, 4)
    assert len(cut.read_text("utf-8").splitlines()) == 1 + 3 + 4
    resumed = play_all(cut)
    assert resumed == whole
    assert standings(CONTEST, resumed) == standings(CONTEST, whole)
    assert cut.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize("step", ["write", "flush", "fileno"])
def test_ctrl_c_while_lines_are_written_waits_until_they_are(tmp_path: Path, step: str) -> None:
    first, *_ = play_all(tmp_path / "whole.jsonl")
    path = tmp_path / "cut.jsonl"
    with Records(CONTEST, path) as records:
        file = records._file
        records._file = Mock(wraps=file)

        def pressed(*arguments: bytes) -> object:
            signal.raise_signal(signal.SIGINT)
            return getattr(file, step)(*arguments)

        getattr(records._file, step).side_effect = pressed
        with pytest.raises(KeyboardInterrupt):
            records.add([first])
        assert records.sorted() == [first]
    with Records(CONTEST, path) as again:
        assert again.sorted() == [first]


@pytest.mark.parametrize("bytes_left", [1, 40, 90])
def test_a_torn_last_line_is_dropped_and_played_again(tmp_path: Path, bytes_left: int) -> None:
    path = tmp_path / "torn.jsonl"
    whole = play_all(path)
    content = path.read_bytes()
    last = content.rstrip(b"\n").rfind(b"\n") + 1
    path.write_bytes(content[: last + bytes_left])
    with Records(CONTEST, path) as records:
        assert len(missing(records, DEALS)) == 1
    assert play_all(path) == whole
    assert path.read_bytes() == content


def test_a_plan_that_was_torn_itself_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    play_all(path)
    content = path.read_bytes()
    path.write_bytes(content[:50])
    play_all(path)
    assert path.read_bytes() == content


def test_the_order_of_the_lines_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "mixed.jsonl"
    whole = play_all(path)
    plan, *lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text(plan + "".join(reversed(lines)), "utf-8")
    with Records(CONTEST, path) as records:
        assert records.sorted() == whole


def test_more_deals_go_into_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    few = play_all(path)
    with Records(CONTEST, path) as records:
        run(records, range(8), ThisProcess())
        assert records.sorted()[: len(few)] == few
        assert len(records.matches) == 16


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("seed", Contest("pied_piper", CONTEST.bots, 2, seed=6)),
        ("bots", Contest("pied_piper", ("greedy", "random"), 2, seed=5)),
        ("options", Contest("pied_piper", CONTEST.bots, 2, seed=5, options={"roof": 8})),
        ("game", Contest("first_rat", CONTEST.bots, 2, seed=5)),
    ],
)
def test_the_file_of_another_contest_is_refused_and_stays(
    tmp_path: Path, part: str, other: Contest
) -> None:
    path = tmp_path / "contest.jsonl"
    stop_after(path, 1)
    before = path.read_bytes()
    with pytest.raises(OtherContest) as refused:
        Records(other, path)
    assert refused.value.differs == part
    assert path.read_bytes() == before


@pytest.mark.parametrize("part", ["recipes", "players", "rules_version", "data_hash"])
def test_matches_of_other_bots_rules_or_data_are_not_added_up(tmp_path: Path, part: str) -> None:
    """A level that was tuned since keeps its name."""
    path = tmp_path / "contest.jsonl"
    stop_after(path, 1)
    plan, match = path.read_text("utf-8").splitlines()
    changed = json.loads(plan)
    changed[part] = {"recipes": {"random": "greedy"}, "rules_version": 0}.get(part, "0")
    path.write_text(json.dumps(changed) + "\n" + match + "\n", "utf-8")
    with pytest.raises(OtherContest) as refused:
        Records(CONTEST, path)
    assert refused.value.differs == part


@pytest.mark.parametrize("content", ["Dear diary", "Dear diary\n", "{}\n", "\xff\n", "[1]\n{}\n"])
def test_any_other_file_is_refused_and_stays(tmp_path: Path, content: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(content, "latin-1")
    with pytest.raises(ForeignFile):
        Records(CONTEST, path)
    assert path.read_text("latin-1") == content


def test_a_damaged_line_in_the_middle_is_not_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    stop_after(path, 3)
    lines = path.read_text("utf-8").splitlines()
    lines[2] = lines[2][:30]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(ForeignFile, match="line 3"):
        Records(CONTEST, path)


def test_the_fingerprint_of_the_bots_is_that_of_their_code_alone() -> None:
    code = "def choose(legal):\n    return legal[0]\n"
    told = '"""Says much."""\n\ndef choose(legal):  # the first\n    """Best."""\n    return legal[0]\n'
    assert meaning_of(code) == meaning_of(told)
    assert meaning_of(code) != meaning_of(code.replace("0", "1"))
    greedy = frozenset({"greedy"})
    assert players_of("pied_piper", greedy) != players_of("first_rat", greedy)


def test_what_code_means_hangs_on_no_field_that_another_python_knows() -> None:
    """Newer ones have empty fields more: a fingerprint that counts them tells bots apart that are the same."""
    assert meaning_of("def f(a): return a") == (
        "Module(body=[FunctionDef(name='f', args=arguments(args=[arg(arg='a')]), "
        "body=[Return(value=Name(id='a', ctx=Load()))])])"
    )


def test_the_fingerprint_of_a_contest_is_that_of_its_own_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    greedy, search = frozenset({"greedy"}), frozenset({"search"})
    before = {kinds: players_of("pied_piper", kinds) for kinds in (greedy, search)}
    other = fingerprint.meaning_of
    monkeypatch.setattr(
        fingerprint, "meaning_of", lambda code: other(code) + "!" * ("def best_turns" in code)
    )
    players_of.cache_clear()
    assert players_of("pied_piper", greedy) == before[greedy], "greedy plays as before"
    assert players_of("pied_piper", search) != before[search], "search imports these turns"
    players_of.cache_clear()


@pytest.mark.parametrize(
    ("module", "counts"), [("observe", True), ("journeys", True), ("walks", False), ("turn", False)]
)
def test_the_fingerprint_of_who_has_learned_hangs_on_what_is_seen_and_not_on_how_it_is_played(
    module: str, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What rules are has a version; so a rule that is written in another way leaves results as they are."""
    net, greedy = frozenset({"net"}), frozenset({"greedy"})
    before = {kinds: players_of("ratzentanz", kinds) for kinds in (net, greedy)}
    rules = games.part("ratzentanz", f"rules.{module}")
    text, other = Path(rules.__file__ or "").read_text("utf-8"), fingerprint.meaning_of
    monkeypatch.setattr(fingerprint, "meaning_of", lambda code: other(code) + "!" * (code == text))
    players_of.cache_clear()
    assert (players_of("ratzentanz", net) != before[net]) == counts
    assert players_of("ratzentanz", greedy) == before[greedy]
    players_of.cache_clear()


def test_results_alone_are_short_and_count_the_same(tmp_path: Path) -> None:
    path = tmp_path / "brief.jsonl"
    with Records(CONTEST, path, results_only=True) as records:
        run(records, DEALS, ThisProcess())
        table = standings(CONTEST, records.sorted())
    assert table == standings(CONTEST, play_all(tmp_path / "whole.jsonl"))
    _, *lines = path.read_text("utf-8").splitlines()
    assert all(len(line) < 140 and "leads" not in line for line in lines)


@pytest.mark.parametrize("game_id", games.shelf())
def test_a_judgement_imports_rules_or_what_its_fingerprint_covers(game_id: str) -> None:
    """Else a change there would go unnoticed, and results of different players be added up."""
    package, folder = (
        f"ratskeller.games.{game_id}",
        Path(games.part(game_id, "bot").__file__ or "").parent,
    )
    needed = {name for file in folder.glob("*.py") for name in imports_of(file.read_text("utf-8"))}
    house = {name for name in needed if name.startswith("ratskeller.")} - {package}
    assert any(name.startswith(f"{package}.rules") for name in house)
    covered = ("ratskeller.core.", "ratskeller.bots.", f"{package}.rules.", f"{package}.bot.")
    assert not [name for name in house if not name.startswith(covered)]
