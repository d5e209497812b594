"""The doors of the house: headers, origins, guests.

Nobody has an account. A guest is a random cookie, kept only as its hash; whoever has it has the
seats that go with it. It is never in an address, a page or a log.
"""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import socket
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ratskeller.server.messages import Problem
from ratskeller.server.refusals import refused, said, status_of
from ratskeller.server.store import DAY, GUEST_DAYS, Store
from ratskeller.words.languages import ENGLISH, UnknownLanguage, find_language

COOKIE: Final = "ratskeller"
TOKEN_BYTES: Final = 32
SETTINGS: Final = "settings"
SETTINGS_LENGTH: Final = 1000

CSP: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
HSTS: Final = "max-age=31536000"
_HARMLESS: Final = ("GET", "HEAD")


class Doors:
    """Middleware: puts the headers on every answer and lets only our own pages change anything."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        secure = scope["scheme"] in ("https", "wss")

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)  # a picture has a stricter policy of its own
                if secure:
                    headers["strict-transport-security"] = HSTS
            await send(message)

        if _is_absurd(scope["path"]):  # nothing is there, and nobody need look
            scope = {**scope, "path": "/api/-" if scope["path"].startswith("/api/") else "/-"}
        if not self._is_ours(scope):
            await _turn_away(scope, receive, send_with_headers, "wrong_host")
            return
        changes = scope["type"] == "websocket" or scope["method"] not in _HARMLESS
        if changes and not same_origin(scope):
            await _turn_away(scope, receive, send_with_headers, "wrong_origin")
            return
        await self.app(scope, receive, send_with_headers)

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a request asks for this house by one of its names: links and origins are made
        from the name, and a name that somebody else gives their page must not be believed.

        Where no names were told, those of this machine and plain addresses will do: nobody can
        lend those.
        """
        host = host_of(Headers(scope=scope).get("host", ""))
        if host in LOOPBACK or host in self.hosts:
            return True
        return not self.hosts and (_is_address(host) or host in _own_names())


def same_origin(scope: Scope) -> bool:
    """Whether a page of this house sent a request. Without an `Origin` it is not believed."""
    headers = Headers(scope=scope)
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    own = f"{scheme}://{headers.get('host', '')}".lower()
    site = headers.get("sec-fetch-site", "same-origin")
    return headers.get("origin", "").lower() == own and site == "same-origin"


PATH_LENGTH: Final = 500
_PART_LENGTH: Final = 100
_DIGITS: Final = 18


def _is_absurd(path: str) -> bool:
    """Whether nothing can be at an address: with signs that no name has, parts longer than any name,
    numbers greater than anything that is counted here.
    """
    parts = path.split("/")
    return (
        len(path) > PATH_LENGTH
        or not path.isprintable()
        or any(len(part) > _PART_LENGTH for part in parts)
        or any(part.isdecimal() and len(part) > _DIGITS for part in parts)
    )


LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


def host_of(header: str) -> str:
    """The name in a `Host` header, without the port."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> frozenset[str]:
    """What this machine is called, by itself and in the home network."""
    name = socket.gethostname().lower()
    return frozenset((name, name.partition(".")[0], f"{name.partition('.')[0]}.local"))


async def _turn_away(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    language = language_of(HTTPConnection(scope))
    no = refused(reason).refusal
    answer = Response(
        msgspec.json.encode(Problem(no.rule, said(no, language))),
        status_code=status_of(no),
        media_type="application/json",
    )
    if scope["type"] == "http":
        await answer(scope, receive, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        await receive()
        await answer(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.close", "code": 1008})


# --- guests -----------------------------------------------------------------------------------


class Guest(Struct, frozen=True):
    """Somebody who has been here before, or has just come."""

    id: int
    token: str


def cookie_name(connection: HTTPConnection) -> str:
    """On https the name itself makes browsers insist on a secure cookie of this very host."""
    return f"__Host-{COOKIE}" if is_secure(connection) else COOKIE


def is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from, as the house's own proxy says where there is one."""
    return connection.client.host if connection.client else ""


async def known_guest(store: Store, connection: HTTPConnection, now: float) -> Guest | None:
    """The guest whose cookie came with a request."""
    token = connection.cookies.get(cookie_name(connection), "")
    if not token or len(token) > 100:
        return None
    found = await store.guest(_hash(token), now)
    if found is None:
        return None
    guest, seen = found
    if seen < now - DAY:
        async with store.writing() as writer:
            await writer.see_guest(guest, now)
    return Guest(guest, token)


async def new_guest(store: Store, now: float) -> Guest:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    async with store.writing() as writer:
        return Guest(await writer.new_guest(_hash(token), now), token)


def keep_guest(response: Response, connection: HTTPConnection, guest: Guest | None) -> None:
    """Give the cookie, or give it for another 400 days."""
    if guest is not None:
        response.set_cookie(
            cookie_name(connection),
            guest.token,
            max_age=int(GUEST_DAYS * DAY),
            path="/",
            secure=is_secure(connection),
            httponly=True,
            samesite="lax",
        )


def forget_cookies(response: Response, connection: HTTPConnection) -> None:
    """Take back the cookie, and what the pages keep beside it: name and settings."""
    secure = is_secure(connection)
    response.delete_cookie(cookie_name(connection), secure=secure, httponly=True, samesite="lax")
    response.delete_cookie(SETTINGS, secure=secure, samesite="lax")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


# --- settings and language --------------------------------------------------------------------


def settings_of(connection: HTTPConnection) -> dict[str, str]:
    """What a person has set; the page writes this cookie, and it is believed in nothing else."""
    text = connection.cookies.get(SETTINGS, "")
    return dict(parse_qsl(text)) if len(text) <= SETTINGS_LENGTH else {}


def language_of(connection: HTTPConnection, settings: Mapping[str, str] | None = None) -> str:
    """The language that was set, else the first in the browser's list that is spoken here."""
    chosen = (settings_of(connection) if settings is None else settings).get("language", "")
    for tag in (chosen, *_accepted(connection.headers.get("accept-language", ""))):
        try:
            return find_language(tag)
        except UnknownLanguage:
            continue
    return ENGLISH


def _accepted(header: str) -> list[str]:
    wishes: list[tuple[float, str]] = []
    for wish in header[:500].split(","):
        tag, _, quality = wish.partition(";q=")
        try:
            wishes.append((-float(quality or 1), tag.strip()))
        except ValueError:
            continue
    return [tag for _, tag in sorted(wishes, key=lambda wish: wish[0])]


def json_response(body: Any, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(body),
        status_code=status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )
