"""The card of a fighter: what he is, carries and suffers, what he did this turn and may still do.

Nothing on a table of Necromunda is secret, but distances may be: what he may do is read off the questions
that are asked, which tell none before it is due (nec.M37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from warbook.books.family.profiles import figures
from warbook.books.necromunda import ammo, charging, combat, deploy, harm, movement, nerve, shooting
from warbook.books.necromunda.data import (
    Armour,
    Weapon,
    armour,
    fighter_types,
    gear,
    scenarios,
    weapon_rules,
    weapons,
)
from warbook.books.necromunda.entries import gear_id, word_id
from warbook.books.necromunda.gangs import recruit_cost
from warbook.books.necromunda.sight import initiative, opponents
from warbook.books.necromunda.state import Battle, Fighter, Gang, Rulings, Setup
from warbook.core.cards import Arm, Card, Chart, Figure, Glossary, Trait

PLACES = {"reserve": "not on yet", "out": "out of action", "fled": "fled", "off": "off the table"}
BEFORE_SHOOTING = ("charge", "compulsory", "move", "watch")


def card(battle: Battle, fighter: Fighter, glossary: Glossary) -> Card:
    return Card(
        id=fighter.id,
        name=fighter.name,
        kind=fighter_types()[fighter.kind].name,
        profile=tuple(_profile(fighter)),
        arms=tuple(_arms(battle, fighter)),
        charts=(_injuries(fighter),),
        abilities=tuple(_abilities(battle, fighter)),
        states=tuple(_states(battle, fighter, glossary)),
        done=tuple(_done(battle, fighter)),
        may=tuple(_may(battle, fighter)),
    )


def gang_cards(gang: Gang, glossary: Glossary) -> list[Card]:
    """The fighters of a gang as they come to any battle, with the usual rulings. Who has no name gets one
    when it begins, and goes by his type until then."""
    battle = as_hired(gang)
    found = []
    for number, (recruit, fighter) in enumerate(zip(gang.fighters, battle.gang("a"), strict=True), 1):
        whole = card(battle, fighter, glossary)
        found.append(
            replace(
                whole,
                id=str(number),
                name=recruit.name or whole.kind,
                states=(),
                cost=f"{recruit_cost(recruit)} credits",
            )
        )
    return found


def as_hired(gang: Gang) -> Battle:
    """A gang as side a, before any battle, with the usual rulings."""
    scenario = next(iter(scenarios().values()))
    return deploy.muster(Setup(scenario, (gang, gang), Rulings()))


# ---------------------------------------------------------------- what he is and wears


def _profile(fighter: Fighter) -> Iterator[Figure]:
    """nec.M3: each characteristic as it counts now, with what it was where that is another."""
    now = {"WS": harm.ws(fighter), "BS": harm.bs(fighter), "I": initiative(fighter), "W": fighter.wounds}
    return figures(fighter.profile, now, "when unhampered")


def _injuries(fighter: Fighter) -> Chart:
    """nec.injury.chart, with a bio-booster until the first roll."""
    boosted = harm.body_of(fighter).booster
    flesh, down = ("1-3", "4-5") if boosted else ("1", "2-5")
    rows = (
        (flesh, "flesh wound: -1 Weapon Skill and Ballistic Skill"),
        (down, "down: can only crawl, and rolls again each recovery phase"),
        ("6", "out of action"),
    )
    return Chart("When his last wound is lost", rows, "nec.injury.chart")


def _abilities(battle: Battle, fighter: Fighter) -> Iterator[Trait]:
    if fighter.leader:
        words = f'unless he is broken or down, friends within {nerve.LEADER_WITHIN:g}" test on his Leadership'
        yield Trait("Leader", words, "nec.leaders.use-leader-ld")
    if fighter.kind == "juve":
        yield Trait("Juve", "helps nobody to escape pinning", "nec.pinning.escape-friend")
    if worn := armour().get(fighter.armour):
        yield Trait(f"{worn.name} armour", armour_words(worn), "nec.M7")
    for item in (gear()[name] for name in fighter.gear):
        yield Trait(item.name, item.effect, gear_id(item.id))
    for burden in combat.burdens(fighter):
        yield Trait("Encumbered", f"{burden.value} combat score, {burden.why}", burden.rule)
    if fighter.size != "normal":
        value = "+1" if fighter.size == "large" else "-1"
        yield Trait(f"{fighter.size.title()} target", f"{value} to hit him", "nec.shooting.hit-modifiers")


def armour_words(worn: Armour) -> str:
    save = f"saves on {worn.save}+, less what the weapon takes off"
    if worn.save_vs_templates:
        save += f"; on {worn.save_vs_templates}+ against blasts and flames"
    return f"{save}; halves his Initiative" if worn.initiative_halved else save


# ---------------------------------------------------------------- weapons


def _arms(battle: Battle, fighter: Fighter) -> Iterator[Arm]:
    """All he carries with its modes, what he shoots with first; a launcher with grenades is the modes
    that fire them. Everybody has a knife (nec.M6)."""
    fires = shooting.arms(battle, fighter)
    carried = [weapons()[name] for name in (*fighter.weapons, "knife")]
    fired = {name for weapon in fires for name in (weapon.id, shooting.magazine(weapon))}
    rest = {weapon.id: weapon for weapon in carried if weapon.id not in fired}
    for weapon in (*fires, *rest.values()):
        state, rule = _condition(battle, fighter, weapon, weapon.id in fired)
        yield Arm(
            name=weapon.name,
            words="; ".join(arm_words(battle, fighter, weapon)),
            state=state or ("ready" if fighter.place in ("table", "reserve") else ""),
            useless=bool(state) and not weapon.close,
            rule=rule,
            traits=tuple(weapon_traits(weapon)),
        )


def _condition(battle: Battle, fighter: Fighter, weapon: Weapon, fires: bool) -> tuple[str, str]:
    """Why a weapon does not fire now, and by which rule; nothing where it does, or is not made for it. Those
    that serve in hand-to-hand combat too do so still."""
    if fires:
        barred = shooting.not_ready(battle, fighter, weapon)
        if barred is None:
            return "", "nec.M5"
        return f"{barred.words}{', but serves hand to hand' if weapon.close else ''}", barred.rule
    if not weapon.ranged:
        return "" if weapon.close else "nothing here to use it on", "nec.M5"
    return "no grenades to fire" if battle.rulings.special_weapons else "not in use", "nec.M17"


def arm_words(battle: Battle, fighter: Fighter, weapon: Weapon) -> Iterator[str]:
    """nec.M5: ranges, strength, damage, what it does to saves, ammunition."""
    if weapon.ranged:
        yield from _range_words(fighter, weapon)
    elif weapon.close:
        yield "hand to hand" + (", two-handed" if weapon.needs_two_hands else "")
    if strength := harm.strength_of(weapon, fighter):
        yield f"strength {strength}"
        if save := harm.save_mod_of(weapon, strength):
            yield f"{save} to armour saves"
        yield f"damage {weapon.damage}"
    if weapon.two_handed:
        both = weapon.two_handed
        yield f"in both hands strength {both['strength']} and {both['save_mod']} to armour saves"
    if weapon.list == "pistol" and weapon.close:
        yield "also hand to hand"
    if dice := shooting.fire_dice(battle, weapon):
        yield f"sustained fire with {shooting.dice_words(dice)}"
    if weapon.move_or_fire:
        yield "does not fire in a turn of movement"
    if weapon.ammo == "one-shot":
        yield "one shot"
    elif weapon.ammo and battle.rulings.ammo_rolls:
        score = ammo.ammo_of(battle, fighter, weapon).score
        yield f"ammo roll {score}+" if score <= 6 else "empty at the first ammo roll"


def _range_words(fighter: Fighter, weapon: Weapon) -> Iterator[str]:
    reach = weapon.reach(fighter.profile.S)
    if weapon.template:
        yield f'a flame {reach}" long, no roll to hit'
    elif weapon.range:
        yield f'thrown up to {reach}"{_to_hit(weapon.hit_short)}'
    elif weapon.long[1]:
        near = min(reach, shooting.short_range(fighter, weapon))
        yield f'short range {near}"{_to_hit(weapon.hit_short)}, long {reach}"{_to_hit(weapon.hit_long)}'
    if weapon.blast_diameter:
        yield f'a blast {weapon.blast_diameter}" across'


def _to_hit(value: int) -> str:
    return f" ({value:+} to hit)" if value else ""


def weapon_traits(weapon: Weapon) -> Iterator[Trait]:
    for word in (weapon_rules()[name] for name in weapon.rules):
        yield Trait(word.name, word.means, word_id(word.id))


# ---------------------------------------------------------------- how he stands


def _states(battle: Battle, fighter: Fighter, glossary: Glossary) -> Iterator[Trait]:
    """Each with cause, effect and end in the words of the glossary, and with what is particular to him."""
    names = [*fighter.states]
    if fighter.on_table:
        if fighter.comatose:
            names.append("comatose")
        if opponents(battle, fighter) and not fighter.down:
            names.append("engaged")
        if fighter.went >= shooting.RAPID:
            names.append("moving fast")
        if any(battle.turn < again for _, again in fighter.recharging):
            names.append("recharging")
    else:
        names = [PLACES[fighter.place]]
    for name in names:
        term = glossary.state(name)
        assert term is not None, f"the glossary has no words for {name}"
        own = PARTICULARS.get(name.split()[-1])
        yield Trait(name, f"{term.words} {own(battle, fighter)}" if own else term.words, term.rule)


def _pinned(battle: Battle, fighter: Fighter) -> str:
    if fighter.lost_turn:
        return "He did not escape and loses this turn; he gets up at its end."
    return f"He escapes on {initiative(fighter)} or less."


def _broken(battle: Battle, fighter: Fighter) -> str:
    ld, why = nerve.ld_of(battle, fighter)
    return f"He tests on {ld} or less ({why.why})."


def _recharging(battle: Battle, fighter: Fighter) -> str:
    waits = [(name, again) for name, again in fighter.recharging if battle.turn < again]
    return f"{_and(f'{weapons()[name].name} until turn {again}' for name, again in waits)}."


PARTICULARS: dict[str, Callable[[Battle, Fighter], str]] = {
    "pinned": _pinned,
    "broken": _broken,
    "flesh": lambda _, he: f"Weapon Skill {harm.ws(he)}, Ballistic Skill {harm.bs(he)}.",
    "webbed": lambda _, he: f"He needs {9 - he.profile.S} or more on the die.",
    "ammo": lambda _, he: f"{_and(weapons()[name].name for name in he.empty)}.",
    "recharging": _recharging,
    "engaged": lambda battle, he: f"With {_and(foe.name for foe in opponents(battle, he))}.",
    "loot": lambda _, he: f"{he.loot} {'counter' if he.loot == 1 else 'counters'}.",
    "fast": lambda _, he: f'He covered {he.went:.0f}".',
}


def _and(names: Iterator[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


# ---------------------------------------------------------------- this turn


def _done(battle: Battle, fighter: Fighter) -> Iterator[str]:
    """What he did in the turn being played, if it is his side's: the marks of a turn stay until the next."""
    if battle.side != fighter.side or battle.phase in ("edges", "loot", "deploy", "start"):
        return
    if fighter.moved == "stayed":
        yield "stayed where he was"
    elif fighter.moved:
        whom = f" {battle.fighter(fighter.charging).name}" if fighter.charging else ""
        verb = "ran to cover" if fighter.moved == "fled" else f"{fighter.moved}{whom}"
        yield f'{verb}, {fighter.went:.1f}"'
    if fighter.shot:
        yield "had his turn to shoot"


