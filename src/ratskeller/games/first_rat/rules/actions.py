"""The faces of an action: the parts it is played on, its notation, its index."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ratskeller.core.game import BadNotation, PartPath
from ratskeller.games.first_rat.rules.changes import sleeper, works
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    COMICS,
    DISCOUNT,
    ENERGY_DRINK,
    KINDS,
    LAUNCHPAD,
    MATERIALS,
    NO_COMIC,
    NO_KIND,
    NO_RAT,
    PACKS,
    PARTS,
    RAISE,
    RATS,
    REWARD,
    SUPER_RATS,
    TRACKS,
    Action,
    Build,
    Buy,
    Collect,
    Donate,
    Drink,
    EndTurn,
    Extra,
    Fork,
    Item,
    Leave,
    Move,
    PassBooths,
    Raise,
    Reward,
    State,
    Steal,
    StockCap,
    StockComic,
    StockPack,
    Strip,
    TakeComic,
    Tile,
    Via,
)
from ratskeller.games.first_rat.rules.tables import Tables, tables_of
from ratskeller.games.first_rat.rules.turn import legal

RAT_LETTERS: Final = "abcd"
ITEM_CODES: Final = (
    *(f"pack:{name}" for name in PACKS),
    "drink",
    *(f"cap:{name}" for name in CAPS),
)
STRIP_CODES: Final = (*TRACKS[:-1], "spare")

# --- notation ----------------------------------------------------------------------------------

_WORDS: Final[dict[str, Action]] = {
    "take": Collect(),
    "drink": Drink(use=True),
    "dry": Drink(use=False),
    "up": Fork(up=True),
    "on": Fork(up=False),
    "no comic": TakeComic(NO_COMIC),
    "raise": Raise(wake=True),
    "sleep": Raise(wake=False),
    "rat": Reward(wake=True),
    "award": Reward(wake=False),
    "pass": PassBooths(),
    "donate": Donate(),
    "end": EndTurn(),
    **{f"+{name}": Extra(kind) for kind, name in enumerate(KINDS)},
    **{f"leave {space}": Leave(space) for space in range(1, LAUNCHPAD)},
    **{f"buy {code}": Buy(item) for item, code in enumerate(ITEM_CODES)},
    **{f"steal {code}": Steal(item) for item, code in enumerate(ITEM_CODES)},
    **{TRACKS[part]: Build(part) for part in PARTS},
    **{f"{TRACKS[part]}-{KINDS[less]}": Build(part, less) for part in PARTS for less in MATERIALS},
    **{f"comic {name}": TakeComic(comic) for comic, name in enumerate(COMICS)},
    **{
        f"comic {COMICS[comic]}>{RAT_LETTERS[n]}": TakeComic(comic, n)
        for comic in range(SUPER_RATS)
        for n in range(RATS)
    },
    **{f"strip {name}": Strip(strip) for strip, name in enumerate(STRIP_CODES)},
    **{f"stock pack:{name}": StockPack(pack) for pack, name in enumerate(PACKS)},
    **{f"stock cap:{name}": StockCap(cap) for cap, name in enumerate(CAPS)},
    **{f"stock comic:{name}": StockComic(comic) for comic, name in enumerate(COMICS)},
}
_WORD_OF: Final = {action: word for word, action in _WORDS.items()}
_MOVE: Final = re.compile(r"([a-d])\s*>\s*(\d\d?)((?:\s*\+\s*[a-z]\d)*)", re.IGNORECASE)
_TILE: Final = re.compile(r"tile\s+([a-z])(\d)", re.IGNORECASE)


def notation(tables: Tables, action: Action) -> str:
    """`b>14`: the second rat goes to space 14; `b>19+Y1+Y2`: by two shortcuts."""
    if isinstance(action, Move):
        way = "".join(f"+{name}" for name in way_names(tables, action.via))
        return f"{RAT_LETTERS[action.rat]}>{action.space}{way}"
    if isinstance(action, Tile):
        return f"tile {tile_code(tables, action.face)}"
    return _WORD_OF[action]


def parse(tables: Tables, text: str) -> Action:
    """The action of a notation. It need not be legal."""
    text = text.strip()
    if found := _MOVE.fullmatch(text):
        names = re.findall(r"[A-Z]\d", found[3].upper())
        if all(name in tables.shortcuts for name in names):
            via = sum({1 << tables.shortcuts.index(name) for name in names})
            if (int(found[2]), via) in tables.ways:
                return Move(RAT_LETTERS.index(found[1].lower()), int(found[2]), via)
    if found := _TILE.fullmatch(text):
        for face in range(1, len(tables.faces)):
            if tile_code(tables, face) == found[1].upper() + found[2]:
                return Tile(face)
    word = re.sub(r"\s*([>:+-])\s*", r"\1", " ".join(text.lower().split()))
    if word in _WORDS:
        return _WORDS[word]
    raise BadNotation(
        f"“{text}” is no move. A rat walks like this: b>14, by shortcuts b>19+Y1+Y2 "
        f"(there are {', '.join(tables.shortcuts)}); then take, leave 14, drink, dry, up, on, "
        "buy drink, steal cap:rocket, pass, cockpit, donate, end."
    )


def way_names(tables: Tables, via: Via) -> list[str]:
    return [name for number, name in enumerate(tables.shortcuts) if via >> number & 1]


def tile_code(tables: Tables, face: int) -> str:
    """Letter of the group and number within it: `A3`."""
    group = tables.groups[face]
    return f"{group}{face - tables.groups.index(group) + 1}"


# --- index -------------------------------------------------------------------------------------


class Index:
    """Every action of a data file with a number of its own, chance's last."""

    def __init__(self, tables: Tables) -> None:
        self.actions: Final = tuple(_every_action(tables))
        self._number: Final = {action: number for number, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def of(self, action: Action) -> int:
        return self._number[action]


def _every_action(tables: Tables) -> Iterator[Action]:
    for n in range(RATS):
        for space, via in tables.ways:
            yield Move(n, space, via)
    chance = (Strip, StockPack, StockCap, StockComic)
    yield from (action for action in _WORDS.values() if not isinstance(action, chance))
    for face in range(1, len(tables.faces)):
        yield Tile(face)
    yield from (action for action in _WORDS.values() if isinstance(action, chance))


# --- the parts an action is played on ----------------------------------------------------------


def path(state: State, action: Action) -> PartPath:
    """Places of the board and parts on them; the last one may be a button of the action bar."""
    seat = state.mover
    match action:
        case Move(n, space, via):
            parts = (f"rat:{RATS * seat + n}", f"space:{space}")
            if action in _needs_no_way(state):
                return parts
            return (*parts, way_button(tables_of(state), via))
        case Collect():
            return ("take",)
        case Leave(space):
            return ("leave", f"space:{space}")
        case Extra(kind):
            return (f"extra:{KINDS[kind]}",)
        case Drink(use):
            return (f"drink:{seat}" if use else "dry",)
        case Fork(up):
            tables = tables_of(state)
            node = tables.exits[state.burrow[seat]][0 if up else -1]
            return (f"burrow:{tables.nodes[node]}",)
        case TakeComic(comic, n):
            if comic == NO_COMIC:
                return ("no_comic",)
            place = f"comic:{COMICS[comic]}"
            if comic >= SUPER_RATS:
                return (place,)
            return (place, "no_rat" if n == NO_RAT else f"rat:{RATS * seat + n}")
        case Raise(wake):
            # Outside its own question it is told apart from the Launchpad's reward.
            rat = f"rat:{sleeper(state)}" if state.phase == RAISE else f"nursery:{seat}"
            return (rat if wake else "sleep",)
        case Reward(wake):
            rat = f"rat:{sleeper(state)}" if state.phase == REWARD else f"space:{LAUNCHPAD}"
            return (rat if wake else "awards",)
        case Buy(item):
            return (shelf(item), "buy")
        case Steal(item):
            return (shelf(item), "steal")
        case Build(part, less):
            place = f"track:{TRACKS[part]}"
            if less != NO_KIND:
                return (place, f"goods:{seat}:{KINDS[less]}")
            return (place, "full_price") if works(state, DISCOUNT) else (place,)
        case Donate():
            return ("track:provisions",)
        case PassBooths():
            return ("pass",)
        case EndTurn():
            return ("end",)
    raise ValueError("chance plays on no parts")


def shelf(item: Item) -> str:
    """The place where an item lies for sale."""
    return "drinks" if item == ENERGY_DRINK else ITEM_CODES[item]


def way_button(tables: Tables, via: Via) -> str:
    return "way:" + ("+".join(way_names(tables, via)) or "foot")


@lru_cache(maxsize=64)  # asked once for every move of the same list
def _needs_no_way(state: State) -> frozenset[Move]:
    """The moves that are the only way of their rat to their space. All others name theirs."""
    moves = [action for action in legal(state) if isinstance(action, Move)]
    ways = Counter((move.rat, move.space) for move in moves)
    return frozenset(move for move in moves if ways[move.rat, move.space] == 1)
