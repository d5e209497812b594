"""The front door: what somebody tries first who has just typed `import ratskeller`.

>>> import ratskeller
>>> match = ratskeller.new("pied_piper", seats=3, seed=1284)
>>> match
<Match: The Pied Piper, 3 seats, seat 0 to move>
>>> [match.game.notation(action) for action in match.moves()][:4]
['F2>1', 'F2>2', 'F2>3', 'F2>4']
>>> match.push("F2>3")
>>> match
<Match: The Pied Piper, 3 seats, seat 1 to move>

Errors speak English here and name the rule; the rooms where people play have words of their own.
What a command or a page needs more is found in the rooms: `core`, `bots`, `arena`, `adapters`.
"""

# ruff: noqa: PLC0415  each function imports what it needs: `import ratskeller` must stay light

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.core.chance import NONCE_BYTES, SEED_BYTES, Seal
from ratskeller.core.game import (
    CHANCE,
    AnyGame,
    BadNotation,
    GameAction,
    Refusal,
    Refused,
    Seat,
    option_choices,
)
from ratskeller.core.match import AnyHappening, AnyMatch, BadFile, Player
from ratskeller.files import PRIVATE, write_atomically

if TYPE_CHECKING:
    from ratskeller.arena.simulate import SimulationResult
    from ratskeller.bots import Bot, BotLike
    from ratskeller.coach.findings import Analysis

_NAMED: Final = 12  # moves that an error names before it says how many more there are


class BadOption(ValueError):
    """A game has no such option, or the option no such value; the message says what is possible."""


class RatedMove(Struct, frozen=True):
    """A legal move with a bot's judgement of it: 0 is as good as lost, 1 as good as won."""

    notation: str
    value: float
    label: str
    action: GameAction

    def __str__(self) -> str:
        return f"{self.value:.2f}  {self.notation}  {self.label}"


