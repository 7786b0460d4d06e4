"""Engines and thrusters: a gas move, then thrusts declared, tested and turned one by one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from warbook.board.geometry import turn_between
from warbook.board.hulls import Leg, moved
from warbook.books.family.wording import listed
from warbook.books.gorkamorka.damage.riders import shake_off
from warbook.books.gorkamorka.damage.steering import driving_ld, driving_test, steady
from warbook.books.gorkamorka.driving import chases, course
from warbook.books.gorkamorka.driving.dice import runs_on, thrust_test
from warbook.books.gorkamorka.driving.urges import quarry, urge
from warbook.books.gorkamorka.driving.ways import LEAST, hindrances, mired, rammed, thrust_length
from warbook.books.gorkamorka.field.aboard import available_driver, drives_for
from warbook.books.gorkamorka.field.bodies import hull, model_of
from warbook.books.gorkamorka.ramming import previews
from warbook.books.gorkamorka.ramming.dice import Action, kind_by_quadrant
from warbook.books.gorkamorka.ramming.segments import TINY, Traffic, first_met, quadrant
from warbook.books.gorkamorka.ramming.wild import bust
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior, Wild
from warbook.books.gorkamorka.trouble import settle
from warbook.core.questions import Choose, Leads, Modifier, Option, Preview, Refusal

BUSTED = 6.0  # gce.vehicle-movement.thruster-buster: inches that it may run on
RULE = "gce.vehicle-movement.thrust-declare"
_BUST = (
    Modifier(
        0,
        "a Thruster Buster ends its move: it spins, swerves or runs on up to 6 inches, and avoids nothing",
        "gce.vehicle-movement.thruster-buster",
    ),
)
_ASTRAY = (
    Modifier(
        0,
        "a failed turn runs straight on for D6 inches, and its move ends",
        "gce.vehicle-movement.thrust-turn",
    ),
)


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
        question = thrust_question(battle, vehicle, may_turn)
        if [option.id for option in question.open()] == ["stop"]:
            return  # nothing to choose: something is right ahead
        answer = game.ask(drives_for(battle, vehicle), question)
        kind, _, what = answer.partition(" ")
        if kind == "stop":
            return
        if kind == "turn":
            may_turn = False
            turn_under_thrust(game, vehicle, float(what))
        elif kind in ("race", "tail"):
            chases.declare_chase(game, vehicle, battle.vehicle(what), kind)
        else:
            one_thrust(game, vehicle, float(what))
            may_turn = True


def gas_move(game: Game, vehicle: Vehicle, legs: tuple[Leg, ...]) -> None:
    """gce.vehicle-movement.gas-engines, or sails or pumps in their place; those who chase it keep up."""
    model = model_of(vehicle)
    vehicle.moved = "sail" if model.wind_move else "pump" if model.pump_move else "gas"
    vehicle.went_in = game.battle.now
    went = course.drive(game, vehicle, legs, "drives", "gce.vehicle-movement.gas-engines")
    chases.keep_up(game, vehicle, "gas", went)


def one_thrust(game: Game, vehicle: Vehicle, inches: float) -> None:
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
        return
    shake_off(game, vehicle)
    went = course.drive(game, vehicle, [Leg(0.0, inches)], "thrusts", "gce.vehicle-movement.thrust-straight")
    chases.keep_up(game, vehicle, "thrust", went)


def turn_under_thrust(game: Game, vehicle: Vehicle, degrees: float) -> bool:
    """gce.vehicle-movement.thrust-turn: a Leadership test; who fails runs on D6 inches and is done."""
    battle = game.battle
    driver = available_driver(battle, vehicle)
    rule = "gce.vehicle-movement.thrust-turn"
    if driver is not None and driving_test(game, driver, rule):
        course.pivot(game, vehicle, degrees, "turns", rule)
        chases.keep_up(game, vehicle, "turn", 0.0)
        return True
    start = vehicle.spot
    battle.trouble.append(Wild(vehicle.id, 0.0, float(game.rolling(vehicle.id).roll(runs_on)), rule=rule))
    settle(game)
    chases.keep_up(game, vehicle, "thrust", chases.far(start, vehicle))
    return False


# ---------------------------------------------------------------- the question


def thrust_question(battle: Battle, vehicle: Vehicle, may_turn: bool) -> Choose:
    """Thrust again as far as it goes, turn, start a chase, thrust less far, or stop."""
    ahead = Ahead(battle, vehicle, thrust_length(vehicle))
    distances = [LEAST * n for n in range(int(thrust_length(vehicle) / LEAST), 0, -1)]
    thrusts = [ahead.option(far) for far in distances]
    open_ = [option for option in thrusts if option.barred is None]
    must = ahead.must if open_ else None
    for shorter in open_[1:]:
        shorter.aside = "for a shorter thrust"
    longest = open_[:1]
    options = [*longest]
    if may_turn:
        options += _turn_options(battle, vehicle)
    options += chases.chase_options(battle, vehicle, must)
    options += [option for option in thrusts if option not in longest]
    options.append(Option("stop", "No more thrusts", barred=must))
    pushes = {each.id: each.about for each in options if isinstance(each.about, Push)}

    def leads(option: str) -> Leads:
        push = pushes.get(option, Push())
        end = moved(hull(vehicle), push.inches).spot
        return Leads((vehicle.spot, end), (vehicle.facing + push.turn) % 360.0)

    text = f"Thrust {vehicle.thrusts + 1} of {vehicle.name}?"
    return Choose(text, options, RULE, vehicle.id, "" if must else "stop", leads, "thrust")


def must_thrust(battle: Battle, vehicle: Vehicle) -> Refusal | None:
    """gce.R9.13: why its driver may not do without a thrust, if one reaches whom he must go for."""
    if not quarry(battle, vehicle):
        return None
    return next(each.barred for each in thrust_question(battle, vehicle, False).options if each.id == "stop")


class Push(Struct, frozen=True):
    """What a thrust or a turn after one does if it comes off: inches straight on, or degrees of a turn; the
    vehicle it ends in, and what kind of ram that is."""

    inches: float = 0.0
    turn: float = 0.0
    target: str = ""
    ram: Action | None = None


class Ahead:
    """What lies straight ahead within a thrust: what hinders it, whom it would ram, whom the driver must go
    for if he can reach him."""

    def __init__(self, battle: Battle, vehicle: Vehicle, far: float) -> None:
        self.battle, self.vehicle = battle, vehicle
        traffic = Traffic(battle, vehicle)
        driven = traffic.follow((Leg(0.0, far),))
        self.hindered = hindrances(traffic, driven, rams=True)
        self.target = rammed(traffic, driven)
        self.trodden = [(met.inches, traffic.feet[met.number]) for met in driven.met]
        self.end, self.met_at = driven.end, driven.inches
        wanted = quarry(battle, vehicle)
        prey = [met.inches for met in driven.met if traffic.feet[met.number].id in wanted]
        if self.target is not None and self.target.id in wanted:
            prey.append(driven.inches)
        self.prey_at = min(prey, default=None)
        self.must = urge(battle, vehicle) if prey else None

    def option(self, far: float) -> Option:
        """A thrust of so many inches, with whom it runs over. One that ends in an enemy vehicle is a ram."""
        vehicle = self.vehicle
        refused = next((why for at, why in self.hindered if at < far - TINY), None)
        if refused is None and self.prey_at is not None and far <= self.prey_at + TINY:
            refused = self.must
        target = self.target if far > self.met_at + TINY else None
        trodden = [warrior for at, warrior in self.trodden if at < far - TINY] if refused is None else []
        does = [f"run over {listed(warrior.name for warrior in trodden)}"] if trodden else []
        does += [f"ram {target.name}"] if target else []
        label = " and ".join((f'Thrust {far:g}"', *does))
        spot = moved(hull(vehicle), min(far, self.met_at)).spot
        about = Push(far, target=target.id, ram=self.ram(target)) if target else Push(far)
        return Option(
            f"thrust {far:g}", label, vehicle.id, refused, lambda: self.preview(target, trodden), spot, about
        )

    def ram(self, target: Vehicle) -> Action:
        return kind_by_quadrant(quadrant(hull(target), self.end))

    def squashes(self, warrior: Warrior) -> Fraction:
        return dict(previews.of_squash(self.battle, self.vehicle, warrior).outcomes)["squashed"]

    def preview(self, target: Vehicle | None, trodden: Sequence[Warrior]) -> Preview:
        need = model_of(self.vehicle).thrust_need(self.vehicle.thrusts + 1)
        goes = thrust_test.odds(need).chance(True)
        ahead = first_met(self.battle, self.vehicle, Leg(0.0, BUSTED))[0]
        peril = f" towards {ahead.who}" if ahead.kind in ("terrain", "bog", "mire") and ahead.who else ""
        fails = (f"Thruster Buster{peril}", 1 - goes)
        under = tuple((f"{warrior.name} squashed", goes * self.squashes(warrior)) for warrior in trodden)
        if target is None:
            headline = f"{float(goes):.0%} to go"
            return Preview((fails, ("goes", goes)), f"{need}+", _BUST, headline, besides=under)
        ram = previews.of_ram(self.battle, self.ram(target), self.vehicle, target)
        struck = tuple((words, goes * part) for words, part in ram.outcomes)
        headline = f"{float(goes):.0%} to go, then {ram.headline}"
        return Preview((fails, *struck), f"{need}+", _BUST, headline, ram.given, besides=under)


def _turn_options(battle: Battle, vehicle: Vehicle) -> list[Option]:
    """gce.vehicle-movement.thrust-turn: as far as there is room to turn."""
    driver = available_driver(battle, vehicle)
    assert driver is not None
    ld = driving_ld(battle, driver)

    def look() -> Preview:
        passes = steady(battle, driver, "gce.vehicle-movement.thrust-turn")
        outcomes = ("runs on", 1 - passes), ("turns", passes)
        return Preview(outcomes, f"Ld {ld}", _ASTRAY, f"{float(passes):.0%} to turn")

    found = []
    for side, way in (("left", 1), ("right", -1)):
        _, where = first_met(battle, vehicle, Leg(float(way * _TURNS[-1]), 0.0))
        room = abs(turn_between(vehicle.facing, where.facing))
        for degrees in reversed(_TURNS):
            words = Refusal("there is no room to turn", "gce.vehicle-movement.thrust-turn")
            refused = words if degrees > room + TINY else None
            label = f"Turn {degrees} degrees {side}"
            push = Push(turn=float(way * degrees))
            found.append(Option(f"turn {way * degrees}", label, vehicle.id, refused, look, about=push))
    return found


_TURNS = (15, 30, 45)
