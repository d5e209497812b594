"""The table beside the junkyard, line by line: what is on offer, what each family of rats has, and
how far the turn and the game have come.

The families' table is the end-of-game gauge, too: `▮▮▮▯▯▯▯▯` three score markers are left to place,
`◆◆○z` two rats are aboard, one is on its way, one is asleep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from ratskeller.core.game import Seat
from ratskeller.draw.terminal import DIM, GLYPHS, MINE, NOW, at_right, fit
from ratskeller.games.first_rat.rules.actions import RAT_LETTERS
from ratskeller.games.first_rat.rules.scoring import score
from ratskeller.games.first_rat.rules.state import (
    BOOTHS,
    CAPS,
    CHEESE,
    COMICS,
    ENERGY_DRINK,
    FIRST_CAP,
    GOODS,
    MOVE,
    NURSERY,
    OVER,
    PACKS,
    PARTS,
    PROVISIONS,
    RATS,
    ROCKET_SHIP,
    SCORE,
    STOOD_STILL,
    SUPER_RATS,
    Build,
    Comic,
    Rat,
    State,
)
from ratskeller.games.first_rat.rules.tables import tables_of
from ratskeller.games.first_rat.rules.turn import step_of, to_act
from ratskeller.games.first_rat.terminal.cells import WIDTH, counted, folded, ink_of
from ratskeller.games.first_rat.words.game_words import FirstRatWords

BOOTH_SIGN: Final = "⌂"
_MARKER, _PLACED = "▮", "▯"
_ABOARD, _AWAKE, _ASLEEP = "◆", "○", "z"
_WIDEST_LABEL: Final = 41
_ROOMY_NAME: Final = 18


def rat_letter(state: State, rat: Rat) -> str:
    """The letter of a rat, a capital if it is a super rat."""
    letter = RAT_LETTERS[rat % RATS]
    return letter.upper() if rat in state.tokens else letter


def short_goods(words: FirstRatWords) -> tuple[str, ...]:
    """What a resource is called where there is room for eight cells, by kind."""
    return (
        words.pgettext("board", "cheese"),
        words.pgettext("board", "vinegar"),
        words.pgettext("board", "soda"),
        words.pgettext("board", "tin"),
        words.pgettext("board", "calc."),
        words.pgettext("board", "bulb"),
        words.pgettext("board", "core"),
    )


class Accounts:
    """The lines below the board, for one viewer."""

    def __init__(
        self, state: State, viewer: Seat | None, words: FirstRatWords, names: Sequence[str]
    ) -> None:
        self.state, self.viewer = state, viewer
        self.words, self.items, self.names = words, words.items, names
        self.tables = tables_of(state)
        self.goods = short_goods(words)

    def lines(self) -> Iterator[Text]:
        yield from self._offers()
        yield from self._prices()
        yield from self._families()
        yield from self._turn()

    # --- what is on offer ---

    def _offers(self) -> Iterator[Text]:
        """What lies at the three booths and in the Library; bottle caps with their points."""
        state, tables = self.state, self.tables
        packs = [
            counted(self.items.item("label", pack), count)
            for pack, count in enumerate(state.shelf_packs)
            if count
        ]
        drink = counted(self.items.item("label", ENERGY_DRINK), state.shelf_drinks)
        caps = [
            Text(f"{self.items.cap(cap)} {tables.box.caps[CAPS[cap]]}")
            for cap in range(len(CAPS))
            if state.shelf_caps >> cap & 1
        ]
        comics = [Text(self.items.comic("label", comic)) for comic in _bits(state.library, COMICS)]
        shelves = (packs, [drink] if state.shelf_drinks else [], caps, comics)
        labels = [
            f" {BOOTH_SIGN} {tables.booth_spaces[booth]:>2} {self._priced(booth)}"
            for booth in range(len(BOOTHS))
        ]
        labels.append(f"      {self.words.pgettext('board', 'Library')}")
        indent = min(_WIDEST_LABEL, max(Text(label).cell_len for label in labels) + 2)
        for label, items in zip(labels, shelves, strict=True):
            yield from folded(Text(label, DIM), items or [Text("–", DIM)], indent)

    def _priced(self, booth: int) -> str:
        """A booth and what its wares cost."""
        return self.words.gettext(
            "{one}, {other}",
            one=self.items.booth("subject", booth),
            other=f"{self.tables.prices[booth]} {self.goods[CHEESE]}",
        )

    def _prices(self) -> Iterator[Text]:
        """What the parts of the rocket cost, and a donation."""
        nouns, tables = self.words.nouns, self.tables
        prices = {part: tables.needs[Build(part)] for part in PARTS}
        prices[PROVISIONS] = ((CHEESE, tables.donation),)
        texts = [
            f"{nouns.track('label', track)} "
            + "+".join(f"{amount} {self.goods[kind]}" for kind, amount in needs)
            for track, needs in prices.items()
        ]
        label = Text(f" {self.words.pgettext('board', 'Prices')}", DIM)
        yield from folded(label, [Text(text) for text in texts], label.cell_len + 2)

    # --- the families ---

    def _families(self) -> Iterator[Text]:
        """A line of numbers for each, and what things they have."""
        words = self.words
        heads = [
            words.pgettext("board", "points"),
            words.pgettext("board", "markers"),
            words.pgettext("board", "rats"),
            *self.goods[:GOODS],
            words.pgettext("board", "mould"),
            words.pgettext("board", "awards"),
            words.pgettext("board", "light"),
        ]
        rows = [self._numbers(seat) for seat in range(self.state.seats)]
        widths = [
            max(Text(head).cell_len, *(row[place].cell_len for row in rows))
            for place, head in enumerate(heads)
        ]
        gap = 2 if WIDTH - sum(widths) - 2 * len(widths) >= _ROOMY_NAME else 1
        widths = [gap + width for width in widths]
        name_width = WIDTH - sum(widths)
        line = Text(" " * name_width)
        for head, width in zip(heads, widths, strict=True):
            line.append_text(at_right(head, width, DIM))
        yield line
        for seat, row in enumerate(rows):
            line = self._name(seat, name_width)
            for number, width in zip(row, widths, strict=True):
                line.append(" " * (width - number.cell_len)).append_text(number)
            yield line
            if things := self._things(seat):
                yield from folded(Text(), things, 3)

    def _name(self, seat: Seat, width: int) -> Text:
        """`▶` before whoever is to act, "you" after the viewer."""
        line = Text("▶" if to_act(self.state) == seat else " ", NOW)
        line.append(GLYPHS[seat], ink_of(seat, self.viewer)).append(" ")
        you = f" ({self.words.pgettext('board', 'you')})" if seat == self.viewer else ""
        name = Text(self.names[seat], MINE if you else "")
        name.truncate(width - line.cell_len - Text(you).cell_len, overflow="ellipsis")
        return fit(line.append_text(name).append(you, MINE), width)

    def _numbers(self, seat: Seat) -> list[Text]:
        """Points if the game ended now, the two gauges, goods, and the rest."""
        state = self.state
        placed = sum(track.count(seat) for track in state.tracks[1:])
        markers = Text(_MARKER * state.markers[seat]).append(_PLACED * placed, DIM)
        rats = state.rats[RATS * seat : RATS * (seat + 1)]
        aboard, asleep = rats.count(ROCKET_SHIP), rats.count(NURSERY)
        crew = Text(_ABOARD * aboard + _AWAKE * (RATS - aboard - asleep))
        crew.append(_ASLEEP * asleep, DIM)
        counts = (
            *state.goods[GOODS * seat : GOODS * (seat + 1)],
            state.mouldy[seat],
            state.awards[seat],
            state.light[seat],
        )
        points = Text(str(score(state, seat)), "bold")
        return [points, markers, crew, *(Text(str(n), "" if n else DIM) for n in counts)]

    def _things(self, seat: Seat) -> list[Text]:
        state, items = self.state, self.items
        things = [Text(items.item("label", pack)) for pack in _bits(state.packs[seat], PACKS)]
        if state.drinks[seat]:
            things.append(counted(items.item("label", ENERGY_DRINK), state.drinks[seat]))
        if state.empties[seat]:
            empty = counted(self.words.pgettext("board", "empty drink"), state.empties[seat])
            empty.stylize(DIM)
            things.append(empty)
        things += [self._comic(comic) for comic in _bits(state.comics[seat], COMICS)]
        for cap in _bits(state.caps[seat], CAPS):
            label = items.item("label", FIRST_CAP + cap)
            things.append(Text(f"{label} {self.tables.box.caps[CAPS[cap]]}"))
        return things

    def _comic(self, comic: Comic) -> Text:
        """A comic; a super rat's with the letter of the rat that carries the token."""
        name = Text(self.items.comic("label", comic))
        if comic < SUPER_RATS and self.state.tokens[comic] >= 0:
            name.append(f" = {rat_letter(self.state, self.state.tokens[comic])}")
        return name

    # --- the turn ---

    def _turn(self) -> Iterator[Text]:
        """The round, the four steps as a checklist, and what will bring the end."""
        words, state = self.words, self.state
        if not MOVE <= state.phase < OVER:
            return
        now = step_of(state) - 1
        stood_still = state.phase == SCORE and state.walked == STOOD_STILL
        steps = []
        for number, name in enumerate(_steps(words)):
            if number == now:
                steps.append(Text(f"▶ {number + 1} {name}", NOW))
            elif number < now:
                steps.append(Text(f"{'–' if stood_still else '✓'} {number + 1} {name}", DIM))
            else:
                steps.append(Text(f"· {number + 1} {name}"))
        label = Text(f" {words.pgettext('board', 'Round {round}', round=state.round)}", "bold")
        yield from folded(label, steps, label.cell_len + 3)
        text = words.pgettext(
            "board", "Somebody’s last marker or fourth rat aboard brings the end."
        )
        if state.last_round:
            text = words.pgettext("board", "Round {round} is the last one.", round=state.last_round)
        yield fit(Text(f" {text}", "bold red" if state.last_round else DIM), WIDTH)


def _bits(mask: int, names: Sequence[str]) -> list[int]:
    return [number for number in range(len(names)) if mask >> number & 1]


def _steps(words: FirstRatWords) -> tuple[str, ...]:
    return (
        words.pgettext("step", "moving"),
        words.pgettext("step", "collecting"),
        words.pgettext("step", "booths"),
        words.pgettext("step", "scoring"),
    )
