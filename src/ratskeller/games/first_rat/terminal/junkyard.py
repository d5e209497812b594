"""The junkyard of First Rat in a terminal: at most 100 columns, with or without colour.

     0 Start ──→ 1 B ──→ 2 Y ──→ ... ──→ 6 W ──╮     The path winds down the screen in four rows of
    ╭ 13 G ─←─ 12 B ─←─ ...       ←─── 7 O ────╯     seven spaces. Below it: the light string, the
    ╰ 14 B ──→ ...              ──→ 20 W ──────╮     burrow beside the score tracks, and the ledger
      27 Launchpad ─←─ ...       ←─── 21 O ────╯     of what is for sale and what everybody has.

Everything is drawn from a view. Families are told apart by their glyphs and spaces by a letter;
colour only repeats what these say. A rat has its own letter, a capital if it is a super rat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from ratskeller.core.game import Seat, View
from ratskeller.draw.terminal import DIM, GLYPHS, INKS, NOW, at_right, fit
from ratskeller.games.first_rat.rules.actions import RAT_LETTERS
from ratskeller.games.first_rat.rules.data import SLOTS
from ratskeller.games.first_rat.rules.state import (
    LAUNCHPAD,
    NO_KIND,
    NO_STRIP,
    PROVISIONS,
    RATS,
    RATTRONAUT,
    START,
    TRACKS,
    YELLOW_SHORTCUTS,
    Action,
    Build,
    Donate,
    Move,
    Space,
    State,
    Track,
)
from ratskeller.games.first_rat.rules.tables import NO_BOOTH, tables_of
from ratskeller.games.first_rat.terminal.accounts import (
    BOOTH_SIGN,
    Accounts,
    rat_letter,
    short_goods,
)
from ratskeller.games.first_rat.terminal.cells import WIDTH, folded, ink_of
from ratskeller.games.first_rat.words.game_words import FirstRatWords

_CHIPS: Final = (
    "white on blue",
    "black on yellow",
    "black on dark_orange",
    "white on dark_green",
    "black on white",
)  # by colour of a space
_PIPE_INKS: Final = {"red": "bold red", "yellow": "bold yellow"}
_LIT, _PIPE, _BLOCKED, _BEACON = "☼", "↷", "╳", "◆"


def draw(
    view: View[State], words: FirstRatWords, names: Sequence[str], moves: Sequence[Action] = ()
) -> Text:
    """The whole table. `moves` are the viewer's legal actions: they mark what is in reach."""
    lines = [
        *_Junkyard(view, words, moves).lines(),
        *Accounts(view.seen, view.viewer, words, names).lines(),
    ]
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


# --- where everything lies ---------------------------------------------------------------------

_ROWS: Final = (range(7), range(13, 6, -1), range(14, 21), range(27, 20, -1))
_ENDS: Final = ((" ", "╮"), ("╭", "╯"), ("╰", "╮"), (" ", "╯"))  # of the way through each row
_CELL: Final = 13  # columns of a space; one more for the arrow to the next

_BURROW: Final = 42  # columns
_CHAMBER: Final = 9  # and three for the arrow to the next
_TOP: Final = ("L_top", "M_top", "R_top", "F_top")
_ROOMS: Final = ("L_mid", "M_mid", "R_mid")
_BOTTOM: Final = ("L_bot", "M_bot", "R_bot", "F_bot")

_TRACK: Final = 21  # columns of a track's name
_SLOT: Final = 6  # columns of a space on it; the last one has what is left
_LAST_SLOT: Final = WIDTH - _BURROW - _TRACK - (SLOTS - 1) * _SLOT


