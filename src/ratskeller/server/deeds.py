"""What a socket may ask of a table, one function a message.

Each checks, changes the match, has it written down, and then tells everybody. Whoever calls holds
the table's lock. A refusal is raised before anything has changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ratskeller.core.game import AnyView, GameAction, Refused, Seat
from ratskeller.core.match import (
    Abandoned,
    AnyHappening,
    Covered,
    Hinted,
    Resigned,
    Returned,
    TableEvent,
    TableRefused,
)
from ratskeller.server import advice, present
from ratskeller.server.listener import Listener
from ratskeller.server.messages import (
    Abandon,
    Answer,
    Chat,
    Choose,
    Commit,
    Cover,
    Foresee,
    FromClient,
    Hello,
    Hint,
    Ping,
    Refusal,
    Rematch,
    Resign,
    Restart,
    Return,
    See,
    Sight,
    Sit,
    Undo,
    WhyNot,
)
from ratskeller.server.refusals import refused, said
from ratskeller.server.seating import rematch, take_reserved_seat
from ratskeller.server.shelf import strongest_level
from ratskeller.server.store import StoreTrouble
from ratskeller.server.tables import Decision, Judgement, digest_of
from ratskeller.server.telling import LiveTable, News
from ratskeller.server.writing import CHAT_LENGTH, tidy
from ratskeller.words.speech import game_words

if TYPE_CHECKING:
    from ratskeller.server.house import House

LOG: Final = logging.getLogger("ratskeller.deeds")
REQUEST_LENGTH: Final = 64

Happenings = Sequence[AnyHappening]


class Call:
    """One message of one socket at one table."""

    def __init__(self, house: House, table: LiveTable, listener: Listener, message: Any) -> None:
        self.house = house
        self.table = table
        self.listener = listener
        self.message = message
        self.request: str = message.request
        self.digest = digest_of(message)

    @property
    def guest(self) -> int:
        """Who asks; strangers may ask for nothing that changes anything."""
        if self.listener.guest is None:
            raise refused("no_seat")
        return self.listener.guest

    def seat(self) -> Seat:
        """The seat that the socket speaks for."""
        if self.listener.seat is None:
            raise refused("no_seat")
        return self.listener.seat

    def seats(self) -> tuple[Seat, ...]:
        """All seats of the guest; there must be one."""
        seats = self.table.seats_of(self.guest)
        if not seats:
            raise refused("no_seat")
        return seats

    def check_request(self) -> None:
        if len(self.request) > REQUEST_LENGTH:
            raise refused("bad_message", problem="request")

    def check_version(self) -> None:
        if self.message.version != self.listener.version:
            raise refused("stale")

    async def save(self) -> None:
        request = (self.guest, self.request, self.digest) if self.request else None
        await self.house.save(self.table, request)

    def publish(self, news: News, *, only: Seat | None = None) -> None:
        news.cause, news.request = self.listener, self.request
        line = self.table.publish(news, only=only)
        if line is not None and self.request:
            self.table.remember(self.guest, self.request, self.digest, line)


async def hear(house: House, table: LiveTable, listener: Listener, message: FromClient) -> None:
    """Do what a message asks, or say why not. Nothing that a client sends raises out of here."""
    table.last_used = table.clock()
    async with table.lock:
        call = Call(house, table, listener, message)
        try:
            call.check_request()
            if not _answer_again(call):
                await _DEEDS[type(message)](call)
        except Refused as no:
            _refuse(call, no)
        except StoreTrouble:
            LOG.exception("table %s: %s was not written", table.row.id, type(message).__name__)
            await house.reload(table)
            _refuse(call, refused("trouble"))
        except Exception:
            # A defect, ours or a game's. What is on the disk is right, so everybody starts there.
            LOG.exception("table %s: %s failed", table.row.id, type(message).__name__)
            house.drop(table)


def _answer_again(call: Call) -> bool:
    """A repeated request is answered like the first time and not done again (S26)."""
    guest, request = call.listener.guest, call.request
    if guest is None or not request or type(call.message) in _ASKING:
        return False
    remembered = call.table.answers.get((guest, request))
    digest = remembered[0] if remembered else call.table.requests.get((guest, request))
    if digest is None:
        return False
    if digest != call.digest:
        raise refused("request_reused")
    if remembered:
        call.listener.send_again(remembered[1])
    else:
        call.table.greet(call.listener, request, 0)
    return True


def _refuse(call: Call, no: Refused) -> None:
    table, listener = call.table, call.listener
    words = game_words(table.game, listener.language)
    names = tuple(table.player_at(seat).name for seat in range(len(table.players)))
    text = said(no.refusal, listener.language, words, names, listener.seat)
    answer = Refusal(call.request, no.refusal.rule, text, listener.version)
    line = listener.send(answer)
    reason = no.refusal.reason
    if listener.guest is not None and call.request and reason not in ("request_reused", "trouble"):
        table.remember(listener.guest, call.request, call.digest, line)
    if isinstance(no, TableRefused) and reason in ("stale", "trouble"):
        table.greet(listener, "", 0)


# --- asking -----------------------------------------------------------------------------------


async def _hello(call: Call) -> None:
    await take_reserved_seat(call.house, call.table, call.listener.guest, call.message.nonce)
    call.table.greet(call.listener, call.request, call.message.log_after)


async def _ping(call: Call) -> None:
    call.listener.send(Answer(call.request, data={"version": call.listener.version}))


async def _why_not(call: Call) -> None:
    """The rule against a choice. The answer is made from the view, as everything is."""
    table, listener = call.table, call.listener
    words = game_words(table.game, listener.language)
    match, seat = table.running(), call.seat()
    if seat == match.to_act and match.awaits_commit:
        raise refused("confirm_or_undo")
    path = call.message.path
    if not 0 < len(path) <= 16:
        raise refused("bad_message", problem="path")
    refusal = table.game.why_not(table.view(seat), path)
    if refusal is None:
        call.listener.send(Answer(call.request))
        return
    scene = table.scene(listener.seat, (), listener.language)
    text = said(refusal, listener.language, words, scene.names, listener.seat)
    call.listener.send(Answer(call.request, text, refusal.rule))


async def _foresee(call: Call) -> None:
    call.check_version()
    table, listener = call.table, call.listener
    legal = table.running().legal(call.seat())
    action = _pick(legal, call.message.action)
    scene = table.scene(listener.seat, (), listener.language)
    offer = present.offer(scene, action)
    call.listener.send(Answer(call.request, data=msgspec.to_builtins(offer)))


async def _see(call: Call) -> None:
    """The position as the rules know it, concealed for the seat that asks and for nobody else."""
    table, seat = call.table, call.seat()
    match = table.playing()
    header, legal = match.header, () if table.bot_of(seat) else match.legal(seat)
    call.listener.send(
        Sight(
            version=call.listener.version,
            request=call.request,
            game=header.game,
            rules_version=header.rules_version,
            data_hash=header.data_hash,
            seats=header.seats,
            options=header.options,
            view=_written(match.view(seat)),
            legal=tuple(map(_written, legal)),
        )
    )


def _written(what: AnyView | GameAction) -> msgspec.Raw:
    """What the rules know in the letters of the line, which knows no game: never a whole state."""
    return msgspec.Raw(msgspec.json.encode(what))


async def _hint(call: Call) -> None:
    """Ask the strongest bot. That somebody asks is written down and told to all, once a step."""
    table, seat = call.table, call.seat()
    call.check_version()
    match, stage = table.asked(seat), call.message.stage
    if stage not in advice.STAGES:
        raise refused("bad_message", problem="stage")
    decision = table.decision(seat)
    known = table.judging if table.judging and table.judging[0] == decision else None
    if not table.has_asked(seat):
        happened = table.note(Hinted(step=len(match.drafted)), seat)
        await call.house.save(table)
        table.publish(News(happened=happened))
    if known is None or (known[1].done() and known[1].result() is None):
        known = table.judging = (decision, call.house.judge(table, seat))
    call.house.spawn(_advise(call, decision, known[1]))


async def _advise(call: Call, decision: Decision, judging: asyncio.Task[Judgement | None]) -> None:
    """Wait for the judgement, away from the table's lock, and tell the one who asked."""
    judged = await judging
    table, listener = call.table, call.listener
    async with table.lock:
        scene = table.scene(listener.seat, (), listener.language)
        if not scene.my_move or scene.held or table.decision(decision[0]) != decision:
            judged = None  # the person has played on meanwhile
        listener.send(advice.advise(scene, judged, call.message.stage, call.request))


