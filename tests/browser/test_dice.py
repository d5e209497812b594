"""Dice of one's own: thrown by hand, or by the house for who prefers that."""

from __future__ import annotations

import pytest

from ratskeller.core.match import LUCK, AnyMatch
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.draw.board import runs
from ratskeller.games.ratzentanz.draw.foresight import reach
from ratskeller.games.ratzentanz.rules.state import DOUBLE, State
from tests.browser.conftest import House, Invite
from tests.browser.people import Person, expect
from tests.browser.prepared import found, put
from tests.kinds import as_a

BY_HAND = {"speed": "0", "language": "en", "dice": "on"}
FACES = """() => Object.fromEntries([...document.querySelectorAll("#sheet-always [data-part]")]
  .map((part) => [part.dataset.part, part.firstChild.getAttribute("href")]))"""
BLANK = {"die:number": "#die", "die:symbol": "#face-0"}
THROW = "Your turn: throw the dice."


def seen(match: AnyMatch) -> State:
    return as_a(State, match.view(0).seen)


def thrown(match: AnyMatch) -> bool:
    """Chance has just thrown for the first seat."""
    return match.to_act == 0 and match.entries[-1].by == LUCK and not match.drafted


def doubled(match: AnyMatch) -> bool:
    """And it was a 2x, of which there are marks beside the dice."""
    return thrown(match) and seen(match).symbol == DOUBLE


def faces(person: Person) -> dict[str, str]:
    found: dict[str, str] = person.page.evaluate(FACES)
    return found


def true_faces(match: AnyMatch) -> dict[str, str]:
    state = seen(match)
    return {"die:number": f"#die-{state.number}", "die:symbol": f"#face-{state.symbol}"}


def dice_of(person: Person) -> dict[str, str]:
    return {die: symbol for die, symbol in faces(person).items() if die.startswith("die:")}


def sit(house: House, person: Person, match: AnyMatch) -> Person:
    chairs = (person, "random", "random")
    return person.open(put(house, chairs, match, match.entries)).seated()


def laid(wanted: object = thrown) -> AnyMatch:
    return found(3, wanted, {}, ["", "random", "random"], "ratzentanz")  # type: ignore[arg-type]


@pytest.mark.parametrize("by", ["button", "space", "die"])
def test_dice_are_covered_until_the_person_throws_them(
    house: House, invite: Invite, by: str
) -> None:
    ada, match = invite(settings=BY_HAND), laid(doubled)
    sit(house, ada, match)
    expect(ada.one("#throw")).to_be_visible()
    expect(ada.one("#banner")).to_have_text(THROW)
    assert dice_of(ada) == BLANK
    assert not [part for part in faces(ada) if part.startswith("peg:")]
    assert ada.look()["lit"] == []
    assert "You throw" not in ada.one("#log li").last.inner_text()
    if by == "button":
        ada.click("#throw")
    elif by == "space":
        ada.keys(" ")
    else:
        ada.spot("die:number").click(force=True)  # however busy the machine is
    expect(ada.one("#throw")).to_be_hidden()
    expect(ada.one("#banner")).not_to_have_text(THROW)
    assert dice_of(ada) == true_faces(match)
    assert [part for part in faces(ada) if part.startswith("peg:")]
    assert ada.look()["lit"]
    expect(ada.one("#log li").last).to_contain_text("You throw")


def test_the_list_of_moves_says_that_the_dice_come_first(house: House, invite: Invite) -> None:
    ada = sit(house, invite(settings=BY_HAND), laid())
    ada.click("#panel-moves summary")
    told = ada.one("#panel-moves p:visible")
    expect(told).to_have_text("Throw the dice, and what you may do then is listed here.")
    ada.keys(" ")
    expect(ada.one("#moves li").first).to_be_visible()
    expect(told).to_have_count(0)


def test_who_loads_the_page_again_has_thrown_already(house: House, invite: Invite) -> None:
    ada, match = invite(settings=BY_HAND), laid()
    sit(house, ada, match)
    ada.keys(" ")
    expect(ada.one("#throw")).to_be_hidden()
    ada.page.reload()
    ada.seated().asked()
    expect(ada.one("#throw")).to_be_hidden()
    assert dice_of(ada) == true_faces(match)


def test_a_setting_has_them_thrown(house: House, invite: Invite) -> None:
    ada, match = invite(settings={**BY_HAND, "dice": "off"}), laid()
    sit(house, ada, match).asked()
    expect(ada.one("#throw")).to_be_hidden()
    assert dice_of(ada) == true_faces(match)


