"""Charging: the closest, declared before measuring, into contact or short of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import inf

from msgspec.structs import replace

from warbook.board.geometry import Spot, bearing, gap, segments_cross
from warbook.board.paths import Path
from warbook.board.ways import length
from warbook.books.gorkamorka.field.able import may_leap_off
from warbook.books.gorkamorka.field.aboard import ride, stationary
from warbook.books.gorkamorka.field.bodies import apart, body, model_of
from warbook.books.gorkamorka.field.engaged import engaged, touch
from warbook.books.gorkamorka.field.hiding import body_at
from warbook.books.gorkamorka.field.seeing import hindrance, in_sight
from warbook.books.gorkamorka.fight.previews import of_charge
from warbook.books.gorkamorka.foot import ways
from warbook.books.gorkamorka.foot.exits import exits, step_down
from warbook.books.gorkamorka.foot.travel import cut_short, travel
from warbook.books.gorkamorka.foot.walking import inches_of, turn_to
from warbook.books.gorkamorka.hiding import show
from warbook.books.gorkamorka.psychology.nerve import dares_to_charge, face_charge
from warbook.books.gorkamorka.state import Battle, Game, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.recovery import get_up
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Preview, Refusal

HEADROOM = 1.5
BOARD = "gce.foot.board-reach"
OUT_OF_SIGHT = Refusal("is not in sight", "gce.foot.charge-target")
SLACK = 0.2  # inches: more than bases in contact may be apart


def may_charge(battle: Battle, warrior: Warrior) -> Refusal | None:
    """Why he may not declare a charge; None if he may."""
    if warrior.down:
        return Refusal("is Down", "gce.wounding.crawl")
    if engaged(battle, warrior):
        return Refusal("is engaged", "gce.boarding.no-leaving-on-ground")
    if may_leap_off(battle, warrior):
        return Refusal("is on a moving vehicle", "gce.foot.riders")
    bars = [open_to(battle, warrior, foe) for foe in battle.enemies(warrior.side)]
    if not all(bars):
        return None
    if any(bar.rule == BOARD for bar in bars if bar):
        return Refusal("sees nobody to charge; moving vehicles must be boarded", BOARD)
    return Refusal("sees no enemy to charge", "gce.foot.charge-target")


def charge_targets(battle: Battle, warrior: Warrior) -> list[Warrior]:
    """Those whom he may charge."""
    return [foe for foe, barred in declarable(battle, warrior) if barred is None]


def declarable(battle: Battle, warrior: Warrior) -> list[tuple[Warrior, Refusal | None]]:
    """All enemies, and why each may not be charged. gce.foot.charge-target: the closest, in a straight line;
    who is Down or pinned may be passed over."""
    found = [(foe, open_to(battle, warrior, foe)) for foe in battle.enemies(warrior.side)]
    far = {foe.id: apart(battle, warrior, foe) for foe, barred in found if barred is None}
    threats = [foe for foe, barred in found if barred is None and foe.up]
    nearest = min(threats, key=lambda foe: far[foe.id], default=None)
    if nearest is None:
        return found
    closer = Refusal(f"{nearest.name} is closer", "gce.foot.charge-target")
    limit = far[nearest.id] + 1e-6
    return [(foe, barred or (closer if far[foe.id] > limit else None)) for foe, barred in found]


def open_to(battle: Battle, warrior: Warrior, foe: Warrior) -> Refusal | None:
    """gce.R3.6: whether the enemy counts at all. Nobody goes for one on fire, not for one in a frenzy either
    (gce.R9.17: only whom that one has charged fights back)."""
    if foe.hidden:
        return Refusal("is hidden", "gce.hiding.no-charge")
    if foe.burning:
        return Refusal("is on fire", "gce.foot.on-fire-no-hth")
    if foe.down and foe.skills.play_dead:
        return Refusal("plays dead", "gce.hand-to-hand.down-engaged")
    carrier = ride(battle, foe)
    if carrier is not None and not stationary(battle, carrier):
        return Refusal("is on a moving vehicle: it must be boarded", BOARD)
    if battle.rulings.charge_needs_sight and not in_sight(battle, warrior, foe):
        return OUT_OF_SIGHT
    return None


def in_reach(battle: Battle, warrior: Warrior, foe: Warrior) -> bool:
    """Whether a charge would come to contact."""
    return any(_contact_ways(battle, warrior, foe, inches_of(warrior, "run")))


def ask(game: Game, warrior: Warrior) -> None:
    """gce.foot.charge-declare: the enemy is named before anything is measured."""
    battle = game.battle
    options = [
        Option(
            foe.id,
            foe.name,
            piece=foe.id,
            barred=barred,
            preview=partial(charge_preview, battle, warrior, foe),
            hindered=partial(hindrance, battle, warrior, foe) if barred == OUT_OF_SIGHT else None,
        )
        for foe, barred in declarable(battle, warrior)
    ]
    text = f"{warrior.name} charges: name the enemy, before measuring"
    question = Choose(text, options, "gce.foot.charge-declare", piece=warrior.id, kind="charge")
    charge(game, warrior, battle.warrior(game.ask(battle.side, question)))


def charge_preview(battle: Battle, warrior: Warrior, foe: Warrior) -> Preview:
    """The round that would follow; where distances may be known beforehand, whether he gets there too."""
    if battle.rulings.premeasuring and not in_reach(battle, warrior, foe):
        return Preview((("falls short", Fraction(1)),), headline="too far: falls short")
    shown = of_charge(battle, warrior, foe)
    if battle.rulings.premeasuring:
        return shown
    return replace(shown, headline=f"{shown.headline}, if he reaches him")


def charge(game: Game, warrior: Warrior, foe: Warrior) -> None:
    """gce.foot.charge-move: up to twice M, by path and ground (gce.R3.7). gce.foot.charge-failed: who falls
    short goes the whole way towards the enemy and does nothing else this turn."""
    battle = game.battle
    warrior.moved = "charged"
    if not dares_to_charge(game, warrior, foe):
        return
    face_charge(game, foe, warrior)
    if not battle.rulings.premeasuring:
        game.reveal(f'{warrior.name} is {apart(battle, warrior, foe):.1f}" from {foe.name}')
    found = _least_hindered(battle, warrior, foe)
    if found is None:
        _fall_short(game, warrior, foe)
        return
    begin, path = found
    if begin is not None:
        step_down(game, warrior, begin)
    if not travel(game, warrior, path, "gce.foot.charge-move", "charges"):
        warrior.idle = True
        return
    carrier = ride(battle, foe)
    if carrier is not None:
        climb_on(game, warrior, carrier)
    if foe.on_table and touch(battle, warrior, foe):
        warrior.charging = foe.id
        warrior.obstacle = _across(battle, path, foe) or (
            carrier is not None and model_of(carrier).obstacle_sides
        )
        if carrier is None:
            turn_to(game, warrior, bearing(warrior.spot, foe.spot))
        engage(game, warrior, foe)


def engage(game: Game, warrior: Warrior, foe: Warrior) -> None:
    """The two are engaged. gce.recovery.pinned-charged: who is pinned gets up."""
    words = f"{warrior.name} and {foe.name} are engaged."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.foot.charge-move"))
    foe.overwatch = False
    if foe.pinned:
        get_up(game, foe, f"{foe.name} is charged and gets up.", "gce.recovery.pinned-charged")


def climb_on(game: Game, warrior: Warrior, carrier: Vehicle) -> None:
    """He is aboard; as crew if it is his side's. Nobody hides there (gce.hiding.not-vehicles)."""
    if warrior.hidden:
        show(game, warrior, f"climbs onto {carrier.name}", "gce.hiding.not-vehicles")
    warrior.aboard, warrior.clings = carrier.id, False
    warrior.station = "crew" if carrier.side == warrior.side else ""
    words = f"{warrior.name} gets aboard {carrier.name}."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.foot.riders"))


