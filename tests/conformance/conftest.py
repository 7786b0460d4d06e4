import pytest

from warbook.core.shelf import book_ids, load_book


@pytest.fixture(scope="module", params=book_ids())
def book(request):
    return load_book(request.param)
