"""What dice would come to: points, a bust, and what the failed ones give the next player."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from warbook.books.arap.activation.able import best_taker
from warbook.books.arap.activation.dice import attempt as attempt_dice
from warbook.books.arap.activation.dice import points_of, successes
from warbook.books.arap.field.units import state_of, value_of
from warbook.books.arap.state import Battle, Unit
from warbook.core.questions import Modifier, Preview


def attempt_preview(battle: Battle, unit: Unit, dice: int) -> Preview:
    """Of an activation with so many dice."""
    taker = best_taker(battle) if battle.rulings.pick_ups else None
    odds = attempt_dice.odds(
        dice, value_of(battle, unit), state_of(unit),
        None if taker is None else value_of(battle, taker), "able" if taker is None else state_of(taker),
    )  # fmt: skip
    points: dict[str, Fraction] = {}
    bust = picked = Fraction(0)
    for came, chance in odds.items():
        name = _points(came.points)
        points[name] = points.get(name, Fraction(0)) + chance
        bust += chance if came.bust else 0
        picked += chance if came.picked_up else 0
    mean = sum(came.points * chance for came, chance in odds.items())
    words = f"{float(mean):.1f} points, {float(bust):.0%} bust"
    if taker is not None:
        words += f", {float(picked):.0%} an enemy reacts"
    ordered = tuple((name, points[name]) for name in map(_points, range(4)) if name in points)
    return Preview(ordered, f"{value_of(battle, unit)} or less", tuple(_meaning(taker, bust)), words)


def _meaning(taker: Unit | None, bust: Fraction) -> Iterator[Modifier]:
    """What the dice are for, in words."""
    yield Modifier(0, "Each success is an action point", "arap.turn.action-points")
    if bust:
        yield Modifier(0, "Two failures are a bust: your turn ends", "arap.turn.bust")
    if taker is not None:
        yield Modifier(
            0,
            f"An enemy such as {taker.name} may roll your failures again, and act first",
            "arap.turn.pick-up",
        )


def pickup_preview(battle: Battle, unit: Unit, dice: int) -> Preview:
    """Of picked-up dice."""
    points: dict[str, Fraction] = {}
    for good, chance in successes.odds(dice, value_of(battle, unit), "arap.turn.pick-up").items():
        name = _points(points_of(good, state_of(unit)))
        points[name] = points.get(name, Fraction(0)) + chance
    none = points.get(_points(0), Fraction(0))
    ordered = tuple((name, points[name]) for name in map(_points, range(4)) if name in points)
    return Preview(ordered, f"{value_of(battle, unit)} or less", (), f"{float(1 - none):.0%} to act")


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"
