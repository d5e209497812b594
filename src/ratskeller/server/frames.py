"""From what a viewer sees step by step to frames: what moves, what is said, how long it is seen.

Two lists of parts are compared, and the difference is sent; the browser lets it glide. Everything
here is made from sightings, which are concealed already, so a frame can tell nobody a secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ratskeller.core.game import AnySighting, AnyView, Seat
from ratskeller.core.match import AnyEntry, AnyTold
from ratskeller.draw.board import Part
from ratskeller.draw.table import AnyBoard
from ratskeller.server.messages import Change, Frame
from ratskeller.words.speech import AnyWords, Names

CAP: Final = 1500
"""Milliseconds that all frames of one change take at most, at normal speed."""
DRAFT: Final = 250
"""Milliseconds for a step of one's own draft."""

Parts = tuple[Part, ...]


class Stage(Struct, frozen=True):
    """Where sightings are acted out: a game's board and words in one language, for one viewer."""

    board: AnyBoard
    words: AnyWords
    names: Names
    viewer: Seat | None

    def draw(self, view: AnyView) -> Parts:
        return tuple(self.board.parts(view, self.names))


class Shown(Struct, frozen=True):
    """What lies on a page: a view, and the parts that were drawn of it."""

    view: AnyView
    parts: Parts


class Said(Struct, frozen=True):
    """A step as a viewer sees it, with its sentence for frame and log; "": nothing is to be said."""

    sighting: AnySighting
    text: str


Account: TypeAlias = list[tuple[AnyEntry, list[Said]]]
"""What happened, in words: each concealed entry with its steps."""


def narrate(stage: Stage, told: Iterable[AnyTold]) -> Account:
    """Put what happened into words, once for whatever is made of it."""

    def said(sighting: AnySighting) -> Said:
        return Said(sighting, stage.words.event(sighting.event, stage.names, stage.viewer))

    return [(entry, [said(sighting) for sighting in sightings]) for entry, sightings in told]


def act_out(stage: Stage, shown: Shown, account: Account) -> tuple[tuple[Frame, ...], Shown]:
    """The frames of some entries, beginning with what is shown now, and what is shown after them.

    An event without a duration has no frame of its own: what it changes and says comes with the
    next one.
    """
    frames: list[Frame] = []
    waiting: list[str] = []
    last: AnyView | None = None  # not drawn yet: drawing is what takes the time
    number = 0
    for entry, steps in account:
        number = entry.number
        for said in steps:
            event, last = said.sighting.event, said.sighting.view
            if said.text:
                waiting.append(said.text)
            if not (milliseconds := stage.board.milliseconds(event)):
                continue
            passed = walk(shown.parts, stage.board.way(event))
            share = milliseconds // (len(passed) + 1)
            frames += [Frame(change, "", share, (), number) for change in passed]
            change, shown = _draw_on(stage, shown, last)
            text, about = stage.words.in_a_row(waiting), stage.board.about(event)
            frames.append(Frame(change, text, share, about, number))
            waiting, last = [], None
    if last is not None:
        change, shown = _draw_on(stage, shown, last)
        if waiting or change != Change():
            frames.append(Frame(change, stage.words.in_a_row(waiting), 0, (), number))
    return fitted(frames), shown


def _draw_on(stage: Stage, shown: Shown, view: AnyView) -> tuple[Change, Shown]:
    """What changes from what is shown to a view; where nothing does, nothing is drawn."""
    if shown.view == view:
        return Change(), shown
    parts = stage.draw(view)
    return compare(shown.parts, parts), Shown(view, parts)


def walk(shown: Parts, way: Sequence[str]) -> list[Change]:
    """A change for each place that a part only passes, so that it follows the way."""
    walker = next((part for part in shown if way and part.id == way[0]), None)
    if walker is None:
        return []
    return [Change(move=(replace(walker, place=place),)) for place in way[2:-1]]


def adjust(base: Parts, parts: Parts) -> tuple[Frame, ...]:
    """One silent frame from some parts to others: a step of a draft, done or taken back."""
    change = compare(base, parts)
    return (Frame(change, "", DRAFT),) if change != Change() else ()


def fitted(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames, compressed where together they would take longer than `CAP`."""
    total = sum(frame.milliseconds for frame in frames)
    if total <= CAP:
        return tuple(frames)
    return tuple(replace(frame, milliseconds=frame.milliseconds * CAP // total) for frame in frames)


def compare(before: Parts, after: Parts) -> Change:
    """What has to be done to the first list of parts to get the second."""
    old = {part.id: part for part in before}
    new = {part.id: part for part in after}
    moved = [part for part in after if part.id in old and old[part.id] != part]
    entered = [part for part in after if part.id not in old]
    left = [part for part in before if part.id not in new]
    shrunk = [old[part.id] for part in moved if part.count < old[part.id].count]
    grown = [part for part in moved if part.count > old[part.id].count]
    turned = [part for part in moved if part.symbol != old[part.id].symbol]
    return Change(
        move=tuple(moved),
        enter=tuple((part, _origin(part, [*left, *shrunk], shrunk)) for part in entered),
        leave=tuple((part.id, _goal(part, entered, [*turned, *grown], grown)) for part in left),
    )


# --- helpers ----------------------------------------------------------------------------------


def _origin(part: Part, sources: Sequence[Part], piles: Sequence[Part]) -> str:
    """Where a part seems to come from: something alike that went, or the one pile that shrank."""
    alike = [source for source in sources if source.symbol == part.symbol]
    if alike:
        return alike[0].place
    return piles[0].place if len(piles) == 1 else ""


def _goal(
    part: Part, entered: Sequence[Part], targets: Sequence[Part], piles: Sequence[Part]
) -> str:
    """Where a part seems to go. If something alike enters, that one glides, and this one fades."""
    if any(other.symbol == part.symbol for other in entered):
        return ""
    alike = [target for target in targets if target.symbol == part.symbol]
    if alike:
        return alike[0].place
    return piles[0].place if len(piles) == 1 else ""
