"""A match: a header, a list of entries, and the state as a fold over them.

The mover's actions since the last barrier are a draft that only the mover sees. A barrier is chance
to act, another seat to act, the end, or something laid open; reaching one commits the
draft as a whole, at once or after `commit`. What is committed is never undone, so an undo can never
be used to peek.

Nothing here reads a clock, a file or a random source: the caller hands in the time and the seal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Generic, Literal, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller.core.chance import Seal
from ratskeller.core.game import (
    CHANCE,
    Action,
    Action_co,
    Game,
    GameAction,
    GameState,
    Mover,
    Outcome,
    PartPath,
    Refusal,
    Refused,
    Seat,
    Sighting,
    State,
    View,
    preview,
    watch,
)

FORMAT = 1


class Player(Struct, frozen=True):
    """Who plays: a person's name, or the level of a bot."""

    name: str
    bot: str = ""


class Seated(Struct, frozen=True, tag="seated"):
    """The first entry: `order[seat]` is the number of the player who sits there (PP-06)."""

    order: tuple[int, ...]
    drawn: bool  # by chance, from the stream "seats"; otherwise agreed


class Covered(Struct, frozen=True, tag="covered"):
    """A bot plays for a seat from now on."""

    bot: str


class Returned(Struct, frozen=True, tag="returned"):
    """The person plays again."""


class Resigned(Struct, frozen=True, tag="resigned"):
    """The person has left for good; a bot takes the seat."""

    bot: str


class Hinted(Struct, frozen=True, tag="hinted"):
    """The seat asked for a hint, openly."""

    step: int = 0  # so many actions were in its draft, which is nobody else's business


class Abandoned(Struct, frozen=True, tag="abandoned"):
    """All agreed to stop. The match has no outcome."""


TableEvent: TypeAlias = Seated | Covered | Returned | Resigned | Hinted | Abandoned

TABLE = "table"
LUCK = "chance"
PERSON = "person"


class Entry(Struct, Generic[Action_co], frozen=True):
    """One line of the log. Entries are numbered from 1 without gaps and never removed."""

    number: int
    time: float  # seconds since 1970, UTC
    seat: Seat | None
    by: str  # "person", "bot:greedy", "chance" or "table"
    body: Action_co | TableEvent
    request: str = ""  # the id of the request that made it


class Header(Struct, frozen=True):
    """What a match is played with. It never changes."""

    game: str
    rules_version: Annotated[int, msgspec.Meta(ge=1)]
    data_hash: str
    seats: int
    options: dict[str, Any]
    players: tuple[Player, ...]  # in the order of arrival
    table: str
    commitment: str  # SHA-256 of the seed
    nonces: tuple[str, ...]
    data: str = ""  # the text of the data file
    seating: Literal["drawn", "fixed"] = "drawn"
    start: int = 0  # with fixed seating: how far the players are rotated (a rematch)


class MatchFile(Struct, Generic[Action, State], frozen=True):
    """A match on disk. A save holds the seed; an export of a running match holds views instead."""

    format: int
    kind: Literal["save", "export"]
    header: Header
    entries: tuple[Entry[Action], ...]
    seed: str = ""
    draft: tuple[Action, ...] = ()
    viewer: Seat | None = None
    views: tuple[State, ...] = ()  # of the exporter, one after each entry


class BadFile(ValueError):
    """Not a match file, or a damaged one; the message says what is wrong."""


class TableRefused(Refused):
    """The table, not the game, says no: rule ids TB-01 and so on."""

    def __init__(self, rule: str, reason: str, **args: str | int) -> None:
        super().__init__(Refusal(rule, reason, args))


