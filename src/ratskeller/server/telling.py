"""What a table tells its sockets: each its own way, from the view of the seat it speaks for.

     a message --> deeds.py --> Match --> store (commit) --> publish --> every socket, its own way

All that happens at one table happens in one order: whoever changes something holds `lock`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from ratskeller.core.game import AnyGame, AnySighting, Seat
from ratskeller.core.match import AnyHappening, AnyMatch, AnyTold
from ratskeller.server import present
from ratskeller.server.frames import Parts, act_out, adjust
from ratskeller.server.listener import Listener
from ratskeller.server.messages import Frame, LogLine, Replay, Update, Whole
from ratskeller.server.schema import ChatRow, PlayerRow, TableRow
from ratskeller.server.tables import Table

Audience = tuple[Seat | None, str]
"""A seat (or the spectators) and a language: all who are shown the same board."""


class News(Struct, kw_only=True):
    """What a change brings besides the present state."""

    happened: Sequence[AnyHappening] = ()
    mover: Seat | None = None  # has seen the beginning of it already, in the draft:
    known: int = 0  # so many entries,
    foreseen: int = 0  # and so many steps of the next one
    chat: Sequence[ChatRow] = ()
    cause: Listener | None = None
    request: str = ""


class LiveTable(Table):
    """A table with the sockets that listen to it."""

    def __init__(
        self,
        row: TableRow,
        players: list[PlayerRow],
        game: AnyGame,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(row, players, game, clock)
        # Versions begin where no version of an earlier life of this table can have been.
        self._issued = int(clock() * 1000)
        self._shown: dict[Audience, Parts] = {}
        self._logs: dict[Audience, list[LogLine]] = {}

    def adopt(self, match: AnyMatch, *, stored: int) -> None:
        super().adopt(match, stored=stored)
        self._logs.clear()

    # --- what is told ---------------------------------------------------------------------------

    def scene(self, seat: Seat | None, mine: tuple[Seat, ...], language: str) -> present.Scene:
        """The public facts, and what this seat may know of the game."""
        match = self.match
        chairs = tuple(self._chair(seat) for seat in range(len(self.players)))
        base = present.Scene(
            game=self.game,
            language=language,
            status=self.status,
            view=self.view(seat),
            chairs=chairs,
            my_seats=mine,
            confirm=self.row.confirm,
            chat=self.row.chat,
            rematch=f"/t/{self.row.next}" if self.row.next else "",
        )
        if match is None:
            return base
        drafting = seat is not None and seat == match.to_act
        return msgspec.structs.replace(
            base,
            to_act=match.to_act,
            begun=bool(match.drafted) and not self.bot_of(match.to_act),
            drafted=len(match.drafted) if drafting else 0,
            held=match.awaits_commit and drafting,
            caution=self.caution if match.awaits_commit and drafting else None,
            outcome=match.outcome,
            secret=self._secret(),
            may_cover=self.may_cover() if mine else (),
        )

    def _chair(self, seat: Seat) -> present.Chair:
        player = self.player_at(seat)
        return present.Chair(
            name=player.name,
            kind=player.kind,
            bot=self.bot_of(seat) if self.match else player.bot,
            ready=player.ready,
            online=self.online(player),
            away=int(self.away(player)),
            covered=seat in self.covered and self.match is not None,
            resigned=seat in self.resigned,
            wants_to_stop=seat in self.stopping,
        )

    def _secret(self) -> present.OpenSecret | None:
        match = self.match
        if match is None or not match.over:
            return None
        return present.OpenSecret(self.row.seed, self.commitment(), len(self.sealed_draws()))

    def whole(self, listener: Listener, request: str = "", log_after: int = 0) -> Whole:
        """Everything a socket may know, under its newest version."""
        language = listener.language
        scene = self.scene(listener.seat, self.seats_of(listener.guest), language)
        audience = (listener.seat, language)
        self._shown[audience] = present.parts(scene)
        order = self.match.order if self.match else None
        return Whole(
            version=listener.version,
            parts=self._shown[audience],
            now=present.now(scene),
            log=tuple(line for line in self.log(scene) if line.entry > log_after),
            chat=tuple(present.chat_line(row, order, language) for row in self.chat),
            request=request,
        )

    def log(self, scene: present.Scene) -> list[LogLine]:
        """The log as the viewer of a scene reads it."""
        if self.match is None:
            return []
        audience = (scene.seat, scene.language)
        if audience not in self._logs:
            seen = self.match.sightings(scene.seat)
            self._logs[audience] = present.log_lines(scene.stage(), seen)
        return self._logs[audience]

    def replay(self, seat: Seat | None, language: str) -> Replay:
        """The whole match for one viewer, to be leafed through."""
        match = self.playing()
        scene = self.scene(seat, (), language)
        stage = scene.stage()
        start = self.game.conceal(match.state_at(0), seat)
        first = shown = tuple(stage.board.parts(start, stage.names))
        frames: list[Frame] = []
        for entry, sightings in match.sightings(seat):
            more, shown = act_out(stage, shown, [(entry.number, sightings)])
            frames += more
        return Replay(
            parts=first,
            frames=tuple(frames),
            log=tuple(self.log(scene)),
            seats=present.now(scene).seats,
            last=len(match.entries),
        )

    # --- telling --------------------------------------------------------------------------------

    def next_version(self, listener: Listener) -> None:
        """Count one more change that a socket is told of; a new socket begins after all others."""
        listener.version = (listener.version or self._issued) + 1
        self._issued = max(self._issued, listener.version)

    def greet(self, listener: Listener, request: str, log_after: int) -> None:
        """Send the whole. It is no change, so it has no version of its own after the first time:
        who was refused as stale is up to date when the refusal arrives, and need not ask twice.
        """
        if not listener.greeted:
            listener.seat = self.viewer_of(listener.guest)
            self.next_version(listener)
        listener.send(self.whole(listener, request, log_after))

    def publish_wholes(self, listeners: Sequence[Listener], request: str = "") -> None:
        """A change too great for frames: the match begins, or a socket gets other eyes."""
        for listener in listeners:
            self.next_version(listener)
            listener.send(self.whole(listener, request))

    def publish(self, news: News, *, only: Seat | None = None) -> bytes | None:
        """Tell every socket (or those of one seat); the line sent to the one who caused it."""
        told: dict[tuple[Audience, Audience, tuple[Seat, ...]], Update] = {}
        shown = dict(self._shown)
        sent = None
        for listener in self.listeners:
            if not listener.greeted or (only is not None and listener.seat != only):
                continue
            mine = self.seats_of(listener.guest)
            was = (listener.seat, listener.language)
            self._reseat(listener, mine)
            audience = (listener.seat, listener.language)
            key = (was, audience, mine)
            if key not in told:
                scene = self.scene(listener.seat, mine, listener.language)
                told[key] = self._update(scene, news, shown.get(was))
            self.next_version(listener)
            caused = listener is news.cause
            request = news.request if caused else ""
            update = msgspec.structs.replace(told[key], version=listener.version, request=request)
            line = listener.send(update)
            if caused:
                sent = line
        self._extend_logs(news, {key[1]: update.log for key, update in told.items()})
        return sent

    def _reseat(self, listener: Listener, mine: tuple[Seat, ...]) -> None:
        """A seat that was given up is left; and in a hot seat, when the turn goes to another seat
        of the same device, the hand that was shown vanishes.
        """
        if listener.seat is None:
            return
        turn = self.match.to_act if self.match else None
        if listener.seat not in mine:
            listener.seat = self.viewer_of(listener.guest)
        elif len(mine) > 1 and turn in mine and turn != listener.seat and not self.bot_of(turn):
            listener.seat = None

    def _update(self, scene: present.Scene, news: News, base: Parts | None) -> Update:
        audience = (scene.seat, scene.language)
        stage = scene.stage()
        seen = list(self.playing().tell(news.happened, scene.seat)) if news.happened else []
        steps = self._untold(seen, news, scene.seat)
        shown = present.parts(scene) if base is None else base
        frames, shown = act_out(stage, shown, steps)
        if not steps or not steps[-1][1] or steps[-1][1][-1].view != scene.view:
            parts = present.parts(scene)
            frames, shown = (*frames, *adjust(shown, parts)), parts
        self._shown[audience] = shown
        order = self.match.order if self.match else None
        return Update(
            version=0,
            frames=frames,
            now=present.now(scene),
            log=tuple(present.log_lines(stage, seen)),
            chat=tuple(present.chat_line(row, order, scene.language) for row in news.chat),
        )

    def _untold(
        self, seen: Sequence[AnyTold], news: News, viewer: Seat | None
    ) -> list[tuple[int, list[AnySighting]]]:
        """The steps that a viewer has not seen yet: the mover has seen the draft."""
        untold = [(entry.number, steps) for entry, steps in seen]
        if news.mover is not None and viewer == news.mover:
            untold = untold[news.known :]
            if news.foreseen and untold:
                number, steps = untold[0]
                untold[0] = (number, steps[news.foreseen - 1 :])
        return untold

    def _extend_logs(self, news: News, told: dict[Audience, tuple[LogLine, ...]]) -> None:
        """Logs that somebody has read are kept up to date; they are long to make anew."""
        for audience in list(self._logs) if news.happened else ():
            seat, language = audience
            if audience not in told:
                stage = self.scene(seat, (), language).stage()
                told[audience] = tuple(
                    present.log_lines(stage, self.playing().tell(news.happened, seat))
                )
            self._logs[audience] += told[audience]
