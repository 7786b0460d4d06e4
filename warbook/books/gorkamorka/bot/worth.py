"""What shots, blows, rams and models are worth to the drill bot, by the odds of the kernels that play."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from msgspec.structs import replace

from warbook.books.gorkamorka.damage.dice import location, template_hits
from warbook.books.gorkamorka.damage.hits import locations
from warbook.books.gorkamorka.driving.dice import boards
from warbook.books.gorkamorka.ending.bottle import bottle_limit, casualties
from warbook.books.gorkamorka.field.able import looks_on
from warbook.books.gorkamorka.field.aboard import stationary
from warbook.books.gorkamorka.field.bodies import model_of, type_of
from warbook.books.gorkamorka.field.engaged import helpless
from warbook.books.gorkamorka.field.fittings import impact_strength, plates
from warbook.books.gorkamorka.fight.previews import rounds
from warbook.books.gorkamorka.fight.stance import Corner, charged, hateful
from warbook.books.gorkamorka.foot.mounting import nimbleness
from warbook.books.gorkamorka.ramming.dice import (
    Action,
    Quadrant,
    collision,
    immobilises,
    ram,
    rolls_for_wreck,
)
from warbook.books.gorkamorka.ramming.impact import swerve_ld
from warbook.books.gorkamorka.ramming.squash import STRENGTH, jump_score
from warbook.books.gorkamorka.shooting import aim as aiming
from warbook.books.gorkamorka.shooting import prospects
from warbook.books.gorkamorka.shooting.arms import Arm
from warbook.books.gorkamorka.shooting.dice import Aim, burst, sustained, tally, to_hit, volley
from warbook.books.gorkamorka.shooting.grenade_dice import caught
from warbook.books.gorkamorka.shooting.striking import harm_of, strength_of, strike_of
from warbook.books.gorkamorka.shooting.targets import Mark
from warbook.books.gorkamorka.state import NEST, Battle, Vehicle, Warrior
from warbook.books.gorkamorka.wounds.dice import Body, Hit, blow, jumps_clear
from warbook.books.gorkamorka.wounds.harm import Strike, body_of, fall_of, hit_on

PIN = 0.25  # a warrior pinned, as a part of one felled
HALTED = 0.6  # a beast that only fights hand to hand
FLESH = 0.15  # a flesh wound or a wound of several
FINISHED = 0.06  # one who lies Down already put out of action: he seldom gets up again
SETTLED = 0.8  # in a derby, where the losses decide in the end
OVERBOARD = 0.5  # one thrown off his vehicle
CAUGHT = 0.5  # one caught in a net
WRECKED = 0.14  # what a hole in a vehicle that moves does to it
CREWED = 0.14  # and to those aboard
STOPPED = 1.2  # a vehicle immobilised
CARE = 2.0  # what harm to one's own vehicle counts more,
SPARE = 3.0  # in a derby, where there is time,
DARE = 1.3  # and from some turn on, for who is not ahead;
LATE = 7  # that turn
MANY = 1.5  # times as many as we are
GAMBLE = 0.4  # and when time is about to run out for him:
FINAL = 2  # in the last so many turns
LAST_CALL = 4  # turns before the end of a derby in which one no longer minds how many the others are
ROUSED = 0.1  # what it is worth in a derby that one's crews lend a hand,
AROUSING = 2.0  # and what it costs that those of the enemy do:
AT_HAND = 16.0  # inches within which they are upon it before long,
AFAR = 0.5  # and what those count who are not
MONSTER = 2.0
STRAY = 0.35  # chance that what scatters comes down on its target all the same
LOBBED = 0.4  # chance that what is lobbed at a guess comes down on its target
SEIZED = 1.0  # in a derby, what a fight with the driver is worth besides
BYSTANDER = 0.5  # in a derby, what a warrior on foot counts beside vehicles
SCRAP = 0.7
MOST_ROUNDS = 20_000
USUAL = 4.0  # casualties that call for a bottle test where one counts as one


def value(warrior: Warrior) -> float:
    """What a warrior is worth, an ordinary boy being 1."""
    kind = type_of(warrior)
    rank = MONSTER if kind.role == "monster" else 0.6 + kind.cost / 12
    return rank + SCRAP * warrior.scrap


def stake(battle: Battle, side: str) -> float:
    """What a casualty of a side counts: the more, the fewer of them call for a bottle test. In a derby what
    moves decides."""
    scenario = battle.setup.scenario
    began = battle.began.get(side, 0)
    if scenario.derby or not scenario.bottles or not began or side == NEST:
        return 1.0
    return USUAL / max(1.0, began * bottle_limit(battle, side) / 100)


def hole(battle: Battle, vehicle: Vehicle) -> float:
    """What one point of damage that goes through is worth; in a derby only what moves counts."""
    if vehicle.destroyed:
        return 0.0
    if battle.setup.scenario.derby:
        return 0.0 if vehicle.immobilised else 2 * WRECKED * rarity(battle, vehicle)
    crewed = any(rider.side == vehicle.side and not rider.down for rider in battle.riders(vehicle.id))
    return (0.0 if vehicle.immobilised else WRECKED) + (CREWED if crewed else 0.0) + 0.2 * vehicle.scrap


def rarity(battle: Battle, vehicle: Vehicle) -> float:
    """What a vehicle counts more where the last that moves decides: the fewer its side has left."""
    if not battle.setup.scenario.derby:
        return 1.0
    rolling = sum(v.on_table and not v.immobilised for v in battle.vehicles if v.side == vehicle.side)
    return 2.0 / max(1, rolling)


def pressed(battle: Battle, side: str) -> bool:
    """Whether a side has to take risks in a derby: time runs out, and who has lost least wins then."""
    if not battle.setup.scenario.derby or battle.turn < LATE:
        return False
    return _lead(battle, side) <= 0.0


def brawls(battle: Battle, side: str) -> bool:
    """Whether a side would have all crews come into a derby: it has to take risks, and others have not many
    more than it has, or there is no time left."""
    if not pressed(battle, side):
        return False
    ours = sum(each.up for each in battle.present(side))
    theirs = (sum(each.up for each in battle.present(other)) for other in battle.sides if other != side)
    return final(battle, LAST_CALL) or max(theirs) <= MANY * ours


def final(battle: Battle, turns: int = FINAL) -> bool:
    """Whether the last so many turns have begun."""
    limit = battle.setup.scenario.turn_limit
    return bool(limit) and battle.turn > limit - turns


def leads(battle: Battle, side: str) -> bool:
    """Whether a side wins a derby if nothing more happens, and nobody gets up again: then it keeps out of
    everybody's way."""
    return battle.setup.scenario.derby and _lead(battle, side, lasting=True) > 0.0


