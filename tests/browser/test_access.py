"""The statements about access, each with a test that names it, in a real browser."""

from __future__ import annotations

import random
import re
from itertools import combinations
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from ratskeller import games
from ratskeller.core.game import CHANCE
from ratskeller.draw.glyphs import glyph_symbols
from ratskeller.draw.palette import (
    DEFICIENCIES,
    SURFACES,
    TONE_INKS,
    TONES,
    contrast,
    distance,
    drawing_css,
    theme_css,
)
from ratskeller.draw.svg import write
from tests.browser.conftest import House, Invite
from tests.browser.people import GAME, PHONE, Person, expect
from tests.browser.pixels import difference, grey, span
from tests.browser.prepared import long_turn, over, prepare, put
from tests.server.worlds import bodies_of, other_world, play_at_random
from tests.statements import statement

BOTS = ("random", "random")
THEMES = ("light", "dark")
GAMES = ("first_rat", "pied_piper", "ratzentanz")

SHORT: dict[str, dict[str, int]] = {
    "first_rat": {},
    "pied_piper": {},
    "ratzentanz": {"turn_cap": 40},
}
"""Options with which a match at random comes to an end soon."""

every_game = pytest.mark.parametrize("game", GAMES)


def at_turn(house: House, person: Person, game: str = GAME, **more: Any) -> Person:
    return person.open(prepare(house, person, *BOTS, game=game, **more)).seated().asked()


# --- seeing ---


PIECES = {
    "first_rat": "[data-part^='pin:']",
    "pied_piper": "[data-part^='figure:']",
    "ratzentanz": "[data-part^='sign:']",
}
"""One piece of every player, or of every tail: the same thing in different inks."""


@statement("A01")
@every_game
def test_without_colour_pieces_and_players_are_told_apart(
    house: House, invite: Invite, game: str
) -> None:
    ada = invite()
    players = max(games.find(game).meta.seats)
    ada.open(prepare(house, ada, *["random"] * (players - 1), game=game)).seated().asked()
    eyes = ada.context.new_cdp_session(ada.page)
    eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    glyphs = {
        chip.inner_text(): grey(chip.locator(".glyph").screenshot())
        for chip in ada.one(".chip .name").all()
    }
    assert len(glyphs) == players
    alike = [
        (one, other)
        for one, other in combinations(glyphs, 2)
        if difference(glyphs[one], glyphs[other]) < 12
    ]
    assert alike == []
    symbols = ada.page.eval_on_selector_all(
        PIECES[game],
        "(all) => all.map((one) => [one.dataset.part, one.firstChild.getAttribute('href')])",
    )
    figures = {part for part, _ in symbols}
    assert len({href for _, href in symbols}) == len(figures) >= 4


@statement("A01")
def test_what_is_lit_chosen_or_due_differs_in_more_than_colour(house: House, ada: Person) -> None:
    at_turn(house, ada)
    assert ada.one(".ring-lit").count() > 0
    expect(ada.one(".chip.turn")).to_contain_text("to move")
    ada.act()
    assert ada.one(".ring-chosen").count() == 1
    expect(ada.one("#back")).to_be_visible()


@statement("A02")
@pytest.mark.parametrize("theme", THEMES)
def test_six_glyphs_are_readable_at_16_pixels(invite: Invite, theme: str) -> None:
    page = invite().page
    symbols = "".join(write(symbol) for symbol in glyph_symbols())
    drawn = "".join(
        f'<svg class="tone-black" id="{tone.glyph}" width="16" height="16">'
        f'<use href="#glyph-{tone.glyph}" width="16" height="16"/></svg> '
        for tone in TONES
    )
    style = f"{theme_css()} {drawing_css()} body {{ background: var(--ground) }}"
    page.set_content(
        f'<html data-theme="{theme}"><style>{style}</style><body>'
        f'<svg width="0" height="0">{symbols}</svg>{drawn}</body></html>'
    )
    pictures = {tone.glyph: grey(page.locator(f"#{tone.glyph}").screenshot()) for tone in TONES}
    assert len(pictures) == 6
    alike = {
        (one, other): difference(pictures[one], pictures[other])
        for one, other in combinations(pictures, 2)
    }
    assert {pair: step for pair, step in alike.items() if step < 12} == {}


