"""What can be had, in words: backpacks, energy drinks, bottle caps, comics, and what they do.

Each thing has a name in two forms, `label` (by itself) and `object` (buys {item}), and a text of
one or two sentences. Booths are `subject` (“Harry Hamster offers ...”) or `label`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from ratskeller.games.first_rat.rules.scoring import Line
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    CHEESE,
    COMICS,
    ENERGY_DRINK,
    FIRST_CAP,
    FRUGAL_CAP,
    RATTRONAUT,
    THINGS_CAP,
    TRACKS,
    Booth,
    Comic,
    Item,
    Rat,
    State,
)
from ratskeller.games.first_rat.rules.tables import Tables
from ratskeller.games.first_rat.words.nouns import Nouns
from ratskeller.words.catalogue import Speaker

ItemForm: TypeAlias = Literal["label", "object"]
BoothForm: TypeAlias = Literal["label", "subject"]
Phrase: TypeAlias = Callable[[str, str], str]  # Speaker.pgettext


class Items:
    """Names and texts in one language, with the numbers of one data file."""

    def __init__(self, speaker: Speaker, nouns: Nouns, tables: Tables) -> None:
        self.nouns, self.tables = nouns, tables
        self._ = speaker.gettext
        self.both = speaker.both
        self.pgettext = speaker.pgettext
        self._packs = _packs(speaker.pgettext)
        self._comics = _comics(speaker.pgettext)
        self._tokens = _tokens(speaker.pgettext)
        self._booths = _booths(speaker.pgettext)

    # --- names ---

    def item(self, form: ItemForm, item: Item) -> str:
        if item < ENERGY_DRINK:
            return self._packs[form][item]
        if item == ENERGY_DRINK:
            if form == "label":
                return self.pgettext("label", "Energy drink")
            return self.pgettext("object", "an energy drink")
        name = self.cap(item - FIRST_CAP)
        if form == "label":
            return self.pgettext("label", "Bottle cap “{name}”", name=name)
        return self.pgettext("object", "the bottle cap “{name}”", name=name)

    def cap(self, cap: int) -> str:
        """What is on a bottle cap. Most are named after the track that they count."""
        if cap == FRUGAL_CAP:
            return self.pgettext("label", "Thrift")
        if cap == THINGS_CAP:
            return self.pgettext("label", "Collection")
        return self.nouns.track("label", TRACKS.index(CAPS[cap]))

    def comic(self, form: ItemForm, comic: Comic) -> str:
        name = self._comics[comic]
        if form == "label":
            return name
        return self.pgettext("object", "the comic “{name}”", name=name)

    def token(self, token: int) -> str:
        return self._tokens[token]

    def booth(self, form: BoothForm, booth: Booth) -> str:
        return self._booths[form][booth]

    def wares(self, booth: Booth) -> str:
        """What a booth sells, and for how much."""
        price = self.nouns.goods(CHEESE, self.tables.prices[booth])
        return (
            self._("backpacks for {price} each", price=price),
            self._("energy drinks for {price} each", price=price),
            self._("bottle caps for {price} each", price=price),
        )[booth]

    # --- what they do ---

    def item_text(self, item: Item) -> str:
        if item < ENERGY_DRINK:
            return self._pack_text(item)
        if item == ENERGY_DRINK:
            return self._(
                "Once: doubles all you collect in a turn, but not the Launchpad’s reward."
            )
        return self._cap_text(item - FIRST_CAP)

    def _pack_text(self, pack: int) -> str:
        _ = self._
        return (
            _(
                "Whenever you collect from orange spaces, 1 more in all, of a kind you are collecting."
            ),
            _(
                "Whenever you collect from green spaces, 1 more in all, of a kind you are collecting."
            ),
            _("Whenever you collect light bulbs, 2 more in all."),
            _("Whenever you collect apple cores, 2 more in all."),
            _("Whenever you collect cheese, 2 more in all."),
        )[pack]

    def _cap_text(self, cap: int) -> str:
        values = self.tables.box.caps
        points = self.nouns.points(values[CAPS[cap]])
        if cap == FRUGAL_CAP:
            return self._(
                "{points}, less {less} for each rocket part you have built, never below 0.",
                points=points,
                less=values["part"],
            )
        if cap == THINGS_CAP:
            return self._(
                "{points} for each of your backpacks, energy drinks (used or not), comics and bottle caps.",
                points=points,
            )
        track = TRACKS.index(CAPS[cap])
        if track == RATTRONAUT:
            return self._("{points} for each of your Rattronauts.", points=points)
        return self._(
            "{points} for each of your markers on {track}.",
            points=points,
            track=self.nouns.track("on", track),
        )

    def comic_text(self, comic: Comic) -> str:
        _ = self._
        return (
            _("Alone, Neil may go any distance. He never steals, and scores double in the rocket."),
            _("Lola may go 2 spaces further."),
            _("You collect 1 more from the space that Arnold has moved to."),
            _("Ratwoman takes her item at a booth without paying. She never steals."),
            _("Both yellow shortcuts are free for you."),
            _("Both red shortcuts are free for you."),
            _("You pay nothing for sharing a space with other rats."),
            _("If you move two or more rats, each may go 1 space further."),
            _("If you move two or more rats, green and orange spaces may be mixed."),
            _("For each rocket part, you pay one less of a resource it costs, as you choose."),
        )[comic]

    # --- the score sheet ---

    def score_source(self, source: str) -> str:
        """The label of a line of `scoring.sheet`."""
        kind, _, name = source.partition(":")
        if kind == "track":
            return self.nouns.track("label", TRACKS.index(name))
        if kind == "cap":
            return self.item("label", FIRST_CAP + CAPS.index(name))
        return {
            "awards": self._("Awards"),
            "mouldy": self._("Mouldy cheese"),
            "leftovers": self._("Resources left"),
        }[source]

    def score_line(self, line: Line) -> str:
        """A whole line: source, number of pieces, points."""
        return self._(
            "{source} ({count}): {points}",
            source=self.score_source(line.source),
            count=line.count,
            points=self.nouns.points(line.points),
        )

    # --- who carries what ---

    def carrier(self, state: State, rat: Rat) -> str:
        """A rat by its letter, with the super rats that it is."""
        carried = self.carried(state, rat)
        if not carried:
            return self.nouns.rat(rat)
        return self._("{rat} ({names})", rat=self.nouns.rat(rat), names=self.both(carried))

    def carried(self, state: State, rat: Rat) -> list[str]:
        return [self._comics[token] for token, of in enumerate(state.tokens) if of == rat]


def _packs(pgettext: Phrase) -> Mapping[ItemForm, tuple[str, ...]]:
    return {
        "label": (
            pgettext("label", "Orange backpack"),
            pgettext("label", "Green backpack"),
            pgettext("label", "Light bulb backpack"),
            pgettext("label", "Apple core backpack"),
            pgettext("label", "Cheese backpack"),
        ),
        "object": (
            pgettext("object", "the orange backpack"),
            pgettext("object", "the green backpack"),
            pgettext("object", "the light bulb backpack"),
            pgettext("object", "the apple core backpack"),
            pgettext("object", "the cheese backpack"),
        ),
    }


def _comics(pgettext: Phrase) -> tuple[str, ...]:
    names = (
        pgettext("comic", "Neil Ratstrong"),
        pgettext("comic", "Lola Rat"),
        pgettext("comic", "Arnold Rattenegger"),
        pgettext("comic", "Ratwoman"),
        pgettext("comic", "Free yellow shortcuts"),
        pgettext("comic", "Free red shortcuts"),
        pgettext("comic", "No toll"),
        pgettext("comic", "Longer legs"),
        pgettext("comic", "Two colours"),
        pgettext("comic", "Discount"),
    )
    assert len(names) == len(COMICS)
    return names


def _tokens(pgettext: Phrase) -> tuple[str, ...]:
    return (
        pgettext("object", "the Neil Ratstrong token"),
        pgettext("object", "the Lola Rat token"),
        pgettext("object", "the Arnold Rattenegger token"),
        pgettext("object", "the Ratwoman token"),
    )


def _booths(pgettext: Phrase) -> Mapping[BoothForm, tuple[str, ...]]:
    return {
        "label": (
            pgettext("label", "Harry Hamster’s booth"),
            pgettext("label", "Zippy the Frog’s booth"),
            pgettext("label", "the Madcap Crow’s booth"),
        ),
        "subject": (
            pgettext("subject", "Harry Hamster"),
            pgettext("subject", "Zippy the Frog"),
            pgettext("subject", "the Madcap Crow"),
        ),
    }
