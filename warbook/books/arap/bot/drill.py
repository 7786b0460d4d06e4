"""Drill: a bot that plays squads to win.

It weighs dice against a bust by their exact odds, goes where its fire and its Charges do most and what the
scenario wants is nearer, fires where the expected loss is greatest, and meets Charges by the odds of each
answer.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from warbook.board.geometry import Spot, distance
from warbook.books.arap.bot import activator, fighter, gunner, muster, tactics, walker
from warbook.books.arap.bot.outlook import Outlook
from warbook.books.arap.bot.worth import Guns
from warbook.books.arap.state import Acting, Battle, Unit
from warbook.core.questions import Choose, Form, Question, Route, Way, plain, usual_answer

FREELY = 0.6  # action points that a unit may hope for after its free move
MARCHES = ("walk", "tactical", "swim", "leap")


class Drill:
    def __init__(self, seed: int = 0) -> None:
        """Made from a seed as every bot is: it decides the set-up and how guesses are off."""
        self.luck = Random(seed)
        self.guns: Guns | None = None
        self.known: dict[object, tuple[float, ...]] = {}
        self.target = ""  # whom it last decided to fire at
        self.stuck: object = None  # who found no place to go to last, and when

    def answer(self, side: str, question: Question, view: Any) -> object:
        battle: Battle = view
        if self.guns is None or self.guns.setup is not battle.setup:
            self.guns = Guns(battle.setup)
        if isinstance(question, Choose):
            return self._choose(battle, side, question)
        if isinstance(question, Route):
            return self._route(battle, question)
        if isinstance(question, Form):
            return self._form(battle, side, question)
        raise TypeError(f"not a question: {question!r}")

    def _choose(self, battle: Battle, side: str, question: Choose) -> str:
        free = question.open()
        if len(free) == 1:
            return free[0].id
        chooser = CHOOSERS.get(question.kind)
        if chooser is not None:
            return chooser(self, battle, side, question)
        return str(usual_answer(question) or free[0].id)

    def _route(self, battle: Battle, question: Route) -> Way:
        if question.kind == "set up":
            return muster.place(battle, question, self.luck)
        return self._anywhere(battle, question)

    def _anywhere(self, battle: Battle, question: Route) -> Way:
        """As near to the enemy as it may be."""
        side = next((u.side for u in battle.units if u.id == question.piece), "") or battle.side
        foes = [each for unit in battle.enemies(side) for each in battle.standing(unit)]
        spots = [Spot(*row) for row in question.reach()]
        if not spots:
            return Way(())
        best = min(spots, key=lambda spot: min((distance(spot, foe.spot) for foe in foes), default=0.0))
        return Way(question.path(best.x, best.y, best.z) or (best,))

    def _form(self, battle: Battle, side: str, question: Form) -> object:
        if question.kind in MARCHES:
            return self._march(battle, question)
        if question.kind == "guess":
            target = next((unit for unit in battle.units if unit.id == self.target), None)
            return gunner.guess(battle, question, target, self.luck)
        whole: dict[str, Any] = {}
        for name, part in question.parts.items():
            whole[name] = plain(part.accept(self.answer(side, part, battle)))
        return whole

    def _march(self, battle: Battle, question: Form) -> object:
        figure = battle.figure(next(iter(question.parts)))
        unit = battle.unit(figure.unit)
        top = battle.top
        acting = isinstance(top, Acting) and top.unit == unit.id
        actions = float(top.points) if acting and isinstance(top, Acting) else FREELY
        chosen = walker.march(battle, self.outlook(battle, unit), question, actions)
        if all(len(way["path"]) < 2 for way in chosen.values() if isinstance(way, dict)):
            self.stuck = battle.clock, unit.id, figure.x, figure.y
        return chosen

    # ------------------------------------------------------------ what it knows

    def outlook(self, battle: Battle, unit: Unit) -> Outlook:
        assert self.guns is not None
        return Outlook(battle, unit, self.guns)

    def worths(self, battle: Battle, unit: Unit) -> tuple[float, ...]:
        """Once a player turn for each unit and place: it changes little in between."""
        if not battle.standing(unit):
            return 0.0, 0.0, 0.0, 0.0
        first = battle.standing(unit)[0]
        key = battle.turn, unit.id, first.x, first.y, len(battle.standing(unit))
        if key not in self.known:
            if len(self.known) > 200:
                self.known.clear()
            self.known[key] = tactics.worths(self.outlook(battle, unit))
        return self.known[key]

    # ------------------------------------------------------------ questions

    def _who(self, battle: Battle, side: str, question: Choose) -> str:
        return activator.who_acts(battle, question, lambda unit: self.worths(battle, unit))

    def _dice(self, battle: Battle, side: str, question: Choose) -> str:
        return activator.how_many(battle, question, lambda unit: self.worths(battle, unit))

    def _pick_up(self, battle: Battle, side: str, question: Choose) -> str:
        def worths(unit: Unit) -> tuple[float, ...]:
            return self.worths(battle, unit)

        return activator.picks_up(battle, question, side, worths, worths)

    def _act(self, battle: Battle, side: str, question: Choose) -> str:
        unit = battle.unit(question.piece)
        if not battle.standing(unit):
            return "alight" if any(o.id == "alight" for o in question.open()) else "done"
        first = battle.standing(unit)[0]
        stuck = self.stuck == (battle.clock, unit.id, first.x, first.y)
        chosen = tactics.act(battle, question, self.outlook(battle, unit), stuck)
        about = next(option.about for option in question.open() if option.id == chosen)
        if isinstance(about, tuple) and about[0] in ("shoot", "throw"):
            self.target = about[1]
        return chosen

    def _set_up(self, battle: Battle, side: str, question: Choose) -> str:
        return muster.next_squad(battle, question)

    def _overwatch(self, battle: Battle, side: str, question: Choose) -> str:
        return "fire"

    def _reaction(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.reaction(battle, question)

    def _intercept(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.intercepts(battle, question)

    def _redirect(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.redirects(battle, question)

    def _leave(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.leaves(battle, question)

    def _pursue(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.pursues(question, self.outlook(battle, battle.unit(question.piece)).haste)

    def _lane(self, battle: Battle, side: str, question: Choose) -> str:
        return gunner.lane(question, battle)

    def _aim_point(self, battle: Battle, side: str, question: Choose) -> str:
        return gunner.aim_point(question, battle)


Chooser = Callable[[Drill, Battle, str, Choose], str]
CHOOSERS: dict[str, Chooser] = {
    "set up": Drill._set_up,
    "who acts": Drill._who,
    "dice": Drill._dice,
    "pick up": Drill._pick_up,
    "act": Drill._act,
    "overwatch": Drill._overwatch,
    "charge reaction": Drill._reaction,
    "intercept": Drill._intercept,
    "redirect": Drill._redirect,
    "break off": Drill._leave,
    "pursue": Drill._pursue,
    "halt pursuit": Drill._pursue,
    "lane": Drill._lane,
    "aim point": Drill._aim_point,
}
