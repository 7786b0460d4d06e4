"""What units are worth and do to each other, in points: about, by ranges, and exactly for what is at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import ceil
from operator import attrgetter
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from warbook.board.kernel import Floats
from warbook.books.arap.army.data import Fighter, fire_modes
from warbook.books.arap.army.lists import FireMode, Weapon
from warbook.books.arap.charge.dice import run_in
from warbook.books.arap.dice.goals import goal_of, low, ranged_goal
from warbook.books.arap.field.bodies import like, melee_radius, profile
from warbook.books.arap.field.near import centre
from warbook.books.arap.field.sight import target_row
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.field.units import most_have, slowest
from warbook.books.arap.melee.attacks import Bonus, Direction, charge_bonus
from warbook.books.arap.melee.foresight import melee_fighters, resolves
from warbook.books.arap.melee.resolution import Resolve, Verdict, verdicts
from warbook.books.arap.melee.round_dice import Fighters, bloodshed
from warbook.books.arap.shooting.arms import modes_of, reach_of
from warbook.books.arap.shooting.wound_dice import Hit, harm_of
from warbook.books.arap.state import Battle, Figure, Setup, Unit
from warbook.books.family.wounds import NEVER

ROUTED, FLINCHED = 0.65, 0.1  # of a unit's points: what it is to have it run, or give way
FEW, MOST_FIGHTERS = 4, 12  # of a unit that come to blows in a round, for estimates
FAR = 100  # inches, and beyond
MOST_SQUADS = 500  # as they stand, that are known at once
MOST_CLASHES = 4096
GUESSED = 0.5  # of what a marker does, at a range that is guessed
REACHED = 2.0  # inches about at which a Charge has arrived
UNDER = {"strip": (3, 0.7), "burst": (2, 0.5)}  # figures under a template or a marker, and how often


def figure_worth(battle: Battle, figure: Figure) -> float:
    return float(max(1, profile(battle, figure).points))


def points(battle: Battle, unit: Unit) -> float:
    return sum(figure_worth(battle, figure) for figure in battle.standing(unit))


Kinds: TypeAlias = tuple[tuple[int, int], ...]
"""How many figures there are of each kind."""


_POSE = attrgetter("id", "x", "y", "z", "prone")


class SquadScales:
    """A unit as it stands on the table. It outlives the figures of one battle, so it has none of them."""

    def __init__(self, battle: Battle, unit: Unit) -> None:
        figures = battle.standing(unit)
        counted = Counter(like(battle, figure) for figure in figures)
        self.kinds: Kinds = tuple(sorted(counted.items()))
        self.kind = counted.most_common(1)[0][0]  # that of most of them
        self.sort = 0  # the number of all that have such figures, `Guns` says
        self.places = np.array([(each.x, each.y, each.z) for each in figures])
        self.bodies = np.array([target_row(battle, each) for each in figures])
        self.lead = lead_of(figures)
        self.points = points(battle, unit)
        self.move = slowest(battle, unit)
        self.radius = melee_radius(battle, figures[0])


def lead_of(figures: Sequence[Figure]) -> int:
    """The number of the figure in the middle of them."""
    middle = centre(figures)
    away = [(each.x - middle.x) ** 2 + (each.y - middle.y) ** 2 for each in figures]
    return away.index(min(away))


class Arrayed:
    """Units as they stand, one after another."""

    def __init__(self, squads: Sequence[SquadScales]) -> None:
        self.places = np.concatenate([squad.places for squad in squads])
        self.bodies = np.concatenate([squad.bodies for squad in squads])
        self.begins = np.array([*accumulate([len(squad.places) for squad in squads], initial=0)])
        self.leads = np.array([squad.lead for squad in squads])
        self.comes = np.array([arrivals(squad.move, REACHED) for squad in squads])


class Known:
    """A setup that is the same only as itself: to compare two of them takes longer than to work it out."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.setup is self.setup

    def __hash__(self) -> int:
        return id(self.setup)


class Weights(Struct, frozen=True):
    """What a unit weighs enemies with, in their order: what Charging each is worth and what its Charge is
    worth to it, the rows of `weighing`, and what an action point takes from them and theirs from it, by whole
    inches."""

    blows: list[tuple[float, float]]
    rows: Floats
    fire: Floats
    back: Floats


class Gun(Struct, frozen=True):
    """A weapon of a kind of figure against another kind: points it takes for each action point, in the open,
    within half of its reach and beyond; and how many of them it takes to fire it at all."""

    reach: float
    near: float
    far: float
    cost: int = 1


