"""The WebSocket at a table: frames come in, are checked and heard; news goes out by its own task."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Final

import msgspec
from msgspec import Struct
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from ratskeller.core.game import Refused
from ratskeller.core.match import TableRefused
from ratskeller.server.handlers import REQUEST_LENGTH, hear
from ratskeller.server.house import House
from ratskeller.server.limits import Bucket
from ratskeller.server.listener import Listener
from ratskeller.server.messages import MAX_MESSAGE, Denial, FromClient, Problem
from ratskeller.server.refusals import refused, said, status_of
from ratskeller.server.security import address_of, json_response, known_guest, language_of
from ratskeller.server.table import Table

LOG: Final = logging.getLogger("ratskeller.sockets")
TRY_AGAIN: Final = 1013
_DECODER: Final = msgspec.json.Decoder(FromClient)


class _Identified(Struct):
    """All that is read of a message that is not heard."""

    request: str = ""


_ID_DECODER: Final = msgspec.json.Decoder(_Identified)


async def socket(websocket: WebSocket) -> None:
    house: House = websocket.app.state.house
    language = language_of(websocket)
    try:
        table = await house.open(websocket.path_params["table"])
    except Refused as no:
        await _turn_away(websocket, no, language)
        return
    guest = await known_guest(house.store, websocket, house.clock())
    visitor = guest.id if guest else address_of(websocket)
    listener = Listener(guest.id if guest else None, language, visitor, house.limits.outbox)
    if house.lines[visitor] >= house.limits.sockets:
        await _turn_away(websocket, refused("too_many_lines"), language)
        return
    house.lines[visitor] += 1
    try:
        await websocket.accept()
        await _attend(house, table, listener, websocket)
    finally:
        house.lines[visitor] -= 1
        if not house.lines[visitor]:
            del house.lines[visitor]


async def _turn_away(websocket: WebSocket, no: Refused, language: str) -> None:
    problem = Problem(no.refusal.rule, said(no.refusal, language))
    await websocket.send_denial_response(json_response(problem, status_of(no.refusal)))


async def _attend(house: House, table: Table, listener: Listener, websocket: WebSocket) -> None:
    """Hear a socket until it goes, or is cut off because it does not read."""
    await house.arrive(table, listener)
    sender = asyncio.create_task(_send(websocket, listener))
    bucket = Bucket(house.limits.messages, time.monotonic())
    try:
        while (frame := await _frame(websocket, listener)) is not None:
            try:
                bucket.take(time.monotonic())
                message = _read(frame)
            except TableRefused as no:
                _complain(listener, no, frame)
            else:
                await hear(house, table, listener, message)
    finally:
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender
        await house.leave(table, listener)


async def _frame(websocket: WebSocket, listener: Listener) -> Message | None:
    """The next frame; None when there will be no more."""
    if listener.is_cut():
        return None
    task = asyncio.current_task()
    listener.listens(task)
    try:
        frame = await websocket.receive()
    except asyncio.CancelledError:
        if task is None or not listener.is_cut():
            raise
        task.uncancel()
        return None
    finally:
        listener.listens(None)
    return None if frame["type"] == "websocket.disconnect" else frame


async def _send(websocket: WebSocket, listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (line := await listener.next_line()) is not None:
            await websocket.send_text(line.decode())
        await websocket.close(TRY_AGAIN)


def _read(frame: Message) -> FromClient:
    """The message in a frame. Raises `TableRefused` where there is none."""
    text = frame.get("text")
    if text is None:
        raise refused("bad_message", problem="text frames only")
    if len(text.encode(errors="surrogatepass")) > MAX_MESSAGE:
        raise refused("too_long")
    try:
        message: FromClient = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise refused("bad_message", problem=str(error)) from None
    return message


def _complain(listener: Listener, no: TableRefused, frame: Message) -> None:
    text = said(no.refusal, listener.language)
    listener.send(Denial(_request_of(frame), no.refusal.rule, text, listener.version))


def _request_of(frame: Message) -> str:
    """The id in a frame that is not heard, so that its sender knows which one it was."""
    text = frame.get("text") or ""
    if len(text) > MAX_MESSAGE:
        return ""
    try:
        return _ID_DECODER.decode(text).request[:REQUEST_LENGTH]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
