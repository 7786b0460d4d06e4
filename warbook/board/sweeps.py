"""How far a hull can go straight on or turn on the spot before it meets a line or a disc: compiled, exact.

Touching is no meeting until the hull moves into what it touches: it may slide along a wall, and away from it.
"""

import math

import numpy as np

from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.shapes import TINY, point_square

# Columns of lines (their ends) and of discs; then those of a hull.
LX0, LY0, LX1, LY1 = range(4)
DX, DY, DISC_RADIUS = range(3)
HX, HY, HCOS, HSIN, HALF_LENGTH, HALF_WIDTH = range(6)

FULL = 2.0 * math.pi
CLOSE = 0.1  # inches by which what a hull cannot come to is out of its reach
SPARE = 1e-7  # radians by which a turn ends before the hull is in what it meets


@kernel
def straight(lines: Floats, discs: Floats, hull: Floats, inches: float, found: Floats) -> tuple[float, int]:
    """How many of the inches (backwards if negative) are free, and what stops the hull: the number of a line,
    of a disc after all lines, or -1. `found` is given how far each is away, infinite if it is not met."""
    way = 1.0 if inches >= 0.0 else -1.0
    best, cause = abs(inches), -1
    for i in range(len(lines)):
        u0, v0 = _frame(hull, lines[i, LX0], lines[i, LY0])
        u1, v1 = _frame(hull, lines[i, LX1], lines[i, LY1])
        away = _line_ahead(hull[HALF_LENGTH], hull[HALF_WIDTH], way * u0, v0, way * u1, v1)
        found[i] = away
        if away < best:
            best, cause = away, i
    for i in range(len(discs)):
        u, v = _frame(hull, discs[i, DX], discs[i, DY])
        away = _disc_ahead(hull[HALF_LENGTH], hull[HALF_WIDTH], way * u, v, discs[i, DISC_RADIUS])
        found[len(lines) + i] = away
        if away < best:
            best, cause = away, len(lines) + i
    return best, cause


@kernel
def pivot(lines: Floats, discs: Floats, hull: Floats, turn: float, found: Floats) -> tuple[float, int]:
    """How many radians of a turn about the middle (to the right if negative) are free, and what stops
    the hull: told as by `straight`."""
    way = 1.0 if turn >= 0.0 else -1.0
    best, cause = abs(turn), -1
    for i in range(len(lines)):
        u0, v0 = _frame(hull, lines[i, LX0], lines[i, LY0])
        u1, v1 = _frame(hull, lines[i, LX1], lines[i, LY1])
        away = max(0.0, _line_aside(hull[HALF_LENGTH], hull[HALF_WIDTH], u0, way * v0, u1, way * v1) - SPARE)
        found[i] = away
        if away < best:
            best, cause = away, i
    for i in range(len(discs)):
        u, v = _frame(hull, discs[i, DX], discs[i, DY])
        away = max(
            0.0, _disc_aside(hull[HALF_LENGTH], hull[HALF_WIDTH], u, way * v, discs[i, DISC_RADIUS]) - SPARE
        )
        found[len(lines) + i] = away
        if away < best:
            best, cause = away, len(lines) + i
    return best, cause


