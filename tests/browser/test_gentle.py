"""A beginner's page: the aids come by themselves, and a switch in the dock sends them away."""

from __future__ import annotations

from typing import Any

import pytest

from ratskeller.core.match import AnyMatch
from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person, expect
from tests.browser.prepared import at_turn

FIRST_MATCH = {"speed": "0", "sound": "off", "language": "en", "confirm": "off", "gentle": ""}
AT_ONCE = {**FIRST_MATCH, "gentle": "off"}


def early(match: AnyMatch) -> bool:
    """The first seat begins a turn, and nobody is near the end."""
    return match.to_act == 0 and not match.drafted and len(match.entries) > 12


def read_and_play(person: Person) -> Person:
    """Close what was told of the others, and play until there is news of them again."""
    recap = person.one("#recap")
    if recap.get_attribute("open") is not None:
        recap.locator("summary").click()
    for _ in range(8):
        person.act()
        person.asked()
        if recap.is_visible():
            return person
    raise AssertionError("nobody else plays")


@pytest.mark.parametrize("means", [{}, {"by": "finger", **PHONE}], ids=["mouse", "finger"])
def test_in_a_first_match_the_aids_come_by_themselves_until_they_are_switched_off(
    house: House, invite: Invite, means: dict[str, Any]
) -> None:
    ada = at_turn(house, invite(settings=FIRST_MATCH, **means), wanted=early)
    switch, recap = ada.one("#gentle"), ada.one("#recap")
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(ada.one("#panel-moves")).to_have_attribute("open", "")
    expect(ada.one("#moves button small").first).not_to_be_empty()
    read_and_play(ada)
    expect(recap).to_have_attribute("open", "")
    ada.click("#gentle")
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(recap).not_to_have_attribute("open", "")
    expect(ada.one("#panel-log")).to_have_attribute("open", "")
    ada.page.reload()
    ada.seated().asked()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_a_beginner_taps_a_thing_and_reads_what_it_is(house: House, invite: Invite) -> None:
    ada = at_turn(house, invite(settings=FIRST_MATCH, by="finger", **PHONE), wanted=early)
    ada.point(ada.look()["lit"][0])
    expect(ada.one("#note p").nth(1)).not_to_be_empty()
    expect(ada.one("#back")).to_be_visible()  # and it is chosen, too
    ada.one("#gentle").tap()
    expect(ada.one("#note")).to_be_hidden()


def test_who_is_no_beginner_is_left_alone_and_may_switch_the_aids_on(
    house: House, invite: Invite
) -> None:
    ada = at_turn(house, invite(settings=AT_ONCE), wanted=early)
    expect(ada.one("#gentle")).to_have_attribute("aria-pressed", "false")
    expect(ada.one("#panel-log")).to_have_attribute("open", "")
    read_and_play(ada)
    expect(ada.one("#recap")).not_to_have_attribute("open", "")
    ada.click("#gentle")
    expect(ada.one("#panel-moves")).to_have_attribute("open", "")
    expect(ada.one("#recap")).to_have_attribute("open", "")
