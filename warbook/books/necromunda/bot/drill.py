"""Drill: a bot that plays Necromunda to win.

It weighs places by what it could do from there and what could be done to it, with the exact odds of the
kernels that play; it keeps to cover, takes posts on high, watches lanes, fetches loot, charges when that
pays, hides who has nothing to shoot at, and gives up only a lost battle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from random import Random
from typing import Any

import numpy as np
from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.books.necromunda import charging, shooting, walking
from warbook.books.necromunda.bot import muster as muster
from warbook.books.necromunda.bot.field import field_of
from warbook.books.necromunda.bot.objectives import Objectives, keeps
from warbook.books.necromunda.bot.scout import Plan, Scout
from warbook.books.necromunda.bot.worth import charge_worth, shot_worth
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.sight import in_melee
from warbook.books.necromunda.state import Battle, Fighter, enemy
from warbook.core.questions import Choose, Option, Question, Refusal, Route, Way

WASTE = 0.05  # shots worth less are not worth the ammunition
GIVEN_AWAY = 0.12  # nor those worth less the end of hiding
WATCHED = 0.08  # nor those worth less the end of a watch
LOST = 8  # times as many who still fight have won
CHARGE = 0.12  # charges worth less are not made


class Drill:
    def __init__(self, seed: int = 0) -> None:
        """Made from a seed as every bot is: it decides how the gang sets up and who climbs where."""
        self.luck = Random(seed)
        self.staff: Staff | None = None
        self.plans: dict[str, Plan] = {}
        self.meant: dict[str, Plan] = {}  # of one who is about to be asked what he does
        self.rests: dict[str, int] = {}  # who stays as he is in this turn
        self.charges: dict[str, str] = {}  # whom a charger has in mind
        self.shots: dict[str, str] = {}  # the weapon for a shot on overwatch
        self.targets: dict[str, tuple[str, str]] = {}  # at whom a shooter fires, and what
        self.holds: dict[str, int] = {}  # who has nothing to shoot at in this turn

    def answer(self, side: str, question: Question, view: Any) -> object:
        battle: Battle = view
        if isinstance(question, Route):
            return self._route(battle, side, question)
        assert isinstance(question, Choose)
        return self._choose(battle, side, question)

    def _staff(self, battle: Battle, side: str) -> Staff:
        if self.staff is None or self.staff.setup is not battle.setup or self.staff.scout.side != side:
            self.staff = Staff(battle, side, self.luck)
        return self.staff

    # ------------------------------------------------------------ choosing

    def _choose(self, battle: Battle, side: str, question: Choose) -> str:
        picker = PICKERS.get(question.kind)
        if picker is not None:
            return picker(self, battle, question)
        ids = [option.id for option in question.options if option.barred is None]
        if len(ids) == 1:
            return ids[0]
        chooser = CHOOSERS.get(question.kind)
        return chooser(self, battle, side, question, ids) if chooser else ids[0]

    def _edge(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        return muster.edge(battle, self.luck, ids)

    def _raider(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        return muster.raider(battle, ids)

    def _arrival(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        return muster.arrival(battle, ids)

    def _set_up(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """One after another, not all the rest at once."""
        return next(option.piece for option in question.open() if option.piece)

    def _bottle(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """Gives up when hardly anybody is left against many, and no loot is in safety."""
        ours = sum(f.on_table and not f.down and not f.broken for f in battle.gang(side))
        theirs = sum(f.on_table and not f.down and not f.broken for f in battle.gang(enemy(side)))
        lost = ours * LOST <= theirs and theirs >= 4 and not battle.carried_off.get(side)
        return "bottle" if lost else "fight"

    def _charger(self, battle: Battle, question: Choose) -> str:
        """The charge that is worth most of those that can be made, if it is worth more than a shot."""
        scout = self._staff(battle, battle.side).scout
        chances = []
        for fighter in battle.present(battle.side):
            near = scout.near(battle, fighter, 2.0 * fighter.profile.M)
            for foe in near if near and question.free(fighter.id) else ():
                worth = charge_worth(battle, fighter, foe)
                if worth > CHARGE and charging.chargeable(battle, fighter, foe) is None:
                    chances.append((worth, fighter.id, foe.id))
        for worth, fighter_id, foe_id in sorted(chances, reverse=True):
            fighter, foe = battle.fighter(fighter_id), battle.fighter(foe_id)
            if worth > self._best_shot(battle, fighter)[0] and scout.arrives(battle, fighter, foe):
                self.charges[fighter_id] = foe_id
                return fighter_id
        return "done"

    def _charge_target(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        chosen = self.charges.pop(question.piece, "")
        return chosen if chosen in ids else "nobody"

    def _mover(self, battle: Battle, question: Choose) -> str:
        """One after another; who is down lies still, and who is hidden and would stay as he is needs no
        move."""
        for option in question.options:
            name = option.id
            if name == "done" or option.barred is not None or self.rests.get(name) == battle.turn:
                continue
            fighter = battle.fighter(name)
            if fighter.down:
                continue
            if not fighter.hidden or fighter.loot:
                return name
            plan = self._plan(battle, fighter, WHATEVER.__contains__)
            if plan.how != "stay":
                self.meant[name] = plan
                return name
            self.rests[name] = battle.turn
        return "done"

    def _how(self, battle: Battle, question: Choose) -> str:
        fighter = battle.fighter(question.piece)
        if question.free("leave") and not keeps(battle, fighter.side):
            return "leave"
        if fighter.down:
            return "stay"
        meant = self.meant.pop(fighter.id, None)
        if meant is not None and question.free(meant.how):
            plan = meant
        else:
            plan = self._plan(battle, fighter, question.free)
        self.plans[fighter.id] = plan
        return plan.how

    def _plan(self, battle: Battle, fighter: Fighter, may: Callable[[str], bool]) -> Plan:
        staff = self._staff(battle, fighter.side)
        foes = staff.scout.foes(battle)
        return staff.scout.plan(battle, foes, fighter, may, staff.objectives.of(battle, fighter, foes.all))

    def _hide(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        plan = self.plans.pop(question.piece, None)
        return "hide" if plan is None or plan.hide else "no"

    # ------------------------------------------------------------ shooting

    def _shooter(self, battle: Battle, question: Choose) -> str:
        """The next who has something to shoot at."""
        locked = in_melee(battle)
        for option in question.options:
            name = option.id
            if name == "done" or option.barred is not None or self.holds.get(name) == battle.turn:
                continue
            found = self._best_shot(battle, battle.fighter(name), locked)
            if found[1]:
                self.targets[name] = found[1], found[2]
                return name
            self.holds[name] = battle.turn
        return "done"

    def _weapon(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """The weapon with the best shot; on overwatch the one he made ready for it."""
        shooter = battle.fighter(question.piece)
        made_ready = self.shots.pop(shooter.id, "")
        if made_ready in ids:
            return made_ready
        _, weapon = self.targets.get(shooter.id) or self._best_shot(battle, shooter)[1:]
        return weapon if weapon in ids else ids[0]

    def _target(self, battle: Battle, question: Choose) -> str:
        found = self.targets.pop(question.piece, None)
        target, _ = found or self._best_shot(battle, battle.fighter(question.piece))[1:]
        return target if question.free(target) else "hold"

    def _best_shot(
        self, battle: Battle, shooter: Fighter, locked: Collection[str] | None = None
    ) -> tuple[float, str, str]:
        """What the best shot he has is worth, at whom and with which weapon; nobody if none is worth it."""
        scout = self._staff(battle, shooter.side).scout
        ready = shooting.ready_arms(battle, shooter)
        best = GIVEN_AWAY if shooter.hidden else WASTE, "", ""
        for foe, barred in shooting.targets(battle, shooter, locked) if ready else ():
            if barred is None:
                inches = scout.inches(battle, shooter, foe)
                for weapon in ready:
                    worth = shot_worth(battle, shooter, weapon, foe, inches)
                    if worth > best[0]:
                        best = worth, foe.id, weapon.id
        return best if best[1] else (0.0, "", "")

    def _overwatch(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        watcher = battle.fighter(question.piece)
        best, chosen = WATCHED, "hold"
        for option in question.open():
            if not option.piece:
                continue
            for weapon in shooting.ready_arms(battle, watcher):
                if weapon.blast_diameter:
                    continue
                worth = self._watch_worth(battle, watcher, weapon, option)
                if worth > best:
                    best, chosen = worth, option.id
                    self.shots[watcher.id] = weapon.id
        return chosen

    def _watch_worth(self, battle: Battle, watcher: Fighter, weapon: Weapon, option: Option) -> float:
        """What a shot at the enemy is worth where he will then be."""
        there = replace(battle.fighter(option.piece), hidden=False)
        if option.spot is not None:
            there.at(option.spot)
        inches = self._staff(battle, watcher.side).scout.inches(battle, watcher, there)
        return shot_worth(battle, watcher, weapon, there, inches)

    def _sustained(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        return ids[-1]

    # ------------------------------------------------------------ fighting

    def _last(self, battle: Battle, side: str, question: Choose, ids: list[str]) -> str:
        """The best fighter comes last, when his friends have given him the most dice."""
        return min(ids, key=lambda name: battle.fighter(name).profile.WS)

    # ------------------------------------------------------------ going

    def _route(self, battle: Battle, side: str, question: Route) -> Way:
        if question.start is None:
            return self._placement(battle, side, question)
        plan = self.plans.get(question.piece)
        if plan is not None and question.kind in PLANNED:
            return Way(self._way(battle, question, plan.goal), plan.facing)
        return self._refuge(battle, side, question)

    def _way(self, battle: Battle, question: Route, goal: Spot | None) -> tuple[Spot, ...]:
        """The straight way where it is free; else the best, known by heart if nobody stands in it."""
        start = question.start
        assert start is not None
        if goal is None:
            return (start,)
        if not isinstance(question.judge((start, goal)), Refusal):
            return start, goal
        fighter = battle.fighter(question.piece)
        gait = walking.going(battle, fighter, question.allowance)
        known = self._staff(battle, fighter.side).field.way(start, goal, gait)
        if known is not None and not isinstance(question.judge(known), Refusal):
            return known
        return question.path(goal.x, goal.y, goal.z) or (start,)

    def _placement(self, battle: Battle, side: str, question: Route) -> Way:
        if not question.piece:
            return muster.loot_spot(battle, question, self.luck)
        staff = self._staff(battle, side)
        return staff.muster.place(battle, battle.fighter(question.piece), question)

    def _refuge(self, battle: Battle, side: str, question: Route) -> Way:
        """Of the places a broken fighter may run to, the farthest from the enemy."""
        foes = battle.present(enemy(side))
        spots = question.reach()

        def safety(spot: Any) -> float:
            return min((math.hypot(spot[0] - f.x, spot[1] - f.y) for f in foes), default=0.0)

        if foes:
            offset = np.array(spots)[:, None, :2] - np.array([(foe.x, foe.y) for foe in foes])
            square = (offset * offset).sum(axis=2).min(axis=1)
            spots = [spots[n] for n in np.flatnonzero(square >= square.max() - 1e-6).tolist()]
        x, y, z = (float(part) for part in max(spots, key=safety))
        return Way(question.path(x, y, z) or ())


class Staff:
    """Who advises the bot about one side of one battle."""

    def __init__(self, battle: Battle, side: str, luck: Random) -> None:
        field = self.field = field_of(battle)
        self.setup = battle.setup
        self.scout = Scout(battle, side, field)
        self.objectives = Objectives(battle, side, field, luck)
        self.muster = muster.Muster(battle, side, field, self.objectives.posts, luck)


# All that somebody hidden may be free to do.
WHATEVER = ["walk", "run", "stay", "turn", "overwatch"]

# How a fighter goes where he planned to.
PLANNED = ("walk", "run", "turn")

# Who takes the first option that will do, or has one in mind, and looks no further, by the question's kind.
PICKERS = {
    "charger": Drill._charger,
    "mover": Drill._mover,
    "move": Drill._how,
    "shooter": Drill._shooter,
    "target": Drill._target,
}

# Who answers a question, by its kind; where nobody does, the first option is taken.
CHOOSERS = {
    "edge": Drill._edge,
    "raider": Drill._raider,
    "arrival": Drill._arrival,
    "set up": Drill._set_up,
    "bottle": Drill._bottle,
    "charge": Drill._charge_target,
    "hide": Drill._hide,
    "weapon": Drill._weapon,
    "overwatch": Drill._overwatch,
    "burst": Drill._sustained,
    "next fight": Drill._last,
    "opponent": Drill._last,
}
