"""The lists without an ability: what shows that the ability matters."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk import state
from warbook.books.steampunk.army import building, data, outfit
from warbook.books.steampunk.army.abilities import Ability
from warbook.books.steampunk.army.lists import NationList
from warbook.books.steampunk.damage import casualties
from warbook.books.steampunk.gunnery import arms

READ = data.army_list


@contextmanager
def without(ability: str) -> Iterator[None]:
    """No unit, model, weapon or piece of equipment has the ability."""

    @cache
    def army_list(nation: str) -> NationList:
        return _lacking(READ(nation), ability)

    with ExitStack() as patches:
        for chapter in (building, casualties, data, outfit):
            patches.enter_context(patch.object(chapter, "army_list", army_list))
        patches.callback(_forget)
        _forget()
        yield


def _forget() -> None:
    """What is remembered by the id of an entry, not by what it says."""
    state._spawned.cache_clear()
    state.roster.cache_clear()
    arms._thrown.cache_clear()


def _lacking(thing: Any, ability: str) -> Any:
    """The same without the ability; itself where it does not have it."""
    if isinstance(thing, tuple):
        kept = tuple(_lacking(each, ability) for each in thing if not _is(each, ability))
        same = len(kept) == len(thing) and all(new is old for new, old in zip(kept, thing, strict=True))
        return thing if same else kept
    if isinstance(thing, dict):
        changed = {key: _lacking(each, ability) for key, each in thing.items()}
        return thing if all(changed[key] is thing[key] for key in thing) else changed
    if isinstance(thing, Struct) and not isinstance(thing, Ability):
        fields = {name: getattr(thing, name) for name in thing.__struct_fields__}
        changed = {name: new for name, old in fields.items() if (new := _lacking(old, ability)) is not old}
        return replace(thing, **changed) if changed else thing
    return thing


def _is(thing: Any, ability: str) -> bool:
    return isinstance(thing, Ability) and thing.name == ability
