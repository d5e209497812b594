"""A hint in words: from a bot's judgement of what a seat sees to a sentence, in three stages.

    look      where to look, and what speaks for the move that is meant
    compare   the two turns that are worth comparing
    explain   the turn to play, how it ends, how it stands to the next best and why

A planned turn is played on the view, as far as its mover can foresee it, and so is the next best one.
What the one has before the other (`core.facts`) is put into words by the game. So a hint can tell
nothing that its reader could not have found out, and nothing that is not so.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ratskeller.bots.hints import Judged
from ratskeller.core.facts import reasons
from ratskeller.core.game import AnyView, GameAction, GameState, Outcome, foresee
from ratskeller.games.parts import game_board, game_facts
from ratskeller.server.messages import Advice
from ratskeller.server.scene import Scene
from ratskeller.words.platform_words import PlatformWords, platform_words
from ratskeller.words.speech import game_words

LOOK: Final = 1
COMPARE: Final = 2
EXPLAIN: Final = 3
STAGES: Final = (LOOK, COMPARE, EXPLAIN)

MUCH: Final = 0.08  # of a won match: then one move is much better than another
LITTLE: Final = 0.02
_WORLDS: Final = 20  # that are thought of where something is hidden
_EFFECTS: Final = 2  # sentences about what a move does; more is read by nobody
_REASONS: Final = 2
_OPEN: Final = "?？"  # ends a sentence about what nobody knows yet: no reason for anything


class PlannedTurn(Struct, frozen=True):
    """A turn as it was planned, played on the view as far as that goes."""

    action: GameAction  # its first
    moves: tuple[str, ...]  # its decisions, as their buttons say it
    effects: tuple[str, ...]  # of the last of them
    end: GameState | None  # where it leads; None where something unknown comes before
    outcome: Outcome | None  # of the match, if it ends by this


def advise(scene: Scene, judged: Sequence[Judged] | None, stage: int, request: str) -> Advice:
    """The answer to a hint; without a judgement it says that there is none."""
    say = platform_words(scene.language)
    if not judged:
        text = say._("There is no hint at the moment. Try again in a little while.")
        return Advice(request, stage - 1, (), text)
    plans = [plan_of(scene, one) for one in judged[:2]]
    paths = tuple(scene.game.path(scene.view.seen, plan.action) for plan in plans)
    shown = {LOOK: (paths[0][:1],), COMPARE: paths, EXPLAIN: paths[:1]}[stage]
    return Advice(request, stage, shown, say.in_a_row(sentences(scene, plans, judged, stage)))


def sentences(
    scene: Scene, plans: Sequence[PlannedTurn], judged: Sequence[Judged], stage: int
) -> list[str]:
    """What is said at a stage, sentence by sentence."""
    say = platform_words(scene.language)
    if stage == LOOK:
        return _look(scene, say, plans, judged)
    return [_compare(say, plans)] if stage == COMPARE else _explain(scene, say, plans, judged)


def plan_of(scene: Scene, judged: Judged) -> PlannedTurn:
    """Play a plan on the view. Decisions that are none, since nothing else is legal, go unsaid."""
    game, view, viewer = scene.game, scene.view, scene.view.viewer
    words = game_words(game, scene.language)
    first = scene.legal[judged.number]
    moves: list[str] = []
    effects: list[str] = []
    end: GameState | None = None
    for action in judged.plan or (first,):
        legal = game.legal(view.seen)
        if action not in legal:
            break
        if not moves or len(legal) > 1:
            moves.append(words.action(view, action))
        effects = _effects(scene, view, action) or effects
        last = foresee(game, view, action)[-1]
        if last.reveals and game.outcome(last.state) is None:
            end = None
            break
        end = last.state
        if game.to_act(end) != viewer:
            break
        view = game.conceal(end, viewer)
    outcome = game.outcome(end) if end is not None else None
    return PlannedTurn(first, tuple(moves), tuple(effects), end, outcome)


# --- the stages --------------------------------------------------------------------------------


def _look(
    scene: Scene, say: PlatformWords, plans: Sequence[PlannedTurn], judged: Sequence[Judged]
) -> list[str]:
    """Where to look, and what it is about: how the match ends, or what speaks for the move; where
    nothing does, how much hangs on it.
    """
    best = plans[0]
    part, *_ = scene.game.path(scene.view.seen, best.action)
    look = say._("Take a closer look here: {part}.", part=part_name(scene, part).rstrip(".。"))
    if ending := _ending(scene, say, best, judged):
        return [look, ending]
    first = [say._("What speaks for it: {reason}", reason=one) for one in why(scene, plans)[:1]]
    return [look, *(first or best.effects[:1] or _weight(say, judged))]


def _weight(say: PlatformWords, judged: Sequence[Judged]) -> list[str]:
    """How much hangs on the choice, without the moves."""
    if len(judged) == 1:
        return []
    if not judged[1].even:
        return [say._("All good turns that I see begin here.")]
    ahead = judged[0].value - judged[1].value
    if ahead >= MUCH:
        return [say._("The best move is much better than the next best.")]
    if ahead >= LITTLE:
        return [say._("The best move is a little better than the next best.")]
    return [say._("Two moves are about equally good.")]


def _compare(say: PlatformWords, plans: Sequence[PlannedTurn]) -> str:
    moves = [_turn(say, plan) for plan in plans]
    if len(moves) == 1:
        return say._("There is only one move: {move}.", move=moves[0])
    return say._(
        "Two moves are worth comparing. 1: {first}. 2: {second}.",
        first=moves[0],
        second=moves[1],
    )


def _explain(
    scene: Scene, say: PlatformWords, plans: Sequence[PlannedTurn], judged: Sequence[Judged]
) -> list[str]:
    """The turn, the end that it brings, how it stands to the second best, and why."""
    best = plans[0]
    told = [say._("I would play this: {move}.", move=_turn(say, best))]
    if ending := _ending(scene, say, best, judged):
        told.append(ending)
    if best.outcome is not None:
        told.append(_told_end(scene, best))
    if len(plans) > 1 and judged[1].even:
        told.append(compared(say, judged[0].value - judged[1].value, _turn(say, plans[1])))
    if best.outcome is None:
        told += [*why(scene, plans)[:_REASONS], *best.effects[:_EFFECTS]]
    return told


def _told_end(scene: Scene, plan: PlannedTurn) -> str:
    """How the match ends by a plan, in the game's own words."""
    assert plan.outcome is not None
    assert plan.end is not None
    view = scene.game.conceal(plan.end, scene.view.viewer)
    words = game_words(scene.game, scene.language)
    return words.ending(plan.outcome, scene.names, view.viewer, view)


