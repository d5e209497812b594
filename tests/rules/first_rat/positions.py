"""Positions in a few lines, on the standard board:

 1 blue bulb      2 yellow cheese  3 orange soda R1  4 green vinegar   5 yellow cheese Y1
 6 white core     7 orange vinegar 8 blue 2 bulbs    9 white 2 cores, backpacks
10 green soda    11 yellow 2 cheese Y2              12 white 3 cores  13 orange vinegar R2
14 blue 2 bulbs  15 yellow 2 cheese, drinks         16 green tin      17 blue 3 bulbs
18 orange calculator              19 green soda     20 white 3 cores G1
21 yellow 3 cheese, caps          22 blue 4 bulbs   23 orange tin     24 yellow 4 cheese
25 green calculator               26 white 4 cores  27 Launchpad

Shortcuts: R1 3-12 calculator, Y1 5-10 soda, Y2 11-19 tin, R2 13-17 vinegar, G1 20-24 vinegar
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ratskeller.core.game import Refusal
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    COMICS,
    KINDS,
    MOVE,
    NURSERY,
    PACKS,
    RATS,
    ROCKET_SHIP,
    TRACKS,
    Event,
    Options,
    Space,
    State,
)

N = NURSERY
R = ROCKET_SHIP
HOME = (0, 0, N, N)


def mask(names: str, known: Sequence[str]) -> int:
    """The bit mask of names in a text: `mask("red legs", COMICS)`."""
    return sum(1 << known.index(name) for name in names.split())


def position(
    *rats: Sequence[Space],
    seats: int = 2,
    goods: str = "",
    tokens: Mapping[str, int] | None = None,
    packs: str = "",
    caps: str = "",
    comics: str = "",
    library: str | None = None,
    tracks: Mapping[str, Sequence[int]] | None = None,
    burrow: str = "M_top",
    lit: str = "first",
    **fields: Any,
) -> State:
    """Seat 0 is about to move. `rats` are the spaces of each seat's four rats; the rest belongs to
    seat 0: `goods` like "2 tin 1 cheese", packs, caps, comics, tokens by rat number."""
    state = GAME.start(seats, Options(board="standard", lit="last" if lit == "last" else "first"))
    spaces = [*rats, *[HOME] * (seats - len(rats))]
    stock = [0] * 5
    words = goods.split()
    for amount, kind in zip(words[::2], words[1::2], strict=True):
        stock[KINDS.index(kind)] = int(amount)
    everything = (1 << len(COMICS)) - 1
    carriers = tokens or {}
    owned = mask(comics, COMICS) | mask(" ".join(carriers), COMICS)
    pieces = tracks or {}
    flying = tuple(rat for rat in range(RATS * seats) if spaces[rat // RATS][rat % RATS] == R)
    laid = {"rattronaut": flying, **pieces}
    others = (0,) * (seats - 1)
    state = replace(
        state,
        phase=MOVE,
        rats=tuple(space for four in spaces for space in four),
        tokens=tuple(carriers.get(name, -1) for name in COMICS[:4]),
        goods=(*stock, *state.goods[5:]),
        packs=(mask(packs, PACKS), *others),
        caps=(mask(caps, CAPS), *others),
        comics=(owned, *others),
        shelf_packs=(1,) * len(PACKS),
        shelf_drinks=3,
        shelf_caps=((1 << len(CAPS)) - 1) & ~mask(caps, CAPS),
        library=everything & ~owned if library is None else mask(library, COMICS),
        tracks=tuple(tuple(laid.get(name, ())) for name in TRACKS),
        burrow=(GAME.tables.nodes.index(burrow), *others),
    )
    for name, value in fields.items():
        if isinstance(getattr(state, name), tuple) and isinstance(value, int):
            value = (value, *getattr(state, name)[1:])
        state = replace(state, **{name: value})
    return state


def options(state: State) -> list[str]:
    """What the seat to act may do, in notation."""
    return [GAME.notation(action) for action in GAME.legal(state)]


def moves(state: State) -> set[str]:
    return {text for text in options(state) if ">" in text and not text.startswith("comic")}


def do(state: State, *texts: str) -> State:
    """Play actions one after another; each must be legal."""
    for text in texts:
        action = GAME.parse(text)
        assert action in GAME.legal(state), f"{text} is not among {options(state)}"
        state = GAME.play(state, action)
    return state


def events(state: State, *texts: str) -> list[Event]:
    """The events of the last of these actions."""
    state = do(state, *texts[:-1])
    return [step.event for step in GAME.steps(state, GAME.parse(texts[-1]))]  # type: ignore[misc]


def refusal(state: State, *parts: str) -> tuple[str, str]:
    """Rule and reason why the seat to act cannot choose these parts."""
    found = GAME.why_not(GAME.conceal(state, state.mover), parts)
    assert isinstance(found, Refusal), f"{parts} are legal"
    return found.rule, found.reason


def goods(state: State, seat: int = 0) -> str:
    """A seat's goods as `position` takes them, without those it has none of."""
    stock = state.goods[5 * seat : 5 * seat + 5]
    return " ".join(f"{n} {KINDS[kind]}" for kind, n in enumerate(stock) if n)


def pieces(state: State, track: str) -> tuple[int, ...]:
    return state.tracks[TRACKS.index(track)]


def node(state: State, seat: int = 0) -> str:
    return GAME.tables.nodes[state.burrow[seat]]
