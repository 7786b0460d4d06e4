"""Odds of fire for those who have to choose: what the dice will do to a unit, in its own damage table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import prod

from msgspec import Struct

from warbook.books.steampunk.army.notation import Effect
from warbook.books.steampunk.assault.pools import Waves
from warbook.books.steampunk.damage import toughness
from warbook.books.steampunk.damage.effects import said
from warbook.books.steampunk.dice import Roll, need_words
from warbook.books.steampunk.gunnery.gunfire import Aim, salvo
from warbook.books.steampunk.gunnery.shots import BLOCKED, MISS, NOTHING, Charge, fate
from warbook.books.steampunk.pending import TableName
from warbook.books.steampunk.state import Battle, Unit
from warbook.core.questions import Modifier, Preview


class Shots(Struct, frozen=True):
    """So many barrels that fire alike: each so many shots, or as many as it rolls. With `reroll` (ability
    ranged-reroll) natural 6s let dice that failed be rolled again."""

    aim: Aim
    barrels: int = 1
    each: int | Roll = 1
    reroll: int = 0
    waves: Waves = "per-six"

    @property
    def need(self) -> str:
        score = need_words(self.aim.told)
        if isinstance(self.each, Roll):
            count = f"{self.barrels} x " if self.barrels > 1 else ""
            return f"{count}{self.each} dice at {score}"
        count_ = self.barrels * self.each
        return score if count_ == 1 else f"{count_} dice at {score}"

    def none_above(self, miss: Fraction, up_to: Fraction) -> Fraction:
        """The chance that nothing worse comes of them, if a single shot misses with `miss` and does nothing
        worse with `up_to`."""
        if self.reroll:
            return sum((share * self._again(miss, up_to, n) for n, share in self._counts()), Fraction(0))
        one = sum((share * up_to**count for count, share in _shots(self.each)), Fraction(0))
        return one**self.barrels

    def _counts(self) -> list[tuple[int, Fraction]]:
        """How many dice are thrown together; a number that is rolled counts for all barrels."""
        return [(count * self.barrels, share) for count, share in _shots(self.each)]

    def _again(self, miss: Fraction, up_to: Fraction, dice: int) -> Fraction:
        if miss == 1:
            return Fraction(1)
        harmless = (up_to - miss) / (1 - miss)
        hits = salvo.odds(dice, 0, self.aim, self.reroll, self.waves)
        return sum((Fraction(share) * harmless**count for count, share in hits.items()), Fraction(0))


def _shots(each: int | Roll) -> list[tuple[int, Fraction]]:
    if isinstance(each, int):
        return [(each, Fraction(1))]
    return [(max(0, face + each.plus), Fraction(1, each.sides)) for face in range(1, each.sides + 1)]


def damage_preview(
    battle: Battle,
    target: Unit,
    table: TableName,
    shots: Sequence[Shots],
    charge: Charge,
    why: tuple[Modifier, ...] = (),
    given: str = "",
) -> Preview:
    """The worst that these shots do, line by line from harmless to lethal."""
    outcomes = worst(battle, target, table, shots, charge)
    hit = 1 - sum((chance for name, _, chance in outcomes if name == "miss"), Fraction(0))
    dies = sum((chance for _, deadly, chance in outcomes if deadly), Fraction(0))
    headline = f"{float(hit):.0%} hits, {f'{float(dies):.0%} kills' if dies else 'cannot kill'}"
    need = " and ".join(each.need for each in shots)
    listed = tuple((name, chance) for name, _, chance in outcomes)
    headline = f"{headline}, {given}" if given else headline
    return Preview(listed, need, why, headline if hit else "cannot hit", given, vain=not hit)


def worst(
    battle: Battle, target: Unit, table: TableName, shots: Sequence[Shots], charge: Charge
) -> list[tuple[str, bool, Fraction]]:
    """Each outcome of the worst of these shots: in words, whether a model dies, and its chance. A weapon
    without damage that armor could stop is judged on the table of its first typed roll."""
    if not charge.hit and charge.typed:
        table = charge.typed[0].table
    lines = toughness.lines_of(battle, target, table)
    harmless = "no damage" if charge.hit or charge.typed else "hit"
    names = {MISS: ("miss", False), BLOCKED: ("blocked", False), NOTHING: (harmless, False)}
    names |= {row: (said(line[2]), kills(line[2])) for row, line in enumerate(lines)}
    odds = [fate.odds(each.aim, charge, lines) for each in shots]
    miss = [each.chance(MISS) for each in odds]
    so_far = [Fraction(0) for _ in shots]
    found, below = [], Fraction(0)
    for row, (name, deadly) in names.items():
        so_far = [before + each.chance(row) for before, each in zip(so_far, odds, strict=True)]
        of_each = zip(shots, miss, so_far, strict=True)
        up_to = prod((each.none_above(*known) for each, *known in of_each), start=Fraction(1))
        if up_to > below:
            found.append((name, deadly, up_to - below))
        below = up_to
    return found


def kills(effects: Iterable[Effect]) -> bool:
    return any(effect.name in ("kill", "kill-crew", "destroyed") for effect in effects)
