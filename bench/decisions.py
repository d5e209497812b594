"""The coach's judgement of decisions, held against what is known: the players of the house, matches played
to their end, and last turns that can be counted out.

Decisions come from matches between players of the house that need not think for long, one a match, drawn
by luck. What is forced or does not matter is passed over, as in a look back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from bench.chances import CHECKED
from bench.samples import Sample, Study
from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import Bot, Budget, find_bot
from ratskeller.bots.levels import Level, levels
from ratskeller.bots.turns import Actions, Scope, best_turns
from ratskeller.coach.evaluators import Evaluator, TurnJudge, evaluator_of, network_of
from ratskeller.coach.findings import SURE
from ratskeller.coach.judging import SeatJudge, Value, Verdict
from ratskeller.coach.mining import decisions, played_out
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState, Seat

ROLLOUTS: Final = 64  # matches that are played to their end after each of two moves
_DRAWS: Final = 6  # tries of a player that is quick and not always the same
_LATE: Final = 6  # decisions before the end, in which a win may be at hand
_WAYS: Final = 3  # to end a match that are looked at in each
_WORLDS: Final = 24  # in all of which an end must come to the same
_EVERYTHING: Final = Scope(beam=100_000, turns=100_000)


class Decision(NamedTuple):
    """Something to decide that matters, and what the coach makes of it at the usual depth."""

    game: AnyGame
    judge: SeatJudge  # without the doubt that is to be measured
    view: AnyView
    luck: str
    verdict: Verdict  # of what a player of the house would have played

    def behind(self, line: Actions) -> Value:
        """How far a turn stays behind the best, in the worlds of the verdict."""
        return self.judge.behind(self.view, line, self.verdict.best, random.Random(self.luck))


def evaluators(game: AnyGame, seats: int) -> list[Evaluator]:
    """All that could judge such a match."""
    network = network_of(game, seats, game.meta.options())
    return [*([network] if network else []), TurnJudge(game)]


def quick(game: AnyGame) -> list[Level]:
    """The players of the house that need not think for long."""
    return [level for level in levels(game) if level.bot != "search"]


def drawn(study: Study, number: int) -> Decision:
    """A decision that matters, of the first match from this number on that has one."""
    game = games.find(study.game)
    options = game.meta.options()
    known = evaluators(game, study.seats)
    (evaluator,) = (one for one in known if one.name == study.evaluator)
    evaluator.doubt = 0.0
    rng = random.Random(f"{study.table}/{number}")
    known_players = quick(game)
    while True:
        players = [find_bot(rng.choice(known_players).id, game) for _ in range(study.seats)]
        course = play_match(game, options, players, rng.getrandbits(32), number)
        states = [state for state, _, _ in course]
        found = list(decisions(game, states, whole_turns=evaluator.whole_turns))
        for view in rng.sample(found, len(found)):
            assert view.viewer is not None
            judge = SeatJudge(game, evaluator, view.viewer)
            luck = f"{number}/{game.encode(view)}"
            played = _turn(judge, view, find_bot(rng.choice(known_players).id, game), rng)
            verdict = judge.judge(view, played, random.Random(luck))
            if not verdict.forced and not verdict.indifferent:
                return Decision(game, judge, view, luck, verdict)


def _turn(judge: SeatJudge, view: AnyView, player: Bot, mind: random.Random) -> Actions:
    """What a player would do, up to somebody else's decision, or its next one where these are judged."""
    game = judge.game
    world, actions = game.imagine(view, mind), list[GameAction]()
    while game.to_act(world) == judge.seat and (judge.evaluator.whole_turns or not actions):
        seen = game.conceal(world, judge.seat)
        actions.append(player.choose(seen, game.legal(world), Budget(), mind))
        world = game.play(world, actions[-1])
    return tuple(actions)


# --- the ladder --------------------------------------------------------------------------------


def losses(study: Study, number: int) -> Sample:
    """What each level of the house would lose by this decision, the weakest first. All meet the same worlds,
    and luck that is the same as far as they go the same way.
    """
    decision = drawn(study, number)
    known: dict[Actions, float] = {}
    found = []
    for level in levels(decision.game):
        player = find_bot(level.id, decision.game)
        of_level = []
        for draw in range(_draws(level)):
            line = _turn(decision.judge, decision.view, player, random.Random(f"{number}/{draw}"))
            if line not in known:
                known[line] = decision.behind(line).mean
            of_level.append(known[line])
        found.append(fmean(of_level))
    return found


