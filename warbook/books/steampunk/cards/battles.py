"""A battle before its first move and in the middle: who fights whom, how one wins, how it stands."""

from __future__ import annotations

from warbook.books.steampunk.aftermath.victory import CRIPPLED, DESTROYED, WIN_BONUS, points_by_cause, reasons
from warbook.books.steampunk.army.data import nations
from warbook.books.steampunk.setup.setting_up import SCREENED
from warbook.books.steampunk.state import LONGEST, SIDES, Battle, Setup
from warbook.core.cards import Briefing, Goal, Standing, Tally

EDGES = {"a": "southern", "b": "northern"}
TIMES = {1: "once", 2: "twice"}
POINTS = (
    f"Have more points when the time is up: for each unit of its own that is left its worth, for each enemy "
    f"destroyed {TIMES[DESTROYED]} its worth, for each crippled {TIMES[CRIPPLED]}. Who has more adds "
    f"{WIN_BONUS}."
)


def briefing(setup: Setup) -> Briefing:
    """It tells nothing of the armies but whose they are, so that everybody may read the same one."""
    scenario = setup.scenario
    sides = [
        f"{army.name} ({nations()[army.nation].name}) hold the {EDGES[side]} edge, {scenario.territory} rows"
        for side, army in zip(SIDES, setup.armies, strict=True)
    ]
    timed = setup.rulings.match == "tournament"
    game = f"This is {_article(setup)} game" if len({army.game for army in setup.armies}) == 1 else ""
    words = ". ".join(filter(None, (scenario.words.rstrip("."), " and ".join(sides), game)))
    goal = (POINTS, "spf.victory.points") if timed else _friendly()
    return Briefing(
        title=scenario.name,
        words=f"{words}.",
        goals=tuple(Goal(side, *goal) for side in SIDES),
        lasts=_lasts(setup, timed),
    )


def _friendly() -> tuple[str, str]:
    return "Eliminate all enemy units, while one of its own is left.", "spf.victory.friendly"


def _article(setup: Setup) -> str:
    kind = setup.armies[0].game
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _lasts(setup: Setup, timed: bool) -> str:
    """Ruling W15."""
    if timed:
        return (
            f"{setup.scenario.turns} turns, or until a side has no unit left; then agonies run their course."
        )
    return f"Until a side has no unit left, {LONGEST} turns at the most."


def standing(view: Battle) -> Standing:
    """In a friendly match how many units each side has lost; else its points if the battle ended now. Units
    that the view does not show are not in it."""
    return Standing(min(view.turn, view.turns), view.turns, tuple(_tally(view, side) for side in SIDES))


def _tally(view: Battle, side: str) -> Tally:
    if view.phase in SCREENED:
        return Tally(side, "sets up behind the screen")
    if view.rulings.match == "friendly":
        units = [unit for unit in view.units if unit.side == side]
        lost = sum(unit.gone for unit in units)
        return Tally(side, f"{lost} of {len(units)} units lost{_hidden(view, side)}", lost, len(units))
    points = points_by_cause(view)[side]
    if view.over:
        points["the win"] = view.scores[side] - sum(points.values())
    total = sum(points.values())
    return Tally(side, f"{total} points: {reasons(points)}{_hidden(view, side)}", total)


def _hidden(view: Battle, side: str) -> str:
    """spf.ability.hidden-disclosure: what everybody was told."""
    worth = view.announced.get(side, 0)
    return f"; units worth {worth} began hidden" if worth else ""
