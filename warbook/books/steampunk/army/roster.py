"""A finished army: every unit with its models as they take the field, after all that was bought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk.army.abilities import Ability, ArmorAdded, ExtendedRange
from warbook.books.steampunk.army.building import unit_cost
from warbook.books.steampunk.army.data import unit_of
from warbook.books.steampunk.army.lists import (
    Aid,
    AnySpeed,
    Assault,
    Damage,
    Equipment,
    Shaken,
    UnitType,
    Weapon,
)
from warbook.books.steampunk.army.notation import REST, SPEEDS, Gunnery, Movement, Speed
from warbook.books.steampunk.army.outfit import Bearer, outfit
from warbook.books.steampunk.army.written import Angles, Army, Enlisted, Points, Size
from warbook.core.questions import Refused

T = TypeVar("T")
Source: TypeAlias = tuple[str, int]  # the kind of a model or piece, and which copy of it a model has


class GunneryOrder(Struct, frozen=True):
    """A gunnery order that a unit may be given; `only` is the equipment it acts on, if it came with it."""

    order: Gunnery
    only: str = ""


class FieldModel(Struct, frozen=True, eq=False, dict=True):
    """A model as it takes the field. Those of a unit that are alike are one and the same, so that what is
    worked out about it can be remembered. `grants` is where each of its abilities comes from."""

    kind: str
    name: str
    types: tuple[str, ...]
    equipment: tuple[str, ...]
    weapons: tuple[Weapon, ...]
    assault: Assault
    grants: tuple[tuple[Source, tuple[Ability, ...]], ...]

    @property
    def elite(self) -> bool:
        return "elite" in self.types

    @cached_property
    def abilities(self) -> tuple[Ability, ...]:
        return tuple(chain.from_iterable(granted for _, granted in self.grants))


class FieldUnit(Struct, frozen=True, eq=False, dict=True):
    """A unit as it takes the field: the orders it may be given at each speed it has, and its worth."""

    kind: str
    nation: str
    name: str
    size: Size
    models: tuple[FieldModel, ...]
    shared: Weapon | None
    armor: Angles
    abilities: tuple[Ability, ...]
    movement: Mapping[Speed, tuple[Movement, ...]]
    default: Mapping[Speed, Movement]
    gunnery: Mapping[Speed, tuple[GunneryOrder, ...]]
    shaken: Shaken | None
    damage: Damage
    cost: Points

    @cached_property
    def speeds(self) -> tuple[Speed, ...]:
        return tuple(self.default)

    @property
    def value(self) -> int:
        """In victory points (rulings V7, V9)."""
        return self.cost.value

    def in_force(self, living: Iterable[int]) -> tuple[Ability, ...]:
        """The abilities of the unit and of the models that live. Several models of a kind, and several
        bearers of a piece, give theirs once."""
        granted: dict[Source, tuple[Ability, ...]] = {}
        for number in living:
            granted.update(self.models[number].grants)
        return (*self.abilities, *chain.from_iterable(granted.values()))

    @cached_property
    def known(self) -> frozenset[str]:
        """The names of all abilities that it ever has."""
        return frozenset(self.by_name(tuple(range(len(self.models)))))

    @cached_property
    def fought(self) -> frozenset[str]:
        """The names of all abilities in the assault entries of its models."""
        return frozenset(ability.name for model in self.models for ability in model.assault.abilities)

    def by_name(self, living: tuple[int, ...]) -> Mapping[str, tuple[Any, ...]]:
        """The same by their names; each has the form that FORMS gives it."""
        known = self._by_name.get(living)
        if known is None:
            known = self._by_name[living] = {}
            for ability in self.in_force(living):
                known[ability.name] = (*known.get(ability.name, ()), ability)
        return known

    @cached_property
    def _by_name(self) -> dict[tuple[int, ...], dict[str, tuple[Ability, ...]]]:
        return {}


class Roster(Struct, frozen=True):
    army: Army
    units: tuple[FieldUnit, ...]


def roster_of(army: Army) -> Roster:
    """The army ready to fight. It is judged where it comes from; as the enemy knows it, it may be more than
    the book allows."""
    return Roster(army, tuple(field_unit(enlisted) for enlisted in army.units))


def huge(roster: Roster) -> tuple[FieldUnit, ...]:
    """The units that the opponent must be told of before building an army (spf.army.huge-disclosure)."""
    return tuple(unit for unit in roster.units if unit.size == "huge")


def field_unit(enlisted: Enlisted) -> FieldUnit:
    """A unit of any list, also one that only enters play by an ability."""
    unit = unit_of(enlisted.unit)
    if unit is None:
        raise Refused(f"there is no unit '{enlisted.unit}'", "spf.army.costs-in-list")
    fitted = outfit(unit, enlisted)
    carried = [[*bearer.issued(), *bearer.bought()] for bearer in fitted.bearers]
    models = _models(fitted.bearers, carried)
    pieces = list({piece.id: piece for piece in chain(*carried)}.values())
    shared = [fitted.shared] if fitted.shared else []
    movement = _movement(unit, pieces)
    default = _default(unit, movement)
    made = FieldUnit(
        unit.id,
        unit.nation,
        enlisted.name or unit.name,
        unit.size,
        models,
        fitted.shared.weapon if fitted.shared else None,
        unit.armor,
        unit.abilities,
        movement,
        default,
        _gunnery(unit, [*pieces, *shared], tuple(default)),
        unit.shaken,
        unit.damage,
        unit_cost(enlisted),
    )
    added = [a.angles for a in made.in_force(range(len(models))) if isinstance(a, ArmorAdded)]
    return replace(made, armor=_sum(unit.armor, *added))


# ---------------------------------------------------------------- models


def _models(bearers: Sequence[Bearer], carried: Sequence[Sequence[Equipment]]) -> tuple[FieldModel, ...]:
    made: dict[tuple[str, ...], FieldModel] = {}
    found = []
    for bearer, pieces in zip(bearers, carried, strict=True):
        key = (bearer.model.id, *(piece.id for piece in pieces))
        if key not in made:
            made[key] = _model(bearer, pieces)
        found.append(made[key])
    return tuple(found)


def _model(bearer: Bearer, pieces: Sequence[Equipment]) -> FieldModel:
    model = bearer.model
    assault = model.assault
    for piece in pieces:
        assault = _aided(assault, piece.assault) if piece.assault else assault
    grants = {(model.id, 0): model.abilities}
    for number, piece in enumerate(pieces):
        copy = pieces[:number].count(piece)
        grants[piece.id, copy] = (*piece.abilities, *_of_the_unit(piece.weapon))
    return FieldModel(
        model.id,
        model.name,
        model.types,
        tuple(piece.id for piece in pieces),
        _weapons(pieces),
        assault,
        tuple((source, granted) for source, granted in grants.items() if granted),
    )


def _aided(assault: Assault, aid: Aid) -> Assault:
    """Dice are added, an ability takes the place of its namesake or joins, what else is given replaces."""
    named = {ability.name: ability for ability in (*assault.abilities, *aid.abilities)}
    given = {
        name: value
        for name in ("deflect", "damage", "ap", "on_penetration", "also")
        if (value := getattr(aid, name)) not in (None, ())
    }
    return replace(
        assault,
        dice=_sum(assault.dice, aid.add_dice),
        deflection=_sum(assault.deflection, aid.add_deflection),
        abilities=tuple(named.values()),
        **given,
    )


def _weapons(pieces: Sequence[Equipment]) -> tuple[Weapon, ...]:
    weapons = [piece.weapon for piece in pieces if piece.weapon]
    longer = {a.piece: a.range for each in weapons for a in each.abilities if isinstance(a, ExtendedRange)}
    return tuple(replace(weapon, range=longer.get(weapon.id, weapon.range)) for weapon in weapons)


def _of_the_unit(weapon: Weapon | None) -> tuple[Ability, ...]:
    """What a weapon does for the whole unit that has it."""
    return tuple(a for a in weapon.abilities if a.name.startswith("unit-")) if weapon else ()


def _sum(*angles: Sequence[int]) -> Angles:
    front, front_side, back_side, back = (sum(values) for values in zip(*angles, strict=True))
    return front, front_side, back_side, back


# ---------------------------------------------------------------- orders


def _movement(unit: UnitType, pieces: Sequence[Equipment]) -> dict[Speed, tuple[Movement, ...]]:
    lists = [unit.movement, *(piece.adds_movement for piece in pieces)]
    orders = ((speed, dict.fromkeys(chain(*(each.get(speed, ()) for each in lists)))) for speed in SPEEDS)
    return {speed: tuple(found) for speed, found in orders if found}


def _default(unit: UnitType, movement: Mapping[Speed, object]) -> dict[Speed, Movement]:
    """For every speed the unit has (ruling O4); where the list has none, the shaken order (ruling O3)."""
    otherwise = unit.shaken.order if unit.shaken else REST
    return {
        speed: unit.default.get(speed, otherwise)
        for speed in SPEEDS
        if speed in movement or speed in unit.default
    }


def _gunnery(
    unit: UnitType, pieces: Sequence[Equipment], speeds: Sequence[Speed]
) -> dict[Speed, tuple[GunneryOrder, ...]]:
    """What a weapon adds acts on it only; some units have orders only with a weapon, or never."""
    names = {ability.name for ability in unit.abilities}
    armed = any(piece.weapon for piece in pieces)
    if "no-ranged-weapons" in names or ("gunnery-needs-ranged-weapon" in names and not armed):
        return {}
    lists = [
        (unit.gunnery, ""),
        *((piece.adds_gunnery, piece.id if piece.used_by_order else "") for piece in pieces),
    ]
    orders = (
        (
            speed,
            dict.fromkeys(GunneryOrder(order, only) for each, only in lists for order in _at(each, speed)),
        )
        for speed in speeds
    )
    return {speed: tuple(found) for speed, found in orders if found}


def _at(orders: Mapping[AnySpeed, tuple[T, ...]], speed: Speed) -> tuple[T, ...]:
    """The orders for a speed; those of the ground speed of the same name where a flying one has none."""
    own = speed if speed in orders else cast(Speed, speed.removesuffix("-flying"))
    return (*orders.get("any", ()), *orders.get(own, ()))
