"""What lies on First Rat's table, named: parts, and the lines of the score sheet."""

from __future__ import annotations

import pytest

from ratskeller.games.first_rat.rules.scoring import sheet
from ratskeller.games.first_rat.rules.state import CAPS
from ratskeller.games.first_rat.words.game_words import FirstRatWords
from tests.games.first_rat import own
from tests.games.first_rat.speakers import EN, NAMES
from tests.games.spoken import check_language
from tests.rules.first_rat.positions import N, position


def test_parts_say_what_lies_there() -> None:
    state = position(
        (5, 9, N, N),
        (9, 0, N, N),
        goods="2 tin",
        tokens={"neil": 1},
        tracks={"cockpit": (1, 0)},
        light=9,
        drinks=1,
    )
    view, names = own(state), NAMES[:2]

    def part(part_id: str) -> str:
        return EN.part(view, part_id, names)

    assert part("rat:0") == "Rat a (yours), on space 5"
    assert part("rat:4") == "Rat a (bo), on space 9"
    assert part("rat:2") == "Rat c (yours), in the Nursery"
    assert part("space:9") == (
        "Space 9: white, 2 apple cores; lit for you; Harry Hamster’s booth; "
        "rat b (yours, Neil Ratstrong) and rat a (bo)"
    )
    assert part("space:3").endswith("entrance of the red shortcut 3–12 for 1 calculator")
    assert part("space:27") == "Launchpad"
    assert part("track:cockpit") == (
        "Cockpit track; 8 (bo) and 5 (yours); next: 4 points; cost: 1 tin can and 2 calculators"
    )
    assert part("burrow:M_top") == "Start of the burrow; markers: yours and bo"
    assert part("light:9") == "Light 9; markers: yours"
    assert part("light:15") == "Construction light 15"
    assert part("goods:0:tin") == "2 tin cans (yours)"
    assert part("drink:0") == "Energy drinks (yours): 1 full, 0 used"
    assert part("awards") == "Awards left: 16"
    assert part("pack:cheese").startswith("Cheese backpack (for sale: 1). Whenever")
    assert part("comic:neil").startswith("Neil Ratstrong (yours). Alone, Neil")
    assert part("nursery:1") == "Nursery; rat c (bo) and rat d (bo)"
    assert part("way:Y1") == "By the yellow shortcut 5–10"
    for unknown in ("moon:1", "rat:8", "space:28", "track:moon", "goods:0:bulb", "way:Z9", "buy:1"):
        with pytest.raises(ValueError, match="no part"):
            part(unknown)


def test_the_score_sheet_has_a_line_for_every_source(words: FirstRatWords) -> None:
    state = position((0, 0, N, N), caps=" ".join(CAPS), tracks={"cockpit": (0,)})
    lines = words.score_sheet(own(state), 0)
    assert len(set(lines)) == len(lines) == len(sheet(state, 0))
    for line in lines:
        check_language(words, line, ())
    if words is EN:
        assert "Cockpit (1): 8 points" in lines
        assert "Bottle cap “Thrift” (1): 10 points" in lines
