"""The contract between a game and the house: what every game must be able to answer.

A game is a set of pure functions on frozen structs. Chance is a player, a concealed state is a
`View`, a refusal names its rule. Nothing in this file knows a particular game, and a game that
meets it is served by every room of the house: terminal, browser, bots, arena, notebooks.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import tomllib
import typing
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import UnionType
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, Self, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from ratskeller.core.encoding import Span

Seat: TypeAlias = int
"""A place at the table, counted from 0 in the order of play."""

CHANCE: Final = -1
"""The mover where dice or a draw are due."""

Mover: TypeAlias = int
"""A `Seat`, or `CHANCE`."""

PartPath: TypeAlias = tuple[str, ...]
"""The parts and places that an action is played on, in order: `("hand:F2", "slot:3")`."""


class GameState(Struct, frozen=True):
    """What every game's state derives from: a whole state, or one seen through a `View`.

    A view is none itself, and neither is an action or an event: so where one of them is
    wanted the type checker takes no other, even in rooms that serve any game.
    """

    @property
    def seats(self) -> int:
        """How many sit at the table. Every state has a field of that name."""
        raise AttributeError(f"a state needs a field “seats”; {type(self).__name__} has none")


class GameAction(Struct, frozen=True):
    """What every game's actions derive from, chance's too."""


class GameEvent(Struct, frozen=True, gc=False):
    """What every game's events derive from."""

    @property
    def cause(self) -> str:
        """What brought it about, where one type of event follows from several rules."""
        return ""


State = TypeVar("State", bound=GameState)
Tables = TypeVar("Tables", bound=Struct)
Action = TypeVar("Action", bound=GameAction)
Look = TypeVar("Look")
# What only hands a state or an action out can stand where a wider one is wanted.
State_co = TypeVar("State_co", bound=GameState, covariant=True)
Action_co = TypeVar("Action_co", bound=GameAction, covariant=True)


class Mark(Enum):
    """Who may know a field of a state. Every field carries one: `Annotated[Hands, Mark.OWNER]`."""

    OPEN = "open"  # everybody
    OWNER = "owner"  # indexed by seat: the seat it belongs to
    PLACER = "placer"  # whoever laid it there, until it is turned over
    NOBODY = "nobody"  # no seat at all


class View(Struct, Generic[State_co], frozen=True, gc=False):
    """What one viewer may know: a concealed state that knows its viewer.

    Only `Game.conceal` makes one. There is no way back to the whole state; `Game.imagine` makes
    up a whole state that is possible, not the true one.
    """

    viewer: Seat | None  # None: a spectator
    seen: State_co


class Step(Struct, Generic[State_co], frozen=True, gc=False):
    """One visible thing that happened while an action was resolved, and the state right after."""

    event: GameEvent
    state: State_co
    reveals: bool = False  # something that was hidden is laid open: never undone


class Sighting(Struct, Generic[State_co], frozen=True, gc=False):
    """A step as one viewer sees it."""

    event: GameEvent
    view: View[State_co]
    reveals: bool = False


class Refusal(Struct, frozen=True):
    """Why something cannot be done: the rule, and a reason the words room turns into a sentence."""

    rule: str  # "PP-31"
    reason: str  # key of the sentence
    args: dict[str, str | int] = {}


