import pytest

from ratskeller.words import LANGUAGES
from ratskeller.words.check import PACKAGE
from ratskeller.words.platform_words import ROTATION
from ratskeller.words.rulebook import BadRulebook, parse_rulebook, read_rulebook

SMALL = """# A game
Two lines
of introduction.

## Setting up
### AB-01 The rats {choice}
Take the rats.

- one
- two

### AB-02 “+1” and {braces} {text}
Nothing.

## The end
### AB-10 Over {inferred}
It ends.
"""

GAMES = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/rulebook"))


def test_a_rulebook_is_sections_of_rules() -> None:
    book = parse_rulebook(SMALL)
    assert book.title == "A game"
    assert book.intro == "Two lines\nof introduction."
    assert [section.title for section in book.sections] == ["Setting up", "The end"]
    assert [rule.id for rule in book.rules] == ["AB-01", "AB-02", "AB-10"]
    rats = book.sections[0].rules[0]
    assert (rats.title, rats.origin) == ("The rats", "choice")
    assert rats.paragraphs == ("Take the rats.", "- one\n- two")
    assert book.rules[1].title == "“+1” and {braces}"


def test_a_rule_is_found_by_its_id_in_any_case() -> None:
    book = parse_rulebook(SMALL)
    assert book.find("ab-10 ") is book.rules[2]
    assert book.find("AB-99") is None


@pytest.mark.parametrize(
    ("before", "after", "line", "about"),
    [
        ("# A game", "A game", 1, "title"),
        ("Two lines\nof introduction.\n", "", 1, "introduction"),
        ("## Setting up\n", "", 5, "before the first section"),
        ("## Setting up\n", "## Setting up\nStray text.\n", 6, "belong to a rule"),
        ("## The end", "# The end", 15, "may follow the title"),
        ("## The end", "#The end", 15, "may follow the title"),
        ("### AB-10 Over {inferred}\nIt ends.\n", "", 15, "no rules"),
        ("### AB-01 The rats {choice}", "### AB-01 The rats", 6, "headed like this"),
        ("### AB-01 The rats {choice}", "### AB-1 The rats {choice}", 6, "headed like this"),
        ("### AB-01 The rats {choice}", "### AB-01 The rats {whim}", 6, "whim"),
        ("### AB-10 Over", "### AB-02 Over", 16, "AB-02 stands in this file twice"),
        ("It ends.\n", "", 16, "AB-10 has no text"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(
    before: str, after: str, line: int, about: str
) -> None:
    assert before in SMALL
    with pytest.raises(BadRulebook, match=about) as caught:
        parse_rulebook(SMALL.replace(before, after, 1))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: ")


def test_an_empty_file_and_one_without_rules_are_refused() -> None:
    for text in ("", "# A game\nNothing else.\n"):
        with pytest.raises(BadRulebook):
            parse_rulebook(text)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_rules_of_the_same_origin(game: str, language: str) -> None:
    english = read_rulebook(f"ratskeller.games.{game}", "en")
    other = read_rulebook(f"ratskeller.games.{game}", language)
    assert {rule.id: rule.origin for rule in other.rules} == {
        rule.id: rule.origin for rule in english.rules
    }
    assert len(other.sections) == len(english.sections)


@pytest.mark.parametrize("language", LANGUAGES)
def test_books_that_draw_the_start_name_the_rule_of_playing_again(language: str) -> None:
    """FR-06 and PP-06 draw lots, which a rematch does not; RT-04 throws dice every time."""
    named = {
        rule.id
        for game in GAMES
        for rule in read_rulebook(f"ratskeller.games.{game}", language).rules
        if ROTATION in rule.text
    }
    assert named == {"FR-06", "PP-06"}


def test_a_language_without_a_rulebook_gets_the_english_one() -> None:
    assert GAMES
    package = f"ratskeller.games.{GAMES[0]}"
    assert read_rulebook(package, "tlh") == read_rulebook(package, "en")
