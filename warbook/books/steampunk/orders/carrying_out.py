"""What of the orders is carried out in each step, what may be ordered, and speeds (spf.orders.*).

Rulings: an order that is not on the list for the speed at the start of the turn is the default order as a
whole (O1), so it is judged once, when it is taken up; a gunnery order is looked up again in each of its two
steps (O2).
"""

from __future__ import annotations

from functools import cache, lru_cache

from warbook.books.steampunk.army.abilities import OfType
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
)
from warbook.books.steampunk.army.roster import FieldUnit, GunneryOrder
from warbook.books.steampunk.ground import rising_or_landing
from warbook.books.steampunk.orders.glosses import at_speeds, speed_words
from warbook.books.steampunk.state import (
    Battle,
    Game,
    Unit,
    abilities,
    field,
    has,
    models,
    types,
)
from warbook.core.events import Became
from warbook.core.questions import Refusal

LADDER: tuple[Speed, ...] = ("still", "slow", "fast")
FOLLOW: Movement = ((), (), (Code("follow"),))
FIRES_SHAKEN = ("fires-while-shaken", "shaken-silences-one-weapon-per-token")
TURNS = ("R", "L", "360")
REMEMBERED = 10_000  # what is worked out from list entries alone
UNCONSCIOUS = Refusal("it is unconscious", "spf.damage.table-lookup")
HEX_MOVES = ("F", "rev", "D", "chase", "follow", "flee", "road", "help", "random")


def movement_part(battle: Battle, unit: Unit, step: int) -> Step:
    """The codes due in movement 1, 2 or 3 (spf.orders.three-parts), from left to right (spf.orders.plus,
    ruling O5); none is to do nothing (spf.orders.no-action). What a damage effect rules out is left out; the
    rest of the part and the later parts are still tried (spf.orders.step-not-allowed)."""
    if unit.unconscious:
        return ()
    due = due_order(battle, unit)[step - 1]
    return tuple(code for code in due if possible(unit, code)) if unit.critical else due


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
    if may_shoot(of, unit.speed, unit.gunnery, unit.gunnery_only):
        return None
    order = GunneryOrder(gunnery_order(unit.gunnery), unit.gunnery_only)
    words = f"only when {at_speeds(fired_at(of, order))}, and its speed is {speed_words(unit.speed)}"
    return Refusal(words, "spf.orders.speed-change-gunnery")


def fired_at(of: FieldUnit, order: GunneryOrder) -> list[Speed]:
    """The speeds at which a gunnery order is legal."""
    return [speed for speed, orders in of.gunnery.items() if order in orders]


@lru_cache(maxsize=REMEMBERED)
def may_shoot(of: FieldUnit, speed: Speed, written: str, only: str) -> bool:
    """Whether a gunnery order is legal at that speed."""
    return GunneryOrder(gunnery_order(written), only) in of.gunnery.get(speed, ())


def default_order(battle: Battle, unit: Unit) -> Movement:
    """For its speed of this moment; an illusion left alone at a speed that is not its own keeps to the one it
    has."""
    default = field(battle, unit).default
    return default.get(unit.speed) or next(iter(default.values()), REST)


def movement_list(battle: Battle, unit: Unit, speed: Speed) -> tuple[Movement, ...]:
    """The movement orders it may be given at a speed: its own; those of the infantry it looks like, for an
    illusion; and to follow in place of a chase, if somebody leads (spf.orders.follow)."""
    entries = entries_of(battle, unit)
    return listed(entries, chases(entries, speed) and led(battle, unit), speed)


def may_move(battle: Battle, unit: Unit, speed: Speed, written: str) -> bool:
    """Whether a movement order is on that list."""
    entries = entries_of(battle, unit)
    return _may_move(entries, chases(entries, speed) and led(battle, unit), speed, written)


@lru_cache(maxsize=REMEMBERED)
def _may_move(entries: tuple[FieldUnit, ...], follows: bool, speed: Speed, written: str) -> bool:
    return movement_order(written) in listed(entries, follows, speed)


@lru_cache(maxsize=REMEMBERED)
def listed(entries: tuple[FieldUnit, ...], follows: bool, speed: Speed) -> tuple[Movement, ...]:
    orders = [order for of in entries for order in of.movement.get(speed, ())]
    return tuple(dict.fromkeys([*orders, FOLLOW] if follows and chases(entries, speed) else orders))


@lru_cache(maxsize=REMEMBERED)
def chases(entries: tuple[FieldUnit, ...], speed: Speed) -> bool:
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


def led(battle: Battle, unit: Unit) -> bool:
    followers = {
        ability.type
        for other in battle.units
        if other.side == unit.side and other.place == "map" and other is not unit
        for ability in abilities(battle, other, "orders-follow", OfType)
    }
    return bool(followers) and not followers.isdisjoint(types(battle, unit))


def entries_of(battle: Battle, unit: Unit) -> tuple[FieldUnit, ...]:
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
    return _speeds(entries_of(battle, unit))


@lru_cache(maxsize=REMEMBERED)
def _speeds(entries: tuple[FieldUnit, ...]) -> tuple[Speed, ...]:
    own = {speed for of in entries for speed in of.speeds}
    return tuple(speed for speed in SPEEDS if speed in own)


def getting_out(battle: Battle, unit: Unit, carrier: Unit) -> tuple[Speed, ...]:
    """The speeds at which a passenger gets out: slow or, where the carrier unloads beside itself, still. A
    champion who has nobody's orders to inherit keeps his own."""
    wanted: tuple[Speed, ...] = ("slow", "still") if has(battle, carrier, "unload-adjacent") else ("slow",)
    own = speeds(battle, unit)
    return tuple(speed for speed in wanted if speed in own) or (unit.speed,)


def speed_after(battle: Battle, unit: Unit, speed: Speed, order: Movement) -> Speed:
    for step in order:
        for code in step:
            if code.name in ("A", "B") and possible(unit, code):
                speed = changed(speeds(battle, unit), speed, code)
    return speed


def faster(battle: Battle, unit: Unit) -> Speed:
    """spf.orders.accelerate: its speed after A."""
    return _beside(speeds(battle, unit), unit.speed, up=True) if possible(unit, Code("A")) else unit.speed


def slower(battle: Battle, unit: Unit) -> Speed:
    """spf.orders.brake: its speed after B."""
    return _beside(speeds(battle, unit), unit.speed, up=False) if possible(unit, Code("B")) else unit.speed


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


@lru_cache(maxsize=REMEMBERED)
def changed(own: tuple[Speed, ...], speed: Speed, code: Code) -> Speed:
    """After A or B, or A(x) or B(x) (spf.orders.accelerate-to, spf.orders.brake-to)."""
    named = next((known for known in SPEEDS if known == code.arg), None)
    return named or _beside(own, speed, up=code.name == "A")


def _beside(own: tuple[Speed, ...], speed: Speed, up: bool) -> Speed:
    """Ruling O4: the next speed that the unit has up or down the ladder, by which A from crawl, rest and
    setup leads to slow and B to still. A flying speed counts for its name if it is the only one."""
    name = speed.removesuffix("-flying")
    rung = LADDER.index(name) if name in LADDER else (0 if up else 1)
    for step in LADDER[rung + 1 :] if up else reversed(LADDER[:rung]):
        for known in (step, f"{step}-flying"):
            if known in own:
                return next(speed for speed in own if speed == known)
    return speed


def _locked(unit: Unit) -> Speed | None:
    """The only speed that a damage effect has left it, if one has."""
    if not unit.critical:
        return None
    return next((speed for speed in SPEEDS if f"speed-locked({speed})" in unit.critical), None)
