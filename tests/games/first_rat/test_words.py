"""First Rat in words: names, and a sentence for whatever happened."""

from __future__ import annotations

import pytest

from ratskeller.core.game import Outcome
from ratskeller.games.first_rat.rules.data import default_data
from ratskeller.games.first_rat.rules.state import (
    BULB,
    COCKPIT,
    COMICS,
    ENERGY_DRINK,
    FIRST_CAP,
    GREEN_PACK,
    ITEMS,
    LAUNCHPAD,
    LIGHTS,
    ORANGE_PACK,
    SUPER_RATS,
    THINGS_CAP,
    THRUSTER,
    TRACKS,
    DrinkUsed,
    Gained,
    MarkerPlaced,
    RatMoved,
    TollPaid,
    TurnBegan,
    TurnEnded,
)
from ratskeller.games.first_rat.words.game_words import FirstRatWords
from tests.games.first_rat.speakers import EN, NAMES, WORDS
from tests.rules.first_rat.positions import N

# --- names ---


def test_every_thing_has_a_name_and_a_text_of_its_own(words: FirstRatWords) -> None:
    items = words.items
    for named in (items.item, items.comic):
        count = ITEMS if named == items.item else len(COMICS)
        assert len({named("label", thing) for thing in range(count)}) == count
        assert len({named("object", thing) for thing in range(count)}) == count
    assert len({items.item_text(item) for item in range(ITEMS)}) == ITEMS
    assert len({items.comic_text(comic) for comic in range(len(COMICS))}) == len(COMICS)
    assert len({items.token(token) for token in range(SUPER_RATS)}) == SUPER_RATS
    assert len({words.nouns.track("label", track) for track in range(len(TRACKS))}) == len(TRACKS)
    nodes = range(len(words.tables.nodes))
    assert len({words.nouns.node("label", node) for node in nodes}) == len(nodes)
    assert len({words.nouns.node("to", node) for node in nodes}) == len(nodes)


@pytest.mark.parametrize(
    ("language", "reward", "kind", "used"),
    [
        ("en", "but not the Launchpad’s reward", "of a kind you are collecting", "used or not"),
        ("de", "nicht aber die Belohnung der Startrampe", "gerade sammelst", "benutzt oder nicht"),
        ("fr", "mais pas la récompense de la rampe", "que vous ramassez", "utilisée ou non"),
        ("zh-Hant", "發射台的獎勵不加倍", "從這回合收集到的當中選", "不管有沒有用過"),
    ],
)
def test_what_a_thing_does_is_told_with_its_limits(
    language: str, reward: str, kind: str, used: str
) -> None:
    items = WORDS[language].items
    assert reward in items.item_text(ENERGY_DRINK)
    assert kind in items.item_text(ORANGE_PACK)
    assert kind in items.item_text(GREEN_PACK)
    assert used in items.item_text(FIRST_CAP + THINGS_CAP)


def test_names_in_the_rulebook_are_the_names_on_the_table(words: FirstRatWords) -> None:
    rules = " ".join(f"{rule.title} {rule.text}" for rule in words.rulebook().rules).casefold()
    named = [words.nouns.track("label", track) for track in range(len(TRACKS))]
    named += [words.items.comic("label", token) for token in range(SUPER_RATS)]
    named += [words.items.booth("subject", booth) for booth in range(3)]
    named += [words.nouns.place("label", space) for space in (0, LAUNCHPAD, N)]
    for name in named:
        assert name.casefold() in rules, name


def test_points_below_zero_are_plural_points() -> None:
    assert WORDS["fr"].nouns.points(-2) == "−2 points"
    assert WORDS["fr"].nouns.points(0) == "0 point"


def test_an_edited_burrow_has_names_too() -> None:
    from ratskeller.games.first_rat import FirstRat

    edited = FirstRat(default_data().replace("F_top", "attic"))
    words = FirstRatWords(edited, "en")
    assert words.nouns.node("label", edited.tables.nodes.index("attic")).startswith("Space ")


def test_the_rocket_parts_are_built_by_name(words: FirstRatWords) -> None:
    assert len({words.nouns.rocket_part(part) for part in (THRUSTER, COCKPIT, 2)}) == 3


# --- sentences ---


@pytest.mark.parametrize(
    ("language", "yours", "hers"),
    [
        (
            "en",
            "You move rat b from space 4 to space 12, by the red shortcut 3–12.",
            "Ada moves rat b from space 4 to space 12, by the red shortcut 3–12.",
        ),
        (
            "fr",
            "Vous déplacez votre rat « b » de la case 4 jusqu’à la case 12, par le raccourci rouge 3–12.",
            "Ada déplace son rat « b » de la case 4 jusqu’à la case 12, par le raccourci rouge 3–12.",
        ),
        (
            "de",
            "Du bewegst Ratte b von Feld 4 auf Feld 12, über die rote Abkürzung 3–12.",
            "Ada bewegt Ratte b von Feld 4 auf Feld 12, über die rote Abkürzung 3–12.",
        ),
        (
            "zh-Hant",
            "你把老鼠 b 從第 4 格移動到第 12 格，走紅色捷徑 3–12。",
            "Ada 把老鼠 b 從第 4 格移動到第 12 格，走紅色捷徑 3–12。",
        ),
    ],
)
def test_the_reader_is_told_you(language: str, yours: str, hers: str) -> None:
    event = RatMoved(1, 4, 12, 1, 2, "shortcut")
    assert WORDS[language].event(event, NAMES, 0) == yours
    assert WORDS[language].event(event, NAMES, 1) == hers
    assert WORDS[language].event(event, NAMES, None) == hers


