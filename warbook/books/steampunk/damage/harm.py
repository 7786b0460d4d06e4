"""All damage of a step at once: damage tables, casualties, tokens and markers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import astuple

from warbook.board.hexes import Hex
from warbook.books.steampunk import ground
from warbook.books.steampunk.aftermath.agony import downgraded, raised
from warbook.books.steampunk.army.abilities import Rolled
from warbook.books.steampunk.army.notation import Effect, Speed
from warbook.books.steampunk.damage import casualties, hexmarks, tokens
from warbook.books.steampunk.damage.effects import Toll, adds_up, record, said
from warbook.books.steampunk.damage.toughness import (
    Type,
    bonus,
    can_be_poisoned,
    immune,
    in_play,
    lines_of,
    told_to,
)
from warbook.books.steampunk.damage.wounds import Standing, look_up, tolled
from warbook.books.steampunk.dice import Roll, die
from warbook.books.steampunk.illusions import expose
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.pending import Blow, Gain, MarkKind, Spread, TableName
from warbook.books.steampunk.state import AimToken, Battle, Game, Unit, abilities, by_id, by_place, field, has
from warbook.core.events import Note, Placed, Removed, Turned

UNTYPED = ("shot", "area", "assault")  # causes of damage of no stated type (spf.damage.regular-default)
DESTROYS = ("death-ray-backlash",)  # causes that destroy the unit whatever its table says
GUN_CREW = 4  # of a gun (ability gun-or-crew); with them it is lost


# ---------------------------------------------------------------- a step's damage


def apply(game: Game) -> None:
    """spf.turn.simultaneous, rulings T1-T3: puts into effect everything that the step has brought about. What
    comes of it does not depend on the order in which it was brought about."""
    battle = game.battle
    if not (battle.blows or battle.gains or battle.spreads):
        return
    blows, gains = sorted(battle.blows, key=astuple), sorted(battle.gains, key=astuple)
    spreads = sorted(battle.spreads, key=astuple)
    battle.blows, battle.gains, battle.spreads = [], [], []
    struck = {blow.unit for blow in blows} | {gain.unit for gain in gains}
    tolls = {unit.id: Toll() for unit in in_play(battle) if unit.id in struck or unit.carrier in struck}
    for blow in blows:
        if blow.unit in tolls:
            _strike(game, tolls[blow.unit], blow)
    expose(game, [battle.unit(gain.unit) for gain in gains if gain.token == "poison"])
    for gain in gains:
        if gain.unit in tolls:
            _win(battle, tolls[gain.unit], gain)
    _strike_passengers(game, tolls)
    casualties.endure(game, tolls)
    dead = casualties.fallen(game, tolls)
    for id, toll in tolls.items():
        _go_on(game, battle.unit(id), toll, dead.get(id, []))
    spreads += [spread for id, toll in tolls.items() for spread in _placed(battle, battle.unit(id), toll)]
    risen = [
        (id, number)
        for id, numbers in dead.items()
        for number in numbers
        if not_yet_dead(battle, battle.unit(id), number)
    ]
    settled = [_settle(game, battle.unit(id), toll, dead.get(id, [])) for id, toll in tolls.items()]
    wrecks = {wreck.unit: wreck for wreck in filter(None, settled)}
    for unit in by_place(map(battle.unit, wrecks)):
        _leave(game, wrecks[unit.id])
    for id, number in risen:
        unit = battle.unit(id)
        if not unit.gone:
            casualties.rise(game, unit, number, unit.place, unit.carrier)
    for spread in sorted(spreads, key=lambda spread: spread.count):
        hexmarks.put(battle, spread.kind, Hex(spread.q, spread.r), spread.strength, spread.count)
        hexmarks.tell_mark(game, spread.kind, Hex(spread.q, spread.r), spread.rule)


def _strike(game: Game, toll: Toll, blow: Blow) -> None:
    """spf.damage.table-lookup."""
    battle = game.battle
    unit = battle.unit(blow.unit)
    if blow.cause in DESTROYS:
        toll.destroyed = blow.rule
        return
    result, effects = _line(battle, unit, blow)
    words = f"{field(battle, unit).name}, damage result {result} ({_cause(battle, blow)}): {said(effects)}."
    game.tell(Note(rule=blow.rule, to=told_to(unit), words=words, piece=unit.id))
    record(toll, effects, blow, _chooser(battle, unit, blow))
    if blow.table == "regular" and blow.cause in UNTYPED and result >= 1:
        for ability in abilities(battle, unit, "shield-burns", Rolled):
            _further(game, toll, unit, "regular", "fire", ability.roll)


def _cause(battle: Battle, blow: Blow) -> str:
    """What did it and, where all may know, who."""
    by = next((other for other in battle.units if other.id == blow.by != blow.unit), None)
    return blow.cause if by is None or by.hidden else f"{blow.cause}, by {field(battle, by).name}"


def _line(battle: Battle, unit: Unit, blow: Blow) -> tuple[int, tuple[Effect, ...]]:
    """The result and what its line says. Effect if-shaken-double-crew-roll: tokens are not doubled. Bleeding
    causes no bleeding (spf.special.bleeding-no-bleeding)."""
    lines = lines_of(battle, unit, blow.table)
    result = blow.result
    effects = look_up(lines, result) or ()
    if unit.shaken and any(effect.name == "if-shaken-double-crew-roll" for effect in effects):
        result += result - unit.crew_future
        effects = look_up(lines, result) or ()
    if blow.cause == "bleeding":
        effects = tuple(effect for effect in effects if effect.name != "bleeding")
    return result, effects


def _chooser(battle: Battle, unit: Unit, blow: Blow) -> str:
    """Ruling A6."""
    if battle.rulings.casualty_choice == "firer":
        return next((other.side for other in battle.units if other.id == blow.by), unit.side)
    return blow.chooser or unit.side


def _further(game: Game, toll: Toll, unit: Unit, table: TableName, type: Type, roll: Roll) -> None:
    """A damage roll that follows from another, with the tokens at the start of the step (ruling T2)."""
    battle = game.battle
    if not lines_of(battle, unit, table):
        return
    rule = "spf.damage.table-lookup" if table == "critical" else "spf.special.typed-damage"
    added, why = (0, ()) if table == "critical" else bonus(battle, unit, table, type)
    face = game.rolling(unit.id, {rule: why}, told_to(unit)).roll(die, roll.sides, rule)
    cause = "critical" if table == "critical" else type
    _strike(game, toll, Blow(unit.id, table, face + roll.plus + added, cause, rule))


COUNTED = {  # tokens that are only counted, and where
    "future": "future",
    "crew-future": "crew_future",
    "shaken": "shakes",
    "acid": "acid",
    "minor-acid": "minor_acid",
    "fire": "fires",
    "endurance": "endurance",
    "aim": "aims",
}


def _win(battle: Battle, toll: Toll, gain: Gain) -> None:
    unit = battle.unit(gain.unit)
    if immune(battle, unit, gain.token):
        return
    if gain.token == "poison":
        toll.poison += [gain.strength] * gain.count if can_be_poisoned(battle, unit) else []
    elif gain.token == "bleeding":
        toll.bleeding += [gain.strength] * gain.count
    else:
        counted = COUNTED[gain.token]
        setattr(toll, counted, getattr(toll, counted) + gain.count)


def _strike_passengers(game: Game, tolls: Mapping[str, Toll]) -> None:
    """Effects passengers-damage and passengers-destroyed."""
    battle = game.battle
    for carrier, toll in tolls.items():
        for passenger in _aboard(battle, carrier):
            if toll.passengers_destroyed:
                tolls[passenger.id].destroyed = toll.destroyed
            for roll in toll.passengers:
                _further(game, tolls[passenger.id], passenger, "regular", "regular", roll)


def _go_on(game: Game, unit: Unit, toll: Toll, dead: Sequence[int]) -> None:
    """Psychic damage and critical results of a unit that is left, and what happens when the last of a crew
    has died."""
    battle = game.battle
    if toll.last_crew and unit.living[1:] and not [n for n in unit.living[1:] if n not in dead]:
        record(toll, toll.last_crew, Blow(unit.id, "crew_members", 0, "crew", ""), unit.side)
    if _wiped_out(battle, unit, toll, dead):
        return
    while toll.rolls:
        table, roll = toll.rolls.pop(0)
        _further(game, toll, unit, table, "psychic", roll)


# ---------------------------------------------------------------- settling a toll


class Wreck(Struct, frozen=True):
    """A unit that is gone, where it was, and whom it leaves behind."""

    unit: str
    place: casualties.Place
    carrier: str
    risen: tuple[int, ...]


def destroy(game: Game, unit: Unit, rule: str, words: str = "") -> None:
    """Take the whole unit out of play at once; who is aboard gets out."""
    _leave(game, _remove(game, unit, rule, words))


def _wiped_out(battle: Battle, unit: Unit, toll: Toll, dead: Sequence[int]) -> bool:
    """Rulings T3, D10; the crew of a gun are no models."""
    lost = unit.crew_lost + sum(kill.crew for kill in toll.kills)
    crew_gone = has(battle, unit, "gun-or-crew") and lost >= GUN_CREW
    return bool(toll.destroyed) or len(dead) >= len(unit.living) or crew_gone


def _settle(game: Game, unit: Unit, toll: Toll, dead: Sequence[int]) -> Wreck | None:
    """Ruling T2: the kills, the old tokens halved, then those won."""
    battle = game.battle
    if _wiped_out(battle, unit, toll, dead):
        return _remove(game, unit, toll.destroyed or "spf.damage.table-lookup")
    with tokens.watched(game, unit):
        unit.future = tolled(Standing(len(unit.living), unit.future), len(dead), toll.future).tokens
        unit.living = [number for number in unit.living if number not in dead]
        if not has(battle, unit, "mount-or-crew"):
            unit.crew_lost += sum(kill.crew for kill in toll.kills)
        unit.crew_future += toll.crew_future
        unit.acid += toll.acid
        unit.minor_acid += toll.minor_acid
        unit.fires += toll.fires
        unit.endurance += toll.endurance
        unit.poison = _poison_after(unit, toll)
        unit.bleeding = _bleeding_after(unit, toll)
        unit.jammed = unit.jammed or toll.jammed
        unit.crippled_crew = unit.crippled_crew or toll.crippled_crew
        unit.unconscious = 1 if toll.unconscious else unit.unconscious
        for text in toll.lasting:
            if adds_up(text) or text not in unit.critical:
                unit.critical.append(text)
        was_shaken = unit.shaken > 0
        unit.shaken += shaken_tokens(unit.shaken, toll.shakes) + toll.shaken_tokens
    step: Literal[1, 2] = 2 if battle.phase == "gunnery 2" else 1
    unit.aims += [AimToken(unit.q, unit.r, battle.turn, step)] * toll.aims
    _displace(game, unit, toll, not was_shaken and unit.shaken > 0)
    return None


def shaken_tokens(before: int, causes: int) -> int:
    """spf.ability.shaken-tokens, ruling P16: two for the first cause, one for each further one."""
    return causes + (1 if causes and not before else 0)


def _poison_after(unit: Unit, toll: Toll) -> list[int]:
    """spf.special.poison-downgrade, spf.special.poison-removed, spf.damage.poison-death."""
    left = list(unit.poison)
    for strength, killed in toll.poison_rolled:
        if strength in left:
            left.remove(strength)
            left += [downgraded(strength)] if downgraded(strength) and not killed else []
    return sorted([*left, *toll.poison], reverse=True)


def _bleeding_after(unit: Unit, toll: Toll) -> list[int]:
    """spf.special.bleeding-removed, spf.damage.bleeding-death; ability amplifies-bleeding."""
    left = list(unit.bleeding)
    for strength in toll.bleeding_ended:
        if strength in left:
            left.remove(strength)
    for strength in toll.bleeding_raised:
        if strength in left:
            left[left.index(strength)] = raised(strength)
    return sorted([*left, *toll.bleeding], reverse=True)


def _displace(game: Game, unit: Unit, toll: Toll, newly_shaken: bool) -> None:
    """What becomes of its speed (ruling P17) and facing."""
    battle = game.battle
    shaken = field(battle, unit).shaken
    if newly_shaken and shaken:
        carrying_out.force_speed(game, unit, shaken.speed, "spf.ability.shaken-orders")
    if toll.speed:
        carrying_out.force_speed(game, unit, cast(Speed, toll.speed), "spf.damage.table-lookup")
    if toll.turned % 6:
        unit.facing = (unit.facing + toll.turned) % 6
        facing, rule = ground.bearing(unit.facing), "spf.damage.table-lookup"
        game.tell(Turned(rule=rule, piece=unit.id, facing=facing, to=told_to(unit)))


def _placed(battle: Battle, unit: Unit, toll: Toll) -> Iterator[Spread]:
    """Effect places: in its own hex and in those round it."""
    for marker in toll.markers:
        for hex_ in (unit.hex, *unit.hex.neighbours()):
            if hex_ in battle.table:
                kind = cast(MarkKind, marker.kind)
                yield Spread(kind, hex_.q, hex_.r, "spf.hexfx.markers", marker.strength)


# ---------------------------------------------------------------- wrecks and whom they leave behind


def _remove(game: Game, unit: Unit, rule: str, words: str = "") -> Wreck:
    battle = game.battle
    risen = tuple(number for number in unit.living if not_yet_dead(battle, unit, number))
    wreck = Wreck(unit.id, unit.place, unit.carrier, risen)
    words = words or f"{field(battle, unit).name} is destroyed."
    game.tell(Removed(rule=rule, piece=unit.id, words=words))
    expose(game, [unit])
    unit.living, unit.place, unit.carrier, unit.hidden = [], "destroyed", "", False
    tokens.clear(unit)
    return wreck


def _leave(game: Game, wreck: Wreck) -> None:
    battle = game.battle
    unit = battle.unit(wreck.unit)
    for passenger in _aboard(battle, unit.id):
        _get_out(game, passenger, unit)
    for number in wreck.risen:
        casualties.rise(game, unit, number, wreck.place, wreck.carrier)


def not_yet_dead(battle: Battle, unit: Unit, number: int) -> bool:
    return any(a.name == "not-yet-dead" for a in field(battle, unit).models[number].abilities)


def _aboard(battle: Battle, carrier: str) -> list[Unit]:
    return by_id([unit for unit in battle.units if unit.carrier == carrier])


def _get_out(game: Game, passenger: Unit, carrier: Unit) -> None:
    """Effect passengers-exit: in the hex of the wreck, or as near as there is room."""
    battle = game.battle
    speeds = field(battle, passenger).speeds
    passenger.place, passenger.carrier, passenger.facing = "map", "", carrier.facing
    passenger.speed = next((speed for speed in ("slow", "still") if speed in speeds), passenger.speed)
    passenger.at(carrier.hex)
    around = [hex_ for hex_ in carrier.hex.neighbours() if hex_ in battle.table]
    hexes = [carrier.hex] if casualties.has_room(battle, passenger, carrier.hex) else around
    hexes = [hex_ for hex_ in hexes if casualties.has_room(battle, passenger, hex_)]
    if not hexes:
        destroy(game, passenger, "spf.stacking.limit")
        return
    passenger.at(
        casualties.choose_hex(game, passenger, hexes, "where does it get out?", "spf.stacking.limit")
    )
    spot, facing = ground.spot(battle, passenger.hex), ground.bearing(passenger.facing)
    game.tell(Placed(rule="spf.stacking.limit", piece=passenger.id, spot=spot, facing=facing))
