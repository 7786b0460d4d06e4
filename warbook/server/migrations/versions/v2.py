"""Battles have checkpoints, so that they need not be played again from their beginning. Those of before get
theirs as they go on."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "2", "1"


def upgrade() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("cursor", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("seal", sa.String(80), nullable=False),
    )
