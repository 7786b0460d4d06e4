"""What weapons, figures and squads are, in words to choose by."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.books.arap.army.data import Fighter, Stock, fire_modes, natural_blows, rule_words
from warbook.books.arap.army.lists import MeleeWeapon, Profile, Special, Weapon

PROFILE = {
    "m": "M", "ws": "WS", "bs": "BS", "s": "S", "t": "T", "w": "W", "i": "I", "a": "A", "ld": "Ld",
}  # fmt: skip
SHOOTS = {
    "rapid_fire": "Rapid Fire", "assault": "Assault", "pistol": "Pistol", "salvo": "Salvo", "heavy": "Heavy",
    "slow": "Slow", "ordnance": "Ordnance", "primary": "Primary", "bomb": "Bomb", "grenade": "Grenade",
}  # fmt: skip
COUNTED = ("rapid_fire", "assault", "heavy", "slow")  # types that say how many shots


def weapon_words(weapon: Weapon) -> str:
    """Its range, Strength, AP, Damage, type and the names of its rules."""
    harm = [_harm(str(weapon.strength), weapon.ap, weapon.damage)]
    parts = [_reach(weapon), *(harm if weapon.strength is not None else []), type_words(weapon)]
    return ", ".join(filter(None, [*parts, *named(weapon.rules)]))


def type_words(weapon: Weapon) -> str:
    """Its type with its shots, and what it lays down."""
    shots = f" {weapon.shots}" if weapon.type in COUNTED else ""
    if weapon.shots_half:
        shots = f" {weapon.shots_half}/{weapon.shots}"
    marker = f", {weapon.area:g} in marker" if weapon.area else ""
    return f"{SHOOTS[weapon.type]}{shots}{marker}"


def price_words(weapon: Weapon) -> str:
    """What it costs to fire."""
    points = sorted({fire_modes()[mode].action_points for mode in weapon.modes})
    once = " and once a turn" if fire_modes()[weapon.modes[0]].once_a_turn else ""
    number = " or ".join(map(str, points))
    return f"{number} action point{'' if points == [1] else 's'}{once}"


def melee_words(weapon: MeleeWeapon) -> str:
    times = f"{weapon.times} x user" if weapon.times > 1 else "user"
    strength = f"{times}{weapon.plus:+d}" if weapon.plus else times
    return ", ".join([_harm(strength, weapon.ap, weapon.damage), *named(weapon.rules)])


def named(rules: Sequence[str]) -> list[str]:
    """The names of rule words, as they stand in a line."""
    return [rule_words()[word].name.lower() for word in rules]


def _reach(weapon: Weapon) -> str:
    if weapon.template:
        torrent = f" up to {weapon.torrent:g} in away" if weapon.torrent else ""
        return f"{weapon.template:g} in template{torrent}"
    if weapon.range_min:
        return f"{weapon.range_min:g}-{weapon.range:g} in"
    return f"{weapon.range:g} in" if weapon.range else ""


def _harm(strength: str, ap: int | None, damage: int | str) -> str:
    return ", ".join(
        [f"S {strength}", f"AP {'-' if ap is None else ap}", *([f"damage {damage}"] if damage != 1 else [])]
    )


# ---------------------------------------------------------------- figures and squads


def special_words(special: Special, known: Stock) -> str:
    return "; ".join(weapon_words(known.weapons[id]) for id in special.weapons)


def profile_words(profile: Profile) -> str:
    return " ".join(f"{name} {getattr(profile, field)}" for field, name in PROFILE.items())


def save_words(profile: Profile) -> str:
    armour = f"save {profile.save}+" if profile.save < 7 else "no save"
    return f"{armour}, invulnerable {profile.invulnerable}+" if profile.invulnerable < 7 else armour


def squad_words(groups: Sequence[tuple[Fighter, int]]) -> str:
    """How many figures, and the profile of the commonest."""
    number = sum(count for _, count in groups)
    commonest = max(groups, key=lambda group: group[1])[0].profile
    figures = f"{number} figure{'' if number == 1 else 's'}"
    return f"{figures}, {profile_words(commonest)}, {save_words(commonest)}"


def squad_details(groups: Sequence[tuple[Fighter, int]]) -> tuple[str, ...]:
    """Each kind of figure with what it carries, and what their rules mean."""
    words = dict.fromkeys(word for kind, _ in groups for word in kind.rules)
    return (
        *(f"{count} {kind.name}{_leads(kind)}: {carried_words(kind)}." for kind, count in groups),
        *(f"{rule_words()[word].name}: {rule_words()[word].means}." for word in words),
    )


def carried_words(kind: Fighter) -> str:
    """What a figure has in its hands and on its belt, and how it bites."""
    arms = [gun.name for gun in kind.weapons]
    arms += [blade.name for blade in kind.melee]
    arms += [grenade.name for grenade in kind.grenades]
    arms += [f"{attack.name.lower()} {number}" for attack, number in natural_blows(kind) if number]
    return ", ".join(arms) or "nothing"


def _leads(kind: Fighter) -> str:
    return " (leader)" if kind.leader else ""
