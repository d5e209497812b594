"""What the adapters share: setting up, chance, rewards, observations and masks, pictures."""

from __future__ import annotations

from ratskeller.adapters import lacking
from ratskeller.core.encoding import bounds
from ratskeller.core.game import CHANCE, AnyGame, AnyView, GameState, Outcome, Seat
from ratskeller.draw.show import picture_of
from ratskeller.games.parts import game_board, game_letters
from ratskeller.words.speech import game_words

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


def seat_to_act(game: AnyGame, state: GameState) -> Seat:
    """The seat whose decision is due, where it is known that one is."""
    mover = game.to_act(state)
    assert mover is not None
    assert mover != CHANCE
    return mover


def rewards(outcome: Outcome) -> list[float]:
    """What each seat gets at the end: the share of the others it beat less the share that beat it.

    A winner alone gets 1, a loser alone -1, and what all get adds up to 0. Of a tie nobody gets
    anything. With four seats and no tie: 1, 1/3, -1/3, -1.
    """
    ranks = outcome.ranks
    others = len(ranks) - 1
    return [sum((theirs > mine) - (theirs < mine) for theirs in ranks) / others for mine in ranks]


# --- arrays ------------------------------------------------------------------------------------


def highest(game: AnyGame, seats: int) -> NDArray[np.int32]:
    """The bound of each number of an observation; the lowest is always 0."""
    return np.array(bounds(game.spans(seats)), dtype=np.int32)


def observed(game: AnyGame, view: AnyView) -> NDArray[np.int32]:
    return np.array(game.encode(view), dtype=np.int32)


def mask_of(game: AnyGame, state: GameState) -> NDArray[np.int8]:
    """1 at the index of each legal action. The state may be the mover's view."""
    mask = np.zeros(game.index_size, dtype=np.int8)
    mask[[game.index(action) for action in game.legal(state)]] = 1
    return mask


# --- pictures ----------------------------------------------------------------------------------

RENDER_MODES = ("ansi", "svg")


def rendered(mode: str, game: AnyGame, view: AnyView, seats: int) -> str:
    """A view as a text for a terminal, or as a stand-alone picture."""
    words = game_words(game, "en")
    names = [words.seat_name(seat) for seat in range(seats)]
    if mode == "svg":
        return picture_of(game_board(game, "en"), view, names)
    return game_letters(game)(view, words, names).plain
