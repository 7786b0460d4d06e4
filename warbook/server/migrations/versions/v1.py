"""The schema before schemas were numbered. Databases of that time are adopted: what they have stays, and what
the older of them lack is made."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "1", None


def upgrade() -> None:
    op.create_table(
        "battles",
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("shares", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.String(80)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("tape", sa.LargeBinary, nullable=False),
        sa.Column("unopened", sa.LargeBinary, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("winner", sa.String(80)),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "steps",
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("tape", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.String(80), nullable=False),
        sa.Column("told", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "seats",
        sa.Column("seat", sa.String(60), primary_key=True),
        sa.Column("battle", sa.String(40), nullable=False),
        sa.Column("side", sa.String(80), nullable=False),
        if_not_exists=True,
    )
    op.create_index("seats_of_battle", "seats", ["battle"], if_not_exists=True)
    op.create_table(
        "people",
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("side", sa.String(80), primary_key=True),
        sa.Column("person", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "talk",
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("line", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "choosing",
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("wanted", sa.LargeBinary, nullable=False),
        sa.Column("offers", sa.LargeBinary, nullable=False),
        if_not_exists=True,
    )
