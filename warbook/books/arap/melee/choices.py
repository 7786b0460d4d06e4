"""What is decided before the first Initiative step (arap.G44): two weapons, krak attacks, planted charges,
and whether those who stand idle close up."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.books.arap.army.data import Fighter
from warbook.books.arap.blasts.grenades import quota
from warbook.books.arap.field.bodies import fighter, profile
from warbook.books.arap.melee.blows import Manner, is_planted, plantable
from warbook.books.arap.melee.reach import opponents, reached
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.questions import Choose, Option


def manner_of(game: Game, unit: Unit, before: Manner) -> Manner:
    """Asks the unit's player what there is to decide."""
    battle = game.battle
    fighting = _fighting(battle, unit)
    plants = _ask_planting(game, unit, fighting)
    krak = _ask_krak(game, unit, [figure for figure in fighting if figure.id not in plants])
    busy = plants | krak
    both = _ask_two_weapons(game, unit, [figure for figure in fighting if figure.id not in busy])
    return Manner(before.two_weapons | both, before.krak | krak, before.plants | plants)


def closes_up(game: Game, unit: Unit) -> bool:
    """arap.melee.step-move is optional: asked once for a round, when somebody stands idle."""
    options = [Option("close up", "Close up", unit.id), Option("stay", "Stay", unit.id)]
    question = Choose(
        f"May those of {unit.name} who have nobody to fight close up between the blows?", options,
        "arap.melee.step-move", unit.id, "close up", kind="close up",
    )  # fmt: skip
    chosen: str = game.ask(unit.side, question)
    return chosen == "close up"


def _fighting(battle: Battle, unit: Unit) -> list[Figure]:
    foes = opponents(battle, unit)
    return [
        figure
        for figure in battle.standing(unit)
        if not figure.down and not figure.hangs and reached(battle, figure, foes)
    ]


def _ask_two_weapons(game: Game, unit: Unit, figures: Sequence[Figure]) -> frozenset[str]:
    """arap.H6: one attack more, and all but those of a Charge at -1."""
    battle = game.battle
    able = [figure for figure in figures if fighter(battle, figure).two_weapons]
    if not able or not battle.rulings.second_weapon_attack:
        return frozenset()
    options = [
        Option("one", "One weapon", unit.id),
        Option("two", "Two weapons: one attack more, at -1 to hit", unit.id),
    ]
    usual = "two" if pays(fighter(battle, able[0])) else "one"
    question = Choose(f"How does {unit.name} strike?", options, "arap.H6", unit.id, usual, kind="two weapons")
    chosen = game.ask(unit.side, question)
    return frozenset(figure.id for figure in able) if chosen == "two" else frozenset()


def pays(kind: Fighter) -> bool:
    """Whether one attack more makes up for the -1."""
    ws, attacks = min(kind.profile.ws, 5), kind.profile.a
    less = min(kind.profile.ws - 1, 5)
    return (attacks + 1) * less > attacks * ws


def _ask_krak(game: Game, unit: Unit, figures: Sequence[Figure]) -> frozenset[str]:
    """arap.charge.krak-attack: one attack at Initiative 1, by one in four (arap.grenade.unit-quota)."""
    battle = game.battle
    foes = opponents(battle, unit)
    able = [
        figure
        for figure in figures
        if not figure.threw
        and any("krak-attack" in grenade.rules for grenade in fighter(battle, figure).grenades)
        and any(not profile(battle, foe).vehicle for foe in reached(battle, figure, foes))
    ]
    left = quota(battle, unit) - sum(figure.threw for figure in battle.standing(unit))
    most = min(left, len(able))
    tough = any(profile(battle, foe).t >= 6 or profile(battle, foe).w > 2 for foe in foes)
    if most <= 0:
        return frozenset()
    return _so_many(game, unit, able, most, "krak", "krak attacks", "arap.charge.krak-attack", tough)


def _ask_planting(game: Game, unit: Unit, figures: Sequence[Figure]) -> frozenset[str]:
    """arap.charge.planted-grenades, arap.charge.krak-vehicles: on vehicles only."""
    battle = game.battle
    foes = opponents(battle, unit)
    able = [
        figure
        for figure in figures
        if any(is_planted(grenade.rules) for grenade in fighter(battle, figure).grenades)
        and plantable(battle, reached(battle, figure, foes))
    ]
    if not able:
        return frozenset()
    rule = "arap.charge.planted-grenades"
    return _so_many(game, unit, able, len(able), "plant", "planted charges", rule, True)


def _so_many(
    game: Game, unit: Unit, able: Sequence[Figure], most: int, kind: str, what: str, rule: str, usual: bool
) -> frozenset[str]:
    options = [
        Option(str(n), f"{n} {what}" if n else f"No {what}", unit.id, about=n) for n in range(most + 1)
    ]
    question = Choose(
        f"How many of {unit.name} make {what}?", options, rule, unit.id, str(most if usual else 0), kind=kind
    )
    count = int(game.ask(unit.side, question))
    return frozenset(figure.id for figure in able[:count])
