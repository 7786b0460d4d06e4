"""Keeping together: chains of 3 inches (arap.E1), parts that go their own way, and who joins whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import dist
from operator import attrgetter

from warbook.board.geometry import Located, distance
from warbook.books.arap.field.bodies import WITHIN, fighter, profile
from warbook.books.arap.field.near import lock
from warbook.books.arap.state import Acting, Battle, Figure, Game, Unit
from warbook.core.events import Note

LINK = 3.0  # arap.basics.coherency: inches from the middle of one base to that of the next
UNLIKE = ("routing", "pursuing", "pinned", "suppressed", "hidden", "overwatch", "aboard", "tactical")
_state_of = attrgetter(*UNLIKE)


def chains(spots: Sequence[Located]) -> list[list[int]]:
    """E1: the numbers of those that hang together, the first one's first, each in order."""
    return _chains(tuple([(spot.x, spot.y, spot.z) for spot in spots]))


@lru_cache(maxsize=4096)  # after every action it is asked of every unit, of which one has moved
def _chains(places: tuple[tuple[float, float, float], ...]) -> list[list[int]]:
    left = list(range(len(places)))
    found = []
    while left:
        chain = [left.pop(0)]
        for here in chain:
            near = [n for n in left if dist(places[here], places[n]) <= LINK + WITHIN]
            chain += near
            left = [n for n in left if n not in near]
        found.append(sorted(chain))
    return found


def coherent(battle: Battle, unit: Unit) -> bool:
    return len(chains(battle.standing(unit))) <= 1


def regroup(game: Game) -> None:
    """Whoever is out of coherency with his unit is a unit of his own from now on, and parts of a squad that
    are back together are one again (arap.basics.sub-units, arap.basics.sub-unit-activation); characters join
    and leave (arap.turn.independent-characters, arap.H15)."""
    battle = game.battle
    here = battle.standing_by_units()
    for unit in list(battle.units):
        figures = [] if unit.locked else here.get(unit.id, [])
        parts = chains(figures)[1:] if len(figures) > 1 else []
        for part in parts:
            split(game, unit, [figures[number] for number in part])
        if parts:
            here = battle.standing_by_units()
    for unit in list(battle.units):
        apart = unit.squad != unit.id or _a_character(battle, here.get(unit.id, []))
        if apart and _rejoin(game, unit, here):
            here = battle.standing_by_units()


def split(game: Game, unit: Unit, leaving: Sequence[Figure]) -> Unit:
    """Makes these figures a unit of their own; the part with the leader, else the larger one, keeps the id.
    Says which unit the figures `leaving` are now."""
    battle = game.battle
    staying = [figure for figure in battle.standing(unit) if figure not in leaving]
    moving, kept = list(leaving), staying
    if _ranks(battle, leaving) > _ranks(battle, staying):
        moving, kept = kept, moving
    part = _part_for(battle, unit, moving)
    for figure in moving:
        figure.unit = part.id
    for name in UNLIKE:
        setattr(part, name, getattr(unit, name))
    part.tried, part.reacted, part.free_moved = unit.tried, unit.reacted, unit.free_moved
    part.sole, part.charged, part.moved = unit.sole, unit.charged, unit.moved
    part.fled_from, part.fled, part.shuns, part.parted = (
        unit.fled_from,
        unit.fled,
        dict(unit.shuns),
        unit.parted,
    )
    part.fired, part.fired_at, part.fires_since = unit.fired, unit.fired_at, unit.fires_since
    part.strength = len(moving)
    unit.strength = max(len(kept), unit.strength - len(moving))
    for enemy in unit.locked:
        lock(battle, part, battle.unit(enemy))
    game.tell(
        Note(words=f"{part.name} is apart from {unit.name}.", piece=part.id, rule="arap.basics.sub-units")
    )
    return battle.unit(leaving[0].unit)


def joined(battle: Battle, unit: Unit) -> list[Figure]:
    """The characters who are with a unit that is not theirs."""
    return [
        figure
        for figure in battle.standing(unit)
        if figure.squad != unit.squad and profile(battle, figure).character
    ]


def _ranks(battle: Battle, figures: Sequence[Figure]) -> tuple[bool, int]:
    """Which part is the squad and which has gone from it."""
    own = [figure for figure in figures if not profile(battle, figure).character]
    return any(fighter(battle, figure).leader for figure in own), len(own)


def _part_for(battle: Battle, unit: Unit, figures: Sequence[Figure]) -> Unit:
    """A character by himself is the unit he was mustered as; else a part is given the next number."""
    squads = {figure.squad for figure in figures}
    if len(squads) == 1 and (own := battle.unit(figures[0].squad)).id != unit.squad:
        return own
    whole = battle.unit(unit.squad)
    number = 2 + sum(each.squad == whole.id and each.id != whole.id for each in battle.units)
    if whole is not unit and not battle.members(whole):
        return whole
    part = Unit(f"{whole.id}-{number}", f"{whole.name} ({number})", whole.side, whole.id, whole.began, 0)
    battle.units.append(part)
    return part


def _a_character(battle: Battle, figures: Sequence[Figure]) -> bool:
    return len(figures) == 1 and profile(battle, figures[0]).character


def _rejoin(game: Game, part: Unit, here: Mapping[str, Sequence[Figure]]) -> bool:
    """Puts a part back with another of its squad, or a character with a unit, if they are in coherency, no
    activation is under way for one of them alone, and they are in the same state; whether it did. `here` are
    the figures on the table, by their units."""
    battle = game.battle
    figures = here.get(part.id, [])
    acting = [frame.unit for frame in battle.stack if isinstance(frame, Acting)]
    if not figures or part.id in acting:
        return False
    character, state = _a_character(battle, figures), _state_of(part)
    for other in battle.units:
        kin = other.squad == part.squad or (character and part.moved == battle.clock)
        if other is part or other.side != part.side or not kin or other.id in acting:
            continue
        if _state_of(other) != state:
            continue
        if set(other.locked) != set(part.locked) or (
            character and _a_character(battle, here.get(other.id, []))
        ):
            continue
        if any(distance(one, two) <= LINK + WITHIN for one in figures for two in here.get(other.id, [])):
            _merge(game, part, other)
            return True
    return False


def _merge(game: Game, part: Unit, other: Unit) -> None:
    battle = game.battle
    if other.squad == part.squad and part.id == part.squad:
        part, other = other, part
    for figure in battle.members(part):
        figure.unit = other.id
    other.tried |= part.tried
    other.reacted |= part.reacted
    other.free_moved |= part.free_moved
    other.sole = tuple(dict.fromkeys((*other.sole, *part.sole)))
    other.charged = max(other.charged, part.charged)
    other.moved = max(other.moved, part.moved)
    other.fled = max(other.fled, part.fled)
    other.strength += part.strength
    other.hits += part.hits
    other.blasted |= part.blasted
    for enemy, lost in part.lost.items():
        other.lost[enemy] = other.lost.get(enemy, 0) + lost
    part.hits, part.blasted, part.lost, part.locked, part.strength = 0, False, {}, (), 0
    game.tell(Note(words=f"{part.name} is with {other.name}.", piece=other.id, rule="arap.basics.sub-units"))
