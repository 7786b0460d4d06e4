"""What is thrown by hand or dropped: grenades, rocks, smoke, bombs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import ceil

from warbook.board.geometry import Spot, distance
from warbook.books.arap.army.lists import Weapon
from warbook.books.arap.blasts import ground
from warbook.books.arap.blasts.bursts import caught_at, go_off, on_point, strayed
from warbook.books.arap.blasts.dice import marker, rock, thrown
from warbook.books.arap.blasts.guessing import guess_question
from warbook.books.arap.blasts.striking import Exposed, land, under
from warbook.books.arap.field.bodies import fighter, profile, size, within
from warbook.books.arap.field.cover import covering
from warbook.books.arap.field.hiding import told_to
from warbook.books.arap.field.near import centre, enemies_within
from warbook.books.arap.field.sight import can_bear
from warbook.books.arap.field.units import spend
from warbook.books.arap.movement.prices import price
from warbook.books.arap.shooting.aiming import BLIND, Aim, aim_of
from warbook.books.arap.shooting.arms import Barrel, known_position
from warbook.books.arap.shooting.fired import Fired, settle
from warbook.books.arap.shooting.looking import look_at
from warbook.books.arap.shooting.prospects import mean_of, template_losses
from warbook.books.arap.shooting.terms import Terms
from warbook.books.arap.shooting.wound_dice import Hit
from warbook.books.arap.state import Acting, Battle, Figure, Game, Unit
from warbook.books.family.wounds import NEVER
from warbook.core.events import Aimed, Note
from warbook.core.questions import Later, Modifier, Option, Preview, Refusal

THROW = "throw:"
TEMPTING = 1.5  # times its range: an enemy further away is not thought of. The true range is guessed at
DROPPED = 12.0  # inches: of what is dropped, likewise
DROP, BESIDE = 3.0, 2.0  # dropped: from so far above, so near as seen from above, in inches
QUOTA = 4  # arap.grenade.unit-quota: one in four, rounded up


def grenade_options(battle: Battle, frame: Acting, unit: Unit) -> list[Option | Later]:
    """Every kind that somebody has, at every enemy unit near enough to think of it; smoke at a place."""
    found: list[Option | Later] = []
    aimed = frame.did[-1:] == ("aim",)
    for weapon in grenades_of(battle, unit):
        if "smoke" in weapon.rules:
            found.append(_option(battle, frame, unit, None, weapon, aimed))
            continue
        for target in enemies_within(battle, unit, _tempting(weapon)):
            make = partial(_option, battle, frame, unit, target, weapon, aimed)
            found.append(Later(f"{THROW}{target.id}:{weapon.id}", make))
    return found + ground.marker_options(battle, frame, unit)


def _tempting(weapon: Weapon) -> float:
    return DROPPED if weapon.type == "bomb" else TEMPTING * weapon.range


def take_grenade(game: Game, frame: Acting, unit: Unit, chosen: str) -> None:
    battle = game.battle
    if chosen.startswith(ground.GROUND):
        ground.take_marker(game, frame, unit, chosen)
        return
    _, name, kind = chosen.split(":")
    weapon = next(each for each in grenades_of(battle, unit) if each.id == kind)
    terms = Terms(aimed=frame.did[-1:] == ("aim",))
    spend(battle, frame, price(battle, unit, "shoot", 1), "throw")
    if name == "ground":
        who = throwers(battle, unit, weapon, None)[0]
        spot = ground.ask_spot(game, unit, who, weapon.range, f"Where does {unit.name} throw smoke?")
        fired = Fired()
        fired.add(
            _thrown(game, unit, who, weapon, _aim_at_ground(battle, unit, who, weapon, spot, terms), spot)
        )
    else:
        fired = _at_unit(game, unit, battle.unit(name), weapon, terms)
    settle(game, unit, fired, False)


def grenades_of(battle: Battle, unit: Unit) -> list[Weapon]:
    """What its figures have to throw or to drop."""
    found: dict[str, Weapon] = {}
    for figure in battle.standing(unit):
        own = fighter(battle, figure)
        bombs = tuple(weapon for weapon in own.weapons if weapon.type == "bomb")
        for weapon in (*own.grenades, *bombs):
            if "planted-only" not in weapon.rules:
                found[weapon.id] = weapon
    return list(found.values())


def quota(battle: Battle, unit: Unit) -> int:
    """arap.grenade.unit-quota, arap.F35: how many may throw in a turn; a character counts as a member."""
    return ceil(len(battle.standing(unit)) / QUOTA)


def throwers(battle: Battle, unit: Unit, weapon: Weapon, target: Unit | None) -> list[Figure]:
    """Who may throw it: those who have thrown in this turn, and others as far as the quota goes, the nearest
    first. Independent Characters always may (arap.grenade.independent-character)."""
    able = [
        figure
        for figure in battle.standing(unit)
        if _has(battle, figure, weapon) and profile(battle, figure).bs and not figure.down
        if target is None or not isinstance(_reaches(battle, figure, weapon, target), Refusal)
    ]
    if target is not None:
        goal = centre(battle.standing(target))
        able.sort(key=lambda figure: distance(figure, goal))
    left = quota(battle, unit) - sum(figure.threw for figure in battle.standing(unit))
    found = []
    for figure in sorted(able, key=lambda figure: not profile(battle, figure).character):
        if figure.threw or profile(battle, figure).character:
            found.append(figure)
            left -= not figure.threw
        elif left > 0:
            found.append(figure)
            left -= 1
    return found


def over_objects(battle: Battle, figure: Figure, spot: Spot) -> int | Refusal:
    """arap.grenade.over-objects, arap.F36: the modifier for the highest thing between, by the thrower's
    height."""
    high = covering(battle).highest((figure.x, figure.y), (spot.x, spot.y)) - figure.z
    times = ceil(high / size(battle, figure).height - 1e-6)
    if times > 3:
        return Refusal("what is between is too high to throw over", "arap.grenade.over-objects")
    return -max(0, times - 1)


# ---------------------------------------------------------------- throwing


def _option(
    battle: Battle, frame: Acting, unit: Unit, target: Unit | None, weapon: Weapon, aimed: bool
) -> Option:
    cost = price(battle, unit, "shoot", 1)
    at = "ground" if target is None else target.id
    verb = "Drop" if weapon.type == "bomb" else "Throw"
    label = f"{verb} {weapon.name.lower()}s" + ("" if target is None else f" at {target.name}")
    barred = _barred(battle, frame, unit, target, weapon, cost)

    def preview() -> Preview:
        assert target is not None
        return throw_odds(battle, unit, target, weapon, Terms(aimed=aimed))

    return Option(
        f"{THROW}{at}:{weapon.id}", label, "" if target is None else target.id, barred,
        preview if target is not None and barred is None else None, about=("throw", at, weapon.id),
    )  # fmt: skip


def _barred(
    battle: Battle, frame: Acting, unit: Unit, target: Unit | None, weapon: Weapon, cost: int
) -> Refusal | None:
    if cost > frame.points:
        return Refusal(f"it takes {cost} action points", "arap.turn.action-cost")
    who = [figure for figure in battle.standing(unit) if _has(battle, figure, weapon)]
    if not any(profile(battle, figure).bs for figure in who):
        return Refusal("who has no Ballistic Skill throws nothing", "arap.shooting.bs-zero")
    if throwers(battle, unit, weapon, target):
        return None
    if target is not None:
        found = [_reaches(battle, figure, weapon, target) for figure in who]
        refusal = next((each for each in found if isinstance(each, Refusal)), None)
        if refusal is not None and all(isinstance(each, Refusal) for each in found):
            return refusal
    return Refusal("only one in four may throw in a turn", "arap.grenade.unit-quota")


def _reaches(battle: Battle, figure: Figure, weapon: Weapon, target: Unit) -> Spot | Refusal:
    """Where the figure would throw at the unit; its distance is not looked at, but for bombs."""
    figures = battle.standing(target)
    if weapon.type == "bomb":
        below = [
            each
            for each in figures
            if figure.z - each.z >= DROP - 0.01
            and within(distance(Spot(each.x, each.y), Spot(figure.x, figure.y)), BESIDE)
        ]
        words = "nobody of them is below it, 3 inches down and within 2"
        return below[0].spot if below else Refusal(words, "arap.shooting.weapon-type-costs")
    spot = min((each.spot for each in figures), key=lambda each: distance(each, figure))
    if not weapon.area:
        aim = spot
    else:
        near = [each for each in figures if distance(each, figure) <= weapon.range + weapon.area]
        aim = centre(near or figures)
    if not can_bear(battle, figure, aim):
        return Refusal("they are not in the fire arc", "arap.shooting.fire-arc")
    over = over_objects(battle, figure, aim)
    return over if isinstance(over, Refusal) else aim


def _at_unit(game: Game, unit: Unit, target: Unit, weapon: Weapon, terms: Terms) -> Fired:
    """arap.grenade.throw, arap.grenade.range: each declares his distance, then all throw. Nobody is revealed
    by it (arap.grenade.hidden-thrower)."""
    battle, fired = game.battle, Fired()
    who = throwers(battle, unit, weapon, target)
    aimed = {
        figure.id: spot
        for figure in who
        if isinstance(spot := _reaches(battle, figure, weapon, target), Spot)
    }
    aims = {figure.id: _aim(battle, unit, target, figure, weapon, terms, aimed[figure.id]) for figure in who}
    spots = dict(aimed)
    if weapon.type != "bomb":
        limits = {figure.id: (0.0, weapon.range) for figure in who}
        origins = {figure.id: figure.spot for figure in who}
        names = {figure.id: fighter(battle, figure).name for figure in who}
        spots = guess_question(game, unit, target, aimed, origins, limits, names, free=True)
    for figure in who:
        if figure.id in spots and figure.place == "table":
            fired.add(_thrown(game, unit, figure, weapon, aims[figure.id], spots[figure.id]))
    return fired


def _thrown(game: Game, unit: Unit, figure: Figure, weapon: Weapon, aim: Aim, spot: Spot) -> Fired:
    """arap.grenade.throw, arap.grenade.scatter, arap.grenade.effect: no half-range limit; always near
    (arap.D6)."""
    battle = game.battle
    figure.threw = True
    words, rule = f"{unit.name} throws a {weapon.name.lower()}.", "arap.grenade.throw"
    game.tell(Aimed(piece=figure.id, spot=spot, words=words, rule=rule, to=told_to(unit)))
    hit = _hit(battle, figure, weapon)
    if "scatter-is-a-miss" in weapon.rules:
        return _rock(game, unit, figure, weapon, aim, spot, hit)
    inches = game.rolling(figure.id, {"arap.grenade.throw": aim.modifiers}).roll(thrown, aim.goal)
    return go_off(game, unit, weapon, hit, strayed(game, figure.id, spot, inches))


def _hit(battle: Battle, figure: Figure, weapon: Weapon) -> Hit:
    strength = weapon.strength_of(profile(battle, figure).s)
    ap = NEVER if weapon.ap is None else weapon.ap
    return Hit(strength, ap, weapon.damage, True, pinning="pinning" in weapon.rules)


def throw_odds(battle: Battle, unit: Unit, target: Unit, weapon: Weapon, terms: Terms) -> Preview:
    """How likely one of those who would throw is on target, and what that does to the unit. Somebody may."""
    who = throwers(battle, unit, weapon, target)
    spot = _reaches(battle, who[0], weapon, target)
    assert isinstance(spot, Spot)
    aim, hit = _aim(battle, unit, target, who[0], weapon, terms, spot), _hit(battle, who[0], weapon)
    if "scatter-is-a-miss" in weapon.rules:
        on = rock.odds(aim.goal).chance(True)
    else:
        on = thrown.odds(aim.goal).chance(0)
    those = caught_at(battle, weapon, spot)
    lost = (
        template_losses(battle, target, those, marker.odds(hit, those.kinds, those.sirs))
        if hit.s
        else {0: Fraction(1)}
    )
    mean = mean_of(lost)
    each = " each" if len(who) > 1 else ""
    headline = f"{len(who)} of them: {float(on):.0%} on target{each}, then {float(mean):.1f} lost"
    outcomes = tuple((f"{count} lost" if count else "nobody", chance) for count, chance in lost.items())
    near = f"they are no further than {weapon.range:g} inches and " if weapon.range else ""
    given = f"if {near}one lands where it is aimed"
    return Preview(outcomes, f"{aim.goal} or less", tuple(aim.modifiers), headline, given)


def _rock(game: Game, unit: Unit, figure: Figure, weapon: Weapon, aim: Aim, spot: Spot, hit: Hit) -> Fired:
    """arap.grenade.rocks, arap.F34: one hit on the figure at that point, with the thrower's Strength."""
    true = game.rolling(figure.id, {"arap.grenade.rocks": aim.modifiers}).roll(rock, aim.goal)
    struck = on_point(game.battle, spot) if true else []
    if not struck:
        game.tell(Note(words="The rock misses.", piece=figure.id, rule="arap.grenade.rocks"))
        return Fired()
    those = under(game.battle, [Exposed(struck[0].id, "open")])
    hits = (1, *(0 for _ in those.kinds[1:]))
    return land(game, unit, weapon, hit, those, hits, "arap.grenade.rocks")


