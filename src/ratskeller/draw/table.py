"""What a game must bring to have a table in the browser: its board, as places and parts.

The page, the notebook and the documents ask these questions of a game's `draw` floor, which
names its class `BOARD`. All answers are made from a view, so a picture can tell nobody a secret.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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


class Sign(Struct, frozen=True, omit_defaults=True):
    """Something beside a player's name: in words, and where there is a sign for it, as a picture."""

    text: str
    icon: str = ""
    """The symbol of a sheet that stands for the words."""
    count: str = ""
    """What is written beside the icon; "" where the icon says it all."""


class Ghost(Struct, frozen=True):
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


class _Remembering(Protocol):
    drawings: dict[Hashable, tuple[Any, ...]]


_Board = TypeVar("_Board", bound=_Remembering)
_About = TypeVar(
    "_About", bound=Seat | Sequence[str]
)  # whom it is about: one seat, or all by their names
_Drawn = TypeVar("_Drawn", bound=Struct)
_Drawing: TypeAlias = Callable[[_Board, View[State], _About], Iterable[_Drawn]]
_Remembered: TypeAlias = Callable[[_Board, View[State], _About], Sequence[_Drawn]]
_DRAWINGS = 2000  # that a board remembers; then it begins anew


def drawn_from(
    *fields: str,
) -> Callable[
    [_Drawing[_Board, State, _About, _Drawn]], _Remembered[_Board, State, _About, _Drawn]
]:
    """Some parts or signs that hang on nothing but these fields of the state, the viewer and the names.

    They are drawn again only where one of them has changed. A board is drawn for each step, viewer and
    language, and a step moves a piece or two: drawing all the rest anew was half the cost of a click.
    """
    read = attrgetter(*fields)

    def remembering(
        draw: _Drawing[_Board, State, _About, _Drawn],
    ) -> _Remembered[_Board, State, _About, _Drawn]:
        def drawn(board: _Board, view: View[State], about: _About) -> Sequence[_Drawn]:
            whom = about if isinstance(about, int) else tuple(about)
            key = (draw, view.viewer, whom, read(view.seen))
            if key not in board.drawings:
                if len(board.drawings) >= _DRAWINGS:
                    board.drawings.clear()
                board.drawings[key] = tuple(draw(board, view, about))
            return board.drawings[key]

        drawn.fields, drawn.draw = fields, draw  # type: ignore[attr-defined]  # a test compares them
        return drawn

    return remembering


class GameBoard(ABC, Generic[State, Action]):
    """A game on paper, in one language. `words` are the game's words in that language."""

    has_reach: ClassVar[bool] = False
    """Whether the game has a map of what can be reached."""

    def __init__(self, words: Titled) -> None:
        self.words = words
        self.drawings: dict[Hashable, tuple[Any, ...]] = {}  # see `drawn_from`

    @abstractmethod
    def sheets(self, view: View[State], names: Sequence[str]) -> Mapping[str, Board]:
        """The still sheets: `board`, `hand` where the game has one, and `always`, a low strip for
        what must stay in sight while the board scrolls.

        They hang on seats, options and the viewer's seat only, never on what has happened.
        """

    @abstractmethod
    def parts(self, view: View[State], names: Sequence[str]) -> list[Part]:
        """Everything that lies on the sheets now. Ids name positions; what is hidden looks alike.

        Parts and places that actions are played on bear the ids that `Game.path` uses.
        """

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
