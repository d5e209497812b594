"""The store: tables in a file or a database (`places.py`). The append-only log of entries in it is the truth.

    guests --< players >-- tables --< entries      unique on (table, number), a chain of hashes
           --< solved             --< chat, requests, codes, present, lookbacks

Each connection works in a thread of its own, since a disk may be slow and the event loop must not wait
for it. A transaction is handed over whole: going to the thread and back once for each statement took
3 ms of processor a click, more than playing the move.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa

from ratskeller.server import postgres
from ratskeller.server.chain import EntryRow
from ratskeller.server.company import Company
from ratskeller.server.desk import Change, Desk, Order, Rows, carry_out
from ratskeller.server.places import Address, File, Speech, Vault
from ratskeller.server.schema import (
    OPEN,
    ChatRow,
    CodeRow,
    DeedRow,
    Kept,
    KeptTable,
    LookbackRow,
    LookedBackRow,
    MatchRow,
    News,
    PlayerRow,
    Pseudonym,
    SolvedRow,
    TableRow,
    chat,
    codes,
    deeds,
    entries,
    guests,
    lives,
    lookbacks,
    players,
    present,
    requests,
    solved,
    tables,
)

Row = TypeVar("Row")
Result = TypeVar("Result")

DAY = 86_400.0
GUEST_DAYS = 400
"""How long a guest may stay away; each visit begins the time anew (S13)."""

UNSAID = "…"
"""What is left of the words of somebody who wants to be forgotten."""


REFUSED: Final = "refused"
"""The digest of a request that was refused: no other process may do it any more."""

# What every click and every visitor writes and reads: put together once, and compiled once for a kind of
# database.
_ADD_TABLE = tables.insert()
_ADD_PLAYER = players.insert()
_ADD_CHAT = chat.insert()
_ADD_ENTRY = entries.insert()
_ADD_REQUEST = requests.insert()
_CHANGE_TABLE = tables.update().where(tables.c.id == sa.bindparam("of"))
_NEXT_CHANGE = _CHANGE_TABLE.where(tables.c.changes == sa.bindparam("known"))
_TOUCH = _CHANGE_TABLE.values(changes=tables.c.changes + sa.literal_column("1"))
_CHANGE_PLAYER = players.update().where(
    players.c.table_id == sa.bindparam("of"), players.c.number == sa.bindparam("at")
)
_TAKE_SEAT = _CHANGE_PLAYER.where(players.c.kind == OPEN)
_INVITED = sa.select(tables.c.id).where(tables.c.invitation == sa.bindparam("invitation"))
_GUEST = sa.select(guests.c.id, guests.c.seen).where(guests.c.token_hash == sa.bindparam("token"))
_TABLE = sa.select(tables).where(tables.c.id == sa.bindparam("of"))
_PLAYERS, _CHAT, _REQUESTS = (
    sa.select(table)
    .where(table.c.table_id == sa.bindparam("of"))
    .order_by(*table.primary_key.columns)
    for table in (players, chat, requests)
)
_LOG = (
    sa.select(entries.c.number, entries.c.entry, entries.c.chain)
    .where(entries.c.table_id == sa.bindparam("of"))
    .order_by(entries.c.number)
)


class Store:
    def __init__(self, address: Address) -> None:
        self.address = address
        self._vault: Vault = (
            File(address) if isinstance(address, Path) else postgres.Database(address)
        )
        self.shared = self._vault.shared
        self._writing = asyncio.Lock()
        self.life = 0  # how often the tables were opened; counted, since clocks go back

    async def open(self) -> None:
        """Raises `StoreUnusable`."""
        self.life = await asyncio.to_thread(self._vault.take)
        self._writer = self._vault.writer()
        self._reader = self._vault.reader()
        self._company = await Company.join(self._vault, self.life)

    async def close(self) -> None:
        if self.shared:
            async with self.writing() as writer:
                await writer.leave()
        await self._company.close()
        self._reader.close()
        self._writer.close()
        self._vault.release()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writer]:
        """A transaction; it is on the disk when the block is left. Raises `StoreTrouble`."""
        writer = Writer(self._writer, self._writing, self._vault, self.life)
        try:
            yield writer
            await writer.commit()
        except BaseException:
            await writer.give_up()
            raise

    async def _all(self, statement: sa.Select[Any], **values: Any) -> list[dict[str, Any]]:
        return await self._read(lambda connection: _found(connection, statement, values))

    async def _read(self, look: Callable[[sa.Connection], Result]) -> Result:
        def read(connection: sa.Connection) -> Result:
            with connection.begin():
                return look(connection)

        return await self._reader.do(read)

    async def try_out(self) -> None:
        """Read and write something that changes nothing. Raises `StoreTrouble`."""
        await self._all(sa.select(lives.c.number))
        async with self.writing() as writer:
            await writer.count_no_life()

    # --- reading ------------------------------------------------------------------------------

    async def guest(self, token_hash: str, now: float) -> tuple[int, float] | None:
        """The guest with this token and when they were last seen; None if too long ago."""
        found = await self._all(_GUEST, token=token_hash)
        if not found or found[0]["seen"] < now - GUEST_DAYS * DAY:
            return None
        return found[0]["id"], found[0]["seen"]

    async def table(self, table_id: str) -> TableRow | None:
        return _one(await self._all(_TABLE, of=table_id), TableRow)

    async def invited_to(self, invitation: str) -> str | None:
        """The table of an invitation, open or not."""
        found = await self._all(_INVITED, invitation=invitation)
        return found[0]["id"] if found else None

    async def code(self, code_hash: str) -> CodeRow | None:
        return _one(
            await self._all(sa.select(codes).where(codes.c.code_hash == code_hash)), CodeRow
        )

    async def players(self, table_id: str) -> list[PlayerRow]:
        return _rows(await self._all(_PLAYERS, of=table_id), PlayerRow)

    async def entries(self, table_id: str) -> list[EntryRow]:
        """The log."""
        return await self._read(lambda connection: _log(connection, table_id))

    async def chat(self, table_id: str) -> list[ChatRow]:
        return _rows(await self._all(_CHAT, of=table_id), ChatRow)

    async def kept(self, table_id: str) -> Kept | None:
        """All of a table, of one moment."""

        def look(connection: sa.Connection) -> Kept | None:
            def of_table(statement: sa.Select[Any]) -> list[dict[str, Any]]:
                return _found(connection, statement, {"of": table_id})

            row = _one(of_table(_TABLE), TableRow)
            if row is None:
                return None
            return Kept(
                row,
                _rows(of_table(_PLAYERS), PlayerRow),
                _log(connection, table_id),
                _rows(of_table(_CHAT), ChatRow),
                {(one["guest"], one["request"]): one["digest"] for one in of_table(_REQUESTS)},
            )

        return await self._read(look)

    async def news(self, table_ids: Sequence[str]) -> dict[str, News]:
        """How often each table was changed, and who is there by another process."""

        def look(connection: sa.Connection) -> dict[str, News]:
            changes = sa.select(tables.c.id, tables.c.changes).where(tables.c.id.in_(table_ids))
            others = sa.select(present.c.table_id, present.c.guest).where(
                present.c.table_id.in_(table_ids),
                present.c.life != self.life,
                present.c.life.in_(
                    sa.select(postgres.LIVING.columns(sa.column("life")).subquery())
                ),
            )
            there: dict[str, set[int]] = {}
            for table_id, guest in connection.execute(others):
                there.setdefault(table_id, set()).add(guest)
            return {
                table_id: News(count, frozenset(there.get(table_id, ())))
                for table_id, count in connection.execute(changes)
            }

        return await self._read(look)

    async def all_tables(self) -> list[KeptTable]:
        """Every table, the newest first, with the length of its log."""
        length = sa.select(sa.func.count()).where(entries.c.table_id == tables.c.id)
        columns = (tables.c[name] for name in ("id", "game", "created", "over"))
        found = await self._all(
            sa.select(*columns, length.scalar_subquery().label("entries")).order_by(
                tables.c.created.desc(), tables.c.id
            )
        )
        return _rows(found, KeptTable)

    async def times(self, deed: str, table_id: str) -> int:
        """How often whoever keeps the house has done something to a table."""
        done = (deeds.c.deed == deed, deeds.c.table_id == table_id)
        (found,) = await self._all(sa.select(sa.func.count().label("times")).where(*done))
        times: int = found["times"]
        return times

    async def tables_of(self, guest: int, limit: int) -> list[str]:
        """The tables a guest sits at or has laid, the newest first, running ones before others."""
        mine = sa.select(players.c.table_id).where(players.c.guest == guest)
        found = await self._all(
            sa.select(tables.c.id)
            .where(sa.or_(tables.c.id.in_(mine), tables.c.host == guest))
            .order_by(tables.c.over, tables.c.created.desc())
            .limit(limit)
        )
        return [row["id"] for row in found]

    async def finished_by(self, guest: int) -> dict[str, int]:
        """How many matches a guest has played to their end, by game; lessons are none."""
        rows = await self._all(finished_by(guest, self._vault.speech))
        return {row["game"]: row["matches"] for row in rows}

    async def matches_of(self, guest: int) -> list[MatchRow]:
        """All matches of a guest in one query: running ones first, then the newest."""
        return _rows(await self._all(matches_of(guest, self._vault.speech)), MatchRow)

    async def lookback(self, table_id: str, seat: int) -> LookbackRow | None:
        wanted = (lookbacks.c.table_id == table_id, lookbacks.c.seat == seat)
        return _one(await self._all(sa.select(lookbacks).where(*wanted)), LookbackRow)

    async def solved_by(self, guest: int) -> list[SolvedRow]:
        """The puzzles that a guest has solved, in this order."""
        mine = sa.select(solved).where(solved.c.guest == guest).order_by(solved.c.time)
        return _rows(await self._all(mine), SolvedRow)

    async def lookbacks_of(self, guest: int, version: int, most: int) -> list[LookedBackRow]:
        """The latest looks back of a guest in one query, the newest first."""
        return _rows(await self._all(lookbacks_of(guest, version, most)), LookedBackRow)

    # --- other processes ------------------------------------------------------------------------

    async def notices(self) -> set[str]:
        """Tables that others have changed since the last time; none: any of them may have changed."""
        return await self._company.notices()

    async def call(self, table_id: str) -> None:
        """Have other processes know that the bots of a table wait for somebody to think."""
        await self._company.call(table_id)

    def called(self) -> set[str]:
        """Tables whose bots wait in other processes, since the last time."""
        return self._company.called()

    async def claim(self, table_id: str) -> bool:
        """Drive the bots of a table from now on; False where another process does."""
        return await self._company.claim(table_id)

    async def give_up(self, table_id: str) -> None:
        await self._company.give_up(table_id)


class Writer:
    """What can be written, inside one transaction: kept until its end, or until an answer is needed."""

    def __init__(self, desk: Desk, lock: asyncio.Lock, vault: Vault, life: int) -> None:
        self._desk, self._lock = desk, lock
        self._vault, self._life = vault, life
        self._changed: set[str] = set()  # tables, of which others are told
        self._alone = False  # it holds the lock, and a transaction is open
        self._kept: list[Order] = []

    def _keep(self, change: Change, rows: Rows = (), *, must: bool = False) -> None:
        self._kept.append(Order(change, rows, must))

    async def _ask(
        self, statement: sa.Insert | sa.Update | sa.Delete, values: dict[str, Any] | None = None
    ) -> sa.CursorResult[Any]:
        """What comes of a statement, before the transaction is over: until then nobody else writes."""
        if not self._alone:
            await self._lock.acquire()
            self._alone = True
        orders, self._kept = self._kept, []

        def work(connection: sa.Connection) -> sa.CursorResult[Any]:
            carry_out(connection, orders)
            return connection.execute(statement, values)

        return await self._desk.do(work)

    async def commit(self) -> None:
        if self._vault.shared:
            for table_id in self._changed:
                self._keep(*postgres.notice(f"{self._life} {table_id}"))
        if self._alone:
            await self._desk.commit(self._kept)
            self._alone = False
            self._lock.release()
        elif self._kept:
            async with self._lock:  # so that nobody is in the middle of a transaction
                written = self._desk.commit(self._kept)
            await written

    async def give_up(self) -> None:
        """Nothing of it is written."""
        if self._alone:
            try:
                await self._desk.do(sa.Connection.rollback)
            finally:
                self._alone = False
                self._lock.release()

    async def new_guest(self, token_hash: str, now: float) -> int:
        made = await self._ask(guests.insert().values(token_hash=token_hash, created=now, seen=now))
        assert made.inserted_primary_key is not None
        number: int = made.inserted_primary_key[0]
        return number

    async def see_guest(self, guest: int, now: float) -> None:
        self._keep(guests.update().where(guests.c.id == guest).values(seen=now))

    async def new_table(self, row: TableRow, seated: Sequence[PlayerRow]) -> None:
        self._keep(_ADD_TABLE, [msgspec.structs.asdict(row)])
        self._keep(_ADD_PLAYER, [msgspec.structs.asdict(player) for player in seated])

    async def change_table(self, table_id: str, known: int, **values: Any) -> None:
        """Change a table of which so many changes are known. Raises `Overtaken` where there are more."""
        self._keep(
            _NEXT_CHANGE,
            [{"of": table_id, "known": known, "changes": known + 1, **values}],
            must=True,
        )
        self._changed.add(table_id)

    async def touch(self, table_id: str) -> None:
        """Let everybody read a table again."""
        self._keep(_TOUCH, [{"of": table_id}])
        self._changed.add(table_id)

    async def take_seat(self, player: PlayerRow) -> bool:
        """Seat somebody where nobody sits; False if somebody else was faster (S12)."""
        taken = await self._ask(_TAKE_SEAT, _placed(player))
        return taken.rowcount == 1

    async def change_player(self, player: PlayerRow) -> None:
        self._keep(_CHANGE_PLAYER, [_placed(player)])

    async def add_entries(self, table_id: str, rows: Sequence[EntryRow]) -> None:
        """Append to the log. The unique key refuses a number that is taken already."""
        if rows:
            self._keep(_ADD_ENTRY, [{"table_id": table_id, **row._asdict()} for row in rows])

    async def add_chat(self, row: ChatRow) -> None:
        self._keep(_ADD_CHAT, [msgspec.structs.asdict(row)])

    async def forget_chat(self, table_id: str, before: int) -> None:
        """Drop the lines with smaller numbers."""
        self._keep(chat.delete().where(chat.c.table_id == table_id, chat.c.number < before))

    async def add_request(self, table_id: str, guest: int, request: str, digest: str) -> None:
        row = {"table_id": table_id, "guest": guest, "request": request, "digest": digest}
        self._keep(_ADD_REQUEST, [row])

    async def refuse(self, table_id: str, guest: int, request: str) -> None:
        """See to it that a request is done by nobody. Raises `Overtaken` where it is done already."""
        await self.add_request(table_id, guest, request, REFUSED)

    async def keep_lookback(self, row: LookbackRow) -> None:
        """In the place of an older one."""
        older = (lookbacks.c.table_id == row.table_id, lookbacks.c.seat == row.seat)
        self._keep(lookbacks.delete().where(*older))
        self._keep(lookbacks.insert().values(**msgspec.structs.asdict(row)))

    async def solve(self, row: SolvedRow) -> None:
        """A puzzle that is solved once more was solved just now."""
        before = (solved.c.guest == row.guest, solved.c.puzzle == row.puzzle)
        self._keep(solved.delete().where(*before))
        self._keep(solved.insert().values(**msgspec.structs.asdict(row)))

    async def add_code(self, row: CodeRow) -> None:
        self._keep(codes.insert().values(**msgspec.structs.asdict(row)))

    async def use_code(self, code_hash: str) -> bool:
        """Take a code out of circulation; False if that has been done already."""
        used = await self._ask(codes.delete().where(codes.c.code_hash == code_hash))
        return used.rowcount == 1

    # --- who is where ---------------------------------------------------------------------------

    async def come(self, table_id: str, guest: int) -> None:
        """Somebody has come to a table by this process."""
        await self.go(table_id, guest)
        self._keep(present.insert().values(life=self._life, table_id=table_id, guest=guest))

    async def go(self, table_id: str, guest: int) -> None:
        here = (present.c.life == self._life, present.c.table_id == table_id)
        self._keep(present.delete().where(*here, present.c.guest == guest))
        self._changed.add(table_id)

    async def leave(self) -> None:
        """Nobody is anywhere by this process any more."""
        self._keep(present.delete().where(present.c.life == self._life))

    # --- what whoever keeps the house may do -----------------------------------------------------

    async def count_no_life(self) -> None:
        """Write what is there already."""
        self._keep(lives.update().values(number=lives.c.number))

    async def add_deed(self, row: DeedRow) -> None:
        self._keep(deeds.insert().values(**msgspec.structs.asdict(row)))

    async def write_log_anew(self, table_id: str, rows: Sequence[EntryRow]) -> None:
        """Put a log in the place of another one: the one way past the guards of the log."""
        speech = self._vault.speech
        for order in speech.unguard:
            self._keep(sa.text(order))
        self._keep(entries.delete().where(entries.c.table_id == table_id))
        self._keep(lookbacks.delete().where(lookbacks.c.table_id == table_id))
        await self.add_entries(table_id, rows)
        for order in speech.guard:
            self._keep(sa.text(order))

    # --- forgetting (S44) -----------------------------------------------------------------------

    async def rename(self, pseudonym: Pseudonym) -> None:
        """Call a player something else, wherever the name stands."""
        table_id, number, was, name = (
            pseudonym.table_id,
            pseudonym.player,
            pseudonym.was,
            pseudonym.name,
        )
        at_table, in_chat = tables.c.id == table_id, chat.c.table_id == table_id
        in_header = self._vault.speech.rename(tables.c.header, number, name)
        seat = (players.c.table_id == table_id, players.c.number == number)
        self._keep(players.update().where(*seat, players.c.name == was).values(name=name))
        self._keep(tables.update().where(at_table, tables.c.header != "").values(header=in_header))
        await self.touch(table_id)
        self._keep(codes.delete().where(codes.c.table_id == table_id, codes.c.player == number))
        if pseudonym.silent:
            own = (in_chat, chat.c.player == number, chat.c.notice == "")
            self._keep(chat.update().where(*own).values(text=UNSAID))
        told = (in_chat, chat.c.notice != "", chat.c.text == was)  # a notice about two players
        self._keep(chat.update().where(*told).values(text=name))
        self._keep(chat.update().where(in_chat, chat.c.name == was).values(name=name))

    async def forget_guest(self, guest: int, at: Sequence[str]) -> None:
        """Nobody is this guest any more; `at` are the tables of the guest. Somebody else who plays
        there is host instead.
        """
        for table_id in at:
            done = (requests.c.table_id == table_id, requests.c.guest == guest)
            self._keep(requests.delete().where(*done))
        self._keep(lookbacks.delete().where(lookbacks.c.guest == guest))
        self._keep(solved.delete().where(solved.c.guest == guest))
        self._keep(players.update().where(players.c.guest == guest).values(guest=None))
        self._keep(players.update().where(players.c.owner == guest).values(owner=None))
        heir = (
            sa.select(players.c.guest)
            .where(players.c.table_id == tables.c.id, players.c.guest.is_not(None))
            .order_by(players.c.number)
            .limit(1)
            .scalar_subquery()
        )
        hosted = tables.update().where(tables.c.host == guest)
        self._keep(hosted.values(host=sa.func.coalesce(heir, tables.c.host)))
        nobody = {"token_hash": f"nobody {guest}", "created": 0.0, "seen": 0.0}
        self._keep(guests.update().where(guests.c.id == guest).values(**nobody))


# --- helpers ----------------------------------------------------------------------------------


def finished_by(guest: int, speech: Speech) -> sa.Select[Any]:
    """A game a row, with how many of its matches have ranks: those that were stopped have none."""
    mine = sa.select(players.c.table_id).where(players.c.guest == guest)
    ranks = speech.ranks(sa.func.nullif(tables.c.result, ""))
    return (
        sa.select(tables.c.game, sa.func.count().label("matches"))
        .where(tables.c.id.in_(mine), tables.c.lesson == "", ranks > 0)
        .group_by(tables.c.game)
    )


def matches_of(guest: int, speech: Speech) -> sa.Select[Any]:
    """A match a row, with its players as JSON."""
    mine = sa.or_(players.c.guest == guest, players.c.owner == guest)
    seat = getattr(sa.func, speech.array)(
        players.c.number,
        players.c.kind,
        players.c.name,
        players.c.bot,
        speech.truth(mine),
        speech.truth(players.c.owner == guest),
    )
    seats = sa.select(sa.cast(getattr(sa.func, speech.gather)(seat), sa.Text))
    columns = (
        tables.c[name] for name in ("id", "game", "created", "ended", "over", "turn", "lesson")
    )
    last = getattr(sa.func, speech.greater)(tables.c.ended, tables.c.created)
    return (
        sa.select(
            *columns,
            tables.c.result,
            (tables.c.header != "").label("begun"),
            seats.where(players.c.table_id == tables.c.id).scalar_subquery().label("seats"),
        )
        .where(tables.c.id.in_(sa.select(players.c.table_id).where(mine)))
        .order_by(tables.c.over, last.desc())
    )


def _placed(player: PlayerRow) -> dict[str, Any]:
    """What `_CHANGE_PLAYER` is told."""
    return {"of": player.table_id, "at": player.number, **msgspec.structs.asdict(player)}


def _found(
    connection: sa.Connection, statement: sa.Select[Any], values: dict[str, Any]
) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(statement, values).mappings()]


def _log(connection: sa.Connection, table_id: str) -> list[EntryRow]:
    """The entries in order. A long log has many rows: made from tuples they take half the time."""
    return [EntryRow._make(row) for row in connection.execute(_LOG, {"of": table_id})]


def lookbacks_of(guest: int, version: int, most: int) -> sa.Select[Any]:
    """Of lessons nothing is learnt of anybody; matches of several people on one device are nobody's own."""
    mine = sa.or_(players.c.guest == guest, players.c.owner == guest)
    seats = sa.select(sa.func.count()).where(players.c.table_id == tables.c.id, mine)
    return (
        sa.select(tables.c.game, lookbacks.c.analysis)
        .join(tables, tables.c.id == lookbacks.c.table_id)
        .where(
            lookbacks.c.guest == guest,
            lookbacks.c.version == version,
            lookbacks.c.chain == tables.c.chain,
            tables.c.lesson == "",
            seats.scalar_subquery() == 1,
        )
        .order_by(tables.c.ended.desc(), tables.c.id)
        .limit(most)
    )


def _rows(found: Sequence[dict[str, Any]], kind: Callable[..., Row]) -> list[Row]:
    return [kind(**row) for row in found]


def _one(found: Sequence[dict[str, Any]], kind: Callable[..., Row]) -> Row | None:
    return kind(**found[0]) if found else None
