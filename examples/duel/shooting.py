"""The dice of a shot, and what it takes to hit."""

from __future__ import annotations

from typing import Literal

from warbook.board.geometry import distance
from warbook.board.sight import sight_of
from warbook.core.chance import chance
from warbook.core.dice import Dice
from warbook.core.oddsbook import Answered, OddsQuestion, Parameter, listed
from warbook.core.questions import Modifier, Preview

from .state import Battle

Outcome = Literal["miss", "graze", "fall"]
OUTCOMES: tuple[Outcome, ...] = ("miss", "graze", "fall")
EYES, CHEST = 1.6, 1.2
NEAR = 6.0


@chance
def shot(dice: Dice, need: int, grazes: int) -> Outcome:
    if dice.d6("due.to-hit", need=need) < need:
        return "miss"
    wounds = dice.d6("due.wound", need=4) >= 4
    return "fall" if wounds or grazes else "graze"


def sees(battle: Battle) -> bool:
    """due.sight."""
    shooter, target = battle.active, battle.target
    eye, chest = (shooter.x, shooter.y, EYES), (target.x, target.y, CHEST)
    return sight_of(battle.setup.field.table).clear(eye, chest)


def to_hit(battle: Battle) -> tuple[int, tuple[Modifier, ...]]:
    """The score that hits, and how it comes about."""
    shooter, target = battle.active, battle.target
    why = []
    if shooter.stance == "upright":
        why.append(Modifier(1, "aims upright", "due.stance"))
    if target.stance == "crouched":
        why.append(Modifier(-1, "target crouches", "due.stance"))
    if distance(shooter.spot, target.spot) > NEAR + 1e-6:
        why.append(Modifier(-1, "further than 6 inches", "due.to-hit"))
    return 4 - sum(each.value for each in why), tuple(why)


def preview(battle: Battle) -> Preview:
    need, why = to_hit(battle)
    odds = shot.odds(need, battle.target.grazes)
    outcomes = tuple((outcome, odds[outcome]) for outcome in OUTCOMES if outcome in odds)
    return Preview(outcomes, f"{need}+", why, f"{float(odds['fall']):.0%} to fell {battle.target.name}")


def shot_odds(need: int, grazes: int) -> Answered:
    odds = shot.odds(need, grazes)
    return Answered({each: odds[each] for each in OUTCOMES if each in odds}, {})


NEED = Parameter("the score needed to hit", 4, (2, 6))
GRAZES = Parameter("how often the target has been grazed", 0, (0, 1))
QUESTIONS = listed(OddsQuestion("shot", "One shot.", shot_odds, {"need": NEED, "grazes": GRAZES}))
