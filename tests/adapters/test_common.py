"""What the adapters share: rewards by rank, and one clear sentence where a library is missing."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from ratskeller import Outcome
from ratskeller.adapters.common import rewards

HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {library!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name={library!r})
sys.meta_path.insert(0, Hidden())
import ratskeller.adapters.{adapter}
"""


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 2), [1, -1]),
        ((2, 1, 3), [0, 1, -1]),
        ((1, 1), [0, 0]),
        ((1, 1, 3), [0.5, 0.5, -1]),
        ((1, 2, 3, 4), [1, 1 / 3, -1 / 3, -1]),
    ],
)
def test_rewards_follow_the_ranks(ranks: tuple[int, ...], expected: list[float]) -> None:
    assert rewards(Outcome(ranks, "")) == pytest.approx(expected)


def test_rewards_add_up_to_nothing_and_a_better_rank_never_gets_less() -> None:
    for ranks in product((1, 2, 3, 4), repeat=4):
        given = rewards(Outcome(ranks, ""))
        assert sum(given) == pytest.approx(0)
        assert all(-1 <= reward <= 1 for reward in given)
        better = sorted(zip(ranks, given, strict=True))
        assert [reward for _, reward in better] == sorted(given, reverse=True)


@pytest.mark.parametrize(
    ("adapter", "library"),
    [
        ("pettingzoo", "pettingzoo"),
        ("pettingzoo", "numpy"),
        ("gymnasium", "gymnasium"),
        ("open_spiel", "pyspiel"),
        ("pgx", "pgx"),
        ("pgx", "jax"),
    ],
)
def test_a_missing_library_is_named_with_what_to_install(adapter: str, library: str) -> None:
    script = HIDE.format(adapter=adapter, library=library)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert run.returncode == 1
    said = run.stderr.decode().splitlines()[-1]
    assert said == (
        f"ModuleNotFoundError: this adapter needs {library}, which is not installed; "
        'pip install "ratskeller[adapters]" brings it'
    )
