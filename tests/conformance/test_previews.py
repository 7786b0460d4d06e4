"""What every option promises is what its throw can then do: bot battles in which previews and events are
compared. One here; two hundred of each book with WARBOOK_LONG=1."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.conformance.previews import Looked, look
from tests.kit.long import battles
from warbook.core.shelf import book_ids, load_book

BATTLES = battles(1, 200)
LOT = 50  # battles that are weighed together
WIDE = 4.5  # standard deviations; the seeds never change

LOTS = [(book_id, BATTLES[at : at + LOT]) for book_id in book_ids() for at in range(0, len(BATTLES), LOT)]


@pytest.mark.parametrize(("book_id", "numbers"), LOTS, ids=lambda value: str(value).replace("range", ""))
def test_what_is_promised_can_come_true(book_id: str, numbers: range) -> None:
    looked = Looked(Counter(), [], {})
    for number in numbers:
        look(load_book(book_id), number, looked)
    print({"compared": dict(looked.compared), "flaws": len(looked.flaws)})
    for name, each in looked.weighed.items():
        print(f"{name}: {each.came} of {each.count}, expected {each.expected:.1f}, off by {each.off:+.2f}")
    assert looked.compared
    assert looked.borne or book_id == "duel"
    assert not looked.flaws, f"{len(looked.flaws)} flaws, such as:\n" + "\n".join(
        sorted(set(looked.flaws))[:12]
    )
    assert all(abs(each.off) < WIDE for each in looked.weighed.values())
