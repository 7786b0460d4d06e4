"""Moves that nobody chooses: straight on in a direction, or away from a terror."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from msgspec import Struct

from warbook.board.geometry import Spot, bearing
from warbook.board.paths import Barred, Path
from warbook.board.terrain import surface_at
from warbook.books.gorkamorka.field.aboard import ride, stationary
from warbook.books.gorkamorka.field.bodies import apart, body, heading, type_of
from warbook.books.gorkamorka.field.engaged import CONTACT
from warbook.books.gorkamorka.field.ground import in_the_way, walked
from warbook.books.gorkamorka.foot import ways
from warbook.books.gorkamorka.foot.charging import engage
from warbook.books.gorkamorka.foot.travel import Verb, standing_room, travel
from warbook.books.gorkamorka.foot.walking import inches_of
from warbook.books.gorkamorka.psychology.dice import flees, wanders
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.wounds.falls import come_off, flung, place_near
from warbook.books.gorkamorka.wounds.harm import fall_of, leave_table, strike
from warbook.core.events import Note, Placed

STEP = 0.25
MEETS = 0.6  # inches short of an enemy at which who runs blindly bumps into him
AT_EDGE = 1.0  # so near to where his flight leads off the table he leaves it


class Course(Struct, frozen=True):
    """Where a straight move leads: the way, and whether it goes on over the table's edge or down a drop."""

    path: Path
    over_edge: bool = False
    falls_to: Spot | None = None


def course(battle: Battle, warrior: Warrior, direction: float, far: float) -> Course:
    """gce.R3.17: straight on until he has gone so far, or as far as the ground lets him; short of walls that
    cannot be climbed and of other models. gce.R3.11: over an edge of more than 2 inches he falls."""
    floor, radius, table = walked(battle, warrior), type_of(warrior).radius, battle.table
    others = in_the_way(battle, warrior)
    c, s = cos(radians(direction)), sin(radians(direction))
    start = end = warrior.spot
    gone = 0.0
    while gone < far:
        gone = min(far, gone + STEP)
        x, y = start.x + gone * c, start.y + gone * s
        if not (radius <= x <= table.width - radius and radius <= y <= table.depth - radius):
            return Course((start, end), over_edge=True)
        spot = ways.feet(battle, Spot(x, y, end.z))
        if end.z - spot.z > ways.HIGHEST:
            landing = surface_at(table, x, y, end.z)
            return Course((start, end), falls_to=Spot(x, y, landing.level if landing else 0.0))
        verdict = floor.judge((start, spot), ways.going(far), others, end=False)
        if isinstance(verdict, Barred):
            break
        if standing_room(battle, warrior, spot) is not None:
            end = spot
    return Course((start, end))


def run_on(game: Game, warrior: Warrior, direction: float, far: float, rule: str, verb: Verb) -> None:
    """He runs straight on. At the table's edge he stops, unless a switch has all forced moves go on."""
    battle = game.battle
    found = course(battle, warrior, direction, far)
    if found.path[0] != found.path[-1] and not travel(game, warrior, found.path, rule, verb):
        return
    if found.over_edge and battle.rulings.forced_moves_off_table == "all":
        leave_table(game, warrior, f"{warrior.name} runs off the table.", rule)
    if found.falls_to is not None:
        spot = place_near(battle, warrior, found.falls_to)
        warrior.at(spot)
        game.tell(Placed(piece=warrior.id, spot=spot, facing=warrior.facing, rule=rule))
        strike(game, warrior, fall_of("gce.terrain.impassable"))


def dismount(game: Game, warrior: Warrior, direction: float, rule: str, always_hurts: bool = False) -> bool:
    """Off his vehicle in a direction, if he is aboard one: from one that moves with a Strength 3 hit
    (gce.R3.16). Whether he can go on."""
    battle = game.battle
    own = ride(battle, warrior)
    if own is not None:
        hurts = always_hurts or not stationary(battle, own)
        come_off(game, warrior, flung(battle, warrior, own, direction, 0.0), rule, hurts)
    return warrior.on_table and not warrior.down


