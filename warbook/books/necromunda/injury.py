"""Wounds, saves and injuries: what a hit does to a body. Shooting and hand-to-hand combat share it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.core.chance import chance
from warbook.core.dice import Dice

NEVER = 7  # a score no die shows: the dash of the wound chart, or no save


class Body(Struct, frozen=True):
    """A fighter as the dice see him. `grit`, the better of his WS and BS, is how many flesh wounds put him
    out of action (nec.M21); no characteristic is above 10 (nec.M3)."""

    wounds: int = 1
    flesh: int = 0
    state: Literal["up", "down", "out"] = "up"
    grit: int = 10
    booster: bool = False  # a bio-booster not yet used up
    coma: bool = False


class Hit(Struct, frozen=True):
    """A hit that has landed, with the scores it needs against this target."""

    wound: int  # score needed to wound; NEVER where the chart has a dash
    save: int = NEVER  # score the target needs to save; above 6 there is no save
    damage: int | Literal["D3", "D6", "2D6"] = 1
    out_from: int = 6  # injury rolls from here on are out of action
    again: bool = False  # a failed roll to wound is rolled again
    toxic: bool = False


Came = Literal["miss", "no-wound", "saved", "wounded"]


class Struck(Struct, frozen=True):
    """How far an attack got, and the body afterwards."""

    came: Came
    body: Body


def wound_score(strength: int, toughness: int) -> int:
    """nec.shooting.wound-chart (nec.R2): the D6 score needed to wound; NEVER where the chart has a dash."""
    d = toughness - strength
    if d >= 4:
        return NEVER
    return 6 if d >= 2 else max(2, 4 + d)


def save_score(save: int, save_mod: int) -> int:
    """nec.combat.saves, nec.M7: the modifier is added to the die, so it is taken from the score."""
    return NEVER if not save else max(save - save_mod, 2)


@chance
def struck(dice: Dice, hit: Hit, body: Body) -> Struck:
    """One hit: roll to wound, save, lose wounds, injuries (nec.combat.sequence steps 5 to 7)."""
    came = wounding(dice, hit)
    return Struck(came, _hurt(dice, hit, body) if came == "wounded" else body)


@chance
def blows(dice: Dice, count: int, hits: tuple[Hit, ...], body: Body) -> Body:
    """`count` hits one after another, taken from `hits` in turn (nec.combat.damage, nec.M27)."""
    if not count:
        return body
    before = blows(dice, count - 1, hits, body)
    return before if before.state == "out" else blow(dice, hits[(count - 1) % len(hits)], before)


@chance
def blow(dice: Dice, hit: Hit, body: Body) -> Body:
    """One hit, where only the body counts."""
    return _hurt(dice, hit, body) if wounding(dice, hit) == "wounded" else body


@chance
def wounding(dice: Dice, hit: Hit) -> Came:
    """nec.shooting.wound-chart, nec.combat.saves: a D6 for the wound, another for the save."""
    if not hit.toxic and not _wounds(dice, hit):
        return "no-wound"
    if hit.save < NEVER and dice.d6("nec.combat.saves", need=hit.save) >= hit.save:
        return "saved"
    return "wounded"


@chance
def lose(dice: Dice, wounds: int, out_from: int, toxic: bool, body: Body) -> Body:
    """nec.injury.trigger, nec.M18 to M20: the last wound lost and every one beyond it is an injury roll.
    Several downs count once, flesh wounds add up, out of action beats all."""
    if wounds < body.wounds:
        return replace(body, wounds=body.wounds - wounds)
    after = injured(dice, out_from, toxic, replace(body, wounds=0))
    beyond = wounds - max(body.wounds, 1)
    return lose(dice, beyond, out_from, toxic, after) if beyond and after.state != "out" else after


@chance
def injured(dice: Dice, out_from: int, toxic: bool, body: Body) -> Body:
    """nec.injury.chart: a D6 for the injury. A bio-booster softens the first one, toxins have a table of
    their own."""
    roll = dice.d6("nec.injury.chart")
    if toxic:
        return _poisoned(roll, body)
    flesh_to = 3 if body.booster else 1
    body = replace(body, booster=False)
    if roll >= out_from:
        return replace(body, state="out")
    if roll > flesh_to:
        return replace(body, state="down")
    return flesh_wound(body)


@chance
def recovery(dice: Dice, body: Body) -> Body:
    """nec.recovery.down-roll, nec.injury.down-reroll: a down fighter rolls on the chart again."""
    roll = dice.d6("nec.recovery.down-roll")
    if roll >= 6:
        return replace(body, state="out")
    if roll > 1:
        return body
    return flesh_wound(replace(body, state="up", coma=False))


def flesh_wound(body: Body) -> Body:
    """nec.injury.flesh-wound: -1 WS and -1 BS; with both at 0 the fighter is out (nec.M21)."""
    flesh = body.flesh + 1
    return replace(body, flesh=flesh, state="out" if flesh >= body.grit else body.state)


def _hurt(dice: Dice, hit: Hit, body: Body) -> Body:
    return lose(dice, _damage(dice, hit), hit.out_from, hit.toxic, body)


def _wounds(dice: Dice, hit: Hit) -> bool:
    if hit.wound >= NEVER:
        return False
    for _ in range(2 if hit.again else 1):
        if dice.d6("nec.shooting.wound-chart", need=hit.wound) >= hit.wound:
            return True
    return False


def _poisoned(roll: int, body: Body) -> Body:
    """Toxins: no effect, sedated (as down), comatose (down and cannot even crawl), out."""
    if roll <= 2:
        return body
    if roll == 6:
        return replace(body, state="out")
    return replace(body, state="down", coma=body.coma or roll == 5)


def _damage(dice: Dice, hit: Hit) -> int:
    if hit.damage == "D3":
        return dice.d3("nec.injury.trigger")
    if hit.damage == "D6":
        return dice.d6("nec.injury.trigger")
    if hit.damage == "2D6":
        return dice.total(2, "nec.injury.trigger")
    return int(hit.damage)
