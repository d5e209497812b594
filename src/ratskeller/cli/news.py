"""A match in sentences, for one viewer: the news since somebody last looked, and the whole log."""

from __future__ import annotations

from collections.abc import Iterator

from ratskeller.core.archive import Verification
from ratskeller.core.game import CHANCE, Outcome, Refusal, Seat
from ratskeller.core.match import LUCK, AnyEntry, AnyMatch, TableEvent, conceal
from ratskeller.words.platform_words import PlatformWords, table_citation
from ratskeller.words.speech import AnyWords


class Teller:
    """Tells a match to one viewer at a time."""

    def __init__(self, match: AnyMatch, say: PlatformWords, words: AnyWords) -> None:
        self.match, self.say, self.words = match, say, words

    def news(self, viewer: Seat | None, since: int) -> list[str]:
        """What happened after entry `since`: one paragraph for each player's turn.

        What chance did in secret is left out: “a card” is no news. So is the deal.
        """
        paragraphs: list[list[str]] = [[]]
        mover: int | None = None
        since = max(since, self._set_up())
        game, names = self.match.game, self.match.names
        for happening in self.match.happenings(since):
            entry, seen = conceal(game, happening, viewer)
            if isinstance(entry.body, TableEvent):
                paragraphs.append([self._table_event(entry, entry.body, viewer)])
            for step, sighting in zip(happening.steps, seen, strict=True):
                now = game.to_act(step.state)
                if now not in (mover, CHANCE, None):
                    mover = now
                    paragraphs.append([])
                if entry.by != LUCK or sighting.event == step.event:
                    paragraphs[-1].append(self.words.event(sighting.event, names, viewer))
        return [text for sentences in paragraphs if (text := self.say.in_a_row(sentences))]

    def log(self, viewer: Seat | None, since: int = 0) -> Iterator[tuple[int, str]]:
        """Every entry as the viewer may know it: its number and its sentences."""
        for entry, sightings in self.match.sightings(viewer, since):
            if isinstance(entry.body, TableEvent):
                yield entry.number, self._table_event(entry, entry.body, viewer)
                continue
            names = self.match.names
            told = [self.words.event(sighting.event, names, viewer) for sighting in sightings]
            yield entry.number, self.say.in_a_row(told)

    def deeds(self, viewer: Seat | None) -> list[tuple[Seat, str]]:
        """What the players did, as the viewer may know it: who, and the sentences of an entry."""
        entries = self.match.entries
        told = [(entries[number - 1], text) for number, text in self.log(viewer)]
        return [
            (entry.seat, text)
            for entry, text in told
            if entry.seat is not None and text and not isinstance(entry.body, TableEvent)
        ]

    def ending(self, outcome: Outcome, viewer: Seat | None) -> str:
        view = self.match.view(viewer)
        return self.words.ending(outcome, self.match.names, viewer, view)

    def seating(self) -> str:
        """Who sits where: the first sentence of every match."""
        first = self.match.entries[0]
        assert isinstance(first.body, TableEvent)
        return self._table_event(first, first.body, None)

    def refusal(self, refusal: Refusal, viewer: Seat) -> str:
        """Why not, with the rule that it stands on."""
        sentence = self.words.refusal(refusal, self.match.names, viewer)
        return self.say._("{sentence} ({rule})", sentence=sentence, rule=refusal.rule)

    def _set_up(self) -> int:
        """How many entries the set-up takes: all before the first decision of a seat."""
        entries = self.match.entries
        first = next((e for e in entries if e.seat is not None), None)
        return len(entries) if first is None else first.number - 1

    def _table_event(self, entry: AnyEntry, event: TableEvent, viewer: Seat | None) -> str:
        sentence = self.say.table_event(event, entry.seat, self.match.names, viewer)
        rule = table_citation(event)
        return self.say._("{sentence} ({rule})", sentence=sentence, rule=rule) if rule else sentence


def seal_sentence(say: PlatformWords, checked: Verification) -> str:
    if not checked.problems:
        return say.ngettext(
            "The seal holds: the one draw checks.",
            "The seal holds: all {count} draws check.",
            checked.draws,
        )
    return say.ngettext(
        "The seal is broken: one thing does not fit the seed.",
        "The seal is broken: {count} things do not fit the seed.",
        len(checked.problems),
    )
