"""The limits as whoever runs a server sets them, in a file: `warbook serve --limits FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import asdict

from warbook.core.datafile import read_toml
from warbook.server import limits

Rate: TypeAlias = tuple[Annotated[float, Meta(ge=1)], Annotated[float, Meta(gt=0)]]  # at once; a second
Count: TypeAlias = Annotated[int, Meta(ge=1)]
Days: TypeAlias = Annotated[float, Meta(ge=0)]
Seconds: TypeAlias = Annotated[float, Meta(gt=0)]


class Caps(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Each is the limit of that name (`limits.py`); what the file leaves out stays as it is."""

    battle_work: Rate = limits.BATTLE_WORK
    visitor_work: Rate = limits.VISITOR_WORK
    address_work: Rate = limits.ADDRESS_WORK
    errands: Rate = limits.ERRANDS
    requests: Rate = limits.REQUESTS
    look_ups: Rate = limits.LOOK_UPS
    battles_made: Rate = limits.BATTLES_MADE
    messages: Rate = limits.MESSAGES
    lines: Rate = limits.LINES
    manners: Rate = limits.MANNERS
    open: Count = limits.OPEN
    at_one_seat: Count = limits.AT_ONE_SEAT
    watching: Count = limits.WATCHING
    thinking: Seconds = limits.THINKING
    away: Seconds = limits.AWAY
    silent: Seconds = limits.SILENT
    archive_after: Days = limits.ARCHIVE_AFTER
    remove_after: Days = limits.REMOVE_AFTER


def use(file: Path) -> None:
    for name, value in asdict(read_toml(file, Caps)).items():
        setattr(limits, name.upper(), value)
