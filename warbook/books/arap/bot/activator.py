"""Who acts next, with how many dice, and which failed dice of the enemy are picked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from warbook.books.arap.activation.able import may_try, takers
from warbook.books.arap.activation.dice import is_bust, points_of, successes
from warbook.books.arap.bot.aims import deed_worth
from warbook.books.arap.bot.worth import points
from warbook.books.arap.field.units import fewer, state_of, value_of
from warbook.books.arap.movement.free import may_move_freely
from warbook.books.arap.scenery.deeds import LEAVE
from warbook.books.arap.state import Acting, Battle, Unit, while_at_rest
from warbook.core.questions import Choose

MOST_DICE = 3
ACTS = 1.7  # action points of a unit's turn, about
GIVEN = 0.07  # of an enemy unit's points: what a die it picks up is worth to it
LEAST = 0.01  # of a unit's points: what a try must promise

Worths = Callable[[Unit], tuple[float, ...]]
"""What 0, 1, 2 and 3 action points are worth to a unit."""


def mean_worth(value: int, unit: Unit, dice: int, worth: Mapping[int, float] | tuple[float, ...]) -> float:
    """The mean worth of so many dice."""
    state = state_of(unit)
    return sum(chance * worth[points_of(good, state)] for good, chance in _chances(dice, value))


@lru_cache(maxsize=256)
def _chances(dice: int, value: int) -> list[tuple[int, float]]:
    """How many of so many dice succeed."""
    return [(good, float(chance)) for good, chance in successes.odds(dice, value).items()]


def attempt_worth(
    battle: Battle, unit: Unit, dice: int, worth: tuple[float, ...], untried: float, given: float
) -> float:
    """Of an activation: what its points do, less what a bust takes from the units that are still untried, and
    less what the failed dice give away, each so much. Of a bust the enemy takes what is worse for us."""
    total, state = 0.0, state_of(unit)
    for good, chance in _chances(dice, value_of(battle, unit)):
        failed = dice - good
        cost = given * failed
        if is_bust(dice, good) and battle.busts + 1 >= battle.rulings.busts_allowed:
            cost = max(cost, untried)
        total += chance * (worth[points_of(good, state)] - cost)
    return total


def _given(battle: Battle) -> float:
    """What one failed die is worth to the next player."""
    if not battle.rulings.pick_ups:
        return 0.0
    units = takers(battle, battle.next_side)
    if not units:
        return 0.0
    return max(
        (GIVEN * points(battle, unit) * value_of(battle, unit) / 6 for unit in units if fewer(unit) < 2),
        default=0.0,
    )


def who_acts(battle: Battle, question: Choose, worths: Worths, about: Worths, held: set[str]) -> str:
    """Free moves before all; then those with most to gain first, who is pinned last, and nobody whose dice
    promise less than they cost. What they gain is known `about` until one is to be tried. Who is `held` back
    by an enemy is so for the rest of the turn: it is asked once whether he may move freely."""
    units = [battle.unit(option.id) for option in question.open() if option.id != "done"]
    units = [unit for unit in units if not unit.lent]
    for unit in units:  # a bust would take their free moves from them as well
        if unit.id in held:
            continue
        if may_move_freely(battle, unit) is None:
            return unit.id
        held.add(unit.id)
    for unit in sorted(units, key=lambda unit: (fewer(unit), -about(unit)[2])):
        _, worth = best_dice(battle, unit, worths, about)
        if worth > LEAST * points(battle, unit):
            return unit.id
    return "done"


def how_many(battle: Battle, question: Choose, worths: Worths, about: Worths) -> str:
    if question.free(LEAVE) and deed_worth(battle, battle.unit(question.piece)):
        return LEAVE
    if question.free("free"):
        return "free"
    return str(best_dice(battle, battle.unit(question.piece), worths, about)[0])


def best_dice(battle: Battle, unit: Unit, worths: Worths, about: Worths) -> tuple[int, float]:
    """How many dice are best for it, and what they promise: asked once to try it at all, and again how."""
    return while_at_rest(battle, (best_dice, unit.id), lambda: _best_dice(battle, unit, worths, about))


def _best_dice(battle: Battle, unit: Unit, worths: Worths, about: Worths) -> tuple[int, float]:
    untried = sum(
        ACTS * about(other)[1]
        for other in battle.units
        if other.side == unit.side
        and other.id != unit.id
        and not other.lent
        and battle.standing(other)
        and may_try(battle, other) is None
        and not fewer(other)
    )
    worth, given = worths(unit), while_at_rest(battle, _given, lambda: _given(battle))
    tries = [
        (attempt_worth(battle, unit, dice, worth, untried, given), -dice) for dice in range(1, MOST_DICE + 1)
    ]
    best, dice = max(tries)
    return -dice, best


# ---------------------------------------------------------------- pick-ups


def picks_up(battle: Battle, question: Choose, worths: Worths, about: Worths) -> str:
    """The share of dice that promises most. Where a bust would end the enemy's turn, only if it is worth more
    than what his untried units would do: then it is looked at again if nobody had looked lately."""
    actor = battle.stack[-1]
    busts = isinstance(actor, Acting) and actor.busts
    gains: dict[str, tuple[str, int, float]] = {}
    for option in question.open():
        if not option.piece or ":" not in option.id:
            continue
        unit, dice = battle.unit(option.piece), int(option.id.rpartition(":")[2])
        if unit.lent:
            continue
        gains[option.id] = unit.id, dice, mean_worth(value_of(battle, unit), unit, dice, about(unit))
    none = next((name for name in ("no more", "none") if name in {o.id for o in question.open()}), "none")
    if not gains:
        return none
    left = max(dice for _, dice, _ in gains.values())

    def with_rest(name: str) -> float:
        unit, dice, worth = gains[name]
        rest = [w for u, d, w in gains.values() if u != unit and d <= left - dice]
        return worth + max(rest, default=0.0)

    best = max(gains, key=with_rest)
    if not busts or battle.busts + 1 < battle.rulings.busts_allowed:
        return best if with_rest(best) > 1e-9 else none
    seen = battle.unit(gains[best][0])
    for name, (unit_id, dice, _) in gains.items():
        if unit_id == seen.id:
            gains[name] = unit_id, dice, mean_worth(value_of(battle, seen), seen, dice, worths(seen))
    best = max(gains, key=with_rest)
    stake = sum(
        ACTS * about(unit)[1]
        for unit in battle.on_table(battle.side)
        if may_try(battle, unit) is None and not unit.lent
    )
    return best if with_rest(best) > stake + 1e-9 else none
