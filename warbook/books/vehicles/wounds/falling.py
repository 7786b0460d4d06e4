"""Who of a group, or of a unit that has no room, is removed: its owner says (veh.P14.wounds)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warbook.board.formation import parts
from warbook.books.vehicles.field.bodies import base
from warbook.books.vehicles.field.placing import LINK
from warbook.books.vehicles.state import Battle, Game, Model, Unit
from warbook.books.vehicles.wounds.groups import Ranks, ranks_of
from warbook.core.questions import Choose, Concern, Form, Option

RULE = "veh.P14.wounds"


def fallen(game: Game, unit: Unit, losses: Sequence[tuple[Ranks, int]]) -> list[list[Model]]:
    """Of each group so many: who is wounded already, and then whom the owner names, asked once for the unit.
    The usual ones are those whose loss does not tear it apart, the outermost first. Aboard all are alike."""
    left, found, choices = game.battle.members(unit), list[list[Model]](), list[Choose]()
    for ranks, count in losses:
        able = sorted(ranks.models, key=lambda model: model.wounds)
        gone = [able.pop(0)] if count and ranks.group.hurt else []
        left = [model for model in left if model not in gone]
        options = [Option(model.id, _called(ranks.name, model), model.id) for model in able]
        asked = not unit.aboard and count - len(gone) < len(able)
        while len(gone) < count:
            usual = _outermost(game.battle, unit, able, left)
            able.remove(usual)
            left.remove(usual)
            gone.append(usual)
            if asked:
                text = f"Which {ranks.name} of {unit.name} falls?"
                choices.append(Choose(text, options, RULE, unit.id, usual.id, kind="who falls"))
        found.append(gone)
    named = _named(game, unit, choices)
    return [[named.get(model.id, model) for model in gone] for gone in found]


def _called(name: str, model: Model) -> str:
    """By the number that its token bears."""
    return f"{name[:1].upper()}{name[1:]} {model.id.rpartition('.')[2]}"


def left_out(game: Game, unit: Unit, count: int, text: str) -> list[Model]:
    """So many of a unit for whom there is no room (veh.V42, veh.V45): whom the owner names; usually those of
    the most numerous kind. Those of one kind are alike."""
    ranks = ranks_of(game.battle, unit)
    able = [model for each in ranks for model in each.models]
    usual = able[:count]
    if len(ranks) == 1 or len(usual) == len(able):
        return usual
    options = [
        Option(model.id, _called(each.name, model), model.id) for each in ranks for model in each.models
    ]
    named = _named(
        game,
        unit,
        [Choose(text, options, RULE, unit.id, each.id, kind="who falls") for each in usual],
    )
    return list(named.values())


def _named(game: Game, unit: Unit, choices: Sequence[Choose]) -> dict[str, Model]:
    """Whom the owner names in the place of each of the usual ones."""
    if not choices:
        return {}
    parts = {f"loss_{number}": choice for number, choice in enumerate(choices, 1)}
    if len(choices) == 1:
        answers = {"loss_1": game.ask(unit.side, choices[0])}
    else:
        answers = game.ask(unit.side, _form(unit, parts))
    models = {model.id: model for model in game.battle.members(unit)}
    return {choice.usual: models[answers[part]] for part, choice in parts.items()}


def _form(unit: Unit, parts: Mapping[str, Choose]) -> Form:
    called = {option.id: option.label for choice in parts.values() for option in choice.options}

    def judge(answers: Mapping[str, str]) -> list[Concern]:
        named = list(answers.values())
        return [
            Concern((part,), f"{called[answer]} falls already", RULE, barred=True)
            for number, (part, answer) in enumerate(answers.items())
            if answer in named[:number]
        ]

    def suggest(given: Mapping[str, str]) -> dict[str, str]:
        """The usual one, or, if he is named already, another of the usual ones who is not."""
        taken, found = set(given.values()), dict[str, str]()
        spare = [parts[part].usual for part in given]
        for part, choice in parts.items():
            if part not in given:
                able = [option.id for option in choice.options if option.id not in taken]
                other = next((each for each in able if each in spare), able[0])
                found[part] = choice.usual if choice.usual in able else other
                taken.add(found[part])
        return found

    return Form(f"Who of {unit.name} falls?", parts, RULE, judge, suggest, kind="who falls")


def _outermost(battle: Battle, unit: Unit, candidates: Sequence[Model], others: Sequence[Model]) -> Model:
    """Of the candidates, among all others of the unit who are left."""
    if unit.aboard or len(candidates) == 1:
        return candidates[-1]
    x = sum(model.x for model in others) / len(others)
    y = sum(model.y for model in others) / len(others)
    outer = sorted(candidates, key=lambda model: -((model.x - x) ** 2 + (model.y - y) ** 2))
    torn = len(parts([base(battle, model) for model in others], LINK))
    for model in outer:
        rest = [base(battle, each) for each in others if each is not model]
        if len(parts(rest, LINK)) <= torn:
            return model
    return outer[0]
