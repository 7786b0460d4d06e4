"""A warrior as the dice of a round see him: attack dice, Weapon Skill, and all that is known beforehand."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.gorkamorka.fight.arms import Held, blocks, bomb, hits_of, loadouts, two_handed
from warbook.books.gorkamorka.fight.dice import Fighting, attack_count, combat_modifier
from warbook.books.gorkamorka.psychology.nerve import fighting_ws, hates
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.books.gorkamorka.wounds.dice import Hit
from warbook.books.gorkamorka.wounds.harm import ws
from warbook.core.questions import Modifier

OUTNUMBERS = "gce.hand-to-hand.outnumber-bonus"
PILES_ON = "gce.pilin-on.bonus"
WINS_DRAWS = 100  # of Initiative
HOBBLED = -2


class Corner(Struct, frozen=True):
    """One of the two in a round. `more` friends count for him: those who have fought the same enemy before
    in this phase, or those who pile on with him."""

    warrior: Warrior
    more: int = 0
    rule: str = OUTNUMBERS
    first: bool = True  # his first round of this phase
    charging: bool = False  # he is thought to charge


def charged(battle: Battle, corner: Corner) -> bool:
    """gce.hand-to-hand.charge-bonus, gce.boarding.counts-as-charge: in the turn of the charge only, and
    against everybody whom he then fights (gce.R6.6)."""
    warrior = corner.warrior
    return corner.charging or (bool(warrior.charging) and warrior.side == battle.side)


def stance(
    battle: Battle, corner: Corner, foe: Corner, held: Held, foe_held: Held, dull: bool = False
) -> tuple[Fighting, tuple[Modifier, ...]]:
    """A warrior against this enemy, and the sum behind his combat score. gce.stupidity.hth: who is dull rolls
    no dice."""
    warrior, storms = corner.warrior, charged(battle, corner)
    skill, why = _skill(warrior, foe.warrior, foe_held)
    found = _modifiers(corner, storms)
    # gce.hand-to-hand.draw-weapons, gce.weapon.uge-choppa
    loses, wins = any(weapon.loses_draws for weapon in held), warrior.skills.windmillin
    initiative = warrior.profile.i + max(weapon.draw_initiative for weapon in held)
    wild = warrior.frenzied or (storms and warrior.skills.waaagh)  # gce.frenzy.no-parry
    fighting = Fighting(
        ws=skill,
        dice=0 if dull else attack_dice_of(battle, corner, held),
        initiative=initiative + WINS_DRAWS * (wins and not loses),
        modifier=sum(modifier.value for modifier in found),
        parries=not wild and blocks(warrior, held) and not any(each.ignores_block for each in foe_held),
        fumble_worth=max(weapon.fumble_worth for weapon in held),
        loses_draws=loses and not wins,  # gce.S41
        critical_worth=2 if warrior.skills.right_in_da_groin else 1,
    )
    return fighting, (*why, *found)


def attack_dice_of(battle: Battle, corner: Corner, held: Held) -> int:
    """gce.hand-to-hand.attack-dice: his gce.warrior.attacks; the extra die is for two weapons in use
    (gce.R6.10). Doubled by a frenzy (gce.frenzy.double-attacks) or by a charge with Waaagh, but not twice."""
    warrior = corner.warrior
    doubled = warrior.frenzied or (warrior.skills.waaagh and charged(battle, corner))
    single = sum(not weapon.two_handed for weapon in held)
    return attack_count(
        warrior.profile.a, single, two_handed(warrior), corner.more, times=2 if doubled else 1
    )


def _skill(warrior: Warrior, foe: Warrior, foe_held: Held) -> tuple[int, list[Modifier]]:
    """gce.hand-to-hand.combat-score: the current WS. gce.fear.charged, gce.terror.hth; a whip in the enemy's
    hand and bolas round the legs take more; never below 0 (gce.R5.8)."""
    own = ws(warrior)
    why = [Modifier(own, f"{warrior.name}'s Weapon Skill", "gce.hand-to-hand.combat-score")]
    skill = fighting_ws(warrior, foe, own)
    if skill < own:
        rule = "gce.fear.charged" if skill else "gce.terror.hth"
        why.append(Modifier(skill - own, f"is frightened of {foe.name}", rule))
    for value, words in (
        (HOBBLED if warrior.hobbled else 0, "has bolas round his legs"),
        (min(weapon.enemy_ws for weapon in foe_held), f"{foe.name} has a whip"),
    ):
        if value and skill:
            why.append(Modifier(max(value, -skill), words, "gce.weapon.notes"))
            skill = max(0, skill + value)
    return skill, why


def _modifiers(corner: Corner, storms: bool) -> list[Modifier]:
    """What is known of the combat score before the dice: added to the total (gce.basics.modifiers)."""
    warrior, found = corner.warrior, []
    across = warrior.obstacle and not warrior.skills.headlong_leap
    bonus = combat_modifier(2 if warrior.skills.flying_tackle else 1) if storms else 0
    if bonus:
        found.append(Modifier(bonus, f"{warrior.name} charged", "gce.hand-to-hand.charge-bonus"))
    if bonus and across:
        penalty = combat_modifier(bonus, True) - bonus
        found.append(Modifier(penalty, "across an obstacle", "gce.hand-to-hand.obstacle"))
    if corner.more:
        words = "friends pile on" if corner.rule == PILES_ON else "friends have fought him before"
        found.append(Modifier(combat_modifier(more=corner.more), words, corner.rule))
    return found


def butted(battle: Battle, corner: Corner, foe: Corner) -> bool:
    """'Eadbutt: the first enemy of who has charged is stupid for that round; not who is in a frenzy
    (gce.frenzy.ignores)."""
    return foe.warrior.skills.eadbutt and foe.first and charged(battle, foe) and not corner.warrior.frenzied


def hateful(warrior: Warrior, foe: Warrior) -> bool:
    """gce.hatred.reroll: in the first turn of a combat against whom he hates; who is in a frenzy hates nobody
    (gce.frenzy.ignores)."""
    return not warrior.frenzied and foe.id not in warrior.fighting and hates(warrior, foe)


# ---------------------------------------------------------------- which weapons are worth taking up


def best_arms(battle: Battle, corner: Corner, foe: Corner) -> list[Held]:
    """The ways to arm himself against this enemy of which none is as good as another in all."""
    best: list[tuple[Held, tuple[int, ...], tuple[Hit, ...]]] = []
    foe_held = loadouts(battle, foe.warrior)[0]
    for held in loadouts(battle, corner.warrior):
        fighting, _ = stance(battle, corner, foe, held, foe_held)
        way = held, _merits(fighting, held), hits_of(battle, corner.warrior, foe.warrior, held)
        if not any(_no_worse(other, way) for other in best):
            best = [other for other in best if not _no_worse(way, other)] + [way]
    return [held for held, _, _ in best]


def _merits(fighting: Fighting, held: Held) -> tuple[int, ...]:
    """The more of each the better; of a bomb, which hurts both, nobody can say."""
    return (
        fighting.dice,
        fighting.initiative,
        fighting.parries,
        -fighting.fumble_worth,
        not fighting.loses_draws,
        -min(weapon.enemy_ws for weapon in held),
        any(weapon.ignores_block for weapon in held),
        any(weapon.captures for weapon in held),
    )


def _no_worse(
    one: tuple[Held, tuple[int, ...], tuple[Hit, ...]], other: tuple[Held, tuple[int, ...], tuple[Hit, ...]]
) -> bool:
    (held, merits, hits), (held_b, merits_b, hits_b) = one, other
    return (
        bomb(held) is bomb(held_b)
        and all(ours >= theirs for ours, theirs in zip(merits, merits_b, strict=True))
        and all(_hits_as_hard(hits[n % len(hits)], hits_b[n % len(hits_b)]) for n in range(2))
    )


def _hits_as_hard(one: Hit, other: Hit) -> bool:
    return one.wound <= other.wound and one.save >= other.save and one.damage == other.damage
