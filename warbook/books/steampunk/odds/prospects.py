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

DEADLY = ("kill", "destroyed")  # effects by which models of a unit die


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

    def deaths(self, one: tuple[Fraction, ...], miss: Fraction) -> tuple[Fraction, ...]:
        """The chances of so many deaths, if a single shot misses with `miss` and kills so many by `one`."""
        if not self.reroll:
            return _times(
                _mixed((share, _times(one, count)) for count, share in _shots(self.each)), self.barrels
            )
        if miss == 1:
            return one
        hit = tuple((share - (0 if n else miss)) / (1 - miss) for n, share in enumerate(one))
        return _mixed(
            (often * share, _times(hit, hits))
            for dice, often in self._counts()
            for hits, share in salvo.odds(dice, 0, self.aim, self.reroll, self.waves).items()
        )

    def _counts(self) -> list[tuple[int, Fraction]]:
        """How many dice are thrown together; a number that is rolled counts for all barrels."""
        return [(count * self.barrels, share) for count, share in _shots(self.each)]

    def _again(self, miss: Fraction, up_to: Fraction, dice: int) -> Fraction:
        if miss == 1:
            return Fraction(1)
        harmless = (up_to - miss) / (1 - miss)
        hits = salvo.odds(dice, 0, self.aim, self.reroll, self.waves)
        return sum((Fraction(share) * harmless**count for count, share in hits.items()), Fraction(0))


def _mixed(lots: Iterable[tuple[Fraction, tuple[Fraction, ...]]]) -> tuple[Fraction, ...]:
    """One of these, each with its share."""
    shared = [[share * chance for chance in lot] for share, lot in lots]
    return tuple(sum(each, Fraction(0)) for each in zip(*shared, strict=True))


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


def losses(battle: Battle, target: Unit, shots: Sequence[Shots], charge: Charge) -> tuple[Fraction, ...]:
    """The chances that these shots kill none of the models, one of them and so on to all of them, by the
    regular table or by that of the first typed roll, as in `worst`."""
    most = len(target.living)
    table = charge.typed[0].table if not charge.hit and charge.typed else "regular"
    lines = toughness.lines_of(battle, target, table)
    found = _none(most)
    for each in shots:
        odds = fate.odds(each.aim, charge, lines)
        one = [Fraction(0)] * (most + 1)
        for row, share in odds.items():
            one[_dead(lines[row][2], most) if row >= 0 else 0] += share
        found = both(found, each.deaths(tuple(one), odds.chance(MISS)))
    return found


def both(one: Sequence[Fraction], other: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Both together: the chances of the sum, the last for that many or more."""
    found = [Fraction(0)] * len(one)
    for n, chance in enumerate(one):
        for m, share in enumerate(other if chance else ()):
            found[min(n + m, len(one) - 1)] += chance * share
    return tuple(found)


def _none(most: int) -> tuple[Fraction, ...]:
    return (Fraction(1), *[Fraction(0)] * most)


def _times(one: tuple[Fraction, ...], count: int) -> tuple[Fraction, ...]:
    found = _none(len(one) - 1)
    for _ in range(count):
        found = both(found, one)
    return found


def _dead(effects: Iterable[Effect], most: int) -> int:
    """How many models die of that line of a table, of so many."""
    counts = [most if each.name == "destroyed" else each.args[0] for each in effects if each.name in DEADLY]
    return min(most, max(counts, default=0))


def kills(effects: Iterable[Effect]) -> bool:
    return any(effect.name in (*DEADLY, "kill-crew") for effect in effects)
