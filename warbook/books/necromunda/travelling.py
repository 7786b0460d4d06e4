"""On the way: a run stopped near an enemy, overwatch fire, sleeping grenades, and who is found. Flight is
here too: it is a move, and may begin in the middle of another, when somebody falls on the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from warbook.board.geometry import Spot, bearing
from warbook.board.ways import after, cut, length, point_along
from warbook.books.necromunda import aftereffects, combat, hiding, loot, nerve, overwatch, walking
from warbook.books.necromunda.harm import Fall
from warbook.books.necromunda.refuge import AT_ONCE, EACH_TURN, Refuge, run_dice
from warbook.books.necromunda.sight import (
    CONTACT,
    behind_cover,
    between,
    discovered,
    engaged_at,
    finds,
    lines_to,
    opponents,
    seen_by_enemy,
    within,
)
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, Game, Token, enemy
from warbook.core.events import Moved, Note, Removed
from warbook.core.questions import Way

STATION = 1.0  # inches between the points of a move at which others may react
ON_CONTACT = 2 * CONTACT  # inches before contact: the last moment to shoot at one who makes it
RUN_STOP = 8.0  # inches from an enemy in sight at which a run ends
GLIMPSE = 0.25  # inches between the points at which a runner looks round

Verb = Literal["walks", "runs", "crawls", "charges", "runs to cover", "follows up", "leaves the table"]


def travel(game: Game, fighter: Fighter, path: Sequence[Spot], rule: str, verb: Verb) -> bool:
    """Move along a path, with all that may happen on the way. False if he did not arrive.

    nec.movement.run-stop-near-enemy ends a run; overwatch fire (nec.M8) may stop any move; a grenade that
    lies about may go off (nec.M17); hidden enemies he comes upon are found (nec.M30); he himself stays hidden
    only while he walks or crawls behind cover (nec.A9).
    """
    battle = game.battle
    path = tuple(path)
    if verb == "runs":
        path = _stop_near_enemy(game, fighter, path)
    total = length(path)
    if total == 0.0:
        return True
    if fighter.hidden and verb not in ("walks", "crawls"):
        hiding.show(game, fighter, "breaks cover", "nec.hiding.hidden")
    stations = _stations(battle, fighter, path, total)
    shown_at = _shown_at(battle, fighter, path, total)
    seen_from = [station for station in stations if station[0] >= shown_at]
    moments: list[overwatch.Reaction | Dud] = [
        *overwatch.plan(game, fighter, seen_from),
        *_duds(battle, fighter, stations),
    ]
    before = fighter.down, fighter.broken
    done = 0.0
    for moment in sorted(moments, key=lambda moment: moment.inches):
        _advance(game, fighter, path, done, moment.inches, moment.spot, rule, verb)
        done = moment.inches
        if fighter.hidden and done >= shown_at:
            hiding.show(game, fighter, "leaves his cover", "nec.hiding.hidden")
        _uncover(game, fighter, stations, done)
        if isinstance(moment, Dud):
            shake(game, aftereffects.wake(game, fighter, moment.token))
        else:
            _under_fire(game, fighter, moment)
        stopped = fighter.pinned or fighter.webbed or (fighter.down, fighter.broken) != before
        if stopped or not fighter.on_table or fighter.spot != moment.spot:
            return False
    _advance(game, fighter, path, done, total, path[-1], rule, verb)
    if fighter.hidden and total >= shown_at:
        hiding.show(game, fighter, "leaves his cover", "nec.hiding.hidden")
    _uncover(game, fighter, stations, total)
    return True


def _under_fire(game: Game, mover: Fighter, reaction: overwatch.Reaction) -> None:
    """A shot on overwatch interrupts the move; how far he has come in it counts, for this shot (nec.M15)."""
    before, mover.went = mover.went, max(mover.went, reaction.inches)
    falls = overwatch.react(game, reaction, mover)
    mover.went = before
    shake(game, falls)


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


def _stations(
    battle: Battle, fighter: Fighter, path: tuple[Spot, ...], total: float
) -> list[tuple[float, Spot]]:
    """The points of a move at which others may react: every inch, and the end; where that is in contact with
    an enemy, the last moment before it too. Where nobody may, none."""
    side = fighter.side
    if not any(token.kind == "dud" for token in battle.tokens) and not any(
        (foe.hidden or foe.overwatch) and foe.side != side and foe.place == "table" for foe in battle.fighters
    ):
        return []
    count = max(1, math.ceil(total / STATION))
    inches = [total * number / count for number in range(1, count)]
    if engaged_at(battle, fighter, path[-1]):
        inches.append(total - ON_CONTACT)
    passed = [(n, walking.feet(battle, point_along(path, n))) for n in inches if n > 0.0]
    return [*passed, (total, path[-1])]


def _shown_at(battle: Battle, fighter: Fighter, path: tuple[Spot, ...], total: float) -> float:
    """After how many inches he can be seen: 0 unless he is hidden and keeps behind cover (nec.A9)."""
    if not fighter.hidden:
        return 0.0
    count = math.ceil(2 * total / STATION)
    for number in range(1, count + 1):
        inches = total * number / count
        if not hiding.keeps_hidden(battle, fighter, walking.feet(battle, point_along(path, inches))):
            return inches
    return math.inf


def _uncover(game: Game, fighter: Fighter, stations: list[tuple[float, Spot]], done: float) -> None:
    """Hidden enemies that the mover has come upon so far lose their cover."""
    battle = game.battle
    passed = [(spot.x, spot.y, spot.z) for inches, spot in stations if inches <= done + 1e-6]
    if not passed or not fighter.on_feet:
        return
    for foe in battle.fighters:
        if foe.hidden and foe.side != fighter.side and foe.place == "table":
            lines = lines_to(battle, foe.x, foe.y, foe.z)
            for x, y, z in passed:
                if finds(battle, fighter, x, y, z, lines):
                    hiding.show(game, foe, f"is found by {fighter.name}", "nec.hiding.hidden")
                    break


class Dud(Struct):
    """A grenade that lies about, and where the mover first comes near it."""

    inches: float
    spot: Spot
    token: Token


def _duds(battle: Battle, mover: Fighter, stations: list[tuple[float, Spot]]) -> list[Dud]:
    found = []
    for token in battle.tokens:
        for inches, passed in stations if token.kind == "dud" else ():
            gap = math.dist((token.x, token.y, token.z), (passed.x, passed.y, passed.z)) - RADIUS
            if gap <= aftereffects.DUD_WAKES and (spot := walking.room(battle, mover, passed)) is not None:
                found.append(Dud(inches, spot, token))
                break
    return found


def _stop_near_enemy(game: Game, fighter: Fighter, path: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """nec.movement.run-stop-near-enemy: the run ends where it first comes within 8 inches of an enemy he
    sees; one who hides must be found first. Charges and runs to cover go on (nec.A3)."""
    battle = game.battle
    total = length(path)
    foes = [foe for foe in battle.present(enemy(fighter.side)) if within(fighter, foe, RUN_STOP + total)]

    def near(inches: float) -> Fighter | None:
        spot = point_along(path, inches)
        close = [foe for foe in foes if between(spot, foe) <= RUN_STOP]
        at = walking.feet(battle, spot) if close else spot
        for foe in close:
            seen = lines_to(battle, foe.x, foe.y, foe.z, foe.height)[at.x, at.y, at.z] > 0.0
            hidden_from = lines_to(battle, foe.x, foe.y, foe.z) if foe.hidden else None
            if seen and (hidden_from is None or finds(battle, fighter, at.x, at.y, at.z, hidden_from)):
                return foe
        return None

    if not foes or not total:
        return path
    count = math.ceil(total / GLIMPSE)
    # Inches of the path within which he comes near nobody.
    far = min(between(path[0], foe) for foe in foes) - RUN_STOP - 1e-6
    for number in range(1, count + 1):
        inches = total * number / count
        if inches < far:
            continue
        foe = near(inches)
        if foe is None:
            here = point_along(path, inches)
            far = inches + min(between(here, foe) for foe in foes) - RUN_STOP - 1e-6
            continue
        low, high = total * (number - 1) / count, total * number / count
        while high - low > 1e-5:
            middle = (low + high) / 2
            low, high = (low, middle) if near(middle) else (middle, high)
        words = f'{fighter.name} stops running {RUN_STOP:g}" from {foe.name}.'
        game.tell(Note(words=words, piece=fighter.id, rule="nec.movement.run-stop-near-enemy"))
        return cut_short(battle, fighter, path, high)
    return path


def cut_short(battle: Battle, fighter: Fighter, path: tuple[Spot, ...], inches: float) -> tuple[Spot, ...]:
    """The first so many inches of a path, or as many fewer as it takes to have room to stop."""
    while inches > 0.0:
        part = cut(path, inches)
        spot = walking.room(battle, fighter, part[-1])
        if spot is not None:
            return (*part[:-1], spot)
        inches -= GLIMPSE
    return path[:1]


# ---------------------------------------------------------------- flight


def shake(game: Game, fallen: Sequence[Fall]) -> None:
    """Whose nerve breaks because friends have fallen runs to cover at once; all tests come before any run
    (nec.A18)."""
    for fighter in nerve.break_some(game, fallen):
        if fighter.on_table and not fighter.down:
            _flee(game, fighter)


def _flee(game: Game, fighter: Fighter) -> None:
    """nec.movement.run-to-cover-at-once; nec.leadership.break-in-combat: from contact, each enemy first
    scores a hit on him as he turns to run (nec.A20), unless a web binds him (nec.M17x)."""
    if fighter.webbed:
        game.tell(Note(words=f"{fighter.name} is bound and cannot run.", piece=fighter.id, rule="nec.M17"))
        return
    for foe in opponents(game.battle, fighter):
        if foe.webbed:
            continue
        words = f"{fighter.name} turns to run and {foe.name} strikes him."
        game.tell(Note(words=words, piece=foe.id, rule="nec.leadership.break-in-combat"))
        if fall := combat.free_hit(game, foe, fighter):
            shake(game, [fall])
            return
    _run_to_cover(game, fighter, game.rolling(fighter.id).roll(run_dice, AT_ONCE), AT_ONCE)


def run_each_turn(game: Game, fighter: Fighter) -> None:
    """nec.movement.run-to-cover-each-turn, nec.leadership.broken-until-out-of-sight.

    nec.movement.run-to-cover-stay: behind cover he stays and hides, unless he would be found (nec.A12).
    """
    battle = game.battle
    sheltered = behind_cover(battle, fighter) and discovered(battle, fighter) is None
    if not sheltered and seen_by_enemy(battle, fighter):
        _run_to_cover(game, fighter, game.rolling(fighter.id).roll(run_dice, EACH_TURN), EACH_TURN)
        return
    fighter.moved = "fled"
    words = f"{fighter.name} is broken and stays out of sight."
    game.tell(Note(words=words, piece=fighter.id, rule="nec.movement.run-to-cover-stay"))
    if sheltered and not fighter.hidden:
        hiding.hide(game, fighter)


def _run_to_cover(game: Game, fighter: Fighter, inches: int, rule: str) -> None:
    """nec.A10, nec.A11, nec.A15: to cover out of sight, else to any cover, else as far away as he can. Loot
    is dropped, since nobody runs with it; a compulsory move overrides pinning (nec.A19)."""
    battle = game.battle
    loot.drop(game, fighter)
    fighter.pinned = fighter.lost_turn = fighter.overwatch = False
    if fighter.side == battle.side:
        fighter.moved = "fled"
    refuge = Refuge(battle, fighter, inches)
    if refuge.kind == "away" and battle.rulings.flee_off_table == "lost" and refuge.leaves_the_table():
        fighter.place = "fled"
        fighter.broken = fighter.hidden = False
        words = f"{fighter.name} runs off the table."
        game.tell(Removed(piece=fighter.id, words=words, rule="nec.A15"))
        return
    way: Way = game.ask(fighter.side, refuge.question())
    travel(game, fighter, way.path, rule, "runs to cover")
