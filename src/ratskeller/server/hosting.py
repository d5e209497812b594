"""What the host may change, and how a seat moves to another device."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from ratskeller.core.game import Seat
from ratskeller.server.change import TableChange
from ratskeller.server.house import House, persistent
from ratskeller.server.messages import TableWish
from ratskeller.server.refusals import refused
from ratskeller.server.repertoire import plays
from ratskeller.server.schema import BOT, PERSON, CodeRow, PlayerRow
from ratskeller.server.seating import LONGEST_WAIT, bot_name, bot_nonce, hash_of, seat_people
from ratskeller.server.store import Writer
from ratskeller.server.table import Table
from ratskeller.server.writing import code_of, name_of, new_code

CODE_SECONDS: Final = 15 * 60


def check_host(table: Table, guest: int | None) -> None:
    if guest != table.row.host:
        raise refused("not_host")


@persistent
async def renew_invitation(house: House, table: Table, *, locked: bool) -> None:
    """A new code; the old one is void."""
    async with table.lock:
        settings = {"invitation": new_code(), "locked": locked}
        await house.record(table, TableChange(settings=settings, silent=True))


@persistent
async def settle(house: House, table: Table, wish: TableWish) -> None:
    """What the host may change while people play."""
    if wish.cover_after is not None and not 0 <= wish.cover_after <= LONGEST_WAIT:
        raise refused("bad_setup", problem="cover_after")
    changes = {
        name: value for name, value in msgspec.structs.asdict(wish).items() if value is not None
    }
    async with table.lock:
        await house.record(table, TableChange(settings=changes))


@persistent
async def fill_with_bot(house: House, table: Table, seat: Seat, bot: str, language: str) -> None:
    """A bot on a seat that nobody has taken yet."""
    if not plays(bot, table.game):
        raise refused("bad_setup", problem=bot[:40])
    async with table.lock:
        if table.match is not None:
            raise refused("has_begun")
        free = table.player_at(seat)
        if free.ready:
            raise refused("not_your_seat")
        taken = (player.name for player in table.players if player.number != free.number)
        player = msgspec.structs.replace(
            free,
            kind=BOT,
            bot=bot,
            guest=None,
            name=name_of("", taken, bot_name(table.game, bot, free.number, language)),
            nonce=bot_nonce(table.row.id, free.number),
        )
        await seat_people(house, table, [player])


@persistent
async def seat_code(house: House, table: Table, guest: int | None, seat: Seat) -> str:
    """A one-time code for a seat: for its own person; or for the host, when the person has been away
    for long (TB-32) and the others agree where they must (TB-33), and then everybody is told.
    """
    async with table.lock:
        player = table.player_at(seat)
        own = guest is not None and player.guest == guest
        if player.kind != PERSON or seat in table.presence.resigned:
            raise refused("not_your_seat")
        if not own:
            if guest is None or guest != table.row.host:
                raise refused("not_your_seat")
            check_lost(table, seat)
            await _ask_the_others(house, table, guest, seat)
        code = new_code()
        row = CodeRow(
            code_hash=hash_of(code),
            table_id=table.row.id,
            player=player.number,
            expires=house.clock() + CODE_SECONDS,
            lends=not own,
        )
        notices = [] if own else [house.chat_row(table, player, "", "reissued")]
        await house.record(
            table,
            TableChange(chat=notices, also=lambda writer: writer.add_code(row), silent=own),
        )
        return code


def check_lost(table: Table, seat: Seat) -> None:
    """Raises `TableRefused` while a seat is kept for its person."""
    if not table.presence.lost(seat):
        raise refused("seat_kept", minutes=math.ceil(table.presence.patience / 60))


async def _ask_the_others(house: House, table: Table, host: int, seat: Seat) -> None:
    """Ask, once, those who have to agree before somebody new sees a hidden hand."""
    presence = table.presence
    if presence.agreed(seat):
        return
    if seat not in presence.asked:
        presence.asked[seat] = set(table.seats_of(host))
        notice = house.chat_row(table, table.player_at(seat), "", "asked")
        await house.record(table, TableChange(chat=[notice]))
    raise refused("not_agreed")


def agree(house: House, table: Table, seat: Seat, mine: Seat, seats: Sequence[Seat]) -> TableChange:
    """Somebody agrees that a seat is given to somebody new; everybody is told by the change."""
    check_lost(table, seat)
    table.presence.asked.setdefault(seat, set()).update(seats)
    other = table.player_at(seat).name
    return TableChange(chat=[house.chat_row(table, table.player_at(mine), other, "agreed")])


@persistent
async def move_seat(house: House, table: Table, code: str, guest: int) -> Seat:
    """Give a seat to the device that brought its code; the old device watches from now on."""
    async with table.lock:
        move = await house.store.code(hash_of(code_of(code)))
        if move is None or move.expires < house.clock() or move.table_id != table.row.id:
            raise refused("bad_invitation")
        was = table.players[move.player]
        seat = table.order.index(was.number)
        if seat in table.presence.resigned:
            raise refused("bad_invitation")
        player, notice = _moved(table, was, seat, guest, lends=move.lends)

        async def use(writer: Writer) -> None:
            if not await writer.use_code(move.code_hash):
                raise refused("bad_invitation")

        line = house.chat_row(table, player, "", notice)
        await house.record(table, TableChange(players=[player], chat=[line], also=use))
        return seat


def _moved(
    table: Table, was: PlayerRow, seat: Seat, guest: int, *, lends: bool
) -> tuple[PlayerRow, str]:
    """A player on another device, and the notice of it. Lent, the seat stays its person's."""
    if not lends:
        return msgspec.structs.replace(was, guest=guest, owner=None), "moved"
    check_lost(table, seat)  # who came back meanwhile keeps the seat
    owner = was.guest if was.owner is None else was.owner
    return msgspec.structs.replace(was, guest=guest, owner=owner), "lent"


async def regain_seats(house: House, table: Table, guest: int | None) -> None:
    """Whoever comes back has the seat again that was lent meanwhile (TB-32)."""
    back = [
        msgspec.structs.replace(player, guest=guest, owner=None)
        for player in table.players
        if guest is not None and player.owner == guest
    ]
    if back:
        lines = [house.chat_row(table, player, "", "regained") for player in back]
        for further, line in enumerate(lines):
            line.number += further
        await house.record(table, TableChange(players=back, chat=lines))
