"""Several processes may serve the tables of one database: changes of a table are counted, and who is where is known to all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_STAYS = """
CREATE FUNCTION entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'entries are never changed or removed'; END $$
"""
_GUARD = """
CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entries
FOR EACH ROW EXECUTE FUNCTION entries_stay()
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "present",
        sa.Column("life", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("present_at_table", "present", ["table_id"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_STAYS)
        op.execute(_GUARD)
