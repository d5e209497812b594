"""What a player has chosen before the match: a house, a colour or a nest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("look", sa.Integer, nullable=True))
