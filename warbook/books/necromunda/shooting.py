"""Shooting: who may shoot with what at whom, and the score it takes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, partial

import numpy as np
from msgspec.structs import replace

from warbook.board.geometry import Arc, Shapes, Spot
from warbook.books.necromunda import harm, wedges
from warbook.books.necromunda.aim import OUT_OF_RANGE, PLAIN, Aim, Circumstance, hit_score
from warbook.books.necromunda.data import Weapon, weapons
from warbook.books.necromunda.harm import hit_on, save_mod_of, strength_of
from warbook.books.necromunda.injury import Hit
from warbook.books.necromunda.sight import apart, fraction, in_melee, lines_to, sight, smoke_of
from warbook.books.necromunda.state import EYE, RADIUS, Battle, Fighter, Game, enemy
from warbook.core.questions import Choose, Modifier, Option, Preview, Refusal

RAPID = 10.0
UNSEEN = Refusal("not in sight", "nec.M11")
SIGHTED = ("pistol", "basic", "special")  # the weapons a red-dot sight fits
PARTIAL_COVER = Modifier(-1, "target is in partial cover", "nec.shooting.hit-modifiers")
COVER = Modifier(-2, "target is in cover", "nec.shooting.hit-modifiers")

# ---------------------------------------------------------------- who may shoot


def may_shoot(battle: Battle, fighter: Fighter, locked: Collection[str] | None = None) -> Refusal | None:
    """nec.M10: why a fighter may not shoot in this phase; None if he may."""
    barred = hampered(fighter)
    if barred is not None:
        return barred
    locked = in_melee(battle) if locked is None else locked
    if fighter.id in locked:
        return Refusal("is engaged in hand-to-hand combat", "nec.M10")
    ready = ready_arms(battle, fighter)
    if not ready:
        return Refusal("has no weapon that can fire", "nec.M10")
    if any(weapon.blast_diameter for weapon in ready):
        return None
    if not _has_target(battle, fighter, locked):
        return Refusal("has no target in sight", "nec.M11")
    return None


def hampered(fighter: Fighter) -> Refusal | None:
    """nec.M10: what a fighter has done this turn, or what was done to him, that keeps him from shooting."""
    if fighter.shot:
        return Refusal("has shot", "nec.M10")
    if fighter.down:
        return Refusal("is down", "nec.injury.down")
    if fighter.pinned or fighter.lost_turn:
        return Refusal("is pinned and loses this turn", "nec.pinning.missed-turn")
    if fighter.broken:
        return Refusal("is broken", "nec.leadership.broken")
    if fighter.webbed:
        return Refusal("is bound by a web", "nec.M17")
    if fighter.moved == "ran":
        return Refusal("ran this turn", "nec.movement.run-no-shooting")
    if fighter.moved == "charged":
        return Refusal("charged this turn", "nec.M10")
    return Refusal("is on overwatch", "nec.M8") if fighter.overwatch else None


def _has_target(battle: Battle, fighter: Fighter, locked: Collection[str]) -> bool:
    """Whether some enemy is a target."""
    arc, side = arc_of(battle, fighter), fighter.side
    for foe in battle.fighters:
        if foe.side == side or foe.place != "table" or foe.hidden or foe.id in locked:
            continue
        if arc.holds(foe.x, foe.y) and seen(battle, fighter, foe) > 0.0:
            return True
    return False


# ---------------------------------------------------------------- weapons


def arms(battle: Battle, fighter: Fighter) -> tuple[Weapon, ...]:
    """The weapons, and the modes of them, that a fighter could ever shoot with."""
    return _arms(fighter.weapons, battle.rulings.special_weapons)


@cache
def _arms(carried: tuple[str, ...], specials: bool) -> tuple[Weapon, ...]:
    found = []
    for weapon in weapons().values():
        free_mode = weapon.part_of in carried and not weapon.cost and not weapon.missile_cost
        if (
            (weapon.id in carried or free_mode)
            and weapon.ranged
            and "fires-grenade-kinds-bought" not in weapon.rules
            and (specials or not is_special(weapon))
        ):
            found.append(weapon)
    if specials and "grenade_launcher" in carried:
        found += [launched(weapon) for weapon in found if weapon.list == "grenade"]
    return tuple(found)


def ready_arms(battle: Battle, fighter: Fighter) -> list[Weapon]:
    return [weapon for weapon in arms(battle, fighter) if not_ready(battle, fighter, weapon) is None]


def not_ready(battle: Battle, fighter: Fighter, weapon: Weapon) -> Refusal | None:
    root = magazine(weapon)
    if root in fighter.empty:
        return Refusal("out of ammo", "nec.M9")
    if fighter.recharging and any(n == root and battle.turn < again for n, again in fighter.recharging):
        return Refusal("recharging", "nec.M17")
    if weapon.move_or_fire and fighter.moved not in ("", "stayed"):
        return Refusal("a heavy weapon does not fire in a turn of movement", "nec.M10")
    return None


def magazine(weapon: Weapon) -> str:
    """Modes of one weapon share its ammunition."""
    return weapon.part_of or weapon.id


def pick_weapon(game: Game, shooter: Fighter, look: Callable[[Weapon], Preview]) -> Weapon:
    """The weapon he fires; asked only where there is a choice. `look` tells what it could do."""
    battle = game.battle
    carried = arms(battle, shooter)
    ready = ready_arms(battle, shooter)
    if len(ready) == 1:
        return ready[0]
    options = [
        Option(w.id, w.name, barred=not_ready(battle, shooter, w), preview=partial(look, w), slow=True)
        for w in carried
    ]
    text = f"{shooter.name}: which weapon?"

    def bears(option: str) -> Shapes:
        return wedges.bears(battle, shooter, [each for each in carried if option in ("", each.id)])

    question = Choose(text, options, "nec.M10", shooter.id, kind="weapon", bears=bears)
    chosen = game.ask(shooter.side, question)
    return next(weapon for weapon in carried if weapon.id == chosen)


def weapon_words(weapon: Weapon) -> str:
    return f"the {weapon.name[:1].lower()}{weapon.name[1:]}"


def is_special(weapon: Weapon) -> bool:
    """What the switch `special_weapons` takes away; guns with sustained-fire dice still fire single shots."""
    return bool(weapon.template) or lobbed(weapon)


def lobbed(weapon: Weapon) -> bool:
    """What scatters when it misses: blasts and every kind of grenade."""
    return bool(weapon.blast_diameter) or weapon.list == "grenade" or weapon.part_of == "grenade_launcher"


def launched(grenade: Weapon) -> Weapon:
    """A grenade as the launcher fires it: its own effect, the launcher's range and ammo."""
    tube = weapons()["grenade_launcher"]
    return replace(
        grenade,
        id=f"launched_{grenade.id}",
        name=f"Grenade launcher ({grenade.name.lower()})",
        list="special",
        range="",
        range_max=0,
        short=tube.short,
        long=tube.long,
        hit_short=tube.hit_short,
        hit_long=tube.hit_long,
        ammo=tube.ammo,
        part_of=tube.id,
    )


