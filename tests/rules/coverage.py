"""Which rule is carried by which tests: `python -m tests.rules.coverage`, or with names of games.

The rules are those of `rulebook/en.md` in each game's folder, the tests those of the folder of the
same name here. A rule that nothing carries is a gap, and so is a test that carries a rule no
rulebook has. A rule that cannot be tested stands in the folder's `untestable.toml` with the reason.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from msgspec import Struct

from ratskeller import games
from ratskeller.words.rulebook import parse_rulebook

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


class Coverage(Struct, frozen=True):
    """What is known about the rules of one game."""

    titles: Mapping[str, str]  # every rule id with its title, in the order of the rulebook
    tests: Mapping[str, Sequence[str]]  # every id that tests carry, with the tests
    untestable: Mapping[str, str]  # ids with the reason


def table(coverage: Coverage) -> list[str]:
    """A line for each rule: id, number of tests, title."""
    lines = []
    for rule_id, title in coverage.titles.items():
        count = len(coverage.tests.get(rule_id, ()))
        shown = "-" if rule_id in coverage.untestable else str(count)
        lines.append(f"{rule_id:8} {shown:>4}  {title}")
    return lines


def problems(coverage: Coverage) -> list[str]:
    """What is wrong, one sentence each; empty where every rule is carried."""
    titles, tests, untestable = coverage.titles, coverage.tests, coverage.untestable
    found = [
        f"{rule_id} ({title}) is carried by no test"
        for rule_id, title in titles.items()
        if rule_id not in tests and rule_id not in untestable
    ]
    found += [
        f"{rule_id} stands in no rulebook, but {test} carries it"
        for rule_id in sorted(tests.keys() - titles.keys())
        for test in tests[rule_id]
    ]
    found += [
        f"{rule_id} stands in no rulebook, but in untestable.toml"
        for rule_id in sorted(untestable.keys() - titles.keys())
    ]
    found += [
        f"{rule_id} is declared untestable, but {tests[rule_id][0]} carries it"
        for rule_id in sorted(untestable.keys() & tests.keys())
    ]
    return found


# --- gathering ---------------------------------------------------------------------------------


class CannotCollect(Exception):
    """pytest could not read the tests; the message is what it said."""


class _Collector:
    """A plugin of pytest that notes which test carries which ids."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, list[str]] = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            test = item.nodeid.partition("[")[0]  # a test counts once, however many parameters
            for marker in item.iter_markers("rule"):
                for rule_id in marker.args:
                    if test not in self.tests[rule_id]:
                        self.tests[rule_id].append(test)


def carried_by(folder: Path) -> Mapping[str, Sequence[str]]:
    """Every id that the tests of a folder carry, with the tests."""
    if not folder.is_dir():
        return {}
    collector, said = _Collector(), io.StringIO()
    options = ["--collect-only", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    with contextlib.redirect_stdout(said):
        status = pytest.main([*options, str(folder)], plugins=[collector])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise CannotCollect(said.getvalue())
    return collector.tests


def read(game: Path, tests: Path) -> Coverage:
    """The coverage of one game, from its folder and that of its tests."""
    rulebook = parse_rulebook((game / "rulebook" / "en.md").read_text("utf-8"))
    declared = tests / "untestable.toml"
    return Coverage(
        titles={rule.id: rule.title for rule in rulebook.rules},
        tests=carried_by(tests),
        untestable=tomllib.loads(declared.read_text("utf-8")) if declared.exists() else {},
    )


def report(shelf: Path, tests: Path, names: Sequence[str] = ()) -> tuple[str, int]:
    """The report over these games of a shelf, or over all of them, and the exit status."""
    lines, gaps = [], []
    every = sorted(path.parent for path in shelf.glob("*/__init__.py"))
    gaps += [f"{name} is no game" for name in names if name not in [g.name for g in every]]
    for game in every:
        if names and game.name not in names:
            continue
        if not (game / "rulebook" / "en.md").exists():
            gaps.append(f"{game.name} has no rulebook/en.md")
            continue
        coverage = read(game, tests / game.name)
        lines += [game.name, *table(coverage), ""]
        gaps += problems(coverage)
    lines += gaps or ["Every rule is carried by a test."]
    return "\n".join(lines) + "\n", int(bool(gaps))


def main() -> int:
    text, status = report(Path(games.__path__[0]), HERE, sys.argv[1:])
    sys.stdout.write(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
