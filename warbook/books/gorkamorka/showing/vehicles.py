"""The cards of a vehicle and of a chase: how it drives, where it may be hit and what follows, who
rides it as what, what is broken, what it did this turn and may still do."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.family.wording import explained, listed
from warbook.books.gorkamorka.damage.hits import locations
from warbook.books.gorkamorka.driving import thrusts
from warbook.books.gorkamorka.driving import turn as driving
from warbook.books.gorkamorka.driving.sails import wind_roll
from warbook.books.gorkamorka.driving.ways import allowance, thrust_length
from warbook.books.gorkamorka.field.aboard import (
    boarders,
    chasers,
    drives_for,
    gunner,
    out_of_control,
    own_riders,
)
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.field.fittings import plates, working
from warbook.books.gorkamorka.mob.data import damage_tables, gubbinz, weapons
from warbook.books.gorkamorka.mob.describing import damage_words, gubbin_words, location_words
from warbook.books.gorkamorka.mob.lists import DamageRow, Roll, VehicleType
from warbook.books.gorkamorka.pieces import states_of, vehicle_states
from warbook.books.gorkamorka.showing.arms import ranged_words, traits_of
from warbook.books.gorkamorka.showing.entries import gubbin_id
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.book import Group
from warbook.core.cards import Arm, Card, Chart, Figure, Glossary, Trait

MOVES = {
    "still": "stood still", "gas": "drove", "slow": "manoeuvred slowly", "thrust": "thrust",
    "wild": "ran wild", "sail": "sailed", "pump": "was pumped along", "chase": "kept up with its chase",
}  # fmt: skip
POSTS = ("driver", "gunner", "crew", "boarder")
BROKEN = {"silent": "cannot fire until the end of its next turn", "empty": "out of ammo", "lost": "smashed"}
GROUNDS = {
    "normal": "as on any ground", "slow": "slow speed manoeuvres only", "immobilised": "immobilises it",
}  # fmt: skip


def vehicle_card(battle: Battle, vehicle: Vehicle, glossary: Glossary) -> Card:
    return Card(
        id=vehicle.id,
        name=vehicle.name,
        kind=_kind(vehicle),
        profile=tuple(_profile(battle, vehicle)),
        arms=tuple(_arms(battle, vehicle)),
        charts=(_places(battle, vehicle), *_damage(vehicle)),
        abilities=tuple(_abilities(battle, vehicle)),
        states=tuple(_states(battle, vehicle, glossary)),
        done=tuple(_done(battle, vehicle)),
        may=tuple(_may(battle, vehicle)),
    )


def chase_card(battle: Battle, chase: Group) -> Card:
    """Two vehicles that move together, and what holds of that."""
    chaser = battle.vehicle(chase.members[0])
    target = battle.vehicle(chaser.chasing)
    side = chaser.chase == "race"
    kept = f"{chaser.name} keeps {'beside' if side else 'behind'} {target.name}"
    tests = "passes the tests that each of its thrusts and turns asks, or falls behind"
    traits = [
        Trait("Moves with it", f"{kept}, and {tests}", "gce.chase.moves-with-target"),
        Trait(
            "Shoots twice", f"all aboard {chaser.name} shoot in both turns, first", "gce.chase.shoot-first"
        ),
    ]
    if chaser.planked:
        traits.append(Trait("Boarding plank", "who crosses it takes no test", "gce.foot.jump-between"))
    return Card(chase.id, chase.name, "Race" if side else "Tail", abilities=tuple(traits))


def _kind(vehicle: Vehicle) -> str:
    model = model_of(vehicle)
    return model.name if model.bike else f"{model.name}, {model.kind} vehicle"


# ---------------------------------------------------------------- how it drives


def _profile(battle: Battle, vehicle: Vehicle) -> Iterator[Figure]:
    """gce.vehicle-movement.separate: the moves as they are now, the rolls of its thrusts, its places."""
    model = model_of(vehicle)
    if model.wind_move:
        for name, roll in (("Abeam", model.wind_move.side), ("Astern", model.wind_move.behind)):
            yield Figure(name, _roll_words(roll), f"Inches under sail with the wind {name.lower()}")
    elif model.pump_move:
        pumps = model.pump_move
        words = f"Inches by pumps: {pumps.per_pumper} more for each who pumps, at most {pumps.max}"
        yield Figure("Pumps", f"{pumps.base}+", words)
    else:
        yield _figure("Gas", "Inches of its gas move", allowance(vehicle), model.gas_move)
    if model.thrust:
        yield _figure("Thrust", "Inches of each thrust", thrust_length(vehicle), model.thrust_move)
        for number, name in enumerate(("1st", "2nd", "3rd"), 1):
            words = f"Needed for the {name} thrust of a turn" + (" and later ones" if number == 3 else "")
            yield Figure(name, f"{model.thrust_need(number)}+", words)
    riders = own_riders(battle, vehicle)
    yield Figure("Aboard", f"{len(riders)}/{model.crew_max}", "Own warriors aboard, of so many places")


def _figure(name: str, words: str, now: float, whole: int) -> Figure:
    return Figure(name, f'{now:g}"', words if now == whole else f"{words}, {whole} when unhurt")


def _roll_words(roll: Roll) -> str:
    dice = f"{roll.dice}D6" if roll.dice else ""
    return "+".join(filter(None, (dice, str(roll.plus) if roll.plus or not dice else "")))


def _abilities(battle: Battle, vehicle: Vehicle) -> Iterator[Trait]:
    model = model_of(vehicle)
    yield Trait("Armour", _armour_words(model), "gce.vehicle-damage.penetrate")
    yield Trait("Aboard", "; ".join(_crew_words(battle, vehicle)), "gce.foot.riders")
    if model.large_target:
        yield Trait("Large target", "+1 to hit it", "gce.shooting.mod-large")
    ground = model.terrain
    words = f"difficult: {GROUNDS[ground.difficult]}; very difficult: {GROUNDS[ground.very_difficult]}"
    yield Trait("On bad ground", words, "gce.vehicle-movement.terrain-profile")
    if model.obstacle_sides:
        yield Trait("High sides", "who boards it charges across an obstacle", "gce.R6.18")
    ladder, left = plates(vehicle)
    left_over = working(vehicle)
    for name in dict.fromkeys(vehicle.gubbinz):
        count, now = vehicle.gubbinz.count(name), left_over.count(name)
        named = gubbinz()[name].name + (f" ({now} of {count})" if now < count or count > 1 else "")
        words = gubbin_words(gubbinz()[name])
        if gubbinz()[name].save_ladder and left:
            words = f"saves on {ladder[min(left, len(ladder)) - 1]}+; {words}"
        yield Trait(named, words if now else f"lost; {words}", gubbin_id(name))


def _armour_words(model: VehicleType) -> str:
    """What D6 + Strength must reach: the figure of most locations, and those that differ."""
    parts = {part.location: part.armour for part in model.locations if part.location != "absent"}
    usual = max(parts.values(), key=lambda armour: (list(parts.values()).count(armour), -armour))
    others = [f"{location_words(part)} {armour}" for part, armour in parts.items() if armour != usual]
    return f"{usual}; {', '.join(others)}" if others else str(usual)


def _crew_words(battle: Battle, vehicle: Vehicle) -> Iterator[str]:
    riders = own_riders(battle, vehicle)
    posts = {vehicle.driver: "drives", vehicle.gunner: "has the gun"}
    for rider in riders:
        if rider.id in posts:
            yield f"{_rider(rider)} {posts[rider.id]}"
    crew = [_rider(rider) for rider in riders if rider.id not in posts]
    if crew:
        yield f"crew: {listed(crew)}"
    if enemies := boarders(battle, vehicle):
        yield f"boarded by {listed(map(_rider, enemies))}"
    if not riders and not enemies:
        yield "nobody"


def _rider(rider: Warrior) -> str:
    """His name, and what ails him."""
    ails = [state for state in states_of(rider) if state not in POSTS]
    return f"{rider.name} ({', '.join(ails)})" if ails else rider.name


# ---------------------------------------------------------------- what it fires


def _arms(battle: Battle, vehicle: Vehicle) -> Iterator[Arm]:
    """gce.vehicle-shooting.fixed-arc, gce.vehicle-shooting.gunner-only."""
    if not vehicle.weapon:
        return
    man = gunner(battle, vehicle)
    by = f"fired by {man.name}" if man else "nobody fires it"
    for weapon in weapons().values():
        if vehicle.weapon not in (weapon.id, weapon.part_of):
            continue
        broken = BROKEN.get(vehicle.weapon_state, "") or ("" if man else "no gunner")
        yield Arm(
            name=weapon.name,
            words="; ".join((f"fixed to the {vehicle.quadrant}, 90 degrees", by, *ranged_words(weapon, man))),
            state=broken or "ready",
            useless=bool(broken),
            rule="gce.vehicle-shooting.fixed-arc",
            traits=traits_of(weapon),
        )


# ---------------------------------------------------------------- where it is hit


def _places(battle: Battle, vehicle: Vehicle) -> Chart:
    """gce.vehicle-damage.location-table: the D6 of where a hit falls, with what D6 + Strength must reach."""
    there = locations(battle, vehicle)
    rows = []
    for number, part in enumerate(model_of(vehicle).locations, 1):
        words = f"{location_words(part.location)}, armour {part.armour}"
        if number not in there:
            gone = "" if part.location == "absent" else f"{location_words(part.location)}: "
            again = "rolled again" if battle.rulings.missing_location == "reroll" else "no effect"
            words = f"{gone}not there, {again}"
        rows.append((str(number), f"{words}, burning" if number in vehicle.burning else words))
    return Chart("Where a hit falls", tuple(rows), "gce.vehicle-damage.location-table")


def _damage(vehicle: Vehicle) -> Iterator[Chart]:
    """gce.vehicle-damage.resolve: the lines of its damage table for each location that it has."""
    model = model_of(vehicle)
    table = damage_tables()[model.damage_table]
    for part in dict.fromkeys(part.location for part in model.locations):
        if part == "absent" or (part == "fixed_weapon" and not vehicle.weapon):
            continue
        if part == "gubbinz" and not vehicle.gubbinz:
            continue
        lines = [row for number, row in enumerate(table[part], 1) if row.low == number]
        rows = tuple((_span(row), damage_words(row)) for row in lines)
        yield Chart(f"Damage to the {location_words(part)}", rows, "gce.vehicle-damage.resolve")


def _span(row: DamageRow) -> str:
    return str(row.low) if row.low == row.high else f"{row.low}-{row.high}"


# ---------------------------------------------------------------- how it stands


def _states(battle: Battle, vehicle: Vehicle, glossary: Glossary) -> Iterator[Trait]:
    names = ("not on yet",) if vehicle.place == "reserve" else vehicle_states(battle, vehicle)
    yield from explained(glossary, names, lambda name: _particular(battle, vehicle, name))


def _particular(battle: Battle, vehicle: Vehicle, name: str) -> str:
    model = model_of(vehicle)
    match name:
        case "burning":
            places = (location_words(model.locations[place - 1].location) for place in vehicle.burning)
            return f"Burning: {listed(places)}."
        case "racing" | "tailing":
            plank = ", with its boarding plank lowered" if vehicle.planked else ""
            return f"It chases {battle.vehicle(vehicle.chasing).name}{plank}."
        case "chased":
            return f"By {listed(other.name for other in chasers(battle, vehicle))}."
        case "fitting lost":
            return f"{listed(gubbinz()[each].name for each in dict.fromkeys(vehicle.gubbinz_lost))}."
        case "slower":
            lost = vehicle.slower + vehicle.slower_now
            words = [f'{lost}" less of each move'] if lost else []
            words += [f'{vehicle.shorter}" less of each thrust'] if vehicle.shorter else []
            return f"{listed(words).capitalize()}."
        case "no thrust":
            return "For the rest of the battle." if vehicle.no_thrust == "ever" else "In its next turn."
        case "scrap":
            return f"It has {vehicle.scrap} aboard."
    return ""


# ---------------------------------------------------------------- this turn


def _done(battle: Battle, vehicle: Vehicle) -> Iterator[str]:
    if battle.phase in ("roll", "edges", "deploy", "start") or not vehicle.moved:
        return
    if vehicle.went_in == battle.now or (
        drives_for(battle, vehicle) == battle.side and vehicle.moved == "still"
    ):
        yield MOVES[vehicle.moved]
        if vehicle.thrusts:
            times = "once" if vehicle.thrusts == 1 else f"{vehicle.thrusts} times"
            yield f"tried its thrusters {times}: -1 to hit it, and -1 for who fires from it"


def _may(battle: Battle, vehicle: Vehicle) -> Iterator[str]:
    """What the question of its move would offer."""
    if battle.over or battle.phase != "move":
        return
    if vehicle not in driving.movers(battle, battle.side):
        return
    if out_of_control(battle, vehicle):
        yield "run wild, unless somebody aboard takes the wheel on a 4+"
    elif vehicle.went_in == battle.now:
        if thrusts.no_thrust(battle, vehicle) is None:
            yield f"thrust, on {model_of(vehicle).thrust_need(vehicle.thrusts + 1)}+"
    elif vehicle.chasing and not battle.rulings.chaser_moves_own_turn:
        yield "give up its chase and move, or wait for the other to move"
    else:
        for way in driving.manners(battle, vehicle):
            if way.barred is None and way.id != "stay":
                yield f"{way.label[:1].lower()}{way.label[1:]}"
        if model_of(vehicle).wind_move:
            roll = wind_roll(battle, vehicle)
            yield f"sail {_roll_words(roll)} inches as it stands to the wind"
