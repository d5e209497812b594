"""A match: a header, a list of entries, and the state as a fold over them.

The mover's actions since the last barrier are a draft that only the mover sees. A barrier is chance
to act, another seat to act, the end, or something laid open; reaching one commits the
draft as a whole, at once or after `commit`. What is committed is never undone, so an undo can never
be used to peek.

Nothing here reads a clock, a file or a random source: the caller hands in the time and the seal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Generic, Literal, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller.core.chance import Draws, Seal
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
    Step,
    View,
    preview,
    refusal_of,
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


class Abandoned(Struct, frozen=True, tag="abandoned", omit_defaults=True):
    """All agreed to stop, or the house had a reason to. The match has no outcome."""

    reason: str = ""  # of the house


class TakenBack(Struct, frozen=True, tag="taken_back"):
    """The house has cut the log here. What was drawn afterwards is drawn anew (`chance.Draws`)."""

    times: Annotated[int, msgspec.Meta(ge=1)]  # how often it has, with this time


TableEvent: TypeAlias = Seated | Covered | Returned | Resigned | Hinted | Abandoned | TakenBack

TABLE = "table"
LUCK = "chance"
PERSON = "person"


class Entry(Struct, Generic[Action_co], frozen=True, gc=False):
    """One line of the log. Entries are numbered from 1 without gaps and never removed."""

    number: int
    time: float  # seconds since 1970, UTC
    seat: Seat | None
    by: str  # "person", "bot:greedy", "chance" or "table"
    body: Action_co | TableEvent
    request: str = ""  # the id of the request that made it


class Happening(Struct, Generic[State, Action], frozen=True, gc=False):
    """An entry and what became of it: the whole state before, and the steps it was resolved into."""

    entry: Entry[Action]
    before: State
    steps: Sequence[Step[State]] = ()  # none: a table event


Told: TypeAlias = tuple[Entry[Action], list[Sighting[State]]]
"""The same as one viewer may know it: the entry and its steps, concealed."""


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


class _Drafted(Struct, Generic[State, Action], frozen=True):
    """An action of the draft, resolved."""

    action: Action
    before: State
    steps: Sequence[Step[State]]


class Match(Generic[State, Action]):
    """A running or finished match. All changes go through `choose`, `undo`, `restart`, `commit`.

    An action is resolved once, when it is chosen: what commits it returns what happened, and
    `conceal` makes of that what each viewer may know.
    """

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
        self._drafted: list[_Drafted[State, Action]] = []
        self._held = False  # the last of them reaches a barrier and waits for `commit`
        self.draws = Draws()
        # What is asked again and again of one position, made when it is first asked:
        self._legal: Sequence[Action] | None = None
        self._views: dict[Seat | None, View[State]] = {}

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
        match.note(Seated(seating_of(header, seal), seating == "drawn"), None, now=now)
        for _ in match._let_chance_play(now):
            pass
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
        return self._held

    @property
    def drafted(self) -> tuple[Action, ...]:
        """The draft, a held action included. For the mover's eyes only."""
        return tuple(drafted.action for drafted in self._drafted)

    @property
    def _position(self) -> State:
        """Where the mover chooses: after the draft, but before an action that is held."""
        if not self._drafted:
            return self.state
        last = self._drafted[-1]
        return last.before if self._held else last.steps[-1].state

    def view(self, viewer: Seat | None) -> View[State]:
        """What a viewer sees now: the mover the draft, everybody else what is committed.

        A held action is shown as far as the mover can foresee it, never as it will come out.
        """
        if viewer not in self._views:
            self._views[viewer] = self._look(viewer)
        return self._views[viewer]

    def _look(self, viewer: Seat | None) -> View[State]:
        if viewer is None or viewer != self.to_act:
            return self.game.conceal(self.state, viewer)
        view = self.game.conceal(self._position, viewer)
        if not self._held:
            return view
        foreseen, _ = preview(self.game, view, self._drafted[-1].action)
        return View(viewer, foreseen[-1].state)

    def legal(self, seat: Seat) -> Sequence[Action]:
        """The actions that a seat can choose from now."""
        if seat != self.to_act or self._held or self.seal is None:
            return ()
        if self._legal is None:
            self._legal = self.game.legal(self._position)
        return self._legal

    def path(self, action: Action) -> PartPath:
        return self.game.path(self._position, action)

    def state_at(self, number: int) -> State:
        """The whole state after an entry: a fold over the log."""
        state = self.game.start(self.header.seats, options_of(self.game, self.header))
        for entry in self.entries[:number]:
            if not isinstance(entry.body, TableEvent):
                state = self.game.play(state, entry.body)
        return state

    def happenings(self, since: int = 0) -> Iterator[Happening[State, Action]]:
        """What happened after an entry, resolved again from the log."""
        state = self.state_at(since)
        for entry in self.entries[since:]:
            if isinstance(entry.body, TableEvent):
                yield Happening(entry, state)
                continue
            steps = tuple(self.game.steps(state, entry.body))
            yield Happening(entry, state, steps)
            state = steps[-1].state

    def tell(
        self, happened: Iterable[Happening[State, Action]], viewer: Seat | None
    ) -> Iterator[Told[Action, State]]:
        """What happened as a viewer may know it; the view it ends with is not made twice."""
        for happening in happened:
            entry, sightings = conceal(self.game, happening, viewer)
            if sightings and happening.steps[-1].state is self.state and not self._drafted:
                self._views[viewer] = sightings[-1].view
            yield entry, sightings

    def sightings(self, viewer: Seat | None, since: int = 0) -> Iterator[Told[Action, State]]:
        """The log as a viewer may know it: concealed entries with their concealed steps."""
        return self.tell(self.happenings(since), viewer)

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
    ) -> list[Happening[State, Action]]:
        """Add an action to the draft. At a barrier the draft is committed, or held if asked to.

        Returns what was committed: nothing, where the draft goes on.
        """
        self._check_mover(seat)
        if self._held:
            raise TableRefused("TB-08", "confirm_or_undo")
        if action not in self.legal(seat):
            raise Refused(self.refusal_of(seat, action))
        before = self._position
        steps = tuple(self.game.steps(before, action))
        self._drafted.append(_Drafted(action, before, steps))
        self._held = any(step.reveals or self.game.to_act(step.state) != seat for step in steps)
        self._forget()
        if not self._held or hold:
            return []
        return self.commit(seat, now=now, by=by, request=request)

    def refusal_of(self, seat: Seat, action: Action) -> Refusal:
        """Why an action is not legal now."""
        return refusal_of(self.game, self._position, seat, action)

    def undo(self, seat: Seat) -> None:
        """Take back the last action of the draft."""
        self._check_mover(seat)
        if not self._drafted:
            raise TableRefused("TB-03", "nothing_to_undo")
        self._drafted.pop()
        self._held = False
        self._forget()

    def restart(self, seat: Seat) -> None:
        """Take back the whole draft."""
        self._check_mover(seat)
        if not self._drafted:
            raise TableRefused("TB-03", "nothing_to_undo")
        self._clear_draft()

    def commit(
        self, seat: Seat, *, now: float = 0.0, by: str = PERSON, request: str = ""
    ) -> list[Happening[State, Action]]:
        """Make a held draft part of the log; chance plays on. Returns what happened."""
        self._check_mover(seat)
        if not self._held:
            raise TableRefused("TB-05", "illegal")
        drafted = tuple(self._drafted)
        self._clear_draft()
        return [
            *(self._append(one.action, one.steps, seat, by, request, now) for one in drafted),
            *self._let_chance_play(now),
        ]

    def note(
        self, event: TableEvent, seat: Seat | None, *, now: float = 0.0, request: str = ""
    ) -> list[Happening[State, Action]]:
        """Write a table event into the log. Returns what happened, as `commit` does."""
        if isinstance(event, Abandoned):
            self._clear_draft()
        return [self._append(event, (), seat, TABLE, request, now)]

    def go_on(self, entries: Iterable[Entry[Action]]) -> list[Happening[State, Action]]:
        """Add entries that were written elsewhere; they are trusted to be legal. A draft ends with it."""
        self._clear_draft()
        return [self._add(entry) for entry in entries]

    # --- inside ---------------------------------------------------------------------------------

    def _check_mover(self, seat: Seat) -> None:
        if self.seal is None:
            raise TableRefused("TB-04", "read_only")
        if self.over:
            raise TableRefused("TB-02", "match_over")
        if seat != self.to_act:
            raise TableRefused("TB-01", "not_your_turn")

    def _append(
        self,
        body: Action | TableEvent,
        steps: Sequence[Step[State]],
        seat: Seat | None,
        by: str,
        request: str,
        now: float,
    ) -> Happening[State, Action]:
        entry = Entry(len(self.entries) + 1, now, seat, by, body, request)
        before = self.state
        self.entries.append(entry)
        self._enter(body, steps[-1].state if steps else before)
        return Happening(entry, before, steps)

    def _add(self, entry: Entry[Action]) -> Happening[State, Action]:
        before, body = self.state, entry.body
        steps = () if isinstance(body, TableEvent) else tuple(self.game.steps(before, body))
        self.entries.append(entry)
        self._enter(body, steps[-1].state if steps else before)
        return Happening(entry, before, steps)

    def apply(self, body: Action | TableEvent) -> None:
        """Fold one entry's body into the state; it is trusted to be legal."""
        after = self.state
        if not isinstance(body, TableEvent):
            after = self.game.play(self.state, body)
        self._enter(body, after)

    def _enter(self, body: Action | TableEvent, after: State) -> None:
        """Go on from the state after an entry."""
        if isinstance(body, Seated):
            self.order = body.order
        elif isinstance(body, Abandoned):
            self.abandoned = True
        elif isinstance(body, TakenBack):
            self.draws.times = body.times
        elif not isinstance(body, TableEvent):
            if self.game.to_act(self.state) == CHANCE:
                self.draws.count(self.game.stream(self.state))
            self.state = after
        self._forget()

    def _clear_draft(self) -> None:
        self._drafted.clear()
        self._held = False
        self._forget()

    def _forget(self) -> None:
        """The position is another one: what was made of the last is void."""
        self._legal = None
        self._views.clear()

    def _let_chance_play(self, now: float) -> Iterator[Happening[State, Action]]:
        assert self.seal is not None
        while self.to_act == CHANCE:
            actions, weights = self.game.odds(self.state)
            stream = self.game.stream(self.state)
            outcome = actions[self.seal.outcome(*self.draws.due(stream), weights)]
            steps = tuple(self.game.steps(self.state, outcome))
            yield self._append(outcome, steps, None, LUCK, "", now)

    # --- files ----------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
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
        return _packed(self.concealed(viewer))

    def concealed(self, viewer: Seat | None) -> MatchFile[Action, State]:
        """The match as one viewer saw it, without the seed even when it is over."""
        entries, views = [], []
        view = self.game.conceal(self.state_at(0), viewer)
        for entry, seen in self.sightings(viewer):
            view = seen[-1].view if seen else view
            entries.append(entry)
            views.append(view.seen)
        return MatchFile(
            FORMAT, "export", self.header, tuple(entries), viewer=viewer, views=tuple(views)
        )


AnyMatch: TypeAlias = Match[GameState, GameAction]
AnyEntry: TypeAlias = Entry[GameAction]
AnyHappening: TypeAlias = Happening[GameState, GameAction]
AnyTold: TypeAlias = Told[GameAction, GameState]


def conceal(
    game: Game[State, Action], happening: Happening[State, Action], viewer: Seat | None
) -> Told[Action, State]:
    """What one viewer may know of something that happened: the one way from a log to its readers."""
    entry = happening.entry
    if isinstance(entry.body, TableEvent):
        return _concealed_note(entry, viewer), []
    body = game.conceal_action(happening.before, entry.body, viewer)
    return msgspec.structs.replace(entry, body=body), list(watch(game, happening.steps, viewer))


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
