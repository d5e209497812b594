# No postponed annotations here: Typer reads them, and they hold the help in the person's language.
# ruff: noqa: PLC0415  each command imports only what it needs: the shelf must answer at once
"""The commands and their options, with help in the language that was asked for.

Numbers arrive as text: then what is wrong with them is said in the person's language, too.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import typer

from ratskeller.bots import bot_names
from ratskeller.cli import admin, keeping, online
from ratskeller.cli.frames import translated_help
from ratskeller.cli.mistakes import Mistake
from ratskeller.words import LANGUAGES
from ratskeller.words.platform_words import PlatformWords

NAME: Final = "ratskeller"
FIRST_GAME: Final = "pied_piper"
MOST_RULERS: Final = 16
"""Processes of a training's yardstick, unless more are asked for: there are fifty deals to share."""
USAGE_ERROR: Final[type[Exception]] = typer.BadParameter.__mro__[1]
"""Whatever Typer raises where the arguments do not fit; it has no public name of its own."""

Texts: TypeAlias = list[str]


def run(arguments: Sequence[str], say: PlatformWords) -> int:
    """Run a command; its exit status. Who asks for nothing wants to play."""
    arguments = arguments or ["serve"]
    commands = build(say)
    known = [command.name for command in commands.registered_commands]
    word = next((text for text in arguments if not text.startswith("-")), None)
    if word is not None and word not in known and arguments[0] == word:
        names = say.both([name for name in known if name])
        raise Mistake(
            say._("There is no command “{word}”. The commands: {names}.", word=word, names=names)
        )
    try:
        with translated_help(say) if "--help" in arguments else nullcontext():
            status = commands(args=list(arguments), prog_name=NAME, standalone_mode=False)
    except USAGE_ERROR as error:
        raise Mistake(_complaint(say, error, word)) from None
    return status if isinstance(status, int) else 0


def _complaint(say: PlatformWords, error: BaseException, command: str | None) -> str:
    """What Typer has to say, in the person's language."""
    _ = say.gettext
    see = f"{NAME} {command} --help" if command else f"{NAME} --help"
    option = getattr(error, "option_name", None)
    if option is not None and type(error).__name__ == "NoSuchOption":
        return _("There is no option {option}; “{command}” lists them.", option=option, command=see)
    if option is not None:
        return _("{option} needs a value; “{command}” says which.", option=option, command=see)
    if type(error).__name__ == "MissingParameter":
        return _("Something is missing; “{command}” says what.", command=see)
    return _("The arguments do not fit; “{command}” shows what is possible.", command=see)


