"""The pages: HTML from the templates in `web/templates`, in the viewer's language.

`web/README.md` says what each template is given.
"""

from __future__ import annotations

import hashlib
import io
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, Final

import jinja2
import msgspec
import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ratskeller.core.game import AnyGame, Refused, option_choices
from ratskeller.draw.board import Board, Part, body
from ratskeller.draw.faces import Face, face_of, portrait
from ratskeller.draw.palette import TONES, Theme
from ratskeller.draw.svg import write
from ratskeller.draw.table import ALWAYS, HAND
from ratskeller.games.parts import game_board
from ratskeller.server import examples, files, lookback, looks, progress, puzzling, repertoire
from ratskeller.server import matches as played
from ratskeller.server import scene as scenes
from ratskeller.server.api import (
    guest_of,
    house_of,
    invited_by,
    table_of,
    tables_of,
)
from ratskeller.server.assets import WEB, tagged
from ratskeller.server.bill import picture
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.gentle import beginnings
from ratskeller.server.messages import Cast
from ratskeller.server.refusals import refused, said, status_of
from ratskeller.server.retrospect import Retrospect, retrospect
from ratskeller.server.security import Guest, is_secure, keep_guest, language_of, settings_of
from ratskeller.server.table import Table
from ratskeller.server.writing import code_of, spaced
from ratskeller.words.languages import BY_CODE, LANGUAGES, NAMES, UnknownLanguage, find_language
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words

Endpoint = Callable[[Request], Awaitable[Response]]
SheetOnPage = tuple[str, Board, Markup]

LOG: Final = logging.getLogger("ratskeller.pages")
_DIGITS: Final = 9  # that the number of a page may have