def _draws(level: Level) -> int:
    return 1 if level.bot == "search" else _DRAWS


# --- doubt -------------------------------------------------------------------------------------


def told_apart(study: Study, number: int) -> Sample:
    """How far a move is behind the best as the coach judges it, its error, and the same by matches that the
    network plays to their end from there. It wavers as players do: played by who always does the same, a game
    with little luck would make every difference all or nothing.
    """
    decision = drawn(study, number)
    verdict, game, judge = decision.verdict, decision.game, decision.judge
    other, said = verdict.second, verdict.lead
    for level in quick(game):
        line = _turn(judge, decision.view, find_bot(level.id, game), random.Random(number))
        behind = decision.behind(line)
        if behind != (0.0, 0.0):
            other, said = line, behind
            break
    network = network_of(game, study.seats, game.meta.options())
    assert network is not None
    rng = random.Random(f"{number}/rollouts")
    came = played_out(network, decision.view, (verdict.best, other), ROLLOUTS, rng)
    return [*said, *came]


# --- endings -----------------------------------------------------------------------------------


def counted_out(study: Study, number: int) -> Sample:
    """Of the last decisions of a match: in how many a win was at hand, how many ends were judged there, how
    many of these were given the value that they have, and how many the loss, within the stated errors.
    """
    game = games.find(study.game)
    options = game.meta.options()
    evaluator = evaluator_of(game, study.seats, options)
    players = [find_bot(bot, game) for bot in study.bots]
    states = [one for one, _, _ in play_match(game, options, players, CHECKED, number)]
    views = list(decisions(game, states, whole_turns=evaluator.whole_turns))
    positions = judged = valued = lost = 0
    for view in views[-_LATE:]:
        assert view.viewer is not None
        rng = random.Random(f"{number}/{game.encode(view)}")
        known = dict(_sure_ends(game, view, rng, whole_turns=evaluator.whole_turns))
        if max(known.values(), default=0.0) < 1:
            continue
        positions += 1
        judge = SeatJudge(game, evaluator, view.viewer)
        for line in _sorts(known, rng):
            found = judge.judge(view, line, rng)
            judged += 1
            valued += found.worth == known[line]
            lost += abs(found.loss.mean - (1 - known[line])) <= SURE * found.loss.error
    return [positions, judged, valued, lost]


def _sure_ends(
    game: AnyGame, view: AnyView, rng: random.Random, *, whole_turns: bool
) -> Iterator[tuple[Actions, float]]:
    """Every way to end the match at once that comes to the same in all worlds, and to what."""
    seat = view.viewer
    assert seat is not None
    worlds = [game.imagine(view, rng) for _ in range(_WORLDS)]
    ways: Sequence[Actions] = [(action,) for action in game.legal(worlds[0])]
    if whole_turns:
        turns, _ = best_turns(game, lambda *_: 0.0, worlds[0], seat, _EVERYTHING)
        ways = [turn for turn, end in turns.items() if game.outcome(end) is not None]
    judge = SeatJudge(game, evaluator_of(game, view.seen.seats, game.meta.options()), seat)
    for way in ways:
        ends = {_won(game, judge.follow(world, way), seat) for world in set(worlds)}
        if len(ends) == 1 and (end := ends.pop()) is not None:
            yield way, end


def _won(game: AnyGame, state: GameState, seat: Seat) -> float | None:
    """Straight from the rules; None while the match goes on."""
    outcome = game.outcome(state)
    return None if outcome is None else (outcome.ranks[seat] == 1) / outcome.ranks.count(1)


def _sorts(known: dict[Actions, float], rng: random.Random) -> list[Actions]:
    """Some ends, of every worth that there is."""
    by_worth = {worth: [way for way in known if known[way] == worth] for worth in known.values()}
    return [way for ways in by_worth.values() for way in rng.sample(ways, min(_WAYS, len(ways)))]
