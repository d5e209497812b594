"""The dice of Ratzentanz: what they are called, how likely their faces are, and who threw what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ratskeller.core.game import GameEvent, Seat
from ratskeller.games.ratzentanz.rules.state import SYMBOLS, Symbol, Thrown
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Die

if TYPE_CHECKING:
    from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords

_QUOTES: Final = "“”„«»「」\u00a0\u202f"
"""Names of symbols are quoted in sentences; beside a die they stand alone."""


def face_name(words: RatzentanzWords, symbol: Symbol) -> str:
    """What is written beside the symbol die."""
    return sentence(words.nouns.symbol(symbol).strip(_QUOTES))


def dice_of(words: RatzentanzWords) -> tuple[Die, Die]:
    """Number die and symbol die (RT-10)."""
    ground = words.ground
    numbers = tuple(dict.fromkeys(throw.number for throw in ground.throws))
    weights = dict.fromkeys(SYMBOLS, 0)
    for throw, weight in zip(ground.throws, ground.throw_weights, strict=True):
        weights[throw.symbol] += weight
    symbols = tuple((face_name(words, symbol), weight) for symbol, weight in weights.items())
    return (
        Die(words.gettext("Number die"), tuple((str(number), 1) for number in numbers)),
        Die(words.gettext("Symbol die"), symbols),
    )


def thrown_of(event: GameEvent) -> tuple[Seat, tuple[int, int]] | None:
    """Throws for the start are none of a turn."""
    if not isinstance(event, Thrown):
        return None
    return event.seat, (event.number - 1, SYMBOLS.index(event.symbol))
