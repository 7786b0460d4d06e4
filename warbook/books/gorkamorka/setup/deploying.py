"""Setting up: vehicles with who rides them, warriors on foot, creatures; and those who arrive later."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from msgspec.structs import replace

from warbook.board.geometry import Spot
from warbook.board.hulls import Leg
from warbook.books.gorkamorka.creatures import creature, put_beast
from warbook.books.gorkamorka.field.bodies import heading
from warbook.books.gorkamorka.mob.building import cost
from warbook.books.gorkamorka.ramming.segments import first_met
from warbook.books.gorkamorka.setup.dice import EDGES, arrives, lies, sum_of
from warbook.books.gorkamorka.setup.edges import RULE, ranked
from warbook.books.gorkamorka.setup.scenarios import written_dice
from warbook.books.gorkamorka.setup.zones import (
    Zone,
    ahead,
    places,
    set_up_question,
    zone_of,
)
from warbook.books.gorkamorka.state import NEST, Battle, Game, Vehicle, Warrior
from warbook.core.events import Note, Placed
from warbook.core.questions import Choose, Option, Way

Model = Warrior | Vehicle

CLEAR = 9.0  # inches that should be free before a vehicle


# ---------------------------------------------------------------- setting up


def deploy_step(game: Game) -> None:
    """One model of the side that sets up, or all that are left; then the next side. Who is supa sneaky is set
    up when all others are."""
    battle = game.battle
    ready = _ready(battle, battle.side)
    if not ready:
        waiting = [side for side in battle.order if _ready(battle, side)]
        if waiting:
            battle.side = waiting[0]
        else:
            _begin(game)
        return
    options = [Option("rest", "Set up everybody left for me")]
    options += [Option(each.id, each.name, piece=each.id) for each in ready]
    chosen = game.ask(battle.side, Choose("Set up: what next?", options, RULE, kind="set up"))
    if chosen == "rest":
        line_up(game, ready)
        return
    model = next(each for each in ready if each.id == chosen)
    _ask_place(game, model, zone_of(battle, model), f"Set up {model.name}: where?")


def _ready(battle: Battle, side: str) -> list[Model]:
    """What the side may set up next: vehicles and those on foot, but not who comes later."""
    plain = [each for each in _waiting(battle, side) if not _sneaky(each)]
    if plain or any(not _sneaky(each) for other in battle.sides for each in _waiting(battle, other)):
        return plain
    return _waiting(battle, side)


def _waiting(battle: Battle, side: str) -> list[Model]:
    later = {name for wave in battle.waves for name in wave} if side == battle.attacker else set()
    rides: list[Model] = [v for v in battle.vehicles if v.side == side and v.place == "reserve"]
    on_foot = [w for w in battle.mob(side) if w.place == "reserve" and not w.aboard]
    return [each for each in (*rides, *on_foot) if each.id not in later]


def _sneaky(model: Model) -> bool:
    return isinstance(model, Warrior) and model.skills.supa_sneaky


def line_up(game: Game, models: list[Model]) -> None:
    """Vehicles along the zone, with room before them where there is any, then those on foot beside them; what
    finds no room stays off the table."""
    battle = game.battle
    for number, model in enumerate(models):
        zone = zone_of(battle, model)
        free = places(battle, model, zone)
        if not free:
            _stay_away(game, model)
            continue
        rides = [each for each in battle.vehicles if each.side == model.side and each.on_table]
        if isinstance(model, Warrior) and rides:
            spot = min(free, key=lambda each: min(hypot(each.x - v.x, each.y - v.y) for v in rides))
        else:
            count = sum(isinstance(each, type(model)) for each in models)
            free.sort(key=lambda each: _ill(battle, zone, each, (number + 0.5) / count))
            spot = next((each for each in free if _leads_on(battle, model, zone, each)), free[0])
        place(game, model, spot, None, zone)


def _leads_on(battle: Battle, model: Model, zone: Zone, spot: Spot) -> bool:
    """Whether it could set out from there."""
    if isinstance(model, Warrior):
        return True
    facing = ahead(battle.table, spot, zone)
    return free_ahead(battle, replace(model, x=spot.x, y=spot.y, facing=facing))


def free_ahead(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether nothing is in its way for a turn or two."""
    return first_met(battle, vehicle, Leg(0.0, CLEAR))[0].kind in ("", "warrior")


def _ill(battle: Battle, zone: Zone, spot: Spot, share: float) -> float:
    """How far a spot is from where one of a row of models would stand, that share along its zone."""
    west, south, east, north = zone.box(battle.table)
    if zone.edge in ("west", "east"):
        front = east if zone.edge == "west" else west
        return abs(spot.y - south - share * (north - south)) + 0.5 * abs(spot.x - front)
    if zone.edge:
        front = north if zone.edge == "south" else south
        return abs(spot.x - west - share * (east - west)) + 0.5 * abs(spot.y - front)
    return hypot(spot.x - (west + east) / 2, spot.y - (south + north) / 2)


