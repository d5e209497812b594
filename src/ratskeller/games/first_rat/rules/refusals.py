"""Why not: every choice that leads nowhere is answered with the rule that forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import PartPath, Refusal, View
from ratskeller.games.first_rat.rules.actions import ITEM_CODES, shelf, way_button
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
    KINDS,
    LAUNCHPAD,
    LEGS,
    LOLA,
    MOVE,
    NEIL,
    NO_KIND,
    NURSERY,
    PARTS,
    RAISE,
    RATS,
    RATWOMAN,
    REWARD,
    ROCKET_SHIP,
    SCORE,
    START,
    STOOD_STILL,
    SUPER_RATS,
    TRACKS,
    TWO_COLOURS,
    YELLOW_SHORTCUTS,
    Build,
    Item,
    Kind,
    Move,
    Rat,
    Space,
    State,
    Track,
)
from ratskeller.games.first_rat.rules.tables import Needs, Reach, tables_of
from ratskeller.games.first_rat.rules.turn import legal, step_of, to_act

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
        return Refusal("FR-83" if state.ending == "stuck" else "FR-80", "over")
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
        refusal = _why_not_late(state, parts)
    return refusal or _question(state)


def _question(state: State) -> Refusal:
    """What is to be decided first. Nothing is advised that would be refused in turn."""
    if state.phase == SCORE and len(legal(state)) == 1:
        return Refusal("FR-50", "only_end")
    if state.phase != MOVE or state.walked == STOOD_STILL:
        return Refusal(*_QUESTIONS[state.phase])
    if debt := _debt(state):
        return debt
    if step_of(state) == 1:
        return Refusal("FR-20", "collect_or_move")
    return Refusal(*_QUESTIONS[COLLECT])


def _number(part: str, kind: str) -> int | None:
    """The number of a part such as `rat:6`."""
    name, _, number = part.partition(":")
    return int(number) if name == kind and number.isdecimal() and len(number) < 3 else None


# --- step 1 ------------------------------------------------------------------------------------


def _why_not_move(state: State, parts: PartPath) -> Refusal | None:
    if parts[0] in ("take", "leave"):
        return _why_not_stop(state)
    rat = _number(parts[0], "rat")
    if rat is None or rat >= len(state.rats):
        return None
    if refusal := _why_not_rat(state, rat):
        return refusal
    if state.rats[rat] == START and is_twin(state, rat):
        return _why_not_twin(state, rat, parts)
    if len(parts) == 1:
        return Refusal("FR-13", "nowhere_to_go", {"rat": rat})
    end = _number(parts[1], "space")
    if end is None:
        return Refusal("FR-10", "choose_space", {"rat": rat})
    return _why_not_space(state, rat, end) or _why_not_way(state, rat, end, parts[-1])


def _why_not_twin(state: State, rat: Rat, parts: PartPath) -> Refusal | None:
    """A rat that another stands for (FR-19): that one is to be taken, if it can do this at all."""
    first = RATS * state.mover
    plain = (r for r in range(first, rat) if state.rats[r] == START and r not in state.tokens)
    other = next(plain)
    instead = (f"rat:{other}", *parts[1:])
    tables = tables_of(state)
    for action in legal(state):
        if isinstance(action, Move) and RATS * state.mover + action.rat == other:
            whole = (instead[0], f"space:{action.space}", way_button(tables, action.via))
            if whole[: len(parts)] == instead:
                return Refusal("FR-19", "same_rat", {"rat": rat})
    return _why_not_move(state, instead)


def _why_not_stop(state: State) -> Refusal:
    if state.walked == STOOD_STILL:
        return Refusal("FR-10", "must_move")
    return _debt(state) or Refusal("FR-20", "nothing_to_leave")


def _debt(state: State) -> Refusal | None:
    """A rat that must move on before anything else: another has landed where it stands."""
    first = RATS * state.mover
    spaces = state.rats[first : first + RATS]
    moved = sum(1 << n for n in range(RATS) if state.walked[n])
    for n in range(RATS):
        if not state.walked[n] and owes(spaces, moved, n):
            return Refusal("FR-12", "owes_move", {"rat": first + n, "space": spaces[n]})
    return None


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
    for other, limit in enumerate(limits_together(state)):
        if state.walked[other] > limit:
            alone = RATS * state.mover + other
            rule = _limit_rule(state, alone, company=True)
            return Refusal(rule, "went_alone", {"rat": alone, "limit": limit})
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
    limit = _limit(state, rat)
    every = (1 << len(tables.chains)) - 1
    if not tables.reach(origin, limit, every).spaces >> end & 1:
        neil = company and state.tokens[NEIL] == rat  # only alone does he go any distance
        rule = "FR-65" if neil else _limit_rule(state, rat, company=company)
        return Refusal(rule, "too_far", {"limit": limit})
    if not _reach(state, rat).spaces >> end & 1:
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
                spaces: dict[str, str | int] = {"space": end, "other": where}
                if works(state, TWO_COLOURS):
                    return Refusal("FR-63", "mix", spaces)
                return Refusal("FR-11", "colour", spaces)
    wanted = (f"rat:{rat}", f"space:{end}")
    if any(parts_of(state, action)[:2] == wanted for action in legal(state)):
        return None
    for other in range(RATS):
        if other != n and state.rats[first + other] == end:
            return Refusal("FR-12", "own_rat", {"rat": first + other, "space": end})
    return Refusal("FR-13", "cannot_finish", {"rat": rat, "space": end})


def _why_not_way(state: State, rat: Rat, end: Space, way: str) -> Refusal:
    """Other ways lead there. This one does not, or cannot be paid, or is too long (FR-15); or it is
    too long only for the company that must follow, for a rat that stands there has to move on
    (FR-13).
    """
    tables = tables_of(state)
    ways = _reach(state, rat).ways[rat % RATS]
    walkable = any(to == end and way_button(tables, via) == way for _, to, _, via in ways)
    return Refusal("FR-13" if walkable else "FR-15", "no_such_way")


def _limit(state: State, rat: Rat) -> int:
    """How far this rat may go now."""
    if state.walked == STOOD_STILL:
        return limit_alone(state, rat)
    return limits_together(state)[rat % RATS]


def _reach(state: State, rat: Rat) -> Reach:
    """Where this rat can get to by ways that can be paid."""
    tables = tables_of(state)
    chains = tables.payable(purse_of(state), state.comics[state.mover] >> YELLOW_SHORTCUTS & 3)
    return tables.reach(state.rats[rat], _limit(state, rat), chains)


def _limit_rule(state: State, rat: Rat, *, company: bool) -> str:
    """Which rule says how far this rat may go."""
    if state.tokens[LOLA] == rat:
        return "FR-66"
    return "FR-62" if company and works(state, LEGS) else "FR-10"


# --- steps 2 to 4 ------------------------------------------------------------------------------


def _item_of(part: str) -> Item | None:
    return next((item for item in range(len(ITEM_CODES)) if shelf(item) == part), None)


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
    item = _item_of(parts[0])
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


def _why_not_late(state: State, parts: PartPath) -> Refusal | None:
    """Step 4 has come: what belongs to the steps before it is over, and the rest has its price."""
    if parts[0].startswith("track:"):
        return _why_not_track(state, parts)
    first = RATS * state.mover
    if state.walked == STOOD_STILL and min(state.rats[first : first + RATS]) > LAUNCHPAD:
        return Refusal("FR-18", "nobody_awake")
    if parts[0].startswith("rat:"):
        return Refusal("FR-10", "moving_is_over")
    if parts[0].startswith("drink:"):
        return Refusal("FR-24", "too_late_to_drink")
    if parts[-1] in ("buy", "steal"):
        return _why_not_booth(state, parts)
    return None


def _why_not_booth(state: State, parts: PartPath) -> Refusal | None:
    """Whether no rat has come to this booth, or its time is over."""
    item = _item_of(parts[0])
    if item is None:
        return None
    booth = booth_of(item)
    space = tables_of(state).booth_spaces[booth]
    first = RATS * state.mover
    if any(state.walked[n] and state.rats[first + n] == space for n in range(RATS)):
        return Refusal("FR-40", "booths_over")
    return Refusal("FR-40", "booth_closed", {"booth": booth})


def _why_not_track(state: State, parts: PartPath) -> Refusal | None:
    name = parts[0].partition(":")[2]
    if name not in TRACKS:
        return None
    track = TRACKS.index(name)
    if name in _EARNED:
        return Refusal(_EARNED[name], "not_for_goods", {"track": track})
    if not state.markers[state.mover]:
        return Refusal("FR-51", "no_marker")
    if track not in PARTS:
        return _why_not_pay(state, ((CHEESE, tables_of(state).donation),))
    return _why_not_part(state, track, parts[1:])


def _why_not_part(state: State, part: Track, how: PartPath) -> Refusal | None:
    """A part is too dear, or the discount is not to be had so (FR-53). A comic that works lowers
    the price that is named: only what not even the comic makes payable is short.
    """
    offers = {
        build: needs
        for build, needs in tables_of(state).builds[works(state, DISCOUNT)]
        if build.part == part
    }
    best = min(offers.values(), key=lambda needs: _missing(state, needs))
    less = _material(how[0]) if how else NO_KIND
    if less == NO_KIND:
        return _why_not_pay(state, best) or Refusal("FR-53", "take_discount")
    if not works(state, DISCOUNT):
        if state.comics[state.mover] >> DISCOUNT & 1:
            return Refusal("FR-28", "not_yet", {"comic": DISCOUNT})
        return Refusal("FR-53", "no_discount")
    if Build(part, less) not in offers:
        return _why_not_pay(state, best) or Refusal("FR-53", "wrong_discount")
    return _why_not_pay(state, offers[Build(part, less)])


def _why_not_pay(state: State, needs: Needs) -> Refusal | None:
    """The first thing that is short (FR-50)."""
    for kind, amount in needs:
        have = state.goods[GOODS * state.mover + kind]
        if have < amount:
            return Refusal("FR-50", "goods_short", {"kind": kind, "have": have, "need": amount})
    return None


def _missing(state: State, needs: Needs) -> int:
    """How many goods the mover lacks."""
    first = GOODS * state.mover
    return sum(max(0, amount - state.goods[first + kind]) for kind, amount in needs)


def _material(part: str) -> Kind:
    """The kind of goods that a part such as `goods:0:tin` shows, or NO_KIND."""
    name = part.rpartition(":")[2]
    return KINDS.index(name) if part.startswith("goods:") and name in KINDS else NO_KIND
