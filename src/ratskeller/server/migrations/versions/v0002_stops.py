"""Who would abandon the match is kept: a restart takes nobody's word back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    stops = sa.Column("stops", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("players", stops)
