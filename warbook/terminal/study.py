"""`warbook study`: what it will cost, how far it is, what it found."""

from __future__ import annotations

import math
import shlex
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from warbook.core.book import Book
from warbook.core.datafile import spelt
from warbook.core.questions import Refused
from warbook.core.shelf import open_book
from warbook.lab import running
from warbook.lab.changed import written
from warbook.lab.contest import contest, round_robin
from warbook.lab.fighting import Row
from warbook.lab.figures import FORCE
from warbook.lab.plan import NAMED, Plan, Study, plan, read_study, varied
from warbook.lab.running import Found
from warbook.lab.telling import (
    as_csv,
    as_parquet,
    damage,
    figure,
    lines,
    matrices,
    page,
    paid,
    unused,
)
from warbook.terminal.battles import check_writable, read_rulings
from warbook.terminal.screen import Left, Screen

MOST_JOBS = 256


def wanted(
    named: str,
    scenarios: list[str],
    forces: list[str],
    bots: list[str],
    rulings: list[str],
    vary: list[str],
    others: list[str],
    battles: int | None,
    seed: int | None,
) -> Study:
    """The study of a file or of a book, with what was asked for besides. `--vary ruling NAME=...` (or
    figure) leaves the second word among the `others`."""
    study = read_study(Path(named)) if named.endswith(".toml") else Study(named)
    left = list(others)
    several = [varied(f"{each} {left.pop(0)}" if each in NAMED and left else each) for each in vary]
    if left:
        raise Refused(f"'{left[0]}' belongs to no option; what is varied follows --vary")
    switches = {**study.rulings, **read_rulings(open_book(study.book), rulings)}
    changes = {
        "scenarios": tuple(scenarios), "forces": tuple(forces), "bots": tuple(bots), "vary": tuple(several),
        "battles": battles, "seed": seed,
    }  # fmt: skip
    given = {name: value for name, value in changes.items() if value not in ((), None)}
    return msgspec.structs.replace(study, rulings=switches, **given)


def carry_out(
    screen: Screen, study: Study, out: Path | None, jobs: int, until: float | None, ray: str | None = None
) -> None:
    if until is not None and not 0 < until < 1:
        raise Refused(f"--until {until:g}: a share of the points, such as 0.02 for two in a hundred")
    planned = plan(study)
    folder = out or Path(f"study-{Path(study.book).name}-{planned.digest[:6]}")
    with _kept_in(screen, planned, folder, jobs) as progress:
        found = running.fought(planned, folder, jobs, until, progress, ray)
    book = open_book(study.book)
    (folder / "battles.csv").write_text(as_csv(found), "utf-8")
    if find_spec("pyarrow"):
        (folder / "battles.parquet").write_bytes(as_parquet(found))
    (folder / "study.html").write_text(page(found, book), "utf-8")
    _tell(screen, found, book)
    screen.say(f"All of it: {folder / 'study.html'}; a row for each battle: {folder / 'battles.csv'}.")


def tournament(screen: Screen, study: Study, out: Path | None, jobs: int) -> None:
    """Bots against each other, and their ratings."""
    planned = round_robin(study)
    folder = out or Path(f"contest-{Path(study.book).name}-{planned.digest[:6]}")
    with _kept_in(screen, planned, folder, jobs) as progress:
        found, rated = contest(planned, folder, jobs, progress)
    (folder / "battles.csv").write_text(as_csv(found), "utf-8")
    screen.head("Ratings (100 more take 64 of 100 points)")
    table = [["", "rating", "points", "battles"]]
    for each in rated:
        rating = f"{each.rating:+.0f} ({each.rating - each.margin:+.0f} to {each.rating + each.margin:+.0f})"
        table.append([each.name, rating, f"{each.points:g}", f"{each.battles}"])
    screen.columns(table)
    _tell_failed(screen, found)
    screen.say(f"A row for each battle: {folder / 'battles.csv'}.")


@contextmanager
def _kept_in(screen: Screen, planned: Plan, folder: Path, jobs: int) -> Iterator[running.Progress]:
    """What it will cost is told first; who interrupts it is told where it is kept."""
    if not 1 <= jobs <= MOST_JOBS:
        raise Refused(f"--jobs {jobs}: at least one process is needed, and at most {MOST_JOBS}")
    if folder.exists() and not folder.is_dir():
        raise Refused(f"--out {folder}: that is a file; name a folder for the results")
    check_writable(folder / running.ROWS if folder.is_dir() else folder)
    try:
        with _interruptible() as check:
            with screen.patience():
                _tell_cost(screen, planned, jobs)
            check()
            with _progress(screen, planned.count) as progress:

                def told(found: Found) -> None:
                    check()
                    progress(found)

                yield told
    except KeyboardInterrupt:
        kept = f"what was fought is kept in {folder}, the same command goes on"
        begun = (folder / running.ROWS).exists()
        raise Left(f"interrupted; {kept if begun else 'nothing was fought yet'}", 130) from None


