"""The tables of a unit, for its card and for the sheet of an army: damage, and the orders it may get."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warbook.books.steampunk.army.lists import Lines
from warbook.books.steampunk.army.notation import Movement, Speed, spell
from warbook.books.steampunk.army.roster import FieldUnit
from warbook.books.steampunk.damage.effects import in_full
from warbook.books.steampunk.orders.glosses import gunnery_gloss, movement_gloss, speed_words
from warbook.core.cards import Chart

TABLES = {  # the damage tables of a unit, as players call them
    "regular": "Damage",
    "psychic": "Psychic damage",
    "crew": "Crew damage",
    "critical": "Critical damage",
    "crew_members": "Damage to crew members",
}


def damage_tables(of: FieldUnit) -> Iterator[Chart]:
    for name, title in TABLES.items():
        lines: Lines = getattr(of.damage, name)
        if lines:
            rows = tuple((_span(low, high), in_full(effects)) for low, high, effects in lines)
            yield Chart(title, rows, "spf.damage.table-lookup")


def _span(low: int, high: int | None) -> str:
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}-{high}"


def order_tables(of: FieldUnit, speed: Speed, moves: Iterable[Movement]) -> Iterator[Chart]:
    """Those of these movement orders and of its gunnery orders at that speed."""
    told = tuple((spell(order), movement_gloss(order)) for order in moves)
    shots = tuple((spell(order.order), gunnery_gloss(of, order)) for order in of.gunnery.get(speed, ()))
    if told:
        yield Chart(f"Movement orders, {speed_words(speed)}", told, "spf.orders.three-parts")
    if shots:
        yield Chart(f"Gunnery orders, {speed_words(speed)}", shots, "spf.orders.gunnery-parts")


def sheet_details(of: FieldUnit) -> Iterator[str]:
    """Each table as a line: the damage it takes, and its orders at every speed."""
    charts = [*damage_tables(of)]
    for speed, orders in of.movement.items():
        charts += order_tables(of, speed, orders)
    for chart in charts:
        yield f"{chart.name}: {'; '.join(f'{row}, {words}' for row, words in chart.rows)}."
