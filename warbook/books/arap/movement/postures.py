"""Lying down, standing up, and who may move tactically."""

from __future__ import annotations

from warbook.books.arap.field.bodies import fighter, has
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.events import Became
from warbook.core.questions import Refusal

UPRIGHT = frozenset(("vehicle", "boat", "mounted", "cannot-crawl"))


def can_crawl(battle: Battle, figure: Figure) -> bool:
    """arap.movement.who-can-crawl: neither vehicles nor riders, nor who is not built for it."""
    return UPRIGHT.isdisjoint(fighter(battle, figure).rules)


def may_lie_down(battle: Battle, unit: Unit) -> Refusal | None:
    """arap.movement.go-prone."""
    figures = battle.standing(unit)
    if not all(can_crawl(battle, figure) for figure in figures):
        return Refusal("not all of them can crawl", "arap.movement.who-can-crawl")
    if all(figure.prone for figure in figures):
        return Refusal("they are prone", "arap.movement.go-prone")
    return None


def may_move_tactically(battle: Battle, unit: Unit) -> Refusal | None:
    """arap.movement.tactical-who, arap.movement.tactical-burdened, arap.movement.tactical-excluded."""
    for figure in battle.standing(unit):
        if not can_crawl(battle, figure):
            return Refusal("only who goes on foot and can crawl may", "arap.movement.tactical-who")
        if has(battle, figure, "standard"):
            return Refusal("somebody carries a bulky load", "arap.movement.tactical-burdened")
        if has(battle, figure, "no-tactical-movement") or has(battle, figure, "slow-and-purposeful"):
            return Refusal("they do not move like that", "arap.movement.tactical-excluded")
    return None


def lie_down(game: Game, unit: Unit) -> None:
    """arap.movement.go-prone: it costs nothing."""
    for figure in game.battle.standing(unit):
        if not figure.hangs:
            figure.prone = True
    words = f"{unit.name} goes prone."
    game.tell(Became(piece=unit.id, status="prone", words=words, rule="arap.movement.go-prone"))


def stand_up(game: Game, unit: Unit, rule: str = "arap.movement.stand-up") -> None:
    for figure in game.battle.standing(unit):
        figure.prone = figure.prone and figure.down
    words = f"{unit.name} stands up."
    game.tell(Became(piece=unit.id, status="prone", gained=False, words=words, rule=rule))
