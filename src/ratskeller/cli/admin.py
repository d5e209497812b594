# No postponed annotations here: Typer reads them, and they hold the help in the person's language.
# ruff: noqa: PLC0415  each command imports only what it needs
"""`ratskeller admin`: what whoever keeps the house may do to tables and people."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ratskeller.cli.keeping import db_option, place_of
from ratskeller.cli.mistakes import Mistake
from ratskeller.files import PRIVATE, write_atomically
from ratskeller.words.platform_words import PlatformWords

if TYPE_CHECKING:
    from ratskeller.server.admin import Done, Order, TableLine
    from ratskeller.server.places import Address

DEEDS: Final = ("tables", "end", "back", "repair", "export", "delete")


def register(app: typer.Typer, say: PlatformWords) -> None:
    deed_help = say._("What to do: {deeds}.", deeds=say.either(DEEDS))
    whom_help = say._("The id of a table, or the number of a guest; “tables” lists both.")
    reason_help = say._("Why; it is kept, and people at the table read it.")
    entry_help = say._("The last entry that is to count.")
    out_help = say._("File for the matches of a guest.")

    def admin(
        deed: Annotated[str, typer.Argument(metavar="DEED", help=deed_help)],
        whom: Annotated[str, typer.Argument(metavar="ID", help=whom_help)] = "",
        reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help=reason_help)] = "",
        entry: Annotated[str, typer.Option("--entry", metavar="N", help=entry_help)] = "",
        out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=out_help)] = None,
        db: Annotated[str, db_option(say)] = "",
    ) -> None:
        order = _order(say, deed, whom, reason, entry)
        if deed == "export" and (out is None or out.exists()):
            raise Mistake(say._("Name a file that does not exist yet with --out."))
        _show(say, deed, whom, _given(say, place_of(say, db), order), out)

    app.command(
        "admin", help=say._("End, repair or take back a table; export or delete a person’s data.")
    )(admin)


def _order(say: PlatformWords, deed: str, whom: str, reason: str, entry: str) -> "Order":
    from ratskeller.server.admin import Delete, End, Export, ListTables, Repair, TakeBack

    if deed not in DEEDS:
        raise Mistake(
            say._("“{deed}” cannot be done. Choose {deeds}.", deed=deed, deeds=say.either(DEEDS))
        )
    if deed == "tables":
        return ListTables()
    if not whom:
        raise Mistake(say._("Whom or what? “ratskeller admin tables” lists tables and guests."))
    if deed in ("export", "delete"):
        guest = _number(say, whom)
        return Export(guest) if deed == "export" else Delete(guest, reason, say.language)
    if deed == "back":
        return TakeBack(whom, _number(say, entry), reason)
    return End(whom, reason) if deed == "end" else Repair(whom, reason)


def _number(say: PlatformWords, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Mistake(say._("“{text}” is not a number.", text=text))
    return int(text)


def _given(say: PlatformWords, db: "Address", order: "Order") -> "Done":
    import asyncio

    from ratskeller.server.orders import give
    from ratskeller.server.places import StoreUnusable
    from ratskeller.server.serve import why_unusable

    try:
        return asyncio.run(give(db, order))
    except StoreUnusable as no:
        raise Mistake(why_unusable(no, say.language)) from None


def _show(say: PlatformWords, deed: str, whom: str, done: "Done", out: Path | None) -> None:
    if done.refused:
        raise Mistake(_why_not(say, whom, done))
    for table in done.tables:
        print(_line(say, table))
    match deed:
        case "tables" if not done.tables:
            print(say._("There are no tables."))
        case "end":
            print(say._("The match at {table} has been stopped.", table=whom))
        case "back":
            print(say._("{table} goes on after entry {entry}.", table=whom, entry=done.entry))
        case "repair":
            print(say._("{table} is repaired.", table=whom))
        case "export":
            assert out is not None
            write_atomically(out, done.content.encode(), PRIVATE)
            print(
                say.ngettext(
                    "One match is in {file}.",
                    "{count} matches are in {file}.",
                    done.matches,
                    file=str(out),
                )
            )
        case "delete":
            print(
                say.ngettext(
                    "The guest is forgotten; a pseudonym is left in one match.",
                    "The guest is forgotten; a pseudonym is left in {count} matches.",
                    done.matches,
                )
            )


def _line(say: PlatformWords, table: "TableLine") -> str:
    names = [
        f"{one.name} ({one.guest if one.guest is not None else one.bot or '-'})"
        for one in table.sitters
    ]
    state = say._("over") if table.over else say._("running") if table.entries else say._("waiting")
    return f"{table.id}  {table.game}  {state}  {table.entries}  {', '.join(names)}"


def _why_not(say: PlatformWords, whom: str, done: "Done") -> str:
    _ = say.gettext
    return {
        "no_reason": _("Say why with --reason: it is kept, and people at the table read it."),
        "unknown_table": _("There is no table {table}.", table=whom),
        "unknown_guest": _("No guest with the number {guest} has a match.", guest=whom),
        "damaged": _(
            "The log of {table} is damaged. “ratskeller admin repair” may mend it.", table=whom
        ),
        "not_begun": _("The match at {table} has not begun.", table=whom),
        "over": _("The match at {table} is over already.", table=whom),
        "no_entry": _(
            "{table} can be taken back to entries 1 to {last}.", table=whom, last=done.entry
        ),
        "prelude": _(
            "The lesson at {table} begins after entry {entry}. Take it back to a later one.",
            table=whom,
            entry=done.entry,
        ),
        "chance": _(
            "After that entry chance is to draw. Take {table} back to entry {entry}, after which "
            "somebody is asked.",
            table=whom,
            entry=done.entry,
        ),
        "nothing_wrong": _("Nothing is wrong with {table}.", table=whom),
        "beyond_repair": _(
            "What stands in {table} after entry {entry} cannot be played. Take it back to there.",
            table=whom,
            entry=done.entry,
        ),
        "newer_rules": _("The match at {table} is played by newer rules.", table=whom),
    }[done.refused]
