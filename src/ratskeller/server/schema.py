"""The store's tables as SQLAlchemy knows them, and their rows as structs.

`migrations/` brings a file to this form; a test compares the two.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from ratskeller.server.chain import EntryRow

METADATA = sa.MetaData()

guests = sa.Table(
    "guests",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)

tables = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("host", sa.Integer, sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("seating", sa.String(8), nullable=False),
    sa.Column("start", sa.Integer, nullable=False),
    sa.Column("invitation", sa.String(16), nullable=False, unique=True),
    sa.Column("locked", sa.Boolean, nullable=False),
    sa.Column("cover_after", sa.Integer, nullable=False),
    sa.Column("confirm", sa.Boolean, nullable=True),
    sa.Column("chat", sa.Boolean, nullable=False),
    sa.Column("next", sa.String(24), nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("draft", sa.Text, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("turn", sa.Integer, nullable=True),
    sa.Column("result", sa.Text, nullable=False, server_default=""),
    sa.Column("ended", sa.Float, nullable=False, server_default="0"),
    sa.Column("chain", sa.String(64), nullable=False, server_default=""),
    sa.Column("lesson", sa.String(40), nullable=False, server_default=""),
    sa.Column("changes", sa.Integer, nullable=False, server_default="0"),
    sa.Index("tables_of_host", "host"),
)

players = sa.Table(
    "players",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("guest", sa.Integer, sa.ForeignKey("guests.id"), nullable=True),
    sa.Column("nonce", sa.String(32), nullable=False),
    sa.Column("stops", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("owner", sa.Integer, nullable=True),
    sa.Column("look", sa.Integer, nullable=True),
    sa.Index("players_of_guest", "guest"),
    sa.Index("players_of_owner", "owner"),
)

entries = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("chain", sa.String(64), nullable=False, server_default=""),
)

chat = sa.Table(
    "chat",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("player", sa.Integer, nullable=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("notice", sa.String(24), nullable=False),
)

requests = sa.Table(
    "requests",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("guest", sa.Integer, primary_key=True),
    sa.Column("request", sa.String(64), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),
)

codes = sa.Table(
    "codes",
    METADATA,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("player", sa.Integer, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
    sa.Column("lends", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("codes_of_table", "table_id"),
)

lives = sa.Table("lives", METADATA, sa.Column("number", sa.Integer, primary_key=True))
"""One row: how often a house has been opened with this file."""

deeds = sa.Table(
    "deeds",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("deed", sa.String(16), nullable=False),
    sa.Column("table_id", sa.String(24), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("kept", sa.Text, nullable=False),
)
"""What whoever keeps the house did (`server.admin`)."""

present = sa.Table(
    "present",
    METADATA,
    sa.Column("life", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("guest", sa.Integer, primary_key=True, autoincrement=False),
    sa.Index("present_at_table", "table_id"),
)
"""Who is at which table, by the life of the process that their line leads to (shared stores only)."""

lookbacks = sa.Table(
    "lookbacks",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.Integer, sa.ForeignKey("guests.id"), nullable=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("chain", sa.String(64), nullable=False),
    sa.Column("analysis", sa.Text, nullable=False),
    sa.Index("lookbacks_of_guest", "guest"),
)
"""What the coach found for whoever had a seat, in the log that ends with this hash."""

solved = sa.Table(
    "solved",
    METADATA,
    sa.Column(
        "guest", sa.Integer, sa.ForeignKey("guests.id"), primary_key=True, autoincrement=False
    ),
    sa.Column("puzzle", sa.String(64), primary_key=True),
    sa.Column("time", sa.Float, nullable=False),
)
"""The puzzles that somebody has solved."""

OPEN = "open"  # waits for somebody with the invitation
PERSON = "person"
BOT = "bot"


class TableRow(Struct, kw_only=True):
    """What is kept of a table besides its log."""

    id: str
    game: str
    options: str  # JSON
    created: float
    host: int  # a guest
    seed: str
    invitation: str
    seating: str = "drawn"
    start: int = 0
    locked: bool = False
    cover_after: int = 120
    confirm: bool | None = None
    chat: bool = True
    next: str = ""  # the rematch
    header: str = ""  # JSON, once the match has begun
    draft: str = ""  # JSON: the actions that the mover has chosen but not committed
    over: bool = False
    turn: int | None = None  # the player who is asked; None: nobody, or nobody has looked yet
    result: str = ""  # JSON (`server.results.Finish`), once the match is over
    ended: float = 0.0
    chain: str = ""  # the hash of the last entry (`server.chain`)
    lesson: str = ""  # the one that is given here
    changes: int = 0  # so often it was changed: who knows of fewer was overtaken


class PlayerRow(Struct, kw_only=True):
    """Who came, in the order of arrival. A person without a nonce has not sat down yet."""

    table_id: str
    number: int
    kind: str
    name: str = ""
    bot: str = ""
    guest: int | None = None
    nonce: str = ""
    stops: bool = False  # would abandon the match
    owner: int | None = (
        None  # the guest who gets the seat back, where the host gave it anew (TB-32)
    )

    look: int | None = None  # the house, colour or nest that was chosen (TB-38)

    @property
    def ready(self) -> bool:
        return self.kind != OPEN and bool(self.nonce)


class Kept(Struct, frozen=True):
    """All that is kept of a table at one moment."""

    row: TableRow
    players: list[PlayerRow]
    entries: list[EntryRow]
    chat: list[ChatRow]
    requests: dict[tuple[int, str], str]  # the digest of what was done under each id of a guest


class News(NamedTuple):
    """What another process may have changed about a table."""

    changes: int = 0
    elsewhere: frozenset[int] = frozenset()  # guests who are there by another process


class MatchRow(Struct, kw_only=True):
    """A match in somebody's list: what the row of its table says, and who plays."""

    id: str
    game: str
    created: float
    ended: float
    over: bool
    begun: bool
    turn: int | None
    result: str
    lesson: str  # it counts for no record
    seats: str  # JSON: a list of `SeatRow`


