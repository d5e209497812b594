"""From what a viewer sees step by step to frames: what moves, what is said, how long it is seen.

Two lists of parts are compared, and the difference is sent; the browser lets it glide. Everything
here is made from sightings, which are concealed already, so a frame can tell nobody a secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ratskeller.core.game import AnySighting, Seat
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

    def parts(self, sighting: AnySighting) -> Parts:
        return tuple(self.board.parts(sighting.view, self.names))


def act_out(
    stage: Stage, base: Parts, seen: Iterable[tuple[int, Sequence[AnySighting]]]
) -> tuple[tuple[Frame, ...], Parts]:
    """The frames of some entries, beginning with the parts that are shown now, and the parts after.

    An event without a duration has no frame of its own: what it changes and says comes with the
    next one.
    """
    frames: list[Frame] = []
    shown = base
    waiting: list[str] = []
    drawn: AnySighting | None = None  # the one that `shown` shows
    last: AnySighting | None = None  # not drawn yet: drawing is what takes the time
    entry = 0
    for entry, sightings in seen:
        for sighting in sightings:
            last = sighting
            if text := stage.words.event(sighting.event, stage.names, stage.viewer):
                waiting.append(text)
            if not (milliseconds := stage.board.milliseconds(sighting.event)):
                continue
            same = drawn is not None and drawn.view == sighting.view
            parts = shown if same else stage.parts(sighting)
            passed = walk(shown, stage.board.way(sighting.event))
            share = milliseconds // (len(passed) + 1)
            frames += [Frame(change, "", share, (), entry) for change in passed]
            frames.append(
                Frame(
                    compare(shown, parts),
                    stage.words.in_a_row(waiting),
                    share,
                    stage.board.about(sighting.event),
                    entry,
                )
            )
            shown, waiting, drawn, last = parts, [], sighting, None
    if last is not None:
        parts = stage.parts(last)
        if waiting or parts != shown:
            rest = stage.words.in_a_row(waiting)
            frames.append(Frame(compare(shown, parts), rest, 0, (), entry))
        shown = parts
    return fitted(frames), shown


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
