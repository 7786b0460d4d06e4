"""How a battle ends: a side is gone or the time is up, the end phase, and the points."""

from __future__ import annotations

import math

from warbook.books.steampunk import agonies, harm, healing, markers, moving
from warbook.books.steampunk.state import SIDES, Battle, Unit, enemy, field
from warbook.books.steampunk.toughness import in_play
from warbook.core.events import Ended, Note
from warbook.core.game import Game

WIN_BONUS = 16
DESTROYED, CRIPPLED = 2, 1  # times the value of a unit
SHAKEN_AT_END = "shaken-at-end"


def check(game: Game) -> None:
    """At the end of a turn: ends the battle if a side has no unit left in play, or if the time is up
    (spf.victory.friendly, spf.victory.fixed-time)."""
    battle: Battle = game.battle
    scenario = battle.setup.scenario
    timed = scenario.victory == "timed"
    gone = [side for side in SIDES if not any(unit.side == side and not unit.gone for unit in battle.units)]
    if not gone and not (timed and battle.turn >= scenario.turns):
        return
    if timed:
        end_phase(game)
        battle.scores = with_bonus(scores(battle))
        a, b = (battle.scores[side] for side in SIDES)
        battle.winner = "" if a == b else "a" if a > b else "b"
        words = f"{a} to {b} match victory points, {tvp(a)} to {tvp(b)} tournament victory points."
        rule = "spf.victory.win-bonus"
    else:
        battle.winner = enemy(gone[0]) if len(gone) == 1 else ""
        words = "All enemy units are eliminated." if battle.winner else "Nobody is left."
        rule = "spf.victory.friendly"
    battle.over = True
    game.tell(Ended(rule=rule, winner=battle.winner, words=words))


# ---------------------------------------------------------------- points


def scores(battle: Battle) -> dict[str, int]:
    """spf.victory.points without the bonus of the winner, by side: for what is destroyed completely
    (spf.victory.destroyed), and for the crippled to both (spf.victory.crippled-own). Rulings V7 and V8."""
    points = dict.fromkeys(SIDES, 0)
    for unit in battle.units:
        value = worth(battle, unit)
        if unit.place == "destroyed":
            points[enemy(unit.side)] += DESTROYED * value
        else:
            points[unit.side] += value
            points[enemy(unit.side)] += CRIPPLED * value if crippled(battle, unit) else 0
    return points


def with_bonus(points: dict[str, int]) -> dict[str, int]:
    """spf.victory.win-bonus, spf.victory.mvp; none if the points are equal (ruling V1)."""
    most = max(points.values())
    won = [side for side in SIDES if points[side] == most]
    return {side: points[side] + (WIN_BONUS if won == [side] else 0) for side in SIDES}


def tvp(mvp: int) -> float:
    """spf.victory.tvp, ruling V10."""
    return round(math.sqrt(abs(mvp)), 2)


def worth(battle: Battle, unit: Unit) -> int:
    """3 for each ip, 1 for each other point; nothing for a unit that entered play by an ability."""
    return field(battle, unit).value if unit.number >= 0 else 0


def crippled(battle: Battle, unit: Unit) -> str:
    """spf.victory.crippled: why a unit that was not destroyed is crippled, or nothing. Ruling V2: after the
    end phase, shaken is whoever was before it."""
    of = field(battle, unit)
    lethal = lethal_result(battle, unit)
    if unit.place == "fled":
        return "has fled"
    if unit.shaken or SHAKEN_AT_END in unit.marks:
        return "is shaken"
    if 2 * len(unit.living) <= len(of.models):
        return "has lost half of its models"
    if unit.critical:
        return "has critical damage"
    if unit.crippled_crew:
        return "has a crippled crew"
    if lethal is not None and unit.future >= max(1, lethal // 2):
        return "is half way to being destroyed"
    return ""


def lethal_result(battle: Battle, unit: Unit) -> int | None:
    """Ruling V6: the lowest regular result that destroys the unit. A unit without a token never counts as
    half way there."""
    for start, _, effects in field(battle, unit).damage.regular:
        if any(effect.name == "destroyed" for effect in effects):
            return start
    return None


# ---------------------------------------------------------------- the end phase


def end_phase(game: Game) -> None:
    """spf.victory.end-phase-agony, spf.victory.end-phase-healing, spf.victory.end-phase-shaken: until nobody
    suffers or is shaken any more. Rulings V2-V5: terror and hex effects are not repeated, nobody fights."""
    battle: Battle = game.battle
    for unit in in_play(battle):
        if unit.shaken:
            unit.marks[SHAKEN_AT_END] = 1
    game.tell(Note(rule="spf.victory.fixed-time", words="The time is up: the end phase."))
    while any(agonies.suffers(unit) or unit.shaken for unit in in_play(battle)):
        for step in (1, 2, 3):
            moving.move_shaken(game, step)
            harm.apply(game)
        healing.heal(game, 1)
        for n in range(5):
            agonies.agony(game, n, terror=battle.rulings.end_phase_terror)
            harm.apply(game)
        healing.heal(game, 2)
        markers.calm(game)
