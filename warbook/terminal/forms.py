"""Several questions answered together, one after the other: what they are, and what the answers say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from warbook.core.questions import Choose, Drive, Form, Question, Refused, Route, Way, plain
from warbook.terminal.answers import leg_words


class Blank(Struct, frozen=True):
    """One question of a form: the names that lead to it, and the heads of the forms around it."""

    names: tuple[str, ...]
    heads: tuple[str, ...]
    question: Question


def blanks(form: Form, names: tuple[str, ...] = (), heads: tuple[str, ...] = ()) -> Iterator[Blank]:
    """Every question of the form and of the forms in it."""
    for name, part in form.parts.items():
        if isinstance(part, Form):
            yield from blanks(part, (*names, name), (*heads, part.text))
        else:
            yield Blank((*names, name), heads, part)


def filled(found: Sequence[Blank], answers: Sequence[object]) -> dict[str, Any]:
    """The answers as the form takes them, as far as they are there."""
    form: dict[str, Any] = {}
    for blank, answer in zip(found, answers, strict=True):
        if answer is None:
            continue
        part = form
        for name in blank.names[:-1]:
            part = part.setdefault(name, {})
        part[blank.names[-1]] = answer
    return form


def numbered(found: Sequence[Blank], refused: Refused) -> Refused:
    """A refusal that begins with the name of a question, with its number instead, as the whole is listed."""
    words = str(refused)
    for number, blank in enumerate(found, 1):
        name = f"{blank.names[-1]}: "
        if words.startswith(name):
            return Refused(f"answer {number}: {words.removeprefix(name)}", refused.refusal.rule)
    return refused


def answer_in(answer: Any, names: Sequence[str]) -> object:
    """What an answer to a whole form says to one of its questions; None if it says nothing."""
    for name in names:
        answer = None if answer is None else answer.get(name)
    return answer


def named(presets: Mapping[str, Mapping[str, Any]], typed: str) -> Mapping[str, Any]:
    """The one ready-made answer in whose name these words stand."""
    words = typed.strip().lower()
    fit = [name for name in presets if words == name.lower()] or [
        name for name in presets if words and words in name.lower()
    ]
    if len(fit) != 1:
        ready = ", ".join(fit or presets)
        raise Refused(f"{'more than one' if fit else 'nothing ready-made'} is called {words}: {ready}")
    return presets[fit[0]]


def answer_words(question: Question, answer: object) -> str:
    """What an answer to a question that is no form says."""
    if isinstance(question, Choose):
        return next((option.label for option in question.options if option.id == answer), str(answer))
    if isinstance(question, Drive):
        driven = question.accept(answer)
        x, y = driven.path[-1].x, driven.path[-1].y
        return f"{leg_words(driven.legs)}: {x:.4g} {y:.4g} facing {driven.facing:.0f}"
    way = plain(answer) if isinstance(answer, Way) else answer
    assert isinstance(way, dict)
    stays = isinstance(question, Route) and question.start is not None and len(way["path"]) == 1
    end = "stay" if stays or not way["path"] else " ".join(f"{number:.4g}" for number in way["path"][-1])
    return end if way.get("facing") is None else f"{end} facing {way['facing']:.0f}"
