"""The pages of exercises: a moment of a look back to be tried once more, and the puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ratskeller.coach import telling
from ratskeller.core.game import Seat
from ratskeller.core.match import AnyMatch
from ratskeller.draw.board import Board, layers
from ratskeller.draw.svg import write
from ratskeller.draw.table import HAND
from ratskeller.games.parts import game_board
from ratskeller.server import puzzling
from ratskeller.server import scene as scenes
from ratskeller.server.api import choice_at, guest_of, table_of
from ratskeller.server.exercises import moment, scene_at
from ratskeller.server.pages import solved_by
from ratskeller.server.rendering import laid, page, places_of, showing
from ratskeller.server.security import language_of
from ratskeller.server.table_pages import table_card
from ratskeller.words.platform_words import platform_words


@showing
async def exercise(request: Request) -> Response:
    """A choice of one's own, to be made once more."""
    live, guest = await table_of(request), await guest_of(request)
    seat, entry = request.path_params["seat"], request.path_params["entry"]
    language = language_of(request)
    async with live.lock:
        match, choice = await choice_at(request, live, guest)
        scene = scene_at(moment(live, match, choice, seat), language)
        task = telling.moment(match, seat, choice, language, named=False)
        hands = list(_hands(match, entry, seat, language))
    _, back = platform_words(language).gettext, f"/t/{live.row.id}/lookback/{seat}"
    is_open = "hands" in request.query_params
    return page(
        request,
        "exercise.html",
        table=table_card(live, guest, language),
        **_posed(scene),
        address=f"/api/tables/{live.row.id}/seats/{seat}/exercises/{entry}",
        notes_at=f"/api/tables/{live.row.id}/notes",
        task=task,
        heading=_("Find the better one"),
        back=back,
        back_to=_("Look back"),
        onward=back,
        onward_to=_("Back to the look back"),
        position=f"/t/{live.row.id}/{entry}",
        hands=hands if is_open else [],
        hands_at=f"{back}/{entry}{'' if is_open else '?hands=open'}" if hands else "",
    )


class OpenHand(Struct, frozen=True):
    """What somebody held, for who looks back at it."""

    name: str
    words: str
    sheet: Board
    drawn: Markup


def _hands(match: AnyMatch, entry: int, seat: Seat, language: str) -> Iterator[OpenHand]:
    """What the others held after an entry of a match that is over, if the seat could not see it."""
    game, state, names = match.game, match.state_at(entry), match.names
    if game.conceal(state, seat).seen == state:
        return
    board, say = game_board(game, language), platform_words(language)
    for other, name in enumerate(names):
        view = game.conceal(state, other)
        sheet = board.sheets(view, names).get(HAND)
        if other != seat and sheet is not None:
            held = [part for part in board.parts(view, names) if part.place in places_of(sheet)]
            words = say.both([f"{part.text} × {part.count}" for part in held])
            silent = [msgspec.structs.replace(part, label="") for part in held]
            drawn = Markup("".join(map(write, layers(sheet, silent))))  # noqa: S704  escaped by write
            yield OpenHand(name, words, sheet, drawn)


def _posed(scene: scenes.Scene) -> dict[str, Any]:
    """What every exercise has on its page."""
    board = game_board(scene.game, scene.language)
    found = board.sheets(scene.view, scene.names)
    return {
        "sheets": laid(found, board.parts(scene.view, scene.names)),
        "banner": scenes.banner(scene),
    }


@showing
async def puzzles(request: Request) -> Response:
    """All puzzles, and which of them are solved."""
    solved, language = await solved_by(request), language_of(request)
    return page(request, "puzzles.html", books=list(puzzling.books(solved, language)))


@showing
async def puzzle(request: Request) -> Response:
    """One of them."""
    solved, language = await solved_by(request), language_of(request)
    game, found = puzzling.find(request.path_params["game"], request.path_params["puzzle"])
    card = puzzling.card(game, found, solved, language)
    further = puzzling.after(game, found, solved)
    onward = puzzling.card(game, further, solved, language).address if further else "/puzzles"
    scene = scene_at(puzzling.posed(game, found, language), language)
    _, address = platform_words(language).gettext, f"/api{card.address}"
    return page(
        request,
        "exercise.html",
        table={"title": card.title, "game": game.meta.id},
        **_posed(scene),
        address=address,
        notes_at=f"{address}/notes",
        task=_("Level: {level}. One choice is clearly the best.", level=card.level),
        heading=card.name,
        back="/puzzles",
        back_to=_("Puzzles"),
        onward=onward,
        onward_to=_("Next puzzle") if further else _("Puzzles"),
        position="",
        hands=[],
        hands_at="",
    )


ROUTES = [
    Route("/t/{table}/lookback/{seat:int}/{entry:int}", exercise),
    Route("/puzzles", puzzles),
    Route("/puzzles/{game}/{puzzle}", puzzle),
]
