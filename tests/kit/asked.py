"""Odds questions of any book with parameters at random."""

import random

from warbook.core.oddsbook import OddsQuestion, Parameter

MANY = 8  # at most so much of what there may be many of: big pools of dice take long


def sampled(question: OddsQuestion, seed: int) -> list[str]:
    """A value for every parameter that has no default, and for a few that have one."""
    chance = random.Random(f"{question.id} {seed}")
    wanted = [
        name
        for name, parameter in question.parameters.items()
        if parameter.default is None or chance.random() < 0.3
    ]
    return [f"{name}={_value(question.parameters[name], chance)}" for name in wanted]


def _value(parameter: Parameter, chance: random.Random) -> int | str:
    low, high = parameter.bounds or (0, -1)
    numbers = range(max(low, -3), min(high, max(low, 0) + MANY) + 1)
    return chance.choice([*parameter.words, *numbers])
