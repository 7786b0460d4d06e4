"""What the page is told that the server sends is what the server sends."""

import os
from pathlib import Path

from tests.server.page_types import page_types

PATH = Path(__file__).parents[2] / "warbook" / "server" / "web" / "shared" / "messages.d.ts"


def test_the_page_knows_the_types_of_all_messages() -> None:
    text = page_types()
    if os.environ.get("WARBOOK_TYPES") == "write":
        PATH.write_text(text, "utf-8")
    assert PATH.read_text("utf-8") == text, "write it anew: WARBOOK_TYPES=write"


def test_no_line_of_the_script_is_wider_than_120_columns() -> None:
    """Comments too, which the formatter leaves as they are."""
    scripts = sorted(PATH.parents[1].rglob("*.js"))
    wide = [
        f"{file.name}:{number}"
        for file in scripts
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert scripts and not wide
