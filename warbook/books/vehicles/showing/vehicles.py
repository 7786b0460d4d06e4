"""The card of a vehicle: armour by side, weapons, who is aboard, what ails it and until when, what it did
this turn and may still do."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.family.wording import explained, listed
from warbook.books.vehicles.army.data import vehicle_rules
from warbook.books.vehicles.army.describing import types_words
from warbook.books.vehicles.army.lists import VehicleType
from warbook.books.vehicles.assault.allowed import FAR, barred
from warbook.books.vehicles.driving import speeds
from warbook.books.vehicles.driving import turn as driving
from warbook.books.vehicles.driving.smoke import no_smoke
from warbook.books.vehicles.field.bodies import type_of, unit_type
from warbook.books.vehicles.field.weapons import weapon_name
from warbook.books.vehicles.foot.running import may_run
from warbook.books.vehicles.pieces import SPEEDS, vehicle_states
from warbook.books.vehicles.shooting.allowance import fire_limit, forbidden, silent
from warbook.books.vehicles.showing.arms import vehicle_arms
from warbook.books.vehicles.showing.entries import word_id
from warbook.books.vehicles.state import Battle, Vehicle
from warbook.books.vehicles.transports.riding import firers
from warbook.core.cards import Card, Chart, Figure, Glossary, Trait

TABLE = (
    ("1 or less", "Crew Shaken: may not shoot until the end of its next turn"),
    ("2", "Crew Stunned: may neither move nor shoot until the end of its next turn"),
    ("3", "Weapon Destroyed: one that the attacker picks; without any it is Immobilized"),
    ("4", "Immobilized: it moves no more; if it is that already it loses a weapon"),
    ("5", "Wrecked: passengers get out, and the wreck stays"),
    ("6 or more", "Explodes: hits all within D6 inches of it, and leaves a crater"),
)
MODIFIERS = "glancing hit: -2; AP 1: +1; no AP (a dash): -1"
OPEN = "; Open-Topped: +1"
FIRES = {"all": "fire all its weapons", "one main": "fire one main weapon and all Defensive ones", "none": ""}


def vehicle_card(battle: Battle, vehicle: Vehicle, glossary: Glossary) -> Card:
    kind = type_of(vehicle)
    return Card(
        id=vehicle.id,
        name=vehicle.name,
        kind=types_words(kind) if kind.name in vehicle.name else f"{kind.name}, {types_words(kind)}",
        profile=tuple(_profile(battle, vehicle)),
        arms=tuple(vehicle_arms(battle, vehicle)),
        charts=(_damage(kind),),
        abilities=tuple(_abilities(battle, vehicle, glossary)),
        states=tuple(explained(glossary, vehicle_states(vehicle), lambda name: _own(battle, vehicle, name))),
        done=tuple(_done(battle, vehicle)),
        may=tuple(_may(battle, vehicle)),
    )


# ---------------------------------------------------------------- what it is


def _profile(battle: Battle, vehicle: Vehicle) -> Iterator[Figure]:
    kind = type_of(vehicle)
    yield Figure("Front", str(kind.armour.front), "Armor Value of the front")
    yield Figure("Side", str(kind.armour.side), "Armor Value of both sides")
    yield Figure("Rear", str(kind.armour.rear), "Armor Value of the rear")
    yield Figure("BS", str(kind.bs), "Ballistic Skill")
    if kind.walker:
        yield Figure("WS", str(kind.walker.ws), "Weapon Skill")
        yield Figure("S", str(kind.walker.s), "Strength")
        yield Figure("I", str(kind.walker.i), "Initiative")
        yield Figure("A", str(kind.walker.a), "Attacks")
    if kind.capacity:
        free = kind.capacity - _taken(battle, vehicle)
        yield Figure("Slots", f"{free}/{kind.capacity}", "Slots free, of those it has")


def _damage(kind: VehicleType) -> Chart:
    """veh.damage.table, with what is added to the roll."""
    modifiers = MODIFIERS + (OPEN if kind.open_topped else "")
    return Chart("Damage table, D6", (*TABLE, ("Modifiers", modifiers)), "veh.damage.table")


def _abilities(battle: Battle, vehicle: Vehicle, glossary: Glossary) -> Iterator[Trait]:
    kind = type_of(vehicle)
    for name in types_words(kind).split(", "):
        if name in glossary.codes:
            yield Trait(name, glossary.codes[name].words, glossary.codes[name].rule)
    if kind.transport:
        yield Trait("Aboard", _aboard_words(battle, vehicle), "veh.transport.capacity")
        yield _access(kind)
        yield _fire_points(battle, vehicle)
    for id, rule in vehicle_rules().items():
        if getattr(kind, id):
            yield Trait(rule.name, rule.means, word_id(id))
    if kind.smoke_launchers:
        words = "triggered already" if vehicle.smoke_used else "once in a battle, for a 4+ save"
        yield Trait("Smoke launchers", words, "veh.smoke.trigger")


def _taken(battle: Battle, vehicle: Vehicle) -> int:
    return sum(
        unit_type(battle, unit).slots(len(battle.members(unit))) for unit in battle.passengers(vehicle)
    )


def _aboard_words(battle: Battle, vehicle: Vehicle) -> str:
    free = type_of(vehicle).capacity - _taken(battle, vehicle)
    squads = [f"{unit.name}, {len(battle.members(unit))} models" for unit in battle.passengers(vehicle)]
    slots = "1 slot" if free == 1 else f"{free} slots"
    return f"{listed(squads) if squads else 'nobody'}; {slots} free"


def _access(kind: VehicleType) -> Trait:
    if kind.open_topped:
        return Trait("Access", "anywhere along the hull", "veh.open.access")
    words = f"within 2 inches of the {listed(kind.access_points)}"
    return Trait("Access points", words, "veh.transport.when")


def _fire_points(battle: Battle, vehicle: Vehicle) -> Trait:
    kind = type_of(vehicle)
    if kind.open_topped:
        return Trait("Fire from inside", "all passengers may shoot", "veh.open.fire")
    points = kind.fire_points
    words = f"{points or 'no'} {'passenger' if points == 1 else 'passengers'} may shoot"
    if battle.passengers(vehicle) and points and not firers(battle, vehicle):
        words += f"; now nobody, its crew being {'stunned' if vehicle.stunned else 'shaken'}"
    return Trait("Fire points", words, "veh.transport.fire-points")


# ---------------------------------------------------------------- how it stands


def _own(battle: Battle, vehicle: Vehicle, name: str) -> str:
    """What is particular to this vehicle's state."""
    match name:
        case "shaken":
            return f"Shaken until the end of its turn {vehicle.shaken_until}."
        case "stunned":
            return f"Stunned until the end of its turn {vehicle.stunned_until}."
        case "weapon destroyed":
            return f"Lost: {listed(weapon_name(vehicle, number) for number in vehicle.guns_lost)}."
        case "spent":
            return f"Fired: {listed(weapon_name(vehicle, number) for number in vehicle.guns_spent)}."
        case "locked":
            return f"With {listed(battle.either(foe).name for foe in vehicle.locked)}."
        case "combat speed" | "cruising speed" | "flat out":
            return f"It ended {vehicle.straight:.1f} inches from where it began."
    return ""