def _ask_place(game: Game, model: Model, zone: Zone, text: str) -> None:
    asked = set_up_question(game.battle, model, zone, text)
    if not asked.reach():
        _stay_away(game, model)
        return
    way: Way = game.ask(model.side, asked)
    place(game, model, way.path[0], way.facing, zone)


def place(game: Game, model: Model, spot: Spot, facing: float | None, zone: Zone) -> None:
    """It stands there, facing as wished for, else ahead; with a vehicle all who ride it."""
    battle = game.battle
    if facing is None:
        facing = ahead(battle.table, spot, zone)
    model.x, model.y, model.facing, model.place = spot.x, spot.y, facing, "table"
    if isinstance(model, Vehicle):
        for warrior in battle.warriors:
            if warrior.aboard == model.id:
                warrior.place, warrior.facing = "table", facing
    game.tell(Placed(piece=model.id, spot=spot, facing=facing, rule=RULE))


def _stay_away(game: Game, model: Model) -> None:
    """No room: it has no part in the battle."""
    battle = game.battle
    model.place = "home"
    for warrior in battle.warriors:
        if warrior.aboard == model.id:
            warrior.place, warrior.aboard, warrior.station = "home", "", ""
    game.tell(Note(words=f"There is no room for {model.name}.", rule=RULE))


# ---------------------------------------------------------------- the first turn


def _begin(game: Game) -> None:
    """gce.ending.model-count: what stands on the table now. gce.game.player-order: by dice, unless the
    scenario says otherwise."""
    battle = game.battle
    scenario = battle.setup.scenario
    battle.began = {side: _count(battle, side) for side in battle.sides}
    if scenario.nest is not None:
        _lay_in_wait(game)
    if scenario.scrap_per_vehicle:
        count, sides, plus = written_dice(scenario.scrap_per_vehicle)
        for ride in battle.vehicles:
            if ride.on_table:
                battle.booty += game.rolling("").roll(sum_of, count, sides, plus, RULE)
        game.tell(Note(words=f"The winner takes {battle.booty} scrap.", rule=RULE))
    battle.order = _first_order(game)
    battle.side, battle.turn, battle.phase = battle.order[0], 1, "start"
    words = f"{battle.name(battle.side)} have the first turn."
    game.tell(Note(words=words, rule="gce.game.player-order"))


def _first_order(game: Game) -> list[str]:
    battle = game.battle
    how = battle.setup.scenario.first_turn
    if how == "attacker":
        order = sorted(battle.sides, key=lambda side: side != battle.attacker)
    elif how == "mob" or len(battle.sides) == 1:
        order = [*battle.sides]
    else:
        order = ranked(game)
        if how == "clockwise":
            order = _clockwise(battle, order[0])
    return [*order, *(side for side in battle.setup.sides if side == NEST)]


def _clockwise(battle: Battle, first: str) -> list[str]:
    """The mobs round the table from the first one on."""
    begin = EDGES.index(battle.edges[first])
    seats = {edge: side for side, edge in battle.edges.items()}
    return [seats[edge] for edge in (*EDGES[begin:], *EDGES[:begin]) if edge in seats]


def _lay_in_wait(game: Game) -> None:
    """The creatures of a nest, as many as the Mob Rating calls for, or the mob's cost where none is kept;
    scattered from the middle, and no nearer to the mob than the scenario says."""
    battle = game.battle
    nest = battle.setup.scenario.nest
    assert nest is not None, "there is a nest"
    worth = battle.setup.mobs[0].rating or cost(battle.setup.mobs[0])
    count = next(number for most, number in nest.counts if worth <= most)
    middle = Spot(battle.table.width / 2, battle.table.depth / 2)
    for _ in range(count):
        beast = creature(battle, nest.kind)
        at = game.rolling("").roll(lies)
        turn = radians(heading(at.direction))
        wanted = Spot(middle.x + at.inches * cos(turn), middle.y + at.inches * sin(turn))
        free = places(battle, beast, Zone(from_others=nest.from_mob))
        put_beast(game, beast, min(free, key=lambda s: hypot(s.x - wanted.x, s.y - wanted.y), default=wanted))


# ---------------------------------------------------------------- those who come later


def reinforce(game: Game) -> None:
    """One of the attacker's groups comes on over a random edge on a 4+; each model raises his model count
    (gce.ending.model-count)."""
    battle = game.battle
    if not battle.waves or battle.side != battle.attacker or battle.turn == 1:
        return
    edge = game.rolling("").roll(arrives)
    if not edge:
        game.tell(Note(words="Nobody arrives this turn.", rule=RULE))
        return
    wave = battle.waves.pop(0)
    game.tell(Note(words=f"A group arrives at the {edge} edge.", rule=RULE))
    zone = Zone(edge, battle.setup.scenario.depth)
    models: list[Model] = [ride for ride in battle.vehicles if ride.id in wave]
    models += [warrior for warrior in battle.warriors if warrior.id in wave and not warrior.aboard]
    before = _count(battle, battle.side)
    for model in models:
        _ask_place(game, model, zone, f"{model.name} comes on at the {edge} edge: where?")
    battle.began[battle.side] += _count(battle, battle.side) - before


def _count(battle: Battle, side: str) -> int:
    return sum(model.on_table for model in battle.models(side))
