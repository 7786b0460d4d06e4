"""What each model of the drill bot is after: the enemy, scrap, its own edge, or its vehicle."""

from __future__ import annotations

from math import hypot

from msgspec import Struct

from warbook.board.geometry import Spot, bearing, outside_base, point_to_segment, turn_between
from warbook.board.hulls import from_frame
from warbook.books.gorkamorka.bot.scout import threatening
from warbook.books.gorkamorka.bot.worth import brawls, hole, leads, pressed, ram_worth, value
from warbook.books.gorkamorka.field.able import looks_on
from warbook.books.gorkamorka.field.aboard import available_driver, free_places, own_riders, ride, stationary
from warbook.books.gorkamorka.field.bodies import body, hull, hulls, type_of
from warbook.books.gorkamorka.ramming.dice import Action
from warbook.books.gorkamorka.scrap import CARRIED, at_large, scrap_held
from warbook.books.gorkamorka.shooting.arms import ready
from warbook.books.gorkamorka.shooting.targets import Mark, marks
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior

PULL = 0.012  # what an inch from the enemy costs
HUNT = 0.03  # from crews who look on in a derby
CROWD = 3.0  # inches that one of a crowd may be farther off for each beside him,
MOST_CROWD = 5  # up to so many
CROWDED = 4.0  # within so many inches;
ROUND = 16.0  # inches that one ahead may be farther off than one behind it,
BEHIND = 12.0  # and one in the open than one behind a vehicle,
SCREENED = 3.0  # which is within so many inches of him
FETCH = 0.04  # from scrap that lies about
HOME = 0.05  # from the edge, with scrap
SPREAD = 3.0  # inches that a boy's worth of enemy may be farther off
ALOOF = 10.0  # inches from beasts, which only fight hand to hand, that are near enough
ASIDE = 7.0  # inches from the middle of whom one is about to ram
GUARD = 12.0  # inches from its own crews within which a vehicle is guarded by them
STANDOFF = 14.0  # inches from which one shoots at those who would board
AMID = 6.0  # inches from the middle of the arena at which one waits
GOOD_LOAD = 2  # scrap
REAR_GUARD = 2  # warriors who stay when a vehicle goes home
RUN_UP = 6.0  # inches from there within which one goes for it
BRIM = 2.5  # inches from the edge of the table that leave room to stand along it
ERRAND = 10.0  # inches from scrap within which a vehicle waits for who fetches it,
TRUDGE = 16.0  # and within which one goes for it from a vehicle that gets no nearer
FORSAKEN = 12.0  # inches from a vehicle without a driver within which one goes back to it
SHUN = 0.7  # inches beyond which what sleeps in the sand is left to sleep
PROWL = 8.0  # inches from a beast within which scrap is left alone
WAKING = 1.5  # what waking it costs


BESIDE: tuple[tuple[Action, float, float], ...] = (
    ("shunt", -ASIDE, 0.0),
    ("t-bone", 0.0, ASIDE),
    ("t-bone", 0.0, -ASIDE),
)  # how one is rammed from where, in its frame


class Aim(Struct, frozen=True):
    """Where to go, how near is near enough, and what each inch from there costs."""

    spot: Spot
    near: float = 0.0
    pull: float = PULL


def of_vehicle(battle: Battle, vehicle: Vehicle, near: float) -> Aim | None:
    """The edge with scrap aboard, scrap with hands aboard to fetch it, else the enemy."""
    if homeward(battle, vehicle):
        return Aim(edge_spot(battle, vehicle.side, vehicle.x, vehicle.y), 0.0, HOME)
    lying = scrap(battle, vehicle.side)
    if lying and spare_hands(battle, vehicle):
        spot = min(lying, key=lambda each: _away(each, vehicle.x, vehicle.y))
        return Aim(spot, 3.0, FETCH)
    if battle.setup.scenario.derby:
        return of_rammer(battle, vehicle, near)
    return of_enemy(battle, vehicle.side, vehicle.x, vehicle.y, near)


