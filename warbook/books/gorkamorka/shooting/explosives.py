"""Bombs and what else scatters: at a target, at a spot, at a guessed range; duds that lie about.

Hits on vehicles are pushed onto the battle's trouble; whoever had something go off settles it.
"""

from __future__ import annotations

from fractions import Fraction
from math import cos, hypot, radians, sin

from msgspec.structs import replace

from warbook.board.geometry import Body, Disc, Spot, bearing, outside_base
from warbook.board.hulls import from_frame, halves
from warbook.board.templates import Blast, Cover, Teardrop, covers, outside, scatter
from warbook.board.terrain import surface_at
from warbook.books.gorkamorka.damage.dice import template_hits
from warbook.books.gorkamorka.field.aboard import stationary
from warbook.books.gorkamorka.field.bodies import (
    body,
    heading,
    hull,
    hulls,
    on_foot,
    on_ground,
)
from warbook.books.gorkamorka.mob.data import weapons
from warbook.books.gorkamorka.mob.lists import Weapon
from warbook.books.gorkamorka.psychology import nerve
from warbook.books.gorkamorka.shooting.aim import LOBBED, Why, aim_at, aim_at_spot, in_range, reach
from warbook.books.gorkamorka.shooting.arms import Arm, Post, post
from warbook.books.gorkamorka.shooting.dice import Aim
from warbook.books.gorkamorka.shooting.disputes import GLIMPSE, coin
from warbook.books.gorkamorka.shooting.grenade_dice import (
    Flight,
    bails,
    caught,
    drift,
    flight,
    touch_hits,
    wakes,
)
from warbook.books.gorkamorka.shooting.striking import RULE, TEMPLATE, land, strength_of, strike_of, take_aim
from warbook.books.gorkamorka.shooting.targets import Mark
from warbook.books.gorkamorka.state import Battle, Disturbed, Game, Points, Token, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import hour
from warbook.books.gorkamorka.wounds.falls import come_off, flung
from warbook.books.gorkamorka.wounds.harm import bs, strike
from warbook.core.events import Aimed, Marker, Note, Template

LARGE_PART = 0.5  # gce.S2
SAMPLES = 24
BOMB = 0.25

_LANDED = {
    "true": ("It comes down where it should.", "gce.special-weapons.blast-place"),
    "wide": ("It goes wide.", "gce.special-weapons.scatter-roll"),
    "in hand": ("It goes off too early.", "gce.special-weapons.unreliable-explosives"),
    "astray": ("It goes far astray.", "gce.special-weapons.unreliable-explosives"),
    "asleep": ("It goes far astray and does not go off yet.", "gce.special-weapons.unreliable-explosives"),
    "dud": ("It is a dud.", "gce.special-weapons.scatter-roll"),
    "dropped": ("It is dropped and does not go off.", "gce.special-weapons.unreliable-explosives"),
}


# ---------------------------------------------------------------- throws


def throw_at(game: Game, shooter: Warrior, arm: Arm, mark: Mark, fleeting: bool) -> int:
    """gce.special-weapons.grenade-instead: a shot like any other, that scatters if it misses. How many ammo
    rolls it calls for."""
    battle = game.battle
    inches = take_aim(game, shooter, arm, mark)
    aim, why = aim_at(battle, shooter, arm, mark, inches, fleeting)
    spot = aim_point(battle, shooter, arm, body(battle, mark).spot, inches)
    if shooter.aboard == mark.id:
        _on_own_deck(game, shooter, arm, mark)
        return 0
    return _throw(game, shooter, arm, spot, aim, why, mark)


def throw_at_spot(game: Game, shooter: Warrior, arm: Arm, spot: Spot) -> int:
    """gce.special-weapons.grenade-at-ground."""
    battle = game.battle
    inches = inches_to_spot(battle, shooter, arm, spot)
    if not battle.rulings.premeasuring:
        game.reveal(f'{shooter.name} aims at a spot {inches:.1f}" away')
    words = f"{shooter.name} throws {arm.words} at a spot."
    rule = "gce.special-weapons.grenade-at-ground"
    game.tell(Aimed(piece=shooter.id, spot=spot, words=words, rule=rule))
    aim, why = aim_at_spot(battle, shooter, arm, inches)
    return _throw(game, shooter, arm, aim_point(battle, shooter, arm, spot, inches), aim, why, None)


