"""The report of rules and tests finds gaps. That there are none is for `make rules` to say."""

from __future__ import annotations

from pathlib import Path

from tests.rules.coverage import Coverage, problems, report, table

RULEBOOK = """# Rats
Some rats.

## Play
### RA-01 The tail {text}
A rat has one.

### RA-02 The nose {choice}
A rat follows it.
"""

TESTS = """
import pytest

@pytest.mark.parametrize("rat", [1, 2, 3])
@pytest.mark.rule("RA-01")
def test_a_rat_has_a_tail(rat):
    pass
"""


def fake(folder: Path, tests: str, untestable: str = "") -> tuple[str, int]:
    """The report on a shelf with one small game."""
    game, carrying = folder / "games" / "rats", folder / "tests" / "rats"
    (game / "rulebook").mkdir(parents=True)
    (game / "__init__.py").touch()
    (game / "rulebook" / "en.md").write_text(RULEBOOK, "utf-8")
    carrying.mkdir(parents=True)
    (carrying / f"test_{folder.name}.py").write_text(tests, "utf-8")
    if untestable:
        (carrying / "untestable.toml").write_text(untestable, "utf-8")
    return report(folder / "games", folder / "tests")


def test_a_rule_without_a_test_is_named_and_fails_the_report(tmp_path: Path) -> None:
    text, status = fake(tmp_path, TESTS)
    assert status == 1
    assert "RA-01       1  The tail\n" in text
    assert "RA-02       0  The nose\n" in text
    assert text.endswith("RA-02 (The nose) is carried by no test\n")


def test_a_rule_that_is_declared_untestable_is_no_gap(tmp_path: Path) -> None:
    text, status = fake(tmp_path, TESTS, 'RA-02 = "Nobody can see it."')
    assert status == 0
    assert "RA-02       -  The nose\n" in text


def test_a_rule_that_no_rulebook_has_fails_the_report(tmp_path: Path) -> None:
    text, status = fake(tmp_path, TESTS.replace('"RA-01"', '"RA-01", "RA-02", "RA-77"'))
    assert status == 1
    assert "RA-77 stands in no rulebook, but" in text
    assert "test_a_rat_has_a_tail carries it" in text


def test_what_is_declared_untestable_must_exist_and_have_no_test() -> None:
    coverage = Coverage({"RA-01": "The tail"}, {"RA-01": ["test_tail"]}, {"RA-01": "", "RA-09": ""})
    assert problems(coverage) == [
        "RA-09 stands in no rulebook, but in untestable.toml",
        "RA-01 is declared untestable, but test_tail carries it",
    ]
    assert table(coverage) == ["RA-01       -  The tail"]


def test_a_game_without_a_rulebook_is_a_gap(tmp_path: Path) -> None:
    (tmp_path / "mice").mkdir()
    (tmp_path / "mice" / "__init__.py").touch()
    assert report(tmp_path, tmp_path) == ("mice has no rulebook/en.md\n", 1)


def test_a_single_game_can_be_asked_for(tmp_path: Path) -> None:
    for name in ("mice", "rats"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    assert report(tmp_path, tmp_path, ["mice"]) == ("mice has no rulebook/en.md\n", 1)
    assert report(tmp_path, tmp_path, ["cats"]) == ("cats is no game\n", 1)
