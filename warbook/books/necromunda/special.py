"""Special weapons (nec.M17): flame templates, blasts and grenades that scatter, slugs that knock back."""

from __future__ import annotations

import math
from typing import Literal

from warbook.board.geometry import Spot, bearing, in_arc
from warbook.board.paths import Barred
from warbook.board.templates import Blast, Cover, Teardrop, covers, scatter
from warbook.board.terrain import surface_at
from warbook.books.family import explosives
from warbook.books.family.explosives import Flight, Scatter
from warbook.books.family.flames import pointed, teardrop_laid
from warbook.books.necromunda import ammo, hiding, shooting, tokens, walking
from warbook.books.necromunda.aim import PLAIN, Aim, Circumstance
from warbook.books.necromunda.called import CALLED
from warbook.books.necromunda.data import Weapon
from warbook.books.necromunda.harm import Fall, body_of, hit_on, knock_over, save_mod_of, take
from warbook.books.necromunda.injury import Hit
from warbook.books.necromunda.sight import apart, sight, smoke_of
from warbook.books.necromunda.state import EYE, RADIUS, Battle, Fighter, Game
from warbook.core.chance import chance, given
from warbook.core.dice import Dice
from warbook.core.events import Aimed, Moved, Note, Template
from warbook.core.questions import Modifier, Refusal, Route, Way

SMALL_TARGET = Modifier(-1, "a spot on the table is a small target", "nec.shooting.hit-modifiers")
HOURS = tuple(range(12))
SCATTER = Scatter(CALLED, HOURS, shells_go_wrong=False)

flight = given(explosives.flight, SCATTER)
bungled = given(explosives.bungled, SCATTER)
caught = given(explosives.caught, CALLED)
under_template = given(explosives.under_template, CALLED)


@chance
def breathes(dice: Dice, toughness: int, again: bool) -> bool:
    """Choke gas: D6 of Toughness or less and he holds his breath; filters let him roll again."""
    if dice.d6("nec.M17", most=toughness) <= toughness:
        return True
    return again and dice.d6("nec.M17", most=toughness) <= toughness


@chance
def staggers(dice: Dice, strength: int) -> bool:
    """Knock-back: a D6 above his Strength."""
    return dice.d6("nec.M17", need=strength + 1) > strength


# ---------------------------------------------------------------- flame


def flame(game: Game, shooter: Fighter, weapon: Weapon, target: Fighter) -> list[Fall]:
    """No roll to hit: whoever is under the template is hit, partly under it on a 4+. Those who fell."""
    shape = teardrop(game.battle, shooter, weapon, target.spot)
    words = f"{shooter.name} fires {shooting.weapon_words(weapon)} at {target.name}."
    game.tell(teardrop_laid(shape, words, "nec.M17"))
    fallen = scorch(game, weapon, shape, shooter.id, spared=shooter)
    return [*fallen, *ammo.spend(game, shooter, weapon, 0)]


def teardrop(battle: Battle, shooter: Fighter, weapon: Weapon, target: Spot) -> Teardrop:
    """The template touches the shooter and lies over the target, as far as his arc holds the whole of it."""
    reach = float(weapon.template_length or 4)
    width = reach / 3.2
    facing = pointed(shooter.spot, target, shooter.facing, battle.rulings.firing_arc, reach, width)
    return Teardrop(_ahead(shooter.spot, facing, RADIUS), facing, reach, width)


def scorch(
    game: Game, weapon: Weapon, shape: Blast | Teardrop, by: str = "", spared: Fighter | None = None
) -> list[Fall]:
    """Everybody under a template, friend and foe, hidden or not (nec.M30). Those who fell."""
    battle = game.battle
    fallen = []
    for fighter in list(battle.fighters):
        lies = lying(battle, weapon, shape, fighter) if fighter.on_table and fighter is not spared else "no"
        if lies == "no":
            continue
        result = game.rolling(by).roll(
            under_template, lies == "wholly", burn(weapon, fighter), body_of(fighter)
        )
        if result.came == "miss":
            continue
        knock_over(game, fighter)
        if fall := take(game, fighter, result.body):
            fallen.append(fall)
    return fallen


def lying(battle: Battle, weapon: Weapon, shape: Blast | Teardrop, fighter: Fighter) -> Cover:
    """How a fighter lies under a template, which does not reach through walls and floors. What has no
    template hits whom it comes down on."""
    under = covers(shape, fighter.body)
    if under == "no":
        return "no"
    origin = shape.centre if isinstance(shape, Blast) else shape.tip
    if sight(battle).fraction((origin.x, origin.y, origin.z + EYE), fighter.body) <= 0.0:
        return "no"
    return under if weapon.template or weapon.blast_diameter else "wholly"


def burn(weapon: Weapon, fighter: Fighter) -> Hit:
    """The hit of a template weapon: its Strength never depends on who uses it."""
    strength = int(weapon.strength)
    template = bool(weapon.template or weapon.blast_diameter)
    return hit_on(fighter, strength, save_mod_of(weapon, strength), weapon, template)


# ---------------------------------------------------------------- blasts and grenades


