"""How a model would stand at a place: what it would see there, who would see it, and what they could do to a
warrior in their next turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from warbook.board.geometry import Spot, bearing
from warbook.books.gorkamorka.field.bodies import model
from warbook.books.gorkamorka.field.seeing import in_sight
from warbook.books.gorkamorka.fight.previews import of_charge
from warbook.books.gorkamorka.foot.charging import declarable, in_reach, may_charge, open_to
from warbook.books.gorkamorka.shooting import prospects
from warbook.books.gorkamorka.shooting.able import hampered, usable
from warbook.books.gorkamorka.shooting.arms import Arm
from warbook.books.gorkamorka.shooting.targets import Mark, marks, target_barred, targets
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.book import Outlook, Threat
from warbook.core.questions import Preview, Refusal


def outlook(battle: Battle, piece: str, spot: Spot) -> Outlook:
    """The model as it would stand at the spot, all others as they are; nothing where none is meant.

    Riders are seen, and see, as their vehicle. Those who lie, burn, are caught or engaged are no threat; that
    they might get up or free is not reckoned with, nor that vehicles move. What threatens a vehicle depends
    on too much to be told in a figure. Where nothing may be measured beforehand no distance plays a part
    (gce.R2.7): shots are told for every range, and charges for the case that they arrive.
    """
    if all(piece != each.id for side in battle.setup.sides for each in battle.models(side)):
        return Outlook()
    soon = _moved(battle, model(battle, piece), spot)
    there = model(soon, piece)
    watching = (foe for foe in soon.enemies(there.side) if foe.up and in_sight(soon, foe, there))
    threats = _threats(soon, there) if isinstance(there, Warrior) else ()
    return Outlook(
        sees=tuple(mark.id for mark in marks(soon, there.side) if in_sight(soon, there, mark)),
        seen_by=tuple(dict.fromkeys(foe.aboard or foe.id for foe in watching)),
        threats=tuple(sorted(threats, key=lambda threat: -threat.chance)),
    )


def _moved(battle: Battle, mover: Warrior | Vehicle, spot: Spot) -> Battle:
    """The battle with the model at the spot. Models go by their ids, as names may be alike."""
    if isinstance(mover, Vehicle):
        there = replace(mover, x=spot.x, y=spot.y, place="table")
        return replace(battle, vehicles=[there if each is mover else each for each in battle.vehicles])
    stays = mover.spot == spot
    warrior = replace(mover, place="table", aboard="", station="", hidden=mover.hidden and stays)
    warrior.at(spot)
    models = [warrior if each is mover else each for each in battle.warriors]
    return replace(battle, warriors=[replace(each, name=each.id) for each in models])


def _threats(soon: Battle, there: Warrior) -> Iterator[Threat]:
    for foe in soon.enemies(there.side):
        fresh = replace(foe, moved="", idle=False, shot=False, helping="", charging="", overwatch=False)
        fresh.tested = fresh.obstacle = False
        if not fresh.aboard:
            fresh.facing = bearing(fresh.spot, there.spot)
        warriors = [fresh if each is foe else each for each in soon.warriors]
        turn = replace(soon, warriors=warriors, side=foe.side, turn=soon.turn + 1)
        found = [*_shots(turn, fresh, there), *_charge(turn, fresh, there)]
        yield from (threat for threat in found if threat.chance)


# ---------------------------------------------------------------- shooting


def _shots(turn: Battle, foe: Warrior, there: Warrior) -> list[Threat]:
    """The most dangerous of his weapons, fired from where he is; where the range is not known, for each that
    it may be."""
    if hampered(turn, foe) is not None:
        return []
    found = [
        [_shot(foe, there, arm, case) for case in shown.cases or (shown,)]
        for arm in usable(turn, foe)
        if not arm.weapon.guess and _barred(turn, foe, arm, there) is None
        for shown in _fired(turn, foe, arm, there)
    ]
    return max(found, key=lambda cases: max(case.chance for case in cases), default=[])


def _barred(turn: Battle, foe: Warrior, arm: Arm, there: Warrior) -> Refusal | None:
    """Who is nearest plays no part where that must not be measured."""
    if not turn.rulings.premeasuring:
        return target_barred(turn, foe, arm, there)
    judged: Sequence[tuple[Mark, Refusal | None]] = targets(turn, foe, arm)
    return next(bar for mark, bar in judged if mark is there)


def _fired(turn: Battle, foe: Warrior, arm: Arm, there: Warrior) -> Iterator[Preview]:
    yield prospects.preview(turn, foe, arm, there)
    if arm.weapon.sustained_dice:
        yield prospects.preview(turn, foe, arm, there, dice=arm.weapon.sustained_dice)


def _shot(foe: Warrior, there: Warrior, arm: Arm, shown: Preview) -> Threat:
    chance = sum((part for name, part in shown.outcomes if name in prospects.felling(there)), Fraction(0))
    words = ", ".join(filter(None, (arm.words.removeprefix("the "), shown.need)))
    return Threat(foe.id, "shoots", chance, words, shown.given)


# ---------------------------------------------------------------- charging


def _charge(turn: Battle, foe: Warrior, there: Warrior) -> list[Threat]:
    """A charge from where he stands, and the first round of the fight."""
    if not foe.up or foe.netted or foe.hobbled or foe.burning or may_charge(turn, foe) is not None:
        return []
    if turn.rulings.premeasuring:
        bar = next(bar for target, bar in declarable(turn, foe) if target is there)
        if bar is not None or not in_reach(turn, foe, there):
            return []
        given = ""
    elif open_to(turn, foe, there) is not None:
        return []
    else:
        given = "if he gets there"
    odds = of_charge(turn, foe, there)
    chance = sum((part for name, part in odds.outcomes if name == f"{there.name} out"), Fraction(0))
    return [Threat(foe.id, "charges", chance, f"charge, {float(chance):.0%}", given)]
