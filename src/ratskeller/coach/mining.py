"""Where puzzles come from: decisions of played matches in which one answer is clearly the best.

A decision is looked at three times, each time more closely, and most are out after a glance. What is left
is better than anything else by at least `FLOOR` of chance and by `SURE_GAP` standard errors, the doubt about
positions that are not over included. All is judged from the view, so a puzzle can be solved from it.

Much is found and little is kept: what is kept is vouched for by ten times as many worlds, and by matches that
a network plays to their end. How hard it is, the players of the house say: all but the strongest try it, and
the puzzles of a game are put in three equal parts by how often they find the answer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, variance
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from ratskeller.bots import Bot, Budget, find_bot
from ratskeller.bots.levels import levels
from ratskeller.bots.turns import Actions
from ratskeller.coach.analysis import reasons_between
from ratskeller.coach.evaluators import NetJudge, evaluator_of, network_of
from ratskeller.coach.ideas import idea_of
from ratskeller.coach.judging import USUAL, Depth, SeatJudge, Solution, Value
from ratskeller.coach.puzzles import PUZZLE_LEVELS, Puzzle, view_of
from ratskeller.core.game import CHANCE, AnyGame, AnyView, GameState, Mover

FLOOR: Final = 0.08
SURE_GAP: Final = 3.0  # standard errors
CLOSE: Final = Depth(first=8, closer=32, compared=12)
"""By which a puzzle is confirmed, and checked again."""

_GLANCE: Final = Depth(first=1, closer=3)
_PICKED: Final = 0  # the luck by which puzzles are vouched for: who looks again takes other
_ROUGHLY: Final = 2  # times the usual matches, after which many need no more
_AGAIN: Final = SURE_GAP * math.sqrt(2)  # errors of one look between two that differ by luck alone
_TRIES: Final = 5  # of each player of the house
_LONGEST: Final = 40  # decisions of a turn
_DIGITS: Final = 4
_SIDE: Final = {"easy": -1, "middling": 0, "hard": 1}


class Checked(NamedTuple):
    """A puzzle looked at again."""

    puzzle: Puzzle
    best: bool  # its answer is still the best
    gap: Value  # of what is best now before the second
    shaken: float  # as much of its error as would be other with other luck

    @property
    def clear(self) -> bool:
        return self.best and self.gap.mean >= _least(self.gap)

    @property
    def low(self) -> float:
        """What can be vouched for: hardly anybody who looks as closely with other luck finds less."""
        return self.gap.mean - _AGAIN * self.shaken

    @property
    def sure(self) -> bool:
        """Clear even then."""
        return self.best and self.low >= _least(self.gap)

    @property
    def held(self) -> bool:
        """Still the best, clearly, and by what was said of it."""
        return self.clear and round(self.gap.mean, _DIGITS) >= self.puzzle.gap


# --- finding ------------------------------------------------------------------------------------


def mine(
    game: AnyGame, options: Any, states: Sequence[GameState], *, seed: int = 0, origin: str = ""
) -> Iterator[Puzzle]:
    """The puzzles in the course of a match, or in a part of it, whoever was to move. They have no number
    yet, and nobody has tried them.
    """
    evaluator = evaluator_of(game, states[0].seats, options)
    for view in decisions(game, states, whole_turns=evaluator.whole_turns):
        assert view.viewer is not None
        judge = SeatJudge(game, evaluator, view.viewer)
        found = _confirmed(judge, view, seed)
        if found is not None:
            yield replace(_puzzle(game, view, found, options), origin=origin)


def decisions(
    game: AnyGame, states: Iterable[GameState], *, whole_turns: bool
) -> Iterator[AnyView]:
    """What whoever decides sees, or whoever begins a turn where turns are judged."""
    latest: tuple[Mover, int] | None = None
    for state in states:
        mover = game.to_act(state)
        if mover is None or mover == CHANCE:
            latest = None
            continue
        now = mover, game.turns(state)
        if not whole_turns or now != latest:
            yield game.conceal(state, mover)
        latest = now


def _confirmed(judge: SeatJudge, view: AnyView, seed: int) -> Solution | None:
    """What a close look makes of a decision; None as soon as nothing is clearly the best."""
    luck = f"{seed}/{judge.game.encode(view)}"
    found: Solution | None = None
    for depth in (_GLANCE, USUAL, CLOSE):
        judge.depth = depth
        least = FLOOR if depth == _GLANCE else max(FLOOR, SURE_GAP * judge.evaluator.doubt)
        found = judge.answer(view, random.Random(luck), least)
        if found is None:
            return None
    return found if found and found.lead.mean >= _least(found.lead) else None


def _least(gap: Value) -> float:
    """From where on a gap is clear."""
    return max(FLOOR, SURE_GAP * gap.error)


def _puzzle(game: AnyGame, view: AnyView, found: Solution, options: Any) -> Puzzle:
    assert view.viewer is not None
    usual, chosen = (msgspec.to_builtins(one) for one in (game.meta.options(), options))
    return Puzzle(
        id="",
        level="middling",
        idea=idea_of(game, view, found.line),
        seats=view.seen.seats,
        options={name: one for name, one in chosen.items() if one != usual[name]},
        seat=view.viewer,
        view=Raw(msgspec.json.encode(view)),
        best=tuple(map(game.notation, found.turn)),
        decisive=found.decisive if found.decisive < len(found.turn) else 0,
        second=tuple(map(game.notation, found.second)),
        gap=round(found.lead.mean, _DIGITS),
        error=round(found.lead.error, _DIGITS),
        reasons=reasons_between(game, view, found.turn, found.second),
    )


# --- how hard it is -----------------------------------------------------------------------------


def tried(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    """With the share of their tries in which the players of the house, but for the strongest, find it."""
    view, answer = view_of(game, puzzle), tuple(map(game.parse, puzzle.answer))
    players = [find_bot(level.id, game) for level in levels(game)[:-1]]
    found = fmean(
        _finds(game, player, view, answer, random.Random(f"{number}/{attempt}"))
        for number, player in enumerate(players)
        for attempt in range(_TRIES)
    )
    return replace(puzzle, found=round(found, 2))


def _finds(game: AnyGame, player: Bot, view: AnyView, best: Actions, mind: random.Random) -> bool:
    """Whether a player comes to where the best line leads, in whatever order."""
    seat = view.viewer
    assert seat is not None
    state = game.imagine(view, mind)
    goal = _followed(game, state, best)
    for _ in range(_LONGEST):
        if state == goal or game.to_act(state) != seat:
            break
        seen = game.conceal(state, seat)
        state = game.play(state, player.choose(seen, game.legal(state), Budget(), mind))
    return state == goal


def _followed(game: AnyGame, state: GameState, line: Actions) -> GameState:
    for action in line:
        state = game.play(state, action)
    return state


def graded(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The same with their levels: three equal parts, by how many find the answer."""
    ranked = sorted(puzzles, key=lambda one: (-one.found, -one.gap))
    parts = len(PUZZLE_LEVELS)
    return [
        replace(one, level=PUZZLE_LEVELS[place * parts // len(ranked)])
        for place, one in enumerate(ranked)
    ]


# --- a collection -------------------------------------------------------------------------------


def added(game: AnyGame, known: Sequence[Puzzle], more: Iterable[Puzzle]) -> list[Puzzle]:
    """A collection with what is new to it: numbered, and no position twice.

    Nothing is taken that is about no idea of the course.
    """
    kept = list(known)
    seen = {bytes(one.view) for one in kept}
    number = max((int(one.id.rpartition("-")[2]) for one in kept), default=0)
    for puzzle in more:
        if puzzle.idea and bytes(puzzle.view) not in seen:
            seen.add(bytes(puzzle.view))
            number += 1
            kept.append(replace(puzzle, id=f"{game.meta.id}-{number:03}"))
    return kept


def sound(game: AnyGame, puzzles: Iterable[Puzzle], *, times: int = 1) -> Iterator[Puzzle]:
    """Those that are vouched for, tried by the house, and no two that teach the same: that have the same answer
    for the same reasons. One that falls keeps no place from another.
    """
    taught = set[object]()
    for one in puzzles:
        lesson = one.idea, one.best, one.reasons
        if lesson in taught:
            continue
        if found := vouched(game, one, times=times):
            taught.add(lesson)
            yield tried(game, found)


def in_turn(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Idea by idea in turn, and of each the easiest of the easy ones first, the hardest of the hard ones,
    and the clearest of equals: whoever takes the first of them has many ideas.
    """
    by_idea: dict[str, list[Puzzle]] = {}
    for one in sorted(puzzles, key=lambda one: (_SIDE[one.level] * one.found, -one.gap)):
        by_idea.setdefault(one.idea, []).append(one)
    while by_idea:
        for idea in sorted(by_idea, key=lambda idea: len(by_idea[idea])):
            yield by_idea[idea].pop(0)
        by_idea = {idea: left for idea, left in by_idea.items() if left}


# --- looking again ------------------------------------------------------------------------------


def looks(game: AnyGame, puzzle: Puzzle, *, times: int = 1, seed: int = 1) -> Iterator[Checked]:
    """A closer look, then matches played to their end, where a network can do that."""
    yield check(game, puzzle, times=times, seed=seed)
    ends = to_the_end(game, puzzle, times=times, seed=seed)
    if ends is not None:
        yield ends


def check(game: AnyGame, puzzle: Puzzle, *, times: int = 1, seed: int = 1) -> Checked:
    """Look at a puzzle again with so many times the worlds, and other luck than it was found by."""
    options = msgspec.convert(puzzle.options, game.meta.options)
    evaluator = evaluator_of(game, puzzle.seats, options)
    judge = SeatJudge(game, evaluator, puzzle.seat, CLOSE.times(times))
    luck = random.Random(f"{seed}/{puzzle.id}")
    found = judge.answer(view_of(game, puzzle), luck, 0.0, tuple(map(game.parse, puzzle.answer)))
    if found is None:
        return Checked(puzzle, best=False, gap=Value(-1.0, 0.0), shaken=0.0)
    return Checked(puzzle, found.lead.mean > 0, found.lead, found.shaken)


def to_the_end(game: AnyGame, puzzle: Puzzle, *, times: int = 1, seed: int = 1) -> Checked | None:
    """How many more matches its answer wins than the second, if the network plays so many times the worlds to
    their end; None where it has not learned such a match.
    """
    network = network_of(game, puzzle.seats, msgspec.convert(puzzle.options, game.meta.options))
    if network is None:
        return None
    best, second = (tuple(map(game.parse, line)) for line in (puzzle.best, puzzle.second))
    luck = random.Random(f"{seed}/{puzzle.id}/to the end")
    matches = CLOSE.times(times).closer
    gap = played_out(network, view_of(game, puzzle), (best, second), matches, luck)
    return Checked(puzzle, gap.mean > 0, gap, gap.error)


def played_out(
    network: NetJudge,
    view: AnyView,
    lines: tuple[Actions, Actions],
    matches: int,
    luck: random.Random,
) -> Value:
    """By how much the first of two lines wins more, in the same worlds and with the same luck. Where all matches
    went the same way, one more might not have: the error is never nothing.
    """
    game, seat = network.game, view.viewer
    assert seat is not None
    follow = SeatJudge(game, network, seat).follow
    worlds = [game.imagine(view, luck) for _ in range(matches)]
    lots = [luck.getrandbits(64) for _ in worlds]
    after = [follow(world, line) for line in lines for world in worlds]
    minds = [random.Random(lot) for _ in lines for lot in lots]
    ends = network.played_on(after, minds, game.meta.bound, wavering=True)
    shares = [shares[seat] for shares in network.shares(ends)]
    ahead = [a - b for a, b in zip(shares[:matches], shares[matches:], strict=True)]
    return Value(fmean(ahead), math.sqrt((variance(ahead) + 1 / matches) / matches))


def vouched(game: AnyGame, puzzle: Puzzle, *, times: int = 1) -> Puzzle | None:
    """A puzzle with the gap that every closer look vouches for; None where it is not clear to one of them. A few
    matches go first: what is sure after those needs no more, and few answers that are not ahead then, by a
    standard error, would win all the others.
    """
    found = []
    for matches in (min(_ROUGHLY, times), times):
        ends = to_the_end(game, puzzle, times=matches, seed=_PICKED)
        if ends is None:
            break
        if ends.sure:
            found.append(ends)
            break
        if matches == times or ends.gap.mean < ends.gap.error:
            return None
    found.append(check(game, puzzle, times=times, seed=_PICKED))
    return corrected(min(found, key=lambda look: look.low)) if found[-1].sure else None


def corrected(checked: Checked) -> Puzzle:
    """With what can be vouched for as its gap."""
    return replace(
        checked.puzzle,
        gap=math.floor(checked.low * 10**_DIGITS) / 10**_DIGITS,
        error=round(checked.gap.error, _DIGITS),
    )
