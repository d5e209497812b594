"""The page around the board: small windows, large letters, explanations, its frame (A20, A21, A27)."""

from __future__ import annotations

from tests.browser.conftest import House, Invite
from tests.browser.people import GAME, PHONE, Person, expect
from tests.browser.prepared import (
    BOTS,
    SHORT,
    at_turn,
    every_game,
    every_game_and,
    long_turn,
    over,
    prepare,
)
from tests.statements import statement

# --- small windows and large letters ---


@statement("A20")
@every_game_and("window", [(640, 450, 2), (320, 640, 1)])
def test_at_200_percent_and_at_320_pixels_everything_works(
    house: House, invite: Invite, window: tuple[int, int, int], game: str
) -> None:
    width, height, scale = window
    size = {"width": width, "height": height}
    ada = invite(settings={"speed": "0", "large": "on"}, viewport=size, device_scale_factor=scale)
    finished = prepare(house, ada, *BOTS, wanted=over, game=game, options=SHORT[game])
    running = prepare(house, ada, *BOTS, game=game, wanted=long_turn)
    around = ("/", "/settings") if game == GAME else ()
    paths = (*around, f"/new/{game}", f"/rules/{game}", f"{finished}/5", finished)
    for path in (*paths, running):
        ada.open(path)
        if path in (running, finished):
            ada.seated()
        wide = ada.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path
    ada.decide()
    expect(ada.one("#undo")).to_be_in_viewport()
    ada.click("#undo")
    if not ada.one("#open-settings").is_visible():
        ada.click("#open-menu")
    ada.click("[popovertarget=settings-dialog]:visible")
    expect(ada.one("#settings-dialog")).to_be_in_viewport()
    ada.keys("Escape")
    ada.click("#open-menu")
    expect(ada.one("#resign")).to_be_in_viewport()
    ada.keys("Escape")
    for panel in ("panel-moves", "panel-chat", "panel-log"):
        if ada.one(f"#{panel}").get_attribute("open") is None:
            ada.click(f"#{panel} > summary")
        expect(ada.one(f"#{panel}")).to_have_attribute("open", "")


# --- explanations ---


@statement("A21")
def test_an_explanation_stays_can_be_reached_and_goes_away(house: House, ada: Person) -> None:
    at_turn(house, ada)
    ada.point("slot:0")
    why = ada.one("#why")
    expect(why).to_be_visible()
    why.hover()
    ada.page.wait_for_timeout(600)
    expect(why).to_be_visible()
    ada.keys("Escape")
    expect(why).to_be_hidden()
    ada.spot("slot:0").focus()
    ada.keys("Enter")
    expect(why).to_be_visible()
    ada.tab_to("#why a")
    ada.keys("Escape")
    expect(why).to_be_hidden()
    ada.spot("slot:0").focus()
    ada.keys("Enter")
    expect(why).to_be_visible()
    ada.page.mouse.click(640, 5)
    expect(why).to_be_hidden()


@statement("A21")
def test_an_explanation_comes_by_touch(house: House, invite: Invite) -> None:
    ada = at_turn(house, invite(**PHONE))
    ada.spot("slot:1").tap(force=True)
    expect(ada.one("#why")).to_be_in_viewport()
    box = ada.one("#why").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


# --- the frame of a page ---


@statement("A27")
@every_game
def test_no_drawing_bears_the_id_of_something_on_the_page(
    house: House, ada: Person, game: str
) -> None:
    at_turn(house, ada, game=game)
    drawn, written = ada.page.evaluate(
        "() => [[...document.querySelectorAll('svg [id]')], [...document.querySelectorAll('[id]')]"
        ".filter((one) => !one.closest('svg'))].map((all) => all.map(({ id }) => id))"
    )
    assert set(drawn) & set(written) == set()
    assert len(set(written)) == len(written)


@statement("A27")
def test_every_page_has_language_landmarks_one_heading_and_a_skip_link(
    house: House, invite: Invite
) -> None:
    ada = invite(settings={"language": "de", "speed": "0"})
    finished = prepare(house, ada, *BOTS, wanted=over)
    running = prepare(house, ada, *BOTS)
    titles = set()
    for path in (
        *("/", "/new/pied_piper", "/settings", "/help", "/rules/pied_piper"),
        *(f"{finished}/3", running),
    ):
        ada.open(path)
        expect(ada.one("html")).to_have_attribute("lang", "de")
        for landmark in ("header", "main", "nav"):
            expect(ada.one(f"body {landmark}").first).to_be_attached()
        expect(ada.one("main")).to_have_count(1)
        expect(ada.one("h1")).to_have_count(1)
        titles.add(ada.page.title())
        ada.keys("Tab")
        expect(ada.one(".skip")).to_be_focused()
        expect(ada.one(".skip")).to_be_in_viewport()
        ada.keys("Enter")
        assert ada.page.evaluate("() => document.activeElement.id") == "main"
    assert len(titles) == 7
    ada.seated().asked()
    turn = ada.page.title()
    assert turn.startswith("●")
    ada.play_a_turn()
    ada.wait_for("() => !document.title.startsWith('●') || document.querySelector('main.asked')")
