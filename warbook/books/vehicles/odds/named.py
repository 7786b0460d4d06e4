"""Who and what the odds questions know by name: units, weapons, vehicles by the side that is hit."""

from __future__ import annotations

from functools import cache

from warbook.books.vehicles.army.data import ammunitions, factions, shooters, units, vehicles, weapons
from warbook.books.vehicles.army.lists import Facing, VehicleType, Weapon
from warbook.core.oddsbook import Named, Role, apart, bringing

SIDES: tuple[Facing, ...] = ("front", "side", "rear")


@cache
def _firers() -> list[Named]:
    """Models of the units, and vehicles with their guns."""
    found = []
    for unit in units().values():
        for model in unit.models:
            guns = tuple(weapon.name for weapon in shooters(model))
            name = f"{unit.name}: {model.name}"
            has = {"weapon": guns} if guns else {}
            found.append(Named(name, {"bs": model.profile.bs}, of=factions()[unit.faction].name, has=has))
    for kind in vehicles().values():
        guns = tuple(dict.fromkeys(weapon.name for gun in kind.guns for weapon in ammunitions(gun)))
        has = {"weapon": guns} if guns else {}
        found.append(Named(kind.name, {"bs": kind.bs}, of=factions()[kind.faction].name, has=has))
    return apart(found)


@cache
def _troops() -> list[Named]:
    """The units, each as the models that it has most of."""
    found = []
    for unit in units().values():
        model = max(unit.models, key=lambda each: each.count)
        profile = model.profile
        sets: dict[str, int | str] = {
            "t": profile.t,
            "ld": max(each.profile.ld for each in unit.models),
            "s": profile.s,
            "ws": profile.ws,
            "save": _save(model.save),
            "inv": _save(unit.invulnerable_save),
            "models": unit.size,
        }
        found.append(Named(unit.name, sets, of=factions()[unit.faction].name))
    return apart(found)


@cache
def _arms() -> list[Named]:
    """What is fired without a marker or a template, with its printed shots; a melta within half its range
    too."""
    return apart(each for weapon in weapons().values() for each in _fired(weapon))


def _fired(weapon: Weapon) -> list[Named]:
    if not weapon.ranged or weapon.blast or weapon.template or not weapon.strength:
        return []
    of = weapon.type.replace("_", " ").capitalize()
    plain = Named(weapon.name, _figures(weapon) | {"shots": weapon.shots}, of=of)
    if not weapon.melta:
        return [plain]
    return [plain, Named(f"{weapon.name} within half range", {**plain.sets, "roll": "sum"}, of=of)]


def _figures(weapon: Weapon) -> dict[str, int | str]:
    return {
        "s": weapon.strength,
        "ap": "-" if weapon.ap is None else weapon.ap,
        "twin": int(weapon.twin_linked),
        "roll": "highest" if weapon.ordnance else "d6",
        "lance": int(weapon.lance),
        "rending": int(weapon.rending),
    }


@cache
def _hulls() -> list[Named]:
    """Every vehicle by the side that is hit."""
    return apart(
        Named(
            f"{kind.name} from the {side}" if side != "front" else kind.name,
            {
                "av": kind.armour.of(side),
                "open_topped": int(kind.open_topped),
                "weapons": min(6, len(kind.guns)),
            },
            of=factions()[kind.faction].name,
        )
        for kind in vehicles().values()
        for side in SIDES
        if side == "front" or kind.armour.of(side) != kind.armour.front
    )


def _assaulted() -> list[Named]:
    """The rear is struck, of a Walker the front (veh.assault.to-hit)."""
    return apart(
        Named(
            kind.name,
            {
                "av": kind.armour.front if kind.walker else kind.armour.rear,
                "speed": "walker" if kind.walker else "stationary",
                "b_ws": kind.walker.ws if kind.walker else 4,
                "open_topped": int(kind.open_topped),
                "weapons": min(6, len(kind.guns)),
            },
            of=factions()[kind.faction].name,
        )
        for kind in vehicles().values()
    )


def _rammers() -> list[Named]:
    return apart(_ram("a", kind, "front") for kind in vehicles().values() if kind.tank)


def _rammed() -> list[Named]:
    return apart(_ram("b", kind, side) for kind in vehicles().values() for side in SIDES)


def _ram(who: str, kind: VehicleType, side: Facing) -> Named:
    sets: dict[str, int | str] = {
        f"{who}_av": kind.armour.of(side),
        f"{who}_open": int(kind.open_topped),
        f"{who}_weapons": min(6, len(kind.guns)),
    }
    if who == "b":
        sets["b_tank"] = int(kind.tank)
    name = kind.name if who == "a" else f"{kind.name} in its {side}"
    return Named(name, sets, of=factions()[kind.faction].name)


def _save(save: int) -> int | str:
    return save if save <= 6 else "none"


_PENETRATION = ("s", "roll", "lance", "rending")
_HULL = ("av", "open_topped", "weapons")
PENETRATE = {
    "weapon": Role("with what", lambda: bringing(_arms(), *_PENETRATION)),
    "target": Role("which vehicle, from where", lambda: bringing(_hulls(), "av")),
}
SHOT = {
    "firer": Role("who fires", lambda: bringing(_firers(), "bs", has=("weapon",))),
    "weapon": Role("with what", lambda: bringing(_arms(), *_PENETRATION, "ap", "twin")),
    "target": Role("at which vehicle, from where", lambda: bringing(_hulls(), *_HULL)),
}
VOLLEY = {
    **SHOT,
    "weapon": Role("with what", lambda: bringing(_arms(), *_PENETRATION, "ap", "twin", "shots")),
}
ASSAULT = {
    "attackers": Role("who attacks", lambda: bringing(_troops(), "s", "ws")),
    "target": Role("which vehicle", _assaulted),
}
BLAST = {"firer": Role("who fires", lambda: bringing(_firers(), "bs"))}
RAM = {
    "rammer": Role("which Tank rams", _rammers),
    "rammed": Role("which vehicle is struck, and where", _rammed),
}
TANK_SHOCK = {
    "unit": Role("who is shocked", lambda: bringing(_troops(), "ld")),
    "weapon": Role("with what it strikes", lambda: bringing(_arms(), *_PENETRATION, "ap")),
    "tank": Role("the Tank", lambda: bringing(_hulls(), "av", "open_topped")),
}
PASSENGERS = {"unit": Role("who is aboard", lambda: bringing(_troops(), "t", "ld", "save"))}
TROOPS = {
    "firer": Role("who fires", lambda: bringing(_firers(), "bs", has=("weapon",))),
    "weapon": Role("with what", lambda: bringing(_arms(), "s", "ap", "twin", "shots")),
    "target": Role("at whom", lambda: bringing(_troops(), "t", "save", "inv", "models")),
}
