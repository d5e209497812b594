"""A voice for one reader: how every game's narrator begins."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import Seat
from ratskeller.words.catalogue import Speaker
from ratskeller.words.phrases import fill


class Voice:
    """Speaks to one reader: `viewer` is “you”, all others are called by their names.

    The methods of the speaker are at hand under their own names, which extraction looks for.
    """

    def __init__(self, speaker: Speaker, names: Sequence[str], viewer: Seat | None) -> None:
        self.names, self.viewer = names, viewer
        self._ = speaker.gettext
        self.pgettext = speaker.pgettext
        self.ngettext = speaker.ngettext
        self.both = speaker.both
        self.either = speaker.either

    def told(self, seat: Seat, yours: str, theirs: str, /, **values: str | int) -> str:
        """One of two templates, translated already: to the one it is about, or about another."""
        text = yours if seat == self.viewer else theirs
        return fill(text, {"name": self.names[seat], **values})
