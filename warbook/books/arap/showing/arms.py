"""Weapons on a card: range, Strength and the like in words, what is special about them, how they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warbook.books.arap.army.data import Fighter, natural_blows, rule_words
from warbook.books.arap.army.describing import melee_words, price_words, weapon_words
from warbook.books.arap.army.lists import MeleeWeapon, NaturalAttack, Weapon
from warbook.books.arap.field.bodies import fighter
from warbook.books.arap.shooting.arms import weapon_barred
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.showing.entries import word_id
from warbook.books.arap.state import Battle, Figure
from warbook.books.family.profiles import origin_words
from warbook.books.family.wording import listed
from warbook.core.cards import Arm, Trait
from warbook.core.datafile import Sourced
from warbook.core.questions import Refusal

COSTS, BLOWS, THROWN = "arap.shooting.weapon-type-costs", "arap.melee.attack-types", "arap.grenade.throw"
OURS = "arap.S1"  # where figures come from that the book does not print


def arms(battle: Battle, figures: Sequence[Figure]) -> Iterator[Arm]:
    """What they have, each weapon once with the number of those who carry it."""
    guns: dict[str, tuple[Weapon, list[Figure]]] = {}
    blades: dict[str, tuple[MeleeWeapon, int]] = {}
    claws: dict[str, tuple[NaturalAttack, int]] = {}
    for figure in figures:
        kind = fighter(battle, figure)
        for gun in {gun.id: gun for gun in (*kind.weapons, *kind.grenades)}.values():
            guns.setdefault(gun.id, (gun, []))[1].append(figure)
        for blade in {blade.id: blade for blade in kind.melee}.values():
            blades[blade.id] = blade, blades.get(blade.id, (blade, 0))[1] + 1
        for way, blows in natural_blows(kind):
            claws[way.id] = way, claws.get(way.id, (way, 0))[1] + blows
    for gun, bearers in sorted(guns.values(), key=lambda each: each[0].type == "grenade"):
        yield _gun(battle, gun, bearers)
    for blade, count in blades.values():
        yield Arm(
            _many(blade.name, count),
            f"in melee; {melee_words(blade)}",
            rule=BLOWS,
            traits=weapon_traits(blade),
        )
    for way, blows in claws.values():
        attacks = f"{blows} attack{'' if blows == 1 else 's'}"
        words = f"{attacks} to the {listed(way.arc)}"
        yield Arm(way.name, words, rule="arap.S4", traits=_origin(way))


def figure_words(kind: Fighter) -> tuple[Trait, ...]:
    """What is special about a figure."""
    words = (rule_words()[word] for word in kind.rules)
    return tuple(Trait(word.name, word.means, word_id(word.id)) for word in words)


def weapon_traits(weapon: Weapon | MeleeWeapon) -> tuple[Trait, ...]:
    """The rules that a weapon has besides its figures, and where those figures come from."""
    words = (rule_words()[word] for word in weapon.rules)
    return (*(Trait(word.name, word.means, word_id(word.id)) for word in words), *_origin(weapon))


def _origin(of: Sourced) -> tuple[Trait, ...]:
    return (Trait("Figures", origin_words(of), OURS),)


def _gun(battle: Battle, gun: Weapon, bearers: Sequence[Figure]) -> Arm:
    thrown = gun.type == "grenade"
    barred = [refusal for figure in bearers if (refusal := _barred(battle, figure, gun)) is not None]
    state = barred[0].words if barred else ""
    if 0 < len(barred) < len(bearers):
        state = f"{len(barred)} of {len(bearers)}: {state}"
    return Arm(
        name=_many(gun.name, len(bearers)),
        words=f"{weapon_words(gun)}; {price_words(gun)}",
        state=state,
        useless=len(barred) == len(bearers),
        rule=barred[0].rule if barred else THROWN if thrown else COSTS,
        traits=weapon_traits(gun),
    )


def _barred(battle: Battle, figure: Figure, gun: Weapon) -> Refusal | None:
    """Why it is of no use to its bearer now, wherever the enemy is."""
    if gun.type in ("grenade", "bomb"):
        return Refusal("thrown already in this turn", THROWN) if figure.threw else None
    return weapon_barred(battle, figure, gun, Terms())


def _many(name: str, count: int) -> str:
    return name if count == 1 else f"{count} x {name}"
