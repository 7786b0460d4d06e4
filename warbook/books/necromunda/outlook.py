"""How a fighter would stand at a place: whom he would see there, who would see him, and what they could do to
him in their next turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from msgspec.structs import replace

from warbook.board.geometry import Spot, bearing, distance, in_arc
from warbook.board.ways import length
from warbook.books.necromunda import charging, prospects, shooting, sight, walking
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.state import Battle, Fighter, enemy
from warbook.core.book import Outlook, Threat
from warbook.core.questions import Preview

SIDELONG = 0.01  # degrees by which a turn leaves somebody out of the arc


def outlook(battle: Battle, fighter_id: str, spot: Spot) -> Outlook:
    """The fighter as he would stand at the spot, all others as they are; nothing where no fighter is meant.

    A mover is taken to be no longer hidden and to come straight. Those who lie or are broken, bound or
    engaged are no threat; that they might get up or free is not reckoned with. Where measuring is not allowed
    beforehand no distance plays a part (nec.M37): shots are told for every range, and charges for the case
    that they arrive.
    """
    if not any(fighter.id == fighter_id for fighter in battle.fighters):
        return Outlook()
    soon = _enemy_turn(battle, fighter_id, spot)
    there = soon.fighter(fighter_id)
    foes = soon.present(soon.side)
    locked = sight.in_melee(soon)
    threats = [
        threat
        for foe in foes
        for threat in (*_shots(soon, foe, there, locked), *_charge(soon, foe, there))
        if threat.chance
    ]
    return Outlook(
        sees=tuple(foe.id for foe in foes if sight.sees(soon, there, foe)),
        seen_by=tuple(foe.id for foe in foes if sight.sees(soon, foe, there)),
        threats=tuple(sorted(threats, key=lambda threat: -threat.chance)),
    )


def _enemy_turn(battle: Battle, fighter_id: str, spot: Spot) -> Battle:
    """The enemy's next turn as it would begin, with the fighter at the spot and every enemy turned to him. In
    it fighters go by their ids, as names may be alike; and who is nearest plays no part where that must not
    be measured."""
    fighter = battle.fighter(fighter_id)
    side = enemy(fighter.side)
    there = replace(fighter, name=fighter.id, place="table", went=_went(battle, fighter, spot))
    there.hidden = fighter.hidden and fighter.spot == spot
    there.at(spot)
    found = []
    for other in battle.fighters:
        if other.side == side:
            other = replace(other, name=other.id, facing=bearing(other.spot, spot), moved="")
            other.shot = other.lost_turn = other.overwatch = other.obstacle = False
            other.charging = ""
        found.append(there if other.id == fighter_id else other)
    setup = battle.setup
    if not setup.rulings.premeasure:
        blind = replace(setup.rulings, closest_target_first=False, charge_closest_only=False)
        setup = replace(setup, rulings=blind)
    return replace(battle, setup=setup, fighters=found, side=side, turn=battle.next_turn(side))


def _went(battle: Battle, fighter: Fighter, spot: Spot) -> float:
    """nec.M15: the inches that may make him a rapid target."""
    moving = battle.side == fighter.side and battle.phase in ("charge", "compulsory", "move")
    return fighter.went + (distance(fighter.spot, spot) if moving and fighter.on_table else 0.0)


# ---------------------------------------------------------------- shooting


def _shots(soon: Battle, foe: Fighter, there: Fighter, locked: Collection[str]) -> list[Threat]:
    """The most dangerous of his weapons, fired from where he stands; where the range is not known, for each
    that it may be."""
    if shooting.may_shoot(soon, foe, locked) or not _turns_to(soon, foe, there, locked):
        return []
    found = []
    for weapon in shooting.ready_arms(soon, foe):
        shown = prospects.shot_preview(soon, foe, weapon, there)
        found.append([_shot(soon, foe, there, weapon, case) for case in shown.cases or (shown,)])
    return max(found, key=lambda cases: max(case.chance for case in cases))


def _shot(soon: Battle, foe: Fighter, there: Fighter, weapon: Weapon, shown: Preview) -> Threat:
    words = [shooting.weapon_words(weapon).removeprefix("the ")]
    if soon.rulings.premeasure:
        words.append(f'{sight.apart(foe, there):.1f}"')
    cover = shooting.cover_modifier(shooting.seen(soon, foe, there))
    if cover is not None and not weapon.template:
        words.append(cover.why.removeprefix("target is in "))
    words.append(shown.need)
    return Threat(foe.id, "shoots", prospects.felled(there, shown), ", ".join(words), shown.given)


def _turns_to(soon: Battle, foe: Fighter, there: Fighter, locked: Collection[str]) -> bool:
    """Whether he can turn so that the fighter is a target, and if so he has. nec.M11: somebody nearer may
    draw his fire, unless he turns until that one is out of his arc."""
    if shooting.target_of(soon, foe, there, locked) is not None:
        return False
    for facing in _facings(soon, foe, there):
        foe.facing = facing
        if any(other is there and barred is None for other, barred in shooting.targets(soon, foe, locked)):
            return True
    return False


def _facings(soon: Battle, foe: Fighter, there: Fighter) -> Iterator[float]:
    """Straight at the fighter; then the ways to face that have him in the arc and just leave another out, the
    straighter the sooner."""
    straight, arc = bearing(foe.spot, there.spot), float(soon.rulings.firing_arc)
    yield straight
    others = [bearing(foe.spot, other.spot) for other in soon.present(there.side) if other is not there]
    aside = [(at + turn) % 360.0 for at in others for turn in (arc / 2 + SIDELONG, -arc / 2 - SIDELONG)]
    seen = [facing for facing in aside if in_arc(foe.spot, facing, arc, there.spot)]
    yield from sorted(seen, key=lambda facing: abs((facing - straight + 180.0) % 360.0 - 180.0))


# ---------------------------------------------------------------- charging


def _charge(soon: Battle, foe: Fighter, there: Fighter) -> list[Threat]:
    """A charge from where he stands, and the first round of the fight."""
    if charging.may_charge(soon, foe) or charging.chargeable(soon, foe, there):
        return []
    given, words, path = ["if he gets there"], "charge", None
    if soon.rulings.premeasure:
        path = walking.contact_path(soon, foe, there, 2.0 * foe.profile.M)
        if path is None:
            return []
        given, words = [], f'charge of {length(path):.1f}"'
    odds = charging.fight(soon, foe, there, path)
    given += [odds.given] if odds.given else []
    chance = dict(odds.outcomes).get(f"{there.name} out", Fraction(0))
    return [Threat(foe.id, "charges", chance, f"{words}, {float(chance):.0%}", ", ".join(given))]
