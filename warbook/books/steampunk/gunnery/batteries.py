"""The guns that fire in a gunnery step: barrels that are alike stand together and are aimed together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.hexes import Hex, turns
from warbook.books.steampunk.army.abilities import HeavyShot, LinkedGuns, Numbered, OfPiece
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.notation import Code, Step
from warbook.books.steampunk.army.roster import FieldUnit
from warbook.books.steampunk.damage.effects import lasting_effects
from warbook.books.steampunk.dice import Roll
from warbook.books.steampunk.gunnery.aiming import of_model, skill
from warbook.books.steampunk.gunnery.arms import (
    FREE,
    RAT,
    has_broken,
    named,
    own_weapons,
    serves,
    unordered,
    weapons,
    with_trait,
)
from warbook.books.steampunk.gunnery.loading import ready
from warbook.books.steampunk.state import Battle, Unit, abilities, field, has
from warbook.core.questions import Modifier

HAND = ("fire", "throw", "breath")  # the orders to shoot
FIRE = Code("fire")
TOGETHER = (
    *("fires-all-together", "uses-all-weapons", "same-angle", "linked-guns", "twin-smg"),
    "shaken-silences-one-weapon-per-token",
)
LEFT, RIGHT = (4, 5), (1, 2)


class Gun(Struct, frozen=True):
    """So many barrels of one weapon: `crew` is the model behind each, `shots` what each fires. `points` are
    the only directions in which they can fire, clockwise from the unit's front (empty: the weapon's arc)."""

    weapon: Weapon
    crew: tuple[int, ...]
    shots: int | Roll = 1
    points: tuple[int, ...] = ()
    focus: bool = False  # ability focus-fire: only where an aim counts, all at one unit
    blind: bool = False  # never with aim
    amplified: bool = False  # fired by the order fire(amplified)


class Battery(Struct, frozen=True):
    """Guns of a unit of which one is fired, at one choice of its side. If one that stands `alone` is fired,
    nothing else of the unit is. `follows` is the weapon in whose angle it must fire; with `only_with` it does
    not fire unless that one does. `must`: it may not hold its fire. `into`: the only hex it fires into."""

    key: str
    unit: str
    guns: tuple[Gun, ...]
    alone: bool = False
    follows: str = ""
    only_with: bool = False
    must: bool = False
    into: Hex | None = None


def batteries(battle: Battle, unit: Unit, codes: Step, only: str) -> list[Battery]:
    """What the unit may fire in this step: by its order, and what needs none. Nothing while it is hidden
    (spf.ability.hidden-protection), jammed (spf.ability.jammed) or by a critical effect."""
    if unit.hidden or unit.jammed or unit.unconscious or lasting_effects(unit, "no-firing"):
        return []
    found: list[Battery] = []
    for code in codes:
        if code.name in HAND:
            found += _ordered(battle, unit, code, only)
    if fires_without_order(field(battle, unit)):
        ordered = {gun.weapon.id for each in found for gun in each.guns}
        must = {weapon.id for weapon in unstable(battle, unit)}
        found = [replace(each, must=each.guns[0].weapon.id in must) for each in found]
        for each in _without_order(battle, unit, idle=not codes):
            found += [each] if each.guns[0].weapon.id not in ordered else []
    return [replace(each, key=f"{unit.id}/{number}") for number, each in enumerate(found, 1)]


def bearers(battle: Battle, unit: Unit, weapon: Weapon) -> tuple[int, ...]:
    """The living models with the weapon, once for every copy."""
    if not has_broken(unit):
        return _bearers(field(battle, unit), tuple(unit.living), weapon.id)
    return tuple(
        number for number in unit.living for each in weapons(battle, unit, number) if each.id == weapon.id
    )


@lru_cache(maxsize=10_000)
def _bearers(of: FieldUnit, living: tuple[int, ...], id: str) -> tuple[int, ...]:
    """The same while none of its guns is broken."""
    return tuple(number for number in living for each in own_weapons(of.models[number]) if each.id == id)


def best(battle: Battle, unit: Unit) -> int:
    """spf.army.shared-to-hit: the living model that shoots best (ruling A7)."""
    return max(unit.living, key=lambda number: (sum(m.value for m in skill(battle, unit, number)), -number))


# ---------------------------------------------------------------- by an order


def _ordered(battle: Battle, unit: Unit, code: Code, only: str) -> Iterator[Battery]:
    """spf.army.shared-fire: the shared weapon once, or the models' own."""
    shared = field(battle, unit).shared
    if shared and serves(battle, unit, shared, code, only) and ready(battle, unit, shared) is None:
        yield Battery("", unit.id, _guns(battle, unit, shared, (best(battle, unit),), code), alone=True)
    for numbers, arms in _alike(battle, unit, code, only):
        extra = [w for w in arms if "fires-in-addition" in w.traits]
        if _together(battle, unit, numbers[0], arms):
            for weapon in arms:
                yield from _mounted(battle, unit, weapon, arms, _crew(battle, unit, weapon, numbers), code)
        else:
            plain = [weapon for weapon in arms if weapon not in extra]
            yield from _chosen(battle, unit, plain, numbers, code)
            for weapon in extra:
                yield from _mounted(battle, unit, weapon, arms, _crew(battle, unit, weapon, numbers), code)


