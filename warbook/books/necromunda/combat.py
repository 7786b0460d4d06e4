"""Hand-to-hand combat between two: what each brings to it, the round, and the odds of it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from warbook.books.family.combat_score import sum_of
from warbook.books.family.injuries import after_words
from warbook.books.necromunda import harm
from warbook.books.necromunda.combat_dice import (
    Fighting,
    Round,
    attack_dice,
    duel,
    margin,
    parried,
    read,
    worth_parrying,
)
from warbook.books.necromunda.data import Weapon, gear, weapons
from warbook.books.necromunda.harm import Fall, body_of, hit_on, save_mod_of, strength_of, take
from warbook.books.necromunda.injury import Body, Hit, blow, blows
from warbook.books.necromunda.sight import initiative, opponents
from warbook.books.necromunda.state import Battle, Fighter, Game
from warbook.core.events import Note
from warbook.core.questions import Choose, Modifier, Option, Preview

Held = tuple[Weapon, ...]  # what he fights with: one weapon or two

# ---------------------------------------------------------------- weapons (nec.M26, nec.M27)


def in_hand(fighter: Fighter) -> Held:
    """What he fights with unless he chooses otherwise: two weapons if he may, the strongest."""
    return loadouts(fighter)[0]


def loadouts(fighter: Fighter) -> tuple[Held, ...]:
    """Every way to arm himself, the strongest first; everybody has a knife (nec.M6)."""
    return _loadouts(fighter.weapons, fighter.profile.S, "hotshot_pack" in fighter.gear)


@cache
def _loadouts(carried: tuple[str, ...], strength: int, hotshot: bool) -> tuple[Held, ...]:
    known = weapons()
    close = [weapon for weapon in (*(known[name] for name in carried), known["knife"]) if weapon.close]
    single = [(_both_hands(weapon),) for weapon in close]
    found: list[Held] = [*single]
    if not any(known[name].needs_two_hands for name in carried):
        found += combinations(close, 2)

    def power(weapon: Weapon) -> tuple[int, bool, bool]:
        own = isinstance(weapon.strength, str)
        base = strength + int(str(weapon.strength).removeprefix("user") or 0) if own else int(weapon.strength)
        bonus = hotshot and weapon.id in harm.LAS
        return base + bonus, "parry" in weapon.rules, "loses-draws" not in weapon.rules

    ordered = [tuple(sorted(held, key=power, reverse=True)) for held in found]
    return tuple(sorted(ordered, key=lambda held: (len(held), *map(power, held)), reverse=True))


def _both_hands(weapon: Weapon) -> Weapon:
    """A weapon that can be swung with both hands is, for want of a second one."""
    mode = weapon.two_handed
    if not mode:
        return weapon
    name = f"{weapon.name} in both hands"
    return replace(weapon, name=name, hands=2, strength=mode["strength"], save_mod=mode["save_mod"])


def hits_of(fighter: Fighter, foe: Fighter, held: Held | None = None) -> tuple[Hit, ...]:
    """The hits he deals, one for each weapon in hand (nec.combat.damage)."""
    hits = []
    for weapon in held or in_hand(fighter):
        strength = strength_of(weapon, fighter)
        hits.append(hit_on(foe, strength, save_mod_of(weapon, strength), weapon))
    return tuple(hits)


def choose_arms(game: Game, fighter: Fighter, foe: Fighter) -> Held:
    """The weapons he fights this enemy with; asked only where there is a choice worth making."""
    ways = best_arms(game.battle, fighter, foe)
    if len(ways) == 1:
        return ways[0]
    options = [Option(str(n), " and ".join(weapon.name for weapon in held)) for n, held in enumerate(ways)]
    text = f"{fighter.name} fights {foe.name}: with what?"
    return ways[int(game.ask(fighter.side, Choose(text, options, "nec.M26", piece=fighter.id)))]


def best_arms(battle: Battle, fighter: Fighter, foe: Fighter) -> list[Held]:
    """The ways to arm himself against this enemy of which none is as good as another in all."""
    best: list[tuple[Held, Fighting, tuple[Hit, ...]]] = []
    for held in loadouts(fighter):
        way = held, stance(battle, fighter, foe, held=held)[0], hits_of(fighter, foe, held)
        if not any(_no_worse(other, way) for other in best):
            best = [other for other in best if not _no_worse(way, other)] + [way]
    return [held for held, _, _ in best]


def _no_worse(
    one: tuple[Held, Fighting, tuple[Hit, ...]], other: tuple[Held, Fighting, tuple[Hit, ...]]
) -> bool:
    (held, a, hits), (held_b, b, hits_b) = one, other
    return (
        a.dice >= b.dice
        and a.parries >= b.parries
        and a.fumble_worth <= b.fumble_worth
        and a.loses_draws <= b.loses_draws
        and _unparried(held) >= _unparried(held_b)
        and _hits_as_hard(hits[0], hits_b[0])
        and _hits_as_hard(hits[-1], hits_b[-1])
    )


def _hits_as_hard(one: Hit, other: Hit) -> bool:
    return (
        one.wound <= other.wound
        and one.save >= other.save
        and one.out_from <= other.out_from
        and one.again >= other.again
        and (one.damage, one.toxic) == (other.damage, other.toxic)
    )


def _unparried(held: Held) -> bool:
    return any("foe-may-not-parry" in weapon.rules for weapon in held)


# ---------------------------------------------------------------- dice and modifiers


def stance(
    battle: Battle,
    fighter: Fighter,
    foe: Fighter,
    extra: int = 0,
    charging: bool = False,
    held: Held | None = None,
    foe_held: Held | None = None,
) -> tuple[Fighting, tuple[Modifier, ...]]:
    """A fighter as the dice of combat see him, with the sum behind his score. `extra` friends have fought
    this enemy before him (nec.M28)."""
    held = held or in_hand(fighter)
    words = {rule for weapon in held for rule in weapon.rules}
    found = combat_modifiers(battle, fighter, foe, extra, charging)
    skill = harm.ws(fighter)
    return (
        Fighting(
            ws=skill,
            dice=_dice(battle, fighter, held, extra),
            initiative=initiative(fighter),
            modifier=sum(modifier.value for modifier in found),
            parries="parry" in words and not _unparried(foe_held or in_hand(foe)),
            fumble_worth=2 if "own-fumbles-count-2" in words else 1,
            loses_draws="loses-draws" in words,
        ),
        (Modifier(skill, f"{fighter.name}'s Weapon Skill {skill}", "nec.combat.score"), *found),
    )


def _dice(battle: Battle, fighter: Fighter, held: Held, extra: int) -> int:
    """nec.combat.attack-dice: one for each Attack, one more for a second weapon (nec.M26), and for each
    friend who fought before him (nec.M28). A web leaves none."""
    if fighter.webbed:
        return 0
    second = battle.rulings.two_weapon_die and len(held) == 2
    return fighter.profile.A + second + (extra if battle.rulings.outnumber_bonus else 0)


def combat_modifiers(
    battle: Battle, fighter: Fighter, foe: Fighter, extra: int, charging: bool = False
) -> list[Modifier]:
    """nec.combat.modifiers (nec.A24): those known before the dice; fumbles and criticals are on the dice.
    Charges count in the turn they are made in."""
    found = []
    charged = fighter.charging if fighter.side == battle.side else ""
    if charging or charged:
        found.append(Modifier(1, "charged", "nec.combat.mod-charging"))
    if fighter.z > foe.z and fighter.z - foe.z >= battle.rulings.higher_min:
        found.append(Modifier(1, "higher up", "nec.combat.mod-higher"))
    found += burdens(fighter)
    if fighter.obstacle and charged == foe.id:
        found.append(Modifier(-1, "charged across an obstacle", "nec.combat.mod-obstacle"))
    if extra and battle.rulings.outnumber_bonus:
        found.append(Modifier(extra, "outnumbering", "nec.M28"))
    return found


def burdens(fighter: Fighter) -> list[Modifier]:
    """nec.combat.mod-encumbered: at most one counts (nec.A27)."""
    if any(weapons()[name].list == "heavy" for name in fighter.weapons):
        return [Modifier(-1, "encumbered by a heavy weapon", "nec.combat.mod-encumbered")]
    if any(gear()[name].heavy for name in fighter.gear):
        return [Modifier(-1, "encumbered by heavy equipment", "nec.combat.mod-encumbered")]
    return []


# ---------------------------------------------------------------- a round


def fight_round(game: Game, attacker: Fighter, defender: Fighter, before: int = 0) -> Fall | None:
    """nec.combat.sequence: the seven steps for one pair; `before` attackers have fought him already. The
    loser's fall, if he fell."""
    battle = game.battle
    held_a, held_b = choose_arms(game, attacker, defender), choose_arms(game, defender, attacker)
    a, why_a = stance(battle, attacker, defender, before, held=held_a, foe_held=held_b)
    b, why_b = stance(battle, defender, attacker, held=held_b, foe_held=held_a)
    words = (
        f"{attacker.name} ({a.ws + a.modifier} + dice) fights {defender.name} ({b.ws + b.modifier} + dice)."
    )
    game.tell(Note(words=words, piece=attacker.id, rule="nec.combat.sequence"))
    ours = game.rolling(attacker.id, {"nec.combat.attack-dice": why_a}).roll(attack_dice, a.dice)
    theirs = game.rolling(defender.id, {"nec.combat.attack-dice": why_b}).roll(attack_dice, b.dice)
    if b.parries and not a.parries:
        ours = _parry(game, defender, attacker, ours)
    elif a.parries and not b.parries:
        theirs = _parry(game, attacker, defender, theirs)
    hits = margin(a, b, read(ours), read(theirs))
    sums = f"{sum_of(a, b, ours, theirs)} against {sum_of(b, a, theirs, ours)}"
    words = f"{attacker.name} against {defender.name}: {sums}."
    game.tell(Note(words=words, piece=attacker.id, rule="nec.combat.sequence"))
    if not hits:
        game.tell(Note(words="A stand-off.", rule="nec.combat.stand-off"))
        return None
    winner, loser, held = (attacker, defender, held_a) if hits > 0 else (defender, attacker, held_b)
    return _strike(game, winner, loser, held, abs(hits))


