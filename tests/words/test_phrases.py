import pytest

from ratskeller.words.phrases import both, either, fill, grouped, in_a_row, sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the red rat walks", "The red rat walks"),
        ("égouts", "Égouts"),
        ("紅老鼠穿過磨坊", "紅老鼠穿過磨坊"),
        ("„vorwärts“", "„vorwärts“"),
        ("McRat and Co", "McRat and Co"),
        ("", ""),
    ],
)
def test_a_sentence_begins_with_a_capital_letter(text: str, expected: str) -> None:
    assert sentence(text) == expected


@pytest.mark.parametrize(
    ("language", "two", "three"),
    [
        ("en", "a and b", "a, b and c"),
        ("fr", "a et b", "a, b et c"),
        ("de", "a und b", "a, b und c"),
        ("zh-Hant", "a 和 b", "a、b 和 c"),
    ],
)
def test_a_list_is_joined_as_its_language_does(language: str, two: str, three: str) -> None:
    assert both([], language) == ""
    assert both(["a"], language) == "a"
    assert both(["a", "b"], language) == two
    assert both(["a", "b", "c"], language) == three


def test_chinese_lists_have_no_spaces_between_chinese_items() -> None:
    assert both(["磨坊", "麵包坊", "鐵匠鋪"], "zh-Hant") == "磨坊、麵包坊和鐵匠鋪"
    assert both(["「前進」", "「+1」"], "zh-Hant") == "「前進」和「+1」"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "7 or 8"), ("fr", "7 ou 8"), ("de", "7 oder 8"), ("zh-Hant", "7 或 8")],
)
def test_alternatives_are_joined_with_or(language: str, expected: str) -> None:
    assert either(["7", "8"], language) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Ada", "輪到 Ada。"), ("小明", "輪到小明。"), ("小 明", "輪到小 明。")],
)
def test_chinese_sets_a_space_beside_foreign_names_only(name: str, expected: str) -> None:
    assert fill("輪到 {name}。", {"name": name}) == expected


def test_a_space_is_dropped_after_chinese_punctuation() -> None:
    assert fill("{card} {count} 張", {"card": "「前進」", "count": 2}) == "「前進」2 張"


def test_a_value_that_looks_like_a_placeholder_stays_as_it_is() -> None:
    assert fill("{name} draws.", {"name": "{card}"}) == "{card} draws."
    assert fill("{name} 抽牌。", {"name": "{0.__class__}"}) == "{0.__class__} 抽牌。"


def test_spaces_of_other_languages_stay() -> None:
    assert fill("« {card} » sous", {"card": "Avance"}) == "« Avance » sous"


@pytest.mark.parametrize(
    ("language", "sentences", "expected"),
    [
        ("en", ["It rains.", "", "Ada waits."], "It rains. Ada waits."),
        ("fr", ["Il pleut.", "", "Ada attend."], "Il pleut. Ada attend."),
        ("de", ["Es regnet.", "", "Ada wartet."], "Es regnet. Ada wartet."),
        ("zh-Hant", ["下雨了。", "", "Ada 在等。"], "下雨了。Ada 在等。"),
    ],
)
def test_sentences_follow_each_other_as_their_language_sets_them(
    language: str, sentences: list[str], expected: str
) -> None:
    assert in_a_row(sentences, language) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "1,240"), ("fr", "1\u202f240"), ("de", "1.240"), ("zh-Hant", "1,240")],
)
def test_large_numbers_are_grouped_as_their_language_does(language: str, expected: str) -> None:
    assert grouped(1240, language) == expected
