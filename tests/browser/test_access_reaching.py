"""What keys, fingers and screen readers reach, in a real browser: focus, targets, the board (A07 to A11)."""

from __future__ import annotations

import re

from ratskeller import games
from ratskeller.core.match import AnyMatch
from ratskeller.games.parts import game_board
from tests.browser.conftest import House, Invite
from tests.browser.people import GAME, PHONE, Person, expect
from tests.browser.prepared import (
    BOTS,
    SHORT,
    at_turn,
    every_game,
    every_game_and,
    my_turn,
    over,
    prepare,
)
from tests.statements import statement

# --- focus and pointer ---


FOCUS = """() => {
  const node = document.activeElement;
  if (node === document.body) return null;
  const label = node.closest("label") ?? node;
  const style = getComputedStyle(label);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const own = getComputedStyle(node);
  const ringed = !!document.querySelector("[data-over=focus] .ring-focus");
  const box = node.getBoundingClientRect();
  const dock = document.getElementById("dock");
  const bar = dock.getBoundingClientRect();
  const stuck = getComputedStyle(dock).position === "sticky" && !dock.contains(node);
  return {
    what: node.outerHTML.slice(0, 90), top: box.top, bottom: box.bottom,
    shown: outlined || ringed || (own.outlineStyle !== "none" && parseFloat(own.outlineWidth) >= 2),
    hidden: box.bottom <= 0 || box.top >= innerHeight || (stuck && box.top >= bar.top),
  };
}"""


@statement("A07")
@every_game_and("size", [(1280, 900), (360, 740)])
def test_focus_is_always_visible_and_never_under_the_action_bar(
    house: House, invite: Invite, size: tuple[int, int], game: str
) -> None:
    ada = at_turn(house, invite(viewport={"width": size[0], "height": size[1]}), game=game)
    ada.keys("Tab")
    faults, stops = [], 0
    for _ in range(60):
        seen = ada.page.evaluate(FOCUS)
        if seen:
            stops += 1
            if not seen["shown"] or seen["hidden"]:
                faults.append(seen)
        ada.keys("Tab")
    assert stops > 30
    assert faults == []
    ada.keys("b")
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowUp"):
        ada.keys(key)
        seen = ada.page.evaluate(FOCUS)
        assert seen["shown"], seen
        assert not seen["hidden"], seen


@statement("A08")
@every_game
def test_nothing_happens_on_pointer_down_and_nothing_needs_dragging(
    house: House, ada: Person, game: str
) -> None:
    at_turn(house, ada, game=game)
    before = ada.look()["print"]
    box = ada.spot(ada.look()["lit"][0]).bounding_box()
    assert box
    ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ada.page.mouse.down()
    ada.page.wait_for_timeout(700)
    assert ada.look()["print"] == before, "something happens on pointer-down, or on a long press"
    ada.page.mouse.move(5, 5)
    ada.page.mouse.up()
    assert ada.look()["print"] == before
    assert ada.one("[draggable=true], [ondblclick]").count() == 0


# --- targets ---


SMALL = """(least) => {
  const inline = (node) => node.matches("a") && getComputedStyle(node).display === "inline";
  const boxes = (node) => [node.closest("label") ?? node];
  return [...document.querySelectorAll("a[href], button, input, select, summary, [role=button]")]
    .filter((node) => node.checkVisibility() && !node.closest(".skip, .unseen") && !inline(node))
    .flatMap(boxes)
    .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (width < least - 0.5 || height < least - 0.5))
    .map(([name, { width, height }]) => `${Math.round(width)}x${Math.round(height)} ${name}`);
}"""
SMALL_MAIN = """([least, played]) => [...document.querySelectorAll(
    `.main-act, #acts button, .chip button, summary, #moves button, ${played}`)]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < least - 0.5 || height < least - 0.5)
  .map(([name, { width, height }]) => `${Math.round(width)}x${Math.round(height)} ${name}`)"""


PLAYED_ON = {
    "first_rat": "[data-place^='space:'], [data-place^='booth:'], [data-place^='track:']",
    "pied_piper": "[data-part^='hand:'], [data-place^='slot:'], [data-place^='house:'], [data-place^='gap:']",
    "ratzentanz": "[data-part^='die:']",
}
"""What turns are played on. The squares of the town and what lies on a shelf are smaller, but each of
their moves is a button in the list of moves, too."""


