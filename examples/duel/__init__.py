"""Duel: two pistols, a few paces. A tiny book, to learn how one is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from warbook.board.terrain import Table
from warbook.core.book import Book, Choice, Piece, chapter, pick
from warbook.core.cards import Arm, Briefing, Card, Figure, Goal, Standing, Tally, Trait
from warbook.core.datafile import Written
from warbook.core.questions import Choose, Question, Route

from .state import PACES, RADIUS, SIDES, Battle, Duellist, Setup, data


class Duel(Book[Battle]):
    id = "duel"
    title = "Duel"
    version = "1"
    source = "written as an example"
    licence = "MIT"
    sides = SIDES
    setup_type = Setup
    battle_type = Battle
    phases = ("stances", "walking", "shooting")
    questions = chapter("shooting", "QUESTIONS")

    def forces(self) -> Sequence[Choice]:
        return [Choice(id, each.name, each.words) for id, each in data().duellists.items()]

    def scenarios(self) -> Sequence[Choice]:
        return [Choice(id, each.name, each.words) for id, each in data().fields.items()]

    def make_setup(
        self, scenario: str | Written, forces: Sequence[str | Written], rulings: Mapping[str, Any]
    ) -> Setup:
        a, b = (pick("duellist", force, data().duellists, self._unread("force")) for force in forces)
        return Setup(pick("field", scenario, data().fields, self._unread("scenario")), (a, b))

    def _unread(self, kind: Literal["force", "scenario"]) -> Callable[[Written], Any]:
        """Nobody writes duellists or fields of their own."""
        return lambda written: self.look_over(kind, written)

    def muster(self, setup: Setup) -> Battle:
        table, (a, b) = setup.field.table, setup.fighters
        return Battle(
            setup,
            [
                Duellist("first", "a", a.name, 1.0, table.depth / 2),
                Duellist("second", "b", b.name, table.width - 1.0, table.depth / 2),
            ],
        )

    def view(self, battle: Battle, side: str | None) -> Battle:
        """Nothing is hidden but sealed answers, which nobody is shown before they are opened."""
        return battle

    def table(self, battle: Battle) -> Table:
        return battle.setup.field.table

    def pieces(self, view: Battle) -> Sequence[Piece]:
        return [
            Piece(
                d.id, d.name, d.side, d.x, d.y, 0.0, 0.0, RADIUS, _states(d), d.name[0], on_table=not d.fallen
            )
            for d in view.duellists
        ]

    def side_names(self, battle: Battle) -> Mapping[str, str]:
        return {d.side: f"{d.name}'s friends" for d in battle.duellists}

    def card(self, view: Battle, piece: str) -> Card:
        d = next(each for each in view.duellists if each.id == piece)
        pistol = Arm("Pistol", "4+ to hit", "loaded" if d.loaded else "empty", not d.loaded, "due.to-hit")
        terms = self.glossary.states
        states = tuple(Trait(state, terms[state].words, terms[state].rule) for state in _states(d))
        paces = Figure("paces", f'{PACES[d.stance]:g}"', "inches in a turn")
        return Card(d.id, d.name, "duellist", (paces,), (pistol,), states=states)

    def force_cards(self, force: str | Written) -> Sequence[Card]:
        fighter = pick("duellist", force, data().duellists, self._unread("force"))
        return [Card("", fighter.name, "duellist", arms=(Arm("Pistol", "4+ to hit"),))]

    def briefing(self, setup: Setup) -> Briefing:
        goals = tuple(Goal(side, "Be the one left standing.", "due.end") for side in SIDES)
        return Briefing(setup.field.name, setup.field.words, goals, f"{setup.field.turns} turns")

    def standing(self, view: Battle) -> Standing:
        tallies = tuple(Tally(d.side, f"{d.grazes} of 2 grazes", d.grazes, 2) for d in view.duellists)
        return Standing(min(view.turn, view.setup.field.turns), view.setup.field.turns, tallies)

    def bots(self) -> Mapping[str, Callable[[int], Any]]:
        return {"hothead": lambda seed: Hothead()}


class Hothead:
    """Walks up to the other and fires; crouches where it is to load."""

    def answer(self, side: str, question: Question, view: Battle) -> object:
        me, other = sorted(view.duellists, key=lambda each: each.side != side)
        if isinstance(question, Route):
            return {"path": question.path(other.x, other.y, 0.0) if me.loaded else ()}
        assert isinstance(question, Choose)
        if question.kind == "stance":
            return "upright" if me.loaded else "crouched"
        return question.open()[0].id


def _states(duellist: Duellist) -> tuple[str, ...]:
    now = {duellist.stance: True, "grazed": duellist.grazes > 0, "empty": not duellist.loaded}
    return tuple(state for state, holds in now.items() if holds)


BOOK = Duel()