class Match(AnyMatch):
    """A match at your own table: it knows whose turn it is, speaks English, draws and saves itself.

    >>> import ratskeller
    >>> match = ratskeller.new("pied_piper", seats=3, seed=1284)
    >>> match.push("M>1")
    Traceback (most recent call last):
    ratskeller.core.game.Refused: You do not have Melody in your hand (PP-63). Legal now: F2>1, ...

    `moves`, `push` and `undo` are for the seat to move. Everything else a match can do, with seats,
    times and drafts that wait for a confirmation, is in `core.match.Match`.
    """

    def moves(self) -> list[GameAction]:
        """The legal actions of the seat to move; none when the match is over.

        >>> import ratskeller
        >>> match = ratskeller.new("ratzentanz", seats=2, seed=1)
        >>> match.moves()
        [First(die='number'), First(die='symbol')]
        """
        return [] if self.to_act is None else list(self.legal(self.to_act))

    def push(self, move: GameAction | str) -> None:
        """Play an action, or the notation of one, for the seat to move.

        Where the turn goes on it can be taken back (`undo`); what ends the turn, or meets chance,
        stays. Raises `Refused` with the rule, or `BadNotation` where the text is no move.

        >>> import ratskeller
        >>> match = ratskeller.new("first_rat", seats=2, seed=1)
        >>> match.push("a>3")
        >>> match.push(match.moves()[0])
        """
        action = self._parse(move) if isinstance(move, str) else move
        self.choose(self._mover, action)

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last move of a turn that is not complete yet.

        >>> import ratskeller
        >>> match = ratskeller.new("ratzentanz", seats=2, seed=1)
        >>> match.undo()
        Traceback (most recent call last):
        ratskeller.core.match.TableRefused: There is nothing to take back (TB-03). Only moves of ...
        """
        with self._in_english():
            super().undo(self._mover if seat is None else seat)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the match to a file, to go on with later: `ratskeller.load(path)`.

        Only its owner may read the file, since it holds the seed of all luck to come. `export` is
        what can be shown to others.
        """
        write_atomically(Path(path), self.to_bytes(), PRIVATE)

    def choose(self, seat: Seat, action: GameAction, **how: Any) -> list[AnyHappening]:
        """See `core.match.Match.choose`."""
        with self._in_english():
            return super().choose(seat, action, **how)

    def commit(self, seat: Seat, **how: Any) -> list[AnyHappening]:
        """See `core.match.Match.commit`."""
        with self._in_english():
            return super().commit(seat, **how)

    def restart(self, seat: Seat | None = None) -> None:
        """Take back all moves of a turn that is not complete yet."""
        with self._in_english():
            super().restart(self._mover if seat is None else seat)

    def __repr__(self) -> str:
        """What a spectator may know, in one line."""
        return f"<Match: {self.game.meta.title}, {self.header.seats} seats, {self._standing()}>"

    def __str__(self) -> str:
        """The table in letters, as a spectator sees it."""
        return show(self)

    def _repr_svg_(self) -> str:
        """The table as a notebook shows it: what a spectator sees."""
        from ratskeller.draw.show import picture_of
        from ratskeller.games.parts import game_board

        return picture_of(game_board(self.game, "en"), self.view(None), self.names)

    # --- inside ---

    @property
    def _mover(self) -> Seat:
        return CHANCE if self.to_act is None else self.to_act

    def _standing(self) -> str:
        if self.abandoned:
            return "stopped"
        if self.outcome is None:
            return f"seat {self.to_act} to move"
        winners = " and ".join(str(seat) for seat in self.outcome.winners)
        return f"won by seat{'s' if len(self.outcome.winners) > 1 else ''} {winners}"

    def _parse(self, text: str) -> GameAction:
        try:
            return self.game.parse(text)
        except BadNotation as error:
            raise BadNotation(f"{error}{self._legal_now()}") from None

    @contextmanager
    def _in_english(self) -> Iterator[None]:
        """A refusal within speaks in a sentence."""
        try:
            yield
        except Refused as refused:
            said = _sentence(self.game, refused.refusal, self.names, self.to_act)
            refused.args = (f"{said}{self._what_is_right(refused.refusal)}",)
            raise

    def _what_is_right(self, refusal: Refusal) -> str:
        match refusal.reason:
            case "not_your_turn":
                return f" Seat {self.to_act} is to move."
            case "nothing_to_undo":
                return " Only moves of a turn that is not complete can be taken back."
            case "confirm_or_undo":
                return " That is commit() or undo()."
            case _:
                return self._legal_now()

    def _legal_now(self) -> str:
        named = [self.game.notation(action) for action in self.moves()]
        if not named:
            return ""
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        return f" Legal now: {', '.join(named[:_NAMED])}{more}."


# --- matches -----------------------------------------------------------------------------------


def new(
    game: str,
    seats: int | None = None,
    *,
    players: Sequence[Player] | None = None,
    seed: int | None = None,
    now: float = 0.0,
    **options: Any,
) -> Match:
    """A new match, dealt and ready for the first decision.

    Without a number of seats there is one for each of the players, or the usual number. With a
    seed the same match comes again; without one the luck is fresh. Options are the game's own.

    >>> import ratskeller
    >>> ratskeller.new("pied_piper", seats=3, secret=True)
    <Match: The Pied Piper, 3 seats, seat 0 to move>

    Raises `UnknownGame`, `BadOption`, and `Refused` where the rules forbid the set-up.

    >>> ratskeller.new("pied_piper", seats=9)
    Traceback (most recent call last):
    ratskeller.core.game.Refused: The Pied Piper is for 2 to 5 players, not for 9 (PP-62).
    >>> ratskeller.new("pied_piper", roof=9)
    Traceback (most recent call last):
    ratskeller.front.BadOption: “9” does not fit the option “roof”. Possible: 7 or 8.
    """
    rules = games.find(game)
    if seats is None:
        seats = len(players) if players else rules.meta.usual_seats
    chosen = chosen_options(rules, seats, options)
    people = players or [Player(f"Player {number}") for number in range(1, seats + 1)]
    match = Match.begin(rules, seats, chosen, people, seal_of(seats, seed), now=now)
    assert isinstance(match, Match)
    return match


