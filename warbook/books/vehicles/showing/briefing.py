"""What a battle is about, how it is won, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.vehicles.army.forces import cost
from warbook.books.vehicles.ending.victory import destroyed, holder, score
from warbook.books.vehicles.scenario import Scenario
from warbook.books.vehicles.state import SIDES, Battle, Setup, Unit, Vehicle, other
from warbook.core.cards import Briefing, Goal, Standing, Tally

VICTORY = "veh.P14"
BREAKTHROUGH = "veh.V93"


def briefing(setup: Setup) -> Briefing:
    scenario = setup.scenario
    met = " against ".join(f"{force.name} ({cost(force)} points)" for force in setup.forces)
    return Briefing(
        title=scenario.name,
        words=" ".join((f"{met}. {scenario.words}", *_set_up(scenario))),
        goals=tuple(goal for side in SIDES for goal in _goals(setup, side)),
        lasts=_lasts(setup),
        rule="veh.P1",
    )


def standing(battle: Battle) -> Standing:
    """The last turn that there may be is the one it is told of."""
    return Standing(battle.turn, _longest(battle.setup), tuple(_tally(battle, side) for side in SIDES))


# ---------------------------------------------------------------- the scenario in words


def _set_up(scenario: Scenario) -> Iterator[str]:
    if scenario.deployment == "edges":
        yield f"Each sets up along a long edge, {scenario.from_centre:g} inches or more from the centre line."
    elif scenario.deployment == "quarters":
        yield f"Each sets up in a quarter, {scenario.from_centre:g} inches or more from the centre."
    else:
        yield (
            f"The attacker sets up within {scenario.attacker_within:g} inches of the south edge, the "
            f"defender {scenario.defender_beyond:g} inches or more from it."
        )
    if scenario.roles:
        yield "Who wins the roll-off chooses who attacks; the attacker has the first turn."
    else:
        yield "Who wins the roll-off chooses who goes first, and that side sets up first."
    if scenario.stolen_on <= 6:
        yield f"The other side steals the first turn on {_on(scenario.stolen_on)}."


def _goals(setup: Setup, side: str) -> Iterator[Goal]:
    """As `ending` decides it."""
    scenario, foe = setup.scenario, setup.forces[SIDES.index(other(side))].name
    if scenario.wins == "markers":
        assert scenario.objectives is not None
        near = f"{scenario.objectives.held_within:g}"
        words = (
            f"Hold more markers than {foe} at the end: a foot unit within {near} inches of it, aboard or "
            "not, and no enemy unit or vehicle as near."
        )
        yield Goal(side, words, VICTORY)
    elif scenario.wins == "breakthrough":
        words = (
            "As the attacker, score the points of each vehicle that leaves by the far edge; as the "
            f"defender, of each vehicle of {foe} that you destroy. More points win."
        )
        yield Goal(side, words, BREAKTHROUGH)
        return
    else:
        words = f"Destroy more units and vehicles than {foe} does: a kill point for each."
        yield Goal(side, words, VICTORY)
    yield Goal(side, f"Leave {foe} nothing on the table.", VICTORY)


def _lasts(setup: Setup) -> str:
    """veh.P1.length."""
    scenario, length = setup.scenario, setup.rulings.game_length
    if length != "random" and scenario.goes_on:
        return f"{length} turns each."
    more = [f"a {_th(scenario.turns + n)} on {_on(need)}" for n, need in enumerate(scenario.goes_on, 1)]
    return ", ".join((f"{scenario.turns} turns each", *more)) + "."


def _longest(setup: Setup) -> int:
    scenario, length = setup.scenario, setup.rulings.game_length
    if length != "random" and scenario.goes_on:
        return int(length)
    return scenario.turns + len(scenario.goes_on)


def _on(need: int) -> str:
    return "a 6" if need == 6 else f"{need}+"


def _th(number: int) -> str:
    return f"{number}th" if number > 3 else ("1st", "2nd", "3rd")[number - 1]


# ---------------------------------------------------------------- how it stands


def _tally(battle: Battle, side: str) -> Tally:
    if not battle.turn:
        return Tally(side, "setting up")
    points = battle.points[side] if battle.over else score(battle)[side]
    words = (_points(battle, side, points), _left(battle, side), *_next(battle, side))
    return Tally(side, ", ".join(filter(None, words)), float(points))


def _points(battle: Battle, side: str, points: int) -> str:
    wins = battle.setup.scenario.wins
    if wins == "markers":
        return f"{points} of {len(battle.markers)} markers held"
    if wins == "breakthrough":
        role = "attacker" if side == battle.attacker else "defender"
        return f"{role}, {points} points {'through' if role == 'attacker' else 'for vehicles destroyed'}"
    return "1 kill point" if points == 1 else f"{points} kill points"


def _left(battle: Battle, side: str) -> str:
    pieces: list[Unit | Vehicle] = [*battle.units, *battle.vehicles]
    own = [each for each in pieces if each.side == side]
    left = sum(not destroyed(battle, each) for each in own)
    return f"{left} of {len(own)} units and vehicles left"


def _next(battle: Battle, side: str) -> Iterator[str]:
    """What may decide it yet: markers that nobody holds, and whether this turn may be the last."""
    open_ = sum(not holder(battle, marker) for marker in battle.markers)
    if open_ and side == SIDES[0]:
        yield f"{open_} nobody's"
    scenario = battle.setup.scenario
    more = battle.turn - scenario.turns
    if side == battle.side and battle.rulings.game_length == "random" and 0 <= more < len(scenario.goes_on):
        yield f"another turn follows on {_on(scenario.goes_on[more])}"
