"""Orders: writing them sealed, one round ahead, and what of them is carried out in each step (spf.orders.*).

Rulings: an order that is not on the list for the speed at the start of the turn is the default order as a
whole (O1), so it is judged once, when it is taken up; a gunnery order is looked up again in each of its two
steps (O2). Turns and rounds are the same (T5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from warbook.books.steampunk.army.notation import (
    REST,
    SPEEDS,
    Code,
    Gunnery,
    Movement,
    Speed,
    Step,
    read_gunnery,
    read_movement,
    spell,
)
from warbook.books.steampunk.army.roster import FieldUnit, GunneryOrder
from warbook.books.steampunk.ground import rising_or_landing
from warbook.books.steampunk.illusions import own_name
from warbook.books.steampunk.orders.glosses import gunnery_gloss, movement_gloss, speed_words
from warbook.books.steampunk.state import (
    SIDES,
    Battle,
    Game,
    Unit,
    abilities,
    by_id,
    field,
    has,
    models,
    types,
)
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Concern, Form, Leads, Option, Question, Refusal

LADDER: tuple[Speed, ...] = ("still", "slow", "fast")
HOLD_FIRE = GunneryOrder(((), ()))  # spf.orders.gunnery-default
FOLLOW: Movement = ((), (), (Code("follow"),))
FIRES_SHAKEN = ("fires-while-shaken", "shaken-silences-one-weapon-per-token")
TURNS = ("R", "L", "360")
REMEMBERED = 10_000  # what is worked out from list entries alone
UNCONSCIOUS = Refusal("it is unconscious", "spf.damage.table-lookup")
HEX_MOVES = ("F", "rev", "D", "chase", "follow", "flee", "road", "help", "random")


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
    choices = {unit.id: _choices(battle, unit, known) for unit in _commanded(battle)}
    forms: dict[str, Question] = {}
    for side in SIDES:
        parts = {id: form for id, (_, form) in choices.items() if form.parts and battle.unit(id).side == side}
        if parts:
            turn = battle.turn + battle.rulings.orders_ahead
            before = "" if known else f", before turn {battle.turn} is fought"
            forms[side] = Form(f"Write the orders for turn {turn}{before}", parts, "spf.orders.per-unit")
    answers = game.ask_all(forms) if forms else {}
    for unit in _commanded(battle):
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
        if written and any(movement_order(written) in movement_list(battle, unit, speed) for speed in speeds):
            continue
        unit.movement = spell(default_order(battle, unit))
        if written:
            words = (
                f"{field(battle, unit).name} cannot carry out {written} at {speed_words(unit.speed)}: "
                f"its default order is {unit.movement}."
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


def getting_out(battle: Battle, unit: Unit, carrier: Unit) -> tuple[Speed, ...]:
    """The speeds at which a passenger gets out: slow or, where the carrier unloads beside itself, still."""
    wanted: tuple[Speed, ...] = ("slow", "still") if has(battle, carrier, "unload-adjacent") else ("slow",)
    own = speeds(battle, unit)
    return tuple(speed for speed in wanted if speed in own) or (unit.speed,)


# ---------------------------------------------------------------- the options


def _choices(battle: Battle, unit: Unit, known: bool) -> tuple[dict[str, str], Form]:
    """What there is only one of, and the form for the rest."""
    likely = _starting_speeds(battle, unit)
    if not known and unit.place == "map":
        likely = (_led_to(battle, unit),)
    rest = () if known else speeds(battle, unit)
    entries, at = _entries(battle, unit), (*likely, *rest)
    follows = any(_chases(entries, speed) for speed in at) and _led(battle, unit)
    menu = _movement_menu(entries, follows, unit.id, at)
    movement = menu.options
    gunnery = _gunnery_options(field(battle, unit), unit.id, (*likely, *speeds(battle, unit)))
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

    judge = _judge(battle, unit, likely, menu, only) if unit.on_map else None
    return only, Form(words, parts, "spf.orders.per-unit", judge)


class Menu(Struct, frozen=True):
    """Movement orders to choose from: the options, and by their ids the orders and the speeds at which they
    are legal."""

    options: tuple[Option, ...]
    orders: Mapping[str, tuple[Movement, tuple[Speed, ...]]]


@lru_cache(maxsize=REMEMBERED)
def _movement_menu(entries: tuple[FieldUnit, ...], follows: bool, piece: str, at: tuple[Speed, ...]) -> Menu:
    """The orders of these speeds, each once (spf.orders.speeds, spf.orders.speed-restricted)."""
    found: dict[Movement, list[Speed]] = {}
    for speed in dict.fromkeys(at):
        for order in _listed(entries, follows, speed):
            found.setdefault(order, []).append(speed)
    options = tuple(
        Option(spell(order), f"{spell(order)} : {movement_gloss(order)} ({at_speeds(legal)})", piece)
        for order, legal in found.items()
    )
    return Menu(options, {spell(order): (order, tuple(legal)) for order, legal in found.items()})


def _leads(battle: Battle, unit: Unit, later: bool, menu: Menu) -> Callable[[str], Leads]:
    from warbook.books.steampunk.orders.plotting import Plot

    plot = Plot(battle, unit, later)
    return lambda id: plot.leads(*menu.orders[id])


def _judge(
    battle: Battle, unit: Unit, likely: tuple[Speed, ...], menu: Menu, only: Mapping[str, str]
) -> Callable[[Mapping[str, Any]], Sequence[Concern]]:
    from warbook.books.steampunk.orders.lapses import foreseen

    return lambda answers: foreseen(battle, unit, likely, menu, {**only, **answers})


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


def at_speeds(legal: Iterable[Speed]) -> str:
    return " or ".join(map(speed_words, legal))


def _led_to(battle: Battle, unit: Unit) -> Speed:
    """The speed at the end of the turn if its order is carried out and nothing happens to it."""
    return speed_after(battle, unit, unit.speed, due_order(battle, unit))


def speed_after(battle: Battle, unit: Unit, speed: Speed, order: Movement) -> Speed:
    own = speeds(battle, unit)
    for step in order:
        for code in step:
            if possible(unit, code) and code.name in ("A", "B"):
                speed = changed(own, speed, code)
    return speed


# ---------------------------------------------------------------- what is carried out


def movement_part(battle: Battle, unit: Unit, step: int) -> Step:
    """The codes due in movement 1, 2 or 3 (spf.orders.three-parts), from left to right (spf.orders.plus,
    ruling O5); none is to do nothing (spf.orders.no-action). What a damage effect rules out is left out; the
    rest of the part and the later parts are still tried (spf.orders.step-not-allowed)."""
    if unit.unconscious:
        return ()
    return tuple(code for code in due_order(battle, unit)[step - 1] if possible(unit, code))


def gunnery_part(battle: Battle, unit: Unit, step: int) -> tuple[Step, str]:
    """The codes due in gunnery 1 or 2, and the equipment they act on if it is only one. A part is carried out
    if the whole order is listed for the speed of that moment (spf.orders.speed-change-gunnery, ruling O2);
    a shaken unit does nothing (spf.ability.shaken-orders)."""
    if not unit.gunnery or silent(battle, unit):
        return (), ""
    return gunnery_order(unit.gunnery)[step - 1], unit.gunnery_only


def silent(battle: Battle, unit: Unit) -> Refusal | None:
    """Why its gunnery order is not carried out now; None if it is."""
    if unit.unconscious:
        return UNCONSCIOUS
    if unit.shaken and not any(has(battle, unit, name) for name in FIRES_SHAKEN):
        return Refusal("it is shaken", "spf.ability.shaken-orders")
    of = field(battle, unit)
    if _may_shoot(of, unit.speed, unit.gunnery, unit.gunnery_only):
        return None
    order = GunneryOrder(gunnery_order(unit.gunnery), unit.gunnery_only)
    words = f"only when {at_speeds(fired_at(of, order))}, and it is {speed_words(unit.speed)}"
    return Refusal(words, "spf.orders.speed-change-gunnery")


def fired_at(of: FieldUnit, order: GunneryOrder) -> list[Speed]:
    """The speeds at which a gunnery order is legal."""
    return [speed for speed, orders in of.gunnery.items() if order in orders]


@lru_cache(maxsize=REMEMBERED)
def _may_shoot(of: FieldUnit, speed: Speed, written: str, only: str) -> bool:
    return GunneryOrder(gunnery_order(written), only) in of.gunnery.get(speed, ())


def default_order(battle: Battle, unit: Unit) -> Movement:
    """For its speed of this moment; an illusion left alone at a speed that is not its own keeps to the one it
    has."""
    default = field(battle, unit).default
    return default.get(unit.speed) or next(iter(default.values()), REST)


def movement_list(battle: Battle, unit: Unit, speed: Speed) -> tuple[Movement, ...]:
    """The movement orders it may be given at a speed: its own; those of the infantry it looks like, for an
    illusion; and to follow in place of a chase, if somebody leads (spf.orders.follow)."""
    entries = _entries(battle, unit)
    return _listed(entries, _chases(entries, speed) and _led(battle, unit), speed)


@lru_cache(maxsize=REMEMBERED)
def _listed(entries: tuple[FieldUnit, ...], follows: bool, speed: Speed) -> tuple[Movement, ...]:
    orders = [order for of in entries for order in of.movement.get(speed, ())]
    return tuple(dict.fromkeys([*orders, FOLLOW] if follows and _chases(entries, speed) else orders))


@lru_cache(maxsize=REMEMBERED)
def _chases(entries: tuple[FieldUnit, ...], speed: Speed) -> bool:
    orders = (order for of in entries for order in of.movement.get(speed, ()))
    return any(code.name == "chase" for order in orders for step in order for code in step)


def due_order(battle: Battle, unit: Unit) -> Movement:
    """The order being carried out. From the moment it is shaken, it is the one its entry imposes, else the
    default order for its speed (spf.ability.shaken-orders, ruling P17)."""
    if unit.shaken and not has(battle, unit, "moves-while-shaken"):
        imposed = field(battle, unit).shaken
        return imposed.order if imposed else default_order(battle, unit)
    return movement_order(unit.movement) if unit.movement else default_order(battle, unit)


def possible(unit: Unit, code: Code) -> bool:
    """Whether no damage effect rules the code out."""
    if code.name in HEX_MOVES:
        return "cannot-move" not in unit.critical
    if code.name in TURNS:
        return "cannot-rotate" not in unit.critical
    if code.name in ("A", "B"):
        return "cannot-change-speed" not in unit.critical and not _locked(unit)
    return True


def _led(battle: Battle, unit: Unit) -> bool:
    own = types(battle, unit)
    return any(
        ability.args[0] in own
        for other in battle.on_map(unit.side)
        if other is not unit
        for ability in abilities(battle, other, "orders-follow")
    )


def _entries(battle: Battle, unit: Unit) -> tuple[FieldUnit, ...]:
    """The list entries whose orders it may be given."""
    found = [field(battle, unit)]
    if unit.on_map and has(battle, unit, "illusion"):
        found += [
            field(battle, other) for other in battle.in_hex(unit.hex, unit.side) if _foot(battle, other)
        ]
    return tuple(found)


def _foot(battle: Battle, unit: Unit) -> bool:
    return all("infantry" in model.types for _, model in models(battle, unit))


@cache
def movement_order(written: str) -> Movement:
    return read_movement(written.split(", "))


@cache
def gunnery_order(written: str) -> Gunnery:
    return read_gunnery(written.split(", "))


# ---------------------------------------------------------------- speeds


def speeds(battle: Battle, unit: Unit) -> tuple[Speed, ...]:
    """All speeds it can have, the slowest first."""
    locked = _locked(unit)
    if locked:
        return (locked,)
    return _speeds(_entries(battle, unit))


@lru_cache(maxsize=REMEMBERED)
def _speeds(entries: tuple[FieldUnit, ...]) -> tuple[Speed, ...]:
    own = {speed for of in entries for speed in of.speeds}
    return tuple(speed for speed in SPEEDS if speed in own)


def faster(battle: Battle, unit: Unit) -> Speed:
    """spf.orders.accelerate: its speed after A."""
    return _beside(speeds(battle, unit), unit.speed, 1) if possible(unit, Code("A")) else unit.speed


def slower(battle: Battle, unit: Unit) -> Speed:
    """spf.orders.brake: its speed after B."""
    return _beside(speeds(battle, unit), unit.speed, -1) if possible(unit, Code("B")) else unit.speed


def set_speed(game: Game, unit: Unit, speed: Speed, rule: str) -> None:
    """Give the unit a speed; one whose speed is locked keeps it."""
    if speed == unit.speed or _locked(unit) not in (None, speed):
        return
    words = f"{field(game.battle, unit).name} goes from {speed_words(unit.speed)} to {speed_words(speed)}."
    unit.speed = speed
    to = (unit.side,) if unit.hidden else ()
    game.tell(Became(piece=unit.id, status=speed, words=words, rule=rule, to=to))


def force_speed(game: Game, unit: Unit, speed: Speed, rule: str) -> None:
    """Give the unit a speed against its will. Who would have to land where it cannot stays up (spf.W12)."""
    if rising_or_landing(game.battle, unit, speed) is None:
        set_speed(game, unit, speed, rule)


@cache
def changed(own: tuple[Speed, ...], speed: Speed, code: Code) -> Speed:
    """After A or B, or A(x) or B(x) (spf.orders.accelerate-to, spf.orders.brake-to)."""
    named = next((known for known in SPEEDS if known == code.arg), None)
    return named or _beside(own, speed, 1 if code.name == "A" else -1)


def _beside(own: tuple[Speed, ...], speed: Speed, way: int) -> Speed:
    """Ruling O4: the next speed that the unit has on the ladder, by which A from crawl, rest and setup leads
    to slow and B to still. A flying speed counts for its name if it is the only one."""
    name = speed.removesuffix("-flying")
    rung = LADDER.index(name) if name in LADDER else (0 if way > 0 else 1)
    for step in LADDER[rung + 1 :] if way > 0 else reversed(LADDER[:rung]):
        for known in (step, f"{step}-flying"):
            if known in own:
                return next(speed for speed in own if speed == known)
    return speed


def _locked(unit: Unit) -> Speed | None:
    """The only speed that a damage effect has left it, if one has."""
    if not unit.critical:
        return None
    return next((speed for speed in SPEEDS if f"speed-locked({speed})" in unit.critical), None)