def inks_of(page: Page, names: tuple[str, ...]) -> dict[str, str]:
    inks: dict[str, str] = page.evaluate(
        """(names) => {
          const style = getComputedStyle(document.documentElement);
          return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
        }""",
        names,
    )
    return inks


@statement("A03")
@pytest.mark.parametrize("theme", THEMES)
def test_the_inks_of_the_page_differ_to_every_eye(invite: Invite, theme: str) -> None:
    ada = invite(settings={"theme": theme})
    inks = inks_of(ada.open("/").page, tuple(TONE_INKS))
    near = {
        (one, other, deficiency): distance(inks[one], inks[other], deficiency)
        for one, other in combinations(inks, 2)
        for deficiency in (None, *DEFICIENCIES)
    }
    assert {pair: round(step, 1) for pair, step in near.items() if step < 15} == {}


@statement("A04", "A05")
@pytest.mark.parametrize("theme", THEMES)
def test_outlines_words_and_focus_stand_out_on_every_surface(invite: Invite, theme: str) -> None:
    ada = invite(settings={"theme": theme})
    inks = inks_of(ada.open("/").page, ("ink", "teal", *SURFACES))
    for surface in SURFACES:
        assert contrast(inks["ink"], inks[surface]) >= 4.5, surface
    for ground in ("ground", "paper"):
        assert contrast(inks["teal"], inks[ground]) >= 3, ground


SHOWN = {
    "first_rat": ("rat:0", "load:8", "sign:cockpit", "tally:0", "goods:0:cheese", "step:1"),
    "pied_piper": ("figure:", "hand:", "character:", "sign:"),
    "ratzentanz": ("rat:0.1", "die:number", "die:symbol", "sign:0", "piper", "cat"),
}
"""How the names of parts begin that nobody can play without."""


@statement("A05")
@every_game
def test_forced_colours_keep_pieces_visible(house: House, invite: Invite, game: str) -> None:
    ada = at_turn(house, invite(forced_colors="active"), game)
    for part in SHOWN[game]:
        picture = ada.one(f"[data-part^='{part}']").first.screenshot()
        assert span(grey(picture)) > 120, part
    assert ada.one(".ring-lit").count() > 0


# --- focus and keys ---

FOCUS = """() => {
  const node = document.activeElement;
  if (node === document.body) return null;
  const label = node.closest("label") ?? node;
  const style = getComputedStyle(label);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const own = getComputedStyle(node);
  const ringed = !!document.querySelector("[data-over=focus] .ring-focus");
  const box = node.getBoundingClientRect();
  const dock = document.getElementById("dock");
  const bar = dock.getBoundingClientRect();
  const stuck = getComputedStyle(dock).position === "sticky" && !dock.contains(node);
  return {
    what: node.outerHTML.slice(0, 90), top: box.top, bottom: box.bottom,
    shown: outlined || ringed || (own.outlineStyle !== "none" && parseFloat(own.outlineWidth) >= 2),
    hidden: box.bottom <= 0 || box.top >= innerHeight || (stuck && box.top >= bar.top),
  };
}"""


@statement("A07")
@every_game
@pytest.mark.parametrize("size", [(1280, 900), (360, 740)])
def test_focus_is_always_visible_and_never_under_the_action_bar(
    house: House, invite: Invite, size: tuple[int, int], game: str
) -> None:
    ada = at_turn(house, invite(viewport={"width": size[0], "height": size[1]}), game)
    ada.keys("Tab")
    faults, stops = [], 0
    for _ in range(60):
        seen = ada.page.evaluate(FOCUS)
        if seen:
            stops += 1
            if not seen["shown"] or seen["hidden"]:
                faults.append(seen)
        ada.keys("Tab")
    assert stops > 30
    assert faults == []
    ada.keys("b")
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowUp"):
        ada.keys(key)
        seen = ada.page.evaluate(FOCUS)
        assert seen["shown"], seen
        assert not seen["hidden"], seen


