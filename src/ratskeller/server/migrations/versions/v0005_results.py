"""How a match stands and how it ended is kept with its table, so that lists need not play it again.

Results of matches that ended before are filled in when their tables are opened next.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_LAST_TIME = """
UPDATE tables SET ended = coalesce(
    (SELECT json_extract(entry, '$.time') FROM entries WHERE table_id = tables.id
     ORDER BY number DESC LIMIT 1), created)
WHERE over
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("turn", sa.Integer, nullable=True))
    op.add_column("tables", sa.Column("result", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("ended", sa.Float, nullable=False, server_default="0"))
    op.create_index("tables_of_host", "tables", ["host"])
    op.create_index("players_of_owner", "players", ["owner"])
    op.create_index("codes_of_table", "codes", ["table_id"])
    if op.get_bind().dialect.name == "sqlite":  # no other has tables from before
        op.execute(_LAST_TIME)
