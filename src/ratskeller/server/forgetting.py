"""Forgetting a person (S44): the name goes from every match, the words from every chat, the cookie leads nowhere.

Others lose nothing: their matches stay, with a pseudonym where the person was. In what is running a bot
takes the seat, as if the person had left. The row of the guest stays empty, since its number must not
be given to anybody else.
"""

from __future__ import annotations

from ratskeller.core.match import Abandoned, Resigned
from ratskeller.server.change import TableChange
from ratskeller.server.house import House, persistent
from ratskeller.server.matches import OwnMatch, matches_of
from ratskeller.server.repertoire import strongest_level
from ratskeller.server.schema import OPEN, PERSON, PlayerRow, Pseudonym
from ratskeller.server.seating import guest_name
from ratskeller.server.table import Table
from ratskeller.server.writing import name_of


async def forget(house: House, guest: int, language: str) -> int:
    """Forget a guest; from so many matches the name is gone."""
    played = await matches_of(house, guest)
    for one in played:
        if not one.row.over:
            await _leave(house, await house.open(one.row.id), guest)
    house.looking.stop(guest)
    async with house.store.writing() as writer:
        for one in played:
            for pseudonym in pseudonyms(one, language):
                await writer.rename(pseudonym)
        await writer.forget_guest(guest, [one.row.id for one in played])
    _hang_up(house, guest)
    known = {one.row.id for one in played}
    for table in list(house.tables.values()):
        if table.row.id in known or table.row.host == guest:
            await house.read_again(table)
    return len(played)


@persistent
async def _leave(house: House, table: Table, guest: int) -> None:
    """Get up from a table that is not done with: the others play on, or nobody does."""
    async with table.lock:
        if table.match is None:
            rows = [
                PlayerRow(table_id=player.table_id, number=player.number, kind=OPEN)
                for player in table.players
                if player.guest == guest
            ]
            empty = not _others(table, guest)
            locked = {"locked": True} if empty else {}  # nobody is there to play with
            await house.record(table, TableChange(players=rows, settings=locked))
            return
        seats = table.seats_of(guest)
        if not seats or table.match.over:
            return
        if _others(table, guest):
            bot = Resigned(strongest_level(table.game))
            happened = [one for seat in seats for one in table.note(bot, seat)]
        else:
            happened = table.note(Abandoned(), None)
        await house.record(table, TableChange(happened=happened))


def _others(table: Table, guest: int) -> bool:
    """Whether somebody else plays at a table, too."""
    return any(
        player.kind == PERSON and player.guest != guest and not table.presence.bot_of(seat)
        for seat, number in enumerate(table.order)
        for player in (table.players[number],)
    )


def pseudonyms(one: OwnMatch, language: str) -> list[Pseudonym]:
    """What the person's players in a match are called from now on."""
    names = {player.number: player.name for player in one.players}
    made = []
    for player in one.players:
        if player.mine and player.name:
            taken = (name for number, name in names.items() if number != player.number)
            names[player.number] = name_of("", taken, guest_name(player.number, language))
            silent = not player.lent
            name = names[player.number]
            made.append(Pseudonym(one.row.id, player.number, player.name, name, silent))
    return made


def _hang_up(house: House, guest: int) -> None:
    """Whoever comes back is somebody new."""
    for table in house.tables.values():
        for listener in table.audience.listeners:
            if listener.guest == guest:
                listener.hang_up()
