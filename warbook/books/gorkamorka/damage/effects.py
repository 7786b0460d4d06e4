"""What a line of a damage table does. Still effects come into force here; what moves is pushed."""

from __future__ import annotations

from warbook.board.geometry import flat_gap
from warbook.books.gorkamorka.called import INCHES
from warbook.books.gorkamorka.damage.dice import clings_on, one_of
from warbook.books.gorkamorka.damage.riders import at_random, hurt, throw_off
from warbook.books.gorkamorka.damage.steering import driving_test, side_of_swerve
from warbook.books.gorkamorka.driving.dice import thrown_inches
from warbook.books.gorkamorka.field.aboard import available_driver, crew, driver, gunner, stationary
from warbook.books.gorkamorka.field.bodies import TOLERANCE, hull, hulls, model_of, on_foot, on_ground
from warbook.books.gorkamorka.field.fittings import spare_ammo, working
from warbook.books.gorkamorka.mob.data import gubbinz
from warbook.books.gorkamorka.mob.lists import DamageRow
from warbook.books.gorkamorka.state import (
    Battle,
    Game,
    Penetrated,
    Points,
    Spin,
    Thrusting,
    Vehicle,
    Warrior,
    Wild,
)
from warbook.books.gorkamorka.wounds import harm
from warbook.books.gorkamorka.wounds.falls import come_off, place_near
from warbook.books.gorkamorka.wounds.harm import Strike, strike
from warbook.core.events import Became, Note, Removed

RULE = "gce.vehicle-damage.resolve"
MOVES = (Wild, Spin, Thrusting)  # the trouble that moves a vehicle


def put_into_force(game: Game, vehicle: Vehicle, row: DamageRow, hit: Penetrated) -> None:
    """gce.vehicle-damage.resolve, for what is not moot."""
    if hit.takes and row.location in ("crew", "driver"):
        _taken(game, vehicle, row, hit)
        return
    match row.effect:
        case "no-effect":
            pass
        case "hit-random-crew" | "random-crew-strength-test-or-thrown" | "hit-and-throw-random-crew":
            _crew(game, vehicle, row, hit)
        case "hit-gunner" | "weapon-silent" | "weapon-out-of-ammo" | "weapon-destroyed":
            _weapon(game, vehicle, row, hit)
        case "random-fitting-unusable":
            _fitting(game, vehicle)
        case "swerve-and-forward" | "spin-and-forward" | "swerve-and-stop":
            _careers(game, vehicle, row)
        case "gas-move-minus" | "wind-move-minus" | "pump-move-minus" | "thrust-move-minus":
            _slower(game, vehicle, row)
        case "immobilised":
            immobilise(game, vehicle, RULE)
        case "no-thrust" | "must-thrust-until-a-test-fails":
            _thrusters(game, vehicle, row)
        case "explodes" | "wrecked":
            destroy_vehicle(game, vehicle, row)
        case _:
            _driver(game, vehicle, row, hit)


def why_moot(battle: Battle, vehicle: Vehicle, row: DamageRow, hit: Penetrated) -> str:
    """gce.vehicle-damage.moot-results: why a result cannot be any more, or is so already; "" if it counts."""
    if hit.takes and row.location in ("crew", "driver"):
        return ""
    match row.effect:
        case "hit-gunner":
            return "" if gunner(battle, vehicle) else "nobody mans the weapon"
        case "weapon-silent" | "weapon-out-of-ammo":
            return "it is empty already" if vehicle.weapon_state == "empty" else ""
        case "swerve-and-forward" | "spin-and-forward" | "swerve-and-stop":
            return "" if _can_career(battle, vehicle) else "it stands still"
        case "driver-leadership-test-or-swerve":
            if available_driver(battle, vehicle) is None:
                return "nobody is fit to drive it"
            return "" if _can_career(battle, vehicle) else "it stands still"
        case "immobilised":
            return "it is so already" if vehicle.immobilised else ""
        case "gas-move-minus" | "wind-move-minus" | "pump-move-minus" | "thrust-move-minus":
            return "it cannot move any more" if vehicle.immobilised else ""
        case "no-thrust":
            if vehicle.immobilised or not model_of(vehicle).thrust:
                return "it cannot thrust any more" if vehicle.immobilised else "it has no thrusters"
            return "they are dead already" if vehicle.no_thrust == "ever" else ""
        case "must-thrust-until-a-test-fails":
            able = model_of(vehicle).thrust and not vehicle.immobilised and not vehicle.no_thrust
            return "" if able else "it cannot thrust"
    return ""