def lob_at(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, circumstance: Circumstance = PLAIN
) -> list[Fall]:
    """A blast or a grenade at a fighter. Those who fell."""
    inches = apart(shooter, target)
    aim, why = shooting.aim_at(game.battle, shooter, weapon, target, inches, circumstance)
    return _lob(game, shooter, weapon, aim_point(shooter, weapon, target, inches), aim, why, target.name)


def lob_at_spot(game: Game, shooter: Fighter, weapon: Weapon) -> list[Fall]:
    """A blast at a spot on the table: a small target. Those who fell."""
    battle = game.battle
    way: Way = game.ask(shooter.side, _spot_question(battle, shooter, weapon))
    spot = way.path[-1]
    inches = _inches_to(shooter, spot)
    if not battle.rulings.premeasure:
        game.reveal(f"{shooter.name} aims at a spot {inches:.1f} inches away")
    if shooter.hidden:
        hiding.show(game, shooter, "shoots", "nec.hiding.revealed-by-shooting")
    found = [SMALL_TARGET, *shooting.weapon_modifiers(shooter, weapon, inches)]
    aim, why = shooting.aim_with(battle, shooter, weapon, inches, found)
    return _lob(game, shooter, weapon, _in_reach(shooter, weapon, spot, inches), aim, why, "a spot")


def aim_point(shooter: Fighter, weapon: Weapon, target: Fighter, inches: float) -> Spot:
    return _in_reach(shooter, weapon, target.spot, inches)


def _in_reach(shooter: Fighter, weapon: Weapon, spot: Spot, inches: float) -> Spot:
    """The spot itself, or where something that falls short of it scatters from: the line at full range."""
    reach = weapon.reach(shooter.profile.S)
    if inches <= reach:
        return spot
    return _ahead(shooter.spot, bearing(shooter.spot, spot), reach + RADIUS)


def _lob(
    game: Game, shooter: Fighter, weapon: Weapon, spot: Spot, aim: Aim, why: tuple[Modifier, ...], at: str
) -> list[Fall]:
    thrown = weapon.list == "grenade"
    words = f"{shooter.name} {'throws' if thrown else 'fires'} {shooting.weapon_words(weapon)} at {at}."
    game.tell(Aimed(piece=shooter.id, spot=spot, words=words, rule="nec.M17"))
    result = game.rolling(shooter.id, {"nec.shooting.to-hit": why}).roll(flight, aim, thrown)
    game.tell(Note(words=_LANDED[result.landed], piece=shooter.id, rule="nec.M17"))
    fallen: list[Fall] = []
    where = landing(game.battle, shooter, spot, result)
    if where is not None:
        if result.landed == "asleep":
            _leave(game, "dud", where, 0.25, weapon, "It lies there and has not gone off yet.")
        else:
            fallen = explode(game, weapon, where, shooter.id)
    return [*fallen, *ammo.spend(game, shooter, weapon, int(result.six))]


_LANDED = {
    "true": "It comes down where it should.",
    "wide": "It goes wide.",
    "in hand": "It goes off too early.",
    "astray": "It goes far astray.",
    "asleep": "It goes far astray.",
    "dud": "It is a dud.",
}


def landing(battle: Battle, shooter: Fighter, spot: Spot, result: Flight) -> Spot | None:
    """Where a flight aimed at the spot ended; a dud does so nowhere."""
    if result.landed == "dud":
        return None
    if result.landed == "in hand":
        return shooter.spot
    return blown(battle, spot, result.direction, result.inches) if result.inches else spot


def blown(battle: Battle, spot: Spot, hour: int, inches: int) -> Spot:
    """So many inches off in the direction of the hour, down on whatever lies there."""
    table = battle.table
    there = scatter(spot, 90.0 - 30.0 * hour, float(inches), table.width, table.depth)
    floor = surface_at(table, there.x, there.y, there.z)
    return there if floor is None else Spot(there.x, there.y, floor.level)


def explode(game: Game, weapon: Weapon, spot: Spot, by: str = "") -> list[Fall]:
    """It goes off: hits, gas, smoke, or a ball of plasma. Those who fell."""
    width = float(weapon.blast_diameter)
    if "smoke" in weapon.rules:
        _leave(game, "smoke", spot, width / 2, weapon, "Smoke billows out.")
        return []
    blast = Blast(spot, width / 2)
    if width:
        words = "It goes off."
        game.tell(Template(shape="blast", spot=spot, length=width, width=width, words=words, rule="nec.M17"))
    if "gas" in weapon.rules:
        _gas(game, weapon, blast)
        return []
    fallen = scorch(game, weapon, blast, by)
    if "plasma-ball-lingers" in weapon.rules:
        _leave(game, "plasma", spot, width / 2, weapon, "A ball of plasma hangs there.")
    return fallen


def _leave(
    game: Game,
    kind: Literal["smoke", "plasma", "dud"],
    spot: Spot,
    radius: float,
    weapon: Weapon,
    words: str,
) -> None:
    """Leave a marker of a weapon on the table; one that was launched is a grenade like others."""
    tokens.lay(game, kind, spot, radius, words, "nec.M17", weapon.id.removeprefix("launched_"))


