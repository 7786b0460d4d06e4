"""A question that several phases put alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from warbook.books.necromunda.state import Fighter, Game
from warbook.core.questions import Choose, Listed, Option, Preview, Refusal


def who_next(
    game: Game,
    may: Callable[[Fighter], Refusal | None],
    kind: str,
    text: str,
    rule: str,
    done: str,
    verb: str = "",
    look: Callable[[Fighter], Preview] | None = None,
) -> Fighter | None:
    """Who of those whose turn it is comes next; None if nobody may or the player has `done`. `look` tells
    what he could do at best."""
    battle, side = game.battle, game.battle.side

    def option(fighter: Fighter) -> Option:
        preview = partial(look, fighter) if look else None
        return Option(fighter.id, fighter.name + verb, fighter.id, may(fighter), preview, slow=True)

    gang = {f.id: f for f in battle.fighters if f.side == side and f.place == "table"}
    offered = Listed(gang, option, Option("done", done))
    if next(option for option in offered if option.barred is None).id == "done":
        return None
    chosen = game.ask(side, Choose(text, offered, rule, kind=kind))
    return None if chosen == "done" else gang[chosen]
