"""Attack dice summed up: as much of them as matters to all that may yet be done with them."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.family.combat_score import Throw


class Hand(Struct, frozen=True, cache_hash=True):
    """So many dice: the two best, the 6s and the 1s. Which of them are rolled again, what those that are kept
    are worth, and what a block leaves depend on nothing else; so odds are worked out for hands, which are far
    fewer than throws."""

    count: int
    best: int = 0
    second: int = 0
    sixes: int = 0
    ones: int = 0

    def best_of(self, count: int) -> Hand:
        """The highest so many of them."""
        return Hand(
            count,
            self.best if count >= 1 else 0,
            self.second if count >= 2 else 0,
            min(self.sixes, count),
            max(0, self.ones - (self.count - count)),
        )

    def beside(self, other: Hand) -> Hand:
        """These and others."""
        *_, second, best = sorted((self.best, self.second, other.best, other.second))
        return Hand(self.count + other.count, best, second, self.sixes + other.sixes, self.ones + other.ones)

    def blocked(self, face: int) -> Hand:
        """The best die replaced by one that shows this face. A die is blocked last of all, and only once: the
        second best, which is known no longer, does not matter then."""
        return Hand(
            self.count,
            max(self.second, face),
            0,
            self.sixes - (self.best == 6) + (face == 6),
            self.ones - (self.best == 1) + (face == 1),
        )

    def read(self, critical_worth: int) -> Throw:
        """As the combat score takes it."""
        criticals = (self.sixes - 1) * critical_worth if self.sixes else 0
        return Throw(self.best + criticals, self.ones)


def hand_of(faces: tuple[int, ...]) -> Hand:
    """Dice with the highest first."""
    best, second, *_ = (*faces, 0, 0)
    return Hand(len(faces), best, second, faces.count(6), faces.count(1))
