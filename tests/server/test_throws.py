"""Throws so far, per player and against what was to be expected."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ratskeller import games
from ratskeller.core.chance import Seal
from ratskeller.core.game import CHANCE
from ratskeller.core.match import LUCK, AnyMatch, Match, Player
from ratskeller.games.ratzentanz.rules.state import SYMBOLS, State, Throw
from ratskeller.server.throws import Throws, sheets
from ratskeller.words import LANGUAGES
from ratskeller.words.speech import game_words
from tests.kinds import as_a

GAME = games.find("ratzentanz")
SEATS = 3


def played(decisions: int) -> AnyMatch:
    """A match at random, up to so many decisions."""
    people = [Player(name) for name in ("Ada", "Ben", "Cleo")]
    rng = random.Random(9)
    nonces = tuple(rng.randbytes(16).hex() for _ in people)
    seal = Seal("throws", rng.randbytes(32).hex(), nonces)
    options = GAME.meta.options()
    match: AnyMatch = Match.begin(GAME, SEATS, options, people, seal, now=0.0, seating="fixed")
    for _ in range(decisions):
        mover = match.to_act
        assert mover is not None
        match.choose(mover, rng.choice(match.legal(mover)), now=0.0)
    return match


def from_the_log(match: AnyMatch) -> Counter[tuple[int, int, int]]:
    """Who threw which number and symbol, straight from chance's entries."""
    found: Counter[tuple[int, int, int]] = Counter()
    for entry in match.entries:
        if entry.by == LUCK and isinstance(entry.body, Throw):
            thrower = as_a(State, match.state_at(entry.number - 1)).seat
            found[thrower, entry.body.number, entry.body.symbol] += 1
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheets_count_every_throw_of_the_log(language: str) -> None:
    match = played(150)
    words = game_words(GAME, language)
    numbers, symbols = sheets(Throws().of(match, words), SEATS, words)
    log = from_the_log(match)
    assert sum(log.values()) > 50
    for seat in range(SEATS):
        mine = {key: count for key, count in log.items() if key[0] == seat}
        total = sum(mine.values())
        assert numbers.throws[seat] == symbols.throws[seat] == total
        for face, row in enumerate(numbers.rows):
            assert row.label == str(face + 1)
            assert row.cells[seat][0] == sum(n for key, n in mine.items() if key[1] == face + 1)
        for symbol, row in zip(SYMBOLS, symbols.rows, strict=True):
            assert row.cells[seat][0] == sum(n for key, n in mine.items() if key[2] == symbol)


def test_what_is_expected_follows_from_the_odds_of_the_engine() -> None:
    match = played(150)
    words = game_words(GAME, "en")
    state = next(
        state
        for state in (match.state_at(entry.number) for entry in match.entries)
        if GAME.to_act(state) == CHANCE and isinstance(GAME.odds(state)[0][0], Throw)
    )
    outcomes, weights = GAME.odds(state)
    numbers, symbols = sheets(Throws().of(match, words), SEATS, words)
    chances = {"number": Counter[int](), "symbol": Counter[int]()}
    for one, weight in zip(outcomes, weights, strict=True):
        throw = as_a(Throw, one)
        chances["number"][throw.number] += weight
        chances["symbol"][throw.symbol] += weight
    for sheet, chance in ((numbers, chances["number"]), (symbols, chances["symbol"])):
        for (_, weight), row in zip(sorted(chance.items()), sheet.rows, strict=True):
            for seat, total in enumerate(sheet.throws):
                expected = total * weight / chance.total()
                assert float(row.cells[seat][1]) == pytest.approx(expected, abs=0.051)


def test_decimals_are_written_as_the_language_does() -> None:
    match = played(20)
    german = game_words(GAME, "de")
    first, _ = sheets(Throws().of(match, german), SEATS, german)
    assert all("," in expected for row in first.rows for _, expected in row.cells)


def test_throws_are_looked_up_once_and_added_to() -> None:
    match, words = played(20), game_words(GAME, "en")
    throws = Throws()
    before = len(throws.of(match, words))
    rng = random.Random(1)
    while len(from_the_log(match)) and sum(from_the_log(match).values()) == before:
        mover = match.to_act
        assert mover is not None
        match.choose(mover, rng.choice(match.legal(mover)), now=0.0)
    assert len(throws.of(match, words)) == sum(from_the_log(match).values())


@pytest.mark.parametrize("game_id", ["pied_piper", "first_rat"])
def test_a_game_without_dice_has_no_sheets(game_id: str) -> None:
    assert game_words(games.find(game_id), "en").dice() == ()
