"""The faces of an action: the parts it is played on, its notation, its index, and its danger.

Why something cannot be done is answered in `refusals.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec.structs import replace

from ratskeller.core.game import BadNotation, PartPath, Refusal
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    CALL_HOME,
    KINDS,
    MOVE,
    NOWHERE,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    SYMBOLS,
    TAKE,
    Action,
    First,
    Handle,
    Home,
    Pass,
    Phase,
    PlaceCat,
    PlacePiper,
    Sacrifice,
    Square,
    StartThrow,
    State,
    Take,
    Throw,
    Walk,
)
from ratskeller.games.ratzentanz.rules.turn import legal
from ratskeller.games.ratzentanz.rules.walks import all_landings

SYMBOL_CODES: Final = ("", "new", "back", "2x", "cat", "piper", "flute")

NUMBER_DIE: Final = "die:number"
SYMBOL_DIE: Final = "die:symbol"
SACRIFICE: Final = "btn:sacrifice"
NONE: Final = "btn:none"
PASS: Final = "btn:pass"  # noqa: S105
CAT_FIGURE: Final = "cat"
PIPER_FIGURE: Final = "piper"


# --- the parts an action is played on ----------------------------------------------------------


def parts_of(ground: Ground, state: State, action: Action) -> PartPath:
    """`rat:0.2`, `sq:k3`; on canal and stairs first the entrance, then the exit.

    Where a rat gets to the same place with n and with 2n, and only there, the path ends in a die:
    the number for n, the symbol for 2n. A path that leads nowhere says what was meant: it ends in
    that die as well, and what is not asked for now begins with its die or its figure.
    """
    names, seat = ground.town.names, state.seat
    match action:
        case Walk(rat, to, via):
            way = (names[to],) if via == NOWHERE else (names[via], names[to])
            tail = _tail(ground, state, action)
            squares = (f"sq:{name}" for name in way)
            return (*_out_of(state, MOVE), f"rat:{seat}.{rat}", *squares, *tail)
        case Sacrifice(rat):
            tail = _tail(ground, state, action)
            return (*_out_of(state, MOVE, CALL_HOME), f"rat:{seat}.{rat}", SACRIFICE, *tail)
        case Handle(rat, kind):
            here = state.at[seat * RATS + rat - 1]
            chip = _chip(ground, here, kind) if kind else f"load:{seat}.{rat}"
            return (*_out_of(state, MOVE), f"rat:{seat}.{rat}", chip)
        case Take(kind):
            here = state.at[seat * RATS + state.hand - 1] if state.hand else NOWHERE
            chip = _chip(ground, here, kind) if kind else NONE
            return (*_out_of(state, TAKE), chip)
        case First(die):
            return (f"die:{die}",)
        case PlaceCat(square):
            return (*_out_of(state, PUT_CAT, by=CAT_FIGURE), f"sq:{names[square]}")
        case PlacePiper(square):
            return (*_out_of(state, PUT_PIPER, by=PIPER_FIGURE), f"sq:{names[square]}")
        case Home(owner, rat):
            nests = ground.homes[len(ground.town.nests)]
            homes = ground.homes[state.seats]
            home = homes[owner] if owner < state.seats else nests[owner]
            before = _out_of(state, CALL_HOME, by=SYMBOL_DIE)
            return (*before, f"rat:{owner}.{rat}", f"sq:{names[home]}")
        case Pass():
            return (PASS,)
    raise ValueError("chance plays on no parts")


def _out_of(state: State, *phases: Phase, by: str = NUMBER_DIE) -> PartPath:
    """What tells that an action belongs elsewhere; nothing where it is asked for."""
    return () if state.phase in phases else (by,)


def _chip(ground: Ground, square: Square, kind: int) -> str:
    where = ground.town.names[square] if square >= 0 else "none"
    return f"chip:{where}.{kind}"


def _tail(ground: Ground, state: State, action: Walk | Sacrifice) -> PartPath:
    """The die that tells n from 2n, unless this one is legal and the other is not."""
    whole = action.whole
    if state.shares != 2 and not whole:
        return ()
    actions = legal_set(ground, state)
    if action in actions and replace(action, whole=not whole) not in actions:
        return ()
    return (SYMBOL_DIE,) if whole else (NUMBER_DIE,)


@lru_cache(maxsize=16)
def legal_set(ground: Ground, state: State) -> frozenset[Action]:
    return frozenset(legal(ground, state))


@lru_cache(maxsize=16)
def openings(ground: Ground, state: State) -> frozenset[PartPath]:
    """The paths of all legal actions, with everything they begin with."""
    paths = [parts_of(ground, state, action) for action in legal(ground, state)]
    return frozenset(path[:length] for path in paths for length in range(len(path) + 1))


def caution(state: State, action: Action, after: State) -> Refusal | None:
    """A rat given to the Piper, or a game given to somebody else, is confirmed by name."""
    if after.winner >= 0 and after.winner != state.seat:
        return Refusal("RT-120", "gives_the_game", {"seat": after.winner})
    if isinstance(action, Sacrifice):
        rule = "RT-88" if state.phase == CALL_HOME else "RT-61"
        return Refusal(rule, "sacrifice", {"seat": state.seat, "rat": action.rat})
    return None


# --- notation ----------------------------------------------------------------------------------

_NAME: Final = r"[a-z]\d+"
_HELP: Final = (
    "A rat walks like this: 2>k3; by a canal or stairs 2>d5>l9; both halves of a 2x in one go "
    "2>>k3; into the Piper's arms 2>x. It leaves or takes a chip before: 2*0, 2*4; after: *4, *0. "
    "Else: number, symbol, cat>c5, piper>h7, 0.2>home, pass."
)


def notation(ground: Ground, action: Action) -> str:
    """`2>k3`: rat 2 walks to k3; `2>>k3`: with both halves of a 2x; `2>d5>l9`: by way of d5."""
    names = ground.town.names
    match action:
        case Walk(rat, to, via, whole):
            by = "" if via == NOWHERE else f"{names[via]}>"
            return f"{rat}{'>>' if whole else '>'}{by}{names[to]}"
        case Sacrifice(rat, whole):
            return f"{rat}{'>>' if whole else '>'}x"
        case Handle(rat, kind):
            return f"{rat}*{kind}"
        case Take(kind):
            return f"*{kind}"
        case First(die):
            return die
        case PlaceCat(square):
            return f"cat>{names[square]}"
        case PlacePiper(square):
            return f"piper>{names[square]}"
        case Home(seat, rat):
            return f"{seat}.{rat}>home"
        case Pass():
            return "pass"
        case Throw(number, symbol):
            return f"{number}+{SYMBOL_CODES[symbol]}"
        case StartThrow(number):
            return f"start+{number}"


def parse(ground: Ground, text: str) -> Action:
    """The action of a notation. It need not be legal."""
    plain = re.sub(r"\s+", "", text).lower()
    for pattern, make in _PATTERNS:
        if found := pattern.fullmatch(plain):
            action = make(ground, found)
            if action is not None:
                return action
    raise BadNotation(f"“{text.strip()}” is no move. {_HELP}")


def _walk(ground: Ground, found: re.Match[str]) -> Action | None:
    """A walk, if the squares are of this town and the exit goes with the entrance."""
    to = ground.number_of.get(found["to"])
    via = ground.number_of.get(found["via"]) if found["via"] else NOWHERE
    if to is None or via is None or (via, to) not in all_landings(ground.town):
        return None
    return Walk(int(found["rat"]), to, via, found["arrow"] == ">>")


def _cat(ground: Ground, found: re.Match[str]) -> Action | None:
    square = ground.number_of.get(found["to"])
    return PlaceCat(square) if square in ground.storerooms else None


def _piper(ground: Ground, found: re.Match[str]) -> Action | None:
    square = ground.number_of.get(found["to"])
    return PlacePiper(square) if square in ground.post_of else None


_Maker: TypeAlias = Callable[[Ground, re.Match[str]], Action | None]
_PATTERNS: Final[tuple[tuple[re.Pattern[str], _Maker], ...]] = (
    (re.compile(rf"(?P<rat>[1-5])(?P<arrow>>>?)((?P<via>{_NAME})>)?(?P<to>{_NAME})"), _walk),
    (re.compile(r"([1-5])(>>?)x"), lambda _, found: Sacrifice(int(found[1]), found[2] == ">>")),
    (re.compile(r"([1-5])\*([0-6])"), lambda _, found: Handle(int(found[1]), int(found[2]))),
    (re.compile(r"\*([0-6])"), lambda _, found: Take(int(found[1]))),
    (re.compile(r"number"), lambda *_: First("number")),
    (re.compile(r"symbol"), lambda *_: First("symbol")),
    (re.compile(rf"cat>(?P<to>{_NAME})"), _cat),
    (re.compile(rf"piper>(?P<to>{_NAME})"), _piper),
    (re.compile(r"([0-3])\.([1-5])>home"), lambda _, found: Home(int(found[1]), int(found[2]))),
    (re.compile(r"pass"), lambda *_: Pass()),
    (
        re.compile(rf"([1-6])\+({'|'.join(SYMBOL_CODES[1:])})"),
        lambda _, found: Throw(int(found[1]), SYMBOL_CODES.index(found[2])),
    ),
    (re.compile(r"start\+([1-6])"), lambda _, found: StartThrow(int(found[1]))),
)


# --- index -------------------------------------------------------------------------------------


def catalogue(ground: Ground) -> tuple[Action, ...]:
    """Every action there is in this town, whoever plays; its place is its index.

    The choices of seats come first, chance's outcomes last.
    """
    rats = range(1, RATS + 1)
    return (
        First("number"),
        First("symbol"),
        *(Handle(rat, kind) for rat in rats for kind in range(KINDS + 1)),
        *(
            Walk(rat, to, via, whole)
            for rat in rats
            for whole in (False, True)
            for via, to in all_landings(ground.town)
        ),
        *(Sacrifice(rat, whole) for rat in rats for whole in (False, True)),
        *(Take(kind) for kind in range(KINDS + 1)),
        *(PlaceCat(square) for square in ground.storerooms),
        *ground.piper_places,
        *(Home(seat, rat) for seat in range(len(ground.town.nests)) for rat in rats),
        Pass(),
        *(Throw(number, symbol) for number in range(1, 7) for symbol in SYMBOLS),
        *(StartThrow(number) for number in range(1, 7)),
    )
