"""Before the first turn: mustering the gangs, edges, loot, setting up; and reinforcements later."""

from __future__ import annotations

import math
import re

from warbook.board.geometry import Spot
from warbook.board.paths import Barred
from warbook.board.terrain import surfaces
from warbook.books.necromunda import loot, movement
from warbook.books.necromunda.data import fighter_types
from warbook.books.necromunda.state import RADIUS, SIDES, Battle, Fighter, Recruit, Setup, enemy
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.events import Note, Phase, Placed
from warbook.core.game import Game
from warbook.core.questions import Choose, Option, Refusal, Route, Way

NAMES = {
    "a": ("Vex", "Krell", "Juno", "Drax", "Otto", "Pike", "Mara", "Sable", "Rook", "Tull", "Ash", "Gor", "Nix", "Brand", "Loom", "Fenn"),
    "b": ("Sorrow", "Hollow", "Thorn", "Bone", "Grim", "Teal", "Quill", "Wren", "Moth", "Cinder", "Slate", "Echo", "Rime", "Vane", "Husk", "Lark"),
}  # fmt: skip


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


def written(dice: str) -> tuple[int, int, int]:
    """(count, sides, plus) of dice written as "D6", "2D6" or "D3+1"."""
    match = re.fullmatch(r"(\d*)D([36])(?:\+(\d+))?", dice)
    if match is None:
        raise ValueError(f"dice are written as D6, 2D6 or D3+1, not {dice!r}")
    return int(match[1] or 1), int(match[2]), int(match[3] or 0)


def muster(setup: Setup) -> Battle:
    fighters = []
    for side, gang in zip(SIDES, setup.gangs, strict=True):
        for number, recruit in enumerate(gang.fighters, 1):
            fighters.append(_recruit(side, number, recruit))
    battle = Battle(setup=setup, fighters=fighters, tokens=[], began={}, edges={})
    battle.began = {side: len(battle.gang(side)) for side in SIDES}
    return battle


def _recruit(side: str, number: int, recruit: Recruit) -> Fighter:
    kind = fighter_types()[recruit.type]
    names = NAMES[side]
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


def edges_step(game: Game) -> None:
    """nec.M2: the low die picks an edge and sets up first, the other gang opposite."""
    battle: Battle = game.battle
    scenario = battle.setup.scenario
    picker = "b" if scenario.reinforcements else ("b" if game.rolling("").roll(roll_off) else "a")
    options = [Option("south", "The south edge"), Option("north", "The north edge")]
    text = "Which table edge is yours?"
    edge = game.ask(picker, Choose(text, options, "nec.M2"))
    battle.edges = {picker: edge, enemy(picker): "north" if edge == "south" else "south"}
    game.tell(Note(words=f"{_name(battle, picker)} take the {edge} edge.", rule="nec.M2"))
    battle.side = "a" if scenario.reinforcements else picker
    battle.phase = "loot" if scenario.loot else "deploy"
    if scenario.attacker_fighters:
        _pick_raiders(game)


def _pick_raiders(game: Game) -> None:
    """The attacker brings only some of his fighters; each raider may carry one of the counters."""
    battle: Battle = game.battle
    scenario = battle.setup.scenario
    count = game.rolling("").roll(sum_of, *written(scenario.attacker_fighters))
    gang = battle.gang("a")
    for number in range(min(count, len(gang))):
        options = [Option(f.id, f"{f.name} ({f.kind})", piece=f.id) for f in gang if f.place == "reserve" and not f.moved]
        text = f"Choose raider {number + 1} of {count}"
        chosen = game.ask("a", Choose(text, options))
        battle.fighter(chosen).moved = "stayed"
    for fighter in gang:
        if not fighter.moved:
            fighter.place = "off"
        fighter.moved = ""
    raiders = [f for f in gang if f.place == "reserve"]
    battle.began["a"] = len(raiders)
    for fighter in raiders[: game.roll(sum_of, *written(scenario.attacker_loot))]:
        fighter.loot = 1


