"""Shooting: who may shoot with what at whom, the modifiers, one fighter's fire, ammo, overwatch."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from warbook.board.geometry import Spot, in_arc
from warbook.books.necromunda import harm, hiding, nerve, special
from warbook.books.necromunda.aim import Aim, ammo_roll, full_auto, hit_score, shot, sustained, tally, to_hit
from warbook.books.necromunda.data import Weapon, weapons
from warbook.books.necromunda.eyes import apart, engaged, fraction, fraction_at
from warbook.books.necromunda.harm import body_of, hit_on, knock_over, save_mod_of, strength_of, take
from warbook.books.necromunda.injury import Hit, blows, struck
from warbook.books.necromunda.state import EYE, Battle, Fighter, enemy
from warbook.core.events import Aimed, Became, Note
from warbook.core.game import Game
from warbook.core.questions import Choose, Modifier, Option, Preview, Refusal

SPREAD = 4.0  # inches around the first target over which sustained fire may spread
RAPID = 10.0
OUT_OF_RANGE = 99


class Circumstance(Struct, frozen=True):
    """What is special about a shot on overwatch."""

    fleeting: bool = False  # the target appears or disappears
    charging: bool = False
    overwatch: bool = False


PLAIN = Circumstance()

# ---------------------------------------------------------------- the shooting phase


def shoot_step(game: Game) -> None:
    """One fighter's shooting, or the end of the phase."""
    battle: Battle = game.battle
    options = [
        Option(f.id, f.name, piece=f.id, barred=may_shoot(battle, f)) for f in battle.present(battle.side)
    ]
    if all(option.barred for option in options):
        battle.phase = "fight"
        return
    options.append(Option("done", "Nobody else shoots"))
    chosen = game.ask(battle.side, Choose("Who shoots?", options, "nec.shooting.to-hit"))
    if chosen == "done":
        battle.phase = "fight"
        return
    shooter = battle.fighter(chosen)
    weapon = _pick_weapon(game, shooter)
    choices = target_options(battle, shooter, weapon)
    choices.append(Option("hold", "Hold fire"))
    text = f"{shooter.name} fires {weapon_words(weapon)}: choose a target"
    named = game.ask(shooter.side, Choose(text, choices, "nec.M11", piece=shooter.id))
    shooter.shot = True
    if named == "hold":
        return
    if named == "spot":
        special.throw_at_spot(game, shooter, weapon)
    else:
        fire(game, shooter, weapon, battle.fighter(named))
    _answer_fire(game, shooter)


def may_shoot(battle: Battle, fighter: Fighter) -> Refusal | None:
    """nec.M10: why a fighter may not shoot in this phase; None if he may."""
    if fighter.shot:
        return Refusal("has shot", "nec.M10")
    if fighter.down:
        return Refusal("is down", "nec.injury.down")
    if fighter.pinned or fighter.lost_turn:
        return Refusal("is pinned and loses this turn", "nec.pinning.missed-turn")
    if fighter.broken:
        return Refusal("is broken", "nec.leadership.broken")
    if fighter.webbed:
        return Refusal("is bound by a web")
    if fighter.moved == "ran":
        return Refusal("ran this turn", "nec.movement.run-no-shooting")
    if fighter.moved == "charged":
        return Refusal("charged this turn", "nec.M10")
    if fighter.overwatch:
        return Refusal("is on overwatch", "nec.M8")
    if engaged(battle, fighter):
        return Refusal("is engaged in hand-to-hand combat", "nec.M10")
    ready = [weapon for weapon in arms(battle, fighter) if not_ready(battle, fighter, weapon) is None]
    if not ready:
        return Refusal("has no weapon that can fire", "nec.M10")
    if not any(target_of(battle, fighter, foe) is None for foe in battle.present(enemy(fighter.side))):
        if any(weapon.blast_diameter for weapon in ready):
            return None
        return Refusal("has no target in sight", "nec.M11")
    return None


