"""A foot unit as wounds see it: its groups, and what a mixed unit counts as."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from warbook.books.vehicles.army.lists import ModelType, UnitType
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
    models = tuple([(model.kind, model.wounds) for model in battle.members(unit)])
    return _groups(unit_type(battle, unit), models)


@lru_cache(4_096)
def _groups(whole: UnitType, models: tuple[tuple[int, int], ...]) -> tuple[Group, ...]:
    """Of models with their kind and the wounds they have left."""
    kinds: dict[int, list[int]] = {}
    for kind, wounds in models:
        kinds.setdefault(kind, []).append(wounds)
    order = sorted(kinds, key=lambda kind: (-len(kinds[kind]), -kind))
    return tuple(_group(whole, kind, kinds[kind]) for kind in order)


def common(battle: Battle, unit: Unit, what: Literal["t", "ws"]) -> int:
    """veh.P14: T or WS of the majority, the higher of two equally common ones."""
    kinds = tuple([model.kind for model in battle.members(unit)])
    return _common(unit_type(battle, unit), kinds, what)


@lru_cache(4_096)
def _common(whole: UnitType, kinds: tuple[int, ...], what: Literal["t", "ws"]) -> int:
    profiles = [whole.models[kind].profile for kind in kinds]
    counts = Counter(profile.t if what == "t" else profile.ws for profile in profiles)
    return max(counts, key=lambda value: (counts[value], value))


def leadership_of(battle: Battle, unit: Unit) -> int:
    """veh.P14: the highest in the unit."""
    kinds = unit_type(battle, unit).models
    return max(kinds[model.kind].profile.ld for model in battle.members(unit))


def _ranks(battle: Battle, unit: Unit, kind: int, models: list[Model]) -> Ranks:
    whole = unit_type(battle, unit)
    group = _group(whole, kind, [model.wounds for model in models])
    return Ranks(kind, whole.models[kind], tuple(models), group)


def _group(whole: UnitType, kind: int, wounds: Sequence[int]) -> Group:
    """Models of one kind that have so many wounds left."""
    type_ = whole.models[kind]
    profile = type_.profile
    return Group(
        models=len(wounds),
        t=profile.t,
        w=profile.w,
        save=type_.save,
        inv=whole.invulnerable_save,
        hurt=profile.w - min(wounds),
    )
