"""What a volley would do, exactly, before it is fired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.damage.dice import FATES, Strike, av_met, can_hurt
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.field.weapons import condition
from warbook.books.vehicles.shooting.barrels import Barrel
from warbook.books.vehicles.shooting.salvo import at_unit, at_vehicle, strike_of, struck_facing
from warbook.books.vehicles.shooting.salvo_dice import bombardment, salvo
from warbook.books.vehicles.shooting.troops_dice import loses_quarter, wound_need
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.books.vehicles.wounds.casualties import cover_need
from warbook.books.vehicles.wounds.groups import common, groups_of
from warbook.core.questions import Modifier, Preview

HARMLESS = ("unharmed", "nobody", "0 lost")
LEAST = {"d6": 1, "highest": 1, "sum": 2}  # of a penetration roll
DICE = {"d6": "", "highest": ", the higher of two dice", "sum": ", two dice added"}


def outcome(
    battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle, fired: Sequence[Barrel]
) -> Preview:
    if isinstance(target, Vehicle):
        return _at_vehicle(battle, firer, target, fired)
    return _at_unit(battle, firer, target, fired)


def hurts(shown: Preview) -> Fraction:
    """The chance that it does anything."""
    return 1 - sum((part for name, part in shown.outcomes if name in HARMLESS), Fraction(0))


def _at_vehicle(battle: Battle, firer: Unit | Vehicle, target: Vehicle, fired: Sequence[Barrel]) -> Preview:
    at = at_vehicle(battle, firer, target, fired)
    odds = salvo.odds(at.shots, at.shells, condition(target))
    worst = dict[str, Fraction](odds.map(lambda harm: harm.worst))
    chances = [(fate, worst.get(fate, Fraction(0))) for fate in ("unharmed", *FATES)]
    destroyed, harmed = odds.chance(lambda harm: bool(harm.end)), 1 - worst.get("unharmed", Fraction(0))
    if destroyed:
        headline = f"{_percent(destroyed)} destroyed"
    else:
        headline = f"cannot destroy it, {_percent(harmed)} harmed" if harmed else "cannot harm it"
    return Preview(
        tuple((name, chance) for name, chance in chances if chance),
        headline=headline,
        vain=not harmed,
        need=needs([shot.aim.need for _, shot in at.shots]),
        modifiers=(
            *dict.fromkeys(_penetrating(target, barrel) for barrel in fired),
            *_saves(
                {shot.armour.cover for _, shot in at.shots} | {shell.armour.cover for _, shell in at.shells},
                "veh.target.cover",
            ),
        ),
    )


def _penetrating(target: Vehicle, barrel: Barrel) -> Modifier:
    """Which side a weapon strikes, and what it needs there."""
    facing = struck_facing(barrel)
    words = penetrating_words(strike_of(barrel), type_of(target).armour.of(facing))
    return Modifier(0, f"{barrel.weapon.name} at its {facing}, {words}", "veh.attack.note-armor")


def penetrating_words(strike: Strike, printed: int) -> str:
    """What a strike at that armour needs."""
    av = av_met(strike, printed)
    if not can_hurt(strike, av):
        need = "cannot hurt it"
    elif strike.s + LEAST[strike.roll] > av:
        need = "always penetrates"
    else:
        need = f"{av - strike.s} glances, more penetrates{DICE[strike.roll]}"
    return f"S {strike.s} against AV {av}: {need}"


def _saves(needs: set[int], rule: str) -> Iterator[Modifier]:
    yield from (Modifier(0, f"cover save on {need}+", rule) for need in sorted(needs) if 0 < need < NEVER)


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
        headline=f"{float(mean):.1f} of {before} lost" if mean else "cannot harm them",
        vain=not mean,
        need=needs([attack.aim.need for _, attack in at.attacks]),
        modifiers=(
            *dict.fromkeys(_wounding(battle, target, barrel) for barrel in fired),
            *_saves({at.cover}, "veh.P14.shooting"),
        ),
    )


def _wounding(battle: Battle, target: Unit, barrel: Barrel) -> Modifier:
    weapon, toughness = barrel.weapon, common(battle, target, "t")
    need = wound_need(weapon.strength, toughness, weapon.poisoned)
    need = min(need, 6) if weapon.rending else need
    how = f"wounds on {need}+" if need < NEVER else "cannot hurt it"
    return Modifier(0, f"{weapon.name}, S {weapon.strength} against T {toughness}: {how}", "veh.P6")


def needs(needs: Sequence[int]) -> str:
    told = sorted({f"{need}+" for need in needs if need})
    return " and ".join(told)


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.0f}%"
