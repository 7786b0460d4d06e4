"""Figures and squads as any client may draw them."""

from __future__ import annotations

from warbook.books.arap.field.bodies import fighter, profile, radius
from warbook.books.arap.state import Acting, Battle, Figure, Unit
from warbook.core.book import Group, Piece


def pieces(view: Battle) -> list[Piece]:
    units = {unit.id: unit for unit in view.units}
    return [_piece(view, units[figure.unit], figure) for figure in view.figures]


def groups(view: Battle) -> list[Group]:
    return [_group(view, unit) for unit in view.units if unit.squad == unit.id or view.members(unit)]


def unit_states(view: Battle, unit: Unit) -> tuple[str, ...]:
    """As badges show them and the glossary explains them."""
    if not view.members(unit):
        return ("wiped out",)
    if not view.standing(unit):
        return ("aboard",) if unit.aboard else ("not on yet",)
    found = [
        name
        for name, holds in (
            ("routing", unit.routing),
            ("pursuing", bool(unit.pursuing)),
            ("locked", bool(unit.locked)),
            ("pinned", unit.pinned),
            ("suppressed", unit.suppressed),
            ("moved tactically", bool(unit.tactical)),
            ("hidden", unit.hidden),
            ("on overwatch", bool(unit.overwatch)),
            ("prone", all(figure.prone for figure in view.standing(unit))),
        )
        if holds
    ]
    frames = [frame for frame in view.stack if isinstance(frame, Acting) and frame.unit == unit.id]
    if frames:
        found.append("acting")
    elif unit.side == view.side and view.phase == "activation":
        found.append("done" if unit.tried else "untried")
    return tuple(found)


def figure_states(view: Battle, figure: Figure) -> tuple[str, ...]:
    """Its own, besides those of its unit."""
    if figure.place == "out":
        return ("lost",)
    found = []
    if figure.wounds < profile(view, figure).w:
        found.append("wounded")
    if figure.prone:
        found.append("prone")
    if figure.hangs:
        found.append("climbing")
    return tuple(found)


def _group(view: Battle, unit: Unit) -> Group:
    members = view.members(unit)
    words = f"{len(members)} of {unit.began}"
    return Group(
        unit.id, unit.name, unit.side, tuple(each.id for each in members), unit_states(view, unit), words
    )


def _piece(view: Battle, unit: Unit, figure: Figure) -> Piece:
    kind = fighter(view, figure)
    return Piece(
        id=figure.id,
        name=f"{kind.name} of {unit.name}",
        side=unit.side,
        x=figure.x,
        y=figure.y,
        z=figure.z,
        facing=figure.facing,
        radius=radius(view, figure),
        states=figure_states(view, figure),
        letter=unit.name[:1].upper(),
        words=kind.name,
        on_table=figure.place == "table",
        arc=float(kind.profile.view),
        group=unit.id if figure.place != "out" else "",
    )
