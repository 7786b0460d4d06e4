"""Injuries: what a hit does to a body, by shooting or in hand-to-hand combat, and how it recovers."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.family.called import Called
from warbook.books.family.wounds import Came, Hit, wounding
from warbook.core.chance import chance
from warbook.core.dice import Dice


class Hurt(Protocol):
    """Somebody as the dice see him, in any book."""

    @property
    def wounds(self) -> int: ...
    @property
    def flesh(self) -> int: ...
    @property
    def state(self) -> str: ...


class Body(Struct, frozen=True, cache_hash=True):
    """A fighter as the dice see him. `grit`, the better of his WS and BS, is how many flesh wounds put him
    out of action; no characteristic is above 10. On the injury chart he has a flesh wound up to `flesh_to`,
    then he is down, and from a hit's `out_from` on he is out of action."""

    wounds: int = 1
    flesh: int = 0
    state: Literal["up", "down", "out"] = "up"
    grit: int = 10
    booster: bool = False  # the next injury roll is a flesh wound up to 3
    coma: bool = False
    flesh_to: int = 1


class Struck(Struct, frozen=True):
    """How far an attack got, and the body afterwards."""

    came: Came
    body: Body


@chance
def struck(dice: Dice, called: Called, hit: Hit, body: Body) -> Struck:
    """One hit: roll to wound, save, lose wounds, injuries."""
    came = wounding(dice, called, hit)
    return Struck(came, _hurt(dice, called, hit, body) if came == "wounded" else body)


@chance
def blows(dice: Dice, called: Called, count: int, hits: tuple[Hit, ...], body: Body) -> Body:
    """`count` hits one after another, taken from `hits` in turn."""
    if not count:
        return body
    before = blows(dice, called, count - 1, hits, body)
    return before if before.state == "out" else blow(dice, called, hits[(count - 1) % len(hits)], before)


@chance
def blow(dice: Dice, called: Called, hit: Hit, body: Body) -> Body:
    """One hit, where only the body counts."""
    return _hurt(dice, called, hit, body) if wounding(dice, called, hit) == "wounded" else body


@chance
def lose(dice: Dice, called: Called, wounds: int, out_from: int, toxic: bool, body: Body) -> Body:
    """The last wound lost and every one beyond it is an injury roll. Several downs count once, flesh wounds
    add up, out of action beats all."""
    if wounds < body.wounds:
        return replace(body, wounds=body.wounds - wounds)
    after = injured(dice, called, out_from, toxic, replace(body, wounds=0))
    beyond = wounds - max(body.wounds, 1)
    return lose(dice, called, beyond, out_from, toxic, after) if beyond and after.state != "out" else after


@chance
def injured(dice: Dice, called: Called, out_from: int, toxic: bool, body: Body) -> Body:
    """A D6 on the injury chart. A booster softens the first one, toxins have a table of their own."""
    roll = dice.d6(called.injury)
    if toxic:
        return _poisoned(roll, body)
    flesh_to = 3 if body.booster else body.flesh_to
    body = replace(body, booster=False)
    if roll >= out_from:
        return replace(body, state="out")
    if roll > flesh_to:
        return replace(body, state="down")
    return flesh_wound(body)


@chance
def recovery(dice: Dice, called: Called, body: Body) -> Body:
    """A down fighter rolls on the chart again: with a flesh wound he gets up."""
    roll = dice.d6(called.recovery)
    if roll >= 6:
        return replace(body, state="out")
    if roll > body.flesh_to:
        return body
    return flesh_wound(replace(body, state="up", coma=False))


def flesh_wound(body: Body) -> Body:
    """-1 WS and -1 BS; with both at 0 the fighter is out."""
    flesh = body.flesh + 1
    return replace(body, flesh=flesh, state="out" if flesh >= body.grit else body.state)


def after_words(before: Hurt, after: Hurt) -> str:
    """A body's change in a word."""
    if after.state == "out":
        return "out of action"
    if after.state == "down":
        return "still down" if before.state == "down" else "down"
    if after.flesh > before.flesh:
        return "flesh wound"
    return "wounded" if after.wounds < before.wounds else "unhurt"


def _hurt(dice: Dice, called: Called, hit: Hit, body: Body) -> Body:
    return lose(dice, called, _damage(dice, called, hit), hit.out_from, hit.toxic, body)


def _poisoned(roll: int, body: Body) -> Body:
    """Toxins: no effect, sedated (as down), comatose (down and cannot even crawl), out."""
    if roll <= 2:
        return body
    if roll == 6:
        return replace(body, state="out")
    return replace(body, state="down", coma=body.coma or roll == 5)


def _damage(dice: Dice, called: Called, hit: Hit) -> int:
    if hit.damage == "D3":
        return dice.d3(called.damage)
    if hit.damage == "D6":
        return dice.d6(called.damage)
    if hit.damage == "2D6":
        return dice.total(2, called.damage)
    return int(hit.damage)