async def _sit(call: Call) -> None:
    """Hot seat: the page gets the eyes of another seat, or nobody's."""
    table, listener, seat = call.table, call.listener, call.message.seat
    if seat is not None and seat not in table.seats_of(call.guest):
        raise refused("not_your_seat")
    table.running()
    listener.seat = seat
    table.publish_wholes([listener], call.request)


# --- the turn ---------------------------------------------------------------------------------


async def _choose(call: Call) -> None:
    table, seat = call.table, call.seat()
    call.check_version()
    action = _pick(table.asked(seat).legal(seat), call.message.action)
    await _in_turn(
        call,
        lambda: table.choose(
            seat,
            action,
            hold=call.message.hold or table.row.confirm is True,
            request=call.request,
        ),
    )


async def _undo(call: Call) -> None:
    def undo(seat: Seat) -> Happenings:
        call.table.running().undo(seat)
        return ()

    await _in_my_turn(call, undo)


async def _restart(call: Call) -> None:
    def restart(seat: Seat) -> Happenings:
        call.table.running().restart(seat)
        return ()

    await _in_my_turn(call, restart)


async def _commit(call: Call) -> None:
    table = call.table
    now, request = table.clock(), call.request
    await _in_my_turn(call, lambda seat: table.running().commit(seat, now=now, request=request))


