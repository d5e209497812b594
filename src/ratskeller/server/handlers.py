"""The handlers of what a socket may ask of a table, one function a message.

Each checks, changes the match, and has the change written down and told (`House.record`). Whoever
calls holds the table's lock. A refusal is raised before anything has changed.
"""

from __future__ import annotations

import contextlib
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec

from ratskeller.core.game import AnyView, GameAction, Refused, Seat
from ratskeller.core.match import (
    Abandoned,
    AnyHappening,
    AnyMatch,
    Covered,
    Hinted,
    Resigned,
    Returned,
    TableEvent,
    TableRefused,
)
from ratskeller.games.parts import game_board
from ratskeller.server import advice
from ratskeller.server import scene as scenes
from ratskeller.server.answers import tell
from ratskeller.server.change import TableChange
from ratskeller.server.desk import Overtaken, StoreTrouble
from ratskeller.server.driver import Decision, Judging, decision_of, has_asked
from ratskeller.server.hosting import agree, regain_seats
from ratskeller.server.house import RACES, House
from ratskeller.server.listener import Listener
from ratskeller.server.messages import (
    Abandon,
    Agree,
    Answer,
    Chat,
    Choose,
    Commit,
    Cover,
    Denial,
    Foresee,
    FromClient,
    Hello,
    Hint,
    HowFar,
    Ping,
    Rematch,
    Resign,
    Restart,
    Return,
    See,
    Sight,
    Sit,
    Tell,
    Undo,
    WhyNot,
)
from ratskeller.server.refusals import refused, said
from ratskeller.server.repertoire import strongest_level
from ratskeller.server.requests import Request, digest_of
from ratskeller.server.scene import Scene
from ratskeller.server.seating import rematch, take_reserved_seat
from ratskeller.server.store import REFUSED
from ratskeller.server.table import Table
from ratskeller.server.teaching import check_choice
from ratskeller.server.writing import CHAT_LENGTH, tidy
from ratskeller.words.speech import game_words

LOG: Final = logging.getLogger("ratskeller.handlers")
REQUEST_LENGTH: Final = 64
QUESTION_LENGTH: Final = 200


class Call:
    """One message of one socket at one table."""

    def __init__(self, house: House, table: Table, listener: Listener, message: Any) -> None:
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

    def scene(self) -> Scene:
        """What the socket may be told now."""
        return self.table.audience.scene(self.listener.seat, (), self.listener.language)

    def take_whole(self) -> None:
        """Making the whole is work: a visitor has it so often, and then later."""
        self.house.wholes.take(self.listener.visitor, self.house.clock())

    def has_fit_request(self) -> bool:
        return len(self.request) <= REQUEST_LENGTH and "\0" not in self.request

    def check_request(self) -> None:
        if not self.has_fit_request():
            raise refused("bad_message", problem="request")

    def check_version(self) -> None:
        if self.message.version != self.listener.version:
            raise refused("stale")

    async def record(self, change: TableChange) -> None:
        """Have a change written down and told, as the answer to this message."""
        change.cause = self.listener
        change.request = Request(self.guest, self.request, self.digest) if self.request else None
        await self.house.record(self.table, change)


async def hear(house: House, table: Table, listener: Listener, message: FromClient) -> None:
    """Do what a message asks, or say why not. Nothing that a client sends raises out of here."""
    table.last_used = table.clock()
    async with table.lock:
        call = Call(house, table, listener, message)
        for _ in range(RACES):
            with contextlib.suppress(Overtaken):  # the table is by then as the other has left it
                await _do(call)
                return
        _refuse(call, refused("trouble"))


async def _do(call: Call) -> None:
    """Raises `Overtaken` where another process was faster."""
    house, table = call.house, call.table
    try:
        call.check_request()
        if not _answer_again(call):
            await _HANDLERS[type(call.message)](call)
    except Refused as no:
        await _keep_refusal(call)
        _refuse(call, no)
    except Overtaken:
        raise
    except StoreTrouble:
        called, facts = type(call.message).__name__, {"table": table.row.id}
        LOG.exception("table %s: %s was not written", table.row.id, called, extra=facts)
        await house.reload(table)
        _answer_after_trouble(call)
    except Exception:
        # A defect, ours or a game's. What is on the disk is right, so everybody starts there.
        called, facts = type(call.message).__name__, {"table": table.row.id}
        LOG.exception("table %s: %s failed", table.row.id, called, extra=facts)
        house.drop(table)


