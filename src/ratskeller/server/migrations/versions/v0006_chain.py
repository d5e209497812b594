"""Entries carry a hash of all that stands before them, and a table the last one. Old logs get theirs."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from alembic import op

from ratskeller.core.match import Header
from ratskeller.server.chain import heading_of, link

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ENTRIES = sa.table(
    "entries",
    sa.column("table_id", sa.String),
    sa.column("number", sa.Integer),
    sa.column("entry", sa.Text),
    sa.column("chain", sa.String),
)
_TABLES = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("header", sa.Text),
    sa.column("chain", sa.String),
)
_STAYS = """
CREATE TRIGGER entries_UPDATE BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed or removed'); END
"""


def upgrade() -> None:
    for table in ("entries", "tables"):
        column = sa.Column("chain", sa.String(64), nullable=False, server_default="")
        op.add_column(table, column)
    sqlite = op.get_bind().dialect.name == "sqlite"
    if sqlite:
        op.execute("DROP TRIGGER entries_UPDATE")
    _chain_old_logs(op.get_bind())
    if sqlite:
        op.execute(_STAYS)


def _chain_old_logs(connection: sa.Connection) -> None:
    """One table at a time; one whose heading cannot be read stays without, as damaged as it was."""
    begun = sa.select(_TABLES.c.id).where(_TABLES.c.header != "")
    for table_id in connection.execute(begun).scalars().all():
        with_id = _TABLES.c.id == table_id
        text = connection.execute(sa.select(_TABLES.c.header).where(with_id)).scalar_one()
        try:
            heading = heading_of(msgspec.json.decode(text, type=Header))
        except msgspec.MsgspecError:
            continue
        of_table = _ENTRIES.c.table_id == table_id
        chain = heading
        in_order = sa.select(_ENTRIES.c.number, _ENTRIES.c.entry).where(of_table)
        for number, line in connection.execute(in_order.order_by(_ENTRIES.c.number)).all():
            chain = link(chain, line)
            with_number = sa.and_(of_table, _ENTRIES.c.number == number)
            connection.execute(_ENTRIES.update().where(with_number).values(chain=chain))
        if chain != heading:
            connection.execute(_TABLES.update().where(with_id).values(chain=chain))
