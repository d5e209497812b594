"""The JSON API: laying tables, sitting down, and what is read rather than played.

`docs/protocol.md` lists it. Every failure is a `Problem` with a rule id and a sentence.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import wraps
from http import HTTPStatus
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ratskeller.coach.findings import OwnChoice
from ratskeller.coach.puzzles import view_of
from ratskeller.core.game import Refused, Seat
from ratskeller.core.match import AnyMatch
from ratskeller.server import (
    files,
    forgetting,
    hosting,
    lookback,
    patience,
    puzzling,
    repertoire,
    seating,
)
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.exercises import choice_after, moment
from ratskeller.server.house import House
from ratskeller.server.limits import Gate
from ratskeller.server.messages import (
    MAX_MESSAGE,
    BotWish,
    ExerciseWish,
    Forget,
    Forgotten,
    InvitationWish,
    Invited,
    Joined,
    JoinTable,
    LookBack,
    LookWish,
    NewTable,
    OpenSeal,
    Problem,
    SeatCode,
    TableCard,
    TableMade,
    TableWish,
    Tried,
)
from ratskeller.server.refusals import refused, said, status_of
from ratskeller.server.scene import OVER, banner
from ratskeller.server.schema import OPEN, SolvedRow
from ratskeller.server.security import (
    Guest,
    address_of,
    forget_cookies,
    json_response,
    keep_guest,
    known_guest,
    language_of,
    new_guest,
)
from ratskeller.server.table import Table
from ratskeller.server.writing import spaced
from ratskeller.words.speech import game_words

Body = TypeVar("Body")
MY_TABLES = 12
_DIGITS = 9  # that a number in an address may have

Endpoint = Callable[[Request], Awaitable[Response]]


def answering(endpoint: Endpoint) -> Endpoint:
    """Turn a refusal into a `Problem`."""

    @wraps(endpoint)
    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refused as no:
            return problem(request, no)
        except StoreTrouble:
            return problem(request, refused("trouble"))

    return answered


def problem(request: Request, no: Refused) -> Response:
    refusal, language = no.refusal, language_of(request)
    words = None
    for game in repertoire.repertoire():
        if refusal.rule.startswith(f"{game.meta.rule_prefix}-"):
            words = game_words(game, language)
    answer = json_response(
        Problem(refusal.rule, said(refusal, language, words)), status_of(refusal)
    )
    if "seconds" in refusal.args:
        answer.headers["retry-after"] = str(refusal.args["seconds"])
    if answer.status_code == HTTPStatus.REQUEST_TIMEOUT:
        answer.headers["connection"] = "close"  # the rest of what is so slow to come is not read
    return answer


# --- requests ---------------------------------------------------------------------------------


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def table_of(request: Request) -> Table:
    return await house_of(request).open(request.path_params["table"])


async def guest_of(request: Request) -> Guest | None:
    house = house_of(request)
    return await known_guest(house.store, request, house.clock())


async def _newcomer(request: Request, gate: Gate) -> Guest:
    """A guest who has just come; not too many of them from one place. Raises `TableRefused`."""
    house = house_of(request)
    gate.take(address_of(request), house.clock())
    return await new_guest(house.store, house.clock())


async def invited_by(request: Request, code: str) -> tuple[Table, Seat | None]:
    """Where a code leads that somebody brings; who guesses has to wait. Raises `TableRefused`."""
    house = house_of(request)
    with house.guessing(address_of(request)):
        return await seating.invited(house, code)


async def _body(request: Request, kind: type[Body]) -> Body:
    """The body of a request, read no further than it may be long. Raises `TableRefused`."""
    raw = bytearray()
    try:
        async with asyncio.timeout(patience.SECONDS):
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > MAX_MESSAGE:
                    raise refused("too_long")
    except TimeoutError:
        raise refused("too_slow") from None
    try:
        return msgspec.json.decode(bytes(raw), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise refused("bad_message", problem=str(error)) from None


def _made(table: Table) -> TableMade:
    row = table.row
    return TableMade(
        table=row.id,
        address=f"/t/{row.id}",
        invitation="" if row.locked else f"/i/{row.invitation}",
        code="" if row.locked else spaced(row.invitation),
        commitment=table.commitment(),
    )


# --- tables -----------------------------------------------------------------------------------


@answering
async def lay_table(request: Request) -> Response:
    house = house_of(request)
    wish = await _body(request, NewTable)
    guest = await guest_of(request)
    house.layers.take(guest.id if guest else address_of(request), house.clock())
    guest = guest or await _newcomer(request, house.newcomers)
    table = await seating.lay(house, wish, guest.id, language_of(request))
    response = json_response(_made(table), 201)
    keep_guest(response, request, guest)
    return response


@answering
async def my_tables(request: Request) -> Response:
    guest = await guest_of(request)
    cards = await tables_of(house_of(request), guest, language_of(request))
    return json_response(cards)


async def tables_of(house: House, guest: Guest | None, language: str) -> list[TableCard]:
    """The tables of a guest, for the front page."""
    cards = []
    for table_id in await house.store.tables_of(guest.id, MY_TABLES) if guest else ():
        try:
            table = await house.open(table_id)
        except (Refused, StoreTrouble):  # a game that is not on the shelf any more, a damaged table
            continue
        mine = table.seats_of(guest.id if guest else None)
        turn = table.match.to_act if table.match else None
        cards.append(
            TableCard(
                address=f"/t/{table_id}",
                title=game_words(table.game, language).title,
                names=tuple(player.name for player in table.players if player.name),
                asks=turn in mine and not table.presence.bot_of(turn),
                status=table.status,
                result=_ending(table, guest, language) if table.status == OVER else "",
            )
        )
    return cards


def _ending(table: Table, guest: Guest | None, language: str) -> str:
    viewer = table.viewer_of(guest.id if guest else None)
    return banner(table.audience.scene(viewer, (), language))


@answering
async def forget(request: Request) -> Response:
    """Forget who asks (S44)."""
    wish, guest = await _body(request, Forget), await guest_of(request)
    if not wish.sure:
        raise refused("bad_message", problem="sure: true")
    count = 0
    if guest is not None:
        count = await forgetting.forget(house_of(request), guest.id, language_of(request))
    response = json_response(Forgotten(count, "/matches"))
    forget_cookies(response, request)
    return response


@answering
async def games(request: Request) -> Response:
    language = language_of(request)
    return json_response([repertoire.card(game, language) for game in repertoire.repertoire()])


@answering
async def join_table(request: Request) -> Response:
    house, table = house_of(request), await table_of(request)
    wish = await _body(request, JoinTable)
    guest = await guest_of(request)
    house.joining.take(address_of(request), house.clock())
    move = False
    with house.guessing(address_of(request)):
        if wish.invitation:
            found, seat = await seating.invited(house, wish.invitation)
            if found is not table:
                raise refused("bad_invitation")
            move = seat is not None
        if not move:
            seating.check_joinable(table, guest.id if guest else None, wish.invitation)
    guest = guest or await _newcomer(request, house.newcomers)
    if move:
        seat = await hosting.move_seat(house, table, wish.invitation, guest.id)
    else:
        language = language_of(request)
        seat = await seating.join(
            house, table, guest.id, wish.invitation, wish.nonce, wish.name, language, wish.look
        )
    response = json_response(Joined(table.row.id, f"/t/{table.row.id}", seat))
    keep_guest(response, request, guest)
    return response


@answering
async def choose_look(request: Request) -> Response:
    house, table = house_of(request), await table_of(request)
    wish = await _body(request, LookWish)
    guest = await guest_of(request)
    seat = await seating.choose_look(house, table, guest.id if guest else None, wish.look)
    return json_response(Joined(table.row.id, f"/t/{table.row.id}", seat))


@answering
async def invited(request: Request) -> Response:
    table, seat = await invited_by(request, request.path_params["code"])
    free = sum(player.kind == OPEN for player in table.players)
    game = table.game
    return json_response(
        Invited(
            table=table.row.id,
            game=game.meta.id,
            free=free,
            moves=seat is not None,
            rules_version=game.version,
            data_hash=game.data_hash,
        )
    )


@answering
async def invitation(request: Request) -> Response:
    house, table, _ = await _as_host(request)
    wish = await _body(request, InvitationWish)
    await hosting.renew_invitation(house, table, locked=wish.locked)
    return json_response(_made(table))


@answering
async def table_settings(request: Request) -> Response:
    house, table, _ = await _as_host(request)
    wish = await _body(request, TableWish)
    await hosting.settle(house, table, wish)
    return json_response(_made(table))


@answering
async def seat_bot(request: Request) -> Response:
    house, table, _ = await _as_host(request)
    wish = await _body(request, BotWish)
    await hosting.fill_with_bot(house, table, _seat(request), wish.bot, language_of(request))
    return json_response(_made(table))


@answering
async def seat_code(request: Request) -> Response:
    house, table = house_of(request), await table_of(request)
    guest = await guest_of(request)
    code = await hosting.seat_code(house, table, guest.id if guest else None, _seat(request))
    return json_response(SeatCode(spaced(code), f"/i/{code}"))


async def _as_host(request: Request) -> tuple[House, Table, Guest | None]:
    house, table = house_of(request), await table_of(request)
    guest = await guest_of(request)
    hosting.check_host(table, guest.id if guest else None)
    return house, table, guest


def _seat(request: Request) -> Seat:
    seat: int = request.path_params["seat"]
    return seat


# --- reading ----------------------------------------------------------------------------------


@answering
async def replay(request: Request) -> Response:
    table, guest = await table_of(request), await guest_of(request)
    async with table.lock:
        viewer, end = table.viewer_of(guest.id if guest else None), len(table.playing().entries)
        after, until = _number(request, "after", 0), _number(request, "until", end)
        if not after <= until <= end:
            raise refused("unknown_page")
        return json_response(table.audience.replay(viewer, language_of(request), after, until))


def _number(request: Request, name: str, default: int) -> int:
    """The number of an entry in the address. Raises `TableRefused`."""
    text = request.query_params.get(name, str(default))
    if not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS:
        raise refused("unknown_page")
    return int(text)


@answering
async def look_back(request: Request) -> Response:
    """What luck and what choices made of a match: begun by this, and asked for until it is whole."""
    house, table = house_of(request), await table_of(request)
    guest = await guest_of(request)
    visitor = guest.id if guest else address_of(request)
    found = await house.looking.ask(table, _seat(request), guest.id if guest else None, visitor)
    whole = None if found.whole is None else msgspec.Raw(msgspec.json.encode(found.whole))
    return json_response(LookBack(len(found.findings), found.steps, whole))


@answering
async def exercise(request: Request) -> Response:
    """A choice of one's own in a match that is over, to be made once more."""
    house, table = house_of(request), await table_of(request)
    wish, guest = await _body(request, ExerciseWish), await guest_of(request)
    seat, visitor = _seat(request), guest.id if guest else address_of(request)
    async with table.lock:
        posed = moment(table, *await choice_at(request, table, guest), seat)
    return json_response(await house.exercises.answer(posed, wish, language_of(request), visitor))


