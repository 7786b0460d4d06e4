"""How the drill bot judges a place for a vehicle or a warrior: the harm it could do from there in this turn,
and the harm it would be open to in the next."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from math import atan2, degrees, hypot
from typing import NamedTuple

from warbook.board.geometry import Spot, turn_between
from warbook.board.hulls import halves
from warbook.board.sight import sight_of
from warbook.books.gorkamorka.bot.worth import aimed_worth, boarding_worth, charge_worth, hole, stake
from warbook.books.gorkamorka.damage.hits import locations
from warbook.books.gorkamorka.field.able import looks_on
from warbook.books.gorkamorka.field.aboard import boarders, own_riders
from warbook.books.gorkamorka.field.bodies import body, type_of
from warbook.books.gorkamorka.field.fittings import plates
from warbook.books.gorkamorka.field.seeing import eye
from warbook.books.gorkamorka.foot.walking import inches_of
from warbook.books.gorkamorka.shooting import aim as aiming
from warbook.books.gorkamorka.shooting.arms import Arm, post, ready
from warbook.books.gorkamorka.shooting.modifiers import Conditions
from warbook.books.gorkamorka.shooting.targets import Mark, large, marks
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior

FEAR = 0.35  # what harm by shots to come counts against harm done,
DREAD = 0.8  # and harm by charges
COMES = 4.0  # inches that an enemy comes nearer before he shoots
HEIGHT = 0.7  # of a body, at which it is looked at
NEARBY = 24.0  # inches from which somebody may come to charge after a move of ours
RAMPAGE = 0.3  # of the harm that a beast would do to each of those aboard, what it may do
LOOKS_ON = 0.1  # of the harm by crews who look on in a derby, what it counts: a ram may rouse them
BESET = 0.4  # harm of a charge from which one keeps away
MOST_SHOTS = 1_000  # kinds of shots of which something is known

Row = tuple[float, float]  # what a shot is worth at short range and beyond it


class Foe(NamedTuple):
    mark: Mark
    x: float
    y: float
    z: float  # at which he is looked at
    size: float


class Gun(NamedTuple):
    turn: float  # of the middle of its arc from the front
    arc: float
    short: float
    reach: float
    rows: list[Row]  # for each foe


class Threat(NamedTuple):
    foe: int
    short: float
    reach: float
    row: Row


class Outlook:
    """What one model and those aboard can do to every enemy, and the enemies to it. `thrust`: the same for
    one that has used its thrusters."""

    def __init__(self, battle: Battle, own: Mark, thrust: bool = False) -> None:
        self.battle, self.own, self.thrust = battle, own, thrust
        self.sight = sight_of(battle.table)
        self.foes = [_foe(battle, mark) for mark in marks(battle, own.side) if _counts(battle, mark)]
        self.size = _size(battle, own)
        self.stake = stake(battle, own.side)
        self.shooters = own_riders(battle, own) if isinstance(own, Vehicle) else [own]
        self.eye = eye(battle, self.shooters[0])[2] if self.shooters else 1.0
        self._seen: dict[tuple[float, float, int], bool] = {}
        self._drawn: dict[tuple[float, float], list[tuple[float, float]]] = {}

    def under_thrust(self) -> Outlook:
        """The same once it has used its thrusters; what was looked up so far holds for both."""
        if self.thrust:
            return self
        twin = copy(self)
        twin.thrust = True
        twin.__dict__.pop("guns", None)
        return twin

    @cached_property
    def guns(self) -> list[list[Gun]]:
        """What each who could shoot has to shoot with."""
        battle, own = self.battle, self.own
        kits = [kit(battle, foe.mark) for foe in self.foes]
        stakes = [stake(battle, foe.mark.side) for foe in self.foes]
        front = body(battle, own).facing
        guns = []
        for shooter in filter(fit, self.shooters):
            found = []
            for arm in ready(battle, shooter):
                known = _known_rows(battle, shooter, arm, self.thrust)
                rows = []
                for foe, its, part in zip(self.foes, kits, stakes, strict=True):
                    row = known.get(its) or _row(battle, shooter, arm, foe.mark, self.thrust, known, its)
                    rows.append((part * row[0], part * row[1]))
                if any(near > 0.0 for near, _ in rows):
                    place = post(battle, shooter, arm)
                    arc = place.width if isinstance(own, Vehicle) else 360.0  # on foot he turns
                    found.append(Gun(turn_between(front, place.facing), arc, *_bands(shooter, arm), rows))
            if found:
                guns.append(found)
        return guns

    @cached_property
    def chargers(self) -> list[tuple[int, float, float]]:
        """Who could come to charge, how far, and the harm of it."""
        there = body(self.battle, self.own).spot
        return [
            (number, inches_of(foe.mark, "run"), harm)
            for number, foe in enumerate(self.foes)
            if isinstance(foe.mark, Warrior)
            and hypot(foe.x - there.x, foe.y - there.y) < NEARBY
            and (harm := onslaught(self.battle, foe.mark, self.own)) > 0.0
        ]

    @cached_property
    def threats(self) -> list[Threat]:
        """The best weapon of each enemy who could shoot."""
        battle, own, mine = self.battle, self.own, kit(self.battle, self.own)
        found = []
        for number, foe in enumerate(self.foes):
            mark = foe.mark
            crew = own_riders(battle, mark) if isinstance(mark, Vehicle) else [mark]
            for shooter in filter(fit, crew):
                best: Threat | None = None
                for arm in ready(battle, shooter):
                    known = _known_rows(battle, shooter, arm, False)
                    row = known.get(mine) or _row(battle, shooter, arm, own, False, known, mine)
                    if best is None or row > best.row:
                        best = Threat(number, *_bands(shooter, arm), row)
                if best is not None and best.row[0] > 0.0:
                    found.append(best)
        return found

    def dealt(self, x: float, y: float, facing: float) -> float:
        """What all who shoot from there may do in one phase, each at his best target."""
        if not self.guns:
            return 0.0
        lines = self._lines(x, y)
        total = 0.0
        for guns in self.guns:
            best = 0.0
            for gun in guns:
                for number, (inches, direction) in enumerate(lines):
                    worth = _at(gun, number, inches)
                    if worth <= best:
                        continue
                    if gun.arc < 360.0:
                        off = abs(turn_between(facing + gun.turn, direction))
                        if off > gun.arc / 2:
                            continue
                    if self._sees(x, y, number):
                        best = worth
            total += best
        return total

    def target(self, x: float, y: float) -> Spot | None:
        """Whom the first of them would shoot at from there, or else the nearest."""
        best: tuple[float, float] = (0.0, 0.0)
        found: Foe | None = None
        for number, foe in enumerate(self.foes):
            inches = self._lines(x, y)[number][0]
            worth = max((_at(gun, number, inches) for guns in self.guns[:1] for gun in guns), default=0.0)
            if worth and not self._sees(x, y, number):
                worth = 0.0
            if found is None or (worth, -inches) > best:
                best, found = (worth, -inches), foe
        return None if found is None else Spot(found.x, found.y)

    @property
    def reach(self) -> float:
        """Of the farthest of its weapons."""
        return max((gun.reach for guns in self.guns for gun in guns), default=0.0)

    def taken(self, x: float, y: float) -> float:
        """What it costs to be open there to the enemies' shots and charges."""
        total, lines = 0.0, self._lines(x, y)
        for threat_ in self.threats:
            inches = lines[threat_.foe][0]
            worth = 0.0
            for nearer, share in ((0.0, 0.5), (COMES, 0.5)):
                far = inches - nearer
                near, beyond = threat_.row
                worth += share * (near if far <= threat_.short else beyond if far <= threat_.reach else 0.0)
            if worth and self._sees(x, y, threat_.foe):
                total += worth
        return FEAR * self.stake * total + DREAD * sum(self._charges(x, y))

    def _charges(self, x: float, y: float) -> list[float]:
        """The harm of each charge that could be made there."""
        lines = self._lines(x, y)
        return [harm for number, reach, harm in self.chargers if lines[number][0] <= reach]

    def beset(self, x: float, y: float) -> bool:
        """Whether somebody whom it had better keep away from is near enough to charge there."""
        return max(self._charges(x, y), default=0.0) > BESET

    def nearest(self, x: float, y: float) -> float:
        return min((inches for inches, _ in self._lines(x, y)), default=99.0)

    def _lines(self, x: float, y: float) -> list[tuple[float, float]]:
        """How far off each foe is from there, and in which direction."""
        known = self._drawn.get((x, y))
        if known is None:
            known = self._drawn[x, y] = []
            for foe in self.foes:
                dx, dy = foe.x - x, foe.y - y
                known.append((max(0.0, hypot(dx, dy) - foe.size - self.size), degrees(atan2(dy, dx))))
        return known

    def _sees(self, x: float, y: float, number: int) -> bool:
        key = x, y, number
        known = self._seen.get(key)
        if known is None:
            foe = self.foes[number]
            known = self._seen[key] = self.sight.clear((x, y, self.eye), (foe.x, foe.y, foe.z))
        return known


