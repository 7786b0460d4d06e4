"""The figures of the book in forms that the rules use as they are: weapons, mounts, vehicles, foot units.

data/*.toml writes them field by field; nothing here is a word that a rule would have to read again.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from warbook.core.datafile import Sourced

WeaponType: TypeAlias = Literal[
    "pistol", "rapid_fire", "assault", "heavy", "ordnance", "ordnance_barrage", "template", "melee", "grenade"
]
MountId: TypeAlias = Literal["turret", "hull", "sponson_left", "sponson_right", "pintle", "walker_arm"]
TypeWord: TypeAlias = Literal["tank", "transport", "fast", "skimmer", "walker", "open_topped"]
Facing: TypeAlias = Literal["front", "side", "rear"]
Edge: TypeAlias = Literal["front", "left", "right", "rear"]
Characteristic: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
Save: TypeAlias = Annotated[int, Meta(ge=2, le=7)]  # the lowest D6 that saves; 7 is none
Carried: TypeAlias = Annotated[tuple[str, ...], Meta(max_length=8)]

STRONGEST = 10  # veh.V26
DEFENSIVE = 4  # veh.fire.defensive-weapon: the highest Strength of a Defensive weapon
UNLIMITED = 999  # inches: the range of what has no limit

EDGES: dict[Edge, tuple[int, int]] = {"front": (1, 0), "left": (0, 1), "right": (0, -1), "rear": (-1, 0)}
"""The middle of each edge: shares of half a hull's length (forwards) and of half its width (leftwards)."""