def _parry(game: Game, fighter: Fighter, foe: Fighter, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Whether he makes his enemy roll the best die again; two parries cancel."""
    if not faces:
        return faces
    options = [
        Option("parry", f"Parry: {foe.name} rolls his {faces[0]} again"),
        Option("leave", f"Leave {foe.name}'s dice as they are"),
    ]
    if not worth_parrying(faces):
        options.reverse()
    shown = ", ".join(map(str, faces))
    text = f"{foe.name} has rolled {shown}: does {fighter.name} parry?"
    if game.ask(fighter.side, Choose(text, options, "nec.combat.attack-dice", piece=fighter.id)) == "leave":
        return faces
    game.tell(Note(words=f"{fighter.name} parries.", piece=fighter.id, rule="nec.combat.attack-dice"))
    return game.rolling(foe.id).roll(parried, faces)


def _strike(game: Game, winner: Fighter, loser: Fighter, held: Held, hits: int) -> Fall | None:
    """nec.combat.damage, nec.combat.saves, nec.combat.injuries: the hits, shared evenly between two weapons,
    the odd one to the weapon of his choice (nec.M27)."""
    words = f"{winner.name} wins and scores {hits} {'hit' if hits == 1 else 'hits'}."
    game.tell(Note(words=words, piece=winner.id, rule="nec.combat.hits"))
    blades = hits_of(winner, loser, held)
    if hits % 2 and len(set(blades)) > 1:
        options = [Option(str(n), weapon.name) for n, weapon in enumerate(held)]
        text = f"{winner.name}: with which weapon is the odd hit?"
        if game.ask(winner.side, Choose(text, options, "nec.M27", piece=winner.id)) == "1":
            blades = blades[::-1]
    return _bring_down(game, winner, loser, game.rolling(winner.id).roll(blows, hits, blades, body_of(loser)))


def _bring_down(game: Game, victor: Fighter, loser: Fighter, body: Body) -> Fall | None:
    """nec.combat.down-is-out: down in combat is out of action unless the victor fights somebody else too.
    His fall, if he fell."""
    busy = any(foe is not loser for foe in opponents(game.battle, victor))
    if body.state == "down" and not busy:
        body = replace(body, state="out")
        words = f"{loser.name} goes down and is finished off."
        game.tell(Note(words=words, piece=loser.id, rule="nec.combat.down-is-out"))
    return take(game, loser, body)


def free_hit(game: Game, foe: Fighter, fighter: Fighter) -> Fall | None:
    """nec.leadership.break-in-combat: one hit without a roll (nec.A20); his fall, if it brought him down."""
    hit = hits_of(foe, fighter)[0]
    return _bring_down(game, foe, fighter, game.rolling(foe.id).roll(blow, hit, body_of(fighter)))


# ---------------------------------------------------------------- odds before the fight


def round_preview(battle: Battle, fighter: Fighter, foe: Fighter) -> Preview:
    """The exact outcome of the first round, one against one, between fighters in contact: down counts as out
    (nec.combat.down-is-out). Both fight with their strongest weapons and parry where it pays."""
    if foe.down:
        return Preview(((f"{foe.name} out", Fraction(1)),), headline="finishes him off")
    held, foe_held = best_arms(battle, fighter, foe)[0], best_arms(battle, foe, fighter)[0]
    a, why_a = stance(battle, fighter, foe, held=held, foe_held=foe_held)
    b, why_b = stance(battle, foe, fighter, held=foe_held, foe_held=held)
    mine, his = body_of(fighter), body_of(foe)
    odds = duel.odds(a, b, hits_of(fighter, foe, held), hits_of(foe, fighter, foe_held), mine, his)

    def words(result: Round) -> str:
        for who, before, after in ((foe, his, result.b), (fighter, mine, result.a)):
            change = after_words(before, after)
            if change != "unhurt":
                return f"{who.name} {'out' if after.state != 'up' else change}"
        return "nobody is hurt"

    spread = odds.map(words)
    hurt = ("out", "flesh wound", "wounded")
    order = (
        [f"{fighter.name} {how}" for how in hurt]
        + ["nobody is hurt"]
        + [f"{foe.name} {how}" for how in hurt[::-1]]
    )
    outcomes = tuple((name, spread[name]) for name in order if name in spread)
    win, lose = float(spread.chance(f"{foe.name} out")), float(spread.chance(f"{fighter.name} out"))
    why = (*_alone(battle, fighter, foe), *why_a, *why_b)
    return Preview(outcomes, "", why, f"{win:.0%} takes him out, {lose:.0%} falls himself")


def _alone(battle: Battle, fighter: Fighter, foe: Fighter) -> tuple[Modifier, ...]:
    """Others fight him too: in what order is not known yet."""
    if not any(other.id != fighter.id for other in opponents(battle, foe)):
        return ()
    return (Modifier(0, "reckoned as if he alone fought him", "nec.M28"),)
