"""What a game must bring to have a table in the browser: its board, as places and parts.

The page, the notebook and the documents ask these questions of a game's `draw` floor, which
names its class `BOARD`. All answers are made from a view, so a picture can tell nobody a secret.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ratskeller.core.game import (
    Action,
    GameAction,
    GameEvent,
    GameState,
    Seat,
    State,
    View,
)
from ratskeller.draw.beats import Beat, Motion
from ratskeller.draw.board import Board, Part
from ratskeller.draw.glyphs import SIZE as GLYPH
from ratskeller.draw.glyphs import glyph
from ratskeller.draw.palette import TONES
from ratskeller.draw.svg import Element

MAIN = "board"
HAND = "hand"
ALWAYS = "always"


class Sign(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something beside a player's name: in words, and where there is a sign for it, as a picture."""

    text: str
    icon: str = ""
    """The symbol of a sheet that stands for the words."""
    count: str = ""
    """What is written beside the icon; "" where the icon says it all."""


class Ghost(Struct, frozen=True, gc=False):
    """What an action would change at a place or part: "+1" at house:2."""

    at: str
    text: str
    tone: str = ""  # good, bad or empty


class Within(Struct, frozen=True):
    """A place that a piece of the viewer's could get to with the next throw."""

    at: str
    text: str  # by which throws
    share: float  # of all throws


class Titled(Protocol):
    """What a board of any game needs of the game's words; a game's own board knows them better."""

    language: str

    @property
    def title(self) -> str: ...


_Drawn = TypeVar("_Drawn", bound=Struct)


class _Remembering(Protocol):
    def remembered(
        self, key: Hashable, draw: Callable[[], Iterable[_Drawn]]
    ) -> tuple[_Drawn, ...]: ...


_About = TypeVar(
    "_About", bound=Seat | Sequence[str]
)  # whom it is about: one seat, or all by their names
_Board = TypeVar("_Board", bound=_Remembering)
_Drawing: TypeAlias = Callable[[_Board, View[State], _About], Iterable[_Drawn]]
_Remembered: TypeAlias = Callable[[_Board, View[State], _About], Sequence[_Drawn]]
_DRAWINGS = 1 << 13  # that a board remembers; then it begins anew

Group: TypeAlias = tuple[Part, ...]
"""Parts that are drawn together."""
Draw: TypeAlias = Callable[[View[State], Sequence[str]], Iterable[Part]]
"""What draws a group of parts."""


def drawn_from(
    *fields: str, for_all: bool = False
) -> Callable[
    [_Drawing[_Board, State, _About, _Drawn]], _Remembered[_Board, State, _About, _Drawn]
]:
    """Some parts or signs that hang on nothing but these fields of the state, the viewer and the names.

    They are drawn again only where one of them has changed. A board is drawn for each step, viewer and
    language, and a step moves a piece or two: drawing all the rest anew was half the cost of a click. What
    looks the same to everybody is drawn once `for_all`.
    """
    read = attrgetter(*fields)

    def remembering(
        draw: _Drawing[_Board, State, _About, _Drawn],
    ) -> _Remembered[_Board, State, _About, _Drawn]:
        def drawn(board: _Board, view: View[State], about: _About) -> Sequence[_Drawn]:
            whom = about if isinstance(about, int) else tuple(about)
            key = (draw, None if for_all else view.viewer, whom, read(view.seen))
            return board.remembered(key, lambda: draw(board, view, about))

        drawn.fields, drawn.draw = fields, draw  # type: ignore[attr-defined]  # a test compares them
        drawn.read, drawn.for_all = read, for_all  # type: ignore[attr-defined]
        return drawn

    return remembering


