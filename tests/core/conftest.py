import pytest

from tests.core.toy import TOY
from warbook.core import record
from warbook.core.book import load_book


@pytest.fixture(autouse=True)
def _the_toy_is_a_book(monkeypatch):
    monkeypatch.setattr(record, "load_book", lambda name: TOY if name == "toy" else load_book(name))
