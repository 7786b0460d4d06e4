"""Orders that are not carried out: foreseen while they are written, told to their side when they lapse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from warbook.books.steampunk.army.notation import REST, Movement, Speed, Step, spell
from warbook.books.steampunk.army.roster import GunneryOrder
from warbook.books.steampunk.orders import carrying_out
from warbook.books.steampunk.orders.carrying_out import UNCONSCIOUS
from warbook.books.steampunk.orders.glosses import at_speeds, gunnery_gloss, speed_words
from warbook.books.steampunk.state import Battle, Game, Unit, field, has
from warbook.core.events import Note
from warbook.core.questions import Concern, Refusal

# ---------------------------------------------------------------- while they are written


def foreseen(
    battle: Battle,
    unit: Unit,
    likely: Sequence[Speed],
    listed: Mapping[str, tuple[Movement, tuple[Speed, ...]]],
    chosen: Mapping[str, str],
) -> list[Concern]:
    """What of these orders will be void if nothing happens to the unit before: movement that is not listed
    for its speed (spf.orders.illegal-default), and each part of the gunnery order that is not listed for the
    speed it has by then (spf.orders.speed-change-gunnery). `listed` are the orders on offer and the speeds at
    which each is legal."""
    speed = likely[0]
    movement, legal = listed[chosen["movement"]] if chosen["movement"] else (REST, likely)
    found = []
    if speed not in legal:
        movement = carrying_out.default_order(battle, replace(unit, speed=speed))
        void = _void(chosen["movement"], legal, speed)
        words = f"{void}; instead it will do its default order, {spell(movement)}"
        found.append(Concern(("movement",), words, "spf.orders.illegal-default"))
    then = speed, carrying_out.speed_after(battle, unit, speed, movement)
    return [*found, *_gunnery(battle, unit, chosen["gunnery"], then)]


def _gunnery(battle: Battle, unit: Unit, written: str, then: tuple[Speed, Speed]) -> Iterator[Concern]:
    """`then`: its speed in gunnery 1 and in gunnery 2."""
    codes, _, only = written.partition(" / ")
    if not codes:
        return
    of, order = field(battle, unit), carrying_out.gunnery_order(codes)
    for step, speed in enumerate(then, 1):
        if order[step - 1] and not carrying_out.may_shoot(of, speed, codes, only):
            what = gunnery_gloss(of, GunneryOrder((order[step - 1], ()), only))
            legal = carrying_out.fired_at(of, GunneryOrder(order, only))
            words = _void(f"{what} (gunnery {step})", legal, speed)
            yield Concern(("gunnery",), words, "spf.orders.speed-change-gunnery")


def _void(what: str, legal: Sequence[Speed], speed: Speed) -> str:
    return f"{what} will be void: only when {at_speeds(legal)}, and by then it is {speed_words(speed)}"


# ---------------------------------------------------------------- when they are due


def tell_gunnery(game: Game, step: int) -> None:
    """Orders for gunnery 1 or 2 that are not carried out."""
    battle = game.battle
    for unit in battle.on_map():
        if not unit.gunnery or not carrying_out.gunnery_order(unit.gunnery)[step - 1]:
            continue
        why = carrying_out.silent(battle, unit)
        if why is not None:
            _tell(game, unit, unit.gunnery, f"gunnery {step}", why)


def tell_movement(game: Game, step: int) -> None:
    """Orders for movement 1, 2 or 3 that are not carried out: those of who is shaken or unconscious, and what
    damage rules out."""
    battle = game.battle
    for unit in battle.on_map():
        due = carrying_out.movement_order(unit.movement)[step - 1] if unit.movement else ()
        found = _lapsed(battle, unit, due, step) if due else None
        if found is not None:
            _tell(game, unit, spell((found[0],)), f"movement {step}", found[1])


def _lapsed(battle: Battle, unit: Unit, due: Step, step: int) -> tuple[Step, Refusal] | None:
    """What of it lapses, and why."""
    if unit.unconscious:
        return due, UNCONSCIOUS
    if unit.shaken and not has(battle, unit, "moves-while-shaken"):
        instead = carrying_out.due_order(battle, unit)[step - 1]
        does = f"does {spell((instead,))} instead" if instead else "waits"
        why = Refusal(f"it is shaken and {does}", "spf.ability.shaken-orders")
        return (due, why) if instead != due else None
    if not unit.critical:
        return None
    lost = tuple(code for code in due if not carrying_out.possible(unit, code))
    why = Refusal("its damage does not allow it", "spf.orders.step-not-allowed")
    return (lost, why) if lost else None


def _tell(game: Game, unit: Unit, order: str, when: str, why: Refusal) -> None:
    words = f"{field(game.battle, unit).name}: its order for {when}, {order}, lapses: {why.words}."
    game.tell(Note(words=words, piece=unit.id, rule=why.rule, to=(unit.side,)))
