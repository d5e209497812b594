"""The line of play that a network expects: everybody makes the decisions that it likes best. What it thinks of a
single moment is off by more than two moves differ by; along a line that evens out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from ratskeller.bots.net import NetBot, Opinion
from ratskeller.core.course import AnyMover, past_draws
from ratskeller.core.game import AnyGame, GameAction, GameState, Seat


def line(
    net: NetBot, states: Sequence[GameState], draws: Sequence[AnyMover]
) -> Iterator[list[Opinion]]:
    """What the network thinks of some imagined positions, then of those that follow from them, without end: each goes
    its way by what its own chance draws, and what is over stays so.
    """
    game = net.game
    while True:
        legal = list(map(game.legal, states))
        opinions = opinions_of(net, states, legal)
        yield opinions
        states = [
            past_draws(game, game.play(state, moves[best_of(opinion)]), chance)
            if opinion.liking
            else state
            for state, moves, opinion, chance in zip(states, legal, opinions, draws, strict=True)
        ]


def opinions_of(
    net: NetBot, states: Sequence[GameState], choices: Sequence[Sequence[GameAction]]
) -> list[Opinion]:
    """What the network thinks of imagined positions, and what has come of those that are over."""
    ends = [won(net.game, state) for state in states]
    going_on = [place for place, end in enumerate(ends) if end is None]
    thoughts = iter(
        net.imagined([states[place] for place in going_on], [choices[place] for place in going_on])
        if going_on
        else ()
    )
    return [next(thoughts) if end is None else Opinion([], end) for end in ends]


def won(game: AnyGame, state: GameState) -> list[float] | None:
    """The shares of the win when the match is over."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    share = 1 / len(outcome.winners)
    return [share if rank == 1 else 0.0 for rank in outcome.ranks]


def shares_of(opinions: Sequence[Opinion], seat: Seat) -> list[float]:
    """What one seat can expect of each position."""
    return [opinion.shares[seat] for opinion in opinions]


def mean_shares(opinions: Sequence[Opinion]) -> list[float]:
    """What each seat can expect, over some moments."""
    columns = zip(*(opinion.shares for opinion in opinions), strict=True)
    return [fmean(column) for column in columns]


def best_of(opinion: Opinion) -> int:
    """The place of what is liked best."""
    return opinion.liking.index(max(opinion.liking))
