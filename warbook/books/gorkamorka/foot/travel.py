"""On the way: where others may react to a move, what wakes up, who is found, what is picked up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Spot, bearing, distance, overlap
from warbook.board.paths import Path
from warbook.board.ways import after, cut, length, point_along
from warbook.books.gorkamorka.creatures import near_lair, wake
from warbook.books.gorkamorka.field.bombs import near_bomb
from warbook.books.gorkamorka.field.ground import in_the_way, walked
from warbook.books.gorkamorka.field.hiding import body_at, finds
from warbook.books.gorkamorka.foot.ways import feet
from warbook.books.gorkamorka.hiding import keeps_hidden, show
from warbook.books.gorkamorka.scrap import pick_up
from warbook.books.gorkamorka.shooting import overwatch
from warbook.books.gorkamorka.shooting.explosives import disturb
from warbook.books.gorkamorka.state import NEST, Battle, Game, Token, Warrior
from warbook.books.gorkamorka.trouble import settle
from warbook.core.events import Moved, Note

Verb = Literal["walks", "runs", "crawls", "charges", "flees", "wanders", "follows up", "leaves the table"]
Station = tuple[float, Spot]  # so many inches along the way, and where that is

# Moves that a player makes; nobody on overwatch interrupts others (gce.S19).
CONTROLLED = ("walks", "runs", "crawls", "charges", "leaves the table")
HALF = 0.5  # inches between the points at which cover is looked for


class Moment(Struct):
    """Something that happens on the way: a lair that wakes up, a bomb that may, enemies on overwatch who may
    shoot, each at a target that is fleeting for him or not."""

    inches: float
    spot: Spot
    token: Token | None = None
    watchers: tuple[tuple[str, bool], ...] = ()


def travel(game: Game, warrior: Warrior, path: Sequence[Spot], rule: str, verb: Verb) -> bool:
    """Move along a path, with all that may happen on the way. False if he did not arrive, or
    cannot go on.

    Stations are the start, each inch and the end (gce.overwatch.fire, gce.R9.19). What sleeps near the way
    wakes up, and who wakes it stops there (gce.S11); bombs may go off (gce.special-weapons.delayed-bomb);
    hidden enemies he comes upon are found (gce.hiding.discovered-by-sight); he stays hidden only while he
    walks or crawls in cover (gce.hiding.stay-hidden).
    """
    battle = game.battle
    path = tuple(path)
    total = length(path)
    if warrior.hidden and verb not in ("walks", "crawls"):
        show(game, warrior, "breaks cover", "gce.hiding.not-after-run")
    if total == 0.0:
        return True
    stations = stations_of(battle, path, total)
    shown_at = _shown_at(battle, warrior, path, total)
    moments = _moments(battle, warrior, stations)
    if verb in CONTROLLED:
        moments += _watched(battle, warrior, stations, shown_at, verb == "charges")
    done = 0.0
    for moment in sorted(moments, key=lambda each: each.inches):
        if moment.watchers and not overwatch.anybody(battle, moment.watchers):
            continue
        _advance(game, warrior, path, done, moment.inches, moment.spot, rule, verb)
        done = moment.inches
        _seen(game, warrior, stations, done, shown_at)
        if not _happens(game, warrior, moment, verb):
            words = f"{warrior.name} stops."
            game.tell(Note(words=words, piece=warrior.id, rule=rule))
            return False
    _advance(game, warrior, path, done, total, path[-1], rule, verb)
    _seen(game, warrior, stations, total, shown_at)
    return True


def _happens(game: Game, warrior: Warrior, moment: Moment, verb: Verb) -> bool:
    """What a moment brings; whether he goes on. gce.R3.8: who is pinned, Down or moved from his way stops."""
    if moment.watchers:
        overwatch.interrupt(game, warrior, moment.watchers)
    elif moment.token is not None and moment.token.kind == "lair":
        wake(game, moment.token)
        return False
    elif moment.token in game.battle.tokens:
        disturb(game, moment.token, warrior)
        settle(game)
    fit = warrior.up or (verb == "crawls" and warrior.on_table)
    return fit and not warrior.netted and not warrior.hobbled and warrior.spot == moment.spot


def stations_of(battle: Battle, path: Path, total: float) -> list[Station]:
    """The points of a move at which others may react, the start left out: every so many inches, and the
    end."""
    count = max(1, math.ceil(total / battle.rulings.overwatch_step_inches))
    passed = [total * number / count for number in range(1, count)]
    return [*((n, feet(battle, point_along(path, n))) for n in passed), (total, path[-1])]


def _advance(
    game: Game, warrior: Warrior, path: Path, done: float, inches: float, end: Spot, rule: str, verb: Verb
) -> None:
    """Move on along the path from `done` to `inches`, where the spot `end` is."""
    if inches <= done:
        return
    part = (*after(cut(path, inches), done)[:-1], end)
    warrior.at(end)
    warrior.went += inches - done
    before = part[-2]
    if math.hypot(end.x - before.x, end.y - before.y) > 1e-6:
        warrior.facing = round(bearing(before, end), 3)
    warrior.overwatch = False
    game.tell(Moved(piece=warrior.id, path=part, how=verb, rule=rule))
    if verb in ("walks", "runs", "follows up"):
        pick_up(game, warrior, part)


def standing_room(battle: Battle, warrior: Warrior, spot: Spot) -> Spot | None:
    """The spot with feet on whatever lies there, if his base has room to stop on it."""
    spot = feet(battle, spot)
    if walked(battle, warrior).stands(spot) is not None:
        return None
    there = body_at(warrior, spot)
    return None if any(overlap(there, other) for other in in_the_way(battle, warrior)) else spot


def cut_short(battle: Battle, warrior: Warrior, path: Path, inches: float) -> Path:
    """The first so many inches of a path, or as many fewer as it takes to have room to stop."""
    while inches > 0.0:
        part = cut(path, inches)
        spot = standing_room(battle, warrior, part[-1])
        if spot is not None:
            return (*part[:-1], spot)
        inches -= HALF / 2
    return path[:1]


def _moments(battle: Battle, warrior: Warrior, stations: list[Station]) -> list[Moment]:
    """Where he first comes near enough to each lair to wake what sleeps there, and where he is nearest to
    each bomb (gce.R4.15)."""
    found = []
    for token in battle.tokens:
        near: list[Moment] = []
        for inches, passed in stations:
            there = body_at(warrior, passed)
            if token.kind == "lair":
                reached = warrior.side != NEST and not near and near_lair(battle, token, there)
            else:
                reached = token.kind == "bomb" and near_bomb(token, there)
            if reached and (spot := standing_room(battle, warrior, passed)) is not None:
                near.append(Moment(inches, spot, token))
        if near:
            here = Spot(token.x, token.y, token.z)
            found.append(min(near, key=lambda each: distance(each.spot, here)))
    return found


def _watched(
    battle: Battle, warrior: Warrior, stations: list[Station], shown_at: float, charges: bool
) -> list[Moment]:
    """gce.overwatch.fire: where somebody on overwatch may interrupt him; only where he has room to stop."""
    if not overwatch.watchers(battle, warrior):
        return []
    spots = {0.0: warrior.spot}
    for inches, passed in stations[:-1]:
        spot = standing_room(battle, warrior, passed)
        if spot is not None:
            spots[inches] = spot
    spots[stations[-1][0]] = stations[-1][1]
    there: list[tuple[float, Warrior]] = []
    for inches, spot in spots.items():
        twin = replace(warrior, hidden=warrior.hidden and inches < shown_at)
        twin.at(spot)
        there.append((inches, twin))
    planned = overwatch.plan_overwatch(battle, warrior, there, charges)
    return [Moment(each.inches, spots[each.inches], watchers=each.watchers) for each in planned]


def _shown_at(battle: Battle, warrior: Warrior, path: Path, total: float) -> float:
    """After how many inches he can be seen: 0 unless he is hidden and keeps in cover."""
    if not warrior.hidden:
        return 0.0
    count = math.ceil(total / HALF)
    for number in range(1, count + 1):
        inches = total * number / count
        if not keeps_hidden(battle, warrior, feet(battle, point_along(path, inches))):
            return inches
    return math.inf


def _seen(game: Game, warrior: Warrior, stations: list[Station], done: float, shown_at: float) -> None:
    """He leaves his cover; hidden enemies that he has come upon so far lose theirs."""
    battle = game.battle
    if warrior.hidden and done >= shown_at:
        show(game, warrior, "leaves his cover", "gce.hiding.stay-hidden")
    for foe in battle.enemies(warrior.side):
        if not foe.hidden or not foe.on_foot or not warrior.up:
            continue
        passed = (spot for inches, spot in stations if inches <= done + 1e-6)
        rule = next((rule for spot in passed if (rule := finds(battle, warrior, spot, foe))), "")
        if rule:
            show(game, foe, f"is found by {warrior.name}", rule)
