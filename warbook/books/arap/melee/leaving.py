"""Out of a melee in place of fighting: breaking off, and Hit and Run."""

from __future__ import annotations

from fractions import Fraction
from math import cos, radians, sin

from msgspec.structs import replace

from warbook.board.geometry import COMPASS, Spot, distance
from warbook.board.paths import Path
from warbook.board.ways import cut, length
from warbook.books.arap.charge.dice import flight
from warbook.books.arap.charge.interception import intercepted
from warbook.books.arap.charge.receiving import VERDICTS
from warbook.books.arap.charge.ways import Runner, towards
from warbook.books.arap.field.bodies import Taken, melee_radius, radius
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.field.near import centre, foes, unlock
from warbook.books.arap.field.units import initiative, leadership, most_have, slowest
from warbook.books.arap.melee.attacks import Bonus, charge_bonus
from warbook.books.arap.melee.dice import Attacks, together
from warbook.books.arap.melee.foresight import melee_fighters, resolves
from warbook.books.arap.melee.resolution import combat
from warbook.books.arap.melee.strikes import Tally, bands_of, hackers, strike, take_wounds
from warbook.books.arap.movement.walking import Crowd, crowd_of
from warbook.books.arap.rout.dice import breaks_off, hacks, slips_away
from warbook.books.arap.rout.falls import rout, run_ways
from warbook.books.arap.rout.pursuit import after_rout, meet, on_feature
from warbook.books.arap.rout.ways import allowed
from warbook.books.arap.shooting.wound_dice import fallen
from warbook.books.arap.state import Battle, Figure, Game, Unit, resting
from warbook.core.events import Note
from warbook.core.questions import Choose, Option, Preview, Refusal

TEST, DIRECTION, SLIP = (
    "arap.melee.break-off-test",
    "arap.melee.break-off-direction",
    "arap.melee.hit-and-run",
)
HALT = 1.0  # inches from other enemies at which who breaks off stops
CLEAR = 0.02  # inches outside a melee radius
SHORTER = 0.1


def asked_to_leave(game: Game, unit: Unit) -> None:
    """arap.melee.break-off: the unit's player may have it leave, unless it has just failed at Hit and Run
    (arap.melee.hit-and-run-failed, arap.G26)."""
    barred = None
    if unit.no_break_off:
        barred = Refusal("its Hit and Run has just failed", "arap.melee.hit-and-run-failed")
    unit.no_break_off = False
    chosen = "fight" if barred else game.ask(unit.side, leave_question(game.battle, unit))
    if chosen == "break off":
        break_off(game, unit)
    elif chosen == "hit and run":
        hit_and_run(game, unit)


def leave_question(battle: Battle, unit: Unit) -> Choose:
    def leaving() -> Preview:
        return break_off_odds(battle, unit)

    def slipping() -> Preview:
        odds = slips_away.odds(initiative(battle, unit))
        gone = odds.chance(lambda inches: inches > 0)
        return Preview((("gets away", gone), ("stays", 1 - gone)), headline=f"{float(gone):.0%} gets away")

    def fighting() -> Preview:
        return fight_odds(battle, unit)

    options = [
        Option("fight", "Fight", unit.id, preview=fighting),
        Option("break off", "Break off", unit.id, preview=leaving, about="break off"),
    ]
    if most_have(battle, unit, "hit-and-run"):
        options.append(Option("hit and run", "Hit and run", unit.id, preview=slipping, about="hit and run"))
    words = f"{unit.name} is in close combat. Fight on?"
    return Choose(words, options, "arap.melee.break-off", unit.id, "fight", kind="break off")


