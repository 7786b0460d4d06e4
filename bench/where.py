"""Where the time of whole battles goes, by folder: `python -m bench.where`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from time import process_time
from typing import Any

import warbook
from bench import battles
from warbook.core.game import Game

HOME = Path(warbook.__file__).parent
LEAST = 0.01  # of the whole


def rows(fight: Callable[[int], Game], count: int = 12) -> list[tuple[str, str]]:
    """Parts and their shares of the time, the largest first, after as many battles to warm up."""
    for seed in range(count):
        fight(seed).advance()
    games = [fight(seed) for seed in range(count)]
    profile = Profile(process_time)
    profile.enable()
    for game in games:
        game.advance()
    profile.disable()
    spent: Counter[str] = Counter()
    calls: dict[Any, Any] = Stats(profile).stats  # type: ignore[attr-defined]
    for (file, _, _), (_, _, own, _, callers) in calls.items():
        if part := _part(file):
            spent[part] += own
        else:  # Python's own and other packages' functions count as part of who calls them
            for (caller, _, _), (_, _, within, _) in callers.items():
                spent[_part(caller) or "other"] += within
    whole = sum(spent.values())
    return [(name, f"{own / whole:.0%}") for name, own in spent.most_common() if own >= LEAST * whole]


def _part(file: str) -> str:
    """The folder of Warbook a file is in; nothing if it is in none."""
    path = Path(file)
    if not path.is_relative_to(HOME):
        return ""
    folder = path.relative_to(HOME).parent.as_posix()
    return f"`{folder}/`"


if __name__ == "__main__":
    for fight, count in ((battles.mob_fight, 12), (battles.strike, 4)):
        print(fight.__name__)
        for cells in rows(fight, count):
            print(*cells)
