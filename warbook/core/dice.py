"""Who throws the dice. Rules ask `Dice`; drivers answer by implementing `throw`."""

from collections.abc import Callable, Iterable
from hashlib import blake2b
from random import SystemRandom
from typing import ClassVar, TypeVar

T = TypeVar("T")


class Dice:
    """What a rule may ask of dice. `rule`, `need` and `most` are labels for the log and change no result."""

    exact: ClassVar[bool] = False
    __slots__ = ()

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        """`count` faces of 1 to `sides`, in the order thrown."""
        raise NotImplementedError

    def d6(self, rule: str = "", need: int | None = None, most: int | None = None) -> int:
        return self.throw(6, 1, rule, need, most)[0]

    def d3(self, rule: str = "") -> int:
        return self.throw(3, 1, rule, None, None)[0]

    def total(self, count: int, rule: str = "", need: int | None = None, most: int | None = None) -> int:
        """The sum of `count` D6."""
        return sum(self.throw(6, count, rule, need, most))

    def each(
        self, count: int, rule: str = "", need: int | None = None, most: int | None = None
    ) -> tuple[int, ...]:
        """`count` D6 in one throw, each of them a test of its own."""
        return self.throw(6, count, rule, need, most)

    def pool(self, count: int, rule: str = "", keep: int = 0, need: int | None = None) -> tuple[int, ...]:
        """`count` D6, sorted from highest to lowest. For the log: so many of the highest are what counts, or
        those that come to the need."""
        return tuple(sorted(self.throw(6, count, rule, None, None), reverse=True))

    def face(self, faces: tuple[T, ...], rule: str = "") -> T:
        """A special die: one of equally likely faces, such as (1, 1, 2, 2, 3, "jam")."""
        return faces[self.throw(len(faces), 1, rule, None, None)[0] - 1]


class Seeded(Dice):
    """The same seed and cursor give the same dice for ever; the cursor counts the bytes consumed."""

    __slots__ = ("_at", "_block", "_number", "_stream", "seed")

    def __init__(self, seed: int | str | bytes, cursor: int = 0) -> None:
        self.seed = seed
        key = seed if isinstance(seed, bytes) else str(seed).encode()
        self._stream = blake2b(key=blake2b(key).digest())
        self.cursor = cursor

    @property
    def cursor(self) -> int:
        return self._number * BLOCK + self._at

    @cursor.setter
    def cursor(self, cursor: int) -> None:
        if cursor < 0:
            raise ValueError(f"A cursor counts bytes from 0, so it cannot be {cursor}.")
        number, self._at = divmod(cursor, BLOCK)
        self._open(number)

    def copy(self) -> "Seeded":
        twin = object.__new__(type(self))
        twin.seed, twin._stream = self.seed, self._stream
        twin._number, twin._block, twin._at = self._number, self._block, self._at
        return twin

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        if not 1 <= sides <= 256:
            raise ValueError(f"A seeded die has 1 to 256 sides, not {sides}.")
        unfair = 256 - 256 % sides
        faces: list[int] = []
        while len(faces) < count:
            if self._at == BLOCK:
                self._open(self._number + 1)
                self._at = 0
            byte = self._block[self._at]
            self._at += 1
            if byte < unfair:
                faces.append(byte % sides + 1)
        return tuple(faces)

    def _open(self, number: int) -> None:
        stream = self._stream.copy()
        stream.update(number.to_bytes(8, "little"))
        self._number, self._block = number, stream.digest()


BLOCK = blake2b.MAX_DIGEST_SIZE


