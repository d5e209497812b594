"""First matches are gentle: aids are on by themselves, and a weaker player of the house sits opposite.

Both step back when somebody has finished two matches of a game, or says so with the switch in the dock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ratskeller.core.game import AnyGame
from ratskeller.server import repertoire
from ratskeller.server.house import House
from ratskeller.server.security import Guest

FIRST_MATCHES: Final = 2


class Beginnings:
    """In which games a person is at the beginning."""

    def __init__(self, finished: Mapping[str, int], settings: Mapping[str, str]) -> None:
        self._finished, self._settings = finished, settings

    def gentle(self, game: AnyGame) -> bool:
        """As the switch says; without a word of it, as long as there are few matches behind."""
        wish = self._settings.get("gentle", "")
        few = self._finished.get(game.meta.id, 0) < FIRST_MATCHES
        return wish == "on" or (wish != "off" and few)

    def rival(self, game: AnyGame) -> str:
        """Whom a person plays with: who was picked the last time, or who usually comes, to a beginner
        the weakest.
        """
        picked = self._settings.get(f"rival_{game.meta.id}", "")
        if repertoire.find_level(game, picked):
            return picked
        return repertoire.weakest_level(game) if self.gentle(game) else repertoire.usual_level(game)


async def beginnings(house: House, guest: Guest | None, settings: Mapping[str, str]) -> Beginnings:
    return Beginnings(await house.store.finished_by(guest.id) if guest else {}, settings)
