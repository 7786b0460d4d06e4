"""What is looked up in a book, without any battle: odds, and rules."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache

import msgspec

from warbook.core.catalog import look_through
from warbook.core.shelf import book_ids, load_book
from warbook.desk.sheet import answer, desk_of
from warbook.rulebook.pages import page, whole
from warbook.rulebook.search import search
from warbook.server.jobs import AtDesk, LayOut, ListBooks, Print, Seek, WorkOut
from warbook.server.referee.shelves import shelves

log = logging.getLogger("warbook")


def looked_up(job: AtDesk) -> bytes:
    if isinstance(job, WorkOut):
        return msgspec.json.encode(answer(load_book(job.asked.book), job.asked))
    if isinstance(job, LayOut):
        return _laid_out(job.book)
    if isinstance(job, Seek):
        return msgspec.json.encode(search(load_book(job.book), job.words))
    if isinstance(job, ListBooks):
        return msgspec.json.encode(shelves())
    assert isinstance(job, Print)
    if not job.page and not job.words:
        return _whole(job.book)
    return page(load_book(job.book), job.page, job.words).encode()


@cache
def _laid_out(book: str) -> bytes:
    return msgspec.json.encode(desk_of(load_book(book)))


@cache
def _whole(book: str) -> bytes:
    return whole(load_book(book)).encode()


def get_ready() -> Iterator[str]:
    """Lays out every desk, prints every book, and looks through the code for rules, a little at a time: the
    first who comes waits for nothing."""
    for prepare in (_laid_out, _whole):
        for book_id in book_ids():
            try:
                prepare(book_id)
            except Exception:
                log.exception("the desk could not get %s ready", book_id)
            yield book_id
    for book_id in book_ids():
        yield from look_through(load_book(book_id).folder)