def _alike(
    battle: Battle, unit: Unit, code: Code, only: str
) -> Iterator[tuple[tuple[int, ...], tuple[Weapon, ...]]]:
    """Models that can fire the same weapons equally well, together; spf.army.models-fire-independently."""
    groups: dict[tuple[tuple[Weapon, ...], tuple[Modifier, ...]], list[int]] = {}
    known: dict[object, list[int]] = {}  # by model and weapons
    models, broken = field(battle, unit).models, has_broken(unit)
    for number in unit.living:
        model = models[number]
        armed = (model, *(weapon.id for weapon in weapons(battle, unit, number))) if broken else model
        alike = known.get(armed)
        if alike is None:
            usable = (
                weapon
                for weapon in weapons(battle, unit, number)
                if serves(battle, unit, weapon, code, only) and ready(battle, unit, weapon, model) is None
            )
            arms = tuple(dict.fromkeys(usable)), skill(battle, unit, number)
            alike = known[armed] = groups.setdefault(arms, [])
        alike.append(number)
    yield from ((tuple(numbers), arms) for (arms, _), numbers in groups.items() if arms)


def _together(battle: Battle, unit: Unit, number: int, arms: Sequence[Weapon]) -> bool:
    """Abilities that have several weapons fire by one order, or take it for granted."""
    return any(a.name in TOGETHER for a in of_model(battle, unit, number)) or any(
        "same-angle" in weapon.traits for weapon in arms
    )


def _chosen(
    battle: Battle, unit: Unit, arms: Sequence[Weapon], numbers: tuple[int, ...], code: Code
) -> Iterator[Battery]:
    """One weapon or another: where there is a choice every model makes its own. Fixed guns stand apart: they
    are fired unless another weapon is."""
    fixed = [weapon for weapon in arms if weapon.shots]
    turning = [weapon for weapon in arms if not weapon.shots]
    for weapon in fixed if turning else ():
        yield from _mounted(battle, unit, weapon, arms, _crew(battle, unit, weapon, numbers), code)
    arms = turning or fixed
    if len(arms) == 1:
        crew = _crew(battle, unit, arms[0], numbers)
        for battery in _mounted(battle, unit, arms[0], arms, crew, code):
            yield replace(battery, alone=bool(turning and fixed))
    elif arms:
        for number in numbers:
            guns = [
                gun
                for weapon in arms
                for gun in _guns(battle, unit, weapon, _crew(battle, unit, weapon, (number,)), code)
            ]
            yield Battery("", unit.id, tuple(guns))


