"""A real server, a real browser, and a window of their own for everybody in a story.

The server is a process with a store of its own. One browser serves all stories of a worker. A story
fails if a page writes an error to the console, raises one, or asks another host for anything.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from msgspec import Struct
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import QUICK, ensure
from tests.browser.people import By, Person

ROOT = Path(__file__).parent.parent.parent
FAST = {"speed": "0", "sound": "off", "language": "en"}


class House(Struct, frozen=True):
    """A server that runs."""

    base: str
    db: Path


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


@pytest.fixture
def invite(house: House, browser: Browser) -> Iterator[Invite]:
    """People for one story. What went wrong in their windows fails it."""
    people: list[Person] = []

    def make(by: By = "mouse", settings: dict[str, str] | None = None, **context: Any) -> Person:
        wanted = {"viewport": {"width": 1280, "height": 900}, "locale": "en", **context}
        person = Person(browser.new_context(**wanted), house.base, by)
        person.prefer(**(FAST if settings is None else settings))
        people.append(person)
        return person

    yield make
    trouble = [words for person in people for words in person.trouble]
    for person in people:
        person.context.close()
    assert trouble == []


@pytest.fixture
def ada(invite: Invite) -> Person:
    return invite()


@pytest.fixture
def ben(invite: Invite) -> Person:
    return invite()
