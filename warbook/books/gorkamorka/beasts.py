"""The side that the book plays itself: creatures go for the nearest warrior, and charge when they can
(gce.S12)."""

from __future__ import annotations

from math import hypot

from warbook.books.gorkamorka.field.bodies import apart, body
from warbook.books.gorkamorka.foot.charging import in_reach
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.core.questions import Choose, Option, Question, Route, Way

PREFERRED = ("charge", "run", "walk", "off run", "leap", "stay")


class Beasts:
    """Answers for the creatures; it knows all that the rules know, as a rule of the scenario would."""

    def answer(self, side: str, question: Question, view: Battle) -> object:
        if isinstance(question, Route):
            return self._route(question, view)
        assert isinstance(question, Choose), "creatures fill in no forms"
        return self._choose(question, view)

    def _choose(self, question: Choose, view: Battle) -> str:
        ready = question.open()
        if question.kind == "who moves":
            return ready[0].id
        if question.kind == "move":
            return self._move(view.warrior(question.piece), ready, view)
        if question.kind == "charge":
            beast = view.warrior(question.piece)
            return min(ready, key=lambda each: apart(view, beast, view.warrior(each.id))).id
        if question.kind in ("follow up", "finish off"):
            prey = [option.id for option in ready if option.piece]
            return (prey or [ready[-1].id])[0]
        return question.usual or ready[0].id

    def _move(self, beast: Warrior, ready: list[Option], view: Battle) -> str:
        """Charge who can be reached, board what carries a warrior and stay there while it does, else run
        towards the nearest."""
        names, foes = [option.id for option in ready], view.enemies(beast.side)
        if "charge" in names and any(in_reach(view, beast, foe) for foe in foes):
            return "charge"
        riders = sorted((foe for foe in foes if foe.aboard), key=lambda foe: apart(view, beast, foe))
        rides = dict.fromkeys(foe.aboard for foe in riders)
        if beast.aboard in rides and "stay" in names:
            return "stay"
        boards = [name for ride in rides for name in (f"board {ride}", f"jump {ride}")]
        return next((name for name in (*boards, *PREFERRED[1:]) if name in names), names[0])

    def _route(self, question: Route, view: Battle) -> Way:
        beast = view.warrior(question.piece)
        prey = min(view.enemies(beast.side), key=lambda foe: apart(view, beast, foe), default=None)
        start = question.start
        assert start is not None, "creatures are set up by the book"
        if prey is None:
            return Way((start,))
        goal = body(view, prey).spot
        rows = question.reach()
        best = min(rows, key=lambda row: hypot(row[0] - goal.x, row[1] - goal.y), default=None)
        path = None if best is None else question.path(*map(float, best))
        return Way(path or (start,))
