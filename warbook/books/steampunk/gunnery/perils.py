"""What an enemy's fire can come to against a unit at a hex, from wherever its orders can have led it by then.

Guns are taken to be loaded and nothing to be aimed, and all that a gunnery order serves to be fired at the
unit. What is breathed or fans out is not reckoned with; what scatters is taken to fall where it is aimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.hexes import Hex, distance
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.abilities import Sweep
from warbook.books.steampunk.army.notation import Speed, Step
from warbook.books.steampunk.gunnery import areas, loading
from warbook.books.steampunk.gunnery.aiming import angle_of, armor_side, band_at, bears, longest, reach
from warbook.books.steampunk.gunnery.arms import all_weapons
from warbook.books.steampunk.gunnery.batteries import HAND, Gun, batteries
from warbook.books.steampunk.gunnery.shots import Charge
from warbook.books.steampunk.gunnery.targets import Volley, goes_off, volley_shots
from warbook.books.steampunk.odds.prospects import both, losses
from warbook.books.steampunk.orders.carrying_out import FIRES_SHAKEN
from warbook.books.steampunk.orders.plotting import STEPS, Pose
from warbook.books.steampunk.orders.whereabouts import Stage, stages
from warbook.books.steampunk.state import Battle, Unit, field, flying, has

Losses: TypeAlias = tuple[Fraction, ...]  # the chances that none of the models dies, one and so on to all
Arms: TypeAlias = tuple[tuple[Gun, ...], ...]  # of batteries that fire together, the guns of each


class Peril(Struct, frozen=True):
    """The worst that an enemy can do to a unit by fire: from where, by which movement order, with what."""

    foe: Unit
    hex: Hex
    order: str
    weapons: tuple[str, ...]
    losses: Losses

    @property
    def weight(self) -> tuple[Fraction, Fraction]:
        """The chance that nobody is left, and how many die on average."""
        return _weight(self.losses)


class Menace:
    """An enemy of a unit, in a battle and after so many turns of movement."""

    def __init__(self, battle: Battle, foe: Unit, turns: int) -> None:
        self.battle, self.foe, self.turns = battle, foe, turns
        self.guns: dict[Gun, int] = {}  # each with a number of its own
        self._volleys: dict[Speed, list[Arms]] = {}
        self._alone: dict[object, Losses] = {}
        self._together: dict[object, Losses] = {}

    @cached_property
    def stages(self) -> list[Stage]:
        return stages(self.battle, self.foe, self.turns)

    def comes_to(self, hex_: Hex, up: bool) -> tuple[int, str] | None:
        """After which movement of the last turn it can come in, on the ground or in the air, and by which
        order."""
        for number, stage in enumerate(self.stages[-len(STEPS) :], 1):
            for pose, order in stage.items():
                if pose.hex == hex_ and flying(self.battle, self._at(pose)) == up:
                    return number, order
        return None

    def worst(self, target: Unit, seen: Callable[[Unit, Gun], bool]) -> Peril | None:
        """On the target as it would stand, where `seen` tells of each enemy whether it sees it; none if
        nothing can be fired there."""
        found: Peril | None = None
        known = set[object]()
        for pose, order in self.stages[-1].items():
            foe = self._at(pose)
            for volley in self.volleys(pose.speed):
                bearing = [
                    [(gun, key) for gun in guns if (key := self._key(foe, target, gun, seen))]
                    for guns in volley
                ]
                fired = [guns for guns in bearing if guns]
                same = tuple(tuple(key for _, key in guns) for guns in fired)
                if not fired or same in known:
                    continue
                known.add(same)
                names = tuple(dict.fromkeys(guns[0][0].weapon.name for guns in fired))
                peril = Peril(self.foe, pose.hex, order, names, self._lost(foe, target, fired, same))
                if found is None or peril.weight > found.weight:
                    found = peril
        return found

    # ------------------------------------------------------------ its guns

    def volleys(self, speed: Speed) -> list[Arms]:
        """What may be fired together at that speed, by each order: one of the guns of each battery."""
        known = self._volleys.get(speed)
        if known is None:
            known = self._volleys[speed] = list(dict.fromkeys(self._fired_at(speed)))
            self.guns |= {
                gun: len(self.guns) + n for n, gun in enumerate(_each(known)) if gun not in self.guns
            }
        return known

    def _fired_at(self, speed: Speed) -> Iterator[Arms]:
        foe = self._loaded(speed)
        codes: dict[tuple[Step, str], None] = {((), ""): None}
        if not foe.shaken or any(has(self.battle, foe, name) for name in FIRES_SHAKEN):
            for order in field(self.battle, foe).gunnery.get(speed, ()):
                steps = (step for step in order.order if any(code.name in HAND for code in step))
                codes |= {(step, order.only): None for step in steps}
        for step, only in codes:
            ready = batteries(self.battle, foe, step, only)
            for volley in ([b for b in ready if not b.alone], *([b] for b in ready if b.alone)):
                if volley:
                    yield tuple(battery.guns for battery in volley)

    def _loaded(self, speed: Speed) -> Unit:
        shaken = max(0, self.foe.shaken - self.turns + 1)
        foe = replace(self.foe, speed=speed, jammed=False, loaded=dict(self.foe.loaded), shaken=shaken)
        for weapon in all_weapons(field(self.battle, foe)):
            loading.load(self.battle, foe, weapon, loading.capacity(self.battle, foe, weapon))
        return foe

    def _at(self, pose: Pose) -> Unit:
        q, r = pose.hex
        return replace(self.foe, q=q, r=r, facing=pose.facing, speed=pose.speed, aims=[], revealed=0)

    # ------------------------------------------------------------ what they do

    def _key(self, foe: Unit, target: Unit, gun: Gun, seen: Callable[[Unit, Gun], bool]) -> object:
        """All that the odds of the gun depend on; nothing if it cannot be fired at the target."""
        weapon, away = gun.weapon, distance(foe, target)
        bearing, edge = bears(foe, weapon, target.hex, gun.points)
        if not bearing or away > self._far(foe, gun) or not seen(foe, gun):
            return None
        at = away if areas.as_one(weapon) else band_at(self.battle, foe, weapon, away)
        ahead = angle_of(foe, target.hex)[0] == (0,)
        smoke = bool(self.battle.marks and self.battle.marked(foe.hex, "smoke"))
        side, cover = armor_side(self.battle, target, foe.hex), ground.cover(self.battle, target)
        ground_ = self.battle.ground_at(target.hex)
        return target.id, self.guns[gun], foe.speed, at, edge, ahead, smoke, side, cover, ground_

    def _far(self, foe: Unit, gun: Gun) -> int:
        weapon, sweep = gun.weapon, gun.weapon.trait("sweep", Sweep)
        if goes_off(weapon):
            far = longest if sweep and sweep.farthest == "long" else reach
            return far(self.battle, foe, weapon) if sweep else -1
        rolled = sum(roll.sides + roll.plus for roll in weapon.range_dice) if weapon.range_dice else 0
        return max(rolled, longest(self.battle, foe, weapon))

    def _lost(
        self, foe: Unit, target: Unit, fired: Sequence[Sequence[tuple[Gun, object]]], same: object
    ) -> Losses:
        known = self._together.get(same)
        if known is None:
            each = [max((self._by(foe, target, *gun) for gun in guns), key=_weight) for guns in fired]
            known = self._together[same] = reduce(both, each)
        return known

    def _by(self, foe: Unit, target: Unit, gun: Gun, key: object) -> Losses:
        known = self._alone.get(key)
        if known is None:
            known = self._alone[key] = self._losses(foe, target, gun)
        return known

    def _losses(self, foe: Unit, target: Unit, gun: Gun) -> Losses:
        others = [unit for unit in self.battle.units if unit.id not in (foe.id, target.id)]
        soon = replace(self.battle, units=[*others, foe, target])
        if areas.aims_at_hex(gun.weapon):
            needed = areas.need(soon, foe, gun, target.hex)
            if needed is None:
                return losses(soon, target, [], Charge())
            dice, charge, _ = areas.area_shots(soon, foe, gun, target, needed)
            times = 1 if areas.as_one(gun.weapon) else len(gun.crew)
            return losses(soon, target, [dice] * times, charge)
        sweep = gun.weapon.trait("sweep", Sweep)
        if sweep:
            gun = replace(gun, shots=1 if sweep.whom == "enemy-units" else len(target.living))
        shots, charge, _ = volley_shots(soon, Volley("", foe.id, gun, target.id), 2)
        return losses(soon, target, shots, charge)


def _each(volleys: Iterable[Arms]) -> Iterator[Gun]:
    yield from dict.fromkeys(gun for volley in volleys for guns in volley for gun in guns)


def _weight(lost: Losses) -> tuple[Fraction, Fraction]:
    """The chance that nobody is left, and how many die on average."""
    return lost[-1], sum((n * chance for n, chance in enumerate(lost)), Fraction(0))
