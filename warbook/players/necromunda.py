"""Drill: a bot that plays Necromunda to win.

It weighs places by what it could do from there and what could be done to it, with the exact odds of the
kernels that play; it keeps to cover, charges when that pays, hides who has nothing to shoot at, and gives up
only a lost battle.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from warbook.board.geometry import Spot, bearing
from warbook.books.necromunda import charging, combat, harm, movement, shooting
from warbook.books.necromunda.aim import Aim, full_auto, shot, to_hit
from warbook.books.necromunda.brawl import Fighting, duel
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.eyes import apart, fraction, fraction_at
from warbook.books.necromunda.injury import Body, Hit
from warbook.books.necromunda.state import EYE, HEIGHT, RADIUS, Battle, Fighter, Rulings, enemy
from warbook.core.questions import Choose, Form, Question, Route, Way
from warbook.players.lanes import Lanes, lanes_of
from warbook.players.weighing import RUN, Stakes, weigh

Floats = npt.NDArray[np.float64]

PIN = 0.3  # a fighter pinned, as a part of a fighter felled
FEAR = 0.3  # what being shot at weighs against shooting
CHARGE_FEAR = 0.6
NEEDS = 14  # needed scores 0 to 13; above 9 nothing hits
NOTHING = (0.0,) * NEEDS


class Plan:
    """What a fighter is to do with his move."""

    def __init__(self, how: str, path: tuple[Spot, ...], facing: float | None, hide: bool) -> None:
        self.how, self.path, self.facing, self.hide = how, path, facing, hide


class Drill:
    def __init__(self, seed: int = 0) -> None:
        self.luck = random.Random(seed)
        self.plans: dict[str, Plan] = {}
        self.scout: Scout | None = None
        self.targets: dict[str, tuple[str, str]] = {}

    def answer(self, side: str, question: Question, view: Any) -> object:
        battle: Battle = view
        if isinstance(question, Choose):
            return self._choose(battle, side, question)
        if isinstance(question, Route):
            return self._route(battle, side, question)
        if isinstance(question, Form):
            return {name: self.answer(side, part, view) for name, part in question.parts.items()}
        raise TypeError(f"not a question: {question!r}")

    # ------------------------------------------------------------ choosing

    def _choose(self, battle: Battle, side: str, question: Choose) -> str:
        ids = [option.id for option in question.options if option.barred is None]
        if len(ids) == 1:
            return ids[0]
        kinds = {
            "nec.bottle.voluntary": self._bottle,
            "nec.movement.charge": self._charger,
            "nec.movement.charge-declaration": self._charge_target,
            "nec.movement.own-fighters": self._mover,
            "nec.hiding.enter": self._hide,
            "nec.shooting.to-hit": self._shooter,
            "nec.M10": self._weapon,
            "nec.M11": self._target,
            "nec.M8": self._overwatch,
            "nec.M17": self._sustained,
            "nec.M28": self._last,
        }
        if "walk" in ids or "crawl" in ids:
            return self._how(battle, question, ids)
        chooser = kinds.get(question.rule)
        return chooser(battle, side, question, ids) if chooser else ids[0]

    def _bottle(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """Gives up when hardly anybody is left against many."""
        ours = sum(f.on_table and not f.down and not f.broken for f in battle.gang(side))
        theirs = sum(f.on_table and not f.down and not f.broken for f in battle.gang(enemy(side)))
        return "bottle" if ours * 5 <= theirs and theirs >= 4 else "fight"

    def _charger(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        best, chosen = 0.12, ""
        for fighter_id in ids:
            if fighter_id == "done":
                continue
            fighter = battle.fighter(fighter_id)
            for foe in battle.present(enemy(side)):
                if apart(fighter, foe) > 2.0 * fighter.profile.M or charging.chargeable(battle, fighter, foe):
                    continue
                worth = _charge_worth(battle, fighter, foe)
                if worth > best and movement.contact_path(battle, fighter, foe, 2.0 * fighter.profile.M):
                    best, chosen = worth, fighter_id
                    self.targets[fighter_id] = ("", foe.id)
        return chosen or "done"

    def _charge_target(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        _, chosen = self.targets.get(question.piece, ("", ""))
        if chosen in ids:
            return chosen
        charger = battle.fighter(question.piece)
        foes = [battle.fighter(name) for name in ids if name != "nobody"]
        return max(foes, key=lambda foe: _charge_worth(battle, charger, foe) - apart(charger, foe)).id

    def _mover(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        return next(fighter_id for fighter_id in ids)

    def _how(self, battle: Battle, question: Choose, ids: list[str]) -> str:
        if "leave" in ids:
            return "leave"
        fighter = battle.fighter(question.piece)
        if fighter.down:
            return "stay"
        if self.scout is None or self.scout.setup is not battle.setup or self.scout.side != fighter.side:
            self.scout = Scout(battle, fighter.side)
        plan = self.plans[fighter.id] = self.scout.plan(battle, fighter, ids)
        return plan.how

    def _hide(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        plan = self.plans.get(question.piece)
        return "hide" if plan is None or plan.hide else "no"

    def _shooter(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """Who has the best shot goes first; who is hidden and has only a poor one keeps still."""
        for fighter_id in ids:
            if fighter_id == "done":
                continue
            shooter = battle.fighter(fighter_id)
            worth, weapon, foe = best_shot(battle, shooter)
            if worth > (0.2 if shooter.hidden else 0.0):
                self.targets[fighter_id] = (weapon, foe)
                return fighter_id
        return "done"

    def _weapon(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        weapon, _ = self.targets.get(question.piece, ("", ""))
        return weapon if weapon in ids else ids[0]

    def _target(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        _, foe = self.targets.get(question.piece, ("", ""))
        return foe if foe in ids else "hold"

    def _overwatch(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        watcher = battle.fighter(question.piece)
        best, chosen = 0.08, "hold"
        for option in question.options:
            if option.barred is not None or not option.piece:
                continue
            foe = battle.fighter(option.piece)
            spot = option.spot or foe.spot
            seen = fraction_at(battle, watcher.x, watcher.y, watcher.z, spot.x, spot.y, spot.z)
            for weapon in shooting.arms(battle, watcher):
                if weapon.blast_diameter or shooting.not_ready(battle, watcher, weapon):
                    continue
                worth = _worth_at(battle, watcher, weapon, foe, spot, seen)
                if worth > best:
                    best, chosen = worth, option.id
                    self.targets[watcher.id] = (weapon.id, foe.id)
        return chosen

    def _sustained(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        return ids[-1] if ids[0] == "0" else ids[0]

    def _last(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """The best fighter comes last, when his friends have given him the most dice."""
        return min(ids, key=lambda name: battle.fighter(name).profile.WS)

    # ------------------------------------------------------------ going

    def _route(self, battle: Battle, side: str, question: Route) -> Way:
        plan = self.plans.pop(question.piece, None)
        if question.start is None:
            return self._placement(battle, side, question)
        if plan is not None and question.rule != "nec.movement.run-to-cover-at-once":
            return Way(plan.path or (question.start,), plan.facing)
        if not question.allowance:
            return Way((question.start,), _facing_foe(battle, battle.fighter(question.piece)))
        return self._refuge(battle, side, question)

    def _placement(self, battle: Battle, side: str, question: Route) -> Way:
        spots = question.reach()
        home = 0.0 if battle.edges.get(side) == "south" else battle.table.depth
        x, y, z = min(spots, key=lambda s: abs(s[1] - home) + 0.3 * abs(s[0] - battle.table.width / 2))
        return Way((Spot(float(x), float(y), float(z)),))

    def _refuge(self, battle: Battle, side: str, question: Route) -> Way:
        """Of the places a broken fighter may run to, the one nearest home and farthest from the enemy."""
        foes = battle.present(enemy(side))

        def safety(spot: Any) -> float:
            return min((math.hypot(spot[0] - f.x, spot[1] - f.y) for f in foes), default=0.0)

        x, y, z = (float(value) for value in max(question.reach(), key=safety))
        return Way(question.path(x, y, z) or ())


# ---------------------------------------------------------------- what a shot is worth


@lru_cache(maxsize=50_000)
def _shot_worth(aim: Aim, hit: Hit, body: Body, dice: int) -> float:
    """Fighters felled, with a pin counted in part, by one attack."""
    lands = float(to_hit.odds(aim).chance(lambda roll: roll.hits > 0))
    if dice:
        falls = float(full_auto.odds(dice, aim, hit, body).chance(lambda after: after.state != "up"))
        lands = 1 - (1 - lands) ** (1.5 * dice)
    else:
        falls = float(shot.odds(aim, hit, body).chance(lambda result: result.body.state != "up"))
    return falls + PIN * max(0.0, lands - falls)


@lru_cache(maxsize=20_000)
def _worth_by_need(hit: Hit, body: Body, dice: int, sure: bool) -> tuple[float, ...]:
    """The worth of a shot for every needed score; a flame needs none."""
    if sure:
        return (_shot_worth(Aim(2), hit, body, 0),) * NEEDS
    return tuple(_shot_worth(Aim(max(need, 2)), hit, body, dice) if need <= 9 else 0.0 for need in range(NEEDS))


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


def _charge_worth(battle: Battle, fighter: Fighter, foe: Fighter) -> float:
    if foe.down:
        return 0.35 * value(foe)
    a, _ = combat.stance(battle, fighter, foe, 0, True)
    b, _ = combat.stance(battle, foe, fighter)
    wins, loses = _duel_worth(
        a,
        b,
        combat.hits_of(fighter, foe),
        combat.hits_of(foe, fighter),
        harm.body_of(fighter),
        harm.body_of(foe),
    )
    # The fight goes on in the enemy's turn, and while it lasts nobody shoots at either.
    return 1.3 * (wins * value(foe) - loses * value(fighter)) + 0.05


def value(fighter: Fighter) -> float:
    """What a fighter is worth, an ordinary one being 1."""
    return {"leader": 1.8, "heavy": 1.5, "juve": 0.6}.get(fighter.kind, 1.0)


def _gun(battle: Battle, fighter: Fighter) -> Weapon | None:
    """The weapon he would mostly shoot with."""
    ready = [w for w in shooting.arms(battle, fighter) if shooting.magazine(w) not in fighter.empty]
    return max(ready, key=lambda w: (w.reach(fighter.profile.S), w.sustained_dice), default=None)


def _attack(shooter: Fighter, weapon: Weapon, target: Fighter) -> tuple[float, ...]:
    flame = bool(weapon.template)
    hit = shooting.hit_by(shooter, weapon, target, template=flame)
    return _worth_by_need(hit, harm.body_of(target), weapon.sustained_dice, flame)


def _worth_at(
    battle: Battle, shooter: Fighter, weapon: Weapon, foe: Fighter, spot: Spot, seen: float
) -> float:
    if seen <= 0.0:
        return 0.0
    inches = max(0.0, math.dist((shooter.x, shooter.y, shooter.z), (spot.x, spot.y, spot.z)) - 2 * RADIUS)
    if inches > weapon.reach(shooter.profile.S):
        return 0.0
    cover = shooting.cover_modifier(seen)
    band = weapon.hit_short if weapon.range or inches <= weapon.short[1] else weapon.hit_long
    need = 7 - harm.bs(shooter) - band - (cover.value if cover else 0)
    return _attack(shooter, weapon, foe)[min(max(need, 0), NEEDS - 1)] * value(foe)


def best_shot(battle: Battle, shooter: Fighter) -> tuple[float, str, str]:
    """The best weapon and target in the shooting phase, and what it is worth."""
    best = (0.0, "", "")
    foes = [foe for foe, barred in shooting.targets(battle, shooter) if barred is None]
    for weapon in shooting.arms(battle, shooter):
        if shooting.not_ready(battle, shooter, weapon) is not None:
            continue
        for foe in foes:
            worth = _worth_at(battle, shooter, weapon, foe, foe.spot, fraction(battle, shooter, foe))
            if foe.pinned:
                worth *= 0.8
            if foe.down:
                worth *= 0.5
            if worth > best[0]:
                best = (worth, weapon.id, foe.id)
    return best


# ---------------------------------------------------------------- where to go


class Foes:
    """The enemies as they stand now, in arrays: for weighing many places at once."""

    def __init__(self, battle: Battle, side: str, lanes: Lanes) -> None:
        self.all = [foe for foe in battle.present(enemy(side)) if not foe.down]
        self.spots = np.array([(foe.x, foe.y, foe.z) for foe in self.all]).reshape(-1, 3)
        self.places = np.array([lanes.nearest(foe.x, foe.y, foe.z) for foe in self.all], dtype=np.int64)
        self.kits = [kit(foe) for foe in self.all]
        self.guns = [_gun(battle, foe) for foe in self.all]
        lines = [_line(foe, gun) for foe, gun in zip(self.all, self.guns, strict=True)]
        self.lines = np.array(lines).reshape(-1, 5)
        self.fit = np.array([0.4 if foe.pinned or foe.broken else 1.0 for foe in self.all])
        self.runs = np.array([2.0 * foe.profile.M if foe.on_feet else 0.0 for foe in self.all])
        self.worth = np.array([0.0 if foe.hidden else value(foe) for foe in self.all])


def _line(shooter: Fighter, weapon: Weapon | None) -> tuple[float, ...]:
    """What a shot's need depends on: BS, modifiers, short range, reach."""
    if weapon is None:
        return 0.0, 0.0, 0.0, 0.0, -1.0
    reach = float(weapon.reach(shooter.profile.S))
    short = reach if weapon.range or weapon.template else float(weapon.short[1])
    return float(harm.bs(shooter)), float(weapon.hit_short), float(weapon.hit_long), short, reach


