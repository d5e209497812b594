"""Positions of The Pied Piper in a few words. What is not mentioned is filled in.

    position(3, levels=[6, 3, 4], where={"red": 0}, line=["red F1"], hand=["B1"])

Three players; the red rat faces house 0, which has one floor left; a Forward lies under the red
rat's Character; seat 0 is about to lay a card and has a Back in hand. Everything else lies where it
disturbs nobody: unnamed figures in the last gap, unnamed cards in hands and decks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec.structs import replace

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.actions import CARD_CODES, FIGURE_CODES
from ratskeller.games.pied_piper.rules.state import (
    AT_HOME,
    FIGURES,
    HAND,
    KINDS,
    NOWHERE,
    PIPER,
    PLACE,
    SET_ASIDE,
    SLOTS,
    Laid,
    Options,
    State,
)

NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})

_CHARACTER: Final = re.compile(
    r"(?P<figure>\w+)(?: (?P<card>F1|F2|B1|S1|\+1|M)(?P<down>\*?)(?:@(?P<seat>\d))?)?"
)


def position(
    seats: int = 4,
    *,
    active: int = 0,
    turn: int = 5,
    levels: Sequence[int] = (),
    where: Mapping[str, int] = NOTHING,
    line: Sequence[str] = (),
    hand: Sequence[str] = (),
    hands: Mapping[int, Sequence[str]] = NOTHING,
    out: Sequence[int] = (),
    held: Mapping[int, int] = NOTHING,
    deck: Sequence[str] | None = None,
    character_deck: Sequence[str] | None = None,
    rugrats: bool = False,
    secret: bool = False,
    elimination: Literal["after_card", "immediate"] = "after_card",
    roof: Literal[7, 8] = 7,
) -> State:
    """A whole state in which `active` begins a turn.

    `line` names Characters with the card that lies there: "red", "red F1", "red M*" (face down),
    "red M*@2" (laid by seat 2; otherwise by the seat before the active one). `hand` is the active
    seat's; hands are filled up to four. `held[3] = 1`: seat 1 holds the tracker of seat 3. Where a
    `deck` is given, all cards that lie nowhere else are in its discard pile.
    """
    options = Options(rugrats=rugrats, secret=secret, elimination=elimination, roof=roof)
    blank = GAME.start(seats, options)
    assert active not in out, "a player who is out has no turn"
    ring = tuple(house for house in blank.ring if house not in out)
    characters, laid = _line(line, (active - 1) % seats)
    rats = _rats_in_play(len(blank.ring) + 1, [*where, *characters, *(character_deck or ())])
    characters += [rat for rat in rats if rat not in characters][: SLOTS - len(characters)]

    pool = _Pile(CARD_CODES, blank.box.actions)
    for cards in laid:
        pool.take([CARD_CODES[card.card] for card in cards])
    named = {active: hand, **hands}
    for hand in named.values():
        pool.take(hand)
    draw_pile = pool.take(deck or ())
    living = [seat for seat in range(seats) if seat not in out]
    held_cards = [
        [*named.get(seat, ()), *pool.some(HAND - len(named.get(seat, ())))]
        if seat in living
        else []
        for seat in range(seats)
    ]

    figures = _Pile(FIGURE_CODES, (0,) * FIGURES)
    for rat in rats:
        figures.counts[FIGURE_CODES.index(rat)] = blank.box.rat_cards
    figures.counts[PIPER] = blank.box.piper_cards
    figures.take(characters)
    character_pile = figures.take(character_deck or ())

    gaps = dict.fromkeys((*rats, FIGURE_CODES[PIPER]), ring[-1]) | dict(where)
    assert set(gaps.values()) <= set(ring), "every gap bears the number of a house that stands"
    heights = [*levels, *[0] * (seats - len(levels))]
    state = replace(
        blank,
        phase=PLACE,
        active=active,
        turn=turn,
        to_place=1 if turn == 0 else 2,
        ring=ring,
        where=tuple(gaps.get(name, NOWHERE) for name in FIGURE_CODES),
        levels=tuple(roof if seat in out else heights[seat] for seat in range(seats)),
        holders=tuple(
            held.get(seat, SET_ASIDE) if seat in out else AT_HOME for seat in range(seats)
        ),
        out=tuple(out),
        line=tuple(FIGURE_CODES.index(name) for name in characters),
        laid=laid,
        hands=tuple(_counts(cards, CARD_CODES) for cards in held_cards),
        deck=tuple(pool.counts) if deck is None else draw_pile,
        discard=(0,) * KINDS if deck is None else tuple(pool.counts),
        character_deck=tuple(figures.counts) if character_deck is None else character_pile,
        character_discard=(0,) * FIGURES if character_deck is None else tuple(figures.counts),
    )
    assert GAME.pieces(state) == GAME.pieces(blank), "a piece was lost"
    return state


class _Pile:
    """The cards that lie nowhere yet."""

    def __init__(self, names: Sequence[str], counts: Sequence[int]) -> None:
        self.names, self.counts = names, list(counts)

    def take(self, cards: Sequence[str]) -> tuple[int, ...]:
        for card in cards:
            number = self.names.index(card)
            assert self.counts[number], f"there are not so many {card}"
            self.counts[number] -= 1
        return _counts(cards, self.names)

    def some(self, count: int) -> list[str]:
        """Cards that nobody named: always of the kind that is most plentiful."""
        chosen = []
        for _ in range(count):
            chosen.append(self.names[self.counts.index(max(self.counts))])
            self.take(chosen[-1:])
        return chosen


def _line(texts: Sequence[str], seat: int) -> tuple[list[str], tuple[tuple[Laid, ...], ...]]:
    names: list[str] = []
    laid: list[tuple[Laid, ...]] = [()] * SLOTS
    for slot, text in enumerate(texts):
        found = _CHARACTER.fullmatch(text)
        assert found, f"“{text}” is no Character with a card"
        names.append(found["figure"])
        if found["card"]:
            card = CARD_CODES.index(found["card"])
            laid[slot] = (Laid(card, int(found["seat"] or seat), bool(found["down"])),)
    return names, tuple(laid)


def _rats_in_play(count: int, wanted: Sequence[str]) -> list[str]:
    every = FIGURE_CODES[:PIPER]
    rats = [rat for rat in every if rat in wanted]
    rats += [rat for rat in every if rat not in wanted][: count - len(rats)]
    assert len(rats) == count, f"only {count} rats play"
    return sorted(rats, key=every.index)


def _counts(cards: Sequence[str], names: Sequence[str]) -> tuple[int, ...]:
    return tuple(list(cards).count(name) for name in names)
