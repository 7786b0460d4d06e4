"""A force: its vehicles and foot units, who of them is aboard at the start, what it costs and what is wrong
with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import PurePath
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from warbook.books.vehicles.army.data import DATA, factions, unit_flaws, units, vehicles
from warbook.books.vehicles.army.lists import UnitType, VehicleType
from warbook.core import datafile
from warbook.core.book import Choice, Offers
from warbook.core.datafile import Written, did_you_mean, parse_toml, read_written, toml_fields
from warbook.core.drafting import Title, Words, numbered

MOST_VEHICLES, MOST_UNITS, MOST_MODELS = 20, 12, 120
SMALLEST, LARGEST = 100, 3000  # points that a force may be built for
PATROL, USUAL = 400, 700
FORCES, ABOARD, CAPACITY, ON_FOOT, OWN_UNITS = (
    "veh.S1", "veh.V93", "veh.transport.capacity", "veh.transport.infantry-only", "veh.S4",
)  # fmt: skip


class Ride(Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle of a force."""

    type: str
    name: Title = ""


class Squad(Struct, frozen=True, forbid_unknown_fields=True):
    """A foot unit of a force. `aboard` is the name of the transport it is set up in, "" on foot."""

    type: str
    name: Title = ""
    aboard: Title = ""


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A force as somebody composes it, of one faction and built for so many points (veh.S1). `own_units` are
    unit types of its writer's making (veh.S4)."""

    name: Title
    faction: str
    limit: Annotated[int, Meta(ge=SMALLEST, le=LARGEST)] = USUAL
    vehicles: Annotated[tuple[Ride, ...], Meta(max_length=MOST_VEHICLES)] = ()
    units: Annotated[tuple[Squad, ...], Meta(max_length=MOST_UNITS)] = ()
    own_units: Annotated[tuple[UnitType, ...], Meta(max_length=MOST_UNITS)] = ()
    id: Title = ""
    words: Words = ""
    provenance: Literal["ours", "found"] = "ours"

    @property
    def patrol(self) -> bool:
        """Small enough for a quick game."""
        return self.limit <= PATROL

    def unit(self, id: str) -> UnitType:
        """The type of a unit of this force."""
        kind = units().get(id)
        return kind if kind is not None else next(own for own in self.own_units if own.id == id)


class Flaw(datafile.Flaw, frozen=True):
    """Where, as in .units[2].aboard, in words, and by which rule."""

    rule: str = FORCES


@cache
def forces() -> Mapping[str, Force]:
    """The ready-made forces by id, the patrols first."""
    found = [read_force(read_written(path)) for path in sorted((DATA / "forces").glob("*.toml"))]
    order = list(factions())
    found.sort(key=lambda force: (not force.patrol, order.index(force.faction)))
    return {force.id: force for force in found}


def read_force(written: Written) -> Force:
    """A force of one's own; refuses one that may not fight. One without id gets its file's name."""
    force = parse_toml(written.text, written.name, Force, force_flaws)
    return force if force.id else replace(force, id=PurePath(written.name).stem)


def force_offered(force: Force) -> Choice:
    """veh.S2: any meets any other, those of its own size first."""
    kinds = ("Patrols", "Forces") if force.patrol else ("Forces", "Patrols")
    words = f"{cost(force)} points. {force.words}".strip()
    return Choice(force.id, force.name, words, kind=kinds[0], meets=kinds)


force_offers = Offers("force", forces, read_force, force_offered)


def write_force(force: Force) -> str:
    """The force as a file. What is empty is left out, and so is a limit that is the usual one."""
    lines = toml_fields(force, ("id", "name", "faction", "words"), ("name", "faction"))
    lines += [f"limit = {force.limit}"] if force.limit != USUAL else []
    for ride in force.vehicles:
        lines += ["", "[[vehicles]]", *toml_fields(ride, ("type", "name"), ("type",))]
    for squad in force.units:
        lines += ["", "[[units]]", *toml_fields(squad, ("type", "name", "aboard"), ("type",))]
    for kind in force.own_units:
        lines += ["", *_own_unit(kind)]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- what it has


def unit_types(force: Force) -> Mapping[str, UnitType]:
    """All unit types that the force may field, its own last."""
    return {**units(), **{kind.id: kind for kind in force.own_units}}


def vehicle_names(force: Force) -> tuple[str, ...]:
    """What the vehicles are called; `aboard` of a squad is one of these. Those without a name have that of
    their type, numbered where several are alike."""
    return numbered([ride.name or _named(vehicles(), ride.type) for ride in force.vehicles])


def unit_names(force: Force) -> tuple[str, ...]:
    return numbered([squad.name or _named(unit_types(force), squad.type) for squad in force.units])


def cost(force: Force) -> int:
    """Points; unknown names cost nothing."""
    return sum(ride_cost(ride) for ride in force.vehicles) + sum(
        squad_cost(force, squad) for squad in force.units
    )


def ride_cost(ride: Ride) -> int:
    return vehicles()[ride.type].points if ride.type in vehicles() else 0