def build(say: PlatformWords) -> typer.Typer:
    app = typer.Typer(
        name=NAME,
        help=say._(
            "A table for games about rats. The program is the referee. "
            "Without a command the table is laid in the browser."
        ),
        epilog=_epilog(say),
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    _add_playing(app, say)
    _add_reading(app, say)
    _add_counting(app, say)
    _add_measuring(app, say)
    _add_puzzles(app, say)
    online.register(app, say)
    keeping.register(app, say)
    admin.register(app, say)
    return app


def _epilog(say: PlatformWords) -> str:
    """`--lang` is understood by all commands and taken out before they see their arguments."""
    return say._("--lang TAG chooses the language: {languages}.", languages=say.either(LANGUAGES))


# --- options that several commands share -------------------------------------------------------


def _seats(say: PlatformWords) -> Any:
    return typer.Option("--seats", metavar="N", help=say._("Number of players."))


def _options(say: PlatformWords) -> Any:
    help_text = say._("An option of the game, name=value; may be repeated.")
    return typer.Option("--option", metavar="K=V", help=help_text)


def _variants(say: PlatformWords) -> Any:
    help_text = say._("A variant of the game by its name; may be repeated.")
    return typer.Option("--variant", metavar="NAME", help=help_text)


def _seed(say: PlatformWords) -> Any:
    help_text = say._("A whole number: the same number brings the same luck.")
    return typer.Option("--seed", metavar="S", help=help_text)


def _matches(say: PlatformWords) -> Any:
    return typer.Option("--games", metavar="M", help=say._("Number of matches."))


def _jobs(say: PlatformWords) -> Any:
    help_text = say._("Processes that share the work.")
    return typer.Option("--jobs", metavar="J", help=help_text)


def _bots(say: PlatformWords) -> Any:
    help_text = say._(
        "One bot for all, or a list with commas: levels of the game, recipes such as "
        "{recipe}, or {bots}.",
        recipe="search:2000",
        bots=say.either(bot_names()),
    )
    return typer.Option("--bots", metavar="LEVEL", help=help_text)


def _game(say: PlatformWords) -> Any:
    return typer.Argument(metavar="GAME", help=say._("A game of the shelf."))


def _file(say: PlatformWords) -> Any:
    return typer.Argument(metavar="FILE", help=say._("A match file."))


def _ray(say: PlatformWords) -> Any:
    help_text = say._("Play on the Ray cluster at this address; “local” starts one.")
    return typer.Option("--ray", metavar="ADDRESS", help=help_text)


def _report(say: PlatformWords) -> Any:
    help_text = say._("Write a report with charts: one HTML file.")
    return typer.Option("--report", metavar="FILE", help=help_text)


def _plots(say: PlatformWords) -> Any:
    help_text = say._("Write the charts as PNG files into this folder.")
    return typer.Option("--plots", metavar="FOLDER", help=help_text)


def _contestants(say: PlatformWords) -> Any:
    help_text = say._("Bots, levels or recipes with commas between them.")
    return typer.Option("--bots", metavar="A,B,…", help=help_text)


# --- the commands ------------------------------------------------------------------------------


def _add_playing(app: typer.Typer, say: PlatformWords) -> None:
    _ = say.gettext
    names_help = _("The name of a person; may be repeated.")
    hold_help = _("Ask for confirmation at the end of a turn.")
    resume_help = _("Go on with a saved match.")

    @app.command(
        "play", epilog=_epilog(say), help=_("Play at this terminal, with bots and with others.")
    )
    def play(
        game: Annotated[str | None, _game(say)] = None,
        seats: Annotated[str | None, _seats(say)] = None,
        humans: Annotated[
            str | None, typer.Option("--humans", metavar="N", help=_("Number of people."))
        ] = None,
        name: Annotated[
            Texts | None, typer.Option("--name", metavar="NAME", help=names_help)
        ] = None,
        bots: Annotated[str, _bots(say)] = "greedy",
        variant: Annotated[Texts | None, _variants(say)] = None,
        option: Annotated[Texts | None, _options(say)] = None,
        seed: Annotated[str | None, _seed(say)] = None,
        resume: Annotated[
            Path | None, typer.Option("--resume", metavar="FILE", help=resume_help)
        ] = None,
        *,
        hold: Annotated[bool, typer.Option("--hold/--no-hold", help=hold_help)] = False,
        no_color: Annotated[
            bool, typer.Option("--no-color", help=_("Draw without colours."))
        ] = False,
    ) -> int:
        from ratskeller.cli import play as command

        if resume is not None:
            return command.resume(say, resume, game, hold=hold, color=not no_color)
        return command.begin(
            say,
            game or FIRST_GAME,
            seats=seats,
            humans=humans,
            names=name or [],
            bots=bots,
            variants=variant or [],
            options=option or [],
            seed=seed,
            hold=hold,
            color=not no_color,
        )


def _add_reading(app: typer.Typer, say: PlatformWords) -> None:
    _ = say.gettext
    at_help = _("After which entry of the log; without it, the last.")
    seat_help = _("As this seat saw it, counted from 1; without it, as a spectator did.")
    whose_help = _("Which seat, counted from 1; without it, the first that a person had.")
    kept_help = _("Keep all that was found in this file, as JSON.")

    @app.command("games", epilog=_epilog(say), help=_("List the games on the shelf."))
    def games() -> int:
        from ratskeller.cli import listing

        return listing.show_games(say)

    @app.command(
        "doctor",
        epilog=_epilog(say),
        help=_("Say what is there, what is missing, and what mends it."),
    )
    def doctor() -> int:
        from ratskeller.cli import doctor as command

        return command.show(say)

    @app.command(
        "rules", epilog=_epilog(say), help=_("Show the rules of a game, or one rule by its id.")
    )
    def rules(
        game: Annotated[str, _game(say)],
        rule: Annotated[
            str | None, typer.Argument(metavar="ID", help=_("A rule, such as PP-31."))
        ] = None,
    ) -> int:
        from ratskeller.cli import rulebook

        return rulebook.show(say, game, rule)

    @app.command(
        "replay", epilog=_epilog(say), help=_("Show the table of a match file after any entry.")
    )
    def replay(
        file: Annotated[Path, _file(say)],
        at: Annotated[str | None, typer.Option("--at", metavar="N", help=at_help)] = None,
        seat: Annotated[str | None, typer.Option("--seat", metavar="S", help=seat_help)] = None,
    ) -> int:
        from ratskeller.cli import replay as command

        return command.replay(say, file, at, seat)

    @app.command(
        "analyse",
        epilog=_epilog(say),
        help=_("Look back at a finished match: what was luck, what was choice."),
    )
    def analyse(
        file: Annotated[Path, _file(say)],
        seat: Annotated[str | None, typer.Option("--seat", metavar="S", help=whose_help)] = None,
        seed: Annotated[str, _seed(say)] = "0",
        out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=kept_help)] = None,
        *,
        as_json: Annotated[bool, typer.Option("--json", help=_("Print JSON."))] = False,
    ) -> int:
        from ratskeller.cli import analyse as command

        return command.analyse(say, file, seat=seat, seed=seed, out=out, as_json=as_json)

    @app.command(
        "verify", epilog=_epilog(say), help=_("Compute all luck of a finished match again.")
    )
    def verify(
        file: Annotated[Path, _file(say)],
    ) -> int:
        from ratskeller.cli import replay as command

        return command.verify(say, file)


