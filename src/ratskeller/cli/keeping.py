# No postponed annotations here: Typer reads them, and they hold the help in the person's language.
# ruff: noqa: PLC0415  each command imports only what it needs
"""The commands of whoever keeps the house: `audit`, `backup` and `restore`."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.online import file_of
from ratskeller.words.platform_words import PlatformWords

if TYPE_CHECKING:
    from ratskeller.server.backup import Copied, CopyRefused
    from ratskeller.server.places import Address

SOMETHING_WRONG = 1


def register(app: typer.Typer, say: PlatformWords) -> None:
    _add_audit(app, say)
    _add_copies(app, say)


def db_option(say: PlatformWords) -> Any:
    return typer.Option("--db", metavar="FILE", help=say._("File that keeps the tables."))


def _add_audit(app: typer.Typer, say: PlatformWords) -> None:
    verbose_help = say._("One line for each match, with the last hash of its log.")

    def audit(
        db: Annotated[str, db_option(say)] = "",
        verbose: Annotated[bool, typer.Option("--verbose", help=verbose_help)] = False,  # noqa: FBT002
    ) -> int:
        return show_audit(say, place_of(say, db), verbose=verbose)

    app.command("audit", help=say._("Play every stored match again, and compare."))(audit)


def place_of(say: PlatformWords, db: str) -> "Address":
    """What was named, or where tables are kept if nobody says otherwise."""
    from ratskeller.server.serve import default_db

    return file_of(say, db) if db else default_db()


def show_audit(say: PlatformWords, path: "Address", *, verbose: bool) -> int:
    """Audit all tables; what is wrong, a line each, and a sum at the end."""
    from ratskeller.server.audit import audit
    from ratskeller.server.places import StoreUnusable, shown
    from ratskeller.server.serve import why_unusable

    matches = entries = draws = wrong = 0
    try:
        for one in audit(path):
            matches, wrong = matches + bool(one.table), wrong + bool(one.problems)
            entries, draws = entries + one.entries, draws + one.draws
            if verbose and not one.problems:
                print(one.table, one.game, one.entries, one.draws, one.chain)
            for problem in one.problems:
                print(f"{one.table or shown(path)}: {problem}")
    except StoreUnusable as no:
        raise Mistake(why_unusable(no, say.language)) from None
    print(
        say.ngettext(
            "One match was played again, with {entries} entries and {draws} draws.",
            "{count} matches were played again, with {entries} entries and {draws} draws.",
            matches,
            entries=entries,
            draws=draws,
        )
    )
    print(
        say.ngettext(
            "Something is wrong with one of them.",
            "Something is wrong with {count} of them.",
            wrong,
        )
        if wrong
        else say._("Everything fits.")
    )
    return SOMETHING_WRONG if wrong else 0


def _add_copies(app: typer.Typer, say: PlatformWords) -> None:
    copy_help = say._("The copy.")

    def backup(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=copy_help)],
        db: Annotated[str, db_option(say)] = "",
    ) -> None:
        from ratskeller.server.backup import backup as copy

        place = place_of(say, db)
        _show_copied(say, lambda: copy(place, file), file)

    def restore(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=copy_help)],
        db: Annotated[str, db_option(say)] = "",
    ) -> None:
        from ratskeller.server.backup import restore as put_back

        place = place_of(say, db)
        _show_copied(say, lambda: put_back(file, place), place)

    app.command("backup", help=say._("Copy the tables, also while people play."))(backup)
    app.command("restore", help=say._("Put a copy in the place of the tables."))(restore)


def _show_copied(say: PlatformWords, deed: Callable[[], "Copied"], place: "Address") -> None:
    from ratskeller.server.backup import CopyRefused
    from ratskeller.server.places import StoreUnusable, shown
    from ratskeller.server.serve import why_unusable

    try:
        copied = deed()
    except CopyRefused as no:
        raise Mistake(_why_not_copied(say, no)) from None
    except StoreUnusable as no:
        raise Mistake(why_unusable(no, say.language)) from None
    print(
        say.ngettext(
            "{file} holds one match, with {entries} entries. It was played again, and fits.",
            "{file} holds {count} matches, with {entries} entries. All were played again, and fit.",
            copied.matches,
            entries=copied.entries,
            file=shown(place),
        )
    )


def _why_not_copied(say: PlatformWords, no: "CopyRefused") -> str:
    _, file = say.gettext, str(no.path)
    return {
        "exists": _("{file} exists already. Name a file that does not.", file=file),
        "same": _("{file} is the file of the tables itself. Name another one.", file=file),
        "bad_copy": _(
            "The copy does not pass the audit, so nothing was put in place: {problem}.",
            problem=no.problem,
        ),
        "no_room": _("There is no room for {file} on its disk. Nothing was changed.", file=file),
        "unwritable": _("{file} cannot be written. Nothing was changed.", file=file),
    }[no.reason]
