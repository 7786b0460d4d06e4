"""Battles as data: copying them, and proving that two are the same.

A battle is a mutable msgspec Struct. Its fields hold immutable values (shared between copies), mutable
Structs, or lists, dicts and sets of these. Nothing derived is stored.
"""

from __future__ import annotations

import enum
import hashlib
import types
import typing
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T", bound=Struct)
Copier = Callable[[Any], Any]


class Identified(Protocol):
    @property
    def id(self) -> str: ...


I = TypeVar("I", bound=Identified)  # noqa: E741


def with_id(among: Iterable[I], id: str) -> I:
    """The one of that id."""
    for each in among:
        if each.id == id:
            return each
    raise KeyError(id)


def if_there(among: Iterable[I], id: str) -> I | None:
    """The one of that id, if there is one."""
    return next((each for each in among if each.id == id), None)


def clone(battle: T) -> T:
    """A copy that shares nothing mutable with the original."""
    return typing.cast(T, _struct_copier(type(battle))(battle))


def state_hash(battle: Struct) -> str:
    """The same for equal states, on every machine. The setup never changes, so it is left out."""
    fields = [getattr(battle, name) for name in battle.__struct_fields__ if name != "setup"]
    return hashlib.blake2b(msgspec.msgpack.encode(fields, order="deterministic"), digest_size=12).hexdigest()


@cache
def _struct_copier(kind: type[Struct]) -> Copier:
    hints = typing.get_type_hints(kind)
    inner = [(name, copier) for name in kind.__struct_fields__ if (copier := _copier(hints[name], kind))]
    if not inner:
        return kind.__copy__  # type: ignore[attr-defined,no-any-return]

    def copy(value: Any) -> Any:
        twin = value.__copy__()
        for name, copier in inner:
            setattr(twin, name, copier(getattr(twin, name)))
        return twin

    return copy


IMMUTABLE = (int, float, str, bytes, bool, types.NoneType)


def _copier(hint: Any, within: type[Struct]) -> Copier | None:
    """How to copy a value of this type; None when it is immutable and may be shared."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal or hint is None:
        return None
    if origin in (types.UnionType, typing.Union):
        return _union_copier(parts, within)
    if origin is list:
        item = _copier(parts[0], within)
        return list.copy if item is None else lambda values: list(map(item, values))
    if origin is dict and _copier(parts[0], within) is None:
        entry = _copier(parts[1], within)
        if entry is None:
            return dict.copy
        return lambda values: {key: entry(value) for key, value in values.items()}
    if origin is set and _copier(parts[0], within) is None:
        return set.copy
    if origin in (tuple, frozenset):
        if all(part is ... or _copier(part, within) is None for part in parts):
            return None
    elif isinstance(hint, type):
        if issubclass(hint, Struct):
            return _frozen(hint) if hint.__struct_config__.frozen else _struct_copier(hint)
        if hint in IMMUTABLE or issubclass(hint, enum.Enum):
            return None
    raise TypeError(
        f"{within.__name__} has a field of type {hint}: no battle can hold it, as copies might share it"
    )


def _union_copier(parts: tuple[Any, ...], within: type[Struct]) -> Copier | None:
    """Unions are told apart by the type of the value: at most one list, one dict, and so on."""
    by_type = {typing.get_origin(part) or part: copier for part in parts if (copier := _copier(part, within))}
    if not by_type:
        return None

    def copy(value: Any) -> Any:
        copier = by_type.get(type(value))
        return value if copier is None else copier(value)

    return copy


@cache
def _frozen(kind: type[Struct]) -> None:
    """A frozen Struct may be shared if all it holds may be."""
    hints = typing.get_type_hints(kind)
    for name in kind.__struct_fields__:
        if _copier(hints[name], kind) is not None:
            raise TypeError(
                f"{kind.__name__} is frozen, but its field {name!r} can be changed: {hints[name]}"
            )
