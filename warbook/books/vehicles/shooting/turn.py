"""The Shooting phase: one unit after another fires, runs or holds its fire; at its end morale is tested."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from warbook.board.geometry import Shapes, Spot, distance, turn_between
from warbook.books.vehicles.driving import smoke
from warbook.books.vehicles.field.bodies import bodies, on_table, type_of
from warbook.books.vehicles.foot.running import may_run, run
from warbook.books.vehicles.morale.falling_back import fall_back
from warbook.books.vehicles.morale.tests import passes
from warbook.books.vehicles.shooting.allowance import Limit, Loaded, fire_limit, forbidden, loadouts, silent
from warbook.books.vehicles.shooting.barred import barred_target
from warbook.books.vehicles.shooting.barrels import Barrel, Stances, barrels, pivot_to
from warbook.books.vehicles.shooting.firing import fire
from warbook.books.vehicles.shooting.previews import hurts, outcome
from warbook.books.vehicles.shooting.salvo import laid
from warbook.books.vehicles.shooting.troops_dice import loses_quarter
from warbook.books.vehicles.shooting.wedges import bears
from warbook.books.vehicles.state import Battle, Game, Unit, Vehicle, other
from warbook.books.vehicles.transports.riding import firers, may_assault
from warbook.core.questions import Choose, Later, Listed, Option, Preview, Refusal

RULE = "veh.P1"


class Volley(Struct, frozen=True):
    """What an option of the question at whom to fire means: the target and the weapons."""

    target: str
    fired: tuple[Barrel, ...]


def shoot(game: Game) -> bool:
    """One unit's fire; False when the phase is over."""
    battle = game.battle
    waiting = {one.id: one for one in _own(battle) if not (one.shot or one.ran)}
    looked = Looked(battle)
    options = Listed(waiting, lambda one: _who(battle, one, looked), Option("done", "Hold all other fire"))
    runs = any(may_run(battle, one) is None for one in waiting.values())
    if not runs and next(option for option in options if option.barred is None).id == "done":
        _end(game)
        return False
    chosen = game.ask(battle.side, Choose("Who shoots?", options, RULE, kind="who shoots"))
    if chosen == "done":
        _end(game)
        return False
    firer = battle.either(chosen)
    fires = cannot(battle, firer) is None
    choices = volleys(battle, firer, looked) if fires else []
    choices = [volley for volley in choices if _finds_place(battle, firer, volley)]
    acts = [_at(battle, firer, volley, number) for number, volley in enumerate(choices)]
    if may_run(battle, firer) is None:
        acts.append(Option("run", "Run instead of shooting", about="run"))
    acts.append(Option("hold", "Hold fire", about="hold"))
    aimed = {volley.target for volley in choices}
    others = [each for each in targets(battle, firer.side) if each.id not in aimed] if fires else []
    unaimed = [Later(f"{each.id}:", partial(barred_target, battle, firer, each)) for each in others]
    whom = Listed({act.id: act for act in acts}, lambda act: act, barred=unaimed)
    text = f"{firer.name} fires at whom?" if choices else f"{firer.name} has nobody to fire at: does it run?"
    question = Choose(text, whom, "veh.fire.single-target", piece=firer.id, kind="fire at")

    def bearing(option: str) -> Shapes:
        chosen = whom.named(option)
        volley = chosen.about if chosen and isinstance(chosen.about, Volley) else Volley("", ())
        return bears(battle, firer, volley.fired, volley.target)

    question.bears = bearing
    act = game.ask(battle.side, question)
    if act == "run":
        _run(game, firer)
    elif act == "hold":
        _done(firer, extra=False)
    else:
        volley = choices[int(act.rpartition(":")[2])]
        extra = isinstance(firer, Vehicle) and _main_done(firer)
        target = battle.either(volley.target)
        as_it_stands = _without_turning(game, firer, target, volley.fired)
        fire(game, firer, target, as_it_stands or volley.fired, as_it_stands is None)
        _done(firer, extra)
    return True


def _at(battle: Battle, firer: Unit | Vehicle, volley: Volley, number: int) -> Option:
    target = battle.either(volley.target)
    shown = partial(outcome, battle, firer, target, volley.fired)
    return Option(f"{target.id}:{number}", _label(battle, volley), target.id, preview=shown, about=volley)


