"""The setting "larger text" on the sheets: their lettering grows, too, and nothing runs into anything."""

from __future__ import annotations

from typing import Any

from tests.browser.conftest import FAST, House, Invite
from tests.browser.people import Person
from tests.browser.prepared import every_game, found, levels, my_turn, put

LAPTOP = {"width": 1366, "height": 768}
LETTERS = """() => [...document.querySelectorAll("svg[data-sheet] text")].filter((one) => one.checkVisibility() && one.textContent.trim()).map((one) => {
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  const full = Number(getComputedStyle(one).getPropertyValue("--room") || 9) < 1.25;
  const symbol = one.closest("[data-part]")?.querySelector("use:last-of-type").getAttribute("href").slice(1);
  const { a, b } = one.parentNode.getScreenCTM();
  const room = (JSON.parse(document.getElementById("geometry").textContent).symbols[symbol]?.[5] || Infinity) * Math.hypot(a, b);
  return { words: one.textContent, sheet: one.ownerSVGElement.dataset.sheet, box: [left, top, right, bottom], height, full, over: room < Infinity && width > room + 1.5 };
})"""


def lettering(person: Person, address: str, **settings: str) -> list[dict[str, Any]]:
    person.prefer(**FAST, **settings)
    person.open(address).seated().asked()
    letters: list[dict[str, Any]] = person.page.evaluate(LETTERS)
    return letters


def collisions(letters: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """Pairs of words of one sheet that lie upon each other by more than a hair."""
    hair, met = 2.0, set()
    for at, one in enumerate(letters):
        for other in letters[at + 1 :]:
            (a, b, c, d), (e, f, g, h) = one["box"], other["box"]
            if min(c, g) - max(a, e) > hair and min(d, h) - max(b, f) > 0.4 * (d - b):
                met.add((f"{at} {one['words']}", f"{letters.index(other)} {other['words']}"))
    return met


@every_game
def test_larger_text_enlarges_the_lettering_of_the_sheets(
    house: House, invite: Invite, game: str
) -> None:
    ada = invite(viewport=LAPTOP)
    chairs: list[Person | str] = [ada, *["random"] * 3]
    match = found(4, my_turn, {}, levels(chairs), game, "greedy")
    address = put(house, chairs, match, match.entries)
    plain = lettering(ada, address)
    large = lettering(ada, address, large="on")
    assert [one["words"] for one in plain] == [one["words"] for one in large]
    free = [one for one in large if not one["full"]]
    assert len(free) > 0.8 * len(large), "words that fill their plates are few"
    for before, after in zip(plain, large, strict=True):
        if before["sheet"] == "board":
            least = 0.9 if after["full"] else 1.1
            assert after["height"] >= least * before["height"], (before, after)
        assert not after["over"], f"{after['words']} leaves its plate"
    assert collisions(large) <= collisions(plain)
