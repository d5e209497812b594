"""The town of Ratzentanz in a terminal: 80 columns, with or without colour.

Pieces are told apart by glyphs and letters; colour only repeats what they say.

    ●2G    rat 2 of the first seat with a chip of grain; rats of others have no number
    ·G     a chip of grain that lies in an alley
    [G5]   the storeroom of grain with five chips; ^G5^ if the cat locks it
    ♪      the Piper
    ›24    rats 2 and 4 can go there; where a place is chosen, its number in the list
    ■G□F   in a nest: grain is there, fish is missing

The map itself is drawn in `street_map.py`. What does not fit on a square stands below the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from ratskeller.core.game import Seat, View
from ratskeller.draw.terminal import DIM, GLYPHS, INKS, MINE, NOW, clip, folded
from ratskeller.games.ratzentanz.rules.chips import count, kinds_in, variety
from ratskeller.games.ratzentanz.rules.state import (
    DOUBLE,
    KINDS,
    NO_CHIP,
    NOWHERE,
    RATS,
    Action,
    First,
    Home,
    Kind,
    PlaceCat,
    PlacePiper,
    Sacrifice,
    Square,
    State,
    Walk,
)
from ratskeller.games.ratzentanz.rules.town import ALLEY, BUILDING, CANAL, NEST, STAIRS, STOREROOMS
from ratskeller.games.ratzentanz.rules.turn import to_act
from ratskeller.games.ratzentanz.terminal.street_map import MARKS, Field, street_map
from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords

WIDTH: Final = 80

_PIPER: Final = "♪"
_TARGET: Final = "›"
_MORE: Final = "+"
_HERE, _MISSING = "■", "□"
_TO_DO, _DONE, _BLANK = "▸", "✓", "–"
_NAME_WIDTH: Final = 13
_LIT: Final = "bold reverse"


class Token(NamedTuple):
    """A piece on the map: what is written, and in which ink."""

    text: str
    ink: str


def draw(
    view: View[State], words: RatzentanzWords, names: Sequence[str], moves: Sequence[Action] = ()
) -> Text:
    """The whole table. `moves` are the viewer's legal actions: they number the places in reach."""
    return _Table(view, words, names, moves).draw()


