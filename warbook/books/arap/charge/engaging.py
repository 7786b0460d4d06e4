"""Contact: from which side it is made, what bonuses and what cover there are, and who is locked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from warbook.board.geometry import Spot, bearing, distance, turn_between
from warbook.board.paths import Path
from warbook.books.arap.charge.reactions import carries, throws_back
from warbook.books.arap.field.bodies import size
from warbook.books.arap.field.ground import length_of
from warbook.books.arap.field.near import engages, lock, nearest
from warbook.books.arap.field.sight import off_front
from warbook.books.arap.field.units import any_has, note_move
from warbook.books.arap.movement.climbing import lands
from warbook.books.arap.movement.falls import fall_to
from warbook.books.arap.movement.hazards import tread
from warbook.books.arap.movement.ladders import on_ladder
from warbook.books.arap.movement.noticing import found_in_passing
from warbook.books.arap.state import Battle, Charge, Charging, Direction, Figure, Game, Unit
from warbook.core.events import Moved, Note

FRONT, FLANK = 45.0, 135.0  # degrees off the front, both included (arap.G5)
ORDER: tuple[Direction, ...] = ("front", "flank", "rear")  # by what they are worth


def run(
    game: Game, unit: Unit, paths: Mapping[str, Path], how: str, rule: str, towards: Unit | None = None,
    facing_from: Spot | None = None,
) -> tuple[str, ...]:  # fmt: skip
    """The figures go their ways at a run, tested for what the ground does to them (arap.charge.terrain); who
    lay gets up (arap.movement.prone-charge). They end facing whom they Charge, or away from a spot. Says who
    has jumped down (arap.movement.jump-into-melee); who fails at that falls."""
    battle = game.battle
    found_in_passing(game, unit, paths)
    jumped = []
    for figure in list(battle.standing(unit)):
        path = paths.get(figure.id, (figure.spot,))
        if figure.down:
            continue
        figure.prone = False
        if len(path) > 1:
            start = figure.spot
            gone = tread(game, figure, path)
            if len(gone) > 1:
                game.tell(Moved(piece=figure.id, path=gone, how=how, rule=rule))
                figure.gone += length_of(gone)
            if figure.place != "table":
                continue
            if figure.spot == start:
                figure.at(gone[-1])
                figure.hangs = on_ladder(battle, figure.spot)
                drop = start.z - figure.z
                if drop > size(battle, figure).height + 1e-6:
                    if lands(game, figure, drop):
                        jumped.append(figure.id)
                    elif not fall_to(game, figure, figure.spot, drop):
                        continue
        if towards is not None:
            foe = nearest(figure, battle.standing(towards))
            if foe is not None:
                figure.facing = bearing(figure, foe)
        elif facing_from is not None and distance(facing_from, figure) > 0:
            figure.facing = bearing(facing_from, figure)
    note_move(battle, unit)
    return tuple(jumped)


def made(battle: Battle, unit: Unit, target: Unit) -> bool:
    """arap.charge.success, arap.A22: one who has an enemy within his own melee radius, or touches him."""
    them = battle.standing(target)
    return any(engages(battle, one, foe) for one in battle.standing(unit) for foe in them)


def came_from(battle: Battle, unit: Unit, target: Unit) -> tuple[Direction, bool]:
    """arap.charge.direction, arap.charge.direction-majority, G5: where most came from, seen by
    those whom they contacted; of as many the least advantage. And whether a flank is the left one."""
    them = battle.standing(target)
    contacted = {
        figure.id: [foe for foe in them if engages(battle, figure, foe)] for figure in battle.standing(unit)
    }
    return most_come_from(battle, contacted)


def most_come_from(battle: Battle, contacted: Mapping[str, list[Figure]]) -> tuple[Direction, bool]:
    """For each Charger those whom he may contact, the nearest of whom he does."""
    seen: Counter[Direction] = Counter()
    lefts = 0
    for charger, foes in contacted.items():
        figure = battle.figure(charger)
        foe = nearest(figure, foes)
        if foe is not None:
            where = _side(foe, figure.spot)
            seen[where] += 1
            lefts += where == "flank" and turn_between(foe.facing, bearing(foe, figure)) > 0
    most = max(seen.values(), default=0)
    side: Direction = next((each for each in ORDER if seen[each] == most), "front")
    return side, side == "flank" and 2 * lefts > seen["flank"]


def _side(foe: Figure, spot: Spot) -> Direction:
    off = off_front(foe, spot)
    return "front" if off <= FRONT + 1e-6 else "flank" if off <= FLANK + 1e-6 else "rear"


def engage(
    game: Game, frame: Charging, unit: Unit, target: Unit, tested: bool, jumped: tuple[str, ...]
) -> None:
    """arap.charge.locked: with the bonuses of the direction, which defensive grenades take away
    (arap.charge.defensive-grenades), and with the target's cover, which assault grenades and flesh hooks do
    (arap.charge.against-cover, arap.charge.assault-grenades, arap.charge.flesh-hooks); grenades have their
    effect and no places (arap.charge.grenades-abstract). By a ladder there is no bonus
    (arap.movement.ladder-charge), and cover is no help to the pinned (arap.morale.pinned-charged)."""
    battle = game.battle
    if target.id == frame.target:
        _count_fire(frame, unit, target)
    caught = frame.ran or target.routing
    from_where, left = came_from(battle, unit, target)
    resumed = target.id in unit.parted or unit.id in target.parted
    bonus = not (resumed or caught or frame.ladder)
    if bonus and from_where != "rear" and throws_back(battle, target, unit):
        bonus = False
        words = f"{target.name} throws defensive grenades: {unit.name} has no bonus."
        game.tell(Note(words=words, piece=target.id, rule="arap.charge.defensive-grenades"))
    cover = (frame.cover or tested) and not (resumed or caught or target.pinned)
    if cover and carries(battle, unit, "assault-grenade"):
        cover = False
        words = f"{unit.name} throws grenades: cover is no help."
        game.tell(Note(words=words, piece=unit.id, rule="arap.charge.assault-grenades"))
    hooks = cover and any_has(battle, unit, "flesh-hooks")
    battle.charges.append(
        Charge(
            unit.id,
            target.id,
            from_where,
            left,
            bonus,
            resumed,
            _from_above(battle, unit, target),
            jumped,
            cover and not hooks,
            hooks,
            frame.ambush,
            caught,
        )
    )
    lock(battle, unit, target)
    flank = f"the {'left' if left else 'right'} flank"
    side = {"front": "the front", "flank": flank, "rear": "the rear"}[from_where]
    words = f"{unit.name} is upon {target.name}, from {side}."
    if caught:
        words = f"{unit.name} catches {target.name}."
    game.tell(
        Note(words=words, piece=unit.id, rule="arap.charge.run-caught" if caught else "arap.charge.locked")
    )


def _count_fire(frame: Charging, unit: Unit, target: Unit) -> None:
    """arap.charge.fire-and-charge-wounds, arap.charge.stand-and-fire-wounds: in the first round. What befalls
    who is in melee already was counted when it did."""
    unit.inflicted += frame.dealt
    unit.suffered += frame.taken
    target.inflicted += frame.taken
    target.suffered += 0 if target.locked else frame.dealt


def _from_above(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether most of those who fight came from higher up than those they fight."""
    pairs = [
        (figure, foe)
        for figure in battle.standing(unit)
        for foe in [nearest(figure, battle.standing(target))]
        if foe is not None
    ]
    return 2 * sum(figure.z > foe.z + 0.5 for figure, foe in pairs) > len(pairs)
