"""Movement: charges, compulsory moves, then the rest; running, obstacles, what happens on the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Spot, bearing
from warbook.board.paths import Barred, Going, Ground, Other, Reach, cut, ground_of, length, point_along
from warbook.board.terrain import Table, surfaces
from warbook.books.necromunda import hiding, lasting, loot, nerve, overwatch
from warbook.books.necromunda.eyes import (
    RISE,
    between,
    engaged,
    finds,
    fraction_at,
    sees,
    within,
)
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, Token, enemy
from warbook.core.events import Became, Moved, Note, Turned
from warbook.core.game import Game
from warbook.core.questions import Choose, Option, Refusal, Route, Way

CRAWL = 2.0
RUN_STOP = 8.0
STATION = 1.0  # inches between the points of a move at which others may react
GLIMPSE = 0.25  # inches between the points at which a runner looks round
ELBOW = 0.06  # inches kept from enemies beyond contact: that is made only by charging (nec.M24)
HEADROOM = 1.5

Verb = Literal["walks", "runs", "crawls", "charges", "runs to cover", "follows up", "leaves the table"]

# ---------------------------------------------------------------- the three groups (nec.movement.order)


def compulsory_step(game: Game) -> None:
    """nec.movement.compulsory: every broken fighter runs to cover before anybody else moves."""
    battle: Battle = game.battle
    for fighter in battle.present(battle.side):
        if fighter.broken and not (fighter.moved or fighter.down or fighter.webbed or engaged(battle, fighter)):
            nerve.run_each_turn(game, fighter)
            return
    battle.phase = "move"


def move_step(game: Game) -> None:
    """nec.movement.remaining: one fighter's ordinary move, run, crawl, hiding or overwatch."""
    battle: Battle = game.battle
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
    """Why a fighter has no remaining move; None if he has."""
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
            barred=_may_run(battle, fighter),
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
    """nec.A4: nobody runs who starts within 8 inches of an enemy he sees."""
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
    inches costs half of this move's allowance (nec.A5); higher ones cannot be crossed."""
    factors = (("difficult", 2.0), ("very-difficult", 4.0)) if battle.rulings.difficult_ground else ()
    return Going(allowance, allowance / 2, 1.0, 2.0, factors, RISE)


def ground(battle: Battle) -> Ground:
    table = battle.setup.scenario.table
    return ground_of(table if battle.rulings.difficult_ground else _all_floors_free(table), RADIUS)


def _all_floors_free(table: Table) -> Table:
    """nec.M31: without the switch there is no ground that forbids movement."""
    known = _FREE.get(id(table))
    if known is None:
        if len(_FREE) >= 32:
            del _FREE[next(iter(_FREE))]
        free = table
        if any(area.ground == "impassable" for area in table.areas):
            free = replace(table, areas=tuple(replace(area, ground="open") for area in table.areas))
        known = _FREE[id(table)] = table, free
    return known[1]


# The table is kept beside its twin so that its id stays its own.
_FREE: dict[int, tuple[Table, Table]] = {}


def obstacles(
    battle: Battle, fighter: Fighter, contact_with: Fighter | None = None
) -> tuple[list[Other], list[Other]]:
    """Bases that block the way (enemies: contact is made only by charging, nec.M24), and bases that may be
    passed but not stood upon."""
    blockers: list[Other] = []
    occupied: list[Other] = []
    for other in battle.fighters:
        if other.place != "table" or other is fighter or other is contact_with:
            continue
        if other.side != fighter.side:
            blockers.append((other.x, other.y, other.z, RADIUS + ELBOW))
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

    def reach() -> Reach:
        if not found:
            found.append(floor.reach(fighter.spot, gait, blockers, occupied))
        return found[0]

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        if len(path) < 2:
            return 0.0
        verdict = floor.judge(path, gait, blockers, occupied)
        return Refusal(verdict.words, rule) if isinstance(verdict, Barred) else verdict.cost

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
        reach=lambda: reach().spots,
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
    """nec.movement.normal-distance (nec.A1), nec.movement.run, and the crawl of the down."""
    battle: Battle = game.battle
    normal = float(fighter.profile.M)
    gaits: dict[str, tuple[float, Verb, str]] = {
        "walk": (normal, "walks", "nec.movement.normal-distance"),
        "run": (2 * normal, "runs", "nec.movement.run"),
        "crawl": (CRAWL, "crawls", "nec.injury.down"),
    }
    inches, verb, rule = gaits[how]
    way: Way = game.ask(battle.side, route(battle, fighter, inches, f"{fighter.name} {verb}: where to?", rule))
    was_hidden = fighter.hidden
    fighter.moved = {"walk": "walked", "run": "ran", "crawl": "crawled"}[how]  # type: ignore[assignment]
    if not travel(game, fighter, way.path, rule, verb):
        return
    if way.facing is not None:
        turn(game, fighter, way.facing)
    if how == "walk" and not fighter.hidden and hiding.may_hide(battle, fighter) is None:
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
    if travel(game, fighter, path, "nec.M2", "leaves the table"):
        loot.carry_off(game, fighter)