# ---------------------------------------------------------------- stupidity


def stupid_move(game: Game, warrior: Warrior) -> None:
    """gce.stupidity.movement: on 4+ M inches in a random direction, off a vehicle with a Strength 3 hit. Into
    contact with an enemy it is a charge (gce.stupidity.contact)."""
    rule = "gce.stupidity.movement"
    warrior.moved = "stayed"
    where = game.rolling(warrior.id).roll(wanders)
    if where is None:
        game.tell(Note(words=f"{warrior.name} stands about.", piece=warrior.id, rule=rule))
        return
    direction = heading(where)
    warrior.moved = "walked"
    if not dismount(game, warrior, direction, rule, always_hurts=True):
        return
    run_on(game, warrior, direction, inches_of(warrior, "walk"), rule, "wanders")
    if warrior.up:
        _bump(game, warrior, direction)


def _bump(game: Game, warrior: Warrior, direction: float) -> None:
    """gce.stupidity.contact: an enemy right ahead, whom his move has brought him to."""
    battle = game.battle
    left = inches_of(warrior, "walk") - warrior.went
    for foe in battle.enemies(warrior.side):
        if not foe.on_foot or foe.hidden or apart(battle, warrior, foe) > max(CONTACT, min(MEETS, left)):
            continue
        turned = abs((bearing(warrior.spot, foe.spot) - direction + 180.0) % 360.0 - 180.0)
        path = ways.to_warrior(battle, warrior, foe, ways.going(MEETS))
        if turned <= 60.0 and path is not None:
            travel(game, warrior, path, "gce.stupidity.contact", "charges")
            warrior.moved, warrior.charging = "charged", foe.id
            engage(game, warrior, foe)
            return


# ---------------------------------------------------------------- terror


def flee(game: Game, warrior: Warrior, cause: Warrior) -> None:
    """gce.terror.start-within-8: 2D6 inches directly away, round what is in the way (gce.R9.5); off a vehicle
    too (gce.terror.jumps-off). gce.terror.counts-as-running: as a run if that is more than M. Who comes to
    the table's edge leaves it, unless a switch says not (gce.R3.17)."""
    battle = game.battle
    rule = "gce.terror.start-within-8"
    far = game.rolling(warrior.id).roll(flees)
    warrior.moved = "ran" if far > warrior.profile.m else "walked"
    here, there = body(battle, warrior).spot, body(battle, cause).spot
    direction = bearing(there, here)
    if not dismount(game, warrior, direction, "gce.terror.jumps-off"):
        return
    goal = Spot(
        warrior.x + far * cos(radians(direction)), warrior.y + far * sin(radians(direction)), warrior.z
    )
    edge = _crossing(battle, warrior.spot, goal)
    reach = ways.reach_of(battle, warrior, float(far))
    aim = edge or goal
    path = reach.path(reach.nearest(aim.x, aim.y, aim.z))
    if not travel(game, warrior, path, rule, "flees"):
        return
    leaves = battle.rulings.forced_moves_off_table in ("terror_only", "all")
    if edge is not None and leaves and hypot(warrior.x - edge.x, warrior.y - edge.y) <= AT_EDGE:
        leave_table(game, warrior, f"{warrior.name} flees from the table.", rule)


def _crossing(battle: Battle, a: Spot, b: Spot) -> Spot | None:
    """Where a straight way leaves the table; None if it does not."""
    shares = [1.0]
    for begin, end, most in ((a.x, b.x, battle.table.width), (a.y, b.y, battle.table.depth)):
        if end < 0.0:
            shares.append(begin / (begin - end))
        elif end > most:
            shares.append((most - begin) / (end - begin))
    share = min(shares)
    return None if share == 1.0 else Spot(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z)
