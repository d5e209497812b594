"""What the coach found in a match is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lookbacks",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.Integer, sa.ForeignKey("guests.id"), nullable=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("chain", sa.String(64), nullable=False),
        sa.Column("analysis", sa.Text, nullable=False),
    )
    op.create_index("lookbacks_of_guest", "lookbacks", ["guest"])
