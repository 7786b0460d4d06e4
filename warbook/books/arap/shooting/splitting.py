"""Split fire, where its switch allows it (arap.F3): figures of a unit fire at several targets in one
action."""

from __future__ import annotations

from collections.abc import Mapping

from warbook.books.arap.blasts.placing import placements
from warbook.books.arap.field.bodies import fighter
from warbook.books.arap.shooting.fired import Fired
from warbook.books.arap.shooting.plans import chosen_barrels, firers, may_fire, plan_of
from warbook.books.arap.shooting.questions import pick_arms
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.volley import loose
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.questions import Choose, Form, Option

RULE = "arap.F3"


def split_fire(game: Game, unit: Unit, target: Unit, terms: Terms) -> Fired:
    """Asks who fires at whom; all fire at the target that was named unless somebody says otherwise."""
    battle = game.battle
    wanted = {figure.id: target.id for figure in firers(battle, unit)}
    parts = _parts(battle, unit, target, terms)
    if parts:
        wanted |= game.ask(unit.side, Form(f"Whom does {unit.name} fire at?", parts, RULE, kind="split fire"))
    volleys = []
    for name in dict.fromkeys(wanted.values()):
        only = [figure for figure, at in wanted.items() if at == name]
        plan = plan_of(battle, unit, battle.unit(name), terms, only)
        barrels = chosen_barrels(plan, pick_arms(game, plan))
        volleys.append((plan, barrels, placements(game, plan, barrels)))
    return loose(game, volleys)


def _parts(battle: Battle, unit: Unit, target: Unit, terms: Terms) -> Mapping[str, Choose]:
    found = {}
    for figure in firers(battle, unit):
        open_to = [
            enemy
            for enemy in battle.enemies(unit.side)
            if may_fire(battle, unit, enemy, terms, [figure.id]) is None
        ]
        if len(open_to) > 1 or (open_to and target not in open_to):
            found[figure.id] = _part(battle, figure, target, open_to)
    return found


def _part(battle: Battle, figure: Figure, target: Unit, open_to: list[Unit]) -> Choose:
    options = [Option(enemy.id, enemy.name, enemy.id) for enemy in open_to]
    if target not in open_to:
        options.append(Option(target.id, "Hold fire", figure.id))
    return Choose(fighter(battle, figure).name, options, RULE, figure.id, target.id, kind="split target")