def load(path: str | PathLike[str]) -> Match:
    """The match in a file that `Match.save` or a finished match's export has written.

    Raises `OSError` where nothing can be read, and `BadFile` where it is no whole match.

    >>> import tempfile, ratskeller
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     ratskeller.new("first_rat", seats=2, seed=7).save(file.name)
    ...     ratskeller.load(file.name)
    <Match: First Rat, 2 seats, seat 0 to move>
    """
    from ratskeller.core.archive import Recording, read

    found = read(Path(path).read_bytes(), games.find, Match)
    if isinstance(found, Recording):
        why = found.why or "it holds what one viewer saw of a running match, not the match itself"
        raise BadFile(f"“{path}” cannot be played on: {why}; see “ratskeller replay”")
    assert isinstance(found, Match)
    return found


def show(match: AnyMatch, seat: Seat | None = None, language: str = "en") -> str:
    """The table as text, as a seat sees it now (None: a spectator).

    >>> import ratskeller
    >>> match = ratskeller.new("pied_piper", seats=2, seed=1284)
    >>> print(ratskeller.show(match, seat=0).splitlines()[-3].strip())
    Your hand   F1  Forward    F2  Double step    B1  Back    S1  Sewer
    """
    from ratskeller.games.parts import game_letters
    from ratskeller.words.speech import game_words

    words = game_words(match.game, language)
    return game_letters(match.game)(match.view(seat), words, match.names).plain


# --- bots --------------------------------------------------------------------------------------


def bot(name: BotLike, game: str | AnyGame) -> Bot:
    """A bot for one game: `random`, `greedy`, `search:2000`, a level of the game, or your own.

    >>> import random, ratskeller
    >>> match = ratskeller.new("pied_piper", seats=3, seed=1284)
    >>> greedy = ratskeller.bot("greedy", match.game)
    >>> view = match.view(match.to_act)
    >>> match.push(greedy.choose(view, match.moves(), ratskeller.Budget(), random.Random(1)))

    Raises `UnknownBot` with the names that exist; `bots.own` says what an own bot must answer.
    """
    from ratskeller.bots import find_bot

    return find_bot(name, games.find(game) if isinstance(game, str) else game)


def rate(match: AnyMatch, bot: BotLike = "search", *, seed: int = 0) -> list[RatedMove]:
    """All moves of the seat to move, best first, as a bot judges them from that seat's view.

    The bot sees what the seat sees and nothing else, so this tells nothing that the seat may not
    know. A budget is part of the bot's name: `search:10000` looks at 10,000 positions.

    >>> import ratskeller
    >>> match = ratskeller.new("pied_piper", seats=2, seed=1284)
    >>> for move in ratskeller.rate(match, "greedy")[:2]:
    ...     print(move)
    0.53  F1>3  Forward below the red rat
    0.53  F2>3  Double step below the red rat
    """
    from ratskeller.bots.hints import judgement
    from ratskeller.words.speech import game_words

    mover = match.to_act
    if mover is None:
        return []
    game, view, legal = match.game, match.view(mover), match.legal(mover)
    words = game_words(game, "en")
    return [
        RatedMove(
            notation=game.notation(legal[judged.number]),
            value=judged.value,
            label=words.action(view, legal[judged.number]),
            action=legal[judged.number],
        )
        for judged in (judgement(bot, game, view, legal, random.Random(seed)) if legal else ())
    ]


def analyse(match: AnyMatch, seat: Seat = 0, *, seed: int = 0) -> Analysis:
    """Was it bad luck, or me? A finished match from one seat: luck, choices, what mattered.

    Decisions are judged by what the seat could know. The same seed finds the same; `coach.analysis.search`
    brings the findings one by one. Raises `NotFinished` while a match is running.

    >>> import ratskeller
    >>> match = ratskeller.new("pied_piper", seats=2, seed=1284)
    >>> while match.moves():
    ...     match.push(match.moves()[0])
    >>> sums = ratskeller.analyse(match, seat=0).sums
    >>> parts = (sums.start, sums.luck, sums.own, sums.others, sums.residual)
    >>> round(sum(part.amount for part in parts), 9) == sums.result
    True
    """
    from ratskeller.coach.analysis import analyse as look_back

    return look_back(match, seat, seed=seed)


