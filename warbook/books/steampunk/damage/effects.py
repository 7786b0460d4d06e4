"""What the lines of damage tables do (data/effects.toml): each effect is put down on a unit's toll.

Nothing here takes effect yet: a toll is what one step does to one unit, and harm.py settles it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, TypeAlias

from msgspec import Struct

from warbook.books.steampunk.army import data
from warbook.books.steampunk.army.abilities import Marker
from warbook.books.steampunk.army.notation import Effect, Glossary
from warbook.books.steampunk.dice import Roll
from warbook.books.steampunk.pending import Blow, TableName
from warbook.books.steampunk.state import Unit


class Kill(Struct, frozen=True):
    """A model that dies, or (`crew`) a crew member. `chooser` is the side that says which."""

    chooser: str
    crew: bool = False
    model: int = -1
    turnable: bool = True  # a "kill 1 model" result (ruling K3)
    poison: int = 0  # the strength of the poison that kills it


class Toll(Struct):
    """What a step does to one unit, added up before any of it takes effect (rulings T2, T3)."""

    destroyed: str = ""  # the rule by which the whole unit is
    kills: list[Kill] = []
    future: int = 0
    crew_future: int = 0
    shakes: int = 0  # causes of being shaken
    shaken_tokens: int = 0
    acid: int = 0
    minor_acid: int = 0
    fires: int = 0
    poison: list[int] = []
    bleeding: list[int] = []
    poison_rolled: list[tuple[int, bool]] = []  # strength, and whether it killed
    bleeding_ended: list[int] = []
    bleeding_raised: list[int] = []
    endurance: int = 0
    aims: int = 0
    jammed: bool = False
    crippled_crew: bool = False
    unconscious: bool = False
    lasting: list[str] = []
    turned: int = 0  # sides clockwise
    speed: str = ""
    markers: list[Marker] = []  # for its own hex and those round it
    rolls: list[tuple[TableName, Roll]] = []  # further damage, to be rolled
    last_crew: tuple[Effect, ...] = ()
    passengers: list[Roll] = []  # damage to everyone aboard
    passengers_destroyed: bool = False


def record(toll: Toll, effects: Iterable[Effect], blow: Blow, chooser: str) -> None:
    """Put down what the line says into which the blow fell. A blow of a poison or bleeding token also decides
    what becomes of the token (spf.special.poison-removed, spf.special.bleeding-removed)."""
    effects = tuple(effects)
    killed = any(effect.name in ("kill", "kill-crew", "destroyed") for effect in effects)
    if blow.cause == "poison":
        toll.poison_rolled.append((blow.strength, killed))
    if blow.cause == "bleeding" and killed:
        toll.bleeding_ended.append(blow.strength)
    for effect in effects:
        HANDLERS[effect.name](toll, effect.args, Hand(effect, blow, chooser))


class Hand(Struct, frozen=True):
    """Where an effect comes from."""

    effect: Effect
    blow: Blow
    chooser: str


# ---------------------------------------------------------------- each effect

Handler: TypeAlias = Callable[[Toll, tuple[Any, ...], Hand], None]


def _future(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.future += args[0]


def _crew_future(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.crew_future += args[0]


def _kill(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    poison = hand.blow.strength if hand.blow.cause == "poison" else 0
    toll.kills += [Kill(hand.chooser, False, hand.blow.model, args[0] == 1, poison)] * args[0]


def _kill_crew(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.kills += [Kill(hand.chooser, crew=True, turnable=False)] * args[0]


def _destroyed(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.destroyed = toll.destroyed or hand.blow.rule or "spf.damage.table-lookup"


def _shaken(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.shakes += 1


def _shaken_token(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.shaken_tokens += args[0]


def _psychic(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.rolls.append(("psychic", args[0]))


def _critical(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.rolls.append(("critical", args[0]))


def _bleeding(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.bleeding.append(args[0])


def _amplify(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    """Ability amplifies-bleeding; ruling P9."""
    if hand.blow.cause == "bleeding":
        toll.bleeding_raised.append(hand.blow.strength)


def _jammed(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.jammed = True


def _crippled_crew(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.crippled_crew = True


def _read_before(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    """It has decided in which line the blow falls."""


def _set_on_fire(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.fires += 1


def _acid(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.acid += args[0]


def _lasting(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.lasting.append(effect_as_written(hand.effect))


def _speed(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.speed = args[0]


def _speed_locked(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    _lasting(toll, args, hand)
    _speed(toll, args, hand)


def _unconscious(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.unconscious = True


def _rotate(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.turned += args[0] // 60


def _places(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.markers += args[0]


def _passengers_damage(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.passengers.append(args[0])


def _passengers_exit(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    """Who is aboard a wreck gets out in any case."""


def _passengers_destroyed(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.passengers_destroyed = True


def _last_crew(toll: Toll, args: tuple[Any, ...], hand: Hand) -> None:
    toll.last_crew = args


HANDLERS: dict[str, Handler] = {
    "future": _future,
    "crew-future": _crew_future,
    "kill": _kill,
    "kill-crew": _kill_crew,
    "destroyed": _destroyed,
    "shaken": _shaken,
    "shaken-token": _shaken_token,
    "psychic": _psychic,
    "critical": _critical,
    "bleeding": _bleeding,
    "amplify-bleeding-if-from-bleeding": _amplify,
    "jammed": _jammed,
    "crippled-crew": _crippled_crew,
    "if-shaken-double-crew-roll": _read_before,
    "set-on-fire": _set_on_fire,
    "acid": _acid,
    "to-hit": _lasting,
    "to-be-hit": _lasting,
    "cannot-move": _lasting,
    "cannot-rotate": _lasting,
    "cannot-change-speed": _lasting,
    "speed": _speed,
    "speed-locked": _speed_locked,
    "arc": _lasting,
    "assault-dice": _lasting,
    "deflection-dice": _lasting,
    "loses": _lasting,
    "unconscious": _unconscious,
    "rotate": _rotate,
    "rotates-each-turn": _lasting,
    "places": _places,
    "passengers-damage": _passengers_damage,
    "passengers-exit": _passengers_exit,
    "passengers-destroyed": _passengers_destroyed,
    "last-crew": _last_crew,
    "no-firing": _lasting,
}


# ---------------------------------------------------------------- effects that last


def lasting_effects(unit: Unit, name: str) -> list[tuple[Any, ...]]:
    """The arguments of each lasting effect of that name on the unit."""
    if not unit.critical:
        return []
    return [effect.args for effect in map(_read, unit.critical) if effect.name == name]


def adds_up(text: str) -> bool:
    """Whether having a lasting effect twice is more than having it once: only numbers add up."""
    return any(isinstance(arg, int) for arg in _read(text).args)


def effect_lasts(effect: Effect) -> bool:
    return HANDLERS[effect.name] in (_lasting, _speed_locked)


def effect_as_written(effect: Effect) -> str:
    """As the lists write it: to-be-hit(+1) is "to-be-hit(1)", a turn "rotates-each-turn(L@agony-1)"."""
    if not effect.args:
        return effect.name
    return f"{effect.name}({','.join(map(_spelled_arg, effect.args))})"


def _spelled_arg(arg: Any) -> str:
    return f"{arg[0]}@agony-{arg[1]}" if isinstance(arg, tuple) else str(arg)


@lru_cache(maxsize=1000)
def _read(text: str) -> Effect:
    return _glossary().effect(text)


@cache
def _glossary() -> Glossary:
    return Glossary({}, {id: entry.args for id, entry in data.effects().items()})


# ---------------------------------------------------------------- in words


def said(effects: Iterable[Effect]) -> str:
    """A line of a table for people: 'a model dies, d6 psychic damage'."""
    return ", ".join(filter(None, map(_say, effects))) or "nothing"


def in_full(effects: Iterable[Effect]) -> str:
    """The same with all conditions, which are not told where they are not met."""
    return ", ".join(_say(effect) or _condition(effect) for effect in effects) or "nothing"


def _condition(effect: Effect) -> str:
    if effect.name == "last-crew":
        return f"when the last of the crew dies: {in_full(effect.args)}"
    return data.effects()[effect.name].says


def said_of(text: str) -> str:
    """An effect that lasts, as it is written on the unit."""
    return _say(_read(text))


def _say(effect: Effect) -> str:
    entry = data.effects()[effect.name]
    if effect.name == "last-crew":
        return ""
    first = effect.args[0] if effect.args else None
    if isinstance(first, int | str | Roll):
        return _SAID.get(effect.name, f"{effect.name} {{}}").format(first)
    return _SAID.get(effect.name, entry.says)


_SAID = {
    "future": "+{} to future damage",
    "crew-future": "+{} to future crew damage",
    "kill": "{} killed",
    "kill-crew": "{} of the crew killed",
    "destroyed": "destroyed",
    "shaken": "shaken",
    "shaken-token": "{} more shaken",
    "psychic": "{} psychic damage",
    "critical": "{} on the critical table",
    "bleeding": "bleeding[{}]",
    "if-shaken-double-crew-roll": "",
    "amplify-bleeding-if-from-bleeding": "",
    "set-on-fire": "set on fire",
    "acid": "{} acid",
    "to-hit": "{} to hit",
    "to-be-hit": "+{} to be hit",
    "speed": "speed {}",
    "speed-locked": "speed {} only",
    "arc": "firing angle {}",
    "assault-dice": "assault dice {}",
    "deflection-dice": "deflection dice {}",
    "loses": "loses {}",
    "rotate": "turned by {} degrees",
    "passengers-damage": "{} damage to everyone aboard",
}