def _least_hindered(battle: Battle, warrior: Warrior, foe: Warrior) -> tuple[Spot | None, Path] | None:
    """gce.hand-to-hand.obstacle: he crosses an obstacle only where he needs to."""
    inches = inches_of(warrior, "run")
    found = contact_way(battle, warrior, foe, inches)
    if found is None or not _across(battle, found[1], foe):
        return found
    round_it = contact_way(battle, warrior, foe, inches, climbs=False)
    return round_it if round_it is not None and not _across(battle, round_it[1], foe) else found


def contact_way(
    battle: Battle, warrior: Warrior, foe: Warrior, allowance: float, climbs: bool = True
) -> tuple[Spot | None, Path] | None:
    """The shortest way into contact, and where he steps off the vehicle he stands on first; None if it is too
    far."""
    ways = _contact_ways(battle, warrior, foe, allowance, climbs)
    return min(ways, key=lambda way: length(way[1]), default=None)


def _contact_ways(
    battle: Battle, warrior: Warrior, foe: Warrior, allowance: float, climbs: bool = True
) -> Iterator[tuple[Spot | None, Path]]:
    """A way from where he stands; off a vehicle from where he can step down, the nearest such place first,
    without those from which no way can be shorter than one before."""
    carrier = ride(battle, foe)
    if carrier is not None:
        cost = ways.climb(model_of(carrier))
        if cost is None:
            return
        allowance -= cost
    if not warrior.aboard:
        path = _path(battle, warrior, foe, carrier, allowance, climbs)
        if path is not None:
            yield None, path
        return
    target, best = body(battle, foe), inf
    places = [(gap(body_at(warrior, spot), target), spot, spent) for spot, spent in exits(battle, warrior)]
    for away, spot, spent in sorted(places, key=lambda place: place[0]):
        if away - SLACK > best:
            return
        path = _path(battle, _standing_at(warrior, spot), foe, carrier, allowance - spent, climbs)
        if path is not None:
            best = min(best, length(path))
            yield spot, path


