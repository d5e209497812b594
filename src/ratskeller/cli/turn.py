"""One person's turn: the list of moves, what is typed, and the commands.

A long list is asked for in steps along the parts of the moves (first the card, then the place);
a number of the list, a move in notation and every command are understood at each step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.rulebook import find_rule, show_rule, show_titles
from ratskeller.cli.screen import Choice
from ratskeller.core.game import BadNotation, GameAction, PartPath, Refused, Seat
from ratskeller.server.answers import Known, Told, tell
from ratskeller.words.platform_words import PlatformWords, table_refusal
from ratskeller.words.questions import forms, understood

if TYPE_CHECKING:
    from ratskeller.cli.session import Session

_SHORT: Final = 8  # so many moves are listed at once; more are asked for in steps


class Quit(Exception):
    """The person wants to leave."""


class Turn:
    def __init__(self, session: Session, seat: Seat) -> None:
        self.session, self.seat = session, seat
        self.match, self.say, self.words = session.match, session.say, session.words
        self.screen = session.screen
        self.chosen: PartPath = ()  # the parts of the move chosen so far
        self.told = Told("")  # the last answer to a question
        self._commands = self._command_table()

    def play(self) -> None:
        """Until the turn is somebody else's, or the match is over."""
        while not self.match.over and self.match.to_act == self.seat:
            self.session.tell_news(self.seat)
            self.session.show_board(self.seat)
            self.screen.line()
            self._decide()
            self.session.keep()

    def _decide(self) -> None:
        """Ask until something has changed: a move is made, taken back or confirmed."""
        self.chosen = ()
        drafted, entries = self.match.drafted, len(self.match.entries)
        ask_again = True
        while (self.match.drafted, len(self.match.entries)) == (drafted, entries):
            if ask_again:
                self._ask()
            chosen = self.chosen
            self._answer(self.screen.ask(">"))
            ask_again = self.chosen != chosen

    # --- the list ---

    def _ask(self) -> None:
        if self.match.awaits_commit:
            self.screen.say(
                self.say._("That is your turn. Enter confirms it, “undo” takes a move back.")
            )
            return
        view = self.match.view(self.seat)
        if not self.chosen:
            self.screen.say(self.words.ask(view, self.match.names), "bold")
        self.screen.choices([self._choice(group) for group in self._groups()])

    def _moves(self) -> list[GameAction]:
        """The legal moves that begin with the parts chosen so far."""
        count = len(self.chosen)
        legal = self.match.legal(self.seat)
        return [move for move in legal if self.match.path(move)[:count] == self.chosen]

    def _groups(self) -> list[list[GameAction]]:
        """What is listed now: single moves where they are few, else moves by their next part."""
        moves = self._moves()
        if len(moves) <= _SHORT:
            return [[move] for move in moves]
        groups: dict[str, list[GameAction]] = {}
        for move in moves:
            groups.setdefault(self.match.path(move)[len(self.chosen)], []).append(move)
        return list(groups.values())

    def _choice(self, group: Sequence[GameAction]) -> Choice:
        notation = self.match.game.notation
        if len(group) == 1:
            return self._single(group[0])
        view = self.match.view(self.seat)
        part = self.match.path(group[0])[len(self.chosen)]
        code = _shared_start([notation(move) for move in group])
        return Choice(f"{code}…", self.words.part(view, part, self.match.names))

    def _single(self, move: GameAction) -> Choice:
        view = self.match.view(self.seat)
        effects = self.say.in_a_row(self.words.effects(view, move, self.match.names))
        label = self.words.action(view, move)
        return Choice(self.match.game.notation(move), label, effects)

    # --- what is typed ---

    def _answer(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        try:
            if not text:
                self._enter()
            elif text.isdecimal():
                self._take_number(int(text))
            elif command := self._commands.get(word.casefold()):
                command(rest.strip())
            elif self._is_question(text):
                self._tell(text)
            else:
                self._play(self._parsed(text))
        except Refused as refused:
            self.screen.say(self.session.teller.refusal(refused.refusal, self.seat), "yellow")
        except Mistake as mistake:
            self.screen.say(mistake.sentence, "yellow")

    def _enter(self) -> None:
        if self.match.awaits_commit:
            self.match.commit(self.seat, now=time.time())
        elif self.chosen:
            self.chosen = ()
        else:
            raise Mistake(self.say._("Type the number of a move, or “help”."))

    def _take_number(self, number: int) -> None:
        groups = [] if self.match.awaits_commit else self._groups()
        if not groups:
            raise Mistake(self.say._("There is nothing to choose: press Enter, or type “undo”."))
        if not 1 <= number <= len(groups):
            raise Mistake(
                self.say._(
                    "There is no number {number} in the list: it goes from 1 to {last}.",
                    number=number,
                    last=len(groups),
                )
            )
        group = groups[number - 1]
        if len(group) == 1:
            self._play(group[0])
        else:
            self.chosen = self.match.path(group[0])[: len(self.chosen) + 1]

    def _is_question(self, text: str) -> bool:
        """What can be read as a move is one."""
        try:
            self.match.game.parse(text)
        except BadNotation:
            return understood(text, self.say.language) is not None
        return False

    def _tell(self, text: str) -> None:
        """Answer what is asked in words, as at the table in the browser."""
        match, seat = self.match, self.seat
        view = match.view(seat)
        known = Known(
            game=match.game,
            language=self.say.language,
            view=view,
            names=match.names,
            asked=self.words.ask(view, match.names),
            legal=() if match.awaits_commit else match.legal(seat),
            log=self.session.teller.deeds(seat),
        )
        self.told = tell(known, text, self.told.last, self.told.told)
        if self.told.repeat:
            self._ask()
        for line in self.told.text.splitlines():
            self.screen.say(line)

    def _parsed(self, text: str) -> GameAction:
        try:
            return self.match.game.parse(text)
        except BadNotation:
            raise Mistake(
                self.say._(
                    "“{text}” is no number of the list, no move and no command; “help” lists "
                    "what you can type.",
                    text="".join(letter for letter in text if letter.isprintable())[:40],
                )
            ) from None

    def _play(self, move: GameAction) -> None:
        legal = not self.match.awaits_commit and move in self.match.legal(self.seat)
        if legal and not self._confirmed(move):
            self.screen.say(self.say._("Nothing was played."))
            return
        self.match.choose(self.seat, move, now=time.time(), hold=self.session.hold)

    def _confirmed(self, move: GameAction) -> bool:
        """A move that drives somebody out is confirmed by name."""
        say = self.say
        caution = self.match.game.caution(self.match.view(self.seat), move)
        if caution is None:
            return True
        warning = self.words.refusal(caution, self.match.names, self.seat)
        question = say._("{warning} Play it all the same?", warning=warning)
        yes, no = say.label("yes"), say.label("no")
        answer = self.screen.ask(f"{question} [{yes}/{no}]").casefold()
        return answer != "" and ("yes".startswith(answer) or yes.casefold().startswith(answer))

    # --- commands ---

    def _command_table(self) -> dict[str, Callable[[str], None]]:
        """Each command under its English name and under that of the person's language."""
        commands = {
            "undo": self._undo,
            "restart": self._restart,
            "back": self._back,
            "moves": self._list_moves,
            "why": self._why,
            "board": self._board,
            "log": self._log,
            "rules": self._rules,
            "save": self._save,
            "help": self._help,
            "quit": self._quit,
        }
        table = dict(commands)
        for name, usage, _ in command_words(self.say):
            table[usage.partition(" ")[0].casefold()] = commands[name]
        return table

    def _undo(self, _: str) -> None:
        self.match.undo(self.seat)

    def _restart(self, _: str) -> None:
        self.match.restart(self.seat)

    def _back(self, _: str) -> None:
        if not self.chosen:
            raise Mistake(self.say._("The list is at its beginning already."))
        self.chosen = self.chosen[:-1]

    def _list_moves(self, _: str) -> None:
        moves = self.match.legal(self.seat)
        if not moves:
            raise Mistake(self.say._("There is nothing to choose: press Enter, or type “undo”."))
        self.screen.pairs(
            (choice.code, f"{choice.label}  {choice.effects}")
            for choice in map(self._single, moves)
        )

    def _why(self, text: str) -> None:
        """Why a move is not possible; of a possible one what it does."""
        if not text:
            notation = self.words.notation_help()
            raise Mistake(self.say._("“why” needs a move. {notation}", notation=notation))
        move = self._parsed(text)
        if move in self.match.legal(self.seat):
            choice = self._single(move)
            self.screen.say(self.say._("That is a legal move."))
            self.screen.pairs([(choice.code, f"{choice.label}  {choice.effects}")])
        elif self.match.awaits_commit:
            raise Refused(table_refusal("confirm_or_undo"))
        else:
            refusal = self.match.refusal_of(self.seat, move)
            self.screen.say(self.session.teller.refusal(refusal, self.seat), "yellow")

    def _board(self, _: str) -> None:
        self.session.show_board(self.seat)

    def _log(self, _: str) -> None:
        lines = self.session.teller.log(self.seat)
        self.screen.pairs((str(number), text) for number, text in lines if text)

    def _rules(self, rule_id: str) -> None:
        if rule_id:
            show_rule(self.screen, self.say, find_rule(self.say, self.words, rule_id))
        else:
            show_titles(self.screen, self.words.rulebook())

    def _save(self, name: str) -> None:
        place = self.session.save(Path(name).expanduser() if name else None)
        self.screen.say(
            self.say._(
                "Saved, and kept up to date from now on. Go on later with: ratskeller play "
                "--resume {path}",
                path=str(place),
            )
        )

    def _help(self, _: str) -> None:
        notation = self.words.notation_help()
        self.screen.say(self.say._("A number chooses from the list. {notation}", notation=notation))
        self.screen.pairs((usage, text) for _, usage, text in command_words(self.say))
        asked = self.say.both([written[0] for written in forms(self.say).values()])
        self.screen.say(self.say._("You can also ask: {forms}.", forms=asked))

    def _quit(self, _: str) -> None:
        raise Quit


def _shared_start(texts: Sequence[str]) -> str:
    """`F1>` of `F1>1` and `F1>2`."""
    pairs = zip(min(texts), max(texts), strict=False)
    return "".join(left for left, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def command_words(say: PlatformWords) -> list[tuple[str, str, str]]:
    """Every command: its English name, how it is typed in this language, what it does."""
    _, pgettext = say.gettext, say.pgettext
    return [
        ("undo", pgettext("command", "undo"), _("take back your last move of this turn")),
        ("restart", pgettext("command", "restart"), _("take back all your moves of this turn")),
        ("back", pgettext("command", "back"), _("choose something else from the list")),
        ("moves", pgettext("command", "moves"), _("all your moves with what they do")),
        ("why", pgettext("command", "why MOVE"), _("why a move is not possible")),
        ("board", pgettext("command", "board"), _("show the table again")),
        ("log", pgettext("command", "log"), _("everything that happened so far")),
        ("rules", pgettext("command", "rules [NUMBER]"), _("the titles of the rules, or one rule")),
        ("save", pgettext("command", "save [FILE]"), _("keep the match, to go on another time")),
        ("help", pgettext("command", "help"), _("this list")),
        ("quit", pgettext("command", "quit"), _("leave the table")),
    ]
