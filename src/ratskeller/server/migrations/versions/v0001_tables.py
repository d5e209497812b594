"""The first tables: guests, tables, players, entries, chat, requests, codes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# What is written into the log stays there: the database itself refuses to change it.
_STAYS = """
CREATE TRIGGER entries_{what} BEFORE {what} ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed or removed'); END
"""


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
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
    )
    op.create_table(
        "players",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("guest", sa.Integer, sa.ForeignKey("guests.id"), nullable=True),
        sa.Column("nonce", sa.String(32), nullable=False),
    )
    op.create_index("players_of_guest", "players", ["guest"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Text, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("player", sa.Integer, nullable=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("notice", sa.String(24), nullable=False),
    )
    op.create_table(
        "requests",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.Integer, primary_key=True),
        sa.Column("request", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        for what in ("UPDATE", "DELETE"):
            op.execute(_STAYS.format(what=what))
