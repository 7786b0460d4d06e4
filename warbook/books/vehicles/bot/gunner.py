"""Who shoots at whom with what."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from warbook.board.templates import Blast
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.assault.allowed import barred
from warbook.books.vehicles.assault.engaged import may_lock
from warbook.books.vehicles.assault.turn import reachable
from warbook.books.vehicles.bot.aims import DASH, breaks_through, goal, inch_through
from warbook.books.vehicles.bot.driver import would_dash
from warbook.books.vehicles.bot.walker import LUNGE, assault_worth, would_run
from warbook.books.vehicles.bot.worth import DRIFTED, against_unit, against_vehicle
from warbook.books.vehicles.field.bodies import apart, bodies, on_table
from warbook.books.vehicles.shooting.dice import AUTOMATIC
from warbook.books.vehicles.shooting.firing import bars_assault
from warbook.books.vehicles.shooting.salvo import aim, at_vehicle, attack_of, foot_cover, vehicle_cover
from warbook.books.vehicles.shooting.templates import flame, marker, under
from warbook.books.vehicles.shooting.turn import Volley
from warbook.books.vehicles.state import Battle, Unit, Vehicle, other
from warbook.books.vehicles.wounds.casualties import cover_need
from warbook.books.vehicles.wounds.groups import groups_of
from warbook.core.questions import Choose

HURRY = 8.0  # points: less does not keep a squad from running to its marker
LEAST = 0.4  # points: less is not worth giving a hidden place or a run away for


def cover_from(battle: Battle, firer: Unit | Vehicle, volley: Volley) -> int:
    """What the cover save of a volley's target needs, NEVER without any."""
    target = battle.either(volley.target)
    if isinstance(target, Vehicle):
        return vehicle_cover(battle, firer, target, volley.fired)
    return foot_cover(battle, firer, target, volley.fired) or NEVER


def volley_worth(battle: Battle, firer: Unit | Vehicle, volley: Volley, cover: int | None = None) -> float:
    """What a volley takes from its target on average, in points; `cover`: if it had that save."""
    target = battle.either(volley.target)
    if cover is None:
        cover = cover_from(battle, firer, volley)
    if isinstance(target, Vehicle):
        return against_vehicle(battle, target, at_vehicle(battle, firer, target, volley.fired, cover))
    there = bodies(battle, target)
    attacks = []
    for barrel in volley.fired:
        if barrel.weapon.blast:
            spot = marker(battle, firer.side, barrel.weapon, target, there)
            caught = 0.0
            if spot is not None:
                caught = DRIFTED * under(Blast(spot, barrel.weapon.blast / 2), there) * barrel.shots
            attacks.append((caught, attack_of(battle, target, barrel.weapon, AUTOMATIC)))
        elif barrel.weapon.template:
            template = flame(battle, firer.side, barrel.eye, barrel.weapon, target, there)
            caught = float(under(template, there)) if template else 0.0
            attacks.append((caught, attack_of(battle, target, barrel.weapon, AUTOMATIC)))
        else:
            attacks.append(
                (barrel.shots, attack_of(battle, target, barrel.weapon, aim(battle, firer, barrel)))
            )
    need = cover_need(target, 0 if cover >= NEVER else cover)
    return against_unit(battle, target, attacks, groups_of(battle, target), need)


def shooter(question: Choose, idle: set[str]) -> str:
    """Whoever may fire, in the order of the list; runners after them. Who stands after him in the list is not
    looked at, and the idle, who had nobody to fire at before, when there is nobody else."""
    ids = question.ids()
    runner = ""
    for name in [*(each for each in ids if each not in idle), *(each for each in ids if each in idle)]:
        option = question.named(name)
        if option is not None and option.barred is None and option.about == "fire":
            return name
        idle.add(name)
        if option is not None and option.barred is None and option.about == "run":
            runner = runner or name
    return runner or "done"


def hurries(battle: Battle, unit: Unit) -> bool:
    """Whether a squad still has to get to a marker."""
    models = battle.standing(unit)
    marker = goal(battle, unit, models[0].x, models[0].y) if models else None
    return marker is not None and all(hypot(m.x - marker.x, m.y - marker.y) > 3.0 for m in models)


def fire_at(battle: Battle, question: Choose) -> str:
    firer = battle.either(question.piece)
    follows = assaults(battle, firer)
    best, most = best_volley(battle, firer, question, follows)
    may_run = question.free("run")
    hurry = hurried(battle, firer) if may_run else 0.0
    if follows and max(follows.values()) >= max(most, hurry):
        return "hold"  # fire that takes nothing binds it to that target
    if best and most >= max(hurry, LEAST):
        return best
    if may_run and (hurry or _would_run(battle, firer)):
        return "run"
    return best or "hold"


def _would_run(battle: Battle, firer: Unit | Vehicle) -> bool:
    """Whether a place a run away is better than where it stands."""
    return would_dash(battle, firer) if isinstance(firer, Vehicle) else would_run(battle, firer)


def assaults(battle: Battle, firer: Unit | Vehicle) -> dict[str, float]:
    """Whom it can assault after it has fired at him, or held its fire, and what that is worth."""
    if not may_lock(firer) or (isinstance(firer, Unit) and firer.aboard) or barred(battle, firer) is not None:
        return {}
    near = [foe for foe in on_table(battle, other(firer.side)) if apart(battle, firer, foe) <= LUNGE]
    worth = {foe.id: assault_worth(battle, firer, foe) for foe in near}
    return {
        name: each
        for name, each in worth.items()
        if each > 0.0 and reachable(battle, firer, battle.either(name)) is None
    }


def hurried(battle: Battle, firer: Unit | Vehicle) -> float:
    """Points that it is worth to it to run: to a marker, or to the far edge."""
    if isinstance(firer, Unit):
        return HURRY if hurries(battle, firer) else 0.0
    return DASH * inch_through(battle, firer) if breaks_through(battle, firer) else 0.0


def best_volley(
    battle: Battle, firer: Unit | Vehicle, question: Choose, follows: Mapping[str, float]
) -> tuple[str, float]:
    """The volley that takes most, with the assault that may follow it, the first of those alike, and what it
    takes. Those that would not take more even if nobody had cover need no closer look."""
    volleys = [(option.id, option.about) for option in question.open() if isinstance(option.about, Volley)]
    bars = isinstance(firer, Unit)
    then = [
        0.0
        if bars and any(bars_assault(each.weapon) for each in volley.fired)
        else follows.get(volley.target, 0.0)
        for _, volley in volleys
    ]
    hopes = [
        volley_worth(battle, firer, volley, NEVER) + more
        for (_, volley), more in zip(volleys, then, strict=True)
    ]
    best, most = len(volleys), 0.0
    for number in sorted(range(len(volleys)), key=lambda each: -hopes[each]):
        if hopes[number] < most:
            break
        worth, volley = hopes[number], volleys[number][1]
        if (cover := cover_from(battle, firer, volley)) < NEVER:
            worth = volley_worth(battle, firer, volley, cover) + then[number]
        if worth > most or (worth == most > 0.0 and number < best):
            best, most = number, worth
    return (volleys[best][0], most) if best < len(volleys) else ("", 0.0)
