"""What units of Steampunk Fantasy do to each other by fire and in assault: rough estimates of the parts of a
unit's worth that are lost. Everything that decides it is frozen, so each pair is worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from warbook.books.steampunk.army.abilities import Numbered
from warbook.books.steampunk.army.lists import Assault, Weapon
from warbook.books.steampunk.army.notation import Code
from warbook.books.steampunk.army.roster import FieldModel, FieldUnit
from warbook.books.steampunk.army.written import Angles
from warbook.books.steampunk.bot.shots import PAIRS, Kit, chance, loss_to, ranges, unseen_too, weapon_worth
from warbook.books.steampunk.damage.toughness import can_be_poisoned
from warbook.books.steampunk.gunnery.aiming import SKILLS
from warbook.books.steampunk.gunnery.areas import as_one
from warbook.books.steampunk.gunnery.arms import own_weapons
from warbook.books.steampunk.state import Battle, Unit, field

Floats = npt.NDArray[np.float64]

FARTHEST = 16  # hexes; nothing reaches farther
NOUGHT = FARTHEST * 4  # the place of what is out of sight among distances and angles
PLACES = NOUGHT + 1
MOST = 2_000  # are remembered


class Might:
    """A unit as it stands: what it is, and which models live."""

    def __init__(self, kit: Kit, models: tuple[FieldModel, ...]) -> None:
        self.kit, self.models = kit, models
        of = kit.of
        shared = [(0, of.shared)] if of.shared else []
        own = [(skill_of(model), weapon) for model in models for weapon in own_weapons(model)]
        self.arms = Counter([*own, *shared])  # how well each weapon is shot, and how many there are
        counts = Counter[Weapon]()
        for (_, weapon), count in self.arms.items():
            counts[weapon] += count
        self.shares = {weapon: count / counts.total() for weapon, count in counts.items()}
        self.lobs = any(unseen_too(weapon) for _, weapon in self.arms)
        self.served: dict[tuple[Code, str], list[Weapon]] = {}  # which weapons an order acts on, if known
        # Which parts of its orders are void, by what decides that, if known.
        self.void: dict[tuple[object, ...], frozenset[str]] = {}
        # Which terrain bars its way at which speed, by road or not, if known.
        self.closed: dict[tuple[str, str, bool], bool] = {}
        assaults = [model.assault for model in models]
        self.pool = _hits(assaults)
        self.shield = sum(each.deflection[0] * chance(each.deflect or 7) for each in assaults)
        self.assaults = tuple(dict.fromkeys(assaults))
        names = {ability.name for each in assaults for ability in each.abilities}
        self.fear, self.venom = 0.1 * ("fear" in names), 0.1 * ("poison-assault" in names)


def assault(own: Might, foe: Might) -> float:
    """What it is worth to a unit to meet a foe, front to front: worth lost by the foe less worth lost by the
    unit."""
    return _melee(own, foe) - _melee(foe, own)


def clash_worth(own: Might, foes: Sequence[Might]) -> float:
    """What assaulting all of them is worth: the hits are shared out among them, and each strikes back."""
    suffers = min(sum([_melee(foe, own) for foe in foes]), own.kit.worth)
    return max([_melee(own, foe) for foe in foes], default=0.0) - suffers


def might(battle: Battle, unit: Unit) -> Might:
    of, living = field(battle, unit), tuple(unit.living)
    known = _KNOWN.get((of, living, unit.number < 0))
    if known is None:
        if len(_KNOWN) >= MOST:
            _KNOWN.clear()
        kit = _kit(of, unit.number < 0, can_be_poisoned(battle, unit))
        # Of models that are alike it does not matter which live.
        models = sorted(of.models.index(of.models[number]) for number in living)
        known = _KNOWN[of, living, unit.number < 0] = _might(kit, tuple(of.models[n] for n in models))
    return known


_KNOWN: dict[tuple[FieldUnit, tuple[int, ...], bool], Might] = {}


@lru_cache(MOST)
def _might(kit: Kit, models: tuple[FieldModel, ...]) -> Might:
    return Might(kit, models)


@lru_cache(MOST)
def _kit(of: FieldUnit, spawned: bool, lives: bool) -> Kit:
    return Kit(of, 1.0 if spawned else max(float(of.value), 1.0), lives)


# ---------------------------------------------------------------- fire


@lru_cache(PAIRS)
def fire_worth(shooter: Might, at: Kit) -> Floats:
    """Worth lost by a foe, whichever of its models live, to all weapons fired once, by distance and the angle
    in which it lies; and a nought."""
    found = np.zeros(PLACES)
    found[:NOUGHT] = _volleys(shooter.arms, at).ravel()
    return found


@lru_cache(PAIRS)
def threat(shooter: Might, to: Kit) -> Floats:
    """The same by the side that the foe turns to the shooter, who can turn its guns."""
    worst = np.maximum.reduce(fire_worth(shooter, to)[:NOUGHT].reshape(FARTHEST, 4), axis=1, keepdims=True)
    found = np.zeros(PLACES)
    found[:NOUGHT] = (worst * _weakness(to.of.armor)).ravel()
    return found


@cache
def _weakness(armor: Angles) -> Floats:
    """How much more it suffers at each side than in front."""
    return np.array([1.0 + 0.12 * (armor[0] - side) for side in armor])


@lru_cache(PAIRS)
def lobbed(shooter: Might, at: Kit) -> Floats:
    """As `fire_worth`, without the nought, for weapons that need not see their target."""
    lobs = {arm: count for arm, count in shooter.arms.items() if unseen_too(arm[1])}
    return _volleys(lobs, at).ravel()


def _volleys(arms: Mapping[tuple[int, Weapon], int], at: Kit) -> Floats:
    """The same for these weapons, by distance and angle."""
    found = np.zeros((FARTHEST, 4))
    for (skill, weapon), count in arms.items():
        crew = count if as_one(weapon) else 1
        one = volley(weapon, skill, at, crew)
        found += one if count == crew else one * (count / crew)
    return found


@lru_cache(PAIRS)
def volley(weapon: Weapon, skill: int, at: Kit, crew: int) -> Floats:
    """The same for one weapon that so many fire together."""
    found = np.zeros((FARTHEST, 4))
    reach, farthest, _ = ranges(weapon)
    barrels = np.array(weapon.shots or weapon.arc, dtype=float)
    for nearest, beyond in ((0, 2), (2, reach + 1), (reach + 1, 2 * reach + 1)):
        beyond = min(beyond, farthest + 1)
        if nearest < beyond:
            found[nearest:beyond] = weapon_worth(weapon, skill, at, nearest, crew=crew) * barrels
    return found


# ---------------------------------------------------------------- assault


@lru_cache(PAIRS)
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
        (
            a.number
            for each in assaults
            for a in each.abilities
            if isinstance(a, Numbered) and a.name == "reroll-assault"
        ),
        default=0,
    )
    dice = float(sum(assault.dice[0] for assault in assaults))
    hits = sum(assault.dice[0] * chance(assault.hit) for assault in assaults)
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
    dice = foe.kit.of.armor[0] - (assault.front_ap or assault.ap)
    return loss_to(foe.kit.body, "regular", roll, support, assault.on_penetration, dice)


def skill_of(model: FieldModel) -> int:
    return max((SKILLS[a.name] for a in model.abilities if a.name in SKILLS), default=0, key=abs)
