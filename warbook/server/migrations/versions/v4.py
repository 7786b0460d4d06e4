"""Several servers may serve a database: each says where it is reached, and every battle is held by one."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "4", "3"


def upgrade() -> None:
    op.create_table(
        "held",
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("owner", sa.String(40), nullable=False),
    )
    if "address" not in {column["name"] for column in sa.inspect(op.get_bind()).get_columns("owners")}:
        op.add_column("owners", sa.Column("address", sa.String(200)))
