"""Odds of an assault that a move would lead to, for who has to decide whether it does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.hexes import Hex
from warbook.board.hextable import name_of
from warbook.books.family.wording import listed
from warbook.books.steampunk.army.describing import ANGLES
from warbook.books.steampunk.army.notation import Speed
from warbook.books.steampunk.assault import melee
from warbook.books.steampunk.assault.lineup import assault_angle, way_of
from warbook.books.steampunk.illusions import apparent
from warbook.books.steampunk.pending import Clash, Entrant
from warbook.books.steampunk.state import Battle, Unit, field, flying
from warbook.core.questions import Preview

ADVANTAGE = "advantage"
GIVEN = "if it stays there and nobody else joins in"


class Approach(Struct, frozen=True):
    """How a unit would come upon enemies: from where into which hex, and at what speed."""

    start: Hex
    goal: Hex
    speed: Speed
    reverses: bool = False


def entering(battle: Battle, unit: Unit, hex_: Hex, foes: Sequence[Unit]) -> Preview:
    """The unit, as it stands and faces now, against these in that hex: as its own side takes them to be."""
    known = apparent(battle, unit.side)
    enters = Entrant(unit.id, *unit.hex, True)
    holds = tuple(Entrant(foe.id, *hex_, False) for foe in foes)
    clash = Clash(*hex_, flying(battle, unit), (enters, *holds))
    against = f"against {names_of(battle, unit.side, foes)} in {name_of(hex_)}"
    look = melee.outlook(known, clash, unit.side)
    if look is None:
        return Preview((), headline=against, given=GIVEN)
    found = look()
    return replace(found, headline=f"{against}: {found.headline}", given=f"{against}, {GIVEN}")


def coming(battle: Battle, unit: Unit, approaches: Sequence[tuple[Approach, Sequence[Unit]]]) -> Preview:
    """The unit, whichever of these ways it comes, against those who are there now. How an enemy faces by then
    nobody knows, so there is a case for each side of it that makes a difference (spf.angles.four-values)."""
    shown = [_by_angle(battle, unit, approach, foes) for approach, foes in approaches]
    cases = [case for each in shown for case in each]
    if len(cases) == 1:
        return cases[0]
    return Preview((), headline="; ".join(_together(each) for each in shown), cases=tuple(cases))


def _by_angle(battle: Battle, unit: Unit, approach: Approach, foes: Sequence[Unit]) -> list[Preview]:
    """A preview for each result that there is, that of the enemy as it faces now first. Where several hold
    the hex, they are taken to face as they do now."""
    known = apparent(battle, unit.side)
    where = f"{names_of(battle, unit.side, foes)} in {name_of(approach.goal)}"
    found: dict[Preview | None, list[str]] = {}
    for turned in range(6 if len(foes) == 1 else 1):
        holds = [replace(known.unit(foe.id), facing=(foe.facing + turned) % 6) for foe in foes]
        look, angle = _met(known, unit, approach, holds)
        found.setdefault(look, []).append(angle)
    (now, angles), *others = found.items()
    if not others:
        return [_told(now, f"against {where}, {GIVEN}")]
    first = f"against the {_either(angles)} of {where}, as it faces now, {GIVEN}"
    rest = [_either(angles) if len(others) > 1 else "other sides" for _, angles in others]
    later = [_told(look, f"against its {side}") for (look, _), side in zip(others, rest, strict=True)]
    return [_told(now, first), *later]


def _either(angles: Sequence[str]) -> str:
    return " or ".join(dict.fromkeys(angles))


def _told(look: Preview | None, given: str) -> Preview:
    return (
        Preview((), headline="odds not worked out", given=given)
        if look is None
        else replace(look, given=given)
    )


def _together(cases: Sequence[Preview]) -> str:
    """What several cases against the same come to, the worst first."""
    chances = sorted(float(chance) for each in cases for name, chance in each.outcomes if name == ADVANTAGE)
    if len(chances) < 2:
        return cases[0].headline
    return f"{chances[0]:.0%} to {chances[-1]:.0%} has the advantage, by how it is met"


def _met(known: Battle, unit: Unit, approach: Approach, holds: Sequence[Unit]) -> tuple[Preview | None, str]:
    """The odds against these, who stand as they do here, and on which side the first of them is met."""
    comes = replace(unit, q=approach.start.q, r=approach.start.r, speed=approach.speed, hidden=False)
    there = {each.id: each for each in (comes, *holds)}
    then = replace(known, units=[there.get(each.id, each) for each in known.units])
    enters = Entrant(unit.id, *approach.start, True, approach.reverses)
    clash = Clash(
        *approach.goal,
        flying(then, comes),
        (enters, *(Entrant(foe.id, *approach.goal, False) for foe in holds)),
    )
    look = melee.outlook(then, clash, unit.side)
    return look and look(), ANGLES[assault_angle(holds[0], way_of(then, clash, enters))]


def names_of(battle: Battle, side: str, foes: Sequence[Unit]) -> str:
    known = apparent(battle, side)
    return listed(field(known, known.unit(foe.id)).name for foe in foes)
