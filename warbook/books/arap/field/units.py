"""What holds of a unit as a whole (arap.C4), and the points of who is acting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from warbook.books.arap.activation.dice import DEDUCTIONS, State, activation_value
from warbook.books.arap.army.lists import FigureWord, Profile
from warbook.books.arap.field.bodies import fighter, has, profile
from warbook.books.arap.state import Acting, Battle, Unit, while_at_rest


def majority(values: Iterable[int]) -> int:
    """The value that most have; of those that as many have, the lowest."""
    found = list(values)
    if found and found.count(found[0]) == len(found):
        return found[0]
    counted = Counter(found)
    most = max(counted.values(), default=0)
    return min((value for value, count in counted.items() if count == most), default=0)


def of_most(battle: Battle, unit: Unit, value: Callable[[Profile], int]) -> int:
    return majority(value(profile(battle, figure)) for figure in battle.members(unit))


def initiative(battle: Battle, unit: Unit) -> int:
    """C4: of the majority, or as the switch has it."""
    return while_at_rest(battle, (initiative, unit.id), lambda: _initiative(battle, unit))


def _initiative(battle: Battle, unit: Unit) -> int:
    figures = battle.members(unit)
    if battle.rulings.mixed_unit_initiative == "lowest":
        return min((profile(battle, figure).i for figure in figures), default=0)
    if battle.rulings.mixed_unit_initiative == "leader":
        led = [profile(battle, figure).i for figure in figures if fighter(battle, figure).leader]
        if led:
            return max(led)
    return of_most(battle, unit, lambda kind: kind.i)


def value_of(battle: Battle, unit: Unit) -> int:
    """arap.turn.activation-value."""
    return activation_value(initiative(battle, unit))


def leadership(battle: Battle, unit: Unit) -> int:
    """C4, arap.basics.sub-unit-leaders: the best of the leaders and characters who are with it, else of the
    majority."""
    led = [
        profile(battle, figure).ld
        for figure in battle.members(unit)
        if fighter(battle, figure).leader or profile(battle, figure).character
    ]
    return max(led) if led else of_most(battle, unit, lambda kind: kind.ld)


def slowest(battle: Battle, unit: Unit) -> int:
    """C4: the basic move of unit rolls."""
    return min((profile(battle, figure).move for figure in battle.members(unit)), default=0)


def most_have(battle: Battle, unit: Unit, word: FigureWord) -> bool:
    figures = battle.members(unit)
    return 2 * sum(has(battle, figure, word) for figure in figures) > len(figures)


def any_has(battle: Battle, unit: Unit, word: FigureWord) -> bool:
    return any(has(battle, figure, word) for figure in battle.members(unit))


def state_of(unit: Unit) -> State:
    return "pinned" if unit.pinned else "suppressed" if unit.suppressed else "able"


def fewer(unit: Unit) -> int:
    """arap.morale.pinned, arap.morale.suppressed, arap.C3: points that its rolls give less; they may
    be a bust like anybody's (arap.morale.pinned-bust)."""
    return DEDUCTIONS[state_of(unit)]


def lose_points(battle: Battle, unit: Unit, points: int) -> None:
    """F16, arap.C17: whoever is pinned in the middle of his activation has so many fewer left."""
    for frame in battle.stack:
        if isinstance(frame, Acting) and frame.unit == unit.id:
            frame.points = max(0, frame.points - points)
    unit.kept = max(0, unit.kept - points)


def acting(battle: Battle, unit: Unit) -> Acting | None:
    """The frame of a unit that has points to spend, if there is one."""
    frames = [frame for frame in battle.stack if isinstance(frame, Acting) and frame.unit == unit.id]
    return frames[-1] if frames else None


def spend(battle: Battle, frame: Acting, points: int, deed: str) -> None:
    """arap.turn.action-cost."""
    assert frame.points >= points, f"{frame.unit} has {frame.points} points and {deed} takes {points}"
    frame.points -= points
    frame.did = (*frame.did, deed)


def note_move(battle: Battle, unit: Unit) -> None:
    """arap.shooting.corrective-aim: whoever has moved, of his own will or not, has lost his aim, and so have
    those who fired at him."""
    unit.moved, unit.fired_at = battle.clock, ""
    for other in battle.units:
        if other.fired_at == unit.id:
            other.fired_at = ""
