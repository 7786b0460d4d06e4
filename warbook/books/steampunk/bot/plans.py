"""Where a side's units of Steampunk Fantasy are best off, and which orders take them there.

All of it from what the side sees: the enemy's units are taken where they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from math import inf
from typing import TypeAlias

import numpy as np
from msgspec.structs import replace

from warbook.board.hexes import turns
from warbook.board.hextable import number_of
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.notation import Code, Gunnery, Speed, read_gunnery, spell
from warbook.books.steampunk.bot.ground import Land
from warbook.books.steampunk.bot.might import Floats, Might, clash_worth, lobbed, might
from warbook.books.steampunk.bot.shots import ROOM, SHOOT, Kit
from warbook.books.steampunk.bot.ways import SPEEDED, STEPS, TURNED, Way, moves, ways
from warbook.books.steampunk.bot.weighing import against, weigh
from warbook.books.steampunk.ground import entry
from warbook.books.steampunk.gunnery.arms import serves
from warbook.books.steampunk.gunnery.loading import ready
from warbook.books.steampunk.orders.carrying_out import changed, due_order
from warbook.books.steampunk.state import ALOFT, Battle, Unit, field
from warbook.core.questions import Refusal

UNSEEN = 0.3  # of its fire, for a hidden unit, which has to show itself first, and of its fear
SILENT = 0.25  # of its fire, for a unit at a speed at which it cannot shoot
UNKNOWN = 0.5  # for each hex nearer to an enemy who is not seen
CONTACT = 0.8  # the chance that a foe is still there
FULL = 9  # the room in a hex, see ROOM
DELAY = 1.0  # lost by who is sent into a hex that has no room for it, and is shaken,
JAMMED = 0.25  # and so much of its worth
FUTILE = 100.0  # lost for each step off the map or against what bars the way
CORNERED = 50.0  # where the next order leads off the map, whichever it is
CLEARS = 1.0  # for a jam that a load clears

State: TypeAlias = tuple[int, int, Speed]  # hex by number, facing, speed
Start: TypeAlias = tuple[int, int | None, Speed]  # likewise; a facing of None is any
Found: TypeAlias = tuple[float, int, State]  # what it is worth, minus the number of the order, its end


class StandWorth:
    """What standing somewhere is worth to a unit, by facing and hex: what it can shoot at, and the rest."""

    def __init__(self, fire: Floats, rest: Floats) -> None:
        self.fire, self.rest = fire, rest
        self._with: dict[float, Places] = {}

    def places(self, part: float) -> Places:
        """What they are worth with so much of its fire."""
        known = self._with.get(part)
        if known is None:
            known = self._with[part] = Places(part, self.fire, self.rest)
        return known


class Places:
    """What each is worth with so much of the fire. Few are asked for, so each is worked out by itself."""

    def __init__(self, part: float, fire: Floats, rest: Floats) -> None:
        self.part, self.fire, self.rest = part, fire.item, rest.item
        self.known: dict[int, tuple[float, int]] = {}  # the best facings that were asked for

    def at(self, hex_: int, facing: int) -> float:
        return self.part * self.fire(facing, hex_) + self.rest(facing, hex_)

    def best(self, hex_: int) -> tuple[float, int]:
        """With the best facing there, and which that is."""
        best = self.known.get(hex_)
        if best is None:
            part, fire, rest = self.part, self.fire, self.rest
            worths = [part * fire(each, hex_) + rest(each, hex_) for each in FACINGS]
            most = max(worths)
            best = self.known[hex_] = most, worths.index(most)
        return best


class Mover:
    """A unit for which orders are weighed."""

    def __init__(self, unit: Unit, own: Might, stand: StandWorth) -> None:
        self.unit, self.own, self.stand = unit, own, stand
        self.kit, self.hidden = own.kit, unit.hidden
        self.speeds, self.rushes, self.room = own.kit.of.speeds, own.kit.rushes, own.kit.room
        self.arms = own.shares
        self.stock: dict[Weapon, bool] = {}  # what is loaded in the turn for which orders are written
        self.loaded = 1.0  # the part of its weapons that is
        self.jam = DELAY + JAMMED * own.kit.worth
        self.known: dict[Speed, Places] = {}  # by the speeds that were asked for

    def places(self, speed: Speed) -> Places:
        """What they are worth at that speed, at which it shoots, or loads what is empty."""
        known = self.known.get(speed)
        if known is None:
            shoots = 1.0 if speed in self.kit.fires else SILENT
            loads = 1.0 if speed in self.kit.loads else SILENT
            part = self.loaded * shoots + (1.0 - self.loaded) * loads
            known = self.known[speed] = self.stand.places(part)
        return known

    def worth(self, state: State) -> float:
        hex_, facing, speed = state
        return self.places(speed).at(hex_, facing)


class Plans:
    """The outlook of one side at one moment."""

    def __init__(self, battle: Battle, side: str, land: Land) -> None:
        self.battle, self.side = battle, side
        self.land, self.lie, self.beside = land, land.lie, land.lie.beside
        self.foes = [unit for unit in battle.units if unit.side != side and unit.place == "map"]
        self.mights = tuple(might(battle, foe) for foe in self.foes)
        self.places = [self.lie.index[foe.hex] for foe in self.foes]
        self.held: dict[tuple[int, bool], list[int]] = {}  # foes by hex and layer
        for number, foe in enumerate(self.foes):
            self.held.setdefault((self.places[number], foe.speed in ALOFT), []).append(number)
        self.claims: dict[tuple[int, bool], int] = {}  # room that own units will take
        self.claimed: dict[str, tuple[tuple[int, bool], int]] = {}  # by which of them, where and how much
        self.watched: Battle | None = None  # whose traffic that is, where orders are carried out
        self._stands: dict[tuple[object, ...], StandWorth] = {}

    @cached_property
    def near(self) -> list[int]:
        """How far the nearest foe is from every hex."""
        nearest: list[int] = self.lie.far[self.places].min(axis=0).tolist()
        return nearest

    # ------------------------------------------------------------ standing

    def stand(self, unit: Unit) -> StandWorth:
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
            self._stands.update((_as_it_is(unit), StandWorth(np.zeros_like(ahead), ahead)) for unit in units)
        for up in (False, True) if self.foes else ():
            layer = [unit for unit in units if (unit.speed in ALOFT) == up]
            if layer:
                self._weigh(layer, up)

    def _weigh(self, units: Sequence[Unit], up: bool) -> None:
        owns = [might(self.battle, unit) for unit in units]
        foes = zip(self.places, self.foes, strict=True)
        layers = [self.land.sighted(place, foe.speed in ALOFT, up) for place, foe in foes]
        shown = [UNSEEN if unit.hidden else 1.0 for unit in units]
        fire, rest = weigh(self.land, layers, self.places, *against(owns, self.mights), shown)
        for number, unit in enumerate(units):
            shots = fire[number]
            if owns[number].lobs:
                shots = np.maximum(shots, self._lobbed(owns[number]) * shown[number])
            self._stands[_as_it_is(unit)] = StandWorth(shots, rest[number])

    def _lobbed(self, own: Might) -> Floats:
        """What it can fire at without seeing it, by facing and hex."""
        foes = zip(self.mights, self.places, strict=True)
        best: Floats = np.max([lobbed(own, foe.kit)[self.lie.towards(at)] for foe, at in foes], axis=0)
        return best

    def _ahead(self) -> Floats:
        """While no enemy is seen: towards the edge of the enemy, and facing it."""
        north = self.side == "a"
        rows = np.array([number_of(hex_)[1] for hex_ in self.lie.hexes]) * (-1.0 if north else 1.0)
        turned = np.array([turns(0 if north else 3, facing) for facing in range(6)])
        ahead: Floats = UNKNOWN * rows - turned[:, None]
        return ahead

    def mover(self, unit: Unit) -> Mover:
        return Mover(unit, might(self.battle, unit), self.stand(unit))

    def ordered(self, unit: Unit) -> Mover:
        """A unit for the turn after the one whose orders it has."""
        mover = self.mover(unit)
        mover.stock = self._stock(mover)
        mover.loaded = sum(share for weapon, share in mover.arms.items() if mover.stock[weapon])
        return mover

    def assault_worth(self, mover: Mover, hex_: int, up: bool) -> float | None:
        """What assaulting whoever holds the hex is worth; None if nobody does."""
        held = self.held.get((hex_, up))
        if not held or mover.hidden:
            return None
        return CONTACT * clash_worth(mover.own, [self.mights[number] for number in held])

    # ------------------------------------------------------------ going

    def follow(self, mover: Mover, orders: tuple[str, ...], state: Start) -> Found:
        """The best that carrying out one of these orders can lead to. A facing of None is any."""
        return self._follow(mover, ways(orders), *state)

    def _follow(self, mover: Mover, way: Way, hex_: int, facing: int | None, speed: Speed) -> Found:
        """The best from there on, of all orders that have come as far as this."""
        best = self._ends(mover, way.order, hex_, facing, speed) if way.order >= 0 else WORST
        for then in way.then:
            if then.step is not None:
                if facing is not None:
                    found = self._goes(mover, then, hex_, facing, speed)
                else:
                    found = max([self._goes(mover, then, hex_, ahead, speed) for ahead in FACINGS])
            elif then.chooses:
                found = self._chosen(mover, then, hex_, facing, speed)
            else:
                ahead, after = facing, speed
                if then.turned:
                    ahead = None if facing is None else (facing + then.turned) % 6
                elif then.speeds:
                    after = changed(mover.speeds, speed, then.code)
                elif then.name == "360":
                    ahead = None
                if then.then:
                    found = self._follow(mover, then, hex_, ahead, after)
                else:
                    found = self._ends(mover, then.order, hex_, ahead, after)
            if found > best:
                best = found
        return best

    def _goes(self, mover: Mover, way: Way, hex_: int, facing: int, speed: Speed) -> Found:
        assert way.step is not None
        there, up = self.beside[hex_][(facing + way.step) % 6], speed in ALOFT
        if there < 0 or (not up and self.barred(mover, hex_, there, speed)):
            there, lost = hex_, FUTILE
        else:
            place = there, up
            if place in self.held and not mover.hidden:
                return self._meets(mover, way.first, there, facing, speed)
            lost = mover.jam if place in self.claims and self.claims[place] + mover.room > FULL else 0.0
        if way.then:
            found = self._follow(mover, way, there, facing, speed)
        else:
            found = self._ends(mover, way.order, there, facing, speed)
        return (found[0] - lost, found[1], found[2]) if lost else found

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
        places = mover.known.get(speed) or mover.places(speed)
        if facing is None:
            worth, facing = places.known.get(hex_) or places.best(hex_)
        else:
            worth = places.part * places.fire(facing, hex_) + places.rest(facing, hex_)
        if speed in mover.rushes and self.beside[hex_][facing] < 0:
            worth -= CORNERED
        return worth, -order, (hex_, facing, speed)

    def _meets(self, mover: Mover, order: int, hex_: int, facing: int | None, speed: Speed) -> Found:
        fight = self.assault_worth(mover, hex_, aloft(speed)) or 0.0
        places = mover.stand.places(SILENT)
        worth, facing = places.best(hex_) if facing is None else (places.at(hex_, facing), facing)
        return worth + fight, -order, (hex_, facing, speed)

    def _ways(
        self, mover: Mover, name: str, hex_: int, facing: int | None, speed: Speed
    ) -> list[Start | int]:
        """What a code leaves to choose: states, or ~hex where the enemy is met."""
        found: list[Start | int] = []
        near: list[tuple[int | None, int]] = [
            (d, there) for d, there in enumerate(self.beside[hex_]) if there >= 0
        ]
        if name == "chase" and self.foes:
            near = [(d, there) for d, there in near if self.near[there] < self.near[hex_]]
        elif name == "road":
            near = [way for way in near if self.land.roads[way[1]]] if self.land.roads[hex_] else []
        elif name == "reveal":
            wide = {there for _, step in near for there in (step, *self.beside[step]) if there >= 0}
            near = [(facing, there) for there in sorted(wide)]
        up = speed in ALOFT
        for direction, there in near:
            if not up and self.barred(mover, hex_, there, speed):
                continue
            if (there, up) in self.held and (not mover.hidden or name == "reveal"):
                found.append(~there)
            else:
                found.append((there, direction if name == "chase" else facing, speed))
        return found

    def barred(self, mover: Mover, hex_: int, there: int, speed: Speed) -> bool:
        """Whether terrain bars its way from one hex to the one beside it."""
        roads = self.land.roads
        key = self.land.grounds[there], speed, roads[hex_] and roads[there]
        known = mover.own.closed.get(key)
        if known is None:
            sound = replace(mover.unit, speed=speed, critical=[])
            goes = entry(self.battle, sound, self.lie.hexes[there], self.lie.hexes[hex_])
            known = mover.own.closed[key] = isinstance(goes, Refusal)
        return known

    # ------------------------------------------------------------ room

    def claim(self, unit: Unit, hex_: int, speed: Speed) -> None:
        """The unit will be there and nowhere else."""
        self.release(unit)
        key, room = (hex_, speed in ALOFT), ROOM.get(field(self.battle, unit).size, 4)
        self.claims[key] = self.claims.get(key, 0) + room
        self.claimed[unit.id] = key, room

    def release(self, unit: Unit) -> None:
        claimed = self.claimed.pop(unit.id, None)
        if claimed is not None:
            key, room = claimed
            self.claims[key] -= room

    def free(self) -> None:
        self.claims.clear()
        self.claimed.clear()

    def watch_traffic(self, step: int) -> None:
        """Claim for all own units where their orders lead them from that step on, as far as that is sure."""
        if self.watched is not self.battle:
            self.watched = self.battle
            self.free()
            for unit in self.battle.on_map(self.side):
                codes = _due(unit.movement, step)
                self.claim(unit, self.course(self.lie.index[unit.hex], unit.facing, codes), unit.speed)

    def course(self, hex_: int, facing: int, codes: Sequence[Code]) -> int:
        """Where these codes lead, up to the first that leaves a choice."""
        for code in codes:
            if code.name in TURNED:
                facing += TURNED[code.name]
            elif code.name in STEPS:
                there = self.beside[hex_][(facing + STEPS[code.name]) % 6]
                hex_ = there if there >= 0 else hex_
            elif code.name not in SPEEDED:
                break
        return hex_

    # ------------------------------------------------------------ orders

    def start(self, unit: Unit) -> State:
        return self.lie.index[unit.hex], unit.facing, unit.speed

    def expected(self, mover: Mover) -> State:
        """Where the orders that are being carried out will have led it."""
        unit = mover.unit
        order = spell(due_order(self.battle, unit)) if unit.on_map else ""
        if not order or not moves(order):
            return self.start(unit)
        return self.follow(mover, (order,), self.start(unit))[2]

    def then(self, mover: Mover, rest: str, state: Start) -> float:
        """What it is worth to be there with so much of the order left to carry out; with the next one after
        it where that might lead off the map, or depends on the facing alone."""
        worth, _, after = self.follow(mover, (rest,), state)
        onward = mover.unit.next_movement
        if onward and (after[0] in self.lie.edge or not moves(rest)):
            worth += self.follow(mover, (onward,), after)[0]
        return worth

    def movement(self, mover: Mover, orders: Sequence[str], state: State) -> tuple[str, State]:
        """The best of these orders from there, and where it leads."""
        if not orders:
            return "", state
        _, order, after = self.follow(mover, tuple(orders), state)
        return orders[-order], after

    def gunnery(self, mover: Mover, orders: Sequence[str], before: State, after: State) -> list[str]:
        """These orders, the best first: to load what is empty, to fire where there will be something in the
        way, else to aim. What would be void at one of the speeds comes last."""
        shots = [mover.stand.fire.item(facing, hex_) for hex_, facing, _ in (before, after)]
        legal = _legal(mover.kit, tuple(orders), (before[2], after[2]))
        worths = {order: self._worth(mover, steps, only, shots) for order, steps, only in legal}
        return sorted(orders, key=lambda order: -worths.get(order, -1.0))

    def _worth(self, mover: Mover, steps: Gunnery, only: str, shots: Sequence[float]) -> float:
        worth, loaded = 0.0, dict(mover.stock)
        for codes, there in zip(steps, shots, strict=True):
            for code in codes:
                worth += self._deed(mover, code, only, loaded, there)
        return worth

    def _deed(self, mover: Mover, code: Code, only: str, loaded: dict[Weapon, bool], shots: float) -> float:
        """What a part of a gunnery order is worth, with so much loaded and so much to shoot at; it changes
        what is loaded."""
        if code.name == "aim":
            return 0.25 * sum([share for weapon, share in mover.arms.items() if loaded[weapon]]) + 0.02
        if code.name != "load" and code.name not in SHOOT:
            return 0.05 if code.name == "spot" else 0.1
        served = self._served(mover, code, only)
        if code.name in SHOOT:
            part = sum([mover.arms[weapon] for weapon in served if loaded[weapon]])
            loaded.update([(weapon, False) for weapon in served if not weapon.magazine.always_loaded])
            return shots * part
        part = sum([mover.arms[weapon] for weapon in served if not loaded[weapon]])
        loaded.update(dict.fromkeys(served, True))
        return part * max(0.7 * shots, 0.5) + (CLEARS if mover.unit.jammed else 0.0)

    def _served(self, mover: Mover, code: Code, only: str) -> list[Weapon]:
        """Its weapons that the order acts on."""
        known = mover.own.served.get((code, only))
        if known is None:
            unit, arms = mover.unit, mover.arms
            known = [weapon for weapon in arms if serves(self.battle, unit, weapon, code, only)]
            mover.own.served[code, only] = known
        return known

    def _stock(self, mover: Mover) -> dict[Weapon, bool]:
        """Which of its weapons will be loaded once its present order is carried out."""
        unit, battle = mover.unit, self.battle
        stock = {weapon: ready(battle, unit, weapon) is None for weapon in mover.arms}
        if stock and unit.gunnery:
            shots = mover.stand.fire.item(unit.facing, self.lie.index[unit.hex]) if unit.on_map else 0.0
            for code in (code for step in _gunnery(unit.gunnery) for code in step):
                if code.name == "load" or (code.name in SHOOT and shots > 0):
                    self._deed(mover, code, unit.gunnery_only, stock, shots)
        return stock


FACINGS = (0, 1, 2, 3, 4, 5)
WORST: Found = (-inf, 0, (0, 0, "still"))


def _as_it_is(unit: Unit) -> tuple[object, ...]:
    """What of a unit decides where it stands well."""
    return unit.id, len(unit.living), unit.hidden, unit.speed in ALOFT


def aloft(speed: Speed) -> bool:
    return speed in ALOFT


@lru_cache(10_000)
def _legal(
    kit: Kit, orders: tuple[str, ...], speeds: tuple[Speed, Speed]
) -> tuple[tuple[str, Gunnery, str], ...]:
    """The gunnery orders of which no part is void at these speeds in the two steps, with their codes and the
    equipment they act on."""
    found = []
    for order in orders:
        spelled, _, only = order.partition(" / ")
        steps = _gunnery(spelled)
        listed = [(spelled, only) in kit.gunnery.get(speed, ()) for speed in speeds]
        if all(not codes or at for codes, at in zip(steps, listed, strict=True)):
            found.append((order, steps, only))
    return tuple(found)


@lru_cache(10_000)
def _due(order: str, step: int) -> tuple[Code, ...]:
    """The codes of a movement order from that step on."""
    parts = order.split(", ")
    return moves(", ".join([*parts[step - 1 :], *["-"] * (step - 1)])) if len(parts) == 3 else ()


@cache
def _gunnery(order: str) -> Gunnery:
    return read_gunnery(order.split(", "))