def foes_key(battle: Battle, side: str) -> tuple[object, ...]:
    return tuple(
        (f.id, f.x, f.y, f.z, f.flesh, f.pinned, f.broken, f.hidden, f.empty)
        for f in battle.fighters
        if f.side != side and f.place == "table" and not f.down
    )


class Worth(NamedTuple):
    """What shots and charges between two kinds of fighter are worth, remembered from battle to battle."""

    shots: dict[tuple[int, str, int], tuple[float, ...]]
    charges: dict[tuple[int, int], float]


_WORTHS: dict[Rulings, Worth] = {}
_KITS: dict[tuple[object, ...], int] = {}


def kit(fighter: Fighter) -> int:
    """A number for all that dice between two fighters depend on."""
    return _KITS.setdefault(
        (
            fighter.kind,
            fighter.weapons,
            fighter.profile,
            fighter.armour,
            fighter.gear,
            fighter.flesh,
            fighter.wounds,
        ),
        len(_KITS),
    )


class Scout:
    """Weighs places for one side."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.setup, self.side = battle.setup, side
        self.lanes = lanes_of(battle.table, RADIUS, HEIGHT, EYE)
        self.key: tuple[object, ...] = ()
        self.foes = Foes(battle, side, self.lanes)
        self.worth = _WORTHS.setdefault(battle.rulings, Worth({}, {}))

    def look(self, battle: Battle) -> None:
        key = foes_key(battle, self.side)
        if key != self.key:
            self.key, self.foes = key, Foes(battle, self.side, self.lanes)

    def plan(self, battle: Battle, fighter: Fighter, ids: list[str]) -> Plan:
        """Weigh every place within reach: shots from there, shots at it, charges, the way to the goal."""
        self.look(battle)
        if not self.foes.all:
            return Plan("stay", (), None, False)
        lanes, gun = self.lanes, _gun(battle, fighter)
        here = lanes.nearest(fighter.x, fighter.y, fighter.z)
        walks = float(fighter.profile.M)
        stay, moves = weigh(
            lanes.places,
            lanes.seen,
            lanes.walks(here),
            here,
            walks if "walk" in ids else 0.0,
            2 * walks if "run" in ids else 0.0,
            gun is not None and not gun.move_or_fire,
            self._stakes(battle, fighter, gun),
            np.array(_goal(battle, fighter, self.foes.spots)),
            FEAR,
            CHARGE_FEAR,
            value(fighter),
            2 * RADIUS,
        )
        for score, at, way, fires in moves.tolist():
            if score <= stay[0] + 0.01:
                break
            how = "run" if way == RUN else "walk"
            path = _path(battle, fighter, lanes.places[int(at)], how)
            if path is not None:
                return Plan(how, path, self._facing(path[-1], int(at)), fires < 0.12)
        facing = self._facing(fighter.spot, here)
        if stay[1] < 0.06:
            if "overwatch" in ids:
                return Plan("overwatch", (), facing, False)
            if "hide" in ids:
                return Plan("hide", (), None, True)
        return Plan("turn", (), facing, False)

    def _stakes(self, battle: Battle, fighter: Fighter, gun: Weapon | None) -> Stakes:
        foes, mine = self.foes, kit(fighter)
        theirs = [
            self._shots(foe, foe_kit, foe_gun, fighter, mine)
            for foe, foe_kit, foe_gun in zip(foes.all, foes.kits, foes.guns, strict=True)
        ]
        ours = [
            self._shots(fighter, mine, gun, foe, foe_kit)
            for foe, foe_kit in zip(foes.all, foes.kits, strict=True)
        ]
        charges = [
            self._charge(battle, foe, foe_kit, fighter, mine)
            for foe, foe_kit in zip(foes.all, foes.kits, strict=True)
        ]
        return Stakes(
            foes.places,
            foes.spots,
            foes.lines,
            np.array(theirs),
            np.array(charges),
            foes.runs,
            foes.fit,
            np.array(_line(fighter, gun)),
            np.array(ours) * foes.worth[:, None],
        )

    def _shots(
        self, shooter: Fighter, shooter_kit: int, gun: Weapon | None, target: Fighter, target_kit: int
    ) -> tuple[float, ...]:
        """What a shot is worth by needed score."""
        if gun is None:
            return NOTHING
        key = shooter_kit, gun.id, target_kit
        known = self.worth.shots.get(key)
        if known is None:
            known = self.worth.shots[key] = _attack(shooter, gun, target)
        return known

    def _charge(self, battle: Battle, foe: Fighter, foe_kit: int, fighter: Fighter, mine: int) -> float:
        """The chance that an enemy's charge fells the fighter in the first round."""
        key = foe_kit, mine
        known = self.worth.charges.get(key)
        if known is None:
            known = self.worth.charges[key] = _threat(battle, foe, fighter)
        return known

    def _facing(self, end: Spot, place: int) -> float:
        """Towards the nearest enemy in sight from there, else the nearest."""
        foes = self.foes
        away = np.hypot(foes.spots[:, 0] - end.x, foes.spots[:, 1] - end.y)
        blind = (self.lanes.seen[place, foes.places] <= 0.0) | (foes.worth == 0.0)
        n = int(np.argmin(away + 100.0 * blind + 30.0 * (foes.fit < 1.0)))
        return bearing(end, foes.all[n].spot)


