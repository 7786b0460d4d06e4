"""What a person types, as the answer a question takes. What cannot be read is refused with what would do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import floor, hypot
from typing import TypeVar

from warbook.board.geometry import Spot, bearing, turn_between
from warbook.board.hextable import AnyTable, HexTable
from warbook.board.hulls import Leg
from warbook.board.terrain import surfaces
from warbook.core.book import Group, Piece
from warbook.core.cards import Card
from warbook.core.questions import Choose, Drive, Option, Refusal, Refused, Route, Way
from warbook.telling.places import degrees_of, terrain_named

Named = TypeVar("Named", bound=Piece | Group | Card)

NEAR_ENOUGH = 0.75  # inches by which a spot that was typed may be missed
GO = 'type where to as "x y", with a height as "x y 3", "towards NAME", "face NAME", or "stay"'
PUT = 'type a spot as "x y", or with the height as "x y 3"'
DRIVE = 'type where to as "x y" or "x y facing north", legs such as "ahead 2, left 45, ahead 1", or "stay"'
LEGS = {"left": 1, "right": -1, "ahead": 1, "back": -1}  # the words of a drive, and which way they count


def read_option(question: Choose, typed: str) -> str:
    """The option that was typed: its number, its id, or the beginning of its label."""
    return _accepted(question, find_option(question, typed))


def find_option(question: Choose, typed: str) -> Option:
    """The option meant, whether it may be taken or not. After its number its words may follow, as advice is
    told."""
    options = list(question.options)
    if typed.isdecimal():
        if 1 <= int(typed) <= len(options):
            return options[int(typed) - 1]
        raise Refused(f"there is no option {typed}: type a number from 1 to {len(options)}")
    low = typed.lower()
    for number, option in enumerate(options, 1):
        if low == f"{number}, {option.label.lower()}":
            return option
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
    words, turned, facing_typed = _tidy(typed).partition("facing")
    words, low, here = words.strip(), words.strip().lower(), question.start
    facing = _facing(facing_typed.strip(), here, table, pieces) if turned else None
    if here is not None and low in ("stay", "here", ""):
        if not words and facing is None:
            raise Refused(GO)
        return Way((here,), facing)
    if here is not None and low.startswith("face "):
        return Way((here,), _facing(words[5:], here, table, pieces))
    if goal := _after(words, TOWARDS):
        return Way(_towards(question, goal, table, pieces), facing)
    spot = _numbers(words)
    if spot is not None:
        return Way(_to(question, spot, table), facing)
    raise Refused(GO if here is not None else PUT)


def read_drive(question: Drive, typed: str, table: AnyTable, pieces: Sequence[Piece]) -> Way:
    """Where to drive, or how: to an end near a spot, or by legs in words. What advice says after its legs,
    where they lead, may be typed with them."""
    words, turned, facing_typed = _tidy(typed.partition(": ")[0]).partition("facing")
    words, low, here = words.strip(), words.strip().lower(), question.start
    if low in ("stay", "here"):
        return question.along(())
    if low.startswith("face "):
        goal = _facing(words[5:], here, table, pieces)
        return question.along((Leg(turn_between(question.heading, goal)),))
    if low.split(" ")[0] in LEGS and not turned:
        return question.along(_legs(low))
    facing = _facing(facing_typed.strip(), here, table, pieces) if turned else None
    if goal_typed := _after(words, TOWARDS):
        goal_spot = _goal(goal_typed, table, pieces)
        way = question.sought(goal_spot.x, goal_spot.y, None, facing)
        if isinstance(way, Refusal):
            raise Refused(f"there is no way towards {goal_typed} from here: {way.words}", way.rule)
        return way
    spot = _numbers(words)
    if spot is None:
        raise Refused(DRIVE)
    return _drive_to(question, spot, facing)


def leg_words(legs: Sequence[Leg]) -> str:
    """Legs as they would be typed. Inches are rounded down: a way up to a wall must not lead into it. A turn
    too small to be typed is none."""
    words = []
    for leg in legs:
        turns = abs(leg.turn) >= LEAST_TURN
        words += [f"{'left' if leg.turn > 0 else 'right'} {abs(leg.turn):.4g}"] if turns else []
        inches = floor(abs(leg.inches) * 1000 + 1e-6) / 1000
        words += [f"{'ahead' if leg.inches > 0 else 'back'} {inches:g}"] if inches else []
    return ", ".join(words) or "stay"


def one_named(among: Sequence[Named], typed: str) -> Named | None:
    """The one piece, group or card with this name, or with a name that begins so."""
    low = typed.lower()
    found = [each for each in among if each.name.lower() == low or each.id == low]
    found = found or [each for each in among if each.name.lower().startswith(low)]
    return found[0] if len(found) == 1 else None


TOWARDS = ("towards ", "toward ", "to ")
LEAST_TURN = 1e-3  # degrees


def _tidy(typed: str) -> str:
    return " ".join(re.sub(r"[(),\"°]", " ", f"{typed} ").split())


def _after(words: str, starts: Sequence[str]) -> str:
    """What comes after one of these beginnings, if it begins so."""
    return next((words[len(start) :] for start in starts if words.lower().startswith(start)), "")


def _numbers(words: str) -> list[float] | None:
    """Two or three numbers; None if it is anything else."""
    found = words.split()
    if len(found) in (2, 3) and all(re.fullmatch(r"-?\d+(\.\d+)?", number) for number in found):
        return [float(number) for number in found]
    return None


def _legs(words: str) -> tuple[Leg, ...]:
    """As in: left 45 ahead 6 back 2. A turn belongs to the straight stretch after it."""
    legs, turn, found = list[Leg](), 0.0, words.split()
    if len(found) % 2:
        raise Refused(f'every word of a drive has a number, such as "ahead 6": {DRIVE}')
    for word, number in zip(found[::2], found[1::2], strict=True):
        if word not in LEGS or not re.fullmatch(r"\d+(\.\d+)?", number):
            raise Refused(f'"{word} {number}" is no part of a drive: {DRIVE}')
        if word in ("left", "right"):
            turn += LEGS[word] * float(number)
        else:
            legs.append(Leg(turn, LEGS[word] * float(number)))
            turn = 0.0
    return (*legs, Leg(turn)) if turn else tuple(legs)


def _drive_to(question: Drive, spot: Sequence[float], facing: float | None) -> Way:
    """The way to the end nearest to a spot, if that is near enough."""
    x, y = spot[0], spot[1]
    way = question.sought(x, y, spot[2] if len(spot) == 3 else None, facing)
    if isinstance(way, Refusal):
        raise Refused(f"({x:g}, {y:g}): {way.words}", way.rule)
    end = way.path[-1]
    if hypot(end.x - x, end.y - y) > NEAR_ENOUGH:
        words = f'there is no way there; the nearest spot for it is "{end.x:.4g} {end.y:.4g}"'
        raise Refused(f"({x:g}, {y:g}): {words}", question.rule)
    return way


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
