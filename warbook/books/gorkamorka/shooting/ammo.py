"""What firing costs a weapon: ammo rolls, explosions, reloading, what is thrown and gone."""

from __future__ import annotations

from warbook.books.gorkamorka.damage.effects import out_of_ammo
from warbook.books.gorkamorka.shooting.arms import Arm
from warbook.books.gorkamorka.shooting.dice import ammo_figure, ammo_roll
from warbook.books.gorkamorka.shooting.striking import harm_of, rolled
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.wounds.dice import shrugs_off
from warbook.books.gorkamorka.wounds.harm import Strike, strike
from warbook.core.events import Became, Note

RULE = "gce.special-weapons.ammo-roll"
EXPLODES = "gce.special-weapons.explode"


def spend(game: Game, shooter: Warrior, arm: Arm, calls: int) -> None:
    """After the shooting of one warrior, who called for so many ammo rolls by sixes and jams
    (gce.special-weapons.ammo-trigger, gce.special-weapons.ammo-sustained); a teardrop tests after every
    firing (gce.special-weapons.ammo-skorcha, gce.R4.20). The hits stand whatever comes of it (gce.R1.5)."""
    weapon = arm.weapon
    if weapon.uses:
        shooter.thrown = (*shooter.thrown, arm.root)
        return
    if weapon.reloads:
        kept = tuple(each for each in shooter.reloading if each[0] != arm.root)
        shooter.reloading = (*kept, (arm.root, _again(game.battle, shooter)))
    for _ in range(calls + int(weapon.ammo_every_shot)):
        if _tested(game, shooter, arm):
            return


def _again(battle: Battle, shooter: Warrior) -> int:
    """The turn in which it may fire again: a whole shooting phase of his own lies between."""
    order = battle.order
    to_come = order.index(shooter.side) > order.index(battle.side)
    return battle.turn + (1 if to_come else 2)


def _tested(game: Game, shooter: Warrior, arm: Arm) -> bool:
    """One ammo roll; whether the weapon has exploded, after which nothing more can happen to it (gce.R4.19).
    A bomma's first roll for bombs is left out; a gunboy shrugs off what goes wrong on a 4+."""
    weapon = arm.weapon
    assert weapon.ammo is not None, "whatever fires more than once has one"
    if weapon.kind == "thrown" and shooter.skills.bomma and not shooter.spared:
        shooter.spared = True
        game.tell(Note(words=f"{shooter.name} has more of them.", piece=shooter.id, rule=RULE))
        return False
    came = game.rolling(shooter.id).roll(ammo_roll, ammo_figure(weapon.ammo))
    if came == "fine":
        return False
    if shooter.skills.gunboy and game.rolling(shooter.id).roll(shrugs_off):
        game.tell(Note(words=f"{shooter.name} gets it to work.", piece=shooter.id, rule=RULE))
        return False
    if came == "explodes":
        _explode(game, shooter, arm)
        return True
    _run_out(game, shooter, arm)
    return False


def _run_out(game: Game, shooter: Warrior, arm: Arm) -> None:
    """gce.special-weapons.ammo-auto, gce.weapon.ammo-auto, gce.special-weapons.grenade-supply: useless until
    the battle is over."""
    if arm.mount:
        out_of_ammo(game, game.battle.vehicle(arm.mount), RULE)
    elif arm.root not in shooter.empty:
        shooter.empty = (*shooter.empty, arm.root)
        words = f"{shooter.name} has no more ammo for {arm.words}."
        game.tell(Became(piece=shooter.id, status="out of ammo", words=words, rule=RULE))


def _explode(game: Game, shooter: Warrior, arm: Arm) -> None:
    """gce.special-weapons.explode: its user alone is hit, at Strength - 1, and not pinned; the weapon is lost
    for the battle (gce.R4.21, gce.special-weapons.explode-repair). It is a hit of that weapon, so that it may
    set him alight (gce.R3.13)."""
    if arm.mount:
        game.battle.vehicle(arm.mount).weapon_state = "lost"
    elif arm.root not in shooter.empty:
        shooter.empty = (*shooter.empty, arm.root)
    words = f"{arm.words.capitalize()} explodes in {shooter.name}'s face."
    game.tell(Became(piece=shooter.id, status="out of ammo", words=words, rule=EXPLODES))
    weapon = arm.weapon
    strength = rolled(game, shooter, weapon)
    blow = Strike(
        strength=strength - 1,
        rule=EXPLODES,
        harm=harm_of(weapon),
        save_mod=weapon.modifies(strength),
        damage=weapon.damage,
        sets_on_fire=weapon.catches_fire,
    )
    if blow.strength > 0:
        strike(game, shooter, blow)