def test_a_toll_says_who_pays_whom() -> None:
    toll = TollPaid(0, 1, 14)
    assert EN.event(toll, NAMES, 0) == "You give bo 1 cheese for sharing space 14."
    assert EN.event(toll, NAMES, 1) == "Ada gives you 1 cheese for sharing space 14."
    assert EN.event(toll, NAMES, None) == "Ada gives bo 1 cheese for sharing space 14."
    assert (
        WORDS["zh-Hant"].event(toll, ("Ada", "小明"), None)
        == "Ada 和小明共用第 14 格，付給對方 1 塊起司。"
    )


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ada places a score marker on the construction lights track: 7 points."),
        (
            "fr",
            "Ada pose un marqueur de score sur la piste des lampes de chantier\u202f: 7 points.",
        ),
        ("de", "Ada setzt einen Wertungsstein auf die Leiste der Baulampen: 7 Punkte."),
        ("zh-Hant", "Ada 在工程燈計分軌放一個計分標記：7 分。"),
    ],
)
def test_a_marker_goes_on_a_track_at_a_value(language: str, expected: str) -> None:
    assert WORDS[language].event(MarkerPlaced(0, LIGHTS, 0, 7), NAMES, None) == expected


def test_each_share_of_a_yield_has_its_reason() -> None:
    shares = (
        Gained(0, BULB, 2, "space", 8),
        Gained(0, BULB, 1, "light", 8),
        Gained(0, BULB, 2, "pack", 2),
        Gained(0, BULB, 1, "arnold", 8),
        Gained(0, BULB, 6, "drink", -1),
    )
    assert [EN.event(share, NAMES, 0) for share in shares] == [
        "You collect 2 light bulbs from space 8.",
        "Space 8 is lit: you get 1 light bulb more.",
        "Light bulb backpack: you get 2 light bulbs more.",
        "Arnold: you get 1 light bulb more.",
        "The energy drink doubles this: you get 6 light bulbs more.",
    ]


def test_names_stay_as_they_are_written() -> None:
    for words in WORDS.values():
        assert "Bo" not in words.event(TurnEnded(1), NAMES, None)
        assert "{goods}" in words.event(DrinkUsed(3), NAMES, None)


def test_chinese_names_stand_without_spaces() -> None:
    assert WORDS["zh-Hant"].event(TurnBegan(2, 1), NAMES, None) == "第 1 輪：輪到小明。"
    assert WORDS["zh-Hant"].event(TurnBegan(0, 1), NAMES, None) == "第 1 輪：輪到 Ada。"


# --- endings ---


def test_an_ending_says_what_ended_it_and_who_won_by_how_much() -> None:
    won = Outcome((1, 2, 3), "rocket", (64, 58, 40))
    assert (
        EN.ending(won, NAMES[:3]) == "A fourth rat is in the rocket. Ada wins with 64 points to 58!"
    )
    assert EN.ending(won, NAMES[:3], 0).endswith("You win with 64 points to 58!")
    extra = Outcome((1, 2, 3), "markers", (64, 58, 40))
    assert EN.ending(extra, NAMES[:3], 1).startswith(
        "After the eighth marker, the extra round is over."
    )
    assert EN.ending(Outcome((1, 2), "stuck", (9, 8)), NAMES[:2]).startswith("Nobody can move")


def test_a_tie_is_broken_by_rattronauts_or_shared() -> None:
    broken = Outcome((2, 1, 3), "rocket", (50, 50, 40))
    assert EN.ending(broken, NAMES[:3]).endswith(
        "It is a tie at 50 points, and bo wins with more Rattronauts!"
    )
    shared = Outcome((1, 1, 3), "rocket", (50, 50, 40))
    assert EN.ending(shared, NAMES[:3], 0).endswith(
        "Shared victory for you and bo, with 50 points!"
    )
    assert "für dich und bo" in WORDS["de"].ending(shared, NAMES[:3], 0)


def test_every_ending_is_told_in_every_language(words: FirstRatWords) -> None:
    for viewer in (None, 0, 1, 2):
        said = {
            words.ending(Outcome(ranks, reason, scores), NAMES[:3], viewer)
            for reason in ("rocket", "markers", "stuck")
            for ranks, scores in (
                ((1, 2, 3), (64, 58, 40)),
                ((1, 2, 3), (64, 64, 40)),
                ((1, 1, 3), (64, 64, 40)),
            )
        }
        assert len(said) == 9