_TEMPLATES: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(WEB / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


_PICTURE: Final = {
    # A picture brings its own style, and needs nothing else.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "private, max-age=86400",
    "vary": "Cookie",
}


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page of the house."""
    settings = settings_of(request)
    language = context.pop("language", None) or language_of(request, settings)
    words = platform_words(language)
    html = _TEMPLATES.get_template(template).render(
        _=words.gettext,
        ngettext=words.ngettext,
        pgettext=words.pgettext,
        language=language,
        languages=NAMES,
        between=BY_CODE[language].between,
        comma=BY_CODE[language].comma.format(left="", right=""),
        both=words.both,
        in_a_row=words.in_a_row,
        rotation=words.rotation,
        settings=_Settings(settings),
        secure=is_secure(request) or request.url.hostname in ("localhost", "127.0.0.1", "::1"),
        game=context.pop("game", None),
        **context,
    )
    headers = {"cache-control": "no-store", "vary": "Cookie, Accept-Language"}
    return Response(tagged(html), status, headers, "text/html")


class _Settings(dict[str, str]):
    """Settings by attribute or key; what was not set is empty."""

    def __missing__(self, _key: str) -> str:
        return ""


def showing(endpoint: Endpoint) -> Endpoint:
    """Turn a refusal into a page with one sentence, and let a known guest stay known."""

    @wraps(endpoint)
    async def shown(request: Request) -> Response:
        try:
            response = await endpoint(request)
        except Refused as no:
            return error_page(request, no)
        except StoreTrouble:
            return error_page(request, refused("trouble"))
        keep_guest(response, request, await guest_of(request))
        return response

    return shown


def error_page(request: Request, no: Refused) -> Response:
    code = status_of(no.refusal)
    text = said(no.refusal, language_of(request))
    return page(request, "error.html", code, code=code, rule=no.refusal.rule, text=text)


# --- around the tables ------------------------------------------------------------------------


@showing
async def front(request: Request) -> Response:
    language = language_of(request)
    house, guest, settings = house_of(request), await guest_of(request), settings_of(request)
    tables = await tables_of(house, guest, language)
    begins = await beginnings(house, guest, settings)
    games = [
        {**_on_front(game, language, settings), "rival": begins.rival(game)}
        for game in repertoire.repertoire()
    ]
    daily, solved = puzzling.of_the_day(house.clock()), await solved_by(request)
    return page(
        request,
        "front.html",
        games=games,
        tables=tables,
        daily=daily and puzzling.card(*daily, solved, language),
    )


def _on_front(game: AnyGame, language: str, settings: Mapping[str, str]) -> dict[str, Any]:
    """A game on the front page, with what its one-click table is laid for."""
    seats = quick_seats(game)
    return {
        **game_card(game, language),
        "quick_seats": seats,
        "look": look_of(game, seats, settings),
    }


async def solved_by(request: Request) -> set[str]:
    """The puzzles that who asks has solved."""
    guest = await guest_of(request)
    return (
        {one.puzzle for one in await house_of(request).store.solved_by(guest.id)}
        if guest
        else set()
    )


@showing
async def matches(request: Request) -> Response:
    """All matches of a person, in pages."""
    house, guest, number = house_of(request), await guest_of(request), _page_number(request)
    found = await played.matches(house, guest.id if guest else None, number, language_of(request))
    if found is None:
        raise refused("unknown_page")
    return page(request, "matches.html", matches=found, known=guest is not None)


@showing
async def my_progress(request: Request) -> Response:
    """What the looks back at a person's matches say together."""
    house, guest, language = house_of(request), await guest_of(request), language_of(request)
    return page(
        request,
        "progress.html",
        games=await progress.progress(house, guest.id if guest else None, language),
        keys=progress.keys(language),
        floors={"matches": progress.MATCHES, "decisions": progress.DECISIONS},
    )


def _page_number(request: Request) -> int:
    """The page of a list that is asked for; 0 is none."""
    text = request.query_params.get("page", "1")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _DIGITS else 0


@showing
async def download(request: Request) -> Response:
    """All matches of a person in one file, written while it is sent."""
    house, guest = house_of(request), await guest_of(request)
    if guest is None:
        raise refused("unknown_page")
    house.downloads.take(guest.id, house.clock())
    headers = {**_saved_as("ratskeller-matches.json"), "cache-control": "no-store"}
    content = played.download(house, guest.id)
    return StreamingResponse(content, media_type="application/json", headers=headers)


@showing
async def new_table(request: Request) -> Response:
    game, language = repertoire.find_playable(request.path_params["game"]), language_of(request)
    card = game_card(game, language)
    begins = await beginnings(house_of(request), await guest_of(request), settings_of(request))
    guests = repertoire.company(game, begins.rival(game))
    return page(
        request,
        "new.html",
        game=card,
        options=_options(game, language),
        company=guests,
        looks=looks.cards(game, game.meta.seats, language),
        look=look_of(game, quick_seats(game), settings_of(request)),
    )


def quick_seats(game: AnyGame) -> int:
    """How many play where nobody was asked."""
    return game.meta.seats[min(1, len(game.meta.seats) - 1)]


def look_of(game: AnyGame, seats: int, settings: Mapping[str, str]) -> int | None:
    """The house, colour or nest that a person chose the last time, if it can be had."""
    text = settings.get(f"look_{game.meta.id}", "")
    choice = looks.offered(game, seats) if repertoire.playable(game) else ()
    return next((look for look in choice if str(look) == text), None)


@showing
async def rules(request: Request) -> Response:
    language = language_of(request)
    if tag := request.path_params.get("language"):
        try:
            language = find_language(tag)
        except UnknownLanguage:
            raise refused("unknown_page") from None
    game = _on_shelf(request.path_params["game"])
    words = game_words(game, language)
    opening = words.opening() if repertoire.playable(game) else None
    return page(
        request,
        "rules.html",
        language=language,
        game=game_card(game, language),
        book=words.rulebook(),
        ideas=words.course().ideas,
        opening=opening and [examples.drawn(game, one.id, language) for one in opening],
        examples=[examples.drawn(game, one.id, language) for one in words.examples()],
    )


@showing
async def example(request: Request) -> Response:
    """The picture of a rule, in the theme of the page that shows it."""
    game = _on_shelf(request.path_params["game"])
    name, language = request.path_params["example"], request.path_params["language"]
    if language not in LANGUAGES or name not in examples.all_examples(game, language):
        raise refused("unknown_page")
    drawn = examples.picture(game, name, language, _theme(request))
    tag = f'"{hashlib.sha256(drawn.encode()).hexdigest()[:16]}"'
    headers = {**_PICTURE, "cache-control": "private, no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(drawn, headers=headers, media_type="image/svg+xml")


@showing
async def plain(request: Request) -> Response:
    return page(request, f"{request.url.path.strip('/')}.html")


def _on_shelf(game_id: str) -> AnyGame:
    for game in repertoire.repertoire():
        if game.meta.id == game_id.replace("-", "_"):
            return game
    raise refused("unknown_game")


@cache
def game_card(game: AnyGame, language: str) -> dict[str, Any]:
    """What a page says of a game, with its picture."""
    card = msgspec.structs.asdict(repertoire.card(game, language))
    card["cover"] = Markup(_cover(game, language))  # noqa: S704  ours
    return card


def _cover(game: AnyGame, language: str) -> str:
    """A game's picture; one that cannot be drawn does not close the front page."""
    if not repertoire.playable(game):
        return ""
    try:
        return game_board(game, language).cover()
    except Exception:
        LOG.exception("the cover of %s cannot be drawn", game.meta.id)
        return ""


@showing
async def face(request: Request) -> Response:
    """The face of a level."""
    game = _on_shelf(request.path_params["game"])
    level = repertoire.find_level(game, request.path_params["level"])
    if level is None or not level.face:
        raise refused("unknown_page")
    return _pictured(request, msgspec.convert(level.face, Face))


@showing
async def likeness(request: Request) -> Response:
    """The face of a person, by the print of a name."""
    tone, name = request.path_params["tone"], request.path_params["name"]
    if tone not in (one.name for one in TONES) or not re.fullmatch("[0-9a-f]{16}", name):
        raise refused("unknown_page")
    return _pictured(request, face_of(name, tone))


def _pictured(request: Request, features: Face) -> Response:
    """A face in the theme of the page that shows it."""
    drawn = portrait(features, _theme(request))
    return Response(drawn, headers=_PICTURE, media_type="image/svg+xml")


def _theme(request: Request) -> Theme | None:
    """The one that was chosen; None: that of the system."""
    wanted = settings_of(request).get("theme")
    return "dark" if wanted == "dark" else "light" if wanted == "light" else None


def _options(game: AnyGame, language: str) -> list[dict[str, Any]]:
    words, defaults = game_words(game, language), game.meta.options()
    return [
        {
            "name": name,
            "label": words.option(name),
            "value": getattr(defaults, name),
            "values": [{"value": one, "label": words.option_value(name, one)} for one in values],
        }
        for name, values in option_choices(game.meta.options).items()
        if len(values) > 1
    ]


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
    return Response(drawn, headers=_PICTURE, media_type="image/svg+xml")


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
    return _download(content, f"{live.row.game}-{live.row.id}.json")


@showing
async def report(request: Request) -> Response:
    live, guest = await table_of(request), await guest_of(request)
    browser = request.headers.get("user-agent", "")
    async with live.lock:
        viewer = live.viewer_of(guest.id if guest else None)
        match, language = live.playing(), language_of(request)
        talk = [scenes.chat_line(row, match.order, language) for row in live.chat]
        content = files.report(match, viewer, browser, talk)
    return _download(content, f"problem-{live.row.id}.json")


def _download(content: bytes, name: str) -> Response:
    headers = {**_saved_as(name), "cache-control": "no-store"}
    return Response(content, media_type="application/json", headers=headers)


def _saved_as(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


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


def laid(found: Mapping[str, Board], parts: Sequence[Part]) -> list[SheetOnPage]:
    return [
        (name, sheet, _drawn(sheet, [part for part in parts if part.place in places_of(sheet)]))
        for name, sheet in found.items()
    ]


def places_of(sheet: Board) -> set[str]:
    return {place.id for place in sheet.places}


def _drawn(sheet: Board, parts: Sequence[Part]) -> Markup:
    return Markup("".join(write(element) for element in body(sheet, parts)))  # noqa: S704  escaped by write


ROUTES = [
    Route("/", front),
    Route("/matches", matches),
    Route("/matches/download", download),
    Route("/progress", my_progress),
    Route("/new/{game}", new_table),
    Route("/rules/{game}", rules),
    Route("/rules/{game}/{language}", rules),
    Route("/rules/{game}/{language}/{example}.svg", example),
    Route("/faces/{game}/{level}.svg", face),
    Route("/faces/people/{tone}/{name}.svg", likeness),
    Route("/settings", plain),
    Route("/help", plain),
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