def simulate(
    game: str,
    bots: BotLike | Sequence[BotLike] = "random",
    *,
    matches: int = 100,
    seats: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    **options: Any,
) -> SimulationResult:
    """Let bots play many matches, and count: one bot for all seats, or one for each.

    A bot is a name, or a class or an object of your own (`bots.own`). The same seed gives the same
    matches, in any number of processes (`jobs`).

    >>> import ratskeller
    >>> report = ratskeller.simulate("pied_piper", ["greedy", "random"], matches=10)
    >>> report.wins, report.draws, report.reasons
    ((10, 0), 0, {'roof': 10})

    Raises as `new` and `bot` do; `CannotTravel` where an own bot cannot be sent to other
    processes, and `BotFailed` where one breaks or chooses what is not legal.
    """
    from ratskeller.arena.pools import pool_of
    from ratskeller.arena.simulate import Plan
    from ratskeller.arena.simulate import simulate as play

    rules = games.find(game)
    several = isinstance(bots, Sequence) and not isinstance(bots, str)
    listed: list[Any] = list(bots) if several else [bots]  # type: ignore[arg-type]
    if seats is None:
        seats = len(listed) if len(listed) > 1 else rules.meta.usual_seats
    if len(listed) == 1:
        listed *= seats
    if matches < 1:
        raise ValueError(f"{matches} matches are too few: at least one must be played")
    if len(listed) != seats:
        raise ValueError(f"{len(listed)} bots for {seats} seats: name one for all, or one for each")
    chosen = chosen_options(rules, seats, options)
    for one in listed:
        bot(one, rules)  # whoever is unknown is named before anything starts
    plan = Plan(rules.meta.id, tuple(listed), seed, msgspec.to_builtins(chosen))
    with pool_of(jobs) as pool:
        return play(plan, matches, pool=pool)


# --- setting up --------------------------------------------------------------------------------


def chosen_options(game: AnyGame, seats: int, options: Mapping[str, Any]) -> Any:
    """The options of a game by name. Raises `BadOption`, and `Refused` where the rules forbid it."""
    from ratskeller.words.platform_words import platform_words

    say, choices = platform_words("en"), option_choices(game.meta.options)
    for name, value in options.items():
        if name not in choices:
            raise BadOption(say.unknown_option(name, list(choices)))
        try:
            msgspec.convert({name: value}, game.meta.options)
        except msgspec.ValidationError:
            known = [str(choice) for choice in choices[name]]
            raise BadOption(say.bad_value(name, str(value), known)) from None
    chosen = msgspec.convert(dict(options), game.meta.options)
    if refusal := game.why_not_start(seats, chosen):
        refused = Refused(refusal)
        refused.args = (_sentence(game, refusal),)
        raise refused
    return chosen


def _sentence(
    game: AnyGame, refusal: Refusal, names: Sequence[str] | None = None, viewer: Seat | None = None
) -> str:
    """A refusal in English, with its rule."""
    from ratskeller.words.speech import game_words

    said = game_words(game, "en").refusal(refusal, names, viewer)
    return f"{said.rstrip('.')} ({refusal.rule})."


def seal_of(seats: int, seed: int | None = None, table: str = "") -> Seal:
    """A seal for a match on this machine: from the system's randomness, or from a number."""
    if seed is None:
        table = table or secrets.token_hex(8)
        nonces = tuple(secrets.token_hex(NONCE_BYTES) for _ in range(seats))
        return Seal(table, secrets.token_hex(SEED_BYTES), nonces)
    key = hashlib.sha256(f"ratskeller {seed}".encode()).hexdigest()
    nonces = tuple(
        hashlib.sha256(f"ratskeller {seed} {seat}".encode()).hexdigest()[: 2 * NONCE_BYTES]
        for seat in range(seats)
    )
    return Seal(table or f"seed-{seed}", key, nonces)