def fight_odds(battle: Battle, unit: Unit) -> Preview:
    """The next round against the largest of the enemy units, with what a Charge gives in it."""
    foe = max((battle.unit(enemy) for enemy in unit.locked), key=lambda each: len(battle.standing(each)))
    bonus, charged = _charge_of(battle, unit, foe)
    other, charges = _charge_of(battle, foe, unit)
    b = melee_fighters(battle, unit, len(battle.standing(unit)), bonus)
    a = melee_fighters(battle, foe, len(battle.standing(foe)), other)
    for_a, for_b = resolves(battle, foe, unit, other, charges)
    for_b = replace(for_b, score=for_b.score + charged)
    for_a = replace(for_a, score=for_a.score + bonus.charged_score)
    verdicts = combat.odds((a,), (b,), for_a, for_b)
    found = [(words, verdicts.chance(name)) for name, words in VERDICTS.items()]
    lost = sum((verdicts.chance(name) for name in ("b-wiped", "both-wiped", "b-routs")), Fraction(0))
    given = f"if all fight like most of their unit, against {foe.name}"
    return Preview(
        tuple((words, chance) for words, chance in reversed(found) if chance),
        headline=f"{float(lost):.0%} routs or is wiped out", given=given,
    )  # fmt: skip


def _charge_of(battle: Battle, unit: Unit, foe: Unit) -> tuple[Bonus, bool]:
    """What the Charge gives by which a unit has just come upon another, and whether there was one."""
    for charge in battle.charges:
        if charge.unit == unit.id and charge.target == foe.id and not charge.resumed:
            return charge_bonus(charge.direction) if charge.bonus else Bonus(), True
    return Bonus(), False


def break_off_odds(battle: Battle, unit: Unit) -> Preview:
    """Routs, or gets away with so many fallen."""
    away = breaks_off.odds(leadership(battle, unit)).chance(True)
    swings = [swing for enemy in unit.locked for swing in hackers(battle, battle.unit(enemy), unit)]
    attacks: Attacks = together(tuple(each for swing in swings for each in swing.attacks))
    outcomes = []
    if attacks:
        them = bands_of(battle, [battle.figure(swing.figure) for swing in swings], battle.standing(unit))
        odds = hacks.odds(attacks, them.bands).map(
            lambda harm: sum(fallen(band, tally) for band, tally in zip(them.bands, harm.bands, strict=True))
        )
        outcomes = [(f"away, {n} fall", away * odds.chance(n)) for n in sorted(odds.weights)]
    else:
        outcomes = [("away", away)]
    return Preview((*outcomes, ("routs", 1 - away)), headline=f"{float(away):.0%} away")


def break_off(game: Game, unit: Unit) -> None:
    """arap.melee.break-off-test: who passes turns tail under one blow of every enemy who had him engaged;
    who fails routs (arap.melee.break-off-failed, arap.G39). For a turn neither goes after the other
    (arap.melee.break-off-next-turn, arap.melee.break-off-enemy-next-turn)."""
    battle = game.battle
    enemies = [battle.unit(enemy) for enemy in unit.locked]
    if not game.rolling(unit.id).roll(breaks_off, leadership(battle, unit)):
        feature = on_feature(battle, battle.standing(unit))
        rout(game, unit, enemies[0].id, "arap.melee.break-off-failed")
        for enemy in enemies:
            after_rout(game, enemy, unit, feature)
        return
    game.tell(Note(words=f"{unit.name} breaks off.", piece=unit.id, rule=TEST))
    tally = Tally({}, {})
    for enemy in enemies:
        swings = hackers(battle, enemy, unit)
        if swings:
            strike(game, enemy, unit, swings, tally)
    take_wounds(game, tally, TEST)
    for enemy in enemies:
        unit.shuns = {**unit.shuns, enemy.id: battle.next_turn_of(unit.side)}
        enemy.shuns = {**enemy.shuns, unit.id: battle.next_turn_of(enemy.side)}
    unlock(battle, unit)
    if battle.standing(unit):
        inches = game.rolling(unit.id).roll(flight, slowest(battle, unit), TEST)
        get_away(game, unit, inches, [enemy.id for enemy in enemies], TEST)


def hit_and_run(game: Game, unit: Unit) -> None:
    """arap.melee.hit-and-run; who fails fights, and may not leave in the next round either."""
    battle = game.battle
    enemies = list(unit.locked)
    inches = game.rolling(unit.id).roll(slips_away, initiative(battle, unit))
    if not inches:
        unit.no_break_off = True
        words = f"{unit.name} does not get away."
        game.tell(Note(words=words, piece=unit.id, rule="arap.melee.hit-and-run-failed"))
        return
    game.tell(Note(words=f"{unit.name} is away.", piece=unit.id, rule=SLIP))
    unlock(battle, unit)
    get_away(game, unit, inches, enemies, SLIP)


