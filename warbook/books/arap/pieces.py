"""Figures and squads as any client may draw them."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.books.arap.field.bodies import fighter, profile, radius
from warbook.books.arap.field.units import acting
from warbook.books.arap.morale.dice import quarter
from warbook.books.arap.morale.tests import suppressible, suppressing_hits
from warbook.books.arap.shooting.aiming import FAST
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.books.family.wording import counted
from warbook.core.book import Group, Piece


def pieces(view: Battle) -> list[Piece]:
    units = {unit.id: unit for unit in view.units}
    rides = {figure.unit: figure for figure in view.figures if profile(view, figure).carries}
    return [_piece(view, units[figure.unit], figure, rides) for figure in view.figures]


def groups(view: Battle) -> list[Group]:
    """A part of a squad that has come back to it is no group any more."""
    return [_group(view, unit) for unit in view.units if unit.squad == unit.id or view.members(unit)]


def figure_name(view: Battle, unit: Unit, figure: Figure) -> str:
    """One that is a unit by itself, such as a boat, has the unit's name."""
    name = fighter(view, figure).name
    alone = unit.began == 1 and unit.squad == unit.id
    return unit.name if alone or name == unit.name else f"{name} of {unit.name}"


# ---------------------------------------------------------------- states, as badges show them


def unit_states(view: Battle, unit: Unit) -> tuple[str, ...]:
    """As the glossary explains them."""
    members = view.members(unit)
    if not members:
        return ("wiped out",)
    if unit.hidden and not view.standing(unit):
        return ("hidden",)
    if not view.standing(unit):
        if unit.aboard:
            return ("aboard",)
        if _waits(members):
            return ("not set up yet" if view.phase in ("roll off", "deploy") else "in reserve",)
        return ("off the table",)
    return (*_lasting(view, unit), *_in_turn(view, unit), *_towards_tests(view, unit))


def figure_states(view: Battle, figure: Figure) -> tuple[str, ...]:
    """Its own, besides those of its unit."""
    if figure.place == "out":
        return ("out of action",)
    states = (
        ("wounded", figure.wounds < profile(view, figure).w),
        ("prone", figure.prone),
        ("climbing", figure.hangs),
        ("lost its footing", figure.down),
        ("fleeting", figure.fleeting),
        ("fast", figure.gone >= FAST),
    )
    return tuple(name for name, holds in states if holds)


def _lasting(view: Battle, unit: Unit) -> Iterator[str]:
    states = (
        ("routing", unit.routing),
        ("pursuing", bool(unit.pursuing)),
        ("locked", bool(unit.locked)),
        ("pinned", unit.pinned),
        ("suppressed", unit.suppressed),
        ("moved tactically", bool(unit.tactical)),
        ("hidden", unit.hidden),
        ("on overwatch", bool(unit.overwatch)),
        ("prone", all(figure.prone for figure in view.standing(unit))),
        ("split off", unit.squad != unit.id),
    )
    yield from (name for name, holds in states if holds)


def _in_turn(view: Battle, unit: Unit) -> Iterator[str]:
    """Whether it has acted in this player turn, or may yet."""
    frame = acting(view, unit)
    if frame is not None:
        yield f"acting with {counted(frame.points, 'point')}"
        if frame.did[-1:] == ("aim",):
            yield "aimed"
    elif unit.kept:
        yield "points kept"
    elif unit.side != view.side:
        if unit.reacted:
            yield "reacted"
    elif unit.tried:
        yield "done"
    elif view.phase in ("start", "compulsory", "activation") and not _bound(unit):
        yield "untried"


def _towards_tests(view: Battle, unit: Unit) -> Iterator[str]:
    """How near it is to a test of nerve, where something counts towards it."""
    if unit.routing or unit.pinned:
        return
    lost = sum(unit.lost.values())
    if lost:
        yield _towards(lost, quarter(unit.strength), "casualties")
    if unit.hits and suppressible(view, unit) and lost < quarter(unit.strength):
        yield _towards(unit.hits, suppressing_hits(view, unit), "hits")


def _towards(count: int, need: int, what: str) -> str:
    return f"{count} of {need} {what}" if count < need else f"will test for {what}"


def _bound(unit: Unit) -> bool:
    """It cannot be tried: it routs, pursues or fights."""
    return unit.routing or bool(unit.pursuing) or bool(unit.locked)


def _waits(members: list[Figure]) -> bool:
    return any(figure.place == "reserve" for figure in members)


# ---------------------------------------------------------------- as they are drawn


def _group(view: Battle, unit: Unit) -> Group:
    members = view.members(unit)
    words = f"{len(members)} of {unit.began} left"
    if unit.aboard:
        words += f"; aboard {view.unit(unit.aboard).name}"
    return Group(
        unit.id, unit.name, unit.side, tuple(each.id for each in members), unit_states(view, unit), words
    )


def _piece(view: Battle, unit: Unit, figure: Figure, rides: dict[str, Figure]) -> Piece:
    kind = fighter(view, figure)
    ride = rides.get(unit.aboard) if figure.place == "aboard" else None
    place = ride or figure
    return Piece(
        id=figure.id,
        name=figure_name(view, unit, figure),
        side=unit.side,
        x=place.x,
        y=place.y,
        z=place.z,
        facing=place.facing,
        radius=radius(view, figure),
        states=figure_states(view, figure),
        letter=unit.name[:1].upper(),
        words=kind.name,
        on_table=figure.place == "table",
        arc=float(kind.profile.view),
        group=unit.id,
        aboard=ride.id if ride is not None and ride.place == "table" else "",
    )
