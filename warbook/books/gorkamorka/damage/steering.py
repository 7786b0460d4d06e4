"""What a driver brings to a test: his Leadership at the wheel, and his choice of the side to swerve to."""

from __future__ import annotations

from fractions import Fraction

from warbook.books.gorkamorka.called import DIRECTION
from warbook.books.gorkamorka.driving.dice import left_or_right, spin_direction
from warbook.books.gorkamorka.field.aboard import available_driver, drives_for
from warbook.books.gorkamorka.field.bodies import heading
from warbook.books.gorkamorka.psychology import nerve
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.core.questions import Choose, Option

SWERVE = 45.0
TURNS = {"left": SWERVE, "right": -SWERVE, "straight": 0.0, "": 0.0}


def driving_ld(battle: Battle, driver: Warrior) -> int:
    """His Leadership for tests at the wheel, which the skill ded canny raises."""
    ld = nerve.ld_of(battle, driver)[0] + driver.skills.ded_canny
    return min(ld, 11) if battle.rulings.auto_fail_on_max else ld


def driving_test(game: Game, driver: Warrior, rule: str) -> bool:
    """A Leadership test of the driver, for what happens to his vehicle."""
    return nerve.test(game, driver, rule, _canny(game.battle, driver))


def steady(battle: Battle, driver: Warrior, rule: str) -> Fraction:
    """The chance that he passes it."""
    return nerve.passing(battle, driver, rule, _canny(battle, driver))


def _canny(battle: Battle, driver: Warrior) -> int:
    """His Leadership where it is not his own; 0 where it is."""
    return driving_ld(battle, driver) if driver.skills.ded_canny else 0


def stunts(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether somebody drives who picks the side of a swerve, and has a spin rolled again."""
    driver = available_driver(battle, vehicle)
    return driver is not None and driver.skills.stunt_driver


def side_of_swerve(game: Game, vehicle: Vehicle, rule: str) -> float:
    """Degrees of a swerve: at random, or as a stunt driver likes (positive is left)."""
    if not stunts(game.battle, vehicle):
        return TURNS[game.rolling(vehicle.id).roll(left_or_right, DIRECTION)]
    options = [Option("left", "To the left"), Option("right", "To the right")]
    question = Choose(f"{vehicle.name} swerves", options, rule, vehicle.id, "left", kind="swerve")
    return TURNS[game.ask(drives_for(game.battle, vehicle), question)]


def spun(game: Game, vehicle: Vehicle, facing: float | None, rule: str) -> float:
    """The facing after a spin, if it is not known yet; a stunt driver may have the die rolled again."""
    if facing is None:
        facing = heading(game.rolling(vehicle.id).roll(spin_direction, DIRECTION))
    if not stunts(game.battle, vehicle):
        return facing
    options = [Option("keep", "Leave it at that"), Option("again", "Spin again")]
    question = Choose(f"{vehicle.name} spins", options, rule, vehicle.id, "keep", kind="spin")
    if game.ask(drives_for(game.battle, vehicle), question) == "keep":
        return facing
    return heading(game.rolling(vehicle.id).roll(spin_direction, DIRECTION))
