"""Before the first turn: mustering the gangs, edges, loot, setting up; and reinforcements later."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from warbook.board.geometry import Spot
from warbook.board.memory import recall
from warbook.board.paths import Barred
from warbook.board.terrain import Table
from warbook.books.family.routes import placing
from warbook.books.necromunda import loot, walking
from warbook.books.necromunda.data import fighter_types, written
from warbook.books.necromunda.sight import fraction_at
from warbook.books.necromunda.state import RADIUS, SIDES, Battle, Fighter, Game, Recruit, Setup, enemy
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Note, Placed
from warbook.core.questions import Choose, Option, Refusal, Route, Way

NAMES = {
    "a": "Vex Krell Juno Drax Otto Pike Mara Sable Rook Tull Ash Gor Nix Brand Loom Fenn",
    "b": "Sorrow Hollow Thorn Bone Grim Teal Quill Wren Moth Cinder Slate Echo Rime Vane Husk Lark",
}
ARRIVAL = 1.5  # inches of the own edge on which reinforcements come


@chance
def sum_of(dice: Dice, count: int, sides: int, plus: int) -> int:
    """Dice written as D6, 2D6, D3+1."""
    if sides == 3:
        return plus + sum(dice.d3("nec.M2") for _ in range(count))
    return plus + dice.total(count, "nec.M2")


def roll_off(dice: Dice) -> bool:
    """nec.M1: both roll a D6, the higher wins, ties are rolled again; True if the first roller wins."""
    a, b = dice.d6("nec.M1"), dice.d6("nec.M1")
    while a == b:
        a, b = dice.d6("nec.M1"), dice.d6("nec.M1")
    return a > b


def muster(setup: Setup) -> Battle:
    fighters = [
        recruited(side, number, recruit)
        for side, gang in zip(SIDES, setup.gangs, strict=True)
        for number, recruit in enumerate(gang.fighters, 1)
    ]
    battle = Battle(setup=setup, fighters=fighters, tokens=[], began={}, edges={})
    battle.began = {side: len(battle.gang(side)) for side in SIDES}
    battle.phase = "loot" if setup.scenario.loot else "edges"
    return battle


def recruited(side: str, number: int, recruit: Recruit) -> Fighter:
    """As he comes to a battle: who has no name gets one of his side."""
    kind = fighter_types()[recruit.type]
    names = NAMES[side].split()
    return Fighter(
        id=f"{side}{number}",
        name=recruit.name or (names[number - 1] if number <= len(names) else f"{kind.name} {number}"),
        side=side,
        kind=recruit.type,
        profile=kind.profile,
        weapons=recruit.weapons,
        armour=recruit.armour,
        gear=recruit.gear,
        wounds=kind.profile.W,
        size=kind.size,
    )


# ---------------------------------------------------------------- steps


def loot_step(game: Game) -> None:
    """Counters are placed in turn before the edges are chosen, 8 inches from every edge and 4 from each
    other; the higher die begins."""
    battle = game.battle
    count = game.rolling("").roll(sum_of, *written(battle.setup.scenario.loot))
    side = "a" if game.rolling("").roll(roll_off) else "b"
    for number in range(1, count + 1):
        question = _loot_question(battle, number, count)
        if not question.reach():
            break
        way: Way = game.ask(side, question)
        loot.put_down(game, way.path[0], "A loot counter is placed.")
        side = enemy(side)
    battle.phase = "edges"


def edges_step(game: Game) -> None:
    """nec.M2: the low die picks an edge and sets up first, the other gang opposite. A defender who starts off
    the table picks his edge without a roll."""
    battle = game.battle
    scenario = battle.setup.scenario
    picker = "b" if scenario.reinforcements or game.rolling("").roll(roll_off) else "a"
    options = [Option("south", "The south edge"), Option("north", "The north edge")]
    edge = game.ask(picker, Choose("Which table edge is yours?", options, "nec.M2", kind="edge"))
    battle.edges = {picker: edge, enemy(picker): "north" if edge == "south" else "south"}
    game.tell(Note(words=f"{_name(battle, picker)} take the {edge} edge.", rule="nec.M2"))
    battle.side = "a" if scenario.reinforcements else picker
    battle.phase = "deploy"
    if scenario.attacker_fighters:
        _pick_raiders(game)


def _pick_raiders(game: Game) -> None:
    """The attacker brings only some of his fighters; the first he names carry a counter each."""
    battle = game.battle
    scenario = battle.setup.scenario
    gang = battle.gang("a")
    rolling = game.rolling("")
    count = min(len(gang), rolling.roll(sum_of, *written(scenario.attacker_fighters)))
    counters = rolling.roll(sum_of, *written(scenario.attacker_loot)) if scenario.attacker_loot else 0
    raiders: list[Fighter] = []
    while len(raiders) < count:
        number = len(raiders) + 1
        options = [Option(f.id, f"{f.name} ({f.kind})", piece=f.id) for f in gang if f not in raiders]
        burden = ", who carries loot" if number <= counters else ""
        choice = Choose(f"Choose raider {number} of {count}{burden}", options, "nec.M2", kind="raider")
        raiders.append(battle.fighter(game.ask("a", choice)))
    for fighter in raiders[:counters]:
        fighter.loot = 1
    for fighter in gang:
        if fighter not in raiders:
            fighter.place = "off"
    battle.began["a"] = len(raiders)


def _loot_question(battle: Battle, number: int, count: int) -> Route:
    table = battle.table

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        spot = path[0]
        if not (8 <= spot.x <= table.width - 8 and 8 <= spot.y <= table.depth - 8):
            return Refusal("loot lies at least 8 inches from every edge", "nec.M2")
        if any(math.hypot(spot.x - t.x, spot.y - t.y) < 4 for t in battle.tokens):
            return Refusal("loot counters lie at least 4 inches apart", "nec.M2")
        verdict = walking.ground(battle).stands(spot)
        return Refusal(verdict.words, "nec.M2") if isinstance(verdict, Barred) else 0.0

    def legal() -> list[Spot]:
        return [
            spot
            for spot in _standing_room(battle, 8 - RADIUS, table.depth - 8 + RADIUS)
            if 8 <= spot.x <= table.width - 8
            and all(math.hypot(spot.x - t.x, spot.y - t.y) >= 4 for t in battle.tokens)
        ]

    return placing(f"Place loot counter {number} of {count}", "", judge, legal, "nec.M2")


def deploy_step(game: Game) -> None:
    """One fighter set up, or the rest at once."""
    battle = game.battle
    side = battle.side
    waiting = [f for f in battle.gang(side) if f.place == "reserve"]
    if not waiting:
        other = enemy(side)
        ready = all(f.place != "reserve" for f in battle.gang(other))
        if ready or (battle.setup.scenario.reinforcements and other == "b"):
            _begin(game)
        else:
            battle.side = other
        return
    options = [Option("rest", "Set up everybody left for me")]
    options += [Option(f.id, f"{f.name} ({f.kind})", piece=f.id) for f in waiting]
    chosen = game.ask(side, Choose("Set up: who next?", options, "nec.M2", kind="set up"))
    if chosen == "rest":
        line_up(game, side)
        return
    fighter = battle.fighter(chosen)
    way: Way = game.ask(side, _setup_question(battle, fighter))
    _place(game, fighter, way.path[0], way.facing)


def _begin(game: Game) -> None:
    """nec.M1: the scenario names the first player, otherwise the higher die."""
    battle = game.battle
    ruling = battle.rulings.first_player
    if ruling == "roll-off":
        battle.first = "a" if game.rolling("").roll(roll_off) else "b"
    else:
        battle.first = ruling
    battle.side, battle.turn, battle.phase = battle.first, 1, "start"
    game.tell(Note(words=f"{_name(battle, battle.first)} have the first turn.", rule="nec.M1"))


def reinforce(game: Game) -> None:
    """Ransack: each turn one to three of the defenders still off the table come on at their edge (D6: 1-2
    one, 3-4 two, 5-6 three)."""
    battle = game.battle
    waiting = [f for f in battle.gang("b") if f.place == "reserve"]
    if not waiting:
        return
    count = (game.rolling("").roll(sum_of, 1, 6, 0) + 1) // 2
    for _ in range(min(count, len(waiting))):
        options = [Option(f.id, f"{f.name} ({f.kind})", piece=f.id) for f in waiting]
        choice = Choose("Who comes on at your edge?", options, "nec.M2", kind="arrival")
        fighter = battle.fighter(game.ask("b", choice))
        question = _setup_question(battle, fighter, ARRIVAL)
        if not question.reach():
            return
        way: Way = game.ask("b", question)
        _place(game, fighter, way.path[0], way.facing)
        waiting.remove(fighter)


# ---------------------------------------------------------------- places


def zone(battle: Battle, side: str, depth: float = 0.0) -> tuple[float, float]:
    """The strip of y in which a side sets up, or the one so deep along its edge."""
    depth = depth or battle.setup.scenario.deployment_depth
    return (0.0, depth) if battle.edges[side] == "south" else (battle.table.depth - depth, battle.table.depth)


def line_up(game: Game, side: str) -> None:
    """Everybody not yet on the table, spread along the zone, behind something where there is."""
    battle = game.battle
    waiting = [f for f in battle.gang(side) if f.place == "reserve"]
    for fighter, spot in zip(waiting, _line(battle, side, len(waiting)), strict=True):
        _place(game, fighter, spot, None)


def _line(battle: Battle, side: str, count: int) -> list[Spot]:
    """So many spots along a side's zone. Where nobody stands there yet they are the same for ever."""
    low, high = zone(battle, side)
    lines, key = recall(battle.table, _Room).lines, (low, high, count, battle.rulings.difficult_ground)
    begun = any(f.on_table and low <= f.y <= high for f in battle.fighters)
    if key in lines and not begun:
        return lines[key]
    front = high if battle.edges[side] == "south" else low
    behind = sheltered(battle, side)
    ills = [
        (0.5 * abs(spot.y - front) + (0.0 if spot in behind else 3.0), spot)
        for spot in _free_spots(battle, side)
    ]
    line = []
    for number in range(count):
        aim = battle.table.width * (0.15 + 0.7 * (number + 0.5) / count)
        _, spot = min(ills, key=lambda ill: abs(ill[1].x - aim) + ill[0])
        line.append(spot)
        ills = [ill for ill in ills if abs(ill[1].x - spot.x) > 1.2 or abs(ill[1].y - spot.y) > 1.2]
    if not begun:
        lines[key] = line
    return line


