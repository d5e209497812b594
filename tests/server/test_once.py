"""What a click asks of a game: each thing once.

A committed action is resolved once and concealed once for each seat that is looked from; each event is put
into words once for each seat and language. The counters stand between the server and the rules.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ratskeller import games
from ratskeller.core.game import CHANCE, AnyGame
from ratskeller.core.match import AnyHappening, AnyMatch, Match
from ratskeller.server.scene import FEW
from ratskeller.server.table import Table
from ratskeller.words import LANGUAGES
from ratskeller.words.speech import game_words
from tests.server.harness import Line, running, together

MINE, THEIRS, WATCHER = LANGUAGES[:3]


class Asked:
    """Every question to the rules and to the words, in their order."""

    def __init__(self) -> None:
        self.questions: list[tuple[Any, ...]] = []
        self.in_words = False  # what a sentence asks for itself is the game's own affair

    def of(self, name: str) -> list[tuple[Any, ...]]:
        return [question[1:] for question in self.questions if question[0] == name]


@contextmanager
def counting(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    asked = Asked()

    def note(holder: Any, name: str, *extra: Any) -> None:
        original = getattr(holder, name)

        def noted(*args: Any) -> Any:
            if not asked.in_words:
                asked.questions.append((name, *extra, *args))
            was, asked.in_words = asked.in_words, asked.in_words or name == "ask"
            try:
                return original(*args)
            finally:
                asked.in_words = was

        scope.setattr(holder, name, noted)

    with monkeypatch.context() as scope:
        for name in ("steps", "play", "legal", "conceal", "conceal_event"):
            note(game, name)
        for language in (MINE, THEIRS, WATCHER):
            for name in ("event", "ask"):
                note(game_words(game, language), name, language)
        yield asked


@pytest.mark.parametrize("game_id", games.shelf())
def test_a_committed_action_is_resolved_and_concealed_once(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, eve = house.person(), house.person(), house.person()
            made = await ada.lay("me", "open", game=game_id)
            await ben.join(made)
            where = made["table"]
            async with (
                ada.line(where, language=MINE) as one,
                ben.line(where, language=THEIRS) as two,
                eve.line(where, language=WATCHER) as watcher,
                ben.line(where, language=WATCHER) as again,  # two languages, one seat
            ):
                await together(one, two, watcher, again)
                table = house.house.tables[where]
                for _ in range(4):
                    await commit_once(table, [one, two, watcher, again], monkeypatch)

    asyncio.run(story())


async def commit_once(table: Table, lines: list[Line], monkeypatch: pytest.MonkeyPatch) -> None:
    """Draft up to the last choice of a turn, then count what that choice costs."""
    match, game = table.playing(), table.game
    seat = match.to_act
    assert seat is not None
    mover = next(line for line in lines if line.now.seat == seat)
    for _ in range(100):
        for line in lines:
            await line.settle()
        drafted, happened = len(match.drafted), spy(match, monkeypatch)
        with counting(game, monkeypatch) as asked:
            await mover.choose(0)
        if happened:
            check(game, match, asked, happened, drafted)
            return
        check_steps(match, asked, resolved=1)
        check_legal(match, asked)
        assert not asked.of("play")
    raise AssertionError("a turn without an end")


def spy(match: AnyMatch, monkeypatch: pytest.MonkeyPatch) -> list[AnyHappening]:
    """What the next commit brings."""
    happened: list[AnyHappening] = []
    commit = Match.commit

    def noted(*args: Any, **more: Any) -> Any:
        happened.extend(commit(match, *args, **more))
        return list(happened)

    monkeypatch.setattr(match, "commit", noted)
    return happened


def check_steps(match: AnyMatch, asked: Asked, *, resolved: int) -> None:
    """Whole states are resolved so often, and each offer is foreseen once on the mover's view."""
    seat = match.to_act
    assert seat is not None
    seen, offers = match.view(seat).seen, len(match.legal(seat))
    foreseen = sum(state is seen for state, _ in asked.of("steps"))
    assert foreseen == offers
    # First Rat looks an action further to say what a move will bring, in each language it says it in.
    # Behind an offer that is one press, what must follow is foreseen as well.
    further = len(asked.of("steps")) - foreseen - resolved
    forced = sum(len(match.game.legal(state)) == 1 for (state,) in asked.of("legal")[1:])
    assert 0 <= further <= forced + (2 * offers if match.header.game == "first_rat" else 0)


def check_legal(match: AnyMatch, asked: Asked) -> None:
    """Asked once for the new position, then behind offers that are one press: what must follow?

    The mover may look on from two places in two languages.
    """
    seat = match.to_act
    assert seat is not None
    here, *behind = [state for (state,) in asked.of("legal")]
    assert match.game.legal(here) == match.legal(seat)
    seen, offers = match.view(seat).seen, match.legal(seat)
    pressed = sum(len(match.game.path(seen, offer)) == 1 for offer in offers)
    forced = sum(len(match.game.legal(state)) == 1 for state in behind)
    assert len(behind) <= (2 * pressed + forced if len(offers) <= FEW else 0)


def check(
    game: AnyGame, match: AnyMatch, asked: Asked, happened: Sequence[AnyHappening], drafted: int
) -> None:
    assert not asked.of("play"), "the steps are the resolution"
    check_steps(match, asked, resolved=len(happened) - drafted)  # the draft had been resolved
    check_legal(match, asked)
    audiences = (0, 1, None)
    steps = [step for one in happened for step in one.steps]
    concealed = Counter(viewer for _, viewer in asked.of("conceal"))
    assert concealed == {viewer: len(steps) for viewer in audiences}, "once a step and seat"
    events = Counter(viewer for _, viewer in asked.of("conceal_event"))
    assert events == {viewer: len(steps) for viewer in audiences}
    told = Counter((language, args[2]) for language, *args in asked.of("event"))
    assert set(told.values()) == {len(steps)}, "an event is put into words once for frame and log"
    assert len(told) == 4, "for each seat and language"
    assert game.to_act(match.state) != CHANCE
