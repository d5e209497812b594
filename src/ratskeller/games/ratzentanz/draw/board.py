"""The drawn table of Ratzentanz: a view of the game as parts on the map of the town.

Every part names a position or a piece that everybody can see:

    rat:0.2               a rat, on its square or among the spare ones; food rides on its back
    chip:c5.4             free chips of a kind on a square; in a nest, its slot, also if it is empty
    piper   cat           in the town, or still outside
    die:number   die:symbol   tray:number   peg:0   pennant
    sign:0   lantern   threat:0   throw:0   bars:h2   spell:h7

An action is played on rats, chips and dice, and on places `sq:c5`. What a rat carries is left by a
button: on its back the food is too small to press.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from ratskeller.core.game import GameEvent, Seat, View, foresee
from ratskeller.draw.beats import Beat, Motion
from ratskeller.draw.board import Board, Part
from ratskeller.draw.table import ALWAYS, MAIN, Draw, GameBoard, Ghost, Sign, Within, drawn_from
from ratskeller.games.ratzentanz.draw import beats, foresight
from ratskeller.games.ratzentanz.draw.captions import Captions
from ratskeller.games.ratzentanz.draw.cover import cover
from ratskeller.games.ratzentanz.draw.dice import dice_strip
from ratskeller.games.ratzentanz.draw.food import SEAT_TONES, chips_symbol, rat_symbol
from ratskeller.games.ratzentanz.draw.foresight import cat_place, piper_place, rat_id, square_id
from ratskeller.games.ratzentanz.draw.places import town_board
from ratskeller.games.ratzentanz.rules.actions import NUMBER_DIE, SYMBOL_DIE
from ratskeller.games.ratzentanz.rules.chips import count, kinds_in
from ratskeller.games.ratzentanz.rules.state import (
    DOUBLE,
    KINDS,
    MOVE,
    NOWHERE,
    ORDER,
    OVER,
    RATS,
    START,
    TAKE,
    THROW,
    Action,
    State,
)
from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords

RIM_LAYER, FIGURE_LAYER, CAT_LAYER = range(3)

DECORATION: Final = ("lantern", "tray", "peg", "pennant", "bars", "spell")
"""Parts without a label: what they show stands in the label of another part."""
_BUTTONS: Final = ("btn", "load")


class RatzentanzBoard(GameBoard[State, Action]):
    """The town and its rim, in one language."""

    words: RatzentanzWords
    has_reach = True
    margin = 75.0
    strip = ALWAYS

    def __init__(self, words: RatzentanzWords) -> None:
        super().__init__(words)
        self.ground = words.ground
        self.captions = Captions(words)
        self._tones = words.game.worn(SEAT_TONES)
        self._sheet = lru_cache(maxsize=64)(self._draw)

    def sheets(self, view: View[State], names: Sequence[str]) -> Mapping[str, Board]:
        return {MAIN: self._sheet(view.seen.seats, tuple(names)), ALWAYS: dice_strip()}

    def _draw(self, seats: int, names: tuple[str, ...]) -> Board:
        return town_board(self.ground, seats, self.captions.places(seats, names))

    def draws(self) -> Sequence[Draw[State]]:
        return (
            self._desks,
            self._dice,
            self._rats,
            self._chips,
            self._figures,
        )

    # --- foresight ---

    def marks(self, view: View[State], action: Action) -> list[Ghost]:
        after = foresee(self.words.game, view, action)[-1].state
        return foresight.marks(self.ground, view.seen, action, after)

    def trace(self, view: View[State], action: Action) -> list[tuple[str, ...]]:
        steps = foresee(self.words.game, view, action)
        return foresight.ways(self.ground, view.seen, action, steps)

    # --- events ---

    def about(self, event: GameEvent) -> tuple[str, ...]:
        return foresight.about(self.ground, event)

    def beat(self, event: GameEvent) -> Beat:
        return beats.beat(self.ground, event)

    def motions(
        self,
        before: View[State],  # noqa: ARG002
        event: GameEvent,
        after: View[State],  # noqa: ARG002
    ) -> list[Motion]:
        return list(beats.motions(self.ground, event))

    def unthrown(self, view: View[State], names: Sequence[str]) -> list[Part]:
        before = replace(view.seen, phase=THROW, number=0, symbol=0, shares=0, due=False)
        return list(self._dice(View(view.viewer, before), names))

    def reach(self, view: View[State], seat: Seat) -> list[Within]:
        return [
            Within(square_id(self.ground, square), runs(numbers), len(numbers) / 6)
            for square, numbers in foresight.reach(self.ground, view.seen, seat).items()
        ]

    # --- seats ---

    def seat_ink(self, seat: Seat) -> tuple[str, str]:
        return self._tones[seat].ink, self._tones[seat].glyph

    def looks(self, seats: int) -> tuple[int, ...]:  # noqa: ARG002
        return tuple(range(len(SEAT_TONES)))

    @drawn_from("options", "seats", "lying", "at", for_all=True)
    def seat_facts(self, view: View[State], seat: Seat) -> Sequence[Sign]:
        return self.captions.facts(view.seen, seat)

    def button(self, view: View[State], part: str) -> str:
        if part.partition(":")[0] not in _BUTTONS:
            return ""
        return self.captions.button(view, part)

    def cover(self) -> str:
        return cover(self.words.title, self.ground.box.food)

    # --- parts: the rim ---

    @drawn_from("options", "seats", "phase", "throws", "lying", "at", "load", "cat", "piper")
    def _desks(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state, slots = view.seen, tuple(self._larders(view, names))
        for seat in range(state.seats):
            yield _rim(
                f"sign:{seat}",
                f"sign-{self._tones[seat].name}",
                text=names[seat],
                label=self.captions.desk(view, seat, names),
            )
            yield from slots[seat * KINDS : (seat + 1) * KINDS]
            if state.phase == START and state.throws[seat] > 0:
                thrown = state.throws[seat]
                yield _rim(f"throw:{seat}", f"die-{thrown}", label=self.captions.throw(thrown))
            if state.phase != OVER and (numbers := foresight.robbers(self.ground, state, seat)):
                text, label = runs(numbers), self.captions.threat(numbers)
                yield _rim(f"threat:{seat}", "threat", text=text, label=label)
        if view.viewer is not None:
            yield _rim("lantern", "lantern", place=f"lantern:{view.viewer}")

    @drawn_from("seats", "lying")
    def _larders(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        for seat in range(view.seen.seats):
            for kind in range(1, KINDS + 1):
                yield self._slot(view, seat, kind, names)

    def _slot(self, view: View[State], seat: Seat, kind: int, names: Sequence[str]) -> Part:
        nest = self.ground.homes[view.seen.seats][seat]
        number = count(view.seen.lying[nest], kind)
        return _rim(
            f"chip:{self.ground.town.names[nest]}.{kind}",
            f"chip-{kind}" if number else f"lack-{kind}",
            place=f"slot:{seat}.{kind}",
            count=max(number, 1),
            label=self.captions.slot(view, seat, kind, names),
        )

    @drawn_from("phase", "seat", "number", "symbol", "shares", "due", for_all=True)
    def _dice(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state = view.seen
        number, symbol = state.number, state.symbol
        walks = state.phase in (MOVE, TAKE)
        asks = not walks and state.phase not in (START, THROW, ORDER, OVER)
        for name, lit in (("number", walks), ("symbol", asks)):
            tray = "tray-lit" if lit else "tray"
            yield _rim(f"tray:{name}", tray, place=f"rim:{name}", layer=RIM_LAYER)
        pips = f"die-{number}" if number else "die"
        used = "-used" if number and not state.shares else ""
        yield _rim(NUMBER_DIE, pips + used, place="rim:number", layer=FIGURE_LAYER,
                   label=self.captions.die(view, NUMBER_DIE, names))  # fmt: skip
        live = not symbol or state.due or (symbol == DOUBLE and state.shares)
        yield _rim(
            SYMBOL_DIE,
            f"face-{symbol}" if live else f"face-{symbol}-used",
            place="rim:symbol",
            layer=FIGURE_LAYER,
            text=self.captions.symbol(symbol) if symbol else "",
            label=self.captions.die(view, SYMBOL_DIE, names),
        )
        if symbol == DOUBLE:
            for peg in range(2):
                yield _rim(f"peg:{peg}", "peg-used" if peg >= state.shares else "peg")
        yield _rim("pennant", f"pennant-{self._tones[state.seat].name}")

    # --- parts: the town ---

    @drawn_from("seats", "at", "load", "cat", "seat", "used", "runs")
    def _rats(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state, reader = view.seen, self.words.reader(view, names)
        homes = self.ground.homes[state.seats]
        for index, square in enumerate(state.at):
            seat, spare = index // RATS, square == NOWHERE
            tone = self._tones[seat].name
            rests = spare or square == homes[seat]
            yield Part(
                id=rat_id(index),
                symbol=rat_symbol(tone, state.load[index], rests=rests),
                place=f"spare:{seat}.{index % RATS + 1}"
                if spare
                else square_id(self.ground, square),
                layer=FIGURE_LAYER,
                tone=tone,
                label=reader.rat(state, seat, index % RATS + 1),
            )

    @drawn_from("seats", "lying", "at", for_all=True)
    def _chips(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        """Free chips of the town; those in a nest that somebody plays from lie in its larder."""
        state, reader = view.seen, self.words.reader(view, names)
        homes = self.ground.homes[state.seats]
        for square, heap in enumerate(state.lying):
            if not heap or square in homes:
                continue
            for kind in kinds_in(heap):
                number = count(heap, kind)
                part = f"chip:{self.ground.town.names[square]}.{kind}"
                place = foresight.chip_place(self.ground, square)
                stored = place.startswith("stock:")
                yield Part(
                    id=part,
                    symbol=chips_symbol(kind, number, crowded=square in state.at, stored=stored),
                    place=place,
                    layer=FIGURE_LAYER,
                    count=number,
                    label=reader.chips_at(state, square, kind),
                )

    @drawn_from("seats", "piper", "cat", "number", "symbol")
    def _figures(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state, ground = view.seen, self.ground
        yield Part(
            id="piper",
            symbol="piper",
            place=piper_place(ground, state.piper),
            layer=FIGURE_LAYER,
            label=self.words.part(view, "piper", names),
        )
        asleep = state.cat == NOWHERE
        yield Part(
            id="cat",
            symbol="cat" if asleep else "cat-awake",
            place=cat_place(ground, state.cat),
            layer=CAT_LAYER,
            label=self.words.part(view, "cat", names),
        )
        if not asleep:
            yield _here("bars", square_id(ground, state.cat))
        if state.piper != NOWHERE:
            yield _here("spell", square_id(ground, state.piper))


def runs(numbers: Sequence[int]) -> str:
    """Return sorted numbers as short as can be: “1–3 5”."""
    text = ""
    for at, number in enumerate(numbers):
        before = numbers[at - 2 : at + 1] == [number - 2, number - 1, number] if at > 1 else False
        if before:
            text = f"{text.rstrip('0123456789').rstrip(' –')}–{number}"
        else:
            text = f"{text} {number}".strip()
    return text


def _here(what: str, place: str) -> Part:
    """Return what lies under a blocker. It bears the name of its square: it does not walk along."""
    return _rim(f"{what}:{place.partition(':')[2]}", what, place=place)


def _rim(
    part: str,
    symbol: str,
    *,
    place: str = "",
    layer: int = RIM_LAYER,
    count: int = 1,
    text: str = "",
    label: str = "",
) -> Part:
    """Return a part of the rim; most lie on the place of the same name."""
    return Part(
        id=part, symbol=symbol, place=place or part, layer=layer, count=count, text=text,
        label=label,
    )  # fmt: skip
