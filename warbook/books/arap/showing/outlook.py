"""How a squad would stand at a place: whom it would see there, who would see it, and what the fire of each
enemy could do to it in his next turn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from warbook.board.geometry import Spot, distance
from warbook.books.arap.field.cover import cover_of_unit
from warbook.books.arap.field.near import nearest_pair
from warbook.books.arap.field.sight import sees
from warbook.books.arap.movement.noticing import NEAR
from warbook.books.arap.shooting.plans import may_fire
from warbook.books.arap.shooting.prospects import prospect
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.turn import costs_of
from warbook.books.arap.state import Battle, Figure, Unit
from warbook.core.book import Outlook, Threat
from warbook.core.questions import Preview

NONE = Fraction(0)


def outlook(battle: Battle, piece: str, spot: Spot, facing: float | None = None) -> Outlook:
    """The squad as it would stand if this figure of it led the others there in formation; all others as they
    are. Enemies fire from where they stand, with a single action and after turning; that they might come
    nearer first, Charge or be pinned is not reckoned with. Of a squad the chance is that nobody is left; what
    it would lose on average is told beside it."""
    lead = next((figure for figure in battle.figures if piece in (figure.id, figure.unit)), None)
    if lead is None or lead.place != "table":
        return Outlook()
    soon, unit = _led(battle, lead, spot, facing)
    foes = [foe for foe in soon.enemies(unit.side) if not foe.hidden]
    threats = sorted(_threats(soon, unit, foes), key=lambda each: each[0], reverse=True)
    return Outlook(
        sees=tuple(name for foe in foes if (name := _seen(soon, unit, foe))),
        seen_by=tuple(_nearest(soon, foe, unit) for foe in foes if _finds(soon, foe, unit)),
        threats=tuple(threat for _, threat in threats),
    )


def _led(battle: Battle, lead: Figure, spot: Spot, facing: float | None) -> tuple[Battle, Unit]:
    dx, dy, dz = spot.x - lead.x, spot.y - lead.y, spot.z - lead.z
    figures = [
        replace(
            each, x=each.x + dx, y=each.y + dy, z=each.z + dz,
            facing=each.facing if facing is None else facing,
        )
        if each.unit == lead.unit and each.place == "table"
        else each
        for each in battle.figures
    ]  # fmt: skip
    return replace(battle, figures=figures), battle.unit(lead.unit)


# ---------------------------------------------------------------- who sees whom


def _seen(battle: Battle, one: Unit, two: Unit) -> str:
    """The nearest of `two` that `one` sees, turning as it likes; "" if it sees nobody of it."""
    near = sorted(battle.standing(two), key=lambda each: _from(battle, one, each))
    for figure in near:
        if any(sees(battle, own, figure, all_round=True) for own in battle.standing(one)):
            return figure.id
    return ""


def _finds(battle: Battle, foe: Unit, unit: Unit) -> bool:
    """Whether an enemy sees the unit; a hidden one only from near (arap.H8)."""
    pair = nearest_pair(battle, foe, unit)
    if unit.hidden and pair is not None and distance(pair[0].spot, pair[1].spot) > NEAR:
        return False
    return bool(_seen(battle, foe, unit))


def _nearest(battle: Battle, foe: Unit, unit: Unit) -> str:
    pair = nearest_pair(battle, foe, unit)
    assert pair is not None
    return pair[0].id


def _from(battle: Battle, unit: Unit, figure: Figure) -> float:
    return min(distance(each, figure) for each in battle.standing(unit))


# ---------------------------------------------------------------- what could strike it


def _threats(
    battle: Battle, unit: Unit, foes: list[Unit]
) -> Iterator[tuple[tuple[Fraction, Fraction], Threat]]:
    """The worst volley of each enemy that is free to fire, with what to order them by."""
    if unit.hidden:
        return
    for foe in foes:
        if foe.locked or foe.routing or foe.pursuing:
            continue
        fresh = _fresh(battle, foe)
        shown = [
            prospect(fresh, foe, unit, Terms(points))
            for points in costs_of(fresh, foe)
            if may_fire(fresh, foe, unit, Terms(points)) is None
        ]
        if shown:
            worst = max(shown, key=_weight)
            yield _weight(worst), _told(battle, foe, unit, worst)


def _fresh(battle: Battle, foe: Unit) -> Battle:
    """As it will be in the enemy's turn: what fires once a turn may be fired again."""
    figures = [
        replace(each, fired=(), threw=False, down=False) if each.unit == foe.id and each.fired else each
        for each in battle.figures
    ]
    return replace(battle, figures=figures)


def _weight(odds: Preview) -> tuple[Fraction, Fraction]:
    """The chances that nobody is left, and that anybody is lost."""
    chances = dict(odds.outcomes)
    return chances.get("wiped out", NONE), 1 - chances.get("nobody", NONE)


def _told(battle: Battle, foe: Unit, unit: Unit, odds: Preview) -> Threat:
    by = battle.figure(_nearest(battle, foe, unit))
    cover = cover_of_unit(battle, by, unit)
    where = "in the open" if cover == "none" else f"in {cover} cover"
    how = f"{foe.name} shoots at it {where}"
    return Threat(
        by.id, how, _weight(odds)[0], f"{odds.headline.partition('. ')[0]}, {odds.need} to hit", odds.given
    )
