"""How the drill bot drives: which way, how far it trusts its thrusters, whom it rams, squashes and chases."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import cos, degrees, hypot, radians, sin

import numpy as np
from msgspec.structs import replace

from warbook.board.geometry import bearing, turn_between
from warbook.board.hulls import Leg, followed, moved
from warbook.books.gorkamorka.bot import aims, walker
from warbook.books.gorkamorka.bot.scout import Outlook
from warbook.books.gorkamorka.bot.seat import AHEAD, NEAR, PREY, Seat, carried_inches
from warbook.books.gorkamorka.bot.worth import STOPPED, collision_worth, hole, ram_worth, squash_worth, value
from warbook.books.gorkamorka.damage.steering import TURNS
from warbook.books.gorkamorka.driving import chases
from warbook.books.gorkamorka.driving.course import draws_level
from warbook.books.gorkamorka.driving.dice import runs_on, thrust_test, thruster_buster
from warbook.books.gorkamorka.driving.gas import comes_near, gas_question
from warbook.books.gorkamorka.driving.sails import farthest, wind_roll
from warbook.books.gorkamorka.driving.thrusts import Push
from warbook.books.gorkamorka.driving.urges import tries
from warbook.books.gorkamorka.driving.ways import MOST_TURN, mired, rammed, way_barred
from warbook.books.gorkamorka.field.aboard import own_riders
from warbook.books.gorkamorka.field.bodies import hull, hull_at, hulls, model_of, on_foot, on_ground, within
from warbook.books.gorkamorka.foot.walking import inches_of
from warbook.books.gorkamorka.ramming.dice import Action, kind_by_quadrant
from warbook.books.gorkamorka.ramming.segments import Traffic, quadrant
from warbook.books.gorkamorka.shooting.arms import ready
from warbook.books.gorkamorka.state import Battle, Vehicle
from warbook.core.questions import Choose, Drive, Option, Refusal, Way

CALM = 2.0  # inches of wind below which it rather turns on the spot
ASTERN = 5.0  # inches behind it from which it is worth a turn on the spot,
BEHIND = 115.0  # at so many degrees from its front or more,
ABEAM = 60.0  # or so many after a turn without a move
BUST = 0.03  # a Thruster Buster in the open,
BUSTED = 0.5  # and in a derby
LAST = 2.0  # what a vehicle counts besides where nothing else does
CRASH = 2.0  # points of a crash
CLOSELY = 6  # of the ends of a move, those that are looked at closely
TRODDEN = 3  # so of the ways over enemies on foot
SECOND = 0.8  # the second volley of who chases, as a part of the first
CHASE = 0.04  # chases worth less are not begun
FOLLOW = 0.6  # chance of keeping up below which a chase is given up
GAIN = 0.005  # thrusts that better its place by less are not made
STAY = 0.4  # what those aboard must gain by getting off for it to stand still,
SWARM = 2  # if no more enemies than so many for each of them are near
PLUNGE = 3.0  # times what is aboard counts if it leaves the table: the mob may bottle out for it
STARTS = (
    (Leg(0.0, 2.0),),
    (Leg(0.0, 1.0), Leg(MOST_TURN, 1.0)),
    (Leg(0.0, 1.0), Leg(-MOST_TURN, 1.0)),
)  # ways to begin a move
SPAN = 6.0  # inches that those whom it strikes may be farther off than its way is long
PUSH = 0.25  # inches that it drives on when it has rammed another
TURNING = (1.0, 2.0, 3.0)  # inches before a turn towards whom it rams


# ---------------------------------------------------------------- how it moves


def manner(battle: Battle, question: Choose) -> str:
    vehicle = battle.vehicle(question.piece)
    free = {option.id: option for option in question.open()}
    if "off" in free and aims.homeward(battle, vehicle):
        return "off"
    swarmed = _swarmed(battle, vehicle)
    if "stay" in free and not swarmed and waits(battle, vehicle):
        return "stay"
    chase = _best_chase(battle, vehicle, question)
    if chase and not swarmed:
        return chase
    if "slow" in free and (
        "go" not in free
        or _blocked(battle, vehicle)
        or _astern(battle, vehicle)
        or (battle.setup.scenario.derby and _stands(battle, vehicle))
    ):
        return "slow"
    return "go" if "go" in free else "stay"


def waits(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether it stands still for those who get off it, or come back to it."""
    if Outlook(battle, vehicle).beset(vehicle.x, vehicle.y):
        return False
    if any(walker.returns(battle, each, vehicle) for each in on_foot(battle) if each.side == vehicle.side):
        return True
    if any(aims.errand(battle, rider) is not None for rider in aims.spare_hands(battle, vehicle)):
        return not aims.homeward(battle, vehicle)
    sorties = sorted(walker.sortie(battle, rider) for rider in aims.spare_hands(battle, vehicle))
    best = {foe: worth for worth, foe in sorties if foe}
    return sum(best.values()) > STAY


