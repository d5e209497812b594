"""Houses, colours and nests: everybody may choose one before the match that nobody else has (TB-38).

A look is the number of the seat that usually has it. It is nothing but paint: who sits where and who
begins is drawn as ever, then the seats are painted (`Game.looks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ratskeller.core.game import AnyGame
from ratskeller.draw.palette import TONES
from ratskeller.draw.svg import write
from ratskeller.games.parts import game_board
from ratskeller.server.refusals import refused
from ratskeller.words.speech import game_words


class LookCard(Struct, frozen=True, kw_only=True):
    """A house, colour or nest, as a page offers it."""

    look: int
    name: str
    tone: str
    emblem: str  # an SVG
    counts: tuple[int, ...]  # of players with whom it can be had


def offered(game: AnyGame, seats: int) -> tuple[int, ...]:
    """What can be chosen from in a match of so many; nothing, where a game has nothing of the kind."""
    return game_board(game, "en").looks(seats)


def check(game: AnyGame, seats: int, wished: Iterable[int | None]) -> None:
    """Raises `TableRefused` where a wish cannot be met, or two have the same."""
    wishes = [look for look in wished if look is not None]
    for look in wishes:
        if look not in offered(game, seats):
            raise refused("bad_setup", problem=f"look: {look}")
    if len(set(wishes)) < len(wishes):
        raise refused("look_taken")


def looks_of(wished: Sequence[int | None], choice: Sequence[int]) -> tuple[int, ...]:
    """What each seat has: what was wished; otherwise its own, or the first that nobody has.

    >>> looks_of([2, None, None], range(5))
    (2, 1, 0)
    """
    free = [look for look in choice if look not in wished]
    looks = list(wished)
    for seat, look in enumerate(wished):
        if look is None and seat in free:
            free.remove(seat)
            looks[seat] = seat
    return tuple(free.pop(0) if look is None else look for look in looks)


def cards(game: AnyGame, counts: Iterable[int], language: str) -> list[LookCard]:
    """What there is to choose from in matches of so many players."""
    board, words = game_board(game, language), game_words(game, language)
    choices = {count: offered(game, count) for count in counts}
    return [
        LookCard(
            look=look,
            name=words.seat_name(look),
            tone=next(tone.name for tone in TONES if tone.ink == board.seat_ink(look)[0]),
            emblem=write(board.emblem(look)),
            counts=tuple(count for count, choice in choices.items() if look in choice),
        )
        for look in sorted(set().union(*choices.values()))
    ]
