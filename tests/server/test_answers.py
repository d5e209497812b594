"""Words instead of eyes: what is asked at a table is answered, and nothing that the asker may not know."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from ratskeller import games
from ratskeller.core.game import CHANCE, AnyGame, Seat, View
from ratskeller.core.match import LUCK
from ratskeller.games.parts import game_board
from ratskeller.server.answers import PAGE, Known, tell
from ratskeller.server.handlers import QUESTION_LENGTH, hear
from ratskeller.server.listener import Listener
from ratskeller.server.messages import Answer, Denial, Tell
from ratskeller.server.table import Table
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.platform_words import platform_words
from ratskeller.words.questions import ABOUT, MORE, REPEAT, folded, forms
from ratskeller.words.speech import game_words
from tests.server import worlds
from tests.statements import statement

DECODER = msgspec.json.Decoder(Answer | Denial)
NAMES = ("Player 0", "Player 1", "Player 2")
each_game = pytest.mark.parametrize("game_id", games.shelf())
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def table_of(game_id: str, seed: int = 3, share: float = 0.5) -> Table:
    """A table in the middle of a match at random, where somebody is to choose from several moves."""
    game = games.find(game_id)
    match = worlds.play_at_random(game, 3, game.meta.options(), random.Random(seed))
    bodies = worlds.bodies_of(match)
    number = int(len(bodies) * share)
    states = worlds.states_of(match, bodies)
    while game.to_act(states[number]) in (None, CHANCE) or len(game.legal(states[number])) < 4:
        number += 1
    return worlds.table_after(game, match, bodies[:number])


def mover(table: Table) -> Seat:
    seat = table.playing().to_act
    assert seat is not None
    return seat


def known(table: Table, seat: Seat | None, language: str) -> Known:
    return table.audience.known(table.audience.scene(seat, (), language), 0)


def everything(known: Known, typed: str) -> list[str]:
    """All lines of an answer, page by page."""
    more = forms(platform_words(known.language))[MORE][0]
    told = tell(known, typed)
    lines = told.text.splitlines()
    while told.told:
        told = tell(known, more, told.last, told.told)
        lines = [*lines[:-1], *told.text.splitlines()]
    return lines


def asked(table: Table, viewer: Seat | None, language: str = "en", **fields: Any) -> Any:
    """What a socket is answered."""
    listener = Listener(None if viewer is None else viewer + 1, language)
    listener.seat = viewer
    house: Any = None  # whoever only asks needs no house
    asyncio.run(hear(house, table, listener, Tell(**fields)))
    (line,) = worlds._drain(listener)
    return DECODER.decode(line)


def typed_in(language: str, about: str = "Player 1") -> list[str]:
    """Each question in its first form, and in every form that is about something."""
    found = []
    for written in forms(platform_words(language)).values():
        found += [
            form.replace(ABOUT, about) for form in written if ABOUT in form or form == written[0]
        ]
    return found


# --- what is answered ---------------------------------------------------------------------------


@pytest.mark.heavy
@statement("A12")
@each_game
@each_language
def test_every_question_is_answered_in_every_game_and_language(game_id: str, language: str) -> None:
    table = table_of(game_id)
    for seat in (mover(table), (mover(table) + 1) % 3, None):
        for typed in typed_in(language):
            told = tell(known(table, seat, language), typed)
            assert told.text or told.repeat, typed
            assert "{" not in told.text
            assert len(told.text.splitlines()) <= max(PAGE + 1, len(forms(platform_words("en"))))


@pytest.mark.heavy
@each_game
def test_every_thing_with_a_name_is_found_by_it(game_id: str) -> None:
    table = table_of(game_id)
    seat = mover(table)
    board = game_board(table.game, "en")
    here = known(table, seat, "en")
    view = table.view(seat)
    labels = {part.label for part in board.parts(view, NAMES) if part.label}
    labels |= {
        p.label for sheet in board.sheets(view, NAMES).values() for p in sheet.places if p.label
    }
    assert len(labels) > 20
    for label in sorted(labels):
        name = re.split("[,:;.]", label)[0]
        found = everything(here, f"where {name.upper()}")
        assert any(label in line for line in found), name


@each_game
@each_language
def test_the_beginning_of_a_players_name_is_enough(game_id: str, language: str) -> None:
    table = table_of(game_id)
    where = forms(platform_words(language))["where"][0]
    found = everything(known(table, mover(table), language), where.replace(ABOUT, "PLAY 1"))
    assert "Player 1" in found[0]


@each_game
@each_language
def test_what_nothing_is_called_is_answered_in_one_line_with_names_that_there_are(
    game_id: str, language: str
) -> None:
    here = known(table_of(game_id), 0, language)
    where = forms(platform_words(language))["where"][0]
    (line,) = everything(here, where.replace(ABOUT, "qqq"))
    assert NAMES[-1] in line
    (line,) = everything(here, "where")
    assert NAMES[-1] in line


@each_game
@each_language
def test_all_moves_are_told_and_those_with_one_thing_apart(game_id: str, language: str) -> None:
    table = table_of(game_id)
    seat, words = mover(table), game_words(table.game, language)
    here, view = known(table, seat, language), table.view(seat)
    legal = table.playing().legal(seat)
    labels = {words.action(view, action) for action in legal}
    head, *lines = everything(here, "options")
    assert str(len(legal)) in head
    if any(line.startswith(label) for label in labels for line in lines):
        told = lines
    else:
        parts = {words.part(view, table.game.path(view.seen, one)[0], NAMES) for one in legal}
        assert len(lines) == len(parts)
        told = [line for part in parts for line in everything(here, f"options {_plain(part)}")]
    assert {label for label in labels if any(line.startswith(label) for line in told)} == labels


def _plain(label: str) -> str:
    return " ".join(folded(re.split("[,:;.，：；。]", label)[0]))


@each_game
def test_what_is_mine_is_told_and_nothing_else_of_a_hand(game_id: str) -> None:
    table = table_of(game_id)
    seat, board = mover(table), game_board(table.game, "en")
    view = table.view(seat)
    sheets = board.sheets(view, NAMES)
    places = {p.id for name in ("hand", "always") if name in sheets for p in sheets[name].places}
    mine = [p.label for p in board.parts(view, NAMES) if p.place in places and p.label]
    told = everything(known(table, seat, "en"), "hand")
    assert mine
    assert told[: len(mine)] == mine


def test_cards_goods_and_dice_are_what_is_mine() -> None:
    def hand(game_id: str) -> str:
        table = table_of(game_id)
        return "\n".join(everything(known(table, mover(table), "en"), "hand"))

    assert "in your hand" in hand("pied_piper")
    assert "Number die" in hand("ratzentanz")
    assert "cheese (yours)" in hand("first_rat")


@each_game
@each_language
def test_scores_name_everybody_with_what_their_card_says(game_id: str, language: str) -> None:
    table = table_of(game_id)
    board = game_board(table.game, language)
    lines = everything(known(table, 0, language), "scores")
    for seat, line in enumerate(lines):
        assert line.startswith(NAMES[seat])
        assert all(sign.text in line for sign in board.seat_facts(table.view(0), seat))
    assert len(lines) == len(NAMES)


@each_game
@each_language
def test_the_last_move_is_the_end_of_the_log(game_id: str, language: str) -> None:
    table = table_of(game_id)
    scene = table.audience.scene(0, (), language)
    lines = [line for line in table.audience.log(scene) if line.seat is not None]
    here = known(table, 0, language)
    told = everything(here, "last move")
    assert told == [line.text for line in lines[-len(told) :]]
    assert len({line.seat for line in lines[-len(told) :]}) == 1
    for seat, name in enumerate(NAMES):
        told = everything(here, f"last move of {name}")
        theirs = [line.text for line in lines if line.seat == seat]
        assert told == theirs[-len(told) :]


def test_before_anything_was_done_the_last_move_says_so() -> None:
    game = games.find("pied_piper")
    match = worlds.play_at_random(game, 3, game.meta.options(), random.Random(1))
    table = worlds.table_after(game, match, [])
    assert everything(known(table, None, "en"), "last") == ["Nothing was done yet."]


@each_language
def test_what_cannot_be_asked_is_answered_in_one_sentence_that_lists_what_can(
    language: str,
) -> None:
    told = tell(known(table_of("pied_piper"), 0, language), "qqq")
    assert len(told.text.splitlines()) == 1
    for written in forms(platform_words(language)).values():
        assert written[0] in told.text


def test_more_goes_on_to_the_end_and_says_when_it_was_all() -> None:
    here = known(table_of("ratzentanz"), 0, "en")
    first = tell(here, "where rat")
    assert first.text.endswith("more: “more”.")
    assert first.told == PAGE
    second = tell(here, "more", first.last, first.told)
    assert not set(first.text.splitlines()) & set(second.text.splitlines())
    assert tell(here, "more").text == "That was all."
    assert tell(here, "more", "nonsense", 6).text == "That was all."
    assert tell(here, "more", "repeat", 6).text == "That was all."
    assert tell(here, "more", "turn", 10**9).text == "That was all."


def test_repeat_is_left_to_who_has_spoken() -> None:
    assert tell(known(table_of("pied_piper"), 0, "en"), "again").repeat
    assert asked(table_of("pied_piper"), 0, text=REPEAT).data["repeat"]


def test_who_only_watches_has_no_hand_and_no_moves() -> None:
    table = table_of("pied_piper")
    assert everything(known(table, None, "en"), "hand") == ["You are watching this match."]
    assert everything(known(table, None, "en"), "options") == everything(
        known(table, None, "en"), "turn"
    )


def test_a_question_that_is_too_long_is_refused() -> None:
    denial = asked(table_of("pied_piper"), 0, text="x" * (QUESTION_LENGTH + 1))
    assert isinstance(denial, Denial)
    assert denial.rule == "TB-13"


# --- what is not answered -----------------------------------------------------------------------

OFTEN = 6


def answers_of(table: Table, viewer: Seat | None, language: str) -> list[Any]:
    here = known(table, viewer, language)
    about = ["Player 1", "sewer", "face", "card", "rat", "step"]
    return [everything(here, typed) for one in about for typed in typed_in(language, one)]


def noticed(game: AnyGame, viewers: Sequence[Seat | None]) -> tuple[int, int]:
    """In how many twin positions the answers differ, and how many there were."""
    differ = compared = 0
    for seed in range(OFTEN):
        rng = random.Random(seed)
        match = worlds.play_at_random(game, 3, game.meta.options(secret=True), rng)
        viewer = viewers[seed % len(viewers)]
        for pair in worlds.twin_positions(match, viewer, rng):
            left, right = (worlds.table_after(game, match, bodies) for bodies in pair)
            compared += 1
            differ += answers_of(left, viewer, "en") != answers_of(right, viewer, "en")
    return differ, compared


@pytest.mark.heavy
@statement("A12", "S01")
def test_the_answers_are_the_same_in_two_worlds() -> None:
    differ, compared = noticed(games.find("pied_piper"), (None, 0, 1))
    assert compared >= OFTEN
    assert differ == 0


@pytest.mark.heavy
def test_the_comparison_of_answers_would_notice_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("pied_piper")
    leaky = type(game)(game.data)
    monkeypatch.setattr(leaky, "conceal", lambda state, viewer: View(viewer, state), raising=False)
    differ, _ = noticed(leaky, (0,))
    assert differ


def test_dice_that_were_not_thrown_by_hand_are_not_told() -> None:
    """Two tables that differ in the last throw alone; the throw is on the table, and covered on the page."""
    game = games.find("ratzentanz")
    match = worlds.play_at_random(game, 3, game.meta.options(), random.Random(3))
    bodies = worlds.bodies_of(match)
    states = worlds.states_of(match, bodies)
    number = next(
        n
        for n in range(40, len(bodies))
        if game.to_act(states[n]) == CHANCE and game.to_act(states[n + 1]) not in (None, CHANCE)
    )
    outcomes = [one for one in game.odds(states[number])[0] if one != bodies[number]]
    other = next(
        one
        for one in outcomes
        if game.to_act(game.play(states[number], one)) == game.to_act(states[number + 1])
    )
    tables = [
        worlds.table_after(game, match, [*bodies[:number], one]) for one in (bodies[number], other)
    ]
    seat, entry = mover(tables[0]), len(tables[0].playing().entries)
    assert tables[0].playing().entries[-1].by == LUCK
    covered, open_ = (
        [
            [asked(table, seat, text=typed, before=before).text for typed in typed_in("en", "die")]
            for table in tables
        ]
        for before in (entry, 0)
    )
    assert covered[0] == covered[1]
    assert "Your turn: throw the dice." in covered[0]
    assert open_[0] != open_[1]


@each_game
def test_what_was_not_shown_yet_is_not_told(game_id: str) -> None:
    """A page that is behind, as in a lesson, says up to where it is."""
    table = table_of(game_id)
    scene = table.audience.scene(0, (), "en")
    lines = [line for line in table.audience.log(scene) if line.seat is not None]
    unseen = lines[-1].entry
    told = everything(table.audience.known(scene, unseen), "last move")
    earlier = [line.text for line in lines if line.entry < unseen]
    assert told == earlier[-len(told) :]


def test_a_place_is_told_with_what_lies_on_it() -> None:
    table = table_of("ratzentanz")
    seat = mover(table)
    board, view = game_board(table.game, "en"), table.view(seat)
    places = {place.id: place for place in board.sheets(view, NAMES)["board"].places}
    rat = next(
        part
        for part in board.parts(view, NAMES)
        if part.id.startswith("rat:") and places[part.place].label
    )
    assert any(
        places[rat.place].label in line and rat.label in line
        for line in everything(known(table, seat, "en"), f"where {places[rat.place].label}")
    )
