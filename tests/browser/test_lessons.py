"""A newcomer takes the lessons: by mouse, by keyboard and by touch, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from ratskeller import games
from ratskeller.core.game import AnyGame
from ratskeller.core.match import AnyMatch
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.lessons import Lesson, LessonStep
from ratskeller.words.speech import game_words
from tests.browser.conftest import Invite
from tests.browser.people import NOTHING_HAPPENS, PATIENCE, PHONE, Person, expect
from tests.games.test_lessons import each_course, positions
from tests.lengths import thinned

MEANS: dict[str, dict[str, Any]] = {
    "keys": {"by": "keys"},
    "finger-360": {"by": "finger", **PHONE},
    "mouse": {"by": "mouse"},
}
WAYS = [
    pytest.param(game_id, code, MEANS[way], id=f"{game_id}-{code}-{way}")
    for game_id, code, way in thinned(sorted(games.shelf(), reverse=True), LANGUAGES, MEANS)
]


FOCUS = """(thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  const holds = ({ left, right, top, bottom }) =>
    left <= x + width / 2 && x + width / 2 <= right && top <= y + height / 2 && y + height / 2 <= bottom;
  const lit = [...document.querySelectorAll("[data-lit]")];
  (lit.find((one) => one === thing) ?? lit.find((one) => holds(one.getBoundingClientRect())) ?? thing).focus();
}"""
"""Keys go to places, and so to what lies there."""


IN_SIGHT = """(thing) => new Promise((seen) => {
  const isSeen = () => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const holds = ({ left, right, top, bottom }) => left <= middleX && middleX <= right && top <= middleY && middleY <= bottom;
    const over = thing.closest(".dock") ? [] : [...document.querySelectorAll(".dock, .aloft")];
    const window = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
    return holds(window) && !over.some((one) => holds(one.getBoundingClientRect()));
  };
  const look = () => (isSeen() ? seen() : requestAnimationFrame(look));
  look();
})"""
"""Nothing lies over it, and the window shows it."""


def take(person: Person, match: AnyMatch, move: str) -> None:
    """Make a move, thing by thing."""
    for thing in match.path(match.game.parse(move)):
        press(person, thing, f'#choices button[data-notation="{move}"]')
    person.wait_for("() => !document.querySelector('main').matches('.busy')")
    if person.look()["confirm"]:
        person.keys("c") if person.by == "keys" else person.click("#confirm")


def press(person: Person, thing: str, button: str) -> None:
    if not person.spot(thing).count():  # it lies on no sheet
        if person.by == "keys":
            person.tab_to(button)
            person.keys("Enter")
        else:
            person.click(button)
        return
    if person.by == "keys":
        person.spot(thing).evaluate(FOCUS)
        person.keys("Enter")
    else:
        person.do(lambda: person.point(thing, NOTHING_HAPPENS))


def follow(person: Person, game: AnyGame, lesson: Lesson, until: LessonStep | None = None) -> None:
    said = person.one("#lesson-text")
    for step, match in positions(game, lesson):
        if step is until:
            return
        if not step.text:  # the others play, or it follows from the press before
            continue
        expect(said).to_contain_text(step.text)
        for thing in step.at:
            expect(person.spot(thing).first).to_be_attached()
        person.spot(step.at[0]).evaluate(IN_SIGHT)
        if step.play:
            person.asked()
            take(person, match, step.play[0])
        elif step is not lesson.steps[-1]:
            expect(person.one("#lesson-next")).to_be_enabled()
            person.keys("n") if person.by == "keys" else person.click("#lesson-next")


def button_of(game_id: str, lesson: Lesson) -> str:
    return f"[data-learn={game_id}][data-lesson={lesson.id}]"


@pytest.mark.parametrize(("game_id", "language", "means"), WAYS)
def test_a_newcomer_is_led_through_the_first_match(
    invite: Invite, game_id: str, language: str, means: dict[str, Any]
) -> None:
    game = games.find(game_id)
    lesson = game_words(game, language).course().lessons[0]
    ada = invite(settings={"language": language, "speed": "0"}, **means)
    ada.open("/").click(button_of(game_id, lesson))  # the only click before the lesson speaks
    ada.seated()
    follow(ada, game, lesson)
    expect(ada.one("#lesson-next")).to_be_disabled()
    assert ada.look()["asked"]
    further = ada.one("#lesson-further")
    expect(further).to_contain_text(game_words(game, language).course().lessons[1].title)


def test_further_lessons_are_on_the_front_page_and_lead_from_one_to_the_next(
    invite: Invite,
) -> None:
    game = games.find("pied_piper")
    _, second, third = game_words(game, "en").course().lessons
    ada = invite()
    ada.open("/").click(f"[data-game={game.meta.id}] .further summary")
    ada.click(button_of(game.meta.id, second))
    ada.seated()
    follow(ada, game, second)
    ada.click("#lesson-further")
    expect(ada.one("#lesson-title")).to_have_text(third.title)
    expect(ada.one("#lesson-further")).to_be_hidden()


@pytest.mark.parametrize(
    ("game_id", "number"),
    [
        pytest.param(game_id, number, id=f"{game_id}-{number}")
        for game_id in games.shelf()
        for number in range(1, len(game_words(games.find(game_id), "en").course().lessons))
    ],
)
def test_the_short_lessons_are_followed_to_their_end(
    invite: Invite, game_id: str, number: int
) -> None:
    game = games.find(game_id)
    lesson = game_words(game, "en").course().lessons[number]
    ada = invite()
    ada.open(ada.lay(game=game_id, lesson=lesson.id)).seated()
    follow(ada, game, lesson)
    expect(ada.one("#lesson-next")).to_be_disabled()
    assert ada.look()["asked"]


@each_course
def test_who_reads_misses_nothing_that_others_do(invite: Invite, game_id: str) -> None:
    game = games.find(game_id)
    lesson = game_words(game, "en").course().lessons[0]
    pairs = zip(lesson.steps, lesson.steps[1:], strict=False)
    told = next(step for step, then in pairs if step.text and not step.play and then.they)
    ada = invite()
    ada.open("/").click(button_of(game_id, lesson))
    ada.seated()
    follow(ada, game, lesson, until=told)
    expect(ada.one("#lesson-text")).to_contain_text(told.text)
    for _ in range(PATIENCE // 30):  # the house lets the others play at once
        if '"asks":true' in ada.updates[-1]:
            break
        ada.page.wait_for_timeout(30)
    ada.click("#lesson-back")
    expect(ada.one("#lesson-text")).not_to_contain_text(told.text)
    ada.click("#lesson-next")
    expect(ada.one("#lesson-text")).to_contain_text(told.text)
    shown = ada.look()
    assert not shown["asked"]
    ada.click("#lesson-next")
    ada.asked()
    assert ada.look()["log"] > shown["log"]


def test_what_is_said_of_dice_is_said_when_they_are_thrown(invite: Invite) -> None:
    game = games.find("ratzentanz")
    lesson = game_words(game, "en").course().lessons[0]
    spoken = next(step for step in lesson.steps if "die:number" in step.at)
    ada = invite(settings={"dice": "on"})
    ada.open("/").click(button_of("ratzentanz", lesson))
    ada.seated()
    follow(ada, game, lesson, until=spoken)
    said = ada.one("#lesson-text")
    expect(said).to_have_text(ada.one("#throw").inner_text())
    ada.keys("n")
    expect(said).to_contain_text(spoken.text)
    assert not ada.look()["throw"]
    expect(ada.one("#lesson-next")).to_be_disabled()
