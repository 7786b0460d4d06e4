"""Drill: a bot that plays Gorkamorka to win.

It drives to where its guns bear and the enemy's do least, chases for the second volley, rams, squashes,
boards and charges when the odds of the kernels that play are with it, fetches scrap and brings it off.
"""

from __future__ import annotations

from collections.abc import Callable

from warbook.board.geometry import gap
from warbook.books.gorkamorka.bot import brawler, driver, gunner, muster, walker
from warbook.books.gorkamorka.bot.gunner import PlannedShot
from warbook.books.gorkamorka.bot.walker import Plan
from warbook.books.gorkamorka.field.bodies import apart, body, hull
from warbook.books.gorkamorka.state import Battle, Vehicle
from warbook.core.questions import Choose, Drive, Route, Way
from warbook.players.bot import Bot

LOST = 8  # times as many who still fight have won


class Drill(Bot[Battle]):
    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.plans: dict[str, Plan] = {}  # what a warrior is about to do
        self.shots: dict[str, PlannedShot] = {}  # what a shooter is about to fire at
        self.rests: dict[str, str] = {}  # who has nothing to do in this player turn

    def pick(self, battle: Battle, side: str, question: Choose) -> str:
        chooser = CHOOSERS.get(question.kind)
        if chooser is not None:
            return chooser(self, battle, side, question)
        plain = PLAIN.get(question.kind)
        return plain(battle, question) if plain else ""

    def drive(self, battle: Battle, side: str, question: Drive) -> Way:
        return driver.best_drive(battle, question)

    def route(self, battle: Battle, side: str, question: Route) -> Way:
        if question.start is not None:
            return walker.best_route(battle, question, self.plans.pop(question.piece, None))
        if question.kind == "set up":
            return muster.best_place(battle, question, self.luck)
        return muster.best_marker(battle, question, self.luck)

    # ------------------------------------------------------------ moving

    def _mover(self, battle: Battle, side: str, question: Choose) -> str:
        """Vehicles first, those that are nearest to the enemy before the others; then who has something to
        do."""
        ids = [option.id for option in question.open()]
        vehicles = [each for each in battle.vehicles if each.id in ids]
        if vehicles:
            return min(vehicles, key=lambda each: self._turn_to_drive(battle, each)).id
        for name in ids:
            if name == "done" or self.rests.get(name) == battle.now:
                continue
            warrior = battle.warrior(name)
            if not warrior.down and walker.restless(battle, warrior):
                return name
            self.rests[name] = battle.now
        return "done" if "done" in ids else ids[0]

    def _turn_to_drive(self, battle: Battle, vehicle: Vehicle) -> float:
        own, foes = hull(vehicle), {body(battle, foe): None for foe in battle.enemies(vehicle.side)}
        return min((gap(own, foe) for foe in foes), default=0.0)

    def _move(self, battle: Battle, side: str, question: Choose) -> str:
        warrior = battle.warrior(question.piece)
        plan = walker.plan_walk(battle, warrior, question)
        self.plans[warrior.id] = plan
        return plan.how

    def _charge(self, battle: Battle, side: str, question: Choose) -> str:
        plan = self.plans.pop(question.piece, None)
        ids = [option.id for option in question.open()]
        if plan is not None and plan.foe in ids:
            return plan.foe
        warrior = battle.warrior(question.piece)
        return min(ids, key=lambda name: apart(battle, warrior, battle.warrior(name)))

    def _get_off(self, battle: Battle, side: str, question: Choose) -> str:
        plan = self.plans.get(question.piece)
        return walker.edge(battle, question, None if plan is None else plan.goal)

    def _hide(self, battle: Battle, side: str, question: Choose) -> str:
        """Who has something to shoot at stays in the open."""
        return "no" if gunner.best_shot(battle, battle.warrior(question.piece)).target else "hide"

    def _help(self, battle: Battle, side: str, question: Choose) -> str:
        """Up to three friends give up their shooting."""
        helping = sum(each.helping == question.piece for each in battle.mob(side))
        if helping >= gunner.HELPERS:
            return "no"
        able = [option.piece for option in question.open() if option.piece]
        return min(able, key=lambda name: gunner.best_shot(battle, battle.warrior(name)).worth)

    def _chicken(self, battle: Battle, side: str, question: Choose) -> str:
        return driver.choose_chicken(battle, question, self.luck.choice(("left", "right")))

    def _dodge(self, battle: Battle, side: str, question: Choose) -> str:
        return "aside"

    # ------------------------------------------------------------ shooting

    def _shooter(self, battle: Battle, side: str, question: Choose) -> str:
        ids = [option.id for option in question.open()]
        names = [name for name in ids if name != "done" and self.rests.get(name) != _firing(battle)]
        name, shot = gunner.next_shooter(battle, names)
        if name:
            for idle in names[: names.index(name)]:
                self.rests[idle] = _firing(battle)
            self.shots[name] = shot
            return name
        return "done"

    def _shot(self, battle: Battle, question: Choose) -> PlannedShot:
        known = self.shots.get(question.piece)
        return known or gunner.best_shot(battle, battle.warrior(question.piece), 0.0)

    def _mode(self, battle: Battle, side: str, question: Choose) -> str:
        return gunner.mode(question, self._shot(battle, question))

    def _target(self, battle: Battle, side: str, question: Choose) -> str:
        return gunner.choose_target(battle, question, self._shot(battle, question))

    def _weapon(self, battle: Battle, side: str, question: Choose) -> str:
        return gunner.weapon(battle, question, self._shot(battle, question))

    def _overwatch(self, battle: Battle, side: str, question: Choose) -> str:
        who, shot = gunner.watching(battle, question)
        self.shots[who] = shot
        return who

    # ------------------------------------------------------------ the rest

    def _edge(self, battle: Battle, side: str, question: Choose) -> str:
        return self.luck.choice(question.open()).id

    def _bottle(self, battle: Battle, side: str, question: Choose) -> str:
        """Gives up when hardly anybody is left against many."""
        ours = sum(each.up for each in battle.present(side))
        theirs = sum(each.up for each in battle.enemies(side))
        return "bottle" if ours * LOST <= theirs else "fight"

    def _assign(self, battle: Battle, side: str, question: Choose) -> str:
        return brawler.opponent(battle, side, question)


