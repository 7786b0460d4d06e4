"""`make bench`: every figure Warbook promises, as ratios taken in one run; kept in docs/benchmarks.md.

Each line is printed, and is in the page, as soon as it is known. Every part can be run by itself too:
`python -m bench.rest` and so on.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bench import battles, drain, load, odds, page, research, rest, several, start, where
from bench.tables import table

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def main() -> None:
    with PAGE.open("w", encoding="utf-8") as kept:
        for known in lines():
            print(known, flush=True)
            print(known, file=kept, flush=True)


def lines() -> Iterator[str]:
    yield from [
        "# Benchmarks",
        "",
        "Written by `make bench`: ratios taken in one run on one core, so that they hold on other machines.",
        f"Last run: Python {platform.python_version()}, {platform.machine()}.",
        "",
        "## Exact odds against icepool",
        "",
        "Microseconds, best of several. Cold: nothing remembered. Warm: asked again. The answers are equal.",
        "Icepool is written the plain way and does not remember answers between calls.",
        "",
    ]
    heads = "question", "Warbook cold", "icepool cold", "ratio", "Warbook warm", "icepool warm", "ratio"
    yield from table(heads, odds.rows())
    yield from ["", "## The rest", ""]
    yield from table(("what", "figure", "against", "ratio", "bar"), rest.rows())
    yield from [
        "",
        "## Where the time of a battle of gorkamorka goes",
        "",
        "Eight against eight with two vehicles a side, drill bots; each part's own time, with what it calls",
        "of Python and numpy. Parts below a hundredth are left out.",
        "",
    ]
    yield from table(("part", "share"), where.rows(battles.mob_fight))
    yield from [
        "",
        "## Where the time of a battle of arap goes",
        "",
        "Eighteen marines against eighteen in `meeting`, drill bots; counted as above.",
        "",
    ]
    yield from table(("part", "share"), where.rows(battles.strike, 4))
    yield from [
        "",
        "## Steps a second for agents",
        "",
        "The PettingZoo environment of [research.md](research.md), agents at random, observations included.",
        "",
    ]
    yield from table(("book", "steps a second"), research.rows())
    yield from ["", "## The web table", "", *load.words(), ""]
    parts = (part.rows() for part in (load, drain, several, start, page))
    yield from table(("what", "figure", "half of them within", "bar"), chain.from_iterable(parts))


if __name__ == "__main__":
    main()
