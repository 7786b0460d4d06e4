"""Units that get out of the unit that carries them, at the end of a movement step (abilities transport,
unload-adjacent, unload-glide). Who goes aboard does so before the battle."""

from __future__ import annotations

from collections.abc import Iterable

from warbook.board.hexes import COMPASS, Hex, within
from warbook.board.hextable import name_of
from warbook.books.steampunk.army.abilities import Numbered
from warbook.books.steampunk.army.notation import SPEEDS, Code
from warbook.books.steampunk.ground import bearing, entry, fits, spot
from warbook.books.steampunk.movement.meeting import (
    March,
    Stride,
    choosing_order,
    facing_options,
    settle_moves,
)
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.state import SIDES, Battle, Game, Unit, abilities, by_place, field, flying, has
from warbook.core.events import Placed
from warbook.core.questions import Choose, Form, Option, Question, Refusal

ABOARD = "aboard"
TAKEN = Refusal("only one unit gets out in the carrier's own hex", "spf.stacking.limit")
FULL = Refusal("there is no room", "spf.stacking.limit")


def unload(game: Game, march: March) -> None:
    """After the carriers have moved. A carrier in contact with the enemy has not moved yet, and unloads
    nobody. Who finds no room in the end stays aboard."""
    battle = game.battle
    carriers = [stride for stride in march.all() if stride.entrant is None and riders(battle, stride.unit)]
    sides = [side for side in SIDES if any(carrier.unit.side == side for carrier in carriers)]
    out: dict[str, str] = {}
    for side in choosing_order(game, march) if len(sides) > 1 else sides:
        for unit in by_place(carrier.unit for carrier in carriers if carrier.unit.side == side):
            out |= dict.fromkeys(_get_out(game, march, march.strides[unit.id]), unit.id)
    if out:
        settle_moves(game, march)
    for id, carrier_id in sorted(out.items()):
        stride = march.strides[id]
        if not stride.moved and stride.entrant is None:
            stride.unit.place, stride.unit.carrier = "aboard", carrier_id
            del march.strides[id]


def riders(battle: Battle, carrier: Unit) -> list[Unit]:
    return by_place(unit for unit in battle.units if unit.carrier == carrier.id)


def _get_out(game: Game, march: March, carrier: Stride) -> list[str]:
    """Who gets out of this carrier, each with a target in the march. What their orders had for this step and
    before is void."""
    battle = game.battle
    glides = abilities(battle, carrier.unit, "unload-glide", Numbered)
    beside = has(battle, carrier.unit, "unload-adjacent")
    if not (glides or beside) or (beside and not _wanted(game, carrier)):
        return []
    out: list[str] = []
    for unit in riders(battle, carrier.unit):
        taken = beside and any(march.strides[id].target == carrier.place for id in out)
        options = []
        for hex_ in within(carrier.place, glides[0].number if glides else 1):
            if hex_ in battle.table:
                own = taken and hex_ == carrier.place
                barred = TAKEN if own else _barred(game, march, carrier, unit, hex_)
                label = f"Get out in hex {name_of(hex_)}"
                options.append(Option(name_of(hex_), label, unit.id, barred, spot=spot(battle, hex_)))
        if glides:
            options.insert(0, Option(ABOARD, "Stay aboard"))
        if all(option.barred for option in options):
            continue
        answers = _ask(game, carrier, unit, options)
        if answers["place"] == ABOARD:
            continue
        _put_out(game, march, carrier, unit, answers)
        out.append(unit.id)
    return out


def _wanted(game: Game, carrier: Stride) -> bool:
    name = field(game.battle, carrier.unit).name
    options = [Option(ABOARD, "All stay aboard"), Option("unload", "All get out")]
    question = Choose(f"Does {name} unload?", options, piece=carrier.unit.id)
    return bool(game.ask(carrier.unit.side, question) == "unload")


def _barred(game: Game, march: March, carrier: Stride, unit: Unit, hex_: Hex) -> Refusal | None:
    """Impassable, or full of friends; a hex with enemies is assaulted."""
    battle = game.battle
    refusal = entry(battle, unit, hex_, carrier.place)
    if isinstance(refusal, Refusal):
        return refusal
    here = [stride for stride in march.all() if stride.goal == hex_ and not flying(battle, stride.unit)]
    friends = [stride.unit for stride in here if stride.unit.side == unit.side]
    foes = [stride for stride in here if stride.unit.side != unit.side and not stride.unit.hidden]
    return None if foes or fits(battle, hex_, [*friends, unit]) else FULL


def _ask(game: Game, carrier: Stride, unit: Unit, options: list[Option]) -> dict[str, str]:
    battle = game.battle
    name = field(battle, unit).name
    speeds = carrying_out.getting_out(battle, unit, carrier.unit)
    questions = {
        "place": Choose(f"Where does {name} get out?", options, piece=unit.id),
        "facing": Choose(f"Which way does {name} face?", facing_options(), piece=unit.id),
        "speed": Choose(f"At which speed is {name}?", _speed_options(speeds), "spf.orders.speeds", unit.id),
    }
    only = {part: question.open()[0].id for part, question in questions.items()}
    parts: dict[str, Question] = {
        part: question for part, question in questions.items() if len(question.open()) > 1
    }
    return {**only, **game.ask(unit.side, Form(f"{name} may get out", parts))}


def _speed_options(speeds: Iterable[str]) -> list[Option]:
    return [Option(speed, f"Get out at {speed}") for speed in speeds]


def _put_out(game: Game, march: March, carrier: Stride, unit: Unit, answers: dict[str, str]) -> None:
    battle = game.battle
    unit.place, unit.carrier = "map", ""
    unit.at(carrier.place)
    unit.facing = COMPASS.index(answers["facing"])
    unit.speed = next(speed for speed in SPEEDS if speed == answers["speed"])
    game.tell(Placed(piece=unit.id, spot=spot(battle, unit.hex), facing=bearing(unit.facing)))
    target = next(hex_ for hex_ in battle.table.hexes() if name_of(hex_) == answers["place"])
    march.join(Stride(unit, carrier.place, [], Code("unload"), target, chosen=True))
