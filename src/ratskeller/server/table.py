"""A table: the match with its seats, and beside it who listens, who is here, and who lets bots play.

    Table       the match, and which guest sits where              here
    .audience   the sockets, and what each has been told           audience.py
    .presence   who is here, who is away, who plays for whom       presence.py
    .driver     lets bots play, has them judge                     driver.py

All that happens at one table happens in one order: whoever changes something holds `lock`, and has
`House.record` write it down and tell it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from ratskeller import games
from ratskeller.core.archive import game_of
from ratskeller.core.chance import Seal, commitment_of
from ratskeller.core.game import (
    AnyGame,
    AnyView,
    GameAction,
    NewerRules,
    Refusal,
    Refused,
    Seat,
    preview,
)
from ratskeller.core.match import (
    AnyEntry,
    AnyHappening,
    AnyMatch,
    BadFile,
    Entry,
    Header,
    Hinted,
    Match,
    Player,
    TableEvent,
)
from ratskeller.server import looks, scene
from ratskeller.server.audience import Audience
from ratskeller.server.chain import EntryRow, check, heading_of, linked
from ratskeller.server.change import TableChange
from ratskeller.server.presence import Presence
from ratskeller.server.refusals import refused
from ratskeller.server.requests import Requests
from ratskeller.server.schema import BOT, PERSON, ChatRow, Kept, PlayerRow, TableRow
from ratskeller.server.teaching import lesson_of
from ratskeller.words.lessons import table_of

if TYPE_CHECKING:
    from ratskeller.server.driver import Driver


class Table:
    """The match at a table, and who sits there."""

    def __init__(
        self,
        row: TableRow,
        players: list[PlayerRow],
        game: AnyGame,
        clock: Callable[[], float],
    ) -> None:
        self.row = row
        self.players = players
        self.game = game
        self.clock = clock
        self.options = msgspec.convert(msgspec.json.decode(row.options), game.meta.options)
        self.match: AnyMatch | None = None
        self.stored = 0  # entries on the disk
        self.dropped: Seat | None = None  # whose draft did not fit the log
        self.chat: list[ChatRow] = []
        self.foreseen = 0  # steps of a held action that its mover has been shown
        self.caution: Refusal | None = None
        self.lock = asyncio.Lock()
        self.last_used = clock()
        self.requests = Requests()
        self.presence = Presence(self)
        self.audience = Audience(self)
        self.driver: Driver | None = None  # a house brings one
        self._empty = game.conceal(game.start(len(players), self.options), None)

    # --- the match ------------------------------------------------------------------------------

    def seal(self, players: Sequence[PlayerRow]) -> Seal:
        name = table_of(self.row.lesson, self.row.id)
        return Seal(name, self.row.seed, tuple(player.nonce for player in players))

    def commitment(self) -> str:
        return commitment_of(self.row.seed)

    def begin(self, players: Sequence[PlayerRow]) -> AnyMatch:
        """Seat everybody and deal, on paper: it counts when it is written down (`adopt`)."""
        people = [Player(p.name, p.bot if p.kind == BOT else "") for p in players]
        match: AnyMatch = Match.begin(
            self.game,
            len(people),
            self.options,
            people,
            self.seal(players),
            now=self.clock(),
            seating="fixed" if self.row.seating == "fixed" else "drawn",
            start=self.row.start,
        )
        if lesson := lesson_of(self):
            lesson.play_prelude(match, self.clock())
        return match

    def adopt(self, match: AnyMatch, *, stored: int) -> None:
        """Go on with this match, of which so many entries are on the disk."""
        self.match, self.stored = match, stored
        self.game = self._dressed(match)
        self.presence.read(match.entries)
        self.audience.forget()

    def _dressed(self, match: AnyMatch) -> AnyGame:
        """The game with the houses, colours or nests that people have chosen."""
        wished = [self.players[number].look for number in match.order]
        choice = looks.offered(match.game, len(wished))
        if not choice:
            return match.game
        return games.dressed(match.game, looks.looks_of(wished, choice))

    def restore(self, kept: Kept) -> None:
        """Be as the store says: fold the log into a match again, and take up the draft. Raises
        `BrokenChain`.
        """
        self._take(kept)
        self.dropped = None
        if not self.row.header:
            self.match, self.stored = None, 0
            return
        header = msgspec.json.decode(self.row.header, type=Header)
        check(heading_of(header), kept.entries, self.row.chain)
        try:
            self.game = game_of(header, games.find)
        except (BadFile, NewerRules):
            raise refused("newer_rules") from None
        match: AnyMatch = Match(self.game, header, self.seal(self.players))
        for entry in self._decoded(kept.entries):
            match.entries.append(entry)
            match.apply(entry.body)
        self.adopt(match, stored=len(kept.entries))
        if self.row.draft and (mover := match.to_act) is not None:
            self._take_up_draft(match, mover)

    def go_on(self, kept: Kept) -> TableChange | None:
        """Go on as another process has written it down, and say what to tell; None where it is not the
        same match, going on.
        """
        match, was, news = self.match, self.row, kept.entries[self.stored :]
        if match is None or was.header != kept.row.header:
            return None
        if news != linked(was.chain, [row.entry for row in news], self.stored + 1):
            return None
        mover, drafted, held = match.to_act, match.drafted, match.awaits_commit
        entries, foreseen = self._decoded(news), self.foreseen
        if (news[-1].chain if news else was.chain) != kept.row.chain:
            return None
        if news and drafted != tuple(entry.body for entry in entries[: len(drafted)]):
            return None  # somebody has a draft before their eyes that came to nothing
        said = [line for line in kept.chat if not self.chat or line.number > self.chat[-1].number]
        change = TableChange(chat=said)
        quiet = not news and not said and self.players == kept.players
        self._take(kept)
        if news or was.draft != kept.row.draft:
            change.happened = match.go_on(entries)
            self.stored = len(kept.entries)
            self.presence.read(entries)
            if news and drafted:
                change.mover, change.known = mover, len(drafted) - held
                change.foreseen = foreseen if held else 0
            if self.row.draft and match.to_act is not None:
                self._take_up_draft(match, match.to_act)
        self.presence.heed(said)
        if quiet and was.draft != kept.row.draft and bool(drafted) == bool(match.drafted):
            change.only = mover
        return change

    def _take(self, kept: Kept) -> None:
        self.row, self.players, self.chat = kept.row, kept.players, kept.chat
        self.requests.done = kept.requests

    def _decoded(self, rows: Sequence[EntryRow]) -> list[AnyEntry]:
        decoder = _entry_decoder(self.game.action_type)
        return [decoder.decode(row.entry) for row in rows]

    def _take_up_draft(self, match: AnyMatch, mover: Seat) -> None:
        """Go on where the mover was. A draft that does not fit the log must not lock the table."""
        try:
            for action in _draft_decoder(self.game.action_type).decode(self.row.draft):
                self.choose(mover, action, hold=True)
        except (Refused, msgspec.DecodeError):
            if match.drafted:
                match.restart(mover)
            self.dropped = mover

    def choose(
        self, seat: Seat, action: GameAction, *, hold: bool, by: str = PERSON, request: str = ""
    ) -> list[AnyHappening]:
        """Play an action, and remember what its mover can foresee of it if it is held."""
        match = self.playing()
        view = match.view(seat)
        happened = match.choose(seat, action, now=self.clock(), by=by, request=request, hold=hold)
        if match.awaits_commit:
            self.foreseen = len(preview(self.game, view, action)[0])
            self.caution = self.game.caution(view, action)
        return happened

    def note(self, event: TableEvent, seat: Seat | None, request: str = "") -> list[AnyHappening]:
        """Write something about the table into the log."""
        match = self.playing()
        leaves = not isinstance(event, Hinted)  # who asks for a hint goes on with the turn
        if leaves and match.drafted and seat is not None and seat == match.to_act:
            match.restart(seat)
        happened = match.note(event, seat, now=self.clock(), request=request)
        self.presence.read([happening.entry for happening in happened])
        return happened

    def playing(self) -> AnyMatch:
        """The match, if it has begun. Raises `TableRefused`."""
        if self.match is None:
            raise refused("not_begun")
        return self.match

    def running(self) -> AnyMatch:
        """The match, if it is not over either. Raises `TableRefused`."""
        match = self.playing()
        if match.over:
            raise refused("match_over")
        return match

    def asked(self, seat: Seat) -> AnyMatch:
        """The match, if this seat's person is asked to choose something now. Raises
        `TableRefused`.
        """
        match = self.running()
        if seat != match.to_act or self.presence.bot_of(seat):
            raise refused("not_your_turn")
        if match.awaits_commit:
            raise refused("confirm_or_undo")
        return match

    def draft_json(self) -> str:
        match = self.match
        if match is None or not match.drafted or self.presence.bot_of(match.to_act):
            return ""
        return msgspec.json.encode(match.drafted).decode()

    def view(self, seat: Seat | None) -> AnyView:
        return self._empty if self.match is None else self.match.view(seat)

    def hides(self, seat: Seat) -> bool:
        """Whether this seat knows something that a spectator does not."""
        if self.match is None or self.match.over:
            return False
        own, public = (self.game.conceal(self.match.state, eyes) for eyes in (seat, None))
        return own.seen != public.seen

    @property
    def status(self) -> str:
        if self.match is None:
            return scene.WAITING
        return scene.OVER if self.match.over else scene.PLAYING

    # --- seats ----------------------------------------------------------------------------------

    @property
    def order(self) -> tuple[int, ...]:
        """The player of each seat; before the match, seats are numbered by arrival."""
        return self.match.order if self.match else tuple(range(len(self.players)))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.players[number].name for number in self.order)

    def player_at(self, seat: Seat) -> PlayerRow:
        if not 0 <= seat < len(self.players):
            raise refused("not_your_seat")
        return self.players[self.order[seat]]

    def seats_of(self, guest: int | None) -> tuple[Seat, ...]:
        """The seats a guest speaks for."""
        if guest is None:
            return ()
        return tuple(
            seat
            for seat, number in enumerate(self.order)
            if self.players[number].guest == guest and seat not in self.presence.resigned
        )

    def viewer_of(self, guest: int | None) -> Seat | None:
        """Whose eyes a guest's page has: with several seats nobody's, until one is taken."""
        seats = self.seats_of(guest)
        return seats[0] if self.match is not None and len(seats) == 1 else None

    @property
    def stopping(self) -> set[Seat]:
        """Who would abandon the match."""
        return {seat for seat, number in enumerate(self.order) if self.players[number].stops}


@cache
def _entry_decoder(action_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Entry[action_type])


@cache
def _draft_decoder(action_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(tuple[action_type, ...])
