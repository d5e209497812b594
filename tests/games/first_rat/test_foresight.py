"""What an action would bring and cost, marked and traced in the yard before it is chosen."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from ratskeller.core.game import CHANCE
from ratskeller.draw.table import Sign
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.draw.foresight import walk_way
from ratskeller.games.first_rat.draw.pieces import SEAT_TONES
from ratskeller.games.first_rat.rules.scoring import score
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    DRINK,
    EXTRA,
    GOODS,
    KINDS,
    NURSERY,
    SCORE,
    Buy,
    Collect,
    Donate,
    Drink,
    Move,
    Options,
    State,
    Steal,
)
from tests.games.first_rat import own
from tests.games.first_rat.drawn import EN, TABLES, position, rats
from tests.games.walks import walk


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_goods_change_as_marked(seats: int, options: Options) -> None:
    """Of whatever is not a move, whose marks look ahead to the collecting."""
    told = 0
    for state, _ in islice(walk(GAME, seats, options, seed=19), 400):
        if GAME.to_act(state) == CHANCE:
            continue
        seat = state.mover
        for action in GAME.legal(state):
            if isinstance(action, Move):
                continue
            marks = {mark.at: mark.text for mark in EN.marks(own(state), action)}
            after = GAME.play(state, action)
            for kind, name in enumerate(("cheese", "vinegar", "soda", "tin", "calculator")):
                change = after.goods[GOODS * seat + kind] - state.goods[GOODS * seat + kind]
                shown = marks.get(f"goods:{seat}:{name}", "+0").replace("−", "-")
                assert int(shown) == change, action
                told += change != 0
    assert told


def test_a_landing_shows_what_it_brings_and_costs_before_it_is_chosen() -> None:
    """Space 11 gives 2 cheese; two foreign rats there take one each."""
    goods = (2, 0, 0, 0, 0) * 3
    state = position(rats=rats(3, r0=8, r4=11, r8=11, r2=NURSERY, r3=NURSERY), goods=goods)
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Move(0, 11))}
    assert marks["space:11"] == ("+2", "good")
    assert "goods:0:cheese" not in marks, "2 for 2"
    assert marks["change:1"] == marks["change:2"] == ("+1", "bad")


def test_a_lit_space_brings_one_more() -> None:
    state = position(rats=rats(3, r0=1, r2=NURSERY, r3=NURSERY), light=(2, 0, 0))
    marks = {mark.at: mark.text for mark in EN.marks(own(state), Move(0, 2))}
    assert marks["space:2"] == marks["goods:0:cheese"] == "+2"
    assert EN.marks(own(state), Move(0, 5))[0].text == "+1"


def test_bulbs_and_cores_show_where_the_markers_would_go() -> None:
    state = position(rats=rats(3, r0=5, r2=NURSERY, r3=NURSERY))
    to_core = {mark.at: mark.text for mark in EN.marks(own(state), Move(0, 6))}
    assert to_core["burrow:R_top"] == "+1"
    to_bulbs = {mark.at: mark.text for mark in EN.marks(own(state), Move(0, 8))}
    assert to_bulbs["light:2"] == "+2"


def test_mouldy_cheese_is_shown_as_what_it_costs() -> None:
    goods = (0, 0, 0, 0, 0) * 3
    state = position(rats=rats(3, r0=8, r4=10, r2=NURSERY, r3=NURSERY), goods=goods)
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Move(0, 10))}
    assert marks["change:0"] == ("−2", "bad")
    assert marks["goods:0:cheese"] == ("+2", "good")


def test_a_donation_shows_its_price_and_its_points() -> None:
    state = position(phase=SCORE, goods=(12, 0, 0, 0, 0) * 3)
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Donate())}
    assert marks["goods:0:cheese"] == ("−10", "bad")
    assert marks["slot:provisions:0"] == ("+7", "good")


def test_a_trace_goes_space_by_space_and_through_the_pipes() -> None:
    y1 = GAME.tables.shortcuts.index("Y1")
    way = walk_way(GAME.tables, 4, 12, 1 << y1)
    assert way == ("space:4", "space:5", "shortcut:Y1", "space:10", "space:11", "space:12")
    assert walk_way(GAME.tables, 0, 2, 0) == ("space:0", "space:1", "space:2")


def test_a_thief_is_seen_running_home() -> None:
    for seats, options in TABLES:
        for state, _ in walk(GAME, seats, options, seed=29):
            if state.phase != BOOTH:
                continue
            for action in GAME.legal(state):
                if isinstance(action, Steal):
                    ((origin, home),) = EN.trace(own(state), action)
                    assert home == "space:0"
                    assert origin.startswith("space:")
                elif isinstance(action, Buy):
                    assert EN.trace(own(state), action) == []


# --- signs and booths, held against the engine ---


def landed(state: State, action: Move) -> State | None:
    """After a move and taking everything, by the engine alone; None where more is to be decided first."""
    after = GAME.play(state, action)
    if Collect() not in GAME.legal(after):
        return None
    after = GAME.play(after, Collect())
    if after.phase == DRINK:
        after = GAME.play(after, Drink(use=False))
    return None if after.phase == EXTRA else after


def changes(before: State, after: State) -> dict[str, int]:
    """What is different, by the icon that stands for it."""
    seat = before.mover
    found = {
        f"ware-{KINDS[kind]}": after.goods[GOODS * seat + kind] - before.goods[GOODS * seat + kind]
        for kind in range(GOODS)
    }
    found["ware-bulb"] = after.light[seat] - before.light[seat]
    found["ware-mouldy"] = after.mouldy[seat] - before.mouldy[seat]
    found["award"] = score(after, seat) - score(before, seat)
    for other in range(before.seats):
        if other != seat:
            stock = slice(GOODS * other, GOODS * (other + 1))
            paid = sum(after.goods[stock]) - sum(before.goods[stock])
            found[f"pin-{SEAT_TONES[other].name}"] = paid
    return {icon: change for icon, change in found.items() if change}


NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_signs_of_a_target_are_what_the_engine_does(seats: int, options: Options) -> None:
    shown: Counter[str] = Counter()
    for state, _ in islice(walk(GAME, seats, options, seed=31), 300):
        if GAME.to_act(state) == CHANCE:
            continue
        for action in GAME.legal(state):
            if isinstance(action, Move):
                after = landed(state, action)
            else:
                after = GAME.play(state, action)
            if after is None:
                continue
            signs = {
                sign.icon: int(sign.count.rpartition(" ")[2].replace("−", "-"))
                for sign in EN.brings(own(state), action, NAMES)
            }
            walked = signs.pop("ware-core", 0)
            seat = state.mover
            assert bool(walked) == (after.burrow[seat] != state.burrow[seat]), action
            assert signs == changes(state, after), action
            shown.update(signs)
    assert {"ware-cheese", "ware-bulb", "award"} <= set(shown)
    assert any(icon.startswith("pin-") for icon in shown), "somebody was paid"


def test_a_sign_names_who_is_paid() -> None:
    state = position(rats=rats(3, r0=8, r4=11, r2=NURSERY, r3=NURSERY), goods=(2, 0, 0, 0, 0) * 3)
    signs = EN.brings(own(state), Move(0, 11), NAMES)
    assert Sign("Ben: +1 cheese", "pin-yellow", "Ben +1") in signs
    assert Sign("+1 cheese", "ware-cheese", "+1") in signs, "2 from the space, 1 to Ben"


BOOTH_WORDS = {
    (True, True): "You can pay there, or steal: a thief goes back to Start.",
    (True, False): "You can have it there; this rat does not steal.",
    (False, True): "You can only steal there: a thief goes back to Start.",
    (False, False): "You cannot pay there, and this rat does not steal.",
}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_landing_at_a_booth_says_truly_whether_one_can_pay_or_steal(
    seats: int, options: Options
) -> None:
    told: Counter[tuple[bool, bool]] = Counter()
    for state, _ in islice(walk(GAME, seats, options, seed=37), 600):
        if GAME.to_act(state) == CHANCE or state.walked != (0,) * len(state.walked):
            continue
        for action in GAME.legal(state):
            after = landed(state, action) if isinstance(action, Move) else None
            if after is None or after.phase != BOOTH or after.mover != state.mover:
                continue
            legal = GAME.legal(after)
            ways = (
                any(isinstance(one, Buy) for one in legal),
                any(isinstance(one, Steal) for one in legal),
            )
            lines = EN.words.effects(own(state), action, NAMES)
            assert [line for line in lines if line in BOOTH_WORDS.values()] == [BOOTH_WORDS[ways]]
            told[ways] += 1
    assert told[False, True]
