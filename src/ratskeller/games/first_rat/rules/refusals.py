"""Why not: every choice that leads nowhere is answered with the rule that forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import PartPath, Refusal, View
from ratskeller.games.first_rat.rules.actions import ITEM_CODES, shelf
from ratskeller.games.first_rat.rules.actions import path as parts_of
from ratskeller.games.first_rat.rules.booths import (
    booth_of,
    can_buy,
    customer,
    for_sale,
    token_works,
)
from ratskeller.games.first_rat.rules.changes import works
from ratskeller.games.first_rat.rules.moving import (
    is_twin,
    kin_of,
    limit_alone,
    limits_together,
    owes,
    purse_of,
)
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    CHEESE,
    COLLECT,
    COMIC,
    COMICS,
    DISCOUNT,
    DRINK,
    ENERGY_DRINK,
    EXTRA,
    FORK,
    GOODS,
    LAUNCHPAD,
    LEGS,
    LOLA,
    MOVE,
    NEIL,
    NURSERY,
    PARTS,
    RAISE,
    RATS,
    RATWOMAN,
    REWARD,
    ROCKET_SHIP,
    SCORE,
    STOOD_STILL,
    SUPER_RATS,
    TRACKS,
    TWO_COLOURS,
    YELLOW_SHORTCUTS,
    Build,
    Rat,
    Space,
    State,
)
from ratskeller.games.first_rat.rules.tables import Needs, tables_of
from ratskeller.games.first_rat.rules.turn import legal, to_act

# What each question is about, for parts that have nothing to do with it.
_QUESTIONS = {
    MOVE: ("FR-10", "choose_rat"),
    COLLECT: ("FR-20", "take_or_leave"),
    EXTRA: ("FR-23", "choose_kind"),
    DRINK: ("FR-24", "drink_or_not"),
    FORK: ("FR-27", "choose_way"),
    COMIC: ("FR-28", "choose_comic"),
    RAISE: ("FR-29", "raise_or_not"),
    REWARD: ("FR-25", "choose_reward"),
    BOOTH: ("FR-40", "choose_item"),
    SCORE: ("FR-50", "choose_track"),
}
# Tracks that nobody can pay for: what brings a piece there.
_EARNED = {
    "rattronaut": "FR-54",
    "lights": "FR-26",
    "stored_food": "FR-30",
    "rocket": "FR-52",
}


def why_not(view: View[State], path: Sequence[str]) -> Refusal | None:
    """Why these parts lead to no action of the viewer, or None where they do."""
    state = view.seen
    mover = to_act(state)
    if mover is None:
        return Refusal("FR-80", "over")
    if mover != view.viewer:
        return Refusal("FR-06", "not_your_turn")
    parts = tuple(path)
    if any(parts_of(state, action)[: len(parts)] == parts for action in legal(state)):
        return None
    refusal = None
    if parts and state.phase == MOVE:
        refusal = _why_not_move(state, parts)
    elif parts and state.phase == COMIC:
        refusal = _why_not_comic(state, parts)
    elif parts and state.phase == BOOTH:
        refusal = _why_not_item(state, parts)
    elif parts and state.phase == SCORE:
        refusal = _why_not_track(state, parts)
    return refusal or Refusal(*_QUESTIONS[state.phase])


def _number(part: str, kind: str) -> int | None:
    """The number of a part such as `rat:6`."""
    name, _, number = part.partition(":")
    return int(number) if name == kind and number.isdecimal() and len(number) < 3 else None


# --- step 1 ------------------------------------------------------------------------------------


def _why_not_move(state: State, parts: PartPath) -> Refusal | None:
    if parts[0] == "take" or parts[-1] == "leave":
        return _why_not_stop(state)
    rat = _number(parts[0], "rat")
    if rat is None or rat >= len(state.rats):
        return None
    if refusal := _why_not_rat(state, rat):
        return refusal
    if len(parts) == 1:
        return Refusal("FR-13", "nowhere_to_go", {"rat": rat})
    end = _number(parts[1], "space")
    if end is None:
        return Refusal("FR-10", "choose_space", {"rat": rat})
    return _why_not_space(state, rat, end) or Refusal("FR-15", "no_such_way")


def _why_not_stop(state: State) -> Refusal:
    if state.walked == STOOD_STILL:
        return Refusal("FR-10", "must_move")
    first = RATS * state.mover
    spaces = state.rats[first : first + RATS]
    moved = sum(1 << n for n in range(RATS) if state.walked[n])
    for n in range(RATS):
        if not state.walked[n] and owes(spaces, moved, n):
            return Refusal("FR-12", "owes_move", {"rat": first + n, "space": spaces[n]})
    return Refusal("FR-20", "nothing_to_leave")


def _why_not_rat(state: State, rat: Rat) -> Refusal | None:
    """Why this rat cannot move at all."""
    n = rat % RATS
    if rat // RATS != state.mover:
        return Refusal("FR-10", "not_your_rat", {"rat": rat})
    if state.rats[rat] == NURSERY:
        return Refusal("FR-29", "asleep", {"rat": rat})
    if state.rats[rat] == ROCKET_SHIP:
        return Refusal("FR-54", "launched", {"rat": rat})
    if state.walked[n]:
        return Refusal("FR-10", "moved_already", {"rat": rat})
    if state.rats[rat] == 0 and is_twin(state, rat):
        return Refusal("FR-19", "same_rat", {"rat": rat})
    for other, limit in enumerate(limits_together(state)):
        if state.walked[other] > limit:
            args: dict[str, str | int] = {"rat": RATS * state.mover + other, "limit": limit}
            return Refusal("FR-10", "went_alone", args)
    return None


def _why_not_space(state: State, rat: Rat, end: Space) -> Refusal | None:
    """Why this rat cannot move there; None if only the way is wrong."""
    tables = tables_of(state)
    first, n, origin = RATS * state.mover, rat % RATS, state.rats[rat]
    if end > LAUNCHPAD:
        return Refusal("FR-14", "past_launchpad")
    if end <= origin:
        return Refusal("FR-10", "backwards")
    company = state.walked != STOOD_STILL
    limit = limits_together(state)[n] if company else limit_alone(state, rat)
    every = (1 << len(tables.chains)) - 1
    if not tables.reach(origin, limit, every).spaces >> end & 1:
        return Refusal(_limit_rule(state, rat, company=company), "too_far", {"limit": limit})
    free = state.comics[state.mover] >> YELLOW_SHORTCUTS & 3
    chains = tables.payable(purse_of(state), free)
    if not tables.reach(origin, limit, chains).spaces >> end & 1:
        return Refusal("FR-15", "shortcut_unpaid", {"limit": limit})
    kin = kin_of(tables, state.path, int(works(state, TWO_COLOURS)))
    for other in range(RATS):
        where = state.rats[first + other]
        if other == n:
            continue
        if state.walked[other]:
            if where == end:
                return Refusal("FR-12", "own_rat", {"rat": first + other, "space": end})
            if not kin[where] >> end & 1:
                rule = "FR-63" if works(state, TWO_COLOURS) else "FR-11"
                return Refusal(rule, "colour", {"space": end, "other": where})
    wanted = (f"rat:{rat}", f"space:{end}")
    if any(parts_of(state, action)[:2] == wanted for action in legal(state)):
        return None
    for other in range(RATS):
        if other != n and state.rats[first + other] == end:
            return Refusal("FR-12", "own_rat", {"rat": first + other, "space": end})
    return Refusal("FR-13", "cannot_finish", {"rat": rat, "space": end})


def _limit_rule(state: State, rat: Rat, *, company: bool) -> str:
    if state.tokens[LOLA] == rat:
        return "FR-66"
    if company and state.tokens[NEIL] == rat:
        return "FR-65"
    return "FR-62" if company and works(state, LEGS) else "FR-10"


# --- steps 2 to 4 ------------------------------------------------------------------------------


def _why_not_comic(state: State, parts: PartPath) -> Refusal | None:
    kind, _, name = parts[0].partition(":")
    if kind != "comic" or name not in COMICS:
        return None
    comic = COMICS.index(name)
    if not state.library >> comic & 1:
        return Refusal("FR-28", "not_in_library", {"comic": comic})
    rat = _number(parts[1], "rat") if len(parts) > 1 else None
    if comic < SUPER_RATS and rat is not None and rat < len(state.rats):
        if rat // RATS != state.mover:
            return Refusal("FR-64", "not_your_rat", {"rat": rat})
        if state.rats[rat] > LAUNCHPAD:
            return Refusal("FR-64", "cannot_carry", {"rat": rat})
        return Refusal("FR-19", "same_rat", {"rat": rat})
    return Refusal("FR-64", "choose_carrier" if comic < SUPER_RATS else "no_token")


def _why_not_item(state: State, parts: PartPath) -> Refusal | None:
    tables = tables_of(state)
    item = next((item for item in range(len(ITEM_CODES)) if shelf(item) == parts[0]), None)
    if item is None:
        return None
    booth = booth_of(item)
    if not state.booths >> booth & 1:
        return Refusal("FR-40", "booth_closed", {"booth": booth})
    if item not in for_sale(state, booth):
        second = item < ENERGY_DRINK and state.packs[state.mover] >> item & 1
        return Refusal("FR-42", "second_pack" if second else "sold_out", {"item": item})
    rat = customer(tables, state, booth)
    if parts[-1] == "buy" and not can_buy(tables, state, booth, rat):
        cheese = state.goods[GOODS * state.mover + CHEESE]
        return Refusal("FR-40", "price", {"price": tables.prices[booth], "cheese": cheese})
    if parts[-1] == "steal" and token_works(state, NEIL, rat):
        return Refusal("FR-65", "neil_never_steals")
    if parts[-1] == "steal" and token_works(state, RATWOMAN, rat):
        return Refusal("FR-68", "ratwoman_never_steals")
    return Refusal("FR-40", "buy_or_steal", {"item": item})


def _why_not_track(state: State, parts: PartPath) -> Refusal | None:
    if parts[0].startswith("rat:"):
        return Refusal("FR-10", "moving_is_over")
    if parts[0].startswith("drink:"):
        return Refusal("FR-24", "too_late_to_drink")
    kind, _, name = parts[0].partition(":")
    if kind != "track" or name not in TRACKS:
        return None
    if name in _EARNED:
        return Refusal(_EARNED[name], "not_for_goods", {"track": TRACKS.index(name)})
    if not state.markers[state.mover]:
        return Refusal("FR-51", "no_marker")
    tables = tables_of(state)
    track = TRACKS.index(name)
    needs: Needs = ((CHEESE, tables.donation),)
    if track in PARTS:
        if len(parts) > 1:
            works_now = works(state, DISCOUNT)
            return Refusal("FR-53", "wrong_discount" if works_now else "no_discount")
        needs = tables.needs[Build(track)]
    for required, amount in needs:
        have = state.goods[GOODS * state.mover + required]
        if have < amount:
            return Refusal("FR-50", "goods_short", {"kind": required, "have": have, "need": amount})
    return None
