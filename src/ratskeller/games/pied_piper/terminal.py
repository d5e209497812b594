"""The table of The Pied Piper in a terminal: at most 80 columns, with or without colour.

            ╭─ gap 3 ──← house 2 ←─ gap 2 ─╮       Everything is drawn from a view, so the picture
            ↓                              ↑       can tell nothing that its viewer may not know.
         house 3     the Characters     house 1    Houses keep their places when others leave the
            │                              ↑       ring. The arrows on the lanes point forward.
            ╰─ gap 0 ──→ house 0 ──→ gap 1 ╯

Figures are told apart by their glyphs; colour only repeats what the glyph says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from ratskeller.core.game import View
from ratskeller.draw.terminal import DIM, GLYPHS, INKS, MINE, NOW, Sheet, clip, folded
from ratskeller.games.pied_piper.rules.actions import CARD_CODES
from ratskeller.games.pied_piper.rules.leaving import trackers_held
from ratskeller.games.pied_piper.rules.moving import in_gap
from ratskeller.games.pied_piper.rules.state import (
    NO_FIGURE,
    SET_ASIDE,
    SLOTS,
    UNKNOWN,
    Action,
    Counts,
    Figure,
    GoFirst,
    House,
    Laid,
    PlaceCard,
    Slot,
    State,
)
from ratskeller.games.pied_piper.rules.turn import to_act
from ratskeller.games.pied_piper.words.game_words import PiedPiperWords

WIDTH: Final = 80

FIGURES: Final = (*GLYPHS, "♪")  # six rats and the Piper
_INKS: Final = (*INKS, "bold cyan")
_CARD_SIGNS: Final = ("→", "⇉", "←", "⇢", "", "♫", "")

_FLOOR, _FREE, _ROOF, _TRACKER, _HIDDEN = "▮", "▯", "⌂", "⚑", "▒▒"

Point: TypeAlias = tuple[int, int]  # column, row


def draw(
    view: View[State], words: PiedPiperWords, names: Sequence[str], moves: Sequence[Action] = ()
) -> Text:
    """The whole table. `moves` are the viewer's legal actions: they light the slots in reach."""
    return _Table(view, words, names, moves).draw()


# --- where everything stands -------------------------------------------------------------------


class _Plan(Struct, frozen=True):
    """A ring of so many houses."""

    height: int
    houses: tuple[Point, ...]  # upper left corners, in playing order
    gaps: tuple[Point, ...]  # the middle of the figures in the gap before each house
    lanes: tuple[tuple[Point, ...], ...]  # from house to house through each gap
    line: int  # the row where the Character cards begin


_HOUSE_WIDTH: Final = 20
_CARD_WIDTH: Final = 9
_LINE_LEFT: Final = (WIDTH - SLOTS * _CARD_WIDTH) // 2

_PLANS: Final = {
    3: _Plan(
        12,
        ((30, 8), (60, 2), (0, 2)),
        ((20, 9), (60, 9), (40, 0)),
        (
            ((10, 6), (10, 9), (29, 9)),
            ((50, 9), (70, 9), (70, 6)),
            ((70, 1), (70, 0), (10, 0), (10, 1)),
        ),
        2,
    ),
    4: _Plan(
        14,
        ((30, 10), (60, 5), (30, 0), (0, 5)),
        ((20, 11), (60, 11), (60, 2), (20, 2)),
        (
            ((10, 9), (10, 11), (29, 11)),
            ((50, 11), (70, 11), (70, 9)),
            ((70, 4), (70, 2), (50, 2)),
            ((29, 2), (10, 2), (10, 4)),
        ),
        4,
    ),
    5: _Plan(
        15,
        ((30, 11), (60, 7), (60, 0), (0, 0), (0, 7)),
        ((20, 12), (60, 12), (70, 5), (40, 1), (10, 5)),
        (
            ((10, 11), (10, 12), (29, 12)),
            ((50, 12), (70, 12), (70, 11)),
            ((70, 6), (70, 4)),
            ((59, 1), (20, 1)),
            ((10, 4), (10, 6)),
        ),
        3,
    ),
}


# --- lanes -------------------------------------------------------------------------------------

_CORNERS: Final = {"↓→": "╰", "→↑": "╯", "↑←": "╮", "←↓": "╭"}


def _lay_lane(sheet: Sheet, points: Sequence[Point]) -> None:
    """A lane through its points, with an arrowhead where it ends."""
    headings = [_heading(start, end) for start, end in pairwise(points)]
    for (start, end), heading in zip(pairwise(points), headings, strict=True):
        for x, y in _between(start, end):
            sheet.write(x, y, "│" if heading in "↑↓" else "─", DIM)
    for corner, turn in zip(points[1:-1], pairwise(headings), strict=True):
        sheet.write(*corner, _CORNERS["".join(turn)], DIM)
    sheet.write(*points[-1], headings[-1], "green")


