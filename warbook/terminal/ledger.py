"""The ledger as rows of a report: a side, and its account."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.core.events import Aimed, Event
from warbook.telling.cast import Cast
from warbook.telling.ledger import ledger as accounts


def ledger(cast: Cast, events: Sequence[Event]) -> list[tuple[str, str]]:
    """For each side, what it lost, how often it attacked, and its rolls against what was to be expected."""
    rows = []
    for account in accounts(cast, events):
        attacks = sum(
            isinstance(event, Aimed) and cast.owner(event.piece) == account.side for event in events
        )
        words = [account.lost, f"aimed {attacks} {'time' if attacks == 1 else 'times'}"]
        words += [line.words for line in account.lines]
        if len(account.lines) > 1:
            words.append(account.total.words)
        rows.append((account.name, "; ".join(words)))
    return rows