class Faction(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str


# ---------------------------------------------------------------- weapons


class Weapon(Sourced, frozen=True, cache_hash=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon, or one ammunition of a gun that has two."""

    id: str
    name: str
    type: WeaponType
    strength: int = 0
    user_strength: Literal[0, 1, 2] = 0  # so many times the wielder's own, in place of `strength`
    ap: int | None = None  # None is written "-"
    shots: int = 1
    range: int = 0  # 0: it has none
    range_min: int = 0  # of a barrage
    blast: Literal[0, 3, 5] = 0  # diameter of the marker
    template_reach: int = 0  # inches from the muzzle to where the template may begin
    uses: int | None = None  # in a battle; None: any number
    indirect_only: bool = False  # fired as a barrage, never directly
    penetration_dice: Literal[1, 2] = 1  # of a grenade, added together
    twin_linked: bool = False
    melta: bool = False
    lance: bool = False
    rending: bool = False
    gets_hot: bool = False
    ignores_cover: bool = False
    poisoned: int = 0  # the roll that wounds, whatever Strength and Toughness; 0: it is not poisoned
    no_armour_save: bool = False
    initiative_1: bool = False
    pairs_alike: bool = False  # a second attack only with another of its kind

    @property
    def ranged(self) -> bool:
        return self.type not in ("melee", "grenade")

    @property
    def template(self) -> bool:
        return self.type == "template"

    @property
    def ordnance(self) -> bool:
        return self.type in ("ordnance", "ordnance_barrage")

    @property
    def barrage(self) -> bool:
        """May be fired as a barrage."""
        return self.type == "ordnance_barrage"

    @property
    def defensive(self) -> bool:
        """veh.fire.defensive-weapon, veh.V11: on a vehicle."""
        return self.ranged and self.strength <= DEFENSIVE and not self.ordnance

    @property
    def one_handed(self) -> bool:
        """veh.P14."""
        return self.type in ("melee", "pistol")

    def strength_of(self, user: int) -> int:
        """The Strength in the hands of a user of that Strength (veh.V26)."""
        return min(STRONGEST, self.user_strength * user if self.user_strength else self.strength)

    def beats(self, save: int) -> bool:
        """veh.P7: whether there is no armour save of that number against it."""
        return self.no_armour_save or (self.ap is not None and self.ap <= save)


class RuleWord(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a field of a weapon or of a vehicle means, as people read it."""

    id: str
    name: str
    means: str


class Mount(Sourced, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a gun sits and how far it turns (veh.V86). `at` is in shares of half the hull's length (forwards)
    and half its width (leftwards), `up` of the vehicle's height."""

    id: MountId
    name: str
    arc_degrees: int  # in all; 360 is all round
    centre_degrees: int  # from the front, counter-clockwise
    at: tuple[float, float]
    up: float

    def arc(self, hull_arc: int) -> int:
        """How wide the arc is in degrees, with the switch of veh.V14."""
        return hull_arc if self.id == "hull" else self.arc_degrees


# ---------------------------------------------------------------- vehicles


class ArmourValues(Struct, frozen=True, forbid_unknown_fields=True):
    front: int
    side: int
    rear: int

    def of(self, facing: Facing) -> int:
        return self.front if facing == "front" else self.side if facing == "side" else self.rear


class WalkerProfile(Struct, frozen=True, forbid_unknown_fields=True):
    ws: int
    s: int
    i: int
    a: int


class Gun(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """A gun of a vehicle; several weapons are its ammunitions, of which one is fired (veh.V94)."""

    weapons: tuple[str, ...]
    mount: MountId


class VehicleType(Sourced, frozen=True, cache_hash=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle. An open-topped transport has neither fire points nor access points."""

    id: str
    name: str
    faction: str
    points: int
    types: tuple[TypeWord, ...]
    bs: int
    armour: ArmourValues
    length: float  # along the facing
    width: float
    height: float
    guns: tuple[Gun, ...] = ()
    walker: WalkerProfile | None = None
    melee: tuple[str, ...] = ()  # close combat weapons of a Walker
    capacity: int = 0  # slots; 0: it carries nobody
    fire_points: int = 0
    access_points: tuple[Edge, ...] = ()
    smoke_launchers: bool = False
    extra_weapon: bool = False
    assault_ramp: bool = False
    charges_ahead: bool = False

    @property
    def tank(self) -> bool:
        return "tank" in self.types

    @property
    def fast(self) -> bool:
        return "fast" in self.types

    @property
    def skimmer(self) -> bool:
        return "skimmer" in self.types

    @property
    def open_topped(self) -> bool:
        return "open_topped" in self.types

    @property
    def transport(self) -> bool:
        return "transport" in self.types


# ---------------------------------------------------------------- foot units


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """veh.P2."""

    ws: Characteristic
    bs: Characteristic
    s: Characteristic
    t: Characteristic
    w: Annotated[int, Meta(ge=1, le=10)]
    i: Characteristic
    a: Characteristic
    ld: Characteristic


class ModelType(Struct, frozen=True, cache_hash=True, kw_only=True, forbid_unknown_fields=True):
    """Models of a unit that are alike in everything: a group for wounds and saves (veh.P14)."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    count: Annotated[int, Meta(ge=1, le=30)]
    profile: Profile
    save: Save
    weapons: Carried
    grenades: Carried = ()


class UnitType(Sourced, frozen=True, cache_hash=True, kw_only=True, forbid_unknown_fields=True):
    """A foot unit. Nobody carries jump infantry (veh.transport.infantry-only)."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", max_length=40)]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    faction: str
    points: Annotated[int, Meta(ge=0, le=1000)]
    base: Annotated[float, Meta(ge=0.5, le=3.0)]  # diameter
    height: Annotated[float, Meta(ge=0.5, le=4.0)]
    models: Annotated[tuple[ModelType, ...], Meta(min_length=1, max_length=8)]
    unit_type: Literal["infantry", "jump_infantry"] = "infantry"
    invulnerable_save: Save = 7
    transport_slots_each: Annotated[int, Meta(ge=1, le=3)] = 1

    @property
    def size(self) -> int:
        """How many models it has at the start."""
        return sum(model.count for model in self.models)

    @property
    def jump(self) -> bool:
        return self.unit_type == "jump_infantry"

    def slots(self, models: int) -> int:
        """What so many of its models take up aboard."""
        return models * self.transport_slots_each
