"""Every golden playthrough comes out again, byte for byte."""

from __future__ import annotations

import pytest

from tests.golden.regenerate import COMMAND, FOLDER, SETTINGS, file_of
from tests.golden.transcript import Setting, transcript

pytestmark = pytest.mark.heavy


LARGEST = 100_000  # bytes: somebody has to read it


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_playthrough_comes_out_the_same(setting: Setting) -> None:
    old, new = file_of(setting).read_bytes(), transcript(setting).encode()
    if old == new:
        return
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    number = next((n for n, (a, b) in enumerate(pairs, 1) if a != b), None)
    where = f"from line {number} on" if number else "in length"
    pytest.fail(f"{file_of(setting).name} differs {where}; if this is meant: {COMMAND}")


def test_every_file_belongs_to_a_setting() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(file_of(setting) for setting in SETTINGS), COMMAND


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_playthrough_is_short_enough_to_be_read(setting: Setting) -> None:
    assert file_of(setting).stat().st_size < LARGEST
