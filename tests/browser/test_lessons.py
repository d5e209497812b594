"""A newcomer takes the lessons: by mouse, by keyboard and by touch, in every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from ratskeller import games
from ratskeller.core.game import AnyGame
from ratskeller.words.languages import TRANSLATED
from ratskeller.words.lessons import Lesson
from ratskeller.words.speech import game_words
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, Person, expect
from tests.games.test_lessons import each_course, positions

WAYS = [
    pytest.param("en", {"by": "keys"}, id="en-keys"),
    pytest.param("en", {"by": "finger", **PHONE}, id="en-finger-360"),
    *(pytest.param(code, {"by": "mouse"}, id=f"{code}-mouse") for code in TRANSLATED),
]


def take(person: Person, path: Sequence[str]) -> None:
    """Make a move, thing by thing."""
    for thing in path:
        press(person, thing)
    person.wait_for("() => !document.querySelector('main').matches('.busy')")
    if person.look()["confirm"]:
        person.keys("c") if person.by == "keys" else person.click("#confirm")


def press(person: Person, thing: str) -> None:
    if not person.spot(thing).count():  # it lies on no sheet
        if person.by == "keys":
            person.tab_to("#choices button")
            person.keys("Enter")
        else:
            person.click("#choices button")
        return
    if person.by == "keys":
        person.spot(thing).focus()
        person.keys("Enter")
    else:
        person.point(thing)


def follow(person: Person, game: AnyGame, lesson: Lesson) -> None:
    said = person.one("#lesson-text")
    for step, match in positions(game, lesson):
        if step.they:
            continue
        expect(said).to_contain_text(step.text)
        for thing in step.at:
            assert person.spot(thing).count(), thing
        if step.play:
            person.asked()
            take(person, match.path(game.parse(step.play[0])))
        elif step is not lesson.steps[-1]:
            expect(person.one("#lesson-next")).to_be_enabled()
            person.keys("n") if person.by == "keys" else person.click("#lesson-next")


@pytest.mark.parametrize(("language", "means"), WAYS)
@each_course
def test_a_newcomer_is_led_through_the_first_match(
    invite: Invite, game_id: str, language: str, means: dict[str, Any]
) -> None:
    game = games.find(game_id)
    lesson = game_words(game, language).course().lessons[0]
    ada = invite(settings={"language": language, "speed": "0"}, **means)
    ada.open("/").click(f"[data-learn={game_id}]")  # the only click before the lesson speaks
    ada.seated()
    follow(ada, game, lesson)
    expect(ada.one("#lesson-next")).to_be_disabled()
    assert ada.look()["asked"]
