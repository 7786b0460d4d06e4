"""What units, models, equipment and abilities are, in words to choose by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from warbook.books.steampunk.army.abilities import Ability, AreaBy, AreasByModels
from warbook.books.steampunk.army.data import ability_entries, equipment_of
from warbook.books.steampunk.army.lists import Aid, Assault, Equipment, Harm, Model, Weapon
from warbook.books.steampunk.army.roster import FieldUnit
from warbook.books.steampunk.orders.glosses import speed_words

ANGLES = ("front", "front side", "back side", "back")  # spf.angles.four-values
SIGNS = {"need": "{}+", "at-most": "{}-"}  # how an argument of these kinds is printed


def unit_words(of: FieldUnit) -> str:
    """Its models, size, armor, speeds and weapons."""
    names = Counter(model.name for model in of.models)
    men = [f"{count} {name}" if len(names) > 1 else f"{count} models" for name, count in names.items()]
    body = [*(men if len(of.models) > 1 else ()), of.size, _armor(of.armor)]
    speeds = [speed_words(speed).replace(", ", " ") for speed in of.speeds]
    arms = Counter(weapon.id for model in of.models for weapon in model.weapons)
    weapons = {weapon.id: weapon for model in of.models for weapon in model.weapons}
    armed = [
        f"{count} × {weapon_words(weapons[id])}" if count > 1 else weapon_words(weapons[id])
        for id, count in arms.items()
    ]
    shared = [f"{weapon_words(of.shared)}, shared"] if of.shared else []
    return f"{'; '.join([', '.join(body), ' or '.join(speeds)])}. {_sentence([*armed, *shared])}".strip()


def unit_details(of: FieldUnit) -> tuple[str, ...]:
    """How each kind of model fights in assault, where each weapon fires to, and what every ability of the
    unit does."""
    kinds = {(model.name, model.assault): None for model in of.models}
    fights = [f"{name} in assault: {assault_words(assault)}." for name, assault in kinds]
    weapons = dict.fromkeys(weapon for model in of.models for weapon in model.weapons)
    arcs = [f"{weapon.name} {arc_words(weapon)}." for weapon in weapons]
    guns = {ability: None for weapon in weapons for ability in weapon.abilities}
    return (*fights, *arcs, *map(ability_words, dict.fromkeys((*of.in_force(range(len(of.models))), *guns))))


def model_words(model: Model) -> str:
    """What a model is that takes a regular one's place."""
    kind = "elite, " if model.elite else ""
    return f"{kind}in assault {assault_words(model.assault)}. {_names(model.abilities)}".strip()


def model_details(model: Model) -> tuple[str, ...]:
    """What every ability of it does."""
    return tuple(map(ability_words, dict.fromkeys((*model.abilities, *model.assault.abilities))))


def piece_words(piece: Equipment) -> str:
    """Who gets it, what room it takes, and what it does."""
    parts = [_scope(piece)]
    if piece.weapon:
        parts.append(weapon_words(piece.weapon, named=False))
    if piece.assault:
        parts.append(f"in assault {_aid_words(piece.assault)}")
    if piece.adds_movement or (piece.adds_gunnery and not piece.weapon):
        parts.append("gives further orders")
    return f"{'; '.join(parts)}. {_names(piece.abilities)}".strip()


def piece_details(piece: Equipment) -> tuple[str, ...]:
    """What every ability of it does."""
    arms = (
        *(piece.weapon.abilities if piece.weapon else ()),
        *(piece.assault.abilities if piece.assault else ()),
    )
    return tuple(map(ability_words, dict.fromkeys((*piece.abilities, *arms))))


def weapon_words(weapon: Weapon, named: bool = True) -> str:
    reach = "+".join(map(str, weapon.range_dice)) if weapon.range_dice else weapon.range
    parts = [f"range {reach}"]
    if weapon.damage:
        parts += [f"AP {weapon.ap}", f"damage {weapon.damage}"]
    parts += [f"{weapon.on_penetration:+d} where it penetrates"] if weapon.on_penetration else []
    parts += [*map(_harm, weapon.also), *([] if named else map(_brief, weapon.abilities))]
    return f"{weapon.name} ({', '.join(parts)})" if named else ", ".join(parts)


def arc_words(weapon: Weapon) -> str:
    """Where it fires to, and how many guns of it bear there if they are fixed."""
    if weapon.shots:
        guns = [f"{shots} to the {angle}" for shots, angle in zip(weapon.shots, ANGLES, strict=True) if shots]
        return f"fixed guns, {', '.join(guns)}"
    if all(weapon.arc):
        return "fires all round"
    angles = [angle for fires, angle in zip(weapon.arc, ANGLES, strict=True) if fires]
    return f"fires to the {' and '.join(angles)}"


