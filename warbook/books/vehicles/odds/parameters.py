"""What the odds questions of the book may be given."""

from __future__ import annotations

from warbook.books.family.asked import save, skill
from warbook.books.vehicles.army.data import vehicles, weapons
from warbook.core.oddsbook import Parameter, flag


def ap(default: int | str) -> Parameter:
    return Parameter("the weapon's AP", default, (1, 6), ("-",))


STRENGTH = Parameter("the Strength of the hit", None, (0, 10))
AV = Parameter("the Armor Value of the side that is hit", None, (10, 14))
TOUGHNESS = Parameter("their Toughness", None, (1, 10))
LEADERSHIP = Parameter("the unit's Leadership", None, (0, 10))
OPEN_TOPPED = flag("the vehicle is Open-Topped")
WEAPONS = Parameter("how many of its weapons still work", 1, (0, 6))
IMMOBILIZED = flag("it is Immobilized already")
TWIN = flag("twin-linked")

PENETRATION = {
    "s": STRENGTH,
    "av": AV,
    "roll": Parameter(
        "one D6, the highest of two (Ordnance), or the sum of two (melta, melta bomb)",
        "d6",
        words=("d6", "highest", "sum"),
    ),
    "lance": flag("a lance: AV above 12 counts as 12"),
    "rending": flag("a 6 adds D3, with a single D6 only"),
}
SHOT = {
    "bs": skill("the firer's Ballistic Skill"),
    "s": STRENGTH,
    "av": AV,
    "twin": TWIN,
    **PENETRATION,
    "ap": ap(4),
    "cover": save("the vehicle's cover save"),
    "open_topped": OPEN_TOPPED,
    "weapons": WEAPONS,
    "immobilized": IMMOBILIZED,
    "flat_out": flag("a Skimmer that moved flat out, and crashes if it is Immobilized"),
}
VOLLEY = {"shots": Parameter("how many shots", None, (0, 20)), **SHOT}
ASSAULT = {
    "dice": Parameter("all attack dice together", None, (0, 40)),
    "av": Parameter("the Armor Value: the rear, of a Walker the front", None, (10, 14)),
    "speed": Parameter(
        "how far it went, or a Walker", "stationary", words=("stationary", "combat", "cruising", "walker")
    ),
    "s": Parameter("the attackers' Strength, unless they use grenades", 4, (0, 10)),
    "grenade": Parameter(
        "what they attack with", "none", words=("none", "frag", "krak", "melta", "tankbusta")
    ),
    "ws": skill("the attackers' Weapon Skill, against a Walker", 4),
    "b_ws": skill("the Walker's Weapon Skill", 4),
    "stunned": flag("it is Stunned"),
    "open_topped": OPEN_TOPPED,
    "weapons": WEAPONS,
    "immobilized": IMMOBILIZED,
}
BLAST = {
    "weapon": Parameter("what is fired", words=tuple(each.id for each in weapons().values() if each.blast)),
    "vehicle": Parameter("the vehicle it is aimed at", words=tuple(vehicles())),
    "bs": skill("the firer's Ballistic Skill"),
    "facing": Parameter("the side the firer stands at", "front", words=("front", "side", "rear")),
    "barrage": flag("fired as a barrage"),
    "sight": Parameter("the firer sees the vehicle: 0 for no, of a barrage only", 1, (0, 1)),
    "cover": save("the vehicle's cover save"),
}
RAM = {
    "a_av": Parameter("the front of the Tank that rams", None, (10, 14)),
    "b_av": Parameter("the side of the other that is struck", None, (10, 14)),
    "inches": Parameter("how far the Tank moved before the impact", None, (0, 24)),
    "b_tank": flag("the other is a Tank too"),
    "a_open": flag("the Tank that rams is Open-Topped"),
    "b_open": flag("the other is Open-Topped"),
    "a_weapons": Parameter("working weapons of the Tank that rams", 1, (0, 6)),
    "b_weapons": Parameter("working weapons of the other", 1, (0, 6)),
    "b_immobilized": flag("the other is Immobilized already"),
    "a_flat_out": flag("the Tank that rams is a Skimmer moving flat out"),
    "b_flat_out": flag("the other is a Skimmer that moved flat out"),
    "dodge": flag("the other tries to dodge"),
}
TANK_SHOCK = {"ld": LEADERSHIP, **PENETRATION, "ap": ap(4), "open_topped": OPEN_TOPPED}
PASSENGERS = {
    "models": Parameter("how many are aboard", None, (1, 20)),
    "t": TOUGHNESS,
    "ld": LEADERSHIP,
    "save": save("their armour save"),
    "how": Parameter("what becomes of the vehicle", "explodes", words=("explodes", "wrecked")),
    "open_topped": OPEN_TOPPED,
}
TROOPS = {
    "shots": Parameter("how many shots", None, (0, 60)),
    "bs": skill("the firers' Ballistic Skill"),
    "s": Parameter("the weapon's Strength", None, (1, 10)),
    "t": TOUGHNESS,
    "save": save("their armour save"),
    "ap": ap("-"),
    "cover": save("their cover save"),
    "inv": save("their invulnerable save"),
    "models": Parameter("how many they are", 10, (1, 60)),
    "twin": TWIN,
}