# ---------------------------------------------------------------- those aboard


def _crew(game: Game, vehicle: Vehicle, row: DamageRow, hit: Penetrated) -> None:
    count = game.rolling(vehicle.id).roll(thrown_inches, "gce.basics.d3", "D3") if row.count else 1
    for _ in range(count):
        victim = at_random(game, crew(game.battle, vehicle, hit.spares), vehicle)
        if victim is None:
            return
        if row.effect == "hit-random-crew":
            hurt(game, victim, _strength(game.battle, row, hit), hit.by, RULE, hit.pins, hit.knockback)
        elif row.effect == "hit-and-throw-random-crew" or not game.rolling(victim.id).roll(
            clings_on, victim.profile.s
        ):
            throw_off(game, victim, RULE)


def _driver(game: Game, vehicle: Vehicle, row: DamageRow, hit: Penetrated) -> None:
    battle = game.battle
    man = driver(battle, vehicle)
    if man is None:
        return
    if row.effect == "driver-leadership-test-or-swerve":
        if not driving_test(game, man, "gce.basics.leadership-test"):
            turn = side_of_swerve(game, vehicle, RULE)
            battle.trouble.append(Wild(vehicle.id, turn, 0.0, ends_move=False, rule=RULE))
        return
    if row.effect == "hit-driver-and-spin" and _can_career(battle, vehicle):
        battle.trouble.append(Spin(vehicle.id, ends_move=False, rule=RULE))
    strength = _strength(battle, row, hit)
    if row.effect == "driver-thrown-and-out-of-control":
        throw_off(game, man, RULE)
    else:
        hurt(game, man, strength, hit.by, RULE, hit.pins)


def _taken(game: Game, vehicle: Vehicle, row: DamageRow, hit: Penetrated) -> None:
    """A grabber takes whom it hits along: he hangs on to its vehicle as a boarder does (ours). A wrecker ball
    knocks him off."""
    battle = game.battle
    riders = crew(battle, vehicle) if row.location == "crew" else [driver(battle, vehicle)]
    victim = at_random(game, [rider for rider in riders if rider], vehicle)
    if victim is None:
        return
    if hit.takes == "knock":
        throw_off(game, victim, RULE)
        return
    if vehicle.driver == victim.id:
        vehicle.driver = ""
    victim.aboard, victim.station, victim.fighting = hit.by, "", ()
    words = f"{victim.name} is carried off by {battle.vehicle(hit.by).name}."
    game.tell(Note(words=words, piece=victim.id, rule=RULE))


def _strength(battle: Battle, row: DamageRow, hit: Penetrated) -> int:
    """gce.R8.5: of a hit without a Strength the ruling's, else the table's."""
    return battle.rulings.impact_strength_on_crew if hit.strength is None else row.strength


# ---------------------------------------------------------------- weapon and fittings


def _weapon(game: Game, vehicle: Vehicle, row: DamageRow, hit: Penetrated) -> None:
    if row.effect == "hit-gunner":
        man = gunner(game.battle, vehicle)
        assert man is not None, "else it were moot"
        hurt(game, man, _strength(game.battle, row, hit), hit.by, RULE, hit.pins, hit.knockback)
        return
    if row.effect == "weapon-destroyed":
        vehicle.weapon_state = "lost"
        _became(game, vehicle, "weapon smashed", f"The weapon of {vehicle.name} is smashed.")
    elif row.effect == "weapon-out-of-ammo":
        out_of_ammo(game, vehicle, RULE)
    else:
        vehicle.weapon_state = "silent"
        vehicle.hampered["weapon"] = game.battle.now
        _became(game, vehicle, "weapon silent", f"The weapon of {vehicle.name} is out of order.")


