"""What shots, charges and fighters are worth to the drill bot, by the odds of the kernels that play."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from warbook.books.necromunda import combat, harm, shooting, special
from warbook.books.necromunda.aim import PLAIN, Aim, Circumstance, full_auto, shot, to_hit
from warbook.books.necromunda.combat_dice import Fighting, draw, duel
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.injury import Body, Hit
from warbook.books.necromunda.sight import initiative, opponents
from warbook.books.necromunda.state import Battle, Fighter, Rulings
from warbook.core.questions import Modifier

RANKS = {"leader": 1.8, "heavy": 1.5, "juve": 0.6}  # what they are worth, all others being 1
PIN = 0.3  # a fighter pinned, as a part of a fighter felled
FINISHED = 0.1  # one who lies down already put out of action: he seldom gets up again
BURDEN = 0.7  # what somebody who carries loot is worth more
ALONG = 1.3  # a fight goes on in the enemy's turn, and while it lasts nobody shoots at either

MOST_BETWEEN = 5_000  # pairs of one fighter and the enemies about whom dice are known

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def value(fighter: Fighter) -> float:
    """What a fighter is worth, an ordinary one being 1."""
    return RANKS.get(fighter.kind, 1.0) + (BURDEN if fighter.loot else 0.0)


# ---------------------------------------------------------------- shots


def shot_worth(
    battle: Battle,
    shooter: Fighter,
    weapon: Weapon,
    target: Fighter,
    inches: float,
    circumstance: Circumstance = PLAIN,
) -> float:
    """What a shot at the target where he stands is worth, if he is so many inches away."""
    if inches > weapon.reach(shooter.profile.S):
        return 0.0
    if weapon.template:
        return _flame_worth(special.burn(weapon, target), harm.body_of(target), target.pinned) * value(target)
    aim, _ = shooting.aim_at(battle, shooter, weapon, target, inches, circumstance)
    hit = shooting.hit_by(shooter, weapon, target)
    dice = shooting.fire_dice(battle, weapon)
    return _fire_worth(aim, hit, harm.body_of(target), dice, target.pinned) * value(target)


def gun(battle: Battle, fighter: Fighter) -> Weapon | None:
    """The weapon he would mostly shoot with."""
    key = fighter.weapons, fighter.empty, fighter.profile.S, battle.rulings.special_weapons
    if key not in _GUNS:
        ready = [w for w in shooting.arms(battle, fighter) if shooting.magazine(w) not in fighter.empty]
        _GUNS[key] = max(ready, key=lambda w: (w.reach(fighter.profile.S), w.sustained_dice), default=None)
    return _GUNS[key]


@cache
def covers() -> tuple[Modifier | None, ...]:
    """The kinds of cover there are, from none to the best; how much is seen counts in sixteenths."""
    found: list[Modifier | None] = []
    for sixteenths in range(16, 0, -1):
        cover = shooting.cover_modifier(sixteenths / 16)
        if cover not in found:
            found.append(cover)
    return tuple(found)


def covers_of(seen: Floats) -> npt.NDArray[np.int8]:
    """For every part that is seen the number of its kind of cover, -1 where nothing is seen."""
    parts, where = np.unique(seen, return_inverse=True)
    kinds = [covers().index(shooting.cover_modifier(part)) if part > 0.0 else -1 for part in parts.tolist()]
    return np.array(kinds, dtype=np.int8)[where].reshape(seen.shape)


@lru_cache(maxsize=50_000)
def _fire_worth(aim: Aim, hit: Hit, body: Body, dice: int, pinned: bool) -> float:
    """Fighters felled, with a pin counted in part, by one attack. Who lies down can only be finished off, and
    who is pinned is not pinned again."""
    if not aim.dice:
        return 0.0
    aim = replace(aim, ammo=False)
    lands = float(to_hit.odds(aim).chance(lambda roll: roll.hits > 0))
    if dice:
        after = full_auto.odds(dice, aim, hit, body).map(lambda left: left.state)
        lands = 1 - (1 - lands) ** (1.5 * dice)
    else:
        after = shot.odds(aim, hit, body).map(lambda result: result.body.state)
    if body.state == "down":
        return FINISHED * float(after.chance("out"))
    falls = float(1 - after.chance("up"))
    return falls if pinned else falls + PIN * max(0.0, lands - falls)


@lru_cache(maxsize=5_000)
def _flame_worth(hit: Hit, body: Body, pinned: bool) -> float:
    """The same for somebody wholly in the flames."""
    after = special.under_template.odds(True, hit, body).map(lambda result: result.body.state)
    if body.state == "down":
        return FINISHED * float(after.chance("out"))
    falls = float(1 - after.chance("up"))
    return falls if pinned else falls + PIN * (1.0 - falls)


# ---------------------------------------------------------------- hand-to-hand combat


def charge_worth(battle: Battle, fighter: Fighter, foe: Fighter) -> float:
    """What arriving there is worth."""
    if foe.down:
        return FINISHED * value(foe)
    before = sum(friend is not fighter for friend in opponents(battle, foe))
    wins, loses = first_round(battle, fighter, foe, before)
    return ALONG * (wins * value(foe) - loses * value(fighter)) + 0.05


def first_round(battle: Battle, charger: Fighter, foe: Fighter, before: int = 0) -> tuple[float, float]:
    """The chances that a charger fells the other in the first round, and that he falls himself; so many
    friends have fought this enemy before him."""
    a, _ = combat.stance(battle, charger, foe, before, True)
    b, _ = combat.stance(battle, foe, charger)
    return _duel_worth(
        *alike(a, b),
        combat.hits_of(charger, foe),
        combat.hits_of(foe, charger),
        harm.body_of(charger),
        harm.body_of(foe),
    )


def alike(a: Fighting, b: Fighting) -> tuple[Fighting, Fighting]:
    """A pair that fights like this one: scores and Initiative count only against each other's, so that the
    odds of many pairs are worked out as one."""
    lead = a.ws + a.modifier - b.ws - b.modifier
    return (
        replace(a, ws=0, modifier=lead, initiative=draw(a, b), loses_draws=False),
        replace(b, ws=0, modifier=0, initiative=0, loses_draws=False),
    )


@lru_cache(maxsize=20_000)
def _duel_worth(
    a: Fighting, b: Fighting, a_hits: tuple[Hit, ...], b_hits: tuple[Hit, ...], mine: Body, his: Body
) -> tuple[float, float]:
    """Chances in a round that the other falls, and that he himself does."""
    odds = duel.odds(a, b, a_hits, b_hits, mine, his)
    return (
        float(odds.chance(lambda r: r.b.state != "up")),
        float(odds.chance(lambda r: r.a.state != "up")),
    )


# ---------------------------------------------------------------- between two kinds of fighter


class Armed(NamedTuple):
    """Somebody with his kit and the gun he would shoot with."""

    kit: int
    fighter: Fighter
    weapon: Weapon | None


class Sheet(NamedTuple):
    """A fighter's kit, the gun he would shoot with, its short range and reach, and the inches within which he
    finds who hides."""

    kit: int
    weapon: Weapon | None
    line: tuple[float, float]
    finds: float


class Between(NamedTuple):
    """The rows of shots of each of several enemies at somebody, the chances that their charges fell him, and
    the rows of his shots at them."""

    theirs: Ints
    charges: Floats
    ours: Ints


class Worths:
    """What shots and charges between two kinds of fighter are worth, remembered from battle to battle: of
    fighters who stand on level ground and have not moved, so that it is the same in all of them.

    A row of `tables` is a shot's worth by cover at short range and then at long; row 0 is the shot of one who
    has no gun."""

    def __init__(self) -> None:
        self._shots: dict[tuple[int, str, int], int] = {}
        self._charges: dict[tuple[int, int], float] = {}
        self._between: dict[tuple[object, ...], Between] = {}
        self.tables: Floats = np.zeros((1, 2 * len(covers())))

    def between(
        self, battle: Battle, one: Armed, foes: list[Armed], kinds: tuple[tuple[int, str], ...]
    ) -> Between:
        """What dice between one and each of these may do, whose kits and guns are `kinds`."""
        mine, fighter, weapon = one
        key = mine, weapon and weapon.id, kinds
        known = self._between.get(key)
        if known is None:
            if len(self._between) >= MOST_BETWEEN:
                self._between.clear()
            known = self._between[key] = Between(
                np.array(
                    [self.shots(battle, foe, gun, fighter, (his, mine)) for his, foe, gun in foes],
                    dtype=np.int64,
                ),
                np.array(
                    [self.charge(battle, foe, fighter, (his, mine)) for his, foe, _ in foes],
                    dtype=np.float64,
                ),
                np.array(
                    [self.shots(battle, fighter, weapon, foe, (mine, his)) for his, foe, _ in foes],
                    dtype=np.int64,
                ),
            )
        return known

    def shots(
        self, battle: Battle, shooter: Fighter, weapon: Weapon | None, target: Fighter, kits: tuple[int, int]
    ) -> int:
        """The row of what his shot at the target is worth, as a part of what the target is; `kits` are those
        of the two."""
        if weapon is None:
            return 0
        key = kits[0], weapon.id, kits[1]
        known = self._shots.get(key)
        if known is None:
            table = _by_range_and_cover(battle, _at_ease(shooter), weapon, _at_ease(target))
            self.tables = np.vstack((self.tables, table))
            known = self._shots[key] = len(self.tables) - 1
        return known

    def charge(self, battle: Battle, charger: Fighter, foe: Fighter, kits: tuple[int, int]) -> float:
        """The chance that a charge fells the foe in the first round."""
        known = self._charges.get(kits)
        if known is None:
            known = self._charges[kits] = first_round(battle, _at_ease(charger), _at_ease(foe))[0]
        return known


def worths_of(rulings: Rulings) -> Worths:
    return _WORTHS.setdefault(rulings, Worths())


def line(shooter: Fighter, weapon: Weapon | None) -> tuple[float, float]:
    """Short range and reach."""
    if weapon is None:
        return 0.0, -1.0
    reach = float(weapon.reach(shooter.profile.S))
    flat = weapon.range or weapon.template
    return reach if flat else float(shooting.short_range(shooter, weapon)), reach


def kit(fighter: Fighter) -> int:
    """A number for all that dice between two fighters depend on."""
    return _KITS.setdefault(
        (fighter.weapons, fighter.profile, fighter.armour, fighter.gear, fighter.flesh, fighter.wounds),
        len(_KITS),
    )


def sheet(battle: Battle, fighter: Fighter) -> Sheet:
    """What is known of him wherever he stands."""
    key = (
        fighter.weapons,
        fighter.profile,
        fighter.armour,
        fighter.gear,
        fighter.flesh,
        fighter.wounds,
        fighter.empty,
        fighter.moved,
        battle.setup.rulings.special_weapons,
    )
    known = _SHEETS.get(key)
    if known is None:
        weapon = gun(battle, fighter)
        known = Sheet(kit(fighter), weapon, line(fighter, weapon), float(initiative(fighter)))
        _SHEETS[key] = known
    return known


_WORTHS: dict[Rulings, Worths] = {}
_SHEETS: dict[tuple[object, ...], Sheet] = {}
_KITS: dict[tuple[object, ...], int] = {}
_GUNS: dict[tuple[object, ...], Weapon | None] = {}


def _at_ease(fighter: Fighter) -> Fighter:
    return replace(
        fighter, z=0.0, moved="", charging="", obstacle=False, webbed=False, pinned=False, down=False, loot=0
    )


def _by_range_and_cover(
    battle: Battle, shooter: Fighter, weapon: Weapon, target: Fighter
) -> tuple[float, ...]:
    body = harm.body_of(target)
    if weapon.template:
        return (_flame_worth(special.burn(weapon, target), body, False),) * (2 * len(covers()))
    hit, dice = shooting.hit_by(shooter, weapon, target), shooting.fire_dice(battle, weapon)
    found = []
    for inches in (0.0, float(weapon.reach(shooter.profile.S))):
        of_weapon = shooting.weapon_modifiers(shooter, weapon, inches)
        for cover in covers():
            named = [cover, *of_weapon] if cover is not None else of_weapon
            aim, _ = shooting.aim_with(battle, shooter, weapon, inches, named)
            found.append(_fire_worth(aim, hit, body, dice, False))
    return tuple(found)
