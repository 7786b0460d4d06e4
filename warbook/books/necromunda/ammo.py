"""Ammunition (nec.M9): the rolls that a shot may call for, and weapons that blow up."""

from __future__ import annotations

from warbook.books.necromunda.aim import Ammo, ammo_roll
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.harm import Fall, body_of, hit_on, hotshot, save_mod_of, strength_of, take
from warbook.books.necromunda.injury import blow
from warbook.books.necromunda.shooting import magazine
from warbook.books.necromunda.state import Battle, Fighter, Game
from warbook.core.events import Became, Note


def spend(game: Game, shooter: Fighter, weapon: Weapon, sixes: int) -> list[Fall]:
    """nec.M9: an ammo roll for each 6 to hit and each jam; one-shot and recharging weapons; nothing for one
    whom his own blast took out of action. The shooter's fall, if his weapon blew up and felled him."""
    battle = game.battle
    if not shooter.on_table:
        return []
    root = magazine(weapon)
    if weapon.ammo == "one-shot":
        shooter.empty = (*shooter.empty, root)
        return []
    if "recharge-one-turn" in weapon.rules:
        again = battle.next_turn(shooter.side) + 1
        shooter.recharging = (*(r for r in shooter.recharging if r[0] != root), (root, again))
    if not battle.rulings.ammo_rolls:
        return []
    ammo = ammo_of(battle, shooter, weapon)
    for _ in range(max(sixes, int("ammo-test-every-shot" in weapon.rules))):
        result = game.rolling(shooter.id).roll(ammo_roll, ammo)
        if result != "fine" and root not in shooter.empty:
            shooter.empty = (*shooter.empty, root)
            words = f"{shooter.name}'s {weapon.name.lower()} is out of ammo."
            game.tell(Became(piece=shooter.id, status="out of ammo", words=words, rule="nec.M9"))
        if result == "explodes":
            fall = _explode(game, shooter, weapon)
            return [fall] if fall else []
    return []


def ammo_of(battle: Battle, shooter: Fighter, weapon: Weapon) -> Ammo:
    """What an ammo roll of this weapon needs. A reload adds 1 to it, but not where it fails anyway."""
    score = 6 if hotshot(weapon, shooter) else weapon.ammo if isinstance(weapon.ammo, int) else 7
    if "weapon_reload" in shooter.gear and score < 7:
        score -= 1
    below = score if battle.rulings.explodes_on == "below-ammo" else 2
    return Ammo(score, below, "ammo-fail-explodes" in weapon.rules)


def _explode(game: Game, shooter: Fighter, weapon: Weapon) -> Fall | None:
    """One hit on the user at the weapon's Strength - 1."""
    game.tell(Note(words=f"It explodes in {shooter.name}'s hands.", piece=shooter.id, rule="nec.M9"))
    strength = strength_of(weapon, shooter)
    hit = hit_on(shooter, strength - 1, save_mod_of(weapon, strength), weapon)
    return take(game, shooter, game.rolling(shooter.id).roll(blow, hit, body_of(shooter)))
