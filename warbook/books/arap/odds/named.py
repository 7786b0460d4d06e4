"""Who and what the odds questions know by name: kinds of figures, squads, weapons, circumstances."""

from __future__ import annotations

from functools import cache

from warbook.books.arap.army.data import make_fighter, sizes, stock
from warbook.books.arap.army.lists import Profile, Weapon
from warbook.core.oddsbook import Named, Role, apart, bringing, circumstances, sided
from warbook.core.shelf import load_book

MOST_WOUNDS = 6  # that the questions ask for
MOST_FIGURES = 20


@cache
def _squads() -> list[Named]:
    """The squads, each as the figures that it has most of, and the kinds of figures one by one."""
    known = stock()
    found = []
    for squad in known.squads.values():
        members = max(squad.members, key=lambda each: each.count)
        kind = make_fighter(members, known)
        found.append(_unit(squad.name, squad.group, kind.profile, squad.size, kind.weapons))
    for profile in known.profiles.values():
        guns = tuple(known.weapons[id] for id in profile.weapons)
        found.append(_unit(profile.name, "One figure", profile, 1, guns))
    return apart(found)


def _unit(name: str, of: str, profile: Profile, size: int, guns: tuple[Weapon, ...]) -> Named:
    """A melee weapon is the first that they carry."""
    known = stock()
    blow = known.melee_weapons[profile.melee[0]] if profile.melee else None
    armed = tuple(each.name for gun in guns for each in _fired(gun))
    return Named(
        name,
        {
            "m": profile.move or 1,
            "ws": profile.ws,
            "bs": profile.bs,
            "s": min(20, blow.strength_of(profile.s) if blow else profile.s),
            "t": profile.t,
            "w": min(MOST_WOUNDS, profile.w),
            "i": profile.i,
            "a": profile.a,
            "ld": profile.ld,
            "n": min(MOST_FIGURES, size),
            "save": _save(profile.save),
            "inv": _save(profile.invulnerable),
            "ap": "none" if blow is None or blow.ap is None else blow.ap,
            "radius": int(sizes()[profile.size].melee_radius),
        },
        of=of,
        has={"weapon": armed} if armed else {},
    )


@cache
def _arms() -> list[Named]:
    """What rolls to hit, with its listed shots; a Salvo weapon at half range too, a melta within half of
    it."""
    return apart(each for weapon in stock().weapons.values() for each in _fired(weapon))


def _fired(weapon: Weapon) -> list[Named]:
    if (
        weapon.area
        or weapon.template
        or weapon.type in ("grenade", "bomb")
        or not isinstance(weapon.strength, int)
    ):
        return []
    sets: dict[str, int | str] = {
        "s": weapon.strength,
        "ap": "none" if weapon.ap is None else weapon.ap,
        "damage": weapon.damage,
        "shots": weapon.shots,
    }
    of = weapon.type.replace("_", " ").capitalize()
    found = [Named(weapon.name, sets, of=of)]
    if weapon.shots_half:
        found.append(Named(f"{weapon.name} at half range", {**sets, "shots": weapon.shots_half}, of=of))
    if "melta" in weapon.rules:
        found.append(Named(f"{weapon.name} within half range", {**sets, "melta": 1}, of=of))
    return found


def _save(save: int) -> int | str:
    return save if save <= 6 else "none"


def _met(rule: str) -> list[Named]:
    return circumstances(load_book("arap").rules.rules[rule].table, "when", "mods")


def _renamed(parameters: dict[str, str]) -> list[Named]:
    """The squads with their figures under other names."""
    return [
        Named(
            each.name,
            {parameters[name]: value for name, value in each.sets.items() if name in parameters},
            of=each.of,
        )
        for each in _squads()
    ]


_WHEN = Role("what makes it harder or easier", lambda: _met("arap.shooting.hit-modifiers"), several=True)
_TARGET = ("t", "n", "w", "save", "inv")
_FIGHTS = ("n", "ws", "s", "t", "i", "a", "ld", "w", "save", "inv", "ap")
ACTIVATION = {
    "unit": Role("who is tried", lambda: bringing(_squads(), "i")),
    "next": Role("who would take the failed dice", lambda: _renamed({"i": "next_i"})),
}
FIRE = {
    "shooter": Role("who shoots", lambda: bringing(_squads(), "bs", has=("weapon",))),
    "weapon": Role("with what", _arms),
    "target": Role("at whom", lambda: bringing(_squads(), *_TARGET)),
    "when": _WHEN,
}
STAND_AND_FIRE = {
    "unit": Role("who is Charged", lambda: bringing(_squads(), "i", has=("weapon",))),
    "weapon": Role("with what they fire", lambda: bringing(_arms(), "s", "ap", "shots")),
    "chargers": Role("who Charges", lambda: bringing(_squads(), *_TARGET, "m")),
    "when": _WHEN,
}
TEMPLATE = {
    "firer": Role("who fires", lambda: [each for each in bringing(_squads(), "bs") if each.sets["bs"]])
}
SCATTER = {"firer": Role("who fires", lambda: bringing(_squads(), "bs"))}
CHARGE = {
    "chargers": Role(
        "who Charges",
        lambda: [each for each in bringing(_squads(), "m", "radius") if int(each.sets["m"]) > 2],
    ),
    "target": Role("who runs from it", lambda: _renamed({"m": "runs_m"})),
}
MELEE = {
    f"{side}_unit": Role(f"who {side} is", lambda side=side: sided(side, bringing(_squads(), *_FIGHTS)))  # type: ignore[misc]
    for side in "ab"
}
MORALE = {"unit": Role("who tests", lambda: bringing(_squads(), "ld"))}
ROUT = {
    "routers": Role("who routs", lambda: bringing(_squads(), "ld", "m", "n", "t", "save", "inv")),
    "by": Role(
        "who pursues",
        lambda: _renamed({"n": "pursuers", "m": "p_m", "radius": "radius", "s": "s", "ap": "ap"}),
    ),
}
