"""Odds of fire for those who have to choose: what the dice will do to a unit, in its own damage table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from warbook.books.steampunk import toughness
from warbook.books.steampunk.effects import said
from warbook.books.steampunk.gunfire import Aim
from warbook.books.steampunk.notation import Effect
from warbook.books.steampunk.openended import need_words
from warbook.books.steampunk.shots import BLOCKED, MISS, NOTHING, Charge, fate
from warbook.books.steampunk.state import Battle, TableName, Unit
from warbook.core.questions import Modifier, Preview


def spelled(
    battle: Battle,
    target: Unit,
    table: TableName,
    aim: Aim,
    charge: Charge,
    shots: int,
    why: tuple[Modifier, ...] = (),
) -> Preview:
    """The worst that so many shots do, line by line from harmless to lethal."""
    outcomes = worst(battle, target, table, aim, charge, shots)
    hit = 1 - sum((chance for name, _, chance in outcomes if name == "miss"), Fraction(0))
    dies = sum((chance for _, deadly, chance in outcomes if deadly), Fraction(0))
    need = need_words(aim.told) if shots == 1 else f"{shots} dice at {need_words(aim.told)}"
    headline = f"{float(hit):.0%} hits, {float(dies):.0%} kills"
    return Preview(tuple((name, chance) for name, _, chance in outcomes), need, why, headline)


def worst(
    battle: Battle, target: Unit, table: TableName, aim: Aim, charge: Charge, shots: int = 1
) -> list[tuple[str, bool, Fraction]]:
    """Each outcome of the worst of so many shots: in words, whether a model dies, and its chance. A weapon
    without damage that armor could stop is judged on the table of its first typed roll."""
    if not charge.hit and charge.typed:
        table = charge.typed[0].table
    lines = toughness.lines_of(battle, target, table)
    harmless = "no damage" if charge.hit or charge.typed else "hit"
    names = {MISS: ("miss", False), BLOCKED: ("blocked", False), NOTHING: (harmless, False)}
    names |= {row: (said(line[2]), kills(line[2])) for row, line in enumerate(lines)}
    odds = fate.odds(aim, charge, lines)
    found, below, so_far = [], Fraction(0), Fraction(0)
    for row, (name, deadly) in names.items():
        so_far += odds.chance(row)
        up_to = so_far**shots
        if up_to > below:
            found.append((name, deadly, up_to - below))
        below = up_to
    return found


def kills(effects: Iterable[Effect]) -> bool:
    return any(effect.name in ("kill", "kill-crew", "destroyed") for effect in effects)
