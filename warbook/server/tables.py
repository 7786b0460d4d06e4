"""What a database has room for, by the latest schema: see `schema.py`."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

tables = MetaData()

battles = Table(
    "battles",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("head", LargeBinary, nullable=False),  # what never changes, as JSON
    Column("shares", LargeBinary, nullable=False),
    Column("seed", String(80)),
    Column("version", Integer, nullable=False),
    Column("at", Integer, nullable=False),
    Column("tape", LargeBinary, nullable=False),
    Column("unopened", LargeBinary, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("winner", String(80)),
    Column("made", Double, nullable=False),
    Column("touched", Double, nullable=False),
)
steps = Table(
    "steps",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("tape", LargeBinary, nullable=False),
    Column("hash", String(80), nullable=False),
    Column("told", LargeBinary, nullable=False),
)
checkpoints = Table(
    "checkpoints",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("step", Integer, primary_key=True),  # after so many
    Column("cursor", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("seal", String(80), nullable=False),
)
pictures = Table(
    "pictures",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("step", Integer, primary_key=True),  # after so many
    Column("picture", LargeBinary, nullable=False),  # see `referee/pictures.py`
)
seats = Table(
    "seats",
    tables,
    Column("seat", String(60), primary_key=True),  # of its secret only the hash
    Column("battle", String(40), nullable=False),
    Column("side", String(80), nullable=False),  # empty: only watches
    Column("link", String(60)),  # of those who watch: everybody at the table is told it
    Index("seats_of_battle", "battle"),
)
invitations = Table(
    "invitations",
    tables,
    Column("invitation", String(60), primary_key=True),  # of its secret only the hash
    Column("battle", String(40), nullable=False),
    Column("side", String(80), nullable=False),
    Column("taken", String(60)),  # the seat that it became
    Index("invitations_of_battle", "battle"),
)
people = Table(
    "people",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("side", String(80), primary_key=True),
    Column("person", LargeBinary, nullable=False),  # as JSON
)
talk = Table(
    "talk",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),  # as JSON
)
choosing = Table(
    "choosing",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("wanted", LargeBinary, nullable=False),  # what battle is wanted, as JSON
    Column("offers", LargeBinary, nullable=False),  # the forces that each side may still choose, as JSON
)
held = Table(
    "held",
    tables,
    Column("battle", String(40), primary_key=True),
    Column("owner", String(40), nullable=False),  # the key of the server that holds it: see `ownership.py`
)
names = Table(
    "names",
    tables,
    Column("name", String(200), primary_key=True),  # as it is looked up: what looks the same is the same
    Column("called", String(80), nullable=False),
    Column("passphrase", String(200), nullable=False),  # hashed, with how
    Column("made", Double, nullable=False),
)
devices = Table(
    "devices",
    tables,
    Column("device", String(60), primary_key=True),  # of its secret only the hash
    Column("name", String(200), nullable=False),
    Column("used", Double, nullable=False),
    Index("devices_of_name", "name"),
)
belongings = Table(
    "belongings",
    tables,
    Column("name", String(200), primary_key=True),
    Column("battle", String(40), primary_key=True),
    Column("side", String(80), primary_key=True),  # empty: only watches
    Index("belongings_of_battle", "battle"),
)
