"""Shots: one, two, or a burst that spreads; nets and bolas."""

from __future__ import annotations

from functools import partial

from warbook.books.gorkamorka.field.bodies import within
from warbook.books.gorkamorka.shooting import prospects
from warbook.books.gorkamorka.shooting.aim import aim_at, in_range, inches_to, shots
from warbook.books.gorkamorka.shooting.arms import Arm
from warbook.books.gorkamorka.shooting.dice import Burst, aimed, sustained, tally
from warbook.books.gorkamorka.shooting.striking import RULE, land, take_aim
from warbook.books.gorkamorka.shooting.targets import Mark, marks, target_barred
from warbook.books.gorkamorka.state import Battle, Game, Warrior
from warbook.books.gorkamorka.trouble import settle
from warbook.books.gorkamorka.wounds.harm import Strike, pin, strike
from warbook.core.events import Became, Note
from warbook.core.questions import Choose, Option

SPREAD = 4.0  # gce.special-weapons.full-auto-spread


def single(game: Game, shooter: Warrior, arm: Arm, mark: Mark, fleeting: bool) -> int:
    """gce.shooting.to-hit; how many ammo rolls it calls for."""
    battle = game.battle
    inches = take_aim(game, shooter, arm, mark)
    count = shots(battle, shooter, arm, inches)
    if shooter.aboard == mark.id:
        return _at_own_deck(game, shooter, arm, mark, count)
    aim, why = aim_at(battle, shooter, arm, mark, inches, fleeting)
    result = game.rolling(shooter.id, {RULE: why}).roll(tally, count, aim)
    if not result.hits:
        game.tell(Note(words=f"{mark.name} is not hit.", piece=mark.id, rule=RULE))
    land(game, shooter, arm, mark, result.hits)
    settle(game)
    return result.sixes


def _at_own_deck(game: Game, shooter: Warrior, arm: Arm, mark: Mark, count: int) -> int:
    """gce.shooting.stationary-vehicle-aboard: all shots at the vehicle he stands on hit; no die is rolled
    that could call for ammo."""
    land(game, shooter, arm, mark, count)
    settle(game)
    return 0


def snare(game: Game, shooter: Warrior, arm: Arm, mark: Warrior, fleeting: bool) -> int:
    """Nets and bolas wound nobody: who is hit is caught. With bolas an unmodified 1 hits the thrower."""
    battle, weapon = game.battle, arm.weapon
    inches = take_aim(game, shooter, arm, mark)
    aim, why = aim_at(battle, shooter, arm, mark, inches, fleeting)
    roll = game.rolling(shooter.id, {RULE: why}).roll(aimed, aim)
    if roll.hit:
        pin(game, mark)
        status = "netted" if weapon.entangles else "hobbled"
        setattr(mark, status, True)
        mark.overwatch = mark.overwatch and not weapon.entangles
        words = f"{mark.name} is caught in {arm.words}."
        game.tell(Became(piece=mark.id, status=status, words=words, rule="gce.weapon.notes"))
    else:
        game.tell(Note(words=f"{mark.name} is not caught.", piece=mark.id, rule=RULE))
    if roll.one and weapon.backfires:
        strike(game, shooter, Strike(strength=weapon.backfires, rule="gce.weapon.notes", harm="shot"))
    return int(aim.ammo and (roll.six or (aim.short and roll.one)))


# ---------------------------------------------------------------- bursts


def roll_burst(game: Game, shooter: Warrior, dice: int) -> Burst:
    """gce.special-weapons.full-auto-shots: the number of shots, before the target is named (gce.R1.6).
    Dakka Dakka: one die may be rolled again."""
    rolling = game.rolling(shooter.id)
    if not shooter.skills.dakka_dakka:
        return rolling.roll(sustained, dice)
    each = [rolling.roll(sustained, 1) for _ in range(dice)]
    options = [Option(str(n), _die_words(burst)) for n, burst in enumerate(each)]
    options.append(Option("keep", "Keep them all"))
    worst = min(range(dice), key=lambda n: each[n].shots)
    usual = str(worst) if each[worst].shots < 2 else "keep"
    text = f"{shooter.name}: Dakka Dakka! Which die does he roll again?"
    rule = "gce.basics.sustained-fire-die"
    chosen = game.ask(shooter.side, Choose(text, options, rule, shooter.id, usual, kind="dakka"))
    if chosen != "keep":
        each[int(chosen)] = rolling.roll(sustained, 1)
    return Burst(sum(burst.shots for burst in each), sum(burst.jams for burst in each))


def _die_words(burst: Burst) -> str:
    return "Again: the jam" if burst.jams else f"Again: the {burst.shots}"


def spray(game: Game, shooter: Warrior, arm: Arm, mark: Mark, count: int, fleeting: bool) -> int:
    """A burst of so many shots. gce.special-weapons.full-auto-hits-first: all rolls to hit, then the wounds;
    gce.special-weapons.full-auto-out-of-range: they miss, and each is rolled for ammo."""
    battle = game.battle
    inches = take_aim(game, shooter, arm, mark)
    if shooter.aboard == mark.id:
        return _at_own_deck(game, shooter, arm, mark, count)
    sixes = 0
    scored = []
    for foe, part in _share_out(game, shooter, arm, mark, count, inches, fleeting):
        far = inches_to(battle, shooter, arm, foe)
        aim, why = aim_at(battle, shooter, arm, foe, far, fleeting and foe is mark)
        result = game.rolling(shooter.id, {RULE: why}).roll(tally, part, aim)
        sixes += result.sixes
        scored.append((foe, result.hits))
        words = f"{result.hits} of {part} hit {foe.name}." if result.hits else f"Nothing hits {foe.name}."
        game.tell(Note(words=words, piece=foe.id, rule=RULE))
    for foe, hits in scored:
        land(game, shooter, arm, foe, hits)
        settle(game)
    return sixes


def _share_out(
    game: Game, shooter: Warrior, arm: Arm, mark: Mark, count: int, inches: float, fleeting: bool
) -> list[tuple[Mark, int]]:
    """gce.special-weapons.full-auto-spread, gce.R1.7: how many shots at whom, before the first die; at least
    one at the first target."""
    battle = game.battle
    others = spread(battle, shooter, arm, mark) if in_range(shooter, arm.weapon, inches) else []
    share = {foe.id: 0 for foe in (mark, *others)}
    share[mark.id] = 1 if others else count
    for number in range(2, count + 1 if others else 2):
        options = [
            Option(
                foe.id,
                foe.name,
                foe.id,
                preview=partial(
                    prospects.preview, battle, shooter, arm, foe, fleeting and foe is mark, shots=1
                ),
            )
            for foe in (mark, *others)
        ]
        text = f"{shooter.name}, shot {number} of {count}: at whom?"
        rule = "gce.special-weapons.full-auto-spread"
        share[game.ask(shooter.side, Choose(text, options, rule, shooter.id, mark.id, kind="spread"))] += 1
    return [(foe, share[foe.id]) for foe in (mark, *others) if share[foe.id]]


def spread(battle: Battle, shooter: Warrior, arm: Arm, mark: Mark) -> list[Mark]:
    """The other enemies within 4 inches of the first target and in range, in arc and in sight (gce.R4.18)."""
    return [
        foe
        for foe in marks(battle, shooter.side)
        if foe is not mark
        and within(battle, foe, mark, SPREAD)
        and in_range(shooter, arm.weapon, inches_to(battle, shooter, arm, foe))
        and target_barred(battle, shooter, arm, foe) is None
    ]
