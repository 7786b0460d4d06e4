"""The card of a unit: what it is by its list, what it has become, and what it is ordered to do, as far as the
view tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from warbook.books.steampunk.army.abilities import Ability
from warbook.books.steampunk.army.data import nations
from warbook.books.steampunk.army.describing import (
    ANGLES,
    ability_says,
    ability_title,
    arc_words,
    assault_words,
    weapon_words,
)
from warbook.books.steampunk.army.entries import ability_id
from warbook.books.steampunk.army.lists import Assault, Weapon
from warbook.books.steampunk.army.notation import Speed
from warbook.books.steampunk.army.offers import force_offers
from warbook.books.steampunk.army.roster import FieldUnit
from warbook.books.steampunk.assault.lineup import own_dice
from warbook.books.steampunk.cards.orders import next_gunnery_step, order_words
from warbook.books.steampunk.cards.states import states
from warbook.books.steampunk.cards.tables import damage_tables, order_tables
from warbook.books.steampunk.damage.effects import lasting_effects
from warbook.books.steampunk.damage.toughness import armor
from warbook.books.steampunk.gunnery.aiming import aim_tokens
from warbook.books.steampunk.gunnery.arms import broken_mark, own_weapons, weapons
from warbook.books.steampunk.gunnery.batteries import unstable_mark
from warbook.books.steampunk.gunnery.loading import always_loaded, capacity, ready, store
from warbook.books.steampunk.illusions import own_name
from warbook.books.steampunk.orders.carrying_out import movement_list, speeds
from warbook.books.steampunk.orders.glosses import at_speeds, speed_words
from warbook.books.steampunk.setup.battleground import scenarios
from warbook.books.steampunk.setup.setting_up import muster
from warbook.books.steampunk.state import SIDES, Battle, Setup, Unit, field, types
from warbook.core.book import UnknownName
from warbook.core.cards import Arm, Card, Chart, Figure, Trait
from warbook.core.datafile import Written
from warbook.core.questions import Refusal, shown

UNLOADED = ("spf.orders.load", "spf.ability.burst")  # why a weapon that lacks ammunition cannot be fired


def card(view: Battle, piece: str) -> Card:
    """All that the view tells of a unit."""
    unit = next((unit for unit in view.units if unit.id == piece), None)
    if unit is None:
        raise UnknownName(f"there is no unit {shown(piece)} to be seen on this table")
    of = field(view, unit)
    done, may = order_words(view, unit)
    return Card(
        id=unit.id,
        name=own_name(view, unit),
        kind=_kind(view, unit, of),
        profile=tuple(_profile(view, unit, of)),
        arms=(*_guns(view, unit, of), *_fighters(view, unit)),
        charts=(*damage_tables(of), *_orders(view, unit, of)),
        abilities=tuple(_traits(unit, of)),
        states=tuple(states(view, unit)),
        done=done,
        may=may,
    )


def force_cards(force: str | Written) -> list[Card]:
    """The cards of an army on offer: its units as they will take the field."""
    army = force_offers.pick(force)
    battle = muster(Setup(next(iter(scenarios().values())), (army, army)))
    return [
        replace(card(battle, unit.id), cost=f"{field(battle, unit).value} points")
        for unit in battle.units
        if unit.side == SIDES[0]
    ]


def _kind(view: Battle, unit: Unit, of: FieldUnit) -> str:
    """spf.army.models-per-unit: whose it is, its size, its models and their types."""
    names = Counter(of.models[number].name for number in unit.living)
    men = [f"{count} {name}" for name, count in names.items()] if len(of.models) > 1 else []
    kinds = [kind.replace("-", " ") for kind in sorted(types(view, unit))]
    return f"{', '.join([nations()[of.nation].name, of.size, *men])} ({', '.join(kinds) or 'no model left'})"


# ---------------------------------------------------------------- figures


def _profile(view: Battle, unit: Unit, of: FieldUnit) -> Iterator[Figure]:
    worth = of.value if unit.number >= 0 else 0
    yield Figure("Points", str(worth), "what it is worth in victory points")
    yield Figure("Models", f"{len(unit.living)}/{len(of.models)}", "models that live, of those it began with")
    if unit.place != "waiting":
        yield Figure("Speed", speed_words(unit.speed), "its speed now")
    own = speeds(view, unit)
    yield Figure("Top", speed_words(own[-1] if own else unit.speed), f"its top speed, of {_or_none(own)}")
    angles = range(len(ANGLES))
    worn = [str(armor(view, unit, angle)) for angle in angles]
    yield from _by_angle("Armor", worn, "armor against what comes from")
    dice = [_dice(view, unit, angle) for angle in angles]
    yield from _by_angle("Assault", dice, "assault dice, and after + deflection dice, towards")


def _by_angle(name: str, values: Sequence[str], meaning: str) -> Iterator[Figure]:
    """spf.angles.four-values, spf.angles.undivided."""
    if len(set(values)) == 1:
        yield Figure(name, values[0], f"{meaning} every side")
        return
    for angle, value in zip(ANGLES, values, strict=True):
        yield Figure(f"{name}, {angle}", value, f"{meaning} the {angle}")


def _or_none(speeds: Sequence[Speed]) -> str:
    return at_speeds(speeds) or "none"


def _dice(view: Battle, unit: Unit, angle: int) -> str:
    """spf.assault.stats, spf.assault.deflection: "6+2" is 6 dice and 2 to deflect."""
    kinds, dice, deflection = own_dice(view, unit, angle)
    deflects = sum(count for (_, assault), count in zip(kinds, deflection, strict=True) if assault.deflect)
    return f"{sum(dice)}+{deflects}" if deflects else str(sum(dice))


# ---------------------------------------------------------------- weapons


def _guns(view: Battle, unit: Unit, of: FieldUnit) -> Iterator[Arm]:
    """What living models shoot with, each kind once, what is broken, and the weapon they share."""
    held = [weapon for number in unit.living for weapon in weapons(view, unit, number)]
    known = {weapon.id: weapon for weapon in held}
    counts = Counter(weapon.id for weapon in held)
    bearers = {
        weapon.id: of.models[number] for number in unit.living for weapon in weapons(view, unit, number)
    }
    for id, weapon in known.items():
        barred = _silenced(unit) or ready(view, unit, weapon, bearers[id])
        yield _gun(view, unit, weapon, counts[id], barred)
    for weapon, count in _broken(unit, of).items():
        words = f"{weapon_words(weapon, named=False)}, {arc_words(weapon)}"
        yield Arm(_times(count, weapon.name), words, "broken", True, "spf.orders.fire")
    if of.shared and unit.living:
        barred = _silenced(unit) or ready(view, unit, of.shared)
        yield _gun(view, unit, of.shared, 1, barred, "" if "shared" in of.shared.traits else ", shared")


def _gun(view: Battle, unit: Unit, weapon: Weapon, count: int, barred: Refusal | None, also: str = "") -> Arm:
    words = f"{weapon_words(weapon, named=False)}, {arc_words(weapon)}{also}"
    state = _state(view, unit, weapon, barred)
    useless = barred is not None and unit.place != "waiting"
    return Arm(
        _times(count, weapon.name), words, state, useless, barred.rule if barred else "spf.orders.fire"
    )


def _state(view: Battle, unit: Unit, weapon: Weapon, barred: Refusal | None) -> str:
    parts = [_ammunition(view, unit, weapon, barred)]
    limit = weapon.magazine.firings
    if limit and (barred is None or barred.rule != "spf.ability.limited-ammo"):
        parts.append(f"fired {unit.fired.get(weapon.id, 0)} of {limit} times")
    aims = len(aim_tokens(view, unit, weapon, *next_gunnery_step(view)))
    if aims:
        parts.append("aimed" if aims == 1 or "aim-stacks" not in weapon.traits else f"aimed {aims} times")
    if unit.marks.get(unstable_mark(weapon)):
        parts.append("with an unstable round")
    return ", ".join(parts)


def _ammunition(view: Battle, unit: Unit, weapon: Weapon, barred: Refusal | None) -> str:
    held, most = unit.loaded.get(store(view, unit, weapon), 0), capacity(view, unit, weapon)
    if barred is not None and barred.rule not in UNLOADED:
        return barred.words
    if unit.place == "waiting":
        return "starts empty" if barred else "starts loaded"
    if barred is not None and weapon.magazine.loaded_with:
        return barred.words
    if barred is not None:
        return f"{held} of {most}, {barred.words}" if held else "empty"
    if always_loaded(view, unit, weapon) or weapon.magazine.loaded_with:
        return "ready"
    return f"loaded, {held} of {most}" if most > 1 else "loaded"


def _silenced(unit: Unit) -> Refusal | None:
    """Why it cannot fire at all."""
    if unit.gone:
        return Refusal(f"{unit.place}", "spf.victory.destroyed")
    if unit.jammed:
        return Refusal("jammed", "spf.ability.jammed")
    if unit.unconscious:
        return Refusal("unconscious", "spf.damage.table-lookup")
    if unit.hidden:
        return Refusal("silent while the unit is hidden", "spf.ability.hidden-protection")
    if lasting_effects(unit, "no-firing"):
        return Refusal("may not fire any more", "spf.damage.table-lookup")
    return None


def _broken(unit: Unit, of: FieldUnit) -> Counter[Weapon]:
    """Ability one-shot-breaks."""
    return Counter(
        weapon
        for number in unit.living
        for weapon in own_weapons(of.models[number])
        if broken_mark(weapon.id, number) in unit.marks
    )


def _times(count: int, name: str) -> str:
    return f"{count} × {name}" if count > 1 else name


def _fighters(view: Battle, unit: Unit) -> Iterator[Arm]:
    """How each kind of living model fights in assault."""
    kinds: Mapping[tuple[str, Assault], int] = own_dice(view, unit, 0)[0]
    for (name, assault), count in kinds.items():
        words = f"each {assault_words(assault)}" if count > 1 else assault_words(assault)
        yield Arm(f"{_times(count, name)} in assault", words, rule="spf.assault.stats")


# ---------------------------------------------------------------- tables


def _orders(view: Battle, unit: Unit, of: FieldUnit) -> Iterator[Chart]:
    """spf.orders.speed-restricted: the orders it may be given at its speed; before it is set up, at every
    speed it has."""
    if unit.gone:
        return
    for speed in speeds(view, unit) if unit.place == "waiting" else (unit.speed,):
        yield from order_tables(of, speed, movement_list(view, unit, speed))


# ---------------------------------------------------------------- abilities


def _traits(unit: Unit, of: FieldUnit) -> Iterator[Trait]:
    """What is in force, of the unit, its models, their weapons and their way of fighting."""
    models = [of.models[number] for number in unit.living]
    granted = dict.fromkeys(
        (
            *of.in_force(unit.living),
            *(a for model in models for weapon in own_weapons(model) for a in weapon.abilities),
            *(of.shared.abilities if of.shared else ()),
            *(a for model in models for a in model.assault.abilities),
        )
    )
    for ability in granted:
        if f"loses({ability.name})" not in unit.critical:
            yield _trait(ability)


def _trait(ability: Ability) -> Trait:
    return Trait(ability_title(ability), ability_says(ability), ability_id(ability.name))
