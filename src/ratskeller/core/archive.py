"""Reading match files, and checking the seal of a finished match.

A file is trusted in nothing: the form is checked by type, every entry against the rules, and the
first thing that does not fit is named. Nothing is changed by reading.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from ratskeller.core.chance import Draws, Seal, commitment_of
from ratskeller.core.game import (
    CHANCE,
    AnyGame,
    AnyView,
    BadData,
    GameAction,
    GameState,
    NewerRules,
    Seat,
    View,
)
from ratskeller.core.match import (
    FORMAT,
    AnyEntry,
    AnyMatch,
    BadFile,
    Header,
    Match,
    MatchFile,
    Seated,
    TableEvent,
    TakenBack,
    options_of,
    seating_of,
)


class FindGame(Protocol):
    """Finds a game by its id, a version of its rules, and its data (0 and "": those it ships with).

    Raises `LookupError` with a sentence where there is none, `NewerRules` where there may be one
    some day, and `BadData`.
    """

    def __call__(self, game_id: str, version: int = 0, data: str = "", /) -> AnyGame: ...


class Recording(Struct, frozen=True):
    """A match that can be looked at but not continued.

    It is an exporter's concealed log, or a match of rules that are newer than this program: then
    `views` is empty and `why` says so.
    """

    header: Header
    entries: tuple[AnyEntry, ...]
    viewer: Seat | None
    views: tuple[AnyView, ...]
    why: str


class _Envelope(Struct):
    """The part of a file that can be read before the game is known."""

    format: int
    kind: str
    header: Header


Read = TypeVar("Read")
AnyFile: TypeAlias = MatchFile[GameAction, GameState]


@cache
def _decoder(action_type: Any, state_type: Any) -> msgspec.json.Decoder[AnyFile]:
    return msgspec.json.Decoder(MatchFile[action_type, state_type])


_JOINERS = "\u200c\u200d"  # print nothing, and hold letters of some scripts and emoji together


def read(
    content: bytes, find_game: FindGame, match_type: type[AnyMatch] = Match
) -> AnyMatch | Recording:
    """The match in a file. Raises `BadFile` with one sentence where there is none."""
    envelope = _decode(content, msgspec.json.Decoder(_Envelope))
    if envelope.format != FORMAT:
        raise BadFile(f"the file has format {envelope.format}; this program reads format {FORMAT}")
    try:
        game = game_of(envelope.header, find_game)
    except NewerRules as future:
        unknown = _decode(content, msgspec.json.Decoder(MatchFile[Any, Any]))
        return Recording(_with_plain_names(unknown.header), (), unknown.viewer, (), str(future))
    file = _decode(content, _decoder(game.action_type, game.state_type))
    file = msgspec.structs.replace(file, header=_with_plain_names(file.header))
    if file.kind == "export" and not file.seed:
        return _recording(file)
    return _rebuild(match_type, game, file)


def _with_plain_names(header: Header) -> Header:
    """The header with names as they may be printed: a file can hold orders to a terminal in them."""
    players = tuple(
        msgspec.structs.replace(player, name=_printable(player.name)) for player in header.players
    )
    return msgspec.structs.replace(header, players=players)


def _printable(name: str) -> str:
    return "".join(mark if mark.isprintable() or mark in _JOINERS else "\ufffd" for mark in name)


def _decode(content: bytes, decoder: msgspec.json.Decoder[Read]) -> Read:
    try:
        return decoder.decode(content)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"this is not a whole match file: {error}") from None


def game_of(header: Header, find_game: FindGame) -> AnyGame:
    """The game as a match plays it: by its version of the rules, with its data.

    Raises `NewerRules`, and `BadFile` where the game or the data cannot be had.
    """
    try:
        game = find_game(header.game, header.rules_version, header.data)
        if not header.data and header.data_hash == game.legacy_hash:
            return find_game(header.game, header.rules_version, game.legacy_data())
    except NewerRules:
        raise
    except LookupError as error:
        raise BadFile(str(error.args[0])) from None
    except BadData as error:
        raise BadFile(f"the data in the file: {error}") from None
    if header.data_hash in (game.data_hash, _text_hash(header.data)):
        return game
    if header.data:
        raise BadFile("the data in the file does not match its hash: it was changed")
    raise BadFile("it was played with another data file, which it does not contain")


def _text_hash(data: str) -> str:
    """How data were known before the hash was of what they say: a comment made them others."""
    return hashlib.sha256(data.encode()).hexdigest() if data else ""


def _recording(file: AnyFile) -> Recording:
    _check_numbers(file)
    if len(file.views) != len(file.entries):
        raise BadFile(f"{len(file.entries)} entries need as many views, not {len(file.views)}")
    views = tuple(View(file.viewer, state) for state in file.views)
    return Recording(file.header, file.entries, file.viewer, views, "")


def _rebuild(match_type: type[AnyMatch], game: AnyGame, file: AnyFile) -> AnyMatch:
    """The match again, entry by entry, each checked against the rules."""
    header = file.header
    _check_header(game, header)
    _check_numbers(file)
    seal = _seal_of(file)
    match = match_type(game, header, seal)
    for entry in file.entries:
        if problem := _entry_problem(match, entry):
            raise BadFile(f"entry {entry.number}: {problem}")
        match.entries.append(entry)
        match.apply(entry.body)
    for action in file.draft:
        mover = match.to_act
        if mover is None or mover == CHANCE or action not in match.legal(mover):
            raise BadFile("the draft holds an action that is not legal")
        match.choose(mover, action, now=0.0, hold=True)
    return match


def _check_header(game: AnyGame, header: Header) -> None:
    try:
        options = options_of(game, header)
    except msgspec.ValidationError as error:
        raise BadFile(f"the options in the file: {error}") from None
    if refusal := game.why_not_start(header.seats, options):
        raise BadFile(f"the set-up in the file is refused by {refusal.rule}")
    if not len(header.players) == len(header.nonces) == header.seats:
        raise BadFile(f"{header.seats} seats need as many players and nonces")


def _check_numbers(file: AnyFile) -> None:
    for number, entry in enumerate(file.entries, start=1):
        if entry.number != number:
            raise BadFile(f"entry {number} is missing: the file goes on with {entry.number}")
    if not file.entries or not isinstance(file.entries[0].body, Seated):
        raise BadFile("entry 1 does not say who sits where")


def _seal_of(file: AnyFile) -> Seal:
    header = file.header
    try:
        bytes.fromhex(file.seed)
    except ValueError:
        raise BadFile("the seed in the file is not a hexadecimal number") from None
    return Seal(header.table, file.seed, header.nonces)


def _entry_problem(match: AnyMatch, entry: AnyEntry) -> str:
    game, state, body = match.game, match.state, entry.body
    if isinstance(body, Seated):
        good = sorted(body.order) == list(range(match.header.seats))
        return "" if good else "not everybody has one seat"
    if isinstance(body, TakenBack):
        return "" if body.times > match.draws.times else "it was taken back as often before"
    if isinstance(body, TableEvent):
        return ""
    mover = match.to_act
    if mover is None:
        return "the match was over before it"
    if mover == CHANCE:
        actions, weights = game.odds(state)
        possible = [action for action, weight in zip(actions, weights, strict=True) if weight]
        return "" if body in possible else "chance could not have drawn that"
    if entry.seat != mover:
        return f"it is seat {mover}'s turn, not seat {entry.seat}'s"
    return "" if body in game.legal(state) else "that is not a legal action"


# --- the seal ----------------------------------------------------------------------------------


class Verification(Struct, frozen=True):
    """What became of checking the seal: how many draws were recomputed, and what is wrong."""

    draws: int
    problems: tuple[str, ...]


def verify(match: AnyMatch) -> Verification:
    """Recompute every draw of a match from its seed and compare it with the log."""
    assert match.seal is not None
    problems = list(_seal_problems(match))
    draws = Draws()
    state = match.state_at(0)
    checked = 0
    for entry in match.entries:
        if isinstance(entry.body, TakenBack):
            draws.times = entry.body.times
        if isinstance(entry.body, TableEvent):
            continue
        if match.game.to_act(state) == CHANCE:
            actions, weights = match.game.odds(state)
            stream = match.game.stream(state)
            due = actions[match.seal.outcome(*draws.due(stream), weights)]
            if due != entry.body:
                shown, right = match.game.notation(entry.body), match.game.notation(due)
                problems.append(f"entry {entry.number}: “{shown}” was logged, “{right}” was due")
            draws.count(stream)
            checked += 1
        state = match.game.play(state, entry.body)
    return Verification(checked, tuple(problems))


def _seal_problems(match: AnyMatch) -> Iterator[str]:
    assert match.seal is not None
    header = match.header
    if commitment_of(match.seal.seed) != header.commitment:
        yield "the seed does not fit the hash that was published before the match"
    if match.order != seating_of(header, match.seal):
        yield "entry 1: the seats are not those that were drawn"
