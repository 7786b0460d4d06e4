"""Whether the weapons of a unit have ammunition, as its token shows it."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.steampunk.gunnery.arms import weapons
from warbook.books.steampunk.gunnery.loading import always_loaded, ready
from warbook.books.steampunk.state import Battle, Unit, field


def filled(view: Battle, unit: Unit) -> Iterator[str]:
    """spf.orders.load: "loaded" if a weapon that must be loaded is, "empty" if another is not. Nothing of who
    is not on the map."""
    if not unit.on_map:
        return
    shared = field(view, unit).shared
    held = {weapon.id: weapon for number in unit.living for weapon in weapons(view, unit, number)}
    if shared is not None and unit.living:
        held[shared.id] = shared
    loads = [
        weapon
        for weapon in held.values()
        if not weapon.magazine.loaded_with and not always_loaded(view, unit, weapon)
    ]
    barred = [ready(view, unit, weapon) for weapon in loads]
    if any(each is None for each in barred):
        yield "loaded"
    if any(each is not None for each in barred):
        yield "empty"
