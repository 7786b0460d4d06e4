"""What an army list holds, in forms that the rules use as they are: units, models, equipment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from warbook.books.steampunk.army.abilities import Ability, Form, Numbered, OfPiece, ShotCount
from warbook.books.steampunk.army.notation import Effect, Gunnery, Movement, Speed
from warbook.books.steampunk.army.written import Angles, Arc, DamageType, Origin, Points, Size
from warbook.books.steampunk.damage.wounds import Table
from warbook.books.steampunk.dice import Roll

AnySpeed: TypeAlias = Speed | Literal["any"]
Lines: TypeAlias = Table[tuple[Effect, ...]]  # (from, to, effects); to is None for "and above"


class Damage(Struct, frozen=True):
    """The damage tables of a unit (spf.damage.table-lookup); crew_members is for men on a mount."""

    regular: Lines
    psychic: Lines = ()
    crew: Lines = ()
    critical: Lines = ()
    crew_members: Lines = ()


class Shaken(Struct, frozen=True):
    """What a shaken unit does (spf.ability.shaken-orders, ruling P17)."""

    speed: Speed
    order: Movement
    gunnery: bool
    psychic_as_crew: bool
    chases: Literal["enemy", "anyone"]


class UnitType(Struct, frozen=True):
    id: str
    nation: str
    name: str
    size: Size
    models: tuple[str, ...]
    cost: Points
    armor: Angles
    abilities: tuple[Ability, ...]
    movement: Mapping[Speed, tuple[Movement, ...]]
    default: Mapping[Speed, Movement]
    gunnery: Mapping[AnySpeed, tuple[Gunnery, ...]]
    shaken: Shaken | None
    damage: Damage


class Harm(Struct, frozen=True):
    """A further damage roll of a type (spf.special.typed-damage)."""

    type: DamageType
    roll: Roll
    penetrated: bool  # only if no armor die succeeded


class Magazine(Struct, frozen=True):
    """How a weapon is loaded and what a firing takes, as its abilities say (spf.orders.load, ruling O14)."""

    holds: int  # ammunition, at the most
    takes: int  # ammunition, by one firing
    starts: int | None  # ammunition in the first turn; None: as ruled for all weapons
    burst: int  # shots of one firing; 0: it fires no bursts (spf.ability.burst)
    firings: int  # in a battle; 0: any number (spf.ability.limited-ammo)
    models: int  # living models that it takes
    loaded_with: str  # the weapon that it is loaded with; "": none
    always_loaded: bool
    drains_main: bool  # a firing takes the ammunition of all models' main weapons


class Weapon(Struct, frozen=True, dict=True, cache_hash=True):
    """A ranged weapon, by the id of the equipment it is. No damage: it does no regular damage."""

    id: str
    name: str
    range: int  # 0 where range_dice are thrown for each shot
    range_dice: tuple[Roll, ...]
    arc: Arc
    shots: Angles | None  # fixed guns per angle
    ap: int
    damage: Roll | None
    on_penetration: int
    also: tuple[Harm, ...]
    abilities: tuple[Ability, ...]

    @cached_property
    def traits(self) -> Mapping[str, Any]:
        """Its abilities by their names; of two of a name the first."""
        return {ability.name: ability for ability in reversed(self.abilities)}

    def trait(self, name: str, form: type[Form]) -> Form | None:
        """Its ability of that name, whose form is the one in FORMS."""
        found: Form | None = self.traits.get(name)
        return found

    @cached_property
    def magazine(self) -> Magazine:
        loaded_with = self.trait("loaded-with", OfPiece)
        burst, needs, starts = (self._number(name) for name in ("burst", "needs-ammo", "starts-loaded"))
        return Magazine(
            holds=max(1, burst, needs, starts, self._number("ammo")),
            takes=max(1, burst, needs),
            starts=starts or None,
            burst=burst,
            firings=self._number("limited-ammo"),
            models=self._number("needs-models"),
            loaded_with=loaded_with.piece if loaded_with else "",
            always_loaded="always-loaded" in self.traits,
            drains_main="uses-main-ammo" in self.traits,
        )

    @cached_property
    def rate(self) -> int | Roll:
        """How many shots one firing is: abilities burst and shots."""
        shots = self.trait("shots", ShotCount)
        return self.magazine.burst or (shots.count if shots else 1)

    def _number(self, name: str) -> int:
        """What stands in the brackets of an ability, 0 without it."""
        found = self.trait(name, Numbered)
        return found.number if found else 0


class Assault(Struct, frozen=True):
    """What a model does in assault. deflect 0: it never deflects. No damage: hits count but roll nothing."""

    dice: Angles
    hit: int
    deflection: Angles
    deflect: int
    damage: Roll | None
    ap: int
    front_damage: Roll | None
    front_ap: int | None
    on_penetration: int
    also: tuple[Harm, ...]
    abilities: tuple[Ability, ...]


class Aid(Struct, frozen=True):
    """What equipment changes about assault: dice are added, abilities join, the rest replaces unless None."""

    add_dice: Angles
    add_deflection: Angles
    deflect: int | None
    damage: Roll | None
    ap: int | None
    on_penetration: int | None
    also: tuple[Harm, ...]
    abilities: tuple[Ability, ...]


class Model(Struct, frozen=True):
    id: str
    nation: str
    name: str
    types: tuple[str, ...]
    slots: Mapping[str, int]  # -1 is any number
    issued: tuple[str, ...]
    replaces: tuple[str, ...]
    cost: Points  # of replacing
    abilities: tuple[Ability, ...]
    assault: Assault

    @property
    def elite(self) -> bool:
        return "elite" in self.types

    @property
    def spawned_only(self) -> bool:
        return Ability("spawned-only") in self.abilities


class Equipment(Struct, frozen=True):
    id: str
    nation: str
    name: str
    cost: Points | None  # None: issued only
    per: Literal["unit", "model"]
    slots: Mapping[str, int]
    needs: tuple[tuple[str, ...], ...]
    weapon: Weapon | None
    assault: Aid | None
    abilities: tuple[Ability, ...]
    adds_movement: Mapping[Speed, tuple[Movement, ...]]
    adds_gunnery: Mapping[AnySpeed, tuple[Gunnery, ...]]

    @property
    def shared(self) -> bool:
        return "shared" in self.slots

    @property
    def used_by_order(self) -> bool:
        """The gunnery orders it adds serve nothing else."""
        return self.weapon is not None or any(
            a.name in ("fog-grenade", "spawns-bots") for a in self.abilities
        )

    def suits(self, model: Model) -> bool:
        return all(any(kind in model.types for kind in group) for group in self.needs)


class NationList(Struct, frozen=True):
    """A nation's army list, by ids in the order of the list."""

    nation: str
    origin: Origin
    units: Mapping[str, UnitType]
    models: Mapping[str, Model]
    equipment: Mapping[str, Equipment]