async def _keep_refusal(call: Call) -> None:
    """What is refused here must not be done elsewhere, where the same request may still be on its way."""
    guest, done = call.listener.guest, call.table.requests.done
    if guest is None or type(call.message) in _ASKING or not call.house.store.shared:
        return
    if call.request and call.has_fit_request() and (guest, call.request) not in done:
        await call.house.refuse(call.table, guest, call.request)


def _answer_again(call: Call) -> bool:
    """A repeated request is answered like the first time and not done again (S26)."""
    guest, request, known = call.listener.guest, call.request, call.table.requests
    if guest is None or not request or type(call.message) in _ASKING:
        return False
    digest = known.digest(guest, request)
    if digest is None:
        return False
    if digest == REFUSED:
        raise refused("stale")
    if digest != call.digest:
        raise refused("request_reused")
    if (guest, request) in known.answers:
        call.listener.send_again(known.answers[guest, request][1])
    else:
        call.table.audience.greet(call.listener, request, 0)
    return True


def _answer_after_trouble(call: Call) -> None:
    """The table is as the store says. A line to a database may have broken just after it wrote."""
    table = call.table
    if call.house.tables.get(table.row.id) is not table:
        return  # nobody knows: whoever asks again is answered from the store
    if (call.listener.guest, call.request) in table.requests.done:
        table.audience.begin()
        _answer_again(call)
    else:
        _refuse(call, refused("trouble"))


def _refuse(call: Call, no: Refused) -> None:
    """Say why not. Who wanted to change what is another position by now is shown that one, too; to who only
    asked, the news are on their way.
    """
    table, listener, reason = call.table, call.listener, no.refusal.reason
    words = game_words(table.game, listener.language)
    text = said(no.refusal, listener.language, words, table.names, listener.seat)
    line = listener.send(Denial(call.request, no.refusal.rule, text, listener.version))
    if listener.guest is not None and call.request and reason not in ("request_reused", "trouble"):
        table.requests.remember(Request(listener.guest, call.request, call.digest), line)
    lost = isinstance(no, TableRefused) and reason in ("stale", "trouble")
    if lost and type(call.message) not in _ASKING:
        try:
            call.take_whole()
        except TableRefused:
            listener.hang_up()  # it comes back when it has calmed down
            return
        table.audience.greet(listener, "", 0)


# --- asking -----------------------------------------------------------------------------------


async def _hello(call: Call) -> None:
    call.take_whole()
    await take_reserved_seat(call.house, call.table, call.listener.guest, call.message.nonce)
    await regain_seats(call.house, call.table, call.listener.guest)
    call.table.audience.greet(call.listener, call.request, call.message.log_after)


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
    text = said(refusal, listener.language, words, table.names, listener.seat)
    call.listener.send(Answer(call.request, text, refusal.rule))


async def _reach(call: Call) -> None:
    """Made from the asker's own view."""
    seat = call.seat()
    board = game_board(call.table.game, call.listener.language)
    within = board.reach(call.table.view(seat), seat)
    call.listener.send(Answer(call.request, data=msgspec.to_builtins(within)))


async def _tell(call: Call) -> None:
    """What is asked in words is answered from the asker's own view, moves and log."""
    message = call.message
    if max(len(message.text), len(message.last)) > QUESTION_LENGTH:
        raise refused("bad_message", problem="text")
    known = call.table.audience.known(call.scene(), message.before)
    told = tell(known, message.text, message.last, max(0, message.told))
    rest = {"last": told.last, "told": told.told, "repeat": told.repeat}
    call.listener.send(Answer(call.request, told.text, data=rest))


async def _foresee(call: Call) -> None:
    call.check_version()
    action = _pick(call.table.running().legal(call.seat()), call.message.action)
    offer = scenes.offer(call.scene(), action)
    call.listener.send(Answer(call.request, data=msgspec.to_builtins(offer)))


async def _see(call: Call) -> None:
    """The position as the rules know it, concealed for the seat that asks and for nobody else."""
    table, seat = call.table, call.seat()
    match = table.playing()
    header, legal = match.header, () if table.presence.bot_of(seat) else match.legal(seat)
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
    match = table.asked(seat)
    if call.message.stage not in advice.STAGES:
        raise refused("bad_message", problem="stage")
    house = call.house
    if house.thinker.turns.asked(call.guest) >= house.limits.thoughts:
        raise refused("too_many", seconds=math.ceil(house.thinker.seconds))
    if not has_asked(match, seat):
        happened = table.note(Hinted(step=len(match.drafted)), seat)
        await house.record(table, TableChange(happened=happened))
    assert table.driver is not None
    house.spawn(_advise(call, *table.driver.judge(seat, call.guest)))