def _lead(battle: Battle, side: str, lasting: bool = False) -> float:
    """By how much less a side has lost than the next, as a part of its models; `lasting`: as if those of the
    others who are Down were to get up."""
    shares = {}
    for each in battle.sides:
        lost = casualties(battle, each)
        if lasting and each != side:
            lost -= sum(warrior.on_table and warrior.down for warrior in battle.mob(each))
        shares[each] = lost / max(1, battle.began.get(each, 1))
    return min(share for each, share in shares.items() if each != side) - shares[side]


# ---------------------------------------------------------------- shots


def shot_worth(
    battle: Battle, shooter: Warrior, arm: Arm, mark: Mark, inches: float, dice: int = 0, shots: int = 0
) -> float:
    """What a shot at a target where both stand is worth, if it is so many inches away."""
    aim, _ = aiming.aim_at(battle, shooter, arm, mark, inches)
    return aimed_worth(battle, shooter, arm, mark, aim, inches, dice, shots)


def aimed_worth(
    battle: Battle,
    shooter: Warrior,
    arm: Arm,
    mark: Mark,
    aim: Aim,
    inches: float,
    dice: int = 0,
    shots: int = 0,
) -> float:
    weapon = arm.weapon
    if not aiming.in_range(shooter, weapon, inches):
        return 0.0
    aim = replace(aim, ammo=False, short=False)
    count = shots or aiming.shots(battle, shooter, arm, inches)
    strength = strength_of(shooter, weapon) + round(3.5 * weapon.strength_d6)
    if isinstance(mark, Vehicle):
        through = _hits(arm, aim, count, dice) * _through(battle, arm, mark, strength)
        return through * (hole(battle, mark) - _friends_aboard(battle, shooter.side, mark))
    if weapon.harmless:
        return CAUGHT * _lands(aim) * value(mark) if mark.up and not mark.netted else 0.0
    harm = "template" if weapon.blast or weapon.teardrop else harm_of(weapon)
    hit = hit_on(battle, mark, strike_of(shooter, weapon, strength, harm))
    pins = _pinning(mark)
    body = body_of(mark)
    if weapon.blast or weapon.teardrop or weapon.scatters or weapon.guess:
        part = _covered(arm, aim) * _felled_by(hit, body, pins)
    else:
        part = _fire(aim, hit, body, count, dice, pins)
    return part * value(mark) * (BYSTANDER if battle.setup.scenario.derby else 1.0)