class Refused(Exception):
    """Something asked for is against a rule; the refusal says which. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule}: {refusal.reason} {refusal.args or ''}".rstrip())
        self.refusal = refusal


class BadNotation(ValueError):
    """A text is not the notation of any action of this game."""


class Outcome(Struct, frozen=True):
    """How a game ended. `ranks[seat]` is 1 for the winner; equal ranks are ties."""

    ranks: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Credits(Struct, frozen=True):
    """Who made a game, by what they did."""

    design: tuple[str, ...] = ()
    illustration: tuple[str, ...] = ()
    layout: tuple[str, ...] = ()


class Meta(Struct, frozen=True):
    """What can be said of a game without starting it."""

    id: str
    title: str
    seats: tuple[int, ...]  # the player counts it can be played with
    minutes: int
    options: type[Struct]
    rules_version: int  # the newest; a rule that changes its meaning raises it
    rule_prefix: str  # "PP": rule ids are PP-01, PP-02, ...
    credits: Credits
    provenance: str  # where the numbers come from, in one sentence
    bound: int  # no match takes more actions than this, chance included
    setup_rule: str  # the rule cited when the number of seats does not fit

    @property
    def usual_seats(self) -> int:
        """Four where the game allows it: enough for a crowd, few enough to remember."""
        return min(self.seats, key=lambda seats: abs(seats - 4))


class Worn(Protocol):
    """Gives by seat what is given by look: `Game.worn` of one table."""

    def __call__(self, looks: Sequence[Look], /) -> tuple[Look, ...]: ...


class Game(ABC, Generic[State, Action]):
    """The rules of one game. Every method is a pure function of its arguments.

    `play`, `legal`, `odds` and the rest of the engine trust their caller: searches call them
    millions of times. Whoever takes input from a person goes through `Match`, which checks.
    """

    meta: ClassVar[Meta]
    state_type: ClassVar[type[GameState]]
    action_type: ClassVar[Any]  # the tagged union of all actions, chance's too
    event_type: ClassVar[Any]  # the tagged union of all events
    citations: ClassVar[Mapping[type[GameEvent], str | Mapping[str, str]]] = {}
    """The rule that each event follows from; where there are several, each by its cause."""
    legacy_hash: ClassVar[str] = ""
    """Matches once named the shipped data by the hash of its text and did not carry it: this one."""
    looks: tuple[int, ...] = ()
    """At one table: which house, colour or nest each seat has; its own where nothing is said. The rules
    do not know it; words and boards ask `worn`."""

    def __init__(self, data: str) -> None:
        """`data` is the text of the data file; raises `BadData` where it makes no sense."""
        self.data = data
        self.data_hash = data_hash_of(self.read_tables(data))
        self.version = self.meta.rules_version
        """By which version of the rules a match is played that this object starts."""

    @staticmethod
    def read_tables(data: str) -> dict[str, Any]:
        """What a data file says, without the comments: what the hash is of. Raises `BadData`."""
        return read_toml(data)

    def as_played(self, version: int, data: str) -> Self:
        """The same game by an older version of its rules, or with other data.

        `start` puts `version` into the state of a game that has more than one, and the rule that
        changed asks the state for it. Raises `NewerRules` and `BadData`.
        """
        if version > self.meta.rules_version:
            raise NewerRules(
                f"rules version {version} of {self.meta.id} is newer than this program, "
                f"which knows none after {self.meta.rules_version}"
            )
        if (version, data) == (self.version, self.data):
            return self
        other = type(self)(data)
        other.version = version
        same = (version, other.data_hash) == (self.version, self.data_hash)
        return self if same else other

    def worn(self, looks: Sequence[Look], /) -> tuple[Look, ...]:
        """By seat what is given by look: names, inks, signs."""
        worn = (*self.looks, *range(len(self.looks), len(looks)))
        return tuple(looks[look] for look in worn)

    def legacy_data(self) -> str:
        """The data of `legacy_hash`. Whoever changes a number of the shipped file keeps the old one
        and returns it here: matches from then know it by its hash alone.
        """
        return self.data

    def __repr__(self) -> str:
        seats = self.meta.seats
        return f"<Game: {self.meta.title} ({self.meta.id}), {seats[0]} to {seats[-1]} seats>"

    # --- the engine ---------------------------------------------------------------------------

    @abstractmethod
    def start(self, seats: int, options: Any) -> State: ...

    @abstractmethod
    def to_act(self, state: State) -> Mover | None:
        """Whose decision is due; None when the game is over."""

    @abstractmethod
    def legal(self, state: State) -> Sequence[Action]:
        """The mover's actions in a stable order; also right when asked of the mover's own view."""

    @abstractmethod
    def odds(self, state: State) -> tuple[Sequence[Action], Sequence[int]]:
        """CHANCE's outcomes and their integer weights, side by side; a weight may be 0."""

    @abstractmethod
    def stream(self, state: State) -> str:
        """Which stream of chance the draw that is due belongs to."""

    @abstractmethod
    def play(self, state: State, action: Action) -> State: ...

    @abstractmethod
    def steps(self, state: State, action: Action) -> Iterator[Step[State]]:
        """The resolution of `play`, recorded. On a view it ends at the first thing unknown."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None: ...

    # --- secrecy ------------------------------------------------------------------------------

    @abstractmethod
    def conceal(self, state: State, viewer: Seat | None) -> View[State]: ...

    @abstractmethod
    def conceal_action(self, state: State, action: Action, viewer: Seat | None) -> Action:
        """The action as the viewer may know it; `state` is the one it was played on."""

    @abstractmethod
    def conceal_event(self, event: GameEvent, viewer: Seat | None) -> GameEvent: ...

    @abstractmethod
    def imagine(self, view: View[State], rng: random.Random) -> State:
        """A whole state that the viewer must think possible."""

    @abstractmethod
    def scramble(self, state: State, viewer: Seat | None, rng: random.Random) -> State:
        """Another whole state that differs only in what the viewer may not know.

        It serves the law of non-interference, so it is written from the marks of the fields and
        calls neither `conceal` nor `imagine`. It need not be a state that play can reach.
        """

    # --- people -------------------------------------------------------------------------------

    @abstractmethod
    def why_not_start(self, seats: int, options: Any) -> Refusal | None: ...

    @abstractmethod
    def why_not(self, view: View[State], path: Sequence[str]) -> Refusal | None:
        """Why these parts, chosen in this order, lead to no action; None where they do."""

    def cite(self, event: GameEvent) -> str:
        """The rule that an event follows from; "" where none can be named."""
        rule = self.citations.get(type(event), "")
        return rule if isinstance(rule, str) else rule.get(event.cause, "")

    def caution(self, view: View[State], action: Action) -> Refusal | None:  # noqa: ARG002
        """Why a legal action should be confirmed by name: it eliminates somebody, say."""
        return None

    @abstractmethod
    def path(self, state: State, action: Action) -> PartPath:
        """The parts a legal action is played on. Unique and prefix-free among the legal ones."""

    @abstractmethod
    def notation(self, action: Action) -> str:
        """A short text a person can type."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """The action of a notation; raises `BadNotation`, whose message says what is right."""

    # --- for machines -------------------------------------------------------------------------

    @abstractmethod
    def index(self, action: Action) -> int:
        """A dense number below `index_size`, for masks and networks."""

    @abstractmethod
    def from_index(self, index: int) -> Action: ...

    @property
    @abstractmethod
    def index_size(self) -> int: ...

    @abstractmethod
    def encode(self, view: View[State]) -> tuple[int, ...]:
        """All that the viewer knows as numbers, seats counted from the viewer's own."""

    @abstractmethod
    def spans(self, seats: int) -> Sequence[Span]:
        """What the numbers of `encode` are, in order; how many hangs on seats and data alone."""

    @abstractmethod
    def pieces(self, state: State) -> Mapping[str, Any]:
        """Counts that never change from the first state of a match to the last, by name."""

    @abstractmethod
    def turns(self, state: State) -> int:
        """How many players' turns have been completed."""


