"""From the dice back to the table: what a hit does to a warrior, told and put into effect."""

from __future__ import annotations

from msgspec import Struct

from warbook.books.family.wording import counted
from warbook.books.gorkamorka.field.bodies import type_of
from warbook.books.gorkamorka.mob.data import armour
from warbook.books.gorkamorka.mob.lists import Damage
from warbook.books.gorkamorka.scrap import drop, put_down
from warbook.books.gorkamorka.state import NEST, Battle, Game, Warrior
from warbook.books.gorkamorka.wounds.dice import (
    FLESH_TO,
    Body,
    Hit,
    catches_fire,
    save_score,
    struck,
    wound_score,
)
from warbook.books.gorkamorka.wounds.saves import Harm, saves_against
from warbook.core.events import Became, Note, Removed

TOUGH_FLESH_TO = 3  # of who is 'ard as nails


class Strike(Struct, frozen=True, kw_only=True):
    """A hit that a warrior takes, from whatever source. `rule` is what caused it."""

    strength: int
    rule: str
    harm: Harm = "fall"  # what saves help against it
    save_mod: int = 0
    damage: Damage = 1
    pins: bool = False  # shots and their templates only (gce.R5.5)
    sets_on_fire: int = 0  # the roll that sets alight; 0: it does not
    injury_dice: int = 1  # of which the highest counts


def fall_of(rule: str) -> Strike:
    """Every fall, and every knock without a Strength of its own, is a Strength 3 hit."""
    return Strike(strength=3, rule=rule)


# ---------------------------------------------------------------- the dice's view of a warrior


def body_of(warrior: Warrior) -> Body:
    """A warrior as the dice see him (gce.warrior.wounds). gce.wounding.flesh-wound-limit: out with WS and BS
    both at 0."""
    return Body(
        wounds=warrior.wounds,
        flesh=warrior.flesh,
        state="out" if not warrior.on_table else "down" if warrior.down else "up",
        grit=max(warrior.profile.ws, warrior.profile.bs),
        flesh_to=TOUGH_FLESH_TO if warrior.skills.ard_as_nails else FLESH_TO,
    )


def ws(warrior: Warrior) -> int:
    """gce.warrior.weapon-skill, gce.wounding.flesh-wound; never below 0 (gce.R5.8)."""
    return max(0, warrior.profile.ws - warrior.flesh)


def bs(warrior: Warrior) -> int:
    """gce.warrior.ballistic-skill, gce.wounding.flesh-wound; never below 0 (gce.R5.8)."""
    return max(0, warrior.profile.bs - warrior.flesh)


def hit_on(battle: Battle, target: Warrior, strike: Strike) -> Hit:
    """What the strike needs against this target (gce.warrior.toughness)."""
    return Hit(
        wound=wound_score(strike.strength, target.profile.t),
        save=save_of(battle, target, strike),
        damage=strike.damage,
        save_each=battle.rulings.save_per == "wound",
        injury_dice=strike.injury_dice,
    )


def save_of(battle: Battle, target: Warrior, strike: Strike) -> int:
    """gce.wounding.save: one save, the best after modifiers (gce.R5.2)."""
    worn = [armour()[piece] for piece in target.armour]
    saves = saves_against(strike.harm, type_of(target), worn, target.skills)
    return save_score(saves, strike.save_mod, battle.rulings.save_one_fails)


# ---------------------------------------------------------------- a hit


def strike(game: Game, target: Warrior, blow: Strike) -> None:
    """gce.wounding.scope: pinning first, then the roll to wound, the save, the injury; then whether he
    catches fire. Who is off the table takes no more."""
    if not target.on_table:
        return
    if blow.pins:
        pin(game, target)
    dice = game.rolling(target.id)
    after = dice.roll(struck, hit_on(game.battle, target, blow), body_of(target))
    if after.came != "wounded":
        words = f"{target.name} is {'saved' if after.came == 'saved' else 'not wounded'}."
        rule = "gce.wounding.save" if after.came == "saved" else "gce.wounding.wound-roll"
        game.tell(Note(words=words, piece=target.id, rule=rule))
    take_harm(game, target, after.body)
    if blow.sets_on_fire:
        catch_fire(game, target, blow.sets_on_fire)


