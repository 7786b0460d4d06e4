"""Who may act, and why not: each bar with words and the rule."""

from __future__ import annotations

from warbook.books.gorkamorka.field.aboard import stationary
from warbook.books.gorkamorka.field.engaged import engaged
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.core.questions import Refusal


def may_move(battle: Battle, warrior: Warrior) -> Refusal | None:
    """Why a warrior has no move of his own now; None if he has one, were it only to crawl."""
    if warrior.moved or warrior.idle:
        return Refusal("has moved", "gce.foot.order")
    if looks_on(battle, warrior):
        return Refusal("looks on from the stands", "gce.game.scenario")
    return None if warrior.burning else held_back(battle, warrior)


def held_back(battle: Battle, warrior: Warrior) -> Refusal | None:
    """What keeps him where he is, were he on fire or not."""
    if warrior.netted or warrior.hobbled:
        return Refusal("is caught and cannot move", "gce.foot.forced")
    if warrior.down:
        return Refusal("lies Down aboard", "gce.wounding.crawl") if warrior.aboard else None
    if warrior.pinned:
        return Refusal("is pinned", "gce.wounding.pinned-effect")
    if engaged(battle, warrior) and not may_leap_off(battle, warrior):
        return Refusal("is engaged in hand-to-hand combat", "gce.boarding.no-leaving-on-ground")
    return None


def may_leap_off(battle: Battle, warrior: Warrior) -> bool:
    """gce.boarding.leave: from a vehicle that moves one may leave even a fight."""
    return bool(warrior.aboard) and not stationary(battle, battle.vehicle(warrior.aboard))


def looks_on(battle: Battle, warrior: Warrior) -> bool:
    """In a derby the crews watch until one of their vehicles has been in a ram; drivers do not, wherever they
    are (gce.S14)."""
    return warrior.spectator and warrior.side not in battle.roused