@statement("A08")
@every_game
def test_nothing_happens_on_pointer_down_and_nothing_needs_dragging(
    house: House, ada: Person, game: str
) -> None:
    at_turn(house, ada, game)
    before = ada.look()["print"]
    box = ada.spot(ada.look()["lit"][0]).bounding_box()
    assert box
    ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ada.page.mouse.down()
    ada.page.wait_for_timeout(700)
    assert ada.look()["print"] == before, "something happens on pointer-down, or on a long press"
    ada.page.mouse.move(5, 5)
    ada.page.mouse.up()
    assert ada.look()["print"] == before
    assert ada.one("[draggable=true], [ondblclick]").count() == 0


SMALL = """(least) => {
  const inline = (node) => node.matches("a") && getComputedStyle(node).display === "inline";
  const boxes = (node) => [node.closest("label") ?? node];
  return [...document.querySelectorAll("a[href], button, input, select, summary, [role=button]")]
    .filter((node) => node.checkVisibility() && !node.closest(".skip, .unseen") && !inline(node))
    .flatMap(boxes)
    .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (width < least - 0.5 || height < least - 0.5))
    .map(([name, { width, height }]) => `${Math.round(width)}x${Math.round(height)} ${name}`);
}"""
SMALL_MAIN = """(least) => [...document.querySelectorAll(
    ".main-act, #acts button, [data-part^='hand:'], .chip button, summary")]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.outerHTML.slice(0, 80), node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < least - 0.5 || height < least - 0.5)
  .map(([name, { width, height }]) => `${Math.round(width)}x${Math.round(height)} ${name}`)"""


@statement("A09")
@every_game
@pytest.mark.parametrize("touch", [False, True])
def test_targets_are_large_enough(house: House, invite: Invite, touch: bool, game: str) -> None:
    ada = invite(**PHONE) if touch else invite()
    finished = prepare(house, ada, *BOTS, wanted=over, game=game, options=SHORT[game])
    running = prepare(house, ada, *BOTS, game=game)
    around = ("/", "/settings") if game == GAME else ()
    for path in (*around, f"/new/{game}", f"{finished}/5", finished, running):
        ada.open(path)
        if path in (running, finished):
            ada.seated()
        assert ada.page.evaluate(SMALL, 24) == [], path
        if touch:
            assert ada.page.evaluate(SMALL_MAIN, 44) == [], path
    ada.asked().act()
    ada.act()
    assert ada.page.evaluate(SMALL_MAIN, 44 if touch else 24) == []


ROWS = {
    "first_rat": ("space:3", "ArrowRight", ("space:4", "space:5", "space:6")),
    "pied_piper": ("slot:0", "ArrowRight", ("slot:1", "slot:2", "slot:3")),
    "ratzentanz": ("sq:c4", "ArrowRight", ("sq:d4", "sq:e4", "sq:f4")),
}
"""Where a row of places begins, the key that follows it, and where it leads."""
OCCUPANTS = {"first_rat": "rat:", "pied_piper": "figure:", "ratzentanz": "rat:"}
ASIDE = re.compile("in the Nursery|in the rocket|spare rat")
"""What lies beside the board has a name of its own."""


@statement("A11")
@every_game
def test_the_board_is_a_structure_that_arrows_follow(house: House, ada: Person, game: str) -> None:
    at_turn(house, ada, game)
    names = names_of_places(ada)
    assert len(set(names.values())) == len(names), "two places have the same name"
    start, key, row = ROWS[game]
    ada.spot(start).focus()
    for place in row:
        ada.keys(key)
        assert focused(ada) == place
    ada.keys("m")
    expect(ada.one("#panel-moves")).to_have_attribute("open", "")
    offers = ada.one("#moves li button").count()
    assert offers == int(ada.one("#moves-count").inner_text())


