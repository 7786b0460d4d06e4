"""What one weapon of Steampunk Fantasy does to a unit: rough estimates of the worth that a shot costs it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from warbook.books.steampunk.aftermath.markers import NEED
from warbook.books.steampunk.army.abilities import (
    AreasByModels,
    Blast,
    Cloud,
    Marker,
    Mortar,
    Needing,
    Numbered,
    Poisoning,
)
from warbook.books.steampunk.army.lists import Damage, Weapon
from warbook.books.steampunk.army.notation import Effect, spell
from warbook.books.steampunk.army.roster import FieldUnit
from warbook.books.steampunk.army.written import Size
from warbook.books.steampunk.bot.ways import moves
from warbook.books.steampunk.dice import Roll
from warbook.books.steampunk.gunnery.aiming import SIZE
from warbook.books.steampunk.gunnery.gunfire import BASIC, PARTLY_BLOCKED

PAIRS = 20_000  # are remembered
LOSS = {  # parts of a unit, by what a line of its damage table does
    "destroyed": 1.0,
    "critical": 0.35,
    "unconscious": 0.35,
    "shaken": 0.25,
    "shaken-token": 0.25,
    "bleeding": 0.15,
    "future": 0.12,
    "psychic": 0.1,
    "jammed": 0.15,
}
MARKED = 6  # tokens of future damage, with which more make no difference
VENOM = {"acid": 0.2, "minor-acid": 0.1, "set-on-fire": 0.2, "bleeding": 0.12, "breath": 0.3}
TRIGGERS = 2  # how often a cloud acts on a unit before that has left it
CORRODED = {"acid-major": 0.2, "acid-minor": 0.1}  # of a unit that acid out of a cloud reaches
NEWCOMER = 1.5  # what a unit that a device lets loose is worth
SHOOT = ("fire", "throw", "breath")
ROOM = {"large": 5, "huge": 8}  # others 4: 9 is enough for two units of which one is large, or for a huge one


class Body:
    """What of a unit decides which part of it a hit costs. `models` is how many it has by its list; `lives`:
    poison harms it."""

    def __init__(self, damage: Damage, size: Size, models: int, lives: bool) -> None:
        self.damage, self.size, self.models, self.lives = damage, size, models, lives


@lru_cache(PAIRS)
def body_of(damage: Damage, size: Size, models: int, lives: bool) -> Body:
    """One for all units that are alike in this."""
    return Body(damage, size, models, lives)


class Kit:
    """What a unit is worth and can be told to do, by its list and equipment."""

    def __init__(self, of: FieldUnit, worth: float, lives: bool) -> None:
        self.of, self.worth = of, worth
        self.body = body_of(of.damage, of.size, len(of.models), lives)
        self.armor = (of.armor[0] + of.armor[1]) // 2  # where the side is not known
        self.listed = {speed: frozenset(map(spell, orders)) for speed, orders in of.movement.items()}
        self.gunnery = {
            speed: frozenset((spell(each.order), each.only) for each in orders)
            for speed, orders in of.gunnery.items()
        }
        self.fires = self._speeds(SHOOT)
        self.loads = self._speeds(("load",))
        self.rushes = frozenset(speed for speed, orders in self.listed.items() if all(map(_ahead, orders)))
        self.room = ROOM.get(of.size, 4)

    def _speeds(self, names: Sequence[str]) -> frozenset[str]:
        """At which it may be told to do this."""
        return frozenset(
            speed
            for speed, orders in self.of.gunnery.items()
            if any(code.name in names for each in orders for step in each.order for code in step)
        )


def _ahead(order: str) -> bool:
    """Whether it begins with a step forward, whatever lies there."""
    return [code.name for code in moves(order) if code.name not in ("A", "B")][:1] == ["F"]


def weapon_worth(
    weapon: Weapon,
    skill: int,
    foe: Kit,
    away: int,
    side: int | None = None,
    future: int = 0,
    crew: int = 1,
) -> float:
    """Worth lost by the foe to one firing of the weapon: at a side of its armor or at the usual one, with so
    many tokens of future damage. `crew` fire it together, where that makes a difference."""
    reach, farthest, loose = ranges(weapon)
    if away > farthest:
        return 0.0
    if loose:
        return NEWCOMER
    armor = foe.armor if side is None else foe.of.armor[side]
    part = _part(weapon, skill, foe.body, away <= 1, away > reach, armor, min(future, MARKED), crew)
    return part * foe.worth


@lru_cache(PAIRS)
def _part(
    weapon: Weapon, skill: int, foe: Body, close: bool, far: bool, armor: int, future: int, crew: int
) -> float:
    """The part of the foe that one firing costs it."""
    loss = _hit(weapon, foe, close, far, armor, future)
    area = _area_need(weapon, crew)
    if area:
        hits = foe.models * chance(area)
    elif "breath" in weapon.traits:
        hits = 1.0
    else:
        own = weapon.trait("to-hit", Numbered)
        base = own.number if own else BASIC
        hits = chance(base - skill - close + 2 * far - SIZE.get(foe.size, 0)) * _shots(weapon)
    return min(loss, 1.0) * hits + cloud_loss(weapon, foe)


def _hit(weapon: Weapon, foe: Body, close: bool, far: bool, armor: int, future: int) -> float:
    """The part of the foe that a hit costs it."""
    loss, roll = _harm(weapon)
    if roll is not None:
        ap = weapon.ap // 2 if far else weapon.ap + close
        loss += loss_to(foe, "regular", roll, future + close - far, weapon.on_penetration, armor - ap)
    poison = weapon.trait("poison", Poisoning)
    if foe.lives and poison:
        loss += _drawn(foe, "regular", Roll(poison.strength))
    for each in weapon.also:
        loss += _drawn(foe, each.type, each.roll)
    return loss


@lru_cache(PAIRS)
def _harm(weapon: Weapon) -> tuple[float, Roll | None]:
    """What a hit costs by its abilities, whoever is hit, and the roll for its damage."""
    venom = sum(VENOM.get(ability.name, 0.0) for ability in weapon.abilities)
    fire = next((each.roll for each in weapon.also if each.type == "fire"), None)
    return venom, weapon.damage or fire


@lru_cache(PAIRS)
def cloud_loss(weapon: Weapon, foe: Body) -> float:
    """The part of a unit that the clouds of the weapon cost it where they fall: poison what lives, and the
    crew of what has one; acid whatever it reaches."""
    loss = 0.0
    for marker in _clouds(weapon):
        share = TRIGGERS * chance(NEED)
        if marker.kind == "poison":
            roll = Roll(marker.strength)
            living = _drawn(foe, "regular", roll) if foe.lives else 0.0
            loss += share * foe.models * (living + _drawn(foe, "crew", roll))
        loss += share * CORRODED.get(marker.kind, 0.0)
    return min(loss, 1.0)


def _clouds(weapon: Weapon) -> tuple[Marker, ...]:
    placed, mortar = weapon.trait("places-cloud", Cloud), weapon.trait("mortar", Mortar)
    found = (Marker(placed.kind, placed.strength),) if placed else ()
    return found + (mortar.centre if mortar else ())


def lets_loose(weapon: Weapon) -> bool:
    """Whether units of its own enter play by it."""
    return "spawns-bots" in weapon.traits or "launches-rat" in weapon.traits


def unseen_too(weapon: Weapon) -> bool:
    """Whether it is fired at what its firer does not see."""
    return "indirect" in weapon.traits or "no-line-of-sight" in weapon.traits


@lru_cache(PAIRS)
def ranges(weapon: Weapon) -> tuple[int, int, bool]:
    """Its normal range, the longest one, and whether it lets units loose there."""
    reach = weapon.range or sum(roll.sides // 2 + roll.plus for roll in weapon.range_dice)
    return reach, reach if "normal-range-only" in weapon.traits else 2 * reach, lets_loose(weapon)


@lru_cache(PAIRS)
def _area_need(weapon: Weapon, crew: int) -> int:
    """What each model of the target is hit at, at the distance that is best for it; 0 where a shot is
    aimed."""
    plain = weapon.trait("area", Needing) or weapon.trait("blast", Blast)
    by_models = weapon.trait("area-by-models", AreasByModels)
    lines = by_models.lines if by_models else ()
    needs = [line.need for line in lines if line.fewest <= crew <= line.most]
    return min([*needs, *([plain.need] if plain else [])], default=0)


def _shots(weapon: Weapon) -> float:
    shots = weapon.rate
    return shots.sides / 2 if isinstance(shots, Roll) else float(shots)


# ---------------------------------------------------------------- damage


def _drawn(foe: Body, table: str, roll: Roll) -> float:
    """The part of a unit that a roll on a table costs it, past any armor."""
    return loss_to(foe, table, roll, 0, 0, 0)


@lru_cache(maxsize=100_000)
def loss_to(foe: Body, table: str, roll: Roll, bonus: int, through: int, dice: int) -> float:
    """The part of a unit that a hit costs, against so many armor dice; nothing on a table it has not."""
    dice = max(0, dice)
    clean = (2 / 3) ** dice
    partly = dice * (1 / 3) * (2 / 3) ** (dice - 1) if dice else 0.0
    loss = 0.0
    for face in range(1, roll.sides + 1):
        result = face + roll.plus + bonus
        loss += clean * _cost(foe, table, result + through)
        loss += partly * _cost(foe, table, result + PARTLY_BLOCKED)
    return loss / roll.sides


@lru_cache(maxsize=PAIRS)
def _cost(foe: Body, table: str, result: int) -> float:
    effects: tuple[Effect, ...] = ()
    for start, _, those in getattr(foe.damage, table, ()):
        if result >= start:
            effects = those
    return min(1.0, sum(1.2 / foe.models if e.name == "kill" else LOSS.get(e.name, 0.05) for e in effects))


def chance(need: int) -> float:
    """Of an open-ended die."""
    return min(1.0, (7 - need) / 6) if need <= 6 else (1 / 6) * (1 / 3) ** (need - 6)
