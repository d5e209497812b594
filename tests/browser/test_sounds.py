"""Sounds: each kind of moment has one, it is seen what it tells, and nobody is startled.

A spy stands in for the loudspeaker and writes down what is asked of it, and what can be read then.
"""

from __future__ import annotations

import json

import pytest

from ratskeller.draw.beats import KINDS
from tests.browser.conftest import House, Invite
from tests.browser.people import Person, expect
from tests.browser.prepared import SHORT, prepare
from tests.browser.test_beats import WIDE, in_the_middle, play_a_turn
from tests.statements import statement

pytestmark = pytest.mark.new_windows

AUDIBLE = {"speed": "250", "sound": "on", "language": "en"}

SPY = """() => {
  window.speakers = 0;
  window.tones = [];
  const words = () => ["said", "banner"].map((id) => document.getElementById(id)?.checkVisibility() && document.getElementById(id).textContent);
  const silent = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const node = { connect: (other) => other, start() {}, stop() {} };
  window.AudioContext = class {
    constructor() { window.speakers += 1; this.currentTime = 0; this.state = "running"; this.destination = node; }
    resume() {}
    createGain() { return { ...node, gain: { ...silent, exponentialRampToValueAtTime: (loud) => (this.loudest = Math.max(this.loudest ?? 0, loud)) } }; }
    createOscillator() {
      const note = (pitch, at) => window.tones.push({ pitch, at, words: words(), loudness: () => this.loudest });
      return { ...node, frequency: { ...silent, setValueAtTime: note } };
    }
  };
}"""


def at_a_loud_table(house: House, person: Person, game: str = "pied_piper") -> Person:
    """Before a turn, with a bot; the spy listens, and the clock of the page is ours."""
    person.context.add_init_script(f"({SPY})()")
    person.page.clock.install()
    options = SHORT[game]
    table = prepare(house, person, "random", game=game, options=options, wanted=in_the_middle)
    person.open(table).seated().asked()
    person.page.clock.pause_at(person.page.evaluate("() => Date.now()") + 1)
    return person


def tones_of(person: Person) -> dict[str, list[list[float]]]:
    """What the page itself says that each kind of moment sounds like."""
    tones: dict[str, list[list[float]]] = person.page.evaluate(
        "async () => (await import('/static/sound.js')).TONES"
    )
    return tones


def heard(person: Person) -> list[tuple[str, list[str]]]:
    """The sounds in their order, each with what could be read."""
    asked = person.page.evaluate("() => window.tones.map(({ pitch, words }) => ({ pitch, words }))")
    kinds = {tuple(tone[1] for tone in tones): kind for kind, tones in tones_of(person).items()}
    found = []
    while asked:
        length = next(
            len(pitches)
            for pitches in sorted(kinds, key=len, reverse=True)
            if pitches == tuple(one["pitch"] for one in asked[: len(pitches)])
        )
        kind = kinds[tuple(one["pitch"] for one in asked[:length])]
        found.append((kind, asked[0]["words"]))
        asked = asked[length:]
    return found


@statement("A22")
@pytest.mark.parametrize("game", SHORT)
def test_each_moment_is_heard_and_can_be_read(house: House, invite: Invite, game: str) -> None:
    ada = at_a_loud_table(house, invite(settings=AUDIBLE, **WIDE), game)
    ada.keys("Shift")  # somebody is there
    play_a_turn(ada)
    frames = [frame for one in ada.updates for frame in json.loads(one)["frames"]]
    moments = [frame for frame in frames if frame["kind"] and frame["milliseconds"]]
    assert all(frame["text"] for frame in moments)
    sounds = [(kind, words) for kind, words in heard(ada) if kind != "turn"]
    assert [kind for kind, _ in sounds] == [frame["kind"] for frame in moments]
    for (kind, (said, _)), frame in zip(sounds, moments, strict=True):
        assert said == frame["text"], kind
    if not ada.look()["over"]:
        kind, (_, banner) = heard(ada)[-1]
        assert (kind, banner) == ("turn", ada.look()["banner"])


def test_every_kind_of_moment_has_a_sound_of_its_own(house: House, ada: Person) -> None:
    tones = tones_of(at_a_loud_table(house, ada))
    assert set(tones) == {*KINDS, "turn"}
    assert len({json.dumps(one) for one in tones.values()}) == len(tones)


def test_nothing_sounds_before_somebody_has_pressed_something(house: House, invite: Invite) -> None:
    """Ben plays, and Ada only looks."""
    ada, ben = invite(settings=AUDIBLE), invite()
    ada.context.add_init_script(f"({SPY})()")
    address = prepare(house, ben, ada)
    ada.open(address).seated()
    ben.open(address).seated().asked()
    while ben.look()["asked"]:
        ben.act()
    ada.asked()
    assert ada.page.evaluate("() => [window.speakers, window.tones.length]") == [0, 0]
    ada.keys("Shift")
    assert ada.page.evaluate("() => window.speakers") == 1


def test_switch_and_volume_are_in_the_dock_and_remembered(house: House, invite: Invite) -> None:
    ada = at_a_loud_table(house, invite(settings=AUDIBLE, **WIDE))
    ada.keys("Shift")  # somebody is there
    expect(ada.one("#dock #sound")).to_have_attribute("aria-pressed", "true")
    ada.one("#sound").hover()
    ada.one("#volume").fill("20")
    assert loudness(ada) == pytest.approx(0.16 * 0.2)
    ada.page.clock.run_for(200)
    ada.click("#sound")
    expect(ada.one("#sound")).to_have_attribute("aria-pressed", "false")
    before = len(heard(ada))
    play_a_turn(ada)
    assert len(heard(ada)) == before, "what is switched off is silent"
    ada.page.reload()
    ada.seated()
    expect(ada.one("#sound")).to_have_attribute("aria-pressed", "false")
    expect(ada.one("#volume")).to_have_value("20")
    ada.keys("Shift")
    assert ada.page.evaluate("() => window.speakers") == 0
    ada.click("#open-settings")
    ada.one("#settings [name=sound]").check()
    expect(ada.one("#sound")).to_have_attribute("aria-pressed", "true")


def loudness(person: Person) -> float:
    loud: float = person.page.evaluate("() => window.tones.at(-1).loudness()")
    return loud