class Arranged(Seeded):
    """Faces that were written down, and then those of a seed. Its own seed says both, so that a record of it
    is like any other: `arranged 6,4,5 then 17`. A die with fewer sides than a written face counts on from 1.
    The cursor counts the faces taken, and from their end on the bytes consumed."""

    __slots__ = ("_faces", "_taken")

    def __init__(self, faces: Iterable[int], then: str, cursor: int = 0) -> None:
        self._faces, self._taken = tuple(faces), 0
        super().__init__(then)
        self.seed = f"{_ARRANGED}{','.join(map(str, self._faces))}{_THEN}{then}"
        self.cursor = cursor

    @property
    def cursor(self) -> int:
        bytes_taken = self._number * BLOCK + self._at
        return self._taken + bytes_taken

    @cursor.setter
    def cursor(self, cursor: int) -> None:
        if cursor < 0:
            raise ValueError(f"A cursor counts from 0, so it cannot be {cursor}.")
        self._taken = min(cursor, len(self._faces))
        number, self._at = divmod(cursor - self._taken, BLOCK)
        self._open(number)

    def copy(self) -> "Arranged":
        twin = super().copy()
        assert isinstance(twin, Arranged)
        twin._faces, twin._taken = self._faces, self._taken
        return twin

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        written = self._faces[self._taken : self._taken + count]
        self._taken += len(written)
        faces = tuple((face - 1) % sides + 1 for face in written)
        return faces + super().throw(sides, count - len(faces), rule, need, most)


_ARRANGED, _THEN = "arranged ", " then "


def seeded(seed: int | str) -> Seeded:
    """The dice that a seed stands for; some of them may be written in it."""
    words = str(seed)
    listed, then, rest = words.removeprefix(_ARRANGED).partition(_THEN)
    faces = listed.split(",") if listed else []
    if not words.startswith(_ARRANGED) or not then or not all(f.isdecimal() and int(f) for f in faces):
        return Seeded(words)
    return Arranged(map(int, faces), rest)


class Scripted(Dice):
    """Answers from a written list of faces: `Scripted("6 4 5 3")`."""

    def __init__(self, faces: str | Iterable[int]) -> None:
        self.left = [int(face) for face in (faces.split() if isinstance(faces, str) else faces)]

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        asked = spell(sides, count, rule, need, most)
        if len(self.left) < count:
            raise ScriptEnded(f"The script has {len(self.left) or 'no'} faces left when asked for {asked}.")
        faces = tuple(self.left[:count])
        for face in faces:
            if not 1 <= face <= sides:
                raise NoSuchFace(
                    f"The script says {face} when asked for {asked}: that die shows 1 to {sides}."
                )
        del self.left[:count]
        return faces


class ScriptEnded(Exception):
    """More dice were asked for than the script holds."""


class NoSuchFace(ValueError):
    """A face that the die does not have."""


class ByHand(Dice):
    """People throw real dice, and a game asks whoever throws what they show (`GameDice`). Where nobody is
    there who could, they fall by chance."""

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        chance = SystemRandom()
        return tuple(chance.randint(1, sides) for _ in range(count))


class Typed(Dice):
    """A person says what their dice show. `ask` puts one prompt to them and returns their line."""

    def __init__(self, ask: Callable[[str], str]) -> None:
        self.ask = ask

    def throw(self, sides: int, count: int, rule: str, need: int | None, most: int | None) -> tuple[int, ...]:
        prompt = f"Roll {spell(sides, count, rule, need, most)}: "
        words = self.ask(prompt).replace(",", " ").split()
        while len(words) != count or not all(word.isdecimal() and 1 <= int(word) <= sides for word in words):
            refusal = f"That is not {count} {'face' if count == 1 else 'faces'} from 1 to {sides}."
            words = self.ask(f"{refusal} {prompt}").replace(",", " ").split()
        return tuple(int(word) for word in words)


def spell(sides: int, count: int, rule: str, need: int | None, most: int | None) -> str:
    """`2D6 for gce.shooting.ammo-roll (7 or more)`."""
    words = f"{count}D{sides}"
    if rule:
        words += f" for {rule}"
    if need is not None:
        words += f" ({need} or more)"
    if most is not None:
        words += f" ({most} or less)"
    return words
