"""Exercises on a page: a position to choose in as at a table, and what the coach says of a try.

A page speaks to an exercise as it does to a table, by request instead of by socket, and brings along what was
chosen so far: nobody here keeps a draft. All that is answered is made from the view of the seat. Tries are
judged by the workers, in the queue of those who look back, behind everybody who plays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller.coach import telling
from ratskeller.coach.exercises import BadTry, Composed, Exercise, compose, verdict_of
from ratskeller.coach.findings import SURE, Line, OwnChoice
from ratskeller.coach.judging import Value
from ratskeller.core.game import GameAction, Seat, foresee, watch
from ratskeller.core.match import AnyMatch, options_of
from ratskeller.server import advice
from ratskeller.server import scene as scenes
from ratskeller.server.frames import adjust
from ratskeller.server.limits import Buckets
from ratskeller.server.lookback import QUEUE, LookSoFar
from ratskeller.server.messages import (
    Advice,
    Answer,
    Choose,
    Commit,
    ExerciseWish,
    Foresee,
    Hello,
    Hint,
    Restart,
    Tried,
    Undo,
    Update,
    Whole,
    WhyNot,
)
from ratskeller.server.refusals import refused, said
from ratskeller.server.scene import Chair, Scene
from ratskeller.server.table import Table
from ratskeller.server.turns import Asker
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words

if TYPE_CHECKING:
    from ratskeller.server.house import House

IDEA: Final = 1
PIECE: Final = 2
MOVE: Final = 3
LINE_LENGTH: Final = 40  # decisions that a turn has at most
_PATIENCE: Final = 2  # seconds until somebody whose try is being judged may have another one judged

ToExercise: TypeAlias = Whole | Update | Answer | Advice | Tried


class Posed(Struct, frozen=True, kw_only=True):
    """An exercise as it is laid before somebody."""

    exercise: Exercise
    chairs: tuple[Chair, ...]  # who sits there, by seat
    idea: str = ""  # of the game's course: what it is about, where that is known

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)


def moment(table: Table, match: AnyMatch, choice: OwnChoice, seat: Seat) -> Posed:
    """A choice that somebody had in a match, to be made once more."""
    players = map(table.player_at, range(len(table.players)))
    return Posed(
        exercise=Exercise(
            game=match.game,
            options=options_of(match.game, match.header),
            view=match.game.conceal(match.state_at(choice.entry - 1), seat),
            best=choice.best,
            second=choice.second if choice.lead > SURE * choice.lead_error else (),
            lead=choice.lead,
            lead_error=choice.lead_error,
            reasons=choice.reasons,
        ),
        chairs=tuple(
            Chair(name=one.name, kind=one.kind, bot=one.bot, online=True) for one in players
        ),
        idea=choice.idea,
    )


def choice_after(look: LookSoFar, entry: int) -> OwnChoice:
    """The choice that was to be made after an entry. Raises `TableRefused`."""
    for one in look.findings:
        if isinstance(one, OwnChoice) and one.kind == "real" and one.entry - 1 == entry:
            return one
    raise refused("unknown_page")


# --- what is shown ------------------------------------------------------------------------------


def composed(posed: Posed, line: Line) -> Composed:
    """Raises `TableRefused`."""
    if len(line) > LINE_LENGTH:
        raise refused("bad_message", problem="line")
    try:
        return compose(posed.exercise, line)
    except BadTry:
        raise refused("illegal") from None


def scene_of(posed: Posed, so_far: Composed, language: str) -> Scene:
    """The table as it would be if the seat were to move now."""
    game, seat = posed.exercise.game, posed.exercise.seat
    return Scene(
        game=game,
        language=language,
        status=scenes.PLAYING,
        view=so_far.view,
        chairs=posed.chairs,
        my_seats=(seat,),
        to_act=seat,
        legal=() if so_far.done else game.legal(so_far.view.seen),
        drafted=len(so_far.actions),
        held=so_far.done,
        chat=False,
    )


def scene_at(posed: Posed, language: str) -> Scene:
    """Before anything is decided."""
    return scene_of(posed, composed(posed, ()), language)


def _whole(scene: Scene, request: str) -> Whole:
    shown = scene.stage().show(scene.view)
    return Whole(0, shown.parts, scenes.now(scene, shown.facts), (), (), request)


def _update(before: Scene, after: Scene, request: str) -> Update:
    stage = after.stage()
    was = stage.show(before.view)
    shown = stage.show(after.view, was)
    return Update(0, adjust(was, shown), scenes.now(after, shown.facts), request=request)


def _why_not(scene: Scene, ask: WhyNot) -> Answer:
    if not 0 < len(ask.path) <= LINE_LENGTH:
        raise refused("bad_message", problem="path")
    refusal = scene.game.why_not(scene.view, ask.path)
    if refusal is None or scene.held:
        return Answer(ask.request)
    words = game_words(scene.game, scene.language)
    text = said(refusal, scene.language, words, scene.names, scene.seat)
    return Answer(ask.request, text, refusal.rule)


def _leads_to(posed: Posed, so_far: Composed, language: str) -> Iterator[str]:
    """What a try brings, sentence by sentence, as its mover can foresee it."""
    game, view, seat = posed.exercise.game, posed.exercise.view, posed.exercise.seat
    words = game_words(game, language)
    for action in so_far.actions:
        steps = foresee(game, view, action)
        for seen in watch(game, steps, seat):
            if text := words.event(seen.event, posed.names, seat):
                yield text
        view = game.conceal(steps[-1].state, seat)


# --- hints --------------------------------------------------------------------------------------


def hint(posed: Posed, scene: Scene, line: Line, ask: Hint) -> Advice:
    """What it is about, then the piece, then the move with its reason."""
    say, best, stage = platform_words(scene.language), posed.exercise.best, ask.stage
    if stage not in (IDEA, PIECE, MOVE):
        raise refused("bad_message", problem="stage")
    rest = best[len(line) :]
    if line != best[: len(line)] or not rest:
        text = say._("The best begins otherwise: take back what you have chosen.")
        return Advice(ask.request, stage, (), text)
    path = scene.game.path(scene.view.seen, scene.game.parse(rest[0]))
    why = telling.because(
        scene.game, posed.exercise.view, posed.exercise.reasons, scene.names, scene.language
    )
    about = _about(posed, scene, why)
    if stage == IDEA and about:
        return Advice(ask.request, stage, (), about)
    if stage == MOVE:
        move = telling.turn(scene.game, say, scene.view, rest)
        told = [say._("The best is this: {move}.", move=move), *why]
        return Advice(ask.request, stage, (path,), say.in_a_row(told))
    part = advice.part_name(scene, path[0]).rstrip(".。")
    text = say._("Take a closer look here: {part}.", part=part)
    return Advice(ask.request, PIECE, (path[:1],), text)


def _about(posed: Posed, scene: Scene, why: Sequence[str]) -> str:
    """The idea behind the best, without saying where to find it; empty where nobody knows."""
    say, words = platform_words(scene.language), game_words(scene.game, scene.language)
    for idea in words.course().ideas if posed.idea else ():
        if idea.id == posed.idea:
            return say._("It is about this: {idea}.", idea=idea.name)
    return say._("What speaks for the best: {reason}", reason=why[0]) if why else ""


# --- tries --------------------------------------------------------------------------------------


class Exercises:
    """What is asked of exercises in a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._steps = Buckets(house.limits.messages)
        self._tries = Buckets(house.limits.tries)
        self._judged: set[Hashable] = set()  # visitors whose tries are looked at

    async def answer(
        self, posed: Posed, wish: ExerciseWish, language: str, visitor: Hashable
    ) -> ToExercise:
        """Raises `TableRefused`."""
        self._steps.take(visitor, self._house.clock())
        ask, line, so_far = wish.ask, wish.line, composed(posed, wish.line)
        scene = scene_of(posed, so_far, language)
        match ask:
            case Hello():
                return _whole(scene, ask.request)
            case Choose():
                line = (*line, scene.game.notation(_pick(scene, ask.action)))
            case Undo() | Restart():
                line = line[:-1] if isinstance(ask, Undo) else ()
            case Foresee():
                offer = scenes.offer(scene, _pick(scene, ask.action))
                return Answer(ask.request, data=msgspec.to_builtins(offer))
            case WhyNot():
                return _why_not(scene, ask)
            case Hint():
                return hint(posed, scene, line, ask)
            case Commit():
                return await self._judge(posed, so_far, wish, language, visitor)
        return _update(scene, scene_of(posed, composed(posed, line), language), ask.request)

    async def _judge(
        self, posed: Posed, so_far: Composed, wish: ExerciseWish, language: str, visitor: Hashable
    ) -> Tried:
        request, line = wish.ask.request, wish.line
        if not so_far.done:
            raise refused("illegal")
        loss = await self._loss(posed.exercise, so_far, line, visitor)
        if loss is None:
            say = platform_words(language)
            text = say._("The coach does not answer at the moment. Try again in a little while.")
            return Tried(request, "", counts=False, text=text)
        verdict = verdict_of(loss)
        return Tried(
            request,
            verdict,
            counts=verdict != "worse",
            text=telling.tried(posed.exercise, line, loss, posed.names, language),
            leads_to=tuple(_leads_to(posed, so_far, language)),
            instead=() if verdict == "worse" else posed.exercise.second,
        )

    async def _loss(
        self, exercise: Exercise, so_far: Composed, line: Line, visitor: Hashable
    ) -> Value | None:
        if visitor in self._judged:
            raise refused("too_many", seconds=_PATIENCE)
        if so_far.found:
            return Value(0.0, 0.0)
        if line == exercise.second:  # it was looked at, perhaps more closely than now
            return Value(exercise.lead, exercise.lead_error)
        self._tries.take(visitor, self._house.clock())
        self._judged.add(visitor)
        try:
            return await self._house.thinker.try_out(exercise, line, Asker(QUEUE, visitor))
        finally:
            self._judged.discard(visitor)


def _pick(scene: Scene, number: int) -> GameAction:
    if not 0 <= number < len(scene.legal):
        raise refused("illegal")
    return scene.legal[number]