def _firing(battle: Battle) -> str:
    """Which shooting phase this is: those who chase have one before the others."""
    return f"{battle.now} {battle.chase_fire_in}"


Chooser = Callable[[Drill, Battle, str, Choose], str]

# Who answers a question, by its kind; where nobody does, what is usual or the first option is taken.
CHOOSERS: dict[str, Chooser] = {
    "edge": Drill._edge,
    "bottle": Drill._bottle,
    "who moves": Drill._mover,
    "move": Drill._move,
    "charge": Drill._charge,
    "get off": Drill._get_off,
    "hide": Drill._hide,
    "help": Drill._help,
    "chicken": Drill._chicken,
    "dodge": Drill._dodge,
    "who shoots": Drill._shooter,
    "mode": Drill._mode,
    "target": Drill._target,
    "weapon": Drill._weapon,
    "overwatch": Drill._overwatch,
    "split": Drill._assign,
    "assign": Drill._assign,
}

PLAIN: dict[str, Callable[[Battle, Choose], str]] = {
    "first vehicle": muster.first_vehicle,
    "first wave": muster.first_wave,
    "set up": lambda battle, question: muster.next_model(question),
    "manner": driver.manner,
    "thrust": driver.thrust,
    "begin-chase": driver.begin_chase,
    "chase": driver.choose_keep_up,
    "give-up": driver.go_on,
    "pass": driver.choose_strike,
    "ram": driver.choose_strike,
    "pump": driver.choose_pump,
    "wheel": driver.wheel,
    "swerve": driver.swerve,
    "guess": gunner.guess,
    "spread": gunner.choose_spread,
    "location": lambda battle, question: gunner.choose_location(question),
    "arms": brawler.arms,
    "odd hit": brawler.odd_hit,
    "next attacker": brawler.next_attacker,
    "pile on": brawler.pile_on,
    "finish off": brawler.finish_off,
    "smash": brawler.choose_smash,
    "follow up": brawler.choose_follow_up,
}
