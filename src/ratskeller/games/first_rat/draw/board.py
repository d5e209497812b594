"""The drawn table of First Rat: a view of the game as parts in the junkyard.

    load:14  tile:14              what a space gives, and the lid, crate or tyre that it is
    rat:6                         wherever it is: on the path, asleep, or in the rocket
    lit:12  pin:2  paw:2          a bulb that burns for the viewer; markers on string and in burrow
    sign:cockpit  garment:cockpit:0  cube:cockpit:0        a score track
    comic:lola  pack:green  drinks  cap:rocket  awards     what is still to be had
    legend:green  step:1  last-round  tally:2  gauge:2  crew:2               the turn, and how far everybody is
    goods:1:tin  drink:1  mine:pack:green                  one's own kit, on the second sheet

An action is played on these parts, on places such as `space:14`, and on buttons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from ratskeller.core.game import GameEvent, Seat, View, foresee
from ratskeller.draw.beats import Beat, Motion
from ratskeller.draw.board import Board, Part
from ratskeller.draw.palette import Tone
from ratskeller.draw.table import HAND, MAIN, Draw, GameBoard, Ghost, Sign, drawn_from
from ratskeller.games.first_rat.draw import beats
from ratskeller.games.first_rat.draw.captions import Captions
from ratskeller.games.first_rat.draw.cover import cover
from ratskeller.games.first_rat.draw.foresight import (
    about_event,
    marks_of,
    tally_of,
    traces_of,
)
from ratskeller.games.first_rat.draw.pieces import GARMENTS, LIGHT, SEAT_TONES, SEVERAL
from ratskeller.games.first_rat.draw.places import BINS, KIT, POCKETS, kit_board, yard_board
from ratskeller.games.first_rat.rules.collecting import COLOUR_BONUS, KIND_BONUS
from ratskeller.games.first_rat.rules.data import SLOTS
from ratskeller.games.first_rat.rules.scoring import count_on, score, sheet
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    COLOURS,
    COMICS,
    FIRST_CAP,
    GOODS,
    GREEN_PACK,
    KINDS,
    LAST_SPACE,
    LAUNCHPAD,
    NO_STRIP,
    NURSERY,
    ORANGE_PACK,
    PACKS,
    RATS,
    RATTRONAUT,
    ROCKET_SHIP,
    START,
    TRACKS,
    Action,
    Move,
    Rat,
    State,
)
from ratskeller.games.first_rat.rules.tables import Tables, tables_of
from ratskeller.games.first_rat.rules.turn import step_of, to_act
from ratskeller.games.first_rat.words.effects import collected
from ratskeller.games.first_rat.words.game_words import FirstRatWords

CROWD: Final = 3
"""From so many rats on, they stand in several rows and would hide the label of their space."""
TILE_LAYER, SIGN_LAYER, THING_LAYER, MARKER_LAYER, RAT_LAYER = range(5)

DECORATION: Final = ("tile", "lit", "garment", "cube", "gauge", "crew", "shut", "plate")
"""Parts without a label: what they show stands in the label of their space, track or row."""
_BUTTONS: Final = (
    "take", "leave", "dry", "no_comic", "no_rat", "sleep", "buy", "steal", "full_price", "pass",
    "end",
)  # fmt: skip


_SCORED: Final = (
    "edition", "seats", "tracks", "strips", "tokens", "caps", "packs", "comics", "drinks", "empties",
    "goods", "awards", "mouldy",
)  # fmt: skip
"""What points hang on."""


class FirstRatBoard(GameBoard[State, Action]):
    """The junkyard and one's own kit, in one language."""

    words: FirstRatWords
    margin = 95.0
    strip = HAND

    def __init__(self, words: FirstRatWords) -> None:
        super().__init__(words)
        self.captions = Captions(words)
        self._tones = words.game.worn(SEAT_TONES)

    def sheets(self, view: View[State], names: Sequence[str]) -> Mapping[str, Board]:  # noqa: ARG002
        state = view.seen
        labels = self.captions.places()
        return {MAIN: yard_board(tables_of(state), state.seats, labels), HAND: kit_board()}

    def draws(self) -> Sequence[Draw[State]]:
        return (
            self._path,
            self._rats,
            self._lights,
            self._tracks,
            self._things,
            self._turn,
            self._legend,
            self._slate,
            self._kit,
        )

    # --- foresight and events ---

    def marks(self, view: View[State], action: Action) -> list[Ghost]:
        if to_act(view.seen) != view.seen.mover:
            return []
        return marks_of(view.seen, action, foresee(self.words.game, view, action))

    def brings(self, view: View[State], action: Action, names: Sequence[str]) -> list[Sign]:
        state = view.seen
        if to_act(state) != state.mover:
            return []
        steps = foresee(self.words.game, view, action)
        last = steps[-1].state
        after = collected(last) if isinstance(action, Move) else last
        return list(self.captions.brought(state, after, tally_of(state, action, steps), names))

    def trace(self, view: View[State], action: Action) -> list[tuple[str, ...]]:
        return traces_of(view.seen, action, foresee(self.words.game, view, action))

    def about(self, event: GameEvent) -> tuple[str, ...]:
        return about_event(self.words.tables, event)

    def beat(self, event: GameEvent) -> Beat:
        return beats.beat(event)

    def motions(
        self,
        before: View[State],  # noqa: ARG002
        event: GameEvent,
        after: View[State],  # noqa: ARG002
    ) -> list[Motion]:
        return list(beats.motions(self.words.tables, event))

    # --- seats ---

    def seat_ink(self, seat: Seat) -> tuple[str, str]:
        return self._tones[seat].ink, self._tones[seat].glyph

    def looks(self, seats: int) -> tuple[int, ...]:  # noqa: ARG002
        return tuple(range(len(SEAT_TONES)))

    @drawn_from(*_SCORED, "markers", for_all=True)
    def seat_facts(self, view: View[State], seat: Seat) -> Sequence[Sign]:
        return self.captions.facts(view, seat)

    def score_sheet(self, view: View[State], seat: Seat) -> list[tuple[str, int]]:
        source = self.captions.items.score_source
        return [(source(line.source), line.points) for line in sheet(view.seen, seat)]

    def button(self, view: View[State], part: str) -> str:
        if part not in _BUTTONS and not part.startswith(("way:", "extra:")):
            return ""
        return self.words.part(view, part)

    def cover(self) -> str:
        return cover(self.words.title)

    # --- parts: the path ---

    @drawn_from("edition", "seats", "lit", "path", "light", "rats")
    def _path(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        """Tiles; where rats crowd, the sign of a space hangs higher."""
        rats = view.seen.rats
        crowded = {f"load:{space}" for space in set(rats) if rats.count(space) >= CROWD}
        for part in self._tiles(view, names):
            tagged = part.id in crowded and part.text
            yield replace(part, symbol=f"{part.symbol}-tag") if tagged else part

    @drawn_from("edition", "seats", "lit", "path", "light")
    def _tiles(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        """A space is named without its rats: they lie there and have names of their own."""
        state, tables = view.seen, tables_of(view.seen)
        empty = View(view.viewer, replace(state, rats=(NURSERY,) * RATS * state.seats))
        for space in range(1, LAST_SPACE + 1):
            label = self.words.part(empty, f"space:{space}", names)
            face = tables.faces[state.path[space]]
            if not state.path[space]:
                yield Part(id=f"load:{space}", symbol="load", place=f"space:{space}",
                           layer=SIGN_LAYER, label=label)  # fmt: skip
                continue
            yield Part(id=f"tile:{space}", symbol=f"tile-{COLOURS[face.colour]}",
                       place=f"tile:{space}", layer=TILE_LAYER, text=str(space))  # fmt: skip
            yield Part(
                id=f"load:{space}",
                symbol=f"load-{KINDS[face.kind]}",
                place=f"space:{space}",
                layer=SIGN_LAYER,
                text=str(face.amount),
                label=label,
            )

    @drawn_from("edition", "seats", "rats", "tokens", "tracks")
    def _rats(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state, tables = view.seen, tables_of(view.seen)
        for rat, space in enumerate(state.rats):
            if space == NURSERY:
                pose, place = "sit", f"bunk:{rat // RATS}:{rat % 2}"
            elif space == ROCKET_SHIP:
                number = tables.slot(state.seats, state.tracks[RATTRONAUT].index(rat))
                pose, place = "astronaut", f"slot:{TRACKS[RATTRONAUT]}:{number}"
            else:
                pose = "astronaut" if space == LAUNCHPAD else "run"
                place = f"family:{rat // RATS}" if space == START else f"space:{space}"
            yield Part(
                id=f"rat:{rat}",
                symbol=rat_symbol(state, rat, pose, self._tones),
                under=LIGHT if rat // RATS == view.viewer else "",
                place=place,
                layer=RAT_LAYER,
                tone=self._tones[rat // RATS].name,
                label=self.words.part(view, f"rat:{rat}", names),
            )

    @drawn_from("edition", "seats", "light", "burrow")
    def _lights(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        """Bulbs burn as far as the viewer's marker has come; for a spectator, as far as any."""
        state, tables = view.seen, tables_of(view.seen)
        reached = max(state.light) if view.viewer is None else state.light[view.viewer]
        for position in range(1, reached + 1):
            lamp = "beacon-on" if position in tables.construction else "bulb-on"
            yield Part(id=f"lit:{position}", symbol=lamp, place=f"bulb:{position}",
                       layer=SIGN_LAYER)  # fmt: skip
        for seat in range(state.seats):
            tone = self._tones[seat].name
            yield Part(
                id=f"pin:{seat}",
                symbol=f"pin-{tone}",
                place=f"light:{state.light[seat]}",
                layer=MARKER_LAYER,
                tone=tone,
                label=self.captions.pin(state, seat, names),
            )
            yield Part(
                id=f"paw:{seat}",
                symbol=f"paw-{tone}",
                place=f"burrow:{tables.nodes[state.burrow[seat]]}",
                layer=MARKER_LAYER,
                tone=tone,
                label=self.captions.paw(seat, names),
            )

    # --- parts: score tracks ---

    @drawn_from("edition", "seats", "strips", "tracks")
    def _tracks(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state, tables = view.seen, tables_of(view.seen)
        for track, name in enumerate(TRACKS):
            yield Part(
                id=f"sign:{name}",
                symbol=f"sign-{name}",
                place=f"track:{name}",
                layer=SIGN_LAYER,
                label=self.words.part(view, f"track:{name}", names),
            )
            if state.strips[track] != NO_STRIP:
                yield from _strip(state, tables, track)
            if track == RATTRONAUT:
                continue
            for number, seat in enumerate(state.tracks[track]):
                tone = self._tones[seat].name
                yield Part(
                    id=f"cube:{name}:{number:02}",
                    symbol=f"cube-{tone}",
                    place=f"slot:{name}:{tables.slot(state.seats, number)}",
                    layer=MARKER_LAYER,
                    tone=tone,
                )

    # --- parts: what is to be had ---

    @drawn_from(
        "edition", "seats", "library", "comics", "shelf_packs", "shelf_drinks", "shelf_caps",
        "caps", "awards",
    )  # fmt: skip
    def _things(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state, tables = view.seen, tables_of(view.seen)
        dealt = _dealt(state.library, state.comics)
        for spot, comic in enumerate(dealt):
            if state.library >> comic & 1:
                name = f"comic:{COMICS[comic]}"
                yield self._thing(view, names, name, f"comic-{COMICS[comic]}",
                                  f"shelf:library:{spot % 6}")  # fmt: skip
        for pack, count in enumerate(state.shelf_packs):
            if count:
                symbol = f"{'packs' if count > 1 else 'pack'}-{PACKS[pack]}"
                yield self._thing(view, names, f"pack:{PACKS[pack]}", symbol,
                                  f"shelf:hamster:{pack}", f"+{_pack_bonus(pack)}")  # fmt: skip
        if state.shelf_drinks:
            yield self._thing(view, names, "drinks", "can", "shelf:frog:0",
                              f"×{state.shelf_drinks}")  # fmt: skip
        for spot, cap in enumerate(_dealt(state.shelf_caps, state.caps)):
            if state.shelf_caps >> cap & 1:
                yield self._thing(view, names, f"cap:{CAPS[cap]}", f"cap-{CAPS[cap]}",
                                  f"shelf:crow:{spot % 6}", cap_text(tables, cap))  # fmt: skip
        if tables.box.setup.awards > sum(state.awards):
            yield self._thing(view, names, "awards", "award", "pile:awards",
                              str(tables.box.points.award))  # fmt: skip

    def _thing(
        self, view: View[State], names: Sequence[str], name: str, symbol: str, place: str,
        text: str = "",
    ) -> Part:  # fmt: skip
        return Part(
            id=name,
            symbol=symbol,
            place=place,
            layer=THING_LAYER,
            text=text,
            label=self.words.part(view, name, names),
        )

    # --- parts: the turn and the tally ---

    def _turn(self, view: View[State], names: Sequence[str]) -> Sequence[Part]:  # noqa: ARG002
        """What may still be done says which step it is, and hangs on nearly everything."""
        now = step_of(view.seen)
        return self.remembered(("turn", now), lambda: self._steps(now))

    def _steps(self, now: int) -> Iterator[Part]:
        for number, name in enumerate(self.captions.steps, start=1):
            mark = "done" if number < now else "now" if number == now else "ahead"
            yield Part(
                id=f"step:{number}",
                symbol=f"step-{mark}",
                place=f"step:{number}",
                layer=SIGN_LAYER,
                text=name,
                label=self.captions.step(number, now),
            )

    @drawn_from("edition", "path", for_all=True)
    def _legend(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:  # noqa: ARG002
        state = view.seen
        for colour, name in enumerate(COLOURS):
            text = self.captions.nouns.colour(colour)
            yield Part(id=f"legend:{name}", symbol=f"legend-{name}", place=f"legend:{name}",
                       layer=SIGN_LAYER, text=text, label=self.captions.legend(state, colour))  # fmt: skip

    @drawn_from(*_SCORED, "markers", "last_round", "round", "phase", "mover", for_all=True)
    def _slate(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state = view.seen
        if text := self.captions.last_round(state):
            yield Part(id="last-round", symbol="last-round", place="banner", layer=SIGN_LAYER,
                       text=text, label=text)  # fmt: skip
        for seat in range(state.seats):
            tone = self._tones[seat].name
            yield Part(
                id=f"tally:{seat}",
                symbol=f"tally-{'now-' if seat == to_act(state) else ''}{tone}",
                place=f"row:{seat}",
                layer=SIGN_LAYER,
                text=str(score(state, seat)).replace("-", "−"),
                tone=tone,
                label=self.captions.tally(state, seat, names),
            )
            yield Part(id=f"gauge:{seat}", symbol=f"gauge-{min(10, state.markers[seat])}",
                       place=f"row:{seat}", layer=THING_LAYER)  # fmt: skip
            yield Part(id=f"crew:{seat}", symbol=f"crew-{count_on(state, seat, RATTRONAUT)}",
                       place=f"row:{seat}", layer=MARKER_LAYER)  # fmt: skip

    # --- parts: one's own kit ---

    @drawn_from(
        "edition", "seats", "goods", "mouldy", "awards", "drinks", "empties", "packs", "comics", "caps",
        "library",
    )  # fmt: skip
    def _kit(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        seat = view.viewer
        if seat is None:
            return
        state = view.seen
        stocks = [
            (f"goods:{seat}:{KINDS[kind]}", KINDS[kind], state.goods[GOODS * seat + kind])
            for kind in range(GOODS)
        ]
        sources = self.captions.items.score_source
        for name, count in (("mouldy", state.mouldy[seat]), ("award", state.awards[seat])):
            if count:
                stocks.append((f"mine:{name}", name, count))
        for at, (name, kind, count) in enumerate(stocks):
            own = name.startswith("mine:")
            source = sources("mouldy" if kind == "mouldy" else "awards") if own else ""
            yield Part(
                id=name,
                symbol=f"stock-{kind}",
                place=f"bin:{at + (BINS - len(stocks)) // 2}",
                layer=THING_LAYER,
                text=str(count),
                label=f"{source}: {count}" if own else self.words.part(view, name, names),
            )
        things = list(self._belongings(view, seat, names))
        spots, room = ("kit", KIT) if len(things) <= KIT else ("pocket", POCKETS)
        for at, thing in enumerate(things):
            yield replace(thing, place=f"{spots}:{at + (room - len(things)) // 2}")

    def _belongings(self, view: View[State], seat: Seat, names: Sequence[str]) -> Iterator[Part]:
        """Drinks first, since they are played; then backpacks, comics and bottle caps."""
        state, tables = view.seen, tables_of(view.seen)
        if state.drinks[seat]:
            yield Part(id=f"drink:{seat}", symbol="can", place="", layer=THING_LAYER,
                       text=f"×{state.drinks[seat]}",
                       label=self.words.part(view, f"drink:{seat}", names))  # fmt: skip
        if state.empties[seat]:
            yield Part(id="mine:empties", symbol="can-empty", place="", layer=THING_LAYER,
                       text=f"×{state.empties[seat]}",
                       label=self.words.part(view, f"drink:{seat}", names))  # fmt: skip
        for pack, name in enumerate(PACKS):
            if state.packs[seat] >> pack & 1:
                yield Part(id=f"mine:pack:{name}", symbol=f"pack-{name}", place="",
                           layer=THING_LAYER, text=f"+{_pack_bonus(pack)}",
                           label=self.captions.item(pack))  # fmt: skip
        for comic, name in enumerate(COMICS):
            if state.comics[seat] >> comic & 1:
                yield Part(id=f"mine:comic:{name}", symbol=f"comic-{name}", place="",
                           layer=THING_LAYER, label=self.words.part(view, f"comic:{name}", names))  # fmt: skip
        for cap, name in enumerate(CAPS):
            if state.caps[seat] >> cap & 1:
                yield Part(id=f"mine:cap:{name}", symbol=f"cap-{name}", place="",
                           layer=THING_LAYER, text=cap_text(tables, cap),
                           label=self.captions.item(FIRST_CAP + cap))  # fmt: skip


# --- helpers ------------------------------------------------------------------------------------


def rat_symbol(state: State, rat: Rat, pose: str, tones: Sequence[Tone] = SEAT_TONES) -> str:
    """Return the symbol of a rat; whoever carries a token shows it."""
    tone = tones[rat // RATS].name
    tokens = [COMICS[token] for token, of in enumerate(state.tokens) if of == rat]
    if not tokens or pose == "sit":
        return f"pawn-{pose}-{tone}"
    return f"pawn-{pose}-{tone}-{tokens[0] if len(tokens) == 1 else SEVERAL}"


def cap_text(tables: Tables, cap: int) -> str:
    """Return what a bottle cap is worth for each piece; of the frugal one, what it begins with."""
    return str(tables.box.caps[CAPS[cap]])


def _pack_bonus(pack: int) -> int:
    return COLOUR_BONUS if pack in (ORANGE_PACK, GREEN_PACK) else KIND_BONUS


def _dealt(left: int, taken: Sequence[int]) -> list[int]:
    """Return what was dealt in this game, so that every thing keeps its spot when others go."""
    mask = left
    for owned in taken:
        mask |= owned
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def _strip(state: State, tables: Tables, track: int) -> Iterator[Part]:
    """Return the points of a track, and what blocks its spaces with few players."""
    name = TRACKS[track]
    strip = tables.strips[state.strips[track]]
    free = tables.free_slots[state.seats]
    for number in range(SLOTS):
        spot = f"{name}:{number}"
        if track == RATTRONAUT:
            if number in free:
                yield Part(id=f"plate:{spot}", symbol="plate", place=f"peg:{spot}",
                           layer=SIGN_LAYER, text=str(strip[number]))  # fmt: skip
            else:
                yield Part(id=f"shut:{spot}", symbol="hatch-shut", place=f"porthole:{number}",
                           layer=SIGN_LAYER)  # fmt: skip
        else:
            garment = f"{'garment' if number in free else 'rag'}-{GARMENTS[number]}"
            text = str(strip[number]) if number in free else ""
            yield Part(id=f"garment:{spot}", symbol=garment, place=f"peg:{spot}",
                       layer=SIGN_LAYER, text=text)  # fmt: skip
