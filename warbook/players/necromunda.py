"""Drill: a bot that plays Necromunda to win.

It weighs places by what it could do from there and what could be done to it, with the exact odds of the
kernels that play; it keeps to cover, charges when that pays, hides who has nothing to shoot at, and gives up
only a lost battle.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

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
from warbook.core.questions import Choose, Form, Question, Refusal, Route, Way
from warbook.players.lanes import Lanes, lanes_of
from warbook.players.weighing import RUN, Stakes, weigh

Floats = npt.NDArray[np.float64]

PIN = 0.3  # a fighter pinned, as a part of a fighter felled
FEAR = 0.2  # what being shot at weighs against shooting
CHARGE_FEAR = 0.6
NEEDS = 14  # needed scores 0 to 13; above 9 nothing hits


class Plan:
    """What a fighter is to do with his move."""

    def __init__(self, how: str, goal: Spot | None, facing: float | None, hide: bool) -> None:
        self.how, self.goal, self.facing, self.hide = how, goal, facing, hide


class Drill:
    def __init__(self, seed: int = 0) -> None:
        """Made from a seed as every bot is; this one leaves nothing to luck."""
        self.plans: dict[str, Plan] = {}
        self.scout: Scout | None = None
        self.charges: dict[str, str] = {}  # whom a charger has in mind
        self.shots: dict[str, str] = {}  # the weapon for a shot on overwatch

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
        if "walk" in ids or "crawl" in ids:
            return self._how(battle, question, ids)
        chooser = CHOOSERS.get(question.rule)
        return chooser(self, battle, side, question, ids) if chooser else ids[0]

    def _bottle(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """Gives up when hardly anybody is left against many."""
        ours = sum(f.on_table and not f.down and not f.broken for f in battle.gang(side))
        theirs = sum(f.on_table and not f.down and not f.broken for f in battle.gang(enemy(side)))
        return "bottle" if ours * 5 <= theirs and theirs >= 4 else "fight"

    def _charger(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """The charge that is worth most of those that can be made."""
        foes = battle.present(enemy(side))
        chances = []
        for fighter in (battle.fighter(fighter_id) for fighter_id in ids if fighter_id != "done"):
            for foe in foes:
                if apart(fighter, foe) > 2.0 * fighter.profile.M:
                    continue
                worth = _charge_worth(battle, fighter, foe)
                if worth > 0.12 and charging.chargeable(battle, fighter, foe) is None:
                    chances.append((worth, fighter.id, foe.id))
        for _, fighter_id, foe_id in sorted(chances, reverse=True):
            fighter, foe = battle.fighter(fighter_id), battle.fighter(foe_id)
            if movement.contact_path(battle, fighter, foe, 2.0 * fighter.profile.M) is not None:
                self.charges[fighter_id] = foe_id
                return fighter_id
        return "done"

    def _charge_target(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        chosen = self.charges.get(question.piece, "")
        if chosen in ids:
            return chosen
        charger = battle.fighter(question.piece)
        foes = [battle.fighter(name) for name in ids if name != "nobody"]
        return max(foes, key=lambda foe: _charge_worth(battle, charger, foe) - apart(charger, foe)).id

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

    def _weapon(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """The weapon with the best shot; on overwatch the one he made ready for it."""
        shooter = battle.fighter(question.piece)
        made_ready = self.shots.pop(shooter.id, "")
        if made_ready in ids:
            return made_ready
        foes = [foe.id for foe, barred in shooting.targets(battle, shooter) if barred is None]
        arms = [weapon for weapon in shooting.arms(battle, shooter) if weapon.id in ids]
        return max(arms, key=lambda weapon: best_target(battle, shooter, weapon, foes)[0]).id

    def _target(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """Who is hidden does not give himself away for a poor shot."""
        shooter = battle.fighter(question.piece)
        weapon = self._in_hand(battle, shooter)
        foes = [name for name in ids if name not in ("spot", "hold")]
        worth, foe = best_target(battle, shooter, weapon, foes)
        return foe if worth > (0.2 if shooter.hidden else 0.0) else "hold"

    def _in_hand(self, battle: Battle, shooter: Fighter) -> Weapon:
        ready = shooting.ready_arms(battle, shooter)
        if len(ready) == 1:
            return ready[0]
        foes = [foe.id for foe, barred in shooting.targets(battle, shooter) if barred is None]
        return max(ready, key=lambda weapon: best_target(battle, shooter, weapon, foes)[0])

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
                    self.shots[watcher.id] = weapon.id
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
            return Way(_way(question, plan.goal), plan.facing)
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


# Who answers a question, by the rule it comes from; where nobody does, the first option is taken.
CHOOSERS = {
    "nec.bottle.voluntary": Drill._bottle,
    "nec.movement.charge": Drill._charger,
    "nec.movement.charge-declaration": Drill._charge_target,
    "nec.hiding.enter": Drill._hide,
    "nec.M10": Drill._weapon,
    "nec.M11": Drill._target,
    "nec.M8": Drill._overwatch,
    "nec.M17": Drill._sustained,
    "nec.M28": Drill._last,
}


def _way(question: Route, goal: Spot | None) -> tuple[Spot, ...]:
    """The straight way where it is free, else the best."""
    assert question.start is not None
    if goal is None:
        return (question.start,)
    straight = (question.start, goal)
    if not isinstance(question.judge(straight), Refusal):
        return straight
    return question.path(goal.x, goal.y, goal.z) or (question.start,)


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
    return tuple(
        _shot_worth(Aim(max(need, 2)), hit, body, dice) if need <= 9 else 0.0 for need in range(NEEDS)
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


def _charge_worth(battle: Battle, fighter: Fighter, foe: Fighter) -> float:
    if foe.down:
        return 0.35 * value(foe)
    wins, loses = _first_round(battle, fighter, foe)
    # The fight goes on in the enemy's turn, and while it lasts nobody shoots at either.
    return 1.3 * (wins * value(foe) - loses * value(fighter)) + 0.05


def _first_round(battle: Battle, charger: Fighter, foe: Fighter) -> tuple[float, float]:
    """The chances that a charger fells the other in the first round, and that he falls himself."""
    a, _ = combat.stance(battle, charger, foe, 0, True)
    b, _ = combat.stance(battle, foe, charger)
    return _duel_worth(
        a,
        b,
        combat.hits_of(charger, foe),
        combat.hits_of(foe, charger),
        harm.body_of(charger),
        harm.body_of(foe),
    )


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


def best_target(battle: Battle, shooter: Fighter, weapon: Weapon, foes: list[str]) -> tuple[float, str]:
    """The target among these that is worth most to this weapon, and how much."""
    best = (0.0, "")
    for foe_id in foes:
        foe = battle.fighter(foe_id)
        worth = _worth_at(battle, shooter, weapon, foe, foe.spot, fraction(battle, shooter, foe))
        worth *= 0.5 if foe.down else 0.8 if foe.pinned else 1.0
        if worth > best[0]:
            best = (worth, foe.id)
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
        self.stakes: dict[tuple[int, str], Stakes] = {}  # by kit and gun of those who face them


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


class Worth:
    """What shots and charges between two kinds of fighter are worth, remembered from battle to battle.

    Row 0 of `tables` is the shot of one who has no gun."""

    def __init__(self) -> None:
        self.shots: dict[tuple[int, str, int], int] = {}
        self.charges: dict[tuple[int, int], float] = {}
        self.tables: Floats = np.zeros((1, NEEDS))

    def add(self, table: tuple[float, ...]) -> int:
        self.tables = np.vstack((self.tables, table))
        return len(self.tables) - 1


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
        self.worth = _WORTHS.setdefault(battle.rulings, Worth())

    def look(self, battle: Battle) -> None:
        key = foes_key(battle, self.side)
        if key != self.key:
            self.key, self.foes = key, Foes(battle, self.side, self.lanes)

    def plan(self, battle: Battle, fighter: Fighter, ids: list[str]) -> Plan:
        """Weigh every place within reach: shots from there, shots at it, charges, the way to the goal."""
        self.look(battle)
        if not self.foes.all:
            return Plan("stay", None, None, False)
        lanes, gun = self.lanes, _gun(battle, fighter)
        here = lanes.nearest(fighter.x, fighter.y, fighter.z)
        stakes = self._stakes(battle, fighter, gun)
        inches = float(fighter.profile.M) - lanes.off(here, fighter.x, fighter.y, fighter.z)
        stay, move = weigh(
            lanes.places,
            lanes.seen,
            self._steps(battle, fighter, here),
            self.worth.tables,
            here,
            inches if "walk" in ids else 0.0,
            inches + fighter.profile.M if "run" in ids else 0.0,
            gun is not None and not gun.move_or_fire,
            stakes,
            np.array(_goal(battle, fighter, self.foes.all)),
            FEAR,
            CHARGE_FEAR,
            value(fighter),
            2 * RADIUS,
        )
        best, fires, foe = stay.tolist()
        score, at, way, shoots, target = move.tolist()
        if score > best + 0.01:
            goal = Spot(*lanes.places[int(at)].tolist())
            facing = bearing(goal, self.foes.all[int(target)].spot)
            return Plan("run" if way == RUN else "walk", goal, facing, shoots < 0.12)
        facing = bearing(fighter.spot, self.foes.all[int(foe)].spot)
        if fires < 0.06:
            if "overwatch" in ids:
                return Plan("overwatch", None, facing, False)
            if "hide" in ids:
                return Plan("hide", None, None, True)
        return Plan("turn", None, facing, False)

    def _steps(self, battle: Battle, fighter: Fighter, here: int) -> Floats:
        """Inches to every place; those where somebody stands cannot be had."""
        steps = self.lanes.walks(here).copy()
        steps[self.foes.places] = math.inf
        nearest = self.lanes.nearest
        steps[[nearest(f.x, f.y, f.z) for f in battle.present(self.side) if f is not fighter]] = math.inf
        return steps

    def _stakes(self, battle: Battle, fighter: Fighter, gun: Weapon | None) -> Stakes:
        """What is at stake between the fighter and the enemies; the same for all of his kind."""
        foes, mine = self.foes, kit(fighter)
        key = mine, gun.id if gun is not None else ""
        if key not in foes.stakes:
            theirs, ours, charges = [], [], []
            for foe, foe_kit, foe_gun in zip(foes.all, foes.kits, foes.guns, strict=True):
                theirs.append(self._shots(foe, foe_kit, foe_gun, fighter, mine))
                ours.append(self._shots(fighter, mine, gun, foe, foe_kit))
                charges.append(self._charge(battle, foe, foe_kit, fighter, mine))
            foes.stakes[key] = Stakes(
                foes.places,
                foes.spots,
                foes.lines,
                np.array(theirs),
                np.array(charges),
                foes.runs,
                foes.fit,
                foes.worth,
                np.array(_line(fighter, gun)),
                np.array(ours),
            )
        return foes.stakes[key]

    def _shots(
        self, shooter: Fighter, shooter_kit: int, gun: Weapon | None, target: Fighter, target_kit: int
    ) -> int:
        """The row of what his shot at the target is worth by needed score."""
        if gun is None:
            return 0
        key = shooter_kit, gun.id, target_kit
        known = self.worth.shots.get(key)
        if known is None:
            known = self.worth.shots[key] = self.worth.add(_attack(shooter, gun, target))
        return known

    def _charge(self, battle: Battle, foe: Fighter, foe_kit: int, fighter: Fighter, mine: int) -> float:
        """The chance that an enemy's charge fells the fighter in the first round."""
        key = foe_kit, mine
        known = self.worth.charges.get(key)
        if known is None:
            known = self.worth.charges[key] = _first_round(battle, foe, fighter)[0]
        return known