def _stand(game: Game, fighter: Fighter, how: str) -> None:
    battle: Battle = game.battle
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
                    piece=other.id, status="pinned", gained=False, words=words, rule="nec.combat.pinned-escape"
                )
            )
        if other.hidden:
            hiding.show(game, other, "is in hand-to-hand combat", "nec.hiding.hidden")
        other.overwatch = False


# ---------------------------------------------------------------- on the way


def travel(game: Game, fighter: Fighter, path: Sequence[Spot], rule: str, verb: Verb) -> bool:
    """Move along a path, with all that may happen on the way. False if he did not arrive.

    nec.movement.run-stop-near-enemy ends a run; overwatch fire (nec.M8) may stop any move; a grenade that lies
    about may go off (nec.M17); hidden enemies he comes upon are found (nec.M30); he himself stays hidden only
    while he walks or crawls behind cover (nec.A9).
    """
    battle: Battle = game.battle
    path = tuple(path)
    if verb == "runs":
        path = _stop_near_enemy(game, fighter, path)
    total = length(path)
    if _own_movement(battle, fighter):
        fighter.went = 0.0
    if total == 0.0:
        return True
    if fighter.hidden and verb not in ("walks", "crawls"):
        hiding.show(game, fighter, "breaks cover", "nec.hiding.hidden")
    stations = _stations(battle, fighter, path, total)
    shown_at = _shown_at(battle, fighter, path, total)
    seen_from = [station for station in stations if station[0] >= shown_at]
    moments = [*overwatch.plan(game, fighter, seen_from), *_duds(battle, stations)]
    before = fighter.down, fighter.broken
    done = 0.0
    for moment in sorted(moments, key=lambda moment: moment.inches):
        _advance(game, fighter, path, done, moment.inches, moment.spot, rule, verb)
        done = moment.inches
        if fighter.hidden and done >= shown_at:
            hiding.show(game, fighter, "leaves his cover", "nec.hiding.hidden")
        _uncover(game, fighter, stations, done)
        if isinstance(moment, Dud):
            lasting.wake(game, fighter, moment.token)
        else:
            overwatch.react(game, moment, fighter)
        stopped = fighter.pinned or fighter.webbed or (fighter.down, fighter.broken) != before
        if stopped or not fighter.on_table or fighter.spot != moment.spot:
            return False
    _advance(game, fighter, path, done, total, path[-1], rule, verb)
    if fighter.hidden and total >= shown_at:
        hiding.show(game, fighter, "leaves his cover", "nec.hiding.hidden")
    _uncover(game, fighter, stations, total)
    return True


def _own_movement(battle: Battle, fighter: Fighter) -> bool:
    """nec.M15: only what is covered in the own movement phase makes a target rapid."""
    return fighter.side == battle.side and battle.phase in ("charge", "compulsory", "move")


def _advance(
    game: Game,
    fighter: Fighter,
    path: tuple[Spot, ...],
    done: float,
    inches: float,
    end: Spot,
    rule: str,
    verb: Verb,
) -> None:
    """Move on along the path from `done` to `inches`, where the spot `end` is."""
    if inches <= done:
        return
    part = (*after(cut(path, inches), done)[:-1], end)
    fighter.at(end)
    if _own_movement(game.battle, fighter):
        fighter.went += inches - done
    before = part[-2]
    if math.hypot(end.x - before.x, end.y - before.y) > 1e-6:
        fighter.facing = round(bearing(before, end), 3)
    fighter.overwatch = False
    game.tell(Moved(piece=fighter.id, path=part, how=verb, rule=rule))
    if verb in ("walks", "follows up"):
        loot.pick_up(game, fighter, part)


def after(path: tuple[Spot, ...], inches: float) -> tuple[Spot, ...]:
    """The rest of a path behind its first `inches`."""
    if not inches:
        return path
    rest, gone = [point_along(path, inches)], 0.0
    for a, b in zip(path, path[1:], strict=False):
        gone += math.dist((a.x, a.y, a.z), (b.x, b.y, b.z))
        if gone > inches + 1e-9:
            rest.append(b)
    return tuple(rest)