def arms(battle: Battle, fighter: Fighter) -> list[Weapon]:
    """The weapons, and the modes of them, that a fighter could ever shoot with."""
    found = []
    for weapon in weapons().values():
        if not weapon.ranged or "fires-grenade-kinds-bought" in weapon.rules:
            continue
        carried = weapon.id in fighter.weapons
        free_mode = weapon.part_of in fighter.weapons and not weapon.cost and not weapon.missile_cost
        if (carried or free_mode) and (battle.rulings.special_weapons or not _special(weapon)):
            found.append(weapon)
    if "grenade_launcher" in fighter.weapons and battle.rulings.special_weapons:
        found.extend(special.launched(weapon) for weapon in found.copy() if weapon.list == "grenade")
    return found


def not_ready(battle: Battle, fighter: Fighter, weapon: Weapon) -> Refusal | None:
    root = magazine(weapon)
    if root in fighter.empty:
        return Refusal("out of ammo", "nec.M9")
    if root in fighter.recharging:
        return Refusal("recharging", "nec.M17")
    if weapon.move_or_fire and fighter.moved not in ("", "stayed"):
        return Refusal("a heavy weapon does not fire in a turn of movement", "nec.M10")
    return None


def magazine(weapon: Weapon) -> str:
    """Modes of one weapon share its ammunition."""
    return weapon.part_of or weapon.id


def target_of(battle: Battle, shooter: Fighter, foe: Fighter) -> Refusal | None:
    """nec.M11, nec.M16: why the enemy is no target at all; None if he is in the arc and in sight."""
    if foe.hidden:
        return Refusal("hidden: he cannot be seen", "nec.hiding.hidden")
    if not in_arc(shooter.spot, shooter.facing, battle.rulings.firing_arc, foe.spot):
        return Refusal(f"outside the {battle.rulings.firing_arc}-degree arc to the front", "nec.M11")
    if fraction(battle, shooter, foe) <= 0.0:
        return Refusal("not in sight", "nec.M11")
    if engaged(battle, foe):
        return Refusal("in hand-to-hand combat", "nec.M16")
    return None


def targets(battle: Battle, shooter: Fighter) -> list[tuple[Fighter, Refusal | None]]:
    """Every enemy with the reason why he may not be shot at. The closest visible one comes first, unless a
    farther one is easier to hit; pinned and down enemies may be ignored (nec.M11)."""
    foes = [(foe, target_of(battle, shooter, foe)) for foe in battle.present(enemy(shooter.side))]
    if not battle.rulings.closest_target_first:
        return foes
    threats = [foe for foe, barred in foes if barred is None and not foe.down and not foe.pinned]
    if not threats:
        return foes
    nearest = min(threats, key=lambda foe: apart(shooter, foe))
    reach, ease = apart(shooter, nearest), _ease(battle, shooter, nearest)
    closest = Refusal(f"{nearest.name} is closer and no harder to hit", "nec.M11")
    return [
        (
            foe,
            barred
            or (
                closest
                if apart(shooter, foe) > reach and _ease(battle, shooter, foe) <= ease
                else None
            ),
        )
        for foe, barred in foes
    ]


def target_options(battle: Battle, shooter: Fighter, weapon: Weapon) -> list[Option]:
    options = [
        Option(
            foe.id,
            _target_label(battle, shooter, foe),
            piece=foe.id,
            barred=barred,
            preview=lambda foe=foe: preview(battle, shooter, weapon, foe),  # type: ignore[misc]
        )
        for foe, barred in targets(battle, shooter)
    ]
    if weapon.blast_diameter:
        options.append(Option("spot", "A spot on the table (small target, -1)"))
    return options


def weapon_words(weapon: Weapon) -> str:
    return f"the {weapon.name[:1].lower()}{weapon.name[1:]}"


def _target_label(battle: Battle, shooter: Fighter, foe: Fighter) -> str:
    cover = cover_modifier(fraction(battle, shooter, foe))
    words = [foe.name]
    if battle.rulings.premeasure:
        words.append(f'{apart(shooter, foe):.1f}"')
    if cover is not None:
        words.append(cover.why.removeprefix("target is "))
    if foe.down or foe.pinned:
        words.append("down" if foe.down else "pinned")
    return ", ".join(words)


