"""A gunnery step: every unit carries out its part of the gunnery order, all of them at the same time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from warbook.books.steampunk.gunnery import spotting
from warbook.books.steampunk.gunnery.batteries import Battery, batteries
from warbook.books.steampunk.gunnery.firing import Barrage, enter, fire
from warbook.books.steampunk.gunnery.readying import act, keep_aiming, spend_volleys
from warbook.books.steampunk.gunnery.targets import declare
from warbook.books.steampunk.gunnery.weaponry import take_effect
from warbook.books.steampunk.movement import hiding
from warbook.books.steampunk.orders import carrying_out, lapses
from warbook.books.steampunk.state import Battle, Game, Unit, field, has
from warbook.core.questions import Choose, Form, Option


def gunnery(game: Game, step: int) -> None:
    """Gunnery 1 or 2 (spf.orders.gunnery-parts): declares, throws all dice and records what they do. What a
    unit loads or aims in this step serves it from the next one on."""
    battle = game.battle
    units = battle.on_map()
    lapses.tell_gunnery(game, step)
    parts = {unit.id: carrying_out.gunnery_part(battle, unit, step) for unit in units}
    guns = [battery for unit in units for battery in batteries(battle, unit, *parts[unit.id])]
    declared = declare(game, _not_silent(game, guns), step)
    sought = spotting.choose_spotted(game, [unit for unit in units if spotting.spots(parts[unit.id][0])])
    barrage = Barrage(game, step)
    for volley in declared:
        fire(barrage, volley)
    found = [target for id, target in sought if spotting.finds(game, battle.unit(id), target, step)]
    take_effect(barrage)
    enter(barrage)
    for unit in units:
        spend_volleys(battle, unit, barrage.fired.get(unit.id, []))
    again = keep_aiming(game, {unit.id: parts[unit.id] for unit in units if unit.id not in barrage.fired})
    for unit in units:
        act(game, unit, *parts[unit.id], step, unit.id in again)
    for target in found:
        hiding.reveal(game, target, False, "spf.orders.spot")


def _not_silent(game: Game, guns: Sequence[Battery]) -> list[Battery]:
    """Ability shaken-silences-one-weapon-per-token: its owner chooses which."""
    battle = game.battle
    shaken = [unit for unit in battle.on_map() if unit.shaken and _only_silenced(battle, unit)]
    if not shaken:
        return list(guns)
    parts: dict[str, dict[str, Choose]] = {}
    silent: dict[str, str] = {}
    for unit in shaken:
        options = list(_silences(unit, guns))
        if len(options) > 1:
            text = f"{field(battle, unit).name} is shaken: which weapons are silent?"
            choose = Choose(text, options, "spf.ability.shaken-orders", unit.id)
            parts.setdefault(unit.side, {})[unit.id] = choose
        else:
            silent[unit.id] = options[0].id
    forms = {side: Form("Shaken units", parts[side]) for side in sorted(parts)}
    for answers in (game.ask_all(forms) if forms else {}).values():
        silent.update(answers)
    return [each for each in guns if each.guns[0].weapon.id not in silent.get(each.unit, "").split("+")]


def _silences(unit: Unit, guns: Sequence[Battery]) -> Iterator[Option]:
    names = {each.guns[0].weapon.id: each.guns[0].weapon.name for each in guns if each.unit == unit.id}
    for chosen in combinations(names, min(unit.shaken, len(names))):
        yield Option("+".join(chosen), ", ".join(names[id] for id in chosen) or "None", unit.id)


def _only_silenced(battle: Battle, unit: Unit) -> bool:
    return has(battle, unit, "shaken-silences-one-weapon-per-token")
