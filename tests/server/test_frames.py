"""From two lists of parts to what glides, appears and fades; from what happened to beats."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from ratskeller import games
from ratskeller.core.chance import Seal
from ratskeller.core.game import Seat
from ratskeller.core.match import AnyMatch, Match, Player
from ratskeller.draw.beats import KINDS, Beat, Joins, Says
from ratskeller.draw.board import Part
from ratskeller.games.parts import game_board
from ratskeller.server.frames import (
    DRAFT,
    LEAST,
    MOST,
    Shown,
    Stage,
    act_out,
    compare,
    moments,
    narrate,
    reading,
    spoken,
)
from ratskeller.server.messages import Change, Frame
from ratskeller.words import LANGUAGES
from ratskeller.words.speech import game_words

pytestmark = pytest.mark.heavy

SEATS = 3
NAMES = ("Ada", "Ben", "Cleo")
ENTRIES = 160  # of a match that are looked at
SHORT: dict[str, dict[str, int]] = {"ratzentanz": {"turn_cap": 40}}

each_game = pytest.mark.parametrize("game_id", games.shelf())


def part(name: str, symbol: str, place: str, count: int = 1) -> Part:
    return Part(id=name, symbol=symbol, place=place, count=count)


# --- what changes -------------------------------------------------------------------------------


def test_what_stays_is_not_mentioned() -> None:
    board = (part("rat", "rat", "gap:1"),)
    assert compare(board, board) == Change()


def test_a_part_that_keeps_its_id_moves() -> None:
    after = part("rat", "rat", "gap:2")
    assert compare((part("rat", "rat", "gap:1"),), (after,)) == Change(move=(after,))


def test_a_card_comes_out_of_the_hand_that_lost_one_like_it() -> None:
    hand, fewer = part("hand:F", "forward", "hand:0", 2), part("hand:F", "forward", "hand:0", 1)
    card = part("card:1:0", "forward", "nail:1:0")
    change = compare((hand,), (fewer, card))
    assert change == Change(move=(fewer,), enter=((card, "hand:0"),))


def test_a_drawn_card_comes_from_the_only_pile_that_shrank() -> None:
    deck, smaller = part("deck", "back", "deck", 9), part("deck", "back", "deck", 8)
    card = part("hand:S", "sewer", "hand:1")
    assert compare((deck,), (smaller, card)).enter == ((card, "deck"),)


def test_a_discarded_card_goes_to_the_pile_that_shows_it_now() -> None:
    pile, card = part("pile", "back", "discard"), part("card", "forward", "nail")
    turned = part("pile", "forward", "discard")
    change = compare((pile, card), (turned,))
    assert change == Change(move=(turned,), leave=(("card", "discard"),))


def test_where_something_alike_enters_the_old_one_only_fades() -> None:
    old, new = part("hand:F", "forward", "hand:0"), part("card", "forward", "nail")
    change = compare((old,), (new,))
    assert change == Change(enter=((new, "hand:0"),), leave=(("hand:F", ""),))


# --- beats --------------------------------------------------------------------------------------


@cache
def played(game_id: str) -> AnyMatch:
    """A match at random between people, to its end."""
    game, rng = games.find(game_id), random.Random(14)
    seal = Seal("beats", rng.randbytes(32).hex(), tuple(rng.randbytes(16).hex() for _ in NAMES))
    options = game.meta.options(**SHORT.get(game_id, {}))
    people = [Player(name) for name in NAMES]
    match: AnyMatch = Match.begin(game, SEATS, options, people, seal, now=0.0, seating="fixed")
    while not match.over:
        mover = match.to_act
        assert mover is not None
        match.choose(mover, rng.choice(match.legal(mover)), now=0.0)
    return match


def stage_of(game_id: str, viewer: Seat | None = None, language: str = "en") -> Stage:
    game = games.find(game_id)
    return Stage(game_board(game, language), game_words(game, language), NAMES, viewer)


def start_of(match: AnyMatch, stage: Stage, entry: int = 0) -> Shown:
    view = match.game.conceal(match.state_at(entry), stage.viewer)
    return stage.show(view)


def told(game_id: str, viewer: Seat | None = None, language: str = "en") -> tuple[Frame, ...]:
    """The frames of the match, as far as it is looked at."""
    match, stage = played(game_id), stage_of(game_id, viewer, language)
    account = narrate(stage, match.sightings(viewer))[:ENTRIES]
    return act_out(stage, start_of(match, stage), account)[0]


def beats(frames: tuple[Frame, ...]) -> Iterator[list[Frame]]:
    """Frames by beats; those before the first one are none's."""
    beat: list[Frame] = []
    for frame in frames:
        if frame.kind and beat:
            yield beat
            beat = []
        if frame.kind or beat:
            beat.append(frame)
    yield beat


@pytest.mark.parametrize("language", LANGUAGES)
@each_game
def test_a_beat_of_others_has_its_sentence_and_stands_until_it_is_read(
    game_id: str, language: str
) -> None:
    for beat in beats(told(game_id, None, language)):
        head = beat[0]
        assert head.text
        assert head.kind in KINDS
        assert not any(frame.text for frame in beat[1:])
        assert sum(frame.milliseconds for frame in beat) >= max(LEAST, reading(head.text))


def test_a_longer_sentence_is_seen_longer_and_a_chinese_one_is_long_sooner() -> None:
    assert reading("Short.") == LEAST
    assert LEAST < reading("x" * 60) < reading("x" * 90) < MOST
    assert reading("x" * 1000) == MOST
    assert reading("鼠" * 30) > reading("x" * 30)


