"""One match of a contest: the luck of its deal, the bots of its seats, and what is kept of it.

Nothing here depends on time, on the machine or on other matches: the same pairing gives the same
record wherever it is played.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ratskeller import games
from ratskeller.arena.contest import Contest, Key, Pairing, options_of, rules_of
from ratskeller.bots import Bot, Budget, Evaluate, find_bot
from ratskeller.core.chance import Seal
from ratskeller.core.game import CHANCE, AnyGame, GameState, Seat

NOBODY: Final = -1
"""Who leads where several stand equally well."""


class Played(Struct, frozen=True, omit_defaults=True):
    """A finished match. Who leads is judged at the end of every turn by the game's evaluation."""

    deal: int
    lineup: int
    rotation: int
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    reason: str
    turns: int
    moves: int  # every action, the players' and chance's
    scores: tuple[int, ...] | None = None
    leads: tuple[int, ...] = ()  # the seat that leads after each turn, or NOBODY
    decisions: tuple[int, ...] = ()  # questions with more than one answer, turn by turn

    @property
    def key(self) -> Key:
        return self.deal, self.lineup, self.rotation

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


def brief(match: Played) -> Played:
    """The result alone, for files that are kept for long."""
    return replace(match, scores=None, leads=(), decisions=())


def luck_of(contest: Contest, deal: int) -> Seal:
    """The chance stream of a deal: the same for all who play it."""
    seed = hashlib.sha256(f"{contest.seed}/{deal}".encode()).hexdigest()
    return Seal(table="arena", seed=seed, nonces=())


def play_share(contest: Contest, share: Sequence[Pairing]) -> list[Played]:
    """Play some matches of a contest: what one process is given at a time."""
    return [play(contest, pairing) for pairing in share]


def play(contest: Contest, pairing: Pairing) -> Played:
    """Play one match to its end."""
    game = rules_of(contest)
    evaluate: Evaluate = games.part(contest.game, "bot").evaluate
    last: GameState | None = None
    turns, moves, asked = 0, 0, 0
    leads: list[int] = []
    decisions: list[int] = []
    for last, choices in _course(game, contest, pairing):
        moves += 1
        asked += choices > 1
        if (now := game.turns(last)) > turns:
            leads.append(_leader(evaluate, last, contest.seats))
            decisions.append(asked)
            turns, asked = now, 0
    assert last is not None
    outcome = game.outcome(last)
    assert outcome is not None
    return Played(
        deal=pairing.deal,
        lineup=pairing.lineup,
        rotation=pairing.rotation,
        bots=pairing.bots,
        ranks=outcome.ranks,
        reason=outcome.reason,
        turns=turns,
        moves=moves,
        scores=outcome.scores,
        leads=tuple(leads),
        decisions=tuple(decisions),
    )


def _course(game: AnyGame, contest: Contest, pairing: Pairing) -> Iterator[tuple[GameState, int]]:
    """The states after each action, with how many answers the mover had (0: it was chance).

    Bots get their view and the legal list only. A bot's own luck hangs on the deal and its seat.
    """
    luck, draws = luck_of(contest, pairing.deal), Counter[str]()
    bots = [_bot(contest, name) for name in pairing.bots]
    minds = [
        random.Random(f"{contest.seed}/{pairing.deal}/{seat}/{name}")
        for seat, name in enumerate(pairing.bots)
    ]
    budget = Budget()
    state = game.start(contest.seats, options_of(contest))
    while (mover := game.to_act(state)) is not None:
        if mover == CHANCE:
            actions, weights = game.odds(state)
            stream = game.stream(state)
            action = actions[luck.outcome(stream, draws[stream], weights)]
            draws[stream] += 1
            choices = 0
        else:
            legal = game.legal(state)
            action = bots[mover].choose(game.conceal(state, mover), legal, budget, minds[mover])
            choices = len(legal)
        state = game.play(state, action)
        yield state, choices


def _leader(evaluate: Evaluate, state: GameState, seats: int) -> int:
    values = [evaluate(state, seat) for seat in range(seats)]
    best = max(values)
    return values.index(best) if values.count(best) == 1 else NOBODY


def _bot(contest: Contest, name: str) -> Bot:
    """A bot, kept between matches: one may have to load what it has learnt.

    Bots keep nothing of a match, so it does not matter what they played before.
    """
    return _kept(contest.game, contest.data, name)


@lru_cache(maxsize=64)
def _kept(game_id: str, data: str, name: str) -> Bot:
    return find_bot(name, games.find(game_id, data=data))
