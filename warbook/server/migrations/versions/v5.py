"""An invitation is no seat before somebody takes it; people may have a name with a passphrase, and their
battles by it. Seats of before stay seats: whoever has their link sits there."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "5", "4"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("invitation", sa.String(60), primary_key=True),
        sa.Column("battle", sa.String(40), nullable=False),
        sa.Column("side", sa.String(80), nullable=False),
        sa.Column("taken", sa.String(60)),
    )
    op.create_index("invitations_of_battle", "invitations", ["battle"])
    op.create_table(
        "names",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("called", sa.String(80), nullable=False),
        sa.Column("passphrase", sa.String(200), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("device", sa.String(60), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("used", sa.Double, nullable=False),
    )
    op.create_index("devices_of_name", "devices", ["name"])
    op.create_table(
        "belongings",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("battle", sa.String(40), primary_key=True),
        sa.Column("side", sa.String(80), primary_key=True),
    )
    op.create_index("belongings_of_battle", "belongings", ["battle"])