def squad_cost(force: Force, squad: Squad) -> int:
    kind = unit_types(force).get(squad.type)
    return kind.points if kind else 0


# ---------------------------------------------------------------- what is wrong


def force_flaws(force: Force) -> list[Flaw]:
    """Everything about the force that is not allowed; nothing if it may fight."""
    if force.faction not in factions():
        return [_unknown(".faction", "faction", force.faction, factions())]
    return [*_whole_flaws(force), *_type_flaws(force), *_own_flaws(force), *aboard_flaws(force)]


def aboard_flaws(force: Force) -> Iterator[Flaw]:
    """veh.V46, veh.V93: who cannot be set up aboard."""
    names = vehicle_names(force)
    rides = dict(zip(names, force.vehicles, strict=True))
    taken: set[str] = set()
    for number, squad in enumerate(force.units):
        at = f".units[{number}].aboard"
        if not squad.aboard:
            continue
        if squad.aboard not in rides:
            right = did_you_mean(squad.aboard, names) if names else "; it has none"
            yield Flaw(at, f"the force has no vehicle '{squad.aboard}'{right}", ABOARD)
        elif squad.aboard in taken:
            yield Flaw(at, f"{squad.aboard} carries one unit at a time", "veh.V46")
        else:
            kind, unit = vehicles().get(rides[squad.aboard].type), unit_types(force).get(squad.type)
            if kind and unit and (barred := no_room(kind, unit)):
                yield Flaw(at, barred[0], barred[1])
        taken.add(squad.aboard)


def no_room(kind: VehicleType, unit: UnitType) -> tuple[str, str] | None:
    """Why a vehicle cannot carry a whole unit, and by which rule; None if it can."""
    if not kind.transport:
        return f"{_an(kind.name)} carries nobody", CAPACITY
    if unit.jump:
        return f"{unit.name} is jump infantry, which nobody carries", ON_FOOT
    slots = unit.slots(unit.size)
    if slots > kind.capacity:
        return f"{_an(kind.name)} has room for {kind.capacity}; {unit.name} takes up {slots}", CAPACITY
    return None


def _whole_flaws(force: Force) -> Iterator[Flaw]:
    spent = cost(force)
    if spent > force.limit:
        words = f"the force costs {spent} points and may cost {force.limit}; save {spent - force.limit}"
        yield Flaw(".limit", words)
    if not force.vehicles and not force.units:
        yield Flaw("", "the force has nobody; add a vehicle or a unit")
    kinds = (unit_types(force).get(squad.type) for squad in force.units)
    models = sum(kind.size for kind in kinds if kind)
    if models > MOST_MODELS:
        yield Flaw(".units", f"a force has at most {MOST_MODELS} models on foot; here are {models}")


def _type_flaws(force: Force) -> Iterator[Flaw]:
    name = factions()[force.faction].name
    rides = [kind.id for kind in vehicles().values() if kind.faction == force.faction]
    for number, ride in enumerate(force.vehicles):
        if ride.type not in rides:
            yield _unknown(f".vehicles[{number}].type", f"vehicle of {name}", ride.type, rides)
    squads = [kind.id for kind in unit_types(force).values() if kind.faction == force.faction]
    for number, squad in enumerate(force.units):
        if squad.type not in squads:
            yield _unknown(f".units[{number}].type", f"unit of {name}", squad.type, squads)


def _own_flaws(force: Force) -> Iterator[Flaw]:
    seen = set(units())
    for number, kind in enumerate(force.own_units):
        at = f".own_units[{number}]"
        if kind.id in seen:
            yield Flaw(f"{at}.id", f"there is a unit '{kind.id}' already; call it another name", OWN_UNITS)
        seen.add(kind.id)
        yield from (Flaw(flaw.at, flaw.words, OWN_UNITS) for flaw in unit_flaws(at, kind))


def _unknown(at: str, what: str, given: str, known: Iterable[str]) -> Flaw:
    return Flaw(at, f"there is no {what} '{given}'{did_you_mean(given, known)}")


def _an(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


# ---------------------------------------------------------------- as written


def _named(known: Mapping[str, VehicleType] | Mapping[str, UnitType], id: str) -> str:
    return known[id].name if id in known else id


def _own_unit(kind: UnitType) -> list[str]:
    fields = ("id", "name", "faction", "points", "base", "height", "unit_type")
    lines = ["[[own_units]]", *toml_fields(kind, fields, fields)]
    lines += [f"invulnerable_save = {kind.invulnerable_save}"] if kind.invulnerable_save < 7 else []
    lines += [f"transport_slots_each = {kind.transport_slots_each}"] if kind.transport_slots_each > 1 else []
    for model in kind.models:
        profile = ", ".join(
            f"{name} = {getattr(model.profile, name)}" for name in model.profile.__struct_fields__
        )
        lines += ["", "[[own_units.models]]", *toml_fields(model, ("name", "count"), ("name", "count"))]
        lines += [f"profile = {{ {profile} }}", f"save = {model.save}"]
        lines += toml_fields(model, ("weapons", "grenades"), ("weapons",))
    return lines
