"""The two healing windows: heal and repair points, acid resistance, and what else mends units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from warbook.books.steampunk.aftermath.agony import downgraded
from warbook.books.steampunk.army.abilities import Healing, HealingEither, Needing, Numbered, Poisoning
from warbook.books.steampunk.army.lists import Lines
from warbook.books.steampunk.damage import tokens
from warbook.books.steampunk.damage.effects import effect_as_written, effect_lasts, said_of
from warbook.books.steampunk.damage.toughness import can_be_poisoned, in_play, told_to
from warbook.books.steampunk.dice import successes
from warbook.books.steampunk.state import Battle, Game, Unit, abilities, by_id, field, is_bio
from warbook.core.questions import Choose, Option

Art: TypeAlias = Literal["heal", "repair"]
Window: TypeAlias = Literal[1, 2]


POWERS = ("heal", "unit-heal", "repair", "unit-repair", "heal-either", "unconscious-regeneration")


class Power(Struct, frozen=True):
    """Points that a unit may spend on one friendly unit: on itself, and on others in its hex (ruling P10)."""

    art: Art
    on_self: int
    on_others: int


class Cure(Struct, frozen=True):
    """Something that points buy on a unit. `strength` is of the token, `text` a lasting effect."""

    action: str
    cost: int
    strength: int = 0
    text: str = ""


def heal(game: Game, window: Window) -> None:
    """spf.turn.healing-windows."""
    battle = game.battle
    units = in_play(battle)
    if window == 1:
        for unit in units:
            _resist_acid(game, unit)
    for unit in units:
        for power in powers(battle, unit, window):
            use(game, unit, power)
    for unit in units:
        if window == 1:
            _bleeding_to_poison(game, unit)
        else:
            _steady(game, unit)
            if unit.unconscious:
                with tokens.watched(game, unit):
                    unit.unconscious = 0


def powers(battle: Battle, unit: Unit, window: Window) -> Iterator[Power]:
    """spf.ability.heal, spf.ability.repair: what the unit can heal and repair with in that window; abilities
    unit-heal and unit-repair are those of a model that lives."""
    if field(battle, unit).known.isdisjoint(POWERS):
        return
    arts: tuple[Art, ...] = ("heal", "repair")
    for art in arts:
        for name in (art, f"unit-{art}"):
            for ability in abilities(battle, unit, name, Healing):
                points = ability.points if isinstance(ability.points, int) else len(unit.living)
                if ability.window == window:
                    yield Power(art, points, points if ability.whom == "any" else 0)
    for either in abilities(battle, unit, "heal-either", HealingEither):
        if either.window == window:
            yield Power("heal", either.on_self, either.on_any)
    for asleep in abilities(battle, unit, "unconscious-regeneration", Numbered):
        if unit.unconscious and window == 2:
            yield Power("heal", asleep.number, 0)


def can_help(battle: Battle, helper: Unit, other: Unit) -> bool:
    """Ruling O12: whether the other unit has something that the helper can cure."""
    windows: tuple[Window, ...] = (1, 2)
    return any(
        cure.cost <= power.on_others
        for window in windows
        for power in powers(battle, helper, window)
        for cure in cures(battle, helper, other, power.art)
    )


def use(game: Game, unit: Unit, power: Power) -> None:
    """Spend the points, one action after the other, all on the unit that the first one serves."""
    battle = game.battle
    patients = [unit, *(other for other in _beside(battle, unit) if other.id != unit.id)]
    left = {each.id: power.on_self if each.id == unit.id else power.on_others for each in patients}
    rule = f"spf.ability.{power.art}"
    while True:
        options = {
            f"{each.id}:{cure.action}{cure.strength or ''}{cure.text}": (each, cure)
            for each in by_id(patients)
            for cure in cures(battle, unit, each, power.art)
            if cure.cost <= left[each.id]
        }
        if not options:
            return
        labels = [Option(id, _label(battle, each, cure), each.id) for id, (each, cure) in options.items()]
        answer = _if_any(game, unit, f"what does it {power.art}", labels, "Nothing more", rule)
        if answer is None:
            return
        patient, cure = options[answer]
        patients = [patient]
        left[patient.id] -= cure.cost
        with tokens.watched(game, patient):
            _cure(battle, patient, cure)


def _beside(battle: Battle, unit: Unit) -> list[Unit]:
    """Friends in its hex, or aboard the same carrier; itself among them."""
    if unit.on_map:
        return battle.in_hex(unit.hex, unit.side)
    return [other for other in in_play(battle) if other.carrier == unit.carrier and other.side == unit.side]


def _label(battle: Battle, unit: Unit, cure: Cure) -> str:
    lasting = ", ".join(map(said_of, cure.text.split("+"))) if cure.text else ""
    points = f"{cure.cost} point{'s' * (cure.cost != 1)}"
    what = lasting or (f"[{cure.strength}]" if cure.strength else "")
    return f"{field(battle, unit).name}: {_WORDS[cure.action]}{what} ({points})"


_WORDS = {
    "poison": "weaken poison",
    "no-poison": "cure poison",
    "bleeding": "weaken bleeding",
    "no-bleeding": "stop bleeding",
    "future": "take off a token of future damage",
    "minor-acid": "wash off minor acid",
    "shaken": "take off a shaken token",
    "fire": "put out a fire",
    "critical": "repair: ",
    "acid": "weaken acid to minor acid",
}


# ---------------------------------------------------------------- what points buy


def cures(battle: Battle, by: Unit, unit: Unit, art: Art) -> Iterator[Cure]:
    """spf.ability.heal-costs, spf.ability.repair-costs (ruling P12). Heal works on biological units only,
    repair on others, and on its own unit whatever it is (ruling P11)."""
    bio = is_bio(battle, unit)
    if bio != (art == "heal") and not (art == "repair" and by.id == unit.id):
        return
    if art == "heal":
        for strength in dict.fromkeys(unit.poison):
            yield Cure("poison", 1, strength)
            yield Cure("no-poison", 3, strength)
        for strength in dict.fromkeys(unit.bleeding):
            yield Cure("bleeding", 1, strength)
            yield Cure("no-bleeding", 3, strength)
    if unit.future:
        yield Cure("future", 1)
    if unit.minor_acid:
        yield Cure("minor-acid", 1)
    if unit.fires:
        yield Cure("fire", 3)
    if unit.acid:
        yield Cure("acid", 4)
    if art == "repair":
        if unit.shaken and not bio:
            yield Cure("shaken", 1)
        for line in dict.fromkeys(lasting_lines(battle, unit)):
            yield Cure("critical", 3, text="+".join(line))


def _cure(battle: Battle, unit: Unit, cure: Cure) -> None:
    match cure.action:
        case "poison" | "no-poison":
            unit.poison.remove(cure.strength)
            lower = downgraded(cure.strength) if cure.action == "poison" else 0
            unit.poison = sorted([*unit.poison, *([lower] if lower else [])], reverse=True)
        case "bleeding" | "no-bleeding":
            unit.bleeding.remove(cure.strength)
            lower = downgraded(cure.strength) if cure.action == "bleeding" else 0
            unit.bleeding = sorted([*unit.bleeding, *([lower] if lower else [])], reverse=True)
        case "future":
            unit.future -= 1
        case "minor-acid":
            unit.minor_acid -= 1
        case "shaken":
            unit.shaken -= 1
        case "fire":
            unit.fires -= 1
        case "acid":
            unit.acid -= 1
            unit.minor_acid += 1
        case "critical":
            for text in cure.text.split("+"):
                unit.critical.remove(text)


def lasting_lines(battle: Battle, unit: Unit) -> list[tuple[str, ...]]:
    """The critical damage effects on the unit: what one line of its tables brought is one effect."""
    damage = field(battle, unit).damage
    left = list(unit.critical)
    found = []
    for line in _lasting(damage.critical) + _lasting(damage.regular):
        while all(left.count(text) >= line.count(text) for text in line):
            for text in line:
                left.remove(text)
            found.append(line)
    return [*found, *((text,) for text in left)]


def _lasting(lines: Lines) -> list[tuple[str, ...]]:
    """The lines that last, those with most effects first."""
    found = (
        tuple(effect_as_written(effect) for effect in effects if effect_lasts(effect))
        for _, _, effects in lines
    )
    return sorted(dict.fromkeys(filter(None, found)), key=len, reverse=True)


# ---------------------------------------------------------------- other cures


def _resist_acid(game: Game, unit: Unit) -> None:
    """spf.ability.acid-resistance, ruling P15: each token has its own die; the best resistance counts."""
    battle = game.battle
    rule = "spf.ability.acid-resistance"
    names = ("minor-acid-resistance", "unit-minor-acid-resistance")
    if field(battle, unit).known.isdisjoint(("acid-resistance", *names)):
        return
    major = [a.need for a in abilities(battle, unit, "acid-resistance", Needing)]
    minor = [*major, *(a.need for name in names for a in abilities(battle, unit, name, Needing))]
    if not minor:
        return
    with tokens.watched(game, unit):
        rolling = game.rolling(unit.id, to=told_to(unit))
        gone = rolling.roll(successes, unit.minor_acid, min(minor), rule)
        turned = rolling.roll(successes, unit.acid, min(major), rule) if major else 0
        unit.acid -= turned
        unit.minor_acid += turned - gone


def _bleeding_to_poison(game: Game, unit: Unit) -> None:
    """Abilities bleeding-to-poison and endurance-bleeding-to-poison. Only who can be poisoned can take it."""
    battle = game.battle
    for ability in abilities(battle, unit, "bleeding-to-poison", Poisoning):
        _swap(game, unit, _beside(battle, unit), ability.strength, "replace one bleeding")
    for ability in abilities(battle, unit, "endurance-bleeding-to-poison", Poisoning):
        words = "spend endurance to replace one bleeding"
        while unit.endurance and _swap(game, unit, [unit], ability.strength, words):
            with tokens.watched(game, unit):
                unit.endurance -= 1


def _swap(game: Game, unit: Unit, patients: list[Unit], strength: int, words: str) -> bool:
    """Whether a bleeding token was replaced by poison of that strength."""
    battle = game.battle
    options = {
        f"{each.id}:bleeding{bleeds}": (each, bleeds)
        for each in by_id(patients)
        if can_be_poisoned(battle, each)
        for bleeds in dict.fromkeys(each.bleeding)
    }
    if not options:
        return False
    labels = [
        Option(id, f"{field(battle, each).name}: bleeding[{bleeds}] becomes poison[{strength}]", each.id)
        for id, (each, bleeds) in options.items()
    ]
    words = f"{words} by poison[{strength}]"
    answer = _if_any(game, unit, words, labels, "No", "spf.special.bleeding-roll")
    if answer is None:
        return False
    patient, bleeds = options[answer]
    with tokens.watched(game, patient):
        patient.bleeding.remove(bleeds)
        patient.poison = sorted([*patient.poison, strength], reverse=True)
    return True


def _steady(game: Game, unit: Unit) -> None:
    """Ability steadies."""
    battle = game.battle
    for ability in abilities(battle, unit, "steadies", Numbered):
        shaken = [other for other in _beside(battle, unit) if other.shaken and is_bio(battle, other)]
        if not shaken:
            continue
        labels = [
            Option(other.id, f"{field(battle, other).name}: {ability.number} shaken less", other.id)
            for other in shaken
        ]
        answer = _if_any(game, unit, "whom does it steady", labels, "Nobody", "spf.ability.shaken-tokens")
        if answer is not None:
            other = battle.unit(answer)
            with tokens.watched(game, other):
                other.shaken = max(0, other.shaken - ability.number)


def _if_any(game: Game, unit: Unit, words: str, options: list[Option], none: str, rule: str) -> str | None:
    """Which of these its side chooses for the unit."""
    text = f"{field(game.battle, unit).name}: {words}?"
    answer = game.ask(unit.side, Choose(text, [*options, Option("done", none)], rule, unit.id))
    return None if answer == "done" else answer