@statement("A11")
@every_game
def test_a_place_says_what_is_on_it(house: House, ada: Person, game: str) -> None:
    at_turn(house, ada, game)
    names = " · ".join(names_of_places(ada).values())
    labels = ada.page.eval_on_selector_all(
        f"[data-part^='{OCCUPANTS[game]}']", "(all) => all.map((one) => one.ariaLabel)"
    )
    standing = [label for label in labels if not ASIDE.search(label)]
    assert len(standing) >= 4
    assert [label for label in standing if label not in names] == []


@statement("A11")
def test_a_house_says_how_full_it_is_and_who_is_beside_it(house: House, ada: Person) -> None:
    at_turn(house, ada)
    names = names_of_places(ada)
    for seat in range(3):
        assert re.search(r"\d of 7 floors; .*the gap to its left", names[f"house:{seat}"])
        near = ada.spot(f"house:{seat}").get_attribute("data-near")
        assert near
        reached = set()
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            ada.spot(f"house:{seat}").focus()
            ada.keys(key)
            reached.add(focused(ada))
        assert set(near.split()) <= reached


def names_of_places(person: Person) -> dict[str, str]:
    names: dict[str, str] = person.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.place')]"
        ".filter((one) => one.ariaLabel).map((one) => [one.dataset.place, one.ariaLabel]))"
    )
    return names


def focused(person: Person) -> str:
    name: str = person.page.evaluate(
        "() => document.activeElement.dataset.place ?? document.activeElement.dataset.part ?? ''"
    )
    return name


# --- hearing ---


@statement("A13")
@pytest.mark.parametrize(
    ("game", "speed"),
    [("pied_piper", "0"), ("pied_piper", "250"), ("first_rat", "0"), ("ratzentanz", "0")],
)
def test_moves_of_others_are_announced_once_and_the_own_turn_once(
    house: House, invite: Invite, game: str, speed: str
) -> None:
    ada = invite(settings={"speed": speed, "language": "en"})
    at_turn(house, ada, game)
    assert ada.heard("assertive") == [ada.look()["banner"]]
    before = ada.look()["log"]
    spoken = len(ada.heard("polite"))
    while ada.look()["asked"]:
        ada.act()
    ada.wait_for(
        "() => document.querySelector('main.asked') || !document.getElementById('result').hidden",
        timeout=30_000,
    )
    ada.page.wait_for_timeout(100)
    polite = ada.heard("polite")[spoken:]
    lines = ada.one("#log li > a:not(.cite)").all_inner_texts()[before:]
    told = " ".join(polite)
    others = [line for line in lines if re.match(r"(Ben|Cleo) (places|walks|moves|throws)", line)]
    for line in others:
        assert told.count(line) == lines.count(line), line
    assert len(polite) <= 4, "a burst of moves is merged"
    if ada.look()["asked"]:
        assert len(ada.heard("assertive")) == 2


# --- secrets ---


@statement("A14", "S01")
@pytest.mark.parametrize("viewer", [0, None])
def test_two_secret_worlds_have_the_same_page(
    house: House, invite: Invite, viewer: int | None
) -> None:
    """What lies face down has no name, id, class or order of its own."""
    people = [invite() for _ in range(3)]
    watcher = invite() if viewer is None else people[viewer]
    match, other, cut = twins(viewer)
    pages = []
    for number, bodies in enumerate((bodies_of(match), other)):
        entries = [match.entries[0]] + [
            msgspec.structs.replace(entry, body=body)
            for entry, body in zip(match.entries[1 : cut + 1], bodies, strict=False)
        ]
        name = f"world{viewer}{number}"
        address = put(house, people, match, entries, table=name, over=False)
        watcher.open(address)
        watcher.seated()
        watcher.page.wait_for_timeout(200)
        pages.append(
            [
                part.replace(name, "world").replace(name.upper(), "WORLD")
                for part in (
                    watcher.page.content(),
                    watcher.one("body").aria_snapshot(),
                    watcher.context.request.get(watcher.page.url).text(),
                )
            ]
        )
    assert bodies_of(match)[:cut] != other[:cut]
    assert pages[0] == pages[1]


