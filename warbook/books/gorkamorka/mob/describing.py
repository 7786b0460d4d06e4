"""What fighters, weapons, armour, skills, vehicles and fittings are, in words to choose by."""

from __future__ import annotations

from warbook.books.family.profiles import profile_words
from warbook.books.gorkamorka.mob.data import weapon_rules, weapons
from warbook.books.gorkamorka.mob.lists import (
    Ammo,
    Armour,
    DamageRow,
    Fighter,
    Gubbin,
    Location,
    Power,
    Skill,
    VehicleType,
    Weapon,
)

KINDS = {
    "hth": "hand to hand", "pistol": "pistol", "gun": "gun", "thrown": "thrown", "slaver": "slaver's",
    "fixed": "fixed", "event": "",
}  # fmt: skip


def fighter_words(fighter: Fighter) -> str:
    own = [f"save {fighter.save}+"] if fighter.save else []
    return ", ".join([profile_words(fighter.profile), *own])


def weapon_words(weapon: Weapon) -> str:
    """Its kind, ranges, Strength, save modifier, damage, ammo and the names of its rules."""
    parts = [KINDS[weapon.kind]]
    if weapon.two_handed:
        parts.append("two-handed")
    for band, modifier in ((weapon.short, weapon.hit_short), (weapon.long, weapon.hit_long)):
        if band:
            parts.append(f"{band[0]}-{band[1]} in{f' at {modifier:+}' if modifier else ''}")
    if weapon.thrown_reach:
        parts.append(f"up to twice S and 2 in, at most {weapon.thrown_reach}")
    if weapon.guess:
        parts.append(f"guessed range {weapon.guess[0]}-{weapon.guess[1]} in")
    if weapon.teardrop:
        parts.append(f"teardrop {weapon.teardrop} in")
    if weapon.blast:
        parts.append(f"blast {weapon.blast} in")
    if not weapon.harmless:
        parts.append(power_words(weapon))
    if weapon.sustained_dice:
        parts.append(f"sustained fire {weapon.sustained_dice}")
    if weapon.ammo is not None:
        parts.append(f"ammo {ammo_words(weapon.ammo)}")
    names = [rule.name.lower() for id, rule in weapon_rules().items() if has_rule(weapon, id)]
    return ", ".join(filter(None, [*parts, *names]))


def weapon_details(weapon: Weapon) -> tuple[str, ...]:
    """What each of its rules means."""
    rules = (rule for id, rule in weapon_rules().items() if has_rule(weapon, id))
    return tuple(f"{rule.name}: {rule.means}." for rule in rules)


def has_rule(weapon: Weapon, id: str) -> bool:
    if id == "may_explode":
        return weapon.hth is not None and weapon.hth.may_explode
    if id == "fumble_worth":
        return weapon.fumble_worth > 1
    return bool(getattr(weapon, id))


def power_words(power: Power) -> str:
    more = f"{power.strength:+}" if power.strength else ""
    dice = f"{'' if power.strength_d6 == 1 else power.strength_d6}D6" if power.strength_d6 else ""
    strength = f"user{more}" if power.user_strength else f"{dice}{more}" if dice else str(power.strength)
    save = "by strength" if power.save_by_strength else f"{power.save_mod:+}" if power.save_mod else "-"
    damage = f", damage {power.damage}" if power.damage != 1 else ""
    return f"S {strength}, save {save}{damage}"


def ammo_words(ammo: Ammo) -> str:
    return "auto" if ammo == "auto" else f"{ammo}+"


def armour_words(piece: Armour) -> str:
    parts = [
        f"save {piece.save}+" if piece.save else "",
        f"{piece.save_vs_templates}+ against templates" if piece.save_vs_templates else "",
        f"save {piece.save_bonus:+} against bows, templates and hand to hand" if piece.save_bonus else "",
        "blocks" if piece.blocks else "",
        "half Initiative for boarding and jumping clear" if piece.initiative_halved else "",
    ]
    return ", ".join(filter(None, parts))


def skill_words(skill: Skill) -> str:
    return f"{skill.effect}{'' if skill.in_battle else ' (between battles)'}"


