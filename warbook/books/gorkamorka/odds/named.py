"""Who and what the odds questions know by name: fighters of the mobs and by type, weapons, circumstances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from warbook.books.gorkamorka.mob.building import mobs
from warbook.books.gorkamorka.mob.crews import fighter_names
from warbook.books.gorkamorka.mob.data import armour, factions, fighters, skills_of, vehicles, weapons
from warbook.books.gorkamorka.mob.lists import Fighter, Weapon
from warbook.books.gorkamorka.mob.written import Recruit
from warbook.books.gorkamorka.wounds.saves import saves_against
from warbook.core.oddsbook import Named, Role, apart, bringing, circumstances, sided
from warbook.core.shelf import load_book


@cache
def _people() -> list[Named]:
    """The fighters of all mobs, then the types by themselves."""
    found = []
    for mob in mobs().values():
        for name, recruit in zip(fighter_names(mob), mob.fighters, strict=True):
            found.append(person(name, mob.name, fighters()[recruit.type], recruit))
    for kind in fighters().values():
        found.append(person(kind.name, _faction(kind.faction), kind, Recruit(kind.id)))
    return apart(found)


def _faction(id: str) -> str:
    """The beasts of the desert have none."""
    return factions()[id].name if id in factions() else "Wild"


def person(name: str, of: str, kind: Fighter, recruit: Recruit) -> Named:
    """By what he carries: the save against a plain shot, a dodge left aside; the strongest of his weapons
    hand to hand, bombs left aside. gce.hand-to-hand.two-weapons, gce.hand-to-hand.two-handed-carried: one
    beside his knife makes two, unless he carries anything for both hands."""
    worn, carried = [armour()[id] for id in recruit.armour], [weapons()[id] for id in recruit.weapons]
    saves = [each.score for each in saves_against("shot", kind, worn, skills_of(()))]
    close = [weapons()["knife"], *(each for each in carried if each.close and each.kind != "thrown")]
    profile = kind.profile
    single = {weapon.id for weapon in close if not weapon.two_handed}
    blows = [weapon.close for weapon in close if weapon.close is not None]
    strength, save_mod = max(
        ((each.strength_of(profile.s), each.modifies(profile.s)) for each in blows),
        key=lambda blow: (blow[0], -blow[1]),
    )
    guns = tuple(each.name for weapon in carried for each in _guns(weapon))
    return Named(
        name,
        {
            "ws": profile.ws,
            "bs": profile.bs,
            "s": strength,
            "save_mod": save_mod,
            "t": profile.t,
            "w": profile.w,
            "i": profile.i,
            "a": max(1, profile.a),
            "ld": profile.ld,
            "save": min(saves, default="none"),
            "weapons": 2 if len(single) > 1 and not any(each.two_handed for each in carried) else 1,
        },
        of=of,
        has={"weapon": guns} if guns else {},
    )


@cache
def _arms() -> list[Named]:
    return apart(each for weapon in weapons().values() for each in _guns(weapon))


def _guns(weapon: Weapon) -> list[Named]:
    """What rolls to hit with a Strength of its own; with the modifier of the short range, and that of the
    long one where it is another."""
    if not weapon.short or weapon.user_strength or weapon.strength_d6 or not 1 <= weapon.strength <= 10:
        return []
    sets: dict[str, int | str] = {
        "s": weapon.strength,
        "save_mod": weapon.modifies(weapon.strength),
        "damage": weapon.damage,
        "ammo": "none" if weapon.ammo is None else weapon.ammo,
    }
    if weapon.sustained_dice:
        sets["dice"] = weapon.sustained_dice
    of = f"{weapon.kind.capitalize()} weapons"
    near = Named(weapon.name, sets, {"mods": weapon.hit_short}, of)
    if not weapon.long or weapon.hit_long == weapon.hit_short:
        return [near]
    return [near, Named(f"{weapon.name} at long range", sets, {"mods": weapon.hit_long}, of)]


def _met() -> list[Named]:
    table = load_book("gorkamorka").rules.rules["gce.shooting.hit-modifiers"].table
    return circumstances(table, "name", "mods")


def _bursts() -> list[Named]:
    return [each for each in _arms() if "dice" in each.sets]


def _rammers(parameter: str) -> Sequence[Named]:
    """A bike, or something bigger."""
    return apart(
        Named(kind.name, {parameter: "bike" if kind.size == "small" else "big"}, of=_faction(kind.faction))
        for kind in vehicles().values()
    )


_SHOOTER = Role("who shoots", lambda: bringing(_people(), "bs", has=("weapon",)))
_TARGET = Role("at whom", lambda: bringing(_people(), "t", "w", "save"))
_WHEN = Role("what makes it harder or easier", _met, several=True)
_FIGURES = ("s", "save_mod", "damage", "ammo", "mods")
SHOT = {
    "shooter": _SHOOTER,
    "weapon": Role("with what", lambda: bringing(_arms(), *_FIGURES)),
    "target": _TARGET,
    "when": _WHEN,
}
BURST = {**SHOT, "weapon": Role("with what", _bursts)}
_FIGHTS = ("ws", "a", "s", "save_mod", "i", "t", "save", "weapons")
FIGHT = {
    f"{side}_fighter": Role(f"who {side} is", lambda side=side: sided(side, bringing(_people(), *_FIGHTS)))  # type: ignore[misc]
    for side in "ab"
}
RAM = {
    "rammer": Role("which vehicle rams", lambda: _rammers("a")),
    "rammed": Role("which vehicle is rammed", lambda: _rammers("b")),
    "driver": Role(
        "who drives the rammed one",
        lambda: [Named(each.name, {"b_ld": each.sets["ld"]}, of=each.of) for each in _people()],
    ),
}
GRENADE = {"thrower": Role("who throws", lambda: bringing(_people(), "bs")), "when": _WHEN}
BOTTLE = {"fighter": Role("who tests", lambda: bringing(_people(), "ld"))}