def _aim(
    battle: Battle, unit: Unit, target: Unit, figure: Figure, weapon: Weapon, terms: Terms, spot: Spot
) -> Aim:
    """BS less 1, by the table and by what is thrown over; at who is neither seen nor known of, BS 1."""
    look = look_at(battle, figure, target)
    seen = bool(look.lines) and look.lines[0].sighted == "seen"
    seen = seen or known_position(battle, figure, target)
    barrel = Barrel(figure.id, weapon, "guess", 1, 1, look.lines, 0.0, "seen" if seen else "unseen")
    aim = aim_of(battle, barrel, look, unit, target, terms)
    bs = aim.bs if seen or weapon.type == "bomb" else min(aim.bs, BLIND)
    return Aim(bs, (*aim.modifiers, *_by_hand(battle, figure, weapon, spot)))


def _aim_at_ground(
    battle: Battle, unit: Unit, figure: Figure, weapon: Weapon, spot: Spot, terms: Terms
) -> Aim:
    aim = ground.aim(battle, unit, figure, Barrel(figure.id, weapon, "guess", 1, 1, (), 0.0), terms)
    return Aim(aim.bs, (*aim.modifiers, *_by_hand(battle, figure, weapon, spot)))


def _by_hand(battle: Battle, figure: Figure, weapon: Weapon, spot: Spot) -> Sequence[Modifier]:
    found = []
    if "scatter-is-a-miss" in weapon.rules:
        found.append(Modifier(weapon.hit_modifier, "improvised", "arap.grenade.rocks"))
    elif weapon.type != "bomb":
        found.append(Modifier(-1, "thrown by hand", "arap.grenade.throw"))
    over = over_objects(battle, figure, spot)
    if isinstance(over, int) and over:
        found.append(Modifier(over, "over an object", "arap.grenade.over-objects"))
    return found


def _has(battle: Battle, figure: Figure, weapon: Weapon) -> bool:
    own = fighter(battle, figure)
    return weapon in own.grenades or weapon in own.weapons
