"""`warbook keep`: stored battles, from the command line."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from warbook.core.datafile import BadData
from warbook.server.keeping import Shelves, Stored
from warbook.terminal.screen import Screen

STANDS = {"over": "over", "under-way": "under way", "not-begun": "not begun"}


def show_kept(screen: Screen, shelves: Shelves) -> None:
    found = shelves.listed()
    if not found:
        screen.say("No battles are stored there.")
        return
    rows = [(each.battle, each.book, each.title, each.stands, _day(each)) for each in found]
    screen.columns([("battle", "book", "title", "it is", "last touched"), *rows])


def put_away(screen: Screen, shelves: Shelves, named: Sequence[str], folder: Path) -> None:
    for battle in named or [each.battle for each in shelves.listed()]:
        screen.say(f"{battle} is in {shelves.export(battle, folder).name}")


def take_in(screen: Screen, shelves: Shelves, files: Sequence[Path]) -> None:
    for file in files:
        stored = shelves.take_in(file)
        screen.say(f"{stored.battle} ({stored.title}) is stored, and its links are good.")
        if stored.unproved:
            screen.say(
                f"It was begun with version {stored.unproved} of its book, and this Warbook has another: so "
                "its record was not proved."
            )


def prune(
    screen: Screen, shelves: Shelves, days: float, stands: Sequence[str], folder: Path | None, only_say: bool
) -> None:
    """Remove what nobody has touched for so long; where there is a `folder` every battle is put there
    before."""
    unknown = [each for each in stands if each not in STANDS]
    if unknown:
        raise BadData(f"--only {unknown[0]}: a battle is {', '.join(STANDS)}")
    found = shelves.listed(days, [STANDS[each] for each in stands])
    if only_say:
        for each in found:
            screen.say(f"{each.battle} ({each.title}), {each.stands}, last touched {_day(each)}")
        screen.say(f"{len(found)} would be removed.")
        return
    removed = 0
    for each in found:
        if folder is not None:
            shelves.export(each.battle, folder)
        removed += shelves.remove(each)
    screen.say(f"{removed} of {len(found)} removed." if removed < len(found) else f"{removed} removed.")


def archive(screen: Screen, shelves: Shelves, days: float, only_say: bool) -> None:
    """Keep compressed what nobody has touched for so long."""
    found = shelves.loose(days)
    if only_say:
        screen.say(f"{len(found)} would be archived.")
    else:
        screen.say(f"{sum(shelves.archive(*each) for each in found)} archived.")


def _day(stored: Stored) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(stored.touched))
