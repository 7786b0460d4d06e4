"""Who dies: endurance that turns kills into bleeding, the choice among models that differ, champions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from warbook.board.hexes import Hex, distance
from warbook.board.hextable import name_of
from warbook.books.steampunk import ground
from warbook.books.steampunk.army.data import army_list
from warbook.books.steampunk.damage.effects import Kill, Toll
from warbook.books.steampunk.state import (
    RISEN_MODEL,
    RISEN_UNIT,
    SIDES,
    Battle,
    Game,
    Unit,
    enemy,
    field,
    flying,
    has,
)
from warbook.core.events import Placed
from warbook.core.questions import Choose, Form, Option, Question

Place: TypeAlias = Literal["waiting", "map", "aboard", "fled", "destroyed"]
AFTER_ENDURANCE = 4  # the bleeding that takes the place of a death


def endure(game: Game, tolls: Mapping[str, Toll]) -> None:
    """spf.team.dwarf-endurance-kill, ruling K3: owners say how many kills they turn."""
    battle = game.battle
    asked: dict[str, dict[str, Question]] = {}
    for id, toll in sorted(tolls.items()):
        unit = battle.unit(id)
        most = min(unit.endurance, sum(kill.turnable for kill in toll.kills))
        if most and not toll.destroyed:
            asked.setdefault(unit.side, {})[id] = _how_many(battle, unit, most)
    for answers in _ask(game, asked, "Spend endurance", "spf.team.dwarf-endurance-kill").values():
        for id, answer in answers.items():
            _turn(tolls[id], battle.unit(id).side, int(answer))


def _spared(kills: int) -> str:
    if kills == 1:
        return f"one fewer dies and bleeds instead (D{AFTER_ENDURANCE})"
    return f"{kills} fewer die and each bleeds instead (D{AFTER_ENDURANCE})"


def _how_many(battle: Battle, unit: Unit, most: int) -> Choose:
    name = field(battle, unit).name
    options = [Option(str(n), f"{n} of {unit.endurance}: {_spared(n)}") for n in range(1, most + 1)]
    return Choose(
        f"{name}: how many endurance tokens turn a death into bleeding?",
        [Option("0", "None"), *options],
        "spf.team.dwarf-endurance-kill",
        unit.id,
        kind="endurance",
    )


def _turn(toll: Toll, owner: str, count: int) -> None:
    """Deaths that somebody else would choose are turned first, and those by the weakest poison: what killed
    nobody goes on (spf.special.poison-downgrade)."""
    turned = sorted(
        (kill for kill in toll.kills if kill.turnable),
        key=lambda kill: (-kill.model, kill.chooser == owner, kill.poison),
    )
    for kill in turned[:count]:
        toll.kills.remove(kill)
        if kill.poison:
            toll.poison_rolled.remove((kill.poison, True))
            toll.poison_rolled.append((kill.poison, False))
    toll.endurance -= count
    toll.bleeding += [AFTER_ENDURANCE] * count


# ---------------------------------------------------------------- who dies


def fallen(game: Game, tolls: Mapping[str, Toll]) -> dict[str, list[int]]:
    """The models that die in each unit that is not destroyed as a whole. First those whom a rule names, then
    those whom the other side picks, then those whom the owner picks (ruling A6)."""
    battle = game.battle
    dead: dict[str, list[int]] = {id: [] for id in sorted(tolls) if not tolls[id].destroyed}
    for id in dead:
        for kill in tolls[id].kills:
            if kill.model in battle.unit(id).living and kill.model not in dead[id]:
                dead[id].append(kill.model)
    for of_owner in (False, True):
        asked: dict[str, dict[str, Question]] = {}
        for id in dead:
            for side, kills in _batches(battle, battle.unit(id), tolls[id], of_owner):
                left = _candidates(battle, battle.unit(id), kills, dead[id])
                lots = _lots(battle, battle.unit(id), left, len(kills))
                if len(lots) == 1:
                    dead[id] += lots[0]
                elif lots:
                    asked.setdefault(side, {})[id] = _who(battle, battle.unit(id), lots)
        for answers in _ask(game, asked, "Choose who dies", "spf.damage.table-lookup").values():
            for id, answer in answers.items():
                dead[id] += [int(number) for number in answer.split("+")]
    return {id: sorted(numbers) for id, numbers in dead.items()}


def _batches(battle: Battle, unit: Unit, toll: Toll, of_owner: bool) -> Iterator[tuple[str, list[Kill]]]:
    """The kills whose victims are still open, by the side that picks them. Of several that must take the same
    model, one does and the others are open."""
    named: list[int] = []
    open_: dict[str, list[Kill]] = {}
    for kill in toll.kills:
        if kill.crew and not has(battle, unit, "mount-or-crew"):
            continue
        if kill.model in unit.living and kill.model not in named:
            named.append(kill.model)
        else:
            open_.setdefault(kill.chooser, []).append(kill)
    for side, kills in sorted(open_.items()):
        if (side == unit.side) == of_owner:
            yield side, kills


def _candidates(battle: Battle, unit: Unit, kills: Sequence[Kill], dead: Sequence[int]) -> list[int]:
    """Men on a mount (ability mount-or-crew) are all models but the first."""
    crew = any(kill.crew for kill in kills)
    return [number for number in unit.living if number not in dead and not (crew and number == 0)]


def _lots(battle: Battle, unit: Unit, candidates: Sequence[int], count: int) -> list[list[int]]:
    """Every different lot of that many models; surplus kills are lost (ruling T3)."""
    of = field(battle, unit)
    lots: dict[tuple[int, ...], list[int]] = {}
    for lot in combinations(candidates, min(count, len(candidates))):
        lots.setdefault(tuple(of.models.index(of.models[number]) for number in lot), list(lot))
    found = list(lots.values())
    if battle.rulings.casualty_choice == "regulars-first":
        elites = [sum(of.models[number].elite for number in lot) for lot in found]
        found = [lot for lot, elite in zip(found, elites, strict=True) if elite == min(elites)]
    return found


def _who(battle: Battle, unit: Unit, lots: Sequence[Sequence[int]]) -> Choose:
    of = field(battle, unit)
    options = []
    for lot in lots:
        counted = Counter(_described(battle, unit, number) for number in lot)
        label = ", ".join(f"{count} x {name}" if count > 1 else name for name, count in counted.items())
        options.append(Option("+".join(map(str, lot)), label))
    return Choose(f"{of.name}: who dies?", options, "spf.damage.table-lookup", unit.id, kind="who dies")


def _described(battle: Battle, unit: Unit, number: int) -> str:
    model = field(battle, unit).models[number]
    arms = ", ".join(weapon.name for weapon in model.weapons)
    return f"{model.name} ({arms})" if arms else model.name


# ---------------------------------------------------------------- champions


def rise(game: Game, unit: Unit, number: int, place: Place, carrier: str) -> None:
    """Ability not-yet-dead: the model that was killed goes on as a unit of its own, where there is room.
    `place` and `carrier` are where its unit was."""
    battle = game.battle
    of = field(battle, unit)
    kinds = [kind for kind, entry in army_list(of.nation).units.items() if _inherits(entry.abilities)]
    champion = Unit(f"{unit.id}-{number}", unit.side, -1, kinds[0], [0], place, carrier)
    champion.marks = {RISEN_UNIT: unit.number, RISEN_MODEL: number}
    champion.facing, champion.speed = unit.facing, unit.speed
    champion.movement, champion.gunnery = unit.movement, unit.gunnery
    champion.next_movement, champion.next_gunnery = unit.next_movement, unit.next_gunnery
    champion.at(unit.hex)
    if champion.on_map:
        hexes = _room(battle, champion)
        if not hexes:
            return
        champion.at(choose_hex(game, champion, hexes, "where does the champion rise?", "spf.stacking.limit"))
        spot, facing = ground.spot(battle, champion.hex), ground.bearing(champion.facing)
        name = field(battle, champion).name
        game.tell(Placed(rule="spf.stacking.limit", piece=champion.id, spot=spot, facing=facing, name=name))
    battle.units.append(champion)


def _inherits(abilities: Sequence[object]) -> bool:
    return any(getattr(ability, "name", "") == "champion-inherits" for ability in abilities)


def _room(battle: Battle, unit: Unit) -> list[Hex]:
    """Its own hex, or the neighbours with room that are farthest from the enemy."""
    if has_room(battle, unit, unit.hex):
        return [unit.hex]
    foes = battle.on_map(enemy(unit.side))
    around = [hex_ for hex_ in unit.hex.neighbours() if has_room(battle, unit, hex_)]
    away = [min((distance(hex_, foe) for foe in foes), default=0) for hex_ in around]
    return [hex_ for hex_, far in zip(around, away, strict=True) if far == max(away)]


def has_room(battle: Battle, unit: Unit, hex_: Hex) -> bool:
    """Whether the unit may stand there: it could enter, no enemy is in its layer, and there is room."""
    layer = [
        other
        for other in battle.in_hex(hex_)
        if other.id != unit.id and flying(battle, other) == flying(battle, unit)
    ]
    if any(other.side != unit.side and not other.hidden for other in layer):
        return False
    if ground.entry(battle, unit, hex_, unit.hex) is not None:
        return False
    return ground.fits(battle, hex_, [*(other for other in layer if other.side == unit.side), unit])


def choose_hex(game: Game, unit: Unit, hexes: Sequence[Hex], text: str, rule: str) -> Hex:
    """One of these hexes, at least one; the owner says which."""
    if len(hexes) == 1:
        return hexes[0]
    battle = game.battle
    options = [
        Option(name_of(hex_), f"Hex {name_of(hex_)}", unit.id, spot=ground.spot(battle, hex_))
        for hex_ in hexes
    ]
    answer = game.ask(unit.side, Choose(f"{field(battle, unit).name}: {text}", options, rule, unit.id))
    return next(hex_ for hex_ in hexes if name_of(hex_) == answer)


def _ask(
    game: Game, asked: Mapping[str, Mapping[str, Question]], text: str, rule: str
) -> Mapping[str, Mapping[str, str]]:
    """Both sides at once, one part for each unit."""
    forms: dict[str, Question] = {side: Form(text, asked[side], rule) for side in SIDES if side in asked}
    return game.ask_all(forms) if forms else {}
