"""Setting up: the whole force of one side, then that of the next, squad by squad."""

from __future__ import annotations

from functools import cache
from itertools import chain
from math import hypot

import numpy as np
from msgspec.structs import replace

from warbook.board.bodies import crowded
from warbook.board.formation import places_round
from warbook.board.geometry import Body, Disc, Spot, farthest
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.terrain import Table
from warbook.books.arap.field.bodies import everybody, in_the_way, radius, size
from warbook.books.arap.field.coherency import LINK
from warbook.books.arap.field.ground import floor_of
from warbook.books.arap.field.hiding import told_to
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.scenario import Zone
from warbook.books.arap.setup.zones import ahead, holds, level_of, measured, suits, words_of
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.events import Placed
from warbook.core.questions import Choose, Option, Refusal, Route, Way

RULE = "arap.H1"
GRID = 2.0  # inches between the places that are shown
_POINT = Disc(0.0)
CLEAR = 0.01  # inches between bodies that are surely not in each other's way
SPREAD = 9.0  # inches from the middle of a squad within which its figures find room


def deploy_step(game: Game) -> None:
    """One squad of the side that sets up, or all that are left; then the next side, and then the battle."""
    battle = game.battle
    ready = waiting(battle, battle.side)
    if not ready:
        _next_side(game)
        return
    zone = zone_for(battle, battle.side)
    options = [Option("rest", "Set up everybody left for me")]
    options += [Option(unit.id, unit.name, unit.id) for unit in ready]
    text = f"Set up {words_of(zone)}: who?"
    chosen = game.ask(battle.side, Choose(text, options, RULE, kind="set up"))
    if chosen == "rest":
        for unit in ready:
            line_up(game, unit)
        return
    unit = battle.unit(chosen)
    zone = zone_of(battle, unit)
    way: Way = game.ask(battle.side, where(battle, unit, zone))
    put(game, unit, way.path[0], way.facing, zone)


def waiting(battle: Battle, side: str) -> list[Unit]:
    """The squads still to be set up; as many as the scenario says stay behind in reserve (arap.H16)."""
    left = [
        unit
        for unit in battle.units
        if unit.side == side and any(figure.place == "reserve" for figure in battle.members(unit))
    ]
    reserves = battle.part(side).reserves
    held = reserves.squads if reserves else 0
    return left if len(left) > held else []


def zone_for(battle: Battle, side: str) -> Zone:
    """Zones are filled in their order; the last is for all the others."""
    zones = battle.part(side).zones
    done = sum(
        unit.side == side and not unit.lent and any(each.place == "table" for each in battle.members(unit))
        for unit in battle.units
    )
    for zone in zones[:-1]:
        if done < zone.squads:
            return zone
        done -= zone.squads
    return zones[-1]


def zone_of(battle: Battle, unit: Unit) -> Zone:
    """The zone of a squad. Where that has no room left for it, it reaches an inch further, and so on (own):
    nobody is left at home for want of room."""
    return while_still(battle, (zone_of, unit.id), lambda: _zone_of(battle, unit))


def _zone_of(battle: Battle, unit: Unit) -> Zone:
    zone = zone_for(battle, unit.side)
    while not has_room(battle, unit, zone):
        wider = _wider(battle, zone)
        if wider == zone:
            break
        zone = wider
    return zone


def has_room(battle: Battle, unit: Unit, zone: Zone) -> bool:
    """Whether there is a place in the zone at which the squad can be set up: the one that is furthest from
    everybody is tried first."""
    spots = grid(battle, zone)
    return _stands_clear(battle, unit, zone, spots) or any(
        not isinstance(places(battle, unit, spot, zone), Refusal)
        for spot in chain(_furthest(battle, spots), spots)
    )