def pin(game: Game, target: Warrior) -> None:
    """gce.wounding.pin-on-hit, gce.wounding.pin-vehicles: crews too. Down replaces pinned (gce.R5.6)."""
    if target.down or target.pinned or not target.on_table:
        return
    if type_of(target).immune_to_pinning:
        words = f"{target.name} cannot be pinned."
        game.tell(Note(words=words, piece=target.id, rule="gce.wounding.pin-immune"))
        return
    target.pinned, target.pinned_since = True, game.battle.now
    target.overwatch = False
    words = f"{target.name} is hit and pinned."
    game.tell(Became(piece=target.id, status="pinned", words=words, rule="gce.wounding.pin-on-hit"))


def take_harm(game: Game, target: Warrior, body: Body) -> None:
    """Put what the dice did to a body into effect."""
    if body.flesh > target.flesh:
        left = ", which leaves 0 of both" if body.flesh >= body.grit else ""
        wounds = counted(body.flesh, "flesh wound", "a")
        words = f"{target.name} has {wounds}: -{body.flesh} WS and BS{left}."
        game.tell(Became(piece=target.id, status="flesh wound", words=words, rule="gce.wounding.flesh-wound"))
    elif body.wounds < target.wounds and body.state == "up":
        words = f"{target.name} loses {counted(target.wounds - body.wounds, 'wound', 'a')}."
        game.tell(Note(words=words, piece=target.id, rule="gce.wounding.lose-wound"))
    target.flesh, target.wounds = body.flesh, body.wounds
    if body.state == "out":
        out_of_action(game, target)
    elif body.state == "down" and not target.down:
        go_down(game, target)


def go_down(game: Game, target: Warrior) -> None:
    """gce.wounding.down: Down rather than pinned (gce.R5.6); his fire goes out (gce.foot.on-fire-ends)."""
    target.down = True
    target.pinned = target.hidden = target.overwatch = False
    words = f"{target.name} goes Down."
    game.tell(Became(piece=target.id, status="down", words=words, rule="gce.wounding.down"))
    put_out(game, target, "gce.foot.on-fire-ends")
    drop(game, target)


def out_of_action(game: Game, target: Warrior) -> None:
    """gce.wounding.out-of-action: taken off the table."""
    put_out(game, target, "gce.foot.on-fire-ends")
    drop(game, target)
    words = f"{target.name} is Out of Action."
    leave_table(game, target, words, "gce.wounding.out-of-action")
    target.place = "out"
    if target.side == NEST and game.battle.setup.scenario.nest is not None:
        put_down(game, "carcass", target.spot, f"The carcass of {target.name} lies there.")


def leave_table(game: Game, target: Warrior, words: str, rule: str) -> None:
    """He is on the table no longer; all that was his state there is gone with him."""
    battle = game.battle
    if target.aboard:
        ride = battle.vehicle(target.aboard)
        target.x, target.y, target.z = ride.x, ride.y, 0.0
    target.place = "off"
    target.aboard, target.station, target.clings = "", "", False
    target.down = target.pinned = target.hidden = target.overwatch = target.burning = False
    target.netted = target.hobbled = False
    target.fighting = ()
    game.tell(Removed(piece=target.id, words=words, rule=rule))


# ---------------------------------------------------------------- fire


def catch_fire(game: Game, target: Warrior, need: int) -> None:
    """gce.R3.13: who is neither Down nor Out of Action after a hit of such a weapon may catch fire."""
    if game.battle.rulings.catch_fire_on_foot == "never" or not target.on_table:
        return
    if target.down or target.burning or not game.rolling(target.id).roll(catches_fire, need):
        return
    target.burning, target.hidden, target.overwatch = True, False, False
    words = f"{target.name} is on fire."
    game.tell(Became(piece=target.id, status="burning", words=words, rule="gce.foot.on-fire-roll"))


def put_out(game: Game, target: Warrior, rule: str) -> None:
    """His fire goes out, if he burns."""
    if not target.burning:
        return
    target.burning = False
    words = f"The fire on {target.name} goes out."
    game.tell(Became(piece=target.id, status="burning", gained=False, words=words, rule=rule))
