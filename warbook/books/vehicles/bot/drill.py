"""Drill: a bot that plays the vehicle sheet to win.

It drives to where its guns do most and the enemy's least, with its front to the worst of them, lets squads
off near enemies and markers, fires where the exact chances of each shot take most, rams and assaults when the
exchange is good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from warbook.board.geometry import Spot
from warbook.board.hulls import Leg
from warbook.books.vehicles.army.data import ammunitions
from warbook.books.vehicles.assault.turn import Assault
from warbook.books.vehicles.bot import charges, driver, gunner, muster, walker
from warbook.books.vehicles.bot.reasons import reason
from warbook.books.vehicles.bot.worth import points
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.foot.turn import WALK
from warbook.books.vehicles.shooting.allowance import silent
from warbook.books.vehicles.state import Battle, Vehicle
from warbook.books.vehicles.wounds.casualties import Loss
from warbook.core.questions import Choose, Drive, Form, Question, Route, Way, plain
from warbook.players.bot import Bot


class Drill(Bot[Battle]):
    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        # Who moves in which turn, how, and where.
        self.planned: tuple[str, int, str, tuple[Leg, ...]] = "", 0, "", ()
        # In which turn who walks with so many inches, and the ways of all.
        self.marching: tuple[int, float, Mapping[str, Any]] = 0, 0.0, {}

        # Who had nobody to fire at when he was looked at, and in whose turn.
        self.idle: tuple[int, str, set[str]] = 0, "", set()

    def reason(self, side: str, question: Question, answer: Any, view: Any) -> str:
        """Why it would answer so."""
        return reason(view, question, answer)

    def choose(self, battle: Battle, side: str, question: Choose) -> str:
        # Lists that are made as they are read, and not to be looked through.
        if question.kind == "who shoots":
            return self._shooter(battle, question)
        if question.kind == "who moves":
            return self._mover(battle, question)
        if question.kind == "manner":
            chosen, legs = charges.manner(battle, question)
            self.planned = question.piece, battle.turn, chosen, legs
            return chosen
        if question.kind == "on foot":
            chosen, ways = walker.choose_on_foot(battle, question)
            self.marching = battle.turn, WALK, ways
            return chosen
        return super().choose(battle, side, question)

    def pick(self, battle: Battle, side: str, question: Choose) -> str:
        if question.kind == "roll-off":
            return muster.choose_roll_off(question)
        chooser = CHOOSERS.get(question.kind)
        return chooser(self, battle, question) if chooser else ""

    def drive(self, battle: Battle, side: str, question: Drive) -> Way:
        """The way that was found when the manner was chosen, if it was."""
        piece, turn, how, legs = self.planned
        if (piece, turn, how) == (question.piece, battle.turn, question.kind):
            return question.along(legs)
        return (
            driver.drive(battle, question)
            if question.kind == "drive"
            else charges.charge_way(battle, question)
        )

    def route(self, battle: Battle, side: str, question: Route) -> Way:
        if question.kind in ("walk", "walker run"):
            return driver.best_walk(battle, question)
        if question.kind == "consolidate":
            return Way((battle.vehicle(question.piece).spot,))
        if question.kind == "set up":
            return muster.place(battle, question, self.luck)
        return muster.best_marker(battle, question, side, self.luck)

    def form(self, battle: Battle, side: str, question: Form) -> Mapping[str, Any]:
        if question.kind in ("march", "run"):
            return self._ways(battle, question)
        if question.kind == "consolidate":
            return walker.consolidates(battle, question)
        if question.kind == "alight":
            return walker.gets_out(battle, question)
        whole = question.suggested({})
        for name, part in question.parts.items():
            if name not in whole:
                whole[name] = plain(part.accept(self.answer(side, part, battle)))
        return whole

    # ------------------------------------------------------------ moving

    def _ways(self, battle: Battle, question: Form) -> Mapping[str, Any]:
        """Those that were found when it was chosen to walk, if they were."""
        turn, inches, ways = self.marching
        starts = {name: part.start for name, part in question.parts.items() if isinstance(part, Route)}
        allowance = next(part.allowance for part in question.parts.values() if isinstance(part, Route))
        known = question.kind == "march" and (turn, inches) == (battle.turn, allowance)
        if known and {name: Spot(*way["path"][0]) for name, way in ways.items()} == starts:
            return ways
        return walker.best_march(battle, question)

    def _mover(self, battle: Battle, question: Choose) -> str:
        """Squads get off first if they want to; then vehicles, then who is on foot; smoke for who cannot
        fire."""
        units = [unit for unit in battle.units if unit.side == battle.side]
        for unit in units:
            if unit.aboard and walker.gets_off(battle, unit) and question.free(unit.id):
                option = question.named(unit.id)
                if option and not option.about.emergency:
                    return unit.id
        own = [vehicle for vehicle in battle.vehicles if vehicle.side == battle.side]
        drivers = [vehicle for vehicle in own if question.free(vehicle.id)]
        if drivers:
            return min(drivers, key=lambda each: driver.queue(battle, each)).id
        for vehicle in own:
            if question.free(f"smoke {vehicle.id}") and _hides(battle, vehicle):
                return f"smoke {vehicle.id}"
        return next((unit.id for unit in units if not unit.aboard and question.free(unit.id)), "done")

    def _set_up(self, battle: Battle, question: Choose) -> str:
        return muster.next_piece(question)

    # ------------------------------------------------------------ shooting and assaults

    def _shooter(self, battle: Battle, question: Choose) -> str:
        if self.idle[:2] != (battle.turn, battle.side):
            self.idle = battle.turn, battle.side, set()
        return gunner.shooter(question, self.idle[2])

    def _fire(self, battle: Battle, question: Choose) -> str:
        return gunner.fire_at(battle, question)

    def _ground(self, battle: Battle, question: Choose) -> str:
        """Going to ground costs a turn: only where it saves a good part of the squad."""
        losses = {option.id: option.about for option in question.open() if isinstance(option.about, Loss)}
        if len(losses) < 2:
            return "stand"
        spared = losses["stand"].unsaved - losses["ground"].unsaved
        models = len(battle.members(battle.unit(question.piece)))
        return "ground" if spared >= 0.25 * models else "stand"

    def _assaulter(self, battle: Battle, question: Choose) -> str:
        for option in question.open():
            if isinstance(option.about, Assault) and option.about.one:
                return option.id
        return "done"

    def _assault(self, battle: Battle, question: Choose) -> str:
        one = battle.either(question.piece)
        best, most = "stay", 2.0
        for option in question.open():
            about = option.about
            if isinstance(about, Assault) and about.foe:
                worth = walker.assault_worth(battle, one, battle.either(about.foe))
                if worth > most:
                    best, most = option.id, worth
        return best

    def _assault_way(self, battle: Battle, question: Choose) -> str:
        return walker.assault_way(battle, question)

    def _weapon_lost(self, battle: Battle, question: Choose) -> str:
        """The strongest gun of the enemy."""
        vehicle = battle.vehicle(question.piece)
        guns = type_of(vehicle).guns

        def power(option: Any) -> float:
            number = option.about
            if number >= len(guns):
                return 4.0
            weapon = ammunitions(guns[number])[0]
            return weapon.strength * weapon.shots + (5 if weapon.ordnance else 0)

        return str(max(question.open(), key=power).id)


def _hides(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether smoke costs nothing: it cannot fire anyway."""
    return vehicle.moved and silent(vehicle) is not None and points(battle, vehicle) > 0


Chooser = Callable[[Drill, Battle, Choose], str]
CHOOSERS: dict[str, Chooser] = {
    "set up": Drill._set_up,
    "fire at": Drill._fire,
    "go to ground": Drill._ground,
    "who assaults": Drill._assaulter,
    "assault": Drill._assault,
    "assault way": Drill._assault_way,
    "weapon destroyed": Drill._weapon_lost,
}
