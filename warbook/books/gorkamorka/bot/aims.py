"""What each model of the drill bot is after: the enemy, scrap, its own edge, or its vehicle."""

from __future__ import annotations

from math import hypot

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.board.hulls import from_frame
from warbook.books.gorkamorka.bot.scout import threatening
from warbook.books.gorkamorka.bot.worth import hole, value
from warbook.books.gorkamorka.field.aboard import available_driver, free_places, own_riders, stationary
from warbook.books.gorkamorka.field.bodies import body, hull, hulls, type_of
from warbook.books.gorkamorka.scrap import CARRIED, at_large
from warbook.books.gorkamorka.shooting.targets import Mark, marks
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior

PULL = 0.012  # what an inch from the enemy costs
FETCH = 0.04  # from scrap that lies about
HOME = 0.05  # from the edge, with scrap
SPREAD = 3.0  # inches that a boy's worth of enemy may be farther off
ALOOF = 10.0  # inches from beasts, which only fight hand to hand, that are near enough
ASIDE = 7.0  # inches from the middle of whom one is about to ram
GOOD_LOAD = 2  # scrap
REAR_GUARD = 2  # warriors who stay when a vehicle goes home
RUN_UP = 6.0  # inches from there within which one goes for it
BRIM = 2.5  # inches from the edge of the table that leave room to stand along it
ERRAND = 10.0  # inches from scrap within which a vehicle waits for who fetches it
SHUN = 1.5  # inches beyond which what sleeps in the sand is left to sleep
WAKING = 0.4  # what waking it costs


class Aim(Struct, frozen=True):
    """Where to go, how near is near enough, and what each inch from there costs."""

    spot: Spot
    near: float = 0.0
    pull: float = PULL


def of_vehicle(battle: Battle, vehicle: Vehicle, near: float) -> Aim | None:
    """The edge with scrap aboard, scrap with hands aboard to fetch it, else the enemy."""
    if homeward(battle, vehicle):
        return Aim(edge_spot(battle, vehicle.side, vehicle.x, vehicle.y), 0.0, HOME)
    lying = scrap(battle)
    if lying and spare_hands(battle, vehicle):
        spot = min(lying, key=lambda each: _away(each, vehicle.x, vehicle.y))
        return Aim(spot, 3.0, FETCH)
    return of_enemy(battle, vehicle.side, vehicle.x, vehicle.y, near)


def of_enemy(battle: Battle, side: str, x: float, y: float, near: float) -> Aim | None:
    foes = threatening(battle, side) or marks(battle, side)
    if battle.setup.scenario.derby:
        foes = [each for each in hulls(battle) if each.side != side and not each.immobilised] or foes

    def far(foe: Mark) -> float:
        return _away(body(battle, foe).spot, x, y) - SPREAD * prize(battle, foe)

    foe = min(foes, key=far, default=None)
    if foe is None:
        return None
    if isinstance(foe, Vehicle) and battle.setup.scenario.derby and stationary(battle, foe):
        return Aim(_flank(battle, foe, x, y), 0.0)
    beast = isinstance(foe, Warrior) and type_of(foe).role == "monster"
    return Aim(body(battle, foe).spot, max(near, ALOOF) if beast else near)


def _flank(battle: Battle, target: Vehicle, x: float, y: float) -> Spot:
    """Beside it or behind it, from where it is rammed best; from there, or where there is no room, the
    target itself."""
    table = battle.table
    places = [Spot(*from_frame(hull(target), *at)) for at in ((0.0, ASIDE), (0.0, -ASIDE), (-ASIDE, 0.0))]
    free = [each for each in places if min(each.x, each.y, table.width - each.x, table.depth - each.y) > BRIM]
    spot = min(free, key=lambda each: _away(each, x, y), default=target.spot)
    return target.spot if _away(spot, x, y) < RUN_UP else spot


def prize(battle: Battle, mark: Mark) -> float:
    if isinstance(mark, Warrior):
        return 0.1 if mark.down else value(mark)
    return 4.0 * hole(battle, mark)


# ---------------------------------------------------------------- scrap


def scrap(battle: Battle) -> list[Spot]:
    """Where there is something to carry off, and nothing sleeps too near."""
    found = [Spot(each.x, each.y, each.z) for each in battle.tokens if each.kind in CARRIED]
    return [spot for spot in found if not waking(battle, spot.x, spot.y, 0.0)]


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
    if not scrap(battle) or (aboard >= GOOD_LOAD and len(others) >= REAR_GUARD):
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
    """The scrap that this warrior is to fetch: each is for the nearest of his side who can."""
    if warrior.scrap and carries(battle):
        return None
    here = body(battle, warrior).spot
    able = [
        friend
        for friend in battle.present(warrior.side)
        if friend.up and not friend.scrap and not friend.moved and not _at_post(battle, friend)
    ]
    if warrior not in able:
        return None
    free = able
    for spot in sorted(scrap(battle), key=lambda each: _away(each, here.x, here.y)):
        if not free:
            return None
        there = body(battle, nearest := _nearest(battle, free, spot)).spot
        if _away(there, spot.x, spot.y) > ERRAND:
            continue
        if nearest is warrior:
            return spot
        free = [friend for friend in free if friend is not nearest]
    return None


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
    sleeping = battle.setup.scenario.sandgulpers
    if sleeping is None:
        return 0.0
    near = sleeping.wakes_within + size + SHUN
    return WAKING * sum(_away(each, x, y) <= near for each in lairs(battle))


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


def _at_post(battle: Battle, warrior: Warrior) -> bool:
    return warrior.station in ("driver", "gunner") and bool(warrior.aboard)


def _nearest(battle: Battle, warriors: list[Warrior], spot: Spot) -> Warrior:
    def far(warrior: Warrior) -> float:
        there = body(battle, warrior).spot
        return _away(there, spot.x, spot.y) - (2.0 if not warrior.aboard else 0.0)

    return min(warriors, key=far)


def _away(spot: Spot, x: float, y: float) -> float:
    return hypot(spot.x - x, spot.y - y)
