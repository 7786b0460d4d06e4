"""Overwatch, where its switch is on (arap.H7): points put by for one shooting action in the enemy's turn."""

from __future__ import annotations

from warbook.books.arap.field.units import spend
from warbook.books.arap.movement.prices import price
from warbook.books.arap.shooting import volley
from warbook.books.arap.shooting.plans import may_fire
from warbook.books.arap.shooting.prospects import prospect
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Acting, Battle, Game, Unit
from warbook.core.events import Became
from warbook.core.questions import Choose, Option, Preview, Refusal

RULE = "arap.H7"
FIRE, WAIT = "fire", "wait"


def overwatch_options(battle: Battle, frame: Acting, unit: Unit, costs: list[int]) -> list[Option]:
    found = []
    for points in costs:
        cost = price(battle, unit, "shoot", points)
        barred = None
        if cost > frame.points:
            barred = Refusal(f"it takes {cost} action points", "arap.shooting.weapon-type-costs")
        label = "Go on overwatch" + (f" ({cost} points)" if cost > 1 else "")
        name = "overwatch" + (f":{points}" if points > 1 else "")
        found.append(Option(name, label, unit.id, barred, about=("overwatch", points)))
    return found


def take_overwatch(game: Game, frame: Acting, unit: Unit, chosen: str) -> None:
    """The points are spent now and fired with later; going on overwatch is the last thing it does."""
    points = int(chosen.partition(":")[2] or "1")
    spend(game.battle, frame, price(game.battle, unit, "shoot", points), "overwatch")
    unit.overwatch = points
    frame.points = 0
    words = f"{unit.name} is on overwatch."
    game.tell(Became(piece=unit.id, status="on overwatch", words=words, rule=RULE))


def interrupt(game: Game, mover: Unit) -> None:
    """Each enemy unit on overwatch that can fire at the unit, which moves or Charges, is asked whether it
    does; once, and at its normal BS."""
    battle = game.battle
    if not any(each.overwatch for each in battle.units):
        return
    for unit in [each for each in battle.on_table() if each.side != mover.side and each.overwatch]:
        terms = Terms(unit.overwatch, watching=True)
        able = not (unit.locked or unit.routing or unit.pursuing or unit.pinned)
        if not able or not battle.standing(mover) or may_fire(battle, unit, mover, terms) is not None:
            continue
        if game.ask(unit.side, _question(battle, unit, mover, terms)) == FIRE:
            unit.overwatch = 0
            volley.fire(game, unit, mover, terms)


def _question(battle: Battle, unit: Unit, mover: Unit, terms: Terms) -> Choose:
    def preview() -> Preview:
        return prospect(battle, unit, mover, terms)

    return Choose(
        f"{unit.name} is on overwatch: does it fire at {mover.name}?",
        [Option(FIRE, f"Fire at {mover.name}", mover.id, preview=preview), Option(WAIT, "Wait", unit.id)],
        RULE,
        unit.id,
        kind="overwatch",
    )
