"""From what a viewer sees step by step to frames: what moves, what is said, how long it is seen.

The game says which steps are a beat and which belong to one; each beat has a sentence, and lasts as long as
one needs to read it. For each frame two lists of parts are compared, and the difference is sent with the ways
that things go; so are the cards of the seats that change with it. Everything here is made from sightings,
which are concealed already, so a frame can tell nobody a secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ratskeller.core.game import AnySighting, AnyView, Seat
from ratskeller.core.match import PERSON, AnyEntry, AnyTold
from ratskeller.draw.beats import Beat, Joins, Motion, Says
from ratskeller.draw.board import Part
from ratskeller.draw.table import AnyBoard, Group
from ratskeller.server.cards import Card, cards
from ratskeller.server.messages import Change, Frame
from ratskeller.words.speech import AnyWords, Names

LEAST: Final = 600
"""Milliseconds that a beat lasts at least, at normal pace."""
MOST: Final = 2600
"""And at most, because of its sentence alone."""
LETTER: Final = 15
"""Milliseconds to read a letter."""
WIDE: Final = 3
"""So many letters is a Chinese character worth."""
_WIDE_LETTERS: Final = re.compile("[\u2e80-\uffef]")
DRAFT: Final = 250
"""Milliseconds for a step of one's own: who made it knows what will happen."""

Parts = tuple[Part, ...]
Facts = tuple[Card, ...]


class Stage(Struct, frozen=True):
    """Where sightings are acted out: a game's board and words in one language, for one viewer."""

    board: AnyBoard
    words: AnyWords
    names: Names
    viewer: Seat | None

    def show(self, view: AnyView, before: Shown | None = None) -> Shown:
        """A view on the board; of what lay there before, whatever still lies there is taken over."""
        if before is None or before.stage != self:
            return Shown(self, view, self.board.groups(view, self.names), self.facts(view))
        groups = self.board.redraw(before.groups, before.view, view, self.names)
        same = self.board.has_same_facts(before.view, view)
        return Shown(self, view, groups, before.facts if same else self.facts(view))

    def facts(self, view: AnyView) -> Facts:
        """What the cards of the players say."""
        return cards(self.board, self.words, view, len(self.names))


class Shown(Struct, frozen=True, gc=False):
    """What lies on a page: a view, the parts that were drawn of it, and the cards of the players."""

    stage: Stage
    view: AnyView
    groups: tuple[Group, ...]
    facts: Facts

    @property
    def parts(self) -> Parts:
        return tuple(chain.from_iterable(self.groups))


class Said(Struct, frozen=True, gc=False):
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


class ToldStep(Struct, frozen=True, gc=False):
    """Something that happened, and how it is told."""

    entry: AnyEntry
    said: Said
    beat: Beat

    @property
    def belongs_to_next(self) -> bool:
        return self.beat.joins is Joins.NEXT

    @property
    def seat(self) -> Seat | None:
        """Whose deed it is, or whose luck."""
        if self.entry.seat is not None:
            return self.entry.seat
        whose: Seat | None = getattr(self.said.sighting.event, "seat", None)
        return whose


Moment: TypeAlias = list[ToldStep]
"""The steps of one beat."""


def moments(stage: Stage, account: Account) -> list[Moment]:
    """What happened, beat by beat. What only leads to a beat that never comes ends the last one."""
    found: list[Moment] = []
    leading: Moment = []
    for entry, steps in account:
        for said in steps:
            leading.append(ToldStep(entry, said, stage.board.beat(said.sighting.event)))
            if leading[-1].belongs_to_next:
                continue
            if found and _goes_on(kind_of(found[-1]), leading[-1].beat):
                found[-1] += leading
            else:
                found.append(leading)
            leading = []
    if leading:
        found = [*found[:-1], [*found[-1], *leading]] if found else [leading]
    return found


def _goes_on(kind: str, beat: Beat) -> bool:
    return beat.joins is Joins.BEFORE or (beat.joins is Joins.ALIKE and beat.kind == kind)


def kind_of(moment: Moment) -> str:
    """The kind of a beat is that of the first step which leads to no other."""
    return next((step.beat.kind for step in moment if not step.belongs_to_next), "")


def spoken(moment: Moment) -> list[str]:
    """The sentences of a beat; those that are silent in company are heard where nobody else speaks."""
    last = {type(step.said.sighting.event): number for number, step in enumerate(moment)}

    def speaks(number: int, step: ToldStep) -> bool:
        says = step.beat.says
        return says is Says.ALL or (
            says is Says.LAST and last[type(step.said.sighting.event)] == number
        )

    texts = [step.said.text for number, step in enumerate(moment) if speaks(number, step)]
    texts = texts or [step.said.text for step in moment]
    return [text for text in texts if text]


def reading(text: str) -> int:
    """Milliseconds that a sentence needs."""
    letters = len(text) + (WIDE - 1) * len(_WIDE_LETTERS.findall(text))
    return min(MOST, max(LEAST, LETTER * letters))


