"""`ratskeller join URL --bot greedy`: a bot that sits down from outside, by the protocol alone.

It knows nothing that a program in another language could not know: it posts the invitation, opens
the socket, and answers whenever something is asked of it. The greedy level reads the offers: it
counts the badges and traces it is shown, since the protocol gives it no rules to play out.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec
import websockets

from ratskeller.server.messages import (
    Choose,
    Commit,
    Hello,
    Invited,
    Joined,
    JoinTable,
    Now,
    Offer,
    Problem,
    Refusal,
    ToClient,
    Update,
    Whole,
)

Chooser = Callable[[Sequence[Offer], random.Random], int]
PATIENCE: Final = 20.0
_DECODER: Final = msgspec.json.Decoder(ToClient)


class CannotJoin(Exception):
    """The house said no; the message is its sentence."""


class UnknownLevel(LookupError):
    """There is no such bot for a seat at a distance."""


def join(url: str, bot: str = "greedy", name: str = "") -> str:
    """Sit down at the table of an invitation and play to the end; how it ended, in a sentence."""
    return asyncio.run(play(url, bot, name))


async def play(url: str, bot: str, name: str) -> str:
    """Raises `CannotJoin` with the house's own sentence."""
    choose = chooser(bot)
    where = urlsplit(url)
    origin = f"{where.scheme}://{where.netloc}"
    async with httpx.AsyncClient(
        base_url=origin, headers={"Origin": origin}, timeout=PATIENCE
    ) as client:
        table = await _sit_down(client, where.path, name or f"Robot ({bot})")
        cookies = "; ".join(f"{cookie}={value}" for cookie, value in client.cookies.items())
    address = f"{'wss' if where.scheme == 'https' else 'ws'}://{where.netloc}/t/{table}/socket"
    result = None
    async for socket in websockets.connect(
        address, origin=websockets.Origin(origin), additional_headers={"Cookie": cookies}
    ):  # comes back by itself when the line is cut
        try:
            result = await _play_on(socket, choose, random.Random())
            break
        except websockets.ConnectionClosed:
            continue
    return result or ""


def chooser(bot: str) -> Chooser:
    if bot == "random":
        return lambda offers, rng: rng.randrange(len(offers))
    if bot == "greedy":
        return _greedy
    raise UnknownLevel(f"there is no bot “{bot}” for a seat at a distance: greedy or random")


def _greedy(offers: Sequence[Offer], rng: random.Random) -> int:
    """Prefer what is good, shun what is bad, and what must be thought over most of all."""

    def worth(offer: Offer) -> float:
        tones = [badge.tone for badge in offer.badges]
        return tones.count("good") - tones.count("bad") - 3 * bool(offer.caution)

    best = max(worth(offer) for offer in offers)
    return rng.choice([n for n, offer in enumerate(offers) if worth(offer) == best])


async def _sit_down(client: httpx.AsyncClient, path: str, name: str) -> str:
    """Claim a seat with the code at the end of the address; the table's id."""
    code = path.rstrip("/").rpartition("/")[2]
    table = await _table_of(client, code)
    wish = JoinTable(code, secrets.token_hex(16), name)
    answer = await client.post(f"/api/tables/{table}/seats", content=msgspec.json.encode(wish))
    if answer.is_error:
        raise CannotJoin(msgspec.json.decode(answer.content, type=Problem).text)
    return msgspec.json.decode(answer.content, type=Joined).table


async def _table_of(client: httpx.AsyncClient, code: str) -> str:
    answer = await client.get(f"/api/invitations/{code}")
    if answer.is_error:
        raise CannotJoin(msgspec.json.decode(answer.content, type=Problem).text)
    return msgspec.json.decode(answer.content, type=Invited).table


async def _play_on(socket: Any, choose: Chooser, rng: random.Random) -> str:
    await socket.send(msgspec.json.encode(Hello()).decode())
    number = 0
    async for line in socket:
        message = _DECODER.decode(line)
        if isinstance(message, Refusal) or not isinstance(message, Whole | Update):
            continue
        now: Now = message.now
        if now.result is not None:
            return now.result.text
        number += 1
        request = f"{secrets.token_hex(4)}-{number}"
        if now.held:
            reply: Any = Commit(version=message.version, request=request)
        elif now.legal:
            action = choose(now.legal, rng)
            reply = Choose(version=message.version, action=action, request=request)
        else:
            continue
        await socket.send(msgspec.json.encode(reply).decode())
    return ""