class OpenGame(Game[State, Action]):
    """A game in which everybody sees everything: the part of the contract that secrecy needs."""

    def conceal(self, state: State, viewer: Seat | None) -> View[State]:
        return View(viewer, state)

    def conceal_action(self, state: State, action: Action, viewer: Seat | None) -> Action:  # noqa: ARG002
        return action

    def conceal_event(self, event: GameEvent, viewer: Seat | None) -> GameEvent:  # noqa: ARG002
        return event

    def imagine(self, view: View[State], rng: random.Random) -> State:  # noqa: ARG002
        return view.seen

    def scramble(self, state: State, viewer: Seat | None, rng: random.Random) -> State:  # noqa: ARG002
        return state


AnyGame: TypeAlias = Game[GameState, GameAction]
AnyView: TypeAlias = View[GameState]
AnySighting: TypeAlias = Sighting[GameState]


class BadData(ValueError):
    """A game's data file is damaged or makes no sense; the message names the line or the key."""


class NewerRules(LookupError):
    """A match of rules that are still to be written, as far as this program knows."""


def read_toml(data: str) -> dict[str, Any]:
    """The tables of a data file; raises `BadData` with the line where it is not TOML."""
    try:
        return tomllib.loads(data)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"the data file is not TOML: {error}") from None


def read_data(data: str, kind: type[Tables]) -> Tables:
    """A data file as the struct that says what is in it; raises `BadData` with what does not fit."""
    try:
        return msgspec.convert(read_toml(data), kind)
    except msgspec.ValidationError as error:
        raise BadData(f"the data file does not fit: {error}") from None