def onslaught(battle: Battle, foe: Warrior, own: Mark) -> float:
    """What it would do to us if he charged, or boarded: who only looks on in a derby may be roused by then.
    A beast goes on to the next when it has done with one."""
    if foe.down or foe.burning or foe.netted:
        return 0.0
    share = LOOKS_ON if looks_on(battle, foe) else 1.0
    if isinstance(own, Warrior):
        return share * charge_worth(battle, foe, own)
    if type_of(foe).role != "monster":
        return share * boarding_worth(battle, foe, own)
    riders = [rider for rider in own_riders(battle, own) if not rider.down]
    return RAMPAGE * sum(charge_worth(battle, foe, rider) for rider in riders)


def _at(gun: Gun, number: int, inches: float) -> float:
    """What it is worth at so many inches from that enemy."""
    near, far = gun.rows[number]
    return near if inches <= gun.short else far if inches <= gun.reach else 0.0


def fit(warrior: Warrior) -> bool:
    """Whether he could shoot in a phase to come."""
    return warrior.up and not (warrior.burning or warrior.netted or warrior.idle or warrior.fighting)


def _counts(battle: Battle, mark: Mark) -> bool:
    """Whether it is worth a thought: not who lies hidden, nor a wreck without anybody fit aboard."""
    if isinstance(mark, Warrior):
        return not mark.hidden
    return not mark.destroyed or any(not rider.down for rider in battle.riders(mark.id))


