"""Where a fighter of the drill bot goes: every place within reach weighed at once, and the lanes to watch.

What may be measured is measured; where nothing may be (nec.M37), an enemy is taken to stand at the place of
the lattice next to him, which is about as well as one can tell by eye.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from operator import attrgetter

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from warbook.board.geometry import Spot, bearing, in_arc
from warbook.books.necromunda import harm, nerve, walking
from warbook.books.necromunda.bot.field import Field
from warbook.books.necromunda.bot.objectives import Objective
from warbook.books.necromunda.bot.worth import Armed, gun, kit, line, sheet, value, worths_of
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.sight import apart, between
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, enemy
from warbook.players.lanes import SPACING
from warbook.players.weighing import RUN, Covers, Stakes, watch, weigh

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

FEAR = 0.6  # what being shot at weighs against shooting
CHARGE_FEAR = 0.8
AHEAD = 3.0  # times as much is feared when only the enemy must test whether he bottles out,
BRINK = 1.5  # when one more loss would have us test,
BEHIND = 0.5  # and when only we must
HIDDEN = 0.5  # what is to be feared in hiding, as a part of what is in the open
SHIELDED = 0.4  # and behind somebody who is nearer
WATCHED = 0.6  # a shot on overwatch that may come, as a part of one that will
MOST_WATCHED = 0.15  # no lane promises more: what is worth so much is done without looking for one
LANE = 0.02  # what a lane must promise to be watched
IDLE = 0.06  # shots worth less are not stayed for
KEPT = 0.06  # shots worth less are not worth being seen
MARGIN = 0.5  # inches to spare in a charge judged by eye


NOWHERE: Covers = np.zeros((0, 0, 2), dtype=np.int8)

# All of an enemy that weighing him depends on.
LOOKS = attrgetter("id", "x", "y", "z", "flesh", "pinned", "broken", "hidden", "empty", "loot")


class Plan(Struct, frozen=True):
    """What a fighter is to do with his move."""

    how: str
    goal: Spot | None = None
    facing: float | None = None
    hide: bool = False


class Foes:
    """The enemies as they stand now, in arrays: for weighing many places at once."""

    def __init__(self, battle: Battle, side: str, field: Field) -> None:
        self.all = [foe for foe in battle.present(enemy(side)) if not foe.down]
        self.places = np.array([field.place_of(foe) for foe in self.all], dtype=np.int64)
        spots = field.places[self.places]
        if battle.rulings.premeasure:
            spots = np.array([(foe.x, foe.y, foe.z) for foe in self.all])
        self.spots = spots.reshape(-1, 3)
        sheets = [sheet(battle, foe) for foe in self.all]
        self.armed = [Armed(his.kit, foe, his.weapon) for his, foe in zip(sheets, self.all, strict=True)]
        self.kinds = tuple([(his.kit, his.weapon.id if his.weapon else "") for his in sheets])
        prizes = [value(foe) for foe in self.all]
        self.fit, self.runs, self.prizes, self.worth, self.finds = np.array(
            [
                [0.4 if foe.pinned or foe.broken else 1.0 for foe in self.all],
                [2.0 * foe.profile.M if foe.on_feet else 0.0 for foe in self.all],
                prizes,
                [0.0 if foe.hidden else prize for foe, prize in zip(self.all, prizes, strict=True)],
                [his.finds for his in sheets],
            ],
            dtype=np.float64,
        )
        self.reaches = [his.line for his in sheets]
        self.lines = np.array(self.reaches, dtype=np.float64).reshape(-1, 2)
        self.field = field
        # By kit and gun of those who face them, and whether they are afraid.
        self.stakes: dict[tuple[int, str, bool], Stakes] = {}

    @cached_property
    def ways(self) -> Floats:
        """The inches of each to every place."""
        ways = [self.field.lanes.walks(place) for place in self.places.tolist()]
        return np.array(ways).reshape(-1, len(self.field.places))

    @cached_property
    def walked(self) -> Covers:
        """For each the cover of every place from where he may walk to and shoot."""
        found = [np.zeros((0, len(self.field.places), 2), dtype=np.int8)]
        rows = zip(self.armed, self.places.tolist(), self.reaches, strict=True)
        for (_, foe, weapon), place, reach in rows:
            mobile = weapon is not None and not weapon.move_or_fire and foe.on_feet
            walk = float(foe.profile.M) if mobile else -1.0
            found.append(self.field.exposed(place, walk, reach)[None])
        return np.concatenate(found)


def patience(turn: int) -> float:
    """Who only waits wins nothing: from turn to turn fear counts less, and from the fourth on not at all."""
    return max(0.0, 1.2 - 0.3 * turn)


def caution(battle: Battle, side: str) -> float:
    """How much more than usual is feared: battles end with a bottle test, so time is on the side of him whom
    his losses do not yet put to it."""
    ours = nerve.bottle_at(battle, side) - harm.lost(battle, side)
    theirs = nerve.bottle_at(battle, enemy(side)) - harm.lost(battle, enemy(side))
    if theirs <= 0 < ours:
        return AHEAD
    if ours <= 0 < theirs:
        return BEHIND
    return BRINK if ours == 1 else 1.0


class Scout:
    """Weighs places for one side."""

    def __init__(self, battle: Battle, side: str, field: Field) -> None:
        self.side, self.field = side, field
        self.worths = worths_of(battle.rulings)
        self._key: Sequence[tuple[object, ...]] = []
        self._foes = Foes(battle, side, field)

    def foes(self, battle: Battle) -> Foes:
        side = self.side
        key = [LOOKS(f) for f in battle.fighters if f.side != side and f.place == "table" and not f.down]
        if key != self._key:
            self._key, self._foes = key, Foes(battle, self.side, self.field)
        return self._foes

    def plan(
        self, battle: Battle, foes: Foes, fighter: Fighter, may: Callable[[str], bool], objective: Objective
    ) -> Plan:
        """Weigh every place within reach: shots from there, shots at it, charges, the way to the goal. `may`
        says what he is free to do. Who fears nothing any more does not wait for the enemy to come either."""
        lanes, weapon = self.field.lanes, gun(battle, fighter)
        here = self.field.place_of(fighter)
        fear = FEAR * caution(battle, self.side) * patience(battle.turn)
        stakes = self._stakes(battle, foes, fighter, weapon, fear > 0.0)
        steps = lanes.walks(here)
        mates, drawing = self._mates(battle, fighter)
        inches = float(fighter.profile.M) - lanes.off(here, fighter.x, fighter.y, fighter.z)
        walks = inches if may("walk") else 0.0
        runs = inches + fighter.profile.M if may("run") and not objective.walks else 0.0
        if objective.spot is not None:
            x, y, z = objective.spot.x, objective.spot.y, objective.spot.z
            place = lanes.nearest[x, y, z]
            there = math.inf if place in mates or place in foes.places else float(steps[place])
            near = math.dist((x, y, z), (fighter.x, fighter.y, fighter.z)) <= fighter.profile.M
            if there <= walks or (near and there <= walks + SPACING):
                return Plan("walk", objective.spot, None, True)
        (best, fires, foe, lies), (score, at, way, shoots, target, lurks) = weigh(
            self.field.places,
            steps,
            self.worths.tables,
            here,
            walks,
            runs,
            weapon is not None and not weapon.move_or_fire,
            stakes,
            objective.pull,
            mates,
            drawing,
            fear,
            CHARGE_FEAR,
            HIDDEN,
            SHIELDED,
            value(fighter),
            2 * RADIUS,
        )
        facing = watched = 0.0
        if fear > 0.0 and may("overwatch") and max(score - best, fires) < MOST_WATCHED:
            facing, promise = self._lane(battle, foes, here, stakes)
            watched = WATCHED * promise
        if score > best + max(0.0, watched - fires) + 0.01:
            goal = Spot(*self.field.places[at].tolist())
            ahead = bearing(goal, foes.all[target].spot) if foes.all else None
            return Plan("run" if way == RUN else "walk", goal, ahead, lurks or shoots < KEPT)
        if watched > max(fires, LANE):
            return Plan("overwatch", None, facing)
        if (lies or fires < IDLE) and may("hide"):
            return Plan("hide", hide=True)
        if not foes.all:
            return Plan("stay")
        faced = foes.all[foe].spot
        if in_arc(fighter.spot, fighter.facing, battle.rulings.firing_arc / 2, faced):
            return Plan("stay")
        return Plan("turn", None, bearing(fighter.spot, faced))

    def inches(self, battle: Battle, a: Fighter, b: Fighter) -> float:
        """How far an enemy is, as far as it may be known before something is declared."""
        if battle.rulings.premeasure:
            return apart(a, b)
        return between(a.spot, Spot(*self.field.places[self.field.place_of(b)].tolist()))

    def near(self, battle: Battle, fighter: Fighter, inches: float) -> list[Fighter]:
        """The enemies within so many inches, as far as it may be known."""
        side = fighter.side
        about = inches + 2 * RADIUS + 0.1 if battle.rulings.premeasure else math.inf
        west, east = fighter.x - about, fighter.x + about
        return [
            foe
            for foe in battle.fighters
            if foe.side != side
            and west < foe.x < east
            and foe.place == "table"
            and self.inches(battle, fighter, foe) <= inches
        ]

    def arrives(self, battle: Battle, charger: Fighter, foe: Fighter) -> bool:
        """Whether a charge would get there, as far as it may be known before it is declared; one that lanes
        say is farther than a run is not measured."""
        charge = 2.0 * charger.profile.M
        if self.inches(battle, charger, foe) > charge:
            return False
        here, there = self.field.place_of(charger), self.field.place_of(foe)
        walk = float(self.field.lanes.walks(here)[there])
        if battle.rulings.premeasure:
            return walk < math.inf and walking.contact_path(battle, charger, foe, charge) is not None
        return walk - 2 * RADIUS <= charge - MARGIN

    def _lane(self, battle: Battle, foes: Foes, here: int, stakes: Stakes) -> tuple[float, float]:
        """Which way to look on overwatch, and what that promises."""
        if not foes.all:
            return 0.0, 0.0
        arc = float(battle.rulings.firing_arc)
        covers, places = self.field.covers, self.field.places
        return watch(places, covers, self.worths.tables, here, stakes, foes.prizes, arc, 2 * RADIUS)

    def _mates(self, battle: Battle, fighter: Fighter) -> tuple[Ints, int]:
        """The places of his friends, and how many of these draw fire before those behind them: the first."""
        side, nearest = self.side, self.field.lanes.nearest
        friends = [f for f in battle.fighters if f.side == side and f.place == "table" and f is not fighter]
        drawing = [nearest[f.x, f.y, f.z] for f in friends if not (f.hidden or f.down or f.pinned)]
        others = [nearest[f.x, f.y, f.z] for f in friends if f.hidden or f.down or f.pinned]
        return np.array(drawing + others, dtype=np.int64), len(drawing)

    def _stakes(
        self, battle: Battle, foes: Foes, fighter: Fighter, weapon: Weapon | None, afraid: bool
    ) -> Stakes:
        """What is at stake between the fighter and the enemies; the same for all of his kind. Where they may
        walk to matters only to those who are afraid of it."""
        mine = kit(fighter)
        key = mine, weapon.id if weapon is not None else "", afraid
        if key not in foes.stakes:
            dice = self.worths.between(battle, Armed(mine, fighter, weapon), foes.armed, foes.kinds)
            foes.stakes[key] = Stakes(
                foes.places,
                foes.spots,
                foes.lines,
                dice.theirs,
                dice.charges,
                foes.runs,
                foes.ways,
                foes.fit,
                foes.worth,
                foes.finds,
                self.field.covers[foes.places],
                self.field.shown_from[foes.places],
                foes.walked if afraid else NOWHERE,
                np.array(line(fighter, weapon)),
                dice.ours,
            )
        return foes.stakes[key]