def _stands_clear(battle: Battle, unit: Unit, zone: Zone, spots: list[Spot]) -> bool:
    """Whether nobody is where the squad would stand round the spot that is furthest from all, or round one
    that was looked at for such a squad before, if it were alone on the table: then it stands there in any
    case. Where it stands alone is the same in all battles on that table."""
    if zone.cover != "any":
        return False
    build = tuple([(radius(battle, each), size(battle, each).height) for each in battle.members(unit)])
    alone = recall(battle.table, _alone, zone, battle.scenario.posts, battle.scenario.terrain, build)
    them = everybody(battle).rows
    if any(_is_clear(bodies, them) for bodies in list(alone.values())):
        return True
    for spot in _furthest(battle, spots) or spots[:1]:
        if spot not in alone:
            bodies = _placed(battle, unit, spot, zone, [])
            alone[spot] = [] if isinstance(bodies, Refusal) else bodies
            if _is_clear(alone[spot], them):
                return True
    return False


def _alone(table: Table, *squad: object) -> dict[Spot, list[Body]]:
    """Where the figures of such a squad stand round some spots; nowhere where it has no room. Filled in."""
    return {}


def _is_clear(bodies: list[Body], them: Floats) -> bool:
    """Whether somebody stands there, and none of them comes near any of these."""
    return bool(bodies) and not any(
        crowded(them, each.spot.x, each.spot.y, each.spot.z, farthest(each.base) + CLEAR, each.height + CLEAR)
        for each in bodies
    )


def _furthest(battle: Battle, spots: list[Spot]) -> list[Spot]:
    """Of the spots the one that is furthest from all who are on the table."""
    them = everybody(battle).rows[:, :2]
    if not spots or not len(them):
        return []
    away = np.array([(spot.x, spot.y) for spot in spots])[:, None, :] - them[None, :, :]
    return [spots[int((away * away).sum(axis=2).min(axis=1).argmax())]]


def _wider(battle: Battle, zone: Zone) -> Zone:
    """An inch wider, as far as the table goes; without limits it is as wide as it can be."""
    most = battle.table.width + battle.table.depth
    return replace(
        zone,
        **{
            name: inches + 1.0
            for name in ("within", "centre_within", "posts_within")
            if 0.0 < (inches := getattr(zone, name)) < most
        },
    )


def places(battle: Battle, unit: Unit, spot: Spot, zone: Zone) -> list[Spot] | Refusal:
    """Where the figures of a squad stand that is set up round a spot, or why that may not be."""
    key = places, unit.id, spot, zone
    return while_still(battle, key, lambda: _places(battle, unit, spot, zone))


def _places(battle: Battle, unit: Unit, spot: Spot, zone: Zone) -> list[Spot] | Refusal:
    bodies = _placed(battle, unit, spot, zone, in_the_way(battle, (unit.id,)))
    return bodies if isinstance(bodies, Refusal) else [body.spot for body in bodies]


def _placed(battle: Battle, unit: Unit, spot: Spot, zone: Zone, crowd: list[Body]) -> list[Body] | Refusal:
    figures = battle.members(unit)
    words = words_of(zone)
    inside = 0 <= spot.x <= battle.table.width and 0 <= spot.y <= battle.table.depth
    if not inside or not holds(battle, zone, Body(spot, _POINT, 1.0)):
        return Refusal(f"set up {words}", RULE)
    placed: list[Body] = []
    for base, group in _by_base(battle, figures).items():
        floor = floor_of(battle, base)
        bodies = places_round(
            floor, spot, len(group), size(battle, group[0]).height, SPREAD, [*crowd, *placed],
            lambda body, before=tuple(placed): suits(battle, zone, body.spot) and _linked(body, before),  # type: ignore[misc]
            LINK - 2 * base, fit=lambda spots, base=base: measured(battle, zone, spots, base),  # type: ignore[misc]
        )  # fmt: skip
        if len(bodies) < len(group):
            return Refusal(f"there is no room for all of it: set up {words}", RULE)
        placed += bodies
    return placed


