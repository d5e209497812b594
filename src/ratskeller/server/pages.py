"""The pages around the tables: the front page, one's matches, a new table, rules, faces."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ratskeller.core.game import AnyGame, option_choices
from ratskeller.draw.faces import Face, face_of, portrait
from ratskeller.draw.palette import TONES, Theme
from ratskeller.games.parts import game_board
from ratskeller.server import examples, looks, progress, puzzling, repertoire
from ratskeller.server import matches as played
from ratskeller.server.api import (
    guest_of,
    house_of,
    tables_of,
)
from ratskeller.server.gentle import beginnings
from ratskeller.server.refusals import refused
from ratskeller.server.rendering import PICTURE, page, saved_as, showing
from ratskeller.server.security import language_of, settings_of
from ratskeller.words.languages import LANGUAGES, UnknownLanguage, find_language
from ratskeller.words.speech import game_words

LOG: Final = logging.getLogger("ratskeller.pages")
_DIGITS: Final = 9  # that the number of a page may have


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
    headers = {**saved_as("ratskeller-matches.json"), "cache-control": "no-store"}
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
    headers = {**PICTURE, "cache-control": "private, no-cache", "etag": tag}
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
    return Response(drawn, headers=PICTURE, media_type="image/svg+xml")


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
]