def _path(battle: Battle, fighter: Fighter, place: Floats, way: str) -> tuple[Spot, ...] | None:
    inches = float(fighter.profile.M) * (2 if way == "run" else 1)
    blockers, occupied = movement.obstacles(battle, fighter)
    goal = Spot(float(place[0]), float(place[1]), float(place[2]))
    return movement.ground(battle).shortest(
        fighter.spot, goal, movement.going(battle, fighter, inches), blockers, occupied
    )


def _threat(battle: Battle, foe: Fighter, fighter: Fighter) -> float:
    """The chance that an enemy who charges him fells him in the first round."""
    a, _ = combat.stance(battle, foe, fighter, 0, True)
    b, _ = combat.stance(battle, fighter, foe)
    wins, _ = _duel_worth(
        a,
        b,
        combat.hits_of(foe, fighter),
        combat.hits_of(fighter, foe),
        harm.body_of(foe),
        harm.body_of(fighter),
    )
    return wins


def _goal(battle: Battle, fighter: Fighter, foe_spots: Floats) -> tuple[float, float, float, float]:
    """Where he is drawn to, and how strongly: the way off with loot, loot, else the nearest enemy."""
    table = battle.table
    if fighter.loot:
        edge = battle.edges[fighter.side]
        if battle.setup.scenario.attacker_loot and fighter.side == "a":
            edge = battle.edges["b"]
        return fighter.x, 0.5 if edge == "south" else table.depth - 0.5, 0.0, 0.2
    lying = [token for token in battle.tokens if token.kind == "loot"]
    if lying:
        near = min(lying, key=lambda t: math.hypot(t.x - fighter.x, t.y - fighter.y))
        if math.hypot(near.x - fighter.x, near.y - fighter.y) < 14:
            return near.x, near.y, near.z, 0.06
    away = np.hypot(foe_spots[:, 0] - fighter.x, foe_spots[:, 1] - fighter.y)
    x, y, z = (float(v) for v in foe_spots[int(np.argmin(away))])
    return x, y, z, 0.02


def _facing_foe(battle: Battle, fighter: Fighter) -> float | None:
    foes = [foe for foe in battle.present(enemy(fighter.side)) if not foe.down]
    if not foes:
        return None
    near = min(foes, key=lambda foe: (fraction(battle, fighter, foe) <= 0.0, apart(fighter, foe)))
    return bearing(fighter.spot, near.spot)
