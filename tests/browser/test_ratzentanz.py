"""The town of Ratzentanz in the browser: reach, what blocks a way, canal and stairs, crowds, dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from ratskeller.core.match import AnyMatch
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import MOVE, NOWHERE, ORDER, RATS, State, Walk
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import found, levels, put
from tests.kinds import as_a

BOTS = ("random", "random")
MANY = 180  # moves of a doubled six
WHOLE = 0.9999  # of a drawing: browsers round where it begins and ends to parts of a pixel
BYTES_A_MOVE = 300
TOWN = GAME.ground.town
POINTED = """(part) => {
  const hits = ([x, y]) => document.elementFromPoint(x, y)?.closest("[data-part]")?.dataset.part === part;
  const { x, y, width, height } = document.querySelector(`[data-part="${part}"]`).getBoundingClientRect();
  const steps = [...Array(9).keys()].map((step) => (step + 1) / 10);
  return steps.flatMap((a) => steps.map((b) => [x + a * width, y + b * height])).find(hits) ?? null;
}"""
"""A point at which this part lies on top of all others."""


def sit(house: House, person: Person, wanted: Callable[[AnyMatch], bool]) -> AnyMatch:
    """At a table of four where the wanted is the case; the match as it was played up to there."""
    chairs = (person, *BOTS, "random")
    match = found(4, wanted, {}, levels(chairs), "ratzentanz")
    person.open(put(house, chairs, match, match.entries, confirm=True)).seated().asked()
    return match


def seen(match: AnyMatch) -> State:
    """The town as the first seat sees it, with its draft."""
    return as_a(State, match.view(0).seen)


def walks(match: AnyMatch) -> list[Walk]:
    """The walks of the first seat, where a walk is what it is asked for."""
    if match.to_act != 0 or seen(match).phase != MOVE:
        return []
    return [action for action in match.legal(0) if isinstance(action, Walk)]


def sq(square: int) -> str:
    return f"sq:{TOWN.names[square]}"


def walkers(match: AnyMatch) -> list[str]:
    return sorted({f"rat:0.{walk.rat}" for walk in walks(match)})


def test_hundreds_of_moves_are_lit_again_by_one_message(house: House, ada: Person) -> None:
    """A doubled six, taken back. (`python -m bench.waiting` measures how long that takes.)"""
    match = sit(house, ada, lambda match: len(walks(match)) >= MANY)
    walk = next(walk for walk in walks(match) if walk.via == NOWHERE)
    ada.point(f"rat:0.{walk.rat}")
    ada.point(sq(walk.to))
    expect(ada.one("#undo")).to_be_visible()
    told = len(ada.updates)
    ada.click("#undo")
    expect(ada.one("#undo")).to_be_hidden()
    ada.asked()
    assert set(walkers(match)) <= set(ada.look()["lit"])
    (update,) = ada.updates[told:]
    assert len(update) < BYTES_A_MOVE * len(match.legal(0))


# --- where a rat can go, and where it cannot ---


def refused(match: AnyMatch, *rules: str) -> Iterator[tuple[str, str]]:
    """Rats and other squares that they cannot reach because of one of these rules."""
    for rat in walkers(match):
        for square in range(len(TOWN.names)):
            refusal = match.game.why_not(match.view(0), (rat, sq(square)))
            if refusal and refusal.rule in rules and square != seen(match).at[int(rat[-1]) - 1]:
                yield rat, sq(square)


BLOCKED = {
    "RT-61": "The Pied Piper stands in the way.",
    "RT-62": "The Pied Piper stands on that square.",
    "RT-75": "The cat guards that storeroom: nobody gets in or out.",
    "RT-20": "The steps do not fit",
}


@pytest.mark.parametrize("rule", BLOCKED)
def test_a_place_out_of_reach_says_what_blocks_the_way(
    house: House, ada: Person, rule: str
) -> None:
    match = sit(house, ada, lambda match: any(True for _ in refused(match, rule)))
    rat, square = next(refused(match, rule))
    ada.point(rat)
    assert square not in ada.look()["lit"]
    ada.spot(square).focus()
    ada.keys("Enter")
    why = ada.one("#why")
    expect(why).to_contain_text(BLOCKED[rule])
    expect(why.locator("a.cite").first).to_have_text(f"Rule {rule}")


def test_what_a_rat_can_reach_is_lit_and_its_way_is_drawn(house: House, ada: Person) -> None:
    match = sit(house, ada, lambda match: len(walks(match)) > 6)
    rat = walkers(match)[0]
    ada.point(rat)
    mine = [walk for walk in walks(match) if f"rat:0.{walk.rat}" == rat]
    goals = {sq(walk.to if walk.via == NOWHERE else walk.via) for walk in mine}
    lit = {thing for thing in ada.look()["lit"] if thing.startswith("sq:")}
    assert lit == goals
    direct = next(sq(walk.to) for walk in mine if walk.via == NOWHERE)
    ada.spot(direct).hover(force=True)
    expect(ada.one("[data-over=walk] .way")).to_have_count(1)
    expect(ada.one("#preview")).to_contain_text("step")
    ada.page.mouse.move(5, 5)
    expect(ada.one("[data-over=walk] .way")).to_have_count(0)


# --- under ground and by magic ---


@pytest.mark.parametrize("where", ["canal", "stairs"])
def test_an_exit_is_chosen_on_the_map(house: House, ada: Person, where: str) -> None:
    mouths = set(GAME.ground.canals if where == "canal" else GAME.ground.stairs)
    match = sit(house, ada, lambda match: any(walk.via in mouths for walk in walks(match)))
    entrance = next(walk.via for walk in walks(match) if walk.via in mouths)
    rat = next(walk.rat for walk in walks(match) if walk.via == entrance)
    ada.point(f"rat:0.{rat}")
    ada.point(sq(entrance))
    exits = {sq(walk.to) for walk in walks(match) if (walk.rat, walk.via) == (rat, entrance)}
    assert set(ada.look()["lit"]) == exits
    assert exits <= {sq(mouth) for mouth in mouths - {entrance}}
    goal = min(exits)
    ada.spot(goal).hover(force=True)
    expect(ada.one("[data-over=walk] .way").first).to_be_attached()
    drafted = ada.one("#undo").text_content() or ""
    ada.point(goal)
    expect(ada.one("#undo")).not_to_have_text(drafted)
    name = ada.spot(f"rat:0.{rat}").get_attribute("aria-label") or ""
    assert name in (ada.spot(goal).get_attribute("aria-label") or "")


# --- crowds ---


def crowded(match: AnyMatch) -> bool:
    """Three rats of the first seat share a square with each other, and one of them can walk."""
    own = seen(match).at[:RATS]
    return any(own.count(square) >= 3 for square in own if square != NOWHERE) and bool(walks(match))


@pytest.mark.parametrize("phone", [False, True])
def test_every_rat_of_a_crowd_can_be_pointed_at(house: House, invite: Invite, phone: bool) -> None:
    ada = invite("finger", **PHONE) if phone else invite()
    match = sit(house, ada, crowded)
    for index, square in enumerate(seen(match).at):
        if square == NOWHERE or seen(match).at.count(square) == 1:
            continue
        part = f"rat:{index // RATS}.{index % RATS + 1}"
        ada.spot(part).scroll_into_view_if_needed()
        assert ada.page.evaluate(POINTED, part), f"{part} lies under the others"
        box = ada.spot(part).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 24, part


def test_by_keyboard_a_crowd_asks_which_one(house: House, invite: Invite) -> None:
    def crowd(match: AnyMatch) -> list[int]:
        """Where rats can walk from that share a square and carry different things."""
        state = seen(match)
        own = list(zip(state.at, state.load, strict=True))[:RATS]
        if match.to_act != 0 or len({square for square, _ in own}) == len(set(own)):
            return []
        squares = [state.at[int(rat[-1]) - 1] for rat in walkers(match)]
        return [square for square in squares if squares.count(square) > 1]

    ada = invite("keys")
    match = sit(house, ada, lambda match: bool(crowd(match)))
    squares = crowd(match)
    square = squares[0]
    ada.spot(sq(square)).focus()
    ada.keys("Enter")
    choices = ada.one("#why button")
    expect(choices).to_have_count(squares.count(square))
    assert len(set(choices.all_inner_texts())) == squares.count(square)
    expect(choices.first).to_be_focused()
    ada.keys("Enter")
    expect(ada.one("#back")).to_be_visible()
    expect(ada.one(".ring-chosen")).to_have_count(1)


# --- what the map tells at a glance ---


def test_food_rides_on_the_rat_and_what_is_missing_is_outlined(house: House, ada: Person) -> None:
    def laden(match: AnyMatch) -> bool:
        state = seen(match)
        homes = GAME.ground.homes[state.seats]
        return match.to_act == 0 and any(state.load) and any(state.lying[home] for home in homes)

    match = sit(house, ada, laden)
    symbols: dict[str, str] = ada.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-part]')]"
        ".map((one) => [one.dataset.part, one.firstChild.getAttribute('href')]))"
    )
    state = seen(match)
    for index, load in enumerate(state.load):
        symbol = symbols[f"rat:{index // RATS}.{index % RATS + 1}"]
        assert (f"-{load}" in symbol and "hamelin" in symbol) == bool(load)
    for home in GAME.ground.homes[state.seats]:
        heap = state.lying[home]
        for kind in range(1, 7):
            there = heap // 10 ** (kind - 1) % 10
            wanted = f"#chip-{kind}" if there else f"#lack-{kind}"
            assert symbols[f"chip:{TOWN.names[home]}.{kind}"] == wanted


def test_on_a_phone_both_dice_stay_in_sight_while_the_town_scrolls(
    house: House, invite: Invite
) -> None:
    ada = invite("finger", **PHONE)
    sit(house, ada, lambda match: match.to_act == 0 and seen(match).phase == ORDER)
    for _ in range(6):
        for die in ("die:number", "die:symbol"):
            expect(ada.spot(die)).to_be_in_viewport(ratio=WHOLE)
            box = ada.spot(die).bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44
        ada.page.mouse.wheel(0, 400)
        ada.page.wait_for_timeout(50)
    ada.point("die:number")
    expect(ada.one("#undo")).to_be_visible()
    expect(ada.spot("die:symbol")).to_be_in_viewport(ratio=WHOLE)
