"""What units of Steampunk Fantasy do to each other by fire and in assault: rough estimates of the parts of a
unit's worth that are lost. Everything that decides it is frozen, so each pair is worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from warbook.books.steampunk.aiming import SIZE, SKILLS
from warbook.books.steampunk.arms import own_weapons, trait
from warbook.books.steampunk.gunfire import BASIC, PARTLY_BLOCKED
from warbook.books.steampunk.lists import Assault, Lines, Weapon
from warbook.books.steampunk.notation import Effect, spell
from warbook.books.steampunk.openended import Roll
from warbook.books.steampunk.roster import FieldModel, FieldUnit
from warbook.books.steampunk.state import Battle, Unit, field

Floats = npt.NDArray[np.float64]

FARTHEST = 16  # hexes; nothing reaches farther
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
CLOUD = 0.25  # what a weapon without damage of its own does, as a part of a unit
VENOM = {"poison": 0.15, "acid": 0.2, "minor-acid": 0.1, "set-on-fire": 0.2, "bleeding": 0.12}
SHOOT = ("fire", "throw", "breath")
TYPED = 0.12  # a further roll of psychic or crew damage


class Kit:
    """What a unit can be told to do, by its list and equipment."""

    def __init__(self, of: FieldUnit) -> None:
        self.of = of
        self.listed = {speed: frozenset(map(spell, orders)) for speed, orders in of.movement.items()}
        self.gunnery = {
            speed: frozenset((spell(each.order), each.only) for each in orders)
            for speed, orders in of.gunnery.items()
        }
        self.fires = self._speeds(SHOOT)
        self.loads = self._speeds(("load",))
        self.room = {"large": 1.5, "huge": 2.0}.get(of.size, 1.0)
        self.volleys: dict[tuple[Weapon, int, int], Floats] = {}

    def _speeds(self, names: Sequence[str]) -> frozenset[str]:
        """At which it may be told to do this."""
        return frozenset(
            speed
            for speed, orders in self.of.gunnery.items()
            if any(code.name in names for each in orders for step in each.order for code in step)
        )


class Might:
    """A unit as it stands: what it is, which models live, its tokens of future damage."""

    def __init__(self, of: FieldUnit, models: tuple[FieldModel, ...], future: int, worth: float) -> None:
        self.of, self.models, self.future, self.worth = of, models, future, worth
        self.kit = kit(of)
        shared = [(0, of.shared)] if of.shared else []
        own = [(skill_of(model), weapon) for model in models for weapon in own_weapons(model)]
        self.arms = Counter([*own, *shared])  # how well each weapon is shot, and how many there are
        self.fire: dict[tuple[Kit, int], Floats] = {}
        self.threats: dict[tuple[Kit, int], Floats] = {}
        self.melee: dict[Might, float] = {}
        self.pool = _hits([model.assault for model in models])
        self.shield = sum(
            model.assault.deflection[0] * _chance(model.assault.deflect or 7) for model in self.models
        )

    def fire_at(self, foe: Might) -> Floats:
        """Worth lost by the foe to all weapons fired once, by distance and the angle in which it lies."""
        key = foe.kit, foe.future
        known = self.fire.get(key)
        if known is None:
            known = self.fire[key] = _fire(self, foe)
        return known

    def assault(self, foe: Might) -> float:
        """Worth lost by the foe less worth lost by this unit if they meet, front to front."""
        known = self.melee.get(foe)
        if known is None:
            known = self.melee[foe] = _melee(self, foe) - _melee(foe, self)
        return known


MOST = 5_000  # are remembered


@lru_cache(MOST)
def kit(of: FieldUnit) -> Kit:
    return Kit(of)


def might(battle: Battle, unit: Unit) -> Might:
    return _living(field(battle, unit), tuple(unit.living), min(unit.future, MARKED), unit.number < 0)


@lru_cache(MOST)
def _living(of: FieldUnit, living: tuple[int, ...], future: int, spawned: bool) -> Might:
    """Of models that are alike it does not matter which live."""
    models = sorted(of.models.index(of.models[number]) for number in living)
    return _might(of, tuple(of.models[number] for number in models), future, spawned)


@lru_cache(MOST)
def _might(of: FieldUnit, models: tuple[FieldModel, ...], future: int, spawned: bool) -> Might:
    return Might(of, models, future, 1.0 if spawned else max(float(of.value), 1.0))


# ---------------------------------------------------------------- fire


def _fire(shooter: Might, foe: Might) -> Floats:
    found = np.zeros((FARTHEST, 4))
    for (skill, weapon), count in shooter.arms.items():
        found += count * _volley(weapon, skill, foe)
    return found


def _volley(weapon: Weapon, skill: int, foe: Might) -> Floats:
    """What one weapon does to a foe, whichever of its models live."""
    key = weapon, skill, foe.future
    known = foe.kit.volleys.get(key)
    if known is None:
        known = foe.kit.volleys[key] = np.zeros((FARTHEST, 4))
        reach = _reach(weapon)
        farthest = reach if trait(weapon, "normal-range-only") is not None else 2 * reach
        barrels = np.array(weapon.shots or weapon.arc, dtype=float)
        for nearest, beyond in ((0, 2), (2, reach + 1), (reach + 1, 2 * reach + 1)):
            beyond = min(beyond, farthest + 1)
            if nearest < beyond:
                known[nearest:beyond] = weapon_worth(weapon, skill, foe, nearest) * barrels
    return known


def weapon_worth(weapon: Weapon, skill: int, foe: Might, away: int, side: int | None = None) -> float:
    """Worth lost by the foe to one firing of the weapon; at a side of its armor, or at the usual one."""
    reach = _reach(weapon)
    if away > 2 * reach:
        return 0.0
    close, far = away <= 1, away > reach
    plus = skill + close - 2 * far + SIZE.get(foe.of.size, 0)
    if weapon.damage is None and not any(each.type == "fire" for each in weapon.also):
        return CLOUD * foe.worth
    roll = weapon.damage or next(each.roll for each in weapon.also if each.type == "fire")
    ap = weapon.ap // 2 if far else weapon.ap + close
    armor = foe.of.armor[side] if side is not None else (foe.of.armor[0] + foe.of.armor[1]) // 2
    bonus = foe.future + close - far
    loss = _loss(foe.of.damage.regular, len(foe.of.models), roll, bonus, weapon.on_penetration, armor - ap)
    loss += sum(VENOM.get(ability.name, 0.0) for ability in weapon.abilities)
    loss += TYPED * sum(bool(getattr(foe.of.damage, each.type, ())) for each in weapon.also)
    return _chance(BASIC - plus) * min(loss, 1.0) * _shots(weapon) * foe.worth


def _reach(weapon: Weapon) -> int:
    return weapon.range or sum(roll.sides // 2 + roll.plus for roll in weapon.range_dice)


def _shots(weapon: Weapon) -> float:
    shots = (trait(weapon, "burst") or trait(weapon, "shots") or (1,))[0]
    return shots.sides / 2 if isinstance(shots, Roll) else float(shots)


@lru_cache(maxsize=100_000)
def _loss(lines: Lines, models: int, roll: Roll, bonus: int, through: int, dice: int) -> float:
    """The part of a unit that a hit costs, against so many armor dice."""
    dice = max(0, dice)
    clean = (2 / 3) ** dice
    partly = dice * (1 / 3) * (2 / 3) ** (dice - 1) if dice else 0.0
    loss = 0.0
    for face in range(1, roll.sides + 1):
        result = face + roll.plus + bonus
        loss += clean * _cost(lines, models, result + through)
        loss += partly * _cost(lines, models, result + PARTLY_BLOCKED)
    return loss / roll.sides


def _cost(lines: Lines, models: int, result: int) -> float:
    effects: tuple[Effect, ...] = ()
    for start, _, those in lines:
        if result >= start:
            effects = those
    return min(1.0, sum(1.2 / models if e.name == "kill" else LOSS.get(e.name, 0.05) for e in effects))


def _chance(need: int) -> float:
    """Of an open-ended die."""
    return min(1.0, (7 - need) / 6) if need <= 6 else (1 / 6) * (1 / 3) ** (need - 6)


# ---------------------------------------------------------------- assault


def _melee(one: Might, other: Might) -> float:
    """Worth that the other loses to what is left of the hits: one for each of its models, and the rest as
    support."""
    left = max(0.3 * one.pool, one.pool - other.shield)
    struck = min(left, len(other.models))
    support = round((left - struck) / max(struck, 1.0))
    each = max((_blow(model.assault, other, support) for model in one.models), default=0.0)
    fear = 0.1 * any(a.name == "fear" for model in one.models for a in model.assault.abilities)
    venom = sum(a.name == "poison-assault" for model in one.models for a in model.assault.abilities)
    return min(1.0, struck * each + fear + 0.1 * min(venom, 1)) * other.worth


def _hits(assaults: Sequence[Assault]) -> float:
    """Of all their dice in front. Where they are rolled again, a natural 6 is two hits and lets so many dice
    that failed be rolled again, as long as there are any."""
    again = max(
        (a.args[0] for each in assaults for a in each.abilities if a.name == "reroll-assault"), default=0
    )
    dice = float(sum(assault.dice[0] for assault in assaults))
    hits = sum(assault.dice[0] * _chance(assault.hit) for assault in assaults)
    if not again or not dice:
        return hits
    share = hits / dice
    hits = 0.0
    while dice > 0.5:
        sixes, hit = dice / 6, dice * share
        hits += hit + sixes
        dice = (1 - (5 / 6) ** dice) * min(dice - hit, again * max(sixes, 1.0))
    return hits


def _blow(assault: Assault, foe: Might, support: int) -> float:
    roll = assault.front_damage or assault.damage
    if roll is None:
        return 0.0
    lines, models = foe.of.damage.regular, len(foe.of.models)
    dice = foe.of.armor[0] - (assault.front_ap or assault.ap)
    return _loss(lines, models, roll, foe.future + support, assault.on_penetration, dice)


def skill_of(model: FieldModel) -> int:
    return max((SKILLS[a.name] for a in model.abilities if a.name in SKILLS), default=0, key=abs)
