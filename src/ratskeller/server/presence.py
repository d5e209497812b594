"""Who is at a table, who has been away for how long, and who plays for whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ratskeller.core.game import CHANCE, Seat
from ratskeller.core.match import AnyEntry, Covered, Resigned, Returned, Seated
from ratskeller.server.schema import BOT, PERSON, ChatRow, PlayerRow

if TYPE_CHECKING:
    from ratskeller.server.table import Table


LOST_SECONDS: Final = 600
"""So long a person must have been away until the host may give the seat anew (TB-32)."""


class Presence:
    """Who is here, who is away, and which bots step in for whom."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seen = {player.number: table.clock() for player in table.players}
        self.covered: dict[Seat, str] = {}  # with the level of the bot
        self.resigned: dict[Seat, str] = {}
        self.asked: dict[Seat, set[Seat]] = {}  # seats to be given anew, and who agrees (TB-33)
        self.elsewhere: frozenset[int] = frozenset()  # guests who are here by another process

    def read(self, entries: Iterable[AnyEntry]) -> None:
        """Take in what the log says of cover; the first entry of a match begins anew."""
        for entry in entries:
            match entry.body, entry.seat:
                case Seated(), _:
                    self.covered, self.resigned = {}, {}
                case Covered(bot), int(seat):
                    self.covered[seat] = bot
                case Returned(), int(seat):
                    self.covered.pop(seat, None)
                case Resigned(bot), int(seat):
                    self.resigned[seat] = bot

    def bot_of(self, seat: Seat | None) -> str:
        """The level of the bot that plays a seat now; "" for a person."""
        if seat is None or seat == CHANCE:
            return ""
        player = self._table.player_at(seat)
        if player.kind == BOT:
            return player.bot
        return self.resigned.get(seat) or self.covered.get(seat, "")

    def bot_to_move(self) -> Seat | None:
        """The seat that a bot has to move for now."""
        match = self._table.match
        if match is None or match.over or not self.bot_of(match.to_act):
            return None
        return match.to_act

    def online(self, player: PlayerRow) -> bool:
        if player.guest is None:
            return player.kind == BOT
        return self.is_here(player.guest)

    def is_here(self, guest: int | None) -> bool:
        return guest in self.elsewhere or self._table.audience.includes(guest)

    def away(self, player: PlayerRow) -> float:
        """Seconds since a person was last here."""
        if player.kind != PERSON or self.online(player):
            return 0.0
        return max(0.0, self._table.clock() - self._seen[player.number])

    def may_cover(self) -> tuple[Seat, ...]:
        """Seats whose person has been away for so long that a bot may be asked to play."""
        table = self._table
        if table.match is None or table.match.over:
            return ()
        return tuple(
            seat
            for seat, number in enumerate(table.order)
            if not self.bot_of(seat)
            and not self.online(table.players[number])
            and self.away(table.players[number]) >= table.row.cover_after
        )

    def lost(self, seat: Seat) -> bool:
        """Whether a person has been away for so long that the host may give the seat anew (TB-32)."""
        player = self._table.player_at(seat)
        if player.kind != PERSON or seat in self.resigned:
            return False
        return self.away(player) >= self.patience

    @property
    def patience(self) -> int:
        """Seconds until a seat counts as lost."""
        return max(LOST_SECONDS, self._table.row.cover_after)

    def agreed(self, seat: Seat) -> bool:
        """Whether somebody new may have this seat: where its hand is hidden, the host alone is not
        enough, all others who play must agree, and there must be somebody to agree (TB-33).
        """
        table = self._table
        if not table.hides(seat):
            return True
        aside = (table.row.host, table.player_at(seat).guest)
        others = {
            other
            for other in range(len(table.players))
            if not self.bot_of(other) and table.player_at(other).guest not in aside
        }
        return bool(others) and others <= self.asked.get(seat, set())

    def heed(self, said: Iterable[ChatRow]) -> None:
        """Take in what was asked and agreed by another process."""
        table = self._table
        numbers = {player.name: player.number for player in table.players}
        for line in said:
            match line.notice:
                case "asked" if line.player is not None:
                    self.asked.setdefault(table.order.index(line.player), set()).update(
                        table.seats_of(table.row.host)
                    )
                case "agreed" if line.player is not None and line.text in numbers:
                    seat = table.order.index(numbers[line.text])
                    mine = table.players[line.player].guest
                    self.asked.setdefault(seat, set()).update(table.seats_of(mine))

    def came(self, guest: int | None) -> None:
        """Somebody is here: what was asked about their seats is settled."""
        for seat in self._table.seats_of(guest):
            self.asked.pop(seat, None)

    def left(self, guest: int | None) -> None:
        """The last socket of a guest has gone."""
        for player in self._table.players:
            if guest is not None and player.guest == guest:
                self._seen[player.number] = self._table.clock()
