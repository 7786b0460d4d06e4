"""The exact odds of what a ram or a squash would do, for whoever is offered one."""

from __future__ import annotations

from fractions import Fraction

from warbook.books.gorkamorka.damage.steering import steady
from warbook.books.gorkamorka.field.aboard import available_driver
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.ramming.dice import Action, impact
from warbook.books.gorkamorka.ramming.impact import swerve_ld
from warbook.books.gorkamorka.ramming.squash import jump_score
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import jumps_clear
from warbook.core.questions import Preview


def of_ram(battle: Battle, kind: Action, rammer: Vehicle, target: Vehicle) -> Preview:
    """By the points that the target takes; a head-on ram as it is if neither gets out of the way."""
    can_swerve = swerve_ld(battle, target)
    ld = 0 if kind == "head-on" else can_swerve
    driver = available_driver(battle, target)
    swerves = steady(battle, driver, "gce.ramming.swerve") if ld and driver else Fraction(0)
    taken = dict[int, Fraction]()
    mine = theirs = Fraction(0)
    for hit, likely in impact.odds(kind, model_of(rammer).bike, model_of(target).bike).items():
        part = (1 - swerves) * likely
        taken[hit.b] = taken.get(hit.b, Fraction(0)) + part
        mine, theirs = mine + part * hit.a, theirs + part * hit.b
    outcomes = [("swerves", swerves)] if swerves else []
    outcomes += [(f"{points} damage", taken[points]) for points in sorted(taken)]
    given = ""
    if kind == "head-on":
        given = "if neither swerves" if can_swerve else "if we do not swerve; it cannot"
    means = f"{float(theirs):.1f} damage to it, {float(mine):.1f} to us"
    headline = f"{kind}: {means} {given or 'on average'}"
    return Preview(tuple(outcomes), f"Ld {ld} to swerve" if ld else "", headline=headline, given=given)


def of_squash(battle: Battle, vehicle: Vehicle, warrior: Warrior) -> Preview:
    score = jump_score(battle, vehicle, warrior)
    clear = jumps_clear.odds(score).chance(True) if score else Fraction(0)
    outcomes = (("jumps clear", clear), ("squashed", 1 - clear))
    return Preview(
        outcomes, f"{score} or less" if score else "", headline=f"{float(1 - clear):.0%} to squash"
    )
