"""Whole matches, from the front page to the result, by mouse, by keyboard and on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from ratskeller.core.match import AnyMatch
from ratskeller.games.first_rat.rules.scoring import count_on
from ratskeller.games.first_rat.rules.state import RATTRONAUT
from ratskeller.games.first_rat.rules.state import State as Yard
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import KINDS
from ratskeller.games.ratzentanz.rules.state import State as Town
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, By, Person, expect, play_out
from tests.browser.prepared import prepare
from tests.kinds import as_a
from tests.lengths import NIGHTLY, thinned
from tests.statements import statement

VARIANTS = {"base": "", "secret": "secret", "rugrats": "rugrats"}


@pytest.mark.parametrize("variant", VARIANTS if NIGHTLY else ["secret"])
def test_two_people_and_a_bot_play_to_the_end_by_mouse(invite: Invite, variant: str) -> None:
    ada, ben = invite(), invite()
    ada.open("/").click("a[href='/new/pied_piper']")
    rows = ada.one("#seat-rows li")
    rows.nth(0).locator("input").fill("Ada")
    rows.nth(1).locator("select").select_option("open")
    rows.nth(2).locator("select").select_option("bot:gret")
    if VARIANTS[variant]:
        ada.click("details.more > summary")
        ada.click(f'[data-option="{VARIANTS[variant]}"] label:has([value="true"])')
    ada.click("#start")
    expect(ada.one("h1")).to_have_text("Waiting for players")
    link = ada.one("#link").input_value()
    ben.page.goto(link)
    ben.one("#name").fill("Ben")
    ben.click("#sit")
    people = (ada.seated(), ben.seated())
    for person in people:
        expect(person.one(".chip")).to_have_count(3)
    reload_in_the_middle(people)
    play_out(people)
    for person in people:
        expect(person.one("#ranks li")).to_have_count(3)
        assert person.one("#ranks li.won").count() >= 1
    assert ada.one("#ranks").inner_text() == ben.one("#ranks").inner_text()


BY: dict[By, dict[str, Any]] = {"mouse": {}, "keys": {}, "finger": PHONE}


@statement("A06")
@pytest.mark.parametrize(("game", "by"), thinned(["ratzentanz", "first_rat"], BY))
def test_one_person_and_a_bot_play_to_the_end(
    house: House, invite: Invite, game: str, by: By
) -> None:
    """Against a bot that knows what it is after, since who takes the first thing offered does not.

    The beginning of one match and the end of another; at night everything in between as well.
    """
    ada = invite(by, **BY[by])
    if by == "mouse":
        sit_down_with_a_bot(ada, game)
    else:
        ada.open(ada.lay("me:Ada", "bot:greedy", game=game))
    ada.seated()
    reload_in_the_middle((ada,))
    if not NIGHTLY:
        ada.open(prepare(house, ada, "greedy", game=game, **NEARLY_OVER[game])).seated()
    play_out([ada])
    expect(ada.one("#ranks li")).to_have_count(2)
    expect(ada.one("#ranks li.won")).to_have_count(1)
    expect(ada.one("#banner")).to_contain_text("wins")
    if by == "keys":
        assert ada.mouse_events() == 0


def third_rat_aboard(match: AnyMatch) -> bool:
    """Somebody's third rat has taken its place in the rocket, and the first seat begins a turn."""
    state = as_a(Yard, match.state)
    aboard = [count_on(state, seat, RATTRONAUT) for seat in range(state.seats)]
    return match.to_act == 0 and not match.drafted and max(aboard) == 3


def last_chip_in_sight(match: AnyMatch) -> bool:
    """The bot lacks one kind of chip only, and the first seat begins a turn."""
    state = as_a(Town, match.state)
    home = GAME.ground.homes[state.seats][1]
    kinds = sum(state.lying[home] // 10**kind % 10 > 0 for kind in range(KINDS))
    return match.to_act == 0 and not match.drafted and kinds == state.options.kinds - 1


NEARLY_OVER: dict[str, dict[str, Any]] = {
    "first_rat": {"wanted": third_rat_aboard},
    "ratzentanz": {"wanted": last_chip_in_sight, "played_by": "greedy"},
}


def sit_down_with_a_bot(person: Person, game: str) -> None:
    person.open("/").click(f"a[href='/new/{game}']")
    person.click("label:has([name=count][value='2'])")
    rows = person.one("#seat-rows li")
    rows.nth(0).locator("input").fill("Ada")
    person.click("#start")


def reload_in_the_middle(people: tuple[Person, ...]) -> None:
    """After a few moves a page that is loaded anew shows what it showed before."""
    for _ in range(6):
        acted = [person.act() for person in people]
        if not any(acted):
            people[0].page.wait_for_timeout(100)
    mover = next((one for one in people if one.look()["asked"]), people[0])
    before = at_rest(mover)
    mover.page.reload()
    mover.seated()
    after = mover.look()
    if before["asked"]:
        assert after["banner"] == before["banner"]
        assert after["log"] == before["log"]


def at_rest(person: Person) -> dict[str, Any]:
    """What is seen when nothing has changed for a while."""
    before: dict[str, Any] = {}
    while (seen := person.look()) != before:
        before = seen
        person.page.wait_for_timeout(300)
    return seen


@statement("A06")
def test_a_whole_match_with_the_keyboard_alone(invite: Invite) -> None:
    ada, ben = invite("keys"), invite("keys")
    ada.open("/")
    ada.tab_to("a[href='/new/pied_piper']")
    ada.keys("Enter")
    ada.page.wait_for_url("**/new/pied_piper")
    ada.tab_to("#seat-rows li:nth-child(1) input")
    ada.page.keyboard.type("Ada")
    ada.tab_to("#seat-rows li:nth-child(2) select")
    ada.page.keyboard.type("A friend")
    ada.tab_to("#start")
    ada.keys("Enter")
    ada.page.wait_for_url("**/t/*")
    ben.open("/")
    ben.tab_to("#code")
    ben.page.keyboard.type(ada.one("#code").inner_text())
    ben.keys("Enter")
    ben.page.wait_for_url("**/i/*")
    ben.tab_to("#sit")
    ben.keys("Enter")
    people = (ada.seated(), ben.seated())
    no_trap(ada)
    play_out(people)
    for person in people:
        assert person.mouse_events() == 0
    ada.page.reload()
    ada.seated().tab_to("#to-replay")
    ada.keys("Enter")
    ada.page.wait_for_url("**/t/*/1")


def no_trap(person: Person) -> None:
    """Tab goes round the whole page and comes back to where it began."""
    person.keys("Tab")
    first = person.page.evaluate("() => document.activeElement.outerHTML")
    stops: set[str] = set()
    for _ in range(80):
        person.keys("Tab")
        stop = person.page.evaluate("() => document.activeElement.outerHTML")
        if stop == first and len(stops) > 8:
            return
        stops.add(stop)
    raise AssertionError(f"Tab does not come round: {len(stops)} stops")
