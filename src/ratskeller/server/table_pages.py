"""The pages of a table: who is invited, who waits, the match and what can be seen of it afterwards."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ratskeller.core.game import Refused
from ratskeller.draw.board import Part
from ratskeller.draw.palette import Theme
from ratskeller.draw.table import ALWAYS, HAND
from ratskeller.games.parts import game_board
from ratskeller.server import files, lookback, looks
from ratskeller.server import scene as scenes
from ratskeller.server.api import (
    guest_of,
    house_of,
    invited_by,
    table_of,
)
from ratskeller.server.bill import picture
from ratskeller.server.gentle import beginnings
from ratskeller.server.messages import Cast
from ratskeller.server.pages import look_of
from ratskeller.server.refusals import refused, said, status_of
from ratskeller.server.rendering import (
    PICTURE,
    SheetOnPage,
    downloaded,
    laid,
    page,
    places_of,
    showing,
)
from ratskeller.server.retrospect import Retrospect, retrospect
from ratskeller.server.security import Guest, language_of, settings_of
from ratskeller.server.table import Table
from ratskeller.server.writing import code_of, spaced
from ratskeller.words.speech import game_words

# --- sitting down -----------------------------------------------------------------------------


@showing
async def join(request: Request) -> Response:
    code = request.query_params.get("code", request.path_params.get("code", ""))
    problem, status = "", 200
    if code:
        try:
            await invited_by(request, code)
            return RedirectResponse(f"/i/{code_of(code)}", 303)
        except Refused as no:
            problem, status = said(no.refusal, language_of(request)), status_of(no.refusal)
    return page(request, "join.html", status, code=code[:40], problem=problem)


@showing
async def invitation(request: Request) -> Response:
    code = request.path_params["code"]
    table, seat = await invited_by(request, code)
    guest = await guest_of(request)
    if seat is None and guest and table.seats_of(guest.id):
        return RedirectResponse(f"/t/{table.row.id}", 303)
    if seat is None and table.row.locked:
        raise refused("locked")
    names = [player.name for player in table.players if player.name]
    free = sum(player.kind == "open" for player in table.players)
    host = next((p.name for p in table.players if p.guest == table.row.host), "Ratskeller")
    game, seats = table.game, len(table.players)
    taken = {player.look for player in table.players}
    look = look_of(game, seats, settings_of(request))
    return page(
        request,
        "invitation.html",
        table=table_card(table, guest, language_of(request)),
        invitation=code_of(code),
        host=host,
        free=free if seat is None else 1,
        names=names,
        moves="" if seat is None else table.player_at(seat).name,
        looks=[
            one
            for one in looks.cards(game, [seats], language_of(request))
            if seat is None and one.look not in taken
        ],
        look=None if look in taken else look,
    )


@showing
async def qr(request: Request) -> Response:
    table, _ = await invited_by(request, request.path_params["code"])
    address = f"{_here(request)}/i/{table.row.invitation}"
    return Response(_qr(address), media_type="image/svg+xml")


def _qr(address: str) -> str:
    drawn = io.BytesIO()
    segno.make(address, error="m").save(
        drawn, kind="svg", scale=4, border=3, xmldecl=False, light="#fff", omitsize=True
    )
    return drawn.getvalue().decode()


def _here(request: Request) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


# --- at the table -----------------------------------------------------------------------------


@showing
async def table(request: Request) -> Response:
    live, guest = await table_of(request), await guest_of(request)
    language = language_of(request)
    begins = await beginnings(house_of(request), guest, settings_of(request))
    async with live.lock:
        if live.status == scenes.WAITING:
            return _waiting(request, live, guest, language)
        scene = _scene(live, guest, language)
        cast = scenes.cast(scene) if settings_of(request).get("dice") != "off" else None
        return page(
            request,
            "table.html",
            table=table_card(live, guest, language),
            sheets=sheets(live, scene, _first_parts(scene, cast)),
            banner=cast.banner if cast else scenes.banner(scene),
            names=scene.names,
            bill=live.audience.bill(scene.seat, language) if live.status == scenes.OVER else None,
            gentle=begins.gentle(live.game) and not live.row.lesson,
        )


@showing
async def bill(request: Request) -> Response:
    """The bill of a match that is over, to be put on the page of its table."""
    live, guest = await table_of(request), await guest_of(request)
    language = language_of(request)
    async with live.lock:
        viewer = live.viewer_of(guest.id if guest else None)
        return page(
            request,
            "bill.html",
            table=table_card(live, guest, language),
            bill=live.audience.bill(viewer, language),
        )


@showing
async def look_back(request: Request) -> Response:
    """What luck and what choices made of a match, as far as it is known; the page asks for more."""
    live, guest = await table_of(request), await guest_of(request)
    language, number = language_of(request), guest.id if guest else None
    async with live.lock:
        mine = lookback.seats_of(live, number)
        seat = request.path_params.get("seat", mine[0] if mine else 0)
        match = lookback.check(live, seat, number)
        look = await house_of(request).looking.so_far(live, seat)
        return page(
            request,
            "lookback.html",
            table=table_card(live, guest, language),
            names=live.names,
            seat=seat,
            seats=mine,
            look=retrospect(look, match, seat, language, f"/t/{live.row.id}"),
        )


@showing
async def throws(request: Request) -> Response:
    """How the dice fell so far, to be put on the page of its table."""
    live, language = await table_of(request), language_of(request)
    before = request.query_params.get("before", "")
    async with live.lock:
        return page(
            request,
            "throws.html",
            title=game_words(live.game, language).title,
            names=live.names,
            dice=live.audience.throws(language, int(before) if before.isdecimal() else None),
        )


@showing
async def end(request: Request) -> Response:
    """The last position with names and result, as anybody may see it."""
    live, language = await table_of(request), language_of(request)
    theme: Theme = "dark" if settings_of(request).get("theme") == "dark" else "light"
    async with live.lock:
        if not live.playing().over:
            raise refused("still_playing")
        drawn = picture(live.audience.scene(None, (), language), theme)
    return Response(drawn, headers=PICTURE, media_type="image/svg+xml")


@showing
async def replay(request: Request) -> Response:
    live, guest = await table_of(request), await guest_of(request)
    language, number = language_of(request), request.path_params["entry"]
    async with live.lock:
        match = live.playing()
        if number > len(match.entries):
            raise refused("unknown_page")
        scene = _scene(live, guest, language)
        view = live.game.conceal(match.state_at(number), scene.seat)
        board = game_board(live.game, language)
        return page(
            request,
            "replay.html",
            table=table_card(live, guest, language),
            sheets=sheets(live, scene, board.parts(view, scene.names)),
            banner="",
            entry=number,
            last=len(match.entries),
            over=match.over,
            lookback=await _looked_back(request, live, guest, language),
        )


async def _looked_back(
    request: Request, live: Table, guest: Guest | None, language: str
) -> Retrospect | None:
    """What is known of a look back, beside the log; None where this guest has none."""
    number = guest.id if guest else None
    try:
        seat = next(iter(lookback.seats_of(live, number)), 0)
        match = lookback.check(live, seat, number)
    except Refused:
        return None
    look = await house_of(request).looking.so_far(live, seat)
    return retrospect(look, match, seat, language, f"/t/{live.row.id}")


@showing
async def export(request: Request) -> Response:
    live, guest = await table_of(request), await guest_of(request)
    async with live.lock:
        match = live.playing()
        content = match.export(live.viewer_of(guest.id if guest else None))
    return downloaded(content, f"{live.row.game}-{live.row.id}.json")


@showing
async def report(request: Request) -> Response:
    live, guest = await table_of(request), await guest_of(request)
    browser = request.headers.get("user-agent", "")
    async with live.lock:
        viewer = live.viewer_of(guest.id if guest else None)
        match, language = live.playing(), language_of(request)
        talk = [scenes.chat_line(row, match.order, language) for row in live.chat]
        content = files.report(match, viewer, browser, talk)
    return downloaded(content, f"problem-{live.row.id}.json")


def _waiting(request: Request, live: Table, guest: Guest | None, language: str) -> Response:
    row = live.row
    known = guest is not None and (guest.id == row.host or bool(live.seats_of(guest.id)))
    address = f"{_here(request)}/i/{row.invitation}" if known and not row.locked else ""
    mine = next((p for p in live.players if guest is not None and p.guest == guest.id), None)
    return page(
        request,
        "waiting.html",
        table=table_card(live, guest, language),
        invitation=address,
        code=spaced(row.invitation) if address else "",
        locked=row.locked,
        qr=Markup(_qr(address)) if address else "",  # noqa: S704  made by segno from our own code
        looks=looks.cards(live.game, [len(live.players)], language) if mine else [],
        look=mine.look if mine else None,
    )


def table_card(live: Table, guest: Guest | None, language: str) -> dict[str, Any]:
    return {
        "id": live.row.id,
        "game": live.row.game,
        "title": game_words(live.game, language).title,
        "host": guest is not None and guest.id == live.row.host,
        "chat": live.row.chat,
        "commitment": live.commitment(),
        "dice": bool(game_words(live.game, language).dice()),
        "reach": game_board(live.game, language).has_reach,
    }


def _scene(live: Table, guest: Guest | None, language: str) -> scenes.Scene:
    number = guest.id if guest else None
    return live.audience.scene(live.viewer_of(number), live.seats_of(number), language)


def _first_parts(scene: scenes.Scene, cast: Cast | None) -> Sequence[Part]:
    """What lies on the sheets; dice that will be thrown by hand lie as they did before."""
    board = game_board(scene.game, scene.language)
    parts = board.parts(scene.view, scene.names)
    if cast is None:
        return parts
    tray = places_of(board.sheets(scene.view, scene.names)[ALWAYS])
    return (*(part for part in parts if part.place not in tray), *cast.dice)


def sheets(live: Table, scene: scenes.Scene, parts: Sequence[Part]) -> list[SheetOnPage]:
    """The still sheets with what lies on them; in a hot seat the hand is there, but empty."""
    board = game_board(scene.game, scene.language)
    found = dict(board.sheets(scene.view, scene.names))
    if scene.seat is None and scene.my_seats:
        own = board.sheets(live.view(scene.my_seats[0]), scene.names)
        found.update({name: sheet for name, sheet in own.items() if name == HAND})
    return laid(found, parts)


ROUTES = [
    Route("/join", join),
    Route("/join/{code}", join),
    Route("/i/{code}", invitation),
    Route("/qr/{code}.svg", qr),
    Route("/t/{table}", table),
    Route("/t/{table}/export", export),
    Route("/t/{table}/report", report),
    Route("/t/{table}/bill", bill),
    Route("/t/{table}/throws", throws),
    Route("/t/{table}/lookback", look_back),
    Route("/t/{table}/lookback/{seat:int}", look_back),
    Route("/t/{table}/end.svg", end),
    Route("/t/{table}/{entry:int}", replay),
]
