"""What a shooting action came to, and what follows from it at once."""

from __future__ import annotations

from msgspec import Struct, field

from warbook.books.arap.field.bodies import fighter, profile
from warbook.books.arap.harm.casualties import wound
from warbook.books.arap.morale import tests as morale
from warbook.books.arap.shooting.dice import TO_HIT, burns
from warbook.books.arap.state import Figure, Game, Unit


class Fired(Struct):
    """What a shooting action came to."""

    hits: dict[str, int] = field(default_factory=dict)  # by the unit that took them
    lost: dict[str, int] = field(default_factory=dict)  # figures, likewise
    pins: set[str] = field(default_factory=set)  # units that a pinning weapon wounded
    pinned: set[str] = field(default_factory=set)  # units hit by what pins without a test
    blasted: set[str] = field(default_factory=set)  # units hit by a weapon of 5 inches or more
    ordnance: int = 0  # weapons of ordnance that fired

    def add(self, other: Fired) -> None:
        for mine, theirs in ((self.hits, other.hits), (self.lost, other.lost)):
            for unit, count in theirs.items():
                mine[unit] = mine.get(unit, 0) + count
        self.pins |= other.pins
        self.pinned |= other.pinned
        self.blasted |= other.blasted


def settle(game: Game, unit: Unit, fired: Fired, in_charge: bool) -> None:
    """arap.shooting.taking-fire-record: what each unit under fire notes, and the tests that it takes at once,
    for pinning after every action that wounded so (arap.morale.pinning-trigger,
    arap.morale.pinning-timing). Hits in a Charge do not count (arap.morale.suppression-excluded-hits)."""
    battle = game.battle
    for name, hits in fired.hits.items():
        if not in_charge:
            battle.unit(name).hits += hits
            battle.unit(name).blasted |= name in fired.blasted
    for name in sorted(fired.pinned):
        morale.pin_at_once(game, battle.unit(name))
    for name in sorted(fired.pins):
        other = battle.unit(name)
        if other.side != unit.side:
            morale.pinning(game, other, unit, fired.ordnance > 1)  # arap.F18
    for name in sorted({*fired.lost, unit.id}):
        morale.own_turn_losses(game, battle.unit(name))


def burn(game: Game, figure: Figure, count: int) -> None:
    """gets-hot: so many wounds on who fired, unless he saves them."""
    kind = profile(game.battle, figure)
    hurt = game.rolling(figure.id).roll(burns, count, kind.save, kind.invulnerable)
    if hurt:
        name = fighter(game.battle, figure).name
        wound(game, figure, hurt, TO_HIT, f"{name} is burnt by a weapon that got too hot.")
