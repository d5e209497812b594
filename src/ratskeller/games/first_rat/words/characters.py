"""The rats of the junkyard who play where no person does: who they are, and how they play."""

from __future__ import annotations

from collections.abc import Mapping

from ratskeller.words.catalogue import Speaker
from ratskeller.words.speech import Character


def cast_of(say: Speaker) -> Mapping[str, Character]:
    """The levels of `levels.toml`, weakest first."""
    _, pgettext = say.gettext, say.pgettext
    return {
        "bolt": Character(
            pgettext("level", "Bolt"),
            pgettext("level", "scrap collector"),
            _("Carries home whatever glitters, and forgets what it was for."),
        ),
        "hubcap": Character(
            pgettext("level", "Hubcap"),
            pgettext("level", "tyre roller"),
            _("Has a good plan every morning, and has lost it by noon."),
        ),
        "dynamo": Character(
            pgettext("level", "Dynamo"),
            pgettext("level", "lamp lighter"),
            _("Never passes by a light, nor by a good bargain."),
        ),
        "gasket": Character(
            pgettext("level", "Gasket"),
            pgettext("level", "rocket mechanic"),
            _("Fetches today what the rocket will need the day after tomorrow."),
        ),
        "zenith": Character(
            pgettext("level", "Zenith"),
            pgettext("level", "flight director"),
            _("Has reckoned the whole way to the moon, and yours as well."),
        ),
        "nova": Character(
            pgettext("level", "Nova"),
            pgettext("level", "test pilot"),
            _("Flew the whole race a million times in a tin simulator."),
        ),
    }