def get_away(game: Game, unit: Unit, inches: int, enemies: list[str], rule: str) -> None:
    """arap.melee.break-off-direction: in any direction that its player likes."""
    battle = game.battle
    middle = centre(battle.standing(unit))
    options = []
    for number, name in enumerate(COMPASS):
        angle = radians(45.0 * number)
        spot = Spot(middle.x + inches * cos(angle), middle.y + inches * sin(angle), middle.z)
        options.append(Option(name, f"{inches} inches {name}", unit.id, spot=spot, about=45.0 * number))
    usual = max(options, key=lambda each: _clearance(battle, unit, each.spot)).id
    asked = Choose(
        f"Which way does {unit.name} go?", options, DIRECTION, unit.id, usual, kind="break off way"
    )
    heading = 45.0 * COMPASS.index(game.ask(unit.side, asked))
    paths = _paths(battle, unit, heading, inches, enemies)
    run_ways(game, unit, intercepted(game, unit, paths, enemies), "breaks off", rule)
    meet(game, unit)
    regroup(game)


def _clearance(battle: Battle, unit: Unit, spot: Spot | None) -> float:
    """How far a place is from all enemies, none beyond the table."""
    assert spot is not None
    table = battle.table
    inside = Spot(min(max(spot.x, 0.0), table.width), min(max(spot.y, 0.0), table.depth), spot.z)
    near = min((distance(inside, foe) for foe in foes(battle, unit.side)), default=0.0)
    return round(near - distance(inside, spot), 6)


@resting
def _paths(battle: Battle, unit: Unit, heading: float, inches: float, left: list[str]) -> dict[str, Path]:
    """Never into another melee: whoever comes upon other enemies stops outside their melee radius, and an
    inch from them."""
    crowd = crowd_of(battle, unit)
    taken = Taken(crowd.enemies, crowd.friends)
    ahead, table = radians(heading), battle.table
    ways: dict[str, Path] = {}
    for figure in sorted(
        battle.standing(unit), key=lambda each: -(each.x * cos(ahead) + each.y * sin(ahead))
    ):
        own = radius(battle, figure)
        far = _until(battle, figure, ahead, inches, left)
        goal = Spot(
            min(max(figure.x + far * cos(ahead), own), table.width - own),
            min(max(figure.y + far * sin(ahead), own), table.depth - own),
            figure.z,
        )
        path = towards(battle, Runner(battle, figure, crowd), goal, allowed(figure, heading, far), taken)
        while len(path) > 1 and _too_near(battle, figure, path[-1], crowd):
            path = cut(path, length(path) - SHORTER) if length(path) > SHORTER else path[:1]
        ways[figure.id] = path
        taken.add(battle, figure, path[-1])
    return ways


def _until(battle: Battle, figure: Figure, ahead: float, inches: float, left: list[str]) -> float:
    """How far it goes before it is too near to an enemy whom it has not just left."""
    own = melee_radius(battle, figure)
    others = [
        (foe.spot, reach)
        for foe in foes(battle, battle.unit(figure.unit).side)
        if foe.unit not in left and not battle.unit(foe.unit).hidden
        for reach in [max(HALT, own + CLEAR, melee_radius(battle, foe) + CLEAR)]
        if reach <= distance(figure, foe) <= inches + reach + SHORTER
    ]
    gone = 0.0
    while others and gone < inches:
        after = min(inches, gone + SHORTER)
        spot = Spot(figure.x + after * cos(ahead), figure.y + after * sin(ahead), figure.z)
        if any(distance(spot, at) < reach for at, reach in others):
            return gone
        gone = after
    return inches


def _too_near(battle: Battle, figure: Figure, spot: Spot, crowd: Crowd) -> bool:
    own = melee_radius(battle, figure)
    return any(
        distance(spot, Spot(x, y, z)) < max(HALT, own + CLEAR, reach + CLEAR)
        for x, y, z, reach in crowd.threats.tolist()
    )