@kernel
def stoppers(lines: Floats, discs: Floats, hull: Floats, facing: float, ways: Floats) -> Ints:
    """What each of many ways (rows of turns in degrees, each with inches after it) runs into straight on,
    told as by `straight`; -1 if it is free, or stopped in a turn. `facing` is the hull's, in degrees."""
    found = np.full(len(ways), -1)
    of_lines, of_discs = _in_reach(lines, discs, hull, ways)
    known, lines, discs = len(lines), lines[of_lines], discs[of_discs]
    away = np.empty(len(lines) + len(discs))
    own = hull.copy()
    first, turns = 0.0, True  # the first turn that was looked at last, and whether there is room for it
    for n in range(len(ways)):
        own[HX], own[HY], at = hull[HX], hull[HY], facing
        for k in range(0, ways.shape[1], 2):
            turn, inches = ways[n, k], ways[n, k + 1]
            own[HCOS], own[HSIN] = math.cos(math.radians(at)), math.sin(math.radians(at))
            if turn != 0.0:
                if k > 0 or turn != first:
                    wanted = math.radians(turn)
                    room = pivot(lines, discs, own, wanted, away)[0] >= abs(wanted) - TINY
                    if k == 0:
                        first, turns = turn, room
                else:
                    room = turns
                if not room:
                    break
                at += turn
                own[HCOS], own[HSIN] = math.cos(math.radians(at)), math.sin(math.radians(at))
            free, cause = straight(lines, discs, own, inches, away)
            if cause >= 0 and free < abs(inches) - TINY:
                far = cause - len(lines)
                found[n] = of_lines[cause] if far < 0 else known + of_discs[far]
                break
            own[HX] += inches * own[HCOS]
            own[HY] += inches * own[HSIN]
    return found


@kernel
def _in_reach(lines: Floats, discs: Floats, hull: Floats, ways: Floats) -> tuple[Ints, Ints]:
    """Which of the lines and of the discs a hull could come to on the longest of the ways."""
    most, x, y = 0.0, hull[HX], hull[HY]
    for n in range(len(ways)):
        far = 0.0
        for k in range(1, ways.shape[1], 2):
            far += abs(ways[n, k])
        most = max(most, far)
    most += math.hypot(hull[HALF_LENGTH], hull[HALF_WIDTH]) + CLOSE
    of_lines, of_discs = np.empty(len(lines), np.int64), np.empty(len(discs), np.int64)
    near, round_ = 0, 0
    for i in range(len(lines)):
        if point_square(x, y, lines[i, LX0], lines[i, LY0], lines[i, LX1], lines[i, LY1]) < most * most:
            of_lines[near] = i
            near += 1
    for i in range(len(discs)):
        if math.hypot(discs[i, DX] - x, discs[i, DY] - y) - discs[i, DISC_RADIUS] < most:
            of_discs[round_] = i
            round_ += 1
    return of_lines[:near], of_discs[:round_]


@kernel
def overlapped(lines: Floats, discs: Floats, hull: Floats) -> bool:
    """Whether a hull lies on any of them already; touching is allowed."""
    for i in range(len(lines)):
        u0, v0 = _frame(hull, lines[i, LX0], lines[i, LY0])
        u1, v1 = _frame(hull, lines[i, LX1], lines[i, LY1])
        if _line_within(hull[HALF_LENGTH], hull[HALF_WIDTH], u0, v0, u1, v1):
            return True
    for i in range(len(discs)):
        u, v = _frame(hull, discs[i, DX], discs[i, DY])
        if _disc_within(hull[HALF_LENGTH], hull[HALF_WIDTH], u, v, discs[i, DISC_RADIUS]):
            return True
    return False


@kernel
def all_overlapped(lines: Floats, discs: Floats, hulls: Floats) -> Flags:
    """The same of many hulls, one in each row."""
    found = np.zeros(len(hulls), np.bool_)
    for i in range(len(hulls)):
        found[i] = overlapped(lines, discs, hulls[i])
    return found


@kernel
def strip_span(half: float, side: float, u0: float, v0: float, u1: float, v1: float) -> tuple[float, float]:
    """Between which two distances straight ahead a hull overlaps a line, in the hull's frame; empty if the
    second is not the larger."""
    wide = side - TINY
    s, t = 0.0, 1.0
    if abs(v1 - v0) < 1e-12:
        if abs(v0) >= wide:
            return 0.0, 0.0
    else:
        a, b = (-wide - v0) / (v1 - v0), (wide - v0) / (v1 - v0)
        s, t = max(s, min(a, b)), min(t, max(a, b))
        if s >= t:
            return 0.0, 0.0
    p, q = u0 + s * (u1 - u0), u0 + t * (u1 - u0)
    return min(p, q) - half, max(p, q) + half