def _swarmed(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether many more enemies than it has crew are near enough to come aboard: if it stands still, they
    need no test for that."""
    near = sum(
        foe.up and within(battle, foe, vehicle, inches_of(foe, "run")) for foe in battle.enemies(vehicle.side)
    )
    return near > SWARM * sum(rider.up for rider in own_riders(battle, vehicle))


def _stands(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether it finds no way that is better than to stand where it is."""
    return not best_drive(battle, gas_question(battle, vehicle, farthest(battle, vehicle))).legs


def _astern(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether what it is after lies far behind it, or far aside of one that found no way last turn: then it
    turns round on the spot."""
    aim = aims.of_vehicle(battle, vehicle, NEAR)
    if aim is None or hypot(aim.spot.x - vehicle.x, aim.spot.y - vehicle.y) < ASTERN:
        return False
    off = abs(turn_between(vehicle.facing, bearing(vehicle.spot, aim.spot)))
    return off > (ABEAM if vehicle.moved == "still" else BEHIND)


def _blocked(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether it would get nowhere by driving."""
    if mired(battle, vehicle):
        return True
    if model_of(vehicle).wind_move and carried_inches(wind_roll(battle, vehicle)) < CALM:
        return True
    traffic = Traffic(battle, vehicle)
    return all(_futile(traffic, legs) for legs in STARTS)


def _futile(traffic: Traffic, legs: tuple[Leg, ...]) -> bool:
    """Whether a way may not be driven, or leads into a vehicle that it is worth nothing to ram."""
    if way_barred(traffic, legs, rams=True) is not None:
        return True
    driven = traffic.follow(legs)
    struck = rammed(traffic, driven)
    if struck is None:
        return False
    kind = kind_by_quadrant(quadrant(hull(struck), driven.end))
    return ram_worth(traffic.battle, kind, traffic.vehicle, struck) <= 0.0


# ---------------------------------------------------------------- ways


def best_drive(battle: Battle, question: Drive) -> Way:
    """The best of some ends, and of the ways into enemy vehicles."""
    vehicle = battle.vehicle(question.piece)
    seat = Seat(battle, vehicle)
    ends = sorted(((seat.rough(*end), end) for end in _candidates(seat, question)), reverse=True)
    preyed = any(w.side != vehicle.side and within(battle, vehicle, w, PREY) for w in on_foot(battle))
    found: list[tuple[float, tuple[Leg, ...]]] = []
    for worth, (x, y, facing) in ends:
        legs = question.legs(x, y, 0.0, facing)
        if not legs or not any(leg.inches for leg in legs) or isinstance(question.judge(legs), Refusal):
            continue  # what standing still is worth is found out below
        if question.kind == "gas" and _strikes(seat.traffic, legs):
            continue  # what a ram is worth is found out below
        if preyed and question.kind != "slow":
            worth += trodden(seat.traffic, legs)
        if chases.chase_options(battle, replace(vehicle, x=x, y=y, facing=facing)):
            worth += SECOND * seat.outlook.dealt(x, y, facing)
        found.append((worth + seat.ahead(x, y, facing), legs))
        if len(found) == CLOSELY:
            break
    found.append((seat.rough(*seat.here) - seat.hemmed(*seat.here) - seat.idle, ()))
    if preyed and battle.setup.scenario.derby and question.kind != "slow":
        found += _over_feet(seat, question)
    if question.kind == "gas":
        found += _rams(seat, question)
    for _, legs in sorted(found, key=lambda each: -each[0]):
        if not isinstance(question.judge(legs or (Leg(),)), Refusal):
            return question.along(legs)
    return question.towards(*map(float, question.reach()[0])) or question.along(())


def _candidates(seat: Seat, question: Drive) -> list[tuple[float, float, float]]:
    """Of the ends that face the same way the one that leads to the aim best, and one that is nearer."""
    ends = np.array(question.reach()).reshape(-1, 4)[:, [0, 1, 3]]
    costs = seat.glances(ends)
    order = np.lexsort((ends[:, 2], ends[:, 1], ends[:, 0], costs))
    ways: dict[int, list[int]] = {}
    for row, facing in zip(order.tolist(), np.rint(ends[order, 2]).tolist(), strict=True):
        ways.setdefault(int(facing), []).append(row)
    picked = {row: None for rows in ways.values() for row in (rows[0], rows[len(rows) // 2])}
    return [(x, y, facing) for x, y, facing in ends[list(picked)].tolist()]


def _strikes(traffic: Traffic, legs: tuple[Leg, ...]) -> bool:
    """Whether a way leads into a vehicle."""
    near = comes_near(traffic.vehicle, legs, traffic.others)
    return near and rammed(traffic, traffic.follow(legs)) is not None


def trodden(traffic: Traffic, legs: tuple[Leg, ...]) -> float:
    """What driving over those in the way, and those beside it, is worth."""
    battle, vehicle = traffic.battle, traffic.vehicle
    span = sum(abs(leg.inches) for leg in legs) + SPAN
    foes = [
        each
        for each in traffic.feet
        if each.side != vehicle.side and hypot(each.x - vehicle.x, each.y - vehicle.y) < span
    ]
    if not foes:
        return 0.0
    struck = {traffic.feet[each.number].id for each in traffic.follow(legs).met}
    path, facings = followed(vehicle.spot, vehicle.facing, legs)
    for start, end, facing in zip(path, path[1:], facings[1:], strict=False):
        own, inches = hull_at(vehicle, start.x, start.y, facing), hypot(end.x - start.x, end.y - start.y)
        struck |= {each.id for each in foes if draws_level(own, inches, on_ground(each)) is not None}
    return sum(squash_worth(battle, vehicle, each) for each in foes if each.id in struck)


def _over_feet(seat: Seat, question: Drive) -> list[tuple[float, tuple[Leg, ...]]]:
    """The ways that come over the most enemies on foot, or past them."""
    most = question.allowance
    ways = [legs for inches in (most, most / 2) for legs in tries(inches)]
    worths = [(trodden(seat.traffic, legs), legs) for legs in ways]
    worths = sorted((each for each in worths if each[0] > 0.0), key=lambda each: -each[0])
    found = []
    for worth, legs in worths:
        if isinstance(question.judge(legs), Refusal) or _strikes(seat.traffic, legs):
            continue
        end = seat.traffic.follow(legs).end
        found.append((worth + seat.score(end.spot.x, end.spot.y, end.facing), legs))
        if len(found) == TRODDEN:
            break
    return found


def _rams(seat: Seat, question: Drive) -> list[tuple[float, tuple[Leg, ...]]]:
    """Ways into enemy vehicles within reach."""
    battle, vehicle, most = seat.battle, seat.vehicle, question.allowance
    found = []
    for target in hulls(battle):
        far = hypot(target.x - vehicle.x, target.y - vehicle.y)
        if target.side == vehicle.side or target.destroyed or far > most + 6.0:
            continue
        for legs in seat.traffic.into_vehicles([*_towards(vehicle, target, most), *tries(most)]):
            if not comes_near(vehicle, legs, (target,)):
                continue
            driven = seat.traffic.follow(legs)
            struck = rammed(seat.traffic, driven)
            if struck is None:
                continue
            kind = kind_by_quadrant(quadrant(hull(struck), driven.end))
            worth = ram_worth(battle, kind, vehicle, struck)
            if worth > 0.0:
                end = driven.end
                score = seat.score(end.spot.x, end.spot.y, end.facing)
                found.append((worth + score, _shortened(legs, driven.inches + PUSH)))
    return found


def _shortened(legs: tuple[Leg, ...], inches: float) -> tuple[Leg, ...]:
    """So far along a way and no farther."""
    found: list[Leg] = []
    for leg in legs:
        found.append(Leg(leg.turn, min(leg.inches, inches)))
        inches -= leg.inches
        if inches <= 0.0:
            break
    return tuple(found)


def _towards(vehicle: Vehicle, target: Vehicle, most: float) -> list[tuple[Leg, ...]]:
    found: list[tuple[Leg, ...]] = [(Leg(0.0, most),)]
    for before in TURNING:
        if before < most:
            x = vehicle.x + before * cos(radians(vehicle.facing))
            y = vehicle.y + before * sin(radians(vehicle.facing))
            wanted = turn_between(vehicle.facing, degrees(np.arctan2(target.y - y, target.x - x)))
            if 1.0 <= abs(wanted) <= MOST_TURN:
                found.append((Leg(0.0, before), Leg(float(wanted), most - before)))
    return found


# ---------------------------------------------------------------- thrusts


def thrust(battle: Battle, question: Choose) -> str:
    """Thrust, turn, chase or stop, by what each leads to and what may go wrong."""
    vehicle = battle.vehicle(question.piece)
    chase = _best_chase(battle, vehicle, question)
    now = Seat(battle, vehicle, vehicle.thrusts > 0)
    stays = now.score(*now.here)
    seat = now.under_thrust()
    best, chosen = stays, "stop"
    need = model_of(vehicle).thrust_need(vehicle.thrusts + 1)
    goes = float(thrust_test.odds(need).chance(True))
    wild = stays - _bust(seat.traffic)
    derby = battle.setup.scenario.derby
    for option in sorted(question.open(), key=_runs_past):
        push = option.about
        if not isinstance(push, Push) or (push.inches % 1.0 and not push.target):
            continue
        x, y, facing = seat.here
        if push.turn:
            assert option.preview is not None, "a turn is a test"
            chance = float(option.preview().outcomes[-1][1])
            facing, fails, gain = facing + push.turn, stays - _runs_on(seat.traffic), 0.0
        else:
            assert option.spot is not None, "a thrust ends somewhere"
            x, y, chance, fails = option.spot.x, option.spot.y, goes, wild
            if push.target and push.ram is not None:
                gain = ram_worth(battle, push.ram, vehicle, battle.vehicle(push.target))
            else:
                gain = trodden(seat.traffic, (Leg(0.0, push.inches),))
        place = seat.rough(x, y, facing) + gain
        least = best + GAIN
        if not derby and chance * place + (1.0 - chance) * fails <= least:
            continue  # whatever lies ahead makes it no better
        worth = chance * (place + seat.ahead(x, y, facing)) + (1.0 - chance) * fails
        if worth > least:
            best, chosen = worth, option.id
    if chosen == "stop" and chase:
        return chase
    ids = [option.id for option in question.open()]
    return chosen if chosen in ids else ids[0]


def _runs_past(option: Option) -> float:
    """Of the thrusts that ram somebody the shortest comes first: if he swerves, it ends before what lies
    behind him."""
    push = option.about
    return push.inches if isinstance(push, Push) and push.target else 0.0


def _bust(traffic: Traffic) -> float:
    """What a failed thrust may cost here: it runs on, straight or after a swerve."""
    found = BUSTED if traffic.battle.setup.scenario.derby else BUST
    for swerve in ("", "left", "right"):
        chances = {inches: part for (side, inches), part in _busters().items() if side == swerve and inches}
        found += _runs_into(traffic, TURNS[swerve], chances)
    return found


def _runs_on(traffic: Traffic) -> float:
    """What a failed turn may cost here: it runs on straight."""
    return _runs_into(traffic, 0.0, {far: float(part) for far, part in runs_on.odds().items()})


@cache
def _busters() -> dict[tuple[str, int], float]:
    """The chance of each swerve and run."""
    found: dict[tuple[str, int], float] = {}
    for bust, part in thruster_buster.odds().items():
        key = bust.swerve, bust.inches
        found[key] = found.get(key, 0.0) + float(part)
    return found


def _runs_into(traffic: Traffic, turn: float, chances: Mapping[int, float]) -> float:
    """What a run of so many inches, with these chances, may cost: off the table everything is lost."""
    battle, vehicle = traffic.battle, traffic.vehicle
    start = hull_at(vehicle, vehicle.x, vehicle.y, vehicle.facing + turn)
    met = traffic.ahead(start, AHEAD)
    likely = sum(part for inches, part in chances.items() if inches > met.inches)
    if met.kind == "edge":
        last = LAST if battle.setup.scenario.derby else 0.0
        aboard = sum(value(rider) for rider in own_riders(battle, vehicle))
        return PLUNGE * likely * (STOPPED + last + aboard)
    if met.kind == "mire":
        return likely * STOPPED
    if met.kind == "vehicle":
        other = battle.vehicle(met.who)
        struck = quadrant(hull(other), moved(start, met.inches))
        return likely * max(0.0, -collision_worth(battle, struck, vehicle, other))
    return likely * CRASH * hole(battle, vehicle) if met.kind == "terrain" else 0.0


# ---------------------------------------------------------------- chases


def _best_chase(battle: Battle, vehicle: Vehicle, question: Choose) -> str:
    """The chase that may be begun now, if it is worth it: its crew shoot twice in a round. Not of one that
    chases it: neither would move any more."""
    options = (option for option in question.open() if isinstance(option.about, tuple))
    free = [option for option in options if battle.vehicle(option.piece).chasing != vehicle.id]
    if not free or aims.homeward(battle, vehicle):
        return ""
    worth = SECOND * Outlook(battle, vehicle, vehicle.thrusts > 0).dealt(vehicle.x, vehicle.y, vehicle.facing)
    return free[0].id if worth > CHASE else ""


def begin_chase(battle: Battle, question: Choose) -> str:
    return _best_chase(battle, battle.vehicle(question.piece), question) or "stop"


def choose_keep_up(battle: Battle, question: Choose) -> str:
    """In a chase: after each step of the one that is chased."""
    follows = next((option for option in question.open() if option.id == "follow"), None)
    if follows is None or follows.preview is None:
        return "give-up"
    keeps = follows.preview().outcomes[-1][1]
    return "follow" if keeps >= FOLLOW else "give-up"


def go_on(battle: Battle, question: Choose) -> str:
    """At the start of its own move: whether it goes on chasing."""
    vehicle = battle.vehicle(question.piece)
    if aims.homeward(battle, vehicle) or battle.vehicle(vehicle.chasing).chasing == vehicle.id:
        return "give-up"
    worth = SECOND * Outlook(battle, vehicle).dealt(vehicle.x, vehicle.y, vehicle.facing)
    return "chase" if worth > CHASE else "give-up"


# ---------------------------------------------------------------- meeting others


def choose_strike(battle: Battle, question: Choose) -> str:
    """Whom it passes or meets: the way to strike that is worth most; only a squash has no kind."""
    vehicle = battle.vehicle(question.piece)
    best, chosen = 0.0, question.open()[-1].id
    for option in question.open():
        if option.about == "reach":
            worth = 1.5 * hole(battle, battle.vehicle(option.piece))
        elif option.about is not None:
            kind: Action = option.about
            worth = ram_worth(battle, kind, vehicle, battle.vehicle(option.piece))
        else:
            worth = 0.01 if option.id == "squash" else 0.0
        if worth > best:
            best, chosen = worth, option.id
    return chosen


def choose_chicken(battle: Battle, question: Choose, flinch: str) -> str:
    """Straight on if the crash would hurt the other more."""
    own = battle.vehicle(question.piece)
    other = next(battle.vehicle(option.piece) for option in question.options if option.piece)
    return "straight" if ram_worth(battle, "head-on", own, other) > 0.0 else flinch


def choose_pump(battle: Battle, question: Choose) -> str:
    """All hands while the enemy is far, half of them when there is something else to do."""
    vehicle = battle.vehicle(question.piece)
    ids = [option.id for option in question.open()]
    far = Outlook(battle, vehicle).nearest(vehicle.x, vehicle.y)
    return ids[0] if far > 14.0 else ids[len(ids) // 2]


def wheel(battle: Battle, question: Choose) -> str:
    """One who has nothing to shoot with rather than one who has, and of those the one with the coolest
    head."""
    vehicle = battle.vehicle(question.piece)
    able = [battle.warrior(option.piece) for option in question.open() if option.piece]
    if not able:
        return question.open()[0].id
    return max(
        able, key=lambda each: (not ready(battle, each), each.id != vehicle.gunner, each.profile.ld)
    ).id


def swerve(battle: Battle, question: Choose) -> str:
    """To the side where there is more room."""
    vehicle = battle.vehicle(question.piece)
    traffic = Traffic(battle, vehicle)
    room = {}
    for option in question.open():
        turn = MOST_TURN if option.id == "left" else -MOST_TURN
        start = hull_at(vehicle, vehicle.x, vehicle.y, vehicle.facing + turn)
        room[option.id] = traffic.ahead(start, AHEAD).inches
    return max(room, key=room.__getitem__)
