"""A table: its match, its players, and what has become of both.

Nothing here speaks to anybody: `telling` does.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import takewhile
from typing import Any, Final

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.bots.hints import Judged
from ratskeller.core.archive import game_of
from ratskeller.core.chance import Seal, commitment_of
from ratskeller.core.game import (
    CHANCE,
    AnyGame,
    AnyView,
    GameAction,
    NewerRules,
    Refusal,
    Seat,
    preview,
)
from ratskeller.core.match import (
    AnyEntry,
    AnyHappening,
    AnyMatch,
    BadFile,
    Covered,
    Entry,
    Header,
    Hinted,
    Match,
    Player,
    Resigned,
    Returned,
    TableEvent,
)
from ratskeller.server import present
from ratskeller.server.listener import Listener
from ratskeller.server.refusals import refused
from ratskeller.server.schema import BOT, PERSON, ChatRow, PlayerRow, TableRow

REMEMBERED: Final = 256
"""Requests whose answers are kept word for word; older ones are answered with the whole."""

Decision = tuple[Seat, int, tuple[GameAction, ...]]
"""What is asked of a seat: so many actions have been played, and these are in its draft."""
Judgement = tuple[Judged, ...]


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
        self.chat: list[ChatRow] = []
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.covered: dict[Seat, str] = {}
        self.resigned: dict[Seat, str] = {}
        self.stored = 0  # entries on the disk
        self.driver: asyncio.Task[None] | None = None  # lets bots play
        self.last_used = clock()
        self.requests: dict[tuple[int, str], str] = {}  # what was done, by guest and request id
        self.answers: OrderedDict[tuple[int, str], tuple[str, bytes]] = OrderedDict()
        self.foreseen = 0  # steps of a held action that its mover has been shown
        self.caution: Refusal | None = None
        self.judging: tuple[Decision, asyncio.Task[Judgement | None]] | None = None  # for a hint
        self._seen = {player.number: clock() for player in players}
        self._empty = game.conceal(game.start(len(players), self.options), None)

    # --- the match ------------------------------------------------------------------------------

    def seal(self) -> Seal:
        return Seal(self.row.id, self.row.seed, tuple(player.nonce for player in self.players))

    def commitment(self) -> str:
        return commitment_of(self.row.seed)

    def begin(self) -> AnyMatch:
        """Seat everybody and deal, on paper: the caller writes it down and then calls `adopt`."""
        people = [Player(p.name, p.bot if p.kind == BOT else "") for p in self.players]
        return Match.begin(
            self.game,
            len(people),
            self.options,
            people,
            self.seal(),
            now=self.clock(),
            seating="fixed" if self.row.seating == "fixed" else "drawn",
            start=self.row.start,
        )

    def adopt(self, match: AnyMatch, *, stored: int) -> None:
        """Go on with this match, of which so many entries are on the disk."""
        self.match, self.stored = match, stored
        self.covered, self.resigned = {}, {}
        for entry in match.entries:
            self._note(entry)

    def restore(self, lines: Sequence[str]) -> None:
        """Fold the log of the store into a match again, and take up the draft."""
        if not self.row.header:
            self.match, self.stored = None, 0
            return
        header = msgspec.json.decode(self.row.header, type=Header)
        try:
            self.game = game_of(header, games.find)
        except (BadFile, NewerRules):
            raise refused("newer_rules") from None
        match: AnyMatch = Match(self.game, header, self.seal())
        decoder = _entry_decoder(self.game.action_type)
        for line in lines:
            entry = decoder.decode(line)
            match.entries.append(entry)
            match.apply(entry.body)
        self.adopt(match, stored=len(lines))
        if self.row.draft and (mover := match.to_act) is not None:
            for action in _draft_decoder(self.game.action_type).decode(self.row.draft):
                self.choose(mover, action, hold=True)

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
        self._note(match.entries[-1])
        return happened

    def _note(self, entry: AnyEntry) -> None:
        match entry.body, entry.seat:
            case Covered(bot), int(seat):
                self.covered[seat] = bot
            case Returned(), int(seat):
                self.covered.pop(seat, None)
            case Resigned(bot), int(seat):
                self.resigned[seat] = bot

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

    def draft_json(self) -> str:
        match = self.match
        if match is None or not match.drafted or self.bot_of(match.to_act):
            return ""
        return msgspec.json.encode(match.drafted).decode()

    def new_lines(self) -> list[str]:
        """Entries that are not on the disk yet."""
        match = self.playing()
        return [msgspec.json.encode(entry).decode() for entry in match.entries[self.stored :]]

    def asked(self, seat: Seat) -> AnyMatch:
        """The match, if this seat's person is asked to choose something now. Raises
        `TableRefused`.
        """
        match = self.running()
        if seat != match.to_act or self.bot_of(seat):
            raise refused("not_your_turn")
        if match.awaits_commit:
            raise refused("confirm_or_undo")
        return match

    def decision(self, seat: Seat) -> Decision:
        """What a seat has to decide. Notes in the log about the table ask nothing new."""
        match = self.playing()
        played = sum(not isinstance(entry.body, TableEvent) for entry in match.entries)
        return seat, played, match.drafted

    def has_asked(self, seat: Seat) -> bool:
        """Whether the log knows of a hint to this seat at this step of the turn: it outlives the
        judgement, which is in memory only.
        """
        match = self.playing()
        asked = Hinted(step=len(match.drafted))
        notes = takewhile(lambda entry: isinstance(entry.body, TableEvent), reversed(match.entries))
        return any((entry.seat, entry.body) == (seat, asked) for entry in notes)

    @property
    def status(self) -> str:
        if self.match is None:
            return present.WAITING
        return present.OVER if self.match.over else present.PLAYING

    # --- people ---------------------------------------------------------------------------------

    @property
    def order(self) -> tuple[int, ...]:
        """The player of each seat; before the match, seats are numbered by arrival."""
        return self.match.order if self.match else tuple(range(len(self.players)))

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
            if self.players[number].guest == guest and seat not in self.resigned
        )

    def viewer_of(self, guest: int | None) -> Seat | None:
        """Whose eyes a guest's page has: with several seats nobody's, until one is taken."""
        seats = self.seats_of(guest)
        return seats[0] if self.match is not None and len(seats) == 1 else None

    def bot_of(self, seat: Seat | None) -> str:
        """The level of the bot that plays a seat now; "" for a person."""
        if seat is None or seat == CHANCE:
            return ""
        player = self.player_at(seat)
        if player.kind == BOT:
            return player.bot
        return self.resigned.get(seat) or self.covered.get(seat, "")

    @property
    def stopping(self) -> set[Seat]:
        """Who would abandon the match."""
        return {seat for seat, number in enumerate(self.order) if self.players[number].stops}

    def online(self, player: PlayerRow) -> bool:
        if player.guest is None:
            return player.kind == BOT
        return any(one.guest == player.guest for one in self.listeners)

    def away(self, player: PlayerRow) -> float:
        """Seconds since a person was last here."""
        if player.kind != PERSON or self.online(player):
            return 0.0
        return max(0.0, self.clock() - self._seen[player.number])

    def may_cover(self) -> tuple[Seat, ...]:
        """Seats whose person has been away for so long that a bot may be asked to play."""
        if self.match is None or self.match.over:
            return ()
        return tuple(
            seat
            for seat, number in enumerate(self.order)
            if not self.bot_of(seat) and self.away(self.players[number]) >= self.row.cover_after
        )

    def seen_now(self, guest: int | None) -> None:
        """A socket of this guest has come or gone."""
        for player in self.players:
            if guest is not None and player.guest == guest:
                self._seen[player.number] = self.clock()

    # --- looking back ---------------------------------------------------------------------------

    def view(self, seat: Seat | None) -> AnyView:
        return self._empty if self.match is None else self.match.view(seat)

    def sealed_draws(self) -> list[tuple[str, int, tuple[int, ...], int]]:
        """Every draw of a match that is over, as anybody can compute it again."""
        match = self.playing()
        if not match.over:
            raise refused("still_playing")
        draws: list[tuple[str, int, tuple[int, ...], int]] = []
        if match.header.seating == "drawn":
            left = list(range(match.header.seats))
            for number, player in enumerate(match.order[:-1]):
                draws.append(("seats", number, (1,) * len(left), left.index(player)))
                left.remove(player)
        counts: dict[str, int] = {}
        for happening in match.happenings():
            entry, state = happening.entry, happening.before
            if isinstance(entry.body, TableEvent) or self.game.to_act(state) != CHANCE:
                continue
            actions, weights = self.game.odds(state)
            stream = self.game.stream(state)
            number = counts.get(stream, 0)
            counts[stream] = number + 1
            draws.append((stream, number, tuple(weights), list(actions).index(entry.body)))
        return draws

    # --- repeated requests ----------------------------------------------------------------------

    def remember(self, guest: int, request: str, digest: str, line: bytes) -> None:
        """Keep an answer, in case its request comes again."""
        self.answers[guest, request] = (digest, line)
        while len(self.answers) > REMEMBERED:
            self.answers.popitem(last=False)


def digest_of(message: Struct) -> str:
    """What tells two messages with the same request id apart."""
    return hashlib.sha256(msgspec.json.encode(message)).hexdigest()


@cache
def _entry_decoder(action_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Entry[action_type])


@cache
def _draft_decoder(action_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(tuple[action_type, ...])
