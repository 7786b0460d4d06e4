"""Weapons that are not fired at one unit: areas and clouds in hexes, sweeps, breath, fans of flame."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warbook.board.hexes import Hex, distance, within
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import AreasByModels, Blast, FlameFan, Needing, Sweep
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.gunnery.aiming import at_distance, band, bears, evasion, longest, reach
from warbook.books.steampunk.gunnery.batteries import Gun
from warbook.books.steampunk.gunnery.gunfire import Aim, Band, area_score, beyond
from warbook.books.steampunk.gunnery.shots import Charge, charge_of
from warbook.books.steampunk.gunnery.spawning import room
from warbook.books.steampunk.illusions import apparent
from warbook.books.steampunk.odds.prospects import Shots, damage_preview
from warbook.books.steampunk.pending import TableName
from warbook.books.steampunk.state import Battle, Unit, enemy, has
from warbook.core.questions import Modifier, Preview

CLOUDS = ("places-cloud", "mortar", "fog-grenade", "spawns-bots", "launches-rat")
ONE_HEX = frozenset(("area-by-models", "fog-grenade", "spawns-bots", "launches-rat"))
AREAS = ("area", "area-by-models", "blast")
AT_HEXES = frozenset((*AREAS, *CLOUDS))


def aims_at_hex(weapon: Weapon) -> bool:
    """Whether it is fired at a hex: abilities that say so, and fire set to a hex by what harms nobody."""
    burns = "hex-on-fire" in weapon.traits and not weapon.damage and not weapon.also
    return burns or not AT_HEXES.isdisjoint(weapon.traits)


def as_one(weapon: Weapon) -> bool:
    """Whether all models that fire it do so at one hex."""
    return not ONE_HEX.isdisjoint(weapon.traits)


def hexes(battle: Battle, unit: Unit, gun: Gun) -> list[Hex]:
    """The hexes it may be fired at: in arc, range and line of sight (ruling G7). What does harm is fired only
    where it can harm, and the own hex is spared unless an enemy is in it."""
    weapon = gun.weapon
    far = reach(battle, unit, weapon) * (1 if "normal-range-only" in weapon.traits else 2)
    if _harms(weapon) and not any(name in weapon.traits for name in CLOUDS):
        foes = {other.hex for other in battle.on_map(enemy(unit.side)) if not other.hidden}
        near = {hex_ for foe in foes for hex_ in within(foe, _blast(weapon))}
        found = sorted(hex_ for hex_ in near if distance(unit, hex_) <= far)
    else:
        found = list(within(unit.hex, far))
    on_table = battle.table.ground
    return [hex_ for hex_ in found if hex_ in on_table and _open(battle, unit, gun, hex_)]


def blast_hexes(battle: Battle, weapon: Weapon, hex_: Hex) -> list[Hex]:
    """The hexes of the map that an area attack there reaches; ability blast."""
    return [each for each in within(hex_, _blast(weapon)) if each in battle.table]


def _blast(weapon: Weapon) -> int:
    """How far its area attacks reach beyond their hex."""
    blast = weapon.trait("blast", Blast)
    return blast.radius if blast else 0


def victims(battle: Battle, unit: Unit, hex_: Hex) -> list[Unit]:
    """Whom an area attack by the unit meets in the hex: enemies who are not hidden (rulings G7, P24)."""
    return [other for other in battle.in_hex(hex_, enemy(unit.side)) if not other.hidden]


def need(battle: Battle, unit: Unit, gun: Gun, hex_: Hex) -> int | None:
    """spf.fire.area: what its dice need in the hex; None where it makes no area attack. Ability
    area-by-models: by the models that fire, and by distance or range band."""
    plain = gun.weapon.trait("area", Needing) or gun.weapon.trait("blast", Blast)
    if plain:
        return plain.need
    away = distance(unit, hex_)
    at = "long" if band(battle, unit, gun.weapon, hex_) == "long" else "normal"
    by_models = gun.weapon.trait("area-by-models", AreasByModels)
    for line in by_models.lines if by_models else ():
        near = not line.nearest or line.nearest <= max(away, 1) <= line.farthest
        if line.fewest <= len(gun.crew) <= line.most and line.band in ("", at) and near:
            return line.need
    return None


def dice(battle: Battle, target: Unit) -> list[tuple[TableName, int]]:
    """How many dice an area attack rolls against the unit, and on which table its hits are read: one for each
    model; ability mount-or-crew: one for the mount, and one for each living member of the crew."""
    if not has(battle, target, "mount-or-crew"):
        return [("regular", len(target.living))]
    return [("regular", 1), ("crew_members", len(target.living) - 1)]


def area_preview(battle: Battle, unit: Unit, gun: Gun, hex_: Hex) -> Callable[[], Preview] | None:
    """The odds for the unit there with the most models; of what scatters, if it falls as aimed."""
    needed = need(battle, unit, gun, hex_)
    found = victims(battle, unit, hex_)
    if needed is None or not found:
        return None
    most = max(found, key=lambda other: (len(other.living), other.id))

    def odds() -> Preview:
        shown = apparent(battle, unit.side)
        target = shown.unit(most.id)
        shots, charge, why = area_shots(shown, unit, gun, target, needed)
        traits = gun.weapon.traits
        given = "if it falls where it is aimed" if "scatter" in traits or "mortar" in traits else ""
        return damage_preview(shown, target, "regular", (shots,), charge, why, given)

    return odds


def area_shots(
    battle: Battle, unit: Unit, gun: Gun, target: Unit, needed: int
) -> tuple[Shots, Charge, tuple[Modifier, ...]]:
    """The dice of an area attack against one unit, what a hit does, and why."""
    score = area_score(needed, evasion(battle, target))
    at = at_distance(battle, unit, gun.weapon, target.hex)
    charge, why = charge_of(battle, unit, gun.weapon, target, at)
    return Shots(Aim(score), dice(battle, target)[0][1]), charge, (*beyond(score), *why.ap, *why.damage)


# ---------------------------------------------------------------- sweeps, breath, fans


def swept(battle: Battle, unit: Unit, gun: Gun, direction: int | None) -> list[Unit]:
    """Ability sweep: whom it fires at, in one direction or in all that its angle and the gun allow."""
    sweep: Sweep = gun.weapon.traits["sweep"]
    points = gun.points if direction is None else (direction,)
    long = longest if sweep.farthest == "long" else reach
    far = long(battle, unit, gun.weapon)
    found = []
    for other in battle.on_map() if sweep.whom == "all" else battle.on_map(enemy(unit.side)):
        in_range = distance(unit, other) <= far
        if other.id != unit.id and in_range and bears(unit, gun.weapon, other, points)[0]:
            found += [other] if not other.hidden and ground.sees(battle, unit, other) else []
    return found


def breathed_on(battle: Battle, unit: Unit, weapon: Weapon) -> list[tuple[Unit, Band]]:
    """Ability breath: every unit in its arc and in sight, of both sides, with its range band."""
    found = []
    for other in battle.on_map():
        at = band(battle, unit, weapon, other.hex)
        if other.id != unit.id and at and bears(unit, weapon, other.hex)[0] and not other.hidden:
            found += [(other, at)] if ground.sees(battle, unit, other) else []
    return found


def breath_hexes(battle: Battle, unit: Unit, weapon: Weapon) -> list[Hex]:
    """Ability breath-area: the hexes of its arc within normal range and in sight."""
    return [
        hex_
        for hex_ in within(unit.hex, reach(battle, unit, weapon))
        if hex_ in battle.table and hex_ != unit.hex and bears(unit, weapon, hex_)[0]
        and ground.sees_hex(battle, unit, hex_)
    ]  # fmt: skip


def fan(battle: Battle, unit: Unit, weapon: Weapon) -> Iterator[tuple[Hex, int]]:
    """Ability flame-fan: its hexes with what each needs; those out of sight are spared (ruling G7)."""
    flames: FlameFan = weapon.traits["flame-fan"]
    first = unit.hex.towards(unit.facing)
    found = [
        (first, flames.ahead),
        (first.towards(unit.facing), flames.beyond),
        (first.towards(unit.facing + 1), flames.edges),
        (first.towards(unit.facing - 1), flames.edges),
    ]
    for hex_, needed in found:
        if hex_ in battle.table and ground.sees_hex(battle, unit, hex_):
            yield hex_, needed


def worth_firing(battle: Battle, unit: Unit, gun: Gun) -> bool:
    """Whether an enemy lies in its way."""
    if "breath" in gun.weapon.traits:
        return any(other.side != unit.side for other, _ in breathed_on(battle, unit, gun.weapon))
    if "flame-fan" in gun.weapon.traits:
        return any(victims(battle, unit, hex_) for hex_, _ in fan(battle, unit, gun.weapon))
    return any(other.side != unit.side for other in swept(battle, unit, gun, None))


# ---------------------------------------------------------------- which hexes


def _open(battle: Battle, unit: Unit, gun: Gun, hex_: Hex) -> bool:
    weapon = gun.weapon
    if not bears(unit, weapon, hex_, gun.points)[0]:
        return False
    if "spawns-bots" in weapon.traits or "launches-rat" in weapon.traits:
        return room(battle, unit, weapon, hex_)
    if hex_ == unit.hex and not victims(battle, unit, hex_) and "fog-grenade" not in weapon.traits:
        return False
    return _seen(battle, unit, weapon, hex_)


def _seen(battle: Battle, unit: Unit, weapon: Weapon, hex_: Hex) -> bool:
    if "no-line-of-sight" in weapon.traits:
        return True
    friends = battle.on_map(unit.side) if "indirect" in weapon.traits else [unit]
    return any(
        ground.sees_hex(battle, friend, hex_)
        or any(ground.sees(battle, friend, other) for other in victims(battle, unit, hex_))
        for friend in friends
    )


def _harms(weapon: Weapon) -> bool:
    return any(name in weapon.traits for name in AREAS)
