"""The pages of the coach in every language, by day and by night, from a phone to a wide screen: the end sheet
with its way back, a look back, a moment, a puzzle, my progress.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from ratskeller.words.languages import LANGUAGES
from ratskeller.words.platform_words import platform_words
from tests.browser.conftest import House, Invite
from tests.browser.people import Person, expect
from tests.browser.test_around import TOO_WIDE
from tests.browser.test_axe import GRAVE, THEMES
from tests.browser.test_lookback import looked_back_at
from tests.browser.test_progress import look_back
from tests.lengths import thinned

pytestmark = pytest.mark.heavy
WIDTHS = (360, 768, 1366, 1920)


@pytest.mark.parametrize(("language", "theme", "width"), thinned(LANGUAGES, THEMES, WIDTHS))
def test_every_page_of_the_coach_reads_and_fits(
    house: House, invite: Invite, language: str, theme: str, width: int
) -> None:
    ada = invite(
        "mouse",
        {"speed": "0", "sound": "off", "language": language, "theme": theme},
        viewport={"width": width, "height": 900},
    )
    _ = platform_words(language).gettext
    table, mistake = looked_back_at(house, ada)
    look_back(house, ada, "pied_piper", 6)
    ada.open(table).seated()
    expect(ada.one("#look-back")).to_have_text(_("Look back"))
    fits(ada, theme)
    ada.click("#look-back")
    expect(ada.one("#look")).to_have_attribute("data-done", "yes")
    expect(ada.one(".moments li")).to_have_count(2)
    fits(ada, theme)
    ada.open(f"{table}/lookback/0/{mistake.entry - 1}")
    expect(ada.one("#moves button").first).to_be_attached()
    fits(ada, theme)
    ada.open("/puzzles/pied_piper/pied_piper-001")
    expect(ada.one("#moves button").first).to_be_attached()
    fits(ada, theme)
    ada.open("/progress")
    expect(ada.one("h1")).to_have_text(_("My progress"))
    expect(ada.one("table.cost")).to_have_count(2)
    fits(ada, theme)


def fits(person: Person, theme: str) -> None:
    """Nothing sticks out, the ink is the one that was wished for, and nothing keeps anybody out."""
    assert person.page.evaluate("document.documentElement.dataset.theme") == theme
    assert person.page.evaluate(TOO_WIDE) == []
    violations = Axe().run(person.page).response["violations"]
    grave = [one for one in violations if one["impact"] in GRAVE]
    assert [(one["id"], one["nodes"][0]["html"][:120]) for one in grave] == []
