"""Looking for hidden units (spf.orders.spot). What is not seen is not told: options name hexes, and the roll
names neither its need nor its modifiers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from warbook.board.hexes import distance
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.lists import Weapon
from warbook.books.steampunk.army.notation import Step
from warbook.books.steampunk.dice import open_ended
from warbook.books.steampunk.gunnery.aiming import aim_at, aims_at, reach
from warbook.books.steampunk.gunnery.arms import all_weapons
from warbook.books.steampunk.gunnery.batteries import best
from warbook.books.steampunk.state import Battle, Game, Unit, enemy, field
from warbook.core.events import Aimed
from warbook.core.questions import Choose, Form, Option

UNARMED = 4  # ruling O15: the range of a spotter without weapons
HIGHEST = 20  # no need is higher than this
EYE = Weapon("", "spotting", UNARMED, (), (True, True, True, True), None, 0, None, 0, (), ())


def spots(codes: Step) -> bool:
    return any(code.name == "spot" for code in codes)


def choose_spotted(game: Game, spotters: Sequence[Unit]) -> list[tuple[str, Unit]]:
    """Who looks for which hidden token."""
    battle = game.battle
    parts: dict[str, dict[str, Choose]] = {}
    chosen: list[tuple[str, Unit]] = []
    tokens = {unit.id: dict(_tokens(battle, unit)) for unit in spotters}
    for unit in spotters:
        options = [
            Option(id, f"Look for what is hidden in hex {id}", spot=ground.spot(battle, target.hex))
            for id, target in tokens[unit.id].items()
        ]
        if len(options) > 1:
            text = f"What does {field(battle, unit).name} look for?"
            parts.setdefault(unit.side, {})[unit.id] = Choose(text, options, "spf.orders.spot", unit.id)
        elif options:
            chosen.append((unit.id, tokens[unit.id][options[0].id]))
    forms = {side: Form("Spot", parts[side], "spf.orders.spot") for side in sorted(parts)}
    for answers in (game.ask_all(forms) if forms else {}).values():
        chosen += [(id, tokens[id][answer]) for id, answer in answers.items()]
    return sorted(chosen, key=lambda each: each[0])


def finds(game: Game, unit: Unit, target: Unit, step: int) -> bool:
    """One roll to hit, as if shooting, by the model that shoots best."""
    battle = game.battle
    eye = _eye(battle, unit)
    aimed = aims_at(battle, unit, eye, target, step)
    aim, _ = aim_at(battle, unit, best(battle, unit), eye, target, aimed=aimed)
    spot = ground.spot(battle, target.hex)
    words = f"{field(battle, unit).name} looks for what is hidden in {name_of(target.hex)}."
    game.tell(Aimed(piece=unit.id, spot=spot, words=words, rule="spf.orders.spot"))
    return game.rolling(unit.id).roll(open_ended, HIGHEST, "spf.orders.spot") >= aim.need


def _tokens(battle: Battle, unit: Unit) -> Iterator[tuple[str, Unit]]:
    """The enemy's hidden tokens in sight and within twice the range (ruling O15), by hex."""
    far = 2 * reach(battle, unit, _eye(battle, unit))
    count: dict[str, int] = {}
    for other in battle.on_map(enemy(unit.side)):
        near = distance(unit, other) <= far
        if other.hidden and near and ground.in_line(battle, unit, other):
            name = name_of(other.hex)
            count[name] = count.get(name, 0) + 1
            yield name if count[name] == 1 else f"{name}/{count[name]}", other


def _eye(battle: Battle, unit: Unit) -> Weapon:
    """Spotting as if it were a weapon, with the longest range the unit has."""
    far = max((weapon.range for weapon in all_weapons(field(battle, unit))), default=UNARMED)
    return replace(EYE, range=far or UNARMED)
