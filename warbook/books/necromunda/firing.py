"""One fighter's fire: single shots and sustained fire, what they do, and what they cost in ammo."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from warbook.books.family.wording import counted
from warbook.books.necromunda import aftereffects, ammo, hiding, prospects, shooting, special
from warbook.books.necromunda.aim import (
    PLAIN,
    Circumstance,
    shot,
    sustained,
    tally,
    to_hit,
)
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.harm import (
    Fall,
    body_of,
    knock_over,
    take,
)
from warbook.books.necromunda.injury import Came, blows
from warbook.books.necromunda.sight import apart, in_melee
from warbook.books.necromunda.state import Fighter, Game, enemy
from warbook.core.events import Aimed, Note
from warbook.core.questions import Choose, Option

SPREAD = 4.0  # inches around the first target over which sustained fire may spread


def fire(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, circumstance: Circumstance = PLAIN
) -> list[Fall]:
    """All of one fighter's fire, with what it does to the weapon. Those who fell: whoever has him fire lets
    their friends be shaken (nec.A18)."""
    battle = game.battle
    dice = _sustained_dice(game, shooter, weapon, target, circumstance)
    inches = apart(shooter, target)
    if not battle.rulings.premeasure:
        game.reveal(f'{shooter.name} is {inches:.1f}" from {target.name}')
    if shooter.hidden:
        hiding.show(game, shooter, "shoots", "nec.hiding.revealed-by-shooting")
    if weapon.template:
        return special.flame(game, shooter, weapon, target)
    if shooting.lobbed(weapon):
        return special.lob_at(game, shooter, weapon, target, circumstance)
    words = f'{shooter.name} fires {shooting.weapon_words(weapon)} at {target.name}, {inches:.1f}" away.'
    game.tell(Aimed(piece=shooter.id, target=target.id, words=words, rule="nec.shooting.to-hit"))
    if dice:
        circumstance = replace(circumstance, sustained=True)
        sixes, fallen = _spray(game, shooter, weapon, target, dice, circumstance)
    else:
        sixes, fallen = _single(game, shooter, weapon, target, circumstance)
    return [*fallen, *ammo.spend(game, shooter, weapon, sixes)]


# ---------------------------------------------------------------- single shots


def _single(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, circumstance: Circumstance
) -> tuple[int, list[Fall]]:
    """The sixes that call for an ammo roll, and who fell."""
    battle = game.battle
    aim, why = shooting.aim_at(battle, shooter, weapon, target, apart(shooter, target), circumstance)
    rolling = game.rolling(shooter.id, {"nec.shooting.to-hit": why})
    if "web" in weapon.rules:
        roll = rolling.roll(to_hit, aim)
        if roll.hits:
            knock_over(game, target)
            aftereffects.web(game, target)
        else:
            _tell_came(game, target, "miss")
        return roll.sixes, []
    result = rolling.roll(shot, aim, shooting.hit_by(shooter, weapon, target), body_of(target))
    if result.came != "miss":
        knock_over(game, target)
    _tell_came(game, target, result.came)
    fall = take(game, target, result.body)
    if result.came != "miss" and "knockback" in weapon.rules:
        special.knock_back(game, shooter, target)
    return int(result.six), [fall] if fall else []


def _tell_came(game: Game, target: Fighter, came: Came) -> None:
    if came == "miss":
        game.tell(Note(words="It misses.", rule="nec.shooting.to-hit"))
    if came == "no-wound":
        words = f"{target.name} is not wounded."
        game.tell(Note(words=words, piece=target.id, rule="nec.shooting.wound-chart"))
    if came == "saved":
        game.tell(Note(words=f"{target.name}'s armour saves him.", piece=target.id, rule="nec.combat.saves"))


# ---------------------------------------------------------------- sustained fire (nec.M17)


def _sustained_dice(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, circumstance: Circumstance
) -> int:
    """A single shot (0), or sustained fire with as many dice as the weapon has: declared before measuring."""
    battle = game.battle
    most = shooting.fire_dice(battle, weapon)
    if not most:
        return 0
    options = [
        Option(
            str(n),
            "A single shot" if not n else f"Sustained fire, {shooting.dice_words(n)}",
            preview=partial(prospects.shot_preview, battle, shooter, weapon, target, circumstance, n),
        )
        for n in range(most + 1)
    ]
    text = f"{shooter.name}: single shot or sustained fire?"
    return int(game.ask(shooter.side, Choose(text, options, "nec.M17", shooter.id, kind="burst")))


def _spray(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, dice: int, circumstance: Circumstance
) -> tuple[int, list[Fall]]:
    """Sustained fire, spread among enemies within 4 inches of the first target if one likes: all the rolls to
    hit, then the wounds. The sixes and jams that call for an ammo roll, and who fell."""
    battle = game.battle
    burst = game.rolling(shooter.id).roll(sustained, dice)
    sixes = burst.jams
    jams = f", {counted(burst.jams, 'jam', 'a')}" if burst.jams else ""
    words = f"Sustained fire with {shooting.dice_words(dice)}: {counted(burst.shots, 'shot')}{jams}."
    game.tell(Note(words=words, piece=shooter.id, rule="nec.M17"))
    scored = []
    for foe, shots in _share_out(game, shooter, weapon, target, burst.shots, circumstance):
        aim, why = shooting.aim_at(battle, shooter, weapon, foe, apart(shooter, foe), circumstance)
        result = game.rolling(shooter.id, {"nec.shooting.to-hit": why}).roll(tally, shots, aim)
        sixes += result.sixes
        if result.hits:
            scored.append((foe, result.hits))
        else:
            game.tell(Note(words=f"Nothing hits {foe.name}.", piece=foe.id, rule="nec.shooting.to-hit"))
    fallen = []
    for foe, hits in scored:
        knock_over(game, foe)
        hit = shooting.hit_by(shooter, weapon, foe)
        if fall := take(game, foe, game.rolling(shooter.id).roll(blows, hits, (hit,), body_of(foe))):
            fallen.append(fall)
    return sixes, fallen


def _share_out(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, shots: int, circumstance: Circumstance
) -> list[tuple[Fighter, int]]:
    """How many shots at whom; the first is at the first target. Every further one has its odds."""
    if not shots:
        return []
    battle = game.battle
    locked = in_melee(battle)
    others = [
        foe
        for foe in battle.present(enemy(shooter.side))
        if foe is not target
        and apart(foe, target) <= SPREAD
        and apart(shooter, foe) <= weapon.reach(shooter.profile.S)
        and shooting.target_of(battle, shooter, foe, locked) is None
    ]
    share = {foe.id: 0 for foe in (target, *others)}
    share[target.id] = shots if not others else 1
    for number in range(2, shots + 1 if others else 2):
        options = [
            Option(
                foe.id,
                f'{foe.name}, {apart(shooter, foe):.1f}"',
                piece=foe.id,
                preview=partial(prospects.of_burst, battle, shooter, weapon, foe, circumstance),
            )
            for foe in (target, *others)
        ]
        text = f"{shooter.name}, shot {number} of {shots}: at whom?"
        share[game.ask(shooter.side, Choose(text, options, "nec.M17", piece=shooter.id, kind="spread"))] += 1
    return [(foe, share[foe.id]) for foe in (target, *others) if share[foe.id]]
