"""What the drill bot has its warriors do on foot and aboard: charge, board, fetch, ride, walk, wait."""

from __future__ import annotations

from math import hypot

import numpy as np
from msgspec import Struct

from warbook.board.geometry import Spot, bearing, in_arc
from warbook.books.gorkamorka.bot import aims
from warbook.books.gorkamorka.bot.scout import Outlook
from warbook.books.gorkamorka.bot.worth import boarding_worth, charge_worth, stake, value
from warbook.books.gorkamorka.field.able import may_move
from warbook.books.gorkamorka.field.aboard import out_of_control, ride, stationary
from warbook.books.gorkamorka.field.bodies import apart, body, type_of, within
from warbook.books.gorkamorka.foot import charging, ways
from warbook.books.gorkamorka.foot.mounting import JUMP, planked
from warbook.books.gorkamorka.foot.walking import inches_of
from warbook.books.gorkamorka.shooting.arms import ARC, ready
from warbook.books.gorkamorka.state import Battle, Vehicle, Warrior
from warbook.core.questions import Choose, Option, Refusal, Route, Way

CHARGE = 0.1  # charges worth less are not made
BOARD = 0.12  # nor boardings
SURPLUS = 0.4  # what each further charge at the same enemy is worth, as a part of the one before; so with
# each boarder beyond those aboard, who finds nobody to fight while it moves
ALONG = 1.2  # a fight goes on in the enemy's turn
MARGIN = 1.5  # inches that a charge should have to spare where it may not be measured
TRIED = 8  # places that are looked at closely, of those he walks to and of those he runs to
NEAR = 1.0
KEEN = 0.025  # what an inch from the enemy costs who has nothing to shoot with
RIDE = 10.0  # inches from the enemy beyond which one would rather ride
COMES_BACK = 7.0  # inches from a vehicle within which it waits for him
IDLE = 0.02  # shots worth less are as good as none
RIM = 9.0  # inches between the edge and the middle of a runaway vehicle that may be over it next
OVER_EDGE = 0.4  # what it costs to go aboard there, as a part of being felled
TREAD = 5  # one of so many places is looked at for a quiet way
WATCH = 12.0  # inches beyond his reach from which enemies may come into it


class Plan(Struct, frozen=True):
    """What he does, where he goes, how he faces, whom he charges."""

    how: str
    goal: Spot | None = None
    facing: float | None = None
    foe: str = ""


# ---------------------------------------------------------------- charges


def charges(battle: Battle, warrior: Warrior) -> tuple[float, str]:
    """The charge that is worth most of those that would get there."""
    best = 0.0, ""
    if charging.may_charge(battle, warrior) is not None:
        return best
    for foe in charging.charge_targets(battle, warrior):
        far = apart(battle, warrior, foe)
        if far > _charge_reach(battle, warrior):
            continue
        worth = ALONG * charge_worth(battle, warrior, foe) * SURPLUS ** _taken_on(battle, foe)
        worth -= _over_edge(battle, warrior, ride(battle, foe))
        if worth > max(best[0], CHARGE) and charging.in_reach(battle, warrior, foe):
            best = worth, foe.id
    return best


def sortie(battle: Battle, rider: Warrior) -> tuple[float, str]:
    """The charge that he could make if the vehicle that he rides stood still."""
    reach = _charge_reach(battle, rider) - 1.0
    best = CHARGE, ""
    for foe in battle.enemies(rider.side):
        if not within(battle, rider, foe, reach) or charging.open_to(battle, rider, foe) is not None:
            continue
        worth = ALONG * charge_worth(battle, rider, foe) * SURPLUS ** _taken_on(battle, foe)
        best = max(best, (worth, foe.id))
    return best if best[1] else (0.0, "")


def _taken_on(battle: Battle, foe: Warrior) -> int:
    """How many are upon him already."""
    return sum(each.charging == foe.id and each.on_table for each in battle.enemies(foe.side))


def _charge_reach(battle: Battle, warrior: Warrior) -> float:
    """How far off an enemy may be, as far as that may be known."""
    return inches_of(warrior, "run") - (0.0 if battle.rulings.premeasuring else MARGIN)


# ---------------------------------------------------------------- riding