async def _in_my_turn(call: Call, change: Callable[[Seat], Happenings]) -> None:
    seat = call.seat()
    call.check_version()
    if call.table.bot_of(seat):
        raise refused("not_your_turn")
    await _in_turn(call, lambda: change(seat))


async def _in_turn(call: Call, change: Callable[[], Happenings]) -> None:
    """Change the draft; tell everybody if it was committed, else only its owner."""
    table, seat = call.table, call.seat()
    match = table.running()
    had, known = bool(match.drafted), len(match.drafted)
    held = match.awaits_commit
    happened = change()
    await call.save()
    if not happened:
        only = seat if bool(match.drafted) == had else None
        call.publish(News(), only=only)
        return
    news = News(
        happened=happened,
        mover=seat,
        known=known - 1 if held else known,
        foreseen=table.foreseen if held else 0,
    )
    call.publish(news)
    call.house.wake(table)


def _pick(legal: Sequence[GameAction], number: int) -> GameAction:
    if not 0 <= number < len(legal):
        raise refused("illegal")
    return legal[number]


# --- around the turn --------------------------------------------------------------------------


async def _chat(call: Call) -> None:
    table = call.table
    seats = call.seats()
    if not table.row.chat:
        raise refused("no_chat")
    text = tidy(call.message.text, CHAT_LENGTH)
    if not text:
        raise refused("bad_message", problem="text")
    seat = call.listener.seat if call.listener.seat is not None else seats[0]
    row = call.house.chat_row(table, table.player_at(seat), text)
    request = (call.guest, call.request, call.digest) if call.request else None
    await call.house.save(table, request, chat=[row])
    call.publish(News(chat=[row]))


async def _cover(call: Call) -> None:
    call.seats()
    if call.message.seat not in call.table.may_cover():
        raise refused("not_away")
    await _table_event(call, Covered(strongest_level(call.table.game)), call.message.seat)


async def _return(call: Call) -> None:
    covered = [seat for seat in call.seats() if seat in call.table.covered]
    if not covered:
        raise refused("not_your_seat")
    seat = call.listener.seat if call.listener.seat in covered else covered[0]
    await _table_event(call, Returned(), seat)


async def _resign(call: Call) -> None:
    seat = call.seat()
    await _table_event(call, Resigned(strongest_level(call.table.game)), seat)


async def _abandon(call: Call) -> None:
    """The match stops when everybody who plays wants it to."""
    table = call.table
    match = table.running()
    mine, agree = set(call.seats()), call.message.agree
    people = {seat for seat in range(match.header.seats) if not table.bot_of(seat)}
    if agree and people <= table.stopping | mine:
        await _table_event(call, Abandoned(), None)
        return
    changed = [msgspec.structs.replace(table.player_at(seat), stops=agree) for seat in mine]
    async with call.house.store.writing() as writer:
        for player in changed:
            await writer.change_player(player)
    for player in changed:
        table.players[player.number] = player
    call.publish(News())


async def _rematch(call: Call) -> None:
    call.seats()
    if not call.table.playing().over:
        raise refused("still_playing")
    await rematch(call.house, call.table, call.guest, call.message.nonce)
    call.publish(News())


async def _table_event(call: Call, event: TableEvent, seat: Seat | None) -> None:
    table = call.table
    table.running()
    happened = table.note(event, seat, call.request)
    await call.save()
    call.publish(News(happened=happened))
    call.house.wake(table)


_ASKING: Final = (Hello, Ping, WhyNot, Foresee, Hint, See, Sit)
_DEEDS: Final[dict[type[Any], Callable[[Call], Awaitable[None]]]] = {
    Hello: _hello,
    Ping: _ping,
    WhyNot: _why_not,
    Foresee: _foresee,
    Hint: _hint,
    See: _see,
    Sit: _sit,
    Choose: _choose,
    Undo: _undo,
    Restart: _restart,
    Commit: _commit,
    Chat: _chat,
    Cover: _cover,
    Return: _return,
    Resign: _resign,
    Abandon: _abandon,
    Rematch: _rematch,
}
