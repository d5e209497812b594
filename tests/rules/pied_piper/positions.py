"""Positions of The Pied Piper in a few words (`rules/positions.py`), played and read by tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ratskeller.core.game import CHANCE
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.actions import CARD_CODES, FIGURE_CODES
from ratskeller.games.pied_piper.rules.state import (
    NO_FIGURE,
    SLOTS,
    UNKNOWN,
    Action,
    PlaceCard,
    State,
)

# --- playing -----------------------------------------------------------------------------------


def play(state: State, *moves: str) -> State:
    """Play moves in notation, chance's too; each must be possible and lose no piece."""
    for move in moves:
        action = GAME.parse(move)
        assert can(state, action), f"{move} cannot be played here"
        pieces = GAME.pieces(state)
        state = GAME.play(state, action)
        assert GAME.pieces(state) == pieces, f"{move} lost a piece"
    return state


def activate(state: State, move: str) -> State:
    """Lay a card, and the second one idly below a Character that has none."""
    state = play(state, move)
    return play(state, idle(state))


def idle(state: State) -> str:
    """A placement that activates nothing."""
    slot = max(s for s in range(SLOTS) if not state.laid[s])
    card = next(card for card in range(UNKNOWN) if state.hands[state.active][card])
    return GAME.notation(PlaceCard(card, slot))


def events(state: State, *moves: str) -> list[Any]:
    """What happens while these moves are played."""
    told = []
    for move in moves:
        steps = list(GAME.steps(state, GAME.parse(move)))
        state = play(state, move)
        assert steps[-1].state == state, "the steps lead elsewhere"
        told += [step.event for step in steps]
    return told


def settle(state: State) -> State:
    """Let chance play, always the first thing possible, until a seat has to decide."""
    while GAME.to_act(state) == CHANCE:
        state = play(state, possible(state)[0])
    return state


def possible(state: State) -> list[str]:
    """What can be played, or what chance can bring."""
    if GAME.to_act(state) != CHANCE:
        return [GAME.notation(action) for action in GAME.legal(state)]
    actions, weights = GAME.odds(state)
    return [GAME.notation(a) for a, weight in zip(actions, weights, strict=True) if weight]


def can(state: State, action: Action) -> bool:
    return GAME.notation(action) in possible(state)


# --- reading -----------------------------------------------------------------------------------


def gap(state: State, figure: str) -> int:
    return state.where[FIGURE_CODES.index(figure)]


def cards(counts: Sequence[int]) -> list[str]:
    """The cards of a hand or a pile."""
    return [code for code, count in zip(CARD_CODES, counts, strict=True) for _ in range(count)]


def characters(counts: Sequence[int]) -> list[str]:
    """The Characters of a pile."""
    return [name for name, count in zip(FIGURE_CODES, counts, strict=True) for _ in range(count)]


def line_of(state: State) -> list[str]:
    """The four Characters; "-" for an empty slot."""
    return ["-" if figure == NO_FIGURE else FIGURE_CODES[figure] for figure in state.line]


def below(state: State, slot: int) -> list[str]:
    """The cards below the Character of a slot, counted from 1 as in the notation."""
    return [CARD_CODES[card.card] for card in state.laid[slot - 1]]


def ranks(state: State) -> tuple[int, ...]:
    outcome = GAME.outcome(state)
    assert outcome, "the game is not over"
    return outcome.ranks
