"""The foot units of a Movement phase: who moves, who gets on and off, who regroups."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.board.geometry import gap
from warbook.books.vehicles.field.bodies import WITHIN, base, hull, reaches, unit_type
from warbook.books.vehicles.field.ground import all_areas, ground_at, is_difficult
from warbook.books.vehicles.field.placing import BESIDE, keeps_together
from warbook.books.vehicles.foot.dice import slowed
from warbook.books.vehicles.foot.marching import go_ways, march
from warbook.books.vehicles.morale.falling_back import regroup_step
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle
from warbook.books.vehicles.transports import boarding
from warbook.books.vehicles.transports.riding import has_alighted
from warbook.core.questions import Choose, Listed, Option, Refusal

WALK, JUMP, REGROUPED = 6.0, 12.0, 3.0  # inches
Deed: TypeAlias = Literal["move", "rough", "stay", "board", "alight"]


class UnitAct(Struct, frozen=True):
    """What a unit may do in its Movement phase, and the vehicle that it gets on or off; `emergency`: the exit
    is one."""

    how: Deed
    unit: str
    vehicle: str = ""
    emergency: bool = False


# ---------------------------------------------------------------- the phase


def begin_units(game: Game, side: str) -> None:
    """Who falls back tries to regroup, and runs on if he does not (veh.P8.regroup)."""
    battle = game.battle
    for unit in battle.units:
        runs = unit.side == side and unit.falling_back and battle.standing(unit)
        if runs and regroup_step(game, unit):
            _walk(game, unit, REGROUPED, "veh.P8.regroup")
            unit.moved = "regrouped"


def units_waiting(battle: Battle) -> list[Unit]:
    """The side's units on foot and aboard that are not done."""
    here = {model.unit for model in battle.models if model.place == "table"}
    return [
        unit
        for unit in battle.units
        if unit.side == battle.side
        and not unit.moved
        and (unit.id in here or (unit.aboard and battle.members(unit)))
    ]


def unit_option(battle: Battle, unit: Unit) -> Option:
    """What it may do, or why it may not move."""
    if unit.aboard:
        return _leaving(battle, unit)
    return Option(unit.id, unit.name, unit.id, may_move(battle, unit), about=UnitAct("move", unit.id))


def _leaving(battle: Battle, unit: Unit) -> Option:
    vehicle = battle.vehicle(unit.aboard)
    barred, emergency = boarding.may_alight(battle, unit), False
    if barred is None:
        _, room, emergency = boarding.exit_for(battle, unit)
        barred = None if room else Refusal("there is no room to get out", "veh.transport.emergency")
    label = f"{unit.name} gets out of {vehicle.name}{' (emergency exit)' if emergency else ''}"
    return Option(unit.id, label, unit.id, barred, about=UnitAct("alight", unit.id, vehicle.id, emergency))


