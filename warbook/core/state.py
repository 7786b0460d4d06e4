"""Battles as data: copying them, and proving that two are the same.

A battle is a mutable msgspec Struct. Its fields hold scalars, frozen values (shared between copies), or
lists and dicts of mutable Structs with the same restriction. Nothing derived is stored.
"""

from __future__ import annotations

import hashlib
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T", bound=Struct)
Copier = Callable[[Any], Any]


def clone(battle: T) -> T:
    """A copy that shares nothing mutable with the original."""
    return typing.cast(T, _struct_copier(type(battle))(battle))


def state_hash(battle: Struct) -> str:
    """The same for equal states, on every machine. The setup never changes, so it is left out."""
    fields = [getattr(battle, name) for name in battle.__struct_fields__ if name != "setup"]
    return hashlib.blake2b(msgspec.msgpack.encode(fields), digest_size=12).hexdigest()


@cache
def _struct_copier(kind: type[Struct]) -> Copier:
    hints = typing.get_type_hints(kind)
    inner = [(name, copier) for name in kind.__struct_fields__ if (copier := _copier(hints[name]))]
    if not inner:
        return kind.__copy__  # type: ignore[attr-defined,no-any-return]

    def copy(value: Any) -> Any:
        twin = value.__copy__()
        for name, copier in inner:
            setattr(twin, name, copier(getattr(twin, name)))
        return twin

    return copy


def _copier(hint: Any) -> Copier | None:
    """How to copy a value of this type; None when it is immutable and may be shared."""
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        if any(_copier(part) for part in typing.get_args(hint)):
            raise TypeError(f"battle state cannot hold a union with mutable parts: {hint}")
        return None
    if origin is list:
        item = _copier(typing.get_args(hint)[0])
        return list.copy if item is None else lambda values: [item(value) for value in values]
    if origin is dict:
        entry = _copier(typing.get_args(hint)[1])
        if entry is None:
            return dict.copy
        return lambda values: {key: entry(value) for key, value in values.items()}
    if isinstance(hint, type) and issubclass(hint, Struct) and not hint.__struct_config__.frozen:
        return _struct_copier(hint)
    return None