def loot_step(game: Game) -> None:
    """Counters are placed in turn, 8 inches from every edge and 4 from each other."""
    battle: Battle = game.battle
    count = game.rolling("").roll(sum_of, *written(battle.setup.scenario.loot))
    side = battle.side
    for number in range(count):
        way: Way = game.ask(side, _loot_question(battle, number + 1, count))
        loot.put_down(game, way.path[0], "A loot counter is placed.")
        side = enemy(side)
    battle.phase = "deploy"


def _loot_question(battle: Battle, number: int, count: int) -> Route:
    table = battle.table

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        spot = path[0]
        if not (8 <= spot.x <= table.width - 8 and 8 <= spot.y <= table.depth - 8):
            return Refusal("loot lies at least 8 inches from every edge")
        if any(math.hypot(spot.x - t.x, spot.y - t.y) < 4 for t in battle.tokens):
            return Refusal("loot counters lie at least 4 inches apart")
        verdict = movement.ground(battle).stands(spot)
        return Refusal(verdict.words) if isinstance(verdict, Barred) else 0.0

    def legal() -> list[tuple[float, float, float]]:
        spots = [
            (float(x), float(y), 0.0)
            for x in range(8, int(table.width) - 7, 4)
            for y in range(8, int(table.depth) - 7, 4)
        ]
        return [spot for spot in spots if not isinstance(judge((Spot(*spot),)), Refusal)]

    return _placing(f"Place loot counter {number} of {count}", "", judge, legal)


def deploy_step(game: Game) -> None:
    """One fighter set up, or the rest at once."""
    battle: Battle = game.battle
    side = battle.side
    waiting = [f for f in battle.gang(side) if f.place == "reserve"]
    if not waiting or (battle.setup.scenario.reinforcements and side == "b"):
        other = enemy(side)
        ready = all(f.place != "reserve" for f in battle.gang(other))
        if ready or (battle.setup.scenario.reinforcements and other == "b"):
            _begin(game)
        else:
            battle.side = other
        return
    options = [Option("rest", "Set up everybody left for me")]
    options += [Option(f.id, f"{f.name} ({f.kind})", piece=f.id) for f in waiting]
    chosen = game.ask(side, Choose("Set up: who next?", options, "nec.M2"))
    if chosen == "rest":
        line_up(game, side)
        return
    fighter = battle.fighter(chosen)
    way: Way = game.ask(side, _setup_question(battle, fighter))
    _place(game, fighter, way.path[0], way.facing)


def _begin(game: Game) -> None:
    """nec.M1: the scenario names the first player, otherwise the higher die."""
    battle: Battle = game.battle
    ruling = battle.rulings.first_player
    if ruling == "roll-off":
        battle.first = "a" if game.rolling("").roll(roll_off) else "b"
    else:
        battle.first = ruling
    battle.side, battle.turn, battle.phase = battle.first, 1, "start"
    game.tell(Note(words=f"{_name(battle, battle.first)} have the first turn.", rule="nec.M1"))


def reinforce(game: Game) -> None:
    """Ransack: each turn one to three of the defenders still off the table come on at their edge."""
    battle: Battle = game.battle
    waiting = [f for f in battle.gang("b") if f.place == "reserve"]
    if not waiting:
        return
    count = (game.rolling("").roll(sum_of, 1, 6, 0) + 1) // 2
    for fighter in waiting[:count]:
        spots = _free_spots(battle, "b", 1.5)
        if not spots:
            return
        raiders = battle.present("a")
        spot = min(spots, key=lambda s: min((abs(s.x - f.x) for f in raiders), default=abs(s.x - battle.table.width / 2)))
        _place(game, fighter, spot, None)


# ---------------------------------------------------------------- places


def zone(battle: Battle, side: str) -> tuple[float, float]:
    """The strip of y in which a side sets up."""
    depth = battle.setup.scenario.deployment_depth
    return (0.0, depth) if battle.edges[side] == "south" else (battle.table.depth - depth, battle.table.depth)


