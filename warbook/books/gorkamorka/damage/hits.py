"""Points of damage and weapon hits on a vehicle: location, armour, plates, then the damage table.

What a hit sets moving is pushed onto the battle's trouble, never carried out here.
"""

from __future__ import annotations

from fractions import Fraction

from warbook.books.gorkamorka.damage import dice
from warbook.books.gorkamorka.damage.effects import put_into_force, why_moot
from warbook.books.gorkamorka.field.aboard import crew, driver
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.field.fittings import plates, working
from warbook.books.gorkamorka.mob.data import damage_tables
from warbook.books.gorkamorka.mob.describing import damage_words, location_words
from warbook.books.gorkamorka.state import Battle, Game, Penetrated, Points, Vehicle
from warbook.books.gorkamorka.wounds.dice import catches_fire
from warbook.core.events import Became, Note
from warbook.core.questions import Modifier


def locations(battle: Battle, vehicle: Vehicle, spares: str = "") -> list[int]:
    """gce.vehicle-damage.location-table, gce.R8.2: the numbers of those that are there to be hit, by what
    spares somebody aboard. gce.vehicle-damage.trukk-locations is in the data."""
    return [n for n in range(1, 7) if _there(battle, vehicle, n, spares)]


def take_points(game: Game, points: Points) -> None:
    """gce.vehicle-damage.sequence, gce.vehicle-damage.points, gce.R8.4: all locations, then armour
    and plates, then the hits that went through wait for the damage table, the lowest location first."""
    battle = game.battle
    vehicle = battle.vehicle(points.vehicle)
    if not vehicle.on_table or vehicle.destroyed:
        return
    if points.points:
        words = f"{vehicle.name} takes {points.points} {'hit' if points.points == 1 else 'hits'}."
        rule = points.rule or "gce.vehicle-damage.points"
        game.tell(Note(words=words, piece=vehicle.id, rule=rule))
    struck = [place for _ in range(points.points) for place in _locate(game, vehicle, points)]
    through = [place for place in struck if _goes_through(game, vehicle, place, points)]
    if points.catches_fire:
        _set_alight(game, vehicle, sorted(set(through)), points.catches_fire)
    keep = points.kept_highest
    waiting = []
    for place in sorted(through):  # gce.vehicle-damage.resolve
        waiting.append(
            Penetrated(
                vehicle.id,
                place,
                points.strength,
                points.by,
                points.pins,
                keep,
                points.takes,
                points.knockback,
                points.spares,
            )
        )
        keep = keep if points.takes else 1  # a ram's second die is for one roll only
    battle.trouble += reversed(waiting)


def resolve(game: Game, hit: Penetrated) -> None:
    """gce.vehicle-damage.resolve: a D6 on the table of the vehicle's faction. A location that is gone by now
    makes the hit moot (gce.vehicle-damage.moot-results)."""
    battle = game.battle
    vehicle = battle.vehicle(hit.vehicle)
    if not vehicle.on_table or vehicle.destroyed or not _there(battle, vehicle, hit.location, hit.spares):
        return
    location = model_of(vehicle).locations[hit.location - 1].location
    roll = game.rolling(vehicle.id).roll(dice.damage_roll, hit.kept_highest)
    row = damage_tables()[model_of(vehicle).damage_table][location][roll - 1]
    told = f"{vehicle.name}, {location_words(location)}: {damage_words(row)}"
    if moot := why_moot(battle, vehicle, row, hit):
        words = f"{told}; of no effect, for {moot}."
        game.tell(Note(words=words, piece=vehicle.id, rule="gce.vehicle-damage.moot-results"))
        return
    game.tell(Note(words=f"{told}.", piece=vehicle.id, rule="gce.vehicle-damage.resolve"))
    put_into_force(game, vehicle, row, hit)


