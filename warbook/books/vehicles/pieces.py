"""Models, squads and vehicles as any client may draw them."""

from __future__ import annotations

from msgspec.structs import replace

from warbook.board.hulls import Mount
from warbook.books.vehicles.army.data import ammunitions
from warbook.books.vehicles.army.describing import unit_words, vehicle_words
from warbook.books.vehicles.field.bodies import model_type, type_of, unit_type
from warbook.books.vehicles.field.placing import keeps_together
from warbook.books.vehicles.field.sight import gun_mount
from warbook.books.vehicles.field.weapons import working_guns
from warbook.books.vehicles.state import Battle, Model, Unit, Vehicle
from warbook.core.book import Group, Hull, Piece

SPEEDS = {
    "stationary": "stationary",
    "combat": "combat speed",
    "cruising": "cruising speed",
    "flat out": "flat out",
}


def pieces(view: Battle) -> list[Piece]:
    units = {unit.id: (unit, unit_words(unit_type(view, unit))) for unit in view.units}
    return [
        *(_hull(view, vehicle) for vehicle in view.vehicles),
        *(_model(view, *units[model.unit], model) for model in view.models),
    ]


def groups(view: Battle) -> list[Group]:
    return [_group(view, unit) for unit in view.units]


def unit_states(view: Battle, unit: Unit) -> tuple[str, ...]:
    """As badges show them and the glossary explains them."""
    if not view.members(unit):
        return ("destroyed",)
    if not unit.aboard and not view.standing(unit):
        return (
            ("off the table",) if any(each.place == "off" for each in view.members(unit)) else ("not on yet",)
        )
    now = {
        "aboard": unit.aboard,
        "falling back": unit.falling_back,
        "regrouped": unit.moved == "regrouped",
        "gone to ground": unit.grounded_until,
        "locked": unit.locked,
        "ran": unit.ran,
        "moved": unit.moved == "moved" and not unit.ran,
        "boarded": unit.boarded,
        "emergency exit": unit.alighted == "emergency",
        "disembarked": unit.alighted in ("before", "after"),
        "out of coherency": not keeps_together(view, unit),
    }
    return tuple(name for name, holds in now.items() if holds)


def model_states(view: Battle, model: Model) -> tuple[str, ...]:
    """His own, besides those of his unit."""
    if model.place == "out":
        return ("lost",)
    return ("wounded",) if model.wounds < model_type(view, model).profile.w else ()


def vehicle_states(vehicle: Vehicle) -> tuple[str, ...]:
    if vehicle.place == "reserve":
        return ("not on yet",)
    if vehicle.place == "off":
        return ("off the table",)
    if vehicle.place == "out":
        return ("exploded",)
    if vehicle.wrecked:
        return ("wrecked",)
    now = {
        SPEEDS[vehicle.speed]: True,
        "shaken": vehicle.shaken,
        "stunned": vehicle.stunned,
        "immobilized": vehicle.immobilized,
        "rammed": vehicle.rammed,
        "weapon destroyed": vehicle.guns_lost,
        "spent": vehicle.guns_spent,
        "smoking": vehicle.smoking,
        "smoke spent": vehicle.smoke_used and not vehicle.smoking,
        "flat-out skimmer": vehicle.flat_out_skimming,
        "let off": vehicle.let_off_after,
        "locked": vehicle.locked,
    }
    return tuple(name for name, holds in now.items() if holds)


def model_name(view: Battle, model: Model) -> str:
    return f"{model_type(view, model).name} of {view.unit(model.unit).name}"


def _group(view: Battle, unit: Unit) -> Group:
    members = view.members(unit)
    kind = unit_type(view, unit)
    words = f"{kind.name}, {len(members)} of {unit.began}"
    if unit.aboard:
        words += f"; aboard {view.vehicle(unit.aboard).name}"
    return Group(
        unit.id, unit.name, unit.side, tuple(model.id for model in members), unit_states(view, unit), words
    )


def _model(view: Battle, unit: Unit, words: str, model: Model) -> Piece:
    kind = unit_type(view, unit)
    ride = view.vehicle(unit.aboard) if unit.aboard else None
    place = ride or model
    return Piece(
        id=model.id,
        name=model_name(view, model),
        side=unit.side,
        x=place.x,
        y=place.y,
        z=place.z,
        facing=0.0,
        radius=kind.base / 2,
        states=model_states(view, model),
        letter=unit.name[:1].upper(),
        words=words,
        on_table=model.place == "table",
        group=unit.id,
        aboard=ride.id if ride and model.place != "out" and ride.place == "table" else "",
    )


def _hull(view: Battle, vehicle: Vehicle) -> Piece:
    kind = type_of(vehicle)
    front, side, rear = str(kind.armour.front), str(kind.armour.side), str(kind.armour.rear)
    mounts = tuple(
        _named(view, vehicle, number, ammunitions(kind.guns[number])[0].name)
        for number in working_guns(vehicle)
    )
    aboard = sum(len(view.members(unit)) for unit in view.passengers(vehicle))
    return Piece(
        id=vehicle.id,
        name=vehicle.name,
        side=vehicle.side,
        x=vehicle.x,
        y=vehicle.y,
        z=vehicle.z,
        facing=vehicle.facing,
        radius=kind.width / 2,
        states=vehicle_states(vehicle),
        letter=vehicle.name[:1].upper(),
        words=vehicle_words(kind),
        on_table=vehicle.place == "table",
        hull=Hull(
            kind.length, kind.width, (front, side, rear, side), () if vehicle.wrecked else mounts, aboard
        ),
    )


def _named(view: Battle, vehicle: Vehicle, number: int, name: str) -> Mount:
    return replace(gun_mount(view, vehicle, number), name=name)
