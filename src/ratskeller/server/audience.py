"""The audience of a table: its sockets, and what each has been told, from the view of its own seat.

    a message --> handlers.py --> Match --> House.record: store, then publish --> every socket, its own way

What happened is concealed once for each seat that is looked from, and put into words once for each seat and
language; sockets with the same eyes share all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller.core.game import Seat
from ratskeller.core.match import LUCK, Abandoned, AnyMatch, AnyTold
from ratskeller.server import scene as scenes
from ratskeller.server.answers import Known
from ratskeller.server.bill import Bill, bill
from ratskeller.server.change import TableChange
from ratskeller.server.frames import Account, Shown, act_out, adjust, narrate
from ratskeller.server.listener import Listener
from ratskeller.server.messages import LogLine, Replay, Update, Whole
from ratskeller.server.refusals import refused
from ratskeller.server.scene import Chair, OpenSecret, Scene
from ratskeller.server.teaching import teach
from ratskeller.server.throws import DieSheet, Throws, sheets
from ratskeller.words.speech import game_words

if TYPE_CHECKING:
    from ratskeller.server.table import Table

Eyes: TypeAlias = tuple[Seat | None, str]
"""A seat (or the spectators) and a language: all who are shown the same board."""


class Log(Struct):
    """The lines of a log in some eyes, as far as it has been made."""

    lines: list[LogLine]
    entries: int  # so many are in it


class Audience:
    """Who listens at a table, and what they have been told."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.listeners: set[Listener] = set()
        self._issued = 1  # the greatest version that any socket was told
        self._shown: dict[Eyes, Shown] = {}
        self._logs: dict[Eyes, Log] = {}
        self._bills: dict[Eyes, Bill] = {}
        self._throws = Throws()

    def begin_at(self, version: int) -> None:
        """Versions begin where no version of an earlier life of this table can have been."""
        self._issued = version

    def forget(self) -> None:
        """Another match is played from now on."""
        self._logs.clear()
        self._bills.clear()
        self._throws = Throws()

    def includes(self, guest: int | None) -> bool:
        return any(listener.guest == guest for listener in self.listeners)

    # --- what is told ---------------------------------------------------------------------------

    def scene(
        self,
        seat: Seat | None,
        mine: tuple[Seat, ...],
        language: str,
        chairs: tuple[Chair, ...] = (),
    ) -> Scene:
        """The public facts, and what this seat may know of the game. Whoever asks for several brings
        the chairs.
        """
        table, match = self._table, self._table.match
        base = Scene(
            game=table.game,
            language=language,
            status=table.status,
            view=table.view(seat),
            chairs=chairs or self.chairs(),
            my_seats=mine,
            confirm=table.row.confirm,
            chat=table.row.chat,
            rematch=f"/t/{table.row.next}" if table.row.next else "",
        )
        if match is None:
            return base
        bot = table.presence.bot_of(match.to_act)
        drafting = seat is not None and seat == match.to_act
        last = match.entries[-1].body if match.entries else None
        return msgspec.structs.replace(
            base,
            to_act=match.to_act,
            legal=match.legal(seat) if drafting and seat is not None and not bot else (),
            begun=bool(match.drafted) and not bot,
            drafted=len(match.drafted) if drafting else 0,
            held=match.awaits_commit and drafting,
            luck=_fresh_luck(match) if drafting else 0,
            caution=table.caution if match.awaits_commit and drafting else None,
            outcome=match.outcome,
            stopped=last if isinstance(last, Abandoned) else Abandoned(),
            secret=self._secret(),
            may_cover=table.presence.may_cover() if mine else (),
            lesson=teach(table, seat, language),
        )

    def chairs(self) -> tuple[Chair, ...]:
        return tuple(self._chair(seat) for seat in range(len(self._table.players)))

    def _chair(self, seat: Seat) -> Chair:
        table, presence = self._table, self._table.presence
        player = table.player_at(seat)
        return Chair(
            name=player.name,
            kind=player.kind,
            bot=presence.bot_of(seat) if table.match else player.bot,
            ready=player.ready,
            online=presence.online(player),
            away=int(presence.away(player)),
            covered=seat in presence.covered and table.match is not None,
            resigned=seat in presence.resigned,
            wants_to_stop=player.stops,
            lost=presence.lost(seat),
            agreed=tuple(sorted(presence.asked[seat])) if seat in presence.asked else None,
        )

    def _secret(self) -> OpenSecret | None:
        table, match = self._table, self._table.match
        if match is None or not match.over:
            return None
        seating = match.header.seats - 1 if match.header.seating == "drawn" else 0
        draws = seating + sum(entry.by == LUCK for entry in match.entries)
        return OpenSecret(table.row.seed, table.commitment(), draws)

    def whole(self, listener: Listener, request: str = "", log_after: int = 0) -> Whole:
        """Everything a socket may know, under its newest version."""
        table = self._table
        scene = self.scene(listener.seat, table.seats_of(listener.guest), listener.language)
        shown = self._shown[listener.eyes] = scene.stage().show(scene.view)
        order = table.match.order if table.match else None
        return Whole(
            version=listener.version,
            parts=shown.parts,
            now=scenes.now(scene, shown.facts),
            log=tuple(line for line in self.log(scene) if line.entry > log_after),
            chat=tuple(scenes.chat_line(row, order, listener.language) for row in table.chat),
            request=request,
        )

    def log(self, scene: Scene) -> list[LogLine]:
        """The log as the viewer of a scene reads it, made as far as it has not been made yet."""
        match = self._table.match
        if match is None:
            return []
        log = self._logs.setdefault((scene.seat, scene.language), Log([], 0))
        if log.entries < len(match.entries):
            stage = scene.stage()
            account = narrate(stage, match.sightings(scene.seat, log.entries))
            log.lines += scenes.log_lines(stage, account)
            log.entries = len(match.entries)
        return log.lines

    def known(self, scene: Scene, before: int) -> Known:
        """What the viewer of a scene may be told in words: of now, or of the time before an entry."""
        match = self._table.playing()
        log = [
            (line.seat, line.text)
            for line in self.log(scene)
            if line.seat is not None and line.by != "table" and not 0 < before <= line.entry
        ]
        view, legal, asked = scene.view, scene.legal, scenes.banner(scene)
        if 0 < before <= len(match.entries):
            cast = scenes.cast(scene)
            view, legal = self._table.game.conceal(match.state_at(before - 1), scene.seat), ()
            asked = scene.stage().words.ask(view, scene.names)
            if cast is not None and cast.entry == before:
                asked = cast.banner
        return Known(self._table.game, scene.language, view, scene.names, asked, legal, log)

    def replay(
        self, seat: Seat | None, language: str, after: int = 0, until: int | None = None
    ) -> Replay:
        """The match for one viewer after an entry, up to another or to its end, to be leafed through."""
        match = self._table.playing()
        last = len(match.entries) if until is None else until
        scene = self.scene(seat, (), language)
        stage = scene.stage()
        start = self._table.game.conceal(match.state_at(after), seat)
        first = stage.show(start)
        account = narrate(stage, islice(match.sightings(seat, after), last - after))
        frames, _ = act_out(stage, first, account, at_leisure=True)
        return Replay(
            parts=first.parts,
            frames=frames,
            log=tuple(scenes.log_lines(stage, account)),
            seats=scenes.now(scene, stage.facts(scene.view)).seats,
            last=last,
            first=after,
            facts=first.facts,
        )

    def bill(self, seat: Seat | None, language: str) -> Bill:
        """What is printed of the match for one viewer, once it is over. Raises `TableRefused`."""
        match = self._table.playing()
        if not match.over:
            raise refused("still_playing")
        eyes = (seat, language)
        if eyes not in self._bills:
            scene = self.scene(seat, (), language)
            self._bills[eyes] = bill(scene, match.sightings(seat), f"/t/{self._table.row.id}")
        return self._bills[eyes]

    def throws(self, language: str, before: int | None) -> tuple[DieSheet, ...]:
        """The dice so far, or before an entry: who has not thrown yet shall not read it here."""
        match = self._table.playing()
        words = game_words(self._table.game, language)
        found = self._throws.of(match, words)
        seen = [one for one in found if before is None or one.entry < before]
        return sheets(seen, match.header.seats, words)

    # --- telling --------------------------------------------------------------------------------

    def _next_version(self, listener: Listener) -> None:
        """Count one more change that a socket is told of; a new socket begins after all others."""
        listener.version = (listener.version or self._issued) + 1
        self._issued = max(self._issued, listener.version)

    def greet(self, listener: Listener, request: str, log_after: int) -> None:
        """Send the whole. It is no change, so it has no version of its own after the first time:
        who was refused as stale is up to date when the refusal arrives, and need not ask twice.
        """
        if not listener.greeted:
            listener.seat = self._table.viewer_of(listener.guest)
            self._next_version(listener)
        listener.send(self.whole(listener, request, log_after))

    def publish_whole(self, listener: Listener, request: str = "") -> None:
        """A change too great for frames: the match begins, or a socket gets other eyes."""
        self._next_version(listener)
        listener.send(self.whole(listener, request))

    def begin(self) -> None:
        """The match has begun, or players are called something else: everybody gets eyes, and the whole."""
        for listener in self.listeners:
            listener.seat = self._table.viewer_of(listener.guest)
            if listener.greeted:
                self.publish_whole(listener)

    def publish(self, change: TableChange) -> None:
        """Tell every socket, or those of one seat; keep the answer to the one who caused it."""
        telling = _Telling(self._table, change, self._shown)
        for listener in self.listeners:
            if listener.greeted and change.only in (None, listener.seat):
                self._tell(listener, change, telling)
        self._shown.update(telling.shown)
        for eyes, log in self._logs.items():
            if eyes in telling.accounts and log.entries == telling.first - 1:
                log.lines += telling.lines(eyes)
                log.entries = telling.first - 1 + len(change.happened)

    def _tell(self, listener: Listener, change: TableChange, telling: _Telling) -> None:
        mine, was = self._table.seats_of(listener.guest), listener.eyes
        self._reseat(listener, mine)
        update = telling.update(was, listener.eyes, mine)
        self._next_version(listener)
        request = change.request if listener is change.cause else None
        line = listener.send(
            msgspec.structs.replace(
                update, version=listener.version, request=request.id if request else ""
            )
        )
        if request:
            self._table.requests.remember(request, line)

    def _reseat(self, listener: Listener, mine: tuple[Seat, ...]) -> None:
        """A seat that was given up is left; and in a hot seat, when the turn goes to another seat
        of the same device, the hand that was shown vanishes.
        """
        table = self._table
        if listener.seat is None:
            return
        turn = table.match.to_act if table.match else None
        if listener.seat not in mine:
            listener.seat = table.viewer_of(listener.guest)
        elif turn in mine and turn != listener.seat and not table.presence.bot_of(turn):
            listener.seat = None


