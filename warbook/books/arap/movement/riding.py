"""Getting on and off what carries others (arap.H19): trucks, boats, and swimmers taken up."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, radians, sin

from warbook.board.geometry import Spot, distance, point_to_segment
from warbook.board.paths import Path
from warbook.books.arap.field.bodies import body, has, profile, radius, within
from warbook.books.arap.field.coherency import split
from warbook.books.arap.field.ground import length_of
from warbook.books.arap.field.near import engaged, foes, lock
from warbook.books.arap.field.placing import around
from warbook.books.arap.field.units import spend
from warbook.books.arap.movement.agility import agility_failures
from warbook.books.arap.movement.prices import price
from warbook.books.arap.movement.swimming import in_water
from warbook.books.arap.state import Acting, Battle, Figure, Game, Unit
from warbook.core.events import Note, Placed
from warbook.core.questions import Choose, Option, Refusal, Route, Way

BESIDE = 2.0  # inches from a vehicle at which one gets on and off
SLOW = 6.0  # arap.movement.pick-up-swimmers: inches of a ship's move
ALIGHT, BOARD = "alight", "board:"
RULE = "arap.H19"


def riding_options(battle: Battle, frame: Acting) -> list[Option]:
    """Getting on where somebody has room, getting off."""
    unit = battle.unit(frame.unit)
    cost = price(battle, unit, "board", 1)
    dear = Refusal(f"it takes {cost} action points", "arap.turn.action-cost") if cost > frame.points else None
    if unit.aboard:
        return [Option(ALIGHT, f"Get off {battle.unit(unit.aboard).name}", unit.id, dear)]
    found = []
    for ride in rides(battle, unit.side):
        if ride.unit != unit.id and all(_beside(battle, figure, ride) for figure in battle.standing(unit)):
            barred = dear or no_room(battle, ride, battle.standing(unit))
            found.append(
                Option(f"{BOARD}{ride.unit}", f"Get on {battle.unit(ride.unit).name}", unit.id, barred)
            )
    return found


def take_riding(game: Game, frame: Acting, chosen: str) -> None:
    battle = game.battle
    unit = battle.unit(frame.unit)
    spend(battle, frame, price(battle, unit, "board", 1), chosen)
    if chosen == ALIGHT:
        alight(game, unit)
        return
    ride = battle.standing(battle.unit(chosen.removeprefix(BOARD)))[0]
    wet = [figure for figure in battle.standing(unit) if in_water(battle, figure.spot)]
    stays = agility_failures(game, unit, wet, "arap.movement.leave-water")
    go_aboard(game, [figure for figure in battle.standing(unit) if figure not in stays], ride)


def rides(battle: Battle, side: str) -> list[Figure]:
    """The side's vehicles on the table that carry others."""
    return [
        figure
        for unit in battle.on_table(side)
        for figure in battle.standing(unit)
        if profile(battle, figure).carries
    ]


def passengers(battle: Battle, ride: Figure) -> list[Figure]:
    return [
        figure
        for unit in battle.units
        if unit.aboard == ride.unit
        for figure in battle.members(unit)
        if figure.place == "aboard"
    ]


def carry(battle: Battle, ride: Figure) -> None:
    """Passengers are where their ride is, and look the way it faces."""
    for figure in passengers(battle, ride):
        figure.at(ride.spot, ride.facing)


def no_room(battle: Battle, ride: Figure, figures: list[Figure]) -> Refusal | None:
    """arap.basics.bulk-count: why these do not all fit in; None if they do."""
    wanted = sum(profile(battle, figure).places for figure in (*passengers(battle, ride), *figures))
    if wanted > profile(battle, ride).carries:
        return Refusal("there is not room for all of them", "arap.basics.bulk-count")
    return None


def go_aboard(game: Game, figures: list[Figure], ride: Figure) -> None:
    """Those who get on are a unit of their own if not all do."""
    battle = game.battle
    if not figures:
        return
    unit = battle.unit(figures[0].unit)
    if len(figures) < len(battle.standing(unit)):
        unit = split(game, unit, figures)
    for figure in figures:
        figure.place, figure.hangs, figure.prone = "aboard", False, False
    unit.aboard, unit.moved = ride.unit, battle.clock
    carry(battle, ride)
    words = f"{unit.name} is aboard {battle.unit(ride.unit).name}."
    game.tell(Note(words=words, piece=unit.id, rule=RULE))


