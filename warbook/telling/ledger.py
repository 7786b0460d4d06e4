"""What a battle cost and how the dice fell, counted from its events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from msgspec import Struct

from warbook.core.events import Became, Event, Placed, Removed, Rolled, passed
from warbook.telling.cast import Cast


class LedgerLine(Struct, frozen=True):
    """One kind of roll: how often it was made, of how many, and what was to be expected.

    The percentile is the chance, from 0 to 100, to make fewer of these very rolls, and half the chance to
    make as many.
    """

    name: str
    made: int
    of: int
    expected: float
    percentile: float

    @property
    def words(self) -> str:
        name = f"{self.name[:1].lower()}{self.name[1:]}"
        return f"{name} {self.made} of {self.of}, expected {self.expected:.1f}, {luck_words(self.percentile)}"


class Story(Struct, frozen=True):
    """What a piece, or those who act together, rolled in the battle, kind by kind."""

    piece: str
    name: str
    lines: tuple[LedgerLine, ...]


class LedgerSide(Struct, frozen=True):
    side: str
    name: str
    lost: str
    lines: tuple[LedgerLine, ...]
    total: LedgerLine
    stories: tuple[Story, ...] = ()


def ledger(cast: Cast, events: Sequence[Event]) -> list[LedgerSide]:
    """For each side, what it lost, and its counted rolls against what was to be expected."""
    return [_account(cast, events, side) for side in cast.sides]


def luck_words(percentile: float) -> str:
    """Never none or all: there is always a worse and a better battle, or one as bad or as good."""
    luckier = 100 - percentile
    share = f"{luckier:.0f}" if 1 <= luckier <= 99 else f"{min(max(luckier, 0.1), 99.9):.1f}"
    return f"{share} of 100 battles with these rolls are luckier"


def percentile(chances: Iterable[Fraction], made: int) -> Fraction:
    """With rolls of these chances, how many in a hundred times fewer than `made` pass; of the times when just
    as many pass, half are counted."""
    ways, whole = [1], 1  # ways[n] of the whole: n rolls pass
    for chance in chances:
        good, all_ = chance.numerator, chance.denominator
        missed, hit = [each * (all_ - good) for each in ways], [each * good for each in ways]
        ways = [more + less for more, less in zip([*missed, 0], [0, *hit], strict=True)]
        whole *= all_
    return Fraction(100 * (2 * sum(ways[:made]) + ways[made]), 2 * whole)


def tests_of(roll: Rolled) -> list[tuple[Fraction, bool]]:
    """What of a roll passes or fails, with its chance: all of it, or each die; none if it is no test."""
    if roll.each is not None:
        chance = Fraction(min(roll.sides, max(0, roll.sides + 1 - roll.each)), roll.sides)
        return [(chance, face >= roll.each) for face in roll.faces]
    made = passed(roll)
    return [] if made is None else [(chance_to_pass(roll), made)]


def chance_to_pass(roll: Rolled) -> Fraction:
    """The exact chance that a test is passed, before its dice are thrown."""
    count, sides = len(roll.faces), roll.sides
    totals = _totals(sides, count)
    if roll.need is not None:
        good = sum(ways for total, ways in enumerate(totals, count) if total >= roll.need)
    else:
        good = sum(ways for total, ways in enumerate(totals, count) if total <= (roll.most or 0))
    return Fraction(good, sides**count)


@cache
def _totals(sides: int, count: int) -> tuple[int, ...]:
    """In how many ways the dice come to each total, from `count` up."""
    ways = [1]
    for _ in range(count):
        ways = [sum(ways[max(0, n - sides + 1) : n + 1]) for n in range(len(ways) + sides - 1)]
    return tuple(ways)


def _account(cast: Cast, events: Sequence[Event], side: str) -> LedgerSide:
    mine = {piece for piece, owner in cast.side_of.items() if owner == side}
    tests = [
        event
        for event in events
        if isinstance(event, Rolled) and cast.owner(event.by) == side and tests_of(event)
    ]
    lines = _lines(cast, tests)
    throwers = dict.fromkeys(roll.by for roll in tests)
    told = [(each, _lines(cast, [roll for roll in tests if roll.by == each])) for each in throwers]
    counted = [roll for roll in tests if roll.rule in cast.rolls.counted]
    return LedgerSide(
        side=side,
        name=cast.side(side),
        lost=_lost(cast, events, side, mine),
        lines=lines,
        total=_line("In all", counted),
        stories=tuple(Story(each, cast.name(each), found) for each, found in told if found),
    )


def _lines(cast: Cast, tests: Sequence[Rolled]) -> tuple[LedgerLine, ...]:
    """One for each kind of roll that is counted."""
    kinds = [(rule, [roll for roll in tests if roll.rule == rule]) for rule in cast.rolls.counted]
    return tuple(_line(cast.rolls.name(rule), rolls) for rule, rolls in kinds if rolls)


def _line(name: str, rolls: Sequence[Rolled]) -> LedgerLine:
    tests = [test for roll in rolls for test in tests_of(roll)]
    chances = [chance for chance, _ in tests]
    made = sum(made for _, made in tests)
    due = float(sum(chances, Fraction()))
    return LedgerLine(name, made, len(tests), due, float(percentile(chances, made)))


def _lost(cast: Cast, events: Sequence[Event], side: str, mine: set[str]) -> str:
    gone = _gone(events, mine)
    names = f" ({', '.join(cast.counted(gone))})" if gone else ""
    words = f"{len(gone)} of {cast.strength(side)} gone from the table{names}"
    for state in cast.rolls.lost:
        fallen = [piece for piece in _fallen(events, mine, state) if piece not in gone]
        if fallen:
            words += f"; {len(fallen)} {state} ({', '.join(cast.counted(fallen))})"
    return words


def _gone(events: Sequence[Event], mine: set[str]) -> list[str]:
    gone: list[str] = []
    for event in events:
        if isinstance(event, Removed) and event.piece in mine and event.piece not in gone:
            gone.append(event.piece)
        elif isinstance(event, Placed) and event.piece in gone:
            gone.remove(event.piece)
    return gone


def _fallen(events: Sequence[Event], mine: set[str], state: str) -> list[str]:
    """Pieces that came to be so, down or wrecked, and did not get up again."""
    fallen: list[str] = []
    for event in events:
        if isinstance(event, Became) and event.status == state and event.piece in mine:
            if event.gained and event.piece not in fallen:
                fallen.append(event.piece)
            elif not event.gained and event.piece in fallen:
                fallen.remove(event.piece)
    return fallen
