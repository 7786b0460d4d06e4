"""Where a side's units of Steampunk Fantasy are best off, and which orders take them there.

All of it from what the side sees: the enemy's units are taken where they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import TypeAlias

import numpy as np

from warbook.board.hexes import turns
from warbook.board.hextable import number_of
from warbook.books.steampunk.ground import entry
from warbook.books.steampunk.loading import ready
from warbook.books.steampunk.notation import SPEEDS, Code, Movement, Speed, read_gunnery, read_movement
from warbook.books.steampunk.orders import changed
from warbook.books.steampunk.state import Battle, Unit, enemy
from warbook.core.questions import Refusal
from warbook.players.steam_ground import Ints, Land, land_of
from warbook.players.steam_might import FARTHEST, SHOOT, Floats, Might, might

FEAR = 0.4  # what may be done to a unit, against what it does
COVERED = 0.6  # of the fear that cover takes away
PULL = 0.8  # for each hex nearer to the enemy
UNSEEN = 0.3  # of its fire, for a hidden unit, which has to show itself first
SILENT = 0.25  # of its fire, for a unit at a speed at which it cannot shoot
UNKNOWN = 0.5  # for each hex nearer to an enemy who is not seen
WINS = 0.15  # of an assault that can be had within two hexes
LOSSES = 0.5  # of one that has to be feared there
CONTACT = 0.8  # the chance that a foe is still there
CROWD = 3.0  # lost for each unit too many in a hex

Codes: TypeAlias = tuple[Code, ...]
State: TypeAlias = tuple[int, int, Speed]  # hex by number, facing, speed


class Stand:
    """What standing somewhere is worth to a unit, by facing and hex: what it can shoot at, and the rest."""

    def __init__(self, fire: Floats, rest: Floats) -> None:
        self.fire, self.rest = fire, rest

    def worth(self, hex_: int, facing: int, part: float) -> float:
        """With so much of its fire."""
        return part * self.fire.item(facing, hex_) + self.rest.item(facing, hex_)

    def best(self, hex_: int, part: float) -> tuple[float, int]:
        """With the best facing, and that facing."""
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

    def fires(self, speed: Speed) -> float:
        """How much its fire counts at that speed, at which it shoots, or loads what is empty."""
        shoots = 1.0 if speed in self.kit.fires else SILENT
        loads = 1.0 if speed in self.kit.loads else SILENT
        return self.loaded * shoots + (1.0 - self.loaded) * loads

    def worth(self, state: State) -> float:
        hex_, facing, speed = state
        return self.stand.worth(hex_, facing, self.fires(speed))


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
        self._barred: dict[tuple[str, str], bool] = {}
        self._in_sight: dict[bool, Ints] = {}

    @cached_property
    def far(self) -> Ints:
        """How far each foe is from every hex."""
        return np.array([self.lie.towards(place)[0] for place in self.places])

    @cached_property
    def near(self) -> Ints:
        """How far the nearest one is."""
        nearest: Ints = self.far.min(axis=0)
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
                self._weigh(layer, self._sight(up))

    def _weigh(self, units: Sequence[Unit], sight: Ints) -> None:
        odds = [matched(might(self.battle, unit), self.mights) for unit in units]
        hidden = np.array([unit.hidden for unit in units])
        fire = np.array([guns for guns, _, _ in odds]).take(sight, axis=1).max(axis=1)
        fire *= np.where(hidden, UNSEEN, 1.0)[:, None, None]
        fear = np.array([threats for _, threats, _ in odds]).take(sight, axis=1).sum(axis=1)
        fear *= np.where(hidden, 0.1, FEAR)[:, None, None] * (1 - COVERED * self.land.cover)
        fights = np.array([fights for _, _, fights in odds])
        wins, losses = np.maximum(fights, 0.0), np.minimum(fights, 0.0)
        pull = (0.1 * wins[:, :, None] - PULL * self.far).max(axis=1)
        pull += WINS * wins.max(axis=1)[:, None] * (self.near <= 2)
        pull += LOSSES * (losses[:, :, None] * (self.far <= 2)).min(axis=1)
        rest = pull[:, None, :] - fear
        for number, unit in enumerate(units):
            self._stands[_as_it_is(unit)] = Stand(fire[number], rest[number])

    def _ahead(self) -> Floats:
        """While no enemy is seen: towards the edge of the enemy, and facing it."""
        north = self.side == "a"
        rows = np.array([number_of(hex_)[1] for hex_ in self.lie.hexes]) * (-1.0 if north else 1.0)
        turned = np.array([turns(0 if north else 3, facing) for facing in range(6)])
        ahead: Floats = UNKNOWN * rows - turned[:, None]
        return ahead

    def _sight(self, up: bool) -> Ints:
        """For every foe, facing and hex, where to look in what `matched` knows by foe, distance and angle: at
        the nought in its end if there is no line of sight."""
        known = self._in_sight.get(up)
        if known is None:
            seen = [
                self.land.seen(place, aloft(foe.speed), up)
                for place, foe in zip(self.places, self.foes, strict=True)
            ]
            both = np.array([self.lie.towards(place)[1] for place in self.places])
            both += (np.arange(len(self.foes)) * (FARTHEST * 4))[:, None, None]
            nought = len(self.foes) * FARTHEST * 4
            known = self._in_sight[up] = np.where(np.array(seen)[:, None, :], both, nought)
        return known

    def facing(self, unit: Unit) -> int:
        """Which way it faces best where it stands, without looking at any other hex."""
        own, here, up = might(self.battle, unit), self.lie.index[unit.hex], aloft(unit.speed)
        part = (1.0 if unit.speed in own.kit.fires else SILENT) * (UNSEEN if unit.hidden else 1.0)
        dread = (0.1 if unit.hidden else FEAR) * (1 - COVERED * self.land.cover.item(here))
        fire, fear = [0.0] * 6, [0.0] * 6
        for place, foe, of in zip(self.places, self.foes, self.mights, strict=True):
            if self.land.seen(place, aloft(foe.speed), up).item(here):
                guns, threats, angles = own.fire_at(of), _threat(of, own), self.lie.towards(place)[1]
                for facing in range(6):
                    where = angles.item(facing, here)
                    fire[facing] = max(fire[facing], guns.item(where))
                    fear[facing] += threats.item(where)
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
        return CONTACT * sum(mover.own.assault(self.mights[number]) for number in held)

    # ------------------------------------------------------------ going

    def follow(self, mover: Mover, codes: Codes, state: State) -> tuple[float, State]:
        """The best that carrying out these codes can lead to."""
        hex_, facing, speed = state
        for number, code in enumerate(codes):
            name = code.name
            if name in ("F", "rev"):
                step = self._step(mover, hex_, (facing + 3 * (name == "rev")) % 6, speed)
                if step < 0:
                    return self._meets(mover, ~step, facing, speed)
                hex_ = step
            elif name == "R":
                facing = (facing + 1) % 6
            elif name == "L":
                facing = (facing - 1) % 6
            elif name in ("A", "B"):
                speed = changed(mover.own.of.speeds, speed, code)
            elif name == "360":
                rest = codes[number + 1 :]
                if not rest or all(each.name in ("A", "B") for each in rest):
                    for each in rest:
                        speed = changed(mover.own.of.speeds, speed, each)
                    return self._settled(mover, hex_, speed)
                found = [self.follow(mover, rest, (hex_, turned, speed)) for turned in range(6)]
                return max(found, key=_first)
            elif name in CHOICES:
                found = [
                    self.follow(mover, codes[number + 1 :], after)
                    if isinstance(after, tuple)
                    else self._meets(mover, ~after, facing, speed)
                    for after in self._ways(mover, name, hex_, facing, speed)
                ]
                if found:
                    return max(found, key=_first)
                break
        state = hex_, facing, speed
        return mover.worth(state) - self._crowd(mover, hex_, speed), state

    def _settled(self, mover: Mover, hex_: int, speed: Speed) -> tuple[float, State]:
        """With the best facing there."""
        worth, facing = mover.stand.best(hex_, mover.fires(speed))
        return worth - self._crowd(mover, hex_, speed), (hex_, facing, speed)

    def _meets(self, mover: Mover, hex_: int, facing: int, speed: Speed) -> tuple[float, State]:
        fight = self.contact(mover, hex_, aloft(speed)) or 0.0
        return mover.stand.worth(hex_, facing, SILENT) + fight, (hex_, facing, speed)

    def _step(self, mover: Mover, hex_: int, direction: int, speed: Speed) -> int:
        """Where a step leads: the same hex if it cannot; ~hex if it meets the enemy there."""
        there = self.lie.beside[hex_][direction]
        if there < 0 or self.barred(mover.unit, there, speed):
            return hex_
        return ~there if (there, aloft(speed)) in self.held and not mover.hidden else there

    def _ways(self, mover: Mover, name: str, hex_: int, facing: int, speed: Speed) -> list[State | int]:
        """What a code leaves to choose: states, or ~hex where the enemy is met."""
        found: list[State | int] = []
        near = [(d, there) for d, there in enumerate(self.lie.beside[hex_]) if there >= 0]
        if name == "chase" and self.foes:
            near = [(d, there) for d, there in near if self.near[there] < self.near[hex_]]
        elif name == "road":
            roads = [way for way in near if self.battle.has_road(self.lie.hexes[way[1]])]
            near = roads if self.battle.has_road(self.lie.hexes[hex_]) else []
        elif name == "reveal":
            wide = {there for _, step in near for there in (step, *self.lie.beside[step]) if there >= 0}
            near = [(facing, there) for there in sorted(wide)]
        for direction, there in near:
            if self.barred(mover.unit, there, speed):
                continue
            if (there, aloft(speed)) in self.held and (not mover.hidden or name == "reveal"):
                found.append(~there)
            else:
                found.append((there, direction if name != "road" else facing, speed))
        return found

    def barred(self, unit: Unit, hex_: int, speed: Speed) -> bool:
        if aloft(speed):
            return False
        key = unit.id, self.land.grounds[hex_]
        known = self._barred.get(key)
        if known is None:
            place = self.lie.hexes[hex_]
            known = self._barred[key] = isinstance(entry(self.battle, unit, place, place), Refusal)
        return known

    def _crowd(self, mover: Mover, hex_: int, speed: Speed) -> float:
        taken = self.claims.get((hex_, aloft(speed)), 0.0)
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
        return self.follow(mover, compiled(unit.movement), self.start(unit))[1]

    def movement(self, mover: Mover, orders: Sequence[str], state: State) -> tuple[str, State]:
        """The best of these orders from there, and where it leads."""
        listed = mover.kit.listed.get(state[2], ())
        best: tuple[float, str, State] | None = None
        for order in orders:
            if order not in listed:
                continue
            worth, after = self.follow(mover, compiled(order), state)
            if best is None or worth > best[0]:
                best = worth, order, after
        return (best[1], best[2]) if best else (orders[0], state)

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


def _first(found: tuple[float, State]) -> float:
    return found[0]


@lru_cache(maxsize=2_000)
def matched(own: Might, foes: tuple[Might, ...]) -> tuple[Floats, Floats, list[float]]:
    """A unit against each of the foes: what it shoots and what they do, each by foe, distance and angle with
    a nought in the end, and what an assault is worth."""
    guns = np.concatenate([*(own.fire_at(foe).ravel() for foe in foes), NOUGHT])
    threats = np.concatenate([*(_threat(foe, own) for foe in foes), NOUGHT])
    return guns, threats, [own.assault(foe) for foe in foes]


NOUGHT = np.zeros(1)


def _threat(foe: Might, own: Might) -> Floats:
    """What a foe may do by distance and by the side of the unit that it sees; it can turn its guns."""
    key = own.kit, own.future
    shots = foe.threats.get(key)
    if shots is None:
        worst = foe.fire_at(own).max(axis=1)
        sides = np.array([_weakness(own, side) for side in range(4)])
        shots = foe.threats[key] = (worst[:, None] * sides[None, :]).ravel()
    return shots


def _weakness(own: Might, side: int) -> float:
    """How much worse it is to be hit there than in front."""
    armor = own.of.armor
    return 1.0 + 0.12 * (armor[0] - armor[side])


ALOFT = frozenset(speed for speed in SPEEDS if speed.endswith("-flying"))


def aloft(speed: Speed) -> bool:
    return speed in ALOFT


@cache
def compiled(order: str) -> Codes:
    """The codes that move a unit, one after the other; a turn at will that another undoes is left out."""
    movement: Movement = read_movement(order.split(", "))
    codes = [code for step in movement for code in step if code.name not in ("aim", "hide", "help")]
    found: list[Code] = []
    for number, code in enumerate(codes):
        later = next((each.name for each in codes[number + 1 :] if each.name not in ("A", "B")), "")
        if code.name == "360" and later == "360":
            continue
        found.append(code)
    return tuple(found)


@cache
def _gunnery(order: str) -> tuple[tuple[Code, ...], tuple[Code, ...]]:
    return read_gunnery(order.split(", "))
