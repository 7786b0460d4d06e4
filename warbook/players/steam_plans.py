"""Where a side's units of Steampunk Fantasy are best off, and which orders take them there.

All of it from what the side sees: the enemy's units are taken where they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from math import inf
from typing import TypeAlias

import numpy as np
from msgspec.structs import replace

from warbook.board.hexes import turns
from warbook.board.hextable import number_of
from warbook.books.steampunk.ground import entry
from warbook.books.steampunk.loading import ready
from warbook.books.steampunk.notation import Code, Speed, read_gunnery
from warbook.books.steampunk.orders import changed
from warbook.books.steampunk.state import ALOFT, Battle, Unit, enemy
from warbook.core.questions import Refusal
from warbook.players.steam_ground import Land, land_of
from warbook.players.steam_might import NOUGHT, PLACES, SHOOT, Floats, Might, all_pairs, might, pair
from warbook.players.steam_ways import Way, ways
from warbook.players.steam_weighing import FEAR, weigh

UNSEEN = 0.3  # of its fire, for a hidden unit, which has to show itself first, and of its fear
SILENT = 0.25  # of its fire, for a unit at a speed at which it cannot shoot
UNKNOWN = 0.5  # for each hex nearer to an enemy who is not seen
CONTACT = 0.8  # the chance that a foe is still there
CROWD = 3.0  # lost for each unit too many in a hex

State: TypeAlias = tuple[int, int, Speed]  # hex by number, facing, speed
Start: TypeAlias = tuple[int, int | None, Speed]  # likewise; a facing of None is any
Found: TypeAlias = tuple[float, int, State]  # what it is worth, minus the number of the order, its end


class Stand:
    """What standing somewhere is worth to a unit, by facing and hex: what it can shoot at, and the rest."""

    def __init__(self, fire: Floats, rest: Floats) -> None:
        self.fire, self.rest = fire, rest

    def at(self, hex_: int, facing: int | None, part: float) -> tuple[float, int]:
        """With so much of its fire, and that facing; with the best one if it is left open."""
        if facing is not None:
            return part * self.fire.item(facing, hex_) + self.rest.item(facing, hex_), facing
        there = zip(self.fire[:, hex_].tolist(), self.rest[:, hex_].tolist(), strict=True)
        worths = [part * fire + rest for fire, rest in there]
        best = max(worths)
        return best, worths.index(best)


class Mover:
    """A unit for which orders are weighed."""

    def __init__(self, unit: Unit, own: Might, stand: Stand) -> None:
        self.unit, self.own, self.stand = unit, own, stand
        self.kit, self.hidden = own.kit, unit.hidden
        self.loaded = 1.0  # the part of its weapons that can fire in the turn for which orders are written
        self._fires: dict[Speed, float] = {}

    def fires(self, speed: Speed) -> float:
        """How much its fire counts at that speed, at which it shoots, or loads what is empty."""
        known = self._fires.get(speed)
        if known is None:
            shoots = 1.0 if speed in self.kit.fires else SILENT
            loads = 1.0 if speed in self.kit.loads else SILENT
            known = self._fires[speed] = self.loaded * shoots + (1.0 - self.loaded) * loads
        return known

    def worth(self, state: State) -> float:
        hex_, facing, speed = state
        return self.stand.at(hex_, facing, self.fires(speed))[0]


class Plans:
    """The outlook of one side at one moment."""

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle, self.side = battle, side
        self.land: Land = land_of(battle)
        self.lie = self.land.lie
        self.foes = [unit for unit in battle.units if unit.side == enemy(side) and unit.on_map]
        self.mights = tuple(might(battle, foe) for foe in self.foes)
        self.places = [self.lie.index[foe.hex] for foe in self.foes]
        self.held: dict[tuple[int, bool], list[int]] = {}  # foes by hex and layer
        for number, foe in enumerate(self.foes):
            self.held.setdefault((self.places[number], aloft(foe.speed)), []).append(number)
        self.claims: dict[tuple[int, bool], float] = {}  # room that own units will take
        self._stands: dict[tuple[object, ...], Stand] = {}

    @cached_property
    def near(self) -> list[int]:
        """How far the nearest foe is from every hex."""
        nearest: list[int] = self.lie.far[self.places].min(axis=0).tolist()
        return nearest

    # ------------------------------------------------------------ standing

    def stand(self, unit: Unit) -> Stand:
        known = self._stands.get(_as_it_is(unit))
        if known is None:
            self.weigh([unit])
            known = self._stands[_as_it_is(unit)]
        return known

    def weigh(self, units: Sequence[Unit]) -> None:
        """Work out where these units stand well, all together."""
        units = [unit for unit in units if _as_it_is(unit) not in self._stands]
        if not self.foes:
            ahead = self._ahead()
            self._stands.update((_as_it_is(unit), Stand(np.zeros_like(ahead), ahead)) for unit in units)
        for up in (False, True) if self.foes else ():
            layer = [unit for unit in units if aloft(unit.speed) == up]
            if layer:
                self._weigh(layer, up)

    def _weigh(self, units: Sequence[Unit], up: bool) -> None:
        owns = [all_pairs(might(self.battle, unit), self.mights) for unit in units]
        foes = zip(self.places, self.foes, strict=True)
        layers = [self.land.sighted(place, aloft(foe.speed), up) for place, foe in foes]
        fire, rest = weigh(
            self.land,
            np.array(layers),
            np.array(self.places),
            np.concatenate([odds for odds, _ in owns]).reshape(len(units), -1),
            np.concatenate([fights for _, fights in owns]).reshape(len(units), -1),
            np.array([UNSEEN if unit.hidden else 1.0 for unit in units]),
        )
        for number, unit in enumerate(units):
            self._stands[_as_it_is(unit)] = Stand(fire[number], rest[number])

    def _ahead(self) -> Floats:
        """While no enemy is seen: towards the edge of the enemy, and facing it."""
        north = self.side == "a"
        rows = np.array([number_of(hex_)[1] for hex_ in self.lie.hexes]) * (-1.0 if north else 1.0)
        turned = np.array([turns(0 if north else 3, facing) for facing in range(6)])
        ahead: Floats = UNKNOWN * rows - turned[:, None]
        return ahead

    def facing(self, unit: Unit) -> int:
        """Which way it faces best where it stands, without looking at any other hex."""
        own, here, up = might(self.battle, unit), self.lie.index[unit.hex], aloft(unit.speed)
        part = 1.0 if unit.speed in own.kit.fires else SILENT
        dread = FEAR * self.land.bare.item(here)
        fire, fear = [0.0] * 6, [0.0] * 6
        for place, foe, of in zip(self.places, self.foes, self.mights, strict=True):
            layers = self.land.sighted(place, aloft(foe.speed), up)
            odds, looks = pair(own, of).odds, self.land.looks[layers, place, :, here].tolist()
            if looks[0] != NOUGHT:
                for facing, look in enumerate(looks):
                    fire[facing] = max(fire[facing], odds.item(look))
                    fear[facing] += odds.item(PLACES + look)
        worths = [part * fire[facing] - dread * fear[facing] for facing in range(6)]
        return worths.index(max(worths))

    def mover(self, unit: Unit) -> Mover:
        mover = Mover(unit, might(self.battle, unit), self.stand(unit))
        mover.loaded = self._loaded(mover)
        return mover

    def contact(self, mover: Mover, hex_: int, up: bool) -> float | None:
        """What assaulting whoever holds the hex is worth; None if nobody does."""
        held = self.held.get((hex_, up))
        if not held or mover.hidden:
            return None
        return CONTACT * sum(pair(mover.own, self.mights[number]).assault for number in held)

    # ------------------------------------------------------------ going

    def follow(self, mover: Mover, orders: tuple[str, ...], state: Start) -> Found:
        """The best that carrying out one of these orders can lead to. A facing of None is any."""
        return self._follow(mover, ways(orders), *state)

    def _follow(self, mover: Mover, way: Way, hex_: int, facing: int | None, speed: Speed) -> Found:
        """The best from there on, of all orders that have come as far as this."""
        best = self._ends(mover, way.order, hex_, facing, speed) if way.order >= 0 else WORST
        for then in way.then:
            name = then.name
            if name in STEPS and facing is not None:
                found = self._goes(mover, then, hex_, facing, speed)
            elif name in STEPS:
                found = max([self._goes(mover, then, hex_, ahead, speed) for ahead in range(6)])
            elif name in TURNED:
                turned = None if facing is None else (facing + TURNED[name]) % 6
                found = self._follow(mover, then, hex_, turned, speed)
            elif name in SPEEDED:
                after = changed(mover.kit.of.speeds, speed, then.code)
                found = self._follow(mover, then, hex_, facing, after)
            elif name == "360":
                found = self._follow(mover, then, hex_, None, speed)
            elif name in CHOICES:
                found = self._chosen(mover, then, hex_, facing, speed)
            else:
                found = self._follow(mover, then, hex_, facing, speed)
            if found > best:
                best = found
        return best

    def _goes(self, mover: Mover, way: Way, hex_: int, facing: int, speed: Speed) -> Found:
        there = self.lie.beside[hex_][(facing + STEPS[way.name]) % 6]
        if there < 0 or self.barred(mover, there, speed):
            return self._follow(mover, way, hex_, facing, speed)
        if (there, speed in ALOFT) in self.held and not mover.hidden:
            return self._meets(mover, way.first, there, facing, speed)
        return self._follow(mover, way, there, facing, speed)

    def _chosen(self, mover: Mover, way: Way, hex_: int, facing: int | None, speed: Speed) -> Found:
        """The best of what a code leaves to choose; where it leaves nothing, the order ends."""
        found = [
            self._follow(mover, way, *after)
            if isinstance(after, tuple)
            else self._meets(mover, way.first, ~after, facing, speed)
            for after in self._ways(mover, way.name, hex_, facing, speed)
        ]
        return max(found) if found else self._ends(mover, way.first, hex_, facing, speed)

    def _ends(self, mover: Mover, order: int, hex_: int, facing: int | None, speed: Speed) -> Found:
        worth, facing = mover.stand.at(hex_, facing, mover.fires(speed))
        if self.claims:
            worth -= self._crowd(mover, hex_, speed)
        return worth, -order, (hex_, facing, speed)

    def _meets(self, mover: Mover, order: int, hex_: int, facing: int | None, speed: Speed) -> Found:
        fight = self.contact(mover, hex_, aloft(speed)) or 0.0
        worth, facing = mover.stand.at(hex_, facing, SILENT)
        return worth + fight, -order, (hex_, facing, speed)

    def _ways(
        self, mover: Mover, name: str, hex_: int, facing: int | None, speed: Speed
    ) -> list[Start | int]:
        """What a code leaves to choose: states, or ~hex where the enemy is met."""
        found: list[Start | int] = []
        near: list[tuple[int | None, int]] = [
            (d, there) for d, there in enumerate(self.lie.beside[hex_]) if there >= 0
        ]
        if name == "chase" and self.foes:
            near = [(d, there) for d, there in near if self.near[there] < self.near[hex_]]
        elif name == "road":
            roads = [way for way in near if self.battle.has_road(self.lie.hexes[way[1]])]
            near = roads if self.battle.has_road(self.lie.hexes[hex_]) else []
        elif name == "reveal":
            wide = {there for _, step in near for there in (step, *self.lie.beside[step]) if there >= 0}
            near = [(facing, there) for there in sorted(wide)]
        for direction, there in near:
            if self.barred(mover, there, speed):
                continue
            if (there, aloft(speed)) in self.held and (not mover.hidden or name == "reveal"):
                found.append(~there)
            else:
                found.append((there, direction if name != "road" else facing, speed))
        return found

    def barred(self, mover: Mover, hex_: int, speed: Speed) -> bool:
        if speed in ALOFT:
            return False
        key = self.land.grounds[hex_], speed
        known = mover.own.closed.get(key)
        if known is None:
            place, sound = self.lie.hexes[hex_], replace(mover.unit, speed=speed, critical=[])
            known = isinstance(entry(self.battle, sound, place, place), Refusal)
            mover.own.closed[key] = known
        return known

    def _crowd(self, mover: Mover, hex_: int, speed: Speed) -> float:
        taken = self.claims.get((hex_, speed in ALOFT), 0.0)
        over = taken + mover.kit.room - 2.0
        return CROWD * over if over > 0 else 0.0

    def claim(self, mover: Mover, hex_: int, speed: Speed) -> None:
        key = hex_, aloft(speed)
        self.claims[key] = self.claims.get(key, 0.0) + mover.kit.room

    # ------------------------------------------------------------ orders

    def start(self, unit: Unit) -> State:
        return self.lie.index[unit.hex], unit.facing, unit.speed

    def expected(self, mover: Mover) -> State:
        """Where the orders that are being carried out will have led it."""
        unit = mover.unit
        if not unit.movement or not unit.on_map:
            return self.start(unit)
        return self.follow(mover, (unit.movement,), self.start(unit))[2]

    def movement(self, mover: Mover, orders: Sequence[str], state: State) -> tuple[str, State]:
        """The best of these orders from there, and where it leads."""
        listed = mover.kit.listed.get(state[2], ())
        legal = tuple(order for order in orders if order in listed)
        if not legal:
            return orders[0], state
        _, order, after = self.follow(mover, legal, state)
        return legal[-order], after

    def gunnery(self, mover: Mover, orders: Sequence[str], before: State, after: State) -> str:
        """Load what is empty, fire where there will be something in the way, else aim."""
        listed = mover.kit.gunnery
        best, chosen = -1.0, orders[-1]
        shots = [self._fire(mover, state) for state in (before, after)]
        for order in orders:
            spelled, _, only = order.partition(" / ")
            worth = 0.0
            for step, codes in enumerate(_gunnery(spelled)):
                speed = (before, after)[step][2]
                if (spelled, only) not in listed.get(speed, ()):
                    continue
                for code in codes:
                    worth += _deed(code, only, mover.loaded, shots[step])
            if worth > best:
                best, chosen = worth, order
        return chosen

    def _fire(self, mover: Mover, state: State) -> float:
        hex_, facing, _ = state
        return mover.stand.fire.item(facing, hex_)

    def _loaded(self, mover: Mover) -> float:
        unit, arms = mover.unit, mover.own.arms
        if not arms:
            return 0.0
        codes = [code.name for step in _gunnery(unit.gunnery) for code in step] if unit.gunnery else []
        if "load" in codes:
            return 1.0
        now = sum(n for (_, weapon), n in arms.items() if ready(self.battle, unit, weapon) is None)
        if "fire" in codes and self._fire(mover, self.start(unit)) > 0:
            now = min(now, sum(n for (_, weapon), n in arms.items() if "always-loaded" in weapon.traits))
        return now / arms.total()


CHOICES = ("chase", "D", "road", "reveal")
STEPS = {"F": 0, "rev": 3}  # and where they lead, from the facing
TURNED = {"R": 1, "L": -1}
SPEEDED = ("A", "B")
WORST: Found = (-inf, 0, (0, 0, "still"))


def _deed(code: Code, only: str, loaded: float, shots: float) -> float:
    """What a part of a gunnery order is worth, with so much loaded and so much to shoot at."""
    if code.name in SHOOT:
        charged = loaded if code.name == "fire" else 1.0
        return (0.8 if only else 1.0) * shots * charged + 0.01 * loaded
    if code.name == "load":
        return (1.0 - loaded) * max(0.7 * shots, 0.5)
    if code.name == "aim":
        return 0.25 * loaded + 0.02
    if code.name == "spot":
        return 0.05
    return 0.1


def _as_it_is(unit: Unit) -> tuple[object, ...]:
    """What of a unit decides where it stands well."""
    return unit.id, len(unit.living), unit.hidden, aloft(unit.speed)


def aloft(speed: Speed) -> bool:
    return speed in ALOFT


@cache
def _gunnery(order: str) -> tuple[tuple[Code, ...], tuple[Code, ...]]:
    return read_gunnery(order.split(", "))
