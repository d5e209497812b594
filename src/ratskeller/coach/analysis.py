"""A finished match from one seat: what luck and what choices made of its chances, entry by entry.

    start + luck + own choices + others' choices + residual = result

`search` brings findings in the order of play, so that a page can show the first while the rest is still
thought about; the same seed finds the same. Decisions are judged one by one, or turn by turn where the
game's search thinks in whole turns. What chance dealt to others unseen is no luck that the seat could know
of: it shows when they play it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from ratskeller.bots.lines import won
from ratskeller.bots.turns import Actions
from ratskeller.coach.evaluators import evaluator_of
from ratskeller.coach.findings import (
    SURE,
    VERSION,
    Analysis,
    Finding,
    Found,
    Hindsight,
    Line,
    Others,
    Outline,
    OwnChoice,
    Stroke,
    conclude,
)
from ratskeller.coach.ideas import idea_of
from ratskeller.coach.judging import USUAL, Depth, Outlook, SeatJudge, Value, Verdict, luck_of
from ratskeller.core.facts import PositionFact, Reason, reasons
from ratskeller.core.game import CHANCE, AnyGame, AnyView, GameState, Mover, Seat, foresee
from ratskeller.core.match import AnyMatch, TableEvent, options_of
from ratskeller.games.parts import game_facts

DEAL: Final = "deal"
_REASONS: Final = 2


class NotFinished(ValueError):
    """A match that is running, or that was left without a result, is not analysed."""


class Stretch(NamedTuple):
    """Entries that are judged together: a deal, a draw, a decision or a turn."""

    mover: Mover
    entry: int  # the first
    before: GameState
    actions: Actions
    after: GameState


def analyse(match: AnyMatch, seat: Seat, *, seed: int = 0, depth: Depth = USUAL) -> Analysis:
    """All that can be found, added up. Raises `NotFinished`."""
    *_, whole = search(match, seat, seed=seed, depth=depth)
    assert isinstance(whole, Analysis)
    return whole


def search(
    match: AnyMatch,
    seat: Seat,
    *,
    seed: int = 0,
    depth: Depth = USUAL,
    known: Sequence[Outline | Finding] = (),
) -> Iterator[Found]:
    """An outline, then finding by finding, then the whole. Raises `NotFinished` at once.

    What is `known` of it, from the outline on, is neither looked for nor told again.
    """
    if match.outcome is None:
        raise NotFinished(
            "the match was stopped without a result"
            if match.abandoned
            else "the match is not over: until then only the seats know what they hold"
        )
    return _search(match, seat, seed, depth, known)


def _search(
    match: AnyMatch, seat: Seat, seed: int, depth: Depth, known: Sequence[Outline | Finding]
) -> Iterator[Found]:
    game = match.game
    coach, seen = _opened(match, seat, seed, depth)
    outline = known[0] if known else _outline(match, coach, len(seen))
    assert isinstance(outline, Outline)
    if not known:
        yield outline
    findings = [one for one in known[1:] if not isinstance(one, Outline)]
    for stretch in seen[len(findings) :]:
        findings.append(coach.find(stretch, outline.start))
        yield findings[-1]
    shares = won(game, match.state)
    assert shares is not None
    yield conclude(outline, findings, shares[seat])


class PlainSums(NamedTuple):
    """The sums of a look back without their errors, and without what would have been better."""

    start: float
    luck: float
    own: float
    others: float
    residual: float
    result: float


def add_up(match: AnyMatch, seat: Seat, *, seed: int = 0, depth: Depth = USUAL) -> PlainSums:
    """What `analyse` adds up, and nothing else: for averages over many matches."""
    coach, seen = _opened(match, seat, seed, depth)
    coach.look_at(seen)
    start = coach.start(match).mean
    own = math.fsum(coach.gain(one) for one in seen if one.mover == seat)
    found = [coach.find(one, start) for one in seen if one.mover != seat]
    luck = math.fsum(one.amount for one in found if isinstance(one, Stroke))
    others = math.fsum(one.amount for one in found if isinstance(one, Others))
    shares = won(match.game, match.state)
    assert shares is not None
    result = shares[seat]
    return PlainSums(start, luck, own, others, result - start - luck - own - others, result)


def _opened(match: AnyMatch, seat: Seat, seed: int, depth: Depth) -> tuple[_Coach, list[Stretch]]:
    """Who judges a match, and what there is to be judged."""
    game, header = match.game, match.header
    evaluator = evaluator_of(game, header.seats, options_of(game, header))
    coach = _Coach(game, SeatJudge(game, evaluator, seat, depth), seed)
    return coach, [
        one
        for one in stretches(match, whole_turns=evaluator.whole_turns)
        if coach.sees(one) or one.mover != CHANCE
    ]


def _outline(match: AnyMatch, coach: _Coach, steps: int) -> Outline:
    start = coach.start(match)
    return Outline(
        version=VERSION,
        game=match.header.game,
        seat=coach.seat,
        seats=match.header.seats,
        evaluator=coach.judge.evaluator.name,
        seed=coach.seed,
        steps=steps,
        start=start.mean,
        error=start.error,
    )


def stretches(match: AnyMatch, *, whole_turns: bool) -> Iterator[Stretch]:
    """The log in the pieces that are judged. All that is dealt before the first decision is one."""
    game, state = match.game, match.state_at(0)
    open_one: Stretch | None = None
    dealing, turn = True, 0
    for entry in match.entries:
        if isinstance(entry.body, TableEvent):
            continue
        mover = game.to_act(state)
        assert mover is not None
        joins = dealing if mover == CHANCE else whole_turns and game.turns(state) == turn
        after = game.play(state, entry.body)
        if open_one is not None and open_one.mover == mover and joins:
            open_one = open_one._replace(actions=(*open_one.actions, entry.body), after=after)
        else:
            if open_one is not None:
                yield open_one
            open_one = Stretch(mover, entry.number, state, (entry.body,), after)
        dealing, turn = dealing and mover == CHANCE, game.turns(state)
        state = after
    if open_one is not None:
        yield open_one


class _Coach:
    """Makes findings of stretches."""

    def __init__(self, game: AnyGame, judge: SeatJudge, seed: int) -> None:
        self.game, self.judge, self.seed = game, judge, seed
        self.seat = judge.seat
        self._outlooks: dict[AnyView, Outlook] = {}

    def start(self, match: AnyMatch) -> Value:
        return self.judge.start(match.state_at(0), random.Random(f"{self.seed}/start"))

    def sees(self, stretch: Stretch) -> bool:
        """Whether the seat learned what happened: a card that another draws tells it nothing."""
        seen = self.game.conceal_action(stretch.before, stretch.actions[0], self.seat)
        return len(stretch.actions) > 1 or seen == stretch.actions[0]

    def find(self, stretch: Stretch, start: float) -> Finding:
        if stretch.mover == self.seat:
            return self._choice(stretch)
        if stretch.mover != CHANCE:
            return self._others(stretch)
        return self._deal(stretch, start) if len(stretch.actions) > 1 else self._luck(stretch)

    def look_at(self, seen: Sequence[Stretch]) -> None:
        """All positions at once from which luck and what others play are found."""
        states = [
            state
            for one in seen
            if one.mover != self.seat
            for state in ((one.before,) if one.mover == CHANCE else (one.before, one.after))
        ]
        conceal, seat = self.game.conceal, self.seat
        views = list(dict.fromkeys(conceal(state, seat) for state in states))
        found = self.judge.outlooks(views, list(map(self._luck_of, views)))
        self._outlooks |= zip(views, found, strict=True)

    def gain(self, stretch: Stretch) -> float:
        """The amount of an own choice, without looking for a better one."""
        view = self.game.conceal(stretch.before, self.seat)
        par = self.judge.par(view, self._luck_of(view))
        return self.judge.behind(view, par, stretch.actions, self._luck_of(view)).mean

    def _deal(self, stretch: Stretch, start: float) -> Stroke:
        after = self._outlook(stretch.after).value
        return Stroke(stretch.entry, DEAL, after.mean - start, after.error, after.mean)

    def _luck(self, stretch: Stretch) -> Stroke:
        outlook = self._outlook(stretch.before)
        (drawn,) = stretch.actions
        luck = outlook.luck(drawn)
        if luck is None:  # no world had it
            after = self._outlook(stretch.after).value
            amount, error = after.mean - outlook.value.mean, after.error
        else:
            amount, error = luck
        stream = self.game.stream(stretch.before)
        return Stroke(stretch.entry, stream, amount, error, outlook.value.mean + amount)

    def _others(self, stretch: Stretch) -> Others:
        before, after = self._outlook(stretch.before).value, self._outlook(stretch.after).value
        error = (before.error**2 + after.error**2) ** 0.5
        count = len(stretch.actions)
        amount = after.mean - before.mean
        return Others(stretch.entry, count, stretch.mover, amount, error, after.mean)

    def _choice(self, stretch: Stretch) -> OwnChoice:
        view, played = self.game.conceal(stretch.before, self.seat), stretch.actions
        before = self._outlook(stretch.before).value.mean
        judged = self.judge.judge(view, played, self._luck_of(view))
        kind = _kind(judged)
        return OwnChoice(
            entry=stretch.entry,
            entries=len(played),
            kind=kind,
            before=before,
            after=judged.worth,
            played=self._line(played),
            best=self._line(judged.best),
            loss=judged.loss.mean,
            error=judged.loss.error,
            amount=judged.gain.mean,
            amount_error=judged.gain.error,
            verdict=_verdict(judged, played),
            second=self._line(judged.second) if kind != "forced" else (),
            lead=judged.lead.mean,
            lead_error=judged.lead.error,
            reasons=self._reasons(view, judged, played) if kind == "real" else (),
            hindsight=self._hindsight(stretch, view) if kind == "real" else None,
            idea=idea_of(self.game, view, judged.best) if kind == "real" else "",
        )

    def _hindsight(self, stretch: Stretch, view: AnyView) -> Hindsight | None:
        if view.seen == stretch.before:
            return None
        judged = self.judge.hindsight(stretch.before, stretch.actions, self._luck_of(view))
        return Hindsight(self._line(judged.best), *judged.loss)

    def _reasons(self, view: AnyView, judged: Verdict, played: Actions) -> tuple[Reason, ...]:
        """What the best has before what was played; of the best itself, before the second."""
        other = judged.second if judged.best == played else played
        return reasons_between(self.game, view, judged.best, other)

    def _outlook(self, state: GameState) -> Outlook:
        """The end of one stretch is the beginning of the next: it is looked at once."""
        view = self.game.conceal(state, self.seat)
        if view not in self._outlooks:
            self._outlooks[view] = self.judge.outlook(view, self._luck_of(view))
        return self._outlooks[view]

    def _luck_of(self, view: AnyView) -> random.Random:
        return luck_of(self.game, view, self.seed)

    def _line(self, actions: Actions) -> Line:
        return tuple(self.game.notation(action) for action in actions)


def reasons_between(
    game: AnyGame, view: AnyView, best: Actions, other: Actions
) -> tuple[Reason, ...]:
    """What one turn of the viewer's has before another, weightiest first."""
    return tuple(reasons(_foreseen(game, view, best), _foreseen(game, view, other))[:_REASONS])


def _foreseen(game: AnyGame, view: AnyView, actions: Actions) -> Sequence[PositionFact]:
    """What a turn leads to, as far as it can be foreseen; nothing where that is not its end."""
    seat = view.viewer
    assert seat is not None
    for action in actions:
        last = foresee(game, view, action)[-1]
        if last.reveals:
            return ()
        view = game.conceal(last.state, seat)
    return game_facts(game)(view.seen, seat)


def _kind(judged: Verdict) -> Literal["real", "forced", "indifferent"]:
    if judged.forced:
        return "forced"
    return "indifferent" if judged.indifferent else "real"


def _verdict(judged: Verdict, played: Actions) -> Literal["best", "close", "worse"]:
    if judged.best == played:
        return "best"
    return "worse" if judged.loss.mean > SURE * judged.loss.error else "close"
