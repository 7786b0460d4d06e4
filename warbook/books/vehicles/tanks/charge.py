"""A Tank straight ahead: tank shocks and rams from the pivot to the last model pushed aside."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.hulls import Leg
from warbook.books.vehicles.damage.effects import take_harm
from warbook.books.vehicles.driving.course import TINY, put
from warbook.books.vehicles.driving.speeds import fastest
from warbook.books.vehicles.driving.terrain import Risk, dangerous_test, landing_risk, stuck
from warbook.books.vehicles.driving.ways import record
from warbook.books.vehicles.field.bodies import hull, type_of
from warbook.books.vehicles.state import Game, Vehicle
from warbook.books.vehicles.tanks import ramming, shock
from warbook.books.vehicles.tanks.lanes import Lane, Met, lane
from warbook.books.vehicles.wounds.casualties import remove

MOVE = "veh.tank.move"


def tank_charge(game: Game, tank: Vehicle, leg: Leg, ram: bool) -> None:
    """veh.tank.shock-sequence: pivot, then straight ahead for as far as was declared. A ram is the same at
    top speed and into vehicles, and the Tank does not shoot (veh.ram.procedure, veh.ram.conditions), whether
    it reaches one or not (veh.V92). After a tank shock it shoots by its speed (veh.tank.shoot)."""
    tank.rammed |= ram
    _Charge(game, tank, ram).run(leg)


def run_wild(game: Game, tank: Vehicle) -> None:
    """The word `charges_ahead`: a tank shock without a pivot, as fast as it can."""
    kind = type_of(tank)
    by_road, across = (Leg(0.0, fastest(kind, road, not tank.carried)) for road in (True, False))
    on_road = lane(game.battle, tank, by_road, ram=False).on_road
    _Charge(game, tank, ram=False).run(by_road if on_road else across)


class _Charge:
    """A Tank on its way."""

    def __init__(self, game: Game, tank: Vehicle, ram: bool) -> None:
        self.game, self.tank, self.ram = game, tank, ram
        self.start, self.gone, self.on_road = tank.spot, 0.0, False
        self.began = hull(tank)
        self.tested = False
        self.dealt: list[str] = []

    def run(self, leg: Leg) -> None:
        ahead = lane(self.game.battle, self.tank, leg, self.ram)
        self.on_road = ahead.on_road
        if not self._starts(ahead):
            return
        if self._pivots(ahead, leg.turn):
            while self.gone < leg.inches - TINY and self._goes_on(leg.inches - self.gone):
                pass
        self._lands()
        if self.tank.place == "table":
            shock.push_aside(self.game, self.tank)

    def _starts(self, ahead: Lane) -> bool:
        """veh.V5: who starts in bad ground is tested before anything else."""
        skimmer = type_of(self.tank).skimmer
        risk = landing_risk(self.game.battle, self.began, self.began, 0.0) if skimmer else ahead.risk
        if risk is None or risk.inches > TINY:
            return True
        return self._passes(risk)

    def _pivots(self, ahead: Lane, turn: float) -> bool:
        """veh.tank.pivot. Whoever is in contact and would be turned over is hit at once (veh.V90)."""
        beside = [met for met in ahead.met if met.turning]
        for name in dict.fromkeys(met.unit for met in beside):
            if self._hits(name, beside, 0.0):
                return False
        put(self.game, self.tank, (Leg(turn, 0.0),), "pivots", "veh.tank.pivot")
        return True

    def _goes_on(self, left: float) -> bool:
        """On to the next bad ground, unit, or vehicle, and what comes of it (veh.V89, veh.ram.intervening).
        All inches of the move count for every ram in it (veh.V70)."""
        battle = self.game.battle
        ahead = lane(battle, self.tank, Leg(0.0, left), self.ram, self.dealt)
        first = ahead.met[0].inches if ahead.met else ahead.inches
        if ahead.risk is not None and not self.tested and ahead.risk.inches <= first + TINY:
            self._go(ahead.risk.inches)
            return self._passes(ahead.risk)
        self._go(first)
        if ahead.met:
            limit = _free(ahead, None if self.tested else ahead.risk)
            return not self._hits(ahead.met[0].unit, ahead.met, limit)
        if ahead.target and ahead.contact is not None:
            target = battle.vehicle(ahead.target)
            return ramming.run_into(self.game, self.tank, target, self.gone, ahead.contact)
        return False

    def _hits(self, name: str, met: Sequence[Met], limit: float) -> bool:
        """veh.tank.morale: a unit is hit, once (veh.V61). Whether the Tank ends there: right in front of him
        who stopped it, if nothing else comes before (veh.glory.stopped). Who failed is lost without a save
        (veh.V65)."""
        game, tank, unit = self.game, self.tank, self.game.battle.unit(name)
        self.dealt.append(name)
        under = {each.model: each.inches for each in met if each.unit == name}
        attempt = shock.shock_unit(game, tank, unit, list(under))
        if attempt is None:
            return False
        if attempt.stops:
            self._go(min(under[attempt.by], limit) - met[0].inches)
            take_harm(game, tank, attempt.harm, unit.side)
            return True
        take_harm(game, tank, attempt.harm, unit.side)
        crushed = next(model for model in game.battle.standing(unit) if model.id == attempt.by)
        remove(game, crushed, f"{tank.name} runs over him.", "veh.glory.failed")
        return False

    def _passes(self, risk: Risk) -> bool:
        self.tested = True
        if dangerous_test(self.game, self.tank):
            return True
        stuck(self.game, self.tank, risk.area)
        return False

    def _lands(self) -> None:
        """veh.skimmer.terrain-test: where it has come down."""
        tank = self.tank
        if not tank.works or not type_of(tank).skimmer or self.tested or self.gone <= TINY:
            return
        risk = landing_risk(self.game.battle, hull(tank), hull(tank), self.gone)
        if risk is not None:
            self._passes(risk)

    def _go(self, inches: float) -> None:
        if inches > TINY:
            put(self.game, self.tank, (Leg(0.0, inches),), "drives", MOVE)
            self.gone += inches
        record(self.tank, self.start, self.gone, self.on_road)


def _free(ahead: Lane, risk: Risk | None) -> float:
    """How far the lane goes before anything but the first unit matters."""
    others = [met.inches for met in ahead.met if met.unit != ahead.met[0].unit]
    return min((ahead.inches, *others, *([risk.inches] if risk is not None else [])))