class Guns:
    """All guns of a battle against all kinds of figures; worked out when somebody looks."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._known: dict[tuple[int, int], list[Gun]] = {}
        self._tables: dict[tuple[Kinds, int], Floats] = {}
        self._ones: dict[tuple[int, int], Floats] = {}
        self._squads: dict[Hashable, SquadScales] = {}
        self._arrays: dict[tuple[SquadScales, ...], Arrayed] = {}
        self._reaches: dict[tuple[Kinds, int], float] = {}
        self._blows: dict[tuple[Kinds, Kinds], tuple[float, float, float]] = {}
        self._sorts: dict[tuple[Kinds, int], int] = {}
        self._weights: dict[Hashable, Weights] = {}
        self._volleys: dict[tuple[int, int, int, int], list[float]] = {}

    def squad(self, battle: Battle, unit: Unit) -> SquadScales:
        """A unit on the table as it is; the same again until one of it moves or falls."""
        return while_still(battle, (SquadScales, unit.id), lambda: self._squad(battle, unit))

    def _squad(self, battle: Battle, unit: Unit) -> SquadScales:
        figures = battle.standing(unit)
        key = tuple(map(_POSE, figures)), len(battle.members(unit))
        squad = self._squads.get(key)
        if squad is None:
            if len(self._squads) >= MOST_SQUADS:
                self._squads.clear()
            squad = self._squads[key] = SquadScales(battle, unit)
            squad.sort = self._sorts.setdefault((squad.kinds, squad.kind), len(self._sorts))
        return squad

    def arrayed(self, squads: tuple[SquadScales, ...]) -> Arrayed:
        """The same again for the same squads: as long as none of them moves, whoever else does."""
        found = self._arrays.get(squads)
        if found is None:
            if len(self._arrays) >= MOST_SQUADS:
                self._arrays.clear()
            found = self._arrays[squads] = Arrayed(squads)
        return found

    def weights(self, key: Hashable, make: Callable[[], Weights]) -> Weights:
        """The same again for like figures in like states, wherever they are."""
        found = self._weights.get(key)
        if found is None:
            if len(self._weights) >= MOST_SQUADS:
                self._weights.clear()
            found = self._weights[key] = make()
        return found

    def of(self, kind: int, foe: int) -> list[Gun]:
        if (kind, foe) not in self._known:
            one, other = self.setup.fighters[kind], self.setup.fighters[foe]
            self._known[kind, foe] = _guns(one, other)
        return self._known[kind, foe]

    def fire(self, kinds: Kinds, foe: int) -> Floats:
        """What a unit's action point takes, by whole inches; nothing at the last of them."""
        key = kinds, foe
        if key not in self._tables:
            self._tables[key] = np.sum([count * self._one(kind, foe) for kind, count in kinds], axis=0)
        return self._tables[key]

    def exchanged(self, mine: SquadScales, squads: Sequence[SquadScales]) -> tuple[Floats, Floats]:
        """What a unit's action point takes from each of others, and theirs from it, by whole inches."""
        fire = np.array([self.fire(mine.kinds, each.kind) for each in squads])
        return fire, np.array([self.fire(each.kinds, mine.kind) for each in squads])

    def _one(self, kind: int, foe: int) -> Floats:
        """The same of one figure."""
        if (kind, foe) not in self._ones:
            self._ones[kind, foe] = _fire_of(self.setup.fighters[kind], self.setup.fighters[foe])
        return self._ones[kind, foe]

    def volley(self, kind: int, foe: int, modifier: int, points: int) -> list[float]:
        """How many of a foe one figure takes on average that fires for so many action points at such a
        modifier, by whole inches; nothing at the last of them."""
        key = kind, foe, modifier, points
        if key not in self._volleys:
            one, other = self.setup.fighters[kind], self.setup.fighters[foe]
            self._volleys[key] = _volley_of(one, other, modifier, points)
        return self._volleys[key]

    def blows(
        self, battle: Battle, one: Unit, two: Unit, mine: Kinds, theirs: Kinds
    ) -> tuple[float, float, float]:
        """What it is worth to each of two units, of such figures, to Charge the other in its front, and what
        the first takes from the second by that; of big units about."""
        key = _about(mine), _about(theirs)
        if key not in self._blows:
            there, back = clash(battle, one, two, "front"), clash(battle, two, one, "front")
            self._blows[key] = there.worth, back.worth, there.theirs
        return self._blows[key]

    def slow(self, kinds: Kinds, foe: int) -> float:
        """The share of a unit's fire that a single action point does not pay for."""
        best = [(max(self.of(kind, foe), key=lambda gun: gun.far, default=None), n) for kind, n in kinds]
        all_of = sum(gun.far * n for gun, n in best if gun is not None)
        dear = sum(gun.far * n for gun, n in best if gun is not None and gun.cost > 1)
        return dear / all_of if all_of else 0.0

    def reach(self, kinds: Kinds, foe: int) -> float:
        """How far most of the unit's fire goes."""
        key = kinds, foe
        if key not in self._reaches:
            found = [(max((g.reach for g in self.of(kind, foe)), default=0.0), n) for kind, n in kinds]
            self._reaches[key] = sum(reach * n for reach, n in found) / max(1, sum(n for _, n in kinds))
        return self._reaches[key]


