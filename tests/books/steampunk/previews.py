"""What became of a previewed option, read from the events: for the conformance suite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tests.conformance.previews import Deed
from warbook.books.steampunk.state import field, has
from warbook.core.events import Aimed, Event, Rolled, passed

FIRE = "spf.orders.fire"
TO_HIT, AREA, FURTHER = "spf.fire.basic", "spf.fire.area", "spf.fire.open-ended"


def flaws(deed: Deed) -> Iterator[str]:
    if deed.question.rule == FIRE:
        yield from _fire(deed)
    elif deed.preview.need:
        yield from _test(deed)


def hoped(deed: Deed) -> Iterator[tuple[str, Fraction, bool]]:
    """The chance that at least one shot at the unit hits, or that a test is passed."""
    chances = dict(deed.preview.outcomes)
    if deed.question.rule == FIRE:
        if not deed.option.piece or any(question.rule == FIRE for question in deed.asked):
            return
        rolls = _shots(deed)
        if len([roll for roll in rolls if roll.rule == TO_HIT]) == _dice(deed):
            yield "shots", 1 - chances.get("miss", Fraction(0)), _hit(rolls)
    elif "enters" in chances and (roll := _tested(deed)) is not None and len(deed.preview.need) == 2:
        yield "terrain", chances["enters"], bool(passed(roll))


def _dice(deed: Deed) -> int:
    """How many dice to hit are thrown; 0 where that is rolled for or some are thrown again."""
    unit = deed.before.unit(deed.question.piece)
    if re.search(r"d\d", deed.preview.need) or has(deed.before, unit, "ranged-reroll"):
        return 0
    groups = deed.preview.need.split(" and ")
    return sum(int(group.split(" dice")[0]) if " dice" in group else 1 for group in groups)


def _hit(rolls: list[Rolled]) -> bool:
    """Whether a die came to its need, with the further dice it called for."""
    hit = False
    for at, roll in enumerate(rolls):
        if roll.rule == TO_HIT:
            more = []
            for each in rolls[at + 1 :]:
                if each.rule != FURTHER:
                    break
                more.append(each)
            hit |= bool(passed(roll)) and all(passed(each) for each in more)
    return hit


def _fire(deed: Deed) -> Iterator[str]:
    """Every die to hit is thrown for the very score that was shown, with the very sum behind it."""
    if not deed.option.piece:
        return
    rolls = _shots(deed)
    mine = [roll for roll in rolls if roll.rule == TO_HIT and _summed(deed, roll)]
    if not mine and any(roll.rule == TO_HIT for roll in rolls):
        yield f"no sum is {deed.preview.modifiers}, but {[roll.modifiers for roll in rolls]}"
    for roll in mine:
        if roll.need not in _scores(deed, 0):
            yield f"needed {roll.need} ({[m.why for m in roll.modifiers]}), not {deed.preview.need}"
    hits = dict(deed.preview.outcomes).get("miss") != 1
    if not hits and _hit(_shots(deed)):
        yield "hit, which was said to be impossible"


def _summed(deed: Deed, roll: Rolled) -> bool:
    """Whether the sum behind the roll is the one shown: two batteries of a unit may fire the same weapon at
    the same target, and one of them may have models that differ."""
    shown = deed.preview.modifiers
    if " and " in deed.preview.need:
        return set(roll.modifiers) <= set(shown)
    return roll.modifiers == shown[: len(roll.modifiers)]


def _scores(deed: Deed, die: int) -> set[int]:
    """What the first die must show, or the next one."""
    groups = [re.findall(r"(\d+)\+", group) for group in deed.preview.need.split(" and ")]
    return {int(group[die]) for group in groups if len(group) > die}


def _shots(deed: Deed) -> list[Rolled]:
    """The dice to hit that this gun threw at that unit."""
    battle = deed.before
    unit, target = battle.unit(deed.question.piece), battle.unit(deed.option.piece)
    weapon = deed.question.text.rpartition(": ")[2]
    words = f"{field(battle, unit).name} fires {weapon} at {field(battle, target).name}."
    found: list[Rolled] = []
    mine = False
    for event in deed.events:
        if isinstance(event, Aimed):
            mine = (event.piece, event.target, event.words) == (unit.id, target.id, words)
        elif mine and isinstance(event, Rolled) and event.by == unit.id and event.rule in (TO_HIT, FURTHER):
            found.append(event)
    return found


def _test(deed: Deed) -> Iterator[str]:
    """A test is made for the score that was shown, if it is made at all."""
    roll = _tested(deed)
    figure = int(re.findall(r"(-?\d+)\+", deed.preview.need)[0])
    if roll is not None and roll.need != figure:
        yield f"needed {roll.need}, not {deed.preview.need}"


def _tested(deed: Deed) -> Rolled | None:
    def its(event: Event) -> bool:
        return isinstance(event, Rolled) and event.by == deed.question.piece and event.need is not None

    return next((event for event in deed.events if isinstance(event, Rolled) and its(event)), None)
