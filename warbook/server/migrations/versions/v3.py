"""Of the secret of a seat only its hash is stored; links that are already with people stay good."""

from base64 import urlsafe_b64encode
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision, down_revision = "3", "2"


def upgrade() -> None:
    op.add_column("seats", sa.Column("link", sa.String(60)))
    seats = sa.table("seats", sa.column("seat"), sa.column("side"), sa.column("link"))
    connection = op.get_bind()
    change = (
        sa.update(seats)
        .where(seats.c.seat == sa.bindparam("secret"))
        .values(seat=sa.bindparam("hashed"), link=sa.bindparam("known"))
    )
    rows = [
        {
            "secret": row.seat,
            "hashed": urlsafe_b64encode(sha256(row.seat.encode()).digest()).decode(),
            "known": None if row.side else row.seat,
        }
        for row in connection.execute(sa.select(seats.c.seat, seats.c.side)).all()
    ]
    if rows:
        connection.execute(change, rows)
