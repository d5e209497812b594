"""From the words on the command line to things of the game: what does not fit is a `Mistake`."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from ratskeller import games
from ratskeller.bots import HOUSE_BOTS, UnknownBot, bot_names, find_bot, own
from ratskeller.bots.levels import level_ids, recipe_of
from ratskeller.cli.mistakes import Mistake
from ratskeller.core.game import AnyGame, Refusal, option_choices
from ratskeller.core.match import Player
from ratskeller.words.platform_words import PlatformWords
from ratskeller.words.speech import AnyWords, game_words

_YES: Final = ("true", "yes", "on", "1")
_NO: Final = ("false", "no", "off", "0")

BOT_PLAYERS: Final = ("Agnes", "Berthold", "Cordula", "Dietrich", "Elsbeth", "Friedel")
"""Who plays where no person does: neighbours from Hamelin."""

LONGEST_NAME: Final = 24


def game_of(say: PlatformWords, game_id: str) -> AnyGame:
    try:
        return games.find(game_id)
    except games.UnknownGame:
        raise Mistake(say.unknown_game(game_id, games.shelf())) from None


def words_of(say: PlatformWords, game: AnyGame) -> AnyWords:
    """The words of a game in the language of the person."""
    return game_words(game, say.language)


def title_of(say: PlatformWords, game: AnyGame) -> str:
    return game_words(game, say.language).title


def whole_number(say: PlatformWords, option: str, text: str, least: int = 1) -> int:
    """A whole number that is not too small. Underscores and signs are for programmers only."""
    if text.removeprefix("-").isdecimal() and (number := int(text)) >= least:
        return number
    raise Mistake(
        say._(
            "“{value}” does not fit {option}: it takes a whole number from {least} up.",
            value=text,
            option=option,
            least=least,
        )
    )


def refused(say: PlatformWords, game: AnyGame, refusal: Refusal) -> str:
    """A refusal as a sentence with the rule it stands on."""
    sentence = game_words(game, say.language).refusal(refusal)
    return say._("{sentence} ({rule})", sentence=sentence, rule=refusal.rule)


# --- options of a game -------------------------------------------------------------------------


def options_of(
    say: PlatformWords, game: AnyGame, pairs: Sequence[str], variants: Sequence[str] = ()
) -> Any:
    """The table's options from `name=value` pairs and from names of yes-or-no options."""
    choices = option_choices(game.meta.options)
    chosen: dict[str, Any] = {}
    switches = [name for name, values in choices.items() if values == (False, True)]
    for variant in variants:
        name = variant.replace("-", "_")
        if name not in switches:
            raise Mistake(
                say._(
                    "There is no variant “{variant}”. Variants: {variants}.",
                    variant=variant,
                    variants=say.both(switches),
                )
            )
        chosen[name] = True
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.replace("-", "_")
        if name not in choices:
            raise Mistake(say.unknown_option(name, list(choices)))
        if not equals:
            known = [f"{name}={_spelt(v)}" for v in choices[name]]
            raise Mistake(
                say._(
                    "“{pair}” says no value. Write it like this: {known}.",
                    pair=pair,
                    known=say.either(known),
                )
            )
        chosen[name] = _value(say, game, name, value, choices[name])
    return game.meta.options(**chosen)


def _value(say: PlatformWords, game: AnyGame, name: str, text: str, choices: Sequence[Any]) -> Any:
    plain = text.strip().casefold()
    for value in choices:
        if plain == _spelt(value) or (value is True and plain in _YES):
            return value
        if value is False and plain in _NO:
            return value
    if plain.isdecimal():  # an open number, such as a cap on turns
        try:
            return getattr(msgspec.convert({name: int(plain)}, game.meta.options), name)
        except msgspec.ValidationError:
            pass
    raise Mistake(say.bad_value(name, text, [_spelt(value) for value in choices]))


def _spelt(value: Any) -> str:
    return str(value).lower()


def setting_of(
    say: PlatformWords,
    game: AnyGame,
    seats: str | None,
    pairs: Sequence[str],
    variants: Sequence[str] = (),
) -> tuple[int, Any]:
    """A number of seats and options that the rules allow together."""
    options = options_of(say, game, pairs, variants)
    count = game.meta.usual_seats if seats is None else whole_number(say, "--seats", seats, 0)
    if refusal := game.why_not_start(count, options):
        raise Mistake(refused(say, game, refusal))
    return count, options