async def choice_at(
    request: Request, table: Table, guest: Guest | None
) -> tuple[AnyMatch, OwnChoice]:
    """The choice of one's own that an address names, in its match; who asks has the table's lock.

    Raises `TableRefused`.
    """
    seat = _seat(request)
    match = lookback.check(table, seat, guest.id if guest else None)
    look = await house_of(request).looking.so_far(table, seat)
    return match, choice_after(look, request.path_params["entry"])


@answering
async def puzzle(request: Request) -> Response:
    """A puzzle: whoever solves it is remembered, if the best was not shown before."""
    house, language = house_of(request), language_of(request)
    game, found = puzzling.find(request.path_params["game"], request.path_params["puzzle"])
    wish, guest = await _body(request, ExerciseWish), await guest_of(request)
    posed, visitor = (
        puzzling.posed(game, found, language),
        guest.id if guest else address_of(request),
    )
    answer = await house.exercises.answer(posed, wish, language, visitor)
    response = json_response(answer)
    if isinstance(answer, Tried) and answer.counts and not wish.shown:
        with suppress(Refused, StoreTrouble):  # it is solved, even if nobody can write it down
            if guest is not None and await guest_of(request) is None:
                return response  # forgotten while the coach was thinking
            guest = guest or await _newcomer(request, house.solvers)
            async with house.store.writing() as writer:
                await writer.solve(SolvedRow(guest=guest.id, puzzle=found.id, time=house.clock()))
            keep_guest(response, request, guest)
    return response