def compared(say: PlatformWords, ahead: float, other: str) -> str:
    """How a turn stands to the next best, which was looked at as closely."""
    if ahead >= MUCH:
        return say._("It is much better than the next best: {move}.", move=other)
    if ahead >= LITTLE:
        return say._("It is a little better than the next best: {move}.", move=other)
    return say._("About as good is this: {move}.", move=other)


def _ending(scene: Scene, say: PlatformWords, plan: PlannedTurn, judged: Sequence[Judged]) -> str:
    """Whether the match ends by a turn. Where a card that nobody knows has its say, one can only
    tell that it wins in every world that one can think of.
    """
    if plan.outcome is None:
        sure = plan.end is None and _wins_anyway(scene, judged[0].plan)
        return say._("As far as I can see, this wins the match.") if sure else ""
    if scene.view.viewer not in plan.outcome.winners:
        return say._("This ends the match.")
    if len(plan.outcome.winners) > 1:
        return say._("This ends the match, and you share the win.")
    return say._("This wins the match.")


def _wins_anyway(scene: Scene, plan: Sequence[GameAction]) -> bool:
    """Whether a turn wins in all of some worlds that the view allows."""
    game, seat, luck = scene.game, scene.view.viewer, random.Random(0)
    for _ in range(_WORLDS):
        world = game.imagine(scene.view, luck)
        for action in plan:
            if game.to_act(world) == seat and action in game.legal(world):
                world = game.play(world, action)
        outcome = game.outcome(world)
        if outcome is None or outcome.winners != (seat,):
            return False
    return True


def why(scene: Scene, plans: Sequence[PlannedTurn]) -> list[str]:
    """What speaks for the first plan before the second; nothing where either ends in the dark."""
    if len(plans) == 1 or plans[0].end is None or plans[1].end is None or plans[1].outcome:
        return []
    facts, viewer = game_facts(scene.game), scene.view.viewer
    assert viewer is not None
    found = reasons(facts(plans[0].end, viewer), facts(plans[1].end, viewer))
    words = game_words(scene.game, scene.language)
    told = [words.because(scene.view, reason, scene.names) for reason in found]
    return [line for line in told if line]


# --- pieces ------------------------------------------------------------------------------------


def _turn(say: PlatformWords, plan: PlannedTurn) -> str:
    """The decisions of a turn in a row."""
    first, *others = plan.moves
    for move in others:
        first = say._("{first}, then: {second}", first=first, second=move)
    return first


def _effects(scene: Scene, view: AnyView, action: GameAction) -> list[str]:
    """What the engine foresees, in the game's own sentences."""
    told = game_words(scene.game, scene.language).effects(view, action, scene.names)
    return [line for line in told if line[-1] not in _OPEN]


def part_name(scene: Scene, part: str) -> str:
    """What a part is called: by its button, if it lies on no sheet."""
    board, words = game_board(scene.game, scene.language), game_words(scene.game, scene.language)
    return board.button(scene.view, part) or words.part(scene.view, part, scene.names)
