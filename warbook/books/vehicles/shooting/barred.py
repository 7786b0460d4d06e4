"""Why a unit does not fire at a target, and what stands in the way, for whoever asks."""

from __future__ import annotations

from functools import partial

from warbook.board.geometry import Body, Disc, flat_gap
from warbook.board.hindrances import between
from warbook.books.vehicles.army.data import ammunitions, shooters
from warbook.books.vehicles.field.bodies import WITHIN, bodies, hull, type_of, unit_type
from warbook.books.vehicles.field.sight import Eye, borne, eye, muzzle, screens, seen_facing, sights
from warbook.books.vehicles.field.weapons import working_guns
from warbook.books.vehicles.shooting.barrels import barrels, furthest, pivot_to
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.core.questions import Hindrance, Option, Refusal

UNSEEN = Refusal("is not in sight", "veh.P14.shooting")
NO_ARC = Refusal("is in the arc of none of its guns", "veh.arc.per-weapon")
NOT_NOW = Refusal("nothing that reaches it may be fired now", "veh.attack.select")


def barred_target(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle) -> Option:
    """Somebody at whom nothing can be fired."""
    why = _why(battle, firer, target)
    hindered = partial(hindrance, battle, firer, target) if why is UNSEEN else None
    return Option(f"{target.id}:", target.name, target.id, why, hindered=hindered)


def _why(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle) -> Refusal:
    if barrels(battle, firer, target):
        return NOT_NOW
    one, two = _nearest(battle, firer, target)
    far, reach = flat_gap(one, two), _reach(battle, firer)
    if far > reach + WITHIN:
        return Refusal(f'is {far:.1f}" away, and its weapons reach {reach:g}"', "veh.attack.select")
    looks = _looks(battle, firer, target)
    if not looks:
        return NO_ARC
    blocked = screens(battle, _themselves(firer, target))
    if isinstance(target, Vehicle):
        sees = any(seen_facing(battle, each, target, blocked) for each in looks)
    else:
        sees = any(sights(battle).fraction(each, two, blocked) for each in looks)
    return NOT_NOW if sees else UNSEEN


def hindrance(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle) -> Hindrance | None:
    """What lies between those of the two who are nearest to each other, or between a gun and its target."""
    _, two = _nearest(battle, firer, target)
    but = _themselves(firer, target)
    others = [each for each in battle.vehicles if each.place == "table" and each.id not in but]
    found = between(battle.table, _looks(battle, firer, target)[0], two, [hull(each) for each in others])
    if found is None:
        return None
    if found.screen < 0:
        return Hindrance(f"behind {found.name}", found.spot)
    return Hindrance(f"behind {others[found.screen].name}", found.spot, others[found.screen].id)


def _looks(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle) -> list[Eye]:
    """From where it looks at the target: the guns of a vehicle in whose arc and range that is."""
    if isinstance(firer, Unit):
        return [eye(_nearest(battle, firer, target)[0])]
    there, guns = bodies(battle, target), type_of(firer).guns
    facing, found = pivot_to(battle, firer, there), list[Eye]()
    for number in working_guns(firer):
        at = muzzle(battle, firer, number, facing)
        far = max(map(furthest, ammunitions(guns[number])))
        near = [each for each in there if flat_gap(Body(at, Disc(0.0), 0.0), each) <= far + WITHIN]
        if borne(battle, firer, number, near, facing):
            found.append((at.x, at.y, at.z))
    return found


def _nearest(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle) -> tuple[Body, Body]:
    """The two bodies that are nearest to each other; who is aboard fires from the hull."""
    pairs = [(one, two) for one in bodies(battle, firer) for two in bodies(battle, target)]
    return min(pairs, key=lambda pair: flat_gap(*pair))


def _themselves(firer: Unit | Vehicle, target: Unit | Vehicle) -> tuple[str, ...]:
    return firer.id, target.id, *([firer.aboard] if isinstance(firer, Unit) else [])


def _reach(battle: Battle, firer: Unit | Vehicle) -> float:
    """Of the weapon that fires farthest."""
    if isinstance(firer, Vehicle):
        guns = type_of(firer).guns
        weapons = [each for number in working_guns(firer) for each in ammunitions(guns[number])]
    else:
        kinds = unit_type(battle, firer).models
        weapons = [each for model in battle.members(firer) for each in shooters(kinds[model.kind])]
    return max(map(furthest, weapons), default=0.0)
