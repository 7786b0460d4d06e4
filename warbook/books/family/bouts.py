"""Several against several: which fights there are, and who may fight whom. Fighters are told by their ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Touch = Callable[[str, str], bool]


def linked(fighters: Iterable[str], foes: Callable[[str], Iterable[str]]) -> list[list[str]]:
    """The separate melees: fighters who are linked by contact between enemies, directly or through others."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for fighter in fighters:
        if fighter in seen:
            continue
        group = [fighter]
        seen.add(fighter)
        for member in group:
            for foe in foes(member):
                if foe not in seen:
                    seen.add(foe)
                    group.append(foe)
        found.append(group)
    return found


def may_fight(
    reach: Sequence[str], lacking: Sequence[str], waiting: Sequence[str], touch: Touch
) -> list[str]:
    """Which of the enemies in reach a fighter may be given. Each enemy gets at least one, as far as contact
    allows: so, of those who are `lacking` one, as many as possible must be left to him and to the fighters
    who are `waiting` after him."""
    served = {
        foe: (foe in lacking) + matched([other for other in lacking if other != foe], waiting, touch)
        for foe in reach
    }
    most = max(served.values(), default=0)
    return [foe for foe in reach if served[foe] == most]


def matched(foes: Sequence[str], fighters: Sequence[str], touch: Touch) -> int:
    """How many of the enemies can each be given a fighter of his own whom he touches."""
    given: dict[str, str] = {}

    def place(foe: str, tried: set[str]) -> bool:
        for fighter in fighters:
            if fighter in tried or not touch(foe, fighter):
                continue
            tried.add(fighter)
            if fighter not in given or place(given[fighter], tried):
                given[fighter] = foe
                return True
        return False

    return sum(place(foe, set()) for foe in foes)
