"""Ability illusion: a unit that the enemy takes for infantry until he learns what it is (ruling W17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from warbook.books.steampunk.army.data import unit_of
from warbook.books.steampunk.army.roster import FieldUnit
from warbook.books.steampunk.gunnery.loading import at_start
from warbook.books.steampunk.state import LEARNED, LIKE, Battle, Game, Unit, field
from warbook.core.events import Became

HIDING = ("hidden", "hidden-by-cloak")  # abilities of units that may start hidden


def likeness(units: Sequence[FieldUnit], number: int) -> dict[str, int]:
    """The mark of the illusion of that number in its army: the infantry that stands nearest before it in the
    list, or else after it, with as many models and not one that may start hidden."""
    of = units[number]
    if "illusion" not in of.known:
        return {}
    order = [*range(number - 1, -1, -1), *range(number + 1, len(units))]
    return next(({LIKE: other} for other in order if _passes_for(of, units[other])), {})


def _passes_for(of: FieldUnit, other: FieldUnit) -> bool:
    foot = all("infantry" in model.types for model in other.models)
    return foot and len(other.models) == len(of.models) and other.known.isdisjoint(HIDING)


def posing(unit: Unit) -> bool:
    return LIKE in unit.marks and LEARNED not in unit.marks


def own_name(battle: Battle, unit: Unit) -> str:
    """What its own side calls it."""
    return f"{field(battle, unit).name}{' (illusion)' * posing(unit)}"


def apparent(battle: Battle, side: str | None) -> Battle:
    """The battle as others than the owners of illusions take it to be, who know no more than `side`."""
    posers = {unit.id: unit for unit in battle.units if unit.marks and unit.side != side and posing(unit)}
    if not posers or battle.over:
        return battle
    looks = tuple((unit.side, unit.number, unit.marks[LIKE]) for unit in posers.values())
    units = [_apparent(battle, unit) if unit.id in posers else unit for unit in battle.units]
    return replace(battle, setup=battle.setup.posed(looks), units=units)


def _apparent(battle: Battle, unit: Unit) -> Unit:
    like = battle.setup.fielded[unit.side][unit.marks[LIKE]]
    marks = {name: value for name, value in unit.marks.items() if name != LIKE}
    return replace(unit, kind=like.kind, marks=marks, loaded=at_start(like, battle.rulings))


def truths(battle: Battle, units: Iterable[Unit]) -> set[str]:
    """What illusions among the units are that the enemy has not found out."""
    kinds = {unit.kind for unit in units if posing(unit) and not battle.over}
    return {word for kind in kinds if (of := unit_of(kind)) for word in (kind, of.name)}


def expose(game: Game, units: Iterable[Unit]) -> None:
    """The enemy learns which of the units are illusions; from now on they are marked."""
    for unit in units:
        if posing(unit):
            words = f"{field(game.battle, unit).name} is an illusion."
            unit.marks[LEARNED] = 1
            game.tell(Became(piece=unit.id, status="illusion", words=words, rule="spf.W17"))