@lru_cache(maxsize=20_000)
def _fire(aim: Aim, hit: Hit, body: Body, shots: int, dice: int, pins: float) -> float:
    """Warriors felled by one attack, with lesser harm counted in part."""
    if not aim.dice:
        return 0.0
    after = burst.odds(dice, aim, hit, body) if dice else volley.odds(shots, aim, hit, body)
    harm = sum(float(part) * _harm(body, each) for each, part in after.items())
    if pins:
        unhurt = float(after.chance(body))
        harm += pins * max(0.0, unhurt - (1.0 - _lands(aim)) ** (1.5 * dice or shots))
    return harm


@lru_cache(maxsize=5_000)
def _felled_by(hit: Hit, body: Body, pins: float) -> float:
    after = blow.odds(hit, body)
    harm = sum(float(part) * _harm(body, each) for each, part in after.items())
    return harm + pins * float(after.chance(body))


def _pinning(mark: Warrior) -> float:
    """What it is worth to pin him: who only fights hand to hand loses his whole turn."""
    kind = type_of(mark)
    if not mark.up or kind.immune_to_pinning:
        return 0.0
    return HALTED if kind.role == "monster" else PIN


def _harm(before: Body, after: Body) -> float:
    """What has become of somebody, as a part of him felled."""
    if before.state != "up":
        return FINISHED if after.state == "out" else 0.0
    if after.state != "up":
        return 1.0
    return FLESH if after != before else 0.0


@lru_cache(maxsize=2_000)
def _lands(aim: Aim) -> float:
    return float(to_hit.odds(aim).chance(lambda roll: roll.hits > 0)) if aim.dice else 0.0


def _covered(arm: Arm, aim: Aim) -> float:
    """The chance that a target is hit through a template, or by what scatters."""
    weapon = arm.weapon
    if weapon.guess:
        return LOBBED
    if weapon.scatters:
        lands = _lands(aim)
        return lands + STRAY * (1.0 - lands) * float(bool(weapon.blast))
    return float(caught.odds(True).chance(True))


def _friends_aboard(battle: Battle, side: str, vehicle: Vehicle) -> float:
    """What a hole in a vehicle costs for the sake of one's own who have boarded it."""
    riders = battle.riders(vehicle.id)
    return CREWED * 2 * sum(each.side == side for each in riders) / max(1, len(riders))


def _hits(arm: Arm, aim: Aim, shots: int, dice: int) -> float:
    """How many hits a vehicle may expect."""
    weapon = arm.weapon
    if weapon.spares_vehicles:
        return 0.0
    if weapon.blast or weapon.teardrop:
        return _covered(arm, aim) * _template_hits()
    return _mean_hits(aim, shots, dice)


@lru_cache(maxsize=1)
def _template_hits() -> float:
    odds = template_hits.odds(False)
    return sum(hits * float(part) for hits, part in odds.items())


@lru_cache(maxsize=2_000)
def _mean_hits(aim: Aim, shots: int, dice: int) -> float:
    if not aim.dice:
        return 0.0
    volleys = (
        {each.shots: float(part) for each, part in sustained.odds(dice).items()} if dice else {shots: 1.0}
    )
    each = float(sum(roll.hits * part for roll, part in tally.odds(1, aim).items()))
    return sum(count * part for count, part in volleys.items()) * each


def _through(battle: Battle, arm: Arm, vehicle: Vehicle, strength: int) -> float:
    """The chance that a hit goes through."""
    weapon = arm.weapon
    there, again = tuple(locations(battle, vehicle)), battle.rulings.missing_location == "reroll"
    key = vehicle.kind, there, plates(vehicle), strength, weapon.save_mod, again
    if key not in _THROUGH:
        where = dict(location.odds(there, again))
        _THROUGH[key] = float(sum(prospects.through(weapon, vehicle, strength, where).values()))
    return _THROUGH[key]