def _free_spots(battle: Battle, side: str, depth: float = 0.0) -> list[Spot]:
    """Where a fighter of the side could be set up, with a little room to all others."""
    low, high = zone(battle, side, depth)
    room = _standing_room(battle, low, high)
    at = np.array([(spot.x, spot.y) for spot in room]).reshape(-1, 2)
    free = np.ones(len(room), bool)
    for f in battle.fighters:
        if f.on_table:
            free &= (np.abs(at[:, 0] - f.x) > 1.2) | (np.abs(at[:, 1] - f.y) > 1.2)
    return [room[n] for n in np.flatnonzero(free).tolist()]


class _Room:
    """Places to set up on one table."""

    def __init__(self, table: Table) -> None:
        self.strips: dict[tuple[float, float, bool], list[Spot]] = {}
        self.sheltered: dict[tuple[float, float], frozenset[Spot]] = {}
        self.lines: dict[tuple[float, float, int, bool], list[Spot]] = {}


def _standing_room(battle: Battle, low: float, high: float) -> list[Spot]:
    """Ground-level spots on an inch grid where a base fits, between two values of y."""
    table = battle.table
    strips, key = recall(table, _Room).strips, (low, high, battle.rulings.difficult_ground)
    if key not in strips:
        floor = walking.ground(battle)
        xs = [0.5 + n for n in range(int(table.width))]
        ys = [y for n in range(int(table.depth)) if low + RADIUS <= (y := 0.5 + n) <= high - RADIUS]
        candidates = [Spot(x, y, 0.0) for y in ys for x in xs]
        strips[key] = [spot for spot in candidates if not isinstance(floor.stands(spot), Barred)]
    return strips[key]


