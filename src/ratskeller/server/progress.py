"""My progress: what the looks back at a person's matches say together, game by game.

One query brings them; nothing is played again. Below a floor of samples nothing is said: a few dice decide
a few matches. It all stays in the store, and goes when its person is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

import msgspec
from msgspec import Struct

from ratskeller.bots.levels import level_ids
from ratskeller.coach.evaluators import measured
from ratskeller.coach.findings import VERSION, Analysis, OwnChoice
from ratskeller.core.game import AnyGame
from ratskeller.draw.balance import BalanceChart, balance, reach
from ratskeller.draw.chances import key
from ratskeller.server.house import House
from ratskeller.server.messages import LevelCard
from ratskeller.server.repertoire import level_card, repertoire
from ratskeller.words.figures import decimal, percent
from ratskeller.words.platform_words import PlatformWords, platform_words
from ratskeller.words.speech import game_words

MATCHES: Final = 5
"""So many matches of a game at least, before luck and choices are compared."""

DECISIONS: Final = 10
"""So many real decisions at least, before it is said what one of them costs."""

_LATEST: Final = 100  # looks back that are read for one page
_DRAWN: Final = 30  # matches in a chart
_KEPT: Final = msgspec.json.Decoder(Analysis)


class IdeaLine(Struct, frozen=True):
    """What decisions about an idea cost, in percentage points; empty where there are too few."""

    name: str
    decisions: int
    loss: str


class HouseLine(Struct, frozen=True):
    """What a real decision costs a player of the house."""

    card: LevelCard
    loss: str


class GameProgress(Struct, frozen=True, kw_only=True):
    """How a person gets on in one game."""

    id: str
    title: str
    matches: int
    chart: str  # an SVG; empty below the floor
    sentence: str
    decisions: int
    loss: str  # of a real decision, in percentage points; empty below the floor
    ideas: tuple[IdeaLine, ...]  # what costs most first
    house: tuple[HouseLine, ...]  # the weakest first; none where nobody measured them


async def progress(house: House, guest: int | None, language: str) -> tuple[GameProgress, ...]:
    """Of each game on the shelf that the person has looked back at."""
    rows = await house.store.lookbacks_of(guest, VERSION, _LATEST) if guest is not None else []
    looked: dict[str, list[Analysis]] = {}
    for row in reversed(rows):
        looked.setdefault(row.game, []).append(_KEPT.decode(row.analysis))
    return tuple(
        _progress(game, looked[game.meta.id], language)
        for game in repertoire()
        if game.meta.id in looked
    )


def keys(language: str) -> tuple[tuple[str, str], ...]:
    """A bit of line each, and what it stands for."""
    _ = platform_words(language).gettext
    return ((key("luck"), _("luck")), (key("own"), _("own choices")))


def _progress(game: AnyGame, looked: Sequence[Analysis], language: str) -> GameProgress:
    say, words = platform_words(language), game_words(game, language)
    choices = [one for analysis in looked for one in analysis.choices]
    enough = len(looked) >= MATCHES
    return GameProgress(
        id=game.meta.id,
        title=words.title,
        matches=len(looked),
        chart=_chart(say, looked[-_DRAWN:]) if enough else "",
        sentence=_sentence(say, looked) if enough else "",
        decisions=len(choices),
        loss=_loss(choices, language),
        ideas=tuple(_ideas(game, choices, language)),
        house=tuple(_house(game, language)),
    )


def _chart(say: PlatformWords, looked: Sequence[Analysis]) -> str:
    luck = tuple(one.sums.luck.amount for one in looked)
    own = tuple(one.sums.own.amount for one in looked)
    top = reach((*luck, *own))
    return balance(
        BalanceChart(
            title=say._("Luck and own choices, match by match"),
            luck=luck,
            own=own,
            scale=(
                _signed(-top, say.language),
                percent(0, say.language),
                _signed(top, say.language),
            ),
        )
    )


def _sentence(say: PlatformWords, looked: Sequence[Analysis]) -> str:
    return say._(
        "On average over {count} matches: {luck} by luck, {own} by own choices.",
        count=len(looked),
        luck=_signed(fmean(one.sums.luck.amount for one in looked), say.language),
        own=_signed(fmean(one.sums.own.amount for one in looked), say.language),
    )


def _ideas(game: AnyGame, choices: Sequence[OwnChoice], language: str) -> Iterator[IdeaLine]:
    """What costs most first, and last what is too rare to say anything of."""
    lines = []
    for idea in game_words(game, language).course().ideas:
        about = [one for one in choices if one.idea == idea.id]
        if about:
            mean = fmean(one.loss for one in about) if len(about) >= DECISIONS else -1.0
            lines.append((mean, IdeaLine(idea.name, len(about), _loss(about, language))))
    for _, line in sorted(lines, key=lambda one: -one[0]):
        yield line


def _house(game: AnyGame, language: str) -> Iterator[HouseLine]:
    losses = measured(game).ladder
    for level in level_ids(game):
        if level in losses:
            yield HouseLine(level_card(game, level, language), _points(losses[level], language))


def _loss(choices: Sequence[OwnChoice], language: str) -> str:
    if len(choices) < DECISIONS:
        return ""
    return _points(fmean(one.loss for one in choices), language)


def _points(loss: float, language: str) -> str:
    """Noise alone can bring a loss below nothing: there is no such loss."""
    return decimal(100 * max(0.0, loss), language, 1)


def _signed(share: float, language: str) -> str:
    return f"{'+' if share > 0 else ''}{percent(share, language)}"