def _fresh_luck(match: AnyMatch) -> int:
    """The last entry, if it is chance's and nothing was decided since; else 0."""
    last = match.entries[-1] if match.entries else None
    return last.number if last and last.by == LUCK and not match.drafted else 0


class _Telling:
    """One change on its way to the sockets: whatever two of them need is made once."""

    def __init__(self, table: Table, change: TableChange, shown: dict[Eyes, Shown]) -> None:
        self._table, self._change, self._before = table, change, shown
        self._chairs = table.audience.chairs()
        self.first = change.happened[0].entry.number if change.happened else 0
        self.shown: dict[Eyes, Shown] = {}
        self.accounts: dict[Eyes, Account] = {}
        self._told: dict[Seat | None, list[AnyTold]] = {}
        self._lines: dict[Eyes, list[LogLine]] = {}
        self._updates: dict[tuple[Eyes, Eyes, tuple[Seat, ...]], Update] = {}

    def update(self, was: Eyes, eyes: Eyes, mine: tuple[Seat, ...]) -> Update:
        """What eyes are told that have been `was` up to now."""
        key = (was, eyes, mine)
        if key not in self._updates:
            self._updates[key] = self._update(was, eyes, mine)
        return self._updates[key]

    def lines(self, eyes: Eyes) -> list[LogLine]:
        return self._lines[eyes]

    def _update(self, was: Eyes, eyes: Eyes, mine: tuple[Seat, ...]) -> Update:
        table, change = self._table, self._change
        seat, language = eyes
        told = self._concealed(seat)  # before the view is looked at: it ends with it
        scene = table.audience.scene(seat, mine, language, self._chairs)
        stage = scene.stage()
        if eyes not in self.accounts:
            self.accounts[eyes] = narrate(stage, told)
            self._lines[eyes] = scenes.log_lines(stage, self.accounts[eyes])
        shown = self._before.get(was) or stage.show(scene.view)
        frames, shown = act_out(stage, shown, self._untold(self.accounts[eyes], seat))
        if shown.view != scene.view:
            last, shown = shown, stage.show(scene.view, shown)
            frames = (*frames, *adjust(last, shown))
        self.shown[eyes] = shown
        order = table.match.order if table.match else None
        return Update(
            version=0,
            frames=frames,
            now=scenes.now(scene, shown.facts),
            log=tuple(self._lines[eyes]),
            chat=tuple(scenes.chat_line(row, order, language) for row in change.chat),
        )

    def _concealed(self, seat: Seat | None) -> Sequence[AnyTold]:
        if self._change.happened and seat not in self._told:
            match = self._table.playing()
            self._told[seat] = list(match.tell(self._change.happened, seat))
        return self._told.get(seat, ())

    def _untold(self, account: Account, viewer: Seat | None) -> Account:
        """What a viewer has not seen yet: the mover has seen the draft."""
        change = self._change
        if change.mover is None or viewer != change.mover:
            return account
        untold = account[change.known :]
        if change.foreseen and untold:
            entry, said = untold[0]
            untold = [(entry, said[change.foreseen - 1 :]), *untold[1:]]
        return untold
