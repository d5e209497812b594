"""First Rat: every line of the log cites the rule whose text speaks of it.

The table was written from the rulebook, not from the program. Beside each cause stands what must be
true on the table when an event claims it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import pytest

from ratskeller.core.conformance import settings
from ratskeller.core.game import union_members
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules import state as table
from ratskeller.games.first_rat.rules.state import (
    ARNOLD,
    LAUNCHPAD,
    LOLA,
    NEIL,
    RATS,
    RATWOMAN,
    Action,
    Build,
    Buy,
    Donate,
    Drink,
    EndTurn,
    Move,
    Raise,
    State,
    Steal,
)
from tests.games.walks import walk
from tests.lengths import often
from tests.rules.first_rat.players import homely
from tests.rules.first_rat.positions import N, do, position

pytestmark = pytest.mark.heavy

Claim: TypeAlias = Callable[[State, Action, Any], object]
"""What must hold before an event of the action: the state, the action, the event."""


def always(_state: State, _action: Action, _event: Any) -> bool:
    return True


# --- what a cause claims -----------------------------------------------------------------------


def is_played(*types: type) -> Claim:
    return lambda _state, action, _event: isinstance(action, types)


def owns(comic: str) -> Claim:
    return lambda state, _, __: state.comics[state.mover] >> table.COMICS.index(comic) & 1


def carries(token: int) -> Claim:
    return lambda state, _, event: state.tokens[token] == event.rat


def walked_before(state: State) -> list[int]:
    """Where the mover's rats stand that have moved already."""
    first = RATS * state.mover
    return [state.rats[first + n] for n in range(RATS) if state.walked[n]]


def colour(state: State, space: int) -> int:
    return GAME.tables.faces[state.path[space]].colour


def walks_plainly(state: State, _: Action, event: Any) -> bool:
    """At most 5 spaces alone or 3 in company, on foot, to a space of the path, of one colour."""
    others = walked_before(state)
    colours = {colour(state, space) for space in [*others, event.space] if space != LAUNCHPAD}
    return (
        event.steps == event.space - event.origin <= (3 if others else 5)
        and event.space < LAUNCHPAD
        and len(colours) == 1
    )


def shortcuts(state: State, event: Any) -> Iterator[bool]:
    """For each shortcut of a walk whether a comic makes it free."""
    owned = state.comics[state.mover]
    for number, pipe in enumerate(GAME.tables.box.shortcuts.values()):
        if event.via >> number & 1:
            yield bool(
                (pipe.colour == "yellow" and owned >> table.YELLOW_SHORTCUTS & 1)
                or (pipe.colour == "red" and owned >> table.RED_SHORTCUTS & 1)
            )


def is_lit(state: State, _: Action, event: Any) -> bool:
    lights = GAME.tables.box.light_string[str(event.source)]
    reached = (lights[-1] if state.lit else lights[0]) <= state.light[state.mover]
    return reached and event.amount == 1


def is_arnolds(state: State, _: Action, event: Any) -> bool:
    rat = state.tokens[ARNOLD]
    return (
        rat // RATS == state.mover
        and state.rats[rat] == event.source
        and state.walked[rat % RATS] > 0
    )


def stands_on_launchpad(state: State, _: Action, __: Any) -> bool:
    return LAUNCHPAD in state.rats[RATS * state.mover : RATS * (state.mover + 1)]


def is_at_the_store(state: State, _: Action, __: Any) -> bool:
    chamber = GAME.tables.nodes[state.burrow[state.mover]]
    return GAME.tables.box.burrow[chamber].effect == "stored_food"


def completes_a_set(state: State, action: Action, _: Any) -> bool:
    counts = [state.tracks[part].count(state.mover) for part in table.PARTS]
    rockets = state.tracks[table.ROCKET].count(state.mover)
    return isinstance(action, Build) and min(counts) > rockets


def ratwoman_is_there(state: State, action: Action, _: Any) -> bool:
    rat = state.tokens[RATWOMAN]
    return isinstance(action, Buy) and rat // RATS == state.mover and state.walked[rat % RATS] > 0


# --- the table ---------------------------------------------------------------------------------