class Match(Generic[State, Action]):
    """A running or finished match. All changes go through `choose`, `undo`, `restart`, `commit`."""

    def __init__(self, game: Game[State, Action], header: Header, seal: Seal | None) -> None:
        self.game = game
        if header.data_hash != game.data_hash:  # it is from before matches carried their data
            header = msgspec.structs.replace(header, data=game.data, data_hash=game.data_hash)
        self.header = header
        self.seal = seal
        self.entries: list[Entry[Action]] = []
        self.abandoned = False
        self.order: tuple[int, ...] = tuple(range(header.seats))
        self.state: State = game.start(header.seats, options_of(game, header))
        self._drafted: list[tuple[Action, State]] = []  # each action with the state before it
        self._draft: State = self.state
        self._held: Action | None = None  # reaches a barrier, waits for `commit`
        self._draws: Counter[str] = Counter()

    # --- beginning ------------------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        game: Game[State, Action],
        seats: int,
        options: Any,
        players: Sequence[Player],
        seal: Seal,
        *,
        now: float = 0.0,
        seating: Literal["drawn", "fixed"] = "drawn",
        start: int = 0,
    ) -> Match[State, Action]:
        """Seat the players and deal. Raises `Refused` where the game cannot be set up so."""
        if refusal := game.why_not_start(seats, options):
            raise Refused(refusal)
        if len(players) != seats or len(seal.nonces) != seats:
            raise ValueError(f"{seats} seats need as many players and nonces")
        header = Header(
            game=game.meta.id,
            rules_version=game.version,
            data_hash=game.data_hash,
            seats=seats,
            options=msgspec.to_builtins(options),
            players=tuple(players),
            table=seal.table,
            commitment=seal.commitment,
            nonces=seal.nonces,
            data=game.data,
            seating=seating,
            start=start,
        )
        match = cls(game, header, seal)
        match._append(Seated(seating_of(header, seal), seating == "drawn"), None, TABLE, "", now)
        match._let_chance_play(now)
        return match

    # --- reading --------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        return self.abandoned or self.outcome is not None

    @property
    def to_act(self) -> Mover | None:
        return None if self.abandoned else self.game.to_act(self.state)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(self.header.players[player].name for player in self.order)

    @property
    def awaits_commit(self) -> bool:
        return self._held is not None

    @property
    def drafted(self) -> tuple[Action, ...]:
        """The draft, a held action included. For the mover's eyes only."""
        actions = tuple(action for action, _ in self._drafted)
        return actions if self._held is None else (*actions, self._held)

    def view(self, viewer: Seat | None) -> View[State]:
        """What a viewer sees now: the mover the draft, everybody else what is committed.

        A held action is shown as far as the mover can foresee it, never as it will come out.
        """
        if viewer is None or viewer != self.to_act:
            return self.game.conceal(self.state, viewer)
        view = self.game.conceal(self._draft, viewer)
        if self._held is None:
            return view
        foreseen, _ = preview(self.game, view, self._held)
        return View(viewer, foreseen[-1].state)

    def legal(self, seat: Seat) -> Sequence[Action]:
        """The actions that a seat can choose from now."""
        if seat != self.to_act or self._held is not None or self.seal is None:
            return ()
        return self.game.legal(self._draft)

    def path(self, action: Action) -> PartPath:
        return self.game.path(self._draft, action)

    def state_at(self, number: int) -> State:
        """The whole state after an entry: a fold over the log."""
        state = self.game.start(self.header.seats, options_of(self.game, self.header))
        for entry in self.entries[:number]:
            if not isinstance(entry.body, TableEvent):
                state = self.game.play(state, entry.body)
        return state

    def sightings(
        self, viewer: Seat | None, since: int = 0
    ) -> Iterator[tuple[Entry[Action], list[Sighting[State]]]]:
        """The log as a viewer may know it: concealed entries with their concealed steps."""
        state = self.state_at(since)
        for entry in self.entries[since:]:
            if isinstance(entry.body, TableEvent):
                yield _concealed_note(entry, viewer), []
                continue
            concealed = self.game.conceal_action(state, entry.body, viewer)
            seen = list(watch(self.game, state, entry.body, viewer))
            yield msgspec.structs.replace(entry, body=concealed), seen
            state = self.game.play(state, entry.body)

    # --- playing --------------------------------------------------------------------------------

    def choose(
        self,
        seat: Seat,
        action: Action,
        *,
        now: float = 0.0,
        by: str = PERSON,
        request: str = "",
        hold: bool = False,
    ) -> None:
        """Add an action to the draft. At a barrier the draft is committed, or held if asked to."""
        self._check_mover(seat)
        if self._held is not None:
            raise TableRefused("TB-08", "confirm_or_undo")
        if action not in self.game.legal(self._draft):
            raise Refused(self.refusal_of(seat, action))
        if not self._reaches_barrier(action):
            self._drafted.append((action, self._draft))
            self._draft = self.game.play(self._draft, action)
            return
        self._held = action
        if not hold:
            self.commit(seat, now=now, by=by, request=request)

    def refusal_of(self, seat: Seat, action: Action) -> Refusal:
        """Why an action is not legal, by its parts where the game can tell, else by the table."""
        view = self.game.conceal(self._draft, seat)
        try:
            parts = self.game.path(self._draft, action)
        except ValueError:
            parts = ()
        return (parts and self.game.why_not(view, parts)) or Refusal("TB-05", "illegal")

    def undo(self, seat: Seat) -> None:
        """Take back the last action of the draft."""
        self._check_mover(seat)
        if self._held is not None:
            self._held = None
        elif self._drafted:
            _, self._draft = self._drafted.pop()
        else:
            raise TableRefused("TB-03", "nothing_to_undo")

    def restart(self, seat: Seat) -> None:
        """Take back the whole draft."""
        self._check_mover(seat)
        if not self.drafted:
            raise TableRefused("TB-03", "nothing_to_undo")
        self._clear_draft()

    def commit(self, seat: Seat, *, now: float = 0.0, by: str = PERSON, request: str = "") -> None:
        """Make a held draft part of the log; chance plays on."""
        self._check_mover(seat)
        if self._held is None:
            raise TableRefused("TB-05", "illegal")
        for action in self.drafted:
            self._append(action, seat, by, request, now)
        self._clear_draft()
        self._let_chance_play(now)

    def note(
        self, event: TableEvent, seat: Seat | None, *, now: float = 0.0, request: str = ""
    ) -> None:
        """Write a table event into the log."""
        if isinstance(event, Abandoned):
            self._clear_draft()
        self._append(event, seat, TABLE, request, now)

    # --- inside ---------------------------------------------------------------------------------

    def _check_mover(self, seat: Seat) -> None:
        if self.seal is None:
            raise TableRefused("TB-04", "read_only")
        if self.over:
            raise TableRefused("TB-02", "match_over")
        if seat != self.to_act:
            raise TableRefused("TB-01", "not_your_turn")

    def _reaches_barrier(self, action: Action) -> bool:
        mover = self.game.to_act(self._draft)
        return any(
            step.reveals or self.game.to_act(step.state) != mover
            for step in self.game.steps(self._draft, action)
        )

    def _append(
        self, body: Action | TableEvent, seat: Seat | None, by: str, request: str, now: float
    ) -> None:
        self.entries.append(Entry(len(self.entries) + 1, now, seat, by, body, request))
        self.apply(body)

    def apply(self, body: Action | TableEvent) -> None:
        """Fold one entry's body into the state; it is trusted to be legal."""
        if isinstance(body, Seated):
            self.order = body.order
        elif isinstance(body, Abandoned):
            self.abandoned = True
        elif not isinstance(body, TableEvent):
            if self.game.to_act(self.state) == CHANCE:
                self._draws[self.game.stream(self.state)] += 1
            self.state = self.game.play(self.state, body)
            self._draft = self.state

    def _clear_draft(self) -> None:
        self._drafted.clear()
        self._held = None
        self._draft = self.state

    def _let_chance_play(self, now: float) -> None:
        assert self.seal is not None
        while self.to_act == CHANCE:
            actions, weights = self.game.odds(self.state)
            stream = self.game.stream(self.state)
            outcome = self.seal.outcome(stream, self._draws[stream], weights)
            self._append(actions[outcome], None, LUCK, "", now)

    # --- files ----------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The whole match, to go on with later. Private: it holds the seed."""
        if self.seal is None:
            raise TableRefused("TB-04", "read_only")
        return _packed(
            MatchFile(
                FORMAT,
                "save",
                self.header,
                tuple(self.entries),
                seed=self.seal.seed,
                draft=self.drafted,
            )
        )

    def export(self, viewer: Seat | None) -> bytes:
        """What may be shown: the viewer's concealed log, or everything once the match is over."""
        if self.over and self.seal is not None:
            entries = tuple(self.entries)
            return _packed(MatchFile(FORMAT, "export", self.header, entries, seed=self.seal.seed))
        concealed, views, state = [], [], self.state_at(0)
        for entry, seen in self.sightings(viewer):
            concealed.append(entry)
            state = seen[-1].view.seen if seen else self.game.conceal(state, viewer).seen
            views.append(state)
        return _packed(
            MatchFile(
                FORMAT,
                "export",
                self.header,
                tuple(concealed),
                viewer=viewer,
                views=tuple(views),
            )
        )


AnyMatch: TypeAlias = Match[GameState, GameAction]
AnyEntry: TypeAlias = Entry[GameAction]


def _packed(file: MatchFile[Action, State]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def _concealed_note(entry: Entry[Action], viewer: Seat | None) -> Entry[Action]:
    """How far a seat had come with its draft when it asked for a hint is known to itself alone."""
    if isinstance(entry.body, Hinted) and entry.seat != viewer:
        return msgspec.structs.replace(entry, body=Hinted())
    return entry


def seating_of(header: Header, seal: Seal) -> tuple[int, ...]:
    """Who sits where: drawn from the stream "seats", or rotated so that `start` begins."""
    count = header.seats
    if header.seating == "drawn":
        return seal.order("seats", count)
    return tuple((seat + header.start) % count for seat in range(count))


def options_of(game: Game[State, Action], header: Header) -> Any:
    return msgspec.convert(header.options, game.meta.options)
