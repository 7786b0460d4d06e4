"""Tests of Initiative on the move: agility, movement saves, and what becomes of who fails."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.books.arap.dice.tests import agility as agility_goal
from warbook.books.arap.dice.tests import initiative_test
from warbook.books.arap.field.bodies import fighter, profile
from warbook.books.arap.field.units import initiative
from warbook.books.arap.movement.dice import so_many
from warbook.books.arap.movement.gaits import current_move
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.events import Became


def tests_initiative(game: Game, figure: Figure, rule: str) -> bool:
    """arap.dice.initiative-test: whether one figure passes."""
    return game.rolling(figure.id).roll(initiative_test, profile(game.battle, figure).i, rule)


def agility_failures(game: Game, unit: Unit, figures: Sequence[Figure], rule: str) -> list[Figure]:
    """D8: who of these fails; tested one by one, or by the switch once for all, D6 of them failing."""
    if game.battle.rulings.initiative_tests == "per_model" or len(figures) == 1:
        return [figure for figure in figures if not tests_initiative(game, figure, rule)]
    if not figures or game.rolling(unit.id).roll(initiative_test, initiative(game.battle, unit), rule):
        return []
    return at_random(game, unit, figures, rule)


def at_random(game: Game, unit: Unit, figures: Sequence[Figure], rule: str) -> list[Figure]:
    """D6 of these figures, at most all, chosen by chance."""
    chosen = game.rolling(unit.id).roll(so_many, len(figures), rule)
    return [figures[number] for number in chosen]


def goal(battle: Battle, figure: Figure) -> int:
    """arap.movement.movement-save: what agility rolls and movement saves are made against."""
    return agility_goal(profile(battle, figure).i, current_move(battle, figure))


def keeps_footing(game: Game, figure: Figure, rule: str = "arap.movement.agility-when") -> bool:
    """An Agility roll or a Movement save."""
    return game.rolling(figure.id).roll(initiative_test, goal(game.battle, figure), rule)


def falls_over(game: Game, figure: Figure) -> None:
    """arap.movement.agility-failure: no moves and no attacks for the rest of the turn."""
    figure.down = figure.prone = True
    words = f"{fighter(game.battle, figure).name} falls over."
    game.tell(
        Became(piece=figure.id, status="lost its footing", words=words, rule="arap.movement.agility-failure")
    )