class _Junkyard:
    """One picture of one view."""

    def __init__(self, view: View[State], words: FirstRatWords, moves: Sequence[Action]) -> None:
        self.state, self.viewer, self.words = view.seen, view.viewer, words
        self.eye: Seat = view.seen.mover if view.viewer is None else view.viewer  # whose lights
        self.tables = tables_of(self.state)
        self.goods = short_goods(words)
        self.letters = _colour_letters(words)
        self.reach: dict[Space, set[int]] = {}
        self.payable: set[Track] = set()
        for move in moves:
            match move:
                case Move(n, space, _):
                    self.reach.setdefault(space, set()).add(n)
                case Build(part, _):
                    self.payable.add(part)
                case Donate():
                    self.payable.add(PROVISIONS)

    def lines(self) -> Iterator[Text]:
        yield from self._path()
        yield from self._legend()
        yield from self._light_string()
        tracks = [self._track(track) for track in range(len(TRACKS))]
        burrow = list(self._burrow())
        burrow += [Text()] * (len(tracks) - len(burrow))
        for chambers, track in zip(burrow, tracks, strict=True):
            yield fit(chambers, _BURROW).append_text(track)

    # --- the path ---

    def _path(self) -> Iterator[Text]:
        """Each row of spaces has three lines: what it is, what it gives, who is there."""
        for number, (row, (left, right)) in enumerate(zip(_ROWS, _ENDS, strict=True)):
            onward = number % 2 == 0
            line = Text(left, DIM)
            for space in row:
                head = self._head(space)
                line.append_text(fit(head, min(head.cell_len, _CELL)))
                line.append(" " if head.cell_len < _CELL else "")
                line.append("─" * (_CELL - 1 - head.cell_len), DIM)
                line.append("─" if space == row[-1] else "→" if onward else "←", DIM)
            yield line.append(right, DIM)
            before, after = ("│" if left == "╭" else " "), ("│" if right == "╮" else " ")
            for content in (self._yield_of, self._rats_on):
                line = Text(before, DIM)
                for space in row:
                    line.append_text(fit(content(space), _CELL)).append(" ")
                yield line.append(after, DIM)

    def _head(self, space: Space) -> Text:
        """Number, colour, booth, shortcuts: `11 Y Y2↷19`."""
        tables = self.tables
        line = Text(f"{space:>2} ", NOW if space in self.reach else "")
        if space in (START, LAUNCHPAD):
            return line.append(_ends_of_path(self.words)[space], "bold")
        colour, kind, _ = tables.faces[self.state.path[space]]
        if kind != NO_KIND:
            line.append(self.letters[colour], _CHIPS[colour])
        if tables.booth_at[space] != NO_BOOTH:
            line.append(f" {BOOTH_SIGN}", "bold")
        for name, pipe in tables.box.shortcuts.items():
            if pipe.entrance == space:
                line.append(f" {name}{_PIPE}{pipe.exit}", _PIPE_INKS.get(pipe.colour, ""))
            elif pipe.exit == space:
                line.append(f" {_PIPE}{name}", _PIPE_INKS.get(pipe.colour, ""))
        return line

    def _yield_of(self, space: Space) -> Text:
        """What a space gives; with a sun if its light burns for whoever looks."""
        _, kind, amount = self.tables.faces[self.state.path[space]]
        if kind == NO_KIND:
            return Text()
        lit = self.state.light[self.eye] >= self.tables.lit_at[self.state.lit][space]
        return Text(f" {_LIT if lit else ' '}", "yellow").append(f"{amount} {self.goods[kind]}")

    def _rats_on(self, space: Space) -> Text:
        """`●a★C →bd`: two rats, one of them a super rat; two that can come."""
        state = self.state
        line, crowd = Text("  "), Text("  ")
        for seat in range(state.seats):
            first = RATS * seat
            here = [rat for rat in range(first, first + RATS) if state.rats[rat] == space]
            if here:
                letters = "".join(rat_letter(state, rat) for rat in here)
                line.append(GLYPHS[seat] + letters, ink_of(seat, self.viewer))
                crowd.append(GLYPHS[seat] + str(len(here)), ink_of(seat, self.viewer))
        if line.cell_len > _CELL:  # on Start, where a letter more or less does not matter
            line = crowd
        if space in self.reach:
            letters = "".join(RAT_LETTERS[n] for n in sorted(self.reach[space]))
            line.append(f"{' ' if line.cell_len > 2 else ''}→{letters}", NOW)
        return line

    def _legend(self) -> Iterator[Text]:
        """The letters of the colours, the marks, the shortcuts with what they cost."""
        tables, words = self.tables, self.words
        names = _colour_names(words)
        items = [
            Text().append(letter, chip).append(f" {name}")
            for letter, chip, name in zip(self.letters, _CHIPS, names, strict=True)
        ]
        items += [
            Text(f"{_LIT} {words.pgettext('board', 'lit')}"),
            Text(f"{BOOTH_SIGN} {words.pgettext('board', 'booth')}"),
            Text(f"→a {words.pgettext('board', 'can come')}"),
            Text(f"A {words.pgettext('board', 'super rat')}"),
        ]
        yield from folded(Text(), items, 1)
        free = self.state.comics[self.eye] >> YELLOW_SHORTCUTS & 3
        label = Text(f" {words.pgettext('board', 'Shortcuts')}", DIM)
        pipes = []
        for number, (name, pipe) in enumerate(tables.box.shortcuts.items()):
            price = self.goods[tables.shortcut_kinds[number]]
            if tables.is_free(number, free):
                price = words.pgettext("board", "free")
            text = Text().append(name, _PIPE_INKS.get(pipe.colour, ""))
            pipes.append(text.append(f" {pipe.entrance}{_PIPE}{pipe.exit} {price}"))
        yield from folded(label, pipes, label.cell_len + 2)

    # --- the light string ---

    def _light_string(self) -> Iterator[Text]:
        """Markers above a line of bulbs; construction lights have their number."""
        last = self.tables.light_end
        indent = WIDTH - 2 * (last + 2)
        seats_at: dict[int, list[Seat]] = {}
        for seat, position in enumerate(self.state.light):
            seats_at.setdefault(position, []).append(seat)
        for row in range(0, max(len(seats) for seats in seats_at.values()), 2):
            line = Text(" " * indent)
            for position in range(last + 1):
                here = seats_at.get(position, [])[row : row + 2]
                for seat in here:
                    line.append(GLYPHS[seat], ink_of(seat, self.viewer))
                line.append("  "[len(here) :])
            yield line
        line = fit(Text(f" {self.words.pgettext('board', 'Light string')}", DIM), indent)
        position = 0
        while position <= last:
            ink = "yellow" if position <= self.state.light[self.eye] else DIM
            if position in self.tables.construction:
                line.append(f"{_BEACON}{position} ", ink)
                position += 2  # the number hangs over the next bulb
            else:
                line.append("∙ ", ink)
                position += 1
        yield line

    # --- the burrow ---

    def _burrow(self) -> Iterator[Text]:
        if {*self.tables.nodes} != {*_TOP, *_ROOMS, *_BOTTOM}:
            yield from self._burrow_in_words()
            return
        yield self._corridor(_TOP, "──→")
        yield self._shaft([Text("↑", DIM)] * 3, "│")
        yield self._shaft([Text(label, DIM) for label in _room_labels(self.words)], "│")
        yield self._shaft([self._chamber(name) for name in _ROOMS], "↓")
        yield self._shaft([Text("↑", DIM)] * 3, "").append_text(self._chamber("F_bot"))
        yield self._corridor(_BOTTOM[:3], "←──").append("←────╯", DIM)

    def _corridor(self, names: Sequence[str], arrow: str) -> Text:
        line = Text(" ")
        for name in names:
            chamber = self._chamber(name)
            if name == "F_top":
                line.append_text(chamber)
                break
            free = _CHAMBER - chamber.cell_len
            line.append((" " if name == names[0] else "─") * (free // 2), DIM)
            line.append_text(chamber).append("─" * (free - free // 2), DIM)
            if name != names[-1]:
                line.append(arrow, DIM)
        return line

    def _shaft(self, columns: Sequence[Text], last: str) -> Text:
        line = Text(" ")
        for text in columns:
            line.append_text(_centred(text, _CHAMBER)).append("   ")
        return line.append(f"  {last}" if last else "", DIM)

    def _chamber(self, name: str) -> Text:
        """Who is there: in round brackets, or in square ones if it is a room with a reward."""
        node = self.tables.nodes.index(name)
        opening, closing = "[]" if self.tables.effects[node] else "()"
        line = Text(opening, DIM)
        for seat, at in enumerate(self.state.burrow):
            if at == node:
                line.append(GLYPHS[seat], ink_of(seat, self.viewer))
        return line.append(closing, DIM)

    def _burrow_in_words(self) -> Iterator[Text]:
        """An edited data file may have dug another burrow."""
        for seat, node in enumerate(self.state.burrow):
            label = self.words.nouns.node("label", node)
            yield Text(f" {GLYPHS[seat]} ", ink_of(seat, self.viewer)).append(label)

    # --- the score tracks ---

    def _track(self, track: Track) -> Text:
        """The points of each space, and who has them. The last space holds any number."""
        state, tables = self.state, self.tables
        label = Text(self.words.nouns.track("label", track), NOW if track in self.payable else "")
        line = fit(label, _TRACK - 1).append(" ")
        pieces: dict[int, list[int]] = {}
        for number, piece in enumerate(state.tracks[track]):
            pieces.setdefault(tables.slot(state.seats, number), []).append(piece)
        following = tables.slot(state.seats, len(state.tracks[track]))
        strip = state.strips[track]
        for slot in range(SLOTS):
            if slot in tables.free_slots[state.seats]:
                points = "–" if strip == NO_STRIP else str(tables.strips[strip][slot])
                text = at_right(points, 2, "bold" if slot == following else DIM).append(" ")
                text.append_text(self._pieces(track, pieces.get(slot, [])))
            else:
                text = at_right(_BLOCKED, 2, DIM)
            line.append_text(fit(text, _SLOT if slot < SLOTS - 1 else _LAST_SLOT))
        return line

    def _pieces(self, track: Track, pieces: Sequence[int]) -> Text:
        """Markers by family; a rattronaut that is alone has its letter."""
        if track == RATTRONAUT and len(pieces) == 1:
            seat = pieces[0] // RATS
            return Text(GLYPHS[seat] + rat_letter(self.state, pieces[0]), INKS[seat])
        seats = Counter(piece // RATS if track == RATTRONAUT else piece for piece in pieces)
        line = Text()
        for seat, count in sorted(seats.items()):
            line.append(GLYPHS[seat] + (str(count) if count > 1 else ""), ink_of(seat, self.viewer))
        return line


def _centred(text: Text, width: int) -> Text:
    line = Text(" " * max(0, (width - text.cell_len) // 2)).append_text(text)
    return fit(line, width)


def _colour_letters(words: FirstRatWords) -> tuple[str, ...]:
    """One or two cells for the colour of a space, all different."""
    return (
        words.pgettext("colour letter", "B"),
        words.pgettext("colour letter", "Y"),
        words.pgettext("colour letter", "O"),
        words.pgettext("colour letter", "G"),
        words.pgettext("colour letter", "W"),
    )


def _colour_names(words: FirstRatWords) -> tuple[str, ...]:
    return (
        words.pgettext("colour", "blue"),
        words.pgettext("colour", "yellow"),
        words.pgettext("colour", "orange"),
        words.pgettext("colour", "green"),
        words.pgettext("colour", "white"),
    )


def _ends_of_path(words: FirstRatWords) -> dict[Space, str]:
    """In at most ten cells."""
    return {
        START: words.pgettext("board", "Start"),
        LAUNCHPAD: words.pgettext("board", "Launchpad"),
    }


def _room_labels(words: FirstRatWords) -> tuple[str, ...]:
    """The rooms of the burrow from left to right, in at most nine cells."""
    return (
        words.pgettext("board", "food"),
        words.pgettext("board", "Nursery"),
        words.pgettext("board", "Library"),
    )