def act_out(
    stage: Stage, shown: Shown, account: Account, *, at_leisure: bool = False
) -> tuple[tuple[Frame, ...], Shown]:
    """The frames of some entries, beginning with what is shown now, and what is shown after them.

    With the last frame of an entry all that the entry changes is to be seen. Who leafs through what
    happened long ago does it at leisure: then one's own moves have their time, too.
    """
    frames: list[Frame] = []
    own = not at_leisure  # as long as it is what the viewer chose to do
    for moment in moments(stage, account):
        told: list[Frame] = []
        for steps in _visible(moment):
            frame, shown = _frame(stage, shown, steps)
            told.append(frame)
            own = own and _own(steps, stage.viewer)
        frames += _paced(told, stage.words.in_a_row(spoken(moment)), kind_of(moment), own=own)
    return tuple(frames), shown


def _paced(told: Sequence[Frame], text: str, kind: str, *, own: bool) -> list[Frame]:
    """The frames of a beat: the first that takes time bears its sentence, the last one waits for it.

    What changes nothing and says nothing is left out.
    """
    frames = [
        replace(frame, milliseconds=min(DRAFT, frame.milliseconds)) if own else frame
        for frame in told
    ]
    head = next((frame for frame in frames if frame.milliseconds), frames[0])
    spoken_at = frames.index(head)
    frames[spoken_at] = replace(head, text=text, kind=kind if head.milliseconds else "")
    if head.milliseconds and not own:
        rest = reading(text) - sum(frame.milliseconds for frame in frames)
        last = max(number for number, frame in enumerate(frames) if frame.milliseconds)
        seen = frames[last].milliseconds + max(0, rest)
        frames[last] = replace(frames[last], milliseconds=seen)
    return [
        one for one in frames if one.milliseconds or one.text or one.facts or one.change != Change()
    ]


def _visible(moment: Moment) -> Iterator[Moment]:
    """The steps that are shown together: those that take no time with what comes after them."""
    for _, of_entry in groupby(moment, key=lambda step: step.entry.number):
        together: Moment = []
        for step in of_entry:
            together.append(step)
            if step.beat.milliseconds:
                yield together
                together = []
        if together:
            yield together


def _frame(stage: Stage, shown: Shown, steps: Moment) -> tuple[Frame, Shown]:
    step = steps[-1]
    event, view = step.said.sighting.event, step.said.sighting.view
    after = shown if shown.view == view else stage.show(view, shown)
    change = difference(shown, after)
    if moving := stage.board.motions(shown.view, event, view):
        change = replace(change, motions=_of_parts(moving, shown, after))
    pairs = enumerate(zip(shown.facts, after.facts, strict=True))
    news = tuple([(seat, now) for seat, (was, now) in pairs if now != was])
    about = stage.board.about(event) if step.beat.milliseconds else ()
    frame = Frame(
        change=change,
        text="",
        milliseconds=step.beat.milliseconds,
        at=about,
        entry=step.entry.number,
        seat=step.seat,
        facts=news,
        lines=sum(bool(one.said.text) for one in steps),
    )
    return frame, after


def _of_parts(motions: Iterable[Motion], before: Shown, after: Shown) -> tuple[Motion, ...]:
    """Those of parts that there are: what one viewer sees move may lie nowhere for another."""
    there = {part.id for part in (*before.parts, *after.parts)}
    return tuple(motion for motion in motions if motion.part in there)


def _own(steps: Moment, viewer: Seat | None) -> bool:
    """Whether all of it is what the viewer chose to do, with nothing laid open by it."""
    return viewer is not None and all(
        step.entry.by == PERSON and step.entry.seat == viewer and not step.said.sighting.reveals
        for step in steps
    )


def adjust(before: Shown, after: Shown) -> tuple[Frame, ...]:
    """One silent frame from some parts to others: a step of a draft, done or taken back."""
    change = difference(before, after)
    return (Frame(change, "", DRAFT),) if change != Change() else ()


def difference(before: Shown, after: Shown) -> Change:
    """What has to be done to one page to get another. Most groups of parts are the very same."""
    pairs = zip(before.groups, after.groups, strict=True)
    changed = [pair for pair in pairs if pair[0] is not pair[1]]
    if not changed:
        return Change()
    old, new = zip(*changed, strict=True)
    return compare(tuple(chain.from_iterable(old)), tuple(chain.from_iterable(new)))


def compare(before: Parts, after: Parts) -> Change:
    """What has to be done to the first list of parts to get the second."""
    left = {part.id: part for part in before}
    moved: list[tuple[Part, Part]] = []
    entered: list[Part] = []
    for part in after:
        was = left.pop(part.id, None)
        if was is None:
            entered.append(part)
        elif was is not part and was != part:
            moved.append((was, part))
    shrunk = [was for was, part in moved if part.count < was.count]
    grown = [part for was, part in moved if part.count > was.count]
    turned = [part for was, part in moved if part.symbol != was.symbol]
    sources = [*left.values(), *shrunk]
    return Change(
        move=tuple([part for _, part in moved]),
        enter=tuple([(part, _origin(part, sources, shrunk)) for part in entered]),
        leave=tuple(
            [(part.id, _goal(part, entered, [*turned, *grown], grown)) for part in left.values()]
        ),
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