def assault_words(assault: Assault) -> str:
    parts = [f"{_angles(assault.dice)} {_dice(assault.dice)} at {assault.hit}+"]
    if any(assault.deflection):
        parts.append(f"deflects with {_angles(assault.deflection)} at {assault.deflect}+")
    parts += [f"damage {assault.damage}, AP {assault.ap}"] if assault.damage else ["no damage"]
    parts += map(_harm, assault.also)
    parts += map(ability_name, assault.abilities)
    return ", ".join(parts)


def ability_words(ability: Ability) -> str:
    """Its name and what it does."""
    return f"{ability_title(ability)}: {ability_says(ability)}"


def ability_says(ability: Ability) -> str:
    """What it does, with its numbers in place."""
    entry = ability_entries()[ability.name]
    says = entry.says
    for name, value in zip(entry.called.split(","), ability.brackets, strict=False):
        letter = re.fullmatch(r"(?:\w+:)?(-?)([A-Z])[+-]?", name)
        if letter:
            number = abs(value) if letter[1] else value
            says = re.sub(rf"\b(d?){letter[2]}\b", rf"\g<1>{number}", says)
    return says


def ability_title(ability: Ability) -> str:
    name = ability_name(ability)
    return f"{name[:1].upper()}{name[1:]}"


def ability_name(ability: Ability) -> str:
    """heal(3,self,1) is "heal (3, self, 1)"."""
    kinds = ability_entries()[ability.name].args
    kinds = (*kinds, *kinds[-1:] * (len(ability.brackets) - len(kinds)))
    args = [
        _arg(value, kind.rpartition(":")[2].rstrip("?*"))
        for value, kind in zip(ability.brackets, kinds, strict=False)
    ]
    name = ability.name.replace("-", " ")
    return f"{name} ({', '.join(args)})" if args else name


def _brief(ability: Ability) -> str:
    """Its name without a table of figures."""
    return ability_name(Ability(ability.name) if isinstance(ability, AreasByModels) else ability)


def _arg(value: Any, kind: str) -> str:
    if kind == "equipment":
        return _called(value)
    if kind == "tag":
        return f"{value[0]}: {_called(value[1])}"
    if kind == "tokens":
        return f"{value[0]} {value[1]}"
    if isinstance(value, AreaBy):
        return _area(value)
    if kind == "markers":
        return " and ".join(
            f"{marker.kind.replace('-', ' ')} {marker.strength or ''}".strip() for marker in value
        )
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return SIGNS.get(kind, "{}").format(str(value).replace("-", " ") if isinstance(value, str) else value)


def _area(area: AreaBy) -> str:
    """4+ with 1 or 2 models at normal range"""
    near = f" at {_span(area.nearest, area.farthest)} hexes" if area.nearest else ""
    band = f" at {area.band.replace('-', ' ')} range" if area.band else ""
    return f"{area.need}+ with {_span(area.fewest, area.most)} models{near}{band}"


def _span(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _called(id: str) -> str:
    piece = equipment_of(id)
    return piece.name if piece else id.replace("-", " ")


def _scope(piece: Equipment) -> str:
    """Who gets it and what room it takes."""
    whose = "one model" if piece.per == "model" else "the whole unit"
    if piece.shared:
        return "shared by the unit"
    if "hands" in piece.slots:
        return f"for {whose}, {'one-handed' if piece.slots['hands'] == 1 else 'two-handed'}"
    room = [slot.replace("-", " ") for slot in piece.slots if slot != "independent"]
    return f"for {whose}{''.join(f', takes a {slot} slot' for slot in room)}"


def _aid_words(aid: Aid) -> str:
    parts = []
    if any(aid.add_dice):
        parts.append(f"{_angles(aid.add_dice, '+d')} {_dice(aid.add_dice)}")
    if any(aid.add_deflection):
        parts.append(f"{_angles(aid.add_deflection, '+d')} to deflect")
    parts += [f"deflects at {aid.deflect}+"] if aid.deflect else []
    parts += [f"damage {aid.damage}"] if aid.damage else []
    parts += [f"AP {aid.ap}"] if aid.ap is not None else []
    parts += [f"{aid.on_penetration:+d} where it penetrates"] if aid.on_penetration else []
    parts += [*map(_harm, aid.also), *map(ability_name, aid.abilities)]
    return ", ".join(parts)


def _harm(harm: Harm) -> str:
    return f"{harm.roll} {harm.type}{' where it penetrates' if harm.penetrated else ''}"


def _armor(armor: Sequence[int]) -> str:
    return f"armor {_angles(armor)}" if any(armor) else "no armor"


def _angles(values: Sequence[int], form: str = "d") -> str:
    """One value, or those of the front, front side, back side and back."""
    told = [format(value, form) for value in values]
    return told[0] if len(set(told)) == 1 else "/".join(told)


def _dice(values: Sequence[int]) -> str:
    return "die" if set(values) == {1} else "dice"


def _names(abilities: Iterable[Ability]) -> str:
    return _sentence([ability_name(ability) for ability in abilities])


def _sentence(parts: Sequence[str]) -> str:
    words = ", ".join(parts)
    return f"{words[:1].upper()}{words[1:]}." if words else ""
