"""The WebSocket at a table: frames come in, are checked and heard; news goes out by its own task."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ratskeller.core.game import Refused
from ratskeller.core.match import TableRefused
from ratskeller.server.deeds import hear
from ratskeller.server.house import House
from ratskeller.server.listener import Listener
from ratskeller.server.messages import MAX_MESSAGE, FromClient, Problem, Refusal
from ratskeller.server.refusals import refused, said, status_of
from ratskeller.server.security import json_response, known_guest, language_of

LOG: Final = logging.getLogger("ratskeller.live")
TRY_AGAIN: Final = 1013
_DECODER: Final = msgspec.json.Decoder(FromClient)


async def socket(websocket: WebSocket) -> None:
    house: House = websocket.app.state.house
    language = language_of(websocket)
    try:
        table = await house.open(websocket.path_params["table"])
    except Refused as no:
        problem = Problem(no.refusal.rule, said(no.refusal, language))
        await websocket.send_denial_response(json_response(problem, status_of(no.refusal)))
        return
    guest = await known_guest(house.store, websocket, house.clock())
    listener = Listener(guest.id if guest else None, language)
    await websocket.accept()
    await house.arrive(table, listener)
    sender = asyncio.create_task(_send(websocket, listener))
    try:
        while True:
            message = _read(await websocket.receive(), listener)
            if message is not None:
                await hear(house, table, listener, message)
    except WebSocketDisconnect:
        pass
    finally:
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender
        await house.leave(table, listener)


async def _send(websocket: WebSocket, listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (line := await listener.next_line()) is not None:
            await websocket.send_text(line.decode())
        await websocket.close(TRY_AGAIN)


def _read(frame: object, listener: Listener) -> FromClient | None:
    """The message in a frame; None, and a refusal on its way, where there is none."""
    assert isinstance(frame, dict)
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    text = frame.get("text")
    try:
        if text is None:
            raise refused("bad_message", problem="text frames only")
        raw = text.encode()
        if len(raw) > MAX_MESSAGE:
            raise refused("too_long")
        message: FromClient = _DECODER.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        _complain(listener, refused("bad_message", problem=str(error)))
    except TableRefused as no:
        _complain(listener, no)
    else:
        return message
    return None


def _complain(listener: Listener, no: TableRefused) -> None:
    text = said(no.refusal, listener.language)
    listener.send(Refusal("", no.refusal.rule, text, listener.version))
