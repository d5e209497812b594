# No postponed annotations here: Typer reads them, and they hold the help in the person's language.
# ruff: noqa: PLC0415  each command imports only what it needs
"""The commands of the table in the browser: `serve` and `join`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ratskeller.cli.mistakes import Mistake
from ratskeller.words.platform_words import PlatformWords, platform_words

if TYPE_CHECKING:
    from ratskeller.server.places import Address

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  a word in the help
PORT: Final = 1284
"""The year the Piper came."""


def register(app: typer.Typer, say: PlatformWords | None = None) -> None:
    """Add the commands, with help in the language of `say`."""
    words = say or platform_words("en")
    _add_serve(app, words)
    _add_join(app, words)


def _add_serve(app: typer.Typer, say: PlatformWords) -> None:
    host_help = say._(
        "Address to listen at; {everywhere} lets the home network in.", everywhere=EVERYWHERE
    )
    port_help = say._("Port to listen at.")
    db_help = say._("File that keeps the tables.")
    browser_help = say._("Do not open the browser.")
    bot_help = say._(
        "A bot of your own for the tables, {address} or {named}; may be repeated.",
        address="module:Class",
        named="name=module:Class",
    )

    proxy_help = say._(
        "Address or network of a proxy in front of the house, which says where requests come from; "
        "may be repeated."
    )
    watch_help = say._(
        "Port, or address and port, where /healthz, /readyz and /metrics answer; players must not "
        "reach it."
    )
    log_help = say._("How the log is written: {forms}.", forms=say.either(["text", "json"]))
    name_help = say._("Name under which people reach the house; may be repeated.")

    def serve(
        host: Annotated[str, typer.Option("--host", metavar="HOST", help=host_help)] = "127.0.0.1",
        port: Annotated[str, typer.Option("--port", metavar="PORT", help=port_help)] = str(PORT),
        db: Annotated[str, typer.Option("--db", metavar="FILE", help=db_help)] = "",
        bot: Annotated[
            list[str] | None, typer.Option("--bot", metavar="BOT", help=bot_help)
        ] = None,
        proxy: Annotated[
            list[str] | None, typer.Option("--proxy", metavar="ADDRESS", help=proxy_help)
        ] = None,
        host_name: Annotated[
            list[str] | None, typer.Option("--host-name", metavar="NAME", help=name_help)
        ] = None,
        watch: Annotated[str, typer.Option("--watch", metavar="PORT", help=watch_help)] = "",
        log: Annotated[str, typer.Option("--log", metavar="FORM", help=log_help)] = "text",
        no_browser: Annotated[bool, typer.Option("--no-browser", help=browser_help)] = False,  # noqa: FBT002
    ) -> None:
        from ratskeller.cli.choices import check_own_bot
        from ratskeller.server.logs import FORMATS
        from ratskeller.server.places import StoreUnusable
        from ratskeller.server.serve import PortTaken, why_unusable
        from ratskeller.server.serve import serve as serve_tables

        if log not in FORMATS:
            raise Mistake(
                say._(
                    "“{text}” is no form of a log: {example}.",
                    text=log,
                    example=say.either(FORMATS),
                )
            )
        for one in bot or []:
            check_own_bot(say, one)
        try:
            serve_tables(
                host,
                _port(say, port),
                file_of(say, db) if db else None,
                open_browser=not no_browser,
                language=say.language,
                proxies=[_proxy_of(say, one) for one in proxy or []],
                hosts=[_name_of(say, one) for one in host_name or []],
                watch=_watch_of(say, watch),
                log=log,
            )
        except PortTaken as error:
            raise Mistake(str(error)) from None
        except StoreUnusable as no:
            raise Mistake(why_unusable(no, say.language)) from None

    app.command("serve", help=say._("Lay the table in the browser."))(serve)


def _port(say: PlatformWords, text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) > 65535:
        raise Mistake(say._("“{text}” is not a port: a number up to 65535.", text=text))
    return int(text)


def _watch_of(say: PlatformWords, text: str) -> tuple[str, int] | None:
    """Where the house is watched: on this machine, if nobody says otherwise."""
    if not text:
        return None
    host, _, port = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", _port(say, port)


def _proxy_of(say: PlatformWords, text: str) -> str:
    import ipaddress

    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        raise Mistake(
            say._(
                "“{text}” is not the address of a proxy: {example}.",
                text=text,
                example=say.either(["127.0.0.1", "10.0.0.0/8"]),
            )
        ) from None


def _name_of(say: PlatformWords, text: str) -> str:
    from ratskeller.server.security import host_of

    if not text or host_of(text) != text.lower() or "/" in text:
        raise Mistake(
            say._("“{text}” is not a name: {example}.", text=text, example="rats.example.org")
        )
    return text


def file_of(say: PlatformWords, db: str) -> "Address":
    """Where the tables are: a path, or an address as other programs have it."""
    from ratskeller.server.postgres import SCHEME

    if db.startswith(SCHEME):
        return db
    path = db.removeprefix("sqlite:///")
    if "://" in path or path.startswith("sqlite:") or not path:
        raise Mistake(
            say._(
                "“{text}” is no file of tables: name a path, or {example}.",
                text=db,
                example=say.either(["sqlite:///tables.db", f"{SCHEME}house/tables"]),
            )
        )
    return Path(path)


def _add_join(app: typer.Typer, say: PlatformWords) -> None:
    url_help = say._("The invitation: the link that a friend would get.")
    bot_help = say._("Level of the bot: a bot, a level of the game, or a recipe.")
    name_help = say._("Its name at the table.")

    def join(
        url: Annotated[str, typer.Argument(metavar="URL", help=url_help)],
        bot: Annotated[str, typer.Option("--bot", metavar="LEVEL", help=bot_help)] = "greedy",
        name: Annotated[str, typer.Option("--name", metavar="NAME", help=name_help)] = "",
    ) -> None:
        import httpx

        from ratskeller.bots.recipes import ADDRESS
        from ratskeller.cli.choices import check_own_bot
        from ratskeller.server.robot import CannotJoin, UnknownLevel
        from ratskeller.server.robot import join as join_table

        if not url.startswith(("http://", "https://")):
            raise Mistake(say._("“{url}” is not the link of an invitation.", url=url))
        if address := ADDRESS.match(bot):
            check_own_bot(say, address[0])
        try:
            print(join_table(url, bot, name, say.language))
        except CannotJoin as error:
            raise Mistake(str(error)) from None
        except UnknownLevel:
            raise Mistake(say._("The game at this table has no bot “{bot}”.", bot=bot)) from None
        except (httpx.HTTPError, OSError):
            raise Mistake(say._("Nobody answers at {url}.", url=url)) from None

    app.command("join", help=say._("Let a bot sit down at a table, by its link."))(join)
