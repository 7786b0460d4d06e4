"""Where options lead: whatever is open can be taken, and something comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from warbook.core.game import Game
from warbook.core.questions import Choose, Drive, Form, Option, Preview, Question, Route
from warbook.core.state import state_hash

TRIED = 3  # options of a question that are taken, each in a fork
PREVIEWED = 2  # options of a question whose previews are read


def dead_ends(game: Game, side: str, question: Question, luck: random.Random) -> Iterator[str]:
    """What is wrong with some open options of a question, in words."""
    if not isinstance(question, Choose):
        return
    taken = question.open()
    for option in luck.sample(taken, min(TRIED, len(taken))):
        flaw = dead_end(game, side, question, option)
        if flaw:
            yield f"{question.text} / {option.label} {flaw}"


def dead_end(game: Game, side: str, question: Choose, option: Option) -> str:
    """Why it should not have been open, or should have said so; nothing, where something comes of it. To
    say so is to be in vain, or to be the only thing one can do."""
    if len(question.open()) == 1 or (option.preview is not None and option.preview().vain):
        return ""
    before, told = state_hash(game.battle), len(game.events)
    fork = game.fork()
    fork.answer(side, option.id)  # rules that refuse it now end the battle with an error
    after = _next(fork, side, told)
    while isinstance(after, Choose) and len(after.open()) == 1:  # nothing else can be answered there
        fork.answer(side, after.open()[0].id)
        after = _next(fork, side, told)
    if (
        isinstance(after, Choose)
        and _offers(after) == _offers(question)
        and state_hash(fork.battle) == before
    ):
        return "changes nothing: the same is asked again"
    if isinstance(after, Route | Drive) and _stuck(after):
        return f"leads to {after.text!r}, from where one cannot go anywhere"
    return ""


def _next(game: Game, side: str, told: int) -> Question | None:
    """What the side is asked now, if nothing has been told since."""
    return None if game.over or len(game.events) > told else game.asked(side)


def _offers(question: Choose) -> tuple[str, list[str]]:
    return question.text, [option.id for option in question.open()]


def _stuck(way: Route | Drive) -> bool:
    """It is asked where somebody goes who can go nowhere, nor turn where he stands."""
    if way.start is None or not way.allowance or (isinstance(way, Drive) and way.pivots):
        return False
    here = (way.start.x, way.start.y, way.start.z, *((way.heading,) if isinstance(way, Drive) else ()))
    return all(tuple(row) == here for row in way.reach())


def rules_named(question: Question, luck: random.Random) -> Iterator[tuple[str, str]]:
    """Rules that a question and what it says of its options name, each with where it stands; those that stand
    on an option before it is looked at, and on the previews of some."""
    yield question.rule, question.text
    if isinstance(question, Form):
        for part in question.parts.values():
            yield from rules_named(part, luck)
    if not isinstance(question, Choose):
        return
    for option in question.options:
        yield option.rule, option.label
        if option.barred is not None:
            yield option.barred.rule, option.label
    shown = [each for each in question.open() if each.preview is not None or question.leads is not None]
    for option in luck.sample(shown, min(PREVIEWED, len(shown))):
        look = question.preview_of(option)
        for rule in _preview_rules(look()) if look is not None else ():
            yield rule, f"{question.text} / {option.label}"


def _preview_rules(preview: Preview) -> Iterator[str]:
    for each in (*preview.modifiers, *preview.then):
        yield each.rule
    for case in preview.cases:
        yield from _preview_rules(case)
