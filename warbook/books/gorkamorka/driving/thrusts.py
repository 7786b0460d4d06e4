"""Engines and thrusters: a gas move, then thrusts declared, tested and turned one by one."""

from __future__ import annotations

from warbook.board.geometry import Spot
from warbook.board.hulls import Leg, moved
from warbook.books.gorkamorka.damage.steering import drives, driving_ld
from warbook.books.gorkamorka.driving import chases, course
from warbook.books.gorkamorka.driving.dice import runs_on, thrust_test, turns
from warbook.books.gorkamorka.driving.urges import urge
from warbook.books.gorkamorka.driving.ways import barred, mired, thrust_length
from warbook.books.gorkamorka.field.aboard import available_driver
from warbook.books.gorkamorka.field.bodies import hull, model_of
from warbook.books.gorkamorka.ramming import previews
from warbook.books.gorkamorka.ramming.dice import ram_kind
from warbook.books.gorkamorka.ramming.segments import first_met, quadrant, turn
from warbook.books.gorkamorka.ramming.wild import bust
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Wild
from warbook.books.gorkamorka.trouble import settle
from warbook.core.questions import Choose, Leads, Option, Preview, Refusal

STEP = 0.5  # gce.basics.units: the finest distance of the rules
TURN_STEP = 15
RULE = "gce.vehicle-movement.thrust-declare"


