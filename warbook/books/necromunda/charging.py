"""Charging: declared before measuring, carried out at a run, into contact or short of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import partial
from itertools import pairwise

from msgspec.structs import replace

from warbook.board.geometry import Spot, bearing, segments_cross
from warbook.board.terrain import surface_at
from warbook.board.ways import after, length
from warbook.books.necromunda import combat, movement, travelling, walking
from warbook.books.necromunda.asking import who_next
from warbook.books.necromunda.sight import (
    RISE,
    apart,
    between,
    fraction,
    hindrance,
    in_contact,
    in_melee,
    sees,
)
from warbook.books.necromunda.state import RADIUS, Battle, Fighter, Game, enemy
from warbook.core.events import Note
from warbook.core.questions import Choose, Modifier, Option, Preview, Refusal

SHORT = Preview((("falls short", Fraction(1)),), headline="he falls short")
REACHING = 1.0  # inches before contact: a wall crossed there is one he reaches across


def charge_step(game: Game) -> None:
    """nec.movement.charge: one charge, declared and carried out (nec.A2), or the end of the charges."""
    battle = game.battle
    may = partial(may_charge, battle, locked=in_melee(battle))
    charger = None if pointless(battle, may) else who_next(
        game, may, "charger", "Who charges?", "nec.movement.charge", "No more charges", " charges",
        partial(best_charge, battle),
    )  # fmt: skip
    if charger is None:
        battle.phase = "compulsory"
        return
    foe_options = [
        Option(
            foe.id,
            foe.name,
            piece=foe.id,
            barred=chargeable(battle, charger, foe),
            preview=partial(charge_preview, battle, charger, foe),
            hindered=None if foe.hidden else partial(hindrance, battle, charger, foe),
        )
        for foe in battle.present(enemy(charger.side))
    ]
    foe_options.append(Option("nobody", "Nobody after all"))
    text = f"{charger.name} charges: name the enemy, before measuring"
    named = game.ask(
        battle.side,
        Choose(text, foe_options, "nec.movement.charge-declaration", charger.id, kind="charge"),
    )
    if named != "nobody":
        charge(game, charger, battle.fighter(named))


def may_charge(battle: Battle, fighter: Fighter, locked: Collection[str] | None = None) -> Refusal | None:
    """Why a fighter may not declare a charge; None if he may. `locked` are all who are engaged, where that is
    known."""
    if fighter.down:
        return Refusal("is down", "nec.injury.down")
    if fighter.loot:
        return Refusal("carries loot: no running", "nec.M2")
    barred = movement.may_move(battle, fighter, locked)
    if barred is not None:
        return barred
    side, any_in_sight = fighter.side, not battle.rulings.charge_closest_only
    for foe in battle.fighters:
        if foe.side == side or foe.place != "table" or foe.hidden or fraction(battle, fighter, foe) <= 0.0:
            continue
        if any_in_sight or chargeable(battle, fighter, foe) is None:
            return None
    return Refusal("sees no enemy to charge", "nec.movement.charge")


def pointless(battle: Battle, may: Callable[[Fighter], Refusal | None]) -> bool:
    """nec.M37: where distances are known and no charge would arrive, nobody is asked who charges."""
    if not battle.rulings.premeasure:
        return False
    foes = battle.present(enemy(battle.side))
    return not any(
        may(fighter) is None and any(_in_reach(battle, fighter, foe) for foe in foes)
        for fighter in battle.present(battle.side)
    )


def _in_reach(battle: Battle, charger: Fighter, foe: Fighter) -> bool:
    near = apart(charger, foe) <= 2.0 * charger.profile.M + 1e-6
    return near and chargeable(battle, charger, foe) is None and reaches(battle, charger, foe)


def reaches(battle: Battle, charger: Fighter, foe: Fighter) -> bool:
    """Whether his charge would bring him into contact, which may be asked where distances are known."""
    return walking.contact_path(battle, charger, foe, 2.0 * charger.profile.M) is not None


def chargeable(battle: Battle, charger: Fighter, foe: Fighter) -> Refusal | None:
    """nec.A2: any visible enemy may be named (or only the closest, by switch)."""
    if foe.hidden:
        return Refusal("hidden: he cannot be seen", "nec.hiding.hidden")
    if fraction(battle, charger, foe) <= 0.0:
        return Refusal("not in sight", "nec.movement.charge")
    if battle.rulings.charge_closest_only:
        for other in battle.present(enemy(charger.side)):
            threat = not other.down and not other.pinned
            if threat and apart(charger, other) < apart(charger, foe) and sees(battle, charger, other):
                return Refusal(f"{other.name} is closer", "nec.A2")
    return None


def charge(game: Game, charger: Fighter, foe: Fighter) -> None:
    """nec.movement.charge-distance: up to twice the normal move. nec.M23: a charge that falls short goes the
    whole distance towards the target, and that is all he does this turn."""
    battle = game.battle
    allowance = 2.0 * charger.profile.M
    path = walking.contact_path(battle, charger, foe, allowance)
    if not battle.rulings.premeasure:
        game.reveal(f'{charger.name} is {apart(charger, foe):.1f}" from {foe.name}')
    charger.moved = "charged"
    rule = "nec.movement.charge"
    if path is None:
        rule = "nec.movement.charge-distance"
        path = _falling_short(battle, charger, foe, allowance)
        words = f"{charger.name} charges {foe.name} and falls short."
        game.tell(Note(words=words, piece=charger.id, rule=rule))
    if travelling.travel(game, charger, path, rule, "charges") and in_contact(charger, foe) and foe.on_table:
        charger.charging = foe.id
        charger.obstacle = across(battle, path, foe)
        movement.turn(game, charger, bearing(charger.spot, foe.spot))
        if not foe.down:
            movement.engage(game, charger, foe)


def _falling_short(battle: Battle, charger: Fighter, foe: Fighter, allowance: float) -> tuple[Spot, ...]:
    """As far towards the enemy as the charge goes; short of contact even where a high wall parts them."""
    blockers, occupied = walking.obstacles(battle, charger, contact_with=foe)
    gait = walking.going(battle, charger, allowance)
    target = (foe.x, foe.y, foe.z, RADIUS)
    path = walking.ground(battle).towards(charger.spot, target, gait, blockers, occupied)
    while len(path) > 1 and _touches(path[-1], foe):
        path = travelling.cut_short(battle, charger, path, length(path) - 0.1)
    return path


def _touches(spot: Spot, foe: Fighter) -> bool:
    return abs(spot.z - foe.z) <= RISE and between(spot, Spot(foe.x, foe.y, spot.z)) < walking.ELBOW


def across(battle: Battle, path: tuple[Spot, ...], foe: Fighter) -> bool:
    """nec.combat.mod-obstacle, nec.A28: a wall or barricade that he had to reach across stands between."""
    reach = [(s.x, s.y) for s in (*after(path, max(0.0, length(path) - REACHING)), foe.spot)]
    level = max(path[-1].z, foe.z)
    return any(
        segments_cross(*leg, *side)
        for wall in battle.table.walls
        if not wall.door and wall.base < level + walking.HEADROOM and wall.top > level
        for side in pairwise(wall.line)
        for leg in pairwise(reach)
    )


# ---------------------------------------------------------------- odds before the charge


def best_charge(battle: Battle, charger: Fighter) -> Preview:
    """The odds of the charge that most likely takes an enemy out and the charger not; at whom it is."""
    foes = [foe for foe in battle.present(enemy(charger.side)) if chargeable(battle, charger, foe) is None]
    if battle.rulings.premeasure:
        foes = [foe for foe in foes if _in_reach(battle, charger, foe)]
    charges = [(foe, charge_preview(battle, charger, foe)) for foe in foes]
    if not charges:
        return replace(SHORT, headline="no enemy in reach: he falls short")
    foe, found = max(charges, key=lambda each: _gain(each[0], charger, each[1]))
    return replace(found, headline=f"at {foe.name}, {found.headline}")


def _gain(foe: Fighter, charger: Fighter, shown: Preview) -> Fraction:
    chances = dict((shown.cases or (shown,))[0].outcomes)
    return chances.get(f"{foe.name} out", Fraction(0)) - chances.get(f"{charger.name} out", Fraction(0))


def charge_preview(battle: Battle, charger: Fighter, foe: Fighter) -> Preview:
    """What the charge comes to: whether he gets there, and the first round of the fight. nec.M37: where the
    distance may not be known, that is told for the case that he does."""
    if not battle.rulings.premeasure:
        there = fight(battle, charger, foe, None)
        cases = (replace(there, given="if he gets there"), replace(SHORT, given="if he falls short"))
        return Preview((), headline=f"if he gets there: {there.headline}", cases=cases)
    path = walking.contact_path(battle, charger, foe, 2.0 * charger.profile.M)
    far = f'{apart(charger, foe):.1f}" away'
    if path is None:
        line = Modifier(0, f"{far}, out of reach", "nec.movement.charge-distance")
        return replace(SHORT, modifiers=(line,), headline=f"{far}, out of reach: he falls short")
    there = fight(battle, charger, foe, path)
    line = Modifier(0, f"{far}, in reach", "nec.movement.charge-distance")
    return replace(there, modifiers=(line, *there.modifiers), headline=f"{far}, in reach: {there.headline}")


def fight(battle: Battle, charger: Fighter, foe: Fighter, path: tuple[Spot, ...] | None) -> Preview:
    """The first round once he has come to the enemy by this path; where none is known, straight at him."""
    arrived = _arrived(battle, charger, foe, path or _straight(battle, charger, foe))
    found = combat.round_preview(battle, arrived, foe)
    if any(other.overwatch and other.on_feet for other in battle.present(foe.side)):
        words = "unless overwatch stops him"
        return replace(found, headline=f"{found.headline}, {words}", given=words)
    return found


def _arrived(battle: Battle, charger: Fighter, foe: Fighter, path: tuple[Spot, ...]) -> Fighter:
    there = replace(charger, charging=foe.id, obstacle=across(battle, path, foe))
    there.at(path[-1])
    return there


def _straight(battle: Battle, charger: Fighter, foe: Fighter) -> tuple[Spot, ...]:
    """The last inch of the straight way into contact."""
    away = math.hypot(charger.x - foe.x, charger.y - foe.y) or 1.0
    dx, dy = (charger.x - foe.x) / away, (charger.y - foe.y) / away
    x, y = foe.x + dx * 2 * RADIUS, foe.y + dy * 2 * RADIUS
    floor = surface_at(battle.table, x, y, max(charger.z, foe.z))
    level = floor.level if floor is not None and abs(floor.level - foe.z) <= RISE else foe.z
    return Spot(x + dx * REACHING, y + dy * REACHING, level), Spot(x, y, level)
