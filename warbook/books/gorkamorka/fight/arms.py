"""What a warrior fights with hand to hand, and the hits that he deals with it."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from warbook.books.gorkamorka.field.bodies import type_of
from warbook.books.gorkamorka.mob.data import armour, weapons
from warbook.books.gorkamorka.mob.lists import Weapon
from warbook.books.gorkamorka.state import Battle, Warrior
from warbook.books.gorkamorka.wounds.dice import Hit
from warbook.books.gorkamorka.wounds.harm import Strike, hit_on

Held = tuple[Weapon, ...]  # one weapon, or two single-handed ones

BOTH = 2  # hands
BARE = ("knife", "knuckledusters")  # with nothing better a krumpa hits harder
KRUMPA = 2
CAUGHT = ("grot", "human")  # who can be led away on a grabba stikk


# ---------------------------------------------------------------- weapons in hand


def loadouts(battle: Battle, warrior: Warrior) -> tuple[Held, ...]:
    """gce.R6.10: every way to arm himself, two weapons before one and the strongest first."""
    return _loadouts(melee_weapons(battle, warrior), warrior.profile.s)


def melee_weapons(battle: Battle, warrior: Warrior) -> tuple[str, ...]:
    """The weapons that he can fight with, the knife that everybody has included (gce.hand-to-hand.knife);
    neither those thrown away nor those that are being reloaded. Whether they are out of ammo does not matter
    (gce.weapon.classes, gce.R4.22)."""
    left = list(warrior.weapons)
    for name in warrior.thrown:
        if name in left:
            left.remove(name)
    loading = {name for name, turn in warrior.reloading if turn > battle.turn}
    close = [name for name in left if name not in loading and weapons()[name].close is not None]
    return tuple(close if "knife" in close else [*close, "knife"])


def two_handed(warrior: Warrior) -> bool:
    """gce.hand-to-hand.two-handed-carried: whether he carries anything that takes two hands."""
    return any(weapons()[name].two_handed for name in warrior.weapons)


@cache
def _loadouts(close: tuple[str, ...], strength: int) -> tuple[Held, ...]:
    """gce.hand-to-hand.double-handed: a two-handed weapon alone, of others any two. The extra die for these
    is another matter (gce.hand-to-hand.two-weapons)."""
    known = [weapons()[name] for name in close]
    found: list[Held] = [(weapon,) for weapon in known]
    found += combinations([weapon for weapon in known if not weapon.two_handed], 2)

    def power(weapon: Weapon) -> int:
        assert weapon.close is not None, "only what is used hand to hand is carried here"
        return weapon.close.strength_of(strength)

    ordered = [tuple(sorted(held, key=power, reverse=True)) for held in found]
    return tuple(sorted(ordered, key=lambda held: (len(held), *map(power, held)), reverse=True))


def blocks(warrior: Warrior, held: Held) -> bool:
    """Whether he has a shield, and a hand free for it (gce.S40)."""
    free = BOTH - sum(weapon.hands for weapon in held)
    return any(armour()[piece].blocks and armour()[piece].hands <= free for piece in warrior.armour)


def bomb(held: Held) -> Weapon | None:
    """What he holds that may go off in his hand."""
    return next((weapon for weapon in held if weapon.hth is not None and weapon.hth.may_explode), None)


def named(held: Held) -> str:
    return " and ".join(weapon.name for weapon in held)


# ---------------------------------------------------------------- hits


def strikes(battle: Battle, warrior: Warrior, held: Held, foe: Warrior | None = None) -> tuple[Strike, ...]:
    """The hits he deals, one for each weapon: gce.weapon.hth-strength, gce.weapon.hth-save-varies. On who has
    a thick skull they are 1 weaker."""
    return tuple(_strike(battle, warrior, weapon, foe) for weapon in held)


def _strike(battle: Battle, warrior: Warrior, weapon: Weapon, foe: Warrior | None) -> Strike:
    """With his own gce.warrior.strength, or what the weapon makes of it."""
    power = weapon.close
    assert power is not None, "only what is used hand to hand is held"
    strength = power.strength_of(warrior.profile.s) + _krumpa(battle, warrior)
    strength -= int(foe is not None and foe.skills.thick_skull)
    own = battle.rulings.hth_save_modifier_from == "wielder"  # gce.R5.14
    save_mod = power.modifies(warrior.profile.s if own else strength)
    return Strike(
        strength=max(0, strength),
        rule="gce.hand-to-hand.wound",
        harm="hand-to-hand",
        save_mod=save_mod,
        damage=power.damage,
    )


def _krumpa(battle: Battle, warrior: Warrior) -> int:
    if warrior.skills.krumpa and all(name in BARE for name in melee_weapons(battle, warrior)):
        return KRUMPA
    return 0


def hits_of(battle: Battle, warrior: Warrior, foe: Warrior, held: Held) -> tuple[Hit, ...]:
    """The same as the dice see them."""
    return tuple(hit_on(battle, foe, strike) for strike in strikes(battle, warrior, held, foe))


def explosion(weapon: Weapon) -> Strike:
    """A bomb that goes off hand to hand hits as it does when thrown."""
    return Strike(
        strength=weapon.strength,
        rule="gce.weapon.notes",
        harm="template",
        save_mod=weapon.save_mod,
        damage=weapon.damage,
    )


def captures(held: Held, loser: Warrior) -> bool:
    """Whether who is taken out with these weapons is led away."""
    return any(weapon.captures for weapon in held) and type_of(loser).race in CAUGHT
