"""Off a vehicle: where a warrior lands, and the hit that it costs him."""

from __future__ import annotations

from math import cos, radians, sin

from warbook.board.formation import places_round
from warbook.board.geometry import Spot, outside_base
from warbook.board.hulls import Edge, from_frame, halves
from warbook.books.gorkamorka.called import DIRECTION
from warbook.books.gorkamorka.driving.dice import thrown_inches
from warbook.books.gorkamorka.field.bodies import heading, hull, type_of
from warbook.books.gorkamorka.field.ground import in_the_way, walked
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import hour
from warbook.books.gorkamorka.wounds.harm import fall_of, strike
from warbook.core.events import Note, Placed

CLEAR = 2.0  # inches from the hull at which one lands
WITHIN = (0.0, 2.0, 6.0, 15.0, 60.0)  # how far a free place is looked for, little by little
OVERBOARD = "goes overboard from"


def step_off(battle: Battle, warrior: Warrior, spot: Spot) -> None:
    """He is aboard no longer. A driver who has left must take the wheel anew (gce.R7.10)."""
    ride = battle.vehicle(warrior.aboard)
    if ride.driver == warrior.id:
        ride.driver = ""
    warrior.aboard, warrior.station, warrior.clings, warrior.fighting = "", "", False, ()
    warrior.facing = ride.facing
    warrior.at(spot)


def place_near(battle: Battle, warrior: Warrior, spot: Spot) -> Spot:
    """The free place nearest to a spot, where his base stands on the table and on nobody (gce.R1.2)."""
    kind = type_of(warrior)
    ground, taken = walked(battle, warrior), in_the_way(battle, warrior)
    inside = Spot(
        min(max(spot.x, kind.radius), battle.table.width - kind.radius),
        min(max(spot.y, kind.radius), battle.table.depth - kind.radius),
        spot.z,
    )
    for within in WITHIN:
        places = places_round(ground, inside, 1, kind.height, within, taken)
        if places:
            return places[0].spot
    raise AssertionError("the table has no room for a single base")


def beside(battle: Battle, warrior: Warrior, ride: Vehicle, edge: Edge) -> Spot:
    """The free place nearest to the one 2 inches from the middle of that edge of the hull."""
    half, side = halves(hull(ride))
    off = CLEAR + type_of(warrior).radius
    ahead, left = {
        "front": (half + off, 0.0),
        "rear": (-half - off, 0.0),
        "left": (0.0, side + off),
        "right": (0.0, -side - off),
    }[edge]
    return place_near(battle, warrior, Spot(*from_frame(hull(ride), ahead, left)))


def flung(battle: Battle, warrior: Warrior, ride: Vehicle, direction: float, far: float) -> Spot:
    """The free place nearest to the one so many inches off the hull in a direction."""
    body, radius = hull(ride), type_of(warrior).radius
    c, s = cos(radians(direction)), sin(radians(direction))
    out = 0.0
    while outside_base(body, ride.x + out * c, ride.y + out * s) < far + radius:
        out += 0.05
    return place_near(battle, warrior, Spot(ride.x + out * c, ride.y + out * s))


def come_off(
    game: Game, warrior: Warrior, spot: Spot, rule: str, hurt: bool = True, how: str = "comes off"
) -> None:
    """He stands or lies beside the vehicle, with a Strength 3 hit if it hurt (gce.R3.16)."""
    ride = game.battle.vehicle(warrior.aboard)
    game.tell(Note(words=f"{warrior.name} {how} {ride.name}.", piece=warrior.id, rule=rule))
    step_off(game.battle, warrior, spot)
    game.tell(Placed(piece=warrior.id, spot=spot, facing=warrior.facing, rule=rule))
    if hurt:
        strike(game, warrior, fall_of(rule))


def overboard(game: Game, warrior: Warrior) -> None:
    """gce.boarding.losing, gce.hand-to-hand.thrown-off: 2 inches behind the vehicle, or by switch D3 in a
    random direction (gce.R1.2). Who is Out of Action already is simply gone (gce.R6.16)."""
    battle = game.battle
    if not warrior.aboard:
        return
    ride = battle.vehicle(warrior.aboard)
    if battle.rulings.overboard_placement == "behind_2":
        spot = beside(battle, warrior, ride, "rear")
        come_off(game, warrior, spot, "gce.boarding.losing", how=OVERBOARD)
        return
    rule = "gce.hand-to-hand.thrown-off"
    dice = game.rolling(warrior.id)
    far = dice.roll(thrown_inches, rule, "D3")
    spot = flung(battle, warrior, ride, heading(dice.roll(hour, DIRECTION)), far)
    come_off(game, warrior, spot, rule, how=OVERBOARD)


def fling_off(game: Game, warrior: Warrior, far: float, rule: str) -> None:
    """Thrown off by damage: so many inches in a random direction, with the hit of a fall."""
    battle = game.battle
    if not warrior.aboard:
        return
    ride = battle.vehicle(warrior.aboard)
    spot = flung(battle, warrior, ride, heading(game.rolling(warrior.id).roll(hour, DIRECTION)), far)
    come_off(game, warrior, spot, rule, how="is thrown off")
