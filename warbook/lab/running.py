"""A study is fought: on as many processes as wanted, kept battle by battle, gone on with where it stopped."""

from __future__ import annotations

import math
import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

from warbook.core.questions import Refused
from warbook.lab.cluster import fought_on
from warbook.lab.deeds import Unit
from warbook.lab.fighting import Fought, Row, belongs, failed, fight
from warbook.lab.figures import FIRST, FORCE, Estimate, apart, counted, looks, of_variant
from warbook.lab.plan import Plan, Study, plan

ROWS = "battles.jsonl"
LOT = 4  # battles handed out together: so many are fought again when a process dies
TRIAL = 2  # battles by which the cost is guessed
MOST_DEATHS = 3  # of processes, over one lot

Battle: TypeAlias = tuple[int, int]  # its variant and its number
Submit: TypeAlias = Callable[[Iterable[Battle]], Future[list[Fought]]]


class Head(Struct, frozen=True):
    """The first line of the file."""

    digest: str
    study: Study


class Found(Struct):
    """What came of a study."""

    plan: Plan
    rows: list[Row] = []  # those that failed are not among them
    failed: list[Row] = []
    used: Counter[str] = msgspec.field(default_factory=Counter)  # of every rule, how often it was named
    used_by: dict[str, Counter[str]] = {}  # the same for each force
    felled: dict[str, Counter[str]] = {}  # by what each force felled enemies; "": lost otherwise
    units: dict[str, dict[str, Unit]] = {}  # of each force
    sure: float = 0.95  # how sure the last look was, where it was looked at more than once

    @property
    def done(self) -> int:
        return len(self.rows) + len(self.failed)

    def of(self, variant: int) -> list[Row]:
        return sorted((row for row in self.rows if row.variant == variant), key=lambda row: row.number)

    def add(self, fought: Fought) -> None:
        (self.failed if fought.row.failed else self.rows).append(fought.row)
        sides = dict(zip(self.plan.bots[fought.row.variant], fought.row.forces, strict=False))
        for side, counts in fought.deeds.used.items():
            self.used.update(counts)
            self.used_by.setdefault(sides.get(side, side), Counter()).update(counts)
        for side, counts in fought.deeds.felled.items():
            self.felled.setdefault(sides.get(side, side), Counter()).update(counts)
        for side, units in fought.deeds.units.items():
            known = self.units.setdefault(sides.get(side, side), {})
            for name, unit in units.items():
                known.setdefault(name, Unit()).add(unit)

    @property
    def numbers(self) -> set[Battle]:
        return {(row.variant, row.number) for row in (*self.rows, *self.failed)}


Progress: TypeAlias = Callable[[Found], None]  # is told after every battle


def study(
    wanted: Study,
    out: Path | None = None,
    jobs: int = 1,
    until: float | None = None,
    progress: Progress = lambda found: None,
    ray: str | None = None,
) -> Found:
    """Fight the study, or what of it is not in `out` yet; with `ray` on the cluster of that address. With
    `until` it ends as soon as the points in question are `known` to within so much to either side."""
    return fought(plan(wanted), out, jobs, until, progress, ray)


def fought(
    planned: Plan,
    out: Path | None,
    jobs: int,
    until: float | None,
    progress: Progress,
    ray: str | None = None,
) -> Found:
    found, most = Found(planned), planned.study.battles
    with _kept(found, out) as keep:
        for count, sure in looks(most) if until is not None else [(most, 0.95)]:
            due = _due(found, count)
            several = fought_on(ray, planned, due) if ray else _all_fought(planned, due, jobs)
            for battle in several:
                found.add(battle)
                keep(battle)
                progress(found)
            found.sure = sure
            if until is not None and known(found).margin <= until:
                break
    return found


def known(found: Found) -> Estimate:
    """The points that are in question, or their difference from the first variant where that is known worst:
    those of the force named first where that is what is compared, else of the first side."""
    study, first = found.plan.study, found.of(0)
    forces = any(each.kind in ("force", "figure") for each in study.vary)
    measure = FORCE if forces or (not study.vary and len(study.forces) > 1) else FIRST
    if not all(counted(row, measure) for row in first):
        measure = FIRST
    if len(found.plan.variants) == 1:
        return of_variant(first, measure, found.sure)
    others = range(1, len(found.plan.variants))
    several = [apart(first, found.of(variant), measure, found.sure).estimate for variant in others]
    return max(several, key=lambda each: each.margin)


def _due(found: Found, count: int) -> list[Battle]:
    """Twins one after the other, so that what was fought when somebody stops it can be compared."""
    variants = range(len(found.plan.variants))
    done = found.numbers
    return [(v, number) for number in range(count) for v in variants if (v, number) not in done]


# ---------------------------------------------------------------- kept


@contextmanager
def _kept(found: Found, out: Path | None) -> Iterator[Callable[[Fought], None]]:
    """What is fought is written down at once; of a file that ends in the middle of a line the rest counts."""
    if out is None:
        yield lambda fought: None
        return
    out.mkdir(parents=True, exist_ok=True)
    file = out / ROWS
    whole = _read_back(found, file) if file.exists() else 0
    with file.open("ab", buffering=0) as kept:
        kept.truncate(whole)
        if not whole:
            _write(kept, Head(found.plan.digest, found.plan.study))
        yield lambda fought: _write(kept, fought)