def _without_turning(
    game: Game, firer: Unit | Vehicle, target: Unit | Vehicle, fired: Sequence[Barrel]
) -> tuple[Barrel, ...] | None:
    """veh.walker.pivot-to-fire: a Walker may turn to its target; asked where all that it fires bears without
    that. Its weapons as it stands, or None if it turns."""
    battle = game.battle
    facing = pivot_to(battle, firer, bodies(battle, target)) if isinstance(firer, Vehicle) else None
    if not isinstance(firer, Vehicle) or facing is None or abs(turn_between(firer.facing, facing)) < 1e-6:
        return None
    found = {barrel.loaded: barrel for barrel in barrels(battle, firer, target, turns=False)}
    if any(barrel.loaded not in found for barrel in fired):
        return None
    options = [Option("turn", f"Turn to {target.name}"), Option("stay", "Stay as it stands")]
    text = f"Does {firer.name} turn to face what it fires at?"
    question = Choose(text, options, "veh.walker.pivot-to-fire", firer.id, "turn", kind="turn to fire")
    if game.ask(firer.side, question) == "turn":
        return None
    return tuple(found[barrel.loaded] for barrel in fired)


# ---------------------------------------------------------------- who


def _own(battle: Battle) -> list[Unit | Vehicle]:
    aboard: list[Unit | Vehicle] = [
        unit for unit in battle.units if unit.side == battle.side and unit.aboard and battle.members(unit)
    ]
    return on_table(battle, battle.side) + aboard


def _who(battle: Battle, one: Unit | Vehicle, looked: Looked) -> Option:
    barred = cannot(battle, one)
    if barred is None and not may_fire(battle, one, looked):
        barred = Refusal("nothing in range and sight that it may fire at", "veh.attack.select")
    if barred is not None and may_run(battle, one) is None:
        return Option(one.id, f"{one.name} (may run)", piece=one.id, about="run")
    preview = None if barred else partial(likeliest_volley, battle, one, looked)
    return Option(one.id, one.name, piece=one.id, barred=barred, preview=preview, about="fire", slow=True)


def likeliest_volley(battle: Battle, one: Unit | Vehicle, looked: Looked) -> Preview:
    """What all that it may fire does to the target it most likely hurts: which, and how far away."""
    found: list[tuple[Unit | Vehicle, float, Preview]] = []
    for target in targets(battle, one.side):
        fired = volleys_of(battle, one, target, looked.barrels(one, target))
        first = next((volley.fired for volley in fired if _finds_place(battle, one, volley)), None)
        if first is not None:
            far = min(barrel.inches for barrel in first)
            found.append((target, far, outcome(battle, one, target, first)))
    if not found:
        return Preview((), headline="nothing it may fire at finds its place")
    target, far, shown = max(found, key=lambda each: hurts(each[2]))
    aimed = f'at {target.name}, {far:.1f}"'
    return replace(shown, headline=f"{aimed}: {shown.headline}", given=aimed)


def cannot(battle: Battle, one: Unit | Vehicle) -> Refusal | None:
    """Why a unit does not fire at all."""
    if one.locked:
        return Refusal("it is in close combat", "veh.P12")
    if isinstance(one, Vehicle):
        refusal = forbidden(one)
        return refusal or (silent(one) if not _has_extra(one) else None)
    if one.grounded_until:
        return Refusal("it has gone to ground", "veh.P7")
    if one.alighted == "emergency":
        return Refusal("it got out in an emergency", "veh.transport.emergency")
    if one.aboard:
        ride = battle.vehicle(one.aboard)
        if ride.shaken or ride.stunned:
            state = "stunned" if ride.stunned else "shaken"
            return Refusal(f"{ride.name} is {state}", f"veh.damage.{state}")
        if not firers(battle, ride):
            return Refusal(f"{ride.name} has no fire points", "veh.transport.fire-points")
        fast = ride.speed in ("cruising", "flat out")
        if fast and not (battle.rulings.passengers_fire_at_cruising and ride.speed == "cruising"):
            return Refusal(f"{ride.name} moved faster than combat speed", "veh.V47")
    return None