def test_the_first_paint_does_not_show_what_is_not_thrown(house: House, invite: Invite) -> None:
    ada, match = invite(settings=BY_HAND, java_script_enabled=False), laid()
    ada.page.goto(ada.base + put(house, (ada, "random", "random"), match, match.entries))
    expect(ada.one("#banner")).to_have_text(THROW)
    body = ada.one("#sheet-always").inner_html()
    assert 'href="#face-0"' in body
    assert f'href="#face-{seen(match).symbol}" x' not in body.split("</defs>")[1]


def test_turn_after_turn_the_person_throws_when_the_others_were_seen(
    house: House, invite: Invite
) -> None:
    """What the dice show is the house's; that a turn was thrown stands in the log only then."""
    ada = invite(settings=BY_HAND)
    ada.open(ada.lay("me:Ada", "bot:random", game="ratzentanz", options={"turn_cap": 12})).seated()
    throws = 0
    while not ada.look()["over"]:
        if ada.look()["throw"]:
            said = ada.one("#log li:has-text('You throw')").count()
            assert dice_of(ada) == BLANK
            ada.keys(" ")
            expect(ada.one("#log li:has-text('You throw')")).to_have_count(said + 1)
            assert set(dice_of(ada).values()).isdisjoint(BLANK.values())
            throws += 1
        elif not ada.act(unless="throw"):
            ada.page.wait_for_timeout(20)
    assert throws >= 4


def test_talk_goes_on_while_somebody_thinks_before_throwing(house: House, invite: Invite) -> None:
    ada, ben, match = invite(settings=BY_HAND), invite(), laid()
    address = put(house, (ada, ben, "random"), match, match.entries)
    ada.open(address).seated()
    expect(ada.one("#throw")).to_be_visible()
    ben.open(address).seated()
    ben.click("#panel-chat > summary")
    ben.page.fill("#say-text", "Throw them!")
    ben.keys("Enter")
    expect(ada.one("#chat li")).to_have_count(1)
    assert dice_of(ada) == BLANK
    ada.keys(" ")
    ada.asked()
    assert dice_of(ada) == true_faces(match)
    expect(ada.one("#chat li")).to_have_count(1)


# --- what can be looked up about dice ---


def test_throws_so_far_are_one_tap_away_and_say_nothing_of_covered_dice(
    house: House, invite: Invite
) -> None:
    ada, match = invite(settings=BY_HAND), laid()
    sit(house, ada, match)
    expect(ada.one("#throw")).to_be_visible()

    def counted() -> list[int]:
        ada.click("#open-throws")
        dialog = ada.one("#throws")
        expect(dialog).to_be_visible()
        expect(dialog.locator("table")).to_have_count(2)
        expect(dialog.locator("caption")).to_have_text(["Number die", "Symbol die"])
        expect(dialog.locator("tbody th[scope=row]")).to_have_count(14)
        expect(dialog.locator("thead th[scope=col]").first).to_have_text("Ada")
        totals = dialog.locator("tbody tr:last-child td").all_inner_texts()
        ada.keys("Escape")
        expect(dialog).to_be_hidden()
        return [int(total) for total in totals[:3]]

    before = counted()
    ada.keys(" ")
    ada.asked()
    assert counted() == [before[0] + 1, *before[1:]]


REACHED = """() => [...document.querySelectorAll("[data-over=reach] text")].map((word) => word.textContent).sort()"""


def test_what_can_be_reached_is_drawn_while_h_is_held(house: House, ada: Person) -> None:
    match = laid()
    sit(house, ada, match).asked()
    wanted = sorted(runs(numbers) for numbers in reach(GAME.ground, seen(match), 0).values())
    ada.page.keyboard.down("h")
    ada.page.keyboard.down("h")  # as a key does that is held
    ada.wait_for("() => document.querySelector('[data-over=reach] text')")
    assert ada.page.evaluate(REACHED) == wanted
    expect(ada.one("#reach")).to_have_attribute("aria-pressed", "true")
    ada.page.keyboard.up("h")
    expect(ada.one("[data-over=reach] text")).to_have_count(0)
    assert ada.one("#advice").inner_text() == "", "nobody asked for a hint"


def test_a_button_does_the_same_and_a_press_of_h_is_a_hint(house: House, ada: Person) -> None:
    match = laid()
    sit(house, ada, match).asked()
    ada.click("#reach")
    ada.wait_for("() => document.querySelector('[data-over=reach] text')")
    least = ada.page.evaluate(
        "() => Math.min(...[...document.querySelectorAll('[data-over=reach] text')]"
        ".map((word) => parseFloat(getComputedStyle(word).fontSize) * word.getScreenCTM().a))"
    )
    assert least >= 12
    ada.click("#reach")
    expect(ada.one("[data-over=reach] text")).to_have_count(0)
    ada.keys("h")
    expect(ada.one("#advice")).not_to_be_empty()
    expect(ada.one("[data-over=reach] text")).to_have_count(0)
