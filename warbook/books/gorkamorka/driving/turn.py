"""A vehicle's movement from its start to its end, and the vehicles of a movement phase."""

from __future__ import annotations

from warbook.board.geometry import corners
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.damage.effects import vehicle_leaves
from warbook.books.gorkamorka.driving import chases, course, flight, sails, thrusts, ways
from warbook.books.gorkamorka.driving.control import run_wild, take_control
from warbook.books.gorkamorka.driving.gas import gas_question
from warbook.books.gorkamorka.driving.thrusts import gas_move
from warbook.books.gorkamorka.driving.urges import urge_to_strike
from warbook.books.gorkamorka.driving.watched import Watched
from warbook.books.gorkamorka.field.aboard import available_driver, drives_for, out_of_control, own_riders
from warbook.books.gorkamorka.field.bodies import TOLERANCE, hulls, model_of
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.psychology import nerve
from warbook.books.gorkamorka.ramming.segments import Traffic, first_met, put_vehicle
from warbook.books.gorkamorka.scrap import count_off
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.core.questions import Choose, Option, Refusal, Way

RULE = "gce.vehicle-movement.sequence"


# ---------------------------------------------------------------- the phase


def begin(battle: Battle, side: str) -> None:
    """A side's turn begins: its vehicles may move."""
    for vehicle in battle.vehicles:
        if drives_for(battle, vehicle) == side:
            vehicle.done = False
            if not vehicle.chasing:
                vehicle.thrusts = 0


def movers(battle: Battle, side: str) -> list[Vehicle]:
    """The vehicles that may or must still move in this movement phase."""
    return [v for v in hulls(battle) if drives_for(battle, v) == side and not v.done and not v.immobilised]


def vehicles_to_move(battle: Battle) -> list[Option]:
    """The vehicles of the side whose turn it is, for the question who moves."""
    return [Option(each.id, each.name, each.id) for each in movers(battle, battle.side)]


def overdue(battle: Battle, side: str) -> Refusal | None:
    """Why the movement phase cannot end yet: a vehicle out of control runs (gce.R7.9), and a driver may not
    sit out what comes over him at the wheel. One that chases moves with its target."""
    for vehicle in movers(battle, side):
        if out_of_control(battle, vehicle):
            words = f"{vehicle.name} is out of control and has not moved"
            return Refusal(words, "gce.vehicle-movement.out-of-control-move")
        driver = available_driver(battle, vehicle)
        if driver is not None and not vehicle.chasing:
            pressed = nerve.shaken(battle, driver) or goaded(battle, vehicle)
            if pressed is not None:
                return pressed
    return None


def goaded(battle: Battle, vehicle: Vehicle) -> Refusal | None:
    """gce.R9.13: why its driver may not leave be whom a gas move or a thrust reaches."""
    if not ways.mired(battle, vehicle):
        urge = urge_to_strike(Traffic(battle, vehicle), sails.farthest(battle, vehicle))
        if urge.ways:
            return urge.reason
    return None if thrusts.no_thrust(battle, vehicle) else thrusts.must_thrust(battle, vehicle)


def finish(battle: Battle, side: str) -> None:
    """gce.vehicle-movement.stationary: what has not moved by the end of the phase stands still, one that a
    collision has robbed of its move too (gce.R7.31)."""
    for vehicle in hulls(battle):
        if drives_for(battle, vehicle) == side:
            if vehicle.went_in != battle.now and not _has_chased(battle, vehicle):
                vehicle.moved = "still"
            vehicle.done = True


def _has_chased(battle: Battle, vehicle: Vehicle) -> bool:
    """gce.R7.7: whether one that chases has moved with its target since its own side's last turn."""
    if not vehicle.chasing or not vehicle.went_in:
        return False
    turn, side = vehicle.went_in.split()
    order = battle.order
    return int(turn) + (order.index(side) > order.index(battle.side)) >= battle.turn


# ---------------------------------------------------------------- one vehicle


