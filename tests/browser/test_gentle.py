"""A beginner's page: the aids come by themselves, and a switch in the dock sends them away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Invite
from tests.browser.people import PHONE, Person, expect

FIRST_MATCH = {"speed": "0", "sound": "off", "language": "en", "gentle": ""}


def my_turn_again(person: Person) -> Person:
    """At a table where others have played since one's last turn."""
    person.open(person.lay("me", "bot:random", "bot:random")).seated().asked()
    entries = person.look()["log"]
    for _ in range(40):
        if person.look()["asked"]:
            person.act()
        elif person.look()["log"] > entries:
            break
    return person.asked()


@pytest.mark.parametrize(
    "means", [{}, {"by": "finger", **PHONE}], ids=["with a mouse", "with a finger"]
)
def test_in_a_first_match_the_aids_come_by_themselves_until_they_are_switched_off(
    invite: Invite, means: dict[str, Any]
) -> None:
    ada = invite(settings=FIRST_MATCH, **means)
    my_turn_again(ada)
    switch, recap = ada.one("#gentle"), ada.one("#recap")
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(recap).to_have_attribute("open", "")
    expect(ada.one("#panel-moves")).to_have_attribute("open", "")
    expect(ada.one("#moves button small").first).not_to_be_empty()
    ada.click("#gentle")
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(recap).not_to_have_attribute("open", "")
    expect(ada.one("#panel-log")).to_have_attribute("open", "")
    ada.page.reload()
    ada.seated().asked()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_a_beginner_taps_and_reads_what_a_thing_is(invite: Invite) -> None:
    ada = invite(settings=FIRST_MATCH, by="finger", **PHONE)
    ada.open(ada.lay("me", "bot:random")).seated().asked()
    ada.point(next(thing for thing in ada.look()["lit"] if thing.startswith("hand:")))
    expect(ada.one("#note")).to_be_visible()
    expect(ada.one("#note p").nth(1)).not_to_be_empty()
    ada.click("#gentle")
    expect(ada.one("#note")).to_be_hidden()


def test_who_is_no_beginner_sees_no_aids_but_the_switch(invite: Invite) -> None:
    ada = invite(settings={**FIRST_MATCH, "gentle": "off"})
    my_turn_again(ada)
    expect(ada.one("#gentle")).to_have_attribute("aria-pressed", "false")
    expect(ada.one("#panel-moves")).not_to_have_attribute("open", "")
    ada.click("#gentle")
    expect(ada.one("#panel-moves")).to_have_attribute("open", "")
    expect(ada.one("#recap")).to_have_attribute("open", "")
