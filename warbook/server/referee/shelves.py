"""The books, and what a battle of each can be made of."""

from __future__ import annotations

from warbook.core.catalog import HouseRule, Ruling
from warbook.core.datafile import spelt
from warbook.core.shelf import book_ids, load_book
from warbook.learning.lesson import has_lesson, lesson_of
from warbook.players.seats import players_of
from warbook.server.messages import Shelf, Switch


def shelves() -> list[Shelf]:
    return [_shelf(book_id) for book_id in book_ids()]


def _shelf(book_id: str) -> Shelf:
    book = load_book(book_id)
    return Shelf(
        id=book.id,
        title=book.title,
        source=book.source,
        licence=book.licence,
        sides=book.sides,
        phases=book.phases,
        scenarios=tuple(book.scenarios()),
        forces=tuple(book.forces()),
        builds=book.builds,
        lesson=lesson_of(book).title if has_lesson(book) else "",
        bots=tuple(players_of(book)),
        switches=tuple(
            _switch(book.rulings[id], house_rule) for id, house_rule in book.rules.house_rules.items()
        ),
    )


def _switch(ruling: Ruling, told: HouseRule) -> Switch:
    return Switch(
        id=ruling.switch,
        name=told.name,
        changes=told.changes,
        why=told.why,
        common=told.common,
        called=told.called or tuple(map(spelt, ruling.choices)),
        default=ruling.default,
        between_people=ruling.usual(people=2),
        choices=ruling.choices,
    )
