"""The lives of the house are counted: versions of sockets rise from one to the next, whatever the clock does."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table("lives", sa.Column("number", sa.Integer, primary_key=True))
