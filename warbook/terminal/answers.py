"""What a person types, as the answer a question takes. What cannot be read is refused with what would do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import hypot
from typing import TypeVar

from warbook.board.geometry import Spot, bearing
from warbook.board.hextable import AnyTable, HexTable
from warbook.board.terrain import surfaces
from warbook.core.book import Group, Piece
from warbook.core.questions import Choose, Option, Refusal, Refused, Route, Way
from warbook.telling.places import degrees_of, terrain_named

Named = TypeVar("Named", bound=Piece | Group)

NEAR_ENOUGH = 0.75  # inches by which a spot that was typed may be missed
GO = 'type where to as "x y", with a height as "x y 3", "towards NAME", "face NAME", or "stay"'
PUT = 'type a spot as "x y", or with the height as "x y 3"'


def read_option(question: Choose, typed: str) -> str:
    """The option that was typed: its number, its id, or the beginning of its label."""
    return _accepted(question, find_option(question, typed))


def find_option(question: Choose, typed: str) -> Option:
    """The option meant, whether it may be taken or not."""
    options = list(question.options)
    if typed.isdecimal():
        if 1 <= int(typed) <= len(options):
            return options[int(typed) - 1]
        raise Refused(f"there is no option {typed}: type a number from 1 to {len(options)}")
    low = typed.lower()
    for found in (
        [option for option in options if low == option.id.lower()],
        [option for option in options if option.label.lower().startswith(low)],
        [option for option in options if option.label.lower().startswith(low) and option.barred is None],
        [option for option in options if low in option.label.lower()],
    ):
        if len(found) == 1:
            return found[0]
    raise Refused(f'"{typed}" is not one of the options: type a number from 1 to {len(options)}, or help')


def read_way(question: Route, typed: str, table: AnyTable, pieces: Sequence[Piece]) -> Way:
    """Where to go, be placed or turn to."""
    words, turned, facing_typed = " ".join(re.sub(r"[(),\"°]", " ", f"{typed} ").split()).partition("facing")
    words, low, here = words.strip(), words.strip().lower(), question.start
    facing = _facing(facing_typed.strip(), here, table, pieces) if turned else None
    if here is not None and low in ("stay", "here", ""):
        if not words and facing is None:
            raise Refused(GO)
        return Way((here,), facing)
    if here is not None and low.startswith("face "):
        return Way((here,), _facing(words[5:], here, table, pieces))
    for start in ("towards ", "toward ", "to "):
        if low.startswith(start):
            return Way(_towards(question, words[len(start) :], table, pieces), facing)
    numbers = words.split()
    if len(numbers) in (2, 3) and all(re.fullmatch(r"-?\d+(\.\d+)?", number) for number in numbers):
        return Way(_to(question, [float(number) for number in numbers], table), facing)
    raise Refused(GO if here is not None else PUT)


def one_named(among: Sequence[Named], typed: str) -> Named | None:
    """The one piece or group with this name, or with a name that begins so."""
    low = typed.lower()
    found = [each for each in among if each.name.lower() == low or each.id == low]
    found = found or [each for each in among if each.name.lower().startswith(low)]
    return found[0] if len(found) == 1 else None


def _accepted(question: Choose, option: Option) -> str:
    return question.accept(option.id)


def _facing(typed: str, here: Spot | None, table: AnyTable, pieces: Sequence[Piece]) -> float:
    degrees = degrees_of(typed)
    if degrees is not None:
        return degrees % 360.0
    goal = _goal(typed, table, pieces)
    if here is None:
        raise Refused("say the facing in degrees or as a point of the compass, such as 90 or north")
    return bearing(here, goal)


def _goal(typed: str, table: AnyTable, pieces: Sequence[Piece]) -> Spot:
    piece = one_named([piece for piece in pieces if piece.on_table], typed)
    if piece is not None:
        return Spot(piece.x, piece.y, piece.z)
    spot = terrain_named(table, typed) if typed else None
    if not typed:
        raise Refused("say who or what, or a point of the compass such as north")
    if spot is None:
        raise Refused(f'nobody and nothing on the table is called just "{typed}"')
    return spot


def _towards(question: Route, typed: str, table: AnyTable, pieces: Sequence[Piece]) -> tuple[Spot, ...]:
    goal = _goal(typed, table, pieces)
    path = question.path(goal.x, goal.y, goal.z) or question.path(goal.x, goal.y, None)
    if path is None or isinstance(question.judge(path), Refusal):
        raise Refused(f"there is no way towards {typed} from here", question.rule)
    return path


def _to(question: Route, typed: list[float], table: AnyTable) -> tuple[Spot, ...]:
    """The best path to a spot; without a height, on the level where it is cheapest."""
    x, y = typed[0], typed[1]
    if len(typed) == 3:
        levels = [typed[2]]
    elif isinstance(table, HexTable):
        levels = [0.0]
    else:
        levels = sorted({round(surface.level, 3) for surface in surfaces(table) if surface.spans(x, y)})
    found: list[tuple[float, tuple[Spot, ...]]] = []
    nearest: tuple[float, Spot] | None = None
    for level in levels:
        path = question.path(x, y, level)
        cost = Refusal("") if path is None else question.judge(path)
        if path is None or isinstance(cost, Refusal):
            continue
        end = path[-1]
        off = hypot(end.x - x, end.y - y) + abs(end.z - level)
        if off <= NEAR_ENOUGH:
            found.append((cost, path))
        elif nearest is None or off < nearest[0]:
            nearest = off, end
    if found:
        return min(found, key=lambda each: each[0])[1]
    raise _out_of_reach(question, Spot(x, y, levels[0]), nearest[1] if nearest else None)


def _out_of_reach(question: Route, spot: Spot, nearest: Spot | None) -> Refused:
    direct = (spot,) if question.start is None else (question.start, spot)
    verdict = question.judge(direct)
    why = verdict.words if isinstance(verdict, Refusal) else "there is no way there"
    rule = verdict.rule if isinstance(verdict, Refusal) else question.rule
    if nearest is not None:
        height = f" {nearest.z:.4g}" if nearest.z > 0.05 else ""
        why += f'; the nearest spot for it is "{nearest.x:.4g} {nearest.y:.4g}{height}"'
    return Refused(f"({spot.x:g}, {spot.y:g}): {why}", rule)
