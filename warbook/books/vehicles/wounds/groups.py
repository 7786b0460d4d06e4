"""A foot unit as wounds see it: its groups, and what a mixed unit counts as."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct

from warbook.books.vehicles.army.lists import ModelType, Profile
from warbook.books.vehicles.field.bodies import unit_type
from warbook.books.vehicles.shooting.troops_dice import Group
from warbook.books.vehicles.state import Battle, Model, Unit


class Ranks(Struct, frozen=True):
    """The models of a unit that are alike (veh.P14.wounds). `kind` is their number in the unit's type."""

    kind: int
    type: ModelType
    models: tuple[Model, ...]
    group: Group

    @property
    def name(self) -> str:
        return self.type.name


def ranks_of(battle: Battle, unit: Unit) -> list[Ranks]:
    """The groups of a unit, in the order in which they suffer if nobody says otherwise: the most numerous
    first, and of those as many the one listed last."""
    kinds: dict[int, list[Model]] = {}
    for model in battle.members(unit):
        kinds.setdefault(model.kind, []).append(model)
    found = [_ranks(battle, unit, kind, models) for kind, models in kinds.items()]
    return sorted(found, key=lambda ranks: (-len(ranks.models), -ranks.kind))


def groups_of(battle: Battle, unit: Unit) -> tuple[Group, ...]:
    """The same for the kernels of `shooting.troops_dice`."""
    return tuple(ranks.group for ranks in ranks_of(battle, unit))


def common(battle: Battle, unit: Unit, what: Literal["t", "ws"]) -> int:
    """veh.P14: T or WS of the majority, the higher of two equally common ones."""
    counts = Counter(profile.t if what == "t" else profile.ws for profile in _profiles(battle, unit))
    return max(counts, key=lambda value: (counts[value], value))


def leadership_of(battle: Battle, unit: Unit) -> int:
    """veh.P14: the highest in the unit."""
    return max(profile.ld for profile in _profiles(battle, unit))


def _profiles(battle: Battle, unit: Unit) -> list[Profile]:
    """Of each of its models."""
    kinds = unit_type(battle, unit).models
    return [kinds[model.kind].profile for model in battle.members(unit)]


def _ranks(battle: Battle, unit: Unit, kind: int, models: list[Model]) -> Ranks:
    type_, whole = unit_type(battle, unit).models[kind], unit_type(battle, unit)
    profile = type_.profile
    group = Group(
        models=len(models),
        t=profile.t,
        w=profile.w,
        save=type_.save,
        inv=whole.invulnerable_save,
        hurt=profile.w - min(model.wounds for model in models),
    )
    return Ranks(kind, type_, tuple(models), group)