def twins(viewer: int | None) -> tuple[Any, list[Any], int]:
    """A match with face-down cards, a world that the viewer cannot tell from it, and how many
    entries are to be played: then the worlds differ, and somebody is to choose.
    """
    game = games.find("pied_piper")
    for seed in range(200):
        rng = random.Random(seed)
        match = play_at_random(game, 3, game.meta.options(secret=True), rng)
        other = other_world(match, viewer, rng)
        if other is None:
            continue
        bodies = bodies_of(match)
        differ = [n for n, (one, two) in enumerate(zip(bodies, other, strict=True)) if one != two]
        for cut in range(differ[0] + 1, differ[-1] + 1):
            if game.to_act(match.state_at(cut + 1)) not in (CHANCE, None):
                return match, other, cut
    raise AssertionError("no twins found")


# --- motion ---

WATCH_MOTION = """() => {
  window.motions = [];
  const look = () => {
    for (const one of document.getAnimations()) {
      const kinds = one.effect.getKeyframes().flatMap(Object.keys);
      const { duration } = one.effect.getTiming();
      if (duration > 100 && ["transform", "translate", "scale", "rotate"].some((kind) => kinds.includes(kind)))
        window.motions.push(`${one.transitionProperty ?? "animation"} ${duration} ms`);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def motions(person: Person) -> list[str]:
    """Everything that slid or grew for longer than a tenth of a second during a round."""
    person.page.evaluate(WATCH_MOTION)
    log = person.look()["log"]
    while person.look()["asked"] and person.look()["log"] == log:
        person.act()
    person.page.wait_for_timeout(1200)
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
    settings = {"speed": "500", "motion": setting, "language": "en"}
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
def test_animations_are_skipped_with_one_key_and_tell_nothing_of_their_own(
    house: House, invite: Invite
) -> None:
    ada = invite(settings={"speed": "500", "language": "en"})
    ben = invite()
    address = prepare(house, ada, *BOTS)
    ada.open(address).seated().asked()
    ben.open(address).seated()
    log = ada.look()["log"]
    while ada.look()["asked"] and ada.look()["log"] == log:
        ada.act()
    expect(ada.one("#skip")).to_be_visible()
    back = "document.querySelector('.chip.turn[data-seat=\\'0\\']')"
    over = "!document.getElementById('result').hidden"
    ben.wait_for(
        f"(log) => document.querySelectorAll('#log li').length > log && ({back} || {over})", log
    )
    ada.keys(" ")
    told = "(lines) => document.querySelectorAll('#log li').length === lines"
    ada.wait_for(told, ben.one("#log li").count(), timeout=1500)
    expect(ada.one("#skip")).to_be_hidden()
    assert ada.one(".part.gone").count() == 0


@statement("A18")
def test_at_speed_0_nothing_moves(house: House, ada: Person) -> None:
    at_turn(house, ada)
    assert [one for one in motions(ada) if not one.startswith("translate")] == []


# --- small windows and large letters ---


@statement("A20")
@every_game
@pytest.mark.parametrize("window", [(640, 450, 2), (320, 640, 1)])
def test_at_200_percent_and_at_320_pixels_everything_works(
    house: House, invite: Invite, window: tuple[int, int, int], game: str
) -> None:
    width, height, scale = window
    size = {"width": width, "height": height}
    ada = invite(settings={"speed": "0", "large": "on"}, viewport=size, device_scale_factor=scale)
    finished = prepare(house, ada, *BOTS, wanted=over, game=game, options=SHORT[game])
    running = prepare(house, ada, *BOTS, game=game, wanted=long_turn)
    around = ("/", "/settings") if game == GAME else ()
    paths = (*around, f"/new/{game}", f"/rules/{game}", f"{finished}/5", finished)
    for path in (*paths, running):
        ada.open(path)
        if path in (running, finished):
            ada.seated()
        wide = ada.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path
    ada.asked()
    while ada.one("#undo").is_hidden():
        assert ada.act()
    expect(ada.one("#undo")).to_be_in_viewport()
    ada.click("#undo")
    if not ada.one("#open-settings").is_visible():
        ada.click("#open-menu")
    ada.click("[popovertarget=settings-dialog]:visible")
    expect(ada.one("#settings-dialog")).to_be_in_viewport()
    ada.keys("Escape")
    ada.click("#open-menu")
    expect(ada.one("#resign")).to_be_in_viewport()
    ada.keys("Escape")
    for panel in ("panel-moves", "panel-chat", "panel-log"):
        if ada.one(f"#{panel}").get_attribute("open") is None:
            ada.click(f"#{panel} > summary")
        expect(ada.one(f"#{panel}")).to_have_attribute("open", "")


@statement("A21")
def test_an_explanation_stays_can_be_reached_and_goes_away(house: House, ada: Person) -> None:
    at_turn(house, ada)
    ada.point("slot:0")
    why = ada.one("#why")
    expect(why).to_be_visible()
    why.hover()
    ada.page.wait_for_timeout(600)
    expect(why).to_be_visible()
    ada.keys("Escape")
    expect(why).to_be_hidden()
    ada.spot("slot:0").focus()
    ada.keys("Enter")
    expect(why).to_be_visible()
    ada.tab_to("#why a")
    ada.keys("Escape")
    expect(why).to_be_hidden()
    ada.spot("slot:0").focus()
    ada.keys("Enter")
    ada.page.mouse.click(640, 5)
    expect(why).to_be_hidden()


@statement("A21")
def test_an_explanation_comes_by_touch(house: House, invite: Invite) -> None:
    ada = at_turn(house, invite(**PHONE))
    ada.spot("slot:1").tap(force=True)
    expect(ada.one("#why")).to_be_in_viewport()
    box = ada.one("#why").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


# --- the frame of a page ---


@statement("A27")
@every_game
def test_no_drawing_bears_the_id_of_something_on_the_page(
    house: House, ada: Person, game: str
) -> None:
    at_turn(house, ada, game)
    drawn, written = ada.page.evaluate(
        "() => [[...document.querySelectorAll('svg [id]')], [...document.querySelectorAll('[id]')]"
        ".filter((one) => !one.closest('svg'))].map((all) => all.map(({ id }) => id))"
    )
    assert set(drawn) & set(written) == set()
    assert len(set(written)) == len(written)


@statement("A27")
def test_every_page_has_language_landmarks_one_heading_and_a_skip_link(
    house: House, invite: Invite
) -> None:
    ada = invite(settings={"language": "de", "speed": "0"})
    finished = prepare(house, ada, *BOTS, wanted=over)
    running = prepare(house, ada, *BOTS)
    titles = set()
    for path in (
        *("/", "/new/pied_piper", "/settings", "/help", "/rules/pied_piper"),
        *(f"{finished}/3", running),
    ):
        ada.open(path)
        expect(ada.one("html")).to_have_attribute("lang", "de")
        for landmark in ("header", "main", "nav"):
            expect(ada.one(f"body {landmark}").first).to_be_attached()
        expect(ada.one("main")).to_have_count(1)
        expect(ada.one("h1")).to_have_count(1)
        titles.add(ada.page.title())
        ada.keys("Tab")
        expect(ada.one(".skip")).to_be_focused()
        expect(ada.one(".skip")).to_be_in_viewport()
        ada.keys("Enter")
        assert ada.page.evaluate("() => document.activeElement.id") == "main"
    assert len(titles) == 7
    ada.seated().asked()
    turn = ada.page.title()
    assert turn.startswith("●")
    while ada.look()["asked"]:
        ada.act()
    ada.wait_for("() => !document.title.startsWith('●') || document.querySelector('main.asked')")