def _pick_weapon(game: Game, shooter: Fighter) -> Weapon:
    """The weapon he fires; asked only where there is a choice. Spare shots are kept for what is ready."""
    battle: Battle = game.battle
    carried = arms(battle, shooter)
    ready = [weapon for weapon in carried if not_ready(battle, shooter, weapon) is None]
    if len(ready) == 1:
        return ready[0]
    options = [Option(w.id, w.name, barred=not_ready(battle, shooter, w)) for w in carried]
    text = f"{shooter.name}: which weapon?"
    chosen = game.ask(shooter.side, Choose(text, options, "nec.M10", piece=shooter.id))
    return next(weapon for weapon in carried if weapon.id == chosen)


def _special(weapon: Weapon) -> bool:
    return bool(weapon.template or weapon.blast_diameter or weapon.list == "grenade" or weapon.sustained_dice)


# ---------------------------------------------------------------- the score needed


def cover_modifier(seen: float) -> Modifier | None:
    """nec.M13: half or more visible but not all is partial cover, less than half is cover."""
    if seen >= 1.0:
        return None
    if seen >= 0.5:
        return Modifier(-1, "target is in partial cover", "nec.shooting.hit-modifiers")
    return Modifier(-2, "target is in cover", "nec.shooting.hit-modifiers")


def modifiers(
    battle: Battle,
    shooter: Fighter,
    weapon: Weapon,
    target: Fighter,
    inches: float,
    circumstance: Circumstance = PLAIN,
) -> list[Modifier]:
    """nec.shooting.hit-modifiers: every modifier of a shot, named. Needs the range, so it is measured."""
    found = _size_and_speed(target)
    still = shooter.moved in ("", "stayed")
    cover = cover_modifier(fraction(battle, shooter, target))
    if cover is not None:
        if still and "infra_red_sight" in shooter.gear and not weapon.sustained_dice:
            cover = Modifier(cover.value + 1, f"{cover.why}, infra-red sight", cover.rule)
        if cover.value:
            found.append(cover)
    if circumstance.fleeting:
        found.append(Modifier(-1, "target appears or disappears", "nec.shooting.hit-modifiers"))
    elif circumstance.charging:
        found.append(Modifier(-1, "target is charging", "nec.shooting.hit-modifiers"))
    band = _band(shooter, weapon, inches, still)
    value = {"short": weapon.hit_short, "long": weapon.hit_long}.get(band, 0)
    if value:
        found.append(Modifier(value, f"{weapon.name}, {band} range", "nec.shooting.weapon-hit-modifier"))
    if "red_dot_sight" in shooter.gear and weapon.list in ("pistol", "basic", "special"):
        found.append(Modifier(1, "red-dot sight", "nec.shooting.weapon-hit-modifier"))
    if "mono_sight" in shooter.gear and still and not (circumstance.fleeting or circumstance.charging):
        found.append(Modifier(1, "mono-sight", "nec.shooting.weapon-hit-modifier"))
    return found


def aim_at(
    battle: Battle,
    shooter: Fighter,
    weapon: Weapon,
    target: Fighter,
    inches: float,
    circumstance: Circumstance = PLAIN,
) -> tuple[Aim, tuple[Modifier, ...]]:
    """The aim of a shot and the sum behind it. Out of range it cannot hit, but is still rolled for ammo."""
    skill = harm.bs(shooter)
    found = modifiers(battle, shooter, weapon, target, inches, circumstance)
    base = Modifier(7 - skill, f"Ballistic Skill {skill}", "nec.shooting.to-hit")
    if inches > weapon.reach(shooter.profile.S):
        far = Modifier(0, f'out of range ({inches:.1f}")', "nec.M11")
        return Aim(OUT_OF_RANGE), (base, far)
    need = hit_score(skill, sum(modifier.value for modifier in found))
    dodge = "red_dot_sight" in shooter.gear and weapon.list in ("pistol", "basic", "special")
    return Aim(need, battle.rulings.seven_plus_followup, dodge), (base, *found)


