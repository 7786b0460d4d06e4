"""Movement: charges, compulsory moves, then the rest; running, obstacles."""

from __future__ import annotations

from msgspec.structs import replace

from warbook.board.bodies import Other
from warbook.board.geometry import Polygon, Spot, point_in_polygon
from warbook.board.memory import recall
from warbook.board.paths import Barred, Going, Ground, Reach, ground_of
from warbook.board.terrain import Block, Floor, Table
from warbook.books.necromunda import hiding, loot, nerve, overwatch, travelling
from warbook.books.necromunda.sight import (
    RISE,
    engaged,
    sees,
    within,
)
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, Game, enemy
from warbook.core.events import Became, Note, Turned
from warbook.core.questions import Choose, Option, Refusal, Route, Way

CRAWL = 2.0
RUN_STOP = 8.0
ELBOW = 0.06  # inches kept from enemies beyond contact: that is made only by charging (nec.M24)
HEADROOM = 1.5

# ---------------------------------------------------------------- the three groups (nec.movement.order)


def compulsory_step(game: Game) -> None:
    """nec.movement.compulsory: every broken fighter runs to cover before anybody else moves."""
    battle = game.battle
    for fighter in battle.present(battle.side):
        if fighter.broken and not (
            fighter.moved or fighter.down or fighter.webbed or engaged(battle, fighter)
        ):
            nerve.run_each_turn(game, fighter)
            return
    battle.phase = "move"


def move_step(game: Game) -> None:
    """nec.movement.remaining: one fighter's ordinary move, run, crawl, hiding or overwatch."""
    battle = game.battle
    gang = battle.present(battle.side)
    options = [Option(f.id, f.name, piece=f.id, barred=may_move(battle, f)) for f in gang]
    if all(option.barred for option in options):
        battle.phase = "watch"
        return
    options.append(Option("done", "The others stay where they are"))
    chosen = game.ask(battle.side, Choose("Who moves?", options, "nec.movement.own-fighters"))
    if chosen == "done":
        battle.phase = "watch"
        return
    fighter = battle.fighter(chosen)
    text = f"{fighter.name}: what does he do?"
    how = game.ask(
        battle.side, Choose(text, ways(battle, fighter), "nec.movement.remaining", piece=fighter.id)
    )
    if how in ("walk", "run", "crawl"):
        _go(game, fighter, how)
    elif how == "leave":
        _leave(game, fighter)
    else:
        _stand(game, fighter, how)


# ---------------------------------------------------------------- who may do what


def may_move(battle: Battle, fighter: Fighter) -> Refusal | None:
    """Why a fighter has no remaining move; None if he has. The broken only run to cover (nec.A14), the
    engaged stay where they are (nec.M25)."""
    if fighter.moved:
        return Refusal("has moved", "nec.movement.order")
    if fighter.webbed:
        return Refusal("is bound by a web", "nec.M17")
    if fighter.comatose:
        return Refusal("is comatose and cannot move", "nec.injury.down")
    if fighter.down:
        return None
    if fighter.lost_turn or fighter.pinned:
        return Refusal("is pinned and loses this turn", "nec.pinning.missed-turn")
    if fighter.broken:
        return Refusal("is broken: he only runs to cover", "nec.leadership.broken")
    if engaged(battle, fighter):
        return Refusal("is engaged in hand-to-hand combat", "nec.movement.engaged")
    return None


def ways(battle: Battle, fighter: Fighter) -> list[Option]:
    """What a fighter may do in the last group of moves."""
    if fighter.down:
        return [
            Option("crawl", f'Crawl up to {CRAWL:g}"'),
            Option("stay", "Lie still"),
        ]
    normal = fighter.profile.M
    options = [
        Option("walk", f'Walk up to {normal}"'),
        Option(
            "run",
            f'Run up to {2 * normal}" (then he may neither shoot nor hide)',
            barred=_may_run(battle, fighter) if battle.rulings.premeasure or fighter.loot else None,
        ),
        Option("stay", "Stay, as he is"),
        Option("turn", "Stay and turn"),
        Option("hide", "Stay and hide", barred=hiding.may_hide(battle, fighter)),
    ]
    if battle.rulings.overwatch:
        options.append(Option("overwatch", "Stay on overwatch", barred=overwatch.may_watch(battle, fighter)))
    if fighter.loot:
        far = Refusal("cannot reach the edge", "nec.M2") if exit_path(battle, fighter) is None else None
        options.append(Option("leave", "Carry the loot off the table", barred=far))
    return options


def _may_run(battle: Battle, fighter: Fighter) -> Refusal | None:
    """nec.A4: nobody runs who starts within 8 inches of an enemy he sees. Tells how far that is."""
    if fighter.loot:
        return Refusal("carries loot: no running", "nec.M2")
    for foe in _foes(battle, fighter):
        if within(fighter, foe, RUN_STOP) and sees(battle, fighter, foe):
            words = f'{foe.name} is in sight within {RUN_STOP:g}"'
            return Refusal(words, "nec.movement.run-stop-near-enemy")
    return None