def vehicle_words(vehicle: VehicleType) -> str:
    if vehicle.wind_move:
        moves = "sails"
    elif vehicle.pump_move:
        pumps = vehicle.pump_move
        moves = f"pumped {pumps.base} in and {pumps.per_pumper} for each who pumps, at most {pumps.max}"
    else:
        needs = ", ".join(f"{need}+" for need in vehicle.thrust)
        moves = f"gas {vehicle.gas_move} in, thrusts of {vehicle.thrust_move} in ({needs})"
    kind = "small vehicle" if vehicle.kind == "small" else f"{vehicle.size} {vehicle.kind} vehicle"
    seats = f"{vehicle.crew_min} to {vehicle.crew_max} aboard"
    return f"{kind}, {vehicle.propulsion}: {moves}; {seats}"


def vehicle_details(vehicle: VehicleType) -> tuple[str, ...]:
    """Its locations with their armour, and what it can do on each ground."""
    places = (
        f"{number} {location_words(part.location)}{f' {part.armour}' if part.armour else ''}"
        for number, part in enumerate(vehicle.locations, 1)
    )
    ground = vehicle.terrain
    return (
        f"Locations and armour: {', '.join(places)}.",
        f"Difficult ground: {ground.difficult}; very difficult: {ground.very_difficult}.",
    )


def gubbin_words(piece: Gubbin) -> str:
    gun = weapons().get(piece.for_weapon)
    return f"{f'for {gun.name}: ' if gun else ''}{piece.effect}"


# ---------------------------------------------------------------- damage

UNTIL = {"": "", "end-of-next-own-turn": " until the end of its next turn", "end-of-game": " from now on"}


def damage_words(row: DamageRow) -> str:
    """What a line of a damage table does, with its figures."""
    hit = f"a Strength {row.strength} hit"
    until = UNTIL[row.until]
    words = {
        "no-effect": "nothing happens",
        "hit-random-crew": f"one of the crew takes {hit}",
        "random-crew-strength-test-or-thrown": (
            f"one of the crew rolls his Strength or less, or is thrown {row.distance} inches and takes {hit}"
        ),
        "hit-and-throw-random-crew": (
            f"{row.count or 'one'} of the crew are thrown {row.distance} inches and take {hit}"
        ),
        "random-fitting-unusable": "a fitting works no longer",
        "swerve-and-forward": f"it swerves and runs on {row.distance} inches",
        "spin-and-forward": f"it spins and runs on {row.distance} inches",
        "swerve-and-stop": "it swerves, and its move ends",
        "gas-move-minus": f"{row.amount} inches less of each gas move{until}",
        "thrust-move-minus": f"{row.amount} inches less of each thrust{until}",
        "wind-move-minus": f"{row.amount} inches less under sail{until}",
        "pump-move-minus": f"{row.amount} inches less by pumps{until}",
        "immobilised": "immobilised",
        "hit-gunner": f"the gunner takes {hit}",
        "weapon-silent": f"the weapon cannot fire{until}",
        "weapon-out-of-ammo": "the weapon is out of ammo",
        "weapon-destroyed": "the weapon is smashed",
        "driver-leadership-test-or-swerve": "the driver tests Leadership, or it swerves",
        "hit-driver": f"the driver takes {hit}",
        "hit-driver-and-spin": f"the driver takes {hit}, and it spins",
        "driver-thrown-and-out-of-control": (
            f"the driver is thrown {row.distance} inches, and it is out of control"
        ),
        "no-thrust": f"the thrusters do not fire{until}",
        "must-thrust-until-a-test-fails": "it thrusts straight ahead until a test fails",
        "explodes": (
            f"it blows up: Strength {row.crew_strength} hits on all aboard, Strength {row.blast_strength} "
            f"on all within {row.blast_radius} inches"
        ),
        "wrecked": f"wrecked: Strength {row.crew_strength} hits on all aboard",
    }[row.effect]
    return words.replace("1 inches", "1 inch")


def location_words(location: Location) -> str:
    return location.replace("_", " ")
