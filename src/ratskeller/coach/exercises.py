"""Exercises: a position as a seat saw it, in which what is best is known, for somebody to find it.

A try is composed on the view, decision by decision, as far as its mover can foresee it; then it is held
against the best in the very worlds by which that was compared. Whatever is too close to call counts. Nothing
but the view is known here, so twin worlds make the same exercise and judge a try alike.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from ratskeller.bots.turns import Actions
from ratskeller.coach.evaluators import evaluator_of
from ratskeller.coach.findings import SURE, Line
from ratskeller.coach.judging import SeatJudge, Value, luck_of
from ratskeller.core.facts import Reason
from ratskeller.core.game import AnyGame, AnyView, BadNotation, GameAction, Seat, View, foresee

TryVerdict: TypeAlias = Literal["best", "close", "worse"]


class BadTry(ValueError):
    """A decision that cannot be made there."""


class Exercise(Struct, frozen=True, kw_only=True):
    """What do you play here?"""

    game: AnyGame
    options: Any
    view: AnyView  # of the seat that is to move
    best: Line
    answer: Line = ()  # as much of it as must be found; nothing: all of it
    second: Line = ()  # the best beside it, where that is clearly worse
    lead: float = 0.0  # of the best before the second
    lead_error: float = 0.0
    reasons: tuple[Reason, ...] = ()  # what speaks for the best

    @property
    def seat(self) -> Seat:
        assert self.view.viewer is not None
        return self.view.viewer


class Composed(NamedTuple):
    """A try as far as it was made."""

    view: AnyView  # what its mover can foresee of it
    actions: Actions
    done: bool  # all is decided that is judged
    found: bool  # it comes to where the answer leads, in whatever order


def compose(exercise: Exercise, line: Line) -> Composed:
    """Play decisions on the view. Raises `BadTry`."""
    game, view = exercise.game, exercise.view
    goal = _goal(exercise) if line else view
    actions: list[GameAction] = []
    done = found = False
    for text in line:
        action = _legal(game, view, text)
        if done or action is None:
            raise BadTry(text)
        view, ends = _after(game, view, action)
        found = view == goal
        done = ends or found or not _by_turns(game, view.seen.seats, exercise.options)
        actions.append(action)
    return Composed(view, tuple(actions), done, found)


def _after(game: AnyGame, view: AnyView, action: GameAction) -> tuple[AnyView, bool]:
    """What the mover can foresee of a decision, and whether it ends what can be foreseen."""
    steps, seat = foresee(game, view, action), view.viewer
    ends = any(step.reveals or game.to_act(step.state) != seat for step in steps)
    last = steps[-1].state
    return View(seat, last) if ends else game.conceal(last, seat), ends


def _goal(exercise: Exercise) -> AnyView:
    """Where the answer leads, as far as it can be foreseen."""
    view = exercise.view
    for action in actions_of(exercise.game, exercise.answer or exercise.best):
        view, ends = _after(exercise.game, view, action)
        if ends:
            break
    return view


def actions_of(game: AnyGame, line: Line) -> Actions:
    """What a line says that is known to be right."""
    return tuple(game.parse(text) for text in line)


@cache
def _by_turns(game: AnyGame, seats: int, options: Any) -> bool:
    """Whether whole turns are compared, or decisions one by one."""
    return evaluator_of(game, seats, options).whole_turns


def _legal(game: AnyGame, view: AnyView, text: str) -> GameAction | None:
    try:
        action = game.parse(text)
    except BadNotation:
        return None
    return action if action in game.legal(view.seen) else None


def loss_of(exercise: Exercise, tried: Line, seed: int = 0) -> Value:
    """How far a try stays behind the best; nothing at all where it leads to the same position."""
    game, view = exercise.game, exercise.view
    evaluator = evaluator_of(game, view.seen.seats, exercise.options)
    judge = SeatJudge(game, evaluator, exercise.seat)
    lines = actions_of(game, tried), actions_of(game, exercise.best)
    return judge.behind(view, *lines, luck_of(game, view, seed))


def verdict_of(loss: Value) -> TryVerdict:
    if loss == (0.0, 0.0):
        return "best"
    return "worse" if loss.mean > SURE * loss.error else "close"
