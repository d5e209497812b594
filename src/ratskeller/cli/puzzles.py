# No postponed annotations here: Typer reads them, and they hold the help in the person's language.
# ruff: noqa: PLC0415  each command imports only what it needs
"""`ratskeller puzzles`: find positions with one good answer in matches, and look at them again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

import typer

from ratskeller.cli import choices
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.screen import Screen
from ratskeller.words.platform_words import PlatformWords

if TYPE_CHECKING:
    from ratskeller.coach.puzzles import Puzzle
    from ratskeller.core.game import AnyGame, GameState

    Course: TypeAlias = tuple[Any, Sequence[GameState]]

DEEDS: Final = ("mine", "pick", "check")
_LATE: Final = 12  # turns before the end


def register(app: typer.Typer, say: PlatformWords) -> None:
    _ = say.gettext
    deed_help = say._("What to do: {deeds}.", deeds=say.either(DEEDS))
    bots_help = _("Who plays the matches: a level or recipe for all, or a list with commas.")
    from_help = _(
        "A match file to look for puzzles in, instead of matches of bots; may be repeated. "
        "With “pick” and “check”: a file of puzzles."
    )
    endings_help = _(
        "Look at the last turns of each match only, and play them so often again with other luck."
    )
    out_help = _("File for the puzzles. “mine” adds to what it holds already.")
    times_help = _("How many times as many worlds are looked at.")
    each_help = _("With “pick”: so many of each level.")

    def puzzles(
        deed: Annotated[str, typer.Argument(metavar="DEED", help=deed_help)],
        game: Annotated[str, typer.Argument(metavar="GAME", help=_("A game of the shelf."))],
        matches: Annotated[
            str, typer.Option("--matches", metavar="M", help=_("Number of matches."))
        ] = "10",
        seats: Annotated[
            str, typer.Option("--seats", metavar="N", help=_("Number of players."))
        ] = "2",
        bots: Annotated[str, typer.Option("--bots", metavar="LEVEL", help=bots_help)] = "greedy",
        option: Annotated[
            list[str] | None,
            typer.Option(
                "--option",
                metavar="K=V",
                help=_("An option of the game, name=value; may be repeated."),
            ),
        ] = None,
        seed: Annotated[
            str,
            typer.Option(
                "--seed",
                metavar="S",
                help=_("A whole number: the same number brings the same luck."),
            ),
        ] = "0",
        source: Annotated[
            list[Path] | None, typer.Option("--from", metavar="FILE", help=from_help)
        ] = None,
        endings: Annotated[str, typer.Option("--endings", metavar="E", help=endings_help)] = "0",
        out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=out_help)] = None,
        times: Annotated[str, typer.Option("--times", metavar="T", help=times_help)] = "1",
        each: Annotated[str, typer.Option("--each", metavar="N", help=each_help)] = "20",
    ) -> int:
        if deed not in DEEDS:
            raise Mistake(
                say._(
                    "“{deed}” cannot be done. Choose {deeds}.", deed=deed, deeds=say.either(DEEDS)
                )
            )
        rules = choices.game_of(say, game)
        number = choices.whole_number(say, "--seed", seed, 0)
        if deed != "mine":
            more = choices.whole_number(say, "--times", times)
            known = _kept(say, rules, source or [])
            if deed == "check":
                return _check(say, rules, known, more)
            count = choices.whole_number(say, "--each", each)
            return _pick(say, rules, known, more, count, out)
        if source:
            return _mine(say, rules, _read(say, rules, source), number, out)
        count, options = choices.setting_of(say, rules, seats, option or [])
        plan = _Plan(
            rules,
            options,
            choices.bots_of(say, rules, bots, count),
            number,
            choices.whole_number(say, "--matches", matches),
            choices.whole_number(say, "--endings", endings, 0),
        )
        return _mine(say, rules, plan.played(), number, out)

    app.command(
        "puzzles",
        help=_("Find puzzles in matches, pick the best of them, check those of a game."),
    )(puzzles)


# --- mining -------------------------------------------------------------------------------------


class _Plan(NamedTuple):
    """Matches of bots. Where little hangs on a turn until late, the end is worth several tries."""

    game: "AnyGame"
    options: Any
    bots: Sequence[str]
    seed: int
    matches: int
    endings: int

    def played(self) -> Iterator["Course"]:
        for number in range(self.matches):
            states = self._states(number)
            late = next(place for place, one in enumerate(states) if self._late(states[-1], one))
            yield self.options, states[late if self.endings else 0 :]
            for again in range(1, self.endings + 1):
                yield self.options, self._states(number, again, states[late])

    def _states(
        self, number: int, again: int = 0, start: "GameState | None" = None
    ) -> Sequence["GameState"]:
        from ratskeller.arena.playing import play_match
        from ratskeller.bots import find_bot

        bots = [find_bot(bot, self.game) for bot in self.bots]
        course = play_match(self.game, self.options, bots, self.seed + again, number, start)
        return [state for state, _, _ in course]

    def _late(self, last: "GameState", state: "GameState") -> bool:
        return self.game.turns(last) - self.game.turns(state) <= _LATE


def _mine(
    say: PlatformWords, game: "AnyGame", courses: Iterable["Course"], seed: int, out: Path | None
) -> int:
    """What was found is written after each match: whoever stops it has lost one."""
    from ratskeller.coach.mining import added, graded, mine

    known = _kept(say, game, [out]) if out is not None and out.exists() else []
    for options, states in courses:
        known = graded(added(game, known, mine(game, options, states, seed=seed)))
        if out is not None:
            _write(say, out, game, known)
    _show(say, known)
    return 0


def _read(say: PlatformWords, game: "AnyGame", paths: Sequence[Path]) -> Iterator["Course"]:
    """Matches of people: those who hand over a file have agreed."""
    from ratskeller.cli import files
    from ratskeller.core.match import options_of

    for path in paths:
        match = files.read_whole_match(say, path)
        if match.header.game != game.meta.id:
            raise Mistake(say._("“{path}” holds a match of another game.", path=str(path)))
        states = [match.state_at(number) for number in range(len(match.entries) + 1)]
        yield options_of(game, match.header), states


# --- looking again ------------------------------------------------------------------------------


def _pick(
    say: PlatformWords,
    game: "AnyGame",
    known: Sequence["Puzzle"],
    times: int,
    each: int,
    out: Path | None,
) -> int:
    """So many of each level that stand up to a closer look, with as many ideas as there are."""
    from ratskeller.coach.mining import check, corrected, in_turn
    from ratskeller.coach.puzzles import PUZZLE_LEVELS

    kept: list[Puzzle] = []
    for level in PUZZLE_LEVELS:
        looked_at = (
            check(game, one, times=times) for one in in_turn(p for p in known if p.level == level)
        )
        kept += [corrected(one) for one in islice((o for o in looked_at if o.clear), each)]
    kept.sort(key=lambda one: one.id)
    if out is not None:
        _write(say, out, game, kept)
    _show(say, kept)
    return 0


def _check(say: PlatformWords, game: "AnyGame", known: Sequence["Puzzle"], times: int) -> int:
    """0 if the answer of every one is still the best by its gap."""
    from ratskeller.coach.mining import check
    from ratskeller.coach.puzzles import PUZZLE_LEVELS

    checked = [check(game, one, times=times) for one in known]
    rows = []
    for level in PUZZLE_LEVELS:
        of_level = [one for one in checked if one.puzzle.level == level]
        held = (sum(one.best for one in of_level), sum(one.clear for one in of_level))
        rows.append((level, len(of_level), *held, sum(one.held for one in of_level)))
    _ = say.gettext
    headings = (_("level"), _("checked"), _("still best"), _("clearly"), _("by its gap"))
    Screen().table(headings, rows)
    for one in checked:
        if not one.held:
            print(
                f"{one.puzzle.id}: {one.puzzle.gap:.3f} > {one.gap.mean:.3f} ± {one.gap.error:.3f}"
            )
    return 0 if all(one.held for one in checked) else 1


# --- files --------------------------------------------------------------------------------------


def _kept(say: PlatformWords, game: "AnyGame", paths: Sequence[Path]) -> list["Puzzle"]:
    """The puzzles of some files; where none is named, those that come with the game."""
    import msgspec

    from ratskeller.coach.puzzles import puzzles_of, read

    try:
        found = [one for path in paths for one in read(game, path.read_bytes())]
    except (OSError, msgspec.MsgspecError):
        raise Mistake(
            say._("“{path}” is no file of puzzles.", path=say.both([str(path) for path in paths]))
        ) from None
    return found if paths else list(puzzles_of(game))


def _write(say: PlatformWords, path: Path, game: "AnyGame", puzzles: Iterable["Puzzle"]) -> None:
    from ratskeller.coach.puzzles import written
    from ratskeller.files import write_atomically

    try:
        write_atomically(path, written(game, puzzles), 0o644)
    except (OSError, ValueError):
        raise Mistake(say._("“{path}” cannot be written.", path=str(path))) from None


def _show(say: PlatformWords, puzzles: Sequence["Puzzle"]) -> None:
    """How many of each level, and by idea."""
    from ratskeller.coach.puzzles import PUZZLE_LEVELS

    count = Counter((one.idea, one.level) for one in puzzles)
    ideas = sorted({one.idea for one in puzzles})
    rows = [(idea, *(count[idea, level] for level in PUZZLE_LEVELS)) for idea in ideas]
    Screen().table((say._("Idea"), *PUZZLE_LEVELS), rows)
