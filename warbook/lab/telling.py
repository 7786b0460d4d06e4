"""A study told: as tables of words, as CSV with a row for each battle, and as a page with plots."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import product
from typing import Any

from msgspec import Struct

from warbook.core.book import Book
from warbook.core.questions import Refused
from warbook.lab.deeds import Unit
from warbook.lab.fighting import Row
from warbook.lab.figures import (
    MEASURES,
    Difference,
    Estimate,
    Measure,
    apart,
    counted,
    of_force,
    of_variant,
)
from warbook.lab.running import Found


class Line(Struct, frozen=True):
    """One figure of one variant; the difference is from the first variant."""

    measure: Measure
    variant: str
    estimate: Estimate
    difference: Difference | None


def lines(found: Found) -> list[Line]:
    """Every measure of every variant."""
    told, rows = [], [found.of(at) for at in range(len(found.plan.variants))]
    for measure in MEASURES:
        if not any(counted(row, measure) for row in found.rows) and found.rows:
            continue
        for at, variant in enumerate(found.plan.variants):
            other = apart(rows[0], rows[at], measure, found.sure) if at else None
            one = of_variant(rows[at], measure, found.sure)
            told.append(Line(measure, variant.name or "all battles", one, other))
    return told


def figure(measure: Measure, estimate: Estimate, signed: bool = False) -> str:
    """`47.2 (44.1 to 50.3)`; shares as so many of a hundred. One battle tells nothing of others."""
    if not estimate.count:
        return "no battle"
    scale, sign = 100 if measure.is_share else 1, "+" if signed else ""
    mean, low, high = (each * scale for each in (estimate.mean, estimate.low, estimate.high))
    known = estimate.count > 1
    return f"{mean:{sign}.1f} ({low:{sign}.1f} to {high:{sign}.1f})" if known else f"{mean:{sign}.1f}"


def forces_of(found: Found) -> list[str]:
    return list(dict.fromkeys(force for row in found.rows for force in row.forces))


class Matrix(Struct, frozen=True):
    """Points of each force against each, from both sides together, in variants that differ in nothing
    else."""

    name: str
    forces: tuple[str, ...]
    points: tuple[tuple[Estimate, ...], ...]


def matrices(found: Found) -> list[Matrix]:
    """None where no two forces meet."""
    alike: dict[str, list[Row]] = {}
    names = [
        ", ".join(
            f"{each.name or each.kind} {value}"
            for each, value in zip(found.plan.study.vary, values, strict=True)
            if each.kind != "force"
        )
        for values in product(*(each.values for each in found.plan.study.vary))
    ]
    for row in found.rows:
        alike.setdefault(names[row.variant] if found.plan.study.vary else "", []).append(row)
    told = []
    for name, rows in alike.items():
        forces = tuple(dict.fromkeys(force for row in rows for force in row.forces))
        points = tuple(
            tuple(of_force(rows, force, other, found.sure) for other in forces) for force in forces
        )
        told += [Matrix(name, forces, points)] if len(forces) > 1 else []
    return told


def unused(found: Found, book: Book) -> list[str]:
    """The rules that no event of any battle named."""
    return [rule for rule in book.rules.rules if rule not in found.used]


def damage(found: Found, book: Book) -> list[list[str]]:
    """By what each force felled enemies, and what it lost otherwise, in a hundred battles of it."""
    told = [["force", "by", "rule", "felled in 100 battles"]]
    for force in forces_of(found):
        battles = sum(row.forces.count(force) for row in found.rows)
        counts = found.felled.get(force, Counter())
        for rule, count in sorted(counts.items(), key=lambda each: (not each[0], -each[1], each[0])):
            words = book.rolls.name(rule) if rule else "lost to no enemy"
            told.append([force, words, rule, f"{100 * count / battles:.0f}"])
    return told


def paid(found: Found) -> list[list[str]]:
    """Of each unit, what the enemies it felled were worth for each point of its own, the best first."""
    told = [["force", "unit", "worth", "felled for each point", "lost, of 100"]]
    for force in forces_of(found):
        units = found.units.get(force, {})
        for name, unit in sorted(units.items(), key=lambda each: (-_pay(each[1]), each[0])):
            worth, lost = f"{unit.worth / unit.count:g}", f"{100 * unit.lost / unit.count:.0f}"
            told.append([force, name, worth, f"{_pay(unit):.2f}", lost])
    return told


def _pay(unit: Unit) -> float:
    return unit.took / unit.worth if unit.worth else 0.0


def used_by(found: Found) -> list[list[str]]:
    """Of every rule that was named, how often by each force, in a hundred battles of it; the commonest first.
    What nobody did stands last."""
    forces = forces_of(found)
    told = [["rule", *forces, "nobody's"]]
    for rule, _ in found.used.most_common():
        row = [rule]
        for force in forces:
            battles = sum(each.forces.count(force) for each in found.rows)
            row.append(f"{100 * found.used_by.get(force, Counter())[rule] / max(1, battles):.0f}")
        told.append([*row, f"{100 * found.used_by.get('', Counter())[rule] / max(1, len(found.rows)):.0f}"])
    return told


def as_csv(found: Found) -> str:
    """A row for each battle, also for those that failed."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    columns, rows = _columns(found), _rows(found)
    table.writerow(columns)
    table.writerows([["" if value is None else value for value in row] for row in rows])
    return out.getvalue()