def inches_to_spot(battle: Battle, shooter: Warrior, arm: Arm, spot: Spot) -> float:
    return post(battle, shooter, arm).inches(Body(spot, Disc(0.0), 0.0))


def aim_point(battle: Battle, shooter: Warrior, arm: Arm, spot: Spot, inches: float) -> Spot:
    """The spot itself; out of range the point at full range on the line to it (gce.R4.11)."""
    if in_range(shooter, arm.weapon, inches):
        return spot
    here = body(battle, shooter)
    long = hypot(spot.x - here.spot.x, spot.y - here.spot.y)
    back = inches - reach(shooter, arm.weapon)
    share = max(0.0, long - back) / long
    x, y = here.spot.x + share * (spot.x - here.spot.x), here.spot.y + share * (spot.y - here.spot.y)
    return _down(battle, Spot(x, y, spot.z))


def _throw(game: Game, shooter: Warrior, arm: Arm, spot: Spot, aim: Aim, why: Why, mark: Mark | None) -> int:
    """gce.special-weapons.grenade-fumble, gce.special-weapons.scatter-roll."""
    rolling = game.rolling(shooter.id, {RULE: why})
    result = lobbed(shooter, arm, rolling.roll(flight, aim, is_thrown(arm)))
    come_down(game, shooter, arm, spot, result, mark)
    return int(result.six)


def is_thrown(arm: Arm) -> bool:
    return arm.weapon.kind == "thrown"


def lobbed(shooter: Warrior, arm: Arm, result: Flight) -> Flight:
    """A lobba's throws scatter 2 inches less."""
    if result.landed != "wide" or not shooter.skills.lobba or not is_thrown(arm):
        return result
    return replace(result, inches=max(0, result.inches - LOBBED))


def come_down(
    game: Game, shooter: Warrior, arm: Arm, spot: Spot, result: Flight, mark: Mark | None = None
) -> None:
    """What was aimed at the spot, and at `mark` if at somebody, ends its flight."""
    words, rule = _LANDED[result.landed]
    game.tell(Note(words=words, piece=shooter.id, rule=rule))
    where = landing(game.battle, shooter, spot, result)
    if where is None:
        return
    if result.landed == "asleep":
        _lie(game, shooter, arm.weapon, where)
    elif arm.weapon.blast:
        explode(game, arm.weapon, where, shooter)
    elif result.landed == "true" and mark is not None:
        land(game, shooter, arm, mark, 1)
    elif result.landed == "in hand":
        strike(game, shooter, strike_of(shooter, arm.weapon, strength_of(shooter, arm.weapon), "shot"))
    else:
        found = under_point(game.battle, where)
        if found is not None:
            land(game, shooter, arm, found, 1)


def landing(battle: Battle, shooter: Warrior, spot: Spot, result: Flight) -> Spot | None:
    """Where a flight aimed at the spot ended; None where nothing comes of it. gce.R4.12: what goes astray
    does so from the point aimed at, or by switch from the thrower."""
    if result.landed in ("dud", "dropped"):
        return None
    here = body(battle, shooter).spot
    if result.landed == "in hand":
        return here
    if result.landed in ("astray", "asleep") and battle.rulings.unreliable_origin == "thrower":
        spot = here
    return blown(battle, spot, result)


def blown(battle: Battle, spot: Spot, result: Flight) -> Spot:
    """So many inches off in the direction of the die, down on whatever lies there."""
    table = battle.table
    there = scatter(spot, heading(result.direction), float(result.inches), table.width, table.depth)
    return _down(battle, there)


def _down(battle: Battle, spot: Spot) -> Spot:
    floor = surface_at(battle.table, spot.x, spot.y, spot.z)
    return spot if floor is None else Spot(spot.x, spot.y, floor.level)


def under_point(battle: Battle, spot: Spot) -> Mark | None:
    """gce.R4.14: the model on which something without a marker comes down."""
    models: list[Mark] = [*on_foot(battle), *hulls(battle)]
    for model in models:
        there = body(battle, model)
        if abs(there.spot.z - spot.z) <= there.height and outside_base(there, spot.x, spot.y) <= 0.0:
            return model
    return None


def _on_own_deck(game: Game, shooter: Warrior, arm: Arm, mark: Mark) -> None:
    """gce.R4.23: a full hit of itself, and it does nothing to who stands there."""
    if arm.weapon.blast:
        assert isinstance(mark, Vehicle)
        on_vehicle(game, arm.weapon, mark, True, shooter, spares=shooter.id)
    else:
        land(game, shooter, arm, mark, 1)