@lru_cache(maxsize=4096)
def _guns(one: Fighter, foe: Fighter) -> list[Gun]:
    guns = [_gun(one, weapon, foe) for weapon in one.weapons if weapon.type != "bomb"]
    return [gun for gun in guns if one.profile.bs and gun.far + gun.near > 0]


@lru_cache(maxsize=4096)
def _fire_of(one: Fighter, foe: Fighter) -> Floats:
    """What an action point of one figure takes from another, by whole inches."""
    inches, best = np.arange(FAR, dtype=float), np.zeros(FAR)
    for gun in _guns(one, foe):
        value = np.where(inches <= gun.reach / 2, gun.near, gun.far)
        best = np.maximum(best, value * (inches <= gun.reach))
    best[-1] = 0.0
    return best


@lru_cache(maxsize=8192)
def _volley_of(one: Fighter, foe: Fighter, modifier: int, points: int) -> list[float]:
    best = [0.0] * FAR
    body, relentless = foe.profile, "relentless" in one.rules
    chance = float(low.odds(ranged_goal(one.profile.bs, modifier), "arap.shooting.to-hit").chance(True))
    for weapon in one.weapons:
        if weapon.type in ("bomb", "grenade"):
            continue
        modes = [(mode, _rate(mode, relentless)) for mode in modes_of(weapon, "shots")]
        modes = [(mode, cost) for mode, cost in modes if cost <= points]
        if not modes:
            continue
        mode, cost = modes[-1]
        ap = NEVER if weapon.ap is None else weapon.ap
        rending = "rending" in weapon.rules
        hit = Hit(weapon.strength_of(one.profile.s), ap, weapon.damage, True, rending=rending)
        odds = harm_of.odds(hit, body.t, body.save, body.invulnerable)
        harm = float(odds.mean(lambda came: min(max(came, 0), body.w))) / body.w
        each = harm * (1 if mode.once_a_turn else points // cost)
        if weapon.template or weapon.area:
            many, share = UNDER["strip" if weapon.template else "burst"]
            value = many * share * each * (GUESSED if "guess-range" in weapon.rules else 1.0)
            for inches in range(min(FAR - 1, int(reach_of(weapon)) + 1)):
                best[inches] = max(best[inches], value)
            continue
        each *= chance
        shots = weapon.shots_half if mode.id == "salvo_half" else 1 if mode.id == "pistol" else weapon.shots
        above, below = mode.relentless_within if relentless else mode.extra_within
        most = reach_of(weapon) / (2 if mode.half_range else 1)
        for inches in range(min(FAR - 1, int(most) + 1)):
            extra = mode.extra_shots if inches <= weapon.range * above / below else 0
            best[inches] = max(best[inches], (shots + extra) * each)
    return best


def _rate(mode: FireMode, relentless: bool) -> int:
    return (mode.relentless_action_points if relentless else 0) or mode.action_points


@lru_cache(maxsize=8)
def guns_of(setup: Known) -> Guns:
    """All that play a battle know the same of it."""
    return Guns(setup.setup)


def _gun(one: Fighter, weapon: Weapon, foe: Fighter) -> Gun:
    modes = [fire_modes()[name] for name in weapon.modes]
    relentless = "relentless" in one.rules
    rates = [(m.relentless_action_points if relentless else 0) or m.action_points for m in modes]
    body = foe.profile
    ap = NEVER if weapon.ap is None else weapon.ap
    hit = Hit(weapon.strength_of(one.profile.s), ap, weapon.damage, True, rending="rending" in weapon.rules)
    harm = float(
        harm_of.odds(hit, body.t, body.save, body.invulnerable).mean(lambda n: min(max(n, 0), body.w))
    )
    each = harm / body.w * max(1, body.points)
    if weapon.template or weapon.area:
        many, share = UNDER["strip" if weapon.template else "burst"]
        value = many * share * each / rates[0] * (GUESSED if "guess-range" in weapon.rules else 1.0)
        return Gun(reach_of(weapon), value, value, rates[0])
    chance = float(low.odds(goal_of(one.profile.bs, 0), "arap.shooting.to-hit").chance(True)) * each
    if weapon.type == "salvo":
        return Gun(weapon.range, weapon.shots_half * chance, weapon.shots * chance / 2)
    extra = modes[0].extra_shots
    far = weapon.shots * chance / rates[0]
    return Gun(weapon.range, (weapon.shots + extra) * chance / rates[0], far, rates[0])


# ---------------------------------------------------------------- blows


@lru_cache(maxsize=4096)
def charge_chance(move: int, inches: int) -> float:
    """The chance that a Charge in the open goes so far."""
    return float(run_in.odds(move, "open", max(0, inches)).chance(lambda run: run.contact))


def arrives_from(move: int, gap: float, radius: float) -> float:
    return charge_chance(move, ceil(gap - radius - 1e-6))


@lru_cache(maxsize=64)
def arrivals(move: int, radius: float) -> Floats:
    """The same by whole inches of the gap, rounded up."""
    return np.array([arrives_from(move, float(gap), radius) for gap in range(FAR)])


class Clash(Struct, frozen=True):
    """What a round of melee is worth to the first of two units, and what both lose in it."""

    worth: float
    theirs: float
    ours: float


def clash(
    battle: Battle, one: Unit, two: Unit, charge: Direction = "none", cover: bool = False, lost: int = 0
) -> Clash:
    """A round, as if all figures of a unit were like most of them: `one` Charges so, if at all, after it has
    lost so many figures. It depends on nothing but what figures there are, so it is worked out once for
    these."""
    known = battle.setup.clashes
    key = _figures(battle, one), _figures(battle, two), charge, cover, lost
    found: Clash | None = known.get(key)
    if found is None:
        if len(known) >= MOST_CLASHES:
            known.clear()
        found = known[key] = _fought(battle, one, two, charge, cover, lost)
    return found


def _figures(battle: Battle, unit: Unit) -> frozenset[tuple[tuple[int, bool], int]]:
    """How many it has of each kind, and which of them are on the table."""
    likes = battle.setup.likes
    counted = Counter([(likes[each.kind], each.place == "table") for each in battle.members(unit)])
    return frozenset(counted.items())


def _fought(battle: Battle, one: Unit, two: Unit, charge: Direction, cover: bool, lost: int) -> Clash:
    ours, theirs = len(battle.standing(one)) - lost, len(battle.standing(two))
    if ours <= 0 or not theirs:
        return Clash(0.0, 0.0, 0.0)
    bonus = charge_bonus(charge)
    a = melee_fighters(battle, one, _come_to_blows(ours), bonus, cover)
    b = melee_fighters(battle, two, _come_to_blows(theirs), Bonus())
    for_a, for_b = resolves(battle, one, two, bonus, charge != "none")
    firm_a, firm_b = (most_have(battle, unit, "fearless") for unit in (one, two))
    return _clash(a, b, for_a, for_b, (points(battle, one), points(battle, two), firm_a, firm_b))


def _come_to_blows(figures: int) -> int:
    """How many of so many do in a round; of more than a few about, so that fewer sums are done."""
    return figures if figures <= FEW else min(figures // 2 * 2, MOST_FIGHTERS)


def _about(kinds: Kinds) -> Kinds:
    """So many of each as are told apart where it need not be exact."""
    return tuple([(kind, _come_to_blows(count)) for kind, count in kinds])


def _clash(
    a: Fighters, b: Fighters, for_a: Resolve, for_b: Resolve, stakes: tuple[float, float, bool, bool]
) -> Clash:
    hurt_a, hurt_b, runs = _round(a, b, for_a, for_b)
    mine, others, firm_a, firm_b = stakes
    ours, theirs = hurt_a * mine, hurt_b * others
    worth = theirs - ours
    if not firm_b:
        worth += (others - theirs) * (ROUTED * runs["b-routs"] + FLINCHED * runs["b-flinches"])
    if not firm_a:
        worth -= (mine - ours) * (ROUTED * runs["a-routs"] + FLINCHED * runs["a-flinches"])
    return Clash(worth, theirs, ours)


@lru_cache(maxsize=8192)
def _round(
    a: Fighters, b: Fighters, for_a: Resolve, for_b: Resolve
) -> tuple[float, float, dict[Verdict, float]]:
    """The shares of both that are lost in a round, and the chances of each to give way."""
    came, wounds = verdicts((a,), (b,), for_a, for_b), bloodshed((a,), (b,))
    ours = min(1.0, float(wounds.mean(lambda each: each[0])) / (a.band.count * a.band.left))
    theirs = min(1.0, float(wounds.mean(lambda each: each[1])) / (b.band.count * b.band.left))
    names: tuple[Verdict, ...] = ("a-routs", "b-routs", "a-flinches", "b-flinches")
    return ours, theirs, {name: float(came.chance(name)) for name in names}
