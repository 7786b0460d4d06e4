"""The dice of fire: to hit, armor, damage; area attacks. Assault hits use armor and damage too."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from warbook.books.steampunk.assault.pools import Fallen, Waves
from warbook.books.steampunk.dice import FURTHER, Roll, die, open_ended_scores, reaches, rises, successes
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.questions import Modifier

BASIC = 5  # spf.fire.basic: what a shot needs before modifiers
PARTLY_BLOCKED = -3

Band = Literal["point-blank", "normal", "long"]
Armor = Literal["blocked", "partly", "through"]
Came = Literal["miss", "blocked", "partly", "through"]

# ---------------------------------------------------------------- what the dice are told


class Aim(Struct, frozen=True):
    """The score a to-hit die needs, and which natural faces mean something to the weapon."""

    need: int
    storm: bool = False  # bullet-storm: a natural 6 hits whatever the modifiers
    low: int = 0  # a natural face of this or less is reported, hit or not
    six: bool = False  # a natural 6 is reported

    @property
    def told(self) -> int:
        """What is needed, as it is told: any die comes to 1."""
        return max(1, min(self.need, 6) if self.storm else self.need)


class Fall(Struct, frozen=True):
    """How a to-hit die fell."""

    hit: bool
    low: bool = False
    six: bool = False


class Attack(Struct, frozen=True):
    """What a weapon, or a model in assault, does to whom it hits."""

    ap: int
    roll: Roll
    on_penetration: int = 0  # spf.damage.penetration-bonus
    close: int = 1  # what point blank adds to AP and damage


class Target(Struct, frozen=True):
    """What stands against it: the armor of the side that is hit, the future-damage tokens, the resistance to
    this type of damage. `resist_roll` is a resistance rolled anew for each hit."""

    armor: int = 0
    tokens: int = 0
    resist: int = 0
    resist_roll: Roll | None = None


class Hit(Struct, frozen=True):
    """A hit before its dice: how many the armor rolls, the damage roll, and its modifiers added up."""

    armor: int
    roll: Roll
    bonus: int = 0
    on_penetration: int = 0
    resist: Roll | None = None


class Struck(Struct, frozen=True):
    """How far a shot got and its damage result, which can be below zero; `six`: it hit with a natural 6."""

    came: Came
    damage: int | None = None
    low: bool = False
    six: bool = False


class Ranged(Struct, frozen=True):
    """AP and damage modifiers of a shot at its range, each with its reason."""

    ap: int
    ap_why: tuple[Modifier, ...] = ()
    damage_why: tuple[Modifier, ...] = ()


# ---------------------------------------------------------------- sums before the dice


def hit_score(modifiers: int) -> int:
    """spf.fire.basic: 5, less the sum of all modifiers."""
    return BASIC - modifiers


def beyond(need: int) -> tuple[Modifier, ...]:
    """spf.fire.open-ended, in words: what a need above 6 asks of the dice."""
    if need <= 6:
        return ()
    further = "a further die" if need == 7 else f"each of {need - 6} further dice"
    return (Modifier(0, f"{need}+ in all: a 6, then {FURTHER}+ on {further}", "spf.fire.open-ended"),)


def at_range(attack: Attack, band: Band) -> Ranged:
    """spf.damage.range-table."""
    rule = "spf.damage.range-table"
    if band == "long":
        lost = attack.ap // 2 - attack.ap
        ap_why = (Modifier(lost, "long range: half the AP", rule),) if lost else ()
        return Ranged(attack.ap + lost, ap_why, (Modifier(-1, "long range", rule),))
    if band == "point-blank":
        why = (Modifier(attack.close, "point blank", rule),)
        return Ranged(attack.ap + attack.close, why, why)
    return Ranged(attack.ap)


def armor_dice(armor: int, ap: int) -> int:
    """spf.damage.armor-dice: armor less AP; spf.damage.no-armor: none without armor."""
    return max(0, armor - ap)


def hit_on(
    attack: Attack, target: Target, band: Band | None = None, extra: tuple[Modifier, ...] = ()
) -> tuple[Hit, tuple[Modifier, ...]]:
    """spf.damage.sequence, spf.damage.roll: the hit as the dice see it, with the modifiers of its damage.
    In assault there is no range (ruling D6)."""
    ranged = at_range(attack, band) if band else Ranged(attack.ap)
    why = (*extra, *ranged.damage_why)
    if target.tokens:
        why += (Modifier(target.tokens, "previous damage", "spf.damage.previous"),)
    if target.resist:
        why += (Modifier(-target.resist, "resistance", "spf.damage.resistance"),)
    hit = Hit(
        armor_dice(target.armor, ranged.ap),
        attack.roll,
        sum(modifier.value for modifier in why),
        attack.on_penetration,
        target.resist_roll,
    )
    return hit, why


def area_score(need: int, evasion: int) -> int:
    """spf.ability.evasion: evasion[-N] raises what an area attack needs by N."""
    return need - evasion


# ---------------------------------------------------------------- the dice


@chance
def to_hit(dice: Dice, aim: Aim) -> Fall:
    """spf.fire.basic: an open-ended d6. Nothing hits or misses by itself (ruling G5)."""
    face = dice.d6("spf.fire.basic", need=open_ended_scores(aim.told)[0])
    low = face <= aim.low
    if aim.need <= 6:
        return Fall(face >= aim.need, low, aim.six and face == 6)
    six = face == 6
    return Fall(six and (aim.storm or rises(dice, aim.need - 6)), low, aim.six and six)


@chance
def tally(dice: Dice, shots: int, aim: Aim) -> Fallen:
    """Several to-hit dice: hits, natural 6s, and the misses without one."""
    if shots > 1:
        return tally(dice, shots // 2, aim) + tally(dice, shots - shots // 2, aim)
    if not shots:
        return Fallen()
    fall = to_hit(dice, Aim(aim.need, aim.storm, six=True))
    return Fallen(int(fall.hit), int(fall.six), int(not (fall.hit or fall.six)))


@chance
def salvo(dice: Dice, shots: int, failed: int, aim: Aim, reroll: int, waves: Waves) -> int:
    """The hits of dice to hit with rerolls in waves, as in assault: each natural 6 lets `reroll` dice that
    failed be rolled again. `failed` dice lie there from the waves before."""
    lot = tally(dice, shots, aim)
    failed += lot.failed
    again = min(failed, reroll * (lot.sixes if waves == "per-six" else int(lot.sixes > 0)))
    return lot.successes + (salvo(dice, again, failed - again, aim, reroll, waves) if again else 0)


@chance
def armor_roll(dice: Dice, count: int) -> Armor:
    """spf.damage.armor-dice, spf.damage.armor-result: 5+ on two dice blocks, on one partly."""
    stopped = successes(dice, count, 5, "spf.damage.armor-dice")
    return "through" if not stopped else "partly" if stopped == 1 else "blocked"


@chance
def damage(dice: Dice, hit: Hit, came: Armor) -> int:
    """spf.damage.roll: the damage of a hit that the armor did not block. With no armor dice it has gone
    through (spf.damage.penetration-bonus, ruling D2)."""
    result = die(dice, hit.roll.sides, "spf.damage.roll") + hit.roll.plus + hit.bonus
    if hit.resist:
        result -= die(dice, hit.resist.sides, "spf.damage.resistance") + hit.resist.plus
    return result + (PARTLY_BLOCKED if came == "partly" else hit.on_penetration)


@chance
def struck(dice: Dice, hit: Hit) -> Struck:
    """spf.damage.sequence: one hit, from the armor dice to the damage result."""
    came = armor_roll(dice, hit.armor)
    return Struck(came) if came == "blocked" else Struck(came, damage(dice, hit, came))


@chance
def shot(dice: Dice, aim: Aim, hit: Hit) -> Struck:
    """One shot, from the to-hit die to the damage result."""
    fall = to_hit(dice, aim)
    if not fall.hit:
        return Struck("miss", low=fall.low)
    result = struck(dice, hit)
    return Struck(result.came, result.damage, fall.low, fall.six)


@chance
def area_hits(dice: Dice, models: int, need: int, rule: str = "spf.fire.area") -> int:
    """spf.fire.area: one die for each model, each of `need` or more is a hit; above 6 it is open-ended
    (spf.ability.evasion, ruling G8)."""
    if need <= 6:
        return successes(dice, models, need, rule)
    if models <= 1:
        return int(bool(models) and reaches(dice, need, rule))
    return area_hits(dice, models // 2, need, rule) + area_hits(dice, models - models // 2, need, rule)
