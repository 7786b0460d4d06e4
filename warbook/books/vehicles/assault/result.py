"""What follows from a round of combat: who has lost, who runs, who is caught, who closes up (veh.P12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from warbook.books.vehicles.assault.allowed import FAR
from warbook.books.vehicles.assault.consolidating import consolidate
from warbook.books.vehicles.assault.dice import sweeps
from warbook.books.vehicles.assault.engaged import (
    Piece,
    alive,
    held_fast,
    in_contact,
    unlock,
)
from warbook.books.vehicles.assault.moves import go_and_test, ways_into
from warbook.books.vehicles.assault.walkers import stride, stride_into
from warbook.books.vehicles.field.bodies import model_type, type_of
from warbook.books.vehicles.morale.falling_back import fall_back
from warbook.books.vehicles.morale.tests import passes
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle
from warbook.books.vehicles.wounds.casualties import destroy
from warbook.core.events import Note


def conclude(game: Game, combat: Sequence[Piece], caused: Mapping[str, int]) -> None:
    """The result of a combat and all that comes of it."""
    battle = game.battle
    loser = _loser(battle, combat, caused)
    if loser:
        by = abs(caused["a"] - caused["b"])
        losers = [each for each in combat if each.side == loser and alive(battle, each)]
        words = f"{_names(losers)} lost the combat by {by}."
        game.tell(Note(words=words, piece=losers[0].id, rule="veh.P12"))
        _break(game, losers, by)
    left = sorted((each for each in combat if alive(battle, each)), key=lambda each: each.side != battle.side)
    free = [each for each in left if not each.locked and each.side != loser]
    for one in left:
        if one.locked and alive(battle, one):
            pile_in(game, one)
    _part(battle, left)
    for one in free:
        consolidate(game, one)


def pile_in(game: Game, one: Piece) -> None:
    """veh.P12.consolidate, veh.walker.pursuit: up to 6 inches closer to those it is locked with."""
    battle = game.battle
    foes = [battle.either(each) for each in one.locked]
    if isinstance(one, Unit):
        go_and_test(game, one, ways_into(battle, one, foes, FAR), "piles in", "veh.P12.consolidate")
    elif not held_fast(one) and not any(in_contact(battle, one, foe) for foe in foes):
        way = stride_into(battle, one, foes, FAR)
        if way is not None:
            stride(game, one, way, "piles in", "veh.walker.pursuit")


def initiative(battle: Battle, one: Piece) -> int:
    """Of a sweeping advance: that of most of the unit, the higher of two equally common ones (veh.P14)."""
    if isinstance(one, Vehicle):
        profile = type_of(one).walker
        assert profile is not None
        return profile.i
    counts = Counter(model_type(battle, model).profile.i for model in battle.standing(one))
    return max(counts, key=lambda value: (counts[value], value))


def _loser(battle: Battle, combat: Sequence[Piece], caused: Mapping[str, int]) -> str:
    """The side that has caused fewer unsaved wounds, as long as somebody of both is left."""
    left = {each.side for each in combat if alive(battle, each)}
    if len(left) < 2 or caused["a"] == caused["b"]:
        return ""
    return min(left, key=lambda side: caused[side])


def _break(game: Game, losers: Sequence[Piece], by: int) -> None:
    """veh.P8: each unit of the losers tests at 1 less for each point; vehicles never do
    (veh.walker.no-morale)."""
    battle = game.battle
    why = f"lost by {by}"
    broken = [
        unit for unit in losers if isinstance(unit, Unit) and not passes(game, unit, "veh.P8", -by, why)
    ]
    names = {unit.id for unit in broken}
    for unit in broken:
        hunters = [foe for foe in map(battle.either, unit.locked) if _may_sweep(foe, names)]
        if hunters and _catch(game, hunters, unit):
            destroy(game, unit, f"{unit.name} is caught as it runs: it is destroyed.", "veh.P12.sweep")
        else:
            fall_back(game, unit)


def _catch(game: Game, hunters: Sequence[Piece], unit: Unit) -> bool:
    fastest = max(initiative(game.battle, foe) for foe in hunters)
    return game.rolling(hunters[0].id).roll(sweeps, fastest, initiative(game.battle, unit))


def _may_sweep(foe: Piece, running: set[str]) -> bool:
    """veh.P12.sweep, veh.walker.pursuit: who has nobody else to fight, and can move."""
    return not held_fast(foe) and set(foe.locked) <= running


def _part(battle: Battle, combat: Sequence[Piece]) -> None:
    """Those who are not in contact any more are not locked."""
    for one in combat:
        for name in one.locked:
            foe = battle.either(name)
            if not in_contact(battle, one, foe):
                unlock(one, foe)


def _names(pieces: Sequence[Piece]) -> str:
    return " and ".join(each.name for each in pieces)
