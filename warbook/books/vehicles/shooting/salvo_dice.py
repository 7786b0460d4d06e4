"""The dice of all that one unit fires: shots and blasts together."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.damage.dice import Condition, Harm, befall, harm_together
from warbook.books.vehicles.shooting.blast_dice import Shelling, scatter, shell
from warbook.books.vehicles.shooting.dice import Shot, volley
from warbook.books.vehicles.shooting.troops_dice import Attack, Fusillade, Group, fusillade
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Bomb(Struct, frozen=True, cache_hash=True):
    """A blast at a foot unit: what is taken off the scatter, how many models lie under the marker where it is
    laid, and where it drifts to: by hour and then by inches from 1 on."""

    bs: int
    stays: int
    drifts: tuple[tuple[int, ...], ...]
    attack: Attack


@chance
def salvo(
    dice: Dice,
    shots: tuple[tuple[int, Shot], ...],
    shells: tuple[tuple[int, Shelling], ...],
    condition: Condition,
) -> Harm:
    """What shots and shells, each with the BS behind it, do to a vehicle, settled together (veh.V25)."""
    harm = volley(dice, shots, condition).harm
    for bs, shelling in shells:
        struck = shell(dice, bs, shelling).struck
        harm = harm_together(condition, harm, befall(condition, [struck.total]))
    return harm


@chance
def caught(dice: Dice, bs: int, stays: int, drifts: tuple[tuple[int, ...], ...]) -> int:
    """How many models a blast comes to lie on."""
    drift = scatter(dice, bs)
    return drifts[drift.hour][drift.inches - 1] if drift.inches else stays


@chance
def bombardment(
    dice: Dice,
    attacks: tuple[tuple[int, Attack], ...],
    bombs: tuple[Bomb, ...],
    groups: tuple[Group, ...],
    cover: int = NEVER,
) -> Fusillade:
    """What shots and blasts do to a foot unit."""
    more = tuple((caught(dice, bomb.bs, bomb.stays, bomb.drifts), bomb.attack) for bomb in bombs)
    return fusillade(dice, attacks + more, groups, cover)