# ---------------------------------------------------------------- a guessed range


def lob(game: Game, shooter: Warrior, arm: Arm, mark: Mark, guess: int) -> int:
    """A shot at a guessed range towards a target: it drifts unless the scatter die shows a Hit. gce.S18: it
    calls for an ammo roll each time, for no die to hit ever does."""
    battle = game.battle
    spot = guessed(battle, shooter, arm, mark, guess)
    words = f'{shooter.name} fires {arm.words} at {mark.name}, guessing {guess}".'
    rule = "gce.special-weapons.scatter-general"
    game.tell(Aimed(piece=shooter.id, target=mark.id, spot=spot, words=words, rule=rule))
    result = game.rolling(shooter.id).roll(drift, bs(shooter))
    come_down(game, shooter, arm, spot, result)
    return 1


def guessed(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark, guess: int) -> Spot:
    """The point so many inches from the weapon's edge on the line to the middle of the target."""
    origin = muzzle(post(battle, shooter, arm))
    goal = body(battle, mark).spot
    angle = radians(bearing(origin, goal))
    x, y = origin.x + guess * cos(angle), origin.y + guess * sin(angle)
    inside = Spot(min(max(x, 0.0), battle.table.width), min(max(y, 0.0), battle.table.depth), goal.z)
    return _down(battle, inside)


def muzzle(here: Post) -> Spot:
    """The middle of the edge from which a weapon fires, or of the body where it is at none."""
    spot = here.body.spot
    if here.edge is None:
        return spot
    half, side = halves(here.body)
    at = {"front": (half, 0.0), "rear": (-half, 0.0), "left": (0.0, side), "right": (0.0, -side)}
    x, y = from_frame(here.body, *at[here.edge])
    return Spot(x, y, spot.z)


# ---------------------------------------------------------------- templates


def marker(battle: Battle, spot: Spot) -> Blast:
    """gce.basics.templates, gce.vehicle-damage.template-sizes, gce.R1.3."""
    return Blast(spot, battle.rulings.blast_diameter / 2)


def explode(game: Game, weapon: Weapon, spot: Spot, by: Warrior | None) -> None:
    """It goes off there: gce.special-weapons.blast-place."""
    if not weapon.blast:
        found = under_point(game.battle, spot)
        if isinstance(found, Warrior):
            strike(game, found, strike_of(by, weapon, weapon.strength, "shot"))
        elif found is not None:
            game.battle.trouble.append(_points(weapon, found, 1, by, template=False))
        return
    blast = marker(game.battle, spot)
    width = 2 * blast.radius
    rule = "gce.special-weapons.blast-place"
    game.tell(Template(shape="blast", spot=spot, length=width, width=width, words="It goes off.", rule=rule))
    engulf(game, weapon, blast, by)


def engulf(
    game: Game,
    weapon: Weapon,
    shape: Blast | Teardrop,
    by: Warrior | None,
    spared: tuple[str, ...] = (),
) -> None:
    """gce.special-weapons.blast-coverage, gce.special-weapons.teardrop-coverage: everybody under a template,
    whatever his side, hidden or not (gce.hiding.no-target). Who rides is not hit by himself (gce.R4.16)."""
    battle = game.battle
    feet = [(w, covers(shape, on_ground(w))) for w in on_foot(battle) if w.id not in spared]
    rides = [(v, _judged(game, shape, v)) for v in hulls(battle) if v.id not in spared and not v.destroyed]
    for warrior, lies in feet:
        if lies == "no" or not warrior.on_table:
            continue
        rolling = game.rolling(by.id if by else warrior.id)
        if weapon.touched_hit:
            hit = rolling.roll(touch_hits, weapon.touched_hit)
        else:
            hit = rolling.roll(caught, lies == "wholly")
        if hit:
            strike(game, warrior, strike_of(by, weapon, weapon.strength, "template"))
    for vehicle, lies in reversed(rides):  # what is pushed last is settled first
        if lies != "no":
            on_vehicle(game, weapon, vehicle, lies == "wholly", by)


def _judged(game: Game, shape: Blast | Teardrop, vehicle: Vehicle) -> Cover:
    chances = covered(game.battle, shape, vehicle)
    if len(chances) == 1:
        return next(iter(chances))
    return "wholly" if game.rolling(vehicle.id).roll(coin) else "partly"


