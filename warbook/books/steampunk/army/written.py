"""The army lists as they are written in data/*.toml; data.py reads them into what the rules use.

- Four values in a row are the four angles: front, front side, back side, back (spf.angles.four-values); what
  the list prints as one value is written four times (spf.angles.undivided). `arc` says where a weapon may
  fire, `shots` how many fixed guns fire there, each side counting separately.
- `movement` and `gunnery` list, for each speed, the orders a unit may be given, and `any` those for every
  speed; a list for still, slow or fast also serves the flying speed of that name if that has none of its own.
- `default` is the order, per speed, for illegal orders and while shaken; `shaken` what a shaken unit does.
- `damage` has lines from .. to (no `to`: and above); `do` is all that the line does.
- `slots` is how many of each a model has or a piece of equipment takes; -1 is any number. `needs` is a list
  of groups: a model must have a type of every group. `per` says whether the price equips the unit or a model.
- A model's `equipment` is issued: free, and given up for what is bought for the same slots.
- In `assault` of equipment, `add_dice` and `add_deflection` add, abilities join, other fields replace.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from warbook.books.steampunk.army.notation import Speed
from warbook.core.drafting import Title, Words

Angles: TypeAlias = tuple[int, int, int, int]
Arc: TypeAlias = tuple[bool, bool, bool, bool]
Size: TypeAlias = Literal["tiny", "small", "medium", "large", "huge"]
DamageType: TypeAlias = Literal["psychic", "crew", "fire"]
Origin: TypeAlias = Literal["list", "ours"]
Game: TypeAlias = Literal["tank", "infantry", "standard", "asymmetric"]
Side: TypeAlias = Literal["", "industrial", "men", "mixed"]
Bought: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=150)]  # more than any purse pays for
Moves: TypeAlias = dict[Speed, tuple[tuple[str, ...], ...]]
Shots: TypeAlias = dict[Speed | Literal["any"], tuple[tuple[str, ...], ...]]


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Industry, manpower, craft points and experience (spf.army.currencies)."""

    ip: int = 0
    mp: int = 0
    cp: int = 0
    xp: int = 0

    def __add__(self, other: Points) -> Points:
        return Points(self.ip + other.ip, self.mp + other.mp, self.cp + other.cp, self.xp + other.xp)

    def __str__(self) -> str:
        parts = ((getattr(self, name), name) for name in self.__struct_fields__)
        return " ".join(f"{number} {name}" for number, name in parts if number) or "nothing"

    @property
    def value(self) -> int:
        """In victory points as an own unit that remains (spf.victory.points, ruling V9)."""
        return 3 * self.ip + self.mp + self.cp + self.xp


class Nation(Struct, frozen=True, forbid_unknown_fields=True):
    """A nation and its place in the three rankings (ruling O10)."""

    id: str
    name: str
    choice_rank: int
    melee_rank: int
    tie_rank: int


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An ability or an effect: its rule, what it says, the kinds of its arguments and their names in it."""

    id: str
    says: str
    rule: str = ""
    args: tuple[str, ...] = ()
    called: str = field(default="", name="as")


class NationsFile(Struct, forbid_unknown_fields=True):
    nation: tuple[Nation, ...]


class AbilitiesFile(Struct, forbid_unknown_fields=True):
    ability: tuple[Entry, ...]


class EffectsFile(Struct, forbid_unknown_fields=True):
    effect: tuple[Entry, ...]


class WrittenRow(Struct, forbid_unknown_fields=True):
    low: int = field(name="from")
    do: tuple[str, ...]
    to: int | None = None


class WrittenDamage(Struct, forbid_unknown_fields=True):
    regular: tuple[WrittenRow, ...]
    psychic: tuple[WrittenRow, ...] = ()
    crew: tuple[WrittenRow, ...] = ()
    critical: tuple[WrittenRow, ...] = ()
    crew_members: tuple[WrittenRow, ...] = ()


class WrittenShaken(Struct, forbid_unknown_fields=True):
    speed: Speed
    order: tuple[str, ...]
    gunnery: bool = True
    psychic_as_crew: bool = False
    chases: Literal["enemy", "anyone"] = "enemy"


class WrittenUnit(Struct, forbid_unknown_fields=True):
    id: str
    name: str
    size: Size
    models: tuple[str, ...]
    cost: Points
    armor: Angles
    damage: WrittenDamage
    abilities: tuple[str, ...] = ()
    movement: Moves = {}
    default: dict[Speed, tuple[str, ...]] = {}
    gunnery: Shots = {}
    shaken: WrittenShaken | None = None


class WrittenHarm(Struct, forbid_unknown_fields=True):
    type: DamageType
    roll: str
    when: Literal["hit", "penetrated"] = "hit"


class WrittenWeapon(Struct, forbid_unknown_fields=True):
    range: int | str
    ap: int
    arc: Arc | None = None
    shots: Angles | None = None
    damage: str = ""
    on_penetration: int = 0
    also: tuple[WrittenHarm, ...] = ()
    abilities: tuple[str, ...] = ()


class WrittenAssault(Struct, forbid_unknown_fields=True):
    dice: Angles
    hit: int
    deflection: Angles
    ap: int
    deflect: int = 0
    damage: str = ""
    front_damage: str = ""
    front_ap: int | None = None
    also: tuple[WrittenHarm, ...] = ()
    abilities: tuple[str, ...] = ()


class WrittenAid(Struct, forbid_unknown_fields=True):
    """What a piece of equipment changes about its bearer's assault."""

    add_dice: Angles = (0, 0, 0, 0)
    add_deflection: Angles = (0, 0, 0, 0)
    deflect: int | None = None
    damage: str = ""
    ap: int | None = None
    on_penetration: int | None = None
    also: tuple[WrittenHarm, ...] = ()
    abilities: tuple[str, ...] = ()


class WrittenModel(Struct, forbid_unknown_fields=True):
    id: str
    name: str
    types: tuple[str, ...]
    slots: dict[str, int]
    assault: WrittenAssault
    equipment: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    cost: Points = Points()


class WrittenEquipment(Struct, forbid_unknown_fields=True):
    id: str
    name: str
    cost: Points | None = None
    per: Literal["unit", "model"] = "unit"
    slots: dict[str, int] = {}
    needs: tuple[tuple[str, ...], ...] = ()
    weapon: WrittenWeapon | None = None
    assault: WrittenAid | None = None
    abilities: tuple[str, ...] = ()
    adds_movement: Moves = {}
    adds_gunnery: Shots = {}


class NationFile(Struct, forbid_unknown_fields=True):
    """One nation's list."""

    nation: str
    origin: Origin
    unit: tuple[WrittenUnit, ...]
    model: tuple[WrittenModel, ...]
    equipment: tuple[WrittenEquipment, ...]


class Enlisted(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of an army: which, the models that replace its regular ones, and what is bought for it."""

    unit: str
    replace: Bought = ()
    equip: Bought = ()
    name: Title = ""


class Army(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """An army as somebody composes it. `side` says which purse of the asymmetric game it spends."""

    name: Title
    nation: str
    units: Annotated[tuple[Enlisted, ...], Meta(max_length=100)]  # more than any purse pays for
    game: Game = "standard"
    side: Side = ""
    id: Title = ""
    words: Words = ""
    origin: Origin = "ours"
