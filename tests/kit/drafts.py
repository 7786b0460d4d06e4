"""Drafts of forces after some acts."""

from __future__ import annotations

from collections.abc import Callable

from warbook.core.datafile import Written

Amend = Callable[[Written | None, str, str], Written]


def drafted(amend: Amend, *acts: str | tuple[str, str]) -> Written:
    """A draft after these acts, with the words that go with them, from a blank one."""
    file = None
    for act in acts:
        file = amend(file, *(act if isinstance(act, tuple) else (act, "")))
    assert file is not None
    return file
