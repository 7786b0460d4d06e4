"""How the drill bot judges a place for a vehicle: what it can do there, what it risks, what lies ahead."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from math import cos, hypot, radians, sin

import numpy as np
from msgspec.structs import replace

from warbook.board.geometry import Body, point_in_polygon
from warbook.board.hulls import halves, moved
from warbook.board.kernel import Floats
from warbook.books.gorkamorka.bot import aims
from warbook.books.gorkamorka.bot.roads import roads_of
from warbook.books.gorkamorka.bot.scout import Outlook
from warbook.books.gorkamorka.bot.worth import leads, ram_worth, squash_worth
from warbook.books.gorkamorka.driving.course import REACH
from warbook.books.gorkamorka.driving.sails import wind_roll
from warbook.books.gorkamorka.field.aboard import out_of_control, stationary
from warbook.books.gorkamorka.field.bodies import hull, hull_at, model_of
from warbook.books.gorkamorka.mob.lists import Roll
from warbook.books.gorkamorka.ramming.dice import kind_by_quadrant
from warbook.books.gorkamorka.ramming.segments import Traffic, passage, quadrant
from warbook.books.gorkamorka.state import Battle, Vehicle

LEAD = 3.0  # inches ahead of the middle from which the way to the aim is measured
AHEAD = 6.0  # inches that should be free before the front
HEMMED = 0.12  # what it costs if none are
CORNERED = 0.4  # and in a derby, if that is the edge of the table: who was run over lies behind it
GLANCED = np.array([0.0, 3.0, 6.0])  # inches ahead of the middle at which one glances
IDLE = 0.03  # what it costs to stand still,
CAUGHT = 0.1  # and with enemies near,
LOITERING = 0.3  # and in a derby, which nobody wins by that
CHARGED = 12.0  # inches within which they are
MIRED = 0.5  # what it costs to be stuck
BRINK = 0.08  # what it costs to be on the edge of the table
PREY = 10.0  # inches within which enemies on foot are driven over
NEAR = 2.0  # inches from the enemy that are near enough
JOSTLED = 0.2  # what it costs to have one's own vehicles close by,
ELBOW = 8.0  # inches between their middles;
RAMPANT = 0.6  # one that runs wild,
RUNAWAY = 0.2  # which matters less where a vehicle is not everything,
BERTH = 12.0
PURSUED = 0.6  # and one that it flees from
FLIGHT = 18.0
WARY = 2.0  # what it counts more then to be shot at or boarded
AIMED = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0)  # turns after which a ram may be straight ahead
FIRST_LEG = 1.0  # inches before such a turn
RUN_UP = 12.0  # inches from which one rams in one's next move
SOON = 1.0  # what a ram in the next move counts beside one in this
STRETCH = 5.0  # inches of its next move in which it runs over somebody
NEXT = 0.6  # what that counts beside doing so in this move


class Seat:
    """One vehicle's places, judged."""

    def __init__(self, battle: Battle, vehicle: Vehicle, thrust: bool = False) -> None:
        self.battle, self.vehicle = battle, vehicle
        self.outlook = Outlook(battle, vehicle, thrust)
        self.aim = aims.of_vehicle(battle, vehicle, NEAR)
        lairs = tuple(aims.lairs(battle))
        self.roads = roads_of(battle.table, vehicle).round(
            lairs, aims.wakes_within(battle, self.outlook.size)
        )
        self.traffic = Traffic(battle, vehicle)
        self.flees = leads(battle, vehicle.side)
        self.shunned = self._shunned()
        self.mires = [
            area.polygon for area in battle.table.areas if passage(vehicle, area.ground) != "normal"
        ]

    def under_thrust(self) -> Seat:
        """The same once it has used its thrusters."""
        twin = copy(self)
        twin.outlook = self.outlook.under_thrust()
        return twin

    def _shunned(self) -> list[tuple[Vehicle, float, float]]:
        """The vehicles it keeps away from, within how many inches, and what that costs: those that run wild,
        and in a derby its own and those that it flees from."""
        derby = self.battle.setup.scenario.derby
        found = []
        for each in self.traffic.others:
            if each.immobilised:
                continue
            harmless = model_of(each).bike and not model_of(self.vehicle).bike
            if out_of_control(self.battle, each) and not harmless:
                found.append((each, BERTH, RAMPANT if derby else RUNAWAY))
            elif derby and each.side == self.vehicle.side:
                found.append((each, ELBOW, JOSTLED))
            elif self.flees:
                found.append((each, FLIGHT, PURSUED))
        return found

    def pull(self, x: float, y: float, facing: float) -> float:
        """What being there costs for the sake of what it is after."""
        if self.aim is None:
            return 0.0
        c, s = cos(radians(facing)), sin(radians(facing))
        far = self.roads.far(x + LEAD * c, y + LEAD * s, self.aim.spot)
        return self.aim.pull * max(0.0, far - self.aim.near)

    def score(self, x: float, y: float, facing: float) -> float:
        return self.rough(x, y, facing) + self.ahead(x, y, facing)

    def ahead(self, x: float, y: float, facing: float) -> float:
        """What lies before it: rams and crews to run over in its next move, and room for it."""
        return self.run_up(x, y, facing) + self.trample(x, y, facing) - self.hemmed(x, y, facing)

    @cached_property
    def prey(self) -> Floats:
        """In a derby: where enemies are who only look on, and what running over each is worth."""
        foes = aims.onlookers(self.battle, self.vehicle.side) if self.battle.setup.scenario.derby else []
        worths = [(foe.x, foe.y, squash_worth(self.battle, self.vehicle, foe)) for foe in foes]
        return np.array(worths).reshape(-1, 3)

    def trample(self, x: float, y: float, facing: float) -> float:
        """What running over those who look on would be worth in its next move from there."""
        prey, best = self.prey, 0.0
        if not len(prey) or np.hypot(prey[:, 0] - x, prey[:, 1] - y).min() > PREY:
            return best
        half, side = halves(hull(self.vehicle))
        for turn in AIMED:
            start = hull_at(self.vehicle, x, y, facing)
            if turn:
                start = hull_at(self.vehicle, *ahead_of(start, FIRST_LEG), facing + turn)
            room = self.traffic.ahead(start, STRETCH).inches
            c, s = cos(radians(start.facing)), sin(radians(start.facing))
            dx, dy = prey[:, 0] - start.spot.x, prey[:, 1] - start.spot.y
            along, aside = dx * c + dy * s, np.abs(dy * c - dx * s)
            struck = (along > 0.0) & (along < room + half) & (aside < side + REACH) & (room > FIRST_LEG)
            best = max(best, NEXT * float(prey[struck, 2].sum()))
        return best

    def run_up(self, x: float, y: float, facing: float) -> float:
        """In a derby: what the best ram would be worth that its next move may lead to from there."""
        best = 0.0
        if not self.battle.setup.scenario.derby or self.battle.turn == self.battle.setup.scenario.turn_limit:
            return best
        for turn in AIMED:
            start = hull_at(self.vehicle, x, y, facing)
            if turn:
                start = hull_at(self.vehicle, *ahead_of(start, FIRST_LEG), facing + turn)
            met = self.traffic.ahead(start, RUN_UP)
            if met.kind != "vehicle":
                continue
            target = self.battle.vehicle(met.who)
            if target.side == self.vehicle.side:
                continue
            kind = kind_by_quadrant(quadrant(hull(target), moved(start, met.inches)))
            share = SOON if stationary(self.battle, target) else SOON / 2
            share *= 1.0 - met.inches / (2 * RUN_UP)
            best = max(best, share * ram_worth(self.battle, kind, self.vehicle, target))
        return best

    def rough(self, x: float, y: float, facing: float) -> float:
        """The place, whatever lies ahead of it."""
        out = self.outlook
        taken = out.taken(x, y) * (WARY if self.flees else 1.0)
        worth = out.dealt(x, y, facing) - taken - self.pull(x, y, facing)
        stuck = MIRED if any(point_in_polygon(x, y, each) for each in self.mires) else 0.0
        stuck += self._becalmed(facing) + self._brink(x, y) + self._jostled(x, y)
        return worth - stuck - aims.waking(self.battle, x, y, out.size)

    def _brink(self, x: float, y: float) -> float:
        """What it costs to be near the edge of the table, over which a swerve may lead."""
        if self.aim is not None and self.aim.pull == aims.HOME:
            return 0.0
        table = self.battle.table
        near = min(x, y, table.width - x, table.depth - y)
        return BRINK * max(0.0, 1.0 - near / AHEAD)

    def _jostled(self, x: float, y: float) -> float:
        """What it costs to be near vehicles that it had better keep away from."""
        return sum(
            cost * max(0.0, 1.0 - hypot(each.x - x, each.y - y) / inches)
            for each, inches, cost in self.shunned
        )

    def _becalmed(self, facing: float) -> float:
        """What it costs to face so that the wind carries it less far than it might."""
        carries = model_of(self.vehicle).wind_move
        if carries is None or self.aim is None:
            return 0.0
        best = max(carried_inches(roll) for roll in (carries.ahead, carries.side, carries.behind))
        return self.aim.pull * (
            best - carried_inches(wind_roll(self.battle, replace(self.vehicle, facing=facing)))
        )

    def hemmed(self, x: float, y: float, facing: float) -> float:
        """What it costs to have no room ahead for the next move."""
        met = self.traffic.ahead(hull_at(self.vehicle, x, y, facing), AHEAD)
        if met.kind == "":
            return 0.0
        if met.kind == "vehicle" and self.battle.vehicle(met.who).side != self.vehicle.side:
            return 0.0
        if met.kind == "edge" and self.aim is not None and self.aim.pull == aims.HOME:
            return 0.0
        cost = CORNERED if met.kind == "edge" and self.battle.setup.scenario.derby else HEMMED
        return cost * (1.0 - met.inches / AHEAD) ** 2

    def glances(self, ends: Floats) -> Floats:
        """What being at each of these ends costs for the sake of what it is after and of the room ahead, at a
        glance: by the table known by heart."""
        costs = HEMMED * self.roads.all_cramped(ends, GLANCED) / len(GLANCED)
        if self.aim is None:
            return costs
        far = self.roads.all_far(ends, LEAD, self.aim.spot)
        return costs + self.aim.pull * np.maximum(0.0, far - self.aim.near)

    @property
    def idle(self) -> float:
        """What it costs to stand still: what moves cannot be charged, and swerves when it is rammed."""
        if self.battle.setup.scenario.derby:
            return LOITERING
        near = self.outlook.nearest(self.vehicle.x, self.vehicle.y) < CHARGED
        return CAUGHT if near else IDLE

    @property
    def here(self) -> tuple[float, float, float]:
        return self.vehicle.x, self.vehicle.y, self.vehicle.facing


def ahead_of(start: Body, inches: float) -> tuple[float, float]:
    spot = moved(start, inches).spot
    return spot.x, spot.y


def carried_inches(roll: Roll) -> float:
    """How far these dice carry on average."""
    return 3.5 * roll.dice + roll.plus