def _add_counting(app: typer.Typer, say: PlatformWords) -> None:
    _ = say.gettext
    out_help = _(
        "Keep the result in this file, too: all as JSON, or a row a seat as CSV, by its ending."
    )

    @app.command("simulate", epilog=_epilog(say), help=_("Let bots play many matches, and count."))
    def simulate(
        game: Annotated[str, _game(say)],
        seats: Annotated[str | None, _seats(say)] = None,
        games: Annotated[str, _matches(say)] = "1000",
        bots: Annotated[str, _bots(say)] = "random",
        option: Annotated[Texts | None, _options(say)] = None,
        variant: Annotated[Texts | None, _variants(say)] = None,
        seed: Annotated[str, _seed(say)] = "0",
        jobs: Annotated[str, _jobs(say)] = "1",
        ray: Annotated[str | None, _ray(say)] = None,
        out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=out_help)] = None,
        *,
        as_json: Annotated[bool, typer.Option("--json", help=_("Print JSON."))] = False,
    ) -> int:
        from ratskeller.cli import counting

        return counting.simulate(
            say,
            game,
            seats=seats,
            matches=games,
            bots=bots,
            options=option or [],
            variants=variant or [],
            seed=seed,
            jobs=jobs,
            ray=ray,
            as_json=as_json,
            out=out,
        )

    @app.command(
        "check", epilog=_epilog(say), help=_("Hold a game, or all, against the laws of the house.")
    )
    def check(
        game: Annotated[str | None, _game(say)] = None,
        games: Annotated[str | None, _matches(say)] = None,
        seed: Annotated[str, _seed(say)] = "0",
        jobs: Annotated[str, _jobs(say)] = "1",
        ray: Annotated[str | None, _ray(say)] = None,
    ) -> int:
        from ratskeller.cli import counting

        return counting.check(say, game, games, seed, jobs, ray)

    @app.command(
        "trace", epilog=_epilog(say), help=_("Print every action of random matches as JSON lines.")
    )
    def trace(
        game: Annotated[str, _game(say)],
        seats: Annotated[str | None, _seats(say)] = None,
        games: Annotated[str, _matches(say)] = "1",
        bots: Annotated[str, _bots(say)] = "random",
        option: Annotated[Texts | None, _options(say)] = None,
        variant: Annotated[Texts | None, _variants(say)] = None,
        seed: Annotated[str, _seed(say)] = "0",
    ) -> int:
        from ratskeller.cli import counting

        return counting.trace(
            say,
            game,
            seats=seats,
            matches=games,
            bots=bots,
            options=option or [],
            variants=variant or [],
            seed=seed,
        )


