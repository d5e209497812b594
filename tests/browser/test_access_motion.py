"""What moves on a page, and how it is stopped (A16, A18)."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House, Invite
from tests.browser.people import LOOK, Person, expect
from tests.browser.prepared import BOTS, at_turn, over, prepare
from tests.statements import statement

WATCH_MOTION = """() => {
  window.motions = [];
  const look = () => {
    for (const one of document.getAnimations()) {
      const kinds = one.effect.getKeyframes().flatMap(Object.keys);
      const { duration } = one.effect.getTiming();
      if (duration > 100 && ["transform", "translate", "scale", "rotate"].some((kind) => kinds.includes(kind)))
        window.motions.push(`${one.transitionProperty ?? "animation"} ${duration} ms`);
    }
  };
  const often = () => { look(); requestAnimationFrame(often); };
  often();
  // On a busy machine a whole motion can pass between two frames.
  for (const kind of ["transitionrun", "animationstart"]) document.addEventListener(kind, look, true);
}"""

SHOWN = f"""(log) => {{
  const one = ({LOOK})();
  return one.log > log && !one.moving && (one.over || (one.asked && one.lit.length));
}}"""
"""The others have moved, and it was shown to the end."""


def motions(person: Person) -> list[str]:
    """Everything that slid or grew for longer than a tenth of a second during a round."""
    person.page.evaluate(WATCH_MOTION)
    person.wait_for(SHOWN, person.play_a_turn())
    found: list[str] = person.page.evaluate("() => window.motions")
    return found


@statement("A16")
@pytest.mark.parametrize(
    ("system", "setting", "moves"),
    [
        ("reduce", "auto", False),
        ("no-preference", "less", False),
        ("no-preference", "auto", True),
        ("reduce", "full", True),
    ],
)
def test_motion_is_reduced_where_it_is_asked_for(
    house: House, invite: Invite, system: str, setting: str, moves: bool
) -> None:
    settings = {"speed": "200", "motion": setting, "language": "en"}
    ada = invite(settings=settings, reduced_motion=system)
    at_turn(house, ada)
    assert bool(motions(ada)) == moves


@statement("A16")
def test_nothing_plays_by_itself(house: House, invite: Invite) -> None:
    ada = invite(reduced_motion="reduce")
    ada.open(f"{prepare(house, ada, *BOTS, wanted=over)}/1")
    expect(ada.one("#number")).to_contain_text("1 of")
    ada.page.wait_for_timeout(800)
    expect(ada.one("#number")).to_contain_text("1 of")
    assert ada.one("video, audio[autoplay], marquee").count() == 0


@statement("A18")
@pytest.mark.parametrize("by", ["key", "click"])
def test_animations_are_skipped_with_one_press_and_tell_nothing_of_their_own(
    house: House, invite: Invite, by: str
) -> None:
    """At this speed a turn would be shown for hours, so it is the press that ends it."""
    ada, ben = invite(settings={"speed": "99999999", "language": "en"}), invite()
    address = prepare(house, ben, ada, "random")
    ada.open(address).seated()
    ben.open(address).seated().asked()
    ben.play_a_turn()
    expect(ada.one("#skip")).to_be_visible()
    if by == "key":
        ada.keys(" ")
    else:
        ada.one("#sheet-board").click(position={"x": 5, "y": 5})
    told = "(lines) => document.querySelectorAll('#log li').length === lines"
    ada.wait_for(told, ben.one("#log li").count())
    expect(ada.one("#skip")).to_be_hidden()
    assert ada.one(".part.gone, .ring-chosen").count() == 0


@statement("A18")
def test_at_speed_0_nothing_moves(house: House, ada: Person) -> None:
    at_turn(house, ada)
    assert [one for one in motions(ada) if not one.startswith("translate")] == []