class _Table:
    """One picture of one view."""

    def __init__(
        self,
        view: View[State],
        words: RatzentanzWords,
        names: Sequence[str],
        moves: Sequence[Action],
    ) -> None:
        self.state, self.viewer = view.seen, view.viewer
        self.words, self.names, self.moves = words, names, moves
        self.ground, self.town = words.ground, words.ground.town
        self.homes = self.ground.homes[self.state.seats]
        self.letters = food_letters([words.nouns.food("label", k) for k in range(1, KINDS + 1)])
        # Rats bear numbers for whoever has to name them.
        self.numbered = self.state.seat if self.viewer is None else self.viewer
        self.targets = _targets(self.state, moves)
        self.crowds: list[Square] = []  # squares with more than the map can show

    def draw(self) -> Text:
        plan = street_map(self.town)
        self.sheet = plan.empty.copy()
        for square, mark in enumerate(self.town.marks):
            field = plan.fields[square]
            if mark == NEST or mark in STOREROOMS:
                self._put_label(plan.labels[square], square)
            elif mark != BUILDING and mark != ALLEY:
                field = Field(field.x + 1, field.y, field.width - 1)  # its mark stays in sight
            self._put_tokens(field, square)
        return Text("\n").join(
            [self._dice(), self.sheet.text(), *self._crowds(), *self._seats(), *self._legend()]
        )

    # --- the map ---

    def _put_label(self, field: Field, square: Square) -> None:
        """A storeroom says what is left in it, a nest whose it is."""
        kind = self._storeroom_kind(square)
        if kind == NO_CHIP:
            owner = self.homes.index(square) if square in self.homes else None
            text = MARKS[NEST] + (GLYPHS[owner] if owner is not None else "")
            ink = DIM if owner is None else f"bold {INKS[owner]}"
            self.sheet.write(field.x + 1, field.y, text, ink)
            return
        locked = square == self.state.cat
        left, right, ink = ("^", "^", _LIT) if locked else ("[", "]", "bold")
        text = f"{left}{self.letters[kind - 1]}{count(self.state.lying[square], kind)}{right}"
        self.sheet.write(field.x, field.y, text, ink)

    def _storeroom_kind(self, square: Square) -> Kind:
        mark = self.town.marks[square]
        return int(mark) if mark in STOREROOMS else NO_CHIP

    def _put_tokens(self, field: Field, square: Square) -> None:
        """Rats, loose chips and the target's number, as far as they fit."""
        tokens = self._tokens(square)
        target = self._target_token(square)
        room = field.width - (cell_len(target.text) if target else 0)
        if tokens and target and self.town.marks[square] != BUILDING:
            room += 1  # the cell where the street goes on
        if sum(cell_len(token.text) for token in tokens) > room:
            self.crowds.append(square)
            tokens = _as_many_as_fit([Token(t.text[0], t.ink) for t in tokens], room)
        if target:
            tokens.append(target)
        x = field.x
        for token in tokens:
            self.sheet.write(x, field.y, token.text, token.ink)
            x += cell_len(token.text)

    def _target_token(self, square: Square) -> Token | None:
        found = self.targets.get(square)
        return Token(f"{_TARGET}{found}", _LIT) if found else None

    def _tokens(self, square: Square) -> list[Token]:
        """The Piper, rats, the numbered ones first, and chips that lie about."""
        state = self.state
        tokens = [Token(_PIPER, _LIT)] if square == state.piper else []
        for seat in sorted(range(state.seats), key=lambda seat: seat != self.numbered):
            for rat in range(1, RATS + 1):
                if state.at[seat * RATS + rat - 1] == square:
                    tokens.append(self._rat(seat, rat, at_home=square == self.homes[seat]))
        if square not in self.homes:
            stored = self._storeroom_kind(square)
            for kind in kinds_in(state.lying[square]):
                if kind != stored:
                    letters = self.letters[kind - 1] * count(state.lying[square], kind)
                    tokens.append(Token(f"·{letters}", "bold"))
        return tokens

    def _rat(self, seat: Seat, rat: int, *, at_home: bool = False) -> Token:
        """At home numbers say nothing: the list below the map has them."""
        number = str(rat) if seat == self.numbered and not at_home else ""
        kind = self.state.load[seat * RATS + rat - 1]
        letter = self.letters[kind - 1] if kind else ""
        return Token(f"{GLYPHS[seat]}{number}{letter}", f"bold {INKS[seat]}")

    # --- around the map ---

    def _dice(self) -> Text:
        """Both dice, always. `▸` before what is still to be used, `✓` behind what is done."""
        state, words = self.state, self.words
        line = Text().append(f" {words.pgettext('board', 'Dice')} ", DIM)
        symbol = words.nouns.symbol(state.symbol) if state.symbol else _BLANK
        uses = state.shares, int(state.due)
        choices = {move.die: n for n, move in enumerate(self.moves, 1) if isinstance(move, First)}
        dice = (("number", str(state.number or _BLANK)), ("symbol", symbol))
        for (die, face), left in zip(dice, uses, strict=True):
            open_ = left > 0 and to_act(state) is not None
            line.append(f" {_TO_DO * left if open_ else ''}")
            line.append(f"[ {face} ]", "bold reverse" if open_ else "bold")
            part_of_number = die == "symbol" and state.symbol == DOUBLE
            if state.number and not open_ and not part_of_number:
                line.append(_DONE)
            if die in choices:
                line.append(f"{_TARGET}{choices[die]}", _LIT)
            line.append(" ")
        for seat, throw in enumerate(state.throws):
            line.append(f"  {GLYPHS[seat]} ", INKS[seat])
            line.append(str(throw) if throw > 0 else _BLANK)
        where = " ".join(self._away())
        if where and line.cell_len + cell_len(where) + 2 <= WIDTH:
            line.append(" " * (WIDTH - line.cell_len - cell_len(where))).append(where, DIM)
        return line

    def _away(self) -> Iterator[str]:
        """Who is not in town yet."""
        outside = self.words.pgettext("board", "outside")
        who = [glyph for glyph, square in self._strangers() if square == NOWHERE]
        if who:
            yield f"{' '.join(who)} {outside}"

    def _strangers(self) -> tuple[tuple[str, Square], ...]:
        return (_PIPER, self.state.piper), ("^^", self.state.cat)

    def _crowds(self) -> Iterator[Text]:
        """What the map has no room for: the square, and all that is there."""
        items = []
        for square in self.crowds:
            if square in self.homes:
                continue  # the list of the seats has its rats, and foreign ones below
            item = Text().append(f"{self.town.names[square]} ", DIM)
            items.append(_append_all(item, self._tokens(square)))
        for seat, home in enumerate(self.homes):
            guests = [
                self._rat(index // RATS, index % RATS + 1)
                for index, square in enumerate(self.state.at)
                if square == home and index // RATS != seat
            ]
            if guests and home in self.crowds:
                item = Text().append(f"{self.town.names[home]} ", DIM)
                items.append(_append_all(item, guests))
        if items:
            yield from _folded(Text().append(f" {_MORE} ", DIM), items)

    def _seats(self) -> Iterator[Text]:
        for seat in range(self.state.seats):
            yield from self._seat(seat)

    def _seat(self, seat: Seat) -> Iterator[Text]:
        """Whose turn it is, the name, the kinds in the nest, and where each rat is."""
        acting = to_act(self.state) is not None and self.state.seat == seat
        ink = f"bold {INKS[seat]}"
        you = f" ({self.words.pgettext('board', 'you')})" if seat == self.viewer else ""
        name = clip(self.names[seat], _NAME_WIDTH - cell_len(you)) + you
        line = Text().append("▶" if acting else " ", NOW).append(GLYPHS[seat], ink)
        line.append(f" {name}{' ' * (_NAME_WIDTH - cell_len(name))} ", MINE if you else "")
        nest = self.state.lying[self.homes[seat]]
        for kind in range(1, KINDS + 1):
            line.append_text(self._slot(kind, count(nest, kind))).append(" ")
        line.append(f"{variety(nest)}/{self.state.options.kinds} ", "bold")
        yield from _folded(line, list(self._whereabouts(seat)), gap=1)

    def _slot(self, kind: Kind, chips: int) -> Text:
        """A full box before what is there, an empty one before what is missing."""
        letter = self.letters[kind - 1]
        if not chips:
            return Text(f"{_MISSING}{letter}", DIM)
        return Text(f"{_HERE}{letter}{chips if chips > 1 else ''}", "bold")

    def _whereabouts(self, seat: Seat) -> Iterator[Text]:
        """`2G c5`: rat 2 with grain is at c5; `⌂` at home, `–` spare."""
        home = self.homes[seat]
        for rat in range(1, RATS + 1):
            square = self.state.at[seat * RATS + rat - 1]
            kind = self.state.load[seat * RATS + rat - 1]
            item = Text().append(str(rat), INKS[seat])
            if kind:
                item.append(self.letters[kind - 1], "bold")
            if square in (NOWHERE, home):
                yield item.append(_BLANK if square == NOWHERE else MARKS[NEST], DIM)
            else:
                yield item.append(f" {self.town.names[square]}", DIM)

    def _legend(self) -> Iterator[Text]:
        """What the letters and signs stand for; `1` is how grain is typed."""
        words = self.words
        foods = []
        for kind in range(1, KINDS + 1):
            item = Text().append(f"{kind} ", DIM).append(self.letters[kind - 1], "bold")
            foods.append(item.append(f" {words.nouns.food('label', kind)}", DIM))
        yield from _folded(Text(" "), foods, gap=2)
        signs = [
            (MARKS[CANAL], words.pgettext("board", "canal")),
            (MARKS[STAIRS], words.pgettext("board", "stairs")),
            ("∩", words.pgettext("board", "door")),
            (_PIPER, words.pgettext("board", "Piper")),
            ("^^", words.pgettext("board", "cat")),
        ]
        items = [Text().append(sign, "bold").append(f" {name}", DIM) for sign, name in signs]
        if any(isinstance(move, Walk | Sacrifice) for move in self.moves):
            label = words.pgettext("board", "rat 2 can go there")
            items.append(Text().append(f"{_TARGET}2", _LIT).append(f" {label}", DIM))
        elif self.targets:
            label = words.pgettext("board", "number in the list")
            items.append(Text().append(f"{_TARGET}2", _LIT).append(f" {label}", DIM))
        yield from _folded(Text(" "), items, gap=2)


# --- helpers -----------------------------------------------------------------------------------


def food_letters(names: Iterable[str]) -> tuple[str, ...]:
    """A letter for each name: its first, else the first that no other has taken."""
    letters: list[str] = []
    for name in names:
        candidates = [*name.upper(), *"XYZQWJ"]
        letters.append(next(c for c in candidates if c.isalpha() and c not in letters))
    return tuple(letters)


def _targets(state: State, moves: Sequence[Action]) -> dict[Square, str]:
    """What to write on each square in reach: rats that can go there, or a number of the list."""
    rats: dict[Square, set[int]] = {}
    listed: dict[Square, str] = {}
    for number, move in enumerate(moves, start=1):
        match move:
            case Walk(rat, to, via):
                rats.setdefault(to if via == NOWHERE else via, set()).add(rat)
            case Sacrifice(rat):
                rats.setdefault(state.piper, set()).add(rat)
            case PlaceCat(square) | PlacePiper(square):
                listed[square] = str(number)
            case Home(seat, rat):
                square = state.at[seat * RATS + rat - 1]
                listed[square] = listed.get(square, "") + str(number)
    return listed | {square: _spelt(found) for square, found in rats.items()}


def _spelt(rats: set[int]) -> str:
    """`24`; four or more in a row as `1-5`, to stay within the square."""
    low, high = min(rats), max(rats)
    if len(rats) > 3 and len(rats) == high - low + 1:
        return f"{low}-{high}"
    return "".join(map(str, sorted(rats)))


def _as_many_as_fit(tokens: Sequence[Token], room: int) -> list[Token]:
    """All, or the first of them and a mark that there are more."""
    if sum(cell_len(token.text) for token in tokens) <= room:
        return list(tokens)
    fitting: list[Token] = []
    room -= cell_len(_MORE)
    for token in tokens:
        room -= cell_len(token.text)
        if room < 0:
            break
        fitting.append(token)
    return [*fitting, Token(_MORE, DIM)]


def _append_all(text: Text, tokens: Sequence[Token]) -> Text:
    for token in tokens:
        text.append(token.text, token.ink)
    return text


def _folded(head: Text, items: Sequence[Text], gap: int = 2) -> Iterator[Text]:
    return folded(head, items, width=WIDTH, indent=min(head.cell_len, 4), gap=gap)