def dice_words(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def fire_dice(battle: Battle, weapon: Weapon) -> int:
    """How many sustained-fire dice a weapon may roll."""
    return weapon.sustained_dice if battle.rulings.special_weapons else 0


# ---------------------------------------------------------------- targets


def arc_of(battle: Battle, shooter: Fighter) -> Arc:
    """nec.M11: where a shooter may have targets."""
    return Arc(shooter.spot, shooter.facing, battle.rulings.firing_arc)


def target_of(
    battle: Battle, shooter: Fighter, foe: Fighter, locked: Collection[str], arc: Arc | None = None
) -> Refusal | None:
    """nec.M11, nec.M16: why the enemy is no target at all; None if he is in the arc and in sight. `locked`
    are those in hand-to-hand combat."""
    if foe.hidden:
        return Refusal("hidden: he cannot be seen", "nec.hiding.hidden")
    if foe.id in locked:
        return Refusal("in hand-to-hand combat", "nec.M16")
    if not (arc or arc_of(battle, shooter)).holds(foe.x, foe.y):
        return _outside(battle.rulings.firing_arc)
    if seen(battle, shooter, foe) <= 0.0:
        return UNSEEN
    return None


@cache
def _outside(degrees: int) -> Refusal:
    return Refusal(f"outside the {degrees}-degree arc to the front", "nec.M11")


def seen(battle: Battle, shooter: Fighter, foe: Fighter) -> float:
    """How much of the enemy the shooter sees; a photo-visor looks through smoke."""
    if battle.tokens and "photo_visor" in shooter.gear:
        return sight(battle).fraction((shooter.x, shooter.y, shooter.z + EYE), foe.body)
    return lines_to(battle, foe.x, foe.y, foe.z, foe.height)[shooter.x, shooter.y, shooter.z]


def seen_at(battle: Battle, shooter: Fighter, spots: Sequence[Spot], height: float) -> list[float]:
    """The same of somebody so high who passes these spots: it is not remembered."""
    smoke = () if "photo_visor" in shooter.gear else smoke_of(battle)
    bodies = [part for spot in spots for part in (spot.x, spot.y, spot.z, RADIUS, height)]
    parts = sight(battle).fractions(
        np.array([(shooter.x, shooter.y, shooter.z + EYE)]),
        np.fromiter(bodies, np.float64, len(bodies)).reshape(-1, 5),
        smoke,
    )
    return parts[0].tolist()  # type: ignore[no-any-return]


def targets(
    battle: Battle, shooter: Fighter, locked: Collection[str] | None = None
) -> list[tuple[Fighter, Refusal | None]]:
    """Every enemy with the reason why he may not be shot at. The closest visible one comes first, unless a
    farther one is easier to hit; pinned and down enemies may be ignored (nec.M11)."""
    locked = in_melee(battle) if locked is None else locked
    arc = arc_of(battle, shooter)
    foes = [
        (foe, target_of(battle, shooter, foe, locked, arc)) for foe in battle.present(enemy(shooter.side))
    ]
    if not battle.rulings.closest_target_first:
        return foes
    gaps = {foe.id: apart(shooter, foe) for foe, barred in foes if barred is None}
    threats = [foe for foe, barred in foes if barred is None and not foe.down and not foe.pinned]
    if len(gaps) < 2 or not threats:
        return foes
    nearest = min(threats, key=lambda foe: gaps[foe.id])
    reach, ease = gaps[nearest.id], _ease(battle, shooter, nearest)
    closest = Refusal(f"{nearest.name} is closer and no harder to hit", "nec.M11")
    return [
        (foe, closest)
        if barred is None and gaps[foe.id] > reach and _ease(battle, shooter, foe) <= ease
        else (foe, barred)
        for foe, barred in foes
    ]


def _ease(battle: Battle, shooter: Fighter, foe: Fighter) -> int:
    """How easy a target is to hit before the range is known: higher is easier."""
    cover = cover_modifier(seen(battle, shooter, foe))
    return (cover.value if cover else 0) + sum(modifier.value for modifier in _size_and_speed(foe))


# ---------------------------------------------------------------- the score needed


def aim_at(
    battle: Battle,
    shooter: Fighter,
    weapon: Weapon,
    target: Fighter,
    inches: float,
    circumstance: Circumstance = PLAIN,
) -> tuple[Aim, tuple[Modifier, ...]]:
    """The aim of a shot and the sum behind it. Out of range it cannot hit, but is still rolled for ammo."""
    found = target_modifiers(battle, shooter, target, circumstance)
    found += weapon_modifiers(shooter, weapon, inches, circumstance)
    return aim_with(battle, shooter, weapon, inches, found)


def aim_with(
    battle: Battle, shooter: Fighter, weapon: Weapon, inches: float, found: list[Modifier]
) -> tuple[Aim, tuple[Modifier, ...]]:
    """nec.shooting.to-hit, nec.shooting.required-7-to-9: the aim that these modifiers lead to."""
    rulings = battle.rulings
    skill = harm.bs(shooter)
    base = Modifier(7 - skill, f"Ballistic Skill {skill}", "nec.shooting.to-hit")
    if inches > weapon.reach(shooter.profile.S):
        far = Modifier(0, "out of range", "nec.M11")
        return Aim(OUT_OF_RANGE, ammo=rulings.ammo_rolls), (base, far)
    need = hit_score(skill, sum(modifier.value for modifier in found))
    dodge = "red_dot_sight" in shooter.gear and weapon.list in SIGHTED
    aim = Aim(need, rulings.seven_plus_followup, dodge, rulings.ammo_rolls)
    if not aim.dice:
        found = [*found, Modifier(0, "cannot hit", "nec.shooting.required-7-to-9")]
    return aim, (base, *found)


def target_modifiers(
    battle: Battle, shooter: Fighter, target: Fighter, circumstance: Circumstance
) -> list[Modifier]:
    """nec.shooting.hit-modifiers: those of the target where and as it is."""
    found = _size_and_speed(target)
    part = seen(battle, shooter, target)
    cover = cover_modifier(part)
    if (
        cover is not None
        and "infra_red_sight" in shooter.gear
        and _still(shooter)
        and not circumstance.sustained
    ):
        lessened = Modifier(cover.value + 1, f"{cover.why}, infra-red sight", cover.rule)
        cover = lessened if lessened.value else None
    if cover is not None:
        found.append(cover)
    if battle.tokens and part > fraction(battle, shooter, target):
        found.append(Modifier(-1, "through smoke", "nec.shooting.hit-modifiers"))
    if circumstance.fleeting:
        found.append(Modifier(-1, "target appears or disappears", "nec.shooting.hit-modifiers"))
    elif circumstance.charging:
        found.append(Modifier(-1, "target is charging", "nec.shooting.hit-modifiers"))
    return found


def weapon_modifiers(
    shooter: Fighter, weapon: Weapon, inches: float, circumstance: Circumstance = PLAIN
) -> list[Modifier]:
    """nec.shooting.weapon-hit-modifier: what the weapon and its sights add at this range. nec.M12: up to the
    short range the short modifier, beyond it the long one."""
    found = []
    still = _still(shooter)
    near = bool(weapon.range) or inches <= short_range(shooter, weapon)
    value = weapon.hit_short if near else weapon.hit_long
    if value:
        words = f"{weapon.name}, {'short' if near else 'long'} range"
        found.append(Modifier(value, words, "nec.shooting.weapon-hit-modifier"))
    if "red_dot_sight" in shooter.gear and weapon.list in SIGHTED:
        found.append(Modifier(1, "red-dot sight", "nec.shooting.weapon-hit-modifier"))
    if "mono_sight" in shooter.gear and still and not (circumstance.fleeting or circumstance.charging):
        found.append(Modifier(1, "mono-sight", "nec.shooting.weapon-hit-modifier"))
    return found


def short_range(shooter: Fighter, weapon: Weapon) -> int:
    """nec.M12; a telescopic sight doubles it for who has not moved."""
    return weapon.short[1] * (2 if _still(shooter) and "telescopic_sight" in shooter.gear else 1)


def cover_modifier(part: float) -> Modifier | None:
    """nec.M13: half or more visible but not all is partial cover, less than half is cover."""
    if part >= 1.0:
        return None
    return PARTIAL_COVER if part >= 0.5 else COVER


def _size_and_speed(target: Fighter) -> list[Modifier]:
    """nec.M14, nec.M15."""
    found = []
    if target.went >= RAPID:
        found.append(Modifier(-1, f'target moved {target.went:.0f}"', "nec.shooting.hit-modifiers"))
    if target.size == "large":
        found.append(Modifier(1, "large target", "nec.shooting.hit-modifiers"))
    if target.size == "small":
        found.append(Modifier(-1, "small target", "nec.shooting.hit-modifiers"))
    return found


def _still(shooter: Fighter) -> bool:
    return shooter.moved in ("", "stayed")


def hit_by(shooter: Fighter, weapon: Weapon, target: Fighter, template: bool = False) -> Hit:
    strength = strength_of(weapon, shooter)
    return hit_on(target, strength, save_mod_of(weapon, strength), weapon, template)
