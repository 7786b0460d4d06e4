"""What else hangs on a shot than the target's fate: pinning, the hiding place, ammunition, jams."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec.structs import replace

from warbook.books.family.to_hit import spent
from warbook.books.family.wounds import rolls_after
from warbook.books.necromunda.aim import Aim, ammo_roll, sustained, tally
from warbook.books.necromunda.ammo import ammo_of
from warbook.books.necromunda.called import CALLED
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.injury import Body, Hit
from warbook.books.necromunda.sight import engaged
from warbook.books.necromunda.state import Battle, Fighter
from warbook.core.questions import Follow

Chances: TypeAlias = tuple[tuple[str, Fraction], ...]
Calls: TypeAlias = Sequence[tuple[int, Fraction]]
"""How many ammo rolls a shot calls for, with what chance."""

PINNED = "hit and pinned"
UNCALLED: Calls = ((0, Fraction(1)),)


def rolls_of(hit: Hit, body: Body) -> tuple[Follow, ...]:
    """nec.shooting.wound-chart, nec.combat.saves, nec.injury.chart: the rolls after a hit."""
    found = rolls_after(CALLED, 1 if hit.toxic else hit.wound, hit.save)
    if len(found) < 2:
        return found
    flesh = 3 if body.booster else body.flesh_to
    last = f"{hit.out_from}+" if hit.out_from < 6 else "6"
    downs = f"{flesh + 1} to {hit.out_from - 1}" if hit.out_from - 1 > flesh + 1 else f"{flesh + 1}"
    fates = f"flesh wound up to {flesh}, down on {downs}, out on {last}"
    injury = "nothing up to 2, down up to 5, out on 6" if hit.toxic else fates
    left = " once his wounds are lost" if body.wounds > 1 else ""
    return (*found, Follow(f"the injury{left}", injury, CALLED.injury))


def pins(battle: Battle, target: Fighter, stays_up: Fraction, missed: Fraction) -> Chances:
    """nec.shooting.knocked-over: whoever is hit and stays up is pinned, unless he is so already or cannot
    be. Who is missed stays up too."""
    if target.down or target.pinned or engaged(battle, target):
        return ()
    return _likely((PINNED, stays_up - missed))


def gives_away(shooter: Fighter) -> Chances:
    """nec.hiding.revealed-by-shooting."""
    return (("his hiding place is known", Fraction(1)),) if shooter.hidden else ()


def wear(battle: Battle, shooter: Fighter, weapon: Weapon, sixes: Calls = UNCALLED, dice: int = 0) -> Chances:
    """nec.M9, nec.M17: what firing does to the weapon, with so many sustained-fire dice, if sixes and jams
    call for so many ammo rolls."""
    if weapon.ammo == "one-shot":
        return (("spent", Fraction(1)),)
    found: Chances = ()
    if "recharge-one-turn" in weapon.rules:
        found = (("has to recharge", Fraction(1)),)
    jams = sustained.odds(dice).chance(lambda burst: burst.jams > 0) if dice else Fraction(0)
    if not battle.rulings.ammo_rolls:
        return (*found, *_likely(("a jam", jams)))
    always = int("ammo-test-every-shot" in weapon.rules)
    calls: dict[int, Fraction] = {}
    for count, part in sixes:
        calls[max(count, always)] = calls.get(max(count, always), Fraction(0)) + part
    roll = ammo_roll.odds(ammo_of(battle, shooter, weapon))
    dry, up = spent(calls, 1 - roll.chance("fine"), roll.chance("explodes"))
    return (*found, *_likely(("a jam", jams), ("out of ammo", dry), ("it blows up in his hands", up)))


def calls_of(aim: Aim, dice: int = 0) -> Calls:
    """How many ammo rolls the sixes and jams of a shot call for, or of so many sustained-fire dice."""
    counted = replace(aim, ammo=True)
    if not dice:
        return [(roll.sixes, part) for roll, part in tally.odds(1, counted).items()]
    return [
        (burst.jams + roll.sixes, share * part)
        for burst, share in sustained.odds(dice).items()
        for roll, part in tally.odds(burst.shots, counted).items()
    ]


def _likely(*chances: tuple[str, Fraction]) -> Chances:
    return tuple((name, chance) for name, chance in chances if chance)
