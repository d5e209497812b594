"""Looking into a match file: the table after any entry, and whether the luck was honest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ratskeller import games
from ratskeller.cli import choices, files
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.news import Teller, seal_sentence
from ratskeller.cli.screen import Screen
from ratskeller.core import archive
from ratskeller.core.archive import Recording
from ratskeller.core.game import AnyGame, AnyView, Seat
from ratskeller.core.match import AnyMatch, Seated
from ratskeller.games.parts import game_letters
from ratskeller.words.platform_words import PlatformWords

BROKEN_SEAL = 1


def replay(say: PlatformWords, path: Path, at: str | None, seat: str | None) -> int:
    """The table after an entry, as a seat or a spectator saw it, and what the entry did."""
    found = files.read_match(say, path)
    if isinstance(found, Recording) and found.why:
        raise Mistake(files.unknown_rules(say, path, found.why))
    count = len(found.entries)
    number = count if at is None else choices.whole_number(say, "--at", at)
    if number > count:
        raise Mistake(
            say._(
                "“{path}” has {count} entries; there is no entry {number}.",
                path=str(path),
                count=count,
                number=number,
            )
        )
    viewer = viewer_of(say, seat, found.header.seats)
    if isinstance(found, Recording) and seat is not None and viewer != found.viewer:
        raise Mistake(
            say._("This record holds what one viewer saw; leave out --seat to look through it.")
        )
    screen = Screen()
    screen.say(say._("After entry {number} of {count}:", number=number, count=count), "bold")
    if isinstance(found, Recording):
        _show_recording(say, screen, found, number)
    else:
        _show_match(say, screen, found, number, viewer)
    return 0


def viewer_of(say: PlatformWords, seat: str | None, seats: int) -> Seat | None:
    """A seat by its number, counted from 1."""
    if seat is None:
        return None
    number = choices.whole_number(say, "--seat", seat)
    if number > seats:
        raise Mistake(
            say._("There is no seat {seat}: seats go from 1 to {seats}.", seat=number, seats=seats)
        )
    return number - 1


def _show_match(
    say: PlatformWords, screen: Screen, match: AnyMatch, number: int, viewer: Seat | None
) -> None:
    words = choices.words_of(say, match.game)
    _, sentences = next(iter(Teller(match, say, words).log(viewer, number - 1)))
    if sentences:
        screen.say(sentences)
    view = match.game.conceal(match.state_at(number), viewer)
    _show_board(say, screen, match.game, view, match.names)


def _show_recording(
    say: PlatformWords,
    screen: Screen,
    recording: Recording,
    number: int,
) -> None:
    game = archive.game_of(recording.header, games.find)
    seated = recording.entries[0].body
    assert isinstance(seated, Seated)
    names = [recording.header.players[player].name for player in seated.order]
    _show_board(say, screen, game, recording.views[number - 1], names)


def _show_board(
    say: PlatformWords,
    screen: Screen,
    game: AnyGame,
    view: AnyView,
    names: Sequence[str],
) -> None:
    screen.board(game_letters(game)(view, choices.words_of(say, game), names, ()))


def verify(say: PlatformWords, path: Path) -> int:
    """Recompute every draw of a match from its seed."""
    match = files.read_whole_match(say, path)
    checked = archive.verify(match)
    screen = Screen()
    screen.say(seal_sentence(say, checked))
    for problem in checked.problems:
        screen.say(f"  {problem}")
    return BROKEN_SEAL if checked.problems else 0
