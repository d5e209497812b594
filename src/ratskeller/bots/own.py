"""Somebody's own bot: any class with `choose(view, legal, budget, rng)`.

It is found in one of three ways:

    handed over       `simulate("pied_piper", [Cautious, "greedy"])`, a class or an object
    by its address    `my_bots:Cautious`, wherever a bot is named
    by a name         an entry point in the group `ratskeller.bots`, or, while it is being written,
                      one in the environment: `RATSKELLER_BOTS="cautious=my_bots:Cautious"`,
                      which `ratskeller serve --bot my_bots:Cautious` does for its tables

A class is made anew for each game: with the game, where its constructor takes an argument. Two
things are optional: `judge(view, legal, budget, rng)`, a number from 0 to 1 for each legal action,
which hints and `rate` ask; and `games`, the ids of the games it plays.

>>> import ratskeller
>>> class First:
...     def choose(self, view, legal, budget, rng):
...         return legal[0]
>>> ratskeller.simulate("pied_piper", [First, "greedy"], matches=10).wins
(0, 10)

What such a bot answers is checked, since nobody here has tested it.
"""

from __future__ import annotations

import inspect
import os
import pickle
import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module, metadata
from typing import Any, Final, ParamSpec, TypeVar

from ratskeller.bots import Bot, BotFailed, BotLike, Budget, UnknownBot, WorthOf
from ratskeller.bots.recipes import ADDRESS, NAME
from ratskeller.bots.worth import Worth
from ratskeller.core.game import AnyGame, AnyView, GameAction

_GROUP: Final = "ratskeller.bots"
_IN_WORK: Final = "RATSKELLER_BOTS"
_MAIN: Final = "__main__"


Asked = ParamSpec("Asked")
Answered = TypeVar("Answered")


class CannotTravel(TypeError):
    """A bot cannot be sent to other processes; the message says why and what helps."""


class OwnBot:
    """Somebody's bot, watched: what it raises or answers wrongly becomes a `BotFailed`."""

    judge: WorthOf | None

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self.bot = bot
        self.judge = self._judge if callable(getattr(bot, "judge", None)) else None

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        offered = tuple(legal)  # the list may be the game's own: nobody sorts or shortens it
        chosen = self._ask(self.bot.choose, view, offered, budget, rng)
        if chosen not in offered:
            raise BotFailed(
                f"the bot “{self.name}” chose {chosen!r}, "
                f"which is none of the {len(offered)} legal actions"
            )
        return chosen

    def _judge(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> Sequence[Worth]:
        judge: WorthOf = getattr(self.bot, "judge")  # noqa: B009  (`choose` is all the type promises)
        worths = self._ask(judge, view, tuple(legal), budget, rng)
        try:
            good = all(0 <= float(worth) <= 1 for worth in worths) and len(worths) == len(legal)
        except (TypeError, ValueError):
            good = False
        if not good:
            raise BotFailed(
                f"the bot “{self.name}” judged {len(legal)} legal actions with {worths!r}; "
                f"a number from 0 to 1 for each of them is due"
            )
        return worths

    def _ask(
        self,
        question: Callable[Asked, Answered],
        *about: Asked.args,
        **more: Asked.kwargs,
    ) -> Answered:
        try:
            return question(*about, **more)
        except Exception as error:
            kind = type(error).__name__
            raise BotFailed(f"the bot “{self.name}” broke: {kind}: {error}") from error


# --- finding -----------------------------------------------------------------------------------


def invited() -> dict[str, str]:
    """The own bots that have a name here, with their addresses."""
    return _invited(os.environ.get(_IN_WORK, ""))


@cache
def _invited(in_work: str) -> dict[str, str]:
    installed = {point.name: point.value for point in metadata.entry_points(group=_GROUP)}
    return {**installed, **dict(_named(text) for text in in_work.split(",") if text)}


def _named(text: str) -> tuple[str, str]:
    """The name and the address of `name=address`; a class without a name is called as it is."""
    name, _, address = text.rpartition("=")
    return name or address.rpartition(":")[2].lower(), address


def invite(bot: str) -> str:
    """Let an own bot be found by a name, here and in other processes: `name=address`, or its
    address alone. Returns the name.

    Raises `UnknownBot` where there is none, or where it cannot be called so.
    """
    name, address = _named(bot)
    load(address)
    if not NAME.fullmatch(name):
        raise UnknownBot(f"“{name}” cannot be a bot's name: small letters, digits, underscores")
    before = os.environ.get(_IN_WORK, "")
    if bot not in before.split(","):
        os.environ[_IN_WORK] = f"{before},{bot}".removeprefix(",")
    return name


def plays(name: str, game: AnyGame) -> bool:
    """Whether an invited bot is there and plays this game."""
    try:
        _check(load(invited()[name]), game, name)
    except (KeyError, UnknownBot):
        return False
    return True


def load(address: str) -> Any:
    """What lies at an address. Raises `UnknownBot`."""
    if not ADDRESS.fullmatch(address):
        raise UnknownBot(f"“{address}” is not the address of a bot: it is like my_bots:Cautious")
    module_name, _, name = address.partition(":")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name != module_name:
            raise UnknownBot(f"“{module_name}” needs a module “{error.name}”") from error
        raise UnknownBot(f"there is no module “{module_name}” for “{address}”") from None
    except Exception as error:
        raise UnknownBot(f"“{module_name}” cannot be imported: {error!r}") from error
    try:
        return getattr(module, name)
    except AttributeError:
        raise UnknownBot(f"the module “{module_name}” has no “{name}”") from None


def watched(bot: Bot | type[Bot], game: AnyGame, name: str = "") -> OwnBot:
    """A bot of somebody's own, or one of a class of them, for one game. Raises `UnknownBot`."""
    if isinstance(bot, OwnBot):
        return bot
    name = name or name_of(bot)
    _check(bot, game, name)
    return OwnBot(name, _made(bot, game, name) if isinstance(bot, type) else bot)


def _check(bot: Any, game: AnyGame, name: str) -> None:
    if not callable(getattr(bot, "choose", None)):
        raise UnknownBot(f"“{name}” is no bot: it has no method choose(view, legal, budget, rng)")
    plays: Sequence[str] | None = getattr(bot, "games", None)
    if plays is not None and game.meta.id not in plays:
        raise UnknownBot(f"the bot “{name}” does not play {game.meta.id}, but {', '.join(plays)}")


def _made(kind: Callable[..., Bot], game: AnyGame, name: str) -> Bot:
    try:
        return kind(game) if inspect.signature(kind).parameters else kind()
    except Exception as error:
        raise UnknownBot(f"the bot “{name}” cannot be made: {error!r}") from error


# --- names and travelling ----------------------------------------------------------------------


def name_of(bot: BotLike) -> str:
    """What a bot is called in reports: its name, or the address of its class."""
    if isinstance(bot, str):
        return bot
    kind = bot if isinstance(bot, type) else type(bot)
    return f"{kind.__module__}:{kind.__qualname__}"


def check_travel(bots: Iterable[BotLike]) -> None:
    """Whether these bots can be sent to other processes. Raises `CannotTravel`."""
    for bot in bots:
        name = name_of(bot)
        if name.startswith(f"{_MAIN}:"):
            raise CannotTravel(
                f"the bot “{name}” cannot be sent to other processes, which do not have this "
                "session: put its class into a module, or play with jobs=1"
            )
        try:
            pickle.dumps(bot)
        except Exception as error:
            raise CannotTravel(
                f"the bot “{name}” cannot be sent to other processes ({error}): "
                "give its address instead, or play with jobs=1"
            ) from error