def no_thrust(battle: Battle, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle may not thrust now."""
    if not model_of(vehicle).thrust:
        return Refusal(f"{vehicle.name} has no thrusters", "gce.vehicle-movement.sequence")
    if vehicle.no_thrust:
        return Refusal("the thrusters do not fire", "gce.vehicle-damage.resolve")
    if vehicle.moved == "slow" and vehicle.went_in == battle.now:
        return Refusal("not after a slow speed manoeuvre", "gce.vehicle-movement.ssm-no-thrust")
    if mired(battle, vehicle):
        words = "here only slow speed manoeuvres are possible"
        return Refusal(words, "gce.vehicle-movement.terrain-profile")
    return None


def thrusting(game: Game, vehicle: Vehicle) -> None:
    """gce.vehicle-movement.thrust-repeat: on and on, until a test fails, something ends its movement or its
    player stops. gce.vehicle-movement.thrust-turn: one turn after each thrust."""
    battle = game.battle
    may_turn = False
    while course.under_way(game, vehicle) and no_thrust(battle, vehicle) is None:
        answer = game.ask(vehicle.side, question(battle, vehicle, may_turn))
        kind, _, what = answer.partition(" ")
        if kind == "stop":
            return
        if kind == "turn":
            may_turn = False
            turn_under_thrust(game, vehicle, float(what))
        elif kind in ("race", "tail"):
            chases.declare(game, vehicle, battle.vehicle(what), kind)
        else:
            may_turn = one_thrust(game, vehicle, float(what))


def gas_move(game: Game, vehicle: Vehicle, legs: tuple[Leg, ...]) -> None:
    """gce.vehicle-movement.gas-engines, or sails or pumps in their place; those who chase it keep up."""
    model = model_of(vehicle)
    vehicle.moved = "sail" if model.wind_move else "pump" if model.pump_move else "gas"
    vehicle.went_in = game.battle.now
    went = course.drive(game, vehicle, legs, "drives", "gce.vehicle-movement.gas-engines")
    chases.keep_up(game, vehicle, "gas", went)


def one_thrust(game: Game, vehicle: Vehicle, inches: float) -> bool:
    """gce.vehicle-movement.thrust-test: straight ahead, all of what was declared (gce.R7.5), or the Thruster
    Buster. A failed one counts as a thrust too (gce.R4.4)."""
    vehicle.moved = "thrust"
    vehicle.thrusts += 1
    vehicle.went_in = game.battle.now
    if not game.rolling(vehicle.id).roll(thrust_test, model_of(vehicle).thrust_need(vehicle.thrusts)):
        start = vehicle.spot
        bust(game, vehicle)
        settle(game)
        chases.keep_up(game, vehicle, "thrust", chases.far(start, vehicle))
        return False
    went = course.drive(game, vehicle, [Leg(0.0, inches)], "thrusts", "gce.vehicle-movement.thrust-straight")
    chases.keep_up(game, vehicle, "thrust", went)
    return True


def turn_under_thrust(game: Game, vehicle: Vehicle, degrees: float) -> bool:
    """gce.vehicle-movement.thrust-turn: a Leadership test; who fails runs on D6 inches and is done."""
    battle = game.battle
    driver = available_driver(battle, vehicle)
    rule = "gce.vehicle-movement.thrust-turn"
    if driver is not None and drives(game, driver, rule):
        turn(game, vehicle, degrees, (), "turns", rule)
        chases.keep_up(game, vehicle, "turn", 0.0)
        return True
    start = vehicle.spot
    battle.trouble.append(Wild(vehicle.id, 0.0, float(game.rolling(vehicle.id).roll(runs_on)), rule=rule))
    settle(game)
    chases.keep_up(game, vehicle, "thrust", chases.far(start, vehicle))
    return False


# ---------------------------------------------------------------- the question


def question(battle: Battle, vehicle: Vehicle, may_turn: bool) -> Choose:
    """Thrust again and how far, turn, start a chase, or stop."""
    must = urge(battle, vehicle)
    options = [thrust_option(battle, vehicle, far, must) for far in _distances(vehicle)]
    if may_turn:
        options += [_turn_option(battle, vehicle, degrees) for degrees in _TURNS]
    options += chases.options(battle, vehicle)
    reached = any(option.barred is None and option.about == "ram" for option in options)
    stays = Refusal(must.words, must.rule) if must is not None and reached else None
    options.append(Option("stop", "No more thrusts", vehicle.id, stays))
    spots = {f"thrust {far:g}": moved(hull(vehicle), far).spot for far in _distances(vehicle)}

    def leads(option: str) -> Leads:
        return Leads((vehicle.spot, spots.get(option, vehicle.spot)), vehicle.facing)

    text = f"Thrust {vehicle.thrusts + 1} of {vehicle.name}?"
    return Choose(text, options, RULE, vehicle.id, "stop", leads, "thrust")


def thrust_option(battle: Battle, vehicle: Vehicle, far: float, must: Refusal | None) -> Option:
    """A thrust of so many inches. One that ends in an enemy vehicle is a ram."""
    refused = barred(battle, vehicle, (Leg(0.0, far),), rams=True)
    met, where = first_met(battle, vehicle, Leg(0.0, far), [w.id for w in battle.warriors])
    target = battle.vehicle(met.who) if met.kind == "vehicle" else None
    if refused is None and must is not None and target is None:
        ram_ahead = first_met(battle, vehicle, Leg(0.0, thrust_length(vehicle)), ())[0].kind == "vehicle"
        refused = must if ram_ahead else None
    label = f"Thrust {far:g} inches" + (f" and ram {target.name}" if target else "")

    def look() -> Preview:
        need = model_of(vehicle).thrust_need(vehicle.thrusts + 1)
        goes = thrust_test.odds(need).chance(True)
        outcomes = [("Thruster Buster", 1 - goes), ("goes", goes)]
        if target is None:
            return Preview(tuple(outcomes), f"{need}+", headline=f"{float(goes):.0%} to go")
        ram = previews.of_ram(battle, ram_kind(quadrant(hull(target), where)), vehicle, target)
        outcomes = [outcomes[0], *((words, goes * part) for words, part in ram.outcomes)]
        return Preview(tuple(outcomes), f"{need}+", headline=f"{float(goes):.0%} to go: {ram.headline}")

    spot: Spot = where.spot
    about = "ram" if target else "thrust"
    return Option(f"thrust {far:g}", label, vehicle.id, refused, look, spot, about)


def _turn_option(battle: Battle, vehicle: Vehicle, degrees: int) -> Option:
    side = "left" if degrees > 0 else "right"
    met, _ = first_met(battle, vehicle, Leg(float(degrees), 0.0), ())
    refused = Refusal("there is no room to turn", "gce.vehicle-movement.thrust-turn") if met.kind else None
    driver = available_driver(battle, vehicle)
    assert driver is not None
    ld = driving_ld(battle, driver)

    def look() -> Preview:
        passes = turns.odds(ld).chance(True)
        return Preview(
            (("runs on", 1 - passes), ("turns", passes)), f"Ld {ld}", headline=f"{float(passes):.0%}"
        )

    return Option(f"turn {degrees}", f"Turn {abs(degrees)} degrees {side}", vehicle.id, refused, look)


_TURNS = tuple(n * TURN_STEP for n in (3, 2, 1, -1, -2, -3))


def _distances(vehicle: Vehicle) -> list[float]:
    """The longest first."""
    return [STEP * n for n in range(int(thrust_length(vehicle) / STEP), 0, -1)]
