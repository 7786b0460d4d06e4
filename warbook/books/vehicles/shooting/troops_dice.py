"""The dice of fire and blows at troops: wounds, saves, whom they fall on, and the tests that follow (filler:
veh.P6, veh.P7, veh.P8, veh.P9, veh.P14)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.family.tests import leadership
from warbook.books.family.wounds import NEVER, wound_score
from warbook.books.vehicles.shooting.dice import Aim, rolls_to_hit, to_hit
from warbook.core.chance import chance
from warbook.core.dice import Dice

ALL_ARMOUR = 1  # an AP that leaves nobody an armour save


class Attack(Struct, frozen=True, cache_hash=True):
    """A shot or a blow at troops: the roll to hit, the die that wounds, its Strength, and its AP: armour
    saves of that number or a higher one are of no use (veh.P7.armour). A dash is NEVER, a power weapon
    ALL_ARMOUR."""

    aim: Aim
    wound: int
    s: int
    ap: int = NEVER
    rending: bool = False
    ignores_cover: bool = False
    rule: str = "veh.P6"  # of the roll to wound


class Wounds(Struct, frozen=True, cache_hash=True):
    """What attacks that are alike came to: wounds, those among them that rend, and shots that burnt who
    fired."""

    wounds: int = 0
    rends: int = 0
    hot: int = 0


class Group(Struct, frozen=True, cache_hash=True):
    """Models of a unit that are alike; one of them at most has lost some of his Wounds, `hurt`."""

    models: int
    t: int = 4
    w: int = 1
    save: int = NEVER
    inv: int = NEVER
    hurt: int = 0


class Fusillade(Struct, frozen=True, cache_hash=True):
    """The groups of a unit afterwards, and the shots of each kind that burnt who fired."""

    groups: tuple[Group, ...]
    hot: tuple[int, ...] = ()


class Save(Struct, frozen=True, cache_hash=True):
    need: int = NEVER
    rule: str = "veh.P7"


Given: TypeAlias = tuple[tuple[int, Save, bool], ...]
"""Wounds given to a group: how many, what saves from each, and whether one kills outright."""


def wound_need(s: int, t: int, poisoned: int = 0) -> int:
    """veh.P6; poison wounds at its own need, whatever the Strength (veh.P13)."""
    return poisoned or wound_score(s, t)


@chance
def wounds(dice: Dice, count: int, attack: Attack) -> Wounds:
    """Attacks that are alike, rolled to hit and to wound. A rending 6 wounds and goes through armour."""
    rule, need = attack.rule, min(attack.wound, 6) if attack.rending else attack.wound
    if not dice.exact:
        hits, hot = rolls_to_hit(dice, count, attack.aim)
        faces = dice.each(hits, rule, need) if hits and need < NEVER else ()
        return Wounds(sum(face >= need for face in faces), faces.count(6) if attack.rending else 0, hot)
    if count > 1:
        first, second = wounds(dice, count // 2, attack), wounds(dice, count - count // 2, attack)
        return Wounds(first.wounds + second.wounds, first.rends + second.rends, first.hot + second.hot)
    if not count:
        return Wounds()
    aimed = to_hit(dice, attack.aim)
    if aimed != "hit" or need >= NEVER:
        return Wounds(hot=int(aimed == "hot"))
    face = dice.d6(rule, need=need)
    if face < need:
        return Wounds()
    return Wounds(1, int(attack.rending and face == 6))


def best_save(group: Group, attack: Attack, cover: int = NEVER, rends: bool = False) -> Save:
    """veh.P7: the best save there is; of two that are alike the armour's."""
    saves = (
        Save(NEVER if rends or attack.ap <= group.save else group.save, "veh.P7.armour"),
        Save(group.inv, "veh.P7.invulnerable"),
        Save(NEVER if attack.ignores_cover else cover, "veh.P7.cover"),
    )
    return min(saves, key=lambda save: save.need)


def kills_outright(group: Group, attack: Attack) -> bool:
    """veh.P6: Strength of at least twice the Toughness."""
    return attack.s >= 2 * group.t