def _foe(battle: Battle, mark: Mark) -> Foe:
    there = body(battle, mark)
    spot = there.spot
    return Foe(mark, spot.x, spot.y, spot.z + HEIGHT * there.height, _size(battle, mark))


def _size(battle: Battle, mark: Mark) -> float:
    half, side = halves(body(battle, mark))
    return (half + side) / 2


def _bands(shooter: Warrior, arm: Arm) -> tuple[float, float]:
    """Short range, and all of it."""
    reach = float(aiming.reach(shooter, arm.weapon))
    short = arm.weapon.short
    return (float(short[1]) if short and arm.weapon.long else reach), reach


def kit(battle: Battle, mark: Mark) -> int:
    """A number for all that a shot at it depends on."""
    if isinstance(mark, Vehicle):
        boarded = [rider.side for rider in battle.riders(mark.id)] if boarders(battle, mark) else []
        parts: tuple[object, ...] = (
            mark.kind, hole(battle, mark), tuple(boarded), tuple(locations(battle, mark)), plates(mark),
            mark.thrusts > 0,
        )  # fmt: skip
    else:
        parts = (
            mark.kind, mark.profile, mark.flesh, mark.wounds, mark.armour, mark.skills, mark.up, mark.down,
            mark.netted, mark.scrap,
        )  # fmt: skip
    return _KITS.setdefault(parts, len(_KITS))


def _known_rows(battle: Battle, shooter: Warrior, arm: Arm, thrust: bool) -> dict[int, Row]:
    """What is known of his shots, by the number of what they are aimed at."""
    key = (
        arm.id, shooter.side, shooter.profile.bs, shooter.flesh, shooter.profile.s, shooter.skills, thrust,
        battle.setup.rulings, battle.setup.scenario.derby,
    )  # fmt: skip
    known = _ROWS.get(key)
    if known is None:
        if len(_ROWS) > MOST_SHOTS:
            _ROWS.clear()
        known = _ROWS[key] = {}
    return known


def _row(
    battle: Battle, shooter: Warrior, arm: Arm, mark: Mark, thrust: bool, known: dict[int, Row], its: int
) -> Row:
    shot = Conditions(
        large=large(mark),
        target_thrust=isinstance(mark, Vehicle) and mark.thrusts > 0,
        firing_thrust=thrust,
    )
    dice = arm.weapon.sustained_dice
    worths = []
    for inches in _bands(shooter, arm):
        aim, _ = aiming.aim_with(shooter, arm, shot, inches)
        worths.append(aimed_worth(battle, shooter, arm, mark, aim, inches, dice, 0 if dice else 1))
    known[its] = worths[0], worths[1]
    return known[its]


_KITS: dict[tuple[object, ...], int] = {}
_ROWS: dict[tuple[object, ...], dict[int, Row]] = {}


def threatening(battle: Battle, side: str) -> list[Mark]:
    """The enemies who still fight."""
    return [mark for mark in marks(battle, side) if _dangerous(battle, side, mark)]


def _dangerous(battle: Battle, side: str, mark: Mark) -> bool:
    if isinstance(mark, Warrior):
        return mark.up and not mark.hidden
    return not mark.destroyed and any(
        rider.side != side and not rider.down for rider in battle.riders(mark.id)
    )
