"""What Warbook does in a process of its own, against bars: `python -m bench.rest`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

from bench import battles, odds, sight, study
from bench.tables import show


def rows() -> Iterator[tuple[str, ...]]:
    """What, its figure, against what, their ratio, bar."""
    orders = battles.orders()  # before anything is remembered
    decorated, bare = odds.in_play()
    yield (
        "a `@chance` shot in play",
        f"{decorated:.2f} us",
        f"undecorated {bare:.2f} us",
        f"{decorated / bare:.2f}",
        "at most 1.5",
    )
    ours, deep = battles.copies()
    yield (
        "copying a battle of 40 models",
        f"{ours:.1f} us",
        f"copy.deepcopy {deep:.0f} us",
        f"{deep / ours:.0f}",
        "at least 50",
    )
    fought, driven, armoured = battles.per_second(battles.gang_fight, battles.mob_fight, battles.column_fight)
    yield (
        "battles a second, ten against ten, drill bots, one core",
        f"{fought:.1f}",
        f"botbowl's scripted bots about {battles.BOTBOWL:g}",
        f"{fought / battles.BOTBOWL:.0f}",
        "at least 20",
    )
    yield (
        "a study of necromunda, processor time",
        "",
        "its battles with nothing around them, in turns",
        f"{study.overhead():.2f}",
        "at most 1.15",
    )
    yield (
        "a decision of the drill bot, rules included",
        f"{battles.decision(battles.gang_raid):.2f} ms",
        "",
        "",
        "under 50 ms",
    )
    yield (
        "battles a second of gorkamorka, eight against eight with two vehicles a side, drill bots",
        f"{driven:.1f}",
        f"ten against ten, in turns {fought:.1f}",
        f"{driven / fought:.2f}",
        "at least 0.3",
    )
    yield (
        "battles a second of vehicles, a marine column against a guard line, drill bots",
        f"{armoured:.1f}",
        f"ten against ten, in turns {fought:.1f}",
        f"{armoured / fought:.2f}",
        "at least 0.2",
    )
    yield (
        "a decision of the drill bot of vehicles, rules included",
        f"{battles.decision(battles.column_fight):.2f} ms",
        "",
        "",
        "under 60 ms",
    )
    yield (
        "a decision of the drill bot of gorkamorka, rules included",
        f"{battles.decision(battles.mob_fight):.2f} ms",
        "",
        "",
        "under 80 ms",
    )
    ten, eighteen, hundred = battles.shares()
    yield (
        "battles a second of arap, 18 marines against 18 in `meeting`, drill bots",
        f"{eighteen:.2f}",
        f"ten against ten, in turns {ten:.1f}",
        f"{eighteen / ten:.3f}",
        "at least 0.3",
    )
    yield (
        "battles a second of arap, 49 of a garrison against 57 orks in `meeting`, drill bots",
        f"{hundred:.2f}",
        f"ten against ten, in turns {ten:.1f}",
        f"{hundred / ten:.3f}",
        "at least 0.1",
    )
    yield (
        "a decision of the drill bot of arap with 106 figures, rules included",
        f"{battles.decision(battles.horde, 2):.2f} ms",
        "",
        "",
        "under 50 ms",
    )
    (standard,) = battles.per_second(battles.standard_game)
    yield (
        "battles a second, standard game of steampunk, drill bots, one core",
        f"{standard:.1f}",
        "",
        "",
        "at least 10",
    )
    yield (
        "a round's orders of the drill bot for a whole army, at most",
        f"{orders:.0f} ms",
        "",
        "",
        "under 300 ms",
    )
    batch, one, twin = sight.speeds()
    yield ("visible parts a second, in batch", f"{batch:,.0f}", "", "", "at least 300,000")
    yield (
        "visible parts a second, one by one",
        f"{one:,.0f}",
        f"twin in Python {twin:,.0f}",
        f"{one / twin:.0f}",
        "at least 10",
    )
    yield ("`warbook --help`", f"{help_seconds():.2f} s", "", "", "under 0.4 s")


def help_seconds() -> float:
    def once() -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-m", "warbook", "--help"], capture_output=True, check=True)
        return perf_counter() - start

    return min(once() for _ in range(5))


if __name__ == "__main__":
    show(rows())
