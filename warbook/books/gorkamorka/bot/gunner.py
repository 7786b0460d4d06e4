"""At whom the drill bot shoots, with what and how; and who holds his fire to fight a fire."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from warbook.books.gorkamorka.bot.worth import aimed_worth, shot_worth
from warbook.books.gorkamorka.damage.fire import able_helpers
from warbook.books.gorkamorka.field.bodies import hulls, model, on_foot, within
from warbook.books.gorkamorka.mob.lists import Location
from warbook.books.gorkamorka.shooting import aim as aiming
from warbook.books.gorkamorka.shooting.able import usable
from warbook.books.gorkamorka.shooting.arms import Arm
from warbook.books.gorkamorka.shooting.targets import Mark, targets
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.core.questions import Choose

WASTE = 0.015  # shots worth less are not worth the ammunition
WATCHED = 0.05  # nor those worth less the end of a watch
GLANCE = 3.0  # inches in which distances are guessed by eye
HELPERS = 3  # who fight a fire
BLASTED = 3.0  # inches from a target that a blast may go
JAM = 0.95  # what a die of sustained fire costs in jams
AIMED_AT: tuple[Location, ...] = ("driver", "wheels", "traks", "engine", "sail", "worky_bits", "crew")


class PlannedShot(Struct, frozen=True):
    worth: float = 0.0
    target: str = ""
    arm: str = ""
    dice: int = 0


def by_eye(battle: Battle, inches: float) -> float:
    """A distance, as far as it may be known before something is declared."""
    return inches if battle.rulings.premeasuring else GLANCE * round(inches / GLANCE)


def best_shot(battle: Battle, shooter: Warrior, least: float = WASTE) -> PlannedShot:
    """The best of all that he may declare; one without a target if none is worth it."""
    best = PlannedShot(least)
    for arm in usable(battle, shooter):
        for mark, barred in targets(battle, shooter, arm):
            if barred is None:
                best = max(best, *shots_at(battle, shooter, arm, mark), key=lambda each: each.worth)
    return best if best.target else PlannedShot()


def shots_at(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark) -> list[PlannedShot]:
    """With one weapon: a single shot, and each number of dice."""
    inches = by_eye(battle, aiming.inches_to(battle, shooter, arm, mark))
    found = []
    for dice in range(arm.weapon.sustained_dice + 1):
        worth = JAM**dice * shot_worth(battle, shooter, arm, mark, inches, dice)
        if arm.weapon.blast:
            worth += worth * _others(battle, shooter, mark)
        found.append(PlannedShot(worth, mark.id, arm.id, dice))
    return found


def _others(battle: Battle, shooter: Warrior, mark: Mark) -> float:
    """What a blast at this target may do to others beside it, for better and worse, as a part of its
    worth."""
    models: list[Mark] = [*on_foot(battle), *hulls(battle)]
    near = [each for each in models if each is not mark and within(battle, each, mark, BLASTED)]
    return sum(-2.0 if each.side == shooter.side else 0.5 for each in near)


def next_shooter(battle: Battle, names: Iterable[str]) -> tuple[str, PlannedShot]:
    """The next who has something to shoot at and is not wanted to fight a fire."""
    kept = _firefighters(battle, names)
    for name in names:
        if name not in kept:
            shot = best_shot(battle, battle.warrior(name))
            if shot.target:
                return name, shot
    return "", PlannedShot()


def _firefighters(battle: Battle, names: Iterable[str]) -> set[str]:
    """Of each burning vehicle some of those aboard, the worst shots."""
    kept: set[str] = set()
    for vehicle in battle.vehicles:
        if not vehicle.on_table or not vehicle.burning:
            continue
        helpers = able_helpers(battle, vehicle)
        ready = [each for each in helpers if each.id in names]
        ready.sort(key=lambda each: best_shot(battle, each, 0.0).worth)
        wanted = HELPERS - (len(helpers) - len(ready))
        kept |= {each.id for each in ready[: max(0, wanted)]}
    return kept


def mode(question: Choose, shot: PlannedShot) -> str:
    """A single shot or so many dice, as it was meant."""
    ids = [option.id for option in question.open()]
    for option in question.open():
        if option.about == (shot.arm, shot.dice):
            return option.id
    if not shot.dice and "single" in ids:
        return "single"
    return shot.arm if shot.arm in ids else ids[0]


def choose_target(battle: Battle, question: Choose, shot: PlannedShot) -> str:
    """As it was meant; of a burst, when it is known how many shots there are, the best of those left."""
    open_ids = {option.id: option for option in question.open()}
    if shot.target in open_ids:
        return shot.target
    shooter = battle.warrior(question.piece)
    best, chosen = WASTE, "hold"
    arms = {arm.id: arm for arm in usable(battle, shooter)}
    for option in question.open():
        if not isinstance(option.about, tuple):
            continue
        mark = model(battle, option.piece)
        for name in option.about:
            worth = max(each.worth for each in shots_at(battle, shooter, arms[name], mark))
            if worth > best:
                best, chosen = worth, option.id
    return chosen if chosen in open_ids else next(iter(open_ids))


def weapon(battle: Battle, question: Choose, shot: PlannedShot) -> str:
    ids = [option.id for option in question.open()]
    return shot.arm if shot.arm in ids else ids[0]


def guess(battle: Battle, question: Choose) -> str:
    """How far it is, by eye."""
    shooter = battle.warrior(question.piece)
    options = question.open()
    mark = model(battle, options[0].piece)
    arm = next(arm for arm in usable(battle, shooter) if arm.weapon.guess)
    inches = by_eye(battle, aiming.inches_to(battle, shooter, arm, mark))
    return min(options, key=lambda option: abs(option.about - inches)).id


def choose_spread(battle: Battle, question: Choose) -> str:
    """The next shot of a burst."""
    shooter = battle.warrior(question.piece)
    arms = [arm for arm in usable(battle, shooter) if arm.weapon.sustained_dice]

    def worth(piece: str) -> float:
        mark = model(battle, piece)
        return max(
            shot_worth(battle, shooter, arm, mark, aiming.inches_to(battle, shooter, arm, mark), shots=1)
            for arm in arms
        )

    return max(question.open(), key=lambda option: worth(option.piece)).id


def choose_location(question: Choose) -> str:
    """Who may choose hits the driver, or what drives it."""

    def rank(place: Location) -> int:
        return AIMED_AT.index(place) if place in AIMED_AT else len(AIMED_AT)

    return min(question.open(), key=lambda option: rank(option.about)).id


def watching(battle: Battle, question: Choose) -> tuple[str, PlannedShot]:
    """Whether somebody on overwatch shoots at who has come into sight."""
    mover = model(battle, question.piece)
    best, who = PlannedShot(WATCHED), "hold"
    for option in question.open():
        if not option.piece:
            continue
        watcher = battle.warrior(option.piece)
        for name in option.about:
            arm = next(arm for arm in usable(battle, watcher) if arm.id == name)
            inches = by_eye(battle, aiming.inches_to(battle, watcher, arm, mover))
            aim, _ = aiming.aim_at(battle, watcher, arm, mover, inches, True)
            for dice in range(arm.weapon.sustained_dice + 1):
                worth = JAM**dice * aimed_worth(battle, watcher, arm, mover, aim, inches, dice)
                if worth > best.worth:
                    best, who = PlannedShot(worth, mover.id, arm.id, dice), option.id
    return who, best
