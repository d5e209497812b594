"""Every stored match opens and comes out as it did when it was played."""

from __future__ import annotations

import msgspec
import pytest

from ratskeller import games
from ratskeller.core import archive
from ratskeller.core.game import option_sets
from ratskeller.core.match import BadFile
from tests.corpus import GAMES, corpus, kept_of, opened
from tests.statements import statement

pytestmark = pytest.mark.heavy


CHANGED = (
    "a rule has changed its meaning: raise the rules version and keep the old meaning for matches "
    "of the older one (CONTRIBUTING.md)"
)


@statement("S32")
@pytest.mark.parametrize("game_id", GAMES)
def test_a_stored_match_comes_out_as_it_did(game_id: str) -> None:
    for number, kept in enumerate(corpus(game_id)):
        try:
            found = kept_of(opened(bytes(kept.file)))
        except BadFile as problem:
            pytest.fail(f"match {number} of {game_id}, {problem}: {CHANGED}")
        assert found.facts == kept.facts, f"match {number} of {game_id}: {CHANGED}"
        assert found == kept, f"match {number} of {game_id} is written otherwise than it was read"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_corpus_has_every_set_up_and_drafts(game_id: str) -> None:
    game = games.find(game_id)
    files = [msgspec.json.decode(kept.file) for kept in corpus(game_id)]
    finished = [
        file["header"]
        for file, kept in zip(files, corpus(game_id), strict=True)
        if kept.facts.outcome
    ]
    assert len(finished) >= 40
    for header in finished:
        header["options"].pop("turn_cap", None)
    for seats in game.meta.seats:
        for options in option_sets(game, seats):
            wanted = msgspec.to_builtins(options)
            wanted.pop("turn_cap", None)
            assert any((one["seats"], one["options"]) == (seats, wanted) for one in finished)
    assert sum(bool(file["draft"]) for file in files) >= 5
    assert all(file["header"]["data"] for file in files), "each carries what it was played with"


@pytest.mark.parametrize("game_id", GAMES)
def test_an_export_of_a_stored_match_opens_again(game_id: str) -> None:
    kept = corpus(game_id)[0]
    match = opened(bytes(kept.file))
    again = opened(match.export(None))
    assert kept_of(again) == kept
    assert not archive.verify(again).problems
