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
Counters: loot (x,y), smoke (x,y) r=, dud (x,y) weapon=. Terrain is written as in tests/kit/tables.py.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tests.kit.position import Turning
from tests.kit.tables import fields, laid_out, points, side_of, why
from warbook import load_book
from warbook.books.necromunda.data import fighter_types
from warbook.books.necromunda.state import Battle, Fighter, Gang, Rulings, Scenario, Setup, Token
from warbook.core.questions import Refused

STATES = ("pinned", "down", "broken", "hidden", "overwatch", "webbed", "comatose", "shot", "lost_turn")
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
    field, pieces = laid_out(text, size)
    for words, piece in pieces:
        if words[0] in TOKENS:
            tokens.append(_token(words, piece, len(tokens) + 1))
        else:
            fighters.append(_fighter(words, piece))
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


def _fighter(words: list[str], piece: str) -> Fighter:
    kind = fighter_types()[words[0]]
    name = words[1]
    x, y, *z = points(piece)[0]
    fighter = Fighter(
        id=name,
        name=name,
        side=side_of(name),
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
    x, y, *z = points(piece)[0]
    given = fields(words)
    radius = float(given.get("r", 0.4))
    return Token(f"t{number}", words[0], x, y, z[0] if z else 0.0, radius, given.get("weapon", ""))  # type: ignore[arg-type]


__all__ = ["Position", "Refused", "table", "why"]
