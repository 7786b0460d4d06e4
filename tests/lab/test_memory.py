"""However many battles a process fights, it does not know ever more of their tables."""

from __future__ import annotations

import gc
import sys
from itertools import count

import pytest

from warbook.lab import Study, fighting
from warbook.lab.fighting import fight
from warbook.lab.plan import plan

ROUND = 10  # battles


def test_what_battles_leave_behind_hardly_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gangs stand and look from new places in every battle. Of what a round of battles adds where nothing is
    forgotten, odds alone stay where it is."""
    planned = plan(Study("necromunda", forces=("orlock_sample", "goliath_sample"), battles=6 * ROUND))
    monkeypatch.setattr(fighting, "_fought", count(1))
    numbers = iter(range(6 * ROUND))

    def left(forgetting: int) -> int:
        """Blocks of memory that are taken after another round."""
        monkeypatch.setattr(fighting, "FORGETTING", forgetting)
        for _ in range(ROUND):
            assert not fight(planned, 0, next(numbers)).row.failed
        gc.collect()
        return sys.getallocatedblocks()

    first, *_, last = (left(ROUND) for _ in range(4))
    kept, more = (left(10 * ROUND) for _ in range(2))
    assert kept > last
    assert (last - first) / 3 < (more - kept) / 3
