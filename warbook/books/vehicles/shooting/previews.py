"""What a volley would do, exactly, before it is fired."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from warbook.books.vehicles.damage.dice import FATES
from warbook.books.vehicles.field.weapons import condition
from warbook.books.vehicles.shooting.barrels import Barrel
from warbook.books.vehicles.shooting.salvo import at_unit, at_vehicle
from warbook.books.vehicles.shooting.salvo_dice import bombardment, salvo
from warbook.books.vehicles.shooting.troops_dice import loses_quarter
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.books.vehicles.wounds.casualties import cover_need
from warbook.books.vehicles.wounds.groups import groups_of
from warbook.core.questions import Preview


def outcome(
    battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle, fired: Sequence[Barrel]
) -> Preview:
    if isinstance(target, Vehicle):
        return _at_vehicle(battle, firer, target, fired)
    return _at_unit(battle, firer, target, fired)


def _at_vehicle(battle: Battle, firer: Unit | Vehicle, target: Vehicle, fired: Sequence[Barrel]) -> Preview:
    at = at_vehicle(battle, firer, target, fired)
    odds = salvo.odds(at.shots, at.shells, condition(target))
    worst = dict[str, Fraction](odds.map(lambda harm: harm.worst))
    chances = [(fate, worst.get(fate, Fraction(0))) for fate in ("unharmed", *FATES)]
    destroyed = odds.chance(lambda harm: bool(harm.end))
    return Preview(
        tuple((name, chance) for name, chance in chances if chance),
        headline=f"{_percent(destroyed)} destroyed",
        need=_needs([shot.aim.need for _, shot in at.shots]),
    )


def _at_unit(battle: Battle, firer: Unit | Vehicle, target: Unit, fired: Sequence[Barrel]) -> Preview:
    at = at_unit(battle, firer, target, fired)
    own = groups_of(battle, target)
    before = sum(group.models for group in own)
    odds = bombardment.odds(at.attacks, at.bombs, own, cover_need(target, at.cover))
    lost: dict[int, Fraction] = {}
    for done, chance in odds.items():
        count = before - sum(group.models for group in done.groups)
        lost[count] = lost.get(count, Fraction(0)) + chance
    some = sum((p for n, p in lost.items() if n and not loses_quarter(before, n) and n < before), Fraction(0))
    many = sum((p for n, p in lost.items() if loses_quarter(before, n)), Fraction(0))
    chances = [
        ("nobody", lost.get(0, Fraction(0))),
        ("some", some),
        ("a quarter or more", many),
        ("wiped out", lost.get(before, Fraction(0))),
    ]
    mean = sum((n * p for n, p in lost.items()), Fraction(0))
    return Preview(
        tuple((name, chance) for name, chance in chances if chance),
        headline=f"{float(mean):.1f} of {before} lost",
        need=_needs([attack.aim.need for _, attack in at.attacks]),
    )


def _needs(needs: Sequence[int]) -> str:
    told = sorted({f"{need}+" for need in needs if need})
    return " and ".join(told)


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.0f}%"
