"""The question of a tank shock or a ram: which way, and how far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, hypot

from warbook.board.geometry import Spot, bearing, distance, turn_between
from warbook.board.hulls import Leg, moved, turned
from warbook.books.vehicles.driving.course import TINY, too_near
from warbook.books.vehicles.driving.speeds import band, fastest, still_fires
from warbook.books.vehicles.driving.terrain import foretold, landing_risk
from warbook.books.vehicles.driving.ways import most, too_far
from warbook.books.vehicles.field.bodies import WITHIN, hull, type_of
from warbook.books.vehicles.state import Battle, Vehicle
from warbook.books.vehicles.tanks import ramming, shock
from warbook.books.vehicles.tanks.lanes import Lane, Lanes
from warbook.core.questions import Drive, Refusal, Way

End = tuple[float, float, float, float]


def charge_question(battle: Battle, tank: Vehicle, ram: bool) -> Drive:
    """veh.tank.pivot, veh.tank.declare: one turn, and the inches straight ahead. Who answers with no legs has
    thought better of it and halts."""
    lanes = Lanes(battle, tank, ram)

    @cache
    def worthwhile() -> list[tuple[End, Leg]]:
        return [(_end(tank, leg), leg) for leg in legs_worth(lanes)]

    def legs(x: float, y: float, z: float | None, facing: float | None) -> tuple[Leg, ...] | None:
        goal = Spot(x, y, tank.z)
        turn = turn_between(tank.facing, bearing(tank.spot, goal))
        far = declared(lanes, turn) if ram else distance(tank.spot, goal)
        if not isinstance(judge(lanes, (Leg(turn, far),)), Refusal):
            return (Leg(turn, far),)
        found = min(worthwhile(), key=lambda each: hypot(each[0][0] - x, each[0][1] - y), default=None)
        return None if found is None else (found[1],)

    verb = "ram" if ram else "tank shock"
    return Drive(
        f"Where does {tank.name} {verb}?", tank.id, tank.spot, tank.facing,
        lambda legs: judge(lanes, legs),
        lambda: [end for end, _ in worthwhile()],
        legs, most(battle, tank), "veh.ram.procedure" if ram else "veh.tank.declare",
        kind="ram" if ram else "shock", tells=lambda way: tells(lanes, way),
    )  # fmt: skip


def as_leg(legs: Sequence[Leg]) -> Leg | None:
    """A pivot and then straight on, as one leg; None if the way is another."""
    turn, inches = 0.0, 0.0
    for leg in legs:
        if leg.inches < -TINY or (abs(leg.turn) > TINY and inches > TINY):
            return None
        turn, inches = turn + leg.turn, inches + leg.inches
    return Leg(turn, inches)


def declared(lanes: Lanes, turn: float) -> float:
    """veh.ram.conditions, veh.V66: the full distance that way; a road's if all of it is road."""
    kind, carried = type_of(lanes.tank), lanes.tank.carried
    on_road, off_road = (fastest(kind, road, not carried) for road in (True, False))
    whole = Leg(turn, on_road)
    if on_road > off_road and lanes.ahead(whole).on_road and lanes.leads_by_road(whole):
        return on_road
    return off_road


def judge(lanes: Lanes, legs: Sequence[Leg]) -> float | Refusal:
    tank, leg = lanes.tank, as_leg(legs)
    if leg is None:
        return Refusal("a pivot first, then straight ahead", "veh.tank.move")
    if leg == Leg():
        return 0.0
    if leg.inches <= WITHIN:
        return Refusal("a mere pivot is not enough", "veh.V59")
    full = declared(lanes, leg.turn) if lanes.ram else leg.inches
    if abs(leg.inches - full) > WITHIN:
        return Refusal(f"a ram is made at top speed: {full:g} inches", "veh.ram.conditions")
    ahead = lanes.ahead(leg)
    far = fastest(type_of(tank), ahead.on_road, not tank.carried)
    if leg.inches > far + WITHIN:
        return too_far(tank, leg.inches, far)
    return _hindered(lanes, ahead) or leg.inches


def _hindered(lanes: Lanes, ahead: Lane) -> Refusal | None:
    """What makes a lane no lane. It may end early at others (veh.tank.stop), but not at a wall. Who stands
    beside a vehicle that is rammed does not keep it from that."""
    contact = ahead.contact
    if contact is not None and contact.turning:
        return Refusal("there is no room to pivot", "veh.tank.pivot")
    if contact is not None and contact.kind != "body":
        where = "the edge of the table" if contact.kind == "edge" else contact.name or contact.kind
        return Refusal(f"after {contact.inches:.1f} inches {where} is in the way", "veh.P3")
    if ahead.inches <= WITHIN and not ahead.target and not ahead.met:
        return Refusal("somebody stands right before it", "veh.tank.stop")
    near = too_near(lanes.battle, ahead.end, lanes.prey[1])
    if near is not None and not ahead.target:
        return Refusal(f"it would end within an inch of {near.name}", "veh.V90")
    return None


