"""Parts of a unit that do different things with the same points (arap.C11)."""

from __future__ import annotations

from warbook.books.arap.field.bodies import fighter
from warbook.books.arap.field.coherency import split
from warbook.books.arap.state import Acting, Battle, Figure, Game
from warbook.core.questions import Choose, Concern, Form, Option, Refusal

STAY, GO = "stay", "go"


def split_options(battle: Battle, frame: Acting) -> list[Option]:
    """arap.turn.split-actions."""
    unit = battle.unit(frame.unit)
    if not battle.rulings.split_actions or len(battle.standing(unit)) < 2:
        return []
    barred = None
    if frame.did:
        barred = Refusal("it has begun to act as a whole", "arap.turn.same-action")
    return [Option("split", "Split the unit", unit.id, barred)]


def take_split(game: Game, frame: Acting, chosen: str) -> None:
    """Both parts have the points that are left; the one that is named acts first."""
    battle = game.battle
    unit = battle.unit(frame.unit)
    answer: dict[str, str] = game.ask(unit.side, parts_question(battle, battle.standing(unit)))
    leaving = [figure for figure in battle.standing(unit) if answer[figure.id] == GO]
    part = split(game, unit, leaving)
    other = (
        unit
        if part is not unit
        else battle.unit(next(figure.unit for figure in battle.figures if answer.get(figure.id) == STAY))
    )
    at = battle.stack.index(frame)
    frame.unit = other.id
    battle.stack.insert(at + 1, Acting(part.id, frame.why, frame.points))


def parts_question(battle: Battle, figures: list[Figure]) -> Form:
    """Who goes his own way."""
    choices = [Option(STAY, "With the unit"), Option(GO, "Apart")]
    parts = {
        figure.id: Choose(
            f"{fighter(battle, figure).name}",
            choices,
            "arap.turn.split-actions",
            figure.id,
            STAY,
            kind="part",
        )
        for figure in figures
    }

    def judge(answers: dict[str, str]) -> list[Concern]:
        went = sum(answer == GO for answer in answers.values())
        if 0 < went < len(answers):
            return []
        words = "somebody goes and somebody stays, or it is no split"
        return [Concern((figures[0].id,), words, "arap.turn.split-actions", barred=True)]

    def suggest(given: dict[str, str]) -> dict[str, str]:
        if GO in given.values() or len(given) == len(figures):
            return {}
        return {next(figure.id for figure in figures if figure.id not in given): GO}

    return Form("Who goes his own way?", parts, "arap.turn.split-actions", judge, suggest, kind="split")  # type: ignore[arg-type]
