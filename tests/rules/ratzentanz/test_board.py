"""The town against the constraints B-01 to B-15, and what happens to a town that breaks them."""

from __future__ import annotations

import random
from statistics import median

import pytest

from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE, BadData
from ratskeller.games.ratzentanz import GAME, Ratzentanz
from ratskeller.games.ratzentanz.rules.chips import collected
from ratskeller.games.ratzentanz.rules.constraints import CONSTRAINTS, check
from ratskeller.games.ratzentanz.rules.data import default_data, read_box
from ratskeller.games.ratzentanz.rules.state import RATS, Options, State
from ratskeller.games.ratzentanz.rules.town import ALLEY, Town, flood, parse
from ratskeller.games.ratzentanz.rules.walks import walks_from
from tests.rules.ratzentanz.positions import GROUND, sq

TOWN = GROUND.town
MAP = GAME.data.split("'''")[1].lstrip("\n")


class Drawing:
    """The shipped map with some characters changed."""

    def __init__(self) -> None:
        self.lines = [list(line.ljust(80)) for line in MAP.splitlines()]
        self.top = next(n for n, line in enumerate(self.lines) if line[6:11] == list("a   b"))

    def spot(self, name: str) -> tuple[int, int]:
        row = next(
            n
            for n in range(self.top, len(self.lines))
            if "".join(self.lines[n][:3]).strip() == name[1:]
        )
        return row, 6 + 4 * (ord(name[0]) - ord("a"))

    def mark(self, name: str, char: str) -> Drawing:
        line, place = self.spot(name)
        self.lines[line][place] = char
        return self

    def link(self, one: str, other: str, *, cut: bool = False) -> Drawing:
        (line, place), (other_line, _) = self.spot(one), self.spot(other)
        if line == other_line:
            self.lines[line][place + 1 : place + 4] = "   " if cut else "---"
        else:
            self.lines[line + 1][place] = " " if cut else "|"
        return self

    @property
    def text(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.lines) + "\n"

    @property
    def town(self) -> Town:
        return parse(self.text)


def test_the_shipped_town_keeps_all_constraints_without_a_waiver() -> None:
    check(TOWN)
    assert set(CONSTRAINTS) == {f"B-{number:02}" for number in range(1, 15)}
    assert Drawing().town.names == TOWN.names
    assert "RECONSTRUCTION" in MAP


def test_b_01_the_town_has_97_alley_squares_and_28_others() -> None:
    assert len(TOWN.names) == 125
    assert len(TOWN.all_of(ALLEY)) == 97
    assert {mark: TOWN.marks.count(mark) for mark in "NHC@123456"} == {
        "N": 4,
        "H": 10,
        "C": 4,
        "@": 4,
        **dict.fromkeys("123456", 1),
    }


def test_b_02_and_b_03_the_distances_of_the_rules() -> None:
    for nest in TOWN.nests:
        by_mark: dict[str, list[int]] = {}
        for square, steps in flood(TOWN, nest).items():
            by_mark.setdefault(TOWN.marks[square], []).append(steps)
        assert sorted(by_mark["@"]) == [6, 10, 17, 21]
        assert sorted(by_mark["C"]) == [7, 13, 15, 19]
        assert sorted(by_mark["N"]) == [0, 14, 14, 24]
        rooms = sorted(steps for room in "123456" for steps in by_mark[room])
        assert rooms == [6, 8, 10, 17, 19, 21]
    entered = [{walk[-1] for walk in walks_from(TOWN, sq("a1"), steps)} for steps in (3, 4)]
    assert sq("c2") in entered[0] & entered[1]


def test_b_14_cover_is_near_from_every_alley_square() -> None:
    for square in TOWN.all_of(ALLEY):
        numbers = [
            steps
            for steps in range(1, 7)
            if any(TOWN.marks[walk[-1]] != ALLEY for walk in walks_from(TOWN, square, steps))
        ]
        assert len(numbers) >= 3


BROKEN = {
    "B-01: there must be one storeroom of kind 5, not 2": Drawing().mark("c5", "5"),
    "B-01: there must be 4 canal entrances, not 3": Drawing().mark("d5", "."),
    "B-01 at f3: no way leads here": Drawing().mark("f3", ".").mark("g3", ".").link("f3", "g3"),
    "B-02 at a1: no building can be entered": Drawing().link("b3", "c3", cut=True),
    "B-03 at a1: the nearest storeroom must be 6 steps away, not 7": (
        Drawing().link("b5", "c5", cut=True).mark("c5", " ").mark("c6", "6").link("b6", "c6")
    ),
    "B-04 at c5": Drawing().link("c4", "c5"),
    "B-05 at a1": Drawing().mark("a2", ".").link("a1", "a2").link("a2", "b2"),
    "B-06 at e7: this square alone cuts off f7": Drawing().link("g7", "h7", cut=True),
    "B-07: at least one building must have one door": (Drawing().link("b7", "c7").link("m7", "n7")),
    "B-08 at": Drawing()
    .mark("j2", " ")
    .link("j1", "j2", cut=True)
    .mark("i2", "@")
    .link("i1", "i2"),
    "B-09 at d5": Drawing().link("d5", "e5"),
    "B-12 at b2": Drawing().link("b2", "c2"),
}


