"""`make bench`: every figure Warbook promises, as ratios taken in one run; kept in docs/benchmarks.md."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from bench import battles, load, odds, page, research, several, sight, start, study, where

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def main() -> None:
    lines = [
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
        "| question | Warbook cold | icepool cold | ratio | Warbook warm | icepool warm | ratio |",
        "|---|---|---|---|---|---|---|",
        *("| " + " | ".join(cells) + " |" for cells in odds.rows()),
        "",
        "## The rest",
        "",
        "| what | figure | against | ratio | bar |",
        "|---|---|---|---|---|",
        *("| " + " | ".join(cells) + " |" for cells in others()),
        "",
        "## Where the time of a battle of gorkamorka goes",
        "",
        "Eight against eight with two vehicles a side, drill bots; each part's own time, with what it calls",
        "of Python and numpy. Parts below a hundredth are left out.",
        "",
        "| part | share |",
        "|---|---|",
        *("| " + " | ".join(cells) + " |" for cells in where.rows(battles.mob_fight)),
        "",
        "## Where the time of a battle of arap goes",
        "",
        "Eighteen marines against eighteen in `meeting`, drill bots; counted as above.",
        "",
        "| part | share |",
        "|---|---|",
        *("| " + " | ".join(cells) + " |" for cells in where.rows(battles.strike, 4)),
        "",
        "## Steps a second for agents",
        "",
        "The PettingZoo environment of [research.md](research.md), agents at random, observations included.",
        "",
        "| book | steps a second |",
        "|---|---|",
        *("| " + " | ".join(cells) + " |" for cells in research.rows()),
        "",
        "## The web table",
        "",
        *load.words(),
        "",
        "| what | figure | half of them within | bar |",
        "|---|---|---|---|",
        *(
            "| " + " | ".join(cells) + " |"
            for cells in (*load.rows(), *several.rows(), *start.rows(), *page.rows())
        ),
        "",
    ]
    text = "\n".join(lines)
    PAGE.write_text(text, "utf-8")
    print(text)


def others() -> list[tuple[str, ...]]:
    decorated, bare = odds.in_play()
    ours, deep = battles.copies()
    orders = battles.orders()  # before anything is remembered
    fought, driven, armoured = battles.per_second(battles.gang_fight, battles.mob_fight, battles.column_fight)
    (standard,) = battles.per_second(battles.standard_game)
    ten, eighteen, hundred = battles.shares()
    batch, one, twin = sight.speeds()
    return [
        (
            "a `@chance` shot in play",
            f"{decorated:.2f} us",
            f"undecorated {bare:.2f} us",
            f"{decorated / bare:.2f}",
            "at most 1.5",
        ),
        (
            "copying a battle of 40 models",
            f"{ours:.1f} us",
            f"copy.deepcopy {deep:.0f} us",
            f"{deep / ours:.0f}",
            "at least 50",
        ),
        (
            "battles a second, ten against ten, drill bots, one core",
            f"{fought:.1f}",
            f"botbowl's scripted bots about {battles.BOTBOWL:g}",
            f"{fought / battles.BOTBOWL:.0f}",
            "at least 20",
        ),
        (
            "a study of necromunda, processor time",
            "",
            "its battles with nothing around them, in turns",
            f"{study.overhead():.2f}",
            "at most 1.15",
        ),
        (
            "a decision of the drill bot, rules included",
            f"{battles.decision(battles.gang_raid):.2f} ms",
            "",
            "",
            "under 50 ms",
        ),
        (
            "battles a second of gorkamorka, eight against eight with two vehicles a side, drill bots",
            f"{driven:.1f}",
            f"ten against ten, in turns {fought:.1f}",
            f"{driven / fought:.2f}",
            "at least 0.3",
        ),
        (
            "battles a second of vehicles, a marine column against a guard line, drill bots",
            f"{armoured:.1f}",
            f"ten against ten, in turns {fought:.1f}",
            f"{armoured / fought:.2f}",
            "at least 0.2",
        ),
        (
            "a decision of the drill bot of vehicles, rules included",
            f"{battles.decision(battles.column_fight):.2f} ms",
            "",
            "",
            "under 60 ms",
        ),
        (
            "a decision of the drill bot of gorkamorka, rules included",
            f"{battles.decision(battles.mob_fight):.2f} ms",
            "",
            "",
            "under 80 ms",
        ),
        (
            "battles a second of arap, 18 marines against 18 in `meeting`, drill bots",
            f"{eighteen:.2f}",
            f"ten against ten, in turns {ten:.1f}",
            f"{eighteen / ten:.3f}",
            "at least 0.3",
        ),
        (
            "battles a second of arap, 49 of a garrison against 57 orks in `meeting`, drill bots",
            f"{hundred:.2f}",
            f"ten against ten, in turns {ten:.1f}",
            f"{hundred / ten:.3f}",
            "at least 0.1",
        ),
        (
            "a decision of the drill bot of arap with 106 figures, rules included",
            f"{battles.decision(battles.horde, 2):.2f} ms",
            "",
            "",
            "under 50 ms",
        ),
        (
            "battles a second, standard game of steampunk, drill bots, one core",
            f"{standard:.1f}",
            "",
            "",
            "at least 10",
        ),
        (
            "a round's orders of the drill bot for a whole army, at most",
            f"{orders:.0f} ms",
            "",
            "",
            "under 300 ms",
        ),
        ("visible parts a second, in batch", f"{batch:,.0f}", "", "", "at least 300,000"),
        (
            "visible parts a second, one by one",
            f"{one:,.0f}",
            f"twin in Python {twin:,.0f}",
            f"{one / twin:.0f}",
            "at least 10",
        ),
        ("`warbook --help`", f"{help_seconds():.2f} s", "", "", "under 0.4 s"),
    ]


def help_seconds() -> float:
    def once() -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-m", "warbook", "--help"], capture_output=True, check=True)
        return perf_counter() - start

    return min(once() for _ in range(5))


if __name__ == "__main__":
    main()