RULES: Final[dict[tuple[type, str], tuple[str, Claim]]] = {
    (table.TileLaid, ""): ("FR-02", always),
    (table.StripLaid, ""): ("FR-03", always),
    (table.ItemStocked, ""): ("FR-05", always),
    (table.ComicStocked, ""): ("FR-05", always),
    (table.TurnBegan, ""): ("FR-06", always),
    (table.MoveSkipped, ""): ("FR-18", always),
    (table.Spent, "shortcut"): ("FR-15", is_played(Move)),
    (table.Spent, "booth"): ("FR-40", is_played(Buy)),
    (table.Spent, "part"): (
        "FR-50",
        lambda _, a, __: isinstance(a, Build) and a.less == table.NO_KIND,
    ),
    (table.Spent, "discount"): (
        "FR-53",
        lambda _, a, __: isinstance(a, Build) and a.less != table.NO_KIND,
    ),
    (table.Spent, "donation"): ("FR-50", is_played(Donate)),
    (table.RatMoved, "plain"): ("FR-10", walks_plainly),
    (table.RatMoved, "neil"): (
        "FR-65",
        lambda s, a, e: carries(NEIL)(s, a, e) and e.steps > 5 and not walked_before(s),
    ),
    (table.RatMoved, "lola"): (
        "FR-66",
        lambda s, a, e: carries(LOLA)(s, a, e) and e.steps > (3 if walked_before(s) else 5),
    ),
    (table.RatMoved, "legs"): (
        "FR-62",
        lambda s, a, e: owns("legs")(s, a, e) and e.steps > 3 and walked_before(s),
    ),
    (table.RatMoved, "colours"): (
        "FR-63",
        lambda s, a, e: (
            owns("colours")(s, a, e)
            and {colour(s, space) for space in [*walked_before(s), e.space] if space != LAUNCHPAD}
            == {table.ORANGE, table.GREEN}
        ),
    ),
    (table.RatMoved, "free"): ("FR-60", lambda s, _, e: any(shortcuts(s, e))),
    (table.RatMoved, "shortcut"): (
        "FR-15",
        lambda s, _, e: e.via and not any(shortcuts(s, e)),
    ),
    (table.RatMoved, "launchpad"): ("FR-14", lambda _, __, e: e.space == LAUNCHPAD and not e.via),
    (table.MouldTaken, ""): ("FR-17", lambda s, _, __: not s.goods[5 * s.mover]),
    (table.TollPaid, ""): ("FR-16", is_played(Move)),
    (table.MovingDone, "goods"): ("FR-20", lambda s, _, __: min(walked_before(s)) < LAUNCHPAD),
    (table.MovingDone, "launchpad"): (
        "FR-14",
        lambda s, _, __: walked_before(s) == [LAUNCHPAD],
    ),
    (table.GoodsLeft, ""): ("FR-20", always),
    (table.ExtraChosen, ""): ("FR-23", always),
    (table.DrinkUsed, ""): ("FR-24", always),
    (table.DrinkSaved, ""): ("FR-24", always),
    (table.Gained, "space"): ("FR-20", lambda s, _, e: e.source in walked_before(s)),
    (table.Gained, "light"): ("FR-21", is_lit),
    (table.Gained, "pack"): ("FR-23", lambda s, _, e: s.packs[s.mover] >> e.source & 1),
    (table.Gained, "arnold"): ("FR-67", is_arnolds),
    (table.Gained, "drink"): ("FR-24", lambda _, action, __: action == Drink(use=True)),
    (table.LightMoved, ""): ("FR-26", always),
    (table.BulbsLost, ""): ("FR-26", always),
    (table.BurrowMoved, ""): ("FR-27", always),
    (table.MarkerPlaced, "thruster"): ("FR-50", is_played(Build)),
    (table.MarkerPlaced, "cargo"): ("FR-50", is_played(Build)),
    (table.MarkerPlaced, "cockpit"): ("FR-50", is_played(Build)),
    (table.MarkerPlaced, "provisions"): ("FR-50", is_played(Donate)),
    (table.MarkerPlaced, "lights"): (
        "FR-26",
        lambda s, _, e: e.track == table.LIGHTS and s.light[s.mover] in (15, 28, 40),
    ),
    (table.MarkerPlaced, "stored_food"): (
        "FR-30",
        lambda s, _, __: (
            "stored" in GAME.tables.box.burrow[GAME.tables.nodes[s.burrow[s.mover]]].effect
        ),
    ),
    (table.MarkerPlaced, "rocket"): ("FR-52", completes_a_set),
    (table.MarkerMissing, "lights"): ("FR-51", lambda s, _, __: not s.markers[s.mover]),
    (table.MarkerMissing, "stored_food"): ("FR-30", lambda s, _, __: not s.markers[s.mover]),
    (table.MarkerMissing, "rocket"): ("FR-52", completes_a_set),
    (table.ComicTaken, ""): ("FR-28", always),
    (table.ComicDeclined, ""): ("FR-28", always),
    (table.TokenPlaced, ""): ("FR-64", always),
    (table.RatRaised, "nursery"): ("FR-29", is_played(Raise)),
    (table.RatRaised, "launchpad"): (
        "FR-25",
        lambda s, a, e: stands_on_launchpad(s, a, e) and not isinstance(a, Raise),
    ),
    (table.RatLetSleep, ""): ("FR-29", is_played(Raise)),
    (table.AwardTaken, ""): ("FR-25", stands_on_launchpad),
    (table.ItemTaken, "bought"): ("FR-40", is_played(Buy)),
    (table.ItemTaken, "stolen"): ("FR-41", is_played(Steal)),
    (table.ItemTaken, "free"): ("FR-68", ratwoman_is_there),
    (table.RatSentHome, ""): ("FR-41", is_played(Steal)),
    (table.BoothsPassed, ""): ("FR-40", always),
    (table.TurnEnded, ""): ("FR-06", is_played(EndTurn)),
    (table.RattronautSeated, "plain"): (
        "FR-54",
        lambda s, a, e: stands_on_launchpad(s, a, e) and not carries(NEIL)(s, a, e),
    ),
    (table.RattronautSeated, "neil"): (
        "FR-65",
        lambda s, a, e: stands_on_launchpad(s, a, e) and carries(NEIL)(s, a, e),
    ),
    (table.LastRoundSet, "rocket"): ("FR-80", is_played(EndTurn)),
    (table.LastRoundSet, "markers"): ("FR-80", lambda s, _, __: not s.markers[s.mover]),
    (table.ExtraRoundBegan, ""): ("FR-51", is_played(EndTurn)),
    (table.GameOver, "rocket"): (
        "FR-80",
        lambda s, _, __: any(
            s.rats[RATS * seat : RATS * (seat + 1)].count(table.ROCKET_SHIP) == RATS
            for seat in range(s.seats)
        ),
    ),
    (table.GameOver, "markers"): ("FR-80", lambda s, _, __: s.last_round == s.round),
    (table.GameOver, "stuck"): (
        "FR-83",
        lambda s, _, __: all(space >= table.NURSERY for space in s.rats),
    ),
}