def targets(battle: Battle, side: str) -> list[Unit | Vehicle]:
    """Whom the side may fire at: not who is in close combat (veh.P12)."""
    return [each for each in on_table(battle, other(side)) if not each.locked]


def _run(game: Game, one: Unit | Vehicle) -> None:
    """A Walker may trigger its smoke after it (veh.walker.run-smoke, veh.V73)."""
    run(game, one)
    if isinstance(one, Vehicle) and one.works and smoke.no_smoke(one) is None:
        options = [Option("no", "Not now", about=False), Option("smoke", "Trigger them", about=True)]
        text = f"Does {one.name} trigger its smoke launchers?"
        question = Choose(text, options, "veh.walker.run-smoke", one.id, "no", kind="smoke")
        if game.ask(one.side, question) == "smoke":
            smoke.trigger(game, one)


# ---------------------------------------------------------------- what


class Looked:
    """What bears on whom, looked up once as long as nobody moves or falls."""

    def __init__(self, battle: Battle) -> None:
        self.battle, self.stances = battle, Stances(battle)
        self.found: dict[tuple[str, str], list[Barrel]] = {}

    def barrels(self, firer: Unit | Vehicle, target: Unit | Vehicle) -> list[Barrel]:
        known = self.found.get((firer.id, target.id))
        if known is None:
            known = barrels(self.battle, firer, target, stances=self.stances)
            self.found[firer.id, target.id] = known
        return known


def volleys(battle: Battle, firer: Unit | Vehicle, looked: Looked | None = None) -> list[Volley]:
    """Everything it may fire, target by target, the whole of its weapons first."""
    looked = looked or Looked(battle)
    return [
        each
        for target in targets(battle, firer.side)
        for each in volleys_of(battle, firer, target, looked.barrels(firer, target))
    ]


def may_fire(battle: Battle, firer: Unit | Vehicle, looked: Looked | None = None) -> bool:
    """Whether there is any volley, and a place for its blast (veh.P10); the nearest targets are looked at
    first."""
    here, looked = _lead(battle, firer), looked or Looked(battle)
    near = sorted(targets(battle, firer.side), key=lambda each: distance(_lead(battle, each), here))
    extra = isinstance(firer, Vehicle) and _main_done(firer)
    return any(
        not barrel.weapon.blast or laid(battle, firer, target, barrel) is not None
        for target in near
        for barrel in looked.barrels(firer, target)
        if not extra or (isinstance(firer, Vehicle) and _is_extra(firer, barrel))
    )


def _lead(battle: Battle, one: Unit | Vehicle) -> Spot:
    """Where its first model stands, or its hull; of a unit aboard, that of its transport."""
    if isinstance(one, Unit) and one.aboard:
        one = battle.vehicle(one.aboard)
    if isinstance(one, Vehicle):
        return one.spot
    return next(each.spot for each in battle.models if each.unit == one.id and each.place == "table")


def volleys_at(battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle) -> list[Volley]:
    return volleys_of(battle, firer, target, barrels(battle, firer, target))


def volleys_of(
    battle: Battle, firer: Unit | Vehicle, target: Unit | Vehicle, ready: Sequence[Barrel]
) -> list[Volley]:
    if isinstance(firer, Vehicle):
        fired = _of_vehicle(firer, target, ready)
    else:
        fired = _of_unit(battle, firer, ready)
    return [Volley(target.id, each) for each in fired]


def _finds_place(battle: Battle, firer: Unit | Vehicle, volley: Volley) -> bool:
    """Not if all of it are blasts that would cover a friend wherever they are laid (veh.P10)."""
    target = battle.either(volley.target)
    return not all(barrel.weapon.blast for barrel in volley.fired) or any(
        laid(battle, firer, target, barrel) is not None for barrel in volley.fired
    )


def _of_vehicle(firer: Vehicle, target: Unit | Vehicle, ready: Sequence[Barrel]) -> list[tuple[Barrel, ...]]:
    """veh.fire.single-target: all at one unit, but for an extra weapon (veh.P13): any of them may be kept for
    that."""
    guns: dict[int, list[Loaded]] = {}
    by_loaded = {barrel.loaded: barrel for barrel in ready if barrel.gun not in firer.fired_guns}
    for loaded in by_loaded:
        guns.setdefault(loaded.gun, []).append(loaded)
    if _main_done(firer):
        if not _has_extra(firer):
            return []
        return [(barrel,) for barrel in by_loaded.values() if _is_extra(firer, barrel)]
    allowed: Limit = fire_limit(firer)
    found = [tuple(by_loaded[each] for each in loadout) for loadout in loadouts(firer, guns, allowed)]
    if _has_extra(firer):
        kept = [tuple(each for each in whole if each is not one) for whole in found for one in whole]
        found += [some for some in dict.fromkeys(kept) if some and some not in found]
    return found


