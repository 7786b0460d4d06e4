"""A question that several phases put alike, and options that are made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

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

    def option(fighter: Fighter) -> Option:
        return Option(fighter.id, fighter.name + verb, fighter.id, may(fighter))

    offered = Listed(battle.present(battle.side), option, Option("done", done))
    if next(option for option in offered if option.barred is None).id == "done":
        return None
    chosen = game.ask(battle.side, Choose(text, offered, rule, kind=kind))
    return None if chosen == "done" else battle.fighter(chosen)


class Listed(Sequence[Option]):
    """An option about each fighter, made when somebody looks at it, and then some more: who takes the first
    that will do need not know of the others."""

    def __init__(self, fighters: Sequence[Fighter], make: Callable[[Fighter], Option], *more: Option) -> None:
        self._fighters, self._make, self._more = fighters, make, more
        self._found: list[Option] = []

    def __len__(self) -> int:
        return len(self._fighters) + len(self._more)

    def __iter__(self) -> Iterator[Option]:
        found = self._found
        for n, fighter in enumerate(self._fighters):
            if n == len(found):
                found.append(self._make(fighter))
            yield found[n]
        yield from self._more

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        return list(self)[index]