def of_enemy(battle: Battle, side: str, x: float, y: float, near: float) -> Aim | None:
    foes = threatening(battle, side) or marks(battle, side)
    if battle.setup.scenario.derby:
        foes = [*_rolling(battle, side)] or foes

    def far(foe: Mark) -> float:
        return _away(body(battle, foe).spot, x, y) - SPREAD * prize(battle, foe)

    foe = min(foes, key=far, default=None)
    if foe is None:
        return None
    beast = isinstance(foe, Warrior) and type_of(foe).role == "monster"
    return Aim(body(battle, foe).spot, max(near, ALOOF) if beast else near)


def of_rammer(battle: Battle, vehicle: Vehicle, near: float) -> Aim | None:
    """In a derby: crews who look on, who cannot defend themselves; else a vehicle that still moves; home, if
    it has won if nothing more happens. Those that keep among their own crews, who would board it, are
    waited for while there is time. One that stands is rammed from where that is worth most; if it is
    worth nothing from anywhere, it is shot at from afar."""
    if leads(battle, vehicle.side):
        return _marked(battle, vehicle) or Aim(_haven(battle, vehicle.side), AMID)
    prey = None if brawls(battle, vehicle.side) else _prey(battle, vehicle)
    if prey is not None:
        return prey
    foes = _rolling(battle, vehicle.side)
    if not foes:
        return of_enemy(battle, vehicle.side, vehicle.x, vehicle.y, near)
    if not pressed(battle, vehicle.side):
        foes = [foe for foe in foes if not _guarded(battle, foe)]
        if not foes:
            return _bide(battle, vehicle)

    def far(foe: Vehicle) -> float:
        return _away(foe.spot, vehicle.x, vehicle.y) - SPREAD * prize(battle, foe)

    foe = min(foes, key=far)
    if not stationary(battle, foe):
        return Aim(foe.spot, near)
    table, found = battle.table, []
    for kind, x, y in BESIDE:
        spot = Spot(*from_frame(hull(foe), x, y))
        worth = ram_worth(battle, kind, vehicle, foe)
        if worth > 0.0 and min(spot.x, spot.y, table.width - spot.x, table.depth - spot.y) > BRIM:
            found.append((worth - PULL * _away(spot, vehicle.x, vehicle.y), spot))
    if not found:
        return Aim(foe.spot, ALOOF)
    spot = max(found, key=lambda each: each[0])[1]
    return Aim(foe.spot if _away(spot, vehicle.x, vehicle.y) < RUN_UP else spot, 0.0)


def _haven(battle: Battle, side: str) -> Spot:
    """Before the middle of its own edge, where its own crews are near and the others far."""
    middle = Spot(battle.table.width / 2, battle.table.depth / 2)
    edge = edge_spot(battle, side, middle.x, middle.y)
    return Spot((middle.x + edge.x) / 2, (middle.y + edge.y) / 2)


def _prey(battle: Battle, vehicle: Vehicle) -> Aim | None:
    """The nearest of the enemies who look on, a crowd rather than one alone, one ahead rather than one
    beside it, which it would have to turn round for, and one in the open rather than one behind a
    vehicle."""
    spots = [each.spot for each in onlookers(battle, vehicle.side)]
    parked = [hull(each) for each in hulls(battle) if each.id != vehicle.id]

    def far(spot: Spot) -> float:
        others = sum(_away(spot, each.x, each.y) < CROWDED for each in spots)
        off = abs(turn_between(vehicle.facing, bearing(vehicle.spot, spot)))
        screened = any(outside_base(each, spot.x, spot.y) < SCREENED for each in parked)
        found = _away(spot, vehicle.x, vehicle.y) - CROWD * min(others, MOST_CROWD)
        return found + ROUND * off / 180.0 + (BEHIND if screened else 0.0)

    spot = min(spots, key=far, default=None)
    return None if spot is None else Aim(spot, 0.0, HUNT)


def onlookers(battle: Battle, side: str) -> list[Warrior]:
    """The enemies who look on in a derby, and cannot defend themselves."""
    return [each for each in battle.enemies(side) if each.up and looks_on(battle, each)]