# ---------------------------------------------------------------- this turn


def _done(battle: Battle, vehicle: Vehicle) -> Iterator[str]:
    if not battle.turn or battle.side != vehicle.side or not vehicle.works:
        return
    if vehicle.rammed:
        yield "rammed"
    elif vehicle.moved:
        turned = " and pivoted" if vehicle.turned and vehicle.speed == "stationary" else ""
        yield f"{_went(vehicle)}{turned}"
    if vehicle.smoking:
        yield "triggered its smoke launchers"
    if vehicle.carried:
        yield "let a unit on or off"
    if vehicle.ran:
        yield "ran"
    if vehicle.fired_guns:
        guns = listed(dict.fromkeys(weapon_name(vehicle, number) for number in vehicle.fired_guns))
        yield f"fired {guns} at {battle.either(vehicle.shot_at).name}"


def _went(vehicle: Vehicle) -> str:
    if vehicle.speed == "stationary":
        return "stayed where it is"
    return f"moved {'' if vehicle.speed == 'flat out' else 'at '}{SPEEDS[vehicle.speed]}"


def _may(battle: Battle, vehicle: Vehicle) -> Iterator[str]:
    if battle.over or not battle.turn or not vehicle.works:
        return
    if battle.side == vehicle.side:
        if battle.phase == "move":
            yield from _moves(vehicle)
        if battle.phase in ("move", "shoot") and not vehicle.shot:
            yield from _fires(battle, vehicle)
        kind = type_of(vehicle)
        if kind.walker and not vehicle.assaulted and barred(battle, vehicle) is None:
            whom = (
                f"{battle.either(vehicle.shot_at).name}, at whom it shot," if vehicle.shot_at else "an enemy"
            )
            yield f"assault {whom} within {FAR:g} inches"
    if vehicle.locked:
        yield f"fight {listed(battle.either(foe).name for foe in vehicle.locked)} in the assault phase"


def _moves(vehicle: Vehicle) -> Iterator[str]:
    """How far it may go, and what could be fired after that (veh.fire.allowance)."""
    kind = type_of(vehicle)
    if driving.can_move(vehicle):
        top = speeds.SPEEDS.index(speeds.top_speed(kind))
        for speed in speeds.SPEEDS[: top + 1]:
            if speed == "flat out" and vehicle.carried:
                continue
            far = speeds.speed_limit(kind, speed)
            how = f"move up to {far:g} inches ({SPEEDS[speed]})" if far else "stay or pivot"
            yield f"{how}: it {speeds.still_fires(kind, speed)}"
        if kind.tank:
            yield "tank shock units, and ram vehicles at its highest speed"
    if no_smoke(vehicle) is None:
        yield "trigger its smoke launchers, and fire nothing this turn"


def _fires(battle: Battle, vehicle: Vehicle) -> Iterator[str]:
    """What its move leaves it to fire; while it may still move that is told by how far it goes."""
    if battle.phase == "move" and driving.can_move(vehicle):
        return
    if vehicle.locked or forbidden(vehicle) is not None:
        return
    if silent(vehicle) is None:
        yield FIRES[fire_limit(vehicle)]
    elif type_of(vehicle).extra_weapon and not vehicle.shot_extra:
        yield "fire one weapon"
    if battle.phase == "shoot" and may_run(battle, vehicle) is None:
        yield "run instead of shooting"
