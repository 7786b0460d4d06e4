"""What a book calls the rolls that it shares with others."""

from __future__ import annotations

from msgspec import Struct


class Called(Struct, frozen=True, kw_only=True, eq=False):
    """The rule of each roll, for the log. A book has one and no other is equal to it, so it is cheap to look
    odds up by."""

    to_hit: str
    second_die: str  # after a 6, where 7 to 9 are needed
    dodge: str = ""
    sustained: str
    ammo: str
    explodes: str  # the second die of an ammo roll that showed a 1
    wound: str
    save: str
    damage: str
    injury: str
    recovery: str
    attack_dice: str
    scatter: str
    unreliable: str  # the chart of unreliable explosives
    caught: str  # partly under a template
