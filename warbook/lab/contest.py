"""A tournament of bots: everybody against everybody, from both sides."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from pathlib import Path

import msgspec

from warbook.core.questions import Refused
from warbook.lab.plan import Plan, Study, check_count, plan
from warbook.lab.ratings import Rating, ratings
from warbook.lab.running import Found, Progress, fought

FEWEST = 2


def round_robin(study: Study) -> Plan:
    """Every two bots are two variants: one with each of them at the first side."""
    if len(set(study.bots)) < FEWEST or len(set(study.bots)) != len(study.bots):
        raise Refused("a contest needs two bots at least, each named once: --bots drill,random")
    check_count(study.battles * len(_pairs(study.bots)))
    plans = [plan(msgspec.structs.replace(study, bots=pair)) for pair in _pairs(study.bots)]
    for each in plans:
        if len(each.bots[0]) != FEWEST:
            raise Refused(f"a contest is fought by two sides; this scenario has {len(each.bots[0])}")
    return Plan(
        study,
        tuple(
            msgspec.structs.replace(each.variants[0], name=" against ".join(pair))
            for each, pair in zip(plans, _pairs(study.bots), strict=True)
        ),
        tuple(each.matches[0] for each in plans),
        tuple(each.bots[0] for each in plans),
    )


def _pairs(bots: tuple[str, ...]) -> list[tuple[str, str]]:
    return [pair for one, two in combinations(bots, 2) for pair in ((one, two), (two, one))]


def contest(
    planned: Plan, out: Path | None = None, jobs: int = 1, progress: Progress = lambda found: None
) -> tuple[Found, list[Rating]]:
    """All battles of a round robin, and what everybody is rated then."""
    found = fought(planned, out, jobs, None, progress)
    taken: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in found.rows:
        first, second = planned.bots[row.variant].values()
        taken[first, second].append(row.points[0])
        taken[second, first].append(row.points[1])
    return found, ratings(planned.study.bots, taken)