def line_up(game: Game, side: str) -> None:
    """Everybody not yet on the table, spread along the front of the zone, behind something where there is."""
    battle: Battle = game.battle
    waiting = [f for f in battle.gang(side) if f.place == "reserve"]
    low, high = zone(battle, side)
    front = high if battle.edges[side] == "south" else low
    width = battle.table.width
    for number, fighter in enumerate(waiting):
        aim = width * (0.2 + 0.6 * (number + 0.5) / len(waiting))
        spots = _free_spots(battle, side, battle.setup.scenario.deployment_depth)
        spot = min(spots, key=lambda s: (abs(s.x - aim) + 0.5 * abs(s.y - front), s.x, s.y))
        _place(game, fighter, spot, None)


def _free_spots(battle: Battle, side: str, depth: float) -> list[Spot]:
    low, high = zone(battle, side)
    if battle.edges[side] == "south":
        high = low + depth
    else:
        low = high - depth
    taken = [f for f in battle.fighters if f.on_table]
    return [
        spot
        for spot in _standing_room(battle, low, high)
        if all((spot.x - f.x) ** 2 + (spot.y - f.y) ** 2 > 1.44 or abs(spot.z - f.z) > 2 for f in taken)
    ]


_ROOM: dict[tuple[int, float, float], list[Spot]] = {}


def _standing_room(battle: Battle, low: float, high: float) -> list[Spot]:
    """Ground-level spots on an inch grid where a base fits, between two values of y."""
    table = battle.table
    key = (id(table), low, high)
    if key not in _ROOM:
        floor = movement.ground(battle)
        xs = [0.5 + n for n in range(int(table.width))]
        ys = [y for n in range(int(table.depth)) if low + RADIUS <= (y := 0.5 + n) <= high - RADIUS]
        candidates = [Spot(x, y, 0.0) for y in ys for x in xs]
        _ROOM[key] = [spot for spot in candidates if not isinstance(floor.stands(spot), Barred)]
    return _ROOM[key]


def _setup_question(battle: Battle, fighter: Fighter) -> Route:
    low, high = zone(battle, fighter.side)
    floor = movement.ground(battle)

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        spot = path[0]
        if not low <= spot.y - RADIUS or not spot.y + RADIUS <= high:
            return Refusal(f"set up between {low:g} and {high:g} inches from the south edge", "nec.M2")
        verdict = floor.stands(spot)
        if isinstance(verdict, Barred):
            return Refusal(verdict.words, "nec.M2")
        if any(f.on_table and math.hypot(f.x - spot.x, f.y - spot.y) < 2 * RADIUS and abs(f.z - spot.z) < 1 for f in battle.fighters):
            return Refusal("somebody stands there", "nec.M2")
        return 0.0

    def legal() -> list[tuple[float, float, float]]:
        return [(s.x, s.y, s.z) for s in _free_spots(battle, fighter.side, battle.setup.scenario.deployment_depth)]

    return _placing(f"Set up {fighter.name}: where?", fighter.id, judge, legal)


def _placing(text, piece, judge, legal) -> Route:  # type: ignore[no-untyped-def]
    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        asked = Spot(x, y, z or 0.0)
        if not isinstance(judge((asked,)), Refusal):
            return (asked,)
        spots = legal()
        if not spots:
            return None
        return (Spot(*min(spots, key=lambda s: math.hypot(s[0] - x, s[1] - y))),)

    return Route(text=text, piece=piece, start=None, judge=judge, reach=legal, path=nearest, rule="nec.M2")


def _place(game: Game, fighter: Fighter, spot: Spot, facing: float | None) -> None:
    battle: Battle = game.battle
    fighter.place = "table"
    fighter.at(spot)
    ahead = 90.0 if battle.edges[fighter.side] == "south" else 270.0
    fighter.facing = ahead if facing is None else facing
    game.tell(Placed(piece=fighter.id, spot=spot, facing=fighter.facing, rule="nec.M2"))


def _name(battle: Battle, side: str) -> str:
    return battle.setup.gangs[SIDES.index(side)].name