def _heading(start: Point, end: Point) -> str:
    if start[0] == end[0]:
        return "↓" if start[1] < end[1] else "↑"
    return "→" if start[0] < end[0] else "←"


def _between(start: Point, end: Point) -> Iterator[Point]:
    (x, y), (to_x, to_y) = start, end
    for column in range(min(x, to_x), max(x, to_x) + 1):
        for row in range(min(y, to_y), max(y, to_y) + 1):
            yield column, row


# --- the table ---------------------------------------------------------------------------------


class _Table:
    """One picture of one view."""

    def __init__(
        self,
        view: View[State],
        words: PiedPiperWords,
        names: Sequence[str],
        moves: Sequence[Action],
    ) -> None:
        self.state, self.viewer = view.seen, view.viewer
        self.words, self.names = words, names
        self.reach = {move.slot for move in moves if isinstance(move, PlaceCard | GoFirst)}
        self.ring: tuple[House, ...] = (
            (0, 2, 1, 3) if self.state.seats == 2 else tuple(range(self.state.seats))
        )
        self.plan = _PLANS[len(self.ring)]
        self.sheet = Sheet(WIDTH, self.plan.height)

    def draw(self) -> Text:
        for place, house in enumerate(self.ring):
            _lay_lane(self.sheet, self.plan.lanes[place])
            self._put_figures(self.plan.gaps[place], in_gap(self.state, house))
            self._put_house(self.plan.houses[place], house)
        for slot in range(SLOTS):
            self._put_character(slot)
        return Text("\n").join([self.sheet.text(), *self._side_table()])

    # --- the ring ---

    def _put_figures(self, middle: Point, figures: Sequence[Figure]) -> None:
        if not figures:
            return
        x, y = middle
        x -= len(figures) - 1
        self.sheet.write(x - 1, y, " " * (2 * len(figures) + 1))
        for number, figure in enumerate(figures):
            self.sheet.write(x + 2 * number, y, FIGURES[figure], _INKS[figure])

    def _put_house(self, corner: Point, house: House) -> None:
        """Four rows: the roof with the name of the house, who lives there, the floors, the step.

        One's own house has double lines; the roof of a deserted one is broken.
        """
        x, y = corner
        standing, mine = house in self.state.ring, house == self.viewer
        ink = MINE if mine else "" if standing else DIM
        beam, wall = ("═", "║") if mine else ("─", "│") if standing else ("┄", "┆")
        left, right = ("╚", "╝") if mine else ("╰", "╯")
        inside = _HOUSE_WIDTH - 2
        name = f" {clip(self.words.nouns.seat(house), inside - 2)} "
        self.sheet.write(x, y, f"╱{_centre(name, inside, beam)}╲", ink)
        for row in (1, 2):
            self.sheet.write(x, y + row, f"{wall}{' ' * inside}{wall}", ink)
        self.sheet.write(x, y + 3, f"{left}{beam * inside}{right}", ink)
        if house >= self.state.seats:
            label = self.words.pgettext("board", "neutral house")
            self.sheet.write(x + 2, y + 1, clip(label, inside - 2), DIM)
            return
        self._put_owner(x + 1, y + 1, house)
        if standing:
            self._put_floors(x + 2, y + 2, house)
        else:
            label = self.words.pgettext("board", "out")
            self.sheet.write(x + 3, y + 2, clip(label, inside - 3), DIM)

    def _put_owner(self, x: int, y: int, house: House) -> None:
        """`▶` before whoever is to act, "you" after the viewer."""
        room = _HOUSE_WIDTH - 5
        if to_act(self.state) == house:
            self.sheet.write(x, y, "▶", NOW)
        you = ""
        if house == self.viewer:
            you = f" ({self.words.pgettext('board', 'you')})"
        name = clip(self.names[house], room - cell_len(you))
        self.sheet.write(x + 2, y, name + you, MINE if you else "")

    def _put_floors(self, x: int, y: int, house: House) -> None:
        """One mark a floor, then the roof, the level in figures, and trackers taken."""
        level, roof = self.state.levels[house], self.state.options.roof
        ink = "green" if level <= roof // 2 else "yellow" if level < roof - 1 else "bold red"
        self.sheet.write(x, y, _FLOOR * level, ink)
        self.sheet.write(x + level, y, _FREE * (roof - 1 - level), DIM)
        self.sheet.write(x + roof - 1, y, _ROOF, ink if level == roof else "")
        self.sheet.write(x + roof + 1, y, f"{level}/{roof}", ink)
        if held := trackers_held(self.state, house):
            self.sheet.write(x + roof + 5, y, f"{_TRACKER}{held}", "yellow")

    # --- the Characters ---

    def _put_character(self, slot: Slot) -> None:
        """A card with its number above and the Action cards that lie below it, older first."""
        x, y = _LINE_LEFT + slot * _CARD_WIDTH, self.plan.line
        inside = _CARD_WIDTH - 2
        ink = "bold" if slot in self.reach else DIM
        self.sheet.write(x, y, f"╭─{slot + 1}{'─' * (inside - 2)}╮", ink)
        for row in range(1, 5):
            self.sheet.write(x, y + row, f"│{' ' * inside}│", ink)
        self.sheet.write(x, y + 5, f"╰{'─' * inside}╯", ink)
        figure = self.state.line[slot]
        if figure == NO_FIGURE:
            return
        name = clip(_short_names(self.words)[figure], inside)
        self.sheet.write(x + 1, y + 1, _centre(FIGURES[figure], inside), _INKS[figure])
        self.sheet.write(x + 1, y + 2, _centre(name, inside), _INKS[figure])
        for row, laid in enumerate(self.state.laid[slot]):
            text, card_ink = self._laid(laid)
            self.sheet.write(x + 1, y + 3 + row, _centre(clip(text, inside), inside), card_ink)

    def _laid(self, laid: Laid) -> tuple[str, str]:
        """A face-down card shows who laid it, and to that player a star after its code."""
        if laid.card == UNKNOWN:
            return f"{_HIDDEN} {self.names[laid.seat]}", DIM
        star = "*" if laid.face_down else ""
        return f"{CARD_CODES[laid.card]}{star} {_CARD_SIGNS[laid.card]}".rstrip(), "reverse"

    # --- beside the ring ---

    def _side_table(self) -> Iterator[Text]:
        """The hand, the decks and the discard piles, each on lines of its own."""
        words, state = self.words, self.state
        if self.viewer is not None and self.viewer not in state.out:
            label = words.pgettext("board", "Your hand")
            yield from _folded(label, self._hand(state.hands[self.viewer]))
        label = words.pgettext("board", "Action cards")
        deck = words.pgettext("board", "deck {count}", count=sum(state.deck))
        yield from _folded(label, [Text(deck), self._discarded(_card_counts(state.discard))])
        label = words.pgettext("board", "Character cards")
        deck = words.pgettext("board", "deck {count}", count=sum(state.character_deck))
        figures = [
            Text(FIGURES[figure] * count, _INKS[figure])
            for figure, count in enumerate(state.character_discard)
            if count
        ]
        forward = Text(f"↺ {words.pgettext('board', 'forward')}", "green")
        yield from _folded(label, [Text(deck), self._discarded(figures), forward])
        if aside := [seat for seat, holder in enumerate(state.holders) if holder == SET_ASIDE]:
            label = words.pgettext("board", "Trackers set aside")
            yield from _folded(label, [Text(words.nouns.seat(seat)) for seat in aside])

    def _hand(self, hand: Counts) -> list[Text]:
        cards = []
        for card, count in enumerate(hand):
            if not count:
                continue
            name = self.words.nouns.card("label", card)
            text = Text().append(f" {CARD_CODES[card]} ", "reverse")
            if name != CARD_CODES[card]:
                text.append(f" {name}", "bold")
            cards.append(text.append(f" ×{count}" if count > 1 else "", "bold"))
        return cards

    def _discarded(self, pile: Sequence[Text]) -> Text:
        label = self.words.pgettext("board", "discard pile")
        return Text(f"{label} ").append_text(Text(" ").join(pile) if pile else Text("–"))


def _card_counts(counts: Counts) -> list[Text]:
    return [
        Text(CARD_CODES[card] + (f"×{count}" if count > 1 else ""))
        for card, count in enumerate(counts)
        if count
    ]


def _folded(label: str, items: Sequence[Text]) -> Iterator[Text]:
    """A labelled list, on as many lines of the table's width as it needs."""
    head = Text().append(f" {label}  ", DIM)
    return folded(head, items, width=WIDTH, indent=min(head.cell_len, WIDTH // 3), gap=3)


def _centre(text: str, width: int, fill: str = " ") -> str:
    room = max(0, width - cell_len(text))
    return fill * (room // 2) + text + fill * (room - room // 2)


def _short_names(words: PiedPiperWords) -> tuple[str, ...]:
    """What a figure is called where there is room for seven cells."""
    return (
        words.pgettext("board", "red"),
        words.pgettext("board", "yellow"),
        words.pgettext("board", "blue"),
        words.pgettext("board", "green"),
        words.pgettext("board", "purple"),
        words.pgettext("board", "black"),
        words.pgettext("board", "Piper"),
    )
