"""Those under a template or a marker: in what cover, who looks out for whom, and what the hits do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from warbook.books.arap.army.data import Fighter
from warbook.books.arap.army.lists import Weapon
from warbook.books.arap.blasts.dice import Caught, Cover, Sirs, harm
from warbook.books.arap.field.bodies import fighter, has, profile
from warbook.books.arap.shooting.fired import Fired
from warbook.books.arap.shooting.targets import suffer_fire
from warbook.books.arap.shooting.wound_dice import NOTHING, Hit, drawn, harm_of
from warbook.books.arap.state import Battle, Figure, Game, Unit
from warbook.books.arap.terrain import Cover as Terrain
from warbook.core.dice import Dice

LARGE = 5.0  # arap.morale.suppression-large-blast: inches across
NAMES: dict[Terrain, Cover] = {"none": "open", "soft": "soft", "hard": "hard"}


class Exposed(Struct, frozen=True):
    """A figure under it, in what cover from where it comes."""

    figure: str
    cover: Cover


class Under(Struct, frozen=True):
    """All who are under it, in kinds, the nearest of each first; characters are kinds of their own, and who
    takes their hits has one too, with nobody in it."""

    kinds: tuple[Caught, ...]
    figures: tuple[tuple[str, ...], ...]
    sirs: Sirs = ()


def shelter(battle: Battle, figure: Figure, cover: Terrain) -> Cover:
    """arap.template.prone, arap.area.prone: who lies down in the open, crawls or moves tactically has soft
    cover."""
    low = figure.prone or bool(battle.unit(figure.unit).tactical)
    return "soft" if low and cover == "none" else NAMES[cover]


def under(battle: Battle, exposed: Sequence[Exposed]) -> Under:
    kinds: dict[tuple[str, int, Caught, str], list[str]] = {}
    takers: dict[tuple[str, int, Caught, str], Unit] = {}
    for each in exposed:
        figure = battle.figure(each.figure)
        unit = battle.unit(figure.unit)
        alone = figure.id if figure.hangs or looks_out(battle, unit, figure) else ""
        like = _caught(battle, figure, each.cover)
        key = unit.id, figure.wounds, like, alone
        kinds.setdefault(key, []).append(each.figure)
        if alone and looks_out(battle, unit, figure):
            takers[key] = unit
    order = list(kinds)
    groups = [_many(key[2], len(kinds[key])) for key in order]
    figures = [tuple(kinds[key]) for key in order]
    sirs = []
    for key, unit in takers.items():
        ordinary = common_members(battle, unit)
        sirs.append((order.index(key), len(groups)))
        groups.append(_many(_caught(battle, ordinary[0], "open"), 0))
        figures.append(tuple(each.id for each in ordinary))
    return Under(tuple(groups), tuple(figures), tuple(sirs))


def looks_out(battle: Battle, unit: Unit, figure: Figure) -> bool:
    """arap.area.look-out-sir-who: a leader, or one unlike the rest, with somebody ordinary beside him."""
    if not battle.rulings.look_out_sir:
        return False
    return is_character(battle, unit, figure) and bool(common_members(battle, unit))


def is_character(battle: Battle, unit: Unit, figure: Figure) -> bool:
    return _stands_out(fighter(battle, figure), _usual(battle, unit))


def _stands_out(own: Fighter, usual: Fighter | None) -> bool:
    return own.leader or (usual is not None and own is not usual and _make(own) != _make(usual))


def common_members(battle: Battle, unit: Unit) -> list[Figure]:
    """F41: the ordinary ones, or where there are none such all but the leader."""
    members = battle.standing(unit)
    usual = _usual(battle, unit)
    plain = [figure for figure in members if not _stands_out(fighter(battle, figure), usual)]
    return plain or [figure for figure in members if not fighter(battle, figure).leader]


def land(
    game: Game, unit: Unit, weapon: Weapon, hit: Hit, those: Under, hits: Sequence[int], rule: str
) -> Fired:
    """Wounds and saves of the hits. The nearest of those that are alike suffer first
    (arap.shooting.casualty-order-templates, arap.area.casualties)."""
    battle, fired = game.battle, Fired()
    takers = {by for _, by in those.sirs}
    for number, (kind, names) in enumerate(zip(those.kinds, those.figures, strict=True)):
        if not hits[number]:
            continue
        struck = battle.unit(battle.figure(names[0]).unit)
        fired.hits[struck.id] = fired.hits.get(struck.id, 0) + hits[number] * (1 + kind.swarm)
        if "auto-pinning" in weapon.rules:
            fired.pinned.add(struck.id)
        if weapon.area >= LARGE:
            fired.blasted.add(struck.id)
        if not hit.s:
            continue
        first = battle.figure(names[0])
        if first.hangs and number not in takers:
            damage, shaken = _on_climber(game, unit, hits[number], hit, first)
        else:
            damage, shaken = game.rolling(unit.id).roll(harm, hits[number], hit, kind).damage, False
        if damage and hit.pinning:
            fired.pins.add(struck.id)
        victims = _victims(game, unit, names, len(damage), kind.swarm, number in takers)
        for figure, wounds in zip(victims, damage, strict=False):
            if suffer_fire(game, unit, struck, figure, wounds, shaken, rule):
                fired.lost[struck.id] = fired.lost.get(struck.id, 0) + 1
        if shaken and not damage:
            suffer_fire(game, unit, struck, first, 0, True, rule)
    return fired


def _on_climber(game: Game, unit: Unit, hits: int, hit: Hit, figure: Figure) -> tuple[tuple[int, ...], bool]:
    """E14: whoever hangs on falls if he is wounded, saved or not."""
    kind = profile(game.battle, figure)
    came = [
        game.rolling(unit.id).roll(harm_of, hit, kind.t, kind.save, kind.invulnerable) for _ in range(hits)
    ]
    return tuple(each for each in came if each > 0), any(each > NOTHING for each in came)


def _victims(
    game: Game, unit: Unit, names: Sequence[str], count: int, swarm: bool, at_random: bool
) -> list[Figure]:
    """Who suffers each failed save: the nearest first, of a swarm twice; whoever takes a character's hit is
    drawn."""
    figures = [game.battle.figure(name) for name in names]
    if not at_random:
        return [figure for figure in figures for _ in range(1 + swarm)][:count]
    found = []
    for _ in range(count):
        standing = [figure for figure in figures if figure not in found] or figures
        found.append(game.rolling(unit.id).roll(_draw(standing)))
    return found


def _draw(figures: Sequence[Figure]) -> Callable[[Dice], Figure]:
    return lambda dice: drawn(dice, figures, "arap.area.look-out-sir")


def _caught(battle: Battle, figure: Figure, cover: Cover) -> Caught:
    kind = profile(battle, figure)
    return Caught(1, kind.t, kind.save, kind.invulnerable, cover, has(battle, figure, "swarm"))


def _many(one: Caught, count: int) -> Caught:
    return Caught(count, one.t, one.save, one.inv, one.cover, one.swarm)


def _usual(battle: Battle, unit: Unit) -> Fighter | None:
    """What more than one of the unit are, and most; nobody of a unit of nothing but characters."""
    fighters = [fighter(battle, figure) for figure in battle.standing(unit)]
    if len(fighters) > 1 and all(each is fighters[0] for each in fighters):
        return fighters[0]
    makes = Counter(map(_make, fighters))
    make, count = makes.most_common(1)[0]
    return next(each for each in fighters if _make(each) == make) if count > 1 else None


def _make(one: Fighter) -> tuple[object, ...]:
    """arap.area.look-out-sir-who: armament and profile."""
    return one.name, tuple(each.id for each in one.weapons), one.leader
