"""The compiled search for shortest ways through the net of legs."""

from typing import NamedTuple, TypeAlias

import numpy as np

from warbook.board.bodies import (
    HEADROOM,
    KEEP,
    core_square,
    level_with,
    off_leg,
    overlaps,
    passed_by,
    point_core_square,
)
from warbook.board.kernel import Flags, Floats, Ints, kernel
from warbook.board.land import (
    DIFFICULT,
    FREE,
    LEAP_WALL,
    OPEN,
    TOLD,
    VERY_DIFFICULT,
    Desk,
    Land,
    Place,
    Sheets,
    desk_for,
    neighbourhood,
)
from warbook.board.legs import fits, leg, levels
from warbook.board.net import (
    NEAR,
    SPACING,
    Mesh,
    MeshSheets,
    NetSheets,
    Priced,
    cell_by,
    far_apart,
    flat_between,
    node_at,
    spent,
)
from warbook.board.shapes import DOOR, TINY, WALL_BASE, WALL_TOP, X0, X1, Y0, Y1, beside
from warbook.board.terrain import SAME_LEVEL


class Notes(NamedTuple):
    """Blank pages for a search, as long as there are nodes.

    By node: the least cost so far, and its place in the queue, the row it is reached from, its room. Then the
    queue, the nodes written about, and by row the node, its cost, and the row it is reached from.
    """

    best: Floats
    state: Ints
    queue: Ints
    touched: Ints
    order: Ints
    cost: Floats
    source: Ints


# The same as they are handed over from outside (`land.Sheets`).
NotesSheets: TypeAlias = tuple[Floats, Ints, Ints, Ints, Ints, Floats, Ints]

PLACE, SOURCE, ROOM = range(3)
UNKNOWN, CLEAR, CLOSE, TAKEN = range(4)


def blank_notes(nodes: int) -> Notes:
    """Notes as a search needs and leaves them: infinite costs, zeros."""
    return Notes(
        np.full(nodes, np.inf),
        np.zeros((nodes, 3), np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes),
        np.zeros(nodes, np.int64),
    )