def _may(battle: Battle, fighter: Fighter) -> Iterator[str]:
    """What is open to him in the rest of the turn, or forced on him."""
    if battle.over or not fighter.on_table or battle.phase in ("edges", "loot", "deploy"):
        return
    if battle.side != fighter.side:
        if fighter.overwatch:
            yield "shoot once, in this turn of the enemy"
    elif battle.phase == "start":
        yield from _at_the_start(fighter)
    else:
        yield from _in_his_turn(battle, fighter)
    foes = [] if fighter.down else opponents(battle, fighter)
    if foes and battle.phase != "recover":
        yield f"fight {_and(foe.name for foe in foes)} in the hand-to-hand phase"
    if battle.side == fighter.side and fighter.down:
        yield "roll in the recovery phase: 1 he gets up with a flesh wound, 2-5 he stays down, 6 he is out"
    if battle.side == fighter.side and fighter.broken and not fighter.down:
        yield "test his nerve in the recovery phase, if he is in cover and no enemy sees him"


def _at_the_start(fighter: Fighter) -> Iterator[str]:
    """His marks are still those of the turn before."""
    if fighter.pinned:
        yield f"escape pinning on {initiative(fighter)} or less, if a friend is near enough to help"
    elif fighter.webbed:
        yield "tear at the web"
    elif not fighter.down and not fighter.broken:
        yield "act in every phase of this turn"


def _in_his_turn(battle: Battle, fighter: Fighter) -> Iterator[str]:
    phase = battle.phase
    if phase == "charge" and charging.may_charge(battle, fighter) is None:
        yield f'charge an enemy in sight, up to {2 * fighter.profile.M}"'
    if fighter.broken and not fighter.moved and phase in ("charge", "compulsory"):
        yield 'run to cover, 2D6"'
    if phase in ("charge", "compulsory", "move") and movement.may_move(battle, fighter) is None:
        for way in movement.ways(battle, fighter):
            if way.barred is None and way.id != "stay":
                yield f"{way.label[:1].lower()}{way.label[1:]}"
    if phase in BEFORE_SHOOTING:
        able = shooting.hampered(fighter) is None and not opponents(battle, fighter)
        if able and shooting.ready_arms(battle, fighter):
            yield "shoot in the shooting phase"
    elif phase == "shoot" and shooting.may_shoot(battle, fighter) is None:
        yield "shoot"
