"""A hint in words: from a bot's judgement of what a seat sees to a sentence, in three stages.

What an action will do is said by the game's own words, from the view; how it compares with the next
best is said here. So a hint can tell nothing that its reader could not have found out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ratskeller.bots.hints import Judged
from ratskeller.core.game import GameAction
from ratskeller.games.parts import game_board
from ratskeller.server.messages import Advice
from ratskeller.server.scene import Scene
from ratskeller.words.platform_words import PlatformWords, platform_words
from ratskeller.words.speech import game_words

LOOK: Final = 1
COMPARE: Final = 2
EXPLAIN: Final = 3
STAGES: Final = (LOOK, COMPARE, EXPLAIN)

_MUCH: Final = 0.08  # of a won match: then one move is much better than another
_LITTLE: Final = 0.02
_EFFECTS: Final = 2  # sentences about what a move does; more is read by nobody


def advise(scene: Scene, judged: Sequence[Judged] | None, stage: int, request: str) -> Advice:
    """The answer to a hint; without a judgement it says that there is none."""
    say = platform_words(scene.language)
    if not judged:
        text = say._("There is no hint at the moment. Try again in a little while.")
        return Advice(request, stage, (), text)
    best = [scene.legal[one.number] for one in judged[:2]]
    paths = tuple(scene.game.path(scene.view.seen, action) for action in best)
    if stage == LOOK:
        return Advice(request, stage, (paths[0][:1],), _look(scene, say, paths[0][0]))
    if stage == COMPARE:
        return Advice(request, stage, paths, _compare(scene, say, best))
    return Advice(request, stage, paths[:1], _explain(scene, say, best, judged))


def _look(scene: Scene, say: PlatformWords, part: str) -> str:
    return say._("Take a closer look here: {part}.", part=_name(scene, part).rstrip(".。"))


def _compare(scene: Scene, say: PlatformWords, best: Sequence[GameAction]) -> str:
    labels = [_label(scene, action) for action in best]
    if len(labels) == 1:
        return say._("There is only one move: {move}.", move=labels[0])
    return say._(
        "Two moves are worth comparing. 1: {first}. 2: {second}.",
        first=labels[0],
        second=labels[1],
    )


def _explain(
    scene: Scene, say: PlatformWords, best: Sequence[GameAction], judged: Sequence[Judged]
) -> str:
    """The move, what it does, and how it stands to the second best."""
    sentences = [say._("I would play this: {move}.", move=_label(scene, best[0]))]
    sentences += _effects(scene, say, best[0])
    if len(best) > 1:
        ahead = judged[0].value - judged[1].value
        sentences.append(_comparison(say, ahead, _label(scene, best[1])))
    return say.in_a_row(sentences)


def _comparison(say: PlatformWords, ahead: float, other: str) -> str:
    if ahead >= _MUCH:
        return say._("It is much better than the next best: {move}.", move=other)
    if ahead >= _LITTLE:
        return say._("It is a little better than the next best: {move}.", move=other)
    return say._("About as good is this: {move}.", move=other)


def _effects(scene: Scene, say: PlatformWords, action: GameAction) -> list[str]:
    """What the engine foresees, in the game's own sentences, or as the marks it would show."""
    words = game_words(scene.game, scene.language)
    told = list(words.effects(scene.view, action, scene.names))[:_EFFECTS]
    if told:
        return told
    marks = game_board(scene.game, scene.language).marks(scene.view, action)[:_EFFECTS]
    return [say._("{part}: {change}.", part=_name(scene, m.at), change=m.text) for m in marks]


def _label(scene: Scene, action: GameAction) -> str:
    return game_words(scene.game, scene.language).action(scene.view, action)


def _name(scene: Scene, part: str) -> str:
    """What a part is called: by its button, if it lies on no sheet."""
    board, words = game_board(scene.game, scene.language), game_words(scene.game, scene.language)
    return board.button(scene.view, part) or words.part(scene.view, part, scene.names)
