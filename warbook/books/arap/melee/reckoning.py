"""Who has won a round of melee, told as a sum; who tests, flinches or routs, and who pursues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from warbook.books.arap.charge.interception import intercepted
from warbook.books.arap.dice.tests import limited, rolls_again
from warbook.books.arap.field.bodies import has, profile
from warbook.books.arap.field.coherency import regroup
from warbook.books.arap.field.near import engaged, unlock
from warbook.books.arap.field.units import leadership, most_have
from warbook.books.arap.melee.blows import charges_by
from warbook.books.arap.melee.closing import follow_flinched
from warbook.books.arap.melee.resolution import (
    Circumstances,
    loser,
    loses_among_many,
    rout_test,
    score,
    score_modifiers,
    wound_difference,
)
from warbook.books.arap.rout.dice import give_way
from warbook.books.arap.rout.falls import rout, run_ways
from warbook.books.arap.rout.pursuit import after_rout, hates, meet, on_feature
from warbook.books.arap.rout.ways import away_from, flights, paths_of
from warbook.books.arap.state import Battle, Game, Unit
from warbook.core.events import Note
from warbook.core.questions import Modifier

SCORE, TEST, FLINCH = "arap.resolution.score", "arap.rout.test", "arap.rout.flinch"


class Reckoned(Struct, frozen=True):
    """How a unit stands after a round."""

    unit: str
    difference: int
    modifiers: tuple[Modifier, ...]
    score: int


Dealt = Mapping[tuple[str, str], int]


def resolve(game: Game, group: Sequence[Unit], dealt: Dealt) -> None:
    """arap.resolution.outcome: who of these fought and still has opponents is reckoned up; the losers test,
    the side whose turn it is first."""
    battle = game.battle
    still = [unit for unit in group if unit.locked and battle.standing(unit)]
    sums = {unit.id: reckon(battle, unit) for unit in still}
    for unit in still:
        tell(game, unit, sums[unit.id])
    order = sorted(losers(battle, group, sums), key=lambda unit: unit.side != battle.side)
    if still and not order:
        game.tell(Note(words="Nobody gives way.", rule="arap.resolution.outcome"))
    for unit in order:
        if unit.locked and battle.standing(unit):
            take_test(game, unit, sums, dealt)


def reckon(battle: Battle, unit: Unit) -> Reckoned:
    """arap.resolution.wound-difference, arap.resolution.score; fire in the Charge and mines are in it
    (arap.resolution.environment-wounds)."""
    difference = wound_difference(unit.inflicted, unit.suffered)
    lines = score_modifiers(circumstances(battle, unit))
    total = score(
        difference, unit.inflicted, sum(each.value for each in lines), battle.rulings.resolution_method
    )
    return Reckoned(unit.id, difference, lines, total)


def circumstances(battle: Battle, unit: Unit) -> Circumstances:
    """arap.resolution.modifiers."""
    own = charges_by(battle, unit.id)
    enemies = [battle.unit(enemy) for enemy in unit.locked]
    foes = [foe for enemy in enemies for foe in battle.standing(enemy)]
    visage = [has(battle, foe, "daemonic-visage") for foe in foes]
    all_of = bool(foes) and (all(visage) or any(has(battle, foe, "greater-daemon") for foe in foes))
    upon = {
        (charge.direction, charge.left)
        for charge in battle.charges
        if charge.target == unit.id
        and charge.direction != "front"
        and charge.bonus
        and not charge.resumed
        and not charge.caught
    }
    return Circumstances(
        charged=bool(own),
        uphill=any(charge.uphill or charge.jumped for charge in own),
        hates=any(hates(battle, unit, enemy) for enemy in enemies),
        struck=len(upon),
        visage="all" if all_of else "some" if any(visage) else "none",
    )


def tell(game: Game, unit: Unit, found: Reckoned) -> None:
    """The sum, line by line, with the rule of each."""
    words = f"{unit.name}: wounds dealt {unit.inflicted}, taken {unit.suffered}: {found.difference:+d}."
    game.tell(Note(words=words, piece=unit.id, rule="arap.resolution.wound-difference"))
    for line in found.modifiers:
        game.tell(Note(words=f"{unit.name}: {line.value:+d} {line.why}.", piece=unit.id, rule=line.rule))
    game.tell(Note(words=f"{unit.name} scores {found.score:+d}.", piece=unit.id, rule=SCORE))


def losers(battle: Battle, group: Sequence[Unit], sums: Mapping[str, Reckoned]) -> list[Unit]:
    """arap.resolution.outcome, arap.resolution.multi-unit, arap.G28; who has nobody left to fight has won
    (arap.resolution.wipe-out)."""
    if len(group) == 2 and len(sums) == 2:
        one, two = group
        lost = loser(sums[one.id].score, sums[two.id].score)
        return [] if lost is None else [one] if lost == "a" else [two]
    return [unit for unit in group if unit.id in sums and loses_among_many(sums[unit.id].score)]


def take_test(game: Game, unit: Unit, sums: Mapping[str, Reckoned], dealt: Dealt) -> None:
    """arap.rout.test: Ld and the Wound Difference, by 3 at most (arap.G29), a double 1 always passing
    (arap.rout.snake-eyes); who is exempt neither tests nor
    flinches (arap.G30)."""
    battle = game.battle
    if exempt(battle, unit):
        game.tell(Note(words=f"{unit.name} stands, come what may.", piece=unit.id, rule="arap.G30"))
        return
    enemies = [battle.unit(enemy) for enemy in unit.locked]
    beaten_by = max(
        enemies,
        key=lambda enemy: (
            dealt.get((enemy.id, unit.id), 0),
            sums[enemy.id].score if enemy.id in sums else 0,
        ),
    )
    difference = sums[unit.id].difference
    why = (Modifier(limited(difference), "Wound Difference", TEST),) if difference else ()
    again = rolls_again("rout") and most_have(battle, unit, "know-no-fear")
    rolling = game.rolling(unit.id, {TEST: why})
    if rolling.roll(rout_test, leadership(battle, unit), difference, again):
        flinch(game, unit, beaten_by)
        return
    feature = on_feature(battle, battle.standing(unit))
    rout(game, unit, beaten_by.id, TEST)
    for enemy in sorted(enemies, key=lambda each: each is not beaten_by):
        after_rout(game, enemy, unit, feature)


def exempt(battle: Battle, unit: Unit) -> bool:
    """arap.dice.leadership-auto-pass, arap.G30, arap.H19."""
    figures = battle.standing(unit)
    lifeless = 2 * sum(profile(battle, figure).vehicle for figure in figures) > len(figures)
    return lifeless or most_have(battle, unit, "fearless") or most_have(battle, unit, "passes-morale")


def flinch(game: Game, unit: Unit, victor: Unit) -> None:
    """arap.rout.flinch: D6 inches away from who beat it by most (arap.G31). Within reach the fight goes on
    and the winners follow (arap.rout.flinch-still-engaged); else both are free (arap.rout.flinch-free), and
    a Charge goes on with it (arap.rout.flinch-resume)."""
    battle = game.battle
    game.tell(Note(words=f"{unit.name} flinches.", piece=unit.id, rule=FLINCH))
    inches = game.rolling(unit.id).roll(give_way, FLINCH)
    origin = away_from(battle, unit, victor.id)
    way = flights(battle, unit, victor.id, inches)[0]
    enemies = [battle.unit(enemy) for enemy in unit.locked]
    paths = intercepted(game, unit, paths_of(battle, unit, way), unit.locked)
    run_ways(game, unit, paths, "flinches", FLINCH, origin)
    for figure in battle.standing(unit):
        figure.facing = (figure.facing + 180.0) % 360.0  # it draws back and does not turn its back
    for enemy in enemies:
        if not battle.standing(unit):
            return
        if _within(battle, unit, enemy):
            if len(enemy.locked) == 1:
                follow_flinched(game, enemy, unit)
        else:
            unlock(battle, unit, enemy)
            unit.parted = tuple(dict.fromkeys((*unit.parted, enemy.id)))
            enemy.parted = tuple(dict.fromkeys((*enemy.parted, unit.id)))
    meet(game, unit, tuple(enemy.id for enemy in enemies))
    regroup(game)


def _within(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    return any(engaged(battle, one, foe) for one in battle.standing(unit) for foe in battle.standing(enemy))
