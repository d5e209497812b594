"""Photographs of the pages, to be looked at with care: `python -m tests.browser.pictures`.

    docs/pictures/table-1440-dark-en.png        page, width of the window, theme, language

Every page in English at three widths by day and by night; tables and front page in the other
languages. The table of The Pied Piper is just `table`, the others bear the names of their games.
Names on the command line take only the pictures of these pages. Colours are reduced to 256, which
these prints do not mind; so all pictures together stay small enough for the repository.
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, Page, sync_playwright

from ratskeller.core.match import AnyMatch
from ratskeller.games.first_rat.rules.state import State as Yard
from ratskeller.games.ratzentanz.rules.state import State as Town
from ratskeller.words.languages import TRANSLATED
from tests.browser.chromium import QUICK, ensure
from tests.browser.conftest import ROOT, House, serving
from tests.browser.people import GAME, Person, expect
from tests.browser.prepared import Wanted, eventful, found, my_turn, over, put
from tests.kinds import as_a

PICTURES = ROOT / "docs" / "pictures"
BUDGET = 6_000_000
SIZES = {360: 740, 768: 1024, 1440: 900}
TABLES = {"table": "pied_piper", "ratzentanz": "ratzentanz", "first_rat": "first_rat"}
PAGES = ("front", "new", *TABLES, "replay", "rules")
CHAIRS = ("greedy", "greedy", "random")

REDUCE = """async (address) => {
  const bitmap = await createImageBitmap(await (await fetch(address)).blob());
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d");
  pen.drawImage(bitmap, 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  // The most frequent colours, but none that is nearly there already.
  const palette = [];
  const apart = (a, b) => Math.abs((a >> 16) - (b >> 16)) + Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) + Math.abs((a & 255) - (b & 255));
  for (const [colour] of [...counts].sort(([, a], [, b]) => b - a)) {
    if (palette.length === 256) break;
    if (palette.every((one) => apart(one, colour) > 14)) palette.push(colour);
  }
  const nearest = new Map();
  for (const colour of counts.keys()) {
    let best = 0;
    for (let one = 1; one < palette.length; one += 1) if (apart(palette[one], colour) < apart(palette[best], colour)) best = one;
    nearest.set(colour, best);
  }
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = nearest.get((data[4 * at] << 16) | (data[4 * at + 1] << 8) | data[4 * at + 2]);
  let text = "";
  for (let at = 0; at < pixels.length; at += 8192) text += String.fromCharCode(...pixels.subarray(at, at + 8192));
  return { width, height, palette, pixels: btoa(text) };
}"""


class Shot(Struct, frozen=True):
    page: str
    width: int
    theme: str
    language: str

    @property
    def name(self) -> str:
        return f"{self.page}-{self.width}-{self.theme}-{self.language}.png"


def shots() -> Iterator[Shot]:
    for page in PAGES:
        for width in SIZES:
            for theme in ("light", "dark"):
                yield Shot(page, width, theme, "en")
    for language in TRANSLATED:
        for table in TABLES:
            yield Shot(table, 1440, "light", language)
            yield Shot(table, 360, "light", language)
        yield Shot("front", 768, "light", language)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or PAGES
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db", extra="") as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=ensure(), args=QUICK)
        reducer = browser.new_page()
        for number, shot in enumerate(shots()):
            if shot.page in wanted:
                picture = reduced(reducer, photograph(browser, house, shot, number))
                (PICTURES / shot.name).write_bytes(picture)
                print(f"{shot.name:34} {len(picture) / 1000:6.0f} kB", flush=True)
        browser.close()
    total = sum(picture.stat().st_size for picture in PICTURES.iterdir())
    print(f"{total / 1e6:.1f} MB")
    if total > BUDGET:
        sys.exit(f"more than {BUDGET / 1e6:.0f} MB")


def photograph(browser: Browser, house: House, shot: Shot, number: int) -> bytes:
    context = browser.new_context(
        viewport={"width": shot.width, "height": SIZES[shot.width]},
        locale=shot.language,
        has_touch=shot.width < 500,
        reduced_motion="reduce",
    )
    person = Person(context, house.base)
    person.prefer(language=shot.language, theme=shot.theme, speed="0", name="Ada")
    visit(house, person, shot, f"{shot.page}{number}")
    person.page.wait_for_load_state("networkidle")
    picture = person.page.screenshot()
    assert person.trouble == [], person.trouble
    context.close()
    return picture


def visit(house: House, person: Person, shot: Shot, table: str) -> None:
    match shot.page:
        case "front":
            lay(house, person, my_turn, table)
            person.open("/")
        case "new":
            person.open("/new/pied_piper")
        case "table" | "ratzentanz" | "first_rat":
            wanted = {"table": lively, "ratzentanz": walking, "first_rat": landing}[shot.page]
            person.open(lay(house, person, wanted, table, TABLES[shot.page]))
            foresee(person.seated().asked())
        case "replay":
            person.open(f"{lay(house, person, over, table)}/60")
            expect(person.one("#log .here").first).to_be_attached()
        case _:
            person.open("/rules/pied_piper")


def lay(house: House, person: Person, wanted: Wanted, table: str, game: str = GAME) -> str:
    """The same match in every picture, each time at a table of its own."""
    match = played(wanted, game)
    return put(house, (person, *CHAIRS), match, match.entries, table)


@cache
def played(wanted: Wanted, game: str) -> AnyMatch:
    return found(len(CHAIRS) + 1, wanted, {}, ["", *CHAIRS], game)


def lively(match: AnyMatch) -> bool:
    """Well into a match, and the next card moves something."""
    return len(match.entries) > 70 and eventful(match)


def walking(match: AnyMatch) -> bool:
    """Cat and Piper are in town, food is on its way, and a rat can walk in several ways."""
    if match.to_act != 0 or len(match.entries) < 120:
        return False
    state = as_a(Town, match.view(0).seen)
    busy = sum(map(bool, state.load)) >= 2 and state.cat >= 0 and state.piper >= 0
    paths = [match.game.path(state, action) for action in match.legal(0)]
    return busy and len(paths) > 12 and all(len(path) > 1 for path in paths)


def landing(match: AnyMatch) -> bool:
    """Well into a match, with things bought and parts built, and rats about to move."""
    state = as_a(Yard, match.state)
    built = sum(map(len, state.tracks)) >= 5 and any(state.caps) and max(state.light) > 8
    return match.to_act == 0 and not match.drafted and built and len(match.legal(0)) > 6


def foresee(person: Person) -> None:
    """Choose the thing and point at the place that show the most ghosts."""
    ghosts = person.one("[data-over=badges] .badge, [data-over=walk] .way")
    best = (0, "", "")
    for thing in person.look()["lit"][:4]:
        person.point(thing)
        for place in person.look()["lit"][:8]:
            person.spot(place).hover(force=True)
            best = max(best, (ghosts.count(), thing, place))
        person.click("#back")
    person.point(best[1])
    if person.page.evaluate("() => innerWidth < 900 && document.getElementById('recap').open"):
        person.click("#recap > summary")  # as anybody does who has read it
    person.spot(best[2]).hover(force=True)
    person.page.evaluate("() => scrollTo(0, 0)")


def reduced(page: Page, png: bytes) -> bytes:
    """The same picture with a palette of 256 colours."""
    address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    found: dict[str, Any] = page.evaluate(REDUCE, address)
    width, pixels = found["width"], base64.b64decode(found["pixels"])
    rows = b"".join(b"\0" + pixels[at : at + width] for at in range(0, len(pixels), width))
    palette = b"".join(colour.to_bytes(3, "big") for colour in found["palette"])
    head = struct.pack(">IIBBBBB", width, found["height"], 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )


if __name__ == "__main__":
    main()
