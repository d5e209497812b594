"""Match files on disk: read with care, written whole; only a file of the same match is written over."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.cli.mistakes import Mistake
from ratskeller.core import archive
from ratskeller.core.archive import Recording
from ratskeller.core.match import AnyMatch, BadFile, Header
from ratskeller.files import PRIVATE, write_atomically
from ratskeller.words.languages import ENGLISH
from ratskeller.words.platform_words import PlatformWords

_LARGEST: Final = 50_000_000  # bytes; the longest match takes a few


class _Opening(Struct):
    """What tells a match file from any other."""

    format: int
    header: Header


def read_match(say: PlatformWords, path: Path) -> AnyMatch | Recording:
    """The match in a file; a `Mistake` where there is none."""
    try:
        return archive.read(_content(say, path), games.find)
    except BadFile as problem:
        raise Mistake(_with_detail(say, say.bad_file(str(path)), problem)) from None


def read_whole_match(say: PlatformWords, path: Path) -> AnyMatch:
    """A match that holds everything: a save, or the export of a finished match."""
    match read_match(say, path):
        case Recording(why="") as recording:
            raise Mistake(_one_view_only(say, path, recording))
        case Recording(why=why):
            raise Mistake(unknown_rules(say, path, why))
        case match:
            return match


def _one_view_only(say: PlatformWords, path: Path, recording: Recording) -> str:
    return say._(
        "“{path}” holds what one viewer saw of a running match after {count} entries, not the "
        "match itself. It can be looked at with “ratskeller replay”.",
        path=str(path),
        count=len(recording.entries),
    )


def unknown_rules(say: PlatformWords, path: Path, why: str) -> str:
    sentence = say._("“{path}” is played by newer rules than this program has.", path=str(path))
    return _with_detail(say, sentence, why)


def _with_detail(say: PlatformWords, sentence: str, detail: object) -> str:
    """What exactly is wrong is known in English only; elsewhere the sentence must do."""
    return f"{sentence[:-1]}: {detail}." if say.language == ENGLISH else sentence


def _content(say: PlatformWords, path: Path) -> bytes:
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > _LARGEST:
            raise Mistake(say.bad_file(str(path)))
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise Mistake(say.no_file(str(path))) from None
    except (OSError, ValueError):
        raise Mistake(say._("“{path}” cannot be read.", path=str(path))) from None


# --- writing -----------------------------------------------------------------------------------


def save(say: PlatformWords, match: AnyMatch, path: Path) -> None:
    """The whole match, for its owner only."""
    _write(say, match, path, match.to_bytes(), PRIVATE)


def export(say: PlatformWords, match: AnyMatch, path: Path) -> None:
    """The record of a finished match, for everybody."""
    _write(say, match, path, match.export(None), 0o666 & ~_umask())


def _write(say: PlatformWords, match: AnyMatch, path: Path, content: bytes, mode: int) -> None:
    try:
        _check_place(say, match.header, path)
        write_atomically(path, content, mode)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else ""
        sentence = say._("“{path}” cannot be written.", path=str(path))
        raise Mistake(_with_detail(say, sentence, reason) if reason else sentence) from None


def _check_place(say: PlatformWords, header: Header, path: Path) -> None:
    """Nothing is written over but an earlier file of the same match."""
    if path.is_dir():
        raise Mistake(
            say._(
                "“{path}” is a folder. Name a file in it, such as {example}.",
                path=str(path),
                example=str(path / default_name(header)),
            )
        )
    if not (path.exists() or path.is_symlink()):
        return
    there = _header(path)
    if there is None:
        raise Mistake(
            say._(
                "“{path}” is not a match file, so it stays as it is. Choose another name.",
                path=str(path),
            )
        )
    if (there.table, there.commitment) != (header.table, header.commitment):
        raise Mistake(
            say._(
                "“{path}” holds another match, so it stays as it is. Choose another name.",
                path=str(path),
            )
        )


def _header(path: Path) -> Header | None:
    """The header of a match file; None where it is anything else."""
    facts = path.stat()
    if not stat.S_ISREG(facts.st_mode) or facts.st_size > _LARGEST:
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Opening).header
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def default_name(header: Header) -> str:
    """A file name for a match that was given none."""
    return f"{header.game}-{header.table[:8]}.json"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
