"""Blows that land: rolls, who is wounded by them, and who is removed when the step is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from warbook.books.arap.charge.dice import krak
from warbook.books.arap.field.bodies import fighter, profile
from warbook.books.arap.field.near import engages
from warbook.books.arap.harm.casualties import wound
from warbook.books.arap.melee.blows import KRAK, Swing, hack
from warbook.books.arap.melee.dice import ALLOCATION, TO_HIT, Attacks, automatic_hit, blows, together
from warbook.books.arap.melee.reach import tiers
from warbook.books.arap.movement.falls import shot_off
from warbook.books.arap.shooting.targets import Struckable
from warbook.books.arap.shooting.wound_dice import Band, Harm, drawn, harm_of, unhurt
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.dice import Dice
from warbook.core.events import Aimed, Note
from warbook.core.questions import Modifier

RULE = "arap.melee.to-wound"


class Tally(Struct):
    """What a step has done so far: wounds of each figure, which are taken when all have struck (arap.G41),
    and who dealt how many to whom."""

    wounds: dict[str, int] = {}
    dealt: dict[tuple[str, str], int] = {}


def bands_of(
    battle: Battle, fighters: Sequence[Figure], enemies: Iterable[Figure], tally: Tally | None = None
) -> Struckable:
    """The enemies who still stand, in bands of like figures by tier."""
    taken = tally.wounds if tally else {}
    standing = [each for each in enemies if each.wounds > taken.get(each.id, 0)]
    tier = tiers(battle, fighters, standing)
    groups: dict[tuple[int, int, int, int, int], list[str]] = {}
    for each in standing:
        kind = profile(battle, each)
        left = each.wounds - taken.get(each.id, 0)
        groups.setdefault((tier[each.id], kind.t, kind.save, kind.invulnerable, left), []).append(each.id)
    bands = tuple(
        Band(len(names), t, save, inv, left, tier=rank)
        for (rank, t, save, inv, left), names in groups.items()
    )
    return Struckable(bands, tuple(map(tuple, groups.values())))


def strike(game: Game, unit: Unit, target: Unit, swings: Sequence[Swing], tally: Tally) -> None:
    """All attacks of a unit on another in one step, rolled together (arap.G20); each wounds once at most
    (arap.melee.wound-cap)."""
    battle = game.battle
    attacks: Attacks = together(tuple(each for swing in swings for each in swing.attacks))
    figures = [battle.figure(swing.figure) for swing in swings]
    enemies = bands_of(battle, figures, battle.standing(target), tally)
    if not attacks or not enemies.bands:
        return
    words = f"{unit.name} strikes at {target.name}."
    game.tell(Aimed(piece=unit.id, target=target.id, words=words, rule="arap.melee.initiative-order"))
    rolling = game.rolling(unit.id, {TO_HIT: _why(swings)})
    harm = rolling.roll(blows, attacks, enemies.bands, tuple(map(unhurt, enemies.bands)))
    _allot(game, unit, target, enemies, harm, tally)


def drop_krak(game: Game, unit: Unit, figure: Figure, target: Unit, tally: Tally) -> None:
    """arap.charge.krak-attack: one die that works on a 1 (arap.G17); on a 6 against somebody with a WS the
    grenade goes off in the hand (arap.charge.krak-mishap), which nobody is credited with."""
    battle = game.battle
    figure.threw = True
    enemies = bands_of(battle, [figure], battle.standing(target), tally)
    if not enemies.bands:
        return
    skilled = any(profile(battle, foe).ws for foe in battle.standing(target))
    came = game.rolling(figure.id).roll(krak, skilled)
    if came == "hit":
        rolling = game.rolling(figure.id)
        harm = rolling.roll(automatic_hit, KRAK, enemies.bands, tuple(map(unhurt, enemies.bands)))
        _allot(game, unit, target, enemies, harm, tally)
    elif came == "mishap":
        words = f"The grenade goes off in the hand of {fighter(battle, figure).name}."
        game.tell(Note(words=words, piece=figure.id, rule="arap.charge.krak-mishap"))
        kind = profile(battle, figure)
        lost = game.rolling(figure.id).roll(harm_of, KRAK, kind.t, kind.save, kind.invulnerable)
        if lost > 0:
            tally.wounds[figure.id] = tally.wounds.get(figure.id, 0) + lost


def take_wounds(game: Game, tally: Tally, rule: str = RULE) -> None:
    """arap.melee.round: wounds are taken and casualties removed; what counts are the wounds
    (arap.resolution.count-wounds)."""
    battle = game.battle
    for name, count in tally.wounds.items():
        figure = battle.figure(name)
        if figure.place == "table":
            wound(game, figure, min(count, figure.wounds), rule)
            shot_off(game, figure)  # arap.movement.climb-damage-fall
    for (by, _), count in tally.dealt.items():
        battle.unit(by).inflicted += count


def free_hacks(game: Game, unit: Unit, target: Unit, full: bool = False, rule: str = "") -> int:
    """arap.rout.free-hack: everybody of the unit in reach of the target strikes, and is not struck back. The
    wounds they deal."""
    battle = game.battle
    swings = hackers(battle, unit, target, full)
    if not swings:
        return 0
    tally = Tally({}, {})
    strike(game, unit, target, swings, tally)
    take_wounds(game, tally, rule or "arap.rout.free-hack")
    return sum(tally.dealt.values())


def hackers(battle: Battle, unit: Unit, target: Unit, full: bool = False) -> list[Swing]:
    them = battle.standing(target)
    return [
        hack(battle, figure, target, full)
        for figure in battle.standing(unit)
        if not figure.down and profile(battle, figure).a and any(engages(battle, figure, foe) for foe in them)
    ]


def _allot(game: Game, unit: Unit, target: Unit, enemies: Struckable, harm: Harm, tally: Tally) -> None:
    """Which figures of a band it was is a die for each."""
    for names, after in zip(enemies.figures, harm.bands, strict=True):
        left = list(names)
        for lost, *_, number in sorted(after, reverse=True):
            for rest in range(number if lost else 0, 0, -1):
                name = left[0] if rest == len(left) else _drawn(game, unit, left)
                left.remove(name)
                tally.wounds[name] = tally.wounds.get(name, 0) + lost
                pair = unit.id, target.id
                tally.dealt[pair] = tally.dealt.get(pair, 0) + lost


def _drawn(game: Game, unit: Unit, names: Sequence[str]) -> str:
    def one(dice: Dice) -> str:
        return drawn(dice, names, ALLOCATION)

    return game.rolling(unit.id).roll(one)


def _why(swings: Sequence[Swing]) -> tuple[Modifier, ...]:
    """What they have in common."""
    first = swings[0].why
    return first if all(swing.why == first for swing in swings) else ()
