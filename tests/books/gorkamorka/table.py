"""Positions in a few lines of text, so that a test of a rule is a position, dice, answers and a result.

    game = table('''
        ork_boy A (10,10) shoota          grot_rebel x (16,10) slugga pinned
        ork_trukk T (20,20) facing=90 moved=gas weapon=linked_shoota
        ork_spanner D in T driver         ork_boy E in T
        wall (13,8) (13,12) h=1
    ''', phase="shoot")
    game.play(a("A"), a("x"), dice="6 4 5")      # answers in order; faces in the order thrown
    assert game["x"].down and game.ride("T").moved

Pieces with a capital name are side a, others side b, unless side=c says otherwise; their ids are their names.
Fighters: after the place, (x,y) or (x,y,z) or `in` a vehicle, come weapons, armour, skills, psychology (fear,
terror, stupidity, frenzy), states (pinned, down, burning ...), the post aboard (driver, gunner; others are
crew), numbers of the profile (bs=4), and fields of the warrior (flesh=1, facing=90, moved=walked). Vehicles:
gubbinz, states (immobilised, destroyed ...) and fields. Pieces of side a face east, others west.
Markers: scrap, lair, carcass (x,y); bomb (x,y) weapon=. Terrain is written as in tests/kit/tables.py.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tests.kit.position import Turning
from tests.kit.tables import fields, laid_out, points, side_of, why
from warbook import load_book
from warbook.books.gorkamorka.mob.data import armour, fighters, gubbinz, skills, skills_of, vehicles, weapons
from warbook.books.gorkamorka.mob.written import Mob
from warbook.books.gorkamorka.rulings import Rulings
from warbook.books.gorkamorka.scenario import Scenario
from warbook.books.gorkamorka.state import SIDES, Battle, Setup, Token, Vehicle, Warrior
from warbook.core.questions import Refused

TOKENS = ("scrap", "bomb", "lair", "carcass")
TRAITS = ("fear", "terror", "stupidity", "frenzy")
NUMBERS = ("x", "y", "z", "facing", "went")
EDGES = ("south", "north", "west", "east")


class Position(Turning[Battle]):
    """A battle at a chosen point of a turn."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(load_book("gorkamorka"), battle)

    def __getitem__(self, name: str) -> Warrior:
        return self.battle.warrior(name)

    def ride(self, name: str) -> Vehicle:
        return self.battle.vehicle(name)


def table(
    text: str,
    phase: str = "move",
    side: str = "a",
    size: tuple[float, float] = (48.0, 48.0),
    turn: int = 1,
    sides: int = 2,
    began: dict[str, int] | None = None,
    scenario: dict[str, Any] | None = None,
    **rulings: Any,
) -> Position:
    """A position between people, who measure nothing beforehand unless told otherwise. `began` says how many
    models each mob began with, where that is not the number placed; `scenario` gives fields of it."""
    warriors: list[Warrior] = []
    rides: list[Vehicle] = []
    tokens: list[Token] = []
    field, pieces = laid_out(text, size)
    for words, piece in pieces:
        if words[0] in TOKENS:
            tokens.append(_token(words, piece, len(tokens) + 1))
        elif words[0] in vehicles():
            rides.append(_vehicle(words, piece))
        else:
            warriors.append(_warrior(words, piece, rides))
    setting = Scenario("test", "Test", "A position.", field, **(scenario or {}))
    for warrior in warriors:
        warrior.spectator |= setting.derby and warrior.on_foot
    mobs = tuple(Mob(f"Mob {each}", "orks", id=each) for each in SIDES[:sides])
    setup = Setup(setting, mobs, msgspec.convert({"premeasuring": False, **rulings}, Rulings))
    models: list[Warrior | Vehicle] = [*warriors, *rides]
    battle = Battle(
        setup=setup,
        warriors=warriors,
        vehicles=rides,
        tokens=tokens,
        began=began or {s: sum(model.side == s for model in models) for s in SIDES[:sides]},
        edges=dict(zip(SIDES[:sides], EDGES, strict=False)),
        order=[*SIDES[:sides]],
        turn=turn,
        side=side,
        phase=phase,  # type: ignore[arg-type]
    )
    return Position(battle)


def _vehicle(words: list[str], piece: str) -> Vehicle:
    name = words[1]
    x, y = points(piece)[0]
    ride = Vehicle(name, name, side_of(name), words[0], x=x, y=y, place="table")
    ride.facing = 0.0 if ride.side == "a" else 180.0
    for word in words[3:]:
        key, _, value = word.partition("=")
        if word in gubbinz():
            ride.gubbinz = (*ride.gubbinz, word)
        elif not value:
            setattr(ride, word, _flag(ride, word))
        elif key == "burning":
            ride.burning = tuple(int(number) for number in value.split("+"))
        else:
            setattr(ride, key, _value(key, value))
    return ride


def _warrior(words: list[str], piece: str, rides: list[Vehicle]) -> Warrior:
    kind, name = fighters()[words[0]], words[1]
    warrior = Warrior(
        id=name,
        name=name,
        side=side_of(name),
        kind=words[0],
        profile=kind.profile,
        weapons=(),
        armour=(),
        skills=skills_of(()),
        wounds=kind.profile.w,
        place="table",
        facing=0.0 if name[0].isupper() else 180.0,
    )
    rest = words[3:]
    if words[2] == "in":
        warrior.aboard, rest = words[3], words[4:]
        warrior.station = "crew"
    else:
        x, y, *z = points(piece)[0]
        warrior.x, warrior.y, warrior.z = x, y, z[0] if z else 0.0
    learnt: list[str] = []
    for word in rest:
        key, _, value = word.partition("=")
        if word in ("driver", "gunner", "crew"):
            warrior.station = word  # type: ignore[assignment]
            ride = next(each for each in rides if each.id == warrior.aboard)
            if word != "crew":
                setattr(ride, word, name)
        elif word in weapons() and weapons()[word].kind != "event":
            warrior.weapons = (*warrior.weapons, word)
        elif word in armour():
            warrior.armour = (*warrior.armour, word)
        elif word in skills():
            learnt.append(word)
        elif word in TRAITS:
            warrior.traits = (*warrior.traits, word)  # type: ignore[arg-type]
            warrior.frenzied |= word == "frenzy"
        elif not value:
            setattr(warrior, word, _flag(warrior, word))
        elif key in kind.profile.__struct_fields__:
            warrior.profile = msgspec.structs.replace(warrior.profile, **{key: int(value)})
            warrior.wounds = warrior.profile.w
        elif key in ("hates", "fighting", "empty", "thrown", "half_ws", "terrified_of"):
            setattr(warrior, key, tuple(value.split("+")))
        else:
            setattr(warrior, key, _value(key, value))
    if warrior.aboard and not any(ride.id == warrior.aboard and ride.side == warrior.side for ride in rides):
        warrior.station = ""
    warrior.skills = skills_of(tuple(learnt))
    return warrior


def _flag(piece: Warrior | Vehicle, word: str) -> bool:
    assert isinstance(getattr(piece, word), bool), f"{word} is no state of a {type(piece).__name__}"
    return True


def _value(key: str, value: str) -> Any:
    if key in NUMBERS:
        return float(value)
    return int(value) if value.isdigit() else value


def _token(words: list[str], piece: str, number: int) -> Token:
    x, y, *z = points(piece)[0]
    given = fields(words)
    return Token(f"t{number}", words[0], x, y, z[0] if z else 0.0, given.get("weapon", ""))  # type: ignore[arg-type]


__all__ = ["Position", "Refused", "table", "why"]