def _gas(game: Game, weapon: Weapon, cloud: Blast) -> None:
    """Whoever chokes is pinned."""
    battle = game.battle
    for fighter in battle.fighters:
        lies = lying(battle, weapon, cloud, fighter) if fighter.on_table and not fighter.down else "no"
        rolling = game.rolling(fighter.id)
        if lies == "no" or not rolling.roll(caught, lies == "wholly"):
            continue
        if not rolling.roll(breathes, fighter.profile.T, filtered(fighter)):
            game.tell(Note(words=f"{fighter.name} chokes on the gas.", piece=fighter.id, rule="nec.M17"))
            knock_over(game, fighter)


def filtered(fighter: Fighter) -> bool:
    return "respirator" in fighter.gear or "filter_plugs" in fighter.gear


def _spot_question(battle: Battle, shooter: Fighter, weapon: Weapon) -> Route:
    """nec.M37: where nothing may be measured beforehand, neither how far a spot is nor whether it is in range
    is told."""
    reach, known = weapon.reach(shooter.profile.S), battle.rulings.premeasure

    def judge(path: tuple[Spot, ...]) -> float | Refusal:
        inches = _inches_to(shooter, path[-1])
        if known and inches > reach:
            return Refusal(f'that is {inches:.1f}" away; the range is {reach}"', "nec.M11")
        return _no_spot(battle, shooter, path[-1]) or (inches if known else 0.0)

    def legal(spot: Spot) -> bool:
        return not isinstance(judge((spot,)), Refusal)

    def listed() -> list[tuple[float, float, float]]:
        return [(s.x, s.y, s.z) for s in _straight_ahead(battle, shooter, weapon) if legal(s)]

    def nearest(x: float, y: float, z: float | None) -> tuple[Spot, ...] | None:
        spot = Spot(x, y, z or 0.0)
        return (spot,) if legal(spot) else None

    return Route(
        text=f"{shooter.name}: where is it to come down?",
        piece=shooter.id,
        start=None,
        judge=judge,
        reach=listed,
        path=nearest,
        allowance=float(reach),
        rule="nec.M17",
    )


def sees_a_spot(battle: Battle, shooter: Fighter, weapon: Weapon) -> bool:
    """Whether there is a spot straight ahead of him to aim at."""
    ahead = _straight_ahead(battle, shooter, weapon)
    return any(_no_spot(battle, shooter, spot) is None for spot in ahead)


def _straight_ahead(battle: Battle, shooter: Fighter, weapon: Weapon) -> list[Spot]:
    """Spots before him as far as the weapon reaches or, where that may not be measured, the table."""
    table = battle.table
    across = math.ceil(math.hypot(table.width, table.depth))
    reach = weapon.reach(shooter.profile.S) if battle.rulings.premeasure else across
    return [_ahead(shooter.spot, shooter.facing, float(inches)) for inches in range(2, reach + 1, 2)]


def _no_spot(battle: Battle, shooter: Fighter, spot: Spot) -> Refusal | None:
    """Why nothing can be aimed at the spot; None if it can."""
    table = battle.table
    if not (0.0 <= spot.x <= table.width and 0.0 <= spot.y <= table.depth):
        return Refusal("that is off the table", "nec.M17")
    if not in_arc(shooter.spot, shooter.facing, battle.rulings.firing_arc, spot):
        return Refusal("that is outside his arc", "nec.M11")
    floor = surface_at(table, spot.x, spot.y, spot.z)
    if floor is None or abs(floor.level - spot.z) > 0.1:
        return Refusal("there is no floor", "nec.M17")
    eye, ground = (shooter.x, shooter.y, shooter.z + EYE), (spot.x, spot.y, spot.z + 0.1)
    if not sight(battle).clear(eye, ground, smoke_of(battle)):
        return Refusal("he does not see that spot", "nec.M11")
    return None


def _inches_to(shooter: Fighter, spot: Spot) -> float:
    return max(0.0, math.dist((shooter.x, shooter.y, shooter.z), (spot.x, spot.y, spot.z)) - RADIUS)


def _ahead(spot: Spot, facing: float, inches: float) -> Spot:
    angle = math.radians(facing)
    return Spot(spot.x + inches * math.cos(angle), spot.y + inches * math.sin(angle), spot.z)


# ---------------------------------------------------------------- slugs


def knock_back(game: Game, shooter: Fighter, target: Fighter) -> None:
    """A slug throws its target 2 inches back on a D6 above his Strength, as far as there is room."""
    battle = game.battle
    if not target.on_table or not game.rolling(target.id).roll(staggers, target.profile.S):
        return
    facing = bearing(shooter.spot, target.spot)
    blockers, occupied = walking.obstacles(battle, target)
    for inches in (2.0, 1.5, 1.0, 0.5):
        spot = _ahead(target.spot, facing, inches)
        gait = walking.going(battle, target, inches + 0.01)
        if not isinstance(
            walking.ground(battle).judge((target.spot, spot), gait, blockers, occupied), Barred
        ):
            game.tell(Moved(piece=target.id, path=(target.spot, spot), how="is thrown back", rule="nec.M17"))
            target.at(spot)
            return
