"""What the target of a Charge may do about it, and the odds of arriving, of running and of firing."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from warbook.board.geometry import Spot, bearing, distance, turn_between
from warbook.books.arap.charge.dice import Dash, is_fast, run_in, stands_and_fires
from warbook.books.arap.charge.ways import FAR, Approach, approach, approaches
from warbook.books.arap.dice.tests import initiative_test
from warbook.books.arap.field.bodies import apart, fighter, profile, within
from warbook.books.arap.field.ground import touches
from warbook.books.arap.field.near import centre, is_engaged, nearest_pair
from warbook.books.arap.field.sight import off_front
from warbook.books.arap.field.units import initiative, slowest, value_of
from warbook.books.arap.shooting.plans import may_fire
from warbook.books.arap.shooting.prospects import foresee, mean_of
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.state import Battle, Charging, Figure, Unit, resting
from warbook.core.questions import Preview, Refusal

BEHIND = 135.0  # degrees off the front (arap.G12)
RUN, FIRE, STAND = "run", "fire", "stand"
MOST_DICE = 12  # inches that a Charge adds to the move
SIDE = 45.0  # degrees to either hand of a direction that are one side of a unit (arap.G5)


def gap_between(battle: Battle, one: Unit, two: Unit) -> float:
    """A5: between the nearest models."""
    pair = nearest_pair(battle, one, two)
    return apart(*pair) if pair else 0.0


@resting
def dash(battle: Battle, unit: Unit, target: Unit, most: float = FAR) -> Dash:
    """How the Charge is rolled for: lying down, over variable ground, or in the open; by the way there, if it
    is no longer than `most`."""
    if lies(battle, unit):
        return "prone"
    if battle.rulings.variable_terrain:
        way = approach(battle, unit, target, most)
        if way is not None and touches(battle, way.path, lambda kind: kind.variable):
            return "variable"
    return "open"


def lies(battle: Battle, unit: Unit) -> bool:
    """Whether somebody of the unit lies down, or did when it declared the Charge that is under way."""
    got_up = any(
        isinstance(frame, Charging) and frame.unit == unit.id and frame.lay for frame in battle.stack
    )
    return got_up or any(figure.prone for figure in battle.standing(unit))


def may_run(unit: Unit) -> Refusal | None:
    """arap.charge.run-from-charge."""
    rule = "arap.charge.run-from-charge"
    if unit.pinned:
        return Refusal("it is pinned", rule)
    if unit.locked:
        return Refusal("it is in close combat", rule)
    if unit.routing or unit.pursuing:
        return Refusal("it is routing or pursuing", rule)
    return None


@resting
def may_stand_and_fire(battle: Battle, unit: Unit, chargers: Unit) -> Refusal | None:
    """arap.charge.stand-and-fire, arap.charge.firing-distance, arap.charge.stand-and-fire-arc."""
    rule = "arap.charge.stand-and-fire"
    if unit.pinned:
        return Refusal("it is pinned", rule)
    if unit.routing or unit.pursuing:
        return Refusal("it is routing or pursuing", rule)
    far, move = gap_between(battle, unit, chargers), slowest(battle, chargers)
    if within(far, move):
        words = f"the Chargers are no further away than their move of {move} inches"
        return Refusal(words, "arap.charge.firing-distance")
    if from_behind(battle, unit, chargers):
        return Refusal("they come from behind", "arap.charge.stand-and-fire-arc")
    if unit.locked and not unengaged(battle, unit, chargers):
        return Refusal("too many on that side are engaged", "arap.charge.stand-and-fire-engaged")
    return may_fire(battle, unit, chargers, Terms(2, "stand"), unengaged(battle, unit, chargers))


def from_behind(battle: Battle, unit: Unit, chargers: Unit) -> bool:
    """G12: more than 135 degrees off the front of most of its figures."""
    figures = battle.standing(unit)
    behind = [figure for figure in figures if off_front(figure, _nearest(battle, figure, chargers)) > BEHIND]
    return 2 * len(behind) > len(figures)


def _nearest(battle: Battle, figure: Figure, unit: Unit) -> Spot:
    return min((each.spot for each in battle.standing(unit)), key=lambda spot: distance(spot, figure))


def unengaged(battle: Battle, unit: Unit, chargers: Unit) -> list[str] | None:
    """arap.charge.stand-and-fire-engaged: of a unit in melee those who may fire towards the Chargers; nobody
    if half of those on that side are engaged. None of a unit that is not in melee: all may."""
    if not unit.locked:
        return None
    figures = battle.standing(unit)
    middle, far = centre(figures), centre(battle.standing(chargers))
    to = bearing(middle, far)
    side = [
        figure
        for figure in figures
        if (figure.x, figure.y) == (middle.x, middle.y)
        or abs(turn_between(to, bearing(middle, figure))) <= SIDE
    ] or figures
    busy = [figure for figure in side if is_engaged(battle, figure)]
    if 2 * len(busy) >= len(side):
        return []
    return [figure.id for figure in figures if not is_engaged(battle, figure)]


def throws_back(battle: Battle, unit: Unit, chargers: Unit) -> bool:
    """arap.charge.defensive-grenades, arap.G15: whoever has them uses them, at who is in the fire arc of most
    of the unit, for which nobody turns; not in melee."""
    if unit.locked or unit.routing or unit.pursuing or not carries(battle, unit, "defensive-grenade"):
        return False
    figures = battle.standing(unit)
    facing = [
        figure
        for figure in figures
        if off_front(figure, _nearest(battle, figure, chargers))
        <= profile(battle, figure).fire_arc / 2 + 1e-6
    ]
    return 2 * len(facing) > len(figures)


def carries(battle: Battle, unit: Unit, word: str) -> bool:
    return any(
        word in grenade.rules
        for figure in battle.standing(unit)
        for grenade in fighter(battle, figure).grenades
    )


# ---------------------------------------------------------------- odds


@resting
def contact_odds(battle: Battle, unit: Unit, target: Unit, most: float = FAR) -> Preview:
    """The chance that a Charge arrives, if nobody runs or falls: over what takes a test where the dice are
    too few for the way round it. Ways longer than `most` are not looked for."""
    plain, over = approaches(battle, unit, target, most)
    move, way = slowest(battle, unit), dash(battle, unit, target, most)
    by_plain = _arrives(plain, move, way)
    hits = by_plain
    if over is not None:
        passed = initiative_test.odds(initiative(battle, unit), "arap.charge.obstacle-test").chance(True)
        hits += max(Fraction(0), _arrives(over, move, way) - by_plain) * passed
    nearest = min((each.cost for each in (plain, over) if each is not None), default=None)
    need = "no way there" if nearest is None else f"{nearest:.1f} inches to go"
    outcomes = (("short", 1 - hits), ("contact", hits))
    headline = f"{float(hits):.0%} contact" if hits else "out of reach, 0% contact"
    return Preview(outcomes, need, headline=headline, given="if they stand", vain=not hits)


def _arrives(approach: Approach | None, move: int, way: Dash) -> Fraction:
    if approach is None:
        return Fraction(0)
    return run_in.odds(move, way, ceil(approach.cost - 1e-6)).chance(lambda run: run.contact)


@resting
def run_odds(battle: Battle, unit: Unit, target: Unit) -> Preview:
    """Caught or not, on open ground all the way."""
    caught = caught_chance(battle, unit, target)
    outcomes = (("gets away", 1 - caught), ("caught", caught))
    others = _left_behind(battle, unit, target)
    instead = f", else they may turn on {' or '.join(others)}" if others else ""
    return Preview(outcomes, headline=f"{float(caught):.0%} caught{instead}")


@resting
def caught_chance(battle: Battle, unit: Unit, target: Unit) -> Fraction:
    way = approach(battle, unit, target)
    gap = ceil(way.cost - 1e-6) if way is not None else 99
    odds = run_in.odds(slowest(battle, unit), dash(battle, unit, target), gap, slowest(battle, target))
    return odds.chance(lambda run: run.contact)


def _left_behind(battle: Battle, unit: Unit, target: Unit) -> list[str]:
    """arap.charge.run-redirect: whom the same Charge may strike instead."""
    most = slowest(battle, unit) + MOST_DICE
    return [
        each.name
        for each in battle.enemies(unit.side)
        if each.id != target.id and not each.hidden and within(gap_between(battle, unit, each), most)
        if approach(battle, unit, each, most) is not None
    ]


def fire_odds(battle: Battle, unit: Unit, target: Unit) -> Preview:
    """arap.charge.stand-and-fire-roll and then the shots: every number of successes and both speeds."""
    good = stands_and_fires.odds(value_of(battle, target))
    fast = is_fast.odds(slowest(battle, unit), dash(battle, unit, target)).chance(True)
    only = unengaged(battle, target, unit)
    lost: dict[int, Fraction] = {}
    for count in (1, 2):
        for quick, share in ((True, fast), (False, 1 - fast)):
            weight = good.chance(count) * share
            if weight:
                for fallen, chance in foresee(
                    battle, target, unit, Terms(count, "stand", quick), only
                ).items():
                    lost[fallen] = lost.get(fallen, Fraction(0)) + weight * chance
    idle = good.chance(0)
    outcomes = [("no fire", idle)] + [(f"{count} fall", lost[count]) for count in sorted(lost)]
    mean = mean_of(lost)
    fall = f"{float(mean):.1f} of {len(battle.standing(unit))} fall"
    return Preview(tuple(outcomes), headline=f"{fall}, {float(idle):.0%} no fire; then it stands")
