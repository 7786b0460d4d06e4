"""What was to be seen of a battle is kept beside its states, for later versions of its book that cannot read
those."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "6", "5"


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("picture", sa.LargeBinary, nullable=False),
    )