class GameBoard(ABC, Generic[State, Action]):
    """A game on paper, in one language. `words` are the game's words in that language."""

    has_reach: ClassVar[bool] = False
    """Whether the game has a map of what can be reached."""
    margin: ClassVar[float] = 100.0
    """How much of the sheet around a place belongs to it in a drawn example."""
    strip: ClassVar[str] = ""
    """The low sheet that stands above such an example, if any."""

    def __init__(self, words: Titled) -> None:
        self.words = words
        self._drawings: dict[Hashable, tuple[Any, ...]] = {}

    @abstractmethod
    def sheets(self, view: View[State], names: Sequence[str]) -> Mapping[str, Board]:
        """The still sheets: `board`, `hand` where the game has one, and `always`, a low strip for
        what must stay in sight while the board scrolls.

        They hang on seats, options and the viewer's seat only, never on what has happened.
        """

    @abstractmethod
    def draws(self) -> Sequence[Draw[State]]:
        """What draws everything that lies on the sheets now, a group of parts each, always in this order.

        Ids name positions; what is hidden looks alike. Parts and places that actions are played on
        bear the ids that `Game.path` uses.
        """

    def parts(self, view: View[State], names: Sequence[str]) -> list[Part]:
        """Everything that lies on the sheets now."""
        return list(chain.from_iterable(draw(view, names) for draw in self.draws()))

    def groups(self, view: View[State], names: Sequence[str]) -> tuple[Group, ...]:
        """The same, each group apart."""
        return tuple(tuple(draw(view, names)) for draw in self.draws())

    def remembered(self, key: Hashable, draw: Callable[[], Iterable[_Drawn]]) -> tuple[_Drawn, ...]:
        """What was drawn under a key, which must hold all that it hangs on; drawn now if it never was."""
        found = self._drawings.get(key)
        if found is None:
            if len(self._drawings) >= _DRAWINGS:
                self._drawings.clear()
            found = self._drawings[key] = tuple(draw())
        return found

    def redraw(
        self, groups: Sequence[Group], was: View[State], view: View[State], names: Sequence[str]
    ) -> tuple[Group, ...]:
        """The groups of a view, by those of another one of the same viewer: what hangs on nothing
        that has changed is the very same object, and nobody need look into it.
        """
        one, other = was.seen, view.seen
        return tuple(
            [
                group if read is not None and read(one) == read(other) else tuple(draw(view, names))
                for (draw, read), group in zip(self._reads, groups, strict=True)
            ]
        )

    @cached_property
    def _reads(self) -> Sequence[tuple[Draw[State], Callable[[State], Hashable] | None]]:
        """What draws a group, and what reads all that the group hangs on (of `drawn_from`). Most fields of a
        state are those of the state before it, so that comparing them looks at little more than which
        objects they are.
        """
        return [(draw, getattr(draw, "read", None)) for draw in self.draws()]

    def marks(self, view: View[State], action: Action) -> list[Ghost]:  # noqa: ARG002
        """What an action would change, to be shown as ghosts before it is chosen."""
        return []

    def brings(self, view: View[State], action: Action, names: Sequence[str]) -> list[Sign]:  # noqa: ARG002
        """What an action brings and costs, and whom it pays, as far as the mover can foresee it."""
        return []

    def trace(self, view: View[State], action: Action) -> list[tuple[str, ...]]:  # noqa: ARG002
        """The places that figures would walk over, one list a figure."""
        return []

    def about(self, event: GameEvent) -> tuple[str, ...]:  # noqa: ARG002
        """The parts and places an event is about, to be lit from its line in the log."""
        return ()

    def beat(self, event: GameEvent) -> Beat:  # noqa: ARG002
        """Whether an event is a moment of its own, or belongs to one."""
        return Beat("piece")

    def motions(
        self,
        before: View[State],  # noqa: ARG002
        event: GameEvent,  # noqa: ARG002
        after: View[State],  # noqa: ARG002
    ) -> list[Motion]:
        """What walks, turns over or tumbles. Whatever else has moved glides straight to its place."""
        return []

    def reach(self, view: View[State], seat: Seat) -> list[Within]:  # noqa: ARG002
        """Where the pieces of a seat could get with its next throw, as things are now."""
        return []

    def unthrown(self, view: View[State], names: Sequence[str]) -> list[Part]:  # noqa: ARG002
        """All that lies on the sheet of the dice, as it was before the viewer's throw.

        Empty where no dice are thrown by hand.
        """
        return []

    def seat_ink(self, seat: Seat) -> tuple[str, str]:
        """Ink and glyph of a seat."""
        tone = TONES[seat % len(TONES)]
        return tone.ink, tone.glyph

    def looks(self, seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Of which houses, colours or nests players may choose before a match of so many: each is the
        number of the seat that usually has it. None: there is nothing to choose.
        """
        return ()

    def emblem(self, look: int) -> Element:
        """The glyph of a look, in a square of 24."""
        return glyph(self.seat_ink(look)[1], GLYPH / 2, GLYPH / 2, GLYPH)

    def seat_facts(self, view: View[State], seat: Seat) -> Sequence[Sign]:  # noqa: ARG002
        """What is shown beside a player's name: levels, cards in hand, trackers claimed."""
        return []

    def has_same_facts(self, one: View[State], other: View[State]) -> bool:
        """Whether nothing differs that the facts of the seats hang on; nor is anybody else ahead then."""
        read = getattr(self.seat_facts, "read", None)  # of `drawn_from`
        return read is not None and bool(read(one.seen) == read(other.seen))

    def score_sheet(self, view: View[State], seat: Seat) -> list[tuple[str, int]]:  # noqa: ARG002
        """A seat's points if the game ended now: each source with what it gives.

        Empty where no points are counted; then no score opens a sheet.
        """
        return []

    def button(self, view: View[State], part: str) -> str:  # noqa: ARG002
        """The word on the button for a part of a path; "" where pressing the part says enough."""
        return ""

    @abstractmethod
    def cover(self) -> str:
        """The picture for the front page, a stand-alone SVG."""


AnyBoard: TypeAlias = GameBoard[GameState, GameAction]
