"""Tables of figures, as they stand in docs/benchmarks.md: each line can be shown as soon as it is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield line(heads)
    yield "|---" * len(heads) + "|"
    yield from map(line, rows)


def line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def show(rows: Iterable[Sequence[str]]) -> None:
    """One line after the other, for who runs a part by itself."""
    for cells in rows:
        print(line(cells), flush=True)
