"""The data file of First Rat, read and checked. What makes no sense is refused with its key."""

from __future__ import annotations

import re
from importlib import resources
from typing import Final, Literal, NoReturn

from msgspec import Struct, field

from ratskeller.core.game import BadData, read_data
from ratskeller.games.first_rat.rules.state import (
    BOOTHS,
    CAPS,
    COLOURS,
    COMICS,
    GOODS,
    KINDS,
    LAST_SPACE,
    MATERIALS,
    PACKS,
    PARTS,
    RATS,
    TRACKS,
)

SEATS: Final = (2, 3, 4, 5)
EFFECTS: Final = ("library", "nursery", "stored_food")
SLOTS: Final = 5  # spaces of a score track; the last one holds any number of pieces
_MOST: Final = 99  # no amount, price or number of points in the file is larger


class Shortcut(Struct, frozen=True, forbid_unknown_fields=True):
    """A pipe that joins two spaces of the path."""

    entrance: int = field(name="from")
    exit: int = field(name="to")
    pays: str
    colour: Literal["red", "yellow", "grey"]


class BoothSign(Struct, frozen=True, forbid_unknown_fields=True):
    space: int
    price: int


class Chamber(Struct, frozen=True, forbid_unknown_fields=True):
    """A node of the burrow: where its arrows lead, and what it gives."""

    next: tuple[str, ...]
    effect: Literal["", "library", "nursery", "stored_food"] = ""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    cheese: tuple[int, int, int, int, int]
    drinks: tuple[int, int, int, int]
    backpacks: tuple[int, int, int, int]
    copies: int
    caps: int
    comics: int
    awake: int
    markers: int
    extra_markers: int
    awards: int


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    award: int
    mouldy: int
    leftovers: int


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """The file, table by table."""

    path: dict[str, tuple[str, str, str, int]]  # group, colour, kind, amount
    shortcuts: dict[str, Shortcut]
    booths: dict[str, BoothSign]
    light_string: dict[str, tuple[int, ...]]
    burrow: dict[str, Chamber]
    costs: dict[str, dict[str, int]]
    strips: dict[str, tuple[int, int, int, int, int]]
    blocked: dict[str, tuple[int, ...]]
    setup: Setup
    points: Points
    caps: dict[str, int]


def default_data() -> str:
    return (resources.files("ratskeller.games.first_rat") / "data.toml").read_text("utf-8")


def read_box(text: str) -> Box:
    """The box of a data file; raises `BadData` with the line or the key that is wrong."""
    box = read_data(text, Box)
    _check_path(box)
    _check_shortcuts(box)
    _check_booths(box)
    _check_lights(box)
    _check_burrow(box)
    _check_costs(box)
    _check_strips(box)
    _check_setup(box)
    _check_points(box)
    return box


def _bad(table: str, key: object, message: str) -> NoReturn:
    raise BadData(f"[{table}] {key} {message}")


