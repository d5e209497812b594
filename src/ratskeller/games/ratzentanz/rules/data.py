"""The data of Ratzentanz, read and checked: the numbers of `data.toml` and the map of `town.txt`.

A game's data is one text, so that one hash covers it and a match can carry it along. `joined` makes
it: the map becomes the last entry of the TOML file, `town.map`.
"""

from __future__ import annotations

from importlib import resources
from typing import Any, Final

import msgspec
from msgspec import Struct

from ratskeller.core.game import BadData, read_data, read_toml
from ratskeller.games.ratzentanz.rules import constraints
from ratskeller.games.ratzentanz.rules.state import KINDS, RATS
from ratskeller.games.ratzentanz.rules.town import Town, drawn, parse

_QUOTES: Final = "'''"
_MOST_CHIPS: Final = 9  # a heap of free chips has one decimal digit a kind


class SymbolDie(Struct, frozen=True, forbid_unknown_fields=True):
    """How many faces bear each symbol, in the order of `state.SYMBOLS`."""

    new_blood: int
    back: int
    double: int
    cat: int
    piper: int
    flute: int


class Rats(Struct, frozen=True, forbid_unknown_fields=True):
    in_nest: int


class Chips(Struct, frozen=True, forbid_unknown_fields=True):
    two_players: int
    three_players: int
    four_players: int


class Food(Struct, frozen=True, forbid_unknown_fields=True):
    kinds: tuple[str, ...]


class Waiver(Struct, frozen=True, forbid_unknown_fields=True):
    waived: tuple[str, ...]


class Map(Struct, frozen=True, forbid_unknown_fields=True):
    map: str


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """The file, table by table."""

    symbol_die: SymbolDie
    rats: Rats
    chips: Chips
    food: Food
    board: Waiver
    town: Map


class Box(Struct, frozen=True, eq=False):
    """What the data says, checked."""

    town: Town
    symbol_faces: tuple[int, ...]  # of each of `state.SYMBOLS`
    in_nest: int
    chips: dict[int, int]  # of each kind, by number of seats
    food: tuple[str, ...]  # names of the kinds 1 to 6


def joined(data: str, town: str) -> str:
    """The text of both files as one."""
    if _QUOTES in town:
        raise BadData(f"a town map cannot hold {_QUOTES}")
    return f"{data}\n[town]\nmap = {_QUOTES}\n{town}{_QUOTES}\n"


def default_data() -> str:
    here = resources.files("ratskeller.games.ratzentanz")
    return joined((here / "data.toml").read_text("utf-8"), (here / "town.txt").read_text("utf-8"))


def read_tables(data: str) -> dict[str, Any]:
    """What a data text says, without comments: those of the map, too. Raises `BadData`."""
    return {**read_toml(data), "town": {"map": drawn(read_data(data, _File).town.map)}}


def read_box(text: str) -> Box:
    """The box of a data text; raises `BadData` with the key, or the place on the map."""
    file = read_data(text, _File)
    faces = msgspec.structs.astuple(file.symbol_die)
    if min(faces) < 0 or sum(faces) == 0:
        raise BadData("[symbol_die] needs faces, and none can have fewer than 0")
    if not 1 <= file.rats.in_nest <= RATS:
        raise BadData(f"[rats] in_nest must be from 1 to {RATS}, not {file.rats.in_nest}")
    for key, count in msgspec.structs.asdict(file.chips).items():
        if not 1 <= count <= _MOST_CHIPS:
            raise BadData(f"[chips] {key} must be from 1 to {_MOST_CHIPS}, not {count}")
    if len(set(file.food.kinds)) != KINDS or len(file.food.kinds) != KINDS:
        raise BadData(f"[food] kinds must be {KINDS} different names")
    town = parse(file.town.map)
    constraints.check(town, file.board.waived)
    chips = file.chips
    return Box(
        town=town,
        symbol_faces=faces,
        in_nest=file.rats.in_nest,
        chips={2: chips.two_players, 3: chips.three_players, 4: chips.four_players},
        food=file.food.kinds,
    )
