"""Those who may be struck: figures that are alike in bands, and what happens to which of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from warbook.books.arap.field.bodies import profile
from warbook.books.arap.harm.casualties import wound
from warbook.books.arap.movement.falls import shot_off
from warbook.books.arap.shooting.wound_dice import Band, Harm, drawn
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.core.dice import Dice


class Struckable(Struct, frozen=True):
    """The bands, and the ids of the figures of each."""

    bands: tuple[Band, ...]
    figures: tuple[tuple[str, ...], ...]


def struckable(battle: Battle, figures: Iterable[Figure], in_open: Iterable[str] | None = None) -> Struckable:
    """The figures in bands; those who are not `in_open` are struck after the others (arap.F10)."""
    openly = None if in_open is None else set(in_open)
    groups: dict[tuple[str, int, int, int, int, bool, bool], list[Figure]] = {}
    for figure in figures:
        cover = openly is not None and figure.id not in openly
        kind = profile(battle, figure)
        key = figure.unit, kind.t, kind.save, kind.invulnerable, figure.wounds, cover, figure.hangs
        groups.setdefault(key, []).append(figure)
    bands = []
    for key, group in groups.items():
        kind = profile(battle, group[0])
        bands.append(
            Band(
                len(group), kind.t, kind.save, kind.invulnerable, group[0].wounds, key[5],
                climbs=key[6],
            )
        )  # fmt: skip
    return Struckable(tuple(bands), tuple(tuple(each.id for each in group) for group in groups.values()))


def deal(game: Game, by: Unit, targets: Struckable, harm: Harm, rule: str) -> dict[str, int]:
    """Puts what a volley did into effect: which figure of a band it was is a die for each. Gives the figures
    that each unit lost."""
    lost: dict[str, int] = {}
    for band, names, tally in zip(targets.bands, targets.figures, harm.bands, strict=True):
        left = [game.battle.figure(name) for name in names]
        hurt = [(gone, noted, number) for gone, noted, _, number in tally if gone or (band.climbs and noted)]
        for gone, noted, number in sorted(hurt, reverse=True):
            for rest in range(number, 0, -1):
                figure = left[0] if rest == len(left) else _picked(game, by, left)
                left.remove(figure)
                unit = game.battle.unit(figure.unit)
                if suffer_fire(game, by, unit, figure, gone, bool(band.climbs and noted), rule):
                    lost[unit.id] = lost.get(unit.id, 0) + 1
    return lost


def suffer_fire(
    game: Game,
    by: Unit,
    unit: Unit,
    figure: Figure,
    wounds: int,
    shaken: bool,
    rule: str,
    counts: bool = True,
) -> bool:
    """Wounds of fire on one figure; whether it is out. `shaken`: a climber who was wounded, saved or not,
    falls (arap.E14)."""
    if wounds:
        wound(game, figure, wounds, rule)
    if shaken and figure.place == "table":
        shot_off(game, figure)
    out = figure.place == "out"
    if out:
        unit.lost[by.id] = unit.lost.get(by.id, 0) + 1
    return out


def _picked(game: Game, by: Unit, figures: Sequence[Figure]) -> Figure:
    def one(dice: Dice) -> Figure:
        return drawn(dice, figures, "arap.shooting.randomise-hits")

    return game.rolling(by.id).roll(one)
