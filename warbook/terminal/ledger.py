"""What a battle cost and how the dice fell, counted from its events."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from warbook.core.events import Aimed, Became, Event, Placed, Removed, Rolled, passed
from warbook.terminal.cast import Cast


def ledger(cast: Cast, events: Sequence[Event]) -> list[tuple[str, str]]:
    """For each side, what it lost, how often it attacked, and its rolls against what was to be expected."""
    return [(name, "; ".join(_account(cast, events, side))) for side, name in cast.sides.items()]


def _account(cast: Cast, events: Sequence[Event], side: str) -> list[str]:
    mine = {piece for piece, owner in cast.side_of.items() if owner == side}
    gone = _gone(events, mine)
    names = f" ({', '.join(cast.name(piece) for piece in gone)})" if gone else ""
    account = [f"{len(gone)} of {cast.strength(side)} gone from the table{names}"]
    down = [piece for piece in _down(events, mine) if piece not in gone]
    if down:
        account.append(f"{len(down)} down ({', '.join(cast.name(piece) for piece in down)})")
    attacks = sum(isinstance(event, Aimed) and event.piece in mine for event in events)
    account.append(f"aimed {attacks} {'time' if attacks == 1 else 'times'}")
    for rule in cast.rolls.counted:
        rolls = [
            event for event in events if isinstance(event, Rolled) and event.rule == rule and event.by in mine
        ]
        if rolls:
            made = sum(passed(roll) is True for roll in rolls)
            due = float(sum(_chance(roll) for roll in rolls))
            name = cast.rolls.name(rule)
            account.append(f"{name[:1].lower()}{name[1:]} {made} of {len(rolls)}, expected {due:.1f}")
    return account


def _gone(events: Sequence[Event], mine: set[str]) -> list[str]:
    gone: list[str] = []
    for event in events:
        if isinstance(event, Removed) and event.piece in mine:
            gone.append(event.piece)
        elif isinstance(event, Placed) and event.piece in gone:
            gone.remove(event.piece)
    return gone


def _down(events: Sequence[Event], mine: set[str]) -> list[str]:
    """Pieces that went down and did not get up again."""
    down: list[str] = []
    for event in events:
        if isinstance(event, Became) and event.status == "down" and event.piece in mine:
            if event.gained and event.piece not in down:
                down.append(event.piece)
            elif not event.gained and event.piece in down:
                down.remove(event.piece)
    return down


def _chance(roll: Rolled) -> Fraction:
    return _exact(roll.sides, len(roll.faces), roll.need, roll.most)


@cache
def _exact(sides: int, count: int, need: int | None, most: int | None) -> Fraction:
    totals = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)]
    good = sum((need is None or total >= need) and (most is None or total <= most) for total in totals)
    return Fraction(good, len(totals))
