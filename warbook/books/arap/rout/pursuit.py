"""Pursuit: who is after routers, who need not be, and the move that may catch them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from warbook.board.geometry import point_in_polygon
from warbook.board.paths import Path
from warbook.books.arap.charge.dice import flight
from warbook.books.arap.charge.engaging import came_from
from warbook.books.arap.charge.interception import intercepted
from warbook.books.arap.charge.ways import Runner, approaches, charge_ways, towards
from warbook.books.arap.field.bodies import Taken, melee_radius, profile, units_apart, within
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.field.ground import solids, stands_in, traits_of
from warbook.books.arap.field.near import engaged, engages, lock, nearest
from warbook.books.arap.field.units import leadership, most_have, slowest
from warbook.books.arap.melee.strikes import free_hacks
from warbook.books.arap.movement.walking import crowd_of
from warbook.books.arap.rout.dice import caught, halts, stays
from warbook.books.arap.rout.falls import run_ways
from warbook.books.arap.state import Battle, Charge, Figure, Game, Unit, resting
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Modifier, Option, Preview, Refusal

SLOW = 3
"""arap.pursuit.slow-units: a basic move in inches with which nobody has to pursue."""
MOVE = "arap.pursuit.move"
NOT_PURSUING, HALTING = "arap.pursuit.not-pursuing-test", "arap.pursuit.halt-test"


def hates(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """arap.H9: whether most of the unit hate somebody of the enemy."""
    factions = {profile(battle, foe).faction for foe in battle.members(enemy)}
    figures = battle.members(unit)
    return 2 * sum(bool(factions & set(profile(battle, each).hates)) for each in figures) > len(figures)


def on_feature(battle: Battle, figures: list[Figure]) -> bool:
    """arap.pursuit.terrain-feature: whether most of these stand in or on what can be won in a melee."""
    return 2 * sum(_in_feature(battle, figure) for figure in figures) > len(figures)


def after_rout(game: Game, victor: Unit, routed: Unit, feature: bool = False) -> None:
    """arap.pursuit.pursuing-state, arap.G35: once the routers have gone their D6 inches the victor is after
    them, unless it may stay or passes a test to. Who is still locked cannot (arap.pursuit.locked)."""
    battle = game.battle
    if victor.locked or victor.routing or not battle.standing(victor) or not battle.standing(routed):
        return
    if not routed.routing:
        return
    options = _staying(battle, victor, routed, feature)
    chosen = options[0].id
    if len(options) > 1:
        words = f"{routed.name} routs. Does {victor.name} pursue?"
        question = Choose(words, options, "arap.pursuit.pursuing-state", victor.id, "pursue", kind="pursue")
        chosen = game.ask(victor.side, question)
    if chosen == "stay":
        return
    if chosen == "test":
        hated = hates(battle, victor, routed)
        why = (Modifier(-1, "a Hated enemy", "arap.pursuit.not-pursuing-hated"),) if hated else ()
        if game.rolling(victor.id, {NOT_PURSUING: why}).roll(stays, leadership(battle, victor), hated):
            game.tell(Note(words=f"{victor.name} stays.", piece=victor.id, rule=NOT_PURSUING))
            return
    victor.pursuing = routed.id
    words = f"{victor.name} is after {routed.name}."
    game.tell(Became(piece=victor.id, status="pursuing", words=words, rule="arap.pursuit.pursuing-state"))


def _staying(battle: Battle, victor: Unit, routed: Unit, feature: bool) -> list[Option]:
    """arap.pursuit.frenzy, arap.pursuit.terrain-feature: whether it may stay, with or without a test."""
    frenzy = most_have(battle, victor, "frenzy")
    slow = slowest(battle, victor) <= SLOW

    def chase() -> Preview:
        return catching(battle, victor, routed, False)

    def test() -> Preview:
        passed = stays.odds(leadership(battle, victor), hates(battle, victor, routed)).chance(True)
        return _passing(passed, "stays", "pursues")

    options = [Option("pursue", "Pursue", victor.id, preview=chase, about=routed.id)]
    if frenzy and not feature:
        return options
    if (feature or slow) and not frenzy:
        return [*options, Option("stay", "Stay", victor.id)]
    return [*options, Option("test", "Test to stay", victor.id, preview=test)]


def halt(game: Game, unit: Unit) -> None:
    """arap.pursuit.halt-test, arap.G37: the owner may try to stop it where it is."""
    battle = game.battle
    routers = battle.unit(unit.pursuing)
    hated = hates(battle, unit, routers)

    def chase() -> Preview:
        return catching(battle, unit, routers, True)

    def test() -> Preview:
        return _passing(halts.odds(leadership(battle, unit), hated).chance(True), "halts", "pursues on")

    options = [
        Option("pursue", "Pursue on", unit.id, preview=chase, about=routers.id),
        Option("halt", "Try to halt", unit.id, preview=test),
    ]
    words = f"{unit.name} is after {routers.name}. Halt it?"
    question = Choose(words, options, HALTING, unit.id, "pursue", kind="halt pursuit")
    if game.ask(unit.side, question) == "pursue":
        return
    why = (Modifier(-1, "a Hated enemy", HALTING),) if hated else ()
    if game.rolling(unit.id, {HALTING: why}).roll(halts, leadership(battle, unit), hated):
        end(game, unit, f"{unit.name} halts.", HALTING)


def end(game: Game, unit: Unit, words: str, rule: str) -> None:
    unit.pursuing = ""
    game.tell(Became(piece=unit.id, status="pursuing", gained=False, words=words, rule=rule))


def pursue(game: Game, unit: Unit) -> None:
    """arap.pursuit.move: after the routers, who are hacked if they are caught (arap.pursuit.free-hacks); who
    has rallied is Charged (arap.pursuit.rallied-target)."""
    battle = game.battle
    routers = battle.unit(unit.pursuing)
    inches = game.rolling(unit.id).roll(flight, slowest(battle, unit), MOVE)
    go_after(game, unit, routers, inches)
    if unit.locked and routers.id not in unit.locked:
        end(game, unit, f"{unit.name} is stopped.", "arap.pursuit.end")
    elif not battle.standing(unit) or not _near(battle, unit, routers):
        pass
    elif routers.routing:
        free_hacks(game, unit, routers, rule="arap.pursuit.free-hacks")
    else:
        _charge(game, unit, routers)
    regroup(game)


def go_after(game: Game, unit: Unit, routers: Unit, inches: int) -> None:
    """Towards them, as far as it goes; other enemies stop the pursuers (arap.G36)."""
    battle = game.battle
    way, _ = approaches(battle, unit, routers, inches)
    if way is not None and within(way.cost, inches):
        paths = charge_ways(battle, unit, routers, inches, way)
    else:
        paths = _nearer(battle, unit, routers, inches)
    run_ways(game, unit, intercepted(game, unit, paths, (routers.id,)), "pursues", MOVE)
    meet(game, unit, (routers.id,))


def meet(game: Game, unit: Unit, but: tuple[str, ...] = ()) -> None:
    """arap.G43, arap.G36: who comes to stand within reach of an enemy by a forced move is locked with him,
    without Charge bonuses."""
    battle = game.battle
    for enemy in battle.enemies(unit.side):
        if enemy.id in but or enemy.id in unit.locked or enemy.routing or enemy.hidden:
            continue
        if any(engaged(battle, one, foe) for one in battle.standing(unit) for foe in battle.standing(enemy)):
            lock(battle, unit, enemy)
            enemy.pursuing = ""
            words = f"{unit.name} runs into {enemy.name}."
            game.tell(Note(words=words, piece=unit.id, rule="arap.G43"))


def catching(battle: Battle, unit: Unit, routers: Unit, moved: bool) -> Preview:
    """The chance that the next pursuit move catches them, on open ground; `moved`: they have fled already."""
    gap = ceil(units_apart(battle, unit, routers) - 1e-6)
    reach = int(max(melee_radius(battle, figure) for figure in battle.standing(unit)))
    fleeing = None if moved or not routers.routing else slowest(battle, routers)
    odds = caught.odds(gap, reach, slowest(battle, unit), fleeing)
    chance = odds.chance(True)
    outcomes = (("out of reach", 1 - chance), ("caught", chance))
    return Preview(outcomes, headline=f"{float(chance):.0%} caught", given="on open ground")


def able(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a pursuit is over: nobody is left to pursue, or somebody else fights the pursuers."""
    if unit.locked:
        return Refusal("it is engaged", "arap.pursuit.end")
    if not battle.standing(battle.unit(unit.pursuing)):
        return Refusal("nobody is left", "arap.pursuit.wipe-out")
    return None


