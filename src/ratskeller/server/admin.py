"""What whoever keeps the house may do to tables and people. Each deed has a reason, and both are kept.

Nothing happens behind anybody's back: people at the table read what was done, and why, in their
language. What is taken out of a log stays in the row of the deed, so the log only grows even here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.core import archive
from ratskeller.core.game import CHANCE, Refused
from ratskeller.core.match import FORMAT, Abandoned, AnyMatch, BadFile, TakenBack
from ratskeller.server import forgetting, matches, results
from ratskeller.server.chain import BrokenChain, EntryRow, check, heading_of, linked
from ratskeller.server.change import TableChange
from ratskeller.server.house import House, persistent
from ratskeller.server.schema import ChatRow, DeedRow, KeptTable, PlayerRow, TableRow
from ratskeller.server.teaching import decided
from ratskeller.server.writing import tidy
from ratskeller.words.languages import ENGLISH
from ratskeller.words.speech import game_words

REASON_LENGTH = 300
_TAKEN_BACK: Final = "taken_back"


class AdminRefused(Exception):
    """It was not done; `reason` says why, `entry` where."""

    def __init__(self, reason: str, entry: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.entry = entry


class ListTables(Struct, frozen=True, tag="tables"):
    """All tables, and who sits there."""


class End(Struct, frozen=True, tag="end"):
    table: str
    reason: str


class TakeBack(Struct, frozen=True, tag="back"):
    """To the position after an entry."""

    table: str
    entry: int
    reason: str


class Repair(Struct, frozen=True, tag="repair"):
    """Chain a log anew that can be played, and have its table say what it says."""

    table: str
    reason: str


class Export(Struct, frozen=True, tag="export"):
    guest: int


class Delete(Struct, frozen=True, tag="delete"):
    guest: int
    reason: str
    language: str = "en"


Order: TypeAlias = ListTables | End | TakeBack | Repair | Export | Delete


class Sitter(Struct, frozen=True):
    """Somebody at a table; people have a number as guests of the house."""

    name: str
    guest: int | None
    bot: str


class TableLine(Struct, frozen=True):
    id: str
    game: str
    over: bool
    entries: int
    sitters: tuple[Sitter, ...]


class Done(Struct, frozen=True, kw_only=True):
    """The answer to an order, or why it was not carried out."""

    refused: str = ""
    entry: int = 0  # where; or the last that counts now
    tables: tuple[TableLine, ...] = ()
    matches: int = 0
    content: str = ""  # of a file to take home


async def carry_out(house: House, order: Order) -> Done:
    """Do what was ordered, or say why not."""
    try:
        match order:
            case ListTables():
                return Done(tables=tuple([await _line(house, one) for one in await _all(house)]))
            case End(table, reason):
                return await _end(house, table, _tidied(reason))
            case TakeBack(table, entry, reason):
                return await _take_back(house, table, entry, _tidied(reason))
            case Repair(table, reason):
                return await _repair(house, table, _tidied(reason))
            case Export(guest):
                return await _export(house, guest)
            case Delete(guest, reason, language):
                return await _delete(house, guest, _tidied(reason), language)
    except AdminRefused as no:
        return Done(refused=no.reason, entry=no.entry)


def _tidied(reason: str) -> str:
    text = tidy(reason, REASON_LENGTH)
    if not text:
        raise AdminRefused("no_reason")
    return text


# --- tables ---------------------------------------------------------------------------------------


async def _all(house: House) -> Sequence[KeptTable]:
    return await house.store.all_tables()


async def _line(house: House, one: KeptTable) -> TableLine:
    players = await house.store.players(one.id)
    sitters = tuple(Sitter(player.name, player.guest, player.bot) for player in players)
    return TableLine(one.id, one.game, one.over, one.entries, sitters)


@persistent
async def _end(house: House, table_id: str, reason: str) -> Done:
    """Stop a match; it has no outcome."""
    await _rows(house, table_id)
    try:
        table = await house.open(table_id)
    except Refused:
        raise AdminRefused("damaged") from None
    async with table.lock:
        if table.match is None:
            raise AdminRefused("not_begun")
        if table.match.over:
            raise AdminRefused("over")
        happened = table.note(Abandoned(reason), None)
        deed = DeedRow(time=house.clock(), deed="end", table_id=table_id, reason=reason)
        change = TableChange(happened=happened, also=lambda writer: writer.add_deed(deed))
        await house.record(table, change)
        return Done(entry=len(table.match.entries))


@persistent
async def _take_back(house: House, table_id: str, entry: int, reason: str) -> Done:
    """Cut a log after an entry. Where chance would be to act then, nobody could go on. From there on chance
    draws anew, but for lessons: their luck is always the same.
    """
    row, players, log = await _rows(house, table_id)
    if not 1 <= entry < len(log):
        raise AdminRefused("no_entry", len(log) - 1)
    match = _played(row, log[:entry])
    lesson = game_words(match.game, ENGLISH).course().lesson(row.lesson)
    if lesson and decided(lesson, match) < 0:
        raise AdminRefused("prelude", entry)
    if match.to_act == CHANCE:
        raise AdminRefused("chance", _stop_near(entry, row, log))
    kept = [one.entry for one in log[:entry]]
    if not lesson:
        times = await house.store.times(_TAKEN_BACK, table_id) + 1
        (happened,) = match.note(TakenBack(times), None, now=house.clock())
        kept.append(msgspec.json.encode(happened.entry).decode())
    await _write(
        house, row, players, match, kept, _deed(house, row, log[entry:], _TAKEN_BACK, reason), entry
    )
    return Done(entry=entry)


@persistent
async def _repair(house: House, table_id: str, reason: str) -> Done:
    row, players, log = await _rows(house, table_id)
    match = _played(row, log)
    try:
        check(heading_of(match.header), log, row.chain)
        fits = all(getattr(row, name) == value for name, value in results.columns(match).items())
    except BrokenChain:
        fits = False
    if fits:
        raise AdminRefused("nothing_wrong")
    kept = [one.entry for one in log]
    await _write(
        house, row, players, match, kept, _deed(house, row, log, "repaired", reason), len(log)
    )
    return Done(entry=len(log))


def _deed(house: House, row: TableRow, log: Sequence[EntryRow], deed: str, reason: str) -> DeedRow:
    """What is done to a log, with what was there."""
    kept = msgspec.json.encode([row.chain, log]).decode()
    return DeedRow(time=house.clock(), deed=deed, table_id=row.id, reason=reason, kept=kept)


async def _rows(house: House, table_id: str) -> tuple[TableRow, list[PlayerRow], list[EntryRow]]:
    row = await house.store.table(table_id)
    if row is None:
        raise AdminRefused("unknown_table")
    return row, await house.store.players(table_id), await house.store.entries(table_id)


def _played(row: TableRow, log: Sequence[EntryRow]) -> AnyMatch:
    """The match of a log that is trusted in nothing but its rules."""
    if not row.header or not log:
        raise AdminRefused("not_begun")
    content = {
        "format": FORMAT,
        "kind": "save",
        "header": msgspec.Raw(row.header),
        "entries": [msgspec.Raw(entry.entry) for entry in log],
        "seed": row.seed,
    }
    try:
        found = archive.read(msgspec.json.encode(content), games.find)
    except BadFile:
        raise AdminRefused("beyond_repair", _good(row, log)) from None
    if isinstance(found, archive.Recording):
        raise AdminRefused("newer_rules")
    return found


def _good(row: TableRow, log: Sequence[EntryRow]) -> int:
    """So many entries can be played."""
    low, high = 0, len(log) - 1
    while low < high:
        middle = (low + high + 1) // 2
        try:
            _played(row, log[:middle])
            low = middle
        except AdminRefused:
            high = middle - 1
    return low


def _stop_near(entry: int, row: TableRow, log: Sequence[EntryRow]) -> int:
    """The last entry up to this one after which somebody is asked; during the deal, the first."""
    match = _played(row, log[: _good(row, log)])
    asked = [
        happening.entry.number - 1
        for happening in match.happenings()
        if match.game.to_act(happening.before) not in (CHANCE, None)
    ]
    return max((number for number in asked if number <= entry), default=asked[0] if asked else 1)


async def _write(
    house: House,
    row: TableRow,
    players: Sequence[PlayerRow],
    match: AnyMatch,
    log: Sequence[str],
    deed: DeedRow,
    entry: int,
) -> None:
    """Put the log of `match` in the place of the one that is there; people read to which entry it goes."""
    entries = linked(heading_of(match.header), log, 1)
    standing = {"result": "", "ended": 0.0, **results.columns(match)}
    said = await house.store.chat(row.id)
    told = ChatRow(
        table_id=row.id,
        number=said[-1].number + 1 if said else 1,
        time=house.clock(),
        player=None,
        name=str(entry),
        text=deed.reason,
        notice=deed.deed,
    )
    async with house.store.writing() as writer:
        await writer.change_table(
            row.id, row.changes, draft="", chain=entries[-1].chain, **standing
        )
        await writer.write_log_anew(row.id, entries)
        for player in players:
            if player.stops:
                await writer.change_player(msgspec.structs.replace(player, stops=False))
        await writer.add_chat(told)
        await writer.add_deed(deed)
    if table := house.tables.get(row.id):
        await house.read_again(table)


# --- people ---------------------------------------------------------------------------------------


async def _known(house: House, guest: int) -> int:
    played = await matches.matches_of(house, guest)
    if not played:
        raise AdminRefused("unknown_guest")
    return len(played)


async def _export(house: House, guest: int) -> Done:
    """All matches of a person, as they could take them home themselves."""
    count = await _known(house, guest)
    content = b"".join([part async for part in matches.download(house, guest)])
    return Done(matches=count, content=content.decode())


async def _delete(house: House, guest: int, reason: str, language: str) -> Done:
    """Forget a person, as they could have asked for themselves (S44)."""
    await _known(house, guest)
    count = await forgetting.forget(house, guest, language)
    async with house.store.writing() as writer:
        await writer.add_deed(DeedRow(time=house.clock(), deed="delete", reason=reason))
    return Done(matches=count)