def _size_and_speed(target: Fighter) -> list[Modifier]:
    found = []
    if target.went >= RAPID:
        found.append(Modifier(-1, f'target moved {target.went:.0f}"', "nec.shooting.hit-modifiers"))
    if target.size == "large":
        found.append(Modifier(1, "large target", "nec.shooting.hit-modifiers"))
    if target.size == "small":
        found.append(Modifier(-1, "small target", "nec.shooting.hit-modifiers"))
    return found


def _band(shooter: Fighter, weapon: Weapon, inches: float, still: bool) -> str:
    """nec.M12: up to the short range the short modifier, beyond it the long one."""
    if weapon.range:
        return "short"
    short = weapon.short[1] * (2 if still and "telescopic_sight" in shooter.gear else 1)
    return "short" if inches <= short else "long"


def _ease(battle: Battle, shooter: Fighter, foe: Fighter) -> int:
    """How easy a target is to hit before the range is known: higher is easier."""
    cover = cover_modifier(fraction(battle, shooter, foe))
    return (cover.value if cover else 0) + sum(modifier.value for modifier in _size_and_speed(foe))


def hit_by(shooter: Fighter, weapon: Weapon, target: Fighter, template: bool = False) -> Hit:
    strength = strength_of(weapon, shooter)
    return hit_on(target, strength, save_mod_of(weapon, strength), weapon, template)


# ---------------------------------------------------------------- firing


def fire(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, circumstance: Circumstance = PLAIN
) -> None:
    """All of one fighter's fire, with what it does to nerves and to the weapon."""
    battle: Battle = game.battle
    inches = apart(shooter, target)
    if not battle.rulings.premeasure:
        game.reveal(f'{shooter.name} is {inches:.1f}" from {target.name}')
    if shooter.hidden:
        hiding.show(game, shooter, "shoots", "nec.hiding.revealed-by-shooting")
    if weapon.template:
        special.flame(game, shooter, weapon, target)
        return
    if weapon.blast_diameter:
        special.shell(game, shooter, weapon, target, circumstance)
        return
    words = f'{shooter.name} fires {weapon_words(weapon)} at {target.name}, {inches:.1f}" away.'
    game.tell(Aimed(piece=shooter.id, target=target.id, words=words, rule="nec.shooting.to-hit"))
    dice = _sustained_dice(game, shooter, weapon)
    if dice:
        sixes, fallen = _spray(game, shooter, weapon, target, dice, circumstance)
    else:
        sixes, fallen = _single(game, shooter, weapon, target, circumstance)
    spend(game, shooter, weapon, sixes)
    nerve.shake(game, fallen)


def _single(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, circumstance: Circumstance
) -> tuple[int, list[Fighter]]:
    battle: Battle = game.battle
    aim, why = aim_at(battle, shooter, weapon, target, apart(shooter, target), circumstance)
    game.rolling(shooter.id, {"nec.shooting.to-hit": why})
    if "web" in weapon.rules:
        roll = game.roll(to_hit, aim)
        if roll.hits:
            special.web(game, target)
        return roll.sixes, []
    hit = hit_by(shooter, weapon, target)
    result = game.roll(shot, aim, hit, body_of(target))
    if result.came == "miss":
        game.tell(Note(words="It misses.", rule="nec.shooting.to-hit"))
        return int(result.six), []
    knock_over(game, target)
    _tell_hit(game, target, result.came)
    fell = take(game, target, result.body)
    if "knockback" in weapon.rules:
        special.knock_back(game, shooter, target)
    return int(result.six), [target] if fell else []


def _tell_hit(game: Game, target: Fighter, came: str) -> None:
    words = {"no-wound": f"{target.name} is not wounded.", "saved": f"{target.name}'s armour saves him."}
    if came in words:
        rule = "nec.shooting.wound-chart" if came == "no-wound" else "nec.combat.saves"
        game.tell(Note(words=words[came], piece=target.id, rule=rule))


