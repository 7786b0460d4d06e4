"""What a unit has been ordered to do in this turn and in the next, as far as the view tells its orders."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from warbook.books.steampunk.army.notation import spell
from warbook.books.steampunk.army.roster import GunneryOrder
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.orders.glosses import gunnery_gloss, movement_gloss
from warbook.books.steampunk.state import Battle, Unit, field, has
from warbook.books.steampunk.turn import BEFORE, TURN

STEPS = ("gunnery 1", "movement 1", "movement 2", "movement 3", "gunnery 2")
ORDER = {phase: number for number, phase in enumerate((*BEFORE, *TURN))}


class Orders(Struct, frozen=True):
    """Orders as they are written on a unit; empty where there are none, or none that may be known."""

    movement: str = ""
    gunnery: str = ""
    only: str = ""


def order_words(view: Battle, unit: Unit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What it was to do in the steps of this turn that are over, and what it is to do in those to come."""
    if unit.gone or view.over:
        return (), ()
    now, later = _written(view, unit)
    acting = replace(unit, movement=now.movement, gunnery=now.gunnery, gunnery_only=now.only)
    over = [step for step in STEPS if ORDER[step] < ORDER[view.phase]]
    done = [words for step in over if (words := _ordered(view, acting, step))]
    due = [words for step in STEPS[len(over) :] if (words := _due(view, acting, step))]
    return tuple(done), (*(due if view.turn else ()), *_for_next(view, acting, later))


def next_gunnery_step(view: Battle) -> tuple[int, int]:
    """The turn and the number of the gunnery step that is under way or comes next."""
    if view.phase in BEFORE or ORDER[view.phase] > ORDER["gunnery 2"]:
        return view.turn + 1, 1
    return view.turn, 1 if ORDER[view.phase] <= ORDER["gunnery 1"] else 2


def _written(view: Battle, unit: Unit) -> tuple[Orders, Orders]:
    """Its orders for this turn and for the next. In the step in which orders are written those for this turn
    may not be taken up yet; where they are written for the same turn there are none before."""
    present = Orders(unit.movement, unit.gunnery, unit.gunnery_only)
    following = Orders(unit.next_movement, unit.next_gunnery, unit.next_gunnery_only)
    if view.phase in BEFORE:
        return Orders(), following
    if view.phase != "orders":
        return present, following
    if not view.rulings.orders_ahead:
        return Orders(), Orders()
    return (following if following.movement else present), Orders()


def _ordered(view: Battle, unit: Unit, step: str) -> str:
    """The part of its order for a step that is over; whether it could carry it out is told as it happens."""
    kind, number = step.split()
    if kind == "gunnery":
        return _words(step, _shots(view, unit, int(number)), "ordered for ")
    part = carrying_out.movement_order(unit.movement)[int(number) - 1] if unit.movement else ()
    return _words(step, movement_gloss((part, (), ())) if part else "", "ordered for ")


def _due(view: Battle, unit: Unit, step: str) -> str:
    """What it will do in a step to come if nothing happens to it before."""
    kind, number = step.split()
    if kind == "gunnery":
        words = _shots(view, unit, int(number))
        lapses = carrying_out.silent(view, unit) if words else None
        return _words(step, f"{words}, which lapses: {lapses.words}" if lapses else words)
    shaken = bool(unit.shaken) and not has(view, unit, "moves-while-shaken")
    part = carrying_out.movement_part(view, unit, int(number)) if unit.movement or shaken else ()
    because = ", because it is shaken" if shaken else ""
    return _words(step, f"{movement_gloss((part, (), ()))}{because}" if part else "")


def _shots(view: Battle, unit: Unit, number: int) -> str:
    part = carrying_out.gunnery_order(unit.gunnery)[number - 1] if unit.gunnery else ()
    return gunnery_gloss(field(view, unit), GunneryOrder((part, ()), unit.gunnery_only)) if part else ""


def _words(step: str, what: str, before: str = "") -> str:
    return f"{before}{step}: {what}" if what else ""


def _for_next(view: Battle, unit: Unit, orders: Orders) -> Iterator[str]:
    turn = view.turn + 1
    if orders.movement:
        order = carrying_out.movement_order(orders.movement)
        yield f"ordered for turn {turn}: {spell(order)} ({movement_gloss(order)})"
    if orders.gunnery:
        shots = carrying_out.gunnery_order(orders.gunnery)
        gloss = gunnery_gloss(field(view, unit), GunneryOrder(shots, orders.only))
        yield f"gunnery for turn {turn}: {spell(shots)} ({gloss})"
