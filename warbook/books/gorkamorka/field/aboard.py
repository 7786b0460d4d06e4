"""Who is aboard a vehicle, as what, and whether it stands still, moves, or is out of control."""

from __future__ import annotations

from warbook.books.gorkamorka.field.bodies import hulls, model_of
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior


def own_riders(battle: Battle, vehicle: Vehicle) -> list[Warrior]:
    """Those of the vehicle's own side."""
    return [rider for rider in battle.riders(vehicle.id) if rider.side == vehicle.side]


def inside(battle: Battle, vehicle: Vehicle) -> list[Warrior]:
    """Everybody aboard, friend and enemy, but who clings to the outside (gce.S29)."""
    return [rider for rider in battle.riders(vehicle.id) if not rider.clings]


def boarders(battle: Battle, vehicle: Vehicle) -> list[Warrior]:
    """The enemies aboard, those who are Down too."""
    return [rider for rider in inside(battle, vehicle) if rider.side != vehicle.side]


def enemies_up(battle: Battle, warrior: Warrior, vehicle: Vehicle) -> list[Warrior]:
    """The enemies of a warrior aboard a vehicle who are not Down."""
    return [rider for rider in inside(battle, vehicle) if rider.side != warrior.side and not rider.down]


def opposed(battle: Battle, warrior: Warrior) -> bool:
    """gce.foot.board-no-shooting: a boarder while enemies who are not Down remain aboard."""
    own = ride(battle, warrior)
    return own is not None and own.side != warrior.side and bool(enemies_up(battle, warrior, own))


def crew(battle: Battle, vehicle: Vehicle, but: str = "") -> list[Warrior]:
    """Ruling 8.3: everybody aboard except the driver, boarders included, and who is excepted."""
    return [rider for rider in inside(battle, vehicle) if rider.id not in (vehicle.driver, but)]


def driver(battle: Battle, vehicle: Vehicle) -> Warrior | None:
    """Who has the wheel, able to drive or not; None if he is not aboard any more."""
    return _aboard(battle, vehicle, vehicle.driver)


def available_driver(battle: Battle, vehicle: Vehicle) -> Warrior | None:
    """gce.vehicle-movement.out-of-control, gce.vehicle-movement.driver-recovers: not while he is
    pinned, Down, burning (gce.R3.19) or caught in a net. One who fights goes on driving."""
    found = driver(battle, vehicle)
    if found is None or not found.up or found.netted or (found.burning and not found.frenzied):
        return None
    return found


def drives_for(battle: Battle, vehicle: Vehicle) -> str:
    """The side that moves a vehicle: its owner's; gce.R6.13: a boarder at the wheel drives it for his own."""
    if battle.rulings.boarders_may_drive:
        man = available_driver(battle, vehicle)
        if man is not None:
            return man.side
    return vehicle.side


def out_of_control(battle: Battle, vehicle: Vehicle) -> bool:
    """A vehicle with somebody aboard, or that moved of late, and no available driver; one that cannot move
    is out of nobody's control."""
    if vehicle.immobilised or vehicle.destroyed or available_driver(battle, vehicle) is not None:
        return False
    return not stationary(battle, vehicle) or bool(battle.riders(vehicle.id))


def stationary(battle: Battle, vehicle: Vehicle) -> bool:
    """gce.vehicle-movement.stationary, rulings 3.3 and 7.7: it did not move in its latest movement, before
    its first move of the battle included, or it cannot move."""
    return vehicle.immobilised or vehicle.destroyed or vehicle.moved in ("", "still")


def gunner(battle: Battle, vehicle: Vehicle) -> Warrior | None:
    """gce.vehicle-shooting.gunner-only: who alone may fire the fixed weapon, if he is aboard; on a bike its
    driver (gce.vehicle-shooting.biker-fixed)."""
    wanted = vehicle.driver if model_of(vehicle).saddled and not vehicle.gunner else vehicle.gunner
    found = _aboard(battle, vehicle, wanted)
    return found if found is not None and found.side == vehicle.side else None


def _aboard(battle: Battle, vehicle: Vehicle, name: str) -> Warrior | None:
    if not name:
        return None
    found = battle.warrior(name)
    return found if found.aboard == vehicle.id and found.place == "table" else None


def free_places(battle: Battle, vehicle: Vehicle) -> int:
    """How many more of its own side may ride. Boarders cling on wherever there is something to hold."""
    return model_of(vehicle).crew_max - len(own_riders(battle, vehicle))


def ride(battle: Battle, warrior: Warrior) -> Vehicle | None:
    """The vehicle he is aboard."""
    return battle.vehicle(warrior.aboard) if warrior.aboard else None


def chasers(battle: Battle, vehicle: Vehicle) -> list[Vehicle]:
    """The vehicles that chase this one."""
    return [other for other in hulls(battle) if other.chasing == vehicle.id]