def _sustained_dice(game: Game, shooter: Fighter, weapon: Weapon) -> int:
    """nec.M17: a single shot, or sustained fire with as many dice as the weapon has."""
    if not weapon.sustained_dice or not game.battle.rulings.special_weapons:
        return 0
    options = [Option("0", "A single shot")]
    options += [Option(str(n), f"Sustained fire, {n} {'die' if n == 1 else 'dice'}") for n in range(1, weapon.sustained_dice + 1)]
    text = f"{shooter.name}: single shot or sustained fire?"
    return int(game.ask(shooter.side, Choose(text, options, "nec.M17", piece=shooter.id)))


def _spray(
    game: Game, shooter: Fighter, weapon: Weapon, target: Fighter, dice: int, circumstance: Circumstance
) -> tuple[int, list[Fighter]]:
    """nec.M17: sustained fire, spread among enemies within 4 inches of the first target if one likes."""
    battle: Battle = game.battle
    burst = game.rolling(shooter.id).roll(sustained, dice)
    others = [
        foe
        for foe in battle.present(enemy(shooter.side))
        if foe is not target and apart(foe, target) <= SPREAD and target_of(battle, shooter, foe) is None
    ]
    share = {target.id: min(1, burst.shots)}
    for number in range(2, burst.shots + 1):
        chosen = target.id
        if others:
            options = [Option(foe.id, foe.name, piece=foe.id) for foe in (target, *others)]
            text = f"{shooter.name}, shot {number} of {burst.shots}: at whom?"
            chosen = game.ask(shooter.side, Choose(text, options, "nec.M17", piece=shooter.id))
        share[chosen] = share.get(chosen, 0) + 1
    scored = []
    sixes = burst.jams
    for foe_id, shots in share.items():
        foe = battle.fighter(foe_id)
        aim, why = aim_at(battle, shooter, weapon, foe, apart(shooter, foe), circumstance)
        result = game.rolling(shooter.id, {"nec.shooting.to-hit": why}).roll(tally, shots, aim)
        sixes += result.sixes
        scored.append((foe, result.hits))
    fallen = []
    for foe, hits in scored:
        if not hits:
            continue
        knock_over(game, foe)
        body = game.rolling(shooter.id).roll(blows, hits, (hit_by(shooter, weapon, foe),), body_of(foe))
        if take(game, foe, body):
            fallen.append(foe)
    return sixes, fallen


def spend(game: Game, shooter: Fighter, weapon: Weapon, sixes: int) -> None:
    """nec.M9: an ammo roll for each 6 to hit and each jam; one-shot and recharging weapons."""
    battle: Battle = game.battle
    root = magazine(weapon)
    if weapon.ammo == "one-shot":
        shooter.empty = (*shooter.empty, root)
        return
    if "recharge-one-turn" in weapon.rules:
        shooter.recharging = (*shooter.recharging, root)
    rolls = max(sixes, int("ammo-test-every-shot" in weapon.rules))
    if not battle.rulings.ammo_rolls:
        return
    score = ammo_score(shooter, weapon)
    below = score if battle.rulings.explodes_on == "below-ammo" else 2
    for _ in range(rolls):
        if root in shooter.empty:
            return
        result = game.rolling(shooter.id).roll(ammo_roll, score, below)
        if result == "fine":
            continue
        shooter.empty = (*shooter.empty, root)
        words = f"{shooter.name}'s {weapon.name.lower()} is out of ammo."
        game.tell(Became(piece=shooter.id, status="out of ammo", words=words, rule="nec.M9"))
        if result == "explodes" or "ammo-fail-explodes" in weapon.rules:
            _explode(game, shooter, weapon)


def ammo_score(shooter: Fighter, weapon: Weapon) -> int:
    score = 7 if isinstance(weapon.ammo, str) else weapon.ammo
    if "hotshot_pack" in shooter.gear and weapon.id in ("lasgun", "laspistol"):
        score = 6
    return max(2, score - 1) if "weapon_reload" in shooter.gear and score < 7 else score


