"""What dangerous ground costs a squad that moves: mines, lava, whatever harms who walks there."""

from __future__ import annotations

import numpy as np

from warbook.board.kernel import Floats
from warbook.board.memory import recall
from warbook.board.shapes import inside_any
from warbook.board.terrain import Area, Table
from warbook.books.arap.army.data import Fighter
from warbook.books.arap.field.bodies import fighter
from warbook.books.arap.field.ground import boxes
from warbook.books.arap.field.stills import while_still
from warbook.books.arap.shooting.wound_dice import Hit, harm_of
from warbook.books.arap.state import Battle, Figure
from warbook.books.arap.terrain import Hazard, Terrain, traits
from warbook.books.family.wounds import NEVER

ALONG = np.array((0.25, 0.5, 0.75, 1.0))  # of a way, where it is looked at
AGAIN = 0.5  # of what it is to cross it once, what it is to be within: one must get out again
STOPPED = 0.03  # of a figure, what it is to be stopped


def harmed_on_the_way(battle: Battle, figures: list[Figure], here: Floats, places: Floats) -> Floats:
    """The share of a squad that is lost if it moves from where it is until who leads it, who is `here`,
    stands at each of the places; nobody is if it stays."""
    found = np.zeros(len(places))
    if not recall(battle.table, _harms, battle.scenario.terrain):
        return found
    known = while_still(battle, (harmed_on_the_way, figures[0].unit), lambda: _risks(battle, figures[0]))
    squad = np.array([(each.x, each.y) for each in figures])
    shifts = places[:, :2] - here[0, :2]
    moves = np.abs(shifts).max(axis=1) > 0.01
    for area, risk in known:
        ends = _within(area, squad + shifts[:, None, :])
        crossed = _within(area, np.broadcast_to(squad, (len(places), *squad.shape)))
        for share in ALONG.tolist():
            crossed |= _within(area, squad + share * shifts[:, None, :])
        found += risk * (crossed.mean(axis=1) * moves + AGAIN * ends.mean(axis=1))
    return found


def _harms(table: Table, own: tuple[Terrain, ...]) -> bool:
    """Whether there is anything that harms who moves in it."""
    return any(harm.when == "moving" for area in table.areas for harm in traits(area.words, own).hazards)


def _within(area: Area, spots: Floats) -> np.ndarray:
    flat = np.ascontiguousarray(spots.reshape(-1, 2))
    return np.asarray(inside_any(flat, (area.polygon,))).reshape(spots.shape[:-1])


def _risks(battle: Battle, figure: Figure) -> list[tuple[Area, float]]:
    """The areas that harm who moves in them, and how much of such a figure they cost each time."""
    one = fighter(battle, figure)
    listed = [(area, sum(_risk(one, harm) for harm in kind.hazards)) for *_, area, kind in boxes(battle)]
    return [(area, risk) for area, risk in listed if risk > 0.0]


def _risk(one: Fighter, harm: Hazard) -> float:
    body = one.profile
    if harm.when != "moving":
        return 0.0
    if harm.test == "none":
        chance = harm.trigger_for(one.rules) / 6
    else:
        chance = 1.0 - min(5, body.i if harm.test == "initiative" else body.t) / 6
    if harm.effect == "stop":
        return chance * STOPPED
    if harm.effect == "hit":
        hit = Hit(harm.strength, NEVER if harm.ap is None else harm.ap)
        chance *= float(harm_of.odds(hit, body.t, body.save, body.invulnerable).chance(lambda came: came > 0))
    return chance / (1 if harm.effect == "death" else body.w)