@contextmanager
def _interruptible() -> Iterator[Callable[[], None]]:
    """Whoever interrupts is heard at the next check at the latest: what is loaded or compiled just then may
    have taken the interrupt for a fault of its own and gone on."""
    heard = False

    def interrupt(*_: object) -> None:
        nonlocal heard
        heard = True
        raise KeyboardInterrupt

    def check() -> None:
        if heard:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)


def _tell_cost(screen: Screen, planned: Plan, jobs: int) -> None:
    minutes = running.cost(planned, jobs) * planned.count / jobs / 60
    variants = f" of each of {len(planned.variants)} variants" if len(planned.variants) > 1 else ""
    battles = _battles(planned.study.battles)
    if math.isnan(minutes):
        screen.say(f"{battles}{variants}; how long they take is not known, for the first one broke off.")
        return
    time = f"{minutes:.0f} minutes" if minutes >= 1.5 else f"{max(1.0, minutes * 60):.0f} s"
    screen.say(f"{battles}{variants}, about {time}.")


def _battles(number: int) -> str:
    return f"{number:,} battle{'' if number == 1 else 's'}"


@contextmanager
def _progress(screen: Screen, count: int) -> Iterator[running.Progress]:
    """How far it is, how many a second, how long still, and what is known by then."""
    if not screen.seen:
        yield lambda found: None
        return
    columns = (
        *(TextColumn("battles"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()),
        *(TextColumn("{task.fields[rate]}"), TextColumn("{task.fields[known]}")),
    )
    with Progress(*columns, console=screen.console, transient=True) as bar:
        task = bar.add_task("battles", total=count, rate="", known="")
        due = 0

        def told(found: Found) -> None:
            nonlocal due
            speed = bar.tasks[0].speed
            bar.update(task, completed=found.done, rate=f"{speed:.1f} a second" if speed else "")
            if found.done >= due:
                due = found.done + max(10, found.done // 20)
                bar.update(task, known=so_far(found))

        yield told


def so_far(found: Found) -> str:
    """What is known of the points in question, as they are told while it goes on."""
    one, several = running.known(found), len(found.plan.variants) > 1
    return f"{'difference' if several else 'points'} {figure(FORCE, one, several)}" if one.count > 1 else ""


def _tell(screen: Screen, found: Found, book: Book) -> None:
    several = len(found.plan.variants) > 1
    told = lines(found)
    for measure in dict.fromkeys(line.measure for line in told):
        screen.head(f"{measure.words[:1].upper()}{measure.words[1:]}")
        rows = []
        for line in told:
            if line.measure is not measure:
                continue
            row = [line.variant, figure(measure, line.estimate)]
            if several and line.difference is None:
                row += ["", ""]
            elif line.difference is not None:
                gained = max(0.0, line.difference.gained)
                words = f"{line.difference.verdict} (pairing took away {gained:.0%} of the variance)"
                row += [figure(measure, line.difference.estimate, True), words]
            rows.append(row)
        screen.columns(rows)
    for matrix in matrices(found):
        of = f"{matrix.name}: points" if matrix.name else "Points"
        screen.head(f"{of} of the force at the left against each, of 100")
        table = [["", *matrix.forces]]
        for force, cells in zip(matrix.forces, matrix.points, strict=True):
            table.append([force, *(figure(FORCE, cell) if cell.count else "" for cell in cells)])
        screen.columns(table)
    screen.head("What did the damage")
    screen.columns(damage(found, book))
    screen.head("How each unit paid for its points")
    screen.columns(paid(found))
    never = len(unused(found, book))
    screen.head("Rules in play")
    screen.say(
        f"{len(book.rules.rules) - never} of {len(book.rules.rules)} were named in these battles.", indent=2
    )
    _tell_failed(screen, found)
    if found.rows:
        screen.say()
        screen.say(f"To see one of them: {again(found, found.rows[0])}")


def _tell_failed(screen: Screen, found: Found) -> None:
    if found.failed:
        first = found.failed[0]
        screen.head("Failed")
        screen.say(
            f"{_battles(len(found.failed))} failed (counted nowhere), such as seed {first.seed}: "
            f"{first.failed}",
            indent=2,
        )


def again(found: Found, row: Row) -> str:
    """The command that shows a battle of the study."""
    variant, bots = found.plan.variants[row.variant], found.plan.bots[row.variant]
    words = ["warbook", "watch", found.plan.study.book, "--scenario", row.scenario]
    words += [word for force in row.forces for word in ("--force", force)]
    words += [word for name in bots.values() for word in ("--player", name)]
    words += [
        word for name, value in variant.rulings.items() for word in ("--ruling", f"{name}={spelt(value)}")
    ]
    words += [word for each in variant.figures for word in ("--figure", written(each))]
    return shlex.join([*words, "--study-seed", row.seed])