def move_vehicle(game: Game, vehicle: Vehicle) -> None:
    """gce.vehicle-movement.sequence: engines first, then thrusters; or what its driver makes of it."""
    battle = game.battle
    if vehicle.chasing and not battle.rulings.chaser_moves_own_turn and not _gives_up(game, vehicle):
        vehicle.done = True
        return
    vehicle.thrusts = 0  # those of a chase in the enemy's turn were another movement
    chases.count_thrusts_anew(battle, vehicle)
    start = vehicle.spot
    if out_of_control(battle, vehicle) and not take_control(game, vehicle):
        chases.keep_up(game, vehicle, "gas", chases.far(start, vehicle))
        vehicle.done = True
        return
    driver = available_driver(battle, vehicle)
    if driver is None:
        vehicle.done = True
        return
    if driver.stupid:
        run_wild(game, vehicle, "gce.stupidity.drivers")
        chases.keep_up(game, vehicle, "gas", chases.far(start, vehicle))
    else:
        if not engaged(battle, driver):  # gce.R9.5
            nerve.stands_terror(game, driver)
        if driver.terrified_of:
            flight.drive_away(game, vehicle, battle.warrior(driver.terrified_of[0]))
        else:
            _drive(game, vehicle, driver)
    if vehicle.went_in != battle.now:
        vehicle.moved = "still"
    vehicle.done = True


def _gives_up(game: Game, vehicle: Vehicle) -> bool:
    """gce.chase.give-up, gce.R7.13: then it moves by itself again."""
    target = game.battle.vehicle(vehicle.chasing)
    options = [Option("chase", f"Go on chasing {target.name}"), Option("give-up", "Give up the chase")]
    question = Choose(
        f"{vehicle.name} chases {target.name}",
        options,
        "gce.chase.give-up",
        vehicle.id,
        "chase",
        kind="give-up",
    )
    if game.ask(drives_for(game.battle, vehicle), question) == "chase":
        return False
    chases.give_up(game, vehicle)
    return True


def _drive(game: Game, vehicle: Vehicle, driver: Warrior) -> None:
    """Its player drives it. gce.R7.1: a thrust needs no gas move before it, and none comes after. The skill
    skid start: a slow speed manoeuvre may come before a normal move."""
    battle = game.battle
    manner = _ask_manner(game, vehicle)
    if manner == "slow":
        slow(game, vehicle)
        if not driver.skills.skid_start or not course.under_way(game, vehicle):
            return
        manner = _ask_manner(game, vehicle, slowed=True)
        vehicle.moved = "gas"
    kind, _, target = manner.partition(" ")
    if kind in ("race", "tail"):
        chases.declare_chase(game, vehicle, battle.vehicle(target), kind)  # type: ignore[arg-type]
        return
    if kind == "stay":
        return
    if kind == "off":
        drive_off(game, vehicle)
        return
    if kind == "go":
        run_engines(game, vehicle)
    if model_of(vehicle).thrust:
        thrusts.thrusting(game, vehicle)
    elif course.under_way(game, vehicle):
        _offer_chase(game, vehicle)


def _ask_manner(game: Game, vehicle: Vehicle, slowed: bool = False) -> str:
    options = manners(game.battle, vehicle, slowed)
    usual = next(option.id for option in options if option.barred is None)
    question = Choose(f"How does {vehicle.name} move?", options, RULE, vehicle.id, usual, kind="manner")
    return str(game.ask(drives_for(game.battle, vehicle), question))


def manners(battle: Battle, vehicle: Vehicle, slowed: bool = False) -> list[Option]:
    """How a vehicle may move: by its engines, slowly, by thrusters alone, in a chase, or not at all."""
    stuck, must = ways.mired(battle, vehicle), goaded(battle, vehicle)
    words = Refusal("here only slow speed manoeuvres are possible", "gce.vehicle-movement.terrain-profile")
    no_thrust = thrusts.no_thrust(battle, vehicle)
    names = {"sail": "Sail", "pumps": "Pump"}
    label = names.get(model_of(vehicle).propulsion) or f'Drive up to {ways.allowance(vehicle):g}"'
    if no_thrust is None:
        label += " (thrusts may follow)"
    options = [
        Option("go", label, vehicle.id, words if stuck else ways.headroom(battle, vehicle)),
        Option("thrust", "Thrust at once (without driving first)", vehicle.id, no_thrust),
        *chases.chase_options(battle, vehicle, must),
        Option("stay", "Stay", vehicle.id, must),
    ]
    far = sails.farthest(battle, vehicle)
    home = drives_for(battle, vehicle) == vehicle.side and loaded(battle, vehicle)
    if home and own_edge_ahead(battle, vehicle, far) and not stuck:
        options.append(Option("off", "Drive off over your edge with the scrap", vehicle.id))
    if not slowed:
        barred = must or ways.hemmed_in(battle, vehicle)
        options.insert(1, Option("slow", "Slow speed manoeuvre (three steps of an inch)", vehicle.id, barred))
    return options


