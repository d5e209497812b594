"""People with browsers of their own, as the stories need them: they look, point and press keys.

What they do goes through real mouse and key events; only looking is done by a script in the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import BrowserContext, Dialog, Locator, Page, Request, Response, WebSocket
from playwright.sync_api import Error as Missed
from playwright.sync_api import expect as expect  # noqa: PLC0414  the stories import it from here

GAME = "pied_piper"
PATIENCE = 300_000
"""Milliseconds until something that should come at once counts as lost, on the busiest machine."""
NOTHING_HAPPENS = 5_000
"""Milliseconds after which people look again at what is asked of them."""
expect.set_options(timeout=PATIENCE)

By = Literal["mouse", "keys", "finger"]
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
"""A window that a person holds in one hand."""

LOOK = """() => {
  const get = (id) => document.getElementById(id);
  const seen = (id) => { const node = get(id); return !!node && node.checkVisibility(); };
  const all = (css) => [...document.querySelectorAll(css)];
  const name = (node) => node.dataset.part ?? node.dataset.place;
  const looks = {
    over: seen("result"), asked: get("main").classList.contains("asked"), asking: get("ask")?.open ?? false,
    curtain: get("curtain")?.open ?? false, confirm: seen("confirm"), throw: seen("throw"),
    lit: all(".part.lit, .place.lit").map(name), choices: all("#choices button").map((one) => one.textContent),
    banner: get("banner")?.textContent ?? "", log: all("#log li").length,
    online: get("pill")?.dataset.state === "online", moving: seen("skip") || get("main").matches(".busy, .paused"),
  };
  const chosen = all(".ring-chosen").length;
  return { ...looks, print: JSON.stringify([looks, chosen, get("undo")?.textContent]) };
}"""
CHANGED = f"(before) => ({LOOK})().print !== before"

EARS = """() => {
  window.heard = { mouse: 0, live: [] };
  for (const kind of ["mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "dragstart"])
    addEventListener(kind, () => (window.heard.mouse += 1), true);
  addEventListener("DOMContentLoaded", () => {
    for (const id of ["polite", "assertive"]) {
      const node = document.getElementById(id);
      if (node) new MutationObserver(() => node.textContent && window.heard.live.push([id, node.textContent]))
        .observe(node, { childList: true, characterData: true, subtree: true });
    }
  });
}"""
"""Counts what a mouse or a finger does, and notes what a screen reader is told."""


class Person:
    """Somebody with cookies, a window and a way to point at things."""

    def __init__(self, context: BrowserContext, base: str, by: By = "mouse") -> None:
        self.context = context
        self.base = base
        self.by = by
        self.trouble: list[str] = []
        self.guest: int | None = None  # the number in the store, where a story wrote it there
        self.invitation = ""
        self.updates: list[str] = []  # what the house sent unasked, or as an answer to a move
        self._expected: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.on("page", self._watch)
        self.page = context.new_page()

    def leave(self) -> None:
        """Whoever gets the window next brings eyes of their own."""
        self.context.remove_listener("page", self._watch)

    # --- what must not happen ---

    def _watch(self, page: Page) -> None:
        page.on("console", lambda one: self._blame(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda error: self._blame(f"page error: {error}"))
        page.on("dialog", self._dialog)
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("websocket", self._socket)

    def _blame(self, words: str) -> None:
        if not any(re.search(pattern, words) for pattern in self._expected):
            self.trouble.append(words)

    def _dialog(self, dialog: Dialog) -> None:
        self._blame(f"the page opens a dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        self._at_home(request.url)

    def _socket(self, socket: WebSocket) -> None:
        self._at_home(socket.url)
        socket.on("framereceived", self._heard)

    def _heard(self, frame: str | bytes) -> None:
        if '"type":"update"' in str(frame):
            self.updates.append(str(frame))

    def _at_home(self, url: str) -> None:
        scheme, host = urlsplit(url)[:2]
        if scheme not in ("data", "blob", "about") and host != urlsplit(self.base).netloc:
            self.trouble.append(f"a request to another house: {url}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self._blame(f"{response.status} at {response.url}")

    def expect_noise(self, *patterns: str) -> None:
        """What the console may say in this story, because the story provokes it."""
        self._expected += patterns

    # --- looking ---

    def open(self, path: str) -> Person:
        self.page.goto(f"{self.base}{path}")
        return self

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def one(self, css: str) -> Locator:
        return self.page.locator(css)

    def wait_for(self, script: str, argument: Any = None) -> None:
        self.page.wait_for_function(script, arg=argument)

    def seated(self) -> Person:
        """At the table, with everything that the house had to tell."""
        self.wait_for(f"() => document.body.dataset.page === 'table' && ({LOOK})().online")
        self.wait_for("() => document.querySelector('.chip')")
        return self

    def asked(self) -> Person:
        """Until it is my turn, and everything has come to rest."""
        ready = "one.asked && !one.moving && (one.lit.length || one.confirm || one.choices.length)"
        self.wait_for(f"() => {{ const one = ({LOOK})(); return {ready}; }}")
        return self

    def table(self) -> str:
        return self.page.locator("main").get_attribute("data-table") or ""

    def heard(self, region: str) -> list[str]:
        """What a live region has said since the page was opened."""
        said: list[list[str]] = self.page.evaluate("() => window.heard.live")
        return [words for where, words in said if where == region]

    def mouse_events(self) -> int:
        count: int = self.page.evaluate("() => window.heard.mouse")
        return count

    # --- doing ---

    def click(self, css: str) -> None:
        self.page.locator(css).click()

    def point(self, thing: str, patience: int = PATIENCE) -> None:
        """Click or tap a part or place in its middle, whatever lies on top of it or is written beside it."""
        drawn = self.spot(thing).locator("use")
        target = drawn.first if drawn.count() else self.spot(thing)
        self._touch(target, force=True, patience=patience)

    def spot(self, thing: str) -> Locator:
        return self.page.locator(f'[data-part="{thing}"], [data-place="{thing}"]').first

    def keys(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def tab_to(self, css: str, limit: int = 60) -> None:
        """The Tab key until something is focused that matches."""
        for _ in range(limit):
            if self.page.evaluate("(css) => document.activeElement.matches(css)", css):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{limit} times Tab do not lead to {css}")

    def act(self, unless: str = "over") -> bool:
        """One thing of what is asked of me; False if nothing is, or `unless` is to be seen.

        Who points at something while the moves of others are shown only skips them, and what is
        pointed at may go away just then, so people look and point again.
        """
        for _ in range(PATIENCE // NOTHING_HAPPENS):
            seen = self.look()
            if seen["over"] or seen[unless]:
                return False
            if not (seen["asked"] or seen["asking"] or seen["curtain"]):
                return False
            try:
                if not seen["moving"] and not self._answer(seen):
                    return False
                self.page.wait_for_function(CHANGED, arg=seen["print"], timeout=NOTHING_HAPPENS)
            except Missed:
                continue
            return True
        raise AssertionError(f"what is asked cannot be answered: {self.look()}")

    def decide(self) -> None:
        """Choose until one more decision is in the draft."""
        drafted = self.one("#undo").text_content()
        while self.one("#undo").is_hidden() or self.one("#undo").text_content() == drafted:
            assert self.asked().act()
            self.asked()

    def do(self, deed: Callable[[], object]) -> None:
        """Something that must be seen on the page; where nothing is seen of it, it is done again.

        A page that scrolls just then is missed by people, too.
        """
        for _ in range(PATIENCE // NOTHING_HAPPENS):
            before = self.look()["print"]
            try:
                deed()
                self.page.wait_for_function(CHANGED, arg=before, timeout=NOTHING_HAPPENS)
            except Missed:
                continue
            return
        raise AssertionError(f"nothing is seen of it: {self.look()}")

    def play_a_turn(self) -> int:
        """All that is asked of me until it stands in the log; how many lines stood there before.

        Not until nothing is asked: where others answer at once, it is my turn again.
        """
        before: int = self.look()["log"]
        while (seen := self.look())["asked"] and seen["log"] == before:
            self.act()
        return before

    def _answer(self, seen: dict[str, Any]) -> bool:
        if seen["curtain"]:
            self._press("#curtain-open")
        elif seen["asking"]:
            self._press("#ask-yes")
        elif seen["confirm"]:
            self._press("#confirm", "c")
        elif seen["throw"]:
            self._press("#throw", " ")
        elif seen["lit"]:
            self._choose(seen["lit"][0])
        elif seen["choices"]:
            self._press("#choices button")
        else:
            return False
        return True

    def _touch(
        self, target: Locator, *, force: bool = False, patience: int = NOTHING_HAPPENS
    ) -> None:
        press = target.tap if self.by == "finger" else target.click
        press(force=force, timeout=patience)

    def _press(self, css: str, key: str = "") -> None:
        if self.by != "keys":
            self._touch(self.page.locator(css).first)
        elif key:
            self.keys(key)
        else:
            self.tab_to(css)
            self.keys("Enter")

    def _choose(self, thing: str) -> None:
        if self.by != "keys":
            self.point(thing, NOTHING_HAPPENS)
        else:
            self.keys("b", "Enter")  # the first thing that is lit

    def agree(self, log: int) -> None:
        """A turn that was just confirmed goes to the house; where it is grave, it is meant."""
        told = "document.querySelectorAll('#log li').length > log"
        self.wait_for(f"(log) => {told} || document.getElementById('ask').open", log)
        if self.look()["asking"]:
            self._press("#ask-yes")
        self.wait_for(f"(log) => {told}", log)

    # --- short cuts around what a story is not about ---

    def lay(self, *seats: str, game: str = GAME, **more: Any) -> str:
        """A table by the API: `lay("me", "open", "bot:random")`; its address."""
        wishes = []
        for seat in seats:
            kind, _, rest = seat.partition(":")
            wishes.append({"kind": kind, "bot" if kind == "bot" else "name": rest})
        made = self._post("/api/tables", {"game": game, "seats": wishes, **more})
        self.invitation = str(made["invitation"])
        return str(made["address"])

    def join(self, invitation: str, name: str = "") -> str:
        code = invitation.rpartition("/")[2]
        invited = self.context.request.get(f"{self.base}/api/invitations/{code}").json()
        body = {"invitation": code, "name": name}
        return str(self._post(f"/api/tables/{invited['table']}/seats", body)["address"])

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.context.request.post(
            f"{self.base}{path}", data=body, headers={"Origin": self.base}
        )
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    def prefer(self, **settings: str) -> Person:
        """Settings as the settings page would keep them; who wants dice or aids has to say so."""
        kept = urlencode({"dice": "off", "gentle": "off", **settings})
        wanted = {"name": "settings", "value": kept, "url": self.base}
        self.context.add_cookies([wanted])  # type: ignore[list-item]
        return self


def play_out(people: Sequence[Person]) -> None:
    """Everybody answers whatever is asked until the match is over on every screen."""
    while not all(person.look()["over"] for person in people):
        acted = [person.act() for person in people]
        if not any(acted):
            people[0].page.wait_for_timeout(30)