def _there(battle: Battle, vehicle: Vehicle, number: int, spares: str) -> bool:
    match model_of(vehicle).locations[number - 1].location:
        case "absent":
            return False
        case "crew":
            return bool(crew(battle, vehicle, spares))
        case "driver":
            return driver(battle, vehicle) is not None
        case "fixed_weapon":
            return bool(vehicle.weapon) and vehicle.weapon_state != "lost"
        case "gubbinz":
            return bool(working(vehicle))
        case _:
            return True


def _locate(game: Game, vehicle: Vehicle, points: Points) -> list[int]:
    """gce.vehicle-damage.location-roll. A template's hit on the crew is one for each of them
    (gce.vehicle-damage.template-crew)."""
    battle = game.battle
    there = locations(battle, vehicle, points.spares)
    if points.location:
        return [points.location] if points.location in there else []
    again = battle.rulings.missing_location == "reroll"
    place = game.rolling(vehicle.id).roll(dice.location, tuple(there), again)
    if not place:
        return []
    name = model_of(vehicle).locations[place - 1].location
    count = len(crew(battle, vehicle, points.spares)) if points.template and name == "crew" else 1
    each = f", one hit for each of {count}" if count > 1 else ""
    words = f"{vehicle.name} is hit: {location_words(name)}{each}."
    game.tell(Note(words=words, piece=vehicle.id, rule="gce.vehicle-damage.location-roll"))
    return [place] * count


def chance_through(battle: Battle, vehicle: Vehicle, points: Points) -> Fraction:
    """That one of these hits goes through what it strikes."""
    there = tuple(locations(battle, vehicle, points.spares))
    found = Fraction(0)
    saved = dice.plate_saves.odds(dice.plate_score(*plates(vehicle), points.save_mod)).chance(True)
    for place, part in dice.location.odds(there, battle.rulings.missing_location == "reroll").items():
        if place and points.strength is not None:
            armour = model_of(vehicle).locations[place - 1].armour
            found += part * dice.penetrates.odds(points.strength, armour).chance(True) * (1 - saved)
    return found


def _goes_through(game: Game, vehicle: Vehicle, place: int, points: Points) -> bool:
    """gce.vehicle-damage.penetrate; what has no Strength always does (gce.vehicle-damage.auto-penetrate).
    gce.vehicle-damage.save, gce.R8.6: then the plates, whose own rule has the hit's modifier count."""
    armour = model_of(vehicle).locations[place - 1].armour
    if points.strength is not None:
        strong = (Modifier(points.strength, "Strength", "gce.vehicle-damage.penetrate"),)
        rolling = game.rolling(points.by or vehicle.id, {"gce.vehicle-damage.penetrate": strong})
        if not rolling.roll(dice.penetrates, points.strength, armour):
            words = f"It does not go through the armour of {armour}."
            game.tell(Note(words=words, piece=points.by or vehicle.id, rule="gce.vehicle-damage.penetrate"))
            return False
    score = dice.plate_score(*plates(vehicle), points.save_mod)
    rule = "gce.vehicle-damage.save"
    why = (Modifier(points.save_mod, "the weapon", rule),) if points.save_mod else ()
    if not game.rolling(vehicle.id, {rule: why}).roll(dice.plate_saves, score):
        return True
    game.tell(Note(words="The plates hold.", piece=vehicle.id, rule=rule))
    return False


def _set_alight(game: Game, vehicle: Vehicle, places: list[int], need: int) -> None:
    """gce.vehicle-damage.catch-fire: a D6 for each location it went through."""
    for place in places:
        if place not in vehicle.burning and game.rolling(vehicle.id).roll(catches_fire, need):
            vehicle.burning = tuple(sorted((*vehicle.burning, place)))
            if game.battle.phase == "shoot" and game.battle.side == vehicle.side:
                vehicle.kindled = (*vehicle.kindled, place)
            name = model_of(vehicle).locations[place - 1].location
            words = f"{vehicle.name} is on fire: {location_words(name)}."
            game.tell(
                Became(piece=vehicle.id, status="burning", words=words, rule="gce.vehicle-damage.catch-fire")
            )
