"""The `analyse` command: a finished match from one seat, as sums and moments, or as JSON."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ratskeller.cli import choices, files
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.replay import viewer_of
from ratskeller.cli.screen import Screen
from ratskeller.coach import telling
from ratskeller.coach.analysis import NotFinished
from ratskeller.coach.analysis import analyse as look_back
from ratskeller.coach.findings import Analysis, OwnChoice
from ratskeller.core.game import Seat
from ratskeller.core.match import AnyMatch
from ratskeller.files import write_atomically
from ratskeller.words.platform_words import PlatformWords


def analyse(
    say: PlatformWords,
    path: Path,
    *,
    seat: str | None,
    seed: str,
    out: Path | None,
    as_json: bool,
) -> int:
    match = files.read_whole_match(say, path)
    viewer = viewer_of(say, seat, match.header.seats)
    viewer = _first_person(match) if viewer is None else viewer
    try:
        found = look_back(match, viewer, seed=choices.whole_number(say, "--seed", seed, 0))
    except NotFinished:
        raise Mistake(
            say._(
                "“{path}” has no result: only a match that was played to its end is analysed.",
                path=str(path),
            )
        ) from None
    content = msgspec.json.encode(found)
    if out is not None:
        _write(say, out, content)
    if as_json:
        print(content.decode())
    else:
        _show(say, match, viewer, found)
    return 0


def _first_person(match: AnyMatch) -> Seat:
    """Whoever played in person; among bots alone, the first."""
    players = match.header.players
    people = [seat for seat, player in enumerate(match.order) if not players[player].bot]
    return people[0] if people else 0


def _write(say: PlatformWords, path: Path, content: bytes) -> None:
    try:
        write_atomically(path, content, 0o644)
    except (OSError, ValueError):
        raise Mistake(say._("“{path}” cannot be written.", path=str(path))) from None


def _show(say: PlatformWords, match: AnyMatch, seat: Seat, found: Analysis) -> None:
    screen = Screen()
    screen.say(say._("Seat {seat}: {name}", seat=seat + 1, name=match.names[seat]), "bold")
    screen.say(telling.judge_of(say, found))
    screen.line()
    screen.pairs(telling.sums(say, found))
    screen.line()
    screen.say(telling.tally(say, found))
    places = [*found.moments, *([] if found.well is None else [found.well])]
    for place in places:
        choice = found.findings[place]
        assert isinstance(choice, OwnChoice)
        screen.line()
        screen.say(say._("Entry {number} of the log", number=choice.entry), "bold")
        screen.say(telling.moment(match, seat, choice, say.language))