def where(battle: Battle, unit: Unit, zone: Zone) -> Route:
    @cache
    def legal() -> list[Spot]:
        return [
            spot for spot in grid(battle, zone) if not isinstance(places(battle, unit, spot, zone), Refusal)
        ]

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        found = places(battle, unit, path[0], zone)
        return found if isinstance(found, Refusal) else 0.0

    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        asked = Spot(x, y, level_of(battle, zone) if z is None else z)
        if not isinstance(judge((asked,)), Refusal):
            return (asked,)
        near = sorted(legal(), key=lambda spot: hypot(spot.x - x, spot.y - y))
        return (near[0],) if near else None

    return Route(
        f"Set up {unit.name}: where?", unit.id, None, judge,
        lambda: [(spot.x, spot.y, spot.z) for spot in legal()], nearest, rule=RULE, kind="set up",
    )  # fmt: skip


def grid(battle: Battle, zone: Zone) -> list[Spot]:
    """Places at regular distances in the zone, free or not."""
    known: dict[Zone, list[Spot]] = battle.setup.grids
    if zone not in known:
        known[zone] = _grid(battle, zone)
    return known[zone]


def _grid(battle: Battle, zone: Zone) -> list[Spot]:
    z = level_of(battle, zone)
    wide, deep = int(battle.table.width / GRID), int(battle.table.depth / GRID)
    spots = [Spot(GRID * i + 1.0, GRID * j + 1.0, z) for j in range(deep) for i in range(wide)]
    inside = measured(battle, zone, np.array([(spot.x, spot.y, z) for spot in spots]).reshape(-1, 3), 0.0)
    return [spots[row] for row in np.flatnonzero(inside).tolist() if suits(battle, zone, spots[row])]


def put(game: Game, unit: Unit, spot: Spot, facing: float | None, zone: Zone) -> None:
    battle = game.battle
    found = places(battle, unit, spot, zone)
    assert not isinstance(found, Refusal)
    turned = ahead(battle, unit.side) if facing is None else facing
    unit.hidden = battle.part(unit.side).hidden and battle.rulings.hidden_units
    grouped = [each for group in _by_base(battle, battle.members(unit)).values() for each in group]
    for figure, at in zip(grouped, found, strict=True):
        figure.at(at, turned)
        figure.place = "table"
        game.tell(Placed(piece=figure.id, spot=at, facing=turned, rule=RULE, to=told_to(unit)))


def line_up(game: Game, unit: Unit) -> None:
    """The first free place of a zone, from its middle on."""
    battle = game.battle
    zone = zone_of(battle, unit)
    spots = grid(battle, zone)
    order = sum(each.side == unit.side and each.id < unit.id for each in battle.units)
    wanted = spots[(order * 37 + 11) % len(spots)] if spots else None
    near = sorted(spots, key=lambda spot: hypot(spot.x - wanted.x, spot.y - wanted.y)) if wanted else []
    for spot in near:
        if not isinstance(places(battle, unit, spot, zone), Refusal):
            put(game, unit, spot, None, zone)
            return
    for figure in battle.members(unit):
        figure.place = "off"


def _next_side(game: Game) -> None:
    """The next side that has squads to set up; when all have, the first turn begins."""
    battle = game.battle
    for side in battle.order:
        if waiting(battle, side):
            battle.side = side
            return
    battle.phase, battle.side = "end", ""


def _by_base(battle: Battle, figures: list[Figure]) -> dict[float, list[Figure]]:
    """The figures by the radius of their bases, the first one's first."""
    found: dict[float, list[Figure]] = {}
    for figure in figures:
        found.setdefault(radius(battle, figure), []).append(figure)
    return found


def _linked(body: Body, placed: tuple[Body, ...]) -> bool:
    return not placed or any(
        hypot(body.spot.x - each.spot.x, body.spot.y - each.spot.y) <= LINK for each in placed
    )
