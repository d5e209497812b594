"""`ratskeller join URL --bot LEVEL`: a bot that sits down from outside, by the protocol alone.

It does what a program in another language would do: it posts the invitation, opens the socket, asks
what its seat sees (`see`) and answers with the number of an offer. It thinks with the bots of this
machine, so the game must be on the shelf here, too, with the same rules and numbers as over there;
only the bot that plays anything can do without.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import httpx
import msgspec
import websockets

from ratskeller import games
from ratskeller.bots import Budget, UnknownBot, find_bot
from ratskeller.core.game import AnyGame, NewerRules, View
from ratskeller.server.messages import (
    Choose,
    Commit,
    Hello,
    Invited,
    Joined,
    JoinTable,
    Now,
    Problem,
    See,
    Sight,
    ToClient,
    Update,
    Whole,
)
from ratskeller.words.platform_words import platform_words

PATIENCE: Final = 20.0
ANYTHING: Final = "random"
_DECODER: Final = msgspec.json.Decoder(ToClient)

Mind: TypeAlias = Callable[[Sight], int]
"""From what a seat sees to the number of an action in the legal list."""


class CannotJoin(Exception):
    """It cannot sit down; the message is a sentence, the house's own where the house said no."""


class UnknownLevel(LookupError):
    """There is no such bot for this game."""


def join(url: str, bot: str = "greedy", name: str = "", language: str = "en") -> str:
    """Sit down at the table of an invitation and play to the end; how it ended, in a sentence.

    Raises `CannotJoin` and `UnknownLevel`.
    """
    return asyncio.run(play(url, bot, name, language))


async def play(url: str, bot: str, name: str, language: str = "en") -> str:
    where = urlsplit(url)
    origin = f"{where.scheme}://{where.netloc}"
    headers = {"Origin": origin, "Accept-Language": language}
    async with httpx.AsyncClient(base_url=origin, headers=headers, timeout=PATIENCE) as client:
        code = where.path.rstrip("/").rpartition("/")[2]
        invited = await _look_at(client, code)
        mind = mind_of(bot, invited, language)
        table = await _sit_down(client, invited.table, code, name or f"Robot ({bot})")
        cookies = "; ".join(f"{cookie}={value}" for cookie, value in client.cookies.items())
    address = f"{'wss' if where.scheme == 'https' else 'ws'}://{where.netloc}/t/{table}/socket"
    result = None
    async for socket in websockets.connect(
        address,
        origin=websockets.Origin(origin),
        additional_headers={"Cookie": cookies, "Accept-Language": language},
        max_size=None,  # a long log is long
    ):  # comes back by itself when the line is cut
        try:
            result = await _play_on(socket, mind)
            break
        except websockets.ConnectionClosed:
            continue
    return result or ""


# --- thinking ---------------------------------------------------------------------------------


def mind_of(bot: str, invited: Invited, language: str = "en") -> Mind:
    """How a bot decides at this table. Raises `CannotJoin` where this machine cannot know."""
    if bot == ANYTHING:
        return lambda sight: random.randrange(len(sight.legal))
    game = _same_game(invited, language)
    try:
        player = find_bot(bot, game)
    except UnknownBot as error:
        raise UnknownLevel(str(error)) from None
    state: Any = game.state_type
    decoder = msgspec.json.Decoder(View[state])
    rng = random.Random()

    def decide(sight: Sight) -> int:
        view = decoder.decode(sight.view)
        legal = list(game.legal(view.seen))
        return legal.index(player.choose(view, legal, Budget(), rng))

    return decide


def _same_game(invited: Invited, language: str) -> AnyGame:
    """The game of the table on the shelf of this machine. Raises `CannotJoin`."""
    _ = platform_words(language).gettext
    try:
        game: AnyGame | None = games.find(invited.game, invited.rules_version)
    except games.UnknownGame:
        text = _("{game} is not on the shelf of this machine.", game=invited.game)
        raise CannotJoin(text) from None
    except NewerRules:
        game = None
    if game is None or game.data_hash != invited.data_hash:
        text = _(
            "{game} is played with other rules over there than on this machine.", game=invited.game
        )
        raise CannotJoin(text)
    return game


# --- the protocol -----------------------------------------------------------------------------


async def _look_at(client: httpx.AsyncClient, code: str) -> Invited:
    """Where an invitation leads."""
    answer = await client.get(f"/api/invitations/{code}")
    if answer.is_error:
        raise CannotJoin(msgspec.json.decode(answer.content, type=Problem).text)
    return msgspec.json.decode(answer.content, type=Invited)


async def _sit_down(client: httpx.AsyncClient, table: str, code: str, name: str) -> str:
    """Claim a seat with the code at the end of the address; the table's id."""
    wish = JoinTable(code, secrets.token_hex(16), name)
    answer = await client.post(f"/api/tables/{table}/seats", content=msgspec.json.encode(wish))
    if answer.is_error:
        raise CannotJoin(msgspec.json.decode(answer.content, type=Problem).text)
    return msgspec.json.decode(answer.content, type=Joined).table


async def _play_on(socket: Any, mind: Mind) -> str:
    """Answer whatever is asked until the match is over; how it ended."""

    async def send(message: Any) -> None:
        await socket.send(msgspec.json.encode(message).decode())

    await send(Hello())
    async for line in socket:
        message = _DECODER.decode(line)
        if isinstance(message, Sight) and message.legal:
            # Thinking takes its time, and the line wants its heartbeat meanwhile.
            action = await asyncio.to_thread(mind, message)
            await send(Choose(version=message.version, action=action, request=_request()))
        if not isinstance(message, Whole | Update):
            continue
        now: Now = message.now
        if now.result is not None:
            return now.result.text
        if now.held:
            await send(Commit(version=message.version, request=_request()))
        elif now.legal:
            await send(See(request=_request()))
    return ""


def _request() -> str:
    return secrets.token_hex(8)
