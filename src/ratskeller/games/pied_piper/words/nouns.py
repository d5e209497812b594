"""The nouns of The Pied Piper in every form a sentence needs.

A placeholder cannot inflect, so each noun is asked for in a context: German needs its case there,
French its “du” and “de la”. The contexts are places in English sentences:

    subject   {figure} walks ..., {house} leaves the ring
    below     places a card below {figure}
    through   walks through {house}
    under     slips under {house}
    beside    the gap to the left of {house}
    of        the tracker of {house}
    label     a card by itself, as on a button
    object    places {card}
    seat      a house as the name of whoever lives there

Every phrase is written out with its context, because extraction reads the source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from ratskeller.core.game import Seat, Worn
from ratskeller.games.pied_piper.rules.state import Card, Figure, House
from ratskeller.words.catalogue import Speaker

FigureForm: TypeAlias = Literal["subject", "below"]
HouseForm: TypeAlias = Literal["subject", "through", "under", "beside", "of"]
CardForm: TypeAlias = Literal["label", "object"]
Phrase: TypeAlias = Callable[[str, str], str]  # Speaker.pgettext

_FIRST_NEUTRAL: Final = 2  # houses 2 and 3 belong to nobody when two play (PP-60)


class Nouns:
    """Figures, houses and cards in one language."""

    def __init__(self, speaker: Speaker, worn: Worn) -> None:
        """`worn` gives by seat what is given by look (`Game.worn`)."""
        self._figures = _figures(speaker.pgettext)
        houses = _houses(speaker.pgettext)
        self._houses = {form: worn(names) for form, names in houses.items()}
        self._neutral = _neutral_houses(speaker.pgettext)
        self._your_house = _your_house(speaker.pgettext)
        self._cards = _cards(speaker.pgettext)
        self._seats = worn(_seats(speaker.pgettext))

    def figure(self, form: FigureForm, figure: Figure) -> str:
        return self._figures[form][figure]

    def house(self, form: HouseForm, house: House, seats: int, viewer: Seat | None) -> str:
        """A house as the viewer calls it: one's own is “your house”."""
        if house >= seats:
            return self._neutral[form][house - _FIRST_NEUTRAL]
        return self._your_house[form] if house == viewer else self._houses[form][house]

    def card(self, form: CardForm, card: Card) -> str:
        """A card; one that may not be looked at is “a card”."""
        return self._cards[form][card]

    def seat(self, seat: Seat) -> str:
        return self._seats[seat]


def _figures(pgettext: Phrase) -> Mapping[FigureForm, tuple[str, ...]]:
    return {
        "subject": (
            pgettext("subject", "the red rat"),
            pgettext("subject", "the yellow rat"),
            pgettext("subject", "the blue rat"),
            pgettext("subject", "the green rat"),
            pgettext("subject", "the purple rat"),
            pgettext("subject", "the black rat"),
            pgettext("subject", "the Piper"),
        ),
        "below": (
            pgettext("below", "the red rat"),
            pgettext("below", "the yellow rat"),
            pgettext("below", "the blue rat"),
            pgettext("below", "the green rat"),
            pgettext("below", "the purple rat"),
            pgettext("below", "the black rat"),
            pgettext("below", "the Piper"),
        ),
    }


def _houses(pgettext: Phrase) -> Mapping[HouseForm, tuple[str, ...]]:
    return {
        "subject": (
            pgettext("subject", "the mill house"),
            pgettext("subject", "the bakehouse"),
            pgettext("subject", "the smithy"),
            pgettext("subject", "the brewhouse"),
            pgettext("subject", "the tannery"),
        ),
        "through": (
            pgettext("through", "the mill house"),
            pgettext("through", "the bakehouse"),
            pgettext("through", "the smithy"),
            pgettext("through", "the brewhouse"),
            pgettext("through", "the tannery"),
        ),
        "under": (
            pgettext("under", "the mill house"),
            pgettext("under", "the bakehouse"),
            pgettext("under", "the smithy"),
            pgettext("under", "the brewhouse"),
            pgettext("under", "the tannery"),
        ),
        "beside": (
            pgettext("beside", "the mill house"),
            pgettext("beside", "the bakehouse"),
            pgettext("beside", "the smithy"),
            pgettext("beside", "the brewhouse"),
            pgettext("beside", "the tannery"),
        ),
        "of": (
            pgettext("of", "the mill house"),
            pgettext("of", "the bakehouse"),
            pgettext("of", "the smithy"),
            pgettext("of", "the brewhouse"),
            pgettext("of", "the tannery"),
        ),
    }


def _neutral_houses(pgettext: Phrase) -> Mapping[HouseForm, tuple[str, ...]]:
    return {
        "subject": (
            pgettext("subject", "the neutral smithy"),
            pgettext("subject", "the neutral brewhouse"),
        ),
        "through": (
            pgettext("through", "the neutral smithy"),
            pgettext("through", "the neutral brewhouse"),
        ),
        "under": (
            pgettext("under", "the neutral smithy"),
            pgettext("under", "the neutral brewhouse"),
        ),
        "beside": (
            pgettext("beside", "the neutral smithy"),
            pgettext("beside", "the neutral brewhouse"),
        ),
        "of": (
            pgettext("of", "the neutral smithy"),
            pgettext("of", "the neutral brewhouse"),
        ),
    }


def _your_house(pgettext: Phrase) -> Mapping[HouseForm, str]:
    return {
        "subject": pgettext("subject", "your house"),
        "through": pgettext("through", "your house"),
        "under": pgettext("under", "your house"),
        "beside": pgettext("beside", "your house"),
        "of": pgettext("of", "your house"),
    }


def _cards(pgettext: Phrase) -> Mapping[CardForm, tuple[str, ...]]:
    return {
        "label": (
            pgettext("label", "Forward"),
            pgettext("label", "Double step"),
            pgettext("label", "Back"),
            pgettext("label", "Sewer"),
            pgettext("label", "+1"),
            pgettext("label", "Melody"),
            pgettext("label", "a card"),
        ),
        "object": (
            pgettext("object", "Forward"),
            pgettext("object", "Double step"),
            pgettext("object", "Back"),
            pgettext("object", "Sewer"),
            pgettext("object", "+1"),
            pgettext("object", "Melody"),
            pgettext("object", "a card"),
        ),
    }


def _seats(pgettext: Phrase) -> tuple[str, ...]:
    return (
        pgettext("seat", "Mill house"),
        pgettext("seat", "Bakehouse"),
        pgettext("seat", "Smithy"),
        pgettext("seat", "Brewhouse"),
        pgettext("seat", "Tannery"),
    )