def may_move(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit on foot may not move."""
    if unit.locked:
        return Refusal("it is locked in close combat", "veh.P12")
    if unit.grounded_until:
        return Refusal("it has gone to ground", "veh.P7.ground")
    if barred := has_alighted(unit):
        return barred
    return Refusal("it has moved", "veh.P3") if unit.moved else None


def finish_units(game: Game, side: str) -> None:
    """Whoever has not moved by the end of the phase has stayed; but a unit that is apart closes up first
    (veh.P4)."""
    battle = game.battle
    for unit in battle.units:
        if unit.side != side or unit.moved:
            continue
        if not keeps_together(battle, unit) and may_move(battle, unit) is None:
            move_unit(game, unit)
        else:
            unit.moved = "stayed"


# ---------------------------------------------------------------- one unit


def move_unit(game: Game, unit: Unit) -> None:
    """One unit's move, and getting on or off a transport."""
    if unit.aboard:
        boarding.disembark(game, unit)
        return
    inches = JUMP if unit_type(game.battle, unit).jump else WALK
    _walk(game, unit, inches, "veh.P3")


def _walk(game: Game, unit: Unit, inches: float, rule: str) -> None:
    """What the unit does with so many inches. What it may do besides walking is asked only where there is
    something."""
    battle = game.battle
    deeds = ways(battle, unit, inches)
    chosen = deeds[0].id
    if len(deeds) > 2 or chosen != "move":
        text = f"What does {unit.name} do?"
        chosen = game.ask(unit.side, Choose(text, deeds, rule, unit.id, chosen, kind="on foot"))
    unit.moved = "stayed"
    how, _, name = chosen.partition(" ")
    if how == "board":
        _get_on(game, unit, battle.vehicle(name), inches, rule)
    elif how != "stay":
        rough = how == "rough"
        _march(game, unit, min(inches, _slowed(game, unit)) if rough else inches, rough, rule)


def ways(battle: Battle, unit: Unit, inches: float) -> Listed[Option | Vehicle]:
    """What a unit on foot may do; staying is the last. Whether it gets to a transport that is near is looked
    up when somebody wants to know."""
    found: list[Option] = []
    rides = list[Vehicle]()
    if unit_type(battle, unit).jump:
        found.append(_option("move", f'Jump up to {inches:g}"', unit))
    else:
        inside = in_difficult(battle, unit)
        if not inside:
            found.append(_option("move", f'Move up to {inches:g}", not through difficult ground', unit))
        if inside or difficult_near(battle, unit, inches):
            found.append(_option("rough", "Move through difficult ground: the higher of two dice", unit))
        rides = _rides(battle, unit, inches)
    apart = None if keeps_together(battle, unit) else Refusal("it is to close up", "veh.P4")
    stay = Option("stay", "Stay", unit.id, apart, about=UnitAct("stay", unit.id))
    about: dict[str, Option | Vehicle] = {option.id: option for option in found}
    about |= {f"board {vehicle.id}": vehicle for vehicle in rides}
    return Listed(
        about, lambda each: each if isinstance(each, Option) else _boards(battle, unit, each, inches), stay
    )


def _boards(battle: Battle, unit: Unit, vehicle: Vehicle, inches: float) -> Option:
    barred = None
    if boarding.boarding_ways(battle, unit, vehicle, inches, rough=True) is None:
        barred = Refusal("not all of it get to its access points", "veh.transport.embark")
    about = UnitAct("board", unit.id, vehicle.id)
    return Option(f"board {vehicle.id}", f"Get into {vehicle.name}", vehicle.id, barred, about=about)


def in_difficult(battle: Battle, unit: Unit) -> bool:
    """veh.P3.difficult: whether somebody begins in difficult ground."""
    return difficult_near(battle, unit, WITHIN) and any(
        is_difficult(area) for model in battle.standing(unit) for area in ground_at(battle, model.spot)
    )


def difficult_near(battle: Battle, unit: Unit, inches: float) -> bool:
    """Whether difficult ground, or a wall or step, which is the same, may be within reach of anybody."""
    models, table = battle.standing(unit), battle.table
    pieces = [area.polygon for area in all_areas(battle) if is_difficult(area)]
    pieces += [tuple(wall.line) for wall in table.walls if not wall.door]
    pieces += [block.polygon for block in table.blocks if block.roof]
    west, east = min(m.x for m in models) - inches, max(m.x for m in models) + inches
    south, north = min(m.y for m in models) - inches, max(m.y for m in models) + inches
    return any(
        min(x for x, _ in piece) <= east
        and max(x for x, _ in piece) >= west
        and min(y for _, y in piece) <= north
        and max(y for _, y in piece) >= south
        for piece in pieces
    )


def _rides(battle: Battle, unit: Unit, inches: float) -> list[Vehicle]:
    """The transports that the unit may get on, by the distance."""
    models = battle.standing(unit)
    return [
        vehicle
        for vehicle in battle.vehicles
        if vehicle.side == unit.side
        and vehicle.works
        and reaches(base(battle, models[0]), hull(vehicle), inches + BESIDE)
        and boarding.may_board(battle, unit, vehicle) is None
        and all(gap(base(battle, m), hull(vehicle)) <= inches + BESIDE for m in models)
    ]


def _get_on(game: Game, unit: Unit, vehicle: Vehicle, inches: float, rule: str) -> None:
    """veh.transport.embark: the unit comes to the access points and gets on. Through difficult ground it may
    turn out too far: then nobody gets on, and the unit moves as it likes with what it has."""
    battle = game.battle
    rough = in_difficult(battle, unit)
    found = None if rough else boarding.boarding_ways(battle, unit, vehicle, inches, rough=False)
    if found is None:
        inches = min(inches, _slowed(game, unit))
        found = boarding.boarding_ways(battle, unit, vehicle, inches, rough=True)
    if found is None:
        _march(game, unit, inches, True, rule)
        return
    go_ways(game, unit, found, "veh.transport.embark", "moves")
    if battle.standing(unit):
        boarding.board(game, unit, vehicle)


def _march(game: Game, unit: Unit, inches: float, rough: bool, rule: str) -> None:
    text = f'Where does {unit.name} go with {inches:g}"?'
    if march(game, unit, inches, rough, text, rule, "march", "moves"):
        unit.moved = "moved"
    if game.battle.standing(unit):
        _offer_boarding(game, unit)


def _offer_boarding(game: Game, unit: Unit) -> None:
    """veh.transport.embark: who has come to the access points may get on."""
    vehicles = boarding.at_hand(game.battle, unit)
    if not vehicles:
        return
    options = [
        Option(f"board {each.id}", f"Get into {each.name}", each.id, about=UnitAct("board", unit.id, each.id))
        for each in vehicles
    ]
    options.append(_option("stay", "Stay on foot", unit))
    text = f"Does {unit.name} get aboard?"
    chosen = game.ask(
        unit.side, Choose(text, options, "veh.transport.embark", unit.id, "stay", kind="get aboard")
    )
    if chosen != "stay":
        boarding.board(game, unit, game.battle.vehicle(chosen.partition(" ")[2]))


def _slowed(game: Game, unit: Unit) -> float:
    return float(game.rolling(unit.id).roll(slowed))


def _option(how: Deed, label: str, unit: Unit) -> Option:
    return Option(how, label, unit.id, about=UnitAct(how, unit.id))
