"""Where the codes of a movement order lead: one hex, or several on offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.hexes import COMPASS, Hex, distance, turns, within
from warbook.board.hextable import name_of
from warbook.books.steampunk.aftermath.healing import can_help
from warbook.books.steampunk.army.abilities import OfType
from warbook.books.steampunk.ground import crossing, entry, fits, leaving
from warbook.books.steampunk.movement.meeting import March, Stride, exposed
from warbook.books.steampunk.state import Battle, Facing, abilities, field, flying, has, is_bio, types
from warbook.core.questions import Refusal

LEAVE = "leave"
STAY = "stay"
YIELD = "enemy"  # the enemy picks where it flees
REVEAL = 2  # hexes, spf.ability.reveal-order


class Offer(Struct, frozen=True):
    """A place that a code offers the unit; `swaps` names the friend with whom it would change places."""

    id: str
    label: str
    hex: Hex | None
    barred: Refusal | None = None
    swaps: str = ""


TURNS = [Offer(name, f"Face {name}", None) for name in COMPASS]  # by facing


# ---------------------------------------------------------------- without a choice


def ordered(battle: Battle, stride: Stride) -> Hex | None:
    """Where the code leads if it leaves no choice: F, rev, and road where it does not fork."""
    facing, name = stride.unit.facing, stride.code.name
    if name in ("F", "rev"):
        return stride.place.towards(facing + (3 if name == "rev" else 0))
    ways = _road(battle, stride) if name == "road" else []
    return ways[0] if len(ways) == 1 else None


def _road(battle: Battle, stride: Stride) -> list[Hex]:
    """spf.orders.road, ruling O11: the way closest to the facing; at a fork all ways that lead ahead."""
    if not battle.has_road(stride.place):
        return []
    apart = {
        hex_: turns(stride.unit.facing, direction)
        for direction, hex_ in enumerate(stride.place.neighbours())
        if hex_ in battle.table and battle.has_road(hex_)
    }
    closest = min(apart.values(), default=0)
    most = max(closest, 1) if len(apart) > 2 else closest
    return [hex_ for hex_, far in apart.items() if far <= most]


def expected(battle: Battle, stride: Stride) -> Hex:
    """Ruling O6: where the unit is going to be after the step, as far as orders and choices made say. A unit
    that chases, or has not chosen, is taken where it stands."""
    undecided = stride.code.name in _OFFERS and stride.target is None
    if undecided or stride.code.name == "chase":
        return stride.place
    return _ahead(battle, stride, stride.unit.facing)


def _ahead(battle: Battle, stride: Stride, facing: Facing) -> Hex:
    """Where the rest of the step leads a unit with this facing, as far as it leaves no choice."""
    hex_ = stride.goal
    for code in stride.due:
        if code.name in ("L", "R"):
            facing += 1 if code.name == "R" else -1
        elif code.name in ("F", "rev"):
            ahead = hex_.towards(facing + (3 if code.name == "rev" else 0))
            if not isinstance(crossing(battle, stride.unit, hex_, ahead), Refusal):
                hex_ = ahead
        elif code.name not in ("A", "B", "aim"):
            break
    return hex_


# ---------------------------------------------------------------- what each code offers


def offers(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    return _OFFERS[stride.code.name](battle, march, stride)


def _turn(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """spf.orders.turn-free: every facing, with the hex to which the unit then goes on."""
    if not stride.due:
        return TURNS
    return [replace(offer, hex=_ahead(battle, stride, facing)) for facing, offer in enumerate(TURNS)]


def _drift(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """spf.orders.drift"""
    return _to(battle, stride, stride.place.neighbours())


def _fork(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    return _to(battle, stride, _road(battle, stride))


def _chase(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """spf.orders.chase, ruling O6: closer to a nearest enemy, hidden ones and for ground units flying ones
    left out. Some units chase anyone while they are shaken."""
    unit = stride.unit
    imposed = field(battle, unit).shaken
    anyone = unit.shaken and imposed is not None and imposed.chases == "anyone"
    preys = [
        expected(battle, other)
        for other in march.all()
        if other is not stride
        and (anyone or other.unit.side != unit.side)
        and exposed(other)
        and (flying(battle, unit) or not flying(battle, other.unit))
    ]
    return _to(battle, stride, _towards_nearest(stride, preys))


def _follow(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """spf.orders.follow: closer to any unit that leads units of its type."""
    own = types(battle, stride.unit)
    leaders = [
        expected(battle, other)
        for other in _friends(march, stride)
        if any(ability.type in own for ability in abilities(battle, other.unit, "orders-follow", OfType))
    ]
    return _to(battle, stride, _towards_any(stride, leaders))


def _help(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """spf.orders.help, ruling O12: closer to any friend it can cure; who is with one already may stay. What
    else ability help-extended allows: towards cavalry, towards a friend, flight, and to change places."""
    friends = _friends(march, stride)
    wounded = [expected(battle, s) for s in friends if can_help(battle, stride.unit, s.unit)]
    if not has(battle, stride.unit, "help-extended"):
        return _to(battle, stride, _towards_any(stride, wounded))
    swaps = [_swap(battle, stride, s) for s in friends if _may_swap(battle, stride, s)]
    if wounded:
        return _to(battle, stride, _towards_any(stride, wounded)) + swaps
    cavalry = [expected(battle, s) for s in friends if "cavalry" in types(battle, s.unit)]
    others = [expected(battle, s) for s in friends]
    if others:
        return _to(battle, stride, _towards_nearest(stride, cavalry or others, stay=True)) + swaps
    return _flee(battle, march, stride)


def _swap(battle: Battle, stride: Stride, other: Stride) -> Offer:
    label = f"Change places with {field(battle, other.unit).name} in hex {name_of(other.place)}"
    return Offer(f"swap {other.unit.id}", label, other.place, swaps=other.unit.id)


def _may_swap(battle: Battle, stride: Stride, other: Stride) -> bool:
    return (
        distance(stride.place, other.place) == 1
        and is_bio(battle, other.unit)
        and other.code.name in ("-", "360")
        and not other.due
        and flying(battle, other.unit) == flying(battle, stride.unit)
        and crossing(battle, stride.unit, stride.place, other.place) is None
        and crossing(battle, other.unit, other.place, stride.place) is None
    )


def _flee(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """spf.orders.flee, rulings O8 and R15: farther from the nearest enemy who is not hidden; else not closer;
    else where the enemy wants."""
    unit = stride.unit
    foes = [other.place for other in march.all() if other.unit.side != unit.side and exposed(other)]
    if not foes or isinstance(leaving(battle, unit, stride.place, stride.place), Refusal):
        return []

    def far(hex_: Hex) -> int:
        return min(distance(hex_, foe) for foe in foes)

    around = stride.place.neighbours()
    now = far(stride.place)
    off = [hex_ for hex_ in around if hex_ not in battle.table and far(hex_) > now]
    leave = [Offer(LEAVE, "Leave the battlefield", None)] if off else []
    if battle.rulings.flee_off_map == "never":
        leave = []
    if leave and battle.rulings.flee_off_map == "forced":
        return leave
    open_ = [hex_ for hex_ in around if not isinstance(crossing(battle, unit, stride.place, hex_), Refusal)]
    farther = [hex_ for hex_ in open_ if far(hex_) > now]
    away = farther or [hex_ for hex_ in open_ if far(hex_) == now]
    if not away:
        leave.append(Offer(YIELD, "Let the enemy choose where it goes", None))
    return _to(battle, stride, away) + leave


def _herded(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """Ruling O8: any adjacent hex that holds no enemy of the unit that flees."""
    foes = [other.place for other in march.all() if other.unit.side != stride.unit.side and exposed(other)]
    return _to(battle, stride, [hex_ for hex_ in stride.place.neighbours() if hex_ not in foes])


def _reveal(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """spf.ability.reveal-order, ruling P25: any hex within 2 that it could enter."""
    found = []
    for hex_ in within(stride.place, REVEAL):
        barred = crossing(battle, stride.unit, stride.place, hex_) if hex_ != stride.place else None
        if hex_ in battle.table:
            refusal = barred if isinstance(barred, Refusal) else None
            found.append(Offer(name_of(hex_), f"Appear in hex {name_of(hex_)}", hex_, refusal))
    return found


def _jump(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """Ability jump."""
    hexes = [hex_ for hex_ in within(stride.place, int(stride.code.arg)) if hex_ != stride.place]
    return _to(battle, stride, hexes)


def _pulled(battle: Battle, march: March, stride: Stride) -> list[Offer]:
    """Ability harpoon-pull: closer to the firer, into a hex that it could enter and that is not full, as far
    as the firer's side can see."""
    firer = march.strides[str(stride.code.arg)]
    found = []
    for hex_ in _towards_any(stride, [firer.place]):
        there = [
            s.unit
            for s in _friends(march, stride)
            if s.place == hex_ and exposed(s) and flying(battle, s.unit) == flying(battle, stride.unit)
        ]
        passable = not isinstance(entry(battle, stride.unit, hex_, stride.place), Refusal)
        if passable and fits(battle, hex_, [*there, stride.unit]):
            found.append(Offer(name_of(hex_), f"Pull it to hex {name_of(hex_)}", hex_))
    return found