@pytest.mark.parametrize("message", BROKEN)
def test_a_broken_town_is_refused_with_constraint_and_place(message: str) -> None:
    with pytest.raises(BadData, match=message):
        check(BROKEN[message].town)


def test_b_13_nests_with_other_distances_are_unfair() -> None:
    lopsided = Drawing().link("b7", "c7").town
    with pytest.raises(BadData, match="B-12"):
        check(lopsided)
    with pytest.raises(BadData, match="B-13 at o1"):
        check(lopsided, ["B-12"])
    check(lopsided, ["B-12", "B-13"])


@pytest.mark.parametrize(
    ("constraint", "drawn", "message"),
    [
        ("B-10", "C---.", "a 2 cannot be walked"),
        ("B-11", "N---.---N", "a 3 cannot be walked"),
        ("B-14", ".---.---.", "no number leads from here to cover"),
    ],
)
def test_constraints_that_the_others_nearly_imply(
    constraint: str, drawn: str, message: str
) -> None:
    town = parse(f"      a   b   c\n 1    {drawn}\n")
    assert any(message in what for _, what in CONSTRAINTS[constraint](town))


def test_some_constraints_can_be_waived_and_some_cannot() -> None:
    with pytest.raises(BadData, match="B-04 cannot be waived"):
        check(TOWN, ["B-04"])
    with pytest.raises(BadData, match="no constraint B-99"):
        check(TOWN, ["B-99"])
    text = GAME.data.replace("waived = []", 'waived = ["B-12", "B-13"]')
    edited = Ratzentanz(text.replace(MAP, Drawing().link("b7", "c7").text))
    assert edited.data_hash != GAME.data_hash
    assert len(edited.ground.town.links[sq("c7")]) == 2


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        (Drawing().mark("f3", "x"), "“x” stands where it means nothing"),
        (Drawing().link("f3", "g3"), "“-” stands where it means nothing"),
        (Drawing().link("b2", "c2").mark("c2", " "), "column"),
        (Drawing().link("e7", "e8").mark("d7", "|"), "column"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(drawing: Drawing, message: str) -> None:
    with pytest.raises(BadData, match=message):
        parse(drawing.text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing", "no line of column letters"),
        ("      a   b\n", "no numbered lines"),
        ("      a   c\n 1    .   .\n", "column letter c is out of place"),
        ("      a   b\n 2    .---.\n", "line 1 of the town is due here"),
        ("      a   b\n 1    .---.\n 2    .---.\n", "two lines of text apart"),
        ("      a   b\n 1    .---\n", "a link of a1 ends nowhere"),
        ("      a   b\n 1    . --.\n", "stands where it means nothing"),
        ("      a   b   c\n 1    .---HHHHH\n      |   HHHHH\n 2    .   HHHHH\n", ""),
    ],
)
def test_small_maps_are_read_or_refused(text: str, message: str) -> None:
    if message:
        with pytest.raises(BadData, match=message):
            parse(text)
    else:
        assert parse(text).names == ("a1", "b1", "a2")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("in_nest = 3", "in_nest = 6", "in_nest must be from 1 to 5"),
        ("flute = 1", "flute = -1", "symbol_die"),
        ("two_players = 3", "two_players = 10", "two_players must be from 1 to 9"),
        ('"grain"', '"fish"', "six|6 different names"),
        ("[rats]", "[mice]", "does not fit"),
        ("[rats]", "[rats", "not TOML"),
    ],
)
def test_data_that_make_no_sense_are_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(BadData, match=message):
        read_box(default_data().replace(old, new))


# --- B-15 --------------------------------------------------------------------------------------


def worth(state: State, seat: int) -> float:
    """What a cautious thief thinks of a position: kinds at home, chips on the way, cover."""
    homes = GROUND.homes[state.seats]
    kinds = collected(GROUND, state)
    total = 100.0 * kinds[seat] - 30 * sum(kinds) + 1000 * (state.winner == seat)
    nest = state.lying[homes[seat]]
    wanted = {kind for kind in range(1, 7) if not nest // 10 ** (kind - 1) % 10}
    for rat in range(seat * RATS, seat * RATS + RATS):
        square, kind = state.at[rat], state.load[rat]
        if square < 0:
            continue
        total += 8 - 6 * (TOWN.marks[square] == ALLEY)
        if kind in wanted:
            total += 40 - DISTANCE[homes[seat]][square]
        elif not kind:
            total -= 0.5 * min(DISTANCE[TOWN.storeroom(k)][square] for k in wanted or {1})
    return total


DISTANCE = [flood(TOWN, square) for square in range(len(TOWN.names))]


def turns_of_a_game(rng: random.Random) -> int:
    state = GAME.start(4, Options())
    while (mover := GAME.to_act(state)) is not None:
        if mover == CHANCE:
            state = GAME.play(state, roll(GAME, state, rng))
            continue
        after = [GAME.play(state, action) for action in GAME.legal(state)]
        state = max(after, key=lambda s: (worth(s, mover), rng.random()))
    return GAME.turns(state)


@pytest.mark.heavy
def test_b_15_four_simple_thieves_take_about_as_long_as_the_box_says() -> None:
    """About 110 to 130 turns are an hour. These thieves are no masters, so the band is wider."""
    rng = random.Random(15)
    assert 70 <= median(turns_of_a_game(rng) for _ in range(11)) <= 170
