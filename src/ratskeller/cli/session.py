"""A match at this terminal from the first card to the result: bots, people, and the curtain.

With several people at one keyboard the screen is wiped between two of them, with what scrolled out
of it, and only the right one opens the curtain.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

from ratskeller.bots import FALLBACK, Bot, BotFailed, Budget, UnknownBot, find_bot
from ratskeller.bots.own import invited
from ratskeller.bots.recipes import ADDRESS
from ratskeller.cli import files
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.news import Teller, seal_sentence
from ratskeller.cli.screen import Left, Screen
from ratskeller.cli.turn import Quit, Turn
from ratskeller.core import archive
from ratskeller.core.game import AnyGame, Outcome, Seat
from ratskeller.core.match import AnyMatch
from ratskeller.games.parts import game_letters
from ratskeller.words.platform_words import PlatformWords
from ratskeller.words.speech import AnyWords

INTERRUPTED = 130


class Session:
    def __init__(
        self,
        match: AnyMatch,
        say: PlatformWords,
        words: AnyWords,
        screen: Screen,
        rng: random.Random,
        *,
        hold: bool = False,
        origin: Path | None = None,
    ) -> None:
        self.match, self.say, self.words, self.screen = match, say, words, screen
        self.teller = Teller(match, say, words)
        self.hold = hold
        self.origin = origin  # the file the match was resumed from
        self.kept: Path | None = None  # the file the person asked to keep the match in
        self._rng = rng
        self._bots = self._seat_bots()
        self.people = [seat for seat in range(match.header.seats) if seat not in self._bots]
        self._told: dict[Seat | None, int] = {}
        self._at_keyboard: Seat | None = self.people[0] if len(self.people) == 1 else None

    def _seat_bots(self) -> dict[Seat, Bot]:
        bots = {}
        for seat, player in enumerate(self.match.order):
            if level := self.match.header.players[player].bot:
                try:
                    bots[seat] = _find_known_bot(level, self.match.game)
                except UnknownBot:
                    raise Mistake(
                        self.say._("There is no bot “{level}” here to go on with.", level=level)
                    ) from None
        return bots

    # --- the course of a match ---

    def play(self) -> int:
        """Play to the end or until somebody leaves; the exit status."""
        try:
            self._welcome()
            while not self.match.over:
                seat = self.match.to_act
                assert seat is not None
                if seat in self._bots:
                    self._let_bot_play(seat)
                else:
                    self._let_person_play(seat)
            self.keep()
            self._finish()
        except (Left, Quit):
            self._say_goodbye()
        except KeyboardInterrupt:
            self.screen.line()
            self._say_goodbye()
            return INTERRUPTED
        return 0

    def _welcome(self) -> None:
        say, match = self.say, self.match
        self.screen.say(self.words.title, "bold")
        self.screen.say(self.teller.seating())
        bots = [
            say._(
                "{name} ({level})",
                name=match.names[seat],
                level=self._calling(match.header.players[player].bot),
            )
            for seat, player in enumerate(match.order)
            if seat in self._bots
        ]
        if bots:
            self.screen.say(say._("Played by bots: {names}.", names=say.both(bots)))
        if self.people:
            self.screen.say(say._("“help” lists what you can type."), "dim")
        self.screen.line()

    def _calling(self, bot: str) -> str:
        """What a bot is; one without a character is called as it was asked for."""
        character = self.words.characters().get(bot)
        return character.calling if character else bot

    def _let_bot_play(self, seat: Seat) -> None:
        level = self.match.header.players[self.match.order[seat]].bot
        view, legal = self.match.view(seat), self.match.legal(seat)
        try:
            action = self._bots[seat].choose(view, legal, Budget(), self._rng)
        except BotFailed:  # the log says who moved for it
            level = FALLBACK
            action = find_bot(level, self.match.game).choose(view, legal, Budget(), self._rng)
        self.match.choose(seat, action, now=time.time(), by=f"bot:{level}")
        if not self.people:
            self.tell_news(None)

    def _let_person_play(self, seat: Seat) -> None:
        if len(self.people) > 1 and seat != self._at_keyboard:
            self._draw_curtain(seat)
        self._at_keyboard = seat
        Turn(self, seat).play()

    def _draw_curtain(self, seat: Seat) -> None:
        """Between two hands nothing of either is on the screen or above it."""
        self.screen.wipe()
        name = self.match.names[seat]
        self.screen.ask(self.say._("Pass the keyboard to {name}, then press Enter.", name=name))
        self.screen.wipe()

    def tell_news(self, viewer: Seat | None) -> None:
        """What happened since this viewer was last told."""
        self.screen.news(self.teller.news(viewer, self._told.get(viewer, 0)))
        self._told[viewer] = len(self.match.entries)

    def show_board(self, viewer: Seat | None) -> None:
        match = self.match
        draw = game_letters(match.game)
        legal = () if viewer is None else match.legal(viewer)
        self.screen.board(draw(match.view(viewer), self.words, match.names, legal))

    # --- files ---

    def save(self, path: Path | None) -> Path:
        """Save now, and from now on after every turn. Raises `Mistake`."""
        place = path or self.kept or self.origin or Path(files.default_name(self.match.header))
        files.save(self.say, self.match, place)
        self.kept = place
        return place

    def keep(self) -> None:
        """Bring the file up to date that the person asked for."""
        if self.kept is None:
            return
        try:
            files.save(self.say, self.match, self.kept)
        except Mistake as mistake:  # say so once, play on
            self.kept = None
            self.screen.say(mistake.sentence, "red")

    # --- the end ---

    def _finish(self) -> None:
        viewer = self.people[0] if len(self.people) == 1 else None
        if len(self.people) > 1:
            self.screen.wipe()
            self._told[None] = min(self._told.values(), default=0)
        self.tell_news(viewer)
        self.show_board(viewer)
        self.screen.line()
        outcome = self.match.outcome
        if outcome is None:
            self.screen.say(self.say._("The match was stopped; it has no result."))
            return
        self._show_result(outcome, viewer)
        self._show_seal()
        if self.people:
            self._offer_record()

    def _show_result(self, outcome: Outcome, viewer: Seat | None) -> None:
        say, match = self.say, self.match
        self.screen.say(self.teller.ending(outcome, viewer), "bold green")
        headings = [say.pgettext("result", "Place"), say.pgettext("result", "Player")]
        seats = sorted(range(match.header.seats), key=lambda seat: outcome.ranks[seat])
        rows: list[list[object]] = [[outcome.ranks[seat], match.names[seat]] for seat in seats]
        if outcome.scores is not None:
            headings.append(say.pgettext("result", "Points"))
            rows = [[*row, outcome.scores[seat]] for row, seat in zip(rows, seats, strict=True)]
        self.screen.table(headings, rows)

    def _show_seal(self) -> None:
        """Now the seed may be seen, and every draw is computed again from it."""
        checked = archive.verify(self.match)
        assert self.match.seal is not None
        self.screen.say(seal_sentence(self.say, checked), "red" if checked.problems else "")
        self.screen.say(self.say._("The seed was {seed}.", seed=self.match.seal.seed), "dim")

    def _offer_record(self) -> None:
        """Where the whole match may be kept for others to see."""
        while True:
            name = self.screen.ask(self.say._("File for the record of the match (Enter: none):"))
            if not name:
                return
            try:
                files.export(self.say, self.match, Path(name).expanduser())
            except Mistake as mistake:
                self.screen.say(mistake.sentence, "red")
            else:
                self.screen.say(
                    self.say._(
                        "Written. “ratskeller replay {path}” shows the match, “ratskeller verify "
                        "{path}” checks its luck.",
                        path=name,
                    )
                )
                return

    def _say_goodbye(self) -> None:
        say = self.say
        if self.match.over:
            return
        if len(self.people) > 1:
            self.screen.wipe()
        if self.kept is not None:
            self.keep()
        if self.kept is not None:
            self.screen.say(
                say._(
                    "The match is kept. Go on with: ratskeller play --resume {path}",
                    path=str(self.kept),
                )
            )
        elif self.origin is not None:
            self.screen.say(
                say._(
                    "Nothing was saved. The match as it was is still there: ratskeller play "
                    "--resume {path}",
                    path=str(self.origin),
                )
            )
        else:
            self.screen.say(
                say._(
                    "Nothing was saved. To go on with a match another time, type “save” before "
                    "you leave; then: ratskeller play --resume FILE"
                )
            )


def _find_known_bot(level: str, game: AnyGame) -> Bot:
    """A bot of the house, or one that the person has named. Raises `UnknownBot`.

    A file may come from anywhere: it cannot make this machine run any module it likes.
    """
    address = ADDRESS.match(level)
    if address and address[0] not in invited().values():
        raise UnknownBot(level)
    return find_bot(level, game)