def _read_back(found: Found, file: Path) -> int:
    """Take in what was fought before; how many bytes of the file are whole lines."""
    whole, known = 0, set[Battle]()
    with file.open("rb") as kept:
        for number, line in enumerate(kept):
            if not line.endswith(b"\n"):
                break
            try:
                if number == 0:
                    other = msgspec.json.decode(line, type=Head).digest
                    if other != found.plan.digest:
                        raise Refused(
                            f"{file} has the battles of another study; name another folder with --out"
                        )
                else:
                    battle = msgspec.json.decode(line, type=Fought)
                    if (battle.row.variant, battle.row.number) in known or not belongs(found.plan, battle):
                        raise msgspec.DecodeError("it is none of this one, or stands there twice")
                    known.add((battle.row.variant, battle.row.number))
                    found.add(battle)
            except msgspec.DecodeError as wrong:
                words = f"no battle of a study ({wrong}); mend the file, or name another folder with --out"
                raise Refused(f"{file}, line {number + 1}: {words}") from None
            whole += len(line)
    return whole


def _write(kept: FileIO, line: Head | Fought) -> None:
    rest = memoryview(msgspec.json.encode(line) + b"\n")
    try:
        while rest:
            rest = rest[kept.write(rest) :]
    except OSError as full:
        words = f"{kept.name}: cannot be written ({full.strerror}); what was fought before is kept"
        raise Refused(words) from None


# ---------------------------------------------------------------- on several processes

_plan: Plan


def _all_fought(plan: Plan, battles: Sequence[Battle], jobs: int) -> Iterator[Fought]:
    if jobs <= 1:
        for variant, number in battles:
            yield fight(plan, variant, number)
        return
    lots = {at: list(battles[at : at + LOT]) for at in range(0, len(battles), LOT)}
    deaths: Counter[int] = Counter()
    while lots:
        done = yield from _pooled(plan, lots, jobs)
        for at in done:
            del lots[at]
        deaths.update(lots.keys() if done else [])
        for at in [at for at in lots if deaths[at] >= MOST_DEATHS or not done]:
            yield from _singly(plan, lots.pop(at))


def _pooled(plan: Plan, lots: dict[int, list[Battle]], jobs: int) -> Generator[Fought, None, list[int]]:
    """The lots that were fought; not all, if a process died."""
    done: list[int] = []
    with _pool(plan, jobs) as submit:
        waiting = iter(lots.items())
        running: dict[Future[list[Fought]], int] = {}
        try:
            while True:
                for at, lot in waiting:
                    running[submit(lot)] = at
                    if len(running) > 2 * jobs:
                        break
                if not running:
                    return done
                ended, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ended:
                    at = running.pop(future)
                    yield from future.result()
                    done.append(at)
        except BrokenProcessPool:
            return done


def _singly(plan: Plan, lot: Iterable[Battle]) -> Iterator[Fought]:
    """Each in a process of its own: a battle that takes its process with it has failed, and no other has."""
    for variant, number in lot:
        with _pool(plan, 1) as submit:
            try:
                yield from submit([(variant, number)]).result()
            except BrokenProcessPool:
                yield failed(plan, variant, number, "its process died")


@contextmanager
def _pool(plan: Plan, jobs: int) -> Iterator[Submit]:
    """Processes that fight lots. Who interrupts is not kept waiting: what they are at is fought again when
    the study goes on. They themselves are not interrupted, not even before they have begun."""
    others = {child.pid for child in multiprocessing.active_children()}
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _ready, (plan,)) as pool:

        def submit(lot: Iterable[Battle]) -> Future[list[Fought]]:
            with _uninterrupted():
                return pool.submit(_fight_lot, lot)

        try:
            yield submit
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            ours = [child for child in multiprocessing.active_children() if child.pid not in others]
            for child in ours:
                child.terminate()
            for child in ours:
                while child.is_alive():  # until this thread or the pool's own has seen it end
                    child.join(0.01)
            raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """An interrupt comes afterwards; to a process that is started meanwhile it never does."""
    mask = getattr(signal, "pthread_sigmask", None)  # Windows has none
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else ()
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)


def _ready(plan: Plan) -> None:
    global _plan
    _plan = plan
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it decides what becomes of it


def _fight_lot(lot: Iterable[Battle]) -> list[Fought]:
    return [fight(_plan, variant, number) for variant, number in lot]


def cost(plan: Plan, jobs: int) -> float:
    """The seconds that a battle takes, by the first few; not known if they take their process with them."""
    if jobs <= 1:
        return _timed(lambda lot: [fight(plan, variant, number) for variant, number in lot])
    with _pool(plan, 1) as submit:
        try:
            return _timed(lambda lot: submit(lot).result())
        except BrokenProcessPool:
            return math.nan


def _timed(fight_all: Callable[[list[Battle]], object]) -> float:
    fight_all([(0, 0)])  # whatever is loaded and compiled is ready then
    began = time.perf_counter()
    fight_all([(0, number) for number in range(TRIAL)])
    return (time.perf_counter() - began) / TRIAL