_THROUGH: dict[tuple[object, ...], float] = {}


# ---------------------------------------------------------------- hand-to-hand combat


def charge_worth(battle: Battle, warrior: Warrior, foe: Warrior) -> float:
    """What the round after a charge is worth, once he is there."""
    if helpless(foe):
        finished = SETTLED if looks_on(battle, foe) else FINISHED
        return finished * value(foe) + SCRAP * foe.scrap
    one = Corner(replace(warrior, obstacle=False), charging=True)
    return round_worth(battle, one, Corner(foe))


def round_worth(battle: Battle, one: Corner, other: Corner, aboard: bool = False) -> float:
    """What a round is worth to the first."""
    if helpless(other.warrior):
        return FINISHED * value(other.warrior)
    key = (
        _temper(battle, one, other), _temper(battle, other, one), aboard, battle.phase == "fight",
        battle.rulings,
    )  # fmt: skip
    known = _ROUNDS.get(key)
    if known is None:
        if len(_ROUNDS) > MOST_ROUNDS:
            _ROUNDS.clear()
        known = _ROUNDS[key] = _round(battle, one, other, aboard)
    won, lost = known
    us, them = one.warrior, other.warrior
    return won * value(them) * stake(battle, them.side) - lost * value(us) * stake(battle, us.side)


def _round(battle: Battle, one: Corner, other: Corner, aboard: bool) -> tuple[float, float]:
    """What becomes of both, each as a part of him felled: the second's and the first's."""
    ours, theirs = body_of(one.warrior), body_of(other.warrior)
    felled = fallen = 0.0
    for result, part in rounds(battle, one, other, aboard)[0]:
        won, lost = _harm(theirs, result.b), _harm(ours, result.a)
        if result.overboard == "b":
            won = max(won, OVERBOARD)
        elif result.overboard == "a":
            lost = max(lost, OVERBOARD)
        felled, fallen = felled + float(part) * won, fallen + float(part) * lost
    return felled, fallen


def _temper(battle: Battle, corner: Corner, foe: Corner) -> tuple[object, ...]:
    """All that a round depends on."""
    w = corner.warrior
    return (
        w.kind, w.profile, w.weapons, w.armour, w.skills, w.wounds, w.flesh, w.thrown, w.obstacle,
        w.frenzied, w.stupid, w.dull, w.hobbled, w.half_ws, w.terrified_of, w.scrap,
        hateful(w, foe.warrior), charged(battle, corner), corner.more, corner.rule, corner.first,
    )  # fmt: skip


_ROUNDS: dict[tuple[object, ...], tuple[float, float]] = {}


def boarding_worth(battle: Battle, warrior: Warrior, vehicle: Vehicle, tested: bool = True) -> float:
    """What boarding a vehicle is worth: the test, and then the round with whom its owner would send."""
    score, _ = nimbleness(warrior, vehicle)
    aboard = float(boards.odds(score).chance(True)) if tested else 1.0
    foes = [rider for rider in battle.riders(vehicle.id) if rider.side != warrior.side]
    up = {foe.kind: foe for foe in foes if not helpless(foe)}  # one of each kind will do
    one = Corner(replace(warrior, obstacle=False), charging=True)
    fight = min((round_worth(battle, one, Corner(foe), aboard=True) for foe in up.values()), default=0.0)
    if not up:
        smashed = hole(battle, vehicle) if stationary(battle, vehicle) else 0.0
        fight = smashed + (FINISHED if foes else 0.0)
    elif battle.setup.scenario.derby and not vehicle.immobilised and not pressed(battle, vehicle.side):
        fight += SEIZED * rarity(battle, vehicle)
    falls = _felled_by(hit_on(battle, warrior, fall_of("")), body_of(warrior), 0.0)
    falls = (falls + 0.1) * value(warrior) * stake(battle, warrior.side)
    return aboard * fight - (1.0 - aboard) * falls


# ---------------------------------------------------------------- vehicles