def out_of_ammo(game: Game, vehicle: Vehicle, rule: str) -> None:
    """As a failed ammo roll: loadsa ammo makes good for the first."""
    if vehicle.weapon_state == "empty":
        return
    if spare_ammo(vehicle):
        vehicle.ammo_spared = True
        game.tell(Note(words=f"{vehicle.name} has loadsa ammo left.", piece=vehicle.id, rule=rule))
        return
    vehicle.weapon_state = "empty"
    game.tell(
        Became(
            piece=vehicle.id,
            status="weapon empty",
            words=f"The weapon of {vehicle.name} is empty.",
            rule=rule,
        )
    )


def _fitting(game: Game, vehicle: Vehicle) -> None:
    """One kind at random, each piece as likely as any other; a hit on plates takes several at once."""
    left = working(vehicle)
    lost = left[game.rolling(vehicle.id).roll(one_of, RULE, len(left))]
    count = min(left.count(lost), max(1, gubbinz()[lost].plates_lost))
    vehicle.gubbinz_lost += (lost,) * count
    if gubbinz()[lost].plank:
        vehicle.planked = False
    name = gubbinz()[lost].name.lower()
    _became(game, vehicle, "fitting lost", f"{vehicle.name} loses its {name}.")


# ---------------------------------------------------------------- engines and wheels


def _careers(game: Game, vehicle: Vehicle, row: DamageRow) -> None:
    battle = game.battle
    if row.effect == "swerve-and-stop":
        stop(battle, vehicle)
        battle.trouble.append(Wild(vehicle.id, side_of_swerve(game, vehicle, RULE), 0.0, rule=RULE))
        return
    turn = side_of_swerve(game, vehicle, RULE) if row.effect == "swerve-and-forward" else 0.0
    inches = float(game.rolling(vehicle.id).roll(thrown_inches, INCHES, "D6"))
    if row.effect == "spin-and-forward":
        battle.trouble.append(Spin(vehicle.id, None, inches, ends_move=False, rule=RULE))
    else:
        battle.trouble.append(Wild(vehicle.id, turn, inches, ends_move=False, rule=RULE))


def stop(battle: Battle, vehicle: Vehicle) -> None:
    """gce.collision.ends-movement, gce.crash.front, gce.ramming.head-on-ends: its movement is over, however
    much of it was still to come."""
    vehicle.done = True
    battle.trouble[:] = [
        each for each in battle.trouble if not (isinstance(each, MOVES) and each.vehicle == vehicle.id)
    ]


def _can_career(battle: Battle, vehicle: Vehicle) -> bool:
    """One that stands still does not swerve, spin or run on (ours: nothing drives it)."""
    return not stationary(battle, vehicle)


def _slower(game: Game, vehicle: Vehicle, row: DamageRow) -> None:
    if row.effect == "thrust-move-minus":
        vehicle.shorter += row.amount
    elif row.until == "end-of-game":
        vehicle.slower += row.amount
    else:
        vehicle.slower_now += row.amount
        vehicle.hampered["speed"] = game.battle.now
    _became(game, vehicle, "slower", f"{vehicle.name} is slower.")


def _thrusters(game: Game, vehicle: Vehicle, row: DamageRow) -> None:
    battle = game.battle
    if row.effect == "must-thrust-until-a-test-fails":
        battle.trouble.append(Thrusting(vehicle.id, rule=RULE))
        return
    if row.until == "end-of-game":
        vehicle.no_thrust = "ever"
    else:
        vehicle.no_thrust = "next"
        vehicle.hampered["thrust"] = battle.now
    _became(game, vehicle, "no thrust", f"The thrusters of {vehicle.name} do not fire.")


