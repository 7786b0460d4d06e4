"""Scenarios as they are written: their tables inline, or by the names of some in the book's data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Protocol, TypeAlias, TypeVar

from msgspec import Meta, Struct

from warbook.board.terrain import Table
from warbook.core.datafile import Flaw, Written, did_you_mean, read_toml, read_written

Tables: TypeAlias = Annotated[tuple[Table | str, ...], Meta(min_length=1, max_length=10)]
S = TypeVar("S", bound=Struct)


class ScenarioFile(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def tables(self) -> tuple[Table | str, ...]: ...


def read_tables(data: Path) -> dict[str, Table]:
    """Those in the folder of a book's data, by name."""
    return {path.stem: read_toml(path, Table) for path in sorted((data / "tables").glob("*.toml"))}


def read_scenarios(data: Path, first: str, read: Callable[[Written], Sequence[S]]) -> dict[str, S]:
    """Those in the folder of a book's data by id, `first` at the head; each is played on each of its tables,
    as `read` has it."""
    paths = sorted((data / "scenarios").glob("*.toml"))
    found = {str(getattr(each, "id")): each for path in paths for each in read(read_written(path))}  # noqa: B009
    return {first: found.pop(first), **found}


def unknown_tables(file: ScenarioFile, known: Mapping[str, Table]) -> list[Flaw]:
    return [
        Flaw(f".tables[{number}]", f"there is no table '{name}'{did_you_mean(name, known)}")
        for number, name in enumerate(file.tables)
        if isinstance(name, str) and name not in known
    ]


def on_tables(file: ScenarioFile, kind: type[S], known: Mapping[str, Table]) -> list[S]:
    """The scenario on each of its tables; on the first it has the plain id."""
    fields = {name: getattr(file, name) for name in kind.__struct_fields__}
    found = []
    for number, named in enumerate(file.tables):
        fields["table"] = table = known[named] if isinstance(named, str) else named
        if number:
            fields["id"] = f"{file.id}_{named if isinstance(named, str) else number + 1}"
            fields["name"] = f"{file.name}: {table.name}"
        found.append(kind(**fields))
    return found
