"""Before anybody is set up: attacker and defender, what lies on the table, and the edges."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from warbook.board.geometry import Spot
from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.paths import ground_of
from warbook.board.terrain import Table
from warbook.books.family.routes import placing
from warbook.books.gorkamorka.field.bodies import model_of, type_of
from warbook.books.gorkamorka.scrap import SIZE, put_down
from warbook.books.gorkamorka.setup.dice import EDGES, ranks, sum_of
from warbook.books.gorkamorka.setup.scenarios import written_dice
from warbook.books.gorkamorka.setup.zones import free_spots
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Refusal, Route, Way

RULE = "gce.game.scenario"
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


def roll_step(game: Game) -> None:
    """Who attacks, and what lies about."""
    battle = game.battle
    scenario = battle.setup.scenario
    if scenario.roles:
        _cast(game)
    if scenario.attacker_extra:
        _first_wave(game)
    order = ranked(game) if scenario.scrap_per_player or scenario.sandgulpers else []
    if scenario.scrap_per_player:
        _lay(game, order, "scrap", scenario.scrap_per_player, scenario.scrap_from_edge, 0.0)
    if scenario.sandgulpers:
        lairs = scenario.sandgulpers
        _lay(game, order, "lair", lairs.per_player, lairs.from_edge, lairs.apart)
    battle.phase = "edges"


def ranked(game: Game) -> list[str]:
    """The mobs in the order of their dice, the highest first."""
    sides = game.battle.sides
    return [sides[n] for n in game.rolling("").roll(ranks, len(sides), "gce.game.player-order")]


# ---------------------------------------------------------------- attacker and defender


def _cast(game: Game) -> None:
    """gce.game.attacker: the lower Mob Rating attacks; of equal ones the higher die counts as the lower."""
    battle = game.battle
    rule = "gce.game.attacker"
    ratings = {side: mob.rating for side, mob in zip(battle.sides, battle.setup.mobs, strict=True)}
    lowest = [side for side in battle.sides if ratings[side] == min(ratings.values())]
    if len(lowest) > 1:
        lowest = [lowest[n] for n in game.rolling("").roll(ranks, len(lowest), rule)]
    battle.attacker = lowest[0]
    game.tell(Note(words=f"{battle.name(battle.attacker)} attack.", rule=rule))
    if battle.setup.scenario.attacker_hates:
        for warrior in battle.mob(battle.attacker):
            warrior.hates = (*warrior.hates, *(side for side in battle.sides if side != battle.attacker))


def _first_wave(game: Game) -> None:
    """The attacker starts with one vehicle with its driver and gunner, his leader and some others; the rest
    come later in groups as equal as can be (gce.S13)."""
    battle = game.battle
    side = battle.attacker
    mob = battle.mob(side)
    rides = [ride for ride in battle.vehicles if ride.side == side]
    chosen = rides[0].id if rides else ""
    if len(rides) > 1:
        options = [Option(ride.id, ride.name, piece=ride.id) for ride in rides]
        text = "Which vehicle do you start with?"
        chosen = game.ask(side, Choose(text, options, RULE, kind="first vehicle"))
    count, sides, plus = written_dice(battle.setup.scenario.attacker_extra)
    extra = game.rolling("").roll(sum_of, count, sides, plus, RULE)
    first = [warrior for warrior in mob if _starts(warrior, chosen)]
    others = [warrior for warrior in mob if warrior not in first]
    ready = [each for each in others if each.aboard in ("", chosen) or each.station == "crew"]
    while extra and ready:
        options = [Option(each.id, each.name, piece=each.id) for each in ready]
        text = f"Who starts with them? {extra} more"
        picked = battle.warrior(game.ask(side, Choose(text, options, RULE, kind="first wave")))
        first.append(picked)
        others.remove(picked)
        ready.remove(picked)
        extra -= 1
    for warrior in first:
        if warrior.aboard != chosen:
            warrior.aboard, warrior.station = "", ""
            if chosen and _free(battle, chosen, first):
                warrior.aboard, warrior.station = chosen, "crew"
    for warrior in others:
        if warrior.aboard == chosen:
            warrior.aboard, warrior.station = "", ""
    battle.waves = _groups([ride.id for ride in rides if ride.id != chosen], others)


def _starts(warrior: Warrior, chosen: str) -> bool:
    at_post = warrior.aboard == chosen and warrior.station in ("driver", "gunner")
    return (bool(chosen) and at_post) or type_of(warrior).role == "leader"


def _free(battle: Battle, chosen: str, first: list[Warrior]) -> bool:
    ride = battle.vehicle(chosen)
    return sum(each.aboard == chosen for each in first) < model_of(ride).crew_max


def _groups(rides: list[str], others: list[Warrior]) -> list[tuple[str, ...]]:
    """Each vehicle with who rides it begins a group; who is on foot joins the smallest."""
    groups = [[ride, *(each.id for each in others if each.aboard == ride)] for ride in rides]
    on_foot = [each for each in others if not each.aboard]
    while len(groups) < 2 and len(groups) < len(on_foot):
        groups.append([])
    for warrior in on_foot:
        min(groups, key=len).append(warrior.id)
    return [tuple(group) for group in groups if group]


# ---------------------------------------------------------------- what lies about


def _lay(game: Game, order: list[str], kind: str, dice: str, from_edge: float, apart: float) -> None:
    """Each player rolls how many there are for him; they are put down in turn."""
    battle = game.battle
    count, sides, plus = written_dice(dice)
    total = sum(game.rolling(side).roll(sum_of, count, sides, plus, RULE) for side in order)
    for number in range(1, total + 1):
        asked = _marker_question(battle, f"{kind} {number} of {total}", kind, from_edge, apart)
        if not asked.reach():
            return
        way: Way = game.ask(order[(number - 1) % len(order)], asked)
        words = "Scrap lies there." if kind == "scrap" else "Something sleeps there."
        put_down(game, kind, way.path[0], words)  # type: ignore[arg-type]


def _marker_question(battle: Battle, what: str, kind: str, from_edge: float, apart: float) -> Route:
    table = battle.table

    laid = [t for t in battle.tokens if t.kind == kind]
    keep = max(apart, 2 * SIZE)

    def barred(spot: Spot) -> Refusal | None:
        if min(spot.x, spot.y, table.width - spot.x, table.depth - spot.y) < from_edge - 1e-6:
            return Refusal(f"at least {from_edge:g} inches from every edge", RULE)
        if any(math.hypot(spot.x - t.x, spot.y - t.y) < keep for t in laid):
            return Refusal(f"at least {keep:g} inches from each other", RULE)
        return None

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        verdict = ground_of(table, 0.5).stands(path[0])
        if verdict is not None:
            return Refusal(verdict.words, RULE)
        return barred(path[0]) or 0.0

    def legal() -> list[Spot]:
        spots, points = recall(table, _open_ground, from_edge)
        free = np.ones(len(spots), bool)
        for token in laid:
            free &= np.hypot(points[:, 0] - token.x, points[:, 1] - token.y) >= keep
        return [spots[n] for n in np.flatnonzero(free).tolist()]

    return placing(f"Place {what}: where?", "", judge, cache(legal), RULE, kind)


def _open_ground(table: Table, from_edge: float) -> tuple[list[Spot], Floats]:
    """Where a marker could lie, were it the first: so far from every edge."""
    x, y = table.width - from_edge + 1e-6, table.depth - from_edge + 1e-6
    low = from_edge - 1e-6
    spots = [spot for spot in recall(table, free_spots, 0.5) if low <= spot.x <= x and low <= spot.y <= y]
    return spots, np.array([(spot.x, spot.y) for spot in spots]).reshape(-1, 2)


# ---------------------------------------------------------------- edges


def edges_step(game: Game) -> None:
    """The low die, or the high one, chooses an edge first and sets up first; of two mobs the other has the
    edge opposite. A defender in the middle needs none, and sets up before the attacker."""
    battle = game.battle
    scenario = battle.setup.scenario
    if scenario.defender_within:
        defender = next(side for side in battle.sides if side != battle.attacker)
        battle.order = [defender, battle.attacker]
        _choose_edge(game, battle.attacker)
        battle.edges[defender] = OPPOSITE[battle.edges[battle.attacker]]
    else:
        battle.order = ranked(game) if len(battle.sides) > 1 else [*battle.sides]
        if scenario.first_edge == "low":
            battle.order.reverse()
        if len(battle.order) > 1:
            first = battle.name(battle.order[0])
            game.tell(Note(words=f"{first} choose an edge first, and set up first.", rule=RULE))
        for side in battle.order:
            if side not in battle.edges:
                _choose_edge(game, side)
            if len(battle.sides) == 2:
                other = next(each for each in battle.sides if each != side)
                battle.edges.setdefault(other, OPPOSITE[battle.edges[side]])
    battle.side, battle.phase = battle.order[0], "deploy"


def _choose_edge(game: Game, side: str) -> None:
    battle = game.battle
    left = [edge for edge in EDGES if edge not in battle.edges.values()]
    options = [Option(edge, f"The {edge} edge") for edge in left]
    edge = game.ask(side, Choose("Which table edge is yours?", options, RULE, kind="edge"))
    battle.edges[side] = edge
    game.tell(Note(words=f"{battle.name(side)} take the {edge} edge.", rule=RULE))