def _explode(game: Game, shooter: Fighter, weapon: Weapon) -> None:
    game.tell(Note(words=f"It explodes in {shooter.name}'s hands.", piece=shooter.id, rule="nec.M9"))
    hit = hit_on(shooter, max(1, strength_of(weapon, shooter) - 1), 0)
    result = game.rolling(shooter.id).roll(struck, hit, body_of(shooter))
    if take(game, shooter, result.body):
        nerve.shake(game, [shooter])


# ---------------------------------------------------------------- overwatch (nec.M8)


def may_watch(battle: Battle, fighter: Fighter) -> Refusal | None:
    ready = [w for w in arms(battle, fighter) if not_ready(battle, fighter, w) is None and not w.template]
    return None if ready else Refusal("has no weapon that can fire", "nec.M8")


def watch(game: Game, fighter: Fighter) -> None:
    fighter.overwatch = True
    words = f"{fighter.name} is on overwatch."
    game.tell(Became(piece=fighter.id, status="overwatch", words=words, rule="nec.M8"))


def overwatch_plan(
    game: Game, mover: Fighter, stations: Sequence[tuple[float, Spot]]
) -> list[tuple[float, Fighter, Spot]]:
    """When each enemy on overwatch shoots at this mover, in the order of the moments."""
    battle: Battle = game.battle
    if mover.side != battle.side:
        return []
    plan = []
    for watcher in battle.present(enemy(mover.side)):
        if not watcher.overwatch or not watcher.on_feet or engaged(battle, watcher):
            continue
        moments = [
            (inches, spot)
            for inches, spot in stations
            if in_arc(watcher.spot, watcher.facing, battle.rulings.firing_arc, spot)
            and fraction_at(battle, watcher.x, watcher.y, watcher.z, spot.x, spot.y, spot.z) > 0.0
        ]
        if not moments:
            continue
        chosen = game.ask(watcher.side, _overwatch_question(battle, watcher, mover, moments))
        if chosen != "hold":
            inches, spot = moments[int(chosen)]
            plan.append((inches, watcher, spot))
    return sorted(plan, key=lambda entry: entry[0])


def _overwatch_question(
    battle: Battle, watcher: Fighter, mover: Fighter, moments: list[tuple[float, Spot]]
) -> Choose:
    def seen(number: int) -> tuple[float, float]:
        spot = moments[number][1]
        part = fraction_at(battle, watcher.x, watcher.y, watcher.z, spot.x, spot.y, spot.z)
        return part, -((spot.x - watcher.x) ** 2 + (spot.y - watcher.y) ** 2)

    best = max(range(len(moments)), key=seen)
    words = {best: "where he is seen best", 0: "as soon as he is seen", len(moments) - 1: "at the last moment"}
    options = [Option("hold", "Hold fire")]
    for number in sorted(words):
        inches, spot = moments[number]
        options.append(
            Option(str(number), f'Shoot {words[number]}, {inches:.0f}" into his move', piece=mover.id, spot=spot)
        )
    return Choose(
        f"{watcher.name} is on overwatch and sees {mover.name} move: shoot?", options, "nec.M8", watcher.id
    )


def overwatch_shot(
    game: Game, watcher: Fighter, mover: Fighter, stations: Sequence[tuple[float, Spot]], inches: float
) -> None:
    """The shot that interrupts a move; nec.shooting.hit-modifiers: fleeting and charging targets."""
    battle: Battle = game.battle
    at = next(n for n, station in enumerate(stations) if station[0] >= inches - 1e-9)
    beside = [stations[n][1] for n in (at - 1, at + 1) if 0 <= n < len(stations)]
    fleeting = any(
        fraction_at(battle, watcher.x, watcher.y, watcher.z, spot.x, spot.y, spot.z) <= 0.0 for spot in beside
    )
    if watcher.on_feet and watcher.overwatch:
        _loose(game, watcher, mover, Circumstance(fleeting, mover.moved == "charged", True))


def overwatch_window(game: Game) -> None:
    """Before the enemy shoots: who is still on overwatch may use it on anybody he has a line to."""
    battle: Battle = game.battle
    for watcher in battle.present(enemy(battle.side)):
        if watcher.overwatch and watcher.on_feet:
            _offer(game, watcher, [foe for foe, barred in targets(battle, watcher) if barred is None])