def rehearsed() -> Iterator[tuple[State, Action]]:
    """What even patient players seldom meet: Neil alone, long legs in company, and no marker left
    when a light or the store is passed.
    """
    yield position((3, N, N, N), tokens={"neil": 0}), GAME.parse("a>20")
    yield do(position((1, 10, N, N), comics="legs"), "a>3"), GAME.parse("b>13")
    yield do(position((16, N, N, N), markers=0, light=14), "a>17"), GAME.parse("take")
    yield do(position((5, N, N, N), markers=0, burrow="L_bot"), "a>6"), GAME.parse("take")


def log() -> Iterator[tuple[State, Action]]:
    """Every position with its action of whole matches of every setting, then the rehearsed ones."""
    for seats, options in settings(GAME):
        for seed in range(often(3, 30)):
            yield from walk(GAME, seats, options, seed)
            yield from walk(GAME, seats, options, seed, homely)
    yield from rehearsed()


def test_the_whole_log_cites_the_rule_of_each_cause_and_meets_them_all() -> None:
    met: set[tuple[type, str]] = set()
    for before, action in log():
        state = before
        for step in GAME.steps(before, action):
            event = step.event
            what = type(event), event.cause
            assert what in RULES, f"{event} has a cause that is not in the table"
            rule, claim = RULES[what]
            assert GAME.cite(event) == rule, f"{event} cites {GAME.cite(event)}"
            assert claim(state, action, event), f"{event} claims {event.cause}"
            met.add(what)
            state = step.state
    assert met == set(RULES), "a cause was never met"


def test_the_program_knows_the_causes_of_the_table_and_no_other() -> None:
    known = {
        (event, cause)
        for event, rule in GAME.citations.items()
        for cause in ([""] if isinstance(rule, str) else rule)
    }
    assert known == set(RULES)
    assert {event for event, _ in known} == set(union_members(table.Event))