# --- players -----------------------------------------------------------------------------------


def bots_of(say: PlatformWords, game: AnyGame, text: str, count: int) -> tuple[str, ...]:
    """A level, bot or recipe for each of `count` bots: one for all, or a list with commas."""
    levels = [level.strip() for level in text.split(",")]
    for level in levels:
        recipe = recipe_of(level, game)
        if recipe is None:
            raise Mistake(
                say._(
                    "There is no bot “{level}”. The bots: {levels}.",
                    level=level,
                    levels=say.both([*bot_names(), *level_ids(game), "module:Class"]),
                )
            )
        if recipe.bot not in HOUSE_BOTS:
            check_own_bot(say, recipe.bot, game)
        if recipe.temperature:
            check_bot(say, level, game)
    if len(levels) == 1:
        levels *= count
    if len(levels) != count:
        raise Mistake(
            say._(
                "--bots lists {given} bots, but {count} seats are theirs: name one for all, or "
                "one for each.",
                given=len(levels),
                count=count,
            )
        )
    return tuple(levels)


def check_own_bot(say: PlatformWords, bot: str, game: AnyGame | None = None) -> None:
    """Invite a bot of the person's own, by its address or `name=address`; a `Mistake` if it is none.

    It may lie where the person stands, which is not where Python looks for a command's modules.
    """
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        name = bot if bot in own.invited() else own.invite(bot)
    except UnknownBot as error:
        raise _cannot_play(say, bot, error) from None
    if game is not None:
        check_bot(say, name, game)


def check_bot(say: PlatformWords, bot: str, game: AnyGame) -> None:
    """A `Mistake` if there is something wrong with a bot whose name is known."""
    try:
        find_bot(bot, game)
    except UnknownBot as error:
        raise _cannot_play(say, bot, error) from None


def _cannot_play(say: PlatformWords, bot: str, error: UnknownBot) -> Mistake:
    return Mistake(say._("The bot “{bot}” cannot play: {problem}.", bot=bot, problem=str(error)))


def players_of(
    say: PlatformWords,
    game: AnyGame,
    seats: int,
    humans: str | None,
    names: Sequence[str],
    bots: str,
) -> list[Player]:
    """People first, then bots; who sits where is drawn later."""
    people = max(1, len(names)) if humans is None else whole_number(say, "--humans", humans, 0)
    if people > seats:
        raise Mistake(
            say.ngettext(
                "{people} people need more than {count} seat: raise --seats.",
                "{people} people need more than {count} seats: raise --seats.",
                seats,
                people=people,
            )
        )
    if len(names) > people:
        raise Mistake(
            say._(
                "There are {given} names for {people} people: raise --humans or leave one out.",
                given=len(names),
                people=people,
            )
        )
    called = [_name(say, name) for name in names]
    called += [say._("Player {number}", number=n) for n in range(len(names) + 1, people + 1)]
    levels = bots_of(say, game, bots, seats - people)
    if len(set(called)) < len(called):
        raise Mistake(say._("Two players have the same name: give each a name of their own."))
    players = [Player(name) for name in called]
    for level in levels:
        taken = [player.name for player in players]
        players.append(Player(_bot_name(say, game, level, taken), level))
    return players


def _bot_name(say: PlatformWords, game: AnyGame, level: str, taken: Sequence[str]) -> str:
    """A character's own name, or a neighbour's; numbered where it is taken."""
    known = game_words(game, say.language).characters()
    if level in known:
        name = known[level].name
    else:
        name = next((one for one in BOT_PLAYERS if one not in taken), BOT_PLAYERS[0])
    same = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(one for one in same if one not in taken)


def _name(say: PlatformWords, name: str) -> str:
    plain = name.strip()
    # Control characters could rewrite the screen of everybody else at the table.
    odd = any(unicodedata.category(letter).startswith("C") for letter in plain)
    if odd or not 1 <= len(plain) <= LONGEST_NAME:
        raise Mistake(
            say._(
                "“{name}” cannot be a name: it takes 1 to {longest} visible characters.",
                name="".join(c for c in plain if c.isprintable()),
                longest=LONGEST_NAME,
            )
        )
    return plain
