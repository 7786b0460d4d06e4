"""Shooting actions of a unit that has points: firing, taking aim, going on overwatch; and what it throws."""

from __future__ import annotations

from functools import partial

from warbook.books.arap.blasts import grenades
from warbook.books.arap.field.bodies import fighter, like
from warbook.books.arap.field.hindrance import hindrance
from warbook.books.arap.field.units import spend
from warbook.books.arap.movement.prices import price
from warbook.books.arap.shooting import splitting, volley, watching
from warbook.books.arap.shooting.arms import cost_of, manners, modes_of
from warbook.books.arap.shooting.plans import firers, may_fire
from warbook.books.arap.shooting.prospects import prospect
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Acting, Battle, Game, Unit
from warbook.core.events import Note
from warbook.core.questions import Later, Option, Preview, Refusal

AIM, OVERWATCH = "aim", "overwatch"
SHOOT = "shoot:"


def shooting_options(battle: Battle, frame: Acting) -> list[Option | Later]:
    """What the unit might fire or throw at, with what bars it; ids begin with "shoot:" and "throw:"."""
    unit = battle.unit(frame.unit)
    found: list[Option | Later] = []
    costs = costs_of(battle, unit)
    for target in battle.enemies(unit.side) if costs else ():
        if not target.hidden:
            found += [_later(battle, frame, unit, target, points) for points in costs]
    if found and battle.rulings.aiming:
        found.append(_aim(battle, frame, unit))
    if costs and battle.rulings.overwatch:
        found += watching.overwatch_options(battle, frame, unit, costs)
    return found + grenades.grenade_options(battle, frame, unit) if battle.standing(unit) else found


def take_shooting(game: Game, frame: Acting, chosen: str) -> None:
    """Fires, and pays for it."""
    battle = game.battle
    unit = battle.unit(frame.unit)
    if chosen == AIM:
        spend(battle, frame, price(battle, unit, "aim", 1), AIM)
        game.tell(Note(words=f"{unit.name} takes aim.", piece=unit.id, rule="arap.shooting.aim-action"))
    elif chosen.startswith(OVERWATCH):
        watching.take_overwatch(game, frame, unit, chosen)
    elif chosen.startswith(SHOOT):
        _, name, points = chosen.rsplit(":", 2) if chosen.count(":") > 1 else (*chosen.split(":"), "1")
        terms = Terms(int(points), aimed=is_aimed(frame))
        target = battle.unit(name)
        spend(battle, frame, price(battle, unit, "shoot", terms.points), "shoot")
        if battle.rulings.split_fire:
            splitting.split_fire(game, unit, target, terms)
        else:
            volley.fire(game, unit, target, terms)
    else:
        grenades.take_grenade(game, frame, unit, chosen)


def costs_of(battle: Battle, unit: Unit) -> list[int]:
    """arap.shooting.weapon-type-costs, arap.F5: the sizes of shooting action that make a difference to the
    unit: the price of each of its weapons."""
    found = set()
    for figure in {like(battle, figure): figure for figure in firers(battle, unit)}.values():
        for weapon in fighter(battle, figure).weapons:
            if weapon.type != "bomb":
                for manner in manners(weapon, Terms()):
                    found |= {cost_of(battle, figure, weapon, mode) for mode in modes_of(weapon, manner)}
    return sorted(found)


def is_aimed(frame: Acting) -> bool:
    """arap.shooting.aim-action: only if the action just before was one."""
    return frame.did[-1:] == (AIM,)


def _later(battle: Battle, frame: Acting, unit: Unit, target: Unit, points: int) -> Later:
    name = f"{SHOOT}{target.id}" + (f":{points}" if points > 1 else "")
    return Later(name, partial(_option, battle, frame, unit, target, points, name))


def _option(battle: Battle, frame: Acting, unit: Unit, target: Unit, points: int, name: str) -> Option:
    terms = Terms(points, aimed=is_aimed(frame))
    cost = price(battle, unit, "shoot", points)
    barred = None
    if cost > frame.points:
        barred = Refusal(f"it takes {cost} action points", "arap.shooting.weapon-type-costs")
    else:
        barred = may_fire(battle, unit, target, terms)
    label = f"Fire at {target.name}" + (f" ({cost} points)" if cost > 1 else "")

    def preview() -> Preview:
        return prospect(battle, unit, target, terms)

    unseen = barred is not None and barred.rule == "arap.shooting.line-of-sight"
    hindered = partial(hindrance, battle, unit, target) if unseen else None
    return Option(
        name, label, target.id, barred, None if barred else preview, about=("shoot", target.id, points),
        hindered=hindered, rule="arap.turn.shooting-action",
    )  # fmt: skip


def _aim(battle: Battle, frame: Acting, unit: Unit) -> Option:
    """One point for aiming, and one at least for the shot."""
    cost = price(battle, unit, "aim", 1)
    barred = None
    if frame.points < cost + 1:
        barred = Refusal("nothing would be left to fire with", "arap.shooting.aim-action")
    elif is_aimed(frame):
        barred = Refusal("it has taken aim", "arap.shooting.aim-action")
    return Option(AIM, "Take aim", unit.id, barred, about=(AIM, cost), rule="arap.shooting.aim-action")
