"""The dice of a game: whose they are, and why; taken from its tape as far as that goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from warbook.core.dice import Dice
from warbook.core.events import Rolled
from warbook.core.questions import Modifier
from warbook.core.tape import Throw

if TYPE_CHECKING:
    from warbook.core.game import Game

P = ParamSpec("P")
R = TypeVar("R")

NO_REASONS: Mapping[str, tuple[Modifier, ...]] = {}


class GameDice(Dice):
    """The dice of a game: taken from the tape as far as it goes, else thrown by the game's source."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.by = ""
        self.why: Mapping[str, tuple[Modifier, ...]] = NO_REASONS
        self.to: tuple[str, ...] = ()

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        faces = self._fallen(sides, count, rule, need, most)
        self._tell(faces, sides, rule, need, most)
        return faces

    def each(
        self, count: int, rule: str = "", need: int | None = None, most: int | None = None
    ) -> tuple[int, ...]:
        """Told as so many rolls."""
        faces = self._fallen(6, count, rule, need, most)
        for face in faces:
            self._tell((face,), 6, rule, need, most)
        return faces

    def pool(self, count: int, rule: str = "", keep: int = 0, need: int | None = None) -> tuple[int, ...]:
        faces = self._fallen(6, count, rule, None, None)
        order = sorted(range(count), key=lambda n: -faces[n])
        counts = None
        if need is not None:
            counts = tuple(n for n in range(count) if faces[n] >= need)
        elif keep:
            counts = tuple(sorted(order[:keep]))
        self._tell(faces, 6, rule, None, None, counts)
        return tuple(faces[n] for n in order)

    def _fallen(
        self, sides: int, count: int, rule: str, need: int | None, most: int | None
    ) -> tuple[int, ...]:
        game = self.game
        if game._at < len(game.tape):
            faces = game._taped_throw(sides, count)
        else:
            faces = game.source.throw(sides, count, rule, need, most)
            game.tape.append(Throw(faces))
        game._at += 1
        return faces

    def _tell(
        self,
        faces: tuple[int, ...],
        sides: int,
        rule: str,
        need: int | None,
        most: int | None,
        counts: tuple[int, ...] | None = None,
    ) -> None:
        self.game.events.append(
            Rolled(
                rule=rule,
                faces=faces,
                sides=sides,
                need=need,
                most=most,
                by=self.by,
                modifiers=self.why.get(rule, ()),
                to=self.to,
                counts=counts,
            )
        )


class Rolling:
    """Throws the dice of kernels for somebody. Nobody can throw without being named."""

    __slots__ = ("by", "dice", "to", "why")

    def __init__(
        self, dice: GameDice, by: str, why: Mapping[str, tuple[Modifier, ...]], to: tuple[str, ...]
    ) -> None:
        self.dice, self.by, self.why, self.to = dice, by, why, to

    def roll(self, kernel: Callable[Concatenate[Dice, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Throw a kernel's dice for real."""
        dice = self.dice
        dice.by, dice.why, dice.to = self.by, self.why, self.to
        return kernel(dice, *args, **kwargs)
