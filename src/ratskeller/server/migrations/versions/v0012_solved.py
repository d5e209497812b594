"""Which puzzles somebody has solved is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "solved",
        sa.Column(
            "guest",
            sa.Integer,
            sa.ForeignKey("guests.id"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("puzzle", sa.String(64), primary_key=True),
        sa.Column("time", sa.Float, nullable=False),
    )