def as_parquet(found: Found) -> bytes:
    """The same rows with the types of their columns; refuses where pyarrow is not there."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise Refused('pyarrow is not installed; pip install "warbook[tables]" has it') from None
    columns = zip(*_rows(found), strict=True) if found.numbers else [[] for _ in _columns(found)]
    data = {name: list(values) for name, values in zip(_columns(found), columns, strict=True)}
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(data), out)
    return out.getvalue()


def _sides(found: Found) -> range:
    return range(1, max((len(row.forces) for row in (*found.rows, *found.failed)), default=2) + 1)


def _columns(found: Found) -> list[str]:
    sides = _sides(found)
    return [
        *("variant", "number", "scenario"), *(f"force_{n}" for n in sides), "seed", "winner",
        *(f"points_{n}" for n in sides), "turns", *(f"lost_{n}" for n in sides), "failed",
    ]  # fmt: skip


def _rows(found: Found) -> list[list[Any]]:
    variants, blank = found.plan.variants, [None] * len(_sides(found))
    return [
        [
            *(variants[row.variant].name, row.number, row.scenario), *row.forces, row.seed, row.winner,
            *(row.points or blank), row.turns or None, *(row.lost or blank), row.failed,
        ]
        for row in sorted((*found.rows, *found.failed), key=lambda row: (row.number, row.variant))
    ]  # fmt: skip


# ---------------------------------------------------------------- the page


def page(found: Found, book: Book) -> str:
    """All of it in one file that needs nothing else."""
    study = found.plan.study
    told = lines(found)
    parts = [f"<h1>{escape(book.title)}: {len(found.rows):,} battles</h1>", _what(found)]
    for measure in dict.fromkeys(line.measure for line in told):
        of_measure = [line for line in told if line.measure is measure]
        parts.append(f"<h2>{escape(measure.words.capitalize())}</h2>{plot(measure, of_measure)}")
        parts += [f"<p>{escape(_gained(line))}</p>" for line in of_measure if line.difference is not None]
    if several := matrices(found):
        words = "<p>Points of the force at the left, of 100.</p>"
        parts += ["<h2>Force against force</h2>", words, *map(_heat, several)]
    parts.append(f"<h2>What did the damage</h2>{_table(damage(found, book))}")
    words = (
        "Points of the enemies that a unit felled, for each of its own; a piece is a point without prices."
    )
    parts.append(f"<h2>How each unit paid for its points</h2><p>{words}</p>{_table(paid(found))}")
    parts.append(_rules(found, book))
    if found.failed:
        rows = "".join(f"<li>seed {escape(row.seed)}: {escape(row.failed)}</li>" for row in found.failed)
        parts.append(f"<h2>Battles that failed</h2><p>They are counted nowhere.</p><ul>{rows}</ul>")
    title = f"{escape(book.title)}, a study of {study.battles:,} battles"
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>{STYLE}'
    return f"{head}<main>{''.join(parts)}</main></html>\n"


def _what(found: Found) -> str:
    study = found.plan.study
    matches = list(
        dict.fromkeys(
            (m.scenario, " against ".join(m.forces)) for several in found.plan.matches for m in several
        )
    )
    shown = "".join(f"<li>{escape(scenario)}: {escape(forces)}</li>" for scenario, forces in matches[:30])
    more = f"<li>and {len(matches) - 30} more</li>" if len(matches) > 30 else ""
    bots = ", ".join(dict.fromkeys(name for several in found.plan.bots for name in several.values()))
    sure = f"Where it says from what to what, it is right {found.sure:.1%} of the time."
    words = f"Bots: {escape(bots)}. Seed {study.seed}. {sure}"
    return f"<p>{words}</p><ul>{shown}{more}</ul>"


def _gained(line: Line) -> str:
    assert line.difference is not None
    gained = max(0.0, line.difference.gained)
    words = f"Pairing took away {gained:.0%} of the variance of the difference"
    return (
        f"{line.variant}: {words}, so its standard error is {math.sqrt(1 - gained):.2f} of what it would be."
    )


WIDE, ROW = 720, 30


def plot(measure: Measure, lines: Sequence[Line]) -> str:
    """Means with their intervals, one under the other."""
    scale = 100 if measure.is_share else 1
    ends = [end for line in lines for end in _ends(line.estimate)] or [0.0]
    low, high = min(ends) * scale, max(ends) * scale
    room = max(high - low, 1e-9) * 0.1
    low, high = low - room, high + room

    def at(value: float) -> float:
        return 240 + (value * scale - low) / (high - low) * (WIDE - 470)

    rows = []
    for number, line in enumerate(lines):
        y = ROW * number + ROW / 2
        one = line.estimate
        apart = ""
        if line.difference is not None:
            words = f"{figure(measure, line.difference.estimate, True)}: {line.difference.verdict}"
            apart = f'<text x="{WIDE}" y="{y + 4}" text-anchor="end" class="dim">{escape(words)}</text>'
        rows.append(f'<text x="0" y="{y + 4}">{escape(line.variant[:34])}</text>{apart}')
        if not one.count:
            continue
        left, right = _ends(one)
        rows.append(
            f'<line x1="{at(left):.1f}" x2="{at(right):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle cx="{at(one.mean):.1f}" cy="{y}" r="5"/>'
            f'<text x="{at(one.mean):.1f}" y="{y - 9}" text-anchor="middle" class="dim">'
            f"{figure(measure, one)}</text>"
        )
    high_ = ROW * len(lines) + 6
    label = escape(
        f"{measure.words}: " + "; ".join(f"{line.variant} {figure(measure, line.estimate)}" for line in lines)
    )
    return f'<svg viewBox="0 -6 {WIDE} {high_}" role="img" aria-label="{label}">{"".join(rows)}</svg>'


def _ends(one: Estimate) -> tuple[float, ...]:
    """Between which it is drawn; of a single battle only the mean is known, and of none nothing."""
    return (one.low, one.high) if one.count > 1 else (one.mean, one.mean) if one.count else ()


def _heat(matrix: Matrix) -> str:
    head = "".join(f"<th scope='col'>{escape(force)}</th>" for force in matrix.forces)
    rows = []
    for force, cells in zip(matrix.forces, matrix.points, strict=True):
        shown = "".join(map(_cell, cells))
        rows.append(f"<tr><th scope='row'>{escape(force)}</th>{shown}</tr>")
    title = f"<h3>{escape(matrix.name)}</h3>" if matrix.name else ""
    return f"{title}<table><tr><td></td>{head}</tr>{''.join(rows)}</table>"


def _cell(one: Estimate) -> str:
    if not one.count:
        return "<td></td>"
    lead = (one.mean - 0.5) * 2
    hue = "--win" if lead > 0 else "--loss"
    return (
        f'<td style="background:color-mix(in srgb, var({hue}) {abs(lead):.0%}, transparent)">'
        f"{one.mean * 100:.0f} <small>{one.low * 100:.0f} to {one.high * 100:.0f}</small></td>"
    )


def _rules(found: Found, book: Book) -> str:
    never = unused(found, book)
    share = f"{len(book.rules.rules) - len(never)} of {len(book.rules.rules)} rules were named in play."
    names = escape(", ".join(never))
    rest = f"<details><summary>Never named</summary><p>{names}</p></details>"
    used = f"<p>{share} How often in 100 battles of a force:</p>{_table(used_by(found))}"
    return f"<h2>Rules in play</h2>{used}{rest}"


def _table(rows: Sequence[Sequence[str]]) -> str:
    """The first row has the heads."""
    head = "".join(f"<th scope='col'>{escape(each)}</th>" for each in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows[1:])
    return f"<table><tr>{head}</tr>{body}</table>"


STYLE = """<style>
:root { color-scheme: light dark; --win: #2f9e5b; --loss: #c8553d; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 760px; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
svg { width: 100%; font: 13px system-ui, sans-serif; fill: currentColor; }
svg line { stroke: #4878cf; stroke-width: 3; } svg circle { fill: #4878cf; } svg .dim { font-size: 11px; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { padding: .3em .6em; text-align: left; font-weight: normal; }
</style>"""
