"""What Ratzentanz brings to the tests of every game's words."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ratskeller.core.game import Refusal
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    FLUTE,
    NOWHERE,
    SYMBOLS,
    Born,
    CatPut,
    DieChosen,
    Event,
    Evicted,
    Fetched,
    FlutePlayed,
    GameOver,
    Lapsed,
    LeftLying,
    Lost,
    Mirrored,
    Options,
    Passed,
    PiperPut,
    PutDown,
    SatOn,
    Starts,
    StartThrown,
    StartTied,
    State,
    Stored,
    Surfaced,
    Thrown,
    TurnEnded,
    Walked,
)
from tests.games.ratzentanz.speakers import (
    APPLES,
    BREAD,
    CHEESE,
    FISH,
    GRAIN,
    HAM,
    by_appetite,
    moved,
)
from tests.games.spoken import Speech
from tests.games.walks import walk
from tests.rules.ratzentanz.positions import doubled, number, sq

SAMPLES: tuple[Event, ...] = (
    StartThrown(1, 5),
    StartTied((0, 1)),
    Starts(1),
    *(Thrown(1, 4, symbol) for symbol in SYMBOLS),
    DieChosen(1, "number"),
    DieChosen(1, "symbol"),
    *(Lapsed(1, "number", rule) for rule in ("RT-11", "RT-14", "RT-51", "RT-76")),
    *(Lapsed(1, "symbol", rule) for rule in ("RT-60", "RT-80", "RT-85", "RT-99")),
    Passed(1, "number"),
    Passed(1, "symbol"),
    PutDown(1, 2, CHEESE, sq("b4")),
    SatOn(1, 2, APPLES, sq("c9")),
    LeftLying(1, 2, sq("a1")),
    Walked(1, 2, (sq("b1"), sq("c1"), sq("c2"))),
    Surfaced(1, 2, sq("d5"), sq("l9"), "canal"),
    Surfaced(1, 2, sq("f2"), sq("j12"), "stairs"),
    Mirrored((moved(0, 1, "f2", "j2"), moved(2, 3, "j2", "f2"))),
    Stored(1, 2, FISH, sq("o1")),
    Lost(1, 2, (sq("b4"), sq("b5")), 0),
    Lost(1, 2, (sq("b4"), sq("b5")), BREAD),
    CatPut(NOWHERE, sq("c5")),
    CatPut(sq("c5"), sq("h2")),
    PiperPut(NOWHERE, sq("h7")),
    PiperPut(sq("h7"), sq("e7")),
    FlutePlayed(()),
    FlutePlayed((moved(0, 1, "b4", ""), moved(0, 2, "b4", ""), moved(2, 1, "k3", "", HAM))),
    Born((moved(0, 4, "", "a1"), moved(1, 5, "", "o1"))),
    Fetched(1, 2, (sq("b4"), sq("b3"))),
    Evicted(1, 2, sq("a1"), sq("o1"), 0),
    Evicted(1, 2, sq("a1"), sq("o1"), GRAIN),
    TurnEnded(1),
    GameOver("kinds", 1, (2, 1, 3)),
    GameOver("turn_cap", -1, (1, 1, 1)),
)
REFUSALS = (
    Refusal("RT-03", "seats", {"seats": 6}),
    Refusal("RT-122", "turn_cap", {"turns": 0, "most": 10_000}),
    Refusal("RT-120", "over"),
    Refusal("RT-04", "not_your_turn"),
    Refusal("RT-10", "choose_die"),
    Refusal("RT-10", "order_settled"),
    Refusal("RT-57", "no_order"),
    Refusal("RT-10", "number_now"),
    Refusal("RT-10", "symbol_now"),
    Refusal("RT-10", "number_done"),
    Refusal("RT-10", "symbol_done"),
    Refusal("RT-13", "other_symbol", {"symbol": FLUTE}),
    Refusal("RT-16", "no_pass"),
    Refusal("RT-101", "chip_or_none"),
    Refusal("RT-101", "not_after_a_walk"),
    Refusal("RT-103", "chip_elsewhere"),
    Refusal("RT-104", "no_such_chip", {"kind": HAM}),
    Refusal("RT-105", "chip_taken", {"kind": HAM}),
    Refusal("RT-100", "one_chip"),
    Refusal("RT-75", "not_a_storeroom"),
    Refusal("RT-75", "cat_must_move"),
    Refusal("RT-75", "too_many_parts"),
    Refusal("RT-60", "not_an_alley"),
    Refusal("RT-60", "in_front_of_a_nest"),
    Refusal("RT-60", "rat_there"),
    Refusal("RT-60", "piper_must_move"),
    Refusal("RT-85", "rat_or_pass"),
    Refusal("RT-80", "spare"),
    Refusal("RT-85", "call_home", {"move": "0.2>home"}),
    Refusal("RT-85", "not_in_your_nest"),
    Refusal("RT-86", "carries_nothing"),
    Refusal("RT-75", "behind_the_cat"),
    Refusal("RT-76", "behind_the_cat"),
    Refusal("RT-61", "piper_in_the_way"),
    Refusal("RT-62", "piper_in_the_way"),
    Refusal("RT-87", "piper_in_the_way"),
    Refusal("RT-88", "piper_in_the_way"),
    Refusal("RT-17", "equal_rat", {"rat": 2}),
    Refusal("RT-88", "way_is_free"),
    Refusal("RT-85", "only_to_its_nest"),
    Refusal("RT-11", "must_move"),
    Refusal("RT-11", "rat_first"),
    Refusal("RT-11", "foreign_rat"),
    Refusal("RT-20", "no_walk", {"steps": 4}),
    Refusal("RT-61", "piper_is_a_wall"),
    Refusal("RT-61", "meets_nobody"),
    Refusal("RT-20", "not_a_square"),
    Refusal("RT-102", "other_rat_bound", {"rat": 3}),
    Refusal("RT-53", "has_moved"),
    Refusal("RT-55", "has_taken"),
    Refusal("RT-102", "has_handled"),
    Refusal("RT-105", "own_nest"),
    Refusal("RT-55", "runs_on"),
    Refusal("RT-17", "same_kind"),
    Refusal("RT-51", "use_both"),
    Refusal("RT-102", "cannot_walk"),
    Refusal("RT-30", "another_exit"),
    Refusal("RT-40", "not_an_exit"),
    Refusal("RT-54", "surfaced_there"),
    Refusal("RT-21", "square_twice"),
    Refusal("RT-20", "count", {"steps": 4}),
    Refusal("RT-20", "count_doubled", {"steps": 4, "double": 8}),
    Refusal("RT-50", "no_double"),
    Refusal("RT-50", "say_single", {"move": "2>k3"}),
    Refusal("RT-20", "only_whole", {"move": "2>>k3"}),
    Refusal("RT-20", "only_half", {"move": "2>k3"}),
    Refusal("RT-50", "half_or_whole"),
    Refusal("RT-61", "sacrifice", {"seat": 0, "rat": 2}),
    Refusal("RT-120", "gives_the_game", {"seat": 1}),
)
TABLES = [
    (2, Options(turn_cap=40)),
    (3, Options(turn_cap=40, walk="no_reversal")),
    (4, Options(turn_cap=40, piper="wall")),
    (2, Options(turn_cap=40, kinds=5)),
]


def all_parts(state: State) -> Iterator[str]:
    ground = GAME.ground
    yield from (f"sq:{name}" for name in ground.town.names)
    yield from (f"door:{ground.town.names[square]}" for square in ground.storerooms)
    yield from (f"chip:{name}.{kind}" for name in ("h2", "a1") for kind in range(1, 7))
    yield from ("die:number", "die:symbol", "btn:sacrifice", "btn:none", "btn:pass")
    yield from ("piper", "cat", "rim:dice", "rim:outside")
    for seat in range(state.seats):
        yield from (f"{kind}:{seat}.{rat}" for kind in ("rat", "load") for rat in (1, 5))
        yield f"rim:spare:{seat}"


def questions() -> Iterator[State]:
    yield from (
        state for state, _ in walk(GAME, 3, Options(turn_cap=25), seed=5, choose=by_appetite)
    )
    yield number(6, {"0.1": "h2"}, piper="h1")
    yield doubled(6, {"0.1": "b4", "0.2": "b4"})
    for symbol in SYMBOLS:
        yield replace(number(2, {"0.1": "h2"}, piper="h1"), symbol=symbol)


SPEECH = Speech(
    samples=SAMPLES,
    refusals=REFUSALS,
    notations=(
        [
            "2>k3",
            "2>d5>l9",
            "2>>k3",
            "2>x",
            "2*0",
            "2*4",
            "*4",
            "*0",
            "number",
            "symbol",
            "cat>c5",
            "piper>h7",
            "0.2>home",
            "pass",
        ]
    ),
    tables=TABLES,
    questions=questions,
    parts=all_parts,
    marks=r"[a-o]\d+|2x|>home",
    choose=by_appetite,
    every=9,
)
