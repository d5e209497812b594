"""What was found, in words: a moment in a few sentences of the game, and the sums as rows."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.coach.findings import SURE, Analysis, Line, OwnChoice, Sum
from ratskeller.core.game import AnyView, Seat
from ratskeller.core.match import AnyMatch
from ratskeller.words.figures import decimal, percent
from ratskeller.words.platform_words import PlatformWords, platform_words
from ratskeller.words.speech import game_words


def moment(match: AnyMatch, seat: Seat, choice: OwnChoice, language: str) -> str:
    """A choice with what would have been better, or, where nothing was, how much better it was."""
    say = platform_words(language)
    view = match.game.conceal(match.state_at(choice.entry - 1), seat)
    played, best, second = (
        _turn(match, say, view, line) for line in (choice.played, choice.best, choice.second)
    )
    if choice.verdict == "best":
        told = [say._("Well played: {move}.", move=played)]
        if second:
            points = _points(choice.lead, language)
            told.append(
                say._(
                    "The next best would have cost about {points} percentage points: {move}.",
                    points=points,
                    move=second,
                )
            )
    else:
        points = _points(choice.loss, language)
        told = [
            say._("You played: {move}.", move=played),
            say._("Too close to call, perhaps as good: {move}.", move=best)
            if choice.verdict == "close"
            else say._(
                "About {points} percentage points better: {move}.", points=points, move=best
            ),
        ]
    words = game_words(match.game, language)
    because = [words.because(view, reason, match.names) for reason in choice.reasons]
    return say.in_a_row([*told, *because[:1]])


def hindsight(match: AnyMatch, seat: Seat, choice: OwnChoice, language: str) -> str:
    """What all hands would have shown, which nobody could know; empty where nothing was hidden."""
    if choice.hindsight is None:
        return ""
    say, found = platform_words(language), choice.hindsight
    view = match.game.conceal(match.state_at(choice.entry - 1), seat)
    if found.best == choice.played or found.loss <= SURE * found.error:
        return say._("Nothing would have been clearly better.")
    points, best = _points(found.loss, language), _turn(match, say, view, found.best)
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


def _turn(match: AnyMatch, say: PlatformWords, view: AnyView, line: Line) -> str:
    """The decisions of a turn in a row, as their buttons say it; those without a choice go unsaid."""
    game, words = match.game, game_words(match.game, say.language)
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
