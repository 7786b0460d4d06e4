"""How a battle ends: a side is gone or the time is up, the end phase, and the points."""

from __future__ import annotations

import math
from collections.abc import Mapping

from warbook.books.steampunk.aftermath import agonies, healing, markers
from warbook.books.steampunk.damage import harm
from warbook.books.steampunk.damage.toughness import in_play
from warbook.books.steampunk.movement import moving
from warbook.books.steampunk.state import SIDES, Battle, Game, Unit, enemy, field
from warbook.core.events import Ended, Note

WIN_BONUS = 16
DESTROYED, CRIPPLED = 2, 1  # times the value of a unit
SHAKEN_AT_END = "shaken-at-end"


def check(game: Game) -> None:
    """At the end of a turn: ends the battle if a side has no unit left in play, or if the time is up
    (spf.victory.choose-style, spf.victory.friendly, spf.victory.fixed-time, ruling W15)."""
    battle = game.battle
    timed = battle.rulings.match == "tournament"
    gone = [side for side in SIDES if not any(unit.side == side and not unit.gone for unit in battle.units)]
    if not gone and battle.turn < battle.turns:
        return
    if timed:
        end_phase(game)
        battle.scores = with_bonus(scores(battle))
        a, b = (battle.scores[side] for side in SIDES)
        battle.winner = "" if a == b else "a" if a > b else "b"
        end = f"The time is up after turn {battle.turn}"
        if gone:
            end = f"{' and '.join(_army(battle, side) for side in gone)} have no unit left"
        words = (
            f"{end}: {a} to {b} match victory points, {tvp(a)} to {tvp(b)} tournament victory points. "
            f"{_reasons(battle)}"
        )
        rule = "spf.victory.win-bonus"
    else:
        battle.winner = enemy(gone[0]) if len(gone) == 1 else ""
        words = "All enemy units are eliminated." if battle.winner else "Nobody has won."
        rule = "spf.victory.friendly"
    battle.over = True
    game.tell(Ended(rule=rule, winner=battle.winner, words=words))


# ---------------------------------------------------------------- points


def scores(battle: Battle) -> dict[str, int]:
    """spf.victory.points without the bonus of the winner, by side: for what is destroyed completely
    (spf.victory.destroyed), and for the crippled to both (spf.victory.crippled-own). Rulings V7 and V8."""
    return {side: sum(points.values()) for side, points in points_by_cause(battle).items()}


def points_by_cause(battle: Battle) -> dict[str, dict[str, int]]:
    """Each side's points by what they are for."""
    points = {side: {"units left": 0, "destroyed enemies": 0, "crippled enemies": 0} for side in SIDES}
    for unit in battle.units:
        value, theirs = points_for(battle, unit), points[enemy(unit.side)]
        if unit.place == "destroyed":
            theirs["destroyed enemies"] += DESTROYED * value
        else:
            points[unit.side]["units left"] += value
            theirs["crippled enemies"] += CRIPPLED * value if crippled(battle, unit) else 0
    return points


def _reasons(battle: Battle) -> str:
    """What each side has its points for, a sentence each."""
    found = []
    for side, points in points_by_cause(battle).items():
        points["the win"] = battle.scores[side] - sum(points.values())
        found.append(f"{_army(battle, side)}: {reasons(points)}.")
    return " ".join(found)


def reasons(points: Mapping[str, int]) -> str:
    return ", ".join(f"{number} for {what}" for what, number in points.items() if number) or "nothing"


def _army(battle: Battle, side: str) -> str:
    return battle.setup.armies[SIDES.index(side)].name


def with_bonus(points: dict[str, int]) -> dict[str, int]:
    """spf.victory.win-bonus, spf.victory.mvp; none if the points are equal (ruling V1)."""
    most = max(points.values())
    won = [side for side in SIDES if points[side] == most]
    return {side: points[side] + (WIN_BONUS if won == [side] else 0) for side in SIDES}


def tvp(mvp: int) -> float:
    """spf.victory.tvp, ruling V10."""
    return round(math.sqrt(abs(mvp)), 2)


def points_for(battle: Battle, unit: Unit) -> int:
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
    suffers or is shaken any more. Rulings V2-V5: terror (unless ruled otherwise, and then only as long as
    somebody suffers, spf.W14) and hex effects are not repeated, nobody fights."""
    battle = game.battle
    for unit in in_play(battle):
        if unit.shaken:
            unit.marks[SHAKEN_AT_END] = 1
    game.tell(Note(rule="spf.victory.fixed-time", words="The time is up: the end phase."))
    while any(agonies.suffers(unit) or unit.shaken for unit in in_play(battle)):
        for step in (1, 2, 3):
            moving.move_shaken(game, step)
            harm.apply(game)
        healing.heal(game, 1)
        terror = battle.rulings.end_phase_terror and any(map(agonies.suffers, in_play(battle)))
        for n in range(5):
            agonies.agony(game, n, terror)
            harm.apply(game)
        healing.heal(game, 2)
        markers.calm(game)
