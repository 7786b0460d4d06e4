"""How a vehicle or a squad would stand at a place: whom it would see there, who would see it, and what each
enemy could do to it in his next turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import hypot
from typing import TypeAlias

from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.books.family.wording import listed
from warbook.books.vehicles.army.lists import Facing
from warbook.books.vehicles.assault.allowed import assaulters, barred
from warbook.books.vehicles.assault.previews import assault_preview
from warbook.books.vehicles.assault.turn import reachable
from warbook.books.vehicles.driving.speeds import speed_limit
from warbook.books.vehicles.field.bodies import WITHIN, bodies, on_table, type_of
from warbook.books.vehicles.field.placing import around
from warbook.books.vehicles.field.sight import eye, screens
from warbook.books.vehicles.shooting.barrels import Barrel, visible
from warbook.books.vehicles.shooting.previews import outcome
from warbook.books.vehicles.shooting.salvo import struck_facing
from warbook.books.vehicles.shooting.turn import cannot, volleys_at
from warbook.books.vehicles.state import Battle, Model, Unit, Vehicle, other
from warbook.core.book import Outlook, Threat
from warbook.core.questions import Preview

Weight: TypeAlias = tuple[Fraction, Fraction]

DESTROYED = ("wrecked", "explodes")
UNHURT = ("unharmed", "nobody", "0 lost")
NONE = Fraction(0)


def outlook(battle: Battle, piece: str, spot: Spot, facing: float | None = None) -> Outlook:
    """A vehicle as it would stand there, a squad as it would if this model of it led the others there in
    formation; all others as they are. A facing that is not known is the one it has.

    Enemies strike from where they stand, as if they had not moved; that they might come nearer first is not
    reckoned with, nor that who falls back rallies. Of a squad the chance is that nobody of it is left, and
    what it would lose on average is told beside it. A foot unit is told of by one of its models.
    """
    found = _moved(battle, piece, spot, facing)
    if found is None:
        return Outlook()
    soon, there = found
    foes = on_table(soon, other(there.side))
    threats = sorted(_threats(soon, there), key=lambda each: each[0], reverse=True)
    return Outlook(
        sees=tuple(name for foe in foes if (name := _seen(soon, there, foe))),
        seen_by=tuple(_named(soon, foe, there) for foe in foes if _seen(soon, foe, there)),
        threats=tuple(threat for weight, threat in threats if any(weight)),
    )


# ---------------------------------------------------------------- as it would stand


def _moved(
    battle: Battle, piece: str, spot: Spot, facing: float | None
) -> tuple[Battle, Unit | Vehicle] | None:
    """The battle with the vehicle, or the squad of the model, at the spot; None where neither is meant."""
    for vehicle in battle.vehicles:
        if vehicle.id == piece:
            there = _driven(battle, vehicle, spot, facing)
            return replace(
                battle, vehicles=[there if each is vehicle else each for each in battle.vehicles]
            ), there
    lead = next((model for model in battle.models if piece in (model.id, model.unit)), None)
    if lead is None or lead.place == "out":
        return None
    unit = battle.unit(lead.unit)
    walks = replace(unit, aboard="", grounded_until=0 if lead.place != "table" else unit.grounded_until)
    soon = replace(battle, units=[walks if each is unit else each for each in battle.units])
    ends = _led(soon, walks, lead, spot)
    soon.models = [ends.get(model.id, model) for model in battle.models]
    return soon, walks


def _driven(battle: Battle, vehicle: Vehicle, spot: Spot, facing: float | None) -> Vehicle:
    """If it is yet to move this is its move: the straight way tells how hard it is to hit in an assault, and
    a Skimmer that went further than at cruising speed has gone flat out."""
    there = replace(vehicle, x=spot.x, y=spot.y, z=spot.z, place="table")
    if facing is not None:
        there.facing = facing
    if battle.phase == "move" and battle.side == vehicle.side and not vehicle.moved:
        there.straight = hypot(spot.x - vehicle.x, spot.y - vehicle.y)
        kind = type_of(vehicle)
        there.flat_out_skimming = kind.skimmer and there.straight > speed_limit(kind, "cruising") + WITHIN
    return there


def _led(battle: Battle, unit: Unit, lead: Model, spot: Spot) -> dict[str, Model]:
    """The models of the squad where they would be: in formation, or around the spot if they are not on the
    table yet."""
    members = battle.members(unit)
    if lead.place == "table":
        dx, dy, dz = spot.x - lead.x, spot.y - lead.y, spot.z - lead.z
        return {each.id: replace(each, x=each.x + dx, y=each.y + dy, z=each.z + dz) for each in members}
    places = around(battle, unit, spot)
    return {
        each.id: replace(each, x=body.spot.x, y=body.spot.y, z=body.spot.z, place="table")
        for each, body in zip(members, places, strict=False)
    }


# ---------------------------------------------------------------- who sees whom


def _seen(battle: Battle, one: Unit | Vehicle, two: Unit | Vehicle) -> str:
    """The nearest of `two` that `one` sees; "" if it sees nobody of it."""
    there = bodies(battle, two)
    blocked = screens(battle, (one.id, two.id))
    rows = visible(battle, [eye(body) for body in bodies(battle, one)], two, there, blocked)
    shown = [number for number in range(len(there)) if any(row[number] for row in rows)]
    return _nearest(battle, two, shown, one) if shown else ""


def _named(battle: Battle, one: Unit | Vehicle, near: Unit | Vehicle) -> str:
    """The piece by which a client knows it: of a unit the model that is nearest."""
    return _nearest(battle, one, range(len(bodies(battle, one))), near)


def _nearest(battle: Battle, one: Unit | Vehicle, among: Sequence[int], near: Unit | Vehicle) -> str:
    if isinstance(one, Vehicle):
        return one.id
    if one.aboard:
        return one.aboard
    middle = bodies(battle, near)[0].spot
    models = battle.standing(one)
    return min((models[number] for number in among), key=lambda each: _apart(each.spot, middle)).id


def _apart(one: Spot, two: Spot) -> float:
    return hypot(one.x - two.x, one.y - two.y)


# ---------------------------------------------------------------- what could strike it


def _threats(soon: Battle, there: Unit | Vehicle) -> Iterator[tuple[Weight, Threat]]:
    """The worst volley and the assault of each enemy, with what to order them by."""
    side = other(there.side)
    turn = _their_turn(soon, side)
    aboard = [unit for unit in turn.units if unit.side == side and unit.aboard and turn.members(unit)]
    for foe in (*on_table(turn, side), *aboard):
        if there.locked or (isinstance(foe, Unit) and foe.falling_back) or cannot(turn, foe) is not None:
            continue
        shown = [(outcome(turn, foe, there, each.fired), each.fired) for each in volleys_at(turn, foe, there)]
        if shown:
            odds, fired = max(shown, key=lambda each: _weight(turn, there, each[0]))
            yield _told(turn, foe, there, _shooting(foe, there, odds, fired), _weapons(fired, odds), odds)
    for foe in assaulters(turn, side):
        if barred(turn, foe) is None and reachable(turn, foe, there) is None:
            odds = assault_preview(turn, foe, there)
            yield _told(turn, foe, there, _assaulting(there, odds), odds.headline, odds)


def _told(
    battle: Battle, foe: Unit | Vehicle, there: Unit | Vehicle, how: str, words: str, odds: Preview
) -> tuple[Weight, Threat]:
    weight = _weight(battle, there, odds)
    return weight, Threat(_named(battle, foe, there), how, weight[0], words, odds.given)


def _weight(battle: Battle, there: Unit | Vehicle, odds: Preview) -> Weight:
    """The chances that nothing is left of it, and that it is harmed at all."""
    gone: Sequence[str] = DESTROYED
    if isinstance(there, Unit):
        gone = ("wiped out", f"{len(battle.standing(there))} lost")
    chances = dict(odds.outcomes)
    lost = sum((chances.get(name, NONE) for name in gone), NONE)
    return lost, 1 - sum((chances.get(name, NONE) for name in UNHURT), NONE)


def _shooting(foe: Unit | Vehicle, there: Unit | Vehicle, odds: Preview, fired: Sequence[Barrel]) -> str:
    who = f"{foe.name} inside shoots" if isinstance(foe, Unit) and foe.aboard else "shoots"
    if isinstance(there, Unit):
        return f"{who}, {odds.headline}"
    armour = type_of(there).armour
    facings = dict.fromkeys(struck_facing(each) for each in fired)
    return f"{who} at its {listed(f'{facing}, AV {armour.of(facing)}' for facing in facings)}"


def _assaulting(there: Unit | Vehicle, odds: Preview) -> str:
    if isinstance(there, Unit):
        return f"assaults, {odds.headline}"
    kind = type_of(there)
    facing: Facing = "front" if kind.walker else "rear"
    return f"assaults its {facing}, AV {kind.armour.of(facing)}"


def _weapons(fired: Sequence[Barrel], odds: Preview) -> str:
    names = [barrel.weapon.name for barrel in fired]
    told = ", ".join(
        name if names.count(name) == 1 else f"{names.count(name)} x {name}" for name in dict.fromkeys(names)
    )
    return f"{told}, {odds.need} to hit" if odds.need else told


# ---------------------------------------------------------------- their next turn


def _their_turn(battle: Battle, side: str) -> Battle:
    """The side's next turn, in which nobody of it has done anything yet; what ends before is over."""
    turn = battle.next_own_turn(side)
    return replace(
        battle,
        side=side,
        turn=turn,
        units=[_fresh_unit(each, turn) if each.side == side else each for each in battle.units],
        vehicles=[_fresh_vehicle(each, turn) if each.side == side else each for each in battle.vehicles],
    )


def _fresh_unit(unit: Unit, turn: int) -> Unit:
    return replace(
        unit, moved="", ran=False, shot=False, shot_at="", fired_slow=False, boarded=False, alighted="",
        assaulted=False, charged=False, grounded_until=_lasting(unit.grounded_until, turn),
    )  # fmt: skip


def _fresh_vehicle(vehicle: Vehicle, turn: int) -> Vehicle:
    return replace(
        vehicle, speed="stationary", smoking=False, moved=False, rammed=False, ran=False, shot=False,
        shot_at="", shot_extra=False, fired_guns=(), assaulted=False,
        shaken_until=_lasting(vehicle.shaken_until, turn),
        stunned_until=_lasting(vehicle.stunned_until, turn),
    )  # fmt: skip


def _lasting(until: int, turn: int) -> int:
    """veh.V36: a state that lasts to the end of a turn before this one is over."""
    return until if until >= turn else 0