def wants_ride(battle: Battle, warrior: Warrior) -> bool:
    """Whether he would rather be aboard: with scrap, or far from every enemy."""
    if warrior.aboard or may_move(battle, warrior) is not None or warrior.down or warrior.burning:
        return False
    if warrior.scrap and aims.carries(battle):
        return True
    near = min((apart(battle, warrior, foe) for foe in battle.enemies(warrior.side)), default=99.0)
    return near > RIDE and aims.errand(battle, warrior) is None


def returns(battle: Battle, warrior: Warrior, vehicle: object) -> bool:
    """Whether he can be aboard this vehicle this turn, if it waits."""
    if not wants_ride(battle, warrior):
        return False
    own = aims.ride_for(battle, warrior)
    return own is not None and own is vehicle and apart(battle, warrior, own) <= COMES_BACK


def restless(battle: Battle, rider: Warrior) -> bool:
    """Whether there may be something for him to do in this movement phase besides riding."""
    own = ride(battle, rider)
    if own is None:
        return True
    if not rider.up:
        return False
    if own.side != rider.side and not stationary(battle, own):
        return doomed(battle, own)
    if own.immobilised or own.destroyed:
        return True
    if rider.id in (own.driver, own.gunner):
        return False
    if stationary(battle, own):
        return bool(sortie(battle, rider)[1]) or aims.errand(battle, rider) is not None
    return any(
        other.side != rider.side
        and within(battle, own, other, JUMP)
        and worth_boarding(battle, rider, other.id) > BOARD
        for other in battle.vehicles
        if other.on_table and not other.destroyed
    )


