"""The inks can be read and told apart, by day and by night, by every eye."""

from __future__ import annotations

from itertools import combinations

import pytest

from ratskeller.draw.palette import (
    DEFICIENCIES,
    INKS,
    SURFACES,
    TONE_INKS,
    TONES,
    Deficiency,
    Theme,
    _ciede2000,
    contrast,
    distance,
    drawing_css,
    theme_css,
)

PUBLISHED = (
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
)
THEMES: tuple[Theme, ...] = ("light", "dark")


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("theme", THEMES)
def test_outlines_and_words_stand_out_on_every_surface(theme: Theme, surface: str) -> None:
    inks = INKS[theme]
    assert contrast(inks["ink"], inks[surface]) >= 4.5


@pytest.mark.parametrize("deficiency", [None, *DEFICIENCIES])
@pytest.mark.parametrize("theme", THEMES)
def test_two_tones_are_never_alike_to_any_eye(theme: Theme, deficiency: Deficiency | None) -> None:
    inks = INKS[theme]
    near = {
        (one, other): distance(inks[one], inks[other], deficiency)
        for one, other in combinations(TONE_INKS, 2)
    }
    assert {pair: round(step, 1) for pair, step in near.items() if step < 15} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_eyes_shine_in_dark_windows_and_on_the_red_floor(theme: Theme) -> None:
    inks = INKS[theme]
    assert contrast(inks["eye"], inks["den"]) >= 4.5
    assert contrast(inks["den"], inks["rust"]) >= 2.5


@pytest.mark.parametrize("theme", THEMES)
def test_a_hatch_shows_on_its_ink(theme: Theme) -> None:
    inks = INKS[theme]
    for tone in TONES:
        cut = inks["den"] if tone.hatch == "dots" else inks["paper"]
        if tone.hatch != "plain":
            assert contrast(inks[tone.ink], cut) >= 3, tone.name


def test_no_two_tones_share_glyph_or_hatch() -> None:
    assert len({tone.glyph for tone in TONES}) == len({tone.hatch for tone in TONES}) == len(TONES)


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)


def test_ciede2000_agrees_with_published_values() -> None:
    """Three pairs of the test table in Sharma, Wu and Dalal 2005, in L*a*b*."""
    for one, other, published in PUBLISHED:
        assert _ciede2000(one, other) == pytest.approx(published, abs=1e-4)
    assert distance("#FF0000", "#FF0000") == 0


def test_a_protanope_sees_grey_as_it_is() -> None:
    for deficiency in DEFICIENCIES:
        assert distance("#808080", "#818181", deficiency) == pytest.approx(
            distance("#808080", "#818181"), abs=0.05
        )


def test_a_colour_must_be_written_with_six_digits() -> None:
    with pytest.raises(ValueError, match="#RRGGBB"):
        contrast("red", "#FFFFFF")


def test_both_themes_define_the_same_inks() -> None:
    assert set(INKS["light"]) == set(INKS["dark"])


def test_the_page_switches_themes_by_attribute_and_by_the_system() -> None:
    css = theme_css()
    assert css.startswith(":root{")
    assert "[data-theme=dark]{" in css
    assert "@media (prefers-color-scheme:dark){:root:not([data-theme=light])" in css
    assert "@media (forced-colors:active)" in css


def test_every_class_of_the_drawings_uses_an_ink_that_exists() -> None:
    for name in INKS["light"]:
        assert f".fill-{name}{{fill:var(--{name})}}" in drawing_css()
