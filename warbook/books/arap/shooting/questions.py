"""Which of its weapons each figure fires, asked once for the unit and only where there is a choice."""

from __future__ import annotations

from functools import partial

from warbook.board.geometry import Shapes
from warbook.books.arap.field.bodies import fighter
from warbook.books.arap.shooting.arms import Arm
from warbook.books.arap.shooting.plans import HOLD, Plan, aim_at, arm_id, choices
from warbook.books.arap.shooting.wedges import arm_bears
from warbook.books.arap.state import Battle, Game
from warbook.core.questions import Choose, Form, Option

RULE = "arap.shooting.mixed-dice"


def pick_arms(game: Game, plan: Plan) -> dict[str, str]:
    """What each figure fires, where it was asked: the id of an arm, or that it holds its fire."""
    groups = alternatives(game.battle, plan)
    if not groups:
        return {}
    question = arms_question(game.battle, plan, groups)
    answer: dict[str, str] = game.ask(plan.unit.side, question)
    return {name: answer[first] for first, names in groups.items() for name in names}


def alternatives(battle: Battle, plan: Plan) -> dict[str, list[str]]:
    """The figures that have a choice, those with the same one together, by the first of them."""
    found: dict[tuple[object, ...], list[str]] = {}
    for name in plan.arms:
        open_to = choices(battle, plan, name)
        hot = any("gets-hot" in barrel.weapon.rules for arm in open_to for barrel in arm)
        if len(open_to) > 1 or hot:
            key = fighter(battle, battle.figure(name)).name, tuple(sorted(arm_id(arm) for arm in open_to))
            found.setdefault(key, []).append(name)
    return {names[0]: names for names in found.values()}


def arms_question(battle: Battle, plan: Plan, groups: dict[str, list[str]]) -> Form:
    parts = {}
    for first, names in groups.items():
        options = [
            Option(arm_id(arm), _label(battle, plan, arm), first, about=arm)
            for arm in choices(battle, plan, first)
        ]
        usual = options[0].id
        options.append(Option(HOLD, "Hold fire", first))
        many = f" (all {len(names)})" if len(names) > 1 else ""
        who = fighter(battle, battle.figure(first)).name + many
        parts[first] = Choose(who, options, RULE, first, usual, kind="weapon")
        parts[first].bears = partial(_bears, battle, plan, first)
    return Form(f"What does {plan.unit.name} fire?", parts, RULE, kind="weapons")


def _bears(battle: Battle, plan: Plan, name: str, option: str) -> Shapes:
    arms = choices(battle, plan, name)
    return arm_bears(battle, battle.figure(name), [arm for arm in arms if arm_id(arm) == option] or arms)


def _label(battle: Battle, plan: Plan, arm: Arm) -> str:
    names = " and ".join(barrel.weapon.name for barrel in arm)
    barrel = arm[0]
    if barrel.manner == "shots":
        shots = sum(each.shots for each in arm)
        goal = aim_at(battle, plan, barrel).goal
        return f"{names}: {shots} shot{'' if shots == 1 else 's'}, goal {goal}"
    how = {"strip": "its template", "burst": "a blast where you see it", "guess": "at a guessed range"}[
        barrel.manner
    ]
    return f"{names}: {how}"
