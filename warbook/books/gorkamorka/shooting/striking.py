"""What a hit of a weapon is to whom it hits: a strike on a warrior, points on a vehicle; and knockback."""

from __future__ import annotations

from math import cos, radians, sin

from msgspec.structs import replace

from warbook.board.geometry import Spot, bearing, overlap
from warbook.board.terrain import surface_at
from warbook.books.gorkamorka.damage.hits import locations
from warbook.books.gorkamorka.field.bodies import body, model_of, on_ground, type_of
from warbook.books.gorkamorka.field.ground import in_the_way, walked
from warbook.books.gorkamorka.field.hiding import body_at
from warbook.books.gorkamorka.mob.describing import location_words
from warbook.books.gorkamorka.mob.lists import Weapon
from warbook.books.gorkamorka.shooting.aim import inches_to
from warbook.books.gorkamorka.shooting.arms import Arm
from warbook.books.gorkamorka.shooting.dice import rolled_strength
from warbook.books.gorkamorka.shooting.targets import Mark
from warbook.books.gorkamorka.state import Battle, Game, Points, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import Hit, damage, knocked_back
from warbook.books.gorkamorka.wounds.falls import place_near
from warbook.books.gorkamorka.wounds.harm import Strike, fall_of, strike
from warbook.books.gorkamorka.wounds.saves import Harm
from warbook.core.events import Aimed, Moved, Placed
from warbook.core.questions import Choose, Option

RULE = "gce.shooting.to-hit"
TEMPLATE = "gce.special-weapons.template-resolution"
DEADEYE_DICE = 2
STEP = 0.25
DROP = 2.0  # gce.R3.11: deeper than this one falls


def strength_of(shooter: Warrior, weapon: Weapon) -> int:
    """Before any dice (gce.weapon.strength)."""
    return weapon.strength_of(shooter.profile.s)


def strike_of(shooter: Warrior | None, weapon: Weapon, strength: int, harm: Harm) -> Strike:
    """A hit of a weapon on a warrior; `shooter` is None for what lay on the table."""
    deadeye = shooter is not None and shooter.skills.deadeye and harm != "template"
    return Strike(
        strength=strength,
        rule=TEMPLATE if harm == "template" else RULE,
        harm=harm,
        save_mod=weapon.modifies(strength),
        damage=weapon.damage,
        pins=True,
        sets_on_fire=weapon.catches_fire,
        injury_dice=DEADEYE_DICE if deadeye else 1,
    )


def harm_of(weapon: Weapon) -> Harm:
    return "shielded shot" if weapon.shielded else "shot"


# ---------------------------------------------------------------- direct hits


def take_aim(game: Game, shooter: Warrior, arm: Arm, mark: Mark) -> float:
    """gce.shooting.check-range: the range is measured now, after the declaration (gce.shooting.declare)."""
    battle = game.battle
    inches = inches_to(battle, shooter, arm, mark)
    if not battle.rulings.premeasuring:
        game.reveal(f'{shooter.name} is {inches:.1f}" from {mark.name}')
    words = f'{shooter.name} fires {arm.words} at {mark.name}, {inches:.1f}" away.'
    game.tell(Aimed(piece=shooter.id, target=mark.id, words=words, rule=RULE))
    return inches


def land(game: Game, shooter: Warrior, arm: Arm, mark: Mark, hits: int) -> None:
    """The hits of one attack on one target, one after another; all rolls to hit have been made
    (gce.special-weapons.full-auto-hits-first). A random Strength is rolled for each."""
    if isinstance(mark, Vehicle):
        _on_vehicle(game, shooter, arm, mark, hits)
        return
    weapon = arm.weapon
    for _ in range(hits):
        if not mark.on_table:
            return
        blow = strike_of(shooter, weapon, rolled(game, shooter, weapon), harm_of(weapon))
        strike(game, mark, blow)
        if weapon.knockback:
            knock_back(game, mark, body(game.battle, shooter).spot, weapon.knockback)


def rolled(game: Game, shooter: Warrior, weapon: Weapon) -> int:
    strength = strength_of(shooter, weapon)
    if not weapon.strength_d6:
        return strength
    return game.rolling(shooter.id).roll(rolled_strength, weapon.strength_d6, strength)


def spared(shooter: Warrior, vehicle: Vehicle) -> str:
    """gce.R4.23: who shoots at the vehicle he stands on does not hit himself."""
    return shooter.id if shooter.aboard == vehicle.id else ""