def sheltered(battle: Battle, side: str) -> frozenset[Spot]:
    """The spots of a side's zone that are behind cover from most of the other zone's front."""
    low, high = zone(battle, side)
    known = recall(battle.table, _Room).sheltered
    if (low, high) not in known:
        there = zone(battle, enemy(side))
        y = there[1] if there[0] == 0.0 else there[0]
        posts = [battle.table.width * share for share in (0.1, 0.3, 0.5, 0.7, 0.9)]
        known[low, high] = frozenset(
            spot
            for spot in _standing_room(battle, low, high)
            if sum(fraction_at(battle, x, y, 0.0, spot.x, spot.y, spot.z) < 1.0 for x in posts) >= 3
        )
    return known[low, high]


def _setup_question(battle: Battle, fighter: Fighter, depth: float = 0.0) -> Route:
    low, high = zone(battle, fighter.side, depth)
    floor = walking.ground(battle)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        spot = path[0]
        if spot.y - RADIUS < low - 1e-6 or spot.y + RADIUS > high + 1e-6:
            return Refusal(f"set up between {low:g} and {high:g} inches from the south edge", "nec.M2")
        verdict = floor.stands(spot)
        if isinstance(verdict, Barred):
            return Refusal(verdict.words, "nec.M2")
        for other in battle.fighters:
            gap = 2 * RADIUS + (0.0 if other.side == fighter.side else 2 * walking.ELBOW)
            near = math.hypot(other.x - spot.x, other.y - spot.y) < gap - 1e-6
            if near and other.place == "table" and abs(other.z - spot.z) < walking.HEADROOM:
                return Refusal(f"{other.name} stands there", "nec.M2")
        return 0.0

    legal = partial(_free_spots, battle, fighter.side, depth)
    return placing(f"Set up {fighter.name}: where?", fighter.id, judge, legal, "nec.M2")


def _place(game: Game, fighter: Fighter, spot: Spot, facing: float | None) -> None:
    battle = game.battle
    fighter.place = "table"
    fighter.at(spot)
    ahead = 90.0 if battle.edges[fighter.side] == "south" else 270.0
    fighter.facing = ahead if facing is None else facing
    game.tell(Placed(piece=fighter.id, spot=spot, facing=fighter.facing, rule="nec.M2"))


def _name(battle: Battle, side: str) -> str:
    return battle.setup.gangs[SIDES.index(side)].name