def _stations(
    battle: Battle, fighter: Fighter, path: tuple[Spot, ...], total: float
) -> list[tuple[float, Spot]]:
    """The points of a move at which others may react: there he could also stop. Where nobody may, none."""
    if (
        not fighter.hidden
        and not any(token.kind == "dud" for token in battle.tokens)
        and not any(foe.hidden or foe.overwatch for foe in _foes(battle, fighter))
    ):
        return []
    count = max(1, math.ceil(total / STATION))
    found = []
    for number in range(1, count):
        inches = total * number / count
        spot = room(battle, fighter, point_along(path, inches))
        if spot is not None:
            found.append((inches, spot))
    return [*found, (total, path[-1])]


def room(battle: Battle, fighter: Fighter, spot: Spot) -> Spot | None:
    """The spot with feet on whatever lies there, if the fighter's base has room to stop on it."""
    floor = ground(battle)
    if isinstance(floor.stands(spot), Barred):
        levels = [s.level for s in surfaces(battle.table) if abs(s.level - spot.z) <= 2 and s.spans(spot.x, spot.y)]
        spots = [Spot(spot.x, spot.y, level) for level in sorted(levels, key=lambda z: abs(z - spot.z))]
        standing = [other for other in spots if not isinstance(floor.stands(other), Barred)]
        if not standing:
            return None
        spot = standing[0]
    for other in battle.fighters:
        if other.place == "table" and other is not fighter and abs(other.z - spot.z) < HEADROOM:
            if math.hypot(other.x - spot.x, other.y - spot.y) < 2 * RADIUS - 1e-6:
                return None
    return spot


def _shown_at(battle: Battle, fighter: Fighter, path: tuple[Spot, ...], total: float) -> float:
    """After how many inches he can be seen: 0 unless he is hidden and keeps behind cover (nec.A9)."""
    if not fighter.hidden:
        return 0.0
    count = math.ceil(2 * total / STATION)
    for number in range(1, count + 1):
        inches = total * number / count
        if not hiding.keeps_hidden(battle, fighter, point_along(path, inches)):
            return inches
    return math.inf


def _uncover(game: Game, fighter: Fighter, stations: list[tuple[float, Spot]], done: float) -> None:
    """Hidden enemies that the mover has come upon so far lose their cover."""
    battle: Battle = game.battle
    for foe in _foes(battle, fighter):
        if not foe.hidden or not fighter.on_feet:
            continue
        for inches, spot in stations:
            if inches <= done + 1e-6 and finds(battle, fighter, spot, foe.spot):
                hiding.show(game, foe, f"is found by {fighter.name}", "nec.hiding.hidden")
                break


class Dud(Struct):
    """A grenade that lies about, and where the mover first comes near it."""

    inches: float
    spot: Spot
    token: Token


def _duds(battle: Battle, stations: list[tuple[float, Spot]]) -> list[Dud]:
    found = []
    for token in battle.tokens:
        for inches, spot in stations if token.kind == "dud" else ():
            gap = math.dist((token.x, token.y, token.z), (spot.x, spot.y, spot.z)) - RADIUS
            if gap <= lasting.DUD_WAKES:
                found.append(Dud(inches, spot, token))
                break
    return found


def _stop_near_enemy(game: Game, fighter: Fighter, path: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """nec.movement.run-stop-near-enemy: the run ends where it first comes within 8 inches of an enemy he sees;
    one who hides must be found first."""
    battle: Battle = game.battle
    total = length(path)
    foes = [foe for foe in _foes(battle, fighter) if within(fighter, foe, RUN_STOP + total)]

    def near(inches: float) -> Fighter | None:
        spot = point_along(path, inches)
        for foe in foes:
            if (
                between(spot, foe.spot) <= RUN_STOP
                and (not foe.hidden or finds(battle, fighter, spot, foe.spot))
                and fraction_at(battle, spot.x, spot.y, spot.z, foe.x, foe.y, foe.z, foe.height) > 0.0
            ):
                return foe
        return None

    if not foes or not total:
        return path
    count = math.ceil(total / GLIMPSE)
    for number in range(1, count + 1):
        foe = near(total * number / count)
        if foe is None:
            continue
        low, high = total * (number - 1) / count, total * number / count
        while high - low > 1e-5:
            middle = (low + high) / 2
            low, high = (low, middle) if near(middle) else (middle, high)
        words = f'{fighter.name} stops running {RUN_STOP:g}" from {foe.name}.'
        game.tell(Note(words=words, piece=fighter.id, rule="nec.movement.run-stop-near-enemy"))
        return _cut_short(battle, fighter, path, high)
    return path


def _cut_short(battle: Battle, fighter: Fighter, path: tuple[Spot, ...], inches: float) -> tuple[Spot, ...]:
    """The first so many inches of a path, or as many fewer as it takes to have room to stop."""
    while inches > 0.0:
        part = cut(path, inches)
        spot = room(battle, fighter, part[-1])
        if spot is not None:
            return (*part[:-1], spot)
        inches -= GLIMPSE
    return path[:1]
