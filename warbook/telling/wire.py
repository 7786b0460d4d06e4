"""What a client is sent, as plain JSON values: questions, events, and all that one side may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import msgspec

from warbook.board.geometry import Spot
from warbook.board.hextable import SPACING, AnyTable, name_of
from warbook.board.terrain import Table
from warbook.core.events import Event, Rolled, passed, visible
from warbook.core.game import Game
from warbook.core.questions import (
    Choose,
    Drive,
    Faces,
    Form,
    Leads,
    Modifier,
    Option,
    Preview,
    Question,
    Refusal,
    Route,
)
from warbook.telling.cast import Cast, cast_of
from warbook.telling.story import sentence

PLACES = 3  # decimals of an inch, where a spot stands for its neighbourhood


def seen(game: Game, side: str | None, *, since: int = 0, previews: bool = False) -> dict[str, Any]:
    """All that a side (None: a spectator) may know: the pieces, what it is asked, and what has happened.

    `since` leaves out so many of the events the side may know of. `waiting` names those who must answer; of
    sealed answers it says nothing until all are in.
    """
    view = game.view(side)
    question = None if side is None else game.asked(side)
    return {
        "side": side,
        "sides": dict(game.book.side_names(game.battle)),
        "pieces": [msgspec.to_builtins(piece) for piece in game.book.pieces(view)],
        "groups": [msgspec.to_builtins(group) for group in game.book.groups(view)],
        "view": view_wire(view),
        "question": None if question is None else question_wire(question, previews),
        "waiting": list(game.waiting),
        "events": events_wire(game.events, side, cast_of(game.book, view), since),
        "over": game.over,
    }


def question_wire(question: Question, previews: bool, reach: bool = False) -> dict[str, Any]:
    """A question for a client. Previews (exact odds, and where options lead) and reach cost time: only when
    asked for."""
    if isinstance(question, Choose):
        return {
            "kind": "choose",
            "text": question.text,
            "rule": question.rule,
            "piece": question.piece,
            "options": [_option(option, previews, question.leads) for option in question.options],
            **({"usual": question.usual} if question.usual else {}),
            **({"bears": True} if question.bears is not None else {}),
        }
    if isinstance(question, Route | Drive):
        wire: dict[str, Any] = {
            "kind": "route",
            "text": question.text,
            "rule": question.rule,
            "piece": question.piece,
            "start": None if question.start is None else _spot(question.start),
            "allowance": question.allowance,
        }
        if isinstance(question, Drive):
            wire |= {"driven": True, "heading": question.heading}
            if question.pivots:
                wire["pivots"] = True
        elif question.faces is not None:
            wire["faces"] = True
        if question.usual is not None:
            wire["suggests"] = True
        if reach:
            wire["reach"] = [[round(float(value), PLACES) for value in row] for row in question.reach()]
        return wire
    if isinstance(question, Faces):
        return {"kind": "dice", **msgspec.to_builtins(question)}
    if isinstance(question, Form):
        parts = {name: question_wire(part, previews, reach) for name, part in question.parts.items()}
        wire = {"kind": "form", "text": question.text, "rule": question.rule, "parts": parts}
        if question.judge or question.warn:
            wire["judged"] = True
        if question.suggests:
            wire["suggests"] = True
        if question.presets:
            wire["presets"] = {name: dict(answer) for name, answer in question.presets.items()}
        if question.blind:
            wire["blind"] = True
        return wire
    raise TypeError(f"not a question: {question!r}")


def event_wire(event: Event, cast: Cast) -> dict[str, Any]:
    """An event as its type, its fields and the sentence about it; a roll with its name and whether it passed.

    To whom it is told goes without saying.
    """
    wire: dict[str, Any] = msgspec.to_builtins(event)
    wire.pop("to", None)
    wire["words"] = sentence(cast, event)
    if isinstance(event, Rolled):
        wire["name"] = cast.rolls.name(event.rule)
        wire["passed"] = passed(event)
    return wire


def events_wire(
    events: Iterable[Event], side: str | None, cast: Cast, since: int = 0
) -> list[dict[str, Any]]:
    """The events that the side (None: a spectator) may know of, without so many of the first."""
    known = [event for event in events if visible(event, side)]
    return [event_wire(event, cast) for event in known[since:]]


def table_wire(table: AnyTable) -> dict[str, Any]:
    """The table for a client that draws it: of hexes, where each lies and what it is."""
    if isinstance(table, Table):
        return {"kind": "inches", **msgspec.to_builtins(table)}
    cells = []
    for hex_ in table.hexes():
        x, y = table.middle(hex_)
        roads = [d for d, near in enumerate(hex_.neighbours()) if {hex_, near} <= table.roads]
        cells.append(
            {
                "x": round(x, PLACES),
                "y": round(y, PLACES),
                "name": name_of(hex_),
                "ground": table.ground[hex_],
                "road": hex_ in table.roads,
                "roads": roads,
            }
        )
    return {
        "kind": "hexes",
        "name": table.name,
        "width": round(table.width, PLACES),
        "depth": round(table.depth, PLACES),
        "spacing": SPACING,
        "cells": cells,
    }


def view_wire(view: Any) -> Any:
    """A view without its setup, which never changes."""
    fields = getattr(view, "__struct_fields__", None)
    if fields is None:
        return msgspec.to_builtins(view)
    return {name: msgspec.to_builtins(getattr(view, name)) for name in fields if name != "setup"}


def _option(option: Option, previews: bool, leads: Callable[[str], Leads] | None) -> dict[str, Any]:
    wire: dict[str, Any] = {
        "id": option.id,
        "label": option.label,
        "piece": option.piece,
        "spot": None if option.spot is None else _spot(option.spot),
        "barred": None if option.barred is None else _refusal(option.barred),
    }
    hindrance = option.hindered() if option.barred is not None and option.hindered is not None else None
    if hindrance is not None:
        wire["barred"]["words"] += f": {hindrance.words}"
        where = None if hindrance.spot is None else _near(hindrance.spot)
        wire["hindered"] = {"spot": where, "piece": hindrance.piece}
    if option.preview is not None:
        wire["previewed"] = True
        if previews and option.barred is None and not option.slow:
            wire["preview"] = preview_wire(option.preview())
    if option.goes is not None and option.barred is None:
        wire["goes"] = True
    if option.aside:
        wire["aside"] = option.aside
    if previews and leads is not None:
        led = leads(option.id)
        wire["leads"] = _leads(led)
        if led.preview is not None:
            wire["previewed"] = True
    return wire


def _leads(leads: Leads) -> dict[str, Any]:
    return {
        "path": [_near(spot) for spot in leads.path],
        "facing": leads.facing,
        "first": [_near(spot) for spot in leads.first],
        "ends": [_near(spot) for spot in leads.ends],
        "given": leads.given,
        "words": leads.words,
    }


def preview_wire(preview: Preview) -> dict[str, Any]:
    return {
        "outcomes": _chances(preview.outcomes),
        "need": preview.need,
        "modifiers": [_modifier(modifier) for modifier in preview.modifiers],
        "headline": preview.headline,
        "given": preview.given,
        "cases": [preview_wire(case) for case in preview.cases],
        "then": [{"what": each.what, "need": each.need, "rule": each.rule} for each in preview.then],
        "besides": _chances(preview.besides),
        **({"vain": True} if preview.vain else {}),
    }


def _chances(rows: Iterable[tuple[str, Fraction]]) -> list[list[Any]]:
    return [[name, str(chance), float(chance)] for name, chance in rows]


def _modifier(modifier: Modifier) -> dict[str, Any]:
    return {"value": modifier.value, "why": modifier.why, "rule": modifier.rule}


def _refusal(refusal: Refusal) -> dict[str, str]:
    return {"words": refusal.words, "rule": refusal.rule}


def _spot(spot: Spot) -> list[float]:
    return [spot.x, spot.y, spot.z]


def _near(spot: Spot) -> list[float]:
    return [round(value, PLACES) for value in _spot(spot)]
