"""What helps at a table: hints in three stages, the score sheet, choices taken back, room on a phone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, WebSocketRoute

from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import BOTS, at_turn, every_game, long_turn, my_turn, over, prepare

SCORES = ("first_rat",)
RINGS = "[data-over=advice] .ring-advice"
NUMBERS = "[data-over=advice] .badge"


def hint(person: Person) -> str:
    """Ask until something new is said; a busy house may ask for patience first, and says so."""
    before = person.one("#advice").inner_text()
    while True:
        asked = person.one("#advice").inner_text()
        person.click("#hint")
        expect(person.one("#advice")).not_to_have_text(asked)
        said = person.one("#advice").inner_text()
        if "There is no hint at the moment" not in said and said != before:
            return said
        person.one("#advice").evaluate("it => it.replaceChildren()")


# --- hints ---


@every_game
def test_a_hint_says_more_each_time_and_begins_anew_with_the_next_decision(
    house: House, ada: Person, game: str
) -> None:
    ada.open(prepare(house, ada, *BOTS, game=game, wanted=long_turn)).seated().asked()
    expect(ada.one(RINGS)).to_have_count(0)
    first = hint(ada)
    assert ada.one(f"{RINGS}, .advised").count() >= 1
    assert ada.one(NUMBERS).count() == 0
    second = hint(ada)
    if ada.one("#moves-count").inner_text() != "1":
        assert ada.one(NUMBERS).count() + ada.one(".advised").count() >= 1
    third = hint(ada)
    assert len({first, second, third}) == 3
    assert ada.page.evaluate("() => document.activeElement.id") == "hint", "the focus stays"
    expect(ada.one("#advice")).to_have_role("status")
    ada.click("#hint")
    ada.page.wait_for_timeout(500)
    assert ada.one("#advice").inner_text() == third
    ada.decide()
    expect(ada.one("#advice")).to_be_empty()
    expect(ada.one(f"{RINGS}, .advised")).to_have_count(0)


def test_a_hint_that_does_not_come_is_no_stage(house: House, ada: Person) -> None:
    stages: list[int] = []

    def late(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def to_server(said: str | bytes) -> None:
            asked = json.loads(said)
            if asked["type"] == "hint":
                stages.append(asked["stage"])
            server.send(said)

        def to_page(said: str | bytes) -> None:
            told = json.loads(said)
            if told["type"] == "advice" and len(stages) == 1:
                told |= {"stage": 0, "paths": [], "text": "There is no hint at the moment"}
            line.send(json.dumps(told))

        line.on_message(to_server)
        server.on_message(to_page)

    ada.page.route_web_socket("**/*", late)
    ada.open(prepare(house, ada, *BOTS, wanted=long_turn)).seated().asked()
    hint(ada)
    hint(ada)
    assert stages[:2] == [1, 1]
    assert stages[-1] == 2


def test_a_long_hint_is_read_from_its_beginning(house: House, ada: Person) -> None:
    ada.open(prepare(house, ada, *BOTS, wanted=long_turn)).seated().asked()
    narrow = "it => { it.style.maxWidth = '6rem'; it.style.maxHeight = '2em'; }"
    ada.one("#advice").evaluate(narrow)
    hint(ada)
    assert ada.one("#advice").evaluate("it => { it.scrollTop = 999; return it.scrollTop; }") > 0
    hint(ada)
    assert ada.one("#advice").evaluate("it => it.scrollTop") == 0


def test_only_who_is_asked_something_is_offered_a_hint(house: House, invite: Invite) -> None:
    ada, ben, eve = invite(), invite(), invite()
    address = prepare(house, ada, ben, "random")
    ada.open(address).seated().asked()
    expect(ada.one("#hint")).to_be_visible()
    for person in (ben, eve):
        person.open(address).seated()
        expect(person.one("#hint")).to_be_hidden()


# --- scores ---


@pytest.mark.parametrize("game", SCORES)
def test_every_score_opens_the_sheet_that_explains_it(
    house: House, invite: Invite, game: str
) -> None:
    ada = at_turn(house, invite("keys"), game=game)
    scores = ada.one(".chip .score")
    expect(scores).to_have_count(3)
    sheet = ada.one("#score-sheet")
    for number, score in enumerate(scores.all()):
        score.focus()
        ada.keys("Enter")
        expect(sheet).to_be_visible()
        points = [int(one) for one in re.findall(r"-?\d+", score.inner_text().replace("−", "-"))]
        total = sheet.locator("tbody tr").last.locator("td").nth(number).inner_text()
        assert int(total) == points[0]
        ada.keys("Escape")
        expect(sheet).to_be_hidden()
        expect(score).to_be_focused()
    scores.first.focus()
    ada.keys("Enter")
    rows = sheet.locator("tbody tr")
    columns = [
        [int(one) for one in sheet.locator(f"tbody tr td:nth-child({seat + 2})").all_inner_texts()]
        for seat in range(3)
    ]
    assert all(sum(column[:-1]) == column[-1] for column in columns)
    assert sheet.locator("tbody th[scope=row]").count() == rows.count()
    assert sheet.locator("thead th[scope=col]").all_inner_texts() == ["Ada", "Ben", "Cleo"]
    expect(sheet.locator("caption")).to_be_visible()


@every_game
def test_at_the_end_ranks_stand_in_order_and_open_the_sheet(
    house: House, ada: Person, game: str
) -> None:
    ada.open(prepare(house, ada, *BOTS, game=game, wanted=over)).seated()
    lines = ada.one("#ranks li").all_inner_texts()
    assert [int(line.partition(".")[0]) for line in lines] == sorted(
        int(line.partition(".")[0]) for line in lines
    )
    assert ada.one("#ranks .won").count() >= 1
    assert ada.one("#ranks .score").count() == (3 if game in SCORES else 0)


# --- choosing ---


def test_pressing_the_chosen_thing_again_gives_it_back(house: House, ada: Person) -> None:
    at_turn(house, ada)
    before = sorted(ada.look()["lit"])
    card = ada.look()["lit"][0]
    ada.point(card)
    expect(ada.one("#back")).to_be_visible()
    ada.point(card)
    expect(ada.one("#back")).to_be_hidden()
    expect(ada.one("#why")).to_be_hidden()
    assert sorted(ada.look()["lit"]) == before


def test_a_choice_half_made_stays_while_others_talk(house: House, invite: Invite) -> None:
    ada, ben = invite(), invite()
    address = prepare(house, ada, ben, "random")
    ada.open(address).seated().asked()
    ben.open(address).seated()
    ada.act()
    expect(ada.one(".ring-chosen")).to_have_count(1)
    ben.click("#panel-chat > summary")
    ben.one("#say-text").fill("Take your time.")
    ben.keys("Enter")
    expect(ada.one("#chat li")).to_contain_text("Take your time.")
    expect(ada.one("#chat-news")).not_to_be_empty()
    expect(ada.one(".ring-chosen")).to_have_count(1)
    expect(ada.one("#back")).to_be_visible()


def test_what_lies_on_the_board_can_have_a_button_as_well(house: House, ada: Person) -> None:
    """The house says a word for one thing more, as a game may."""
    named: list[str] = []

    def name_one(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "whole" and told["now"]["legal"]:
                named.append(told["now"]["legal"][-1]["path"][0])
                told["now"]["buttons"] = {named[-1]: "The last one"}
            socket.send(json.dumps(told))

        server.on_message(pass_on)

    ada.page.route_web_socket("**/socket", name_one)
    at_turn(house, ada)
    assert ada.look()["choices"] == ["The last one"]
    assert named[-1] in ada.look()["lit"]
    ada.click("#choices button")
    expect(ada.one(".ring-chosen")).to_have_count(1)


def test_the_log_can_be_read_player_by_player(house: House, ada: Person) -> None:
    at_turn(house, ada)
    ada.one("#log-of").select_option(label="Ben")
    seats = ada.page.eval_on_selector_all(
        "#log li",
        "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.seat)",
    )
    assert set(seats) == {"1"}
    ada.one("#log-of").select_option("")
    assert ada.one("#log li:visible").count() == ada.one("#log li").count()


# --- room and readiness ---


def test_on_a_phone_a_hint_about_the_hand_leaves_the_board_in_sight(
    house: House, invite: Invite
) -> None:
    ada = invite("finger", **PHONE)
    ada.open(prepare(house, ada, "random")).seated().asked()
    ada.page.evaluate("document.getElementById('hint').click()")
    expect(ada.one(".dock .ring-advice").first).to_be_attached()
    assert ada.page.evaluate("scrollY") == 0


def test_on_a_phone_a_roomy_board_can_be_seen_as_a_whole(house: House, invite: Invite) -> None:
    ada = at_turn(house, invite(**PHONE), game="first_rat")
    board = ada.one("#sheet-board")
    wide = board.bounding_box()
    ada.one(".fit").tap()
    whole = board.bounding_box()
    assert wide
    assert whole
    assert wide["width"] > 360 >= whole["width"]
    ada.one(".fit").tap()
    assert (board.bounding_box() or whole)["width"] == wide["width"]


def test_the_buttons_of_the_replay_wait_for_the_match(house: House, ada: Person) -> None:
    address = prepare(house, ada, *BOTS, wanted=my_turn)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ada.page.route("**/replay?*", hold)
    with ada.page.expect_request("**/replay?*"):
        ada.open(f"{address}/3")
    for name in ("first", "before", "autoplay", "after", "last", "slider"):
        expect(ada.one(f"#{name}")).to_be_disabled()
    assert len(held) == 1
    held[0].continue_()
    for name in ("first", "before", "autoplay", "after", "last", "slider"):
        expect(ada.one(f"#{name}")).to_be_enabled()
    ada.click("#after")
    expect(ada.one("#number")).to_have_text(re.compile(r"^4 of"))
