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
Terrain: wall, door (x,y) (x,y) h=, base=; block, floor and area (x,y) (x,y) as two corners, or as three and
more points of an outline, with h=, level=, base=, roof=no, ground=, shelter=; ladder (x,y) (x,y) h=, bottom=.
Markers: scrap, lair, carcass (x,y); bomb (x,y) weapon=.
Two or more blanks, or a line break, end a piece.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from tests.kit.position import Turning
from warbook import load_book
from warbook.board.terrain import Area, Block, Floor, Ladder, Table, Wall
from warbook.books.gorkamorka.mob.data import armour, fighters, gubbinz, skills, skills_of, vehicles, weapons
from warbook.books.gorkamorka.mob.written import Mob
from warbook.books.gorkamorka.rulings import Rulings
from warbook.books.gorkamorka.scenario import Scenario
from warbook.books.gorkamorka.state import SIDES, Battle, Setup, Token, Vehicle, Warrior
from warbook.core.questions import Refusal, Refused

TERRAIN = ("wall", "door", "block", "floor", "area", "ladder")
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
    terrain: dict[str, list[Any]] = {"areas": [], "blocks": [], "floors": [], "walls": [], "ladders": []}
    for piece in re.split(r"\n|\s{2,}", text):
        words = piece.split()
        if not words:
            continue
        if words[0] in TERRAIN:
            _terrain(terrain, words, piece)
        elif words[0] in TOKENS:
            tokens.append(_token(words, piece, len(tokens) + 1))
        elif words[0] in vehicles():
            rides.append(_vehicle(words, piece))
        else:
            warriors.append(_warrior(words, piece, rides))
    field = Table("test", *size, **{name: tuple(items) for name, items in terrain.items()})  # type: ignore[arg-type]
    assert not field.check(), field.check()
    setting = Scenario("test", "Test", "A position.", field, **(scenario or {}))
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


def why(refusal: Refusal | None) -> Refusal:
    """The refusal that there must be."""
    assert refusal is not None, "this is allowed"
    return refusal


def _points(text: str) -> list[tuple[float, ...]]:
    return [tuple(float(part) for part in group.split(",")) for group in re.findall(r"\(([^)]*)\)", text)]


def _side(name: str) -> str:
    return "a" if name[0].isupper() else "b"


def _vehicle(words: list[str], piece: str) -> Vehicle:
    name = words[1]
    x, y = _points(piece)[0]
    ride = Vehicle(name, name, _side(name), words[0], x=x, y=y, place="table")
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
        side=_side(name),
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
        x, y, *z = _points(piece)[0]
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
        elif key in ("hates", "fighting", "empty", "thrown"):
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
    x, y, *z = _points(piece)[0]
    given = dict(word.split("=") for word in words if "=" in word)
    return Token(f"t{number}", words[0], x, y, z[0] if z else 0.0, given.get("weapon", ""))  # type: ignore[arg-type]


def _terrain(terrain: dict[str, list[Any]], words: list[str], piece: str) -> None:
    kind, points = words[0], _points(piece)
    given = dict(word.split("=") for word in words if "=" in word)
    name = given.pop("name", kind)
    height = float(given.pop("h", 3.0))
    number = {
        key: float(value) for key, value in given.items() if key in ("base", "bottom", "level", "shelter")
    }
    if kind in ("wall", "door"):
        terrain["walls"].append(Wall(name, tuple(points), height, number.get("base", 0.0), kind == "door"))  # type: ignore[arg-type]
        return
    if kind == "ladder":
        foot, top = points
        terrain["ladders"].append(Ladder(foot, top, height, name, number.get("bottom", 0.0)))  # type: ignore[arg-type]
        return
    corners = tuple(points) if len(points) > 2 else _rectangle(*points)
    if kind == "block":
        terrain["blocks"].append(
            Block(name, corners, height, number.get("base", 0.0), given.get("roof") != "no")  # type: ignore[arg-type]
        )
    elif kind == "floor":
        terrain["floors"].append(Floor(name, corners, number["level"]))  # type: ignore[arg-type]
    else:
        terrain["areas"].append(Area(name, corners, given.get("ground", "open"), **number))  # type: ignore[arg-type]


def _rectangle(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[tuple[float, ...], ...]:
    (x0, y0), (x1, y1) = one, other
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


__all__ = ["Position", "Refused", "table", "why"]