def _crew(battle: Battle, unit: Unit, weapon: Weapon, numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(number for number in bearers(battle, unit, weapon) if number in numbers)


def _mounted(
    battle: Battle,
    unit: Unit,
    weapon: Weapon,
    arms: Sequence[Weapon],
    crew: tuple[int, ...],
    code: Code,
) -> Iterator[Battery]:
    """The weapon as it is mounted: fixed guns by direction (spf.angles.fixed-weapons,
    spf.angles.fixed-weapons-count), guns on both sides, guns tied to another."""
    guns = _guns(battle, unit, weapon, crew, code)
    main = _leader(battle, unit, weapon, arms)
    if weapon.shots:
        for direction in range(6):
            count = weapon.shots[turns(0, direction)]
            if count:
                fixed = Gun(weapon, crew * count, points=(direction,))
                yield Battery("", unit.id, (fixed,), follows=main)
    elif "fires-both-sides" in weapon.traits:
        for points in (LEFT, RIGHT):
            yield Battery("", unit.id, tuple(replace(gun, points=points) for gun in guns), follows=main)
    elif has(battle, unit, "twin-smg") and weapon.magazine.always_loaded:
        if not main:
            return
        blind = replace(guns[0], blind=True)
        yield Battery("", unit.id, (blind,), follows=main, only_with=True)
        yield Battery("", unit.id, (replace(blind, points=(0,)),), follows="ahead", only_with=True)
    else:
        yield Battery("", unit.id, guns, follows=main)


def _leader(battle: Battle, unit: Unit, weapon: Weapon, arms: Sequence[Weapon]) -> str:
    """The weapon whose angle it shares, if that is another."""
    others = [each.id for each in arms if each.id != weapon.id]
    tied = weapon.trait("same-angle", OfPiece)
    if tied:
        return tied.piece
    for ability in abilities(battle, unit, "linked-guns", LinkedGuns):
        if weapon.id == ability.other and ability.main in others:
            return ability.main
    small = weapon.magazine.always_loaded and has(battle, unit, "twin-smg")
    return others[0] if small and others else ""


def _guns(battle: Battle, unit: Unit, weapon: Weapon, crew: tuple[int, ...], code: Code) -> tuple[Gun, ...]:
    """The ways in which the weapon can be fired: abilities burst, shots, focus-fire and heavy-shot."""
    found = [Gun(weapon, crew, weapon.rate, amplified=code.arg == "amplified")]
    focus = weapon.trait("focus-fire", Numbered)
    if focus:
        single = replace(weapon, abilities=tuple(a for a in weapon.abilities if a.name != "sweep"))
        found.append(Gun(single, crew, focus.number, focus=True))
    heavy = weapon.trait("heavy-shot", HeavyShot)
    if heavy:
        costly = (*weapon.abilities, Numbered("needs-ammo", heavy.ammo))
        strong = replace(weapon, range=heavy.range, ap=heavy.ap, damage=heavy.damage, abilities=costly)
        if ready(battle, unit, strong) is None:
            found.append(Gun(strong, crew))
    return tuple(found)


# ---------------------------------------------------------------- without an order


@lru_cache(maxsize=10_000)
def fires_without_order(of: FieldUnit) -> bool:
    """Whether it ever can."""
    return not of.known.isdisjoint((*FREE, "idle-fires-reserve")) or bool(with_trait(of, "unstable-round"))


def unstable(battle: Battle, unit: Unit) -> list[Weapon]:
    """Ability unstable-round: what was loaded with one in an earlier turn."""
    return [
        weapon
        for weapon in with_trait(field(battle, unit), "unstable-round")
        if 0 < unit.marks.get(unstable_mark(weapon), 0) < battle.turn
    ]


def unstable_mark(weapon: Weapon) -> str:
    """How a unit remembers the turn in which it loaded an unstable round."""
    return f"unstable {weapon.id}"


def _without_order(battle: Battle, unit: Unit, idle: bool) -> Iterator[Battery]:
    """Abilities always-fires (shaken or not), free-fire, launches-rat and idle-fires-reserve; and an unstable
    round, which must be fired in the turn after it was loaded."""
    shaken = unit.shaken > 0 and not has(battle, unit, "fires-while-shaken")
    always = [a.piece for a in abilities(battle, unit, "always-fires", OfPiece)]
    for id in unordered(battle, unit):
        if id in always or not shaken:
            yield from _by_itself(battle, unit, id, must=id in always)
    if not shaken:
        for weapon in unstable(battle, unit):
            yield from _by_itself(battle, unit, weapon.id, must=True)
    if idle and not shaken and has(battle, unit, "idle-fires-reserve"):
        for number in unit.living:
            model = field(battle, unit).models[number]
            if any(a.name == "idle-fires-reserve" for a in model.abilities):
                arms = [w for w in weapons(battle, unit, number) if "reserve" in w.traits]
                arms = [weapon for weapon in arms if ready(battle, unit, weapon, model) is None]
                yield from _chosen(battle, unit, arms, (number,), FIRE)


def _by_itself(battle: Battle, unit: Unit, id: str, must: bool) -> Iterator[Battery]:
    for weapon in named(battle, unit, id):
        crew = bearers(battle, unit, weapon)
        if crew and ready(battle, unit, weapon) is None:
            crew = crew[:1] if id == RAT else crew
            yield Battery("", unit.id, _guns(battle, unit, weapon, crew, FIRE), must=must)
