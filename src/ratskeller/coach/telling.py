"""What was found, in words: a moment in a few sentences of the game, and the sums as rows."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.coach.analysis import reasons_between
from ratskeller.coach.exercises import Exercise, actions_of, verdict_of
from ratskeller.coach.findings import SURE, Analysis, Line, OwnChoice, Sum
from ratskeller.coach.judging import Value
from ratskeller.core.facts import Reason
from ratskeller.core.game import AnyGame, AnyView, Seat
from ratskeller.core.match import AnyMatch
from ratskeller.words.figures import decimal, percent
from ratskeller.words.platform_words import PlatformWords, platform_words
from ratskeller.words.speech import Names, game_words


def moment(
    match: AnyMatch, seat: Seat, choice: OwnChoice, language: str, *, named: bool = True
) -> str:
    """A choice with what would have been better, or, where nothing was, how much better it was.

    Not `named`, what is clearly better is left to be found.
    """
    say, game = platform_words(language), match.game
    view = game.conceal(match.state_at(choice.entry - 1), seat)
    played, best = (turn(game, say, view, line) for line in (choice.played, choice.best))
    if choice.verdict == "best":
        told = [say._("Well played: {move}.", move=played)]
        if choice.second:
            told.append(_next_best(say, game, view, choice.second, choice.lead))
    else:
        points = _points(choice.loss, language)
        told = [say._("You played: {move}.", move=played)]
        if choice.verdict == "close":
            told.append(say._("Too close to call, perhaps as good: {move}.", move=best))
        elif named:
            told.append(better(match, seat, choice, language))
        else:
            told.append(
                say._("Something else was about {points} percentage points better.", points=points)
            )
    return say.in_a_row([*told, *because(game, view, choice.reasons, match.names, language)[:1]])


def better(match: AnyMatch, seat: Seat, choice: OwnChoice, language: str) -> str:
    """What would have been better than what was played."""
    say = platform_words(language)
    view = match.game.conceal(match.state_at(choice.entry - 1), seat)
    points, best = _points(choice.loss, language), turn(match.game, say, view, choice.best)
    return say._("About {points} percentage points better: {move}.", points=points, move=best)


def because(
    game: AnyGame, view: AnyView, reasons: Sequence[Reason], names: Names, language: str
) -> list[str]:
    """Reasons in the game's own words, as far as it has some."""
    words = game_words(game, language)
    told = [words.because(view, reason, names) for reason in reasons]
    return [line for line in told if line]


def tried(exercise: Exercise, line: Line, loss: Value, names: Names, language: str) -> str:
    """What becomes of a try: the best is named if it counts, else what it costs and why."""
    say, game, view = platform_words(language), exercise.game, exercise.view
    best, verdict = turn(game, say, view, exercise.best), verdict_of(loss)
    if verdict == "close":
        return say._("Too close to call, perhaps as good: {move}.", move=best)
    if verdict == "best":
        told = [say._("That is the best: {move}.", move=best)]
        if exercise.second:
            told.append(_next_best(say, game, view, exercise.second, exercise.lead))
        return say.in_a_row([*told, *because(game, view, exercise.reasons, names, language)])
    found = reasons_between(game, view, actions_of(game, exercise.best), actions_of(game, line))
    why = because(game, view, found, names, language)[:1]
    return say.in_a_row(
        [
            say._(
                "That costs about {points} percentage points.", points=_points(loss.mean, language)
            ),
            *(say._("What speaks for the best: {reason}", reason=one) for one in why),
        ]
    )


def hindsight(match: AnyMatch, seat: Seat, choice: OwnChoice, language: str) -> str:
    """What all hands would have shown, which nobody could know; empty where nothing was hidden."""
    if choice.hindsight is None:
        return ""
    say, found = platform_words(language), choice.hindsight
    view = match.game.conceal(match.state_at(choice.entry - 1), seat)
    if found.best == choice.played or found.loss <= SURE * found.error:
        return say._("Nothing would have been clearly better.")
    points, best = _points(found.loss, language), turn(match.game, say, view, found.best)
    return say._("About {points} percentage points better: {move}.", points=points, move=best)


def sums(say: PlatformWords, analysis: Analysis) -> list[tuple[str, str]]:
    """What the result is made of: a word and a chance with its 95 % interval each."""
    found, _ = analysis.sums, say.gettext
    parts = (
        (_("chance at the start"), found.start),
        (_("luck"), found.luck),
        (_("own choices"), found.own),
        (_("others’ choices"), found.others),
        (_("unexplained"), found.residual),
    )
    return [
        *((name, _share(part, say.language)) for name, part in parts),
        (_("result"), percent(found.result, say.language)),
        (_("lost on the best"), _share(found.lost, say.language)),
    ]


def tally(say: PlatformWords, analysis: Analysis) -> str:
    """How many decisions there were, of which kinds."""
    choices = [one for one in analysis.findings if isinstance(one, OwnChoice)]
    real = [one.verdict for one in analysis.choices]
    return say._(
        "Real decisions: {real}, of them best: {best}, too close to call: {close}, worse: {worse}. "
        "Forced or indifferent: {rest}.",
        real=len(real),
        best=real.count("best"),
        close=real.count("close"),
        worse=real.count("worse"),
        rest=len(choices) - len(real),
    )


def judge_of(say: PlatformWords, analysis: Analysis) -> str:
    """Who judged."""
    if analysis.outline.evaluator == "network":
        return say._("Judged by the network that learned this game, from what the seat could know.")
    return say._("Judged by the search of the house players, from what the seat could know.")


def turn(game: AnyGame, say: PlatformWords, view: AnyView, line: Line) -> str:
    """The decisions of a turn in a row, as their buttons say it; those without a choice go unsaid."""
    words = game_words(game, say.language)
    told: list[str] = []
    state = view.seen
    for text in line:
        action, legal = game.parse(text), game.legal(state)
        if action not in legal:
            break
        if not told or len(legal) > 1:
            told.append(words.action(game.conceal(state, view.viewer), action))
        state = list(game.steps(state, action))[-1].state
    return _in_order(say, told)


def _next_best(say: PlatformWords, game: AnyGame, view: AnyView, second: Line, lead: float) -> str:
    return say._(
        "The next best would have cost about {points} percentage points: {move}.",
        points=_points(lead, say.language),
        move=turn(game, say, view, second),
    )


def _in_order(say: PlatformWords, moves: Sequence[str]) -> str:
    if not moves:
        return ""
    first, *others = moves
    for move in others:
        first = say._("{first}, then: {second}", first=first, second=move)
    return first


def _share(part: Sum, language: str) -> str:
    sign = "+" if part.amount > 0 else ""
    return f"{sign}{percent(part.amount, language)} ± {percent(part.margin, language)}"


def _points(share: float, language: str) -> str:
    return decimal(100 * share, language, 0 if share >= 0.01 else 1)