async def _advise(call: Call, decision: Decision, judging: Judging) -> None:
    """Wait for the judgement, away from the table's lock, and tell the one who asked."""
    judged = await judging
    table, listener = call.table, call.listener
    async with table.lock:
        scene = call.scene()
        if not scene.legal or decision_of(table.playing(), decision[0]) != decision:
            judged = None  # the person has played on meanwhile
        listener.send(advice.advise(scene, judged, call.message.stage, call.request))


async def _sit(call: Call) -> None:
    """Hot seat: the page gets the eyes of another seat, or nobody's."""
    table, listener, seat = call.table, call.listener, call.message.seat
    if seat is not None and seat not in table.seats_of(call.guest):
        raise refused("not_your_seat")
    table.running()
    call.take_whole()
    listener.seat = seat
    table.audience.publish_whole(listener, call.request)


# --- the turn ---------------------------------------------------------------------------------


async def _choose(call: Call) -> None:
    table, seat = call.table, call.seat()
    call.check_version()
    action = _pick(table.asked(seat).legal(seat), call.message.action)
    check_choice(table, seat, action, call.listener.language)
    hold = call.message.hold or table.row.confirm is True
    request = call.request
    await _in_turn(call, seat, lambda: table.choose(seat, action, hold=hold, request=request))


async def _undo(call: Call) -> None:
    await _in_my_turn(call, lambda match, seat: match.undo(seat))


async def _restart(call: Call) -> None:
    await _in_my_turn(call, lambda match, seat: match.restart(seat))


async def _commit(call: Call) -> None:
    now, request = call.table.clock(), call.request
    await _in_my_turn(call, lambda match, seat: match.commit(seat, now=now, request=request))


async def _in_my_turn(
    call: Call, act: Callable[[AnyMatch, Seat], list[AnyHappening] | None]
) -> None:
    seat = call.seat()
    call.check_version()
    match = call.table.running()
    if call.table.presence.bot_of(seat):
        raise refused("not_your_turn")
    await _in_turn(call, seat, lambda: act(match, seat))


async def _in_turn(call: Call, seat: Seat, act: Callable[[], list[AnyHappening] | None]) -> None:
    """Change the draft; tell everybody if it was committed, else only its owner."""
    table, match = call.table, call.table.running()
    known, held = len(match.drafted), match.awaits_commit
    happened = act() or []
    if happened:
        change = TableChange(
            happened=happened,
            mover=seat,
            known=known - 1 if held else known,
            foreseen=table.foreseen if held else 0,
        )
    else:  # that somebody has begun to choose is everybody's business, how far is not
        change = TableChange(only=seat if bool(match.drafted) == bool(known) else None)
    await call.record(change)


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
    call.house.talkers.take(call.guest, call.house.clock())
    seat = call.listener.seat if call.listener.seat is not None else seats[0]
    row = call.house.chat_row(table, table.player_at(seat), text)
    await call.record(TableChange(chat=[row]))


async def _cover(call: Call) -> None:
    call.seats()
    if call.message.seat not in call.table.presence.may_cover():
        raise refused("not_away")
    await _table_event(call, Covered(strongest_level(call.table.game)), call.message.seat)


async def _agree(call: Call) -> None:
    seats, seat = call.seats(), call.message.seat
    await call.record(agree(call.house, call.table, seat, seats[0], seats))


async def _return(call: Call) -> None:
    covered = [seat for seat in call.seats() if seat in call.table.presence.covered]
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
    people = {seat for seat in range(match.header.seats) if not table.presence.bot_of(seat)}
    if agree and people <= table.stopping | mine:
        await _table_event(call, Abandoned(), None)
        return
    changed = [msgspec.structs.replace(table.player_at(seat), stops=agree) for seat in mine]
    await call.record(TableChange(players=changed))


async def _rematch(call: Call) -> None:
    call.seats()
    if not call.table.playing().over:
        raise refused("still_playing")
    await rematch(call.house, call.table, call.guest, call.message.nonce)
    await call.record(TableChange())


async def _table_event(call: Call, event: TableEvent, seat: Seat | None) -> None:
    call.table.running()
    await call.record(TableChange(happened=call.table.note(event, seat, call.request)))


_ASKING: Final = (Hello, Ping, WhyNot, HowFar, Tell, Foresee, Hint, See, Sit)
_HANDLERS: Final[dict[type[Any], Callable[[Call], Awaitable[None]]]] = {
    Hello: _hello,
    Ping: _ping,
    WhyNot: _why_not,
    HowFar: _reach,
    Tell: _tell,
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
    Agree: _agree,
    Return: _return,
    Resign: _resign,
    Abandon: _abandon,
    Rematch: _rematch,
}
