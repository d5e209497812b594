"""Laying tables and sitting down: nothing is dealt before everybody is there."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, cycle
from typing import Final

import msgspec

from ratskeller.core.chance import NONCE_BYTES, SEED_BYTES
from ratskeller.core.game import AnyGame, Refused, Seat, option_choices
from ratskeller.server import looks
from ratskeller.server.change import TableChange
from ratskeller.server.house import House, persistent
from ratskeller.server.messages import NewTable, SeatWish
from ratskeller.server.refusals import refused
from ratskeller.server.repertoire import (
    BOT_NAMES,
    company,
    find_playable,
    level_card,
    plays,
)
from ratskeller.server.schema import BOT, OPEN, PERSON, PlayerRow, TableRow
from ratskeller.server.store import Writer
from ratskeller.server.table import Table
from ratskeller.server.teaching import find_lesson
from ratskeller.server.writing import ALPHABET, code_of, name_of, new_code
from ratskeller.words.lessons import Lesson
from ratskeller.words.platform_words import platform_words

TABLE_ID_LENGTH: Final = 12  # about 60 bits: who does not have the address does not find it
LONGEST_WAIT: Final = 30 * 86_400  # seconds


async def lay(house: House, wish: NewTable, guest: int, language: str) -> Table:
    """A new table with its host at it; it begins at once if nobody is missing."""
    game = find_playable(wish.game)
    lesson = find_lesson(game, wish.lesson) if wish.lesson else None
    if lesson:
        wish = _wish_of(lesson, wish)
    _check_wish(game, wish)
    table_id = "".join(secrets.choice(ALPHABET.lower()) for _ in range(TABLE_ID_LENGTH))
    row = TableRow(
        id=table_id,
        game=game.meta.id,
        options=msgspec.json.encode(wish.options).decode(),
        created=house.clock(),
        host=guest,
        seed=secrets.token_hex(SEED_BYTES),
        invitation=new_code(),
        cover_after=wish.cover_after,
        confirm=wish.confirm,
        chat=wish.chat,
    )
    nonces = iter(_nonces(nonce_of(wish.nonce), len(wish.seats)))
    players: list[PlayerRow] = []
    for number, (wished, bot) in enumerate(zip(wish.seats, cast_of(game, wish), strict=True)):
        seat = msgspec.structs.replace(wished, bot=bot)
        name = name_of(
            seat.name or (wish.name if seat.kind == "me" else ""),
            (player.name for player in players),
            _default_name(game, seat, number, language),
        )
        players.append(_player(table_id, number, seat, name, guest, nonces))
    if lesson:
        _deal_alike(lesson, row, players)
    async with house.store.writing() as writer:
        await writer.new_table(row, players)
    table = await house.open(table_id)
    async with table.lock:
        await seat_people(house, table, [])
    return table


def cast_of(game: AnyGame, wish: NewTable) -> list[str]:
    """Which bot sits on each seat. Where none was named, one comes who is not there yet; only when all
    characters are there, one comes twice.
    """
    named = [seat.bot for seat in wish.seats if seat.kind == "bot" and seat.bot]
    order = company(game, named[0] if named else "")
    free = chain((bot for bot in order if bot not in named), cycle(order))
    return [(seat.bot or next(free)) if seat.kind == "bot" else "" for seat in wish.seats]


def _wish_of(lesson: Lesson, wish: NewTable) -> NewTable:
    """The table of a lesson: the person sits first, and the house does the rest."""
    others = [SeatWish("bot")] * (lesson.seats - 2)
    seats = (SeatWish("me"), SeatWish("bot", bot=lesson.partner), *others)
    return msgspec.structs.replace(wish, seats=seats, options=lesson.options)


def _deal_alike(lesson: Lesson, row: TableRow, players: Sequence[PlayerRow]) -> None:
    """Whoever takes a lesson gets the same draws."""
    row.lesson, row.seed, row.seating = lesson.id, lesson.seed, "fixed"
    for player, nonce in zip(players, lesson.seal.nonces, strict=True):
        player.nonce = nonce


async def invited(house: House, code: str) -> tuple[Table, Seat | None]:
    """The table a code leads to; with a seat, if it moves that seat. Raises `TableRefused`."""
    plain = code_of(code)
    if found := plain and await house.store.invited_to(plain):
        return await house.open(found), None
    move = await house.store.code(hash_of(plain)) if plain else None
    if move is None or move.expires < house.clock():
        raise refused("bad_invitation")
    table = await house.open(move.table_id)
    return table, table.order.index(move.player)


def check_joinable(table: Table, guest: int | None, invitation: str) -> None:
    """Whether an invitation claims a seat here. Raises `TableRefused`."""
    if guest is not None and table.seats_of(guest):
        return
    if code_of(invitation) != table.row.invitation:
        raise refused("bad_invitation")
    if table.row.locked:
        raise refused("locked")
    if all(player.kind != OPEN for player in table.players):
        raise refused("table_full")


@persistent
async def join(
    house: House,
    table: Table,
    guest: int,
    invitation: str,
    nonce: str,
    name: str,
    language: str,
    look: int | None = None,
) -> Seat:
    """Claim a free seat, or take the one that is kept for this guest."""
    async with table.lock:
        check_joinable(table, guest, invitation)
        if await take_reserved_seat(house, table, guest, nonce) or table.seats_of(guest):
            return table.seats_of(guest)[0]
        free = next(player for player in table.players if player.kind == OPEN)
        others = [p for p in table.players if p.number != free.number]
        looks.check(table.game, len(table.players), [look, *(p.look for p in others)])
        taken = (p.name for p in others)
        otherwise = guest_name(free.number, language)
        player = msgspec.structs.replace(
            free,
            kind=PERSON,
            guest=guest,
            name=name_of(name, taken, otherwise),
            nonce=nonce_of(nonce),
            look=look,
        )
        await seat_people(house, table, [player], claim=True)
        return table.order.index(player.number)


@persistent
async def choose_look(house: House, table: Table, guest: int | None, look: int | None) -> Seat:
    """Another house, colour or nest for who sits down already, as long as players are missing (TB-38)."""
    async with table.lock:
        if table.match is not None:
            raise refused("has_begun")
        mine = next((p for p in table.players if guest is not None and p.guest == guest), None)
        if mine is None:
            raise refused("no_seat")
        others = (p.look for p in table.players if p.number != mine.number)
        looks.check(table.game, len(table.players), [look, *others])
        changed = msgspec.structs.replace(mine, look=look)
        await house.record(table, TableChange(players=[changed]))
        return table.order.index(mine.number)


async def take_reserved_seat(house: House, table: Table, guest: int | None, nonce: str) -> bool:
    """Sit down where a seat is kept for this guest, as after a rematch."""
    kept = [p for p in table.players if p.guest == guest and not p.ready]
    if table.match is not None:
        return False
    if guest is None or not kept:
        if all(player.ready for player in table.players):  # the house died before it could begin
            await seat_people(house, table, [])
        return False
    own = nonce_of(nonce)
    rows = [
        msgspec.structs.replace(player, nonce=nonce)
        for player, nonce in zip(kept, _nonces(own, len(kept)), strict=True)
    ]
    await seat_people(house, table, rows)
    return True


async def seat_people(
    house: House, table: Table, rows: Sequence[PlayerRow], *, claim: bool = False
) -> None:
    """Write down who sits where; if nobody is missing any more, the match begins with it."""
    changed = {row.number: row for row in rows}
    players = [changed.get(player.number, player) for player in table.players]
    begins = table.match is None and all(player.ready for player in players)

    async def take(writer: Writer) -> None:
        for row in rows:
            if not await writer.take_seat(row):
                raise refused("table_full")

    begun = table.begin(players) if begins else None
    also = take if claim else None
    await house.record(table, TableChange(players=rows, begun=begun, also=also))


async def rematch(house: House, table: Table, guest: int, nonce: str) -> None:
    """The same people at a new table, the start moved on by one; done once a table."""
    if table.row.next:
        return
    old = table.playing()
    new_id = "".join(secrets.choice(ALPHABET.lower()) for _ in range(TABLE_ID_LENGTH))
    row = msgspec.structs.replace(
        table.row,
        id=new_id,
        created=house.clock(),
        seed=secrets.token_hex(SEED_BYTES),
        invitation=new_code(),
        seating="fixed",
        start=1 % len(old.order),
        header="",
        draft="",
        over=False,
        turn=None,
        result="",
        ended=0.0,
        chain="",
        lesson="",
        changes=0,
    )
    nonces = iter(_nonces(nonce_of(nonce), len(old.order)))
    players = []
    for number, seat in enumerate(range(len(old.order))):
        player = msgspec.structs.replace(
            table.player_at(seat), table_id=new_id, number=number, nonce="", stops=False, owner=None
        )
        if bot := table.presence.resigned.get(seat):
            player.kind, player.bot, player.guest = BOT, bot, None
        if player.kind == BOT:
            player.nonce = bot_nonce(new_id, number)
        elif player.guest == guest:
            player.nonce = next(nonces)
        players.append(player)
    lay_it = partial(Writer.new_table, row=row, seated=players)
    await house.record(table, TableChange(settings={"next": new_id}, also=lay_it))
    fresh = await house.open(new_id)
    async with fresh.lock:
        await seat_people(house, fresh, [])


# --- helpers ----------------------------------------------------------------------------------


def _check_wish(game: AnyGame, wish: NewTable) -> None:
    """Raises `Refused` with the game's rule or the table's reason."""
    choices = option_choices(game.meta.options)
    for name in wish.options:
        if name not in choices:
            raise refused("bad_setup", problem=name[:40])
    try:
        options = msgspec.convert(wish.options, game.meta.options)
    except msgspec.ValidationError as error:
        raise refused("bad_setup", problem=str(error)) from None
    if refusal := game.why_not_start(len(wish.seats), options):
        raise Refused(refusal)
    for seat in wish.seats:
        if seat.kind not in ("me", "here", "open", "bot"):
            raise refused("bad_setup", problem=seat.kind[:40])
        if seat.kind == "bot" and seat.bot and not plays(seat.bot, game):
            raise refused("bad_setup", problem=seat.bot[:40])
    if sum(seat.kind == "me" for seat in wish.seats) > 1:
        raise refused("bad_setup", problem="me")
    if not 0 <= wish.cover_after <= LONGEST_WAIT:
        raise refused("bad_setup", problem="cover_after")
    looks.check(game, len(wish.seats), [seat.look for seat in wish.seats])
    nonce_of(wish.nonce)


def _player(
    table_id: str, number: int, seat: SeatWish, name: str, guest: int, nonces: Iterator[str]
) -> PlayerRow:
    if seat.kind == "open":
        return PlayerRow(table_id=table_id, number=number, kind=OPEN)
    if seat.kind == "bot":
        return PlayerRow(
            table_id=table_id,
            number=number,
            kind=BOT,
            name=name,
            bot=seat.bot,
            nonce=bot_nonce(table_id, number),
            look=seat.look,
        )
    return PlayerRow(
        table_id=table_id,
        number=number,
        kind=PERSON,
        name=name,
        guest=guest,
        nonce=next(nonces),
        look=seat.look,
    )


def _default_name(game: AnyGame, seat: SeatWish, number: int, language: str) -> str:
    if seat.kind == "bot":
        return bot_name(game, seat.bot, number, language)
    return guest_name(number, language)


def guest_name(number: int, language: str) -> str:
    return platform_words(language).gettext("Guest {number}", number=number + 1)


def bot_name(game: AnyGame, bot: str, number: int, language: str) -> str:
    """What a bot is called at the table: its character's name, where it has one."""
    return level_card(game, bot, language).name or BOT_NAMES[number % len(BOT_NAMES)]


def nonce_of(text: str) -> str:
    """A seat's own nonce: 32 hexadecimal digits. Whoever brings none gets one from the house."""
    if not text:
        return secrets.token_hex(NONCE_BYTES)
    nonce = text.lower()
    if len(nonce) != 2 * NONCE_BYTES or not all(mark in "0123456789abcdef" for mark in nonce):
        raise refused("bad_message", problem="nonce: 32 hex digits")
    return nonce


def _nonces(own: str, count: int) -> list[str]:
    """A nonce for each seat of a device: the one it made, and others that follow from it."""
    return [own, *(hash_of(f"{own} {number}")[: 2 * NONCE_BYTES] for number in range(1, count))]


def bot_nonce(table_id: str, number: int) -> str:
    return hash_of(f"{table_id} {number}")[: 2 * NONCE_BYTES]


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