@kernel
def strip_stretches(outline: Floats, hull: Floats, inches: float) -> tuple[Floats, Floats]:
    """The stretches of a straight leg (backwards if negative) on which a hull lies over some of an outline,
    given as its sides in order: where they begin and end. They may meet, and overlap."""
    way, free = 1.0 if inches >= 0.0 else -1.0, abs(inches)
    count = len(outline)
    begins, ends = np.empty(2 * count + 1), np.empty(2 * count + 1)
    found = 0
    for i in range(count):
        u0, v0 = _frame(hull, outline[i, LX0], outline[i, LY0])
        u1, v1 = _frame(hull, outline[i, LX1], outline[i, LY1])
        begin, end = strip_span(hull[HALF_LENGTH], hull[HALF_WIDTH], way * u0, v0, way * u1, v1)
        if begin < end and end > 0.0 and begin < free:
            begins[found], ends[found] = max(0.0, begin), min(free, end)
            found += 1
    # Between these the hull lies wholly inside, or wholly outside.
    order = np.argsort(begins[:found])
    reached, crossed = 0.0, found
    for k in range(crossed + 1):
        begin = begins[order[k]] if k < crossed else free
        if begin > reached and _covers(outline, hull, way * (reached + begin) / 2):
            begins[found], ends[found] = reached, begin
            found += 1
        if k < crossed:
            reached = max(reached, ends[order[k]])
    return begins[:found], ends[:found]


@kernel
def middle_stretches(outline: Floats, hull: Floats, inches: float) -> tuple[Floats, Floats]:
    """The stretches of a straight leg (backwards if negative) on which the middle of a hull lies inside an
    outline, given as its sides in order."""
    way, free = 1.0 if inches >= 0.0 else -1.0, abs(inches)
    count = len(outline)
    cuts = np.empty(count + 2)
    cuts[0], found = 0.0, 1
    for i in range(count):
        u0, v0 = _frame(hull, outline[i, LX0], outline[i, LY0])
        u1, v1 = _frame(hull, outline[i, LX1], outline[i, LY1])
        if (v0 > 0.0) != (v1 > 0.0):
            cut = way * (u0 + (u1 - u0) * v0 / (v0 - v1))
            if 0.0 < cut < free:
                cuts[found] = cut
                found += 1
    cuts[found] = free
    cuts = np.sort(cuts[: found + 1])
    begins, ends = np.empty(found), np.empty(found)
    inside = 0
    for k in range(found):
        if cuts[k] < cuts[k + 1] and _covers(outline, hull, way * (cuts[k] + cuts[k + 1]) / 2):
            begins[inside], ends[inside] = cuts[k], cuts[k + 1]
            inside += 1
    return begins[:inside], ends[:inside]


@kernel
def _covers(outline: Floats, hull: Floats, ahead: float) -> bool:
    """Whether a point so far ahead of the middle of a hull lies inside an outline."""
    x, y = hull[HX] + ahead * hull[HCOS], hull[HY] + ahead * hull[HSIN]
    inside = False
    for i in range(len(outline)):
        x0, y0, x1, y1 = outline[i]
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


@kernel
def _frame(hull: Floats, x: float, y: float) -> tuple[float, float]:
    dx, dy = x - hull[HX], y - hull[HY]
    return dx * hull[HCOS] + dy * hull[HSIN], dy * hull[HCOS] - dx * hull[HSIN]


@kernel
def _line_within(half: float, side: float, u0: float, v0: float, u1: float, v1: float) -> bool:
    near, far = strip_span(half - TINY, side, u0, v0, u1, v1)
    return near < far and near < 0.0 < far


@kernel
def _disc_within(half: float, side: float, u: float, v: float, radius: float) -> bool:
    ahead, aside = max(0.0, abs(u) - half), max(0.0, abs(v) - side)
    return bool(ahead * ahead + aside * aside < (radius - TINY) ** 2 and radius > TINY)


@kernel
def _line_ahead(half: float, side: float, u0: float, v0: float, u1: float, v1: float) -> float:
    near, far = strip_span(half, side, u0, v0, u1, v1)
    if far <= near or far <= TINY:
        return np.inf
    return max(0.0, near)