@statement("A09")
@every_game_and("touch", [False, True])
def test_targets_are_large_enough(house: House, invite: Invite, touch: bool, game: str) -> None:
    ada = invite(**PHONE) if touch else invite()
    finished = prepare(house, ada, *BOTS, wanted=over, game=game, options=SHORT[game])
    tables = [prepare(house, ada, *others, game=game) for others in (BOTS, everybody_else(game))]
    around = ("/", "/settings") if game == GAME else ()
    main = [44 if touch else 24, PLAYED_ON[game]]
    for path in (*around, f"/new/{game}", f"{finished}/5", finished, *tables):
        ada.open(path)
        if path in (*tables, finished):
            ada.seated()
        assert ada.page.evaluate(SMALL, 24) == [], path
        if touch:
            assert ada.page.evaluate(SMALL_MAIN, main) == [], path
    ada.asked().act()
    ada.act()
    ada.asked().keys("m")
    assert ada.one("#moves button").count() > 0
    assert ada.page.evaluate(SMALL_MAIN, main) == []


def everybody_else(game: str) -> list[str]:
    """Bots for all seats but one: a full table has the least room."""
    return ["random"] * (max(games.find(game).meta.seats) - 1)


# --- the board as a structure ---


ROWS = {
    "first_rat": ("space:3", "ArrowRight", ("space:4", "space:5", "space:6")),
    "pied_piper": ("slot:0", "ArrowRight", ("slot:1", "slot:2", "slot:3")),
    "ratzentanz": ("sq:c4", "ArrowRight", ("sq:d4", "sq:e4", "sq:f4")),
}
"""Where a row of places begins, the key that follows it, and where it leads."""
OCCUPANTS = {"first_rat": "rat:", "pied_piper": "figure:", "ratzentanz": "rat:"}
ASIDE = re.compile("in the Nursery|in the rocket|spare rat")
"""What lies beside the board has a name of its own."""


@statement("A11")
@every_game
def test_the_board_is_a_structure_that_arrows_follow(house: House, ada: Person, game: str) -> None:
    at_turn(house, ada, game=game)
    names = names_of_places(ada)
    assert len(set(names.values())) == len(names), "two places have the same name"
    start, key, row = ROWS[game]
    ada.spot(start).focus()
    for place in row:
        ada.keys(key)
        assert focused(ada) == place
    ada.keys("m")
    expect(ada.one("#panel-moves")).to_have_attribute("open", "")
    offers = ada.one("#moves li button").count()
    assert offers == int(ada.one("#moves-count").inner_text())


def crowded(match: AnyMatch) -> bool:
    """The first seat begins a turn, and four figures or more stand on the board."""
    if not my_turn(match):
        return False
    parts = game_board(match.game, "en").parts(match.view(0), match.names)
    figures = [one for one in parts if one.id.startswith(OCCUPANTS[match.game.meta.id])]
    return sum(not ASIDE.search(one.label) for one in figures) >= 4


@statement("A11")
@every_game
def test_a_place_says_what_is_on_it(house: House, ada: Person, game: str) -> None:
    at_turn(house, ada, game=game, wanted=crowded)
    names = " · ".join(names_of_places(ada).values())
    labels = ada.page.eval_on_selector_all(
        f"[data-part^='{OCCUPANTS[game]}']", "(all) => all.map((one) => one.ariaLabel)"
    )
    standing = [label for label in labels if not ASIDE.search(label)]
    assert len(standing) >= 4
    assert [label for label in standing if label not in names] == []


@statement("A11")
def test_a_house_says_how_full_it_is_and_who_is_beside_it(house: House, ada: Person) -> None:
    at_turn(house, ada)
    names = names_of_places(ada)
    for seat in range(3):
        assert re.search(r"level \d, roof at 7; .*the gap to its left", names[f"house:{seat}"])
        near = ada.spot(f"house:{seat}").get_attribute("data-near")
        assert near
        reached = set()
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            ada.spot(f"house:{seat}").focus()
            ada.keys(key)
            reached.add(focused(ada))
        assert set(near.split()) <= reached


def names_of_places(person: Person) -> dict[str, str]:
    names: dict[str, str] = person.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.place')]"
        ".filter((one) => one.ariaLabel).map((one) => [one.dataset.place, one.ariaLabel]))"
    )
    return names


def focused(person: Person) -> str:
    name: str = person.page.evaluate(
        "() => document.activeElement.dataset.place ?? document.activeElement.dataset.part ?? ''"
    )
    return name