@kernel
def search(
    land: Sheets,
    mesh: MeshSheets,
    net: NetSheets,
    notes: NotesSheets,
    patches: Floats,
    blockers: Floats,
    start: Place,
    loose: bool,
    price: Floats,
    limit: float,
    goal: Place,
    around: float,
) -> tuple[Ints, Floats, Ints]:
    """The nodes reached within the limit in order of cost, their costs, and the row each is reached from.

    Only nodes from which one can still come within `around` inches of the goal at that limit are looked at;
    an infinite `around` looks everywhere. Once the goal itself is reached, nodes are looked at only as far as
    one of them might lead there at less cost (`_enough`).

    Dijkstra, except that a node taken is first joined straight to where its source was reached from, if
    that leg is free and cheaper: so ways bend only at obstacles. Row -1 is the start. `price`, by which the
    net is priced, is the cost of an inch on open, difficult and very difficult ground, of a leap and of an
    inch climbed in it. Legs of the net that come near `patches`, areas of which the net does not know, are
    judged anew.
    """
    mesh, net, notes = Mesh(*mesh), Priced(*net), Notes(*notes)
    land = neighbourhood(Land(*land), start, limit)
    blockers = _in_reach(blockers, start, limit)
    nodes = mesh.nodes
    first, to, costs = net.first, net.to, net.costs
    best, state = notes.best, notes.state
    desk = desk_for(land)
    told = desk.told
    heap, touched = notes.queue, notes.touched
    order, cost, source = notes.order, notes.cost, notes.source
    size, seen, count = 0, 0, 0
    # A node beyond the limit may come within it when joined straight.
    slack, arrival = limit + 0.15, np.inf
    climb = max(land.frame[LEAP_WALL], SPACING) + SAME_LEVEL
    inch = min(price[OPEN], price[DIFFICULT], price[VERY_DIFFICULT])
    nobody = np.empty((0, 9))

    for way in range(26):
        if way < 25:
            begin, end = cell_by(mesh, start, way % 5 - 2, way // 5 - 2)
        else:
            begin, end = mesh.lattice, len(nodes)
        for v in range(begin, end):
            b = node_at(nodes, v)
            if abs(b[2] - start[2]) > climb or far_apart(start, b):
                continue
            if leg(land, blockers, start, b, loose, desk) != FREE:
                continue
            if spent(told, price) + inch * max(0.0, flat_between(b, goal) - around) > slack:
                continue
            touched[seen] = v
            seen += 1
            state[v, SOURCE], state[v, ROOM] = -1, _room(blockers, b)
            size = _push(heap, best, state, size, v, spent(told, price))

    while size:
        u = heap[0]
        size = _pop(heap, best, state, size)
        state[u, PLACE] = -1
        a = node_at(nodes, u)
        parent = state[u, SOURCE]
        if parent >= 0:
            elder = source[parent]
            origin = start if elder < 0 else node_at(nodes, order[elder])
            before = 0.0 if elder < 0 else cost[elder]
            if (
                before + price[OPEN] * flat_between(origin, a) < best[u] - 1e-9
                and leg(land, blockers, origin, a, loose and elder < 0, desk) == FREE
                and before + spent(told, price) < best[u]
            ):
                best[u] = before + spent(told, price)
                parent = elder
        if best[u] > limit:
            continue
        if (
            around <= SPACING
            and not far_apart(a, goal)
            and best[u] + price[OPEN] * flat_between(a, goal) < arrival
            and leg(land, blockers, a, goal, False, desk) == FREE
        ):
            arrival = min(arrival, best[u] + spent(told, price))
            limit = min(limit, _enough(land, price, arrival))
            slack = limit + 0.15
        order[count], cost[count], source[count] = u, best[u], parent
        for k in range(first[u], first[u + 1]):
            v = to[k]
            if state[v, PLACE] == -1:
                continue
            if len(patches) and _patched(patches, a, node_at(nodes, v)):
                if leg(land, nobody, a, node_at(nodes, v), False, desk) != FREE:
                    continue
                total = best[u] + spent(told, price)
            else:
                total = best[u] + costs[k]
            if total > slack or total >= best[v]:
                continue
            if total + inch * max(0.0, flat_between(node_at(nodes, v), goal) - around) > slack:
                continue
            if state[v, ROOM] == UNKNOWN:
                touched[seen] = v
                seen += 1
                state[v, ROOM] = _room(blockers, node_at(nodes, v))
            if state[v, ROOM] == TAKEN:
                continue
            if (state[u, ROOM] == CLOSE or state[v, ROOM] == CLOSE) and _met(blockers, a, node_at(nodes, v)):
                continue
            state[v, SOURCE] = count
            size = _push(heap, best, state, size, v, total)
        count += 1

    for k in range(seen):
        v = touched[k]
        best[v] = np.inf
        state[v, PLACE], state[v, SOURCE], state[v, ROOM] = 0, 0, UNKNOWN
    return order[:count].copy(), cost[:count].copy(), source[:count].copy()


@kernel
def _enough(land: Land, price: Floats, arrival: float) -> float:
    """What a node by a goal that is reached at such a cost may cost and still show a cheaper way: that of a
    node before it, which `arrive` joins straight to the goal. The net's ways are a little longer than
    straight ones, and from the goal it is up to `NEAR` either way to the node."""
    dearest = price[OPEN]
    if len(land.areas):
        dearest = max(price[OPEN], price[DIFFICULT], price[VERY_DIFFICULT])
    return float(1.05 * arrival + 2 * NEAR * dearest)


@kernel
def spread(mesh: MeshSheets, net: NetSheets, notes: NotesSheets, starts: Floats, ladder: float) -> Floats:
    """What it costs to come to every node from the nearest of some places, by legs of the net alone and past
    nobody; infinite where none leads. Legs straight up and down are those of ladders: an inch of them costs
    so much more."""
    mesh, net, notes = Mesh(*mesh), Priced(*net), Notes(*notes)
    nodes, best, state, heap = mesh.nodes, notes.best, notes.state, notes.queue
    size = 0
    for s in range(len(starts)):
        a = node_at(starts, s)
        for way in range(25):
            begin, end = cell_by(mesh, a, way % 5 - 2, way // 5 - 2)
            for v in range(begin, end):
                b = node_at(nodes, v)
                if abs(a[2] - b[2]) <= SAME_LEVEL and flat_between(a, b) < best[v]:
                    size = _push(heap, best, state, size, v, flat_between(a, b))
    while size:
        u = heap[0]
        size = _pop(heap, best, state, size)
        state[u, PLACE] = -1
        for k in range(net.first[u], net.first[u + 1]):
            v, total = net.to[k], best[u] + net.costs[k]
            if total >= best[v] or state[v, PLACE] == -1:
                continue
            if flat_between(node_at(nodes, u), node_at(nodes, v)) < TINY:
                total += ladder * abs(nodes[u, 2] - nodes[v, 2])
            if total < best[v]:
                size = _push(heap, best, state, size, v, total)
    found = best.copy()
    best[:] = np.inf
    state[:, PLACE] = 0
    return found


@kernel
def arrive(
    land: Sheets,
    nodes: Floats,
    order: Ints,
    cost: Floats,
    source: Ints,
    blockers: Floats,
    start: Place,
    loose: bool,
    price: Floats,
    goals: Floats,
) -> tuple[Floats, Ints]:
    """For each goal off the net the least cost and the row from which to go straight there (-2: no way)."""
    land = Land(*land)
    desk = desk_for(land)
    told = desk.told
    least, rows = np.full(len(goals), np.inf), np.full(len(goals), -2)
    for g in range(len(goals)):
        goal = node_at(goals, g)
        if leg(land, blockers, start, goal, loose, desk) == FREE:
            least[g], rows[g] = spent(told, price), -1
        for near in range(len(order)):
            if far_apart(node_at(nodes, order[near]), goal):
                continue
            row = near
            for _ in range(2):
                origin = start if row < 0 else node_at(nodes, order[row])
                before = 0.0 if row < 0 else cost[row]
                if (
                    before + price[OPEN] * flat_between(origin, goal) < least[g]
                    and leg(land, blockers, origin, goal, loose and row < 0, desk) == FREE
                    and before + spent(told, price) < least[g]
                ):
                    least[g], rows[g] = before + spent(told, price), row
                if row < 0:
                    break
                row = source[row]
    return least, rows


@kernel
def around(
    land: Sheets,
    ring: Floats,
    z: float,
    max_rise: float,
    taken: Floats,
    blockers: Floats,
) -> Floats:
    """The spots of a ring around somebody at level z where a base may stop and no wall that cannot be leapt
    stands between. The ring is rows of x, y and the point of that somebody which must not be walled off."""
    land = Land(*land)
    told, found = np.zeros(TOLD), np.empty(len(land.prisms) + 1)
    spots = np.empty((len(ring) * len(found), 3))
    count = 0
    for k in range(len(ring)):
        x, y, core = ring[k, 0], ring[k, 1], (ring[k, 2], ring[k, 3], z)
        for n in range(levels(land, x, y, found)):
            a = (x, y, found[n])
            if abs(found[n] - z) > max_rise or fits(land, a, told) != FREE:
                continue
            if not overlaps(taken, *a) and not overlaps(blockers, *a) and not _walled_off(land, a, core):
                spots[count, 0], spots[count, 1], spots[count, 2] = a
                count += 1
    return spots[:count].copy()


@kernel
def _walled_off(land: Land, a: Place, b: Place) -> bool:
    """Whether a wall too high to leap stands between two spots; a door does not."""
    walls, feet = land.walls, max(a[2], b[2])
    for i in range(len(walls)):
        if (
            walls[i, DOOR] > 0.0
            or walls[i, WALL_BASE] >= feet + HEADROOM
            or walls[i, WALL_TOP] - feet <= land.frame[LEAP_WALL] + SAME_LEVEL
        ):
            continue
        px, py, qx, qy = walls[i, X0], walls[i, Y0], walls[i, X1], walls[i, Y1]
        a_side = (qx - px) * (a[1] - py) - (qy - py) * (a[0] - px)
        b_side = (qx - px) * (b[1] - py) - (qy - py) * (b[0] - px)
        p_side = (b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0])
        q_side = (b[0] - a[0]) * (qy - a[1]) - (b[1] - a[1]) * (qx - a[0])
        if a_side * b_side <= 0.0 and p_side * q_side <= 0.0:
            return True
    return False


@kernel
def way_cost(
    land: Sheets,
    blockers: Floats,
    occupied: Floats,
    way: Floats,
    price: Floats,
    desk: Sheets,
    room: float,
    touch: float,
) -> float:
    """What a way costs for one who may stop at its end; infinite if it is barred. He keeps `room` inches from
    blockers on the way, and ends at least `touch` from the rims of others."""
    land, desk = Land(*land), Desk(*desk)
    start, end = node_at(way, 0), node_at(way, len(way) - 1)
    loose = fits(land, start, desk.told) != FREE
    kept = keep_off(blockers, start, room)
    cost = 0.0
    for n in range(len(way) - 1):
        if leg(land, kept, node_at(way, n), node_at(way, n + 1), loose and n == 0, desk) != FREE:
            return np.inf
        cost += spent(desk.told, price)
    if fits(land, end, desk.told) != FREE:
        return np.inf
    taken = occupied.copy()
    taken[:, KEEP] += touch
    return np.inf if overlaps(taken, *end) else cost


@kernel
def keep_off(blockers: Floats, start: Place, room: float) -> Floats:
    """Blockers with the distance to keep; whoever is touched at the start must not be pressed closer."""
    kept = blockers.copy()
    for k in range(len(kept)):
        kept[k, KEEP] += room
        if level_with(kept, k, start[2]):
            away = np.sqrt(point_core_square(kept, k, start[0], start[1])) - TINY
            kept[k, KEEP] = min(kept[k, KEEP], max(0.0, away))
    return kept


@kernel
def vacant(land: Sheets, stands: Flags, nodes: Floats, patches: Floats, order: Ints, taken: Floats) -> Ints:
    """The rows of `order` where a base may stop without overlapping anybody who is in `taken`."""
    land = Land(*land)
    taken = _about(taken, nodes, order)
    rows, told = np.empty(len(order), np.int64), np.zeros(TOLD)
    count = 0
    for row in range(len(order)):
        a = node_at(nodes, order[row])
        if not stands[order[row]] or overlaps(taken, *a):
            continue
        if not len(patches) or not _patched(patches, a, a) or fits(land, a, told) == FREE:
            rows[count] = row
            count += 1
    return rows[:count].copy()


@kernel
def _room(blockers: Floats, a: Place) -> int:
    """Whether a blocker stands on a node or close enough to matter to a leg from it."""
    room = CLEAR
    for i in range(len(blockers)):
        square, keep = point_core_square(blockers, i, a[0], a[1]), blockers[i, KEEP]
        if square < (keep + NEAR) ** 2:
            room = CLOSE
            if square < keep * keep and level_with(blockers, i, a[2]):
                return TAKEN
    return room


@kernel
def _in_reach(blockers: Floats, start: Place, limit: float) -> Floats:
    """The blockers that can be met within the limit."""
    near = np.empty(len(blockers), np.bool_)
    for i in range(len(blockers)):
        square = point_core_square(blockers, i, start[0], start[1])
        near[i] = square <= (limit + blockers[i, KEEP] + 1.0) ** 2
    found: Floats = blockers[near]
    return found


@kernel
def _about(taken: Floats, nodes: Floats, order: Ints) -> Floats:
    """Those of them who come near any of such nodes."""
    west, south, east, north = np.inf, np.inf, -np.inf, -np.inf
    for row in range(len(order)):
        x, y, _ = node_at(nodes, order[row])
        west, south, east, north = min(west, x), min(south, y), max(east, x), max(north, y)
    near = np.empty(len(taken), np.bool_)
    for k in range(len(taken)):
        near[k] = not off_leg(taken, k, west, south, east, north)
    found: Floats = taken[near]
    return found


@kernel
def _patched(patches: Floats, a: Place, b: Place) -> bool:
    west, east, south, north = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
    near = False
    for i in range(len(patches)):
        near |= not beside(patches, i, west, south, east, north)
    return near


@kernel
def _met(blockers: Floats, a: Place, b: Place) -> bool:
    """Whether a leg of the net meets a blocker, taking no chances where it steps up or down."""
    for i in range(len(blockers)):
        if passed_by(blockers, i, a[2], b[2]) and not off_leg(blockers, i, a[0], a[1], b[0], b[1]):
            square = core_square(blockers, i, a[0], a[1], b[0], b[1])
            if square < blockers[i, KEEP] ** 2 + 1e-9:
                return True
    return False


@kernel
def _push(heap: Ints, best: Floats, state: Ints, size: int, v: int, total: float) -> int:
    """Put v in the queue, or move it up if it is there already; the new size."""
    best[v] = total
    place = state[v, PLACE] - 1
    if place < 0:
        place = size
        size += 1
    while place > 0:
        up = (place - 1) // 2
        if best[heap[up]] <= total:
            break
        heap[place] = heap[up]
        state[heap[place], PLACE] = place + 1
        place = up
    heap[place] = v
    state[v, PLACE] = place + 1
    return size


@kernel
def _pop(heap: Ints, best: Floats, state: Ints, size: int) -> int:
    """Take the first out of the queue; the new size."""
    size -= 1
    last = heap[size]
    place = 0
    while True:
        down = 2 * place + 1
        if down >= size:
            break
        if down + 1 < size and best[heap[down + 1]] < best[heap[down]]:
            down += 1
        if best[heap[down]] >= best[last]:
            break
        heap[place] = heap[down]
        state[heap[place], PLACE] = place + 1
        place = down
    heap[place] = last
    state[last, PLACE] = place + 1
    return size
