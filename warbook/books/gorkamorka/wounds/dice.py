"""What a hit does to a warrior: wound, save, damage, injuries; and how he gets up again.

The wound chart is that of the family; the injury chart is this book's own, and so is what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.family import tests, wounds
from warbook.books.family.wounds import NEVER, Came
from warbook.books.gorkamorka.called import CALLED, HOURS
from warbook.books.gorkamorka.mob.lists import Damage
from warbook.core.chance import chance, given
from warbook.core.dice import Dice

__all__ = (
    "BAREFACED",
    "FLESH_TO",
    "NEVER",
    "Body",
    "Came",
    "Hit",
    "Saving",
    "Struck",
    "blow",
    "blows",
    "catches_fire",
    "escapes",
    "flesh_wound",
    "gets_free",
    "hour",
    "injured",
    "jumps_clear",
    "knocked_back",
    "lose",
    "puts_out",
    "recovery",
    "save_score",
    "shrugs_off",
    "struck",
    "wound_score",
    "wounding",
)  # fmt: skip

STRONGEST = 10  # gce.R5.4: above it, the chart's last row or column
BAREFACED = 7  # the save of who has none: a helpful modifier makes a 6 of it
FLESH_TO = 2  # gce.wounding.injury-table
FIRE_OUT = 6  # gce.R3.15


class Hit(Struct, frozen=True, cache_hash=True):
    """A hit that has landed, with the scores it needs against this target."""

    wound: int  # score needed to wound; NEVER where the chart has none
    save: int = NEVER  # score the target needs to save; above 6 there is no save
    damage: Damage = 1
    save_each: bool = False  # the save is for each wound in place of the hit (gce.R5.1)
    injury_dice: int = 1  # of which the highest counts (Deadeye)


class Body(Struct, frozen=True, cache_hash=True):
    """A warrior as the dice see him. `grit`, the better of his WS and BS, is how many flesh wounds put him
    out of action (gce.wounding.flesh-wound-limit); up to `flesh_to` an injury is a flesh wound."""

    wounds: int = 1
    flesh: int = 0
    state: Literal["up", "down", "out"] = "up"
    grit: int = 10
    flesh_to: int = FLESH_TO


class Struck(Struct, frozen=True):
    """How far a hit got, and the body afterwards."""

    came: Came
    body: Body


class Saving(Struct, frozen=True):
    """A save that somebody has (gce.wounding.save); 0 is none."""

    score: int
    modifiable: bool = True  # gce.wounding.save-unmodifiable


# ---------------------------------------------------------------- scores


def wound_score(strength: int, toughness: int) -> int:
    """gce.wounding.wound-chart: the D6 needed to wound; NEVER where it cannot (gce.R5.4)."""
    if strength < 1:
        return NEVER
    return wounds.wound_score(min(strength, STRONGEST), min(toughness, STRONGEST))


def save_score(saves: Iterable[Saving], save_mod: int, one_fails: bool = True) -> int:
    """The D6 needed to save: the best of all saves after modifiers (gce.R5.2), NEVER above 6. The weapon's
    modifier is added to the die (gce.wounding.save-modifier, gce.weapon.save-modifier); one above 0 helps,
    even who has no save."""
    scores = [BAREFACED - save_mod]
    scores += [each.score - (save_mod if each.modifiable else 0) for each in saves if each.score]
    best = min(scores)
    return NEVER if best > 6 else max(best, 2 if one_fails else 1)


# ---------------------------------------------------------------- from the hit to the injury


@chance
def wounding(dice: Dice, hit: Hit) -> Came:
    """gce.wounding.wound-roll, then the save before the damage is rolled (gce.R5.1)."""
    if hit.wound >= NEVER or dice.d6(CALLED.wound, need=hit.wound) < hit.wound:
        return "no-wound"
    if hit.save < NEVER and not hit.save_each and dice.d6(CALLED.save, need=hit.save) >= hit.save:
        return "saved"
    return "wounded"


@chance
def struck(dice: Dice, hit: Hit, body: Body) -> Struck:
    """One hit on a body: gce.wounding.scope from the roll to wound on."""
    came = wounding(dice, hit)
    if came != "wounded":
        return Struck(came, body)
    lost = damage(dice, hit)
    if not lost:
        return Struck("saved", body)
    return Struck("wounded", lose(dice, lost, hit.injury_dice, body))


@chance
def damage(dice: Dice, hit: Hit) -> int:
    """gce.weapon.damage: the wounds of a hit, less those saved one by one."""
    if hit.damage == "D3":
        wounds = dice.d3(CALLED.damage)
    elif hit.damage == "D6":
        wounds = dice.d6(CALLED.damage)
    else:
        wounds = hit.damage
    return unsaved(dice, wounds, hit.save) if hit.save_each and hit.save < NEVER else wounds


@chance
def unsaved(dice: Dice, wounds: int, save: int) -> int:
    """How many of several wounds are not saved."""
    if not wounds:
        return 0
    return unsaved(dice, wounds - 1, save) + int(dice.d6(CALLED.save, need=save) < save)


@chance
def lose(dice: Dice, wounds: int, injury_dice: int, body: Body) -> Body:
    """gce.wounding.lose-wound, gce.wounding.multiple-wounds: the last wound lost and every one beyond it is
    an injury roll, and so is each of who has none left (gce.R5.3, gce.wounding.down-more-wounds)."""
    if wounds < body.wounds:
        return replace(body, wounds=body.wounds - wounds)
    after = injured(dice, injury_dice, replace(body, wounds=0))
    beyond = wounds - max(body.wounds, 1)
    return lose(dice, beyond, injury_dice, after) if beyond and after.state != "out" else after


@chance
def injured(dice: Dice, injury_dice: int, body: Body) -> Body:
    """gce.wounding.injury-roll on the gce.wounding.injury-table. Results add up by
    gce.wounding.combined-results: who is Down stays Down with a flesh wound (gce.R5.7)."""
    roll = dice.pool(injury_dice, CALLED.injury, keep=1)[0] if injury_dice > 1 else dice.d6(CALLED.injury)
    if roll >= 6:
        return replace(body, state="out")
    return replace(body, state="down") if roll > body.flesh_to else flesh_wound(body)


def flesh_wound(body: Body) -> Body:
    """gce.wounding.flesh-wound: -1 WS and -1 BS. gce.wounding.flesh-wound-limit (gce.R5.8)."""
    flesh = body.flesh + 1
    return replace(body, flesh=flesh, state="out" if flesh >= body.grit else body.state)


@chance
def blow(dice: Dice, hit: Hit, body: Body) -> Body:
    """One hit, where only the body counts."""
    return struck(dice, hit, body).body


@chance
def blows(dice: Dice, count: int, hits: tuple[Hit, ...], body: Body) -> Body:
    """`count` hits one after another, taken from `hits` in turn (gce.hand-to-hand.split-hits)."""
    if not count:
        return body
    before = blows(dice, count - 1, hits, body)
    return before if before.state == "out" else blow(dice, hits[(count - 1) % len(hits)], before)


# ---------------------------------------------------------------- getting up again


@chance
def recovery(dice: Dice, body: Body) -> Body:
    """gce.recovery.down-roll: who is Down gets up with a flesh wound, stays Down or goes out of action."""
    roll = dice.d6(CALLED.recovery)
    if roll >= 6:
        return replace(body, state="out")
    return body if roll > body.flesh_to else flesh_wound(replace(body, state="up"))


escapes = given(tests.at_most, "gce.recovery.escape-test")
"""gce.basics.initiative-test for who starts his turn pinned."""

jumps_clear = given(tests.at_most, "gce.squash.avoid")
"""gce.basics.initiative-test against being driven over."""


@chance
def knocked_back(dice: Dice, strength: int) -> bool:
    """A weapon that knocks back: who does not roll under his Strength is moved."""
    return dice.d6("gce.weapon.notes", most=strength - 1) >= strength


@chance
def hour(dice: Dice, rule: str) -> int:
    """A random direction, in twelfths of a circle (gce.R2.5)."""
    return dice.face(HOURS, rule)


@chance
def gets_free(dice: Dice, need: int, helpers: int) -> bool:
    """From a net or bolas, in recovery: the score or more, with 1 for each friend who helps."""
    return dice.d6("gce.recovery.modifiers", need=need - helpers) + helpers >= need


@chance
def shrugs_off(dice: Dice) -> bool:
    """A gunboy ignores a failed ammo roll or an explosion."""
    return dice.d6("gce.weapon.ammo-roll", need=4) >= 4


# ---------------------------------------------------------------- fire


@chance
def catches_fire(dice: Dice, need: int) -> bool:
    """gce.vehicle-damage.catch-fire for each penetrated location, and for a warrior hit (gce.R3.13)."""
    return dice.d6("gce.vehicle-damage.catch-fire", need=need) >= need


@chance
def puts_out(dice: Dice, rule: str, helpers: int) -> bool:
    """A D6, 1 more for each who helps: gce.foot.on-fire-roll with gce.foot.on-fire-helpers for a warrior,
    gce.vehicle-damage.burn with gce.vehicle-damage.fight-fire for a location."""
    return dice.d6(rule, need=FIRE_OUT - helpers) + helpers >= FIRE_OUT
