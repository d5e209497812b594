"""Lines that are cut, turns that are over, ends: nothing old stays in the way, nothing is lost."""

from __future__ import annotations

import pytest

from ratskeller.core.match import AnyMatch
from ratskeller.games.first_rat.rules.state import Collect, EndTurn
from tests.browser.conftest import House, Invite
from tests.browser.people import Person, expect
from tests.browser.prepared import BOTS, at_turn, long_turn, over, prepare

LINE = ("WebSocket", "ERR_INTERNET_DISCONNECTED", "Failed to load resource")


def choose_a_card(person: Person) -> None:
    """A card and a slot, whether or not there is a line."""
    person.point(person.look()["lit"][0])
    person.point(person.look()["lit"][0])


def cut(person: Person) -> None:
    person.expect_noise(*LINE)
    person.context.set_offline(True)
    expect(person.one("#pill")).not_to_have_attribute("data-state", "online")


def mend(person: Person) -> None:
    person.context.set_offline(False)
    expect(person.one("#pill")).to_have_attribute("data-state", "online")


# --- without a line ---


def test_a_move_without_a_line_waits_and_is_made_when_it_is_back(house: House, ada: Person) -> None:
    at_turn(house, ada, wanted=long_turn)
    cut(ada)
    choose_a_card(ada)
    expect(ada.one(".sending .cut")).to_be_visible()
    mend(ada)
    expect(ada.one("#undo")).to_have_text("Take back (1)")
    expect(ada.one(".sending .cut")).to_be_hidden()
    expect(ada.one("#why")).to_be_hidden()


def test_a_move_that_comes_too_late_is_refused_with_a_sentence(
    house: House, invite: Invite
) -> None:
    ada, elsewhere = invite(), invite()
    at_turn(house, ada, wanted=long_turn)
    elsewhere.context.add_cookies(ada.context.cookies())  # type: ignore[arg-type]
    elsewhere.open(f"/t/{ada.table()}").seated().asked()
    cut(ada)
    choose_a_card(ada)
    choose_a_card(elsewhere)
    expect(elsewhere.one("#undo")).to_have_text("Take back (1)")
    mend(ada)
    expect(ada.one("#why")).to_contain_text("The line was cut")
    expect(ada.one("#undo")).to_have_text("Take back (1)")


# --- while something is shown ---


def test_what_was_chosen_is_cleared_away_while_the_turn_is_shown(
    house: House, invite: Invite
) -> None:
    ada = invite(settings={"speed": "500", "language": "en"})
    at_turn(house, ada, wanted=long_turn, confirm=True)
    while not ada.look()["confirm"]:
        ada.act(unless="confirm")
    ada.click("#confirm")
    ada.wait_for("() => document.querySelector('main.paused')")
    for gone in ("#undo", "#confirm", "#restart", "#back", "#hint"):
        expect(ada.one(gone)).to_be_hidden()
    expect(ada.one("#preview")).to_be_empty()
    expect(ada.one(".ring-chosen")).to_have_count(0)


def test_areas_are_lit_inside_the_frame_and_not_outlined(house: House, ada: Person) -> None:
    """A line about a gap of the ring: its figure is ringed, its cobbles are lit."""
    at_turn(house, ada)
    ada.page.evaluate("""async () => {
      const app = document.querySelector("script[type=module]").src;
      const overlay = await import(app.replace("app.js", "overlay.js"));
      overlay.rings("about", ["gap:0", "gap:1", "gap:2"]);
    }""")
    assert ada.one("[data-over=about] path.ring-about").count() == 0
    assert ada.one("[data-over=about] svg[overflow=hidden] path.area-about").count() == 3
    figures = ada.one("[data-part^='figure:']").count()
    assert ada.one("[data-over=about] rect.ring-about").count() == figures


# --- at the end, and from outside ---


def test_after_the_end_points_are_final_and_nothing_lies_before_them(
    house: House, ada: Person
) -> None:
    ada.open(prepare(house, ada, *BOTS, game="first_rat", wanted=over)).seated()
    ada.click("#ranks .score >> nth=0")
    expect(ada.one("#score-title")).to_have_text("Points at the end")
    expect(ada.one("#why")).to_be_hidden()


def test_who_only_watches_is_told_so(house: House, invite: Invite) -> None:
    ada, eve = invite(), invite()
    at_turn(house, ada)
    eve.open(f"/t/{ada.table()}").seated()
    expect(eve.one(".watching")).to_be_visible()
    expect(ada.one(".watching")).to_be_hidden()


@pytest.mark.parametrize(("wish", "asks"), [("on", True), ("off", False), ("auto", False)])
def test_a_mouse_asks_before_a_turn_ends_if_that_is_wanted(
    house: House, invite: Invite, wish: str, asks: bool
) -> None:
    ada = invite(settings={"speed": "0", "language": "en", "confirm": wish})
    at_turn(house, ada, wanted=long_turn)
    log = ada.look()["log"]
    while not (seen := ada.look())["confirm"] and seen["log"] == log:
        ada.act(unless="confirm")
    assert ada.look()["confirm"] == asks


# --- a turn without a choice ---


def nothing_but_collecting(match: AnyMatch) -> bool:
    """The first seat can collect, and then nothing is left but to end the turn."""
    if match.to_act != 0 or not isinstance(match.legal(0)[0], Collect):
        return False
    after = match.game.play(match.state, Collect())
    return list(match.game.legal(after)) == [EndTurn()]


def test_one_press_does_what_holds_no_choice_and_names_it(house: House, ada: Person) -> None:
    at_turn(house, ada, game="first_rat", wanted=nothing_but_collecting, confirm=True)
    assert not [thing for thing in ada.look()["lit"] if thing.startswith("space:")]
    names = ada.look()["choices"]
    assert names[0] == "Collect · End the turn"
    ada.one("#choices button").first.click()
    expect(ada.one("#confirm")).to_be_visible()
