"""Every event can be looked up: it cites a rule that stands in the rulebook."""

from __future__ import annotations

import pytest

from ratskeller import games
from ratskeller.core.game import GameEvent, union_members
from ratskeller.words.rulebook import read_rulebook
from ratskeller.words.speech import package_of


@pytest.mark.parametrize("game_id", games.shelf())
def test_every_event_cites_a_rule_of_the_book(game_id: str) -> None:
    game = games.find(game_id)
    book = read_rulebook(package_of(game), "en")
    known = {rule.id for section in book.sections for rule in section.rules}
    for event in union_members(game.event_type):
        assert issubclass(event, GameEvent)
        cited = game.citations.get(event, "")
        rules = {cited} if isinstance(cited, str) else set(cited.values())
        assert rules, f"{event.__name__} has no cause"
        assert rules <= known, f"{event.__name__} cites no rule of {game_id}"
