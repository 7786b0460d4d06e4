"""A force while it is being built: what stands on its sheet, and what each act makes of it (veh.S1).

Buying is barred while it would cost too much. Settling the faction, the points, a name or who rides what, and
taking things off, is always allowed; what that leaves wrong is told at once. The lines are the vehicles, then
the units; their acts begin with v or u and their number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from warbook.books.vehicles.army.data import factions, vehicles
from warbook.books.vehicles.army.describing import unit_details, unit_words, vehicle_details, vehicle_words
from warbook.books.vehicles.army.forces import (
    FORCES,
    LARGEST,
    MOST_MODELS,
    MOST_UNITS,
    MOST_VEHICLES,
    PATROL,
    SMALLEST,
    USUAL,
    Flaw,
    Force,
    Ride,
    Squad,
    cost,
    force_flaws,
    forces,
    no_room,
    ride_cost,
    squad_cost,
    unit_names,
    unit_types,
    vehicle_names,
    write_force,
)
from warbook.books.vehicles.army.lists import UnitType, VehicleType
from warbook.core import drafting
from warbook.core.datafile import Written
from warbook.core.drafting import Line, Offer, Remark, Setting, Sheet, Total, file_name
from warbook.core.questions import Refusal

BLANK = Force("New force", "marines")
SIZES = (PATROL, USUAL, 1000, 1500, 2000)  # points on offer


def draft(written: Written | None = None, line: int | None = None) -> Sheet:
    """Nothing is bought for a line, so none is ever opened."""
    force = drafting.read_draft(written, BLANK)
    known = force.faction in factions()
    return Sheet(
        file=written or Written(file_name(force.name), write_force(force)),
        title=force.name,
        save_as=file_name(force.name),
        settings=_settings(force),
        totals=(Total("points", "points", cost(force), force.limit),),
        faults=tuple(_remark(flaw, force) for flaw in force_flaws(force)),
        notes=(),
        lines=(
            *(_vehicle_line(force, number) for number in range(len(force.vehicles))),
            *(_unit_line(force, number) for number in range(len(force.units))),
        ),
        offers=tuple(_offers(force)) if known else (),
        starts=tuple(
            Offer(
                f"start/{ready.id}",
                ready.name,
                ready.words,
                cost=_points(cost(ready)),
                group=factions()[ready.faction].name,
            )
            for ready in forces().values()
        ),
    )


def amend(written: Written | None, act: str, words: str = "") -> Written:
    force = drafting.read_draft(written, BLANK)
    changed = _whole(force, act, words) or _of_vehicle(force, act, words) or _of_unit(force, act, words)
    return drafting.amended(written, act, changed, write_force)


# ---------------------------------------------------------------- the sheet


def _settings(force: Force) -> tuple[Setting, ...]:
    anew = "the force begins anew" if force.vehicles or force.units else ""
    sizes = sorted({*SIZES, force.limit})
    return (
        drafting.name_setting("name", force.name),
        drafting.people_setting("faction", "Faction", force.faction, factions(), anew),
        Setting(
            "limit",
            "Built for",
            f"limit/{force.limit}",
            tuple(Offer(f"limit/{size}", _points(size)) for size in sizes),
        ),
        drafting.words_setting(force.words),
    )


def _remark(flaw: Flaw, force: Force) -> Remark:
    """A flaw with the line it is about."""
    place = re.match(r"\.(vehicles|units)\[(\d+)\]", flaw.at)
    if place is None:
        return Remark(flaw.words, flaw.rule)
    line = int(place[2]) + (len(force.vehicles) if place[1] == "units" else 0)
    return Remark(flaw.words, flaw.rule, line)


def _vehicle_line(force: Force, number: int) -> Line:
    ride, at = force.vehicles[number], f"v{number}"
    kind = vehicles().get(ride.type)
    called = f"{kind.name}: " if kind and ride.name else ""
    return Line(
        name=vehicle_names(force)[number],
        words=f"{called}{vehicle_words(kind)}" if kind else "",
        details=vehicle_details(kind) if kind else (),
        cost=_points(ride_cost(ride)),
        parts=(),
        settings=(drafting.name_setting(f"{at}/name", ride.name),),
        off=f"{at}/off",
    )


def _unit_line(force: Force, number: int) -> Line:
    squad, at = force.units[number], f"u{number}"
    kind = unit_types(force).get(squad.type)
    called = f"{kind.name}: " if kind and squad.name else ""
    rides = [Offer(f"{at}/foot", "On foot"), *_transports(force, number)]
    here = next((offer.act for offer in rides[1:] if offer.name == squad.aboard), rides[0].act)
    return Line(
        name=unit_names(force)[number],
        words=f"{called}{unit_words(kind)}" if kind else "",
        details=unit_details(kind) if kind else (),
        cost=_points(squad_cost(force, squad)),
        parts=(),
        settings=(
            drafting.name_setting(f"{at}/name", squad.name),
            Setting(f"{at}/aboard", "Set up", here, tuple(rides)),
        ),
        off=f"{at}/off",
    )


def _transports(force: Force, number: int) -> Iterator[Offer]:
    """The vehicles that a unit may be set up in, and why not in one of them (veh.V46, veh.V93)."""
    unit = unit_types(force).get(force.units[number].type)
    taken = {squad.aboard for other, squad in enumerate(force.units) if other != number}
    for place, (name, ride) in enumerate(zip(vehicle_names(force), force.vehicles, strict=True)):
        kind = vehicles().get(ride.type)
        if unit is None or kind is None or not kind.transport:
            continue
        full = (f"{name} carries one unit at a time", "veh.V46") if name in taken else None
        why = full or no_room(kind, unit)
        yield Offer(f"u{number}/aboard/{place}", name, barred=Refusal(*why) if why else None)


def _offers(force: Force) -> Iterator[Offer]:
    """The vehicles and units of the faction, and why one cannot join the force now."""
    left = force.limit - cost(force)
    kinds: list[VehicleType | UnitType] = [*vehicles().values(), *unit_types(force).values()]
    for kind in kinds:
        if kind.faction != force.faction:
            continue
        rides = isinstance(kind, VehicleType)
        words = vehicle_words(kind) if isinstance(kind, VehicleType) else unit_words(kind)
        details = vehicle_details(kind) if isinstance(kind, VehicleType) else unit_details(kind)
        barred = _no_place(force, kind)
        if barred is None and kind.points > left:
            barred = f"the force would cost {cost(force) + kind.points} points and may cost {force.limit}"
        yield Offer(
            f"add/{kind.id}",
            kind.name,
            words,
            details,
            _points(kind.points),
            "Vehicles" if rides else "Foot units",
            Refusal(barred, FORCES) if barred else None,
        )


def _no_place(force: Force, kind: VehicleType | UnitType) -> str | None:
    """Why a force has no more room for one like this, whatever it costs."""
    if isinstance(kind, VehicleType):
        full = len(force.vehicles) >= MOST_VEHICLES
        return f"a force has at most {MOST_VEHICLES} vehicles" if full else None
    if len(force.units) >= MOST_UNITS:
        return f"a force has at most {MOST_UNITS} foot units"
    known = unit_types(force)
    models = sum(known[squad.type].size for squad in force.units if squad.type in known)
    full = models + kind.size > MOST_MODELS
    return f"a force has at most {MOST_MODELS} models on foot" if full else None


def _points(number: int) -> str:
    return f"{number} points"


# ---------------------------------------------------------------- acts


def _whole(force: Force, act: str, words: str) -> Force | None:
    """The force after an act about the whole of it; None if it is none of these."""
    kind, _, id = act.partition("/")
    if kind == "limit" and re.fullmatch(r"[0-9]{3,4}", id) and SMALLEST <= int(id) <= LARGEST:
        return replace(force, limit=int(id))
    if kind == "faction" and id in factions():
        return force if id == force.faction else replace(force, faction=id, vehicles=(), units=())
    if kind == "start" and id in forces():
        return replace(forces()[id], id="")
    if kind == "add" and force.faction in factions():
        return _joined(force, act, id)
    return drafting.reworded(force, act, words)


def _joined(force: Force, act: str, id: str) -> Force | None:
    if drafting.bought(offer for offer in _offers(force) if offer.act == act) is None:
        return None
    if id in vehicles():
        return _renamed(force, replace(force, vehicles=(*force.vehicles, Ride(id))))
    return replace(force, units=(*force.units, Squad(id)))


def _of_vehicle(force: Force, act: str, words: str) -> Force | None:
    """The force after an act about one of its vehicles; None if it is none of these."""
    place = re.fullmatch(r"v([0-9]{1,2})/(name|off)", act)
    if place is None or int(place[1]) >= len(force.vehicles):
        return None
    number = int(place[1])
    named = replace(force.vehicles[number], name=drafting.said(words))
    there = (named,) if place[2] == "name" else ()
    after = (*force.vehicles[:number], *there, *force.vehicles[number + 1 :])
    return _renamed(force, replace(force, vehicles=after), None if there else number)


def _of_unit(force: Force, act: str, words: str) -> Force | None:
    """The force after an act about one of its units; None if it is none of these."""
    place = re.fullmatch(r"u([0-9]{1,2})/(name|off|foot|aboard/[0-9]{1,2})", act)
    if place is None or int(place[1]) >= len(force.units):
        return None
    number = int(place[1])
    squad = force.units[number]
    there: tuple[Squad, ...] = ()
    if place[2] == "name":
        there = (replace(squad, name=drafting.said(words)),)
    elif place[2] == "foot":
        there = (replace(squad, aboard=""),)
    elif place[2] != "off":
        offer = drafting.bought(offer for offer in _transports(force, number) if offer.act == act)
        if offer is None:
            return None
        there = (replace(squad, aboard=offer.name),)
    return replace(force, units=(*force.units[:number], *there, *force.units[number + 1 :]))


def _renamed(before: Force, after: Force, gone: int | None = None) -> Force:
    """Units follow their transports to their new names; those of one that is gone are on foot."""
    new = drafting.new_names(vehicle_names(before), vehicle_names(after), gone)
    moved = (replace(squad, aboard=new.get(squad.aboard, "")) for squad in after.units)
    return replace(after, units=tuple(moved))
