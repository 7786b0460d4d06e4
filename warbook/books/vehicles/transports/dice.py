"""The dice of those who were aboard a vehicle that is destroyed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.vehicles.shooting.dice import AUTOMATIC
from warbook.books.vehicles.shooting.troops_dice import Attack, Group, fusillade, pinning, wound_need
from warbook.core.chance import chance
from warbook.core.dice import Dice

Loss: TypeAlias = Literal["explodes", "wrecked"]

PINNING: dict[Loss, str] = {
    "explodes": "veh.damage.explodes-survivors",
    "wrecked": "veh.damage.wrecked-passengers",
}


class Passengers(Struct, frozen=True, cache_hash=True):
    """The unit that was aboard, group by group, and whether it is pinned. Nobody is if nobody lives."""

    groups: tuple[Group, ...]
    pinned: bool = False


def explosion_hit(t: int, open_topped: bool) -> Attack:
    """veh.damage.explodes-passengers, veh.open.explosion: the hit on each passenger of a unit of that
    Toughness."""
    s = 3 if open_topped else 4
    return Attack(AUTOMATIC, wound_need(s, t), s, rule="veh.damage.explodes-passengers")


@chance
def explodes(dice: Dice, groups: tuple[Group, ...], attack: Attack) -> tuple[Group, ...]:
    """veh.damage.explodes-passengers: as many hits as there are models."""
    hits = sum(group.models for group in groups)
    return fusillade(dice, ((hits, attack),), groups).groups


@chance
def passengers(dice: Dice, groups: tuple[Group, ...], ld: int, loss: Loss, attack: Attack) -> Passengers:
    """What a lost vehicle does to its passengers if they have room to get out: the hits of an explosion, then
    the pinning test (veh.damage.explodes-survivors, veh.damage.wrecked-passengers)."""
    after = explodes(dice, groups, attack) if loss == "explodes" else groups
    alive = any(group.models for group in after)
    return Passengers(after, alive and not pinning(dice, ld, PINNING[loss]))
