"""What else hangs on a shot than the target's fate: the rolls that follow, the hiding place, ammunition."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from warbook.books.family.to_hit import spent
from warbook.books.family.wounds import NEVER, rolls_after
from warbook.books.gorkamorka.called import CALLED
from warbook.books.gorkamorka.damage.dice import plate_score
from warbook.books.gorkamorka.field.bodies import model_of
from warbook.books.gorkamorka.field.fittings import plates
from warbook.books.gorkamorka.mob.lists import Weapon
from warbook.books.gorkamorka.shooting.arms import Arm
from warbook.books.gorkamorka.shooting.dice import Aim, ammo_figure, ammo_roll, sustained, tally
from warbook.books.gorkamorka.shooting.striking import place_words
from warbook.books.gorkamorka.state import Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import Body, Hit, shrugs_off
from warbook.core.questions import Follow

Chances = tuple[tuple[str, Fraction], ...]


def rolls_of(hit: Hit, body: Body) -> tuple[Follow, ...]:
    """gce.wounding.wound-roll, gce.wounding.save, gce.wounding.injury-table: the rolls after a hit."""
    found = rolls_after(CALLED, hit.wound, hit.save)
    if len(found) < 2:
        return found
    low = body.flesh_to
    chart = f"flesh wound up to {low}, Down on {low + 1} to 5, out on 6"
    dice = f", the highest of {hit.injury_dice} dice" if hit.injury_dice > 1 else ""
    left = " once his wounds are lost" if body.wounds > 1 else ""
    return (*found, Follow(f"the injury{left}", chart + dice, CALLED.injury))


def rolls_at(weapon: Weapon, vehicle: Vehicle, strength: int, there: tuple[int, ...]) -> tuple[Follow, ...]:
    """gce.vehicle-damage.penetrate, gce.R8.6: the rolls after a hit on a vehicle."""
    needs: dict[str, list[str]] = {}
    for number in there:
        need = model_of(vehicle).locations[number - 1].armour - strength
        words = "cannot" if need > 6 else "no roll" if need <= 1 else f"{need}+"
        needs.setdefault(words, []).append(place_words(vehicle, number))
    told = "; ".join(f"{need} ({', '.join(dict.fromkeys(places))})" for need, places in needs.items())
    found = (Follow("to go through", told, "gce.vehicle-damage.penetrate"),)
    score = plate_score(*plates(vehicle), weapon.modifies(strength))
    return found if score >= NEVER else (*found, Follow("its plates save", f"{score}+", "gce.R8.6"))


def besides(shooter: Warrior, arm: Arm, aim: Aim | None, count: int, dice: int) -> Chances:
    """gce.hiding.shoot-reveals, and what firing so many shots, or with so many sustained-fire dice, does to
    the weapon; without an aim nothing is rolled to hit. Who may roll one of those dice again (Dakka Dakka)
    has yet to decide."""
    found: Chances = (("his hiding place is known", Fraction(1)),) if shooter.hidden else ()
    weapon = arm.weapon
    if weapon.uses:
        return (*found, ("thrown and gone", Fraction(1)))
    if weapon.reloads:
        found = (*found, ("has to reload", Fraction(1)))
    if dice and shooter.skills.dakka_dakka:
        return found
    assert weapon.ammo is not None, "whatever fires more than once has one"
    jams = sustained.odds(dice).chance(lambda burst: burst.jams > 0)
    roll = ammo_roll.odds(ammo_figure(weapon.ammo))
    helpless = 1 - shrugs_off.odds().chance(True) if shooter.skills.gunboy else Fraction(1)
    dry, up = spent(
        _calls(shooter, arm, aim, count, dice),
        (1 - roll.chance("fine")) * helpless,
        roll.chance("explodes") * helpless,
    )
    worn = (("a jam", jams), ("out of ammo", dry), ("it explodes in his face", up))
    return (*found, *((name, chance) for name, chance in worn if chance))


def _calls(shooter: Warrior, arm: Arm, aim: Aim | None, count: int, dice: int) -> dict[int, Fraction]:
    """How many ammo rolls are made; a bomma's first for bombs is left out."""
    always = int(arm.weapon.ammo_every_shot)
    left_out = int(arm.weapon.kind == "thrown" and shooter.skills.bomma and not shooter.spared)
    found: dict[int, Fraction] = {}
    for calls, part in _called_for(aim, count, dice):
        made = max(0, calls + always - left_out)
        found[made] = found.get(made, Fraction(0)) + part
    return found


def _called_for(aim: Aim | None, count: int, dice: int) -> list[tuple[int, Fraction]]:
    if aim is None:
        return [(0, Fraction(1))]
    counted = replace(aim, ammo=True)
    volleys = [(burst.shots, burst.jams, part) for burst, part in sustained.odds(dice).items()]
    return [
        (jams + rolled.sixes, part * likely)
        for shots, jams, part in (volleys if dice else [(count, 0, Fraction(1))])
        for rolled, likely in tally.odds(shots, counted).items()
    ]
