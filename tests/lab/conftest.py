from pathlib import Path

import pytest

from warbook.core.shelf import FOLDERS


@pytest.fixture(autouse=True)
def marksmen_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """While these tests run, here and in the processes they start."""
    monkeypatch.setenv(FOLDERS, str(Path(__file__).with_name("marksmen")))