def _answer_fire(game: Game, shooter: Fighter) -> None:
    battle: Battle = game.battle
    if shooter.side != battle.side or not shooter.on_table:
        return
    for watcher in battle.present(enemy(shooter.side)):
        if watcher.overwatch and watcher.on_feet and target_of(battle, watcher, shooter) is None:
            _offer(game, watcher, [shooter])


def _offer(game: Game, watcher: Fighter, foes: list[Fighter]) -> None:
    if not foes or may_watch(game.battle, watcher) is not None:
        return
    options = [Option("hold", "Wait")]
    options += [Option(foe.id, f"Shoot at {foe.name}", piece=foe.id) for foe in foes]
    text = f"{watcher.name} is on overwatch: shoot now?"
    chosen = game.ask(watcher.side, Choose(text, options, "nec.M8", watcher.id))
    if chosen != "hold":
        _loose(game, watcher, game.battle.fighter(chosen), Circumstance(overwatch=True))


def _loose(game: Game, watcher: Fighter, target: Fighter, circumstance: Circumstance) -> None:
    watcher.overwatch = False
    words = f"{watcher.name} shoots on overwatch."
    game.tell(Became(piece=watcher.id, status="overwatch", gained=False, words=words, rule="nec.M8"))
    fire(game, watcher, _pick_weapon(game, watcher), target, circumstance)


# ---------------------------------------------------------------- odds before the shot

ORDER = ("miss", "no wound", "saved", "wounded", "flesh wound", "down", "out of action")


def preview(battle: Battle, shooter: Fighter, weapon: Weapon, target: Fighter) -> Preview:
    """The exact outcomes of firing at this target. Where measuring is not allowed beforehand, the bands of
    range are given instead of the range."""
    if weapon.template or weapon.blast_diameter:
        return special.preview(battle, shooter, weapon, target)
    if battle.rulings.premeasure:
        return _preview_at(battle, shooter, weapon, target, apart(shooter, target))
    near = _preview_at(battle, shooter, weapon, target, 0.0)
    far = _preview_at(battle, shooter, weapon, target, float(weapon.reach(shooter.profile.S)))
    if near.need == far.need:
        return near
    headline = f"{near.headline} at short range, {far.headline} at long"
    return Preview(near.outcomes, f"{near.need} short, {far.need} long", near.modifiers, headline)


def _preview_at(battle: Battle, shooter: Fighter, weapon: Weapon, target: Fighter, inches: float) -> Preview:
    aim, why = aim_at(battle, shooter, weapon, target, inches)
    if aim.need == OUT_OF_RANGE:
        return Preview((("miss", Fraction(1)),), "out of range", why, "out of range")
    hit, body = hit_by(shooter, weapon, target), body_of(target)
    dice = weapon.sustained_dice if battle.rulings.special_weapons else 0
    if dice:
        spread = full_auto.odds(dice, aim, hit, body).map(lambda after: after_words(body, after))
    else:
        spread = shot.odds(aim, hit, body).map(
            lambda result: result.came.replace("no-wound", "no wound")
            if result.came != "wounded"
            else after_words(body, result.body)
        )
    order = ("unhurt", *ORDER)
    outcomes = tuple((name, spread.chance(name)) for name in order if spread.chance(name))
    fallen = spread.chance("down") + spread.chance("out of action")
    return Preview(outcomes, need_words(aim), why, f"{float(fallen):.0%} down or out")


def need_words(aim: Aim) -> str:
    if aim.need <= 6:
        return f"{max(aim.need, 2)}+"
    return "cannot hit" if aim.need > 9 else f"6, then {aim.followup[aim.need - 7]}+"


def after_words(before: object, after: object) -> str:
    """A body's change in a word."""
    from warbook.books.necromunda.injury import Body

    assert isinstance(before, Body) and isinstance(after, Body)
    if after.state != "up":
        return "out of action" if after.state == "out" else "down"
    if after.flesh > before.flesh:
        return "flesh wound"
    return "wounded" if after.wounds < before.wounds else "unhurt"