# ---------------------------------------------------------------- lanes in which somebody is hit


def no_lane(lanes: Lanes) -> Refusal | None:
    """Why it can hit nobody of those within its reach, whichever way it goes: what hinders it straight at the
    nearest of them. None if it can."""
    if next(_hitting(lanes), None) is not None:
        return None
    turn = lanes.turns()[0]
    leg = Leg(turn, declared(lanes, turn))
    found = judge(lanes, (leg,))
    if isinstance(found, Refusal):
        return Refusal(f"no straight lane reaches anybody: {found.words}", found.rule)
    if lanes.ahead(leg).contact is not None:
        return Refusal("others stand before all whom it could reach", "veh.tank.stop")
    return Refusal("straight ahead nobody is near enough", "veh.tank.move")


def legs_worth(lanes: Lanes) -> list[Leg]:
    """Lanes in which somebody is hit: every inch of them from there on, or the whole of a ram. Where there is
    no other, one that merely grazes somebody."""
    found = [leg for turn in lanes.hitting(lanes.turns()) for leg in _hits(lanes, turn)]
    return found or [leg for turn in lanes.hitting(lanes.grazing()) for leg in _hits(lanes, turn)]


def _hitting(lanes: Lanes) -> Iterator[Leg]:
    for turns in (lanes.turns, lanes.grazing):
        for turn in lanes.hitting(turns()):
            yield from _hits(lanes, turn)


def _hits(lanes: Lanes, turn: float) -> Iterator[Leg]:
    """The lanes after a turn in which somebody is hit."""
    far = declared(lanes, turn)
    ahead = lanes.ahead(Leg(turn, far))
    if ahead.contact is not None and ahead.contact.turning:
        return
    lengths = _lengths(ahead, far) if not lanes.ram else [far] if ahead.target else []
    for inches in lengths:
        if not isinstance(judge(lanes, (Leg(turn, inches),)), Refusal):
            yield Leg(turn, inches)


def _lengths(ahead: Lane, far: float) -> list[float]:
    """Every inch of a tank shock from whom it meets first. Where others stop it, it may be declared further;
    before a wall it ends."""
    if not ahead.met:
        return []
    stopped = ahead.contact is not None and ahead.contact.kind != "body"
    end = ahead.inches - WITHIN if stopped else min(far, float(ceil(ahead.inches - WITHIN)))
    whole = [float(n) for n in range(1, int(end) + 1)]
    return [inches for inches in dict.fromkeys((*whole, end)) if inches > ahead.met[0].inches + WITHIN]


def tells(lanes: Lanes, way: Way) -> str:
    """Who is in the lane and what may come of it, how fast it is, and the test of its ground."""
    battle, tank, ram = lanes.battle, lanes.tank, lanes.ram
    leg = as_leg(way.legs)
    assert leg is not None
    if leg == Leg():
        return "It stays where it is."
    ahead, kind = lanes.ahead(leg), type_of(tank)
    told = []
    for name in ahead.units:
        unit = battle.unit(name)
        at = next(met.inches for met in ahead.met if met.unit == name)
        chance = float(shock.falls_back(battle, unit))
        told.append(f"Shocks {unit.name} after {at:.1f} inches: {chance:.0%} to fall back.")
    if ahead.target and ahead.contact is not None:
        target = battle.vehicle(ahead.target)
        crash = ramming.crash_of(battle, tank, target, ahead.inches, ramming.struck(target, ahead.contact))
        words = f"{ramming.words(crash)}: {ramming.ram_preview(crash).headline}"
        told.append(f"Rams {target.name} after {ahead.inches:.1f} inches, {words}.")
    elif ram:
        told.append("It reaches no vehicle: a tank shock at full speed, without shooting.")
    if not ram:
        speed = band(kind, ahead.inches, ahead.on_road)
        told.append(f"{speed.capitalize()}, {ahead.inches:.1f} inches: {still_fires(kind, speed)}.")
    risk = landing_risk(battle, hull(tank), ahead.end, ahead.inches) if kind.skimmer else ahead.risk
    if risk is not None:
        told.append(foretold(kind, risk, ahead.inches))
    return " ".join(told)


def _end(tank: Vehicle, leg: Leg) -> End:
    end = moved(turned(hull(tank), leg.turn), leg.inches)
    return end.spot.x, end.spot.y, end.spot.z, end.facing
