"""Drill: a bot that plays squads to win.

It weighs dice against a bust by their exact odds, goes where its fire and its Charges do most and what the
scenario wants is nearer, fires where the expected loss is greatest, and meets Charges by the odds of each
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from warbook.board.geometry import Spot, distance
from warbook.books.arap.bot import activator, fighter, gunner, muster, tactics, walker
from warbook.books.arap.bot.aims import deed_worth
from warbook.books.arap.bot.lying import lies_low
from warbook.books.arap.bot.outlook import Outlook, purpose_of
from warbook.books.arap.bot.worth import Guns, Known, guns_of
from warbook.books.arap.field.stills import as_they_stand
from warbook.books.arap.movement.marching import POSTURE, PRONE
from warbook.books.arap.state import Acting, Battle, Unit, at_rest
from warbook.core.questions import Choose, Form, Question, Route, Way, plain
from warbook.players.agreeing import agreeing
from warbook.players.bot import Bot

FREELY = 0.6  # action points that a unit may hope for after its free move
MARCHES = ("walk", "tactical", "swim", "leap")


class Memory:
    """What was seen of a battle as it stands, by whoever looked."""

    def __init__(self) -> None:
        self.battle: Battle | None = None
        self.stance: object = None
        self.states: object = None
        self.outlooks: dict[str, Outlook] = {}

    def is_of(self, battle: Battle, stance: object, states: object) -> bool:
        return self.battle is battle and self.stance is stance and self.states == states

    def begin(self, battle: Battle, stance: object, states: object) -> None:
        self.battle, self.stance, self.states, self.outlooks = battle, stance, states, {}


@lru_cache(maxsize=8)
def memory_of(setup: Known) -> Memory:
    """All that play a battle share it."""
    return Memory()


class Drill(Bot[Battle]):
    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.guns: Guns | None = None
        self.known: dict[object, tuple[float, ...]] = {}
        self.latest: dict[str, tuple[float, ...]] = {}
        self.target = ""  # whom it last decided to fire at
        self.stuck: object = None  # who found no place to go to last, and when
        self.memory = Memory()
        self.held: set[str] = set()  # units that were not free to move, in which turn by the clock
        self.held_in = 0

    def answer(self, side: str, question: Question, view: Battle) -> object:
        if self.guns is None or self.guns.setup is not view.setup:
            self.known, self.latest = {}, {}
            self.guns, self.memory = guns_of(Known(view.setup)), memory_of(Known(view.setup))
        with at_rest(view):
            return super().answer(side, question, view)

    def choose(self, battle: Battle, side: str, question: Choose) -> str:
        if question.kind == "act":  # there is always more than one thing to do, and it need not know all
            return self._act(battle, side, question)
        return super().choose(battle, side, question)

    def pick(self, battle: Battle, side: str, question: Choose) -> str:
        chooser = CHOOSERS.get(question.kind)
        return chooser(self, battle, side, question) if chooser else ""

    def route(self, battle: Battle, side: str, question: Route) -> Way:
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
        best = min(spots, key=lambda spot: min((distance(spot, foe) for foe in foes), default=0.0))
        return Way(question.path(best.x, best.y, best.z) or (best,))

    def form(self, battle: Battle, side: str, question: Form) -> Mapping[str, Any]:
        if question.kind in MARCHES:
            return self._march(battle, question)
        if question.kind == "guess":
            target = next((unit for unit in battle.units if unit.id == self.target), None)
            return gunner.guess(battle, question, target, self.luck)
        whole: dict[str, Any] = {}
        for name, part in question.parts.items():
            whole[name] = plain(part.accept(self.answer(side, part, battle)))
        return agreeing(question, whole, {})

    def _march(self, battle: Battle, question: Form) -> Mapping[str, Any]:
        figure = battle.figure(next(iter(question.parts)))
        unit = battle.unit(figure.unit)
        top = battle.top
        acting = isinstance(top, Acting) and top.unit == unit.id
        actions = float(top.points) if acting and isinstance(top, Acting) else FREELY
        outlook = self.outlook(battle, unit)
        chosen = walker.best_march(battle, outlook, question, actions)
        if all(len(way.path) < 2 for way in chosen.values() if isinstance(way, Way)):
            self.stuck = battle.clock, unit.id, figure.x, figure.y
        if POSTURE in question.parts and not actions and lies_low(outlook, _end_of(chosen, outlook)):
            return {**chosen, POSTURE: PRONE}
        return chosen

    # ------------------------------------------------------------ what it knows

    def outlook(self, battle: Battle, unit: Unit) -> Outlook:
        """The same again while nobody moves, falls or changes his mind."""
        assert self.guns is not None
        memory = self.memory
        moods = [(each.routing, each.hidden) for each in battle.units]
        if not memory.is_of(battle, as_they_stand(battle), (battle.turn, moods)):
            memory.begin(battle, as_they_stand(battle), (battle.turn, moods))
        if unit.id not in memory.outlooks:
            memory.outlooks[unit.id] = Outlook(battle, unit, self.guns)
        return memory.outlooks[unit.id]

    def worths(self, battle: Battle, unit: Unit) -> tuple[float, ...]:
        """Once a player turn for each unit and place: it changes little in between."""
        if not battle.standing(unit):
            return 0.0, 0.0, 0.0, 0.0
        first = battle.standing(unit)[0]
        done = deed_worth(battle, unit)
        key = battle.turn, unit.id, first.x, first.y, len(battle.standing(unit)), done
        if key not in self.known:
            if len(self.known) > 200:
                self.known.clear()
            self.known[key] = self.latest[unit.id] = tactics.worths(self.outlook(battle, unit))
        return self.known[key]

    def about(self, battle: Battle, unit: Unit) -> tuple[float, ...]:
        """The same as it was when it was last looked at, in this turn or the one before."""
        known = self.latest.get(unit.id)
        return self.worths(battle, unit) if known is None else known

    # ------------------------------------------------------------ questions

    def _who(self, battle: Battle, side: str, question: Choose) -> str:
        if self.held_in != battle.clock:
            self.held_in, self.held = battle.clock, set()
        return activator.who_acts(
            battle,
            question,
            lambda unit: self.worths(battle, unit),
            lambda unit: self.about(battle, unit),
            self.held,
        )

    def _dice(self, battle: Battle, side: str, question: Choose) -> str:
        return activator.how_many(
            battle, question, lambda unit: self.worths(battle, unit), lambda unit: self.about(battle, unit)
        )

    def _pick_up(self, battle: Battle, side: str, question: Choose) -> str:
        return activator.picks_up(
            battle, question, lambda unit: self.worths(battle, unit), lambda unit: self.about(battle, unit)
        )

    def _act(self, battle: Battle, side: str, question: Choose) -> str:
        unit = battle.unit(question.piece)
        if not battle.standing(unit):
            return "alight" if question.free("alight") else "done"
        first = battle.standing(unit)[0]
        stuck = self.stuck == (battle.clock, unit.id, first.x, first.y)
        chosen = tactics.choose_action(battle, question, self.outlook(battle, unit), stuck)
        option = question.named(chosen)
        about = option.about if option is not None else None
        if isinstance(about, tuple) and about[0] in ("shoot", "throw"):
            self.target = about[1]
        return chosen

    def _set_up(self, battle: Battle, side: str, question: Choose) -> str:
        return muster.next_squad(battle, question)

    def _overwatch(self, battle: Battle, side: str, question: Choose) -> str:
        return "fire"

    def _reaction(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.choose_reaction(battle, question)

    def _intercept(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.intercepts(battle, question)

    def _redirect(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.redirects(battle, question)

    def _leave(self, battle: Battle, side: str, question: Choose) -> str:
        return fighter.leaves(battle, question)

    def _pursue(self, battle: Battle, side: str, question: Choose) -> str:
        unit = battle.unit(question.piece)
        assert self.guns is not None
        goal = purpose_of(battle, unit, self.guns.squad(battle, unit))
        return fighter.pursues(question, goal.haste if goal is not None else 0.0)

    def _lane(self, battle: Battle, side: str, question: Choose) -> str:
        return gunner.lane(question, battle)

    def _aim_point(self, battle: Battle, side: str, question: Choose) -> str:
        return gunner.aim_point(question, battle)


def _end_of(march: Mapping[str, Any], outlook: Outlook) -> Spot:
    """Where who leads the squad ends."""
    end: Spot = march[outlook.lead.id].path[-1]
    return end


Chooser = Callable[[Drill, Battle, str, Choose], str]
CHOOSERS: dict[str, Chooser] = {
    "set up": Drill._set_up,
    "who acts": Drill._who,
    "dice": Drill._dice,
    "pick up": Drill._pick_up,
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
