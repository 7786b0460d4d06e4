"""Weapons are fired: the rolls, where markers come to lie, and what all of it does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from warbook.board.geometry import Spot, outside_base
from warbook.board.hulls import sector
from warbook.board.templates import Blast, Template, covers
from warbook.books.family.flames import teardrop_laid
from warbook.books.family.wounds import NEVER
from warbook.books.vehicles.army.lists import Facing, Weapon
from warbook.books.vehicles.damage.dice import (
    UNHARMED,
    Armour,
    Harm,
    Strike,
    can_hurt,
    damage_reasons,
    harm_together,
    settle,
)
from warbook.books.vehicles.damage.effects import take_harm
from warbook.books.vehicles.field.bodies import bodies, hull, model_type, type_of, unit_type
from warbook.books.vehicles.field.sight import SIDES_OF, facing_of
from warbook.books.vehicles.field.weapons import condition
from warbook.books.vehicles.morale.tests import pin
from warbook.books.vehicles.shooting.barrels import Barrel, in_its_arc, pivot_to
from warbook.books.vehicles.shooting.blast_dice import halved, scatter
from warbook.books.vehicles.shooting.dice import AUTOMATIC, volley
from warbook.books.vehicles.shooting.salvo import (
    armour_against,
    attack_of,
    attacks_at,
    drifted,
    foot_cover,
    hole_on_table,
    laid,
    scatter_bs,
    shots_at,
    strike_of,
    struck_facing,
    vehicle_cover,
)
from warbook.books.vehicles.shooting.templates import flame
from warbook.books.vehicles.shooting.troops_dice import Attack, Save, all_wounds, unsaved
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle
from warbook.books.vehicles.wounds.casualties import kinds_of, suffer, wound
from warbook.core.events import Aimed, Note, Turned
from warbook.core.events import Template as TemplateLaid

ON_HULL = 1e-9


class _Fall:
    """What one unit's fire has hit so far: vehicles with the hits on them, foot units with attacks that need
    no roll to hit, and who has been under a barrage."""

    def __init__(self) -> None:
        self.hulls: dict[str, list[tuple[Strike, Armour]]] = defaultdict(list)
        self.units: dict[str, list[tuple[int, Attack]]] = defaultdict(list)
        self.shelled: set[str] = set()


def fire(
    game: Game, firer: Unit | Vehicle, target: Unit | Vehicle, fired: Sequence[Barrel], turns: bool = True
) -> None:
    """veh.attack.sequence; a Walker `turns` to the target or stays as it is. Everything is rolled to hit,
    markers come to lie where they do, and then what each unit and vehicle has been hit by is settled, the
    target first."""
    battle = game.battle
    if turns:
        _turn_to(game, firer, target)
    names = ", ".join(dict.fromkeys(barrel.weapon.name.lower() for barrel in fired))
    game.tell(
        Aimed(
            piece=firer.id,
            target=target.id,
            words=f"{firer.name} fires at {target.name}: {names}.",
            rule="veh.fire.single-target",
        )
    )
    _note(battle, firer, target, fired)
    fall = _Fall()
    for barrel in fired:
        if barrel.weapon.blast:
            for _ in range(barrel.shots):
                _lob(game, firer, target, barrel, fired, fall)
        elif barrel.weapon.template:
            _spray(game, firer, target, barrel, fall)
    aimed = [barrel for barrel in fired if not barrel.weapon.blast and not barrel.weapon.template]
    if isinstance(target, Vehicle):
        _settle_target(game, firer, target, aimed, fired, fall)
    else:
        _wound_target(game, firer, target, aimed, fired, fall)
    for vehicle_id, hits in fall.hulls.items():
        struck = battle.vehicle(vehicle_id)
        if vehicle_id != target.id and struck.works:
            harm = game.rolling(firer.id).roll(settle, tuple(hits), condition(struck))
            _take(game, struck, harm, firer.side)
    for unit_id, attacks in fall.units.items():
        unit = battle.unit(unit_id)
        if unit_id != target.id and battle.standing(unit):
            _hurt(game, firer, unit, attacks, foot_cover(battle, firer, unit, fired), fall)


# ---------------------------------------------------------------- the target


def _settle_target(
    game: Game,
    firer: Unit | Vehicle,
    target: Vehicle,
    aimed: Sequence[Barrel],
    fired: Sequence[Barrel],
    fall: _Fall,
) -> None:
    """veh.V25: the hits of shots and shells together. What cannot hurt it rolls no damage."""
    kind, struck = type_of(target), [(strike_of(barrel), struck_facing(barrel)) for barrel in fired]
    harmful = [strike for strike, facing in struck if can_hurt(strike, kind.armour.of(facing))]
    why = damage_reasons(harmful, kind.open_topped)
    rolls, now = game.rolling(firer.id, why), condition(target)
    harm: Harm = UNHARMED
    if aimed:
        cover = vehicle_cover(game.battle, firer, target, fired)
        done = rolls.roll(volley, shots_at(game.battle, firer, target, aimed, cover), now)
        harm = done.harm
        _burn(game, firer, aimed, sum(done.hot))
    if fall.hulls[target.id]:
        harm = harm_together(now, harm, rolls.roll(settle, tuple(fall.hulls[target.id]), now))
    _take(game, target, harm, firer.side)


def _take(game: Game, struck: Vehicle, harm: Harm, by_side: str) -> None:
    if harm == UNHARMED:
        game.tell(Note(words=f"{struck.name} is unharmed.", piece=struck.id, rule="veh.attack.damage-roll"))
    take_harm(game, struck, harm, by_side)


def _wound_target(
    game: Game,
    firer: Unit | Vehicle,
    target: Unit,
    aimed: Sequence[Barrel],
    fired: Sequence[Barrel],
    fall: _Fall,
) -> None:
    shots = attacks_at(game.battle, firer, target, aimed)
    cover = foot_cover(game.battle, firer, target, fired)
    hot = _hurt(game, firer, target, [*shots, *fall.units[target.id]], cover, fall)
    _burn(game, firer, aimed, hot)


def _hurt(
    game: Game,
    firer: Unit | Vehicle,
    unit: Unit,
    attacks: Sequence[tuple[int, Attack]],
    cover: int,
    fall: _Fall,
) -> int:
    """Wounds and saves of a foot unit, and pinning under a barrage (veh.P9, veh.ordnance.barrage-pinning);
    how many shots burnt who fired."""
    if not attacks:
        return 0
    came = game.rolling(firer.id).roll(all_wounds, tuple(attacks))
    hurt = suffer(game, unit, kinds_of(attacks, came), cover, shooting=True).wounds
    if hurt and unit.id in fall.shelled:
        pin(game, unit, "veh.ordnance.barrage-pinning", -1)
    return sum(each.hot for each in came)


def _burn(game: Game, firer: Unit | Vehicle, aimed: Sequence[Barrel], count: int) -> None:
    """A weapon that gets hot wounds who fires it."""
    if isinstance(firer, Unit):
        hot = [barrel.model for barrel in aimed if barrel.weapon.gets_hot for _ in range(barrel.shots)]
        for model_id in hot[:count]:
            model = next(each for each in game.battle.models if each.id == model_id)
            kind = model_type(game.battle, model)
            save = min(kind.save, unit_type(game.battle, firer).invulnerable_save)
            if model.place != "out" and game.rolling(firer.id).roll(unsaved, 1, Save(save)):
                wound(game, model, f"The {kind.name} of {firer.name} is burnt by his own weapon.", "veh.P13")


# ---------------------------------------------------------------- markers and templates


def _lob(
    game: Game,
    firer: Unit | Vehicle,
    target: Unit | Vehicle,
    barrel: Barrel,
    fired: Sequence[Barrel],
    fall: _Fall,
) -> None:
    """veh.P10, veh.target.blast-place: the marker drifts, and whatever it comes to lie on is hit."""
    battle = game.battle
    spot = laid(battle, firer, target, barrel)
    if spot is None:
        return
    drift = game.rolling(firer.id).roll(scatter, scatter_bs(battle, firer, barrel))
    front = target.facing if isinstance(target, Vehicle) else 0.0
    hole = drifted(spot, drift.hour, drift.inches, front)
    blast = Blast(hole, barrel.weapon.blast / 2)
    words = f"drifts {drift.inches} inches" if drift.inches else "comes down where it was aimed"
    game.tell(
        TemplateLaid(
            shape="blast",
            spot=hole,
            length=float(barrel.weapon.blast),
            width=float(barrel.weapon.blast),
            words=f"The {barrel.weapon.name.lower()} {words}.",
            rule="veh.ordnance.marker" if barrel.weapon.ordnance else "veh.P10",
        )
    )
    if not hole_on_table(battle, hole):
        return
    for vehicle in battle.vehicles:
        if vehicle.works and covers(blast, hull(vehicle)) != "no":
            together = fired if vehicle.id == target.id else ()
            fall.hulls[vehicle.id].append(_struck(battle, firer, vehicle, barrel, together, hole))
    _on_units(battle, blast, barrel, fall)


def _struck(
    battle: Battle,
    firer: Unit | Vehicle,
    vehicle: Vehicle,
    barrel: Barrel,
    fired: Sequence[Barrel],
    hole: Spot,
) -> tuple[Strike, Armour]:
    """veh.target.blast-on-hull, veh.target.blast-off-hull, veh.target.blast-barrage-side (veh.V23). Its cover
    is that from all that is `fired` at it, or from this shell alone where it only drifted there (veh.V19)."""
    body, strike = hull(vehicle), strike_of(barrel)
    off_hull = outside_base(body, hole.x, hole.y) > ON_HULL
    facing = facing_of(vehicle, *_stand(battle, firer, barrel))
    if off_hull:
        strike = halved(strike)
        armour = type_of(vehicle).armour
        facing = max((SIDES_OF[edge] for edge in sector(body, hole.x, hole.y, "diagonals")), key=armour.of)
    struck = _facing(barrel, facing)
    cover = vehicle_cover(battle, firer, vehicle, fired or (struck,))
    found = armour_against(battle, vehicle, struck, cover)
    if off_hull and battle.rulings.barrage_off_hull == "facing_hole":
        found = replace(found, av=type_of(vehicle).armour.of(facing))
    return strike, found


def _spray(game: Game, firer: Unit | Vehicle, target: Unit | Vehicle, barrel: Barrel, fall: _Fall) -> None:
    """veh.target.template-place, veh.target.template-facing: no roll to hit, no cover."""
    battle = game.battle
    burnt = in_its_arc(battle, firer, target, barrel)
    template = flame(battle, firer.side, barrel.eye, barrel.weapon, target, burnt)
    if template is None:
        return
    words = f"The {barrel.weapon.name.lower()} is laid on {target.name}."
    game.tell(teardrop_laid(template, words, "veh.target.template-place"))
    for vehicle in battle.vehicles:
        if vehicle.works and vehicle.id != firer.id and covers(template, hull(vehicle)) != "no":
            facing = facing_of(vehicle, *_stand(battle, firer, barrel))
            armour = armour_against(battle, vehicle, _facing(barrel, facing), NEVER)
            fall.hulls[vehicle.id].append((strike_of(barrel), armour))
    _on_units(battle, template, barrel, fall)


def _on_units(battle: Battle, template: Template, barrel: Barrel, fall: _Fall) -> None:
    for unit in battle.units:
        if unit.aboard:
            continue
        caught = sum(covers(template, body) != "no" for body in bodies(battle, unit))
        if caught:
            fall.units[unit.id].append((caught, attack_of(battle, unit, barrel.weapon, AUTOMATIC)))
            if barrel.barrage:
                fall.shelled.add(unit.id)


# ---------------------------------------------------------------- who fired


def _turn_to(game: Game, firer: Unit | Vehicle, target: Unit | Vehicle) -> None:
    """veh.walker.pivot-to-fire."""
    if isinstance(firer, Vehicle):
        facing = pivot_to(game.battle, firer, bodies(game.battle, target))
        if facing is not None and facing != firer.facing:
            firer.facing = facing
            game.tell(Turned(piece=firer.id, facing=facing, rule="veh.walker.pivot-to-fire"))


def _note(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle, fired: Sequence[Barrel]) -> None:
    if isinstance(firer, Unit):
        firer.shot, firer.shot_at = True, target.id
        firer.fired_slow = any(bars_assault(barrel.weapon) for barrel in fired)
        return
    firer.shot_at = firer.shot_at or target.id
    firer.fired_guns = (*firer.fired_guns, *(barrel.gun for barrel in fired))
    spent = [barrel.gun for barrel in fired if barrel.weapon.uses is not None]
    firer.guns_spent = (*firer.guns_spent, *spent)


def bars_assault(weapon: Weapon) -> bool:
    """veh.P11: who fires these does not assault."""
    return weapon.type in ("rapid_fire", "heavy")


def _stand(battle: Battle, firer: Unit | Vehicle, barrel: Barrel) -> tuple[float, float]:
    """Where the firer stands when it is judged which side he faces (veh.V17, veh.V88)."""
    if isinstance(firer, Vehicle):
        return firer.x, firer.y
    return barrel.eye[0], barrel.eye[1]


def _facing(barrel: Barrel, facing: Facing) -> Barrel:
    return replace(barrel, facing=facing, faces=True)