@each_game
def test_ones_own_moves_do_not_wait(game_id: str) -> None:
    """What a person chose is shown quickly; what others do has its time, also to the same eyes."""
    match = played(game_id)
    by = {entry.number: entry.seat for entry in match.entries}
    stage = stage_of(game_id, 0)
    own = [n for n in sorted(by)[:ENTRIES] if by[n] == 0 and by.get(n - 1) != 0]
    for number in own:
        account = narrate(stage, match.sightings(0, number - 1))[:1]
        quiet = not any(said.sighting.reveals for _, steps in account for said in steps)
        frames, _ = act_out(stage, start_of(match, stage, number - 1), account)
        assert all(frame.milliseconds <= DRAFT for frame in frames) or not quiet
    others = [beat for beat in beats(told(game_id, 0)) if by[beat[0].entry] == 1]
    assert others
    assert all(sum(frame.milliseconds for frame in beat) >= LEAST for beat in others)


@pytest.mark.parametrize("viewer", [None, 1])
@each_game
def test_after_each_entry_board_and_cards_are_as_they_were_then(
    game_id: str, viewer: Seat | None
) -> None:
    match, stage = played(game_id), stage_of(game_id, viewer)
    start = start_of(match, stage)
    parts, facts = {one.id: one for one in start.parts}, list(stage.facts(start.view))
    frames = list(told(game_id, viewer))
    for number in range(1, min(ENTRIES, len(match.entries)) + 1):
        while frames and frames[0].entry <= number:
            frame = frames.pop(0)
            for name, _ in frame.change.leave:
                del parts[name]
            moved = (*frame.change.move, *(one for one, _ in frame.change.enter))
            parts.update({one.id: one for one in moved})
            for seat, said in frame.facts:
                assert facts[seat] != said, "what is unchanged is not sent"
                facts[seat] = said
        view = match.game.conceal(match.state_at(number), viewer)
        assert parts == {one.id: one for one in stage.show(view).parts}, number
        assert tuple(facts) == stage.facts(view), number


@each_game
def test_every_line_of_the_log_has_its_moment(game_id: str) -> None:
    stage = stage_of(game_id)
    account = narrate(stage, played(game_id).sightings(None))[:ENTRIES]
    frames, _ = act_out(stage, start_of(played(game_id), stage), account)
    for entry, steps in account:
        lines = sum(bool(said.text) for said in steps)
        shown = sum(frame.lines for frame in frames if frame.entry == entry.number)
        silent = [said for said in steps if not stage.board.beat(said.sighting.event).milliseconds]
        assert lines - len(silent) <= shown <= lines


@each_game
def test_every_sentence_is_said_with_a_beat_or_belongs_to_one_silently(game_id: str) -> None:
    stage = stage_of(game_id)
    account = narrate(stage, played(game_id).sightings(None))[:ENTRIES]
    found = moments(stage, account)
    assert sum(len(moment) for moment in found) == sum(len(steps) for _, steps in account)
    for moment in found:
        said = spoken(moment)
        assert said
        for step in moment:
            if step.beat.says is Says.ALL and step.said.text:
                assert step.said.text in said


@each_game
def test_the_mark_of_the_turn_is_with_whose_deed_it_is(game_id: str) -> None:
    by = {entry.number: entry.seat for entry in played(game_id).entries}
    frames = told(game_id)
    assert {0, 1, 2} <= {frame.seat for frame in frames}
    for frame in frames:
        if by[frame.entry] is not None:
            assert frame.seat == by[frame.entry]


# --- who belongs to whom ------------------------------------------------------------------------


class Told:
    """A board that tells every event by its name: as `manner` says, if it does."""

    def __init__(self, **manner: Beat) -> None:
        self.manner = manner

    def beat(self, event: Any) -> Beat:
        return self.manner.get(event, Beat("piece"))


def grouped(board: Any, *events: str) -> list[list[str]]:
    """The sentences of each beat, where every event says its own name."""

    class Step:
        reveals = False

        def __init__(self, event: str) -> None:
            self.event = event

    class Sentence:
        def __init__(self, event: str) -> None:
            self.sighting, self.text = Step(event), event

    class Entry:
        number, seat = 1, 0

    class Place:
        pass

    stage: Any = Place()
    stage.board = board
    account: Any = [(Entry(), [Sentence(event) for event in events])]
    return [[step.said.text for step in moment] for moment in moments(stage, account)]


def test_what_goes_on_joins_only_what_is_like_it() -> None:
    board = Told(walk=Beat("step"), dive=Beat("step", joins=Joins.ALIKE))
    assert grouped(board, "walk", "dive") == [["walk", "dive"]]
    assert grouped(board, "other", "dive") == [["other"], ["dive"]]
    assert grouped(board, "dive") == [["dive"]]


def test_what_belongs_to_the_beat_before_stands_alone_only_at_the_start() -> None:
    board = Told(drawn=Beat("card", joins=Joins.BEFORE))
    assert grouped(board, "walk", "drawn", "drawn", "walk") == [
        ["walk", "drawn", "drawn"],
        ["walk"],
    ]
    assert grouped(board, "drawn", "drawn") == [["drawn", "drawn"]]


def test_what_leads_to_a_beat_that_never_comes_ends_the_last_one() -> None:
    board = Told(chosen=Beat("dice", 0, Joins.NEXT))
    assert grouped(board, "chosen", "walk") == [["chosen", "walk"]]
    assert grouped(board, "walk", "chosen") == [["walk", "chosen"]]
    assert grouped(board, "chosen") == [["chosen"]]


def test_a_game_that_says_nothing_tells_every_event_by_itself() -> None:
    assert grouped(Told(), "a", "b") == [["a"], ["b"]]
