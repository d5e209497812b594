"""axe-core finds nothing serious on any page, by day and by night."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.conftest import House, Invite
from tests.browser.people import GAME, LOOK, Person, expect
from tests.browser.prepared import over, prepare
from tests.statements import statement

BOTS = ("random", "random")
THEMES: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
"""Each with the rules of axe that are held against it: by night a page has other inks, and nothing else."""
GRAVE = ("serious", "critical")
AT_REST = f"() => !({LOOK})().moving && document.getAnimations().every((one) => one.playState !== 'running')"
PAGES = (
    *("front", "new table", "table", "table of ratzentanz", "table of first_rat", "result"),
    *("replay", "rules", "drawer", "settings", "help", "waiting", "asking"),
    *("puzzles", "exercise"),
    *("lesson of pied_piper", "lesson of ratzentanz", "lesson of first_rat"),
)


def visit(house: House, person: Person, page: str) -> None:
    match page:
        case "front":
            prepare(house, person, *BOTS)
            person.open("/")
        case "new table":
            person.open("/new/pied_piper").click("details.more > summary")
        case "table" | "table of ratzentanz" | "table of first_rat":
            game = page.partition(" of ")[2] or GAME
            person.open(prepare(house, person, *BOTS, game=game)).seated().asked().act()
            person.act()
            lit = person.look()["lit"]
            pressed = person.spot(lit[0]) if lit else person.one("#choices button").first
            pressed.hover(force=True)
            person.click("#panel-moves > summary")
        case "result":
            person.open(prepare(house, person, *BOTS, wanted=over)).seated()
        case "replay":
            person.open(f"{prepare(house, person, *BOTS, wanted=over)}/30")
            expect(person.one("#number")).to_contain_text("30 of")
        case "rules":
            person.open("/rules/pied_piper#PP-63")
        case "drawer":
            person.open(prepare(house, person, *BOTS)).seated().asked().keys("i")
            expect(person.one("#rule-id")).to_be_focused()
        case "lesson of pied_piper" | "lesson of ratzentanz" | "lesson of first_rat":
            game = page.partition(" of ")[2]
            person.open("/").click(f"[data-learn={game}][data-lesson=first]")
            person.seated()
            expect(person.one("#lesson-text")).not_to_be_empty()
        case "asking":
            person.open(prepare(house, person, *BOTS)).seated().asked().keys("/")
            for question in ("help", "where rat"):
                person.page.keyboard.type(question)
                person.keys("Enter")
            expect(person.one("#answers li")).to_have_count(2)
        case "exercise":
            person.open("/puzzles/crumbs/crumbs-001").click('#moves [data-notation="2"]')
            expect(person.one("#verdict")).to_be_visible()
        case "waiting":
            person.open(person.lay("me", "open"))
            expect(person.one("#seats li")).to_have_count(2)
        case _:
            person.open(f"/{page}")


def faults(person: Person, **rules: Any) -> list[str]:
    """What axe finds that somebody could not get past, once nothing moves any more."""
    person.wait_for(AT_REST)
    found = Axe().run(person.page, options={"resultTypes": ["violations"], **rules})
    return [
        f"{one['impact']} {one['id']}: {[node['html'][:110] for node in one['nodes'][:3]]}"
        for one in found.response["violations"]
        if one["impact"] in GRAVE
    ]


@statement("A15", "A05")
@pytest.mark.parametrize("page", PAGES)
def test_nothing_serious_is_found(house: House, invite: Invite, page: str) -> None:
    ada = invite(reduced_motion="reduce")
    visit(house, ada, page)
    for theme, rules in THEMES.items():
        ada.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        assert faults(ada, **rules) == [], theme
