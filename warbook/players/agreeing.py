"""Advice for the rest of a form, of which somebody has answered a part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from warbook.core.questions import Choose, Form, Refused

MOST = 600  # answers that are tried
Way = tuple[str, ...]  # down to a question within forms


def agreeing(form: Form, advised: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The advice with what is given in its place. What bars them together is mended as far as it can be by
    other answers to the choices that were not given, one after the other; what is given always stays."""
    found = _laid(advised, given)
    bars, left = _bars(form, found), MOST
    while 0 < bars < MOST:
        for way, id in _others(form, given):
            left -= 1
            tried = _put(found, way, id)
            fewer = _bars(form, tried)
            if fewer < bars:
                found, bars = tried, fewer
                break
            if not left:
                return found
        else:
            return found
    return found


def _laid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    both = {
        name: _laid(below[name], value)
        if isinstance(value, Mapping) and isinstance(below.get(name), Mapping)
        else value
        for name, value in above.items()
    }
    return {**below, **both}


def _put(values: Mapping[str, Any], way: Way, id: str) -> dict[str, Any]:
    first, *rest = way
    return {**values, first: _put(values[first], tuple(rest), id) if rest else id}


def _others(form: Form, given: Mapping[str, Any]) -> Iterator[tuple[Way, str]]:
    """The choices of a form, and of those in it, that were not given, with what can be answered to each."""
    for name, part in form.parts.items():
        if isinstance(part, Form):
            inner = given.get(name)
            for way, id in _others(part, inner if isinstance(inner, Mapping) else {}):
                yield (name, *way), id
        elif isinstance(part, Choose) and name not in given:
            for option in part.open():
                yield (name,), option.id


def _bars(form: Form, values: Mapping[str, Any]) -> int:
    """How much bars these answers together; MOST, where one of them is none by itself."""
    try:
        accepted = {name: part.accept(values[name]) for name, part in form.parts.items()}
    except Refused:
        return MOST
    return sum(concern.barred for concern in form.judge(accepted)) if form.judge else 0