_OFFERS: dict[str, Callable[[Battle, March, Stride], list[Offer]]] = {
    "360": _turn,
    "D": _drift,
    "road": _fork,
    "chase": _chase,
    "follow": _follow,
    "help": _help,
    "flee": _flee,
    "herded": _herded,
    "reveal": _reveal,
    "jump": _jump,
    "pulled": _pulled,
}


def _friends(march: March, stride: Stride) -> list[Stride]:
    return [other for other in march.all() if other is not stride and other.unit.side == stride.unit.side]


def _towards_nearest(stride: Stride, places: Sequence[Hex], stay: bool = False) -> list[Hex]:
    nearest = min((distance(stride.place, place) for place in places), default=0)
    if not nearest and not stay:
        return []
    return _towards_any(stride, [place for place in places if distance(stride.place, place) == nearest])


def _towards_any(stride: Stride, places: Iterable[Hex]) -> list[Hex]:
    """The neighbours closer to one of the places, and the own hex if it is one."""
    wanted = {place: distance(stride.place, place) for place in places}
    closer = [
        hex_
        for hex_ in stride.place.neighbours()
        if any(distance(hex_, place) < away for place, away in wanted.items())
    ]
    return closer + ([stride.place] if stride.place in wanted else [])


def _to(battle: Battle, stride: Stride, hexes: Iterable[Hex]) -> list[Offer]:
    """These hexes of the map as offers, barred where the unit cannot go."""
    found = []
    for hex_ in hexes:
        if hex_ == stride.place:
            found.append(Offer(STAY, "Stay", None))
        elif hex_ in battle.table:
            barred = crossing(battle, stride.unit, stride.place, hex_)
            refusal = barred if isinstance(barred, Refusal) else None
            found.append(Offer(name_of(hex_), f"Go to hex {name_of(hex_)}", hex_, refusal))
    return found