def data_hash_of(tables: Mapping[str, Any]) -> str:
    """What data are known by. Their order counts: the burrow of First Rat begins at its first
    chamber.
    """
    return hashlib.sha256(msgspec.json.encode(tables)).hexdigest()


def watch(
    game: Game[State, Action], steps: Iterable[Step[State]], viewer: Seat | None
) -> Iterator[Sighting[State]]:
    """The steps of an action as one viewer sees them."""
    for step in steps:
        yield Sighting(
            game.conceal_event(step.event, viewer), game.conceal(step.state, viewer), step.reveals
        )


_FORESEEN: list[tuple[object, object, dict[Any, Any]]] = []
_LATEST: Final = 8
"""So many positions are kept: what is offered, and what must follow without a choice."""


def foresee(game: Game[State, Action], view: View[State], action: Action) -> Sequence[Step[State]]:
    """The steps of an action as far as the mover can foresee them.

    It plays on the view itself, so it can tell nothing that the mover does not know already. Those of
    the latest views are kept: the effects of an offer, its ghosts and its trace are read off them, in each
    language that the seat is shown in.
    """
    known = _known_of(game, view.seen)
    if action not in known:
        known[action] = tuple(game.steps(view.seen, action))
    foreseen: Sequence[Step[State]] = known[action]
    return foreseen


def _known_of(game: object, state: object) -> dict[Any, Any]:
    """What was foreseen from a position; the latest asked for come first."""
    for at, (by, one, known) in enumerate(_FORESEEN):
        if one is state and by is game:
            if at:
                _FORESEEN.insert(0, _FORESEEN.pop(at))
            return known
    known = {}
    _FORESEEN.insert(0, (game, state, known))
    del _FORESEEN[_LATEST:]
    return known


def preview(
    game: Game[State, Action], view: View[State], action: Action
) -> tuple[Sequence[Step[State]], bool]:
    """What the mover can foresee of an action, and whether something unknown cut it short."""
    foreseen = foresee(game, view, action)
    last = foreseen[-1]
    return foreseen, last.reveals or game.to_act(last.state) == CHANCE


def refusal_of(game: Game[State, Action], state: State, seat: Seat, action: Action) -> Refusal:
    """Why a seat's action is not legal, by its parts where the game can tell, else by the table."""
    try:
        parts = game.path(state, action)
    except ValueError:
        parts = ()
    return (parts and game.why_not(game.conceal(state, seat), parts)) or Refusal("TB-05", "illegal")


# --- options -----------------------------------------------------------------------------------


def option_choices(options: type[Struct]) -> dict[str, tuple[Any, ...]]:
    """Every option with the values it can take. Options are booleans, `Literal`s or whole numbers.

    A whole number (a turn cap) has no list of values; only its default is offered here.
    """
    choices: dict[str, tuple[Any, ...]] = {}
    defaults = options()
    for name, kind in typing.get_type_hints(options).items():
        if kind is bool:
            choices[name] = (False, True)
        elif typing.get_origin(kind) is Literal:
            choices[name] = typing.get_args(kind)
        else:
            choices[name] = (getattr(defaults, name),)
    return choices


def option_sets(game: Game[State, Action], seats: int) -> list[Any]:
    """Every combination of options that the game allows at this number of seats."""
    choices = option_choices(game.meta.options)
    sets = (
        game.meta.options(**dict(zip(choices, values, strict=True)))
        for values in itertools.product(*choices.values())
    )
    return [options for options in sets if game.why_not_start(seats, options) is None]


def field_marks(state: type[Struct]) -> dict[str, Mark | None]:
    """The visibility mark of every field; None where its author forgot it."""
    hints = typing.get_type_hints(state, include_extras=True)
    return {
        name: next((m for m in getattr(hint, "__metadata__", ()) if isinstance(m, Mark)), None)
        for name, hint in hints.items()
    }


def union_members(union: Any) -> tuple[type[Struct], ...]:
    """The struct types of a tagged union, or the one type that stands alone."""
    if isinstance(union, UnionType) or typing.get_origin(union) is typing.Union:
        return typing.get_args(union)
    return (union,)


def replace(state: State, **changes: Any) -> State:
    """A copy of a struct with some fields changed."""
    return msgspec.structs.replace(state, **changes)
