"""A question that several phases put alike."""

from __future__ import annotations

from collections.abc import Callable

from warbook.books.necromunda.state import Fighter, Game
from warbook.core.questions import Choose, Option, Refusal


def who_next(
    game: Game,
    may: Callable[[Fighter], Refusal | None],
    kind: str,
    text: str,
    rule: str,
    done: str,
    verb: str = "",
) -> Fighter | None:
    """Who of those whose turn it is comes next; None if nobody may or the player has `done`."""
    battle = game.battle
    gang = battle.present(battle.side)
    options = [Option(f.id, f"{f.name}{verb}", piece=f.id, barred=may(f)) for f in gang]
    if all(option.barred for option in options):
        return None
    chosen = game.ask(battle.side, Choose(text, [*options, Option("done", done)], rule, kind=kind))
    return None if chosen == "done" else battle.fighter(chosen)