@chance
def unsaved(dice: Dice, count: int, save: Save) -> int:
    """veh.P7: how many of so many wounds are not saved."""
    need = save.need
    if not count or need >= NEVER:
        return count
    if not dice.exact:
        return sum(face < need for face in dice.each(count, save.rule, need))
    return unsaved(dice, count - 1, save) + int(dice.d6(save.rule, need=need) < need)


@chance
def saves(dice: Dice, group: Group, given: Given) -> Group:
    """The saves of one group, and what is left of it (veh.P14.wounds)."""
    outright = plain = 0
    for count, save, kills in given:
        failed = unsaved(dice, count, save)
        outright, plain = outright + failed * kills, plain + failed * (not kills)
    return taken(group, outright, plain)


def taken(group: Group, outright: int, plain: int) -> Group:
    """The group after these wounds. Models go whole, first who is wounded already (veh.P14.wounds); those who
    are killed outright go before Wounds are counted."""
    models = group.models - min(outright, group.models)
    lost = plain + (0 if outright else group.hurt)
    gone = min(lost // group.w, models)
    models -= gone
    return replace(group, models=models, hurt=lost - gone * group.w if models else 0)


def dealt(kinds: tuple[int, ...], groups: tuple[Group, ...]) -> tuple[tuple[int, ...], ...]:
    """How many wounds of each kind each group is given if the first wounds of the first kind go to the models
    of the first group, and so on round the unit: nobody has a second before all have one (veh.P6)."""
    given = [[0] * len(kinds) for _ in groups]
    seats = [number for number, group in enumerate(groups) for _ in range(group.models)]
    at = 0
    for kind, count in enumerate(kinds):
        for _ in range(count if seats else 0):
            given[seats[at % len(seats)]][kind] += 1
            at += 1
    return tuple(map(tuple, given))


@chance
def fusillade(
    dice: Dice, attacks: tuple[tuple[int, Attack], ...], groups: tuple[Group, ...], cover: int = NEVER
) -> Fusillade:
    """All that one unit does to another, so many attacks of each kind, the wounds `dealt` with the worst
    first to the first group."""
    came = all_wounds(dice, attacks)
    kinds = sorted(
        ((attack, bool(rends), count) for (_, attack), each in zip(attacks, came, strict=True)
         for rends, count in enumerate((each.wounds - each.rends, each.rends)) if count),
        key=lambda kind: (not kind[1], kind[0].ap, not kind[0].ignores_cover, -kind[0].s),
    )  # fmt: skip
    given = dealt(tuple(count for *_, count in kinds), groups)
    after = tuple(
        saves(dice, group, tuple(
            (count, best_save(group, attack, cover, rends), kills_outright(group, attack))
            for (attack, rends, _), count in zip(kinds, mine, strict=True) if count
        ))
        for group, mine in zip(groups, given, strict=True)
    )  # fmt: skip
    return Fusillade(after, tuple(each.hot for each in came))


@chance
def all_wounds(dice: Dice, attacks: tuple[tuple[int, Attack], ...]) -> tuple[Wounds, ...]:
    """The wounds of each kind of attack."""
    return tuple(wounds(dice, count, attack) for count, attack in attacks)


def loses_quarter(before: int, lost: int) -> bool:
    """veh.P8: whether so many models lost to shooting in a phase call for a morale test. Those who are all
    gone do not test."""
    return 4 * lost >= before > lost


@chance
def morale(dice: Dice, ld: int, rule: str = "veh.P8") -> bool:
    """veh.P8: 2D6 of at most Ld passes, and a double 1 always."""
    return leadership(dice, rule, max(ld, 2))


@chance
def pinning(dice: Dice, ld: int, rule: str = "veh.P9") -> bool:
    """veh.P9: whether the unit keeps its head. The barrage of an Ordnance weapon takes 1 from its Ld
    (veh.ordnance.barrage-pinning)."""
    return leadership(dice, rule, ld)