def _add_measuring(app: typer.Typer, say: PlatformWords) -> None:
    _ = say.gettext
    out_help = _("File that keeps every match; the same command goes on where it stopped.")
    adjusted_help = _(
        "Take the luck of draws and throws off the results: fewer deals tell as much."
    )
    run_help = _("Folder of the run; the same command goes on where it stopped.")
    yardstick_help = _(
        "Processes that meanwhile let the newest weights play against greedy and search, on cores "
        "that nobody else needs; 0: none. Without it, one for every core but one, at most {most}.",
        most=MOST_RULERS,
    )
    begin_help = _("Weights of a network of this game, for as many seats, to begin with.")
    open_help = _(
        "Train a judge of open hands instead of a player: what each seat can expect if all cards "
        "lie open, while the network that comes with the game plays. Bots that look ahead ask it."
    )
    vary_help = _("What to change: an option or a number of the data file, with its values.")

    @app.command("arena", epilog=_epilog(say), help=_("Let bots meet, with the same luck for all."))
    def arena(
        game: Annotated[str, _game(say)],
        bots: Annotated[str, _contestants(say)],
        games: Annotated[str, _matches(say)] = "200",
        seats: Annotated[str | None, _seats(say)] = None,
        option: Annotated[Texts | None, _options(say)] = None,
        variant: Annotated[Texts | None, _variants(say)] = None,
        seed: Annotated[str, _seed(say)] = "0",
        jobs: Annotated[str, _jobs(say)] = "1",
        ray: Annotated[str | None, _ray(say)] = None,
        out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=out_help)] = None,
        report: Annotated[Path | None, _report(say)] = None,
        plots: Annotated[Path | None, _plots(say)] = None,
        *,
        adjusted: Annotated[bool, typer.Option("--adjusted", help=adjusted_help)] = False,
        as_json: Annotated[bool, typer.Option("--json", help=_("Print JSON."))] = False,
    ) -> int:
        from ratskeller.cli import arena as command

        wishes = command.ArenaWishes(
            game=game,
            bots=bots,
            games=games,
            seats=seats,
            jobs=jobs,
            ray=ray,
            options=option or [],
            variants=variant or [],
            seed=seed,
            out=out,
            report=report,
            plots=plots,
            adjusted=adjusted,
            as_json=as_json,
        )
        return command.arena(say, wishes)

    @app.command(
        "train", epilog=_epilog(say), help=_("Train a network by letting it play against itself.")
    )
    def train(
        game: Annotated[str, _game(say)],
        out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help=run_help)],
        seats: Annotated[str | None, _seats(say)] = None,
        minutes: Annotated[
            str, typer.Option("--minutes", metavar="M", help=_("How long, in minutes."))
        ] = "5",
        yardstick: Annotated[
            str | None, typer.Option("--yardstick", metavar="N", help=yardstick_help)
        ] = None,
        begin: Annotated[
            Path | None, typer.Option("--begin", metavar="WEIGHTS", help=begin_help)
        ] = None,
        *,
        open_hands: Annotated[bool, typer.Option("--open-hands", help=open_help)] = False,
    ) -> int:
        from ratskeller.cli import train as command

        wishes = command.TrainWishes(
            game=game,
            seats=seats,
            minutes=minutes,
            out=out,
            yardstick=yardstick,
            begin=begin,
            open_hands=open_hands,
        )
        return command.train(say, wishes)

    @app.command("lab", epilog=_epilog(say), help=_("Measure what another rule does to a game."))
    def lab(
        game: Annotated[str, _game(say)],
        vary: Annotated[str, typer.Option("--vary", metavar="K=V,V", help=vary_help)],
        bots: Annotated[str, _contestants(say)] = "greedy",
        games: Annotated[str, _matches(say)] = "200",
        seats: Annotated[str | None, _seats(say)] = None,
        option: Annotated[Texts | None, _options(say)] = None,
        variant: Annotated[Texts | None, _variants(say)] = None,
        seed: Annotated[str, _seed(say)] = "0",
        jobs: Annotated[str, _jobs(say)] = "1",
        ray: Annotated[str | None, _ray(say)] = None,
        report: Annotated[Path | None, _report(say)] = None,
        plots: Annotated[Path | None, _plots(say)] = None,
        *,
        as_json: Annotated[bool, typer.Option("--json", help=_("Print JSON."))] = False,
    ) -> int:
        from ratskeller.cli import lab as command

        wishes = command.LabWishes(
            game=game,
            vary=vary,
            bots=bots,
            games=games,
            seats=seats,
            jobs=jobs,
            ray=ray,
            options=option or [],
            variants=variant or [],
            seed=seed,
            report=report,
            plots=plots,
            as_json=as_json,
        )
        return command.lab(say, wishes)


def _add_puzzles(app: typer.Typer, say: PlatformWords) -> None:
    _ = say.gettext
    deed_help = _("What to do: {deeds}.", deeds=say.either(("mine", "pick", "check")))
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

    @app.command(
        "puzzles",
        epilog=_epilog(say),
        help=_("Find puzzles in matches, pick the best of them, check those of a game."),
    )
    def puzzles(
        deed: Annotated[str, typer.Argument(metavar="DEED", help=deed_help)],
        game: Annotated[str, _game(say)],
        matches: Annotated[
            str, typer.Option("--matches", metavar="M", help=_("Number of matches."))
        ] = "10",
        seats: Annotated[str, _seats(say)] = "2",
        bots: Annotated[str, typer.Option("--bots", metavar="LEVEL", help=bots_help)] = "greedy",
        option: Annotated[Texts | None, _options(say)] = None,
        seed: Annotated[str, _seed(say)] = "0",
        endings: Annotated[str, typer.Option("--endings", metavar="E", help=endings_help)] = "0",
        source: Annotated[
            list[Path] | None, typer.Option("--from", metavar="FILE", help=from_help)
        ] = None,
        out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=out_help)] = None,
        times: Annotated[str, typer.Option("--times", metavar="T", help=times_help)] = "1",
        each: Annotated[str, typer.Option("--each", metavar="N", help=each_help)] = "20",
    ) -> int:
        from ratskeller.cli import puzzles as command

        wishes = command.PuzzleWishes(
            deed=deed,
            game=game,
            matches=matches,
            seats=seats,
            bots=bots,
            options=option or [],
            seed=seed,
            endings=endings,
            sources=source or [],
            out=out,
            times=times,
            each=each,
        )
        return command.puzzles(say, wishes)
