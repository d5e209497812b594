import pytest

from ratskeller import games
from ratskeller.core.game import Credits, Refusal
from ratskeller.core.match import Abandoned, Covered, Hinted, Resigned, Returned, Seated, TakenBack
from ratskeller.words import LANGUAGES
from ratskeller.words.platform_words import (
    LABELS,
    ROTATION,
    TABLE_REFUSALS,
    PlatformWords,
    platform_words,
    table_citation,
    table_refusal,
)

NAMES = ("Ada", "小明", "Zoë")


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> PlatformWords:
    return platform_words(request.param)


def test_the_table_has_eight_refusals() -> None:
    assert list(TABLE_REFUSALS.values()) == [f"TB-0{number}" for number in range(1, 9)]
    assert table_refusal("stale") == Refusal("TB-06", "stale")


def test_who_drew_a_game_is_not_called_its_designer() -> None:
    english = platform_words("en")
    told = {game: english.credits(games.find(game).meta.credits) for game in games.shelf()}
    assert told["pied_piper"] == "Designed by Agnès Largeaud. Illustrated by Mathieu Leyssenne."
    assert told["first_rat"] == (
        "Designed by Gabriele Ausiello and Virginio Gigli. Illustrated by Dennis Lohausen."
    )
    assert told["ratzentanz"] == (
        "Designed by Thomas Hülsen. Illustrated by Thomas Hülsen. Layout by Regine Wölk."
    )
    assert english.credits(Credits()) == ""


def test_each_thing_that_was_done_has_a_sentence_of_its_own(words: PlatformWords) -> None:
    one = words.credits(Credits(design=("Ada",)))
    two = words.credits(Credits(illustration=("Ada",)))
    three = words.credits(Credits(layout=("Ada",)))
    assert len({one, two, three}) == 3
    assert words.credits(Credits(("Ada",), ("Ada",), ("Ada",))) == words.in_a_row((one, two, three))


def test_every_refusal_is_a_sentence_of_its_own(words: PlatformWords) -> None:
    said = {words.refusal(table_refusal(reason)) for reason in TABLE_REFUSALS}
    assert len(said) == len(TABLE_REFUSALS)
    assert all(text[-1] in ".。" for text in said)


def test_an_unknown_reason_still_names_the_rule(words: PlatformWords) -> None:
    assert "TB-99" in words.refusal(Refusal("TB-99", "something_new"))


@pytest.mark.parametrize("event", [Covered("greedy"), Returned(), Resigned("greedy"), Hinted()])
def test_events_of_the_table_name_the_seat_or_say_you(
    words: PlatformWords, event: Covered | Returned | Resigned | Hinted
) -> None:
    assert "小明" in words.table_event(event, 1, NAMES, 0)
    assert "小明" in words.table_event(event, 1, NAMES, None)
    yours = words.table_event(event, 1, NAMES, 1)
    assert yours
    assert "小明" not in yours
    with pytest.raises(ValueError, match="needs the seat"):
        words.table_event(event, None, NAMES, 1)


def test_the_order_of_play_says_whether_it_was_drawn(words: PlatformWords) -> None:
    drawn = words.table_event(Seated((0, 1, 2), drawn=True), None, NAMES, None)
    agreed = words.table_event(Seated((0, 1, 2), drawn=False), None, NAMES, None)
    assert drawn != agreed
    assert all(name in drawn and name in agreed for name in NAMES)
    for event in (Abandoned(), TakenBack(1)):
        assert words.table_event(event, None, NAMES, None)


def test_playing_again_moves_the_first_seat_on_and_cites_the_rule_of_it(
    words: PlatformWords,
) -> None:
    again, agreed = Seated((1, 2, 0), drawn=False), Seated((0, 1, 2), drawn=False)
    assert table_citation(again) == ROTATION == "TB-31"
    assert table_citation(agreed) == table_citation(Seated((1, 2, 0), drawn=True)) == ""
    told = {words.table_event(event, None, NAMES, None) for event in (again, agreed)}
    assert len(told) == 2
    assert words.rotation()


def test_errors_repeat_what_was_typed(words: PlatformWords) -> None:
    assert "chess" in words.unknown_game("chess", ["pied_piper"])
    assert "floor" in words.unknown_option("floor", ["roof"])
    assert "9" in words.bad_value("roof", "9", ["7", "8"])
    assert "a.json" in words.no_file("a.json")
    assert "a.json" in words.bad_file("a.json")
    assert "Q9" in words.bad_move("Q9")


def test_every_label_is_there(words: PlatformWords) -> None:
    assert all(words.label(key) for key in LABELS)
    assert len({words.label(key) for key in LABELS}) == len(LABELS)
