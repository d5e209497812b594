"""Look-up tables made once from a data file, so that the rules need not work them out again.

A state names its data file by `edition`; `tables_of` finds the tables that were made of it. They
are made when a game is (`FirstRat(data)`), and two games of one data file share them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from ratskeller.core.game import data_hash_of, read_toml
from ratskeller.games.first_rat.rules.data import EFFECTS, SEATS, SLOTS, Box, read_box
from ratskeller.games.first_rat.rules.state import (
    BOOTHS,
    COLOURS,
    COMICS,
    GREEN,
    KINDS,
    LAST_SPACE,
    LAUNCHPAD,
    MATERIALS,
    NO_KIND,
    ORANGE,
    PARTS,
    RATS,
    TRACKS,
    YELLOW_SHORTCUTS,
    Booth,
    Build,
    Colour,
    Face,
    Kind,
    Move,
    Node,
    Space,
    State,
    Tile,
    Via,
)

NO_BOOTH: Final = -1
NO_EFFECT, LIBRARY, NURSERY_DOOR, LARDER = range(1 + len(EFFECTS))  # what a burrow node gives

Needs: TypeAlias = tuple[tuple[Kind, int], ...]
Purse: TypeAlias = tuple[int, ...]  # vinegar, soda, tin, calculators
Chains: TypeAlias = int  # bit mask of ways to combine shortcuts, by their number in `chains`


class Way(NamedTuple):
    """One way to walk: where it ends, how many steps it takes, which shortcuts."""

    move: Move
    end: Space
    steps: int
    via: Via


class Reach(NamedTuple):
    """All ways from a space within a number of steps, for a purse that can pay some chains."""

    spaces: int  # mask of the spaces where they end
    moves: tuple[tuple[Move, ...], ...]  # by n, for each of a seat's four rats
    ways: tuple[tuple[Way, ...], ...]  # the same with what they take


class FaceUp(NamedTuple):
    """What a tile shows."""

    colour: Colour
    kind: Kind
    amount: int


_BLANK: Final = FaceUp(-1, NO_KIND, 0)


class Tables:
    """Everything the rules look up, for one data file."""

    def __init__(self, edition: str, box: Box) -> None:
        self.edition = edition
        self.box = box
        self._lay_path(box)
        self._hang_lights(box)
        self._dig_burrow(box)
        self._join_shortcuts(box)
        self._price_parts(box)
        self._score_tracks(box)

    # --- the path (FR-02) ---

    def _lay_path(self, box: Box) -> None:
        faces: list[FaceUp] = [_BLANK]
        groups = [""]
        copies = [0]
        printed = [0] * (LAUNCHPAD + 1)
        for key, (group, colour, kind, amount) in box.path.items():
            face = FaceUp(COLOURS.index(colour), KINDS.index(kind), amount)
            number = next(
                (n for n, old in enumerate(faces) if old == face and groups[n] == group), len(faces)
            )
            if number == len(faces):
                faces.append(face)
                groups.append(group)
                copies.append(0)
            copies[number] += 1
            printed[int(key)] = number
        self.faces = tuple(faces)  # by Face; 0 is blank
        self.groups = tuple(groups)  # the letter on the back, by Face
        self.copies = tuple(copies)
        self.printed: tuple[Face, ...] = tuple(printed)  # the standard side
        self.tiles = tuple(
            tuple(
                Tile(face)
                for face in range(1, len(faces))
                if space in range(1, LAUNCHPAD) and groups[face] == groups[printed[space]]
            )
            for space in range(LAUNCHPAD + 1)
        )  # by space: the tiles of its letter
        plain = [1 << face.colour for face in faces[1:]]
        both = 1 << GREEN | 1 << ORANGE
        every = (1 << len(COLOURS)) - 1
        # By (two-colour comic, face): the colours a landing there may count as. Landings that go
        # together have one in common; the Launchpad has them all (FR-11, FR-14, FR-63).
        self.shades = (
            (every, *plain),
            (every, *(both if shade & both else shade for shade in plain)),
        )
        self.booth_spaces = tuple(box.booths[name].space for name in BOOTHS)
        self.prices = tuple(box.booths[name].price for name in BOOTHS)
        booth_at = [NO_BOOTH] * (LAUNCHPAD + 1)
        for booth, space in enumerate(self.booth_spaces):
            booth_at[space] = booth
        self.booth_at: tuple[Booth, ...] = tuple(booth_at)

    # --- the light string (FR-22) ---

    def _hang_lights(self, box: Box) -> None:
        bulbs = [box.light_string[str(space)] for space in range(1, LAST_SPACE + 1)]
        self.light_end = bulbs[-1][-1]
        never = self.light_end + 1  # Start and Launchpad have no light
        self.lit_at = (
            (never, *(positions[0] for positions in bulbs), never),
            (never, *(positions[-1] for positions in bulbs), never),
        )  # by (option, space): how far the marker must be
        self.construction = box.light_string["construction"]

    # --- the burrow (FR-27) ---

    def _dig_burrow(self, box: Box) -> None:
        self.nodes = tuple(box.burrow)  # names
        self.exits: tuple[tuple[Node, ...], ...] = tuple(
            tuple(self.nodes.index(name) for name in chamber.next)
            for chamber in box.burrow.values()
        )
        self.effects = tuple(
            EFFECTS.index(chamber.effect) + 1 if chamber.effect else NO_EFFECT
            for chamber in box.burrow.values()
        )

    # --- shortcuts (FR-15, FR-60) ---

    def _join_shortcuts(self, box: Box) -> None:
        shortcuts = tuple(box.shortcuts.values())
        self.shortcuts = tuple(box.shortcuts)  # names
        self.shortcut_kinds = tuple(KINDS.index(pipe.pays) for pipe in shortcuts)
        self.shortcut_comics = tuple(
            COMICS.index(pipe.colour) if pipe.colour in COMICS else -1 for pipe in shortcuts
        )
        chains = [0]
        first, last, saved = {0: LAUNCHPAD}, {0: 0}, {0: 0}
        for number, pipe in enumerate(shortcuts):  # in the order of their entrances
            for before in list(chains):
                if last[before] <= pipe.entrance:
                    via = before | 1 << number
                    chains.append(via)
                    first[via] = first[before] if before else pipe.entrance
                    last[via] = pipe.exit
                    saved[via] = saved[before] + pipe.exit - pipe.entrance - 1
        self.chains = tuple(sorted(chains))
        self.saved = saved  # by Via: spaces that need no step
        self._first, self._last = first, last
        self.ways = tuple(
            (space, via)
            for space in range(1, LAUNCHPAD + 1)
            for via in self.chains
            if last[via] <= space
        )
        # By (which colours are free, Via): vinegar, soda, tin and calculators to pay.
        self.tolls = tuple(
            {
                via: tuple(
                    sum(
                        1
                        for number, pays in enumerate(self.shortcut_kinds)
                        if via >> number & 1 and pays == kind and not self.is_free(number, free)
                    )
                    for kind in MATERIALS
                )
                for via in self.chains
            }
            for free in range(4)
        )
        # C-made caches; goods have no upper bound, so the first one must have one.
        self.payable = lru_cache(maxsize=1 << 15)(self._find_payable)
        self.reach = cache(self._find_reach)
        self._moves = {
            (n, space, via): Move(n, space, via) for n in range(RATS) for space, via in self.ways
        }

    def is_free(self, shortcut: int, free: int) -> bool:
        """Whether a comic frees this shortcut; `free` is the mask of yellow and red (FR-60)."""
        comic = self.shortcut_comics[shortcut]
        return comic >= 0 and bool(free >> (comic - YELLOW_SHORTCUTS) & 1)

    def _find_payable(self, purse: Purse, free: int) -> Chains:
        """The chains of shortcuts that a purse can pay."""
        tolls = self.tolls[free]
        found = 0
        for number, via in enumerate(self.chains):
            if all(have >= toll for have, toll in zip(purse, tolls[via], strict=True)):
                found |= 1 << number
        return found

    def _find_reach(self, space: Space, limit: int, chains: Chains) -> Reach:
        """Where a rat can go from a space: forward, never past the Launchpad (FR-10, FR-14)."""
        landings = [
            (end, end - space - self.saved[via], via)
            for number, via in enumerate(self.chains)
            if chains >> number & 1 and self._first[via] >= space
            for end in range(max(space + 1, self._last[via]), LAUNCHPAD + 1)
            if end - space - self.saved[via] <= limit
        ]
        landings.sort(key=lambda landing: (landing[0], landing[2]))
        spaces = 0
        for end, _, _ in landings:
            spaces |= 1 << end
        ways = tuple(
            tuple(Way(self._moves[n, end, via], end, steps, via) for end, steps, via in landings)
            for n in range(RATS)
        )
        return Reach(spaces, tuple(tuple(way.move for way in of_one) for of_one in ways), ways)

    # --- rocket parts (FR-50, FR-53) ---

    def _price_parts(self, box: Box) -> None:
        plain: list[tuple[Build, Needs]] = []
        reduced: list[tuple[Build, Needs]] = []
        for part in PARTS:
            cost = {KINDS.index(kind): amount for kind, amount in box.costs[TRACKS[part]].items()}
            plain.append((Build(part), tuple(sorted(cost.items()))))
            for less in MATERIALS:
                if less in cost:
                    needs = {**cost, less: cost[less] - 1}
                    reduced.append((Build(part, less), tuple(sorted(needs.items()))))
        self.builds = (tuple(plain), tuple(reduced))  # by whether the discount works
        self.needs = dict(plain + reduced)
        self.donation = box.costs["provisions"][KINDS[0]]

    # --- score tracks (FR-03, FR-07) ---

    def _score_tracks(self, box: Box) -> None:
        self.strips = (
            *(box.strips[name] for name in TRACKS[:-1]),
            box.strips["spare"],
            box.strips[TRACKS[-1]],
        )  # 0-6 of tracks 0-6, 7 spare, 8 of the Rocket track
        self.free_slots = {
            seats: tuple(slot for slot in range(SLOTS) if slot + 1 not in box.blocked[str(seats)])
            for seats in SEATS
        }

    def slot(self, seats: int, piece: int) -> int:
        """Where the piece with this number lies on a track: the last space holds any number."""
        free = self.free_slots[seats]
        return free[piece] if piece < len(free) else free[-1]


TABLES: Final[dict[str, Tables]] = {}


# When the hash was one of the text, the first states were given this name; it still means the same.
_RENAMED: Final = {"da16902f1ca1": "69123562016b"}


def make_tables(text: str) -> Tables:
    """The tables of a data file; raises `BadData` where it makes no sense."""
    edition = data_hash_of(read_toml(text))[:12]
    edition = _RENAMED.get(edition, edition)
    if edition not in TABLES:
        TABLES[edition] = Tables(edition, read_box(text))
    return TABLES[edition]


def tables_of(state: State) -> Tables:
    """The tables that a state is played with; its game has made them."""
    return TABLES[state.edition]
