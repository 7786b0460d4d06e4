"""How a unit would stand at a hex: whom it would see there, who would see it, and what each enemy could do to
it from wherever his sealed orders can have led him by then."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.gunnery import areas
from warbook.books.steampunk.gunnery.batteries import Gun
from warbook.books.steampunk.gunnery.perils import Menace, Peril
from warbook.books.steampunk.illusions import apparent
from warbook.books.steampunk.state import Battle, Unit, flying
from warbook.core.book import Outlook, Threat

MOST = 4  # questions whose menaces are kept


def outlook_at(battle: Battle, piece: str, spot: Spot, facing: float | None = None) -> Outlook:
    """The unit as it would stand there, once the orders that are being written have been carried out: at the
    speed it has now, and turned as now if no facing is told.

    Enemies stand wherever their orders can have led them by then (whereabouts.py), and fire all that they
    could (perils.py). Of a unit of several models the chance is that nobody is left; what it would lose on
    average is told beside it. Of an assault no chance is told: only who can come in.
    """
    unit = next((each for each in battle.units if each.id == piece and each.on_map), None)
    hex_ = battle.table.at(spot.x, spot.y)
    if unit is None or hex_ is None:
        return Outlook()
    there = replace(unit, q=hex_.q, r=hex_.r, hidden=False)
    if facing is not None:
        there.facing = round((90.0 - facing) / 60.0) % 6
    known = _prospect(battle, unit.side)
    foes = [menace.foe for menace in known.menaces]
    threats = sorted(known.threats(there), key=lambda each: each[0], reverse=True)
    return Outlook(
        sees=tuple(foe.id for foe in foes if ground.in_line(battle, there, foe)),
        seen_by=tuple(foe.id for foe in foes if ground.in_line(battle, foe, there)),
        threats=tuple(threat for _, threat in threats),
    )


class Prospect:
    """What a side has to expect of its enemies, as long as nothing changes."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle = apparent(battle, side)
        ahead = battle.phase == "orders" and battle.rulings.orders_ahead
        foes = [unit for unit in self.battle.on_map() if unit.side != side and not unit.hidden]
        self.menaces = [Menace(self.battle, foe, 1 + int(ahead)) for foe in foes]
        self._lines: dict[object, bool] = {}

    def threats(self, there: Unit) -> list[tuple[tuple[Fraction, Fraction], Threat]]:
        """With what to order them by."""
        found = []
        up = flying(self.battle, there)

        def seen(foe: Unit, gun: Gun) -> bool:
            return self._sees(foe, there, gun)

        for menace in self.menaces:
            peril = menace.worst(there, seen)
            if peril is not None:
                found.append((peril.weight, _fires(peril, len(there.living))))
            comes = menace.comes_to(there.hex, up)
            if comes is not None:
                after, order = comes
                how = f"comes in after movement {after}, ordered {order}, and assaults it"
                words = "what comes of an assault is not reckoned with"
                found.append(((Fraction(0), Fraction(0)), Threat(menace.foe.id, how, Fraction(0), words)))
        return found

    def _sees(self, foe: Unit, there: Unit, gun: Gun) -> bool:
        """spf.fire.target, ruling G7: by itself, or what is indirect by a friend where he stands now."""
        traits = gun.weapon.traits
        if "no-line-of-sight" in traits or self._in_line(foe, there):
            return True
        friends = self.menaces if "indirect" in traits and areas.aims_at_hex(gun.weapon) else ()
        return any(self._in_line(menace.foe, there) for menace in friends)

    def _in_line(self, foe: Unit, there: Unit) -> bool:
        key = foe.hex, flying(self.battle, foe), there.hex, flying(self.battle, there)
        known = self._lines.get(key)
        if known is None:
            known = self._lines[key] = ground.in_line(self.battle, foe, there)
        return known


def _fires(peril: Peril, models: int) -> Threat:
    chance, lost = peril.weight
    how = f"fires {' and '.join(peril.weapons)} from {name_of(peril.hex)}, ordered {peril.order}"
    words = f"{float(lost):.1f} of {models} models lost on average"
    if models == 1:
        words = f"{float(chance):.0%} to destroy it" if chance else "cannot destroy it"
    return Threat(peril.foe.id, how, chance, words)


def _prospect(battle: Battle, side: str) -> Prospect:
    stands = (battle.units, battle.ground, battle.roads, battle.marks, battle.turn, battle.phase)
    key = side, msgspec.msgpack.encode(stands)
    for known, setup, prospect in _PROSPECTS:
        if known == key and setup is battle.setup:
            return prospect
    _PROSPECTS[:] = [(key, battle.setup, Prospect(battle, side)), *_PROSPECTS[: MOST - 1]]
    return _PROSPECTS[0][2]


_PROSPECTS: list[tuple[tuple[str, bytes], object, Prospect]] = []  # the latest, the last one first
