"""How large things are on the map of Ratzentanz. (What all games share is in `test_sizes.py`.)"""

from __future__ import annotations

from typing import Any

import pytest

from ratskeller.core.match import AnyMatch
from ratskeller.games.ratzentanz.rules.state import RATS, State
from ratskeller.words import LANGUAGES
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person
from tests.browser.prepared import found, levels, put
from tests.kinds import as_a

DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
LETTERING, PIECE, SQUARE, TARGET = 12, 28, 36, 24  # CSS pixels

SIZES = """() => {
  const sheet = document.getElementById("sheet-board");
  const all = (css) => [...sheet.querySelectorAll(css)];
  const side = (node) => { const { width, height } = node.getBoundingClientRect(); return Math.min(width, height); };
  const least = (nodes, measure) => Math.min(...nodes.map(measure));
  const letters = (node) => parseFloat(getComputedStyle(node).fontSize) * Math.hypot(node.getScreenCTM().a, node.getScreenCTM().b);
  const kind = (name) => all(`[data-part^="${name}"]`).map((node) => node.firstChild);
  return {
    lettering: least(all("text").filter((node) => node.checkVisibility()), letters),
    squares: least(all("[data-place^='sq:']"), side), paving: least(all("[href='#plate']"), side),
    ...Object.fromEntries(["rat:", "chip:", "piper", "cat"].map((name) => [name, least(kind(name), side)])),
  };
}"""
"""The least of each kind, in pixels of the window. A piece is measured without its number."""

LIT = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll("#sheet-board .lit")].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const seen = ([left, top]) => !!document.elementFromPoint(left, top)?.closest("#sheet-board");
  return { side: Math.min(width, height), seen: seen([x, y]) && seen([x + width, y + height]) };
});
}"""


def seen(match: AnyMatch, seat: int) -> State:
    return as_a(State, match.view(seat).seen)


def sit(house: House, person: Person, seat: int, wanted: Any) -> AnyMatch:
    chairs: list[Person | str] = ["random"] * 4
    chairs[seat] = person
    match = found(4, wanted, {}, levels(chairs), "ratzentanz")
    person.open(put(house, chairs, match, match.entries)).seated().asked()
    return match


def walking(match: AnyMatch, seat: int) -> bool:
    """A rat is to be chosen by this seat."""
    return match.to_act == seat and all(
        match.game.path(match.state, action)[0].startswith("rat:") for action in match.legal(seat)
    )


def lively(match: AnyMatch) -> bool:
    """Rats of all seats are at home and under way, cat and Piper are in town, food lies about."""
    state = seen(match, 0)
    return walking(match, 0) and len(match.entries) > 100 and min(state.cat, state.piper) >= 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_small_desk_lettering_pieces_and_squares_are_large_enough(
    house: House, invite: Invite, language: str
) -> None:
    ada = invite(settings={"language": language, "speed": "0"}, **DESK)
    sit(house, ada, 0, lively)
    sizes = ada.page.evaluate(SIZES)
    print(language, sizes)
    assert sizes["lettering"] >= LETTERING
    assert min(sizes["squares"], sizes["paving"]) >= SQUARE
    assert min(sizes["chip:"], sizes["piper"], sizes["cat"]) >= PIECE
    assert sizes["rat:"] >= TARGET, "a crowd is set smaller, and still each rat can be pressed"


def test_a_rat_for_itself_and_one_that_waits_are_as_large_as_any_piece(
    house: House, invite: Invite
) -> None:
    ben = invite(**DESK)
    match = sit(house, ben, 0, lambda match: walking(match, 0) and len(match.entries) < 60)
    at = seen(match, 0).at
    alone = [index for index, square in enumerate(at) if at.count(square) == 1 or square < 0]
    assert len(alone) > 4
    for index in alone:
        box = ben.spot(f"rat:{index // RATS}.{index % RATS + 1}").locator("use").bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= PIECE, index


@pytest.mark.parametrize("seat", range(4))
def test_on_a_phone_what_can_be_chosen_is_in_sight_and_large_enough(
    house: House, invite: Invite, seat: int
) -> None:
    """Nests are in the corners of a town that is twice as wide as the window."""
    ada = invite("finger", **PHONE)
    sit(house, ada, seat, lambda match: walking(match, seat) and len(match.entries) < 80)
    lit = ada.page.evaluate(LIT)
    assert lit
    assert min(one["side"] for one in lit) >= TARGET
    assert any(one["seen"] for one in lit)