def doomed(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether a vehicle that nobody drives may run off the table in its next move."""
    return _at_rim(battle, vehicle) and out_of_control(battle, vehicle)


def _at_rim(battle: Battle, vehicle: Vehicle) -> bool:
    """Whether it may be over the edge of the table before one can get off, once nobody drives it."""
    table = battle.table
    rim = min(vehicle.x, vehicle.y, table.width - vehicle.x, table.depth - vehicle.y)
    return rim < RIM and not vehicle.immobilised and not vehicle.destroyed


def _over_edge(battle: Battle, warrior: Warrior, vehicle: Vehicle | None) -> float:
    """What it costs to be aboard an enemy vehicle that may be over the edge next."""
    if vehicle is None or not _at_rim(battle, vehicle):
        return 0.0
    return OVER_EDGE * value(warrior) * stake(battle, warrior.side)


def worth_boarding(battle: Battle, warrior: Warrior, vehicle_id: str) -> float:
    """What going aboard an enemy's vehicle is worth, less what he could do where he is."""
    vehicle = battle.vehicle(vehicle_id)
    own = ride(battle, warrior)
    tested = own is None or not planked(own, vehicle)
    spare = sum(rider.side == warrior.side for rider in battle.riders(vehicle_id)) + 1
    spare -= sum(rider.side != warrior.side and rider.up for rider in battle.riders(vehicle_id))
    share = 1.0 if stationary(battle, vehicle) else SURPLUS ** max(0, spare)
    worth = share * boarding_worth(battle, warrior, vehicle, tested) - _over_edge(battle, warrior, vehicle)
    return worth - 0.5 * _own_fire(battle, warrior)


def _own_fire(battle: Battle, warrior: Warrior) -> float:
    """What his own shot is worth where he is."""
    if not ready(battle, warrior):
        return 0.0
    there = body(battle, warrior).spot
    return Outlook(battle, warrior).dealt(there.x, there.y, warrior.facing)


# ---------------------------------------------------------------- what he does


def plan_walk(battle: Battle, warrior: Warrior, question: Choose) -> Plan:
    free = {option.id: option for option in question.open()}
    if len(free) == 1:
        return Plan(next(iter(free)))
    if "carry" in free and aims.carries(battle):
        return Plan("carry")
    if warrior.down:
        return Plan("stay")
    lost = aims.driverless(battle, warrior)
    if lost is not None:
        return _back_to(battle, warrior, lost, question)
    fire = _own_fire(battle, warrior)
    worth, foe = charges(battle, warrior) if "charge" in free else (0.0, "")
    boarding, target = _best_boarding(battle, warrior, question)
    if foe and worth > max(fire, boarding):
        return Plan("charge", foe=foe)
    if target and boarding > fire:
        return Plan(target)
    if warrior.aboard:
        return _from_deck(battle, warrior, free, fire)
    errand = aims.errand(battle, warrior)
    if errand is not None:
        return _go_to(battle, warrior, errand)
    mount = _mount(battle, warrior, question)
    if mount:
        return Plan(mount)
    if warrior.scrap and aims.carries(battle):
        own = aims.ride_for(battle, warrior)
        home = aims.edge_spot(battle, warrior.side, warrior.x, warrior.y)
        if own is not None and apart(battle, warrior, own) < hypot(home.x - warrior.x, home.y - warrior.y):
            home = own.spot
        return _go_to(battle, warrior, home)
    return _on_foot(battle, warrior, free)


def _best_boarding(battle: Battle, warrior: Warrior, question: Choose) -> tuple[float, str]:
    best = BOARD, ""
    for option in question.open():
        if not isinstance(option.about, tuple):
            continue
        verb, name = option.about
        if verb == "pounce":
            worth = ALONG * charge_worth(battle, warrior, battle.warrior(name)) + 0.2
        elif battle.vehicle(name).side == warrior.side:
            continue
        else:
            worth = worth_boarding(battle, warrior, name)
        if worth > best[0]:
            best = worth, option.id
    return best if best[1] else (0.0, "")


def _mount(battle: Battle, warrior: Warrior, question: Choose) -> str:
    """His own side's vehicle, if he wants to ride and it stands still."""
    if not wants_ride(battle, warrior):
        return ""
    for option in question.open():
        if isinstance(option.about, tuple) and option.about[0] == "mount":
            vehicle = battle.vehicle(option.about[1])
            if vehicle.side == warrior.side and not vehicle.immobilised:
                return option.id
    return ""


def _back_to(battle: Battle, warrior: Warrior, vehicle: Vehicle, question: Choose) -> Plan:
    """Aboard a vehicle of his side, or as near to it as he gets."""
    for option in question.open():
        if isinstance(option.about, tuple) and option.about[1] == vehicle.id:
            return Plan(option.id)
    return _go_to(battle, warrior, vehicle.spot)


def _from_deck(battle: Battle, warrior: Warrior, free: dict[str, Option], fire: float) -> Plan:
    """Aboard: off what will not move again if there is nothing to shoot at, off for scrap, else he stays."""
    own = battle.vehicle(warrior.aboard)
    if "leap" in free and own.side != warrior.side and doomed(battle, own):
        return Plan("leap")
    if "off run" not in free:
        return Plan("stay")
    errand = aims.errand(battle, warrior)
    if errand is not None and own.side == warrior.side:
        far = hypot(errand.x - own.x, errand.y - own.y)
        return Plan("off walk" if far < inches_of(warrior, "walk") else "off run", errand)
    useless = own.immobilised or own.destroyed
    if own.side != warrior.side:
        useless = own.destroyed  # else there is something to smash
    if useless and fire < IDLE:
        aim = aims.of_enemy(battle, warrior.side, own.x, own.y, NEAR)
        return Plan("off run", None) if aim is None else _alight(battle, warrior, own.spot, aim.spot)
    return Plan("stay")


def _alight(battle: Battle, warrior: Warrior, here: Spot, goal: Spot) -> Plan:
    """Off towards the enemy: at a walk if that brings somebody into his range, and not into the open before
    one whom he had better keep away from, nor where something sleeps."""
    outlook = Outlook(battle, warrior)
    walk, run = inches_of(warrior, "walk"), inches_of(warrior, "run")
    if outlook.guns and outlook.nearest(here.x, here.y) <= outlook.reach + walk:
        return Plan("off walk", goal)
    share = min(1.0, run / max(run, hypot(goal.x - here.x, goal.y - here.y)))
    there = here.x + share * (goal.x - here.x), here.y + share * (goal.y - here.y)
    stirs = aims.stirs(battle, here, Spot(*there), outlook.size)
    return Plan("stay") if stirs or outlook.beset(*there) else Plan("off run", goal)


def _go_to(battle: Battle, warrior: Warrior, goal: Spot) -> Plan:
    """Walk if that suffices, else run; round what sleeps in the sand, if there is a way round."""
    if aims.stirs(battle, warrior.spot, goal, type_of(warrior).radius):
        goal = _quiet_way(battle, warrior, goal) or goal
    far = hypot(goal.x - warrior.x, goal.y - warrior.y)
    how = "walk" if far <= inches_of(warrior, "walk") - 0.2 else "run"
    return Plan(how, goal, bearing(warrior.spot, goal) if far > 0.1 else None)


def _quiet_way(battle: Battle, warrior: Warrior, goal: Spot) -> Spot | None:
    """The place within reach that is nearest to the goal of those where he wakes nothing on his way; None if
    none of them is nearer than where he is."""
    spots = ways.reach_of(battle, warrior, inches_of(warrior, "run")).spots
    away = np.hypot(spots[:, 0] - goal.x, spots[:, 1] - goal.y)
    size = type_of(warrior).radius
    for row in np.argsort(away, kind="stable")[::TREAD]:
        if away[row] >= hypot(goal.x - warrior.x, goal.y - warrior.y):
            return None
        spot = Spot(*spots[row].tolist())
        if not aims.stirs(battle, warrior.spot, spot, size):
            return spot
    return None


def _on_foot(battle: Battle, warrior: Warrior, free: dict[str, Option]) -> Plan:
    """The place that is best to shoot from, or to come nearer by."""
    outlook = Outlook(battle, warrior)
    aim = aims.of_enemy(battle, warrior.side, warrior.x, warrior.y, NEAR)
    armed = bool(outlook.guns)
    pull = aims.PULL if armed else KEEN

    def score(x: float, y: float, ran: bool) -> float:
        worth = -outlook.taken(x, y) - aims.waking(battle, x, y, outlook.size)
        if not ran:
            worth += outlook.dealt(x, y, warrior.facing)
        if aim is not None:
            worth -= pull * max(0.0, hypot(aim.spot.x - x, aim.spot.y - y) - aim.near)
        return worth

    here = warrior.spot
    best, chosen = score(here.x, here.y, False), Plan("stay")
    reach = ways.reach_of(battle, warrior, inches_of(warrior, "run"))
    goal = aim.spot if aim is not None else here
    away = np.hypot(reach.spots[:, 0] - goal.x, reach.spots[:, 1] - goal.y)
    walked = reach.cost <= inches_of(warrior, "walk") - 0.05
    for how, rows in (("walk", np.flatnonzero(walked)), ("run", np.flatnonzero(~walked))):
        order = rows[np.argsort(away[rows], kind="stable")]
        half = TRIED // 2
        picked = [*order[:half], *order[half :: max(1, len(order) // half)]]
        for row in picked:
            x, y, z = reach.spots[row].tolist()
            worth = score(x, y, how == "run")
            if worth > best + 0.01:
                best, chosen = worth, Plan(how, Spot(x, y, z))
    if chosen.how == "stay":
        return _stand(battle, warrior, free, outlook)
    assert chosen.goal is not None
    target = outlook.target(chosen.goal.x, chosen.goal.y)
    return Plan(chosen.how, chosen.goal, None if target is None else bearing(chosen.goal, target))


def _stand(battle: Battle, warrior: Warrior, free: dict[str, Option], outlook: Outlook) -> Plan:
    """Where he is: facing whom he can shoot at, else on the watch or hidden."""
    here = warrior.spot
    target = outlook.target(here.x, here.y)
    facing = None if target is None else bearing(here, target)
    if outlook.dealt(here.x, here.y, warrior.facing) < IDLE:
        if "watch" in free and outlook.guns and outlook.nearest(here.x, here.y) < outlook.reach + WATCH:
            return Plan("watch", None, facing)
        if "hide" in free:
            return Plan("hide")
    if target is None or in_arc(here, warrior.facing, ARC, target):
        return Plan("stay")
    return Plan("turn", None, facing)


# ---------------------------------------------------------------- ways


def best_route(battle: Battle, question: Route, plan: Plan | None) -> Way:
    """As it was planned; as near to the goal as he gets."""
    start = question.start
    assert start is not None, "he stands somewhere"
    if plan is None or plan.goal is None:
        return Way((start,), None if plan is None else plan.facing)
    goal = plan.goal
    path: tuple[Spot, ...] = (start, goal)
    if isinstance(question.judge(path), Refusal):
        path = question.path(goal.x, goal.y, goal.z) or (start,)
    return Way(path, plan.facing)


def edge(battle: Battle, question: Choose, goal: Spot | None) -> str:
    """Where he gets off: nearest to where he goes, of those edges from which he wakes nothing on his way."""
    free = question.open()
    if goal is None:
        return free[0].id
    size = type_of(battle.warrior(question.piece)).radius

    def far(spot: Spot) -> tuple[bool, float]:
        return aims.stirs(battle, spot, goal, size), hypot(spot.x - goal.x, spot.y - goal.y)

    spots = {option.id: far(option.spot) for option in free if option.spot is not None}
    return min(spots, key=lambda each: spots[each], default=free[0].id)