def _on_vehicle(game: Game, shooter: Warrior, arm: Arm, vehicle: Vehicle, hits: int) -> None:
    """gce.weapon.damage-vs-armour: a point for each hit, or by switch the weapon's Damage (gce.R1.1). Who is
    kool says where each hit falls. They are pushed; whoever lands them settles them."""
    dealt = []
    for _ in range(hits):
        place = _chosen_place(game, shooter, vehicle)
        strength = rolled(game, shooter, arm.weapon)
        dealt.append(
            Points(
                vehicle.id,
                _points(game, shooter, arm.weapon),
                strength=strength,
                save_mod=arm.weapon.modifies(strength),
                by=shooter.id,
                rule=RULE,
                pins=True,
                catches_fire=arm.weapon.catches_fire,
                location=place,
                knockback=arm.weapon.knockback,
                spares=spared(shooter, vehicle),
            )
        )
    dealt.sort(key=lambda each: each.location)  # gce.vehicle-damage.resolve
    game.battle.trouble += reversed(_together(dealt))


def _points(game: Game, shooter: Warrior, weapon: Weapon) -> int:
    if game.battle.rulings.weapon_damage_vs_vehicles == "single":
        return 1
    return game.rolling(shooter.id).roll(damage, Hit(wound=2, damage=weapon.damage))


def _together(dealt: list[Points]) -> list[Points]:
    """gce.R8.4: hits that differ in nothing are taken together, all locations before any penetration."""
    if len(dealt) < 2 or any(each != dealt[0] for each in dealt):
        return dealt
    return [replace(dealt[0], points=sum(each.points for each in dealt))]


def _chosen_place(game: Game, shooter: Warrior, vehicle: Vehicle) -> int:
    there = locations(game.battle, vehicle, spared(shooter, vehicle))
    if not shooter.skills.kool or not there:
        return 0
    parts = model_of(vehicle).locations
    options = [
        Option(str(number), place_words(vehicle, number), vehicle.id, about=parts[number - 1].location)
        for number in there
    ]
    text = f"{shooter.name} is kool: where does he hit {vehicle.name}?"
    rule = "gce.vehicle-damage.location-roll"
    return int(game.ask(shooter.side, Choose(text, options, rule, shooter.id, kind="location")))


def place_words(vehicle: Vehicle, number: int) -> str:
    return location_words(model_of(vehicle).locations[number - 1].location)


# ---------------------------------------------------------------- knockback


def knock_back(game: Game, warrior: Warrior, origin: Spot, inches: int) -> None:
    """Who does not roll under his Strength is moved straight back, as far as there is room; over an edge of
    more than 2 inches he falls (gce.R3.11). It is an enforced move (gce.overwatch.lost-by-moving)."""
    battle = game.battle
    if not warrior.on_foot or not game.rolling(warrior.id).roll(knocked_back, warrior.profile.s):
        return
    warrior.overwatch = False
    start = warrior.spot
    end, falls = _pushed(battle, warrior, bearing(origin, start), float(inches))
    rule = "gce.weapon.notes"
    if end != start:
        warrior.at(end)
        game.tell(Moved(piece=warrior.id, path=(start, end), how="is knocked back", rule=rule))
    if falls is not None:
        spot = place_near(battle, warrior, falls)
        warrior.at(spot)
        game.tell(Placed(piece=warrior.id, spot=spot, facing=warrior.facing, rule="gce.terrain.impassable"))
        strike(game, warrior, fall_of("gce.terrain.impassable"))


def _pushed(battle: Battle, warrior: Warrior, direction: float, far: float) -> tuple[Spot, Spot | None]:
    """Where he ends, and where he falls to if he is pushed over an edge."""
    floor, others, radius = walked(battle, warrior), in_the_way(battle, warrior), type_of(warrior).radius
    c, s = cos(radians(direction)), sin(radians(direction))
    end, gone = warrior.spot, 0.0
    others = [other for other in others if not overlap(on_ground(warrior), other)]
    while gone < far:
        gone += STEP
        x, y = warrior.x + gone * c, warrior.y + gone * s
        if not (radius <= x <= battle.table.width - radius and radius <= y <= battle.table.depth - radius):
            return end, None
        surface = surface_at(battle.table, x, y, end.z)
        spot = Spot(x, y, surface.level if surface else 0.0)
        if end.z - spot.z > DROP:
            return end, spot
        there = body_at(warrior, spot)
        if floor.stands(spot) is not None or any(overlap(there, other) for other in others):
            return end, None
        end = spot
    return end, None