def _foes(battle: Battle, fighter: Fighter) -> list[Fighter]:
    return battle.present(enemy(fighter.side))


# ---------------------------------------------------------------- the ground


def going(battle: Battle, fighter: Fighter, allowance: float) -> Going:
    """nec.movement.free-ground, nec.movement.wall-leap, nec.movement.wall-limit: a wall above 1 and up to 2
    inches costs half of this move's allowance (nec.A5, nec.A6); higher ones cannot be crossed. Walls are
    thin: what is thicker is a block, and climbed onto (nec.M32)."""
    factors = (("difficult", 2.0), ("very-difficult", 4.0)) if battle.rulings.difficult_ground else ()
    return Going(allowance, allowance / 2, 1.0, 2.0, factors, RISE)


def ground(battle: Battle) -> Ground:
    """nec.M31: without the switch there is no ground that forbids movement."""
    table = battle.setup.scenario.table
    return ground_of(table if battle.rulings.difficult_ground else recall(table, _Lie).free, RADIUS)


class _Lie:
    """The lie of one table."""

    def __init__(self, table: Table) -> None:
        self.free = table
        self.ladders = {ladder.at for ladder in table.ladders}
        pieces: tuple[Block | Floor, ...] = (*table.blocks, *table.floors)
        self.pieces = [(_box(piece.polygon), piece) for piece in pieces]
        if any(area.ground == "impassable" for area in table.areas):
            self.free = replace(table, areas=tuple(replace(area, ground="open") for area in table.areas))


def feet(battle: Battle, spot: Spot) -> Spot:
    """A point of a path with feet on what lies there: paths step up and down where levels end, and what is
    measured along them climbs evenly. On a ladder he hangs where he is."""
    x, y, z = spot.x, spot.y, spot.z
    lie = recall(battle.setup.scenario.table, _Lie)
    if (x, y) in lie.ladders:
        return spot
    levels, solid = [0.0], list[Block]()
    for (west, south, east, north), piece in lie.pieces:
        if west <= x <= east and south <= y <= north and point_in_polygon(x, y, piece.polygon):
            if isinstance(piece, Floor):
                levels.append(piece.level)
            else:
                solid.append(piece)
                if piece.roof:
                    levels.append(piece.top)
    free = [
        level
        for level in levels
        if not any(block.base < level + HEADROOM and block.top > level + 0.01 for block in solid)
    ]
    nearest = min(free, key=lambda level: abs(level - z), default=z)
    return spot if nearest == z else Spot(x, y, nearest)


def _box(polygon: Polygon) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def obstacles(
    battle: Battle, fighter: Fighter, contact_with: Fighter | None = None
) -> tuple[list[Other], list[Other]]:
    """Bases that block the way (enemies: contact is made only by charging, nec.M24), and bases that nobody
    may end upon: friends are passed, and whoever leaves an enemy who is down leaves contact with him."""
    blockers: list[Other] = []
    occupied: list[Other] = []
    for other in battle.fighters:
        if other.place != "table" or other is fighter or other is contact_with:
            continue
        if other.side != fighter.side:
            blockers.append((other.x, other.y, other.z, RADIUS + ELBOW))
            occupied.append(blockers[-1])
        else:
            occupied.append((other.x, other.y, other.z, RADIUS))
    return blockers, occupied


def reach_of(battle: Battle, fighter: Fighter, allowance: float) -> Reach:
    blockers, occupied = obstacles(battle, fighter)
    return ground(battle).reach(fighter.spot, going(battle, fighter, allowance), blockers, occupied)