def _goal(battle: Battle, fighter: Fighter, foes: list[Fighter]) -> tuple[float, float, float, float]:
    """Where he is drawn to, and how strongly: the way off with loot, loot, else the nearest enemy."""
    table = battle.table
    if fighter.loot:
        edge = battle.edges[fighter.side]
        if battle.setup.scenario.attacker_loot and fighter.side == "a":
            edge = battle.edges["b"]
        return fighter.x, 0.5 if edge == "south" else table.depth - 0.5, 0.0, 0.2
    lying = [token for token in battle.tokens if token.kind == "loot"]
    if lying:
        token = min(lying, key=lambda t: math.hypot(t.x - fighter.x, t.y - fighter.y))
        if math.hypot(token.x - fighter.x, token.y - fighter.y) < 14:
            return token.x, token.y, token.z, 0.06
    near = min(foes, key=lambda foe: (foe.x - fighter.x) ** 2 + (foe.y - fighter.y) ** 2)
    return near.x, near.y, near.z, 0.02


def _facing_foe(battle: Battle, fighter: Fighter) -> float | None:
    foes = [foe for foe in battle.present(enemy(fighter.side)) if not foe.down]
    if not foes:
        return None
    near = min(foes, key=lambda foe: (fraction(battle, fighter, foe) <= 0.0, apart(fighter, foe)))
    return bearing(fighter.spot, near.spot)
