"""Who is engaged with whom, on the ground and aboard."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.board.geometry import touching
from warbook.books.gorkamorka.field.aboard import stationary
from warbook.books.gorkamorka.field.bodies import on_ground
from warbook.books.gorkamorka.mob.data import fighters
from warbook.books.gorkamorka.state import Battle, Warrior

CONTACT = 0.05  # bases this near count as touching
WIDEST = 2 * max(fighter.radius for fighter in fighters().values()) + 0.1  # between the middles of two bases
RISE = 1.45  # and may stand this much above one another: less than the room a model takes up


def touch(battle: Battle, one: Warrior, other: Warrior) -> bool:
    """Base contact on the ground, or aboard the same vehicle while it stands still
    (gce.boarding.stationary-normal, gce.vehicle-movement.stationary-effect); nobody reaches who clings to its
    outside (gce.S29)."""
    if one.clings or other.clings:
        return False
    if one.aboard or other.aboard:
        return one.aboard == other.aboard and stationary(battle, battle.vehicle(one.aboard))
    if abs(one.x - other.x) > WIDEST or abs(one.y - other.y) > WIDEST:
        return False
    return touching(on_ground(one), on_ground(other), CONTACT, RISE)


def touched(battle: Battle, warrior: Warrior) -> list[Warrior]:
    """The enemies in contact with him who are not on fire (gce.foot.on-fire-no-hth), those Down included."""
    if not warrior.on_table:
        return []
    return [foe for foe in _near(battle, warrior) if not _burns(foe) and touch(battle, warrior, foe)]


def _near(battle: Battle, warrior: Warrior) -> list[Warrior]:
    """The enemies aboard the same vehicle, or all enemies on foot near enough for base contact."""
    side, x, y = warrior.side, warrior.x, warrior.y
    if warrior.aboard:
        return [foe for foe in battle.riders(warrior.aboard) if foe.side != side]
    return [
        foe
        for foe in battle.warriors
        if -WIDEST <= foe.x - x <= WIDEST
        and -WIDEST <= foe.y - y <= WIDEST
        and foe.side != side
        and foe.on_foot
    ]


def opponents(battle: Battle, warrior: Warrior) -> list[Warrior]:
    """The enemies he is engaged with: in contact, neither of them helpless; aboard a moving vehicle those
    whom he fought in the latest round (ruling 4.3)."""
    if not warrior.on_table or helpless(warrior) or _burns(warrior):
        return []
    if warrior.aboard and not warrior.fighting and not stationary(battle, battle.vehicle(warrior.aboard)):
        return []
    found = [foe for foe in touched(battle, warrior) if not helpless(foe)]
    if not warrior.aboard:
        return found
    return found + [
        foe
        for foe in _near(battle, warrior)
        if foe.id in warrior.fighting and not helpless(foe) and foe not in found
    ]


def helpless(warrior: Warrior) -> bool:
    """Down, or in a net, which counts as Down hand to hand."""
    return warrior.down or warrior.netted


def fights(warrior: Warrior) -> bool:
    """Whether he can take part in hand-to-hand combat: on the table, neither helpless nor on fire."""
    return warrior.on_table and not helpless(warrior) and not _burns(warrior)


def engaged(battle: Battle, warrior: Warrior) -> bool:
    return bool(opponents(battle, warrior))


def in_combat(battle: Battle, warrior: Warrior) -> bool:
    """Engaged, or helpless among enemies who fight."""
    if helpless(warrior):
        return any(fights(foe) for foe in touched(battle, warrior))
    return engaged(battle, warrior)


def assailable(warrior: Warrior) -> bool:
    """Whether he can be attacked hand to hand: not who plays dead while he is helpless."""
    return fights(warrior) or (
        warrior.on_table and helpless(warrior) and not _burns(warrior) and not warrior.skills.play_dead
    )


def at_blows(one: Sequence[Warrior], other: Sequence[Warrior]) -> bool:
    """Whether either of two camps can do something to the other hand to hand."""
    return any(
        any(map(fights, us)) and any(map(assailable, them)) for us, them in ((one, other), (other, one))
    )


def _burns(warrior: Warrior) -> bool:
    """Ruling 9.17: a burning warrior in a frenzy fights, and is fought."""
    return warrior.burning and not warrior.frenzied
