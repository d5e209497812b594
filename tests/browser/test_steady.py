"""A dock that stays: hand, dice and buttons keep their places while a match is played and watched."""

from __future__ import annotations

from typing import Any

from tests.browser.conftest import House, Invite
from tests.browser.people import PHONE, Person
from tests.browser.prepared import BOTS, SHORT, every_game_and, over, prepare
from tests.lengths import often

WINDOWS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "phone": PHONE,
}
every_game_and_window = every_game_and("window", WINDOWS)

WATCH = """(controls) => {
  const watch = (window.watch = { places: {}, shifts: [], decisions: 0 });
  const name = (node) => node?.id || node?.className || node?.nodeName || "something that went";
  const counts = () => document.getElementById("result")?.hidden ?? true; // the end may clear the table
  watch.note = () => {
    watch.decisions += 1;
    for (const css of controls) {
      const node = document.querySelector(css);
      if (!node?.checkVisibility({ visibilityProperty: true })) continue;
      const { x, y, width, height } = node.getBoundingClientRect();
      const down = node.closest(".dock") ? y : y + scrollY; // the page may scroll under the dock
      (watch.places[css] ??= new Set()).add([x, down, width, height].map((one) => one.toFixed(1)).join(" "));
    }
  };
  new PerformanceObserver((list) => {
    if (counts()) for (const { sources } of list.getEntries()) for (const { node, previousRect: a, currentRect: b } of sources)
      if (node?.parentElement?.closest(".dock") && !node.matches(".aloft")) watch.shifts.push(`${name(node)}: ${a.x} ${a.y} -> ${b.x} ${b.y}`);
  }).observe({ type: "layout-shift" });
}"""
"""Notes where the controls are at every decision, and what the browser itself says has shifted.

What lies aloft on a phone may grow and shrink; what is in it must not move either.
"""

PLAY = """async (most) => {
  const get = (id) => document.getElementById(id);
  const seen = (node) => node?.checkVisibility({ visibilityProperty: true });
  const rest = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  let seed = 1;
  const any = (all) => all[(seed = (seed * 48271) % 2147483647) % all.length];
  while (get("result").hidden && watch.decisions < most) {
    await rest();
    const main = get("main").classList;
    if (get("ask").open) { get("ask-yes").click(); continue; }
    if (!main.contains("asked") || main.contains("busy")) continue;
    watch.note();
    if (seen(get("confirm"))) { get("confirm").click(); continue; }
    const lit = [...document.querySelectorAll("[data-lit]"), ...document.querySelectorAll("#choices button")];
    if (!lit.length) continue;
    const one = any(lit);
    if (one.matches("button")) one.click();
    else one.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    const which = document.querySelector("#why:popover-open button");
    if (which) which.click();
  }
}"""
"""A match, played by a script in the page that takes what is lit; nothing of it counts as input."""

WALK = """async (most) => {
  const get = (id) => document.getElementById(id);
  const stride = Math.ceil(get("main").dataset.last / most);
  for (let entry = 1; entry < get("main").dataset.last; entry += stride) {
    if (stride > 1) { get("slider").value = entry; get("slider").dispatchEvent(new Event("input")); }
    get("after").click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    watch.note();
  }
  get("autoplay").click();
  watch.note();
}"""
"""A match from its beginning to its end, in so many steps at most, with leaps between them."""

CONTROLS = [
    *("#sheet-hand", "#sheet-always", "#acts", "#banner"),
    *("#confirm", "#skip", "#undo", "#back", "#restart", "#hint"),
]
PLAYER = ["#slider", "#first", "#before", "#autoplay", "#after", "#last", "#number", "#permalink"]


def stayed(person: Person) -> dict[str, list[str]]:
    """Where each control was; what the browser calls a shift is none."""
    places, shifts = person.page.evaluate(
        "() => [Object.fromEntries(Object.entries(watch.places).map(([css, all]) => [css, [...all]])), watch.shifts]"
    )
    assert shifts == []
    assert {css: where for css, where in places.items() if len(where) > 1} == {}
    return dict(places)


@every_game_and_window
def test_over_a_whole_match_the_dock_stays_where_it_is(
    house: House, invite: Invite, game: str, window: str
) -> None:
    """By night to its end; by day over some turns of everybody."""
    ada = invite(**WINDOWS[window])
    address = ada.lay("me:Ada", "bot:greedy", game=game, options=SHORT[game], confirm=True)
    ada.open(address).seated().asked()
    ada.page.evaluate(WATCH, CONTROLS)
    ada.page.evaluate(PLAY, often(30, 10_000))
    assert ada.page.evaluate("() => watch.decisions") > 8, "luck is live, and a match can be short"
    places = stayed(ada)
    assert {"#acts", "#banner", "#confirm", "#undo", "#hint"} <= set(places)
    assert {"#sheet-hand", "#sheet-always"} & set(places)


@every_game_and_window
def test_the_replay_has_its_controls_in_one_place(
    house: House, invite: Invite, game: str, window: str
) -> None:
    ada = invite(**WINDOWS[window])
    ada.open(f"{prepare(house, ada, *BOTS, game=game, wanted=over, options=SHORT[game])}/1")
    ada.wait_for("() => document.getElementById('number').textContent")
    ada.page.evaluate(WATCH, [*CONTROLS[:2], "#banner", *PLAYER])
    ada.page.evaluate(WALK, often(40, 10_000))
    assert set(PLAYER) <= set(stayed(ada))