def _bide(battle: Battle, vehicle: Vehicle) -> Aim:
    """Who has something to shoot with comes within its range of whoever is nearest, the others wait in the
    middle."""
    middle = Spot(battle.table.width / 2, battle.table.depth / 2)
    return _marked(battle, vehicle) or Aim(middle, AMID)


def _marked(battle: Battle, vehicle: Vehicle) -> Aim | None:
    """Whoever is nearest, for one that has something to shoot with."""
    if not _armed(battle, vehicle):
        return None
    marked = (body(battle, foe).spot for foe in threatening(battle, vehicle.side))
    spot = min(marked, key=lambda each: _away(each, vehicle.x, vehicle.y), default=None)
    return None if spot is None else Aim(spot, STANDOFF)


def _armed(battle: Battle, vehicle: Vehicle) -> bool:
    return any(ready(battle, rider) for rider in own_riders(battle, vehicle) if rider.up)


def _guarded(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether some of its mob stand near enough to board who comes to ram it."""
    crews = (each for each in battle.present(vehicle.side) if each.up and each.on_foot)
    return any(_away(each.spot, vehicle.x, vehicle.y) < GUARD for each in crews)


def _rolling(battle: Battle, side: str) -> list[Vehicle]:
    """The enemy vehicles that still move."""
    return [each for each in hulls(battle) if each.side != side and not each.immobilised]


def prize(battle: Battle, mark: Mark) -> float:
    if isinstance(mark, Warrior):
        return 0.1 if mark.down else value(mark)
    return 4.0 * hole(battle, mark)


# ---------------------------------------------------------------- scrap


def scrap(battle: Battle, side: str) -> list[Spot]:
    """Where there is something for a side to carry off: first what nothing sleeps or prowls near, then the
    rest, unless it has more than the others as it is."""
    found = [Spot(each.x, each.y, each.z) for each in battle.tokens if each.kind in CARRIED]
    beasts = [each.spot for each in battle.enemies(side) if type_of(each).role == "monster" and not each.down]
    quiet = [
        spot
        for spot in found
        if not waking(battle, spot.x, spot.y, 0.0)
        and all(_away(each, spot.x, spot.y) > PROWL for each in beasts)
    ]
    return quiet if quiet or richest(battle, side) else found


def richest(battle: Battle, side: str) -> bool:
    """Whether a side has more scrap than any other, carried off or in hand."""
    has = {each: battle.carried_off.get(each, 0) + scrap_held(battle, each) for each in battle.sides}
    return all(has[side] > has[each] for each in has if each != side)


def carries(battle: Battle) -> bool:
    """Whether scrap decides the battle."""
    return bool(battle.setup.scenario.scrap_per_player)


def load(battle: Battle, vehicle: Vehicle) -> int:
    return vehicle.scrap + sum(rider.scrap for rider in own_riders(battle, vehicle))


def homeward(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether it is time to bring off what is aboard: a good load if others stay to fight, else only what
    decides the battle."""
    if not carries(battle):
        return False
    aboard = load(battle, vehicle)
    if not aboard:
        return False
    others = [each for each in battle.present(vehicle.side) if each.aboard != vehicle.id and each.up]
    if not scrap(battle, vehicle.side) or (aboard >= GOOD_LOAD and len(others) >= REAR_GUARD):
        return True
    return 2 * (aboard + battle.carried_off.get(vehicle.side, 0)) >= at_large(battle)


def spare_hands(battle: Battle, vehicle: Vehicle) -> list[Warrior]:
    """Who of those aboard could be sent for scrap: neither driver nor gunner."""
    return [
        rider
        for rider in own_riders(battle, vehicle)
        if rider.up and rider.id not in (vehicle.driver, vehicle.gunner)
    ]


def errand(battle: Battle, warrior: Warrior) -> Spot | None:
    """The scrap that this warrior is to fetch: each is for the nearest of his side who can, or who has gone
    for it in this turn."""
    if warrior.scrap and carries(battle):
        return None
    here = body(battle, warrior).spot
    able = [
        friend
        for friend in battle.present(warrior.side)
        if friend.up and not friend.scrap and not _at_post(battle, friend)
    ]
    if warrior not in able or warrior.moved:
        return None
    free = able
    for spot in sorted(scrap(battle, warrior.side), key=lambda each: _away(each, here.x, here.y)):
        if not free:
            return None
        there = body(battle, nearest := _nearest(battle, free, spot)).spot
        if _away(there, spot.x, spot.y) > (TRUDGE if _held_up(battle, nearest) else ERRAND):
            continue
        if nearest is warrior:
            return spot
        free = [friend for friend in free if friend is not nearest]
    return None


def _held_up(battle: Battle, warrior: Warrior) -> bool:
    """Whether he rides a vehicle of his side that found no way last turn."""
    own = ride(battle, warrior)
    return own is not None and own.side == warrior.side and own.moved == "still"


def edge_spot(battle: Battle, side: str, x: float, y: float) -> Spot:
    """The nearest point of the side's own edge."""
    table = battle.table
    return {
        "south": Spot(x, 0.0),
        "north": Spot(x, table.depth),
        "west": Spot(0.0, y),
        "east": Spot(table.width, y),
    }[battle.edges[side]]


def lairs(battle: Battle) -> list[Spot]:
    return [Spot(each.x, each.y) for each in battle.tokens if each.kind == "lair"]


def waking(battle: Battle, x: float, y: float, size: float) -> float:
    """What it costs to come so near to what sleeps."""
    if battle.setup.scenario.sandgulpers is None:
        return 0.0
    near = wakes_within(battle, size)
    return WAKING * sum(_away(each, x, y) <= near for each in lairs(battle))


def stirs(battle: Battle, start: Spot, end: Spot, size: float) -> bool:
    """Whether something sleeps so near to the way straight from here to there that it might wake up."""
    near = wakes_within(battle, size)
    way = (start.x, start.y), (end.x, end.y)
    return any(point_to_segment(each.x, each.y, *way) <= near for each in lairs(battle))


def wakes_within(battle: Battle, size: float) -> float:
    """Inches from the middle of something of that size within which it may wake what sleeps."""
    sleeping = battle.setup.scenario.sandgulpers
    return 0.0 if sleeping is None else sleeping.wakes_within + size + SHUN


# ---------------------------------------------------------------- vehicles for who is on foot


def ride_for(battle: Battle, warrior: Warrior) -> Vehicle | None:
    """The nearest vehicle of his side that drives and has room."""
    return min(
        (
            each
            for each in hulls(battle)
            if each.side == warrior.side
            and not each.immobilised
            and not each.destroyed
            and free_places(battle, each) > 0
            and (available_driver(battle, each) is not None or not own_riders(battle, each))
        ),
        key=lambda each: _away(each.spot, warrior.x, warrior.y),
        default=None,
    )


def driverless(battle: Battle, warrior: Warrior) -> Vehicle | None:
    """The vehicle of his side that has nobody left to drive it, if he is the nearest who could be its
    driver: it runs wild until somebody takes the wheel."""
    for vehicle in hulls(battle):
        if vehicle.side != warrior.side or vehicle.immobilised or vehicle.destroyed:
            continue
        if any(rider.up for rider in own_riders(battle, vehicle)):
            continue
        able = [each for each in battle.present(warrior.side) if each.up and each.on_foot and not each.moved]
        if warrior in able and _nearest(battle, able, vehicle.spot) is warrior:
            far = _away(warrior.spot, vehicle.x, vehicle.y)
            if battle.setup.scenario.derby or far <= FORSAKEN:
                return vehicle
    return None


def _at_post(battle: Battle, warrior: Warrior) -> bool:
    return warrior.station in ("driver", "gunner") and bool(warrior.aboard)


def _nearest(battle: Battle, warriors: list[Warrior], spot: Spot) -> Warrior:
    def far(warrior: Warrior) -> float:
        there = body(battle, warrior).spot
        return _away(there, spot.x, spot.y) - (2.0 if not warrior.aboard else 0.0)

    return min(warriors, key=far)


def _away(spot: Spot, x: float, y: float) -> float:
    return hypot(spot.x - x, spot.y - y)