def _path(
    battle: Battle, warrior: Warrior, foe: Warrior, carrier: Vehicle | None, allowance: float, climbs: bool
) -> Path | None:
    if allowance < 0.0:
        return None
    gait = ways.going(allowance, climbs)
    if carrier is not None:
        return ways.to_hull(battle, warrior, carrier, gait)
    return ways.to_warrior(battle, warrior, foe, gait)


def _standing_at(warrior: Warrior, spot: Spot) -> Warrior:
    """The warrior as if he had stepped off there."""
    twin = replace(warrior, aboard="", station="")
    twin.at(spot)
    return twin


def _fall_short(game: Game, warrior: Warrior, foe: Warrior) -> None:
    """gce.foot.charge-failed."""
    battle = game.battle
    words = f"{warrior.name} charges {foe.name} and falls short."
    game.tell(Note(words=words, piece=warrior.id, rule="gce.foot.charge-failed"))
    warrior.idle = True
    allowance = inches_of(warrior, "run")
    if warrior.aboard:
        places = exits(battle, warrior)
        if not places:
            return
        spot, spent = min(places, key=lambda place: gap(body_at(warrior, place[0]), body(battle, foe)))
        step_down(game, warrior, spot)
        allowance -= spent
    carrier = ride(battle, foe)
    if carrier is not None:
        path = ways.towards_hull(battle, warrior, carrier, allowance)
    else:
        path = ways.towards_warrior(battle, warrior, foe, allowance)
    while len(path) > 1 and gap(body_at(warrior, path[-1]), body(battle, foe)) < ways.ELBOW:
        path = cut_short(battle, warrior, path, length(path) - 0.1)
    travel(game, warrior, path, "gce.foot.charge-failed", "charges")


def _across(battle: Battle, path: Path, foe: Warrior) -> bool:
    """gce.hand-to-hand.obstacle: a wall or barricade that he crosses on his way, or has to reach across when
    he is there."""
    way = path if foe.aboard else (*path, foe.spot)
    return any(
        segments_cross((a.x, a.y), (b.x, b.y), *side)
        for wall in battle.table.walls
        if not wall.door
        for side in pairwise(wall.line)
        for a, b in pairwise(way)
        if wall.base < max(a.z, b.z) + HEADROOM and wall.top > min(a.z, b.z)
    )
