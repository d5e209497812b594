"""The bill: what is printed of a match when it is over, for one viewer, in one language.

Everything is made from sightings, which are concealed already, and from the public facts of a scene.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from ratskeller.core.game import GameEvent, Seat
from ratskeller.core.match import AnyEntry, AnyTold, Resigned
from ratskeller.draw.broadside import Standing, broadside
from ratskeller.draw.faces import Face, face, likeness
from ratskeller.draw.palette import TONES, Theme
from ratskeller.draw.race import Milestone, RaceChart, Runner, race
from ratskeller.draw.show import sheet_for
from ratskeller.draw.svg import el, write
from ratskeller.draw.table import Sign
from ratskeller.games.parts import game_board
from ratskeller.server import scene as scenes
from ratskeller.server.repertoire import find_level
from ratskeller.server.scene import Scene
from ratskeller.server.schema import BOT
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import Race, game_words

MOMENTS: Final = 3
"""So many turning points are shown at most."""


class Moment(Struct, frozen=True):
    """Something worth another look: a sentence, and the entry after which it is seen."""

    text: str
    entry: int
    rule: str = ""


class Portrait(Struct, frozen=True):
    """A winner."""

    name: str
    drawing: str  # an SVG


class Finisher(Struct, frozen=True):
    """What is said of each player, the best first."""

    seat: Seat
    name: str
    tone: str
    glyph: str
    facts: tuple[Sign, ...]
    most: str  # what they did more of than others


class Bill(Struct, frozen=True, kw_only=True):
    portraits: tuple[Portrait, ...]
    sentence: str
    rule: str  # by which it ended
    deed: Moment | None
    notes: tuple[Moment, ...]  # who left, and when
    players: tuple[Finisher, ...]
    sheet: tuple[tuple[str, tuple[int, ...]], ...]
    chart: str  # an SVG, or empty
    measure: str  # what the chart counts
    moments: tuple[Moment, ...]


class Point(Struct, frozen=True):
    """How the race stood after a turn."""

    turn: int
    entry: int
    race: Race


def bill(scene: Scene, told: Iterable[AnyTold], address: str) -> Bill:
    """What is printed of a match that is over; `address` is the table's."""
    words = game_words(scene.game, scene.language)
    account = list(told)
    course = [(entry.number, step.event) for entry, steps in account for step in steps]
    events = [event for _, event in course]
    ends = scene.outcome is not None and bool(events)
    deed = words.deed(events, scene.names, scene.seat) if ends else None
    points = list(race_points(scene, account))
    turns = turning_points(points)
    return Bill(
        portraits=tuple(_portraits(scene)),
        sentence=scenes.banner(scene),
        rule=scene.game.cite(events[-1]) if ends else "",
        deed=Moment(deed.text, course[deed.number][0], scene.game.cite(events[deed.number]))
        if deed
        else None,
        notes=tuple(_notes(scene, [entry for entry, _ in account])),
        players=tuple(_players(scene, events)),
        sheet=scenes.score_rows(scene),
        chart=_chart(scene, points, turns, address) if len(points) > 1 else "",
        measure=points[0].race.title if points else "",
        moments=tuple(_moment(scene, points[at], seat) for at, seat in turns),
    )


# --- who ----------------------------------------------------------------------------------------


def features(scene: Scene, seat: Seat) -> Face:
    """The face of a player: of the house by its level, of a person by the name."""
    chair = scene.chairs[seat]
    ink, _ = game_board(scene.game, scene.language).seat_ink(seat)
    level = find_level(scene.game, chair.bot) if chair.kind == BOT else None
    if level is not None and level.face:
        return msgspec.convert(level.face, Face)
    return likeness(chair.name, next(tone.name for tone in TONES if tone.ink == ink))


def _portraits(scene: Scene) -> Iterator[Portrait]:
    for seat in scene.outcome.winners if scene.outcome else ():
        drawing = el(
            "svg", face(features(scene, seat)), viewBox="0 0 100 100", class_="portrait",
            aria_hidden="true",
        )  # fmt: skip
        yield Portrait(scene.names[seat], write(drawing))


def _players(scene: Scene, events: Sequence[GameEvent]) -> Iterator[Finisher]:
    board = game_board(scene.game, scene.language)
    most = done_most(scene, events)
    for seat in _in_order(scene):
        ink, glyph = board.seat_ink(seat)
        facts = tuple(board.seat_facts(scene.view, seat))
        tone = next(tone.name for tone in TONES if tone.ink == ink)
        yield Finisher(seat, scene.names[seat], tone, glyph, facts, most.get(seat, ""))


def _in_order(scene: Scene) -> list[Seat]:
    seats = list(range(len(scene.chairs)))
    outcome = scene.outcome
    return sorted(seats, key=lambda seat: outcome.ranks[seat]) if outcome else seats


