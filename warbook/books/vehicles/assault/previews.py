"""What an assault would do, in exact odds."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from warbook.books.vehicles.assault.allowed import FAR
from warbook.books.vehicles.assault.blows import (
    Strikes,
    attack_on,
    merged,
    shot_at,
    unit_strikes,
    usual_arms,
    walker_strikes,
)
from warbook.books.vehicles.assault.engaged import Piece
from warbook.books.vehicles.assault.moves import fighters_after, through_difficult, ways_into
from warbook.books.vehicles.assault.walkers import difficult, stride_into
from warbook.books.vehicles.damage.dice import FATES
from warbook.books.vehicles.field.bodies import type_of
from warbook.books.vehicles.field.weapons import condition
from warbook.books.vehicles.shooting.dice import Shot, volley
from warbook.books.vehicles.shooting.previews import needs, penetrating_words
from warbook.books.vehicles.shooting.troops_dice import fusillade
from warbook.books.vehicles.state import Battle, Unit, Vehicle
from warbook.books.vehicles.wounds.groups import groups_of
from warbook.core.questions import Modifier, Preview


def assault_preview(battle: Battle, one: Piece, foe: Piece) -> Preview:
    """What its own blows do to whom it assaults, with the weapons that are usual, as long as nobody of it
    falls before he strikes."""
    strikes, rough = _strikes(battle, one, foe)
    given = "if it gets there through the difficult ground" if rough else ""
    count = sum(_dice(each) for each in strikes)
    if isinstance(foe, Vehicle):
        fates = fates_of(battle, strikes, foe)
        destroyed = sum((fates.get(fate, Fraction(0)) for fate in ("wrecked", "explodes")), Fraction(0))
        words = f"{count} dice: {float(destroyed):.0%} to destroy {foe.name}"
        outcomes = tuple((fate, fates[fate]) for fate in ("unharmed", *FATES) if fate in fates)
        shots = [shot_at(battle, each, foe) for each in strikes]
        return Preview(outcomes, needs([shot.aim.need for shot in shots]), _struck(foe, shots), words, given)
    lost = losses_of(battle, strikes, foe)
    mean = sum((models * chance for models, chance in lost.items()), Fraction(0))
    words = f"{count} dice: {float(mean):.1f} of {len(battle.standing(foe))} fall on average"
    return Preview(
        tuple((f"{models} lost", lost[models]) for models in sorted(lost)), headline=words, given=given
    )


def _struck(foe: Vehicle, shots: list[Shot]) -> tuple[Modifier, ...]:
    facing = "front" if type_of(foe).walker else "rear"
    told = dict.fromkeys(penetrating_words(shot.strike, shot.armour.av) for shot in shots)
    return tuple(Modifier(0, f"at its {facing}, {words}", "veh.assault.penetration") for words in told)


def fates_of(battle: Battle, strikes: list[Strikes], foe: Vehicle) -> dict[str, Fraction]:
    """The worst that befalls the vehicle."""
    shots = merged([(_dice(each), shot_at(battle, each, foe)) for each in strikes])
    fates = dict[str, Fraction]()
    for came, chance in volley.odds(shots, condition(foe)).items():
        fates[came.harm.worst] = fates.get(came.harm.worst, Fraction(0)) + chance
    return fates


def losses_of(battle: Battle, strikes: list[Strikes], foe: Unit) -> dict[int, Fraction]:
    """How many models the unit loses."""
    attacks = merged([(_dice(each), attack_on(battle, each, foe)) for each in strikes])
    groups = groups_of(battle, foe)
    before = sum(group.models for group in groups)
    lost = dict[int, Fraction]()
    for came, chance in fusillade.odds(attacks, groups).items():
        models = before - sum(group.models for group in came.groups)
        lost[models] = lost.get(models, Fraction(0)) + chance
    return lost


def _strikes(battle: Battle, one: Piece, foe: Piece) -> tuple[list[Strikes], bool]:
    """The blows after its assault move, and whether that leads through difficult ground."""
    if isinstance(one, Vehicle):
        way = stride_into(battle, one, [foe], FAR)
        rough = way is not None and difficult(battle, way)
        return [walker_strikes(replace(one, charged=True, through_difficult=rough), foe)], rough
    ways = ways_into(battle, one, [foe], FAR, rough=False) or ways_into(battle, one, [foe], FAR)
    rough = through_difficult(battle, one, ways)
    then = replace(one, charged=True, through_difficult=rough)
    models = fighters_after(battle, one, [foe], ways)
    return unit_strikes(battle, then, foe, models, usual_arms(battle, then, foe, models)), rough


def _dice(strikes: Strikes) -> int:
    return strikes.each * (len(strikes.models) or 1)
