"""The odds question of the book, answered by the dice that play."""

from __future__ import annotations

from typing import Any

from duel import Duellist
from duel.turn import shot, to_hit
from warbook.board.geometry import Spot
from warbook.core.oddsbook import Answered, OddsQuestion, Parameter, listed, spread

STANCES = ("upright", "crouched")


def _shot(stance: Any, target: Any, inches: int) -> Answered:
    me = Duellist("a", "who fires", Spot(0.0, 0.0), stance)
    need, _ = to_hit(me, Duellist("b", "the other", Spot(float(inches), 0.0), target))
    return Answered(spread(shot.odds(need), ("miss", "fall")), {})


QUESTIONS = listed(
    OddsQuestion(
        "shot",
        "One shot, and whether the other falls.",
        _shot,
        {
            "stance": Parameter("how who fires stands", "upright", words=STANCES),
            "target": Parameter("how the other stands", "upright", words=STANCES),
            "inches": Parameter("how far apart they are", 6, (0, 24)),
        },
    )
)
