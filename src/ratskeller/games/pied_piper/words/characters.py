"""The neighbours in Hamelin who play where no person does: who they are, and how they play."""

from __future__ import annotations

from collections.abc import Mapping

from ratskeller.words.catalogue import Speaker
from ratskeller.words.speech import Character


def cast_of(say: Speaker) -> Mapping[str, Character]:
    """The levels of `levels.toml`, weakest first."""
    _, pgettext = say.gettext, say.pgettext
    return {
        "gret": Character(
            pgettext("level", "Gret"),
            pgettext("level", "goose girl"),
            _("She plays whatever card comes to hand and wishes everybody well."),
        ),
        "jost": Character(
            pgettext("level", "Jost"),
            pgettext("level", "baker’s boy"),
            _("He is quick and mostly right, but now and then his mind is on the oven."),
        ),
        "mechthild": Character(
            pgettext("level", "Mechthild"),
            pgettext("level", "miller’s widow"),
            _("She knows what each card does to her house, and wastes none."),
        ),
        "konrad": Character(
            pgettext("level", "Konrad"),
            pgettext("level", "town clerk"),
            _("He thinks of his neighbours’ next cards, not only of his own."),
        ),
        "adelheid": Character(
            pgettext("level", "Adelheid"),
            pgettext("level", "abbess"),
            _("She has seen many a plague pass, and sees further than anybody in Hamelin."),
        ),
        "veit": Character(
            pgettext("level", "Veit"),
            pgettext("level", "tower watchman"),
            _(
                "He taught himself in a thousand nights and reads the table at a glance; "
                "variants he reckons out like Adelheid."
            ),
        ),
    }
