"""From the dice back to the table: what an attack has done to a fighter, told and put into effect."""

from __future__ import annotations

from msgspec import Struct

from warbook.board.geometry import Spot
from warbook.books.family.wording import counted
from warbook.books.necromunda import loot
from warbook.books.necromunda.data import Weapon, armour
from warbook.books.necromunda.injury import NEVER, Body, Hit, save_score, wound_score
from warbook.books.necromunda.sight import engaged
from warbook.books.necromunda.state import Battle, Fighter, Game
from warbook.core.events import Became, Note, Removed

LAS = ("lasgun", "laspistol")


class Fall(Struct, frozen=True):
    """Who went down or out of action, and where he lay then (nec.A31)."""

    fighter: Fighter
    spot: Spot


def body_of(fighter: Fighter) -> Body:
    """A fighter as the dice see him. A bio-booster is used up with the first injury roll, which takes the
    last wound."""
    return Body(
        wounds=fighter.wounds,
        flesh=fighter.flesh,
        state="out" if not fighter.on_table else "down" if fighter.down else "up",
        grit=max(fighter.profile.WS, fighter.profile.BS),
        booster="bio_booster" in fighter.gear and fighter.wounds > 0,
        coma=fighter.comatose,
    )


def ws(fighter: Fighter) -> int:
    """nec.injury.flesh-wound: never below 0 (nec.M21)."""
    return max(0, fighter.profile.WS - fighter.flesh)


def bs(fighter: Fighter) -> int:
    """nec.injury.flesh-wound: never below 0 (nec.M21)."""
    return max(0, fighter.profile.BS - fighter.flesh)


def hit_on(target: Fighter, strength: int, save_mod: int, weapon: Weapon, template: bool = False) -> Hit:
    """The hit that a strength and a weapon make on this target."""
    worn = armour().get(target.armour) if target.armour else None
    save = 0
    if worn is not None:
        save = worn.save_vs_templates if template and worn.save_vs_templates else worn.save
    return Hit(
        wound=wound_score(strength, target.profile.T) if strength > 0 else NEVER,
        save=save_score(save, save_mod),
        damage=weapon.damage,
        out_from=5 if "high-impact" in weapon.rules else 6,
        again="re-roll-to-wound" in weapon.rules,
        toxic="toxic" in weapon.rules,
    )


def strength_of(weapon: Weapon, user: Fighter) -> int:
    """A weapon's Strength, or its user's with a bonus (nec.M5)."""
    if isinstance(weapon.strength, int):
        return weapon.strength + hotshot(weapon, user)
    return user.profile.S + int(weapon.strength.removeprefix("user") or 0)


def hotshot(weapon: Weapon, user: Fighter) -> bool:
    """Whether the weapon draws on a hotshot power pack: +1 Strength, ammo 6."""
    return weapon.id in LAS and "hotshot_pack" in user.gear


def save_mod_of(weapon: Weapon, strength: int) -> int:
    """nec.M7b: a variable modifier is -1 at Strength 4 and one more for each point above."""
    if weapon.save_mod == "by-strength":
        return -max(0, strength - 3)
    return weapon.save_mod


def knock_over(game: Game, target: Fighter) -> None:
    """nec.shooting.knocked-over: hit by shooting, he is laid face up and pinned, whatever follows. Whoever is
    engaged is free of pinning at once (nec.combat.pinned-escape)."""
    target.overwatch = False
    if target.down or target.pinned or engaged(game.battle, target):
        return
    target.pinned = True
    words = f"{target.name} is hit and pinned."
    game.tell(Became(piece=target.id, status="pinned", words=words, rule="nec.shooting.knocked-over"))


def take(game: Game, target: Fighter, body: Body) -> Fall | None:
    """Put what the dice did to a body into effect. His fall, if he went down or out of action just now."""
    if body.flesh > target.flesh:
        words = f"{target.name} has {counted(body.flesh, 'flesh wound', 'a')}: -{body.flesh} WS and BS."
        game.tell(Became(piece=target.id, status="flesh wound", words=words, rule="nec.injury.flesh-wound"))
    elif body.wounds < target.wounds and body.state == "up":
        words = f"{target.name} loses {counted(target.wounds - body.wounds, 'wound', 'a')}."
        game.tell(Note(words=words, piece=target.id, rule="nec.injury.trigger"))
    target.flesh, target.wounds, target.comatose = body.flesh, body.wounds, body.coma
    if body.state == "out":
        return out_of_action(game, target)
    if body.state == "down" and not target.down:
        return go_down(game, target)
    return None


def go_down(game: Game, target: Fighter) -> Fall:
    """nec.injury.down, nec.injury.down-model: face down, and down rather than pinned
    (nec.pinning.remains)."""
    target.down = True
    target.pinned = target.hidden = target.overwatch = False
    words = f"{target.name} goes down."
    game.tell(Became(piece=target.id, status="down", words=words, rule="nec.injury.down-model"))
    loot.drop(game, target)
    return Fall(target, target.spot)


def out_of_action(game: Game, target: Fighter) -> Fall:
    """nec.injury.out-of-action: removed from the table."""
    loot.drop(game, target)
    target.place = "out"
    target.down = target.pinned = target.hidden = target.overwatch = target.broken = False
    words = f"{target.name} is out of action."
    game.tell(Removed(piece=target.id, words=words, rule="nec.injury.out-of-action"))
    return Fall(target, target.spot)


def lost(battle: Battle, side: str) -> int:
    """nec.bottle.trigger: fighters down or out of action; those who fled the table count too (nec.A15)."""
    return len([f for f in battle.fighters if f.side == side and (f.down or f.place in ("out", "fled"))])
