"""A seat that the host gave anew goes back to its person: whose it is, and which codes lend."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("owner", sa.Integer, nullable=True))
    lends = sa.Column("lends", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("codes", lends)
