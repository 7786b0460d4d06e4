"""Positions in a few lines of text, so that a test of a rule is a position, dice, answers and a result.

    game = table('''
        ganger A (10,10) autogun          juve x (16,10) stub_gun pinned
        wall   (13,8) (13,12) h=1
    ''', phase="shoot")
    game.play(a("A"), a("x"), dice="6 4 5")      # answers of a and b in order; faces in the order thrown
    assert game["x"].down

Fighters with a capital name are side a, others side b; their ids are their names. After the place come
weapons, then states (pinned, down, broken, hidden, overwatch, webbed), numbers of the profile (BS=4), and
fields of the fighter (flesh=1, facing=90, moved=walked, armour=flak, gear=mono_sight). Fighters of side a
face east and those of side b west unless told otherwise.
Terrain: wall, door (x,y) (x,y) h=, base=; block, floor and area (x,y) (x,y) as two corners, or as three and
more points of an outline, with h=, level=, base=, roof=no, ground=, shelter=; ladder (x,y) (x,y) h=, bottom=.
Counters: loot (x,y), smoke (x,y) r=, dud (x,y) weapon=.
Two or more blanks, or a line break, end a piece.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from tests.kit.position import Turning
from warbook import load_book
from warbook.board.terrain import Area, Block, Floor, Ladder, Table, Wall
from warbook.books.necromunda.data import fighter_types
from warbook.books.necromunda.state import Battle, Fighter, Gang, Rulings, Scenario, Setup, Token
from warbook.core.questions import Refusal, Refused

STATES = ("pinned", "down", "broken", "hidden", "overwatch", "webbed", "comatose", "shot", "lost_turn")
TERRAIN = ("wall", "door", "block", "floor", "area", "ladder")
TOKENS = ("loot", "smoke", "dud")


class Position(Turning[Battle]):
    """A battle at a chosen point of a turn."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(load_book("necromunda"), battle)

    def __getitem__(self, name: str) -> Fighter:
        return self.battle.fighter(name)


def table(
    text: str,
    phase: str = "move",
    side: str = "a",
    size: tuple[float, float] = (48.0, 48.0),
    turn: int = 1,
    began: dict[str, int] | None = None,
    scenario: dict[str, Any] | None = None,
    **rulings: Any,
) -> Position:
    """A position between people, who measure nothing beforehand unless told otherwise. `began` says how many
    each gang began with, where that is not the number placed; `scenario` gives fields of the scenario (loot,
    turn_limit, ...)."""
    fighters: list[Fighter] = []
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
        else:
            fighters.append(_fighter(words, piece))
    field = Table("test", *size, **{name: tuple(items) for name, items in terrain.items()})  # type: ignore[arg-type]
    assert not field.check(), field.check()
    setting = Scenario("test", "Test", "A position.", field, **(scenario or {}))
    gangs = (Gang("a", "Capitals", ()), Gang("b", "Smalls", ()))
    setup = Setup(setting, gangs, msgspec.convert({"premeasure": False, **rulings}, Rulings))
    battle = Battle(
        setup=setup,
        fighters=fighters,
        tokens=tokens,
        began=began or {s: sum(f.side == s for f in fighters) for s in ("a", "b")},
        edges={"a": "south", "b": "north"},
        turn=turn,
        side=side,
        phase=phase,  # type: ignore[arg-type]
        first="a",
    )
    return Position(battle)


def why(refusal: Refusal | None) -> Refusal:
    """The refusal that there must be."""
    assert refusal is not None, "this is allowed"
    return refusal


def _numbers(text: str) -> list[tuple[float, ...]]:
    return [tuple(float(part) for part in group.split(",")) for group in re.findall(r"\(([^)]*)\)", text)]


def _fighter(words: list[str], piece: str) -> Fighter:
    kind = fighter_types()[words[0]]
    name = words[1]
    x, y, *z = _numbers(piece)[0]
    fighter = Fighter(
        id=name,
        name=name,
        side="a" if name[0].isupper() else "b",
        kind=words[0],
        profile=kind.profile,
        weapons=(),
        armour="",
        gear=(),
        wounds=kind.profile.W,
        x=x,
        y=y,
        z=z[0] if z else 0.0,
        facing=0.0 if name[0].isupper() else 180.0,
        place="table",
    )
    for word in words[3:]:
        key, _, value = word.partition("=")
        if word in STATES:
            setattr(fighter, word, True)
        elif not value:
            fighter.weapons = (*fighter.weapons, word)
        elif key in kind.profile.__struct_fields__:
            fighter.profile = msgspec.structs.replace(fighter.profile, **{key: int(value)})
            fighter.wounds = fighter.profile.W
        elif key == "gear":
            fighter.gear = tuple(value.split("+"))
        elif key in ("facing", "went"):
            setattr(fighter, key, float(value))
        else:
            setattr(fighter, key, int(value) if value.isdigit() else value)
    return fighter


def _token(words: list[str], piece: str, number: int) -> Token:
    x, y, *z = _numbers(piece)[0]
    given = dict(word.split("=") for word in words if "=" in word)
    radius = float(given.get("r", 0.4))
    return Token(f"t{number}", words[0], x, y, z[0] if z else 0.0, radius, given.get("weapon", ""))  # type: ignore[arg-type]


def _terrain(terrain: dict[str, list[Any]], words: list[str], piece: str) -> None:
    kind, points = words[0], _numbers(piece)
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
