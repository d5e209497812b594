"""A turn at the table: choosing, foreseeing, taking back, being told why not, losing the line."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import House, Invite
from tests.browser.people import Person, expect
from tests.browser.prepared import (
    BOTS,
    at_turn,
    dangerous,
    eventful,
    every_game,
    found,
    levels,
    long_turn,
    prepare,
    put,
)
from tests.statements import statement

STILL_HERE = "() => window.sameWindow === true"


def complete(person: Person) -> None:
    """Choose until the turn waits to be confirmed."""
    while not person.look()["confirm"]:
        # Not confirmed by somebody who takes a slow answer for none.
        if not person.act(unless="confirm"):
            person.page.wait_for_timeout(20)


def lies(person: Person) -> list[str]:
    """What lies where, and what it is called, on all sheets."""
    things: list[str] = person.page.eval_on_selector_all(
        "[data-part]",
        "(parts) => parts.map((one) => `${one.dataset.part} ${one.style.transform} ${one.ariaLabel}`).sort()",
    )
    return things


@every_game
def test_decisions_are_taken_back_one_by_one_and_everything_is_as_before(
    house: House, ada: Person, game: str
) -> None:
    at_turn(house, ada, game=game, wanted=long_turn, confirm=True)
    seen = {0: (sorted(ada.look()["lit"]), lies(ada))}
    expect(ada.one("#undo")).to_be_hidden()
    while not ada.look()["confirm"]:
        ada.decide()
        expect(ada.one("#undo")).not_to_have_text(f"Take back ({max(seen)})")
        made = int(re.sub(r"\D", "", ada.one("#undo").inner_text()))  # a press may make several
        seen[made] = (sorted(ada.look()["lit"]), lies(ada))
    assert len(seen) > 2, "the turn was one decision"
    assert seen[max(seen)][1] != seen[0][1]
    for number in reversed(range(max(seen))):
        ada.click("#undo")
        if number:
            expect(ada.one("#undo")).to_have_text(f"Take back ({number})")
        else:
            expect(ada.one("#undo")).to_be_hidden()
        ada.asked()
        if number in seen:
            assert (sorted(ada.look()["lit"]), lies(ada)) == seen[number]


@every_game
def test_a_complete_turn_waits_to_be_confirmed_and_can_be_begun_anew(
    house: House, ada: Person, game: str
) -> None:
    at_turn(house, ada, game=game, wanted=long_turn, confirm=True)
    things, log = lies(ada), ada.look()["log"]
    complete(ada)
    expect(ada.one("#confirm")).to_be_visible()
    expect(ada.one("#banner")).to_have_text("Your turn is complete: confirm it or take it back.")
    ada.click("#restart")
    expect(ada.one("#restart")).to_be_hidden()
    assert lies(ada) == things
    assert ada.asked().look()["log"] == log
    complete(ada)
    ada.click("#confirm")
    ada.agree(log)


@every_game
def test_keys_take_back_restart_and_confirm(house: House, invite: Invite, game: str) -> None:
    ada = at_turn(house, invite("keys"), game=game, wanted=long_turn, confirm=True)
    things, log = lies(ada), ada.look()["log"]
    ada.decide()
    ada.keys("z")
    expect(ada.one("#undo")).to_be_hidden()
    assert lies(ada.asked()) == things
    complete(ada)
    ada.keys("r")
    expect(ada.one("#undo")).to_be_hidden()
    assert lies(ada.asked()) == things
    complete(ada)
    ada.keys("c")
    ada.agree(log)
    assert ada.mouse_events() == 0


def test_escape_steps_back_one_choice(house: House, invite: Invite) -> None:
    ada = at_turn(house, invite("keys"))
    lit = ada.look()["lit"]
    ada.act()
    expect(ada.one("#back")).to_be_visible()
    ada.keys("Escape")
    expect(ada.one("#back")).to_be_hidden()
    assert ada.look()["lit"] == lit


@every_game
def test_a_draft_survives_a_reload_and_nobody_else_sees_it(
    house: House, invite: Invite, game: str
) -> None:
    ada, ben = invite(), invite()
    address = prepare(house, ada, ben, "random", game=game, wanted=long_turn)
    ada.open(address).seated().asked()
    ben.open(address).seated()
    others, things = ben.look()["print"], lies(ben)
    ada.decide()
    mine = lies(ada)
    ada.page.reload()
    ada.seated().asked()
    expect(ada.one("#undo")).to_have_text("Take back (1)")
    assert lies(ada) == mine
    assert ben.look()["print"] == others
    assert lies(ben) == things


def test_what_would_happen_is_shown_before_it_is_chosen(house: House, ada: Person) -> None:
    at_turn(house, ada, wanted=eventful)
    ada.act()
    expect(ada.one("#preview")).to_be_empty()
    box = ada.one("#back").bounding_box()
    for thing in ada.look()["lit"]:
        ada.spot(thing).hover(force=True)
        expect(ada.one("#preview")).not_to_be_empty()
        assert ada.one("#back").bounding_box() == box, "what is pointed at moves away"
    ada.click("#back")
    ghosts = ada.one("[data-over=badges] .badge, [data-over=walk] .way")
    shown = []
    for card in ada.look()["lit"]:
        ada.point(card)
        for slot in ada.look()["lit"]:
            ada.spot(slot).hover(force=True)
            expect(ada.one("#preview")).not_to_be_empty()
            shown.append(ghosts.count())
        ada.click("#back")
    assert any(shown), "no choice shows a ghost"
    ada.page.mouse.move(5, 5)
    expect(ghosts).to_have_count(0)


def test_a_dim_thing_says_why_not_with_its_rule(house: House, ada: Person) -> None:
    at_turn(house, ada)
    ada.point("slot:0")
    why = ada.one("#why")
    expect(why).to_be_visible()
    link = why.locator("a.cite").first
    expect(link).to_have_text("Rule PP-63")
    link.click()
    expect(ada.one("#drawer article:focus h3")).to_contain_text("PP-63")
    expect(ada.one("#drawer article:focus")).to_be_in_viewport()


def test_a_card_on_a_lit_place_can_be_pressed_like_the_place(house: House, ada: Person) -> None:
    at_turn(house, ada)
    ada.act()
    poster = ada.one("[data-part^='character:']").first
    poster.click(force=True)
    expect(ada.one("#undo")).to_be_visible()
    expect(ada.one("#why")).to_be_hidden()


@statement("A24")
def test_an_elimination_is_asked_about_and_names_the_victim(house: House, ada: Person) -> None:
    chairs = (ada, *BOTS)
    match = found(3, dangerous, {}, levels(chairs))
    view = match.view(0)
    action = next(one for one in match.legal(0) if match.game.caution(view, one))
    ada.open(put(house, chairs, match, match.entries)).seated().asked()
    log = ada.look()["log"]
    ada.click("#panel-moves > summary")
    move = ada.one(f'#moves [data-notation="{match.game.notation(action)}"]')
    move.click()
    dialog = ada.one("#ask")
    expect(dialog).to_be_visible()
    assert re.search(r"\b(Ben|Cleo|you)\b", dialog.inner_text(), re.IGNORECASE)
    expect(ada.one("#ask-no")).to_be_focused()
    ada.click("#ask-no")
    expect(dialog).to_be_hidden()
    assert ada.look()["log"] == log
    move.click()
    ada.click("#ask-yes")
    ada.play_a_turn()
    ada.wait_for("(log) => document.querySelectorAll('#log li').length > log", log)


@statement("S33", "S35", "S39")
@pytest.mark.parametrize("mover_is_away", [True, False])
def test_the_line_is_cut_and_comes_back(house: House, invite: Invite, mover_is_away: bool) -> None:
    """Nothing is lost, nobody reloads, and what happened meanwhile is there."""
    ada, ben = invite(), invite()
    address = prepare(house, ada, ben, "random")
    ada.open(address).seated().asked()
    ben.open(address).seated()
    ada.decide()
    away = ada if mover_is_away else ben
    away.expect_noise("WebSocket", "ERR_INTERNET_DISCONNECTED", "Failed to load resource")
    away.page.evaluate("() => { window.sameWindow = true; }")
    away.context.set_offline(True)
    expect(away.one("#pill")).not_to_have_attribute("data-state", "online")
    if mover_is_away:
        expect(ben.one(".chip[data-seat='0']")).to_contain_text("away")
    else:
        for _ in range(8):
            ada.act()
            if not ada.look()["asked"]:
                break
    log = ada.look()["log"]
    away.context.set_offline(False)
    expect(away.one("#pill")).to_have_attribute("data-state", "online")
    away.wait_for("(log) => document.querySelectorAll('#log li').length >= log", log)
    away.wait_for(STILL_HERE)
    if mover_is_away:
        expect(ada.one("#undo")).to_have_text("Take back (1)")
        assert ada.asked().act()
    else:
        assert ben.look()["log"] >= log