class KeptTable(Struct, kw_only=True):
    """A table in the list of whoever keeps the house."""

    id: str
    game: str
    created: float
    over: bool
    entries: int


class SeatRow(Struct, frozen=True, array_like=True):
    """A player of a match in somebody's list."""

    number: int
    kind: str
    name: str
    bot: str
    mine: bool
    lent: bool  # though somebody else has the seat meanwhile (TB-32)


class Pseudonym(Struct, frozen=True):
    """What a player is called from now on."""

    table_id: str
    player: int
    was: str
    name: str
    silent: bool  # what was said by the old name is nobody else's


class ChatRow(Struct, kw_only=True):
    """Something said, or a notice of the table about the player called `name`."""

    table_id: str
    number: int
    time: float
    player: int | None
    name: str
    text: str
    notice: str = ""


class DeedRow(Struct, kw_only=True):
    """Something that whoever keeps the house did."""

    time: float
    deed: str
    table_id: str = ""
    reason: str = ""
    kept: str = ""  # JSON: what the deed took out of the store


class LookbackRow(Struct, kw_only=True):
    """What the coach found in a match from one seat."""

    table_id: str
    seat: int
    guest: int | None  # whose seat it is; None: a bot's
    version: int  # of the findings (`coach.findings`)
    chain: str  # of the last entry of the log that was looked at
    analysis: str  # JSON


class SolvedRow(Struct, kw_only=True):
    """A puzzle that somebody has solved."""

    guest: int
    puzzle: str
    time: float


class LookedBackRow(Struct, kw_only=True):
    """A look back with the game it is of."""

    game: str
    analysis: str  # JSON


class CodeRow(Struct, kw_only=True):
    """A one-time code that moves a seat."""

    code_hash: str
    table_id: str
    player: int
    expires: float
    lends: bool = False  # the host has made it, not the person of the seat
