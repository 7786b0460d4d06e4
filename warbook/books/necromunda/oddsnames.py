"""Who and what the odds questions know by name: fighters of the gangs and by type, weapons, circumstances."""

from __future__ import annotations

from functools import cache

from warbook.books.necromunda.combat import in_hand
from warbook.books.necromunda.data import Weapon, armour, fighter_types, weapons
from warbook.books.necromunda.deploy import recruited
from warbook.books.necromunda.gangs import gangs
from warbook.books.necromunda.harm import save_mod_of, strength_of
from warbook.books.necromunda.state import SIDES, Fighter, Recruit
from warbook.core.oddsbook import Named, Role, apart, bringing, circumstances, sided
from warbook.core.shelf import load_book


@cache
def _people() -> list[Named]:
    """The fighters of all gangs, called as in a battle of the first two; then the types by themselves."""
    found = []
    for place, gang in enumerate(gangs().values()):
        side = SIDES[min(place, len(SIDES) - 1)]
        for number, recruit in enumerate(gang.fighters, 1):
            found.append(_person(recruited(side, number, recruit), gang.name))
    for id, kind in fighter_types().items():
        found.append(_person(recruited("a", 1, Recruit(id, name=kind.name)), "By type"))
    return apart(found)


def _person(fighter: Fighter, of: str) -> Named:
    profile, worn = fighter.profile, armour().get(fighter.armour)
    held = in_hand(fighter)
    guns = tuple(each.name for id in fighter.weapons for each in _guns(weapons()[id]))
    return Named(
        fighter.name,
        {
            "ws": profile.WS,
            "bs": profile.BS,
            "t": profile.T,
            "w": profile.W,
            "i": profile.I,
            "ld": profile.Ld,
            "save": worn.save if worn else "none",
            # nec.combat.attack-dice: one more for a second weapon (nec.M26).
            "a": profile.A + (len(held) == 2),
            "s": max(strength_of(weapon, fighter) for weapon in held),
            "encumbered": int(any(weapons()[id].list == "heavy" for id in fighter.weapons)),
        },
        of=of,
        has={"weapon": guns} if guns else {},
    )


@cache
def _arms() -> list[Named]:
    """What rolls to hit, at short and at long range; whose Strength is the user's own is left out."""
    return apart(each for weapon in weapons().values() for each in _guns(weapon))


def _guns(weapon: Weapon) -> list[Named]:
    """nec.M12: the modifier of the short range, and that of the long one where it is another."""
    if not weapon.ranged or weapon.template or not isinstance(weapon.strength, int) or not weapon.strength:
        return []
    sets = {"s": weapon.strength, "save_mod": save_mod_of(weapon, weapon.strength), "damage": weapon.damage}
    of = weapon.list.replace("_", " ").capitalize()
    near = Named(weapon.name, sets, {"mods": weapon.hit_short}, of)
    if weapon.hit_long == weapon.hit_short or not weapon.long[1]:
        return [near]
    return [near, Named(f"{weapon.name} at long range", sets, {"mods": weapon.hit_long}, of)]


def _met() -> list[Named]:
    table = load_book("necromunda").rules.rules["nec.shooting.hit-modifiers"].table
    return circumstances(table, "when", "mods")


SHOT = {
    "shooter": Role("who shoots", lambda: bringing(_people(), "bs", has=("weapon",))),
    "weapon": Role("with what", _arms),
    "target": Role("at whom", lambda: bringing(_people(), "t", "w", "save")),
    "when": Role("what makes it harder or easier", _met, several=True),
}
_FIGHTS = ("ws", "a", "s", "i", "t", "save", "encumbered")
FIGHT = {
    f"{side}_fighter": Role(f"who {side} is", lambda side=side: sided(side, bringing(_people(), *_FIGHTS)))  # type: ignore[misc]
    for side in "ab"
}
LEADERSHIP = {"fighter": Role("who tests", lambda: bringing(_people(), "ld"))}
PINNED = {"fighter": Role("who is pinned", lambda: bringing(_people(), "i"))}
