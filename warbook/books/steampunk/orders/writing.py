"""Orders: writing them sealed, one round ahead (spf.orders.*). Turns and rounds are the same (ruling T5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from warbook.books.steampunk.army.notation import (
    Movement,
    Speed,
    spell,
)
from warbook.books.steampunk.army.roster import FieldUnit, GunneryOrder
from warbook.books.steampunk.illusions import own_name
from warbook.books.steampunk.orders.carrying_out import (
    REMEMBERED,
    chases,
    default_order,
    due_order,
    entries_of,
    getting_out,
    led,
    listed,
    may_move,
    speed_after,
    speeds,
)
from warbook.books.steampunk.orders.glosses import at_speeds, gunnery_gloss, movement_gloss, speed_words
from warbook.books.steampunk.orders.lapses import foreseen
from warbook.books.steampunk.orders.plotting import Plot
from warbook.books.steampunk.state import (
    SIDES,
    Battle,
    Game,
    Unit,
    by_id,
    field,
)
from warbook.core.events import Note
from warbook.core.questions import Choose, Concern, Form, Leads, Option, Question

HOLD_FIRE = GunneryOrder(((), ()))  # spf.orders.gunnery-default


# ---------------------------------------------------------------- writing


def write(game: Game) -> None:
    """The start of a turn. Each side writes its orders without knowing the other's, for the turn after this
    (spf.orders.one-round-ahead, ruling B3; switch orders_ahead: for this one), and the orders due in this
    turn are taken up. After the last turn comes none for which to write (spf.W11)."""
    battle = game.battle
    if battle.rulings.orders_ahead:
        _take_up(game)
        if battle.turn < battle.turns:
            _ask(game, known=False)
    else:
        _ask(game, known=True)
        _take_up(game)


def write_first(game: Game) -> None:
    """Behind the screen: the orders for turn 1, for the starting speeds (ruling B3)."""
    if game.battle.rulings.orders_ahead:
        _ask(game, known=True)


def _ask(game: Game, known: bool) -> None:
    """One sealed form for each side (spf.orders.simultaneous). With `known`, nothing can change the units'
    speeds before the orders are taken up."""
    battle = game.battle
    commanded = _commanded(battle)
    choices = {unit.id: _choices(battle, unit, known) for unit in commanded}
    forms: dict[str, Question] = {}
    for side in SIDES:
        own = [(unit.id, choices[unit.id][1]) for unit in commanded if unit.side == side]
        parts = {id: form for id, form in own if form.parts}
        if parts:
            turn = battle.turn + battle.rulings.orders_ahead
            before = "" if known else f", before turn {battle.turn} is fought"
            text = f"Write the orders for turn {turn}{before}"
            forms[side] = Form(text, parts, "spf.orders.per-unit", kind="orders")
    answers = game.ask_all(forms) if forms else {}
    for unit in commanded:
        only, _ = choices[unit.id]
        chosen = {**only, **answers.get(unit.side, {}).get(unit.id, {})}
        unit.next_movement = chosen["movement"]
        unit.next_gunnery, _, unit.next_gunnery_only = chosen["gunnery"].partition(" / ")


def _take_up(game: Game) -> None:
    """The orders written before become those that are carried out; illegal ones the default order
    (spf.orders.illegal-default)."""
    battle = game.battle
    for unit in _commanded(battle):
        unit.movement, unit.next_movement = unit.next_movement, ""
        unit.gunnery, unit.next_gunnery = unit.next_gunnery, ""
        unit.gunnery_only, unit.next_gunnery_only = unit.next_gunnery_only, ""
        written, speeds = unit.movement, _starting_speeds(battle, unit)
        if written and any(may_move(battle, unit, speed, written) for speed in speeds):
            continue
        unit.movement = spell(default_order(battle, unit))
        if written:
            words = (
                f"{field(battle, unit).name} cannot carry out {written} when {speed_words(unit.speed)}: "
                f"instead it does its default order, {unit.movement}."
            )
            rule = "spf.orders.illegal-default"
            game.tell(Note(words=words, piece=unit.id, rule=rule, to=(unit.side,)))


def _commanded(battle: Battle) -> list[Unit]:
    """Whoever is given orders: all units in play, also those aboard others."""
    return by_id(unit for unit in battle.units if unit.place in ("map", "aboard"))


def _starting_speeds(battle: Battle, unit: Unit) -> tuple[Speed, ...]:
    """The speed by which its order is judged; aboard, any at which it can get out."""
    if unit.place == "aboard":
        return getting_out(battle, unit, battle.unit(unit.carrier))
    return (unit.speed,)


# ---------------------------------------------------------------- the options


def _choices(battle: Battle, unit: Unit, known: bool) -> tuple[dict[str, str], Form]:
    """What there is only one of, and the form for the rest."""
    likely = _starting_speeds(battle, unit)
    if not known and unit.place == "map":
        likely = (_led_to(battle, unit),)
    own = speeds(battle, unit)
    entries, at = entries_of(battle, unit), likely if known else (*likely, *own)
    follows = any(chases(entries, speed) for speed in at) and led(battle, unit)
    menu = _movement_menu(entries, follows, unit.id, at, likely)
    movement = menu.options
    gunnery = _gunnery_options(field(battle, unit), unit.id, (*likely, *own))
    parts: dict[str, Question] = {}
    if len(movement) > 1:
        leads = _leads(battle, unit, not known, menu) if unit.on_map else None
        rule = "spf.orders.three-parts"
        parts["movement"] = Choose("The movement order", movement, rule, unit.id, leads=leads)
    if len(gunnery) > 1:
        parts["gunnery"] = Choose("The gunnery order", gunnery, "spf.orders.gunnery-parts", unit.id)
    only = {
        "movement": movement[0].id if len(movement) == 1 else "",
        "gunnery": gunnery[0].id if len(gunnery) == 1 else "",
    }
    name, then = own_name(battle, unit), at_speeds(likely)
    words = f"{name}, speed: {then}" if known else f"{name}, speed by then: probably {then}"

    warn = _warn(battle, unit, likely, menu, only) if unit.on_map else None
    return only, Form(words, parts, "spf.orders.per-unit", warn=warn)


class OrderMenu(Struct, frozen=True):
    """Movement orders to choose from: the options, and by their ids the orders and the speeds at which they
    are legal."""

    options: tuple[Option, ...]
    orders: Mapping[str, tuple[Movement, tuple[Speed, ...]]]


@lru_cache(maxsize=REMEMBERED)
def _movement_menu(
    entries: tuple[FieldUnit, ...],
    follows: bool,
    piece: str,
    at: tuple[Speed, ...],
    likely: tuple[Speed, ...],
) -> OrderMenu:
    """The orders of these speeds, each once (spf.orders.speeds, spf.orders.speed-restricted); those for none
    of the `likely` ones are kept aside."""
    found: dict[Movement, list[Speed]] = {}
    for speed in dict.fromkeys(at):
        for order in listed(entries, follows, speed):
            found.setdefault(order, []).append(speed)
    options = tuple(
        Option(spell(order), f"{spell(order)} : {movement_gloss(order)}", piece, aside=_aside(legal, likely))
        for order, legal in found.items()
    )
    return OrderMenu(options, {spell(order): (order, tuple(legal)) for order, legal in found.items()})


def _aside(legal: Sequence[Speed], likely: Sequence[Speed]) -> str:
    return "" if set(legal) & set(likely) else f"if it is {at_speeds(legal)} by then"


def _leads(battle: Battle, unit: Unit, later: bool, menu: OrderMenu) -> Callable[[str], Leads]:
    plot = Plot(battle, unit, later)
    return lambda id: plot.leads(*menu.orders[id])


def _warn(
    battle: Battle, unit: Unit, likely: tuple[Speed, ...], menu: OrderMenu, only: Mapping[str, str]
) -> Callable[[Mapping[str, Any]], Sequence[Concern]]:
    return lambda answers: foreseen(battle, unit, likely, menu.orders, {**only, **answers})


@lru_cache(maxsize=REMEMBERED)
def _gunnery_options(of: FieldUnit, piece: str, at: tuple[Speed, ...]) -> tuple[Option, ...]:
    """All gunnery orders, since a change of speed may make a part of them legal
    (spf.orders.speed-change-gunnery), and to hold fire (spf.orders.gunnery-default); none for a unit whose
    entry has none (spf.orders.per-unit)."""
    found: dict[GunneryOrder, list[Speed]] = {}
    for speed in dict.fromkeys(at):
        for order in of.gunnery.get(speed, ()):
            found.setdefault(order, []).append(speed)
    if not found:
        return ()
    found.pop(HOLD_FIRE, None)
    options = [
        Option(_id(order), f"{spell(order.order)} : {gunnery_gloss(of, order)} ({at_speeds(legal)})", piece)
        for order, legal in found.items()
    ]
    return (*options, Option(_id(HOLD_FIRE), f"{spell(HOLD_FIRE.order)} : hold fire (any speed)", piece))


def _id(order: GunneryOrder) -> str:
    return f"{spell(order.order)} / {order.only}" if order.only else spell(order.order)


def _led_to(battle: Battle, unit: Unit) -> Speed:
    """The speed at the end of the turn if its order is carried out and nothing happens to it."""
    return speed_after(battle, unit, unit.speed, due_order(battle, unit))
