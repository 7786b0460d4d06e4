"""What the ground does to who goes over it: mines and thorns, ice and planks, gaps that were jumped."""

from __future__ import annotations

from warbook.board.geometry import Spot
from warbook.board.paths import Path
from warbook.board.terrain import Area, surface_at
from warbook.books.arap.dice.tests import characteristic_test, initiative_test
from warbook.books.arap.field.bodies import fighter, has, profile, size
from warbook.books.arap.field.ground import (
    Stretch,
    along,
    areas_under,
    at_boundary,
    cut_to,
    stretches,
    traits_of,
)
from warbook.books.arap.harm.casualties import hit_figure, remove, wound
from warbook.books.arap.movement.agility import falls_over, keeps_footing, tests_initiative
from warbook.books.arap.movement.dice import hazard as hazard_die
from warbook.books.arap.movement.falls import fall_to
from warbook.books.arap.state import Battle, Figure, Game
from warbook.books.arap.terrain import Hazard, Traits
from warbook.core.events import Became

ON_IT = 0.5  # inches along a plank at which one loses his footing
BELOW = 0.3  # inches under a plank at which what lies below it begins
NEAR_SIDE = 0.25  # inches into a gap where a failed jumper lies
DANGEROUS = "arap.movement.dangerous-ground"


def tread(game: Game, figure: Figure, path: Path, leaping: bool = False) -> Path:
    """E10: the figure goes along a way and is tested where it first enters what is dangerous or slippery, and
    at every gap. Says how far it got; whoever falls or dies does so there."""
    battle = game.battle
    met = [
        each for each in stretches(battle, path, _may_matter) if _matters(battle, figure, each, path, leaping)
    ]
    tested: list[Area] = []
    for stretch in met:
        if stretch.area in tested and not stretch.traits.gap:
            continue
        tested.append(stretch.area)
        begin = max(0.0, stretch.begin)
        if not _survives(game, figure, stretch, path):
            return (*cut_to(path, begin), figure.spot) if stretch.traits.gap else cut_to(path, begin)
    return path


def dangers(battle: Battle, figure: Figure, path: Path) -> list[Area]:
    """arap.movement.dangerous-ground-leaving: the dangerous areas for which a figure is tested on a way:
    those it enters or moves in, and those it leaves unless it stood at their boundary."""
    found: list[Area] = []
    for stretch in stretches(battle, path, _tests_movers):
        if stretch.area not in found and _entered(stretch, path):
            found.append(stretch.area)
    return found


def suffer(game: Game, figure: Figure, harm: Hazard) -> bool:
    """One hazard test and what it does, whatever else the ground is
    (arap.movement.dangerous-ground-combined); whether the figure may go on."""
    if not _harmed(game, figure, harm):
        return True
    words = f"{fighter(game.battle, figure).name} comes to harm."
    game.tell(Became(piece=figure.id, status="harmed", words=words, rule=DANGEROUS))
    if harm.effect == "hit":
        hit_figure(game, figure, 1, harm.strength, harm.ap, DANGEROUS)
    elif harm.effect == "wound":
        wound(game, figure, 1, DANGEROUS)
    elif harm.effect == "death":
        remove(game, figure, DANGEROUS)
    else:
        figure.stopped = True
    return figure.place == "table" and not figure.stopped


def _harmed(game: Game, figure: Figure, harm: Hazard) -> bool:
    battle, rolling = game.battle, game.rolling(figure.id)
    if harm.test == "initiative":
        return not rolling.roll(
            initiative_test, profile(battle, figure).i, "arap.movement.dangerous-ground-initiative"
        )
    if harm.test == "toughness":
        six = battle.rulings.characteristic_six_fails
        return not rolling.roll(characteristic_test, profile(battle, figure).t, six, DANGEROUS)
    trigger = harm.trigger_for(fighter(battle, figure).rules)
    return trigger > 0 and rolling.roll(hazard_die, trigger)


def _may_matter(kind: Traits) -> bool:
    """Of ground that does nothing to anybody a way need not be cut up."""
    return kind.gap or kind.agility != "never" or bool(kind.hazards)


def _matters(battle: Battle, figure: Figure, stretch: Stretch, path: Path, leaping: bool) -> bool:
    kind = stretch.traits
    if kind.gap:
        return leaping and not has(battle, figure, "leaper")
    if kind.agility == "always":
        return True
    if kind.agility == "fast":
        gone = sum(each.inches for each in stretches(battle, path, lambda kind: kind.agility == "fast"))
        return gone > profile(battle, figure).move / 2 + 1e-6  # arap.movement.agility-when
    return _tests_movers(kind) and _entered(stretch, path)


def _tests_movers(kind: Traits) -> bool:
    return any(harm.when == "moving" for harm in kind.hazards)


def _entered(stretch: Stretch, path: Path) -> bool:
    """Whether it goes into the area or moves in it, or leaves it without having stood at its boundary."""
    return stretch.begin > 1e-6 or not at_boundary(stretch.area, path[0]) or stretch.inches > 0.2


def _survives(game: Game, figure: Figure, stretch: Stretch, path: Path) -> bool:
    kind = stretch.traits
    if kind.gap:
        return _jumps(game, figure, stretch, path)
    for harm in kind.hazards:
        if harm.when == "moving" and not suffer(game, figure, harm):
            return False
    if kind.agility == "never" or keeps_footing(game, figure):
        return True
    at = along(path, min(stretch.begin + ON_IT, stretch.end))
    low, drop = _drop(game.battle, stretch.area, at)
    if (
        drop > size(game.battle, figure).free_step
    ):  # arap.movement.agility-failure: from a height it is a fall
        figure.at(at)
        fall_to(game, figure, Spot(at.x, at.y, low), drop)
        figure.stopped = True
        return False
    falls_over(game, figure)
    return False


def _drop(battle: Battle, area: Area, at: Spot) -> tuple[float, float]:
    """Where one lands beside a plank, and how far down that is: on what lies under it, or in the gap that it
    bridges."""
    under = surface_at(battle.table, at.x, at.y, at.z - BELOW) if at.z > BELOW else None
    low = under.level if under is not None else at.z
    kinds = [
        traits_of(battle, each) for each in areas_under(battle, Spot(at.x, at.y, low)) if each is not area
    ]
    return low, at.z - low + max((kind.depth for kind in kinds), default=0.0)


def _jumps(game: Game, figure: Figure, stretch: Stretch, path: Path) -> bool:
    """arap.movement.free-jump, arap.movement.long-jump: over a gap that is measured only now; who fails falls
    into it (arap.movement.long-jump-failure)."""
    battle = game.battle
    if stretch.inches <= size(battle, figure).free_step + 1e-6:
        return True
    far_enough = stretch.inches <= profile(battle, figure).move - 1 + 1e-6
    if far_enough and tests_initiative(game, figure, "arap.movement.long-jump"):
        return True
    figure.at(along(path, max(0.0, stretch.begin) + NEAR_SIDE))  # arap.E12
    figure.stopped = True
    if not stretch.traits.water:
        fall_to(game, figure, figure.spot, stretch.traits.depth)
    return False
