"""How large things are: lettering, pieces and what can be pressed, from a phone to a wide screen."""

from __future__ import annotations

from typing import Any

from ratskeller.core.match import AnyMatch
from ratskeller.games.first_rat.rules.state import State
from ratskeller.words import LANGUAGES
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import BOTS, every_game, my_turn, prepare
from tests.kinds import as_a

LAPTOP = {"width": 1366, "height": 768}
ZOOMED = {"width": 683, "height": 384}
WIDE = {"width": 2560, "height": 1440}
LETTERS, PIECES, PRESSED = 12, 28, 24
"""Least sizes in pixels: of letters and pieces on a laptop, of what can be pressed on a phone."""

MEASURE = """() => {
  const sizeOf = (word) => {
    const { a, b } = word.getScreenCTM();
    return Math.hypot(a, b) * parseFloat(getComputedStyle(word).fontSize);
  };
  const shown = [...document.querySelectorAll("svg[data-sheet]")].filter((svg) => svg.checkVisibility());
  const all = (css) => shown.flatMap((svg) => [...svg.querySelectorAll(css)]);
  const words = all("text").filter((one) => one.checkVisibility() && one.textContent.trim());
  const least = (node) => { const { width, height } = node.getBoundingClientRect(); return Math.min(width, height); };
  return {
    letters: words.map((one) => [sizeOf(one), one.textContent]).sort(([a], [b]) => a - b),
    pieces: all("[data-part] > use:last-of-type").map((one) => [least(one), one.parentNode.dataset.part]).sort(([a], [b]) => a - b),
  };
}"""
IN_SIGHT = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const floor = Math.min(...[...document.querySelectorAll(".dock, .aloft")].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top));
  return [...document.querySelectorAll(".part.lit, .place.lit")].map((node) => {
    const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
    const low = node.closest(".dock") ? innerHeight : floor;
    return [node.dataset.part ?? node.dataset.place, Math.min(width, height), left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= low + 1];
  });
}"""
FREE = """() => {
  const boxOf = (css) => document.querySelector(css).getBoundingClientRect();
  const shared = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const open = { left: 0, right: innerWidth, top: 0, bottom: boxOf(".dock").top };
  const board = boxOf(".sheet-board svg");
  return (shared(board, open) - shared(board, boxOf(".aloft"))) / (innerWidth * innerHeight);
}"""


def measured(person: Person) -> dict[str, list[tuple[float, str]]]:
    found: dict[str, Any] = person.page.evaluate(MEASURE)
    return found


def built(match: AnyMatch) -> bool:
    """Markers lie on tracks, things are in the kit, lights are far, and the first seat moves rats."""
    state = as_a(State, match.state)
    far = sum(map(len, state.tracks)) >= 5 and any(state.caps) and max(state.light) > 8
    return match.to_act == 0 and not match.drafted and far and len(match.legal(0)) > 4


def beginning(match: AnyMatch) -> bool:
    return match.to_act == 0


MOVING = ("rat:", "pin:", "paw:", "cube:")


def is_read(person: Person, moving: tuple[str, ...]) -> None:
    """Letters and pieces are as large as they should be on a laptop."""
    found = measured(person)
    assert [one for one in found["letters"] if one[0] < LETTERS] == []
    pieces = [one for one in found["pieces"] if one[1].startswith(moving)]
    assert pieces
    assert [one for one in pieces if one[0] < PIECES] == []


def test_the_yard_can_be_read_on_a_laptop_in_every_language(house: House, invite: Invite) -> None:
    ada = invite(viewport=LAPTOP)
    address = prepare(house, ada, *BOTS, "random", game="first_rat", wanted=built)
    for language in LANGUAGES:
        ada.prefer(language=language, speed="0")
        ada.open(address).seated().asked()
        is_read(ada, MOVING)


def test_five_families_at_the_start_are_no_heap_of_crumbs(house: House, invite: Invite) -> None:
    ada = invite(viewport=LAPTOP)
    address = prepare(house, ada, *["random"] * 4, game="first_rat", wanted=beginning)
    ada.open(address).seated().asked()
    is_read(ada, MOVING)


def test_the_square_can_be_read_on_a_laptop(house: House, invite: Invite) -> None:
    ada = invite(viewport=LAPTOP)
    ada.open(prepare(house, ada, *BOTS, "random")).seated().asked()
    is_read(ada, ("figure:", "card:", "character:"))


def test_on_a_phone_what_can_be_pressed_is_in_sight_and_large_enough(
    house: House, invite: Invite
) -> None:
    ada = invite("finger", **PHONE)
    ada.open(prepare(house, ada, *BOTS, game="first_rat", wanted=built)).seated().asked()
    kinds = set()
    for _ in range(12):
        found = ada.page.evaluate(IN_SIGHT)
        assert [one for one in found if one[1] < PRESSED] == []
        if found:
            kinds.add(found[0][0].partition(":")[0])
            assert found[0][2], f"{found[0][0]} is out of sight"
        if not ada.act():
            break
    assert {"rat", "space"} <= kinds


@every_game
def test_at_twice_the_size_half_of_the_window_is_the_boards(
    house: House, invite: Invite, game: str
) -> None:
    ada = invite(viewport=ZOOMED)
    ada.open(prepare(house, ada, *BOTS, game=game, wanted=my_turn)).seated().asked()
    assert ada.act()
    ada.page.evaluate("() => document.querySelector('.sheet-board').scrollIntoView()")
    ada.page.mouse.move(0, 0)
    expect(ada.one("#preview")).to_be_empty()  # it rested on what was pressed
    assert ada.page.evaluate(FREE) >= 0.5


@every_game
def test_on_a_wide_screen_type_grows_and_little_is_left_empty(
    house: House, invite: Invite, game: str
) -> None:
    ada = invite(viewport=WIDE)
    ada.open(prepare(house, ada, *BOTS, game=game, wanted=my_turn)).seated().asked()
    size, used = ada.page.evaluate(
        "() => [parseFloat(getComputedStyle(document.documentElement).fontSize),"
        " document.querySelector('.stage').offsetWidth + document.querySelector('.dock').offsetWidth]"
    )
    assert 18 <= size <= 20
    assert used > WIDE["width"] * 2 / 3
    assert [one for one in measured(ada)["letters"] if one[0] <= LETTERS] == []
