import pytest

from tests.core.convoy import CONVOY
from tests.core.toy import TOY
from warbook.core import record
from warbook.core.shelf import load_book


@pytest.fixture(autouse=True)
def _the_toys_are_books(monkeypatch):
    toys = {"toy": TOY, "convoy": CONVOY}
    monkeypatch.setattr(record, "load_book", lambda name: toys.get(name) or load_book(name))