@kernel
def _disc_ahead(half: float, side: float, u: float, v: float, radius: float) -> float:
    aside = max(0.0, abs(v) - side)
    if aside >= radius - TINY:
        return np.inf
    reach = math.sqrt(radius * radius - aside * aside)
    if u + reach + half <= TINY:
        return np.inf
    return max(0.0, u - reach - half)


@kernel
def _line_aside(half: float, side: float, u0: float, v0: float, u1: float, v1: float) -> float:
    """The first turn to the left at which the hull would move into the line."""
    long, broad = half - TINY, side - TINY
    if _line_within(half, side, u0, v0, u1, v1):
        return 0.0
    best = np.inf
    # An end of the line comes upon a side of the hull.
    for k in range(2):
        u, v = (u0, v0) if k == 0 else (u1, v1)
        best = min(best, _point_aside(long, broad, u, v))
    # A corner of the hull comes upon the line.
    dx, dy = u1 - u0, v1 - v0
    square = dx * dx + dy * dy
    if square > 0.0:
        reach = long * long + broad * broad
        along = -(u0 * dx + v0 * dy) / square
        off = (u0 + along * dx) ** 2 + (v0 + along * dy) ** 2
        if off < reach:
            spread = math.sqrt((reach - off) / square)
            for k in range(2):
                t = along - spread if k == 0 else along + spread
                if 0.0 <= t <= 1.0:
                    at = math.atan2(v0 + t * dy, u0 + t * dx)
                    for n in range(4):
                        corner = math.atan2(broad if n < 2 else -broad, long if n % 2 == 0 else -long)
                        best = min(best, (at - corner) % FULL)
    return best


@kernel
def _point_aside(long: float, broad: float, u: float, v: float) -> float:
    """The first turn to the left at which a point comes upon a side of the box."""
    away = math.sqrt(u * u + v * v)
    best = np.inf
    if away * away >= long * long + broad * broad:
        return best
    at = math.atan2(v, u)
    if away > long:
        turn = math.acos(long / away)
        best = min(best, (at - turn) % FULL, (at + turn) % FULL)
        best = min(best, (at - math.pi - turn) % FULL, (at - math.pi + turn) % FULL)
    if away > broad:
        turn = math.asin(broad / away)
        best = min(best, (at - turn) % FULL, (at + turn) % FULL)
        best = min(best, (at - math.pi - turn) % FULL, (at - math.pi + turn) % FULL)
    return best


@kernel
def _disc_aside(half: float, side: float, u: float, v: float, radius: float) -> float:
    """The first turn to the left at which the hull would move into the disc."""
    rim = radius - TINY
    if _disc_within(half, side, u, v, radius):
        return 0.0
    away, at = math.sqrt(u * u + v * v), math.atan2(v, u)
    best = np.inf
    if away > half + rim:
        turn = math.acos((half + rim) / away)
        if away * math.sin(turn) <= side:
            best = min(best, (at - turn) % FULL, (at + turn) % FULL)
            best = min(best, (at - math.pi - turn) % FULL, (at - math.pi + turn) % FULL)
    if away > side + rim:
        turn = math.asin((side + rim) / away)
        if away * math.cos(turn) <= half:
            best = min(best, (at - turn) % FULL, (at + turn) % FULL)
            best = min(best, (at - math.pi - turn) % FULL, (at - math.pi + turn) % FULL)
    reach = math.sqrt(half * half + side * side)
    cosine = (reach * reach + away * away - rim * rim) / (2.0 * reach * away) if away > 0.0 else 2.0
    if abs(cosine) < 1.0:
        turn = math.acos(cosine)
        for n in range(4):
            corner = math.atan2(side if n < 2 else -side, half if n % 2 == 0 else -half)
            for k in range(2):
                to = corner + (turn if k == 0 else -turn)
                if abs(away * math.cos(to)) >= half and abs(away * math.sin(to)) >= side:
                    best = min(best, (at - to) % FULL)
    return best