def wear_off(game: Game, side: str) -> None:
    """At the end of a side's turn: what lasts to the end of its next turn, unless it began in this one."""
    battle = game.battle
    for vehicle in battle.vehicles:
        if vehicle.side != side:
            continue
        over = [what for what, since in vehicle.hampered.items() if since != battle.now]
        vehicle.hampered = {what: since for what, since in vehicle.hampered.items() if what not in over}
        if "speed" in over:
            vehicle.slower_now = 0
        if "thrust" in over and vehicle.no_thrust == "next":
            vehicle.no_thrust = ""
        if "weapon" in over and vehicle.weapon_state == "silent":
            vehicle.weapon_state = ""


# ---------------------------------------------------------------- the end of a vehicle


def immobilise(game: Game, vehicle: Vehicle, rule: str, ground: str = "") -> None:
    """gce.R7.6: cannot move, thrust or swerve for the rest of the battle; `ground` may be what holds it."""
    if vehicle.immobilised or vehicle.destroyed:
        return
    vehicle.immobilised = True
    break_chases(game, vehicle)
    words = f"{vehicle.name} is immobilised{f': stuck in {ground}' if ground else ''}."
    game.tell(Became(piece=vehicle.id, status="immobilised", words=words, rule=rule))


def destroy_vehicle(game: Game, vehicle: Vehicle, row: DamageRow) -> None:
    """gce.R7.6: destroyed; all aboard are hit and set down beside it, all near an explosion are hit too. Who
    sat in it is not caught by the blast as well."""
    battle = game.battle
    caught: list[Warrior] = []
    if row.blast_radius:
        reach = row.blast_radius + TOLERANCE
        caught = [w for w in on_foot(battle) if flat_gap(on_ground(w), hull(vehicle)) <= reach]
        near = [v for v in hulls(battle) if v.id != vehicle.id and flat_gap(hull(v), hull(vehicle)) <= reach]
        battle.trouble += [
            Points(v.id, 1, strength=row.blast_strength, by=vehicle.id, rule=RULE) for v in reversed(near)
        ]
    vehicle.immobilised = vehicle.destroyed = True
    vehicle.burning = ()
    break_chases(game, vehicle)
    verb = "blows up" if row.blast_radius else "is wrecked"
    game.tell(Became(piece=vehicle.id, status="destroyed", words=f"{vehicle.name} {verb}.", rule=RULE))
    for rider in battle.riders(vehicle.id):
        come_off(game, rider, place_near(battle, rider, vehicle.spot), RULE, hurt=False)
        strike(game, rider, Strike(strength=row.crew_strength, rule=RULE, harm="location"))
    for warrior in caught:
        strike(game, warrior, Strike(strength=row.blast_strength, rule=RULE, harm="location"))


def vehicle_leaves(game: Game, vehicle: Vehicle, rule: str) -> None:
    """gce.R7.33: the vehicle and all aboard are off the table for good."""
    break_chases(game, vehicle)
    for rider in game.battle.riders(vehicle.id):
        harm.leave_table(game, rider, f"{rider.name} is off the table.", rule)
    vehicle.place = "off"
    game.tell(Removed(piece=vehicle.id, words=f"{vehicle.name} leaves the table.", rule=rule))


def break_chases(game: Game, vehicle: Vehicle) -> None:
    """gce.R7.17: nobody chases what cannot move, and it chases nobody."""
    for other in game.battle.vehicles:
        if other.chasing and vehicle.id in (other.id, other.chasing):
            end_chase(game, other, "gce.chase.give-up")


def end_chase(game: Game, chaser: Vehicle, rule: str) -> None:
    """A plank that is left behind tears a piece off the other vehicle if that is gone (the plank's own
    rule)."""
    battle = game.battle
    target = battle.vehicle(chaser.chasing)
    if chaser.planked and target.on_table and flat_gap(hull(chaser), hull(target)) > 2.0 + TOLERANCE:
        battle.trouble.append(Points(target.id, 1, by=chaser.id, rule=rule))
    chaser.chasing, chaser.chase, chaser.planked = "", "", False
    game.tell(Note(words=f"{chaser.name} gives up its chase of {target.name}.", piece=chaser.id, rule=rule))


def _became(game: Game, vehicle: Vehicle, status: str, words: str) -> None:
    game.tell(Became(piece=vehicle.id, status=status, words=words, rule=RULE))