def _of_unit(battle: Battle, firer: Unit, ready: Sequence[Barrel]) -> list[tuple[Barrel, ...]]:
    """Each model fires one weapon (veh.P14): all that can, with each ammunition of those who have two; or
    only what lets the unit assault afterwards (veh.P11). Where fire points are fewer, those with the
    strongest weapons, with the widest, or with the most shots."""
    by_model: dict[str, list[Barrel]] = {}
    for barrel in ready:
        by_model.setdefault(barrel.model, []).append(barrel)
    if not by_model:
        return []
    room = firers(battle, battle.vehicle(firer.aboard)) if firer.aboard else len(by_model)
    found: list[tuple[Barrel, ...]] = []
    for key in (_strength, _width, _shots) if room < len(by_model) else (_strength, _width):
        shots = sorted((max(each, key=key) for each in by_model.values()), key=key, reverse=True)
        found.append(tuple(shots[:room]))
    quick = [_quick(each) for each in by_model.values()]
    if may_assault(battle, firer) is None and any(quick):
        found.append(tuple(barrel for barrel in quick if barrel))
    unlike = {frozenset(some): some for some in reversed(found) if some}
    return list(reversed(unlike.values()))


def _strength(barrel: Barrel) -> tuple[int, ...]:
    return not barrel.weapon.blast, barrel.weapon.strength, barrel.shots


def _width(barrel: Barrel) -> tuple[int, ...]:
    return barrel.weapon.blast, barrel.weapon.template, barrel.shots


def _shots(barrel: Barrel) -> tuple[int, ...]:
    return barrel.shots, barrel.weapon.strength


def _quick(choices: Sequence[Barrel]) -> Barrel | None:
    fit = [barrel for barrel in choices if barrel.weapon.type in ("pistol", "assault", "template")]
    return max(fit, key=lambda barrel: barrel.weapon.strength) if fit else None


def _main_done(firer: Vehicle) -> bool:
    """Only an extra weapon may still be fired."""
    return bool(firer.fired_guns) or silent(firer) is not None


def _is_extra(firer: Vehicle, barrel: Barrel) -> bool:
    """Whether it may be fired as the extra weapon."""
    return barrel.gun not in firer.fired_guns and not barrel.weapon.ordnance


def _has_extra(firer: Vehicle) -> bool:
    """One weapon more than its speed allows, also while Shaken or Stunned."""
    return type_of(firer).extra_weapon and not firer.shot_extra


def _done(firer: Unit | Vehicle, extra: bool) -> None:
    if isinstance(firer, Unit):
        firer.shot = True
        return
    if extra:
        firer.shot_extra = True
    firer.shot = extra or not _has_extra(firer) or not firer.fired_guns


def _label(battle: Battle, volley: Volley) -> str:
    counts: dict[str, int] = {}
    for barrel in volley.fired:
        name = barrel.weapon.name + (" as a barrage" if barrel.barrage else "")
        counts[name] = counts.get(name, 0) + 1
    what = ", ".join(f"{count} x {name}" if count > 1 else name for name, count in counts.items())
    return f"{battle.either(volley.target).name}: {what}"


# ---------------------------------------------------------------- the end


def _end(game: Game) -> None:
    """veh.P8: who has lost a quarter of his models to shooting tests; veh.target.smoke-cover: smoke of the
    enemy is gone."""
    battle = game.battle
    for unit in battle.units:
        if unit.lost and not unit.aboard and not unit.locked:
            before = len(battle.members(unit)) + unit.lost
            if (
                loses_quarter(before, unit.lost)
                and not unit.falling_back
                and not passes(game, unit, "veh.P8")
            ):
                fall_back(game, unit)
        unit.lost = 0
    smoke.lift(game, battle.side)
