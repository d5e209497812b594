"""A real server, a real browser, and a window of their own for everybody in a story.

The server is a process with a store of its own. One browser serves all stories of a worker, and a window
is lent to one story after the other: scripts and styles are fetched and compiled once. What people left
in it is gone before the next one. A story fails if a page writes an error to the console, raises one, or
asks another host for anything.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from msgspec import Struct
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.chromium import QUICK, ensure
from tests.browser.people import EARS, By, Person

ROOT = Path(__file__).parent.parent.parent
FAST = {"speed": "0", "sound": "off", "language": "en"}


class House(Struct, frozen=True):
    """A server that runs."""

    base: str
    db: Path


class Windows:
    """Windows to be lent, by what is special about them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        self._lent: dict[BrowserContext, str] = {}

    def lend(self, *, new: bool, **wanted: Any) -> BrowserContext:
        kind = json.dumps(wanted, sort_keys=True)
        free = self._free[kind]
        if free and not new:
            window = free.pop()
        else:
            window = self._browser.new_context(**wanted)
            window.add_init_script(f"({EARS})()")
        if not new:
            self._lent[window] = kind
        return window

    def take_back(self, window: BrowserContext) -> None:
        """With nothing in it; one that was to be new is closed for good."""
        if (kind := self._lent.pop(window, None)) is None:
            window.close()
            return
        for page in window.pages:
            page.close()
        window.set_offline(offline=False)
        window.clear_permissions()
        window.set_storage_state({"cookies": [], "origins": []})
        self._free[kind].append(window)


class Invite(Protocol):
    """Makes a person; everything else is passed on to the browser's context."""

    def __call__(
        self, by: By = "mouse", settings: dict[str, str] | None = None, **context: Any
    ) -> Person: ...


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nothing is measured here: the server is another process, and the browser is not ours."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.heavy)


@contextmanager
def serving(db: Path, extra: str = "crumbs=tests.crumbs,nuts=tests.nuts") -> Iterator[House]:
    """`ratskeller serve` on a free port of the loopback, ended by its own id."""
    environment = {
        **os.environ,
        "RATSKELLER_GAMES": extra,
        "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}",
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, "-c", "from ratskeller.cli import main; main()", "serve"]
    with subprocess.Popen(
        [*command, "--no-browser", "--port", "0", "--db", str(db)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+", said)
            assert address, f"the server does not say where it is: {said!r}"
            yield House(address.group(), db)
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("house") / "tables.db") as house:
        yield house


# Of the package, not of the session: while Playwright runs, no other test could run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure(), args=QUICK)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest.fixture
def invite(house: House, windows: Windows, request: pytest.FixtureRequest) -> Iterator[Invite]:
    """People for one story. What went wrong in their windows fails it. A story that sets a page's clock,
    adds scripts to it or counts what is fetched is marked `new_windows`.
    """
    people: list[Person] = []
    new = request.node.get_closest_marker("new_windows") is not None

    def make(by: By = "mouse", settings: dict[str, str] | None = None, **context: Any) -> Person:
        wanted = {"viewport": {"width": 1280, "height": 900}, "locale": "en", **context}
        person = Person(windows.lend(new=new, **wanted), house.base, by)
        person.prefer(**(FAST if settings is None else settings))
        people.append(person)
        return person

    yield make
    trouble = [words for person in people for words in person.trouble]
    for person in people:
        person.leave()
        windows.take_back(person.context)
    assert trouble == []


@pytest.fixture
def ada(invite: Invite) -> Person:
    return invite()


@pytest.fixture
def ben(invite: Invite) -> Person:
    return invite()
