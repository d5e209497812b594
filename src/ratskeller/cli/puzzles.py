"""The `puzzles` command: find positions with one good answer in matches, and look at them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller.arena.playing import play_match
from ratskeller.bots import find_bot
from ratskeller.cli import choices, files
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.screen import Screen
from ratskeller.coach import mining
from ratskeller.coach.puzzles import PUZZLE_LEVELS, Puzzle, puzzles_of, read, written
from ratskeller.core.game import AnyGame, GameState
from ratskeller.core.match import options_of
from ratskeller.files import write_atomically
from ratskeller.words.platform_words import PlatformWords

DEEDS: Final = ("mine", "pick", "check")
_LATE: Final = 12  # turns before the end

Course: TypeAlias = tuple[Any, Sequence[GameState], str]
"""The options of a match, its states in order, and where it comes from."""


class PuzzleWishes(Struct, frozen=True, kw_only=True):
    """What was asked for, as it was written."""

    deed: str
    game: str
    matches: str
    seats: str
    bots: str
    options: list[str]
    seed: str
    endings: str
    sources: list[Path]
    out: Path | None
    times: str
    each: str


def puzzles(say: PlatformWords, wishes: PuzzleWishes) -> int:
    deed, out, game = wishes.deed, wishes.out, choices.game_of(say, wishes.game)
    if deed not in DEEDS:
        raise Mistake(
            say._("“{deed}” cannot be done. Choose {deeds}.", deed=deed, deeds=say.either(DEEDS))
        )
    seed = choices.whole_number(say, "--seed", wishes.seed, 0)
    if deed == "mine":
        return _mine(say, game, _courses(say, game, wishes, seed), seed, out)
    known = _kept(say, game, wishes.sources)
    times = choices.whole_number(say, "--times", wishes.times)
    if deed == "check":
        return _check(say, game, known, times, seed)
    each = choices.whole_number(say, "--each", wishes.each)
    return _pick(say, game, known, times, each, out)


# --- mining -------------------------------------------------------------------------------------


def _courses(
    say: PlatformWords, game: AnyGame, wishes: PuzzleWishes, seed: int
) -> Iterator[Course]:
    if wishes.sources:
        return _read(say, game, wishes.sources)
    seats, options = choices.setting_of(say, game, wishes.seats, wishes.options)
    plan = _Plan(
        game,
        options,
        choices.bots_of(say, game, wishes.bots, seats),
        seed,
        choices.whole_number(say, "--matches", wishes.matches),
        choices.whole_number(say, "--endings", wishes.endings, 0),
    )
    return plan.played()


class _Plan(NamedTuple):
    """Matches of bots. Where little hangs on a turn until late, the end is worth several tries."""

    game: AnyGame
    options: Any
    bots: Sequence[str]
    seed: int
    matches: int
    endings: int

    def played(self) -> Iterator[Course]:
        for number in range(self.matches):
            states = self._states(number)
            late = next(place for place, one in enumerate(states) if self._late(states[-1], one))
            origin = f"{' '.join(self.bots)}, seed {self.seed}, match {number}"
            yield self.options, states[late if self.endings else 0 :], origin
            for again in range(1, self.endings + 1):
                ending = self._states(number, again, states[late])
                yield self.options, ending, f"{origin}, ending {again}"

    def _states(
        self, number: int, again: int = 0, start: GameState | None = None
    ) -> Sequence[GameState]:
        bots = [find_bot(bot, self.game) for bot in self.bots]
        course = play_match(self.game, self.options, bots, self.seed + again, number, start)
        return [state for state, _, _ in course]

    def _late(self, last: GameState, state: GameState) -> bool:
        return self.game.turns(last) - self.game.turns(state) <= _LATE


def _mine(
    say: PlatformWords, game: AnyGame, courses: Iterable[Course], seed: int, out: Path | None
) -> int:
    """What was found is written after each match: whoever stops it has lost one."""
    known = _kept(say, game, [out]) if out is not None and out.exists() else []
    for options, states, origin in courses:
        found = mining.mine(game, options, states, seed=seed, origin=origin)
        known = mining.added(game, known, found)
        if out is not None:
            _write(say, out, game, known)
    ideas = Counter(one.idea for one in known)
    Screen().table((say._("Idea"), say._("Number")), sorted(ideas.items()))
    return 0


def _read(say: PlatformWords, game: AnyGame, paths: Sequence[Path]) -> Iterator[Course]:
    """Matches of people: those who hand over a file have agreed."""
    for path in paths:
        match = files.read_whole_match(say, path)
        if match.header.game != game.meta.id:
            raise Mistake(say._("“{path}” holds a match of another game.", path=str(path)))
        states = [match.state_at(number) for number in range(len(match.entries) + 1)]
        yield options_of(game, match.header), states, ""


# --- looking again ------------------------------------------------------------------------------


def _pick(
    say: PlatformWords,
    game: AnyGame,
    known: Sequence[Puzzle],
    times: int,
    each: int,
    out: Path | None,
) -> int:
    """So many of each level, or as many as there are, of those that stand up to a closer look, with as many ideas
    as there are. Whoever stops it has those that were looked at.
    """
    sound, kept = list[Puzzle](), list[Puzzle]()
    for found in mining.sound(game, known, times=times):
        sound.append(found)
        graded = mining.graded(sound)
        most = min(each, len(sound) // len(PUZZLE_LEVELS))
        kept = [
            one
            for level in PUZZLE_LEVELS
            for one in islice(mining.in_turn(p for p in graded if p.level == level), most)
        ]
        kept.sort(key=lambda one: one.id)
        if out is not None:
            _write(say, out, game, kept)
    _show(say, kept)
    return 0


def _check(
    say: PlatformWords, game: AnyGame, known: Sequence[Puzzle], times: int, seed: int
) -> int:
    """0 if the answer of every one is still the best by its gap, to every look."""
    checked = [list(mining.looks(game, one, times=times, seed=1 + seed)) for one in known]
    rows = []
    for level in PUZZLE_LEVELS:
        of_level = [looks for looks in checked if looks[0].puzzle.level == level]
        best = sum(all(look.best for look in looks) for looks in of_level)
        clear = sum(all(look.clear for look in looks) for looks in of_level)
        held = sum(all(look.held for look in looks) for looks in of_level)
        rows.append((level, len(of_level), best, clear, held))
    _ = say.gettext
    headings = (_("level"), _("checked"), _("still best"), _("clearly"), _("by its gap"))
    Screen().table(headings, rows)
    fallen = [look for looks in checked for look in looks if not look.held]
    for one in fallen:
        print(f"{one.puzzle.id}: {one.puzzle.gap:.3f} > {one.gap.mean:.3f} ± {one.gap.error:.3f}")
    return 1 if fallen else 0


# --- files --------------------------------------------------------------------------------------


def _kept(say: PlatformWords, game: AnyGame, paths: Sequence[Path]) -> list[Puzzle]:
    """The puzzles of some files; where none is named, those that come with the game. Those of the first keep
    their numbers, and the others go on from there.
    """
    found: list[Puzzle] = []
    try:
        for path in paths:
            more = read(game, path.read_bytes())
            found = mining.added(game, found, more) if found else list(more)
    except (OSError, msgspec.MsgspecError):
        raise Mistake(
            say._("“{path}” is no file of puzzles.", path=say.both([str(path) for path in paths]))
        ) from None
    return found if paths else list(puzzles_of(game))


def _write(say: PlatformWords, path: Path, game: AnyGame, puzzles: Iterable[Puzzle]) -> None:
    try:
        write_atomically(path, written(game, puzzles), 0o644)
    except (OSError, ValueError):
        raise Mistake(say._("“{path}” cannot be written.", path=str(path))) from None


def _show(say: PlatformWords, puzzles: Sequence[Puzzle]) -> None:
    """How many of each level, and by idea."""
    count = Counter((one.idea, one.level) for one in puzzles)
    ideas = sorted({one.idea for one in puzzles})
    rows = [(idea, *(count[idea, level] for level in PUZZLE_LEVELS)) for idea in ideas]
    Screen().table((say._("Idea"), *PUZZLE_LEVELS), rows)
