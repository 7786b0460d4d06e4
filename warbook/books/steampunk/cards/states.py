"""The states and tokens of a unit on its card: how strong each is, and what the glossary says of it: where it
comes from, what it does and when it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from warbook.board.hexes import hex_at
from warbook.board.hextable import name_of
from warbook.books.family.wording import counted
from warbook.books.steampunk.army.data import equipment_of
from warbook.books.steampunk.army.notation import spell
from warbook.books.steampunk.damage.effects import said_of
from warbook.books.steampunk.illusions import posing
from warbook.books.steampunk.movement.moving import PULLED
from warbook.books.steampunk.orders.carrying_out import due_order
from warbook.books.steampunk.orders.glosses import movement_gloss
from warbook.books.steampunk.state import LIKE, AimToken, Battle, Unit, field, has
from warbook.core.cards import Trait
from warbook.core.shelf import load_book


class State(Struct, frozen=True):
    """A word of the glossary, what the state is called on this unit, and how strong it is."""

    term: str
    name: str = ""
    strength: str = ""


def states(view: Battle, unit: Unit) -> Iterator[Trait]:
    found = _gone(unit) if unit.gone else (*_where(view, unit), *_tokens(view, unit), *_aims(unit))
    for state in found:
        term = load_book("steampunk").glossary.states[state.term]
        words = f"{state.strength}. {term.words}" if state.strength else term.words
        yield Trait(state.name or state.term, words, term.rule)


def _gone(unit: Unit) -> tuple[State, ...]:
    return (State(unit.place),)


def _where(view: Battle, unit: Unit) -> Iterator[State]:
    """Where it is, and whether it can be seen for what it is."""
    if unit.place == "aboard":
        yield State("aboard", f"aboard {field(view, view.unit(unit.carrier)).name}")
    for other in view.units:
        if other.carrier == unit.id:
            yield State("carries", f"carries {field(view, other).name}")
    if unit.hidden:
        yield State("hidden")
    if unit.revealed == view.turn > 0:
        yield State("revealed")
    if has(view, unit, "illusion"):
        looks = view.setup.fielded[unit.side][unit.marks[LIKE]].name if posing(unit) else ""
        yield State("illusion", strength=f"The enemy takes it for {looks}" if looks else "")


def _tokens(view: Battle, unit: Unit) -> Iterator[State]:
    if unit.shaken:
        yield State("shaken", strength=_shaken(view, unit))
    if unit.jammed:
        yield State("jammed")
    if unit.crippled_crew:
        yield State("crippled crew")
    if unit.unconscious:
        yield State("unconscious")
    for term, name, count in (
        ("future", f"{unit.future} to future damage", unit.future),
        ("future crew damage", "", unit.crew_future),
        ("on fire", "", unit.fires),
        ("acid", "", unit.acid),
        ("minor acid", "", unit.minor_acid),
        ("endurance", "", unit.endurance),
    ):
        if count:
            yield State(term, name, counted(count, "fire" if term == "on fire" else "token"))
    if unit.poison:
        yield State("poisoned", strength=_dice("poison", unit.poison))
    if unit.bleeding:
        yield State("bleeding", strength=_dice("bleeding", unit.bleeding))
    if unit.armor_lost:
        yield State("armor lost", strength=f"{unit.armor_lost} less")
    if unit.crew_lost:
        yield State("crew dead", strength=f"{unit.crew_lost} of the crew")
    for text in unit.critical:
        yield State("critical damage", strength=_capital(said_of(text)))
    if any(mark.startswith(PULLED) for mark in unit.marks):
        yield State("harpooned")


def _shaken(view: Battle, unit: Unit) -> str:
    """spf.aftermath.shaken, spf.ability.shaken-orders: how long it lasts, and the order that it imposes."""
    end = f"{counted(unit.shaken, 'token')}, to the aftermath of turn {view.turn + unit.shaken - 1}"
    if has(view, unit, "moves-while-shaken"):
        return end
    order = due_order(view, unit)
    return f"{end}; meanwhile its order is {spell(order)} ({movement_gloss(order)})"


def _aims(unit: Unit) -> Iterator[State]:
    """Each token that is like no other, once."""
    for token in dict.fromkeys(unit.aims):
        yield State("aimed", strength=_aim(token, unit.aims.count(token)))


def _aim(token: AimToken, count: int) -> str:
    """Ruling O13."""
    piece = equipment_of(token.weapon) if token.weapon else None
    often = f"{count} times, " if count > 1 else ""
    where = f"from hex {name_of(hex_at(token.q, token.r))}"
    whose = f", for the {piece.name}" if piece else ""
    return _capital(f"{often}{where}{whose}, in turn {token.turn}, gunnery {token.step}")


def _dice(what: str, strengths: Sequence[int]) -> str:
    return f"{_capital(what)} {', '.join(f'd{strength}' for strength in sorted(strengths, reverse=True))}"


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
