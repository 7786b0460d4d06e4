"""How a unit comes to rout: the D6 inches at once; and how whoever must gives way, rallies or is gone."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin

from warbook.board.geometry import Spot, bearing, distance
from warbook.board.paths import Path
from warbook.books.arap.charge.interception import intercepted
from warbook.books.arap.dice.tests import rolls_again
from warbook.books.arap.field.bodies import units_apart
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.field.ground import length_of
from warbook.books.arap.field.hiding import told_to
from warbook.books.arap.field.near import centre, unlock
from warbook.books.arap.field.units import leadership, most_have, note_move
from warbook.books.arap.harm.casualties import wiped_out
from warbook.books.arap.melee.strikes import free_hacks
from warbook.books.arap.movement.hazards import tread
from warbook.books.arap.movement.ladders import on_ladder
from warbook.books.arap.movement.noticing import found_in_passing
from warbook.books.arap.rout.dice import give_way, rallies, rally_bonus
from warbook.books.arap.rout.ways import Flight, away_from, flights, paths_of
from warbook.books.arap.state import Battle, Game, Unit, resting
from warbook.core.events import Became, Moved, Note, Removed
from warbook.core.questions import Choose, Modifier, Option

EDGE_TEST = "arap.rout.rally-table-edge"
RALLY = "arap.rout.rally-test"


def rout(game: Game, unit: Unit, cause: str, rule: str) -> None:
    """arap.rout.routing-state: the unit routs from the unit whose id is `cause` ("" where there is none), and
    goes D6 inches at once. Whom it fought until now strikes no blow at that moment (arap.G39). At the edge it
    has its last test now (arap.G34)."""
    battle = game.battle
    fought = unit.locked
    begin(game, unit, cause, rule)
    inches = game.rolling(unit.id).roll(give_way, "arap.rout.routing-state")
    flight = flee(game, unit, cause, inches, fought)
    if flight.at_edge and unit.routing and battle.standing(unit):
        last_test(game, unit)
    regroup(game)


def begin(game: Game, unit: Unit, cause: str, rule: str) -> None:
    """It is in no melee and after nobody from now on."""
    if not unit.routing:
        words = f"{unit.name} routs."
        game.tell(Became(piece=unit.id, status="routing", words=words, rule=rule))
    unit.routing, unit.fled_from, unit.pursuing, unit.parted = True, cause, "", ()
    unit.hidden, unit.overwatch, unit.kept = False, 0, 0
    unlock(game.battle, unit)


def flee(game: Game, unit: Unit, cause: str, inches: int, fought: tuple[str, ...]) -> Flight:
    """The unit goes so far by the printed wishes, on the way that its owner chooses; other enemies whom it
    passes may strike at it (arap.charge.interception-pursuers-routers)."""
    battle, rule = game.battle, "arap.rout.routing-state"
    origin = away_from(battle, unit, cause)
    flight = choose_way(game, unit, flights(battle, unit, cause, inches))
    behind = [cause, *fought, *(each.id for each in battle.units if each.pursuing == unit.id)]
    paths = intercepted(game, unit, paths_of(battle, unit, flight), behind)
    run_ways(game, unit, paths, "routs", rule, origin)
    hacked_by_others(game, unit, behind)
    return flight


def choose_way(game: Game, unit: Unit, ways: list[Flight]) -> Flight:
    """arap.rout.choose-route: asked only where there is a choice; `rout_path` may leave it to the rules."""
    battle = game.battle
    if len(ways) == 1 or battle.rulings.rout_path == "automatic":
        return ways[0]
    middle = centre(battle.standing(unit))
    options = []
    for number, way in enumerate(ways):
        angle = radians(way.heading)
        spot = Spot(middle.x + way.inches * cos(angle), middle.y + way.inches * sin(angle), middle.z)
        options.append(Option(f"way {number + 1}", way_words(way), unit.id, spot=spot, about=way))
    question = Choose(
        f"Which way does {unit.name} flee?",
        options,
        "arap.rout.choose-route",
        unit.id,
        "way 1",
        kind="rout way",
    )
    chosen = game.ask(unit.side, question)
    return ways[int(chosen.split()[1]) - 1]


def way_words(way: Flight) -> str:
    compass = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")
    whole = round(way.inches)
    far = "less than an inch" if way.inches < 1 else "1 inch" if whole == 1 else f"{whole} inches"
    words = f"{far} {compass[round(way.heading / 45.0) % 8]} ({way.heading:.0f} degrees)"
    if way.at_edge:
        words += ", to the edge"
    if way.shelter:
        words += f", towards {way.shelter}"
    return words + (", over bad ground" if way.danger else "")


def run_ways(
    game: Game, unit: Unit, paths: Mapping[str, Path], how: str, rule: str, origin: Spot | None = None
) -> None:
    """Everybody goes his way, tested for what the ground does to him; facing away from `origin`, or as he
    went."""
    battle = game.battle
    found_in_passing(game, unit, paths)
    for figure in list(battle.standing(unit)):
        path = paths.get(figure.id, (figure.spot,))
        if figure.down:
            continue
        figure.prone = False
        start = figure.spot
        if len(path) > 1:
            gone = tread(game, figure, path)
            if len(gone) > 1:
                game.tell(Moved(piece=figure.id, path=gone, how=how, rule=rule, to=told_to(unit)))
                figure.gone += length_of(gone)
            if figure.place != "table":
                continue
            if figure.spot == start:
                figure.at(gone[-1])
                figure.hangs = on_ladder(battle, figure.spot)
        seen_from = start if origin is None else origin
        if distance(seen_from, figure) > 0.01:
            figure.facing = bearing(seen_from, figure)
    note_move(battle, unit)


def hacked_by_others(game: Game, unit: Unit, behind: list[str]) -> None:
    """arap.pursuit.others-hack, arap.G25: who has intercepted routers, or has them in reach when they stop,
    makes a free hack each; a melee with them there is none."""
    battle = game.battle
    if not unit.routing:
        return
    others = [
        enemy
        for enemy in battle.enemies(unit.side)
        if enemy.id not in behind
        and not (enemy.routing or enemy.pursuing or enemy.hidden)
        and (not enemy.locked or unit.id in enemy.locked)
    ]
    for enemy in others:
        if battle.standing(unit):
            free_hacks(game, enemy, unit, rule="arap.pursuit.others-hack")
    unlock(battle, unit)


# ---------------------------------------------------------------- rallying


def try_to_rally(game: Game, unit: Unit, rule: str = RALLY) -> bool:
    """arap.rout.rally-test, arap.rout.rally-bonus, arap.rout.no-fear: whether the routers rally."""
    battle = game.battle
    bonus = rally_bonus(nearest_enemy(battle, unit))
    why = (Modifier(bonus, "no enemy within 8 inches", "arap.rout.rally-bonus"),) if bonus else ()
    again = rolls_again("rally") and most_have(battle, unit, "know-no-fear")
    if not game.rolling(unit.id, {RALLY: why}).roll(rallies, leadership(battle, unit) + bonus, again):
        return False
    unit.routing, unit.fled_from = False, ""
    words = f"{unit.name} rallies."
    game.tell(Became(piece=unit.id, status="routing", gained=False, words=words, rule=rule))
    return True


@resting
def nearest_enemy(battle: Battle, unit: Unit) -> float | None:
    """Undetected hidden units are nobody."""
    gaps = [units_apart(battle, unit, enemy) for enemy in battle.enemies(unit.side) if not enemy.hidden]
    return min(gaps, default=None)


def last_test(game: Game, unit: Unit) -> None:
    """arap.rout.rally-table-edge: who fails it is out of the battle, and his pursuers follow him off
    (arap.pursuit.off-table)."""
    battle = game.battle
    if try_to_rally(game, unit, EDGE_TEST):
        return
    figures = battle.standing(unit)
    spot = figures[0].spot
    hunters = [each for each in battle.on_table() if each.pursuing == unit.id and not each.locked]
    for figure in figures:
        figure.place, figure.wounds = "out", 0
        game.tell(Removed(piece=figure.id, words="", rule=EDGE_TEST))
    game.tell(Note(words=f"{unit.name} flees from the table.", piece=unit.id, rule=EDGE_TEST))
    wiped_out(game, unit, EDGE_TEST)
    for hunter in hunters:
        _follow(game, hunter, spot)


def _follow(game: Game, unit: Unit, spot: Spot) -> None:
    rule = "arap.pursuit.off-table"
    unit.left_at, unit.pursuing, unit.arrives = spot, "", 4
    for figure in game.battle.standing(unit):
        figure.place = "off"
        game.tell(Removed(piece=figure.id, words="", rule=rule))
    game.tell(Note(words=f"{unit.name} follows them off the table.", piece=unit.id, rule=rule))
