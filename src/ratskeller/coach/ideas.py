"""Which idea of a game's course a decision is about.

A line of moves is played on the view, as far as that goes. What its moves are and which rules its events
cite shows ideas; of those the decision is about the one that the smallest share of the moves on offer would
have shown. Whatever is done, cards are laid: what matters is that this one passes under a house.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ratskeller.bots.turns import Actions
from ratskeller.core.game import AnyGame, AnyView, GameAction, foresee
from ratskeller.words.languages import ENGLISH
from ratskeller.words.lessons import Idea
from ratskeller.words.speech import game_words


def idea_of(game: AnyGame, view: AnyView, line: Actions) -> str:
    """The id of an idea; "" where nothing of the course is to be seen.

    >>> import ratskeller
    >>> match = ratskeller.new("pied_piper", seats=2, seed=1)
    >>> view = match.view(match.to_act)
    >>> idea_of(match.game, view, (match.game.parse("+1>1"),))
    'plus-one'
    """
    common: dict[str, float] = {}  # in what share of the moves on offer an idea shows
    for before, action in _walk(game, view, line):
        offered = [_shown_by(game, before, other) for other in game.legal(before.seen)]
        for idea in _shown_by(game, before, action):
            share = sum(idea in one for one in offered) / len(offered)
            common[idea] = min(share, common.get(idea, share))
    order = [idea.id for idea in _ideas(game)]
    return min(common, key=lambda idea: (common[idea], -order.index(idea)), default="")


def _walk(game: AnyGame, view: AnyView, line: Actions) -> Iterator[tuple[AnyView, GameAction]]:
    """Each move of a line and what its mover sees before it, until something unknown comes up."""
    for action in line:
        if action not in game.legal(view.seen):
            return
        yield view, action
        last = foresee(game, view, action)[-1]
        if last.reveals or game.to_act(last.state) != view.viewer:
            return
        view = game.conceal(last.state, view.viewer)


def _shown_by(game: AnyGame, view: AnyView, action: GameAction) -> set[str]:
    move = game.notation(action)
    cited = {game.cite(step.event) for step in foresee(game, view, action)}
    return {
        idea.id
        for idea in _ideas(game)
        if any(sign in cited or move.startswith(sign) for sign in idea.shown or idea.rules)
    }


@cache
def _ideas(game: AnyGame) -> Sequence[Idea]:
    return game_words(game, ENGLISH).course().ideas
