"""A match keeps the rules and the numbers it was played with, whatever becomes of the game."""

from __future__ import annotations

import random
import tomllib

import pytest

from ratskeller import Player, games, seal_of
from ratskeller.arena.lab import keys_of, with_number
from ratskeller.core.archive import Recording, read, verify
from ratskeller.core.game import AnyGame, NewerRules, data_hash_of
from ratskeller.core.match import AnyMatch, Match
from tests import crumbs, crusts
from tests.core.test_match import play_on
from tests.kinds import as_a

# The second is the first after a rule has changed: what one program wrote, the other opens.
FIRST: AnyGame = vars(crumbs)["GAME"]
SECOND: AnyGame = vars(crusts)["GAME"]
SHIPPED = [games.find(game_id) for game_id in ("pied_piper", "ratzentanz", "first_rat")]


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.meta.id)
def test_a_comment_and_blanks_change_nothing(game: AnyGame) -> None:
    text = "# An owner of the box looked at this.\n\n" + game.data.replace(" = ", "  =  ")
    text = text.replace("\n[", "  # so it is\n\n[")
    assert type(game)(text).data_hash == game.data_hash
    assert games.find(game.meta.id, 1, text) is game, "and boards and words are drawn up once"


def test_nor_does_a_comment_on_the_map_of_the_town() -> None:
    game = games.find("ratzentanz")
    text = game.data.replace("The town of Ratzentanz:", "Hamelin, the town of the rats:")
    assert text != game.data
    assert type(game)(text).data_hash == game.data_hash
    garden = game.data.replace('""  1  ""', '""  1    ')
    assert type(game)(garden).data_hash != game.data_hash


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.meta.id)
def test_every_number_makes_other_data(game: AnyGame) -> None:
    numbers = keys_of(tomllib.loads(game.data))
    hashes = {
        data_hash_of(game.read_tables(with_number(game.data, key, "77"))) for key in numbers
    } | {game.data_hash}
    assert len(hashes) == len(numbers) + 1


def test_a_match_opens_with_its_own_numbers_after_the_shipped_ones_have_changed() -> None:
    game = games.find("pied_piper")
    later = type(game)(with_number(game.data, "action_cards.forward", "30"))
    match = begin(game)
    play_on(match, random.Random(1), decisions=5)
    copy = read(match.to_bytes(), lambda _, version=0, data="": later.as_played(version, data))
    assert isinstance(copy, Match)
    play_on(match, random.Random(2))
    play_on(copy, random.Random(2))
    assert copy.to_bytes() == match.to_bytes()


# --- rules ----------------------------------------------------------------------------------------


def shelf_with(game: AnyGame, game_id: str, version: int = 0, data: str = "") -> AnyGame:
    assert game_id == game.meta.id
    return game.as_played(version or game.version, data or game.data)


def old_program(game_id: str, version: int = 0, data: str = "") -> AnyGame:
    return shelf_with(FIRST, game_id, version, data)


def new_program(game_id: str, version: int = 0, data: str = "") -> AnyGame:
    return shelf_with(SECOND, game_id, version, data)


def begin(game: AnyGame) -> AnyMatch:
    return Match.begin(game, 2, game.meta.options(), [Player("Ann"), Player("Ben")], seal_of(2, 3))


def test_a_running_match_goes_on_with_the_older_meaning_of_a_rule() -> None:
    match = begin(FIRST)
    play_on(match, random.Random(1), decisions=2)
    copy = read(match.to_bytes(), new_program)
    assert isinstance(copy, Match)
    assert (
        copy.game.version
        == as_a(crusts.State, copy.state).version
        == copy.header.rules_version
        == 1
    )
    play_on(match, random.Random(2))
    play_on(copy, random.Random(2))
    assert copy.outcome == match.outcome
    assert copy.to_bytes() == match.to_bytes(), "so the old program opens it again"
    assert not verify(copy).problems


def test_a_finished_match_ends_as_it_did() -> None:
    match = begin(FIRST)
    play_on(match, random.Random(2))
    copy = read(match.export(None), new_program)
    assert isinstance(copy, Match)
    assert copy.outcome == match.outcome


def test_a_new_match_is_played_by_the_newest_version() -> None:
    old, new = begin(FIRST), begin(SECOND)
    assert new.header.rules_version == as_a(crusts.State, new.state).version == 2
    play_on(old, random.Random(2))
    play_on(new, random.Random(2))
    assert old.outcome is not None
    assert new.outcome is not None
    assert old.outcome.winners != new.outcome.winners
    copy = read(new.to_bytes(), new_program)
    assert isinstance(copy, Match)
    assert copy.state == new.state


def test_what_a_viewer_saw_of_an_older_match_can_be_looked_at() -> None:
    match = begin(FIRST)
    play_on(match, random.Random(1), decisions=2)
    recording = read(match.export(0), new_program)
    assert isinstance(recording, Recording)
    assert as_a(crusts.State, recording.views[-1].seen).version == 1


def test_a_version_from_the_future_opens_read_only_and_says_so() -> None:
    recording = read(begin(SECOND).to_bytes(), old_program)
    assert isinstance(recording, Recording)
    assert recording.header.rules_version == 2
    assert recording.why == (
        "rules version 2 of crumbs is newer than this program, which knows none after 1"
    )


def test_the_shelf_finds_a_version() -> None:
    game = games.find("first_rat")
    assert games.find("first_rat", 1) is game
    with pytest.raises(NewerRules, match="rules version 2 of first_rat"):
        games.find("first_rat", 2)