@answering
async def puzzle_notes(request: Request) -> Response:
    """What the things on the board of a puzzle are."""
    game, found = puzzling.find(request.path_params["game"], request.path_params["puzzle"])
    return json_response(game_words(game, language_of(request)).notes(view_of(game, found)))


@answering
async def notes(request: Request) -> Response:
    """What the things on a table are; that never changes during a match."""
    table = await table_of(request)
    async with table.lock:
        words = game_words(table.game, language_of(request))
        return json_response(words.notes(table.view(None)))


@answering
async def seal(request: Request) -> Response:
    table = await table_of(request)
    async with table.lock:
        match = table.playing()
        if not match.over:
            raise refused("still_playing")
        draws, header = tuple(files.sealed_draws(match)), match.header
        body = OpenSeal(header.table, table.row.seed, header.commitment, header.nonces, draws)
        return json_response(body)


ROUTES = [
    Route("/api/games", games, methods=["GET"]),
    Route("/api/tables", my_tables, methods=["GET"]),
    Route("/api/tables", lay_table, methods=["POST"]),
    Route("/api/forget", forget, methods=["POST"]),
    Route("/api/invitations/{code}", invited, methods=["GET"]),
    Route("/api/tables/{table}/seats", join_table, methods=["POST"]),
    Route("/api/tables/{table}/look", choose_look, methods=["POST"]),
    Route("/api/tables/{table}/seats/{seat:int}/code", seat_code, methods=["POST"]),
    Route("/api/tables/{table}/seats/{seat:int}/bot", seat_bot, methods=["POST"]),
    Route("/api/tables/{table}/seats/{seat:int}/lookback", look_back, methods=["POST"]),
    Route("/api/tables/{table}/seats/{seat:int}/exercises/{entry:int}", exercise, methods=["POST"]),
    Route("/api/puzzles/{game}/{puzzle}", puzzle, methods=["POST"]),
    Route("/api/puzzles/{game}/{puzzle}/notes", puzzle_notes, methods=["GET"]),
    Route("/api/tables/{table}/invitation", invitation, methods=["POST"]),
    Route("/api/tables/{table}/settings", table_settings, methods=["POST"]),
    Route("/api/tables/{table}/replay", replay, methods=["GET"]),
    Route("/api/tables/{table}/notes", notes, methods=["GET"]),
    Route("/api/tables/{table}/seal", seal, methods=["GET"]),
]
