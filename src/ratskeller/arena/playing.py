"""One match between bots: who decides, with which luck, and what a contest keeps of it.

Nothing here depends on time, on the machine or on other matches: the same pairing gives the same
record wherever it is played.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ratskeller import games
from ratskeller.arena.contest import Contest, Key, Pairing, options_of, rules_of
from ratskeller.bots import Bot, BotLike, Budget, Evaluate, evaluation_of, find_bot
from ratskeller.bots.random_bot import RandomBot
from ratskeller.coach.adjusting import LuckCounter
from ratskeller.core.chance import Seal
from ratskeller.core.course import AnyMover, by_luck, by_seal, course
from ratskeller.core.game import CHANCE, AnyGame, GameState, Mover, Seat

_DIGITS: Final = 6  # of luck, in a file

NOBODY: Final = -1
"""Who leads where several stand equally well."""


def play_match(
    game: AnyGame,
    options: Any,
    bots: Sequence[Bot],
    seed: int,
    number: int,
    start: GameState | None = None,
) -> Iterator[tuple[GameState, Mover | None, Any]]:
    """The course of one match by plain luck, from its start or from any state: every state, who is to
    act, the action.

    Luck has a generator of its own: with the same seed other bots meet the same luck, as far as
    they go the same way.
    """
    streams = streams_of(bots)
    grown = {one: random.Random(f"{seed}/{number}/{one}") for one in streams}
    luck, *minds = (grown[one] for one in streams)
    start = game.start(len(bots), options) if start is None else start
    return _between(game, start, bots, minds, by_luck(game, luck))


def streams_of(bots: Sequence[Bot]) -> list[str]:
    """Whose generator everybody follows: chance its own, then each seat.

    All who play at random share the first one's: nobody can tell, and to make a generator takes as
    long as two moves.
    """
    first = next((seat for seat, bot in enumerate(bots) if isinstance(bot, RandomBot)), 0)
    seats = (first if isinstance(bot, RandomBot) else seat for seat, bot in enumerate(bots))
    return ["luck", *map(str, seats)]


def _between(
    game: AnyGame,
    start: GameState,
    bots: Sequence[Bot],
    minds: Sequence[random.Random],
    chance: AnyMover,
) -> Iterator[tuple[GameState, Mover | None, Any]]:
    """A match between bots, each with its own luck. They get their view and the legal list only."""
    budget, conceal, legal = Budget(), game.conceal, game.legal

    def seat_of(seat: Seat, bot: Bot, mind: random.Random) -> AnyMover:
        return lambda state: bot.choose(conceal(state, seat), legal(state), budget, mind)

    seats = (seat_of(seat, *one) for seat, one in enumerate(zip(bots, minds, strict=True)))
    return course(game, start, [*seats, chance])


# --- contests ----------------------------------------------------------------------------------


class MatchRecord(Struct, frozen=True, omit_defaults=True):
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
    luck: tuple[
        float, ...
    ] = ()  # by seat, in shares of a win: what chance gave (`coach.adjusting`)

    @property
    def key(self) -> Key:
        return self.deal, self.lineup, self.rotation

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


def brief(match: MatchRecord) -> MatchRecord:
    """The result alone, for files that are kept for long."""
    return replace(match, scores=None, leads=(), decisions=())


def luck_of(contest: Contest, deal: int) -> Seal:
    """The chance stream of a deal: the same for all who play it."""
    seed = hashlib.sha256(f"{contest.seed}/{deal}".encode()).hexdigest()
    return Seal(table="arena", seed=seed, nonces=())


def play_share(
    contest: Contest, share: Sequence[Pairing], own: Mapping[str, BotLike] | None = None
) -> list[MatchRecord]:
    """Play some matches of a contest: what one process is given at a time."""
    return [play(contest, pairing, own) for pairing in share]


def play(
    contest: Contest, pairing: Pairing, own: Mapping[str, BotLike] | None = None
) -> MatchRecord:
    """Play one match to its end. A bot's own luck hangs on the deal, its seat and its name."""
    game, own = rules_of(contest), own or {}
    bots = [
        find_bot(own[name], game) if name in own else _bot(contest.game, contest.data, name)
        for name in pairing.bots
    ]
    minds = [
        random.Random(f"{contest.seed}/{pairing.deal}/{seat}/{name}")
        for seat, name in enumerate(pairing.bots)
    ]
    seal = luck_of(contest, pairing.deal)
    evaluate = _evaluation(contest.game, contest.data)
    state: GameState | None = None
    moves, turns, asked = 0, 0, 0
    leads: list[int] = []
    decisions: list[int] = []
    options = options_of(contest)
    start = game.start(contest.seats, options)
    imagined = random.Random(f"{contest.seed}/{pairing.deal}/imagined")
    counter = LuckCounter(game, contest.seats, options, imagined) if contest.adjusted else None
    for state, mover, action in _between(game, start, bots, minds, by_seal(game, seal)):
        if counter is not None:
            counter.watch(state, mover, action)
        if (now := game.turns(state)) > turns:
            leads.append(_leader(evaluate, state, contest.seats))
            decisions.append(asked)
            turns, asked = now, 0
        moves += mover is not None
        asked += mover not in (None, CHANCE) and len(game.legal(state)) > 1
    assert state is not None
    outcome = game.outcome(state)
    assert outcome is not None
    return MatchRecord(
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
        luck=tuple(round(one, _DIGITS) for one in counter.luck()) if counter else (),
    )


def _leader(evaluate: Evaluate, state: GameState, seats: int) -> int:
    values = [evaluate(state, seat) for seat in range(seats)]
    best = max(values)
    return values.index(best) if values.count(best) == 1 else NOBODY


@lru_cache(maxsize=8)
def _evaluation(game_id: str, data: str) -> Evaluate:
    """What positions are worth under the data of a contest."""
    return evaluation_of(games.find(game_id, data=data))


@lru_cache(maxsize=64)
def _bot(game_id: str, data: str, name: str) -> Bot:
    """A bot, kept between matches: one may have to load what it has learnt.

    What a bot keeps of a turn belongs to the generator of its seat, so it does not matter what it
    played before.
    """
    return find_bot(name, games.find(game_id, data=data))