# ---------------------------------------------------------------- pieces of it


def _passing(chance: Fraction, good: str, bad: str) -> Preview:
    return Preview(((good, chance), (bad, 1 - chance)), headline=f"{float(chance):.0%} {good}")


def _near(battle: Battle, unit: Unit, routers: Unit) -> bool:
    them = battle.standing(routers)
    return any(engages(battle, one, foe) for one in battle.standing(unit) for foe in them)


def _charge(game: Game, unit: Unit, target: Unit) -> None:
    battle = game.battle
    rule = "arap.pursuit.rallied-target"
    end(game, unit, f"{unit.name} comes upon {target.name}, who have rallied.", rule)
    battle.charges.append(Charge(unit.id, target.id, *came_from(battle, unit, target)))
    lock(battle, unit, target)


@resting
def _nearer(battle: Battle, unit: Unit, routers: Unit, inches: int) -> dict[str, Path]:
    crowd = crowd_of(battle, unit)
    taken = Taken(crowd.enemies, crowd.friends)
    ways: dict[str, Path] = {}
    foes = battle.standing(routers)
    order = sorted(
        (figure for figure in battle.standing(unit) if not figure.down),
        key=lambda each: min((each.x - foe.x) ** 2 + (each.y - foe.y) ** 2 for foe in foes),
    )
    for figure in order:
        foe = nearest(figure, foes)
        assert foe is not None
        path = towards(battle, Runner(battle, figure, crowd), foe.spot, inches, taken)
        ways[figure.id] = path
        taken.add(battle, figure, path[-1])
    return ways


def _in_feature(battle: Battle, figure: Figure) -> bool:
    if stands_in(battle, figure.spot, lambda kind: kind.feature):
        return True
    return any(
        traits_of(battle, solid).feature and point_in_polygon(figure.x, figure.y, solid.polygon)
        for solid in solids(battle)
    )