def ram_worth(battle: Battle, kind: Action, rammer: Vehicle, target: Vehicle) -> float:
    """One that nothing is gained by any more is worth nothing, whatever it would do."""
    if rarity(battle, rammer) > 1.0 and leads(battle, rammer.side):
        return 0.0
    ld = 0 if kind == "head-on" else swerve_ld(battle, target)
    worth = _impact_worth(
        battle, _ram(kind, model_of(rammer).bike, model_of(target).bike, ld), rammer, target
    )
    if not brawls(battle, rammer.side):
        theirs, ours = (_crowd(battle, side, rammer) for side in (target.side, rammer.side))
        worth -= AROUSING * min(1.0, max(0.0, theirs - ours))
    return worth + (ROUSED if looked_on(battle, rammer.side) else 0.0)


def _crowd(battle: Battle, side: str, rammer: Vehicle) -> float:
    """What those are worth whom a ram would bring into a derby, the more the nearer they are to who rams."""
    return sum(
        value(each) * (1.0 if hypot(each.x - rammer.x, each.y - rammer.y) < AT_HAND else AFAR)
        for each in battle.present(side)
        if each.up and looks_on(battle, each)
    )


def looked_on(battle: Battle, side: str) -> bool:
    """Whether a side's crews only look on in a derby, as they do until one of its vehicles is in a ram."""
    return battle.setup.scenario.derby and side not in battle.roused


def collision_worth(battle: Battle, struck: Quadrant, mover: Vehicle, other: Vehicle) -> float:
    """What it is worth to run into another vehicle, front first and out of control."""
    came = _collision(struck, model_of(mover).bike, model_of(other).bike)
    if other.side != mover.side:
        return _impact_worth(battle, came, mover, other)
    mine, theirs, halts, halted = came
    harm = mine * hole(battle, mover) + theirs * hole(battle, other) + STOPPED * (halts + halted)
    return -_care(battle, mover.side) * harm


Harmed = tuple[float, float, float, float]  # points of both, and the chances that each is immobilised


def _impact_worth(battle: Battle, came: Harmed, mover: Vehicle, other: Vehicle) -> float:
    mine, theirs, halts, halted = came
    halted = 0.0 if other.immobilised else halted * rarity(battle, other)
    halts *= rarity(battle, mover)
    gain, cost = theirs * hole(battle, other), mine * hole(battle, mover)
    gain = stake(battle, other.side) * (gain + STOPPED * halted)
    return gain - _care(battle, mover.side) * (cost + STOPPED * halts)


def _care(battle: Battle, side: str) -> float:
    """What harm to a side's own vehicles counts."""
    if pressed(battle, side):
        return GAMBLE if final(battle) else DARE
    return SPARE if battle.setup.scenario.derby else CARE * stake(battle, side)


@lru_cache(maxsize=500)
def _ram(kind: Action, a_bike: bool, b_bike: bool, ld: int) -> Harmed:
    mine = theirs = halts = halted = 0.0
    for came, part in ram.odds(kind, a_bike, b_bike, ld or None).items():
        share = float(part)
        if not came.swerved:
            mine, theirs = mine + share * came.impact.a, theirs + share * came.impact.b
        halts, halted = halts + share * came.a_immobilised, halted + share * came.b_immobilised
    return mine, theirs, halts, halted


@lru_cache(maxsize=50)
def _collision(struck: Quadrant, a_bike: bool, b_bike: bool) -> Harmed:
    odds = collision.odds("front", struck, a_bike, b_bike)
    mine, theirs = (sum(getattr(came, who) * float(part) for came, part in odds.items()) for who in "ab")
    wreck = float(immobilises.odds().chance(True)) if struck == "front" else 0.0
    return mine, theirs, wreck * rolls_for_wreck(a_bike, b_bike), wreck * rolls_for_wreck(b_bike, a_bike)


def squash_worth(battle: Battle, vehicle: Vehicle, warrior: Warrior) -> float:
    """What driving over an enemy is worth."""
    score = jump_score(battle, vehicle, warrior)
    stays = 1.0 - float(jumps_clear.odds(score).chance(True)) if score else 1.0
    struck = Strike(strength=impact_strength(vehicle, STRENGTH), rule="")
    return stays * _felled_by(hit_on(battle, warrior, struck), body_of(warrior), 0.0) * value(warrior)