def alight(game: Game, unit: Unit) -> None:
    """All get off within 2 inches; who comes to stand in an enemy's melee radius is locked with him
    (arap.G43, arap.charge.interception-other)."""
    battle = game.battle
    ride = battle.standing(battle.unit(unit.aboard))[0]
    way: Way = game.ask(unit.side, _where(battle, unit, ride))
    put_off(game, unit, ride, way.path[0])


def put_off(game: Game, unit: Unit, ride: Figure, towards: Spot) -> None:
    battle = game.battle
    spots = around(battle, battle.members(unit), body(battle, ride), BESIDE, towards)
    for figure in battle.members(unit):
        spot = spots.get(figure.id)
        if spot is not None:
            figure.at(spot, ride.facing)
            figure.place = "table"
            game.tell(Placed(piece=figure.id, spot=spot, facing=ride.facing, rule=RULE))
    if not any(figure.place == "aboard" for figure in battle.members(unit)):
        unit.aboard = ""
    unit.moved = battle.clock
    for figure in battle.standing(unit):
        for foe in foes(battle, unit.side):
            if engaged(battle, figure, foe) and not battle.unit(foe.unit).routing:
                lock(battle, unit, battle.unit(foe.unit))


def take_up_swimmers(game: Game, ride: Figure, path: Path) -> None:
    """arap.movement.pick-up-swimmers: a ship that went no more than 6 inches may take up those of its side
    who came within 2 inches of it."""
    battle = game.battle
    if not has(battle, ride, "boat") or not within(length_of(path), SLOW):
        return
    side = battle.unit(ride.unit).side
    for unit in battle.on_table(side):
        near = [
            figure
            for figure in battle.standing(unit)
            if in_water(battle, figure.spot) and figure is not ride and within(_passed(figure, path), BESIDE)
        ]
        while near and no_room(battle, ride, near):
            near.pop()
        if near:
            options = [Option("take", f"Take {len(near)} aboard", unit.id), Option("leave", "Leave them")]
            question = Choose(
                f"{unit.name} swims beside {battle.unit(ride.unit).name}.", options,
                "arap.movement.pick-up-swimmers", unit.id, "take", kind="swimmers",
            )  # fmt: skip
            if game.ask(side, question) == "take":
                go_aboard(game, near, ride)


def _passed(figure: Figure, path: Path) -> float:
    """How near the way of a ship came to a figure."""
    if len(path) == 1:
        return distance(figure, path[0])
    legs = pairwise(path)
    return min(point_to_segment(figure.x, figure.y, (a.x, a.y), (b.x, b.y)) for a, b in legs)


def _beside(battle: Battle, figure: Figure, ride: Figure) -> bool:
    """arap.turn.interaction: within 2 inches of its hull."""
    away = hypot(figure.x - ride.x, figure.y - ride.y) - radius(battle, ride)
    return within(away, BESIDE) and abs(figure.z - ride.z) <= BESIDE


def _where(battle: Battle, unit: Unit, ride: Figure) -> Route:
    """On which side they get off."""
    figures = battle.members(unit)
    ring = [
        Spot(ride.x + far * cos(radians(turn)), ride.y + far * sin(radians(turn)), ride.z)
        for turn in range(0, 360, 45)
        for far in [radius(battle, ride) + 1.0]
    ]

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        if not within(distance(path[0], ride) - radius(battle, ride), BESIDE):
            return Refusal("one gets off within 2 inches", RULE)
        spots = around(battle, figures, body(battle, ride), BESIDE, path[0])
        return 0.0 if len(spots) == len(figures) else Refusal("there is no room for all of them", RULE)

    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        return (min(ring, key=lambda spot: hypot(spot.x - x, spot.y - y)),)

    return Route(
        f"Where does {unit.name} get off?", unit.id, None, judge,
        lambda: [(spot.x, spot.y, spot.z) for spot in ring if not isinstance(judge((spot,)), Refusal)],
        nearest, rule=RULE, kind="alight",
    )  # fmt: skip