def loaded(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether it has scrap on it, or somebody of its side aboard has."""
    return bool(vehicle.scrap) or any(rider.scrap for rider in own_riders(battle, vehicle))


def own_edge_ahead(battle: Battle, vehicle: Vehicle, inches: float) -> bool:
    """Whether so many inches straight on reach the edge of the table that is its side's."""
    if not inches:
        return False
    met, where = first_met(battle, vehicle, Leg(0.0, inches))
    if met.kind != "edge":
        return False
    outline, table = corners(where), battle.table
    beyond = {
        "west": min(x for x, _ in outline),
        "south": min(y for _, y in outline),
        "east": table.width - max(x for x, _ in outline),
        "north": table.depth - max(y for _, y in outline),
    }
    return beyond[battle.edges[vehicle.side]] <= TOLERANCE


def drive_off(game: Game, vehicle: Vehicle) -> None:
    """Off the table with scrap, if its move goes so far: neither it nor who of its side is aboard is a
    casualty (gce.ending.casualties)."""
    battle, rule = game.battle, "gce.ending.casualties"
    inches = sails.basic_move(game, vehicle)
    if inches:
        gas_move(game, vehicle, (Leg(0.0, inches),))
    if not course.under_way(game, vehicle) or not own_edge_ahead(battle, vehicle, TOLERANCE):
        return
    home: list[Warrior | Vehicle] = [vehicle, *own_riders(battle, vehicle)]
    vehicle_leaves(game, vehicle, rule)
    for model in home:
        count_off(battle, model)
        model.place = "home"


def slow(game: Game, vehicle: Vehicle) -> None:
    """gce.vehicle-movement.slow-speed-manoeuvre."""
    battle = game.battle
    way: Way = game.ask(drives_for(battle, vehicle), ways.slow_question(battle, vehicle))
    if len(way.path) == 1:
        return
    rule = "gce.vehicle-movement.slow-speed-manoeuvre"
    vehicle.moved = "slow"
    watched, went = Watched(battle, vehicle, way.legs, rams=False), 0.0
    watched.at(game, went)
    for leg in way.legs:
        if not course.under_way(game, vehicle):
            break
        _, where = first_met(battle, vehicle, Leg(leg.turn, 0.0))
        put_vehicle(game, vehicle, where, "manoeuvres", rule)
        left = abs(leg.inches)
        while left > 0.0 and course.under_way(game, vehicle):
            far = watched.until(went, left)
            _, where = first_met(battle, vehicle, Leg(0.0, far if leg.inches > 0 else -far))
            put_vehicle(game, vehicle, where, "manoeuvres", rule)
            left, went = left - far, went + far
            watched.at(game, went)
    course.stir(game, vehicle)
    chases.keep_up(game, vehicle, "slow", way.cost)


def run_engines(game: Game, vehicle: Vehicle) -> None:
    """gce.vehicle-movement.gas-engines, or sails or pumps in their place."""
    battle = game.battle
    inches = sails.basic_move(game, vehicle)
    way: Way = game.ask(drives_for(battle, vehicle), gas_question(battle, vehicle, inches))
    if len(way.path) > 1:
        gas_move(game, vehicle, way.legs)


def _offer_chase(game: Game, vehicle: Vehicle) -> None:
    """Who has no thrusters is asked after his move whether he starts a chase."""
    found = chases.chase_options(game.battle, vehicle)
    if not found:
        return
    options = [*found, Option("stop", "No chase")]
    question = Choose(
        f"Does {vehicle.name} chase?", options, "gce.chase.declare", vehicle.id, "stop", kind="begin-chase"
    )
    kind, _, target = game.ask(drives_for(game.battle, vehicle), question).partition(" ")
    if kind != "stop":
        chases.declare_chase(game, vehicle, game.battle.vehicle(target), kind)