def covered(battle: Battle, shape: Blast | Teardrop, vehicle: Vehicle) -> dict[Cover, Fraction]:
    """gce.vehicle-damage.template-full, gce.S2: half the hull or more under it counts as wholly. Where the
    players may disagree on that, by switch a coin settles it (gce.R2.8)."""
    share = _share_under(shape, vehicle)
    if not share:
        return {covers(shape, hull(vehicle)): Fraction(1)}
    if battle.rulings.disputes == "dice" and abs(share - LARGE_PART) < GLIMPSE:
        large = coin.odds().chance(True)
        return {"wholly": large, "partly": 1 - large}
    return {"wholly" if share >= LARGE_PART else "partly": Fraction(1)}


def _share_under(shape: Blast | Teardrop, vehicle: Vehicle) -> float:
    """Of a hull; 0 where it lies beside the shape or is only just clipped by it."""
    there = hull(vehicle)
    if covers(shape, there) == "no":
        return 0.0
    half, side = halves(there)
    count = inside = 0
    for i in range(SAMPLES):
        for k in range(SAMPLES):
            x, y = from_frame(
                there, half * (2 * (i + 0.5) / SAMPLES - 1), side * (2 * (k + 0.5) / SAMPLES - 1)
            )
            count += 1
            inside += outside(shape, x, y) <= 0.0
    return inside / count


def on_vehicle(
    game: Game, weapon: Weapon, vehicle: Vehicle, full: bool, by: Warrior | None, spares: str = ""
) -> None:
    """gce.vehicle-damage.template-full, gce.vehicle-damage.template-partial; what makes the crew bail makes
    each of them take a Leadership test."""
    battle = game.battle
    if weapon.crew_bails:
        for rider in battle.riders(vehicle.id):
            _bail(game, rider, vehicle)
    if weapon.spares_vehicles:
        return
    hits = game.rolling(by.id if by else vehicle.id).roll(template_hits, full)
    if hits:
        battle.trouble.append(_points(weapon, vehicle, hits, by, template=True, spares=spares))


def _points(
    weapon: Weapon, vehicle: Vehicle, hits: int, by: Warrior | None, template: bool, spares: str = ""
) -> Points:
    return Points(
        vehicle.id,
        hits,
        strength=weapon.strength,
        save_mod=weapon.save_mod,
        by=by.id if by else "",
        rule=TEMPLATE,
        pins=True,
        template=template,
        catches_fire=weapon.catches_fire,
        spares=spares,
    )


def _bail(game: Game, rider: Warrior, vehicle: Vehicle) -> None:
    """He passes a Leadership test or leaps D6 inches clear, with a fall if it moves (gce.R3.16)."""
    rule = "gce.terror.jumps-off"
    if rider.down or nerve.test(game, rider, rule):
        return
    battle = game.battle
    dice = game.rolling(rider.id)
    far, direction = dice.roll(bails), heading(dice.roll(hour, rule))
    spot = flung(battle, rider, vehicle, direction, float(far))
    come_off(game, rider, spot, rule, hurt=not stationary(battle, vehicle))


# ---------------------------------------------------------------- bombs that lie about


def _lie(game: Game, shooter: Warrior, weapon: Weapon, spot: Spot) -> None:
    battle = game.battle
    name = f"t{1 + max((int(token.id[1:]) for token in battle.tokens), default=0)}"
    battle.tokens.append(Token(name, "bomb", spot.x, spot.y, spot.z, weapon.id))
    rule = "gce.special-weapons.unreliable-explosives"
    words = "It lies there and has not gone off yet."
    game.tell(Marker(marker=name, kind="bomb", spot=spot, radius=BOMB, words=words, rule=rule))


def disturb(game: Game, token: Token, mover: Mark) -> bool:
    """gce.special-weapons.delayed-bomb, gce.R4.15: somebody comes near; whether it goes off."""
    if not game.rolling(mover.id).roll(wakes):
        return False
    game.battle.tokens.remove(token)
    words = f"{mover.name} comes near, and the bomb goes off."
    rule = "gce.special-weapons.delayed-bomb"
    game.tell(Marker(marker=token.id, kind="bomb", words=words, rule=rule))
    explode(game, weapons()[token.weapon], Spot(token.x, token.y, token.z), None)
    return True


def run_past(game: Game, past: Disturbed) -> None:
    """A vehicle that nobody steered came near."""
    battle = game.battle
    token = next((each for each in battle.tokens if each.id == past.token), None)
    if token is not None:
        disturb(game, token, battle.vehicle(past.vehicle))
