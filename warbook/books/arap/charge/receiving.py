"""What the player of a Charged unit is asked: run, stand and fire, or stand; with the odds of each."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from warbook.books.arap.charge.engaging import most_come_from
from warbook.books.arap.charge.reactions import (
    FIRE,
    RUN,
    STAND,
    carries,
    contact_odds,
    fire_odds,
    may_run,
    may_stand_and_fire,
    run_odds,
    throws_back,
)
from warbook.books.arap.melee.attacks import Bonus, charge_bonus
from warbook.books.arap.melee.foresight import melee_fighters, resolves
from warbook.books.arap.melee.resolution import Verdict, combat
from warbook.books.arap.state import Battle, Charging
from warbook.core.questions import Choose, Option, Preview, Refusal

LABELS = {RUN: "Run", FIRE: "Stand and fire", STAND: "Stand and receive them"}
VERDICTS: dict[Verdict, str] = {
    "b-wiped": "they wipe it out",
    "both-wiped": "nobody is left",
    "b-routs": "it routs",
    "b-flinches": "it flinches",
    "draw": "nobody gives way",
    "a-flinches": "they flinch",
    "a-routs": "they rout",
    "a-wiped": "it wipes them out",
}


def reaction_question(battle: Battle, frame: Charging) -> Choose:
    """arap.G1: the target's player says what it does."""
    unit, target = battle.unit(frame.unit), battle.unit(frame.target)
    barred: dict[str, Refusal | None] = {
        RUN: may_run(target),
        FIRE: may_stand_and_fire(battle, target, unit),
        STAND: None,
    }
    shown: dict[str, Callable[[], Preview]] = {
        RUN: lambda: run_odds(battle, unit, target),
        FIRE: lambda: fire_odds(battle, unit, target),
        STAND: lambda: stand_odds(battle, frame),
    }
    options = [
        Option(name, LABELS[name], target.id, barred[name], None if barred[name] else shown[name], about=name)
        for name in (RUN, FIRE, STAND)
    ]
    text = f"{unit.name} Charges {target.name}. What does it do?"
    usual = FIRE if barred[FIRE] is None else STAND
    return Choose(text, options, "arap.charge.run-from-charge", target.id, usual, kind="charge reaction")


def stand_odds(battle: Battle, frame: Charging) -> Preview:
    """The Charge arrives or not; then the first round, in which all come to blows."""
    unit, target = battle.unit(frame.unit), battle.unit(frame.target)
    arrives = dict(contact_odds(battle, unit, target).outcomes)["contact"]
    them = battle.standing(target)
    charge, _ = most_come_from(battle, {figure.id: them for figure in battle.standing(unit)})
    bonus = charge_bonus(charge, throws_back(battle, target, unit))
    cover = frame.cover and not target.pinned and not carries(battle, unit, "assault-grenade")
    a = melee_fighters(battle, unit, len(battle.standing(unit)), bonus, cover)
    b = melee_fighters(battle, target, len(them), Bonus())
    for_a, for_b = resolves(battle, unit, target, bonus)
    verdicts = combat.odds((a,), (b,), for_a, for_b)
    found = {words: arrives * verdicts.chance(name) for name, words in VERDICTS.items()}
    outcomes = [("they fall short", 1 - arrives)]
    outcomes += [(words, found[words]) for words in reversed(VERDICTS.values()) if found[words]]
    lost = sum((found[VERDICTS[name]] for name in ("b-wiped", "both-wiped", "b-routs")), Fraction(0))
    headline = f"{float(lost):.0%} routs or is wiped out, {float(arrives):.0%} contact"
    given = f"if all fight like most of their unit, and the Charge comes from the {charge}"
    return Preview(tuple(outcomes), headline=headline, given=given)