def route(battle: Battle, fighter: Fighter, allowance: float, text: str, rule: str) -> Route:
    """The question where a fighter goes with so many inches."""
    blockers, occupied = obstacles(battle, fighter)
    gait = going(battle, fighter, allowance)
    floor = ground(battle)
    found: list[Reach] = []
    judged: dict[tuple[Spot, ...], float | Refusal] = {}  # the path looked at last

    def reach() -> Reach:
        if not found:
            found.append(floor.reach(fighter.spot, gait, blockers, occupied))
        return found[0]

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        if len(path) < 2:
            return 0.0
        if path not in judged:
            judged.clear()
            cost = floor.cost(path, gait, blockers, occupied)
            judged[path] = cost if cost <= allowance + 1e-6 else refusal(path)
        return judged[path]

    def refusal(path: tuple[Spot, ...]) -> Refusal:
        verdict = floor.judge(path, gait, blockers, occupied)
        assert isinstance(verdict, Barred), "a way that can be paid for is not barred"
        return Refusal(verdict.words, rule)

    def path_to(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        if z is not None:
            exact = floor.shortest(fighter.spot, Spot(x, y, z), gait, blockers, occupied)
            if exact is not None:
                return exact
        return reach().path(reach().nearest(x, y, z))

    return Route(
        text=text,
        piece=fighter.id,
        start=fighter.spot,
        judge=judge,
        reach=lambda: reach().spots.tolist(),
        path=path_to,
        allowance=allowance,
        rule=rule,
    )


def contact_path(battle: Battle, fighter: Fighter, foe: Fighter, allowance: float) -> tuple[Spot, ...] | None:
    """The shortest way into base contact with the enemy, if the allowance suffices."""
    blockers, occupied = obstacles(battle, fighter, contact_with=foe)
    target = (foe.x, foe.y, foe.z, RADIUS)
    gait = going(battle, fighter, allowance)
    return ground(battle).to_contact(fighter.spot, target, gait, blockers, occupied)


def exit_path(battle: Battle, fighter: Fighter) -> tuple[Spot, ...] | None:
    """The way by which a fighter walks off the table with his loot, if his move suffices."""
    edge = loot.exit_edge(battle, fighter)
    goal = Spot(fighter.x, RADIUS if edge == "south" else battle.table.depth - RADIUS)
    if abs(fighter.y - goal.y) > fighter.profile.M:
        return None
    blockers, occupied = obstacles(battle, fighter)
    gait = going(battle, fighter, float(fighter.profile.M))
    return ground(battle).shortest(fighter.spot, goal, gait, blockers, occupied)


# ---------------------------------------------------------------- remaining moves


def _go(game: Game, fighter: Fighter, how: str) -> None:
    """nec.movement.normal-distance (nec.A1), nec.movement.run, and the crawl of the down. nec.M37: where
    nothing is measured beforehand, who is too near an enemy to run learns it now, and walks."""
    battle = game.battle
    if how == "run" and (near := _may_run(battle, fighter)) is not None:
        game.reveal(near.words)
        words = f"{near.words}: {fighter.name} cannot run and walks."
        game.tell(Note(words=words, piece=fighter.id, rule=near.rule))
        how = "walk"
    normal = float(fighter.profile.M)
    gaits: dict[str, tuple[float, travelling.Verb, str]] = {
        "walk": (normal, "walks", "nec.movement.normal-distance"),
        "run": (2 * normal, "runs", "nec.movement.run"),
        "crawl": (CRAWL, "crawls", "nec.injury.down"),
    }
    inches, verb, rule = gaits[how]
    way: Way = game.ask(
        battle.side, route(battle, fighter, inches, f"{fighter.name} {verb}: where to?", rule)
    )
    was_hidden = fighter.hidden
    fighter.moved = {"walk": "walked", "run": "ran", "crawl": "crawled"}[how]  # type: ignore[assignment]
    if not travelling.travel(game, fighter, way.path, rule, verb):
        return
    if way.facing is not None:
        turn(game, fighter, way.facing)
    if hiding.may_hide(battle, fighter) is None:
        words = "stay hidden" if was_hidden else "hide"
        choice = Choose(
            f"{fighter.name} is in cover: does he {words}?",
            [Option("hide", "Hide"), Option("no", "Stay in the open")],
            "nec.hiding.enter",
            fighter.id,
        )
        if game.ask(battle.side, choice) == "hide":
            hiding.hide(game, fighter)


def _leave(game: Game, fighter: Fighter) -> None:
    path = exit_path(game.battle, fighter)
    assert path is not None
    fighter.moved = "walked"
    if travelling.travel(game, fighter, path, "nec.M2", "leaves the table"):
        loot.carry_off(game, fighter)


def _stand(game: Game, fighter: Fighter, how: str) -> None:
    battle = game.battle
    fighter.moved = "stayed"
    if how in ("turn", "overwatch"):
        text = f"{fighter.name} turns: which way does he face?"
        way: Way = game.ask(battle.side, route(battle, fighter, 0.0, text, "nec.M11"))
        if way.facing is not None:
            turn(game, fighter, way.facing)
    if how == "overwatch":
        overwatch.watch(game, fighter)
    if how == "hide":
        hiding.hide(game, fighter)


def turn(game: Game, fighter: Fighter, facing: float) -> None:
    fighter.facing = facing % 360.0
    game.tell(Turned(piece=fighter.id, facing=fighter.facing, rule="nec.M11"))


def engage(game: Game, fighter: Fighter, foe: Fighter) -> None:
    """nec.movement.engaged; nec.combat.pinned-escape: whoever is engaged is free of pinning at once."""
    words = f"{fighter.name} and {foe.name} are engaged."
    game.tell(Note(words=words, piece=fighter.id, rule="nec.movement.engaged"))
    for other in (foe, fighter):
        if other.pinned and not other.down:
            other.pinned = other.lost_turn = False
            words = f"{other.name} is engaged and escapes pinning."
            game.tell(
                Became(
                    piece=other.id,
                    status="pinned",
                    gained=False,
                    words=words,
                    rule="nec.combat.pinned-escape",
                )
            )
        if other.hidden:
            hiding.show(game, other, "is in hand-to-hand combat", "nec.hiding.hidden")
        other.overwatch = False