def _within(table: str, key: object, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        _bad(table, key, f"must be a whole number from {least} to {most}, not {value}")


def _exactly(table: str, found: dict[str, object], wanted: tuple[str, ...]) -> None:
    """The table has these keys, all of them and no others."""
    for key in wanted:
        if key not in found:
            _bad(table, key, "is missing")
    for key in found:
        if key not in wanted:
            _bad(table, key, "is not known here")


_SPACES: Final = tuple(str(space) for space in range(1, LAST_SPACE + 1))


def _check_path(box: Box) -> None:
    _exactly("path", {**box.path}, _SPACES)
    for key, (group, colour, kind, amount) in box.path.items():
        if not re.fullmatch("[A-Z]", group):
            _bad("path", key, f"needs a letter for its group, not {group!r}")
        if colour not in COLOURS:
            _bad("path", key, f"has no colour {colour!r}; there are {', '.join(COLOURS)}")
        if kind not in KINDS:
            _bad("path", key, f"cannot give {kind!r}; there are {', '.join(KINDS)}")
        _within("path", key, amount, 1, 9)


def _check_shortcuts(box: Box) -> None:
    entrances = [shortcut.entrance for shortcut in box.shortcuts.values()]
    if len(entrances) > 8 or entrances != sorted(set(entrances)):
        _bad("shortcuts", "", "must be at most eight, in the order of their entrances")
    for name, shortcut in box.shortcuts.items():
        if not re.fullmatch("[A-Z][0-9]", name):
            _bad("shortcuts", name, "needs a name of a letter and a digit, like R1")
        _within("shortcuts", f"{name}.from", shortcut.entrance, 1, LAST_SPACE)
        _within("shortcuts", f"{name}.to", shortcut.exit, shortcut.entrance + 2, LAST_SPACE)
        if shortcut.pays not in [KINDS[kind] for kind in MATERIALS]:
            _bad("shortcuts", f"{name}.pays", f"must be a material, not {shortcut.pays!r}")


def _check_booths(box: Box) -> None:
    _exactly("booths", {**box.booths}, BOOTHS)
    for name, sign in box.booths.items():
        _within("booths", f"{name}.space", sign.space, 1, LAST_SPACE)
        _within("booths", f"{name}.price", sign.price, 0, _MOST)
    if len({sign.space for sign in box.booths.values()}) < len(BOOTHS):
        _bad("booths", "", "must stand on different spaces")


def _check_lights(box: Box) -> None:
    """The string runs along the path without a gap, and ends where the path does."""
    _exactly("light_string", {**box.light_string}, (*_SPACES, "construction"))
    position = 0
    for space in _SPACES:
        bulbs = box.light_string[space]
        if not bulbs or bulbs != tuple(range(position + 1, position + 1 + len(bulbs))):
            _bad("light_string", space, f"must go on with position {position + 1}, not {bulbs}")
        position = bulbs[-1]
    lights = box.light_string["construction"]
    if list(lights) != sorted(set(lights)) or not set(lights) <= set(range(1, position + 1)):
        _bad("light_string", "construction", f"must rise within 1 and {position}, not {lights}")


def _check_burrow(box: Box) -> None:
    reached: set[str] = set()
    waiting = list(box.burrow)[:1]
    for name, chamber in box.burrow.items():
        if len(chamber.next) not in (1, 2) or len(set(chamber.next)) < len(chamber.next):
            _bad("burrow", name, "must lead to one chamber or to two different ones")
        for following in chamber.next:
            if following not in box.burrow or following == name:
                _bad("burrow", name, f"cannot lead to {following!r}")
        if len(chamber.next) > 1 and chamber.effect:
            _bad("burrow", name, "is an intersection, so it cannot have an effect as well")
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += box.burrow[name].next
    for name in box.burrow:
        if name not in reached:
            _bad("burrow", name, "cannot be reached from the start")
    for effect in EFFECTS:
        if [chamber.effect for chamber in box.burrow.values()].count(effect) != 1:
            _bad("burrow", effect, "must be the effect of one chamber")


def _check_costs(box: Box) -> None:
    _exactly("costs", {**box.costs}, (*(TRACKS[part] for part in PARTS), "provisions"))
    for name, cost in box.costs.items():
        kinds = KINDS[:1] if name == "provisions" else KINDS[1:GOODS]
        if not cost:
            _bad("costs", name, "must cost something")
        for kind, amount in cost.items():
            if kind not in kinds:
                _bad("costs", f"{name}.{kind}", f"must be one of {', '.join(kinds)}")
            _within("costs", f"{name}.{kind}", amount, 1, _MOST)


def _check_strips(box: Box) -> None:
    _exactly("strips", {**box.strips}, (*TRACKS, "spare"))
    for name, values in box.strips.items():
        if list(values) != sorted(values, reverse=True) or values[-1] < 0:
            _bad("strips", name, f"must not rise and not fall below 0, but is {list(values)}")
    _exactly("blocked", {**box.blocked}, tuple(str(seats) for seats in SEATS))
    for key, blocked in box.blocked.items():
        if list(blocked) != sorted(set(blocked)) or not set(blocked) <= set(range(1, SLOTS)):
            _bad("blocked", key, f"must name spaces from 1 to {SLOTS - 1}, not {list(blocked)}")


def _check_setup(box: Box) -> None:
    setup = box.setup
    for cheese in setup.cheese:
        _within("setup", "cheese", cheese, 0, _MOST)
    for drinks in setup.drinks:
        _within("setup", "drinks", drinks, 0, _MOST)
    _within("setup", "copies", setup.copies, 1, _MOST)
    for packs in setup.backpacks:
        _within("setup", "backpacks", packs, 0, setup.copies * len(PACKS))
    _within("setup", "caps", setup.caps, 0, len(CAPS))
    _within("setup", "comics", setup.comics, 0, len(COMICS))
    _within("setup", "awake", setup.awake, 1, RATS)
    _within("setup", "markers", setup.markers, 1, _MOST)
    _within("setup", "extra_markers", setup.extra_markers, 0, _MOST)
    _within("setup", "awards", setup.awards, 0, _MOST)


def _check_points(box: Box) -> None:
    _within("points", "award", box.points.award, 0, _MOST)
    _within("points", "mouldy", box.points.mouldy, -_MOST, 0)
    _within("points", "leftovers", box.points.leftovers, 1, _MOST)
    _exactly("caps", {**box.caps}, (*CAPS, "part"))
    for name, points in box.caps.items():
        _within("caps", name, points, 0, _MOST)
