"""Rules on the screen: the whole book, its titles, or one rule by its id."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text

from ratskeller.cli import choices
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.screen import Screen
from ratskeller.words.platform_words import PlatformWords
from ratskeller.words.rulebook import Rule, Rulebook
from ratskeller.words.speech import AnyWords


def show(say: PlatformWords, game_id: str, rule_id: str | None) -> int:
    """The whole book of a game, or one rule of it."""
    words = choices.words_of(say, choices.game_of(say, game_id))
    if rule_id is None:
        show_book(Screen(), say, words)
    else:
        rule = find_rule(say, words, rule_id)
        show_rule(Screen(), say, rule)
    return 0


def find_rule(say: PlatformWords, words: AnyWords, rule_id: str) -> Rule:
    """A rule by its id, `PP-31`, or by its number alone."""
    prefix = words.game.meta.rule_prefix
    wanted = f"{prefix}-{int(rule_id):02}" if rule_id.isdecimal() else rule_id
    rule = words.rulebook().find(wanted)
    if rule is None:
        raise Mistake(
            say._(
                "There is no rule “{rule}”. Rules are named like {example}; “ratskeller rules "
                "{game}” shows them all.",
                rule=rule_id,
                example=f"{prefix}-01",
                game=words.game.meta.id,
            )
        )
    return rule


def show_book(screen: Screen, say: PlatformWords, words: AnyWords) -> None:
    book = words.rulebook()
    screen.say(book.title, "bold")
    screen.say(book.intro)
    if makers := say.credits(words.game.meta.credits):
        screen.say(makers, "dim")
    for section in book.sections:
        screen.line()
        screen.say(section.title.upper(), "bold cyan")
        for rule in section.rules:
            screen.line()
            show_rule(screen, say, rule)


def show_titles(screen: Screen, book: Rulebook) -> None:
    for section in book.sections:
        screen.say(section.title, "bold cyan")
        screen.pairs((rule.id, rule.title) for rule in section.rules)


def show_rule(screen: Screen, say: PlatformWords, rule: Rule) -> None:
    heading = Text(f"{rule.id} {rule.title}", "bold")
    screen.console.print(heading.append(f"  {_origin(say, rule)}", "not bold dim"))
    for number, paragraph in enumerate(rule.paragraphs):
        if number:
            screen.line()
        for line in _lines(say, paragraph):
            left = 4 if line.startswith("- ") else 2
            screen.console.print(Padding(Text(line), (0, 0, 0, left)))


def _lines(say: PlatformWords, paragraph: str) -> list[str]:
    """A list keeps its lines; other text flows."""
    lines = paragraph.split("\n")
    if any(line.startswith("- ") for line in lines):
        return lines
    return [say.in_a_row(lines)]


def _origin(say: PlatformWords, rule: Rule) -> str:
    _ = say.gettext
    return {
        "text": _("from the printed rules"),
        "source": _("from other sources"),
        "inferred": _("follows from the printed rules"),
        "choice": _("our decision"),
    }[rule.origin]
