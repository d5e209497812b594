"""What the eye needs, in a real browser: shapes beside colours, contrast, forced colours (A01 to A05)."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import Page

from ratskeller import games
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
from tests.browser.people import Person, expect
from tests.browser.pixels import difference, grey, span
from tests.browser.prepared import at_turn, every_game, prepare
from tests.statements import statement

THEMES = ("light", "dark")
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
    assert ada.one(".plate-lit, .dot-lit").count() > 0
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
    ada = at_turn(house, invite(forced_colors="active"), game=game)
    for part in SHOWN[game]:
        picture = ada.one(f"[data-part^='{part}']").first.screenshot()
        assert span(grey(picture)) > 120, part
    assert ada.one(".plate-lit, .dot-lit").count() > 0
