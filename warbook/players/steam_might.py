"""What units of Steampunk Fantasy do to each other by fire and in assault: rough estimates of the parts of a
unit's worth that are lost. Everything that decides it is frozen, so each pair is worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from warbook.books.steampunk.aiming import SIZE, SKILLS
from warbook.books.steampunk.arms import own_weapons
from warbook.books.steampunk.gunfire import BASIC, PARTLY_BLOCKED
from warbook.books.steampunk.lists import Assault, Lines, Weapon
from warbook.books.steampunk.notation import Effect, spell
from warbook.books.steampunk.openended import Roll
from warbook.books.steampunk.roster import FieldModel, FieldUnit
from warbook.books.steampunk.state import Battle, Unit, field

Floats = npt.NDArray[np.float64]

FARTHEST = 16  # hexes; nothing reaches farther
NOUGHT = FARTHEST * 4  # the place of what is out of sight among distances and angles
PLACES = NOUGHT + 1
MOST, PAIRS = 2_000, 20_000  # are remembered
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
    """What a unit is worth and can be told to do, by its list and equipment."""

    def __init__(self, of: FieldUnit, worth: float) -> None:
        self.of, self.worth = of, worth
        self.listed = {speed: frozenset(map(spell, orders)) for speed, orders in of.movement.items()}
        self.gunnery = {
            speed: frozenset((spell(each.order), each.only) for each in orders)
            for speed, orders in of.gunnery.items()
        }
        self.fires = self._speeds(SHOOT)
        self.loads = self._speeds(("load",))
        self.room = {"large": 1.5, "huge": 2.0}.get(of.size, 1.0)

    def _speeds(self, names: Sequence[str]) -> frozenset[str]:
        """At which it may be told to do this."""
        return frozenset(
            speed
            for speed, orders in self.of.gunnery.items()
            if any(code.name in names for each in orders for step in each.order for code in step)
        )


class Might:
    """A unit as it stands: what it is, and which models live."""

    def __init__(self, kit: Kit, models: tuple[FieldModel, ...]) -> None:
        self.kit, self.models = kit, models
        of = kit.of
        shared = [(0, of.shared)] if of.shared else []
        own = [(skill_of(model), weapon) for model in models for weapon in own_weapons(model)]
        self.arms = Counter([*own, *shared])  # how well each weapon is shot, and how many there are
        self.closed: dict[tuple[str, str], bool] = {}  # which terrain bars its way at which speed, if known
        assaults = [model.assault for model in models]
        self.pool = _hits(assaults)
        self.shield = sum(each.deflection[0] * _chance(each.deflect or 7) for each in assaults)
        self.assaults = tuple(dict.fromkeys(assaults))
        names = {ability.name for each in assaults for ability in each.abilities}
        self.weakness = np.array([1.0 + 0.12 * (of.armor[0] - armor) for armor in of.armor])
        self.fear, self.venom = 0.1 * ("fear" in names), 0.1 * ("poison-assault" in names)


class Pair:
    """A unit and a foe. `odds`, at every distance and angle: what the unit shoots at the foe, by the angle in
    which the foe lies; a nought; what the foe may do to it, by the side turned to the foe, who can turn its
    guns; a nought. `assault`: worth lost by the foe less worth lost by the unit if they meet, front to
    front."""

    def __init__(self, own: Might, foe: Might) -> None:
        self.odds = np.zeros(2 * PLACES)
        self.odds[:NOUGHT] = _fire(own, foe.kit).ravel()
        worst = _fire(foe, own.kit).max(axis=1)
        self.odds[PLACES:-1] = (worst[:, None] * own.weakness).ravel()
        self.assault = _melee(own, foe) - _melee(foe, own)


@lru_cache(PAIRS)
def pair(own: Might, foe: Might) -> Pair:
    return Pair(own, foe)


def might(battle: Battle, unit: Unit) -> Might:
    return _living(field(battle, unit), tuple(unit.living), unit.number < 0)


@lru_cache(MOST)
def _living(of: FieldUnit, living: tuple[int, ...], spawned: bool) -> Might:
    """Of models that are alike it does not matter which live."""
    models = sorted(of.models.index(of.models[number]) for number in living)
    return _might(_kit(of, spawned), tuple(of.models[number] for number in models))


@lru_cache(MOST)
def _might(kit: Kit, models: tuple[FieldModel, ...]) -> Might:
    return Might(kit, models)


@lru_cache(MOST)
def _kit(of: FieldUnit, spawned: bool) -> Kit:
    return Kit(of, 1.0 if spawned else max(float(of.value), 1.0))


@lru_cache(MOST)
def all_pairs(own: Might, foes: tuple[Might, ...]) -> tuple[Floats, Floats]:
    """The odds of a unit against each of the foes, and what assaults on them are worth."""
    pairs = [pair(own, foe) for foe in foes]
    return np.concatenate([each.odds for each in pairs]), np.array([each.assault for each in pairs])


# ---------------------------------------------------------------- fire


@lru_cache(PAIRS)
def _fire(shooter: Might, at: Kit) -> Floats:
    """Worth lost by a foe, whichever of its models live, to all weapons fired once, by distance and the angle
    in which it lies."""
    found = np.zeros((FARTHEST, 4))
    for (skill, weapon), count in shooter.arms.items():
        found += count * _volley(weapon, skill, at)
    return found


@lru_cache(PAIRS)
def _volley(weapon: Weapon, skill: int, at: Kit) -> Floats:
    """The same for one weapon."""
    found = np.zeros((FARTHEST, 4))
    reach = _reach(weapon)
    farthest = reach if "normal-range-only" in weapon.traits else 2 * reach
    barrels = np.array(weapon.shots or weapon.arc, dtype=float)
    for nearest, beyond in ((0, 2), (2, reach + 1), (reach + 1, 2 * reach + 1)):
        beyond = min(beyond, farthest + 1)
        if nearest < beyond:
            found[nearest:beyond] = weapon_worth(weapon, skill, at, nearest) * barrels
    return found


def weapon_worth(
    weapon: Weapon, skill: int, foe: Kit, away: int, side: int | None = None, future: int = 0
) -> float:
    """Worth lost by the foe to one firing of the weapon: at a side of its armor or at the usual one, with so
    many tokens of future damage."""
    reach = _reach(weapon)
    if away > 2 * reach:
        return 0.0
    return _shot_worth(weapon, skill, foe, away <= 1, away > reach, side, min(future, MARKED))


@lru_cache(PAIRS)
def _shot_worth(
    weapon: Weapon, skill: int, foe: Kit, close: bool, far: bool, side: int | None, future: int
) -> float:
    plus = skill + close - 2 * far + SIZE.get(foe.of.size, 0)
    if weapon.damage is None and not any(each.type == "fire" for each in weapon.also):
        return CLOUD * foe.worth
    roll = weapon.damage or next(each.roll for each in weapon.also if each.type == "fire")
    ap = weapon.ap // 2 if far else weapon.ap + close
    armor = foe.of.armor[side] if side is not None else (foe.of.armor[0] + foe.of.armor[1]) // 2
    bonus = future + close - far
    loss = _loss(foe.of.damage.regular, len(foe.of.models), roll, bonus, weapon.on_penetration, armor - ap)
    loss += sum(VENOM.get(ability.name, 0.0) for ability in weapon.abilities)
    loss += TYPED * sum(bool(getattr(foe.of.damage, each.type, ())) for each in weapon.also)
    return _chance(BASIC - plus) * min(loss, 1.0) * _shots(weapon) * foe.worth


def _reach(weapon: Weapon) -> int:
    return weapon.range or sum(roll.sides // 2 + roll.plus for roll in weapon.range_dice)


def _shots(weapon: Weapon) -> float:
    shots = (weapon.traits.get("burst") or weapon.traits.get("shots") or (1,))[0]
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
    each = max((_blow(assault, other, support) for assault in one.assaults), default=0.0)
    return min(1.0, struck * each + one.fear + one.venom) * other.kit.worth


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
    lines, models = foe.kit.of.damage.regular, len(foe.kit.of.models)
    dice = foe.kit.of.armor[0] - (assault.front_ap or assault.ap)
    return _loss(lines, models, roll, support, assault.on_penetration, dice)


def skill_of(model: FieldModel) -> int:
    return max((SKILLS[a.name] for a in model.abilities if a.name in SKILLS), default=0, key=abs)