def _notes(scene: Scene, entries: Iterable[AnyEntry]) -> Iterator[Moment]:
    platform = platform_words(scene.language)
    for entry in entries:
        if isinstance(entry.body, Resigned):
            text = platform.table_event(entry.body, entry.seat, scene.names, scene.seat)
            yield Moment(text, entry.number)


# --- what everybody did -------------------------------------------------------------------------


def done_most(scene: Scene, events: Iterable[GameEvent]) -> dict[Seat, str]:
    """Of each player the deed of which they have the greatest part, the more frequent one of two."""
    words, platform = game_words(scene.game, scene.language), platform_words(scene.language)
    counts: Counter[tuple[Seat, str]] = Counter()
    for event in events:
        if (counted := words.tally(event)) is not None:
            seat, what, amount = counted
            counts[seat, what] += amount
    totals: Counter[str] = Counter()
    for (_, what), amount in counts.items():
        totals[what] += amount
    best: dict[Seat, tuple[float, int, str]] = {}
    for (seat, what), amount in counts.items():
        if amount > 0:
            best[seat] = max(best.get(seat, (0.0, 0, "")), (amount / totals[what], amount, what))
    return {
        seat: platform.gettext("{deed}: {count} of {all}", deed=what, count=n, all=totals[what])
        for seat, (_, n, what) in best.items()
    }


# --- the race -----------------------------------------------------------------------------------


def race_points(scene: Scene, account: Iterable[AnyTold]) -> Iterator[Point]:
    """How the race stood at the beginning and after every turn."""
    game, words = scene.game, game_words(scene.game, scene.language)
    shown = last = None
    for entry, steps in account:
        standing = words.race(steps[-1].view) if steps else None
        if standing is None:
            continue
        last = Point(game.turns(steps[-1].view.seen), entry.number, standing)
        if shown is None or last.turn > shown.turn:
            shown = last
            yield last
    if last is not None and last is not shown:
        yield last


def leader(standing: Race) -> Seat | None:
    """Who is ahead of everybody else."""
    inside = [(value, seat) for seat, value in enumerate(standing.values) if value is not None]
    if not inside:
        return None
    best = (min if standing.least else max)(value for value, _ in inside)
    ahead = [seat for value, seat in inside if value == best]
    return ahead[0] if len(ahead) == 1 else None


def turning_points(points: Sequence[Point]) -> list[tuple[int, Seat]]:
    """Where somebody else took the lead: of the point and the seat those that lasted longest."""
    changes: list[tuple[int, Seat]] = []
    for at, point in enumerate(points):
        ahead = leader(point.race)
        if ahead is not None and (not changes or changes[-1][1] != ahead):
            changes.append((at, ahead))
    ends = [at for at, _ in changes[1:]] + [len(points)]
    lasting = sorted(range(len(changes)), key=lambda n: changes[n][0] - ends[n])[:MOMENTS]
    return [changes[n] for n in sorted(lasting)]


def _moment(scene: Scene, point: Point, seat: Seat) -> Moment:
    _ = platform_words(scene.language).gettext
    if seat == scene.seat:
        return Moment(_("Turn {turn}: you take the lead.", turn=point.turn), point.entry)
    name = scene.names[seat]
    return Moment(_("Turn {turn}: {name} takes the lead.", turn=point.turn, name=name), point.entry)


def _chart(
    scene: Scene, points: Sequence[Point], turns: Sequence[tuple[int, Seat]], address: str
) -> str:
    board = game_board(scene.game, scene.language)
    runners = []
    for seat, name in enumerate(scene.names):
        values = tuple(point.race.values[seat] for point in points)
        runners.append(Runner(name, *board.seat_ink(seat), values))
    marks = []
    for at, seat in turns:
        moment = _moment(scene, points[at], seat)
        marks.append(Milestone(at, seat, moment.text, f"{address}/{moment.entry}"))
    return race(
        RaceChart(
            title=points[0].race.title,
            turns=tuple(point.turn for point in points),
            axis=platform_words(scene.language).gettext("turns"),
            runners=tuple(runners),
            marks=tuple(marks),
            goal=points[-1].race.goal,
        )
    )


# --- the picture --------------------------------------------------------------------------------


def picture(scene: Scene, theme: Theme) -> str:
    """The last position with names and result, to be shown to others: a spectator's scene."""
    board = game_board(scene.game, scene.language)
    parts = board.parts(scene.view, scene.names)
    winners = scene.outcome.winners if scene.outcome else ()
    standing = dict(scenes.standing(scene, scene.outcome)) if scene.outcome else {}
    return broadside(
        sheet_for(board, scene.view, scene.names, [parts]),
        parts,
        title=board.words.title,
        sentence=scenes.banner(scene),
        players=[
            Standing(standing.get(seat, scene.names[seat]), *board.seat_ink(seat))
            for seat in _in_order(scene)
        ],
        winner=features(scene, winners[0]) if winners else None,
        theme=theme,
    )
