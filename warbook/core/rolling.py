"""The dice of a game: whose they are, and why; taken from its tape as far as that goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from warbook.core.dice import ByHand, Dice
from warbook.core.events import Rolled
from warbook.core.questions import Faces, Modifier
from warbook.core.tape import Throw

if TYPE_CHECKING:
    from warbook.core.game import Game

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

NO_REASONS: Mapping[str, tuple[Modifier, ...]] = {}


class GameDice(Dice):
    """The dice of a game: taken from the tape as far as it goes, else thrown by the game's source."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.by = ""
        self.why: Mapping[str, tuple[Modifier, ...]] = NO_REASONS
        self.to: tuple[str, ...] = ()
        self.labels: tuple[str, ...] = ()  # of a special die that is being thrown

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
        self._tell(faces, 6, rule, None, None, counts, need)
        return tuple(faces[n] for n in order)

    def _fallen(
        self, sides: int, count: int, rule: str, need: int | None, most: int | None
    ) -> tuple[int, ...]:
        game = self.game
        if game._at < len(game.tape):
            faces = game._taped_throw(sides, count)
        else:
            if isinstance(game.source, ByHand):
                game.read_dice(self.by, self.to, self._asked(sides, count, rule, need, most))
            faces = game.source.throw(sides, count, rule, need, most)
            game.tape.append(Throw(faces))
        game._at += 1
        return faces

    def face(self, faces: tuple[T, ...], rule: str = "") -> T:
        self.labels = tuple(str(each) for each in faces if isinstance(each, int | str))
        try:
            return super().face(faces, rule)
        finally:
            self.labels = ()

    def _asked(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> Faces:
        """What whoever throws real dice is asked."""
        what = self.game.book.rolls.name(rule) if rule else "Roll"
        limit = f", {need} or more" if need is not None else f", {most} or less" if most is not None else ""
        dice = f"{'a' if count == 1 else count} D{sides}"
        shown = "does it" if count == 1 else "do they"
        labels = self.labels if len(self.labels) == sides else ()
        return Faces(f"{what}: throw {dice}{limit}. What {shown} show?", count, sides, rule, self.by, labels)

    def _tell(
        self,
        faces: tuple[int, ...],
        sides: int,
        rule: str,
        need: int | None,
        most: int | None,
        counts: tuple[int, ...] | None = None,
        each: int | None = None,
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
                each=each,
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
