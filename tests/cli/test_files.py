"""Saving: whole or not at all, for the owner only, and over nothing but the same match."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ratskeller import Match, new
from ratskeller.cli import files
from ratskeller.cli.mistakes import Mistake
from ratskeller.words.platform_words import platform_words

SAY = platform_words("en")


def match(seed: int = 1) -> Match:
    return new("pied_piper", seats=3, seed=seed)


def test_a_save_is_private_and_can_be_read_again(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    files.save(SAY, match(), file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert files.read_whole_match(SAY, file).state == match().state
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_a_record_is_for_everybody_whom_the_mask_allows(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    mask = os.umask(0o027)
    try:
        files.export(SAY, match(), file)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_the_same_match_is_written_over_and_another_is_not(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    files.save(SAY, match(), file)
    files.save(SAY, match(), file)
    before = file.read_bytes()
    with pytest.raises(Mistake, match="holds another match"):
        files.save(SAY, match(seed=2), file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"dear diary", b"{}", b'{"format": 1}', b"\xff\xfe"])
def test_a_file_that_is_no_match_is_never_written_over(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "diary.txt"
    file.write_bytes(content)
    with pytest.raises(Mistake, match="is not a match file, so it stays as it is"):
        files.save(SAY, match(), file)
    assert file.read_bytes() == content


def test_a_failing_disk_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    files.save(SAY, match(), file)
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, full)
            with pytest.raises(Mistake, match="cannot be written: No space left on device"):
                files.save(SAY, match(), file)
        assert file.read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_the_file_is_on_the_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    fsync, replace = os.fsync, os.replace

    def note_fsync(descriptor: int) -> None:
        calls.append("fsync")
        fsync(descriptor)

    def note_replace(source: str, target: Path) -> None:
        calls.append("replace")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(os, "replace", note_replace)
    files.save(SAY, match(), tmp_path / "match.json")
    assert calls[:2] == ["fsync", "replace"]


def test_a_link_keeps_pointing_to_the_file_that_is_saved(tmp_path: Path) -> None:
    file, link = tmp_path / "match.json", tmp_path / "link.json"
    files.save(SAY, match(), file)
    link.symlink_to(file)
    files.save(SAY, match(), link)
    assert link.is_symlink()


def test_a_folder_that_does_not_exist_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="cannot be written"):
        files.save(SAY, match(), tmp_path / "nowhere" / "match.json")
    with pytest.raises(Mistake, match="is a folder"):
        files.save(SAY, match(), tmp_path)
