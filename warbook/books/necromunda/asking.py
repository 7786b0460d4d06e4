"""A question that several phases put alike."""

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
    offered = _Offered(battle.present(battle.side), may, verb, done)
    if not offered.anybody():
        return None
    chosen = game.ask(battle.side, Choose(text, offered, rule, kind=kind))
    return None if chosen == "done" else battle.fighter(chosen)


class _Offered(Sequence[Option]):
    """An option for each fighter, and one more to have done. Whether a fighter may is found out when somebody
    looks at him: who takes the first that will do need not know it of the others."""

    def __init__(
        self, gang: list[Fighter], may: Callable[[Fighter], Refusal | None], verb: str, done: str
    ) -> None:
        self._gang, self._may, self._verb = gang, may, verb
        self._found: list[Option] = []
        self._done = Option("done", done)

    def anybody(self) -> bool:
        return next(option for option in self if option.barred is None) is not self._done

    def __len__(self) -> int:
        return len(self._gang) + 1

    def __iter__(self) -> Iterator[Option]:
        found = self._found
        for n, f in enumerate(self._gang):
            if n == len(found):
                found.append(Option(f.id, f.name + self._verb, f.id, self._may(f)))
            yield found[n]
        yield self._done

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        return list(self)[index]
